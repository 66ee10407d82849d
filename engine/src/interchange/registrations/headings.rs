//! The headings that registration forms and pairing programs write, and what each means.
//!
//! A heading is compared without case, accents, punctuation and camelCase, so `uscfId`, `USCF ID` and
//! `U.S.C.F. I.D. #` are one. Longer ones, such as the questions of an on-line form, are read by their key words.

use super::field::{FormField, What};
use super::phrases::{
    BY_KEYWORD, LIKELY, SURE, asks_for_child, explains, is_beside_a_number, is_naming, is_other_matter, is_person,
    main_clause, name_phrase, names_partner, names_team, ordinal, part_of_name, seat_number, seats_in, with_brackets,
    words,
};
use super::sheet::Row;
use super::synonyms::{STRANGERS, kind};
use super::values::{self, is_one_of};
use crate::tournament::names::fold;
use std::str::FromStr;

/// What a heading may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Meaning {
    pub what: What,
    pub whose: Whose,
    /// Where two columns claim one field, the greater weight wins, then the first.
    pub weight: u8,
}

impl Meaning {
    /// The field meant, if no other heading has a say.
    pub fn field(self) -> FormField {
        match self.whose {
            Whose::Row | Whose::Team => FormField::of_row(self.what),
            Whose::Child(seat) | Whose::Numbered(seat) => FormField::of_seat(self.what, seat),
            Whose::Partner => FormField::of_seat(self.what, 2),
        }
    }
}

/// Whose a column is, as far as its heading says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// Nobody is named: the row's only child, or both by the order of repeated headings, or the team.
    Row,
    /// `Player 1 Grade`, `2nd child's school`, `Captain`.
    Child(u8),
    /// `Rating 2`, `A rating`: the second child's where the row lists two, else a second rating, which is not used.
    Numbered(u8),
    /// `Partner's grade`: the second child's, which makes the row a pair.
    Partner,
    /// `Team rating`: never one child's.
    Team,
}

/// What a heading means, if anything. `uscf` is what a bare `USCF` holds: ids in some programs, ratings in others.
///
/// Whose it is and what it holds are read apart, so that a number or letter of a partner counts whatever words surround it.
pub(super) fn meaning(heading: &str, uscf: What) -> Option<Meaning> {
    let forms = forms(heading);
    let forms: Vec<Vec<&str>> = forms.iter().map(|form| form.iter().map(String::as_str).collect()).collect();
    let in_table = |form: &Vec<&str>| {
        let known = |rest: &[&str]| kind_of(rest, uscf).or_else(|| name_phrase(rest));
        kind_of(form, uscf)
            .or_else(|| names_team(form).then_some((What::Team, LIKELY)))
            .map(of_row)
            .or_else(|| somebodys(form, known))
            .or_else(|| name_phrase(form).map(of_row))
    };
    let by_words = |form: &Vec<&str>| somebodys(form, by_keyword_of_child).or_else(|| question(form));
    forms.iter().find_map(in_table).or_else(|| forms.iter().find_map(by_words))
}

/// A heading's words in full, then without what is in brackets, then without what is explained behind.
fn forms(heading: &str) -> Vec<Vec<String>> {
    let bare = with_brackets(heading, |_| false);
    let whole = with_brackets(heading, |inner| !explains(inner));
    let mut forms = vec![words(&whole), words(&bare), words(main_clause(&bare))];
    forms.dedup();
    forms
}

/// The field that `--map` names: as it prints, or as any heading says it.
fn field_named(text: &str) -> Option<FormField> {
    if let Some(what) = What::all().find(|what| what.as_typed() == text.trim()) {
        return Some(FormField::of_row(what));
    }
    meaning(text, What::Id).filter(|meaning| meaning.weight > BY_KEYWORD).map(Meaning::field)
}

impl FromStr for FormField {
    type Err = String;

    /// Reads a field's name, or any heading that would be recognised as one.
    fn from_str(text: &str) -> Result<Self, String> {
        field_named(text).ok_or_else(|| {
            let all: Vec<String> = What::all().map(What::as_typed).collect();
            format!(
                "\"{text}\" is not a field; the fields are {}, and on team rows player-1, grade-2 and so on",
                all.join(", ")
            )
        })
    }
}

fn of_row((what, weight): (What, u8)) -> Meaning {
    Meaning { what, whose: Whose::Row, weight }
}

fn kind_of(words: &[&str], uscf: What) -> Option<(What, u8)> {
    if words == ["uscf"] || words == ["us", "chess"] { Some((uscf, LIKELY)) } else { kind(words) }
}

