//! Sticks and cards that are plugged into this laptop: where a backup had better be than on its own disk.

use std::path::{Path, PathBuf};

/// The folders of what is plugged in now, by name.
pub fn plugged_in() -> Vec<PathBuf> {
    let user = std::env::var("USER").unwrap_or_default();
    let homes = [format!("/media/{user}"), format!("/run/media/{user}"), "/media".to_owned(), "/Volumes".to_owned()];
    let homes = homes.iter().map(PathBuf::from);
    let mut found: Vec<PathBuf> = homes.flat_map(|home| within(&home, &is_mounted)).chain(drives()).collect();
    found.sort();
    found.dedup();
    found
}

/// The folders of one that are disks of their own.
fn within(home: &Path, is_mounted: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(home).into_iter().flatten().flatten();
    // The laptop's own disk is a link among the volumes.
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())).map(|entry| entry.path());
    folders.filter(|folder| is_mounted(folder)).collect()
}

/// Whether it is no folder that a stick left behind.
#[cfg(unix)]
fn is_mounted(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let device = |path: &Path| path.metadata().map(|about| about.dev()).ok();
    folder.parent().is_some_and(|home| device(folder).is_some() && device(folder) != device(home))
}

#[cfg(not(unix))]
fn is_mounted(_: &Path) -> bool {
    false
}

#[cfg(windows)]
fn drives() -> Vec<PathBuf> {
    let own = std::env::var("SystemDrive").unwrap_or_else(|_| "C:".to_owned());
    let all = ('D'..='Z').map(|letter| format!("{letter}:")).filter(|drive| *drive != own);
    all.map(|drive| PathBuf::from(format!("{drive}\\"))).filter(|drive| drive.is_dir()).collect()
}

#[cfg(not(windows))]
fn drives() -> Vec<PathBuf> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_a_stick_left_behind_are_no_sticks() {
        let home = std::env::temp_dir().join(format!("sticks-{}", std::process::id()));
        for name in ["STICK", "left-behind"] {
            std::fs::create_dir_all(home.join(name)).unwrap();
        }
        let found = within(&home, &|folder| folder.ends_with("STICK"));
        assert_eq!(found, [home.join("STICK")]);
        assert!(within(&home, &is_mounted).is_empty());
        assert!(within(&home.join("nowhere"), &|_| true).is_empty());
        std::fs::remove_dir_all(&home).unwrap();
    }
}
