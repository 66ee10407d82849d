//! Slips that were filed anew: what the images in the journal hold of each, before a command and after it.

use super::error::StoreError;
use super::file::Store;
use super::journal::Change;
use super::wait::Wait;
use crate::tournament::{
    BoardLetter, BoardOutcome, BoardReport, MatchId, MatchResult, Reason, SectionId, Slip, SlipOutcome, TableNumber,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, HashMap};

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
            sqlx::query_as("select id, section, number from round").fetch_all(&mut self.connection).wait()?;
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

impl Pile {
    /// The row of the slip that a change is about, if it is about one.
    fn slip_of(change: &Change) -> Result<Option<i64>, StoreError> {
        match change.fact.as_str() {
            "slip" => Ok(Some(change.row)),
            "board_report" => {
                let either = change.before.as_deref().or(change.after.as_deref());
                Ok(either.map(image::<BoardImage>).transpose()?.map(|board| board.slip))
            }
            _ => Ok(None),
        }
    }

    fn turn(&mut self, change: &Change) -> Result<(), StoreError> {
        let after = change.after.as_deref();
        if change.fact == "slip" {
            match after.map(image).transpose()? {
                Some(slip) => self.slips.insert(change.row, slip),
                None => self.slips.remove(&change.row),
            };
            return Ok(());
        }
        if let Some(before) = change.before.as_deref().map(image::<BoardImage>).transpose()? {
            self.boards.entry(before.slip).or_default().remove(&change.row);
        }
        if let Some(BoardImage { slip, board, outcome, reason, ended }) = after.map(image).transpose()? {
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
            outcome: image.outcome.map(SlipOutcome::from),
            reason: image.reason,
            boards,
            white: None,
        };
        Some((image.round, slip))
    }
}

fn image<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|e| StoreError::Unreadable(format!("a journal image: {e}")))
}
