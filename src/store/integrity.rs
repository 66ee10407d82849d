//! Whether a file is sound, and what it holds, without touching it: pages, references, the schema itself, and whether the journal adds
//! up.

use super::error::StoreError;
use super::file::Store;
use super::journal::{Entry, Image, image};
use super::schema::{DECLARATIONS, Declared, Print, columns, declared, expected_schema, fact_tables, newest_schema};
use super::wait::Ask;
use sha2::{Digest, Sha256};
use sqlx::AssertSqlSafe;
use sqlx::sqlite::SqliteConnection;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// What a tournament file holds, in short.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Held {
    pub name: String,
    pub seed: i64,
    /// The first command of all: with the seed, which may be chosen, it distinguishes tournaments. A rescue may have lost it.
    #[sqlx(skip)]
    pub origin: Option<String>,
    pub version: i64,
    /// When that was, RFC 3339 with offset.
    pub at: String,
    /// What was typed then.
    pub words: String,
    pub teams: i64,
    /// How many rounds are posted, all sections together.
    pub rounds: i64,
    pub slips: i64,
    /// Devices that take part in the hall.
    pub devices: i64,
    pub contacts: i64,
    /// Whether a standby keeps it as its copy.
    pub is_standbys: bool,
}

impl Held {
    pub fn is_same_tournament(&self, other: &Self) -> bool {
        self.is_of(other.seed, other.origin.as_deref())
    }

    /// Whether this is a state of the tournament with this seed and first command, as far as both still know theirs.
    pub(super) fn is_of(&self, seed: i64, origin: Option<&str>) -> bool {
        self.seed == seed && self.origin.as_deref().zip(origin).is_none_or(|(ours, theirs)| ours == theirs)
    }
}

/// Reads what a file holds and verifies it in full, on a copy: neither the file nor its folder is written.
pub fn holds(path: &Path) -> Result<Held, StoreError> {
    let mut store = Store::open_copy(path)?;
    let broken = store.integrity().map_err(|e| e.naming(path))?;
    let held = store.held();
    store.close()?;
    match broken.into_iter().next() {
        Some(reason) => Err(StoreError::Damaged { path: path.to_owned(), reason }),
        None => held,
    }
}

/// The journal of a file, read in a copy.
pub fn journal_of(path: &Path) -> Result<Vec<Entry>, StoreError> {
    let mut store = Store::open_copy(path)?;
    let journal = store.journal();
    store.close()?;
    journal
}

impl Store {
    pub fn held(&mut self) -> Result<Held, StoreError> {
        let origin = self.origin()?;
        let held: Option<Held> = sqlx::query_as(
            "select tournament.name, seed, command.id as version, command.at, command.words,
                    (select count(*) from team) as teams, (select count(*) from round) as rounds, (select count(*) from slip) as slips,
                    (select count(*) from device where joined is not null and revoked is null) as devices,
                    (select count(*) from contact) as contacts,
                    exists (select 1 from hall where taken_over = epoch) as is_standbys
             from tournament, command
             where command.id = (select max(id) from command)",
        )
        .maybe(&mut self.connection)?;
        held.map(|held| Held { origin, ..held })
            .ok_or_else(|| StoreError::Unreadable("there is no tournament in it".to_owned()))
    }

    /// What SQLite, the schema and the journal find broken; empty when all is well.
    pub fn integrity(&mut self) -> Result<Vec<String>, StoreError> {
        let found: Vec<String> = sqlx::query_scalar("pragma integrity_check").all(&mut self.connection)?;
        let pages =
            found.iter().flat_map(|lines| lines.lines()).filter(|line| *line != "ok" && !line.starts_with("***"));
        let mut broken: Vec<String> = pages.map(str::to_owned).collect();
        let orphans: Vec<(String, i64, String)> =
            sqlx::query_as("pragma foreign_key_check").all(&mut self.connection)?;
        for (fact, _, parent) in orphans {
            broken.push(format!("a row in {fact} refers to a row in {parent} that doesn't exist"));
        }
        let books: Vec<(String, String)> =
            sqlx::query_as("select rulebook_text, rulebook_hash from tournament").all(&mut self.connection)?;
        if books.iter().any(|(text, hash)| hash_of(text) != *hash) {
            broken.push("the rulebook text is not the one the tournament was created with".to_owned());
        }
        broken.extend(self.schema_differences()?);
        broken.extend(self.journal_gaps()?);
        Ok(broken)
    }

    /// A glance that is cheap enough for every opening: is each page of the file in order?
    ///
    /// Values that the schema does not allow are left to [`Store::load`], which reads none: to look for them here, SQLite lists
    /// the values that are allowed anew for each row, which takes ten times as long as all the rest.
    pub fn glance(&mut self) -> Result<(), StoreError> {
        self.execute("pragma ignore_check_constraints = on")?;
        let found: Result<Vec<String>, StoreError> =
            sqlx::query_scalar("pragma quick_check(1)").all(&mut self.connection);
        // Whatever was found, what is written later is held against them.
        let put_back = self.execute("pragma ignore_check_constraints = off");
        let found = found.map_err(|e| e.naming(&self.path))?.concat();
        put_back?;
        if found == "ok" {
            return Ok(());
        }
        // The first line only names the database.
        let reason = found.lines().find(|line| !line.starts_with("***")).unwrap_or(&found).to_owned();
        Err(StoreError::Damaged { path: self.path.clone(), reason })
    }

