//! What a browser in the hall is shown: pages for tablets, phones and projectors, made from values.
//!
//! Every page can be read and used without scripts, loads nothing from another host, and has neither style nor script within.
//! A form sends what its sender saw, so that a page left open too long changes nothing that it did not show.

mod appeals;
mod desk;
mod ruling;
mod table;

pub use appeals::{AppealLine, AppealsPage, Hearing, RuledLine, outcome_in_words};
pub use desk::{
    Arrival, Arrivals, CheckInPage, DeskPage, HallPage, JoinPage, JoinedPage, Matter, ScreenPage, SectionNow, TableNow,
    TroublePage, Waiting,
};
pub use ruling::{Accused, ClaimShown, Cost, Proposal, Question, RuledPage, RulingPage, Stage};
pub use table::{AnswerPage, ConfirmPage, Receipt, ReportShown, ResultState, TablePage, TableShown, in_words};

pub use super::render::STYLE;
use super::render::{RenderError, clean};
use askama::Template;

/// The one script, served as `/hall.js`: live change, the kept tap.
pub const SCRIPT: &str = include_str!("../../../templates/web/hall.js");

/// What is at the head and foot of every page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Head {
    pub tournament: String,
    /// The number of the last command behind the page.
    pub version: u64,
    /// Grows with every report that comes or goes, which no command shows; 0 on pages that show none.
    pub reports: u64,
    /// Who holds the device; nobody on a public page.
    pub holder: Option<Holder>,
}

/// An enrolled device.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Holder {
    pub device: String,
    pub role: String,
    pub official: Option<String>,
    /// Where this role may go, as label and address: `("Tables", "/hall")`.
    pub ways: Vec<(String, String)>,
}

/// What makes a form good for one tap: the form's id, and the id under which the server knows the same request again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ticket {
    pub form: String,
    pub request: String,
}

pub trait Page {
    fn html(&self) -> Result<String, RenderError>;
}

impl<T: Template> Page for T {
    fn html(&self) -> Result<String, RenderError> {
        Ok(self.render()?.split('\n').map(clean).collect::<Vec<_>>().join("\n"))
    }
}

#[cfg(test)]
mod tests;
