//! What the director sees: each document in each format, compared with what was agreed.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test floors documents::` writes the files anew; read the difference before committing it.

mod desk;
mod fixture;
mod hall;
mod lists;
#[cfg(feature = "pdf")]
mod paper;
mod site;
mod snapshot;
