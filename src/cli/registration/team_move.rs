//! `bughouse team move`: a team goes to another section, before its first round or later.

use super::entering::{fits, latecomers_seat};
use super::team_leaving::notes;
use crate::cli::answer::Answer;
use crate::cli::consequences::Before;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::refusal::Told;
use crate::cli::wording::span;
use crate::event::edit::entries::move_team;
use crate::tournament::{Section, Team, TeamId};
use serde_json::json;

/// Moves a team to another section.
pub fn move_to(desk: &mut Desk, named: &str, section: &str) -> Result<Answer, Failure> {
    let team = desk.team(named)?.clone();
    let into = desk.section(Some(section))?.clone();
    if into.id == team.section {
        let summary = format!("{} plays in {} already", team.name, into.name);
        let json = json!({ "team": team.id, "name": team.name, "section": into.name });
        return Ok(Answer::said(summary, json, String::new()));
    }
    let (summary, touched, consequences) = go(desk, &team, &into)?;
    let shown = desk.shown_first(&summary, &touched)?;
    let text = if shown || touched.is_empty() { summary.clone() } else { format!("{summary}\n{touched}") };
    let json = json!({ "team": team.id, "name": team.name, "section": into.name, "consequences": consequences });
    Ok(Answer::said(text, json, summary))
}

/// Carries the move out; tells it in a line, with what it touches in words and as JSON.
pub fn go(desk: &mut Desk, team: &Team, into: &Section) -> Result<(String, String, serde_json::Value), Failure> {
    fits(desk, team, into)?;
    let from =
        desk.tournament().section(team.section).cloned().ok_or_else(|| Failure::machine("its section is gone"))?;
    let summary = format!("{} plays in {}", team.name, into.name);
    let before = [Before::of_section(desk, &from)?, Before::of_section(desk, into)?];
    let through = move_team(&mut desk.event, team.id, into.id).told(desk)?;
    let mut told = brought(desk, team.id, into);
    if through > 0 {
        let leaving = notes(desk, team, &from, through + 1);
        told.extend(leaving.into_iter().map(|note| format!("{}: {note}", from.name)));
    }
    // In a round that it had elsewhere it gets no seat.
    let plays_now = |team: &&Team| desk.latest_round(into.id).is_none_or(|r| team.section_in(r.number) == into.id);
    told.extend(desk.tournament().team(team.id).filter(plays_now).and_then(|team| latecomers_seat(desk, team)));
    let [left, entered] = before;
    let consequences = left.compared(desk)?.and(entered.compared(desk)?).with_notes(told);
    Ok((summary, consequences.in_words(), consequences.to_json()))
}

/// The points that a team has brought to its section, and from which round on it plays there.
fn brought(desk: &Desk, team: TeamId, section: &Section) -> Vec<String> {
    let Some(team) = desk.tournament().team(team) else { return Vec::new() };
    let last = team.stays.last().map_or(0, |stay| stay.through);
    let rounds: Vec<u32> = (1..=last).filter(|round| team.brings(section.id, *round)).collect();
    let (Some(first), Some(last)) = (rounds.first(), rounds.last()) else { return Vec::new() };
    let points = desk.brought(team, section);
    let shown = crate::report::points_shown(points, section.match_points);
    let rounds = if first == last { format!("round {first}") } else { format!("rounds {}", span(*first, *last)) };
    vec![
        format!("it brings {shown} from {rounds} along, shown as M, and whom it met"),
        format!(
            "it plays in {} from round {} on, and is out of the prizes of the section it left",
            section.name,
            last + 1
        ),
    ]
}
