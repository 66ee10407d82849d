//! `bughouse pair` and `unpair`: posts the next round, or takes the last one back. `round`: the next round of every section that is
//! ready, and one file to print. `explain`: why this opponent, in sentences that can be read aloud to a coach.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::{Code, Failure};
use crate::cli::help::line::command;
use crate::cli::open_reports;
use crate::cli::paper::publish::renewed;
use crate::cli::paper::stale::in_the_way;
use crate::cli::printed::Kept;
use crate::cli::question::{About, Question};
use crate::cli::refusal::rounds::pair_line;
use crate::cli::refusal::{OrRefuse, failure, tables_named, to_enter};
use crate::cli::registration::team_names;
use crate::cli::remarks::{self, paired_anew};
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::{counted, list, quoted};
use crate::discipline::Ruling;
use crate::event::edit::posting;
use crate::event::edit::posting::Terms;
use crate::event::explain::why;
use crate::event::proposal::Remark;
use crate::event::{Event, Refusal};
use crate::pairing::swiss::Consent;
use crate::report::pairings::{AssumedDrawn, Order, Pairing, RoundPairings};
use crate::report::{Block, Document, Report, Sheet, pairings};
use crate::store::StoreError;
use crate::tournament::{
    AppealId, Assignment, Round, RulingId, Section, SectionId, StartTime, TableNumber, Team, TeamId,
};
use clap::Args;
use serde_json::json;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Pair and post the next round
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse pair K-6, then bughouse pairings K-6 -o round1.pdf")]
pub struct Pair {
    /// The section
    section: Option<String>,
    /// Pair even if results are missing (counted as draws), reports differ or an appeal is open (the round is provisional), or a team would sit out while another is not checked in
    #[arg(long)]
    anyway: bool,
    /// Allow rematches if nothing else is possible
    #[arg(long)]
    allow_rematch: bool,
    /// Allow a second full bye if nothing else is possible
    #[arg(long)]
    allow_second_bye: bool,
    /// The teams in a final, best first, instead of those that qualify by the standings
    #[arg(long, value_name = "T1,T2", value_delimiter = ',')]
    qualify: Option<Vec<String>>,
    /// When the round starts, as printed on its sheets: 10:30
    #[arg(long, value_name = "TIME")]
    at: Option<StartTime>,
    /// It is one of those that `bughouse round` pairs.
    #[arg(skip)]
    by_round: bool,
}

impl Pair {
    /// The next round of a section as it comes, for `bughouse round`.
    fn next(section: &Section, at: Option<StartTime>, anyway: bool) -> Self {
        let section = Some(section.name.clone());
        Self { section, anyway, allow_rematch: false, allow_second_bye: false, qualify: None, at, by_round: true }
    }

    /// What prints the round that is posted and in play.
    fn print_again(&self, desk: &Desk, section: SectionId) -> Option<String> {
        let (section, _) = in_play(desk, desk.tournament().section(section)?)?;
        let output = desk.everywhere.output.as_ref().map(|path| path.display().to_string());
        let line = match (self.by_round, output) {
            (true, _) => command(["round", &section.name, "-o", "FILE.pdf"]),
            (false, Some(path)) => command(["pairings", &section.name, "-o", &path]),
            (false, None) => return None,
        };
        Some(format!("to reprint what's posted: {line}"))
    }

    /// What was consented to already.
    fn given(&self) -> Vec<&'static str> {
        let given = [
            (self.anyway, "--anyway"),
            (self.allow_rematch, "--allow-rematch"),
            (self.allow_second_bye, "--allow-second-bye"),
        ];
        given.into_iter().filter_map(|(is_given, flag)| is_given.then_some(flag)).collect()
    }
}

/// Take the last round back, with its results if you say so
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse unpair K-6")]
pub struct Unpair {
    /// The section
    section: Option<String>,
    /// Remove its results too; at a terminal, you're asked first
    #[arg(long)]
    with_results: bool,
}

