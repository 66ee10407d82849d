//! Ladders, effects on results and appeals, all computed from the docket.

use super::hall::{ANN, BEN, Hall, MIA, official};
use bughouse::discipline::{
    Appellant, Claim, ClaimKind, Matter, Outcome, Penalty, Refusal, RulingState, decided_by, due, in_force, judge,
    may_decide, next_level, resting_on, step_now,
};
use bughouse::tournament::{AppealId, BoardLetter, PlayerId, RulingId, TableNumber};

/// Rules a series of offences without asking for a penalty, and returns the step and penalty of each.
fn ladder(hall: &mut Hall, table: u32, player: PlayerId, offence: &str, times: usize) -> Vec<String> {
    (0..times)
        .map(|_| match hall.offend(table, player, offence, None) {
            Ok((step, penalty)) => format!("{}: {penalty}", step.map_or("-".to_owned(), |s| s.to_string())),
            Err(wrong) => wrong,
        })
        .collect()
}

#[test]
fn ladders_climb_step_by_step_and_stop_at_the_directors_own_penalty() {
    let used_up = |book: &str, rule: u32| format!("{book} rule {rule} has no more steps, so you choose the penalty");
    for (book, hand, hidden, displaced) in
        [("us-chess-2018", 13, 11, 17), ("uscf-2006", 13, 11, 17), ("oscf-2012", 13, 11, 19)]
    {
        let hall = || Hall::new(book);
        assert_eq!(
            ladder(&mut hall(), 1, ANN, "clock-hand", 4),
            ["1: warning", "2: time:1:00", "3: game", &used_up(book, hand)]
        );
        assert_eq!(ladder(&mut hall(), 1, ANN, "hidden-pieces", 3), ["1: warning", "2: game", &used_up(book, hidden)]);
        assert_eq!(
            ladder(&mut hall(), 1, ANN, "displaced-pieces", 4),
            ["1: warning", "2: time:1:00", "3: game", &used_up(book, displaced)]
        );
        assert_eq!(
            ladder(&mut hall(), 1, ANN, "clock-knocked-over", 4),
            ["1: time:1:00", "2: time:1:00", "3: time:1:00", "4: time:1:00"]
        );
    }
    assert_eq!(
        ladder(&mut Hall::new("us-chess-2018"), 1, ANN, "partner-piece", 1),
        ["us-chess-2018 rule 12 lets you choose: loss of game or loss of match"]
    );
    assert_eq!(
        ladder(&mut Hall::new("oscf-2012"), 1, ANN, "partner-piece", 1),
        [
            "oscf-2012 rule 12 lets you choose: loss of match or loss of game or time on the clock or warning or no penalty"
        ]
    );
    assert_eq!(
        ladder(&mut Hall::new("fide-blitz-3"), 1, ANN, "clock-hand", 1),
        ["fide-blitz-3 doesn't cover this; rule 3 defers to the regular rules, so you choose the penalty"]
    );
    assert_eq!(
        ladder(&mut Hall::new("club"), 1, ANN, "clock-hand", 1),
        ["club doesn't cover this, so you choose the penalty"]
    );
    assert_eq!(
        ladder(&mut Hall::new("oscf-2012"), 1, ANN, "moves-early", 1),
        ["oscf-2012 rule 7a gives no penalty, so you choose one"]
    );
}

#[test]
fn a_first_displacement_that_makes_a_flag_fall_costs_a_minute_and_only_the_first() {
    let mut hall = Hall::new("us-chess-2018");
    let fell = |hall: &Hall| {
        let offence = hall.settings.offence("displaced-pieces").expect("known");
        due(&hall.docket, &hall.settings, offence, ANN, hall.at(1), true, None).choices[0].to_string()
    };
    assert_eq!(fell(&hall), "time:1:00");
    hall.offend(1, ANN, "displaced-pieces", None).expect("a warning");
    hall.offend(1, ANN, "displaced-pieces", None).expect("a minute");
    assert_eq!(fell(&hall), "game");
}