    /// Where tables, constraints or triggers are not those of this release.
    fn schema_differences(&mut self) -> Result<Vec<String>, StoreError> {
        let text: String = sqlx::query_scalar(DECLARATIONS).one(&mut self.connection)?;
        let print = Print::of(newest_schema(), &text);
        if print.is_whole() {
            return Ok(Vec::new());
        }
        let (due, real) = (expected_schema(newest_schema())?, declared(&mut self.connection)?);
        if due == real {
            print.remember(true);
        }
        let name = |Declared { kind, name, .. }: &Declared| format!("{kind} {name}");
        let missing = due.difference(&real).map(|o| format!("the {} is missing or was altered", name(o)));
        let names: BTreeSet<String> = due.iter().map(name).collect();
        let foreign = real
            .difference(&due)
            .map(name)
            .filter(|n| !names.contains(n))
            .map(|n| format!("the {n} does not belong here"));
        Ok(missing.chain(foreign).collect())
    }

    /// Where the journal's images do not lead from an empty file to the rows that are there.
    pub(super) fn journal_gaps(&mut self) -> Result<Vec<String>, StoreError> {
        let mut broken = Vec::new();
        let mut rows: HashMap<(String, i64), Image> = HashMap::new();
        for (command, change) in self.all_changes()? {
            let key = (change.fact, change.row);
            let [before, after] = [change.before, change.after].map(|text| {
                image(text.as_deref()).unwrap_or_else(|_| {
                    broken.push(format!("what command {command} changed of {} {} cannot be read", key.0, key.1));
                    // An image that has no column agrees with any.
                    Some(Image::new())
                })
            });
            let stood = match after {
                Some(after) => rows.insert(key.clone(), after),
                None => rows.remove(&key),
            };
            if !agree(stood.as_ref(), before.as_ref()) {
                broken.push(format!("the journal has a gap before command {command}: {} {}", key.0, key.1));
            }
        }
        for fact in fact_tables(&mut self.connection)? {
            for (id, row) in images(&mut self.connection, &fact)? {
                let noted = rows.remove(&(fact.clone(), id));
                if !agree(noted.as_ref(), Some(&row)) {
                    broken.push(format!("{fact} {id} doesn't match the journal"));
                }
            }
        }
        let mut lost: Vec<_> = rows.into_keys().collect();
        lost.sort();
        broken.extend(
            lost.into_iter()
                .map(|(fact, id)| format!("{fact} {id} is gone, but the journal has no record of its removal")),
        );
        broken.extend(self.command_gaps()?);
        Ok(broken)
    }

    /// Journal entries that cannot be: an undo of an undo, a redo of what was never undone, a change of no command.
    fn command_gaps(&mut self) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(i64, String, String, Option<String>)> = sqlx::query_as(
            "select command.id, command.kind, target.kind,
                    (select kind from command as last
                     where last.id < command.id and last.target = command.target
                     order by last.id desc limit 1)
             from command join command as target on target.id = command.target
             order by command.id",
        )
        .all(&mut self.connection)?;
        let mut broken = Vec::new();
        for (number, kind, of, last) in rows {
            let fits = of == "do"
                && if kind == "undo" { last.as_deref() != Some("undo") } else { last.as_deref() == Some("undo") };
            if !fits {
                broken.push(format!("command {number} is an {kind} of something that could not be {kind}ne"));
            }
        }
        Ok(broken)
    }
}

/// The hash that is kept beside a rulebook's text.
pub(super) fn hash_of(text: &str) -> String {
    format!("{:x}", Sha256::digest(text.as_bytes()))
}

/// Whether two images say the same. A column that a later release added is in only one of them, and is passed over.
pub(super) fn agree(one: Option<&Image>, other: Option<&Image>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => one.iter().all(|(column, value)| other.get(column).is_none_or(|v| v == value)),
        _ => false,
    }
}

/// Every row of a fact table, as the journal would write it.
pub(super) fn images(connection: &mut SqliteConnection, fact: &str) -> Result<Vec<(i64, Image)>, StoreError> {
    let pairs: Vec<String> = columns(connection, fact)?.iter().map(|c| format!("'{c}', \"{c}\"")).collect();
    let pairs = pairs.join(", ");
    let sql = format!("select json_group_array(json_array(id, json_object({pairs})) order by id) from \"{fact}\"");
    let all: String = sqlx::query_scalar(AssertSqlSafe(sql)).one(connection)?;
    serde_json::from_str(&all).map_err(|e| StoreError::Unreadable(format!("{fact}: {e}")))
}
