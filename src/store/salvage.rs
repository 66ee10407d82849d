//! Saving what can be read of a damaged file into a new one: rows from its pages, the rest from the journal's images, and what both
//! lack from a backup where one is named.

use super::backup::{resolved, sweep};
use super::database::connect;
use super::error::StoreError;
use super::file::{Home, Store};
use super::integrity::{agree, hash_of, holds, images, journal_of};
use super::journal::{Change, EntryKind, Image, read_image};
use super::on_disk::{Making, ReadingCopy, folder_of, remove_with_companions, whole};
use super::opening::new_part;
use super::pages::Pages;
use super::remains::{Belonging, Found, Journal, Unread, shapes};
use super::schema::{
    APPLICATION_ID, fact_tables, lift_triggers, migrated_version, migration_error, migrations, newest_schema, upgrade,
};
use super::wait::{Ask, Run, Wait};
use crate::rulebook;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Row as _};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Tables that are saved beside the facts, and before them.
const RECORDS: [&str; 3] = ["command", "change", "printed"];

/// Tables of the care of the file: where backups go, and which were made.
const CARE: [&str; 2] = ["safekeeping", "backup"];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Saved {
    /// Rows read from the table itself.
    pub read: usize,
    /// Rows that only the journal still knew as they were.
    pub from_journal: usize,
    /// Rows that only the backup still had.
    pub from_backup: usize,
    /// Rows that are known to have been there and are lost, or had to be left out because what they rest on is.
    pub lost: usize,
    /// Rows that may have been there besides.
    pub unread: Unread,
}

