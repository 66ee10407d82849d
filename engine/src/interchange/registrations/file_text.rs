//! The text of a list as it was read: where each byte is, how much of it is read at most, and a complaint about it as a compiler would
//! show it: the place, the line, a caret under the cell, and the help.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use std::ops::Range;

/// No registration form has more columns, and no list more cells.
pub(super) const MOST_COLUMNS: usize = 500;
pub(super) const MOST_CELLS: usize = 1_000_000;

/// The text that complaints are shown in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileText {
    pub text: String,
    /// A worksheet: columns are counted in cells, and the text is a rendering of its rows.
    pub is_grid: bool,
    /// Byte offset of each line's first character, but the first line's.
    breaks: Vec<usize>,
}

impl FileText {
    /// The decoded text of a file, or the rendering of a worksheet.
    pub fn new(text: String, is_grid: bool) -> Self {
        let breaks = breaks(&text).collect();
        Self { text, is_grid, breaks }
    }

    /// Line and column, both from 1, of a byte of the text. The column counts characters.
    pub fn place(&self, at: usize) -> (usize, usize) {
        let at = at.min(self.text.len());
        let line = self.breaks.partition_point(|start| *start <= at);
        let start = if line == 0 { 0 } else { self.breaks[line - 1] };
        (line + 1, self.text[start..at].chars().count() + 1)
    }

    /// The text of a line without its break, and the byte it begins at.
    pub fn line(&self, line: usize) -> (&str, usize) {
        let start = if line <= 1 { 0 } else { self.breaks.get(line - 2).copied().unwrap_or(self.text.len()) };
        let end = self.breaks.get(line - 1).copied().unwrap_or(self.text.len());
        (self.text[start..end].trim_end_matches(['\r', '\n']), start)
    }
}

/// The byte offsets just after each line break: LF, CR LF, or a CR alone.
pub(super) fn breaks(text: &str) -> impl Iterator<Item = usize> {
    let ends = text.match_indices(['\r', '\n']).map(|(at, _)| at + 1);
    ends.filter(|end| !(text[..*end].ends_with('\r') && text[*end..].starts_with('\n')))
}

/// Characters of a line shown on each side of the cell complained of.
const AROUND: usize = 60;

/// The line that `span` begins in, with the span marked.
pub(super) fn excerpt(file_text: &FileText, file: &str, title: &str, span: Range<usize>, help: &str) -> String {
    let (number, _) = file_text.place(span.start);
    let (line, start) = file_text.line(number);
    let from = span.start.saturating_sub(start).min(line.len());
    let until = span.end.saturating_sub(start).clamp(from, line.len());
    let (line, marked) = clipped(line, from..until);
    let snippet =
        Snippet::source(line).path(file.to_owned()).line_start(number).annotation(AnnotationKind::Primary.span(marked));
    let report =
        [Level::ERROR.primary_title(harmless(title)).element(snippet).element(Level::HELP.message(harmless(help)))];
    Renderer::plain().render(&report)
}

/// A complaint about a file as a whole.
pub(super) fn bare(title: &str, help: &str) -> String {
    let report = [Level::ERROR.primary_title(harmless(title)).element(Level::HELP.message(harmless(help)))];
    Renderer::plain().render(&report)
}

/// The part of the line around the span, controls made visible, and the span within that part.
fn clipped(line: &str, span: Range<usize>) -> (String, Range<usize>) {
    let floor = |mut at: usize| {
        while !line.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (from, until) = (floor(span.start), floor(span.end));
    let first = line[..from].char_indices().rev().nth(AROUND).map_or(0, |(at, _)| at);
    let marked_end = line[from..until].char_indices().nth(AROUND).map_or(until, |(at, _)| from + at);
    let last = line[marked_end..].char_indices().nth(AROUND).map_or(line.len(), |(at, _)| marked_end + at);
    let head = format!("{}{}", if first > 0 { "…" } else { "" }, harmless(&line[first..from]));
    let marked = harmless(&line[from..marked_end]);
    let tail = format!("{}{}", harmless(&line[marked_end..last]), if last < line.len() { "…" } else { "" });
    let span = head.len()..head.len() + marked.len();
    (format!("{head}{marked}{tail}"), span)
}

/// Control characters and direction marks as visible signs, so that a file cannot drive the terminal.
fn harmless(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\t' => ' ',
            '\u{7f}'..='\u{9f}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                '\u{fffd}'
            }
            c if (c as u32) < 0x20 => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, span: Range<usize>) -> String {
        excerpt(
            &FileText::new(text.to_owned(), false),
            "entries.csv",
            "\"twelve\" is not a rating",
            span,
            "expected a number",
        )
    }

    #[test]
    fn a_long_line_is_cut_around_the_cell() {
        let line = format!("{},twelve,{}", "x".repeat(5000), "ü".repeat(5000));
        let shown = shown(&line, 5001..5007);
        assert!(shown.lines().all(|l| l.chars().count() < 160), "{shown}");
        assert!(shown.contains("twelve") && shown.contains("^^^^^^"), "{shown}");
    }

    #[test]
    fn a_cell_cannot_drive_the_terminal() {
        let shown = shown("A\u{1b}[31m\u{9b}31m\u{202e},twelve\n", 0..3);
        assert!(!shown.chars().any(|c| c.is_control() && c != '\n' || c == '\u{202e}'), "{shown:?}");
    }
}
