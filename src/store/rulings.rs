//! The docket: rulings and appeals, written once each; only a void, a decision or a withdrawal is ever added to a row.

use super::error::StoreError;
use super::file::Store;
use super::load::{get, spelled, spelled_option, spelling};
use crate::discipline::{
    Appeal, Appellant, Claim, Decision, Docket, HouseRules, Matter, Outcome, Place, Ruling, SpectatorAction, Verdict, Voided,
};
use crate::tournament::{AppealId, MatchId, OfficialId, PlayerId, RulingId, SectionId, TableNumber, TeamId};
use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

impl Store {
    /// Every ruling and appeal.
    ///
    /// # Errors
    /// The file cannot be read.
    pub async fn docket(&mut self) -> Result<Docket, StoreError> {
        let rows = sqlx::query(
            "select ruling.id, at, official, ruling.section, round.number as round, table_number, match, playing, board, side, match_undecided,
                    board_unfinished, other_ended, player, team, rule, fallback, kind, offence, flag_fell, step, penalty, overridden, claim,
                    before_reply, clock_pressed, own_flag_up, against, claim_order, what, denied_by_director, verdict, action, person, orders,
                    reason, note, witnesses, voided_at, voided_by, voided_reason
             from ruling
             left join round on round.id = ruling.round
             order by ruling.id",
        )
        .fetch_all(&mut self.connection)
        .await?;
        let rulings = rows.iter().map(ruling).collect::<Result<_, _>>()?;
        let rows = sqlx::query(
            "select id, ruling, level, player, team, at, note, outcome, penalty, decided_by, decided_at, decision_note, withdrawn_at
             from appeal
             order by id",
        )
        .fetch_all(&mut self.connection)
        .await?;
        let appeals = rows.iter().map(appeal).collect::<Result<_, _>>()?;
        Ok(Docket { rulings, appeals })
    }

    /// What the organiser set on top of the rulebook.
    ///
    /// # Errors
    /// The file cannot be read.
    pub async fn house_rules(&mut self) -> Result<HouseRules, StoreError> {
        let rows = sqlx::query("select kind, name, value from house_rule order by id").fetch_all(&mut self.connection).await?;
        let mut rules = HouseRules::default();
        for row in &rows {
            let (kind, name, value): (String, String, String) = (get(row, "kind")?, get(row, "name")?, get(row, "value")?);
            match kind.as_str() {
                "scope" => rules.scopes.push((name, spelled(&value)?)),
                _ => rules.limits.push((spelled(&name)?, spelled(&value)?)),
            }
        }
        Ok(rules)
    }

    /// Sets something on top of the rulebook: a `scope` by offence, or a `limit` by office.
    ///
    /// # Errors
    /// The file cannot be written.
    pub async fn set_house_rule(&mut self, kind: &str, name: &str, value: &str) -> Result<(), StoreError> {
        sqlx::query(
            "insert into house_rule (kind, name, value) values (?, ?, ?)
             on conflict (kind, name) do update set value = excluded.value",
        )
        .bind(kind)
        .bind(name)
        .bind(value)
        .execute(&mut self.connection)
        .await?;
        Ok(())
    }

