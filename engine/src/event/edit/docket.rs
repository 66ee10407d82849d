//! Rulings and appeals: entered once; only a void, a decision or a withdrawal is ever added, and that a match was not over when it was
//! ruled on, where the slip that said so is taken away.

use super::next;
use crate::discipline::{
    self, Again, Appeal, AppealState, Appellant, Authority, Citation, Decision, Docket, Effect, Idle, Outcome, Penalty,
    PenaltyKind, Place, Rested, Ruling, RulingState, Settings, SpectatorAction, Voided, holds, is_to_be_claimed,
    may_report, may_rule, may_void, next_level, resting_on, settled_by, to_look_at,
};
use crate::event::{Event, Refusal};
use crate::tournament::{
    AppealId, MatchId, Official, OfficialId, Round, RulingId, SectionId, Slip, TableNumber, TeamId,
};
use chrono::{DateTime, Utc};

/// Whether a ruling that an earlier one may have settled is entered all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Apart {
    Unstated,
    /// The match of a double round was named.
    Named,
    /// It happened again.
    Again,
}

/// Enters a ruling; its own number is not looked at. Gives the number in the docket.
pub fn rule(event: &mut Event, new: Ruling, apart: Apart) -> Result<RulingId, Refusal> {
    let (docket, settings) = event.law();
    may_rule(docket, settings, &new, apart == Apart::Again).map_err(|(ruling, why)| Refusal::Recourse {
        ruling,
        why,
        recurs: true,
    })?;
    if apart != Apart::Again
        && let (Some(by), Some(place)) = (settled_by(docket, settings, &new, apart == Apart::Named), new.place)
    {
        return Err(Refusal::SettledAlready { by: by.id, at: place.match_id });
    }
    let facts = event.changing();
    let id = RulingId(next(&mut facts.last.ruling));
    let round = new.place.map_or(new.round, |place| place.match_id.round);
    facts.docket.rulings.push(Ruling { id, round, ..new });
    Ok(id)
}

/// Marks a ruling as entered by mistake. Returns the later rulings that rested on it.
pub fn void(event: &mut Event, id: RulingId, voided: Voided) -> Result<Vec<RulingId>, Refusal> {
    let ((docket, settings), ruling) = (event.law(), event.ruling(id)?);
    if ruling.voided.is_some() {
        return Err(Refusal::VoidedAlready { ruling: id });
    }
    may_void(docket, ruling, settings).map_err(barred(id))?;
    let mut resting = resting_on(docket, settings, ruling);
    event.change_ruling(id, |ruling| ruling.voided = Some(voided));
    resting.extend(event.ruling(id).map(|voided| event.resting_on(voided))?);
    resting.sort_unstable();
    resting.dedup();
    Ok(resting)
}

/// Marks a ruling that was to be looked at again as kept, at the step it had come to.
pub fn keep(event: &mut Event, id: RulingId) -> Result<Again, Refusal> {
    event.ruling(id)?;
    let again = event.to_look_at().into_iter().find(|again| again.ruling == id);
    let again = again.ok_or(Refusal::NotWaiting { ruling: id })?;
    event.change_ruling(id, |ruling| ruling.kept_step = Some(again.kept_at()));
    Ok(again)
}

/// Files an appeal. Gives the number in the docket.
pub fn appeal(
    event: &mut Event,
    ruling: RulingId,
    by: Appellant,
    at: DateTime<Utc>,
    note: Option<String>,
) -> Result<AppealId, Refusal> {
    let (docket, settings) = event.law();
    let level =
        next_level(docket, event.ruling(ruling)?, &event.tournament().officials, settings).map_err(barred(ruling))?;
    let facts = event.changing();
    let id = AppealId(next(&mut facts.last.appeal));
    facts.docket.appeals.push(Appeal { id, ruling, level, by, at, note, decision: None, withdrawn: None });
    Ok(id)
}

