//! The facts of one tournament, as plain values.
//!
//! Answers who entered, who was paired with whom, what the slips said. Never decides anything:
//! match results, scores, standings and penalties are computed by the floors above.

mod dice;
mod entry;
mod ids;
pub mod marks;
pub mod names;
mod official;
mod points;
mod published;
mod record;
mod round;
mod section;
mod timetable;

pub use dice::Dice;
pub use entry::{Absence, Grade, Player, PlayerName, School, Stay, Team, TeamName, TeamStatus};
pub use ids::{AppealId, MatchId, OfficialId, PlayerId, RulingId, SchoolId, SectionId, TableNumber, TeamId};
pub use official::{Device, DeviceRole, Official, Role};
pub use points::HalfPoints;
pub use published::{Month, Published, RatingKind, RatingList};
pub use record::{MatchScore, Record, Results, RoundRecord, Unplayed, is_one_each};
pub use round::{
    Assignment, Board, BoardLetter, BoardOutcome, BoardReport, ByePoints, MatchResult, Reason, Round, Side, Slip,
};
pub use section::{Colours, Format, GradeRange, MatchPoints, Reports, Section, section_called};
use std::collections::HashSet;
pub use timetable::{CLOCK, EmptySeat, EmptyTable, RoundTime, StartTime, WallClock, time_of_day};

/// One tournament with everything that was ever entered for it.
///
/// A tournament is small (a few thousand rows), so a command loads it whole and computes from it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tournament {
    /// Title as printed on every sheet.
    pub name: String,
    /// First day, ISO 8601, if the director gave one.
    pub date: Option<chrono::NaiveDate>,
    pub venue: Option<String>,
    pub sections: Vec<Section>,
    /// Schools in the order they were first seen.
    pub schools: Vec<School>,
    /// Every child, with or without a partner, by number.
    pub players: Vec<Player>,
    pub teams: Vec<Team>,
    pub officials: Vec<Official>,
    /// Posted rounds of all sections, by section and number.
    pub rounds: Vec<Round>,
    /// Teams admitted to a final: section, team, seed in it.
    pub qualifiers: Vec<(SectionId, TeamId, u32)>,
    /// The halves of accelerated sections as round 1 settled them: section, team, whether it is the upper one.
    pub halves: Vec<(SectionId, TeamId, bool)>,
    /// When rounds are planned to start, by section and round.
    pub round_times: Vec<RoundTime>,
}

impl Tournament {
    pub fn section(&self, id: SectionId) -> Option<&Section> {
        self.sections.iter().find(|s| s.id == id)
    }

