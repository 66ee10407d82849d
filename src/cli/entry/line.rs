//! A line of the pile: `12 1am`, and everything else that may be typed for a slip.

use super::slip::typed;
use crate::event::edit::slips::{Typed, Typing};
use crate::tournament::{BoardLetter, MatchResult, Reason, TableNumber};
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
    let rest: Vec<&str> = words.collect();
    let (result, mut board, mut reason) = match typed(result) {
        Ok(result) => (result, None, None),
        Err(complaint) => short(result).ok_or(complaint)?,
    };
    for word in rest {
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

/// `1`, `2` or `=`, then a board, then a reason: `1am`.
fn short(word: &str) -> Option<(Typed, Option<BoardLetter>, Option<Reason>)> {
    let mut letters = word.chars();
    let result = match letters.next()? {
        '1' => MatchResult::First,
        '2' => MatchResult::Second,
        '=' => MatchResult::Drawn,
        _ => return None,
    };
    let board = match letters.next() {
        None => None,
        Some(letter) => Some(BoardLetter::from_str(&letter.to_string(), true).ok()?),
    };
    let reason = match letters.next() {
        None => None,
        Some(letter) => Some(reason_of(&letter.to_string())?),
    };
    letters.next().is_none().then_some((Typed::Result(result), board, reason))
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
