//! The docket: rulings and appeals, written once each; only a void, a decision or a withdrawal is ever added to a row.

use super::appeals;
use super::error::StoreError;
use super::file::Store;
use super::load::{get, spelled, spelled_option, spelling};
use super::wait::Wait;
use crate::discipline::{Claim, Docket, Matter, Place, Ruling, SpectatorAction, Verdict, Voided};
use crate::tournament::{MatchId, OfficialId, PlayerId, RulingId, SectionId, TableNumber, TeamId};
use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

impl Store {
    /// Every ruling and appeal.
    pub fn docket(&mut self) -> Result<Docket, StoreError> {
        let rows = sqlx::query(
            "select ruling.id, at, official, ruling.section, round.number as round, table_number, match, playing, board, side, match_undecided,
                    board_unfinished, other_ended, carry_out, player, team, rule, fallback, kind, offence, flag_fell, step, penalty, overridden, claim,
                    before_reply, clock_pressed, own_flag_up, against, claim_order, wrong, denied_by_director, verdict, action, person, orders,
                    reason, note, witnesses, what, clocks, kept_step, voided_at, voided_by, voided_reason
             from ruling
             left join round on round.id = ruling.round
             order by ruling.id",
        )
        .fetch_all(&mut self.connection)
        .wait()?;
        let rulings = rows.iter().map(ruling).collect::<Result<_, _>>()?;
        let rows = sqlx::query(
            "select id, ruling, level, player, team, at, note, outcome, penalty, decided_by, decided_at, decision_note, withdrawn_at
             from appeal
             order by id",
        )
        .fetch_all(&mut self.connection)
        .wait()?;
        let appeals = rows.iter().map(appeals::appeal).collect::<Result<_, _>>()?;
        Ok(Docket { rulings, appeals })
    }

