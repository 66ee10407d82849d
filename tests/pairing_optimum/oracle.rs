//! The objective K1 to K8 written a second time, straight from the specification, and every complete pairing tried.
//!
//! Shares nothing with the engine but the position it reads. Slow by intent; fields of up to ten teams.

use bughouse::pairing::{ByeClass, Entrant, Lookahead, Position, SchoolMode, Settings};

/// A complete pairing: pairs of entrant indexes and the bye.
pub type Whole = (Vec<(usize, usize)>, Option<usize>);

/// The pool as the oracle sees it: entrant indexes in rank order.
pub struct Oracle<'a> {
    pub position: &'a Position,
    pub settings: &'a Settings,
    pub pool: Vec<usize>,
}

impl<'a> Oracle<'a> {
    /// 1.2: active teams without forced pairs; one house team if the rest is odd; by pairing score, then seed.
    pub fn new(position: &'a Position, settings: &'a Settings) -> Self {
        let forced = |i: usize| position.forced.iter().any(|(a, b)| *a as usize == i || *b as usize == i);
        let here = |i: usize| !position.entrants[i].absent && !forced(i);
        let mut pool: Vec<usize> =
            (0..position.entrants.len()).filter(|i| here(*i) && !position.entrants[*i].house).collect();
        if pool.len() % 2 == 1 {
            let mut houses: Vec<usize> =
                (0..position.entrants.len()).filter(|i| here(*i) && position.entrants[*i].house).collect();
            houses.sort_by_key(|i| position.entrants[*i].seed);
            pool.extend(houses.first());
        }
        pool.sort_by_key(|i| (-paired_on(&position.entrants[*i]), position.entrants[*i].seed));
        Self { position, settings, pool }
    }

    fn team(&self, i: usize) -> &Entrant {
        &self.position.entrants[i]
    }

    fn met(&self, a: usize, b: usize) -> i64 {
        self.team(a).met.iter().filter(|(opponent, _)| *opponent as usize == b).count() as i64
    }

    fn clash(&self, a: usize, b: usize) -> bool {
        self.team(a).schools.iter().any(|s| self.team(b).schools.contains(s))
    }

    fn allowed(&self, a: usize, b: usize) -> bool {
        let listed = self.position.forbidden.iter().any(|p| *p == (a as u32, b as u32) || *p == (b as u32, a as u32));
        !(listed || self.settings.school_mode == SchoolMode::Forbid && self.clash(a, b))
    }

    /// Whether a same-school pair counts strictly (K3), softly (K5) or not.
    fn slots(&self, a: usize, b: usize) -> (i64, i64) {
        if !self.clash(a, b) {
            return (0, 0);
        }
        let plus =
            |i: usize| self.team(i).score.0 - (self.position.round as i32 - 1) * i32::from(self.position.matches);
        match self.settings.school_mode {
            SchoolMode::Ignore | SchoolMode::Forbid => (0, 0),
            SchoolMode::Prefer => (0, 1),
            SchoolMode::Avoid => (1, 0),
            SchoolMode::Plus2 => {
                if plus(a) >= 2 || plus(b) >= 2 {
                    (0, 1)
                } else {
                    (1, 0)
                }
            }
        }
    }

    /// Every complete pairing of the pool that is allowed.
    pub fn all(&self) -> Vec<Whole> {
        let mut found = Vec::new();
        self.extend(&self.pool.clone(), &mut Vec::new(), None, &mut found);
        found
    }

    fn extend(&self, left: &[usize], pairs: &mut Vec<(usize, usize)>, bye: Option<usize>, found: &mut Vec<Whole>) {
        let Some((&first, rest)) = left.split_first() else {
            found.push((pairs.clone(), bye));
            return;
        };
        for (at, &second) in rest.iter().enumerate() {
            if self.allowed(first, second) {
                let mut without = rest.to_vec();
                without.remove(at);
                pairs.push((first, second));
                self.extend(&without, pairs, bye, found);
                pairs.pop();
            }
        }
        if bye.is_none() && self.pool.len() % 2 == 1 {
            self.extend(rest, pairs, Some(first), found);
        }
    }

