//! Files as the disk sees them: which one a name means, names beside a file, names made durable, the folders that the director chose
//! on this computer, and a private copy of what must not or cannot be written.

use super::error::StoreError;
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// Which file a name means at this moment; two names, or one name at two moments, are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Identity(u64, u64);

impl Identity {
    /// The file that has this name now, if any.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let file = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
        Some(Self::from(&file))
    }
}

#[cfg(unix)]
impl From<&std::fs::Metadata> for Identity {
    fn from(file: &std::fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self(file.dev(), file.ino())
    }
}

#[cfg(not(unix))]
impl From<&std::fs::Metadata> for Identity {
    /// The moment it was made: elsewhere an open file can be neither renamed nor deleted, so this is only a second guard.
    fn from(file: &std::fs::Metadata) -> Self {
        let made = file.created().ok().and_then(|t| t.duration_since(std::time::UNIX_EPOCH).ok()).unwrap_or_default();
        Self(made.as_secs(), u64::from(made.subsec_nanos()))
    }
}

/// A file and its log as the folder shows them: whatever is committed changes one of the two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileStamp {
    file: Option<(Identity, u64, Option<SystemTime>)>,
    log: Option<(u64, Option<SystemTime>)>,
}

impl FileStamp {
    pub fn of(path: &Path) -> Self {
        let file = std::fs::metadata(path).ok().map(|file| (Identity::from(&file), file.len(), file.modified().ok()));
        // Who only reads lays an empty log and takes it away again.
        let log = std::fs::metadata(companion(path, "-wal")).ok().filter(|log| log.len() > 0);
        Self { file, log: log.map(|log| (log.len(), log.modified().ok())) }
    }

    /// Whether there is a log that nobody has written to for so long.
    pub fn has_log_at_rest(&self, since: Duration) -> bool {
        let written = self.log.and_then(|(_, written)| written);
        written.is_some_and(|written| written.elapsed().is_ok_and(|rested| rested >= since))
    }

    /// Whether the file is gone, and its log with the latest changes is not.
    pub fn is_log_alone(&self) -> bool {
        self.file.is_none() && self.log.is_some()
    }
}

/// Whether a file is a database of SQLite's, or the log of one.
pub fn is_database(path: &Path) -> bool {
    let begins_as_one = |path: &Path| {
        let mut head = [0; 16];
        let read = std::fs::File::open(path).and_then(|mut file| std::io::Read::read_exact(&mut file, &mut head));
        read.is_ok() && head == *b"SQLite format 3\0"
    };
    let name = path.as_os_str().to_string_lossy();
    let of_one = |ending: &str| name.strip_suffix(ending).is_some_and(|base| begins_as_one(Path::new(base)));
    begins_as_one(path) || ["-wal", "-shm", "-journal"].into_iter().any(of_one)
}

/// A file of this program's own beside other programs' state; `None` where the system names no place for it.
pub fn state_file(name: &str) -> Option<PathBuf> {
    own_file([("XDG_STATE_HOME", ""), ("HOME", ".local/state"), ("LOCALAPPDATA", "")], name)
}

/// A file in the first of these folders that the environment names.
fn own_file(folders: [(&str, &str); 3], name: &str) -> Option<PathBuf> {
    let home = |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = folders.into_iter().find_map(|(variable, within)| Some(home(variable)?.join(within)))?;
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join(name))
}

/// Where this user's data of the program is kept, such as lists that several tournaments use; `None` where there is no such place.
pub fn data_file(name: &str) -> Option<PathBuf> {
    own_file([("XDG_DATA_HOME", "bughouse"), ("LOCALAPPDATA", "bughouse"), ("HOME", ".local/share/bughouse")], name)
}

/// Whether a line is in such a file.
pub fn is_noted(name: &str, line: &str) -> bool {
    state_file(name).and_then(|memory| std::fs::read_to_string(memory).ok()).is_some_and(|known| known.contains(line))
}

/// Adds a line to such a file, unless it is there. Where that cannot be done, it is not remembered.
pub(super) fn note(name: &str, line: &str) {
    if !is_noted(name, line) {
        let append = |memory| std::fs::OpenOptions::new().create(true).append(true).open(memory);
        let _ = state_file(name).map(|memory| append(memory)?.write_all(line.as_bytes()));
    }
}

/// Where this user's settings of the program are kept; `None` where there is no such place.
pub fn settings_file(name: &str) -> Option<PathBuf> {
    own_file([("XDG_CONFIG_HOME", "bughouse"), ("APPDATA", "bughouse"), ("HOME", ".config/bughouse")], name)
}

