//! `bughouse appeal list` and `show`: the docket, with ages and who must decide.

use super::filing::{found, now};
use super::words;
use crate::cli::answer::Answer;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::discipline::{Appeal, AppealState, Appellant, Outcome, Ruling, Standing, resting_on};
use crate::report::{Block, Cell, Column, Document, Listing, Report, rulings};
use crate::tournament::{AppealId, RulingId};
use serde_json::{Value, json};

pub fn list(desk: &mut Desk, open: bool) -> Result<Answer, Failure> {
    let masthead = desk.masthead(None, None)?;
    let stamp = desk.stamp()?;
    let now = now(desk)?;
    let docket = &desk.facts.docket;
    let waits =
        |a: &Appeal| a.state() == AppealState::Open && docket.ruling(a.ruling).is_some_and(|r| r.voided.is_none());
    let appeals: Vec<&Appeal> = docket.appeals.iter().filter(|a| !open || waits(a)).collect();
    let mut rows = Vec::new();
    for appeal in &appeals {
        let ruling = found(desk, appeal.ruling.0)?;
        let section = desk.tournament().section(ruling.section).map(|s| s.name.clone()).unwrap_or_default();
        let age = (now - appeal.at).num_minutes().max(0);
        let (age, waiting) = if waits(appeal) {
            (format!("{age} min"), format!("the {}; {section} is not paired until then", appeal.level))
        } else {
            (String::new(), String::new())
        };
        rows.push(vec![
            Cell::whole(appeal.id.0),
            Cell::text(section),
            Cell::text(format!("ruling {}: {}", ruling.id, words::brief(desk, ruling))),
            Cell::text(appellant(desk, appeal.by, ruling)),
            Cell::text(rulings::became(docket, appeal, ruling)),
            Cell::text(age),
            Cell::text(waiting),
        ]);
    }
    if open && desk.everywhere.output.is_some() {
        let docket = rulings::docket(desk, stamp);
        let json: Vec<Value> = appeals.iter().map(|a| to_json(desk, a)).collect();
        return Ok(Answer::sheet(Listing::of(docket.document(), json!({ "appeals": json })).set_by(docket.template())));
    }
    let columns = vec![
        Column::number("No."),
        Column::short("Section"),
        Column::text("Against").naming(),
        Column::short("By"),
        Column::text("Came to"),
        Column::short("Age"),
        Column::text("Waits for"),
    ];
    let json: Vec<Value> = appeals.iter().map(|a| to_json(desk, a)).collect();
    Ok(Answer::sheet(Listing::new("Appeals", masthead, columns, rows, json!({ "appeals": json }))))
}

/// Shows or prints one appeal.
pub fn show(desk: &mut Desk, number: u32) -> Result<Answer, Failure> {
    let masthead = desk.masthead(None, None)?;
    let (filed, ruling) = appeal(desk, number)?;
    let time =
        |at: chrono::DateTime<chrono::Utc>| at.with_timezone(&chrono::Local).format("%-d %b %Y, %H:%M").to_string();
    let mut facts = vec![
        ("Against".to_owned(), Cell::text(format!("ruling {}: {}", ruling.id, words::sentence(desk, ruling)))),
        ("Filed".to_owned(), Cell::text(format!("{} by {}", time(filed.at), appellant(desk, filed.by, ruling)))),
        ("Heard by".to_owned(), Cell::text(filed.level.to_string())),
        ("Came to".to_owned(), Cell::text(rulings::became(&desk.facts.docket, filed, ruling)).strong()),
        ("Now".to_owned(), Cell::text(words::holds(desk, ruling))),
    ];
    if let Some(note) = &filed.note {
        facts.push(("Why".to_owned(), Cell::text(note)));
    }
    if let Some(decision) = &filed.decision {
        let who = desk.tournament().official(decision.by).map(|o| o.name.clone()).unwrap_or_default();
        let last = if filed.is_final() { "; final" } else { "" };
        facts.push(("Decided".to_owned(), Cell::text(format!("{} by {who}{last}", time(decision.at)))));
        if let Some(note) = &decision.note {
            facts.push(("Because".to_owned(), Cell::text(note)));
        }
    }
    let json = to_json(desk, filed);
    let document = Document::new(format!("Appeal {number}"), masthead).with(Block::Facts(facts));
    Ok(Answer::sheet(Listing::of(document, json)))
}

