//! `bughouse undo`, `redo` and `log`: the journal at the desk.

use crate::cli::answer::{Answer, Touching};
use crate::cli::changes::{self, ChangeSummary};
use crate::cli::command_line::CommandLine;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::matches::which;
use crate::cli::moment::{moment, to_the_second};
use crate::cli::question::{About, Question};
use crate::cli::traits::{Moment, Traits};
use crate::cli::{device, moment, open_reports};
use crate::discipline::may_void;
use crate::report::ruling::won_by;
use crate::report::{Cell, Column, Table};
use crate::store::{Entry, EntryKind, StoreError, Whose};
use crate::tournament::MatchId;
use clap::Args;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// Take back the latest commands still in force
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bughouse undo             take back the last command
  bughouse undo 3           the last three
  bughouse undo --only 27   one older command, if nothing depends on it")]
pub struct Undo {
    /// How many
    #[arg(default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=9999))]
    count: u32,
    /// One older command, by its number in `bughouse log`
    #[arg(long, value_name = "COMMAND", conflicts_with = "count")]
    only: Option<i64>,
    /// The latest command by anyone, including other devices in the hall
    #[arg(long, conflicts_with = "only")]
    any: bool,
}

/// Put back what undo took back
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse redo")]
pub struct Redo {
    /// How many
    #[arg(default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=9999))]
    count: u32,
}

/// Show who did what, when, with old and new values
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bughouse log --table 12        who changed the result of table 12
  bughouse log --since 10:30     everything since 10:30
  bughouse log --last 5          what was done just now")]
pub struct Log {
    /// Only since this time: HH:MM today, or YYYY-MM-DD[ HH:MM]
    #[arg(long, value_name = "TIME")]
    since: Option<String>,
    /// Only what touched this team
    #[arg(long)]
    team: Option<String>,
    /// Only what touched this table
    #[arg(long)]
    table: Option<u32>,
    /// Only what this device did, by its number or name
    #[arg(long)]
    device: Option<String>,
    /// Only the last N
    #[arg(long, value_name = "N")]
    last: Option<usize>,
}

impl Verb for Undo {
    const TRAITS: Traits = Traits::takes_back(Moment::Safety);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let mut taken = Vec::new();
        let reads = |words: &str| CommandLine::kept(words).reads();
        let whose = if self.any { Whose::Anybody } else { Whose::Of(desk.everywhere.device) };
        let later = if self.only.is_none() && !self.any { later_of_others(desk)? } else { None };
        for _ in 0..self.count {
            let number = match self.only {
                Some(number) => number,
                None => match desk.store.latest_undoable(whose) {
                    Ok(entry) => entry.number,
                    Err(_) if !taken.is_empty() => break,
                    Err(error) => {
                        let failure = Failure::from(error);
                        return Err(match &later {
                            Some(later) => failure.hint(format!("you have nothing of your own left to undo; {later}")),
                            None => failure,
                        });
                    }
                },
            };
            let at = desk.everywhere.at();
            let record = match desk.store.undo(number, &desk.words, desk.official.as_deref(), &at, &reads) {
                Ok(record) => record,
                Err(error) => {
                    let failure = Failure::from(without_barred_void(desk, error));
                    let hint: Vec<String> = failure.hint.iter().chain(&later).cloned().collect();
                    return Err(failure.hint(hint.join("; ")));
                }
            };
            taken.push((number, record));
        }
        let several = match taken[..] {
            [(last, _), .., (first, _)] => Some(format!("Take back {} commands, {first} to {last}?", taken.len())),
            _ => None,
        };
        let done = Wording {
            done: "took back",
            asked: "take back",
            tried: "would take back",
            key: "undone",
            next: ["redo", "puts it back", "puts them back"],
        };
        let mut answer = answer(desk, &done, &taken)?.with_remarks(later);
        if let Some((question, touching)) = several.filter(|_| desk.everywhere.asks()).zip(answer.touching.as_mut()) {
            let one = format!(
                "nothing was taken back; to take back command {} alone: {}",
                self.count,
                cmd!("undo --only {}", self.count)
            );
            let refusal = Failure::forbidden("not done: nothing was changed").hint(one);
            let about = About::TakeBack(taken.iter().map(|(number, _)| *number).collect());
            touching.change = Some(question.clone());
            desk.ask_last(Question::new(&about, question), refusal)?;
        }
        Ok(answer)
    }
}

