//! What a cell means: grades, ratings, names, schools, money, `NEED`.
//!
//! Forgiving about how a thing is written, strict about what it can be. Blank is never an error here.

use super::field::What;
use super::problem::Problem;
use crate::registration::school_given;
use crate::tournament::names::{fold, turned};
use crate::tournament::{Grade, doubled_average};

/// Longest name of a child, team or school, in characters. Real schools have names of 120.
pub(super) const LONGEST: usize = 200;

/// A cell's text without padding, direction overrides and the apostrophe that guards a formula or a number.
///
/// Spreadsheets evaluate cells that begin with `=`, `+`, `-` or `@`; exports put an apostrophe before them.
pub(super) fn text(cell: &str) -> Result<String, Problem> {
    let text = long_text(cell)?;
    let length = text.chars().count();
    if length > LONGEST { Err(Problem::TooLong { length }) } else { Ok(text) }
}

/// As [`text`], as long as a family writes.
pub(super) fn long_text(cell: &str) -> Result<String, Problem> {
    let cell = cell.trim();
    let cell = match cell.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@']) || rest.starts_with(|c: char| c.is_ascii_digit()) => rest,
        _ => cell,
    };
    // `="12345678"` keeps a number as text.
    let cell = cell.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"')).unwrap_or(cell);
    const FAILED: &str = "#N/A #REF! #VALUE! #NAME? #DIV/0! #NUM! #NULL! #SPILL! #CALC! #ERROR!";
    if is_one_of(cell, FAILED) {
        return Err(Problem::Failed { read: cell.to_owned() });
    }
    let mut text = String::with_capacity(cell.len());
    for c in cell.chars() {
        match c {
            '\r' | '\n' | '\t' => {
                if !text.ends_with(' ') {
                    text.push(' ');
                }
            }
            // Overrides and isolates would turn the rest of a printed line round; they are no part of a name.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}' | '\u{feff}' => {}
            // A no-break space is a space to the person who types the name at the desk.
            c if c.is_whitespace() && !c.is_control() => text.push(' '),
            c if c.is_control() => return Err(Problem::ControlCharacter { code: u32::from(c) }),
            c => text.push(c),
        }
    }
    Ok(text.trim().to_owned())
}

