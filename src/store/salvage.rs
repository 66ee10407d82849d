//! Saving what can be read of a damaged file into a new one: rows from its pages, the rest from the journal's images, and what both
//! lack from a backup where one is named.

use super::error::StoreError;
use super::file::{Store, connect};
use super::integrity::{agree, hash_of, holds, images, is_hash_of, journal_of};
use super::journal::{Change, EntryKind, Image, image};
use super::on_disk::{ReadingCopy, remove_with_companions};
use super::opening::new_part;
use super::pages::{Pages, Row};
use super::schema::{MIGRATIONS, fact_tables, lift_triggers, newest_schema, not_laid, upgrade};
use super::wait::Wait;
use crate::rulebook;
use serde_json::Value;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection, Row as _};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Tables that are saved beside the facts, and before them.
const RECORDS: [&str; 3] = ["command", "change", "printed"];

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
    /// What `check` will still find broken.
    pub broken: Vec<String>,
}

/// Saves what can be read into a new tournament file. The damaged one, and the backup, are only read.
pub fn salvage(damaged: &Path, backup: Option<&Path>, target: &Path, now: &str) -> Result<Rescue, StoreError> {
    let bytes = whole_bytes(damaged)?;
    let schema = schema_of(&bytes);
    if schema > newest_schema() {
        return Err(StoreError::Newer { path: damaged.to_owned(), found: schema, known: newest_schema() });
    }
    let path = Store::free_path(target)?;
    let mut new = furnished(&path, schema, damaged)?;
    match fill(&mut new, &bytes, backup, damaged, now) {
        Ok((tables, history_is_whole)) => {
            let broken = new.integrity()?;
            new.commit()?;
            Ok(Rescue { path, tables, history_is_whole, broken })
        }
        Err(error) => {
            new.abandon()?;
            Err(error)
        }
    }
}

/// The file's bytes, with what was committed to its log.
fn whole_bytes(damaged: &Path) -> Result<Vec<u8>, StoreError> {
    let copy = ReadingCopy::of(damaged)?;
    let read = || std::fs::read(copy.path()).map_err(|reason| StoreError::Io { path: damaged.to_owned(), reason });
    let before = read()?;
    // SQLite carries the log over, unless the file is too broken for it: then it is read as it lies there.
    let carried = connect(copy.path()).and_then(|mut connection| {
        let _ = sqlx::raw_sql("pragma wal_checkpoint(truncate)").execute(&mut connection).wait();
        connection.close().wait().map_err(StoreError::from)
    });
    if carried.is_ok() { read() } else { Ok(before) }
}

/// The schema's version by the file's header; this release's where the header is gone.
fn schema_of(bytes: &[u8]) -> i64 {
    let told = bytes.get(60..64).map_or(0, |b| i64::from(u32::from_be_bytes([b[0], b[1], b[2], b[3]])));
    if bytes.starts_with(b"SQLite format 3\0") && (1..1000).contains(&told) { told } else { newest_schema() }
}

/// A new file of the damaged one's schema, in a transaction. No more people may read it than the damaged one.
fn furnished(path: &Path, schema: i64, damaged: &Path) -> Result<Store, StoreError> {
    let (part, usual) = new_part(path)?;
    let permissions = std::fs::metadata(damaged).map(|there| there.permissions());
    let permissions = permissions.ok().filter(|permissions| !permissions.readonly()).unwrap_or(usual);
    let make = || {
        let mut connection = connect(&part)?;
        MIGRATIONS.run_to(schema, &mut connection).wait().map_err(not_laid)?;
        let mut store = Store::unpublished(connection, path, &part, permissions);
        store.begin("begin immediate")?;
        Ok(store)
    };
    make().inspect_err(|_| remove_with_companions(&part))
}

