//! What lies on the tables: slips and cards.

use super::fixture::{SECTION, event, head, section, small, stamp};
use super::snapshot::check;
use bughouse::report::slips::Hall;
use bughouse::report::{Report, poster, slips, times};
use bughouse::tournament::{Colours, MatchId, RoundTime, Section, SectionId, TableNumber, Tournament};

pub fn slips_of(tournament: &Tournament, hall: Option<&Hall>) -> slips::ResultSlips {
    let mut view = slips::view(&event(tournament), &section(), &tournament.rounds[0], hall, stamp());
    // On the slips that were agreed first partners sit on board a, whatever their ratings.
    if let Some([a, b]) = view.slips.first_mut().and_then(|slip| slip.boards.first_chunk_mut()) {
        std::mem::swap(&mut a.second, &mut b.second);
    }
    view
}

pub fn hall() -> Hall {
    let code = |id: MatchId, _| format!("TAB{:02}M{}X", id.table.0, id.number);
    Hall { address: "http://192.168.1.20:7777".to_owned(), code: Box::new(code) }
}

#[test]
fn slips_of_a_round() {
    check("slips", slips_of(&small(), None));
}

#[test]
fn teams_that_choose_their_colours_get_none_on_the_slip() {
    let tournament = small();
    let free = Section { colours: Colours::Team, matches: 2, ..section() };
    let round = &tournament.rounds[0];
    let slips = slips::view(&event(&tournament), &free, round, None, stamp()).slips;
    assert_eq!(slips.len(), 4, "a slip a match: two tables, two matches each");
    assert_eq!(slips[1].number, Some(2));
    assert!(slips.iter().flat_map(|slip| &slip.boards).all(|board| board.first_is_white.is_none()));
}

#[test]
fn test_slips_show_colours_where_a_section_directs_them() {
    let of = |colours: &[Colours]| {
        let section = |(colours, id): (&Colours, u32)| Section { id: SectionId(id), colours: *colours, ..section() };
        Tournament { sections: colours.iter().zip(1..).map(section).collect(), ..small() }
    };
    let shown = |tournament: &Tournament, named: Option<usize>| {
        let named = named.map(|at| &tournament.sections[at]);
        let slips = slips::test_page(tournament, named, stamp()).slips;
        slips.iter().flat_map(|slip| &slip.boards).all(|board| board.first_is_white.is_some())
    };
    let both = of(&[Colours::Team, Colours::Directed]);
    assert_eq!([None, Some(0), Some(1)].map(|named| shown(&both, named)), [true, false, true]);
    assert!(!shown(&of(&[Colours::Team]), None), "no section directs colours");
}

#[test]
fn table_cards() {
    let section = section();
    check("cards", slips::cards(&small(), &[1, 2, 3].map(|table| (TableNumber(table), &section)), stamp()));
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
    check("times", times::view(&timed(), None, stamp()));
    let slips = Report::from(slips_of(&timed(), None));
    assert_eq!(slips.document.masthead.place_and_time(), "K-6 · Round 1 · starts 9:00 AM");
}

#[test]
fn a_slip_carries_a_code_of_its_own_while_the_hall_is_open() {
    let closed = slips_of(&small(), None);
    assert!(!serde_json::to_string(&closed).expect("slips are plain").contains("door"), "nothing while it is closed");
    let open = slips_of(&small(), Some(&hall()));
    let doors: Vec<_> = open.slips.iter().filter_map(|slip| slip.door.as_ref()).collect();
    assert_eq!(doors.len(), open.slips.len());
    assert_eq!(doors[0].address, format!("http://192.168.1.20:7777/s/{}", doors[0].code));
    assert!(doors.windows(2).all(|two| two[0].picture != two[1].picture), "each its own");
    let [open, closed] = [open, closed].map(Report::from);
    assert_eq!(open.lasting(), closed.lasting(), "a printed slip is not stale because the hall was opened");
}

pub fn poster() -> poster::Poster {
    poster::Poster::new(
        "Tablet 1",
        "scorekeeper, tables 1-20",
        "http://192.168.1.20:7777/join/AB12CD34",
        head(&small()),
    )
    .with_code("AB12CD34", "9:50")
}

#[test]
fn the_poster_by_which_a_device_joins() {
    check("poster", poster());
}
