//! What surrounds a command: the folder that names of files start from, and what the environment says. Read once, where the program begins;
//! a command that is given for somebody else has its own.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a command is given, and what holds there unless its line says otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Environment {
    /// The folder from which relative names of files start. Empty: the current folder of the process.
    pub folder: PathBuf,
    /// The tournament's file where the line names none: `$BUGHOUSE_FILE`.
    pub file: Option<PathBuf>,
    /// The official giving the command where the line names none: `$BUGHOUSE_OFFICIAL`.
    pub official: Option<String>,
    /// Files that came with the command, under the names by which it calls them. They are read as if they lay in its folder.
    pub handed: BTreeMap<PathBuf, Arc<[u8]>>,
    /// No backup is made unasked: `$BUGHOUSE_NO_BACKUP`.
    pub no_backup: bool,
    /// The index of rating lists where the line names none: `$BUGHOUSE_RATINGS`.
    pub ratings: Option<PathBuf>,
    /// Where releases are looked for in place of their own page: `$BUGHOUSE_RELEASES`.
    pub releases: Option<String>,
}

impl Environment {
    /// The environment of this process. An empty variable is one that is not set.
    pub fn of_process() -> Self {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let is_yes = |value: OsString| {
            let value = value.to_string_lossy().to_lowercase();
            !["0", "f", "false", "n", "no", "off"].contains(&&*value)
        };
        Self {
            folder: PathBuf::new(),
            file: variable("BUGHOUSE_FILE").map(PathBuf::from),
            handed: BTreeMap::new(),
            official: variable("BUGHOUSE_OFFICIAL").map(|name| name.to_string_lossy().into_owned()),
            no_backup: variable("BUGHOUSE_NO_BACKUP").is_some_and(is_yes),
            ratings: variable("BUGHOUSE_RATINGS").map(PathBuf::from),
            releases: variable("BUGHOUSE_RELEASES").map(|page| page.to_string_lossy().into_owned()),
        }
    }

    /// Where the file is that is meant by this name.
    pub fn at<'p>(&self, path: &'p Path) -> Cow<'p, Path> {
        if self.folder.as_os_str().is_empty() { Cow::Borrowed(path) } else { Cow::Owned(self.folder.join(path)) }
    }

    /// The folder in which the command is given, as it can be opened.
    pub fn here(&self) -> Cow<'_, Path> {
        self.at_folder(Path::new("."))
    }

    fn at_folder<'p>(&'p self, here: &'p Path) -> Cow<'p, Path> {
        if self.folder.as_os_str().is_empty() { Cow::Borrowed(here) } else { Cow::Borrowed(&self.folder) }
    }
}
