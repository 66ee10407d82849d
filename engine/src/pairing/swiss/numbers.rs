//! How many pairs of each two classes a best pairing has, and who floats from its top level, for a pool of any size.
//!
//! What is reduced: teams of one [`Class`] cost the same in K1 to K6 but for whom they have met, so of the pairs of each two
//! classes a few are kept, the kernel, and the rest are taken for copies of these. Only the kernel is searched.
//!
//! Why its optimum is the whole one: the prices that prove it overpay no pair of the kernel. Where two teams of the two classes pay a
//! pair exactly, stand in the same blossoms, and would overpay nobody of their own kind, any number of copies of them can be added at the
//! same prices: these then prove the whole as well. That is looked at for each two classes with copies (`unproven`), not assumed; where
//! it fails more pairs are kept. A team that represents others is not asked whom it has met; `names` finds each its opponents after
//! that, or gives up.
//!
//! How many pairs are worth leaving out is guessed from a pool of half the size, and each search sets out from the prices of the last.

use super::matching::{self, Digit, Digits, Graph, Solved};
use super::pool::{Obstacles, Pool};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Pairs of each two classes kept in the kernel at first.
const KEPT: usize = 2;

/// Searches of one kernel after another.
const PATIENCE: usize = 30;

/// Teams up to which a kernel is searched.
const MOST: usize = 1500;

/// Teams of a class up to which nothing is guessed.
const FEW: usize = 4;

/// The optimum of K1 to K6 over some levels, and of K7 as to who floats from the top one.
pub(super) struct Numbers {
    pub(super) counts: Counts,
    pub(super) floaters: Vec<usize>,
    /// Classes of which two teams may meet in an optimum, the first of the top level, the second of a lower one.
    pub(super) may_float: BTreeSet<(usize, usize)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unsettled {
    /// Every complete pairing has a pair that is ruled out.
    NoPairing,
    /// No kernel of a size that can be searched proves anything.
    NothingProven,
}

/// The classes of a pool as far as they are still to be paired.
pub(super) struct Unpaired<'a, 'p> {
    pub(super) pool: &'a Pool<'p>,
    pub(super) classes: Vec<Class>,
    /// The highest level that is left.
    pub(super) top: usize,
    /// Teams of the levels from the top one on, when it became that.
    sizes: Vec<u64>,
    /// What a team of each class paid at least in the last kernel, meetings and names left aside: where the next search sets out from.
    rates: RefCell<BTreeMap<usize, Vec<i64>>>,
    /// Whether only those of its teams are left that float.
    pub(super) is_leaving: bool,
    /// Whether pairs that are not allowed are counted, not ruled out, and nobody has met anybody.
    pub(super) is_lenient: bool,
}

/// A team of a kernel, or one like it.
struct Vertex {
    class: usize,
    rank: usize,
    /// Whether it represents teams that are left out as well, so that it does not count whom it has met.
    represents_many: bool,
}

impl<'a, 'p> Unpaired<'a, 'p> {
    pub(super) fn new(pool: &'a Pool<'p>, classes: Vec<Class>) -> Self {
        let mut unpaired = Self {
            pool,
            classes,
            top: 0,
            sizes: Vec::new(),
            rates: RefCell::default(),
            is_leaving: false,
            is_lenient: false,
        };
        unpaired.descend_to(0);
        unpaired
    }

    /// Leaves the levels above this one, which are paired.
    pub(super) fn descend_to(&mut self, top: usize) {
        self.top = top;
        self.sizes = vec![0; self.pool.levels.len() - top];
        let left = self.classes.iter().filter(|class| class.level >= top);
        left.for_each(|class| self.sizes[class.level - top] += class.ranks.len() as u64);
        self.rates.take();
    }

    /// A guess at the optimal numbers, meetings left aside.
    fn estimate(&self) -> Option<Counts> {
        self.estimate_for(&self.classes.iter().map(|class| class.ranks.clone()).collect::<Vec<_>>())
    }

    fn estimate_for(&self, ranks: &[Vec<usize>]) -> Option<Counts> {
        let sizes: Vec<usize> = ranks.iter().map(Vec::len).collect();
        let mut guess = Counts::new();
        if sizes.iter().any(|size| *size > FEW) {
            let mut halves: Vec<Vec<usize>> =
                ranks.iter().map(|ranks| ranks.iter().skip(1).step_by(2).copied().collect()).collect();
            if halves.iter().map(Vec::len).sum::<usize>() % 2 == 1 {
                let odd = sizes
                    .iter()
                    .rposition(|size| size % 2 == 1)
                    .or_else(|| sizes.iter().rposition(|size| *size > 0))?;
                halves[odd].insert(0, ranks[odd][0]);
            }
            guess = self.estimate_for(&halves)?.into_iter().map(|(classes, pairs)| (classes, 2 * pairs)).collect();
        }
        let left_out = self.leave_out(&guess, &sizes, &Counts::new());
        let kernel = self.kernel(ranks, &left_out, true);
        let words = Words::new(self, &kernel, &guess, true);
        let solved = self.search(&kernel, &words)?;
        Some(counts(&kernel, &solved, left_out))
    }

