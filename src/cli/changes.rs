//! What the journal's row images say in words, and whom they concern.

use crate::cli::moment::moment;
use crate::discipline::in_words as reason_in_words;
use crate::event::SectionSettings;
use crate::store::{Change, Register};
use crate::tournament::{Grade, HalfPoints, Reason, TeamId};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What is said of a command's changes, which are looked at one by one; and whom they concern.
#[derive(Debug, Default)]
pub struct ChangeSummary {
    pub teams: BTreeSet<TeamId>,
    pub tables: BTreeSet<u32>,
    /// A line a changed value, and whether the sheet of a round has it too.
    lines: Vec<(bool, String)>,
    posts_a_round: bool,
    slips: BTreeMap<u32, [Vec<String>; 2]>,
}

impl ChangeSummary {
    pub fn look(&mut self, register: &Register, change: &Change) {
        let (before, after) = (image(&change.before), image(&change.after));
        let either = if after.is_null() { &before } else { &after };
        for key in ["team", "team_a", "team_b"] {
            self.teams.extend(number(&either[key]).map(TeamId));
        }
        if change.fact == "team" {
            self.teams.extend(u32::try_from(change.row).ok().map(TeamId));
        }
        let slip = if change.fact == "slip" { u32::try_from(change.row).ok() } else { number(&either["slip"]) };
        let seat = slip.and_then(|id| register.slips.get(&i64::from(id)));
        if let Some(table) = number(&either["table_number"]).or(seat.map(|s| s.table)) {
            self.tables.insert(table);
            self.teams.extend(register.teams_at(table).map(TeamId));
        }
        self.posts_a_round |= change.fact == "round" && (before.is_null() || after.is_null());
        if let Some(id) = slip {
            let [old, new] = self.slips.entry(id).or_default();
            old.extend(slip_in_words(&before).into_iter().chain(white_in_words(register, &before)));
            new.extend(slip_in_words(&after).into_iter().chain(white_in_words(register, &after)));
            return;
        }
        let has_sheet = ["assignment", "half", "team", "section"].contains(&change.fact.as_str());
        let lines = in_words(register, change, &before, &after);
        self.lines.extend(lines.into_iter().map(|line| (has_sheet, line)));
    }

    /// So many lines of it at most: a long import is shown by its summary, and of a round that was posted only the round itself.
    pub fn lines(&self, register: &Register, most: usize) -> Vec<String> {
        let lines = self.lines.iter().filter(|(has_sheet, _)| !(self.posts_a_round && *has_sheet));
        let mut lines: Vec<String> = lines.map(|(_, line)| line.clone()).collect();
        for (id, [old, new]) in &self.slips {
            let seat = register.slips.get(&i64::from(*id)).copied().unwrap_or_default();
            let (old, new) = (joined(old), joined(new));
            if old != new {
                let number = if seat.number == 2 { ".2" } else { "" };
                lines.push(format!("table {}{number}: {old} -> {new}", seat.table));
            }
        }
        let more = (lines.len() + 1).saturating_sub(most);
        if more > 1 {
            lines.truncate(most - 1);
            lines.push(format!("and {more} more"));
        }
        lines.iter_mut().for_each(shorten);
        lines
    }
}

/// Cuts what is longer than anybody reads: a file from elsewhere may hold anything.
pub fn shorten(line: &mut String) {
    const READ: usize = 400;
    if let Some((end, _)) = line.char_indices().nth(READ) {
        line.truncate(end);
        line.push('…');
    }
}

fn joined(parts: &[String]) -> String {
    if parts.is_empty() { "no result".to_owned() } else { parts.join(", ") }
}

/// A slip or a report of one of its boards: `1-0 by mate`, `board a: first won by mate`.
fn slip_in_words(image: &Value) -> Option<String> {
    // The board that was stopped says nothing that the other one does not.
    let outcome = image["outcome"].as_str().filter(|o| *o != "stopped")?;
    let reason = serde_json::from_value(image["reason"].clone()).ok();
    let reason = reason
        .map(|reason: Reason| format!(" by {}", reason_in_words(reason).trim_start_matches("a claimed ")))
        .unwrap_or_default();
    let Some(board) = image["board"].as_str() else { return Some(format!("{outcome}{reason}")) };
    let ended = match outcome {
        "first" => "first team won",
        "second" => "second team won",
        "both-lost" => "both players lost",
        other => other,
    };
    Some(format!("board {board} {ended}{reason}"))
}

/// Who really had White, where a slip says it: `White: Ann Lee on board a, Bo Day on board b`.
fn white_in_words(register: &Register, image: &Value) -> Option<String> {
    let player = |column| (!image[column].is_null()).then(|| shown(register, column, &image[column]));
    Some(format!("White: {} on board a, {} on board b", player("white_a")?, player("white_b")?))
}

