//! `bughouse team withdraw`, `return` and `expel`: a team's going and coming, and what its going touches.

use crate::cli::answer::Answer;
use crate::cli::consequences::Before;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::wording::command;
use crate::tournament::{Assignment, Format, Round, Section, Team, TeamStatus};
use serde_json::json;

/// Takes a team out of the event from a round on.
pub fn withdraw(desk: &mut Desk, named: &str, from_round: Option<u32>) -> Result<Answer, Failure> {
    let team = desk.team(named)?.clone();
    if matches!(team.status(), TeamStatus::Withdrawn | TeamStatus::Expelled) {
        return Err(Failure::forbidden(format!("{} is out of the event already", team.name))
            .hint(format!("`bughouse team return {}` takes it in again", team.id)));
    }
    let posted = desk.latest_round(team.section).map_or(0, |r| r.number);
    let from = from_round.unwrap_or(posted + 1);
    if from <= posted {
        return Err(Failure::forbidden(format!("round {from} is posted already")).hint(format!(
            "a team leaves from round {} on; a no-show there is `bughouse result TABLE -/+ --by absent`",
            posted + 1
        )));
    }
    let summary = format!("{} is out from round {from} on", team.name);
    leave(desk, &team, from, false, summary)
}

/// Takes a withdrawn team in again.
pub fn take_in(desk: &mut Desk, named: &str) -> Result<Answer, Failure> {
    let team = desk.team(named)?.clone();
    match team.status() {
        TeamStatus::Withdrawn => {}
        TeamStatus::Expelled => {
            return Err(Failure::forbidden(format!("{} was expelled", team.name)).hint(
                "an expulsion is taken back with `bughouse undo --only N`, `bughouse ruling void` or an appeal",
            ));
        }
        _ if desk.welcome_back(&team) => {}
        _ => return Err(Failure::forbidden(format!("{} never left", team.name)).hint("see `bughouse team list`")),
    }
    let next = desk.latest_round(team.section).map_or(0, |r| r.number) + 1;
    desk.take_in(team.id, next);
    let summary = format!("{} plays again from round {next} on", team.name);
    let section = desk.tournament().section(team.section);
    let over = section.filter(|section| section.rounds.is_some_and(|rounds| next > rounds)).map(|section| {
        let more = command(["section", "edit", &section.name, "--rounds", &next.to_string()]);
        format!(
            "{} has no round {next}: one more: {more}; or seat it in this one: bughouse pairing add {} TEAM",
            section.name, team.id
        )
    });
    Ok(Answer::said(
        [Some(summary.clone()), over].into_iter().flatten().collect::<Vec<_>>().join("\n"),
        json!({ "team": team.id, "name": team.name, "status": "entered", "from_round": next }),
        summary,
    ))
}

/// Sends a team out of the event.
pub fn expel(desk: &mut Desk, named: &str, reason: Option<&str>) -> Result<Answer, Failure> {
    let team = desk.team(named)?.clone();
    if team.status() == TeamStatus::Expelled {
        return Err(Failure::forbidden(format!("{} was expelled already", team.name)).hint("see `bughouse team list`"));
    }
    let from = desk.latest_round(team.section).map_or(0, |r| r.number) + 1;
    let because = reason.map(|r| format!(": {r}")).unwrap_or_default();
    let summary = format!("{} is expelled from round {from} on{because}", team.name);
    leave(desk, &team, from, true, summary)
}

fn leave(desk: &mut Desk, team: &Team, from: u32, expelled: bool, summary: String) -> Result<Answer, Failure> {
    let section = desk
        .tournament()
        .section(team.section)
        .cloned()
        .ok_or_else(|| Failure::machine("the team's section is gone"))?;
    let before = Before::of_section(desk, &section)?;
    desk.take_out(team.id, from, expelled);
    let consequences = before.compared(desk)?.with_notes(notes(desk, team, &section, from));
    let touched = consequences.in_words();
    let shown = desk.shown_first(&summary, &touched)?;
    let status = if expelled { "expelled" } else { "withdrawn" };
    let json = json!({
        "team": team.id, "name": team.name, "status": status, "from_round": from, "consequences": consequences.to_json(),
    });
    let text = if shown { summary.clone() } else { format!("{summary}\n{touched}") };
    Ok(Answer::said(text, json, summary))
}

/// What is left to do about a team that goes: its open table, who has no opponent, wishes that cannot be kept.
pub fn notes(desk: &Desk, team: &Team, section: &Section, from: u32) -> Vec<String> {
    let mut notes = Vec::new();
    let posted = desk.latest_round(section.id);
    let leaves_now = |round: &&Round| round.number + 1 == from;
    if let Some((round, Assignment::Table { table, side })) =
        posted.filter(leaves_now).and_then(|round| Some((round, round.assignment(team.id)?)))
        && desk.missing(section, round).contains(&table)
    {
        let opponent = round.teams_at(table).and_then(|teams| teams.into_iter().find(|t| *t != team.id));
        let opponent = opponent.map(|t| desk.name_of(t).to_owned()).unwrap_or_default();
        let forfeit = if side == crate::tournament::Side::First { "-/+" } else { "+/-" };
        notes.push(format!(
            "table {table} against {opponent} is open in round {}: enter what happened, or the forfeit: bughouse result {table} {forfeit}",
            round.number
        ));
    }
    let left = desk.tournament().teams_in(section.id).filter(|t| !t.is_out(from)).count();
    match section.format {
        Format::Swiss if from > desk.rounds_to_play(section) => {}
        Format::Swiss if left % 2 == 1 => notes.push(format!("{left} teams play on, so one has a bye in each round from {from} on")),
        Format::Swiss => notes.push(format!("{left} teams play on from round {from}, nobody has a bye")),
        Format::Knockout if posted.is_none() => notes.push(format!("{left} teams are left to draw the lines for")),
        Format::Knockout => notes.push("whoever would meet it in a later round goes on without playing".to_owned()),
        Format::RoundRobin | Format::DoubleRoundRobin | Format::Quads => notes.push(match posted {
            None => format!("{left} teams are left to make the schedule for"),
            Some(_) if section.format == Format::Quads && desk.swiss_group(section).is_some_and(|group| group.contains(&team.id)) => {
                "its matches stand, and its group plays on without it".to_owned()
            }
            Some(round) if desk.table(section, round.number).iter().any(|line| line.team == team.id && line.struck) => {
                "so far it has played less than half of its matches: they count for nobody (struck), and its later opponents sit out"
                    .to_owned()
            }
            Some(_) => "its matches stand, and its later opponents win unplayed".to_owned(),
        }),
    }
    for (round, pair) in
        desk.facts.wishes.required.iter().filter(|(round, pair)| *round >= from && pair.contains(&team.id))
    {
        let other = pair.iter().find(|t| **t != team.id).map(|t| desk.name_of(*t)).unwrap_or_default();
        notes.push(format!(
            "it was to meet {other} in round {round}; drop the wish: bughouse pairing allow {} {}",
            pair[0], pair[1]
        ));
    }
    notes
}
