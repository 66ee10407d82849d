//! Who changed what: the audit log, undo, redo and history, from one mechanism.
//!
//! Triggers on every fact table write each changed row's image before and after into `change`, under the
//! newest row of `command`. Undo writes the images back in reverse; it is itself a command, so nothing is erased.

use super::codec::is_of_facts;
use super::error::StoreError;
use super::file::Store;
use super::schema::{columns, written_by};
use super::wait::{Ask, Run};
use crate::tournament::SectionId;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use sqlx::AssertSqlSafe;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A command of the director's.
    Do,
    /// Took back the command of this number.
    Undo(i64),
    /// Put the command of this number back in force.
    Redo(i64),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Number of the command, from 1.
    pub number: i64,
    /// When, RFC 3339 with offset.
    pub at: String,
    pub kind: EntryKind,
    pub official: Option<String>,
    pub words: String,
    /// What it came to, in one sentence.
    pub summary: String,
    /// Whether it holds now: not taken back, or put back since.
    pub in_force: bool,
    /// The device that gave it; none: the laptop itself.
    pub device: Option<i64>,
    /// The id of the request that gave it, as its sender chose it.
    pub request: Option<String>,
}

impl Entry {
    /// Whether a team sent it by the code on its slip: no device did, and the laptop itself sends no requests.
    pub fn is_by_slip(&self) -> bool {
        self.device.is_none() && self.request.is_some()
    }
}

/// What a command was decided from beyond the rows that it changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// Who was entered already.
    Entries,
    /// Who was not checked in yet.
    WhoIsNotIn,
    Nothing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    Anybody,
    /// Those of this device, or of the laptop itself.
    Of(Option<i64>),
}

impl Whose {
    pub fn gave(self, entry: &Entry) -> bool {
        self == Self::Anybody || (self == Self::Of(entry.device) && !entry.is_by_slip())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize, sqlx::FromRow)]
pub struct Change {
    pub fact: String,
    pub row: i64,
    /// The row before, as a JSON object; `None` for a new row.
    pub before: Option<String>,
    /// The row after; `None` for a removed row.
    pub after: Option<String>,
}

/// One row of a fact table as the journal writes it.
pub(super) type Image = Map<String, Value>;

/// Reads what a row was, the whole of it or what a type has of it.
pub(super) fn read_image<T: DeserializeOwned>(image: &str) -> Result<T, StoreError> {
    serde_json::from_str(image).map_err(|e| StoreError::Unreadable(format!("what a command changed: {e}")))
}

/// The same of what there was before a row was made, or after it was removed: nothing.
pub(super) fn image(text: Option<&str>) -> Result<Option<Image>, StoreError> {
    text.map(read_image).transpose()
}

impl Store {
    /// Says for whom commands are recorded from now on, where it is not the laptop itself.
    pub fn act_for(&mut self, device: Option<i64>, request: Option<String>) {
        (self.device, self.request) = (device, request);
    }

    /// Opens a journal entry; every change until the end of the transaction belongs to it.
    pub fn record(
        &mut self,
        kind: EntryKind,
        words: &str,
        official: Option<&str>,
        at: &str,
    ) -> Result<i64, StoreError> {
        let (name, target) = match kind {
            EntryKind::Do => ("do", None),
            EntryKind::Undo(n) => ("undo", Some(n)),
            EntryKind::Redo(n) => ("redo", Some(n)),
        };
        // The first entry of a request carries its id: `undo 3` writes three.
        let (device, request) = (self.device, self.request.take());
        let row = json!({
            "at": at, "kind": name, "target": target, "official": official, "words": words, "device": device, "request": request,
            "program": env!("CARGO_PKG_VERSION"),
        });
        self.insert("command", &row)
    }

    /// Notes in one sentence what the command came to, or removes its entry where no fact has changed: then the next one has its number.
    pub fn conclude(&mut self, number: i64, summary: &str) -> Result<(), StoreError> {
        sqlx::query(
            "update command set summary = ?2 where id = ?1;
             delete from command where id = ?1 and not exists (select 1 from change where command = ?1);
             update sqlite_sequence set seq = (select max(id) from command) where name = 'command'",
        )
        .bind(number)
        .bind(summary)
        .run(&mut self.connection)
    }

