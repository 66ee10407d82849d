//! A large pool whose levels do not close without an obstacle: first how many pairs of each two classes, then who, level by level.
//!
//! What is reduced: `numbers` gives the cost of the optimum in K3 to K6 and who floats from the top level (K7); that level is then left
//! behind, and the same is asked of the levels below.
//!
//! Why nothing is lost: in order of rank each floater takes the highest team that it may meet in an optimum. Where that keeps to the
//! numbers they prove it; where it departs from them they are settled anew, and the choice is kept only if they cost the same: so every
//! choice is the best after those before it, as K7 asks. The teams that stay are paired by `halves`, and what clashes among them must be
//! what the numbers say; else nothing is answered.

use super::super::settings::SchoolMode;
use super::halves;
use super::numbers::{self, Counts, Numbers, Unpaired, Unsettled};
use super::outcome::Ranked;
use super::pool::{Obstacles, Pool};
use std::collections::{HashMap, HashSet};

/// The optimum of K1 to K8, or `None` where it could not be proven.
pub(super) fn optimum(pool: &Pool) -> Option<Ranked> {
    let bye = if pool.len() % 2 == 1 { Some(sits_out(pool)?) } else { None };
    let mut naming = Naming::new(pool, bye);
    for level in 0..pool.levels.len() {
        naming.unpaired.descend_to(level);
        let stay = naming.float()?;
        let inside = halves::pair(pool, &stay.ranks)?;
        let clashes = inside.iter().filter(|(a, b)| !pool.is_clear(*a, *b)).count();
        if clashes != stay.clashes || inside.iter().any(|(a, b)| pool.met(*a, *b) > 0) {
            return None;
        }
        naming.pairs.extend(inside);
    }
    naming.pairs.sort_unstable();
    Some(Ranked { pairs: naming.pairs, bye })
}

/// The teams left over, at the least, where a ban on pairs of one school leaves no complete pairing. `None` if it is not that, or not proven.
pub(super) fn stranded(pool: &Pool) -> Option<Vec<usize>> {
    let byes: Vec<Option<usize>> =
        if pool.len() % 2 == 1 { one_of_each_school(pool).into_iter().map(Some).collect() } else { vec![None] };
    let left_over = byes.into_iter().map(|bye| without_opponent(pool, bye)).collect::<Option<Vec<_>>>()?;
    left_over.into_iter().min_by_key(Vec::len).filter(|teams| !teams.is_empty())
}

/// The bye team: the first in order after which the ban on pairs of one school, if there is one, leaves a pairing of the rest.
fn sits_out(pool: &Pool) -> Option<usize> {
    if pool.mode != SchoolMode::Forbid {
        return pool.first_to_sit_out();
    }
    one_of_each_school(pool)
        .into_iter()
        .find(|bye| without_opponent(pool, Some(*bye)).is_some_and(|teams| teams.is_empty()))
}

/// The first to get the bye of those with the same schools, in the order of the bye (K2).
fn one_of_each_school(pool: &Pool) -> Vec<usize> {
    let mut first: HashMap<Vec<u32>, usize> = HashMap::new();
    for rank in (0..pool.len()).filter(|rank| pool.may_sit_out(*rank)) {
        let first = first.entry(pool.members[rank].schools.clone()).or_insert(rank);
        if pool.bye_order(rank) < pool.bye_order(*first) {
            *first = rank;
        }
    }
    let mut first: Vec<usize> = first.into_values().collect();
    first.sort_by_key(|rank| pool.bye_order(*rank));
    first
}

/// The teams left over when as many as possible get an opponent whom their schools allow.
fn without_opponent(pool: &Pool, bye: Option<usize>) -> Option<Vec<usize>> {
    let mut unpaired = Naming::new(pool, bye).unpaired;
    unpaired.is_lenient = true;
    let numbers = unpaired.settle(&Counts::new()).ok()?;
    let mut left_over = Vec::new();
    for ((a, b), pairs) in numbers.counts {
        let is_ruled_out = unpaired.clash(a, b).is_none();
        for class in [a, b].into_iter().filter(|_| is_ruled_out) {
            let ranks = &mut unpaired.classes[class].ranks;
            left_over.extend(ranks.split_off(ranks.len() - pairs));
        }
    }
    left_over.sort_unstable();
    Some(left_over)
}