/// The appeal of this number and its ruling.
pub fn appeal(desk: &Desk, number: u32) -> Result<(&Appeal, &Ruling), Failure> {
    let docket = &desk.facts.docket;
    let appeal = docket.appeal(AppealId(number)).ok_or_else(|| {
        let hint = match docket.appeals.last() {
            Some(last) if last.id.0 == 1 => "appeal 1 is on record: bughouse appeal list".to_owned(),
            Some(last) => format!("appeals 1 to {} are on record: bughouse appeal list", last.id),
            None => "no appeal is on record yet; file one with `bughouse appeal file RULING --by PLAYER`".to_owned(),
        };
        Failure::mistyped(format!("there is no appeal {number}")).hint(hint)
    })?;
    Ok((appeal, found(desk, appeal.ruling.0)?))
}

/// The later rulings whose step rested on the one that an appeal has set aside.
pub fn affected(desk: &Desk, appeal: &Appeal) -> Vec<RulingId> {
    let docket = &desk.facts.docket;
    let (Some(decision), Some(ruling)) = (&appeal.decision, docket.ruling(appeal.ruling)) else { return Vec::new() };
    if docket.standing_after(ruling, appeal.id) != Standing::Overturned {
        return Vec::new();
    }
    let before = |id: &RulingId| docket.ruling(*id).is_some_and(|later| later.at <= decision.at);
    resting_on(docket, &desk.rulebook.discipline, ruling).into_iter().filter(before).collect()
}

/// An appeal for other programs.
pub fn to_json(desk: &Desk, appeal: &Appeal) -> Value {
    let ruling = desk.facts.docket.ruling(appeal.ruling);
    json!({
        "appeal": appeal.id, "ruling": appeal.ruling, "level": appeal.level, "state": appeal.state(), "final": appeal.is_final(),
        "ruling_state": ruling.map(|r| words::standing(desk, r)), "holds": ruling.map(|r| words::holds(desk, r)),
        "decision_now": ruling.and_then(|r| desk.facts.docket.verdict(r)), "match_result": ruling.and_then(|r| words::match_result(desk, r)),
        "affected_rulings": affected(desk, appeal), "by": ruling.map(|r| appellant(desk, appeal.by, r)), "at": appeal.at.to_rfc3339(), "note": appeal.note,
        "decided_by": appeal.decision.as_ref().and_then(|d| desk.tournament().official(d.by)).map(|o| o.name.clone()),
        "decided_at": appeal.decision.as_ref().map(|d| d.at.to_rfc3339()),
        "decision_note": appeal.decision.as_ref().and_then(|d| d.note.clone()),
        "penalty": appeal.decision.as_ref().and_then(|d| match d.outcome {
            Outcome::Modified(penalty) => Some(penalty.to_string()),
            Outcome::Upheld | Outcome::Overturned => None,
        }),
    })
}

/// Who appeals, by name; anybody may, and who does not play in the match is told apart.
pub fn appellant(desk: &Desk, by: Appellant, ruling: &Ruling) -> String {
    let (name, team) = match by {
        Appellant::Player(id) => (words::player_name(desk, id), desk.tournament().team_of(id).map(|t| t.id)),
        Appellant::Team(id) => (words::team_name(desk, id), Some(id)),
    };
    let played = ruling.place.and_then(|place| {
        let id = place.match_id;
        let round = desk.tournament().rounds.iter().find(|r| r.section == id.section && r.number == id.round)?;
        round.teams_at(id.table)
    });
    match played {
        Some(teams) if team.is_none_or(|team| !teams.contains(&team)) => format!("{name} (not of this match)"),
        _ => name,
    }
}
