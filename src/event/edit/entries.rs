//! Schools, players and teams, and their coming and going.

use crate::event::Event;
use crate::tournament::{
    Absence, ByePoints, Grade, HalfPoints, Player, PlayerId, PlayerName, School, SchoolId, SectionId, Team, TeamId,
    TeamName,
};

/// A child to be entered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewPlayer {
    /// "First Last".
    pub name: String,
    pub grade: Option<Grade>,
    /// 1 to 4000, `None` is unrated.
    pub rating: Option<u32>,
    /// Federation or registration id.
    pub federation_id: Option<String>,
    pub school: Option<SchoolId>,
    /// Section, known before there is a partner.
    pub section: Option<SectionId>,
    /// The name of its team, known before there is a partner.
    pub team_name: Option<String>,
}

/// A team to be entered; both partners exist already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTeam {
    pub name: String,
    pub section: SectionId,
    pub players: [PlayerId; 2],
    /// Its own school, if it has one besides the partners'.
    pub school: Option<SchoolId>,
    /// The director's own rating for it.
    pub rating: Option<u32>,
    pub house: bool,
    /// Drawn from the tournament's seed.
    pub lot: u32,
    /// Given at once to a team that enters after round 1 was paired.
    pub pairing_number: Option<u32>,
}

fn next(last: &mut u32) -> u32 {
    *last += 1;
    *last
}

impl Event {
    pub fn add_school(&mut self, name: &str) -> SchoolId {
        let facts = self.changing();
        let id = SchoolId(next(&mut facts.last.school));
        facts.tournament.schools.push(School { id, name: name.to_owned() });
        id
    }

    /// Enters children. Their numbers follow one another in the order given.
    pub fn add_players(&mut self, new: impl IntoIterator<Item = NewPlayer>) -> Vec<PlayerId> {
        let facts = self.changing();
        let entered = new.into_iter().map(|new| Player {
            id: PlayerId(next(&mut facts.last.player)),
            name: new.name,
            grade: new.grade,
            rating: new.rating,
            federation_id: new.federation_id,
            school: new.school,
            section: new.section,
            team_name: new.team_name,
            shown_as: PlayerName::Full,
        });
        let entered: Vec<Player> = entered.collect();
        let ids = entered.iter().map(|player| player.id).collect();
        facts.tournament.players.extend(entered);
        facts.settle_names();
        ids
    }

    /// Enters teams whose players are entered.
    pub fn add_teams(&mut self, new: impl IntoIterator<Item = NewTeam>) -> Vec<TeamId> {
        let facts = self.changing();
        let entered = new.into_iter().map(|new| Team {
            id: TeamId(next(&mut facts.last.team)),
            name: new.name,
            shown_as: TeamName::AsEntered,
            section: new.section,
            players: new.players,
            school: new.school,
            rating: new.rating,
            house: new.house,
            tiebreak_penalty: HalfPoints::ZERO,
            lot: new.lot,
            pairing_number: new.pairing_number,
            checked_in: false,
            absences: Vec::new(),
            requested_byes: Vec::new(),
            stays: Vec::new(),
        });
        let entered: Vec<Team> = entered.collect();
        let ids = entered.iter().map(|team| team.id).collect();
        facts.tournament.teams.extend(entered);
        facts.settle_names();
        ids
    }

    /// Takes over what is known of players now.
    pub fn save_players(&mut self, players: impl IntoIterator<Item = Player>) {
        let facts = self.changing();
        for player in players {
            if let Ok(at) = facts.tournament.players.binary_search_by_key(&player.id, |p| p.id) {
                facts.tournament.players[at] = player;
            }
        }
        facts.settle_names();
    }

    /// Takes over what is known of teams now; byes and absences have edits of their own.
    pub fn save_teams(&mut self, teams: impl IntoIterator<Item = Team>) {
        let facts = self.changing();
        for team in teams {
            if let Ok(at) = facts.tournament.teams.binary_search_by_key(&team.id, |t| t.id) {
                let known = &mut facts.tournament.teams[at];
                let (absences, requested_byes) =
                    (std::mem::take(&mut known.absences), std::mem::take(&mut known.requested_byes));
                *known = Team { absences, requested_byes, ..team };
            }
        }
        facts.settle_names();
    }

    /// Notes that teams are here, where check-in has begun: they stand at the desk, or were given a seat.
    pub fn note_here(&mut self, section: SectionId, teams: &[TeamId]) {
        if self.check_in_has_begun(section) {
            let seen = self.changing().tournament.teams.iter_mut().filter(|team| teams.contains(&team.id));
            seen.for_each(|team| team.checked_in = true);
        }
    }

    /// Dissolves a team that was never paired; its players need partners again.
    pub fn remove_team(&mut self, team: TeamId) {
        let facts = self.changing();
        facts.tournament.teams.retain(|t| t.id != team);
        facts.name_verdicts.remove(&team);
        facts.settle_names();
    }

    fn team_mut(&mut self, team: TeamId) -> Option<&mut Team> {
        self.changing().tournament.teams.iter_mut().find(|t| t.id == team)
    }

    /// Takes a team out of the event from a round on.
    pub fn take_out(&mut self, team: TeamId, from_round: u32, expelled: bool) {
        if let Some(team) = self.team_mut(team) {
            team.absences.push(Absence { from_round, returned: None, expelled });
        }
    }

    /// Takes a team in again from a round on.
    pub fn take_in(&mut self, team: TeamId, returned: u32) {
        let absences = self.team_mut(team).into_iter().flat_map(|team| &mut team.absences);
        absences.filter(|absence| absence.returned.is_none()).for_each(|absence| absence.returned = Some(returned));
    }

    /// Notes a bye that a team asked for, in place of any earlier wish for that round.
    pub fn request_bye(&mut self, team: TeamId, round: u32, points: ByePoints) {
        if let Some(team) = self.team_mut(team) {
            team.requested_byes.retain(|(asked, _)| *asked != round);
            team.requested_byes.push((round, points));
            team.requested_byes.sort_by_key(|(round, _)| *round);
        }
    }
}
