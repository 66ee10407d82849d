//! Rounds that follow a schedule: round robins and quads.

use super::{Proposal, Remark};
use crate::event::Event;
use crate::pairing::Numbers;
use crate::pairing::quads::{self, GroupPlan, QUAD, groups, plan};
use crate::pairing::round_robin::{Cycles, ScheduledRound, recommended_rounds, schedule};
use crate::tournament::{ByePoints, Format, Section, Team, TeamId};
use rustc_hash::FxHashMap;

impl Event {
    /// How many rounds a section of so many teams plays unless the director says otherwise.
    pub fn planned_rounds(&self, section: &Section, teams: usize) -> u32 {
        let length = |rounds: usize| u32::try_from(rounds).unwrap_or(u32::MAX).max(1);
        match section.format {
            Format::Swiss => recommended_rounds(teams),
            Format::RoundRobin | Format::DoubleRoundRobin => length(self.schedule(section, teams).len()),
            Format::Quads => length(quads::rounds(teams, QUAD, self.settings(section.id).pairing.large_group)),
            Format::Knockout => length(teams.next_power_of_two().ilog2() as usize),
        }
    }

    pub fn schedule(&self, section: &Section, teams: usize) -> Vec<ScheduledRound> {
        schedule(teams, self.settings(section.id).pairing.table, self.cycles(section))
    }

    pub(super) fn cycles(&self, section: &Section) -> Cycles {
        match section.format {
            Format::DoubleRoundRobin if self.settings(section.id).pairing.back_to_back => Cycles::BackToBack,
            Format::DoubleRoundRobin => Cycles::Two,
            _ => Cycles::One,
        }
    }

    /// A section's teams in the order of their pairing numbers, before they have them: by seed, or by lot where a round robin says so.
    pub fn in_drawn_order(&self, section: &Section) -> Vec<TeamId> {
        let mut teams = self.seeded(section.id);
        if self.goes_by_lot(section) {
            teams.sort_by_key(|team| self.tournament().team(*team).map(|t| t.lot));
        }
        teams
    }

    /// Whether it is a round robin whose places are by lot.
    pub(in crate::event) fn goes_by_lot(&self, section: &Section) -> bool {
        let round_robin = matches!(section.format, Format::RoundRobin | Format::DoubleRoundRobin);
        round_robin && self.settings(section.id).pairing.numbers == Numbers::Lot
    }

    /// The teams that a schedule was made for, in its order: those of round 1, or before it everyone who has not left.
    pub fn scheduled(&self, section: &Section) -> Vec<TeamId> {
        let seeded = self.in_drawn_order(section);
        match self.tournament().rounds_of(section.id).next() {
            Some(first) => {
                let mut teams: Vec<TeamId> = seeded.into_iter().filter(|t| first.assignment(*t).is_some()).collect();
                let number = |team: TeamId| self.tournament().team(team)?.pairing_number_in(section.id);
                match section.qualified_from {
                    // The teams of a final keep the numbers of their own section.
                    Some(_) if self.goes_by_lot(section) => {}
                    Some(_) => {
                        teams.sort_by_key(|team| self.tournament().final_seed(section.id, *team).unwrap_or(u32::MAX))
                    }
                    None => teams.sort_unstable_by_key(|team| (number(*team), *team)),
                }
                teams
            }
            None => {
                let is_here = |team: &TeamId| self.tournament().has_part(*team, section.id, 1);
                seeded.into_iter().filter(is_here).collect()
            }
        }
    }

    /// Gives teams that are in no schedule a bye of no points; the first of them can be seated with a team that sits out.
    pub(super) fn leave_latecomers_out(
        &self,
        section: &Section,
        round: u32,
        sits_out: Option<TeamId>,
        proposal: &mut Proposal,
    ) {
        let mut sits_out = sits_out.filter(|team| self.plays(section, round, *team));
        let scheduled = self.scheduled(section);
        let is_late =
            |team: &&Team| !scheduled.contains(&team.id) && !self.tournament().is_away(team, section.id, round);
        for late in self.tournament().teams_in(section.id).filter(is_late).map(|team| team.id) {
            proposal.out.push((late, ByePoints::Zero));
            let sits_out = sits_out.take_if(|_| self.plays(section, round, late));
            proposal.remarks.push(Remark::Latecomer { late, sits_out });
        }
    }

