//! The pairing of the criteria prepared for questions: ranks, names, costs, and what would happen if.

use super::super::boards;
use super::super::cost::{self, Cost};
use super::super::optimum;
use super::super::outcome::{Pairing, Ranked};
use super::super::pool::Pool;
use super::super::remark::points;
use crate::pairing::position::Position;
use crate::pairing::posted::Reason;
use crate::pairing::settings::{SchoolMode, Settings};
use crate::tournament::HalfPoints;
use crate::tournament::names::does;
use std::collections::HashSet;

/// Said of a number of teams that leaves some out: those settled by the director, sitting out by wish, not there.
pub(in crate::pairing) const STILL: &str = " still to be paired";

/// Everything the answers draw on.
pub(super) struct Grounds<'a> {
    pub(super) position: &'a Position,
    pub(super) settings: &'a Settings,
    pub(super) pool: Pool<'a>,
    pub(super) ranked: Ranked,
    pub(super) cost: Cost,
    /// By rank; `None` for the bye.
    pub(super) opponents: Vec<Option<usize>>,
    /// Pairing scores of the teams that are not to be paired, and have not left.
    pub(super) outside: Vec<i32>,
    pub(super) name: &'a dyn Fn(usize) -> String,
}

/// A pairing that was not chosen.
pub(super) struct Alternative {
    pub(super) ranked: Ranked,
    pub(super) cost: Cost,
    /// It is only there if school-mates may meet, and they never may.
    pub(super) is_banned: bool,
}

impl<'a> Grounds<'a> {
    pub(super) fn of(
        position: &'a Position,
        settings: &'a Settings,
        pairing: &Pairing,
        name: &'a dyn Fn(usize) -> String,
        looks: u64,
    ) -> Option<Self> {
        let (pool, ranked) = boards::read(position, settings, pairing)?;
        pool.effort.begin(looks);
        let cost = cost::of(&pool, &ranked);
        let opponents = ranked.opponents(pool.len());
        let playing: HashSet<usize> = pool.members.iter().map(|member| member.entrant).collect();
        let outside = position.scores_outside(|entrant| playing.contains(&entrant));
        Some(Self { position, settings, pool, ranked, cost, opponents, outside, name })
    }

    /// Whether the questions took more than they may: then no answer says that there is no other pairing.
    pub(super) fn is_given_up(&self) -> bool {
        self.pool.effort.is_used_up()
    }

    pub(super) fn rank(&self, entrant: usize) -> usize {
        self.pool
            .members
            .iter()
            .position(|m| m.entrant == entrant)
            .expect("forced pairs are answered before ranks are asked")
    }

    pub(super) fn level(&self, rank: usize) -> usize {
        self.pool.members[rank].level
    }

    pub(super) fn name(&self, rank: usize) -> String {
        (self.name)(self.pool.members[rank].entrant)
    }

    /// "2½ points", as used for pairing in this level.
    pub(super) fn level_points(&self, level: usize) -> String {
        points(HalfPoints(self.pool.members[self.pool.levels[level].start].score))
    }

