//! What the hall keeps in the file: which devices are enrolled, and results reported from the floor.
//!
//! Codes and tokens are kept as digests: the file opens no door. Reports are no facts: what of them counts is filed as a command.

use super::error::StoreError;
use super::file::Store;
use super::wait::{Ask, Run};
use crate::tournament::{BoardLetter, Device, MatchId, SectionId, TableNumber, Tournament};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Row};
use std::collections::HashMap;
use std::path::Path;

const DEVICE: &str = "id, name, role, official, sections, table_low, table_high, hours, code_expires, joined, expires, last_seen, revoked";

const REPORT: &str =
    "id, at, section, round, table_number, match, result, board, reason, side, device, state, command, note";

/// The condition of the index `report_open`, word by word.
const OPEN: &str = "state in ('reported', 'confirmed', 'disputed')";

impl Store {
    /// Enrols a device, which joins with the code of this digest until then. Gives its number.
    pub fn add_device(&mut self, device: &Device, code_hash: &str, now: i64) -> Result<i64, StoreError> {
        let [low, high] = [device.tables.map(|(low, _)| low), device.tables.map(|(_, high)| high)];
        let row = json!({
            "name": device.name, "role": device.role, "official": device.official, "sections": device.sections,
            "table_low": low, "table_high": high, "added": now, "hours": device.hours, "code_hash": code_hash,
            "code_expires": device.code_expires,
        });
        self.insert("device", &row)
    }

    /// Every device there ever was, in the order of enrolment.
    pub fn devices(&mut self) -> Result<Vec<Device>, StoreError> {
        let sql = AssertSqlSafe(format!("select {DEVICE} from device order by id"));
        sqlx::query(sql).all(&mut self.connection)?.iter().map(device).collect()
    }

    /// Devices that joined, by the digest of their token.
    pub fn tokens(&mut self) -> Result<HashMap<String, Device>, StoreError> {
        let sql = AssertSqlSafe(format!("select token_hash, {DEVICE} from device where token_hash is not null"));
        let rows = sqlx::query(sql).all(&mut self.connection)?;
        rows.iter().map(|row| Ok((row.try_get("token_hash")?, device(row)?))).collect()
    }

    /// How many commands in force each device gave.
    pub fn writes(&mut self) -> Result<HashMap<i64, usize>, StoreError> {
        let mut writes = HashMap::new();
        for entry in self.journal()? {
            if let Some(device) = entry.device {
                *writes.entry(device).or_default() += 1;
            }
        }
        Ok(writes)
    }

    /// Closes every code that there is, until then.
    pub fn close_codes(&mut self, now: i64, until: i64) -> Result<(), StoreError> {
        sqlx::query(
            "update hall
             set closed_at = ?, closed_until = ?, closed_device = (select coalesce(max(id), 0) from device),
                 closed_command = (select coalesce(max(id), 0) from command)",
        )
        .bind(now)
        .bind(until)
        .run(&mut self.connection)
    }

    /// The codes that are closed now, if any are.
    pub fn closed_codes(&mut self, now: i64) -> Result<Option<ClosedCodes>, StoreError> {
        sqlx::query_as(
            "select closed_at as at, closed_until as until, closed_command as command from hall where closed_until > ?",
        )
        .bind(now)
        .maybe(&mut self.connection)
    }

    /// Takes a device in whose code this is, once, and gives it a token. `None` where no device is waiting with this code, or it is closed.
    pub fn join_device(&mut self, code_hash: &str, token_hash: &str, now: i64) -> Result<Option<Device>, StoreError> {
        let id: Option<i64> = sqlx::query_scalar(
            "update device
             set code_hash = null, code_expires = null, token_hash = ?2, joined = ?3, last_seen = ?3, expires = ?3 + hours * 3600
             where code_hash = ?1 and code_expires > ?3 and joined is null and revoked is null
               and id > coalesce((select closed_device from hall where closed_until > ?3), 0)
             returning id",
        )
        .bind(code_hash)
        .bind(token_hash)
        .bind(now)
        .maybe(&mut self.connection)?;
        Ok(self.devices()?.into_iter().find(|device| Some(device.id) == id))
    }

