//! Comparing a document with the file kept for it.

use bughouse::report::Report;
use bughouse::report::render::{Format, Press, Style, render, text};
use std::path::PathBuf;

/// Compares text (80 columns), CSV, HTML and JSON of a report with the files kept for it.
#[track_caller]
pub fn check(name: &str, report: &impl Report) {
    let narrow = Style { width: Some(80), colour: false, ascii: false };
    compare(&format!("{name}.txt"), text(&report.document(), narrow).as_bytes());
    for format in [Format::Csv, Format::Html, Format::Json] {
        let bytes = render(report, format, Press::default()).expect("memory is written to without failure").bytes;
        compare(&format!("{name}.{}", format.ending()), without_style(&String::from_utf8_lossy(&bytes)).as_bytes());
    }
}

/// The page without its style sheet, which every page has and no snapshot need repeat.
fn without_style(page: &str) -> String {
    match (page.find("<style>"), page.find("</style>")) {
        (Some(start), Some(end)) => format!("{}{}", &page[..start], &page[end + "</style>".len()..]),
        _ => page.to_owned(),
    }
}

#[track_caller]
fn compare(file: &str, found: &[u8]) {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/documents/snapshots")).join(file);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, found).expect("the folder of snapshots can be written");
    }
    let kept = std::fs::read(&path).unwrap_or_default();
    assert!(
        kept == found,
        "{file} differs from the one kept; read it, then run with UPDATE_SNAPSHOTS=1 if it is better. Found:\n{}",
        String::from_utf8_lossy(found)
    );
}
