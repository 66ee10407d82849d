//! The same child or team twice in one file: refused. Nearly the same: noted.
//!
//! Ids beat names. Different digits or different ids are different people.

use super::drafts::{Draft, Drafts, complaint_at, key};
use super::field::{Field, What};
use super::mapping::{Layout, Mapping};
use super::problem::{Note, Problem};
use super::sheet::Sheet;
use crate::registration::{Child, Likeness};
use crate::tournament::names::fold;
use std::collections::{BTreeSet, HashMap};

/// More notes than this about look-alikes help nobody.
const MOST_NOTES: usize = 40;

/// Ids, lines and spellings of children of one name and school.
type Namesakes = Vec<(Option<String>, usize, String)>;

/// Marks rows of children who are on an earlier row as bad, or takes them out, with a complaint for each.
pub(super) fn refuse_children(all: &mut Drafts, sheet: &Sheet, mapping: &Mapping) {
    let mut by_id: HashMap<String, (String, usize)> = HashMap::new();
    let mut by_name: HashMap<(String, String), Namesakes> = HashMap::new();
    let mut couples: HashMap<BTreeSet<String>, usize> = HashMap::new();
    let drafts = std::mem::take(&mut all.drafts);
    for mut draft in drafts {
        // Each partner may have filled in the form for both.
        if mapping.layout == Layout::RowPerTeam && draft.team.is_empty() && draft.children.len() == 2 {
            let couple = draft.children.iter().map(|child| fold(&child.name)).collect();
            if let Some(line) = couples.insert(couple, draft.line) {
                let message =
                    format!("{} and {} are on line {line} too", draft.children[0].name, draft.children[1].name);
                all.notes.push(Note { line: Some(draft.line), message });
                continue;
            }
        }
        let mut problem = None;
        for (seat, child) in draft.children.iter().enumerate() {
            let seat = (mapping.layout == Layout::RowPerTeam).then_some(seat as u8 + 1);
            if let Some(id) = &child.federation_id {
                if let Some((earlier, line)) = by_id.get(&fold(id)) {
                    let (player, id, earlier, line) = (child.name.clone(), id.clone(), earlier.clone(), *line);
                    problem = Some((Field { seat, what: What::Id }, Problem::IdTwice { player, id, earlier, line }));
                    break;
                }
                by_id.insert(fold(id), (child.name.clone(), draft.line));
            }
            let namesakes = by_name.entry(key(child)).or_default();
            let same = |other: &Option<String>| child.federation_id.is_none() || other.is_none();
            if let Some((_, line, earlier)) = namesakes.iter().find(|(id, _, _)| same(id)) {
                let what = name_field(mapping, seat);
                problem = Some((
                    what,
                    Problem::ChildTwice { player: child.name.clone(), earlier: earlier.clone(), line: *line },
                ));
                break;
            }
            namesakes.push((child.federation_id.clone(), draft.line, child.name.clone()));
        }
        let Some((field, problem)) = problem else {
            all.drafts.push(draft);
            continue;
        };
        // The same child again adds nothing to its team; another child under a wrong id does.
        let is_repeat = matches!(problem, Problem::ChildTwice { .. }) && mapping.layout == Layout::RowPerPlayer;
        all.complaints.push(complaint_at(sheet, mapping, draft.row, Some(field), problem));
        if !is_repeat {
            draft.is_bad = true;
            all.drafts.push(draft);
        }
    }
}

/// The column that a child's name stands in.
pub(super) fn name_field(mapping: &Mapping, seat: Option<u8>) -> Field {
    let fields = [What::Name, What::FirstName, What::LastName].map(|what| Field { seat, what });
    fields.into_iter().find(|field| mapping.column(*field).is_some()).unwrap_or(fields[0])
}

/// Marks team rows as bad whose name an earlier row of the same section has.
pub(super) fn refuse_teams(all: &mut Drafts, sheet: &Sheet, mapping: &Mapping) {
    let mut seen: HashMap<String, Vec<(Option<String>, usize)>> = HashMap::new();
    for draft in &mut all.drafts {
        let section = draft.section.as_deref().map(fold);
        let namesakes = seen.entry(fold(&draft.team)).or_default();
        let same = |other: &Option<String>| other.is_none() || section.is_none() || *other == section;
        match namesakes.iter().find(|(other, _)| same(other)) {
            Some((_, line)) if !draft.team.is_empty() => {
                let problem = Problem::TeamTwice { team: draft.team.clone(), line: *line };
                all.complaints.push(complaint_at(sheet, mapping, draft.row, Some(Field::of_row(What::Team)), problem));
                draft.is_bad = true;
            }
            _ => namesakes.push((section, draft.line)),
        }
    }
}

/// Notes children whose names differ by one letter, and namesakes of two schools.
pub(super) fn note_likenesses(drafts: &[Draft], notes: &mut Vec<Note>) {
    let mut found = Vec::new();
    note_children(drafts, &mut found);
    let more = found.len().saturating_sub(MOST_NOTES);
    found.truncate(MOST_NOTES);
    notes.append(&mut found);
    if more > 0 {
        notes.push(Note {
            line: None,
            message: match more {
                1 => "1 more pair of names looks alike".to_owned(),
                _ => format!("{more} more pairs of names look alike"),
            },
        });
    }
}

fn note_children(drafts: &[Draft], notes: &mut Vec<Note>) {
    let children: Vec<(usize, &Child)> =
        drafts.iter().flat_map(|d| d.children.iter().map(|child| (d.line, child))).collect();
    let names: Vec<String> = children.iter().map(|(_, child)| fold(&child.name)).collect();
    for (a, b) in Likeness::pairs(&names) {
        let ((line, one), (other_line, other)) = (children[a], children[b]);
        let have_ids = one.federation_id.is_some() && other.federation_id.is_some();
        let schools = [one, other].map(|child| child.school.as_deref().map(fold));
        let other_school = schools[0] != schools[1] && schools[0].is_some() && schools[1].is_some();
        if have_ids || (names[a] != names[b] && other_school) {
            continue;
        }
        let message = match &other.school {
            Some(school) if names[a] == names[b] => {
                format!("{} of {school} has a namesake on line {line}: two children, or one?", other.name)
            }
            _ => format!("{} looks like {} on line {line}: the same child?", other.name, one.name),
        };
        notes.push(Note { line: Some(other_line), message });
    }
}
