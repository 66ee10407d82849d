//! What the rulebook prescribes now, computed from the docket: earlier rulings count, the step follows.

use super::claim::Verdict;
use super::docket::Docket;
use super::judgement::goes_behind;
use super::offence::{Beyond, Choice, Clock, Offence, Scope, Step};
use super::penalty::{Penalty, PenaltyKind, penalty_in_words};
use super::ruling::{Matter, Ruling};
use super::settings::Settings;
use super::source::Citation;
use crate::tournament::{MatchId, PlayerId, RulingId};
use std::fmt;

/// The place of an offence: match and playing, if it happened at a board.
pub type At = Option<(MatchId, u8)>;

/// What is due for an offence, before the director decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// The step reached, from 1; `None` where the rulebook has no ladder.
    pub step: Option<u32>,
    /// The penalties the rule allows; empty where it leaves every penalty to the director.
    pub choices: Vec<Choice>,
    pub rule: Citation,
    /// Past the last step of the ladder.
    pub beyond: bool,
    pub clock: Clock,
    /// Rulings that count towards the step, oldest first.
    pub counted: Vec<RulingId>,
    /// The rule names what may follow, and nothing that touches the child's own match is among it.
    pub spares_own_match: bool,
}

/// What a director may not do, given what is due.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PenaltyError {
    #[error("{}", needs_penalty(due))]
    NeedsPenalty { due: Box<Due> },
    #[error(
        "{} is not what the rulebook prescribes here ({rule}: {}), so it needs a reason",
        penalty_in_words(penalty),
        penalty_in_words(prescribed)
    )]
    NeedsReason { penalty: Penalty, prescribed: Step, rule: Citation },
    #[error("{rule} doesn't penalize the child's own match, so {} needs a reason", penalty_in_words(penalty))]
    OwnMatch { penalty: Penalty, rule: Citation },
}

fn needs_penalty(due: &Due) -> String {
    let rule = &due.rule;
    match (due.beyond, due.choices.is_empty()) {
        (true, _) => format!("{rule} has no more steps, so you choose the penalty"),
        (_, false) => format!("{rule} lets you choose: {}", penalty_in_words(Step { choices: due.choices.clone() })),
        _ if rule.is_silent() => format!("{} doesn't cover this, so you choose the penalty", rule.rulebook),
        _ if rule.fallback => format!("{rule}, so you choose the penalty"),
        _ => format!("{rule} gives no penalty, so you choose one"),
    }
}

/// What a ruling comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    pub penalty: Penalty,
    /// It is not what the rulebook prescribes.
    pub overridden: bool,
}

/// The step and penalty due for a player's offence at a place, by the rulings of the rounds up to this one; of a ruling on record
/// (`before`) by those that go before it, in the order of rounds, then of rulings.
pub fn due(
    docket: &Docket,
    settings: &Settings,
    offence: &Offence,
    player: PlayerId,
    at: At,
    flag_fell: bool,
    before: Option<&Ruling>,
) -> Due {
    let place = before.map(Ruling::in_order);
    let goes_before = |ruling: &&Ruling| match (place, at) {
        (Some(place), _) => ruling.in_order() < place,
        (None, Some((id, _))) => ruling.in_order().0 <= id.round,
        (None, None) => true,
    };
    let counted: Vec<RulingId> =
        counting(docket, settings, &offence.id, player, at).filter(goes_before).map(|r| r.id).collect();
    let rule = offence.citation(&settings.source);
    let spares_own_match = offence.id == "spectator" && settings.spectator.spares_own_match();
    let clock = offence.clock;
    let mut due = Due { step: None, choices: Vec::new(), rule, beyond: false, clock, counted, spares_own_match };
    let Some(last) = offence.ladder.last() else { return due };
    let step = due.counted.len() + 1;
    due.step = Some(u32::try_from(step).unwrap_or(u32::MAX));
    match (offence.ladder.get(step - 1), offence.beyond, offence.flag_fell) {
        (Some(_), _, Some(instead)) if flag_fell && step == 1 => due.choices = vec![Choice::Exactly(instead)],
        (Some(here), _, _) => due.choices.clone_from(&here.choices),
        (None, Beyond::Repeat, _) => due.choices.clone_from(&last.choices),
        (None, Beyond::Director, _) => due.beyond = true,
    }
    due
}

