//! Who meets whom in the next round, and why.
//!
//! Values in, values out: a `Position` of a section before a round, and the `Settings` it is run under.

mod acceleration;
mod entrance;
pub mod fide_team;
mod history;
pub mod knockout;
mod position;
mod posted;
pub mod quads;
pub mod round_robin;
mod seeding;
mod settings;
pub mod swiss;

pub use entrance::{outlook, pair, why};
pub use history::{Competitor, History};
pub use position::{ByeClass, Entrant, Plays, Position};
pub use posted::Posted;
pub use seeding::seeds;
pub use settings::{Acceleration, LargeGroup, Lookahead, Numbers, RoundRobinTable, SchoolMode, Settings, System};
pub use swiss::explain;
