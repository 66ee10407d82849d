//! The search for the cheapest matching: trees of paid edges grow from the single vertices until two of them meet.
//!
//! Odd cycles on the way are shrunk to points, the blossoms, matched through, and dissolved again.

use super::graph::{Effort, Graph};
use super::prices::{Prices, Solved};

pub(super) const NONE: usize = usize::MAX;

/// What a search has made of a vertex or blossom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Free,
    /// At an even distance from a single vertex: may take a new partner.
    Outer,
    /// At an odd distance.
    Inner,
}

/// The state of the search. Points are vertices `0..n`, then blossoms.
pub(super) struct Search<'g> {
    pub(super) graph: &'g Graph,
    effort: &'g Effort,
    pub(super) prices: Prices,
    pub(super) n: usize,
    /// Points in use, blossoms included; slots of dissolved blossoms are used again.
    pub(super) points: usize,
    /// Row length of `links` and `petal_of`.
    width: usize,
    /// The cheapest edge between two points, as (end in the first, end in the second).
    links: Vec<(u32, u32)>,
    /// The vertex a point is matched to.
    pub(super) mate: Vec<usize>,
    /// The outermost blossom round a point; `NONE` for unused slots.
    pub(super) top: Vec<usize>,
    /// The vertex from which a point was reached.
    pub(super) parent: Vec<usize>,
    /// The outer vertex with the cheapest edge to a point.
    pub(super) nearest: Vec<usize>,
    mark: Vec<Mark>,
    /// The odd cycle of a blossom, from its base.
    pub(super) cycle: Vec<Vec<usize>>,
    /// Which point on the cycle of a blossom holds a vertex.
    petal_of: Vec<u32>,
    /// When a point was last seen while looking for a common ancestor.
    pub(super) seen: Vec<u32>,
    pub(super) now: u32,
    pub(super) queue: std::collections::VecDeque<usize>,
}

impl<'g> Search<'g> {
    pub(super) fn new(graph: &'g Graph, effort: &'g Effort) -> Self {
        let n = graph.size;
        let width = n + n / 2 + 1;
        let mut links = vec![(u32::MAX, u32::MAX); width * width];
        for u in 0..n {
            for v in (0..n).filter(|v| *v != u && graph.joined(u, *v)) {
                links[u * width + v] = (u as u32, v as u32);
            }
        }
        let mut petal_of = vec![u32::MAX; width * n];
        for u in 0..n {
            petal_of[u * n + u] = u as u32;
        }
        let top = (0..width).map(|x| if x < n { x } else { NONE }).collect();
        Self {
            graph,
            effort,
            prices: Prices::new(n, width, graph.words),
            n,
            points: n,
            width,
            links,
            mate: vec![NONE; width],
            top,
            parent: vec![NONE; width],
            nearest: vec![NONE; width],
            mark: vec![Mark::Free; width],
            cycle: vec![Vec::new(); width],
            petal_of,
            seen: vec![0; width],
            now: 0,
            queue: std::collections::VecDeque::new(),
        }
    }

