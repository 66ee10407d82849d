//! A team goes to another section: before its first round as if it had been entered there, later with its points and whom it met.

use crate::event::{Event, Refusal, Stuck};
use crate::tournament::{
    Assignment, ByePoints, Format, HalfPoints, Player, Round, RoundRecord, Section, SectionId, Team, TeamId,
};

/// Moves a team. Tells the last round that it had in the section it leaves; 0 before its first.
pub fn move_team(event: &mut Event, team: TeamId, into: SectionId) -> Result<u32, Refusal> {
    let known = event.tournament().team(team).ok_or(Refusal::Gone)?.clone();
    let section = event.tournament().section(into).ok_or(Refusal::Gone)?;
    let is_empty = |a: Assignment| a == Assignment::Bye { points: ByePoints::Zero, assigned: false };
    let rounds: Vec<&Round> = event.tournament().rounds_of(known.section).collect();
    let last = rounds.iter().rev().find(|round| round.assignment(team).is_some_and(|a| !is_empty(a)));
    let through = last.map_or(0, |round| round.number);
    let missed: Vec<u32> =
        rounds.iter().filter(|round| round.assignment(team).is_some_and(is_empty)).map(|round| round.number).collect();
    let last_number = event.tournament().teams_in(into).filter_map(|team| team.pairing_number).max().unwrap_or(0);
    let late = event.latest_round(into).map(|_| last_number + 1);
    let mut moved = known.clone();
    moved.move_to(into, through, late);
    if let Some(why) = stuck(event, &known, &moved, section) {
        return Err(Refusal::Stuck { team, into, why });
    }
    let from = known.section;
    let children: Vec<Player> = event.tournament().partners(&known).into_iter().cloned().collect();
    event.save_teams([moved]);
    event.save_players(children.into_iter().map(|child| Player { section: child.section.map(|_| into), ..child }));
    // A round that it only missed says nothing of it any more.
    missed.into_iter().filter(|round| *round > through).for_each(|round| event.unassign(from, round, team));
    Ok(through)
}

impl Event {
    /// The points that a team brought to a section.
    pub fn brought(&self, team: &Team, section: &Section) -> HalfPoints {
        let of_round = |(round, record): (u32, &RoundRecord)| match team.brings(section.id, round) {
            true => record.points(),
            false => HalfPoints::ZERO,
        };
        let of_host = |host: &Section| -> HalfPoints {
            let records = self.records(host, u32::MAX);
            let own = records.iter().filter(|record| record.team == team.id).flat_map(|record| &record.rounds);
            (1..).zip(own).filter(|(round, _)| team.section_in(*round) == host.id).map(of_round).sum()
        };
        self.tournament()
            .sections
            .iter()
            .filter(|host| team.stays.iter().any(|s| s.section == host.id))
            .map(of_host)
            .sum()
    }
}

fn stuck(event: &Event, known: &Team, moved: &Team, into: &Section) -> Option<Stuck> {
    let from = event.tournament().section(known.section)?;
    let seat = |round: &Round| match round.assignment(known.id) {
        Some(Assignment::Table { table, .. }) if event.missing(from, round).contains(&table) => Some(table),
        _ => None,
    };
    let open = event.tournament().rounds_of(from.id).find_map(|round| Some((seat(round)?, round.number)));
    if let Some((table, round)) = open {
        return Some(Stuck::OpenTable { table, round });
    }
    let after = moved.stays.last().map_or(0, |stay| stay.through);
    if let Some((last, ..)) = event.tournament().qualifiers.iter().find(|(_, team, _)| *team == known.id) {
        return Some(Stuck::InFinal(*last));
    }
    let hosts = || moved.stays.iter().filter_map(|stay| event.tournament().section(stay.section));
    let posted = event.latest_round(into.id).map_or(0, |round| round.number);
    match (1..=after).any(|round| moved.brings(into.id, round)) {
        false => None,
        true if into.format != Format::Swiss || into.qualified_from.is_some() => Some(Stuck::ClosedField),
        true if hosts().any(|host| host.matches != into.matches) => Some(Stuck::OtherMatches),
        true if !known.belongs(into.id) && posted.max(after) >= event.rounds_to_play(into) => {
            Some(Stuck::NoRoundLeft { after: posted.max(after) })
        }
        true => None,
    }
}
