//! `bughouse status`: every section, what it waits for, and what to type next.

use super::answer::Answer;
use super::desk::{Access, Desk, Verb};
use super::failure::Failure;
use super::wording::{command, first_of, list, quoted};
use crate::cli::consequences::as_posted;
use crate::cli::entry::slip::goes_on;
use crate::cli::hall::reports;
use crate::cli::paper::stale::misleading;
use crate::cli::refusal::failure;
use crate::cli::registration::entering::latecomers_seat;
use crate::cli::registration::team_edit::unplayed;
use crate::cli::rescue::{moment, served_elsewhere};
use crate::cli::rounds::clock::Wall;
use crate::cli::rounds::refused::too_few;
use crate::cli::rounds::remarks::{lost_while_out, owed, paired_anew, undecided_tie};
use crate::cli::sections::options::{Proposed, proposed};
use crate::cli::{Everywhere, at_the_desk};
use crate::discipline::{Again, Appeal};
use crate::event::ahead::Next;
use crate::event::{OtherFinal, Refusal, spans};
use crate::report::{Block, Cell, Column, Document, Report, Table};
use crate::tournament::{Assignment, Format, MatchId, Round, RulingId, Section, TableNumber, Team, TeamId, TeamStatus};
use chrono::{DateTime, FixedOffset};
use clap::Args;
use serde::Serialize;
use serde_json::json;
use std::time::Duration;

/// Show every section, what it waits for, and what to type next
#[derive(Debug, Default, Args)]
pub struct Status {
    /// Show it again every few seconds until Ctrl-C
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, require_equals = true, default_missing_value = "5", value_parser = clap::value_parser!(u64).range(1..=3600))]
    watch: Option<u64>,
}

impl Status {
    /// The seconds after which it is shown again, where it is.
    pub fn again(&self, everywhere: &Everywhere) -> Option<u64> {
        self.watch.filter(|_| everywhere.asker.stays() && !everywhere.json && everywhere.output.is_none())
    }

    /// Shows it once, or again and again on a terminal.
    pub fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let look = |everywhere: &Everywhere| at_the_desk(self, Access::Read, everywhere);
        let Some(seconds) = self.again(everywhere) else { return look(everywhere) };
        let sitting = everywhere.sitting()?;
        loop {
            let everywhere = &sitting.anew();
            let answer = look(everywhere)?;
            everywhere.asker.clear();
            answer.show(everywhere)?;
            everywhere.asker.answer(&format!("again every {seconds} seconds; Ctrl-C ends it"));
            std::thread::sleep(Duration::from_secs(seconds));
        }
    }
}

