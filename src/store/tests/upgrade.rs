//! A file of an older schema: copied, upgraded whole or not at all, and gone on with; and one of a newer schema.

use super::later::Later;
use crate::event::Facts;
use crate::store::database::connect;
use crate::store::error::StoreError;
use crate::store::file::Store;
use crate::store::journal::{EntryKind, Reads};
use crate::store::schema::newest_schema;
use crate::store::wait::{Ask, Run};
use crate::tournament::{Dice, Official, OfficialId, Role};
use sqlx::AssertSqlSafe;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const NOW: &str = "2026-05-02T10:15:30-05:00";

/// SHA-256 of `text`.
const HASH: &str = "982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

/// A tournament of this release, in which the officials of these names were entered one by one.
fn old_file(folder: &TempDir, names: &[&str]) -> PathBuf {
    let path = folder.path().join("old.bughouse");
    let mut store = Store::create(&path).unwrap();
    store.record(EntryKind::Do, "new", None, NOW).unwrap();
    let mut facts =
        Facts { rulebook_text: "text".to_owned(), rulebook_hash: HASH.to_owned(), seed: 7, ..Facts::default() };
    facts.tournament.name = "Old".to_owned();
    store.save(&Facts::default(), &facts).unwrap();
    store.commit().unwrap();
    names.iter().for_each(|name| enter(&path, name));
    path
}

fn enter(path: &Path, name: &str) {
    let mut store = Store::open_to_write(path).unwrap();
    store.record(EntryKind::Do, "official add", None, NOW).unwrap();
    let before = store.load().unwrap();
    let mut after = before.clone();
    let id = OfficialId(after.last.official + 1);
    after.tournament.officials.push(Official { id, name: name.to_owned(), role: Role::Td, section: None });
    store.save(&before, &after).unwrap();
    store.commit().unwrap();
}

fn officials(path: &Path) -> Vec<String> {
    let mut store = Store::open_to_read(path).unwrap();
    let found = store.load().unwrap().tournament.officials.into_iter().map(|official| official.name).collect();
    store.abandon().unwrap();
    found
}

fn open(path: &Path) -> Result<(), StoreError> {
    Store::open_to_write(path)?.abandon()
}

fn schema_of(path: &Path) -> i64 {
    let mut connection = connect(path).unwrap();
    let version = sqlx::query_scalar("pragma user_version").one(&mut connection).unwrap();
    connection.close().unwrap();
    version
}

/// Where the copy lies that is made before an upgrade.
fn kept(path: &Path, more: &str) -> PathBuf {
    let folder = path.parent().unwrap().join("old.backups");
    folder.join(format!("old-before-upgrade-from-{}{more}.bughouse-backup", newest_schema_of_today()))
}

fn newest_schema_of_today() -> i64 {
    sqlx::migrate!().iter().map(|migration| migration.version).max().unwrap()
}

#[test]
fn an_older_file_is_copied_then_upgraded_with_its_history() {
    let folder = folder();
    let path = old_file(&folder, &["Pat", "Kim"]);
    let before = newest_schema();
    let later = Later::release();
    assert!(open(&path).is_ok());
    assert_eq!((schema_of(&path), schema_of(&kept(&path, ""))), (before + 1, before));
    let mut store = Store::open_to_write(&path).unwrap();
    assert_eq!(store.integrity().unwrap(), Vec::<String>::new());
    // What was written before the upgrade is taken back and put back after it.
    store.undo(3, "undo", None, NOW, &|_| Reads::Nothing).unwrap();
    store.commit().unwrap();
    assert_eq!(officials(&path), ["Pat"]);
    let mut store = Store::open_to_write(&path).unwrap();
    store.redo(3, "redo", None, NOW).unwrap();
    assert_eq!(store.integrity().unwrap(), Vec::<String>::new());
    store.commit().unwrap();
    assert_eq!(officials(&path), ["Pat", "Kim"]);
    drop(later);
    assert_eq!(officials(&kept(&path, "")), ["Pat", "Kim"], "the release that made it goes on with the copy");
}

#[test]
fn a_file_that_a_later_release_has_upgraded_says_which_one_wrote_it() {
    let folder = folder();
    let path = old_file(&folder, &["Pat"]);
    let later = Later::release();
    open(&path).unwrap();
    drop(later);
    let mut connection = connect(&path).unwrap();
    sqlx::raw_sql("update command set program = '0.9.1'").run(&mut connection).unwrap();
    connection.close().unwrap();
    let message = open(&path).unwrap_err().to_string();
    assert!(message.contains("old.bughouse was written by a newer bughouse, 0.9.1 (its schema is"), "{message}");
    // What is no version is not repeated.
    let mut connection = connect(&path).unwrap();
    sqlx::raw_sql("update command set program = 'run rm -rf'").run(&mut connection).unwrap();
    connection.close().unwrap();
    let message = open(&path).unwrap_err().to_string();
    assert!(message.contains("was written by a newer bughouse (its schema is"), "{message}");
}

