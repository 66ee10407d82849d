//! `bughouse pair` and `unpair`: posts the next round, or takes the last one back.

use super::remarks;
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::printed::Kept;
use crate::cli::refusal::{Told, tables_named};
use crate::cli::registration::team_names;
use crate::cli::show;
use crate::cli::wording::{command, counted, list};
use crate::event::Refusal;
use crate::event::edit::posting::{self, Terms};
use crate::event::proposal::Remark;
use crate::pairing::swiss::Consent;
use crate::report::Sheet;
use crate::report::pairings::{self, AssumedDrawn, Order};
use crate::tournament::{
    AppealId, Assignment, Format, Round, RulingId, Section, SectionId, StartTime, TableNumber, TeamId,
};
use clap::Args;
use serde_json::json;

/// Pair and post the next round
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse pair K-6, then bughouse pairings K-6 -o round1.pdf")]
pub struct Pair {
    /// The section
    section: Option<String>,
    /// Pair although results are missing (as if drawn) or an appeal is open (the round is provisional), or a team would sit out beside one
    /// that is not checked in
    #[arg(long)]
    anyway: bool,
    /// Let teams meet again where nothing else is left
    #[arg(long)]
    allow_rematch: bool,
    /// Give a second full bye where nothing else is left
    #[arg(long)]
    allow_second_bye: bool,
    /// The teams of a final, best first, instead of those that the standings send there
    #[arg(long, value_name = "T1,T2", value_delimiter = ',')]
    qualify: Option<Vec<String>>,
    /// When the round is to start, as printed on its sheets: 10:30
    #[arg(long, value_name = "TIME")]
    at: Option<StartTime>,
}

impl Pair {
    /// The next round of a section as it comes.
    pub fn next(section: &Section, at: Option<StartTime>, anyway: bool) -> Self {
        let section = Some(section.name.clone());
        Self { section, anyway, allow_rematch: false, allow_second_bye: false, qualify: None, at }
    }
}

/// Take the last round back, with its results where that is meant
#[derive(Debug, Args)]
pub struct Unpair {
    /// The section
    section: Option<String>,
    /// Take its results away too; at a terminal it is asked
    #[arg(long)]
    with_results: bool,
}

impl Verb for Pair {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let section = desk.section(self.section.as_deref())?.id;
        let consent = Consent { rematch: self.allow_rematch, second_bye: self.allow_second_bye };
        let qualify = self.qualify.as_ref().map(|named| teams_named(desk, named)).transpose()?;
        let terms = Terms { anyway: self.anyway, consent, starts: self.at, qualify };
        let posted = show::patiently("pairing", || posting::post(&mut desk.event, section, &terms)).told(desk)?;
        let stamp = desk.stamp()?;
        let gone = || Failure::machine("the round that was just posted is gone");
        let section = desk.tournament().section(section).ok_or_else(gone)?;
        let round = desk.latest_round(section.id).ok_or_else(gone)?;
        let mut sheet = pairings::view(desk, section, round, Order::Table, stamp);
        let drawn = |(round, tables): &(u32, Vec<TableNumber>)| AssumedDrawn {
            round: *round,
            tables: tables.iter().map(|t| t.0).collect(),
        };
        sheet.assumed_drawn = Some(posted.assumed_drawn.iter().map(drawn).collect());
        let hinges = |(appeal, ruling, hinges): &(AppealId, RulingId, bool)| match hinges {
            false => format!(
                "provisional: appeal {appeal} is open; the pairings are the same if ruling {ruling} is overturned"
            ),
            true => format!(
                "provisional: appeal {appeal} is open; if ruling {ruling} is overturned, round {} would be paired differently",
                posted.round
            ),
        };
        let open = |(round, tables): &(u32, Vec<TableNumber>)| {
            format!("provisional: round {round}, {} counted as drawn", tables_named(tables))
        };
        let told = |remark: &&Remark| remarks::told(desk, section, posted.round, remark);
        let (absent, others): (Vec<&Remark>, Vec<&Remark>) =
            posted.remarks.iter().partition(|remark| matches!(remark, Remark::NotCheckedIn(_)));
        let absent = absent.iter().map(told).reduce(|one, other| format!("{one}\n{other}"));
        let mut answer = Answer::sheet(sheet)
            .kept(Kept::sheets(vec![Sheet::Pairings { section: section.id, round: posted.round, by: Order::Table }]))
            .with_remarks(others.iter().map(told))
            .with_remarks(posted.appeals.iter().map(hinges))
            .with_remarks(posted.assumed_drawn.iter().map(open))
            .with_remarks(without_partner(desk, section.id))
            .with_remarks(too_short(section, round))
            .with_remarks(team_names::remark(desk, Some(section.id)))
            .ending_with(absent);
        let (called, tables) = (desk.round_called(section, posted.round), counted(round.tables().len(), "table"));
        answer.summary = format!("paired {called} of {}: {tables}{}", section.name, byes(desk, round));
        Ok(answer)
    }
}

