//! Three-letter codes for schools, because the federation field holds no more, and the legend that goes with them. Tie-breaks as records
//! 202 and 212 name them: FIDE's acronyms, `OTHER_` before all else. The comment that marks double rounds.

use crate::standings::{Score, TieBreak, Trim};
use std::collections::{BTreeMap, BTreeSet};

/// How a file says that every two of its rounds are one; in files of earlier versions a full stop follows, and their
/// records count whole rounds.
pub const DOUBLE: &str = "Each round has 2 matches and takes 2 rounds of this file";

/// A code for each school name, no two alike. The same names always get the same school_codes.
pub fn school_codes(names: &BTreeSet<&str>) -> BTreeMap<String, String> {
    let mut used = BTreeSet::new();
    let mut school_codes = BTreeMap::new();
    for name in names {
        let code = candidates(name).find(|code| !used.contains(code)).unwrap_or_else(|| numbered(used.len()));
        used.insert(code.clone());
        school_codes.insert((*name).to_owned(), code);
    }
    school_codes
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

pub fn tie_break_code(tie_break: TieBreak) -> String {
    let of = |score: Score| if score == Score::Match { "MP" } else { "GP" };
    let base = match tie_break {
        TieBreak::FideBuchholz(score, _) => format!("BH:{}", of(score)),
        TieBreak::FideFore(_) => "FB:MP".to_owned(),
        TieBreak::FideAverageOfBuchholz => "AOB:MP".to_owned(),
        TieBreak::FideSonnebornBerger(_) => "EMMSB".to_owned(),
        TieBreak::FideExtendedSonnebornBerger(theirs, own, _) => format!("E{}{}SB", &of(theirs)[..1], &of(own)[..1]),
        TieBreak::FideDirectEncounter => "DE:MP".to_owned(),
        TieBreak::FideProgressive(_) => "PS:MP".to_owned(),
        TieBreak::FideKoya => "KS:MP".to_owned(),
        TieBreak::FideGamePoints => "MPvGP".to_owned(),
        TieBreak::FideExtendedDirectEncounter
        | TieBreak::FideWins
        | TieBreak::FideWon
        | TieBreak::FideBlack
        | TieBreak::FideBlackWon
        | TieBreak::FideRoundsElected
        | TieBreak::FideStandard
        | TieBreak::FidePairingNumber
        | TieBreak::FideStrengthCombination
        | TieBreak::FideBoardCount
        | TieBreak::FideTopBoard
        | TieBreak::FideBottomBoard => tie_break.name().heading,
        us => format!("OTHER_{}", us.id().to_ascii_uppercase().replace('-', "_")),
    };
    let trim = match tie_break.trim() {
        Trim::Nothing => "",
        Trim::Cut1 => "/C1",
        Trim::Cut2 => "/C2",
        Trim::Median1 => "/M1",
        Trim::Median2 => "/M2",
    };
    format!("{base}{trim}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_three_characters_and_differ() {
        let names =
            BTreeSet::from(["Lincoln Elementary", "Lincoln Middle School", "Linden", "P.S. 9", "北京小学", "東京"]);
        let school_codes = school_codes(&names);
        let distinct: BTreeSet<&String> = school_codes.values().collect();
        assert_eq!(distinct.len(), names.len());
        assert!(school_codes.values().all(|code| code.len() == 3 && code.is_ascii()));
        assert_eq!(school_codes["Lincoln Elementary"], "LIN");
        assert_eq!(school_codes["Lincoln Middle School"], "LMS");
    }

    #[test]
    fn codes_are_fides_or_marked_as_others() {
        let tie_break_code = |id: &str| tie_break_code(id.parse().expect("an id"));
        let found =
            ["fide-bh-c1", "fide-bh-gp", "fide-sb", "fide-esb-mg-c1", "fide-ede", "fide-won", "modified-median", "lot"]
                .map(tie_break_code);
        assert_eq!(
            found,
            ["BH:MP/C1", "BH:GP", "EMMSB", "EMGSB/C1", "EDE", "WON", "OTHER_MODIFIED_MEDIAN", "OTHER_LOT"]
        );
    }
}