    /// All but a few pairs of each two classes, as far as there are teams for them.
    fn leave_out(&self, guess: &Counts, sizes: &[usize], kept: &Counts) -> Counts {
        let spare = |classes, pairs: &usize| pairs.saturating_sub(kept.get(classes).copied().unwrap_or(KEPT));
        let mut left_out: Counts = guess.iter().map(|(classes, pairs)| (*classes, spare(classes, pairs))).collect();
        let mut outside = degrees(&left_out, sizes.len());
        for ((a, b), pairs) in &mut left_out {
            while *pairs > 0 && (outside[*a] > sizes[*a] || outside[*b] > sizes[*b]) {
                *pairs -= 1;
                outside[*a] -= 1;
                outside[*b] -= 1;
            }
        }
        left_out.retain(|_, pairs| *pairs > 0);
        left_out
    }

    /// The optimal numbers, near a guess.
    pub(super) fn settle(&self, guess: &Counts) -> Result<Numbers, Unsettled> {
        let ranks: Vec<Vec<usize>> = self.classes.iter().map(|class| class.ranks.clone()).collect();
        let sizes: Vec<usize> = ranks.iter().map(Vec::len).collect();
        let mut is_estimate = guess.is_empty();
        let mut guess = if is_estimate { self.estimate().ok_or(Unsettled::NothingProven)? } else { guess.clone() };
        let mut kept = Counts::new();
        for _ in 0..PATIENCE {
            guess.retain(|(a, b), _| self.is_lenient || self.clash(*a, *b).is_some());
            let left_out = self.leave_out(&guess, &sizes, &kept);
            let kernel = self.kernel(&ranks, &left_out, self.is_lenient);
            if kernel.len() > MOST {
                return Err(Unsettled::NothingProven);
            }
            let words = Words::new(self, &kernel, &guess, self.is_lenient);
            let Some(solved) = self.search(&kernel, &words) else {
                if left_out.is_empty() {
                    return Err(Unsettled::NoPairing);
                }
                left_out.into_keys().for_each(|classes| *kept.entry(classes).or_insert(KEPT) *= 4);
                continue;
            };
            let unproven = self.unproven(&kernel, &words, &solved, &left_out);
            if unproven.is_empty() {
                return Ok(self.read(&kernel, &words, &solved, left_out));
            }
            let found = counts(&kernel, &solved, left_out);
            guess = if is_estimate { found } else { self.estimate().unwrap_or(found) };
            is_estimate = true;
            unproven.into_iter().for_each(|classes| *kept.entry(classes).or_insert(KEPT) *= 4);
        }
        Err(Unsettled::NothingProven)
    }

    /// The teams that are not left out. Of a class of the top level the last float first, and the first last.
    fn kernel(&self, ranks: &[Vec<usize>], left_out: &Counts, is_guess: bool) -> Vec<Vertex> {
        let inside: Counts =
            left_out.iter().filter(|((_, b), _)| self.classes[*b].level == self.top).map(|(c, n)| (*c, *n)).collect();
        let outside = degrees(left_out, self.classes.len());
        let inside = degrees(&inside, self.classes.len());
        let mut kernel = Vec::new();
        for (class, of_it) in self.classes.iter().enumerate() {
            let kept = ranks[class].len() - outside[class];
            let first = if of_it.level == self.top { inside[class] } else { 0 };
            let represents_many = is_guess || outside[class] > 0;
            kernel.extend(ranks[class][first..first + kept].iter().map(|rank| Vertex {
                class,
                rank: *rank,
                represents_many,
            }));
        }
        kernel
    }

