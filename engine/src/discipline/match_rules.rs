//! What a rulebook says about how boards and matches end. Answers of a rulebook only; `match_end` applies them.

use super::source::Rule;
use crate::tournament::{BoardOutcome, BoardReport, Reason};
use clap::ValueEnum;

/// An answer of the rulebook and the rule that gives it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ruled<T> {
    pub is: T,
    pub rule: Rule,
}

/// What decides a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ValueEnum)]
pub enum DecidedBy {
    /// The first board that somebody wins.
    #[default]
    FirstWin,
    /// The first board that ends, a draw too.
    FirstEnd,
}

/// What follows when one board has ended without a winner and the other is unfinished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ValueEnum)]
pub enum Winnerless {
    /// The other board goes on.
    #[default]
    GoesOn,
    /// The ended board decides.
    Decides,
    /// The source does not say.
    NotSaid,
}

/// What follows when both boards have ended and no team won both: each won one, or, where the first game to end decides, one was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ValueEnum)]
pub enum Split {
    /// The first win counts, so one of them was first.
    #[default]
    FirstWin,
    /// The match is drawn.
    Drawn,
}

/// What follows when a board has no clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ValueEnum)]
pub enum NoClock {
    /// Both players lose that game by forfeit.
    #[default]
    BothLose,
    /// A clock is required, or another text speaks of it; what follows is not given.
    NotStated,
    /// Nothing: a board may be played without a clock.
    Optional,
}

/// How a match ends under a rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MatchRules {
    pub decided_by: Ruled<DecidedBy>,
    /// One board ended without a winner, the other unfinished.
    pub winnerless: Ruled<Winnerless>,
    /// Both boards ended, each won by the other team.
    pub split: Ruled<Split>,
    /// Both boards won by the same team.
    pub same_team: Rule,
    /// Both boards ended, nobody won.
    pub no_winner: Rule,
    /// Both boards ended at the same moment.
    pub simultaneous: Rule,
    /// Two teams play one match against each other, and no more.
    pub one_meeting: Rule,
    /// Where it says that a board that was stopped is over, so that nothing is claimed there afterwards; `None` where it does not.
    pub stopped: Rule,
    /// A team that is not there.
    pub absence: Rule,
    pub no_clock: Ruled<NoClock>,
    /// Where a way of ending a board is written that none of these speaks of.
    pub reasons: Vec<(Reason, Rule)>,
    /// Ways of ending a board that it rules out.
    pub never: Vec<Never>,
}

/// A way of ending a board that cannot be, and what holds instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Never {
    pub reason: Reason,
    pub rule: Rule,
    pub says: String,
}

impl MatchRules {
    /// Whether a board that nobody won settles the match by itself.
    pub(super) fn decides_without_winner(&self, board: &BoardReport) -> bool {
        self.winnerless.is == Winnerless::Decides && !self.never_began(board) && board.outcome != BoardOutcome::Stopped
    }

    /// Whether the board that ends second still has a say, for players who went on after the first had decided.
    pub fn second_board_counts(&self) -> bool {
        self.decided_by.is == DecidedBy::FirstEnd && self.split.is == Split::Drawn
    }

    /// Whether a board was lost by both for want of a clock or of players, so that it ended nothing and the other board decides.
    pub(super) fn never_began(&self, board: &BoardReport) -> bool {
        let reason = matches!(board.reason, None | Some(Reason::NoClock | Reason::Absent | Reason::Forfeit));
        board.outcome == BoardOutcome::BothLost && reason
    }

    /// Where a way of ending a board is written.
    pub fn rule_for(&self, reason: Reason) -> &Rule {
        match reason {
            Reason::NoClock => &self.no_clock.rule,
            Reason::Simultaneous => &self.simultaneous,
            Reason::Absent | Reason::Forfeit => &self.absence,
            // A penalty rests on the rule of the offence, which the ruling itself cites.
            other => self.reasons.iter().find(|(named, _)| *named == other).map_or(&None, |(_, rule)| rule),
        }
    }
}
