//! Posted rounds: who sits where, when they started, and what the director wants paired or not.

use crate::event::Event;
use crate::tournament::{Assignment, EmptySeat, Round, SectionId, TeamId, WallClock};
use chrono::{DateTime, FixedOffset};

impl Event {
    pub fn add_round(
        &mut self,
        section: SectionId,
        number: u32,
        provisional: bool,
        assignments: Vec<(TeamId, Assignment)>,
    ) {
        let mut round = Round { section, number, provisional, assignments, slips: Vec::new() };
        round.sort();
        let rounds = &mut self.changing().tournament.rounds;
        rounds.push(round);
        rounds.sort_by_key(|round| (round.section, round.number));
    }

    /// Takes a posted round back.
    pub fn remove_round(&mut self, section: SectionId, number: u32) {
        let facts = self.changing();
        facts.tournament.rounds.retain(|round| (round.section, round.number) != (section, number));
        facts.wall_clocks.remove(&(section, number));
    }

    /// Gives the seats and slips of one section's rounds to the rounds of another, by number.
    pub fn join_rounds(&mut self, from: SectionId, into: SectionId) {
        let rounds = &mut self.changing().tournament.rounds;
        let theirs: Vec<Round> = rounds.iter().filter(|round| round.section == from).cloned().collect();
        for round in theirs {
            match rounds.iter_mut().find(|ours| (ours.section, ours.number) == (into, round.number)) {
                Some(ours) => {
                    ours.assignments.extend(round.assignments);
                    ours.slips.extend(round.slips);
                    ours.sort();
                }
                None => rounds.push(Round { section: into, ..round }),
            }
        }
        rounds.sort_by_key(|round| (round.section, round.number));
    }

    /// Gives another section the rounds that teams had in one before they were moved.
    pub fn move_stays(&mut self, from: SectionId, into: SectionId) {
        for team in &mut self.changing().tournament.teams {
            team.stays.iter_mut().filter(|stay| stay.section == from).for_each(|stay| stay.section = into);
        }
    }

    /// Gives a team a status in a posted round, in place of what it had.
    pub fn assign(&mut self, section: SectionId, number: u32, team: TeamId, assignment: Assignment) {
        self.unassign(section, number, team);
        if let Some(round) = self.changing_round(section, number) {
            round.assignments.push((team, assignment));
            round.sort();
        }
    }

    /// Takes a team's status in a posted round away.
    pub fn unassign(&mut self, section: SectionId, number: u32, team: TeamId) {
        if let Some(round) = self.changing_round(section, number) {
            round.assignments.retain(|(seated, _)| *seated != team);
        }
    }

    /// Notes a pair that must not be made (no round), or that must be made in a round.
    pub fn wish(&mut self, pair: [TeamId; 2], round: Option<u32>) {
        let (pair, wishes) = (sorted(pair), &mut self.changing().wishes);
        match round {
            None if !wishes.forbidden.contains(&pair) => wishes.forbidden.push(pair),
            Some(round) if !wishes.required.contains(&(round, pair)) => wishes.required.push((round, pair)),
            _ => {}
        }
    }

    /// Drops every wish about a pair. Tells whether there was one.
    pub fn drop_wishes(&mut self, pair: [TeamId; 2]) -> bool {
        let (pair, wishes) = (sorted(pair), &mut self.changing().wishes);
        let count = wishes.forbidden.len() + wishes.required.len();
        wishes.forbidden.retain(|wished| *wished != pair);
        wishes.required.retain(|(_, wished)| *wished != pair);
        wishes.forbidden.len() + wishes.required.len() < count
    }

    /// Changes what was noted of a posted round as it started.
    fn changing_clock(&mut self, section: SectionId, number: u32, change: impl FnOnce(&mut WallClock)) {
        let clocks = &mut self.changing().wall_clocks;
        let mut clock = clocks.remove(&(section, number)).unwrap_or_default();
        change(&mut clock);
        if clock != WallClock::default() {
            clocks.insert((section, number), clock);
        }
    }

    /// Notes when a posted round started, in place of what was noted before.
    pub fn start_round(&mut self, section: SectionId, number: u32, at: DateTime<FixedOffset>) {
        self.changing_clock(section, number, |clock| clock.started = Some(at));
    }

    /// Notes that a team has not sat down.
    pub fn leave_seat_empty(&mut self, section: SectionId, number: u32, team: TeamId, since: DateTime<FixedOffset>) {
        self.changing_clock(section, number, |clock| clock.not_seated.push(EmptySeat { team, since }));
    }

    /// Takes that note back: the team has come.
    pub fn take_seat(&mut self, section: SectionId, number: u32, team: TeamId) {
        self.changing_clock(section, number, |clock| clock.not_seated.retain(|seat| seat.team != team));
    }
}

fn sorted([one, other]: [TeamId; 2]) -> [TeamId; 2] {
    if one < other { [one, other] } else { [other, one] }
}
