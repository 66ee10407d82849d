//! Foreign files: registrations as they come, TRF as other programs write it, the whole tournament as JSON.

pub mod json;
pub mod registrations;
pub mod trf;