impl Verb for Status {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let masthead = desk.masthead(None, None)?;
        let mut statuses = Vec::new();
        for section in desk.tournament().sections.clone() {
            statuses.push(status(desk, &section)?);
        }
        let waiting = desk.tournament().alone().count();
        // Several sections that are ready are one command.
        let is_ready = |status: &&SectionStatus| status.next == command(["pair", &status.section]);
        let together = statuses.iter().filter(is_ready).count() > 1;
        let mut next: Vec<String> = together.then(|| "bughouse round".to_owned()).into_iter().collect();
        for status in statuses.iter().filter(|status| !(together && is_ready(status))) {
            // A final waits for what the section waits for whose teams it takes.
            if !next.contains(&status.next) {
                next.push(status.next.clone());
            }
        }
        if next.is_empty() {
            next.push("bughouse section add K-6 --grades K-6".to_owned());
        }
        let copy = served_elsewhere(&mut desk.store)?;
        if let Some(hint) = copy.as_ref().and_then(|copy| copy.hint.as_deref()) {
            next = hint.split('\n').map(|way| way.trim().to_owned()).collect();
        }
        let safety = crate::cli::safety::backup::safety(desk)?;
        let stale = misleading(desk)?;
        let disputed = reports::disputed(desk)?;
        let reported = reports::open(desk)?.len();
        let held = copy.as_ref().map(|_| desk.store.held()).transpose()?;
        let json = json!({
            "copy": held.as_ref().map(|held| json!({ "command": held.version, "at": held.at })),
            "sections": statuses, "need_partner": waiting, "stale": stale, "safety": safety.json, "reports": reported, "disputed": disputed,
        });
        let mut document = Document::new("Status", masthead);
        let told = copy
            .zip(held)
            .map(|(copy, held)| format!("{}; it goes to command {}, {}", copy.message, held.version, moment(&held.at)));
        document = document.with_all(told.map(Block::Notice));
        if !statuses.is_empty() {
            document = document.with(Block::Table(table(&statuses)));
        }
        let names = desk.unapproved().len();
        let mut notes: Vec<String> = disputed.iter().map(|told| format!("{told}: bughouse reports")).collect();
        notes.extend(
            (disputed.is_none() && reported > 0)
                .then(|| format!("reported from the floor, not filed: {reported}: bughouse reports")),
        );
        notes.extend(self::notes(&statuses, waiting));
        notes.extend((names > 0).then(|| format!("team names to approve: {names}: bughouse team names")));
        notes.extend(stale_note(&stale));
        if !notes.is_empty() {
            document = document.with(Block::List(notes));
        }
        document = document.with(Block::Paragraph(safety.line.clone()));
        document = document.with(Block::Paragraph("Next:".to_owned())).with(Block::List(next));
        let answer = Answer::sheet(Report::of(document, json));
        Ok(if safety.is_loud { answer.with_remarks([format!("warning: {}", safety.line)]) } else { answer })
    }
}

fn table(statuses: &[SectionStatus]) -> Table {
    let rounds = |status: &SectionStatus| match (status.round, status.rounds) {
        (0, Some(rounds)) => format!("none of {rounds}"),
        (0, None) => "none".to_owned(),
        _ if status.goes_through => status.called.clone(),
        (round, Some(rounds)) => format!("{round} of {rounds}"),
        (round, None) => round.to_string(),
    };
    let results = |status: &SectionStatus| match (status.results_in, status.results_missing.len()) {
        (results, 0) => results.to_string(),
        (results, missing) => format!("{results} of {}", results + missing),
    };
    let to_come = |status: &SectionStatus| match status.results_missing.as_slice() {
        [] => "none".to_owned(),
        missing => spans(missing),
    };
    let posted = |status: &&SectionStatus, told: &dyn Fn(&SectionStatus) -> String| {
        Cell::maybe(&(status.round > 0).then(|| told(status)))
    };
    Table::of("Sections", statuses)
        .column(Column::short("Section").naming(), |status| Cell::text(&status.section))
        .column(Column::number("Teams"), |status| Cell::whole(status.teams))
        .column(Column::short("Round"), |status| Cell::text(rounds(status)))
        .column(Column::short("Clock"), |status| Cell::maybe(&status.clock.since().or(status.minutes.map(ago))))
        .column(Column::short("Results"), |status| posted(status, &results))
        .column(Column::text("Tables to come"), |status| posted(status, &to_come))
        .table()
}

/// Sheets on the wall that are wrong by now.
fn stale_note(stale: &[String]) -> Option<String> {
    const SHOWN: usize = 3;
    let names = list(stale.iter().take(SHOWN).map(String::as_str));
    match stale.len() {
        0 => None,
        1..=SHOWN => Some(format!("no longer true, print again: {names}: bughouse stale")),
        many => Some(format!("no longer true, print again: {names} and {} more: bughouse stale", many - SHOWN)),
    }
}

/// How long ago a round was posted, as one says it.
fn ago(minutes: i64) -> String {
    match minutes {
        ..=0 => "posted just now".to_owned(),
        1..=119 => format!("posted {minutes} min ago"),
        _ => format!("posted {} h ago", minutes / 60),
    }
}

/// Tables of a section of which something is told one by one.
const BEGUN_TOLD: usize = 12;

