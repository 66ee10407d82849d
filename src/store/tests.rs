//! The file under the feet of a command: moved, replaced, deleted, of an older schema, half upgraded.

use super::error::StoreError;
use super::file::{Store, connect};
use super::journal::EntryKind;
use super::triggers::lay_triggers;
use super::upgrade::{APPLICATION_ID, MIGRATIONS, newest_schema};
use sqlx::{AssertSqlSafe, Connection};
use std::future::Future;
use std::path::{Path, PathBuf};

/// SHA-256 of `text`.
const HASH: &str = "982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1";

const NOW: &str = "2026-05-02T10:15:30-05:00";

fn wait<T>(what: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_time().build().expect("the system has a timer").block_on(what)
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder can be made"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    async fn tournament(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        let mut store = Store::create(&path).await.unwrap();
        store.record(EntryKind::Do, "new", None, NOW).await.unwrap();
        store.found("Spring", None, None, "id", "text", HASH, 7).await.unwrap();
        store.commit().await.unwrap();
        path
    }
}

async fn write(store: &mut Store) {
    store.record(EntryKind::Do, "official add", None, NOW).await.unwrap();
    store.add_official("Pat", crate::tournament::Role::Td, None).await.unwrap();
}

async fn officials(path: &Path) -> usize {
    let mut store = Store::open_to_read(path).await.unwrap();
    let found = store.load().await.unwrap().tournament.officials.len();
    store.abandon().await.unwrap();
    found
}

#[test]
fn nothing_is_acknowledged_in_a_file_that_was_moved_or_deleted() {
    wait(async {
        let folder = Folder::new();
        let path = folder.tournament("spring.bughouse").await;
        let mut store = Store::open_to_write(&path).await.unwrap();
        write(&mut store).await;
        std::fs::rename(&path, folder.path("elsewhere.bughouse")).unwrap();
        assert!(matches!(store.commit().await, Err(StoreError::Moved(p)) if p == path));
        assert_eq!(officials(&folder.path("elsewhere.bughouse")).await, 0);

        let path = folder.tournament("summer.bughouse").await;
        let mut store = Store::open_to_write(&path).await.unwrap();
        write(&mut store).await;
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(store.commit().await, Err(StoreError::Moved(_))));
        assert!(!path.exists());
    });
}

#[test]
fn a_command_that_waited_for_the_lock_works_in_the_file_that_was_put_in_place_meanwhile() {
    wait(async {
        let folder = Folder::new();
        let path = folder.tournament("spring.bughouse").await;
        Store::back_up(&path, &folder.path("a.bak"), NOW).await.unwrap();
        let holder = Store::open_to_write(&path).await.unwrap();
        let waiting = tokio::spawn({
            let path = path.clone();
            async move {
                let mut store = Store::open_to_write(&path).await.unwrap();
                write(&mut store).await;
                store.commit().await.unwrap();
            }
        });
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        std::fs::rename(&path, folder.path("old.bak")).unwrap();
        std::fs::rename(folder.path("spring.bughouse-wal"), folder.path("old.bak-wal")).unwrap();
        std::fs::remove_file(folder.path("spring.bughouse-shm")).unwrap();
        std::fs::rename(folder.path("a.bak"), &path).unwrap();
        holder.abandon().await.unwrap();
        waiting.await.unwrap();
        assert_eq!((officials(&path).await, officials(&folder.path("old.bak")).await), (1, 0));
    });
}

#[test]
fn new_never_takes_a_name_that_was_taken_meanwhile() {
    wait(async {
        let folder = Folder::new();
        let path = folder.path("spring.bughouse");
        let mut slow = Store::create(&path).await.unwrap();
        slow.record(EntryKind::Do, "new", None, NOW).await.unwrap();
        slow.found("Slow", None, None, "id", "text", HASH, 1).await.unwrap();
        std::fs::write(&path, "somebody was faster").unwrap();
        assert!(matches!(slow.commit().await, Err(StoreError::Exists(_))));
        assert_eq!(std::fs::read(&path).unwrap(), b"somebody was faster");
        assert_eq!(std::fs::read_dir(folder.0.path()).unwrap().count(), 1, "nothing half made is left");
    });
}

/// A file as a release with only the first migration would have left it.
async fn of_schema_one(folder: &Folder) -> PathBuf {
    let path = folder.path("old.bughouse");
    std::fs::File::create(&path).unwrap();
    let mut connection = connect(&path).await.unwrap();
    MIGRATIONS.run_to(1, &mut connection).await.unwrap();
    lay_triggers(&mut connection).await.unwrap();
    let rows = format!(
        "insert into command (at, kind, words) values ('{NOW}', 'do', 'new');
         insert into tournament (id, name, rulebook, rulebook_text, rulebook_hash, seed) values (1, 'Old', 'id', 'text', '{HASH}', 7);
         insert into command (at, kind, words) values ('{NOW}', 'do', 'official add');
         insert into official (name, role) values ('Pat', 'td');
         pragma application_id = {APPLICATION_ID};
         pragma user_version = 1"
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    path
}

async fn schema_of(path: &Path) -> i64 {
    let mut connection = connect(path).await.unwrap();
    let version = sqlx::query_scalar("pragma user_version").fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    version
}

#[test]
fn an_older_file_is_copied_then_upgraded_with_its_history() {
    wait(async {
        let folder = Folder::new();
        let path = of_schema_one(&folder).await;
        let mut store = Store::open_to_write(&path).await.unwrap();
        assert_eq!(store.integrity().await.unwrap(), Vec::<String>::new());
        let last = store.latest_undoable().await.unwrap();
        store.undo(last.number, "undo", None, NOW).await.unwrap();
        store.commit().await.unwrap();
        assert_eq!((officials(&path).await, schema_of(&path).await), (0, newest_schema()));
        let kept = folder.path("old.backups/old-before-upgrade-from-1.bughouse-backup");
        assert_eq!(schema_of(&kept).await, 1);
    });
}

#[test]
fn an_upgrade_that_fails_half_way_leaves_the_file_as_it_was() {
    wait(async {
        let folder = Folder::new();
        let path = of_schema_one(&folder).await;
        let mut connection = connect(&path).await.unwrap();
        // A later migration stumbles over this.
        sqlx::raw_sql("create table safekeeping (id integer)").execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let before = std::fs::read(&path).unwrap();
        assert!(Store::open_to_write(&path).await.is_err());
        assert!(std::fs::read(&path).unwrap() == before);
    });
}

#[test]
fn an_older_file_that_cannot_be_copied_is_not_upgraded() {
    wait(async {
        let folder = Folder::new();
        let path = of_schema_one(&folder).await;
        std::fs::write(folder.path("old.backups"), "in the way").unwrap();
        assert!(Store::open_to_write(&path).await.is_err());
        assert_eq!(schema_of(&path).await, 1);
    });
}

#[test]
fn check_sees_rows_that_were_changed_behind_the_journals_back() {
    wait(async {
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
            let path = folder.tournament("spring.bughouse").await;
            let mut store = Store::open_to_write(&path).await.unwrap();
            write(&mut store).await;
            assert_eq!(store.integrity().await.unwrap(), Vec::<String>::new());
            sqlx::raw_sql(harm).execute(&mut store.connection).await.unwrap();
            let broken = store.integrity().await.unwrap();
            assert!(broken.iter().any(|b| b.contains(told)), "{harm}: {broken:?}");
            store.abandon().await.unwrap();
            std::fs::remove_file(path).unwrap();
        }
    });
}
