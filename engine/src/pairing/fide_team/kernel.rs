//! A small pool with the same upfloaters as the whole one.
//!
//! No team is barred from many others. Where a part of the pool is too large for that to matter, its teams may stand for one
//! another: stand-ins who may meet anybody take the place of most. Each step states the bound under which nothing is lost.

use super::pool::Pool;

/// The score groups as the search sees them: residents first, then the others by score and number, then stand-ins.
#[derive(Debug)]
pub(super) struct Kernel {
    nodes: Vec<Node>,
    /// Level of the lowest score; stand-ins below the residents are one lower.
    pub(super) lowest: usize,
    /// How the teams below the residents are paired among themselves.
    below: Below,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// `None` for a stand-in.
    team: Option<usize>,
    /// 0 for residents, 1 for the following score group, and so on.
    level: usize,
}

/// What has to be seen to below the residents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Below {
    /// Everything: who may meet whom.
    Exact,
    /// No matter who is pulled up, the others can be paired off, but the following group may not close.
    FollowingMayNotClose,
    /// No matter who is pulled up, the others can be paired off, and the following group closes or does not as before.
    Free,
}

impl Kernel {
    /// The kernel of a pool whose top group is `residents`, with all other unpaired teams in `lower`, by score, then number.
    pub(super) fn of(pool: &Pool, residents: &[usize], lower: &[usize]) -> Self {
        let mut kernel = Self { nodes: Vec::new(), lowest: levels(pool, lower).count(), below: Below::Exact };
        if takes_anybody(pool, residents, lower) {
            kernel.stand_ins(lower.len(), 0);
            kernel.add_levels(pool, lower);
            return kernel;
        }
        kernel.below = below(pool, residents, lower);
        if kernel.below == Below::Exact {
            return Self::whole(pool, residents, lower);
        }
        kernel.add(residents, 0);
        kernel.add_candidates(pool, residents, lower);
        let following =
            if kernel.below == Below::Free { 0 } else { kernel.nodes.iter().filter(|node| node.level == 1).count() };
        kernel.stand_ins(following + (kernel.nodes.len() + following) % 2, kernel.lowest + 1);
        kernel
    }

    /// Everybody, without stand-ins.
    pub(super) fn whole(pool: &Pool, residents: &[usize], lower: &[usize]) -> Self {
        let mut kernel = Self { nodes: Vec::new(), lowest: levels(pool, lower).count(), below: Below::Exact };
        kernel.add(residents, 0);
        kernel.add_levels(pool, lower);
        kernel
    }

    /// The teams that may be pulled up: each resident's first possible opponents, down to as many as there are residents.
    ///
    /// At each level, of those that floated and of those that did not, as many are kept as there are residents: if somebody else
    /// were pulled up to meet the resident, one of these would be left over and could take the place, with a higher score or
    /// a smaller number. A following group that may not close is kept whole.
    fn add_candidates(&mut self, pool: &Pool, residents: &[usize], lower: &[usize]) {
        let mut kept = vec![false; pool.len()];
        for resident in residents {
            let mut found = 0;
            for (level, teams) in levels(pool, lower) {
                let mut room = [residents.len(); 2];
                for &team in teams.iter().filter(|team| pool.may_meet(*resident, **team)) {
                    let class = usize::from(pool.floated(team));
                    if room[class] > 0 {
                        room[class] -= 1;
                        found += 1;
                        kept[team] = true;
                    }
                }
                if level == 1 && self.below == Below::FollowingMayNotClose {
                    teams.iter().for_each(|team| kept[*team] = true);
                }
                if found >= residents.len() {
                    break;
                }
            }
        }
        for (level, teams) in levels(pool, lower) {
            let kept: Vec<usize> = teams.iter().copied().filter(|team| kept[*team]).collect();
            self.add(&kept, level);
        }
    }

    fn add_levels(&mut self, pool: &Pool, lower: &[usize]) {
        for (level, teams) in levels(pool, lower) {
            self.add(teams, level);
        }
    }

    fn add(&mut self, teams: &[usize], level: usize) {
        self.nodes.extend(teams.iter().map(|team| Node { team: Some(*team), level }));
    }

    fn stand_ins(&mut self, count: usize, level: usize) {
        self.nodes.extend(std::iter::repeat_n(Node { team: None, level }, count));
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn team(&self, node: usize) -> Option<usize> {
        self.nodes[node].team
    }

    /// 0 for residents, 1 for the following score group, and so on.
    pub(super) fn level(&self, node: usize) -> usize {
        self.nodes[node].level
    }

    /// Whether it depends on who is pulled up that the following score group closes.
    pub(super) fn following_matters(&self) -> bool {
        self.below != Below::Free
    }

    /// Whether two nodes may be paired.
    pub(super) fn may_meet(&self, pool: &Pool, a: usize, b: usize) -> bool {
        let levels = (self.level(a).min(self.level(b)), self.level(a).max(self.level(b)));
        let as_they_like = match self.below {
            Below::Exact => false,
            Below::FollowingMayNotClose => levels.0 > 0 && levels != (1, 1),
            Below::Free => levels.0 > 0,
        };
        match (self.team(a), self.team(b)) {
            _ if as_they_like => true,
            (Some(one), Some(other)) => pool.may_meet(one, other),
            // Stand-ins below the residents are never pulled up.
            _ => levels.1 <= self.lowest,
        }
    }
}

/// Whether any of the lower teams can be pulled up together: each team of the bracket may then meet half of it or more (Dirac).
fn takes_anybody(pool: &Pool, residents: &[usize], lower: &[usize]) -> bool {
    let everybody = [residents, lower].concat();
    residents.len() >= 2 * pool.most_barred_from(lower, residents) + lower.len()
        && residents.len() >= 2 * pool.most_barred_from(residents, &everybody) + 2
}

/// What has to be seen to below the residents, whichever teams, at most as many as there are residents, are pulled up.
fn below(pool: &Pool, residents: &[usize], lower: &[usize]) -> Below {
    let taken = residents.len();
    let pairs_off =
        |teams: &[usize], without: usize| teams.len() >= 2 * pool.most_barred_from(teams, teams) + 2 + without;
    let finds_opponents = |teams: &[usize], among: &[usize]| among.len() > pool.most_barred_from(teams, among) + taken;
    if !pairs_off(lower, taken) {
        return Below::Exact;
    }
    let (following, rest) = lower.split_at(lower.partition_point(|team| pool.score(*team) == pool.score(lower[0])));
    // One more may leave the group that is short of one, or be pulled up into it.
    let following_is_large = pairs_off(following, taken + 1) && finds_opponents(rest, following);
    let rest_is_large = pairs_off(rest, taken + 1) && finds_opponents(following, rest);
    match (following_is_large, rest_is_large) {
        (true, true) => Below::Free,
        // All are pulled up from the following group then, and it is for the rest alone whether it closes.
        (true, false) if following.len() >= pool.most_barred_from(residents, following) + taken => Below::Free,
        (false, true) => Below::FollowingMayNotClose,
        _ => Below::Exact,
    }
}

/// Score groups below the residents', from the top, numbered from 1.
fn levels<'t>(pool: &'t Pool, lower: &'t [usize]) -> impl Iterator<Item = (usize, &'t [usize])> {
    (1..).zip(lower.chunk_by(|a, b| pool.score(*a) == pool.score(*b)))
}
