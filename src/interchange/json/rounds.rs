//! Posted rounds: who sat where, what the slips said, what it came to.

use super::{list, spelt};
use crate::tournament::{
    Assignment, BoardReport, MatchId, MatchResult, Round, Side, Slip, SlipOutcome, TableNumber, TeamId, Tournament,
};
use serde_json::{Value, json};

/// One round, tables by number, byes by team.
pub fn round(round: &Round, tournament: &Tournament, result: &dyn Fn(MatchId) -> Option<MatchResult>) -> Value {
    let matches = tournament.section(round.section).map_or(1, |s| s.matches);
    let mut byes: Vec<(TeamId, Value)> = Vec::new();
    for (team, assignment) in &round.assignments {
        if let Assignment::Bye { points, assigned } = assignment {
            byes.push((*team, json!({ "team": team, "points": points, "assigned": assigned })));
        }
    }
    byes.sort_by_key(|(team, _)| *team);
    let table = |(table, [first, second]): (TableNumber, [TeamId; 2])| {
        let played = list(1..=matches, |number| {
            let id = MatchId { section: round.section, round: round.number, table, number };
            let slips = round.slips.iter().filter(|s| s.table == table && s.number == number);
            json!({ "match": number, "result": result(id).map(MatchResult::as_typed), "slips": list(slips, slip) })
        });
        json!({ "table": table, "first": first, "second": second, "matches": played })
    };
    json!({
        "section": round.section,
        "round": round.number,
        "provisional": round.provisional,
        "tables": list(round.tables(), table),
        "byes": byes.into_iter().map(|(_, bye)| bye).collect::<Vec<_>>(),
    })
}

fn slip(slip: &Slip) -> Value {
    let Slip { table: _, number: _, playing, outcome, reason, boards, white } = slip;
    json!({
        "playing": playing,
        "outcome": outcome.map(as_typed),
        "reason": reason,
        "boards": list(boards, board),
        "white": white,
    })
}

fn as_typed(outcome: SlipOutcome) -> &'static str {
    match outcome {
        SlipOutcome::Played(result) => result.as_typed(),
        SlipOutcome::Unplayed(Some(Side::First)) => MatchResult::FirstByForfeit.as_typed(),
        SlipOutcome::Unplayed(Some(Side::Second)) => MatchResult::SecondByForfeit.as_typed(),
        SlipOutcome::Unplayed(None) => MatchResult::NeitherCame.as_typed(),
    }
}

fn board(report: &BoardReport) -> Value {
    let BoardReport { board, outcome, reason, ended, ruling } = report;
    json!({ "board": spelt(board), "outcome": outcome, "reason": reason, "ended": ended, "ruling": ruling })
}
