//! Who is there: teams not checked in, byes asked for, and teams whose absence from their last match was put on record.

use super::Event;
use crate::tournament::{
    Assignment, ByePoints, Format, MatchId, MatchResult, Reason, Round, Section, SectionId, Side, Team, TeamId,
};

impl Event {
    /// Whether a team is not known to be here, in a section where check-in has begun.
    pub fn is_missing(&self, section: &Section, team: &Team) -> bool {
        self.check_in_has_begun(section.id) && !self.is_seen(team)
    }

    pub fn check_in_has_begun(&self, section: SectionId) -> bool {
        self.tournament().teams_in(section).any(|team| team.checked_in)
    }

    /// Whether a team was checked in (by hand, by its entry at the desk, by a seat given to it), or has played.
    pub fn is_seen(&self, team: &Team) -> bool {
        let has_played = |round: &Round| {
            let Some(Assignment::Table { table, .. }) = round.assignment(team.id) else { return false };
            [1, 2].into_iter().filter_map(|number| self.result_in(round, table, number)).any(MatchResult::is_played)
        };
        team.checked_in || self.tournament().rounds.iter().any(has_played)
    }

    pub fn asked_bye(&self, section: &Section, team: TeamId, round: u32) -> Option<ByePoints> {
        self.tournament().asked_bye(self.tournament().team(team)?, section.id, round)
    }

    /// Where a team plays now, in the last final that it was admitted to or else in its own section, and the next round there.
    pub fn next_round_of(&self, team: &Team) -> (SectionId, u32) {
        let finals = self.tournament().qualifiers.iter().filter(|(_, admitted, _)| *admitted == team.id);
        let section = finals.map(|(section, ..)| *section).max().unwrap_or(team.section);
        (section, self.latest_round(section).map_or(0, |round| round.number) + 1)
    }

    /// Whether a team is out of the next round where it plays. One that leaves later is not.
    pub fn is_gone(&self, team: &Team) -> bool {
        let (section, next) = self.next_round_of(team);
        self.tournament().is_away(team, section, next)
    }

    /// Whether a team of a Swiss lost its last match by absence, so entered, and has not been heard of since. A forfeit alone does not say
    /// that the team has gone.
    ///
    /// Only who sits at no table of `round` yet: what is posted stands.
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

    /// The round that a no-show would miss next, if the team is one.
    pub fn missed_by_no_show(&self, team: &Team) -> Option<u32> {
        let section = self.tournament().section(team.section)?;
        let next = self.latest_round(section.id)?.number + 1;
        self.is_no_show(section, next, team).then_some(next)
    }

    /// Notes that a no-show is here after all. Says whether the team was one.
    pub fn welcome_back(&mut self, team: &Team) -> bool {
        let Some(next) = self.missed_by_no_show(team) else { return false };
        // Out from the next round and back in it: nothing is missed, and the return is on record.
        self.take_out(team.id, next, false);
        self.take_in(team.id, next);
        true
    }
}
