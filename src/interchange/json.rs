//! The whole tournament as one JSON document, for other programs and for comparing two states.
//!
//! Facts as they are stored, and the results they come to. Lists are in the order of their numbers, and nothing in it
//! depends on the clock, so that equal tournaments give equal documents. `docs/reference/json.md` describes it.

use crate::discipline::{Appeal, Appellant, Outcome, Place, Ruling};
use crate::event::{Event, Facts};
use crate::standings::prizes::PrizeKind;
use crate::tournament::{
    Assignment, MatchId, MatchResult, Player, PlayerId, PlayerName, Round, Section, SectionId, Side, Slip, SlipOutcome,
    TableNumber, Team, TeamId, TeamName, Tournament, WallClock,
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
    // As stored: what rulings make of it is told by the results and the rulings themselves.
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

fn team(tournament: &Tournament, team: &Team) -> Value {
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
        "status": tournament.status(team),
        "absences": absences,
        "byes_asked_for": list(requested_byes, |(round, points)| json!({ "round": round, "points": points })),
        "played_before_in": list(stays, |stay| json!({ "section": stay.section, "through_round": stay.through, "pairing_number": stay.pairing_number })),
    })
}

/// One round, tables by number, byes by team.
pub fn round(round: &Round, tournament: &Tournament, result: &dyn Fn(MatchId) -> Option<MatchResult>) -> Value {
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
            json!({ "match": number, "result": result(id).map(MatchResult::as_typed), "slips": list(slips, slip) })
        });
        json!({ "table": table, "first": first, "second": second, "matches": played })
    };
    json!({
        "section": round.section,
        "round": round.number,
        "provisional": round.provisional,
        "tables": list(round.tables(), table),
        "byes": byes.into_iter().map(|(_, bye)| bye).collect::<Vec<_>>(),
    })
}

fn slip(slip: &Slip) -> Value {
    let Slip { table: _, number: _, playing, outcome, reason, boards, white } = slip;
    json!({
        "playing": playing,
        "outcome": outcome.map(as_typed),
        "reason": reason,
        "boards": boards,
        "white": white,
    })
}

fn as_typed(outcome: SlipOutcome) -> &'static str {
    match outcome {
        SlipOutcome::Played(result) => result.as_typed(),
        SlipOutcome::Unplayed(Some(Side::First)) => MatchResult::FirstByForfeit.as_typed(),
        SlipOutcome::Unplayed(Some(Side::Second)) => MatchResult::SecondByForfeit.as_typed(),
        SlipOutcome::Unplayed(None) => MatchResult::NeitherCame.as_typed(),
    }
}

pub fn section_of(appeal: &Appeal, export: &Export<'_>) -> Option<SectionId> {
    export.event.facts.docket.ruling(appeal.ruling).map(|ruling| ruling.section)
}

fn time(at: DateTime<Utc>, export: &Export<'_>) -> Option<String> {
    export.with_times.then(|| at.to_rfc3339_opts(SecondsFormat::Secs, true))
}

pub fn ruling(ruling: &Ruling, export: &Export<'_>) -> Value {
    let state = export.event.facts.docket.state(ruling).id();
    let voided = ruling.voided.as_ref().map(|v| json!({ "at": time(v.at, export), "by": v.by, "reason": v.reason }));
    json!({
        "number": ruling.id,
        "at": time(ruling.at, export),
        "by": ruling.by,
        "section": ruling.section,
        "round": ruling.round,
        "place": ruling.place.as_ref().map(place),
        "player": ruling.player,
        "team": ruling.team,
        "matter": ruling.matter,
        "rule": ruling.rule,
        "fallback": ruling.fallback,
        "reason": ruling.reason,
        "note": ruling.note,
        "witnesses": ruling.witnesses,
        "standing": state,
        "penalty_in_force": export.event.facts.docket.penalty(ruling),
        "voided": voided,
        "kept_step": ruling.kept_step,
    })
}

fn place(place: &Place) -> Value {
    json!({
        "table": place.match_id.table,
        "match": place.match_id.number,
        "playing": place.playing,
        "board": place.board,
        "side": place.side,
        "match_undecided": place.match_undecided,
        "board_unfinished": place.board_unfinished,
        "other_ended": place.other_ended,
        "carry_out": place.carry_out,
    })
}

