//! What once was, read off the journal: the tournament as it stood after a command, slips before and after one, and names by number for
//! everything there ever was. The file is only read.

use super::error::StoreError;
use super::file::{Home, Store};
use super::journal::{Change, read_image};
use super::schema::lift_triggers;
use super::wait::{Ask, Run, Wait};
use crate::tournament::{
    BoardLetter, BoardOutcome, BoardReport, MatchId, MatchResult, PlayerId, Reason, RulingId, SectionId, Slip,
    TableNumber, TeamId,
};
use chrono::{DateTime, FixedOffset};
use serde::Deserialize;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Just after the command of this number.
    Command(i64),
    /// After the last command that was given by then.
    Time(DateTime<FixedOffset>),
}

impl Store {
    /// Opens the tournament as it stood at a moment, to read.
    pub fn open_as_of(path: &Path, moment: Moment) -> Result<Self, StoreError> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let name = format!("file:as-of-{}?mode=memory&cache=shared", MADE.fetch_add(1, Ordering::Relaxed));
        let memory = SqliteConnectOptions::new()
            .filename(&name)
            .shared_cache(true)
            .foreign_keys(false)
            .disable_statement_logging();
        let mut past = Self::in_place(memory.connect().wait()?.into(), path, Home::Memory);
        let mut present = Self::open_idle(path)?;
        let copied = sqlx::query("vacuum into ?").bind(&name).run(&mut present.connection);
        past.is_log_left = present.is_log_left;
        present.close()?;
        copied.map_err(|e| e.naming(path))?;
        let last = past.command_at(moment)?;
        let floor = past.undo_floor()?;
        if last < floor {
            return Err(StoreError::BeforeTheRescue { number: last, floor });
        }
        past.walk_back_to(last)?;
        past.execute("begin")?;
        Ok(past)
    }

    fn command_at(&mut self, moment: Moment) -> Result<i64, StoreError> {
        let journal = self.journal()?;
        match moment {
            Moment::Command(number) if journal.iter().any(|e| e.number == number) => Ok(number),
            Moment::Command(number) => Err(StoreError::NoSuchCommand(number)),
            Moment::Time(time) => {
                let given = |at: &str| DateTime::parse_from_rfc3339(at).is_ok_and(|at| at <= time);
                journal
                    .iter()
                    .rfind(|e| given(&e.at))
                    .map(|e| e.number)
                    .ok_or_else(|| StoreError::BeforeTheFirst(time.to_rfc3339()))
            }
        }
    }

    /// Takes back, row by row, everything that came after a command, undos and redos alike.
    fn walk_back_to(&mut self, last: i64) -> Result<(), StoreError> {
        let triggers = lift_triggers(&mut self.connection)?;
        let changes: Vec<Change> =
            sqlx::query_as("select fact, row, before, after from change where command > ? order by id desc")
                .bind(last)
                .all(&mut self.connection)?;
        for change in &changes {
            self.restore_row(change)?;
        }
        for later in [
            "delete from change where command > ?",
            "delete from command where id > ?",
            "delete from printed where command > ?",
        ] {
            sqlx::query(later).bind(last).run(&mut self.connection)?;
        }
        for trigger in triggers {
            sqlx::raw_sql(AssertSqlSafe(trigger)).run(&mut self.connection)?;
        }
        Ok(())
    }
}

/// A slip that a command changed. None where there was none before, or is none any more.
#[derive(Debug, Clone, PartialEq)]
pub struct SlipChange {
    pub command: i64,
    pub id: MatchId,
    pub before: Option<Slip>,
    pub after: Option<Slip>,
}

#[derive(Deserialize)]
struct SlipImage {
    round: i64,
    table_number: TableNumber,
    #[serde(rename = "match")]
    number: u8,
    playing: u8,
    outcome: Option<MatchResult>,
    reason: Option<Reason>,
}

