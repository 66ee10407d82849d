//! Why a team does not go, come back, part or stay away, in sentences with what to type instead.

use crate::cli::failure::Failure;
use crate::cli::wording::{command, quoted};
use crate::event::{Event, TeamRefusal};
use crate::tournament::TeamId;

pub fn of_team(event: &Event, id: TeamId, why: TeamRefusal) -> Failure {
    let name = event.name_of(id);
    match why {
        TeamRefusal::Out => Failure::forbidden(format!("{name} is out of the event"))
            .hint(format!("take it in again with `bughouse team return {id}`")),
        TeamRefusal::OutInRound(round) => Failure::forbidden(format!("{name} is out of the event in round {round}"))
            .hint(format!("it plays on after all: bughouse team return {id}")),
        TeamRefusal::LeftAlready => Failure::forbidden(format!("{name} is out of the event already"))
            .hint(format!("`bughouse team return {id}` takes it in again")),
        TeamRefusal::LeavesTooEarly { from, next } => Failure::forbidden(format!("round {from} is posted already"))
            .hint(format!(
                "a team leaves from round {next} on; a no-show there is `bughouse result TABLE -/+ --by absent`"
            )),
        TeamRefusal::LeavesTooLate { from, section, rounds } => {
            let section = event.section_name(section);
            Failure::mistyped(format!("there is no round {from}: {section} plays {rounds}"))
                .hint(format!("from the next round on: bughouse team withdraw {id}"))
        }
        TeamRefusal::NeverLeft => Failure::forbidden(format!("{name} never left")).hint("see `bughouse team list`"),
        TeamRefusal::ExpelledAlready => {
            Failure::forbidden(format!("{name} was expelled already")).hint("see `bughouse team list`")
        }
        TeamRefusal::Expelled { by } => Failure::forbidden(format!("{name} was expelled")).hint(match by {
            Some(ruling) => format!(
                "by ruling {ruling}, which can be appealed, or voided: bughouse ruling void {ruling} --reason \"...\""
            ),
            None => "`bughouse log` shows the number of the expulsion, and `bughouse undo --only NUMBER` takes it back"
                .to_owned(),
        }),
        TeamRefusal::PairedIn { round } => Failure::forbidden(format!(
            "{name} was paired in round {round}; partners stay together for the whole event"
        ))
        .hint(format!("a team that cannot go on is withdrawn: bughouse team withdraw {id}")),
        TeamRefusal::HasLeft => Failure::forbidden(format!("{name} has left the event, which is on record"))
            .hint("take that back first with `bughouse undo --only N`; `bughouse log` shows the number"),
        TeamRefusal::Wished => Failure::forbidden(format!("a wish for the pairing names {name}"))
            .hint(format!("drop it first: bughouse pairing allow {id} TEAM")),
        TeamRefusal::SitsOut { round } => Failure::forbidden(format!("{name} does not play in round {round}")).hint({
            let section = event.tournament().team(id).map_or("", |team| event.section_name(team.section));
            format!("see {}", command(["pairings", section]))
        }),
        TeamRefusal::HasResult { table } => {
            let section = event.tournament().team(id).map_or("", |team| event.section_name(team.section));
            Failure::forbidden(format!("table {table}, where {name} sits, has its result already")).hint(format!(
                "look at it with `bughouse pairings {}`; to correct it: bughouse result {table} -/+ --replace",
                quoted(section)
            ))
        }
    }
}