/// The same refusal without the offer to void a ruling that cannot be voided: its appeal is open, or was decided for good.
fn without_barred_void(desk: &Desk, mut error: StoreError) -> StoreError {
    if let StoreError::RestedOn { ruling, .. } = &mut error {
        let (docket, settings) = desk.law();
        let known = |number: i64| docket.rulings.iter().find(|known| i64::from(known.id.0) == number);
        *ruling = ruling.filter(|number| known(*number).is_some_and(|known| may_void(docket, known, settings).is_ok()));
    }
    error
}

/// That the latest command was somebody else's, and stays.
fn later_of_others(desk: &mut Desk) -> Result<Option<String>, Failure> {
    let Ok(latest) = desk.store.latest_undoable(Whose::Anybody) else { return Ok(None) };
    if latest.device == desk.everywhere.device && !latest.is_by_slip() {
        return Ok(None);
    }
    let names = device_names(desk)?;
    let by = giver(&latest, &names).unwrap_or_else(|| "the laptop itself".to_owned());
    Ok(Some(format!(
        "the latest command, {} ({}), was given by {by}: {}",
        latest.number,
        sentence(&latest.summary, &latest.words),
        cmd!("undo --any")
    )))
}

/// The name of the device that gave a command, or that it came by a slip; nothing of the laptop itself.
fn giver(entry: &Entry, names: &HashMap<i64, String>) -> Option<String> {
    match entry.device {
        Some(id) => Some(names.get(&id).cloned().unwrap_or_else(|| format!("device {id}"))),
        None => entry.is_by_slip().then(|| "a team, from its slip".to_owned()),
    }
}

fn device_names(desk: &mut Desk) -> Result<HashMap<i64, String>, Failure> {
    Ok(desk.store.devices()?.into_iter().map(|device| (device.id, device.name)).collect())
}

impl Verb for Redo {
    const TRAITS: Traits = Traits::takes_back(Moment::Safety);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let (mut put_back, whose) = (Vec::new(), Whose::Of(desk.everywhere.device));
        let reads = |words: &str| CommandLine::kept(words).reads();
        for _ in 0..self.count {
            let number = match desk.store.latest_redoable(whose, &reads) {
                Ok(entry) => entry.number,
                Err(_) if !put_back.is_empty() => break,
                Err(error) => {
                    let failure = Failure::from(error);
                    return Err(match desk.store.latest_redoable(Whose::Anybody, &reads) {
                        Ok(entry) => failure.hint(format!(
                            "command {} ({}) can only be put back on the device that took it back",
                            entry.number,
                            sentence(&entry.summary, &entry.words)
                        )),
                        Err(_) => failure,
                    });
                }
            };
            let at = desk.everywhere.at();
            let record = desk.store.redo(number, &desk.words, desk.official.as_deref(), &at)?;
            put_back.push((number, record));
        }
        let done = Wording {
            done: "put back",
            asked: "put back",
            tried: "would put back",
            key: "redone",
            next: ["undo", "takes it back again", "takes them back again"],
        };
        answer(desk, &done, &put_back)
    }
}

