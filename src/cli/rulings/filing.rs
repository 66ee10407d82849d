//! Putting a ruling on record, within what its official may rule, and finding it again; how its match stands once a ruling on it was
//! entered, voided or decided on appeal.

use super::words;
use crate::cli::answer::Answer;
use crate::cli::consequences::Before;
use crate::cli::desk::Desk;
use crate::cli::entry::slip::{goes_on, which};
use crate::cli::failure::Failure;
use crate::cli::refusal::Told;
use crate::cli::registration::entering::seat_in;
use crate::discipline::{Again, Citation, Effect, Idle, Matter, Penalty, Ruling};
use crate::event::edit::docket::{self, Apart};
use crate::tournament::{Format, MatchResult, OfficialId, RulingId, SectionId, Team, TeamId, TeamStatus};
use clap::Args;
use serde_json::Value;

/// What was told of an earlier ruling that may be about the same.
pub fn apart(again: bool, number: Option<u8>) -> Apart {
    match number {
        _ if again => Apart::Again,
        Some(_) => Apart::Named,
        None => Apart::Untold,
    }
}

/// What an official writes down beside a ruling.
#[derive(Debug, Clone, Default, Args)]
pub struct Account {
    /// Who saw it; may be given again
    #[arg(long = "witness", value_name = "NAME")]
    pub witnesses: Vec<String>,
    /// What happened
    #[arg(long)]
    pub note: Option<String>,
}

/// A ruling as it is made now by the official who acts; whom and which place it is about is still to be told.
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

/// Enters a ruling and says what follows from it. `before` lines come first, `after` lines last.
pub fn enter(
    desk: &mut Desk,
    ruling: Ruling,
    apart: Apart,
    before: Vec<String>,
    after: Vec<String>,
) -> Result<Answer, Failure> {
    desk.within_authority(desk.official.as_deref(), Penalty::None).told(desk)?;
    let stood = Stood::before(desk, &ruling)?;
    let id = docket::rule(&mut desk.event, ruling, apart).told(desk)?;
    let ruling = found(desk, id.0)?.clone();
    let mut lines = before;
    let said = words::sentence(desk, &ruling);
    let place = ruling.place.map(|place| place.match_id);
    let at = place.map(|at| words::of_two(desk, at, &format!(", table {} match", at.table))).unwrap_or_default();
    let summary = format!("ruling {id}{at}: {said}");
    lines.push(summary.clone());
    lines.extend(words::at_the_table(desk, &ruling, stood.result));
    lines.extend(words::idle(desk, &ruling).map(|why| without_effect(&ruling, why)));
    lines.extend(words::next_time(desk, &ruling));
    lines.extend(after);
    lines.push(to_appeal(id));
    let json = words::to_json(desk, &ruling);
    stood.told(desk, lines, json, summary)
}

/// What whoever disagrees has typed.
pub fn to_appeal(id: RulingId) -> String {
    format!("to appeal: bughouse appeal file {id} --by PLAYER")
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
        .hint("all of them: bughouse rules show; leave --cites out where no rule speaks of it"))
}

/// Why a ruling ends nothing, and what would change that.
fn without_effect(ruling: &Ruling, why: Idle) -> String {
    let may = matches!(ruling.matter, Matter::Offence { .. }) && matches!(why, Idle::MatchOver | Idle::BoardOver(_));
    let otherwise = if may { "; to change it, void this and rule again with --carry-out" } else { "" };
    format!("{why}: on record, and its result stays{otherwise}")
}

pub fn found(desk: &Desk, number: u32) -> Result<&Ruling, Failure> {
    desk.ruling(RulingId(number)).told(desk)
}

/// The official who acts, if one was named.
pub fn acting(desk: &Desk) -> Result<Option<OfficialId>, Failure> {
    desk.official.as_deref().map(|name| desk.official(name).map(|o| o.id)).transpose()
}

/// How the match of a ruling stood before something was decided about the ruling.
pub struct Stood {
    /// The result then.
    pub result: Option<MatchResult>,
    /// The ruling had ended a board or the match.
    ended: bool,
    /// What was set at the clocks.
    clocks: Vec<words::ClockChange>,
    /// The team that it took out of the event.
    expelled: Option<TeamId>,
    /// The section of its match.
    section: Option<Before>,
}

impl Stood {
    pub fn before(desk: &mut Desk, ruling: &Ruling) -> Result<Self, Failure> {
        Ok(Self {
            section: Before::of_ruling(desk, ruling)?,
            result: result(desk, ruling),
            ended: ends(desk, ruling),
            clocks: words::clock(desk, ruling),
            expelled: words::expelled(desk, ruling),
        })
    }

