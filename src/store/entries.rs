//! Schools, players, teams, and their coming and going.

use super::error::StoreError;
use super::file::Store;
use super::load::spelling;
use super::wait::Wait;
use crate::tournament::{ByePoints, Grade, Player, PlayerId, PlayerName, SchoolId, SectionId, Team, TeamId};
use sqlx::QueryBuilder;
use sqlx::sqlite::SqliteQueryResult;

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

/// Rows of one statement: nine columns of each are well below what SQLite binds.
const ROWS: usize = 500;

/// The ids of rows that one statement inserted: nobody else writes meanwhile, so they follow one another.
fn new_ids(done: &SqliteQueryResult, rows: usize) -> Result<impl Iterator<Item = u32>, StoreError> {
    let last = new_id(done)?;
    let rows = u32::try_from(rows).map_err(|e| StoreError::Unreadable(e.to_string()))?;
    Ok(last + 1 - rows..=last)
}

fn new_id(done: &SqliteQueryResult) -> Result<u32, StoreError> {
    u32::try_from(done.last_insert_rowid()).map_err(|e| StoreError::Unreadable(e.to_string()))
}

impl Store {
    pub fn add_school(&mut self, name: &str) -> Result<SchoolId, StoreError> {
        let done =
            sqlx::query("insert into school (name) values (?)").bind(name).execute(&mut self.connection).wait()?;
        Ok(SchoolId(new_id(&done)?))
    }

    pub fn add_player(&mut self, new: &NewPlayer) -> Result<PlayerId, StoreError> {
        let done = sqlx::query(
            "insert into player (name, grade, rating, federation_id, school, section) values (?, ?, ?, ?, ?, ?)",
        )
        .bind(&new.name)
        .bind(new.grade.map(|g| g.0))
        .bind(new.rating)
        .bind(&new.federation_id)
        .bind(new.school.map(|s| s.0))
        .bind(new.section.map(|s| s.0))
        .execute(&mut self.connection)
        .wait()?;
        Ok(PlayerId(new_id(&done)?))
    }

    /// Enters children, many in one statement. Their numbers follow one another in the order given.
    pub fn add_players(&mut self, new: &[NewPlayer]) -> Result<Vec<PlayerId>, StoreError> {
        let mut ids = Vec::with_capacity(new.len());
        for some in new.chunks(ROWS) {
            let mut insert =
                QueryBuilder::new("insert into player (name, grade, rating, federation_id, school, section) ");
            insert.push_values(some, |mut row, player| {
                row.push_bind(&player.name)
                    .push_bind(player.grade.map(|g| g.0))
                    .push_bind(player.rating)
                    .push_bind(&player.federation_id)
                    .push_bind(player.school.map(|s| s.0))
                    .push_bind(player.section.map(|s| s.0));
            });
            let done = insert.build().execute(&mut self.connection).wait()?;
            ids.extend(new_ids(&done, some.len())?.map(PlayerId));
        }
        Ok(ids)
    }

    /// Enters teams whose players exist, many in one statement.
    pub fn add_teams(&mut self, new: &[NewTeam]) -> Result<(), StoreError> {
        for some in new.chunks(ROWS) {
            let mut insert = QueryBuilder::new(
                "insert into team (name, section, player_a, player_b, school, rating, house, lot, pairing_number) ",
            );
            insert.push_values(some, |mut row, team| {
                row.push_bind(&team.name)
                    .push_bind(team.section.0)
                    .push_bind(team.players[0].0)
                    .push_bind(team.players[1].0)
                    .push_bind(team.school.map(|s| s.0))
                    .push_bind(team.rating)
                    .push_bind(team.house)
                    .push_bind(team.lot)
                    .push_bind(team.pairing_number);
            });
            insert.build().execute(&mut self.connection).wait()?;
        }
        Ok(())
    }

    /// Writes all fields of a player.
    pub fn save_player(&mut self, player: &Player) -> Result<(), StoreError> {
        sqlx::query(
            "update player set name = ?, grade = ?, rating = ?, federation_id = ?, school = ?, section = ?, initials_only = ? where id = ?",
        )
        .bind(&player.name)
        .bind(player.grade.map(|g| g.0))
        .bind(player.rating)
        .bind(&player.federation_id)
        .bind(player.school.map(|s| s.0))
        .bind(player.section.map(|s| s.0))
        .bind(player.shown_as == PlayerName::Initials)
        .bind(player.id.0)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }

    /// Enters a team of two players.
    pub fn add_team(&mut self, new: &NewTeam) -> Result<TeamId, StoreError> {
        let done = sqlx::query(
            "insert into team (name, section, player_a, player_b, school, rating, house, lot, pairing_number) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&new.name)
        .bind(new.section.0)
        .bind(new.players[0].0)
        .bind(new.players[1].0)
        .bind(new.school.map(|s| s.0))
        .bind(new.rating)
        .bind(new.house)
        .bind(new.lot)
        .bind(new.pairing_number)
        .execute(&mut self.connection)
        .wait()?;
        Ok(TeamId(new_id(&done)?))
    }

    /// Writes the fields of a team that live in its own row; byes and absences have commands of their own.
    pub fn save_team(&mut self, team: &Team) -> Result<(), StoreError> {
        sqlx::query(
            "update team set name = ?, section = ?, player_a = ?, player_b = ?, school = ?, rating = ?, house = ?, tiebreak_penalty = ?, pairing_number = ?, checked_in = ?
             where id = ?",
        )
        .bind(&team.name)
        .bind(team.section.0)
        .bind(team.players[0].0)
        .bind(team.players[1].0)
        .bind(team.school.map(|s| s.0))
        .bind(team.rating)
        .bind(team.house)
        .bind(team.tiebreak_penalty.0)
        .bind(team.pairing_number)
        .bind(team.checked_in)
        .bind(team.id.0)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }

    /// Dissolves a team that was never paired; its players need partners again.
    pub fn remove_team(&mut self, team: TeamId) -> Result<(), StoreError> {
        for sql in ["delete from bye_request where team = ?", "delete from name_verdict where team = ?"] {
            sqlx::query(sql).bind(team.0).execute(&mut self.connection).wait()?;
        }
        sqlx::query("delete from team where id = ?").bind(team.0).execute(&mut self.connection).wait()?;
        Ok(())
    }

    /// Takes a team out of the event from a round on.
    pub fn take_out(&mut self, team: TeamId, from_round: u32, expelled: bool) -> Result<(), StoreError> {
        sqlx::query("insert into absence (team, from_round, expelled) values (?, ?, ?)")
            .bind(team.0)
            .bind(from_round)
            .bind(expelled)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }

    /// Takes a team in again from a round on.
    pub fn take_in(&mut self, team: TeamId, returned: u32) -> Result<(), StoreError> {
        sqlx::query("update absence set returned = ? where team = ? and returned is null")
            .bind(returned)
            .bind(team.0)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }

    /// Notes a bye that a team asked for, in place of any earlier wish for that round.
    pub fn request_bye(&mut self, team: TeamId, round: u32, points: ByePoints) -> Result<(), StoreError> {
        sqlx::query("insert into bye_request (team, round, points) values (?, ?, ?) on conflict (team, round) do update set points = excluded.points")
            .bind(team.0)
            .bind(round)
            .bind(spelling(&points)?)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }
}
