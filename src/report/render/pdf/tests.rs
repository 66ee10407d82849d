//! What lands on the page: every name, every head, on as many pages as it takes.

use super::super::super::document::{self, Block, Cell, Column, Document, Table};
use super::super::super::masthead::{Masthead, Stamp};
use super::super::format::Paper;
use super::*;
use crate::report::cheat_sheet::{self, Tip, Topic};
use crate::report::slips;
use crate::tournament::{Section, Tournament};
use serde_json::Value;
use std::collections::BTreeSet;
use std::slice;
use typst::layout::{Frame, FrameItem};
use typst::model::Document as _;
use typst_layout::Page;

fn head(round: Option<u32>) -> Masthead {
    let printed = "2026-11-21T09:04:00Z".parse().expect("a time of the day");
    let tournament = Tournament { name: "Autumn".to_owned(), ..Tournament::default() };
    Masthead::new(&tournament, None, round, Stamp { printed, version: 3 })
}

/// A list of names under one head.
fn names(names: &[&str]) -> Report {
    let surname = |name: &&&str| Cell::text(**name).over("partner");
    let table = Table::of("Names", names).column(Column::text("Surname").naming(), surname);
    Report::of(Document::new("Names", head(Some(2))).with(table), Value::Null)
}

/// The pages of a report, and what is wrong with them.
fn pages(report: &Report, press: Press<'_>) -> Result<(Vec<Page>, Vec<String>), RenderError> {
    let mut all = Vec::new();
    let warning = each(slice::from_ref(report), press, &mut |set| {
        all.extend_from_slice(set.pages());
        Ok(())
    })?;
    Ok((all, warning.into_iter().collect()))
}

/// The pages of a report with which nothing is wrong.
fn good(report: &Report, paper: Paper) -> Vec<Page> {
    let (set, warnings) = pages(report, Press { paper, ..Press::default() }).expect("the built-in template is right");
    assert_eq!(warnings, Vec::<String>::new());
    set
}

/// The text of each page, in drawing order.
fn texts(report: &Report) -> Vec<String> {
    texts_on(&good(report, Paper::Letter))
}

fn texts_on(pages: &[Page]) -> Vec<String> {
    written_on(pages).into_iter().map(|page| page.into_iter().map(|(text, ..)| text).collect()).collect()
}

