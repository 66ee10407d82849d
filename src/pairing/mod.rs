//! Who meets whom in the next round, and why.
//!
//! Values in, values out: a `Position` of a section before a round, and the `Settings` it is run under.

mod history;
mod position;
mod settings;
pub mod swiss;

pub use history::{Competitor, History};
pub use position::{ByeClass, Entrant, Position};
pub use settings::{Acceleration, Lookahead, RoundRobinTable, SchoolMode, Settings, System};
pub use swiss::explain;
