//! The floats of a large pool whose levels do not close without an obstacle, by the margins of its levels, and still exactly.
//!
//! Two teams of one class (same level, schools and what else criteria K1 to K6 ask about) can stand for one another. So the
//! middle of a class that is paired inside its level in any case is left out, and what is left is searched as a whole. A better
//! pairing than the one found would differ from it along an alternating cycle, and a cycle that breaks two pairs of the same two
//! classes in the same direction falls apart into two, one of them better still. So a better pairing would be had among the
//! margins as well, as long as these keep enough teams to spare that are fit to float and have not met. By K7 the
//! last of a class float first, to the first of another. Only fields of two schools, or of one and of teams without, are cut
//! so: there the numbers alone say how many pairs of each two classes a level has.

use super::floats::{self, Settled, Stretch};
use super::halves;
use super::outcome::Ranked;
use super::pool::Pool;
use std::collections::HashMap;
use std::ops::Range;

/// Teams kept at first at either end of a class.
const ROOM: usize = 8;

/// Searches before the pool is searched as a whole.
const PATIENCE: usize = 24;

/// The optimum of K1 to K8, or `None` where it could not be proven.
pub(super) fn optimum(pool: &Pool) -> Option<Ranked> {
    if !has_two_sides(pool) {
        return None;
    }
    let bye = if pool.len() % 2 == 1 { Some(pool.first_to_sit_out()?) } else { None };
    let mut margins = Margins::new(pool, bye);
    for _ in 0..PATIENCE {
        let kept = margins.kept()?;
        let stretch = Stretch { ranks: kept, sources: 0, sinks: 0 };
        let settled = floats::settle(pool, &stretch)?;
        if margins.accept(&stretch.ranks, &settled) {
            return margins.close(settled).map(|pairs| Ranked { pairs, bye });
        }
    }
    None
}

/// What criteria K1 to K6, and the count of protected teams in K7, ask about a team, meetings apart.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Kind {
    level: usize,
    schools: Vec<u32>,
    is_ahead: bool,
    is_protected: bool,
    floated: (bool, bool),
}

/// The teams of one kind.
struct Class {
    /// By rank, ascending.
    ranks: Vec<usize>,
    /// Teams to keep at least, first and last ones.
    head: usize,
    tail: usize,
    /// The places left out.
    middle: Range<usize>,
}

struct Margins<'a> {
    pool: &'a Pool<'a>,
    classes: Vec<Class>,
    /// By rank; of the bye team it says nothing.
    class_of: Vec<usize>,
    /// By level: its classes.
    of_level: Vec<Vec<usize>>,
    /// By level: whether pairs with a clash may be left out.
    may_clash: Vec<bool>,
    /// By level: pairs with a clash that are left out.
    clashes: Vec<usize>,
    bye: Option<usize>,
}

impl<'a> Margins<'a> {
    fn new(pool: &'a Pool<'a>, bye: Option<usize>) -> Self {
        let mut by_kind: HashMap<Kind, usize> = HashMap::new();
        let mut classes: Vec<Class> = Vec::new();
        let mut of_level = vec![Vec::new(); pool.levels.len()];
        let mut class_of = vec![0; pool.len()];
        for rank in (0..pool.len()).filter(|rank| Some(*rank) != bye) {
            let level = pool.members[rank].level;
            let class = *by_kind.entry(kind(pool, rank)).or_insert_with(|| {
                of_level[level].push(classes.len());
                classes.push(Class { ranks: Vec::new(), head: ROOM, tail: ROOM, middle: 0..0 });
                classes.len() - 1
            });
            classes[class].ranks.push(rank);
            class_of[rank] = class;
        }
        let levels = pool.levels.len();
        Self { pool, classes, class_of, of_level, may_clash: vec![true; levels], clashes: vec![0; levels], bye }
    }

