//! Where the commands of tests run.

use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

/// Room that is left free there, in kilobytes.
const ROOM: u64 = 1_000_000;

/// An empty folder of a test's own, in memory where the system has such a place with room: a command that is tested mostly waits for the disk.
pub fn own_folder() -> TempDir {
    static MEMORY: OnceLock<bool> = OnceLock::new();
    let made = match MEMORY.get_or_init(has_room) {
        true => tempfile::tempdir_in("/dev/shm"),
        false => tempfile::tempdir(),
    };
    made.expect("a temporary folder can be made")
}

fn has_room() -> bool {
    let free = || {
        let told = Command::new("df").args(["-Pk", "/dev/shm"]).output().ok()?;
        let told = String::from_utf8(told.stdout).ok()?;
        told.lines().nth(1)?.split_whitespace().nth(3)?.parse::<u64>().ok()
    };
    free().is_some_and(|free| free > ROOM) && tempfile::tempdir_in("/dev/shm").is_ok()
}
