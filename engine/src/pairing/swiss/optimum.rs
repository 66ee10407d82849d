//! The best complete pairing of a pool: window by window where that can be proven, else by numbers and names, small schools left out of
//! account at first, else by a search of the whole.

use super::halves;
use super::names;
use super::outcome::Ranked;
use super::pool::{self, Pool};
use super::runs;
use super::windows;
use std::collections::BTreeSet;

/// Teams that are searched at once before another way is tried.
const AT_EASE: usize = 200;

/// Teams up to which the whole pool is searched without ado where windows do not do.
const FEW: usize = 100;

/// Looks at an edge after which a search is given up: a few seconds. A pool is as hard as it is: whatever the machine, it is found or
/// refused alike.
pub(super) const LOOKS: u64 = 100_000_000;

/// The optimum of K1 to K8, K1b left aside.
///
/// `None` if no complete pairing is allowed, or if nothing is proven of a pool too large or too entangled to search at once.
pub(super) fn of(pool: &Pool) -> Option<Ranked> {
    within(pool, LOOKS)
}

fn within(pool: &Pool, looks: u64) -> Option<Ranked> {
    pool.effort.begin(looks);
    with_what_is_left(pool)
}

/// The same with the effort that was begun for an earlier question.
pub(super) fn with_what_is_left(pool: &Pool) -> Option<Ranked> {
    let by_numbers =
        || if pool.len() > FEW { without_small_schools(pool).or_else(|| names::optimum(pool)) } else { None };
    let found = windows::optimum(pool, AT_EASE).or_else(by_numbers).or_else(|| whole(pool));
    // What was found after the search had been cut short is not proven.
    found.filter(|_| !pool.effort.is_used_up())
}

fn whole(pool: &Pool) -> Option<Ranked> {
    let floats = runs::whole(pool)?;
    let mut floating = vec![false; pool.len()];
    for rank in floats.pairs.iter().flat_map(|(a, b)| [*a, *b]).chain(floats.bye) {
        floating[rank] = true;
    }
    let mut pairs = floats.pairs;
    for level in &pool.levels {
        let ranks: Vec<usize> = level.clone().filter(|rank| !floating[*rank]).collect();
        pairs.extend(halves::pair(pool, &ranks)?);
    }
    pairs.sort_unstable();
    Some(Ranked { pairs, bye: floats.bye })
}

/// A school of fewer than one in so many teams is left out at first.
const SMALL: usize = 8;

/// Questions before all schools are heeded.
const PATIENCE: usize = 4;