/// Writes a file so that it is either whole or not there: under a temporary name beside it, then renamed.
pub fn put(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    put_by(path, bytes, |part| std::fs::File::create(part))
}

/// Tries whether a file can be put there.
pub fn try_to_put(path: &Path) -> std::io::Result<()> {
    let part = beside(path, "part");
    std::fs::File::create(&part).and_then(|_| std::fs::remove_file(&part))
}

/// As [`put`], of a file that nobody else may read.
pub fn put_private(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    put_by(path, bytes, make_private)
}

fn put_by(path: &Path, bytes: &[u8], make: fn(&Path) -> std::io::Result<std::fs::File>) -> std::io::Result<()> {
    let part = beside(path, "part");
    let _ = std::fs::remove_file(&part);
    let mut file = make(&part)?;
    let written = std::io::Write::write_all(&mut file, bytes).and_then(|()| file.sync_all());
    written.and_then(|()| std::fs::rename(&part, path)).inspect_err(|_| _ = std::fs::remove_file(&part))
}

/// A temporary name in the same folder, for a file that is renamed when it is whole.
pub(super) fn beside(path: &Path, purpose: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{purpose}-{}", std::process::id()))
}

/// The name that nothing has yet, with a counter where that is needed.
pub(super) fn free_name(name: impl Fn(&str) -> PathBuf) -> PathBuf {
    let counted = (2..1000).map(|counter| name(&format!("-{counter}")));
    let mut names = std::iter::once(name("")).chain(counted);
    names.find(|free| !free.exists()).unwrap_or_else(|| name("-999"))
}

/// A path as SQLite is given it, which would take `file:spring.bughouse` for an address.
pub(super) fn plain(path: &Path) -> PathBuf {
    if path.is_relative() { Path::new(".").join(path) } else { path.to_owned() }
}

