//! What a registration file would change in the tournament, with the sections made for it.

use super::entering::name_taken_remark;
use crate::cli::command_text::cmd;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::refusal::OrRefuse;
use crate::cli::wording::{list, quoted};
use crate::event::SectionSettings;
use crate::event::edit::sections;
use crate::interchange::registrations::{Column, FormField, Note, Problem, Reading, Request, What};
use crate::registration::{Conflict, Entrants, Misplaced, Plan, Registration, Standing, called_by_school, place, plan};
use crate::tournament::names::fold;
use crate::tournament::{SchoolId, Section, SectionId, TeamId};
use std::collections::{HashMap, HashSet};

/// A column that names more sections names something else.
const MOST_SECTIONS: usize = 40;

/// An entry and the section it goes to.
pub struct Placed {
    pub registration: Registration,
    pub section: SectionId,
    pub line: usize,
    /// A child alone in the file who has a partner at the desk.
    pub found_partner: bool,
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
        takes_over: bool,
    ) -> Result<Self, Failure> {
        let made = if makes_sections { new_sections(desk, reading)? } else { Vec::new() };
        let sections = made.iter().map(|section| section.name.clone()).collect();
        for section in made {
            sections::add(&mut desk.event, section, SectionSettings::default()).or_refuse(desk)?;
        }
        let chosen = desk.section_if(chosen)?.cloned();
        settle_schools(desk, reading);
        // A grade that is not taken over decides no section.
        let standing = (!takes_over).then(|| Standing::of(desk.tournament()));
        let sections_there = &desk.tournament().sections;
        let section_of = |registration: &Registration| match &standing {
            Some(standing) if chosen.is_none() && registration.section.is_none() => {
                place(&standing.of_entry(registration), None, sections_there)
            }
            _ => place(registration, chosen.as_ref(), sections_there),
        };
        refuse_misplaced(reading, section_of);
        let (entries, plan) = planned(desk, reading, section_of, takes_over);
        Ok(Self { entries, plan, sections })
    }
}

/// The sections that the file names and the tournament does not have, as `section add` would make them.
fn new_sections(desk: &Desk, reading: &Reading) -> Result<Vec<Section>, Failure> {
    let named = reading.entries.iter().map(|entry| &entry.registration);
    let named: Vec<&String> = named.filter_map(|one| one.section.as_ref().or(one.group.as_ref())).collect();
    let may_name = |column: &Column| column.field == Some(FormField::of_row(What::Section));
    let is_in_bad_rows = !reading.complaints.is_empty() && reading.mapping.columns.iter().any(may_name);
    if named.is_empty() && !is_in_bad_rows {
        return Err(Failure::mistyped(format!("{} doesn't name any sections", reading.file)).hint(format!(
            "say which column does with --map section=COLUMN, or add the sections with {}",
            cmd!("section add NAME")
        )));
    }
    let mut known: HashSet<String> = desk.tournament().sections.iter().map(|section| fold(&section.name)).collect();
    let names: Vec<&String> = named.into_iter().filter(|name| known.insert(fold(name))).collect();
    if names.len() > MOST_SECTIONS {
        return Err(Failure::mistyped(format!(
            "{} names {} sections, including {}",
            reading.file,
            names.len(),
            list(names.iter().take(3).copied())
        ))
        .hint("say which column names the section with --map section=COLUMN"));
    }
    if let Some(date) = names.iter().find(|name| is_date(name)) {
        let names_there: Vec<String> = desk.tournament().sections.iter().map(|section| section.name.clone()).collect();
        return Err(Failure::mistyped(format!("{} names a section {date}, which is a date", reading.file))
            .hint(undated(date, &names_there)));
    }
    let section = |name: &&String| Section { grades: name.parse().ok(), ..Section::named(name) };
    Ok(names.iter().map(section).collect())
}

fn refuse_misplaced<'s>(reading: &mut Reading, section_of: impl Fn(&Registration) -> Result<&'s Section, Misplaced>) {
    reading.refuse_where(|registration| {
        let misplaced = section_of(registration).err()?;
        let what = match misplaced {
            Misplaced::UnknownSection { .. } | Misplaced::UnclearSection { .. } => What::Section,
            Misplaced::TooStrong { .. } | Misplaced::TooStrongTogether { .. } | Misplaced::NoneTakesRating { .. } => {
                What::Rating
            }
            _ => What::Grade,
        };
        let children = registration.children().iter().enumerate();
        let older = children.max_by_key(|(_, child)| child.grade).map_or(0, |(child, _)| child);
        Some((what, older, Problem::Refused { message: misplaced.to_string(), help: placing(&misplaced) }))
    });
}

/// What to do about an entry that has no section.
fn placing(misplaced: &Misplaced) -> String {
    let advice = match misplaced {
        Misplaced::NoSections => {
            return format!(
                "add one first: {}; or create the ones the file names with --sections",
                cmd!("section add K-6 --grades K-6")
            );
        }
        Misplaced::UnknownSection { read, sections } if is_date(read) => return undated(read, sections),
        Misplaced::UnknownSection { sections, .. } => {
            return format!(
                "the sections are {}; create the ones the file names with --sections, or name one for the whole file with --section",
                sections.join(", ")
            );
        }
        Misplaced::UnclearSection { .. } => "type the section's full name",
        Misplaced::NoGrade { .. } => {
            "add the grade or say which column holds it with --map grade=COLUMN; or choose a section with --section"
        }
        Misplaced::NoneFits { .. } | Misplaced::NoneTakesRating { .. } => {
            return format!(
                "correct the entry, widen a section with {}, or choose one with --section",
                cmd!("section edit")
            );
        }
        Misplaced::SeveralFit { .. } => "add a section column, or choose one with --section",
        Misplaced::PlaysDown { .. } => "the older partner's grade decides; playing up is allowed, playing down is not",
        Misplaced::TooStrong { .. } | Misplaced::TooStrongTogether { .. } => "choose a section without that limit",
    };
    advice.to_owned()
}