/// Whether a word is one of these, parted by blanks.
pub(super) fn is_one_of(word: &str, words: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

/// Whether a cell for a note says nothing.
pub(super) fn is_nothing(cell: &str) -> bool {
    let folded = fold(cell);
    let said = folded.trim_end_matches('.');
    said.is_empty() || is_one_of(said, "no none n/a na - -- nope nothing x")
}

/// A child's name as printed: `Last, First` is turned round; `Ann Lee, Jr.` is not.
pub(super) fn name(cell: &str) -> Result<String, Problem> {
    let (name, _) = turned(without_number(&text(cell)?));
    let is_sign = !name.is_empty() && !name.chars().any(char::is_alphanumeric) && name.is_ascii() && !is_need(&name);
    // "* = needs a ride" below a list.
    let is_remark = name.trim_start_matches('=').contains('=');
    if is_sign || is_remark || is_a_value(&name) { Err(Problem::NotAName { read: name }) } else { Ok(name) }
}

/// Whether what is in place of a name is another value of a spreadsheet: a number such as 1e400, a date, a yes or no.
pub(super) fn is_a_value(name: &str) -> bool {
    let is_number = name.parse::<f64>().is_ok() && name.contains(|c: char| c.is_ascii_digit());
    let has_letter = name.contains(char::is_alphabetic);
    is_number || !has_letter && name.contains(|c: char| c.is_ascii_digit()) || is_one_of(&fold(name), "true false")
}

/// A cell of a name without a mark that it is off the list: `Knights (WITHDRAWN)`, `*CANCELLED* Knights`, `Knights - WD`. A name that is
/// such a word alone is left: a team may be called so.
pub(super) fn without_mark(cell: &str) -> Option<String> {
    let is_plain = |word: &str| is_one_of(word, "withdrawn withdrew cancelled canceled cancel");
    let is_parting = |c: char| {
        matches!(
            c,
            '(' | ')'
                | '['
                | ']'
                | '{'
                | '}'
                | '*'
                | '-'
                | '–'
                | '—'
                | ':'
                | '!'
                | '/'
                | ','
                | ';'
                | '<'
                | '>'
                | '~'
                | '_'
        )
    };
    let trim = |text: &str| text.trim_matches(|c: char| c.is_whitespace() || is_parting(c)).to_owned();
    // Bracketed, starred or behind a dash: any word for it.
    for (at, sign) in
        cell.char_indices().filter(|(_, c)| matches!(c, '(' | '[' | '*' | '-' | '–' | '—' | '{' | '<' | '~'))
    {
        let inner = &cell[at + sign.len_utf8()..];
        let end = inner.find(|c: char| is_parting(c) && c != '/').unwrap_or(inner.len());
        let is_after_blank = cell[..at].is_empty() || cell[..at].ends_with(' ') || !matches!(sign, '-' | '–' | '—');
        if is_after_blank && (is_crossed_out(&inner[..end]) || is_withdrawn_in_short(&inner[..end])) {
            let rest = format!("{} {}", trim(&cell[..at]), trim(&inner[end..]));
            return Some(rest.trim().to_owned()).filter(|rest| rest.contains(char::is_alphanumeric));
        }
    }
    let words: Vec<&str> = cell.split_whitespace().collect();
    let is_mark = |word: &&str| is_plain(&fold(&trim(word))) || is_withdrawn_in_short(&trim(word));
    let rest: Vec<&str> = match words[..] {
        [ref rest @ .., last] if is_mark(&last) => rest.to_vec(),
        [first, ref rest @ ..] if is_plain(&fold(&trim(first))) && first.ends_with(':') => rest.to_vec(),
        _ => return None,
    };
    Some(trim(&rest.join(" "))).filter(|rest| !rest.is_empty())
}

/// `WD`, `W/D`, in capitals.
fn is_withdrawn_in_short(word: &str) -> bool {
    is_one_of(word.trim(), "WD W/D W.D. wd w/d") && word.trim() == word.trim().to_uppercase()
}

/// Whether a cell for one name holds two whole ones: `Ann Lee & Bo Kim`, and not `Ann & Bo Lee`.
pub(super) fn has_two_full_names(name: &str) -> bool {
    let names = names_in(name, false);
    names.len() > 1
        && names.iter().all(|name| name.split_whitespace().filter(|w| w.contains(char::is_alphabetic)).count() > 1)
}

/// What a cell says of each partner where one cell holds both's: the grades `3/4`, the ratings `1210 / 980`.
pub(super) fn figures_of_both(cell: &str, what: What) -> Option<[&str; 2]> {
    let parts: Vec<&str> = cell.split(['/', '&', ',', ';']).map(str::trim).collect();
    let [first, second] = parts[..] else { return None };
    let is_figure = |part: &str| match what {
        What::Grade => grade(part).is_ok_and(|grade| grade.is_some()),
        // The games behind a provisional rating have fewer digits.
        What::Rating => is_one_of(&fold(part), "unr unrated nr new") || part.len() > 2 && rating(part).is_ok(),
        _ => false,
    };
    (is_figure(first) && is_figure(second)).then_some([first, second])
}

/// The names in a cell that may hold several: `Ann Lee & Bo Kim`, `Ann Lee / Bo Kim`, `Ann Lee and Bo Kim`; where a comma may part them,
/// `Ann Lee, Bo Kim`, for `Lee, Ann` is one child.
pub(super) fn names_in(cell: &str, may_be_comma: bool) -> Vec<&str> {
    fn named<'c>(parts: impl Iterator<Item = &'c str>) -> Vec<&'c str> {
        parts.map(str::trim).filter(|name| name.contains(char::is_alphabetic)).collect()
    }
    let mut names: Vec<&str> = vec![cell];
    for word in [" and ", " AND ", " And ", " with ", " w/ "] {
        names = names.into_iter().flat_map(|name| name.split(word)).collect();
    }
    let names = named(names.into_iter().flat_map(|name| name.split(['&', '/', '+', ';', '|'])));
    match names[..] {
        [only] if may_be_comma => {
            let parts = named(only.split([',', '\n']));
            if parts.iter().all(|name| name.contains(' ')) { parts } else { vec![only] }
        }
        _ => names,
    }
}

/// Whether a cell holds two or more words of letters, and nothing else.
pub(super) fn looks_like_a_name(cell: &str) -> bool {
    let is_word = |word: &str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '’' | '.' | '-' | ','));
    let words: Vec<&str> = cell.split_whitespace().collect();
    (2..=4).contains(&words.len())
        && words.iter().all(|word| is_word(word))
        && words.iter().all(|word| word.chars().next().is_some_and(char::is_uppercase))
}

