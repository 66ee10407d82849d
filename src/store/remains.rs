//! What is left of a damaged file: the rows that stand in its pages, by table, and what its journal says.

use super::error::StoreError;
use super::file::Store;
use super::integrity::agree;
use super::journal::{Image, image};
use super::pages::{LeafRow, Pages, Tree};
use super::wait::Ask;
use serde_json::Value;
use sqlx::Row as _;
use sqlx::sqlite::SqliteConnection;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Rows of a page that are tried in each table that it could be of.
const TRIED: usize = 5;

/// A table's columns: name, and whether it holds text.
pub(super) type Shape = Vec<(String, bool)>;

pub(super) fn shapes(connection: &mut SqliteConnection) -> Result<BTreeMap<String, Shape>, StoreError> {
    let rows: Vec<(String, String, String)> = sqlx::query_as(
        "select m.name, p.name, p.type from sqlite_master as m, pragma_table_info(m.name) as p
         where m.type = 'table' and m.name not like 'sqlite_%' and m.name <> '_sqlx_migrations'
         order by m.name, p.cid",
    )
    .all(connection)?;
    let mut shapes: BTreeMap<String, Shape> = BTreeMap::new();
    for (table, column, kind) in rows {
        shapes.entry(table).or_default().push((column, kind.eq_ignore_ascii_case("text")));
    }
    Ok(shapes)
}

/// The row as the journal would write it, if it can be one of a table: the id is separate, and texts and numbers in their columns.
fn as_image(row: &LeafRow, shape: &Shape) -> Option<Image> {
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

/// The beginning of the tournament's own row as a torn row has it, the table's own or one of the journal's; the higher the number, the
/// more it is to be believed.
fn head_in(row: &LeafRow, shape: &Shape) -> Option<(i64, Image)> {
    let kept = |image: &Image| image.get("rulebook").is_some_and(Value::is_string);
    if let [Value::Null, Value::Number(_), Value::String(fact), Value::Number(_), before @ ..] = row.values.as_slice() {
        // The image after a change comes last; it is cut where the rulebook's text begins.
        let begins = row.torn.as_deref().filter(|_| fact == "tournament" && before.len() == 1)?;
        let (head, _) = begins.split_once(",\"rulebook_text\":")?;
        let image = serde_json::from_str::<Image>(&format!("{head}}}")).ok().filter(kept)?;
        return Some((row.id, image));
    }
    let cut = LeafRow { id: row.id, values: row.values.clone(), torn: None };
    let image = as_image(&cut, shape).filter(|image| row.id == 1 && kept(image))?;
    Some((i64::MAX, image))
}

/// What a row of `sqlite_sequence` says: the newest number that a table gave.
fn count_of(row: &LeafRow) -> Option<(&str, i64)> {
    let [Value::String(table), Value::Number(newest)] = row.values.as_slice() else { return None };
    Some((table, newest.as_i64()?))
}

/// How far a row's page says whose it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Belonging {
    /// The table's own tree leads to it.
    Reached,
    /// It looks like a row of this table and of no other.
    Looks,
    /// It is in a page that was given up: it may have been deleted.
    GivenUp,
}

/// How many rows may have stood in pages that are gone, and in the part of the journal that is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    AtMost(usize),
    Unknown,
}

impl Default for Unread {
    fn default() -> Self {
        Self::AtMost(0)
    }
}

impl Unread {
    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}

/// What the pages hold, by table and row.
pub(super) struct Found {
    pub tables: HashMap<String, BTreeMap<i64, (Belonging, Image)>>,
    /// Pages whose rows could be of several tables.
    unsettled: Vec<(Belonging, Vec<LeafRow>, Vec<String>)>,
    /// Tables of which no page is missing.
    whole: HashSet<String>,
    /// The newest number that each table gave, by SQLite's own count: where its last rows are gone, nothing else shows them.
    given: HashMap<String, i64>,
    /// The beginning of the tournament's own row: the rulebook's text makes it so long that its end is in other pages.
    pub head: Option<Image>,
}

