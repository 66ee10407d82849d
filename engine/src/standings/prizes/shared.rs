//! Prizes that teams on equal points divide: what each tie brings in, and what each of its teams gets [32B2, 32B3].

use super::kind::{Prize, PrizeKind};
use super::winner::Winner;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Who gets each prize for a place, of the section or of a class, where teams on equal points divide them.
///
/// `levels` are the teams that win prizes, best first, those on equal points together. From the top each level brings in the prizes that are
/// worth most together, one a team, of those for the places that it reaches; what it leaves goes on to the next. A prize that does not bar
/// its winner from others is divided within its own list, no matter who wins what else.
pub fn divided(
    prizes: &[Prize],
    levels: &[Vec<usize>],
    admits: &dyn Fn(&Prize, usize) -> bool,
    bars: impl Fn(&Prize) -> bool,
) -> BTreeMap<usize, Winner> {
    let is_for_place = |at: &usize| matches!(prizes[*at].kind, PrizeKind::Place(_) | PrizeKind::Class(..));
    let (barring, free): (Vec<usize>, Vec<usize>) =
        (0..prizes.len()).filter(is_for_place).partition(|at| bars(&prizes[*at]));
    let mut dividing = Dividing { prizes, levels, admits, given: BTreeMap::new(), taken: BTreeSet::new() };
    for list in dividing.lists(free) {
        dividing.by_places(&list);
    }
    // Trophies for a class are not divided with money: they go to those who share none.
    let is_money = |list: &Vec<usize>| {
        list.iter().any(|at| matches!(prizes[*at].kind, PrizeKind::Place(_)) || prizes[*at].worth() > 0)
    };
    let (money, trophies): (Vec<_>, Vec<_>) = dividing.lists(barring).into_iter().partition(is_money);
    for together in [money.concat()].into_iter().chain(trophies) {
        dividing.by_levels(&together);
    }
    dividing.given
}

struct Dividing<'a> {
    prizes: &'a [Prize],
    levels: &'a [Vec<usize>],
    admits: &'a dyn Fn(&Prize, usize) -> bool,
    given: BTreeMap<usize, Winner>,
    /// Who has a prize that bars from others.
    taken: BTreeSet<usize>,
}

