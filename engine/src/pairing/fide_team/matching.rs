//! Whether teams can be paired off at all, and the pairing grown one pair at a time [Edmonds' blossom algorithm].

use super::pool::Pool;
use std::collections::VecDeque;

const NONE: usize = usize::MAX;

/// Which team of an odd number may be left out, so that the others can be paired off.
#[derive(Debug)]
pub(super) enum OneOut {
    /// Any of them: there are too many for the barred pairs to matter.
    Any,
    Only(Vec<usize>),
}

impl OneOut {
    pub(super) fn allows(&self, team: usize) -> bool {
        match self {
            Self::Any => true,
            Self::Only(teams) => teams.contains(&team),
        }
    }
}

/// Whether these teams can all be paired off with one another.
pub(super) fn is_pairable(pool: &Pool, teams: &[usize]) -> bool {
    teams.len().is_multiple_of(2) && (counting_proves(pool, teams, 0) || largest(pool, teams).0.is_complete())
}

/// Who of an odd number of teams may be left out.
pub(super) fn one_out(pool: &Pool, teams: &[usize]) -> OneOut {
    if counting_proves(pool, teams, 1) {
        return OneOut::Any;
    }
    let (matching, reached) = largest(pool, teams);
    if matching.unmatched() > 1 {
        return OneOut::Only(Vec::new());
    }
    OneOut::Only(teams.iter().zip(reached).filter(|(_, reached)| *reached).map(|(team, _)| *team).collect())
}

/// Dirac: an even number of teams, each of which may meet half of them or more, can be paired off. `out` of them are left out, whichever.
fn counting_proves(pool: &Pool, teams: &[usize], out: usize) -> bool {
    let enough = |barred: usize| teams.len() == out || teams.len() >= 2 * barred + 2 + out;
    enough(pool.most_barred()) || enough(pool.most_barred_from(teams, teams))
}

/// The largest pairing of teams, and whom the last search for one more pair reached at an even distance.
fn largest(pool: &Pool, teams: &[usize]) -> (Matching, Vec<bool>) {
    let joined = |a: usize, b: usize| pool.may_meet(teams[a], teams[b]);
    let mut matching = Matching::new(teams.len());
    matching.match_greedily(joined);
    let mut reached = vec![false; teams.len()];
    for team in 0..teams.len() {
        if matching.mate(team).is_none()
            && let Err(even) = matching.grow(team, joined)
        {
            reached = even;
        }
    }
    (matching, reached)
}

/// Partners among `0..n`.
#[derive(Debug, Clone)]
pub(super) struct Matching {
    mate: Vec<usize>,
}

impl Matching {
    pub(super) fn new(n: usize) -> Self {
        Self { mate: vec![NONE; n] }
    }

    pub(super) fn mate(&self, v: usize) -> Option<usize> {
        Some(self.mate[v]).filter(|mate| *mate != NONE)
    }

    fn is_complete(&self) -> bool {
        !self.mate.contains(&NONE)
    }

    fn unmatched(&self) -> usize {
        self.mate.iter().filter(|mate| **mate == NONE).count()
    }

    /// Makes two people partners. Former partners are left alone.
    pub(super) fn join(&mut self, a: usize, b: usize) {
        self.part(a);
        self.part(b);
        self.mate[a] = b;
        self.mate[b] = a;
    }

    pub(super) fn part(&mut self, v: usize) {
        if let Some(mate) = self.mate(v) {
            self.mate[mate] = NONE;
            self.mate[v] = NONE;
        }
    }

    /// Gives each in turn the first one free.
    fn match_greedily(&mut self, joined: impl Fn(usize, usize) -> bool) {
        for a in 0..self.mate.len() {
            if self.mate[a] == NONE
                && let Some(b) = (a + 1..self.mate.len()).find(|b| self.mate[*b] == NONE && joined(a, *b))
            {
                self.join(a, b);
            }
        }
    }

    /// One pair more, by changing partners along a path from `root`, who has none. Others keep or change partners, none loses one.
    pub(super) fn grow(&mut self, root: usize, joined: impl Fn(usize, usize) -> bool) -> Result<(), Vec<bool>> {
        let mut search = Search::new(self, root);
        let Some(mut end) = search.run(&joined) else { return Err(search.even) };
        let parent = search.parent;
        while end != NONE {
            let before = parent[end];
            let next = self.mate[before];
            self.mate[end] = before;
            self.mate[before] = end;
            end = next;
        }
        Ok(())
    }
}

/// A search for a path of alternating partners.
struct Search<'m> {
    mate: &'m [usize],
    root: usize,
    /// Reached at an even distance from the root (inside a shrunken odd cycle: either way).
    even: Vec<bool>,
    /// From whom somebody was reached at an odd distance.
    parent: Vec<usize>,
    /// The base of the outermost odd cycle somebody was shrunk into.
    base: Vec<usize>,
    queue: VecDeque<usize>,
}

impl<'m> Search<'m> {
    fn new(matching: &'m Matching, root: usize) -> Self {
        let n = matching.mate.len();
        let mut even = vec![false; n];
        even[root] = true;
        Self {
            mate: &matching.mate,
            root,
            even,
            parent: vec![NONE; n],
            base: (0..n).collect(),
            queue: VecDeque::from([root]),
        }
    }

    /// Somebody without a partner at the end of an alternating path, if there is one.
    fn run(&mut self, joined: &impl Fn(usize, usize) -> bool) -> Option<usize> {
        while let Some(v) = self.queue.pop_front() {
            for to in 0..self.mate.len() {
                if self.base[v] == self.base[to] || self.mate[v] == to || !joined(v, to) {
                    continue;
                }
                let mate = self.mate[to];
                if to == self.root || mate != NONE && self.parent[mate] != NONE {
                    self.shrink(v, to);
                } else if self.parent[to] == NONE {
                    self.parent[to] = v;
                    if mate == NONE {
                        return Some(to);
                    }
                    self.even[mate] = true;
                    self.queue.push_back(mate);
                }
            }
        }
        None
    }

    /// Shrinks the odd cycle closed by the edge `v`-`to`: everybody on it is now at an even distance too.
    fn shrink(&mut self, v: usize, to: usize) {
        let base = self.common_base(v, to);
        let mut on_cycle = vec![false; self.mate.len()];
        self.mark_path(v, base, to, &mut on_cycle);
        self.mark_path(to, base, v, &mut on_cycle);
        for i in 0..self.mate.len() {
            if on_cycle[self.base[i]] {
                self.base[i] = base;
                if !self.even[i] {
                    self.even[i] = true;
                    self.queue.push_back(i);
                }
            }
        }
    }

    fn mark_path(&mut self, mut v: usize, base: usize, mut child: usize, on_cycle: &mut [bool]) {
        while self.base[v] != base {
            let mate = self.mate[v];
            on_cycle[self.base[v]] = true;
            on_cycle[self.base[mate]] = true;
            self.parent[v] = child;
            child = mate;
            v = self.parent[mate];
        }
    }

    fn common_base(&self, a: usize, b: usize) -> usize {
        let mut above_a = vec![false; self.mate.len()];
        let mut v = a;
        loop {
            v = self.base[v];
            above_a[v] = true;
            if self.mate[v] == NONE {
                break;
            }
            v = self.parent[self.mate[v]];
        }
        let mut v = b;
        loop {
            v = self.base[v];
            if above_a[v] {
                return v;
            }
            v = self.parent[self.mate[v]];
        }
    }
}
