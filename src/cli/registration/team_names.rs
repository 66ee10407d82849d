//! `bughouse team names`: names that children chose are read at the desk before a sheet carries them. Off unless the event asks for it.
//!
//! Until a name is approved, sheets and pages say "Team 12"; nothing waits for it.

use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Access, Desk};
use crate::cli::failure::Failure;
use crate::cli::keyboard::{Keyboard, Keys, Plain};
use crate::cli::refusal::OrRefuse;
use crate::cli::wording::{first_of, list};
use crate::event::Refusal;
use crate::event::edit::entries;
use crate::report::{Cell, Column, Table, TeamRef};
use crate::tournament::{SectionId, Team, TeamId, TeamName};
use clap::Args;
use serde_json::json;

#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse team names --required yes, then bughouse team names")]
pub struct Names {
    /// Whether names must be approved before sheets and pages show them [initially no]
    #[arg(long, value_name = "yes|no", value_parser = crate::cli::options::yes_or_no)]
    required: Option<bool>,
    /// Just list them
    #[arg(long, conflicts_with = "required")]
    list: bool,
}

#[derive(Debug, Args)]
#[command(after_help = r#"Example: bughouse team approve 3 7, bughouse team approve 12 --name "Rook \
    Family", bughouse team approve --all"#)]
pub struct Approve {
    /// The teams
    #[arg(required_unless_present = "all")]
    teams: Vec<String>,
    /// Every name not approved yet
    #[arg(long, conflicts_with = "teams")]
    all: bool,
    /// Give the team this name (one team only)
    #[arg(long = "name", value_name = "NAME", conflicts_with = "all", value_parser = crate::cli::naming::one_line)]
    new_name: Option<String>,
}

/// What a sheet of a section, or of all, should say to the director about names that it does not carry yet.
pub fn remark(desk: &Desk, section: Option<SectionId>) -> Option<String> {
    let names = desk.unapproved().into_iter().filter(|team| section.is_none_or(|section| team.section == section));
    let names: Vec<String> = names.map(|team| format!("{} (Team {})", team.name, team.id)).collect();
    (!names.is_empty()).then(|| {
        format!("names not approved yet, so shown by number: {}: {}", first_of(names.iter()), cmd!("team names"))
    })
}

impl Names {
    /// Whether the command changes nothing.
    pub fn only_looks(&self) -> bool {
        self.required.is_none()
    }

    /// Whether a person sits there to press keys.
    pub fn is_a_sitting(&self, everywhere: &Everywhere) -> bool {
        let plain =
            !everywhere.json && everywhere.output.is_none() && everywhere.as_of.is_none() && !everywhere.dry_run;
        self.required.is_none() && !self.list && plain && everywhere.asker.types() && everywhere.asker.stays()
    }

    /// The names to be read, as a list; or switches the asking on and off.
    pub fn list(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self.required {
            Some(required) => require(desk, required),
            None => listed(desk),
        }
    }

    /// Name after name, one key each. A key is a command of its own, as if it had been typed.
    pub fn sit(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let sitting = everywhere.sitting()?;
        let (required, names) = waiting(&sitting)?;
        if !required || names.is_empty() {
            let text = if required { "every team name has been approved" } else { &not_asked() };
            return Ok(Answer::said(text, json!({ "required": required, "teams": [] })));
        }
        sitting.asker.answer("a approve   c change   n ask for another name   s skip   q done");
        let (mut keys, count) = (Keys::open("acnsq")?, names.len());
        for (at, (team, facts)) in (1..).zip(names) {
            sitting.asker.anew().answer(&facts);
            let number = team.to_string();
            let words: Vec<&str> = match keys.key(&format!("{at} of {count} [a c n s q] "))? {
                None | Some('q') => break,
                Some('a') => vec!["team", "approve", &number],
                Some('n') => vec!["team", "refuse", &number],
                Some('c') => {
                    let name = Keyboard::open(Plain, None, &sitting.asker)?.line("new name: ")?.unwrap_or_default();
                    if !name.trim().is_empty() {
                        press(&["team", "approve", &number, "--name", name.trim()], &sitting);
                    }
                    continue;
                }
                Some(_) => continue,
            };
            press(&words, &sitting);
        }
        let left = waiting(&sitting.anew())?.1.len();
        let more = || format!("{left} left: {}", cmd!("team names"));
        let text = if left == 0 { "every team name has been approved".to_owned() } else { more() };
        Ok(Answer::said(text, json!({ "left": left })))
    }
}

fn not_asked() -> String {
    format!("team names are shown as entered; to review them first: {}", cmd!("team names --required yes"))
}

/// Runs the command that a key means; a name that is taken is reported, and the list goes on.
fn press(words: &[&str], sitting: &Everywhere) {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    crate::cli::run_line(&words, &sitting.anew());
}

