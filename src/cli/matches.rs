//! A match in words: who plays whom where, what it came to, what a slip says of it, and how it is named in a command.

use crate::cli::command_text::cmd;
use crate::cli::desk::Desk;
use crate::cli::wording::option_name;
use crate::discipline::in_words;
use crate::event::Event;
use crate::report::ruling::of_two;
use crate::tournament::{BoardOutcome, BoardReport, MatchId, MatchResult, Reason, Slip};

/// Who played whom, and what it came to, as a slip says it.
pub fn as_on_slip(event: &Event, id: MatchId, slip: Option<&Slip>, result: Option<MatchResult>) -> String {
    let on_slip = slip.map(|slip| {
        let open = goes_on(event, id, slip).filter(|_| result.is_none());
        let white = slip.white.map(|white| {
            let [a, b] = white.map(|id| event.tournament().player(id).map_or("", |player| player.name.as_str()));
            format!("; White: {a} on board a, {b} on board b")
        });
        how(slip, result) + &white.unwrap_or_default() + &open.map(|kept| format!(": {kept}")).unwrap_or_default()
    });
    describe(event, id, result) + &on_slip.unwrap_or_default()
}

/// The board by which a match ended, or the one that ended while the match goes on.
pub fn board_that_ended(slip: &Slip, result: Option<MatchResult>) -> Option<&BoardReport> {
    match result {
        Some(result) => slip.deciding(result),
        None => slip.boards.iter().find(|board| board.outcome != BoardOutcome::Stopped),
    }
}

/// Where and how a slip says that the match ended, in words: `, on board a by checkmate`.
fn how(slip: &Slip, result: Option<MatchResult>) -> String {
    let ended = board_that_ended(slip, result);
    let board = ended.map(|board| format!(" on board {}", board.board));
    let reason = ended.map_or(slip.reason, |board| board.reason);
    match (reason, result) {
        (Some(Reason::Absent), Some(MatchResult::FirstByForfeit | MatchResult::SecondByForfeit)) => {
            return ", a no-show".to_owned();
        }
        (Some(Reason::Absent), Some(MatchResult::NeitherCame)) => return String::new(),
        _ => {}
    }
    let reason = reason.map(|reason| format!(" by {}", in_words(reason)));
    let how_it_ended: String = board.into_iter().chain(reason).collect();
    if how_it_ended.is_empty() { how_it_ended } else { format!(",{how_it_ended}") }
}

/// What a slip says beyond its result: ` a mate`. Of two boards it is the one that decided.
pub fn details(slip: &Slip, result: Option<MatchResult>) -> String {
    let named = |reason: Option<Reason>| reason.map(|r| format!(" {}", option_name(r))).unwrap_or_default();
    match board_that_ended(slip, result) {
        Some(board) => format!(" {}{}", board.board, named(board.reason)),
        None => named(slip.reason),
    }
}

/// What names a match beside its table: ` --match 1 --round 2`, as far as it would not be guessed.
pub fn which(desk: &Desk, id: MatchId) -> String {
    let guessed = desk
        .round_at(id.table, None)
        .is_ok_and(|(section, round)| (section.id, round.number) == (id.section, id.round));
    let number = of_two(desk, id, " --match");
    if guessed { number } else { format!("{number} --round {}", id.round) }
}

/// Who plays whom where, and what it came to.
pub fn describe(event: &Event, id: MatchId, result: Option<MatchResult>) -> String {
    format!("table {}{}: {}", id.table, of_two(event, id, " match"), came_to(event, id, result))
}

pub fn came_to(event: &Event, id: MatchId, result: Option<MatchResult>) -> String {
    let teams = event.tournament().round(id.section, id.round).and_then(|round| round.teams_at(id.table));
    let [one, other] = teams.map_or([""; 2], |teams| teams.map(|team| event.name_of(team)));
    match result {
        Some(MatchResult::First) => format!("{one} beat {other}"),
        Some(MatchResult::Second) => format!("{other} beat {one}"),
        Some(MatchResult::Drawn) => format!("{one} drew with {other}"),
        Some(MatchResult::BothLost) => format!("{one} and {other} both lost"),
        Some(MatchResult::FirstByForfeit) => format!("{one} won by forfeit against {other}"),
        Some(MatchResult::SecondByForfeit) => format!("{other} won by forfeit against {one}"),
        Some(MatchResult::NeitherCame) => format!("neither {one} nor {other} showed up"),
        None => format!("{one} against {other} has no result yet"),
    }
}

/// What a slip keeps of a match that is not decided by it: one board ended, the other plays on.
pub fn goes_on(event: &Event, id: MatchId, slip: &Slip) -> Option<String> {
    let ended = event.half_over(id, slip)?;
    let how = match ended.outcome {
        BoardOutcome::First => "won by the first team",
        BoardOutcome::Second => "won by the second team",
        BoardOutcome::BothLost => "lost by both teams",
        _ => "drawn",
    };
    let other = ended.board.other();
    Some(format!(
        "board {} is recorded as {how}, board {other} plays on; then: {}",
        ended.board,
        cmd!("result {} RESULT {other}{}", slip.table, of_two(event, id, " --match"))
    ))
}