    pub fn note_seen(&mut self, seen: &[(i64, i64)]) -> Result<(), StoreError> {
        for (device, at) in seen {
            sqlx::query("update device set last_seen = max(coalesce(last_seen, 0), ?) where id = ?")
                .bind(at)
                .bind(device)
                .run(&mut self.connection)?;
        }
        Ok(())
    }

    /// Shuts a device out; its code is worth nothing any more either.
    pub fn revoke_device(&mut self, device: i64, now: i64) -> Result<(), StoreError> {
        sqlx::query(
            "update device set revoked = ?, code_hash = null, code_expires = null where id = ? and revoked is null",
        )
        .bind(now)
        .bind(device)
        .run(&mut self.connection)
    }

    /// The epoch of this file, and the key of its slip codes; made the first time with this key.
    pub fn hall(&mut self, new_key: &str) -> Result<(i64, String), StoreError> {
        sqlx::query("insert into hall (id, slip_key) values (1, ?) on conflict (id) do nothing")
            .bind(new_key)
            .run(&mut self.connection)?;
        self.epoch().map(|hall| hall.unwrap_or((1, new_key.to_owned())))
    }

    /// Where the hall is open now, as `http://ADDRESS:PORT`.
    pub fn hall_address(&mut self) -> Result<Option<String>, StoreError> {
        let address: Option<Option<String>> =
            sqlx::query_scalar("select address from hall").maybe(&mut self.connection)?;
        Ok(address.flatten())
    }

    pub fn note_address(&mut self, address: &str) -> Result<(), StoreError> {
        sqlx::query("update hall set address = ?").bind(address).run(&mut self.connection)
    }

    /// Notes that the hall is closed that was open there.
    pub fn forget_address(&mut self, address: &str) -> Result<(), StoreError> {
        sqlx::query("update hall set address = null where address = ?").bind(address).run(&mut self.connection)
    }

    /// Raises the epoch, so that who served this tournament before no longer writes.
    pub fn take_over(&mut self) -> Result<(), StoreError> {
        sqlx::query("update hall set epoch = max(epoch, coalesce(taken_over, 0)) + 1, taken_over = null")
            .run(&mut self.connection)
    }

    /// Notes that another laptop serves the hall now, under this epoch.
    pub fn yield_to(&mut self, epoch: i64) -> Result<(), StoreError> {
        sqlx::query("update hall set taken_over = ?").bind(epoch).run(&mut self.connection)
    }

    /// Whether this is a copy that a standby keeps: the laptop it is from serves the hall, under the epoch of the copy itself.
    pub fn is_standbys_copy(&mut self) -> Result<bool, StoreError> {
        sqlx::query_scalar("select exists (select 1 from hall where taken_over = epoch)").one(&mut self.connection)
    }

    /// Whether another laptop serves the hall now.
    pub fn is_taken_over(&mut self) -> Result<bool, StoreError> {
        sqlx::query_scalar("select exists (select 1 from hall where taken_over is not null)").one(&mut self.connection)
    }

    /// As [`Store::hall`], of a file that was served before.
    pub fn epoch(&mut self) -> Result<Option<(i64, String)>, StoreError> {
        sqlx::query_as("select epoch, slip_key from hall").maybe(&mut self.connection)
    }
}

/// Codes that are closed, since very many wrong ones were tried; what was made afterwards is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct ClosedCodes {
    /// Since when, and until when, in seconds since 1970.
    pub at: i64,
    pub until: i64,
    /// Codes on slips of rounds that were posted by this command or before.
    pub command: i64,
}

/// Marks a file as a copy that a standby keeps, until it takes the hall over.
pub fn mark_as_standbys(copy: &Path) -> Result<(), StoreError> {
    let mut store = Store::open_to_write(copy)?;
    if let Some((epoch, _)) = store.epoch()? {
        store.yield_to(epoch)?;
    }
    store.commit().map(drop)
}

