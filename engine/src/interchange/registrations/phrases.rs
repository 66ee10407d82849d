//! The words of a heading: whom they number, and whether they ask for a name, the team's or a child's.

use super::field::What;
use super::synonyms::{OTHER_MATTERS, STRANGERS};
use super::values::{self, is_one_of};
use crate::tournament::names::fold;

/// The weight of a heading in the table of synonyms, of one that gives way to it, and of one read by its key words.
pub(super) const SURE: u8 = 3;
pub(super) const LIKELY: u8 = 2;
pub(super) const BY_KEYWORD: u8 = 1;

/// Whom a heading may number.
const PERSONS: &str = "player child student partner member participant kid p teammate competitor pl board contestant entrant attendee \
                       camper registrant athlete person jugador";
const PLURALS: &str = "players children childrens students partners members participants kids teammates competitors contestants \
                       entrants attendees campers pair both jugadores";
/// Words that name a name, or a part of it.
const NAME: &str = "name names";
const GIVEN: &str = "first given forename fname";
const FAMILY: &str = "last family surname lname";
/// Words that a question for a name has beside these.
const AROUND: &str = "full complete legal real whole middle initial and or of the for a an to is what whats who whom whose are be will would \
                      your their his her its this please enter type print write list give provide us in with only exact exactly";
/// And those that stand beside a number.
const BESIDE_A_SEAT: &str = "chess bughouse team captain optional required no number";

pub(super) fn is_person(word: &str) -> bool {
    is_one_of(word, PERSONS)
}

/// Whether the word says nothing beside the number of a seat.
pub(super) fn is_beside_a_number(word: &str) -> bool {
    is_person(word) || matches!(word, "of" | "for" | "the" | "number")
}

/// What asks for a child's name, if every word speaks of a name: `First and last name`, `Full legal name of the student`.
///
/// `Your name` may be a parent's, so that it gives way to others.
pub(super) fn name_phrase(words: &[&str]) -> Option<(What, u8)> {
    let has_name = words.iter().any(|word| is_one_of(word, NAME));
    let has_person = words.iter().any(|word| is_person(word));
    let is_whole = has_name || ["first", "last"].iter().all(|part| words.contains(part));
    let is_sorting = words == ["last", "initial"];
    if !is_naming(words) || words.iter().any(|word| is_one_of(word, "partner teammate")) || !(is_whole || is_sorting) {
        return None;
    }
    let weight = if words.contains(&"your") && !has_person { BY_KEYWORD } else { SURE };
    part_of_name(words).map(|what| (what, weight))
}

/// Whether every word speaks of a name or of who bears it.
pub(super) fn is_naming(words: &[&str]) -> bool {
    let known = [NAME, GIVEN, FAMILY, AROUND, PERSONS, PLURALS];
    words.iter().all(|word| known.iter().any(|known| is_one_of(word, known)))
}

/// The whole name, or the part of it that the words ask for.
pub(super) fn part_of_name(words: &[&str]) -> Option<What> {
    let has = |known| words.iter().any(|word| is_one_of(word, known));
    match (has(GIVEN), has(FAMILY)) {
        (true, false) => Some(What::FirstName),
        (false, true) => Some(What::LastName),
        (false, false) if words.contains(&"middle") => None,
        _ => Some(What::Name),
    }
}

/// What is asked of the child whose seat was named: `Who is player 1?`, `Chess player 1`.
pub(super) fn asks_for_child(rest: &[&str]) -> Option<(What, u8)> {
    let says_nothing = |word: &&str| is_naming(&[word]) || is_one_of(word, BESIDE_A_SEAT) || is_digits(word);
    let is_part = rest.iter().any(|word| [NAME, GIVEN, FAMILY].iter().any(|known| is_one_of(word, known)));
    if !rest.iter().all(says_nothing) {
        return None;
    }
    let what = if is_part { part_of_name(rest) } else { Some(What::Name) };
    what.map(|what| (what, LIKELY))
}

fn is_digits(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a heading may stand over both partners in one cell: `Players`, `Names of both players`.
pub(super) fn lists_children(heading: &str) -> bool {
    let words = words(heading);
    let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != "team").collect();
    let is_plural = |word: &&str| is_one_of(word, PLURALS) || *word == "names";
    is_naming(&words) && words.iter().any(is_plural)
}

