//! `recover`: what can be read of a damaged file is saved into a new one, and the damaged one stays as it is.

use super::hall::Hall;
use std::fs;

/// Of all pages, each so-manieth is damaged in turn; 1 for all of them.
const EVERY: usize = 3;

fn played() -> Hall {
    let hall = Hall::with_teams(6);
    for words in [
        &["pair"][..],
        &["result", "1", "1-0", "a", "mate"],
        &["result", "2", "0-1"],
        &["result", "3", "1/2"],
        &["pair"],
    ] {
        hall.run(words).ok();
    }
    hall
}

fn documents(hall: &Hall, file: &str) -> String {
    let shown = [&["standings", "--json"][..], &["pairings", "--json"], &["team", "list", "--json"]];
    shown.iter().map(|words| hall.run(&[&["-f", file], *words].concat()).ok().out).collect()
}

#[test]
fn a_sound_file_is_saved_whole_with_its_history() {
    let hall = played();
    let said = hall.json(&["recover", "saved"]);
    assert_eq!(said["history_is_whole"], true);
    assert_eq!(documents(&hall, "saved.bughouse"), documents(&hall, "spring.bughouse"));
    hall.run(&["-f", "saved.bughouse", "check"]).ok();
    hall.run(&["-f", "saved.bughouse", "undo", "99"]).ok();
    hall.run(&["-f", "spring.bughouse", "recover", "saved.bughouse"]).fails(1, "exists already");
}

#[test]
fn whatever_page_is_lost_the_rest_is_saved() {
    let hall = played();
    let good = fs::read(hall.path("spring.bughouse")).unwrap();
    let teams = hall.json(&["team", "list"])["teams"].as_array().unwrap().len();
    let (mut saved, mut unchanged) = (0, 0);
    let expected = documents(&hall, "spring.bughouse");
    let pages = (0..good.len() / 4096).step_by(EVERY);
    let tried = pages.len();
    for page in pages {
        let mut bad = good.clone();
        // The first page loses its header only: the schema behind it is still there.
        bad[page * 4096..][..if page == 0 { 100 } else { 2048 }].fill(0x5A);
        fs::write(hall.path("spring.bughouse"), &bad).unwrap();
        let said = hall.run(&["-f", "spring.bughouse", "recover", "saved.bughouse"]);
        assert!([0, 3].contains(&said.code), "page {page}: {}", said.err);
        assert!(fs::read(hall.path("spring.bughouse")).unwrap() == bad, "the damaged file is only read");
        if said.code == 0 {
            saved += 1;
            hall.run(&["-f", "saved.bughouse", "check"]).ok();
            let found = hall.json(&["-f", "saved.bughouse", "team", "list"])["teams"].as_array().unwrap().len();
            assert!(found == teams || said.out.contains("LOST"), "page {page}: {found} teams\n{}", said.out);
            unchanged += usize::from(documents_or_nothing(&hall) == expected);
            fs::remove_file(hall.path("saved.bughouse")).unwrap();
        }
    }
    eprintln!("{saved} of {tried} damaged files saved, {unchanged} of them without any loss in the documents");
    assert!(saved + 3 >= tried, "{saved} of {tried} saved");
    assert!(
        unchanged * 10 >= tried * 8,
        "{unchanged} of {tried} without loss: the journal holds every row a second time"
    );
}

/// Documents of the saved file, or nothing where too much is lost to make them.
fn documents_or_nothing(hall: &Hall) -> String {
    let shown = [&["standings", "--json"][..], &["pairings", "--json"], &["team", "list", "--json"]];
    shown.iter().map(|words| hall.run(&[&["-f", "saved.bughouse"], *words].concat()).out).collect()
}

#[test]
fn a_file_that_is_nothing_of_ours_saves_nothing() {
    let hall = Hall::empty();
    hall.write("notes.bughouse", "dear diary ".repeat(2000));
    hall.run(&["recover", "saved"]).fails(3, "");
    assert!(!hall.path("saved.bughouse").exists());
}
