//! What a table still waits for when its slip does not decide the match, with what to type then.

use crate::tournament::{BoardOutcome, Slip};

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
    Some(format!(
        "board {} is kept as {how}, board {other} goes on; then: bughouse result {} RESULT {other}",
        ended.board, slip.table
    ))
}
