//! The headings that registration forms and pairing programs write, and what each means.
//!
//! A heading is compared without case, accents, punctuation and camelCase, so `uscfId`, `USCF ID` and
//! `U.S.C.F. I.D. #` are one. Longer ones, such as the questions of an on-line form, are read by their key words.

use super::field::{FormField, What};
use super::sheet::Row;
use super::synonyms::{OTHER_MATTERS, STRANGERS, kind};
use super::values;
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

/// The weight of a heading in the table of synonyms, of one that gives way to it, and of one read by its key words.
pub(super) const SURE: u8 = 3;
pub(super) const LIKELY: u8 = 2;
const BY_KEYWORD: u8 = 1;

/// What a heading means, if anything. `uscf` is what a bare `USCF` holds: ids in some programs, ratings in others.
pub(super) fn meaning(heading: &str, uscf: What) -> Option<Meaning> {
    let whole = words(heading);
    let bare = words(&without_brackets(heading));
    let forms = if whole == bare { vec![whole] } else { vec![whole, bare] };
    let forms: Vec<Vec<&str>> = forms.iter().map(|form| form.iter().map(String::as_str).collect()).collect();
    let in_table = |form: &Vec<&str>| exact(form, uscf).or_else(|| somebodys(form, |rest| kind_of(rest, uscf)));
    let by_words = |form: &Vec<&str>| somebodys(form, by_keyword).or_else(|| question(form));
    forms.iter().find_map(in_table).or_else(|| forms.iter().find_map(by_words))
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

fn exact(words: &[&str], uscf: What) -> Option<Meaning> {
    kind_of(words, uscf).map(of_row)
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
    let owned = |whose, weight: u8| move |(what, read)| Meaning { what, whose, weight: weight.min(read) };
    // `#1`, `No. 2`: the number of a seat.
    let is_sign = |at: usize| {
        matches!(words[at], "number" | "no") && words.get(at + 1).is_some_and(|next| seat_number(next).is_some())
    };
    let words: Vec<&str> = (0..words.len()).filter(|at| !is_sign(*at)).map(|at| words[at]).collect();
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).copied().unwrap_or("");
        let seat = match (values::is_one_of(word, PERSONS), values::is_one_of(next, PERSONS)) {
            (true, _) => seat_number(next).or_else(|| roman(next)),
            (false, true) => ordinal(word),
            (false, false) => None,
        };
        if let Some(seat) = seat {
            let rest = [&words[..at], &words[at + 2..]].concat();
            return personal(&rest, &BESIDE_A_PERSON).map(owned(Whose::Child(seat), SURE));
        }
    }
    if let Some(at) = words.iter().position(|word| *word == "captain") {
        let rest = [&words[..at], &words[at + 1..]].concat();
        return personal(&rest, &BESIDE_A_PERSON).map(owned(Whose::Child(1), LIKELY));
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
            // `Second name` is a family name to some.
            personal(rest, &FILLERS)
                .filter(|(what, _)| !(is_ordinal && what.is_name()))
                .map(owned(Whose::Numbered(seat), SURE))
        }
        _ => None,
    }
}

/// Whom a heading may number.
const PERSONS: &str = "player child student partner member participant kid p teammate competitor pl board";

/// Words that say nothing beside a number, and those that say nothing beside a person.
const FILLERS: [&str; 3] = ["of", "for", "the"];
const BESIDE_A_PERSON: [&str; 7] = ["of", "for", "the", "team", "bughouse", "optional", "required"];

fn seat_number(word: &str) -> Option<u8> {
    match word {
        "a" | "one" => Some(1),
        "b" | "two" => Some(2),
        digit => digit.parse().ok().filter(|n| (1..=9).contains(n)),
    }
}

fn roman(word: &str) -> Option<u8> {
    ["i", "ii"].iter().position(|numeral| *numeral == word).map(|at| at as u8 + 1)
}

fn ordinal(word: &str) -> Option<u8> {
    let in_digits = (1..).zip(["1st", "2nd", "3rd", "4th"]).find(|(_, known)| *known == word).map(|(number, _)| number);
    in_digits.or_else(|| values::ordinal(word)).filter(|number| *number <= 4)
}

/// Questions and other long headings: `What is your child's name?`, `Rating as of today (if any)`.
fn question(words: &[&str]) -> Option<Meaning> {
    let read = by_keyword(words)?;
    let is_partners = names_partner(words) && matches!(read.0, What::Grade | What::Rating | What::Id | What::School);
    Some(Meaning { whose: if is_partners { Whose::Partner } else { Whose::Row }, ..of_row(read) })
}

fn names_partner(words: &[&str]) -> bool {
    let has = |word: &str| words.contains(&word);
    has("partner") || has("teammate") || (has("team") && has("mate"))
}

/// What the key words of a heading tell.
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
    if any(&STRANGERS) || any(&OTHER_MATTERS) {
        return None;
    }
    let is_id = any(&["id", "number", "membership"]) && any(&["uscf", "chess", "member", "membership"]);
    let told = [
        (words.windows(2).any(|pair| pair == ["grade", "school"]), What::School),
        (any(&["grade"]), What::Grade),
        (any(&["rating"]), What::Rating),
        (is_id, What::Id),
        (any(&["school"]), What::School),
        (names_partner(words), What::Partner),
        (any(&["section", "division"]), What::Section),
        (any(&["team"]) && any(&["name", "called"]), What::Team),
    ];
    if let Some((_, what)) = told.into_iter().find(|(is_told, _)| *is_told) {
        return found(what);
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
/// digits parted from letters they follow (`Player1`) and then from those that follow (`player1grade`, not `1st`).
fn words(heading: &str) -> Vec<String> {
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
    let told: Vec<bool> = cells.filter_map(|cell| fits(&cell.text).unwrap_or(Some(false))).collect();
    let is_figure = told.iter().filter(|fits| **fits).count() * 2 > told.len();
    let is_round = headings.iter().any(|other| squashed(other) == third);
    (is_figure && !is_round).then_some(Meaning { what, whose: Whose::Child(seat), weight: SURE - 1 })
}

/// `First` and `Second`, `Player First` and `Player Second`, `1` and `2`: the partners' names, where nothing else names them.
/// `First` beside `Last` stays a first name, and `1` beside `Name` a round.
pub(super) fn name_bare_seats(headings: &[&str], samples: &[Row], meanings: &mut [Option<Meaning>]) {
    let is_beside = |word: &str| values::is_one_of(word, PERSONS) || FILLERS.contains(&word) || word == "number";
    let bare = |heading: &&str| match words(heading).iter().filter(|word| !is_beside(word)).collect::<Vec<_>>()[..] {
        [word] => ordinal(word).map(|seat| (seat, true)).or(seat_number(word).map(|seat| (seat, false))),
        _ => None,
    };
    let seats: Vec<Option<(u8, bool)>> = headings.iter().map(bare).collect();
    let told: Vec<(u8, bool)> = seats.iter().flatten().copied().collect();
    let are_in_words = told.iter().all(|(_, is_ordinal)| *is_ordinal);
    let is_each_there = (1..=told.len()).all(|seat| told.iter().any(|(told, _)| usize::from(*told) == seat));
    // `3` beside them: the rounds. `Name` beside `First` and `Second`, and no team: the team's.
    let is_few = told.len() == 2 || told.len() > 2 && are_in_words;
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
        let told: Vec<&String> = words.iter().filter(|word| !values::is_one_of(word, "round rd rnd r")).collect();
        matches!(told[..], [number] if seat_number(number).or(ordinal(number)) == Some(1))
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
        for line in include_str!("../../../tests/import/headings.txt").lines() {
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
