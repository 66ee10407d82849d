//! A section before a round is paired: everything that a pairing may depend on.

use super::knockout::Next;
use super::round_robin::Cycles;
use super::settings::SchoolMode;
use crate::tournament::HalfPoints;
use std::collections::HashMap;

/// Whether a team may still get the odd team's bye [28L3, 28L4].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum ByeClass {
    /// Had nothing of the kind.
    #[default]
    Free,
    /// Took, or is committed to, a half-point bye: after all others.
    HadHalf,
    /// Had a full-point bye or a forfeit win: only with the director's consent.
    HadFull,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entrant {
    /// The number printed for the team; never used to decide.
    pub number: u32,
    /// 1..N, unique: rating descending, unrated last, equals by lot.
    pub seed: u32,
    pub score: HalfPoints,
    /// Points added for this round's pairing only (acceleration).
    pub virtual_points: HalfPoints,
    pub unrated: bool,
    /// Schools the team counts for; two teams clash when they share one.
    pub schools: Vec<u32>,
    pub bye_class: ByeClass,
    /// (opponent's index, round) for each round really played, sorted, and the same on the opponent's side.
    /// Forfeits are no meetings [27A1].
    pub met: Vec<(u32, u32)>,
    /// Played a team with a lower pairing score in the last round.
    pub floated_down: bool,
    /// Played a team with a higher pairing score in the last round.
    pub floated_up: bool,
    /// A house team: joins only if the rest is odd [28M1].
    pub house: bool,
    /// Does not play this round (bye asked for, not checked in); may play later ones.
    pub absent: bool,
    /// Has left the event and never plays again.
    pub left: bool,
}

/// What a section plays; where opponents follow from a draw, the teams that it was made for, in its order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Plays {
    #[default]
    Swiss,
    Schedule {
        entrants: Vec<u32>,
        cycles: Cycles,
    },
    Quads {
        entrants: Vec<u32>,
    },
    Knockout {
        seeds: Vec<u32>,
        /// What its ties so far ask for.
        next: Next,
    },
}

/// A section before a round is paired.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Position {
    /// All teams, present or not, in any order. Other fields refer to them by index.
    pub entrants: Vec<Entrant>,
    /// The round to pair, from 1.
    pub round: u32,
    pub rounds: u32,
    /// Matches a round: 1 or 2.
    pub matches: u8,
    /// Pairs on the director's do-not-pair list.
    pub forbidden: Vec<(u32, u32)>,
    /// Pairs the director has settled for this round; fixed before the engine looks.
    pub forced: Vec<(u32, u32)>,
    pub plays: Plays,
}

impl Position {
    /// A Swiss of some of the teams: the others do not play.
    pub fn only(&self, group: &[u32]) -> Self {
        let mut position = Self { plays: Plays::Swiss, ..self.clone() };
        for (at, entrant) in (0..).zip(&mut position.entrants) {
            entrant.absent |= !group.contains(&at);
        }
        position.forced.retain(|(a, b)| group.contains(a) && group.contains(b));
        position
    }

    /// Who is paired: present teams without those in forced pairs, and a house team if that evens them [28M1].
    pub(super) fn playing(&self) -> Vec<usize> {
        let (house, mut playing): (Vec<_>, Vec<_>) = self.unsettled().partition(|at| self.entrants[*at].house);
        if playing.len() % 2 == 1 {
            playing.extend(house.into_iter().min_by_key(|at| self.entrants[*at].seed));
        }
        playing
    }

    /// Whether the round is sure to be paired by the rules: each may meet half of those who play (Dirac's theorem), and somebody may have the
    /// bye. `false` says nothing; it is also the answer where the director settled a pair.
    pub fn is_sure_to_pair(&self, school_mode: SchoolMode) -> bool {
        let playing = self.playing();
        let odd = playing.len() % 2;
        let mut closed: Vec<usize> = self.entrants.iter().map(|entrant| entrant.met.len()).collect();
        for (a, b) in &self.forbidden {
            closed[*a as usize] += 1;
            closed[*b as usize] += 1;
        }
        let schools = |at: usize| self.entrants[at].schools.iter().filter(|_| school_mode == SchoolMode::Forbid);
        let mut teams_of: HashMap<u32, usize> = HashMap::new();
        playing.iter().flat_map(|at| schools(*at)).for_each(|school| *teams_of.entry(*school).or_default() += 1);
        let mates = |at: usize| schools(at).map(|school| teams_of[school] - 1).sum::<usize>();
        let has_half = |at: &usize| closed[*at] + mates(*at) + odd < playing.len().div_ceil(2);
        let may_sit_out = |at: &usize| self.entrants[*at].bye_class != ByeClass::HadFull;
        let is_plain = self.forced.is_empty() && playing.len() > 1;
        is_plain && playing.iter().all(has_half) && (odd == 0 || playing.iter().any(may_sit_out))
    }

    /// House teams that nobody needs.
    pub fn spare_house_teams(&self) -> Vec<usize> {
        let playing = self.playing();
        self.unsettled().filter(|at| self.entrants[*at].house && !playing.contains(at)).collect()
    }

    /// Present teams that the director did not pair.
    fn unsettled(&self) -> impl Iterator<Item = usize> {
        let mut settled = vec![false; self.entrants.len()];
        for (a, b) in &self.forced {
            settled[*a as usize] = true;
            settled[*b as usize] = true;
        }
        (0..self.entrants.len()).filter(move |at| !self.entrants[*at].absent && !settled[*at])
    }

    /// Pairing scores of the teams that have not left and are not among these: settled by the director, sitting out by wish, not there.
    pub(super) fn scores_outside(&self, these: impl Fn(usize) -> bool) -> Vec<i32> {
        let outside = (0..self.entrants.len()).filter(|team| !self.entrants[*team].left && !these(*team));
        outside.map(|team| (self.entrants[team].score + self.entrants[team].virtual_points).0).collect()
    }

    pub(super) fn rounds_met(&self, a: usize, b: usize) -> Vec<u32> {
        self.entrants[a].met.iter().filter(|(opponent, _)| *opponent as usize == b).map(|(_, round)| *round).collect()
    }

    /// Whether the director settled this pair before the round was paired.
    pub fn is_forced(&self, (a, b): (usize, usize)) -> bool {
        self.forced.iter().any(|(c, d)| [(a, b), (b, a)].contains(&(*c as usize, *d as usize)))
    }
}
