//! Entries that are off the list: those marked beside a name, "Knights (WITHDRAWN)", are left out, and of two rows for one team or child
//! the one marked elsewhere gives way. Each is noted.

use super::drafts::{Draft, Drafts};
use super::mapping::Mapping;
use super::places::Layout;
use super::problem::Note;
use super::sheet::Sheet;
use super::values;
use crate::tournament::names::{fold, list};
use std::collections::HashMap;

/// Takes out who is off the list.
pub(super) fn leave_out(all: &mut Drafts, sheet: &Sheet, mapping: &Mapping) {
    let gives_way = giving_way(&all.drafts, sheet, mapping);
    let mut out = Vec::new();
    let drafts = std::mem::take(&mut all.drafts);
    for (draft, gives_way) in drafts.into_iter().zip(gives_way) {
        match draft.crossed_out.first().cloned().or(gives_way) {
            Some(mark) => {
                all.complaints.retain(|complaint| !complaint.rows.contains(&draft.row));
                out.push((draft.entry.line, mark));
            }
            None => all.drafts.push(draft),
        }
    }
    if !out.is_empty() {
        let marked = list(out.iter().map(|(line, mark)| format!("line {line} \"{mark}\"")));
        let message = format!(
            "not entered, because the file marks them as withdrawn: {marked}; to enter one that is playing after all, remove the mark"
        );
        all.notes.push(Note { line: None, message });
    }
}

/// What marks a row as crossed out, for those beside which another row of their team or child is without a mark.
fn giving_way(drafts: &[Draft], sheet: &Sheet, mapping: &Mapping) -> Vec<Option<String>> {
    let marks: Vec<Option<String>> = drafts.iter().map(|draft| mark_beside(draft, sheet, mapping)).collect();
    let keys = |draft: &Draft| {
        let team = (mapping.layout == Layout::RowPerTeam && !draft.team.is_empty())
            .then(|| format!("t {}", fold(&draft.team)));
        team.into_iter()
            .chain(draft.children.iter().map(|child| format!("c {}", fold(&child.name))))
            .collect::<Vec<_>>()
    };
    let mut unmarked: HashMap<String, usize> = HashMap::new();
    for (draft, mark) in drafts.iter().zip(&marks) {
        if mark.is_none() && draft.crossed_out.is_empty() {
            keys(draft).into_iter().for_each(|key| *unmarked.entry(key).or_default() += 1);
        }
    }
    let is_listed_again = |draft: &Draft| keys(draft).iter().any(|key| unmarked.contains_key(key));
    drafts.iter().zip(marks).map(|(draft, mark)| mark.filter(|_| is_listed_again(draft))).collect()
}

/// `WITHDRAWN` in a cell of its own, such as one under "Status".
fn mark_beside(draft: &Draft, sheet: &Sheet, mapping: &Mapping) -> Option<String> {
    let may_be_mark = |at: usize| {
        mapping.columns.get(at).is_none_or(|column| column.field.is_none_or(|field| !field.what.is_an_entry()))
    };
    let mut cells = sheet.rows[draft.row].texts().enumerate();
    cells.find(|(at, text)| may_be_mark(*at) && values::is_crossed_out(text)).map(|(_, text)| text.to_owned())
}
