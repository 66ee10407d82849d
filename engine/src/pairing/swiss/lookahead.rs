//! One round ahead: a pairing after which the next round can still be paired (criterion K1b).
//!
//! Without a ban on pairs only small fields that have played more than half of all possible rounds get stuck, so enumeration is cheap
//! where it matters. A ban on pairs, or one that was settled by hand, may lead into a dead end in any round.

use super::super::position::{ByeClass, Position};
use super::super::settings::{Lookahead, SchoolMode, Settings};
use super::cost::{self, Cost};
use super::matching::{self, Effort, Graph};
use super::optimum;
use super::outcome::{Pairing, Ranked};
use super::pool::{Load, Pool};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Teams up to which the look-ahead is on by itself, and up to which every pairing is tried.
const SMALL_FIELD: usize = 12;

/// Teams up to which the next round is searched where counting does not answer; larger fields have opponents to spare.
const MOST_SEARCHED: usize = 1_000;

/// The best pairing that leaves the next round pairable; whether that changed it; whether the next round is stuck after it.
pub(super) fn prefer(position: &Position, settings: &Settings, pool: &Pool, best: Ranked) -> (Ranked, bool, bool) {
    let teams = pool.len() + 2 * position.forced.len();
    let beyond_the_bound = position.round as usize + 1 > teams / 2;
    // Pairs that are ruled out or settled beforehand the bound of half the field does not count.
    let by_hand =
        settings.school_mode == SchoolMode::Forbid || !position.forbidden.is_empty() || !position.forced.is_empty();
    let threatened = position.round < position.rounds && (beyond_the_bound || by_hand);
    if !threatened
        || settings.lookahead == Lookahead::No
        || next_can_be_paired(position, settings, pool, &best, &Effort::default())
    {
        return (best, false, false);
    }
    let changes = match settings.lookahead {
        Lookahead::Auto => teams <= SMALL_FIELD,
        Lookahead::Yes => true,
        Lookahead::Warn | Lookahead::No => false,
    };
    let other = changes.then(|| best_that_continues(position, settings, pool, &best)).flatten();
    match other {
        Some(other) => (other, true, false),
        None => (best, false, true),
    }
}

/// Whether this pairing, by whichever system it was made, leaves no pairing of the next round by the rules, if all stay.
pub fn is_dead_end(position: &Position, settings: &Settings, pairing: &Pairing) -> bool {
    let teams = pairing.pairs.iter().flat_map(|(a, b)| [*a, *b]).chain(pairing.bye).collect();
    position.round < position.rounds
        && !can_be_paired_after(position, settings, teams, &pairing.pairs, &Effort::default())
}

/// Whether a rematch-free pairing of the next round is left after this one, an eligible bye included, if all stay.
fn next_can_be_paired(
    position: &Position,
    settings: &Settings,
    pool: &Pool,
    pairing: &Ranked,
    effort: &Effort,
) -> bool {
    let mut teams: Vec<usize> = pool.members.iter().map(|m| m.entrant).collect();
    let mut now: Vec<(usize, usize)> = pairing.pairs.iter().map(|(a, b)| (teams[*a], teams[*b])).collect();
    for (a, b) in &position.forced {
        teams.extend([*a as usize, *b as usize]);
        now.push((*a as usize, *b as usize));
    }
    can_be_paired_after(position, settings, teams, &now, effort)
}

/// Whether these entrants can be paired anew after these pairs; who is in none of them has the bye now. False also where the effort is
/// used up.
fn can_be_paired_after(
    position: &Position,
    settings: &Settings,
    teams: Vec<usize>,
    now: &[(usize, usize)],
    effort: &Effort,
) -> bool {
    // Only a ban on same-school pairs outlasts the question whether a rematch can be avoided.
    let is_ban = settings.school_mode == SchoolMode::Forbid;
    let school_mode = if is_ban { SchoolMode::Forbid } else { SchoolMode::Ignore };
    let field = Pool::with(position, &Settings { school_mode, ..*settings }, teams);
    let mut rank_of = vec![usize::MAX; position.entrants.len()];
    for (rank, member) in field.members.iter().enumerate() {
        rank_of[member.entrant] = rank;
    }
    let mut opponent = vec![usize::MAX; field.len()];
    for &(a, b) in now {
        opponent[rank_of[a]] = rank_of[b];
        opponent[rank_of[b]] = rank_of[a];
    }
    let n = field.len();
    let may_sit_out =
        |a: usize| n % 2 == 1 && opponent[a] != usize::MAX && field.members[a].facts.bye_class != ByeClass::HadFull;
    let byes = (0..n).filter(|a| may_sit_out(*a)).count();
    let all: Vec<usize> = (0..n).collect();
    // Everybody has half of the field left (Dirac's theorem), the team met now and the team itself not counted.
    let spare = (n + n % 2) / 2 + 2;
    if Load::new(&field).most_inside(&field, &all) + spare <= n && (n.is_multiple_of(2) || 2 * byes > n) {
        return true;
    }
    if n > MOST_SEARCHED {
        return true;
    }
    let mut graph = Graph::new(n + n % 2, 0);
    for (a, &now) in opponent.iter().enumerate() {
        for b in a + 1..n {
            if now != b && field.obstacles(a, b).is_some_and(|o| o.met == 0) {
                graph.join(a, b, &mut []);
            }
        }
        if may_sit_out(a) {
            graph.join(a, n, &mut []);
        }
    }
    matching::cheapest_within(&graph, effort).is_some()
}