#[derive(Deserialize)]
struct BoardImage {
    slip: i64,
    board: BoardLetter,
    outcome: BoardOutcome,
    reason: Option<Reason>,
    ended: u8,
}

/// The slips as they were at one moment, by the number of their row.
#[derive(Default)]
struct Pile {
    slips: HashMap<i64, SlipImage>,
    boards: HashMap<i64, BTreeMap<i64, BoardReport>>,
}

impl Store {
    /// Each slip of a posted round whenever a command changed it, in the order of the journal.
    pub fn slip_changes(&mut self) -> Result<Vec<SlipChange>, StoreError> {
        let rounds: Vec<(i64, u32, u32)> =
            sqlx::query_as("select id, section, number from round").all(&mut self.connection)?;
        let rounds: HashMap<i64, (u32, u32)> =
            rounds.into_iter().map(|(id, section, number)| (id, (section, number))).collect();
        let changes = self.changes_of("'slip', 'board_report'")?;
        let (mut pile, mut found) = (Pile::default(), Vec::new());
        for of_command in changes.chunk_by(|(one, _), (next, _)| one == next) {
            let mut before: BTreeMap<i64, Option<(i64, Slip)>> = BTreeMap::new();
            for (_, change) in of_command {
                if let Some(row) = Pile::slip_of(change)? {
                    before.entry(row).or_insert_with(|| pile.slip(row));
                    pile.turn(change)?;
                }
            }
            for (row, before) in before {
                let after = pile.slip(row);
                let Some((round, slip)) = before.as_ref().or(after.as_ref()) else { continue };
                let Some((section, number)) = rounds.get(round) else { continue };
                let id =
                    MatchId { section: SectionId(*section), round: *number, table: slip.table, number: slip.number };
                let (before, after) = (before.map(|(_, slip)| slip), after.map(|(_, slip)| slip));
                found.push(SlipChange { command: of_command[0].0, id, before, after });
            }
        }
        Ok(found)
    }
}

impl Store {
    /// The command that entered each ruling, by the ruling's number.
    pub fn rulings_entered(&mut self) -> Result<HashMap<RulingId, i64>, StoreError> {
        let entered: Vec<(u32, i64)> = sqlx::query_as(
            "select row, max(command)
             from change
             where fact = 'ruling' and before is null
             group by row",
        )
        .all(&mut self.connection)?;
        Ok(entered.into_iter().map(|(row, command)| (RulingId(row), command)).collect())
    }
}

impl Store {
    /// When each team that is here was checked in, by its number.
    pub fn checked_in_at(&mut self) -> Result<HashMap<TeamId, String>, StoreError> {
        let times: Vec<(u32, String)> = sqlx::query_as(
            "select change.row, max(command.at)
             from change join command on command.id = change.command
             where fact = 'team'
               and json_extract(after, '$.checked_in') = 1 and json_extract(before, '$.checked_in') is not 1
             group by change.row",
        )
        .all(&mut self.connection)?;
        Ok(times.into_iter().map(|(team, at)| (TeamId(team), at)).collect())
    }
}

impl Pile {
    fn slip_of(change: &Change) -> Result<Option<i64>, StoreError> {
        match change.fact.as_str() {
            "slip" => Ok(Some(change.row)),
            "board_report" => {
                let either = change.before.as_deref().or(change.after.as_deref());
                Ok(either.map(read_image::<BoardImage>).transpose()?.map(|board| board.slip))
            }
            _ => Ok(None),
        }
    }

    fn turn(&mut self, change: &Change) -> Result<(), StoreError> {
        let after = change.after.as_deref();
        if change.fact == "slip" {
            match after.map(read_image).transpose()? {
                Some(slip) => self.slips.insert(change.row, slip),
                None => self.slips.remove(&change.row),
            };
            return Ok(());
        }
        if let Some(before) = change.before.as_deref().map(read_image::<BoardImage>).transpose()? {
            self.boards.entry(before.slip).or_default().remove(&change.row);
        }
        if let Some(BoardImage { slip, board, outcome, reason, ended }) = after.map(read_image).transpose()? {
            let report = BoardReport { board, outcome, reason, ended, ruling: None };
            self.boards.entry(slip).or_default().insert(change.row, report);
        }
        Ok(())
    }

