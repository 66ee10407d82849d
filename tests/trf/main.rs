//! TRF files: reading both dialects, complaints with their places, writing.

mod bad_files;
#[path = "../standings/chart.rs"]
#[allow(dead_code, reason = "shared with the tests of standings, which use all of it")]
mod chart;
#[path = "../standings/random.rs"]
mod random;
mod real_teams;
#[path = "../standings/reference.rs"]
#[allow(dead_code, reason = "shared with the tests of standings, which use all of it")]
mod reference;
mod round_trip;