    /// K1 to K3, then the class of the bye apart: ([K1, class-2 bye], whole prefix).
    fn prefix(&self, (pairs, bye): &Whole) -> Vec<i64> {
        let mut key = vec![pairs.iter().map(|(a, b)| self.met(*a, *b).pow(2)).sum()];
        if let Some(bye) = bye {
            let team = self.team(*bye);
            key.extend([
                i64::from(team.bye_class == ByeClass::HadFull),
                i64::from(paired_on(team)),
                i64::from(team.bye_class == ByeClass::HadHalf),
                i64::from(team.unrated && self.settings.protect_unrated),
                -i64::from(team.seed),
            ]);
        }
        key.push(pairs.iter().map(|(a, b)| self.slots(*a, *b).0).sum());
        key
    }

    /// K4 to K8.
    fn rest(&self, (pairs, bye): &Whole) -> Vec<i64> {
        let rank = |i: usize| self.pool.iter().position(|p| *p == i).unwrap();
        let playing: Vec<usize> = self.pool.iter().copied().filter(|i| Some(*i) != *bye).collect();
        let mut levels: Vec<i32> = playing.iter().map(|i| paired_on(self.team(*i))).collect();
        levels.dedup();
        let opponent = |i: usize| {
            pairs.iter().find_map(|(a, b)| if *a == i { Some(*b) } else { (*b == i).then_some(*a) }).unwrap()
        };
        let lower = |i: usize| paired_on(self.team(opponent(i))) < paired_on(self.team(i));
        let on = |level: i32| playing.iter().copied().filter(move |i| paired_on(self.team(*i)) == level);
        let mut key = Vec::new();
        for (at, level) in levels.iter().enumerate() {
            key.push(on(*level).filter(|i| lower(*i)).count() as i64);
            for below in levels[at + 1..].iter().rev() {
                key.push(on(*level).filter(|i| paired_on(self.team(opponent(*i))) == *below).count() as i64);
            }
        }
        key.push(pairs.iter().map(|(a, b)| self.slots(*a, *b).1).sum());
        if self.settings.avoid_repeat_floats {
            key.push(playing.iter().filter(|i| lower(**i) && self.team(**i).floated_down).count() as i64);
            let up = |i: usize| paired_on(self.team(opponent(i))) > paired_on(self.team(i));
            key.push(playing.iter().filter(|i| up(**i) && self.team(**i).floated_up).count() as i64);
        }
        for level in &levels {
            let protected = |i: &usize| self.team(*i).unrated && self.settings.protect_unrated;
            key.push(on(*level).filter(|i| lower(*i)).filter(protected).count() as i64);
            key.extend(on(*level).map(|i| i64::from(lower(i))));
            key.extend(on(*level).map(|i| if lower(i) { rank(opponent(i)) as i64 } else { 0 }));
        }
        for level in &levels {
            let group: Vec<usize> = on(*level).filter(|i| paired_on(self.team(opponent(*i))) == *level).collect();
            let place = |i: usize| group.iter().position(|g| *g == i).unwrap();
            key.extend(halves(&group.iter().map(|i| place(opponent(*i))).collect::<Vec<_>>()));
        }
        key
    }

    /// The whole key, K1b left out.
    pub fn key(&self, whole: &Whole) -> Vec<i64> {
        let mut key = self.prefix(whole);
        key.extend(self.rest(whole));
        key
    }

    /// The optimum, with its key; asserts that no other complete pairing has the same key.
    pub fn best(&self) -> Option<(Vec<i64>, Whole)> {
        let all = self.all();
        let least = all.iter().map(|w| self.prefix(w)).min()?;
        let keyed = all.into_iter().filter(|w| self.prefix(w) == least).map(|w| (self.key(&w), w));
        let mut sorted: Vec<_> = keyed.collect();
        sorted.sort();
        assert!(sorted.len() < 2 || sorted[0].0 < sorted[1].0, "the key is strict");
        Some(sorted.swap_remove(0))
    }

