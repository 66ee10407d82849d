//! The rare brackets that need two upfloaters or more: one exact search for the cheapest pairing settles all criteria at once.

use super::super::swiss::matching::{self, Graph};
use super::field::Field;
use super::kernel::Kernel;

/// The set of two or more upfloaters, by score, then number [C.04.6 3.5].
///
/// Fewest; then highest scores, compared from the lowest up; then the following score group still closes with as few upfloaters as its
/// parity asks, if any such set lets it; then fewest that floated in the last round; then the first set.
pub(super) fn choose(field: &Field, residents: &[usize], lower: &[usize]) -> Vec<usize> {
    on(field, &Kernel::of(field, residents, lower))
}

/// The set of upfloaters of a kernel, however many.
pub(super) fn on(field: &Field, kernel: &Kernel) -> Vec<usize> {
    let by_score = cheapest(field, kernel, None);
    let closing = kernel.following_matters() && by_score.following_closes(kernel);
    let in_order = cheapest(field, kernel, Some(Order { closing, levels: by_score.levels_used(kernel) }));
    in_order.pulled_up(kernel).filter_map(|node| kernel.team(node)).collect()
}

/// The criteria after the scores.
struct Order {
    /// The following score group must close.
    closing: bool,
    /// Levels that teams are pulled up from; the scores allow no others.
    levels: Vec<usize>,
}

/// The cheapest pairing of a kernel. Each word of the cost counts one thing, most important first.
fn cheapest(field: &Field, kernel: &Kernel, order: Option<Order>) -> Pairing {
    let n = kernel.len();
    let lowest = kernel.lowest;
    let closing = order.as_ref().is_none_or(|order| order.closing) && kernel.following_matters();
    let may_rise = |node: usize| {
        kernel.team(node).is_some() && order.as_ref().is_none_or(|order| order.levels.contains(&kernel.level(node)))
    };
    // Words: upfloaters; those of each level from the lowest; teams missing to close the following group; floats; who stays down.
    let (upfloaters, of_level, missing, floats, stays) =
        (0, |level: usize| lowest + 1 - level, lowest + 1, lowest + 2, lowest + 3);
    let mut graph = Graph::new(n, stays + if order.is_some() { n } else { 0 });
    for a in 0..n {
        for b in (a + 1..n).filter(|b| kernel.may_meet(field, a, *b)) {
            let mut terms: Vec<(usize, i64)> = Vec::new();
            match (kernel.level(a), kernel.level(b)) {
                (0, 0) => {}
                (0, level) if may_rise(b) => {
                    let floated = order.is_some() && kernel.team(b).is_some_and(|team| field.floated(team));
                    terms.extend([(upfloaters, 1), (of_level(level), 1), (floats, i64::from(floated))]);
                }
                (0, _) => continue,
                (one, other) => {
                    terms.push((missing, i64::from(closing && (one == 1) != (other == 1))));
                    if order.is_some() {
                        terms.extend([a, b].into_iter().filter(|node| may_rise(*node)).map(|node| (stays + node, 1)));
                    }
                }
            }
            let mut terms: Vec<(u32, i64)> = terms.into_iter().map(|(word, value)| (word as u32, value)).collect();
            graph.join(a, b, &mut terms);
        }
    }
    Pairing {
        mates: matching::cheapest(&graph).expect("the teams of a kernel can be paired off, as those of its field"),
    }
}

/// Everybody's partner in a kernel.
struct Pairing {
    mates: Vec<usize>,
}

impl Pairing {
    /// The nodes paired with residents, by score, then number.
    fn pulled_up(&self, kernel: &Kernel) -> impl Iterator<Item = usize> {
        (0..kernel.len()).filter(|node| kernel.level(*node) > 0 && kernel.level(self.mates[*node]) == 0)
    }

    /// The levels that teams are pulled up from.
    fn levels_used(&self, kernel: &Kernel) -> Vec<usize> {
        self.pulled_up(kernel).map(|node| kernel.level(node)).collect()
    }

    /// Whether what is left of the following score group takes no upfloater if even, one if odd.
    fn following_closes(&self, kernel: &Kernel) -> bool {
        let left = (0..kernel.len()).filter(|node| kernel.level(*node) == 1 && kernel.level(self.mates[*node]) != 0);
        let (inside, outside): (Vec<usize>, Vec<usize>) = left.partition(|node| kernel.level(self.mates[*node]) == 1);
        outside.len() == (inside.len() + outside.len()) % 2
    }
}

/// The pairs of a bracket of `n` with several upfloaters, by number, if a float has to be repeated [C.04.6 3.6].
///
/// Fewest repeated floats; then the first identifier. `None` if the bracket cannot be paired off.
pub(super) fn pair(
    n: usize,
    may_meet: impl Fn(usize, usize) -> bool,
    repeats_a_float: impl Fn(usize, usize) -> bool,
) -> Option<Vec<(usize, usize)>> {
    // Words: repeated floats; who has the larger number of its pair; each smaller number's partner.
    let (repeats, larger, partner) = (0, 1, 1 + n);
    let mut graph = Graph::new(n, 1 + 2 * n);
    for a in 0..n {
        for b in (a + 1..n).filter(|b| may_meet(a, *b)) {
            let terms = [(repeats, usize::from(repeats_a_float(a, b))), (larger + b, 1), (partner + a, b)];
            graph.join(a, b, &mut terms.map(|(word, value)| (word as u32, value as i64)));
        }
    }
    let mates = matching::cheapest(&graph)?;
    Some((0..n).map(|a| (a, mates[a])).filter(|(a, b)| a < b).collect())
}
