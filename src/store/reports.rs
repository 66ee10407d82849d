//! Results reported from the floor, and requests that were done. No facts: what of it counts is filed as a command.

use super::error::StoreError;
use super::file::Store;
use super::wait::Wait;
use crate::tournament::MatchId;
use sqlx::{AssertSqlSafe, Row};

/// Where a report is on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReportState {
    /// It waits for another tap.
    Reported,
    /// Both said the same, and it could not be filed yet.
    Confirmed,
    Filed,
    /// Another report says otherwise.
    Disputed,
    /// The desk did not take it.
    Rejected,
    /// The desk settled it in another way.
    Settled,
}

/// One result as it was reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FloorReport {
    /// Given by the file.
    pub id: i64,
    /// When, RFC 3339 with offset.
    pub at: String,
    pub section: u32,
    pub round: u32,
    pub table: u32,
    pub number: u8,
    /// As it is typed.
    pub result: String,
    pub board: Option<String>,
    pub reason: Option<String>,
    /// The team that tapped.
    pub side: Option<String>,
    /// The device; none: by the code on a slip.
    pub device: Option<i64>,
    pub state: ReportState,
    /// The command that filed it.
    pub command: Option<i64>,
    pub note: Option<String>,
}

/// A request that was done, with its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoneRequest {
    pub device: Option<i64>,
    /// What was asked, as a digest.
    pub asked: String,
    pub status: u16,
    /// JSON.
    pub answer: String,
}

const COLUMNS: &str =
    "id, at, section, round, table_number, match, result, board, reason, side, device, state, command, note";

impl Store {
    /// Keeps a report. Gives its number.
    pub fn add_report(&mut self, report: &FloorReport) -> Result<i64, StoreError> {
        let done = sqlx::query(
            "insert into report (at, section, round, table_number, match, result, board, reason, side, device, state, command, note)
             values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&report.at)
        .bind(report.section)
        .bind(report.round)
        .bind(report.table)
        .bind(report.number)
        .bind(&report.result)
        .bind(&report.board)
        .bind(&report.reason)
        .bind(&report.side)
        .bind(report.device)
        .bind(spelling(report.state))
        .bind(report.command)
        .bind(&report.note)
        .execute(&mut self.connection)
        .wait()?;
        Ok(done.last_insert_rowid())
    }

    /// Reports that are not at their end, the disputed ones first.
    pub fn open_reports(&mut self) -> Result<Vec<FloorReport>, StoreError> {
        self.reports_where("state in ('reported', 'confirmed', 'disputed') order by state <> 'disputed', id")
    }

    /// Every report, oldest first.
    pub fn reports(&mut self) -> Result<Vec<FloorReport>, StoreError> {
        self.reports_where("true order by id")
    }

    fn reports_where(&mut self, condition: &str) -> Result<Vec<FloorReport>, StoreError> {
        let sql = AssertSqlSafe(format!("select {COLUMNS} from report where {condition}"));
        let rows = sqlx::query(sql).fetch_all(&mut self.connection).wait()?;
        let report = |row: &sqlx::sqlite::SqliteRow| {
            let state: String = row.try_get("state")?;
            Ok(FloorReport {
                id: row.try_get("id")?,
                at: row.try_get("at")?,
                section: row.try_get("section")?,
                round: row.try_get("round")?,
                table: row.try_get("table_number")?,
                number: row.try_get("match")?,
                result: row.try_get("result")?,
                board: row.try_get("board")?,
                reason: row.try_get("reason")?,
                side: row.try_get("side")?,
                device: row.try_get("device")?,
                state: serde_json::from_value(state.into())
                    .map_err(|_| StoreError::Unreadable("a report's state".to_owned()))?,
                command: row.try_get("command")?,
                note: row.try_get("note")?,
            })
        };
        rows.iter().map(report).collect()
    }

    /// Moves a report on.
    pub fn move_report(
        &mut self,
        report: i64,
        state: ReportState,
        command: Option<i64>,
        note: Option<&str>,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "update report set state = ?, command = coalesce(?, command), note = coalesce(?, note) where id = ?",
        )
        .bind(spelling(state))
        .bind(command)
        .bind(note)
        .bind(report)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }

    /// The answer that a request got, if it was done.
    pub fn done_request(&mut self, id: &str) -> Result<Option<DoneRequest>, StoreError> {
        let row = sqlx::query("select device, asked, status, answer from request where id = ?")
            .bind(id)
            .fetch_optional(&mut self.connection)
            .wait()?;
        let done = |row: sqlx::sqlite::SqliteRow| {
            Ok(DoneRequest {
                device: row.try_get("device")?,
                asked: row.try_get("asked")?,
                status: row.try_get("status")?,
                answer: row.try_get("answer")?,
            })
        };
        row.map(done).transpose()
    }

    /// Keeps the answer of a request. What is older than two days is forgotten.
    pub fn note_request(&mut self, id: &str, done: &DoneRequest, now: i64) -> Result<(), StoreError> {
        const KEPT: i64 = 2 * 24 * 3600;
        sqlx::query("insert into request (id, device, at, asked, status, answer) values (?, ?, ?, ?, ?, ?)")
            .bind(id)
            .bind(done.device)
            .bind(now)
            .bind(&done.asked)
            .bind(done.status)
            .bind(&done.answer)
            .execute(&mut self.connection)
            .wait()?;
        sqlx::query("delete from request where at < ?").bind(now - KEPT).execute(&mut self.connection).wait()?;
        Ok(())
    }

    /// Signs a command with the id of the request that gave it.
    pub fn sign_request(&mut self, command: i64, id: &str) -> Result<(), StoreError> {
        sqlx::query("update command set request = ? where id = ?")
            .bind(id)
            .bind(command)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }

    /// What the desk has entered by itself settles what was reported of these matches, all of them in one statement. Whether anything was.
    pub fn settle_reports(&mut self, matches: &[MatchId]) -> Result<bool, StoreError> {
        let matches: Vec<_> = matches.iter().map(|id| (id.section.0, id.round, id.table.0, id.number)).collect();
        let matches = serde_json::to_string(&matches).map_err(|e| StoreError::Unreadable(e.to_string()))?;
        let settled = sqlx::query(
            "update report set state = 'settled'
             where state in ('reported', 'confirmed', 'disputed') and (section, round, table_number, match) in
                   (select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(?))",
        )
        .bind(matches)
        .execute(&mut self.connection)
        .wait()?;
        Ok(settled.rows_affected() > 0)
    }

    /// The command that a request gave, if it came that far.
    pub fn command_of_request(&mut self, id: &str) -> Result<Option<i64>, StoreError> {
        Ok(sqlx::query_scalar("select id from command where request = ?")
            .bind(id)
            .fetch_optional(&mut self.connection)
            .wait()?)
    }
}

fn spelling(state: ReportState) -> String {
    serde_json::to_value(state).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
