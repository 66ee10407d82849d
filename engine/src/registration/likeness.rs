//! Names that differ by one slip of the finger, and school names across their spellings: `Lincoln Elem.`, `LINCOLN ES`.
//!
//! Different digits are never a slip. Only proposes: two names are one school when the director says so, and not before.

use crate::tournament::names::fold;
use std::collections::{BTreeSet, HashMap};

/// Shorter names differ by one letter too easily: Ann and Anna are two children.
const SHORTEST: usize = 6;
/// A spelling that so many share says nothing of any two of them.
const CROWD: usize = 12;

/// Of names as folded by [`fold`]: whether one letter was left out, added, replaced or swapped with its neighbour, or the words are in
/// another order; the digits must be the same.
pub fn is_slip(a: &str, b: &str) -> bool {
    let digits = |name: &str| name.chars().filter(|c| c.is_numeric()).collect::<String>();
    let [a_long, b_long] = [a, b].map(|name| name.chars().count());
    if a == b || a_long.abs_diff(b_long) > 1 || a_long.min(b_long) < SHORTEST || digits(a) != digits(b) {
        return false;
    }
    strsim::osa_distance(a, b) == 1 || in_order(a) == in_order(b)
}

/// All pairs of equal names or slips among `names`, by index, smaller first.
///
/// Two names one slip apart agree once a letter is left out of one or both, so only names that share
/// such a form are compared: ten thousand names take milliseconds.
pub fn look_alikes(names: &[String]) -> Vec<(usize, usize)> {
    let mut forms: HashMap<String, Vec<usize>> = HashMap::new();
    for (i, name) in names.iter().enumerate() {
        for form in forms_of(name) {
            forms.entry(form).or_default().push(i);
        }
    }
    let mut pairs = BTreeSet::new();
    for alike in forms.values().filter(|alike| (2..=CROWD).contains(&alike.len())) {
        for (n, &a) in alike.iter().enumerate() {
            let fits = |b: &&usize| names[a] == names[**b] || is_slip(&names[a], &names[**b]);
            pairs.extend(alike[n + 1..].iter().filter(fits).map(|&b| (a.min(b), a.max(b))));
        }
    }
    pairs.retain(|(a, b)| a != b);
    pairs.into_iter().collect()
}

fn in_order(name: &str) -> Vec<&str> {
    let mut words: Vec<&str> = name.split(' ').collect();
    words.sort_unstable();
    words
}

/// The name, its words in order, and the name with each letter left out in turn.
fn forms_of(name: &str) -> BTreeSet<String> {
    let mut forms = BTreeSet::from([name.to_owned(), in_order(name).join(" ")]);
    if name.chars().count() >= SHORTEST {
        for (at, c) in name.char_indices() {
            forms.insert(format!("{}{}", &name[..at], &name[at + c.len_utf8()..]));
        }
    }
    forms
}

/// Words that are the same thing abbreviated. Several words may stand for one.
const SPELLINGS: &[(&str, &str)] = &[
    ("elem", "elementary"),
    ("el", "elementary"),
    ("elm", "elementary"),
    ("es", "elementary"),
    ("mid", "middle"),
    ("ms", "middle"),
    ("hs", "high"),
    ("jhs", "junior high"),
    ("jr", "junior"),
    ("sr", "senior"),
    ("shs", "senior high"),
    ("sch", ""),
    ("schl", ""),
    ("school", ""),
    ("the", ""),
    ("of", ""),
    ("acad", "academy"),
    ("prep", "preparatory"),
    ("int", "intermediate"),
    ("intl", "international"),
    ("prim", "primary"),
    ("mt", "mount"),
    ("st", "saint"),
    ("ft", "fort"),
    ("ctr", "center"),
    ("centre", "center"),
    ("chs", "charter"),
    ("pcs", "public charter"),
    ("ec", "education campus"),
    ("&", "and"),
    ("n", "north"),
    ("s", "south"),
    ("e", "east"),
    ("w", "west"),
];

