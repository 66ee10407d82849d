//! The rulebook on the wall: its rules in our words, the facts that decide arguments, the ladders.

use super::document::{Block, Cell, Column, Document, Table};
use super::masthead::Masthead;
use super::naming::penalty_in_words;
use super::printable::Report;
use crate::discipline::{Authority, Beyond, Citation, Offence};
use crate::rulebook::Rulebook;
use crate::tournament::Role;
use crate::tournament::names::option_name;
use serde::Serialize;

/// A rulebook as it is posted.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RulesSheet {
    pub rulebook: String,
    pub title: String,
    /// Time control as announced.
    pub time: String,
    /// What decides arguments, with the rule.
    pub facts: Vec<FactShown>,
    pub rules: Vec<RuleShown>,
    /// Offences and what they cost.
    pub offences: Vec<OffenceShown>,
    /// What each office may give alone, where the organiser limited one.
    #[serde(skip)]
    pub limits: Option<String>,
    #[serde(skip)]
    pub masthead: Masthead,
}

/// One fact about play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FactShown {
    /// What it is about.
    pub topic: String,
    pub says: String,
    /// Where it stands; null where the source has no number for it.
    pub rule: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleShown {
    pub number: String,
    /// What it says, in our words.
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OffenceShown {
    pub id: String,
    /// What the player did.
    pub name: String,
    /// Where it stands; null where neither the source nor its fallback speaks of it.
    pub rule: Option<String>,
    /// The steps of the ladder, first to last; empty where the director decides.
    pub ladder: Vec<String>,
    /// What comes after the last step.
    pub beyond: &'static str,
    /// Within what earlier rulings count.
    pub scope: String,
}

/// A rulebook as posted.
pub fn view(book: &Rulebook, masthead: Masthead) -> RulesSheet {
    let fact = |fact: &crate::rulebook::Fact| FactShown {
        topic: fact.topic.to_string(),
        says: fact.says.clone(),
        rule: fact.rule.clone(),
    };
    let rule =
        |rule: &crate::rulebook::NumberedRule| RuleShown { number: rule.number.clone(), text: rule.text.clone() };
    RulesSheet {
        rulebook: book.id.clone(),
        title: book.title.clone(),
        time: book.time.control.clone(),
        facts: book.facts.iter().filter(|fact| !fact.says.is_empty()).map(fact).collect(),
        rules: book.rules.iter().map(rule).collect(),
        offences: book
            .discipline
            .offences
            .iter()
            .map(|offence| shown(offence, offence.citation(&book.discipline.source)))
            .collect(),
        limits: limits(book),
        masthead,
    }
}

/// The offices that rule.
pub const OFFICES: [Role; 4] = [Role::Td, Role::FloorTd, Role::SectionChief, Role::FloorChief];

/// What each office may give alone, in a sentence; `None` where nobody limited any.
pub fn limits(book: &Rulebook) -> Option<String> {
    let authority = book.discipline.authority;
    let each = OFFICES.map(|role| format!("{}: {}", option_name(role), option_name(authority.limit(role))));
    (authority != Authority::default())
        .then(|| format!("The harshest penalty that an office may give alone: {}.", each.join(", ")))
}

fn shown(offence: &Offence, citation: Citation) -> OffenceShown {
    OffenceShown {
        id: offence.id.clone(),
        name: offence.name.clone(),
        rule: citation.rule,
        ladder: offence.ladder.iter().map(ToString::to_string).collect(),
        beyond: match (offence.ladder.is_empty(), offence.beyond) {
            (true, _) => "the director decides",
            (false, Beyond::Director) => "then the director decides",
            (false, Beyond::Repeat) => "then the last step again",
        },
        scope: offence.scope.to_string(),
    }
}

impl Report for RulesSheet {
    fn document(&self) -> Document {
        let mut document =
            Document::new("Rules", self.masthead.clone()).with_subtitle(format!("{} · {}", self.title, self.time));
        if !self.facts.is_empty() {
            let facts = Table::of("In short", &self.facts)
                .column(Column::short("About").naming(), |fact| Cell::text(&fact.topic))
                .column(Column::text("What holds"), |fact| Cell::text(&fact.says))
                .column(Column::short("Rule"), |fact| Cell::maybe(&fact.rule));
            document = document.headed(1, "In short").with(facts);
        }
        document = document.headed(1, "What breaking a rule costs").with(self.ladders());
        document = document.with_all(self.limits.clone().map(Block::Paragraph));
        if !self.rules.is_empty() {
            let rules = Table::of("Every rule", &self.rules)
                .column(Column::short("Rule").naming(), |rule| Cell::text(&rule.number))
                .column(Column::text("What it says"), |rule| Cell::text(&rule.text));
            document = document.headed(1, "Every rule").with(rules);
        }
        document.with(Block::Notice(
            "Disagree with a ruling? Ask to appeal: first the section chief hears it, then the floor chief, whose decision is final."
                .to_owned(),
        ))
    }
}

impl RulesSheet {
    /// The ladders as one table, a column a step.
    pub fn ladders(&self) -> Table {
        let steps = self.offences.iter().map(|offence| offence.ladder.len()).max().unwrap_or(0);
        let step = |at: usize| {
            let nth = ["1st", "2nd", "3rd"].get(at).map_or_else(|| format!("{}th", at + 1), ToString::to_string);
            let costs = move |offence: &&OffenceShown| offence.ladder.get(at).map(penalty_in_words);
            (Column::text(nth), move |offence: &&OffenceShown| Cell::maybe(&costs(offence)))
        };
        Table::of("What breaking a rule costs", &self.offences)
            .column(Column::text("A player who").over("Id").naming(), |offence| {
                Cell::text(&offence.name).over(&offence.id)
            })
            .column(Column::short("Rule"), |offence| Cell::text(offence.rule.as_deref().unwrap_or("–")))
            .columns((0..steps).map(step))
            .column(Column::text("Further"), |offence| Cell::text(offence.beyond).soft())
            .table()
    }
}
