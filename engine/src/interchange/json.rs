//! The whole tournament as one JSON document, for other programs and for comparing two states.
//!
//! Facts as they are stored, and the results they come to. Lists are in the order of their numbers, and nothing in it
//! depends on the clock, so that equal tournaments give equal documents. `docs/reference/json.md` describes it.

use crate::discipline::{Appeal, Outcome, Place, Ruling};
use crate::event::{Event, Facts};
use crate::standings::prizes::PrizeKind;
use crate::tournament::{
    Assignment, MatchId, MatchResult, Player, PlayerId, PlayerName, Round, Section, SectionId, TableNumber, Team,
    TeamId, TeamName, Tournament, WallClock,
};
use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Raised when a key changes its meaning or goes away; new keys do not raise it.
const VERSION: u32 = 1;

/// What of the event is written.
pub struct Export<'a> {
    pub event: &'a Event,
    /// One section alone; `None` is the whole tournament.
    pub only: Option<SectionId>,
    /// With the times of rulings and appeals.
    pub with_times: bool,
    /// With families' contacts and payments.
    pub private: bool,
}

pub fn document(export: &Export<'_>) -> Value {
    // As stored: what rulings make of it is shown by the results and the rulings themselves.
    let Facts { tournament, docket, wishes, .. } = &export.event.facts;
    let is_wanted = |section: SectionId| export.only.is_none_or(|only| only == section);
    let is_in = |team: &&Team| {
        export.only.is_none_or(|only| team.belongs(only) || tournament.final_seed(only, team.id).is_some())
    };
    let teams: Vec<&Team> = tournament.teams.iter().filter(is_in).collect();
    let entered: BTreeSet<TeamId> = teams.iter().map(|t| t.id).collect();
    let with_team: BTreeSet<_> = teams.iter().flat_map(|t| t.players).collect();
    let is_entered = |p: &&Player| export.only.is_none() || with_team.contains(&p.id) || p.section == export.only;
    let is_both_here = |pair: &[TeamId; 2]| pair.iter().all(|team| entered.contains(team));
    let qualifiers = tournament.qualifiers.iter().filter(|(section, _, _)| is_wanted(*section));
    let halves = tournament.halves.iter().filter(|(section, _, _)| is_wanted(*section));
    let required = wishes.required.iter().filter(|(_, pair)| is_both_here(pair));
    let results = export.event.results();
    let mut document = json!({
        "format": "bughouse-tournament",
        "version": VERSION,
        "name": tournament.name,
        "date": tournament.date,
        "venue": tournament.venue,
        "seed": export.event.facts.seed,
        "rulebook": { "id": export.event.rulebook.id, "text": export.event.facts.rulebook_text },
        "sections": list(tournament.sections.iter().filter(|s| is_wanted(s.id)), |s| section(s, &export.event.facts)),
        "schools": tournament.schools,
        "players": list(tournament.players.iter().filter(is_entered), player),
        "teams": list(teams, |one| team(tournament, one)),
        "qualifiers": list(qualifiers, |(section, team, seed)| json!({ "section": section, "team": team, "seed": seed })),
        "halves": list(halves, |(section, team, upper)| json!({ "section": section, "team": team, "upper": upper })),
        "officials": tournament.officials,
        "do_not_pair": wishes.forbidden.iter().filter(|pair| is_both_here(pair)).collect::<Vec<_>>(),
        "pair": list(required, |(round, teams)| json!({ "round": round, "teams": teams })),
        "rounds": list(tournament.rounds.iter().filter(|r| is_wanted(r.section)), |r| round(r, tournament, &|id| results.get(&id).copied())),
        "rulings": list(docket.rulings.iter().filter(|r| is_wanted(r.section)), |r| ruling(r, export)),
        "appeals": list(docket.appeals.iter().filter(|a| section_of(a, export).is_some_and(is_wanted)), |a| appeal(a, export)),
    });
    if let Some(document) = document.as_object_mut() {
        document.extend(keys(export));
    }
    document
}

