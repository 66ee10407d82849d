//! How a match ends under each of the five rulebooks: a table of cases, each with its result and the rule cited.

use bughouse::discipline::{impossible, match_result};
use bughouse::rulebook;
use bughouse::tournament::{BoardLetter, BoardOutcome, BoardReport, MatchResult, Reason, Slip, TableNumber};

use BoardOutcome::{BothLost, Drawn, First, Second, Stopped};

const BOOKS: [&str; 5] = ["us-chess-2018", "uscf-2006", "oscf-2012", "fide-blitz-3", "club"];

fn slip(outcome: Option<MatchResult>, boards: &[(BoardOutcome, Option<Reason>, u8)]) -> Slip {
    let letters = [BoardLetter::A, BoardLetter::B];
    let boards = boards.iter().zip(letters);
    Slip {
        table: TableNumber(12),
        number: 1,
        playing: 1,
        outcome,
        reason: None,
        boards: boards
            .map(|(&(outcome, reason, ended), board)| BoardReport { board, outcome, reason, ended, ruling: None })
            .collect(),
        white: None,
    }
}

/// `1-0 [7]`, `undecided`, or `refused [7]`; `24*` is a fallback and `-` a silence.
fn shown(slip: &Slip, book: &str) -> String {
    let settings = &rulebook::by_id(book).expect("a compiled-in rulebook").discipline;
    let number = |c: &bughouse::discipline::Citation| match &c.rule {
        Some(rule) if c.fallback => format!("{rule}*"),
        Some(rule) => rule.clone(),
        None => "-".to_owned(),
    };
    match (impossible(slip, settings), match_result(slip, settings)) {
        (Some(wrong), None) => format!("refused [{}]", number(&wrong.rule)),
        (None, Some(derived)) => format!("{} [{}]", derived.result, number(&derived.rule())),
        (None, None) => "undecided".to_owned(),
        (Some(_), Some(_)) => "refused and decided".to_owned(),
    }
}

fn check(case: &str, slip: &Slip, expected: [&str; 5]) {
    for (book, expected) in BOOKS.into_iter().zip(expected) {
        assert_eq!(shown(slip, book), expected, "{case} under {book}");
    }
}