/// Rulings in force against a player for an offence, within the offence's scope.
fn counting<'d>(
    docket: &'d Docket,
    settings: &Settings,
    offence: &'d str,
    player: PlayerId,
    at: At,
) -> impl Iterator<Item = &'d Ruling> {
    let scope = settings.offence(offence).map_or(Scope::Event, |o| o.scope);
    docket.rulings.iter().filter(move |r| {
        r.player == Some(player)
            && matches!(&r.matter, Matter::Offence { offence: id, .. } if id == offence)
            && in_scope(scope, r.playing(), at)
            && docket.state(r).is_in_force()
    })
}

fn in_scope(scope: Scope, one: At, other: At) -> bool {
    match scope {
        Scope::Game => one == other,
        Scope::Match => one.map(|(id, _)| id) == other.map(|(id, _)| id),
        Scope::Event => true,
    }
}

/// The step a ruling would have now, by the rulings in force before it.
pub fn step_now(docket: &Docket, settings: &Settings, ruling: &Ruling) -> Option<u32> {
    let Matter::Offence { offence, flag_fell, .. } = &ruling.matter else { return None };
    let offence = settings.offence(offence)?;
    due(docket, settings, offence, ruling.player?, ruling.playing(), *flag_fell, Some(ruling)).step
}

/// A ruling in force that rested on one without force, and that the director has not kept since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Again {
    pub ruling: RulingId,
    pub why: Rested,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rested {
    /// It was announced at another step than it would have now.
    Step { announced: u32, now: u32 },
    /// It gave away the other match of a player whom this ruling had expelled.
    Expulsion(RulingId),
    /// It was made in the new game that this ruling had ordered.
    Replay(RulingId),
    /// It was made in a replay, and the match before that is no longer drawn.
    Draw,
    /// A claim that was denied since the opposing claim of this ruling went before it, which is not upheld.
    Contest(RulingId),
}

impl Again {
    /// What is written down with the ruling when it is kept: the step it came to.
    pub fn kept_at(self) -> u32 {
        match self.why {
            Rested::Step { now, .. } => now,
            Rested::Expulsion(_) | Rested::Replay(_) | Rested::Draw | Rested::Contest(_) => 1,
        }
    }
}

impl fmt::Display for Again {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.why {
            Rested::Step { announced, now } => {
                write!(f, "was announced as step {announced} but would now be step {now}")
            }
            Rested::Expulsion(by) => {
                write!(f, "cost the player the other match after the expulsion in ruling {by}, which no longer stands")
            }
            Rested::Contest(by) => write!(f, "was denied because of the claim in ruling {by}, which is not upheld"),
            Rested::Draw => write!(f, "was made in a replay, and the match before it is no longer drawn"),
            Rested::Replay(by) => write!(f, "was made in the new game ordered by ruling {by}, which no longer stands"),
        }
    }
}

/// The rulings that the director has to look at again.
pub fn to_look_at(docket: &Docket, settings: &Settings) -> Vec<Again> {
    let in_force = docket.rulings.iter().filter(|r| docket.state(r).is_in_force());
    let by_step = |r: &Ruling| {
        let Matter::Offence { step: Some(announced), .. } = r.matter else { return None };
        let now = step_now(docket, settings, r)?;
        (now != announced).then_some(Rested::Step { announced, now })
    };
    let by_expulsion = |r: &Ruling| {
        let holds = |e: &&Ruling| docket.penalty(e) == Some(Penalty::Expel);
        let expulsions: Vec<&Ruling> = docket.rulings.iter().filter(|e| is_other_match(r, e)).collect();
        let fallen = expulsions.iter().rfind(|e| e.id < r.id)?;
        (!expulsions.iter().any(holds)).then_some(Rested::Expulsion(fallen.id))
    };
    let by_replay = |r: &Ruling| {
        let ordered_by = docket.rulings.iter().find(|ordered| is_in_new_game(r, ordered))?;
        (!docket.state(ordered_by).is_in_force()).then_some(Rested::Replay(ordered_by.id))
    };
    let again = |r: &Ruling| {
        let by_contest = || lost_to(docket, settings, r).map(Rested::Contest);
        let why = by_step(r).or_else(|| by_expulsion(r)).or_else(|| by_replay(r)).or_else(by_contest)?;
        let again = Again { ruling: r.id, why };
        (r.kept_step != Some(again.kept_at())).then_some(again)
    };
    in_force.filter_map(again).collect()
}

