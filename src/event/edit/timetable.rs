//! When rounds are planned to start, and when they did.

use crate::event::{Event, Refusal};
use crate::tournament::{RoundTime, SectionId, StartTime};
use chrono::{DateTime, FixedOffset};

/// Plans when a round starts, or changes the plan.
pub fn plan(event: &mut Event, section: SectionId, round: u32, starts: StartTime) -> Result<(), Refusal> {
    event.set_start_time(RoundTime { section, round, starts });
    settled(event, section)
}

/// Plans the first rounds of a section, and drops what was planned for later ones.
pub fn plan_all(event: &mut Event, section: SectionId, times: &[StartTime]) -> Result<(), Refusal> {
    event.set_timetable(section, times);
    settled(event, section)
}

/// Refuses a timetable in which a round starts before the one before it.
fn settled(event: &Event, section: SectionId) -> Result<(), Refusal> {
    let times: Vec<RoundTime> = event.tournament().timetable(section).collect();
    // A time without a day is of the first day, so it is only compared with its like.
    let swapped = times
        .windows(2)
        .find(|two| two[0].starts.day.is_some() == two[1].starts.day.is_some() && two[1].starts <= two[0].starts);
    swapped.map_or(Ok(()), |two| Err(Refusal::TimesCross { before: two[0], after: two[1] }))
}

/// Notes when the posted round of a section started. A start that was noted is only put right where that is `meant`.
pub fn start(event: &mut Event, section: SectionId, at: DateTime<FixedOffset>, meant: bool) -> Result<u32, Refusal> {
    let Some(round) = event.latest_round(section).map(|round| round.number) else {
        return Err(Refusal::NoRound { section });
    };
    if let Some(started) = event.wall_clock(section, round).started.filter(|_| !meant) {
        return Err(Refusal::Started { section, round, started });
    }
    event.start_round(section, round, at);
    Ok(round)
}