    fn search(&self, vertices: &[Vertex], words: &Words) -> Option<Solved> {
        let mut graph = Graph::new(vertices.len(), words.words);
        let mut cost = Vec::with_capacity(8);
        for i in 0..vertices.len() {
            for j in i + 1..vertices.len() {
                if !self.is_ruled_out(&vertices[i], &vertices[j])
                    && words.pair(self, vertices, i, j, &mut cost).is_some()
                {
                    graph.join(i, j, &mut cost);
                }
            }
        }
        let start = self.start(vertices, words);
        let solved = matching::solve_from(&graph, &self.pool.effort, |vertex| &start[&vertices[vertex].class])?;
        let mut rates = self.rates.borrow_mut();
        rates.clear();
        for (at, vertex) in vertices.iter().enumerate() {
            let price = solved.price(at, words.of_classes);
            let least = rates.entry(vertex.class).or_insert_with(|| price.to_vec());
            if price < &least[..] {
                *least = price.to_vec();
            }
        }
        Some(solved)
    }

    /// What a team of each class of a kernel may pay from the start, so that no pair is overpaid: near what it paid in the last one.
    fn start(&self, vertices: &[Vertex], words: &Words) -> BTreeMap<usize, Vec<i64>> {
        let former = self.rates.borrow();
        let mut start: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
        let mut examples: Vec<usize> = (0..vertices.len()).collect();
        examples.dedup_by_key(|at| vertices[*at].class);
        let mut cost = Vec::with_capacity(8);
        // Twice what a pair costs, as prices are kept.
        let mut twice = |a: usize, b: usize| {
            words.pair(self, vertices, a, b, &mut cost)?;
            let mut twice = vec![0; words.of_classes];
            let of_classes = cost.iter().filter(|(word, _)| (*word as usize) < words.of_classes);
            of_classes.for_each(|(word, value)| twice[*word as usize] += 2 * value);
            Some(twice)
        };
        for (at, example) in examples.iter().enumerate() {
            let class = vertices[*example].class;
            let mut rate = former.get(&class).map(|rate| rate.iter().map(|word| word - word.rem_euclid(2)).collect());
            let mut limit = |most: Vec<i64>| {
                if rate.as_ref().is_none_or(|rate| most < *rate) {
                    rate = Some(most);
                }
            };
            if let Some(own) = twice(*example, *example) {
                limit(own.into_iter().map(|word| word / 4 * 2).collect());
            }
            for other in &examples[..at] {
                if let Some(both) = twice(*other, *example) {
                    let paid = &start[&vertices[*other].class];
                    limit(both.iter().zip(paid).map(|(both, paid)| both - paid).collect());
                }
            }
            start.insert(class, rate.unwrap_or_else(|| vec![0; words.of_classes]));
        }
        start
    }

    /// Whether two teams may not meet for what they are themselves, whatever their classes.
    fn is_ruled_out(&self, a: &Vertex, b: &Vertex) -> bool {
        if a.represents_many || b.represents_many {
            return false;
        }
        self.pool.met(a.rank, b.rank) > 0 || self.pool.is_barred(a.rank, b.rank)
    }

    /// The classes of which pairs are left out although the prices of the kernel do not prove its optimum with them: no pair of theirs is
    /// paid exactly, or beside none of them copies of it change nothing.
    fn unproven(&self, kernel: &[Vertex], words: &Words, solved: &Solved, left_out: &Counts) -> Vec<(usize, usize)> {
        let mut cost = Vec::with_capacity(8);
        let mut lack = |i: usize, j: usize| {
            let is_allowed = words.pair(self, kernel, i.min(j), i.max(j), &mut cost).is_some();
            is_allowed.then(|| solved.lack(i, j, words.of_criteria, &cost))
        };
        // Any number of teams like this one would not pay too much for a pair among themselves.
        let has_copies: Vec<bool> = (0..kernel.len()).map(|i| lack(i, i) != Some(Ordering::Less)).collect();
        let of_class = |class: usize| {
            (0..kernel.len()).filter(|i| has_copies[*i] && kernel[*i].class == class).collect::<Vec<_>>()
        };
        let mut is_proven = |(a, b): (usize, usize)| {
            let (of_a, of_b) = (of_class(a), of_class(b));
            let mut pairs = of_a.iter().flat_map(|i| of_b.iter().map(move |j| (*i, *j))).filter(|(i, j)| i != j);
            pairs.any(|(i, j)| solved.stand_together(i, j) && lack(i, j) == Some(Ordering::Equal))
        };
        left_out.keys().copied().filter(|classes| !is_proven(*classes)).collect()
    }

