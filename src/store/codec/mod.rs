//! The codec: every table of facts as rows, read whole at once and written where they differ.
//!
//! A table is a struct whose fields are its columns. Where the file names a row by a number that the facts do not know (a round,
//! a slip), the fields hold what the facts know it by, and a link says how the number is found.

mod docket;
mod entries;
mod rounds;
mod sections;
#[cfg(test)]
mod tests;

use super::error::StoreError;
use super::file::Store;
use super::wait::{Ask, Run, each};
use crate::event::{Facts, LastNumbers};
use crate::tournament::Tournament;
use crate::tournament::marks::unmark;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use sqlx::AssertSqlSafe;
use std::collections::{HashMap, HashSet};

/// What the newest numbers of all tables are called beside these.
const LAST: &str = "last_numbers";

/// The tables whose numbers are typed and printed.
const NUMBERED: [&str; 8] = ["section", "school", "player", "team", "official", "ruling", "appeal", "prize"];

/// Bytes of a name that no event has.
const ENDLESS: usize = 10_000;

/// One row of a table, as the facts have it.
trait Stored: Serialize + DeserializeOwned + PartialEq {
    const TABLE: Table;
}

struct Table {
    name: &'static str,
    /// The columns that distinguish a row from every other, in the facts as in the file.
    key: &'static [&'static str],
    /// Each field, and the column it is kept in; `other.column` is only read.
    fields: &'static [(&'static str, &'static str)],
    links: &'static [Link],
    /// Further columns of which no two rows have the same values.
    unique: &'static [&'static [&'static str]],
}

/// A column that holds the number of another row, which the facts know by other values.
struct Link {
    column: &'static str,
    fields: &'static [&'static str],
    join: &'static str,
    /// Finds the number, from the row's values in `r`.
    number: &'static str,
}

const ROUND: Link = Link {
    column: "round",
    fields: &["section", "of_round"],
    join: "cross join round on round.id = t.round",
    number: "(select round.id from round where round.section = r ->> 'section' and round.number = r ->> 'of_round')",
};

