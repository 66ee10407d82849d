//! The slip of one ruling: what was ruled, under which rule, what to do at the clock, and how to appeal. Never published.

use super::document::{Block, Cell, Document, Page, TypeSize};
use super::masthead::{Masthead, Stamp};
use super::printable::{Listing, Report};
use super::ruling as words;
use super::rulings::{Names, RulingShown, shown};
use crate::discipline::{Appeal, Level, Ruling, Standing, step_left};
use crate::event::Event;
use serde::Serialize;

/// What the slip says beside the ruling itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Beside {
    /// The player across the board.
    pub opponent: Option<String>,
    /// What decided a claim, as the director found it.
    pub facts: Vec<String>,
    /// What is to be done at the table: `add 1:00 to White on board a`.
    pub at_the_table: Vec<String>,
    /// What the rule says, in our words.
    pub rule_says: Option<String>,
}

/// The slip of one ruling.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Slip {
    #[serde(flatten)]
    pub ruling: RulingShown,
    /// What it says beside the ruling.
    #[serde(flatten)]
    pub beside: Beside,
    /// Who hears an appeal, or why there is none.
    pub appeal: &'static str,
    #[serde(skip)]
    pub masthead: Masthead,
}

/// The slip that the players get.
pub fn slip(event: &Event, ruling: &Ruling, stamp: Stamp) -> Slip {
    let tournament = event.tournament();
    Slip {
        ruling: shown(event, ruling, Names::Shown, stamp),
        beside: Beside {
            opponent: words::opponent(event, ruling).map(|id| words::player_name(event, id)),
            facts: words::facts(event, ruling),
            at_the_table: words::at_the_table(event, ruling, None),
            rule_says: words::rule_text(event, ruling),
        },
        appeal: appeal(event, ruling),
        masthead: Masthead::new(tournament, tournament.section(ruling.section), None, stamp),
    }
}

/// The same as a sheet, for other programs with all that is known of the ruling.
pub fn sheet(event: &Event, ruling: &Ruling, stamp: Stamp) -> Listing {
    let slip = slip(event, ruling, stamp);
    Listing::of(slip.document(), words::to_json(event, ruling)).set_by(slip.template())
}

/// An appeal is offered while there is one.
fn appeal(event: &Event, ruling: &Ruling) -> &'static str {
    let docket = &event.facts.docket;
    let is_final = docket.appeals_against(ruling.id).any(Appeal::is_final);
    let is_set_aside = docket.standing(ruling) == Standing::Overturned && docket.verdict(ruling).is_none();
    match step_left(docket, ruling, &event.rulebook.discipline) {
        Some(_) if is_set_aside => "It was set aside on appeal and has no effect.",
        Some(Level::SectionChief) => {
            "You may appeal: tell the desk this ruling's number. The section chief hears it first, then the floor chief, whose decision is \
             final."
        }
        Some(Level::FloorChief) => {
            "You may appeal once more, to the floor chief, whose decision is final: tell the desk this ruling's number."
        }
        None if ruling.voided.is_some() => "It was entered by mistake and has no effect.",
        None if is_final => "The floor chief has decided. This is final.",
        None => "An appeal against it waits for a decision.",
    }
}

impl Report for Slip {
    fn document(&self) -> Document {
        let Slip { ruling, beside, appeal, masthead } = self;
        let number = ruling.number.map(|number| format!(", match {number}")).unwrap_or_default();
        let place = match ruling.table {
            Some(table) => format!("Round {}, table {table}{number}", ruling.round),
            None => format!("Round {}", ruling.round),
        };
        // What no longer holds is not for the child to read.
        let (held, became) = match ruling.held() {
            (held, became) if ruling.as_made => (held, became),
            (held, _) => (held, String::new()),
        };
        let fact = |name: &str, value: &str| (!value.is_empty()).then(|| (name.to_owned(), Cell::text(value)));
        let optional = |name: &str, value: &Option<String>| fact(name, value.as_deref().unwrap_or_default());
        let facts = [
            fact("When and where", &format!("{}, {place}", ruling.at)),
            optional("Player", &ruling.player),
            optional("Team", &ruling.team),
            optional("Opponent", &beside.opponent),
            fact("About", &ruling.matter),
            fact("Facts", &beside.facts.join("; ")),
            Some(("Ruling".to_owned(), Cell::text(held).strong())),
            fact("At the table", &beside.at_the_table.join("; ")),
            fact("Rule", &ruling.rule),
            optional("It says", &beside.rule_says),
            optional("Reason", &ruling.reason),
            optional("What happened", &ruling.note),
            fact("Witnesses", &ruling.witnesses.join(", ")),
            optional("Ruled by", &ruling.by),
            fact("Stands", &became),
        ];
        Document::new(format!("Ruling {}", ruling.ruling), masthead.clone())
            .on(Page { size: TypeSize::Wall, ..Page::default() })
            .with(Block::Facts(facts.into_iter().flatten().collect()))
            .with(Block::Paragraph((*appeal).to_owned()))
            .with(Block::Blanks(vec!["Director".to_owned(), "Player, has read this".to_owned()]))
    }

    fn template(&self) -> &'static str {
        "ruling"
    }
}