pub fn decide(
    event: &mut Event,
    id: AppealId,
    person: &Official,
    outcome: Outcome,
    at: DateTime<Utc>,
    note: Option<String>,
) -> Result<(), Refusal> {
    let (open, ruling) = event.open_appeal(id)?;
    let by = event.may_decide(open, ruling, person, outcome)?;
    if let Outcome::Modified(penalty) = outcome {
        let loses = matches!(penalty, Penalty::Game | Penalty::Match);
        if let (Some(player), None, true) = (ruling.player, ruling.place, loses) {
            return Err(Refusal::NoMatchToLose { player });
        }
        event.within_authority(Some(&person.name), penalty)?;
    }
    let after = event.facts.docket.rulings.last().map(|ruling| ruling.id);
    event.change_appeal(id, |appeal| appeal.decision = Some(Decision { outcome, by, at, after, note }));
    Ok(())
}

pub fn withdraw(event: &mut Event, id: AppealId, at: DateTime<Utc>) -> Result<(), Refusal> {
    event.open_appeal(id)?;
    event.change_appeal(id, |appeal| appeal.withdrawn = Some(at));
    Ok(())
}

fn barred(ruling: RulingId) -> impl Fn(discipline::Refusal) -> Refusal {
    move |why| Refusal::Recourse { ruling, why, recurs: false }
}

impl Event {
    /// The rulings and appeals, and the rules that they rest on.
    pub fn law(&self) -> (&Docket, &Settings) {
        (&self.facts.docket, &self.rulebook.discipline)
    }

    pub fn ruling(&self, ruling: RulingId) -> Result<&Ruling, Refusal> {
        self.facts.docket.ruling(ruling).ok_or(Refusal::NoRuling { ruling })
    }

    pub fn appeal(&self, appeal: AppealId) -> Result<(&Appeal, &Ruling), Refusal> {
        let found = self.facts.docket.appeal(appeal).ok_or(Refusal::NoAppeal { appeal })?;
        Ok((found, self.ruling(found.ruling)?))
    }

    /// As [`Event::appeal`], of one that waits for a decision.
    pub fn open_appeal(&self, appeal: AppealId) -> Result<(&Appeal, &Ruling), Refusal> {
        let (found, ruling) = self.appeal(appeal)?;
        match found.state() {
            AppealState::Open => Ok((found, ruling)),
            state => Err(barred(ruling.id)(discipline::Refusal::NotOpen { appeal, state })),
        }
    }

    /// The rulings made at a table of a round, those that were voided left out.
    pub fn standing_at(&self, round: &Round, table: TableNumber) -> impl Iterator<Item = &Ruling> {
        let (section, number) = (round.section, round.number);
        let here = move |id: MatchId| (id.section, id.round, id.table) == (section, number, table);
        let standing = self.facts.docket.rulings.iter().filter(|ruling| ruling.voided.is_none());
        standing.filter(move |ruling| ruling.place.is_some_and(|place| here(place.match_id)))
    }

    /// Refuses a slip that says what the floor chief finally denied, or what is claimed since it turns on more than a slip says.
    pub(super) fn may_report(&self, id: MatchId, slip: &Slip) -> Result<(), Refusal> {
        let (docket, settings) = self.law();
        if let Some(rule) = is_to_be_claimed(slip, settings) {
            return Err(Refusal::IsClaimed { table: id.table, rule });
        }
        may_report(docket, settings, id, slip).map_err(|(ruling, why)| barred(ruling)(why))
    }

    /// The ruling that expels a team.
    pub fn expelled_by(&self, team: TeamId) -> Option<RulingId> {
        let docket = &self.facts.docket;
        let expels = |ruling: &&Ruling| ruling.team == Some(team) && docket.penalty(ruling) == Some(Penalty::Expel);
        docket.rulings.iter().rfind(expels).map(|ruling| ruling.id)
    }

    /// What a ruling ends as things are now, or why it ends nothing although it is in force.
    pub fn effect(&self, ruling: &Ruling) -> Result<Effect, Idle> {
        let (docket, settings) = self.law();
        match ruling.place {
            Some(place) if self.is_idle(place) => {
                discipline::effect(docket, settings, ruling).and_then(|effect| match effect {
                    Effect::None => Ok(effect),
                    Effect::Board { .. } | Effect::Match(_) => Err(Idle::Cancelled),
                })
            }
            _ => discipline::effect(docket, settings, ruling),
        }
    }

