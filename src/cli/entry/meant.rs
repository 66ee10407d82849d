//! Which match a slip tells of: the number of the match where none was typed, and which playing of a knockout tie.

use super::slip::{Typed, Typing};
use crate::cli::desk::Desk;
use crate::tournament::{Round, Section, Slip};

/// A match, and what was filed of it already.
pub struct Meant<'r> {
    /// 1, or 2 for the second match of a double round.
    pub number: u8,
    /// 1, and one more for each replay.
    pub playing: u8,
    /// The slip of this playing, if there is one.
    pub existing: Option<&'r Slip>,
}

/// The match that was typed, or else the first without a result, or else the last.
///
/// A drawn knockout tie is replayed at the same table: what comes in then is its next playing. What is cleared is what came in last.
pub fn meant<'r>(desk: &Desk, section: &Section, round: &'r Round, typing: &Typing) -> Meant<'r> {
    let replay = desk.replay(section, round, typing.table);
    let filed = |number: u8| match replay {
        Some(playing) => round.slips.iter().find(|slip| (slip.table, slip.number, slip.playing) == (typing.table, number, playing)),
        None => round.slip(typing.table, number),
    };
    if replay.is_some() && typing.result == Typed::Clear {
        let told = |slip: &&Slip| slip.table == typing.table && typing.number.is_none_or(|number| number == slip.number);
        if let Some(last) = round.slips.iter().filter(told).max_by_key(|slip| (slip.playing, slip.number)) {
            return Meant { number: last.number, playing: last.playing, existing: Some(last) };
        }
    }
    let is_open = |number: &u8| filed(*number).and_then(|slip| desk.result_on(slip)).is_none();
    let number = typing.number.or_else(|| (1..=section.matches).find(is_open)).unwrap_or(section.matches);
    let existing = filed(number);
    Meant { number, playing: replay.or(existing.map(|slip| slip.playing)).unwrap_or(1), existing }
}