    /// The ranks that are kept; `None` if that is nearly everybody.
    fn kept(&mut self) -> Option<Vec<usize>> {
        let mut left_out = vec![0; self.classes.len()];
        for level in 0..self.of_level.len() {
            self.leave_out(level, &mut left_out);
        }
        let mut is_kept = vec![true; self.pool.len()];
        for (class, left_out) in self.classes.iter_mut().zip(left_out) {
            class.middle = class.head..class.head + left_out;
            if left_out > 0 {
                class.ranks[class.middle.clone()].iter().for_each(|rank| is_kept[*rank] = false);
            }
        }
        let kept: Vec<usize> = (0..self.pool.len()).filter(|rank| is_kept[*rank] && Some(*rank) != self.bye).collect();
        (kept.len() * 10 <= self.pool.len() * 9).then_some(kept)
    }

    /// How many of each class of a level are left out: as pairs that have nothing between them, then as pairs of one school.
    fn leave_out(&mut self, level: usize, left_out: &mut [usize]) {
        self.clashes[level] = 0;
        let classes = &self.of_level[level];
        let mut spare: Vec<usize> =
            classes.iter().map(|c| self.classes[*c].ranks.len().saturating_sub(self.classes[*c].head + self.classes[*c].tail)).collect();
        for clash in [false, true] {
            if clash && !self.may_clash[level] {
                return;
            }
            loop {
                let fits = |a: usize, b: usize| self.share_school(classes[a], classes[b]) == clash;
                let largest = |others: &dyn Fn(usize) -> bool, spare: &[usize]| {
                    (0..spare.len()).filter(|c| spare[*c] > 0 && others(*c)).max_by_key(|c| spare[*c])
                };
                let with = |a: usize, spare: &mut Vec<usize>| {
                    spare[a] -= 1;
                    let b = largest(&|b| fits(a, b), spare);
                    spare[a] += 1;
                    b
                };
                let has_partner = |a: usize| (0..spare.len()).any(|b| fits(a, b) && spare[b] > usize::from(a == b));
                let Some(a) = largest(&has_partner, &spare) else { break };
                let Some(b) = with(a, &mut spare) else { break };
                let pairs = if a == b { spare[a] / 2 } else { spare[a].min(spare[b]).div_ceil(4) };
                for c in [a, b] {
                    spare[c] -= pairs;
                    left_out[classes[c]] += pairs;
                }
                self.clashes[level] += if clash { pairs } else { 0 };
            }
        }
    }