    /// The whole journal, oldest first.
    pub fn journal(&mut self) -> Result<Vec<Entry>, StoreError> {
        type Fetched = (i64, String, String, Option<i64>, Option<String>, String, String, Option<i64>, Option<String>);
        let rows: Vec<Fetched> = sqlx::query_as(
            "select id, at, kind, target, official, words, summary, device, request from command order by id",
        )
        .all(&mut self.connection)?;
        let mut entries: Vec<Entry> = Vec::with_capacity(rows.len());
        for (number, at, kind, target, official, words, summary, device, request) in rows {
            let kind = match (kind.as_str(), target) {
                ("undo", Some(n)) => EntryKind::Undo(n),
                ("redo", Some(n)) => EntryKind::Redo(n),
                _ => EntryKind::Do,
            };
            if let EntryKind::Undo(n) | EntryKind::Redo(n) = kind
                && let Ok(at) = entries.binary_search_by_key(&n, |e| e.number)
            {
                entries[at].in_force = matches!(kind, EntryKind::Redo(_));
            }
            // Before it is written who sent it.
            let request = request.and_then(|id| Some(id.split_once(':')?.1.to_owned()));
            entries.push(Entry { number, at, kind, official, words, summary, in_force: true, device, request });
        }
        Ok(entries)
    }

    /// The version of the program that wrote the newest command.
    pub fn written_by(&mut self) -> Option<String> {
        written_by(&mut self.connection)
    }

    /// The number of the newest command: the data version printed on sheets.
    pub fn data_version(&mut self) -> Result<i64, StoreError> {
        sqlx::query_scalar("select coalesce(max(id), 0) from command").one(&mut self.connection)
    }

    /// The rows that a command changed, in the order it did.
    pub fn changes(&mut self, command: i64) -> Result<Vec<Change>, StoreError> {
        let mut changes = Vec::new();
        self.each_change(command, |change| changes.push(change))?;
        Ok(changes)
    }

    /// Looks at the rows that a command changed, in the order it did: a page of them at a time, for an import may have changed all.
    pub fn each_change(&mut self, command: i64, mut look: impl FnMut(Change)) -> Result<(), StoreError> {
        let mut last = 0;
        loop {
            let page: String = sqlx::query_scalar(
                "select json_group_array(json_array(id, json_array(fact, row, before, after)) order by id)
                 from (select * from change where command = ? and id > ? order by id limit 2000)",
            )
            .bind(command)
            .bind(last)
            .one(&mut self.connection)?;
            let page: Vec<(i64, Change)> =
                serde_json::from_str(&page).map_err(|e| StoreError::Unreadable(format!("the journal: {e}")))?;
            let Some((id, _)) = page.last() else { return Ok(()) };
            last = *id;
            page.into_iter().for_each(|(_, change)| look(change));
        }
    }

    /// Every change there ever was, each with its command, in order.
    pub(super) fn all_changes(&mut self) -> Result<Vec<(i64, Change)>, StoreError> {
        self.changes_of("select distinct fact from change")
    }

    /// Every change of some facts, each with its command, in order.
    pub(super) fn changes_of(&mut self, facts: &'static str) -> Result<Vec<(i64, Change)>, StoreError> {
        let sql = format!(
            "select json_group_array(json_array(command, json_array(fact, row, before, after)) order by id) from change
             where fact in ({facts})"
        );
        let all: String = sqlx::query_scalar(AssertSqlSafe(sql)).one(&mut self.connection)?;
        serde_json::from_str(&all).map_err(|e| StoreError::Unreadable(format!("the journal: {e}")))
    }

    /// When a round was posted, RFC 3339 with offset. One that was taken back and put back keeps its time, as its row keeps its number.
    pub fn posted_at(&mut self, section: SectionId, number: u32) -> Result<Option<String>, StoreError> {
        sqlx::query_scalar(
            "select command.at from round
             join change on fact = 'round' and row = round.id and before is null
             join command on command.id = change.command
             where section = ? and number = ? order by change.id limit 1",
        )
        .bind(section.0)
        .bind(number)
        .maybe(&mut self.connection)
    }

    /// The command that posted a round as it is there now, or put it back.
    pub fn posted_by(&mut self, section: SectionId, number: u32) -> Result<Option<i64>, StoreError> {
        sqlx::query_scalar(
            "select max(change.command) from round
             join change on fact = 'round' and row = round.id and before is null
             where section = ? and number = ?",
        )
        .bind(section.0)
        .bind(number)
        .one(&mut self.connection)
    }

    /// Whether nothing at all was written in this transaction but the journal entry.
    pub fn is_idle(&mut self) -> Result<bool, StoreError> {
        let written: i64 = sqlx::query_scalar("select total_changes()").one(&mut self.connection)?;
        Ok(written <= 1)
    }

    /// The newest command that can never be undone: `new`, or the rescue that the file came out of.
    pub(super) fn undo_floor(&mut self) -> Result<i64, StoreError> {
        sqlx::query_scalar(
            "select max(coalesce((select undo_floor from safekeeping), 1), coalesce((select min(id) from command), 1))",
        )
        .one(&mut self.connection)
    }