impl Dividing<'_> {
    /// Prizes for places of the same list together, the lists in the order in which they are given.
    fn lists(&self, prizes: Vec<usize>) -> Vec<Vec<usize>> {
        let mut lists: Vec<Vec<usize>> = Vec::new();
        for at in prizes {
            let is_same = |list: &&mut Vec<usize>| self.prizes[list[0]].is_of_series(&self.prizes[at]);
            match lists.iter_mut().find(is_same) {
                Some(list) => list.push(at),
                None => lists.push(vec![at]),
            }
        }
        lists.sort_by_key(|list| list.iter().map(|at| self.prizes[*at].kind.turn()).min());
        lists
    }

    fn admitted(&self, at: usize, level: &[usize]) -> Vec<usize> {
        level.iter().copied().filter(|team| (self.admits)(&self.prizes[at], *team)).collect()
    }

    fn worth(&self, prizes: &[usize]) -> u64 {
        prizes.iter().map(|at| u64::from(self.prizes[*at].worth())).sum()
    }

    /// Every tie takes the places of a list that it uses up.
    fn by_places(&mut self, list: &[usize]) {
        let mut above = 0;
        for level in self.levels {
            let teams = self.admitted(list[0], level);
            let used_up = above + 1..=above + teams.len() as u32;
            above += teams.len() as u32;
            let pool: Vec<usize> =
                list.iter().copied().filter(|at| used_up.contains(&self.prizes[*at].place())).collect();
            match teams[..] {
                [only] => self.given.extend(pool.iter().map(|at| (*at, Winner::Team(only)))),
                _ => {
                    let (each, over) = evenly(self.worth(&pool), teams.len());
                    let shares = (0..teams.len()).map(|nth| cents(each + u64::from(nth < over))).collect();
                    self.give(teams, pool, shares);
                }
            }
        }
    }

    /// Every tie brings in the best that it can win of these prizes.
    fn by_levels(&mut self, prizes: &[usize]) {
        let mut reached: BTreeMap<usize, u32> = BTreeMap::new();
        for level in self.levels {
            for at in prizes {
                *reached.entry(*at).or_default() += self.admitted(*at, level).len() as u32;
            }
            let group = level.iter().copied().filter(|team| !self.taken.contains(team)).collect();
            let within = |at: &usize| reached[at] >= self.prizes[*at].place() && !self.given.contains_key(at);
            let prizes = prizes.iter().copied().filter(within).collect();
            self.divide(group, prizes);
        }
    }

    /// Divides what a tie brings in of these prizes.
    fn divide(&mut self, group: Vec<usize>, prizes: Vec<usize>) {
        let admits = |at: &usize, team: &usize| (self.admits)(&self.prizes[*at], *team);
        let could_win =
            |team: &usize| prizes.iter().filter(|at| admits(at, team)).map(|at| self.prizes[*at].worth()).max();
        let group: Vec<(usize, u32)> = group.into_iter().filter_map(|team| Some((team, could_win(&team)?))).collect();
        let (for_money, for_trophies): (Vec<_>, Vec<_>) = group.into_iter().partition(|(_, cap)| *cap > 0);
        if !for_money.is_empty() && !for_trophies.is_empty() {
            for part in [for_money, for_trophies] {
                let prizes = prizes.iter().copied().filter(|at| !self.given.contains_key(at)).collect();
                self.divide(part.into_iter().map(|(team, _)| team).collect(), prizes);
            }
            return;
        }
        let (teams, caps): (Vec<usize>, Vec<u32>) = [for_money, for_trophies].concat().into_iter().unzip();
        let pool = self.best(&teams, &prizes);
        let (shares, level) = capped(self.worth(&pool), &caps);
        let alone = |at: &usize| -> (u64, u64) {
            (u64::from(self.prizes[*at].worth()), teams.iter().filter(|team| admits(at, team)).count() as u64)
        };
        // Who gains by a prize that the others cannot win divides that one alone.
        let gains = |at: &&usize| {
            let (worth, of) = alone(at);
            of < teams.len() as u64 && level.is_some_and(|(rest, among)| worth * among > rest * of)
        };
        let best = pool.iter().filter(gains).reduce(|best, at| {
            let ((most, by), (worth, of)) = (alone(best), alone(at));
            if worth * by > most * of { at } else { best }
        });
        let Some(&own) = best else {
            self.taken.extend(&teams);
            return self.give(teams, pool, shares);
        };
        let (gaining, others): (Vec<usize>, Vec<usize>) = teams.iter().partition(|team| admits(&own, team));
        let (each, over) = evenly(alone(&own).0, gaining.len());
        let shares = (0..gaining.len()).map(|nth| cents(each + u64::from(nth < over))).collect();
        self.taken.extend(&gaining);
        self.give(gaining, vec![own], shares);
        self.divide(others, prizes.into_iter().filter(|at| *at != own).collect());
    }

    /// The prizes that are worth most together and can be won by these teams, one a team.
    fn best(&self, teams: &[usize], prizes: &[usize]) -> Vec<usize> {
        let mut most_first = prizes.to_vec();
        most_first.sort_by_key(|at| (Reverse(self.prizes[*at].worth()), self.prizes[*at].kind.turn(), *at));
        let mut held: BTreeMap<usize, usize> = BTreeMap::new();
        // What can be won beside what is brought in already does not depend on who wins which: the greedy choice is the best.
        most_first.into_iter().filter(|at| self.finds_winner(*at, teams, &mut held, &mut BTreeSet::new())).collect()
    }

    /// Finds a team for a prize, where others may take another that they can win instead.
    fn finds_winner(
        &self,
        at: usize,
        teams: &[usize],
        held: &mut BTreeMap<usize, usize>,
        asked: &mut BTreeSet<usize>,
    ) -> bool {
        for team in self.admitted(at, teams) {
            if !asked.insert(team) {
                continue;
            }
            let holds = held.get(&team).copied();
            if holds.is_none_or(|holds| self.finds_winner(holds, teams, held, asked)) {
                held.insert(team, at);
                return true;
            }
        }
        false
    }

    fn give(&mut self, teams: Vec<usize>, mut pool: Vec<usize>, shares: Vec<u32>) {
        // They share the best place among these, whichever is worth most.
        pool.sort_by_key(|at| (self.prizes[*at].kind.turn(), *at));
        let Some(first) = pool.first().copied() else { return };
        self.given.extend(pool.iter().map(|at| (*at, Winner::InPoolOf(first))));
        let winner = match teams[..] {
            [only] => Winner::Team(only),
            _ => Winner::Shared { teams, pool, shares },
        };
        self.given.insert(first, winner);
    }
}

/// What each of so many gets, and how many of the first get a cent more.
fn evenly(total: u64, among: usize) -> (u64, usize) {
    let among = among.max(1) as u64;
    (total / among, (total % among) as usize)
}

/// Divides a pool evenly among teams that get no more than their caps. Gives the shares, and what is divided among how many that are below
/// their caps; `None` where all have theirs. Cents that are left over go to the first of these, one each.
fn capped(pool: u64, caps: &[u32]) -> (Vec<u32>, Option<(u64, u64)>) {
    let (mut rest, mut among) = (pool, caps.len() as u64);
    let mut lowest_first: Vec<usize> = (0..caps.len()).collect();
    lowest_first.sort_by_key(|at| caps[*at]);
    let mut shares = vec![None; caps.len()];
    for at in lowest_first {
        if u64::from(caps[at]) * among > rest {
            break;
        }
        (shares[at], rest, among) = (Some(caps[at]), rest - u64::from(caps[at]), among - 1);
    }
    let (each, over) = evenly(rest, among as usize);
    let mut below = 0;
    let mut share = |capped: Option<u32>| {
        capped.unwrap_or_else(|| {
            below += 1;
            cents(each + u64::from(below <= over))
        })
    };
    (shares.into_iter().map(&mut share).collect(), (among > 0).then_some((rest, among)))
}

/// A share, which is no more than a prize is worth.
fn cents(share: u64) -> u32 {
    u32::try_from(share).unwrap_or(u32::MAX)
}
