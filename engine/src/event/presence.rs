//! Who is there: teams not checked in, byes asked for, and teams whose absence from their last match was put on record.
//!
//! For the number of teams that came, rounds and format are proposed before round 1; never applied by itself.

use super::Event;
use crate::pairing::round_robin::{pairable_rounds, possible_rounds, recommended_rounds, should_be_round_robin};
use crate::tournament::{
    Assignment, ByePoints, Format, MatchId, MatchResult, Reason, Round, Section, SectionId, Side, Team, TeamId,
};

impl Event {
    /// Whether a team is not known to be here, in a section where check-in has begun.
    pub fn is_missing(&self, section: &Section, team: &Team) -> bool {
        self.check_in_has_begun(section.id) && !self.is_seen(team)
    }

    /// Teams that are not checked in, before the lines of a knockout, the schedule of a round robin or quads are drawn with them.
    pub fn drawn_unseen(&self, section: &Section, round: u32) -> Vec<TeamId> {
        let is_drawn_once = section.format.is_all_play_all() || section.format == Format::Knockout;
        if round > 1 || !is_drawn_once {
            return Vec::new();
        }
        let tournament = self.tournament();
        let is_drawn = |team: &&Team| !tournament.is_away(team, section.id, round) && self.is_missing(section, team);
        tournament.teams_in(section.id).filter(is_drawn).map(|team| team.id).collect()
    }

    pub fn check_in_has_begun(&self, section: SectionId) -> bool {
        let begun = || {
            let tournament = self.tournament();
            let is_in = |team: TeamId| tournament.team(team).is_some_and(|team| team.checked_in);
            let entered = tournament.teams.iter().filter(|team| team.checked_in).map(|team| team.section);
            let admitted = tournament.qualifiers.iter().filter(|(_, team, _)| is_in(*team)).map(|(into, ..)| *into);
            entered.chain(admitted).collect()
        };
        self.checking_in.get_or_init(begun).contains(&section)
    }

    /// Whether a team was checked in (by hand, by its entry at the desk, by a seat given to it), or has played.
    pub fn is_seen(&self, team: &Team) -> bool {
        let has_played = |round: &Round| {
            let Some(table) = round.assignment(team.id).and_then(Assignment::table) else { return false };
            [1, 2].into_iter().filter_map(|number| self.result_in(round, table, number)).any(MatchResult::is_played)
        };
        team.checked_in || self.tournament().rounds.iter().any(has_played)
    }

    /// The teams that nobody has seen yet and that have not left, of a section or of all.
    pub fn unseen(&self, section: Option<SectionId>) -> Vec<&Team> {
        let of_it = |team: &&Team| section.is_none_or(|section| team.section == section);
        let teams = self.tournament().teams.iter().filter(of_it);
        teams.filter(|team| !self.is_seen(team) && !self.is_gone(team)).collect()
    }

    /// The teams that are here and have no game in the round that is played, though they asked for no bye: entered after it was posted,
    /// checked in after it, or left without a table by a change of it.
    pub fn unseated(&self, section: &Section) -> Vec<&Team> {
        let tournament = self.tournament();
        let in_play = |round: &&Round| section.format != Format::Knockout && !self.missing(section, round).is_empty();
        let Some(round) = self.latest_round(section.id).filter(in_play) else { return Vec::new() };
        let is_away = |team: &Team| tournament.is_away(team, section.id, round.number) || self.is_gone(team);
        let is_left_out = |team: &Team| match round.assignment(team.id) {
            None => true,
            Some(Assignment::Bye { points: ByePoints::Zero, assigned: false }) => {
                team.checked_in && tournament.asked_bye(team, section.id, round.number).is_none()
            }
            Some(_) => false,
        };
        tournament.teams_in(section.id).filter(|team| is_left_out(team) && !is_away(team)).collect()
    }

