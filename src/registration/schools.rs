//! School names across their spellings: `Lincoln Elem.`, `Lincoln Elementary School`, `LINCOLN ES`.
//!
//! Only proposes. Two names are one school when the director says so, and not before.

use super::likeness::Likeness;
use crate::tournament::names::fold;
use std::collections::HashMap;

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
    let mut pairs = Likeness::pairs(&canonical);
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

    fn alike(names: &[&str]) -> bool {
        !schools_alike(names).is_empty()
    }

    #[test]
    fn spellings_of_one_school_are_brought_together() {
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