fn device(row: &SqliteRow) -> Result<Device, StoreError> {
    let unreadable = |what: &str| StoreError::Unreadable(format!("a device's {what}"));
    let (role, sections): (String, String) = (row.try_get("role")?, row.try_get("sections")?);
    let sections: Vec<SectionId> = serde_json::from_str(&sections).map_err(|_| unreadable("sections"))?;
    let tables: (Option<u32>, Option<u32>) = (row.try_get("table_low")?, row.try_get("table_high")?);
    Ok(Device {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        role: serde_json::from_value(Value::String(role)).map_err(|_| unreadable("role"))?,
        official: row.try_get("official")?,
        sections,
        tables: tables.0.zip(tables.1).map(|(low, high)| (TableNumber(low), TableNumber(high))),
        hours: row.try_get("hours")?,
        code_expires: row.try_get("code_expires")?,
        joined: row.try_get("joined")?,
        expires: row.try_get("expires")?,
        last_seen: row.try_get("last_seen")?,
        revoked: row.try_get("revoked")?,
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, sqlx::Type)]
#[serde(rename_all = "kebab-case")]
#[sqlx(rename_all = "kebab-case")]
pub enum ReportState {
    /// It waits for another tap.
    Reported,
    Filed,
    /// Another report says otherwise.
    Disputed,
    /// The desk did not take it.
    Rejected,
    /// The desk settled it in another way.
    Settled,
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow, serde::Serialize)]
pub struct FloorReport {
    /// Given by the file.
    #[serde(skip)]
    pub id: i64,
    /// When, RFC 3339 with offset.
    pub at: String,
    pub section: u32,
    pub round: u32,
    #[sqlx(rename = "table_number")]
    #[serde(rename = "table_number")]
    pub table: u32,
    #[sqlx(rename = "match")]
    #[serde(rename = "match")]
    pub number: u8,
    pub result: String,
    pub board: Option<String>,
    pub reason: Option<String>,
    /// The team that tapped.
    pub side: Option<String>,
    /// The device; none: by the code on a slip.
    pub device: Option<i64>,
    pub state: ReportState,
    pub command: Option<i64>,
    pub note: Option<String>,
}

impl FloorReport {
    /// The match that it is of, as its place is numbered.
    pub fn match_id(&self) -> MatchId {
        let (section, table) = (SectionId(self.section), TableNumber(self.table));
        MatchId { section, round: self.round, table, number: self.number }
    }

    /// The board that it names, if it names one.
    pub fn board_letter(&self) -> Option<BoardLetter> {
        [BoardLetter::A, BoardLetter::B].into_iter().find(|board| self.board == Some(board.to_string()))
    }

