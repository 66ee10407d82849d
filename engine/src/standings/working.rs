//! The arithmetic behind a tie-break, round by round, so that a coach can follow it on paper.
//!
//! The steps are the very terms that the value was summed from; nothing is computed a second time.

use super::scorebook::{Cell, Field, Score, Scorebook};
use super::table::{self, Ranking, Settings};
use super::tally::{Basis, Cut, Tally, Term};
use super::tie_break::TieBreak;
use super::tiebreak;
use super::value::Value;
use crate::tournament::names::does;
use crate::tournament::{HalfPoints, Unplayed};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// From 1; `None` for a step of the whole event.
    pub round: Option<u32>,
    /// Index of the opponent, met or scheduled.
    pub opponent: Option<usize>,
    pub value: Value,
    /// Why it does not count, if it does not.
    pub cut: Option<Cut>,
    /// A plain sentence, the cut included.
    pub sentence: String,
}

/// How one team came to one tie-break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Working {
    pub tie_break: TieBreak,
    /// The result, as in the standings.
    pub value: Value,
    pub rule: String,
    /// What of the rule applies to this team, where that depends on its score.
    pub case: Option<String>,
    pub steps: Vec<Step>,
    /// The steps that count, added up: `2½ + 1 + ½ = 4`.
    pub sum: String,
}

/// Every tie-break of every team, in the order of the standings: index of the team, then its workings.
pub fn workings(field: &Field, settings: &Settings, name: &dyn Fn(usize) -> String) -> Vec<(usize, Vec<Working>)> {
    let book = Scorebook::new(field);
    let ranking = table::rank(&book, settings);
    let of = |index: usize| {
        let columns = 0..settings.tiebreaks.len();
        columns.map(|column| one(&book, &ranking, settings.tiebreaks[column], column, index, name)).collect()
    };
    ranking.order.iter().map(|index| (*index, of(*index))).collect()
}

fn one(
    book: &Scorebook<'_>,
    ranking: &Ranking,
    tie_break: TieBreak,
    column: usize,
    index: usize,
    name: &dyn Fn(usize) -> String,
) -> Working {
    let mut tied = ranking.tied[column].iter().find(|group| group.contains(&index)).cloned().unwrap_or_default();
    tied.sort_unstable();
    let tally = tiebreak::tally(tie_break, book, index, &tied);
    let value = ranking.values[index][column];
    let penalty = book.field().entries[index].penalty;
    let penalty = if ranking.penalised == Some(column) { penalty } else { HalfPoints::ZERO };
    let step = |term: &super::tally::Term| Step {
        round: (term.round > 0).then_some(term.round),
        opponent: term.opponent,
        value: term.value,
        cut: term.cut,
        sentence: sentence(book, tie_break, index, term, name),
    };
    Working {
        tie_break,
        value,
        rule: tie_break.name().rule,
        case: case(book, index, tie_break, &tied),
        steps: tally.terms.iter().map(step).collect(),
        sum: sum(&tally, tie_break, value, penalty),
    }
}

/// What of the rule applies to this team.
fn case(book: &Scorebook<'_>, index: usize, tie_break: TieBreak, tied: &[usize]) -> Option<String> {
    let alone = "No other team is still tied with them.";
    match tie_break {
        TieBreak::ModifiedMedian => {
            let (score, rounds) = (book.score(index, Score::Match), book.rounds_of(index));
            let half = HalfPoints(book.draw(Score::Match).0 * rounds as i32);
            let (count, is) = if rounds >= 9 { ("two ", "are") } else { ("", "is") };
            Some(match score.cmp(&half) {
                std::cmp::Ordering::Greater => {
                    format!(
                        "They scored {score}, more than half the possible points ({half}): the {count}lowest {is} left out."
                    )
                }
                std::cmp::Ordering::Less => {
                    format!(
                        "They scored {score}, less than half the possible points ({half}): the {count}highest {is} left out."
                    )
                }
                std::cmp::Ordering::Equal => {
                    format!(
                        "They scored {score}, half the possible points: the {count}highest and the {count}lowest are left out."
                    )
                }
            })
        }
        TieBreak::Kashdan | TieBreak::Wins => {
            let has_forfeit = (1..).zip(book.row(index)).any(|(round, _)| book.forfeit_met(index, round).is_some());
            has_forfeit.then(|| "(in a round robin, forfeits count as played)".to_owned())
        }
        _ if tie_break.is_within_tie() && tied.len() > 1 => Some(format!("{} teams are still tied here.", tied.len())),
        _ if tie_break.is_within_tie() => Some(alone.to_owned()),
        _ => None,
    }
}

