//! Rows of the docket: rulings and appeals.

use super::{Flag, Link, ROUND, Rows, own};
use crate::discipline::{
    Against, Appeal, Appellant, Claim, ClaimKind, ClaimOrder, Decision, Level, Matter, NotAPenalty, Outcome, Penalty,
    Place, Ruling, SpectatorAction, Verdict, Voided,
};
use crate::event::Facts;
use crate::store::StoreError;
use crate::tournament::{
    AppealId, BoardLetter, MatchId, OfficialId, PlayerId, RulingId, SectionId, Side, TableNumber, TeamId,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A ruling before the first round is of no round.
const RULED_IN: Link = Link { join: "left join round on round.id = t.round", ..ROUND };

super::table!(#[derive(Default)] RulingRow of "ruling" by ["id"], links [RULED_IN] {
    id: RulingId,
    at: String,
    official: Option<OfficialId>,
    section: SectionId,
    of_round: Option<u32> = "round.number",
    table_number: Option<TableNumber>,
    number: Option<u8> = "match",
    playing: Option<u8>,
    board: Option<BoardLetter>,
    side: Option<Side>,
    match_undecided: Flag,
    board_unfinished: Flag,
    other_ended: Flag,
    carry_out: Flag,
    player: Option<PlayerId>,
    team: Option<TeamId>,
    rule: Option<String>,
    fallback: Flag,
    reason: Option<String>,
    note: Option<String>,
    witnesses: String,
    kind: String,
    offence: Option<String>,
    flag_fell: Option<Flag>,
    step: Option<u32>,
    penalty: Option<String>,
    overridden: Option<Flag>,
    claim: Option<ClaimKind>,
    before_reply: Option<Flag>,
    clock_pressed: Option<Flag>,
    own_flag_up: Option<Flag>,
    against: Option<Against>,
    claim_order: Option<ClaimOrder>,
    wrong: Option<String>,
    denied_by_director: Option<Flag>,
    verdict: Option<Verdict>,
    action: Option<SpectatorAction>,
    person: Option<String>,
    orders: Option<u8>,
    what: Option<String>,
    clocks: Option<String>,
    kept_step: Option<u32>,
    voided_at: Option<String>,
    voided_by: Option<OfficialId>,
    voided_reason: Option<String>,
});

super::table!(AppealRow of "appeal" by ["id"] {
    id: AppealId,
    ruling: RulingId,
    level: Level,
    player: Option<PlayerId>,
    team: Option<TeamId>,
    at: String,
    note: Option<String>,
    outcome: Option<String>,
    penalty: Option<String>,
    decided_by: Option<OfficialId>,
    decided_at: Option<String>,
    decided_after: Option<RulingId>,
    decision_note: Option<String>,
    withdrawn_at: Option<String>,
});

pub(super) fn rows(facts: &Facts, other: &Facts, rows: &mut Rows) -> Result<(), StoreError> {
    for ruling in own(&facts.docket.rulings, &other.docket.rulings) {
        rows.ruling.push(ruling_row(ruling)?);
    }
    rows.appeal.extend(own(&facts.docket.appeals, &other.docket.appeals).map(appeal_row));
    Ok(())
}

pub(super) fn facts(mut rows: Rows, facts: &mut Facts) -> Result<Rows, StoreError> {
    facts.docket.rulings = rows.ruling.drain(..).map(ruling).collect::<Result<_, _>>()?;
    facts.docket.appeals = rows.appeal.drain(..).map(appeal).collect::<Result<_, _>>()?;
    Ok(rows)
}

