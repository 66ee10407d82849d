//! Who has a prize, or between whom it is.

use crate::tournament::{HalfPoints, SchoolId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Winner {
    /// This team: index into the field's entries.
    Team(usize),
    /// All of these, who are level: what these prizes are worth is divided among them [32B2, 32B3].
    Shared {
        /// In standings order.
        teams: Vec<usize>,
        pool: Vec<usize>,
        /// What each of the teams gets, in hundredths; together what the pool is worth.
        shares: Vec<u32>,
    },
    /// It is divided with this prize, among the teams that share that.
    InPoolOf(usize),
    /// One of these, best first: a play-off or the lot must decide. A team alone wins it if it wins nothing better.
    Undecided(Vec<usize>),
    /// The school, and those with as many points from which the places of its teams part it.
    School(SchoolScore, Vec<SchoolId>),
    /// One of these schools, level in every respect.
    UndecidedSchools(Vec<SchoolScore>),
    /// Nobody is left who could win it, or nobody has been named.
    Nobody,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchoolScore {
    pub school: SchoolId,
    /// Their points, added up.
    pub points: HalfPoints,
    /// The teams that count, best first.
    pub teams: Vec<usize>,
    /// Their ranks, in the same order; the lower list decides between level schools.
    pub ranks: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Award {
    /// Index into the list of prizes.
    pub prize: usize,
    pub winner: Winner,
}
