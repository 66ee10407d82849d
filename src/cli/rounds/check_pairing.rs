//! `bughouse check-pairing`: what lies ahead, before it hurts.

use super::check_schedule::ahead;
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb, counted, list};
use crate::cli::failure::Failure;
use crate::pairing::swiss::{self, Outlook, Refusal, Rest, outlook};
use crate::pairing::{System, fide_team};
use crate::report::{Block, Document, Listing};
use crate::tournament::{Format, Section, Team};
use clap::Args;
use serde_json::{Value, json};
use std::future::Future;
use std::pin::Pin;

/// Tell whether the rounds ahead can be paired, and which schools must clash
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse check-pairing K-6")]
pub struct CheckPairing {
    /// The section
    section: Option<String>,
}

impl Verb for CheckPairing {
    fn run<'a>(&'a self, desk: &'a mut Desk) -> Pin<Box<dyn Future<Output = Result<Answer, Failure>> + 'a>> {
        Box::pin(async move {
            let mut section = desk.section(self.section.as_deref())?.clone();
            let round = desk.latest_round(section.id).map_or(1, |r| r.number + 1);
            let teams = desk.tournament().teams_in(section.id).filter(|t| !t.is_out(round)).count();
            if teams < 2 {
                return Err(Failure::forbidden(format!("{} has {}, too few to pair", section.name, counted(teams, "team")))
                    .hint("enter teams with `bughouse import FILE` or `bughouse team add`"));
            }
            let planned = section.rounds;
            section.rounds = Some(planned.unwrap_or_else(|| desk.planned_rounds(&section, teams)));
            let masthead = desk.masthead(Some(&section), None).await?;
            let title = format!("Before round {round}");
            if section.format != Format::Swiss {
                let found = ahead(desk, &section, planned, round);
                let document = Document::new(title, masthead).with(Block::List(found.told.into_iter().map(|(text, _)| text).collect()));
                return Ok(Answer::sheet(Listing::of(document, found.json)));
            }
            let (position, entrants) = desk.position(&section, round);
            let settings = desk.settings(section.id).pairing;
            let pair = if settings.system == System::FideTeam { fide_team::pair } else { swiss::pair };
            let found = outlook(&position, &settings, pair);
            let told = tell(desk, &section, planned, round, &found, &entrants);
            let json = to_json(desk, &section, round, &found, &entrants, &told);
            Ok(Answer::sheet(Listing::of(
                Document::new(title, masthead).with(Block::List(told.into_iter().map(|(text, _)| text).collect())),
                json,
            )))
        })
    }
}