/// Declares a table: its row, name, key, links and unique columns.
macro_rules! table {
    ($(#[$more:meta])? $row:ident of $name:literal by $key:tt $(, links $links:tt)? $(, unique $unique:tt)? {
        $($field:ident: $type:ty $(= $from:literal)?),* $(,)?
    }) => {
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        $(#[$more])?
        pub(super) struct $row { $($field: $type),* }

        impl super::Stored for $row {
            const TABLE: super::Table = super::Table {
                name: $name,
                key: &$key,
                fields: &[$((stringify!($field), super::table!(@or $($from)?, stringify!($field)))),*],
                links: &super::table!(@list $($links)?),
                unique: &super::table!(@list $($unique)?),
            };
        }
    };
    (@or , $otherwise:expr) => { $otherwise };
    (@or $from:literal, $otherwise:expr) => { $from };
    (@list) => { [] };
    (@list $list:tt) => { $list };
}
use table;

/// Lists the tables, those that others refer to first.
macro_rules! tables {
    ($($table:ident: $row:ty),* $(,)?) => {
        /// The rows of every table.
        #[derive(Default)]
        struct Rows { $($table: Vec<$row>),* }

        impl Rows {
            fn selections() -> Vec<String> {
                vec![$(<$row>::TABLE.selection()),*]
            }

            /// Whether there are facts of this name.
            fn know(table: &str) -> bool {
                [$(<$row>::TABLE.name),*].contains(&table)
            }

            /// Every column that a row has, or is found by, with its table.
            #[cfg(test)]
            fn columns() -> Vec<(&'static str, &'static str)> {
                [$(<$row>::TABLE),*].iter().flat_map(Table::columns).collect()
            }

            fn take(&mut self, table: &str, rows: &[u8]) -> Result<(), StoreError> {
                match table {
                    $(name if name == <$row>::TABLE.name => self.$table = read(name, rows)?,)*
                    _ => {}
                }
                Ok(())
            }

            /// What turns these rows into those.
            fn differences(&self, after: &Self) -> Result<Vec<Difference>, StoreError> {
                let all = [$(Difference::between(&self.$table, &after.$table)?),*];
                Ok(all.into_iter().filter(|difference| !difference.is_empty()).collect())
            }
        }
    };
}

tables! {
    tournament: sections::TournamentRow,
    section: sections::SectionRow,
    school: entries::SchoolRow,
    player: entries::PlayerRow,
    team: entries::TeamRow,
    absence: entries::AbsenceRow,
    bye_request: entries::ByeRequestRow,
    stay: entries::StayRow,
    name_verdict: entries::NameVerdictRow,
    contact: entries::ContactRow,
    payment: entries::PaymentRow,
    school_spelling: entries::SchoolSpellingRow,
    import_column: entries::ImportColumnRow,
    official: sections::OfficialRow,
    house_rule: sections::HouseRuleRow,
    round_time: rounds::RoundTimeRow,
    round: rounds::RoundRow,
    assignment: rounds::AssignmentRow,
    qualifier: rounds::QualifierRow,
    half: rounds::HalfRow,
    pairing_wish: rounds::PairingWishRow,
    round_start: rounds::RoundStartRow,
    empty_seat: rounds::EmptySeatRow,
    slip: rounds::SlipRow,
    board_report: rounds::BoardReportRow,
    ruling: docket::RulingRow,
    appeal: docket::AppealRow,
    prize: sections::PrizeRow,
    play_off: sections::PlayOffRow,
}

impl Rows {
    /// The rows of what is not the same in other facts.
    fn of(facts: &Facts, other: &Facts) -> Result<Self, StoreError> {
        let mut rows = Self::default();
        sections::rows(facts, other, &mut rows)?;
        entries::rows(facts, other, &mut rows);
        rounds::rows(facts, other, &mut rows);
        docket::rows(facts, other, &mut rows)?;
        Ok(rows)
    }

    fn facts(self) -> Result<Facts, StoreError> {
        let mut facts = Facts::default();
        let mut rest = sections::facts(self, &mut facts)?;
        rest = entries::facts(rest, &mut facts)?;
        rest = docket::facts(rest, &mut facts)?;
        rounds::facts(rest, &mut facts)?;
        facts.settle_names();
        Ok(facts)
    }
}

/// Whether a table holds facts of the event. What a file's journal says is put into a statement only where this is so.
pub(super) fn is_of_facts(table: &str) -> bool {
    Rows::know(table)
}

impl Store {
    /// Everything that the file holds of the event, in one reading.
    pub fn load(&mut self) -> Result<Facts, StoreError> {
        let (rows, last) = self.rows()?;
        let facts = rows.facts()?;
        refuse_endless_names(&facts.tournament)?;
        Ok(Facts { last, ..facts })
    }

    fn rows(&mut self) -> Result<(Rows, LastNumbers), StoreError> {
        let mut selections = Rows::selections();
        selections.push(format!("select '{LAST}', json_group_object(name, seq) from sqlite_sequence"));
        let sql = selections.join(" union all ");
        let (mut rows, mut last) = (Rows::default(), LastNumbers::default());
        each(sqlx::query_as(AssertSqlSafe(sql)), &mut self.connection, |(table, json): (String, Vec<u8>)| {
            if table == LAST { read(LAST, &json).map(|numbers| last = numbers) } else { rows.take(&table, &json) }
        })?;
        Ok((rows, last))
    }

    /// Makes a copy a file of its own. Its numbers go on in a later thousand, so that none is given in two files: the event has been
    /// checked out so many times. It has no backups, and its hall is another one: no device of the old one is enrolled there.
    pub fn begin_apart(&mut self, times: usize) -> Result<(), StoreError> {
        for table in NUMBERED {
            let last: i64 = sqlx::query_scalar("select coalesce(max(seq), 0) from sqlite_sequence where name = ?")
                .bind(table)
                .one(&mut self.connection)?;
            let free = (last / 1000 + i64::try_from(times).unwrap_or(1)) * 1000;
            sqlx::query("delete from sqlite_sequence where name = ?").bind(table).run(&mut self.connection)?;
            sqlx::query("insert into sqlite_sequence (name, seq) values (?, ?)")
                .bind(table)
                .bind(free)
                .run(&mut self.connection)?;
        }
        self.execute(
            "delete from backup;
             delete from report;
             update device set token_hash = iif(token_hash is null, null, lower(hex(randomblob(32)))), code_hash = null, code_expires = null, revoked = coalesce(revoked, unixepoch());
             update hall set address = null, slip_key = lower(hex(randomblob(16)))",
        )
    }

    /// Writes the rows in which the facts differ, under the journal's newest entry. Returns whether there were any.
    ///
    /// What is gone is removed first and what is new comes last, so that a name or a seat that changes hands is free by then.
    pub fn save(&mut self, before: &Facts, after: &Facts) -> Result<bool, StoreError> {
        let differences = Rows::of(before, after)?.differences(&Rows::of(after, before)?)?;
        if differences.is_empty() {
            return Ok(false);
        }
        for difference in differences.iter().rev() {
            self.write(&difference.table.removal(), &difference.gone)?;
        }
        for difference in &differences {
            self.write(&difference.table.update(), &difference.changed)?;
        }
        for difference in &differences {
            self.write(&difference.table.insertion(), &difference.new)?;
        }
        debug_assert_eq!(Facts { last: after.last, ..self.load()? }, *after, "what was saved is what is read again");
        Ok(true)
    }

    /// Writes rows of one table. What one refers to may come with a later one.
    fn write(&mut self, sql: &str, rows: &[Map<String, Value>]) -> Result<(), StoreError> {
        if rows.is_empty() {
            return Ok(());
        }
        let sql = format!("pragma defer_foreign_keys = on; {sql}");
        let rows = serde_json::to_string(rows)?;
        sqlx::query(AssertSqlSafe(sql)).bind(rows).run(&mut self.connection)
    }
}

/// A name has 200 characters at most when it is entered; one without end, in a file from elsewhere, keeps every sheet from being set.
fn refuse_endless_names(tournament: &Tournament) -> Result<(), StoreError> {
    let Tournament { name, sections, schools, players, teams, officials, .. } = tournament;
    let names = sections.iter().map(|section| &section.name).chain(schools.iter().map(|school| &school.name));
    let names = names.chain(players.iter().map(|player| &player.name)).chain(teams.iter().map(|team| &team.name));
    let mut names = names.chain(officials.iter().map(|official| &official.name)).chain([name]);
    names
        .find(|name| name.len() > ENDLESS)
        .map_or(Ok(()), |name| Err(StoreError::Unreadable(format!("a name of {} characters", name.chars().count()))))
}

fn read<T: DeserializeOwned>(table: &str, rows: &[u8]) -> Result<T, StoreError> {
    let mut rows = rows.to_vec();
    unmark(&mut rows);
    serde_json::from_slice(&rows).map_err(|e| StoreError::Unreadable(format!("{table}: {e}")))
}

impl Table {
    /// Its name, and all its rows as one JSON array, in the order of their numbers: without an index a table is read so, and a cross join is never
    /// turned round. To have SQLite sort them again costs as much as reading them.
    fn selection(&self) -> String {
        let field = |column: &str| if is_own(column) { format!("t.\"{column}\"") } else { column.to_owned() };
        let fields: Vec<String> = self.fields.iter().map(|(_, column)| field(column)).collect();
        let joins: Vec<&str> = self.links.iter().map(|link| link.join).collect();
        let (name, fields, joins) = (self.name, fields.join(", "), joins.join(" "));
        format!("select '{name}', json_group_array(json_array({fields})) from \"{name}\" as t not indexed {joins}")
    }

    #[cfg(test)]
    fn columns(&self) -> Vec<(&'static str, &'static str)> {
        self.values().into_iter().map(|(column, _)| (self.name, column)).collect()
    }

    /// Each column that is written, and its value from a row's JSON object `r`.
    fn values(&self) -> Vec<(&'static str, String)> {
        let own = self.fields.iter().filter(|(_, column)| is_own(column));
        let own = own.map(|(field, column)| (*column, format!("r ->> '{field}'")));
        own.chain(self.links.iter().map(|link| (link.column, link.number.to_owned()))).collect()
    }

    /// The number of the row that is meant by `r`.
    fn number(&self) -> String {
        let values = self.values().into_iter().filter(|(column, _)| self.key.contains(column));
        let same: Vec<String> = values.map(|(column, value)| format!("k.\"{column}\" is {value}")).collect();
        format!("(select k.id from \"{}\" as k where {})", self.name, same.join(" and "))
    }

    fn removal(&self) -> String {
        format!("delete from \"{}\" where id in (select {} from {EACH_ROW})", self.name, self.number())
    }

    fn update(&self) -> String {
        let values = self.values().into_iter().filter(|(column, _)| !self.key.contains(column));
        let sets: Vec<String> = values.map(|(column, value)| format!("\"{column}\" = {value}")).collect();
        let (name, sets, number) = (self.name, sets.join(", "), self.number());
        format!("update \"{name}\" set {sets} from {EACH_ROW} where \"{name}\".id = {number}")
    }

    fn insertion(&self) -> String {
        let (columns, values): (Vec<String>, Vec<String>) =
            self.values().into_iter().map(|(column, value)| (format!("\"{column}\""), value)).unzip();
        format!("insert into \"{}\" ({}) select {} from {EACH_ROW}", self.name, columns.join(", "), values.join(", "))
    }

    /// The fields that a column's value comes from.
    fn sources(&self, column: &str) -> impl Iterator<Item = &'static str> {
        let own = self.fields.iter().filter(move |(_, of)| *of == column).map(|(field, _)| *field);
        own.chain(self.links.iter().filter(move |link| link.column == column).flat_map(|link| link.fields).copied())
    }

    /// The values of some columns of a row, to be compared; without regard to case, as some of them are kept.
    fn values_of(&self, columns: &[&str], row: &Map<String, Value>) -> Vec<String> {
        let fields = columns.iter().flat_map(|column| self.sources(column));
        fields.map(|field| row.get(field).unwrap_or(&Value::Null).to_string().to_lowercase()).collect()
    }
}

