//! `bughouse check-in`: who is in the hall. Optional; once one team of a section is checked in, the others are not paired.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::options::{Proposed, proposed};
use crate::cli::refusal::OrRefuse;
use crate::cli::registration::entering::latecomers_seat;
use crate::cli::traits::{Moment, Traits};
use crate::event::edit::entries;
use crate::report::Sheet;
use crate::tournament::{SectionId, Team, TeamId};
use clap::Args;
use serde_json::{Value, json};
use std::collections::HashSet;

/// Check teams in, or list who is missing
#[derive(Debug, Args)]
#[command(after_help = r#"Examples:
  bughouse check-in 3 7 "late knights"
  bughouse check-in --school lincoln
  bughouse check-in --list"#)]
pub struct CheckIn {
    /// Teams, by number or name
    #[arg(required_unless_present_any = ["all", "school", "list"])]
    teams: Vec<String>,
    /// Every team
    #[arg(long, conflicts_with_all = ["teams", "school", "list"])]
    all: bool,
    /// Every team with a player from this school
    #[arg(long, conflicts_with_all = ["teams", "list"])]
    school: Option<String>,
    /// Just list who is missing
    #[arg(long, conflicts_with = "teams")]
    list: bool,
    /// With --all or --list: only this section
    #[arg(long, conflicts_with_all = ["teams", "school"])]
    section: Option<String>,
    /// Undo a check-in
    #[arg(long, conflicts_with = "list")]
    out: bool,
}

impl Verb for CheckIn {
    const TRAITS: Traits = Traits::writes(Moment::Arrival);

    fn traits(&self) -> Traits {
        Self::TRAITS.reading_if(self.list)
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let section = desk.section_if(self.section.as_deref())?.map(|section| section.id);
        if self.list {
            return missing_sheet(desk, section);
        }
        let teams = self.meant(desk, section)?;
        let here = !self.out;
        let changed = entries::check_in(&mut desk.event, &teams, here).or_refuse(desk)?;
        Ok(answer(desk, &changed, section, here))
    }
}

impl CheckIn {
    fn meant(&self, desk: &Desk, section: Option<SectionId>) -> Result<Vec<TeamId>, Failure> {
        let tournament = desk.tournament();
        let in_play = |team: &&Team| !desk.is_gone(team) && section.is_none_or(|section| team.section == section);
        let is_word = matches!(&self.teams[..], [word] if word == "all") && desk.team("all").is_err();
        if self.all || is_word {
            return Ok(tournament.teams.iter().filter(in_play).map(|team| team.id).collect());
        }
        if let Some(named) = &self.school {
            let school = desk.school(named)?.id;
            let of_school = |team: &&Team| in_play(team) && tournament.schools_of(team).contains(&school);
            return Ok(tournament.teams.iter().filter(of_school).map(|team| team.id).collect());
        }
        // `check-in Rooks on Fire`: three words may name one team.
        let mut named = HashSet::new();
        Ok(desk.teams(&self.teams)?.into_iter().filter(|team| named.insert(*team)).collect())
    }
}

fn answer(desk: &Desk, done: &[TeamId], section: Option<SectionId>, here: bool) -> Answer {
    let missing: Vec<TeamId> = desk.unseen(section).iter().map(|team| team.id).collect();
    let is_of_it = |team: &&Team| section.is_none_or(|section| team.section == section) && !desk.is_gone(team);
    let teams = || desk.tournament().teams.iter().filter(is_of_it);
    let checked_in: Vec<TeamId> = teams().filter(|team| team.checked_in).map(|team| team.id).collect();
    let here_now = teams().filter(|team| desk.is_seen(team)).count();
    let plays_on = |team: &&Team| !team.checked_in && desk.is_seen(team) && done.contains(&team.id);
    let left_or_not = |team: &Team| {
        format!(
            "{} has played, so they stay in the pairings; if they've left: {}",
            team.name,
            cmd!("team withdraw {}", team.id)
        )
    };
    let plays_on: Vec<String> = teams().filter(|_| !here).filter(plays_on).map(left_or_not).collect();
    // Whoever comes after the round was posted has no game in it yet.
    let unseated = desk.tournament().sections.iter().flat_map(|section| desk.unseated(section));
    let unseated = unseated.filter(|team| done.contains(&team.id));
    let late: Vec<String> = unseated.filter_map(|team| latecomers_seat(desk, team)).collect();
    let verb = if here { "checked in" } else { "no longer checked in" };
    let names: Vec<&str> = done.iter().map(|team| desk.name_of(*team)).collect();
    let summary = match &names[..] {
        [] if here => "nobody new to check in".to_owned(),
        [] => "none of them were checked in".to_owned(),
        [one] => format!("{verb}: {one}"),
        _ => format!("{verb}: {} teams", done.len()),
    };
    let of = section.map_or_else(String::new, |section| format!(" in {}", desk.section_name(section)));
    let text = match missing.len() {
        0 if here_now == 1 => format!("{summary}\nthe only team{of} is here"),
        0 => format!("{summary}\nall {here_now} teams{of} are here"),
        count => format!("{summary}\n{here_now} here{of}, {count} missing: {}", cmd!("check-in --list")),
    };
    let sections = desk.tournament().sections.iter().filter(|one| section.is_none_or(|id| one.id == id));
    let proposed: Vec<Proposed> = sections.filter_map(|section| proposed(desk, section)).collect();
    let to_json: Vec<&Value> = proposed.iter().map(|one| &one.json).collect();
    let more = plays_on.iter().chain(&late).chain(proposed.iter().map(|one| &one.sentence));
    let text = more.fold(text, |text, line| format!("{text}\n{line}"));
    Answer::noted(
        text,
        json!({ "changed": names, "checked_in": checked_in, "missing": missing, "proposed": to_json }),
        summary,
    )
}

/// Who is missing, by school.
fn missing_sheet(desk: &mut Desk, section: Option<SectionId>) -> Result<Answer, Failure> {
    let teams = desk.unseen(section);
    let reachable = teams.iter().filter(|team| team.players.iter().any(|id| desk.facts.contacts.contains_key(id)));
    let reachable = reachable.min_by_key(|team| (desk.tournament().school_label(team), team.id));
    let reach =
        reachable.map(|team| format!("how to reach a family: {}", command(["team", "show", &team.id.to_string()])));
    Ok(desk.sheet(Sheet::Unseen { section })?.with_remarks(reach))
}