pub fn appeal(appeal: &Appeal, export: &Export<'_>) -> Value {
    let by = match appeal.by {
        Appellant::Player(player) => json!({ "player": player }),
        Appellant::Team(team) => json!({ "team": team }),
    };
    let decision = appeal.decision.as_ref().map(|decision| {
        let (outcome, penalty) = match decision.outcome {
            Outcome::Upheld => ("upheld", None),
            Outcome::Overturned => ("overturned", None),
            Outcome::Modified(penalty) => ("modified", Some(penalty)),
        };
        json!({ "outcome": outcome, "penalty": penalty, "by": decision.by, "at": time(decision.at, export), "note": decision.note })
    });
    json!({
        "number": appeal.id,
        "ruling": appeal.ruling,
        "level": spelt(appeal.level),
        "by": by,
        "at": time(appeal.at, export),
        "note": appeal.note,
        "state": appeal.state(),
        "decision": decision,
        "withdrawn": appeal.withdrawn.map(|at| json!({ "at": time(at, export) })),
    })
}

/// The further keys of the document.
pub fn keys(export: &Export<'_>) -> Map<String, Value> {
    let Export { event, only, with_times, private } = *export;
    let is_wanted = |section: SectionId| only.is_none_or(|only| only == section);
    let mut keys = Map::new();
    let mut add = |key: &str, list: Vec<Value>| drop(keys.insert(key.to_owned(), Value::Array(list)));
    let house = &event.facts.house_rules;
    let scopes = house.scopes.iter().map(|(offence, scope)| json!({ "offence": offence, "scope": scope }));
    let limits = house.limits.iter().map(|(role, limit)| json!({ "role": role, "limit": limit }));
    add("house_rules", scopes.chain(limits).collect());
    let prizes = event.facts.prizes.iter().filter(|prize| is_wanted(prize.section)).map(|prize| {
        json!({
            "number": prize.id, "section": prize.section, "name": prize.name, "for": purpose(prize.kind), "value": prize.value,
            "beside_others": prize.beside_others, "winner": prize.winner,
        })
    });
    add("prizes", prizes.collect());
    let play_offs = event.facts.play_offs.iter().filter(|played| is_wanted(played.section));
    add(
        "play_offs",
        play_offs.map(|p| json!({ "section": p.section, "teams": p.teams, "result": p.result.as_typed() })).collect(),
    );
    let walls = event.facts.wall_clocks.iter().filter(|((section, _), _)| is_wanted(*section));
    let wall = |((section, round), wall): (&(SectionId, u32), &WallClock)| {
        let started = wall.started.filter(|_| with_times).map(|at| at.to_rfc3339());
        let not_seated: Vec<_> = wall.not_seated.iter().map(|seat| seat.team).collect();
        json!({ "section": section, "round": round, "has_started": wall.started.is_some(), "started": started, "not_seated": not_seated })
    };
    add("wall_clock", walls.map(wall).collect());
    let is_team_here = |team| event.tournament().team(team).is_some_and(|t| is_wanted(t.section));
    let verdicts = event.facts.name_verdicts.iter().filter(|(team, _)| is_team_here(**team));
    add(
        "name_verdicts",
        verdicts.map(|(team, read)| json!({ "team": team, "name": read.name, "approved": read.approved })).collect(),
    );
    if only.is_none() {
        let columns = event.facts.import_columns.iter();
        add("import_columns", columns.map(|(field, column)| json!({ "field": field, "column": column })).collect());
        let spellings = event.facts.school_spellings.iter();
        add(
            "school_spellings",
            spellings.map(|(spelling, school)| json!({ "spelling": spelling, "school": school })).collect(),
        );
    }
    if private {
        let is_here = |player: PlayerId| {
            let child = event.tournament().player(player);
            only.is_none()
                || child.is_some_and(|p| p.section == only)
                || event.tournament().team_of(player).is_some_and(|t| is_wanted(t.section))
        };
        let contacts = event.facts.contacts.iter().filter(|(player, _)| is_here(**player));
        add(
            "contacts",
            contacts.map(|(player, c)| json!({ "player": player, "email": c.email, "phone": c.phone })).collect(),
        );
        let payments = event.facts.payments.iter().filter(|(player, _)| is_here(**player));
        add(
            "payments",
            payments.map(|(player, p)| json!({ "player": player, "fee_cents": p.fee, "paid_cents": p.paid })).collect(),
        );
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
