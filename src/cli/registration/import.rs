//! `bughouse import`: a registration file into the tournament, all of it or nothing.

use super::entering::{latecomers_seat, look_alike_remark, schools_alike_remarks};
use super::import_columns::{alone, columns, mapping_json, read_as, refused, unfit};
use super::import_prospect::{Placed, Prospect};
use super::import_ratings;
use super::player_edit::moves;
use crate::cli::answer::Answer;
use crate::cli::command_text::{CommandText, cmd};
use crate::cli::desk::{Access, Desk, Runs};
use crate::cli::environment::Environment;
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::{counted, list, quoted};
use crate::cli::written::{marked, may_be_written, write_whole};
use crate::cli::{Everywhere, foreign};
use crate::event::Event;
use crate::event::edit::registrations::carry_out;
use crate::interchange::registrations::{
    Amended, Assignment, Layout, Mapping, Note, Options, Reading, Request, Unreadable, Wish, read,
};
use crate::registration::Plan;
use crate::tournament::{self, ByePoints, Format, Player, Section, SectionId, Team};
use clap::Args;
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

/// Lines of one kind shown; `--json` has them all.
const LINES: usize = 25;

/// Import teams and players from a registration file (CSV, TSV or XLSX)
#[derive(Debug, Args)]
#[command(after_help = "\
Example: bughouse import entries.csv --dry-run, then bughouse import entries.csv
One row per team or player; NEED as the team: the child needs a partner.")]
pub struct Import {
    /// The file
    #[arg(value_name = "FILE")]
    registrations: PathBuf,
    /// The section for the whole file [default: a section column, else the older partner's grade]
    #[arg(long)]
    section: Option<String>,
    /// Add any sections named in the file that don't exist yet
    #[arg(long, conflicts_with = "section")]
    sections: bool,
    /// Which column holds a field: rating=Elo, grade-2=Grade[2], section=- (none); remembered
    #[arg(long = "map", value_name = "FIELD=COLUMN")]
    map: Vec<Assignment>,
    /// Read a cell differently: 5:8=4 reads line 5, column 8 as 4
    #[arg(long = "cell", hide_short_help = true, value_name = "LINE:COLUMN=TEXT")]
    cells: Vec<Amended>,
    /// Update ratings, grades, names and schools of players already entered
    #[arg(long)]
    update: bool,
    /// Fill in missing ratings from the loaded rating list, where the match is certain
    #[arg(long)]
    ratings: bool,
    /// Import the good rows and write the bad ones here, to fix and import later
    #[arg(long, value_name = "REJECTS.csv")]
    skip_bad: Option<PathBuf>,
    /// Fix names in all capitals or all lowercase: ROHAN KING becomes Rohan King
    #[arg(long)]
    tidy_names: bool,
    /// Keep e-mail addresses and phone numbers; they are never printed
    #[arg(long)]
    contacts: bool,
    /// Keep entry fees and payments
    #[arg(long)]
    fees: bool,
}

/// The answer, and the rows for the file of rejects.
type Entered<'i> = (Answer, Option<(&'i Path, String)>);

impl Runs for Import {
    const TRAITS: Traits = Traits::writes(Moment::Before);

    fn inputs(&self) -> Vec<&Path> {
        vec![&self.registrations]
    }

    /// Reads the file and tries it before anything is locked, so that other desks go on meanwhile; a dry run ends there.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let mut desk = Desk::open(everywhere, Access::Read)?;
        let tried = match self.read(&desk) {
            Ok(Ok(reading)) => match desk.untouched(|desk| self.enter(desk, reading.clone())) {
                Ok((answer, _)) => Ok((reading, answer)),
                Err(why) => Err((read_as(why, &reading, everywhere), Some(reading.mapping))),
            },
            Ok(Err(unreadable)) => Err((unfit(&unreadable, everywhere), unreadable.mapping.map(|mapping| *mapping))),
            Err(failure) => Err((failure, None)),
        };
        let (reading, answer) = match tried {
            Ok(tried) => tried,
            Err((failure, mapping)) => {
                let failure = desk.abandon(failure);
                return Err(self.keep_columns(everywhere, mapping.as_ref(), failure));
            }
        };
        let mut answer = desk.close(answer)?;
        if everywhere.dry_run {
            answer.remark("dry run: nothing was changed");
            return Ok(answer);
        }
        let mut desk = Desk::open(everywhere, Access::Write)?;
        let entered = self.enter(&mut desk, reading).and_then(|(answer, rejects)| {
            if let Some((file, rows)) = rejects {
                write_whole(file, &marked(file, rows.into_bytes()), &everywhere.asker)?;
            }
            Ok(answer)
        });
        desk.end(entered)
    }
}

