//! Who is in the index of ratings: by id, by parts of the name in any order, and as the directory that entries are held against.

use super::error::StoreError;
use super::ratings::{KnownList, RatingIndex, as_number, day_of, unpack};
use super::wait::{Ask, each};
use crate::ratings::{Directory, Listed, name_words};
use rustc_hash::FxHashMap;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

/// One who was found, and in which list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub listed: Listed,
    pub list: i64,
}

/// Entries that are looked at where more have all the words, and those among which the other words are looked for one by one.
const MOST: usize = 300;
const FEW: usize = 2_000;

impl RatingIndex {
    /// Who has this id, or a name with all these words or beginnings of words; whole words first, then by name.
    pub fn find(&mut self, text: &str, lists: &[KnownList], limit: usize) -> Result<Vec<Found>, StoreError> {
        let mut words = name_words(text);
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        let is_id = |word: &String| word.chars().any(|c| c.is_ascii_digit());
        let mut found = Vec::new();
        for KnownList { number: list, .. } in lists {
            if words.len() == 1 && words.iter().all(is_id) {
                let one = self.with_id(*list, text.trim())?;
                found.extend(one.map(|listed| Found { listed, list: *list }));
                continue;
            }
            let Some((longest, others)) = words.split_first() else { continue };
            // Whole words come first, and where there are enough of them no other is looked for.
            let mut numbers = self.numbers(*list, longest, longest)?;
            if !others.is_empty() || numbers.len() < limit {
                numbers = self.numbers(*list, longest, &format!("{longest}\u{10ffff}"))?;
            }
            let mut left = others.iter();
            while numbers.len() > FEW
                && let Some(word) = left.next()
            {
                numbers = common(&numbers, &self.numbers(*list, word, &format!("{word}\u{10ffff}"))?);
            }
            let looked_at = if left.len() == 0 { MOST } else { FEW };
            let listed = self.entries(*list, &numbers[..numbers.len().min(looked_at)])?;
            let fits = |listed: &Listed| {
                let own = name_words(&listed.name);
                others.iter().all(|word| own.iter().any(|own| own.starts_with(word.as_str())))
            };
            found.extend(listed.into_iter().filter(fits).map(|listed| Found { listed, list: *list }));
        }
        let whole = |found: &Found| {
            let own = name_words(&found.listed.name);
            words.iter().filter(|word| own.contains(word)).count()
        };
        found.sort_by_cached_key(|found| (std::cmp::Reverse(whole(found)), found.listed.name.to_lowercase()));
        found.truncate(limit);
        Ok(found)
    }

    fn with_id(&mut self, list: i64, id: &str) -> Result<Option<Listed>, StoreError> {
        let sql = "select id, name, state, rating, provisional, expires, born from entry where list = ? and id = ?";
        let query = sqlx::query(sql).bind(list);
        let query = match as_number(id) {
            Some(id) => query.bind(id),
            None => query.bind(id.to_owned()),
        };
        query.maybe(&mut self.file)?.map(|row| listed(&row)).transpose()
    }

    /// The numbers of those in whose names a word between these two occurs, rising.
    fn numbers(&mut self, list: i64, from: &str, until: &str) -> Result<Vec<u32>, StoreError> {
        let mut numbers = Vec::new();
        let mut words = 0;
        let query = sqlx::query_as("select entries from word where list = ? and word between ? and ?");
        each(query.bind(list).bind(from).bind(until), &mut self.file, |(packed,): (Vec<u8>,)| {
            unpack(&packed, &mut numbers);
            words += 1;
            Ok(())
        })?;
        if words > 1 {
            numbers.sort_unstable();
            numbers.dedup();
        }
        Ok(numbers)
    }

    fn entries(&mut self, list: i64, numbers: &[u32]) -> Result<Vec<Listed>, StoreError> {
        let sql = "select entry.id, name, state, rating, provisional, expires, born
                   from json_each(?) as wanted cross join entry on entry.list = ? and entry.number = wanted.value";
        let rows = sqlx::query(sql).bind(serde_json::to_string(numbers)?).bind(list).all(&mut self.file)?;
        rows.iter().map(listed).collect()
    }

    /// One of its lists, for entries to be held against.
    pub fn one_list(&mut self, list: &KnownList) -> OneList<'_> {
        OneList { index: self, list: list.number, size: list.entries, words: Vec::new() }
    }
}

fn listed(row: &SqliteRow) -> Result<Listed, StoreError> {
    let id = row.try_get_unchecked::<String, _>(0)?;
    Ok(Listed {
        id,
        name: row.try_get(1)?,
        state: row.try_get(2)?,
        rating: row.try_get(3)?,
        provisional: row.try_get::<Option<i32>, _>(4)?.is_some(),
        expires: row.try_get::<Option<i32>, _>(5)?.and_then(day_of),
        born: row.try_get(6)?,
    })
}

/// What two rising rows of numbers have in common.
fn common(one: &[u32], other: &[u32]) -> Vec<u32> {
    let (few, many) = if one.len() < other.len() { (one, other) } else { (other, one) };
    few.iter().copied().filter(|number| many.binary_search(number).is_ok()).collect()
}

/// A list of the index as a directory.
#[derive(Debug)]
pub struct OneList<'i> {
    index: &'i mut RatingIndex,
    list: i64,
    size: usize,
    /// Every word of its names, once they were asked for.
    words: Vec<String>,
}

impl Directory for OneList<'_> {
    type Error = StoreError;

    fn size(&self) -> usize {
        self.size
    }

    fn with_id(&mut self, id: &str) -> Result<Option<Listed>, StoreError> {
        self.index.with_id(self.list, id.trim())
    }

    fn with_words(&mut self, groups: &[Vec<String>], at_least: usize) -> Result<Vec<Listed>, StoreError> {
        let mut counted: FxHashMap<u32, usize> = FxHashMap::default();
        for group in groups {
            let mut of_group = Vec::new();
            for word in group {
                of_group.extend(self.index.numbers(self.list, word, word)?);
            }
            of_group.sort_unstable();
            of_group.dedup();
            of_group.into_iter().for_each(|number| *counted.entry(number).or_default() += 1);
        }
        let mut numbers: Vec<(usize, u32)> = counted
            .into_iter()
            .filter(|(_, count)| *count >= at_least)
            .map(|(number, count)| (count, number))
            .collect();
        numbers.sort_unstable_by_key(|(count, number)| (std::cmp::Reverse(*count), *number));
        let numbers: Vec<u32> = numbers.into_iter().take(MOST).map(|(_, number)| number).collect();
        self.index.entries(self.list, &numbers)
    }

    fn names_with(&mut self, word: &str) -> Result<usize, StoreError> {
        Ok(self.index.numbers(self.list, word, word)?.len())
    }

    fn words_where(&mut self, holds: &dyn Fn(&str) -> bool) -> Result<Vec<String>, StoreError> {
        if self.words.is_empty() {
            self.words = sqlx::query_scalar("select distinct word from word where list = ?")
                .bind(self.list)
                .all(&mut self.index.file)?;
        }
        Ok(self.words.iter().filter(|word| holds(word)).cloned().collect())
    }
}
