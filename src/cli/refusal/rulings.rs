//! Why a ruling or an appeal is refused, and what to type instead.

use crate::cli::command_text::cmd;
use crate::cli::failure::Failure;
use crate::cli::wording::{list, option_name, quoted};
use crate::discipline::{Level, Matter, Refusal, Ruling, may_void};
use crate::event::Event;
use crate::report::ruling::{of_two, player_name};
use crate::report::rulings;
use crate::tournament::{AppealId, MatchId, RulingId, TableNumber};
use serde_json::json;

/// What is typed once an appeal is heard: only where there is a penalty can it be changed.
pub fn to_decide(event: &Event, appeal: AppealId) -> String {
    let docket = &event.facts.docket;
    let ruling = docket.appeal(appeal).and_then(|appeal| docket.ruling(appeal.ruling));
    let has_penalty = ruling.is_some_and(|ruling| ruling.penalty().is_some());
    let ways = ["--stands", "--falls"].into_iter().chain(has_penalty.then_some("--modify PENALTY"));
    ways.map(|way| cmd!("appeal decide {appeal} {way}").to_string()).collect::<Vec<_>>().join(", or ")
}

/// What is typed against a ruling, as long as anything can be.
pub fn to_contest(event: &Event, ruling: RulingId) -> String {
    let (docket, settings) = event.law();
    match docket.ruling(ruling).map(|ruling| may_void(docket, ruling, settings)) {
        Some(Err(why)) => format!("{why}: {}", cmd!("ruling show {ruling}")),
        _ => format!(
            "if the ruling was a mistake: {}; if it is disputed: {}",
            cmd!("ruling void {ruling} --reason \"...\""),
            cmd!("appeal file {ruling} --by PLAYER")
        ),
    }
}

/// What is typed of a ruling that is to be looked at again: one that is final is kept.
pub fn keep_or_void(event: &Event, ruling: RulingId) -> String {
    let (docket, settings) = event.law();
    let keep = cmd!("ruling keep {ruling}").to_string();
    match docket.ruling(ruling).is_some_and(|found| may_void(docket, found, settings).is_ok()) {
        true => format!("{keep}, or: {}", cmd!("ruling void {ruling} --reason \"...\"")),
        false => keep,
    }
}

/// What the way of an appeal does not allow.
pub fn recourse(event: &Event, id: RulingId, why: &Refusal, recurs: bool) -> Failure {
    let failure = Failure::forbidden(why.to_string());
    let Some(ruling) = event.facts.docket.ruling(id) else { return failure };
    let appoint = |level: Level| {
        let section = quoted(event.section_name(ruling.section));
        let of = if level.is_final() { String::new() } else { format!(" --section {section}") };
        cmd!("official add NAME --role {}{of}", option_name(level)).to_string()
    };
    match why {
        Refusal::NotOpen { appeal, .. } => {
            let decided = event.facts.docket.appeal(*appeal).filter(|appeal| appeal.decision.is_some());
            let failure = decided.map_or(failure, |decided| {
                let became = rulings::became(&event.facts.docket, decided, ruling);
                Failure::forbidden(format!("appeal {appeal} has already been decided: {became}"))
            });
            failure.hint(format!("see it with {}", cmd!("appeal show {appeal}")))
        }
        Refusal::AlreadyOpen { appeal, .. } => failure.hint(format!(
            "decide it: {}; or withdraw it: {}",
            to_decide(event, *appeal),
            cmd!("appeal withdraw {appeal}")
        )),
        Refusal::NobodyAppointed { level, .. } => failure.hint(format!("appoint one: {}", appoint(*level))),
        Refusal::WrongOffice { appeal, level, .. } => {
            let appeal = event.facts.docket.appeal(*appeal);
            let able = appeal.map(|appeal| event.chiefs_for(appeal, ruling)).unwrap_or_default();
            match able.iter().map(|official| official.name.as_str()).collect::<Vec<_>>()[..] {
                [] => failure.hint(format!("appoint a deputy: {}", appoint(*level))),
                ref names => failure.hint(format!("the {level} is {}", names.join(" or "))),
            }
        }
        Refusal::Ruled { .. } | Refusal::BothOffices { .. } | Refusal::DecidedBefore { .. } => {
            let level = event.facts.docket.appeals_against(id).last().map_or(Level::SectionChief, |last| last.level);
            failure.hint(format!("appoint a deputy: {}", appoint(level)))
        }
        Refusal::Voided(_) | Refusal::Final { .. } | Refusal::NoPenalty(_) => {
            let unless = if recurs { "if it happened again, add --again; " } else { "" };
            failure.hint(format!("{unless}see what was decided: {}", cmd!("ruling show {id}")))
        }
    }
}

/// What was ruled at a table, where its teams were to change.
pub fn ruled_at(event: &Event, table: TableNumber, rulings: &[RulingId]) -> Failure {
    let (docket, settings) = event.law();
    let standing = || docket.rulings.iter().filter(|ruling| rulings.contains(&ruling.id));
    let are = if rulings.len() == 1 { "ruling" } else { "rulings" };
    let made = format!("{are} {}", list(rulings.iter().map(ToString::to_string)));
    let is_mistake = || {
        let voids = standing().map(|ruling| cmd!("ruling void {} --reason \"...\"", ruling.id).to_string());
        format!("; if that was a mistake: {}", voids.collect::<Vec<_>>().join("; then "))
    };
    let may_all = standing().all(|ruling| may_void(docket, ruling, settings).is_ok());
    let void = if may_all { is_mistake() } else { String::new() };
    let was = if rulings.len() == 1 { "was" } else { "were" };
    Failure::forbidden(format!("{made} {was} made at table {table}, between the teams seated there"))
        .hint(format!("a match with rulings keeps its table, its teams and their sides{void}"))
        .details(json!({ "table": table, "rulings": rulings }))
}

/// What an earlier ruling has settled: most often two officials typed the same.
pub fn settled_already(event: &Event, by: &Ruling, at: MatchId) -> Failure {
    let table = at.table;
    let number = by.place.map_or(1, |place| place.match_id.number);
    let double = event.tournament().section(at.section).is_some_and(|section| section.matches > 1);
    let of_table = of_two(event, MatchId { number, ..at }, " match");
    let place = format!("table {table}{of_table}");
    let lost = if of_table.is_empty() { "the match" } else { of_table.trim_start() };
    let who = by.player.map(|player| player_name(event, player)).unwrap_or_default();
    let what = match &by.matter {
        Matter::Offence { offence, .. } => format!("has already cost {who} {lost} at table {table} for {offence}"),
        Matter::Claim { claim, .. } => format!("has already upheld {who}'s claim of {} at {place}", claim.kind),
        Matter::Spectator { .. } if by.orders().is_some() => format!("has already ordered a new game at {place}"),
        Matter::Spectator { .. } | Matter::Neutral { .. } => {
            format!("has already cost {} {lost} at table {table}", by.team.map_or("", |team| event.name_of(team)))
        }
    };
    let named = match double {
        false => String::new(),
        true if number == at.number => format!(" (in the other match: add --match {})", 3 - number),
        true => format!(" (in match {number}: add --match {number}; in the other: --match {})", 3 - number),
    };
    Failure::forbidden(format!("ruling {} {what}", by.id))
        .hint(format!("if it happened again, add --again{named}; see it: {}", cmd!("ruling show {}", by.id)))
        .details(json!({ "ruling": by.id, "match": number }))
}
