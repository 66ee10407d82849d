//! What the journal's row images say in words, and whom they concern.

use super::desk::Desk;
use super::failure::Failure;
use crate::store::Change;
use crate::tournament::TeamId;
use chrono::{DateTime, FixedOffset, Local, NaiveDate, NaiveDateTime, NaiveTime, TimeZone};
use serde_json::{Value, json};

/// The changes of one command, told.
#[derive(Debug, Default)]
pub struct Told {
    /// A line a changed value.
    pub lines: Vec<String>,
    /// Teams concerned.
    pub teams: Vec<TeamId>,
    /// Tables concerned.
    pub tables: Vec<u32>,
}

/// The moment that a director means by `10:30` or `2026-05-02 10:30`.
///
/// # Errors
/// It is no time.
pub fn since(text: &str) -> Result<DateTime<FixedOffset>, Failure> {
    let text = text.trim();
    if let Ok(moment) = DateTime::parse_from_rfc3339(text) {
        return Ok(moment);
    }
    let clock = |t: &str| NaiveTime::parse_from_str(t, "%H:%M").or_else(|_| NaiveTime::parse_from_str(t, "%H:%M:%S"));
    let moment = clock(text).map(|t| Local::now().date_naive().and_time(t)).or_else(|_| {
        let (day, time) = text.split_once([' ', 'T']).unwrap_or((text, "00:00"));
        Ok::<NaiveDateTime, chrono::ParseError>(day.parse::<NaiveDate>()?.and_time(clock(time)?))
    });
    let wrong = || Failure::mistyped(format!("\"{text}\" is no time")).hint("write HH:MM for today, or YYYY-MM-DD HH:MM");
    let moment = moment.map_err(|_| wrong())?;
    Local.from_local_datetime(&moment).earliest().map(|m| m.fixed_offset()).ok_or_else(wrong)
}

/// Says what a command's changes were.
pub fn tell(desk: &Desk, changes: &[Change]) -> Told {
    let mut told = Told::default();
    for change in changes {
        let (before, after) = (image(&change.before), image(&change.after));
        let either = if after.is_null() { &before } else { &after };
        for key in ["team", "team_a", "team_b"] {
            told.teams.extend(number(&either[key]).map(TeamId));
        }
        if change.fact == "team" {
            told.teams.extend(u32::try_from(change.row).ok().map(TeamId));
        }
        if let Some(table) = number(&either["table_number"]) {
            told.tables.push(table);
            told.teams.extend(teams_at(desk, table));
        }
        if change.fact == "board_report" {
            continue;
        }
        told.lines.extend(in_words(&change.fact, &before, &after));
    }
    // A long import is told by its summary.
    if told.lines.len() > 6 {
        let more = told.lines.len() - 5;
        told.lines.truncate(5);
        told.lines.push(format!("and {more} more"));
    }
    told
}

fn teams_at(desk: &Desk, table: u32) -> Vec<TeamId> {
    desk.round_at(crate::tournament::TableNumber(table), None)
        .ok()
        .and_then(|(_, r)| r.teams_at(crate::tournament::TableNumber(table)))
        .map(Vec::from)
        .unwrap_or_default()
}

fn image(text: &Option<String>) -> Value {
    text.as_deref().and_then(|t| serde_json::from_str(t).ok()).unwrap_or(Value::Null)
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|n| u32::try_from(n).ok())
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Columns whose values mean nothing to a person.
const INTERNAL: [&str; 7] = ["id", "lot", "round", "slip", "settings", "rulebook_text", "rulebook_hash"];

fn in_words(fact: &str, before: &Value, after: &Value) -> Vec<String> {
    let name = |image: &Value| {
        let label = ["name", "table_number", "team"].iter().find(|k| !image[**k].is_null()).map(|k| format!(" {}", shown(&image[*k])));
        format!("{}{}", fact.replace('_', " "), label.unwrap_or_default())
    };
    match (before, after) {
        (Value::Object(old), Value::Object(new)) => {
            let differs = |(key, value): &(&String, &Value)| new.get(*key) != Some(*value) && !INTERNAL.contains(&key.as_str());
            old.iter()
                .filter(differs)
                .map(|(k, v)| format!("{}: {} {} -> {}", name(after), k.replace('_', " "), shown(v), shown(&after[k])))
                .collect()
        }
        (Value::Null, Value::Object(_)) if fact == "slip" => vec![format!("{}: {}", name(after), shown(&after["outcome"]))],
        (Value::Object(_), Value::Null) => vec![format!("removed {}", name(before))],
        _ => Vec::new(),
    }
}

/// The changes for other programs.
pub fn to_json(changes: &[Change]) -> Vec<Value> {
    changes.iter().map(|c| json!({ "fact": c.fact, "row": c.row, "before": image(&c.before), "after": image(&c.after) })).collect()
}