/// The opposing claim for which a claim was denied, where no such claim is upheld in the same game.
fn lost_to(docket: &Docket, settings: &Settings, ruling: &Ruling) -> Option<RulingId> {
    let Matter::Claim { claim, .. } = &ruling.matter else { return None };
    if claim.deny || docket.verdict(ruling) != Some(Verdict::Denied) || !goes_behind(claim, settings) {
        return None;
    }
    let kind = claim.against?.kind();
    let opposes = |other: &&Ruling| {
        let is_of_kind = matches!(&other.matter, Matter::Claim { claim, .. } if claim.kind == kind);
        let places = other.place.zip(ruling.place);
        let across = places.is_some_and(|(there, here)| there.board == here.board && there.side != here.side);
        is_of_kind && other.playing() == ruling.playing() && across
    };
    let mut opposing = docket.rulings.iter().filter(opposes);
    let last = opposing.clone().next_back()?;
    (!opposing.any(|other| docket.verdict(other) == Some(Verdict::Upheld))).then_some(last.id)
}

/// Whether a ruling takes the match from a player beside the one in which another ruling expelled this player: an expulsion ends the
/// match it was ruled at.
fn is_other_match(ruling: &Ruling, expulsion: &Ruling) -> bool {
    let table = |r: &Ruling| r.place.map(|place| (MatchId { number: 0, ..place.match_id }, place.match_id.number));
    let (Some((one, number)), Some((other, ended))) = (table(ruling), table(expulsion)) else { return false };
    let takes_it =
        matches!(&ruling.matter, Matter::Offence { offence, penalty: Penalty::Match, .. } if offence == "other");
    let expelled = expulsion.penalty() == Some(Penalty::Expel) && ruling.player == expulsion.player;
    takes_it && expelled && one == other && number != ended
}

/// Whether a ruling was made in the new game that another one had ordered.
fn is_in_new_game(ruling: &Ruling, ordered_by: &Ruling) -> bool {
    let ordered = ordered_by.place.map(|place| place.match_id).zip(ordered_by.orders());
    ordered.is_some() && ruling.playing() == ordered
}

/// Later rulings in force whose announced step counts this one, in the order of rounds, that gave away the other match after its expulsion, or that were made in
/// the new game that it ordered, oldest first. They are named, never changed.
pub fn resting_on(docket: &Docket, settings: &Settings, ruling: &Ruling) -> Vec<RulingId> {
    let in_new_game = docket.rulings.iter().filter(|r| docket.state(r).is_in_force() && is_in_new_game(r, ruling));
    let (Matter::Offence { offence, .. }, Some(player)) = (&ruling.matter, ruling.player) else {
        return in_new_game.map(|r| r.id).collect();
    };
    let counted_steps = |r: &&Ruling| matches!(r.matter, Matter::Offence { step: Some(_), .. });
    let after = docket.rulings.iter().filter(|r| docket.state(r).is_in_force() && is_other_match(r, ruling));
    counting(docket, settings, offence, player, ruling.playing())
        .filter(counted_steps)
        .filter(|r| r.in_order() > ruling.in_order())
        .chain(after.filter(|r| r.id > ruling.id))
        .map(|r| r.id)
        .collect()
}

/// The penalty to give: what is prescribed, or what the director asks for where the rule allows it or a reason is given.
pub fn judge(due: &Due, asked: Option<Penalty>, has_reason: bool) -> Result<Judged, PenaltyError> {
    let prescribed = Step { choices: due.choices.clone() };
    let Some(penalty) = asked else {
        let penalty =
            prescribed.prescribed().ok_or_else(|| PenaltyError::NeedsPenalty { due: Box::new(due.clone()) })?;
        return Ok(Judged { penalty, overridden: false });
    };
    if due.spares_own_match && matches!(penalty.kind(), PenaltyKind::Time | PenaltyKind::Game | PenaltyKind::Match) {
        let own_match = || PenaltyError::OwnMatch { penalty, rule: due.rule.clone() };
        return has_reason.then_some(Judged { penalty, overridden: true }).ok_or_else(own_match);
    }
    let overridden = !due.choices.is_empty() && !due.choices.iter().any(|choice| choice.allows(penalty));
    if overridden && !has_reason {
        return Err(PenaltyError::NeedsReason { penalty, prescribed, rule: due.rule.clone() });
    }
    Ok(Judged { penalty, overridden })
}
