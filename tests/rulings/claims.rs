//! Every claim of the table, both ways, under each rulebook, with the rule it is decided by.

use bughouse::discipline::{Against, Claim, ClaimKind, Order, Undecidable, Verdict, decide};
use bughouse::rulebook;

const BOOKS: [&str; 5] = ["us-chess-2018", "uscf-2006", "oscf-2012", "fide-blitz-3", "club"];

/// `upheld 8`, `denied 3* (discretion)`, or the flag that is missing.
fn shown(claim: &Claim, book: &str) -> String {
    let settings = &rulebook::by_id(book).expect("a compiled-in rulebook").discipline;
    match decide(claim, settings) {
        Ok(judged) => {
            let rule = match (&judged.rule.rule, judged.rule.fallback) {
                (Some(rule), true) => format!("{rule}*"),
                (Some(rule), false) => rule.clone(),
                (None, _) => "-".to_owned(),
            };
            format!("{} {rule}{}", judged.verdict, if judged.discretion { " (discretion)" } else { "" })
        }
        Err(Undecidable::Needs { fact, .. }) => format!("needs {}", fact.flag()),
        Err(other) => format!("refused: {other}"),
    }
}

fn check(case: &str, claim: &Claim, expected: [&str; 5]) {
    for (book, expected) in BOOKS.into_iter().zip(expected) {
        assert_eq!(shown(claim, book), expected, "{case} under {book}");
    }
}

fn claim(kind: ClaimKind, set: impl FnOnce(&mut Claim)) -> Claim {
    let mut claim = Claim::new(kind);
    set(&mut claim);
    claim
}

#[test]
fn illegal_moves() {
    let kind = ClaimKind::IllegalMove;
    check(
        "no fact",
        &Claim::new(kind),
        ["needs --before-reply", "needs --before-reply", "needs --before-reply", "needs --clock-pressed", "upheld 12"],
    );
    check(
        "in time",
        &claim(kind, |c| c.before_reply = Some(true)),
        ["upheld 8", "upheld 8", "upheld 7", "needs --clock-pressed", "upheld 12"],
    );
    check(
        "too late",
        &claim(kind, |c| c.before_reply = Some(false)),
        ["denied 8a", "denied 8a", "denied 7b", "denied 3* (discretion)", "upheld 12"],
    );
    check(
        "clock pressed",
        &claim(kind, |c| (c.before_reply, c.clock_pressed) = (Some(true), Some(true))),
        ["upheld 8", "upheld 8", "upheld 7", "upheld 18", "upheld 12"],
    );
    check(
        "clock not pressed: taken back under fide",
        &claim(kind, |c| (c.before_reply, c.clock_pressed) = (Some(true), Some(false))),
        ["upheld 8", "upheld 8", "upheld 7", "denied 18", "upheld 12"],
    );
    check(
        "the director saw otherwise",
        &claim(kind, |c| c.deny = true),
        ["denied 8a", "denied 8a", "denied 7b", "denied 18", "denied 12"],
    );
}

#[test]
fn oscf_has_a_closed_list_of_what_loses() {
    let told = |what: &str| {
        let claim = claim(ClaimKind::IllegalMove, |c| (c.before_reply, c.what) = (Some(true), Some(what.to_owned())));
        shown(&claim, "oscf-2012")
    };
    for loses in [
        "moved into check",
        "castled through check",
        "knight along a diagonal",
        "a pawn moved two squares again",
        "stayed in check",
    ] {
        assert_eq!(told(loses), "upheld 7", "{loses}");
    }
    for does_not in [
        "pressed with the wrong hand",
        "moved before the opponent pressed",
        "touched the rook before the king",
        "dropped a pawn on the last rank",
    ] {
        assert_eq!(told(does_not), "denied 7a", "{does_not}");
    }
    assert_eq!(told("sneezed"), "refused: oscf-2012 rule 7a lists what loses, and \"sneezed\" is not told apart by it");
    let elsewhere =
        claim(ClaimKind::IllegalMove, |c| (c.before_reply, c.what) = (Some(true), Some("sneezed".to_owned())));
    assert_eq!(shown(&elsewhere, "us-chess-2018"), "upheld 8");
}