    /// Adds one round of a schedule. A team that is not there loses by forfeit; one that left early is struck, and its opponent sits out.
    pub(super) fn add_scheduled(
        &self,
        section: &Section,
        round: u32,
        pairs: Vec<(TeamId, TeamId)>,
        out: Vec<TeamId>,
        proposal: &mut Proposal,
    ) {
        // As it was before the round, also of a team that is back by now.
        let has_left =
            |id| self.tournament().team(id).is_some_and(|t| self.tournament().has_left(t, section.id, round));
        let field = self.field(section, round - 1);
        let fell_short = |id| field.entries.iter().any(|entry| entry.record.team == id && entry.falls_short());
        for (first, second) in pairs {
            match (self.plays(section, round, first), self.plays(section, round, second)) {
                (true, true) => proposal.pairs.push((first, second)),
                (false, false) => proposal.out.extend([first, second].map(|t| (t, ByePoints::Zero))),
                (here, _) => {
                    let (present, away) = if here { (first, second) } else { (second, first) };
                    if has_left(away) && fell_short(away) {
                        proposal.out.push((present, ByePoints::Zero));
                        proposal.remarks.push(Remark::Struck { away, present });
                    } else {
                        proposal.pairs.push((first, second));
                        proposal.walkovers.push(present);
                        proposal.remarks.push(Remark::Forfeit { away, present });
                    }
                }
            }
        }
        proposal.out.extend(out.into_iter().map(|team| (team, ByePoints::Zero)));
    }

    fn plays(&self, section: &Section, round: u32, team: TeamId) -> bool {
        self.asked_bye(section, team, round).is_none()
            && self.tournament().team(team).is_some_and(|team| self.is_coming(section, team, round))
    }

    /// The teams that follow a schedule, group by group, and it. Who plays a Swiss or a knockout follows none.
    pub fn schedules(&self, section: &Section) -> Vec<(Vec<TeamId>, Vec<ScheduledRound>)> {
        match section.format {
            Format::RoundRobin | Format::DoubleRoundRobin => {
                let teams = self.scheduled(section);
                let schedule = self.schedule(section, teams.len());
                vec![(teams, schedule)]
            }
            Format::Quads => {
                let large = self.settings(section.id).pairing.large_group;
                let plan = |group: Vec<TeamId>| match plan(group.len(), large) {
                    GroupPlan::RoundRobin(schedule) => Some((group, schedule)),
                    GroupPlan::Swiss { .. } => None,
                };
                self.quads(section).into_iter().filter_map(plan).collect()
            }
            Format::Swiss | Format::Knockout => Vec::new(),
        }
    }

    /// Who has no opponent in which round, since a schedule is for an odd number of teams: its bye, stored as no table and no points.
    pub fn free_rounds(&self, section: &Section) -> Vec<(u32, TeamId)> {
        let free = |(teams, schedule): (Vec<TeamId>, Vec<ScheduledRound>)| {
            let byes = (1..).zip(schedule).filter_map(move |(number, round)| Some((number, teams[round.bye?])));
            byes.collect::<Vec<_>>()
        };
        let all = self.schedules(section).into_iter().flat_map(free);
        all.filter(|(round, team)| self.tournament().has_part(*team, section.id, *round)).collect()
    }

    /// Opponents that a schedule gives each team in the rounds that are to be played. Who plays a Swiss has none due.
    pub fn due(&self, section: &Section) -> FxHashMap<TeamId, u32> {
        let planned = section.rounds.map_or(usize::MAX, |rounds| rounds as usize);
        let of_schedule = |(teams, schedule): (Vec<TeamId>, Vec<ScheduledRound>)| {
            let due = |at| schedule.iter().take(planned).filter(|round| round.bye != Some(at)).count() as u32;
            teams.into_iter().enumerate().map(|(at, team)| (team, due(at))).collect::<Vec<_>>()
        };
        self.schedules(section).into_iter().flat_map(of_schedule).collect()
    }

    /// The groups of a section that is played in quads; none of another.
    pub fn quads(&self, section: &Section) -> Vec<Vec<TeamId>> {
        if section.format != Format::Quads {
            return Vec::new();
        }
        let teams = self.scheduled(section);
        groups(teams.len(), QUAD).into_iter().map(|range| teams[range].to_vec()).collect()
    }

    /// The last group of quads, where it is larger than four and plays a Swiss.
    pub fn swiss_group(&self, section: &Section) -> Option<Vec<TeamId>> {
        let large = self.settings(section.id).pairing.large_group;
        self.quads(section).pop().filter(|group| matches!(plan(group.len(), large), GroupPlan::Swiss { .. }))
    }
}
