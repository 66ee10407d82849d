//! `bughouse import`: a registration file into the tournament, all of it or nothing.

use super::entering::latecomers_seat;
use super::{import_apply, import_told};
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb, list};
use crate::cli::failure::Failure;
use crate::cli::written::{may_be_written, write_whole};
use crate::interchange::registrations::{Assignment, Complaint, Options, Reading, Unreadable, What, read};
use crate::registration::{Conflict, Misplaced, Plan, Registration, place, plan};
use crate::tournament::{Section, SectionId, Team, TeamId};
use clap::Args;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Problems shown in full; the count tells of the rest, and `--json` of all.
const SHOWN: usize = 40;

/// Enter the teams and players of a registration file (CSV, TSV or XLSX)
#[derive(Debug, Args)]
#[command(
    after_help = "Example: bughouse import entries.csv --dry-run, then bughouse import entries.csv\nA row is a team or a player; NEED as the team name: a partner is wanted."
)]
pub struct Import {
    /// The file
    #[arg(value_name = "FILE")]
    registrations: PathBuf,
    /// The section for the whole file [default: a section column, else the older partner's grade]
    #[arg(long)]
    section: Option<String>,
    /// Which column holds a field: rating=Elo, player-1=3, section=- (none); remembered
    #[arg(long = "map", value_name = "FIELD=COLUMN")]
    map: Vec<Assignment>,
    /// Take over changed ratings, grades, names and schools of players entered before
    #[arg(long)]
    update: bool,
    /// Import the good rows and write the bad ones here, to be mended and imported
    #[arg(long, value_name = "REJECTS.csv")]
    skip_bad: Option<PathBuf>,
    /// Keep e-mail addresses and telephone numbers; they are never printed
    #[arg(long)]
    contacts: bool,
    /// Keep entry fees and payments, for `bughouse fees`
    #[arg(long)]
    fees: bool,
}

/// An entry and the section it goes to.
pub type Placed = (Registration, SectionId);

impl Verb for Import {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let chosen = self.section.as_deref().map(|named| desk.section(Some(named)).cloned()).transpose()?;
        let mut reading = self.read(desk)?;
        import_apply::settle_schools(desk, &mut reading)?;
        refuse_misplaced(&mut reading, chosen.as_ref(), &desk.tournament().sections);
        let (entries, plan) = planned(desk, &mut reading, chosen.as_ref());
        let rejects = self.settle_problems(desk, &reading)?;
        let answer = import_told::told(desk, &reading, &plan, &entries, self.update, rejects);
        for assignment in reading.mapping.to_remember(&self.map) {
            desk.remember_import_column(&assignment.field.to_string(), &assignment.column);
        }
        let known: HashSet<TeamId> = desk.tournament().teams.iter().map(|team| team.id).collect();
        import_apply::apply(desk, &plan, self.update);
        let is_late = |team: &&Team| !known.contains(&team.id) && desk.latest_round(team.section).is_some();
        let late: Vec<String> =
            desk.tournament().teams.iter().filter(is_late).filter_map(|team| latecomers_seat(desk, team)).collect();
        Ok(answer.with_remarks(late))
    }
}

impl Import {
    fn read(&self, desk: &mut Desk) -> Result<Reading, Failure> {
        let bytes = std::fs::read(&self.registrations).map_err(|error| {
            let path = self.registrations.display();
            let message = match error.kind() {
                std::io::ErrorKind::NotFound => format!("there is no file {path}"),
                _ => format!("{path} cannot be read: {error}"),
            };
            Failure::mistyped(message).hint("check the file's name and folder; a name with blanks goes in quotes")
        })?;
        let remembered = desk.facts.import_columns.clone();
        let remembered = remembered
            .into_iter()
            .filter_map(|(field, column)| Some(Assignment { field: field.parse().ok()?, column }));
        let map = self.map.clone();
        let options =
            Options { map, remembered: remembered.collect(), keeps_contacts: self.contacts, keeps_fees: self.fees };
        read(&bytes, &self.registrations.display().to_string(), &options)
            .map_err(|unreadable| unfit(&unreadable, desk.everywhere.json))
    }

