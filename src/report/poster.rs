//! The poster by which a device comes into the hall: an address for the camera, and the same to type.

use super::document::{Block, Cell, Document};
use super::masthead::Masthead;
use super::printable::Report;
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use serde::Serialize;

/// How a device joins, or where everybody may look.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Poster {
    /// What it is for: `Tablet 1`.
    pub title: String,
    /// What it opens: `scorekeeper, tables 1-20`.
    pub role: String,
    pub address: String,
    /// The eight letters and digits to type instead; none on a poster for everybody.
    pub code: Option<String>,
    /// Until when the code is good, as shown.
    pub until: Option<String>,
    /// The address as SVG.
    pub picture: String,
    #[serde(skip)]
    pub masthead: Masthead,
}

impl Poster {
    pub fn new(title: &str, role: &str, address: &str, masthead: Masthead) -> Self {
        Self {
            title: title.to_owned(),
            role: role.to_owned(),
            address: address.to_owned(),
            code: None,
            until: None,
            picture: qr(address),
            masthead,
        }
    }

    /// With the code that is worth one device.
    pub fn with_code(self, code: &str, until: &str) -> Self {
        let shown = match code.split_at_checked(4) {
            Some((first, second)) => format!("{first} {second}"),
            None => code.to_owned(),
        };
        Self { code: Some(shown), until: Some(until.to_owned()), ..self }
    }
}

impl From<Poster> for Report {
    fn from(poster: Poster) -> Self {
        Self::of(poster.document(), poster).set_by("poster")
    }
}

impl Poster {
    fn document(&self) -> Document {
        let fact = |name: &str, value: &str| (name.to_owned(), Cell::text(value).strong());
        let mut facts = vec![("Open".to_owned(), Cell::text(&self.address).strong().pictured(&self.picture))];
        facts.extend(self.code.as_deref().map(|code| fact("Code", code)));
        facts.extend(self.until.as_deref().map(|until| fact("Good until", until)));
        let mut steps =
            vec!["Join the hall's Wi-Fi.".to_owned(), "Point your camera here, or type the address.".to_owned()];
        steps.extend(self.code.as_ref().map(|_| "A code is good for one device.".to_owned()));
        Document::new(self.title.clone(), self.masthead.clone())
            .with_subtitle(self.role.clone())
            .with(Block::Facts(facts))
            .with(Block::List(steps))
    }
}

/// A QR code as SVG to stand in a page or on paper, with the quiet space around it that cameras need; empty where the text is too long for one.
pub fn qr(text: &str) -> String {
    let Ok(code) = QrCode::with_error_correction_level(text, EcLevel::M) else { return String::new() };
    let file = code.render::<svg::Color<'_>>().min_dimensions(1, 1).build();
    file.find("<svg").map(|at| file[at..].to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_becomes_a_picture_that_loads_nothing() {
        let picture = qr("http://192.168.1.20:7777/s/AB12CD34");
        assert!(picture.starts_with("<svg") && picture.contains("viewBox") && !picture.contains("href"), "{picture}");
        assert_eq!(qr(&"x".repeat(5000)), "");
    }
}
