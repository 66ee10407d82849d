//! How a match stands after a ruling on it was entered, voided or decided on appeal: in full, and never more than holds.

use super::words;
use crate::cli::desk::Desk;
use crate::cli::entry::slip::which;
use crate::cli::entry::unfinished::goes_on;
use crate::cli::failure::Failure;
use crate::discipline::{Effect, Matter, Ruling, effect, step_now};
use crate::tournament::{MatchResult, RulingId, TeamId, TeamStatus};

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
}

impl Stood {
    pub fn before(desk: &Desk, ruling: &Ruling) -> Self {
        Self {
            result: result(desk, ruling),
            ended: ends(desk, ruling),
            clocks: words::clock(desk, ruling),
            expelled: words::expelled(desk, ruling),
        }
    }

    /// How match, clocks and team stand now, where the ruling says it no longer, or never did.
    pub fn now(&self, desk: &Desk, ruling: &Ruling) -> Vec<String> {
        let open = result(desk, ruling).is_none();
        let clocks = self.clocks.iter().filter(|_| open && words::clock(desk, ruling).is_empty());
        let back = self.expelled.and_then(|id| desk.tournament().team(id));
        let back = back.filter(|team| team.status() != TeamStatus::Expelled);
        let match_now = self.match_now(desk, ruling).into_iter();
        match_now
            .chain(clocks.filter_map(|clock| clock.undone(desk)))
            .chain(back.map(|team| format!("{} plays on", team.name)))
            .collect()
    }

    fn match_now(&self, desk: &Desk, ruling: &Ruling) -> Option<String> {
        let id = ruling.place.map(|place| place.match_id).filter(|_| !ends(desk, ruling))?;
        let now = result(desk, ruling);
        let double = desk.tournament().section(id.section).is_some_and(|section| section.matches > 1);
        let which = if double { format!(" match {}", id.number) } else { String::new() };
        let table = format!("table {}{which}", id.table);
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

/// The result of the match a ruling was made at.
pub fn result(desk: &Desk, ruling: &Ruling) -> Option<MatchResult> {
    let id = ruling.place?.match_id;
    let round = desk.tournament().rounds.iter().find(|r| r.section == id.section && r.number == id.round)?;
    desk.result_in(round, id.table, id.number)
}

/// Whether a ruling ends a board or the match as all stands now.
fn ends(desk: &Desk, ruling: &Ruling) -> bool {
    effect(&desk.facts.docket, &desk.rulebook.discipline, ruling).is_ok_and(|effect| effect != Effect::None)
}

/// What an open match waits for.
fn to_enter(desk: &Desk, ruling: &Ruling) -> String {
    let Some(id) = ruling.place.map(|place| place.match_id) else { return String::new() };
    let round = desk.tournament().rounds.iter().find(|r| r.section == id.section && r.number == id.round);
    let half = round.and_then(|round| round.slip(id.table, id.number)).and_then(goes_on);
    let typed = half.unwrap_or_else(|| format!("bughouse result {} RESULT", id.table));
    format!("{typed}{}", which(desk, id))
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

/// Names the later rulings whose announced step counted one that has no force any more.
pub fn rests(desk: &Desk, resting: &[RulingId]) -> Vec<String> {
    let docket = &desk.facts.docket;
    resting
        .iter()
        .filter_map(|id| docket.ruling(*id))
        .map(|r| {
            let step = match r.matter {
                Matter::Offence { step, .. } => step,
                _ => None,
            };
            let announced = step.map(|s| s.to_string()).unwrap_or_default();
            let now = step_now(docket, &desk.rulebook.discipline, r).map(|s| s.to_string()).unwrap_or_default();
            format!(
                "look at ruling {0} again: it was announced as step {announced} and would be step {now} now; keep it: bughouse ruling keep {0}, or: bughouse ruling void {0} --reason \"...\"",
                r.id
            )
        })
        .collect()
}
