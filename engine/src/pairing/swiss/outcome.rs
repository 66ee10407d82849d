//! What a pairing is: for the director by entrants and boards, inside the engine by ranks.

/// The opponents of one round.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pairing {
    /// Pairs of entrant indexes, higher-ranked first, in board order; forced pairs included.
    pub pairs: Vec<(usize, usize)>,
    /// The odd team out, which gets the bye.
    pub bye: Option<usize>,
    /// Who has no opponent by the schedule or the lines, and scores nothing for that.
    pub out: Vec<usize>,
    /// Whether a better pairing was passed over because the next round could not have been paired after it.
    pub lookahead_changed: bool,
    /// Whether the next round will have no pairing without a rematch (or without a second bye) if all teams stay.
    pub next_round_stuck: bool,
}

impl Pairing {
    /// Adds what another group of the section plays.
    pub fn take_in(&mut self, other: Self) {
        self.pairs.extend(other.pairs);
        self.bye = self.bye.or(other.bye);
        self.out.extend(other.out);
        self.lookahead_changed |= other.lookahead_changed;
        self.next_round_stuck |= other.next_round_stuck;
    }
}

/// A complete pairing of the pool, by rank.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Ranked {
    /// Higher-ranked first, sorted.
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) bye: Option<usize>,
}

impl Ranked {
    /// The opponent of each of `teams` ranks; `None` for the bye.
    pub(super) fn opponents(&self, teams: usize) -> Vec<Option<usize>> {
        let mut opponents = vec![None; teams];
        for &(a, b) in &self.pairs {
            opponents[a] = Some(b);
            opponents[b] = Some(a);
        }
        opponents
    }
}