impl Found {
    pub(super) fn among(pages: &Pages<'_>, shapes: &BTreeMap<String, Shape>) -> Self {
        let (trees, free) = (pages.trees(), pages.free());
        let leaves = |(table, tree): (_, &Tree)| tree.leaves.iter().map(move |page| (*page, table)).collect::<Vec<_>>();
        let by_table: HashMap<usize, &String> = trees.iter().flat_map(leaves).collect();
        let whole = trees.iter().filter(|(_, tree)| tree.is_whole).map(|(table, _)| table.clone()).collect();
        let (unsettled, given) = (Vec::new(), HashMap::new());
        let mut found = Self { tables: HashMap::new(), unsettled, whole, given, head: None };
        let in_place = (1..=pages.count()).filter_map(|page| Some((page, pages.rows_and_torn(page)?)));
        // Nothing leads to a stray one.
        let strays = pages.strays().into_iter().map(|leaf| (0, leaf));
        let mut heads = Vec::new();
        for (page, (rows, torn)) in in_place.chain(strays) {
            heads.extend(torn.iter().filter_map(|row| head_in(row, &shapes["tournament"])));
            for (table, newest) in rows.iter().filter_map(count_of) {
                let given = found.given.entry(table.to_owned()).or_default();
                *given = newest.max(*given);
            }
            let fitting = |shape: &Shape| rows.iter().filter(|row| as_image(row, shape).is_some()).count();
            let best = shapes.values().map(fitting).max().filter(|best| *best > 0).unwrap_or(usize::MAX);
            let candidates: Vec<String> =
                shapes.iter().filter(|(_, shape)| fitting(shape) == best).map(|(table, _)| table.clone()).collect();
            let belonging = if free.contains(&page) { Belonging::GivenUp } else { Belonging::Looks };
            match by_table.get(&page) {
                Some(table) if belonging == Belonging::Looks && candidates.contains(table) => {
                    found.add(Belonging::Reached, &rows, table, &shapes[*table]);
                    continue;
                }
                Some(table) if !rows.is_empty() && shapes.contains_key(*table) => drop(found.whole.remove(*table)),
                _ => {}
            }
            found.settle(belonging, rows, candidates, shapes);
        }
        // The table's own row comes before the journal's, and the newest of these first.
        found.head = heads.into_iter().max_by_key(|(newness, _)| *newness).map(|(_, head)| head);
        found
    }

    /// Gives a page to its table, or puts it off.
    fn settle(
        &mut self,
        belonging: Belonging,
        rows: Vec<LeafRow>,
        candidates: Vec<String>,
        shapes: &BTreeMap<String, Shape>,
    ) {
        match candidates.as_slice() {
            [] => {}
            [table] => self.add(belonging, &rows, table, &shapes[table]),
            _ => self.unsettled.push((belonging, rows, candidates)),
        }
    }

    /// Gives pages that could be of several tables to the one that takes their rows: the schema asks for more than kinds of values.
    pub(super) fn settle_by_schema(
        &mut self,
        new: &mut Store,
        shapes: &BTreeMap<String, Shape>,
    ) -> Result<(), StoreError> {
        for (belonging, rows, mut candidates) in std::mem::take(&mut self.unsettled) {
            let mut taken = HashMap::new();
            for table in &candidates {
                new.execute("savepoint trial")?;
                let mut count = 0;
                for (id, image) in
                    rows.iter().take(TRIED).filter_map(|row| Some((row.id, as_image(row, &shapes[table])?)))
                {
                    count += usize::from(new.put(table, id, &image)?);
                }
                new.execute("rollback to trial; release trial")?;
                taken.insert(table.clone(), count);
            }
            let most = taken.values().max().copied();
            candidates.retain(|table| taken.get(table).copied() == most);
            self.settle(belonging, rows, candidates, shapes);
        }
        Ok(())
    }