    /// The file that is read.
    pub fn registrations(&self) -> &Path {
        &self.registrations
    }

    /// Stops at problems, or writes the bad rows out where that was asked for. Gives the file written.
    fn settle_problems<'s>(&'s self, desk: &Desk, reading: &Reading) -> Result<Option<&'s Path>, Failure> {
        match self.skip_bad.as_deref() {
            _ if reading.problems.is_empty() => Ok(None),
            None => Err(refused(reading, desk.everywhere.json)),
            Some(rejects) => {
                may_be_written(rejects, &[&self.registrations], desk.everywhere.consent())?;
                if !desk.everywhere.dry_run {
                    write_whole(rejects, reading.rejects_csv().as_bytes())?;
                }
                Ok(Some(rejects))
            }
        }
    }
}

/// A file that cannot be read at all.
fn unfit(unreadable: &Unreadable, as_json: bool) -> Failure {
    if as_json {
        return Failure::mistyped(unreadable.to_string()).hint(unreadable.help.clone());
    }
    let shown = unreadable.render(false);
    Failure::mistyped(shown.strip_prefix("error: ").unwrap_or(&shown))
}

/// All problems at once, each with its line and its remedy.
fn refused(reading: &Reading, as_json: bool) -> Failure {
    let count = reading.problems.len();
    let problems = if count == 1 { "1 problem".to_owned() } else { format!("{count} problems") };
    let mut message = format!("{} has {problems}, so nothing was imported", reading.file);
    if as_json {
        let first =
            reading.problems.iter().take(3).map(|p| format!("line {}, column {}: {}", p.line, p.column, p.complaint));
        message.push_str(&format!(": {}", list(first)));
    } else {
        message.push_str(&format!("\n\n{}", reading.render_problems(SHOWN, false)));
        if count > SHOWN {
            message.push_str(&format!("\n\nand {} more", count - SHOWN));
        }
    }
    Failure::mistyped(message)
        .hint("correct the file and import it again, or take the good rows now: add --skip-bad rejects.csv")
        .details(serde_json::json!({ "problems": reading.problems }))
}

fn refuse_misplaced(reading: &mut Reading, chosen: Option<&Section>, sections: &[Section]) {
    reading.refuse_where(|registration| {
        let misplaced = place(registration, chosen, sections).err()?;
        let what = match misplaced {
            Misplaced::UnknownSection { .. } | Misplaced::UnclearSection { .. } => What::Section,
            Misplaced::TooStrong { .. } | Misplaced::NoneTakesRating { .. } => What::Rating,
            _ => What::Grade,
        };
        let older = registration
            .children()
            .iter()
            .enumerate()
            .max_by_key(|(_, child)| child.grade)
            .map_or(0, |(child, _)| child);
        Some((what, older, Complaint::Refused { message: misplaced.to_string(), help: misplaced.help() }))
    });
}

/// The entries with their sections, and what importing them would do. Contradictions become problems of the file.
fn planned(desk: &Desk, reading: &mut Reading, chosen: Option<&Section>) -> (Vec<Placed>, Plan) {
    let tournament = desk.tournament();
    let section_of = |registration: &Registration| Some(place(registration, chosen, &tournament.sections).ok()?.id);
    let entries: Vec<Placed> = reading
        .entries
        .iter()
        .filter_map(|entry| section_of(&entry.registration).map(|section| (entry.registration.clone(), section)))
        .collect();
    let borrowed: Vec<(&Registration, SectionId)> =
        entries.iter().map(|(registration, section)| (registration, *section)).collect();
    let mut conflicts: HashMap<usize, Conflict> = HashMap::new();
    let plan = plan(tournament, &borrowed, |index, conflict| drop(conflicts.insert(index, conflict)));
    let mut index = 0;
    reading.refuse_where(|_| {
        let conflict = conflicts.get(&index);
        index += 1;
        conflict.map(|conflict| {
            (What::Team, 0, Complaint::Refused { message: conflict.to_string(), help: conflict.help() })
        })
    });
    let stands = entries.into_iter().enumerate().filter(|(index, _)| !conflicts.contains_key(index));
    (stands.map(|(_, placed)| placed).collect(), plan)
}
