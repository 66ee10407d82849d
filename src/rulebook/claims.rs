//! Reads what a rulebook says of claims.

use super::match_end::rule;
use super::reader::Table;
use crate::discipline::{ClaimKind, ClaimRule, Condition, Contest, Fact, Wrong};

/// What `--wrong` shows the list by, so that no kind of fault can be called so.
pub const LIST: &str = "list";

/// Reads the `[claims]` table. A claim that the text leaves out is the director's decision.
pub fn read(table: Option<Table<'_>>) -> Vec<ClaimRule> {
    let entries = table.as_ref().map(Table::tables).unwrap_or_default();
    let mut claims = Vec::new();
    for (key, entry) in entries {
        if let Some(kind) = table.as_ref().and_then(|table| table.choose(&key)) {
            claims.push(claim(kind, &entry));
            entry.finish();
        }
    }
    claims
}

fn claim(kind: ClaimKind, entry: &Table<'_>) -> ClaimRule {
    // Earlier rulebook files guessed the kind of fault from words.
    entry.passed_over(&["list", "exceptions"]);
    let (denied, denied_says) = (rule(entry, "denied"), says(entry, "denied-says"));
    let late = Condition { fact: Fact::BeforeReply, rule: None, says: None, presumed: true };
    let turns_on = entry.optional_choice("turns-on").map(|fact| Condition {
        fact,
        rule: denied.clone(),
        says: denied_says.clone(),
        presumed: false,
    });
    let also = entry.table_list("also").into_iter().filter_map(condition).collect::<Vec<_>>();
    let late = entry.optional_flag("late-is-unsettled").then_some(late);
    let always = entry.optional_choice("always");
    let conditions: Vec<Condition> = late.into_iter().chain(turns_on).chain(also).collect();
    if always.is_some() {
        entry
            .pointless(&["turns-on", "also", "late-is-unsettled", "asks-wrong", "wrong", "contest"], "beside `always`");
    } else if conditions.is_empty() && rule(entry, "upheld").is_some() {
        entry.pointless(&["denied", "denied-says"], "without `turns-on` or `also`");
    }
    if conditions.iter().enumerate().any(|(at, one)| conditions[..at].iter().any(|before| before.fact == one.fact)) {
        entry.senseless("also", "names a fact that the claim turns on already", "leave it out");
    }
    let wrong = kinds(entry);
    if wrong.is_empty() {
        entry.pointless(&["asks-wrong"], "without `wrong`");
    }
    let contest = entry.optional_table("contest").and_then(contest);
    if contest.as_ref().is_some_and(|contest| contest.claim.kind() == kind) {
        entry.senseless(
            "contest",
            "opposes the claim to itself",
            "name the claim of the opponent: flag or illegal-move",
        );
    }
    ClaimRule {
        kind,
        upheld: rule(entry, "upheld"),
        upheld_says: says(entry, "upheld-says"),
        denied,
        denied_says,
        always,
        conditions,
        wrong,
        asks_wrong: entry.optional_flag("asks-wrong"),
        discretion: entry.optional_flag("discretion"),
        by_team: entry.optional_flag("by-team"),
        contest,
    }
}

/// A fact that is taken to be so unless the director says otherwise.
fn condition(table: Table<'_>) -> Option<Condition> {
    let fact = table.choice("fact");
    let (rule, says) = (rule(&table, "rule"), says(&table, "says"));
    table.finish();
    Some(Condition { fact: fact?, rule, says, presumed: true })
}

fn kinds(entry: &Table<'_>) -> Vec<Wrong> {
    let mut kinds: Vec<Wrong> = Vec::new();
    for table in entry.table_list("wrong") {
        let (is, means) = (table.text("is"), table.text("means").map(|text| text.value));
        let wrong = |is: String, means: String| Wrong {
            is,
            means,
            always: table.optional_choice("always"),
            rule: rule(&table, "rule"),
            says: says(&table, "says"),
            unsettled: table.optional_flag("unsettled"),
        };
        let read = is.clone().zip(means).map(|(is, means)| wrong(is.value, means));
        if let (Some(is), Some(read)) = (is, read) {
            table.word(&is);
            if read.is == LIST || kinds.iter().any(|known| known.is == read.is) {
                let message = format!("\"{}\" cannot name another kind here", read.is);
                table.complain_at(&is.span, message, "give each kind a name of its own, and none the name list");
            }
            kinds.push(read);
        }
        table.finish();
    }
    kinds
}

fn contest(table: Table<'_>) -> Option<Contest> {
    let claim = table.choice("claim");
    let (rule, same) = (rule(&table, "rule"), table.optional_choice("same"));
    table.finish();
    Some(Contest { claim: claim?, rule, same })
}

fn says(table: &Table<'_>, key: &str) -> Option<String> {
    table.optional_text(key).map(|text| text.value)
}
