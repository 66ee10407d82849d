//! A list of registrations that was dropped on a page: kept in memory until it is entered, with what the director said about it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Into which section the rows go: each by its grade, or those that the file names.
pub const BY_GRADE: &str = "";
pub const OF_THE_FILE: &str = "*";

#[derive(Debug, Clone, Default)]
pub struct Dropped {
    pub name: String,
    pub bytes: Arc<[u8]>,
    /// A section, or one of the two words above.
    pub into: String,
    /// Columns, from 1, whose field was chosen; an empty one is not read.
    pub columns: BTreeMap<usize, (String, String)>,
    /// Cells, by line and column, that are read as another text.
    pub cells: BTreeMap<(usize, usize), String>,
    /// Options without a value, such as `--update`.
    pub flags: BTreeSet<String>,
}

impl Dropped {
    pub fn new(name: &str, bytes: Vec<u8>) -> Self {
        // Some browsers send a whole path, and a name that begins like an option would be one.
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let name: String = name.chars().filter(|c| !c.is_control()).collect();
        let name = name.trim().trim_start_matches('-');
        let name = if name.is_empty() { "registrations.csv" } else { name };
        Self { name: name.to_owned(), bytes: bytes.into(), ..Self::default() }
    }

    /// The words of the command that enters it. `into` is put in place of what was chosen where that says nothing.
    pub fn words(&self, into: &str) -> Vec<String> {
        let mut words = vec!["import".to_owned(), self.name.clone()];
        match if self.into.is_empty() { into } else { &self.into } {
            BY_GRADE => {}
            OF_THE_FILE => words.push("--sections".to_owned()),
            section => words.push(format!("--section={section}")),
        }
        let chosen: Vec<&str> = self.columns.values().map(|(_, field)| field.as_str()).collect();
        for (column, (was, field)) in &self.columns {
            match field.as_str() {
                // Another column holds it now, or none.
                "" if chosen.contains(&was.as_str()) => {}
                "" => words.push(format!("--map={was}=-")),
                field => words.push(format!("--map={field}={column}")),
            }
        }
        words.extend(self.cells.iter().map(|((line, column), text)| format!("--cell={line}:{column}={text}")));
        words.extend(self.flags.iter().cloned());
        words
    }
}