/// What the table has no room for, each with what to type about it.
fn notes(statuses: &[SectionStatus], waiting: usize) -> Vec<String> {
    let mut notes = Vec::new();
    for status in statuses {
        let section = &status.section;
        notes.extend(status.proposed.as_ref().map(|proposed| proposed.told.clone()));
        notes.extend(status.begun.iter().take(BEGUN_TOLD).map(|begun| format!("{section}: {begun}")));
        if status.begun.len() > BEGUN_TOLD {
            let more = status.begun.len() - BEGUN_TOLD;
            notes.push(format!(
                "{section}: {more} more tables are being replayed or were decided by lot: bughouse pairings {}",
                quoted(section)
            ));
        }
        notes.extend(status.to_settle.iter().map(|told| format!("{section}: {told}")));
        notes.extend(status.appeals.iter().map(|appeal| format!("{section}: {appeal}")));
        notes.extend(status.clock.notes(section));
        for EarlierGap { round, tables } in &status.results_missing_earlier {
            notes.push(format!("{section}: round {round} has no result yet from table {}", spans(tables)));
        }
        if status.provisional {
            notes.push(format!(
                "{section}: round {} is provisional; it was paired before everything was settled",
                status.round
            ));
        }
        if !status.byes.is_empty() {
            let what = if status.goes_through { "through to the next round" } else { "not playing this round" };
            notes.push(format!("{section}: {what}: {}", first_of(status.byes.iter().map(String::as_str))));
        }
        if let Some(seat) = &status.seat {
            let names = first_of(status.unseated.iter().map(String::as_str));
            notes.push(format!("{section}: not seated: {names}; {seat}"));
        }
        if !status.not_checked_in.is_empty() {
            let names = first_of(status.not_checked_in.iter().map(String::as_str));
            notes.push(format!("{section}: not checked in: {names}: bughouse check-in --list"));
        }
    }
    match waiting {
        0 => {}
        1 => notes.push("1 child needs a partner: bughouse partner list".to_owned()),
        _ => notes.push(format!("{waiting} children need a partner: bughouse partner suggest")),
    }
    notes
}

/// Where one section is.
#[derive(Debug, Serialize)]
pub struct SectionStatus {
    pub section: String,
    /// Teams entered in it.
    pub teams: usize,
    /// The latest posted round; 0 before the first.
    pub round: u32,
    /// What that round is called: `Round 3`, `Semi-finals`.
    #[serde(skip)]
    pub called: String,
    /// How many rounds it will play, once that is known.
    pub rounds: Option<u32>,
    /// Whether the round was paired before everything was settled.
    pub provisional: bool,
    /// When the round was posted, RFC 3339 with offset.
    pub posted: Option<String>,
    /// Whole minutes since then.
    #[serde(skip)]
    pub minutes: Option<i64>,
    /// Since when the round is played, and who is waited for.
    pub clock: Wall,
    /// Tables whose result is in.
    pub results_in: usize,
    /// Tables whose result is not.
    pub results_missing: Vec<TableNumber>,
    /// Of tables without a result, the boards that ended already, and the matches to be replayed.
    #[serde(skip)]
    pub begun: Vec<String>,
    /// Tables of earlier rounds without a result.
    pub results_missing_earlier: Vec<EarlierGap>,
    /// Whether those with a bye go on to the next round, as in a knockout.
    #[serde(skip)]
    pub goes_through: bool,
    /// Teams with a bye in this round.
    pub byes: Vec<String>,
    /// Teams that came when this round was posted, and have no seat in it while it is played.
    pub unseated: Vec<String>,
    /// What to type for the first of them.
    #[serde(skip)]
    pub seat: Option<String>,
    /// Teams nobody has seen yet, once one was checked in.
    pub not_checked_in: Vec<String>,
    /// Appeals that wait for a decision.
    pub open_appeals: usize,
    /// Rulings that rested on one without force.
    pub look_again: Vec<RulingId>,
    /// Teams of a knockout that sit in a round without having won their way into it.
    pub through_wrongly: Vec<String>,
    /// Teams of a posted final whom its source would not send there by now.
    pub out_of_final: Vec<String>,
    /// What is to be done about these, and matches of a schedule that were left out.
    #[serde(skip)]
    pub to_settle: Vec<String>,
    /// Who must decide each of them.
    #[serde(skip)]
    pub appeals: Vec<String>,
    /// Rounds and format that suit the number of teams, before round 1.
    pub proposed: Option<Proposed>,
    /// The command to type next.
    pub next: String,
}