#[test]
fn each_state_that_is_upgraded_is_kept_once() {
    let folder = folder();
    let path = old_file(&folder, &["Pat"]);
    let upgrade = || {
        let _later = Later::release();
        open(&path).unwrap();
    };
    upgrade();
    // The release that made the file goes on with the copy.
    std::fs::copy(kept(&path, ""), &path).unwrap();
    upgrade();
    assert!(kept(&path, "").exists() && !kept(&path, "-2").exists(), "the same state is kept once");
    std::fs::copy(kept(&path, ""), &path).unwrap();
    enter(&path, "Robin");
    upgrade();
    assert_eq!((officials(&kept(&path, "")).len(), officials(&kept(&path, "-2")).len()), (1, 2));
}

#[test]
fn an_upgrade_that_fails_half_way_leaves_the_file_as_it_was() {
    let folder = folder();
    let path = old_file(&folder, &["Pat", "Pat"]);
    let before = std::fs::read(&path).unwrap();
    let _later = Later::release();
    assert!(open(&path).is_err());
    assert!(std::fs::read(&path).unwrap() == before);
}

#[test]
fn an_older_file_that_cannot_be_copied_is_not_upgraded() {
    let folder = folder();
    let path = old_file(&folder, &["Pat"]);
    std::fs::write(folder.path().join("old.backups"), "in the way").unwrap();
    let before = newest_schema();
    let _later = Later::release();
    assert!(open(&path).is_err());
    assert_eq!(schema_of(&path), before);
}

/// Names the file that the later release is to open.
const OPENED: &str = "BUGHOUSE_TEST_OPENED";

/// The process that is killed, where it is given what to open.
#[test]
fn opens_as_the_later_release() {
    let Some(path) = std::env::var_os(OPENED).map(PathBuf::from) else { return };
    let _later = Later::release();
    open(&path).unwrap();
}

#[test]
fn a_killed_upgrade_loses_nothing() {
    killed(12);
}

#[test]
#[ignore = "some minutes"]
fn a_thousand_killed_upgrades_lose_nothing() {
    killed(1_000);
}

/// Kills so many upgrades of a file that takes a while to copy.
fn killed(wanted: u32) {
    let folder = folder();
    let path = old_file(&folder, &["Pat"]);
    let mut connection = connect(&path).unwrap();
    let schools = "insert into command (at, kind, words) values ('', 'do', 'import');
         with recursive n (n) as (select 1 union all select n + 1 from n where n < 3000)
         insert into school (id, name) select n, 'School of the older release number ' || n from n";
    sqlx::raw_sql(AssertSqlSafe(schools.to_owned())).run(&mut connection).unwrap();
    connection.close().unwrap();
    let (old, schema) = (std::fs::read(&path).unwrap(), newest_schema());
    let mut dice = Dice::new(5);
    let (mut kills, mut before) = (0, 0);
    let mut whole = Duration::from_millis(300);
    for turn in 0.. {
        let _ = std::fs::remove_dir_all(folder.path().join("old.backups"));
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(folder.path().join(format!("old.bughouse{ending}")));
        }
        std::fs::write(&path, &old).unwrap();
        // First the whole upgrade, to know how long it takes on this day; then kills at random moments of its greater half.
        let deadline =
            if turn == 0 { Duration::from_secs(60) } else { whole.mul_f64((400 + dice.below(700)) as f64 / 1_000.0) };
        let start = Instant::now();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .arg("store::tests::upgrade::opens_as_the_later_release")
            .env(OPENED, &path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut ended = false;
        while start.elapsed() < deadline && !ended {
            ended = child.try_wait().unwrap().is_some();
            std::thread::sleep(Duration::from_micros(200));
        }
        // The machine may have less to do by now than when it was measured: a deadline that is too late kills nothing, for ever.
        if ended {
            whole = start.elapsed();
        }
        let _ = child.kill();
        let is_killed = !ended && !child.wait().unwrap().success();
        kills += u32::from(is_killed);
        let upgraded = schema_of(&path) > schema;
        assert!(upgraded || turn > 0, "the process does upgrade");
        assert!(!upgraded || kept(&path, "").exists(), "never upgraded without a copy of the old file");
        if is_killed {
            before += u32::from(!upgraded);
        }
        let later = Later::release();
        let mut store = Store::open_to_write(&path).unwrap();
        assert_eq!(store.integrity().unwrap(), Vec::<String>::new());
        assert_eq!(store.load().unwrap().tournament.schools.len(), 3000);
        store.abandon().unwrap();
        drop(later);
        assert_eq!(schema_of(&kept(&path, "")), schema, "the copy is what the older release can go on with");
        if kills >= wanted {
            break;
        }
    }
    assert!(before > 0, "no kill came in time");
}
