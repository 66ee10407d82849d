//! How each tie-break is called: what directors type, what stands over its column, its rule in a sentence.

use super::scorebook::Score;
use super::tie_break::TieBreak;
use super::tie_break::Trim;

/// The names of one tie-break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// What directors type: `modified-median`, `fide-bh-c1`.
    pub id: String,
    /// What stands over a narrow column.
    pub heading: String,
    pub title: String,
    /// The rule in a sentence, with its number.
    pub rule: String,
}

/// The names of a tie-break, what is trimmed included.
pub fn name(tie_break: TieBreak) -> Name {
    let [id, heading, title, rule] = untrimmed(tie_break);
    let [end, short, long, left_out] = match tie_break.trim() {
        Trim::Nothing => [""; 4],
        Trim::Cut1 => ["-c1", "-C1", " cut 1", "the least significant round is left out [14.1]"],
        Trim::Cut2 => ["-c2", "-C2", " cut 2", "the two least significant rounds are left out [14.2]"],
        Trim::Median1 => ["-m1", "-M1", " median 1", "the least and the most significant round are left out [14.3]"],
        Trim::Median2 => {
            ["-m2", "-M2", " median 2", "the two least and the two most significant rounds are left out [14.4]"]
        }
    };
    let rule = if left_out.is_empty() { format!("{rule}.") } else { format!("{rule}; {left_out}.") };
    Name { id: format!("{id}{end}"), heading: format!("{heading}{short}"), title: format!("{title}{long}"), rule }
}

