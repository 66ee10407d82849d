//! What lies on the tables: slips and cards.

use super::fixture::{boards, section, small, stamp};
use super::snapshot::check;
use bughouse::report::{cards, slips};
use bughouse::tournament::{Colours, Section, TableNumber, Tournament};

pub fn slips_of(tournament: &Tournament) -> slips::View {
    let round = &tournament.rounds[0];
    slips::view(tournament, &section(), round, &|id| boards(tournament, round, id), stamp())
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
    let slips = slips::view(&tournament, &free, round, &|id| boards(&tournament, round, id), stamp()).slips;
    assert_eq!(slips.len(), 4, "a slip a match: two tables, two matches each");
    assert_eq!(slips[1].number, Some(2));
    assert!(slips.iter().flat_map(|slip| &slip.boards).all(|board| board.first_is_white.is_none()));
}

#[test]
fn table_cards() {
    let section = section();
    check("cards", &cards::view(&small(), &[1, 2, 3].map(|table| (TableNumber(table), &section)), stamp()));
}
