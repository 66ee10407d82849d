//! Rulings, claims, results and appeals of one match that are carried out come to the same end in every order, and what is taken back leaves
//! no trace. What ends a match for those that are not is in `finished`.

use super::hall::Hall;
use bughouse::discipline::{Claim, ClaimKind, Idle, Outcome, Penalty, RulingState, effect};
use bughouse::tournament::{PlayerId, RulingId};
use proptest::prelude::*;

const OTHERS: [Penalty; 4] = [Penalty::Warning, Penalty::Time(60), Penalty::Match, Penalty::Expel];
const WINS: [ClaimKind; 3] = [ClaimKind::Mate, ClaimKind::Flag, ClaimKind::IllegalMove];
const DRAWS: [ClaimKind; 3] = [ClaimKind::BothFlags, ClaimKind::Repetition, ClaimKind::Agreement];

/// What becomes of a ruling after it was made.
#[derive(Debug, Clone, Copy)]
enum Fate {
    Stands,
    Voided,
    SetAside,
    BroughtBack,
    ChangedTo(Penalty),
}

#[derive(Debug, Clone)]
struct Made {
    player: u32,
    what: What,
    fate: Fate,
}

#[derive(Debug, Clone, Copy)]
enum What {
    Penalty(Penalty),
    Claim(ClaimKind, bool),
    /// Put right, with nobody at fault.
    Neutral,
}

/// Rulings at table 1, where players 1 and 2 are the first team, 3 and 4 the second. Which of two wins came first is a fact of its own, so
/// that at the boards it is always the first team that wins.
fn made() -> impl Strategy<Value = Made> {
    let penalty = prop_oneof![Just(Penalty::Game), proptest::sample::select(&OTHERS[..])];
    let offence = (1..=4u32, penalty).prop_map(|(player, penalty)| match penalty {
        Penalty::Game => (3 + player % 2, What::Penalty(penalty)),
        other => (player, What::Penalty(other)),
    });
    let win = (1..=2u32, proptest::sample::select(&WINS[..]), any::<bool>())
        .prop_map(|(player, kind, upheld)| (player, What::Claim(kind, upheld)));
    let draw = (1..=4u32, proptest::sample::select(&DRAWS[..]), any::<bool>())
        .prop_map(|(player, kind, upheld)| (player, What::Claim(kind, upheld)));
    let fate = prop_oneof![
        4 => Just(Fate::Stands),
        1 => Just(Fate::Voided),
        2 => Just(Fate::SetAside),
        1 => Just(Fate::BroughtBack),
        2 => proptest::sample::select(&OTHERS[..]).prop_map(Fate::ChangedTo),
    ];
    let neutral = Just((1, What::Neutral));
    (prop_oneof![3 => offence, 2 => win, 2 => draw, 1 => neutral], fate).prop_map(|((player, what), fate)| Made {
        player,
        what,
        fate,
    })
}

fn rule(hall: &mut Hall, made: &Made) -> RulingId {
    let player = PlayerId(made.player);
    match made.what {
        What::Penalty(penalty) => {
            hall.offend(1, player, "other", Some(penalty)).expect("the director's own penalty");
        }
        What::Claim(kind, upheld) => hall.claim(1, player, Claim::new(kind), upheld),
        What::Neutral => hall.put_right(1),
    }
    hall.docket.rulings.last().expect("just made").id
}

fn meet(hall: &mut Hall, id: RulingId, made: &Made) {
    match made.fate {
        Fate::Stands => {}
        Fate::Voided => hall.void(id),
        Fate::SetAside => hall.appeal(id, Outcome::Overturned),
        Fate::BroughtBack => {
            hall.appeal(id, Outcome::Overturned);
            hall.appeal(id, Outcome::Overturned);
        }
        Fate::ChangedTo(penalty) => match made.what {
            What::Penalty(_) => hall.appeal(id, Outcome::Modified(penalty)),
            What::Claim(..) | What::Neutral => hall.appeal(id, Outcome::Upheld),
        },
    }
}