/// How undo and redo speak of themselves.
struct Wording {
    done: &'static str,
    asked: &'static str,
    tried: &'static str,
    key: &'static str,
    /// The command that reverses it, and what that does to one command or to several.
    next: [&'static str; 3],
}

/// Says which commands were taken back or put back, each with the values that it changed: what it was about, and its own number.
fn answer(desk: &mut Desk, wording: &Wording, commands: &[(i64, i64)]) -> Result<Answer, Failure> {
    let (journal, register) = (desk.store.journal()?, desk.store.register()?);
    let is_tried = desk.everywhere.dry_run;
    let (mut lines, mut json, mut is_of_rulings) = (Vec::new(), Vec::new(), false);
    for (number, record) in commands {
        let Some(entry) = journal.iter().find(|e| e.number == *number) else { continue };
        let changes = desk.store.changes(*record)?;
        is_of_rulings |= changes.iter().any(|change| ["ruling", "appeal"].contains(&change.fact.as_str()));
        let mut change_summary = ChangeSummary::default();
        changes.iter().for_each(|change| change_summary.look(&register, change));
        let changed_lines = change_summary.lines(&register, 12);
        let verb = if is_tried { wording.tried } else { wording.done };
        let by = entry.official.as_ref().map(|o| format!(", {o}")).unwrap_or_default();
        lines.push(format!(
            "{verb} command {number} ({}{by}): {}",
            moment(&entry.at),
            sentence(&entry.summary, &entry.words)
        ));
        lines.extend(changed_lines.iter().map(|line| format!("  {line}")));
        lines.extend(open_reports::waiting_again(desk, *number)?.iter().map(|line| format!("  {line}")));
        json.push(
            json!({ "command": number, "words": entry.words, "summary": entry.summary, "changes": changed_lines }),
        );
    }
    let results = if is_of_rulings { results_changed(desk)? } else { Vec::new() };
    lines.extend(results.iter().map(|(line, _)| line.clone()));
    let results: Vec<Value> = results.into_iter().map(|(_, json)| json).collect();
    // Asked beforehand, nothing is done yet.
    let asked = |line: &String| match line.strip_prefix(wording.done) {
        Some(rest) => format!("{}{rest}", wording.asked),
        None => line.clone(),
    };
    let change = lines.iter().map(asked).collect::<Vec<_>>().join("\n");
    let touching = Touching { change: Some(change), ..Touching::default() };
    if !is_tried {
        let [reverse, it, them] = wording.next;
        lines.push(match commands.len() {
            1 => format!("{} {it}", cmd!("{reverse}")),
            several => format!("{} {them}", cmd!("{reverse} {several}")),
        });
    }
    Ok(Answer::said(lines.join("\n"), json!({ wording.key: json, "results": results })).touching(touching))
}

/// The matches that come to something else once rulings or decisions are taken back or put back, each in words and for other programs.
fn results_changed(desk: &mut Desk) -> Result<Vec<(String, Value)>, Failure> {
    desk.read_again()?;
    let Some(before) = &desk.before else { return Ok(Vec::new()) };
    let (now, before, after) = (&desk.event, before.results(), desk.results());
    let ids: BTreeSet<MatchId> = before.keys().chain(after.keys()).copied().collect();
    let changed =
        ids.into_iter().filter(|id| now.tournament().round(id.section, id.round).is_some()).filter_map(|id| {
            let (was, is) = (before.get(&id), after.get(&id));
            let table = format!("table {}{}", id.table, which(desk, id).replace(" --", ", "));
            let line = match (was, is) {
                (Some(was), None) => {
                    format!(
                        "{table} is open again (was {was}): {}",
                        cmd!("result {} RESULT{}", id.table, which(desk, id))
                    )
                }
                (None, Some(is)) => format!("{table} is now {is}{}", won_by(now, id, *is)),
                (Some(was), Some(is)) if was != is => {
                    format!("{table} is now {is}{} (was {was})", won_by(now, id, *is))
                }
                _ => return None,
            };
            let json = json!({ "round": id.round, "table": id.table, "match": id.number, "before": was, "after": is });
            Some((line, json))
        });
    Ok(changed.collect())
}

/// What a command came to, or failing that what was typed.
fn sentence(summary: &str, words: &str) -> String {
    let mut first_line = summary.lines().next().unwrap_or(words).to_owned();
    changes::shorten(&mut first_line);
    first_line
}

/// The official who acted, and the device.
fn who(entry: &Entry, names: &HashMap<i64, String>) -> String {
    match (entry.official.clone(), giver(entry, names)) {
        (Some(official), Some(device)) => format!("{official}, {device}"),
        (official, device) => official.or(device).unwrap_or_default(),
    }
}

impl Verb for Log {
    const TRAITS: Traits = Traits::reads(Moment::Safety).telling_names();

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let since = self.since.as_deref().map(|text| moment::since(text, desk.now())).transpose()?;
        let team = self.team.as_deref().map(|t| desk.team(t).map(|t| t.id)).transpose()?;
        let only =
            self.device.as_deref().map(|named| device::named(desk, named).map(|device| device.id)).transpose()?;
        let names = device_names(desk)?;
        let (mut lines, mut json) = (Vec::new(), Vec::new());
        // Every row that was ever changed is in the JSON: what nobody asked for is not made.
        let of_json = |path: &Path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        let is_json = desk.everywhere.json || desk.everywhere.output.as_deref().is_some_and(of_json);
        let register = desk.store.register()?;
        let mut journal = desk.store.journal()?;
        journal.retain(|entry| only.is_none() || entry.device == only);
        if let Some(last) = self.last.filter(|_| (&since, &team, &self.table) == (&None, &None, &None)) {
            journal.drain(..journal.len().saturating_sub(last));
        }
        for entry in journal {
            let at = chrono::DateTime::parse_from_rfc3339(&entry.at).ok();
            if since.is_some_and(|s| at.is_some_and(|at| at < s)) {
                continue;
            }
            let (mut change_summary, mut changes) = (ChangeSummary::default(), Vec::new());
            desk.store.each_change(entry.number, |change| {
                change_summary.look(&register, &change);
                if is_json {
                    changes.push(change);
                }
            })?;
            let ChangeSummary { teams, tables, .. } = &change_summary;
            if team.is_some_and(|t| !teams.contains(&t)) || self.table.is_some_and(|t| !tables.contains(&t)) {
                continue;
            }
            let kind = match entry.kind {
                EntryKind::Do => "do".to_owned(),
                EntryKind::Undo(n) => format!("undo of {n}"),
                EntryKind::Redo(n) => format!("redo of {n}"),
            };
            let what = match entry.kind {
                EntryKind::Do if !entry.in_force => {
                    format!("{} (taken back)", sentence(&entry.summary, &entry.words))
                }
                EntryKind::Do => sentence(&entry.summary, &entry.words),
                _ => kind.clone(),
            };
            let time = at.map_or_else(|| entry.at.clone(), |at| to_the_second(at.with_timezone(&chrono::Local)));
            lines.push((
                entry.number,
                time,
                who(&entry, &names),
                Cell::text(what).over(change_summary.lines(&register, 6).join("; ")),
            ));
            if !is_json {
                continue;
            }
            json.push(json!({
                "command": entry.number, "at": entry.at, "kind": kind, "official": entry.official, "words": entry.words,
                "summary": entry.summary, "in_force": entry.in_force, "changes": changes::to_json(&changes),
                "in_words": change_summary.lines(&register, 12),
                "device": entry.device.map(|id| json!({ "device": id, "name": names.get(&id) })), "request": entry.request,
            }));
        }
        let earlier = self.last.map_or(0, |last| lines.len().saturating_sub(last));
        lines.drain(..earlier);
        json.drain(..earlier.min(json.len()));
        let table = Table::of("Log", lines)
            .column(Column::number("No."), |(number, ..)| Cell::whole(number))
            .column(Column::short("When"), |(_, time, ..)| Cell::text(time))
            .column(Column::short("Who"), |(_, _, who, _)| Cell::text(who))
            .column(Column::text("What").over("Old and new values").naming(), |(.., what)| what.clone());
        desk.listing(table.table(), json!({ "commands": json }))
    }
}