    /// How many rows may have been there of which nothing is seen, where some are; `known` are the numbers of those that are.
    pub(super) fn unread(&self, table: &str, known: impl Iterator<Item = i64>) -> Unread {
        if self.whole.contains(table) {
            return Unread::AtMost(0);
        }
        if self.given.is_empty() {
            return Unread::Unknown;
        }
        // The one without a count has one row.
        let given = if table == "safekeeping" { 1 } else { self.given.get(table).copied().unwrap_or_default() };
        Unread::AtMost(
            usize::try_from(given).unwrap_or_default().saturating_sub(known.filter(|id| *id <= given).count()),
        )
    }

    /// How many rows stand in pages that could be of several tables still.
    pub(super) fn unplaced(&self) -> usize {
        self.unsettled
            .iter()
            .filter(|(belonging, ..)| *belonging == Belonging::Looks)
            .map(|(_, rows, _)| rows.len())
            .sum()
    }

    /// Whether so many changes are all that the journal had, as far as anything shows.
    fn are_all_changes(&self, changes: usize) -> bool {
        self.given.get("change").map_or(self.whole.contains("change"), |newest| *newest == changes as i64)
    }

    /// Of several copies of a row, the one whose page says most stays.
    fn add(&mut self, belonging: Belonging, rows: &[LeafRow], table: &str, shape: &Shape) {
        let known = self.tables.entry(table.to_owned()).or_default();
        for (id, image) in rows.iter().filter_map(|row| Some((row.id, as_image(row, shape)?))) {
            if known.get(&id).is_none_or(|(before, _)| belonging < *before) {
                known.insert(id, (belonging, image));
            }
        }
    }

    /// Gives pages that could be of several tables to the one whose rows the journal knows so.
    pub(super) fn settle_by(&mut self, journal: &Journal, shapes: &BTreeMap<String, Shape>) {
        for (belonging, rows, candidates) in std::mem::take(&mut self.unsettled) {
            let known = |table: &String| {
                let is_known = |row: &&LeafRow| {
                    let image = as_image(row, &shapes[table]);
                    image.is_some() && agree(journal.newest(table, row.id), image.as_ref())
                };
                rows.iter().filter(is_known).count()
            };
            let best = candidates.iter().map(|table| (known(table), table)).max().filter(|(known, _)| *known > 0);
            match best {
                Some((_, table)) => self.add(belonging, &rows, table, &shapes[table]),
                None => self.unsettled.push((belonging, rows, candidates)),
            }
        }
    }
}

pub(super) struct Journal {
    pub rows: HashMap<String, BTreeMap<i64, Option<Image>>>,
    /// Nothing of it is missing, as far as it can say itself.
    pub is_whole: bool,
}

impl Journal {
    pub(super) fn replayed(new: &mut Store, found: &Found) -> Result<Self, StoreError> {
        let changes = sqlx::query("select id, command, fact, row, before, after from change order by id")
            .all(&mut new.connection)?;
        let newest: i64 = sqlx::query_scalar("select coalesce(max(id), 0) from command").one(&mut new.connection)?;
        let mut journal = Self { rows: HashMap::new(), is_whole: !changes.is_empty() };
        let mut last = 0;
        for (due, change) in (1..).zip(&changes) {
            let (id, command): (i64, i64) = (change.try_get("id")?, change.try_get("command")?);
            let (before, after) = (image(change.try_get("before")?)?, image(change.try_get("after")?)?);
            let rows = journal.rows.entry(change.try_get("fact")?).or_default();
            let stood = rows.insert(change.try_get("row")?, after).flatten();
            journal.is_whole &= id == due && agree(stood.as_ref(), before.as_ref());
            last = command;
        }
        journal.is_whole &= last == newest && found.are_all_changes(changes.len());
        Ok(journal)
    }

    pub(super) fn newest(&self, fact: &str, id: i64) -> Option<&Image> {
        self.rows.get(fact)?.get(&id)?.as_ref()
    }

    pub(super) fn is_removed(&self, fact: &str, id: i64) -> bool {
        self.rows.get(fact).and_then(|rows| rows.get(&id)).is_some_and(Option::is_none)
    }
}
