//! The folder of web pages: whole, linked, and without what is nobody's business.

use super::fixture::{small, stamp};
use super::lists::{crosstable_of, pairings_of, standings_of};
use bughouse::report::Masthead;
use bughouse::report::pairings::Order;
use bughouse::report::publish::{self, Ahead, File, Host, SectionViews, site};
use std::collections::BTreeSet;

fn is_page(file: &File) -> bool {
    file.name.ends_with(".html")
}

fn pages() -> Vec<File> {
    files().into_iter().filter(is_page).collect()
}

fn files() -> Vec<File> {
    site_for(Host::Folder)
}

fn site_for(host: Host) -> Vec<File> {
    let tournament = small();
    let sections = [SectionViews {
        name: "K-6".into(),
        entered: Vec::new(),
        rounds: vec![pairings_of(&tournament, Order::Table)],
        standings: Some(standings_of(&tournament)),
        crosstable: Some(crosstable_of(&tournament)),
        bracket: None,
        prizes: None,
        ahead: Ahead::default(),
    }];
    let documents = publish::pages(&Masthead::new(&tournament, None, None, stamp()), &sections);
    let files = site(documents, &sections, host).expect("memory is written to without failure");
    if let Some(folder) = std::env::var_os("KEEP_SHEETS") {
        for file in &files {
            std::fs::write(std::path::Path::new(&folder).join(&file.name), &file.bytes)
                .expect("the folder can be written");
        }
    }
    files
}

fn text(file: &File) -> &str {
    std::str::from_utf8(&file.bytes).expect("pages are UTF-8")
}

#[test]
fn every_link_leads_somewhere() {
    let files = files();
    let names: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
    for file in files.iter().filter(|file| is_page(file)) {
        let page = text(file);
        for target in page.split("href=\"").skip(1).map(|rest| &rest[..rest.find('"').expect("an attribute ends")]) {
            let there = match target.strip_prefix('#') {
                Some(id) => page.contains(&format!("id=\"{id}\"")),
                None => names.contains(target),
            };
            assert!(there, "{} leads to {target}, which is not there", file.name);
        }
    }
    assert!(names.contains("index.html") && names.contains("team-5.html"));
    assert_eq!(names.len(), files.len(), "no two pages share a name");
}

#[test]
fn pages_need_nothing_from_elsewhere() {
    for file in files() {
        let page = text(&file);
        let followed = file.name.starts_with("projector-");
        assert_eq!(page.contains("<script src=\"hall.js\" defer></script>"), followed, "{}", file.name);
        let page = page.replace("<script src=\"hall.js\"", "");
        for loader in ["<script", "<style", "style=", "http:", "https:", "src=", "@import", "url("] {
            assert!(!page.contains(loader), "{} holds {loader}", file.name);
        }
    }
}

#[test]
fn nothing_personal_is_published() {
    for file in pages() {
        let page = text(&file);
        assert!(!page.contains("Featherstonehaugh"), "{}: a child shown by initials", file.name);
        for word in ["grade", "unrated", "906", "903"] {
            assert!(!page.contains(word), "{} holds {word}", file.name);
        }
    }
}

#[test]
fn every_page_is_fit_for_those_who_cannot_see_it() {
    for file in pages() {
        let page = text(&file);
        assert_eq!(page.matches("<h1>").count(), 1, "{}: one heading names the page", file.name);
        assert_eq!(
            page.matches("<table").count(),
            page.matches("<caption>").count(),
            "{}: every table says what it is",
            file.name
        );
        assert!(page.contains("<html lang=\"en\">") && page.contains("name=\"viewport\"") && page.contains("<main"));
    }
}

#[test]
fn a_player_is_found_by_family_name_without_a_script() {
    let files = pages();
    let players = files.iter().find(|file| file.name == "players.html").map(text).expect("the page of players");
    let place = |name: &str| players.find(name).unwrap_or_else(|| panic!("{name} is on the page"));
    assert!(place("Lee, Ann") < place("Núñez, José") && place("Núñez, José") < place("Zimmer, Zoë"));
}

#[test]
fn the_hall_serves_the_same_pages_with_its_own_style_and_script() {
    let (folder, hall) = (pages(), site_for(Host::Hall));
    let names = |files: &[File]| files.iter().map(|file| file.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&folder), names(&hall));
    for file in &hall {
        let page = text(file);
        assert!(page.contains("<script src=\"/hall.js\" defer></script>") && page.contains("noindex"), "{}", file.name);
        assert!(!page.contains("<style") && !page.contains("style=") && page.matches("<script").count() == 1);
    }
}

#[test]
fn one_point_is_a_point() {
    let read: String = pages().iter().map(text).collect();
    assert!(read.contains("<b>1</b> <span>point of"), "{read}");
    assert!(!read.contains("<b>1</b> <span>points of"), "{read}");
}