impl Import {
    /// The file that is read.
    /// What `--map` settled is remembered though the file is refused for another reason, so that it need not be typed again.
    fn keep_columns(&self, everywhere: &Everywhere, mapping: Option<&Mapping>, failure: Failure) -> Failure {
        let settled = mapping.map_or_else(Vec::new, |mapping| mapping.to_remember(&self.map));
        if settled.is_empty() || everywhere.dry_run {
            return failure;
        }
        let kept = Desk::open(everywhere, Access::Write).and_then(|desk| {
            desk.given(|desk| {
                for assignment in &settled {
                    desk.remember_import_column(&assignment.field.to_string(), &assignment.column);
                }
                Ok::<_, Failure>(((), "nothing was imported; the columns named with --map are remembered".to_owned()))
            })
        });
        match kept {
            Ok(_) => failure,
            // The file is refused all the same; --map is to be typed again.
            Err(_) => {
                Failure { message: format!("{}\n\nthe --map settings could not be saved", failure.message), ..failure }
            }
        }
    }

    fn read(&self, desk: &Desk) -> Result<Result<Reading, Box<Unreadable>>, Failure> {
        let bytes = foreign::read(&self.registrations, &desk.everywhere.asker.environment)?;
        let remembered = desk.facts.import_columns.clone();
        let remembered = remembered
            .into_iter()
            .filter_map(|(field, column)| Some(Assignment { field: field.parse().ok()?, column }));
        let options = Options {
            map: self.map.clone(),
            remembered: remembered.collect(),
            cells: self.cells.clone(),
            tidies_names: self.tidy_names,
            keeps_contacts: self.contacts,
            keeps_fees: self.fees,
        };
        Ok(read(&bytes, &self.registrations.display().to_string(), &options))
    }

