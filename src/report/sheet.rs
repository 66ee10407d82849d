//! The documents that hang on the wall and lie on the tables, as values: what each is about. The same value makes it again at any later
//! moment, and what the two say to their reader, line by line, shows whether the sheet is still true.

use super::document::{Block, BracketSide, BracketTie, Cell, Document, Table};
use super::masthead::{Masthead, Stamp};
use super::printable::Report;
use super::rulings::Names;
use super::{
    bracket, crosstable, director, fallback, pairings, prizes, ruling_slip, rulings, slips, standings, teams, times,
};
use crate::event::{Event, Refusal};
use crate::standings::crosstable::Order;
use crate::tournament::names::option_name;
use crate::tournament::{RulingId, Section, SectionId};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A document that may become wrong where it hangs. Kept in the file, so names and fields never change their meaning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "sheet", rename_all = "kebab-case")]
pub enum Sheet {
    Pairings {
        section: SectionId,
        round: u32,
        by: pairings::Order,
    },
    Slips {
        section: SectionId,
        round: u32,
    },
    Standings {
        section: SectionId,
        after: u32,
        part: StandingsPart,
    },
    Crosstable {
        section: SectionId,
        after: u32,
        by: Order,
    },
    Bracket {
        section: SectionId,
        after: u32,
    },
    Teams {
        section: Option<SectionId>,
        by: teams::Order,
    },
    Times {
        section: Option<SectionId>,
    },
    Prizes {
        section: SectionId,
        paper: prizes::Paper,
    },
    Partners {
        section: Option<SectionId>,
    },
    /// The teams that are not checked in.
    Unseen {
        section: Option<SectionId>,
    },
    Ruling {
        number: RulingId,
    },
    /// What is needed to go on by pen after this round.
    #[serde(alias = "wall-chart", alias = "pool")]
    ByHand {
        section: Option<SectionId>,
        #[serde(default)]
        round: u32,
    },
    Report {
        incidents: bool,
    },
    /// The rounds of several sections in one list.
    Finder {
        rounds: Vec<(SectionId, u32)>,
        by: pairings::Order,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StandingsPart {
    Table,
    ByClass,
    Working,
}

impl Sheet {
    pub fn section(&self) -> Option<SectionId> {
        match self {
            Self::Pairings { section, .. }
            | Self::Slips { section, .. }
            | Self::Standings { section, .. }
            | Self::Crosstable { section, .. }
            | Self::Bracket { section, .. }
            | Self::Prizes { section, .. } => Some(*section),
            Self::Teams { section, .. }
            | Self::Times { section }
            | Self::Partners { section }
            | Self::Unseen { section }
            | Self::ByHand { section, .. } => *section,
            Self::Ruling { .. } | Self::Report { .. } | Self::Finder { .. } => None,
        }
    }

    pub fn round(&self) -> Option<u32> {
        self.clone().round_mut().copied()
    }

    fn round_mut(&mut self) -> Option<&mut u32> {
        match self {
            Self::Pairings { round, .. } | Self::Slips { round, .. } | Self::ByHand { round, .. } => Some(round),
            Self::Standings { after, .. } | Self::Crosstable { after, .. } | Self::Bracket { after, .. } => Some(after),
            _ => None,
        }
    }

    /// Whether two are the same document, but for the round they show.
    pub fn is_of_one_kind(&self, other: &Self) -> bool {
        let mut other = other.clone();
        if let (Some(own), Some(round)) = (self.round(), other.round_mut()) {
            *round = own;
        }
        *self == other
    }

    /// How it is sorted, where that may be chosen.
    pub fn order(&self) -> Option<String> {
        match self {
            Self::Pairings { by, .. } | Self::Finder { by, .. } => Some(option_name(*by)),
            Self::Crosstable { by, .. } => Some(option_name(*by)),
            Self::Teams { by, .. } => Some(option_name(*by)),
            _ => None,
        }
    }

    pub fn make(&self, event: &Event, making: &Making) -> Result<Report, Refusal> {
        let Making { stamp, hall, .. } = making;
        let stamp = *stamp;
        let tournament = event.tournament();
        let named = |id: SectionId| tournament.section(id).ok_or(Refusal::SectionGone);
        let optional = |id: &Option<SectionId>| id.map(named).transpose();
        // Before round 1, or after a round that is posted.
        let asked = |section: &Section, after: u32| match after {
            0 => Ok(0),
            after => event.posted(section, Some(after)).map(|round| round.number),
        };
        Ok(match self {
            Self::Pairings { section, round, by } => {
                let section = named(*section)?;
                pairings::view(event, section, event.posted(section, Some(*round))?, *by, stamp).into()
            }
            Self::Slips { section, round } => {
                let section = named(*section)?;
                slips::view(event, section, event.posted(section, Some(*round))?, hall.as_ref(), stamp).into()
            }
            Self::Standings { section, after, part } => {
                let section = named(*section)?;
                let after = asked(section, *after)?;
                match part {
                    StandingsPart::Table => standings::view(event, section, after, stamp).into(),
                    StandingsPart::ByClass => standings::by_class(event, section, after, stamp)?,
                    StandingsPart::Working => standings::working(event, section, after, stamp),
                }
            }
            Self::Crosstable { section, after, by } => {
                let section = named(*section)?;
                crosstable::view(event, section, asked(section, *after)?, *by, stamp).into()
            }
            Self::Bracket { section, after } => bracket::view(event, named(*section)?, *after, stamp)?.into(),
            Self::Teams { section, by } => teams::view(event, optional(section)?, *by, stamp),
            Self::Times { section } => times::view(tournament, optional(section)?, stamp),
            Self::Prizes { section, paper } => prizes::view(event, named(*section)?, *paper, stamp).into(),
            Self::Partners { section } => teams::partners(tournament, optional(section)?, stamp),
            Self::Unseen { section } => teams::unseen(event, optional(section)?, stamp),
            Self::Ruling { number } => {
                let ruling = event.facts.docket.ruling(*number).ok_or(Refusal::NoRuling { ruling: *number })?;
                ruling_slip::view(event, ruling, stamp)
            }
            Self::ByHand { section, .. } => fallback::view(event, optional(section)?, stamp),
            Self::Finder { rounds, by } => {
                let sheet = |(id, round): &(SectionId, u32)| {
                    let section = named(*id)?;
                    Ok(pairings::view(event, section, event.posted(section, Some(*round))?, *by, stamp))
                };
                let sections = rounds.iter().map(sheet).collect::<Result<_, Refusal>>()?;
                pairings::finder(sections, Masthead::new(tournament, None, None, stamp))
            }
            Self::Report { incidents: true } => rulings::log(event, Names::LeftOut, stamp).into(),
            Self::Report { incidents: false } => director::view(event, &making.corrections, stamp),
        })
    }
}

/// What a sheet says that does not follow from the event.
pub struct Making {
    pub stamp: Stamp,
    /// While the hall is open.
    pub hall: Option<slips::Hall>,
    /// What the journal adds, for the report.
    pub corrections: Vec<director::Correction>,
}

/// One thing that a document says.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Statement {
    /// What it is about: the row of a team, the head of the sheet.
    pub about: String,
    /// The words, for comparing.
    pub line: String,
}

/// Everything that a document says, from top to bottom.
pub fn statements(document: &Document) -> Vec<Statement> {
    let head = &document.masthead;
    let mut statements = vec![
        say("heading", [document.title.as_str(), head.tournament.as_str(), head.occasion().as_str()].join(" · ")),
        say("place and time", head.place_and_time()),
    ];
    statements.extend(head.provisional.iter().map(|reason| say("provisional", reason.clone())));
    for block in &document.blocks {
        match block {
            Block::Heading { text, .. } => statements.push(say("heading", text.clone())),
            Block::Paragraph(text) | Block::Notice(text) => statements.push(say("text", text.clone())),
            Block::List(items) => statements.extend(items.iter().map(|item| say("text", item.clone()))),
            Block::Facts(facts) => statements.extend(facts.iter().map(|(name, cell)| say(name, shown(cell)))),
            Block::Table(table) => rows(table, &mut statements),
            Block::Bracket(bracket) => statements.extend(bracket.ties().map(|(round, tie)| met(round, tie))),
            Block::Glance(sections) => statements.extend(sections.iter().map(|section| {
                let sentence: String = section.sentence.iter().map(|cell| cell.text.as_str()).collect();
                say(&section.section, [section.stage.as_str(), &section.state, &sentence].join(" · "))
            })),
            // What they say is in the tables of the rounds and in the standings.
            Block::Figures(_) | Block::Next(_) | Block::Path(_) => {}
            Block::Links { .. } | Block::Blanks(_) | Block::NewSheet => {}
        }
    }
    statements
}

fn say(about: &str, line: String) -> Statement {
    Statement { about: about.to_owned(), line }
}

/// A tie of a bracket, about its round.
fn met(round: &str, tie: &BracketTie) -> Statement {
    let side = |side: &BracketSide| format!("{} {}", side.team.clone().read(), side.score);
    let [first, second] = &tie.sides;
    say(round, [side(first), side(second), tie.note.clone()].join(" | "))
}

fn rows(table: &Table, statements: &mut Vec<Statement>) {
    let naming = table.columns.iter().position(|column| column.names_row).unwrap_or(0);
    let heads: Vec<&str> = table.columns.iter().map(|column| column.heading.as_str()).collect();
    statements.push(say("columns", heads.join(" | ")));
    for row in &table.rows {
        let about = row.get(naming).map(|cell| cell.text.clone()).unwrap_or_default();
        statements.push(Statement { about, line: row.iter().map(shown).collect::<Vec<_>>().join(" | ") });
    }
}

fn shown(cell: &Cell) -> String {
    cell.under.as_ref().map_or_else(|| cell.text.clone(), |under| format!("{} / {under}", cell.text))
}

/// What differs between two makings of a document, each thing named once, in the order of the newer one.
pub fn differences(then: &[Statement], now: &[Statement]) -> Vec<String> {
    // A site of a large event has tens of thousands of lines.
    let (before, after): (HashSet<&Statement>, HashSet<&Statement>) = (then.iter().collect(), now.iter().collect());
    let new = now.iter().filter(|statement| !before.contains(statement));
    let gone = then.iter().filter(|statement| !after.contains(statement));
    let mut named = HashSet::new();
    let once = new.chain(gone).filter(|statement| named.insert(statement.about.as_str()));
    let about: Vec<String> = once.map(|statement| statement.about.clone()).collect();
    // The same lines in another order: a table sorted anew.
    if about.is_empty() && then != now { vec!["the order".to_owned()] } else { about }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statements(lines: &[(&str, &str)]) -> Vec<Statement> {
        lines.iter().map(|(about, line)| Statement { about: (*about).to_owned(), line: (*line).to_owned() }).collect()
    }

    #[test]
    fn differences_name_each_row_once() {
        let then = statements(&[("Rooks", "1 Rooks 3"), ("Pawns", "2 Pawns 2"), ("Gone", "3 Gone 1")]);
        let now = statements(&[("Pawns", "1 Pawns 3"), ("Rooks", "1 Rooks 3")]);
        assert_eq!(differences(&then, &now), ["Pawns", "Gone"]);
        assert!(differences(&then, &then).is_empty());
    }

    /// Each line against each other would be a thousand million looks.
    #[test]
    fn a_site_of_thousands_of_teams_is_compared_at_once() {
        let site = |more: usize| -> Vec<Statement> {
            (0..40_000)
                .map(|n| Statement { about: format!("team {n}"), line: format!("team {n} has {}", n + more) })
                .collect()
        };
        let began = std::time::Instant::now();
        assert_eq!(differences(&site(0), &site(1)).len(), 40_000);
        assert!(began.elapsed() < std::time::Duration::from_secs(3), "{:?}", began.elapsed());
    }

    #[test]
    fn another_order_is_a_difference() {
        let then = statements(&[("a", "a"), ("b", "b")]);
        let now = statements(&[("b", "b"), ("a", "a")]);
        assert_eq!(differences(&then, &now), ["the order"]);
    }
}