fn fill(
    new: &mut Store,
    bytes: &[u8],
    backup: Option<&Path>,
    damaged: &Path,
    now: &str,
) -> Result<(BTreeMap<String, Saved>, bool), StoreError> {
    sqlx::query("pragma defer_foreign_keys = on").execute(&mut new.connection).wait()?;
    let triggers = lift_triggers(&mut new.connection)?;
    let shapes = shapes(&mut new.connection)?;
    let mut found = Found::among(&Pages::of(bytes), &shapes);
    let mut tables = BTreeMap::new();
    for table in RECORDS {
        let mut saved = Saved::default();
        for (id, (_, row)) in found.tables.remove(table).unwrap_or_default() {
            // An image that cannot be read is a gap; the rest of the journal still tells.
            let is_sound = |key: &str| row.get(key).and_then(Value::as_str).is_none_or(|text| image_of(text).is_some());
            let is_kept = table != "change" || (is_sound("before") && is_sound("after"));
            if is_kept && new.put(table, id, &row)? { saved.read += 1 } else { saved.lost += 1 }
        }
        tables.insert(table.to_owned(), saved);
    }
    let journal = Journal::replayed(new, found.newest_change)?;
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
    if !new.mend_rulebook(found.tables.get("tournament"))? {
        tables.entry("tournament".to_owned()).or_default().lose(1);
    }
    new.drop_orphans(&mut tables)?;
    let heads: i64 = sqlx::query_scalar("select count(*) from tournament").fetch_one(&mut new.connection).wait()?;
    if heads == 0 {
        return Err(StoreError::Damaged {
            path: damaged.to_owned(),
            reason: "not even the tournament's name can be read".to_owned(),
        });
    }
    for trigger in triggers {
        sqlx::raw_sql(AssertSqlSafe(trigger)).execute(&mut new.connection).wait()?;
    }
    new.settle()?;
    let upgraded = upgrade(&mut new.connection);
    new.begin("begin immediate")?;
    upgraded?;
    let is_whole = new.journal_gaps()?.is_empty();
    if !is_whole {
        new.begin_history_anew(&facts, now)?;
    }
    Ok((tables, is_whole))
}

impl Store {
    /// Whether this rescue and a backup have a command in common: two tournaments may have been made with one seed. Where nothing is
    /// left of the journal, nobody can tell.
    fn shares_commands(&mut self, backup: &Path) -> Result<bool, StoreError> {
        let known: Vec<(i64, String, String)> = sqlx::query_as("select id, at, words || ' ' || summary from command")
            .fetch_all(&mut self.connection)
            .wait()?;
        let theirs: HashSet<_> =
            journal_of(backup)?.into_iter().map(|e| (e.number, e.at, format!("{} {}", e.words, e.summary))).collect();
        Ok(known.is_empty() || known.iter().any(|command| theirs.contains(command)))
    }
}

/// A table's columns: name, and whether it holds text.
type Shape = Vec<(String, bool)>;

fn shapes(connection: &mut SqliteConnection) -> Result<BTreeMap<String, Shape>, StoreError> {
    let rows: Vec<(String, String, String)> = sqlx::query_as(
        "select m.name, p.name, p.type from sqlite_master as m, pragma_table_info(m.name) as p
         where m.type = 'table' and m.name not like 'sqlite_%' and m.name <> '_sqlx_migrations'
         order by m.name, p.cid",
    )
    .fetch_all(connection)
    .wait()?;
    let mut shapes: BTreeMap<String, Shape> = BTreeMap::new();
    for (table, column, kind) in rows {
        shapes.entry(table).or_default().push((column, kind.eq_ignore_ascii_case("text")));
    }
    Ok(shapes)
}

/// The row as the journal would write it, if it can be one of a table: the id stands apart, and texts and numbers in their columns.
fn as_image(row: &Row, shape: &Shape) -> Option<Image> {
    let fits = |(value, (_, is_text)): (&Value, &(String, bool))| {
        value.is_null() || (if *is_text { value.is_string() } else { value.is_i64() })
    };
    let is_one = row.values.len() > 1
        && row.values.len() <= shape.len()
        && row.values[0].is_null()
        && row.values.iter().zip(shape).all(fits);
    is_one.then(|| {
        let columns = shape.iter().map(|(column, _)| column.clone());
        let mut image: Image = columns.zip(row.values.iter().cloned()).collect();
        image.insert("id".to_owned(), row.id.into());
        image
    })
}

/// What a row of `sqlite_sequence` says of the journal.
fn count_of_changes(row: &Row) -> Option<i64> {
    let [Value::String(table), Value::Number(newest)] = row.values.as_slice() else { return None };
    newest.as_i64().filter(|_| table == "change")
}

/// How far a row's page tells whose it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    /// The table's own tree leads to it.
    Reached,
    /// It looks like a row of this table and of no other.
    Looks,
    /// It stands in a page that was given up: it may have been deleted.
    GivenUp,
}

/// What the pages hold, by table and row.
struct Found {
    tables: HashMap<String, BTreeMap<i64, (Standing, Image)>>,
    /// Pages whose rows could be of several tables.
    unsettled: Vec<(Standing, Vec<Row>, Vec<String>)>,
    /// The newest number the journal gave, by SQLite's own count: where its last rows are gone, nothing else tells of them.
    newest_change: Option<i64>,
}

