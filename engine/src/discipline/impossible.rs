//! Slips that the rulebook cannot produce, each with the rule that says so.

use super::claim::ClaimKind;
use super::match_rules::{NoClock, Split, Winnerless};
use super::settings::Settings;
use super::source::{Citation, Rule};
use crate::tournament::{BoardLetter, BoardOutcome, BoardReport, Reason, Slip};

/// A slip that cannot be right, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why} ({rule})")]
pub struct Impossible {
    pub why: Contradiction,
    /// The rule that rules it out.
    pub rule: Citation,
}

/// What a rulebook rules out, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    #[error("both boards cannot have been stopped: one of them decides the match")]
    NothingDecided,
    #[error(
        "board {stopped} cannot have been stopped: board {} was {}, which doesn't decide the match",
        stopped.other(),
        if *other == BoardOutcome::Drawn { "drawn" } else { "lost by both players" }
    )]
    GoesOn { stopped: BoardLetter, other: BoardOutcome },
    #[error("each team won a board at the same moment, so the director decides the match result")]
    WonAtOnce,
    #[error("two boards ended at the same moment, but only one was entered")]
    OneBoardAtOnce,
    #[error("a match whose boards ended at the same moment is drawn")]
    DrawnAtOnce,
    #[error("a board that ended in {} can't be a draw", in_words(*.0))]
    HasWinner(Reason),
    #[error("a board that ended by {} is a draw", in_words(*.0))]
    Draws(Reason),
    #[error("a board without a clock is lost by both players")]
    BothLose,
    #[error("a board may be played without a clock, so nobody loses for not having one")]
    ClocksOptional,
    /// The rulebook has no such end of a board.
    #[error("{0}")]
    Never(String),
    #[error("a match that never began can't have ended by {}", in_words(*.0))]
    NeverBegan(Reason),
    #[error("a draw by agreement ends the match, so neither board was won")]
    AgreedMatch,
}

/// What the rulebook rules out about a slip, if anything. A slip without a contradiction may still be undecided.
pub fn impossible(slip: &Slip, settings: &Settings) -> Option<Impossible> {
    let by_board = |b: &BoardReport| reason_contradicts(b.reason?, b.outcome, settings);
    let found = slip.boards.iter().find_map(by_board);
    let found =
        found.or_else(|| whole_contradicts(slip, settings)).or_else(|| boards_contradict(&slip.boards, settings));
    found.map(|(why, rule)| Impossible { why, rule: settings.source.cite(rule) })
}

/// A draw that turns on a fact which no slip shows, so that it is claimed: a stalemate, where the rulebook asks for the pieces.
pub fn is_to_be_claimed(slip: &Slip, settings: &Settings) -> Option<Citation> {
    let rule = settings.claims.iter().find(|rule| rule.kind == ClaimKind::Stalemate && rule.asks_wrong)?;
    let reasons = slip.boards.iter().filter(|board| board.ruling.is_none()).map(|board| board.reason);
    let is_stalemate = reasons.chain([slip.reason]).any(|reason| reason == Some(Reason::Stalemate));
    is_stalemate.then(|| settings.source.cite(&rule.upheld))
}

/// A match whose boards are not distinguished.
fn whole_contradicts<'s>(slip: &Slip, settings: &'s Settings) -> Option<(Contradiction, &'s Rule)> {
    let reason = slip.reason?;
    let Some(outcome) = slip.outcome?.on_board() else {
        return match reason {
            Reason::NoClock if settings.match_end.no_clock.is == NoClock::Optional => {
                Some((Contradiction::ClocksOptional, settings.match_end.rule_for(reason)))
            }
            Reason::Absent | Reason::NoClock | Reason::Forfeit => None,
            _ => Some((Contradiction::NeverBegan(reason), &settings.match_end.absence)),
        };
    };
    if reason == Reason::Simultaneous && settings.match_end.split.is == Split::Drawn && outcome != BoardOutcome::Drawn {
        return Some((Contradiction::DrawnAtOnce, &settings.match_end.simultaneous));
    }
    reason_contradicts(reason, outcome, settings)
}

