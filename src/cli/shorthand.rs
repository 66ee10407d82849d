//! A slip as a director types it: results, the letters of boards and reasons, and how they are written out.

use crate::cli::wording::option_name;
use crate::event::edit::slips::{Typed, Typing};
use crate::tournament::names::fold;
use crate::tournament::{BoardLetter, MatchResult, Reason, TableNumber};
use clap::ValueEnum;

/// Reads a result as a director types it.
pub fn typed(text: &str) -> Result<Typed, String> {
    // A dash or a fraction as a phone or a word processor makes it is one too.
    let result = match fold(text).replace(':', "-").replace('\u{2044}', "/").as_str() {
        "1-0" | "1" => MatchResult::First,
        "0-1" | "2" => MatchResult::Second,
        "1/2" | "=" | "1/2-1/2" | "0.5" | ".5" | "0.5-0.5" | "draw" => MatchResult::Drawn,
        "0-0" => MatchResult::BothLost,
        "+/-" | "+-" | "+--" => MatchResult::FirstByForfeit,
        "-/+" | "-+" | "--+" => MatchResult::SecondByForfeit,
        "-/-" | "--" | "---" => MatchResult::NeitherCame,
        "clear" => return Ok(Typed::Clear),
        _ => {
            return Err(format!(
                "\"{text}\" is not a result; type 1-0, 0-1, 1/2, 0-0 (both forfeit), +/-, -/+, -/- (not played) or clear"
            ));
        }
    };
    Ok(Typed::Result(result))
}

pub fn typed_as(typing: &Typing) -> &'static str {
    match typing.result {
        Typed::Result(result) => result.as_typed(),
        Typed::Clear => "clear",
    }
}

/// `1-0 a mate`: a result with its board and its reason, as `result` takes them.
pub fn spelled(result: &str, typing: &Typing) -> String {
    let by = if typing.board.is_some() { "" } else { "--by " };
    let board = typing.board.map(|board| format!(" {board}")).unwrap_or_default();
    let reason = typing.reason.map(|reason| format!(" {by}{}", option_name(reason))).unwrap_or_default();
    format!("{result}{board}{reason}")
}

/// The shorthand of `enter` as `result` takes it: `1-0 a mate` for `1am`.
pub fn written_out(shorthand: &str) -> Option<String> {
    let typing = line(&format!("1 {shorthand}")).ok()??;
    Some(spelled(typed_as(&typing), &typing))
}

/// Reads one line; `None` for a blank one or a comment. `#` before a digit at its beginning is a number sign.
pub fn line(text: &str) -> Result<Option<Typing>, String> {
    let text = without_number_sign(text);
    let text = text.split('#').next().unwrap_or_default().trim();
    let mut words = text.split_whitespace();
    let Some(first) = words.next() else { return Ok(None) };
    let (table, number) = first.split_once('.').map_or((first, None), |(table, number)| (table, Some(number)));
    let table = table.parse().map(TableNumber).map_err(|_| format!("\"{first}\" is not a table number"))?;
    let number = match number {
        None => None,
        Some("1") => Some(1),
        Some("2") => Some(2),
        Some(other) => return Err(format!("\"{other}\" is not a match; a round has match 1 and match 2")),
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
            return Err(format!("unexpected word \"{word}\""));
        }
    }
    Ok(Some(Typing { table, round: None, number, result, board, reason, other: None, white: None }))
}

/// A line without the `#` of its table.
pub fn without_number_sign(text: &str) -> &str {
    let text = text.trim_start();
    text.strip_prefix('#').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(text)
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

/// What a line may be, and what it means.
pub const SHORTHAND: [(&str, &str); 11] = [
    ("12 1", "the first team of table 12 won"),
    ("12 2", "the second team won"),
    ("12 =", "drawn"),
    ("12 1am", "the first team won on board a, by mate"),
    ("12.2 1", "the second match of a double round"),
    ("12 clear", "removes the result of table 12"),
    ("r 12 ann clock-h", "a ruling at table 12, on Ann"),
    ("u", "takes the last one back"),
    ("m", "tables still missing"),
    ("v", "second pass: compare, change nothing"),
    ("q", "done"),
];

/// The letters of the reasons.
pub const REASONS: &str = "m(ate) r(esign) t(ime) i(llegal) f(orfeit) a(bsent) n(o clock) g agreement l both flags x repetition s(imultaneous)";

/// What `?` shows.
pub fn help() -> String {
    let lines: Vec<String> = SHORTHAND.iter().map(|(typed, what)| format!("{typed:<18}{what}")).collect();
    format!(
        "{}\nreasons           {}\nAny other command works too: pairings, status, rules show 13",
        lines.join("\n"),
        in_two(REASONS)
    )
}

/// The reasons on two lines, the second in line with the first.
fn in_two(reasons: &str) -> String {
    reasons.replace(" g agreement", "\n                  g agreement")
}

#[cfg(test)]
mod tests {
    use super::SHORTHAND;
    use crate::cli::help::pages::definitions;

    #[test]
    fn the_help_of_enter_shows_what_a_slip_may_say() {
        let whole = definitions();
        let enter = whole.find_subcommand("enter").expect("it is a command");
        let help = enter.get_after_help().expect("it has one").to_string();
        for (typed, what) in &SHORTHAND[..6] {
            assert!(help.contains(&format!("\n  {typed:<10}{what}\n")), "{typed}: {help}");
        }
    }
}
