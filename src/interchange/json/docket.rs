//! Rulings and appeals as they were made, and what has become of them.

use super::{Source, spelt};
use crate::discipline::{Appeal, Appellant, Claim, Matter, Outcome, Place, Ruling, Standing, Verdict};
use crate::tournament::SectionId;
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

/// The section that an appeal belongs to.
pub fn section_of(appeal: &Appeal, source: &Source<'_>) -> Option<SectionId> {
    source.event.facts.docket.ruling(appeal.ruling).map(|ruling| ruling.section)
}

fn time(at: DateTime<Utc>, source: &Source<'_>) -> Option<String> {
    source.with_times.then(|| at.to_rfc3339_opts(SecondsFormat::Secs, true))
}

pub fn ruling(ruling: &Ruling, source: &Source<'_>) -> Value {
    let standing = match source.event.facts.docket.standing(ruling) {
        Standing::InForce => "in-force",
        Standing::Modified(_) => "modified",
        Standing::Overturned => "overturned",
        Standing::Voided => "voided",
    };
    let voided = ruling.voided.as_ref().map(|v| json!({ "at": time(v.at, source), "by": v.by, "reason": v.reason }));
    json!({
        "number": ruling.id,
        "at": time(ruling.at, source),
        "by": ruling.by,
        "section": ruling.section,
        "round": ruling.round,
        "place": ruling.place.as_ref().map(place),
        "player": ruling.player,
        "team": ruling.team,
        "matter": matter(&ruling.matter),
        "rule": ruling.rule,
        "fallback": ruling.fallback,
        "reason": ruling.reason,
        "note": ruling.note,
        "witnesses": ruling.witnesses,
        "standing": standing,
        "penalty_in_force": source.event.facts.docket.penalty(ruling).map(|p| p.to_string()),
        "voided": voided,
        "kept_step": ruling.kept_step,
    })
}

fn place(place: &Place) -> Value {
    json!({
        "table": place.match_id.table,
        "match": place.match_id.number,
        "playing": place.playing,
        "board": place.board,
        "side": place.side,
        "match_undecided": place.match_undecided,
        "board_unfinished": place.board_unfinished,
        "other_ended": place.other_ended,
        "carry_out": place.carry_out,
    })
}

fn matter(matter: &Matter) -> Value {
    match matter {
        Matter::Offence { offence, flag_fell, step, penalty, overridden } => json!({
            "kind": "offence",
            "offence": offence,
            "flag_fell": flag_fell,
            "step": step,
            "penalty": penalty.to_string(),
            "overridden": overridden,
        }),
        Matter::Claim {
            claim: Claim { kind, before_reply, clock_pressed, own_flag_up, against, order, wrong, deny },
            verdict,
        } => json!({
            "kind": "claim",
            "claim": kind,
            "before_reply": before_reply,
            "clock_pressed": clock_pressed,
            "own_flag_up": own_flag_up,
            "against": against,
            "order": order,
            "wrong": wrong,
            "denied_by_director": deny,
            "decision": if *verdict == Verdict::Upheld { "upheld" } else { "denied" },
        }),
        Matter::Spectator { action, person, orders } => {
            json!({ "kind": "spectator", "action": action, "person": person, "orders_playing": orders })
        }
        Matter::Neutral { what, clocks } => json!({ "kind": "neutral", "what": what, "clocks": clocks }),
    }
}

pub fn appeal(appeal: &Appeal, source: &Source<'_>) -> Value {
    let by = match appeal.by {
        Appellant::Player(player) => json!({ "player": player }),
        Appellant::Team(team) => json!({ "team": team }),
    };
    let decision = appeal.decision.as_ref().map(|decision| {
        let (outcome, penalty) = match decision.outcome {
            Outcome::Upheld => ("upheld", None),
            Outcome::Overturned => ("overturned", None),
            Outcome::Modified(penalty) => ("modified", Some(penalty.to_string())),
        };
        json!({ "outcome": outcome, "penalty": penalty, "by": decision.by, "at": time(decision.at, source), "note": decision.note })
    });
    json!({
        "number": appeal.id,
        "ruling": appeal.ruling,
        "level": spelt(appeal.level),
        "by": by,
        "at": time(appeal.at, source),
        "note": appeal.note,
        "state": appeal.state(),
        "decision": decision,
        "withdrawn": appeal.withdrawn.map(|at| json!({ "at": time(at, source) })),
    })
}
