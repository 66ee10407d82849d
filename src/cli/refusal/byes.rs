//! Why a team gets no bye, in sentences with what to type instead.

use crate::cli::command_text::cmd;
use crate::cli::failure::Failure;
use crate::cli::wording::{does, quoted};
use crate::event::Event;
use crate::tournament::{Assignment, ByePoints, Format, SectionId, Side, TeamId};

pub fn bye_too_far(round: u32, posted: u32, rounds: u32) -> Failure {
    Failure::mistyped(format!("there is no round {round}: the section has only {rounds}")).hint(match posted + 1 {
        next if next > rounds => {
            format!("all of them are posted; for a bye in the latest: {}", cmd!("bye TEAM --round {rounds}"))
        }
        next if next == rounds => cmd!("bye TEAM --round {next}").to_string(),
        next => format!("{}, or any round through --round {rounds}", cmd!("bye TEAM --round {next}")),
    })
}

pub fn bye_in_final(event: &Event, team: TeamId, last: SectionId, round: u32, points: ByePoints) -> Failure {
    Failure::forbidden(format!(
        "{} in {} now, where byes can't be entered ahead of time",
        does(event.name_of(team), "plays"),
        event.section_name(last)
    ))
    .hint(format!("once its round {round} is posted: {}", cmd!("pairing bye {team} --points {}", scores(points))))
}

pub fn no_byes(event: &Event, section: SectionId, team: TeamId, round: u32) -> Failure {
    let (of, who) = (event.section_name(section), event.name_of(team));
    let posted = event.tournament().round(section, round).and_then(|posted| posted.assignment(team));
    let is_over = event.latest_round(section).is_some_and(|latest| latest.number > round);
    let late = if is_over { format!(" --round {round}") } else { String::new() };
    Failure::forbidden(match event.tournament().section(section).map(|section| section.format) {
        Some(Format::Knockout) => {
            format!("{of} is a knockout, so {who} can't have a bye: a team that doesn't play is out")
        }
        _ => format!("opponents in {of} come from a fixed schedule, so {who} can't have a bye"),
    })
    .hint(
        match posted {
            Some(Assignment::Table { table, side }) => {
                let loses = if side == Side::First { "-/+" } else { "+/-" };
                format!(
                    "if they don't show up, their opponents win by forfeit: {}; if neither team does: {}",
                    cmd!("result {table} {loses}{late}"),
                    cmd!("result {table} -/-{late}")
                )
            }
            _ => format!(
                "if they don't show up, their opponents win by forfeit: {} (or +/-) in round {round}",
                cmd!("result TABLE -/+")
            ),
        } + &of_qualifying(event, section, team, round),
    )
}

/// Where a final has no byes: how a bye of the section that the team came from is given.
fn of_qualifying(event: &Event, last: SectionId, team: TeamId, round: u32) -> String {
    let own = event.tournament().team(team).map(|team| team.section_in(round)).filter(|own| *own != last);
    let own = own.filter(|own| round <= event.posted_rounds(*own));
    own.map_or_else(String::new, |own| {
        let name = event.section_name(own);
        format!(
            "; for a bye in round {round} of {name}: {}",
            cmd!("bye {team} --round {round} --section {}", quoted(name))
        )
    })
}

/// The points of a bye, as typed.
pub fn scores(points: ByePoints) -> String {
    format!("{points:?}").to_lowercase()
}
