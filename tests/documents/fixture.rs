//! A small tournament with awkward names, and a large one by count.

use bughouse::event::{Event, Facts};
use bughouse::report::{Masthead, Report, Stamp, TeamRef, fallback};
use bughouse::tournament::{
    Assignment, BoardLetter, BoardOutcome, BoardReport, ByePoints, Colours, Format, Grade, HalfPoints, MatchPoints,
    Player, PlayerId, PlayerName, Reason, Round, School, SchoolId, Section, SectionId, Side, Slip, TableNumber, Team,
    TeamId, Tournament,
};

pub const SECTION: SectionId = SectionId(1);

/// Team name, its two players, school (index) if any.
type Entered = (&'static str, [&'static str; 2], Option<u32>);

const ENTRIES: [Entered; 5] = [
    ("Knight Riders", ["Ann Lee", "José Núñez"], Some(0)),
    ("Rookie <b>Mates</b>", ["Łukasz Żółw", "Émile O'Brien"], Some(1)),
    ("=Bishops & Co", ["王小明", "김민준"], None),
    ("Ζεύς\u{1b}[31m", ["Ольга Иванова", "Mia Müller"], Some(1)),
    (
        "The Very Long Name Of A Team That Nobody Ever Wanted To Fit On Any Sheet",
        ["Bartholomew Featherstonehaugh-Cholmondeley", "Zoë Zimmer"],
        Some(0),
    ),
];

/// The tournament under the first rulebook.
pub fn event(tournament: &Tournament) -> Event {
    let rulebook_text = include_str!("../../engine/src/rulebook/books/us-chess-2018.toml").to_owned();
    let facts = Facts { tournament: tournament.clone(), rulebook_text, ..Facts::default() };
    Event::of(facts).expect("a compiled-in rulebook")
}

/// The head of a document about a whole tournament.
pub fn head(tournament: &Tournament) -> Masthead {
    Masthead::new(tournament, None, None, stamp())
}

pub fn stamp() -> Stamp {
    Stamp { printed: "2026-11-21T09:04:00-05:00".parse().expect("a time of the day"), version: 17 }
}

pub fn section() -> Section {
    Section {
        id: SECTION,
        name: "K-6".to_owned(),
        grades: None,
        rating_under: None,
        rating_sum_under: None,
        format: Format::Swiss,
        rounds: Some(3),
        matches: 1,
        match_points: MatchPoints::One,
        first_table: Some(TableNumber(1)),
        colours: Colours::Directed,
        qualified_from: None,
    }
}

/// Five teams, round 1 posted: table 1 decided on board b, table 2 open, one bye.
pub fn small() -> Tournament {
    let mut tournament = empty();
    for (name, players, school) in ENTRIES {
        enter(&mut tournament, name, players, school.map(SchoolId));
    }
    tournament.players[8].shown_as = PlayerName::Initials;
    let at = |table, side| Assignment::Table { table: TableNumber(table), side };
    let decided = BoardReport {
        board: BoardLetter::B,
        outcome: BoardOutcome::Second,
        reason: Some(Reason::Mate),
        ended: 1,
        ruling: None,
    };
    tournament.rounds.push(Round {
        section: SECTION,
        number: 1,
        provisional: false,
        kept: false,
        assignments: vec![
            (TeamId(1), at(1, Side::First)),
            (TeamId(3), at(1, Side::Second)),
            (TeamId(4), at(2, Side::First)),
            (TeamId(2), at(2, Side::Second)),
            (TeamId(5), Assignment::Bye { points: ByePoints::Full, assigned: true }),
        ],
        at_board_a: Default::default(),
        slips: vec![Slip {
            table: TableNumber(1),
            number: 1,
            playing: 1,
            outcome: None,
            reason: None,
            boards: vec![decided],
            white: Some([PlayerId(1), PlayerId(6)]),
        }],
    });
    tournament
}