    /// Tells what was done, and what a change of an earlier round's result does to standings, pairings and prizes; at a terminal that is
    /// shown and asked for first.
    pub fn told(
        self,
        desk: &mut Desk,
        mut lines: Vec<String>,
        mut json: Value,
        summary: String,
    ) -> Result<Answer, Failure> {
        if let Some(section) = self.section {
            let changes = section.compared(desk)?;
            let words = changes.in_words();
            if !words.is_empty() && !desk.shown_first(&lines[0], &words)? {
                lines.push(words);
            }
            json["consequences"] = changes.to_json();
        }
        Ok(Answer::noted(lines.join("\n"), json, summary))
    }

    /// How match, clocks and team stand now, where the ruling says it no longer, or never did.
    pub fn now(&self, desk: &Desk, ruling: &Ruling) -> Vec<String> {
        let open = result(desk, ruling).is_none();
        let clocks = self.clocks.iter().filter(|_| open && words::clock(desk, ruling).is_empty());
        let back = self.expelled.and_then(|id| desk.tournament().team(id));
        let back = back.filter(|team| desk.tournament().status(team) != TeamStatus::Expelled);
        let match_now = self.match_now(desk, ruling).into_iter();
        match_now
            .chain(clocks.filter_map(|clock| clock.undone(desk)))
            .chain(back.map(|team| format!("{} plays on{}", team.name, without_seat(desk, ruling, team))))
            .collect()
    }

    fn match_now(&self, desk: &Desk, ruling: &Ruling) -> Option<String> {
        let id = ruling.place.map(|place| place.match_id).filter(|_| !ends(desk, ruling))?;
        let now = result(desk, ruling);
        let table = format!("table {}{}", id.table, words::of_two(desk, id, " match"));
        let won_by = now.map(|now| words::won_by(desk, id, now)).unwrap_or_default();
        match (self.result, now) {
            (Some(was), None) => Some(format!("{table} is open again (was {was}): {}", to_enter(desk, ruling))),
            (Some(was), Some(now)) if was != now => Some(format!("{table} is now {now}{won_by} (was {was})")),
            (None, Some(now)) => Some(format!("{table} is now {now}{won_by}")),
            (Some(_), Some(now)) if self.ended => Some(format!("{table} stays {now}{won_by}")),
            (None, None) if self.ended => Some(format!("{table} is open: {}", to_enter(desk, ruling))),
            _ => None,
        }
    }
}

/// What seats a team that was expelled when the round being played was posted, and is not any more.
fn without_seat(desk: &Desk, ruling: &Ruling, team: &Team) -> String {
    let section = desk.tournament().section(ruling.section).filter(|section| section.format != Format::Knockout);
    let round = desk.latest_round(ruling.section).filter(|round| round.assignment(team.id).is_none());
    match (section, round) {
        (Some(section), Some(round)) if !desk.missing(section, round).is_empty() => {
            format!("; {}", seat_in(desk, round, team))
        }
        _ => String::new(),
    }
}

/// The result of the match a ruling was made at.
pub fn result(desk: &Desk, ruling: &Ruling) -> Option<MatchResult> {
    let id = ruling.place?.match_id;
    let round = desk.tournament().round(id.section, id.round)?;
    desk.result_in(round, id.table, id.number)
}

/// Whether a ruling ends a board or the match as all stands now.
fn ends(desk: &Desk, ruling: &Ruling) -> bool {
    desk.effect(ruling).is_ok_and(|effect| effect != Effect::None)
}

/// What an open match waits for.
fn to_enter(desk: &Desk, ruling: &Ruling) -> String {
    let Some(id) = ruling.place.map(|place| place.match_id) else { return String::new() };
    let round = desk.tournament().round(id.section, id.round);
    let half = round.and_then(|round| goes_on(desk, id, round.slip(id.table, id.number)?));
    half.unwrap_or_else(|| format!("bughouse result {} RESULT{}", id.table, which(desk, id)))
}

/// A replay that was played counts no more once it was not rightly ordered: asked first at a terminal; what was played stays on record.
pub fn replay_falls(desk: &Desk, ruling: &Ruling, lines: &mut Vec<String>) -> Result<(), Failure> {
    let stands = desk.facts.docket.standing(ruling).is_in_force();
    let Some(result) = words::played_anew(desk, ruling).filter(|_| !stands) else { return Ok(()) };
    let told = format!("the new game ({result}) counts no more and stays on record; the game before it counts again");
    let change = lines.first().cloned().unwrap_or_default();
    if !desk.shown_first(&change, &told)? {
        lines.push(told);
    }
    Ok(())
}

/// Names those of the later rulings that are to be looked at, now that what they rested on has no force any more.
pub fn rests(desk: &Desk, resting: &[RulingId]) -> Vec<String> {
    let told = |again: Again| {
        format!(
            "look at ruling {0} again: it {again}; keep it: bughouse ruling keep {0}, or: bughouse ruling void {0} --reason \"...\"",
            again.ruling
        )
    };
    desk.to_look_at().into_iter().filter(|again| resting.contains(&again.ruling)).map(told).collect()
}