/// `1. Ann Lee`, `12) Ann Lee`: a name without its number in a list.
fn without_number(name: &str) -> &str {
    let rest = name.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = rest.strip_prefix(['.', ')']).filter(|_| rest.len() < name.len());
    after.and_then(|after| after.strip_prefix(' ')).map_or(name, str::trim_start)
}

/// Whether what is alone on its row is no child's name: a school above its children, "Contact: Pat 555-1212" below all.
pub(super) fn is_a_remark(alone: &str) -> bool {
    const SCHOOL: &str = "school schools elementary academy montessori charter preparatory";
    const LONGEST_NAME: usize = 6;
    let folded = fold(alone);
    let mut words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_figure = |c: char| c.is_ascii_digit() || matches!(c, ':' | '$' | '@');
    alone.contains(is_figure) || words.clone().count() > LONGEST_NAME || words.any(|word| is_one_of(word, SCHOOL))
}

/// Whether a cell says that who is on its row does not come.
pub(super) fn is_crossed_out(cell: &str) -> bool {
    const WORDS: &str = "withdrawn withdrew withdraw cancelled canceled cancel refunded refund waitlist waitlisted waitinglist \
                         noshow dropped scratched scratch notcoming notplaying";
    let squashed: String = fold(cell).chars().filter(|c| c.is_alphanumeric()).collect();
    is_one_of(&squashed, WORDS)
}

/// Joins names that came in two cells.
pub(super) fn joined(first: &str, last: &str) -> String {
    match (first.is_empty(), last.is_empty()) {
        (true, _) => last.to_owned(),
        (_, true) => first.to_owned(),
        // A whole name beside a column for sorting.
        _ if fold(first).ends_with(&format!(" {}", fold(last))) => first.to_owned(),
        _ => format!("{first} {last}"),
    }
}

/// `first` to `twelfth`.
pub(super) fn ordinal(word: &str) -> Option<u8> {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    (1..).zip(WORDS).find(|(_, known)| *known == word).map(|(number, _)| number)
}

/// `K`, `PK`, `3`, `3rd`, `Grade 3`, `third`, `Kindergarten`, `Pre-K`; blank or `adult` is none.
pub(super) fn grade(cell: &str) -> Result<Option<Grade>, Problem> {
    let read = text(cell)?;
    if read.starts_with('-') && read.len() > 1 {
        return Err(Problem::NotAGrade { read });
    }
    let folded = fold(&read).replace(['-', '.', '_', ':'], " ");
    let words: Vec<&str> = folded
        .split_whitespace()
        .filter(|w| !matches!(*w, "grade" | "gr" | "g" | "th" | "st" | "nd" | "rd" | "grader" | "0"))
        .collect();
    let number = match words.join(" ").as_str() {
        "" if folded.trim() == "0" => 0,
        "" | "adult" | "none" | "n/a" | "na" | "coach" | "parent" => return Ok(None),
        "k" | "kg" | "sk" | "kdg" | "kind" | "kinder" | "kindergarten" | "kindergarden" => 0,
        "pk" | "pre k" | "prek" | "p k" | "pre kindergarten" | "prekindergarten" | "preschool" | "pre school"
        | "tk" | "jk" | "upk" | "vpk" => -1,
        "freshman" => 9,
        "sophomore" => 10,
        "junior" => 11,
        "senior" => 12,
        word => {
            let bare = ["grade", "gr", "g"].iter().find_map(|start| word.strip_prefix(start)).unwrap_or(word);
            let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| bare.strip_suffix(end)).unwrap_or(bare);
            let is_number = digits.len() <= 2 && digits.bytes().all(|b| b.is_ascii_digit());
            let number = digits.parse().ok().filter(|n| is_number && (1..=12).contains(n));
            match ordinal(word).or(number) {
                Some(n) => n as i8,
                None => return Err(Problem::NotAGrade { read }),
            }
        }
    };
    Ok(Some(Grade(number)))
}

/// The grade that a cell is read as; none where it holds none.
pub fn grade_read(cell: &str) -> Option<Grade> {
    grade(cell).ok().flatten()
}

