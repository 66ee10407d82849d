//! `bughouse status`: every section, what it waits for, and what to type next.

use super::answer::Answer;
use super::desk::{Access, Desk, Runs, at_the_desk};
use super::failure::Failure;
use super::wording::{does, first_of, list, quoted};
use crate::cli::Everywhere;
use crate::cli::command_text::cmd;
use crate::cli::consequences::as_posted;
use crate::cli::device::{codes_closed, iso};
use crate::cli::help::line::command;
use crate::cli::matches::goes_on;
use crate::cli::moment::moment;
use crate::cli::open_reports;
use crate::cli::options::proposed;
use crate::cli::paper::stale::misleading;
use crate::cli::refusal::rounds::too_few;
use crate::cli::refusal::rulings::keep_or_void;
use crate::cli::refusal::{enter_line, failure};
use crate::cli::registration::entering::{latecomers_seat, misfits};
use crate::cli::registration::team_edit::unplayed;
use crate::cli::remarks::{lost_while_out, owed, paired_anew, to_keep, undecided_tie};
use crate::cli::rescue::served_elsewhere;
use crate::cli::traits::{Moment, Traits};
use crate::discipline::{Again, Appeal};
use crate::event::ahead::Next;
use crate::event::{OtherFinal, Refusal, spans};
use crate::report::{Block, Cell, Column, Document, Report, Table};
use crate::tournament::names::counted;
use crate::tournament::{Assignment, Format, MatchId, Round, RulingId, Section, TableNumber, Team, TeamId, TeamStatus};
use chrono::{DateTime, FixedOffset};
use clap::Args;
use serde_json::{Value, json};
use std::time::Duration;

/// Show every section, what it is waiting for, and what to type next
#[derive(Debug, Default, Args)]
#[command(after_help = "Example: bughouse status --watch      on a second screen; Ctrl-C to stop")]
pub struct Status {
    /// Refresh every few seconds until Ctrl-C
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, require_equals = true, default_missing_value = "5", value_parser = clap::value_parser!(u64).range(1..=3600))]
    watch: Option<u64>,
}

impl Runs for Status {
    const TRAITS: Traits = Traits::reads(Moment::Reading);

    /// Shows it once, or again and again on a terminal.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let look = |everywhere: &Everywhere| at_the_desk(everywhere, Access::Read, |desk| self.now(desk));
        let Some(seconds) = self.again(everywhere) else { return look(everywhere) };
        let sitting = everywhere.sitting()?;
        loop {
            let everywhere = &sitting.anew();
            let answer = look(everywhere)?;
            everywhere.asker.clear();
            answer.show(everywhere)?;
            everywhere.asker.answer(&format!("refreshes every {seconds} seconds; Ctrl-C to stop"));
            std::thread::sleep(Duration::from_secs(seconds));
        }
    }
}

impl Status {
    /// The seconds after which it is shown again, where it is.
    pub fn again(&self, everywhere: &Everywhere) -> Option<u64> {
        self.watch.filter(|_| everywhere.asker.stays() && !everywhere.json && everywhere.output.is_none())
    }
}

