//! How a name that was entered is like a name of a list: words in another order, a nickname, one of two family names, a slip of the finger.

use super::nicknames::nicknames;
use crate::tournament::names::{fold, is_suffix};

/// The words of a name, for comparison and search: without accents, case, hyphens and suffixes.
pub fn name_words(name: &str) -> Vec<String> {
    let folded = fold(name);
    let words = folded.split(|c: char| !(c.is_alphanumeric() || c == '\''));
    let words = words.map(|word| word.replace('\'', "")).filter(|word| !word.is_empty());
    let mut words: Vec<String> = words.collect();
    if words.len() > 2 {
        words.retain(|word| !is_suffix(word));
    }
    words
}

/// In what two names differ, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// One has a middle name or an initial that the other lacks.
    Middle,
    Nickname,
    /// One has a part of the other's family name, or a first name more.
    Part,
    /// A first name of six letters or more, or a family name.
    Letter,
    /// A short first name: Ivo and Iva may be two children.
    ShortLetter,
    /// The family name comes first.
    Order,
}

/// How far two names are apart; 0 where they differ at most in a middle name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Likeness {
    pub distance: u8,
    pub difference: Option<Difference>,
}

impl Likeness {
    pub fn is_same(self) -> bool {
        self.distance == 0
    }
}

/// A name farther away is another name.
const FARTHEST: u8 = 4;

/// How the words that were entered are like a listed name; `None` where it is another name.
pub(super) fn likeness(entered: &[String], listed: &str) -> Option<Likeness> {
    let (family, given) = match listed.split_once(',') {
        Some((family, given)) => (name_words(family), name_words(given)),
        None => {
            let mut words = name_words(listed);
            (words.pop().into_iter().collect(), words)
        }
    };
    let all: Vec<&str> = given.iter().chain(&family).map(String::as_str).collect();
    if all.concat() == entered.concat() {
        return Some(Likeness { distance: 0, difference: None });
    }
    let given: Vec<&str> = given.iter().filter(|word| !is_suffix(word)).map(String::as_str).collect();
    let family: Vec<&str> = family.iter().map(String::as_str).collect();
    let entered: Vec<&str> = entered.iter().map(String::as_str).collect();
    let parted = (1..entered.len()).flat_map(|at| {
        let (first, last) = entered.split_at(at);
        [(first, last, 0), (last, first, 2)]
    });
    let of_parts = parted.filter_map(|(first, last, turned)| {
        let (of_given, what) = given_names(first, &given)?;
        let (of_family, what_family) = family_names(last, &family)?;
        let order = (turned > 0).then_some(Difference::Order);
        let difference = [what, what_family, order].into_iter().flatten().max();
        Some(Likeness { distance: of_given + of_family + turned, difference })
    });
    let nearest = of_parts.min_by_key(|likeness| (likeness.distance, likeness.difference));
    nearest.filter(|likeness| likeness.distance <= FARTHEST)
}

type Apart = (u8, Option<Difference>);

fn given_names(entered: &[&str], listed: &[&str]) -> Option<Apart> {
    let ([one, more @ ..], [other, others @ ..]) = (entered, listed) else { return None };
    if entered.concat() == listed.concat() {
        return Some((0, None));
    }
    // `Ann M` and `Ann K` are two.
    let are_at_odds = more.iter().zip(others).any(|(a, b)| !begins(a, b) && !begins(b, a));
    let of_first = if one == other {
        Some((0, Some(Difference::Middle)))
    } else if nicknames(one).contains(other) {
        Some((1, Some(Difference::Nickname)))
    } else if one.len() == 1 && begins(other, one) || other.len() == 1 && begins(one, other) {
        Some((2, Some(Difference::Nickname)))
    } else if more.contains(other) || others.contains(one) {
        Some((1, Some(Difference::Part)))
    } else if is_slip(one, other) {
        let is_long = one.chars().count().min(other.chars().count()) >= 6;
        Some((2, Some(if is_long { Difference::Letter } else { Difference::ShortLetter })))
    } else {
        None
    };
    of_first.filter(|(distance, _)| *distance > 0 || !are_at_odds)
}