    /// What it says, as it is written on a slip: `1-0 a mate`.
    pub fn says(&self) -> String {
        let more = [&self.board, &self.reason].into_iter().flatten();
        std::iter::once(&self.result).chain(more).map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// Whether two say the same; what one leaves out the other may say.
    pub fn agrees(&self, other: &Self) -> bool {
        let same = |one: &Option<String>, other: &Option<String>| one.is_none() || other.is_none() || one == other;
        self.result == other.result && same(&self.board, &other.board) && same(&self.reason, &other.reason)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct DoneRequest {
    pub device: Option<i64>,
    /// What was asked, as a digest.
    pub asked: String,
    pub status: u16,
    pub answer: String,
}

impl Store {
    /// Keeps a report. Gives its number.
    pub fn add_report(&mut self, report: &FloorReport) -> Result<i64, StoreError> {
        self.insert("report", report)
    }

    /// Reports that are not at their end, the disputed ones first.
    pub fn open_reports(&mut self) -> Result<Vec<FloorReport>, StoreError> {
        let sql = format!("select {REPORT} from report where {OPEN} order by state <> 'disputed', id");
        sqlx::query_as(AssertSqlSafe(sql)).all(&mut self.connection)
    }

    /// What was reported of a match falls where other teams sit there now, or nobody. Where they brought their table into another section,
    /// it goes with them. Gives what fell.
    pub fn drop_reports(&mut self, before: &Tournament, after: &Tournament) -> Result<Vec<FloorReport>, StoreError> {
        let teams = |tournament: &Tournament, section: SectionId, report: &FloorReport| {
            tournament.round(section, report.round)?.teams_at(TableNumber(report.table))
        };
        let mut fallen = Vec::new();
        for report in self.open_reports()? {
            let own = SectionId(report.section);
            let sat = teams(before, own, &report);
            let sit_in = |section: &SectionId| teams(after, *section, &report) == sat;
            if sit_in(&own) {
                continue;
            }
            let elsewhere = after.sections.iter().map(|section| section.id).find(sit_in).filter(|_| sat.is_some());
            match elsewhere {
                Some(section) => sqlx::query("update report set section = ? where id = ?")
                    .bind(section.0)
                    .bind(report.id)
                    .run(&mut self.connection)?,
                None => {
                    self.move_report(report.id, ReportState::Settled, None, Some("other teams sit there now"))?;
                    fallen.push(report);
                }
            }
        }
        Ok(fallen)
    }

    /// Moves a report on, by the command that did it where it changed anything: once that is undone the report is open again.
    pub fn move_report(
        &mut self,
        report: i64,
        state: ReportState,
        command: Option<i64>,
        note: Option<&str>,
    ) -> Result<(), StoreError> {
        sqlx::query("update report set state = ?, command = ?, note = coalesce(?, note) where id = ?")
            .bind(state)
            .bind(command)
            .bind(note)
            .bind(report)
            .run(&mut self.connection)
    }

    pub fn done_request(&mut self, id: &str) -> Result<Option<DoneRequest>, StoreError> {
        sqlx::query_as("select device, asked, status, answer from request where id = ?")
            .bind(id)
            .maybe(&mut self.connection)
    }

    /// Keeps the answer of a request. What is older than two days is forgotten.
    pub fn note_request(&mut self, id: &str, done: &DoneRequest, now: i64) -> Result<(), StoreError> {
        const KEPT: i64 = 2 * 24 * 3600;
        let DoneRequest { device, asked, status, answer } = done;
        let row = json!({ "id": id, "device": device, "at": now, "asked": asked, "status": status, "answer": answer });
        self.insert("request", &row)?;
        sqlx::query("delete from request where at < ?").bind(now - KEPT).run(&mut self.connection)
    }

    pub fn sign_request(&mut self, command: i64, id: &str) -> Result<(), StoreError> {
        sqlx::query("update command set request = ? where id = ?").bind(id).bind(command).run(&mut self.connection)
    }

    pub fn has_reports(&mut self) -> Result<bool, StoreError> {
        sqlx::query_scalar("select exists (select 1 from report)").one(&mut self.connection)
    }

    /// What a ruling settled, or an appeal.
    pub fn settled_by_rulings(&mut self) -> Result<Vec<FloorReport>, StoreError> {
        let sql = format!(
            "select {REPORT} from report
             where state = 'settled' and command in (
                   select command from change where fact = 'ruling' and before is null
                   union select command from change where fact = 'appeal')
             order by id"
        );
        sqlx::query_as(AssertSqlSafe(sql)).all(&mut self.connection)
    }

    /// A command that changed nothing after all has no number.
    pub fn settled_by_none(&mut self, command: i64) -> Result<(), StoreError> {
        sqlx::query("update report set command = null where command = ?").bind(command).run(&mut self.connection)
    }

    /// What a command settled waits again once it is undone, and is settled once it is redone.
    pub(super) fn reopen_reports(&mut self, command: i64, is_undone: bool) -> Result<(), StoreError> {
        let sql = match is_undone {
            true => {
                // What an official tapped, and filed so, was the very mistake that is taken back; what the desk decided waits for it again.
                "update report set state = 'reported' where command = ?1 and (device is null or state in ('rejected', 'settled')
                     or exists (select 1 from command where id = ?1 and words like '%reports accept%'))"
                    .to_owned()
            }
            false => format!("update report set state = 'settled' where command = ? and {OPEN}"),
        };
        sqlx::query(AssertSqlSafe(sql)).bind(command).run(&mut self.connection)
    }

    /// The command that a request gave, if it came that far.
    pub fn command_of_request(&mut self, id: &str) -> Result<Option<i64>, StoreError> {
        sqlx::query_scalar("select id from command where request = ?").bind(id).maybe(&mut self.connection)
    }
}