#[test]
fn scopes_are_kept_and_partners_counted_apart() {
    let mut hall = Hall::new("us-chess-2018");
    assert_eq!(ladder(&mut hall, 1, ANN, "clock-hand", 2), ["1: warning", "2: time:1:00"]);
    assert_eq!(ladder(&mut hall, 1, BEN, "clock-hand", 1), ["1: warning"]);
    hall.next_round();
    assert_eq!(ladder(&mut hall, 1, ANN, "clock-hand", 1), ["1: warning"], "a new game starts afresh");
    let mut hall = Hall::new("us-chess-2018");
    assert_eq!(ladder(&mut hall, 1, ANN, "displaced-pieces", 1), ["1: warning"]);
    hall.next_round();
    assert_eq!(
        ladder(&mut hall, 1, ANN, "displaced-pieces", 1),
        ["2: time:1:00"],
        "displaced pieces run on through the event"
    );
    let mut hall = Hall::new("us-chess-2018");
    ladder(&mut hall, 1, ANN, "clock-hand", 2);
    hall.replay(1);
    assert_eq!(ladder(&mut hall, 1, ANN, "clock-hand", 1), ["1: warning"], "a replayed game starts afresh");
}

#[test]
fn departures_count_as_steps_and_taken_back_rulings_do_not() {
    let mut hall = Hall::new("us-chess-2018");
    hall.offend(1, ANN, "clock-hand", Some(Penalty::None)).expect("with a reason");
    assert_eq!(ladder(&mut hall, 1, ANN, "clock-hand", 1), ["2: time:1:00"], "an overridden ruling and `none` count");
    hall.void(RulingId(1));
    assert_eq!(ladder(&mut hall, 1, ANN, "clock-hand", 1), ["2: time:1:00"], "a voided ruling does not");
    let first = hall.docket.ruling(RulingId(2)).expect("ruled").clone();
    assert_eq!(step_now(&hall.docket, &hall.settings, &first), Some(1));
    hall.appeal(RulingId(2), Outcome::Modified(Penalty::None));
    assert_eq!(ladder(&mut hall, 1, ANN, "clock-hand", 1), ["3: game"], "a modified ruling counts");
}

#[test]
fn a_penalty_outside_the_rule_needs_a_reason_and_a_choice_within_it_does_not() {
    let hall = Hall::new("oscf-2012");
    let due_for = |offence| {
        due(&hall.docket, &hall.settings, hall.settings.offence(offence).expect("known"), ANN, hall.at(1), false, None)
    };
    let banging = due_for("banging");
    assert_eq!(judge(&banging, Some(Penalty::Time(30)), false).map(|j| j.overridden), Ok(false));
    assert_eq!(judge(&banging, Some(Penalty::Game), false).map(|j| j.overridden), Ok(false));
    assert!(judge(&banging, Some(Penalty::Expel), false).is_err());
    assert_eq!(judge(&banging, Some(Penalty::Expel), true).map(|j| j.overridden), Ok(true));
    let not_stated = due_for("early-pass");
    assert_eq!((not_stated.step, not_stated.rule.rule.as_deref()), (None, Some("8")));
    assert_eq!(judge(&not_stated, Some(Penalty::Match), false).map(|j| j.overridden), Ok(false));
}

#[test]
fn a_forfeited_game_ends_the_board_a_forfeited_match_the_match_and_voiding_reopens_both() {
    for (offence, penalty, under_fide) in
        [("clock-hand", Penalty::Game, "0-1"), ("partner-piece", Penalty::Match, "0-1")]
    {
        for book in ["us-chess-2018", "fide-blitz-3"] {
            let mut hall = Hall::new(book);
            assert_eq!(hall.result(1), None);
            hall.offend(1, ANN, offence, Some(penalty)).expect("with a reason");
            assert_eq!(hall.result(1).as_deref(), Some(under_fide), "{offence} under {book}");
            assert_eq!(decided_by(&hall.docket, &hall.settings, hall.match_id(1), 1), Some(RulingId(1)));
            hall.void(RulingId(1));
            assert_eq!(hall.result(1), None, "{offence} under {book}");
            assert_eq!(decided_by(&hall.docket, &hall.settings, hall.match_id(1), 1), None);
        }
    }
}

