//! FIDE's lists in fixed columns: each begins where its heading is, and ends before the next.

use super::columns::{Columns, known};
use super::lines::Lines;
use super::rows::{Rows, Stopped};
use super::unread::Why;
use super::values;
use std::io::BufRead;
use std::ops::Range;

/// Whether this is the line of headings of such a list.
pub(super) fn is_heading(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let begins =
        ["id number ", "idnumber ", "id_number ", "idcode ", "id "].iter().any(|start| line.starts_with(start));
    begins && line.contains(" name ") && !line.contains(['\t', ',', ';'])
}

/// The headings with the place of each; a month in place of a heading is that of the rating.
pub(super) fn headings(line: &str) -> Vec<(String, Range<usize>)> {
    let mut found: Vec<(String, usize)> = Vec::new();
    let mut at = 0;
    for word in line.split(' ') {
        if !word.is_empty() {
            match found.last_mut() {
                // `ID Number` is one heading.
                Some((first, _)) if found_id(first) && word.eq_ignore_ascii_case("number") => first.push_str(" Number"),
                _ => found.push((word.to_owned(), at)),
            }
        }
        at += word.len() + 1;
    }
    let starts: Vec<usize> = found.iter().map(|(_, at)| *at).chain([usize::MAX]).collect();
    found.into_iter().zip(starts.windows(2)).map(|((word, _), span)| (word, span[0]..span[1])).collect()
}

fn found_id(word: &str) -> bool {
    word.eq_ignore_ascii_case("id")
}

/// What the columns are called, the month standing for the rating.
pub(super) fn names(headings: &[(String, Range<usize>)]) -> Vec<&str> {
    headings.iter().map(|(word, _)| if values::month(word).is_some() { "rating" } else { word.as_str() }).collect()
}

/// Reads what is under the headings.
pub(super) fn read<E>(
    lines: &mut Lines<impl BufRead>,
    heading: &str,
    columns: &Columns,
    rows: &mut Rows<'_, E>,
) -> Result<(), Stopped<E>> {
    let spans: Vec<Range<usize>> = headings(heading).into_iter().map(|(_, span)| span).collect();
    let month = |line: &str| headings(line).iter().find_map(|(word, _)| values::month(word));
    let own = month(heading);
    let needed = columns.rating.map_or(0, |rating| spans[rating].start);
    let mut last = String::new();
    while let Some(line) = lines.next()? {
        let line = line.into_owned();
        let number = lines.number;
        if is_heading(&line) {
            let words = headings(&line);
            if known(&names(&words)) > 2
                && let Some((own, other)) = own.zip(month(&line)).filter(|(own, other)| own != other)
            {
                return Err(Why::TwoMonths(own, other, number).into());
            }
            continue;
        }
        let cell = |column: usize| cell(&line, &spans[column]).to_owned();
        rows.take(number, columns.listed(cell))?;
        last = line;
    }
    match !lines.is_ended && last.len() <= needed {
        true => Err(Why::CutOff(format!("line {}", lines.number)).into()),
        false => Ok(()),
    }
}

/// The characters of a column, which are bytes in all lists that FIDE publishes.
fn cell<'l>(line: &'l str, span: &Range<usize>) -> &'l str {
    if line.is_ascii() {
        return line.get(span.start.min(line.len())..span.end.min(line.len())).unwrap_or_default();
    }
    let place = |nth: usize| line.char_indices().nth(nth).map_or(line.len(), |(at, _)| at);
    &line[place(span.start)..if span.end == usize::MAX { line.len() } else { place(span.end) }]
}
