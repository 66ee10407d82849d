//! Why a section is not added, changed, joined, split or removed, in sentences with what to type instead.

use crate::cli::command_text::cmd;
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::refusal::rulings::to_decide;
use crate::cli::wording::{counted, does, list, quoted};
use crate::event::{Event, SectionRefusal, Stuck};
use crate::tournament::{HalfPoints, SectionId, TeamId};

pub fn of_section(event: &Event, id: SectionId, why: SectionRefusal) -> Failure {
    let name = event.section_name(id);
    let unpair = command(["unpair", name]);
    let posted = event.posted_rounds(id);
    let has_posted = format!("{name} has {} posted", counted(posted as usize, "round"));
    match why {
        SectionRefusal::NameTaken => Failure::forbidden(format!("there is already a section named \"{name}\""))
            .hint(format!("to change it: {} with the options to change", cmd!("section edit {}", quoted(name)))),
        SectionRefusal::SourceOfItself => Failure::mistyped(format!("{name} can't get its teams from itself"))
            .hint(format!("name the section played before it: --from SECTION; see {}", cmd!("section list"))),
        SectionRefusal::FormatSettled => {
            Failure::forbidden(format!("{has_posted}, so its format and matches per round are set"))
                .hint(format!("take the rounds back with {unpair}, or run the rest as a separate section"))
        }
        SectionRefusal::ScheduleSettled => Failure::forbidden(format!("{has_posted}, so its schedule is set"))
            .hint(format!("take the rounds back with {unpair}, then choose another schedule")),
        SectionRefusal::FewerRoundsThanPosted => {
            Failure::forbidden(format!("{name} already has {} posted", counted(posted as usize, "round")))
                .hint(format!("--rounds {posted} or more"))
        }
        SectionRefusal::PlayedOut { teams, rounds } => Failure::forbidden(played_out(teams, rounds))
            .hint(format!("its number of rounds depends on its teams: {}", command(["pair", name]))),
        SectionRefusal::Itself => {
            Failure::mistyped("a section can't be merged into itself").hint(cmd!("section merge FROM INTO"))
        }
        SectionRefusal::NotSwiss => {
            Failure::forbidden(format!("{name} isn't a Swiss, so its rounds can't be combined with another section's"))
                .hint("after its first round, a section can only be merged if both sections are Swiss")
        }
        SectionRefusal::IsFinal => {
            Failure::forbidden(format!("{name} is a final, so its teams stay together")).hint(match posted {
                0 => format!("to remove it and make others: {}", command(["section", "remove", name])),
                _ => format!("take its rounds back with {unpair}"),
            })
        }
        SectionRefusal::InPlay => {
            let of_event = event.tournament().section(id);
            let open = of_event.map_or_else(Vec::new, |section| event.open_matters(section, u32::MAX));
            let is_played = of_event.is_some_and(|section| event.missing_results(section).is_empty());
            let appeal = event.facts.docket.open_appeals(id).next().filter(|_| is_played);
            Failure::forbidden(format!("{name} is in progress: {}", list(open))).hint(match appeal {
                Some(appeal) => format!("decide the appeal first: {}", to_decide(event, appeal.id)),
                None => format!("finish the round first: {}", command(["enter", name])),
            })
        }
        SectionRefusal::HasBegun => Failure::forbidden(format!("{name} has been paired through round {posted}")).hint(
            format!("sections can only be split or removed before their first round; to take a round back: {unpair}"),
        ),
        SectionRefusal::TooFew { teams, size } => {
            Failure::forbidden(format!("{name} has {}, too few for two groups of {size}", counted(teams, "team")))
                .hint("choose a smaller --size, or leave the section whole")
        }
        SectionRefusal::Feeds { last } => {
            let last = event.section_name(last);
            Failure::forbidden(format!("{last} takes its teams from {name}, which would be gone"))
                .hint(format!("remove it first: {}", command(["section", "remove", last])))
        }
        SectionRefusal::HasTeams { teams } => Failure::forbidden(format!("{name} has {}", counted(teams, "team")))
            .hint(format!(
                "move {} with {}",
                if teams == 1 { "it" } else { "them" },
                cmd!("section merge {} INTO", quoted(name))
            )),
        SectionRefusal::Served { by } => {
            let by = event.tournament().official(by).map_or("", |official| &official.name);
            Failure::forbidden(format!("{by} is assigned to {name}")).hint(format!(
                "to give its officials to another section: {}; otherwise: {}",
                cmd!("section merge {} INTO", quoted(name)),
                command(["official", "remove", by])
            ))
        }
    }
}

