//! Public CSV fixtures, each with the cells it holds in JSON beside it. Skipped, with a notice, where they are absent.

use super::*;
use std::fs;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> Option<PathBuf> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/csv")).join(name);
    if !folder.is_dir() {
        eprintln!("skipped: {} is not here", folder.display());
        return None;
    }
    Some(folder)
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "csv"));
    let mut files: Vec<(String, Vec<u8>)> = paths
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

fn cells(bytes: &[u8]) -> Vec<Vec<String>> {
    let sheet = text_sheet(encoding::decode(bytes).unwrap().text, &[]).unwrap_or_else(|(why, _)| panic!("{why}"));
    sheet.rows.into_iter().map(|row| row.cells.into_iter().map(|cell| cell.text).collect()).collect()
}

/// The rows of a fixture's JSON: arrays of cells, or objects by heading.
fn expected(json: &str, headings: &[String]) -> (Vec<Vec<String>>, bool) {
    let json: serde_json::Value = serde_json::from_str(json).unwrap();
    let rows = json.as_array().cloned().unwrap_or_else(|| vec![json]);
    let by_heading = rows.first().is_none_or(serde_json::Value::is_object);
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let row = |row: &serde_json::Value| match row {
        serde_json::Value::Array(cells) => cells.iter().map(text).collect(),
        object => headings.iter().map(|heading| text(&object[heading])).collect(),
    };
    (rows.iter().map(row).collect(), by_heading)
}

#[test]
fn good_files_are_read_cell_by_cell() {
    let Some(spectrum) = folder("csv-spectrum") else { return };
    let Some(data) = folder("csv-test-data") else { return };
    let mut compared = 0;
    for (folder, json) in [(spectrum.clone(), spectrum), (data.join("csv"), data.join("json"))] {
        for (name, bytes) in files(&folder).into_iter().filter(|(name, _)| !name.starts_with("bad-")) {
            let mut read = cells(&bytes);
            let (mut expected, by_heading) =
                expected(&fs::read_to_string(json.join(format!("{name}.json"))).unwrap(), &read[0]);
            if by_heading {
                read.remove(0);
            }
            if name == "location_coordinates" {
                // The telephone number beside this file is of another row.
                read[0].remove(0);
                expected[0].remove(0);
            }
            assert_eq!(read, expected, "{name}");
            compared += 1;
        }
    }
    assert_eq!(compared, 30);
}

#[test]
fn bad_files_are_refused() {
    let Some(folder) = folder("csv-test-data/csv") else { return };
    let mut told = Vec::new();
    for (name, bytes) in files(&folder).into_iter().filter(|(name, _)| name.starts_with("bad-")) {
        let map = ["name=foo", "team=bar"].map(|a| a.parse().unwrap()).to_vec();
        let options = Options { map, ..Options::default() };
        let why = match read(&bytes, "file", &options) {
            Err(unreadable) => unreadable.to_string(),
            Ok(reading) => reading.complaints.first().map_or("read".to_owned(), |p| p.problem.to_string()),
        };
        told.push(format!("{name}: {why}"));
    }
    assert_eq!(
        told,
        [
            // Missing trailing cells are blank: one child of team 2, and no partner.
            "bad-header-less-fields: 2 is on one row only: 1 has no partner there",
            "bad-header-more-fields: the row has 4 cells, but there are 3 headings",
            "bad-header-no-header: file is empty",
            "bad-header-wrong-header: file has no column \"foo\" for name",
            "bad-missing-quote: file:2:3 has a quoted cell that never ends",
            "bad-quotes-with-unescaped-quote: file:2:20 has text after a closing quote",
            "bad-unescaped-quote: file:2:8 has a quote in the middle of a cell",
        ]
    );
}