    /// Whether teams of these classes are of one school, where that matters.
    fn share_school(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.classes[a].ranks[0], self.classes[b].ranks[0]);
        self.pool.minds_schools() && self.pool.share_school(a, b)
    }

    /// Whether the optimum of the margins is that of the pool; if not, they are widened.
    fn accept(&mut self, kept: &[usize], settled: &Settled) -> bool {
        let pool = self.pool;
        if settled.floats.pairs.iter().chain(&settled.obstructed).any(|(a, b)| pool.met(*a, *b) > 0) {
            // Whoever may have to meet again, nobody stands for anybody else.
            self.classes.iter_mut().for_each(|class| class.head = class.ranks.len());
            return false;
        }
        let conflicts = self.conflicts(kept);
        let mut floats = vec![false; pool.len()];
        settled.floats.pairs.iter().for_each(|(a, b)| [*a, *b].into_iter().for_each(|rank| floats[rank] = true));
        let mut enough = true;
        for (class, conflicts) in self.classes.iter_mut().zip(&conflicts) {
            if class.middle.is_empty() {
                continue;
            }
            let [spare_head, spare_tail] = conflicts.map(|conflicts| 2 + 2 * conflicts);
            let used = |ranks: &[usize]| ranks.iter().filter(|rank| floats[**rank]).count();
            let (head, tail) = (&class.ranks[..class.middle.start], &class.ranks[class.middle.end..]);
            let (head_used, tail_used) = (used(head), used(tail));
            if head.len() < head_used + spare_head {
                class.head = head_used + spare_head + 2;
                enough = false;
            }
            if tail.len() < tail_used + spare_tail {
                class.tail = tail_used + spare_tail + 2;
                enough = false;
            }
        }
        for level in 0..self.of_level.len() {
            let found = settled.obstructed.iter().filter(|(a, _)| pool.members[*a].level == level).count();
            let most = self.of_level[level].iter().map(|class| conflicts[*class][0] + conflicts[*class][1]).max().unwrap_or(0);
            if self.clashes[level] > 0 && found < 2 + 2 * most {
                self.may_clash[level] = false;
                enough = false;
            }
        }
        enough
    }

    /// By class: with how many of its first and of its last kept teams any kept team may not be paired, or has met.
    fn conflicts(&self, kept: &[usize]) -> Vec<[usize; 2]> {
        let pool = self.pool;
        let mut is_kept = vec![false; pool.len()];
        kept.iter().for_each(|rank| is_kept[*rank] = true);
        let mut barred: HashMap<usize, Vec<usize>> = HashMap::new();
        for &(a, b) in pool.barred() {
            barred.entry(a as usize).or_default().push(b as usize);
            barred.entry(b as usize).or_default().push(a as usize);
        }
        let side_of = |rank: usize| {
            let class = &self.classes[self.class_of[rank]];
            let is_last = class.ranks.get(class.middle.end).is_some_and(|first_of_tail| rank >= *first_of_tail);
            (self.class_of[rank], usize::from(is_last))
        };
        let mut most = vec![[0; 2]; self.classes.len()];
        let mut count: HashMap<(usize, usize), usize> = HashMap::new();
        for &rank in kept {
            count.clear();
            let met = pool.former_opponents(rank).iter().map(|(other, _)| *other as usize);
            for other in met.chain(barred.get(&rank).into_iter().flatten().copied()).filter(|other| is_kept[*other]) {
                *count.entry(side_of(other)).or_insert(0) += 1;
            }
            count.iter().for_each(|((class, side), count)| most[*class][*side] = most[*class][*side].max(*count));
        }
        most
    }

    /// Pairs the levels inside. `None` if one costs more than its margin and its middle apart.
    fn close(&self, settled: Settled) -> Option<Vec<(usize, usize)>> {
        let pool = self.pool;
        let mut floats = vec![false; pool.len()];
        settled.floats.pairs.iter().for_each(|(a, b)| [*a, *b].into_iter().for_each(|rank| floats[rank] = true));
        let mut pairs = settled.floats.pairs;
        for (level, members) in pool.levels.iter().enumerate() {
            let ranks: Vec<usize> = members.clone().filter(|rank| !floats[*rank] && Some(*rank) != self.bye).collect();
            let inside = halves::pair(pool, &ranks)?;
            let met = inside.iter().any(|(a, b)| pool.met(*a, *b) > 0);
            let clashes = inside.iter().filter(|(a, b)| !pool.is_clear(*a, *b)).count();
            let expected = settled.obstructed.iter().filter(|(a, _)| pool.members[*a].level == level).count() + self.clashes[level];
            if met || clashes != expected {
                return None;
            }
            pairs.extend(inside);
        }
        pairs.sort_unstable();
        Some(pairs)
    }
}

/// Whether every team is of one of two schools, or of one school or none.
fn has_two_sides(pool: &Pool) -> bool {
    let mut sides: Vec<&[u32]> = Vec::new();
    pool.minds_schools()
        && pool.members.iter().all(|member| {
            let schools = &member.facts.schools[..];
            if !sides.contains(&schools) {
                sides.push(schools);
            }
            schools.len() <= 1 && sides.len() <= 2
        })
}

fn kind(pool: &Pool, rank: usize) -> Kind {
    let member = &pool.members[rank];
    let mut schools = if pool.minds_schools() { member.facts.schools.clone() } else { Vec::new() };
    schools.sort_unstable();
    schools.dedup();
    let repeats = pool.avoid_repeats;
    Kind {
        level: member.level,
        schools,
        is_ahead: member.plus >= 2,
        is_protected: member.protected,
        floated: (repeats && member.facts.floated_down, repeats && member.facts.floated_up),
    }
}
