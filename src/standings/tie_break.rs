//! The list of tie-breaks, by the ids that directors type.

use super::scorebook::Score;
use super::tie_break_names::Name;
use super::tie_break_names::name;
use serde::Deserialize;
use serde::Deserializer;
use serde::Serialize;
use serde::Serializer;
use std::fmt;
use std::str::FromStr;

/// What is left out of a FIDE sum [C.07 14].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trim {
    Nothing,
    /// `-c1`: the lowest.
    Cut1,
    /// `-c2`: the two lowest.
    Cut2,
    /// `-m1`: the lowest, then the highest.
    Median1,
    /// `-m2`: the two lowest, then the two highest.
    Median2,
}

impl Trim {
    const ALL: [Self; 5] = [Self::Nothing, Self::Cut1, Self::Cut2, Self::Median1, Self::Median2];

    /// How many of the lowest and how many of the highest are left out.
    pub fn ends(self) -> (usize, usize) {
        match self {
            Self::Nothing => (0, 0),
            Self::Cut1 => (1, 0),
            Self::Cut2 => (2, 0),
            Self::Median1 => (1, 1),
            Self::Median2 => (2, 2),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TieBreak {
    /// US Chess 34E1.
    ModifiedMedian,
    /// US Chess 34E2.
    Solkoff,
    /// US Chess 34E4, also called Harkness.
    Median,
    /// US Chess 34E3.
    Cumulative,
    /// US Chess 34E9.
    CumulativeOfOpposition,
    /// US Chess 34E5.
    ResultBetweenTied,
    /// US Chess 34E7.
    Kashdan,
    /// US Chess 34E8.
    SonnebornBerger,
    /// Rounds won at the board.
    Wins,
    /// US Chess 34G2.
    Usat,
    /// Buchholz on match or game points [C.07 8.1].
    FideBuchholz(Score, Trim),
    /// Fore Buchholz: as if the last round had been drawn [C.07 8.3].
    FideFore(Trim),
    /// Mean Buchholz of the opponents [C.07 8.2].
    FideAverageOfBuchholz,
    /// Sonneborn-Berger [C.07 9.1].
    FideSonnebornBerger(Trim),
    /// Extended Sonneborn-Berger for teams: the opponent's score, then one's own [C.07 13.2].
    FideExtendedSonnebornBerger(Score, Score, Trim),
    /// Direct encounter [C.07 6].
    FideDirectEncounter,
    /// Direct encounter on match points, then on game points [C.07 13.3].
    FideExtendedDirectEncounter,
    /// Progressive score [C.07 7.5].
    FideProgressive(Trim),
    /// Rounds that scored a win's points, played or not [C.07 7.1].
    FideWins,
    /// Rounds won over the board [C.07 7.2].
    FideWon,
    /// Rounds with Black on the first board, played [C.07 7.3].
    FideBlack,
    /// Rounds won with Black on the first board [C.07 7.4].
    FideBlackWon,
    /// Rounds that the team was willing to play [C.07 7.6].
    FideRoundsElected,
    /// Points by comparison with the opponent, round by round [C.07 7.7].
    FideStandard,
    /// Pairing number [C.07 7.8].
    FidePairingNumber,
    /// Koya: points against those with half or more [C.07 9.2].
    FideKoya,
    /// The other score: game points [C.07 13.1].
    FideGamePoints,
    /// Scores and schedule strength combined [C.07 13.4].
    FideStrengthCombination,
    /// Board count: board number times points; lower is better [C.07 12.1].
    FideBoardCount,
    /// Points on the top board [C.07 12.2].
    FideTopBoard,
    /// Points on all but the bottom board [C.07 12.3].
    FideBottomBoard,
    /// Lot drawn once at entry; lower is first.
    Lot,
}

impl TieBreak {
    /// The order in force when nothing else was announced: the rulebook's four, then head to head, Kashdan, lot.
    pub const DEFAULT_ORDER: [Self; 7] = [
        Self::ModifiedMedian,
        Self::Solkoff,
        Self::Cumulative,
        Self::CumulativeOfOpposition,
        Self::ResultBetweenTied,
        Self::Kashdan,
        Self::Lot,
    ];

    /// Each tie-break without anything left out, in the order of the reference page.
    const UNTRIMMED: &[Self] = &[
        Self::ModifiedMedian,
        Self::Solkoff,
        Self::Median,
        Self::Cumulative,
        Self::CumulativeOfOpposition,
        Self::ResultBetweenTied,
        Self::Kashdan,
        Self::SonnebornBerger,
        Self::Wins,
        Self::Usat,
        Self::FideBuchholz(Score::Match, Trim::Nothing),
        Self::FideBuchholz(Score::Game, Trim::Nothing),
        Self::FideFore(Trim::Nothing),
        Self::FideAverageOfBuchholz,
        Self::FideSonnebornBerger(Trim::Nothing),
        Self::FideExtendedSonnebornBerger(Score::Match, Score::Match, Trim::Nothing),
        Self::FideExtendedSonnebornBerger(Score::Match, Score::Game, Trim::Nothing),
        Self::FideExtendedSonnebornBerger(Score::Game, Score::Match, Trim::Nothing),
        Self::FideExtendedSonnebornBerger(Score::Game, Score::Game, Trim::Nothing),
        Self::FideDirectEncounter,
        Self::FideExtendedDirectEncounter,
        Self::FideProgressive(Trim::Nothing),
        Self::FideWins,
        Self::FideWon,
        Self::FideBlack,
        Self::FideBlackWon,
        Self::FideRoundsElected,
        Self::FideStandard,
        Self::FidePairingNumber,
        Self::FideKoya,
        Self::FideGamePoints,
        Self::FideStrengthCombination,
        Self::FideBoardCount,
        Self::FideTopBoard,
        Self::FideBottomBoard,
        Self::Lot,
    ];

    /// Every tie-break, trimmed ones after the one they are made of.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::UNTRIMMED.iter().flat_map(|base| Trim::ALL.into_iter().filter_map(|trim| base.trimmed(trim)))
    }

    /// How it is called: id, column heading, title and rule in a sentence.
    pub fn name(self) -> Name {
        name(self)
    }

    /// What a director types: `modified-median`, `fide-bh-c1`.
    pub fn id(self) -> String {
        name(self).id
    }

    /// What is left out.
    pub fn trim(self) -> Trim {
        match self {
            Self::FideBuchholz(_, trim)
            | Self::FideFore(trim)
            | Self::FideSonnebornBerger(trim)
            | Self::FideExtendedSonnebornBerger(_, _, trim)
            | Self::FideProgressive(trim) => trim,
            _ => Trim::Nothing,
        }
    }

    /// The same with something left out; `None` where that has no meaning.
    fn trimmed(self, trim: Trim) -> Option<Self> {
        match self {
            Self::FideBuchholz(score, _) => Some(Self::FideBuchholz(score, trim)),
            Self::FideFore(_) => Some(Self::FideFore(trim)),
            Self::FideSonnebornBerger(_) => Some(Self::FideSonnebornBerger(trim)),
            Self::FideExtendedSonnebornBerger(theirs, own, _) => {
                Some(Self::FideExtendedSonnebornBerger(theirs, own, trim))
            }
            Self::FideProgressive(_) => (trim.ends().1 == 0).then_some(Self::FideProgressive(trim)),
            _ => (trim == Trim::Nothing).then_some(self),
        }
    }

    /// Whether the smaller value is the better one: places, numbers and board count.
    pub fn lower_is_better(self) -> bool {
        matches!(
            self,
            Self::Lot
                | Self::FidePairingNumber
                | Self::FideDirectEncounter
                | Self::FideExtendedDirectEncounter
                | Self::FideBoardCount
        )
    }

    /// Whether it compares the tied teams with one another, so that its value depends on who is still tied.
    pub fn is_within_tie(self) -> bool {
        matches!(self, Self::ResultBetweenTied | Self::FideDirectEncounter | Self::FideExtendedDirectEncounter)
    }

    /// Whether it sums points, so that a penalty in tie-break points can come off it.
    pub fn counts_points(self) -> bool {
        !self.lower_is_better() && !self.is_within_tie()
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.id())
    }
}

/// No tie-break has this id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no tie-break is called \"{typed}\"; {}", advice(nearest))]
pub struct UnknownTieBreak {
    pub typed: String,
    /// The ids most like it, best first; none when nothing is near.
    pub nearest: Vec<String>,
}

fn advice(nearest: &[String]) -> String {
    match nearest {
        [] => {
            "the US ones are modified-median, solkoff, cumulative and so on, FIDE's begin with fide-, and there is lot"
                .into()
        }
        [only] => format!("did you mean {only}?"),
        [first @ .., last] => format!("did you mean {} or {last}?", first.join(", ")),
    }
}

impl FromStr for TieBreak {
    type Err = UnknownTieBreak;