/// A team's own rating. One that is no more than the average of its partners, as it is shown, is worked out: `1000`, `1000.5`.
pub(super) fn team_rating(cell: &str, partners: [Option<u32>; 2]) -> Result<Option<u32>, Problem> {
    let average = doubled_average(partners);
    match cell.trim().strip_suffix(".5") {
        Some(whole) => rating(whole).map(|own| own.filter(|_| partners.contains(&None))),
        None => rating(cell).map(|own| own.filter(|own| Some(2 * own) != average)),
    }
}

/// A yes; whatever else is none.
pub(super) fn is_yes(cell: &str) -> bool {
    is_one_of(&fold(cell), "yes y x true house")
}

/// `1234`, `1641P17`, `1200/12`, `1,234`, ` 1279`, `1500.0`; blank, `unr`, `new`, `0` and `-1` are unrated.
pub(super) fn rating(cell: &str) -> Result<Option<u32>, Problem> {
    let read = text(cell)?;
    let folded = fold(&read).replace(' ', "");
    let not_a_rating = || Problem::NotARating { read: read.clone() };
    const UNRATED: &str = "unr unrated unr. nr none new n/a na - -- -1 0 0.0 u notrated norating newplayer unrtd unrat";
    if folded.is_empty() || is_one_of(&folded, UNRATED) {
        return Ok(None);
    }
    let end = folded.find(|c: char| !c.is_ascii_digit() && !matches!(c, ',' | '.')).unwrap_or(folded.len());
    let (figure, games) = folded.split_at(end);
    // The games behind a provisional rating: 1641P17, 1641/17, 1641 (p17), 1641 prov.
    let games = games.trim_matches(['(', ')', '*', '?', '.']).trim_end_matches(|c: char| c.is_ascii_digit());
    let figure = match figure.split_once('.') {
        Some((whole, rest)) if rest.bytes().all(|b| b == b'0') => whole,
        _ => figure,
    };
    let figure = match figure.split_once(',') {
        Some((thousands, rest)) if rest.len() == 3 && !thousands.is_empty() => format!("{thousands}{rest}"),
        _ => figure.to_owned(),
    };
    if figure.is_empty()
        || !figure.bytes().all(|b| b.is_ascii_digit())
        || !["", "p", "/", "/p", "prov", "provisional", "est"].contains(&games)
    {
        return Err(not_a_rating());
    }
    match figure.parse() {
        Ok(0) => Ok(None),
        Ok(rating @ 1..=4000) => Ok(Some(rating)),
        _ => Err(Problem::RatingOutOfRange { read: read.clone() }),
    }
}

/// A federation id; blank, `none`, `new`, `0` are none. Numbers that a spreadsheet made `12345678.0` or `12,345,678` are mended.
pub(super) fn id(cell: &str) -> Result<Option<String>, Problem> {
    let read = text(cell)?;
    let id = read.strip_prefix('#').unwrap_or(&read).trim();
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    // 1.2345678E+07 may have lost its last digits.
    if let Some((figure, power)) = id.split_once(['e', 'E'])
        && figure.contains('.')
        && is_number(&figure.replace('.', ""))
        && is_number(power.trim_start_matches('+'))
    {
        return Err(Problem::Shortened { read });
    }
    let id = id.strip_suffix(".0").filter(|digits| is_number(digits)).unwrap_or(id);
    let groups: Vec<&str> = id.split(',').collect();
    let is_grouped = groups.len() > 1 && groups[1..].iter().all(|group| group.len() == 3 && is_number(group));
    let id = if is_grouped && is_number(groups[0]) { groups.concat() } else { id.to_owned() };
    let none = ["", "none", "n/a", "na", "new", "-", "--", "0", "pending", "tbd", "no", "unknown"];
    Ok((!none.contains(&fold(&id).as_str())).then_some(id))
}

/// A school; home-schooled children and those without one have none.
pub(super) fn school(cell: &str) -> Result<Option<String>, Problem> {
    Ok(school_given(&text(cell)?).map(str::to_owned))
}

/// Whether a team or partner cell says that a partner is wanted.
pub(super) fn is_need(cell: &str) -> bool {
    const WANTED: &str = "need needs needed needpartner needapartner needspartner needsapartner partnerneeded needteam needateam \
                          nopartner lookingforpartner lookingforapartner assign pleaseassign tbd tba none na any anyone";
    let (said, squashed) = said_in(cell);
    is_one_of(&squashed, WANTED) || is_one_of(&said, "- -- ? ??")
}

