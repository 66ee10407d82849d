//! What can be wrong in a TRF file, and where.

use crate::tournament::names::counted;
use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct Complaint {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    pub problem: Problem,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("no 001 line, so nobody is entered; is this a TRF file?")]
    NobodyEntered,
    #[error("{what} should be a whole number, not \"{found}\"")]
    NotANumber { what: &'static str, found: String },
    #[error("{what} should be points such as 2.5, not \"{found}\"")]
    NotPoints { what: &'static str, found: String },
    #[error("the {what} is missing")]
    Missing { what: &'static str },
    #[error("number {number} was already given on line {first}")]
    Twice { number: u32, first: usize },
    #[error("starting numbers begin at 1; 0 as an opponent means nobody")]
    Zero,
    #[error("nobody has number {number}")]
    Nobody { number: u32 },
    #[error("{number} is paired with itself in round {round}")]
    Itself { number: u32, round: u32 },
    #[error("a color is w, b or -, not \"{found}\"")]
    Colour { found: char },
    #[error("\"{found}\" is not a result; use 1 0 = + - W L D H F U Z or a blank")]
    Result { found: char },
    #[error("round {round}: the result \"{result}\" needs an opponent")]
    NoOpponent { round: u32, result: char },
    #[error("round {round}: \"{result}\" is a bye, but {opponent} is named as opponent")]
    ByeWithOpponent { round: u32, result: char, opponent: u32 },
    #[error("round {round}: {number} met {opponent} here, but line {other} says that {opponent} {instead}")]
    OneSided { round: u32, number: u32, opponent: u32, other: usize, instead: Instead },
    #[error("round {round}: {number} and {opponent} (line {other}) cannot both have the same color")]
    SameColour { round: u32, number: u32, opponent: u32, other: usize },
    #[error("round {round}: {number} has \"{result}\" against {opponent}, who has \"{theirs}\" on line {other}")]
    Disagreement { round: u32, number: u32, result: char, opponent: u32, theirs: char, other: usize },
    #[error("the points should be {sum}, the sum of the results, not {stated}")]
    Points { sum: Hundredths, stated: Hundredths },
    #[error(
        "a result in round {round}, but the event has {}{}",
        counted(*.planned as usize, "round"),
        match matches {
            1 if *.looks_double => "; everyone meets twice in a row, so these may be double rounds",
            1 => "",
            _ => " (file rounds, two per double round)",
        }
    )]
    TooManyRounds {
        round: u32,
        planned: u32,
        matches: u8,
        /// Read as single rounds, though every two rounds have the same pairs.
        looks_double: bool,
    },
    #[error(
        "with two matches a round every round takes two columns of the file, but there are {rounds}; is it --matches 1?"
    )]
    OddRounds { rounds: u32 },
    #[error("rounds {first} and {second} are one double round, but the opponents differ: {one} and {other}")]
    TwoOpponents {
        first: u32,
        second: u32,
        /// First opponent, 0 for none.
        one: u32,
        /// Second opponent, 0 for none.
        other: u32,
    },
    #[error("round {round}: the members of team {team} met different teams, {one} and {other}")]
    SplitTeam { round: u32, team: u32, one: u32, other: u32 },
    #[error("player {player} is already on team {team}")]
    InTwoTeams { player: u32, team: u32 },
    #[error("a bye is F, H or Z, not \"{found}\"")]
    ByeType { found: char },
    #[error(
        "round {round}: {points} points are neither a match won nor half of one; records 162 and 362 say what these are worth"
    )]
    NotHalves { round: u32, points: Hundredths },
    /// Record 299 without points where they are read.
    #[error(
        "no assigned points: match points are read in columns {}-{}, game points in columns {}-{}",
        matches.0, matches.1, games.0, games.1
    )]
    NothingAssigned {
        /// First and last column.
        matches: (usize, usize),
        games: (usize, usize),
    },
}

/// What the opponent's line says instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instead {
    Nothing,
    Met(u32),
}

impl fmt::Display for Instead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("did not play"),
            Self::Met(number) => write!(f, "met {number}"),
        }
    }
}

/// Points in hundredths, printed as the file writes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hundredths(pub i64);

impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 100, (self.0 % 100).abs());
        if rest % 10 == 0 { write!(f, "{whole}.{}", rest / 10) } else { write!(f, "{whole}.{rest:02}") }
    }
}