/// Sentences, and whether each is a warning.
fn tell(desk: &Desk, section: &Section, planned: Option<u32>, round: u32, found: &Outlook, entrants: &[&Team]) -> Vec<(String, bool)> {
    let mut told = Vec::new();
    let mut say = |text: String, warning: bool| told.push((text, warning));
    let rounds = found.rounds;
    let plan = planned.map_or_else(
        || "no number of rounds is set".to_owned(),
        |n| match n {
            1 => "1 round is planned".to_owned(),
            n => format!("{n} rounds are planned"),
        },
    );
    let enough = if rounds.enough == 1 { "1 is".to_owned() } else { format!("{} are", rounds.enough) };
    say(
        format!(
            "{} teams, {plan}; {enough} enough for one winner, up to {} can always be paired without a rematch, {} is the most (28B, 29K)",
            found.teams, rounds.always_possible, rounds.limit
        ),
        planned.is_some_and(|n| n > rounds.limit),
    );
    if let Some(proposed) = desk.proposed(&Section { rounds: planned, ..section.clone() }) {
        say(proposed.told, rounds.round_robin);
    }
    let name = |index: usize| entrants[index].name.as_str();
    match &found.next {
        None if found.rounds_left > 0 => say(format!("round {round} can be paired by the rules"), false),
        None => say("all rounds are played".to_owned(), false),
        Some(Refusal::NeedsConsent { rematches, second_bye, .. }) => {
            for (a, b, _) in rematches {
                say(format!("round {round} cannot be paired without a rematch: {} and {} (27A1)", name(*a), name(*b)), true);
            }
            if let Some(team) = second_bye {
                say(format!("round {round} cannot be paired without a second bye: {} (28L3)", name(*team)), true);
            }
        }
        Some(refusal @ Refusal::TooEntangled { .. }) => say(format!("round {round}: {refusal}"), true),
        Some(Refusal::NoPairing { stranded }) => {
            say(format!("round {round} has no allowed pairing: nobody is left for {}", list(stranded.iter().map(|i| name(*i)))), true);
        }
    }
    for (a, b) in &found.next_clashes {
        say(format!("two teams of one school would meet in round {round}: {} and {} (28N1)", name(*a), name(*b)), true);
    }
    for crowd in &found.crowds {
        let school = desk.school_name(crowd.school);
        let pairs = |n: usize| if n == 1 { "1 pair".to_owned() } else { format!("{n} pairs") };
        let each = if crowd.pairs_a_round > 0 { format!("{} in each round, ", pairs(crowd.pairs_a_round)) } else { String::new() };
        say(
            format!(
                "{school} has {} of the {} teams, so some of them must meet: at least {each}{} in the rounds that are left",
                crowd.teams,
                found.teams,
                pairs(crowd.pairs_in_all)
            ),
            true,
        );
    }
    if let Some(majority) = found.majority {
        say(desk.kept_apart(section, majority), true);
    }
    match found.rest {
        Rest::Certain => say("all rounds that are left can be paired, whatever the results".to_owned(), false),
        Rest::Possible => say("the rounds that are left can be paired, unless the results stand in the way".to_owned(), false),
        Rest::Doubtful => say("no way was found to pair all rounds that are left; think of fewer rounds".to_owned(), true),
        Rest::Impossible => say("the rounds that are left cannot all be paired without a rematch; think of fewer rounds".to_owned(), true),
    }
    for (team, left) in &found.short_of_opponents {
        say(
            format!("{} has {} left for {}", name(*team), counted(*left, "new opponent"), counted(found.rounds_left as usize, "round")),
            true,
        );
    }
    told
}

fn to_json(desk: &Desk, section: &Section, round: u32, found: &Outlook, entrants: &[&Team], told: &[(String, bool)]) -> Value {
    let school = |id: u32| desk.tournament().schools.iter().find(|s| s.id.0 == id).map(|s| s.name.clone());
    let pair = |(a, b): &(usize, usize)| json!([entrants[*a].id, entrants[*b].id]);
    json!({
        "section": section.name, "round": round, "rounds": section.rounds, "teams": found.teams,
        "rounds_enough": found.rounds.enough, "rounds_always_possible": found.rounds.always_possible, "rounds_limit": found.rounds.limit,
        "round_robin_advised": found.rounds.round_robin,
        "can_pair_next": found.next.is_none(),
        "rest": match found.rest { Rest::Certain => "certain", Rest::Possible => "possible", Rest::Doubtful => "doubtful", Rest::Impossible => "impossible" },
        "school_clashes": found.next_clashes.iter().map(pair).collect::<Vec<_>>(),
        "schools": found.crowds.iter().map(|c| json!({ "school": school(c.school), "teams": c.teams, "pairs_a_round": c.pairs_a_round, "pairs_in_all": c.pairs_in_all })).collect::<Vec<_>>(),
        "short_of_opponents": found.short_of_opponents.iter().map(|(t, left)| json!({ "team": entrants[*t].id, "name": entrants[*t].name, "left": left })).collect::<Vec<_>>(),
        "warnings": told.iter().filter(|(_, warning)| *warning).map(|(text, _)| text).collect::<Vec<_>>(),
    })
}