/// `2026-04-06`, `6-Apr`, `Apr-06`, `4/6/2026`: what a spreadsheet makes of `4-6`.
fn is_date(text: &str) -> bool {
    !numbers_of_date(text).is_empty()
}

/// The names that may have become the date, `4-6` and `6-4`; none where it is no date.
fn numbers_of_date(text: &str) -> Vec<String> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let text = fold(text);
    let parts: Vec<&str> = text.split(['-', '/', '.', ' ']).collect();
    let number = |part: &str| part.parse::<u32>().ok();
    let month = |part: &str| (1..).zip(MONTHS).find(|(_, name)| *name == part).map(|(month, _)| month);
    let numbers = match parts[..] {
        [year, month, day] if year.len() == 4 && number(year).is_some() => number(month).zip(number(day)),
        [one, other, year] if year.len() == 4 && number(year).is_some() => number(one).zip(number(other)),
        [day, name] if month(name).is_some() => month(name).zip(number(day)),
        [name, day] if month(name).is_some() => month(name).zip(number(day)),
        _ => None,
    };
    numbers.map(|(one, other)| vec![format!("{one}-{other}"), format!("{other}-{one}")]).unwrap_or_default()
}

/// What to do about a section that a spreadsheet has made a date.
fn undated(read: &str, sections: &[String]) -> String {
    let meant = numbers_of_date(read);
    let there = sections.iter().find(|section| meant.contains(section));
    match there.or(meant.first()) {
        Some(name) => {
            format!("a spreadsheet turned {name} into a date: format the column as text there, and enter {name}")
        }
        None => String::new(),
    }
}

/// What to do about an entry that cannot stand beside what is entered already.
fn settling(conflict: &Conflict) -> String {
    let parting = |team: &TeamId| {
        format!(
            "partners stay together for the whole event; before round 1 {} splits them up, and then the file can be imported",
            cmd!("partner split {team}")
        )
    };
    match conflict {
        Conflict::NameTaken { .. } => "give the new team a different name".to_owned(),
        Conflict::NewNameTaken { taken_by: Some(other), .. } => {
            format!("choose another name in the file, or change that team's: {}", cmd!("team edit {other} --name NAME"))
        }
        Conflict::NewNameTaken { .. } => "give one of the two a different name in the file".to_owned(),
        Conflict::HasPartner { number, player, entered, .. } if player != entered => {
            format!(
                "if they are two different children, enter this team with {}; {}",
                cmd!("team add --namesake"),
                parting(number)
            )
        }
        Conflict::HasPartner { number, .. } => parting(number),
        Conflict::OtherPartner { number, entered, read, ids, .. } => {
            let is_renamed = fold(entered) != fold(read);
            let what = match (is_renamed, ids) {
                (true, None) => "one child under two names",
                (true, Some(_)) => "one child under two names and ids",
                (false, _) => "one child under two ids",
            };
            let name = if is_renamed { format!(" --player-name {}", quoted(read)) } else { String::new() };
            let id = ids.as_ref().map(|[_, id]| format!(" --id {}", quoted(id))).unwrap_or_default();
            let edit = cmd!("team edit {number} --player {}{name}{id}", quoted(entered)).to_string();
            format!("if that is {what}: {edit}; if not, {}", parting(number))
        }
    }
}

/// The entries with their sections, and what importing them would do. Contradictions become complaints about the file.
fn planned<'s>(
    desk: &Desk,
    reading: &mut Reading,
    section_of: impl Fn(&Registration) -> Result<&'s Section, Misplaced>,
    takes_over: bool,
) -> (Vec<Placed>, Plan) {
    let tournament = desk.tournament();
    let mut entries: Vec<Placed> = reading
        .entries
        .iter()
        .filter_map(|entry| {
            let section = section_of(&entry.registration).ok()?.id;
            let (registration, line, requests) = (entry.registration.clone(), entry.line, entry.requests.clone());
            Some(Placed { registration, section, line, found_partner: false, requests })
        })
        .collect();
    let called = called_by_school(tournament, entries.iter_mut().map(|one| (&mut one.registration, one.section)));
    reading.notes.extend(called.into_iter().filter_map(|called| {
        let line = Some(entries[called.index].line);
        name_taken_remark(&called.label, &called.name).map(|message| Note { line, message })
    }));
    let borrowed: Vec<(&Registration, SectionId)> =
        entries.iter().map(|placed| (&placed.registration, placed.section)).collect();
    let mut conflicts: HashMap<usize, Conflict> = HashMap::new();
    let plan = plan(tournament, &borrowed, takes_over, |index, conflict| drop(conflicts.insert(index, conflict)));
    let mut index = 0;
    reading.refuse_where(|_| {
        let conflict = conflicts.get(&index);
        index += 1;
        conflict.map(|conflict| {
            (What::Team, 0, Problem::Refused { message: conflict.to_string(), help: settling(conflict) })
        })
    });
    let free = entries.into_iter().enumerate().filter(|(index, _)| !conflicts.contains_key(index));
    let placed = |(index, placed)| Placed { found_partner: plan.found_partner.contains(&index), ..placed };
    (free.map(placed).collect(), plan)
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
