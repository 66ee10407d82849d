//! TRF files: reading both dialects, complaints with their places, writing.

mod bad_files;
mod real_teams;
mod round_trip;

use super::standings::{chart, random, reference};
