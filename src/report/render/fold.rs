//! Tables wider than a line, cut between columns: what names the rows is repeated in each part.

use super::super::document::{Table, Width};
use std::ops::Range;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns of a line where nobody says otherwise: a folded table in a file is made for the narrowest terminal.
pub(super) const NARROW: u16 = 80;
/// The column of names gives up room for the others down to this, and to its longest word.
const NAMES: usize = 20;
/// Columns of texts give up room down to this, and to their longest word.
const TEXTS: usize = 14;
/// No word of this length is torn, a table is cut between its columns before: the longest name of a tie-break with its comma.
pub(super) const LONG_WORD: usize = 26;
/// Blanks behind a column.
const GAP: usize = 2;

/// The table in as many parts as its lines ask for, left to right.
pub(super) fn parts(table: &Table, width: u16) -> Vec<Table> {
    let names = table.columns.iter().position(|column| column.names_row).map_or(0, |at| at + 1);
    let growing = |column: usize| table.columns[column].width == Width::Grow;
    let down_to = |column: usize, least| widest(table, column).min(longest_word(table, column).clamp(least, LONG_WORD));
    let needed = |column: usize| match growing(column) && column >= names {
        true => down_to(column, TEXTS),
        false => widest(table, column),
    };
    let widths: Vec<usize> = (0..table.columns.len()).map(|column| needed(column) + GAP).collect();
    let width = usize::from(width);
    if names == 0 || widths.iter().sum::<usize>() <= width + GAP {
        return vec![table.clone()];
    }
    let head: usize =
        (0..names).map(|column| if growing(column) { down_to(column, NAMES) + GAP } else { widths[column] }).sum();
    let rest = &widths[names..];
    let fewest = cut(rest, width.saturating_sub(head)).len();
    // Not fuller than the number of parts asks for, so that they are about equally wide.
    let room = (1..width.saturating_sub(head))
        .find(|room| cut(rest, *room).len() == fewest)
        .unwrap_or(width.saturating_sub(head));
    let part = |shown: Range<usize>| {
        let kept = |column: usize| column < names || shown.contains(&(column - names));
        let mut part = table.clone();
        keep(&mut part.columns, kept);
        part.rows.iter_mut().for_each(|row| keep(row, kept));
        part
    };
    cut(rest, room).into_iter().map(part).collect()
}

/// What is in these columns of a row.
fn keep<T>(row: &mut Vec<T>, is_kept: impl Fn(usize) -> bool) {
    let mut columns = 0..;
    row.retain(|_| columns.next().is_some_and(&is_kept));
}

/// The table with one line a row, and the heads of what had no room in that: text right behind the names, then what a phone hides, from the
/// right. Second lines are left out.
pub(super) fn one_line(table: &Table, width: u16) -> (Table, Vec<String>) {
    let width = usize::from(width);
    let mut table = table.clone();
    let mut left_out = Vec::new();
    for cell in table.rows.iter_mut().flatten() {
        cell.under = None;
    }
    let names = table.columns.iter().position(|column| column.names_row).unwrap_or(0);
    let needed = |table: &Table| {
        let column = |at: usize| if at == names { widest(table, at).min(2 * NAMES) } else { widest(table, at) };
        (0..table.columns.len()).map(|at| column(at) + GAP).sum::<usize>() - GAP
    };
    while needed(&table) > width {
        let beside = names + 1;
        let is_text = table.columns.get(beside).is_some_and(|column| column.width == Width::Grow);
        let hidden = || table.columns.iter().rposition(|column| column.tucked).filter(|at| *at > names);
        let Some(at) = is_text.then_some(beside).or_else(hidden) else { break };
        left_out.push(table.columns.remove(at).heading);
        table.rows.iter_mut().for_each(|row| drop(row.remove(at)));
    }
    left_out.reverse();
    let others = needed(&table) - widest(&table, names).min(2 * NAMES);
    let room = width.saturating_sub(others).max(NAMES);
    for row in &mut table.rows {
        row[names].text = cut_short(&row[names].text, room);
    }
    (table, left_out)
}

/// A name in so many columns.
fn cut_short(name: &str, room: usize) -> String {
    if name.width() <= room {
        return name.to_owned();
    }
    let mut short = String::new();
    for c in name.chars() {
        if short.width() + c.width().unwrap_or(0) + 1 > room {
            break;
        }
        short.push(c);
    }
    short + "…"
}

/// Columns of these widths in as few runs as fit into the room, each with at least one.
fn cut(widths: &[usize], room: usize) -> Vec<Range<usize>> {
    let (mut cuts, mut from, mut used) = (Vec::new(), 0, 0);
    for (column, width) in widths.iter().enumerate() {
        // The last gap of a line needs no room.
        if column > from && used + width > room + GAP {
            cuts.push(from..column);
            (from, used) = (column, 0);
        }
        used += width;
    }
    cuts.push(from..widths.len());
    cuts
}

/// Terminal columns of a column's longest word.
pub(super) fn longest_word(table: &Table, column: usize) -> usize {
    let cells = table.rows.iter().filter_map(|row| row.get(column));
    let lines = cells.flat_map(|cell| [cell.text.as_str(), cell.under.as_deref().unwrap_or_default()]);
    let words = lines.chain([table.columns[column].heading.as_str()]).flat_map(|line| line.split(' '));
    words.map(UnicodeWidthStr::width).max().unwrap_or(0)
}

/// Terminal columns of a column's widest line.
pub(super) fn widest(table: &Table, column: usize) -> usize {
    let cells = table.rows.iter().filter_map(|row| row.get(column));
    let lines = cells.flat_map(|cell| [cell.text.width(), cell.under.as_deref().map_or(0, UnicodeWidthStr::width)]);
    lines.chain([table.columns[column].heading.width()]).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::super::document::{Cell, Column};
    use super::*;

    fn chart(rounds: usize, name: &str) -> Table {
        let mut columns = vec![Column::number("No."), Column::text("Team").naming()];
        columns.extend((1..=rounds).map(|round| Column::mark(format!("Rd {round}"))));
        let mut row = vec![Cell::whole(1), Cell::text(name)];
        row.extend((0..rounds).map(|_| Cell::text("WD12")));
        Table { rows: vec![row], folds: true, ..Table::new("Chart", columns) }
    }

    fn heads(table: &Table, width: u16) -> Vec<String> {
        parts(table, width)
            .iter()
            .map(|part| part.columns.iter().map(|c| c.heading.as_str()).collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[test]
    fn a_table_that_fits_stays_whole() {
        assert_eq!(parts(&chart(3, "Rooks"), 80).len(), 1);
    }

    #[test]
    fn a_wide_one_repeats_what_names_its_rows() {
        assert_eq!(heads(&chart(5, "Rooks"), 30), ["No. Team Rd 1 Rd 2 Rd 3", "No. Team Rd 4 Rd 5"]);
    }

    #[test]
    fn a_long_name_leaves_room_for_the_rounds() {
        let parts = parts(&chart(12, &"Long ".repeat(40)), 80);
        assert_eq!(parts.iter().map(|part| part.columns.len() - 2).collect::<Vec<_>>(), [6, 6]);
    }

    #[test]
    fn a_column_wider_than_a_line_still_has_its_part() {
        assert_eq!(heads(&chart(2, "Rooks"), 5), ["No. Team Rd 1", "No. Team Rd 2"]);
    }
}