impl Verb for Pair {
    const TRAITS: Traits = Traits::writes(Moment::Round);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let section = desk.section(self.section.as_deref())?.id;
        let consent = Consent { rematch: self.allow_rematch, second_bye: self.allow_second_bye };
        let qualify = self.qualify.as_ref().map(|named| desk.teams(named)).transpose()?;
        let terms = Terms { anyway: self.anyway, consent, starts: self.at, qualify };
        let reported = open_reports::of_section(desk, section)?;
        let posted = desk.everywhere.asker.patiently("pairing", || posting::post(&mut desk.event, section, &terms));
        let posted = posted.map_err(|refusal| self.refused(desk, &refusal, reported.as_ref()))?;
        if let Some((reports, true)) = &reported
            && !self.anyway
        {
            return Err(disputed(desk.section_name(section), reports, &self.given()));
        }
        let stamp = desk.stamp()?;
        let gone = || Failure::machine("the round that was just posted is gone");
        let section = desk.tournament().section(section).ok_or_else(gone)?;
        let round = desk.latest_round(section.id).ok_or_else(gone)?;
        let mut sheet = pairings::view(desk, section, round, Order::Table, stamp);
        let elsewhere = |id: SectionId| (id != section.id).then(|| desk.section_name(id).to_owned());
        let drawn = |(id, round, tables): &(SectionId, u32, Vec<TableNumber>)| AssumedDrawn {
            section: elsewhere(*id),
            round: *round,
            tables: tables.iter().map(|t| t.0).collect(),
        };
        sheet.assumed_drawn = Some(posted.assumed_drawn.iter().map(drawn).collect());
        let without = without_opponent(&sheet);
        let hinges = |(appeal, ruling, hinges): &(AppealId, RulingId, bool)| match hinges {
            false => format!(
                "provisional: appeal {appeal} is open; the pairings would be the same if ruling {ruling} is overturned"
            ),
            true => format!(
                "provisional: appeal {appeal} is open; if ruling {ruling} is overturned, round {} would be paired differently",
                posted.round
            ),
        };
        let open = |(id, round, tables): &(SectionId, u32, Vec<TableNumber>)| {
            let of = elsewhere(*id).map_or_else(String::new, |name| format!(" of {name}"));
            format!("provisional: round {round}{of}, {} counted as drawn", tables_named(tables))
        };
        let sentence = |remark: &&Remark| remarks::in_words(desk, section, posted.round, remark);
        let (absent, others): (Vec<&Remark>, Vec<&Remark>) =
            posted.remarks.iter().partition(|remark| matches!(remark, Remark::NotCheckedIn(_)));
        let absent = absent.iter().map(sentence).reduce(|one, other| format!("{one}\n{other}"));
        let mut answer = Answer::sheet(sheet)
            .kept(Kept::sheets(vec![Sheet::Pairings { section: section.id, round: posted.round, by: Order::Table }]))
            .with_remarks(others.iter().map(sentence))
            .with_remarks(posted.appeals.iter().map(hinges))
            .with_remarks(posted.assumed_drawn.iter().map(open))
            .with_remarks(reported.map(|(reports, _)| format!("{reports}: {}", cmd!("reports"))))
            .with_remarks(without_partner(desk, section.id))
            .with_remarks(still_elsewhere(desk, section, round))
            .with_remarks(too_short(desk, section, round))
            .with_remarks(team_names::remark(desk, Some(section.id)));
        answer.last = absent;
        let (called, tables) = (desk.round_called(section, posted.round), counted(round.tables().len(), "table"));
        answer.summary = format!("paired {called} of {}: {tables}{without}", section.name);
        Ok(answer)
    }
}

impl Pair {
    /// Why the round is refused. Results that are missing may have been reported, and the round that waits for them may not be on paper.
    fn refused(&self, desk: &Desk, refusal: &Refusal, reported: Option<&(String, bool)>) -> Failure {
        let failure = failure(desk, refusal, &self.given());
        let Refusal::ResultsMissing { section, round, replays, pairing, .. } = *refusal else { return failure };
        let reported = reported.map(|(reports, _)| format!("{reports}: {}", cmd!("reports")));
        // Who prints and pairs in one command has no use for yet another round.
        let enter = (self.by_round && !replays).then(|| to_enter(desk, section, round)).or(failure.hint.clone());
        let hints: Vec<String> = reported.into_iter().chain(enter).chain(self.print_again(desk, pairing)).collect();
        failure.hint(hints.join("; "))
    }
}

