//! The result of a match, derived from its boards, the order in which they ended, and the rulebook.
//!
//! Results are never stored: a slip holds what happened, this file says what follows, and by which rule.

use super::impossible::impossible;
use super::match_rules::{DecidedBy, Split, Winnerless};
use super::settings::Settings;
use super::source::{Citation, Rule, Source};
use crate::tournament::{BoardOutcome, BoardReport, MatchResult, Reason, Slip, SlipOutcome};

/// What a slip comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived<'s> {
    pub result: MatchResult,
    by: &'s Rule,
    source: &'s Source,
}

impl Derived<'_> {
    /// The rule that it follows from.
    pub fn rule(&self) -> Citation {
        self.source.cite(self.by)
    }
}

/// The result of a match, or `None` while it is undecided (or the slip holds what the rulebook cannot produce).
pub fn match_result<'s>(slip: &Slip, settings: &'s Settings) -> Option<Derived<'s>> {
    if impossible(slip, settings).is_some() {
        return None;
    }
    let (result, by) = match slip.outcome {
        Some(outcome) => whole(outcome, slip.reason, settings),
        None => match slip.boards.as_slice() {
            [only] => one_board(only, settings)?,
            [one, other] => both_boards(one, other, settings)?,
            _ => return None,
        },
    };
    Some(Derived { result, by, source: &settings.source })
}

fn whole(outcome: SlipOutcome, reason: Option<Reason>, settings: &Settings) -> (MatchResult, &Rule) {
    use SlipOutcome::Played;
    let rules = &settings.match_end;
    let rule = match (outcome, reason) {
        (Played(MatchResult::First | MatchResult::Second | MatchResult::Drawn), Some(Reason::Simultaneous)) => {
            &rules.simultaneous
        }
        (Played(MatchResult::First | MatchResult::Second), _) => &rules.decided_by.rule,
        (Played(MatchResult::Drawn), None | Some(Reason::Agreement)) => rules.rule_for(Reason::Agreement),
        (Played(MatchResult::Drawn), _) => &rules.no_winner,
        (Played(_), Some(Reason::NoClock)) => &rules.no_clock.rule,
        _ => &rules.absence,
    };
    (outcome.into(), rule)
}

/// One board is known and the other is unfinished.
fn one_board<'s>(board: &BoardReport, settings: &'s Settings) -> Option<(MatchResult, &'s Rule)> {
    let rules = &settings.match_end;
    match board.outcome {
        BoardOutcome::First | BoardOutcome::Second => Some((board.outcome.result()?, &rules.decided_by.rule)),
        // The teams agree on a draw for the match, not the two players of a board for theirs.
        BoardOutcome::Drawn if board.reason == Some(Reason::Agreement) => {
            Some((MatchResult::Drawn, rules.rule_for(Reason::Agreement)))
        }
        _ if rules.decides_without_winner(board) => Some((board.outcome.result()?, &rules.winnerless.rule)),
        _ => None,
    }
}

fn both_boards<'s>(one: &BoardReport, other: &BoardReport, settings: &'s Settings) -> Option<(MatchResult, &'s Rule)> {
    let rules = &settings.match_end;
    match (one.outcome, other.outcome) {
        (BoardOutcome::Stopped, BoardOutcome::Stopped) => None,
        (_, BoardOutcome::Stopped) => stopped_by(one, settings),
        (BoardOutcome::Stopped, _) => stopped_by(other, settings),
        (BoardOutcome::BothLost, BoardOutcome::BothLost) => {
            Some((MatchResult::BothLost, both_lost_rule(one, other, settings)))
        }
        (a, b) if a.winner().is_some() && a == b => Some((a.result()?, &rules.same_team)),
        (a, b) if a.winner().is_some() && b.winner().is_some() => match rules.split.is {
            Split::Drawn if one.ended == other.ended => Some((MatchResult::Drawn, &rules.simultaneous)),
            Split::Drawn => Some((MatchResult::Drawn, &rules.split.rule)),
            Split::FirstWin => Some((first_of(one, other)?.outcome.result()?, &rules.split.rule)),
        },
        (a, b) if rules.decided_by.is == DecidedBy::FirstWin => match a.winner().or(b.winner()) {
            Some(side) => Some((MatchResult::won_by(side), &rules.decided_by.rule)),
            None => Some((MatchResult::Drawn, &rules.no_winner)),
        },
        // The first game to end decides; a game that was never played ended nothing.
        _ if rules.never_began(one) => Some((other.outcome.result()?, &rules.decided_by.rule)),
        _ if rules.never_began(other) => Some((one.outcome.result()?, &rules.decided_by.rule)),
        (a, b) if a == b => Some((a.result()?, &rules.no_winner)),
        _ if rules.split.is == Split::Drawn && one.ended == other.ended => {
            Some((MatchResult::Drawn, &rules.simultaneous))
        }
        _ if rules.split.is == Split::Drawn => Some((MatchResult::Drawn, &rules.split.rule)),
        _ => match first_of(one, other) {
            Some(first) => Some((first.outcome.result()?, &rules.decided_by.rule)),
            None => Some((MatchResult::Drawn, &rules.simultaneous)),
        },
    }
}

/// The other board was stopped because this one decided; for a board without a winner where the source is silent, by the director.
fn stopped_by<'s>(board: &BoardReport, settings: &'s Settings) -> Option<(MatchResult, &'s Rule)> {
    let winnerless = &settings.match_end.winnerless;
    match one_board(board, settings) {
        None if winnerless.is == Winnerless::NotSaid => Some((board.outcome.result()?, &winnerless.rule)),
        decided => decided,
    }
}

fn both_lost_rule<'s>(one: &BoardReport, other: &BoardReport, settings: &'s Settings) -> &'s Rule {
    let no_clock = |b: &BoardReport| b.reason == Some(Reason::NoClock);
    if no_clock(one) && no_clock(other) { &settings.match_end.no_clock.rule } else { &settings.match_end.absence }
}

fn first_of<'b>(one: &'b BoardReport, other: &'b BoardReport) -> Option<&'b BoardReport> {
    (one.ended != other.ended).then_some(if one.ended < other.ended { one } else { other })
}
