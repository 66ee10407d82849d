//! What each command that writes leaves in the journal: the rows, their values before and after, and their order.
//!
//! A file of `tests/journal/` is an event: lines that begin with `>` are typed, what is below each is what it wrote. `=` writes a
//! file to be read, `#` is SQL for what comes by another door, `!` is typed where the command may be refused, `<<` gives standard input.
//! `UPDATE_SNAPSHOTS=1` writes the images anew: read the difference.

use super::elsewhere::tampered;
use super::hall::Hall;
use bughouse::store::{Change, Store};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Commands that leave no rows of facts in the journal of the file they are typed at, and why.
const WITHOUT_ROWS: [(&str, &str); 7] = [
    (
        "reads",
        "section list, section options, official list, team list, team show, partner list, partner suggest, school list, check-pairing, \
         explain, rules, rules list, rules show, rules offences, rules search, rules compare, ruling list, ruling show, appeal list, \
         appeal show, status, pairings, projector, standings, crosstable, bracket, teams, prizes, ceremony, slips, cards, by-hand, report, log, \
         check, export trf, export csv, export json, reports",
    ),
    (
        "writes other files",
        "demo, rehearse, publish, templates, manual, completions, cheat-sheet, recover, backup, restore, standby",
    ),
    (
        "opens no tournament",
        "engine pair, engine check, engine simulate, engine standings, join, version, ratings load, ratings list, \
         ratings find, ratings remove",
    ),
    ("writes what no undo takes back", "stale, device add, device list, device revoke, reports reject"),
    ("runs other commands", "shell, serve, desk"),
    ("draws a key, or takes over what was entered in another file", "section checkout, section checkin"),
    ("takes its rows out of the journal too", "team forget-contacts"),
];

#[test]
fn every_command_writes_the_rows_that_it_wrote_before_in_their_order() {
    let mut differing = Vec::new();
    for path in scripts() {
        let kept = fs::read_to_string(&path).unwrap();
        let found = played(&kept);
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::write(&path, &found).unwrap();
        } else if kept != found {
            let line = kept.lines().zip(found.lines()).position(|(kept, found)| kept != found).unwrap_or_default();
            let typed = found.lines().take(line + 1).filter(|line| line.starts_with(['>', '!'])).last();
            differing.push(format!(
                "{}:{}, after {:?}:\n  kept  {}\n  found {}",
                path.display(),
                line + 1,
                typed.unwrap_or_default(),
                kept.lines().nth(line).unwrap_or("nothing"),
                found.lines().nth(line).unwrap_or("nothing"),
            ));
        }
    }
    assert!(differing.is_empty(), "read the difference, then UPDATE_SNAPSHOTS=1:\n{}", differing.join("\n"));
}

#[test]
fn every_command_has_a_line_in_the_journals_or_a_reason_to_have_none() {
    let reference = fs::read_to_string(root().join("docs/reference/commands.md")).unwrap();
    let is_command = |section: &&str| !section.contains(" <COMMAND>\n");
    let known: BTreeSet<&str> = reference
        .split("\n## bughouse ")
        .skip(1)
        .filter(is_command)
        .map(|section| section.lines().next().unwrap())
        .collect();
    let mut writing = BTreeSet::new();
    for path in scripts() {
        let text = fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair[0].starts_with(['>', '!']) && pair[1].starts_with("  ")) {
            let line = words(&pair[0][2..]).join(" ") + " ";
            let names = known.iter().filter(|name| line.starts_with(&format!("{name} ")));
            writing.extend(names.max_by_key(|name| name.len()));
        }
    }
    let idle: BTreeSet<&str> = WITHOUT_ROWS.iter().flat_map(|(_, commands)| commands.split(", ")).collect();
    let unpinned: Vec<&&str> = known.iter().filter(|name| !writing.contains(*name) && !idle.contains(*name)).collect();
    let both: Vec<&&str> = writing.intersection(&idle).collect();
    assert_eq!(unpinned, Vec::<&&str>::new(), "a line in tests/journal, or a reason in WITHOUT_ROWS");
    assert_eq!(both, Vec::<&&str>::new(), "it writes rows after all");
    assert_eq!(idle.difference(&known).collect::<Vec<_>>(), Vec::<&&str>::new(), "no such command");
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn scripts() -> Vec<PathBuf> {
    let mut scripts: Vec<PathBuf> =
        fs::read_dir(root().join("tests/journal")).unwrap().map(|entry| entry.unwrap().path()).collect();
    scripts.sort();
    assert!(!scripts.is_empty());
    scripts
}