    /// Who could play a team that has no game in the round that is played: the team with the bye, else another without a game.
    pub fn free_for(&self, section: &Section, team: TeamId) -> Option<&Team> {
        let has_bye = |(_, seat): &&(TeamId, Assignment)| matches!(seat, Assignment::Bye { assigned: true, .. });
        let bye = self.latest_round(section.id)?.assignments.iter().find(has_bye).map(|(free, _)| *free);
        let bye = bye.filter(|free| *free != team).and_then(|free| self.tournament().team(free));
        bye.or_else(|| self.unseated(section).into_iter().find(|other| other.id != team))
    }

    /// What becomes of a team that comes when its section's round is posted, or check-in has begun; `None` before.
    pub fn latecomer<'e>(&'e self, team: &Team) -> Option<Latecomer<'e>> {
        let Some(round) = self.latest_round(team.section) else {
            return self.check_in_has_begun(team.section).then_some(Latecomer::CountsAsHere);
        };
        if round.assignment(team.id).and_then(Assignment::table).is_some() {
            return None;
        }
        let section = self.tournament().section(team.section)?;
        let sits_out = round.assignments.iter().any(|(_, assignment)| matches!(assignment, Assignment::Bye { .. }));
        Some(match section.format {
            Format::Knockout => Latecomer::LinesDrawn(section, round),
            Format::RoundRobin | Format::DoubleRoundRobin | Format::Quads if !sits_out => {
                Latecomer::NoOpponent(section, round)
            }
            _ => Latecomer::Seat(round),
        })
    }

    pub fn asked_bye(&self, section: &Section, team: TeamId, round: u32) -> Option<ByePoints> {
        self.tournament().asked_bye(self.tournament().team(team)?, section.id, round)
    }

    /// Whether a team is out of the next round where it plays. One that leaves later is not.
    pub fn is_gone(&self, team: &Team) -> bool {
        let (section, next) = self.tournament().next_round_of(team);
        self.tournament().is_away(team, section, next)
    }

    /// Teams that leave after this round of a section, and play in it.
    pub fn gone_after(&self, section: SectionId, round: u32) -> impl Iterator<Item = &Team> {
        let tournament = self.tournament();
        let leaves = move |team: &&Team| {
            team.leaves().is_some_and(|absence| absence.from_round == tournament.counted_on(team, section, round + 1))
        };
        tournament.teams_in(section).filter(leaves)
    }

    /// Whether a team of a Swiss lost its last match by absence, so entered, and has not been seen since. A forfeit alone does not say
    /// that the team has gone.
    ///
    /// Only who sits at no table of `round` yet: what is posted stays.
    pub fn is_no_show(&self, section: &Section, round: u32, team: &Team) -> bool {
        let rounds = || self.tournament().rounds_of(section.id);
        let seat = |r: &Round| match r.assignment(team.id) {
            Some(Assignment::Table { table, side }) => Some((table, side)),
            _ => None,
        };
        if section.format != Format::Swiss || rounds().any(|r| r.number == round && seat(r).is_some()) {
            return false;
        }
        let before: Vec<&Round> = rounds().filter(|r| r.number < round).collect();
        let Some((last, (table, side))) = before.into_iter().rev().find_map(|r| Some((r, seat(r)?))) else {
            return false;
        };
        let is_back = team.absences.iter().any(|s| s.returned.is_some_and(|returned| returned > last.number));
        let is_absence = |number| last.slip(table, number).is_some_and(|slip| slip.reason == Some(Reason::Absent));
        let stayed_away = (1..=section.matches).all(|number| {
            is_absence(number)
                && match self.result_in(last, table, number) {
                    Some(MatchResult::FirstByForfeit) => side == Side::Second,
                    Some(MatchResult::SecondByForfeit) => side == Side::First,
                    Some(MatchResult::NeitherCame) => true,
                    _ => false,
                }
        });
        stayed_away && !is_back
    }

    /// The teams that forfeited the match of their section's latest round without playing, and whether each is a no-show now.
    pub fn forfeited(&self, section: &Section, id: MatchId, result: Option<MatchResult>) -> Vec<(&Team, bool)> {
        let is_latest = |round: &&Round| round.number == id.round && section.format == Format::Swiss;
        let Some(round) = self.latest_round(section.id).filter(is_latest) else { return Vec::new() };
        let stayed_away: &[usize] = match result {
            Some(MatchResult::FirstByForfeit) => &[1],
            Some(MatchResult::SecondByForfeit) => &[0],
            Some(MatchResult::NeitherCame) => &[0, 1],
            _ => &[],
        };
        let teams = stayed_away.iter().filter_map(|side| self.tournament().team(round.teams_at(id.table)?[*side]));
        teams.map(|team| (team, self.is_no_show(section, round.number + 1, team))).collect()
    }

    /// The matches of a schedule that were not played in their posted rounds, between teams that both play on: one had left, and is back.
    pub fn unplayed(&self, section: &Section) -> Vec<(u32, [TeamId; 2])> {
        let next = self.posted_rounds(section.id) + 1;
        let rounds: Vec<&Round> = self.tournament().rounds_of(section.id).collect();
        let is_here = |id: TeamId| self.tournament().has_part(id, section.id, next);
        let sat = |pair: [TeamId; 2]| {
            rounds.iter().any(|r| r.tables().iter().any(|(_, two)| pair.iter().all(|t| two.contains(t))))
        };
        let mut unplayed = Vec::new();
        for (teams, schedule) in self.schedules(section) {
            for (round, scheduled) in rounds.iter().zip(schedule) {
                let pairs = scheduled.pairs.iter().map(|(one, other)| [teams[*one], teams[*other]]);
                let open = pairs.filter(|pair| pair.iter().all(|team| is_here(*team)) && !sat(*pair));
                unplayed.extend(open.map(|pair| (round.number, pair)));
            }
        }
        unplayed
    }

    /// The teams that came after a schedule was made, with those of it whom they have not met.
    pub fn unmet_by_latecomers(&self, section: &Section) -> Vec<Unmet> {
        let (scheduled, records) = (self.scheduled(section), self.records(section, u32::MAX));
        let here = self.tournament().teams_in(section.id).filter(|team| !self.is_gone(team)).map(|team| team.id);
        let (scheduled, late): (Vec<TeamId>, Vec<TeamId>) = here.partition(|team| scheduled.contains(team));
        let is_free = |team: &TeamId| {
            let seat = self.latest_round(section.id).and_then(|round| round.assignment(*team));
            !matches!(seat, Some(Assignment::Table { .. }))
        };
        let unmet = |late: TeamId| {
            let record = records.iter().find(|record| record.team == late)?;
            let met: Vec<TeamId> = record.rounds.iter().filter_map(|round| Some(records[round.met()?].team)).collect();
            let missed: Vec<TeamId> = scheduled.iter().copied().filter(|team| !met.contains(team)).collect();
            let free = missed.iter().copied().find(|team| is_free(&late) && is_free(team));
            (!missed.is_empty()).then_some(Unmet { late, missed, free })
        };
        late.into_iter().filter_map(unmet).collect()
    }

    /// The round that a no-show would miss next, if the team is one.
    pub fn missed_by_no_show(&self, team: &Team) -> Option<u32> {
        let section = self.tournament().section(team.section)?;
        let next = self.latest_round(section.id)?.number + 1;
        self.is_no_show(section, next, team).then_some(next)
    }
}

