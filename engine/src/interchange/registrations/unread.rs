//! What would be lost without a word: columns that nobody reads, though others of their kind are read, or though names stand under them.

use super::field::{FormField, What};
use super::headings::{Meaning, Whose};
use super::phrases::{SURE, is_foreign};
use super::places::{How, Layout, Places, holds_names};
use super::sheet::Row;
use super::values;
use crate::tournament::names::{fold, list};

/// A column that nobody reads, and what its heading says that it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unread {
    pub column: usize,
    pub what: What,
}

/// Columns of names, ratings, grades and ids that nobody reads, though others of their kind are read: most likely one
/// partner's. What only repeats the names that are read is no loss.
pub(super) fn beside_its_kind(places: &Places, layout: Layout, rows: &[Row]) -> Vec<Unread> {
    let is_read = |what: What| match what {
        what if holds_name(what) => true,
        what => places.fields().any(|field| field.what == what),
    };
    // The director has said which columns hold it, or that no other does.
    let is_settled = |what: What| {
        let asked = |seat| places.by_column.contains(&Some((FormField { seat, what }, How::Asked)));
        let by_hand = match layout {
            Layout::RowPerPlayer => asked(None),
            Layout::RowPerTeam => asked(Some(1)) && asked(Some(2)),
        };
        let is_silent = |what| places.silent.contains(&FormField::of_row(what));
        by_hand || is_silent(what) || holds_name(what) && is_silent(What::Name)
    };
    let has_partner = places.any(|m| m.what.is_partner());
    let is_another_matter = |m: &Meaning| match m.whose {
        // `Rating 2` of one child is a second rating, such as quick chess.
        Whose::Numbered(_) => m.what == What::Rating && !has_partner,
        Whose::Row => m.what == What::Id && m.weight < SURE - 1,
        Whose::Team | Whose::Child(_) | Whose::Partner => false,
    };
    let is_lost = |column: usize, m: &Meaning| match m.what {
        what if holds_name(what) => {
            // `Your name` beside both players is the person who filled in the form.
            let is_filled_in_by = m.weight < SURE - 1 && m.whose == Whose::Row && layout == Layout::RowPerTeam;
            !is_filled_in_by && rows.iter().any(|row| adds_name(places, row, column))
        }
        What::Rating | What::Grade | What::Id => !is_another_matter(m),
        _ => false,
    };
    // A first name beside a whole name is read for nothing.
    let is_beside_whole =
        |field: FormField| field.what == What::FirstName && places.holds(FormField { what: What::Name, ..field });
    let is_idle = |column: usize| places.by_column[column].is_none_or(|(field, _)| is_beside_whole(field));
    let unread = places.meanings.iter().enumerate().filter(|(column, _)| is_idle(*column));
    unread
        .filter_map(|(column, meaning)| Some((column, (*meaning)?)))
        .filter(|(column, m)| is_lost(*column, m) && is_read(m.what) && !is_settled(m.what))
        .map(|(column, m)| Unread { column, what: m.what })
        .collect()
}

fn holds_name(what: What) -> bool {
    what.is_name() || what.is_partner() || what == What::Players
}

/// Whether a cell of an unread column holds a word that no name read of its row has.
fn adds_name(places: &Places, row: &Row, column: usize) -> bool {
    let cell = row.text(column);
    if cell.is_empty() || values::is_nobody(cell) || values::is_yes(cell) {
        return false;
    }
    let words = |cell: &str| {
        let folded = fold(cell);
        let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    let is_name = |at: &usize| *at != column && places.by_column[*at].is_some_and(|(field, _)| holds_name(field.what));
    let read: Vec<String> =
        (0..places.by_column.len()).filter(is_name).flat_map(|column| words(row.text(column))).collect();
    words(cell).iter().any(|word| !read.contains(word))
}

/// What to say of columns whose heading nobody understands and which look as if they held names that are on no other column.
pub(super) fn perhaps_names(places: &Places, samples: &[Row]) -> Option<String> {
    let is_open = |column: &usize| {
        let is_beside = |m: Meaning| !m.what.is_an_entry() || m.what == What::Team;
        places.by_column[*column].is_none()
            && !places.meanings[*column].is_some_and(is_beside)
            && !is_foreign(places.headings[*column])
    };
    let holds = |column: &usize| {
        let cells = || samples.iter().map(|row| row.text(*column)).filter(|cell| !cell.is_empty());
        let different: std::collections::HashSet<String> = cells().map(fold).collect();
        holds_names(samples, *column)
            && different.len() * 10 >= cells().count() * 9
            && samples.iter().any(|row| adds_name(places, row, *column))
    };
    let found = (0..places.headings.len()).filter(is_open).filter(holds);
    let columns = found.map(|column| {
        let first = samples.iter().map(|row| row.text(column)).find(|cell| !cell.is_empty());
        format!("column {}, \"{}\" ({})", column + 1, places.headings[column], first.unwrap_or_default())
    });
    let columns = list(columns);
    (!columns.is_empty()).then(|| {
        format!("not read, though there may be names in it: {columns}; if they are a child's or a partner's: --map player-2=COLUMN, --map partner=COLUMN")
    })
}
