//! Result slips: what was reported of each match, board by board where it is known.

use super::error::StoreError;
use super::file::Store;
use super::load::spelling;
use super::wait::Wait;
use crate::tournament::{BoardReport, MatchId, MatchResult, PlayerId, Reason, SlipOutcome};

/// What a slip says of one match; it replaces what an earlier slip of the same playing said.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewSlip {
    /// Which playing: 1, and one more for each replay.
    pub playing: u8,
    /// The match as a whole, where the boards are not told apart.
    pub outcome: Option<SlipOutcome>,
    /// How the match ended, where the board is not told.
    pub reason: Option<Reason>,
    /// The boards that ended.
    pub boards: Vec<BoardReport>,
    /// Who really had White on boards a and b.
    pub white: Option<[PlayerId; 2]>,
}

impl Store {
    /// Files a slip, in place of what was filed for the same match and playing.
    pub fn file_slip(&mut self, id: MatchId, new: &NewSlip) -> Result<(), StoreError> {
        let slip: i64 = sqlx::query_scalar(
            "insert into slip (round, table_number, match, playing, outcome, reason, white_a, white_b)
             values ((select id from round where section = ? and number = ?), ?, ?, ?, ?, ?, ?, ?)
             on conflict (round, table_number, match, playing)
             do update set outcome = excluded.outcome, reason = excluded.reason, white_a = excluded.white_a, white_b = excluded.white_b
             returning id",
        )
        .bind(id.section.0)
        .bind(id.round)
        .bind(id.table.0)
        .bind(id.number)
        .bind(new.playing)
        .bind(new.outcome.map(|outcome| MatchResult::from(outcome).as_typed()))
        .bind(new.reason.map(|r| spelling(&r)).transpose()?)
        .bind(new.white.map(|w| w[0].0))
        .bind(new.white.map(|w| w[1].0))
        .fetch_one(&mut self.connection)
        .wait()?;
        sqlx::query("delete from board_report where slip = ?").bind(slip).execute(&mut self.connection).wait()?;
        for board in &new.boards {
            sqlx::query("insert into board_report (slip, board, outcome, reason, ended) values (?, ?, ?, ?, ?)")
                .bind(slip)
                .bind(spelling(&board.board)?)
                .bind(spelling(&board.outcome)?)
                .bind(board.reason.map(|r| spelling(&r)).transpose()?)
                .bind(board.ended)
                .execute(&mut self.connection)
                .wait()?;
        }
        Ok(())
    }

    /// Clears the slip of a match: its result is open again.
    pub fn clear_slip(&mut self, id: MatchId, playing: u8) -> Result<(), StoreError> {
        let slip: Option<i64> = sqlx::query_scalar(
            "select id from slip
             where round = (select id from round where section = ? and number = ?) and table_number = ? and match = ? and playing = ?",
        )
        .bind(id.section.0)
        .bind(id.round)
        .bind(id.table.0)
        .bind(id.number)
        .bind(playing)
        .fetch_optional(&mut self.connection)
        .wait()?;
        sqlx::query("delete from board_report where slip = ?").bind(slip).execute(&mut self.connection).wait()?;
        sqlx::query("delete from slip where id = ?").bind(slip).execute(&mut self.connection).wait()?;
        Ok(())
    }
}