    /// The commands in force that made and changed a row, where all of them can be undone.
    pub fn touched_by(&mut self, fact: &str, row: i64) -> Result<Option<Vec<i64>>, StoreError> {
        let floor = self.undo_floor()?;
        let commands: Vec<i64> = sqlx::query_scalar("select distinct command from change where fact = ? and row = ?")
            .bind(fact)
            .bind(row)
            .all(&mut self.connection)?;
        let is_in_force =
            |entry: &Entry| entry.kind == EntryKind::Do && entry.in_force && commands.contains(&entry.number);
        let in_force: Vec<i64> = self.journal()?.into_iter().filter(is_in_force).map(|entry| entry.number).collect();
        Ok(in_force.iter().all(|command| *command > floor).then_some(in_force))
    }

    /// The latest command of somebody's still in force that can be undone. `new` never can.
    pub fn latest_undoable(&mut self, whose: Whose) -> Result<Entry, StoreError> {
        let floor = self.undo_floor()?;
        let journal = self.journal()?;
        let undoable = |e: &Entry| e.number > floor && e.kind == EntryKind::Do && e.in_force && whose.gave(e);
        journal.into_iter().rfind(undoable).ok_or(StoreError::NothingTo("undo"))
    }

    /// The command that `redo` puts back: the last one that somebody took back since the last new command. Refuses where it rests on one
    /// that somebody else has taken back after it.
    pub fn latest_redoable(&mut self, whose: Whose, reads: &dyn Fn(&str) -> Reads) -> Result<Entry, StoreError> {
        let journal = self.journal()?;
        let mut taken_back: Vec<(i64, &Entry)> = Vec::new();
        for entry in &journal {
            match entry.kind {
                EntryKind::Do => taken_back.clear(),
                EntryKind::Undo(n) => taken_back.push((n, entry)),
                EntryKind::Redo(n) => taken_back.retain(|(t, _)| *t != n),
            }
        }
        let own = taken_back.iter().rposition(|(_, undo)| whose.gave(undo)).ok_or(StoreError::NothingTo("redo"))?;
        let (number, _) = taken_back[own];
        let found = journal.iter().find(|e| e.number == number).ok_or(StoreError::NoSuchCommand(number))?;
        for (earlier, _) in &taken_back[own + 1..] {
            if self.first_resting(*earlier, &[found], reads)?.is_some() {
                return Err(StoreError::NotInForce(*earlier));
            }
        }
        Ok(found.clone())
    }

    /// Takes a command back, as a command of its own. Refuses where a later command in force touched the same rows, or was decided
    /// from them: `reads` gives for a line of the journal what its command read.
    pub fn undo(
        &mut self,
        number: i64,
        words: &str,
        official: Option<&str>,
        at: &str,
        reads: &dyn Fn(&str) -> Reads,
    ) -> Result<i64, StoreError> {
        let journal = self.journal()?;
        let undone = journal.iter().find(|e| e.number == number).ok_or(StoreError::NoSuchCommand(number))?;
        if undone.kind != EntryKind::Do || !undone.in_force {
            return Err(StoreError::NotInForce(number));
        }
        if number <= self.undo_floor()? {
            return Err(StoreError::Founding(number));
        }
        let later: Vec<&Entry> =
            journal.iter().filter(|e| e.number > number && e.kind == EntryKind::Do && e.in_force).collect();
        if let Some((resting, why, begin)) = self.first_resting(number, &later, reads)?
            && let Some(later) = later.iter().find(|e| e.number == resting)
        {
            let ruling = sqlx::query_scalar(
                "select row from change join ruling on ruling.id = row
                 where command = ? and fact = 'ruling' and before is null and voided_at is null",
            )
            .bind(number)
            .maybe(&mut self.connection)?;
            let bye: Option<(i64, i64)> = sqlx::query_as(
                "select after ->> 'team', after ->> 'round' from change
                 where command = ? and fact = 'bye_request' and after is not null",
            )
            .bind(number)
            .maybe(&mut self.connection)?;
            let (posted, words) = (self.section_posted_by(number)?, later.words.clone());
            let bye = bye.map(Box::new);
            return Err(StoreError::RestedOn { number, posted, later: resting, words, why, begin, ruling, bye });
        }
        let record = self.record(EntryKind::Undo(number), words, official, at)?;
        self.reverse(number, number, &journal)?;
        self.give_numbers_again(number)?;
        self.reopen_reports(number, true)?;
        Ok(record)
    }

    /// The one section of which a command posted a round.
    fn section_posted_by(&mut self, command: i64) -> Result<Option<String>, StoreError> {
        sqlx::query_scalar(
            "select max(section.name) from change
             join round on round.id = row join section on section.id = round.section
             where command = ? and fact = 'round' and before is null
             having count(*) = 1",
        )
        .bind(command)
        .maybe(&mut self.connection)
    }

