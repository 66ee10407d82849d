//! A tie-break as a list of terms: what each round put in, and what was cut.
//!
//! The value and the working shown to a coach come from the same list, so they cannot disagree.

use super::value::Value;
use crate::tournament::{HalfPoints, Unplayed};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The opponent's score: as it is, and as it counts here.
    Opponent {
        score: HalfPoints,
        /// With unplayed rounds valued as the rule says.
        counted: HalfPoints,
    },
    /// FIDE's stand-in for the missing opponent of an unplayed round [C.07 16.4].
    Dummy {
        /// Why the round was not played.
        kind: Unplayed,
        /// The team's own score.
        own: HalfPoints,
        /// The stand-in's score: the own one, or what it was held down to.
        counted: HalfPoints,
    },
    /// Points scored against an opponent, or in an unplayed round, times that opponent's or stand-in's score.
    Product {
        counted: HalfPoints,
        points: HalfPoints,
        /// Why the round was not played, if it was not.
        unplayed: Option<Unplayed>,
    },
    /// An unplayed round, which puts nothing in.
    Missed(Unplayed),
    /// The running score after the round.
    Running {
        /// Points of the round itself.
        scored: HalfPoints,
    },
    /// Points awarded without play, taken off.
    Unearned(Unplayed),
    /// The same or another tie-break of the opponent.
    OpponentTotal,
    Result {
        own: HalfPoints,
        theirs: HalfPoints,
    },
    /// A meeting that this tie-break does not look at.
    PassedOver,
    /// Points of one board, times what the board weighs.
    Board {
        /// 1 for the top board.
        number: u8,
        points: HalfPoints,
    },
    /// The team's other score as a whole.
    OtherScore,
    /// A number given to the team: seed or lot.
    Given,
}

/// Why a term does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    Lowest,
    Highest,
    /// The lowest of the voluntarily unplayed rounds, which go first [C.07 16.5].
    Voluntary,
    /// An early round of the progressive score.
    Early,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// From 1; 0 for a term of the whole event.
    pub round: u32,
    /// Index of the opponent, if there was one.
    pub opponent: Option<usize>,
    pub basis: Basis,
    pub value: Value,
    pub cut: Option<Cut>,
}

impl Term {
    /// A term that counts.
    pub fn new(round: usize, opponent: Option<usize>, basis: Basis, value: impl Into<Value>) -> Self {
        Self { round: round as u32 + 1, opponent, basis, value: value.into(), cut: None }
    }

    /// A term of the whole event.
    pub fn whole(basis: Basis, value: impl Into<Value>) -> Self {
        Self { round: 0, opponent: None, basis, value: value.into(), cut: None }
    }
}

/// One team's tie-break, term by term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// Every term, round by round.
    pub terms: Vec<Term>,
    /// The sum is divided by this: 1 but for means.
    pub divisor: i64,
}

impl Tally {
    pub fn sum(terms: Vec<Term>) -> Self {
        Self { terms, divisor: 1 }
    }

    /// A mean of the terms; nothing at all is nought.
    pub fn mean(terms: Vec<Term>) -> Self {
        let divisor = terms.len().max(1) as i64;
        Self { terms, divisor }
    }

    pub fn value(&self) -> Value {
        self.counting().map(|t| t.value).sum::<Value>().shared_by(self.divisor)
    }

    pub fn counting(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter().filter(|t| t.cut.is_none())
    }

    /// Cuts so many of the lowest or highest terms, equals from the earliest round.
    pub fn cut(&mut self, count: usize, which: Cut) {
        for _ in 0..count {
            let open = self.terms.iter().enumerate().filter(|(_, t)| t.cut.is_none());
            let found = match which {
                Cut::Highest => open.max_by(|(i, a), (j, b)| a.value.cmp(&b.value).then(j.cmp(i))),
                _ => open.min_by(|(i, a), (j, b)| a.value.cmp(&b.value).then(i.cmp(j))),
            };
            let Some(index) = found.map(|(index, _)| index) else { return };
            self.terms[index].cut = Some(which);
        }
    }
}
