//! Foreign files: registrations as they come, lists of ratings, TRF as other programs write it, the whole tournament as JSON.

pub mod json;
pub mod ratings;
pub mod registrations;
pub mod trf;