    /// The rulings that the director has to look at again.
    pub fn to_look_at(&self) -> Vec<Again> {
        let (docket, settings) = self.law();
        let mut again = to_look_at(docket, settings);
        let is_idle = |ruling: &&Ruling| {
            docket.state(ruling).is_in_force() && ruling.place.is_some_and(|place| self.is_idle(place))
        };
        let idle = docket.rulings.iter().filter(is_idle).map(|r| (r, Again { ruling: r.id, why: Rested::Draw }));
        again.extend(idle.filter(|(r, again)| r.kept_step != Some(again.kept_at())).map(|(_, again)| again));
        again.sort_by_key(|again| again.ruling);
        again.dedup_by_key(|again| again.ruling);
        again
    }

    /// The later rulings that rested on this one: by their step, or as rulings of a replay that what it ruled had led to.
    pub fn resting_on(&self, ruling: &Ruling) -> Vec<RulingId> {
        let (docket, settings) = self.law();
        let mut resting = resting_on(docket, settings, ruling);
        let table = |place: Place| MatchId { number: 1, ..place.match_id };
        let later = |other: &&Ruling| {
            let is_of_replay =
                |(there, here)| table(there) == table(here) && self.is_idle(there) && !self.is_idle(here);
            docket.state(other).is_in_force() && other.place.zip(ruling.place).is_some_and(is_of_replay)
        };
        let idle = docket.rulings.iter().filter(later).map(|other| other.id);
        let denied = self.to_look_at().into_iter().filter(|again| again.why == Rested::Contest(ruling.id));
        resting.extend(idle.chain(denied.map(|again| again.ruling)));
        resting.sort_unstable();
        resting.dedup();
        resting
    }

    /// The later rulings whose step rested on the one that an appeal has set aside.
    pub fn affected_by(&self, appeal: &Appeal) -> Vec<RulingId> {
        let docket = &self.facts.docket;
        let (Some(decision), Some(ruling)) = (&appeal.decision, docket.ruling(appeal.ruling)) else {
            return Vec::new();
        };
        if docket.state_after(ruling, appeal.id) != RulingState::Overturned {
            return Vec::new();
        }
        let before = |id: &RulingId| docket.ruling(*id).is_some_and(|later| later.at <= decision.at);
        self.resting_on(ruling).into_iter().filter(before).collect()
    }

    fn may_decide(
        &self,
        appeal: &Appeal,
        ruling: &Ruling,
        person: &Official,
        outcome: Outcome,
    ) -> Result<OfficialId, Refusal> {
        let ((docket, settings), officials) = (self.law(), &self.tournament().officials);
        discipline::may_decide(docket, appeal, ruling, person, outcome, officials, settings).map_err(barred(ruling.id))
    }

    /// The officials who can hear an appeal.
    pub fn chiefs_for(&self, appeal: &Appeal, ruling: &Ruling) -> Vec<&Official> {
        let may_hear = |person: &&Official| self.may_decide(appeal, ruling, person, Outcome::Upheld).is_ok();
        let mut able: Vec<&Official> = self.tournament().officials.iter().filter(may_hear).collect();
        able.dedup_by(|one, other| one.name == other.name);
        able
    }

    /// The only official who can hear an appeal.
    pub fn chief_for(&self, appeal: &Appeal, ruling: &Ruling) -> Result<&Official, Refusal> {
        let able = self.chiefs_for(appeal, ruling);
        match able[..] {
            [only] => Ok(only),
            [] => {
                let mut holders = self.tournament().officials.iter().filter(|o| holds(o, appeal.level, ruling.section));
                let rule = self.rulebook.discipline.hearing_cited();
                let why = discipline::Refusal::NobodyAppointed { level: appeal.level, rule };
                let refused_to =
                    holders.find_map(|person| self.may_decide(appeal, ruling, person, Outcome::Upheld).err());
                Err(refused_to.unwrap_or_else(|| barred(ruling.id)(why)))
            }
            _ => Err(Refusal::SeveralChiefs {
                appeal: appeal.id,
                names: able.iter().map(|one| one.name.clone()).collect(),
            }),
        }
    }

