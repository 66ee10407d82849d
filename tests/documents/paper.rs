//! Sheets of paper: every document prints, the same data gives the same bytes, names do no harm.
//!
//! `KEEP_SHEETS=folder cargo test --test documents paper` leaves the sheets in a folder, to be looked at.

use super::desk::{awards, directors_report, docket, ruled, slip, with_officials};
use super::fixture::{by_hand, head, many, section, small, stamp};
use super::hall::{hall, poster, slips_of, timed};
use super::lists::{crosstable_of, pairings_of, standings_of};
use bughouse::discipline::Docket;
use bughouse::report::pairings::Order;
use bughouse::report::render::{Paper, Press, Rendered, pdf};
use bughouse::report::{Report, cards, prizes, rules, ruling_slip, rulings, slips, teams, times};
use bughouse::rulebook;
use bughouse::tournament::TableNumber;

fn print(name: &str, report: &impl Report, paper: Paper) -> Rendered {
    let sheet =
        pdf(report, Press { paper, ..Press::default() }).expect("the templates that come with the program are right");
    if let Some(folder) = std::env::var_os("KEEP_SHEETS") {
        std::fs::write(std::path::Path::new(&folder).join(format!("{name}-{paper:?}.pdf")), &sheet.bytes)
            .expect("the folder can be written");
    }
    sheet
}

#[test]
fn every_list_prints_on_both_papers() {
    let section = section();
    let tournament = small();
    for paper in [Paper::Letter, Paper::A4] {
        for order in [Order::Table, Order::Player, Order::Team, Order::School] {
            let sheet = print(&format!("pairings-{order:?}"), &pairings_of(&tournament, order), paper);
            assert!(sheet.bytes.starts_with(b"%PDF-"));
        }
        print("slips", &slips_of(&tournament, None), paper);
        print("slips-blank", &slips::blank(&tournament, None, 4, stamp()), paper);
        print("slips-open-hall", &slips_of(&tournament, Some(&hall())), paper);
        print("poster", &poster(), paper);
        print("slips-test", &slips::test_page(&tournament, Some(&section), stamp()), paper);
        print(
            "cards",
            &cards::view(&tournament, &[1, 2, 103].map(|table| (TableNumber(table), &section)), stamp()),
            paper,
        );
        print("times", &times::view(&timed(), None, stamp()), paper);
        print("standings", &standings_of(&tournament), paper);
        print("crosstable", &crosstable_of(&tournament), paper);
    }
}

#[test]
fn papers_of_the_desk_print() {
    let (tournament, event) = (with_officials(), ruled(docket()));
    let paper = Paper::Letter;
    for (name, kind) in
        [("prizes", prizes::Paper::List), ("ceremony", prizes::Paper::Ceremony), ("labels", prizes::Paper::Labels)]
    {
        print(name, &awards(kind), paper);
    }
    print("ruling", &slip(&event), paper);
    print("docket", &rulings::docket(&event, stamp()), paper);
    print("report", &directors_report(), paper);
    print("by-hand", &by_hand(&tournament), paper);
    print("teams", &teams::view(&tournament, Some(&section()), teams::Order::School, stamp()), paper);
    for book in rulebook::all().iter().take(if std::env::var_os("KEEP_SHEETS").is_some() { 5 } else { 1 }) {
        print(&format!("rules-{}", book.id), &rules::view(book, head(&tournament)), paper);
    }
}

#[test]
fn a_ruling_slip_is_two_copies_on_one_sheet_and_a_long_one_on_two() {
    let mut docket = docket();
    let print = |docket: &Docket| {
        let at_the_table = vec!["add 1:00 to White on board a".to_owned()];
        let beside = ruling_slip::Beside { at_the_table, ..Default::default() };
        print("ruling-copies", &ruling_slip::Slip { beside, ..slip(&ruled(docket.clone())) }, Paper::Letter)
    };
    let sheet = print(&docket);
    assert_eq!(sheet.sheets, Some(1));
    if let Some(text) = poppler("pdftotext", &[], &sheet) {
        for part in ["The player’s copy", "The desk’s copy"] {
            assert_eq!(text.matches(part).count(), 1, "{part} in:\n{text}");
        }
        assert_eq!(text.matches("add 1:00 to White on board a").count(), 2, "{text}");
    }
    docket.rulings[0].note = Some("What happened took long to tell. ".repeat(60));
    assert_eq!(print(&docket).sheets, Some(2));
}

#[test]
fn the_same_data_gives_the_same_sheet() {
    let view = pairings_of(&small(), Order::Table);
    assert_eq!(print("same", &view, Paper::A4), print("same", &view, Paper::A4));
}

#[test]
fn a_large_field_prints() {
    let tournament = many(if std::env::var_os("KEEP_SHEETS").is_some() { 300 } else { 40 });
    print("many-slips", &slips_of(&tournament, None), Paper::A4);
    for order in [Order::Table, Order::Player] {
        print(&format!("many-{order:?}"), &pairings_of(&tournament, order), Paper::Letter);
    }
}

/// What a tool of poppler says of a sheet; `None`, with a notice, where the tool is not installed.
fn poppler(tool: &str, options: &[&str], sheet: &Rendered) -> Option<String> {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("sheet.pdf");
    std::fs::write(&file, &sheet.bytes).expect("the temporary folder can be written");
    let ran =
        std::process::Command::new(tool).args(options).arg(&file).args((tool == "pdftotext").then_some("-")).output();
    match ran {
        Ok(output) => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
        Err(error) => {
            eprintln!("skipped, {tool} did not run: {error}");
            None
        }
    }
}