/// Types every line of a script, and gives it back with the images of today.
fn played(script: &str) -> String {
    let hall = Hall::empty();
    let (mut text, mut seen) = (String::new(), 0);
    for line in script.lines().filter(|line| !line.starts_with("  ")) {
        text.push_str(line);
        text.push('\n');
        let Some((kind, rest)) = line.split_once(' ') else { continue };
        match kind {
            "=" => {
                let (name, content) = rest.split_once(' ').unwrap();
                hall.write(name, content.replace("\\n", "\n"));
            }
            "#" => tampered(&hall, rest.to_owned()),
            ">" | "!" => {
                let (typed, input) = rest.split_once(" << ").unwrap_or((rest, ""));
                let said = hall.run_with(&words(typed), &input.replace("\\n", "\n"));
                assert!(said.code == 0 || kind == "!", "{line}\n{}{}", said.out, said.err);
                text.push_str(&images(&hall.path("spring.bughouse"), &mut seen));
            }
            _ => {}
        }
    }
    text
}

fn words(line: &str) -> Vec<&str> {
    let parts = line.split('"').enumerate();
    parts.flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }).collect()
}

/// The rows of every command since the last one seen, a row a line.
fn images(path: &Path, seen: &mut i64) -> String {
    let mut store = Store::open_to_read(path).unwrap();
    let (last, mut text) = (*seen, String::new());
    for entry in store.journal().unwrap().into_iter().filter(|entry| entry.number > last) {
        *seen = entry.number;
        for change in store.changes(entry.number).unwrap() {
            text.push_str(&in_words(&change));
        }
    }
    store.abandon().unwrap();
    text
}

fn in_words(change: &Change) -> String {
    let read =
        |image: &Option<String>| -> Option<Map<String, Value>> { serde_json::from_str(image.as_ref()?).unwrap() };
    let (before, after) = (read(&change.before), read(&change.after));
    let mut line = format!("  {} {}", change.fact, change.row);
    match (&before, &after) {
        (Some(before), Some(after)) => {
            let (mut was, mut is) = (Vec::new(), Vec::new());
            leaves("", &Value::Object(before.clone()), &mut was);
            leaves("", &Value::Object(after.clone()), &mut is);
            let none = "nothing".to_owned();
            let value = |list: &[(String, String)], of: &str| {
                list.iter().find(|(column, _)| column == of).map_or(none.clone(), |(_, value)| value.clone())
            };
            let columns: BTreeSet<&String> = was.iter().chain(&is).map(|(column, _)| column).collect();
            for column in columns {
                let (was, is) = (value(&was, column), value(&is, column));
                if was != is || column.ends_with("_at") && before[column] != after[column] {
                    line.push_str(&format!(" {column}={was}→{is}"));
                }
            }
        }
        (None, Some(row)) | (Some(row), None) => {
            line.push_str(if after.is_some() { " new" } else { " gone" });
            for (column, value) in row.iter().filter(|(column, value)| *column != "id" && !value.is_null()) {
                line.push_str(&format!(" {column}={}", shown(column, value)));
            }
        }
        (None, None) => {}
    }
    line + "\n"
}

/// Each value below this one with its place; what is kept as JSON in one column is looked into.
fn leaves(place: &str, value: &Value, found: &mut Vec<(String, String)>) {
    let inner = value.as_str().filter(|text| text.starts_with('{')).and_then(|text| serde_json::from_str(text).ok());
    match inner.as_ref().unwrap_or(value) {
        Value::Object(fields) => {
            let place = if place.is_empty() { String::new() } else { format!("{place}.") };
            fields.iter().for_each(|(name, value)| leaves(&format!("{place}{name}"), value, found));
        }
        _ => found.push((place.to_owned(), shown(place, value))),
    }
}

/// A value without what differs from day to day, and long texts by their beginning.
fn shown(column: &str, value: &Value) -> String {
    match value {
        Value::String(text)
            if column == "at" || column.ends_with("_at") || chrono::DateTime::parse_from_rfc3339(text).is_ok() =>
        {
            "(now)".to_owned()
        }
        Value::String(_) if column == "rulebook_hash" => "(hash)".to_owned(),
        Value::String(text) if text.len() > 60 => format!("{:?}…", text.chars().take(40).collect::<String>()),
        value => value.to_string(),
    }
}
