//! `section merge`, `split` and `remove`: teams change their section before it is paired. What becomes of round 1 is shown first.

use super::answer::Answer;
use super::desk::{Desk, list};
use super::entering::free_team_name;
use super::failure::Failure;
use super::section::name_is_free;
use super::show;
use super::team_edit::entrants;
use crate::pairing::swiss::Consent;
use crate::registration::{Misplaced, Registration, place};
use crate::store::NewSection;
use crate::tournament::{RoundTime, Section, SectionId, Team};
use serde_json::json;

/// Pairs of round 1 that a preview names.
const SHOWN: usize = 8;

fn must_be_unpaired(desk: &Desk, section: &Section) -> Result<(), Failure> {
    match desk.latest_round(section.id) {
        None => Ok(()),
        Some(round) => Err(Failure::forbidden(format!("{} has been paired up to round {}", section.name, round.number))
            .hint("sections are merged, split and removed before their first round; `bughouse unpair` takes a round back")),
    }
}

/// Moves every team of one section into another.
///
/// # Errors
/// Either was paired, a team may not play there, or a name would be twice.
pub async fn merge(desk: &mut Desk, from: &str, into: &str) -> Result<Answer, Failure> {
    let (from, into) = (desk.section(Some(from))?.clone(), desk.section(Some(into))?.clone());
    if from.id == into.id {
        return Err(Failure::mistyped("a section cannot be merged into itself").hint("bughouse section merge FROM INTO"));
    }
    must_be_unpaired(desk, &from)?;
    must_be_unpaired(desk, &into)?;
    fits(desk, &from, &into)?;
    let teams = move_teams(desk, &from, into.id).await?;
    desk.store.remove_section(from.id).await?;
    desk.reload().await?;
    let told = round_one(desk, into.id);
    let json = json!({ "section": into.name, "teams_moved": teams, "told": told });
    let told = agreed(desk, told, "Merge them?")?;
    let summary = format!("moved {teams} teams of {} into {} and removed {}", from.name, into.name, from.name);
    Ok(Answer::said(with_lines(&summary, &told), json, summary))
}

/// Refuses a merge that would make teams play down, or give two teams one name.
fn fits(desk: &Desk, from: &Section, into: &Section) -> Result<(), Failure> {
    for team in desk.tournament().teams_in(from.id) {
        free_team_name(desk, into.id, &team.name, None)
            .map_err(|failure| failure.hint(format!("rename one of them: bughouse team edit {} --name NAME", team.id)))?;
        let registration = Registration { entrants: entrants(desk, team), section: None, group: None };
        if let Err(misplaced) = place(&registration, Some(into), std::slice::from_ref(into)) {
            let wider = match &misplaced {
                Misplaced::TooStrong { .. } => "--rating-under 4001",
                _ => "--grades K-12",
            };
            return Err(Failure::forbidden(misplaced.to_string())
                .hint(format!("merge the other way round, or widen the section first: bughouse section edit \"{}\" {wider}", into.name)));
        }
    }
    Ok(())
}

async fn move_teams(desk: &mut Desk, from: &Section, into: SectionId) -> Result<usize, Failure> {
    let teams: Vec<_> = desk.tournament().teams_in(from.id).cloned().collect();
    for team in &teams {
        desk.store.save_team(&Team { section: into, ..team.clone() }).await?;
    }
    let players: Vec<_> = desk.tournament().players.iter().filter(|p| p.section == Some(from.id)).cloned().collect();
    for player in players {
        desk.store.save_player(&crate::tournament::Player { section: Some(into), ..player }).await?;
    }
    Ok(teams.len())
}

