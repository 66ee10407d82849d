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
    let (section, next) = plays_in(desk, &team)?;
    let from = from_round.unwrap_or(next);
    if from < next {
        return Err(Failure::forbidden(format!("round {from} is posted already")).hint(format!(
            "a team leaves from round {next} on; a no-show there is `bughouse result TABLE -/+ --by absent`"
        )));
    }
    let summary = format!("{} is out from {} on", team.name, told(desk, &team, &section, from));
    leave(desk, &team, &section, from, false, summary)
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
    let (section, next) = plays_in(desk, &team)?;
    let counted = desk.tournament().counted_on(&team, section.id, next);
    desk.take_in(team.id, counted);
    let summary = format!("{} plays again from {} on", team.name, told(desk, &team, &section, next));
    let is_over = section.rounds.is_some_and(|rounds| next > rounds) && section.format != Format::Knockout;
    let over = is_over.then(|| {
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
    let (section, from) = plays_in(desk, &team)?;
    let because = reason.map(|r| format!(": {r}")).unwrap_or_default();
    let summary = format!("{} is expelled from {} on{because}", team.name, told(desk, &team, &section, from));
    leave(desk, &team, &section, from, true, summary)
}

/// Where a team plays now, and the next round there.
fn plays_in(desk: &Desk, team: &Team) -> Result<(Section, u32), Failure> {
    let (section, next) = desk.next_round_of(team);
    let section = desk.tournament().section(section).cloned();
    Ok((section.ok_or_else(|| Failure::machine("the team's section is gone"))?, next))
}

/// A round of the section where a team plays now; where that is a final, with its name.
fn told(desk: &Desk, team: &Team, section: &Section, round: u32) -> String {
    match team.section == section.id {
        true => format!("round {round}"),
        false => format!("{} of {}", desk.round_called(section, round), section.name),
    }
}

fn leave(
    desk: &mut Desk,
    team: &Team,
    section: &Section,
    from: u32,
    expelled: bool,
    summary: String,
) -> Result<Answer, Failure> {
    let before = Before::of_section(desk, section)?;
    let counted = desk.tournament().counted_on(team, section.id, from);
    desk.take_out(team.id, counted, expelled);
    let consequences = before.compared(desk)?.with_notes(notes(desk, team, section, from));
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
    let tournament = desk.tournament();
    let plays_on = |team: &&Team| !tournament.is_away(team, section.id, from) && !desk.is_missing(section, team);
    let left = tournament.teams_in(section.id).filter(plays_on).count();
    let (play, are) = if left == 1 { ("team plays", "team is") } else { ("teams play", "teams are") };
    match section.format {
        Format::Swiss if from > desk.rounds_to_play(section) => {}
        Format::Swiss if left % 2 == 1 => notes.push(format!("{left} {play} on, so one has a bye in each round from {from} on")),
        Format::Swiss => notes.push(format!("{left} {play} on from round {from}, nobody has a bye")),
        Format::Knockout if posted.is_none() => notes.push(format!("{left} {are} left to draw the lines for")),
        Format::Knockout => notes.push("whoever would meet it in a later round goes on without playing".to_owned()),
        Format::RoundRobin | Format::DoubleRoundRobin | Format::Quads => notes.push(match posted {
            None => format!("{left} {are} left to make the schedule for"),
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
