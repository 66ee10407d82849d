//! What the event refuses, in sentences, with what to type instead.

use super::desk::{counted, list};
use super::failure::Failure;
use crate::event::{Event, Refusal};
use crate::pairing::{SchoolMode, System, swiss};
use crate::tournament::{SectionId, TeamId};

/// A refusal as the director reads it.
pub trait Told<T> {
    fn told(self, event: &Event) -> Result<T, Failure>;
}

impl<T> Told<T> for Result<T, Refusal> {
    fn told(self, event: &Event) -> Result<T, Failure> {
        self.map_err(|refusal| failure(event, &refusal))
    }
}

fn failure(event: &Event, refusal: &Refusal) -> Failure {
    let section = |id: SectionId| event.tournament().section(id).map_or("", |section| section.name.as_str());
    let names = |teams: &[TeamId]| list(teams.iter().map(|team| event.name_of(*team)));
    match refusal {
        Refusal::NobodyToPair { section: id, away } => {
            Failure::forbidden(format!("{} has fewer than two teams to pair", section(*id))).hint(match away {
                0 => "see who is entered with `bughouse team list`".to_owned(),
                1 => "1 is not here: `bughouse check-in --list`, `bughouse check-in TEAM`".to_owned(),
                away => format!("{away} are not here: `bughouse check-in --list`, `bughouse check-in TEAM`"),
            })
        }
        Refusal::Unpairable { section: id, round, why } => unpairable(event, *id, section(*id), *round, why),
        Refusal::ScheduleOver { section: id, rounds } => {
            let name = section(*id);
            Failure::forbidden(format!("everyone in {name} has met everyone: the schedule has {rounds} rounds"))
                .hint(format!("see the end with `bughouse standings \"{name}\"`"))
        }
        Refusal::QuadsOver { section: id } => {
            Failure::forbidden(format!("the quads of {} are played out", section(*id)))
                .hint(format!("see the end with `bughouse standings \"{}\"`", section(*id)))
        }
        Refusal::KnockoutOver { section: id, winners } => {
            Failure::forbidden(format!("the knockout is over; it was won by {}", names(winners)))
                .hint(format!("`bughouse standings \"{}\"`", section(*id)))
        }
        Refusal::TiesOpen { ties } => {
            let against = |[a, b]: &[TeamId; 2]| format!("{} against {}", event.name_of(*a), event.name_of(*b));
            Failure::forbidden(format!("the knockout waits for {}", list(ties.iter().map(against)))).hint(
                "a drawn tie is replayed with sides swapped: enter the replay at the same table with `bughouse result TABLE RESULT`",
            )
        }
        Refusal::LinesBroken(why) => {
            Failure::forbidden(why.to_string()).hint("a round was changed by hand; `bughouse log` shows how")
        }
    }
}

/// Why the pairing system makes no pairing of a round.
fn unpairable(event: &Event, id: SectionId, section: &str, round: u32, why: &swiss::Refusal) -> Failure {
    let settings = event.settings(id).pairing;
    let system = settings.system;
    let teams: Vec<&str> = event.tournament().teams_in(id).map(|team| team.name.as_str()).collect();
    match why {
        swiss::Refusal::NeedsConsent { rematches, second_bye, .. } => {
            let again = |(a, b, rounds): &(usize, usize, Vec<u32>)| {
                let rounds = list(rounds.iter().map(u32::to_string));
                format!("{} and {} would meet again (round {rounds}) ({})", teams[*a], teams[*b], system.rematch_rule())
            };
            let bye =
                |team: usize| format!("{} would get a second full bye ({})", teams[team], system.second_bye_rule());
            let broken: Vec<String> = rematches.iter().map(again).chain(second_bye.map(bye)).collect();
            let flags = [(!rematches.is_empty(), "--allow-rematch"), (second_bye.is_some(), "--allow-second-bye")];
            let flags: Vec<&str> = flags.into_iter().filter_map(|(needed, flag)| needed.then_some(flag)).collect();
            Failure::forbidden(format!("round {round} of {section} cannot be paired by the rules: {}", broken.join("; ")))
                .hint(format!(
                    "end after {0}: bughouse section edit \"{section}\" --rounds {1}; or allow it: bughouse pair \"{section}\" {2}{3}",
                    counted(round as usize - 1, "round"),
                    round - 1,
                    flags.join(" "),
                    if system == System::Us { "; next time, so many rounds are a round robin's (29K)" } else { "" }
                ))
        }
        swiss::Refusal::NoPairing { stranded } => {
            let stranded = list(stranded.iter().map(|team| teams[*team]));
            Failure::forbidden(format!("round {round} of {section} has no allowed pairing: nobody is left for {stranded}"))
                .hint(match settings.school_mode {
                    SchoolMode::Forbid => {
                        format!("let teams of one school meet where nothing else is left: bughouse section edit \"{section}\" --school-mode avoid; or lift a do-not-pair: bughouse pairing allow T1 T2")
                    }
                    _ => "lift a do-not-pair with `bughouse pairing allow T1 T2`".to_owned(),
                })
        }
        swiss::Refusal::TooEntangled { .. } => Failure::forbidden(format!("round {round} of {section}: {why}"))
            .hint(format!("bughouse section edit \"{section}\" --school-mode ignore")),
    }
}
