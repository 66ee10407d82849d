//! What a killed command left behind: half-made copies beside the tournament, in its folder of backups and in the temporary folder.
//!
//! Names and contacts of children stand in each of them, so the next command that writes removes them.

use super::backup::folder_beside;
use std::path::Path;
use std::time::Duration;

/// A copy younger than this may belong to a command of another machine that shares the folder.
const TOO_YOUNG: Duration = Duration::from_secs(60);

/// Removes what commands that are no longer running left behind.
pub(super) fn sweep(tournament: &Path) {
    let home = tournament.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let stem = tournament.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let is_ours = |name: &str| name.starts_with(&format!(".{stem}"));
    sweep_folder(home, &is_ours);
    sweep_folder(&folder_beside(tournament), &is_ours);
    sweep_folder(&std::env::temp_dir(), &|name| name.starts_with(super::reading_copy::PREFIX));
}

fn sweep_folder(folder: &Path, is_ours: &dyn Fn(&str) -> bool) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !is_ours(&name) || !maker(&name).is_some_and(has_ended) {
            continue;
        }
        let made = entry.metadata().and_then(|there| there.modified());
        if made.is_ok_and(|made| made.elapsed().is_ok_and(|age| age > TOO_YOUNG)) {
            let path = entry.path();
            let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
        }
    }
}

/// The process that made a temporary name: `bughouse-copy-812-xyz`, `.spring.bughouse.part-812`, with `-wal` or `-shm` behind it.
fn maker(name: &str) -> Option<u32> {
    match name.strip_prefix(super::reading_copy::PREFIX) {
        Some(rest) => rest.split('-').next()?.parse().ok(),
        None => name.rsplit('-').find_map(|part| part.parse().ok()),
    }
}

/// Whether a process is gone. Where the system does not tell, it is taken to be running.
fn has_ended(process: u32) -> bool {
    let processes = Path::new("/proc");
    processes.join("self").exists() && !processes.join(process.to_string()).exists()
}