impl Saved {
    /// Takes back that so many rows were saved. Where they came from is not known any more: the page is where most do.
    fn lose(&mut self, mut rows: usize) {
        self.lost += rows;
        for saved in [&mut self.read, &mut self.from_journal, &mut self.from_backup] {
            let taken = rows.min(*saved);
            (*saved, rows) = (*saved - taken, rows - taken);
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rescue {
    pub path: PathBuf,
    /// By table, the facts and the journal's own two.
    pub tables: BTreeMap<String, Saved>,
    /// Whether older commands can still be taken back.
    pub history_is_whole: bool,
    /// Rows in pages of which nothing says whose they are.
    pub unplaced: usize,
    /// Devices of the hall, reports from the floor, and keys of the codes on slips. They are not taken over: the saved file is another
    /// hall's.
    pub hall: [usize; 3],
    pub head: Head,
    /// What `check` will still find broken.
    pub broken: Vec<String>,
}

/// What became of the tournament's own row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Head {
    Whole,
    /// The rulebook is the one of that name in this program; the number of the lots is lost.
    Torn,
    /// As [`Head::Torn`], and the rulebook's name is that of none in this program: it is the usual one.
    OtherRulebook,
    /// Nothing of it is left, so it has the file's name and the usual rulebook.
    Lost,
}

/// Saves what can be read into a new tournament file. The damaged one, and the backup, are only read.
pub fn salvage(damaged: &Path, backup: Option<&Path>, target: &Path, now: &str) -> Result<Rescue, StoreError> {
    let (bytes, migrated) = whole_bytes(damaged)?;
    let schema = migrated.unwrap_or_else(|| schema_of(&bytes));
    if schema > newest_schema() {
        return Err(StoreError::Newer { path: damaged.to_owned(), by: None, found: schema, known: newest_schema() });
    }
    let path = Store::free_path(target)?;
    sweep(&path);
    let _making = Making::within(folder_of(&path));
    let mut new = furnished(&path, schema, damaged)?;
    let filled = fill(&mut new, &bytes, backup, damaged, now)
        .and_then(|rescue| Ok(Rescue { broken: new.integrity()?, ..rescue }));
    match filled {
        Ok(rescue) => new.commit().map(|_| rescue),
        Err(error) => {
            // The first failure matters more than a second one while closing.
            let _ = new.abandon();
            Err(error)
        }
    }
}

/// The file's bytes, with what was committed to its log; and the schema's version, where its migrations say.
fn whole_bytes(damaged: &Path) -> Result<(Vec<u8>, Option<i64>), StoreError> {
    let copy = match ReadingCopy::of(damaged) {
        // There is no room for a copy, and no log whose commands would be missed.
        Err(StoreError::Io { .. }) if whole(damaged).is_ok() => {
            let bytes = std::fs::read(damaged).map_err(|reason| StoreError::Io { path: damaged.to_owned(), reason })?;
            return Ok((bytes, None));
        }
        copy => copy?,
    };
    let read = || std::fs::read(copy.path()).map_err(|reason| StoreError::Io { path: damaged.to_owned(), reason });
    let before = read()?;
    // SQLite carries the log over, unless the file is too broken for it: then it is read as it lies there.
    let carried = connect(copy.path()).and_then(|mut connection| {
        let _ = sqlx::raw_sql("pragma wal_checkpoint(truncate)").run(&mut connection);
        let migrated = migrated_version(&mut connection).ok().flatten();
        connection.close()?;
        Ok(migrated)
    });
    match carried {
        Ok(migrated) => Ok((read()?, migrated)),
        Err(_) => Ok((before, None)),
    }
}

/// The schema's version by the file's header; this release's where the header is gone.
fn schema_of(bytes: &[u8]) -> i64 {
    let version = bytes.get(60..64).map_or(0, |b| i64::from(u32::from_be_bytes([b[0], b[1], b[2], b[3]])));
    if bytes.starts_with(b"SQLite format 3\0") && (1..1000).contains(&version) { version } else { newest_schema() }
}

/// Whether the header says that this program made the file.
fn is_ours(bytes: &[u8]) -> bool {
    bytes.starts_with(b"SQLite format 3\0") && bytes.get(68..72) == Some(&APPLICATION_ID.to_be_bytes())
}

/// A new file of the damaged one's schema, in a transaction. No more people may read it than the damaged one.
fn furnished(path: &Path, schema: i64, damaged: &Path) -> Result<Store, StoreError> {
    let (part, usual) = new_part(path)?;
    let permissions = std::fs::metadata(damaged).map(|there| there.permissions());
    let permissions = permissions.ok().filter(|permissions| !permissions.readonly()).unwrap_or(usual);
    let make = || {
        let mut connection = connect(&part)?;
        migrations().run_to(schema, &mut *connection).wait().map_err(migration_error)?;
        let mut store = Store::in_place(connection, path, Home::Unpublished(part.clone(), permissions));
        // What refers to lost rows is left out in the end. Until then each row would be sought in every table that may refer to it.
        store.execute("pragma foreign_keys = off; begin immediate")?;
        Ok(store)
    };
    make().inspect_err(|_| remove_with_companions(&part))
}

fn fill(new: &mut Store, bytes: &[u8], backup: Option<&Path>, damaged: &Path, now: &str) -> Result<Rescue, StoreError> {
    sqlx::query("pragma defer_foreign_keys = on").run(&mut new.connection)?;
    let triggers = lift_triggers(&mut new.connection)?;
    let shapes = shapes(&mut new.connection)?;
    let mut found = Found::among(&Pages::of(bytes), &shapes);
    found.settle_by_schema(new, &shapes)?;
    let mut tables = BTreeMap::new();
    for table in RECORDS {
        let rows = found.tables.remove(table).unwrap_or_default();
        let mut saved = Saved { unread: found.unread(table, rows.keys().copied()), ..Saved::default() };
        for (id, (_, row)) in rows {
            // An image that cannot be read is a gap; the rest of the journal still helps.
            let is_sound =
                |key: &str| row.get(key).and_then(Value::as_str).is_none_or(|text| read_image::<Image>(text).is_ok());
            let is_kept = table != "change" || (is_sound("before") && is_sound("after"));
            if is_kept && new.put(table, id, &row)? { saved.read += 1 } else { saved.lost += 1 }
        }
        tables.insert(table.to_owned(), saved);
    }
    let journal = Journal::replayed(new, &found)?;
    let facts = fact_tables(&mut new.connection)?;
    found.settle_by(&journal, &shapes);
    let backup = match backup {
        Some(path) => {
            let seed = |image: &Image| image.get("seed").and_then(Value::as_i64).filter(|_| !is_torn(image));
            let read = found.tables.get("tournament").and_then(|rows| rows.values().find_map(|(_, image)| seed(image)));
            let (ours, theirs) = (journal.newest("tournament", 1).and_then(seed).or(read), holds(path)?);
            if ours.is_some_and(|ours| ours != theirs.seed) || !new.shares_commands(path)? {
                return Err(StoreError::OtherTournament { path: path.to_owned(), name: theirs.name });
            }
            rows_of(path, &facts)?
        }
        None => HashMap::new(),
    };
    for fact in &facts {
        let saved = new.save_facts(fact, &found, &journal, &backup)?;
        tables.insert(fact.clone(), saved);
    }
    let is_whole = new.mend_rulebook(found.tables.get("tournament"))?;
    new.drop_orphans(&mut tables)?;
    let heads: i64 = sqlx::query_scalar("select count(*) from tournament").one(&mut new.connection)?;
    let head = match heads {
        0 if !is_ours(bytes) && ["command", "change"].iter().all(|journal| tables[*journal].read == 0) => {
            let reason = "no tournament data can be read from it".to_owned();
            return Err(StoreError::Damaged { path: damaged.to_owned(), reason });
        }
        0 => new.put_head(found.head.as_ref(), damaged)?,
        _ if is_whole => Head::Whole,
        _ => Head::Torn,
    };
    if head != Head::Whole {
        tables.entry("tournament".to_owned()).or_default().lose(1);
    }
    for table in CARE {
        tables.insert(table.to_owned(), new.save_care(table, &found, damaged)?);
    }
    for trigger in triggers {
        sqlx::raw_sql(AssertSqlSafe(trigger)).run(&mut new.connection)?;
    }
    new.settle()?;
    let upgraded = upgrade(&mut new.connection);
    new.execute("begin immediate")?;
    upgraded?;
    let history_is_whole = new.journal_gaps()?.is_empty();
    if !history_is_whole {
        new.begin_history_anew(&facts, now)?;
    }
    let unplaced = if journal.is_whole { 0 } else { found.unplaced() };
    let hall = ["device", "report", "hall"].map(|table| found.tables.get(table).map_or(0, BTreeMap::len));
    Ok(Rescue { path: new.path().to_owned(), tables, history_is_whole, unplaced, hall, head, broken: Vec::new() })
}

impl Store {
    /// Whether this rescue and a backup have a command in common: two tournaments may have been made with one seed. Where nothing is
    /// left of the journal, nobody can say.
    fn shares_commands(&mut self, backup: &Path) -> Result<bool, StoreError> {
        let known: Vec<(i64, String, String)> =
            sqlx::query_as("select id, at, words || ' ' || summary from command").all(&mut self.connection)?;
        let theirs: HashSet<_> =
            journal_of(backup)?.into_iter().map(|e| (e.number, e.at, format!("{} {}", e.words, e.summary))).collect();
        Ok(known.is_empty() || known.iter().any(|command| theirs.contains(command)))
    }
}

/// Every fact of a sound file, by table and row.
fn rows_of(backup: &Path, facts: &[String]) -> Result<HashMap<String, BTreeMap<i64, Image>>, StoreError> {
    let mut store = Store::open_copy(backup)?;
    let known = fact_tables(&mut store.connection)?;
    let mut rows = HashMap::new();
    for fact in facts.iter().filter(|fact| known.contains(fact)) {
        rows.insert(fact.clone(), images(&mut store.connection, fact)?.into_iter().collect());
    }
    store.close()?;
    Ok(rows)
}

/// Whether a tournament's row shows that it is not whole: the hash in it is not of the rulebook in it.
fn is_torn(image: &Image) -> bool {
    let text = |column: &str| image.get(column).and_then(Value::as_str);
    text("rulebook_text").zip(text("rulebook_hash")).is_some_and(|(text, hash)| hash_of(text) != hash)
}

impl Store {
    /// Puts one row in. Returns whether the schema took it.
    pub(super) fn put(&mut self, table: &str, id: i64, image: &Image) -> Result<bool, StoreError> {
        let before = Some(Value::Object(image.clone()).to_string());
        let row = Change { fact: table.to_owned(), row: id, before, after: None };
        match self.put_back(&row) {
            Ok(()) => Ok(true),
            Err(StoreError::Refused(_) | StoreError::Unreadable(_) | StoreError::Database(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Saves the rows of one table. A journal of which nothing is missing is believed before any page; otherwise a page that the table's
    /// own tree leads to, since a later change may be among what the journal lost.
    fn save_facts(
        &mut self,
        fact: &str,
        found: &Found,
        journal: &Journal,
        backup: &HashMap<String, BTreeMap<i64, Image>>,
    ) -> Result<Saved, StoreError> {
        let none = BTreeMap::new();
        let (pages, journaled) = (found.tables.get(fact), journal.rows.get(fact));
        let backup = backup.get(fact);
        let mut ids: Vec<i64> = pages.into_iter().flat_map(|rows| rows.keys().copied()).collect();
        ids.extend(journaled.into_iter().flat_map(|rows| rows.keys().copied()));
        ids.extend(backup.unwrap_or(&none).keys().copied());
        ids.sort_unstable();
        ids.dedup();
        let unread = if journal.is_whole { Unread::default() } else { found.unread(fact, ids.iter().copied()) };
        let mut saved = Saved { unread, ..Saved::default() };
        for id in ids {
            let page = pages.and_then(|rows| rows.get(&id));
            let noted = journal.newest(fact, id);
            let is_removed = journal.is_removed(fact, id) || (journal.is_whole && noted.is_none());
            let from_page = page
                .filter(|(belonging, image)| match (journal.is_whole, belonging) {
                    (true, _) => agree(noted, Some(image)),
                    (false, Belonging::Reached) => true,
                    (false, Belonging::Looks) => !is_removed && (noted.is_none() || agree(noted, Some(image))),
                    (false, Belonging::GivenUp) => agree(noted, Some(image)),
                })
                .map(|(_, image)| image);
            let from_backup = backup.and_then(|rows| rows.get(&id)).filter(|_| !is_removed);
            let mut choices = [(from_page, 0), (noted, 1), (from_backup, 2)];
            choices.sort_by_key(|(image, _)| image.is_some_and(is_torn));
            let mut is_saved = false;
            for (image, source) in choices.into_iter().filter_map(|(image, source)| Some((image?, source))) {
                if self.put(fact, id, image)? {
                    *[&mut saved.read, &mut saved.from_journal, &mut saved.from_backup][source] += 1;
                    is_saved = true;
                    break;
                }
            }
            saved.lost += usize::from(!is_saved && (noted.is_some() || (page.is_some() && !is_removed)));
        }
        Ok(saved)
    }

    /// Takes over where backups go, and which there are. Those beside the damaged file stay there.
    fn save_care(&mut self, table: &str, found: &Found, damaged: &Path) -> Result<Saved, StoreError> {
        let rows = found.tables.get(table);
        let unread = found.unread(table, rows.into_iter().flat_map(|rows| rows.keys().copied()));
        let mut saved = Saved { unread, ..Saved::default() };
        let damaged = std::path::absolute(damaged).unwrap_or_else(|_| damaged.to_owned());
        for (id, (belonging, image)) in rows.into_iter().flatten() {
            let mut image = image.clone();
            if let Some(Value::String(path)) = image.get_mut("path") {
                *path = resolved(&damaged, std::mem::take(path)).to_string_lossy().into_owned();
            }
            // One that was given up was dropped from the list.
            if *belonging != Belonging::GivenUp && self.put(table, *id, &image)? {
                saved.read += 1;
            } else {
                saved.lost += usize::from(*belonging != Belonging::GivenUp);
            }
        }
        Ok(saved)
    }

    /// The rulebook is the longest text of the file, so damage likely falls into it. Its hash proves it, and it is in the table's pages, in
    /// the journal, and among the books that ship. Returns whether the row that holds it can be believed.
    fn mend_rulebook(&mut self, pages: Option<&BTreeMap<i64, (Belonging, Image)>>) -> Result<bool, StoreError> {
        let kept: Vec<(Option<String>, Option<String>)> = sqlx::query_as(
            "select rulebook_text, rulebook_hash from tournament
             union all
             select json_extract(after, '$.rulebook_text'), json_extract(after, '$.rulebook_hash')
             from change
             where fact = 'tournament' and after is not null",
        )
        .all(&mut self.connection)?;
        let (mut texts, mut hashes): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for (text, hash) in kept {
            texts.extend(text);
            hashes.extend(hash);
        }
        for (_, image) in pages.into_iter().flat_map(BTreeMap::values) {
            let column = |name: &str| image.get(name).and_then(Value::as_str).map(str::to_owned);
            texts.extend(column("rulebook_text"));
            hashes.extend(column("rulebook_hash"));
        }
        texts.extend(rulebook::all().iter().map(|book| book.text.clone()));
        let fitting = |text: &&String| hashes.iter().any(|hash| hash_of(text) == *hash);
        let whole = texts.iter().find(fitting);
        // Text and hash are both lost, in the row's tail, and what else is there: the book of that name is the best that is left.
        let named: Option<String> =
            sqlx::query_scalar("select rulebook from tournament").maybe(&mut self.connection)?;
        let book = whole.is_none().then(|| rulebook::by_id(&named?)).flatten();
        let Some(text) = whole.or(book.map(|book| &book.text)) else { return Ok(true) };
        sqlx::query("update tournament set rulebook_text = ?, rulebook_hash = ?")
            .bind(text)
            .bind(hash_of(text))
            .run(&mut self.connection)?;
        Ok(whole.is_some())
    }

    /// Puts in a row of the tournament where none could be read: with what is left of its beginning, or with the name of the file.
    fn put_head(&mut self, begins: Option<&Image>, damaged: &Path) -> Result<Head, StoreError> {
        let id = begins.and_then(|image| image.get("rulebook")?.as_str());
        let named = id.and_then(rulebook::by_id);
        let usual = || rulebook::by_id(rulebook::DEFAULT);
        let book = named.or_else(usual).ok_or_else(|| StoreError::Unreadable(rulebook::DEFAULT.to_owned()))?;
        let stem = damaged.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let column = |column: &str| begins.and_then(|image| image.get(column).cloned()).unwrap_or_default();
        let mut row = json!({
            "name": column("name"), "date": column("date"), "venue": column("venue"), "rulebook": book.id,
            "rulebook_text": book.text, "rulebook_hash": hash_of(&book.text), "seed": 0,
        });
        let mut put = |row: &Value| self.put("tournament", 1, row.as_object().unwrap_or(&Image::new()));
        if begins.is_some() && put(&row)? {
            return Ok(if named.is_some() { Head::Torn } else { Head::OtherRulebook });
        }
        (row["name"], row["date"], row["venue"]) = (json!(stem), Value::Null, Value::Null);
        if put(&row)? { Ok(Head::Lost) } else { Err(StoreError::Unreadable("the tournament's name".to_owned())) }
    }

    /// Leaves out rows that refer to rows that are lost, until every reference holds.
    fn drop_orphans(&mut self, tables: &mut BTreeMap<String, Saved>) -> Result<(), StoreError> {
        loop {
            let orphans = sqlx::query("pragma foreign_key_check").all(&mut self.connection)?;
            if orphans.is_empty() {
                return Ok(());
            }
            for orphan in orphans {
                let (table, id): (String, i64) = (orphan.try_get(0)?, orphan.try_get(1)?);
                let sql = format!("delete from \"{table}\" where id = ?");
                let done = sqlx::query(AssertSqlSafe(sql)).bind(id).done(&mut self.connection)?;
                let gone = usize::try_from(done.rows_affected()).unwrap_or_default();
                tables.entry(table).or_default().lose(gone);
            }
        }
    }

    /// Where the journal has gaps, keeps who did what, and starts the row images afresh with the rescue itself.
    fn begin_history_anew(&mut self, facts: &[String], now: &str) -> Result<(), StoreError> {
        sqlx::query("delete from change").run(&mut self.connection)?;
        sqlx::query("delete from command where target is not null").run(&mut self.connection)?;
        let rescue = self.record(EntryKind::Do, "recover", None, now)?;
        for fact in facts {
            for (id, image) in images(&mut self.connection, fact)? {
                let after = Value::Object(image).to_string();
                self.insert("change", &json!({ "command": rescue, "fact": fact, "row": id, "after": after }))?;
            }
        }
        sqlx::query(
            "insert into safekeeping (id, undo_floor) values (1, ?1) on conflict (id) do update set undo_floor = ?1",
        )
        .bind(rescue)
        .run(&mut self.connection)?;
        self.conclude(rescue, "saved from a damaged file")
    }
}
