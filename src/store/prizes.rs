//! Prizes to be won, and play-offs.

use super::error::StoreError;
use super::file::Store;
use super::load::get;
use super::load::spelled;
use super::load::spelling;
use super::wait::Wait;
use crate::standings::prizes::{Class, Kind};
use crate::tournament::{MatchResult, SectionId, TeamId};
use sqlx::Row;

/// A prize as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPrize {
    /// Number of the prize; 0 before it is kept.
    pub id: u32,
    /// Where it is won.
    pub section: SectionId,
    pub name: String,
    pub kind: Kind,
    /// What it is worth against the others.
    pub value: Option<u32>,
    /// May be won beside another prize.
    pub beside_others: bool,
    /// Who got a special prize.
    pub winner: Option<TeamId>,
}

/// One match of a play-off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredPlayOff {
    pub section: SectionId,
    /// First and second team.
    pub teams: [TeamId; 2],
    pub result: MatchResult,
}

impl Store {
    /// Every prize, in the order in which they were added.
    pub fn prizes(&mut self) -> Result<Vec<StoredPrize>, StoreError> {
        let rows = sqlx::query(
            "select id, section, name, kind, place, class, best, value, beside_others, winner from prize order by id",
        )
        .fetch_all(&mut self.connection)
        .wait()?;
        rows.iter()
            .map(|row| {
                let place: Option<u32> = get(row, "place")?;
                let class: Option<String> = get(row, "class")?;
                let class =
                    class.map(|c| c.parse::<Class>().map_err(|e| StoreError::Unreadable(e.to_string()))).transpose()?;
                let kind = match (get::<String>(row, "kind")?.as_str(), place, class) {
                    ("place", Some(place), _) => Kind::Place(place),
                    ("class", Some(place), Some(class)) => Kind::Class(class, place),
                    ("school", Some(place), _) => {
                        Kind::School { place, best: get::<Option<u32>>(row, "best")?.unwrap_or(1) }
                    }
                    _ => Kind::Special,
                };
                Ok(StoredPrize {
                    id: get(row, "id")?,
                    section: SectionId(get(row, "section")?),
                    name: get(row, "name")?,
                    kind,
                    value: get(row, "value")?,
                    beside_others: get(row, "beside_others")?,
                    winner: get::<Option<u32>>(row, "winner")?.map(TeamId),
                })
            })
            .collect()
    }

    pub fn add_prize(&mut self, prize: &StoredPrize) -> Result<u32, StoreError> {
        let (kind, place, class, best) = match prize.kind {
            Kind::Place(place) => ("place", Some(place), None, None),
            Kind::Class(class, place) => ("class", Some(place), Some(class.to_string()), None),
            Kind::School { place, best } => ("school", Some(place), None, Some(best)),
            Kind::Special => ("special", None, None, None),
        };
        let done = sqlx::query(
            "insert into prize (section, name, kind, place, class, best, value, beside_others, winner) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(prize.section.0)
        .bind(&prize.name)
        .bind(kind)
        .bind(place)
        .bind(class)
        .bind(best)
        .bind(prize.value)
        .bind(prize.beside_others)
        .bind(prize.winner.map(|t| t.0))
        .execute(&mut self.connection)
        .wait()?;
        u32::try_from(done.last_insert_rowid()).map_err(|e| StoreError::Unreadable(e.to_string()))
    }

    /// Says who got a special prize.
    pub fn give_prize(&mut self, prize: u32, team: TeamId) -> Result<(), StoreError> {
        sqlx::query("update prize set winner = ? where id = ?")
            .bind(team.0)
            .bind(prize)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }

    /// Takes a prize off the list.
    pub fn remove_prize(&mut self, prize: u32) -> Result<(), StoreError> {
        sqlx::query("delete from prize where id = ?").bind(prize).execute(&mut self.connection).wait()?;
        Ok(())
    }

    /// Matches of play-offs, in the order in which they were played.
    pub fn play_offs(&mut self) -> Result<Vec<StoredPlayOff>, StoreError> {
        let rows = sqlx::query("select section, team_a, team_b, result from play_off order by id")
            .fetch_all(&mut self.connection)
            .wait()?;
        rows.iter()
            .map(|row| {
                Ok(StoredPlayOff {
                    section: SectionId(get(row, "section")?),
                    teams: [TeamId(get(row, "team_a")?), TeamId(get(row, "team_b")?)],
                    result: spelled(&row.try_get::<String, _>("result")?)?,
                })
            })
            .collect()
    }

    /// Enters a match of a play-off.
    pub fn add_play_off(&mut self, play_off: StoredPlayOff) -> Result<(), StoreError> {
        sqlx::query("insert into play_off (section, team_a, team_b, result) values (?, ?, ?, ?)")
            .bind(play_off.section.0)
            .bind(play_off.teams[0].0)
            .bind(play_off.teams[1].0)
            .bind(spelling(&play_off.result)?)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }
}
