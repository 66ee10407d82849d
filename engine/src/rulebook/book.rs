//! One rulebook, read from its TOML text with every mistake placed.

use super::discipline;
use super::laws::{self, Fact, NumberedRule, TimeControl};
use super::reader::{Complaint, Reader, Table};
use crate::discipline::{Rule, Settings, Source};
use crate::tournament::names::counted;
use toml::de::DeTable;

/// One rule text that a tournament can be run under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rulebook {
    /// Short name, as typed.
    pub id: String,
    /// Full name, as printed.
    pub title: String,
    pub year: Option<u32>,
    /// The text that settles what this one leaves open, if it names one.
    pub fallback_to: Option<String>,
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
#[error("the rulebook has {}", counted(complaints.len(), "mistake"))]
pub struct Unreadable {
    /// Every mistake, in the order of the text.
    pub complaints: Vec<Complaint>,
}

impl Rulebook {
    /// Reads a rulebook from its TOML text.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        Self::from_text(text, false)
    }

    /// Reads the text that a tournament has kept, which an earlier release may have checked less.
    ///
    /// # Errors
    /// [`Unreadable`] where it cannot be read.
    pub fn kept(text: &str) -> Result<Self, Unreadable> {
        Self::from_text(text, true)
    }

    fn from_text(text: &str, lenient: bool) -> Result<Self, Unreadable> {
        let (document, syntax) = DeTable::parse_recoverable(text);
        let reader = Reader::new(text, lenient);
        for error in &syntax {
            reader.complain(error.span().unwrap_or(0..0), error.message(), "");
        }
        let book = syntax
            .is_empty()
            .then(|| read(&reader, Table::new(&reader, "the rulebook", document.get_ref(), 0..0), text));
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
        match_end: table.table("match").map(discipline::match_end).unwrap_or_default(),
        claims: discipline::claims(table.optional_table("claims")),
        offences: discipline::offences(table.optional_table("offences")),
        spectator: discipline::spectator(table.optional_table("spectator")),
        hearing: table.optional_table("hearing").and_then(hearing),
        authority: discipline::authority(table.optional_table("authority")),
    };
    let fallback_to = table.optional_text("fallback-to");
    if let Some(text) = fallback_to.as_ref().filter(|_| discipline.source.fallback.is_none()) {
        let hint = "add fallback = \"...\", the number of the rule that defers the rest";
        table.complain_at(&text.span, "`fallback-to` in the rulebook needs `fallback`", hint);
    }
    let title = table.text("title").map(|title| title.value).unwrap_or_default();
    if fallback_to.as_ref().is_some_and(|text| [&id, &title].contains(&&text.value)) {
        table.senseless(
            "fallback-to",
            "names this rulebook itself",
            "name the rulebook that settles what this one leaves open",
        );
    }
    if id.contains(|c: char| c.is_whitespace() || "/\\\"'".contains(c)) || id.len() > 40 {
        table.senseless("id", "is not a short name", "write letters, digits and hyphens, such as our-league");
    }
    let book = Rulebook {
        id,
        title,
        year: table.optional_number("year"),
        fallback_to: fallback_to.map(|text| text.value),
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

fn hearing(table: Table<'_>) -> Rule {
    let rule = table.optional_citation("rule");
    table.finish();
    rule
}
