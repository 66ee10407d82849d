//! What lies on the tables: slips and cards.

use super::fixture::{SECTION, boards, section, small, stamp};
use super::snapshot::check;
use bughouse::report::{Report, cards, slips, times};
use bughouse::tournament::{Colours, RoundTime, Section, TableNumber, Tournament};

pub fn slips_of(tournament: &Tournament) -> slips::View {
    let round = &tournament.rounds[0];
    slips::view(tournament, &section(), round, &|id| boards(tournament, round, id), &|_| "Round 1".to_owned(), stamp())
}

#[test]
fn slips_of_a_round() {
    check("slips", &slips_of(&small()));
}

#[test]
fn teams_that_choose_their_colours_get_none_on_the_slip() {
    let tournament = small();
    let free = Section { colours: Colours::Team, matches: 2, ..section() };
    let round = &tournament.rounds[0];
    let slips = slips::view(
        &tournament,
        &free,
        round,
        &|id| boards(&tournament, round, id),
        &|_| "Round 1".to_owned(),
        stamp(),
    )
    .slips;
    assert_eq!(slips.len(), 4, "a slip a match: two tables, two matches each");
    assert_eq!(slips[1].number, Some(2));
    assert!(slips.iter().flat_map(|slip| &slip.boards).all(|board| board.first_is_white.is_none()));
}

#[test]
fn table_cards() {
    let section = section();
    check("cards", &cards::view(&small(), &[1, 2, 3].map(|table| (TableNumber(table), &section)), stamp()));
}

/// Two rounds on one day, the third on the next.
pub fn timed() -> Tournament {
    let times = ["9:00", "9:40", "2026-11-22T09:00"];
    let time = |(starts, round): (&str, u32)| RoundTime {
        section: SECTION,
        round,
        starts: starts.parse().expect("a time of the day"),
    };
    Tournament { round_times: times.into_iter().zip(1..).map(time).collect(), ..small() }
}

#[test]
fn round_start_times() {
    check("times", &times::view(&timed(), None, stamp()));
    let slips = slips_of(&timed()).document();
    assert_eq!(slips.masthead.place_and_time(), "K-6 · Round 1 · starts 9:00");
}
