//! What a TRF file comes to: entrants, records, and what it says of rounds to come.

use super::abnormal;
use super::complaint::Complaint;
use super::complaint::Problem;
use super::games;
use super::pairing_wishes;
use super::scan;
use super::teams;
use crate::standings::Entry;
use crate::standings::Field;
use crate::tournament::ByePoints;
use crate::tournament::HalfPoints;
use crate::tournament::Record;

/// What the reader is told beside the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadOptions {
    /// 2: every two TRF rounds are one round.
    pub matches: u8,
    /// Tournament rounds planned; beats the file.
    pub rounds: Option<u32>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { matches: 1, rounds: None }
    }
}

/// Which of the two dialects a file is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// One `001` line a team.
    TeamsAsIndividuals,
    /// One `001` line a player, one `310` (or `013`) a team.
    RealTeams,
}

/// One team of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// Starting number; team number where there are real teams.
    pub number: u32,
    pub name: String,
    /// The team's rating; `None` is unrated.
    pub rating: Option<u32>,
    /// The federation field of a team written as an individual.
    pub school: Option<String>,
    /// Rank as the file states it.
    pub rank: Option<u32>,
    /// Tournament rounds. Opponents are indices into [`Event::entrants`]; the team is the number.
    pub record: Record,
    /// Game points board by board, one entry a round; empty where teams are written as individuals.
    pub board_points: Vec<Vec<HalfPoints>>,
    /// Left the event for good [XXW], which matters in a round robin.
    pub withdrawn: bool,
}

/// A bye announced for a round to come: the team is not paired then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Announced {
    /// Index of the entrant.
    pub entrant: usize,
    pub round: u32,
    /// What it will score.
    pub points: ByePoints,
}

/// Two teams that may not be paired.
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
    /// Index of the entrant.
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
    /// Not in the format: its first three characters.
    #[error("record {0} is not known and was passed over")]
    Unknown(String),
    /// Teams of record 013 whose members played for themselves.
    #[error("the teams of record 013 met no other teams in matches, so every 001 line is an entrant of its own")]
    TeamsWithoutMatches,
}

/// A TRF file, read and checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
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

/// Reads a file as it lies on the disk: UTF-8, or Windows-1252 where it is not that.
pub fn read_bytes(bytes: &[u8], options: ReadOptions) -> Result<Event, Vec<Complaint>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => read(text, options),
        Err(_) => read(&encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0, options),
    }
}

/// Reads a file. All complaints come at once, by line and column.
pub fn read(text: &str, options: ReadOptions) -> Result<Event, Vec<Complaint>> {
    let mut complaints = Vec::new();
    let mut scan = scan::scan(text, &mut complaints);
    if scan.individuals.is_empty() && complaints.is_empty() {
        complaints.push(Complaint { line: 1, column: 1, problem: Problem::NobodyEntered });
    }
    let dialect = if scan.teams.is_empty() { Dialect::TeamsAsIndividuals } else { Dialect::RealTeams };
    scan.planned = options.rounds.or(scan.planned);
    games::check_numbers(&scan, &mut complaints);
    // A line that could not be read would make its opponents' lines look wrong too.
    if !complaints.is_empty() {
        return Err(complaints);
    }
    abnormal::check(&scan, &mut complaints);
    games::check(&scan, options.matches, &mut complaints);
    let table = match dialect {
        Dialect::TeamsAsIndividuals => games::entrants(&mut scan, options.matches, &mut complaints),
        Dialect::RealTeams => teams::entrants(&scan, options.matches, &mut complaints),
    };
    let wishes = pairing_wishes::resolve(&scan, &table.entrants, table.rounds, &mut complaints);
    if !complaints.is_empty() {
        complaints.sort_by_key(|c| (c.line, c.column));
        return Err(complaints);
    }
    let mut announced = table.announced;
    announced.extend(wishes.announced);
    announced.sort_by_key(|a| (a.round, a.entrant));
    announced.dedup_by_key(|a| (a.round, a.entrant));
    Ok(Event {
        name: scan.name.to_owned(),
        dialect,
        entrants: table.entrants,
        matches: options.matches,
        boards: scan.boards.unwrap_or(2),
        rounds: table.rounds,
        rounds_planned: scan.planned,
        type_code: scan.type_code.to_owned(),
        tiebreaks: scan.tiebreaks.iter().map(|t| (*t).to_owned()).collect(),
        win: if dialect == Dialect::TeamsAsIndividuals {
            scan.scoring.win
        } else {
            scan.match_scoring.unwrap_or(teams::MATCH_SCORING)[0]
        },
        announced,
        forbidden: wishes.forbidden,
        accelerated: wishes.accelerated,
        notes: scan.notes,
    })
}

impl Event {
    /// The event as its standings see it. Seed and lot are the starting number.
    pub fn field(&self, round_robin: bool) -> Field {
        // In an odd field everyone sits out once a cycle.
        let due = |planned: u32| planned - self.entrants.len() as u32 % 2 * planned / self.entrants.len().max(1) as u32;
        let entry = |entrant: &Entrant| Entry {
            board_points: entrant.board_points.clone(),
            withdrawn: entrant.withdrawn,
            due: self.rounds_planned.filter(|_| round_robin).map(due),
            ..Entry::new(entrant.record.clone(), entrant.number)
        };
        Field {
            boards: self.boards,
            win: self.win,
            round_robin,
            ..Field::swiss(self.entrants.iter().map(entry).collect(), self.matches)
        }
    }

    /// The pairing seed of each entrant, from 1: rating descending, unrated last, then number.
    pub fn seeds(&self) -> Vec<u32> {
        let mut order: Vec<usize> = (0..self.entrants.len()).collect();
        order.sort_by_key(|i| (std::cmp::Reverse(self.entrants[*i].rating), self.entrants[*i].number));
        let mut seeds = vec![0; order.len()];
        order.iter().zip(1..).for_each(|(entrant, seed)| seeds[*entrant] = seed);
        seeds
    }
}