    /// Lets the next entries have the numbers that an undone command gave to teams and children, unless a document was made since then.
    fn give_numbers_again(&mut self, undone: i64) -> Result<(), StoreError> {
        for fact in ["team", "player"] {
            sqlx::query(
                "with given as (
                    select min(row) as low, max(row) as high from change where command = ?1 and fact = ?2 and before is null
                 )
                 update sqlite_sequence
                 set seq = (select low - 1 from given)
                 where name = ?2
                   and seq = (select high from given)
                   and not exists (select 1 from printed where command >= ?1)",
            )
            .bind(undone)
            .bind(fact)
            .run(&mut self.connection)?;
        }
        Ok(())
    }

    pub fn redo(&mut self, number: i64, words: &str, official: Option<&str>, at: &str) -> Result<i64, StoreError> {
        let journal = self.journal()?;
        let undone_by = journal
            .iter()
            .rfind(|e| e.kind == EntryKind::Undo(number))
            .map(|e| e.number)
            .ok_or(StoreError::NotInForce(number))?;
        let record = self.record(EntryKind::Redo(number), words, official, at)?;
        self.reverse(undone_by, number, &journal)?;
        self.reopen_reports(number, false)?;
        Ok(record)
    }

    /// Writes the images of one command back, last change first.
    fn reverse(&mut self, command: i64, about: i64, journal: &[Entry]) -> Result<(), StoreError> {
        sqlx::query("pragma defer_foreign_keys = on").run(&mut self.connection)?;
        let posted = self.section_posted_by(about)?;
        for change in self.changes(command)?.into_iter().rev() {
            self.restore_row(&change).map_err(|error| match error {
                StoreError::Refused(reason) => StoreError::Displaced { number: about, reason },
                other => other,
            })?;
        }
        let broken: Option<(String, i64)> = sqlx::query_as("pragma foreign_key_check").maybe(&mut self.connection)?;
        let Some((fact, id)) = broken else { return Ok(()) };
        let later: Option<i64> = sqlx::query_scalar("select max(command) from change where fact = ? and row = ?")
            .bind(&fact)
            .bind(id)
            .one(&mut self.connection)?;
        let later = later.unwrap_or(about);
        let words = journal.iter().find(|e| e.number == later).map(|e| e.words.clone()).unwrap_or_default();
        Err(StoreError::RestedOn {
            number: about,
            posted,
            later,
            words,
            begin: later,
            why: "it refers to something that would be gone".to_owned(),
            ruling: None,
            bye: None,
        })
    }

    /// Writes the values of a row from before a change; what the change left alone stays as it is, and so do columns that a later
    /// release added.
    pub(super) fn restore_row(&mut self, change: &Change) -> Result<(), StoreError> {
        let fact = &change.fact;
        if !is_of_facts(fact) {
            return Err(StoreError::Unreadable(format!(
                "the journal mentions \"{fact}\", which isn't part of an event"
            )));
        }
        self.put_back(change)
    }

    /// The same of any table of ours.
    pub(super) fn put_back(&mut self, change: &Change) -> Result<(), StoreError> {
        let fact = &change.fact;
        let Some(before) = &change.before else {
            let sql = format!("delete from \"{fact}\" where id = ?");
            sqlx::query(AssertSqlSafe(sql)).bind(change.row).run(&mut self.connection)?;
            return Ok(());
        };
        let was: Image = read_image(before)?;
        let after = image(change.after.as_deref())?;
        let was_changed = |column: &String| after.as_ref().is_none_or(|after| after.get(column) != was.get(column));
        let columns = columns(&mut self.connection, fact)?.into_iter();
        let columns: Vec<String> = columns.filter(|c| was.contains_key(c) && was_changed(c)).collect();
        if columns.is_empty() {
            return Ok(());
        }
        let sql = if change.after.is_some() {
            let sets: Vec<String> = columns.iter().map(|c| format!("\"{c}\" = json_extract(?1, '$.{c}')")).collect();
            format!("update \"{fact}\" set {} where id = ?2", sets.join(", "))
        } else {
            let names: Vec<String> = columns.iter().map(|c| format!("\"{c}\"")).collect();
            let values: Vec<String> = columns.iter().map(|c| format!("json_extract(?1, '$.{c}')")).collect();
            format!("insert into \"{fact}\" ({}) select {} where ?2 is not null", names.join(", "), values.join(", "))
        };
        sqlx::query(AssertSqlSafe(sql)).bind(before).bind(change.row).run(&mut self.connection)
    }
}
