//! Which rule of which rulebook a decision rests on.

use crate::tournament::names::option_name;
use serde::Serialize;
use std::fmt;

/// The number of a rule in a source text, such as `8a`; `None` where the source says nothing.
pub type Rule = Option<String>;

/// The text that decisions cite.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Source {
    pub rulebook: String,
    /// The rule that hands whatever is not covered to another text, if the source has one.
    pub fallback: Rule,
    pub unit: Unit,
}

/// What the number of a citation counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// The source numbers its rules.
    #[default]
    Rule,
    /// It does not; paragraphs are counted from 1.
    Paragraph,
}

/// The rule a decision rests on, or the fact that the source is silent.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Citation {
    pub rulebook: String,
    /// The rule's number; `None` where the source is silent.
    pub rule: Rule,
    /// The rule only refers to another text.
    pub fallback: bool,
    #[serde(skip)]
    pub unit: Unit,
    #[serde(skip)]
    pub left_to: Decider,
}

/// Who settles what a rulebook leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Decider {
    /// The director, case by case.
    #[default]
    Director,
    /// The organiser, once for the event.
    Organiser,
}

impl Source {
    /// Cites this rule; without one, the fallback; without that, the source's silence.
    pub fn cite(&self, rule: &Rule) -> Citation {
        Citation {
            rulebook: self.rulebook.clone(),
            rule: rule.clone().or_else(|| self.fallback.clone()),
            fallback: rule.is_none() && self.fallback.is_some(),
            unit: self.unit,
            left_to: Decider::Director,
        }
    }

    /// Cites nothing: a matter that neither the source nor its fallback speaks of.
    pub fn nothing(&self) -> Citation {
        Citation { rule: None, fallback: false, ..self.silence() }
    }

    /// Cites what answers a matter the source does not settle.
    pub fn silence(&self) -> Citation {
        self.cite(&None)
    }
}

impl Citation {
    /// Whether neither the source nor its fallback says anything.
    pub fn is_silent(&self) -> bool {
        self.rule.is_none()
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&option_name(*self))
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = self.unit;
        match &self.rule {
            None if self.left_to == Decider::Organiser => {
                write!(f, "{} doesn't cover this; the organizer decides", self.rulebook)
            }
            None => write!(f, "{} doesn't cover this; the director decides", self.rulebook),
            Some(rule) if self.fallback => {
                write!(f, "{} doesn't cover this; {unit} {rule} defers to the regular rules", self.rulebook)
            }
            Some(rule) => write!(f, "{} {unit} {rule}", self.rulebook),
        }
    }
}
