//! The headings that registration forms and pairing programs write, and what each means.
//!
//! A heading is compared without case, accents, punctuation and camelCase, so `uscfId`, `USCF ID` and
//! `U.S.C.F. I.D. #` are one. Longer ones, such as the questions of an on-line form, are read by their key words.

use super::field::{Field, What};
use super::synonyms::kind;
use super::synonyms::{OTHER_MATTERS, STRANGERS};
use crate::tournament::names::fold;

/// What a heading may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A field of the row. Where two columns claim one field, the greater weight wins, then the first.
    Field(Field, u8),
    /// `Rating 2`: the second child's where the row lists two, else a second rating, which is not used.
    Numbered(What, u8),
    /// `Partner's grade`: the second child's, which makes the row a pair.
    OfPartner(What),
    /// `USCF`: an id in some programs, a rating in others. The values tell.
    IdOrRating,
}

/// The weight of a heading that is in the table of synonyms, and of one read by its key words.
const SURE: u8 = 3;
const BY_KEYWORD: u8 = 1;

/// What a heading means, if anything.
pub(super) fn meaning(heading: &str) -> Option<Meaning> {
    let whole = words(heading);
    let bare = words(&without_brackets(heading));
    let forms = if whole == bare { vec![whole] } else { vec![whole, bare] };
    for form in &forms {
        let form: Vec<&str> = form.iter().map(String::as_str).collect();
        if let Some(meaning) = exact(&form).or_else(|| of_a_seat(&form)) {
            return Some(meaning);
        }
    }
    forms.iter().find_map(|form| by_keyword(form))
}

/// The field that `--map` names: as it prints, or as any heading says it.
pub(super) fn field_named(text: &str) -> Option<Field> {
    if let Some(what) = What::ALL.into_iter().find(|what| what.as_typed() == text.trim()) {
        return Some(Field::of_row(what));
    }
    match meaning(text)? {
        Meaning::Field(field, weight) if weight > BY_KEYWORD => Some(field),
        Meaning::Numbered(what, seat) => Some(Field::of_seat(what, seat)),
        Meaning::OfPartner(what) => Some(Field::of_seat(what, 2)),
        Meaning::Field(..) | Meaning::IdOrRating => None,
    }
}

fn exact(words: &[&str]) -> Option<Meaning> {
    if words == ["uscf"] || words == ["us", "chess"] {
        return Some(Meaning::IdOrRating);
    }
    let (what, weight) = kind(words)?;
    Some(Meaning::Field(Field::of_row(what), weight))
}

/// `Player 2 Grade`, `2nd child's school`, `P1 Rating`, `Grade 2`, `Partner's grade`.
fn of_a_seat(words: &[&str]) -> Option<Meaning> {
    const PERSONS: [&str; 12] = [
        "player",
        "child",
        "student",
        "partner",
        "member",
        "participant",
        "kid",
        "p",
        "teammate",
        "competitor",
        "pl",
        "board",
    ];
    let person = |word: &str| PERSONS.contains(&word);
    let personal = |rest: &[&str]| match rest {
        [] | ["optional"] => Some(What::Name),
        ["uscf"] => Some(What::Id),
        _ => kind(rest).map(|(what, _)| what).filter(|what| what.is_personal()),
    };
    for at in 0..words.len() {
        let pair = (words[at], words.get(at + 1).copied().unwrap_or(""));
        let seat = if person(pair.0) {
            seat_number(pair.1)
        } else if person(pair.1) {
            ordinal(pair.0)
        } else {
            None
        };
        if let Some(seat) = seat {
            let rest: Vec<&str> = words[..at]
                .iter()
                .chain(&words[at + 2..])
                .copied()
                .filter(|word| !["of", "team"].contains(word))
                .collect();
            return personal(&rest).map(|what| Meaning::Field(Field::of_seat(what, seat), SURE));
        }
    }
    if let [rest @ .., last] = words
        && let Some(seat) = seat_number(last).filter(|_| !rest.is_empty())
        && let Some(what) = personal(rest)
    {
        return Some(Meaning::Numbered(what, seat));
    }
    match words {
        ["partner" | "teammate", rest @ ..] | [rest @ .., "partner" | "teammate"] if !rest.is_empty() => kind(rest)
            .filter(|(what, _)| what.is_personal() && !what.is_name())
            .map(|(what, _)| Meaning::OfPartner(what)),
        _ => None,
    }
}

