//! What a registration file would change in the tournament, with the sections made for it.

use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::refusal::Told;
use crate::cli::wording::{list, quoted};
use crate::event::SectionSettings;
use crate::event::edit::sections;
use crate::interchange::registrations::{Problem, Reading, Request, What};
use crate::registration::{Conflict, Entrants, Misplaced, Plan, Registration, place, plan};
use crate::tournament::names::fold;
use crate::tournament::{SchoolId, Section, SectionId, TeamId};
use std::collections::{HashMap, HashSet};

/// A column that names more sections names something else.
const MOST_SECTIONS: usize = 40;

/// An entry and the section it goes to.
pub struct Placed {
    pub registration: Registration,
    pub section: SectionId,
    /// What the family wrote beside it.
    pub requests: Vec<Request>,
}

/// What importing the file would do.
pub struct Prospect {
    pub entries: Vec<Placed>,
    pub plan: Plan,
    /// Sections made for it.
    pub sections: Vec<String>,
}

impl Prospect {
    /// Compares the file with what is entered, and makes its sections if that is asked for.
    pub fn of(
        desk: &mut Desk,
        reading: &mut Reading,
        chosen: Option<&str>,
        makes_sections: bool,
    ) -> Result<Self, Failure> {
        let made = if makes_sections { new_sections(desk, reading)? } else { Vec::new() };
        let sections = made.iter().map(|section| section.name.clone()).collect();
        for section in made {
            sections::add(&mut desk.event, section, SectionSettings::default()).told(desk)?;
        }
        let chosen = desk.section_if(chosen)?.cloned();
        settle_schools(desk, reading);
        refuse_misplaced(reading, chosen.as_ref(), &desk.tournament().sections);
        let (entries, plan) = planned(desk, reading, chosen.as_ref());
        Ok(Self { entries, plan, sections })
    }
}

/// The sections that the file names and the tournament does not have, as `section add` would make them.
fn new_sections(desk: &Desk, reading: &Reading) -> Result<Vec<Section>, Failure> {
    let named = reading.entries.iter().map(|entry| &entry.registration);
    let named: Vec<&String> = named.filter_map(|one| one.section.as_ref().or(one.group.as_ref())).collect();
    if named.is_empty() {
        return Err(Failure::mistyped(format!("{} names no sections", reading.file)).hint(
            "say which column does with --map section=COLUMN, or add the sections with `bughouse section add NAME`",
        ));
    }
    let mut known: HashSet<String> = desk.tournament().sections.iter().map(|section| fold(&section.name)).collect();
    let names: Vec<&String> = named.into_iter().filter(|name| known.insert(fold(name))).collect();
    if names.len() > MOST_SECTIONS {
        return Err(Failure::mistyped(format!(
            "{} names {} sections, among them {}",
            reading.file,
            names.len(),
            list(names.iter().take(3).copied())
        ))
        .hint("say which column names the section with --map section=COLUMN"));
    }
    let section = |name: &&String| Section { grades: name.parse().ok(), ..Section::named(name) };
    Ok(names.iter().map(section).collect())
}

fn refuse_misplaced(reading: &mut Reading, chosen: Option<&Section>, sections: &[Section]) {
    reading.refuse_where(|registration| {
        let misplaced = place(registration, chosen, sections).err()?;
        let what = match misplaced {
            Misplaced::UnknownSection { .. } | Misplaced::UnclearSection { .. } => What::Section,
            Misplaced::TooStrong { .. } | Misplaced::NoneTakesRating { .. } => What::Rating,
            _ => What::Grade,
        };
        let children = registration.children().iter().enumerate();
        let older = children.max_by_key(|(_, child)| child.grade).map_or(0, |(child, _)| child);
        Some((what, older, Problem::Refused { message: misplaced.to_string(), help: placing(&misplaced) }))
    });
}

