//! TRF files: reading both dialects, complaints with their places, writing.

mod bad_files;
mod real_teams;
#[path = "../standings/reference.rs"]
#[allow(dead_code, reason = "shared with the tests of standings, which use all of it")]
mod reference;
