//! Putting a ruling on record, and finding it again.

use super::office::within_authority;
use super::scene::Scene;
use super::{aftermath, words};
use crate::cli::answer::Answer;
use crate::cli::consequences::Before;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::refusal::Told;
use crate::discipline::{Citation, Idle, Matter, Penalty, Place, Refusal, Ruling, may_rule, settled_by};
use crate::event;
use crate::tournament::{OfficialId, PlayerId, RulingId, SectionId, TeamId};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

/// What a ruling is about, before it is entered.
pub struct New {
    pub section: SectionId,
    pub place: Option<Place>,
    /// The offender or claimant.
    pub player: Option<PlayerId>,
    /// Their team, or the team aided.
    pub team: Option<TeamId>,
    pub matter: Matter,
    pub rule: Citation,
    /// Why it departs from the rulebook.
    pub reason: Option<String>,
    pub note: Option<String>,
    pub witnesses: Vec<String>,
    /// How the director told it from what was ruled before, if at all.
    pub apart: Apart,
}

/// Whether a ruling that an earlier one may have settled is entered all the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Apart {
    Untold,
    /// The match of a double round was named.
    Named,
    /// It happened again.
    Again,
}

impl Apart {
    pub fn told(again: bool, number: Option<u8>) -> Self {
        match number {
            _ if again => Self::Again,
            Some(_) => Self::Named,
            None => Self::Untold,
        }
    }
}

/// Enters a ruling and says what follows from it. `before` lines come first, `after` lines last.
pub fn enter(
    desk: &mut Desk,
    new: New,
    scene: Option<&Scene>,
    before: Vec<String>,
    after: Vec<String>,
) -> Result<Answer, Failure> {
    within_authority(desk, desk.official.as_deref(), Penalty::None)?;
    let earlier = Before::at(desk, scene.map(|s| s.id))?;
    let ruling = Ruling {
        id: RulingId(0),
        at: now(desk)?,
        by: acting(desk)?,
        section: new.section,
        round: desk.latest_round(new.section).map_or(0, |r| r.number),
        place: new.place,
        player: new.player,
        team: new.team,
        matter: new.matter,
        rule: new.rule.rule,
        fallback: new.rule.fallback,
        reason: new.reason,
        note: new.note,
        witnesses: new.witnesses,
        voided: None,
        kept_step: None,
    };
    let settings = &desk.rulebook.discipline;
    may_rule(&desk.facts.docket, settings, &ruling, new.apart == Apart::Again).map_err(|e| {
        let again = matches!(ruling.matter, Matter::Offence { .. });
        closed(desk, &e, if again { "if it happened again, add --again; " } else { "" })
    })?;
    if new.apart != Apart::Again {
        let settled = settled_by(&desk.facts.docket, settings, &ruling, new.apart == Apart::Named);
        if let (Some(by), Some(scene)) = (settled, scene) {
            return Err(settled_already(desk, by, scene));
        }
    }
    let was = aftermath::result(desk, &ruling);
    let id = desk.add_ruling(ruling);
    let ruling = found(desk, id.0)?.clone();
    let mut lines = before;
    let said = words::sentence(desk, &ruling);
    let summary = format!("ruling {id}{}: {said}", words::which_match(desk, &ruling));
    lines.push(summary.clone());
    lines.extend(words::at_the_table(desk, &ruling, was));
    lines.extend(words::idle(desk, &ruling).map(|why| without_effect(&ruling, why)));
    lines.extend(words::next_time(desk, &ruling));
    lines.extend(after);
    lines.push(format!("to appeal: bughouse appeal file {id} --by PLAYER"));
    let mut json = words::to_json(desk, &ruling);
    if let Some(earlier) = earlier {
        add_consequences(&earlier, desk, &mut lines, &mut json)?;
    }
    Ok(Answer::said(lines.join("\n"), json, summary))
}

