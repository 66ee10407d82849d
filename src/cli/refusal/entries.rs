//! Why an entry has no place, and why a team does not go, come back, part or stay away, in sentences with what to type instead.

use crate::cli::command_text::cmd;
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::refusal::rulings::to_contest;
use crate::cli::wording::{does, list, quoted};
use crate::event::{Event, TeamRefusal};
use crate::registration::Misplaced;
use crate::tournament::{PlayerId, TeamId, TeamStatus};

pub fn unplaced(event: &Event, why: &Misplaced) -> Failure {
    match why {
        Misplaced::NoSections => {
            Failure::mistyped(why.to_string()).hint(format!("add one with {}", cmd!("section add K-6 --grades K-6")))
        }
        Misplaced::PlaysDown { .. } => Failure::forbidden(format!("{why}; playing up is allowed, playing down is not"))
            .hint("choose another section with --section"),
        Misplaced::TooStrong { .. } | Misplaced::TooStrongTogether { .. } => {
            Failure::forbidden(why.to_string()).hint("choose another section with --section")
        }
        _ => {
            let sections = list(event.tournament().sections.iter().map(|section| section.name.as_str()));
            Failure::mistyped(why.to_string()).hint(format!("name one with --section: {sections}"))
        }
    }
}

pub fn entered_already(event: &Event, player: PlayerId, by_id: bool) -> Failure {
    let tournament = event.tournament();
    let Some(player) = tournament.player(player) else { return Failure::machine("what you named is gone") };
    let school = player.school.and_then(|id| tournament.school(id));
    let school = school.map(|school| format!(" from {}", school.name)).unwrap_or_default();
    let team = tournament.team_of(player.id);
    let place =
        team.map_or_else(|| "without a partner yet".to_owned(), |team| format!("on {} (team {})", team.name, team.id));
    let entered = format!("{}{school} is already entered: player {}, {place}", player.name, player.id);
    if by_id {
        let edit = match team {
            Some(team) => cmd!("team edit {} --player {}", team.id, player.id).to_string(),
            None => cmd!("partner edit {}", player.id).to_string(),
        };
        return Failure::mistyped(format!("{entered}, with the same ID")).hint(format!(
            "if this is a different child, give each child their own ID or none; to correct the other one: {edit}"
        ));
    }
    let found = match team {
        None => format!("; to find a partner: {}", cmd!("partner match {} PARTNER", player.id)),
        Some(_) => String::new(),
    };
    Failure::mistyped(entered).hint(format!("if this is a different child, add --namesake{found}"))
}

pub fn has_partner(event: &Event, player: PlayerId, team: TeamId) -> Failure {
    let tournament = event.tournament();
    let (Some(player), Some(team)) = (tournament.player(player), tournament.team(team)) else {
        return Failure::machine("what you named is gone");
    };
    let partner = tournament.partners(team).into_iter().find(|partner| partner.id != player.id);
    let with = partner.map_or_else(String::new, |partner| format!(" with {}", partner.name));
    Failure::forbidden(format!("{} is on {} (team {}){with}", player.name, team.name, team.id))
        .hint(format!("split them up first (before round 1 only): {}", cmd!("partner split {}", team.id)))
}

pub fn of_team(event: &Event, id: TeamId, why: TeamRefusal) -> Failure {
    let name = event.name_of(id);
    // A team that was expelled is not taken in again like one that left.
    let is_expelled = event.tournament().team(id).is_some_and(|t| event.tournament().status(t) == TeamStatus::Expelled);
    match why {
        TeamRefusal::Out | TeamRefusal::OutInRound(_) | TeamRefusal::LeftAlready if is_expelled => {
            of_team(event, id, TeamRefusal::Expelled { by: event.expelled_by(id) })
        }
        TeamRefusal::Out => Failure::forbidden(format!("{name} withdrew from the event"))
            .hint(format!("bring them back with {}", cmd!("team return {id}"))),
        TeamRefusal::OutInRound(round) => Failure::forbidden(format!("{name} withdrew before round {round}"))
            .hint(format!("if they are playing after all: {}", cmd!("team return {id}"))),
        TeamRefusal::LeftAlready => Failure::forbidden(format!("{name} already withdrew from the event"))
            .hint(format!("{} brings them back", cmd!("team return {id}"))),
        TeamRefusal::LeavesTooEarly { from, next } => Failure::forbidden(format!("round {from} is already posted"))
            .hint(format!(
                "a team can withdraw from round {next} on; to enter a no-show: {}",
                cmd!("result TABLE -/+ --by absent")
            )),
        TeamRefusal::LeavesTooLate { from, section, rounds } => {
            let section = event.section_name(section);
            Failure::mistyped(format!("there is no round {from}: {section} has only {rounds}"))
                .hint(format!("from the next round on: {}", cmd!("team withdraw {id}")))
        }
        TeamRefusal::NeverLeft => {
            Failure::forbidden(format!("{name} never left")).hint(format!("see {}", cmd!("team list")))
        }
        TeamRefusal::ExpelledAlready => Failure::forbidden(format!("{} already expelled", does(name, "was")))
            .hint(format!("see {}", cmd!("team list"))),
        TeamRefusal::Expelled { by } => Failure::forbidden(format!("{} expelled", does(name, "was"))).hint(match by {
            Some(ruling) => format!("by ruling {ruling}; {}", to_contest(event, ruling)),
            None => format!(
                "{} shows the number of the expulsion, and {} takes it back",
                cmd!("log"),
                cmd!("undo --only NUMBER")
            ),
        }),
        TeamRefusal::PairedIn { round } => Failure::forbidden(format!(
            "{} paired in round {round}; partners stay together for the whole event",
            does(name, "was")
        ))
        .hint(format!("to withdraw a team that can't continue: {}", cmd!("team withdraw {id}"))),
        TeamRefusal::HasLeft => Failure::forbidden(format!(
            "{} left the event, and that's on record",
            does(name, "has")
        ))
        .hint(format!("undo that first with {}; {} shows the number", cmd!("undo --only N"), cmd!("log"))),
        TeamRefusal::Wished => Failure::forbidden(format!("a pairing request names {name}"))
            .hint(format!("drop it first: {}", cmd!("pairing allow {id} TEAM"))),
        TeamRefusal::SitsOut { round } => {
            Failure::forbidden(format!("{} not playing in {}", does(name, "is"), round_of_team(event, id, round)))
                .hint(format!("see {}", command(["pairings", sits_in(event, id)])))
        }
        TeamRefusal::HasResult { table } => {
            let section = sits_in(event, id);
            Failure::forbidden(format!("table {table}, where {} seated, already has a result", does(name, "is"))).hint(
                format!(
                    "to see it: {}; to correct it: {}",
                    cmd!("pairings {}", quoted(section)),
                    cmd!("result {table} -/+ --replace")
                ),
            )
        }
    }
}

/// The section in which a team sits now.
fn sits_in(event: &Event, id: TeamId) -> &str {
    event.tournament().team(id).map_or("", |team| event.section_name(event.sits_in(team)))
}

/// A round of the section in which a team sits now: `round 3`, `the semifinals`.
pub fn round_of_team(event: &Event, id: TeamId, round: u32) -> String {
    let team = event.tournament().team(id);
    let section = team.and_then(|team| event.tournament().section(event.sits_in(team)));
    section.map_or_else(|| format!("round {round}"), |section| event.round_called(section, round))
}
