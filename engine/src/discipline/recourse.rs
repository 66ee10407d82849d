//! The way of an appeal: who hears it, in what order, what is final, and what stays open meanwhile.

use super::claim::Verdict;
use super::docket::{Appeal, AppealState, Docket, Level, Outcome};
use super::judgement::ends_board;
use super::penalty::Penalty;
use super::ruling::{Matter, Ruling, RulingState};
use super::settings::Settings;
use super::source::Citation;
use super::together::alone;
use crate::tournament::{AppealId, BoardReport, MatchId, Official, OfficialId, RulingId, SectionId, Slip};

/// Why an appeal cannot be filed or decided so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("ruling {0} was voided, so there is nothing to appeal")]
    Voided(RulingId),
    #[error("appeal {appeal} of ruling {ruling} is still waiting for the {level}")]
    AlreadyOpen { appeal: AppealId, ruling: RulingId, level: Level },
    #[error("ruling {ruling} was decided on appeal {appeal}, and the floor chief's decision is final ({rule})")]
    Final { appeal: AppealId, ruling: RulingId, rule: Citation },
    #[error("there is no {level} to hear the appeal ({rule})")]
    NobodyAppointed { level: Level, rule: Citation },
    #[error("appeal {appeal} is already {state}")]
    NotOpen { appeal: AppealId, state: AppealState },
    #[error("appeal {appeal} goes to the {level}, and {name} isn't one here; no step may be skipped ({rule})")]
    WrongOffice { appeal: AppealId, level: Level, name: String, rule: Citation },
    #[error("{name} made ruling {ruling} and can't hear the appeal ({rule})")]
    Ruled { name: String, ruling: RulingId, rule: Citation },
    #[error("{name} is both section chief and floor chief, so the second appeal would go to the same person ({rule})")]
    BothOffices { name: String, rule: Citation },
    #[error("{name} decided the first appeal and can't hear the second ({rule})")]
    DecidedBefore { name: String, rule: Citation },
    #[error("ruling {0} has no penalty to modify; it can only be upheld or overturned")]
    NoPenalty(RulingId),
}

/// Who hears the next appeal against a ruling.
pub fn next_level(
    docket: &Docket,
    ruling: &Ruling,
    officials: &[Official],
    settings: &Settings,
) -> Result<Level, Refusal> {
    if ruling.voided.is_some() {
        return Err(Refusal::Voided(ruling.id));
    }
    let rule = settings.hearing_cited();
    if let Some(open) = docket.appeals_against(ruling.id).find(|a| a.state() == AppealState::Open) {
        return Err(Refusal::AlreadyOpen { appeal: open.id, ruling: ruling.id, level: open.level });
    }
    let level = match docket.appeals_against(ruling.id).rfind(|a| a.decision.is_some()) {
        None => Level::SectionChief,
        Some(last) if last.is_final() => return Err(Refusal::Final { appeal: last.id, ruling: ruling.id, rule }),
        Some(_) => Level::FloorChief,
    };
    if officials.iter().any(|o| holds(o, level, ruling.section)) {
        Ok(level)
    } else {
        Err(Refusal::NobodyAppointed { level, rule })
    }
}

/// The step at which a ruling can be appealed now, no matter who holds the office; `None` while one is open, and where nothing is left.
pub fn step_left(docket: &Docket, ruling: &Ruling, settings: &Settings) -> Option<Level> {
    match next_level(docket, ruling, &[], settings) {
        Ok(level) | Err(Refusal::NobodyAppointed { level, .. }) => Some(level),
        Err(_) => None,
    }
}

/// Whether a ruling may be taken back as entered by mistake.
/// Not where the floor chief has decided about it, or an appeal against it is open: it would be left undecidable.
pub fn may_void(docket: &Docket, ruling: &Ruling, settings: &Settings) -> Result<(), Refusal> {
    match next_level(docket, ruling, &[], settings) {
        Err(refusal @ (Refusal::Final { .. } | Refusal::AlreadyOpen { .. })) => Err(refusal),
        _ => Ok(()),
    }
}