    pub fn team(&self, id: TeamId) -> Option<&Team> {
        self.teams.binary_search_by_key(&id, |t| t.id).ok().map(|i| &self.teams[i])
    }

    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.binary_search_by_key(&id, |p| p.id).ok().map(|i| &self.players[i])
    }

    pub fn school(&self, id: SchoolId) -> Option<&School> {
        self.schools.iter().find(|s| s.id == id)
    }

    pub fn official(&self, id: OfficialId) -> Option<&Official> {
        self.officials.iter().find(|o| o.id == id)
    }

    /// Teams that play in a section, by number: those entered in it, and those admitted to it as a final.
    pub fn teams_in(&self, section: SectionId) -> impl Iterator<Item = &Team> {
        self.teams.iter().filter(move |t| t.section == section || self.final_seed(section, t.id).is_some())
    }

    /// Teams with a line in a section's table: those that play in it, and those that did before they were moved.
    pub fn ever_in(&self, section: SectionId) -> impl Iterator<Item = &Team> {
        self.teams.iter().filter(move |t| t.belongs(section) || self.final_seed(section, t.id).is_some())
    }

    pub fn final_seed(&self, section: SectionId, team: TeamId) -> Option<u32> {
        self.qualifiers.iter().find(|(s, t, _)| *s == section && *t == team).map(|(_, _, seed)| *seed)
    }

    /// Whether round 1 of an accelerated section settled a team in its upper half; none where it came later.
    pub fn is_upper(&self, section: SectionId, team: TeamId) -> Option<bool> {
        self.halves.iter().find(|(s, t, _)| *s == section && *t == team).map(|(_, _, upper)| *upper)
    }

    /// Whether round 1 of a section is, or was, paired for a team: it had not left before, and did not come later. A bye of round 1 that was
    /// given to a latecomer makes it no member of the halves that were settled then.
    pub fn is_there_at_first(&self, team: &Team, section: SectionId) -> bool {
        let first = self.rounds_of(section).next();
        let is_settled = || self.halves.iter().any(|(of, ..)| *of == section);
        match first.map(|round| round.assignment(team.id)) {
            None => !self.is_away(team, section, 1),
            Some(None) => false,
            Some(Some(Assignment::Table { .. })) => true,
            Some(Some(Assignment::Bye { .. })) => !is_settled() || self.is_upper(section, team.id).is_some(),
        }
    }

    /// A section's round in a team's own count: a final goes on from the rounds of the section that its teams come from.
    pub fn counted_on(&self, team: &Team, section: SectionId, round: u32) -> u32 {
        let before = || self.rounds_of(team.section).map(|round| round.number).max().unwrap_or(0);
        if team.belongs(section) { round } else { before().saturating_add(round) }
    }

    /// Whether a team has no part in this round of a section: it is out, or belongs to another section then.
    pub fn is_away(&self, team: &Team, section: SectionId, round: u32) -> bool {
        team.is_out(self.counted_on(team, section, round))
            || (team.belongs(section) && team.section_in(round) != section)
            || self.left_in_final(team, section, round)
    }

    /// Whether a team went out of the event in a final before this round of its own section was made: a section may go on beside its final.
    fn left_in_final(&self, team: &Team, section: SectionId, round: u32) -> bool {
        if team.section != section || team.leaves().is_none() {
            return false;
        }
        let (plays_in, next) = self.next_round_of(team);
        plays_in != section
            && team.is_out(self.counted_on(team, plays_in, next))
            && self.rounds_of(section).all(|posted| posted.number < round || posted.assignment(team.id).is_none())
    }

    /// The contrary, of a team by its number.
    pub fn has_part(&self, team: TeamId, section: SectionId, round: u32) -> bool {
        self.team(team).is_some_and(|team| !self.is_away(team, section, round))
    }

    /// Whether a team is away from this round of a section on. Who has played it elsewhere and is still to come in has not left.
    pub fn has_left(&self, team: &Team, section: SectionId, round: u32) -> bool {
        self.is_away(team, section, round) && (!team.brings(section, round) || team.is_out(round))
    }

    /// Whether a team left a section before this round of it and is not back: its going counts in the standings of the rounds before.
    pub fn has_left_for_good(&self, team: &Team, section: SectionId, round: u32) -> bool {
        let is_back = team.leaves().is_none_or(|absence| self.counted_on(team, section, round) < absence.from_round);
        self.has_left(team, section, round) && (team.was_moved_from(section) || !is_back)
    }

    /// Where a team plays now, in the last final that it was admitted to or else in its own section, and the next round there.
    pub fn next_round_of(&self, team: &Team) -> (SectionId, u32) {
        let finals = self.qualifiers.iter().filter(|(_, admitted, _)| *admitted == team.id);
        let section = finals.map(|(section, ..)| *section).max().unwrap_or(team.section);
        (section, self.rounds_of(section).last().map_or(1, |round| round.number + 1))
    }

    /// The state of a team at the desk. Who is to leave from a later round than the next is still in.
    pub fn status(&self, team: &Team) -> TeamStatus {
        let (section, next) = self.next_round_of(team);
        match team.leaves() {
            Some(absence) if absence.expelled => TeamStatus::Expelled,
            Some(absence) if absence.from_round <= self.counted_on(team, section, next) => TeamStatus::Withdrawn,
            _ if team.checked_in => TeamStatus::CheckedIn,
            _ => TeamStatus::Entered,
        }
    }

    pub fn asked_bye(&self, team: &Team, section: SectionId, round: u32) -> Option<ByePoints> {
        let round = self.counted_on(team, section, round);
        team.requested_byes.iter().find(|(asked, _)| *asked == round).map(|(_, points)| *points)
    }

    pub fn round(&self, section: SectionId, number: u32) -> Option<&Round> {
        self.rounds.iter().find(|round| (round.section, round.number) == (section, number))
    }

    pub fn alone(&self) -> impl Iterator<Item = &Player> {
        let with_partner: HashSet<PlayerId> = self.teams.iter().flat_map(|team| team.players).collect();
        self.players.iter().filter(move |player| !with_partner.contains(&player.id))
    }

    /// Posted rounds of a section, first to last.
    pub fn rounds_of(&self, section: SectionId) -> impl Iterator<Item = &Round> {
        self.rounds.iter().filter(move |r| r.section == section)
    }

    pub fn team_of(&self, player: PlayerId) -> Option<&Team> {
        self.teams.iter().find(|t| t.players.contains(&player))
    }

    /// A child's school: its own if one was given, else its team's.
    pub fn school_of(&self, player: &Player) -> Option<SchoolId> {
        player.school.or_else(|| self.team_of(player.id)?.school)
    }

    /// The two partners of a team, in the order of entry.
    pub fn partners(&self, team: &Team) -> [&Player; 2] {
        team.players.map(|id| self.player(id).expect("a team's players are stored with it (foreign key)"))
    }

    /// Whether two teams clash: any school of one is a school of the other.
    pub fn share_a_school(&self, pair: [TeamId; 2]) -> bool {
        let [one, other] = pair.map(|id| self.team(id).map(|team| self.schools_of(team)).unwrap_or_default());
        one.iter().any(|school| other.contains(school))
    }

    /// The schools a team counts for when same-school pairs are counted: its own if one was given, else both partners'.
    pub fn schools_of(&self, team: &Team) -> Vec<SchoolId> {
        if let Some(own) = team.school {
            return vec![own];
        }
        let mut schools: Vec<SchoolId> = self.partners(team).iter().filter_map(|p| p.school).collect();
        schools.dedup();
        schools
    }

    /// The one school of a team; none where its partners are of two.
    pub fn own_school(&self, team: &Team) -> Option<&School> {
        match self.schools_of(team)[..] {
            [only] => self.school(only),
            _ => None,
        }
    }

    /// The school column of a team as shown: one name, or "A / B" where the partners differ.
    pub fn school_label(&self, team: &Team) -> String {
        let names: Vec<&str> =
            self.schools_of(team).iter().filter_map(|id| self.school(*id)).map(|s| s.name.as_str()).collect();
        names.join(" / ")
    }

    /// The rating a team is seeded by: the director's own figure if one was given, else the average of the partners.
    ///
    /// It is kept in half rating points, doubled, so that it stays an integer.
    pub fn doubled_rating(&self, team: &Team) -> Option<u32> {
        team.rating.map(|own| 2 * own).or_else(|| doubled_average(self.partners(team).map(|p| p.rating)))
    }
}

/// Twice the average rating of two partners, by which a team is seeded.
///
/// One unrated partner counts as the rated one minus 50 (US Chess 31C1), so the team is the rated one minus 25.
/// Two unrated partners have none.
pub fn doubled_average(partners: [Option<u32>; 2]) -> Option<u32> {
    match partners {
        [Some(a), Some(b)] => Some(a + b),
        [Some(a), None] | [None, Some(a)] => Some((2 * a).saturating_sub(50)),
        [None, None] => None,
    }
}
