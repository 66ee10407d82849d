//! Any sequence of rulings, voids, appeals and results leaves what a fresh reading of the docket gives, and taking the last step back
//! restores what stood before it.

use super::hall::Hall;
use bughouse::discipline::{
    Appellant, Claim, ClaimKind, Docket, Matter, Outcome, Penalty, Ruling, Verdict, decide, due, in_force, match_result,
};
use bughouse::tournament::{MatchResult, PlayerId, RulingId, TableNumber, Tournament};
use proptest::prelude::*;

const OFFENCES: [&str; 4] = ["clock-hand", "displaced-pieces", "partner-piece", "other"];
const PENALTIES: [Penalty; 6] =
    [Penalty::None, Penalty::Warning, Penalty::Time(60), Penalty::Game, Penalty::Match, Penalty::Expel];
const CLAIMS: [ClaimKind; 5] =
    [ClaimKind::Flag, ClaimKind::BothFlags, ClaimKind::Agreement, ClaimKind::NoClock, ClaimKind::Setup];

#[derive(Debug, Clone)]
enum Step {
    Offence { player: u32, offence: usize, penalty: usize },
    Claim { player: u32, kind: usize, upheld: bool },
    Replay { table: u32 },
    Report { table: u32, first: bool },
    Void { ruling: usize },
    Appeal { ruling: usize, outcome: usize },
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (1..=8u32, 0..4usize, 0..6usize).prop_map(|(player, offence, penalty)| Step::Offence { player, offence, penalty }),
        2 => (1..=8u32, 0..5usize, any::<bool>()).prop_map(|(player, kind, upheld)| Step::Claim { player, kind, upheld }),
        1 => (1..=2u32).prop_map(|table| Step::Replay { table }),
        2 => (1..=2u32, any::<bool>()).prop_map(|(table, first)| Step::Report { table, first }),
        2 => (0..12usize).prop_map(|ruling| Step::Void { ruling }),
        3 => (0..12usize, 0..8usize).prop_map(|(ruling, outcome)| Step::Appeal { ruling, outcome }),
    ]
}

fn take(hall: &mut Hall, step: &Step) {
    let table_of = |player: u32| if player <= 4 { 1 } else { 2 };
    let nth = |hall: &Hall, n: usize| {
        (!hall.docket.rulings.is_empty()).then(|| hall.docket.rulings[n % hall.docket.rulings.len()].clone())
    };
    match *step {
        Step::Offence { player, offence, penalty } => {
            hall.offend(table_of(player), PlayerId(player), OFFENCES[offence], Some(PENALTIES[penalty]))
                .expect("with a reason");
        }
        Step::Claim { player, kind, upheld } => {
            let mut claim = Claim::new(CLAIMS[kind]);
            (claim.before_reply, claim.own_flag_up, claim.deny) = (Some(true), Some(true), !upheld);
            // What the rulebook does not settle is as the director says.
            let verdict = decide(&claim, &hall.settings).map_or(Verdict::Upheld, |judged| judged.verdict);
            hall.claim(table_of(player), PlayerId(player), claim, verdict == Verdict::Upheld);
        }
        Step::Replay { table } => hall.replay(table),
        Step::Report { table, first } => {
            if hall.result(table).is_none() {
                hall.report(table, if first { "1-0" } else { "0-1" });
            }
        }
        Step::Void { ruling } => {
            if let Some(ruling) = nth(hall, ruling) {
                hall.void(ruling.id);
            }
        }
        Step::Appeal { ruling, outcome } => {
            let Some(ruling) = nth(hall, ruling) else { return };
            let outcome = match outcome {
                0 => Outcome::Upheld,
                1 => Outcome::Overturned,
                n if matches!(ruling.matter, Matter::Offence { .. }) => Outcome::Modified(PENALTIES[n - 2]),
                _ => Outcome::Upheld,
            };
            if hall.file(ruling.id, Appellant::Player(PlayerId(1))).is_ok() {
                let appeal = hall.docket.appeals.last().expect("just filed");
                let name = if appeal.level.is_final() { "Flo" } else { "Sam" };
                hall.decide(appeal.id, name, outcome);
            }
        }
    }
}