/// `Team name`, `Name of your team`: the team's, whatever else is said.
pub(super) fn names_team(words: &[&str]) -> bool {
    let is_team = |word: &str| is_one_of(word, "team teams");
    let is_said = |at: usize| match words.get(at) {
        Some(word) if is_team(word) => words.get(at + 1).is_some_and(|next| is_one_of(next, "name names called")),
        Some(word) if is_one_of(word, "name names named call") => {
            let rest = &words[at + 1..];
            let between =
                rest.iter().take_while(|word| is_one_of(word, "of for the your our their this bughouse chess"));
            rest.get(between.count()).is_some_and(|word| is_team(word)) && rest.len() < words.len()
        }
        _ => false,
    };
    let is_stranger = words.iter().any(|word| STRANGERS.contains(word));
    !is_stranger && (0..words.len()).any(is_said)
}

/// Whether the words speak of the partner of the row's child.
pub(super) fn names_partner(words: &[&str]) -> bool {
    words.contains(&"partner") || words.contains(&"teammate")
}

/// Whether the words mean something else of a child, a school or a rating than its name, grade or figure.
pub(super) fn is_other_matter(words: &[&str]) -> bool {
    // `First, middle and last name`.
    let is_whole = words.contains(&"first") && words.contains(&"last");
    words.iter().any(|word| OTHER_MATTERS.contains(word) && !(is_whole && *word == "middle"))
}

/// The partners whom the words number, in their order, and the other words.
pub(super) fn seats_in<'w>(words: &[&'w str]) -> (Vec<u8>, Vec<&'w str>) {
    // `Is the player a member?` has an article.
    let is_yes_or_no = words.first().is_some_and(|word| is_one_of(word, "is are does do will has have can"));
    let numbered = |word: &str| seat_number(word).filter(|_| !(is_yes_or_no && word == "a"));
    // `#1`, `No. 2`: the number of a seat.
    let is_sign = |at: usize| {
        is_one_of(words[at], "number no nr num") && words.get(at + 1).is_some_and(|next| numbered(next).is_some())
    };
    let words: Vec<&str> = (0..words.len()).filter(|at| !is_sign(*at)).map(|at| words[at]).collect();
    let (mut seats, mut rest) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        let [next, then] = [1, 2].map(|ahead| words.get(at + ahead).copied().unwrap_or_default());
        let is_plural = is_one_of(word, PLURALS);
        if is_person(word) || is_plural {
            if let Some(seat) = numbered(next).or_else(|| roman(next)) {
                seats.push(seat);
                at += 2;
                // `Players 1 and 2`.
                while is_plural && matches!(words.get(at), Some(&"and")) {
                    let Some(seat) = words.get(at + 1).and_then(|word| numbered(word)) else { break };
                    seats.push(seat);
                    at += 2;
                }
                continue;
            }
        } else if let Some(seat) = ordinal(word)
            && is_person(next)
            && numbered(then).is_none()
        {
            seats.push(seat);
            at += 2;
            continue;
        }
        rest.push(word);
        at += 1;
    }
    seats.dedup();
    (seats, rest)
}

pub(super) fn seat_number(word: &str) -> Option<u8> {
    match word {
        "a" | "one" => Some(1),
        "b" | "two" => Some(2),
        digit => digit.parse().ok().filter(|n| (1..=9).contains(n)),
    }
}

fn roman(word: &str) -> Option<u8> {
    ["i", "ii"].iter().position(|numeral| *numeral == word).map(|at| at as u8 + 1)
}

pub(super) fn ordinal(word: &str) -> Option<u8> {
    let in_digits = (1..).zip(["1st", "2nd", "3rd", "4th"]).find(|(_, known)| *known == word).map(|(number, _)| number);
    in_digits.or_else(|| values::ordinal(word)).filter(|number| *number <= 4)
}

/// Lower-case words: accents, punctuation and the apostrophe-s dropped, `#` read as "number", camelCase parted,
/// digits parted from letters they follow (`Player1`) and then from those that follow (`player1grade`, not `1st`).
///
/// `Team member` and `bughouse partner` are the member and the partner; `Team / partner` are two.
pub(super) fn words(heading: &str) -> Vec<String> {
    let folded = fold(&parted(heading)).replace("'s", "").replace("i. d.", "id").replace('#', " number ");
    let folded = folded.replace(['\'', '.'], "");
    let mut words: Vec<String> = Vec::new();
    let mut is_beside = false;
    for word in folded.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let (word, sign) = match word.char_indices().next_back() {
            Some((at, sign)) if !sign.is_alphanumeric() => (&word[..at], Some(sign)),
            _ => (word, None),
        };
        if !word.is_empty() {
            match words.last().map(String::as_str).filter(|_| is_beside) {
                Some("team") if is_one_of(word, "mate mates") => {
                    words.pop();
                    words.push("teammate".to_owned());
                }
                Some("team" | "bughouse") if is_person(word) || is_one_of(word, PLURALS) => {
                    words.pop();
                    words.push(word.to_owned());
                }
                _ => words.push(word.to_owned()),
            }
            is_beside = true;
        }
        is_beside &= sign.is_none_or(|sign| matches!(sign, ' ' | '-' | '_'));
    }
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

