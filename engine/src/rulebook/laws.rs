//! The laws of play: every numbered rule in our words, and the facts by which rulebooks are compared.

use super::discipline::rule;
use super::reader::{Placed, Table, did_you_mean};
use crate::discipline::{Citation, Rule, Source};
use clap::ValueEnum;
use std::fmt;

/// One rule of the source, restated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedRule {
    /// Its number in the source.
    pub number: String,
    /// What it says, in our words.
    pub text: String,
}

/// How long a player has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TimeControl {
    pub control: String,
    /// Minutes a player, where the source gives them.
    pub minutes: Option<u32>,
    pub rule: Rule,
}

/// A fact about play that rulebooks answer differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    pub topic: Topic,
    /// The answer, in our words; empty where there is none.
    pub says: String,
    /// Where it is written; several numbers are joined by `, `.
    pub rule: Rule,
    /// The source's fallback does not speak of it either.
    pub beyond_fallback: bool,
}

impl Fact {
    pub fn citation(&self, source: &Source) -> Citation {
        if self.beyond_fallback { source.nothing() } else { source.cite(&self.rule) }
    }
}

macro_rules! topics {
    ($($(#[$doc:meta])* $name:ident => $asked:literal,)*) => {
        /// What rulebooks are asked about, in the order in which they are compared.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
        pub enum Topic { $($(#[$doc])* $name,)* }

        impl fmt::Display for Topic {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self { $(Self::$name => $asked,)* })
            }
        }
    };
}

topics! {
    Team => "Team",
    /// May another child sit down?
    Substitutes => "Substitutes",
    Match => "Match",
    /// Who says which partner has White.
    Colours => "Colors",
    Clocks => "Clocks",
    Boards => "Boards",
    /// What partners may say.
    Talking => "Talking",
    /// When a move is over.
    MoveComplete => "Move complete",
    TouchMove => "Touch-move",
    /// Where pieces may go.
    Drops => "Drops",
    /// What a pawn becomes.
    Promotion => "Promotion",
    /// Mated, but a dropped piece could block.
    BlockableMate => "Mate that a drop could block",
    /// Waiting for a piece.
    Waiting => "Waiting for a piece",
    Stalemate => "Stalemate",
    /// Nothing left to win with.
    LosingChances => "Insufficient losing chances",
    Stopping => "Stopping the other board",
    NewGame => "Ordering a new game",
    /// Set up the wrong way round.
    SwappedKingQueen => "King and queen swapped, play already begun",
    ClockOverTime => "Clock set with too much time",
    ClockNotStarting => "Clock doesn't start",
    DefectiveClock => "Defective clock",
    /// How the director is called.
    Dispute => "Calling the director",
    Witnesses => "Witnesses",
    Appeals => "Appeals",
    /// What the director does not call.
    TdSilent => "Director calling flags or illegal moves",
    /// When the director touches one.
    TdClock => "Director picking up a clock",
}

/// Reads the `[rules]` table, in the order of the text.
pub fn rules(table: Option<Table<'_>>) -> Vec<NumberedRule> {
    let entries = table.as_ref().map(Table::all_texts).unwrap_or_default();
    for (number, _) in entries.iter().filter(|(number, _)| number.value.contains([' ', ','])) {
        let hint = "write a number without spaces or commas, such as 8a";
        table.iter().for_each(|table| table.senseless(&number.value, "cannot be cited", hint));
    }
    entries.into_iter().map(|(number, text)| NumberedRule { number: number.value, text: text.value }).collect()
}

/// Reads the `[time]` table.
pub fn time(table: Table<'_>) -> TimeControl {
    let time = TimeControl {
        control: table.text("control").map(|text| text.value).unwrap_or_default(),
        minutes: table.optional_number("minutes"),
        rule: rule(&table, "rule"),
    };
    table.finish();
    time
}

/// Reads the `[facts]` table.
pub fn facts(table: Option<Table<'_>>) -> Vec<Fact> {
    let entries = table.as_ref().map(Table::tables).unwrap_or_default();
    let mut facts = Vec::new();
    for (key, entry) in entries {
        let topic = table.as_ref().and_then(|table| table.choose(&key));
        let (rule, beyond_fallback) = (rule(&entry, "rule"), entry.optional_flag("beyond-fallback"));
        let says = if beyond_fallback { entry.optional_text("says") } else { entry.text("says") };
        if beyond_fallback && rule.is_some() {
            entry.pointless(&["beyond-fallback"], "beside `rule`");
        }
        entry.finish();
        if let Some(topic) = topic {
            let says = says.map(|text| text.value).unwrap_or_default();
            facts.push(Fact { topic, says, rule, beyond_fallback });
        }
    }
    facts.sort_by_key(|fact| fact.topic);
    facts
}

/// Complains about every cited number that no rule has.
pub fn check_citations(table: &Table<'_>, rules: &[NumberedRule], cited: &[Placed<String>]) {
    let numbers: Vec<&str> = rules.iter().map(|rule| rule.number.as_str()).collect();
    for citation in cited {
        for number in citation.value.split([',']).flat_map(|part| part.split(" to ")).map(str::trim) {
            if !numbers.contains(&number) {
                let hint = did_you_mean(number, &numbers)
                    .unwrap_or_else(|| format!("add {number} = \"...\" to [rules], or leave the number out"));
                table.complain_at(&citation.span, format!("rule {number} is cited but not in [rules]"), hint);
            }
        }
    }
}