#[test]
fn a_ruling_at_a_finished_match_changes_no_result() {
    let mut hall = Hall::new("us-chess-2018");
    hall.report(1, "1-0");
    hall.offend(1, ANN, "partner-piece", Some(Penalty::Match)).expect("a choice of the rule");
    assert_eq!(hall.result(1).as_deref(), Some("1-0"));
    hall.appeal(RulingId(1), Outcome::Modified(Penalty::Game));
    assert_eq!(hall.result(1).as_deref(), Some("1-0"), "nor does a modification of it");
}

#[test]
fn an_upheld_claim_ends_its_board_as_the_rulebook_says() {
    // The claimant is Ann of the first team, at board a.
    let cases = [
        (ClaimKind::Flag, Some("1-0"), Some("1-0")),
        (ClaimKind::Mate, Some("1-0"), Some("1-0")),
        (ClaimKind::Agreement, Some("1/2"), Some("1/2")),
        (ClaimKind::BothFlags, None, Some("1/2")),
        (ClaimKind::Repetition, None, Some("1/2")),
        (ClaimKind::NoClock, None, None),
        (ClaimKind::Setup, None, None),
    ];
    for (kind, us, fide) in cases {
        for (book, expected) in [("us-chess-2018", us), ("fide-blitz-3", fide)] {
            let mut hall = Hall::new(book);
            hall.claim(1, ANN, Claim::new(kind), true);
            assert_eq!(hall.result(1).as_deref(), expected, "{kind:?} under {book}");
            hall.appeal(RulingId(1), Outcome::Overturned);
            assert_eq!(hall.result(1), None, "{kind:?} overturned under {book}");
        }
    }
    let mut hall = Hall::new("us-chess-2018");
    hall.claim(1, ANN, Claim::new(ClaimKind::NoClock), true);
    hall.report_board(1, BoardLetter::B, false);
    assert_eq!(hall.result(1).as_deref(), Some("0-1"), "without a clock on one board the other decides");
}

#[test]
fn a_replay_keeps_the_first_playing_on_record_and_takes_it_up_again_when_voided() {
    let mut hall = Hall::new("us-chess-2018");
    hall.report(1, "1-0");
    hall.replay(1);
    assert_eq!(hall.result(1), None);
    let now = in_force(&hall.tournament, &hall.docket, &hall.settings);
    let playings: Vec<u8> =
        now.rounds[0].slips.iter().filter(|s| s.table == TableNumber(1)).map(|s| s.playing).collect();
    assert_eq!(playings, [1, 2]);
    hall.report(1, "0-1");
    assert_eq!(hall.result(1).as_deref(), Some("0-1"));
    hall.void(RulingId(1));
    assert_eq!(hall.result(1).as_deref(), Some("1-0"));
    hall.replay(1);
    assert_eq!(hall.result(1), None, "a new replay does not take up the result of the voided one");
}

#[test]
fn an_expelled_players_team_loses_the_undecided_match_and_is_out_from_the_next_round() {
    let mut hall = Hall::new("us-chess-2018");
    hall.offend(1, ANN, "other", Some(Penalty::Expel)).expect("the director's own penalty");
    assert_eq!(hall.result(1).as_deref(), Some("0-1"));
    let now = in_force(&hall.tournament, &hall.docket, &hall.settings);
    let team = now.team_of(ANN).expect("Ann has a team");
    assert!(!team.is_out(1) && team.is_out(2));
    hall.void(RulingId(1));
    let now = in_force(&hall.tournament, &hall.docket, &hall.settings);
    assert!(!now.team_of(ANN).expect("Ann has a team").is_out(2));
}