/// A heading with blanks where its words are parted by case and by digits alone.
fn parted(heading: &str) -> String {
    let mut parted = String::with_capacity(heading.len() + 8);
    let (mut before, mut is_numbered) = (' ', false);
    let mut chars = heading.chars().take(300).peekable();
    while let Some(c) = chars.next() {
        let begins_word = c.is_uppercase() && chars.peek().is_some_and(|next| next.is_lowercase());
        let is_hump = before.is_lowercase() && c.is_uppercase() || before.is_ascii_digit() && begins_word;
        let is_number = before.is_alphabetic() && c.is_ascii_digit();
        let is_behind_number = is_numbered && before.is_ascii_digit() && c.is_alphabetic();
        is_numbered = is_number || is_numbered && c.is_ascii_digit();
        // `Rating.1`, as programs name the second of two headings.
        let is_count = c == '.' && before.is_alphabetic() && chars.peek().is_some_and(char::is_ascii_digit);
        if is_hump || is_number || is_behind_number || is_count {
            parted.push(' ');
        }
        parted.push(c);
        before = c;
    }
    parted
}

/// A heading with those of its brackets that are to stay.
pub(super) fn with_brackets(heading: &str, stays: impl Fn(&str) -> bool) -> String {
    let mut kept = String::with_capacity(heading.len());
    let (mut depth, mut inner) = (0_u32, String::new());
    for c in heading.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && stays(&inner) {
                    kept.push_str(&format!(" {inner} "));
                }
                if depth == 0 {
                    inner.clear();
                }
                continue;
            }
            _ => {}
        }
        match depth {
            0 => kept.push(c),
            _ if matches!(c, '(' | '[') => inner.push(' '),
            _ => inner.push(c),
        }
    }
    if stays(&inner) { kept + &inner } else { kept }
}

/// Whether what is in brackets says how to fill in the form: `(if you need a partner, write NEED)`.
pub(super) fn explains(inner: &str) -> bool {
    let first = words(inner).into_iter().next().unwrap_or_default();
    is_one_of(&first, "if only leave same eg example optional required please or write put enter as use for not unless")
}

/// What is asked, without what is explained behind it: `Player 1 name, as on the card`, `Your team's name? Write NEED if …`.
pub(super) fn main_clause(heading: &str) -> &str {
    let lower = heading.to_ascii_lowercase();
    let ends = ["?", "\n", ". ", " as ", " if ", ", if", " - please", ", please", " (", " exactly"];
    // `No. 1` goes on.
    let is_end = |at: usize| at > 3 && !["no", "nr", "num"].iter().any(|short| lower[..at].ends_with(short));
    let end = ends.iter().filter_map(|end| lower.match_indices(end).map(|(at, _)| at).find(|at| is_end(*at))).min();
    end.map_or(heading, |end| &heading[..end])
}

/// Whether a heading speaks of somebody or something else than a child, such as a parent or a round.
pub(super) fn is_foreign(heading: &str) -> bool {
    let words = words(heading);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_round = |word: &&str| is_one_of(word, "round rounds rd rnd r game match");
    words.iter().any(|word| STRANGERS.contains(word) || is_round(word)) || is_other_matter(&words)
}

/// The words of the heading of the second, where these are the first's: `Knight 2` of `Knight 1`.
pub(super) fn counterpart_of(heading: &str) -> Option<Vec<String>> {
    const SEATS: [(&str, &str); 6] =
        [("1", "2"), ("a", "b"), ("one", "two"), ("first", "second"), ("1st", "2nd"), ("i", "ii")];
    let mut words = words(heading);
    let second = |word: &String| SEATS.iter().find(|(first, _)| first == word).map(|(_, second)| *second);
    let at = words.iter().rposition(|word| second(word).is_some())?;
    words[at] = second(&words[at])?.to_owned();
    Some(words)
}
