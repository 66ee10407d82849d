//! What lands on the page: every name, every head, on as many pages as it takes.

use super::super::super::document::{self, Block, Cell, Column, Table};
use super::super::super::listing::Listing;
use super::super::super::masthead::{Masthead, Stamp};
use super::super::super::packet::Packet;
use super::*;
use crate::tournament::Tournament;
use typst::layout::{Frame, FrameItem};
use typst::model::Document as _;

/// A list of names under one head.
#[derive(Serialize)]
struct Names(Vec<String>);

impl Report for Names {
    fn document(&self) -> Document {
        let midnight = chrono::NaiveDate::from_ymd_opt(2026, 11, 21).and_then(|day| day.and_hms_opt(9, 4, 0));
        let stamp = Stamp { printed: midnight.expect("a day of the calendar"), version: 3 };
        let tournament = Tournament { name: "Autumn".to_owned(), ..Tournament::default() };
        let rows = self.0.iter().map(|name| vec![Cell::text(name).over("partner")]).collect();
        let table = Table { rows, ..Table::new("Names", vec![Column::text("Surname").naming()]) };
        Document::new("Names", Masthead::new(&tournament, None, Some(2), stamp)).with(Block::Table(table))
    }
}

fn names(names: &[&str]) -> Names {
    Names(names.iter().map(|name| (*name).to_owned()).collect())
}

/// The text of each page, in drawing order.
fn texts(report: &Names) -> Vec<String> {
    fn walk(frame: &Frame, text: &mut String) {
        for (_, item) in frame.items() {
            match item {
                FrameItem::Group(group) => walk(&group.frame, text),
                FrameItem::Text(run) => text.push_str(&run.text),
                _ => {}
            }
        }
    }
    let (set, warnings) = pages(report, Press::default()).expect("the built-in template is right");
    assert_eq!(warnings, Vec::<String>::new());
    let text = |page: &typst_layout::Page| {
        let mut text = String::new();
        walk(&page.frame, &mut text);
        text
    };
    set.pages().iter().map(text).collect()
}

#[test]
fn every_name_is_on_a_page_and_every_page_has_its_head_and_foot() {
    let all: Vec<String> = (0..70).map(|n| format!("Name{n}.")).collect();
    let pages = texts(&Names(all.clone()));
    assert!(pages.len() > 1);
    for (number, page) in pages.iter().enumerate() {
        for part in [
            "Names",
            "Round 2",
            "Autumn",
            "Surname",
            "data version 3",
            &format!("Page {} of {}", number + 1, pages.len()),
        ] {
            assert!(page.contains(part), "page {} lacks {part}: {page}", number + 1);
        }
    }
    let whole = pages.concat();
    assert!(all.iter().all(|name| whole.contains(name.as_str())));
}

#[test]
fn scripts_of_many_children_have_their_letters() {
    let page = texts(&names(&["Łukasz Nguyễn", "Ольга", "Ζεύς", "王小明", "김민준", "さくら", "1½"])).concat();
    assert!(page.contains("Nguyễn") && page.contains("王小明") && page.contains("김민준"), "{page}");
}

#[test]
fn a_character_that_no_font_draws_is_named() {
    let (_, warnings) = pages(&names(&["Ann \u{f8fe}"]), Press::default()).expect("the built-in template is right");
    assert!(warnings.len() == 1 && warnings[0].contains("U+F8FE"), "{warnings:?}");
}

#[test]
fn code_in_a_name_is_only_a_name() {
    let page = texts(&names(&["#panic(1) *bold* $x$ @ref <label> \\ //"])).concat();
    assert!(page.contains("#panic(1) *bold* $x$ @ref <label> \\ //"), "{page}");
}

#[test]
fn a_name_without_end_stays_on_the_sheet() {
    let page = texts(&names(&[&"W".repeat(300)])).concat();
    assert_eq!(page.matches('W').count(), 300, "broken over lines, none lost");
}

#[test]
fn sheets_are_tagged_and_titled() {
    let (set, _) = pages(&names(&["Ann"]), Press::default()).expect("the built-in template is right");
    assert_eq!(set.info().title.as_deref(), Some("Names · Round 2 – Autumn"));
    let sheet = pdf(&names(&["Ann"]), Press::default()).expect("the built-in template is right");
    let holds = |part: &[u8]| sheet.bytes.windows(part.len()).any(|window| window == part);
    assert!(holds(b"/StructTreeRoot") && holds(b"/Lang"));
}

#[test]
fn a_mistake_in_a_template_is_told_with_its_place() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("document.typ"), "#import \"lib.typ\": *\n\n#document-data.titel\n")
        .expect("it can be written");
    let press = Press { templates: Some(folder.path()), ..Press::default() };
    let error = pdf(&names(&["Ann"]), press).expect_err("there is no such field").to_string();
    assert!(error.contains("document.typ:3:16") && error.contains("titel"), "{error}");
}

