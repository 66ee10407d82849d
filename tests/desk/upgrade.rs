//! Killed in the middle of an upgrade: the file opens, nothing of it is lost, and the copy of the old one is there.

use super::hall::{Hall, Said};
use bughouse::tournament::Dice;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Schools in the older file: enough that the copy takes about as long as the upgrade.
const SCHOOLS: u32 = 300;

const KEPT: &str = "spring.backups/spring-before-upgrade-from-1.bughouse-backup";

#[test]
fn a_killed_upgrade_loses_nothing() {
    killed(12);
}

/// Kills so many upgrades.
pub fn killed(wanted: u32) {
    let hall = Hall::empty();
    // The rulebook's text must be the one of its hash.
    let donor = Hall::under("us-chess-2018");
    now(older_file(&hall.path("old"), &donor.path("spring.bughouse"))).unwrap();
    let old = fs::read(hall.path("old")).unwrap();
    fs::remove_file(hall.path("old")).unwrap();
    let mut dice = Dice::new(5);
    let (mut kills, mut before, mut after, mut with_copy) = (0, 0, 0, 0);
    let mut whole = Duration::from_millis(300);
    for turn in 0.. {
        let _ = fs::remove_dir_all(hall.path("spring.backups"));
        for ending in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(hall.path(&format!("spring.bughouse{ending}")));
        }
        hall.write("spring.bughouse", &old);
        // First the whole upgrade, to know how long it takes on this day; then kills at random moments of its greater half.
        let deadline =
            if turn == 0 { Duration::from_secs(60) } else { whole.mul_f64((400 + dice.below(700)) as f64 / 1_000.0) };
        let start = Instant::now();
        let mut child = hall.command(&["status"]).spawn().unwrap();
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
        let is_killed = child.wait().unwrap().code().is_none();
        kills += u32::from(is_killed);
        let kept = hall.path(KEPT);
        let upgraded = now(schema_of(&hall.path("spring.bughouse"))).unwrap() > 1;
        assert!(!upgraded || kept.exists(), "never upgraded without a copy of the old file");
        if is_killed {
            before += u32::from(!upgraded);
            after += u32::from(upgraded);
            with_copy += u32::from(!upgraded && kept.exists());
        }
        hall.run(&["check"]).ok();
        assert_eq!(hall.json(&["official", "list"])["officials"][0]["name"], "Pat");
        assert_eq!(hall.json(&["school", "list"])["schools"].as_array().unwrap().len(), SCHOOLS as usize);
        assert_eq!(now(schema_of(&kept)).unwrap(), 1, "the copy is what the older release can go on with");
        let restored: Said = hall.run(&["-f", "again.bughouse", "restore", KEPT]);
        assert_eq!(restored.code, 0, "{}", restored.err);
        fs::remove_file(hall.path("again.bughouse")).unwrap();
        if kills >= wanted {
            break;
        }
    }
    eprintln!(
        "{kills} kills: {before} times the file was as before ({with_copy} of them copied already), {after} times it was upgraded"
    );
    assert!(before > 0, "no kill came in time");
}