/// Refuses what an earlier ruling has settled: most often two officials typed the same.
fn settled_already(desk: &Desk, by: &Ruling, scene: &Scene) -> Failure {
    let table = scene.id.table;
    let number = by.place.map_or(1, |place| place.match_id.number);
    let double = scene.section.matches > 1;
    let place = if double { format!("table {table} match {number}") } else { format!("table {table}") };
    let who = by.player.map(|player| words::player_name(desk, player)).unwrap_or_default();
    let what = match &by.matter {
        Matter::Offence { offence, .. } => format!("has cost {who} {place} for {offence}"),
        Matter::Claim { claim, .. } => format!("has upheld {who}'s claim of {} at {place}", claim.kind),
        Matter::Spectator { .. } if by.orders().is_some() => format!("has ordered a new game at {place}"),
        Matter::Spectator { .. } | Matter::Neutral { .. } => {
            format!("has cost {} {place}", by.team.map(|team| words::team_name(desk, team)).unwrap_or_default())
        }
    };
    let named = match double {
        false => String::new(),
        true if number == scene.id.number => format!(" (in the other match: add --match {})", 3 - number),
        true => format!(" (in match {number}: add --match {number}; in the other: --match {})", 3 - number),
    };
    Failure::forbidden(format!("ruling {} {what} already", by.id))
        .hint(format!("if it happened again, add --again{named}; see it: bughouse ruling show {}", by.id))
        .details(json!({ "ruling": by.id, "match": number }))
}

/// What the floor chief has decided is closed; `unless` says first what else there is to type.
pub fn closed(desk: &Desk, refusal: &Refusal, unless: &str) -> Failure {
    let failure = Failure::forbidden(refusal.to_string());
    match refusal {
        Refusal::Final { ruling, .. } => {
            failure.hint(format!("{unless}see what was decided: bughouse ruling show {ruling}"))
        }
        Refusal::AlreadyOpen { appeal, ruling, .. } => failure.hint(format!(
            "let it be decided: {}; or take it back: bughouse appeal withdraw {appeal}",
            words::to_decide(desk, *appeal, *ruling)
        )),
        _ => failure,
    }
}

/// The rule that a ruling cites: the one named, or what the rulebook has for matters it does not speak of.
pub fn cited(desk: &Desk, named: Option<&str>) -> Result<Citation, Failure> {
    let source = &desk.rulebook.discipline.source;
    let Some(named) = named else { return Ok(source.silence()) };
    let number = named.trim();
    if desk.rulebook.rules.iter().any(|rule| rule.number == number) {
        return Ok(source.cite(&Some(number.to_owned())));
    }
    Err(Failure::mistyped(format!("{} has no rule \"{number}\"", source.rulebook))
        .hint("all of them: bughouse rules show; leave --cites out where no rule speaks of it"))
}

/// Why a ruling ends nothing, and what would change that.
fn without_effect(ruling: &Ruling, why: Idle) -> String {
    let may = matches!(ruling.matter, Matter::Offence { .. }) && matches!(why, Idle::MatchOver | Idle::BoardOver(_));
    let otherwise = if may { "; to change it, void this and rule again with --carry-out" } else { "" };
    format!("{why}: on record, and its result stays{otherwise}")
}

/// Adds what a change of an earlier round's result does to standings, pairings and prizes; at a terminal it is shown and asked for first.
pub fn add_consequences(
    earlier: &Before,
    desk: &mut Desk,
    lines: &mut Vec<String>,
    json: &mut Value,
) -> Result<(), Failure> {
    let changes = earlier.compared(desk)?;
    let words = changes.in_words();
    let change = lines.first().cloned().unwrap_or_default();
    if !words.is_empty() && !desk.shown_first(&change, &words)? {
        lines.push(words);
    }
    if let Some(object) = json.as_object_mut() {
        object.insert("consequences".to_owned(), changes.to_json());
    }
    Ok(())
}

pub fn found(desk: &Desk, number: u32) -> Result<&Ruling, Failure> {
    let ruling = RulingId(number);
    desk.facts.docket.ruling(ruling).ok_or(event::Refusal::NoRuling { ruling }).told(desk)
}

/// The moment of the command.
pub fn now(desk: &Desk) -> Result<DateTime<Utc>, Failure> {
    DateTime::parse_from_rfc3339(&desk.now)
        .map(|at| at.to_utc())
        .map_err(|_| Failure::machine(format!("the computer's clock gave \"{}\", which is no time", desk.now)))
}

/// The official who acts, if one was named.
pub fn acting(desk: &Desk) -> Result<Option<OfficialId>, Failure> {
    desk.official.as_deref().map(|name| desk.official(name).map(|o| o.id)).transpose()
}

/// A reason to go on with, for messages that name what to type: `details` for machines.
pub fn choices_json(choices: &[crate::discipline::Choice]) -> Value {
    json!({ "choices": choices.iter().map(ToString::to_string).collect::<Vec<_>>() })
}