#[test]
fn every_name_is_on_a_page_and_every_page_has_its_head_and_foot() {
    let all: Vec<String> = (0..70).map(|n| format!("Name{n}.")).collect();
    let pages = texts(&names(&all.iter().map(String::as_str).collect::<Vec<_>>()));
    assert!(pages.len() > 1);
    for (number, page) in pages.iter().enumerate() {
        for part in ["Names", "Round 2", "Autumn", "Surname", &format!("Page {} of {}", number + 1, pages.len())] {
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
    let mut title = None;
    let set = each(&[names(&["Ann"])], Press::default(), &mut |set| {
        title.clone_from(&set.info().title);
        Ok(())
    });
    set.expect("the built-in template is right");
    assert_eq!(title.as_deref(), Some("Names · Round 2 – Autumn"));
    let sheet = pdf(&names(&["Ann"]), Press::default()).expect("the built-in template is right");
    let holds = |part: &[u8]| sheet.bytes.windows(part.len()).any(|window| window == part);
    assert!(holds(b"/StructTreeRoot") && holds(b"/Lang"));
}

#[test]
fn a_mistake_in_a_template_is_reported_with_its_place() {
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

/// A folder, a pipe or a link to nothing under a template's name is not passed over for the built-in one.
#[cfg(unix)]
#[test]
fn what_is_no_file_under_a_templates_name_is_reported() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let press = Press { templates: Some(folder.path()), ..Press::default() };
    let path = folder.path().join("document.typ");
    let refused = || pdf(&names(&["Ann"]), press).expect_err("it is no template").to_string();
    std::fs::create_dir(&path).expect("a folder can be made");
    assert!(refused().contains("document.typ: ") && refused().contains("ordinary file"), "{}", refused());
    std::fs::remove_dir(&path).expect("it can be removed");
    std::os::unix::fs::symlink("gone.typ", &path).expect("a link can be made");
    assert!(refused().contains("document.typ: "), "{}", refused());
    std::fs::remove_file(&path).expect("it can be removed");
    let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo is there");
    assert!(made.success() && refused().contains("ordinary file"), "{}", refused());
}

/// A school's crest or a sponsor's mark.
#[test]
fn a_template_shows_pictures_that_lie_beside_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let press = Press { templates: Some(folder.path()), ..Press::default() };
    std::fs::write(folder.path().join("document.typ"), "#image(\"crest.png\")").expect("it can be written");
    std::fs::write(folder.path().join("crest.png"), ONE_DOT).expect("it can be written");
    let rendered = pdf(&names(&["Ann"]), press).expect("it is a picture");
    assert!(rendered.bytes.windows(6).any(|text| text == b"/Image"));
}

/// A picture of one black dot.
const ONE_DOT: &[u8] = &[
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 58, 126, 155,
    85, 0, 0, 0, 10, 73, 68, 65, 84, 120, 156, 99, 96, 0, 0, 0, 2, 0, 1, 72, 175, 164, 113, 0, 0, 0, 0, 73, 69, 78, 68,
    174, 66, 96, 130,
];

/// A sheet for the wall with so many rows: pairings by table, standings, or players by name.
fn for_the_wall(rows: usize, template: &'static str) -> Report {
    named_for_the_wall(rows, template, "Team")
}

/// The same of teams that are called so, and a number.
fn named_for_the_wall(rows: usize, template: &'static str, team: &'static str) -> Report {
    let team = |row: &usize| Cell::text(format!("{team} number {row}")).over("Player One, Player Two").strong();
    let place = |row: &usize| Cell::text(row.to_string()).strong();
    let wall = Table::of("Wall", 1..=rows);
    let table = match template {
        "standings" => wall
            .columns(["Rank", "No."].map(|head| (Column::number(head), place)))
            .column(Column::text("Team").naming(), team)
            .column(Column::text("School"), |_| Cell::text("Lincoln Elementary"))
            .columns(["Pts", "ModMed", "Solk", "Cum", "CumOp"].map(|head| (Column::number(head), place))),
        "finder" => wall
            .column(Column::text("Player").naming(), |row| Cell::text(format!("Team, Child {row}")))
            .column(Column::number("Table"), place)
            .column(Column::mark("Board"), |_| Cell::text("A"))
            .column(Column::text("Team"), |_| Cell::text("x")),
        _ => wall
            .column(Column::number("Table"), place)
            .column(Column::text("Team").naming(), team)
            .column(Column::mark("Result"), |_| Cell::empty())
            .column(Column::text("Opponent"), team),
    };
    let page = document::Page { size: document::TypeSize::Wall, ..document::Page::default() };
    let document = Document::new("Wall", head(Some(2))).on(page);
    Report::of(document.with(table), Value::Null).set_by(template)
}

/// What is written on each page: the text, how far it begins from the left and from the top, and how high it is, all in points.
fn written_on(pages: &[Page]) -> Vec<Vec<(String, f64, f64, f64)>> {
    fn walk(frame: &Frame, from: (f64, f64), found: &mut Vec<(String, f64, f64, f64)>) {
        for (at, item) in frame.items() {
            let at = (from.0 + at.x.to_pt(), from.1 + at.y.to_pt());
            match item {
                FrameItem::Group(group) => {
                    let moved = (at.0 + group.transform.tx.to_pt(), at.1 + group.transform.ty.to_pt());
                    walk(&group.frame, moved, found);
                }
                FrameItem::Text(run) => found.push((run.text.to_string(), at.0, at.1, run.size.to_pt())),
                _ => {}
            }
        }
    }
    let on_page = |page: &Page| {
        let mut found = Vec::new();
        walk(&page.frame, (0.0, 0.0), &mut found);
        found
    };
    pages.iter().map(on_page).collect()
}

/// Where the names begin on each page, in points from the left, and how large their letters are.
fn names_on(pages: &[Page]) -> Vec<Vec<(f64, f64)>> {
    // The last of a name that goes on in a second line.
    let is_name = |text: &str| text.contains("number") || text.starts_with("Team,");
    let names = |page: Vec<(String, f64, f64, f64)>| {
        page.into_iter().filter(|it| is_name(&it.0)).map(|(_, left, _, size)| (left, size)).collect()
    };
    written_on(pages).into_iter().map(names).collect()
}

/// How high a small letter of the font is, of one point.
fn x_height(pages: &[Page]) -> f64 {
    fn first(frame: &Frame) -> Option<f64> {
        frame.items().find_map(|(_, item)| match item {
            FrameItem::Group(group) => first(&group.frame),
            FrameItem::Text(run) => Some(run.font.metrics().x_height.at(run.size).to_pt() / run.size.to_pt()),
            _ => None,
        })
    }
    pages.iter().find_map(|page| first(&page.frame)).expect("there is text")
}

#[test]
fn names_on_the_wall_are_read_from_two_metres() {
    for paper in [Paper::Letter, Paper::A4] {
        for (template, rows) in
            [("document", 4), ("document", 75), ("standings", 8), ("standings", 150), ("finder", 300)]
        {
            let set = good(&for_the_wall(rows, template), paper);
            let smallest = names_on(&set).iter().flatten().map(|(_, size)| *size).fold(f64::MAX, f64::min);
            assert!(smallest >= 15.99, "{template} of {rows} rows: {smallest} points");
            // At two metres three millimetres are five minutes of arc, the letter that a good eye reads.
            let millimetres = smallest * x_height(&set) * 25.4 / 72.0;
            assert!(millimetres >= 3.0, "{template} of {rows} rows: small letters of {millimetres} mm");
        }
        let few = names_on(&good(&for_the_wall(4, "document"), paper))[0][0].1;
        assert!(few > 26.0, "four tables fill a page: {few} points");
    }
    let smallest = names_on(&good(&for_the_wall(520, "standings"), Paper::Letter))[0][0].1;
    assert!((9.0..16.0).contains(&smallest), "520 teams save paper, and are still read: {smallest} points");
}

#[test]
fn no_name_is_smaller_than_nine_points() {
    for (template, rows) in [("document", 4), ("document", 520), ("standings", 8), ("standings", 520), ("finder", 520)]
    {
        let set = good(&for_the_wall(rows, template), Paper::Letter);
        let names =
            written_on(&set).into_iter().flatten().filter(|it| it.0.contains("Player") || it.0.contains("Team"));
        let (text, _, _, size) = names.min_by(|one, other| one.3.total_cmp(&other.3)).expect("there are names");
        assert!(size >= 8.99, "{template} of {rows} rows: {text:?} of {size} points");
    }
}

/// How far down each page is written on, its foot left out, as a share of its height.
fn filled(pages: &[Page]) -> Vec<f64> {
    let lowest = |(page, texts): (&Page, Vec<(String, f64, f64, f64)>)| {
        let names = texts.iter().filter(|it| it.0.contains("number") || it.0.contains("Player"));
        names.map(|it| it.2).fold(0.0, f64::max) / page.frame.height().to_pt()
    };
    pages.iter().zip(written_on(pages)).map(lowest).collect()
}

#[test]
fn few_tables_fill_a_page_and_more_share_their_pages_evenly() {
    for (template, paper) in [("document", Paper::Letter), ("document", Paper::A4), ("standings", Paper::Letter)] {
        // One row more than a page has room for is no sheet with one row.
        for rows in [4, 6, 8, 12, 16, 17, 18, 31, 40, 75] {
            let set = good(&for_the_wall(rows, template), paper);
            let names: Vec<usize> = names_on(&set).iter().map(Vec::len).collect();
            let (few, most) = (*names.iter().min().expect("a page"), *names.iter().max().expect("a page"));
            assert!(filled(&set).iter().all(|share| *share > 0.6), "{template} of {rows} rows: {:?}", filled(&set));
            assert!(few * 3 >= most * 2, "{template} of {rows} rows: {names:?} names on its pages");
        }
    }
}

#[test]
fn long_names_grow_by_going_on_in_more_lines_and_no_word_of_them_is_torn() {
    let school = "The Featherstonehaugh Washington Magnet School Rooks";
    for (template, rows, least) in [("document", 4, 18.0), ("standings", 8, 16.0), ("document", 20, 16.0)] {
        let set = good(&named_for_the_wall(rows, template, school), Paper::Letter);
        let size = names_on(&set)[0][0].1;
        assert!(size >= least, "{template} of {rows} rows: {size} points");
        assert!(filled(&set).iter().all(|share| *share > 0.6), "{template} of {rows} rows: {:?}", filled(&set));
        let runs: Vec<String> = written_on(&set).into_iter().flatten().map(|it| it.0).collect();
        for word in school.split(' ') {
            let there = runs.iter().filter(|run| run.contains(word)).count();
            assert!(there >= rows, "{template} of {rows} rows: {word} {there} times");
        }
    }
}

/// Lists that lie in the hand, each in a table of its own.
fn in_the_hand(rows: usize, landscape: bool) -> Report {
    let place = |row: &usize| Cell::text(row.to_string());
    let team = |row: &usize| Cell::text(format!("Team number {row}")).over("Player One, Player Two");
    let met = |(head, text)| (Column::mark(head), move |_: &usize| Cell::text(text));
    let table = Table::of("Crosstable", 1..=rows)
        .columns(["Rank", "No."].map(|head| (Column::number(head), place)))
        .column(Column::text("Team").naming(), team)
        .columns([("Rd 1", "W12"), ("Rd 2", "L3")].map(met))
        .column(Column::number("Pts"), |_| Cell::text("1"));
    let page = document::Page { landscape, ..document::Page::default() };
    let document = Document::new("Chart", head(Some(2))).on(page);
    Report::of(document.with(table), Value::Null)
}

#[test]
fn a_list_of_few_is_set_in_larger_type_on_as_many_pages() {
    for (paper, landscape) in [(Paper::Letter, true), (Paper::A4, true), (Paper::Letter, false), (Paper::A4, false)] {
        let size = |rows| names_on(&good(&in_the_hand(rows, landscape), paper))[0][0].1;
        let (few, many) = (size(8), size(150));
        assert!(few >= 15.0, "eight teams fill a page: {few} points");
        assert!((10.0..12.0).contains(&many), "150 teams save paper: {many} points");
    }
}

/// A list of prizes with long names, before all is played.
fn prizes(rows: usize) -> Report {
    let head = head(None).provisional(vec!["2 of 5 rounds played".to_owned()]);
    let winner = |row: &usize| format!("Team number {row} of the Washington Magnet School of the Arts and Sciences");
    let by = "9 points by Sharp Pins, Crazy Bishops, Sneaky Drops, Extraordinary Zugzwangs";
    let table = Table::of("Prizes", 1..=rows)
        .column(Column::text("Prize").naming(), |row| Cell::text(format!("Prize {row}")))
        .column(Column::text("Winner").over("Players"), |row| {
            Cell::text(winner(row)).strong().over("Player One, Player Two")
        })
        .column(Column::text("With"), |_| Cell::text(by));
    let page = document::Page { size: document::TypeSize::Wall, ..document::Page::default() };
    Report::of(Document { page, ..Document::new("Prizes", head) }.with(table), Value::Null)
}

#[test]
fn nothing_runs_off_a_page_and_no_notice_is_alone() {
    for rows in 1..=14 {
        for paper in [Paper::Letter, Paper::A4] {
            let set = good(&prizes(rows), paper);
            for (number, (page, texts)) in set.iter().zip(written_on(&set)).enumerate() {
                let foot = texts.iter().find(|it| it.0.contains("Printed")).expect("every page has a foot").2;
                let lowest =
                    texts.iter().filter(|it| !it.0.contains("Page") && it.3 > 9.0).map(|it| it.2).fold(0.0, f64::max);
                assert!(
                    lowest < foot && foot < page.frame.height().to_pt(),
                    "{rows} rows, page {number}: down to {lowest} of {foot}"
                );
                assert!(texts.iter().any(|it| it.0.contains("number")), "{rows} rows: page {number} has no row");
            }
            let all: String = texts_on(&set).concat();
            assert!((1..=rows).all(|row| all.contains(&format!("Prize {row}"))), "{rows} rows, all there");
        }
    }
}

#[test]
fn what_is_signed_stays_on_one_page() {
    for lines in 28..=36 {
        let document = names(&[]).document;
        let paragraphs = (0..lines).map(|line| Block::Paragraph(format!("Said {line}.")));
        let signed = Block::Blanks(vec!["Chief director".to_owned(), "Date".to_owned()]);
        let document = paragraphs.chain([signed]).fold(Document { blocks: Vec::new(), ..document }, Document::with);
        let pages = texts(&Report::of(document, Value::Null));
        let signed_on = |what: &str| pages.iter().position(|page| page.contains(what));
        assert_eq!(signed_on("Chief director"), signed_on("Date"), "{lines} lines on {} pages", pages.len());
    }
}

#[test]
fn the_two_columns_of_the_finder_are_of_one_length() {
    for page in names_on(&good(&for_the_wall(130, "finder"), Paper::Letter)) {
        let right = page.iter().filter(|(at, _)| *at > 300.0).count();
        assert!(right * 2 + 1 >= page.len() && right > 0, "{right} of {} names on the right", page.len());
    }
}

#[test]
fn slips_of_several_sections_are_one_pile_to_cut() {
    let tournament = Tournament { name: "Autumn".to_owned(), ..Tournament::default() };
    let stamp = Stamp { printed: chrono::DateTime::default(), version: 3 };
    let [first, second] = ["K-3", "K-6"].map(|name| slips::test_page(&tournament, Some(&Section::named(name)), stamp));
    let mut pages = Vec::new();
    each(&[second, first].map(Report::from), Press::default(), &mut |set| {
        pages.extend(texts_on(set.pages()));
        Ok(())
    })
    .expect("the built-in template is right");
    // Of two tables of each number the pile has one on each page, and every slip says its section.
    let [one, other] = &pages[..] else { panic!("eight slips are two pages: {pages:?}") };
    for number in 1..=4 {
        assert!([one, other].iter().all(|page| page.contains(&format!("Table {number}"))), "{pages:?}");
    }
    assert!(one.matches("K-6").count() == 4 && other.matches("K-3").count() == 4, "{pages:?}");
    let two = || slips::blank(&tournament, None, 2, stamp).into();
    let packet = Report::packet(vec![two(), two()], Masthead::new(&tournament, None, None, stamp));
    assert_eq!(pdf(&packet, Press::default()).expect("it is set").sheets, Some(1), "four slips are one page");
}

#[test]
fn sheets_in_one_file_keep_their_own_count_of_pages() {
    let parts = vec![for_the_wall(40, "document"), for_the_wall(8, "standings")];
    let packet = Report::packet(parts, head(None));
    let rendered = pdf(&packet, Press::default()).expect("the built-in templates are right");
    assert_eq!(rendered.sheets, Some(4));
    let holds = |part: &[u8]| rendered.bytes.windows(part.len()).any(|window| window == part);
    assert!(holds(b"/StructTreeRoot"), "tagged like every sheet");
}

/// Numbers of objects that a file has, and those that it refers to.
fn objects(file: &[u8]) -> (BTreeSet<usize>, BTreeSet<usize>) {
    let text: String = file.iter().map(|byte| char::from(*byte)).collect();
    let number = |text: &str| {
        let digits = text.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
        text[digits..].parse::<usize>().ok()
    };
    let clear = text.split("stream\n").step_by(2).collect::<String>();
    let before = |mark: &str| clear.match_indices(mark).filter_map(|(at, _)| number(&clear[..at])).collect();
    (before(" 0 obj\n"), before(" 0 R"))
}

#[test]
fn a_long_sheet_is_set_in_parts_and_nobody_sees_where() {
    for template in ["document", "standings", "finder"] {
        let set = good(&for_the_wall(520, template), Paper::Letter);
        let pages = texts_on(&set);
        for (at, page) in pages.iter().enumerate() {
            let number = format!("Page {} of {}", at + 1, pages.len());
            assert!(page.contains(&number) && page.contains("Wall"), "{template}: {number}: {page}");
        }
        let whole = pages.concat();
        let name = |row: usize| if template == "finder" { format!("Child {row}") } else { format!("number {row}P") };
        let found: Vec<Option<usize>> = (1..=520).map(|row| whole.find(&name(row))).collect();
        assert!(found.iter().all(Option::is_some), "{template}: every row");
        assert!(template == "finder" || found.is_sorted(), "{template}: in their order");

        let names = names_on(&set);
        let rows = names.iter().map(Vec::len).collect::<Vec<_>>();
        let (_, full) = rows.split_last().expect("there are pages");
        let (least, most) = (full.iter().min(), full.iter().max());
        assert_eq!(least, most, "{template}: every page but the last is full: {rows:?}");
        let left: BTreeSet<i64> = names.iter().flatten().map(|(at, _)| (at * 10.0) as i64).collect();
        assert!(left.len() <= 2, "{template}: columns are as wide on every page: {left:?}");
    }
}

#[test]
fn parts_are_bound_into_one_file() {
    let rendered = pdf(&for_the_wall(520, "standings"), Press::default()).expect("the built-in templates are right");
    let (there, asked) = objects(&rendered.bytes);
    assert_eq!(asked.difference(&there).collect::<Vec<_>>(), Vec::<&usize>::new(), "nothing leads nowhere");
    let text: String = rendered.bytes.iter().map(|byte| char::from(*byte)).collect();
    assert!(text.contains(&format!("/Type/Pages/Count {}/", rendered.sheets.expect("paper"))));
    assert_eq!(text.matches("/Type/StructTreeRoot").count(), 1);
    let pages: Vec<usize> = text
        .match_indices("/StructParents ")
        .map(|(at, key)| text[at + key.len()..].chars().take_while(char::is_ascii_digit).collect::<String>())
        .map(|key| key.parse().expect("a number"))
        .collect();
    assert_eq!(pages.iter().collect::<BTreeSet<_>>().len(), pages.len(), "each page has tags of its own");
    let names: Vec<&str> =
        text.match_indices("/ID(").map(|(at, _)| text[at..].split(')').next().unwrap_or("")).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "each head has a name of its own");
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "minutes of paper; run it by itself, for the memory is that of all that runs"]
fn paper_of_three_thousand_teams_is_light_and_takes_three_times_as_long_as_of_one_thousand() {
    let peak = || {
        let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a line of it");
        line.trim().trim_end_matches(" kB").parse::<u32>().expect("a number") / 1000
    };
    for template in ["finder", "standings", "document"] {
        let [some, all] = [1000, 3000].map(|rows| {
            let start = std::time::Instant::now();
            pdf(&for_the_wall(rows, template), Press::default()).expect("the built-in templates are right");
            start.elapsed()
        });
        assert!(all < some * 4, "{template}: {some:?} for 1,000 rows, {all:?} for 3,000");
        assert!(peak() < 200, "{template}: {} MB", peak());
    }
}

