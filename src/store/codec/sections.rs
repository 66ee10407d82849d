//! Rows of the tournament's head, its sections, officials, house rules and prizes.

use super::{Flag, Link, Rows, own, own_places};
use crate::discipline::{PenaltyKind, Scope};
use crate::event::{Facts, StoredPlayOff, StoredPrize};
use crate::standings::prizes::{Class, PrizeKind};
use crate::store::StoreError;
use crate::tournament::{
    Colours, Format, Grade, GradeRange, MatchPoints, MatchResult, Official, OfficialId, Role, Section, SectionId,
    TableNumber, TeamId,
};
use chrono::NaiveDate;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

super::table!(TournamentRow of "tournament" by ["id"] {
    id: u32,
    name: String,
    date: Option<NaiveDate>,
    venue: Option<String>,
    rulebook: String,
    rulebook_text: String,
    rulebook_hash: String,
    seed: i64,
    names_required: Flag,
});

super::table!(SectionRow of "section" by ["id"], unique [&["name"]] {
    id: SectionId,
    name: String,
    grade_low: Option<i8>,
    grade_high: Option<i8>,
    rating_under: Option<u32>,
    rating_sum_under: Option<u32>,
    format: Format,
    rounds: Option<u32>,
    matches: u8,
    match_points: MatchPoints,
    first_table: Option<TableNumber>,
    colours: Colours,
    settings: String,
    from_section: Option<SectionId>,
    from_top: Option<u32>,
});

super::table!(OfficialRow of "official" by ["id"] { id: OfficialId, name: String, role: Role, section: Option<SectionId> });

super::table!(HouseRuleRow of "house_rule" by ["kind", "name"] { kind: String, name: String, value: String });

super::table!(PrizeRow of "prize" by ["id"] {
    id: u32,
    section: SectionId,
    name: String,
    kind: String,
    place: Option<u32>,
    class: Option<String>,
    best: Option<u32>,
    cents: Option<u32>,
    beside_others: Flag,
    winner: Option<TeamId>,
});

super::table!(PlayOffRow of "play_off" by ["id"], links [PLAY_OFF] {
    nth: usize = "(select count(*) from play_off as earlier where earlier.id < t.id)",
    section: SectionId,
    team_a: TeamId,
    team_b: TeamId,
    result: MatchResult,
});

/// The facts have play-offs in the order in which they were played, without numbers.
const PLAY_OFF: Link = Link {
    column: "id",
    fields: &["nth"],
    join: "",
    number: "(select one.id from play_off as one
              where (select count(*) from play_off as earlier where earlier.id < one.id) = r ->> 'nth')",
};

pub(super) fn rows(facts: &Facts, other: &Facts, rows: &mut Rows) -> Result<(), StoreError> {
    // An empty file has no head yet, so nothing has a name there.
    let is_founded = !facts.tournament.name.is_empty();
    rows.tournament.extend(Some(head(facts)).filter(|row| is_founded && *row != head(other)));
    let settings = |facts: &Facts, section: &Section| facts.settings.get(&section.id).cloned().unwrap_or_default();
    let with_settings =
        |facts: &Facts| facts.tournament.sections.iter().map(|s| (s.clone(), settings(facts, s))).collect::<Vec<_>>();
    for (section, settings) in own(&with_settings(facts), &with_settings(other)) {
        rows.section.push(SectionRow {
            id: section.id,
            name: section.name.clone(),
            grade_low: section.grades.map(|grades| grades.low.0),
            grade_high: section.grades.map(|grades| grades.high.0),
            rating_under: section.rating_under,
            rating_sum_under: section.rating_sum_under,
            format: section.format,
            rounds: section.rounds,
            matches: section.matches,
            match_points: section.match_points,
            first_table: section.first_table,
            colours: section.colours,
            settings: serde_json::to_string(settings)?,
            from_section: section.qualified_from.map(|(from, _)| from),
            from_top: section.qualified_from.map(|(_, top)| top),
        });
    }
    rows.official.extend(own(&facts.tournament.officials, &other.tournament.officials).map(|official| OfficialRow {
        id: official.id,
        name: official.name.clone(),
        role: official.role,
        section: official.section,
    }));
    for (offence, scope) in &facts.house_rules.scopes {
        rows.house_rule.push(HouseRuleRow { kind: "scope".to_owned(), name: offence.clone(), value: spelling(scope)? });
    }
    for (role, limit) in &facts.house_rules.limits {
        rows.house_rule.push(HouseRuleRow { kind: "limit".to_owned(), name: spelling(role)?, value: spelling(limit)? });
    }
    rows.prize.extend(own(&facts.prizes, &other.prizes).map(prize_row));
    rows.play_off.extend(own_places(&facts.play_offs, &other.play_offs).map(|(nth, play_off)| PlayOffRow {
        nth,
        section: play_off.section,
        team_a: play_off.teams[0],
        team_b: play_off.teams[1],
        result: play_off.result,
    }));
    Ok(())
}