fn ruling_row(ruling: &Ruling) -> Result<RulingRow, StoreError> {
    let (place, voided) = (ruling.place.as_ref(), ruling.voided.as_ref());
    let row = RulingRow {
        id: ruling.id,
        at: ruling.at.to_rfc3339(),
        official: ruling.by,
        section: ruling.section,
        of_round: Some(ruling.round).filter(|round| *round > 0),
        table_number: place.map(|place| place.match_id.table),
        number: place.map(|place| place.match_id.number),
        playing: place.map(|place| place.playing),
        board: place.and_then(|place| place.board),
        side: place.and_then(|place| place.side),
        match_undecided: Flag(place.is_some_and(|place| place.match_undecided)),
        board_unfinished: Flag(place.is_some_and(|place| place.board_unfinished)),
        other_ended: Flag(place.is_some_and(|place| place.other_ended)),
        carry_out: Flag(place.is_some_and(|place| place.carry_out)),
        player: ruling.player,
        team: ruling.team,
        rule: ruling.rule.clone(),
        fallback: Flag(ruling.fallback),
        reason: ruling.reason.clone(),
        note: ruling.note.clone(),
        witnesses: serde_json::to_string(&ruling.witnesses)?,
        kept_step: ruling.kept_step,
        voided_at: voided.map(|voided| voided.at.to_rfc3339()),
        voided_by: voided.and_then(|voided| voided.by),
        voided_reason: voided.map(|voided| voided.reason.clone()),
        ..RulingRow::default()
    };
    Ok(match &ruling.matter {
        Matter::Offence { offence, flag_fell, step, penalty, overridden } => RulingRow {
            kind: "offence".to_owned(),
            offence: Some(offence.clone()),
            flag_fell: Some(Flag(*flag_fell)),
            step: *step,
            penalty: Some(penalty.to_string()),
            overridden: Some(Flag(*overridden)),
            ..row
        },
        Matter::Claim { claim, verdict } => RulingRow {
            kind: "claim".to_owned(),
            claim: Some(claim.kind),
            before_reply: claim.before_reply.map(Flag),
            clock_pressed: claim.clock_pressed.map(Flag),
            own_flag_up: claim.own_flag_up.map(Flag),
            against: claim.against,
            claim_order: claim.order,
            wrong: claim.wrong.clone(),
            denied_by_director: Some(Flag(claim.deny)),
            verdict: Some(*verdict),
            ..row
        },
        Matter::Spectator { action, person, orders } => RulingRow {
            kind: "spectator".to_owned(),
            action: Some(*action),
            person: person.clone(),
            orders: *orders,
            ..row
        },
        Matter::Neutral { what, clocks } => RulingRow {
            kind: "neutral".to_owned(),
            what: Some(what.clone()),
            clocks: Some(serde_json::to_string(clocks)?),
            ..row
        },
    })
}

fn ruling(row: RulingRow) -> Result<Ruling, StoreError> {
    let (section, round) = (row.section, row.of_round.unwrap_or(0));
    let place = match (row.table_number, row.number, row.playing) {
        (Some(table), Some(number), Some(playing)) => Some(Place {
            match_id: MatchId { section, round, table, number },
            playing,
            board: row.board,
            side: row.side,
            match_undecided: row.match_undecided.0,
            board_unfinished: row.board_unfinished.0,
            other_ended: row.other_ended.0,
            carry_out: row.carry_out.0,
        }),
        _ => None,
    };
    let voided = match (row.voided_at, row.voided_reason) {
        (Some(at), Some(reason)) => Some(Voided { at: time(&at)?, by: row.voided_by, reason }),
        _ => None,
    };
    let is_set = |flag: Option<Flag>| flag.is_some_and(|flag| flag.0);
    let matter = match (row.offence, row.claim.zip(row.verdict), row.action) {
        (Some(offence), ..) => Matter::Offence {
            offence,
            flag_fell: is_set(row.flag_fell),
            step: row.step,
            penalty: penalty(row.penalty.as_deref().unwrap_or_default())?,
            overridden: is_set(row.overridden),
        },
        (None, Some((kind, verdict)), _) => {
            let claim = Claim {
                before_reply: row.before_reply.map(|flag| flag.0),
                clock_pressed: row.clock_pressed.map(|flag| flag.0),
                own_flag_up: row.own_flag_up.map(|flag| flag.0),
                against: row.against,
                order: row.claim_order,
                wrong: row.wrong,
                deny: is_set(row.denied_by_director),
                ..Claim::new(kind)
            };
            Matter::Claim { claim, verdict }
        }
        (None, None, Some(action)) => Matter::Spectator { action, person: row.person, orders: row.orders },
        (None, None, None) => {
            let neutral = row.what.zip(row.clocks);
            let (what, clocks) =
                neutral.ok_or_else(|| StoreError::Unreadable(format!("ruling {} is about nothing", row.id)))?;
            let clocks = serde_json::from_str(&clocks)?;
            Matter::Neutral { what, clocks }
        }
    };
    Ok(Ruling {
        id: row.id,
        at: time(&row.at)?,
        by: row.official,
        section,
        round,
        place,
        player: row.player,
        team: row.team,
        matter,
        rule: row.rule,
        fallback: row.fallback.0,
        reason: row.reason,
        note: row.note,
        witnesses: serde_json::from_str(&row.witnesses)?,
        voided,
        kept_step: row.kept_step,
    })
}

