//! Putting a ruling on record, within what its official may rule, and finding it again.

use super::announced::{Announced, Said, Stood, rests, still_seated};
use super::words;
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::refusal::OrRefuse;
use crate::discipline::{Citation, Idle, Matter, Penalty, Ruling};
use crate::event::AtTable;
use crate::event::edit::docket::{self, Apart};
use crate::tournament::{OfficialId, RulingId, SectionId};
use clap::Args;

/// What was said of an earlier ruling that may be about the same.
pub fn apart(again: bool, number: Option<u8>) -> Apart {
    match number {
        _ if again => Apart::Again,
        Some(_) => Apart::Named,
        None => Apart::Unstated,
    }
}

/// What an official writes down beside a ruling.
#[derive(Debug, Clone, Default, Args)]
pub struct Account {
    /// Who saw it; can be repeated
    #[arg(long = "witness", value_name = "NAME")]
    pub witnesses: Vec<String>,
    /// What happened
    #[arg(long)]
    pub note: Option<String>,
}

/// A ruling as it is made now by the official who acts; whom and which place it is about is still to be given.
pub fn new(
    desk: &Desk,
    section: SectionId,
    matter: Matter,
    rule: Citation,
    account: &Account,
) -> Result<Ruling, Failure> {
    Ok(Ruling {
        id: RulingId(0),
        at: desk.now().to_utc(),
        by: acting(desk)?,
        section,
        round: desk.posted_rounds(section),
        place: None,
        player: None,
        team: None,
        matter,
        rule: rule.rule,
        fallback: rule.fallback,
        reason: None,
        note: account.note.clone(),
        witnesses: account.witnesses.clone(),
        voided: None,
        kept_step: None,
    })
}

/// A ruling that was made.
pub struct Ruled {
    pub ruling: Ruling,
    /// What stood against the player, the partner and the team before.
    pub record: Vec<String>,
    pub at_table: AtTable,
    pub announced: Announced,
}

impl Ruled {
    pub fn answer(self, desk: &Desk) -> Answer {
        self.announced.answer(words::to_json(desk, &self.ruling))
    }
}

/// Enters a ruling, with what follows from it; `after` is said last.
pub fn enter(desk: &mut Desk, ruling: Ruling, apart: Apart, after: Vec<Said>) -> Result<Ruled, Failure> {
    desk.within_authority(desk.official.as_deref(), Penalty::None).or_refuse(desk)?;
    let stood = Stood::before(desk, &ruling);
    let record = ruling.player.map(|player| words::record(desk, player)).unwrap_or_default();
    let is_clean = ruling.player.is_none_or(|player| words::is_clean(desk, player));
    let id = docket::rule(&mut desk.event, ruling, apart).or_refuse(desk)?;
    let ruling = found(desk, id.0)?.clone();
    let at_table = desk.at_table(&ruling);
    let mut lines = Vec::new();
    match ruling.matter {
        Matter::Offence { .. } if is_clean => {
            lines.push(Said::at_desk("before this ruling: no offenses on record".to_owned()));
        }
        Matter::Offence { .. } => {
            lines.push(Said::at_desk("on record before this ruling:".to_owned()));
            lines.extend(record.iter().map(|line| Said::at_desk(format!("  {line}"))));
        }
        _ => {}
    }
    let said = words::sentence(desk, &ruling);
    let game = ruling.place.map(|place| (place.match_id.table, words::which_game(desk, place, " match")));
    let at = game.filter(|(_, game)| !game.is_empty()).map(|(table, game)| format!(", table {table}{game}"));
    let at = at.unwrap_or_default();
    let summary = format!("ruling {id}{at}: {said}");
    lines.push(Said::Apart { desk: summary.clone(), page: Some(said) });
    let idle = at_table.effect.err().map(|why| without_effect(&ruling, why));
    let at_the_table = words::at_the_table(desk, &ruling, stood.result()).into_iter();
    lines.extend(at_the_table.chain(idle).map(Said::Line));
    lines.extend(stood.reopened(desk, &ruling).map(Said::Line));
    lines.extend(rests(desk, &desk.resting_on(&ruling)));
    lines.extend(still_seated(desk, &ruling));
    lines.extend(words::next_time(desk, &ruling).map(Said::Line));
    lines.extend(after);
    lines.push(Said::at_desk(format!("to appeal: {}", cmd!("appeal file {id} --by PLAYER"))));
    Ok(Ruled { announced: stood.announced(desk, lines, summary)?, ruling, record, at_table })
}

/// The rule that a ruling cites: the one named, or what the rulebook has for matters it does not speak of.
pub fn cited(desk: &Desk, named: Option<&str>) -> Result<Citation, Failure> {
    let source = &desk.rulebook.discipline.source;
    let Some(named) = named else { return Ok(source.silence()) };
    let number = named.trim();
    if desk.rulebook.rules.iter().any(|rule| rule.number == number) {
        return Ok(source.cite(&Some(number.to_owned())));
    }
    Err(Failure::mistyped(format!("{} has no rule \"{number}\"", source.rulebook))
        .hint(format!("to see all of them: {}; leave --cites out if no rule covers it", cmd!("rules show"))))
}

/// Why a ruling ends nothing, and what would change that.
fn without_effect(ruling: &Ruling, why: Idle) -> String {
    let may = matches!(ruling.matter, Matter::Offence { .. }) && matches!(why, Idle::MatchOver | Idle::BoardOver(_));
    let otherwise = if may { "; to change it, void this and rule again with --carry-out" } else { "" };
    format!("{why}: the ruling is on record, but the result stays{otherwise}")
}

pub fn found(desk: &Desk, number: u32) -> Result<&Ruling, Failure> {
    desk.ruling(RulingId(number)).or_refuse(desk)
}

/// The official giving the command, if one was named.
pub fn acting(desk: &Desk) -> Result<Option<OfficialId>, Failure> {
    desk.official.as_deref().map(|name| desk.official(name).map(|o| o.id)).transpose()
}