    /// Enters a ruling; its own number is not looked at. Gives the number in the docket.
    ///
    /// # Errors
    /// The file cannot be written.
    pub async fn add_ruling(&mut self, new: &Ruling) -> Result<RulingId, StoreError> {
        let place = new.place.as_ref();
        let witnesses = serde_json::to_string(&new.witnesses).map_err(|e| StoreError::Unreadable(e.to_string()))?;
        let id: u32 = sqlx::query_scalar(
            "insert into ruling (at, official, section, round, table_number, match, playing, board, side, match_undecided, board_unfinished,
                                 other_ended, player, team, rule, fallback, kind, reason, note, witnesses, offence, penalty, claim, verdict, action)
             values (?, ?, ?, (select id from round where section = ? and number = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
             returning id",
        )
        .bind(new.at.to_rfc3339())
        .bind(new.by.map(|id| id.0))
        .bind(new.section.0)
        .bind(new.section.0)
        .bind(place.map_or(new.round, |p| p.match_id.round))
        .bind(place.map(|p| p.match_id.table.0))
        .bind(place.map(|p| p.match_id.number))
        .bind(place.map(|p| p.playing))
        .bind(place.and_then(|p| p.board).map(|b| spelling(&b)).transpose()?)
        .bind(place.and_then(|p| p.side).map(|s| spelling(&s)).transpose()?)
        .bind(place.is_some_and(|p| p.match_undecided))
        .bind(place.is_some_and(|p| p.board_unfinished))
        .bind(place.is_some_and(|p| p.other_ended))
        .bind(new.player.map(|id| id.0))
        .bind(new.team.map(|id| id.0))
        .bind(new.rule.as_deref())
        .bind(new.fallback)
        .bind(match new.matter {
            Matter::Offence { .. } => "offence",
            Matter::Claim { .. } => "claim",
            Matter::Spectator { .. } => "spectator",
        })
        .bind(new.reason.as_deref())
        .bind(new.note.as_deref())
        .bind(witnesses)
        .bind(if let Matter::Offence { offence, .. } = &new.matter { Some(offence.as_str()) } else { None })
        .bind(if let Matter::Offence { penalty, .. } = &new.matter { Some(penalty.to_string()) } else { None })
        .bind(if let Matter::Claim { claim, .. } = &new.matter { Some(spelling(&claim.kind)?) } else { None })
        .bind(if let Matter::Claim { verdict, .. } = &new.matter { Some(spelling(verdict)?) } else { None })
        .bind(if let Matter::Spectator { action, .. } = &new.matter { Some(spelling(action)?) } else { None })
        .fetch_one(&mut self.connection)
        .await?;
        self.detail(id, &new.matter).await?;
        Ok(RulingId(id))
    }

    async fn detail(&mut self, id: u32, matter: &Matter) -> Result<(), StoreError> {
        let query = match matter {
            Matter::Offence { flag_fell, step, overridden, .. } => {
                sqlx::query("update ruling set flag_fell = ?, step = ?, overridden = ? where id = ?")
                    .bind(flag_fell)
                    .bind(step)
                    .bind(overridden)
            }
            Matter::Claim { claim, .. } => sqlx::query(
                "update ruling
                 set before_reply = ?, clock_pressed = ?, own_flag_up = ?, against = ?, claim_order = ?, what = ?, denied_by_director = ?
                 where id = ?",
            )
            .bind(claim.before_reply)
            .bind(claim.clock_pressed)
            .bind(claim.own_flag_up)
            .bind(claim.against.map(|a| spelling(&a)).transpose()?)
            .bind(claim.order.map(|o| spelling(&o)).transpose()?)
            .bind(claim.what.as_deref())
            .bind(claim.deny),
            Matter::Spectator { person, orders, .. } => {
                sqlx::query("update ruling set person = ?, orders = ? where id = ?").bind(person.as_deref()).bind(orders)
            }
        };
        query.bind(id).execute(&mut self.connection).await?;
        Ok(())
    }

    /// Marks a ruling as entered by mistake.
    ///
    /// # Errors
    /// The file cannot be written.
    pub async fn void_ruling(&mut self, id: RulingId, voided: &Voided) -> Result<(), StoreError> {
        sqlx::query("update ruling set voided_at = ?, voided_by = ?, voided_reason = ? where id = ?")
            .bind(voided.at.to_rfc3339())
            .bind(voided.by.map(|id| id.0))
            .bind(&voided.reason)
            .bind(id.0)
            .execute(&mut self.connection)
            .await?;
        Ok(())
    }

    /// Files an appeal; its own number is not looked at. Gives the number in the docket.
    ///
    /// # Errors
    /// One is open against the ruling, or the file cannot be written.
    pub async fn add_appeal(&mut self, new: &Appeal) -> Result<AppealId, StoreError> {
        let (player, team) = match new.by {
            Appellant::Player(id) => (Some(id.0), None),
            Appellant::Team(id) => (None, Some(id.0)),
        };
        let id = sqlx::query_scalar("insert into appeal (ruling, level, player, team, at, note) values (?, ?, ?, ?, ?, ?) returning id")
            .bind(new.ruling.0)
            .bind(spelling(&new.level)?)
            .bind(player)
            .bind(team)
            .bind(new.at.to_rfc3339())
            .bind(new.note.as_deref())
            .fetch_one(&mut self.connection)
            .await?;
        Ok(AppealId(id))
    }

    /// Writes the decision of an appeal.
    ///
    /// # Errors
    /// The file cannot be written.
    pub async fn decide_appeal(&mut self, id: AppealId, decision: &Decision) -> Result<(), StoreError> {
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
            .await?;
        Ok(())
    }

    /// Marks an appeal as withdrawn.
    ///
    /// # Errors
    /// The file cannot be written.
    pub async fn withdraw_appeal(&mut self, id: AppealId, at: DateTime<Utc>) -> Result<(), StoreError> {
        sqlx::query("update appeal set withdrawn_at = ? where id = ?")
            .bind(at.to_rfc3339())
            .bind(id.0)
            .execute(&mut self.connection)
            .await?;
        Ok(())
    }
}

fn ruling(row: &SqliteRow) -> Result<Ruling, StoreError> {
    let section = SectionId(get(row, "section")?);
    let round = get::<Option<u32>>(row, "round")?.unwrap_or(0);
    let place = match get::<Option<u32>>(row, "table_number")? {
        None => None,
        Some(table) => Some(Place {
            match_id: MatchId { section, round, table: TableNumber(table), number: get(row, "match")? },
            playing: get(row, "playing")?,
            board: spelled_option(row, "board")?,
            side: spelled_option(row, "side")?,
            match_undecided: get(row, "match_undecided")?,
            board_unfinished: get(row, "board_unfinished")?,
            other_ended: get(row, "other_ended")?,
        }),
    };
    let voided = match time_option(row, "voided_at")? {
        None => None,
        Some(at) => Some(Voided { at, by: official(row, "voided_by")?, reason: get(row, "voided_reason")? }),
    };
    let witnesses: String = get(row, "witnesses")?;
    Ok(Ruling {
        id: RulingId(get(row, "id")?),
        at: time(&get::<String>(row, "at")?)?,
        by: official(row, "official")?,
        section,
        round,
        place,
        player: get::<Option<u32>>(row, "player")?.map(PlayerId),
        team: get::<Option<u32>>(row, "team")?.map(TeamId),
        matter: matter(row)?,
        rule: get(row, "rule")?,
        fallback: get(row, "fallback")?,
        reason: get(row, "reason")?,
        note: get(row, "note")?,
        witnesses: serde_json::from_str(&witnesses).map_err(|e| StoreError::Unreadable(e.to_string()))?,
        voided,
    })
}

fn matter(row: &SqliteRow) -> Result<Matter, StoreError> {
    if let Some(offence) = get::<Option<String>>(row, "offence")? {
        return Ok(Matter::Offence {
            offence,
            flag_fell: get::<Option<bool>>(row, "flag_fell")?.unwrap_or(false),
            step: get(row, "step")?,
            penalty: penalty(&get::<String>(row, "penalty")?)?,
            overridden: get::<Option<bool>>(row, "overridden")?.unwrap_or(false),
        });
    }
    if let Some(kind) = spelled_option(row, "claim")? {
        let claim = Claim {
            before_reply: get(row, "before_reply")?,
            clock_pressed: get(row, "clock_pressed")?,
            own_flag_up: get(row, "own_flag_up")?,
            against: spelled_option(row, "against")?,
            order: spelled_option(row, "claim_order")?,
            what: get(row, "what")?,
            deny: get::<Option<bool>>(row, "denied_by_director")?.unwrap_or(false),
            ..Claim::new(kind)
        };
        let verdict: Verdict = spelled(&get::<String>(row, "verdict")?)?;
        return Ok(Matter::Claim { claim, verdict });
    }
    let action: SpectatorAction = spelled(&get::<String>(row, "action")?)?;
    Ok(Matter::Spectator { action, person: get(row, "person")?, orders: get(row, "orders")? })
}

fn appeal(row: &SqliteRow) -> Result<Appeal, StoreError> {
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

fn official(row: &SqliteRow, column: &str) -> Result<Option<OfficialId>, StoreError> {
    Ok(row.try_get::<Option<u32>, _>(column)?.map(OfficialId))
}

fn penalty(text: &str) -> Result<crate::discipline::Penalty, StoreError> {
    text.parse().map_err(|e: crate::discipline::NotAPenalty| StoreError::Unreadable(e.to_string()))
}

fn time(text: &str) -> Result<DateTime<Utc>, StoreError> {
    DateTime::parse_from_rfc3339(text).map(|at| at.to_utc()).map_err(|_| StoreError::Unreadable(format!("time {text}")))
}

fn time_option(row: &SqliteRow, column: &str) -> Result<Option<DateTime<Utc>>, StoreError> {
    get::<Option<String>>(row, column)?.as_deref().map(time).transpose()
}