/// Sheets of several pages, each with words at the heads of its columns.
fn long_sheets() -> Vec<(&'static str, Rendered, [&'static str; 2])> {
    let tournament = many(40);
    let section = section();
    let roster = teams::view(&tournament, Some(&section), teams::Order::Number, stamp());
    let pairings = |order| print("structure", &pairings_of(&tournament, order), Paper::Letter);
    vec![
        ("Pairings", pairings(Order::Table), ["Table", "Opponent"]),
        ("Pairings", pairings(Order::Team), ["Team", "Opponent"]),
        ("Teams", print("structure", &roster, Paper::A4), ["First partner", "Second partner"]),
        ("To go on by hand", print("structure", &by_hand(&tournament), Paper::A4), ["Has met", "Rd 2"]),
    ]
}

#[test]
fn every_page_says_what_it_is_and_repeats_the_heads() {
    for (title, sheet, heads) in long_sheets() {
        let Some(text) = poppler("pdftotext", &["-layout"], &sheet) else { return };
        let pages: Vec<&str> = text.split('\u{c}').filter(|page| !page.trim().is_empty()).collect();
        assert!(pages.len() > 1, "{title} has several pages");
        // What is there to be filled in by pen has heads of its own.
        let is_printed = |page: &&&str| !page.contains("First team");
        for (page, number) in pages.iter().take_while(is_printed).zip(1..) {
            let foot = format!("Page {number} of {}", pages.len());
            for words in [
                title,
                "Autumn Bughouse",
                "K-6",
                "data version 17",
                "Printed 21 Nov 2026, 09:04",
                &foot,
                heads[0],
                heads[1],
            ] {
                assert!(page.contains(words), "{title}, page {number}, without {words:?}:\n{page}");
            }
            let teams = page.lines().filter(|line| line.contains("Alpha")).count();
            assert!(teams > 1, "{title}, page {number}: a row stands alone\n{page}");
        }
    }
}

#[test]
fn sheets_are_tagged_titled_and_carry_their_fonts() {
    let tournament = small();
    let slips = print("structure", &slips_of(&tournament, None), Paper::Letter);
    let standings = print("structure", &standings_of(&tournament), Paper::Letter);
    for (sheet, title) in [(&slips, "Result slips · K-6 · Round 1"), (&standings, "Standings after round 1 · K-6")] {
        let Some(facts) = poppler("pdfinfo", &[], sheet) else { return };
        let fact = |name: &str| {
            facts.lines().find_map(|line| line.strip_prefix(name)).map(str::trim).unwrap_or_default().to_owned()
        };
        assert_eq!(fact("Tagged:"), "yes");
        assert_eq!(fact("Title:"), format!("{title} – Autumn Bughouse"));
        let fonts = poppler("pdffonts", &[], sheet).expect("it comes with pdfinfo");
        let fonts: Vec<&str> = fonts.lines().skip(2).collect();
        // Columns from the right: object and generation, unicode, subset, embedded.
        let embedded = |line: &&str| line.split_whitespace().rev().nth(4) == Some("yes");
        assert!(!fonts.is_empty() && fonts.iter().all(embedded), "{fonts:?}");
    }
    let structure = poppler("pdfinfo", &["-struct-text"], &standings).expect("it ran before");
    for tag in ["Table", "THead", "TH", "TD", "/Scope /Column"] {
        assert!(structure.contains(tag), "standings without {tag}:\n{structure}");
    }
}

#[test]
fn text_of_a_sheet_is_found_by_a_search() {
    let sheet = print("structure", &pairings_of(&small(), Order::Table), Paper::Letter);
    let Some(text) = poppler("pdftotext", &[], &sheet) else { return };
    for name in ["José Núñez", "Łukasz Żółw", "王小明", "김민준", "Ольга Иванова"] {
        assert!(text.contains(name), "{name} in:\n{text}");
    }
    // At this size a team's name may go on in a second line.
    for name in ["Knight Riders", "=Bishops & Co", "Rookie <b>Mates</b>"] {
        assert!(name.split(' ').all(|word| text.contains(word)), "{name} in:\n{text}");
    }
}

#[test]
fn what_is_typst_in_a_name_is_only_text() {
    let mut tournament = small();
    tournament.teams[0].name = "#panic(1) *bold* $x$ `raw` @ref <label> \\ //".to_owned();
    tournament.teams[1].name = "\u{202e}drawkcab\u{2066}".to_owned();
    tournament.name = "#eval(\"1\") $".to_owned();
    let section = section();
    for sheet in [
        print("hostile", &pairings_of(&tournament, Order::Table), Paper::Letter),
        print("hostile", &pairings_of(&tournament, Order::Player), Paper::Letter),
        print("hostile", &standings_of(&tournament), Paper::Letter),
        print("hostile", &slips_of(&tournament, None), Paper::Letter),
        print("hostile", &cards::view(&tournament, &[(TableNumber(1), &section)], stamp()), Paper::Letter),
    ] {
        let Some(text) = poppler("pdftotext", &[], &sheet) else { return };
        assert!(!text.contains('\u{202e}'), "{text}");
        assert!(text.contains("#panic(1)") || text.contains("#eval("), "{text}");
    }
}
