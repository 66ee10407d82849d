//! What a family wrote beside an entry: a requested bye, "leaves early", "cannot come to round 1".
//!
//! Only reads. A wish is proposed to the director, who has the last word.

use super::values::{self, is_one_of};
use crate::tournament::ByePoints;
use crate::tournament::names::fold;

/// Something asked for in a note or a column of byes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Not to play a round; with the points given, if any.
    Bye { round: u32, points: Option<ByePoints> },
    /// To go before a round, if it is named.
    Leave { from_round: Option<u32> },
}

/// No event has more rounds.
const MOST_ROUNDS: u32 = 20;

/// A column of byes: `2`, `1,2`, `1z 4 7z`, `R3 & R4`, `2-3`. `None` where something else is there.
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

/// A note in words. Rounds are named by `round 2`, `rounds 2 and 3`, `2nd round`, `R2`. Where a word of it is not understood nothing is
/// asked for: "no bye in round 2" is none.
pub(super) fn of_note(note: &str) -> Vec<Wish> {
    let words = words_of(note);
    asked_in(&words.iter().map(String::as_str).collect::<Vec<_>>()).unwrap_or_default()
}

/// Whether a note speaks of rounds or of absence, understood or not.
pub(super) fn speaks_of_absence(note: &str) -> bool {
    let words = words_of(note);
    let is_round = |word: &str| is_one_of(word, ROUND) || word.strip_prefix('r').and_then(round).is_some();
    words.iter().any(|word| kind(word).is_some() || is_round(word) || is_one_of(word, "late early arrive arrives"))
}

const ROUND: &str = "round rounds rd rds";
/// Words that change nothing of what is asked.
const POLITE: &str = "please pls thanks thank you we i he she they it us would like love a an the request requests requested requesting for \
                      in on at of is are will be has have need needs needed must our my team child kid kids player players her his their \
                      also just due to and give take takes taking want wants ask asks asking can could late";
/// What somebody cannot do.
const PRESENCE: &str = "play come attend make be here there present participate";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bye,
    /// Of a round; with "after", of all that follow.
    Absent,
    Leave,
}

fn kind(word: &str) -> Option<Kind> {
    const ABSENT: &str = "miss misses missing absent skip skips skipping unavailable cannot out away gone";
    const LEAVE: &str = "leave leaves leaving depart departs departing";
    let is = |words| is_one_of(word, words);
    is("bye byes").then_some(Kind::Bye).or(is(ABSENT).then_some(Kind::Absent)).or(is(LEAVE).then_some(Kind::Leave))
}

/// One thing that is asked for, as far as it is read.
#[derive(Default)]
struct Clause {
    kind: Option<Kind>,
    is_after: bool,
    is_before: bool,
    is_early: bool,
    rounds: Vec<u32>,
}

impl Clause {
    /// What it asks for, if it is whole.
    fn wishes(&self, points: Option<ByePoints>) -> Option<Vec<Wish>> {
        let is_placed = self.is_after || self.is_before;
        match (self.kind?, self.rounds.as_slice()) {
            (_, _) if self.is_after && self.is_before => None,
            (Kind::Bye | Kind::Absent, [_, ..]) if !is_placed && !self.is_early => {
                Some(self.rounds.iter().map(|round| Wish::Bye { round: *round, points }).collect())
            }
            (Kind::Absent, [round]) if self.is_after => Some(vec![Wish::Leave { from_round: Some(round + 1) }]),
            (Kind::Leave, [round]) => Some(vec![Wish::Leave { from_round: Some(round + u32::from(self.is_after)) }]),
            (Kind::Leave, []) if self.is_early && !is_placed => Some(vec![Wish::Leave { from_round: None }]),
            _ => None,
        }
    }
}

/// What is asked for, if every word is understood.
fn asked_in(words: &[&str]) -> Option<Vec<Wish>> {
    let has = |word: &str| words.contains(&word);
    let points = has("half").then_some(ByePoints::Half).or(has("zero").then_some(ByePoints::Zero));
    let mut wishes = Vec::new();
    let mut clause = Clause::default();
    // `2nd and 3rd`, before the word "round"; and whether `2 and 3` behind it are rounds.
    let (mut pending, mut is_list): (Vec<u32>, bool) = (Vec::new(), false);
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        at += 1;
        let next = words.get(at).copied().unwrap_or_default();
        let numbered = word.strip_prefix('r').and_then(round);
        if is_one_of(word, ROUND) {
            is_list = pending.is_empty();
            clause.rounds.append(&mut pending);
        } else if let Some(number) = numbered.or_else(|| round(word).filter(|_| is_list)) {
            clause.rounds.push(number);
            is_list = true;
        } else if let Some(number) = ordinal(word) {
            pending.push(number);
        } else if word == "and" {
        } else if is_list && word == "to" {
            let last = round(next.strip_prefix('r').unwrap_or(next))?;
            clause.rounds.extend(*clause.rounds.last()? + 1..=last);
            at += 1;
        } else if !pending.is_empty() {
            return None;
        } else {
            is_list = false;
            if let Some(kind) = kind(word) {
                let is_same = clause.kind.is_none_or(|known| (known == Kind::Leave) == (kind == Kind::Leave));
                if clause.kind.is_some() && (!is_same || !clause.rounds.is_empty()) {
                    wishes.append(&mut std::mem::take(&mut clause).wishes(points)?);
                }
                clause.kind = Some(if clause.kind == Some(Kind::Bye) { Kind::Bye } else { kind });
                continue;
            }
            let is_absence = clause.kind == Some(Kind::Absent) && clause.rounds.is_empty();
            match word {
                "after" | "end" => clause.is_after = true,
                "before" | "start" | "beginning" => clause.is_before = true,
                "early" => clause.is_early = true,
                "half" | "point" | "points" => {}
                "zero" if next.starts_with("point") => {}
                "arrive" | "arrives" | "arriving" | "coming" if next == "late" => {}
                word if is_one_of(word, POLITE) || is_absence && is_one_of(word, PRESENCE) => {}
                _ => return None,
            }
        }
    }
    if !pending.is_empty() {
        return None;
    }
    wishes.append(&mut clause.wishes(points)?);
    Some(wishes)
}

/// Folded words; `2-3` as `2 to 3`.
fn words_of(note: &str) -> Vec<String> {
    let mut folded = fold(&note.replace('½', " half ")).replace(['’', '‘'], "'").replace("1/2", " half ");
    for (written, read) in [
        ("can't", "cannot"),
        ("cant ", "cannot "),
        ("can not", "cannot"),
        ("unable to", "cannot"),
        ("not available", "unavailable"),
    ] {
        folded = folded.replace(written, read);
    }
    let chars: Vec<char> = folded.chars().collect();
    let mut parted = String::with_capacity(folded.len());
    for (at, c) in chars.iter().enumerate() {
        let is_number = |c: Option<&char>| c.is_some_and(|c| c.is_ascii_digit() || *c == 'r');
        let before = chars[..at].iter().rev().find(|c| **c != ' ');
        match c {
            c if c.is_alphanumeric() => parted.push(*c),
            '-' | '–' | '—'
                if before.is_some_and(char::is_ascii_digit)
                    && is_number(chars[at + 1..].iter().find(|c| **c != ' ')) =>
            {
                parted.push_str(" to ");
            }
            _ => parted.push(' '),
        }
    }
    parted.split_whitespace().map(str::to_owned).collect()
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
