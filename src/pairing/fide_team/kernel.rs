//! A small field with the same upfloaters as the whole one.
//!
//! Every team has at most d barred opponents. Where a part of the field is so large that d cannot matter, a few stand-ins who may
//! meet anybody take its place; the bounds beside each step say why nothing is lost.

use super::field::Field;

/// The score groups as the search sees them: residents first, then the others by score and number, then stand-ins.
#[derive(Debug)]
pub(super) struct Kernel {
    nodes: Vec<Node>,
    /// Level of the lowest score; stand-ins below the residents are one lower.
    pub(super) lowest: usize,
    /// Whether which teams are pulled up can change if the following score group closes.
    pub(super) following_matters: bool,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// `None` for a stand-in.
    team: Option<usize>,
    /// 0 for residents, 1 for the following score group, and so on.
    level: usize,
}

impl Kernel {
    /// The kernel of a field whose top group is `residents`, with all other unpaired teams in `lower`, by score, then number.
    ///
    /// To be asked only when one upfloater or none is not enough: then one of the two parts has at most 2d + 2 teams.
    pub(super) fn of(field: &Field, residents: &[usize], lower: &[usize]) -> Self {
        let d = field.most_barred();
        if residents.len() >= 4 * d + 4 {
            // With k <= |lower| <= 2d + 2 upfloaters, each team of the bracket may meet half of it or more: any set will do.
            let mut kernel = Self::empty(field, lower);
            kernel.stand_ins(lower.len(), 0);
            kernel.add_levels(field, lower);
            return kernel;
        }
        if lower.len() < 8 * d + 8 {
            return Self::whole(field, residents, lower);
        }
        let mut kernel = Self::empty(field, lower);
        kernel.add(residents, 0);
        kernel.add_candidates(field, residents.len() + d, lower, 4 * d + 4);
        let candidates = kernel.nodes.len() - residents.len();
        kernel.stand_ins(candidates + residents.len() % 2, kernel.lowest + 1);
        kernel
    }

    /// Everybody, without stand-ins.
    pub(super) fn whole(field: &Field, residents: &[usize], lower: &[usize]) -> Self {
        let mut kernel = Self::empty(field, lower);
        kernel.add(residents, 0);
        kernel.add_levels(field, lower);
        kernel
    }

    fn empty(field: &Field, lower: &[usize]) -> Self {
        Self { nodes: Vec::new(), lowest: levels(field, lower).count(), following_matters: true }
    }

    fn add_levels(&mut self, field: &Field, lower: &[usize]) {
        for (level, teams) in levels(field, lower) {
            self.add(teams, level);
        }
    }

    /// The teams that can be pulled up from a large field: the first `enough` of those that floated, and of those that did not, suffice.
    ///
    /// `enough` is the number of residents plus d: a resident has as many among them that it may meet as there are residents, so
    /// that any later or lower candidate can be exchanged for one of them. The rest of the field can always be paired off.
    fn add_candidates(&mut self, field: &Field, enough: usize, lower: &[usize], large: usize) {
        let mut candidates = 0;
        for (level, teams) in levels(field, lower) {
            // A large following group supplies all upfloaters itself, and closes whichever they are.
            let whole = level == 1 && teams.len() < large;
            self.following_matters &= level > 1 || whole;
            if whole {
                self.add(teams, level);
            } else {
                let mut room = [enough; 2];
                let trimmed: Vec<usize> =
                    teams.iter().copied().filter(|team| take_one(&mut room[usize::from(field.floated(*team))])).collect();
                self.add(&trimmed, level);
            }
            candidates += teams.len();
            if candidates >= enough {
                return;
            }
        }
    }

    fn add(&mut self, teams: &[usize], level: usize) {
        self.nodes.extend(teams.iter().map(|team| Node { team: Some(*team), level }));
    }

    fn stand_ins(&mut self, count: usize, level: usize) {
        self.nodes.extend(std::iter::repeat_n(Node { team: None, level }, count));
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The team at a node, unless it is a stand-in.
    pub(super) fn team(&self, node: usize) -> Option<usize> {
        self.nodes[node].team
    }

    /// 0 for residents, 1 for the following score group, and so on.
    pub(super) fn level(&self, node: usize) -> usize {
        self.nodes[node].level
    }

    /// Whether two nodes may be paired.
    pub(super) fn may_meet(&self, field: &Field, a: usize, b: usize) -> bool {
        match (self.team(a), self.team(b)) {
            (Some(one), Some(other)) => field.may_meet(one, other),
            // Stand-ins for what lies below are never pulled up.
            _ => [(a, b), (b, a)].iter().all(|(a, b)| self.level(*a) > 0 || self.level(*b) <= self.lowest),
        }
    }
}

/// Score groups below the residents', from the top, numbered from 1.
fn levels<'t>(field: &'t Field, lower: &'t [usize]) -> impl Iterator<Item = (usize, &'t [usize])> {
    (1..).zip(lower.chunk_by(|a, b| field.score(*a) == field.score(*b)))
}

/// Takes one of what is left, if anything is.
fn take_one(left: &mut usize) -> bool {
    let some = *left > 0;
    *left -= usize::from(some);
    some
}