    /// Put behind a number of teams on the points of a level where others on them are not to be paired.
    pub(super) fn still(&self, level: usize) -> &'static str {
        let score = self.pool.members[self.pool.levels[level].start].score;
        if self.outside.contains(&score) { STILL } else { "" }
    }

    /// The teams of a level that are paired inside it, by rank.
    pub(super) fn paired_inside(&self, level: usize) -> Vec<usize> {
        let stays = |rank: &usize| self.opponents[*rank].is_some_and(|other| self.level(other) == level);
        self.pool.levels[level].clone().filter(stays).collect()
    }

    /// The best pairing with these pairs and byes ruled out; `None` if none is left.
    pub(super) fn without(
        &self,
        pairs: impl IntoIterator<Item = (usize, usize)>,
        byes: impl IntoIterator<Item = usize>,
    ) -> Option<Alternative> {
        self.answer(self.pool.without(pairs, byes))
    }

    fn answer(&self, pool: Pool) -> Option<Alternative> {
        self.best_of(pool.clone()).or_else(|| self.if_school_mates_met(pool))
    }

    fn best_of(&self, pool: Pool) -> Option<Alternative> {
        let ranked = optimum::with_what_is_left(&pool)?;
        let cost = cost::of(&self.pool, &ranked);
        Some(Alternative { ranked, cost, is_banned: false })
    }

    /// Where a ban on pairs of one school leaves nothing: what there would be without it.
    fn if_school_mates_met(&self, mut pool: Pool) -> Option<Alternative> {
        if pool.mode != SchoolMode::Forbid {
            return None;
        }
        pool.mode = SchoolMode::Avoid;
        self.best_of(pool).map(|alternative| Alternative { is_banned: true, ..alternative })
    }

    /// The best pairing in which these two meet.
    pub(super) fn if_paired(&self, a: usize, b: usize) -> Option<Alternative> {
        self.without(self.all_but(a, b), [a, b])
    }

    /// As `without`, and with everything above a level as it is if that leaves a pairing, so that the reason is near at hand.
    pub(super) fn with_the_rest_above(
        &self,
        level: usize,
        pairs: Vec<(usize, usize)>,
        byes: impl IntoIterator<Item = usize> + Clone,
    ) -> Option<Alternative> {
        let above = self.ranked.pairs.iter().filter(|(a, _)| self.level(*a) < level);
        let kept = above.flat_map(|(a, b)| self.all_but(*a, *b)).chain(pairs.iter().copied());
        let (near, far) = (self.pool.without(kept, byes.clone()), self.pool.without(pairs.iter().copied(), byes));
        self.answer(near).or_else(|| self.answer(far))
    }

    /// Every pair of one of these two with a third team.
    fn all_but(&self, a: usize, b: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        (0..self.pool.len()).filter(move |c| *c != a && *c != b).flat_map(move |c| [(a, c), (b, c)])
    }

    pub(super) fn standing(&self, entrant: usize) -> Reason {
        let rank = self.rank(entrant);
        let team = &self.position.entrants[entrant];
        let group = self.pool.levels[self.level(rank)].len();
        let still = self.still(self.level(rank));
        let company = company(group - 1, still);
        let added = if team.virtual_points == HalfPoints::ZERO {
            String::new()
        } else {
            format!(" ({} added for pairing in this round only)", team.virtual_points)
        };
        let text =
            format!("{} {}{added}, {company}.", does(&self.name(rank), "has"), self.level_points(self.level(rank)));
        Reason::by("27A2", text)
    }
}

/// With how many others a team is in its score group; `still` as in [`STILL`], or empty.
pub(in crate::pairing) fn company(others: usize, still: &str) -> String {
    match others {
        0 if still.is_empty() => "alone in the score group".to_owned(),
        0 => format!("the only one in the score group{still}"),
        1 => format!("the same as one other team{still}"),
        n => format!("the same as {n} other teams{still}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::Entrant;
    use crate::pairing::swiss::pair;

    #[test]
    fn the_questions_about_a_round_share_one_effort() {
        let entrants = (1..=8).map(|seed| Entrant { seed, ..Entrant::default() }).collect();
        let position = Position { entrants, round: 2, rounds: 5, matches: 1, ..Position::default() };
        let settings = Settings::default();
        let pairing = pair(&position, &settings).expect("nothing is forbidden");
        let name = |at: usize| at.to_string();
        let answers = |looks: u64| {
            let grounds = Grounds::of(&position, &settings, &pairing, &name, looks).expect("it is a pairing of all");
            let answered = (0..100).filter(|_| grounds.without([(0, 4)], []).is_some()).count();
            (answered, grounds.is_given_up())
        };
        assert_eq!(answers(u64::MAX), (100, false));
        let (few, is_given_up) = answers(500);
        assert!(few > 0 && few < 100 && is_given_up, "{few}");
    }
}
