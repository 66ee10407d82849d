//! Children's names in capitals or in small letters, as forms bring them: what they would be as names are written.

use super::doubts::by_line;
use super::drafts::Draft;
use super::problem::Note;
use crate::tournament::names::is_suffix;

/// Words within a family name that are small: `van der Berg`, `de la Cruz`.
const SMALL: [&str; 22] = [
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "das", "do", "dos", "du", "la", "le", "ten", "ter",
    "bin", "ibn", "al", "el", "y",
];

/// Tidies the names of all children.
pub(super) fn tidy(drafts: &mut [Draft]) {
    for child in drafts.iter_mut().flat_map(|draft| &mut draft.children) {
        child.name = tidied(&child.name).unwrap_or_else(|| std::mem::take(&mut child.name));
    }
}

/// Names that stand as nobody writes them, kept as they are.
pub(super) fn note(drafts: &[Draft]) -> Option<Note> {
    let good = drafts.iter().filter(|draft| !draft.is_bad);
    let found = good.flat_map(|draft| draft.children.iter().map(|child| (draft.entry.line, child.name.as_str())));
    let found: Vec<(usize, &str, String)> =
        found.filter_map(|(line, name)| Some((line, name, tidied(name)?))).collect();
    let (.., example) = found.first()?;
    let lines = by_line(found.iter().map(|(line, name, _)| (*line, *name)).collect())?;
    let message = format!(
        "names in all capitals or all lower case, kept as is: {lines}; to enter {example} and so on, import with --tidy-names"
    );
    Some(Note { line: None, message })
}

/// The name as it is usually written; `None` where it is written so already.
pub fn tidied(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split(' ').collect();
    let last = words.iter().rposition(|word| !is_suffix(word)).unwrap_or(0);
    let is_all = |is: fn(char) -> bool| name.chars().filter(|c| c.is_alphabetic()).all(|c| is(c) || !has_case(c));
    let whole = is_all(char::is_uppercase) || is_all(char::is_lowercase);
    let word = |(at, word): (usize, &&str)| {
        let bare = word.trim_matches(|c: char| !c.is_alphabetic());
        let is_small = SMALL.contains(&bare.to_lowercase().as_str()) && at > 0 && at < last;
        match () {
            // `(3rd)` is no name.
            () if word.contains(|c: char| c.is_ascii_digit()) => (*word).to_owned(),
            () if is_small && (whole || is_of_capitals(bare)) => word.to_lowercase(),
            () if is_small => (*word).to_owned(),
            () if at > 0 && is_suffix(word) => suffix(word),
            () if is_of_capitals(bare) && !is_initials(word, bare) && (whole || bare.chars().count() > 2) => {
                capitalized(word)
            }
            () if bare.chars().any(has_case) && bare.chars().all(|c| !c.is_uppercase()) => capitalized(word),
            () => (*word).to_owned(),
        }
    };
    let tidied: Vec<String> = words.iter().enumerate().map(word).collect();
    let tidied = tidied.join(" ");
    (tidied != name).then_some(tidied)
}

fn has_case(c: char) -> bool {
    c.is_uppercase() || c.is_lowercase()
}

fn is_of_capitals(word: &str) -> bool {
    word.chars().any(char::is_uppercase) && word.chars().all(|c| !c.is_lowercase())
}

/// `J.`, `J.R.`, `DJ`, `AJ`.
fn is_initials(word: &str, bare: &str) -> bool {
    let letters = bare.chars().filter(|c| c.is_alphabetic()).count();
    let is_short = letters == 2 && (bare.ends_with('J') || !bare.contains(['A', 'E', 'I', 'O', 'U', 'Y']));
    letters < 2 || is_short || word.contains('.') && letters <= word.matches('.').count()
}

/// `Jr.`, `III`.
fn suffix(word: &str) -> String {
    if word.to_lowercase().starts_with(['j', 's']) { capitalized(word) } else { word.to_uppercase() }
}

/// Each part of a word with a capital: `Smith-Jones`, `O'Neil`, `McDonald`.
fn capitalized(word: &str) -> String {
    let mut written = String::with_capacity(word.len());
    for part in word.split_inclusive(['-', '\u{2010}', '\'', '\u{2019}', '.']) {
        // What follows an apostrophe begins anew behind one letter alone: `O'Neil`, but `Sa'id`.
        let before = written.chars().rev().take_while(|c| *c != '-').collect::<Vec<_>>();
        let goes_on = before.first().is_some_and(|c| matches!(c, '\'' | '\u{2019}')) && before.len() > 2;
        written.push_str(&if goes_on { part.to_lowercase() } else { scottish(&first_large(part)) });
    }
    written
}

fn first_large(part: &str) -> String {
    let lower = part.to_lowercase();
    let at = lower.find(char::is_alphabetic).unwrap_or(0);
    let mut letters = lower[at..].chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{}{first}{}", &lower[..at], letters.as_str())
}

/// `Mcdonald` is `McDonald`; `Mac` may be the beginning of any name.
fn scottish(part: &str) -> String {
    match part.strip_prefix("Mc").filter(|rest| rest.chars().filter(|c| c.is_alphabetic()).count() > 2) {
        Some(rest) => format!("Mc{}", first_large(rest)),
        None => part.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::tidied;

    #[test]
    fn names_are_written_as_usual() {
        for (name, meant) in [
            ("rohan king", "Rohan King"),
            ("Iris PATEL", "Iris Patel"),
            ("IRIS patel", "Iris Patel"),
            ("RONALD MCDONALD", "Ronald McDonald"),
            ("sean o'neil", "Sean O'Neil"),
            ("SEAN O\u{2019}NEIL", "Sean O\u{2019}Neil"),
            ("ANNA VAN DER BERG", "Anna van der Berg"),
            ("juan de la cruz", "Juan de la Cruz"),
            ("MARY-JANE SMITH-JONES", "Mary-Jane Smith-Jones"),
            ("JOHN SMITH JR.", "John Smith Jr."),
            ("john smith iii", "John Smith III"),
            ("J. R. EWING", "J. R. Ewing"),
            ("DJ LEE", "DJ Lee"),
            ("ÉMILE ŁUKASZ", "Émile Łukasz"),
            ("LE NGUYEN", "Le Nguyen"),
            ("sa'id khan", "Sa'id Khan"),
            ("Anna VAN DER BERG", "Anna van der Berg"),
        ] {
            assert_eq!(tidied(name).as_deref(), Some(meant), "{name}");
        }
    }

    #[test]
    fn what_is_written_as_usual_stays() {
        for name in [
            "Rohan King",
            "Anna van der Berg",
            "Sean O'Neil",
            "Ronald McDonald",
            "DeShawn Carter",
            "DJ Lee",
            "AJ Brown",
            "J.R. Ewing",
            "Ann Lee III",
            "Mary Smith-Jones",
            "Oskar von Pfuhlstein",
            "王小明",
            "José Núñez",
            "Bo Li",
            "Ann Lee (3rd)",
            "Al Capp",
            "Xi Wu",
        ] {
            assert_eq!(tidied(name), None, "{name}");
        }
    }
}