fn image(text: &Option<String>) -> Value {
    text.as_deref().and_then(|t| serde_json::from_str(t).ok()).unwrap_or(Value::Null)
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|n| u32::try_from(n).ok())
}

/// Facts whose values stand in no log: it is printed.
const PRIVATE: [&str; 2] = ["contact", "payment"];

/// Columns whose values mean nothing to a person: the outcome of an appeal is shown beside what was there before it.
const INTERNAL: [&str; 8] =
    ["id", "lot", "outcome", "decided_after", "settings", "rulebook_text", "rulebook_hash", "seed"];

const YES_OR_NO: [&str; 9] = [
    "approved",
    "assigned",
    "beside_others",
    "checked_in",
    "expelled",
    "house",
    "initials_only",
    "kept",
    "provisional",
];

/// A value, with the name of what it refers to.
fn shown(register: &Register, column: &str, value: &Value) -> String {
    let fact = match column {
        "team" | "team_a" | "team_b" => "team",
        "player" | "player_a" | "player_b" | "board_a" | "white_a" | "white_b" => "player",
        "section" | "from_section" => "section",
        "school" => "school",
        "official" | "voided_by" | "decided_by" => "official",
        "round" => "round",
        _ => "",
    };
    let name = value.as_i64().and_then(|id| register.names.get(&(fact.to_owned(), id)));
    let grade = value.as_i64().and_then(|grade| i8::try_from(grade).ok()).filter(|_| column.starts_with("grade"));
    match (value, name) {
        (_, None) if let Some(grade) = grade => Grade(grade).to_string(),
        (Value::Null, _) => NOTHING.to_owned(),
        (_, Some(name)) => name.clone(),
        (value, None) if YES_OR_NO.contains(&column) => if value.as_i64() == Some(0) { "no" } else { "yes" }.to_owned(),
        (Value::String(text), None) if column == "at" || column.ends_with("_at") => moment(text),
        (Value::String(text), None) => text.clone(),
        (other, None) => other.to_string(),
    }
}

/// What a row is called: `team Rooks`, `Rooks in Open round 2`.
fn label(register: &Register, change: &Change, image: &Value) -> String {
    let value = |column: &str| shown(register, column, &image[column]);
    match change.fact.as_str() {
        "assignment" => format!("{} in {}", value("team"), value("round")),
        "absence" => format!("{} out from round {} on", value("team"), value("from_round")),
        "bye_request" => format!("{} {}-point bye in round {}", value("team"), value("points"), image["round"]),
        "stay" => format!("{} in {} through round {}", value("team"), value("section"), image["through"]),
        "qualifier" => format!("the place of {} in {}", value("team"), value("section")),
        "half" => {
            let half = if image["upper"] == 1 { "upper" } else { "lower" };
            format!("{} in the {half} half of {}", value("team"), value("section"))
        }
        "pairing_wish" if image["round"].is_null() => {
            format!("the request that {} and {} never play each other", value("team_a"), value("team_b"))
        }
        "round_start" => format!("start time of {}", value("round")),
        "empty_seat" => format!("{} marked absent in {}", value("team"), value("round")),
        "pairing_wish" => {
            format!(
                "the request that {} and {} play each other in round {}",
                value("team_a"),
                value("team_b"),
                image["round"]
            )
        }
        "round" => register
            .names
            .get(&("round".to_owned(), change.row))
            .cloned()
            .unwrap_or_else(|| format!("round {}", value("number"))),
        "round_time" => format!("start time of {} round {}", value("section"), image["round"]),
        "ruling" => format!("ruling {}", change.row),
        "appeal" => format!("appeal {} of ruling {}", change.row, value("ruling")),
        "tournament" => "the tournament".to_owned(),
        "official" => format!("{} {}", value("role"), value("name")),
        fact if image["name"].is_string() => format!("{fact} {}", value("name")),
        fact if !image["player"].is_null() => format!("{} of {}", fact.replace('_', " "), value("player")),
        fact => format!("{} {}", fact.replace('_', " "), change.row),
    }
}

/// Where an assignment puts a team.
fn seat(image: &Value) -> String {
    match (number(&image["table_number"]), image["bye"].as_str()) {
        (Some(table), _) => format!("table {table}, {}", image["side"].as_str().unwrap_or_default()),
        (None, Some(bye)) => format!("{bye} bye"),
        (None, None) => "nothing".to_owned(),
    }
}

