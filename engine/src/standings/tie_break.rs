//! The list of tie-breaks, by the ids that directors type.

use super::scorebook::Score::{self, Game, Match};
use crate::tournament::names::{either, list};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
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
    /// Whether it is Buchholz, or made of it, which a round robin must not use [C.07 15.2].
    pub fn rests_on_buchholz(&self) -> bool {
        matches!(
            self,
            Self::FideBuchholz(..) | Self::FideFore(_) | Self::FideAverageOfBuchholz | Self::FideStrengthCombination
        )
    }

    /// The order in force when nothing else was announced: the rulebook's four, then head to head, Kashdan, lot. Where everyone meets
    /// everyone opponents' scores part nobody: head to head, Sonneborn-Berger, wins, lot [34F].
    pub fn default_order(everyone_meets: bool) -> Vec<Self> {
        if everyone_meets {
            return vec![Self::ResultBetweenTied, Self::SonnebornBerger, Self::Wins, Self::Lot];
        }
        vec![
            Self::ModifiedMedian,
            Self::Solkoff,
            Self::Cumulative,
            Self::CumulativeOfOpposition,
            Self::ResultBetweenTied,
            Self::Kashdan,
            Self::Lot,
        ]
    }

    /// Every tie-break, trimmed ones after the one they are made of.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::UNTRIMMED.iter().flat_map(|base| Trim::ALL.into_iter().filter_map(|trim| base.trimmed(trim)))
    }

    /// How it is called: id, column heading, title and rule in a sentence, what is trimmed included.
    pub fn name(self) -> Name {
        let [id, heading, title, rule] = self.untrimmed();
        let [end, short, long, left_out] = match self.trim() {
            Trim::Nothing => [""; 4],
            Trim::Cut1 => ["-c1", "-C1", " cut 1", "the least significant round is left out [14.1]"],
            Trim::Cut2 => ["-c2", "-C2", " cut 2", "the two least significant rounds are left out [14.2]"],
            Trim::Median1 => {
                ["-m1", "-M1", " median 1", "the least and the most significant round are left out [14.3]"]
            }
            Trim::Median2 => {
                ["-m2", "-M2", " median 2", "the two least and the two most significant rounds are left out [14.4]"]
            }
        };
        let rule = if left_out.is_empty() { format!("{rule}.") } else { format!("{rule}; {left_out}.") };
        Name { id: format!("{id}{end}"), heading: format!("{heading}{short}"), title: format!("{title}{long}"), rule }
    }

    /// What a director types: `modified-median`, `fide-bh-c1`.
    pub fn id(self) -> String {
        self.name().id
    }

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
            let own = TieBreak::all().map(|t| t.id()).filter(|id| !id.starts_with("fide-"));
            format!("the choices are {}; FIDE's begin with fide-, as in fide-bh-c1", list(own))
        }
        several => format!("did you mean {}?", either(several)),
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// What directors type: `modified-median`, `fide-bh-c1`.
    pub id: String,
    /// What is printed over a narrow column.
    pub heading: String,
    pub title: String,
    pub rule: String,
}

/// The list of them, and of each its id, column heading, title and rule. `_` marks what is left out.
macro_rules! tie_breaks {
    (@_) => { Trim::Nothing };
    (@$score:ident) => { $score };
    ($($name:ident $(($($of:tt),*))? => $called:expr,)*) => {
        impl TieBreak {
            /// Each tie-break without anything left out, in the order of the reference page.
            const UNTRIMMED: &[Self] = &[$(Self::$name $(($(tie_breaks!(@$of)),*))?,)*];

            fn untrimmed(self) -> [&'static str; 4] {
                match self { $(Self::$name $(($($of),*))? => $called,)* }
            }
        }
    };
}