/// A heading that says whose its column is; `read` says what the rest of its words mean.
fn somebodys(words: &[&str], read: impl Fn(&[&str]) -> Option<(What, u8)>) -> Option<Meaning> {
    let personal = |rest: &[&str], fillers: &[&str]| {
        let rest: Vec<&str> = rest.iter().copied().filter(|word| !fillers.contains(word)).collect();
        match rest[..] {
            [] => Some((What::Name, SURE)),
            _ => read(&rest).filter(|(what, _)| what.is_personal()),
        }
    };
    let of_child = |rest: &[&str]| personal(rest, &BESIDE_A_PERSON).or_else(|| asks_for_child(rest));
    let owned = |whose, weight: u8| move |(what, read)| Meaning { what, whose, weight: weight.min(read) };
    let (seats, rest) = seats_in(words);
    match seats[..] {
        [] => {}
        // `Player 1 and Player 2`: both in one cell.
        [first, other] if first != other && is_naming(&rest) => return Some(of_row((What::Players, LIKELY))),
        [first, ..] => return of_child(&rest).map(owned(Whose::Child(first), SURE)),
    }
    let words = rest;
    if let Some(at) = words.iter().position(|word| *word == "captain") {
        let is_second = at > 0 && words[at - 1] == "co";
        let rest = [&words[..at - usize::from(is_second)], &words[at + 1..]].concat();
        return of_child(&rest).map(owned(Whose::Child(1 + u8::from(is_second)), LIKELY));
    }
    if let ["team" | "average" | "avg" | "combined", rest @ ..] | [rest @ .., "average" | "avg"] = &words[..]
        && let Some(figure @ (What::Rating | What::Grade, _)) = read(rest)
    {
        return Some(owned(Whose::Team, SURE)(figure));
    }
    match &words[..] {
        ["partner" | "teammate", rest @ ..] | [rest @ .., "partner" | "teammate"] if !rest.is_empty() => {
            personal(rest, &FILLERS).filter(|(what, _)| !what.is_name()).map(owned(Whose::Partner, SURE))
        }
        ["a" | "b"] => Some(Meaning { what: What::Name, whose: Whose::Numbered(seat_number(words[0])?), weight: SURE }),
        [rest @ .., last] if !rest.is_empty() && seat_number(last).is_some() => {
            personal(rest, &FILLERS).map(owned(Whose::Numbered(seat_number(last)?), SURE))
        }
        [first, rest @ ..] if !rest.is_empty() => {
            let is_ordinal = seat_number(first).is_none();
            let seat = seat_number(first).or_else(|| ordinal(first))?;
            // `Second name` is a family name to some, and `First and last name` one child's.
            let is_whole = |what: What| what == What::Name && rest.len() > 1;
            personal(rest, &FILLERS)
                .filter(|(what, _)| !(is_ordinal && what.is_name()) || is_whole(*what))
                .map(owned(Whose::Numbered(seat), SURE))
        }
        _ => None,
    }
}

/// Words that say nothing beside a number, and those that say nothing beside a person.
const FILLERS: [&str; 3] = ["of", "for", "the"];
const BESIDE_A_PERSON: [&str; 7] = ["of", "for", "the", "team", "bughouse", "optional", "required"];

/// Questions and other long headings: `What is your child's name?`, `Rating as of today (if any)`.
fn question(words: &[&str]) -> Option<Meaning> {
    let read = by_keyword(words)?;
    let is_partners = names_partner(words) && matches!(read.0, What::Grade | What::Rating | What::Id | What::School);
    Some(Meaning { whose: if is_partners { Whose::Partner } else { Whose::Row }, ..of_row(read) })
}

/// What the key words beside a partner's number say.
fn by_keyword_of_child(words: &[&str]) -> Option<(What, u8)> {
    let is_foreign = words.iter().any(|word| STRANGERS.contains(word));
    if is_foreign || is_other_matter(words) {
        return by_keyword(words).filter(|(what, _)| matches!(what, What::Email | What::Phone));
    }
    let figure = by_keyword(words).filter(|(what, _)| what.is_personal() && !what.is_name());
    match (figure, words.iter().any(|word| is_one_of(word, "name names"))) {
        // `Name of the school` is one thing, `Name and grade` are two.
        (Some((What::School | What::Email | What::Phone, _)), _) | (Some(_), false) => figure,
        (None, true) => part_of_name(words).map(|what| (what, BY_KEYWORD)),
        (None | Some(_), _) => None,
    }
}

