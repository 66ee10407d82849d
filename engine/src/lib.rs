//! The tournament itself, without file, screen or network: values in, values out. The program above it (`../../src/`) stores,
//! prints and asks.
//!
//! The modules are floors. Each may look down at the ones above it in this list, never up;
//! `tests/house/` reads this file and the program's, and holds the order.

/// Floor 1. The words every other module uses: teams, players, rounds, boards, half points.
pub mod tournament;

/// Floor 1½. Entries before they are a team: who is who, which section, who needs a partner.
pub mod registration;

/// Floor 2. Published ratings: who of a federation's list an entry is.
pub mod ratings;

/// Floor 2. What happened at the boards and what it costs: match ends, claims, offences, rulings, appeals.
pub mod discipline;

/// Floor 3. Who is placed where, and by what arithmetic.
pub mod standings;

/// Floor 4. Opponents for the next round, and why.
pub mod pairing;

/// Floor 5. The published rules a tournament is run under: settings of the floors below, and the laws of play.
pub mod rulebook;

/// Floor 5½. A tournament as a value: the facts under their rulebook, and all that follows from them.
pub mod event;

/// Floor 6. Foreign files: registrations, TRF.
pub mod interchange;