/// The best of the pairings that leave the next round pairable, at no more rematches and no worse class of bye than the best.
fn best_that_continues(position: &Position, settings: &Settings, pool: &Pool, best: &Ranked) -> Option<Ranked> {
    let limit = cost::of(pool, best);
    let passes = |ranked: &Ranked, cost: &Cost| {
        let second_bye = |cost: &Cost| cost.bye.is_some_and(|(had_full, ..)| had_full);
        second_bye(cost) <= second_bye(&limit) && next_can_be_paired(position, settings, pool, ranked, &pool.effort)
    };
    if pool.len() > SMALL_FIELD {
        return first_by_cost(pool, best, limit.rematches, passes);
    }
    let mut walk = Walk { position, settings, pool, limit, found: None };
    walk.extend(&mut vec![false; pool.len()], &mut Ranked::default(), 0);
    walk.found.map(|(_, ranked)| ranked)
}

/// An enumeration of complete pairings.
struct Walk<'a> {
    position: &'a Position,
    settings: &'a Settings,
    pool: &'a Pool<'a>,
    /// The best pairing's cost.
    limit: Cost,
    found: Option<(Cost, Ranked)>,
}

impl Walk<'_> {
    fn extend(&mut self, taken: &mut Vec<bool>, partial: &mut Ranked, rematches: u32) {
        let Some(first) = taken.iter().position(|t| !t) else { return self.consider(partial) };
        taken[first] = true;
        for second in first + 1..taken.len() {
            if taken[second] {
                continue;
            }
            let Some(obstacles) = self.pool.obstacles(first, second) else { continue };
            let rematches = rematches + obstacles.met * obstacles.met;
            if rematches > self.limit.rematches {
                continue;
            }
            taken[second] = true;
            partial.pairs.push((first, second));
            self.extend(taken, partial, rematches);
            partial.pairs.pop();
            taken[second] = false;
        }
        let second_bye = self.pool.members[first].facts.bye_class == ByeClass::HadFull;
        let worst_bye = self.limit.bye.is_some_and(|(had_full, ..)| had_full);
        if taken.len() % 2 == 1 && partial.bye.is_none() && (worst_bye || !second_bye) {
            partial.bye = Some(first);
            self.extend(taken, partial, rematches);
            partial.bye = None;
        }
        taken[first] = false;
    }

    fn consider(&mut self, pairing: &Ranked) {
        let cost = cost::of(self.pool, pairing);
        let better = self.found.as_ref().is_none_or(|(least, _)| cost < *least);
        if better && next_can_be_paired(self.position, self.settings, self.pool, pairing, &Effort::default()) {
            self.found = Some((cost, pairing.clone()));
        }
    }
}

/// Pairings looked at before giving up; enough for every dead end met in simulation.
const PATIENCE: usize = 400;

