//! `bughouse` runs scholastic bughouse tournaments: two players a team, two boards a match.
//!
//! The modules are floors. Each may look down at the ones above it in this list, never up;
//! `tests/house.rs` reads this file and holds the order. Floors 1 to 5 are pure: values in, values out.

/// Floor 1. The words every other module uses: teams, players, rounds, boards, half points.
pub mod tournament;

/// Floor 1½. Entries before they are a team: who is who, which section, who needs a partner.
pub mod registration;

/// Floor 4. Opponents for the next round, and why.
pub mod pairing;

/// Floor 6. Foreign files: registrations, TRF.
pub mod interchange;
