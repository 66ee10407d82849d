//! What a table still waits for when its slip does not decide the match, with what to type then.

use crate::cli::desk::Desk;
use crate::tournament::{BoardOutcome, Round, Section, Slip, TableNumber};

/// What a slip keeps of a match that is not decided by it: one board ended, the other plays on.
pub fn goes_on(slip: &Slip) -> Option<String> {
    let [ended] = &slip.boards[..] else { return None };
    let how = match ended.outcome {
        BoardOutcome::First => "won by the first team",
        BoardOutcome::Second => "won by the second team",
        BoardOutcome::BothLost => "lost by both",
        _ => "drawn",
    };
    let other = ended.board.other();
    Some(format!("board {} is kept as {how}, board {other} goes on; then: bughouse result {} RESULT {other}", ended.board, slip.table))
}

/// What a drawn match of a knockout waits for: its replay, or the rest of it.
pub fn replay(desk: &Desk, section: &Section, round: &Round, table: TableNumber) -> Option<String> {
    let playing = desk.replay(section, round, table)?;
    let is_in = |slip: &&Slip| slip.table == table && slip.playing == playing && desk.result_on(slip).is_some();
    let begun = match round.slips.iter().find(is_in) {
        Some(slip) => format!("match {} of the replay is in", slip.number),
        None => "drawn so far: the match is replayed, sides swapped".to_owned(),
    };
    Some(format!("{begun}; then: bughouse result {table} RESULT"))
}