/// The first pairing after `best` with at most `rematches` (K1) that serves; `None` if none of the next few hundred does, or none that is
/// found in time.
fn first_by_cost(
    pool: &Pool,
    best: &Ranked,
    rematches: u32,
    serves: impl Fn(&Ranked, &Cost) -> bool,
) -> Option<Ranked> {
    pool.effort.begin(optimum::LOOKS);
    let mut queue: BinaryHeap<Reverse<(Cost, Ranked, Class)>> = BinaryHeap::new();
    queue.push(Reverse((cost::of(pool, best), best.clone(), Class::default())));
    for _ in 0..PATIENCE {
        let Reverse((cost, ranked, class)) = queue.pop()?;
        if serves(&ranked, &cost) {
            return Some(ranked);
        }
        for part in class.split(&ranked) {
            let pool = part.pool(pool);
            let found = optimum::with_what_is_left(&pool);
            if pool.effort.is_used_up() {
                return None;
            }
            let Some(ranked) = found else { continue };
            let cost = cost::of(&pool, &ranked);
            if cost.rematches <= rematches {
                queue.push(Reverse((cost, ranked, part)));
            }
        }
    }
    None
}

/// A pair of ranks, or a bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Choice {
    Pair(usize, usize),
    Bye(usize),
}

/// The pairings that make some choices and avoid others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Class {
    made: Vec<Choice>,
    avoided: Vec<Choice>,
}

impl Class {
    /// The rest of the class without this pairing, in parts that do not overlap.
    fn split(&self, ranked: &Ranked) -> Vec<Self> {
        let choices =
            ranked.bye.map(Choice::Bye).into_iter().chain(ranked.pairs.iter().map(|(a, b)| Choice::Pair(*a, *b)));
        let mut made = self.made.clone();
        let mut parts = Vec::new();
        for choice in choices.filter(|choice| !self.made.contains(choice)) {
            let mut avoided = self.avoided.clone();
            avoided.push(choice);
            parts.push(Self { made: made.clone(), avoided });
            made.push(choice);
        }
        parts
    }

    /// The pool with everything ruled out that is not of the class.
    fn pool<'p>(&self, pool: &Pool<'p>) -> Pool<'p> {
        let all = 0..pool.len();
        let mut pairs = Vec::new();
        let mut byes = Vec::new();
        for choice in &self.avoided {
            match choice {
                Choice::Pair(a, b) => pairs.push((*a, *b)),
                Choice::Bye(team) => byes.push(*team),
            }
        }
        for choice in &self.made {
            match *choice {
                Choice::Pair(a, b) => {
                    pairs.extend(all.clone().filter(|c| *c != a && *c != b).flat_map(|c| [(a, c), (b, c)]));
                    byes.extend([a, b]);
                }
                Choice::Bye(team) => {
                    pairs.extend(all.clone().filter(|c| *c != team).map(|c| (team, c)));
                    byes.extend(all.clone().filter(|c| *c != team));
                }
            }
        }
        pool.without(pairs, byes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::{Entrant, Position, Settings};
    use crate::tournament::HalfPoints;
    use std::cell::{Cell, RefCell};

    #[test]
    fn pairings_come_in_the_order_of_their_cost_and_none_twice() {
        let scores = [4, 4, 3, 3, 2, 0, 0];
        let entrants =
            (1..).zip(scores).map(|(seed, score)| Entrant { seed, score: HalfPoints(score), ..Entrant::default() });
        let position =
            Position { entrants: entrants.collect(), round: 3, rounds: 5, matches: 1, ..Position::default() };
        let pool = Pool::of(&position, &Settings::default());
        let best = optimum::of(&pool).expect("nothing is forbidden");
        let seen = RefCell::new(Vec::new());
        let none = first_by_cost(&pool, &best, 0, |ranked, cost| {
            assert_eq!(*cost, cost::of(&pool, ranked));
            seen.borrow_mut().push(cost.clone());
            false
        });
        assert_eq!(none, None);
        let seen = seen.into_inner();
        assert_eq!(seen.len(), 7 * 15, "every pairing of seven teams");
        assert!(seen.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn the_search_ends_with_the_patience_or_with_the_effort() {
        let entrants = (1..=14).map(|seed| Entrant { seed, ..Entrant::default() });
        let position =
            Position { entrants: entrants.collect(), round: 3, rounds: 5, matches: 1, ..Position::default() };
        let pool = Pool::of(&position, &Settings::default());
        let best = optimum::of(&pool).expect("nothing is forbidden");
        let asked = Cell::new(0);
        let asked_where_a_look_takes = |looks: u64| {
            asked.set(0);
            let none = first_by_cost(&pool, &best, 0, |_, _| {
                asked.set(asked.get() + 1);
                pool.effort.spend(looks as usize);
                false
            });
            (none, asked.get())
        };
        assert_eq!(asked_where_a_look_takes(0), (None, PATIENCE));
        assert_eq!(asked_where_a_look_takes(optimum::LOOKS), (None, 1));
    }
}
