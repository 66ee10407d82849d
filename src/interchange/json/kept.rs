//! What `export json` holds beside the play: prizes, the organiser's own rules, what the desk remembers, and families.

use super::Source;
use crate::standings::prizes::Kind;
use crate::tournament::{PlayerId, SectionId, WallClock};
use serde_json::{Map, Value, json};

/// The further keys of the document.
pub fn keys(source: &Source<'_>) -> Map<String, Value> {
    let Source { event, only, with_times, private } = *source;
    let is_wanted = |section: SectionId| only.is_none_or(|only| only == section);
    let mut keys = Map::new();
    let mut add = |key: &str, list: Vec<Value>| drop(keys.insert(key.to_owned(), Value::Array(list)));
    let house = &event.facts.house_rules;
    let scopes = house.scopes.iter().map(|(offence, scope)| json!({ "offence": offence, "scope": scope }));
    let limits = house.limits.iter().map(|(role, limit)| json!({ "role": role, "limit": limit.as_typed() }));
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

fn purpose(kind: Kind) -> Value {
    match kind {
        Kind::Place(place) => json!({ "place": place }),
        Kind::Class(class, place) => json!({ "class": class.to_string(), "place": place }),
        Kind::School { place, best } => json!({ "school_place": place, "best_teams": best }),
        Kind::Special => json!("special"),
    }
}
