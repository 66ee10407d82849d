//! Teams that can stand for one another, and how many pairs of each two such classes there are.

use super::pool::Pool;
use std::collections::{BTreeMap, HashMap};

/// Pairs of each two classes, the higher one first.
pub(super) type Counts = BTreeMap<(usize, usize), usize>;

/// What criteria K1 to K6, and the count of protected teams in K7, ask about a team, meetings apart.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Kind {
    level: usize,
    schools: Vec<u32>,
    is_ahead: bool,
    is_protected: bool,
    floated: (bool, bool),
}

/// The teams of one kind.
#[derive(Clone)]
pub(super) struct Class {
    pub(super) level: usize,
    pub(super) ranks: Vec<usize>,
    /// One of them, whoever is left.
    pub(super) example: usize,
}

/// The classes of these ranks, given in ascending order; higher levels first.
pub(super) fn of(pool: &Pool, ranks: impl Iterator<Item = usize>) -> Vec<Class> {
    let mut by_kind: HashMap<Kind, usize> = HashMap::new();
    let mut classes: Vec<Class> = Vec::new();
    for rank in ranks {
        let class = *by_kind.entry(kind(pool, rank)).or_insert_with(|| {
            classes.push(Class { level: pool.members[rank].level, ranks: Vec::new(), example: rank });
            classes.len() - 1
        });
        classes[class].ranks.push(rank);
    }
    classes
}

fn kind(pool: &Pool, rank: usize) -> Kind {
    let member = &pool.members[rank];
    let repeats = pool.avoid_repeats;
    Kind {
        level: member.level,
        schools: member.schools.clone(),
        is_ahead: member.plus >= 2,
        is_protected: member.protected,
        floated: (repeats && member.facts.floated_down, repeats && member.facts.floated_up),
    }
}