    /// Enters what the file holds into the event as it is open.
    fn enter(&self, desk: &mut Desk, mut reading: Reading) -> Result<Entered<'_>, Failure> {
        if desk.tournament().sections.is_empty() && !self.sections && !reading.entries.is_empty() {
            // Said once, not of every row.
            return Err(Failure::mistyped("the tournament has no sections yet").hint(format!(
                "add one with {}, or use the ones the file names: --sections",
                cmd!("section add K-6 --grades K-6")
            )));
        }
        let filled = if self.ratings { import_ratings::fill(desk, &mut reading)? } else { Vec::new() };
        let last = desk.tournament().players.iter().map(|player| player.id).max().unwrap_or_default();
        let prospect = Prospect::of(desk, &mut reading, self.section.as_deref(), self.sections, self.update)?;
        let rejects = self.settle_complaints(desk, &reading, &prospect)?;
        let before = desk.event.clone();
        for field in &reading.mapping.forgotten {
            desk.forget_import_column(&field.to_string());
        }
        for assignment in reading.mapping.to_remember(&self.map) {
            desk.remember_import_column(&assignment.field.to_string(), &assignment.column);
        }
        carry_out(&mut desk.event, &prospect.plan, self.update);
        if self.ratings {
            import_ratings::note_sources(desk, last)?;
        }
        reading.notes.extend(filled);
        let is_new = |team: &&Team| before.tournament().team(team.id).is_none();
        let is_late = |team: &&Team| is_new(team) && desk.latest_round(team.section).is_some();
        let late = late_remarks(desk, &desk.tournament().teams.iter().filter(is_late).collect::<Vec<_>>());
        let mut answer = self.imported(desk, &before, &reading, &prospect, rejects).with_remarks(late);
        let joined = self.running(desk, &prospect);
        if !joined.is_empty() && !desk.everywhere.dry_run {
            answer = answer.touches(joined);
        }
        Ok((answer, rejects.map(|file| (file, reading.rejects_csv()))))
    }

    /// Sections in play that teams would join which nobody sent there by name: their grade did.
    fn running(&self, desk: &Desk, prospect: &Prospect) -> Vec<String> {
        let by_grade = |placed: &&Placed| self.section.is_none() && placed.registration.section.is_none();
        let joined: BTreeSet<SectionId> =
            prospect.entries.iter().filter(by_grade).map(|placed| placed.section).collect();
        let new = |id: SectionId| prospect.plan.new_teams().filter(|team| team.section == id).count();
        let sentence = |id: SectionId| {
            let (round, count) = (desk.latest_round(id)?, new(id));
            let (name, teams) = (desk.section_name(id), counted(count, "team"));
            (count > 0).then(|| {
                format!(
                    "{name} is already under way (round {} is posted): {teams} would join it by grade",
                    round.number
                )
            })
        };
        joined.into_iter().filter_map(sentence).collect()
    }

    /// The command that imports another file as this one.
    fn typed_for(&self, file: &Path) -> CommandText {
        let file = file.display().to_string();
        let flags = [
            (self.sections, "--sections"),
            (self.update, "--update"),
            (self.ratings, "--ratings"),
            (self.tidy_names, "--tidy-names"),
            (self.contacts, "--contacts"),
            (self.fees, "--fees"),
        ];
        let flags = flags.into_iter().filter_map(|(is_given, flag)| is_given.then_some(flag));
        let section = self.section.iter().flat_map(|section| ["--section", section]);
        command(["import", &file].into_iter().chain(section).chain(flags))
    }

    /// Stops at what is wrong with the file, or gives the file for the bad rows where that was asked for: a new one, for
    /// an older one may hold rows that nobody has fixed yet.
    fn settle_complaints(&self, desk: &Desk, reading: &Reading, prospect: &Prospect) -> Result<Option<&Path>, Failure> {
        let Some(rejects) = self.skip_bad.as_deref().filter(|_| !reading.complaints.is_empty()) else {
            return match reading.complaints.is_empty() {
                true => Ok(None),
                false => Err(refused(desk, reading, prospect)),
            };
        };
        let environment = &desk.everywhere.asker.environment;
        if environment.at(rejects).is_file() {
            let free = quoted(&free_name(rejects, environment).display().to_string());
            return Err(Failure::forbidden(format!(
                "{} already exists and may hold rows that haven't been fixed yet; nothing was imported",
                rejects.display()
            ))
            .hint(format!(
                "write the bad rows to another file: {}",
                self.typed_for(&self.registrations).and(&format!("--skip-bad {free}"))
            )));
        }
        may_be_written(rejects, &[&self.registrations], &desk.everywhere)?;
        Ok(Some(rejects))
    }

    /// What was entered, by the event before and the event now, in which teams just entered have their numbers.
    fn imported(
        &self,
        desk: &Desk,
        before: &Event,
        reading: &Reading,
        prospect: &Prospect,
        rejects: Option<&Path>,
    ) -> Answer {
        let plan = &prospect.plan;
        let updated = if self.update { plan.changed_teams.len() } else { 0 };
        let unchanged = plan.unchanged.len() + plan.changed_teams.len() - updated;
        let (changes, gone) = (changes(before, plan), gone(before, plan));
        let mut notes = notes(reading, &prospect.entries);
        let read = prospect.entries.iter().flat_map(|placed| placed.registration.schools());
        let mut remarks = schools_alike_remarks(before.tournament(), desk.tournament(), read);
        remarks.extend(plan.taken_for(before.tournament()).map(|(read, entered)| {
            format!(
                "{read} was matched to {} ({}); if this is a different child, use {} or `team add` with --namesake",
                entered.name,
                entered.id,
                cmd!("partner add")
            )
        }));
        remarks.extend(plan.look_alikes(before.tournament()).iter().map(look_alike_remark));
        let waiting = |id| desk.tournament().player(id).filter(|player| desk.tournament().team_of(player.id).is_none());
        let regraded = plan.changes.iter().filter(|change| self.update && change.grade.is_some());
        remarks.extend(regraded.filter_map(|change| moves(desk, waiting(change.player)?)));
        remarks.extend(plan.elsewhere.iter().filter_map(|(id, section)| {
            let (team, there) = (before.tournament().team(*id)?, before.section_name(*section));
            let (here, move_it) =
                (before.section_name(team.section), command(["team", "move", &id.to_string(), there]));
            Some(format!("{} ({id}) plays in {here}, but the file says {there}: {move_it}", team.name))
        }));
        notes.extend(remarks.into_iter().map(|message| Note { line: None, message }));
        let asked: Vec<Asked> = prospect.entries.iter().flat_map(|placed| asked(desk, placed)).collect();
        let mut json = json!({
            "file": reading.file,
            "layout": match reading.layout() { Layout::RowPerTeam => "row-per-team", Layout::RowPerPlayer => "row-per-player" },
            "mapping": mapping_json(&reading.mapping),
            "sections_added": prospect.sections,
            "teams_added": plan.new_teams().count(),
            "teams_updated": updated,
            "players_added": plan.players_added(),
            "need_partner": plan.need_partner,
            "unchanged": unchanged,
            "changes": changes,
            "vanished": gone,
            "notes": notes,
            "problems": reading.complaints,
            "rejects": rejects.map(|path| path.display().to_string()),
            "requests": asked,
        });
        if desk.everywhere.dry_run {
            json["rows"] = json!(reading.rows());
            json["alone"] = alone(desk, &prospect.entries);
            json["partners_column"] = json!(reading.partners_column());
        }
        let summary = summary(reading, plan, updated, unchanged);
        let mut text = format!("{}\n\n{summary}", columns(&reading.mapping));
        for line in per_section(desk, plan) {
            text.push_str(&format!("\n  {line}"));
        }
        let mut section = |heading, lines: &[String]| section(&mut text, heading, lines, LINES);
        section("sections added:", &added_sections(desk, &prospect.sections));
        let left = "different in the file, but not changed here (--update applies it):";
        section(if self.update { "changed:" } else { left }, &changes);
        section("already entered, but not in this file (nothing was removed):", &gone);
        section("worth a look:", &notes.iter().map(note).collect::<Vec<_>>());
        // What may ask for something is shown in full, and the thanks as far as there is room.
        let (mut first, plain): (Vec<&Asked>, Vec<&Asked>) = asked.iter().partition(|asked| asked.may_ask);
        first.sort_by_key(|asked| asked.commands.is_empty());
        let lines = |asked: &[&Asked]| asked.iter().map(|asked| asked.line()).collect::<Vec<_>>();
        let beside = "Notes from families (nothing has been done about them):";
        self::section(&mut text, beside, &[lines(&first), lines(&plain)].concat(), LINES.max(first.len()));
        if let Some(path) = rejects {
            let (problems, again) = (counted(reading.complaints.len(), "problem"), self.typed_for(path));
            text.push_str(&format!("\n\n{problems}; the rows are in {}: fix them there, then {again}", path.display()));
        }
        text.push_str(&format!("\n\nnext: {}", next(desk, plan)));
        Answer::noted(text, json, summary)
    }
}