impl Status {
    pub fn now(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let masthead = desk.masthead(None, None)?;
        let mut statuses = Vec::new();
        for section in desk.tournament().sections.clone() {
            statuses.push(Standing::of(desk, &section)?);
        }
        let waiting = desk.tournament().alone().count();
        // Several sections that are ready are one command.
        let is_ready = |status: &&Standing| status.next == command(["pair", &status.section]).to_string();
        let together = statuses.iter().filter(is_ready).count() > 1;
        let mut next: Vec<String> = together.then(|| cmd!("round").to_string()).into_iter().collect();
        for status in statuses.iter().filter(|status| !(together && is_ready(status))) {
            // A final waits for what the section waits for whose teams it takes.
            if !next.contains(&status.next) {
                next.push(status.next.clone());
            }
        }
        next = closing(desk).unwrap_or(next);
        if next.is_empty() {
            next.push(cmd!("section add K-6 --grades K-6").to_string());
        }
        let copy = served_elsewhere(&mut desk.store)?;
        if let Some(hint) = copy.as_ref().and_then(|copy| copy.hint.as_deref()) {
            next = hint.split('\n').map(|way| way.trim().to_owned()).collect();
        }
        let safety = crate::cli::safety::backup::safety(desk)?;
        let (stale, stale_sections): (Vec<_>, Vec<_>) = misleading(desk)?.into_iter().unzip();
        let disputed = open_reports::disputed(desk)?;
        let reported = open_reports::open(desk)?.len();
        let closed_codes = desk
            .store
            .closed_codes(desk.second())?
            .map(|closed| json!({ "since": iso(closed.at), "until": iso(closed.until) }));
        let held = copy.as_ref().map(|_| desk.store.held()).transpose()?;
        let json = json!({
            "copy": held.as_ref().map(|held| json!({ "command": held.version, "at": held.at })),
            "sections": statuses.iter().map(|status| &status.json).collect::<Vec<_>>(), "need_partner": waiting, "stale": stale, "stale_sections": stale_sections, "safety": safety.json, "reports": reported, "disputed": disputed,
            "closed_codes": closed_codes,
        });
        let mut document = Document::new("Status", masthead);
        let copied = copy.zip(held).map(|(copy, held)| {
            format!("{}; it goes up to command {}, {}", copy.message, held.version, moment(&held.at))
        });
        document = document.with_all(copied.map(Block::Notice));
        if !statuses.is_empty() {
            document = document.with(Block::Table(table(&statuses)));
        }
        let names = desk.unapproved().len();
        let closed = codes_closed(desk)?
            .map(|closed| format!("{closed}; a new code will work: {}", cmd!("device add NAME --role ROLE")));
        let mut notes: Vec<String> = closed.into_iter().collect();
        notes.extend(disputed.iter().map(|sentence| format!("{sentence}: {}", cmd!("reports"))));
        notes.extend(
            (disputed.is_none() && reported > 0)
                .then(|| format!("reported from the floor, not filed: {reported}: {}", cmd!("reports"))),
        );
        notes.extend(statuses.iter().flat_map(|status| status.notes.iter().cloned()));
        notes.extend(match waiting {
            0 => None,
            1 => Some(format!("1 child needs a partner: {}", cmd!("partner list"))),
            _ => Some(format!("{waiting} children need a partner: {}", cmd!("partner suggest"))),
        });
        notes
            .extend((names > 0).then(|| format!("{} to approve: {}", counted(names, "team name"), cmd!("team names"))));
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

fn table(statuses: &[Standing]) -> Table {
    Table::of("Sections", statuses)
        .column(Column::short("Section").naming(), |status| Cell::text(&status.section))
        .column(Column::number("Teams"), |status| Cell::whole(status.teams))
        .column(Column::short("Round"), |status| Cell::text(&status.stage))
        .column(Column::short("Clock"), |status| Cell::maybe(&status.since))
        .column(Column::short("Results"), |status| Cell::maybe(&status.results))
        .column(Column::text("Still out"), |status| Cell::maybe(&status.to_come))
        .table()
}

/// Sheets on the wall that are wrong by now.
fn stale_note(stale: &[String]) -> Option<String> {
    const SHOWN: usize = 3;
    let names = list(stale.iter().take(SHOWN).map(String::as_str));
    match stale.len() {
        0 => None,
        1..=SHOWN => Some(format!("out of date, reprint: {names}: {}", cmd!("stale"))),
        many => Some(format!("out of date, reprint: {names} and {} more: {}", many - SHOWN, cmd!("stale"))),
    }
}

/// How long ago a round was posted, as one says it; nothing where that is no time.
fn ago(posted: &str, now: DateTime<FixedOffset>) -> Option<String> {
    Some(match (now - DateTime::parse_from_rfc3339(posted).ok()?).num_minutes() {
        ..=0 => "posted just now".to_owned(),
        minutes @ 1..=119 => format!("posted {minutes} min ago"),
        minutes => format!("posted {} h ago", minutes / 60),
    })
}

/// Where one section is.
struct Standing {
    section: String,
    teams: usize,
    /// Which round is posted, of how many: `3 of 5`, `Semifinals`.
    stage: String,
    /// Since when it is played, or how long ago it was posted.
    since: Option<String>,
    results: Option<String>,
    /// Tables without a result.
    to_come: Option<String>,
    /// What the table has no room for, each with what to type about it.
    notes: Vec<String>,
    /// The command to type next.
    next: String,
    json: Value,
}

impl Standing {
    fn of(desk: &mut Desk, section: &Section) -> Result<Self, Failure> {
        let posted = match desk.latest_round(section.id).map(|round| round.number) {
            Some(number) => desk.store.posted_at(section.id, number)?,
            None => None,
        };
        let is_disputed = open_reports::of_section(desk, section.id)?.is_some_and(|(_, is_disputed)| is_disputed);
        let fallen_out = fallen_out(desk, section)?;
        let (clock, ahead, proposed) = (desk.wall(section), desk.next(section), proposed(desk, section));
        let (tournament, docket) = (desk.tournament(), &desk.facts.docket);
        let teams: Vec<&Team> = tournament.teams_in(section.id).collect();
        let is_absent =
            |team: &&&Team| tournament.status(team) == TeamStatus::Entered && desk.is_missing(section, team);
        let absent: Vec<&str> = teams.iter().filter(is_absent).map(|team| team.name.as_str()).collect();
        let round = desk.latest_round(section.id);
        let missing = round.map(|round| desk.missing(section, round)).unwrap_or_default();
        let results_in = round.map_or(0, |round| round.tables().len() - missing.len());
        let byes = round.into_iter().flat_map(|round| {
            let free = round.assignments.iter().filter(|(_, assignment)| matches!(assignment, Assignment::Bye { .. }));
            let here = |team: &TeamId| {
                tournament.team(*team).is_some_and(|team| !tournament.is_away(team, section.id, round.number))
            };
            free.map(|(team, _)| *team).filter(here)
        });
        let byes: Vec<&str> = byes.map(|team| desk.name_of(team)).collect();
        let earlier = desk.missing_results(section).into_iter();
        let earlier: Vec<(u32, Vec<TableNumber>)> =
            earlier.filter(|(number, _)| round.is_some_and(|round| *number < round.number)).collect();
        let unseated = desk.unseated(section);
        let seat = unseated.first().and_then(|team| latecomers_seat(desk, team));
        let unseated: Vec<&str> = unseated.into_iter().map(|team| team.name.as_str()).collect();
        let here = |id: RulingId| docket.ruling(id).is_some_and(|ruling| ruling.section == section.id);
        let to_look_at: Vec<_> = desk.to_look_at().into_iter().filter(|again| here(again.ruling)).collect();
        let wrongly = desk.through_wrongly(section);
        let out: Vec<&str> = fallen_out.iter().flat_map(|other| &other.out).map(|team| desk.name_of(*team)).collect();
        let next = match &ahead {
            Next::Round if is_disputed => cmd!("reports").to_string(),
            ahead => next(desk, section, ahead),
        };
        let json = json!({
            "section": section.name,
            "teams": teams.len(),
            "round": round.map_or(0, |round| round.number),
            "rounds": section.rounds,
            "provisional": round.is_some_and(|round| round.provisional),
            "posted": posted,
            "clock": clock,
            "results_in": results_in,
            "results_missing": missing,
            "results_missing_earlier":
                earlier.iter().map(|(round, tables)| json!({ "round": round, "tables": tables })).collect::<Vec<_>>(),
            "byes": byes,
            "unseated": unseated,
            "not_checked_in": absent,
            "open_appeals": docket.open_appeals(section.id).count(),
            "look_again": to_look_at.iter().map(|again| again.ruling).collect::<Vec<_>>(),
            "through_wrongly": wrongly.iter().map(|(_, team)| desk.name_of(*team)).collect::<Vec<_>>(),
            "out_of_final": out,
            "proposed": proposed.as_ref().map(|proposed| &proposed.json),
            "next": next,
        });
        let is_knockout = section.format == Format::Knockout;
        let to_settle = to_look_at
            .iter()
            .map(|again| look_again(desk, again))
            .chain(desk.lost_while_out(section).into_iter().map(|lost| lost_while_out(desk, section, lost)))
            .chain(wrongly.iter().map(|at| through(desk, section, at)))
            .chain(fallen_out.iter().map(|other| would_not_be_in(desk, section, other)))
            .chain(unplayed(desk, section, None))
            .chain(refused(desk, section, &ahead))
            .chain(docket.open_appeals(section.id).map(waits));
        let begun = round.map(|round| begun(desk, section, round, &missing)).unwrap_or_default();
        let names = |teams: &[&str]| first_of(teams.iter().copied());
        let free = if is_knockout { "advancing to the next round" } else { "not playing this round" };
        let resting: Vec<&str> = byes.iter().copied().filter(|team| !unseated.contains(team)).collect();
        let earlier = earlier.iter();
        let others = earlier
            .map(|(round, tables)| format!("round {round} has no result yet from table {}", spans(tables)))
            .chain(round.filter(|round| round.provisional).map(|round| {
                format!("round {} is provisional; it was paired before everything was settled", round.number)
            }))
            .chain((!resting.is_empty()).then(|| format!("{free}: {}", names(&resting))))
            .chain(seat.map(|seat| format!("not seated: {}; {seat}", names(&unseated))))
            .chain(
                (!absent.is_empty())
                    .then(|| format!("not checked in: {}: {}", names(&absent), cmd!("check-in --list"))),
            );
        let of_it = |sentence: String| format!("{}: {sentence}", section.name);
        let proposed = proposed.map(|proposed| proposed.sentence).into_iter();
        let misfits = misfits(desk, section);
        let notes = proposed
            .chain(begun.into_iter().chain(to_settle).map(of_it))
            .chain(misfits)
            .chain(clock.notes(&section.name))
            .chain(others.map(of_it));
        Ok(Self {
            section: section.name.clone(),
            teams: teams.len(),
            stage: match (round, section.rounds) {
                (None, Some(rounds)) => format!("none of {rounds}"),
                (None, None) => "none".to_owned(),
                (Some(round), _) if is_knockout => desk.round_titled(section, round.number),
                (Some(round), Some(rounds)) => format!("{} of {rounds}", round.number),
                (Some(round), None) => round.number.to_string(),
            },
            since: clock.since().or_else(|| ago(posted.as_deref()?, desk.now())),
            results: round.map(|_| match missing.len() {
                0 => results_in.to_string(),
                open => format!("{results_in} of {}", results_in + open),
            }),
            to_come: round.map(|_| if missing.is_empty() { "none".to_owned() } else { spans(&missing) }),
            notes: notes.collect(),
            next,
            json,
        })
    }
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
    let together = (ready && is_ready(section)).then(|| format!("every section that is ready: {}", cmd!("round")));
    let playing = (!playing.is_empty()).then(|| format!("still playing: {}", playing.join("; ")));
    Some(std::iter::once(line).chain(together).chain(playing).collect())
}

/// What slips say of tables that are still without a result, and of those that the lot decided; the first few of them.
fn begun(desk: &Desk, section: &Section, round: &Round, missing: &[TableNumber]) -> Vec<String> {
    const SHOWN: usize = 12;
    let what = |table: TableNumber| {
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
    let waiting = missing.iter().filter_map(|table| Some((*table, what(*table)?)));
    let mut begun: Vec<String> = waiting.chain(lots).map(|(table, what)| format!("table {table}: {what}")).collect();
    let more = begun.len().saturating_sub(SHOWN);
    begun.truncate(SHOWN);
    begun.extend((more > 0).then(|| {
        let pairings = cmd!("pairings {}", quoted(&section.name)).to_string();
        format!("{more} more tables are being replayed or were decided by coin flip: {pairings}")
    }));
    begun
}

fn look_again(desk: &Desk, again: &Again) -> String {
    format!("ruling {} {again}: {}", again.ruling, keep_or_void(desk, again.ruling))
}

fn through(desk: &Desk, section: &Section, (round, team): &(u32, TeamId)) -> String {
    let name = desk.name_of(*team);
    format!(
        "{} in {} but didn't win in {}; to pair it again: {}{}",
        does(name, "is"),
        desk.round_called(section, *round),
        desk.round_called(section, round - 1),
        paired_anew(desk, section, *round).join(", then "),
        to_keep(desk, section).unwrap_or_default()
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
        "by the current results of {of_source}, {} would play here instead of {}; to redo it: {}",
        names(instead),
        names(out),
        paired_anew(desk, section, 1).join(", then ")
    )
}

fn waits(appeal: &Appeal) -> String {
    format!(
        "appeal {} of ruling {} is waiting for the {}: {}",
        appeal.id,
        appeal.ruling,
        appeal.level,
        cmd!("appeal show {}", appeal.id)
    )
}

/// The command that takes a section on, which is not refused at once.
fn next(desk: &Desk, section: &Section, next: &Next) -> String {
    let name = section.name.as_str();
    let first = |commands: Vec<String>| commands.into_iter().next().unwrap_or_default();
    match next {
        Next::Results => command(["enter", name]).to_string(),
        Next::Owed => first(owed(desk, section, desk.posted_rounds(section.id))),
        Next::Anew(from) => first(paired_anew(desk, section, *from)),
        Next::Round => command(["pair", name]).to_string(),
        Next::CheckIn => cmd!("check-in --list").to_string(),
        Next::Refused(refusal) => match &**refusal {
            // The section whose best teams a final takes is played first.
            Refusal::SourceUnfinished { source, .. } => {
                let source = desk.tournament().section(*source);
                source.map_or_else(String::new, |source| self::next(desk, source, &desk.next(source)))
            }
            Refusal::ResultsMissing { section, round, .. } => enter_line(desk, *section, *round).to_string(),
            Refusal::AppealsOpen { appeals, .. } | Refusal::SourceAppealed { appeals, .. } => {
                cmd!("appeal show {}", appeals[0]).to_string()
            }
            Refusal::TooFewTeams { .. } => too_few(desk, section).1.to_string(),
            Refusal::FinalistLeft { team, .. } => cmd!("team return {team}").to_string(),
            Refusal::AllPlayed { .. } | Refusal::Elsewhere { .. } => command(["standings", name]).to_string(),
            Refusal::NobodyToPair { .. } => cmd!("team list").to_string(),
            _ => command(["check-pairing", name]).to_string(),
        },
        Next::Nothing if has_prizes(desk, section) => command(["prizes", name]).to_string(),
        Next::Nothing => command(["standings", name]).to_string(),
    }
}

fn has_prizes(desk: &Desk, section: &Section) -> bool {
    desk.facts.prizes.iter().any(|prize| prize.section == section.id)
}

/// What is done once every section is played out.
fn closing(desk: &Desk) -> Option<Vec<String>> {
    let sections = &desk.tournament().sections;
    let is_over = !sections.is_empty() && sections.iter().all(|section| desk.next(section) == Next::Nothing);
    let of = if let [only] = &sections[..] { quoted(&only.name) } else { "--all".to_owned() };
    let of_prizes = match sections.iter().any(|section| has_prizes(desk, section)) {
        true => vec![cmd!("prizes {of}"), cmd!("ceremony {of}")],
        false => vec![cmd!("standings {of}")],
    };
    is_over.then(|| of_prizes.into_iter().chain([cmd!("backup")]).map(|line| line.to_string()).collect())
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

#[cfg(test)]
mod tests {
    use super::{DateTime, ago};

    #[test]
    fn minutes_are_counted_across_time_zones() {
        let to = DateTime::parse_from_rfc3339("2026-05-02T08:14:59Z").unwrap();
        assert_eq!(ago("2026-05-02T10:00:00+02:00", to).as_deref(), Some("posted 14 min ago"));
        assert_eq!(ago("noon", to), None);
    }
}