/// A section whose posted round waits for results here, and that round.
fn in_play<'e>(event: &'e Event, section: &'e Section) -> Option<(&'e Section, &'e Round)> {
    let round = event.latest_round(section.id).filter(|_| !event.facts.is_elsewhere(section.id))?;
    (!event.missing(section, round).is_empty()).then_some((section, round))
}

/// Why a round is not paired while the reports of the last one differ.
fn disputed(section: &str, reports: &str, given: &[&str]) -> Failure {
    Failure::forbidden(format!("the next round of {section} is held up by a dispute: {reports}")).hint(format!(
        "settle it: {}; to pair by what's on file: {}",
        cmd!("reports"),
        pair_line(section, given, "--anyway")
    ))
}

/// Who has no opponent, and what it has instead; by name where these are so few that their names fit in a line.
fn without_opponent(sheet: &RoundPairings) -> String {
    let mut without: Vec<&Pairing> = sheet.pairings.iter().filter(|pairing| pairing.table.is_none()).collect();
    without.sort_by_key(|pairing| pairing.without_opponent());
    let parts = without.chunk_by(|one, next| one.without_opponent() == next.without_opponent());
    let numbered = |part: &[&Pairing]| {
        let names = part.iter().map(|pairing| pairing.first.team.name.as_str());
        match part[0].without_opponent() {
            "bye" if part.len() <= 3 => format!(", bye for {}", list(names)),
            "bye" => format!(", {} byes", part.len()),
            instead if part.len() <= 3 => format!(", {instead}: {}", list(names)),
            instead => format!(", {} {instead}", part.len()),
        }
    };
    parts.map(numbered).collect()
}

/// What a knockout cannot come to in its rounds: a winner.
fn too_short(desk: &Desk, section: &Section, round: &Round) -> Option<String> {
    let (needed, rounds) = desk.short_of_a_winner(section, round)?;
    let longer = command(["section", "edit", &section.name, "--rounds", &needed.to_string()]);
    Some(format!("{} needs {needed} rounds for a winner, but has only {rounds}: {longer}", section.name))
}

/// Teams that are still to finish a match of another section: two finals may ask for one team at once.
fn still_elsewhere(desk: &Desk, section: &Section, round: &Round) -> Option<String> {
    let tournament = desk.tournament();
    if tournament.qualifiers.is_empty() {
        return None;
    }
    let mut playing: HashMap<TeamId, (TableNumber, &Section)> = HashMap::new();
    for other in tournament.sections.iter().filter(|other| other.id != section.id) {
        let Some(round) = desk.latest_round(other.id) else { continue };
        let missing: HashSet<TableNumber> = desk.missing(other, round).into_iter().collect();
        let open = round.tables().into_iter().filter(|(table, _)| missing.contains(table));
        playing.extend(open.flat_map(|(table, teams)| teams.map(|team| (team, (table, other)))));
    }
    let seated = round.assignments.iter().filter(|(_, seat)| matches!(seat, Assignment::Table { .. }));
    let at = |(team, _): &(TeamId, Assignment)| {
        playing.get(team).map(|(table, other)| format!("{} at table {table} in {}", desk.name_of(*team), other.name))
    };
    let still = list(seated.filter_map(at));
    (!still.is_empty()).then(|| format!("still playing elsewhere: {still}"))
}

/// Children of the section who came alone and are still alone.
fn without_partner(desk: &Desk, section: SectionId) -> Option<String> {
    let alone = desk.tournament().alone().filter(|player| player.section == Some(section));
    let names = list(alone.map(|player| format!("{} ({})", player.name, player.id)));
    (!names.is_empty()).then(|| format!("without a partner, so not paired: {names}; see {}", cmd!("partner suggest")))
}