/// All that follows from a docket: results of both matches, who is out, and every player's next step for every offence.
fn conclusions(hall: &Hall, docket: &Docket) -> (Vec<Option<MatchResult>>, Vec<bool>, Vec<Option<u32>>) {
    let now: Tournament = in_force(&hall.tournament, docket, &hall.settings);
    let round = &now.rounds[0];
    let result = |table| match_result(round.slip(TableNumber(table), 1)?, &hall.settings).map(|derived| derived.result);
    let out = now.teams.iter().map(|team| team.is_out(2)).collect();
    let mut steps = Vec::new();
    for player in 1..=8 {
        let at = hall.at(if player <= 4 { 1 } else { 2 });
        for offence in OFFENCES {
            let offence = hall.settings.offence(offence).expect("known");
            steps.push(due(docket, &hall.settings, offence, PlayerId(player), at, false, None).step);
        }
    }
    (vec![result(1), result(2)], out, steps)
}

/// The docket without the rulings that have no force, and without the appeals against them: what remains is what counts.
fn only_what_counts(docket: &Docket) -> Docket {
    let counts = |r: &Ruling| docket.state(r).is_in_force() || docket.verdict(r) == Some(Verdict::Upheld);
    let (mut rulings, mut appeals) = (docket.rulings.clone(), docket.appeals.clone());
    rulings.retain(counts);
    appeals.retain(|appeal| docket.ruling(appeal.ruling).is_some_and(counts));
    Docket { rulings, appeals }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rulings_without_force_leave_no_trace(book in 0..5usize, steps in prop::collection::vec(step(), 0..24)) {
        let mut hall = Hall::new(&bughouse::rulebook::all()[book].id);
        for step in &steps {
            take(&mut hall, step);
        }
        prop_assert_eq!(conclusions(&hall, &hall.docket), conclusions(&hall, &only_what_counts(&hall.docket)));
    }

    #[test]
    fn voiding_the_last_ruling_restores_what_stood_before(book in 0..5usize, steps in prop::collection::vec(step(), 0..20), player in 1..=8u32, penalty in 0..6usize) {
        let mut hall = Hall::new(&bughouse::rulebook::all()[book].id);
        for step in &steps {
            take(&mut hall, step);
        }
        let before = conclusions(&hall, &hall.docket);
        take(&mut hall, &Step::Offence { player, offence: 3, penalty });
        let last = RulingId(u32::try_from(hall.docket.rulings.len()).expect("few"));
        hall.void(last);
        prop_assert_eq!(conclusions(&hall, &hall.docket), before);
    }

    #[test]
    fn a_slip_in_force_is_never_impossible(book in 0..5usize, steps in prop::collection::vec(step(), 0..24)) {
        let mut hall = Hall::new(&bughouse::rulebook::all()[book].id);
        for step in &steps {
            take(&mut hall, step);
        }
        let now = in_force(&hall.tournament, &hall.docket, &hall.settings);
        for slip in &now.rounds[0].slips {
            prop_assert_eq!(bughouse::discipline::impossible(slip, &hall.settings), None);
            prop_assert!(slip.outcome.is_none() || slip.boards.is_empty());
        }
    }
}

#[test]
fn a_game_lost_on_appeal_comes_before_a_draw_agreed_on_later() {
    let mut hall = Hall::new(&bughouse::rulebook::all()[0].id);
    for step in [
        Step::Offence { player: 6, offence: 3, penalty: 0 },
        Step::Claim { player: 7, kind: 2, upheld: true },
        Step::Appeal { ruling: 0, outcome: 2 + 3 },
    ] {
        take(&mut hall, &step);
    }
    let (results, ..) = conclusions(&hall, &hall.docket);
    assert!(results[1].is_some_and(|result| result != MatchResult::Drawn), "{results:?}");
    let now = in_force(&hall.tournament, &hall.docket, &hall.settings);
    assert!(now.rounds[0].slips.iter().all(|slip| bughouse::discipline::impossible(slip, &hall.settings).is_none()));
}
