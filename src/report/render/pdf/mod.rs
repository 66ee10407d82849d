//! Paper: a report's data set by a Typst template, with fonts that come along.
//!
//! Templates see one file, `/data.json`; they read nothing else of the machine, load no packages, know no clock.
//! The same data gives the same bytes.

mod fonts;
mod missing;
mod templates;
#[cfg(test)]
mod tests;
mod workshop;

pub use fonts::LICENCES as FONT_LICENCES;
pub use templates::TEMPLATES;

use super::super::document::Document;
use super::super::printable::Report;
use super::clean::clean;
use super::format::{Paper, Press, RenderError, Rendered};
use serde::Serialize;
use serde_json::Value;
use typst::model::{Document as _, DocumentInfo};
use typst_layout::PagedDocument;
use workshop::Workshop;

/// What a template reads as `/data.json`.
#[derive(Serialize)]
struct Data<'a> {
    paper: &'static str,
    document: &'a Document,
    view: Value,
}

/// Sets a report for printing.
pub fn pdf(report: &dyn Report, press: Press<'_>) -> Result<Rendered, RenderError> {
    let (pages, warnings) = match report.parts() {
        [] => pages(report, press)?,
        parts => joined(report, parts, press)?,
    };
    let bytes = typst_pdf::pdf(&pages, &typst_pdf::PdfOptions::default()).map_err(|errors| {
        RenderError::Unwritable(errors.iter().map(|e| e.message.as_str()).collect::<Vec<_>>().join("; "))
    })?;
    Ok(Rendered { bytes, warnings, sheets: Some(pages.pages().len()) })
}

/// The pages of several reports, each with a count of its own.
fn joined(
    whole: &dyn Report,
    parts: &[Box<dyn Report>],
    press: Press<'_>,
) -> Result<(PagedDocument, Vec<String>), RenderError> {
    let (mut sheets, mut warnings) = (Vec::new(), Vec::new());
    let mut info = DocumentInfo::default();
    for part in parts {
        let (set, of_part) = pages(part.as_ref(), press)?;
        info = set.info().clone();
        sheets.extend_from_slice(set.pages());
        warnings.extend(of_part.into_iter().filter(|warning| !warnings.contains(warning)).collect::<Vec<_>>());
    }
    let document = press.document(whole);
    info.title = Some(clean(&format!("{} – {}", document.title, document.masthead.tournament)).into());
    Ok((PagedDocument::new(sheets.into_iter().collect(), info), warnings))
}

/// The pages of a report and what is wrong with them.
fn pages(report: &dyn Report, press: Press<'_>) -> Result<(PagedDocument, Vec<String>), RenderError> {
    let document = press.document(report).map_text(&clean).for_readers();
    let unwritable = |error: serde_json::Error| RenderError::Unwritable(error.to_string());
    let view = cleaned(press.data(report)?);
    let data = Data { paper: paper_name(press.paper), document: &document, view };
    let data = serde_json::to_vec(&data).map_err(unwritable)?;

    let mut workshop = Workshop::new(report.template(), data, press.templates);
    let pages = workshop.set()?;
    let undrawn = missing::characters(&pages);
    if undrawn.is_empty() {
        return Ok((pages, Vec::new()));
    }
    // Only now is it worth the time to look through the machine's own fonts.
    if !workshop.add_fonts(fonts::of_the_machine(&undrawn)) {
        return Ok((pages, vec![missing::warning(&undrawn)]));
    }
    let pages = workshop.set()?;
    let undrawn = missing::characters(&pages);
    let warnings = if undrawn.is_empty() { Vec::new() } else { vec![missing::warning(&undrawn)] };
    Ok((pages, warnings))
}

fn paper_name(paper: Paper) -> &'static str {
    match paper {
        Paper::Letter => "us-letter",
        Paper::A4 => "a4",
    }
}

/// The same value with every text made harmless.
fn cleaned(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(clean(&text)),
        Value::Array(items) => Value::Array(items.into_iter().map(cleaned).collect()),
        Value::Object(fields) => {
            Value::Object(fields.into_iter().map(|(name, value)| (name, cleaned(value))).collect())
        }
        other => other,
    }
}