/// What the key words of a heading say.
fn by_keyword(words: &[&str]) -> Option<(What, u8)> {
    let any = |list: &[&str]| list.iter().any(|word| words.contains(word));
    let found = |what| Some((what, BY_KEYWORD));
    if words.len() < 2 {
        return None;
    }
    if any(&["email", "mail"]) {
        return found(What::Email);
    }
    if any(&["phone", "cell", "telephone", "mobile"]) {
        return found(What::Phone);
    }
    if any(&["bye", "byes"]) {
        return found(What::Byes);
    }
    if any(&STRANGERS) || is_other_matter(words) {
        return None;
    }
    let is_id = any(&["id", "number", "membership"]) && any(&["uscf", "chess", "member", "membership"]);
    let is_team = any(&["team"]) && (any(&["name", "named", "called", "call"]) || names_partner(words));
    let kinds = [
        (is_team, What::Team),
        (words.windows(2).any(|pair| pair == ["grade", "school"]), What::School),
        (any(&["grade"]), What::Grade),
        (any(&["rating"]), What::Rating),
        (is_id, What::Id),
        (any(&["school"]), What::School),
        (names_partner(words), What::Partner),
        (any(&["section", "division"]), What::Section),
    ];
    match kinds.into_iter().find(|(is_named, _)| *is_named) {
        Some((_, What::Partner)) => found(match part_of_name(words) {
            Some(What::FirstName) => What::PartnerFirstName,
            Some(What::LastName) => What::PartnerLastName,
            _ => What::Partner,
        }),
        Some((_, what)) => found(what),
        None if any(&["name"]) && (any(&["your"]) || words.iter().any(|word| is_person(word))) => {
            part_of_name(words).and_then(found)
        }
        None => None,
    }
}

/// `R1` and `G2` beside player 1 and player 2: a rating and a grade where the values are such, and there is no `R3`. Else they are rounds.
pub(super) fn figure_of_a_seat(headings: &[&str], column: usize, samples: &[Row]) -> Option<Meaning> {
    let squashed = |heading: &str| fold(heading).replace([' ', '.', '_', '-', '#'], "");
    let heading = squashed(headings[column]);
    let (what, seat) = match heading.as_bytes() {
        [b'r', seat @ b'1'..=b'2'] => (What::Rating, seat - b'0'),
        [b'g', seat @ b'1'..=b'2'] => (What::Grade, seat - b'0'),
        _ => return None,
    };
    let third = format!("{}3", &heading[..1]);
    // A result is a 1 or a 0, or has letters that no figure has.
    let fits = |cell: &str| match what {
        What::Rating => values::rating(cell).map(|rating| rating.map(|rating| rating >= 100)),
        _ => values::grade(cell).map(|grade| grade.filter(|_| !matches!(cell.trim(), "0" | "1")).map(|_| true)),
    };
    let cells = samples.iter().filter_map(|row| row.cells.get(column));
    let figures: Vec<bool> = cells.filter_map(|cell| fits(&cell.text).unwrap_or(Some(false))).collect();
    let is_figure = figures.iter().filter(|fits| **fits).count() * 2 > figures.len();
    let is_round = headings.iter().any(|other| squashed(other) == third);
    (is_figure && !is_round).then_some(Meaning { what, whose: Whose::Child(seat), weight: SURE - 1 })
}

