//! Appeals: filed once; only a decision or a withdrawal is ever added.

use super::error::StoreError;
use super::file::Store;
use super::load::{get, spelled, spelling};
use super::rulings::{official, penalty, time, time_option};
use super::wait::Wait;
use crate::discipline::{Appeal, Appellant, Decision, Outcome};
use crate::tournament::{AppealId, PlayerId, RulingId, TeamId};
use chrono::{DateTime, Utc};
use sqlx::sqlite::SqliteRow;

impl Store {
    /// Files an appeal; its own number is not looked at. Gives the number in the docket.
    pub fn add_appeal(&mut self, new: &Appeal) -> Result<AppealId, StoreError> {
        let (player, team) = match new.by {
            Appellant::Player(id) => (Some(id.0), None),
            Appellant::Team(id) => (None, Some(id.0)),
        };
        let id = sqlx::query_scalar(
            "insert into appeal (ruling, level, player, team, at, note) values (?, ?, ?, ?, ?, ?) returning id",
        )
        .bind(new.ruling.0)
        .bind(spelling(&new.level)?)
        .bind(player)
        .bind(team)
        .bind(new.at.to_rfc3339())
        .bind(new.note.as_deref())
        .fetch_one(&mut self.connection)
        .wait()?;
        Ok(AppealId(id))
    }

    /// Writes the decision of an appeal.
    pub fn decide_appeal(&mut self, id: AppealId, decision: &Decision) -> Result<(), StoreError> {
        let (outcome, penalty) = match decision.outcome {
            Outcome::Upheld => ("upheld", None),
            Outcome::Overturned => ("overturned", None),
            Outcome::Modified(penalty) => ("modified", Some(penalty.to_string())),
        };
        sqlx::query("update appeal set outcome = ?, penalty = ?, decided_by = ?, decided_at = ?, decision_note = ? where id = ?")
            .bind(outcome)
            .bind(penalty)
            .bind(decision.by.0)
            .bind(decision.at.to_rfc3339())
            .bind(decision.note.as_deref())
            .bind(id.0)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }

    /// Marks an appeal as withdrawn.
    pub fn withdraw_appeal(&mut self, id: AppealId, at: DateTime<Utc>) -> Result<(), StoreError> {
        sqlx::query("update appeal set withdrawn_at = ? where id = ?")
            .bind(at.to_rfc3339())
            .bind(id.0)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }
}

pub(super) fn appeal(row: &SqliteRow) -> Result<Appeal, StoreError> {
    let by = match (get::<Option<u32>>(row, "player")?, get::<Option<u32>>(row, "team")?) {
        (Some(player), _) => Appellant::Player(PlayerId(player)),
        (None, Some(team)) => Appellant::Team(TeamId(team)),
        (None, None) => return Err(StoreError::Unreadable("an appeal that nobody filed".to_owned())),
    };
    let outcome = match get::<Option<String>>(row, "outcome")?.as_deref() {
        None => None,
        Some("upheld") => Some(Outcome::Upheld),
        Some("overturned") => Some(Outcome::Overturned),
        Some(_) => Some(Outcome::Modified(penalty(&get::<String>(row, "penalty")?)?)),
    };
    let decision = match (outcome, official(row, "decided_by")?, time_option(row, "decided_at")?) {
        (Some(outcome), Some(by), Some(at)) => Some(Decision { outcome, by, at, note: get(row, "decision_note")? }),
        _ => None,
    };
    Ok(Appeal {
        id: AppealId(get(row, "id")?),
        ruling: RulingId(get(row, "ruling")?),
        level: spelled(&get::<String>(row, "level")?)?,
        by,
        at: time(&get::<String>(row, "at")?)?,
        note: get(row, "note")?,
        decision,
        withdrawn: time_option(row, "withdrawn_at")?,
    })
}
