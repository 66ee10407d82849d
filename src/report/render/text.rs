//! Plain text and terminals: tables fitted to a width, colour only when asked for.

use super::super::document::{Align, Block, Cell, Column, Document, Emphasis, Table, Width};
use super::super::masthead::dotted;
use super::clean::clean;
use super::{fold, tree};
use comfy_table::{
    Attribute, CellAlignment, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle, TableStyle,
    Width as Absolute,
};
use unicode_width::UnicodeWidthStr;

/// Where lines are as long as they are, the one under a head need not be: a pager would fill screens with it.
const LONGEST_RULE: usize = 80;

/// How text is laid out. The caller knows the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Columns of the terminal; `None` lets lines be as long as they are.
    pub width: Option<u16>,
    /// Bold and dim by escape codes.
    pub colour: bool,
    /// Only ASCII signs of our own (names stay as they are).
    pub ascii: bool,
}

impl Style {
    /// For files and pipes: no limit, no colour.
    pub const PLAIN: Self = Self { width: None, colour: false, ascii: false };
}

/// Columns of the terminal on stdout, if it is one.
pub fn terminal_width() -> Option<u16> {
    comfy_table::Table::new().width()
}

/// A document as text with a line end at its end.
///
/// Characters in names that could steer a terminal are made harmless.
pub fn text(document: &Document, style: Style) -> String {
    let document = document.map_text(&clean).for_readers();
    // Before anything is measured: `½` is one column wide, `.5` is two.
    let document = if style.ascii { document.map_text(&plain_signs) } else { document };
    let head = &document.masthead;
    let title = dotted([Some(document.title.as_str()), Some(&head.place_and_time())]);
    let mut lines = painted(&head.tournament, Emphasis::Soft, style);
    lines.extend(painted(&title, Emphasis::Strong, style));
    for line in [document.subtitle.clone(), head.provisional_line()].into_iter().flatten() {
        lines.extend(wrapped(&line, style.width));
    }
    for block in &document.blocks {
        lines.push(String::new());
        lines.extend(block_lines(block, style));
    }
    lines.push(String::new());
    lines.extend(painted(&head.imprint(), Emphasis::Soft, style));
    let mut text = lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
    text.push('\n');
    // Spaces that hold words together have done their work.
    let text = text.replace('\u{a0}', " ");
    if style.ascii { plain_signs(&text) } else { text }
}

fn block_lines(block: &Block, style: Style) -> Vec<String> {
    match block {
        Block::Heading { text, .. } => painted(text, Emphasis::Strong, style),
        Block::Paragraph(text) => wrapped(text, style.width),
        Block::Notice(text) => wrapped(&format!("! {text}"), style.width),
        Block::List(items) => items.iter().flat_map(|item| point(item, style.width)).collect(),
        Block::Blanks(labels) => {
            labels.iter().map(|label| format!("{label}: ______________________________")).collect()
        }
        Block::NewSheet
        | Block::Links { .. }
        | Block::Path(_)
        | Block::Glance(_)
        | Block::Figures(_)
        | Block::Next(_) => vec![],
        Block::Bracket(bracket) => {
            let lines = tree::lines(bracket, style.width).unwrap_or_else(|| tree::sentences(bracket));
            let part = |(text, emphasis): &(String, Emphasis)| coloured(text, *emphasis, style);
            lines.iter().map(|line| line.iter().map(part).collect()).collect()
        }
        Block::Facts(facts) => {
            let widest = facts.iter().map(|(name, _)| name.width()).max().unwrap_or(0);
            let lines = |(name, value): &(String, Cell)| {
                let under = value.under.as_ref().map(|under| format!(" ({under})")).unwrap_or_default();
                let shown = wrapped(
                    &format!("{}{under}", value.text),
                    style.width.map(|width| width.saturating_sub(widest as u16 + 2)),
                );
                let named = |(at, line)| {
                    let name = if at == 0 { name.as_str() } else { "" };
                    format!("{name}{}{line}", " ".repeat(widest - name.width() + 2))
                };
                shown.into_iter().enumerate().map(named).collect::<Vec<_>>()
            };
            facts.iter().flat_map(lines).collect()
        }
        Block::Table(table) => {
            let (shown, left_out) = match style.width.filter(|_| table.one_line) {
                Some(width) => fold::one_line(table, width),
                None => (table.clone(), Vec::new()),
            };
            let width = style.width.unwrap_or(fold::NARROW);
            let tears = || style.width.is_some_and(|width| needed(&shown, 1, fold::LONG_WORD) > usize::from(width));
            let parts = if shown.folds || tears() { fold::parts(&shown, width) } else { vec![shown] };
            let style = if parts.len() > 1 { Style { width: Some(width), ..style } } else { style };
            let lines: Vec<Vec<String>> = parts.iter().map(|part| table_lines(part, style)).collect();
            let mut lines = lines.join(&String::new());
            if !left_out.is_empty() {
                let sentence = format!("{} hidden: widen the window, or ask for a file with -o", left_out.join(", "));
                lines.extend(wrapped(&sentence, style.width));
            }
            lines
        }
    }
}

