//! Which tournament a command is about.

use super::failure::Failure;
use super::wording::list;
use super::{foreign, rescue};
use crate::store::file_names;
use std::path::{Path, PathBuf};

/// The tournament's file: the one named, or the only one in this folder.
pub fn tournament_file(named: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(path) = named {
        if path.is_dir() {
            let inside = list(file_names(path)?.iter().map(|file| file.display().to_string()));
            let hint = if inside.is_empty() {
                "name a file, as in `-f spring.bughouse`".to_owned()
            } else {
                format!("name a file in it: {inside}")
            };
            return Err(Failure::mistyped(format!("{} is a folder", path.display())).hint(hint));
        }
        // `-f spring` is enough for spring.bughouse, as it was for `new`.
        let mut with_ending = path.as_os_str().to_owned();
        with_ending.push(".bughouse");
        let with_ending = PathBuf::from(with_ending);
        let path = if !path.exists() && with_ending.exists() { with_ending } else { path.to_owned() };
        foreign::refuse_pipes(&path)?;
        return Ok(path);
    }
    let mut here = file_names(Path::new("."))?;
    match here.len() {
        1 => Ok(here.remove(0)),
        0 => Err(Failure::mistyped("there is no tournament in this folder").hint(match rescue::backups_here() {
            Some(backup) => format!("but there are backups; the newest: bughouse restore {}", rescue::typed(&backup)),
            None => {
                "make one with `bughouse new spring --name \"Spring Bughouse\"`, or name one with `-f FILE`".to_owned()
            }
        })),
        _ => Err(Failure::mistyped(format!(
            "there are several tournaments in this folder: {}",
            list(here.iter().map(|p| p.display().to_string()))
        ))
        .hint("name one of them with `-f FILE`")),
    }
}
