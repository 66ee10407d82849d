//! What a TRF file comes to: entrants, records, and what it says of rounds to come.

use super::complaint::Hundredths;
use crate::pairing::seeds;
use crate::standings::{Field, Scorecard};
use crate::tournament::{ByePoints, HalfPoints, Record};

/// What the reader is given beside the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadOptions {
    /// 2: every two TRF rounds are one round; beats the file.
    pub matches: Option<u8>,
    /// Tournament rounds planned; beats the file.
    pub rounds: Option<u32>,
}

/// Which of the two dialects a file is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// One `001` line a team.
    #[default]
    TeamsAsIndividuals,
    /// One `001` line a player, one `310` (or `013`) a team.
    RealTeams,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entrant {
    /// Starting number; team number where there are real teams.
    pub number: u32,
    pub name: String,
    /// The team's rating, in hundredths; `None` is unrated.
    pub rating: Option<u32>,
    /// The federation field of a team written as an individual, or of all players of one of two.
    pub school: Option<String>,
    /// Rank as the file states it.
    pub rank: Option<u32>,
    /// Tournament rounds. Opponents are indices into [`TrfFile::entrants`]; the team is the number.
    pub record: Record,
    /// Game points board by board, one entry a round; empty where teams are written as individuals.
    pub board_points: Vec<Vec<HalfPoints>>,
    /// Left the event for good [XXW], which matters in a round robin.
    pub withdrawn: bool,
}

/// A bye announced for a round to come: the team is not paired then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Announced {
    pub entrant: usize,
    pub round: u32,
    /// What it will score.
    pub points: ByePoints,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forbidden {
    /// Indices of the entrants.
    pub pair: (usize, usize),
    /// First tournament round it holds for.
    pub from: u32,
    /// Last tournament round it holds for.
    pub to: u32,
}

/// Virtual points of a team in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Acceleration {
    pub entrant: usize,
    pub round: u32,
    /// Half points of a match, for pairing only.
    pub points: HalfPoints,
}

/// What the reader passed over.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Note {
    /// From 1.
    pub line: usize,
    pub what: PassedOver,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PassedOver {
    #[error("record {0} is not known and was skipped")]
    Unknown(String),
    #[error("the teams in record 013 played no team matches, so each 001 line is its own entrant")]
    TeamsWithoutMatches,
    #[error(
        "the file scores {win}-{draw}-{loss}; here a win counts 1, a draw 0.5, a loss 0, so scores and ranks differ from the file's"
    )]
    Scoring { win: Hundredths, draw: Hundredths, loss: Hundredths },
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TrfFile {
    /// Record 012.
    pub name: String,
    pub dialect: Dialect,
    pub entrants: Vec<Entrant>,
    /// Matches a round: 1 or 2.
    pub matches: u8,
    pub boards: u8,
    /// Tournament rounds that have been played or posted.
    pub rounds: u32,
    /// Tournament rounds planned, if the file or the options say.
    pub rounds_planned: Option<u32>,
    /// Record 192, such as `FIDE_TEAM_MP`; blank if there is none.
    pub type_code: String,
    /// Records 202 or 212, as written.
    pub tiebreaks: Vec<String>,
    /// What a match won is worth in the file, in hundredths: 100, or what record 362 says (200 where it is left out).
    pub win: i64,
    /// Byes for rounds to come.
    pub announced: Vec<Announced>,
    pub forbidden: Vec<Forbidden>,
    pub accelerated: Vec<Acceleration>,
    pub notes: Vec<Note>,
}

impl TrfFile {
    /// The tournament as its standings see it. Seed and lot are the starting number.
    pub fn field(&self, round_robin: bool) -> Field {
        // In an odd field everyone sits out once a cycle.
        let due = |planned: u32| planned - self.entrants.len() as u32 % 2 * planned / self.entrants.len().max(1) as u32;
        let entry = |entrant: &Entrant| Scorecard {
            board_points: entrant.board_points.clone(),
            withdrawn: entrant.withdrawn,
            due: self.rounds_planned.filter(|_| round_robin).map(due),
            ..Scorecard::new(entrant.record.clone(), entrant.number)
        };
        Field {
            boards: self.boards,
            win: self.win,
            round_robin,
            ..Field::swiss(self.entrants.iter().map(entry).collect(), self.matches)
        }
    }

    /// The pairing seed of each entrant; equal ratings go by number.
    pub fn seeds(&self) -> Vec<u32> {
        seeds(&self.entrants.iter().map(|entrant| (entrant.rating, entrant.number)).collect::<Vec<_>>())
    }
}
