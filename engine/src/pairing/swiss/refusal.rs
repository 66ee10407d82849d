//! What the engine does not do without the director: rematches, second byes, and what cannot be paired at all.

use super::super::position::{ByeClass, Position};
use super::super::settings::SchoolMode;
use super::matching::{self, Graph};
use super::names;
use super::outcome::{Pairing, Ranked};
use super::pool::{self, Pool};
use crate::tournament::names::counted;

/// Teams up to which the teams that find nobody are sought one by one.
const COUNTED: usize = 100;

/// Teams up to which they are sought at all where counting says nothing.
const MOST_SEARCHED: usize = 500;

/// What the director has consented to for this round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Consent {
    /// Teams may meet again [27A1].
    pub rematch: bool,
    /// A team may get a second full-point bye, or one after a forfeit win [28L3].
    pub second_bye: bool,
}

/// Why a round was not paired.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Every complete pairing breaks a rule that only the director may break.
    #[error("every pairing of this round has {}", broken(rematches, second_bye))]
    NeedsConsent {
        /// Pairs that would meet again, as entrant indexes, with the rounds in which they met.
        rematches: Vec<(usize, usize, Vec<u32>)>,
        /// The team that would get a second bye.
        second_bye: Option<usize>,
        pairing: Box<Pairing>,
    },
    /// The do-not-pair list, or a ban on same-school pairs, leaves no complete pairing.
    #[error("no complete pairing of this round is allowed: {} cannot all get an opponent", counted(stranded.len(), "team"))]
    NoPairing {
        /// Teams with nobody left at all; if each has somebody, the ones left over when as many as possible are paired.
        stranded: Vec<usize>,
    },
    /// So many teams are bound so tightly by schools or earlier rounds that the search for the best pairing would not end in time.
    #[error(
        "the best pairing of these {teams} teams cannot be found in time: too many of them share a school or have met"
    )]
    TooEntangled { teams: usize },
    /// Every round of the schedule, the quads or the knockout is played.
    #[error("all {rounds} rounds have been played")]
    Over { rounds: usize },
    /// Ties of a knockout, as entrant indexes, that nobody has won yet.
    #[error("{} knockout matches are still open", ties.len())]
    TiesOpen { ties: Vec<(usize, usize)> },
}

impl Refusal {
    /// The pairing after all, if the director consents to everything that it breaks.
    pub fn overruled_by(self, consent: Consent) -> Result<Pairing, Self> {
        match self {
            Self::NeedsConsent { rematches, second_bye, pairing }
                if (consent.rematch || rematches.is_empty()) && (consent.second_bye || second_bye.is_none()) =>
            {
                Ok(*pairing)
            }
            refused => Err(refused),
        }
    }
}

fn broken(rematches: &[(usize, usize, Vec<u32>)], second_bye: &Option<usize>) -> &'static str {
    match (rematches.is_empty(), second_bye) {
        (false, Some(_)) => "a rematch and a second bye",
        (false, None) => "a rematch",
        (true, _) => "a second bye",
    }
}

/// Lets a pairing through that breaks nothing.
pub(super) fn check(position: &Position, pool: &Pool, best: &Ranked, pairing: Pairing) -> Result<Pairing, Refusal> {
    let again = best.pairs.iter().filter(|(a, b)| pool.met(*a, *b) > 0);
    let rematches: Vec<_> = again
        .map(|(a, b)| {
            let (a, b) = (pool.members[*a].entrant, pool.members[*b].entrant);
            (a, b, position.rounds_met(a, b))
        })
        .collect();
    let second_bye =
        best.bye.map(|rank| &pool.members[rank]).filter(|m| m.facts.bye_class == ByeClass::HadFull).map(|m| m.entrant);
    if rematches.is_empty() && second_bye.is_none() {
        return Ok(pairing);
    }
    Err(Refusal::NeedsConsent { rematches, second_bye, pairing: Box::new(pairing) })
}

/// That one school has so many teams of a large pool that not all of them find an opponent where its teams never meet: by counting.
pub(super) fn by_counting(pool: &Pool) -> Option<Refusal> {
    if pool.mode != SchoolMode::Forbid || pool.len() <= COUNTED {
        return None;
    }
    let all: Vec<usize> = (0..pool.len()).collect();
    let (school, teams) = pool::largest(pool, &all)?;
    let of_school = |rank: &usize| pool.members[*rank].schools.contains(&school);
    // One of them may have the bye.
    let sits_out = pool.len() % 2 == 1 && all.iter().any(|rank| of_school(rank) && pool.may_sit_out(*rank));
    let too_many = (2 * teams).saturating_sub(pool.len() + usize::from(sits_out));
    let stranded = all.iter().rev().filter(|rank| of_school(rank)).take(too_many);
    let stranded: Vec<usize> = stranded.map(|rank| pool.members[*rank].entrant).collect();
    (!stranded.is_empty()).then_some(Refusal::NoPairing { stranded })
}

/// Why there is no optimum: no complete pairing, or none in time.
pub(super) fn without_optimum(pool: &Pool) -> Refusal {
    // Where no pair is ruled out there is a pairing, though none was proven to be the best.
    let rules_pairs_out = pool.mode == SchoolMode::Forbid || !pool.barred().is_empty();
    match pool.effort.is_used_up() || (!rules_pairs_out && pool.len() > COUNTED) {
        true => Refusal::TooEntangled { teams: pool.len() },
        false => no_pairing(pool),
    }
}

/// Names the teams for which no opponent is left.
fn no_pairing(pool: &Pool) -> Refusal {
    let n = pool.len();
    let has_nobody = |a: &usize| (0..n).all(|b| b == *a || pool.obstacles(*a, b).is_none());
    let lonely: Vec<usize> = (0..n).filter(has_nobody).collect();
    let stranded = match lonely[..] {
        [] if n > COUNTED => names::stranded(pool).or_else(|| if n <= MOST_SEARCHED { left_over(pool) } else { None }),
        [] => left_over(pool),
        _ => Some(lonely),
    };
    let Some(stranded) = stranded else { return Refusal::TooEntangled { teams: n } };
    Refusal::NoPairing { stranded: stranded.into_iter().map(|rank| pool.members[rank].entrant).collect() }
}

/// The teams left when as many as possible are paired; `None` if that takes too long.
fn left_over(pool: &Pool) -> Option<Vec<usize>> {
    let n = pool.len();
    let mut graph = Graph::new(2 * n, 1);
    for a in 0..n {
        for b in (a + 1..n).filter(|b| pool.obstacles(a, *b).is_some()) {
            graph.join(a, b, &mut []);
            graph.join(n + a, n + b, &mut []);
        }
        // A team without an opponent meets its own double, at a price: as few as possible do.
        graph.join(a, n + a, &mut [(0, 1)]);
    }
    let mates = matching::cheapest_within(&graph, &pool.effort)?;
    Some((0..n).filter(|a| mates[*a] == n + a).collect())
}
