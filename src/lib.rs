//! `bughouse` runs scholastic bughouse tournaments: two players a team, two boards a match.
//!
//! The modules are floors. Each may look down at the ones above it in this list, never up;
//! `tests/house/` reads this file and `engine/src/lib.rs` and holds the order.

/// Floors 1 to 5½, and foreign files: a crate of their own, without file, screen or network.
pub use bughouse_engine::{
    discipline, event, interchange, pairing, ratings, registration, rulebook, standings, tournament,
};

/// Floor 6. The tournament's file, its journal, undo and redo.
pub mod store;

/// Floor 6. Documents: on the terminal, on paper, on phones.
pub mod report;

/// Floor 6. The second door: tablets, phones and other desks over the local network.
pub mod hall;

/// Floor 7. The desk: commands, their answers and failures.
pub mod cli;
