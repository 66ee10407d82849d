//! Reads what a rulebook says of match ends, claims and offences: the settings of the discipline.

use super::reader::{Placed, Table};
use crate::discipline::{
    Authority, Choice, ClaimKind, ClaimRule, Condition, Contest, Fact, KNOWN, MatchRules, Never, Offence, Penalty,
    Rule, Ruled, SpectatorRules, Step, Wrong,
};
use crate::tournament::Reason;
use crate::tournament::names::option_name;
use clap::ValueEnum;

/// Reads the `[match]` table.
pub fn match_end(table: Table<'_>) -> MatchRules {
    let reasons = table.optional_table("reasons").map(reasons).unwrap_or_default();
    let rules = MatchRules {
        decided_by: ruled(&table, "decided-by"),
        winnerless: ruled(&table, "winnerless"),
        split: ruled(&table, "split"),
        same_team: rule(&table, "same-team"),
        no_winner: rule(&table, "no-winner"),
        simultaneous: rule(&table, "simultaneous"),
        one_meeting: rule(&table, "one-meeting"),
        stopped: rule(&table, "stopped"),
        absence: rule(&table, "absence"),
        no_clock: ruled(&table, "no-clock"),
        reasons,
        never: table.optional_table("never").map(never).unwrap_or_default(),
    };
    table.finish();
    rules
}

/// The ways of ending a board that have a rule of their own.
const REASONS: [Reason; 8] = {
    use Reason::*;
    [Mate, Resign, Time, Illegal, Agreement, Flags, Repetition, Stalemate]
};

