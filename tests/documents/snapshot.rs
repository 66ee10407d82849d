//! Comparing a document with the file kept for it.

use bughouse::report::Report;
use bughouse::report::render::{Format, Press, Style, render, text};
use std::path::PathBuf;

/// Compares text (on screens of 80 and 120 columns), CSV, HTML and JSON of a report with the files kept for it.
#[track_caller]
pub fn check(name: &str, report: impl Into<Report>) {
    let report = report.into();
    for (width, ending) in [(80, "txt"), (120, "120.txt")] {
        let screen = Style { width: Some(width), colour: false, ascii: false };
        let shown = text(&report.document, screen);
        no_word_is_torn(name, &shown, &text(&report.document, Style::PLAIN));
        compare(&format!("{name}.{ending}"), shown.as_bytes());
    }
    for format in [Format::Csv, Format::Html, Format::Json] {
        let bytes = render(&report, format, Press::default()).expect("memory is written to without failure").bytes;
        compare(&format!("{name}.{}", format.ending()), without_style(&String::from_utf8_lossy(&bytes)).as_bytes());
    }
}

/// Every word of a screen is in the text without a limit too, but those too long for any screen, and names that were cut short.
#[track_caller]
fn no_word_is_torn(name: &str, shown: &str, whole: &str) {
    let words: std::collections::HashSet<&str> = whole.split_whitespace().collect();
    let is_part_of_a_long_one = |word: &str| words.iter().any(|long| long.chars().count() > 26 && long.contains(word));
    let is_rule = |word: &str| word.chars().all(|c| c == '─');
    let is_of_document = |line: &&str| !["hidden:", "file with -o"].iter().any(|one| line.contains(one));
    for word in shown.lines().filter(is_of_document).flat_map(str::split_whitespace) {
        let is_whole = words.contains(word) || word.ends_with('…') || is_rule(word) || is_part_of_a_long_one(word);
        assert!(is_whole, "{name}: {word:?} is torn in\n{shown}");
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
