//! What a team's going leaves to be settled in its section: its open table, those who play on, and wishes that cannot be kept.

use super::Event;
use crate::tournament::{Assignment, Format, HalfPoints, Round, Section, Side, TableNumber, Team, TeamId};

/// What a team leaves that goes from a round on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaving {
    /// Its table in the round before, where that waits for a result: with its opponent and its own side.
    pub open: Option<(TableNumber, TeamId, Side)>,
    /// Nothing where the section has no round left.
    pub stay: Option<Stay>,
    /// Rounds in which it was to meet somebody.
    pub wishes: Vec<(u32, [TeamId; 2])>,
}

/// What its going is for the others, of whom so many teams play on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stay {
    WithHouseTeam(usize),
    OneHasBye(usize),
    Even(usize),
    LinesToDraw(usize),
    ScheduleToMake(usize),
    OpponentGoesOn,
    /// A last group of quads that plays a Swiss.
    GroupPlaysOn,
    /// Less than half of its matches are played: they count for nobody.
    Struck,
    /// It may come to half of its matches by then.
    StruckOrCounts,
    Counts,
}

impl Event {
    pub fn leaving(&self, team: &Team, section: &Section, from: u32) -> Leaving {
        let posted = self.latest_round(section.id);
        let open = posted.filter(|round| round.number + 1 == from).and_then(|round| {
            let Assignment::Table { table, side } = round.assignment(team.id)? else { return None };
            let opponent = round.teams_at(table)?.into_iter().find(|one| *one != team.id)?;
            self.missing(section, round).contains(&table).then_some((table, opponent, side))
        });
        let wishes = self.facts.wishes.required.iter().copied();
        let wishes = wishes.filter(|(round, pair)| *round >= from && pair.contains(&team.id)).collect();
        Leaving { open, stay: self.those_who_stay(team, section, from), wishes }
    }

    fn those_who_stay(&self, team: &Team, section: &Section, from: u32) -> Option<Stay> {
        let posted = self.latest_round(section.id);
        let (paired, with_house) = self.playing(section, from);
        let plays_on = |team: &&Team| self.is_coming(section, team, from);
        let left = self.tournament().teams_in(section.id).filter(plays_on).count();
        let is_before = posted.is_none() && from == 1;
        let standing = self.standing_round(section);
        let is_struck = || self.table(section, standing).iter().any(|line| line.team == team.id && line.struck);
        Some(match section.format {
            Format::Swiss if from > self.rounds_to_play(section) => return None,
            Format::Swiss if with_house => Stay::WithHouseTeam(paired),
            Format::Swiss if paired % 2 == 1 => Stay::OneHasBye(paired),
            Format::Swiss => Stay::Even(paired),
            Format::Knockout if is_before => Stay::LinesToDraw(left),
            Format::Knockout => Stay::OpponentGoesOn,
            _ if is_before => Stay::ScheduleToMake(left),
            Format::Quads if posted.is_some() && self.swiss_group(section).is_some_and(|g| g.contains(&team.id)) => {
                Stay::GroupPlaysOn
            }
            _ if is_struck() => Stay::Struck,
            // What is played until then may still make half of its matches.
            _ if standing + 1 < from => Stay::StruckOrCounts,
            _ => Stay::Counts,
        })
    }
}

impl Event {
    /// Tables of a section that a team lost without playing, in a round after one in which it was expelled, and it is not any more: by
    /// round.
    pub fn lost_while_out(&self, section: &Section) -> Vec<(u32, TableNumber, TeamId)> {
        let docket = &self.facts.docket;
        let fallen: Vec<(TeamId, u32)> = docket
            .rulings
            .iter()
            .filter(|ruling| docket.expels_no_more(ruling) && !ruling.is_interference())
            .filter_map(|ruling| Some((ruling.team?, ruling.place.map_or(ruling.round, |place| place.match_id.round))))
            .collect();
        let lost = |round: &Round, team: TeamId| {
            let Some(Assignment::Table { table, side }) = round.assignment(team) else { return None };
            let unplayed = |number: u8| self.result_in(round, table, number).filter(|result| !result.is_played());
            let mut results = (1..=section.matches).filter_map(unplayed);
            let is_lost = results.any(|result| result.points(side) == HalfPoints::ZERO);
            (is_lost && self.tournament().has_part(team, section.id, round.number)).then_some((
                round.number,
                table,
                team,
            ))
        };
        let rounds = self.tournament().rounds_of(section.id);
        let mut found: Vec<_> = rounds
            .flat_map(|round| {
                let after = fallen.iter().filter(|(_, ruled)| *ruled < round.number);
                after.filter_map(|(team, _)| lost(round, *team)).collect::<Vec<_>>()
            })
            .collect();
        found.dedup();
        found
    }
}
