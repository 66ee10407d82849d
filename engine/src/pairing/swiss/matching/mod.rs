//! The cheapest way to pair off all vertices of a graph, exactly.
//!
//! Edmonds' primal-dual method: every vertex and every odd cycle that was shrunk to a point (a blossom) has a price; edges whose
//! price is fully paid may be used. Costs and prices are vectors and compare by the first word that differs, so no criterion
//! is ever traded against one behind it.

mod graph;
mod prices;
mod search;

pub(in crate::pairing) use graph::Graph;
pub(super) use graph::{Digit, Digits, Effort};
pub(super) use prices::Solved;

use search::Search;

/// Each vertex's partner in the cheapest complete matching, or `None` if there is no complete one.
pub(in crate::pairing) fn cheapest(graph: &Graph) -> Option<Vec<usize>> {
    cheapest_within(graph, &Effort::default())
}

/// The same; `None` also if the effort is used up.
pub(super) fn cheapest_within(graph: &Graph, effort: &Effort) -> Option<Vec<usize>> {
    solve_from(graph, effort, |_| &[]).map(|solved| solved.mates)
}

/// The same with its proof, from prices that overpay no edge: the first words of each vertex's, all even, the rest nothing.
pub(super) fn solve_from<'p>(graph: &Graph, effort: &Effort, start: impl Fn(usize) -> &'p [i64]) -> Option<Solved> {
    if graph.size % 2 == 1 {
        return None;
    }
    if !effort.spend(4 * graph.size * graph.size) {
        return None;
    }
    let mut search = Search::new(graph, effort);
    search.set_out_from(start);
    search.match_what_is_paid();
    for _ in 0..search.single_vertices() / 2 {
        search.grow()?;
    }
    Some(search.solved())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Dice;

    /// The least cost of all complete matchings, by trying them all.
    fn by_enumeration(costs: &[Vec<Option<Vec<i64>>>], left: &[usize]) -> Option<Vec<i64>> {
        let Some((&first, rest)) = left.split_first() else { return Some(vec![0; 3]) };
        let with = |second: &usize| {
            let cost = costs[first][*second].as_ref()?;
            let others: Vec<usize> = rest.iter().copied().filter(|v| v != second).collect();
            let more = by_enumeration(costs, &others)?;
            Some(cost.iter().zip(more).map(|(a, b)| a + b).collect())
        };
        rest.iter().filter_map(with).min()
    }

    #[test]
    fn equals_the_least_cost_of_all_complete_matchings() {
        let mut dice = Dice::new(1);
        for round in 0..1500 {
            let size = 2 * (1 + dice.below(5));
            let (dense, range) = (20 + dice.below(80), 1 + dice.below(4));
            let mut graph = Graph::new(size, 3);
            let mut costs = vec![vec![None; size]; size];
            for (u, row) in costs.iter_mut().enumerate() {
                for (v, place) in row.iter_mut().enumerate().skip(u + 1) {
                    if dice.below(100) < dense {
                        let cost: Vec<i64> = (0..3).map(|_| dice.below(range) as i64).collect();
                        graph.join(u, v, &mut [(2, cost[2]), (0, cost[0]), (1, cost[1])]);
                        *place = Some(cost);
                    }
                }
            }
            let found = cheapest(&graph).map(|mates| {
                let pairs = mates.iter().enumerate().filter(|(u, v)| u < *v);
                pairs.fold(vec![0; 3], |sum, (u, v)| {
                    let cost = costs[u][*v].as_ref().expect("only edges are used");
                    sum.iter().zip(cost).map(|(a, b)| a + b).collect()
                })
            });
            let all: Vec<usize> = (0..size).collect();
            assert_eq!(found, by_enumeration(&costs, &all), "graph {round}");
        }
    }
}
