//! What was read and is perhaps not meant so: names with more in them than a name, rows that are crossed out in a column that is not read,
//! children who look alike. Each is noted and refuses nothing.

use super::drafts::Draft;
use super::encoding::encoded_twice;
use super::gather::Registered;
use super::mapping::Mapping;
use super::problem::Note;
use super::sheet::Sheet;
use super::values;
use crate::registration::{Child, Entrants, look_alikes};
use crate::tournament::names::{fold, list};

/// More than this of one kind help nobody.
const MOST_NOTES: usize = 40;

pub(super) fn note(drafts: &[Draft], sheet: &Sheet, mapping: &Mapping, notes: &mut Vec<Note>) {
    notes.extend(more_than_names(drafts));
    notes.extend(encoded_twice_in(drafts));
    notes.extend(crossed_out(drafts, sheet, mapping));
    note_likenesses(drafts, notes);
}

/// `Ann Lee (3rd)`, `Ann & Bob Lee`: entered as they stand.
fn more_than_names(drafts: &[Draft]) -> Option<Note> {
    let is_odd = |name: &str| {
        let beside = name.split_once('(').map_or("", |(_, beside)| beside);
        beside.contains(|c: char| c.is_ascii_digit())
            || name.contains([';', ':', '&', '/', '\\', '|', '+', '*', '_', '@', '<', '>'])
    };
    let good = drafts.iter().filter(|draft| !draft.is_bad);
    let lines = good.flat_map(|draft| draft.children.iter().map(|child| (draft.entry.line, child.name.as_str())));
    let lines = by_line(lines.filter(|(_, name)| is_odd(name)).collect())?;
    Some(Note { line: None, message: format!("names with something extra in them, kept as is: {lines}") })
}

/// `ZoÃ«`: entered as it is.
fn encoded_twice_in(drafts: &[Draft]) -> Option<Note> {
    let texts = |draft: &Draft| {
        let of_children = draft.children.iter().flat_map(|child| [Some(&child.name), child.school.as_ref()]);
        let mut texts = of_children.chain([Some(&draft.team), draft.school.as_ref()]).flatten();
        texts.find_map(|text| Some((text.clone(), encoded_twice(text)?)))
    };
    let good = drafts.iter().filter(|draft| !draft.is_bad);
    let found: Vec<_> = good.filter_map(|draft| Some((draft.entry.line, texts(draft)?))).collect();
    let lines = by_line(found.iter().map(|(line, (text, _))| (*line, text.as_str())).collect())?;
    let meant = found.first().map_or("", |(_, (_, meant))| meant.as_str());
    let message = format!(
        "garbled letters, kept as is: {lines} (probably {meant}); save the list from the spreadsheet as \"CSV UTF-8\" and import that"
    );
    Some(Note { line: None, message })
}

/// `WITHDRAWN` under "Status", which is not read.
fn crossed_out(drafts: &[Draft], sheet: &Sheet, mapping: &Mapping) -> Option<Note> {
    let is_unread = |at: usize| mapping.columns.get(at).is_none_or(|column| column.field.is_none());
    let said = |draft: &Draft| {
        let mut cells = sheet.rows[draft.row].texts().enumerate();
        let (_, text) = cells.find(|(at, text)| is_unread(*at) && values::is_crossed_out(text))?;
        Some((draft.entry.line, text.trim()))
    };
    let lines = by_line(drafts.iter().filter_map(said).collect())?;
    let message = format!(
        "entered anyway, though a column that wasn't read says: {lines}; to take one out: bughouse team withdraw TEAM"
    );
    Some(Note { line: None, message })
}

/// A team is placed by the grade of its older partner, who may be the one without a grade.
pub(super) fn note_grades(entries: &[Registered], notes: &mut Vec<Note>) {
    let partners = |entry: &Registered| match &entry.registration.entrants {
        Entrants::Team { players, is_house: false, .. } => Some((entry.line, players.clone())),
        _ => None,
    };
    let (whole, rest): (Vec<_>, Vec<_>) =
        entries.iter().filter_map(partners).partition(|(_, players)| players.iter().all(|child| child.grade.is_some()));
    let half = rest.iter().filter(|(_, players)| players.iter().any(|child| child.grade.is_some()));
    let without = half.flat_map(|(line, players)| {
        players.iter().filter(|child| child.grade.is_none()).map(|child| (*line, child.name.as_str()))
    });
    if let Some(lines) = by_line(without.collect()).filter(|_| !whole.is_empty()) {
        notes.push(Note {
            line: None,
            message: format!("no grade given, so the partner's grade decides the section: {lines}"),
        });
    }
}

/// What lines say, as many as help, and how many more there are.
pub(super) fn by_line(said: Vec<(usize, &str)>) -> Option<String> {
    let more = said.len().checked_sub(MOST_NOTES + 1).map(|more| format!("{} more", more + 1));
    let lines = said.iter().take(MOST_NOTES).map(|(line, text)| format!("line {line} \"{text}\""));
    (!said.is_empty()).then(|| list(lines.chain(more)))
}

/// Notes children whose names differ by one letter, and namesakes of two schools.
fn note_likenesses(drafts: &[Draft], notes: &mut Vec<Note>) {
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
    let children: Vec<(usize, &Child, Option<&str>)> =
        drafts.iter().flat_map(|d| d.children.iter().map(|child| (d.entry.line, child, d.school_of(child)))).collect();
    let names: Vec<String> = children.iter().map(|(_, child, _)| fold(&child.name)).collect();
    for (a, b) in look_alikes(&names) {
        let ((line, one, school), (other_line, other, its_school)) = (children[a], children[b]);
        let have_ids = one.federation_id.is_some() && other.federation_id.is_some();
        let schools = [school, its_school].map(|school| school.map(fold));
        let other_school = schools[0] != schools[1] && schools[0].is_some() && schools[1].is_some();
        if have_ids || (names[a] != names[b] && other_school) {
            continue;
        }
        let message = match its_school {
            Some(school) if names[a] == names[b] => {
                format!("{} of {school} has the same name as a child on line {line}: two children, or one?", other.name)
            }
            _ => format!("{} looks like {} on line {line}: the same child?", other.name, one.name),
        };
        notes.push(Note { line: Some(other_line), message });
    }
}