impl Verb for Unpair {
    const TRAITS: Traits = Traits::writes(Moment::Round);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let section = desk.section(self.section.as_deref())?.clone();
        let called = desk.latest_round(section.id).map(|round| desk.round_called(&section, round.number));
        let leaving = desk.latest_round(section.id).and_then(|round| leave_after(desk, &section, round.number));
        let brought = desk.latest_round(section.id).and_then(|round| brought_elsewhere(desk, &section, round));
        let taken = posting::unpost(&mut desk.event, section.id, false);
        let way_out = match &taken {
            Err(Refusal::HasRuling { round, .. }) => without_rulings(desk, section.id, *round)?,
            _ => None,
        };
        let held = match &taken {
            Err(Refusal::HasResults { tables, .. }) => tables_named(tables),
            _ => String::new(),
        };
        let round = match taken.or_refuse(desk) {
            Err(failure) if !held.is_empty() => {
                let question = format!(
                    "the last round of {} has results from {held}. {}Remove them too? Undo brings both back.",
                    section.name,
                    brought
                        .as_ref()
                        .map(|list| format!("This also removes points carried to another section: {list}. "))
                        .unwrap_or_default(),
                );
                if !self.with_results {
                    let about =
                        About::Unpair { section: section.id, round: desk.posted_rounds(section.id), tables: &held };
                    desk.everywhere.confirm(Question::new(&about, question), failure)?;
                }
                posting::unpost(&mut desk.event, section.id, true).or_refuse(desk)?
            }
            round => round.map_err(|failure| way_out.into_iter().fold(failure, Failure::hint))?,
        };
        let with = if held.is_empty() { held } else { format!(" with the results from {held}") };
        let summary = format!("took back {} of {}{with}", called.unwrap_or_default(), section.name);
        let json = json!({ "section": section.name, "round": round });
        let gone = brought.map(|list| format!("points carried from it to another section are gone there too: {list}"));
        let finals = desk.tournament().sections.iter().filter(|last| {
            last.qualified_from.is_some_and(|(source, _)| source == section.id) && desk.latest_round(last.id).is_some()
        });
        let finals: Vec<String> = finals
            .map(|last| {
                let anew = paired_anew(desk, last, 1).join(", then ");
                format!("{} is posted with teams that qualified from {}; to redo it: {anew}", last.name, section.name)
            })
            .collect();
        Ok(Answer::done(summary, json).with_remarks(leaving).with_remarks(gone).with_remarks(finals))
    }
}

/// The teams that scored in a round before they were moved, each with the section where that counts.
fn brought_elsewhere(desk: &Desk, section: &Section, round: &Round) -> Option<String> {
    let teams = round.assignments.iter().filter_map(|(team, _)| desk.tournament().team(*team));
    let moved = teams.filter(|team| team.was_moved_from(section.id) && team.section_in(round.number) == section.id);
    let moved_teams =
        list(moved.map(|team| format!("{} ({}) to {}", team.name, team.id, desk.section_name(team.section))));
    (!moved_teams.is_empty()).then_some(moved_teams)
}

/// Teams that were to leave after a round, and so play in it when it is paired anew.
fn leave_after(desk: &Desk, section: &Section, round: u32) -> Option<String> {
    let goes = |team: &&Team| team.leaves().is_some_and(|absence| !absence.expelled);
    let teams: Vec<&Team> = desk.gone_after(section.id, round).filter(goes).collect();
    let first = teams.first()?;
    Some(format!(
        "withdrawn only from round {} on, so they'll be in round {round} if it's paired again: {}; if they've already left: {}",
        round + 1,
        list(teams.iter().map(|team| format!("{} ({})", team.name, team.id))),
        command(["team", "withdraw", &first.id.to_string()])
    ))
}

