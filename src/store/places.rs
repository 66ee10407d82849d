//! Which folders the director chose on this computer for what a tournament writes by itself.
//!
//! A file from elsewhere may name any folder: what it names is written to, or cleared, only where it was chosen here.

use super::on_disk::state_file;
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::Path;

/// Where the digests of chosen folders are kept.
const MEMORY: &str = "bughouse-places";

/// Remembers that this folder was chosen for the tournament with this seed.
pub fn choose(seed: u64, folder: &Path) {
    if is_chosen(seed, folder) {
        return;
    }
    let append = |memory| {
        std::fs::OpenOptions::new().create(true).append(true).open(memory)?.write_all(line(seed, folder)?.as_bytes())
    };
    // Where it cannot be remembered, the folder is not used, and that is told.
    let _ = state_file(MEMORY).map(append);
}

/// Whether this folder was chosen here for the tournament with this seed.
pub fn is_chosen(seed: u64, folder: &Path) -> bool {
    let known = || {
        let memory = std::fs::read_to_string(state_file(MEMORY)?).ok()?;
        Some(memory.contains(&line(seed, folder).ok()?))
    };
    known().unwrap_or(false)
}

fn line(seed: u64, folder: &Path) -> std::io::Result<String> {
    // A stick that is not plugged in has its name all the same.
    let place = std::fs::canonicalize(folder).or_else(|_| std::path::absolute(folder))?;
    let mut digest = Sha256::new_with_prefix(seed.to_be_bytes());
    digest.update(place.as_os_str().as_encoded_bytes());
    Ok(format!("{:x}\n", digest.finalize()))
}