    /// 1.8: the answer with the look-ahead: the pairing, and whether the look-ahead changed it.
    pub fn with_lookahead(&self) -> Option<(Whole, bool)> {
        let (key, best) = self.best()?;
        let teams = self.pool.len() + 2 * self.position.forced.len();
        let on = match self.settings.lookahead {
            Lookahead::Auto => teams <= 12,
            Lookahead::Yes => true,
            Lookahead::Warn | Lookahead::No => false,
        };
        let is_locked = !(self.position.forbidden.is_empty() && self.position.forced.is_empty());
        let needed = self.position.round < self.position.rounds
            && (self.position.round as usize + 1 > teams / 2
                || is_locked
                || self.settings.school_mode == SchoolMode::Forbid);
        if !on || !needed || self.continues(&best) {
            return Some((best, false));
        }
        let second_bye = |w: &Whole| w.1.is_some_and(|i| self.team(i).bye_class == ByeClass::HadFull);
        let mut others: Vec<_> = self
            .all()
            .into_iter()
            .filter(|w| self.prefix(w)[0] == key[0] && (second_bye(&best) || !second_bye(w)))
            .filter(|w| self.continues(w))
            .map(|w| (self.key(&w), w))
            .collect();
        others.sort();
        Some(others.into_iter().next().map_or((best, false), |(_, w)| (w, true)))
    }

    /// Whether a rematch-free complete pairing is left after this round, if all stay.
    pub fn continues(&self, (pairs, bye): &Whole) -> bool {
        let forced = self.position.forced.iter().map(|(a, b)| (*a as usize, *b as usize));
        let now: Vec<(usize, usize)> = pairs.iter().copied().chain(forced).collect();
        let mut teams: Vec<usize> = now.iter().flat_map(|(a, b)| [*a, *b]).chain(*bye).collect();
        teams.sort_unstable();
        let fresh = |a: usize, b: usize| {
            self.allowed(a, b) && self.met(a, b) == 0 && !now.contains(&(a, b)) && !now.contains(&(b, a))
        };
        let may_sit = |i: usize| Some(i) != *bye && self.team(i).bye_class != ByeClass::HadFull;
        if teams.len().is_multiple_of(2) {
            return closes(&teams, &fresh);
        }
        teams
            .iter()
            .any(|i| may_sit(*i) && closes(&teams.iter().copied().filter(|t| t != i).collect::<Vec<_>>(), &fresh))
    }
}

fn closes(teams: &[usize], fresh: &dyn Fn(usize, usize) -> bool) -> bool {
    let Some((&first, rest)) = teams.split_first() else { return true };
    rest.iter().any(|&second| {
        fresh(first, second) && closes(&rest.iter().copied().filter(|t| *t != second).collect::<Vec<_>>(), fresh)
    })
}

fn paired_on(team: &Entrant) -> i32 {
    team.score.0 + team.virtual_points.0
}

/// K8 of a level: `opponent[i]` is the position of the opponent of position `i`, both from 0.
fn halves(opponent: &[usize]) -> Vec<i64> {
    let (size, half) = (opponent.len(), opponent.len() / 2);
    let mut moved_down = Vec::new();
    let mut moved_up = Vec::new();
    for (i, &j) in opponent.iter().enumerate() {
        if i < half && j < half && j > i {
            moved_down.push(j);
        }
        if i >= half && j >= half && i < j {
            moved_up.push(i);
        }
    }
    let sum = |places: &[usize]| places.iter().map(|p| *p as i64 + 1).sum::<i64>();
    let mut key = vec![moved_down.len() as i64, sum(&moved_up) - sum(&moved_down)];
    key.extend((0..size).map(|i| i64::from(moved_down.contains(&i) || moved_up.contains(&i))));
    let in_upper = |i: &usize| if *i < half { !moved_down.contains(i) } else { moved_up.contains(i) };
    let upper: Vec<usize> = (0..size).filter(in_upper).collect();
    let lower: Vec<usize> = (0..size).filter(|i| !in_upper(i)).collect();
    let shift =
        |(i, place): (usize, &usize)| i as i64 - lower.iter().position(|l| *l == opponent[*place]).unwrap() as i64;
    key.push(upper.iter().enumerate().map(|p| shift(p).pow(2)).sum());
    key.extend(upper.iter().map(|place| opponent[*place] as i64 + 1));
    key
}