/// Whether the event asks, and each team to be read with what the reader should see.
fn waiting(everywhere: &Everywhere) -> Result<(bool, Vec<(TeamId, String)>), Failure> {
    Desk::open_as(everywhere, Access::Read, "team names")?.looked(|desk| {
        let described = |team: &Team| {
            let shown = TeamRef::new(desk.tournament(), team);
            let school = shown.school.as_ref().map(|school| format!(" · {school}")).unwrap_or_default();
            let asked = if team.shown_as == TeamName::Refused { " (another name was requested)" } else { "" };
            (team.id, format!("\n{}{asked}\n  team {} · {}{school}", team.name, team.id, shown.partners()))
        };
        Ok((desk.facts.names_required, desk.unapproved().into_iter().map(described).collect()))
    })
}

fn require(desk: &mut Desk, required: bool) -> Result<Answer, Failure> {
    desk.require_team_names(required);
    let left = desk.unapproved().len();
    let waits = match left {
        0 => "none are waiting".to_owned(),
        1 => format!("1 is waiting: {}", cmd!("team names")),
        left => format!("{left} are waiting: {}", cmd!("team names")),
    };
    let summary = match required {
        true => format!("team names must be approved before they are shown; {waits}"),
        false => "team names are shown as entered".to_owned(),
    };
    Ok(Answer::done(summary, json!({ "required": required, "waiting": left })))
}

fn listed(desk: &mut Desk) -> Result<Answer, Failure> {
    let tournament = desk.tournament();
    let teams = desk.unapproved();
    let state = |team: &Team| if team.shown_as == TeamName::Refused { "another requested" } else { "new" };
    let entry = |team: &&Team| json!({ "number": team.id, "name": team.name, "state": state(team), "shown": team.shown_name() });
    let json = json!({ "required": desk.facts.names_required, "teams": teams.iter().map(entry).collect::<Vec<_>>() });
    let waits = !teams.is_empty();
    let table = Table::of("Team names to approve", teams)
        .column(Column::number("No."), |team| Cell::whole(team.id.0))
        .column(Column::text("Team").naming(), |team| Cell::text(&team.name).strong())
        .column(Column::text("Players"), |team| Cell::text(TeamRef::new(tournament, team).partners()))
        .column(Column::text("School"), |team| Cell::maybe(&TeamRef::new(tournament, team).school))
        .column(Column::short("Section"), |team| Cell::text(desk.section_name(team.section)))
        .column(Column::short("Name"), |team| Cell::text(state(team)));
    let mut answer = desk.listing(table.table(), json)?;
    if !desk.facts.names_required {
        answer.remark(not_asked());
    } else if waits {
        answer.remark(format!(
            "{} or --all; for a different name: {}, or {}",
            cmd!("team approve TEAM…"),
            cmd!("team approve TEAM --name NAME"),
            cmd!("team refuse TEAM")
        ));
    }
    Ok(answer)
}

impl Approve {
    /// Approves names, of one team after giving it a new one.
    pub fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let teams = match self.all {
            true => desk.unapproved().iter().map(|team| team.id).collect(),
            false => desk.teams(&self.teams)?,
        };
        if let Some(name) = &self.new_name {
            let [id] = teams[..] else {
                return Err(Failure::mistyped("--name works for one team at a time")
                    .hint(cmd!("team approve 12 --name \"Rook Family\"")));
            };
            let team = desk.tournament().team(id).ok_or(Refusal::Gone).or_refuse(desk)?;
            let renamed = Team { name: name.clone(), ..team.clone() };
            entries::edit(&mut desk.event, &renamed, None, false).or_refuse(desk)?;
        }
        desk.judge_team_names(&teams, true).or_refuse(desk)?;
        let summary = match teams[..] {
            [] => "no team name is waiting for approval".to_owned(),
            [one] => format!("approved: {} (team {one})", desk.name_of(one)),
            _ => format!("approved {} team names", teams.len()),
        };
        Ok(judged(desk, &teams, summary))
    }
}

pub fn refuse(desk: &mut Desk, named: &[String]) -> Result<Answer, Failure> {
    let teams = if desk.facts.names_required { desk.teams(named)? } else { Vec::new() };
    desk.judge_team_names(&teams, false).or_refuse(desk)?;
    let names = list(teams.iter().map(|team| format!("{} (shown as Team {team})", desk.name_of(*team))));
    Ok(judged(desk, &teams, format!("asked for another name: {names}")))
}

fn judged(desk: &Desk, teams: &[TeamId], summary: String) -> Answer {
    let shown = |team: &Team| json!({ "number": team.id, "name": team.name, "shown": team.shown_name() });
    let teams = teams.iter().filter_map(|id| desk.tournament().team(*id)).map(shown);
    Answer::done(summary, json!({ "teams": teams.collect::<Vec<_>>(), "waiting": desk.unapproved().len() }))
}