/// Id, column heading, title, rule.
fn untrimmed(tie_break: TieBreak) -> [&'static str; 4] {
    use Score::{Game, Match};
    use TieBreak as T;
    match tie_break {
        T::ModifiedMedian => [
            "modified-median",
            "MM",
            "Modified Median",
            "Opponents' scores without the lowest for a team above half, without the highest below half, without both at half [34E1]",
        ],
        T::Solkoff => ["solkoff", "Solk", "Solkoff", "Opponents' scores added up [34E2]"],
        T::Median => {
            ["median", "Med", "Median (Harkness)", "Opponents' scores without the highest and the lowest [34E4]"]
        }
        T::Cumulative => [
            "cumulative",
            "Cum",
            "Cumulative",
            "The running score after each round, added up; points of byes and forfeit wins are taken off once [34E3]",
        ],
        T::CumulativeOfOpposition => [
            "cumulative-of-opposition",
            "CumOp",
            "Cumulative of Opposition",
            "The Cumulative scores of all opponents added up [34E9]",
        ],
        T::ResultBetweenTied => [
            "result-between-tied",
            "H2H",
            "Result between tied teams",
            "Wins less losses in matches among the teams still tied [34E5]",
        ],
        T::Kashdan => [
            "kashdan",
            "Kash",
            "Kashdan",
            "4 for a win, 2 for a draw, 1 for a loss, nothing for a round not played [34E7]",
        ],
        T::SonnebornBerger => [
            "sonneborn-berger",
            "SB",
            "Sonneborn-Berger",
            "Scores of the opponents beaten and half of those drawn with [34E8]",
        ],
        T::Wins => ["wins", "Wins", "Wins", "Rounds won at the board"],
        T::Usat => {
            ["usat", "USAT", "USAT", "Points scored against each opponent times that opponent's final score [34G2]"]
        }
        T::FideBuchholz(Match, _) => [
            "fide-bh",
            "BH",
            "Buchholz",
            "Opponents' adjusted scores added up; an unplayed round has a stand-in [C.07 8.1, 16]",
        ],
        T::FideBuchholz(Game, _) => [
            "fide-bh-gp",
            "BH:GP",
            "Buchholz on game points",
            "Opponents' adjusted game points added up; an unplayed round has a stand-in [C.07 8.1, 16]",
        ],
        T::FideFore(_) => {
            ["fide-fb", "FB", "Fore Buchholz", "Buchholz as if every match of the last round had been drawn [C.07 8.3]"]
        }
        T::FideAverageOfBuchholz => {
            ["fide-aob", "AOB", "Average of opponents' Buchholz", "The mean Buchholz of the opponents met [C.07 8.2]"]
        }
        T::FideSonnebornBerger(_) => [
            "fide-sb",
            "SB",
            "Sonneborn-Berger (FIDE)",
            "Opponents' adjusted scores times the points scored against them [C.07 9.1]",
        ],
        T::FideExtendedSonnebornBerger(Match, Match, _) => [
            "fide-esb-mm",
            "EMM",
            "Extended Sonneborn-Berger (match, match)",
            "Opponents' match points times the own match points against them [C.07 13.2]",
        ],
        T::FideExtendedSonnebornBerger(Match, Game, _) => [
            "fide-esb-mg",
            "EMG",
            "Extended Sonneborn-Berger (match, game)",
            "Opponents' match points times the own game points against them [C.07 13.2]",
        ],
        T::FideExtendedSonnebornBerger(Game, Match, _) => [
            "fide-esb-gm",
            "EGM",
            "Extended Sonneborn-Berger (game, match)",
            "Opponents' game points times the own match points against them [C.07 13.2]",
        ],
        T::FideExtendedSonnebornBerger(Game, Game, _) => [
            "fide-esb-gg",
            "EGG",
            "Extended Sonneborn-Berger (game, game)",
            "Opponents' game points times the own game points against them [C.07 13.2]",
        ],
        T::FideDirectEncounter => {
            ["fide-de", "DE", "Direct encounter", "Place in the table of matches among the teams still tied [C.07 6]"]
        }
        T::FideExtendedDirectEncounter => [
            "fide-ede",
            "EDE",
            "Extended direct encounter",
            "Place among the teams still tied on match points, then on game points [C.07 13.3]",
        ],
        T::FideProgressive(_) => {
            ["fide-ps", "PS", "Progressive score", "The running score after each round, added up [C.07 7.5]"]
        }
        T::FideWins => {
            ["fide-wins", "WIN", "Rounds won", "Rounds that scored a win's points, played or not [C.07 7.1]"]
        }
        T::FideWon => ["fide-won", "WON", "Rounds won at the board", "Rounds won over the board [C.07 7.2]"],
        T::FideBlack => {
            ["fide-bpg", "BPG", "Rounds with Black", "Rounds played with Black on the first board [C.07 7.3]"]
        }
        T::FideBlackWon => {
            ["fide-bwg", "BWG", "Rounds won with Black", "Rounds won with Black on the first board [C.07 7.4]"]
        }
        T::FideRoundsElected => {
            ["fide-rep", "REP", "Rounds elected to play", "All rounds but requested byes and forfeit losses [C.07 7.6]"]
        }
        T::FideStandard => [
            "fide-std",
            "STD",
            "Standard points",
            "1 for more points in a round than the opponent, ½ for as many [C.07 7.7]",
        ],
        T::FidePairingNumber => ["fide-tpn", "TPN", "Pairing number", "The lower pairing number first [C.07 7.8]"],
        T::FideKoya => [
            "fide-koya",
            "KS",
            "Koya",
            "Points against opponents with half or more of what they could score [C.07 9.2]",
        ],
        T::FideGamePoints => ["fide-mpvgp", "GP", "Game points", "The points of all boards [C.07 13.1]"],
        T::FideStrengthCombination => [
            "fide-sssc",
            "SSSC",
            "Scores and schedule strength",
            "Game points and Buchholz brought to their size [C.07 13.4]",
        ],
        T::FideBoardCount => {
            ["fide-bc", "BC", "Board count", "Points of each board times its number; lower is better [C.07 12.1]"]
        }
        T::FideTopBoard => ["fide-tbr", "TBR", "Top board", "Points of board 1 [C.07 12.2]"],
        T::FideBottomBoard => {
            ["fide-bbe", "BBE", "Bottom board eliminated", "Points of all boards but the last [C.07 12.3]"]
        }
        T::Lot => ["lot", "Lot", "Lot", "The lot drawn once, at entry; lower is first [34E13]"],
    }
}
