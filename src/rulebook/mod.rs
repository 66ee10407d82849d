//! The published rules a tournament is run under.
//!
//! A rulebook is a TOML text: five are compiled in, a sixth can be a director's own file. Parsing gives the settings of
//! the discipline and every numbered rule in our own words. Never decides anything itself.

mod match_end;
mod reader;

use crate::discipline::{Settings, Source};
use reader::{Reader, Table};
use std::sync::LazyLock;
use toml::de::DeTable;

pub use reader::Complaint;

/// The rulebook a tournament is run under unless the director names another.
pub const DEFAULT: &str = "us-chess-2018";

/// The texts of the compiled-in rulebooks, in the order in which they are listed.
const BOOKS: [&str; 5] = [
    include_str!("books/us-chess-2018.toml"),
    include_str!("books/uscf-2006.toml"),
    include_str!("books/oscf-2012.toml"),
    include_str!("books/fide-blitz-3.toml"),
    include_str!("books/club.toml"),
];

static ALL: LazyLock<Vec<Rulebook>> =
    LazyLock::new(|| BOOKS.iter().map(|text| Rulebook::parse(text).expect("every compiled-in rulebook is parsed by a test")).collect());

/// One rule text that a tournament can be run under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rulebook {
    /// Short name, as typed.
    pub id: String,
    /// Full name, as printed.
    pub title: String,
    /// Year of the text, if it is known.
    pub year: Option<u32>,
    /// What the discipline needs to know of it.
    pub discipline: Settings,
    /// The text it was parsed from, kept with the tournament.
    pub text: String,
}

/// A rulebook that cannot be used, with all that is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the rulebook has {} mistake{}", complaints.len(), if complaints.len() == 1 { "" } else { "s" })]
pub struct Unreadable {
    /// Every mistake, in the order of the text.
    pub complaints: Vec<Complaint>,
}

/// The compiled-in rulebooks, in the order in which they are listed.
pub fn all() -> &'static [Rulebook] {
    &ALL
}

/// The compiled-in rulebook of this id.
pub fn by_id(id: &str) -> Option<&'static Rulebook> {
    ALL.iter().find(|book| book.id == id)
}

impl Rulebook {
    /// Reads a rulebook from its TOML text.
    ///
    /// # Errors
    /// [`Unreadable`] with every mistake and its place.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        let (document, syntax) = DeTable::parse_recoverable(text);
        let reader = Reader::new(text);
        for error in &syntax {
            reader.complain(error.span().unwrap_or(0..0), error.message(), "");
        }
        let book = if syntax.is_empty() {
            let span = 0..0;
            Some(read(Table::new(&reader, "the rulebook", document.get_ref(), span), text))
        } else {
            None
        };
        let complaints = reader.into_complaints();
        match book {
            Some(book) if complaints.is_empty() => Ok(book),
            _ => Err(Unreadable { complaints }),
        }
    }
}

fn read(table: Table<'_>, text: &str) -> Rulebook {
    let id = table.text("id").map(|id| id.value).unwrap_or_default();
    let source = Source {
        rulebook: id.clone(),
        fallback: table.optional_text("fallback").map(|rule| rule.value),
        unit: table.optional_choice("unit").unwrap_or_default(),
    };
    let match_end = table.table("match").map(match_end::read).unwrap_or_default();
    let book = Rulebook {
        id,
        title: table.text("title").map(|title| title.value).unwrap_or_default(),
        year: table.optional_number("year"),
        discipline: Settings { source, match_end },
        text: text.to_owned(),
    };
    table.finish();
    book
}