/// Who sits out, where these are so few that their names fit in a line.
fn byes(desk: &Desk, round: &Round) -> String {
    let sits_out = |(_, seat): &&(TeamId, Assignment)| matches!(seat, Assignment::Bye { .. });
    let names: Vec<&str> = round.assignments.iter().filter(sits_out).map(|(team, _)| desk.name_of(*team)).collect();
    match names.len() {
        0 => String::new(),
        1..=3 => format!(", bye for {}", list(names)),
        more => format!(", {more} byes"),
    }
}

/// What a knockout cannot come to in its rounds: a winner.
fn too_short(section: &Section, round: &Round) -> Option<String> {
    let rounds = section.rounds.filter(|_| section.format == Format::Knockout && round.number == 1)?;
    let ties = round.tables().len()
        + round.assignments.iter().filter(|(_, seat)| matches!(seat, Assignment::Bye { .. })).count();
    let needed = 1 + ties.max(1).next_power_of_two().ilog2();
    let longer = || command(["section", "edit", &section.name, "--rounds", &needed.to_string()]);
    (needed > rounds)
        .then(|| format!("{} comes to its winner after round {needed}, and has {rounds}: {}", section.name, longer()))
}

/// The teams that these words name.
pub fn teams_named(desk: &Desk, named: &[String]) -> Result<Vec<TeamId>, Failure> {
    named.iter().map(|name| desk.team(name).map(|team| team.id)).collect()
}

/// Children of the section who came alone and are still alone.
fn without_partner(desk: &Desk, section: SectionId) -> Option<String> {
    let tournament = desk.tournament();
    let alone = tournament
        .players
        .iter()
        .filter(|player| player.section == Some(section) && tournament.team_of(player.id).is_none());
    let names = list(alone.map(|player| format!("{} ({})", player.name, player.id)));
    (!names.is_empty()).then(|| format!("without a partner, so not paired: {names}; see `bughouse partner suggest`"))
}

impl Verb for Unpair {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let section = desk.section(self.section.as_deref())?.clone();
        let called = desk.latest_round(section.id).map(|round| desk.round_called(&section, round.number));
        let taken = posting::unpost(&mut desk.event, section.id, false);
        let held = match &taken {
            Err(Refusal::HasResults { tables, .. }) => tables_named(tables),
            _ => String::new(),
        };
        let round = match taken.told(desk) {
            Err(_) if !held.is_empty() && self.with_results => {
                posting::unpost(&mut desk.event, section.id, true).told(desk)?
            }
            Err(failure) if !held.is_empty() => {
                let question = format!(
                    "the last round of {} has results from {held}. Take them away with it? Both come back with bughouse undo.",
                    section.name
                );
                desk.confirm(&question, failure)?;
                posting::unpost(&mut desk.event, section.id, true).told(desk)?
            }
            round => round?,
        };
        let with = if held.is_empty() { held } else { format!(" with the results of {held}") };
        let summary = format!("took back {} of {}{with}", called.unwrap_or_default(), section.name);
        Ok(Answer::said(summary.clone(), json!({ "section": section.name, "round": round }), summary))
    }
}