/// Documents remembered before schema 14 stand in the file as the words of their commands.
#[test]
fn what_an_older_file_remembers_is_known_after_its_upgrade() {
    let hall = Hall::empty();
    let old = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/databases/schema-0009.bughouse");
    std::fs::copy(old, hall.path("spring.bughouse")).expect("the folder is ours");
    let rows = "insert into printed (at, title, section, round, words, path, format, hash, command) values
         ('2026-05-02T09:00:00-05:00', 'Pairings by table', 1, 1, '[\"pairings\",\"{section}\",\"--round\",\"1\",\"--by\",\"table\"]', 'a.html', 'html', '', 1),
         ('2026-05-02T09:00:00-05:00', 'Standings', 1, 1, '[\"standings\",\"{section}\",\"--after\",\"1\",\"--by-class\"]', 'b.html', 'html', '', 1),
         ('2026-05-02T09:00:00-05:00', 'Teams by name', null, null, '[\"teams\",\"--by\",\"name\"]', 'c.html', 'html', '', 1),
         ('2026-05-02T09:00:00-05:00', 'Partners', 1, null, '[\"partner\",\"list\",\"--section\",\"{section}\"]', 'd.html', 'html', '', 1),
         ('2026-05-02T09:00:00-05:00', 'Incidents', null, null, '[\"report\",\"--incidents\"]', 'e.html', 'html', '', 1),
         ('2026-05-02T09:00:00-05:00', 'Site', null, null, '[\"publish\"]', 'site', 'site', '', 1),
         ('2026-05-02T09:00:00-05:00', 'Unknown', null, null, '[\"dance\"]', 'f.html', 'html', '', 1)";
    now(write(&hall.path("spring.bughouse"), rows)).unwrap();
    hall.run(&["team", "edit", "1", "--name", "Renamed"]).ok();
    let documents = hall.json(&["stale", "--all"])["documents"].as_array().unwrap().clone();
    let mut again: Vec<String> = documents.iter().map(|d| d["again"].as_str().unwrap_or("-").to_owned()).collect();
    let section = hall.json(&["section", "list"])["sections"][0]["section"].as_str().expect("a name").to_owned();
    let section = if section.contains(' ') { format!("\"{section}\"") } else { section };
    let mut expected = [
        format!("bughouse pairings {section} --round 1 --by table -o a.html"),
        format!("bughouse standings {section} --after 1 --by-class -o b.html"),
        "bughouse teams --by name -o c.html".to_owned(),
        format!("bughouse partner list --section {section} -o d.html"),
        "bughouse report --incidents -o e.html".to_owned(),
        "bughouse publish site".to_owned(),
    ];
    again.sort();
    expected.sort();
    assert_eq!(again, expected);
}

async fn write(path: &Path, rows: &'static str) -> Result<(), sqlx::Error> {
    let mut file = open(path, false).await?;
    sqlx::raw_sql(rows).execute(&mut file).await?;
    file.close().await
}

fn now<T>(what: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_time().build().expect("the system has a timer").block_on(what)
}

async fn open(path: &Path, make: bool) -> Result<SqliteConnection, sqlx::Error> {
    SqliteConnectOptions::new().filename(path).create_if_missing(make).disable_statement_logging().connect().await
}

async fn schema_of(path: &Path) -> Result<i64, sqlx::Error> {
    let mut file = open(path, false).await?;
    let version = sqlx::query_scalar("pragma user_version").fetch_one(&mut file).await?;
    file.close().await?;
    Ok(version)
}

/// A file as a release with only the first migration would have left it, without the triggers, which the upgrade lays anew.
async fn older_file(path: &Path, donor: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut file = open(path, true).await?;
    sqlx::migrate!("./migrations").run_to(1, &mut file).await?;
    let rows = format!(
        "attach '{}' as donor;
         insert into command (at, kind, words) values ('2026-05-02T08:00:00-05:00', 'do', 'new');
         insert into tournament (id, name, date, venue, rulebook, rulebook_text, rulebook_hash, seed)
         select id, name, date, venue, rulebook, rulebook_text, rulebook_hash, seed from donor.tournament;
         insert into change (command, fact, row, after)
         select 1, fact, row, after from donor.change where fact = 'tournament';
         insert into command (at, kind, words) values ('2026-05-02T08:01:00-05:00', 'do', 'official add');
         insert into official (id, name, role) values (1, 'Pat', 'td');
         insert into change (command, fact, row, after)
         select 2, 'official', id, json_object('id', id, 'name', name, 'role', role, 'section', section) from official;
         insert into command (at, kind, words) values ('2026-05-02T08:02:00-05:00', 'do', 'import');
         with recursive n (n) as (select 1 union all select n + 1 from n where n < {SCHOOLS})
         insert into school (id, name) select n, 'School of the older release number ' || n from n;
         insert into change (command, fact, row, after) select 3, 'school', id, json_object('id', id, 'name', name) from school;
         detach donor;
         pragma application_id = 0x42554748;
         pragma user_version = 1",
        donor.display()
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut file).await?;
    file.close().await?;
    Ok(())
}