/// Looks at one section.
pub fn status(desk: &mut Desk, section: &Section) -> Result<SectionStatus, Failure> {
    let posted = match desk.latest_round(section.id).map(|round| round.number) {
        Some(number) => desk.store.posted_at(section.id, number)?,
        None => None,
    };
    let is_disputed = reports::of_section(desk, section.id)?.is_some_and(|(_, is_disputed)| is_disputed);
    let fallen_out = fallen_out(desk, section)?;
    let (clock, ahead) = (desk.wall(section), desk.next(section));
    let tournament = desk.tournament();
    let teams: Vec<&Team> = tournament.teams_in(section.id).collect();
    let name = |team: &Team| team.name.clone();
    let is_absent = |team: &&&Team| tournament.status(team) == TeamStatus::Entered && desk.is_missing(section, team);
    let absent = teams.iter().filter(is_absent);
    let round = desk.latest_round(section.id);
    let missing = round.map(|round| desk.missing(section, round)).unwrap_or_default();
    let byes = round.map(|round| {
        let free = round.assignments.iter().filter(|(_, assignment)| matches!(assignment, Assignment::Bye { .. }));
        free.filter_map(|(team, _)| tournament.team(*team))
            .filter(|team| !tournament.is_away(team, section.id, round.number))
            .map(name)
            .collect()
    });
    let unseated = desk.unseated(section);
    let docket = &desk.facts.docket;
    let here = |id: RulingId| docket.ruling(id).is_some_and(|ruling| ruling.section == section.id);
    let to_look_at: Vec<_> = desk.to_look_at().into_iter().filter(|again| here(again.ruling)).collect();
    let wrongly = desk.through_wrongly(section);
    let names = |teams: &mut dyn Iterator<Item = TeamId>| teams.map(|team| desk.name_of(team).to_owned()).collect();
    let mut status = SectionStatus {
        section: section.name.clone(),
        teams: teams.len(),
        round: round.map_or(0, |round| round.number),
        called: round.map(|round| desk.round_titled(section, round.number)).unwrap_or_default(),
        rounds: section.rounds,
        provisional: round.is_some_and(|round| round.provisional),
        minutes: posted.as_deref().and_then(|posted| minutes_between(posted, desk.now())),
        posted,
        clock,
        results_in: round.map_or(0, |round| round.tables().len() - missing.len()),
        begun: round.map(|round| begun(desk, section, round, &missing)).unwrap_or_default(),
        results_missing: missing,
        results_missing_earlier: desk
            .missing_results(section)
            .into_iter()
            .filter(|(number, _)| round.is_some_and(|round| *number < round.number))
            .map(|(round, tables)| EarlierGap { round, tables })
            .collect(),
        goes_through: section.format == Format::Knockout,
        byes: byes.unwrap_or_default(),
        seat: unseated.first().and_then(|team| latecomers_seat(desk, team)),
        unseated: unseated.into_iter().map(name).collect(),
        not_checked_in: absent.map(|team| name(team)).collect(),
        open_appeals: desk.facts.docket.open_appeals(section.id).count(),
        appeals: desk.facts.docket.open_appeals(section.id).map(waits).collect(),
        look_again: to_look_at.iter().map(|again| again.ruling).collect(),
        through_wrongly: names(&mut wrongly.iter().map(|(_, team)| *team)),
        out_of_final: names(&mut fallen_out.iter().flat_map(|other| other.out.iter().copied())),
        to_settle: to_look_at
            .iter()
            .map(look_again)
            .chain(desk.lost_while_out(section).into_iter().map(|lost| lost_while_out(desk, section, lost)))
            .chain(wrongly.iter().map(|at| through(desk, section, at)))
            .chain(fallen_out.iter().map(|other| would_not_be_in(desk, section, other)))
            .chain(unplayed(desk, section, None))
            .chain(refused(desk, section, &ahead))
            .collect(),
        proposed: proposed(desk, section),
        next: String::new(),
    };
    status.next = match ahead {
        Next::Round if is_disputed => "bughouse reports".to_owned(),
        ahead => next(desk, section, &ahead),
    };
    Ok(status)
}

