//! Papers of the desk: rules, rulings, prizes, partners wanted, the director's report, paper for when the machine fails.

use super::fixture::{SECTION, by_hand, event, head, section, small, stamp};
use super::snapshot::check;
use bughouse::discipline::{
    Appeal, Appellant, Claim, ClaimKind, Docket, Level, Matter, Penalty, Place, Ruling, Verdict,
};
use bughouse::event::Event;
use bughouse::report::prizes::{AwardShown, Paper};
use bughouse::report::rulings::Names;
use bughouse::report::{Masthead, Report, TeamRef, director, prizes, rules, ruling_slip, rulings, teams};
use bughouse::rulebook;
use bughouse::tournament::{
    AppealId, BoardLetter, MatchId, Official, OfficialId, PlayerId, Role, RulingId, Side, TableNumber, TeamId,
    Tournament,
};
use chrono::{DateTime, Utc};

/// A warning and a denied claim at table 1; the warning is under appeal.
pub fn docket() -> Docket {
    let at =
        |minute: u32| -> DateTime<Utc> { format!("2026-11-21T13:{minute:02}:00Z").parse().expect("a time of the day") };
    let place = Place {
        match_id: MatchId { section: SECTION, round: 1, table: TableNumber(1), number: 1 },
        playing: 1,
        board: Some(BoardLetter::B),
        side: Some(Side::First),
        match_undecided: true,
        board_unfinished: true,
        other_ended: false,
        carry_out: false,
    };
    let ruling = |id, minute, player, team, matter, rule: &str| Ruling {
        id: RulingId(id),
        at: at(minute),
        by: Some(OfficialId(1)),
        section: SECTION,
        round: 1,
        place: Some(place),
        player: Some(PlayerId(player)),
        team: Some(TeamId(team)),
        matter,
        rule: Some(rule.to_owned()),
        fallback: false,
        reason: None,
        note: Some("captured with both hands".into()),
        witnesses: vec!["Zoë Zimmer".into()],
        voided: None,
        kept_step: None,
    };
    let offence = Matter::Offence {
        offence: "clock-hand".into(),
        flag_fell: false,
        step: Some(2),
        penalty: Penalty::Time(60),
        overridden: false,
    };
    let claim = Matter::Claim { claim: Claim::new(ClaimKind::IllegalMove), verdict: Verdict::Denied };
    Docket {
        rulings: vec![ruling(1, 20, 2, 1, offence, "13"), ruling(2, 25, 5, 3, claim, "7")],
        appeals: vec![Appeal {
            id: AppealId(1),
            ruling: RulingId(1),
            level: Level::SectionChief,
            by: Appellant::Team(TeamId(1)),
            at: at(30),
            note: None,
            decision: None,
            withdrawn: None,
        }],
    }
}

pub fn with_officials() -> Tournament {
    let official =
        |(id, name, role): (u32, &str, Role)| Official { id: OfficialId(id), name: name.into(), role, section: None };
    let officials = [(1, "Dana Reed", Role::Td), (2, "Sam Ortiz", Role::FloorChief)].map(official).into();
    Tournament { officials, ..small() }
}

pub fn ruled(docket: Docket) -> Event {
    event(&with_officials()).with_docket(docket)
}

pub fn awards(paper: Paper) -> prizes::PrizeList {
    let tournament = small();
    let award = |prize: &str, team: Option<u32>, note: &str| {
        let team = team.and_then(|team| TeamRef::find(&tournament, TeamId(team)));
        AwardShown {
            number: 1,
            prize: prize.into(),
            winner: team.as_ref().map_or("not awarded".to_owned(), |team| team.shown.clone()),
            players: team.iter().flat_map(|team| &team.players).map(|player| player.shown.clone()).collect(),
            note: note.into(),
            is_won: team.is_some(),
            value: team.as_ref().map(|_| 75_025),
            team,
            ..AwardShown::default()
        }
    };
    let awards = vec![
        award("1st place", Some(3), "1 point"),
        award("2nd place", Some(5), "1 point"),
        AwardShown { winner: "St. Mary's".into(), is_won: true, ..award("Best school", None, "") },
        award("Craziest hat", None, ""),
    ];
    prizes::PrizeList {
        section: "K-6".to_owned(),
        read_aloud: awards.iter().rev().cloned().collect(),
        prizes: awards,
        trophies: 7,
        school_trophies: 1,
        total_value: Some(150_050),
        paper,
        masthead: Masthead::new(&tournament, Some(&section()), None, stamp()),
    }
}

#[test]
fn the_rulebook_on_the_wall() {
    for book in rulebook::all() {
        let poster = rules::poster(book, head(&small()));
        assert!(poster.tables().any(|table| table.caption == "Penalties"), "{} has ladders", book.id);
        let rules = poster.tables().find(|table| table.caption == "Every rule").map_or(0, |table| table.rows.len());
        assert_eq!(rules, book.rules.len());
    }
    check("rules", posted(rulebook::by_id("club").expect("a compiled-in rulebook")));
}

/// A rulebook for the wall; its JSON is that of `rules show`.
pub fn posted(book: &rulebook::Rulebook) -> Report {
    Report::of(rules::poster(book, head(&small())), serde_json::Value::Null)
}

/// The slip of the first ruling.
pub fn slip(event: &Event) -> Report {
    ruling_slip::view(event, &event.facts.docket.rulings[0], stamp())
}

#[test]
fn a_ruling_slip_says_how_to_appeal() {
    check("ruling", slip(&ruled(docket())));
}

#[test]
fn the_docket_holds_open_appeals_and_their_age() {
    let log = rulings::docket(&ruled(docket()), stamp());
    assert_eq!(log.appeals[0].open_minutes, Some(34), "filed at 8:30 by the clock of the desk, printed at 9:04");
    check("docket", log);
}

#[test]
fn an_incident_report_names_no_child() {
    let event = ruled(docket());
    let log = rulings::log(&event, Names::LeftOut, stamp());
    let shown = serde_json::to_string(&log).expect("strings and numbers");
    for player in &event.tournament().players {
        assert!(!shown.contains(&player.name), "{}", player.name);
    }
    assert!(!shown.contains("both hands") && shown.contains("player 2"), "{shown}");
    check("rulings", rulings::log(&event, Names::Shown, stamp()));
}

#[test]
fn prizes_are_listed_read_aloud_and_labelled() {
    for (name, paper) in [("prizes", Paper::List), ("ceremony", Paper::Ceremony), ("labels", Paper::Labels)] {
        check(name, awards(paper));
    }
}

#[test]
fn children_without_a_partner() {
    let mut tournament = small();
    tournament.teams.pop();
    check("partners", teams::partners(&tournament, Some(&section()), stamp()));
}

#[test]
fn paper_for_when_the_machine_fails() {
    check("by-hand", by_hand(&small()));
}

pub fn directors_report() -> Report {
    let correction = director::Correction {
        command: 41,
        at: "10:05".to_owned(),
        official: Some("Tess Reed".to_owned()),
        what: "table 2: Knights beat Rooks (was 0-1)".to_owned(),
    };
    director::view(&ruled(docket()), &[correction], stamp())
}

#[test]
fn the_directors_report_holds_the_whole_event() {
    check("report", directors_report());
}