/// What takes back the rulings of a round, also those that were voided since: the latest first. Nothing does before a rescue.
fn without_rulings(desk: &mut Desk, section: SectionId, round: u32) -> Result<Option<String>, Failure> {
    let here = |ruling: &&Ruling| ruling.section == section && ruling.round == round;
    let rulings: Vec<RulingId> = desk.facts.docket.rulings.iter().filter(here).map(|ruling| ruling.id).collect();
    let touched: Result<Option<Vec<_>>, StoreError> =
        rulings.iter().map(|ruling| desk.store.touched_by("ruling", ruling.0.into())).collect();
    let (these, it) = if rulings.len() == 1 { ("the ruling", "it") } else { ("the rulings", "them") };
    Ok(touched?.map(|of_each| {
        let commands: BTreeSet<Reverse<i64>> = of_each.into_iter().flatten().map(Reverse).collect();
        let lines = commands.iter().map(|Reverse(number)| cmd!("undo --only {number}").to_string());
        format!("a round with rulings cannot be taken back: undo {these} with {}, then unpair it; or leave {it}, and change tables without rulings with {}", lines.collect::<Vec<_>>().join(", then "), cmd!("pairing swap TEAM TEAM"))
    }))
}

/// Pair every section that is ready and print it all in one file; a posted round still waiting for results is reprinted
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bughouse round -o round3.pdf
  bughouse round -o round3.pdf   again: reprints what's posted, pairs nothing")]
pub struct RoundCommand {
    /// The sections [default: all]
    #[arg(value_name = "SECTION")]
    sections: Vec<String>,
    /// Pair these sections as `bughouse pair --anyway` does
    #[arg(long, requires = "sections")]
    anyway: bool,
    /// When the round starts, as printed on its sheets: 10:30
    #[arg(long, value_name = "TIME")]
    at: Option<StartTime>,
}

impl Verb for RoundCommand {
    const TRAITS: Traits = Traits::writes(Moment::Round);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let sections: Vec<Section> = match &self.sections[..] {
            [] => desk.tournament().sections.clone(),
            named => {
                let mut seen = HashSet::new();
                let named =
                    named.iter().map(|name| desk.section(Some(name)).cloned()).collect::<Result<Vec<_>, _>>()?;
                named.into_iter().filter(|section| seen.insert(section.id)).collect()
            }
        };
        let (mut paired, mut waiting, mut remarks) = (Vec::new(), Vec::new(), Vec::<String>::new());
        for section in &sections {
            let before = desk.event.clone();
            // Nobody has asked for this final: that its source could be cut short for it is no advice here.
            if self.sections.is_empty()
                && let Err(Refusal::SourceUnfinished { source, .. }) = desk.finalists(section)
            {
                let waits = format!("{} is waiting for {} to finish", section.name, desk.section_name(source));
                waiting.push((section.name.clone(), Failure::forbidden(waits)));
                continue;
            }
            // Typed again after the power went, or at a jammed printer: of what it posted then, nothing is played.
            let is_repeated = self.anyway
                && in_play(desk, section).is_some_and(|(_, round)| {
                    round.provisional && desk.missing(section, round).len() == round.tables().len()
                });
            match Pair::next(section, self.at, self.anyway && !is_repeated).run(desk) {
                Ok(answer) => {
                    remarks.extend(answer.remarks.into_iter().chain(answer.last));
                    paired.push((section.id, answer.summary));
                }
                Err(failure) if failure.code == Code::Machine => return Err(failure),
                Err(failure) => {
                    desk.event = before;
                    let failure = match failure.hint.clone().filter(|_| is_repeated) {
                        Some(hint) => {
                            let further = pair_line(&section.name, &[], "--anyway");
                            failure.hint(format!(
                                "{hint}; to pair one more round anyway, counting all of this one as draws: {further}"
                            ))
                        }
                        None => failure,
                    };
                    waiting.push((section.name.clone(), failure));
                }
            }
        }
        remarks.dedup();
        if !paired.is_empty() {
            return posted_answer(desk, &paired, &waiting, remarks);
        }
        let posted: Vec<(SectionId, String)> =
            sections.iter().filter_map(|section| self.posted_already(desk, section)).collect();
        if posted.is_empty() || desk.everywhere.output.is_none() {
            return Err(nothing_ready(waiting, !posted.is_empty()));
        }
        waiting.retain(|(name, _)| posted.iter().all(|(section, _)| desk.section_name(*section) != name));
        posted_answer(desk, &posted, &waiting, remarks)
    }
}

