//! Who plays whom where: the sheet on the wall, by table, by player, by team, by school.

mod round;
mod sheet;

pub use round::{AssumedDrawn, Contestant, MatchShown, Order, Pairing, RoundPairings, SeatShown, view};
pub use sheet::Finder;
