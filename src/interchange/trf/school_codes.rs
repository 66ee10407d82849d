//! Three-letter codes for schools, because the federation field holds no more, and the legend that goes with them.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// A code for each school name, no two alike. The same names always get the same codes.
pub fn codes(names: &BTreeSet<&str>) -> BTreeMap<String, String> {
    let mut used = BTreeSet::new();
    let mut codes = BTreeMap::new();
    for name in names {
        let code = candidates(name).find(|code| !used.contains(code)).unwrap_or_else(|| numbered(used.len()));
        used.insert(code.clone());
        codes.insert((*name).to_owned(), code);
    }
    codes
}

/// Initials of three words, the first letters, then the first two with a digit.
fn candidates(name: &str) -> impl Iterator<Item = String> + use<> {
    let words: Vec<String> = name
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(|w| w.to_ascii_uppercase())
        .collect();
    let initials: String = words.iter().filter_map(|w| w.chars().next()).take(3).collect();
    let letters: String = words.concat().chars().take(3).collect();
    let two: String = letters.chars().take(2).collect();
    let digits = (2..=9).map(move |n| format!("{two}{n}"));
    [letters, initials].into_iter().chain(digits).filter(|code| code.len() == 3)
}

/// `S00` to `SZZ`, for names without letters of their own; beyond that schools would share a code.
fn numbered(count: usize) -> String {
    let sign = |n: usize| char::from_digit(n as u32 % 36, 36).map_or('0', |c| c.to_ascii_uppercase());
    format!("{}{}{}", sign(28 + count / 1296), sign(count / 36), sign(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_three_characters_and_differ() {
        let names =
            BTreeSet::from(["Lincoln Elementary", "Lincoln Middle School", "Linden", "P.S. 9", "北京小学", "東京"]);
        let codes = codes(&names);
        let distinct: BTreeSet<&String> = codes.values().collect();
        assert_eq!(distinct.len(), names.len());
        assert!(codes.values().all(|code| code.len() == 3 && code.is_ascii()));
        assert_eq!(codes["Lincoln Elementary"], "LIN");
        assert_eq!(codes["Lincoln Middle School"], "LMS");
    }
}