fn list<T>(items: impl IntoIterator<Item = T>, written: impl Fn(T) -> Value) -> Vec<Value> {
    items.into_iter().map(written).collect()
}

/// An enum as it is spelt elsewhere: in TOML, in the file, on the command line.
fn spelt(value: impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// A fact as it is stored, with more keys beside its own.
fn with(fact: impl Serialize, more: Value) -> Value {
    let mut written = spelt(fact);
    if let (Value::Object(written), Value::Object(more)) = (&mut written, more) {
        written.extend(more);
    }
    written
}

fn section(section: &Section, facts: &Facts) -> Value {
    let settings = facts.settings.get(&section.id);
    let more = json!({
        "grades": section.grades.map(|range| range.to_string()),
        "times": list(facts.tournament.timetable(section.id), |time| json!({ "round": time.round, "starts": time.starts.iso() })),
        "qualified_from": section.qualified_from.map(|(from, top)| json!({ "section": from, "top": top })),
        "pairing": settings.map(|settings| &settings.pairing),
        "standings": settings.map(|settings| &settings.standings),
    });
    with(section, more)
}

fn player(player: &Player) -> Value {
    with(
        player,
        json!({ "family_words": player.family_words, "initials_only": player.shown_as == PlayerName::Initials }),
    )
}

fn team(tournament: &Tournament, team: &Team) -> Value {
    let more = json!({
        "name_shown": team.shown_as == TeamName::AsEntered,
        "status": tournament.status(team),
        "byes_asked_for": list(&team.requested_byes, |(round, points)| json!({ "round": round, "points": points })),
        "played_before_in": list(&team.stays, |stay| json!({ "section": stay.section, "through_round": stay.through, "pairing_number": stay.pairing_number })),
    });
    with(team, more)
}

/// One round, tables by number, byes by team.
fn round(round: &Round, tournament: &Tournament, result: &dyn Fn(MatchId) -> Option<MatchResult>) -> Value {
    let matches = tournament.section(round.section).map_or(1, |s| s.matches);
    let mut byes: Vec<(TeamId, Value)> = Vec::new();
    for (team, assignment) in &round.assignments {
        if let Assignment::Bye { points, assigned } = assignment {
            byes.push((*team, json!({ "team": team, "points": points, "assigned": assigned })));
        }
    }
    byes.sort_by_key(|(team, _)| *team);
    let table = |(table, [first, second]): (TableNumber, [TeamId; 2])| {
        let played = list(1..=matches, |number| {
            let id = MatchId { section: round.section, round: round.number, table, number };
            let slips = round.slips.iter().filter(|s| s.table == table && s.number == number);
            json!({ "match": number, "result": result(id).map(MatchResult::as_typed), "slips": list(slips, spelt) })
        });
        json!({ "table": table, "first": first, "second": second, "matches": played })
    };
    json!({
        "section": round.section,
        "round": round.number,
        "provisional": round.provisional,
        "kept": round.kept,
        "tables": list(round.tables(), table),
        "byes": byes.into_iter().map(|(_, bye)| bye).collect::<Vec<_>>(),
    })
}

fn section_of(appeal: &Appeal, export: &Export<'_>) -> Option<SectionId> {
    export.event.facts.docket.ruling(appeal.ruling).map(|ruling| ruling.section)
}

fn time(at: DateTime<Utc>, export: &Export<'_>) -> Option<String> {
    export.with_times.then(|| at.to_rfc3339_opts(SecondsFormat::Secs, true))
}

fn ruling(ruling: &Ruling, export: &Export<'_>) -> Value {
    let voided = ruling.voided.as_ref().map(|v| json!({ "at": time(v.at, export), "by": v.by, "reason": v.reason }));
    let at = |place: &Place| with(place, json!({ "table": place.match_id.table, "match": place.match_id.number }));
    let more = json!({
        "at": time(ruling.at, export),
        "place": ruling.place.as_ref().map(at),
        "standing": export.event.facts.docket.state(ruling).id(),
        "penalty_in_force": export.event.facts.docket.penalty(ruling),
        "voided": voided,
    });
    with(ruling, more)
}

fn appeal(appeal: &Appeal, export: &Export<'_>) -> Value {
    let decision = appeal.decision.as_ref().map(|decision| {
        let (outcome, penalty) = match decision.outcome {
            Outcome::Upheld => ("upheld", None),
            Outcome::Overturned => ("overturned", None),
            Outcome::Modified(penalty) => ("modified", Some(penalty)),
        };
        json!({ "outcome": outcome, "penalty": penalty, "by": decision.by, "at": time(decision.at, export), "note": decision.note })
    });
    let more = json!({
        "at": time(appeal.at, export),
        "state": appeal.state(),
        "decision": decision,
        "withdrawn": appeal.withdrawn.map(|at| json!({ "at": time(at, export) })),
    });
    with(appeal, more)
}

/// The further keys of the document.
fn keys(export: &Export<'_>) -> Map<String, Value> {
    let Export { event, only, with_times, private } = *export;
    let is_wanted = |section: SectionId| only.is_none_or(|only| only == section);
    let mut keys = Map::new();
    let mut add = |key: &str, list: Vec<Value>| drop(keys.insert(key.to_owned(), Value::Array(list)));
    let house = &event.facts.house_rules;
    let scopes = house.scopes.iter().map(|(offence, scope)| json!({ "offence": offence, "scope": scope }));
    let limits = house.limits.iter().map(|(role, limit)| json!({ "role": role, "limit": limit }));
    add("house_rules", scopes.chain(limits).collect());
    let prizes = event.facts.prizes.iter().filter(|prize| is_wanted(prize.section));
    add("prizes", list(prizes, |prize| with(prize, json!({ "for": purpose(prize.kind) }))));
    add("play_offs", list(event.facts.play_offs.iter().filter(|played| is_wanted(played.section)), spelt));
    let walls = event.facts.wall_clocks.iter().filter(|((section, _), _)| is_wanted(*section));
    let wall = |((section, round), wall): (&(SectionId, u32), &WallClock)| {
        let started = wall.started.filter(|_| with_times).map(|at| at.to_rfc3339());
        let not_seated: Vec<_> = wall.not_seated.iter().map(|seat| seat.team).collect();
        json!({ "section": section, "round": round, "has_started": wall.started.is_some(), "started": started, "not_seated": not_seated })
    };
    add("wall_clock", walls.map(wall).collect());
    let is_team_here = |team| event.tournament().team(team).is_some_and(|t| is_wanted(t.section));
    let verdicts = event.facts.name_verdicts.iter().filter(|(team, _)| is_team_here(**team));
    add("name_verdicts", list(verdicts, |(team, verdict)| with(verdict, json!({ "team": team }))));
    if only.is_none() {
        let facts = &event.facts;
        add(
            "import_columns",
            list(&facts.import_columns, |(field, column)| json!({ "field": field, "column": column })),
        );
        let spelling = |(spelling, school): &_| json!({ "spelling": spelling, "school": school });
        add("school_spellings", list(&facts.school_spellings, spelling));
    }
    if private {
        let is_here = |player: PlayerId| {
            let child = event.tournament().player(player);
            only.is_none()
                || child.is_some_and(|p| p.section == only)
                || event.tournament().team_of(player).is_some_and(|t| is_wanted(t.section))
        };
        let contacts = event.facts.contacts.iter().filter(|(player, _)| is_here(**player));
        add("contacts", list(contacts, |(player, contact)| with(contact, json!({ "player": player }))));
        let payments = event.facts.payments.iter().filter(|(player, _)| is_here(**player));
        add("payments", list(payments, |(player, payment)| with(payment, json!({ "player": player }))));
    }
    keys.insert("names_required".to_owned(), json!(event.facts.names_required));
    keys
}

fn purpose(kind: PrizeKind) -> Value {
    match kind {
        PrizeKind::Place(place) => json!({ "place": place }),
        PrizeKind::Class(class, place) => json!({ "class": class.to_string(), "place": place }),
        PrizeKind::School { place, best } => json!({ "school_place": place, "best_teams": best }),
        PrizeKind::Special => json!("special"),
    }
}
