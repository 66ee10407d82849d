//! The floors below the desk: values in, values out, without a file or a command line. A folder of `tests` each.

#[path = "../documents/mod.rs"]
mod documents;
#[path = "../formats_fide_team/mod.rs"]
mod formats_fide_team;
#[path = "../formats_tables/mod.rs"]
mod formats_tables;
#[path = "../import/mod.rs"]
mod import;
#[path = "../mutated/mod.rs"]
mod mutated;
#[path = "../pairing_events/mod.rs"]
mod pairing_events;
#[path = "../pairing_examples/mod.rs"]
mod pairing_examples;
#[path = "../pairing_optimum/mod.rs"]
mod pairing_optimum;
#[path = "../ratings/mod.rs"]
mod ratings;
#[path = "../rulings/mod.rs"]
mod rulings;
#[path = "../soak/floors.rs"]
mod soak;
#[path = "../standings/mod.rs"]
mod standings;
#[path = "../trf/mod.rs"]
mod trf;