/// What to do about an entry that has no section.
fn placing(misplaced: &Misplaced) -> String {
    let told = match misplaced {
        Misplaced::NoSections => {
            "add one first: bughouse section add K-6 --grades K-6; or make those that the file names with --sections"
        }
        Misplaced::UnknownSection { sections, .. } => {
            return format!(
                "the sections are {}; make those that the file names with --sections, or name one for the whole file with --section",
                sections.join(", ")
            );
        }
        Misplaced::UnclearSection { .. } => "write the section's whole name",
        Misplaced::NoGrade { .. } => {
            "add the grade or say which column holds it with --map grade=COLUMN; or choose a section with --section"
        }
        Misplaced::NoneFits { .. } | Misplaced::NoneTakesRating { .. } => {
            "correct the entry, widen a section with `bughouse section edit`, or choose one with --section"
        }
        Misplaced::SeveralFit { .. } => "add a section column, or choose one with --section",
        Misplaced::PlaysDown { .. } => "the older partner's grade decides; playing up is allowed, playing down is not",
        Misplaced::TooStrong { .. } => "choose a section without that limit",
    };
    told.to_owned()
}

/// What to do about an entry that cannot stand beside what is entered already.
fn settling(conflict: &Conflict) -> String {
    let parting = |team: &TeamId| {
        format!(
            "partners stay together for the whole event; before round 1 `bughouse partner split {team}` parts them, and then the file can be imported"
        )
    };
    match conflict {
        Conflict::NameTaken { .. } => "give the new team another name".to_owned(),
        Conflict::HasPartner { number, player, entered, .. } if player != entered => {
            format!(
                "if they are two children, enter this team with `bughouse team add --namesake`; {}",
                parting(number)
            )
        }
        Conflict::HasPartner { number, .. } => parting(number),
        Conflict::OtherPartner { number, entered, read, .. } => format!(
            "if that is one child under two names: `bughouse team edit {number} --player {} --player-name {}`; if not, {}",
            quoted(entered),
            quoted(read),
            parting(number)
        ),
    }
}

/// The entries with their sections, and what importing them would do. Contradictions become complaints about the file.
fn planned(desk: &Desk, reading: &mut Reading, chosen: Option<&Section>) -> (Vec<Placed>, Plan) {
    let tournament = desk.tournament();
    let entries: Vec<Placed> = reading
        .entries
        .iter()
        .filter_map(|entry| {
            let section = place(&entry.registration, chosen, &tournament.sections).ok()?.id;
            Some(Placed { registration: entry.registration.clone(), section, requests: entry.requests.clone() })
        })
        .collect();
    let borrowed: Vec<(&Registration, SectionId)> =
        entries.iter().map(|placed| (&placed.registration, placed.section)).collect();
    let mut conflicts: HashMap<usize, Conflict> = HashMap::new();
    let plan = plan(tournament, &borrowed, |index, conflict| drop(conflicts.insert(index, conflict)));
    let mut index = 0;
    reading.refuse_where(|_| {
        let conflict = conflicts.get(&index);
        index += 1;
        conflict.map(|conflict| {
            (What::Team, 0, Problem::Refused { message: conflict.to_string(), help: settling(conflict) })
        })
    });
    let stands = entries.into_iter().enumerate().filter(|(index, _)| !conflicts.contains_key(index));
    (stands.map(|(_, placed)| placed).collect(), plan)
}

/// Puts the schools' settled names in place of other spellings that the director has settled.
fn settle_schools(desk: &Desk, reading: &mut Reading) {
    let spellings: HashMap<String, SchoolId> = desk.facts.school_spellings.iter().cloned().collect();
    let tournament = desk.tournament();
    let settle = |school: &mut Option<String>| {
        let settled = |name: &str| tournament.school(*spellings.get(&fold(name))?).map(|settled| settled.name.clone());
        *school = school.as_deref().and_then(settled).or(school.take());
    };
    for entry in &mut reading.entries {
        match &mut entry.registration.entrants {
            Entrants::Alone(child) => settle(&mut child.school),
            Entrants::Team { players, school, .. } => {
                players.iter_mut().for_each(|child| settle(&mut child.school));
                settle(school);
            }
        }
    }
}
