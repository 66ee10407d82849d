//! The whole tournament as one JSON document, for other programs and for comparing two states.
//!
//! Facts as they are stored, and the results they come to. Lists are in the order of their numbers, and nothing in it
//! depends on the clock, so that equal tournaments give equal documents. `docs/reference/json.md` describes it.

mod docket;
mod kept;
mod rounds;

use crate::event::{Event, Facts};
use crate::tournament::{Official, Player, PlayerName, School, Section, SectionId, Team, TeamId, TeamName};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Raised when a key changes its meaning or goes away; new keys do not raise it.
pub const VERSION: u32 = 1;

/// What of the event is written.
pub struct Source<'a> {
    pub event: &'a Event,
    /// One section alone; `None` is the whole tournament.
    pub only: Option<SectionId>,
    /// With the times of rulings and appeals.
    pub with_times: bool,
    /// With families' contacts and payments.
    pub private: bool,
}

pub fn document(source: &Source<'_>) -> Value {
    // As stored: what rulings make of it is told by the results and the rulings themselves.
    let Facts { tournament, docket, wishes, .. } = &source.event.facts;
    let is_wanted = |section: SectionId| source.only.is_none_or(|only| only == section);
    let is_in = |team: &&Team| {
        source.only.is_none_or(|only| team.belongs(only) || tournament.final_seed(only, team.id).is_some())
    };
    let teams: Vec<&Team> = tournament.teams.iter().filter(is_in).collect();
    let entered: BTreeSet<TeamId> = teams.iter().map(|t| t.id).collect();
    let with_team: BTreeSet<_> = teams.iter().flat_map(|t| t.players).collect();
    let is_entered = |p: &&Player| source.only.is_none() || with_team.contains(&p.id) || p.section == source.only;
    let is_both_here = |pair: &[TeamId; 2]| pair.iter().all(|team| entered.contains(team));
    let qualifiers = tournament.qualifiers.iter().filter(|(section, _, _)| is_wanted(*section));
    let required = wishes.required.iter().filter(|(_, pair)| is_both_here(pair));
    let results = source.event.results();
    let mut document = json!({
        "format": "bughouse-tournament",
        "version": VERSION,
        "name": tournament.name,
        "date": tournament.date,
        "venue": tournament.venue,
        "seed": source.event.facts.seed,
        "rulebook": { "id": source.event.rulebook.id, "text": source.event.facts.rulebook_text },
        "sections": list(tournament.sections.iter().filter(|s| is_wanted(s.id)), |s| section(s, &source.event.facts)),
        "schools": list(&tournament.schools, school),
        "players": list(tournament.players.iter().filter(is_entered), player),
        "teams": list(teams, team),
        "qualifiers": list(qualifiers, |(section, team, seed)| json!({ "section": section, "team": team, "seed": seed })),
        "officials": list(&tournament.officials, official),
        "do_not_pair": wishes.forbidden.iter().filter(|pair| is_both_here(pair)).collect::<Vec<_>>(),
        "pair": list(required, |(round, teams)| json!({ "round": round, "teams": teams })),
        "rounds": list(tournament.rounds.iter().filter(|r| is_wanted(r.section)), |r| rounds::round(r, tournament, &|id| results.get(&id).copied())),
        "rulings": list(docket.rulings.iter().filter(|r| is_wanted(r.section)), |r| docket::ruling(r, source)),
        "appeals": list(docket.appeals.iter().filter(|a| docket::section_of(a, source).is_some_and(is_wanted)), |a| docket::appeal(a, source)),
    });
    if let Some(document) = document.as_object_mut() {
        document.extend(kept::keys(source));
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

fn section(section: &Section, facts: &Facts) -> Value {
    let Section {
        id,
        name,
        grades,
        rating_under,
        format,
        rounds,
        matches,
        match_points,
        first_table,
        colours,
        qualified_from,
    } = section;
    let settings = facts.settings.get(id);
    json!({
        "id": id,
        "name": name,
        "grades": grades.map(|range| range.to_string()),
        "rating_under": rating_under,
        "format": format,
        "rounds": rounds,
        "matches": matches,
        "match_points": match_points,
        "first_table": first_table,
        "colours": colours,
        "times": list(facts.tournament.timetable(*id), |time| json!({ "round": time.round, "starts": time.starts.iso() })),
        "qualified_from": qualified_from.map(|(from, top)| json!({ "section": from, "top": top })),
        "pairing": settings.map(|settings| &settings.pairing),
        "standings": settings.map(|settings| &settings.standings),
    })
}

fn school(school: &School) -> Value {
    let School { id, name } = school;
    json!({ "id": id, "name": name })
}

fn player(player: &Player) -> Value {
    let Player { id, name, grade, rating, federation_id, school, section, team_name, shown_as } = player;
    json!({
        "number": id,
        "name": name,
        "grade": grade,
        "rating": rating,
        "id": federation_id,
        "school": school,
        "section": section,
        "team_name": team_name,
        "initials_only": *shown_as == PlayerName::Initials,
    })
}

fn team(team: &Team) -> Value {
    let Team {
        id,
        name,
        shown_as,
        section,
        players,
        school,
        rating,
        house,
        tiebreak_penalty,
        lot,
        pairing_number,
        checked_in,
        absences,
        requested_byes,
        stays,
    } = team;
    json!({
        "number": id,
        "name": name,
        "name_shown": *shown_as == TeamName::AsEntered,
        "section": section,
        "players": players,
        "school": school,
        "rating": rating,
        "house": house,
        "tiebreak_penalty": tiebreak_penalty,
        "lot": lot,
        "pairing_number": pairing_number,
        "checked_in": checked_in,
        "status": team.status(),
        "absences": list(absences, |s| json!({ "from_round": s.from_round, "returned": s.returned, "expelled": s.expelled })),
        "byes_asked_for": list(requested_byes, |(round, points)| json!({ "round": round, "points": points })),
        "played_before_in": list(stays, |stay| json!({ "section": stay.section, "through_round": stay.through, "pairing_number": stay.pairing_number })),
    })
}

fn official(official: &Official) -> Value {
    let Official { id, name, role, section } = official;
    json!({ "id": id, "name": name, "role": role, "section": section })
}
