//! How the columns of a registration file were understood, and what stops it: shown to the director, and as JSON for a page that shows the file.

use super::import_prospect::{Placed, Prospect};
use crate::cli::Everywhere;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::wording::{counted, list};
use crate::interchange::registrations::{Column, How, Layout, Mapping, Reading, Unreadable};
use crate::registration::Entrants;
use serde_json::{Value, json};

/// Problems shown in full; the count covers the rest, and `--json` of all.
const SHOWN: usize = 40;

/// A file that cannot be read at all.
pub fn unfit(unreadable: &Unreadable, everywhere: &Everywhere) -> Failure {
    if everywhere.json {
        let mut details = json!({ "mapping": unreadable.mapping.as_deref().map(mapping_json) });
        if everywhere.dry_run {
            details["rows"] = json!(unreadable.rows());
        }
        return Failure::mistyped(unreadable.to_string()).hint(unreadable.help.clone()).details(details);
    }
    let shown = unreadable.render();
    let shown = shown.strip_prefix("error: ").unwrap_or(&shown);
    Failure::mistyped(match &unreadable.mapping {
        Some(mapping) => format!("{shown}\n\n{}", columns(mapping)),
        None => shown.to_owned(),
    })
}

/// All problems at once, each with its line and its remedy.
pub fn refused(desk: &Desk, reading: &Reading, prospect: &Prospect) -> Failure {
    let as_json = desk.everywhere.json;
    let count = reading.complaints.len();
    let mut message = format!("{} has {}, so nothing was imported", reading.file, counted(count, "problem"));
    if as_json {
        let first =
            reading.complaints.iter().take(3).map(|p| format!("line {}, column {}: {}", p.line, p.column, p.problem));
        message.push_str(&format!(": {}", list(first)));
    } else {
        message.push_str(&format!("\n\n{}", reading.render_complaints(SHOWN)));
        if count > SHOWN {
            message.push_str(&format!("\n\nand {} more", count - SHOWN));
        }
        message.push_str(&format!("\n\n{}", columns(&reading.mapping)));
    }
    Failure::mistyped(message)
        .hint("correct the file and import it again, or import just the good rows now: add --skip-bad rejects.csv")
        .details(json!({
            "problems": reading.complaints,
            "teams": prospect.plan.new_teams().count(),
            "players": prospect.plan.players_added(),
            "need_partner": prospect.plan.need_partner,
            "alone": alone(desk, &prospect.entries),
            "notes": reading.notes,
        }))
}

/// The failure, with how far the file was understood, for the page that shows it.
pub fn read_as(failure: Failure, reading: &Reading, everywhere: &Everywhere) -> Failure {
    if !everywhere.json {
        return failure;
    }
    let mut details = failure.details.clone().unwrap_or_else(|| json!({}));
    details["mapping"] = json!(mapping_json(&reading.mapping));
    if everywhere.dry_run {
        details["rows"] = json!(reading.rows());
        details["partners_column"] = json!(reading.partners_column());
    }
    failure.details(details)
}

/// Children who would need a partner, with their lines.
pub fn alone(desk: &Desk, entries: &[Placed]) -> Value {
    let alone = entries.iter().filter(|placed| !placed.found_partner);
    let rows = alone.filter_map(|placed| match &placed.registration.entrants {
        Entrants::Alone(child) => {
            Some(json!({ "line": placed.line, "player": child.name, "section": desk.section_name(placed.section) }))
        }
        Entrants::Team { .. } => None,
    });
    rows.collect()
}

/// Letters of a heading that are shown, and headings that were not read.
const LONGEST_HEADING: usize = 100;
const MOST_PASSED_OVER: usize = 60;

/// How the columns were read, on as few lines as it takes to check them.
pub fn columns(mapping: &Mapping) -> String {
    let kind = match mapping.layout {
        Layout::RowPerTeam => "one row per team",
        Layout::RowPerPlayer => "one row per player",
    };
    let mut text = format!("read as {kind}, headings on line {}:", mapping.line);
    let mut passed_over = Vec::new();
    let brief = |heading: &str| match heading.char_indices().nth(LONGEST_HEADING) {
        Some((at, _)) => format!("\"{}…\"", &heading[..at]),
        None => format!("\"{heading}\""),
    };
    for column in &mapping.columns {
        match column.field {
            Some(field) => {
                let how = match column.how {
                    How::Heading => "",
                    How::Asked => " (from --map)",
                    How::Remembered => " (remembered)",
                };
                text.push_str(&format!(
                    "\n  {:<18} column {}, {}{how}",
                    field.to_string(),
                    column.number,
                    brief(&column.heading)
                ));
            }
            None if !column.heading.is_empty() => passed_over.push(brief(&column.heading)),
            None => {}
        }
    }
    if !passed_over.is_empty() {
        let more = passed_over.len().saturating_sub(MOST_PASSED_OVER);
        passed_over.truncate(MOST_PASSED_OVER);
        passed_over.extend((more > 0).then(|| format!("{more} more")));
        text.push_str(&format!("\n  {:<18} {}", "not read:", list(passed_over)));
    }
    text
}

pub fn mapping_json(mapping: &Mapping) -> Vec<Value> {
    let column = |column: &Column| json!({ "column": column.number, "heading": column.heading, "field": column.field.map(|field| field.to_string()) });
    mapping.columns.iter().map(column).collect()
}
