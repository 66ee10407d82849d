//! One tie of a knockout: played until somebody is through.

use crate::tournament::{HalfPoints, Side};

/// What follows when the replay of a drawn tie is drawn too. Must be announced before the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum AfterReplay {
    /// One sudden-death match, and a lot if that is drawn as well.
    #[default]
    SuddenDeath,
    /// A lot at once.
    Lot,
}

/// Two teams of which one goes on, and what happened between them so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tie {
    /// First-named team, by its position among the seeds (from 0).
    pub first: usize,
    pub second: usize,
    /// Points of the first and of the second team in each playing: the tie itself, its replay, the sudden-death match.
    pub playings: Vec<(HalfPoints, HalfPoints)>,
    /// Who won the lot, if one was drawn.
    pub lot: Option<Side>,
}

/// Where a tie stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TieState {
    ToPlay,
    /// Drawn: to be replayed with sides swapped.
    ToReplay,
    /// Drawn twice: one match decides, with the sides of the first playing.
    SuddenDeath,
    /// Still level: the director draws a lot and records it.
    DrawLot,
    Won(Side),
    /// Both lost (a double forfeit): nobody is through.
    BothOut,
}

impl Tie {
    /// Where the tie stands under the rule announced for drawn replays.
    pub fn state(&self, after_replay: AfterReplay) -> TieState {
        let Some(&(first, second)) = self.playings.last() else { return TieState::ToPlay };
        if first > second {
            return TieState::Won(Side::First);
        }
        if second > first {
            return TieState::Won(Side::Second);
        }
        if first == HalfPoints::ZERO {
            return TieState::BothOut;
        }
        if let Some(winner) = self.lot {
            return TieState::Won(winner);
        }
        match (self.playings.len(), after_replay) {
            (1, _) => TieState::ToReplay,
            (2, AfterReplay::SuddenDeath) => TieState::SuddenDeath,
            _ => TieState::DrawLot,
        }
    }

    /// Whether the tie is between these two, in either order.
    pub(super) fn is_between(&self, one: usize, other: usize) -> bool {
        (self.first, self.second) == (one, other) || (self.second, self.first) == (one, other)
    }

    pub(super) fn holds(&self, team: usize) -> bool {
        self.first == team || self.second == team
    }

    pub(super) fn team(&self, side: Side) -> usize {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }
}
