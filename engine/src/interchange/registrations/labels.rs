//! A team is its school and its label: where one label is used by several schools, the "A" of Hillside is "Hillside A".

use super::drafts::{Draft, Drafts};
use super::mapping::Mapping;
use super::places::Layout;
use super::problem::Note;
use crate::registration::{canonical_school, schools_alike};
use crate::tournament::names::fold;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Calls teams by school and label where the label alone would join, or confuse, two schools.
pub(super) fn settle(all: &mut Drafts, mapping: &Mapping) {
    if mapping.layout == Layout::RowPerPlayer {
        partners_for_teams(&mut all.drafts);
    }
    let schools = Schools::of(&all.drafts);
    let mut units: BTreeMap<(String, Option<String>), Vec<usize>> = BTreeMap::new();
    for (at, draft) in all.drafts.iter().enumerate().filter(|(_, draft)| !draft.team.is_empty()) {
        let section = draft.entry.section.as_deref().map(fold);
        units.entry((fold(&draft.team), section)).or_default().push(at);
    }
    let mut are_parted: HashSet<usize> = HashSet::new();
    let mut are_mixed: HashSet<usize> = HashSet::new();
    for rows in units.values().filter(|rows| schools.among(rows) > 1) {
        let is_pair = mapping.layout == Layout::RowPerPlayer && rows.len() == 2;
        let kind = kind_of(&all.drafts[rows[0]].team);
        let is_beside_its_kind = kind.is_some_and(|kind| {
            let is_other = |(at, draft): (usize, &Draft)| {
                let is_theirs = rows.iter().any(|row| schools.of[*row].is_some() && schools.of[*row] == schools.of[at]);
                is_theirs && kind_of(&draft.team) == Some(kind) && fold(&draft.team) != fold(&all.drafts[rows[0]].team)
            };
            all.drafts.iter().enumerate().any(is_other)
        });
        if !is_pair || is_beside_its_kind {
            are_parted.extend(rows);
            continue;
        }
        are_mixed.extend(rows);
        if kind.is_some() {
            let child_and_school = |row: usize| {
                let child = all.drafts[row].children.first().map_or("a partner", |child| child.name.as_str());
                format!("{child} of {}", schools.name(row).unwrap_or_default())
            };
            let message = format!(
                "{} joins {} and {}: if they are two teams, write the school before each label, or NEED",
                all.drafts[rows[0]].team,
                child_and_school(rows[0]),
                child_and_school(rows[1])
            );
            all.notes.push(Note { line: Some(all.drafts[rows[0]].entry.line), message });
        }
    }
    // One label of a kind that needs its school brings it to the others, and to those of other sections.
    let mut under: HashMap<String, BTreeSet<usize>> = HashMap::new();
    for (at, draft) in all.drafts.iter().enumerate().filter(|(at, _)| !are_mixed.contains(at)) {
        under.entry(fold(&draft.team)).or_default().extend(schools.of[at]);
    }
    let needs_school = |draft: &Draft| under.get(&fold(&draft.team)).is_some_and(|schools| schools.len() > 1);
    let mut kinds: Vec<Kind> = all.drafts.iter().filter(|d| needs_school(d)).filter_map(|d| kind_of(&d.team)).collect();
    kinds.dedup();
    for (at, draft) in all.drafts.iter_mut().enumerate().filter(|(at, _)| !are_mixed.contains(at)) {
        let is_of_kind = kind_of(&draft.team).is_some_and(|kind| kinds.contains(&kind));
        let Some(school) = schools.name(at).filter(|_| are_parted.contains(&at) || is_of_kind) else { continue };
        if !draft.team.is_empty() && !fold(&draft.team).starts_with(&fold(school)) {
            draft.team = format!("{school} {}", draft.team);
        }
    }
}

/// A child who is in the column of teams, where "Team / partner" was asked: the partner, if no other row has it.
fn partners_for_teams(drafts: &mut [Draft]) {
    let names = drafts.iter().flat_map(|draft| draft.children.iter().map(|child| fold(&child.name)));
    let names: HashSet<String> = names.collect();
    let mut rows: HashMap<String, usize> = HashMap::new();
    drafts.iter().for_each(|draft| *rows.entry(fold(&draft.team)).or_default() += 1);
    let is_partner = |draft: &&mut Draft| {
        let team = fold(&draft.team);
        names.contains(&team) && rows[&team] == 1 && draft.partner.is_empty()
    };
    for draft in drafts.iter_mut().filter(is_partner) {
        draft.partner = std::mem::take(&mut draft.team);
    }
}

/// What schools have several teams by: letters, numbers, colors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Number,
    Color,
    Squad,
}

/// The kind of a label that names no team by itself: `A`, `Team 2`, `Blue`, `JV`.
fn kind_of(label: &str) -> Option<Kind> {
    let folded = fold(label);
    let mut words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let word = words.find(|word| !matches!(*word, "team" | "squad" | "number" | "no"))?;
    if words.any(|word| !matches!(word, "team" | "squad")) {
        return None;
    }
    match word {
        "one" | "two" | "three" | "four" | "first" | "second" | "third" | "1st" | "2nd" | "3rd" => Some(Kind::Number),
        "red" | "blue" | "white" | "black" | "gold" | "green" | "silver" | "yellow" | "orange" | "purple" => {
            Some(Kind::Color)
        }
        "varsity" | "jv" | "novice" => Some(Kind::Squad),
        word if word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) => Some(Kind::Number),
        word if word.chars().count() == 1 || matches!(word, "ii" | "iii" | "iv") => Some(Kind::Letter),
        _ => None,
    }
}

/// The school of each row, the spellings of one school grouped together.
struct Schools {
    /// By row, an index of `names`.
    of: Vec<Option<usize>>,
    names: Vec<String>,
}

impl Schools {
    fn of(drafts: &[Draft]) -> Self {
        let mut names: Vec<String> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut of: Vec<Option<usize>> = Vec::with_capacity(drafts.len());
        for draft in drafts {
            let school = school_of(draft).filter(|_| !draft.team.is_empty());
            of.push(school.map(|school| {
                *known.entry(canonical_school(school)).or_insert_with(|| {
                    names.push(school.to_owned());
                    names.len() - 1
                })
            }));
        }
        let texts: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut first: Vec<usize> = (0..names.len()).collect();
        for (one, other) in schools_alike(&texts) {
            first[other] = first[one];
        }
        of.iter_mut().flatten().for_each(|school| *school = first[*school]);
        Self { of, names }
    }

    fn name(&self, row: usize) -> Option<&str> {
        Some(&self.names[self.of[row]?])
    }

    /// How many schools some rows are of.
    fn among(&self, rows: &[usize]) -> usize {
        rows.iter().filter_map(|row| self.of[*row]).collect::<HashSet<usize>>().len()
    }
}

/// The school of all that a row lists; none where its children are of two.
fn school_of(draft: &Draft) -> Option<&str> {
    let mut schools = draft.children.iter().map(|child| draft.school_of(child));
    let first = schools.next().unwrap_or(draft.school.as_deref())?;
    schools.all(|other| other.is_some_and(|other| fold(other) == fold(first))).then_some(first)
}