/// The spelling by which school names are compared: folded, abbreviations written out, `school` left out.
pub fn canonical(name: &str) -> String {
    let folded = fold(name).replace('&', " & ").replace("p.s.", "ps ").replace('\'', "");
    let words = folded.split(|c: char| !c.is_alphanumeric() && c != '&').filter(|word| !word.is_empty());
    let full = |word| SPELLINGS.iter().find(|(short, _)| *short == word).map_or(word, |(_, full)| *full);
    words.map(full).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Pairs of different names that may be one school, by index, the earlier first.
///
/// Different numbers are different schools (`PS 12`, `PS 21`), and so are different levels
/// (`Lincoln ES`, `Lincoln MS`).
pub fn schools_alike(names: &[&str]) -> Vec<(usize, usize)> {
    let canonical: Vec<String> = names.iter().map(|name| canonical(name)).collect();
    let mut pairs = look_alikes(&canonical);
    // `Lincoln` beside `Lincoln ES`, where no other Lincoln is in sight.
    let mut by_stem: HashMap<String, Vec<usize>> = HashMap::new();
    for (i, name) in canonical.iter().enumerate() {
        by_stem.entry(stem(name)).or_default().push(i);
    }
    for alike in by_stem.values() {
        if let [a, b] = alike[..]
            && canonical[a] != canonical[b]
            && (canonical[a] == stem(&canonical[a]) || canonical[b] == stem(&canonical[b]))
        {
            pairs.push((a.min(b), a.max(b)));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs.retain(|(a, b)| fold(names[*a]) != fold(names[*b]) && numerals(&canonical[*a]) == numerals(&canonical[*b]));
    pairs
}

/// A canonical name without its level.
fn stem(canonical: &str) -> String {
    let levels = ["elementary", "middle", "high", "junior", "senior", "primary", "intermediate"];
    let words: Vec<&str> = canonical.split(' ').filter(|word| !levels.contains(word)).collect();
    words.join(" ")
}

/// Roman and letter suffixes count as numbers: `Alegría II` is not `Alegría III`.
fn numerals(canonical: &str) -> Vec<&str> {
    let is_numeral =
        |word: &&str| word.chars().all(|c| c.is_numeric() || "ivx".contains(c)) || word.chars().count() == 1;
    canonical.split(' ').filter(is_numeral).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slip_is_seen_and_a_different_name_is_not() {
        for (a, b) in [
            ("john smith", "jon smith"),
            ("ann leee", "ann lee-"),
            ("maria diaz", "maira diaz"),
            ("ann mary lee", "lee ann mary"),
        ] {
            assert!(is_slip(a, b), "{a} / {b}");
        }
        for (a, b) in [
            ("ann", "anna"),
            ("player 1", "player 2"),
            ("ps 12 north", "ps 21 north"),
            ("john smith", "joan smyth"),
            ("bo kim", "bo kim"),
        ] {
            assert!(!is_slip(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn pairs_finds_the_same_as_comparing_everyone_with_everyone() {
        let names = [
            "john smith",
            "jon smith",
            "smith john",
            "ann lee",
            "anne lee",
            "ann lee",
            "bo kim",
            "zoe mueller",
            "zoe muller",
        ];
        let names: Vec<String> = names.map(str::to_owned).into();
        let mut all = Vec::new();
        for a in 0..names.len() {
            for b in a + 1..names.len() {
                if names[a] == names[b] || is_slip(&names[a], &names[b]) {
                    all.push((a, b));
                }
            }
        }
        assert_eq!(look_alikes(&names), all);
        assert_eq!(all.len(), 6);
    }

    fn alike(names: &[&str]) -> bool {
        !schools_alike(names).is_empty()
    }

    #[test]
    fn spellings_of_one_school_are_joined() {
        let lincoln =
            ["Lincoln Elem.", "Lincoln Elementary School", "LINCOLN ES", "Lincoln El. Sch.", "lincoln elementary"];
        for one in lincoln {
            for other in lincoln {
                assert_eq!(canonical(one), canonical(other), "{one} / {other}");
            }
        }
        for pair in [
            ["St. Mary's School", "Saint Marys"],
            ["Mt Vernon HS", "Mount Vernon High School"],
            ["Oak & Elm MS", "Oak and Elm Middle"],
            ["Jefferson", "Jefferson MS"],
            ["Rosevelt HS", "Roosevelt HS"],
        ] {
            assert!(alike(&pair), "{pair:?}");
        }
    }

    #[test]
    fn different_numbers_and_levels_are_different_schools() {
        for pair in [
            ["PS 12", "PS 21"],
            ["Lincoln ES", "Lincoln MS"],
            ["ALEGRIA INFANTIL NO. 3", "ALEGRIA INFANTIL NO. II"],
            ["Escuela II", "Escuela III"],
            ["North High", "South High"],
            ["LINCOLN ES", "Lincoln ES"],
        ] {
            assert!(!alike(&pair), "{pair:?}");
        }
        assert!(!alike(&["Lincoln", "Lincoln ES", "Lincoln MS"]), "which of the two is meant cannot be told");
    }
}