/// Makes small sections of one, by seed.
///
/// # Errors
/// The section was paired, or is too small for two groups.
pub async fn split(desk: &mut Desk, name: &str, size: u32) -> Result<Answer, Failure> {
    let section = desk.section(Some(name))?.clone();
    must_be_unpaired(desk, &section)?;
    let settings = desk.settings(section.id);
    let seeded = desk.seeded(section.id);
    if seeded.len() < 2 * size as usize {
        return Err(Failure::forbidden(format!("{} has {} teams, too few for two groups of {size}", section.name, seeded.len()))
            .hint("smaller groups: --size 3; or leave it whole"));
    }
    let groups = crate::pairing::quads::groups(seeded.len(), size as usize);
    let times: Vec<RoundTime> = desk.tournament().timetable(section.id).collect();
    let (mut made, mut ids) = (Vec::new(), Vec::new());
    for (number, group) in groups.iter().enumerate() {
        let group_name = format!("{} {}", section.name, number + 1);
        name_is_free(desk, &group_name, None)?;
        let new = Section { name: group_name.clone(), first_table: None, ..section.clone() };
        let id = desk.store.add_section(&NewSection { section: new, settings: settings.clone() }).await?;
        for time in &times {
            desk.store.set_start_time(&RoundTime { section: id, ..*time }).await?;
        }
        for at in group.clone() {
            let team = desk.tournament().team(seeded[at]).cloned();
            if let Some(team) = team {
                desk.store.save_team(&Team { section: id, ..team }).await?;
            }
        }
        made.push(json!({ "section": group_name, "teams": group.len() }));
        ids.push(id);
    }
    let children: Vec<_> = desk.tournament().players.iter().filter(|p| p.section == Some(section.id)).cloned().collect();
    for child in children {
        let team = desk.tournament().team_of(child.id).and_then(|team| seeded.iter().position(|id| *id == team.id));
        let group = team.and_then(|at| groups.iter().position(|group| group.contains(&at))).map(|group| ids[group]);
        desk.store.save_player(&crate::tournament::Player { section: group, ..child }).await?;
    }
    desk.store.remove_section(section.id).await?;
    desk.reload().await?;
    let told: Vec<String> = ids.iter().flat_map(|id| round_one(desk, *id)).collect();
    let json = json!({ "sections": made, "told": told });
    let told = agreed(desk, told, "Split it?")?;
    let summary = format!("split {} into {} sections of {size} by rating", section.name, made.len());
    Ok(Answer::said(with_lines(&summary, &told), json, summary))
}

/// What the section would be if it were paired now.
fn round_one(desk: &Desk, section: SectionId) -> Vec<String> {
    let tournament = desk.tournament();
    let Some(section) = tournament.section(section) else { return Vec::new() };
    let name = |id| tournament.team(id).map_or("", |team| team.name.as_str());
    let consent = Consent { rematch: true, second_bye: true };
    let Ok(proposal) = desk.propose(section, 1, consent) else { return Vec::new() };
    let pairs = proposal.pairs.iter().take(SHOWN).map(|(first, second)| format!("{} – {}", name(*first), name(*second)));
    let more = proposal.pairs.len().saturating_sub(SHOWN);
    let more = (more > 0).then(|| format!("and {more} more"));
    let bye = proposal.bye.map(|team| format!("bye {}", name(team)));
    let schools = |id| tournament.team(id).map(|team| tournament.schools_of(team)).unwrap_or_default();
    let clash = |(first, second): &&(_, _)| schools(*first).iter().any(|school| schools(*second).contains(school));
    let clashes = proposal.pairs.iter().filter(clash).count();
    let mut told = vec![format!("{}: round 1 would be {}", section.name, list(pairs.chain(more).chain(bye)))];
    let of_one_school = if clashes == 1 { "one of these pairs is".to_owned() } else { format!("{clashes} of these pairs are") };
    told.extend((clashes > 0).then(|| format!("{}: {of_one_school} of one school", section.name)));
    told.extend(desk.proposed(section).map(|proposed| proposed.told));
    told
}

/// At a terminal, shows what would become of the sections and goes on only if the director agrees. Gives what is left to be shown.
fn agreed(desk: &Desk, told: Vec<String>, question: &str) -> Result<Vec<String>, Failure> {
    if desk.everywhere.dry_run || desk.everywhere.json || !show::somebody_is_there() {
        return Ok(told);
    }
    show::answer(&told.join("\n"));
    let refused = Failure::forbidden("the sections stay as they are").hint("--dry-run shows what would become of them");
    if show::ask(question) { Ok(Vec::new()) } else { Err(refused) }
}

fn with_lines(summary: &str, told: &[String]) -> String {
    std::iter::once(summary).chain(told.iter().map(String::as_str)).collect::<Vec<_>>().join("\n")
}

/// Removes a section without teams.
///
/// # Errors
/// It has teams, or was paired.
pub async fn remove(desk: &mut Desk, name: &str) -> Result<Answer, Failure> {
    let section = desk.section(Some(name))?.clone();
    must_be_unpaired(desk, &section)?;
    let teams = desk.tournament().teams_in(section.id).count();
    if teams > 0 {
        return Err(Failure::forbidden(format!("{} has {teams} teams", section.name))
            .hint(format!("move them with `bughouse section merge \"{}\" INTO`", section.name)));
    }
    desk.store.remove_section(section.id).await?;
    let summary = format!("removed section {}", section.name);
    Ok(Answer::said(summary.clone(), json!({ "section": section.name }), summary))
}