/// `teams` teams of ordinary names, round 1 posted and open.
pub fn many(teams: u32) -> Tournament {
    let mut tournament = empty();
    for number in 1..=teams {
        let players = [format!("First{number} Alpha{}", number % 37), format!("Second{number} Omega{}", number % 41)];
        enter(&mut tournament, &format!("Team {number}"), [&players[0], &players[1]], Some(SchoolId(number % 2)));
    }
    let assignment = |number: u32| {
        let side = if number % 2 == 1 { Side::First } else { Side::Second };
        (TeamId(number), Assignment::Table { table: TableNumber(number.div_ceil(2)), side })
    };
    let assignments = (1..=teams).map(assignment).collect();
    tournament.rounds.push(Round {
        section: SECTION,
        number: 1,
        provisional: false,
        kept: false,
        assignments,
        slips: vec![],
        at_board_a: Default::default(),
    });
    tournament
}

fn empty() -> Tournament {
    let school = |(id, name): (u32, &str)| School { id: SchoolId(id), name: name.to_owned() };
    Tournament {
        name: "Autumn Bughouse".to_owned(),
        date: chrono::NaiveDate::from_ymd_opt(2026, 11, 21),
        venue: Some("Lincoln Gym".to_owned()),
        sections: vec![section()],
        schools: [(0, "Lincoln Elementary"), (1, "St. Mary's")].map(school).into(),
        ..Tournament::default()
    }
}

fn enter(tournament: &mut Tournament, name: &str, players: [&str; 2], school: Option<SchoolId>) {
    let first = u32::try_from(tournament.players.len()).expect("a small field") + 1;
    let number = first.div_ceil(2);
    let player = |(id, name): (u32, &str)| Player {
        id: PlayerId(id),
        name: name.to_owned(),
        grade: Some(Grade(3)),
        rating: id.is_multiple_of(3).then_some(900 + id),
        school,
        section: Some(SECTION),
        ..Player::default()
    };
    tournament.players.extend([(first, players[0]), (first + 1, players[1])].map(player));
    tournament.teams.push(Team {
        board_a: None,
        id: TeamId(number),
        name: name.to_owned(),
        section: SECTION,
        players: [PlayerId(first), PlayerId(first + 1)],
        school: None,
        rating: None,
        house: false,
        lot: number,
        pairing_number: Some(number),
        checked_in: true,
        absences: vec![],
        shown_as: bughouse::tournament::TeamName::AsEntered,
        tiebreak_penalty: HalfPoints::ZERO,
        requested_byes: vec![],
        stays: vec![],
    });
}

/// Nobody has points before round 1, but a sheet must show halves.
pub fn score(team: u32) -> HalfPoints {
    HalfPoints(i32::try_from(team).expect("a small number") % 4)
}

/// After round 1 of 3: every team once, round 2 to be paired at one table by hand.
pub fn by_hand(tournament: &Tournament) -> Report {
    fallback::sheets(vec![part_by_hand(tournament)], head(tournament))
}

pub fn part_by_hand(tournament: &Tournament) -> fallback::PaperSection {
    let row = |team: &Team| fallback::TeamRow {
        rank: team.id.0,
        points: "1".to_owned(),
        team: TeamRef::new(tournament, team),
        met: vec!["W2".to_owned()],
        byes_asked_for: (team.id.0 == 5)
            .then_some(fallback::Asked { round: 2, points: ByePoints::Half })
            .into_iter()
            .collect(),
    };
    let place = |table, teams| fallback::RoundTable { table, teams, results: vec![None] };
    let seated =
        tournament.teams.first_chunk().map(|teams: &[Team; 2]| teams.each_ref().map(|t| TeamRef::new(tournament, t)));
    fallback::PaperSection {
        section: section().name,
        after_round: 1,
        after_called: "round 1".to_owned(),
        rounds: Some(3),
        teams: tournament.teams.iter().map(row).collect(),
        forbidden: seated.clone().into_iter().collect(),
        to_play: vec![fallback::OnPaper {
            round: 2,
            called: "round 2".to_owned(),
            starts: Some("9:40".to_owned()),
            matches: 1,
            tables: vec![place(1, seated), place(2, None)],
            out: tournament
                .teams
                .last()
                .map(|team| fallback::Out { team: TeamRef::new(tournament, team), points: Some(ByePoints::Half) })
                .into_iter()
                .collect(),
            how: Some("Within each score: top half against bottom half.".to_owned()),
        }],
    }
}