fn appeal_row(appeal: &Appeal) -> AppealRow {
    let (player, team) = match appeal.by {
        Appellant::Player(player) => (Some(player), None),
        Appellant::Team(team) => (None, Some(team)),
    };
    let decision = appeal.decision.as_ref();
    let outcome = decision.map(|decision| match decision.outcome {
        Outcome::Upheld => ("upheld", None),
        Outcome::Overturned => ("overturned", None),
        Outcome::Modified(penalty) => ("modified", Some(penalty.to_string())),
    });
    let (outcome, penalty) = outcome.unzip();
    AppealRow {
        id: appeal.id,
        ruling: appeal.ruling,
        level: appeal.level,
        player,
        team,
        at: appeal.at.to_rfc3339(),
        note: appeal.note.clone(),
        outcome: outcome.map(str::to_owned),
        penalty: penalty.flatten(),
        decided_by: decision.map(|decision| decision.by),
        decided_at: decision.map(|decision| decision.at.to_rfc3339()),
        decided_after: decision.and_then(|decision| decision.after),
        decision_note: decision.and_then(|decision| decision.note.clone()),
        withdrawn_at: appeal.withdrawn.map(|at| at.to_rfc3339()),
    }
}

fn appeal(row: AppealRow) -> Result<Appeal, StoreError> {
    let by = match (row.player, row.team) {
        (Some(player), _) => Appellant::Player(player),
        (None, Some(team)) => Appellant::Team(team),
        (None, None) => return Err(StoreError::Unreadable("an appeal that nobody filed".to_owned())),
    };
    let outcome = match (row.outcome.as_deref(), row.penalty) {
        (None, _) => None,
        (Some("upheld"), _) => Some(Outcome::Upheld),
        (Some(_), Some(text)) => Some(Outcome::Modified(penalty(&text)?)),
        (Some(_), None) => Some(Outcome::Overturned),
    };
    let decision = match (outcome, row.decided_by, row.decided_at) {
        (Some(outcome), Some(by), Some(at)) => {
            let (at, after, note) = (time(&at)?, row.decided_after, row.decision_note);
            Some(Decision { outcome, by, at, after, note })
        }
        _ => None,
    };
    Ok(Appeal {
        id: row.id,
        ruling: row.ruling,
        level: row.level,
        by,
        at: time(&row.at)?,
        note: row.note,
        decision,
        withdrawn: row.withdrawn_at.as_deref().map(time).transpose()?,
    })
}

fn penalty(text: &str) -> Result<Penalty, StoreError> {
    text.parse().map_err(|e: NotAPenalty| StoreError::Unreadable(e.to_string()))
}

fn time(text: &str) -> Result<DateTime<Utc>, StoreError> {
    DateTime::parse_from_rfc3339(text).map(|at| at.to_utc()).map_err(|_| StoreError::Unreadable(format!("time {text}")))
}
