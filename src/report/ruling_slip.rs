//! The slip of one ruling: what was ruled, under which rule, what to do at the clock, and how to appeal. Never published.

use super::document::{Block, Cell, Document, Page, TypeSize};
use super::families::ruling as say;
use super::masthead::{Masthead, Stamp};
use super::printable::Report;
use super::ruling as words;
use super::rulings::{Names, shown};
use crate::discipline::{Appeal, Level, Ruling, RulingState, step_left};
use crate::event::Event;

/// The slip that the players get; for other programs, all that is known of the ruling.
pub fn view(event: &Event, ruling: &Ruling, stamp: Stamp) -> Report {
    let ruled = shown(event, ruling, Names::Shown, stamp);
    let place = match ruled.table {
        None if ruled.round == 0 => say::BEFORE_ROUND_1.to_owned(),
        table => say::place(ruled.round, table, &ruled.game()),
    };
    // What no longer holds is not for the child to read.
    let (held, became) = match ruled.held() {
        (held, became) if ruled.as_made => (held, became),
        (held, _) => (held, String::new()),
    };
    let fact = |name: &str, value: &str| (!value.is_empty()).then(|| (name.to_owned(), Cell::text(value)));
    let optional = |name: &str, value: &Option<String>| fact(name, value.as_deref().unwrap_or_default());
    let facts = [
        fact(say::WHEN_AND_WHERE, &format!("{}, {place}", ruled.at)),
        optional(say::PLAYER, &ruled.player),
        optional(say::TEAM, &ruled.team),
        optional(say::OPPONENT, &event.opponent(ruling).map(|id| words::player_name(event, id))),
        fact(say::OFFENSE, &ruled.matter),
        fact(say::FACTS, &words::facts(event, ruling).join("; ")),
        Some((say::RULING.to_owned(), Cell::text(held).strong())),
        fact(say::AT_THE_TABLE, &words::at_the_table(event, ruling, None).join("; ")),
        fact(say::RULE_NUMBER, &ruled.rule),
        optional(say::RULE, &words::rule_text(event, ruling)),
        optional(say::REASON, &ruled.reason),
        optional(say::WHAT_HAPPENED, &ruled.note),
        fact(say::WITNESSES, &ruled.witnesses.join(", ")),
        optional(say::RULED_BY, &ruled.by),
        fact(say::STATUS, &became),
    ];
    let masthead = Masthead::new(event.tournament(), event.tournament().section(ruling.section), None, stamp);
    let slip = Document::new(format!("Ruling {}", ruling.id), masthead)
        .on(Page { size: TypeSize::Wall, ..Page::default() })
        .with(Block::Facts(facts.into_iter().flatten().collect()))
        .with(Block::Paragraph(appeal(event, ruling)))
        .with(Block::Blanks(say::TO_SIGN.map(str::to_owned).into()));
    Report::of(slip, words::to_json(event, ruling)).set_by("ruling")
}

/// An appeal is offered while there is one; where the rulebook names nobody who hears it, as the organizer's choice.
fn appeal(event: &Event, ruling: &Ruling) -> String {
    let (docket, settings) = event.law();
    let is_final = docket.appeals_against(ruling.id).any(Appeal::is_final);
    let is_set_aside = docket.state(ruling) == RulingState::Overturned && docket.verdict(ruling).is_none();
    let chosen = if settings.hearing.is_none() { say::ORGANIZERS_CHOICE } else { "" };
    let sentence = match step_left(docket, ruling, settings) {
        Some(_) if is_set_aside => say::OVERTURNED,
        Some(Level::SectionChief) => return format!("{}{chosen}", say::MAY_APPEAL),
        Some(Level::FloorChief) => return format!("{}{chosen}", say::MAY_APPEAL_ONCE_MORE),
        None if ruling.voided.is_some() => say::TAKEN_BACK,
        None if is_final => say::FINAL,
        None => say::WAITS,
    };
    sentence.to_owned()
}