/// Makes the rulings in the order of `turns`, each followed by its fate as soon, or as late, as `late` says.
fn played(book: usize, all: &[Made], turns: &[u32], late: bool) -> Hall {
    let mut hall = Hall::new(&bughouse::rulebook::all()[book].id);
    hall.carry_out = true;
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|at| turns[*at]);
    let mut waiting = Vec::new();
    for at in order {
        let id = rule(&mut hall, &all[at]);
        match late {
            true => waiting.push((id, at)),
            false => meet(&mut hall, id, &all[at]),
        }
    }
    for (id, at) in waiting.into_iter().rev() {
        meet(&mut hall, id, &all[at]);
    }
    hall
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_order_comes_to_the_same_end(
        book in 0..5usize,
        all in prop::collection::vec(made(), 1..7),
        turns in prop::collection::vec(any::<u32>(), 7),
        late in any::<bool>(),
    ) {
        let one = played(book, &all, &[0, 1, 2, 3, 4, 5, 6], false);
        let other = played(book, &all, &turns, late);
        prop_assert_eq!(one.result(1), other.result(1));
    }

    /// A result is refused where rulings decide, and stays where they do not; a ruling at a finished match is carried out or on record.
    #[test]
    fn a_result_comes_before_or_after(
        book in 0..5usize,
        all in prop::collection::vec(made(), 1..5),
        at in 0..5usize,
        undone in any::<bool>(),
    ) {
        let forfeits = |made: &&Made| matches!(made.what, What::Penalty(_) | What::Claim(ClaimKind::Mate | ClaimKind::Flag, true));
        let all: Vec<Made> = all.iter().filter(forfeits).map(|made| Made { fate: Fate::Stands, ..made.clone() }).collect();
        let ends: Vec<Option<String>> = [0, at.min(all.len()), all.len()].into_iter().map(|at| {
            let mut hall = Hall::new(&bughouse::rulebook::all()[book].id);
            hall.carry_out = true;
            for made in &all[..at] {
                rule(&mut hall, made);
            }
            if hall.result(1).is_none() {
                hall.report(1, "1-0");
            }
            for made in &all[at..] {
                let before = hall.result(1);
                let id = rule(&mut hall, made);
                if undone {
                    hall.void(id);
                    assert_eq!(hall.result(1), before, "voided: {made:?}");
                    rule(&mut hall, made);
                }
            }
            hall.result(1)
        }).collect();
        prop_assert!(ends.iter().all(|end| *end == ends[0]), "{:?}", ends);
    }
}

fn effects(hall: &Hall) -> Vec<Option<Idle>> {
    hall.docket.rulings.iter().map(|ruling| effect(&hall.docket, &hall.settings, ruling).err()).collect()
}

#[test]
fn both_teams_forfeited_is_nil_nil_and_either_ruling_alone_costs_its_own_team() {
    for (first, second) in [(1, 3), (3, 1)] {
        let mut hall = Hall::new("us-chess-2018");
        for player in [first, second] {
            hall.offend(1, PlayerId(player), "partner-piece", Some(Penalty::Match)).expect("a choice of the rule");
        }
        assert_eq!(hall.result(1).as_deref(), Some("0-0"));
        assert_eq!(effects(&hall), [None, None]);
        hall.void(RulingId(1));
        assert_eq!(hall.result(1).as_deref(), Some(if second == 1 { "0-1" } else { "1-0" }));
        hall.appeal(RulingId(2), Outcome::Overturned);
        assert_eq!(hall.result(1), None);
    }
}

#[test]
fn what_has_no_effect_says_which_ruling_goes_before_it() {
    let mut hall = Hall::new("us-chess-2018");
    hall.carry_out = true;
    hall.claim(1, PlayerId(3), Claim::new(ClaimKind::Mate), true);
    hall.claim(1, PlayerId(1), Claim::new(ClaimKind::Agreement), true);
    assert_eq!(effects(&hall), [None, Some(Idle::Behind(RulingId(1)))], "the board was won");
    hall.offend(1, PlayerId(3), "clock-hand", Some(Penalty::Game)).expect("with a reason");
    assert_eq!(hall.result(1).as_deref(), Some("1-0"), "a penalty goes before a claim on the same board");
    assert_eq!(effects(&hall)[0], Some(Idle::Behind(RulingId(3))));
    hall.offend(1, PlayerId(1), "partner-piece", Some(Penalty::Match)).expect("a choice of the rule");
    assert_eq!(hall.result(1).as_deref(), Some("0-1"));
    assert_eq!(effects(&hall)[2], Some(Idle::Behind(RulingId(4))), "the match goes before a board");
}

#[test]
fn a_denied_claim_that_falls_is_upheld_and_goes_before_what_was_played_later() {
    let mut hall = Hall::new("us-chess-2018");
    hall.claim(1, PlayerId(1), Claim::new(ClaimKind::Flag), false);
    hall.report_board(1, bughouse::tournament::BoardLetter::B, false);
    assert_eq!(hall.result(1).as_deref(), Some("0-1"));
    hall.appeal(RulingId(1), Outcome::Overturned);
    assert_eq!(hall.docket.state(&hall.docket.rulings[0]), RulingState::Overturned);
    assert_eq!(hall.result(1).as_deref(), Some("1-0"), "board a had been won before board b was");
    hall.appeal(RulingId(1), Outcome::Overturned);
    assert_eq!(hall.result(1).as_deref(), Some("0-1"), "the floor chief brought the denial back");
}

#[test]
fn a_game_forfeited_at_a_board_that_was_over_ends_nothing_unless_it_is_carried_out() {
    for (carry_out, result) in [(false, None), (true, Some("0-1"))] {
        let mut hall = Hall::new("us-chess-2018");
        hall.report_drawn(1, bughouse::tournament::BoardLetter::A);
        hall.carry_out = carry_out;
        hall.offend(1, PlayerId(1), "clock-hand", Some(Penalty::Game)).expect("with a reason");
        assert_eq!(hall.result(1).as_deref(), result);
        let over = Idle::BoardOver(bughouse::tournament::BoardLetter::A);
        assert_eq!(effects(&hall), [(!carry_out).then_some(over)]);
    }
}