impl RoundCommand {
    /// What is said of a round in play that is printed again, with its section.
    fn posted_already(&self, desk: &Desk, section: &Section) -> Option<(SectionId, String)> {
        let (_, round) = in_play(desk, section)?;
        let called = desk.round_called(section, round.number);
        let planned = desk.tournament().start_time(section.id, round.number);
        let other_time = self.at.filter(|at| planned != Some(*at)).map(|at| {
            let times = command(["times", &section.name, &at.typed(), "--round", &round.number.to_string()]);
            let starts = planned.map_or("without a time".to_owned(), |planned| format!("to start at {planned}"));
            format!("; it was posted {starts}; to change that: {times}")
        });
        let open = tables_named(&desk.missing(section, round));
        let again = format!("{called} of {} is already posted: reprinted", section.name);
        Some((section.id, format!("{again}; no result yet from {open}{}", other_time.unwrap_or_default())))
    }
}

/// Why no section could be paired: of one, its own reason; of several, each one's. `in_play`: some have a round that can be printed again.
fn nothing_ready(mut waiting: Vec<(String, Failure)>, in_play: bool) -> Failure {
    if waiting.len() == 1 {
        return waiting.remove(0).1;
    }
    let reasons: String = waiting.iter().map(|(_, failure)| format!("\n  {}", failure.message)).collect();
    let failure = Failure::forbidden(format!("no section is ready for its next round{reasons}"));
    let again =
        if in_play { format!("; to reprint what's posted: {}", cmd!("round -o FILE.pdf")) } else { String::new() };
    let hint = format!("{} shows what each is waiting for{again}", cmd!("status"));
    failure.hint(hint).details(json!({ "waiting": waits(&waiting) }))
}

fn waits(waiting: &[(String, Failure)]) -> Vec<serde_json::Value> {
    let one = |(section, failure): &(String, Failure)| {
        let hint = failure.hint.as_deref();
        json!({ "section": section, "waits_for": failure.message, "hint": hint })
    };
    waiting.iter().map(one).collect()
}

/// The answer, and the file to print: of rounds that were paired now, or are posted already.
fn posted_answer(
    desk: &mut Desk,
    paired: &[(SectionId, String)],
    waiting: &[(String, Failure)],
    mut remarks: Vec<String>,
) -> Result<Answer, Failure> {
    let rounds: Vec<(SectionId, u32)> =
        paired.iter().filter_map(|(section, _)| Some((*section, desk.latest_round(*section)?.number))).collect();
    let lines = paired.iter().map(|(_, summary)| summary.clone());
    let summary = lines.clone().collect::<Vec<_>>().join("; ");
    let not_yet = waiting.iter().map(|(_, failure)| {
        let hint = failure.hint.as_ref().map(|hint| format!("\n  {hint}")).unwrap_or_default();
        format!("not paired: {}{hint}", failure.message)
    });
    let (mut answer, sheets) = if desk.everywhere.output.is_none() {
        let names: Vec<&str> = paired.iter().map(|(section, _)| desk.section_name(*section)).collect();
        let (print, others) = match &names[..] {
            [first, others @ ..] if others.is_empty() || !waiting.is_empty() => {
                (quoted(first), list(others.iter().copied()))
            }
            _ => ("--all".to_owned(), String::new()),
        };
        let others = if others.is_empty() { others } else { format!(", and likewise for {others}") };
        let print = format!(
            "to print: {}, {}{others}; next time {} does both",
            cmd!("pairings {print} -o pairings.pdf"),
            cmd!("slips {print} -o slips.pdf"),
            cmd!("round -o FILE.pdf")
        );
        let text = lines.chain(not_yet).chain([print]).collect::<Vec<_>>().join("\n");
        let section = |id: SectionId| desk.tournament().section(id).map(|section| section.name.clone());
        let json = json!({
            "paired": rounds.iter().map(|(id, round)| json!({ "section": section(*id), "round": round })).collect::<Vec<_>>(),
            "waiting": waits(waiting),
        });
        (Answer::noted(text, json, summary), Vec::new())
    } else {
        let written =
            desk.everywhere.output.as_ref().map(|path| desk.everywhere.asker.as_seen(&path.display().to_string()));
        if let Some(path) = written {
            remarks.extend(in_the_way(desk, &path, &rounds)?);
        }
        let by_table = |&(section, round): &(SectionId, u32)| Sheet::Pairings { section, round, by: Order::Table };
        let slips = |&(section, round): &(SectionId, u32)| Sheet::Slips { section, round };
        let players = match rounds[..] {
            [(section, round)] => Sheet::Pairings { section, round, by: Order::Player },
            _ => Sheet::Finder { rounds: rounds.clone(), by: Order::Player },
        };
        let sheets: Vec<Sheet> = rounds.iter().map(by_table).chain([players]).chain(rounds.iter().map(slips)).collect();
        let mut answer = desk.sheets(sheets.clone())?.with_remarks(lines).with_remarks(not_yet);
        answer.summary = summary;
        (answer, sheets)
    };
    // Before the pages show a round that could not be printed.
    answer = desk.ready(answer)?;
    let names = paired.iter().map(|(section, _)| desk.section_name(*section).to_owned());
    let again = std::iter::once("round".to_owned()).chain(names).collect();
    let mut kept = Kept::sheets(sheets).printed_again_by(again);
    if let Some((folder, statements)) = if desk.everywhere.dry_run { None } else { renewed(desk)? } {
        remarks.push(format!("updated the pages in {}", folder.display()));
        kept = kept.and_site(&folder, statements);
    }
    Ok(answer.with_remarks(remarks).kept(kept))
}

