//! The teams that play this round, in rank order, and what stands between any two of them.
//!
//! `Load` says how many obstacles a team can have among others: a bound that costs no comparison of pairs.

use super::super::position::{ByeClass, Entrant, Position};
use super::super::settings::{SchoolMode, Settings};
use super::matching::Effort;
use std::collections::HashMap;
use std::ops::Range;

/// Marks an entrant that is not in the pool.
const OUTSIDE: u32 = u32::MAX;

/// One team of the pool. Its place in the pool is its rank.
#[derive(Debug, Clone)]
pub(super) struct Member<'p> {
    /// Index in the position.
    pub(super) entrant: usize,
    /// What the position says of it.
    pub(super) facts: &'p Entrant,
    /// Pairing score in half points, acceleration included.
    pub(super) score: i32,
    /// Real half points above even [28N1].
    pub(super) plus: i32,
    /// Unrated, in a section that protects unrated teams from byes and floats.
    pub(super) protected: bool,
    /// Which score level, from the top.
    pub(super) level: usize,
    /// The schools that are heeded, sorted, none twice.
    pub(super) schools: Vec<u32>,
    /// A bit for each of them; several schools may share one.
    school_bits: u64,
}

impl Member<'_> {
    fn heed(&mut self, heeds: impl Fn(&u32) -> bool) {
        self.schools = self.facts.schools.iter().copied().filter(|school| heeds(school)).collect();
        self.schools.sort_unstable();
        self.schools.dedup();
        self.school_bits = self.schools.iter().fold(0, |bits, school| bits | 1 << (school % u64::BITS));
    }
}

/// What stands between two teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Obstacles {
    /// Rounds in which they really met.
    pub(super) met: u32,
    /// Same school, counted before floats.
    pub(super) strict: bool,
    /// Same school, counted after floats.
    pub(super) soft: bool,
}

impl Obstacles {
    pub(super) fn is_clear(self) -> bool {
        self.met == 0 && !self.strict && !self.soft
    }
}

#[derive(Debug, Clone)]
pub(super) struct Pool<'p> {
    /// By pairing score, then seed.
    pub(super) members: Vec<Member<'p>>,
    /// The members of each score level, from the top.
    pub(super) levels: Vec<Range<usize>>,
    pub(super) mode: SchoolMode,
    /// Whether the same team is kept from floating twice in a row.
    pub(super) avoid_repeats: bool,
    /// Former opponents of each member with the number of meetings, flat; see `met_ends`.
    met: Vec<(u32, u32)>,
    /// Where each member's part of `met` ends.
    met_ends: Vec<u32>,
    /// Do-not-pair list in ranks, smaller first, sorted.
    barred: Vec<(u32, u32)>,
    /// Members that may not get the bye, sorted; only in questions of the kind "what if".
    must_play: Vec<usize>,
    /// How much longer may be searched for the optimum.
    pub(super) effort: Effort,
}

impl<'p> Pool<'p> {
    /// The pool of a position: present teams without those in forced pairs, and a house team if that evens it [28M1].
    pub(super) fn of(position: &'p Position, settings: &Settings) -> Self {
        Self::with(position, settings, position.playing())
    }

