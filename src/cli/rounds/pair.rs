//! `bughouse pair` and `unpair`: posts the next round, or takes the last one back.

use super::pending::{differing_outcomes, open_appeals};
use super::{remarks, times};
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb, command, counted, list};
use crate::cli::failure::Failure;
use crate::cli::paper::printed::Kept;
use crate::cli::paper::sheet::{Sheet, pairing_sheet};
use crate::cli::refusal::Told;
use crate::cli::registration::team_names;
use crate::discipline::Ruling;
use crate::event::proposal::{Proposal, Remark};
use crate::pairing::swiss::Consent;
use crate::report::pairings::{AssumedDrawn, Order};
use crate::tournament::{
    Assignment, MatchId, RoundTime, Section, SectionId, Side, Slip, SlipOutcome, StartTime, TableNumber, Team, TeamId,
    TeamStatus,
};
use clap::Args;
use serde_json::json;
use std::collections::HashSet;

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
    /// When the round is to start, as printed on its sheets: 10:30
    #[arg(long, value_name = "TIME")]
    at: Option<StartTime>,
}

/// Take the last round back while it has no results
#[derive(Debug, Args)]
pub struct Unpair {
    /// The section
    section: Option<String>,
}

impl Verb for Pair {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let mut section = desk.section(self.section.as_deref())?.clone();
        let round = desk.latest_round(section.id).map_or(1, |r| r.number + 1);
        let missing = desk.missing_results(&section);
        if let Some((first, missing)) = missing.first()
            && !self.anyway
        {
            let tables = tables_named(missing);
            let posted = desk.tournament().rounds_of(section.id).find(|posted| posted.number == *first);
            if posted.is_some_and(|posted| missing.iter().all(|table| desk.awaits_replay(&section, posted, *table))) {
                return Err(Failure::forbidden(format!(
                    "round {first} of {}: drawn, so to be replayed: {tables}",
                    section.name
                ))
                .hint(format!("enter the replay at the same table: bughouse result {} RESULT", missing[0]))
                .details(json!({ "results_missing": missing })));
            }
            return Err(Failure::forbidden(format!("round {first} of {} has no result yet from {tables}", section.name))
                    .hint(format!(
                        "enter them with `bughouse enter \"{0}\"`; or pair as if they were drawn: `bughouse pair \"{0}\" --anyway`",
                        section.name
                    ))
                    .details(json!({ "results_missing": missing })));
        }
        if round == 1 {
            admit(desk, &section)?;
        }
        let appeals = open_appeals(desk, &section, self.anyway)?;
        let teams = desk.tournament().teams_in(section.id).filter(|t| !t.is_out(round)).count();
        if teams < 2 {
            return Err(Failure::forbidden(format!(
                "{} has {}, too few to pair",
                section.name,
                counted(teams, "team")
            ))
            .hint("enter teams with `bughouse import FILE` or `bughouse team add`"));
        }
        if section.rounds.is_none() {
            section.rounds = Some(desk.planned_rounds(&section, teams));
            let settings = desk.settings(section.id);
            desk.save_section(&section, &settings);
        }
        let rounds = section.rounds.unwrap_or(round);
        if round > rounds {
            // A schedule ends by itself; a Swiss and a schedule cut short can go on.
            let goes_on = desk.propose(&section, round, Consent { rematch: false, second_bye: false }).is_ok();
            let more = match goes_on {
                true => format!("one more: bughouse section edit \"{}\" --rounds {round}; to end: ", section.name),
                false => String::new(),
            };
            return Err(Failure::forbidden(match rounds {
                1 => format!("{} has played its only round", section.name),
                _ => format!("{} has played all of its {rounds} rounds", section.name),
            })
            .hint(format!("{more}bughouse standings \"{}\"", section.name)));
        }
        if round == 1 {
            give_pairing_numbers(desk, &section);
        }
        let consent = Consent { rematch: self.allow_rematch, second_bye: self.allow_second_bye };
        let proposal = desk.propose(&section, round, consent).told(desk)?;
        if !self.anyway {
            nobody_sits_out_for_the_absent(desk, &section, round, &proposal)?;
        }
        let tables = tables(desk, &section, proposal.pairs.len());
        if section.first_table.is_none()
            && let Some(first) = tables.first()
        {
            desk.set_first_table(section.id, *first);
        }
        let provisional = !missing.is_empty() || !appeals.is_empty();
        let differing = differing_outcomes(desk, &section, round, &appeals);
        desk.add_round(section.id, round, provisional, proposal.assignments(tables.iter().copied()));
        for ((first, second), table) in proposal.pairs.iter().zip(&tables) {
            let present = if proposal.walkovers.contains(first) { Side::First } else { Side::Second };
            if proposal.walkovers.contains(first) || proposal.walkovers.contains(second) {
                walk_over(desk, &section, round, *table, present);
            }
        }
        if let Some(starts) = self.at {
            desk.set_start_time(RoundTime { section: section.id, round, starts });
            times::in_order(desk, &section)?;
        }
        let told = |remark: &&Remark| remarks::told(desk, &section, round, remark);
        let (absent, others): (Vec<&Remark>, Vec<&Remark>) =
            proposal.remarks.iter().partition(|remark| matches!(remark, Remark::NotCheckedIn(_)));
        let remarks = others.iter().map(told).chain(differing).collect();
        let absent = absent.iter().map(told).reduce(|one, other| format!("{one}\n{other}"));
        Ok(posted(desk, section.id, round, remarks, &missing)?.ending_with(absent))
    }
}

