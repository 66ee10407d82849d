//! What ends a match ends it: a slip, an upheld claim, an agreement or a decided appeal, a draw as much as a win. What is ruled afterwards is
//! on record and changes no result, unless it is carried out.

use super::hall::Hall;
use bughouse::discipline::{Against, Claim, ClaimKind, ClaimOrder, Idle, Outcome, Penalty, decided_by, effect};
use bughouse::tournament::{BoardLetter, PlayerId, RulingId};
use proptest::prelude::*;

const KINDS: [ClaimKind; 9] = [
    ClaimKind::Mate,
    ClaimKind::Flag,
    ClaimKind::IllegalMove,
    ClaimKind::BothFlags,
    ClaimKind::Repetition,
    ClaimKind::Stalemate,
    ClaimKind::Agreement,
    ClaimKind::NoClock,
    ClaimKind::Setup,
];
const PENALTIES: [Penalty; 5] = [Penalty::Warning, Penalty::Time(60), Penalty::Game, Penalty::Match, Penalty::Expel];

#[derive(Debug, Clone)]
enum Line {
    Claim(u32, ClaimKind, bool),
    Offence(u32, Penalty),
    Slip(&'static str),
    Board(BoardLetter, bool),
    Drawn(BoardLetter),
    /// The ruling of this number falls on appeal.
    Falls(u32),
    Voided(u32),
}

fn line() -> impl Strategy<Value = Line> {
    let board = || prop_oneof![Just(BoardLetter::A), Just(BoardLetter::B)];
    prop_oneof![
        6 => (1..=4u32, prop::sample::select(&KINDS[..]), prop::bool::weighted(0.8))
            .prop_map(|(player, kind, upheld)| Line::Claim(player, kind, upheld)),
        4 => (1..=4u32, prop::sample::select(&PENALTIES[..])).prop_map(|(player, penalty)| Line::Offence(player, penalty)),
        1 => prop::sample::select(&["1-0", "0-1", "1/2"][..]).prop_map(Line::Slip),
        1 => (board(), any::<bool>()).prop_map(|(board, first)| Line::Board(board, first)),
        1 => board().prop_map(Line::Drawn),
        1 => (1..=6u32).prop_map(Line::Falls),
        1 => (1..=6u32).prop_map(Line::Voided),
    ]
}

/// Players 1 and 3 sit at board a, 2 and 4 at board b.
fn board_of(player: u32) -> BoardLetter {
    if player % 2 == 1 { BoardLetter::A } else { BoardLetter::B }
}

fn is_in_force(hall: &Hall, ruling: u32) -> bool {
    let found = hall.docket.ruling(RulingId(ruling));
    found.is_some_and(|found| found.voided.is_none() && hall.docket.appeals_against(found.id).next().is_none())
}

/// Types a line, if it can be typed now. Returns whether it was a slip, a claim or an appeal, so that it may have ended the match.
fn take(hall: &mut Hall, line: &Line) -> bool {
    let is_ruled = decided_by(&hall.docket, &hall.settings, hall.match_id(1), 1).is_some();
    match line {
        Line::Claim(player, kind, upheld) => hall.claim(1, PlayerId(*player), Claim::new(*kind), *upheld),
        Line::Offence(player, penalty) => {
            hall.offend(1, PlayerId(*player), "other", Some(*penalty)).expect("the director's own penalty");
            return false;
        }
        Line::Slip(_) | Line::Board(..) | Line::Drawn(_) if is_ruled || hall.result(1).is_some() => return false,
        Line::Board(board, _) | Line::Drawn(board) if hall.has_ended(1, *board) => return false,
        Line::Slip(_) if hall.has_ended(1, BoardLetter::A) || hall.has_ended(1, BoardLetter::B) => return false,
        Line::Slip(result) => hall.report(1, result),
        Line::Board(board, first) => hall.report_board(1, *board, *first),
        Line::Drawn(board) => hall.report_drawn(1, *board),
        Line::Falls(ruling) if is_in_force(hall, *ruling) => hall.appeal(RulingId(*ruling), Outcome::Overturned),
        Line::Voided(ruling) if is_in_force(hall, *ruling) => hall.void(RulingId(*ruling)),
        Line::Falls(_) | Line::Voided(_) => return false,
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_that_is_ruled_later_changes_a_finished_match(
        book in 0..5usize,
        lines in prop::collection::vec(line(), 1..14),
    ) {
        let id = &bughouse::rulebook::all()[book].id;
        let mut hall = Hall::new(id);
        let counts = hall.settings.match_end.second_board_counts();
        let mut is_finished = false;
        for (at, line) in lines.iter().enumerate() {
            let before = hall.result(1);
            let later = match line {
                // Players who went on: the board that ends second counts (fide-blitz-3 12, 13).
                Line::Claim(player, kind, _) => {
                    !counts || *kind == ClaimKind::Agreement || hall.has_ended(1, board_of(*player))
                }
                Line::Offence(..) => true,
                _ => false,
            };
            let ends = take(&mut hall, line);
            let now = hall.result(1);
            if later && is_finished {
                prop_assert_eq!(&now, &before, "{}: {:?}", id, &lines[..=at]);
            }
            match line {
                // What an appeal or a void takes away opens the match again, or leaves what ended it besides.
                Line::Falls(_) | Line::Voided(_) => is_finished = false,
                _ => is_finished |= ends && before.is_none() && now.is_some(),
            }
        }
    }

    /// What was ruled before the match was finished is judged together, whatever the order.
    #[test]
    fn penalties_of_one_incident_are_judged_together(
        book in 0..5usize,
        all in prop::collection::vec((1..=4u32, prop::sample::select(&PENALTIES[..])), 1..6),
        turns in prop::collection::vec(any::<u32>(), 6),
    ) {
        let result = |order: &[usize]| {
            let mut hall = Hall::new(&bughouse::rulebook::all()[book].id);
            for (player, penalty) in order.iter().map(|at| all[*at]) {
                hall.offend(1, PlayerId(player), "other", Some(penalty)).expect("the director's own penalty");
            }
            hall.result(1)
        };
        // Which of two games forfeited at two boards came first is a fact of its own.
        let games: Vec<u32> = all.iter().filter(|(_, p)| *p == Penalty::Game).map(|(player, _)| player.div_ceil(2)).collect();
        prop_assume!(games.windows(2).all(|two| two[0] == two[1]));
        let typed: Vec<usize> = (0..all.len()).collect();
        let mut turned = typed.clone();
        turned.sort_by_key(|at| turns[*at]);
        prop_assert_eq!(result(&typed), result(&turned));
    }
}

fn typed(book: &str, lines: &[Line]) -> (Option<String>, Vec<Option<Idle>>) {
    let mut hall = Hall::new(book);
    for line in lines {
        take(&mut hall, line);
    }
    let idle = hall.docket.rulings.iter().map(|ruling| effect(&hall.docket, &hall.settings, ruling).err()).collect();
    (hall.result(1), idle)
}

#[test]
fn a_draw_ends_a_match_as_a_win_does() {
    use ClaimKind::{Agreement, BothFlags, Mate, Repetition};
    let over = |line: Line, after: &[Line], book: &str, result: &str| {
        let lines: Vec<Line> = after.iter().cloned().chain([line.clone()]).collect();
        let (comes_to, idle) = typed(book, &lines);
        assert_eq!(comes_to.as_deref(), Some(result), "{book}: {lines:?}");
        assert_eq!(idle.last(), Some(&Some(Idle::MatchOver)), "{book}: {lines:?}");
    };
    for book in ["us-chess-2018", "uscf-2006", "oscf-2012", "fide-blitz-3", "club"] {
        let agreed = [Line::Claim(1, Agreement, true)];
        for later in [Line::Claim(3, Mate, true), Line::Claim(2, Mate, true), Line::Offence(1, Penalty::Match)] {
            over(later, &agreed, book, "1/2");
        }
        over(Line::Offence(1, Penalty::Match), &[Line::Claim(1, Mate, true)], book, "1-0");
        let decided = [Line::Claim(1, Mate, false), Line::Falls(1)];
        over(Line::Offence(1, Penalty::Match), &decided, book, "1-0");
    }
    let both = [Line::Claim(1, Repetition, true), Line::Claim(2, Repetition, true)];
    over(Line::Claim(3, Mate, true), &both, "us-chess-2018", "1/2");
    let slip = [Line::Drawn(BoardLetter::A), Line::Claim(2, Repetition, true)];
    over(Line::Offence(1, Penalty::Match), &slip, "us-chess-2018", "1/2");
    // A board that both flags ended is over; the other one goes on.
    let (result, idle) = typed("us-chess-2018", &[Line::Claim(1, BothFlags, true), Line::Claim(3, Mate, true)]);
    assert_eq!((result, idle[1]), (None, Some(Idle::BoardOver(BoardLetter::A))));
    let (result, _) = typed("us-chess-2018", &[Line::Claim(1, BothFlags, true), Line::Claim(4, Mate, true)]);
    assert_eq!(result.as_deref(), Some("0-1"));
}

#[test]
fn what_is_carried_out_or_of_the_same_incident_counts_all_the_same() {
    use ClaimKind::{Flag, IllegalMove, Mate};
    let mut hall = Hall::new("us-chess-2018");
    hall.claim(1, PlayerId(1), Claim::new(Mate), true);
    hall.carry_out = true;
    hall.offend(1, PlayerId(1), "partner-piece", Some(Penalty::Match)).expect("a choice of the rule");
    assert_eq!(hall.result(1).as_deref(), Some("0-1"), "carried out");
    hall.carry_out = false;
    hall.offend(1, PlayerId(3), "partner-piece", Some(Penalty::Match)).expect("a choice of the rule");
    assert_eq!(hall.result(1).as_deref(), Some("0-1"), "the claim had ended the match before both");
    // The opposing claim of the same moment.
    let mut hall = Hall::new("us-chess-2018");
    hall.claim(1, PlayerId(1), Claim::new(Flag), true);
    let opposing = Claim { against: Some(Against::Flag), order: Some(ClaimOrder::First), ..Claim::new(IllegalMove) };
    hall.claim(1, PlayerId(3), opposing, true);
    assert_eq!(hall.result(1).as_deref(), Some("0-1"));
    // Both teams forfeited; and what was ruled before the match was over counts once its denial falls.
    let mut hall = Hall::new("us-chess-2018");
    for player in [1, 3] {
        hall.offend(1, PlayerId(player), "partner-piece", Some(Penalty::Match)).expect("a choice of the rule");
    }
    assert_eq!(hall.result(1).as_deref(), Some("0-0"));
    let mut hall = Hall::new("us-chess-2018");
    hall.claim(1, PlayerId(1), Claim::new(Mate), false);
    hall.offend(1, PlayerId(1), "partner-piece", Some(Penalty::Match)).expect("a choice of the rule");
    hall.appeal(RulingId(1), Outcome::Overturned);
    assert_eq!(hall.result(1).as_deref(), Some("0-1"));
}