/// What to type for teams that come when a round is posted: a line each for a few, one with their number for many.
fn late_remarks(desk: &Desk, late: &[&Team]) -> Vec<String> {
    const FEW: usize = 3;
    let seats: Vec<(&Team, String)> =
        late.iter().filter_map(|team| Some((*team, latecomers_seat(desk, team)?))).collect();
    match seats.as_slice() {
        [(team, first), rest @ ..] if rest.len() >= FEW => {
            let (count, number) = (counted(seats.len(), "new team"), team.id);
            vec![format!(
                "{count}, starting with team {number}, came in after a round was posted or check-in began; for the first: {first}"
            )]
        }
        _ => seats.into_iter().map(|(_, line)| line).collect(),
    }
}

/// `rejects-2.csv` beside `rejects.csv`, or the next one that is free.
fn free_name(path: &Path, environment: &Environment) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    let named = |n: u32| path.with_file_name(format!("{stem}-{n}{ending}"));
    (2..).map(named).find(|path| !environment.at(path).exists()).unwrap_or_else(|| named(2))
}

/// What a family wrote beside an entry, and the commands that would do it.
#[derive(Serialize)]
struct Asked {
    line: usize,
    who: String,
    note: String,
    commands: Vec<String>,
    #[serde(skip)]
    may_ask: bool,
}