fn seat_number(word: &str) -> Option<u8> {
    match word {
        "a" | "one" => Some(1),
        "b" | "two" => Some(2),
        digit => digit.parse().ok().filter(|n| (1..=9).contains(n)),
    }
}

fn ordinal(word: &str) -> Option<u8> {
    match word {
        "1st" | "first" => Some(1),
        "2nd" | "second" => Some(2),
        "3rd" | "third" => Some(3),
        "4th" | "fourth" => Some(4),
        _ => None,
    }
}

/// Questions and other long headings: `What is your child's name?`, `Rating as of today (if any)`.
fn by_keyword(words: &[String]) -> Option<Meaning> {
    let has = |word: &str| words.iter().any(|w| w == word);
    let any = |list: &[&str]| list.iter().any(|word| has(word));
    let found = |what| Some(Meaning::Field(Field::of_row(what), BY_KEYWORD));
    if words.len() < 2 {
        return None;
    }
    if any(&["email", "mail"]) {
        return found(What::Email);
    }
    if any(&["phone", "cell", "telephone", "mobile"]) {
        return found(What::Phone);
    }
    if any(&STRANGERS) || any(&OTHER_MATTERS) {
        return None;
    }
    let is_partner = any(&["partner", "teammate"]) || (has("team") && has("mate"));
    if any(&["grade"]) {
        return if is_partner { Some(Meaning::OfPartner(What::Grade)) } else { found(What::Grade) };
    }
    if any(&["rating"]) {
        return if is_partner { Some(Meaning::OfPartner(What::Rating)) } else { found(What::Rating) };
    }
    if any(&["id", "number", "membership"]) && any(&["uscf", "chess", "member", "membership"]) {
        return if is_partner { Some(Meaning::OfPartner(What::Id)) } else { found(What::Id) };
    }
    if any(&["school"]) {
        return if is_partner { Some(Meaning::OfPartner(What::School)) } else { found(What::School) };
    }
    if is_partner {
        return found(What::Partner);
    }
    if any(&["section", "division"]) {
        return found(What::Section);
    }
    if any(&["team"]) && any(&["name", "called"]) {
        return found(What::Team);
    }
    if any(&["name"]) && any(&["child", "player", "student", "participant", "kid", "entrant", "camper", "your"]) {
        return match (any(&["first"]), any(&["last"])) {
            (true, false) => found(What::FirstName),
            (false, true) => found(What::LastName),
            _ => found(What::Name),
        };
    }
    None
}

/// Lower-case words: accents, punctuation and the apostrophe-s dropped, `#` read as "number", camelCase parted,
/// digits parted from letters they follow (`Player1`), but not from letters that follow them (`1st`).
fn words(heading: &str) -> Vec<String> {
    let mut parted = String::with_capacity(heading.len() + 8);
    let mut before = ' ';
    let mut chars = heading.chars().take(300).peekable();
    while let Some(c) = chars.next() {
        let begins_word = c.is_uppercase() && chars.peek().is_some_and(|next| next.is_lowercase());
        let is_hump = before.is_lowercase() && c.is_uppercase() || before.is_ascii_digit() && begins_word;
        let is_number = before.is_alphabetic() && c.is_ascii_digit();
        if is_hump || is_number {
            parted.push(' ');
        }
        parted.push(c);
        before = c;
    }
    let folded = fold(&parted).replace("'s", "").replace("i. d.", "id").replace('#', " number ");
    let folded = folded.replace(['\'', '.'], "");
    let mut words: Vec<String> =
        folded.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect();
    // `ID #` and `USCF No.` say no more than `ID` and `USCF number`.
    if words.len() > 1 && matches!(words.last().map(String::as_str), Some("no" | "nr" | "num" | "number")) {
        let last = words.len() - 1;
        if words[last - 1] == "id" {
            words.pop();
        } else {
            words[last] = "number".to_owned();
        }
    }
    words
}

fn without_brackets(heading: &str) -> String {
    let mut depth = 0_u32;
    let mut bare = String::with_capacity(heading.len());
    for c in heading.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            c if depth == 0 => bare.push(c),
            _ => {}
        }
    }
    bare
}

#[cfg(test)]
#[path = "headings_tests.rs"]
mod tests;