/// What to know at the desk once a section has all results of its latest round: what comes next, and where the other sections are.
pub fn completed(desk: &Desk, section: &Section) -> Option<Vec<String>> {
    let is_ready = |section: &Section| desk.next(section) == Next::Round;
    let round = desk.latest_round(section.id)?;
    if !desk.missing(section, round).is_empty() {
        return None;
    }
    let called = desk.round_called(section, round.number);
    let is = if called.ends_with('s') { "are" } else { "is" };
    let line = format!("{called} {is} complete; next: {}", next(desk, section, &desk.next(section)));
    let others = desk.tournament().sections.iter().filter(|other| other.id != section.id);
    let (mut ready, mut playing) = (false, Vec::new());
    for (other, round) in others.filter_map(|other| Some((other, desk.latest_round(other.id)?))) {
        let missing = desk.missing(other, round);
        match missing.len() {
            0 => ready |= is_ready(other),
            open => playing.push(format!(
                "{}: {}, {} {}",
                other.name,
                desk.round_called(other, round.number),
                if open == 1 { "table" } else { "tables" },
                spans(&missing)
            )),
        }
    }
    let together = (ready && is_ready(section)).then(|| "every section that is ready: bughouse round".to_owned());
    let playing = (!playing.is_empty()).then(|| format!("still playing: {}", playing.join("; ")));
    Some(std::iter::once(line).chain(together).chain(playing).collect())
}

/// What slips tell of tables that are still without a result, and of those that the lot decided.
fn begun(desk: &Desk, section: &Section, round: &Round, missing: &[TableNumber]) -> Vec<String> {
    let told = |table: TableNumber| {
        let half = |number| {
            let id = MatchId { section: section.id, round: round.number, table, number };
            goes_on(desk, id, round.slip(table, number)?)
        };
        undecided_tie(desk, section, round, table).or_else(|| (1..=section.matches).find_map(half))
    };
    let by_lot = round
        .tables()
        .into_iter()
        .map(|(table, _)| table)
        .filter(|table| desk.by_lot(section, round, *table).is_some());
    let lots = by_lot.filter_map(|table| Some((table, undecided_tie(desk, section, round, table)?)));
    let waiting = missing.iter().filter_map(|table| Some((*table, told(*table)?)));
    waiting.chain(lots).map(|(table, told)| format!("table {table}: {told}")).collect()
}

fn look_again(again: &Again) -> String {
    format!("ruling {0} {again}: bughouse ruling keep {0}, or bughouse ruling void {0} --reason \"...\"", again.ruling)
}

fn through(desk: &Desk, section: &Section, (round, team): &(u32, TeamId)) -> String {
    let name = desk.name_of(*team);
    format!(
        "{name} sits in {} and did not win its match of {}; to pair it again: {}",
        desk.round_called(section, *round),
        desk.round_called(section, round - 1),
        paired_anew(desk, section, *round).join(", then ")
    )
}

/// The teams of a posted final that would be others by now, where the director had not named them.
fn fallen_out(desk: &mut Desk, section: &Section) -> Result<Option<OtherFinal>, Failure> {
    if desk.fallen_out(section, None).is_none() {
        return Ok(None);
    }
    let then = as_posted(desk, section)?;
    Ok(then.and_then(|then| desk.fallen_out(section, Some(&then))))
}