#[test]
fn fallen_flags() {
    let kind = ClaimKind::Flag;
    check(
        "no fact",
        &Claim::new(kind),
        ["needs --own-flag-up", "needs --own-flag-up", "needs --own-flag-up", "upheld 3* (discretion)", "upheld 14"],
    );
    check(
        "own flag up",
        &claim(kind, |c| c.own_flag_up = Some(true)),
        ["upheld 15c", "upheld 15a3", "upheld 16.3", "upheld 3* (discretion)", "upheld 14"],
    );
    check(
        "own flag down",
        &claim(kind, |c| c.own_flag_up = Some(false)),
        ["denied 15c", "denied 15a3", "denied 16.3", "denied 3* (discretion)", "upheld 14"],
    );
    check(
        "the flag was up",
        &claim(kind, |c| c.deny = true),
        ["denied 15c", "denied 15a3", "denied 16.3", "denied 3* (discretion)", "denied 14"],
    );
}

#[test]
fn of_two_opposing_claims_the_earlier_wins_and_at_once_the_illegal_mover_loses() {
    let flag = |order| {
        claim(ClaimKind::Flag, |c| {
            (c.own_flag_up, c.against, c.order) = (Some(true), Some(Against::IllegalMove), Some(order))
        })
    };
    check(
        "flag first",
        &flag(Order::First),
        ["upheld 15c", "upheld 15a5", "upheld 17", "upheld 3* (discretion)", "upheld - (discretion)"],
    );
    check(
        "flag second",
        &flag(Order::Second),
        ["denied 15c", "denied 15a5", "denied 17", "denied 3* (discretion)", "denied - (discretion)"],
    );
    check(
        "flag at once",
        &flag(Order::Same),
        ["denied 15c", "denied 15a5", "denied 17", "upheld 3* (discretion)", "upheld - (discretion)"],
    );
    let illegal = |order| {
        claim(ClaimKind::IllegalMove, |c| {
            (c.before_reply, c.clock_pressed) = (Some(true), Some(true));
            (c.against, c.order) = (Some(Against::Flag), Some(order));
        })
    };
    check(
        "illegal first",
        &illegal(Order::First),
        ["upheld 15c", "upheld 15a5", "upheld 17", "upheld 3* (discretion)", "upheld - (discretion)"],
    );
    check(
        "illegal second",
        &illegal(Order::Second),
        ["denied 15c", "denied 15a5", "denied 17", "denied 3* (discretion)", "denied - (discretion)"],
    );
    check(
        "illegal at once",
        &illegal(Order::Same),
        ["upheld 15c", "upheld 15a5", "upheld 17", "upheld 3* (discretion)", "upheld - (discretion)"],
    );
    let late = claim(ClaimKind::IllegalMove, |c| {
        (c.before_reply, c.against, c.order) = (Some(false), Some(Against::Flag), Some(Order::First))
    });
    assert_eq!(shown(&late, "us-chess-2018"), "denied 8a", "coming first does not save a claim that is too late");
    let mate = |order| claim(ClaimKind::Mate, |c| (c.against, c.order) = (Some(Against::Flag), Some(order)));
    check(
        "mate announced first",
        &mate(Order::First),
        ["upheld 16b", "upheld 16b", "upheld 18b", "upheld 3* (discretion)", "upheld - (discretion)"],
    );
    check(
        "mate announced after",
        &mate(Order::Second),
        ["denied 16b", "denied 16b", "denied 18b", "denied 3* (discretion)", "denied - (discretion)"],
    );
}

