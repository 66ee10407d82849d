//! The published rules a tournament is run under.
//!
//! A rulebook is a TOML text: five are compiled in, a sixth can be a director's own file. Parsing gives the settings of
//! the discipline and every numbered rule in our own words. Never decides anything itself.

mod book;
mod compare;
mod discipline;
mod laws;
mod reader;

use std::sync::LazyLock;

pub use book::{Rulebook, Unreadable};
pub use compare::{Provision, Question, compare, ladder_words, rule_and_below, search};
pub use discipline::LIST;
pub use laws::{Fact, NumberedRule, TimeControl, Topic};
pub use reader::{Complaint, did_you_mean};

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

static ALL: LazyLock<Vec<Rulebook>> = LazyLock::new(|| {
    BOOKS.iter().map(|text| Rulebook::parse(text).expect("every compiled-in rulebook is parsed by a test")).collect()
});

/// The compiled-in rulebooks, in the order in which they are listed.
pub fn all() -> &'static [Rulebook] {
    &ALL
}

pub fn by_id(id: &str) -> Option<&'static Rulebook> {
    ALL.iter().find(|book| book.id == id)
}
