//! Reads what a rulebook says of claims.

use super::match_end::rule;
use super::reader::Table;
use crate::discipline::{ClaimRule, ClosedList, Contest, Exception};

/// Reads the `[claims]` table. A claim that the text leaves out is the director's decision.
pub fn read(table: Option<Table<'_>>) -> Vec<ClaimRule> {
    let entries = table.as_ref().map(Table::tables).unwrap_or_default();
    let mut claims = Vec::new();
    for (key, entry) in entries {
        if let Some(kind) = entry.choose(&key) {
            claims.push(claim(kind, &entry));
            entry.finish();
        }
    }
    claims
}

fn claim(kind: crate::discipline::ClaimKind, entry: &Table<'_>) -> ClaimRule {
    ClaimRule {
        kind,
        turns_on: entry.optional_choice("turns-on"),
        upheld: rule(entry, "upheld"),
        denied: rule(entry, "denied"),
        upheld_says: says(entry, "upheld-says"),
        denied_says: says(entry, "denied-says"),
        discretion: entry.optional_flag("discretion"),
        always: entry.optional_choice("always"),
        late_is_unsettled: entry.optional_flag("late-is-unsettled"),
        list: entry.optional_table("list").map(list),
        exceptions: entry.table_list("exceptions").into_iter().map(exception).collect(),
        contest: entry.optional_table("contest").and_then(contest),
    }
}

fn list(table: Table<'_>) -> ClosedList {
    let list = ClosedList {
        rule: rule(&table, "rule"),
        loses: words(&table, "loses"),
        does_not: words(&table, "does-not"),
        says: says(&table, "says"),
    };
    table.finish();
    list
}

fn exception(table: Table<'_>) -> Exception {
    let exception = Exception { rule: rule(&table, "rule"), words: words(&table, "words"), says: says(&table, "says") };
    table.finish();
    exception
}

fn contest(table: Table<'_>) -> Option<Contest> {
    let claim = table.choice("claim");
    let (rule, same) = (rule(&table, "rule"), table.optional_choice("same"));
    table.finish();
    Some(Contest { claim: claim?, rule, same })
}

fn words(table: &Table<'_>, key: &str) -> Vec<String> {
    table.texts(key).into_iter().map(|text| text.value).collect()
}

fn says(table: &Table<'_>, key: &str) -> Option<String> {
    table.optional_text(key).map(|text| text.value)
}