/// The steps that count, added up.
fn sum(tally: &Tally, tie_break: TieBreak, value: Value, penalty: HalfPoints) -> String {
    let mut text = String::new();
    for term in tally.counting() {
        let (sign, size) = if term.value < Value::ZERO { ("-", -term.value) } else { ("+", term.value) };
        match (text.is_empty(), sign) {
            (true, "+") => text = size.to_string(),
            (true, _) => text = format!("-{size}"),
            (false, _) => text += &format!(" {sign} {size}"),
        }
    }
    if text.is_empty() {
        text.push('0');
    }
    if tally.divisor > 1 {
        text = format!("({text}) / {}", tally.divisor);
    }
    if penalty != HalfPoints::ZERO {
        text += &format!(" - {penalty} by ruling");
    }
    if tie_break.is_within_tie() && tie_break.lower_is_better() {
        return format!("{text} = {} among the tied teams: place {value}", tally.value());
    }
    if text == value.to_string() { text } else { format!("{text} = {value}") }
}

pub fn sentence(
    book: &Scorebook<'_>,
    tie_break: TieBreak,
    index: usize,
    term: &Term,
    name: &dyn Fn(usize) -> String,
) -> String {
    // The odd team's bye may be worth less than the round.
    let unplayed = |kind: Unplayed| {
        let given = book.row(index).get((term.round as usize).wrapping_sub(1)).map(|cell| cell.points());
        match given.filter(|given| kind == Unplayed::FullBye && given.0 != 2 * book.draw(Score::Match).0) {
            Some(given) => format!("bye of {given}"),
            None if kind == Unplayed::ZeroBye && book.is_free(index, term.round) => "scheduled bye".to_owned(),
            None => unplayed(kind).to_owned(),
        }
    };
    let opponent = term.opponent.map_or_else(|| "nobody".to_owned(), name);
    let sentence = match term.basis {
        Basis::Opponent { score, counted } if score == counted => match tie_break {
            TieBreak::FideFore(_) => {
                format!("{} {score}, with the last round counted as drawn.", does(&opponent, "has"))
            }
            _ => format!("{opponent} scored {score}."),
        },
        Basis::Opponent { score, counted } => {
            format!("{opponent} scored {score}, which counts as {counted}{}.", why(book, tie_break, term))
        }
        Basis::Dummy { kind, own, counted } => {
            let limit = if counted < own { format!(" of {own}, capped at {counted}") } else { String::new() };
            format!("Not played ({}): a stand-in with the team's own score{limit}.", unplayed(kind))
        }
        Basis::Product { counted, points, unplayed: None } => {
            format!("Scored {points} against {opponent}, who counts as {counted}: {points} x {counted}.")
        }
        Basis::Product { counted, points, unplayed: Some(kind) } => {
            format!(
                "Not played ({}), awarded {points}; the stand-in counts as {counted}: {points} x {counted}.",
                unplayed(kind)
            )
        }
        Basis::Missed(kind) => format!("Not played ({}).", unplayed(kind)),
        Basis::Running { scored } => format!("Scored {scored}; running score {}.", term.value),
        Basis::Unearned(kind) => format!("Taken off for the {}.", unplayed(kind)),
        Basis::OpponentTotal if term.opponent.is_none() => {
            "Strength of the opponents, scaled to the game points.".to_owned()
        }
        Basis::OpponentTotal => format!("{} {}.", does(&opponent, "has"), term.value),
        Basis::Result { own: HalfPoints::ZERO, theirs: HalfPoints::ZERO } => {
            let both = if book.forfeit_met(index, term.round).is_some() { "forfeited" } else { "lost" };
            format!("They and {opponent} both {both}, 0:0.")
        }
        Basis::Result { own, theirs } => match book.forfeit_met(index, term.round) {
            Some(_) if own == theirs => {
                format!("One match forfeited each, against {opponent}, counted as played in a round robin.")
            }
            Some(Unplayed::ForfeitWin) => {
                format!("Won by forfeit against {opponent}, counted as played in a round robin.")
            }
            Some(_) => format!("Lost by forfeit against {opponent}, counted as played in a round robin."),
            None => format!("{} {opponent} {own}-{theirs}.", verb(own, theirs)),
        },
        Basis::PassedOver => format!("{opponent} scored less than half, so this does not count."),
        Basis::Board { number, points } => format!("Board {number}: {points}."),
        Basis::OtherScore => "Total game points.".to_owned(),
        Basis::Given => "Assigned to the team, not earned.".to_owned(),
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
            format!(": {at_the_board} over the board, {} for {rounds} they did not play", book.draw(Score::Match))
        }
        _ => ": the byes they asked for at the end count as draws".to_owned(),
    }
}

/// At a board of this section, or of the one that the team was moved from.
fn is_played(cell: &Cell) -> bool {
    matches!(cell, Cell::Met { .. } | Cell::Missed { kind: Unplayed::Moved, .. })
}

fn verb(own: HalfPoints, theirs: HalfPoints) -> &'static str {
    match own.cmp(&theirs) {
        std::cmp::Ordering::Greater => "Beat",
        std::cmp::Ordering::Equal => "Drew with",
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
        Cut::Voluntary => "the lowest of the rounds not played by choice is cut first [16.5]",
        Cut::Early => "the first rounds do not count here",
    }
}