impl Asked {
    fn line(&self) -> String {
        let commands: Vec<String> = self.commands.iter().map(|command| format!("\n    {command}")).collect();
        format!("line {}, {}: \"{}\"{}", self.line, self.who, self.note, commands.concat())
    }
}

fn asked(desk: &Desk, placed: &Placed) -> Vec<Asked> {
    if placed.requests.is_empty() {
        return Vec::new();
    }
    let tournament = desk.tournament();
    let name = |team: &&Team| team.section == placed.section && Some(team.name.as_str()) == placed.registration.team();
    let team = tournament.teams.iter().find(name);
    let label = placed.registration.label();
    let named = team.map_or_else(|| quoted(label), |team| team.id.to_string());
    let is_team = placed.registration.team().is_some();
    let section = tournament.section(placed.section).filter(|section| is_team && section.format == Format::Swiss);
    let posted = desk.posted_rounds(placed.section);
    let can_be_asked =
        |round: u32| section.is_some_and(|s| round > posted && s.rounds.is_none_or(|last| round <= last));
    let command = |wish: &Wish| match wish {
        Wish::Bye { round, points } => {
            let points = points.map_or(String::new(), |points| format!(" --points {points:?}").to_lowercase());
            let of_round = |section: &Section| tournament.round(section.id, *round);
            match section.and_then(of_round) {
                Some(of_round) if of_round.number == posted => Some(cmd!("pairing bye {named}{points}").to_string()),
                Some(of_round) => {
                    // Who has points of it, or played, has what it asked for, or is to be looked at.
                    let has = team.and_then(|team| of_round.assignment(team.id));
                    let is_missed =
                        matches!(has, None | Some(tournament::Assignment::Bye { points: ByePoints::Zero, .. }));
                    is_missed.then(|| cmd!("bye {named} --round {round}{points} --replace").to_string())
                }
                None => can_be_asked(*round).then(|| cmd!("bye {named} --round {round}{points}").to_string()),
            }
        }
        Wish::Leave { from_round } => {
            // Where it is not named, the last round is the one that is missed most often.
            let last = section.and_then(|section| section.rounds).unwrap_or(posted.max(3) + 1);
            let from = from_round.unwrap_or(last);
            can_be_asked(from).then(|| cmd!("team withdraw {named} --from-round {from}").to_string())
        }
    };
    let asked = |request: &Request| Asked {
        line: request.line,
        who: label.to_owned(),
        note: request.note.clone(),
        commands: request.wishes.iter().filter_map(command).collect(),
        may_ask: request.may_ask,
    };
    placed.requests.iter().map(asked).collect()
}

fn added_sections(desk: &Desk, names: &[String]) -> Vec<String> {
    let added = desk.tournament().sections.iter().filter(|section| names.contains(&section.name));
    added
        .map(|s| format!("{}{}", s.name, s.grades.map_or(String::new(), |grades| format!(", grades {grades}"))))
        .collect()
}

fn summary(reading: &Reading, plan: &Plan, updated: usize, unchanged: usize) -> String {
    let (teams, players) = (plan.new_teams().count(), plan.players_added());
    let needs = match plan.need_partner {
        0 => None,
        1 => Some("1 player needs a partner".to_owned()),
        several => Some(format!("{several} players need a partner")),
    };
    let parts = [
        Some(format!("{} added ({})", counted(teams, "team"), counted(players, "player"))),
        (updated > 0).then(|| format!("{updated} updated")),
        (unchanged > 0).then(|| format!("{unchanged} unchanged")),
        needs,
    ];
    format!("{}: {}", reading.file, list(parts.into_iter().flatten()))
}