    /// Prices before anything is matched. All are even, so that between vertices without a mate half steps stay whole.
    pub(super) fn set_out_from<'p>(&mut self, start: impl Fn(usize) -> &'p [i64]) {
        (0..self.n).for_each(|vertex| self.prices.set(vertex, start(vertex)));
    }

    /// Matches along edges that are paid, as far as that goes without thinking.
    pub(super) fn match_what_is_paid(&mut self) {
        for u in 0..self.n {
            if self.mate[u] != NONE {
                continue;
            }
            let is_paid = |v: &usize| {
                self.mate[*v] == NONE && self.graph.joined(u, *v) && self.prices.is_paid(self.graph, (u, *v))
            };
            if let Some(v) = (u + 1..self.n).find(is_paid) {
                self.mate[u] = v;
                self.mate[v] = u;
            }
        }
    }

    pub(super) fn solved(self) -> Solved {
        let mut inside = vec![NONE; self.points];
        for blossom in (self.n..self.points).filter(|blossom| self.top[*blossom] != NONE) {
            self.cycle[blossom].iter().for_each(|petal| inside[*petal] = blossom);
        }
        let round =
            |vertex: usize| std::iter::successors(Some(inside[vertex]), |blossom| inside.get(*blossom).copied());
        let round = (0..self.n).map(|vertex| round(vertex).take_while(|blossom| *blossom != NONE).collect()).collect();
        Solved::new(self.mate[..self.n].to_vec(), self.prices, round)
    }

    pub(super) fn single_vertices(&self) -> usize {
        (0..self.n).filter(|v| self.mate[*v] == NONE).count()
    }

    fn link(&self, x: usize, y: usize) -> Option<(usize, usize)> {
        let (u, v) = self.links[x * self.width + y];
        (u != u32::MAX).then_some((u as usize, v as usize))
    }

    fn petal(&self, blossom: usize, vertex: usize) -> usize {
        self.petal_of[blossom * self.n + vertex] as usize
    }

    /// Notes that the outer vertex `u` has an edge to the point `x`.
    fn note(&mut self, u: usize, x: usize) {
        let closer = match (self.nearest[x], self.link(u, x)) {
            (_, None) => false,
            (NONE, Some(_)) => true,
            (old, Some(edge)) => self.link(old, x).is_none_or(|best| self.prices.is_less(self.graph, edge, best)),
        };
        if closer {
            self.nearest[x] = u;
        }
    }

    /// Finds the nearest outer vertex of a point afresh.
    fn note_all(&mut self, x: usize) {
        self.nearest[x] = NONE;
        for u in 0..self.n {
            if self.top[u] != x && self.mark[self.top[u]] == Mark::Outer {
                self.note(u, x);
            }
        }
    }

    /// Queues all vertices inside a point.
    fn enqueue(&mut self, x: usize) {
        if x < self.n {
            self.queue.push_back(x);
        } else {
            for i in 0..self.cycle[x].len() {
                self.enqueue(self.cycle[x][i]);
            }
        }
    }

    /// Makes `blossom` the outermost point round everything in `x`.
    fn put_inside(&mut self, x: usize, blossom: usize) {
        self.top[x] = blossom;
        if x >= self.n {
            for i in 0..self.cycle[x].len() {
                self.put_inside(self.cycle[x][i], blossom);
            }
        }
    }

    /// The outer point above `x` in its tree.
    fn grandparent(&self, x: usize) -> usize {
        match self.mate[x] {
            NONE => NONE,
            mate => self.top[self.parent[self.top[mate]]],
        }
    }

    /// The first common ancestor of two outer points, if they are in one tree.
    fn common_ancestor(&mut self, mut x: usize, mut y: usize) -> Option<usize> {
        self.now += 1;
        while x != NONE || y != NONE {
            if x != NONE {
                if self.seen[x] == self.now {
                    return Some(x);
                }
                self.seen[x] = self.now;
                x = self.grandparent(x);
            }
            std::mem::swap(&mut x, &mut y);
        }
        None
    }

    /// Follows a paid edge from an outer vertex. True when it joined two trees and the matching grew.
    fn follow(&mut self, (u, v): (usize, usize)) -> bool {
        let (x, y) = (self.top[u], self.top[v]);
        match self.mark[y] {
            Mark::Free => {
                self.parent[y] = u;
                self.mark[y] = Mark::Inner;
                let next = self.top[self.mate[y]];
                self.nearest[y] = NONE;
                self.nearest[next] = NONE;
                self.mark[next] = Mark::Outer;
                self.enqueue(next);
                false
            }
            Mark::Outer => match self.common_ancestor(x, y) {
                Some(base) => {
                    self.shrink(x, base, y);
                    false
                }
                None => {
                    self.flip(x, y);
                    self.flip(y, x);
                    true
                }
            },
            Mark::Inner => false,
        }
    }

    fn is_outermost(&self, x: usize) -> bool {
        self.top[x] == x
    }

    /// One more pair. `None` if no complete matching exists, or if the effort is used up.
    pub(super) fn grow(&mut self) -> Option<()> {
        self.mark[..self.points].fill(Mark::Free);
        self.nearest[..self.points].fill(NONE);
        self.queue.clear();
        for x in 0..self.points {
            if self.is_outermost(x) && self.mate[x] == NONE {
                self.parent[x] = NONE;
                self.mark[x] = Mark::Outer;
                self.enqueue(x);
            }
        }
        loop {
            if self.follow_paid_edges() {
                return Some(());
            }
            if !self.effort.spend(self.points * (1 + self.graph.words / 8)) {
                return None;
            }
            self.move_prices()?;
            if self.follow_newly_paid() {
                return Some(());
            }
            for b in self.n..self.points {
                if self.is_outermost(b) && self.mark[b] == Mark::Inner && self.prices.blossom_is_free(b) {
                    self.dissolve(b);
                }
            }
        }
    }

    fn follow_paid_edges(&mut self) -> bool {
        while let Some(u) = self.queue.pop_front() {
            if !self.effort.spend(self.n) {
                return false;
            }
            for v in 0..self.n {
                if self.top[u] == self.top[v] || !self.graph.joined(u, v) {
                    continue;
                }
                if self.mark[self.top[v]] == Mark::Inner {
                    continue;
                }
                if self.prices.is_paid(self.graph, (u, v)) {
                    if self.follow((u, v)) {
                        return true;
                    }
                } else {
                    self.note(u, self.top[v]);
                }
            }
        }
        false
    }

    /// Moves prices by the largest step that keeps every edge affordable. `None` if there is no limit.
    fn move_prices(&mut self) -> Option<()> {
        self.prices.limited = false;
        // The cheapest edge to a free point, and to an outer one.
        let mut cheapest: [Option<(usize, usize)>; 2] = [None, None];
        for x in 0..self.points {
            if !self.is_outermost(x) {
                continue;
            }
            let kind = match self.mark[x] {
                Mark::Free => 0,
                Mark::Outer => 1,
                Mark::Inner if x >= self.n => {
                    self.prices.limit_by_blossom(x);
                    continue;
                }
                Mark::Inner => continue,
            };
            let Some(edge) = Some(self.nearest[x]).filter(|u| *u != NONE).and_then(|u| self.link(u, x)) else {
                continue;
            };
            if cheapest[kind].is_none_or(|best| self.prices.is_less(self.graph, edge, best)) {
                cheapest[kind] = Some(edge);
            }
        }
        for (edge, speed) in cheapest.into_iter().zip([1, 2]) {
            if let Some(edge) = edge {
                self.prices.limit_by_edge(self.graph, edge, speed);
            }
        }
        if !self.prices.limited {
            return None;
        }
        for v in 0..self.n {
            match self.mark[self.top[v]] {
                Mark::Outer => self.prices.shift(v, 1),
                Mark::Inner => self.prices.shift(v, -1),
                Mark::Free => {}
            }
        }
        // An outer blossom takes back what its vertices pay too much for the edges inside it; an inner one gives it out again.
        for b in (self.n..self.points).filter(|b| self.top[*b] == *b) {
            match self.mark[b] {
                Mark::Outer => self.prices.shift(b, 2),
                Mark::Inner => self.prices.shift(b, -2),
                Mark::Free => {}
            }
        }
        Some(())
    }

    fn follow_newly_paid(&mut self) -> bool {
        for x in 0..self.points {
            if !self.is_outermost(x) || self.nearest[x] == NONE || self.mark[x] == Mark::Inner {
                continue;
            }
            let Some((u, v)) = self.link(self.nearest[x], x) else { continue };
            if self.top[u] != x && self.prices.is_paid(self.graph, (u, v)) && self.follow((u, v)) {
                return true;
            }
        }
        false
    }

    /// The even-length way round a cycle from its base to `petal`, turning the cycle if need be.
    fn even_way(&mut self, blossom: usize, petal: usize) -> usize {
        let cycle = &mut self.cycle[blossom];
        let at = cycle.iter().position(|x| *x == petal).expect("a petal is on its blossom's cycle");
        if at % 2 == 0 {
            return at;
        }
        cycle[1..].reverse();
        cycle.len() - at
    }

    /// Matches the point `x` along its cheapest edge to the point `y`, and what is inside it accordingly.
    fn match_point(&mut self, x: usize, y: usize) {
        let (u, v) = self.link(x, y).expect("points are matched along an edge");
        self.mate[x] = v;
        if x < self.n {
            return;
        }
        let petal = self.petal(x, u);
        let way = self.even_way(x, petal);
        for i in 0..way {
            let (a, b) = (self.cycle[x][i], self.cycle[x][i ^ 1]);
            self.match_point(a, b);
        }
        self.match_point(petal, y);
        self.cycle[x].rotate_left(way);
    }

    /// Swaps matched and unmatched edges from the outer point `x` back to its root; `x` gets the point `y`.
    fn flip(&mut self, mut x: usize, mut y: usize) {
        loop {
            let former = self.mate[x];
            self.match_point(x, y);
            if former == NONE {
                return;
            }
            let inner = self.top[former];
            let outer = self.top[self.parent[inner]];
            self.match_point(inner, outer);
            (x, y) = (outer, inner);
        }
    }

    /// Shrinks the odd cycle through `x`, `base` and `y` to one outer point.
    pub(super) fn shrink(&mut self, x: usize, base: usize, y: usize) {
        let blossom = (self.n..self.points).find(|b| self.top[*b] == NONE).unwrap_or(self.points);
        self.points = self.points.max(blossom + 1);
        self.prices.open(blossom);
        self.mark[blossom] = Mark::Outer;
        self.mate[blossom] = self.mate[base];
        let mut cycle = vec![base];
        for (side, from) in [x, y].into_iter().enumerate() {
            let mut at = from;
            while at != base {
                let inner = self.top[self.mate[at]];
                cycle.extend([at, inner]);
                self.enqueue(inner);
                at = self.top[self.parent[inner]];
            }
            if side == 0 {
                cycle[1..].reverse();
            }
        }
        self.cycle[blossom] = cycle;
        self.put_inside(blossom, blossom);
        self.join_links(blossom);
        self.note_all(blossom);
    }

    /// Gives a new blossom the cheapest links of the points on its cycle.
    fn join_links(&mut self, blossom: usize) {
        for x in 0..self.points {
            self.links[blossom * self.width + x] = (u32::MAX, u32::MAX);
            self.links[x * self.width + blossom] = (u32::MAX, u32::MAX);
        }
        self.petal_of[blossom * self.n..(blossom + 1) * self.n].fill(u32::MAX);
        for i in 0..self.cycle[blossom].len() {
            let petal = self.cycle[blossom][i];
            for x in (0..self.points).filter(|x| *x != blossom) {
                let Some(edge) = self.link(petal, x) else { continue };
                if self.link(blossom, x).is_none_or(|best| self.prices.is_less(self.graph, edge, best)) {
                    self.links[blossom * self.width + x] = self.links[petal * self.width + x];
                    self.links[x * self.width + blossom] = self.links[x * self.width + petal];
                }
            }
            for v in 0..self.n {
                if self.petal_of[petal * self.n + v] != u32::MAX {
                    self.petal_of[blossom * self.n + v] = petal as u32;
                }
            }
        }
    }

    /// Dissolves an inner blossom whose price has fallen to nothing.
    fn dissolve(&mut self, blossom: usize) {
        let cycle = self.cycle[blossom].clone();
        for &petal in &cycle {
            self.put_inside(petal, petal);
        }
        let (entry, _) = self.link(blossom, self.parent[blossom]).expect("an inner blossom was reached along an edge");
        let entry = self.petal(blossom, entry);
        let way = self.even_way(blossom, entry);
        let cycle = std::mem::take(&mut self.cycle[blossom]);
        for pair in cycle[..way].chunks(2) {
            let (inner, outer) = (pair[0], pair[1]);
            let (reached_from, _) = self.link(outer, inner).expect("neighbours on a cycle are joined");
            self.parent[inner] = reached_from;
            self.mark[inner] = Mark::Inner;
            self.mark[outer] = Mark::Outer;
            self.nearest[inner] = NONE;
            self.note_all(outer);
            self.enqueue(outer);
        }
        self.mark[entry] = Mark::Inner;
        self.parent[entry] = self.parent[blossom];
        self.nearest[entry] = NONE;
        for &petal in &cycle[way + 1..] {
            self.mark[petal] = Mark::Free;
            self.note_all(petal);
        }
        self.top[blossom] = NONE;
    }
}
