//! What a killed command left behind: half-made copies beside the tournament, in its folders of backups and in the temporary folder.
//!
//! Names and contacts of children stand in each of them, so the next command removes them.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// No command takes so long: where the system does not tell whether a process runs, or gave its number to another one.
const TOO_OLD: Duration = Duration::from_secs(3600);

/// Removes what commands that are no longer running left behind, beside the tournament and in the folder of its backups.
pub(super) fn sweep(tournament: &Path, backups: PathBuf) {
    sweep_folder(&std::env::temp_dir(), &|name| name.starts_with(super::reading_copy::PREFIX));
    let home = tournament.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    sweep_copies(tournament, [home.to_owned(), backups]);
}

/// Removes half-made copies of this tournament and of its backups from folders.
pub(super) fn sweep_copies(tournament: &Path, folders: impl IntoIterator<Item = PathBuf>) {
    let stem = tournament.file_stem().unwrap_or_default().to_string_lossy();
    // One for a file that is a temporary one itself has two dots; a backup may have any name.
    let is_ours = |name: &str| {
        let of_it = name.trim_start_matches('.').starts_with(stem.trim_start_matches('.'));
        name.starts_with('.') && (of_it || [".forgetting-", ".copying-"].iter().any(|made_for| name.contains(made_for)))
    };
    folders.into_iter().for_each(|folder| sweep_folder(&folder, &is_ours));
}

/// Removes what was left of writing this file.
pub(super) fn sweep_beside(file: &Path) {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let begin = format!(".{}.", file.file_name().unwrap_or_default().to_string_lossy());
    sweep_folder(folder, &|name| name.starts_with(&begin));
}

fn sweep_folder(folder: &Path, is_ours: &dyn Fn(&str) -> bool) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(maker) = maker(&name).filter(|_| is_ours(&name)) else { continue };
        let made = entry.metadata().and_then(|there| there.modified());
        let is_old = || made.is_ok_and(|made| made.elapsed().is_ok_and(|age| age > TOO_OLD));
        if has_ended(maker) || (maker != std::process::id() && is_old()) {
            let path = entry.path();
            let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
        }
    }
}

/// The process that made a temporary name: `bughouse-copy-812-xyz`, `.spring.bughouse.part-812`, with `-wal` or `-shm` behind it.
fn maker(name: &str) -> Option<u32> {
    if let Some(rest) = name.strip_prefix(super::reading_copy::PREFIX) {
        return rest.split('-').next()?.parse().ok();
    }
    let purpose = |part: &str| PURPOSES.iter().any(|purpose| part.ends_with(&format!(".{purpose}")));
    let parts: Vec<&str> = name.split('-').collect();
    let at = parts.iter().rposition(|part| purpose(part))?;
    parts.get(at + 1)?.parse().ok()
}

/// What files of a temporary name are made for.
const PURPOSES: [&str; 5] = ["making", "part", "copying", "restoring", "forgetting"];

/// Whether a process is gone. Where the system does not tell, it is taken to be running.
pub fn has_ended(process: u32) -> bool {
    let processes = Path::new("/proc");
    processes.join("self").exists() && !processes.join(process.to_string()).exists()
}

#[cfg(test)]
mod tests {
    use super::maker;

    #[test]
    fn only_temporary_names_tell_who_made_them() {
        for (name, process) in [
            (".spring.bughouse.part-812", Some(812)),
            (".spring-00041-20260502.bughouse-backup.copying-812-journal", Some(812)),
            (".a.part-b.bughouse.forgetting-9-wal", Some(9)),
            ("bughouse-copy-812-xyz", Some(812)),
            (".spring-2026.bughouse", None),
            (".spring.bughouse-812", None),
        ] {
            assert_eq!(maker(name), process, "{name}");
        }
    }
}