    /// Refuses a penalty beyond what an official may give alone. Where an office is limited, a ruling says who rules.
    pub fn within_authority(&self, name: Option<&str>, penalty: Penalty) -> Result<(), Refusal> {
        let authority = self.rulebook.discipline.authority;
        let Some(name) = name else {
            return if authority == Authority::default() { Ok(()) } else { Err(Refusal::Unsigned) };
        };
        let offices = self.tournament().officials.iter().filter(|o| o.name == name);
        match offices.map(|o| authority.limit(o.role)).max() {
            Some(limit) if penalty.kind() > limit => {
                Err(Refusal::BeyondOffice { name: name.to_owned(), limit, penalty })
            }
            _ => Ok(()),
        }
    }

    /// Refuses an official whose office gives no penalty where only a director may rule.
    pub fn directs_play(&self, name: Option<&str>, rule: &Citation) -> Result<(), Refusal> {
        let Some(name) = name else { return Ok(()) };
        let mut offices = self.tournament().officials.iter().filter(|o| o.name == name).peekable();
        let is_known = offices.peek().is_some();
        if !is_known || offices.any(|o| Authority::default().limit(o.role) > PenaltyKind::None) {
            return Ok(());
        }
        Err(Refusal::DirectsNoPlay { name: name.to_owned(), rule: rule.clone() })
    }

    /// The rule by which a director may do this about interference; with a `description`, and where a team was `aided`.
    pub fn may_interfere(
        &self,
        action: SpectatorAction,
        description: Option<&str>,
        aided: bool,
    ) -> Result<Citation, Refusal> {
        let settings = &self.rulebook.discipline;
        let rule = settings.source.cite(&settings.spectator.rule);
        match action {
            _ if !settings.spectator.allows(action) => Err(Refusal::NotForInterference { action, rule }),
            SpectatorAction::Other if description.is_none_or(|description| description.trim().is_empty()) => {
                Err(Refusal::PenaltyUndescribed)
            }
            SpectatorAction::Forfeit if !aided => Err(Refusal::NobodyAided),
            _ => Ok(rule),
        }
    }

    fn change_ruling(&mut self, id: RulingId, change: impl FnOnce(&mut Ruling)) {
        self.changing().docket.rulings.iter_mut().find(|ruling| ruling.id == id).map(change);
    }

    fn change_appeal(&mut self, id: AppealId, change: impl FnOnce(&mut Appeal)) {
        self.changing().docket.appeals.iter_mut().find(|appeal| appeal.id == id).map(change);
    }

    /// Notes of the rulings at a playing that by its slip, as it is now, the match or the board is not over. Returns which.
    pub(super) fn reopen_places(&mut self, id: MatchId, playing: u8) -> Vec<RulingId> {
        let reopened = |ruling: &Ruling| {
            let place = ruling.place.filter(|place| (place.match_id, place.playing) == (id, playing))?;
            let by_slip = self.place_at(id, playing, place.board, place.side);
            let now = Place {
                match_undecided: place.match_undecided || by_slip.match_undecided,
                board_unfinished: place.board_unfinished || by_slip.board_unfinished,
                other_ended: place.other_ended && by_slip.other_ended,
                ..place
            };
            (now != place).then_some((ruling.id, now))
        };
        let reopened: Vec<(RulingId, Place)> = self.facts.docket.rulings.iter().filter_map(reopened).collect();
        for &(ruling, place) in &reopened {
            self.change_ruling(ruling, |ruling| ruling.place = Some(place));
        }
        reopened.into_iter().map(|(ruling, _)| ruling).collect()
    }

    /// Gives the rulings of one section to another that has its rounds, by number.
    pub(super) fn move_rulings(&mut self, from: SectionId, into: SectionId) {
        for ruling in self.changing().docket.rulings.iter_mut().filter(|ruling| ruling.section == from) {
            ruling.section = into;
            if let Some(place) = &mut ruling.place {
                place.match_id.section = into;
            }
        }
    }
}