/// Explain why a team got its opponent, or how a round was paired
#[derive(Debug, Args)]
#[command(after_help = r#"Examples:
  bughouse explain "Rooks on Fire"       why this opponent in the latest round
  bughouse explain --section K-6          the whole round"#)]
pub struct Explain {
    /// The team [default: the whole round]
    team: Option<String>,
    /// The round [default: the latest posted]
    #[arg(long)]
    round: Option<u32>,
    /// The section [default: where the team plays]
    #[arg(long)]
    section: Option<String>,
}

impl Verb for Explain {
    const TRAITS: Traits = Traits::reads(Moment::Round);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let team = self.team.as_deref().map(|t| desk.team(t).cloned()).transpose()?;
        let section = match &team {
            Some(team) if self.section.is_some() => {
                let section = desk.section(self.section.as_deref())?;
                if !desk.tournament().ever_in(section.id).any(|other| other.id == team.id) {
                    return Err(Failure::mistyped(format!("{} isn't in {}", team.name, section.name)));
                }
                section.clone()
            }
            Some(team) => desk.section_numbered(desk.explained_in(team, self.round))?.clone(),
            None => desk.section(self.section.as_deref())?.clone(),
        };
        let round = desk.posted(&section, self.round).or_refuse(desk)?.clone();
        let first = desk.store.as_posted(section.id, round.number)?;
        let first = (!first.is_empty()).then(|| Round { assignments: first, ..round.clone() });
        let reasons = why(desk, &section, &round, first.as_ref(), team.as_ref());
        let about = team.as_ref().map_or_else(|| "The round".to_owned(), |t| t.name.clone());
        let masthead =
            desk.masthead(Some(&section), Some(round.number))?.called(&desk.round_titled(&section, round.number));
        let sentences =
            reasons.iter().map(|(text, rule)| rule.map_or_else(|| text.clone(), |r| format!("{text} ({r})"))).collect();
        let document = Document::new(format!("Why: {about}"), masthead).with(Block::List(sentences));
        let reasons_json: Vec<_> = reasons.iter().map(|(text, rule)| json!({ "text": text, "rule": rule })).collect();
        let json = json!({ "section": section.name, "round": round.number, "team": team.map(|t| t.id), "reasons": reasons_json });
        Ok(Answer::sheet(Report::of(document, json)))
    }
}