impl Found {
    fn among(pages: &Pages<'_>, shapes: &BTreeMap<String, Shape>) -> Self {
        let (by_table, free) = (pages.by_table(), pages.free());
        let mut found = Self { tables: HashMap::new(), unsettled: Vec::new(), newest_change: None };
        for (page, rows) in (1..=pages.count()).filter_map(|page| Some((page, pages.rows(page)?))) {
            found.newest_change = found.newest_change.max(rows.iter().filter_map(count_of_changes).max());
            let fitting = |shape: &Shape| rows.iter().filter(|row| as_image(row, shape).is_some()).count();
            let best = shapes.values().map(fitting).max().filter(|best| *best > 0).unwrap_or(usize::MAX);
            let candidates: Vec<&String> =
                shapes.iter().filter(|(_, shape)| fitting(shape) == best).map(|(table, _)| table).collect();
            let standing = if free.contains(&page) { Standing::GivenUp } else { Standing::Looks };
            match (by_table.get(&page).filter(|table| candidates.contains(table)), candidates.as_slice()) {
                (Some(table), _) if standing == Standing::Looks => {
                    found.add(Standing::Reached, &rows, table, &shapes[table])
                }
                (_, [table]) => found.add(standing, &rows, table, &shapes[*table]),
                (_, several) => {
                    let several = several.iter().map(|table| (*table).clone()).collect();
                    found.unsettled.push((standing, rows, several));
                }
            }
        }
        found
    }

    /// Of several copies of a row, the one whose page tells most stays.
    fn add(&mut self, standing: Standing, rows: &[Row], table: &str, shape: &Shape) {
        let known = self.tables.entry(table.to_owned()).or_default();
        for (id, image) in rows.iter().filter_map(|row| Some((row.id, as_image(row, shape)?))) {
            if known.get(&id).is_none_or(|(before, _)| standing < *before) {
                known.insert(id, (standing, image));
            }
        }
    }

    /// Gives pages that could be of several tables to the one whose rows the journal knows so.
    fn settle_by(&mut self, journal: &Journal, shapes: &BTreeMap<String, Shape>) {
        for (standing, rows, candidates) in std::mem::take(&mut self.unsettled) {
            let known = |table: &String| {
                let is_known = |row: &&Row| {
                    let image = as_image(row, &shapes[table]);
                    image.is_some() && agree(journal.newest(table, row.id), image.as_ref())
                };
                rows.iter().filter(is_known).count()
            };
            let best = candidates.iter().map(|table| (known(table), table)).max().filter(|(known, _)| *known > 0);
            if let Some((_, table)) = best {
                self.add(standing, &rows, table, &shapes[table]);
            }
        }
    }
}

/// What the journal says is there.
struct Journal {
    rows: HashMap<String, BTreeMap<i64, Option<Image>>>,
    /// Nothing of it is missing, as far as it can tell itself.
    is_whole: bool,
}

impl Journal {
    fn replayed(new: &mut Store, newest_change: Option<i64>) -> Result<Self, StoreError> {
        let changes = sqlx::query("select id, command, fact, row, before, after from change order by id")
            .fetch_all(&mut new.connection)
            .wait()?;
        let newest: i64 =
            sqlx::query_scalar("select coalesce(max(id), 0) from command").fetch_one(&mut new.connection).wait()?;
        let mut journal = Self { rows: HashMap::new(), is_whole: !changes.is_empty() };
        let mut told = 0;
        for (due, change) in (1..).zip(&changes) {
            let (id, command): (i64, i64) = (change.try_get("id")?, change.try_get("command")?);
            let (before, after) = (image(change.try_get("before")?)?, image(change.try_get("after")?)?);
            let rows = journal.rows.entry(change.try_get("fact")?).or_default();
            let stood = rows.insert(change.try_get("row")?, after).flatten();
            journal.is_whole &= id == due && agree(stood.as_ref(), before.as_ref());
            told = command;
        }
        journal.is_whole &= told == newest && newest_change.is_none_or(|newest| newest == changes.len() as i64);
        Ok(journal)
    }

    fn newest(&self, fact: &str, id: i64) -> Option<&Image> {
        self.rows.get(fact)?.get(&id)?.as_ref()
    }

