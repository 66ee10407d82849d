//! Names that differ by one slip of the finger. Different digits are never a slip.

use std::collections::{BTreeSet, HashMap};

/// Shorter names differ by one letter too easily: Ann and Anna are two children.
const SHORTEST: usize = 6;
/// A spelling that so many share says nothing of any two of them.
const CROWD: usize = 12;

/// Tells slips from different names. Names are compared as folded by [`crate::tournament::names::fold`].
pub struct Likeness;

impl Likeness {
    /// Whether one letter was left out, added, replaced or swapped with its neighbour, or the words are in
    /// another order; the digits must be the same.
    pub fn is_slip(a: &str, b: &str) -> bool {
        let digits = |name: &str| name.chars().filter(|c| c.is_numeric()).collect::<String>();
        let shorter = a.chars().count().min(b.chars().count());
        if a == b || shorter < SHORTEST || digits(a) != digits(b) {
            return false;
        }
        strsim::osa_distance(a, b) == 1 || in_order(a) == in_order(b)
    }

    /// All pairs of equal names or slips among `names`, by index, smaller first.
    ///
    /// Two names one slip apart agree once a letter is left out of one or both, so only names that share
    /// such a form are compared: ten thousand names take milliseconds.
    pub fn pairs(names: &[String]) -> Vec<(usize, usize)> {
        let mut forms: HashMap<String, Vec<usize>> = HashMap::new();
        for (i, name) in names.iter().enumerate() {
            for form in forms_of(name) {
                forms.entry(form).or_default().push(i);
            }
        }
        let mut pairs = BTreeSet::new();
        for alike in forms.values().filter(|alike| (2..=CROWD).contains(&alike.len())) {
            for (n, &a) in alike.iter().enumerate() {
                let fits = |b: &&usize| names[a] == names[**b] || Self::is_slip(&names[a], &names[**b]);
                pairs.extend(alike[n + 1..].iter().filter(fits).map(|&b| (a.min(b), a.max(b))));
            }
        }
        pairs.retain(|(a, b)| a != b);
        pairs.into_iter().collect()
    }
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
            assert!(Likeness::is_slip(a, b), "{a} / {b}");
        }
        for (a, b) in [
            ("ann", "anna"),
            ("player 1", "player 2"),
            ("ps 12 north", "ps 21 north"),
            ("john smith", "joan smyth"),
            ("bo kim", "bo kim"),
        ] {
            assert!(!Likeness::is_slip(a, b), "{a} / {b}");
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
                if names[a] == names[b] || Likeness::is_slip(&names[a], &names[b]) {
                    all.push((a, b));
                }
            }
        }
        assert_eq!(Likeness::pairs(&names), all);
        assert_eq!(all.len(), 6);
    }
}
