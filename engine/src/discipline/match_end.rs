//! The result of a match, derived from its boards, the order in which they ended, and the rulebook.
//!
//! Results are never stored: a slip holds what happened, this file says what follows, and by which rule.

use super::impossible::impossible;
use super::match_rules::{DecidedBy, Split, Winnerless};
use super::settings::Settings;
use super::source::{Citation, Rule, Source};
use crate::tournament::{BoardOutcome, BoardReport, MatchResult, Reason, Slip};

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
        Some(result) => (result, whole(result, slip.reason, settings)),
        None => match slip.boards.as_slice() {
            [only] => one_board(only, settings)?,
            [one, other] => both_boards(one, other, settings)?,
            _ => return None,
        },
    };
    Some(Derived { result, by, source: &settings.source })
}

fn whole(result: MatchResult, reason: Option<Reason>, settings: &Settings) -> &Rule {
    let rules = &settings.match_end;
    match (result, reason) {
        (MatchResult::First | MatchResult::Second | MatchResult::Drawn, Some(Reason::Simultaneous)) => {
            &rules.simultaneous
        }
        (MatchResult::First | MatchResult::Second, _) => &rules.decided_by.rule,
        (MatchResult::Drawn, None | Some(Reason::Agreement)) => rules.rule_for(Reason::Agreement),
        (MatchResult::Drawn, _) => &rules.no_winner,
        (MatchResult::BothLost, Some(Reason::NoClock)) => &rules.no_clock.rule,
        _ => &rules.absence,
    }
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
            let no_clock = [one, other].iter().all(|board| board.reason == Some(Reason::NoClock));
            Some((MatchResult::BothLost, if no_clock { &rules.no_clock.rule } else { &rules.absence }))
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

fn first_of<'b>(one: &'b BoardReport, other: &'b BoardReport) -> Option<&'b BoardReport> {
    (one.ended != other.ended).then_some(if one.ended < other.ended { one } else { other })
}