    fn read(&self, kernel: &[Vertex], words: &Words, solved: &Solved, left_out: Counts) -> Numbers {
        let mut floaters = Vec::new();
        for ((class, _), pairs) in left_out.iter().filter(|((a, b), _)| self.is_float(*a, *b)) {
            let ranks = &self.classes[*class].ranks;
            let others = floaters.iter().filter(|rank| ranks.binary_search(rank).is_ok()).count();
            floaters.extend(ranks.iter().rev().skip(others).take(*pairs));
        }
        let mut may_float = BTreeSet::new();
        let mut cost = Vec::with_capacity(8);
        for (i, vertex) in kernel.iter().enumerate().filter(|(_, vertex)| self.classes[vertex.class].level == self.top)
        {
            if self.is_float(vertex.class, kernel[solved.mates[i]].class) {
                floaters.push(vertex.rank);
            }
            for (j, other) in kernel.iter().enumerate().filter(|(_, other)| self.is_float(vertex.class, other.class)) {
                let classes = (vertex.class, other.class);
                if !may_float.contains(&classes)
                    && words.pair(self, kernel, i, j, &mut cost).is_some()
                    && solved.lack(i, j, words.of_criteria, &cost) != Ordering::Greater
                {
                    may_float.insert(classes);
                }
            }
        }
        floaters.sort_unstable();
        Numbers { counts: counts(kernel, solved, left_out), floaters, may_float }
    }

    /// Whether a pair of these classes is a float from the top level.
    pub(super) fn is_float(&self, a: usize, b: usize) -> bool {
        self.classes[a].level == self.top && self.classes[b].level > self.top
    }

    /// What stands between two teams of these classes because of their schools; `None` if that is ruled out.
    pub(super) fn clash(&self, a: usize, b: usize) -> Option<Obstacles> {
        self.pool.clash(self.classes[a].example, self.classes[b].example)
    }

    /// K3 to K6 of pairs in these numbers, to be compared with those of other numbers for the same teams.
    pub(super) fn cost(&self, counts: &Counts) -> Vec<usize> {
        let levels = self.pool.levels.len();
        let mut floats = vec![vec![0; levels + 1]; levels];
        let (mut strict, mut soft, mut repeats) = (0, 0, [0, 0]);
        for (&(a, b), &pairs) in counts {
            let (a, b) = (&self.classes[a], &self.classes[b]);
            let clash = self.pool.clash(a.example, b.example).unwrap_or_default();
            strict += pairs * usize::from(clash.strict);
            soft += pairs * usize::from(clash.soft);
            if a.level < b.level {
                floats[a.level][0] += pairs;
                floats[a.level][levels - b.level] += pairs;
                repeats[0] +=
                    pairs * usize::from(self.pool.avoid_repeats && self.pool.members[a.example].facts.floated_down);
                repeats[1] +=
                    pairs * usize::from(self.pool.avoid_repeats && self.pool.members[b.example].facts.floated_up);
            }
        }
        std::iter::once(strict).chain(floats.into_iter().flatten()).chain([soft]).chain(repeats).collect()
    }
}

fn counts(kernel: &[Vertex], solved: &Solved, left_out: Counts) -> Counts {
    let mut counts = left_out;
    for (i, &j) in solved.mates.iter().enumerate().filter(|(i, j)| i < *j) {
        *counts.entry((kernel[i].class, kernel[j].class)).or_insert(0) += 1;
    }
    counts
}

/// Teams of each class in so many pairs.
fn degrees(counts: &Counts, classes: usize) -> Vec<usize> {
    let mut degrees = vec![0; classes];
    for ((a, b), pairs) in counts {
        degrees[*a] += pairs;
        degrees[*b] += pairs;
    }
    degrees
}

/// Where each criterion sits in the cost vector. Rematches are ruled out.
struct Words {
    forbidden: Digit,
    strict: Digit,
    /// By level from the top one: floats down; then, by how many levels, those that do.
    counts: Vec<(Digit, Vec<Digit>)>,
    soft: Digit,
    repeats: (Digit, Digit),
    protected: Digit,
    /// By vertex of the kernel, those of the top level: floats down.
    who: Vec<Option<Digit>>,
    is_lenient: bool,
    /// Words that say nothing but classes.
    of_classes: usize,
    of_criteria: usize,
    /// Pairs of two classes that a guess has none of.
    unforeseen: Digit,
    foreseen: BTreeSet<(usize, usize)>,
    words: usize,
}

impl Words {
    fn new(unpaired: &Unpaired, kernel: &[Vertex], guess: &Counts, is_lenient: bool) -> Self {
        let sizes = &unpaired.sizes;
        let total = sizes.iter().sum();
        let mut digits = Digits::default();
        let forbidden = digits.next(total);
        let strict = digits.next(total);
        let counts = (0..sizes.len())
            .map(|from| {
                let all = digits.next(sizes[from]);
                let mut depths: Vec<Digit> =
                    (from + 1..sizes.len()).rev().map(|to| digits.next(sizes[from].min(sizes[to]))).collect();
                depths.reverse();
                (all, depths)
            })
            .collect();
        let soft = digits.next(total);
        let repeats =
            if unpaired.pool.avoid_repeats { (digits.next(total), digits.next(total)) } else { Default::default() };
        let protected = digits.next(sizes[0]);
        let mut of_top: Vec<usize> =
            (0..kernel.len()).filter(|i| unpaired.classes[kernel[*i].class].level == unpaired.top).collect();
        of_top.sort_unstable_by_key(|i| kernel[*i].rank);
        let of_classes = digits.words();
        let mut who = vec![None; kernel.len()];
        for (at, i) in of_top.into_iter().enumerate() {
            who[i] = Some(if at == 0 { digits.alone(1) } else { digits.next(1) });
        }
        let of_criteria = digits.words();
        let unforeseen = digits.alone(total);
        let foreseen = guess.keys().copied().collect();
        let words = digits.words();
        Self {
            forbidden,
            strict,
            counts,
            soft,
            repeats,
            protected,
            who,
            is_lenient,
            of_classes,
            of_criteria,
            unforeseen,
            foreseen,
            words,
        }
    }

