//! The file under the feet of a command: moved, replaced, deleted, changed behind its back.

pub(super) mod later;
mod upgrade;

use super::error::StoreError;
use super::file::Store;
use super::journal::EntryKind;
use super::wait::Run;
use crate::event::Facts;
use crate::tournament::{Official, OfficialId, Role};
use std::path::{Path, PathBuf};

/// SHA-256 of `text`.
const HASH: &str = "982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1";

const NOW: &str = "2026-05-02T10:15:30-05:00";

fn named(name: &str) -> Facts {
    let mut facts =
        Facts { rulebook_text: "text".to_owned(), rulebook_hash: HASH.to_owned(), seed: 7, ..Facts::default() };
    facts.tournament.name = name.to_owned();
    facts
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder can be made"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn tournament(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        let mut store = Store::create(&path).unwrap();
        store.record(EntryKind::Do, "new", None, NOW).unwrap();
        store.save(&Facts::default(), &named("Spring")).unwrap();
        store.commit().unwrap();
        path
    }
}

fn write(store: &mut Store) {
    store.record(EntryKind::Do, "official add", None, NOW).unwrap();
    let before = store.load().unwrap();
    let mut after = before.clone();
    let id = OfficialId(after.last.official + 1);
    after.tournament.officials.push(Official { id, name: "Pat".to_owned(), role: Role::Td, section: None });
    store.save(&before, &after).unwrap();
}

fn officials(path: &Path) -> usize {
    let mut store = Store::open_to_read(path).unwrap();
    let found = store.load().unwrap().tournament.officials.len();
    store.abandon().unwrap();
    found
}

#[test]
fn nothing_is_acknowledged_in_a_file_that_was_moved_or_deleted() {
    let folder = Folder::new();
    let path = folder.tournament("spring.bughouse");
    let mut store = Store::open_to_write(&path).unwrap();
    write(&mut store);
    std::fs::rename(&path, folder.path("elsewhere.bughouse")).unwrap();
    assert!(matches!(store.commit(), Err(StoreError::Moved(p)) if p == path));
    assert_eq!(officials(&folder.path("elsewhere.bughouse")), 0);

    let path = folder.tournament("summer.bughouse");
    let mut store = Store::open_to_write(&path).unwrap();
    write(&mut store);
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(store.commit(), Err(StoreError::Moved(_))));
    assert!(!path.exists());
}

#[test]
fn a_command_that_waited_for_the_lock_works_in_the_file_that_was_put_in_place_meanwhile() {
    let folder = Folder::new();
    let path = folder.tournament("spring.bughouse");
    Store::back_up(&path, &folder.path("a.bak"), NOW).unwrap();
    let holder = Store::open_to_write(&path).unwrap();
    let waiting = std::thread::spawn({
        let path = path.clone();
        move || {
            let mut store = Store::open_to_write(&path).unwrap();
            write(&mut store);
            store.commit().unwrap();
        }
    });
    std::thread::sleep(std::time::Duration::from_millis(200));
    std::fs::rename(&path, folder.path("old.bak")).unwrap();
    std::fs::rename(folder.path("spring.bughouse-wal"), folder.path("old.bak-wal")).unwrap();
    std::fs::remove_file(folder.path("spring.bughouse-shm")).unwrap();
    std::fs::rename(folder.path("a.bak"), &path).unwrap();
    holder.abandon().unwrap();
    waiting.join().unwrap();
    assert_eq!((officials(&path), officials(&folder.path("old.bak"))), (1, 0));
}

#[test]
fn new_never_takes_a_name_that_was_taken_meanwhile() {
    let folder = Folder::new();
    let path = folder.path("spring.bughouse");
    let mut slow = Store::create(&path).unwrap();
    slow.record(EntryKind::Do, "new", None, NOW).unwrap();
    slow.save(&Facts::default(), &named("Slow")).unwrap();
    std::fs::write(&path, "somebody was faster").unwrap();
    assert!(matches!(slow.commit(), Err(StoreError::Exists(_))));
    assert_eq!(std::fs::read(&path).unwrap(), b"somebody was faster");
    assert_eq!(std::fs::read_dir(folder.0.path()).unwrap().count(), 1, "nothing half made is left");
}

#[test]
fn check_sees_rows_that_were_changed_behind_the_journals_back() {
    let folder = Folder::new();
    for (harm, expected) in [
        (
            "update change set after = json_set(after, '$.name', 'Kim') where fact = 'official'",
            "official 1 doesn't match the journal",
        ),
        ("delete from change where fact = 'official'", "official 1 doesn't match the journal"),
        (
            "drop trigger journal_official_update; update official set name = 'Kim'",
            "the trigger journal_official_update is missing",
        ),
        ("drop trigger journal_official_delete; delete from official", "official 1 is gone"),
        ("create table extra (id integer)", "the table extra does not belong here"),
        ("drop index change_row", "the index change_row is missing"),
        ("insert into command (at, kind, target, words) values ('', 'redo', 2, '')", "could not be redone"),
    ] {
        let path = folder.tournament("spring.bughouse");
        let mut store = Store::open_to_write(&path).unwrap();
        write(&mut store);
        assert_eq!(store.integrity().unwrap(), Vec::<String>::new());
        sqlx::raw_sql(harm).run(&mut store.connection).unwrap();
        let broken = store.integrity().unwrap();
        assert!(broken.iter().any(|b| b.contains(expected)), "{harm}: {broken:?}");
        store.abandon().unwrap();
        std::fs::remove_file(path).unwrap();
    }
}