/// The teams of a level that do not float.
struct Stay {
    ranks: Vec<usize>,
    /// Pairs of one school that they cannot do without.
    clashes: usize,
}

struct Naming<'a, 'p> {
    unpaired: Unpaired<'a, 'p>,
    class_of: Vec<usize>,
    /// Numbers of what is to be paired.
    rest: Counts,
    fixed: Counts,
    /// K3 to K6 of the optimum, once it is known.
    best: Option<Vec<usize>>,
    pairs: Vec<(usize, usize)>,
}

impl<'a, 'p> Naming<'a, 'p> {
    fn new(pool: &'a Pool<'p>, bye: Option<usize>) -> Self {
        let classes = numbers::classes(pool, (0..pool.len()).filter(|rank| Some(*rank) != bye));
        let mut class_of = vec![usize::MAX; pool.len()];
        for (class, of_it) in classes.iter().enumerate() {
            of_it.ranks.iter().for_each(|rank| class_of[*rank] = class);
        }
        Self {
            unpaired: Unpaired::new(pool, classes),
            class_of,
            rest: Counts::new(),
            fixed: Counts::new(),
            best: None,
            pairs: Vec::new(),
        }
    }

    /// Settles who floats from the top level, and to whom. What is left unpaired after that is the levels below.
    fn float(&mut self) -> Option<Stay> {
        let of_top = self.unpaired.classes.iter().filter(|class| class.level == self.unpaired.top);
        let of_top: Vec<usize> = of_top.flat_map(|class| class.ranks.iter().copied()).collect();
        let floats = self.rest.keys().any(|(a, b)| self.unpaired.is_float(*a, *b));
        let numbers = if floats || self.best.is_none() { Some(self.settle().ok()??) } else { None };
        let floaters = numbers.as_ref().map_or(&[][..], |numbers| &numbers.floaters);
        let mut stay = Stay { ranks: of_top, clashes: 0 };
        stay.ranks.retain(|rank| floaters.binary_search(rank).is_err());
        stay.ranks.sort_unstable();
        self.fix_inside(&mut stay);
        if let Some(numbers) = numbers {
            self.unpaired.is_leaving = true;
            self.name(numbers)?;
            self.unpaired.is_leaving = false;
        }
        Some(stay)
    }

    /// The numbers of what is to be paired; `None` if they are not as good as they were.
    fn settle(&mut self) -> Result<Option<Numbers>, Unsettled> {
        let numbers = match self.unpaired.settle(&self.rest) {
            Ok(numbers) => numbers,
            Err(Unsettled::NoPairing) => return Ok(None),
            Err(unproven) => return Err(unproven),
        };
        let cost = self.cost(&numbers.counts);
        if *self.best.get_or_insert_with(|| cost.clone()) != cost {
            return Ok(None);
        }
        self.rest = numbers.counts.clone();
        Ok(Some(numbers))
    }

    /// K3 to K6 of what is paired with these numbers of the rest.
    fn cost(&self, rest: &Counts) -> Vec<usize> {
        let mut all = rest.clone();
        self.fixed.iter().for_each(|(classes, pairs)| *all.entry(*classes).or_insert(0) += pairs);
        self.unpaired.cost(&all)
    }

    /// Whether the rest could be as good as it was if nobody had met anybody.
    fn could_be_as_good(&mut self) -> Result<bool, Unsettled> {
        self.unpaired.is_lenient = true;
        let numbers = self.unpaired.settle(&self.rest);
        self.unpaired.is_lenient = false;
        let counts = numbers?.counts;
        let is_allowed = counts.keys().all(|(a, b)| self.unpaired.clash(*a, *b).is_some());
        Ok(is_allowed && self.best.as_ref().is_none_or(|best| self.cost(&counts) <= *best))
    }

