//! Reference data that lives beside the project, not in it. Without it the tests that use it say so and pass.

use bughouse::interchange::trf::{ReadOptions, TrfFile, read};
use std::collections::HashMap;

/// A reference file's text, or a notice that it is not there.
pub fn text(name: &str) -> Option<String> {
    let path = format!("{}/../shared/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: no reference file {path}");
    }
    text
}

/// A reference file in TRF.
pub fn event(name: &str, matches: u8) -> Option<TrfFile> {
    let text = text(name)?;
    Some(
        read(&text, ReadOptions { matches: Some(matches), ..ReadOptions::default() })
            .unwrap_or_else(|complaints| panic!("{name}: {complaints:#?}")),
    )
}

/// A table of expected values: column name and number to value.
pub struct Expected(HashMap<(u32, String), f64>);

impl Expected {
    /// The value of a column for a number; `None` where the cell is empty.
    pub fn value(&self, number: u32, column: &str) -> Option<f64> {
        self.0.get(&(number, column.to_owned())).copied()
    }
}

/// A tab-separated table whose first column is the number.
pub fn expected(name: &str) -> Option<Expected> {
    let text = text(name)?;
    let mut rows = text.lines().filter(|l| !l.starts_with('#')).map(|l| l.split('\t').collect::<Vec<&str>>());
    let header = rows.next().expect("a heading");
    let mut values = HashMap::new();
    for row in rows {
        let number: u32 = row[0].parse().expect("a number first");
        for (column, cell) in header.iter().zip(&row).skip(1).filter(|(_, cell)| !cell.is_empty()) {
            values.insert((number, (*column).to_owned()), cell.parse().expect("a value"));
        }
    }
    Some(Expected(values))
}