    pub(super) fn with(position: &'p Position, settings: &Settings, playing: Vec<usize>) -> Self {
        let entrants = &position.entrants;
        let even = i64::from(position.round.saturating_sub(1)) * i64::from(position.matches);
        let mut members: Vec<Member<'p>> = playing
            .into_iter()
            .map(|entrant| {
                let facts = &entrants[entrant];
                let score = facts.score.0 + facts.virtual_points.0;
                let plus = (i64::from(facts.score.0) - even) as i32;
                let mut member = Member {
                    entrant,
                    facts,
                    score,
                    plus,
                    protected: settings.protect_unrated && facts.unrated,
                    level: 0,
                    schools: Vec::new(),
                    school_bits: 0,
                };
                member.heed(|_| settings.school_mode != SchoolMode::Ignore);
                member
            })
            .collect();
        members.sort_unstable_by_key(|m| (std::cmp::Reverse(m.score), m.facts.seed, m.entrant));
        let levels = levels_of(&mut members);
        let mut rank_of = vec![OUTSIDE; entrants.len()];
        for (rank, member) in members.iter().enumerate() {
            rank_of[member.entrant] = rank as u32;
        }
        let (met, met_ends) = meetings(&members, &rank_of);
        let mut barred: Vec<(u32, u32)> = position
            .forbidden
            .iter()
            .map(|(a, b)| (rank_of[*a as usize], rank_of[*b as usize]))
            .filter(|(a, b)| *a != OUTSIDE && *b != OUTSIDE)
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        barred.sort_unstable();
        barred.dedup();
        Self {
            members,
            levels,
            mode: settings.school_mode,
            avoid_repeats: settings.avoid_repeat_floats,
            met,
            met_ends,
            barred,
            must_play: Vec::new(),
            effort: Effort::default(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Former opponents of a member in the pool, by rank, with the number of meetings.
    pub(super) fn former_opponents(&self, rank: usize) -> &[(u32, u32)] {
        let start = if rank == 0 { 0 } else { self.met_ends[rank - 1] as usize };
        &self.met[start..self.met_ends[rank] as usize]
    }

    pub(super) fn met(&self, a: usize, b: usize) -> u32 {
        let former = self.former_opponents(a);
        former.binary_search_by_key(&(b as u32), |(rank, _)| *rank).map_or(0, |at| former[at].1)
    }

    /// Whether two members share a school [28N].
    pub(super) fn share_school(&self, a: usize, b: usize) -> bool {
        if self.members[a].school_bits & self.members[b].school_bits == 0 {
            return false;
        }
        let others = &self.members[b].schools;
        self.members[a].schools.iter().any(|school| others.contains(school))
    }

    /// The same pool with some of its schools only: no pairing costs more in it.
    pub(super) fn heeding(&self, heeds: impl Fn(&u32) -> bool) -> Self {
        let mut pool = self.clone();
        pool.members.iter_mut().for_each(|member| member.heed(&heeds));
        pool
    }

    /// Whether the director listed the two as not to be paired.
    pub(super) fn is_barred(&self, a: usize, b: usize) -> bool {
        !self.barred.is_empty() && self.barred.binary_search(&(a.min(b) as u32, a.max(b) as u32)).is_ok()
    }

    /// The do-not-pair list in ranks, smaller first.
    pub(super) fn barred(&self) -> &[(u32, u32)] {
        &self.barred
    }

    /// What stands between two members; `None` if they may not be paired at all.
    pub(super) fn obstacles(&self, a: usize, b: usize) -> Option<Obstacles> {
        if self.is_barred(a, b) {
            return None;
        }
        let met = self.met(a, b);
        self.clash(a, b).map(|clash| Obstacles { met, ..clash })
    }

    /// What stands between two members, or a member and one like it, because of their schools; `None` if that is ruled out.
    pub(super) fn clash(&self, a: usize, b: usize) -> Option<Obstacles> {
        if !self.share_school(a, b) {
            return Some(Obstacles::default());
        }
        let ahead = self.members[a].plus.max(self.members[b].plus) >= 2;
        match self.mode {
            SchoolMode::Forbid => None,
            SchoolMode::Prefer => Some(Obstacles { soft: true, ..Obstacles::default() }),
            SchoolMode::Plus2 if ahead => Some(Obstacles { soft: true, ..Obstacles::default() }),
            SchoolMode::Plus2 | SchoolMode::Avoid | SchoolMode::Ignore => {
                Some(Obstacles { strict: true, ..Obstacles::default() })
            }
        }
    }

    /// Whether nothing stands between two members.
    pub(super) fn is_clear(&self, a: usize, b: usize) -> bool {
        let met = || self.former_opponents(a).iter().any(|(former, _)| *former == b as u32);
        !(self.share_school(a, b) || met() || self.is_barred(a, b))
    }

    /// The same pool with some pairs and some byes ruled out. What is left keeps its cost.
    pub(super) fn without(
        &self,
        pairs: impl IntoIterator<Item = (usize, usize)>,
        byes: impl IntoIterator<Item = usize>,
    ) -> Self {
        let mut pool = self.clone();
        pool.barred.extend(pairs.into_iter().map(|(a, b)| (a.min(b) as u32, a.max(b) as u32)));
        pool.barred.sort_unstable();
        pool.barred.dedup();
        pool.must_play.extend(byes);
        pool.must_play.sort_unstable();
        pool
    }

    /// Whether a member may get the bye at all.
    pub(super) fn may_sit_out(&self, rank: usize) -> bool {
        self.must_play.binary_search(&rank).is_err()
    }

    /// Whom the bye goes to if nothing speaks against it.
    pub(super) fn first_to_sit_out(&self) -> Option<usize> {
        (0..self.len()).filter(|rank| self.may_sit_out(*rank)).min_by_key(|rank| self.bye_order(*rank))
    }

    /// K2 of a member as the bye team, most important first: had a full bye, score, had a half bye, unrated, seed [28L].
    pub(super) fn bye_order(&self, rank: usize) -> (bool, i32, bool, bool, std::cmp::Reverse<u32>) {
        let member = &self.members[rank];
        let class = member.facts.bye_class;
        let seed = std::cmp::Reverse(member.facts.seed);
        (class == ByeClass::HadFull, member.score, class == ByeClass::HadHalf, member.protected, seed)
    }
}

/// Cuts ranked members into score levels and gives each member its own.
fn levels_of(members: &mut [Member<'_>]) -> Vec<Range<usize>> {
    let mut levels: Vec<Range<usize>> = Vec::new();
    for rank in 0..members.len() {
        match levels.last_mut() {
            Some(level) if members[level.start].score == members[rank].score => level.end = rank + 1,
            _ => levels.push(rank..rank + 1),
        }
        members[rank].level = levels.len() - 1;
    }
    levels
}

/// Former opponents within the pool, by rank.
fn meetings(members: &[Member<'_>], rank_of: &[u32]) -> (Vec<(u32, u32)>, Vec<u32>) {
    let mut met: Vec<(u32, u32)> = Vec::with_capacity(members.iter().map(|m| m.facts.met.len()).sum());
    let mut ends = Vec::with_capacity(members.len());
    let mut opponents: Vec<u32> = Vec::new();
    for member in members {
        opponents.clear();
        opponents.extend(
            member.facts.met.iter().map(|(opponent, _)| rank_of[*opponent as usize]).filter(|rank| *rank != OUTSIDE),
        );
        opponents.sort_unstable();
        for same in opponents.chunk_by(|a, b| a == b) {
            met.push((same[0], same.len() as u32));
        }
        ends.push(met.len() as u32);
    }
    (met, ends)
}

/// Obstacles counted by list rather than by pair.
pub(super) struct Load {
    /// Do-not-pair entries by rank; empty where there is no list.
    barred: HashMap<usize, usize>,
}

impl Load {
    pub(super) fn new(pool: &Pool) -> Self {
        let mut barred = HashMap::new();
        for &(a, b) in pool.barred() {
            *barred.entry(a as usize).or_insert(0) += 1;
            *barred.entry(b as usize).or_insert(0) += 1;
        }
        Self { barred }
    }

    /// At least as many as any of these teams has obstacles among the others. Ranks ascending.
    pub(super) fn most_inside(&self, pool: &Pool, ranks: &[usize]) -> usize {
        let (Some(&first), Some(&last)) = (ranks.first(), ranks.last()) else { return 0 };
        let by_school = by_school(pool, ranks);
        let of = |rank: usize| {
            let former = pool.former_opponents(rank);
            let met = former.partition_point(|(r, _)| *r as usize <= last)
                - former.partition_point(|(r, _)| (*r as usize) < first);
            let schools = &pool.members[rank].schools;
            let mates: usize =
                schools.iter().map(|school| by_school.get(school).map_or(0, |count: &usize| count - 1)).sum();
            met + mates + self.barred.get(&rank).copied().unwrap_or(0)
        };
        ranks.iter().map(|rank| of(*rank)).max().unwrap_or(0)
    }
}

/// The schools with more than half of these teams, so that some of theirs must meet; several only where teams count for several.
pub(super) fn majorities(pool: &Pool, ranks: &[usize]) -> Vec<u32> {
    by_school(pool, ranks).into_iter().filter(|(_, teams)| 2 * teams > ranks.len()).map(|(school, _)| school).collect()
}

/// The school with most of these teams, and how many.
pub(super) fn largest(pool: &Pool, ranks: &[usize]) -> Option<(u32, usize)> {
    by_school(pool, ranks).into_iter().max_by_key(|(school, teams)| (*teams, std::cmp::Reverse(*school)))
}

/// Teams by school, where schools matter.
pub(super) fn by_school(pool: &Pool, ranks: &[usize]) -> HashMap<u32, usize> {
    let mut teams = HashMap::new();
    for rank in ranks {
        pool.members[*rank].schools.iter().for_each(|school| *teams.entry(*school).or_insert(0) += 1);
    }
    teams
}