    /// Leaves those of the top level who stay aside.
    fn fix_inside(&mut self, stay: &mut Stay) {
        let top = self.unpaired.top;
        for class in self.unpaired.classes.iter_mut().filter(|class| class.level == top) {
            class.ranks.retain(|rank| stay.ranks.binary_search(rank).is_err());
        }
        for (&(a, b), &pairs) in &self.rest {
            if self.unpaired.classes[b].level == top {
                *self.fixed.entry((a, b)).or_insert(0) += pairs;
                stay.clashes += if self.unpaired.clash(a, b).is_some_and(Obstacles::is_clear) { 0 } else { pairs };
            }
        }
        self.rest.retain(|(_, b), _| self.unpaired.classes[*b].level > top);
    }

    /// Finds the floaters from the top level their opponents.
    fn name(&mut self, mut numbers: Numbers) -> Option<()> {
        let mut from = 0;
        let mut ruled_out = HashSet::new();
        while from < numbers.floaters.len() {
            let plan = self.plan(&numbers, from, &ruled_out)?;
            for &(floater, opponent) in &plan {
                if !self.rest.contains_key(&(self.class_of[floater], self.class_of[opponent])) {
                    break;
                }
                self.take(floater, opponent);
                from += 1;
            }
            let taken = plan.len() - (numbers.floaters.len() - from);
            let mut tried = plan.len() - taken;
            while tried > 0 {
                let before = (self.unpaired.classes.clone(), self.rest.clone(), self.fixed.clone(), self.pairs.len());
                plan[taken..taken + tried].iter().for_each(|(floater, opponent)| self.take(*floater, *opponent));
                if let Some(found) = self.settle().ok()? {
                    from += tried;
                    numbers.may_float = found.may_float;
                    break;
                }
                let (floater, opponent) = plan[taken];
                if tried == 1 && self.could_be_as_good().ok()? {
                    ruled_out.insert((floater, opponent));
                } else if tried == 1 {
                    numbers.may_float.remove(&(self.class_of[floater], self.class_of[opponent]));
                }
                self.pairs.truncate(before.3);
                (self.unpaired.classes, self.rest, self.fixed) = (before.0, before.1, before.2);
                tried /= 2;
            }
        }
        Some(())
    }

    /// The highest opponents that the floaters may have, one after the other.
    fn plan(&self, numbers: &Numbers, from: usize, ruled_out: &HashSet<(usize, usize)>) -> Option<Vec<(usize, usize)>> {
        let (pool, unpaired) = (self.unpaired.pool, &self.unpaired);
        let mut is_free = vec![false; pool.len()];
        unpaired.classes.iter().flat_map(|class| &class.ranks).for_each(|rank| is_free[*rank] = true);
        let mut to_level = vec![0; pool.levels.len()];
        for (&(_, b), pairs) in self.rest.iter().filter(|((a, b), _)| unpaired.is_float(*a, *b)) {
            to_level[unpaired.classes[b].level] += pairs;
        }
        let mut plan = Vec::new();
        for &floater in &numbers.floaters[from..] {
            let fits = |rank: &usize| {
                is_free[*rank]
                    && to_level[pool.members[*rank].level] > 0
                    && numbers.may_float.contains(&(self.class_of[floater], self.class_of[*rank]))
                    && pool.met(floater, *rank) == 0
                    && !pool.is_barred(floater, *rank)
                    && !ruled_out.contains(&(floater, *rank))
            };
            let opponent = (pool.levels[unpaired.top].end..pool.len()).find(fits)?;
            is_free[opponent] = false;
            to_level[pool.members[opponent].level] -= 1;
            plan.push((floater, opponent));
        }
        Some(plan)
    }

    fn take(&mut self, a: usize, b: usize) {
        let classes = (self.class_of[a], self.class_of[b]);
        *self.fixed.entry(classes).or_insert(0) += 1;
        if let Some(pairs) = self.rest.get_mut(&classes) {
            *pairs -= 1;
        }
        self.rest.retain(|_, pairs| *pairs > 0);
        self.pairs.push((a, b));
        for rank in [a, b] {
            self.unpaired.classes[self.class_of[rank]].ranks.retain(|other| *other != rank);
        }
    }
}