pub(super) fn facts(mut rows: Rows, facts: &mut Facts) -> Result<Rows, StoreError> {
    let head =
        rows.tournament.pop().ok_or_else(|| StoreError::Unreadable("there is no tournament in it".to_owned()))?;
    facts.tournament.name = head.name;
    facts.tournament.date = head.date;
    facts.tournament.venue = head.venue;
    facts.rulebook_id = head.rulebook;
    facts.rulebook_text = head.rulebook_text;
    facts.rulebook_hash = head.rulebook_hash;
    facts.seed = head.seed.cast_unsigned();
    facts.names_required = head.names_required.0;
    for row in rows.section.drain(..) {
        let settings = serde_json::from_str(&row.settings)?;
        facts.settings.insert(row.id, settings);
        let grades = row.grade_low.zip(row.grade_high);
        facts.tournament.sections.push(Section {
            id: row.id,
            name: row.name,
            grades: grades.map(|(low, high)| GradeRange { low: Grade(low), high: Grade(high) }),
            rating_under: row.rating_under,
            rating_sum_under: row.rating_sum_under,
            format: row.format,
            rounds: row.rounds,
            matches: row.matches,
            match_points: row.match_points,
            first_table: row.first_table,
            colours: row.colours,
            qualified_from: row.from_section.zip(row.from_top),
        });
    }
    let official = |row: OfficialRow| Official { id: row.id, name: row.name, role: row.role, section: row.section };
    facts.tournament.officials = rows.official.drain(..).map(official).collect();
    for row in rows.house_rule.drain(..) {
        match row.kind.as_str() {
            "scope" => facts.house_rules.scopes.push((row.name, spelled::<Scope>(row.value)?)),
            _ => facts.house_rules.limits.push((spelled(row.name)?, spelled::<PenaltyKind>(row.value)?)),
        }
    }
    facts.prizes = rows.prize.drain(..).map(prize).collect::<Result<_, _>>()?;
    let play_off =
        |row: PlayOffRow| StoredPlayOff { section: row.section, teams: [row.team_a, row.team_b], result: row.result };
    facts.play_offs = rows.play_off.drain(..).map(play_off).collect();
    Ok(rows)
}

fn head(facts: &Facts) -> TournamentRow {
    TournamentRow {
        id: 1,
        name: facts.tournament.name.clone(),
        date: facts.tournament.date,
        venue: facts.tournament.venue.clone(),
        rulebook: facts.rulebook_id.clone(),
        rulebook_text: facts.rulebook_text.clone(),
        rulebook_hash: facts.rulebook_hash.clone(),
        seed: facts.seed.cast_signed(),
        names_required: Flag(facts.names_required),
    }
}

fn prize_row(prize: &StoredPrize) -> PrizeRow {
    let (kind, place, class, best) = match prize.kind {
        PrizeKind::Place(place) => ("place", Some(place), None, None),
        PrizeKind::Class(class, place) => ("class", Some(place), Some(class.to_string()), None),
        PrizeKind::School { place, best } => ("school", Some(place), None, Some(best)),
        PrizeKind::Special => ("special", None, None, None),
    };
    PrizeRow {
        id: prize.id,
        section: prize.section,
        name: prize.name.clone(),
        kind: kind.to_owned(),
        place,
        class,
        best,
        cents: prize.value,
        beside_others: Flag(prize.beside_others),
        winner: prize.winner,
    }
}

fn prize(row: PrizeRow) -> Result<StoredPrize, StoreError> {
    let class = row.class.map(|class| class.parse::<Class>().map_err(|e| StoreError::Unreadable(e.to_string())));
    let kind = match (row.kind.as_str(), row.place, class.transpose()?) {
        ("place", Some(place), _) => PrizeKind::Place(place),
        ("class", Some(place), Some(class)) => PrizeKind::Class(class, place),
        ("school", Some(place), _) => PrizeKind::School { place, best: row.best.unwrap_or(1) },
        _ => PrizeKind::Special,
    };
    Ok(StoredPrize {
        id: row.id,
        section: row.section,
        name: row.name,
        kind,
        // An undo may bring back a row that was written in whole units.
        value: row.cents,
        beside_others: row.beside_others.0,
        winner: row.winner,
    })
}

/// Reads a name of an enum as the file spells it.
fn spelled<T: DeserializeOwned>(text: String) -> Result<T, StoreError> {
    serde_json::from_value(Value::String(text)).map_err(|e| StoreError::Unreadable(e.to_string()))
}

/// The file's spelling of an enum's name.
fn spelling<T: Serialize>(value: &T) -> Result<String, StoreError> {
    match serde_json::to_value(value) {
        Ok(Value::String(text)) => Ok(text),
        other => Err(StoreError::Unreadable(format!("{other:?} has no spelling"))),
    }
}
