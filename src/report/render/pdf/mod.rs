//! Paper: a report's data set by a Typst template, with fonts that come along.
//!
//! Templates see one file, `/data.json`; they read nothing else of the machine, load no packages, know no clock.
//! The same data gives the same bytes.

mod binder;
mod long;
mod sheet;
#[cfg(test)]
mod tests;
mod workshop;

pub use workshop::{LICENCES as FONT_LICENCES, TEMPLATES};

use super::super::masthead::Masthead;
use super::super::naming::map_texts;
use super::super::printable::Report;
use super::clean::clean;
use super::format::{Press, RenderError, Rendered};
use binder::Binder;
use serde_json::{Value, json};
use sheet::{Sheet, Stage};
use typst_layout::PagedDocument;

/// Sets a report for printing; the reports it holds one after the other, each with a count of its own.
pub fn pdf(report: &Report, press: Press<'_>) -> Result<Rendered, RenderError> {
    let title = (!report.parts.is_empty()).then(|| press.document(report));
    let title = title.map(|whole| clean(&format!("{} – {}", whole.title, whole.masthead.tournament)));
    let mut binder = Binder::default();
    let (mut sheets, mut warnings) = (0, Vec::new());
    let mut bind = |mut pages: PagedDocument| {
        if let Some(title) = &title {
            pages.info_mut().title = Some(title.into());
        }
        sheets += pages.pages().len();
        let file = typst_pdf::pdf(&pages, &typst_pdf::PdfOptions::default()).map_err(|errors| {
            RenderError::Unwritable(errors.iter().map(|e| e.message.as_str()).collect::<Vec<_>>().join("; "))
        })?;
        binder.add(file).ok_or_else(|| RenderError::Unwritable("the pages could not be bound together".to_owned()))
    };
    // Slips of several sections that follow each other are one pile: cut once, and in the order of the tables of the hall.
    let is_pile = |one: &Report, next: &Report| {
        [one, next].iter().all(|it| it.template == SLIPS) && !Sheet::new(SLIPS, press).is_the_directors()
    };
    let held = if report.parts.is_empty() { std::slice::from_ref(report) } else { &report.parts };
    for pile in held.chunk_by(is_pile) {
        let of_one = each(pile, press, &mut bind)?;
        warnings.extend(of_one.filter(|warning| !warnings.contains(warning)));
    }
    Ok(Rendered { bytes: binder.finish(), warnings, sheets: Some(sheets) })
}

const SLIPS: &str = "slips";

/// Sets the pages of a report, or of a pile of slips, as many together as memory is good for, and says what is wrong with them.
fn each(
    pile: &[Report],
    press: Press<'_>,
    take: &mut dyn FnMut(PagedDocument) -> Result<(), RenderError>,
) -> Result<Option<String>, RenderError> {
    let report = &pile[0];
    let mut document = press.document(report).map_text(&clean).for_readers();
    let mut sheet = Sheet::new(report.template, press);
    let parted = !sheet.is_the_directors();
    if !parted || !long::set(&mut sheet, &document, take)? {
        let mut view = map_texts(press.data(report)?, &clean);
        if pile.len() > 1 {
            view[SLIPS] = piled(pile, press)?;
            document.masthead = Masthead { section: None, round_called: None, starts: None, ..document.masthead };
        }
        if !parted || !long::pieces(&mut sheet, &document, &view, take)? {
            take(sheet.set(&document, &view, &Stage::Whole)?)?;
        }
    }
    Ok(sheet.warning())
}

/// The slips of several sections in the order of their tables; each says its section, and when it starts.
fn piled(pile: &[Report], press: Press<'_>) -> Result<Value, RenderError> {
    let mut slips = Vec::new();
    for report in pile {
        let Masthead { section, starts, .. } = press.document(report).masthead;
        let view = map_texts(press.data(report)?, &clean);
        for slip in view[SLIPS].as_array().into_iter().flatten() {
            let mut slip = slip.clone();
            slip["section"] = json!(section.as_deref().map(clean));
            slip["starts"] = json!(starts);
            slips.push(slip);
        }
    }
    slips.sort_by_key(|slip| slip["table"].as_u64());
    Ok(Value::Array(slips))
}
