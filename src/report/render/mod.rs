//! From a document to bytes, one file a format. The only place that writes tables and CSV.

mod clean;
mod csv;
mod fold;
mod format;
mod html;
#[cfg(feature = "pdf")]
mod pdf;
mod text;
mod tree;

pub use clean::clean;
pub use csv::csv;
pub use format::{Format, Paper, Press, RenderError, Rendered};
pub(super) use html::{Link, Site, page};
pub use html::{STYLE, fragment, html, linked_fragment};
#[cfg(feature = "pdf")]
pub use pdf::{FONT_LICENCES, TEMPLATES, pdf};
pub use text::{Style, terminal_width, text, wrapped};

use super::printable::Report;
use serde::Serialize;

/// Writes a report in any format. Plain text is unlimited in width and without colour.
pub fn render(report: &Report, format: Format, press: Press<'_>) -> Result<Rendered, RenderError> {
    match format {
        Format::Html => html(&press.document(report)).map(Rendered::from),
        Format::Csv => csv(&press.document(report)).map(Rendered::from),
        Format::Txt => Ok(text(&press.document(report), Style::PLAIN).into_bytes().into()),
        Format::Json if press.names.is_some() => json(&press.data(report)?).map(Rendered::from),
        Format::Json => json(report).map(Rendered::from),
        Format::Pdf => pdf(report, press),
    }
}

/// Writes a report for other programs: indented JSON with a line end.
pub fn json(report: &impl Serialize) -> Result<Vec<u8>, RenderError> {
    let mut bytes = serde_json::to_vec_pretty(report).map_err(|error| RenderError::Unwritable(error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}

#[cfg(not(feature = "pdf"))]
fn pdf(_report: &Report, _press: Press<'_>) -> Result<Rendered, RenderError> {
    Err(RenderError::NoPdf)
}
