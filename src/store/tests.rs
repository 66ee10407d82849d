//! The file under the feet of a command: moved, replaced, deleted, of an older schema, half upgraded.

use super::database::connect;
use super::error::StoreError;
use super::file::Store;
use super::journal::EntryKind;
use super::schema::{APPLICATION_ID, MIGRATIONS, lay_triggers};
use super::wait::{Ask, Run, Wait};
use crate::event::Facts;
use crate::tournament::{Official, OfficialId, Role};
use sqlx::AssertSqlSafe;
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

/// A file as a release with only the first migration would have left it.
fn of_schema_one(folder: &Folder) -> PathBuf {
    let path = folder.path("old.bughouse");
    std::fs::File::create(&path).unwrap();
    let mut connection = connect(&path).unwrap();
    MIGRATIONS.run_to(1, &mut *connection).wait().unwrap();
    lay_triggers(&mut connection).unwrap();
    let rows = format!(
        "insert into command (at, kind, words) values ('{NOW}', 'do', 'new');
         insert into tournament (id, name, rulebook, rulebook_text, rulebook_hash, seed) values (1, 'Old', 'id', 'text', '{HASH}', 7);
         insert into command (at, kind, words) values ('{NOW}', 'do', 'official add');
         insert into official (name, role) values ('Pat', 'td');
         pragma application_id = {APPLICATION_ID};
         pragma user_version = 1"
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).run(&mut connection).unwrap();
    connection.close().unwrap();
    path
}

fn schema_of(path: &Path) -> i64 {
    let mut connection = connect(path).unwrap();
    let version = sqlx::query_scalar("pragma user_version").one(&mut connection).unwrap();
    connection.close().unwrap();
    version
}

#[test]
fn each_state_that_is_upgraded_is_kept_once() {
    let folder = Folder::new();
    let path = of_schema_one(&folder);
    let kept = |more: &str| folder.path(&format!("old.backups/old-before-upgrade-from-1{more}.bughouse-backup"));
    let upgrade = || Store::open_to_write(&path).unwrap().abandon().unwrap();
    upgrade();
    // The release that made the file goes on with the copy.
    std::fs::copy(kept(""), &path).unwrap();
    upgrade();
    assert!(kept("").exists() && !kept("-2").exists(), "the same state is kept once");
    std::fs::copy(kept(""), &path).unwrap();
    let mut connection = connect(&path).unwrap();
    let more = "insert into official (name, role) values ('Robin', 'td')";
    sqlx::raw_sql(more).run(&mut connection).unwrap();
    connection.close().unwrap();
    upgrade();
    assert_eq!((officials(&kept("")), officials(&kept("-2"))), (1, 2));
}

#[test]
fn an_upgrade_that_fails_half_way_leaves_the_file_as_it_was() {
    let folder = Folder::new();
    let path = of_schema_one(&folder);
    let mut connection = connect(&path).unwrap();
    // A later migration stumbles over this.
    sqlx::raw_sql("create table safekeeping (id integer)").run(&mut connection).unwrap();
    connection.close().unwrap();
    let before = std::fs::read(&path).unwrap();
    assert!(Store::open_to_write(&path).is_err());
    assert!(std::fs::read(&path).unwrap() == before);
}

#[test]
fn an_older_file_that_cannot_be_copied_is_not_upgraded() {
    let folder = Folder::new();
    let path = of_schema_one(&folder);
    std::fs::write(folder.path("old.backups"), "in the way").unwrap();
    assert!(Store::open_to_write(&path).is_err());
    assert_eq!(schema_of(&path), 1);
}

#[test]
fn check_sees_rows_that_were_changed_behind_the_journals_back() {
    let folder = Folder::new();
    for (harm, told) in [
        (
            "update change set after = json_set(after, '$.name', 'Kim') where fact = 'official'",
            "official 1 is not as the journal left it",
        ),
        ("delete from change where fact = 'official'", "official 1 is not as the journal left it"),
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
        assert!(broken.iter().any(|b| b.contains(told)), "{harm}: {broken:?}");
        store.abandon().unwrap();
        std::fs::remove_file(path).unwrap();
    }
}