const EACH_ROW: &str = "(select value as r from json_each(?1))";

fn is_own(column: &str) -> bool {
    !column.contains('.')
}

struct Difference {
    table: Table,
    gone: Vec<Map<String, Value>>,
    changed: Vec<Map<String, Value>>,
    new: Vec<Map<String, Value>>,
}

impl Difference {
    fn between<R: Stored>(before: &[R], after: &[R]) -> Result<Self, StoreError> {
        let table = R::TABLE;
        let alike = before.iter().zip(after).take_while(|(before, after)| before == after).count();
        let (before, after) = (&before[alike..], &after[alike..]);
        let alike = before.iter().rev().zip(after.iter().rev()).take_while(|(before, after)| before == after).count();
        let (before, after) = (objects(&before[..before.len() - alike])?, objects(&after[..after.len() - alike])?);
        let held: HashSet<_> =
            table.unique.iter().flat_map(|u| before.iter().map(|row| (*u, table.values_of(u, row)))).collect();
        let mut left: HashMap<Vec<String>, &Map<String, Value>> =
            before.iter().map(|row| (table.values_of(table.key, row), row)).collect();
        let (mut changed, mut new, mut clashing) = (Vec::new(), Vec::new(), HashSet::new());
        for row in after {
            let key = table.values_of(table.key, &row);
            let Some(was) = left.remove(&key) else {
                new.push(row);
                continue;
            };
            let takes = |columns: &&[&str]| {
                let (was, is) = (table.values_of(columns, was), table.values_of(columns, &row));
                was != is && held.contains(&(*columns, is))
            };
            if *was == row {
                continue;
            } else if table.unique.iter().any(takes) {
                clashing.insert(key);
                new.push(row);
            } else {
                changed.push(row);
            }
        }
        let is_gone = |row: &Map<String, Value>| {
            let key = table.values_of(table.key, row);
            left.contains_key(&key) || clashing.contains(&key)
        };
        let gone: Vec<bool> = before.iter().map(is_gone).collect();
        let gone = before.into_iter().zip(gone).filter_map(|(row, is_gone)| is_gone.then_some(row)).collect();
        Ok(Self { table, gone, changed, new })
    }

    fn is_empty(&self) -> bool {
        self.gone.is_empty() && self.changed.is_empty() && self.new.is_empty()
    }
}

fn objects<R: Stored>(rows: &[R]) -> Result<Vec<Map<String, Value>>, StoreError> {
    let object = |row: &R| match serde_json::to_value(row) {
        Ok(Value::Object(object)) => Ok(object),
        other => Err(StoreError::Unreadable(format!("{other:?} is no row"))),
    };
    rows.iter().map(object).collect()
}

/// The elements that are not the same at the same place of another list. Those left out on both sides are no difference.
fn own<'l, T: PartialEq>(list: &'l [T], other: &'l [T]) -> impl Iterator<Item = &'l T> {
    own_places(list, other).map(|(_, element)| element)
}

/// As [`own`], each with its place in the list.
fn own_places<'l, T: PartialEq>(list: &'l [T], other: &'l [T]) -> impl Iterator<Item = (usize, &'l T)> {
    list.iter().enumerate().filter(|(place, element)| other.get(*place) != Some(*element))
}

/// Yes or no, which the file keeps as 1 or 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
struct Flag(bool);

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u8::deserialize(deserializer).map(|number| Self(number != 0))
    }
}
