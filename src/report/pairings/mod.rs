//! Who plays whom where: the sheet on the wall, by table, by player, by team, by school.

mod sheet;
mod view;

pub use sheet::Finder;
pub use view::{AssumedDrawn, Contestant, MatchShown, Order, Pairing, SeatShown, View, view};