/// Where a long name of the event is alone, the head is higher, and the rows begin lower.
#[test]
fn a_long_name_of_the_event_neither_narrows_the_head_nor_lifts_it_off_the_paper() {
    let ties = "Tie-breaks: Modified Median, Solkoff, Cumulative, Cumulative of Opposition, Kashdan, Lot";
    for name in
        ["Spring Bughouse 2026", &"Oregon Scholastic Championship ".repeat(2), &"Invitational Jamboree ".repeat(4)]
    {
        for landscape in [false, true] {
            let mut masthead = head(Some(2));
            masthead.tournament = name.trim().to_owned();
            let page = document::Page { landscape, ..document::Page::default() };
            let table = names(&["First."]).document.blocks;
            let document = Document { blocks: table, ..Document::new("Standings", masthead) };
            let set = good(&Report::of(document.with_subtitle(ties).on(page), Value::Null), Paper::Letter);
            let written = &written_on(&set)[0];
            let at = |text: &str| -> Vec<f64> {
                let own = written.iter().filter(|it| text.contains(it.0.trim()) && !it.0.trim().is_empty());
                own.map(|it| it.2).collect()
            };
            let [title, parted, first] = ["Standings", ties, "First."].map(at);
            let (title, first) = (title[0], first[0]);
            // Its capitals are three quarters as high as the type.
            assert!(title - 17.0 * 0.75 >= 0.4 * 72.0, "{name}: the title stands at {title} points");
            assert!(parted.iter().all(|line| *line == parted[0]), "{name}: how ties are parted is told in one line");
            assert!(title + 9.0 < parted[0] && parted[0] + 9.0 < first, "{name}: {written:?}");
        }
    }
}

