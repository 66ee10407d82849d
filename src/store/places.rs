//! Where backups of a tournament were put on this computer, kept beside other programs' state: a file that is damaged or gone cannot say.

use super::on_disk::{note, state_file};
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// One JSON array a line: the tournament's file, its seed, and the folder of a backup or, where its name does not show that it is one,
/// the backup itself.
const MEMORY: &str = "bughouse-backups";

/// Remembers where a backup was put. Where that cannot be done, the tournament's own list has it all the same.
pub(super) fn remember(tournament: &Path, seed: u64, place: &Path) {
    let line = serde_json::to_string(&(whole(tournament), seed, place));
    let _ = line.map(|line| note(MEMORY, &(line + "\n")));
}

/// The seed of the tournament that had this name last, and the places of its backups.
pub(super) fn of(tournament: &Path) -> (u64, Vec<PathBuf>) {
    let known = state_file(MEMORY).and_then(|memory| read_to_string(memory).ok()).unwrap_or_default();
    let lines = known.lines().filter_map(|line| serde_json::from_str::<(PathBuf, u64, PathBuf)>(line).ok());
    let ours: Vec<_> = lines.filter(|(file, ..)| *file == whole(tournament)).collect();
    let seed = ours.last().map_or(0, |(_, seed, _)| *seed);
    (seed, ours.into_iter().filter(|(_, of, _)| *of == seed).map(|(.., place)| place).collect())
}

/// The whole path of a file that need not be there.
fn whole(file: &Path) -> PathBuf {
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let folder = file.parent().and_then(|folder| std::fs::canonicalize(folder).ok());
    folder.zip(file.file_name()).map(|(folder, name)| folder.join(name)).unwrap_or(file)
}