/// `First` and `Second`, `Player First` and `Player Second`, `1` and `2`: the partners' names, where nothing else names them.
/// `First` beside `Last` stays a first name, and `1` beside `Name` a round.
pub(super) fn name_bare_seats(headings: &[&str], samples: &[Row], meanings: &mut [Option<Meaning>]) {
    let bare =
        |heading: &&str| match words(heading).iter().filter(|word| !is_beside_a_number(word)).collect::<Vec<_>>()[..] {
            [word] => ordinal(word).map(|seat| (seat, true)).or(seat_number(word).map(|seat| (seat, false))),
            _ => None,
        };
    let seats: Vec<Option<(u8, bool)>> = headings.iter().map(bare).collect();
    let numbered: Vec<(u8, bool)> = seats.iter().flatten().copied().collect();
    let are_in_words = numbered.iter().all(|(_, is_ordinal)| *is_ordinal);
    let is_each_there =
        (1..=numbered.len()).all(|seat| numbered.iter().any(|(numbered, _)| usize::from(*numbered) == seat));
    // `3` beside them: the rounds. `Name` beside `First` and `Second`, and no team: the team's.
    let is_few = numbered.len() == 2 || numbered.len() > 2 && are_in_words;
    let has_team = meanings.iter().flatten().any(|m| m.what == What::Team);
    let names_other = seats.iter().zip(meanings.iter()).any(|(seat, meaning)| {
        let may_be_teams = |m: &Meaning| m.what == What::Name && m.whose == Whose::Row && are_in_words && !has_team;
        seat.is_none() && meaning.is_some_and(|m| (m.what.is_name() || m.what.is_partner()) && !may_be_teams(&m))
    });
    let holds_results = (0..seats.len()).any(|column| seats[column].is_some() && a_result(column, samples).is_some());
    if !is_few || !is_each_there || names_other || holds_results {
        return;
    }
    for (meaning, (seat, _)) in meanings.iter_mut().zip(seats).filter_map(|(meaning, seat)| Some((meaning, seat?))) {
        *meaning = Some(Meaning { what: What::Name, whose: Whose::Child(seat), weight: SURE });
    }
}

/// The column of the first round, such as `1`, `R1` or `Round 1`, and a result in it.
pub(super) fn round_with_result(headings: &[&str], samples: &[Row]) -> Option<(String, String)> {
    let is_first = |heading: &str| {
        let words = words(heading);
        let left: Vec<&String> = words.iter().filter(|word| !values::is_one_of(word, "round rd rnd r")).collect();
        matches!(left[..], [number] if seat_number(number).or(ordinal(number)) == Some(1))
    };
    let mut rounds = headings.iter().enumerate().filter(|(_, heading)| is_first(heading));
    rounds.find_map(|(column, heading)| Some(((*heading).to_owned(), a_result(column, samples)?)))
}

/// The first cell of a column in which results stand: `+5`, `W12`, `1/2`, `0`, `bye`, where names have letters side by side.
fn a_result(column: usize, samples: &[Row]) -> Option<String> {
    let is_result = |cell: &&str| {
        let folded = fold(cell);
        let is_word = |part: &str| part.chars().count() > 1 && part.chars().all(char::is_alphabetic);
        !folded
            .split(|c: char| !c.is_alphabetic())
            .any(|part| is_word(part) && !values::is_one_of(part, "bye hpb fpb zpb"))
    };
    let cells: Vec<&str> = samples.iter().map(|row| row.text(column)).filter(|cell| !cell.is_empty()).collect();
    let results: Vec<&&str> = cells.iter().filter(|cell| is_result(cell)).collect();
    results.first().filter(|_| results.len() * 2 > cells.len()).map(|cell| (**cell).to_owned())
}

/// Ids have five digits or more, ratings at most four.
pub(super) fn id_or_rating(column: usize, samples: &[Row]) -> What {
    let digits = samples
        .iter()
        .filter_map(|row| row.cells.get(column))
        .map(|cell| cell.text.bytes().filter(u8::is_ascii_digit).count());
    let (ids, ratings) =
        digits.filter(|n| *n > 0).fold((0, 0), |(i, r), n| if n > 4 { (i + 1, r) } else { (i, r + 1) });
    if ratings > ids { What::Rating } else { What::Id }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(heading: &str) -> String {
        let Some(Meaning { what, whose, .. }) = meaning(heading, What::Id) else { return "-".to_owned() };
        match whose {
            Whose::Row => what.as_typed(),
            Whose::Child(seat) => FormField::of_seat(what, seat).to_string(),
            Whose::Numbered(seat) => format!("{}?", FormField::of_seat(what, seat)),
            Whose::Partner => format!("{} of partner", what.as_typed()),
            Whose::Team => format!("{} of team", what.as_typed()),
        }
    }

    /// Headings of pairing programs, of two children on a row and of online forms; `?` for a second rating where the row has one child.
    #[test]
    fn every_heading_of_the_list_means_its_field() {
        for line in include_str!("../../../../tests/import/headings.txt").lines() {
            let (heading, expected) = line.split_once('\t').expect("a heading and its field");
            assert_eq!(field(heading), expected, "{heading}");
        }
    }

    #[test]
    fn a_field_is_named_by_itself_or_by_a_heading() {
        for (text, expected) in
            [("rating", "rating"), ("player1", "player-1"), ("Child's name", "name"), ("grade 2", "grade-2")]
        {
            assert_eq!(field_named(text).map(|f| f.to_string()).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(field_named("shoe size"), None);
    }
}
