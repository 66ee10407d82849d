//! The rows that could not be imported, as a file that can be mended and imported.

use super::mapping::Mapping;
use super::problem::Complaint;
use super::sheet::Sheet;
use std::collections::BTreeMap;

/// Heading of the first column. The importer takes the column away, so that the others keep their places.
pub(super) const REASON: &str = "What to fix";

/// The rejected rows as CSV (UTF-8, commas, CR LF).
pub(super) fn csv(sheet: &Sheet, mapping: &Mapping, complaints: &[Complaint], waiting: &[(usize, usize)]) -> String {
    let mut reasons: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for complaint in complaints {
        for row in &complaint.rows {
            reasons.entry(*row).or_default().push(format!("{}; {}", complaint.problem, complaint.problem.help()));
        }
    }
    for (row, line) in waiting {
        reasons.entry(*row).or_default().push(format!("good; waiting for the partner's row, which was line {line}"));
    }
    let mut csv = String::new();
    let headings: Vec<String> = mapping.columns.iter().map(|column| column.heading.clone()).collect();
    push_row(&mut csv, REASON, &headings);
    for (row, why) in reasons {
        let cells: Vec<String> = sheet.rows[row].cells.iter().map(|cell| cell.text.clone()).collect();
        push_row(&mut csv, &why.join(". "), &cells);
    }
    csv
}

fn push_row(csv: &mut String, first: &str, cells: &[String]) {
    csv.push_str(&quoted(first));
    for cell in cells {
        csv.push(',');
        csv.push_str(&quoted(cell));
    }
    csv.push_str("\r\n");
}

/// Quotes where needed, and guards cells that a spreadsheet would evaluate; the importer takes the guard off.
fn quoted(cell: &str) -> String {
    let guarded = cell.starts_with(['=', '+', '-', '@']) && cell.trim().parse::<f64>().is_err();
    let cell = if guarded { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains([',', '"', '\r', '\n', ';', '\t', '|']) || cell.starts_with(' ') || cell.ends_with(' ') {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}