    fn from_str(text: &str) -> Result<Self, UnknownTieBreak> {
        let typed = text.trim().to_ascii_lowercase().replace(['_', ' '], "-");
        if let Some(tie_break) = Self::all().find(|t| t.id() == typed) {
            return Ok(tie_break);
        }
        let mut near: Vec<(f64, String)> =
            Self::all().map(|t| (likeness(&typed, &t.id()), t.id())).filter(|(l, _)| *l > 0.8).collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        Err(UnknownTieBreak {
            typed: text.trim().to_owned(),
            nearest: near.into_iter().take(3).map(|(_, id)| id).collect(),
        })
    }
}

/// 0 to 1. A FIDE name typed without its prefix is near too.
fn likeness(typed: &str, id: &str) -> f64 {
    let bare = id.strip_prefix("fide-").unwrap_or(id);
    strsim::jaro_winkler(typed, id).max(strsim::jaro_winkler(typed, bare))
}

impl Serialize for TieBreak {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TieBreak {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_reads_back_so_that_none_is_used_twice() {
        for tie_break in TieBreak::all() {
            assert_eq!(tie_break.id().parse(), Ok(tie_break));
        }
    }

    #[test]
    fn every_id_of_the_contract_is_there() {
        let us = "modified-median solkoff median cumulative cumulative-of-opposition result-between-tied kashdan sonneborn-berger wins usat";
        let fide = "fide-bh fide-bh-c1 fide-bh-m1 fide-sb fide-de fide-ps fide-wins fide-won fide-koya fide-fb fide-aob fide-rep fide-std";
        for id in us.split(' ').chain(fide.split(' ')).chain(["fide-sssc", "fide-ede", "fide-esb-mm", "lot"]) {
            assert_eq!(id.parse::<TieBreak>().map(TieBreak::id), Ok(id.to_owned()));
        }
    }

    #[test]
    fn a_misspelt_id_is_answered_with_the_nearest() {
        let nearest = |text: &str| text.parse::<TieBreak>().expect_err("not an id").nearest;
        assert_eq!(nearest("solkof"), ["solkoff"]);
        assert_eq!(nearest("modified-meadian")[0], "modified-median");
        assert_eq!(nearest("bh-c1")[0], "fide-bh-c1");
        assert!(nearest("xyz").is_empty());
    }

    #[test]
    fn the_message_says_what_to_type() {
        let error = "kashden".parse::<TieBreak>().expect_err("not an id");
        assert_eq!(error.to_string(), "no tie-break is called \"kashden\"; did you mean kashdan?");
    }
}