fn table_lines(table: &Table, style: Style) -> Vec<String> {
    if table.rows.is_empty() {
        return vec!["(none)".to_owned()];
    }
    let mut drawn = comfy_table::Table::new();
    let quiet = TableStyle::new().header_lines(ContentLineStyle::none()).content_lines(ContentLineStyle::none());
    let under_head = LineStyle::none().fill(if style.ascii { '-' } else { '─' });
    drawn.load_style(quiet.header_separator(under_head)).force_no_tty();
    if style.colour {
        drawn.enforce_styling();
    }
    if let Some(width) = style.width {
        drawn.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    drawn.set_header(table.columns.iter().map(|column| comfy_table::Cell::new(&column.heading)));
    drawn.add_rows(table.rows.iter().map(|row| row.iter().map(cell)));
    // One blank between columns is better than words torn apart, and that where it must be than short words too.
    let layout = |width| {
        let layouts = (8..=fold::LONG_WORD).rev().flat_map(|word| [(2, word), (1, word)]);
        layouts.into_iter().find(|(gap, word)| needed(table, *gap, *word) <= usize::from(width))
    };
    let (gap, word) = style
        .width
        .map_or((2, Some(fold::LONG_WORD)), |width| layout(width).map_or((2, None), |(gap, word)| (gap, Some(word))));
    for (index, column) in table.columns.iter().enumerate() {
        let Some(shape) = drawn.column_mut(index) else { continue };
        // At the edge of a screen nothing is behind the last column.
        let gap = if style.width.is_some() && index + 1 == table.columns.len() { 0 } else { gap };
        shape.set_padding((0, gap)).set_cell_alignment(alignment(column.align));
        if let Some(word) = word {
            shape.set_constraint(match column.width {
                Width::Fit => ColumnConstraint::ContentWidth,
                Width::Grow => ColumnConstraint::LowerBoundary(Absolute::Fixed(
                    fold::longest_word(table, index).min(word) as u16 + gap,
                )),
            });
        }
    }
    let rule = |c: char| matches!(c, '─' | '-' | ' ');
    let cut = |line: String| match style.width {
        None if line.chars().all(rule) => line.chars().take(LONGEST_RULE).collect(),
        _ => line,
    };
    drawn.lines().map(cut).collect()
}

/// Terminal columns that a table needs where words up to a length are not torn, with a gap between columns.
fn needed(table: &Table, gap: u16, word: usize) -> usize {
    let column = |(index, column): (usize, &Column)| match column.width {
        Width::Fit => fold::widest(table, index),
        Width::Grow => fold::longest_word(table, index).min(word),
    };
    table.columns.iter().enumerate().map(|it| column(it) + usize::from(gap)).sum::<usize>().saturating_sub(gap.into())
}

fn cell(cell: &Cell) -> comfy_table::Cell {
    let content = match &cell.under {
        Some(under) if !under.is_empty() => format!("{}\n{under}", cell.text),
        _ => cell.text.clone(),
    };
    let shown = comfy_table::Cell::new_owned(content);
    match cell.emphasis {
        Emphasis::Plain => shown,
        Emphasis::Strong => shown.add_attribute(Attribute::Bold),
        Emphasis::Soft => shown.add_attribute(Attribute::Dim),
    }
}

fn alignment(align: Align) -> CellAlignment {
    match align {
        Align::Left => CellAlignment::Left,
        Align::Centre => CellAlignment::Center,
        Align::Right => CellAlignment::Right,
    }
}

/// A line of its own look, wrapped.
fn painted(text: &str, emphasis: Emphasis, style: Style) -> Vec<String> {
    wrapped(text, style.width).into_iter().map(|line| coloured(&line, emphasis, style)).collect()
}

fn coloured(text: &str, emphasis: Emphasis, style: Style) -> String {
    match (style.colour && !text.trim().is_empty(), emphasis) {
        (true, Emphasis::Strong) => format!("\u{1b}[1m{text}\u{1b}[0m"),
        (true, Emphasis::Soft) => format!("\u{1b}[2m{text}\u{1b}[0m"),
        _ => text.to_owned(),
    }
}

/// Words of a line on as many lines as the width asks for. What no-break spaces hold together stays whole, even where it alone is wider.
pub fn wrapped(text: &str, width: Option<u16>) -> Vec<String> {
    let limit = width.map_or(usize::MAX, usize::from);
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("the list starts with one line and only grows");
        if !line.is_empty() && line.width() + 1 + word.width() > limit {
            lines.push(word.to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines
}

/// One point of a list: what does not fit on its first line is aligned with it.
fn point(item: &str, width: Option<u16>) -> Vec<String> {
    let lines = wrapped(item, width.map(|width| width.saturating_sub(2)));
    lines.iter().enumerate().map(|(number, line)| format!("{} {line}", if number == 0 { "-" } else { " " })).collect()
}

/// Our own signs in ASCII, for terminals that draw nothing else.
fn plain_signs(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '½' | '¼' | '¾' => {
                let after_digit = plain.ends_with(|last: char| last.is_ascii_digit());
                plain.push_str(if after_digit { "" } else { "0" });
                plain.push_str(match c {
                    '½' => ".5",
                    '¼' => ".25",
                    _ => ".75",
                });
            }
            '·' | '–' | '—' | '─' => plain.push('-'),
            '│' => plain.push('|'),
            '┐' | '┘' | '├' => plain.push('+'),
            '□' => plain.push('w'),
            '■' => plain.push('b'),
            '…' => plain.push_str("..."),
            '’' => plain.push('\''),
            '×' => plain.push('x'),
            '†' => plain.push('+'),
            '‡' => plain.push('#'),
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::super::super::document::{Block, Cell, Column, Document, Table};
    use super::super::super::masthead::{Masthead, Stamp};
    use super::{Style, text};
    use crate::tournament::Tournament;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn what_is_held_together_is_not_broken() {
        let command = "bughouse section edit Open --rounds 3".replace(' ', "\u{a0}");
        let shown = narrow(Block::List(vec![format!("5 rounds are planned: {command}; or play on as it is")]));
        let expected = "- 5 rounds are planned:\n  bughouse section edit Open --rounds 3;\n  or play on as it is\n";
        assert!(shown.contains(expected), "{shown}");
    }

    fn narrow(block: Block) -> String {
        let stamp = Stamp { printed: chrono::DateTime::default(), version: 1 };
        let document = Document::new("Test", Masthead::new(&Tournament::default(), None, None, stamp)).with(block);
        text(&document, Style { width: Some(40), colour: false, ascii: true })
    }

    #[test]
    fn plain_signs_are_measured_as_they_are_shown() {
        let columns = (0..8).map(|_| Column::number("Pts")).collect();
        let rows = vec![vec![Cell::number(1.5, "1½"); 8]];
        let shown = narrow(Block::Table(Table { rows, ..Table::new("Points", columns) }));
        assert!(
            shown.contains("1.5")
                && shown.lines().take_while(|line| !line.starts_with("Printed")).all(|line| line.width() <= 40),
            "{shown}"
        );
    }

    #[test]
    fn the_lines_of_a_point_stand_below_each_other() {
        let shown = narrow(Block::List(vec!["a point that is too long for a line of forty columns".to_owned()]));
        assert!(
            shown.contains("- a point that is too long for a line of\n  forty columns")
                || shown.contains("line\n  of forty columns"),
            "{shown}"
        );
    }
}