/// Refuses to let a team sit out while another is only not checked in: it may stand at the door.
fn nobody_sits_out_for_the_absent(
    desk: &Desk,
    section: &Section,
    round: u32,
    proposal: &Proposal,
) -> Result<(), Failure> {
    let absent = proposal.remarks.iter().find_map(|remark| match remark {
        Remark::NotCheckedIn(teams) => Some(teams),
        _ => None,
    });
    let (Some(bye), Some(absent)) = (proposal.bye, absent) else { return Ok(()) };
    let names = list(absent.iter().map(|team| format!("{} ({team})", desk.name_of(*team))));
    let message = format!(
        "round {round} of {} would leave {} out while others are not checked in",
        section.name,
        desk.name_of(bye)
    );
    let pair = command(["pair", &section.name, "--anyway"]);
    Err(Failure::forbidden(message)
        .hint(format!(
            "who is here: {}; if nobody is: {pair}\n\nnot checked in: {names}",
            command(["check-in", &absent[0].to_string()])
        ))
        .details(json!({ "not_checked_in": absent })))
}

fn posted(
    desk: &mut Desk,
    section: SectionId,
    round: u32,
    remarks: Vec<String>,
    missing: &[(u32, Vec<TableNumber>)],
) -> Result<Answer, Failure> {
    let stamp = desk.stamp()?;
    let gone = || Failure::machine("the round that was just posted is gone");
    let section = desk.tournament().section(section).ok_or_else(gone)?;
    let posted = desk.tournament().rounds_of(section.id).find(|r| r.number == round).ok_or_else(gone)?;
    let tables = posted.tables().len();
    let mut sheet = pairing_sheet(desk, section, posted, Order::Table, stamp);
    let drawn = |(round, tables): &(u32, Vec<TableNumber>)| AssumedDrawn {
        round: *round,
        tables: tables.iter().map(|t| t.0).collect(),
    };
    sheet.assumed_drawn = Some(missing.iter().map(drawn).collect());
    let mut answer = Answer::sheet(sheet)
        .kept(Kept::sheet(Sheet::Pairings { section: section.id, round, by: Order::Table }))
        .with_remarks(remarks);
    for (round, missing) in missing {
        answer.remark(format!("provisional: round {round}, {} counted as drawn", tables_named(missing)));
    }
    answer.summary = format!("paired round {round} of {}: {}", section.name, counted(tables, "table"));
    let alone = without_partner(desk, section.id);
    Ok(answer.with_remarks(alone).with_remarks(team_names::remark(desk, Some(section.id))))
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

/// Files the forfeits of a scheduled match whose other team is not there.
fn walk_over(desk: &mut Desk, section: &Section, round: u32, table: TableNumber, present: Side) {
    for number in 1..=section.matches {
        let outcome = Some(SlipOutcome::Unplayed(Some(present)));
        let slip = Slip { table, number, playing: 1, outcome, reason: None, boards: Vec::new(), white: None };
        desk.file_slip(MatchId { section: section.id, round, table, number }, slip);
    }
}

/// Admits the best teams of another section to its final, in the order of its standings.
fn admit(desk: &mut Desk, section: &Section) -> Result<(), Failure> {
    let Some((from, top)) = section.qualified_from else { return Ok(()) };
    let Some(source) = desk.tournament().section(from).cloned() else { return Ok(()) };
    let after = desk.latest_round(from).map_or(0, |r| r.number);
    let open = desk.open_matters(&source, after);
    if after == 0 || !open.is_empty() || source.rounds.is_some_and(|r| after < r) {
        let shorten = match after {
            0 => String::new(),
            after => format!("; shorten it with `bughouse section edit \"{}\" --rounds {after}`", source.name),
        };
        return Err(Failure::forbidden(format!(
            "{} is not finished, so nobody has qualified for {}",
            source.name, section.name
        ))
        .hint(format!("see what is missing with `bughouse status`{shorten}")));
    }
    let best: Vec<TeamId> = desk
        .table(&source, after)
        .iter()
        .filter(|line| {
            !line.house
                && desk
                    .tournament()
                    .team(line.team)
                    .is_some_and(|t| matches!(t.status(), TeamStatus::Entered | TeamStatus::CheckedIn))
        })
        .map(|line| line.team)
        .take(top as usize)
        .collect();
    desk.admit(section.id, &best);
    Ok(())
}

/// Pairing numbers by seed (or lot), once, at round 1; printed from then on and never changed.
fn give_pairing_numbers(desk: &mut Desk, section: &Section) {
    let numbered = |(number, id)| Some(Team { pairing_number: Some(number), ..desk.tournament().team(id)?.clone() });
    let teams = (1..).zip(desk.in_drawn_order(section)).filter_map(numbered);
    // A team of a final keeps the number of its own section.
    let teams: Vec<Team> = teams.filter(|team| team.section == section.id).collect();
    desk.save_teams(teams);
}

/// Tables, as one speaks of them: `table 7`, `tables 7, 12`.
fn tables_named(tables: &[TableNumber]) -> String {
    let many = if tables.len() == 1 { "" } else { "s" };
    format!("table{many} {}", list(tables.iter().map(ToString::to_string)))
}

/// So many free tables of a section, from its first one up, leaving out what other sections ever used.
pub fn tables(desk: &Desk, section: &Section, count: usize) -> Vec<TableNumber> {
    free_tables(desk, section, count, &[])
}

/// The same, leaving out some more.
pub fn free_tables(desk: &Desk, section: &Section, count: usize, given: &[TableNumber]) -> Vec<TableNumber> {
    let used_by = |mine: bool| {
        let rounds = desk.tournament().rounds.iter().filter(move |r| (r.section == section.id) == mine);
        rounds.flat_map(|r| r.assignments.iter()).filter_map(|(_, a)| match a {
            Assignment::Table { table, .. } => Some(*table),
            Assignment::Bye { .. } => None,
        })
    };
    let theirs: HashSet<TableNumber> = used_by(false).chain(given.iter().copied()).collect();
    let reserved = desk.tournament().sections.iter().filter(|s| s.id != section.id).filter_map(|s| s.first_table);
    let after_others = theirs.iter().copied().chain(reserved).max().map_or(1, |t| t.0 + 1);
    let first = section.first_table.map_or(after_others, |t| t.0);
    (first..).map(TableNumber).filter(|t| !theirs.contains(t)).take(count).collect()
}

impl Verb for Unpair {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let section = desk.section(self.section.as_deref())?.clone();
        let Some(round) = desk.latest_round(section.id).cloned() else {
            return Err(
                Failure::forbidden(format!("{} has no round posted", section.name)).hint("see `bughouse status`")
            );
        };
        if !round.slips.is_empty() {
            let mut with_slips: Vec<TableNumber> = round.slips.iter().map(|s| s.table).collect();
            with_slips.dedup();
            let tables = tables_named(&with_slips);
            return Err(Failure::forbidden(format!("round {} of {} has results from {tables}", round.number, section.name)).hint(
                    "take them away first with `bughouse result TABLE clear`, or change single tables with `bughouse pairing swap`",
                ));
        }
        let here = |r: &&Ruling| r.section == section.id && r.round == round.number;
        if let Some(ruling) = desk.facts.docket.rulings.iter().find(here) {
            return Err(Failure::forbidden(format!("ruling {} was made in round {} of {}", ruling.id, round.number, section.name))
                    .hint("a round with rulings stays; take them back with `bughouse undo`, or change single tables with `bughouse pairing swap`"));
        }
        desk.remove_round(section.id, round.number);
        let summary = format!("took back round {} of {}", round.number, section.name);
        Ok(Answer::said(summary.clone(), json!({ "section": section.name, "round": round.number }), summary))
    }
}
