//! A pairing laid out for questions: ranks, names, costs, and what would happen if.

use super::super::super::position::Position;
use super::super::super::settings::Settings;
use super::super::cost::{self, Cost};
use super::super::optimum;
use super::super::outcome::{Pairing, Ranked};
use super::super::pool::Pool;
use super::super::reading;
use super::super::remark::{self, Remark, points};
use super::objection;
use super::reason::Reason;
use crate::tournament::HalfPoints;

/// Everything the answers draw on.
pub(super) struct Scene<'a> {
    pub(super) position: &'a Position,
    pub(super) settings: &'a Settings,
    pub(super) pool: Pool<'a>,
    pub(super) ranked: Ranked,
    pub(super) cost: Cost,
    /// By rank; `None` for the bye.
    pub(super) opponents: Vec<Option<usize>>,
    name: &'a dyn Fn(usize) -> String,
}

/// A pairing that was not chosen.
pub(super) struct Alternative {
    pub(super) ranked: Ranked,
    pub(super) cost: Cost,
}

impl<'a> Scene<'a> {
    pub(super) fn of(position: &'a Position, settings: &'a Settings, pairing: &Pairing, name: &'a dyn Fn(usize) -> String) -> Option<Self> {
        let (pool, ranked) = reading::read(position, settings, pairing)?;
        let cost = cost::of(&pool, &ranked);
        let opponents = ranked.opponents(pool.len());
        Some(Self { position, settings, pool, ranked, cost, opponents, name })
    }

    /// The rank of a team that is in the pool.
    pub(super) fn rank(&self, entrant: usize) -> usize {
        self.pool.members.iter().position(|m| m.entrant == entrant).expect("forced pairs are answered before ranks are asked")
    }

    pub(super) fn level(&self, rank: usize) -> usize {
        self.pool.members[rank].level
    }

    /// The name of the team of a rank.
    pub(super) fn name(&self, rank: usize) -> String {
        (self.name)(self.pool.members[rank].entrant)
    }

    /// "2½ points", as used for pairing in this level.
    pub(super) fn level_points(&self, level: usize) -> String {
        points(HalfPoints(self.pool.members[self.pool.levels[level].start].score))
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
        let pool = self.pool.without(pairs, byes);
        let ranked = optimum::of(&pool)?;
        let cost = cost::of(&self.pool, &ranked);
        Some(Alternative { ranked, cost })
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
        self.without(kept, byes.clone()).or_else(|| self.without(pairs, byes))
    }

    /// Every pair of one of these two with a third team.
    pub(super) fn all_but(&self, a: usize, b: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        (0..self.pool.len()).filter(move |c| *c != a && *c != b).flat_map(move |c| [(a, c), (b, c)])
    }

    /// Where a team stands.
    pub(super) fn standing(&self, entrant: usize) -> Reason {
        let rank = self.rank(entrant);
        let team = &self.position.entrants[entrant];
        let group = self.pool.levels[self.level(rank)].len();
        let company = match group {
            1 => "alone in its score group".to_owned(),
            2 => "with one other team".to_owned(),
            n => format!("with {} other teams", n - 1),
        };
        let added = if team.virtual_points == HalfPoints::ZERO {
            String::new()
        } else {
            format!(" ({} of them added for pairing in this round only)", team.virtual_points)
        };
        let text = format!("{} is on {}{added}, {company}.", self.name(rank), self.level_points(self.level(rank)));
        Reason { rule: Some("27A2"), text }
    }

    /// The pair was settled by the director.
    pub(super) fn forced(&self, pair: (usize, usize)) -> Option<Reason> {
        let text =
            || format!("{} against {} was settled by the director before the round was paired.", (self.name)(pair.0), (self.name)(pair.1));
        reading::is_forced(self.position, pair).then(|| Reason { rule: None, text: text() })
    }

    /// What the chosen pair breaks all the same.
    pub(super) fn blemishes(&self, pair: (usize, usize)) -> Vec<Reason> {
        let remarks = remark::remarks_on_pair(self.position, self.settings, pair);
        let blemishes = remarks.iter().filter(|remark| !matches!(remark, Remark::Float { .. }));
        let apart = || {
            let (a, b) = (self.rank(pair.0), self.rank(pair.1));
            match self.without([(a, b)], []).map(|alternative| objection::to(self, &alternative)) {
                Some(Some((_, clause))) => format!("if they were kept apart, {clause}"),
                Some(None) => "they were put together by the director or for the next round's sake".to_owned(),
                None => "no complete pairing keeps them apart".to_owned(),
            }
        };
        let text = |remark: &Remark| format!("{}; {}.", remark.text(self.name), apart());
        blemishes.map(|remark| Reason { rule: remark.rule(), text: text(remark) }).collect()
    }

    /// What is to be said of the round as a whole: look-ahead, or a director's hand.
    pub(super) fn whole_round(&self, pairing: &Pairing) -> Vec<Reason> {
        if pairing.lookahead_changed {
            let text = "A pairing that is better by itself was passed over: after it the next round would have had only rematches.";
            return vec![Reason { rule: Some("27A1"), text: text.to_owned() }];
        }
        let best = self.without([], []);
        let by_hand = best.is_some_and(|best| best.cost < self.cost);
        let text = "This round was changed by hand: the criteria alone would have paired it otherwise.".to_owned();
        if by_hand { vec![Reason { rule: None, text }] } else { Vec::new() }
    }
}
