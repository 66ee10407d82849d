//! The list of tie-breaks, by the ids that directors type.

use super::scorebook::Score;
use serde::Deserialize;
use serde::Deserializer;
use serde::Serialize;
use serde::Serializer;
use std::fmt;
use std::str::FromStr;

/// What is left out of a FIDE sum [C.07 14].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trim {
    /// Nothing.
    Nothing,
    /// `-c1`, `-c2`: the lowest one or two.
    Cut(u8),
    /// `-m1`, `-m2`: the lowest and the highest one or two.
    Median(u8),
}

/// One tie-break.
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

use Score::{Game, Match};
use TieBreak as T;
use Trim::{Cut, Median, Nothing};

/// Every tie-break with its id: the one place where the two are joined.
const IDS: &[(&str, TieBreak)] = &[
    ("modified-median", T::ModifiedMedian),
    ("solkoff", T::Solkoff),
    ("median", T::Median),
    ("cumulative", T::Cumulative),
    ("cumulative-of-opposition", T::CumulativeOfOpposition),
    ("result-between-tied", T::ResultBetweenTied),
    ("kashdan", T::Kashdan),
    ("sonneborn-berger", T::SonnebornBerger),
    ("wins", T::Wins),
    ("usat", T::Usat),
    ("fide-bh", T::FideBuchholz(Match, Nothing)),
    ("fide-bh-c1", T::FideBuchholz(Match, Cut(1))),
    ("fide-bh-c2", T::FideBuchholz(Match, Cut(2))),
    ("fide-bh-m1", T::FideBuchholz(Match, Median(1))),
    ("fide-bh-m2", T::FideBuchholz(Match, Median(2))),
    ("fide-bh-gp", T::FideBuchholz(Game, Nothing)),
    ("fide-bh-gp-c1", T::FideBuchholz(Game, Cut(1))),
    ("fide-bh-gp-m1", T::FideBuchholz(Game, Median(1))),
    ("fide-fb", T::FideFore(Nothing)),
    ("fide-fb-c1", T::FideFore(Cut(1))),
    ("fide-fb-m1", T::FideFore(Median(1))),
    ("fide-aob", T::FideAverageOfBuchholz),
    ("fide-sb", T::FideSonnebornBerger(Nothing)),
    ("fide-sb-c1", T::FideSonnebornBerger(Cut(1))),
    ("fide-sb-c2", T::FideSonnebornBerger(Cut(2))),
    ("fide-sb-m1", T::FideSonnebornBerger(Median(1))),
    ("fide-sb-m2", T::FideSonnebornBerger(Median(2))),
    ("fide-esb-mm", T::FideExtendedSonnebornBerger(Match, Match, Nothing)),
    ("fide-esb-mg", T::FideExtendedSonnebornBerger(Match, Game, Nothing)),
    ("fide-esb-gm", T::FideExtendedSonnebornBerger(Game, Match, Nothing)),
    ("fide-esb-gg", T::FideExtendedSonnebornBerger(Game, Game, Nothing)),
    ("fide-esb-mm-c1", T::FideExtendedSonnebornBerger(Match, Match, Cut(1))),
    ("fide-esb-mg-c1", T::FideExtendedSonnebornBerger(Match, Game, Cut(1))),
    ("fide-esb-gm-c1", T::FideExtendedSonnebornBerger(Game, Match, Cut(1))),
    ("fide-esb-gg-c1", T::FideExtendedSonnebornBerger(Game, Game, Cut(1))),
    ("fide-de", T::FideDirectEncounter),
    ("fide-ede", T::FideExtendedDirectEncounter),
    ("fide-ps", T::FideProgressive(Nothing)),
    ("fide-ps-c1", T::FideProgressive(Cut(1))),
    ("fide-ps-c2", T::FideProgressive(Cut(2))),
    ("fide-wins", T::FideWins),
    ("fide-won", T::FideWon),
    ("fide-bpg", T::FideBlack),
    ("fide-bwg", T::FideBlackWon),
    ("fide-rep", T::FideRoundsElected),
    ("fide-std", T::FideStandard),
    ("fide-tpn", T::FidePairingNumber),
    ("fide-koya", T::FideKoya),
    ("fide-mpvgp", T::FideGamePoints),
    ("fide-sssc", T::FideStrengthCombination),
    ("fide-bc", T::FideBoardCount),
    ("fide-tbr", T::FideTopBoard),
    ("fide-bbe", T::FideBottomBoard),
    ("lot", T::Lot),
];

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

    /// Every tie-break, in the order of the reference page.
    pub fn all() -> impl Iterator<Item = Self> {
        IDS.iter().map(|(_, tie_break)| *tie_break)
    }

    /// What a director types: `modified-median`, `fide-bh-c1`.
    pub fn id(self) -> &'static str {
        IDS.iter().find(|(_, t)| *t == self).map_or("", |(id, _)| id)
    }

    /// Whether the smaller value is the better one: places, numbers and board count.
    pub fn lower_is_better(self) -> bool {
        matches!(
            self,
            Self::Lot | Self::FidePairingNumber | Self::FideDirectEncounter | Self::FideExtendedDirectEncounter | Self::FideBoardCount
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

    /// Whether it says nothing where everyone meets everyone [C.07 15.2].
    pub fn is_idle_in_round_robin(self) -> bool {
        matches!(self, Self::FideBuchholz(..) | Self::FideFore(_) | Self::FideAverageOfBuchholz)
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// No tie-break has this id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no tie-break is called \"{typed}\"; {}", advice(nearest))]
pub struct UnknownTieBreak {
    /// What was typed.
    pub typed: String,
    /// The ids most like it, best first; none when nothing is near.
    pub nearest: Vec<&'static str>,
}

fn advice(nearest: &[&str]) -> String {
    match nearest {
        [] => "the US ones are modified-median, solkoff, cumulative and so on, FIDE's begin with fide-, and there is lot".into(),
        [only] => format!("did you mean {only}?"),
        [first @ .., last] => format!("did you mean {} or {last}?", first.join(", ")),
    }
}

impl FromStr for TieBreak {
    type Err = UnknownTieBreak;

    fn from_str(text: &str) -> Result<Self, UnknownTieBreak> {
        let typed = text.trim().to_ascii_lowercase().replace(['_', ' '], "-");
        if let Some((_, tie_break)) = IDS.iter().find(|(id, _)| *id == typed) {
            return Ok(*tie_break);
        }
        let mut near: Vec<(f64, &'static str)> = IDS.iter().map(|(id, _)| (likeness(&typed, id), *id)).filter(|(l, _)| *l > 0.8).collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        Err(UnknownTieBreak { typed: text.trim().to_owned(), nearest: near.into_iter().take(3).map(|(_, id)| id).collect() })
    }
}

/// 0 to 1. A FIDE name typed without its prefix is near too.
fn likeness(typed: &str, id: &str) -> f64 {
    let bare = id.strip_prefix("fide-").unwrap_or(id);
    strsim::jaro_winkler(typed, id).max(strsim::jaro_winkler(typed, bare))
}

impl Serialize for TieBreak {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
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
    fn every_id_reads_back_and_none_is_used_twice() {
        for (id, tie_break) in IDS {
            assert_eq!(id.parse(), Ok(*tie_break));
            assert_eq!(tie_break.id(), *id);
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