/// Whether a ruling may be entered: not where the floor chief has decided the same, unless it happened `again`. The same is a claim of one
/// kind, of the same side at the same board; and a game or match that the same child was to lose for the same offence.
pub fn may_rule(docket: &Docket, settings: &Settings, new: &Ruling, again: bool) -> Result<(), (RulingId, Refusal)> {
    let same = |r: &&Ruling| match (&new.matter, &r.matter) {
        (Matter::Claim { claim, .. }, Matter::Claim { claim: before, .. }) => {
            let seat = |r: &Ruling| r.place.map(|p| (p.board, p.side));
            !again && claim.kind == before.kind && seat(new) == seat(r)
        }
        (Matter::Offence { offence, .. }, Matter::Offence { offence: before, penalty, .. }) => {
            let costs = matches!(alone(docket, settings, new), Ok(Some(_)));
            let was_to_cost = matches!(penalty, Penalty::Game | Penalty::Match | Penalty::Expel);
            let held = docket.state(r) == RulingState::InForce;
            costs && was_to_cost && !again && !held && offence == before && new.player == r.player
        }
        _ => false,
    };
    let here = docket.rulings.iter().filter(|r| r.place.is_some() && r.playing() == new.playing());
    here.filter(same).try_for_each(|ruling| match next_level(docket, ruling, &[], settings) {
        Err(refusal @ Refusal::Final { .. }) => Err((ruling.id, refusal)),
        _ => Ok(()),
    })
}

/// Whether a slip reports a board as a claim would have it that the floor chief finally denied.
pub fn may_report(docket: &Docket, settings: &Settings, id: MatchId, slip: &Slip) -> Result<(), (RulingId, Refusal)> {
    let is_reported = |ruling: &&Ruling| {
        let Matter::Claim { claim, .. } = &ruling.matter else { return false };
        let Some((place, side)) = ruling.place.and_then(|place| Some((place, place.side?))) else { return false };
        let ends = ends_board(claim.kind, side, &settings.match_end);
        let same = |b: &BoardReport| Some(b.board) == place.board && ends == b.reason.map(|reason| (b.outcome, reason));
        ruling.playing() == Some((id, slip.playing)) && slip.boards.iter().any(same)
    };
    let denied = docket.rulings.iter().filter(|r| docket.verdict(r) == Some(Verdict::Denied)).filter(is_reported);
    denied.into_iter().try_for_each(|ruling| match next_level(docket, ruling, &[], settings) {
        Err(refusal @ Refusal::Final { .. }) => Err((ruling.id, refusal)),
        _ => Ok(()),
    })
}

/// Whether this person may decide this appeal in this way.
///
/// A person is known by name: two offices are two entries of the same name.
pub fn may_decide(
    docket: &Docket,
    appeal: &Appeal,
    ruling: &Ruling,
    person: &Official,
    outcome: Outcome,
    officials: &[Official],
    settings: &Settings,
) -> Result<OfficialId, Refusal> {
    if ruling.voided.is_some() {
        return Err(Refusal::Voided(ruling.id));
    }
    if appeal.state() != AppealState::Open {
        return Err(Refusal::NotOpen { appeal: appeal.id, state: appeal.state() });
    }
    let rule = settings.hearing_cited();
    let name = person.name.clone();
    let same_person = |id: OfficialId| officials.iter().any(|o| o.id == id && o.name == name);
    if ruling.by.is_some_and(same_person) {
        return Err(Refusal::Ruled { name, ruling: ruling.id, rule });
    }
    if !officials.iter().any(|o| holds(o, appeal.level, ruling.section)) {
        return Err(Refusal::NobodyAppointed { level: appeal.level, rule });
    }
    let Some(office) = officials.iter().find(|o| o.name == name && holds(o, appeal.level, ruling.section)) else {
        return Err(Refusal::WrongOffice { appeal: appeal.id, level: appeal.level, name, rule });
    };
    let holds_here = |level| officials.iter().any(|o| o.name == name && holds(o, level, ruling.section));
    if holds_here(Level::SectionChief) && holds_here(Level::FloorChief) {
        return Err(Refusal::BothOffices { name, rule });
    }
    if docket.appeals_against(ruling.id).filter_map(|a| a.decision.as_ref()).any(|d| same_person(d.by)) {
        return Err(Refusal::DecidedBefore { name, rule });
    }
    if matches!(outcome, Outcome::Modified(_)) && !matches!(ruling.matter, Matter::Offence { .. }) {
        return Err(Refusal::NoPenalty(ruling.id));
    }
    Ok(office.id)
}

/// Whether an official has the office that hears an appeal of a section at a level.
pub fn holds(official: &Official, level: Level, section: SectionId) -> bool {
    official.role == level.role() && official.section.is_none_or(|served| served == section)
}