#[test]
fn draws() {
    let both = ClaimKind::BothFlags;
    check(
        "both flags",
        &Claim::new(both),
        ["upheld 16b", "upheld 16b", "upheld 18b", "upheld 3* (discretion)", "upheld - (discretion)"],
    );
    check(
        "one flag up",
        &claim(both, |c| c.deny = true),
        ["denied 16b", "denied 16b", "denied 18b", "denied 3* (discretion)", "denied - (discretion)"],
    );
    let agreed = ClaimKind::Agreement;
    check(
        "agreed",
        &Claim::new(agreed),
        ["upheld 16a", "upheld 16a", "upheld 18a", "upheld 15", "upheld - (discretion)"],
    );
    check(
        "not agreed",
        &claim(agreed, |c| c.deny = true),
        ["denied 16a", "denied 16a", "denied 18a", "denied 15", "denied - (discretion)"],
    );
    let repeated = ClaimKind::Repetition;
    check(
        "repeated",
        &Claim::new(repeated),
        [
            "upheld 24* (discretion)",
            "upheld - (discretion)",
            "upheld - (discretion)",
            "upheld 19",
            "upheld - (discretion)",
        ],
    );
    check(
        "not repeated",
        &claim(repeated, |c| c.deny = true),
        [
            "denied 24* (discretion)",
            "denied - (discretion)",
            "denied - (discretion)",
            "denied 19",
            "denied - (discretion)",
        ],
    );
}

#[test]
fn mate_set_up_and_clocks() {
    let mate = ClaimKind::Mate;
    check("mated", &Claim::new(mate), ["upheld 15a", "upheld 15a1", "upheld 16.1", "upheld 8", "upheld 13"]);
    check(
        "a drop could block",
        &claim(mate, |c| c.deny = true),
        ["denied 24*", "denied 15a1a", "denied 16.1", "denied 8", "denied 11"],
    );
    let setup = ClaimKind::Setup;
    check(
        "no fact",
        &Claim::new(setup),
        [
            "needs --before-reply",
            "needs --before-reply",
            "needs --before-reply",
            "upheld 3* (discretion)",
            "upheld - (discretion)",
        ],
    );
    check(
        "before both moved",
        &claim(setup, |c| c.before_reply = Some(true)),
        ["upheld 8b", "upheld 8b", "upheld 7c", "upheld 3* (discretion)", "upheld - (discretion)"],
    );
    let late = |what: &str| claim(setup, |c| (c.before_reply, c.what) = (Some(false), Some(what.to_owned())));
    check(
        "after both moved",
        &late("knights turned round"),
        ["denied 8c", "denied 8c", "denied 7c", "upheld 3* (discretion)", "upheld - (discretion)"],
    );
    check(
        "a clock over five minutes",
        &late("clock set to ten"),
        ["upheld 8b", "upheld 8b", "upheld - (discretion)", "upheld 3* (discretion)", "upheld - (discretion)"],
    );
    check(
        "unequal material",
        &late("White has two queens"),
        ["denied 8c", "denied 8c", "upheld 7c", "upheld 3* (discretion)", "upheld - (discretion)"],
    );
    let no_clock = ClaimKind::NoClock;
    check(
        "no clock",
        &Claim::new(no_clock),
        ["upheld 5", "upheld 5", "upheld 4 (discretion)", "upheld 3* (discretion)", "denied 14"],
    );
    check(
        "one was found",
        &claim(no_clock, |c| c.deny = true),
        ["denied 5", "denied 5", "denied 4 (discretion)", "denied 3* (discretion)", "denied 14"],
    );
}

#[test]
fn claims_against_each_other_must_say_which_came_first() {
    let settings = &rulebook::by_id("us-chess-2018").expect("a compiled-in rulebook").discipline;
    let without_order = claim(ClaimKind::Flag, |c| c.against = Some(Against::IllegalMove));
    assert_eq!(decide(&without_order, settings), Err(Undecidable::NeedsOrder));
    let without_claim = claim(ClaimKind::Flag, |c| c.order = Some(Order::First));
    assert_eq!(decide(&without_claim, settings), Err(Undecidable::NeedsAgainst));
    let against_itself = claim(ClaimKind::Flag, |c| (c.against, c.order) = (Some(Against::Flag), Some(Order::First)));
    assert_eq!(decide(&against_itself, settings), Err(Undecidable::AgainstItself(ClaimKind::Flag)));
    let denied = claim(ClaimKind::Flag, |c| c.deny = true);
    assert_eq!(decide(&denied, settings).map(|j| j.verdict), Ok(Verdict::Denied));
}