/// What becomes of a team that comes late.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Latecomer<'e> {
    CountsAsHere,
    /// The lines of a knockout are drawn, so that it plays no part.
    LinesDrawn(&'e Section, &'e Round),
    /// The schedule is made, and nobody sits out.
    NoOpponent(&'e Section, &'e Round),
    /// It may be given a seat in the posted round.
    Seat(&'e Round),
}

/// Whom a team has not met that came after the schedule was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmet {
    pub late: TeamId,
    pub missed: Vec<TeamId>,
    /// One of them who could still sit down with it in the posted round.
    pub free: Option<TeamId>,
}

/// More rounds than this are no event for one day.
pub const A_DAY: u32 = 9;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suits {
    /// Teams that would be paired now.
    pub teams: usize,
    pub format: Format,
    pub rounds: u32,
    pub why: Why,
}

/// Why something else than what is settled suits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    // So few are best served by a round robin [29K].
    SoFew,
    NoPlan,
    // The rounds planned are those of a round robin, or one fewer [29K].
    RoundRobinFits { planned: u32 },
    SeveralWinners { planned: u32 },
    Rematches { planned: u32 },
    // A round robin takes more than a day.
    TooLong,
}

impl Event {
    /// What suits a section by the number of its teams; `None` once it is paired, or where its settings suit already.
    pub fn suits(&self, section: &Section) -> Option<Suits> {
        if self.latest_round(section.id).is_some() || section.qualified_from.is_some() {
            return None;
        }
        suits(self.coming(section)?, section.format, section.rounds)
    }