    fn is_removed(&self, fact: &str, id: i64) -> bool {
        self.rows.get(fact).and_then(|rows| rows.get(&id)).is_some_and(Option::is_none)
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
    text("rulebook_text").zip(text("rulebook_hash")).is_some_and(|(text, hash)| !is_hash_of(hash, text))
}

fn image_of(text: &str) -> Option<Image> {
    serde_json::from_str(text).ok()
}

impl Store {
    /// Puts one row in. Tells whether the schema took it.
    fn put(&mut self, table: &str, id: i64, image: &Image) -> Result<bool, StoreError> {
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
        let (pages, told) = (found.tables.get(fact), journal.rows.get(fact));
        let backup = backup.get(fact);
        let mut ids: Vec<i64> = pages.into_iter().flat_map(|rows| rows.keys().copied()).collect();
        ids.extend(told.into_iter().flat_map(|rows| rows.keys().copied()));
        ids.extend(backup.unwrap_or(&none).keys().copied());
        ids.sort_unstable();
        ids.dedup();
        let mut saved = Saved::default();
        for id in ids {
            let page = pages.and_then(|rows| rows.get(&id));
            let noted = journal.newest(fact, id);
            let is_removed = journal.is_removed(fact, id) || (journal.is_whole && noted.is_none());
            let from_page = page
                .filter(|(standing, image)| match (journal.is_whole, standing) {
                    (true, _) => agree(noted, Some(image)),
                    (false, Standing::Reached) => true,
                    (false, Standing::Looks) => !is_removed && (noted.is_none() || agree(noted, Some(image))),
                    (false, Standing::GivenUp) => agree(noted, Some(image)),
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

    /// The rulebook is the longest text of the file, so damage likely falls into it. Its hash tells, and it stands in the table's pages, in
    /// the journal, and among the books that ship. Tells whether the row that holds it can be believed.
    fn mend_rulebook(&mut self, pages: Option<&BTreeMap<i64, (Standing, Image)>>) -> Result<bool, StoreError> {
        let kept: Vec<(Option<String>, Option<String>)> = sqlx::query_as(
            "select rulebook_text, rulebook_hash from tournament
             union all
             select json_extract(after, '$.rulebook_text'), json_extract(after, '$.rulebook_hash')
             from change
             where fact = 'tournament' and after is not null",
        )
        .fetch_all(&mut self.connection)
        .wait()?;
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
        let fitting = |text: &&String| hashes.iter().any(|hash| is_hash_of(hash, text));
        let whole = texts.iter().find(fitting);
        // Text and hash are both lost, in the row's tail, and what else stands there: the book of that name is the best that is left.
        let named: Option<String> =
            sqlx::query_scalar("select rulebook from tournament").fetch_optional(&mut self.connection).wait()?;
        let book = whole.is_none().then(|| rulebook::by_id(&named?)).flatten();
        let Some(text) = whole.or(book.map(|book| &book.text)) else { return Ok(true) };
        sqlx::query("update tournament set rulebook_text = ?, rulebook_hash = ?")
            .bind(text)
            .bind(hash_of(text))
            .execute(&mut self.connection)
            .wait()?;
        Ok(whole.is_some())
    }

    /// Leaves out rows that refer to rows that are lost, until every reference holds.
    fn drop_orphans(&mut self, tables: &mut BTreeMap<String, Saved>) -> Result<(), StoreError> {
        loop {
            let orphans = sqlx::query("pragma foreign_key_check").fetch_all(&mut self.connection).wait()?;
            if orphans.is_empty() {
                return Ok(());
            }
            for orphan in orphans {
                let (table, id): (String, i64) = (orphan.try_get(0)?, orphan.try_get(1)?);
                let sql = format!("delete from \"{table}\" where id = ?");
                let done = sqlx::query(AssertSqlSafe(sql)).bind(id).execute(&mut self.connection).wait()?;
                let gone = usize::try_from(done.rows_affected()).unwrap_or_default();
                tables.entry(table).or_default().lose(gone);
            }
        }
    }

    /// Where the journal has gaps, keeps who did what, and starts the row images afresh with the rescue itself.
    fn begin_history_anew(&mut self, facts: &[String], now: &str) -> Result<(), StoreError> {
        sqlx::query("delete from change").execute(&mut self.connection).wait()?;
        sqlx::query("delete from command where target is not null").execute(&mut self.connection).wait()?;
        let rescue = self.record(EntryKind::Do, "recover", None, now)?;
        self.summarise(rescue, "saved from a damaged file")?;
        for fact in facts {
            for (id, image) in images(&mut self.connection, fact)? {
                sqlx::query("insert into change (command, fact, row, before, after) values (?, ?, ?, null, ?)")
                    .bind(rescue)
                    .bind(fact)
                    .bind(id)
                    .bind(serde_json::Value::Object(image).to_string())
                    .execute(&mut self.connection)
                    .wait()?;
            }
        }
        sqlx::query(
            "insert into safekeeping (id, undo_floor) values (1, ?1) on conflict (id) do update set undo_floor = ?1",
        )
        .bind(rescue)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }
}