tie_breaks! {
    ModifiedMedian => ["modified-median", "MM", "Modified Median",
        "Opponents' scores, dropping the lowest for a team above half, the highest below half, both at half [34E1]"],
    Solkoff => ["solkoff", "Solk", "Solkoff", "Opponents' scores added up [34E2]"],
    Median => ["median", "Med", "Median (Harkness)", "Opponents' scores, dropping the highest and the lowest [34E4]"],
    Cumulative => ["cumulative", "Cum", "Cumulative",
        "The running score after each round, added up; points from byes and forfeit wins are taken off once [34E3]"],
    CumulativeOfOpposition => ["cumulative-of-opposition", "CumOp", "Cumulative of Opposition",
        "The Cumulative scores of all opponents added up [34E9]"],
    ResultBetweenTied => ["result-between-tied", "H2H", "Result between tied teams",
        "Wins minus losses in matches among the teams still tied [34E5]"],
    Kashdan => ["kashdan", "Kash", "Kashdan",
        "4 for a win, 2 for a draw, 1 for a loss, 0 for an unplayed round [34E7]"],
    SonnebornBerger => ["sonneborn-berger", "SB", "Sonneborn-Berger",
        "Scores of opponents beaten plus half the scores of opponents drawn [34E8]"],
    Wins => ["wins", "Wins", "Wins", "Rounds won over the board"],
    Usat => ["usat", "USAT", "USAT", "Points scored against each opponent times that opponent's final score [34G2]"],
    FideBuchholz(Match, _) => ["fide-bh", "BH", "Buchholz",
        "Opponents' adjusted scores added up; an unplayed round uses a stand-in [C.07 8.1, 16]"],
    FideBuchholz(Game, _) => ["fide-bh-gp", "BH:GP", "Buchholz on game points",
        "Opponents' adjusted game points added up; an unplayed round uses a stand-in [C.07 8.1, 16]"],
    FideFore(_) => ["fide-fb", "FB", "Fore Buchholz",
        "Buchholz as if every match of the last round had been drawn [C.07 8.3]"],
    FideAverageOfBuchholz => ["fide-aob", "AOB", "Average of opponents' Buchholz",
        "The mean Buchholz of the opponents met [C.07 8.2]"],
    FideSonnebornBerger(_) => ["fide-sb", "SB", "Sonneborn-Berger (FIDE)",
        "Opponents' adjusted scores times the points scored against them [C.07 9.1]"],
    FideExtendedSonnebornBerger(Match, Match, _) => ["fide-esb-mm", "EMM", "Extended Sonneborn-Berger (match, match)",
        "Opponents' match points times the team's match points against them [C.07 13.2]"],
    FideExtendedSonnebornBerger(Match, Game, _) => ["fide-esb-mg", "EMG", "Extended Sonneborn-Berger (match, game)",
        "Opponents' match points times the team's game points against them [C.07 13.2]"],
    FideExtendedSonnebornBerger(Game, Match, _) => ["fide-esb-gm", "EGM", "Extended Sonneborn-Berger (game, match)",
        "Opponents' game points times the team's match points against them [C.07 13.2]"],
    FideExtendedSonnebornBerger(Game, Game, _) => ["fide-esb-gg", "EGG", "Extended Sonneborn-Berger (game, game)",
        "Opponents' game points times the team's game points against them [C.07 13.2]"],
    FideDirectEncounter => ["fide-de", "DE", "Direct encounter",
        "Place in the table of matches among the teams still tied [C.07 6]"],
    FideExtendedDirectEncounter => ["fide-ede", "EDE", "Extended direct encounter",
        "Place among the teams still tied on match points, then on game points [C.07 13.3]"],
    FideProgressive(_) => ["fide-ps", "PS", "Progressive score",
        "The running score after each round, added up [C.07 7.5]"],
    FideWins => ["fide-wins", "WIN", "Rounds won", "Rounds that scored a win's points, played or not [C.07 7.1]"],
    FideWon => ["fide-won", "WON", "Rounds won over the board", "Rounds won over the board [C.07 7.2]"],
    FideBlack => ["fide-bpg", "BPG", "Rounds with Black", "Rounds played with Black on the first board [C.07 7.3]"],
    FideBlackWon => ["fide-bwg", "BWG", "Rounds won with Black", "Rounds won with Black on the first board [C.07 7.4]"],
    FideRoundsElected => ["fide-rep", "REP", "Rounds elected to play",
        "All rounds except requested byes and forfeit losses [C.07 7.6]"],
    FideStandard => ["fide-std", "STD", "Standard points",
        "1 for more points in a round than the opponent, ½ for the same number [C.07 7.7]"],
    FidePairingNumber => ["fide-tpn", "TPN", "Pairing number", "The lower pairing number first [C.07 7.8]"],
    FideKoya => ["fide-koya", "KS", "Koya",
        "Points against opponents who scored at least half of the possible points [C.07 9.2]"],
    FideGamePoints => ["fide-mpvgp", "GP", "Game points", "The points of all boards [C.07 13.1]"],
    FideStrengthCombination => ["fide-sssc", "SSSC", "Scores and schedule strength",
        "Game points plus Buchholz, scaled to them [C.07 13.4]"],
    FideBoardCount => ["fide-bc", "BC", "Board count",
        "Points of each board times its number; lower is better [C.07 12.1]"],
    FideTopBoard => ["fide-tbr", "TBR", "Top board", "Points of board 1 [C.07 12.2]"],
    FideBottomBoard => ["fide-bbe", "BBE", "Bottom board eliminated", "Points of all boards but the last [C.07 12.3]"],
    Lot => ["lot", "Lot", "Lot", "Drawn by lot once, at entry; the lower number ranks first [34E13]"],
}
