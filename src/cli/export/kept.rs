//! What `export json` holds beside the play: prizes, the organiser's own rules, what the desk remembers, and families.

use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::standings::prizes::Kind;
use crate::tournament::{PlayerId, SectionId};
use serde_json::{Map, Value, json};

/// The further keys of the document. Families' contacts and payments are added only where they were asked for.
pub fn keys(
    desk: &mut Desk,
    only: Option<SectionId>,
    private: bool,
    with_times: bool,
) -> Result<Map<String, Value>, Failure> {
    let is_wanted = |section: SectionId| only.is_none_or(|only| only == section);
    let mut keys = Map::new();
    let mut add = |key: &str, list: Vec<Value>| drop(keys.insert(key.to_owned(), Value::Array(list)));
    let house = &desk.facts.house_rules;
    let scopes = house.scopes.iter().map(|(offence, scope)| json!({ "offence": offence, "scope": scope }));
    let limits = house.limits.iter().map(|(role, limit)| json!({ "role": role, "limit": limit.as_typed() }));
    add("house_rules", scopes.chain(limits).collect());
    let prizes = desk.store.prizes()?.into_iter().filter(|prize| is_wanted(prize.section)).map(|prize| {
        json!({
            "number": prize.id, "section": prize.section, "name": prize.name, "for": purpose(prize.kind), "value": prize.value,
            "beside_others": prize.beside_others, "winner": prize.winner,
        })
    });
    add("prizes", prizes.collect());
    let play_offs = desk.store.play_offs()?.into_iter().filter(|played| is_wanted(played.section));
    add(
        "play_offs",
        play_offs.map(|p| json!({ "section": p.section, "teams": p.teams, "result": p.result.as_typed() })).collect(),
    );
    let posted: Vec<(SectionId, u32)> = desk.tournament().rounds.iter().map(|r| (r.section, r.number)).collect();
    let mut walls = Vec::new();
    for (section, round) in posted.into_iter().filter(|(section, _)| is_wanted(*section)) {
        let wall = desk.store.wall_clock(section, round)?;
        let started = wall.started.filter(|_| with_times).map(|at| at.to_rfc3339());
        if wall.started.is_some() || !wall.not_seated.is_empty() {
            let has_started = wall.started.is_some();
            walls.push(json!({ "section": section, "round": round, "has_started": has_started, "started": started, "not_seated": wall.not_seated }));
        }
    }
    add("wall_clock", walls);
    let mut verdicts: Vec<_> = desk.store.name_verdicts()?.into_iter().collect();
    verdicts.sort();
    let is_team_here = |team| desk.tournament().team(team).is_some_and(|t| is_wanted(t.section));
    let verdicts = verdicts.into_iter().filter(|(team, _)| is_team_here(*team));
    add(
        "name_verdicts",
        verdicts.map(|(team, (name, approved))| json!({ "team": team, "name": name, "approved": approved })).collect(),
    );
    if only.is_none() {
        let columns = desk.store.import_columns()?.into_iter();
        add("import_columns", columns.map(|(field, column)| json!({ "field": field, "column": column })).collect());
        let spellings = desk.store.school_spellings()?.into_iter();
        add(
            "school_spellings",
            spellings.map(|(spelling, school)| json!({ "spelling": spelling, "school": school })).collect(),
        );
    }
    if private {
        let event = &desk.event;
        let is_here = |player: PlayerId| {
            let child = event.tournament().player(player);
            only.is_none()
                || child.is_some_and(|p| p.section == only)
                || event.tournament().team_of(player).is_some_and(|t| is_wanted(t.section))
        };
        let contacts = desk.store.contacts()?.into_iter().filter(|c| is_here(c.player));
        add("contacts", contacts.map(|c| json!({ "player": c.player, "email": c.email, "phone": c.phone })).collect());
        let payments = desk.store.payments()?.into_iter().filter(|(player, ..)| is_here(*player));
        add(
            "payments",
            payments
                .map(|(player, fee, paid)| json!({ "player": player, "fee_cents": fee, "paid_cents": paid }))
                .collect(),
        );
    }
    keys.insert("names_required".to_owned(), json!(desk.facts.names_required));
    Ok(keys)
}

fn purpose(kind: Kind) -> Value {
    match kind {
        Kind::Place(place) => json!({ "place": place }),
        Kind::Class(class, place) => json!({ "class": class.to_string(), "place": place }),
        Kind::School { place, best } => json!({ "school_place": place, "best_teams": best }),
        Kind::Special => json!("special"),
    }
}