#[test]
fn appeals_go_to_the_section_chief_then_to_the_floor_chief_and_end_there() {
    let mut hall = Hall::new("us-chess-2018");
    hall.offend(1, ANN, "clock-hand", None).expect("a warning");
    let ruling = hall.docket.rulings[0].clone();
    let rule = "us-chess-2018 rule 18";
    let none = next_level(&hall.docket, &ruling, &[], &hall.settings).expect_err("nobody is appointed");
    assert_eq!(none.to_string(), format!("there is no section chief to hear the appeal ({rule})"));
    hall.file(RulingId(1), Appellant::Player(ANN)).expect("the section chief hears it");
    let open = next_level(&hall.docket, &ruling, &hall.officials, &hall.settings).expect_err("one is open");
    assert_eq!(
        open,
        Refusal::AlreadyOpen {
            appeal: AppealId(1),
            ruling: RulingId(1),
            level: bughouse::discipline::Level::SectionChief
        }
    );
    let said = |hall: &Hall, name: &str| {
        let appeal = hall.docket.appeals.last().expect("filed");
        let ruling = hall.docket.ruling(appeal.ruling).expect("ruled");
        may_decide(
            &hall.docket,
            appeal,
            ruling,
            official(&hall.officials, name),
            Outcome::Upheld,
            &hall.officials,
            &hall.settings,
        )
        .map_or_else(|refusal| refusal.to_string(), |_| "heard".to_owned())
    };
    assert_eq!(said(&hall, "Tess"), format!("Tess made ruling 1 and can't hear the appeal ({rule})"));
    assert_eq!(
        said(&hall, "Flo"),
        format!("appeal 1 goes to the section chief, and Flo isn't one here; no step may be skipped ({rule})")
    );
    assert_eq!(
        said(&hall, "Bo"),
        format!("Bo is both section chief and floor chief, so the second appeal would go to the same person ({rule})")
    );
    assert_eq!(said(&hall, "Sam"), "heard");
    hall.decide(AppealId(1), "Sam", Outcome::Upheld);
    assert_eq!(said(&hall, "Sam"), "appeal 1 is already upheld");
    hall.file(RulingId(1), Appellant::Player(ANN)).expect("the floor chief hears it");
    assert_eq!(
        said(&hall, "Sam"),
        format!("appeal 2 goes to the floor chief, and Sam isn't one here; no step may be skipped ({rule})")
    );
    hall.decide(AppealId(2), "Flo", Outcome::Overturned);
    assert!(hall.docket.appeals[1].is_final() && !hall.docket.appeals[0].is_final());
    let last = hall.file(RulingId(1), Appellant::Player(MIA)).expect_err("final");
    assert_eq!(last, format!("ruling 1 was decided on appeal 2, and the floor chief's decision is final ({rule})"));
}

#[test]
fn the_organisers_own_hearing_cites_no_rule() {
    for book in ["fide-blitz-3", "club"] {
        let hall = Hall::new(book);
        let cited = hall.settings.hearing_cited();
        assert_eq!(
            (cited.rule.as_deref(), cited.to_string()),
            (None, format!("{book} doesn't cover this; the organizer decides"))
        );
    }
}

#[test]
fn overturning_takes_the_step_away_and_names_the_later_rulings_that_rested_on_it() {
    let mut hall = Hall::new("us-chess-2018");
    assert_eq!(ladder(&mut hall, 1, ANN, "clock-hand", 3), ["1: warning", "2: time:1:00", "3: game"]);
    assert_eq!(hall.result(1).as_deref(), Some("0-1"));
    let first = hall.docket.rulings[0].clone();
    assert_eq!(resting_on(&hall.docket, &hall.settings, &first), [RulingId(2), RulingId(3)]);
    hall.appeal(RulingId(1), Outcome::Overturned);
    let third = hall.docket.rulings[2].clone();
    assert_eq!(step_now(&hall.docket, &hall.settings, &third), Some(2));
    assert!(matches!(third.matter, Matter::Offence { step: Some(3), .. }), "what was announced is never changed");
    assert_eq!(hall.result(1).as_deref(), Some("0-1"), "the later forfeit stands until the director decides about it");
    hall.appeal(RulingId(3), Outcome::Overturned);
    assert_eq!(hall.result(1), None);
    assert_eq!(ladder(&mut hall, 1, ANN, "clock-hand", 1), ["2: time:1:00"]);
}

#[test]
fn a_floor_chief_who_overturns_the_section_chief_brings_the_ruling_back() {
    let mut hall = Hall::new("us-chess-2018");
    hall.offend(1, ANN, "partner-piece", Some(Penalty::Match)).expect("a choice of the rule");
    hall.appeal(RulingId(1), Outcome::Overturned);
    assert_eq!(hall.docket.state(&hall.docket.rulings[0]), RulingState::Overturned);
    hall.appeal(RulingId(1), Outcome::Overturned);
    assert_eq!(hall.docket.state(&hall.docket.rulings[0]), RulingState::InForce);
    assert_eq!(hall.result(1).as_deref(), Some("0-1"));
}
