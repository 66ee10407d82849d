//! What a family wrote beside an entry: a requested bye, "leaves early", "cannot come to round 1".
//!
//! Only reads. A wish is proposed to the director, who has the last word.

use super::values::{self, is_one_of};
use crate::tournament::ByePoints;
use crate::tournament::names::fold;

/// Something asked for in a note or a column of byes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Not to play a round; with the points told, if any.
    Bye { round: u32, points: Option<ByePoints> },
    /// To go before a round, if it is told.
    Leave { from_round: Option<u32> },
}

/// No event has more rounds.
const MOST_ROUNDS: u32 = 20;

/// A column of byes: `2`, `1,2`, `1z 4 7z`, `R3 & R4`, `2-3`. `None` where something else stands there.
pub(super) fn of_column(cell: &str) -> Option<Vec<Wish>> {
    let folded = fold(cell);
    if matches!(folded.as_str(), "" | "no" | "none" | "n/a" | "na" | "-" | "0") {
        return Some(Vec::new());
    }
    let parted = folded.replace([',', ';', '&', '/', '.'], " ");
    let mut wishes = Vec::new();
    for word in parted.split_whitespace().filter(|word| !is_filler(word)) {
        let word = word.strip_prefix("rd").or(word.strip_prefix('r')).unwrap_or(word);
        let points = ByePoints::of_letter(word.chars().last()?.to_ascii_uppercase());
        let rounds = if points.is_some() { &word[..word.len() - 1] } else { word };
        let (first, last) = rounds.split_once('-').unwrap_or((rounds, rounds));
        let (first, last) = (round(first)?, round(last)?);
        wishes.extend((first..=last).map(|round| Wish::Bye { round, points }));
    }
    Some(wishes)
}

fn is_filler(word: &str) -> bool {
    matches!(word, "round" | "rounds" | "rd" | "rds" | "and" | "bye" | "byes" | "half" | "point" | "half-point")
}

/// A note in words. Rounds are told by `round 2`, `rounds 2 and 3`, `2nd round`, `R2`.
pub(super) fn of_note(note: &str) -> Vec<Wish> {
    let folded = fold(note).replace("half-point", "half point").replace("can't", "cannot");
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let says = |list: &[&str]| words.iter().any(|word| list.contains(word));
    let rounds = rounds_named(&words);
    if says(&["leave", "leaves", "leaving", "depart", "departs", "gone"]) {
        let from_round = rounds.first().map(|round| if says(&["after"]) { round + 1 } else { *round });
        return if says(&["early"]) || from_round.is_some() { vec![Wish::Leave { from_round }] } else { Vec::new() };
    }
    const ABSENT: &str = "bye byes miss misses missing absent skip skips unavailable cannot late out";
    let is_absent = words.iter().any(|word| is_one_of(word, ABSENT)) || folded.contains("not available");
    let points = if folded.contains("half point") {
        Some(ByePoints::Half)
    } else if folded.contains("zero point") {
        Some(ByePoints::Zero)
    } else {
        None
    };
    if is_absent { rounds.into_iter().map(|round| Wish::Bye { round, points }).collect() } else { Vec::new() }
}

fn rounds_named(words: &[&str]) -> Vec<u32> {
    let mut rounds = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if matches!(*word, "round" | "rounds" | "rd" | "rds") {
            rounds.extend(at.checked_sub(1).and_then(|before| ordinal(words[before])));
            let listed = words[at + 1..].iter().filter(|word| **word != "and").map_while(|word| round(word));
            rounds.extend(listed);
        } else if let Some(number) = word.strip_prefix('r').and_then(round) {
            rounds.push(number);
        }
    }
    rounds.dedup();
    rounds
}

fn round(word: &str) -> Option<u32> {
    word.parse().ok().filter(|round| (1..=MOST_ROUNDS).contains(round)).or_else(|| ordinal(word))
}

fn ordinal(word: &str) -> Option<u32> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end));
    values::ordinal(word)
        .map(u32::from)
        .or_else(|| digits?.parse().ok())
        .filter(|round| (1..=MOST_ROUNDS).contains(round))
}