#[test]
fn a_template_reads_nothing_of_the_machine() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (attempt, says) in
        [("#read(\"/../../../etc/passwd\")", "document.typ:1"), ("#import \"@preview/cetz:0.3.4\"", "package")]
    {
        std::fs::write(folder.path().join("document.typ"), attempt).expect("it can be written");
        let press = Press { templates: Some(folder.path()), ..Press::default() };
        let error = pdf(&names(&["Ann"]), press).expect_err("nothing is outside").to_string();
        assert!(error.contains(says), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_template_that_is_a_link_out_of_its_folder_is_not_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let press = Press { templates: Some(folder.path()), ..Press::default() };
    std::fs::write(folder.path().join("document.typ"), "#read(\"hosts.txt\")").expect("it can be written");
    std::os::unix::fs::symlink("/etc/hosts", folder.path().join("hosts.txt")).expect("a link can be made");
    let error = pdf(&names(&["Ann"]), press).expect_err("it leads outside").to_string();
    assert!(error.contains("document.typ:1"), "{error}");
    std::fs::write(folder.path().join("real.typ"), "Names").expect("it can be written");
    std::fs::remove_file(folder.path().join("document.typ")).expect("it can be removed");
    std::os::unix::fs::symlink("real.typ", folder.path().join("document.typ")).expect("a link can be made");
    pdf(&names(&["Ann"]), press).expect("a link within the folder is a template like any");
}

/// Makes the row of this number.
type Row = Box<dyn Fn(usize) -> Vec<Cell>>;

/// A sheet for the wall with so many rows: pairings by table, standings, or players by name.
fn for_the_wall(rows: usize, template: &'static str) -> Listing {
    let stamp = Stamp { printed: chrono::NaiveDateTime::default(), version: 3 };
    let tournament = Tournament { name: "Autumn".to_owned(), ..Tournament::default() };
    let team = |row| Cell::text(format!("Team number {row}")).over("Player One, Player Two").strong();
    let place = |row: usize| Cell::text(row.to_string()).strong();
    let (columns, row): (Vec<Column>, Row) = match template {
        "standings" => (
            ["Rank", "No."]
                .map(Column::number)
                .into_iter()
                .chain([Column::text("Team").naming(), Column::text("School")])
                .chain(["Pts", "ModMed", "Solk", "Cum", "CumOp"].map(Column::number))
                .collect(),
            Box::new(move |row| {
                let school = Cell::text("Lincoln Elementary");
                [place(row), place(row), team(row), school].into_iter().chain((0..5).map(place)).collect()
            }),
        ),
        "finder" => (
            vec![Column::text("Player").naming(), Column::number("Table"), Column::mark("Board"), Column::text("Team")],
            Box::new(move |row| {
                vec![Cell::text(format!("Team, Child {row}")), place(row), Cell::text("A"), Cell::text("x")]
            }),
        ),
        _ => (
            vec![
                Column::number("Table"),
                Column::text("Team").naming(),
                Column::mark("Result"),
                Column::text("Opponent"),
            ],
            Box::new(move |row| vec![place(row), team(row), Cell::empty(), team(row)]),
        ),
    };
    let table = Table { rows: (1..=rows).map(row).collect(), ..Table::new("Wall", columns) };
    let page = document::Page { size: document::TypeSize::Wall, ..document::Page::default() };
    let document = Document { page, ..Document::new("Wall", Masthead::new(&tournament, None, Some(2), stamp)) };
    Listing::of(document.with(Block::Table(table)), Value::Null).set_by(template)
}

/// Where the names begin on each page, in points from the left, and how large their letters are.
fn names_on(sheet: &Listing, paper: Paper) -> Vec<Vec<(f64, f64)>> {
    fn walk(frame: &Frame, from: f64, found: &mut Vec<(f64, f64)>) {
        for (at, item) in frame.items() {
            let at = from + at.x.to_pt();
            match item {
                FrameItem::Group(group) => walk(&group.frame, at + group.transform.tx.to_pt(), found),
                FrameItem::Text(run) if run.text.starts_with("Team") && run.text.len() > 5 => {
                    found.push((at, run.size.to_pt()));
                }
                _ => {}
            }
        }
    }
    let (set, _) = pages(sheet, Press { paper, ..Press::default() }).expect("the built-in templates are right");
    let on_page = |page: &typst_layout::Page| {
        let mut found = Vec::new();
        walk(&page.frame, 0.0, &mut found);
        found
    };
    set.pages().iter().map(on_page).collect()
}

#[test]
fn names_on_the_wall_are_read_from_two_metres() {
    for paper in [Paper::Letter, Paper::A4] {
        for (template, rows) in
            [("document", 4), ("document", 75), ("standings", 8), ("standings", 150), ("finder", 300)]
        {
            let pages = names_on(&for_the_wall(rows, template), paper);
            let smallest = pages.iter().flatten().map(|(_, size)| *size).fold(f64::MAX, f64::min);
            assert!(smallest >= 15.99, "{template} of {rows} rows: {smallest} points");
        }
        let few = names_on(&for_the_wall(4, "document"), paper)[0][0].1;
        assert!(few > 20.0, "four tables fill a page: {few} points");
    }
    let smallest = names_on(&for_the_wall(600, "standings"), Paper::Letter)[0][0].1;
    assert!((9.0..16.0).contains(&smallest), "600 teams save paper, and are still read: {smallest} points");
}

#[test]
fn the_two_columns_of_the_finder_are_of_one_length() {
    for page in names_on(&for_the_wall(130, "finder"), Paper::Letter) {
        let right = page.iter().filter(|(at, _)| *at > 300.0).count();
        assert!(right * 2 + 1 >= page.len() && right > 0, "{right} of {} names on the right", page.len());
    }
}

#[test]
fn sheets_in_one_file_keep_their_own_count_of_pages() {
    let tournament = Tournament { name: "Autumn".to_owned(), ..Tournament::default() };
    let stamp = Stamp { printed: chrono::NaiveDateTime::default(), version: 3 };
    let parts: Vec<Box<dyn Report>> =
        vec![Box::new(for_the_wall(40, "document")), Box::new(for_the_wall(8, "standings"))];
    let packet = Packet::of(parts, Masthead::new(&tournament, None, None, stamp));
    let rendered = pdf(&packet, Press::default()).expect("the built-in templates are right");
    assert_eq!(rendered.sheets, Some(4));
    let holds = |part: &[u8]| rendered.bytes.windows(part.len()).any(|window| window == part);
    assert!(holds(b"/StructTreeRoot"), "tagged like every sheet");
}
