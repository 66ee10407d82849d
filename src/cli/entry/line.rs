//! A line of the pile: `12 1am`, and everything else that may be typed for a slip.

use super::slip::typed;
use crate::event::edit::slips::{Typed, Typing};
use crate::tournament::{BoardLetter, Reason, TableNumber};
use clap::ValueEnum;

/// Reads one line; `None` for a blank one or a comment.
pub fn line(text: &str) -> Result<Option<Typing>, String> {
    let text = text.split('#').next().unwrap_or_default().trim();
    let mut words = text.split_whitespace();
    let Some(first) = words.next() else { return Ok(None) };
    let (table, number) = first.split_once('.').map_or((first, None), |(table, number)| (table, Some(number)));
    let table = table.parse().map(TableNumber).map_err(|_| format!("\"{first}\" is no table number"))?;
    let number = match number {
        None => None,
        Some("1") => Some(1),
        Some("2") => Some(2),
        Some(other) => return Err(format!("\"{other}\" is no match; a round has match 1 and match 2")),
    };
    let result = words.next().ok_or_else(|| format!("table {table}: the result is missing; write `{table} 1-0`"))?;
    let (result, letters) = match typed(result) {
        Ok(result) => (result, ""),
        Err(complaint) => short(result).ok_or(complaint)?,
    };
    let (mut board, mut reason) = (None, None);
    for word in letters.split("").filter(|letter| !letter.is_empty()).chain(words) {
        if board.is_none()
            && reason.is_none()
            && let Ok(letter) = BoardLetter::from_str(word, true)
        {
            board = Some(letter);
        } else if reason.is_none() {
            reason = Some(reason_of(word).ok_or_else(|| format!("\"{word}\" is neither a board nor a reason"))?);
        } else {
            return Err(format!("\"{word}\" is one word too many"));
        }
    }
    Ok(Some(Typing { table, round: None, number, result, board, reason, other: None, white: None }))
}

/// `1`, `2` or `=`, and behind it the letters of a board, of a reason, or of both: `1am`, `=g`.
fn short(word: &str) -> Option<(Typed, &str)> {
    let (result, letters) = word.split_at_checked(1)?;
    let reads = letters.len() <= 2 && letters.bytes().all(|letter| letter.is_ascii_alphabetic());
    reads.then(|| typed(result).ok()).flatten().map(|result| (result, letters))
}

fn reason_of(word: &str) -> Option<Reason> {
    let word = word.to_lowercase();
    Some(match word.as_str() {
        "m" => Reason::Mate,
        "r" => Reason::Resign,
        "t" => Reason::Time,
        "i" => Reason::Illegal,
        "f" => Reason::Forfeit,
        "p" => Reason::Penalty,
        "a" => Reason::Absent,
        "n" => Reason::NoClock,
        "g" => Reason::Agreement,
        "l" => Reason::Flags,
        "x" => Reason::Repetition,
        "s" => Reason::Simultaneous,
        word => return Reason::from_str(word, true).ok(),
    })
}
