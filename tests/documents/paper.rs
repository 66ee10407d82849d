//! Sheets of paper: every document prints, the same data gives the same bytes, names do no harm.
//!
//! `KEEP_SHEETS=folder cargo test --test documents paper` leaves the sheets in a folder, to be looked at.

use super::desk::{awards, directors_report, docket, source, with_officials};
use super::fixture::{many, section, small, stamp};
use super::hall::slips_of;
use super::lists::lines;
use super::lists::{crosstable_of, pairings_of, standings_of};
use bughouse::report::pairings::Order;
use bughouse::report::render::{Paper, Press, Rendered, pdf};
use bughouse::report::{Report, cards, fallback, prizes, rules, rulings, slips, teams};
use bughouse::rulebook;
use bughouse::tournament::TableNumber;

fn print(name: &str, report: &impl Report, paper: Paper) -> Rendered {
    let sheet = pdf(report, Press { paper, templates: None }).expect("the templates that come with the program are right");
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
        print("slips", &slips_of(&tournament), paper);
        print("slips-blank", &slips::blank(&tournament, None, 4, stamp()), paper);
        print("slips-test", &slips::test_page(&tournament, Some(&section), stamp()), paper);
        print("cards", &cards::view(&tournament, &[1, 2, 103].map(|table| (TableNumber(table), &section)), stamp()), paper);
        print("standings", &standings_of(&tournament), paper);
        print("crosstable", &crosstable_of(&tournament), paper);
    }
}

#[test]
fn papers_of_the_desk_print() {
    let (tournament, docket) = (with_officials(), docket());
    let paper = Paper::Letter;
    for (name, kind) in [("prizes", prizes::Paper::List), ("ceremony", prizes::Paper::Ceremony), ("labels", prizes::Paper::Labels)] {
        print(name, &prizes::view(&tournament, &section(), &awards(), kind, vec![], stamp()), paper);
    }
    print("ruling", &rulings::slip(source(&tournament, &docket), &docket.rulings[0]), paper);
    print("docket", &rulings::docket(source(&tournament, &docket)), paper);
    print("report", &directors_report(), paper);
    print("wall-chart", &fallback::wall_chart(&tournament, &section(), 5, stamp()), paper);
    print("pool", &fallback::pool(&tournament, &section(), 2, &lines(), stamp()), paper);
    print("teams", &teams::view(&tournament, Some(&section()), teams::Order::School, stamp()), paper);
    for book in rulebook::all().iter().take(if std::env::var_os("KEEP_SHEETS").is_some() { 5 } else { 1 }) {
        print(&format!("rules-{}", book.id), &rules::view(&tournament, book, stamp()), paper);
    }
}

#[test]
fn the_same_data_gives_the_same_sheet() {
    let view = pairings_of(&small(), Order::Table);
    assert_eq!(print("same", &view, Paper::A4), print("same", &view, Paper::A4));
}

#[test]
fn a_large_field_prints() {
    let tournament = many(if std::env::var_os("KEEP_SHEETS").is_some() { 300 } else { 40 });
    print("many-slips", &slips_of(&tournament), Paper::A4);
    for order in [Order::Table, Order::Player] {
        print(&format!("many-{order:?}"), &pairings_of(&tournament, order), Paper::Letter);
    }
}
