//! A round after which the next one cannot be paired: said before it is posted, or at once after, with what helps.

use crate::cli::desk::Desk;
use crate::pairing::swiss::{self, DeadEnd};
use crate::pairing::{Lookahead, Position, Settings, System};
use crate::tournament::Section;

/// Said before the round is posted.
pub fn before(desk: &Desk, section: &Section, round: u32, found: DeadEnd) -> String {
    let edit = format!("bughouse section edit \"{}\"", section.name);
    let remedy = match (found.lookahead_helps, round) {
        (true, _) => format!("look ahead now: {edit} --lookahead yes"),
        (false, 1) => {
            format!("play a round robin: {edit} --pairing round-robin; or end after this round: {edit} --rounds 1")
        }
        (false, _) => format!("end after round {round}: {edit} --rounds {round}"),
    };
    let as_it_stands = if desk.missing_results(section).is_empty() { "" } else { ", if the open matches are drawn" };
    format!(
        "round {round} would lead into a dead end{as_it_stands}: whatever its results, round {} cannot be paired by the rules after it; {remedy}",
        round + 1
    )
}

/// Said of a round that is being posted.
pub fn posted(section: &Section, round: u32, position: &Position, settings: &Settings) -> String {
    let name = &section.name;
    let edit = format!("bughouse section edit \"{name}\"");
    let looking = Settings { lookahead: Lookahead::Yes, ..*settings };
    let can_look = settings.system == System::Us && settings.lookahead != Lookahead::Yes;
    let helps =
        can_look && swiss::pair(position, &looking).is_ok_and(|made| !swiss::is_dead_end(position, &looking, &made));
    let remedy = match (helps, round) {
        (true, _) => {
            format!(
                "another pairing leaves one: bughouse unpair \"{name}\"; {edit} --lookahead yes; bughouse pair \"{name}\""
            )
        }
        (false, 1) => format!(
            "end after this round: {edit} --rounds 1; or play a round robin: bughouse unpair \"{name}\"; {edit} --pairing round-robin"
        ),
        (false, _) => format!("end after round {round}: {edit} --rounds {round}"),
    };
    format!("warning: whatever the results, round {} cannot be paired by the rules after this one; {remedy}", round + 1)
}