fn in_words(register: &Register, change: &Change, before: &Value, after: &Value) -> Vec<String> {
    match (before, after) {
        (Value::Object(_), Value::Object(_)) if PRIVATE.contains(&change.fact.as_str()) => {
            vec![format!("{}: changed", label(register, change, after))]
        }
        (Value::Object(_), Value::Object(_)) if change.fact == "assignment" => {
            vec![format!("{}: {} -> {}", label(register, change, after), seat(before), seat(after))]
        }
        (Value::Object(old), Value::Object(new)) => {
            let differs =
                |(key, value): &(&String, &Value)| new.get(*key) != Some(*value) && !INTERNAL.contains(&key.as_str());
            let name = label(register, change, before);
            let changed_value = |(key, value): (&String, &Value)| {
                let [was, now] = [value, &after[key]].map(|value| shown(register, key, value));
                format!("{name}: {}", changed(&key.replace('_', " "), &was, &now))
            };
            let settings = |image: &Value| serde_json::from_str::<SectionSettings>(image["settings"].as_str()?).ok();
            let settings = settings(before).zip(settings(after)).map(|(old, new)| settings_in_words(&old, &new));
            let settings = settings.into_iter().flatten().map(|line| format!("{name}: {line}"));
            old.iter().filter(differs).map(changed_value).chain(settings).collect()
        }
        (Value::Null, Value::Object(_)) if change.fact == "assignment" => {
            vec![format!("{}: {}", label(register, change, after), seat(after))]
        }
        (Value::Null, Value::Object(_)) => vec![format!("new: {}", label(register, change, after))],
        (Value::Object(_), Value::Null) => vec![format!("removed: {}", label(register, change, before))],
        _ => Vec::new(),
    }
}

/// What stands for a value that is none.
const NOTHING: &str = "nothing";

/// A changed value: `rounds 4 -> 5`, `rounds: 3 (not set before)`.
pub fn changed(what: &str, was: &str, now: &str) -> String {
    match (was, now) {
        (NOTHING, _) => format!("{what}: {now} (not set before)"),
        (_, NOTHING) => format!("{what}: not set ({was} before)"),
        _ => format!("{what} {was} -> {now}"),
    }
}

/// What differs in how a section is run: `school mode plus2 -> avoid`.
pub fn settings_in_words(old: &SectionSettings, new: &SectionSettings) -> Vec<String> {
    let mut lines = Vec::new();
    let out =
        |settings: &SectionSettings| settings.checked_out.as_ref().map_or("here".to_owned(), |out| out.file.clone());
    if old.checked_out != new.checked_out {
        lines.push(format!("played {} -> {}", out(old), out(new)));
    }
    let [old, new] = [old, new].map(|settings| SectionSettings { checked_out: None, ..settings.clone() });
    let [old, new] = [old, new].map(|settings| serde_json::to_value(settings).unwrap_or_default());
    differences("", &old, &new, &mut lines);
    lines
}

fn differences(name: &str, old: &Value, new: &Value, lines: &mut Vec<String>) {
    match old {
        _ if old == new => {}
        Value::Object(fields) => {
            for (key, value) in fields {
                let name = if name == "prizes" { format!("prizes {key}") } else { key.clone() };
                differences(&name, value, &new[key], lines);
            }
        }
        _ => {
            let [old, new] = [old, new].map(|value| setting(name, value));
            let name = if name == "short_names" { "names" } else { name };
            lines.push(changed(&name.replace('_', " "), &old, &new));
        }
    }
}

fn setting(name: &str, value: &Value) -> String {
    match (name, value) {
        ("short_names", Value::Bool(is_short)) => if *is_short { "short" } else { "full" }.to_owned(),
        ("bye_points", Value::Null) => "the full round".to_owned(),
        ("bye_points", halves) => HalfPoints(halves.as_i64().unwrap_or_default() as i32).to_string(),
        (_, Value::Null) => NOTHING.to_owned(),
        (_, Value::Bool(is_so)) => if *is_so { "yes" } else { "no" }.to_owned(),
        (_, Value::Array(several)) => several.iter().map(|one| setting("", one)).collect::<Vec<_>>().join(", "),
        (_, Value::String(text)) => text.clone(),
        (_, other) => other.to_string(),
    }
}

/// The changes for other programs.
pub fn to_json(changes: &[Change]) -> Vec<Value> {
    let row_to_json = |fact: &str, text: &Option<String>| match image(text) {
        Value::Object(mut row) if PRIVATE.contains(&fact) => {
            row.retain(|column, _| ["id", "player"].contains(&column.as_str()));
            Value::Object(row)
        }
        other => other,
    };
    let change = |c: &Change| json!({ "fact": c.fact, "row": c.row, "before": row_to_json(&c.fact, &c.before), "after": row_to_json(&c.fact, &c.after) });
    changes.iter().map(change).collect()
}