fn family_names(entered: &[&str], listed: &[&str]) -> Option<Apart> {
    let (one, other) = (entered.concat(), listed.concat());
    if one == other {
        Some((0, None))
    } else if has_initial(entered, listed) {
        None
    } else if entered.iter().any(|word| word.len() > 2 && listed.contains(word)) {
        Some((1, Some(Difference::Part)))
    } else if is_slip(&one, &other) {
        Some((2, Some(Difference::Letter)))
    } else {
        None
    }
}

/// An initial is no part of a family name: it belongs to the given names.
fn has_initial(entered: &[&str], listed: &[&str]) -> bool {
    entered.iter().chain(listed).any(|word| word.chars().nth(1).is_none())
}

fn begins(word: &str, with: &str) -> bool {
    word.starts_with(with)
}

/// Whether one letter was left out, added, replaced or swapped with its neighbor, in a word of three letters or more.
pub(super) fn is_slip(a: &str, b: &str) -> bool {
    if a.len().abs_diff(b.len()) > 4 || a == b || a.chars().nth(2).is_none() || b.chars().nth(2).is_none() {
        return false;
    }
    let same = a.char_indices().zip(b.chars()).find(|((_, one), other)| one != other).map(|((at, _), _)| at);
    let same = same.unwrap_or(a.len().min(b.len()));
    let (a, b) = (&a[same..], &b[same..]);
    let end: usize =
        a.chars().rev().zip(b.chars().rev()).take_while(|(one, other)| one == other).map(|(c, _)| c.len_utf8()).sum();
    let left = |word: &str| word[..word.len() - end].chars().take(3).collect::<Vec<char>>();
    match (&left(a)[..], &left(b)[..]) {
        ([] | [_], [_]) | ([_], []) => true,
        ([one, other], [first, second]) => (one, other) == (second, first),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(entered: &str, listed: &str) -> Option<(u8, Option<Difference>)> {
        likeness(&name_words(entered), listed).map(|likeness| (likeness.distance, likeness.difference))
    }

    #[test]
    fn one_name_is_seen_through_accents_hyphens_and_suffixes() {
        for (entered, listed) in [
            ("Zoë Müller", "MULLER, ZOE"),
            ("Ann Smith-Jones", "SMITH JONES, ANN"),
            ("Ana de la Cruz", "DE LA CRUZ, ANA"),
            ("Mary O'Brien", "OBRIEN, MARY"),
            ("Hugo Adams, Jr.", "ADAMS, HUGO"),
            ("Ann Lee", "Ann Lee"),
        ] {
            assert_eq!(compared(entered, listed), Some((0, None)), "{entered} / {listed}");
        }
    }

    #[test]
    fn what_differs_is_named() {
        use Difference::{Letter, Middle, Nickname, Order, Part, ShortLetter};
        for (entered, listed, expected) in [
            ("Ann Lee", "LEE, ANN M", Middle),
            ("Ann Marie Lee", "LEE, ANN", Middle),
            ("Bob Cole", "COLE, ROBERT", Nickname),
            ("Ana Garcia", "GARCIA LOPEZ, ANA", Part),
            ("Ana Garcia Lopez", "GARCIA, ANA", Part),
            ("Alexandr Petrov", "PETROV, ALEXANDER", Letter),
            ("Ivo Cole", "COLE, IVA", ShortLetter),
            ("Ann Coel", "COLE, ANN", Letter),
            ("Lee Ann", "LEE, ANN", Order),
        ] {
            assert_eq!(
                compared(entered, listed).and_then(|compared| compared.1),
                Some(expected),
                "{entered} / {listed}"
            );
        }
    }

    #[test]
    fn one_slip_of_the_finger_is_seen() {
        for (a, b) in [
            ("jonh", "john"),
            ("smith", "smit"),
            ("smit", "smith"),
            ("anna", "ana"),
            ("müler", "müller"),
            ("lee", "leo"),
        ] {
            assert!(is_slip(a, b), "{a} / {b}");
        }
        for (a, b) in [("ann", "ann"), ("al", "ali"), ("smith", "smyht"), ("ana", "nan"), ("john", "joan s")] {
            assert!(!is_slip(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn another_name_is_another_name() {
        for (entered, listed) in
            [("Ann Lee", "LEE, BOB"), ("Ann Lee", "LOW, ANN"), ("Ann M Lee", "LEE, ANN K"), ("Ann", "LEE, ANN")]
        {
            assert_eq!(compared(entered, listed), None, "{entered} / {listed}");
        }
    }
}
