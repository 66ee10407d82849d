//! C.04.6 without colours, read off the text: try everything, keep what the criteria rank first. Sets are bit masks.

use bughouse::pairing::{ByeClass, Position, SchoolMode, Settings};
use std::cmp::Reverse;

/// A set of teams by pairing number order.
type Set = u32;

pub type Pairs = Vec<(usize, usize)>;

struct Team {
    entrant: usize,
    score: i32,
    floated: bool,
    played: usize,
    may_get_bye: bool,
    barred: Set,
}

struct Text {
    teams: Vec<Team>,
    last_two_rounds: bool,
    /// Whether each set can be paired off by legal pairs.
    legal: Vec<bool>,
}

/// The pairs of entrants (smaller index first, sorted) and the bye; `None` if nothing is legal.
pub fn pair(position: &Position, settings: &Settings) -> Option<(Pairs, Option<usize>)> {
    let text = Text::of(position, settings);
    let everybody: Set = (1 << text.teams.len()) - 1;
    let bye = text.bye(everybody)?;
    let mut unpaired = everybody & !bye.map_or(0, |team| 1 << team);
    let mut pairs: Vec<(usize, usize)> = position.forced.iter().map(|&(a, b)| (a as usize, b as usize)).collect();
    while unpaired != 0 {
        let top = text.highest(unpaired);
        let upfloaters = text.upfloaters(top, unpaired & !top);
        let bracket = text.bracket(top | upfloaters, upfloaters);
        pairs.extend(bracket.into_iter().map(|(a, b)| (text.teams[a].entrant, text.teams[b].entrant)));
        unpaired &= !(top | upfloaters);
    }
    let mut pairs: Vec<(usize, usize)> = pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    Some((pairs, bye.map(|team| text.teams[team].entrant)))
}

fn members(set: Set) -> impl Iterator<Item = usize> {
    (0..32).filter(move |team| set >> team & 1 == 1)
}

fn subsets(of: Set) -> impl Iterator<Item = Set> {
    let mut next = Some(of);
    std::iter::from_fn(move || {
        let set = next?;
        next = (set != 0).then(|| (set - 1) & of);
        Some(set)
    })
}

impl Text {
    fn of(position: &Position, settings: &Settings) -> Self {
        let entrants = &position.entrants;
        let forced = |i: usize| position.forced.iter().any(|&(a, b)| a as usize == i || b as usize == i);
        let mut present: Vec<usize> = (0..entrants.len()).filter(|&i| !entrants[i].absent && !forced(i)).collect();
        present.sort_by_key(|&i| entrants[i].seed);
        let without_house = present.iter().filter(|&&i| !entrants[i].house).count();
        let mut house_left = without_house % 2;
        present.retain(|&i| !entrants[i].house || std::mem::replace(&mut house_left, 0) == 1);
        let barred = |i: usize, j: usize| {
            let met = entrants[i].met.iter().any(|&(opponent, _)| opponent as usize == j);
            let forbidden =
                position.forbidden.iter().any(|&(a, b)| [(i, j), (j, i)].contains(&(a as usize, b as usize)));
            let school = entrants[i].schools.iter().any(|school| entrants[j].schools.contains(school));
            i == j || met || forbidden || settings.school_mode == SchoolMode::Forbid && school
        };
        let team = |&i: &usize| Team {
            entrant: i,
            score: (entrants[i].score + entrants[i].virtual_points).0,
            floated: entrants[i].floated_up || entrants[i].floated_down,
            played: entrants[i].met.len(),
            may_get_bye: entrants[i].bye_class != ByeClass::HadFull,
            barred: present.iter().enumerate().filter(|&(_, &j)| barred(i, j)).map(|(at, _)| 1 << at).sum(),
        };
        let teams: Vec<Team> = present.iter().map(team).collect();
        let mut text = Self { teams, last_two_rounds: position.round + 1 >= position.rounds, legal: vec![true] };
        for set in 1..1 << text.teams.len() {
            let first = members(set).next().expect("the set is not empty");
            let legal = members(set)
                .any(|other| text.may_meet(first, other) && text.legal[(set & !(1 << first | 1 << other)) as usize]);
            text.legal.push(legal);
        }
        text
    }

    fn may_meet(&self, a: usize, b: usize) -> bool {
        self.teams[a].barred >> b & 1 == 0
    }

    fn is_legal(&self, set: Set) -> bool {
        self.legal[set as usize]
    }

    fn highest(&self, set: Set) -> Set {
        let best = members(set).map(|team| self.teams[team].score).max();
        members(set).filter(|&team| Some(self.teams[team].score) == best).map(|team| 1 << team).sum()
    }

    fn floaters(&self, set: Set) -> u32 {
        if self.last_two_rounds { 0 } else { members(set).filter(|&team| self.teams[team].floated).count() as u32 }
    }

    /// 3.4
    fn bye(&self, everybody: Set) -> Option<Option<usize>> {
        if self.teams.len().is_multiple_of(2) {
            return self.is_legal(everybody).then_some(None);
        }
        members(everybody)
            .filter(|&team| self.teams[team].may_get_bye && self.is_legal(everybody & !(1 << team)))
            .min_by_key(|&team| (self.teams[team].score, Reverse(self.teams[team].played), Reverse(team)))
            .map(Some)
    }

    /// 3.5
    fn upfloaters(&self, top: Set, lower: Set) -> Set {
        let following = self.highest(lower);
        subsets(lower)
            .filter(|&set| self.is_legal(top | set) && self.is_legal(lower & !set))
            .min_by_key(|&set| {
                let mut ascending: Vec<i32> = members(set).map(|team| self.teams[team].score).collect();
                ascending.sort_unstable();
                let mut numbers: Vec<usize> = members(set).collect();
                numbers.sort_by_key(|&team| (Reverse(self.teams[team].score), team));
                let scores: Vec<Reverse<i32>> = ascending.into_iter().map(Reverse).collect();
                let closes = self.closes(following & !set, lower & !following & !set);
                (set.count_ones(), scores, !closes, self.floaters(set), numbers)
            })
            .expect("what is left can be paired off")
    }

    /// 2.3.3
    fn closes(&self, group: Set, below: Set) -> bool {
        let parity = group.count_ones() % 2;
        group == 0
            || subsets(below)
                .any(|set| set.count_ones() == parity && self.is_legal(group | set) && self.is_legal(below & !set))
    }

    /// 3.6
    fn bracket(&self, set: Set, upfloaters: Set) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        self.pairings(set, &mut Vec::new(), &mut all);
        let opponents = |pairs: &[(usize, usize)]| -> Set {
            let of = |(a, b): (usize, usize)| (upfloaters >> a & 1) << b | (upfloaters >> b & 1) << a;
            pairs.iter().map(|&pair| of(pair)).sum()
        };
        all.into_iter()
            .min_by_key(|pairs| {
                let identifier: Vec<usize> =
                    pairs.iter().map(|pair| pair.0).chain(pairs.iter().map(|pair| pair.1)).collect();
                (self.floaters(opponents(pairs)), identifier)
            })
            .expect("the bracket can be paired off")
    }

    /// All legal pairings, smaller numbers ascending.
    fn pairings(&self, set: Set, chosen: &mut Vec<(usize, usize)>, all: &mut Vec<Vec<(usize, usize)>>) {
        let Some(first) = members(set).next() else {
            all.push(chosen.clone());
            return;
        };
        for other in members(set).filter(|&other| self.may_meet(first, other)) {
            chosen.push((first, other));
            self.pairings(set & !(1 << first | 1 << other), chosen, all);
            chosen.pop();
        }
    }
}
