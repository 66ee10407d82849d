//! Lists of `Key=value` lines, as some club programs keep them: each `Name=` begins a child.

use super::sheet::{Cell, Row, Sheet};
use super::source::{MOST_COLUMNS, Source};

/// Reads such a list; `None` if the text is another kind of file.
pub(super) fn read(text: &str) -> Option<Sheet> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    if !first.trim_start().get(..5)?.eq_ignore_ascii_case("name=") {
        return None;
    }
    let source = Source::new(text.to_owned(), false);
    let mut headings = Row { line: 1, cells: Vec::new() };
    let mut rows: Vec<Row> = Vec::new();
    for number in 1.. {
        let (line, start) = source.line(number);
        if start >= text.len() {
            break;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let at = start + key.len() + 1;
        let cell = Cell { text: value.to_owned(), span: at..at + value.len() };
        if key.trim().eq_ignore_ascii_case("name") {
            rows.push(Row { line: number, cells: Vec::new() });
        }
        let known = headings.cells.iter().position(|heading| heading.text.eq_ignore_ascii_case(key.trim()));
        let column = known.unwrap_or_else(|| {
            headings.cells.push(Cell { text: key.trim().to_owned(), span: start..start + key.len() });
            headings.cells.len() - 1
        });
        if headings.cells.len() > MOST_COLUMNS {
            return None;
        }
        let row = rows.last_mut()?;
        while row.cells.len() <= column {
            row.cells.push(Cell { text: String::new(), span: at..at });
        }
        row.cells[column] = cell;
    }
    rows.insert(0, headings);
    Some(Sheet { source, rows })
}
