//! Reads offences with their ladders, interference and the authority of each office.

use super::match_end::rule;
use super::reader::{Placed, Table};
use crate::discipline::{Authority, Choice, KNOWN, Offence, Penalty, SpectatorRules, Step};

/// Reads the `[offences]` table. Known offences that the text leaves out are kept as unmentioned, so that every id works under every rulebook.
pub fn read(table: Option<Table<'_>>) -> Vec<Offence> {
    let mut offences: Vec<Offence> = KNOWN.iter().map(|(id, name)| Offence::unmentioned(id, name)).collect();
    for (id, entry) in table.map(|table| table.tables()).unwrap_or_default() {
        let name = entry.optional_text("name").map(|name| name.value);
        let known = offences.iter().position(|o| o.id == id.value);
        if known.is_none() && name.is_none() {
            entry.complain(
                format!("offence \"{}\" is not one of the known ones and has no name", id.value),
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
    if offence.rule.is_some() && offence.beyond_fallback {
        entry.pointless(&["beyond-fallback"], "beside `rule`");
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
        entry.senseless("ladder", &format!("offers the same twice in \"{}\"", text.value), "leave one of them out");
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
