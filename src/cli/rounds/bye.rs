//! `bughouse bye`: notes that a team misses a round to come, and gives or corrects the bye of one that is posted.

use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::paper::slips::print_what_changed;
use crate::cli::question::{About, Question, WOULD_BE};
use crate::cli::refusal::OrRefuse;
use crate::cli::refusal::byes::scores;
use crate::cli::remarks::{bye_said, left_over};
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::does;
use crate::event::ahead::costs;
use crate::event::edit::rounds;
use crate::event::edit::seats::{self, ByeGiven, LeftOver};
use crate::tournament::{Assignment, ByePoints, Section, Team, TeamId};
use clap::Args;
use serde_json::json;

/// Give a team a bye in a round it will miss, or in a posted one
#[derive(Debug, Args)]
#[command(after_help = r#"Example: bughouse bye "Rooks on Fire" --round 2 --points half"#)]
pub struct Bye {
    /// The team
    team: String,
    /// The round they will miss
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
    round: u32,
    /// What the bye is worth
    #[arg(long, default_value = "half")]
    points: ByePoints,
    /// For a team in a final: the section it came from
    #[arg(long)]
    section: Option<String>,
    /// If the round is posted: replace the team's pairing or bye in it
    #[arg(long)]
    replace: bool,
}

impl Verb for Bye {
    const TRAITS: Traits = Traits::writes(Moment::Arrival);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let team = desk.team(&self.team)?.clone();
        let section = match self.section.as_deref() {
            Some(named) => desk.section(Some(named))?.clone(),
            None => desk.section_numbered(rounds::section_of_bye(desk, &team, self.round))?.clone(),
        };
        let plays_in = rounds::section_of_bye(desk, &team, self.round);
        if section.id != plays_in && section.id != team.section_in(self.round) {
            return Err(Failure::mistyped(format!(
                "{} plays round {} in {}, not in {}",
                team.name,
                self.round,
                desk.section_name(plays_in),
                section.name
            ))
            .hint(format!("to see their rounds: {}", command(["team", "show", &team.id.to_string()]))));
        }
        if self.round <= desk.posted_rounds(section.id) {
            return self.given(desk, &team, &section);
        }
        rounds::request(&mut desk.event, team.id, self.round, self.points).or_refuse(desk)?;
        let (plays_in, _) = desk.tournament().next_round_of(&team);
        let of = if plays_in == team.section { String::new() } else { format!(" of {}", desk.section_name(plays_in)) };
        let summary =
            format!("{} a {}-point bye in round {}{of}", does(&team.name, "has"), scores(self.points), self.round);
        Ok(Answer::done(
            summary,
            json!({ "team": team.id, "name": team.name, "round": self.round, "points": self.points }),
        ))
    }
}

impl Bye {
    /// Gives the bye of a posted round, or another than the team had: asked for as a correction is, with all that it touches.
    fn given(&self, desk: &mut Desk, team: &Team, section: &Section) -> Result<Answer, Failure> {
        let (round, called) = (self.round, desk.round_called(section, self.round));
        let ByeGiven { before: had, left, is_changed } =
            seats::give_bye(&mut desk.event, section, round, team.id, self.points).or_refuse(desk)?;
        let has = bye_said(desk, section, Assignment::Bye { points: self.points, assigned: false });
        let had_said = had.map_or_else(|| "not paired".to_owned(), |had| bye_said(desk, section, had));
        let json = json!({
            "team": team.id, "name": team.name, "section": section.name, "round": round, "points": self.points,
            "changed": is_changed,
        });
        if !is_changed {
            let text = format!("{} {had_said} in {called}; nothing was changed", does(&team.name, "has"));
            return Ok(Answer::said(text, json));
        }
        let mut summary = format!("{} {has} in {called} (was: {had_said})", does(&team.name, "has"));
        if let Some(LeftOver { table, team, bye, .. }) = left {
            let (other, bye) = (desk.name_of(team), bye_said(desk, section, bye));
            summary += &format!("; table {table} stays empty, and {} {bye}", does(other, "has"));
        }
        let is_latest = round == desk.posted_rounds(section.id);
        let moved: Vec<TeamId> = std::iter::once(team.id).chain(left.map(|left| left.team)).collect();
        let beside = left.filter(|_| is_latest).map(|left| left_over(desk, section, &left));
        let beside = beside.into_iter().chain(if is_latest { costs(desk, section, &moved) } else { Vec::new() });
        let notes: Vec<String> = beside.collect();
        if !self.replace {
            let points = scores(self.points);
            let mut words = vec!["bye".to_owned(), team.id.to_string(), "--round".to_owned(), round.to_string()];
            words.extend(["--points".to_owned(), points]);
            if self.section.is_some() {
                words.extend(["--section".to_owned(), section.name.clone()]);
            }
            words.push("--replace".to_owned());
            let had_in_it = match had {
                None => format!("{} not paired in it", does(&team.name, "was")),
                Some(Assignment::Table { table, .. }) => {
                    format!("{} already paired at table {table}", does(&team.name, "is"))
                }
                Some(_) => format!("{} {had_said} in it", does(&team.name, "has")),
            };
            let refusal = Failure::forbidden(format!("{called} is already posted: {had_in_it}"))
                .hint(format!("to give them {has} instead: {}", command(words.iter().map(String::as_str))));
            let about = About::Bye { team: team.id, section: section.id, round, had: had_said, points: self.points };
            let question = Question::new(&about, format!("{WOULD_BE}\n{summary}\nDo it?"));
            desk.ask_last(question, refusal)?;
        }
        let print = if is_latest { print_what_changed(desk, section)? } else { None };
        Ok(Answer::done(summary, json).touches(notes).with_remarks(print))
    }
}