    /// A slip with the row of its round.
    fn slip(&self, row: i64) -> Option<(i64, Slip)> {
        let image = self.slips.get(&row)?;
        let mut boards: Vec<BoardReport> =
            self.boards.get(&row).into_iter().flat_map(BTreeMap::values).copied().collect();
        boards.sort_by_key(|board| board.board);
        let slip = Slip {
            table: image.table_number,
            number: image.number,
            playing: image.playing,
            outcome: image.outcome,
            reason: image.reason,
            boards,
            white: None,
        };
        Some((image.round, slip))
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SlipPlace {
    pub table: u32,
    /// Its match, 1 or 2.
    pub number: u8,
}

/// The last known names and places, of what was removed too.
#[derive(Debug, Default)]
pub struct Register {
    /// Name by fact table and row: sections, schools, players, teams, officials, and rounds as `Open round 2`.
    pub names: HashMap<(String, i64), String>,
    pub slips: HashMap<i64, SlipPlace>,
    /// Every team that ever sat at a table.
    seats: HashMap<u32, Vec<u32>>,
}

impl Register {
    /// The teams that ever sat at a table, in any round.
    pub fn teams_at(&self, table: u32) -> impl Iterator<Item = u32> {
        self.seats.get(&table).into_iter().flatten().copied()
    }
}

impl Store {
    /// The names that players had before; of those who were removed, their last.
    pub fn former_names(&mut self) -> Result<Vec<(PlayerId, String)>, StoreError> {
        let names: Vec<(u32, String)> = sqlx::query_as(
            "select distinct row, json_extract(before, '$.name')
             from change
             where fact = 'player' and before is not null",
        )
        .all(&mut self.connection)?;
        Ok(names.into_iter().map(|(row, name)| (PlayerId(row), name)).collect())
    }

    /// Reads the register out of the journal.
    pub fn register(&mut self) -> Result<Register, StoreError> {
        let mut register = Register::default();
        let named: Vec<(String, i64, String)> = sqlx::query_as(
            "select fact, row, json_extract(coalesce(after, before), '$.name')
             from change
             where fact in ('section', 'school', 'player', 'team', 'official')
             order by id",
        )
        .all(&mut self.connection)?;
        register.names.extend(named.into_iter().map(|(fact, row, name)| ((fact, row), name)));
        let rounds: Vec<(i64, i64, i64)> = sqlx::query_as(
            "select row, json_extract(coalesce(after, before), '$.section'), json_extract(coalesce(after, before), '$.number')
             from change
             where fact = 'round'",
        )
        .all(&mut self.connection)?;
        for (row, section, number) in rounds {
            let section = register.names.get(&("section".to_owned(), section)).cloned().unwrap_or_default();
            register.names.insert(("round".to_owned(), row), format!("{section} round {number}"));
        }
        let slips: Vec<(i64, u32, u8)> = sqlx::query_as(
            "select row, json_extract(coalesce(after, before), '$.table_number'), json_extract(coalesce(after, before), '$.match')
             from change
             where fact = 'slip'",
        )
        .all(&mut self.connection)?;
        register.slips.extend(slips.into_iter().map(|(row, table, number)| (row, SlipPlace { table, number })));
        let seats: Vec<(u32, u32)> = sqlx::query_as(
            "select distinct json_extract(coalesce(after, before), '$.table_number'), json_extract(coalesce(after, before), '$.team')
             from change
             where fact = 'assignment' and json_extract(coalesce(after, before), '$.table_number') is not null",
        )
        .all(&mut self.connection)?;
        for (table, team) in seats {
            register.seats.entry(table).or_default().push(team);
        }
        Ok(register)
    }
}