    /// Writes what a pair costs, the one of the higher class first; `None` if it is not allowed, no matter which of their classes they are.
    fn pair(
        &self,
        unpaired: &Unpaired,
        vertices: &[Vertex],
        i: usize,
        j: usize,
        cost: &mut Vec<(u32, i64)>,
    ) -> Option<()> {
        let (upper, lower) = (&unpaired.classes[vertices[i].class], &unpaired.classes[vertices[j].class]);
        cost.clear();
        match unpaired.pool.clash(upper.example, lower.example) {
            Some(clash) => cost.extend([self.strict.at(u64::from(clash.strict)), self.soft.at(u64::from(clash.soft))]),
            None if self.is_lenient => cost.push(self.forbidden.at(1)),
            None => return None,
        }
        let is_foreseen = self.foreseen.contains(&(vertices[i].class, vertices[j].class));
        cost.push(self.unforeseen.at(u64::from(!is_foreseen)));
        if upper.level == lower.level {
            return (upper.level > unpaired.top || !unpaired.is_leaving).then_some(());
        }
        let from = upper.level - unpaired.top;
        let (all, depths) = &self.counts[from];
        cost.extend([all.at(1), depths[lower.level - upper.level - 1].at(1)]);
        let (above, below) = (&unpaired.pool.members[upper.example], &unpaired.pool.members[lower.example]);
        if unpaired.pool.avoid_repeats {
            let (down, up) = self.repeats;
            cost.extend([down.at(u64::from(above.facts.floated_down)), up.at(u64::from(below.facts.floated_up))]);
        }
        if from == 0 {
            cost.push(self.protected.at(u64::from(above.protected)));
            cost.extend(self.who.get(i).copied().flatten().map(|digit| digit.at(1)));
        }
        Some(())
    }
}

/// Pairs of each two classes, the higher one first.
pub(super) type Counts = BTreeMap<(usize, usize), usize>;

/// What criteria K1 to K6, and the count of protected teams in K7, ask about a team, meetings apart.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Traits {
    level: usize,
    schools: Vec<u32>,
    is_ahead: bool,
    is_protected: bool,
    floated: (bool, bool),
}

/// The teams of the same traits.
#[derive(Clone)]
pub(super) struct Class {
    pub(super) level: usize,
    pub(super) ranks: Vec<usize>,
    /// One of them, no matter which is left.
    example: usize,
}

/// The classes of these ranks, given in ascending order; higher levels first.
pub(super) fn classes(pool: &Pool, ranks: impl Iterator<Item = usize>) -> Vec<Class> {
    let mut by_traits: HashMap<Traits, usize> = HashMap::new();
    let mut classes: Vec<Class> = Vec::new();
    for rank in ranks {
        let class = *by_traits.entry(traits(pool, rank)).or_insert_with(|| {
            classes.push(Class { level: pool.members[rank].level, ranks: Vec::new(), example: rank });
            classes.len() - 1
        });
        classes[class].ranks.push(rank);
    }
    classes
}

fn traits(pool: &Pool, rank: usize) -> Traits {
    let member = &pool.members[rank];
    let repeats = pool.avoid_repeats;
    Traits {
        level: member.level,
        schools: member.schools.clone(),
        is_ahead: member.plus >= 2,
        is_protected: member.protected,
        floated: (repeats && member.facts.floated_down, repeats && member.facts.floated_up),
    }
}