/// Whether a cell for a child says that nobody is known. A team may be called so.
pub(super) fn is_nobody(cell: &str) -> bool {
    const NOBODY: &str = "no noone nobody not notsure unsure unknown undecided tbc idontknow dontknow freeagent \
                          findone findpartner findapartner assignone assignapartner lookingforone tobedetermined tobeannounced \
                          tobedecided tobeassigned tobeconfirmed tobefilled tobenamed solo single alone individual byself bymyself \
                          open openseat openslot openspot vacant vacancy empty blank available pending anybody whoever random \
                          randompartner willassign needsone needone wantsone wantpartner lookingfor looking";
    is_need(cell) || is_one_of(&said_in(cell).1, NOBODY)
}

/// The words of a cell, each once ("TBD" in the column of first names and in that of last names), and their letters without words of
/// politeness.
fn said_in(cell: &str) -> (String, String) {
    let folded = fold(cell);
    let mut words: Vec<&str> = folded.split_whitespace().collect();
    words.dedup();
    let said = words.iter().filter(|word| !is_one_of(word.trim_end_matches(['.', '!']), "yet still please pls thanks"));
    let squashed = said.flat_map(|word| word.chars()).filter(|c| c.is_alphanumeric()).collect();
    (words.join(" "), squashed)
}

/// Whether a cell names a line of sums: `Total`, `Grand total:`, `Total players: 24`.
pub(super) fn is_total(cell: &str) -> bool {
    let folded = fold(cell).replace("sub-total", "subtotal").replace("sub total", "subtotal");
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    const COUNTED: &str = "of the number all teams team players player students children kids entries registrations \
                           registered paid due fees fee amount count owed collected";
    match words.as_slice() {
        ["grand", "total" | "totals", rest @ ..]
        | ["total" | "totals" | "subtotal" | "subtotals" | "sum" | "count" | "average", rest @ ..] => {
            rest.iter().all(|word| is_one_of(word, COUNTED))
        }
        _ => false,
    }
}

/// An amount in cents: `25`, `$25.00`, `25,50 €`; blank is none.
pub(super) fn cents(cell: &str) -> Result<Option<u32>, Problem> {
    let read = text(cell)?;
    let digits = read.trim_matches(|c: char| !c.is_ascii_digit());
    if digits.is_empty() {
        return if read.is_empty() || read == "-" { Ok(None) } else { Err(Problem::NotMoney { read }) };
    }
    let (whole, part) = match digits.rsplit_once(['.', ',']) {
        Some((whole, part)) if part.len() <= 2 => (whole, part),
        _ => (digits, ""),
    };
    let whole = whole.replace([',', '.', ' '], "");
    let amount =
        whole.parse::<u32>().ok().and_then(|w| w.checked_mul(100)).zip(format!("{part:0<2}").parse::<u32>().ok());
    amount.and_then(|(w, p)| w.checked_add(p)).map(Some).ok_or(Problem::NotMoney { read })
}

/// An amount paid; `yes` is the fee, on record without an amount where none is known; `no` nothing.
pub(super) fn paid(cell: &str, fee: Option<u32>) -> Result<Option<u32>, Problem> {
    match fold(cell).as_str() {
        "yes" | "y" | "x" | "paid" | "true" | "ok" | "complete" | "completed" | "succeeded" | "in full" => {
            Ok(Some(fee.unwrap_or_default()))
        }
        "no" | "n" | "false" | "unpaid" | "due" | "pending" | "not paid" => Ok(Some(0)),
        _ => cents(cell),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_cents() {
        for (cell, expected) in [
            ("25", Some(2500)),
            ("$25.00", Some(2500)),
            ("25,5 €", Some(2550)),
            ("1,234.50", Some(123_450)),
            ("1,234", Some(123_400)),
            ("", None),
        ] {
            assert_eq!(cents(cell), Ok(expected), "{cell}");
        }
        assert!(cents("lots").is_err());
        assert!(cents("99999999999").is_err());
        assert_eq!(paid("yes", Some(2500)), Ok(Some(2500)));
        assert_eq!(paid("Y", None), Ok(Some(0)), "told, though of no known amount");
        assert_eq!(paid("No", Some(2500)), Ok(Some(0)));
        assert_eq!(paid("$10", Some(2500)), Ok(Some(1000)));
    }
}