/// The optimum of K1 to K8, or `None` where it could not be proven without some of the schools.
fn without_small_schools(pool: &Pool) -> Option<Ranked> {
    let all: Vec<usize> = (0..pool.len()).collect();
    let sizes = pool::by_school(pool, &all);
    let mut heeded: BTreeSet<u32> =
        sizes.iter().filter(|(_, teams)| SMALL * **teams >= pool.len()).map(|(school, _)| *school).collect();
    for _ in 0..PATIENCE {
        if heeded.len() == sizes.len() {
            return None;
        }
        let found = names::optimum(&pool.heeding(|school| heeded.contains(school)))?;
        let before = heeded.len();
        for (a, b) in &found.pairs {
            let (one, other) = (&pool.members[*a].schools, &pool.members[*b].schools);
            heeded.extend(one.iter().filter(|school| other.contains(school)));
        }
        if heeded.len() == before {
            return Some(found);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::floats::{self, Stretch};
    use super::*;
    use crate::pairing::{Entrant, Position, SchoolMode, Settings};
    use crate::tournament::{Dice, HalfPoints};

    /// A field of a few large score groups with some meetings and schools behind it.
    fn field(teams: usize, groups: usize, meetings: usize, schools: usize, dice: &mut Dice) -> Position {
        let mut entrants: Vec<Entrant> = (0..teams)
            .map(|i| Entrant {
                seed: i as u32 + 1,
                score: HalfPoints(dice.below(groups) as i32),
                schools: (0..schools.min(1)).map(|_| dice.below(schools) as u32).collect(),
                floated_down: dice.below(4) == 0,
                floated_up: dice.below(4) == 0,
                unrated: dice.below(5) == 0,
                ..Entrant::default()
            })
            .collect();
        for round in 1..=meetings as u32 {
            for _ in 0..teams / 2 {
                let (a, b) = (dice.below(teams), dice.below(teams));
                if a != b && entrants[a].met.iter().all(|(o, _)| *o as usize != b) {
                    entrants[a].met.push((b as u32, round));
                    entrants[b].met.push((a as u32, round));
                }
            }
        }
        Position { entrants, round: meetings as u32 + 1, rounds: 9, matches: 1, ..Position::default() }
    }

    #[test]
    fn a_search_that_is_cut_short_finds_nothing_rather_than_something_else() {
        let mut dice = Dice::new(1);
        let position = field(80, 5, 4, 2, &mut dice);
        let pool = Pool::of(&position, &Settings { school_mode: SchoolMode::Avoid, ..Settings::default() });
        let best = of(&pool);
        assert!(best.is_some() && !pool.effort.is_used_up());
        let mut cut_short = 0;
        for looks in [1, 100, 10_000, 100_000, 1_000_000, 100_000_000] {
            let found = within(&pool, looks);
            cut_short += usize::from(found.is_none());
            assert!(found.is_none() || found == best, "after {looks} looks");
            assert_eq!(found.is_none(), pool.effort.is_used_up());
        }
        assert!((1..6).contains(&cut_short), "{cut_short} of 6");
    }

    const MODES: [SchoolMode; 4] = [SchoolMode::Prefer, SchoolMode::Avoid, SchoolMode::Plus2, SchoolMode::Forbid];

    /// How many of so many fields a way to the optimum settles: each of them as the search of the whole does.
    fn proven(
        fields: usize,
        made: impl Fn(usize, &mut Dice) -> (Position, Settings),
        way: impl Fn(&Pool) -> Option<Ranked>,
    ) -> usize {
        let mut dice = Dice::new(1);
        let is_settled = |at: &usize| {
            let (position, settings) = made(*at, &mut dice);
            let pool = Pool::of(&position, &settings);
            let found = way(&pool);
            assert!(found.is_none() || found == whole(&pool), "field {at}");
            found.is_some()
        };
        (0..fields).filter(is_settled).count()
    }

    #[test]
    fn windows_give_what_the_search_of_the_whole_gives() {
        let made = |at: usize, dice: &mut Dice| {
            let position = field(40 + at % 9 * 8, 2 + at % 3, at % 5, [0, 3, 8][at % 3], dice);
            let avoid_repeat_floats = at.is_multiple_of(2);
            (position, Settings { school_mode: MODES[at % 4], avoid_repeat_floats, ..Settings::default() })
        };
        let proven = proven(60, made, |pool| windows::optimum(pool, usize::MAX));
        assert!(proven >= 30, "{proven} of 60 fields were settled window by window");
    }

    #[test]
    fn names_give_what_the_search_of_the_whole_gives() {
        let made = |at: usize, dice: &mut Dice| {
            let position = field(8 + at % 11 * 8, 1 + at % 5, at % 5, [1, 2, 2, 3, 3, 4][at % 6], dice);
            let (avoid_repeat_floats, protect_unrated) = (at.is_multiple_of(7), at.is_multiple_of(3));
            let school_mode = MODES[at % 4];
            (position, Settings { school_mode, avoid_repeat_floats, protect_unrated, ..Settings::default() })
        };
        let proven = proven(300, made, names::optimum);
        assert!(proven >= 250, "{proven} of 300 fields were settled by their numbers");
    }

    /// One school with most of the teams beside many small ones, some of which meet themselves all the same.
    #[test]
    fn leaving_small_schools_out_of_account_gives_what_the_search_of_the_whole_gives() {
        let made = |at: usize, dice: &mut Dice| {
            let mut position = field(8 + at % 11 * 8, 1 + at % 5, at % 5, 12, dice);
            let share = 4 + at % 5;
            position.entrants.iter_mut().filter(|team| team.seed as usize * 7 % 11 < share).for_each(|team| {
                team.schools = vec![99];
            });
            let mode = [SchoolMode::Plus2, SchoolMode::Avoid, SchoolMode::Plus2, SchoolMode::Forbid][at % 4];
            (position, Settings { school_mode: mode, ..Settings::default() })
        };
        let proven = proven(200, made, without_small_schools);
        assert!(proven >= 120, "{proven} of 200 fields were settled without some of their schools");
    }

    #[test]
    fn runs_of_levels_give_what_one_search_gives() {
        let mut dice = Dice::new(1);
        let mut proven = 0;
        for at in 0..80 {
            let position = field(12 + at % 11 * 5, 3 + at % 7, at % 6, [0, 2, 3, 8][at % 4], &mut dice);
            let settings =
                Settings { school_mode: MODES[at / 4 % 4], avoid_repeat_floats: at % 2 == 0, ..Settings::default() };
            let pool = Pool::of(&position, &settings);
            let all = Stretch { ranks: (0..pool.len()).collect(), sources: 0, sinks: 0 };
            proven += usize::from(
                pool.len().is_multiple_of(2) && runs::settle(&pool, &all).is_some_and(|settled| !settled.is_forced),
            );
            assert_eq!(
                runs::whole(&pool).map(sorted),
                floats::search(&pool, &all, false).map(|s| sorted(s.floats)),
                "field {at}"
            );
        }
        assert!(proven >= 20, "{proven} of 80 fields were settled run by run");
    }

    fn sorted(mut floats: floats::Floats) -> floats::Floats {
        floats.pairs.sort_unstable();
        floats
    }
}