    /// Teams that would be paired in round 1 as it is: not out, and here where check-in has begun. While it runs a few of many are no field
    /// yet.
    pub fn coming(&self, section: &Section) -> Option<usize> {
        let teams = self.playing(section, 1).0;
        let entered = self.tournament().teams_in(section.id).filter(|team| !team.is_out(1) && !team.house).count();
        (4 * teams >= 3 * entered).then_some(teams)
    }

    /// Whether a team plays from a round of a section on: not out, and here where check-in has begun.
    pub(super) fn is_coming(&self, section: &Section, team: &Team, from: u32) -> bool {
        !self.tournament().is_away(team, section.id, from) && !self.is_missing(section, team)
    }

    /// The teams that play in a round of a section and those after it, and whether one of them is of the house: one makes the others even.
    pub fn playing(&self, section: &Section, from: u32) -> (usize, bool) {
        let plays = |team: &&Team| self.is_coming(section, team, from);
        let (house, teams): (Vec<&Team>, Vec<&Team>) =
            self.tournament().teams_in(section.id).filter(plays).partition(|team| team.house);
        let fills = teams.len() % 2 == 1 && !house.is_empty();
        (teams.len() + usize::from(fills), fills)
    }
}

/// `None` where the plan suits, or there are too few teams to say.
fn suits(teams: usize, format: Format, planned: Option<u32>) -> Option<Suits> {
    let (enough, all) = (recommended_rounds(teams), possible_rounds(teams));
    let swiss = |rounds, why| Some(Suits { teams, format: Format::Swiss, rounds, why });
    let round_robin = |why| Some(Suits { teams, format: Format::RoundRobin, rounds: all, why });
    match (format, planned) {
        _ if teams < 2 => None,
        (Format::Swiss, _) if teams <= 5 => round_robin(Why::SoFew),
        (Format::Swiss, None) => swiss(enough, Why::NoPlan),
        (Format::Swiss, Some(planned)) if should_be_round_robin(teams, planned) => {
            round_robin(Why::RoundRobinFits { planned })
        }
        (Format::Swiss, Some(planned)) if planned < enough => swiss(enough, Why::SeveralWinners { planned }),
        (Format::Swiss, Some(planned)) if planned > pairable_rounds(teams) => {
            swiss(pairable_rounds(teams), Why::Rematches { planned })
        }
        (Format::RoundRobin, _) if all > A_DAY => swiss(enough, Why::TooLong),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_and_format_follow_the_number_of_teams() {
        use Format::{RoundRobin, Swiss};
        let proposed = |teams, format, planned| suits(teams, format, planned).map(|suits| (suits.format, suits.rounds));
        for (teams, format, planned, expected) in [
            (1, Swiss, None, None),
            (2, Swiss, None, Some((RoundRobin, 1))),
            (5, Swiss, None, Some((RoundRobin, 5))),
            (5, RoundRobin, None, None),
            (9, Swiss, None, Some((Swiss, 4))),
            (9, Swiss, Some(4), None),
            (9, Swiss, Some(3), Some((Swiss, 4))),
            (9, Swiss, Some(6), Some((Swiss, 4))),
            (9, Swiss, Some(8), Some((RoundRobin, 9))),
            (9, Swiss, Some(9), Some((RoundRobin, 9))),
            (40, Swiss, Some(6), None),
            (12, RoundRobin, None, Some((Swiss, 4))),
            (12, Format::Quads, None, None),
        ] {
            assert_eq!(proposed(teams, format, planned), expected, "{teams} {format:?} {planned:?}");
        }
    }
}
