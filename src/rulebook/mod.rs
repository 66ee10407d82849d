//! The published rules a tournament is run under.
//!
//! A rulebook is a TOML text: five are compiled in, a sixth can be a director's own file. Parsing gives the settings of
//! the discipline and every numbered rule in our own words. Never decides anything itself.

mod claims;
mod laws;
mod match_end;
mod offences;
mod reader;

use crate::discipline::{Hearing, Settings, Source};
use reader::{Reader, Table};
use std::sync::LazyLock;
use toml::de::DeTable;

pub use laws::{Fact, NumberedRule, TimeControl, Topic};
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
    /// The text that settles what this one leaves open, if it names one.
    pub fallback_to: Option<String>,
    /// How long a player has.
    pub time: TimeControl,
    /// Facts about play, in the order in which rulebooks are compared.
    pub facts: Vec<Fact>,
    /// Every numbered rule of the source, in our words.
    pub rules: Vec<NumberedRule>,
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
        let book = syntax.is_empty().then(|| read(&reader, Table::new(&reader, "the rulebook", document.get_ref(), 0..0), text));
        let complaints = reader.into_complaints();
        match book {
            Some(book) if complaints.is_empty() => Ok(book),
            _ => Err(Unreadable { complaints }),
        }
    }
}

fn read(reader: &Reader<'_>, table: Table<'_>, text: &str) -> Rulebook {
    let id = table.text("id").map(|id| id.value).unwrap_or_default();
    let discipline = Settings {
        source: Source {
            rulebook: id.clone(),
            fallback: table.optional_citation("fallback"),
            unit: table.optional_choice("unit").unwrap_or_default(),
        },
        match_end: table.table("match").map(match_end::read).unwrap_or_default(),
        claims: claims::read(table.optional_table("claims")),
        offences: offences::read(table.optional_table("offences")),
        spectator: offences::spectator(table.optional_table("spectator")),
        hearing: table.optional_table("hearing").map(hearing).unwrap_or_default(),
        authority: offences::authority(table.optional_table("authority")),
    };
    let book = Rulebook {
        id,
        title: table.text("title").map(|title| title.value).unwrap_or_default(),
        year: table.optional_number("year"),
        fallback_to: table.optional_text("fallback-to").map(|text| text.value),
        time: table.table("time").map(laws::time).unwrap_or_default(),
        facts: laws::facts(table.optional_table("facts")),
        rules: laws::rules(table.table("rules")),
        discipline,
        text: text.to_owned(),
    };
    laws::check_citations(&table, &book.rules, &reader.cited());
    table.finish();
    book
}

fn hearing(table: Table<'_>) -> Hearing {
    let hearing = Hearing { rule: table.optional_citation("rule") };
    table.finish();
    hearing
}
