//! What a round puts into a sum over opponents: the US list, FIDE's contributions, and the cuts.

use super::super::scorebook::{Cell, FideEdition, Score, Scorebook};
use super::super::tally::{Basis, Cut, Tally, Term};
use super::super::tie_break::Trim;
use super::super::value::Value;
use crate::tournament::{HalfPoints, Unplayed};

/// 34E1: the adjusted score of the opponent for each round played, nought for each own unplayed round.
pub fn us_list(book: &Scorebook<'_>, team: usize) -> Tally {
    of_played(book, team, |opponent, _, _| {
        let counted = book.us_adjusted(opponent);
        (Basis::Opponent { score: book.score(opponent, Score::Match), counted }, counted.into())
    })
}

/// What each round puts in, if anything.
pub fn of_rounds<T>(book: &Scorebook<'_>, team: usize, mut of: impl FnMut(usize, Cell) -> Option<T>) -> Vec<T> {
    book.row(team).iter().enumerate().filter_map(|(round, cell)| of(round, *cell)).collect()
}

/// One term a counted round: what is made of a meeting, nought for a round not played.
pub fn of_played(
    book: &Scorebook<'_>,
    team: usize,
    mut term: impl FnMut(usize, HalfPoints, HalfPoints) -> (Basis, Value),
) -> Tally {
    Tally::sum(of_rounds(book, team, |round, cell| match cell {
        Cell::Met { opponent, own, theirs, .. } => {
            let (basis, value) = term(opponent, own, theirs);
            Some(Term::new(round, Some(opponent), basis, value))
        }
        Cell::Missed { kind, scheduled, .. } => Some(Term::new(round, scheduled, Basis::Missed(kind), Value::ZERO)),
        Cell::Open { .. } | Cell::Struck => None,
    }))
}

/// One round as FIDE's sums see it: the score met, a stand-in's where there was no opponent [C.07 16.4].
pub struct Contribution {
    /// From 0.
    pub round: usize,
    /// Who it was, or who should have come.
    pub opponent: Option<usize>,
    /// The opponent's or stand-in's score.
    pub counted: HalfPoints,
    /// Why there is a stand-in, if there is one.
    pub dummy: Option<Unplayed>,
    /// A requested bye or forfeit loss, which is cut first [C.07 16.5].
    pub voluntary: bool,
}

/// The rounds of a team in FIDE's reading of them.
fn contributions(book: &Scorebook<'_>, team: usize, score: Score) -> Vec<Contribution> {
    of_rounds(book, team, |round, cell| match cell {
        Cell::Met { opponent, .. } => {
            let counted = book.fide_adjusted(opponent, score);
            Some(Contribution { round, opponent: Some(opponent), counted, dummy: None, voluntary: false })
        }
        Cell::Missed { kind, scheduled, .. } => {
            let counted = book.score(team, score).min(cap(book, team, kind, scheduled, score));
            let voluntary = cell.is_voluntary();
            Some(Contribution { round, opponent: scheduled, counted, dummy: Some(kind), voluntary })
        }
        Cell::Open { .. } | Cell::Struck => None,
    })
}

/// FIDE's sum over the rounds of a team, with its cuts.
pub fn fide_sum(
    book: &Scorebook<'_>,
    team: usize,
    score: Score,
    cuts: Trim,
    term: impl Fn(&Contribution) -> (Basis, Value),
) -> Tally {
    let met = contributions(book, team, score);
    let of_round = |round: &Contribution| {
        let (basis, value) = term(round);
        Term::new(round.round, round.opponent, basis, value)
    };
    let mut terms = met.iter().map(of_round).collect::<Vec<_>>();
    trim(&mut terms, &met, cuts);
    Tally::sum(terms)
}

/// 16.4.1: a forfeit's stand-in is no better than the scheduled opponent; 16.4.2: others no better than all draws.
fn cap(book: &Scorebook<'_>, team: usize, kind: Unplayed, scheduled: Option<usize>, score: Score) -> HalfPoints {
    if book.field().fide == FideEdition::Of2023 {
        return book.score(team, score);
    }
    match (kind, scheduled) {
        (Unplayed::ForfeitWin | Unplayed::ForfeitLoss, Some(opponent)) => book.fide_adjusted(opponent, score),
        _ => HalfPoints(book.draw(score).0 * book.rounds_of(team) as i32),
    }
}

/// Cuts as C.07 14 and 16.5 say.
///
/// The least significant round is the one of the weakest opponent. A voluntarily unplayed round goes instead, unless it
/// put in less than that.
fn trim(terms: &mut [Term], met: &[Contribution], trim: Trim) {
    let (low, high) = trim.ends();
    for _ in 0..low {
        let open = || (0..terms.len()).filter(|i| terms[*i].cut.is_none());
        let Some(weakest) = open().min_by_key(|i| (met[*i].counted, terms[*i].value, *i)) else { return };
        let voluntary = open().filter(|i| met[*i].voluntary).min_by_key(|i| (terms[*i].value, *i));
        match voluntary.filter(|i| terms[*i].value >= terms[weakest].value) {
            Some(missed) => terms[missed].cut = Some(Cut::Voluntary),
            None => terms[weakest].cut = Some(Cut::Lowest),
        }
    }
    for _ in 0..high {
        let open = (0..terms.len()).filter(|i| terms[*i].cut.is_none());
        let Some(strongest) = open.max_by_key(|i| (met[*i].counted, terms[*i].value, std::cmp::Reverse(*i))) else {
            return;
        };
        terms[strongest].cut = Some(Cut::Highest);
    }
}