fn reasons(table: Table<'_>) -> Vec<(Reason, Rule)> {
    let rules = REASONS.map(|reason| (reason, rule(&table, &option_name(reason))));
    table.finish();
    rules.into()
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

/// What `--wrong` shows the list by, so that no kind of fault can be called so.
pub const LIST: &str = "list";

/// Reads the `[claims]` table. A claim that the text leaves out is the director's decision.
pub fn claims(table: Option<Table<'_>>) -> Vec<ClaimRule> {
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
        entry.pointless(
            &["turns-on", "also", "late-is-unsettled", "asks-wrong", "wrong", "contest"],
            "next to `always`",
        );
    } else if conditions.is_empty() && rule(entry, "upheld").is_some() {
        entry.pointless(&["denied", "denied-says"], "without `turns-on` or `also`");
    }
    if conditions.iter().enumerate().any(|(at, one)| conditions[..at].iter().any(|before| before.fact == one.fact)) {
        entry.senseless("also", "names a fact that the claim already turns on", "leave it out");
    }
    let wrong = kinds(entry);
    if wrong.is_empty() {
        entry.pointless(&["asks-wrong"], "without `wrong`");
    }
    let contest = entry.optional_table("contest").and_then(contest);
    if contest.as_ref().is_some_and(|contest| contest.claim.kind() == kind) {
        entry.senseless("contest", "sets the claim against itself", "name the opponent's claim: flag or illegal-move");
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
                table.complain_at(&is.span, message, "give each kind its own name, other than list");
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

/// Reads the `[offences]` table. Known offences that the text leaves out are kept as unmentioned, so that every id works under every rulebook.
pub fn offences(table: Option<Table<'_>>) -> Vec<Offence> {
    let mut offences: Vec<Offence> = KNOWN.iter().map(|(id, name)| Offence::unmentioned(id, name)).collect();
    for (id, entry) in table.map(|table| table.tables()).unwrap_or_default() {
        let name = entry.optional_text("name").map(|name| name.value);
        let known = offences.iter().position(|o| o.id == id.value);
        if known.is_none() && name.is_none() {
            entry.complain(
                format!("offense \"{}\" isn't a known one and has no name", id.value),
                super::reader::did_you_mean(&id.value, &KNOWN.map(|(id, _)| id))
                    .unwrap_or_else(|| "add name = \"what the player did\"".to_owned()),
            );
        }
        if known.is_none() {
            entry.word(&id);
        }
        let before = match known {
            Some(at) => offences[at].clone(),
            None => Offence::unmentioned(&id.value, ""),
        };
        let offence = offence(&entry, name, before);
        entry.finish();
        match known {
            Some(at) => offences[at] = offence,
            None => offences.push(offence),
        }
    }
    offences
}

fn offence(entry: &Table<'_>, name: Option<String>, before: Offence) -> Offence {
    let ladder: Vec<Step> = entry.texts("ladder").iter().filter_map(|text| step(entry, text)).collect();
    let see_also = entry.texts_once("see-also");
    see_also.iter().for_each(|number| entry.cites(number));
    let offence = Offence {
        name: name.unwrap_or(before.name),
        rule: rule(entry, "rule"),
        beyond_fallback: entry.optional_flag("beyond-fallback"),
        see_also: see_also.into_iter().map(|text| text.value).collect(),
        ladder,
        beyond: entry.optional_choice("beyond").unwrap_or_default(),
        scope: entry.optional_choice("scope").unwrap_or_default(),
        flag_fell: entry.optional_text("flag-fell").and_then(|text| penalty(entry, &text)),
        clock: entry.optional_choice("clock").unwrap_or_default(),
        both_players: entry.optional_flag("both-players"),
        remedy: entry.optional_text("remedy").map(|text| text.value),
        ..before
    };
    if !entry.has("ladder") {
        entry.pointless(&["beyond", "scope", "flag-fell"], "without `ladder`");
    }
    let ends_match = |choice: &Choice| choice.allows(Penalty::Match) || choice.allows(Penalty::Expel);
    if offence.both_players && offence.ladder.iter().any(|step| step.choices.iter().any(ends_match)) {
        let why = "has a step that only one team can lose, but `both-players` is for a lost game";
        entry.senseless("ladder", why, "write \"game\", or leave `both-players` out");
    }
    if offence.rule.is_some() && offence.beyond_fallback {
        entry.pointless(&["beyond-fallback"], "next to `rule`");
    }
    offence
}

/// One step: a penalty, or several joined by `or`; `time` alone leaves the amount to the director.
fn step(entry: &Table<'_>, text: &Placed<String>) -> Option<Step> {
    let choices: Option<Vec<Choice>> = text
        .value
        .split(" or ")
        .map(|one| match one.trim() {
            "time" => Some(Choice::SomeTime),
            one => penalty(entry, &Placed { value: one.to_owned(), span: text.span.clone() }).map(Choice::Exactly),
        })
        .collect();
    let choices = choices?;
    let same = |one: &Choice, other: &Choice| match (one, other) {
        (Choice::Exactly(penalty), choice) | (choice, Choice::Exactly(penalty)) => choice.allows(*penalty),
        (Choice::SomeTime, Choice::SomeTime) => true,
    };
    if choices.iter().enumerate().any(|(at, one)| choices[..at].iter().any(|before| same(before, one))) {
        entry.senseless(
            "ladder",
            &format!("offers the same penalty twice in \"{}\"", text.value),
            "leave one of them out",
        );
    }
    Some(Step { choices })
}

fn penalty(entry: &Table<'_>, text: &Placed<String>) -> Option<Penalty> {
    match text.value.parse() {
        Ok(penalty) => Some(penalty),
        Err(_) => {
            entry.complain_at(
                &text.span,
                format!("\"{}\" is not a penalty", text.value),
                "write warning, time:M:SS, game, match, expel or none, or several of them joined by \" or \"",
            );
            None
        }
    }
}

/// Reads the `[spectator]` table.
pub fn spectator(table: Option<Table<'_>>) -> SpectatorRules {
    let Some(table) = table else { return SpectatorRules::default() };
    let rules = SpectatorRules {
        rule: rule(&table, "rule"),
        actions: table.texts_once("actions").iter().filter_map(|text| table.choose(text)).collect(),
    };
    table.finish();
    rules
}

/// Reads the `[authority]` table.
pub fn authority(table: Option<Table<'_>>) -> Authority {
    let Some(table) = table else { return Authority::default() };
    let usual = Authority::default();
    let td = table.optional_choice("td").unwrap_or(usual.td);
    let authority = Authority {
        td,
        floor_td: table.optional_choice("floor-td").unwrap_or(td),
        section_chief: table.optional_choice("section-chief").unwrap_or(usual.section_chief),
        floor_chief: table.optional_choice("floor-chief").unwrap_or(usual.floor_chief),
    };
    table.finish();
    authority
}