fn would_not_be_in(desk: &Desk, section: &Section, OtherFinal { out, instead, .. }: &OtherFinal) -> String {
    let names = |teams: &[TeamId]| list(teams.iter().map(|team| format!("{} ({team})", desk.name_of(*team))));
    let of_source = section.qualified_from.map_or("", |(source, _)| desk.section_name(source));
    format!(
        "by the results of {of_source} as they are now, {} would play here in place of {}; to make it anew: {}",
        names(instead),
        names(out),
        paired_anew(desk, section, 1).join(", then ")
    )
}

fn waits(appeal: &Appeal) -> String {
    format!(
        "appeal {} against ruling {} waits for the {}: bughouse appeal show {}",
        appeal.id, appeal.ruling, appeal.level, appeal.id
    )
}

/// What an earlier round still owes.
#[derive(Debug, Serialize)]
pub struct EarlierGap {
    pub round: u32,
    /// Its tables without a result.
    pub tables: Vec<TableNumber>,
}

/// The command that takes a section on, which is not refused at once.
fn next(desk: &Desk, section: &Section, next: &Next) -> String {
    let name = section.name.as_str();
    let first = |commands: Vec<String>| commands.into_iter().next().unwrap_or_default();
    match next {
        Next::Results => command(["enter", name]),
        Next::Owed => first(owed(desk, section, desk.posted_rounds(section.id))),
        Next::Anew(from) => first(paired_anew(desk, section, *from)),
        Next::Round => command(["pair", name]),
        Next::CheckIn => "bughouse check-in --list".to_owned(),
        Next::Refused(refusal) => match &**refusal {
            // The section whose best teams a final takes is played first.
            Refusal::SourceUnfinished { source, .. } => {
                let source = desk.tournament().section(*source);
                source.map_or_else(String::new, |source| self::next(desk, source, &desk.next(source)))
            }
            Refusal::ResultsMissing { section, .. } => command(["enter", desk.section_name(*section)]),
            Refusal::AppealsOpen { appeals, .. } | Refusal::SourceAppealed { appeals, .. } => {
                format!("bughouse appeal show {}", appeals[0])
            }
            Refusal::TooFewTeams { .. } => too_few(desk, section).1,
            Refusal::FinalistLeft { team, .. } => format!("bughouse team return {team}"),
            Refusal::AllPlayed { .. } | Refusal::Elsewhere { .. } => command(["standings", name]),
            Refusal::NobodyToPair { .. } => "bughouse team list".to_owned(),
            _ => command(["check-pairing", name]),
        },
        Next::Nothing => command(["standings", name]),
    }
}

/// Why the next round would be refused, with all that helps, where the list of sections does not show it.
fn refused(desk: &Desk, section: &Section, next: &Next) -> Option<String> {
    let Next::Refused(refusal) = next else { return None };
    let is_seen = match **refusal {
        Refusal::SourceUnfinished { .. } => true,
        Refusal::TooFewTeams { .. } => too_few(desk, section).0.len() == 1,
        _ => false,
    };
    let Failure { message, hint, .. } = failure(desk, refusal, &[]);
    (!is_seen).then(|| [message].into_iter().chain(hint).collect::<Vec<_>>().join("; "))
}

/// Whole minutes from one time to another; `None` where the first is no time.
fn minutes_between(from: &str, to: DateTime<FixedOffset>) -> Option<i64> {
    Some((to - DateTime::parse_from_rfc3339(from).ok()?).num_minutes())
}

#[cfg(test)]
mod tests {
    use super::{DateTime, minutes_between};

    #[test]
    fn minutes_are_counted_across_time_zones() {
        let to = DateTime::parse_from_rfc3339("2026-05-02T08:14:59Z").unwrap();
        assert_eq!(minutes_between("2026-05-02T10:00:00+02:00", to), Some(14));
        assert_eq!(minutes_between("noon", to), None);
    }
}
