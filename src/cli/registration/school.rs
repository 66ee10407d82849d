//! `bughouse school`: the schools as they are spelled, and which spellings are one school.

use crate::cli::answer::Answer;
use crate::cli::desk::{Access, Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::wording::{as_typed, list};
use crate::registration::schools_alike;
use crate::report::{Cell, Column, Listing};
use crate::tournament::names::{Found, find, fold, listing_key};
use crate::tournament::{School, SchoolId, Tournament};
use clap::Subcommand;
use serde_json::json;
use std::collections::HashMap;

/// List schools, and say which spellings are one school
#[derive(Debug, Subcommand)]
pub enum SchoolCommand {
    /// List the schools, and those that look like one
    List,
    /// Say that a spelling stands for a school; remembered for later imports
    #[command(after_help = "Example: bughouse school same \"Lincoln Elem.\" \"Lincoln ES\"")]
    Same {
        /// The spelling that goes
        spelling: String,
        /// The school that stays
        school: String,
    },
}

impl SchoolCommand {
    /// Whether the command changes anything.
    pub fn access(&self) -> Access {
        if matches!(self, Self::List) { Access::Read } else { Access::Write }
    }
}

impl Verb for SchoolCommand {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::List => schools(desk),
            Self::Same { spelling, school } => same(desk, spelling, school),
        }
    }
}

fn schools(desk: &mut Desk) -> Result<Answer, Failure> {
    let masthead = desk.masthead(None, None)?;
    let tournament = desk.tournament();
    let mut schools: Vec<&School> = tournament.schools.iter().collect();
    schools.sort_by_cached_key(|school| listing_key(&school.name));
    let names: Vec<&str> = schools.iter().map(|school| school.name.as_str()).collect();
    let alike = schools_alike(&names);
    let children = players_of(tournament);
    let players = |school: &School| children.get(&school.id).copied().unwrap_or(0);
    let looks_like = |at: usize| alike.iter().find(|(_, later)| *later == at).map(|(earlier, _)| names[*earlier]);
    let mut rows = Vec::new();
    let mut entries = Vec::new();
    for (at, school) in schools.into_iter().enumerate() {
        let twin = looks_like(at);
        let advice = twin.map(|twin| {
            format!(
                "if one with {twin}: bughouse school same {}",
                as_typed([school.name.clone(), twin.to_owned()].into_iter())
            )
        });
        rows.push(vec![Cell::text(&school.name), Cell::whole(players(school)), Cell::text(advice.unwrap_or_default())]);
        entries.push(json!({ "name": school.name, "players": players(school), "looks_like": twin }));
    }
    let columns = vec![Column::text("School"), Column::number("Players"), Column::text("Perhaps the same")];
    Ok(Answer::sheet(Listing::new("Schools", masthead, columns, rows, json!({ "schools": entries }))))
}

/// How many children each school has: by their own school, else by their team's.
fn players_of(tournament: &Tournament) -> HashMap<SchoolId, u32> {
    let mut count = HashMap::new();
    for player in &tournament.players {
        let of_team = || tournament.team_of(player.id).and_then(|team| team.school);
        if let Some(school) = player.school.or_else(of_team) {
            *count.entry(school).or_default() += 1;
        }
    }
    count
}

fn same(desk: &mut Desk, spelling: &str, school: &str) -> Result<Answer, Failure> {
    let schools = &desk.tournament().schools;
    let kept = match find(school, schools, |school| &school.name) {
        Found::One(kept) => kept.clone(),
        Found::Ambiguous(several) => {
            return Err(Failure::mistyped(format!("several schools are called something like \"{school}\""))
                .hint(format!("write the whole name: {}", list(several.iter().map(|school| school.name.as_str())))));
        }
        Found::Unknown { nearest } => {
            let near = list(nearest.iter().map(|school| school.name.as_str()));
            let hint = if near.is_empty() {
                "see them with `bughouse school list`".to_owned()
            } else {
                format!("did you mean {near}?")
            };
            return Err(Failure::mistyped(format!("there is no school \"{school}\"")).hint(hint));
        }
    };
    // The spelling is written out, never a part of a name: what goes must be meant.
    let gone = schools.iter().find(|known| fold(&known.name) == fold(spelling)).cloned();
    match &gone {
        Some(gone) if gone.id == kept.id => {
            return Err(Failure::mistyped(format!("\"{spelling}\" and \"{school}\" are the same school already")));
        }
        Some(gone) => desk.unite_schools(kept.id, gone.id, &fold(spelling)),
        None => desk.remember_spelling(kept.id, &fold(spelling)),
    }
    let summary = format!("\"{}\" is {}", spelling.trim(), kept.name);
    let json = json!({ "spelling": spelling.trim(), "school": kept.name, "united": gone.is_some() });
    Ok(Answer::said(format!("{summary}; remembered for later imports"), json, summary))
}