pub fn other_matches(event: &Event, sections: [SectionId; 2]) -> Failure {
    let [one, other] = sections.map(|id| {
        let matches = event.tournament().section(id).map_or(1, |section| section.matches);
        (event.section_name(id), matches)
    });
    let matches = counted(one.1.into(), "match");
    Failure::forbidden(format!("{} plays {matches} a round, but {} plays {}", one.0, other.0, other.1))
        .hint("rounds can only be joined if both sections play the same number of matches a round")
}

/// A bye that was given in the first section would score differently in the second.
pub fn other_byes(event: &Event, [from, into]: [SectionId; 2]) -> Failure {
    let score = event.tournament().section(from).map_or(HalfPoints::ZERO, |section| event.assigned_bye(section));
    let points = (f64::from(score.0) / 2.0).to_string();
    let is_rescored = event.has_odd_bye(into);
    let [from, into] = [from, into].map(|section| event.section_name(section));
    let rescored = if is_rescored {
        format!("; byes already given in {into} would then score {points} too")
    } else {
        String::new()
    };
    let edit = command(["section", "edit", into, "--bye-points", &points]);
    Failure::forbidden(format!("the odd team's bye given in {from} would score differently in {into}"))
        .hint(format!("to make it score the same: {edit}{rescored}"))
}

/// That more rounds are planned than a schedule has.
pub fn played_out(teams: usize, rounds: u32) -> String {
    let after = counted(rounds as usize, "round");
    format!("{teams} teams have no new opponents after {after}, so round {} can't be paired", rounds + 1)
}

/// A change in the wrong file, of a section or of what all share.
pub fn elsewhere(event: &Event, section: Option<SectionId>) -> Failure {
    let name = section.map(|section| event.section_name(section));
    match (name, section.and_then(|section| event.facts.played_in(section))) {
        (Some(name), Some(file)) => {
            Failure::forbidden(format!("{name} is checked out to {file} and is read-only here"))
                .hint(format!("enter it there; when it comes back: {}", command(["section", "checkin", file])))
        }
        (name, _) => {
            let what = name.unwrap_or("settings shared by all sections");
            Failure::forbidden(format!(
                "{what} can only be changed in the home file: this file is for the sections that were checked out"
            ))
            .hint("enter it in the home file")
        }
    }
}

/// Why a team that has played stays in its section.
pub fn stuck(event: &Event, id: TeamId, into: &str, why: Stuck) -> Failure {
    let name = event.name_of(id);
    let no_part = format!(
        "to withdraw them from their section: {}; the {into} standings cover only teams that played there",
        command(["team", "withdraw", &id.to_string()])
    );
    match why {
        Stuck::OpenTable { table, round } => {
            let section = event.tournament().team(id).map_or("", |team| event.section_name(team.section));
            Failure::forbidden(format!("{} at table {table} in round {round}, which has no result", does(name, "is")))
                .hint(format!(
                    "enter it: {}; or take the round back: {}",
                    cmd!("result {table} RESULT"),
                    command(["unpair", section])
                ))
        }
        Stuck::ClosedField => {
            Failure::forbidden(format!("{into} isn't a separate Swiss, so {name} can't take their score there"))
                .hint(no_part)
        }
        Stuck::OtherMatches => Failure::forbidden(format!(
            "{into} plays a different number of matches a round, so the points {name} scored wouldn't count the same there"
        ))
        .hint(no_part),
        Stuck::InFinal(last) => {
            let last = event.section_name(last);
            Failure::forbidden(format!("{} in {last}, the final of their section", does(name, "plays")))
                .hint(format!("to withdraw them from the event: {}", command(["team", "withdraw", &id.to_string()])))
        }
        Stuck::NoRoundLeft { after } => {
            Failure::forbidden(format!("{into} has no round left for {name} after round {after}"))
                .hint(format!("to add one: {}", command(["section", "edit", into, "--rounds", &(after + 1).to_string()])))
        }
    }
}
