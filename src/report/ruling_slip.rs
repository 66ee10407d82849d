//! The slip of one ruling: what was ruled, under which rule, what to do at the clock, and how to appeal. Never published.

use super::document::{Block, Cell, Document, Page, TypeSize};
use super::masthead::{Masthead, Stamp};
use super::printable::Report;
use super::ruling as words;
use super::rulings::{Names, shown};
use crate::discipline::{Appeal, Level, Ruling, RulingState, step_left};
use crate::event::Event;

/// The slip that the players get; for other programs, all that is known of the ruling.
pub fn view(event: &Event, ruling: &Ruling, stamp: Stamp) -> Report {
    let told = shown(event, ruling, Names::Shown, stamp);
    let place = match told.table {
        Some(table) => format!("Round {}, table {table}{}", told.round, told.game()),
        None if told.round == 0 => "before round 1".to_owned(),
        None => format!("Round {}", told.round),
    };
    // What no longer holds is not for the child to read.
    let (held, became) = match told.held() {
        (held, became) if told.as_made => (held, became),
        (held, _) => (held, String::new()),
    };
    let fact = |name: &str, value: &str| (!value.is_empty()).then(|| (name.to_owned(), Cell::text(value)));
    let optional = |name: &str, value: &Option<String>| fact(name, value.as_deref().unwrap_or_default());
    let facts = [
        fact("When and where", &format!("{}, {place}", told.at)),
        optional("Player", &told.player),
        optional("Team", &told.team),
        optional("Opponent", &event.opponent(ruling).map(|id| words::player_name(event, id))),
        fact("Offense", &told.matter),
        fact("Facts", &words::facts(event, ruling).join("; ")),
        Some(("Ruling".to_owned(), Cell::text(held).strong())),
        fact("At the table", &words::at_the_table(event, ruling, None).join("; ")),
        fact("Rule number", &told.rule),
        optional("Rule", &words::rule_text(event, ruling)),
        optional("Reason", &told.reason),
        optional("What happened", &told.note),
        fact("Witnesses", &told.witnesses.join(", ")),
        optional("Ruled by", &told.by),
        fact("Status", &became),
    ];
    let masthead = Masthead::new(event.tournament(), event.tournament().section(ruling.section), None, stamp);
    let slip = Document::new(format!("Ruling {}", ruling.id), masthead)
        .on(Page { size: TypeSize::Wall, ..Page::default() })
        .with(Block::Facts(facts.into_iter().flatten().collect()))
        .with(Block::Paragraph(appeal(event, ruling)))
        .with(Block::Blanks(vec!["Director".to_owned(), "Player (I have read this)".to_owned()]));
    Report::of(slip, words::to_json(event, ruling)).set_by("ruling")
}

/// An appeal is offered while there is one; where the rulebook names nobody who hears it, as the organizer's choice.
fn appeal(event: &Event, ruling: &Ruling) -> String {
    let (docket, settings) = event.law();
    let is_final = docket.appeals_against(ruling.id).any(Appeal::is_final);
    let is_set_aside = docket.state(ruling) == RulingState::Overturned && docket.verdict(ruling).is_none();
    let chosen =
        if settings.hearing.is_none() { " This is the organizer's choice; the rules name nobody." } else { "" };
    let told = match step_left(docket, ruling, settings) {
        Some(_) if is_set_aside => "It was overturned on appeal and has no effect.",
        Some(Level::SectionChief) => {
            return format!(
                "You may appeal: tell the desk this ruling's number. The section chief hears it first, then the floor chief, whose \
                 decision is final.{chosen}"
            );
        }
        Some(Level::FloorChief) => {
            return format!(
                "You may appeal once more, to the floor chief, whose decision is final: tell the desk this ruling's number.{chosen}"
            );
        }
        None if ruling.voided.is_some() => "It was taken back and has no effect.",
        None if is_final => "The floor chief has decided. This is final.",
        None => "An appeal against it waits for a decision.",
    };
    told.to_owned()
}