#[test]
fn labels_of_an_unfinished_event_say_so() {
    let cells = ["1st place", "Ann Lee", "Rooks"];
    let columns = cells.map(|cell| (Column::text(cell), move |_: &()| Cell::text(cell)));
    let table = Table::of("Labels", [(); 2]).columns(columns).table();
    let label = |reasons: Vec<String>| {
        let document = Document::new("Trophy labels", head(None).provisional(reasons)).with(table.clone());
        texts(&Report::of(document, Value::Null).set_by("labels")).concat()
    };
    assert_eq!(label(vec!["1 of 5 rounds played".to_owned()]).matches("Provisional: 1 of 5 rounds played").count(), 2);
    assert!(!label(Vec::new()).contains("Provisional"));
}

#[test]
fn no_option_of_the_cheat_sheet_is_broken_at_its_hyphens() {
    let tip = |length: usize| {
        let line = format!("{} `backup --list` --own-flag-up -o", "x".repeat(length));
        Tip { typed: line.clone(), does: line }
    };
    let parts = vec![Topic { title: "Options".to_owned(), lines: (1..24).map(tip).collect() }];
    for (text, ..) in written_on(&good(&cheat_sheet::view(parts, head(None)), Paper::Letter)).concat() {
        assert!(!text.trim_end().ends_with('-'), "{text:?} ends a line");
    }
}
