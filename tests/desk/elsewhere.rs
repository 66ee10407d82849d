//! Files from elsewhere, and files under names of their own: what they ask for is not done unless it was chosen here.

use super::hall::Hall;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

/// Writes into the tournament's file behind the program's back.
pub fn tampered(hall: &Hall, sql: impl Into<String>) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime can be made");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(hall.path("spring.bughouse"));
    runtime.block_on(async {
        let mut connection = options.connect().await.expect("the file can be opened");
        sqlx::raw_sql(AssertSqlSafe(sql.into()))
            .execute(&mut connection)
            .await
            .expect("the rows are as the schema asks");
        connection.close().await.expect("it is open");
    });
}

fn folder(hall: &Hall, name: &str) -> String {
    std::fs::create_dir(hall.path(name)).expect("a folder can be made");
    hall.path(name).display().to_string()
}

fn count(hall: &Hall, name: &str) -> usize {
    std::fs::read_dir(hall.path(name)).map_or(0, Iterator::count)
}

#[test]
fn no_backup_is_written_where_the_file_alone_asks_for_it() {
    let hall = Hall::with_teams(4).with_backups();
    let named = folder(&hall, "victim");
    tampered(&hall, "insert into safekeeping (id, folder, minutes, kept) values (1, 'victim', 0, 1)");
    tampered(&hall, "update safekeeping set folder = 'victim', minutes = 1, kept = 1");
    hall.run(&["pair"]).ok().says("not chosen on this computer").says("bughouse backup --folder DIR");
    let said = hall.run(&["backup"]).ok().says("spring.backups").says("not chosen on this computer");
    said.says("bughouse backup --folder DIR");
    assert_eq!(count(&hall, "victim"), 0, "nothing goes there unasked");
    hall.run(&["backup", "--folder", &named]).ok().says("victim");
    hall.run(&["unpair"]).ok();
    hall.run(&["pair"]).ok();
    assert!(count(&hall, "victim") > 0, "chosen here, it is used");
}

#[test]
fn no_backup_elsewhere_is_deleted_because_the_file_names_it() {
    let hall = Hall::with_teams(4).with_backups();
    folder(&hall, "attic");
    hall.run(&["backup", "attic/mine.bughouse-backup"]).ok();
    tampered(&hall, "insert into safekeeping (id, kept) values (1, 1)");
    tampered(
        &hall,
        "insert into backup (at, command, path, automatic) values ('x', 0, './attic/mine.bughouse-backup', 1)",
    );
    for _ in 0..2 {
        hall.run(&["pair"]).ok();
        hall.run(&["unpair"]).ok();
    }
    assert_eq!(count(&hall, "attic"), 1, "its name stood in the list, and its folder was never chosen");
    // One of another tournament stays, wherever it lies.
    let other = Hall::with_teams(2).with_backups();
    other.run(&["undo"]).ok();
    let theirs = other.run(&["new", "autumn", "--name", "Autumn"]).ok();
    drop(theirs);
    other.run(&["-f", "autumn", "backup", "autumn.bughouse-backup"]).ok();
    std::fs::copy(other.path("autumn.bughouse-backup"), hall.path("spring.backups/theirs.bughouse-backup"))
        .expect("it can be copied");
    tampered(&hall, "update backup set path = 'theirs.bughouse-backup' where path like '%mine%'");
    hall.run(&["pair"]).ok();
    assert!(hall.path("spring.backups/theirs.bughouse-backup").exists());
}

#[test]
fn pages_are_renewed_only_where_they_were_published_from_here() {
    let (hall, laptop) = (Hall::with_teams(4).with_backups(), Hall::empty().with_backups());
    hall.run(&["publish", "site"]).ok();
    let page = std::fs::read(hall.path("site/index.html")).expect("it was published");
    let mut elsewhere = hall.command(&["round"]);
    elsewhere.env("XDG_STATE_HOME", laptop.path(""));
    super::hall::Said::by(elsewhere, "").ok();
    assert!(std::fs::read(hall.path("site/index.html")).expect("it is there") == page, "another computer asks first");
    hall.run(&["unpair"]).ok();
    hall.run(&["round"]).ok().says("updated the pages in site");
    assert!(std::fs::read(hall.path("site/index.html")).expect("it is there") != page);
}

#[test]
fn a_tournament_gets_no_name_under_which_it_cannot_be_opened_or_backed_up() {
    let hall = Hall::empty().with_backups();
    hall.run(&["new", &"n".repeat(200), "--name", "X"]).fails(2, "it is too long");
    hall.run(&["new", "a\nb", "--name", "X"]).fails(2, "nobody can type");
    #[cfg(target_os = "linux")]
    {
        let mut command = hall.command(&["new", "--name", "X"]);
        command.arg(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(b"bad\xff"));
        super::hall::Said::by(command, "").fails(2, "bad");
    }
    assert!(hall.files().is_empty(), "{:?}", hall.files());
    for name in ["file:spring", "a?mode=memory", "100%41", "spring.2", "it's \"mine\""] {
        hall.run(&["new", name, "--name", "X"]).ok();
        for typed in [name.to_owned(), format!("{name}.bughouse")] {
            hall.run(&["-f", &typed, "section", "add", &format!("S {}", typed.len())]).ok();
            hall.run(&["-f", &typed, "backup"]).ok();
        }
        hall.run(&["-f", name, "check"]).ok();
    }
    hall.run(&["-f", "spring.2", "backup", "spring.bughouse-wal"]).fails(2, "removed by the database");
}
