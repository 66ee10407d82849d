//! Blossoms: odd cycles shrunk to points, matched through, and dissolved again.

use super::search::{Mark, NONE, Search};

impl Search<'_> {
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
    pub(super) fn flip(&mut self, mut x: usize, mut y: usize) {
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
    pub(super) fn dissolve(&mut self, blossom: usize) {
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