fn reason_contradicts(reason: Reason, outcome: BoardOutcome, settings: &Settings) -> Option<(Contradiction, &Rule)> {
    let rules = &settings.match_end;
    if let Some(never) = rules.never.iter().find(|never| never.reason == reason) {
        return Some((Contradiction::Never(never.says.clone()), &never.rule));
    }
    let why = match (reason, outcome) {
        (Reason::NoClock, _) if rules.no_clock.is == NoClock::Optional => Contradiction::ClocksOptional,
        (Reason::NoClock, outcome) if rules.no_clock.is == NoClock::BothLose && outcome != BoardOutcome::BothLost => {
            Contradiction::BothLose
        }
        (Reason::Mate | Reason::Resign | Reason::Time | Reason::Illegal, outcome) if outcome.winner().is_none() => {
            Contradiction::HasWinner(reason)
        }
        (Reason::Absent | Reason::Forfeit, BoardOutcome::Drawn) => Contradiction::HasWinner(reason),
        (Reason::Agreement | Reason::Flags | Reason::Repetition | Reason::Stalemate, outcome)
            if outcome != BoardOutcome::Drawn =>
        {
            Contradiction::Draws(reason)
        }
        _ => return None,
    };
    Some((why, rules.rule_for(reason)))
}

fn boards_contradict<'s>(boards: &[BoardReport], settings: &'s Settings) -> Option<(Contradiction, &'s Rule)> {
    let rules = &settings.match_end;
    let at_once = |b: &BoardReport| b.reason == Some(Reason::Simultaneous);
    let [one, other] = boards else {
        return boards.iter().any(at_once).then_some((Contradiction::OneBoardAtOnce, &rules.simultaneous));
    };
    if (at_once(one) || at_once(other)) && one.ended != other.ended {
        return Some((Contradiction::OneBoardAtOnce, &rules.simultaneous));
    }
    let is_agreed = |b: &BoardReport| b.outcome == BoardOutcome::Drawn && b.reason == Some(Reason::Agreement);
    let agreed = |b: &BoardReport, other: &BoardReport| is_agreed(b) && other.outcome.winner().is_some();
    match (one.outcome, other.outcome) {
        (BoardOutcome::Stopped, BoardOutcome::Stopped) => Some((Contradiction::NothingDecided, &rules.decided_by.rule)),
        _ if agreed(one, other) || agreed(other, one) => {
            Some((Contradiction::AgreedMatch, rules.rule_for(Reason::Agreement)))
        }
        (BoardOutcome::Stopped, _) => cannot_stop(other, one.board, settings),
        (_, BoardOutcome::Stopped) => cannot_stop(one, other.board, settings),
        (a, b) if a.winner().is_some() && b.winner().is_some() && a != b && one.ended == other.ended => {
            (rules.split.is == Split::FirstWin).then_some((Contradiction::WonAtOnce, &rules.simultaneous))
        }
        _ => None,
    }
}

fn cannot_stop<'s>(
    decider: &BoardReport,
    stopped: BoardLetter,
    settings: &'s Settings,
) -> Option<(Contradiction, &'s Rule)> {
    let rules = &settings.match_end;
    let may_stop = decider.outcome.winner().is_some()
        || decider.reason == Some(Reason::Agreement)
        || rules.decides_without_winner(decider)
        || rules.winnerless.is == Winnerless::NotSaid;
    (!may_stop).then_some((Contradiction::GoesOn { stopped, other: decider.outcome }, &rules.winnerless.rule))
}

/// A reason as it is said in a sentence.
pub fn in_words(reason: Reason) -> &'static str {
    match reason {
        Reason::Mate => "checkmate",
        Reason::Resign => "resignation",
        Reason::Time => "a claimed flag fall",
        Reason::Illegal => "a claimed illegal move",
        Reason::Forfeit => "forfeit",
        Reason::Penalty => "penalty",
        Reason::Absent => "absence",
        Reason::NoClock => "lack of a clock",
        Reason::Agreement => "agreement",
        Reason::Flags => "both flags falling",
        Reason::Repetition => "repetition",
        Reason::Stalemate => "stalemate",
        Reason::Simultaneous => "both boards ending at once",
    }
}
