//! FIDE's Swiss team pairing system [C.04.6, 2026], for teams without colour preferences.
//!
//! The bye first, then score group by score group from the top: which teams are pulled up into it, and who meets whom.
//! The answer is the one the text defines, at any size; never a rematch of a played match, never a second bye.

mod bracket;
pub mod explain;
mod kernel;
mod matching;
mod plan;
mod pool;

use super::position::Position;
use super::settings::Settings;
use super::swiss::boards;
use super::swiss::{self, Pairing, Refusal};
use pool::Pool;

/// Pairs a round by C.04.6.
///
/// Of the settings only a ban on same-school pairs is obeyed; the other school modes are no part of this system.
///
/// # Errors
/// Where no legal pairing exists the text leaves the round to the director [3.3.3]. [`Refusal::NeedsConsent`] then holds the pairing of
/// the US system with the fewest rematches; [`Refusal::NoPairing`] says that not even that would do.
pub fn pair(position: &Position, settings: &Settings) -> Result<Pairing, Refusal> {
    let pool = Pool::of(position, settings);
    let Some(plan) = plan::of(&pool) else { return swiss::pair(position, &plan::without_us_options(settings)) };
    let pairs =
        plan.brackets.iter().flat_map(|bracket| &bracket.pairs).map(|(a, b)| (pool.entrant(*a), pool.entrant(*b)));
    Ok(Pairing {
        pairs: boards::in_order(position, pairs),
        bye: plan.bye.map(|team| pool.entrant(team)),
        ..Pairing::default()
    })
}

#[cfg(test)]
mod tests {
    use super::kernel::Kernel;
    use super::pool::Pool;
    use super::{bracket, plan};
    use crate::pairing::{ByeClass, Entrant, Position, SchoolMode, Settings};
    use crate::tournament::{Dice, HalfPoints};

    /// Some teams who have mostly met one another, above (or below) levels of any size in which few have met.
    fn position(dice: &mut Dice, fewest: usize, most: usize) -> Position {
        let n = fewest + dice.below(most - fewest + 1);
        let friends = 1 + dice.below(5);
        let (levels, former) = (1 + dice.below(6), dice.below(n));
        let (friends_score, others_levels) = if dice.below(3) > 0 { (9, levels) } else { (0, 1) };
        let mut met = vec![Vec::new(); n];
        let mut meet = |a: usize, b: usize| {
            if a != b && !met[a].contains(&(b as u32, 1)) {
                met[a].push((b as u32, 1));
                met[b].push((a as u32, 1));
            }
        };
        for a in 0..friends {
            (0..a).filter(|_| dice.below(5) > 0).for_each(|b| meet(a, b));
        }
        (0..former).for_each(|_| meet(dice.below(n), dice.below(n)));
        let mut seeds: Vec<u32> = (1..=n as u32).collect();
        (1..n).rev().for_each(|i| seeds.swap(i, dice.below(i + 1)));
        let schools = dice.below(12);
        let entrants = (0..n).map(|i| Entrant {
            schools: if schools > 2 { vec![dice.below(schools) as u32] } else { Vec::new() },
            seed: seeds[i],
            score: HalfPoints(if i < friends {
                friends_score - dice.below(2) as i32
            } else {
                1 + dice.below(others_levels) as i32
            }),
            floated_up: dice.below(3) == 0,
            bye_class: [ByeClass::Free, ByeClass::HadHalf, ByeClass::HadFull][dice.below(3)],
            met: std::mem::take(&mut met[i]),
            ..Entrant::default()
        });
        Position {
            entrants: entrants.collect(),
            round: 3,
            rounds: 4 + dice.below(3) as u32,
            matches: 1,
            ..Position::default()
        }
    }

    /// The bye team, by taking out each in the order of the text and pairing off the others.
    fn bye_tried_one_by_one(pool: &Pool) -> Option<Option<usize>> {
        let pairs_off_without = |out: Option<usize>| {
            let teams: Vec<usize> = (0..pool.len()).filter(|team| Some(*team) != out).collect();
            bracket::pair_with_several(teams.len(), |a, b| pool.may_meet(teams[a], teams[b]), |_, _| false).is_some()
        };
        if pool.len().is_multiple_of(2) {
            return pairs_off_without(None).then_some(None);
        }
        let mut candidates: Vec<usize> = (0..pool.len()).rev().filter(|team| pool.may_get_bye(*team)).collect();
        candidates.sort_by_key(|team| (pool.score(*team), std::cmp::Reverse(pool.played(*team))));
        candidates.into_iter().find(|team| pairs_off_without(Some(*team))).map(Some)
    }

    /// Walks down a pool and compares every choice; the number of brackets with several upfloaters, or `None` if nothing is legal.
    fn compare(position: &Position) -> Option<usize> {
        let pool = Pool::of(position, &Settings { school_mode: SchoolMode::Forbid, ..Settings::default() });
        let bye = plan::bye(&pool);
        assert_eq!(bye, bye_tried_one_by_one(&pool), "{position:#?}");
        let bye = bye?;
        let mut unpaired: Vec<usize> = pool.by_score().filter(|team| Some(*team) != bye).collect();
        let mut with_several = 0;
        while !unpaired.is_empty() {
            let group = unpaired.partition_point(|team| pool.score(*team) == pool.score(unpaired[0]));
            let (residents, lower) = unpaired.split_at(group);
            let chosen = plan::upfloaters(&pool, residents, lower);
            assert_eq!(chosen, bracket::on(&pool, &Kernel::whole(&pool, residents, lower)), "{position:#?}");
            with_several += usize::from(chosen.len() > 1);
            let mut teams: Vec<usize> = residents.iter().chain(&chosen).copied().collect();
            teams.sort_unstable();
            let repeats = |a: usize, b: usize| {
                let opponents = [(a, b), (b, a)].into_iter().filter(|(up, _)| chosen.contains(&teams[*up]));
                opponents.map(|(_, other)| teams[other]).any(|other| pool.floated(other))
            };
            let exact = bracket::pair_with_several(teams.len(), |a, b| pool.may_meet(teams[a], teams[b]), repeats)
                .expect("the bracket can be paired off");
            let exact: Vec<(usize, usize)> = exact.into_iter().map(|(a, b)| (teams[a], teams[b])).collect();
            assert_eq!(bracket::pair(&pool, residents, &chosen), exact, "{position:#?}");
            unpaired = lower.iter().copied().filter(|team| !chosen.contains(team)).collect();
        }
        Some(with_several)
    }

    fn compare_many(positions: std::ops::Range<u64>, fewest: usize, most: usize) -> usize {
        positions.filter_map(|seed| compare(&position(&mut Dice::new(seed << 20), fewest, most))).sum()
    }

    #[test]
    fn short_ways_find_what_an_exact_search_over_everybody_finds() {
        assert!(compare_many(0..60, 10, 36) > 20, "brackets with several upfloaters were among them");
    }

    /// `cargo test --release --lib fide_team -- --ignored`
    #[test]
    #[ignore = "takes minutes"]
    fn short_ways_find_it_in_thousands_of_fields() {
        assert!(compare_many(1_000..3_000, 10, 60) > 800);
    }
}