#[test]
fn boards_give_the_match_that_the_rulebook_says() {
    let (mate, time, illegal) = (Some(Reason::Mate), Some(Reason::Time), Some(Reason::Illegal));
    let (agreement, flags) = (Some(Reason::Agreement), Some(Reason::Flags));
    let (repetition, no_clock, penalty) = (Some(Reason::Repetition), Some(Reason::NoClock), Some(Reason::Penalty));
    type Case<'c> = (&'c str, &'c [(BoardOutcome, Option<Reason>, u8)], [&'c str; 5]);
    let first_win = |result: &'static str| match result {
        "1-0" => ["1-0 [7]", "1-0 [7]", "1-0 [6]", "1-0 [4]", "1-0 [13]"],
        _ => ["0-1 [7]", "0-1 [7]", "0-1 [6]", "0-1 [4]", "0-1 [13]"],
    };
    let cases: [Case<'_>; 27] = [
        ("nothing yet", &[], ["undecided"; 5]),
        ("one board won, the other unfinished", &[(First, mate, 1)], first_win("1-0")),
        ("one board won, the other stopped", &[(Second, time, 1), (Stopped, None, 2)], first_win("0-1")),
        (
            "the board that ended second is on the slip first",
            &[(Stopped, None, 2), (Second, illegal, 1)],
            first_win("0-1"),
        ),
        (
            "one board drawn, the other unfinished",
            &[(Drawn, repetition, 1)],
            ["undecided", "undecided", "undecided", "1/2 [4]", "undecided"],
        ),
        (
            "one board drawn, the other stopped",
            &[(Drawn, repetition, 1), (Stopped, None, 2)],
            ["refused [7]", "refused [7]", "refused [6]", "1/2 [4]", "1/2 [-]"],
        ),
        (
            "drawn first, then won",
            &[(Drawn, repetition, 1), (Second, mate, 2)],
            ["0-1 [7]", "0-1 [7]", "0-1 [6]", "1/2 [13]", "0-1 [13]"],
        ),
        (
            "won first, then drawn",
            &[(First, mate, 1), (Drawn, repetition, 2)],
            ["1-0 [7]", "1-0 [7]", "1-0 [6]", "1/2 [13]", "1-0 [13]"],
        ),
        (
            "won and drawn at once",
            &[(First, mate, 1), (Drawn, repetition, 1)],
            ["1-0 [7]", "1-0 [7]", "1-0 [6]", "1/2 [14]", "1-0 [13]"],
        ),
        (
            "both boards won by the same team",
            &[(Second, mate, 1), (Second, time, 2)],
            ["0-1 [7]", "0-1 [7]", "0-1 [6]", "0-1 [13]", "0-1 [13]"],
        ),
        (
            "each team won a board, a first",
            &[(First, mate, 1), (Second, mate, 2)],
            ["1-0 [7]", "1-0 [7]", "1-0 [6]", "1/2 [13]", "1-0 [13]"],
        ),
        (
            "each team won a board, b first",
            &[(First, mate, 2), (Second, mate, 1)],
            ["0-1 [7]", "0-1 [7]", "0-1 [6]", "1/2 [13]", "0-1 [13]"],
        ),
        (
            "each team won a board at once",
            &[(First, Some(Reason::Simultaneous), 1), (Second, Some(Reason::Simultaneous), 1)],
            ["refused [24*]", "refused [-]", "refused [-]", "1/2 [14]", "refused [-]"],
        ),
        (
            "both boards drawn",
            &[(Drawn, flags, 1), (Drawn, repetition, 2)],
            ["1/2 [24*]", "1/2 [-]", "1/2 [-]", "1/2 [13]", "refused [14]"],
        ),
        (
            "draw agreed between the teams",
            &[(Drawn, agreement, 1), (Stopped, None, 2)],
            ["1/2 [16a]", "1/2 [16a]", "1/2 [18a]", "1/2 [15]", "1/2 [-]"],
        ),
        (
            "draw agreed, the other board unfinished",
            &[(Drawn, agreement, 1)],
            ["1/2 [16a]", "1/2 [16a]", "1/2 [18a]", "1/2 [15]", "1/2 [-]"],
        ),
        (
            "no clock on one board",
            &[(BothLost, no_clock, 1)],
            ["undecided", "undecided", "undecided", "undecided", "refused [14]"],
        ),
        (
            "no clock on one board, the other won",
            &[(BothLost, no_clock, 1), (Second, mate, 2)],
            ["0-1 [7]", "0-1 [7]", "0-1 [6]", "0-1 [4]", "refused [14]"],
        ),
        (
            "no clock on one board, the other drawn",
            &[(BothLost, no_clock, 1), (Drawn, flags, 2)],
            ["1/2 [24*]", "1/2 [-]", "1/2 [-]", "1/2 [4]", "refused [14]"],
        ),
        (
            "no clock on one board, the other stopped",
            &[(BothLost, no_clock, 1), (Stopped, None, 2)],
            ["refused [7]", "refused [7]", "refused [6]", "refused [4]", "refused [14]"],
        ),
        (
            "no clock on either board",
            &[(BothLost, no_clock, 1), (BothLost, no_clock, 1)],
            ["0-0 [5]", "0-0 [5]", "0-0 [4]", "0-0 [3*]", "refused [14]"],
        ),
        (
            "both players of a board penalised, the other stopped",
            &[(BothLost, penalty, 1), (Stopped, None, 2)],
            ["refused [7]", "refused [7]", "refused [6]", "0-0 [4]", "0-0 [-]"],
        ),
        (
            "both boards lost by both",
            &[(BothLost, penalty, 1), (BothLost, penalty, 2)],
            ["0-0 [24*]", "0-0 [-]", "0-0 [-]", "0-0 [3*]", "0-0 [-]"],
        ),
        (
            "both boards stopped",
            &[(Stopped, None, 1), (Stopped, None, 1)],
            ["refused [7]", "refused [7]", "refused [6]", "refused [4]", "refused [13]"],
        ),
        (
            "a drawn mate",
            &[(Drawn, mate, 1)],
            ["refused [15a]", "refused [15a1]", "refused [16.1]", "refused [7]", "refused [13]"],
        ),
        (
            "an agreement that wins",
            &[(First, agreement, 1)],
            ["refused [16a]", "refused [16a]", "refused [18a]", "refused [15]", "refused [-]"],
        ),
        (
            "no clock, and yet a winner",
            &[(First, no_clock, 1)],
            ["refused [5]", "refused [5]", "1-0 [6]", "1-0 [4]", "refused [14]"],
        ),
    ];
    for (case, boards, expected) in cases {
        check(case, &slip(None, boards), expected);
    }
}

#[test]
fn a_slip_that_names_no_board_is_kept_as_it_is() {
    let described = |result| slip(Some(result), &[]);
    check("1-0", &described(MatchResult::First), ["1-0 [7]", "1-0 [7]", "1-0 [6]", "1-0 [4]", "1-0 [13]"]);
    check("1/2", &described(MatchResult::Drawn), ["1/2 [16a]", "1/2 [16a]", "1/2 [18a]", "1/2 [15]", "1/2 [-]"]);
    check("0-0", &described(MatchResult::BothLost), ["0-0 [24*]", "0-0 [-]", "0-0 [-]", "0-0 [3*]", "0-0 [-]"]);
    check("+/-", &described(MatchResult::FirstByForfeit), ["+/- [24*]", "+/- [-]", "+/- [-]", "+/- [3*]", "+/- [-]"]);
    check("-/+", &described(MatchResult::SecondByForfeit), ["-/+ [24*]", "-/+ [-]", "-/+ [-]", "-/+ [3*]", "-/+ [-]"]);
    check("-/-", &described(MatchResult::NeitherCame), ["-/- [24*]", "-/- [-]", "-/- [-]", "-/- [3*]", "-/- [-]"]);
}

#[test]
fn every_rulebook_parses_and_has_its_own_id() {
    let ids: Vec<&str> = rulebook::all().iter().map(|book| book.id.as_str()).collect();
    assert_eq!(ids, BOOKS);
    assert_eq!(rulebook::DEFAULT, BOOKS[0]);
}

#[test]
fn a_refusal_says_what_is_wrong_and_by_which_rule() {
    let both_at_once = slip(None, &[(First, Some(Reason::Mate), 1), (Second, Some(Reason::Mate), 1)]);
    let settings = &rulebook::by_id("oscf-2012").expect("a compiled-in rulebook").discipline;
    let said = impossible(&both_at_once, settings).expect("not settled").to_string();
    assert_eq!(
        said,
        "each team won a board at the same moment, so the director decides the match result (oscf-2012 doesn't cover this; the director decides)"
    );
}
