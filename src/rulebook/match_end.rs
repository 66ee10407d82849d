//! Reads how a match ends out of a rulebook's `[match]` table.

use super::reader::{Placed, Table};
use crate::discipline::{MatchRules, Never, ReasonRules, Rule, Ruled};
use clap::ValueEnum;

/// Reads the `[match]` table.
pub fn read(table: Table<'_>) -> MatchRules {
    let reasons = table.optional_table("reasons").map(reasons).unwrap_or_default();
    let rules = MatchRules {
        decided_by: ruled(&table, "decided-by"),
        winnerless: ruled(&table, "winnerless"),
        split: ruled(&table, "split"),
        same_team: rule(&table, "same-team"),
        no_winner: rule(&table, "no-winner"),
        simultaneous: rule(&table, "simultaneous"),
        absence: rule(&table, "absence"),
        no_clock: ruled(&table, "no-clock"),
        reasons,
        never: table.optional_table("never").map(never).unwrap_or_default(),
    };
    table.finish();
    rules
}

fn reasons(table: Table<'_>) -> ReasonRules {
    let rules = ReasonRules {
        mate: rule(&table, "mate"),
        resign: rule(&table, "resign"),
        time: rule(&table, "time"),
        illegal: rule(&table, "illegal"),
        agreement: rule(&table, "agreement"),
        flags: rule(&table, "flags"),
        repetition: rule(&table, "repetition"),
        stalemate: rule(&table, "stalemate"),
    };
    table.finish();
    rules
}

/// Ways of ending a board that the rulebook rules out: `flags = { rule = "…", says = "…" }`.
fn never(table: Table<'_>) -> Vec<Never> {
    let read = |(key, entry): (Placed<String>, Table<'_>)| {
        let (rule, says) = (rule(&entry, "rule"), entry.text("says").map(|text| text.value));
        entry.finish();
        Some(Never { reason: table.choose(&key)?, rule, says: says? })
    };
    table.tables().into_iter().filter_map(read).collect()
}

/// A rule number that may be left out where the source is silent.
pub fn rule(table: &Table<'_>, key: &str) -> Rule {
    table.optional_citation(key)
}

/// An answer with its rule: `{ is = "…", rule = "…" }`.
pub fn ruled<E: ValueEnum + Default>(table: &Table<'_>, key: &str) -> Ruled<E> {
    let Some(answer) = table.table(key) else { return Ruled::default() };
    let ruled = Ruled { is: answer.choice("is").unwrap_or_default(), rule: rule(&answer, "rule") };
    answer.finish();
    ruled
}
