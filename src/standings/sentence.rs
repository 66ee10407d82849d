//! One term of a tie-break as a plain sentence.

use super::scorebook::Cell;
use super::scorebook::Score;
use super::scorebook::Scorebook;
use super::tally::Basis;
use super::tally::Cut;
use super::tally::Term;
use super::tie_break::TieBreak;
use crate::tournament::HalfPoints;
use crate::tournament::Unplayed;

/// The sentence for one term of a team's tie-break.
pub fn of(book: &Scorebook<'_>, tie_break: TieBreak, term: &Term, name: &dyn Fn(usize) -> String) -> String {
    let opponent = term.opponent.map_or_else(|| "nobody".to_owned(), name);
    let sentence = match term.basis {
        Basis::Opponent { score, counted } if score == counted => match tie_break {
            TieBreak::FideFore(_) => format!("{opponent} has {score}, the last round taken as drawn."),
            _ => format!("{opponent} scored {score}."),
        },
        Basis::Opponent { score, counted } => {
            format!("{opponent} scored {score}, which counts as {counted}{}.", why(book, tie_break, term))
        }
        Basis::Dummy { kind, own, counted } => {
            let limit = if counted < own { format!(" of {own}, held down to {counted}") } else { String::new() };
            format!("Not played ({}): a stand-in with the own score{limit}.", unplayed(kind))
        }
        Basis::Product { counted, points, unplayed: None } => {
            format!("Scored {points} against {opponent}, who counts {counted}: {points} x {counted}.")
        }
        Basis::Product { counted, points, unplayed: Some(kind) } => {
            format!(
                "Not played ({}), awarded {points}; the stand-in counts {counted}: {points} x {counted}.",
                unplayed(kind)
            )
        }
        Basis::Missed(kind) => format!("Not played ({}).", unplayed(kind)),
        Basis::Running { scored } => format!("Scored {scored}; running score {}.", term.value),
        Basis::Unearned(kind) => format!("Taken off for the {}.", unplayed(kind)),
        Basis::OpponentTotal if term.opponent.is_none() => {
            "Strength of the opponents, brought to the size of the game points.".to_owned()
        }
        Basis::OpponentTotal => format!("{opponent} has {}.", term.value),
        Basis::Result { own, theirs } => format!("{} {opponent} {own}:{theirs}.", verb(own, theirs)),
        Basis::PassedOver => format!("{opponent} scored less than half and is passed over."),
        Basis::Board { number, points } => format!("Board {number}: {points}."),
        Basis::OtherScore => "Game points in all.".to_owned(),
        Basis::Given => "Given to the team, not earned.".to_owned(),
    };
    match term.cut {
        Some(cut) => format!("{sentence} Left out: {}.", reason(cut)),
        None => sentence,
    }
}

/// How an opponent's score came to count for something else.
fn why(book: &Scorebook<'_>, tie_break: TieBreak, term: &Term) -> String {
    match (tie_break, term.opponent) {
        (TieBreak::ModifiedMedian | TieBreak::Solkoff | TieBreak::Median, Some(opponent)) => {
            let row = book.row(opponent);
            let at_the_board: HalfPoints = row.iter().filter(|c| is_played(c)).map(|c| c.points()).sum();
            let missed = row.iter().filter(|c| matches!(c, Cell::Missed { .. }) && !is_played(c)).count();
            let rounds = if missed == 1 { "the round".to_owned() } else { format!("each of {missed} rounds") };
            format!(": {at_the_board} at the board, {} for {rounds} it did not play", book.draw(Score::Match))
        }
        _ => ": the byes it asked for at the end count as draws".to_owned(),
    }
}

/// At a board of this section, or of the one that the team was moved from.
fn is_played(cell: &Cell) -> bool {
    matches!(cell, Cell::Met { .. } | Cell::Missed { kind: Unplayed::Moved, .. })
}

fn verb(own: HalfPoints, theirs: HalfPoints) -> &'static str {
    match own.cmp(&theirs) {
        std::cmp::Ordering::Greater => "Beat",
        std::cmp::Ordering::Equal => "Level with",
        std::cmp::Ordering::Less => "Lost to",
    }
}

fn unplayed(kind: Unplayed) -> &'static str {
    match kind {
        Unplayed::ForfeitWin => "forfeit win",
        Unplayed::ForfeitLoss => "forfeit loss",
        Unplayed::FullBye => "full-point bye",
        Unplayed::HalfBye => "half-point bye",
        Unplayed::ZeroBye => "absent",
        Unplayed::Moved => "played in another section",
    }
}

fn reason(cut: Cut) -> &'static str {
    match cut {
        Cut::Lowest => "the lowest",
        Cut::Highest => "the highest",
        Cut::Voluntary => "the lowest of the rounds not played by choice goes first [16.5]",
        Cut::Early => "the first rounds do not count here",
    }
}