fn next(desk: &Desk, plan: &Plan) -> String {
    match &desk.tournament().sections[..] {
        _ if plan.need_partner > 0 => cmd!("partner suggest").to_string(),
        [only] if desk.latest_round(only.id).is_none() => {
            format!("{}, then {}", command(["check-pairing", &only.name]), command(["pair", &only.name]))
        }
        _ => cmd!("status").to_string(),
    }
}

fn section(text: &mut String, heading: &str, lines: &[String], most: usize) {
    if lines.is_empty() {
        return;
    }
    text.push_str(&format!("\n\n{heading}"));
    for line in lines.iter().take(most) {
        text.push_str(&format!("\n  {line}"));
    }
    if lines.len() > most {
        text.push_str(&format!("\n  and {} more", lines.len() - most));
    }
}

fn per_section(desk: &Desk, plan: &Plan) -> Vec<String> {
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for team in plan.new_teams() {
        *counts.entry(team.section).or_default() += 1;
    }
    let played = |id| match desk.latest_round(id) {
        Some(round) => format!(" (round {} is posted)", round.number),
        None => String::new(),
    };
    counts.into_iter().map(|(id, n)| format!("{}: {n}{}", desk.section_name(id), played(id))).collect()
}

fn changes(event: &Event, plan: &Plan) -> Vec<String> {
    let tournament = event.tournament();
    let of_player = plan.changes.iter().filter_map(|change| {
        let player = tournament.player(change.player)?;
        Some(format!("{} ({}): {}", player.name, player.id, list(change.in_words(tournament))))
    });
    let of_team = plan.team_changes.iter().filter_map(|change| {
        let team = tournament.team(change.team)?;
        Some(format!("team {}, {}: {}", team.id, team.name, list(change.in_words(tournament))))
    });
    // What a family pays, and how it is reached, is shown on no screen.
    let child = |id| tournament.player(id).map(|player: &Player| format!("{} ({})", player.name, player.id));
    let is_other = |given: Option<u32>, known: u32| given.is_some_and(|given| given != known);
    let of_payments = plan.payments.iter().filter_map(|(id, fee, paid)| {
        let known = event.facts.payments.get(id)?;
        (is_other(*fee, known.fee) || is_other(*paid, known.paid))
            .then(|| child(*id).map(|who| format!("{who}: fee or payment")))?
    });
    let of_contacts = plan.contacts.iter().filter_map(|(id, given)| {
        let known = event.facts.contacts.get(id)?;
        let is_other = [(&given.email, &known.email), (&given.phone, &known.phone)];
        let is_other = is_other.iter().any(|(given, known)| given.is_some() && given != known);
        is_other.then(|| child(*id).map(|who| format!("{who}: contact information")))?
    });
    of_player.chain(of_team).chain(of_payments).chain(of_contacts).collect()
}

fn gone(event: &Event, plan: &Plan) -> Vec<String> {
    let tournament = event.tournament();
    let teams = plan.vanished_teams.iter().filter_map(|id| Some(format!("team {id}, {}", tournament.team(*id)?.name)));
    let children =
        plan.vanished_children.iter().filter_map(|id| Some(format!("player {id}, {}", tournament.player(*id)?.name)));
    teams.chain(children).collect()
}

/// The reader's notes, but on what has been settled at the desk.
fn notes(reading: &Reading, entries: &[Placed]) -> Vec<Note> {
    let matched: HashSet<usize> = entries.iter().filter(|entry| entry.found_partner).map(|entry| entry.line).collect();
    let unmet = reading.unmet.iter().filter(|note| note.line.is_none_or(|line| !matched.contains(&line)));
    let mut notes: Vec<Note> = reading.notes.iter().chain(unmet).cloned().collect();
    notes.sort_by_key(|note| note.line);
    notes
}

fn note(note: &Note) -> String {
    match note.line {
        Some(line) => format!("line {line}: {}", note.message),
        None => note.message.clone(),
    }
}