    /// Enters a ruling; its own number is not looked at. Gives the number in the docket.
    pub fn add_ruling(&mut self, new: &Ruling) -> Result<RulingId, StoreError> {
        let place = new.place.as_ref();
        let columns = Columns::of(&new.matter)?;
        let witnesses = serde_json::to_string(&new.witnesses).map_err(|e| StoreError::Unreadable(e.to_string()))?;
        let id = sqlx::query_scalar(
            "insert into ruling (at, official, section, round, table_number, match, playing, board, side, match_undecided, board_unfinished,
                                 other_ended, carry_out, player, team, rule, fallback, reason, note, witnesses, kind, offence, flag_fell, step, penalty,
                                 overridden, claim, before_reply, clock_pressed, own_flag_up, against, claim_order, wrong, denied_by_director,
                                 verdict, action, person, orders, what, clocks)
             values (?, ?, ?, (select id from round where section = ? and number = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                     ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
        .bind(place.is_some_and(|p| p.carry_out))
        .bind(new.player.map(|id| id.0))
        .bind(new.team.map(|id| id.0))
        .bind(new.rule.as_deref())
        .bind(new.fallback)
        .bind(new.reason.as_deref())
        .bind(new.note.as_deref())
        .bind(witnesses)
        .bind(columns.kind)
        .bind(columns.offence)
        .bind(columns.flag_fell)
        .bind(columns.step)
        .bind(columns.penalty)
        .bind(columns.overridden)
        .bind(columns.claim)
        .bind(columns.before_reply)
        .bind(columns.clock_pressed)
        .bind(columns.own_flag_up)
        .bind(columns.against)
        .bind(columns.claim_order)
        .bind(columns.wrong)
        .bind(columns.denied_by_director)
        .bind(columns.verdict)
        .bind(columns.action)
        .bind(columns.person)
        .bind(columns.orders)
        .bind(columns.what)
        .bind(columns.clocks)
        .fetch_one(&mut self.connection)
        .wait()?;
        Ok(RulingId(id))
    }

    /// Marks a ruling as looked at again and kept, at the step it had come to.
    pub fn keep_ruling(&mut self, id: RulingId, step: u32) -> Result<(), StoreError> {
        sqlx::query("update ruling set kept_step = ? where id = ?")
            .bind(step)
            .bind(id.0)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }

    /// Marks a ruling as entered by mistake.
    pub fn void_ruling(&mut self, id: RulingId, voided: &Voided) -> Result<(), StoreError> {
        sqlx::query("update ruling set voided_at = ?, voided_by = ?, voided_reason = ? where id = ?")
            .bind(voided.at.to_rfc3339())
            .bind(voided.by.map(|id| id.0))
            .bind(&voided.reason)
            .bind(id.0)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }
}

/// What was ruled on, as columns; those of other matters stay empty.
#[derive(Default)]
struct Columns {
    kind: &'static str,
    offence: Option<String>,
    flag_fell: Option<bool>,
    step: Option<u32>,
    penalty: Option<String>,
    overridden: Option<bool>,
    claim: Option<String>,
    before_reply: Option<bool>,
    clock_pressed: Option<bool>,
    own_flag_up: Option<bool>,
    against: Option<String>,
    claim_order: Option<String>,
    wrong: Option<String>,
    denied_by_director: Option<bool>,
    verdict: Option<String>,
    action: Option<String>,
    person: Option<String>,
    orders: Option<u8>,
    what: Option<String>,
    clocks: Option<String>,
}

impl Columns {
    fn of(matter: &Matter) -> Result<Self, StoreError> {
        Ok(match matter {
            Matter::Offence { offence, flag_fell, step, penalty, overridden } => Self {
                kind: "offence",
                offence: Some(offence.clone()),
                flag_fell: Some(*flag_fell),
                step: *step,
                penalty: Some(penalty.to_string()),
                overridden: Some(*overridden),
                ..Self::default()
            },
            Matter::Claim { claim, verdict } => Self {
                kind: "claim",
                claim: Some(spelling(&claim.kind)?),
                before_reply: claim.before_reply,
                clock_pressed: claim.clock_pressed,
                own_flag_up: claim.own_flag_up,
                against: claim.against.map(|a| spelling(&a)).transpose()?,
                claim_order: claim.order.map(|o| spelling(&o)).transpose()?,
                wrong: claim.wrong.clone(),
                denied_by_director: Some(claim.deny),
                verdict: Some(spelling(verdict)?),
                ..Self::default()
            },
            Matter::Spectator { action, person, orders } => Self {
                kind: "spectator",
                action: Some(spelling(action)?),
                person: person.clone(),
                orders: *orders,
                ..Self::default()
            },
            Matter::Neutral { what, clocks } => Self {
                kind: "neutral",
                what: Some(what.clone()),
                clocks: Some(serde_json::to_string(clocks).map_err(|e| StoreError::Unreadable(e.to_string()))?),
                ..Self::default()
            },
        })
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
            carry_out: get(row, "carry_out")?,
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
        kept_step: get(row, "kept_step")?,
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
            wrong: get(row, "wrong")?,
            deny: get::<Option<bool>>(row, "denied_by_director")?.unwrap_or(false),
            ..Claim::new(kind)
        };
        let verdict: Verdict = spelled(&get::<String>(row, "verdict")?)?;
        return Ok(Matter::Claim { claim, verdict });
    }
    if let Some(clocks) = get::<Option<String>>(row, "clocks")? {
        let clocks = serde_json::from_str(&clocks).map_err(|e| StoreError::Unreadable(e.to_string()))?;
        return Ok(Matter::Neutral { what: get(row, "what")?, clocks });
    }
    let action: SpectatorAction = spelled(&get::<String>(row, "action")?)?;
    Ok(Matter::Spectator { action, person: get(row, "person")?, orders: get(row, "orders")? })
}

pub(super) fn official(row: &SqliteRow, column: &str) -> Result<Option<OfficialId>, StoreError> {
    Ok(row.try_get::<Option<u32>, _>(column)?.map(OfficialId))
}

pub(super) fn penalty(text: &str) -> Result<crate::discipline::Penalty, StoreError> {
    text.parse().map_err(|e: crate::discipline::NotAPenalty| StoreError::Unreadable(e.to_string()))
}

pub(super) fn time(text: &str) -> Result<DateTime<Utc>, StoreError> {
    DateTime::parse_from_rfc3339(text).map(|at| at.to_utc()).map_err(|_| StoreError::Unreadable(format!("time {text}")))
}

pub(super) fn time_option(row: &SqliteRow, column: &str) -> Result<Option<DateTime<Utc>>, StoreError> {
    get::<Option<String>>(row, column)?.as_deref().map(time).transpose()
}
