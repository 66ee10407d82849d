//! Foreign files: registrations as they come, and TRF as other programs write it.

pub mod registrations;
pub mod trf;