/// Makes a file that nobody else may read, until it is whole and has the permissions of what it replaces.
pub(super) fn make_private(path: &Path) -> std::io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// A file of SQLite's own beside a database: `-wal` or `-shm`.
pub(super) fn companion(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Whether a closed file holds all that was committed to it. SQLite keeps its log beside the file where a medium had no room to carry it
/// over: then the file must neither be copied nor renamed alone.
pub(super) fn whole(file: &Path) -> std::io::Result<()> {
    match std::fs::metadata(companion(file, "-wal")) {
        Ok(log) if log.len() > 0 => Err(std::io::ErrorKind::StorageFull.into()),
        _ => Ok(()),
    }
}

/// Makes what was written to a closed file durable. Windows does so only through a handle that may write.
pub(super) fn sync_file(path: &Path) -> std::io::Result<()> {
    std::fs::OpenOptions::new().write(true).open(path)?.sync_all()
}

/// The folder that a file lies in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a new or renamed name durable. Where folders cannot be synchronised, the system does so in its own time.
pub(super) fn sync_folder(path: &Path) {
    if let Ok(folder) = std::fs::File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
}

/// Removes a file and what SQLite may have left beside it. What is not there need not be removed.
pub(super) fn remove_with_companions(file: &Path) {
    for ending in ["", "-wal", "-shm", "-journal"] {
        let _ = std::fs::remove_file(companion(file, ending));
    }
}

/// How the names of notes begin that say where a half-made copy may lie; the number of the process follows.
pub(super) const NOTE: &str = "bughouse-making-";

/// A note, beside other programs' state, of a folder in which a copy of a tournament is made. It is gone with this value; where the
/// program was killed it stays, and the next command finds by it what was left.
#[derive(Debug)]
pub(super) struct Making(Option<PathBuf>);

impl Making {
    /// Where it cannot be noted, what a killed command leaves is found from that folder alone.
    pub(super) fn within(folder: &Path) -> Self {
        static NOTES: AtomicU32 = AtomicU32::new(1);
        let number = NOTES.fetch_add(1, Ordering::Relaxed);
        let note = state_file(&format!("{NOTE}{}-{number}", std::process::id()));
        let folder = std::fs::canonicalize(folder).ok();
        let written = note.zip(folder).and_then(|(note, folder)| {
            std::fs::write(&note, folder.as_os_str().as_encoded_bytes()).ok()?;
            Some(note)
        });
        Self(written)
    }

    /// The notes that are there, each with its folder.
    pub(super) fn notes() -> Vec<(PathBuf, PathBuf)> {
        let beside = state_file(NOTE).and_then(|note| std::fs::read_dir(note.parent()?).ok());
        let notes =
            beside.into_iter().flatten().flatten().filter(|note| note.file_name().to_string_lossy().starts_with(NOTE));
        notes.filter_map(|note| Some((note.path(), std::fs::read_to_string(note.path()).ok()?.into()))).collect()
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        let _ = self.0.as_ref().map(std::fs::remove_file);
    }
}

/// Where the digests of chosen folders are kept.
const MEMORY: &str = "bughouse-places";

/// Remembers that this folder was chosen for the tournament with this seed. Where it cannot be remembered, it is not used, and that is reported.
pub fn choose(seed: u64, folder: &Path) {
    let _ = line(seed, folder).map(|line| note(MEMORY, &line));
}

/// Whether this folder was chosen here for the tournament with this seed.
pub fn is_chosen(seed: u64, folder: &Path) -> bool {
    line(seed, folder).is_ok_and(|line| is_noted(MEMORY, &line))
}

fn line(seed: u64, folder: &Path) -> std::io::Result<String> {
    // A stick that is not plugged in has its name all the same, in a folder that is there.
    let without = || Some(std::fs::canonicalize(folder.parent()?).ok()?.join(folder.file_name()?));
    let place = match std::fs::canonicalize(folder).ok().or_else(without) {
        Some(place) => place,
        None => std::path::absolute(folder)?,
    };
    let mut digest = Sha256::new_with_prefix(seed.to_be_bytes());
    digest.update(place.as_os_str().as_encoded_bytes());
    Ok(format!("{:x}\n", digest.finalize()))
}

/// How often a file that changes while it is copied is copied anew.
const ATTEMPTS: usize = 10;

/// How the names of the folders begin; the number of the process follows.
pub(super) const PREFIX: &str = "bughouse-copy-";

/// The copy. It vanishes with this value.
#[derive(Debug)]
pub struct ReadingCopy {
    /// Nobody else may read it: names and grades of children are copied into it.
    _folder: TempDir,
    file: PathBuf,
}

impl ReadingCopy {
    /// Copies a file, with the write-ahead log that a crash may have left beside it.
    pub fn of(path: &Path) -> Result<Self, StoreError> {
        match std::fs::metadata(path) {
            Err(_) => return Err(StoreError::Missing(path.to_owned())),
            // A pipe would be waited for, and a device never ends.
            Ok(there) if !there.is_file() => return Err(StoreError::Foreign(path.to_owned())),
            Ok(_) => {}
        }
        let failed = |reason| StoreError::Io { path: path.to_owned(), reason };
        let folder = private_folder().map_err(failed)?;
        let copy = Self { file: folder.path().join("copy.bughouse"), _folder: folder };
        let (log, log_copy) = (companion(path, "-wal"), companion(&copy.file, "-wal"));
        for _ in 0..ATTEMPTS {
            let before = (state(path), state(&log));
            std::fs::write(&copy.file, std::fs::read(path).map_err(failed)?).map_err(failed)?;
            let _ = std::fs::remove_file(&log_copy);
            if before.1.is_some() {
                std::fs::write(&log_copy, std::fs::read(&log).map_err(failed)?).map_err(failed)?;
            }
            if (state(path), state(&log)) == before {
                return Ok(copy);
            }
        }
        Err(StoreError::Locked(path.to_owned()))
    }

    pub fn path(&self) -> &Path {
        &self.file
    }
}

/// A new temporary folder, which vanishes with its value, or with the next command after this one was killed.
pub fn private_folder() -> std::io::Result<TempDir> {
    let mut folder = tempfile::Builder::new();
    #[cfg(unix)]
    folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    folder.prefix(&format!("{PREFIX}{}-", std::process::id())).tempdir()
}

fn state(path: &Path) -> Option<(u64, Option<SystemTime>)> {
    std::fs::metadata(path).ok().map(|m| (m.len(), m.modified().ok()))
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn a_file_whose_log_was_not_carried_over_is_not_whole() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("spring.bughouse");
        std::fs::write(&file, "pages").unwrap();
        assert!(whole(&file).is_ok());
        std::fs::write(folder.path().join("spring.bughouse-wal"), "").unwrap();
        assert!(whole(&file).is_ok());
        std::fs::write(folder.path().join("spring.bughouse-wal"), "frames").unwrap();
        assert_eq!(whole(&file).unwrap_err().kind(), std::io::ErrorKind::StorageFull);
    }
}
