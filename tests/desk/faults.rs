//! The machine fails: disk full, locked stick, file moved, nonsense in the file. Each has a clear end and loses nothing.
#![cfg(unix)]

use super::hall::{Hall, Said};
use super::serving_client::Serving;
use serde_json::json;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

fn paired() -> Hall {
    let hall = Hall::with_teams(4).with_backups();
    hall.run(&["pair"]).ok();
    hall
}

/// The same command, through a shell that first says something to the system.
fn through_shell(hall: &Hall, preparation: &str, words: &[&str]) -> Said {
    Said::by(shelled(hall, preparation, words), "")
}

fn shelled(hall: &Hall, preparation: &str, words: &[&str]) -> Command {
    let plain = hall.command(words);
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{preparation}; exec \"$0\" \"$@\"")]).arg(plain.get_program()).args(plain.get_args());
    command.current_dir(hall.path("."));
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    command
}

fn commands(hall: &Hall) -> usize {
    hall.json(&["log"])["commands"].as_array().unwrap().len()
}

#[test]
fn a_full_disk_fails_whole_at_each_write_in_turn() {
    let hall = paired();
    let (mut failed, mut done) = (0, 0);
    // Blocks of 512 bytes that any one file may have; the first write that does not fit fails.
    let size = fs::metadata(hall.path("spring.bughouse")).unwrap().len() / 512;
    for blocks in (0..=40).map(|step| size - 60 + 8 * step).chain([0, 4, 40, 80]) {
        let (before, result) = (commands(&hall), if done % 2 == 0 { "1-0" } else { "0-1" });
        let said =
            through_shell(&hall, &format!("trap '' XFSZ; ulimit -f {blocks}"), &["result", "1", result, "--replace"]);
        match said.code {
            0 => done += 1,
            3 => failed += 1,
            other => panic!("exit {other} with {blocks} blocks: {}", said.err),
        }
        assert_eq!(commands(&hall), before + usize::from(said.code == 0), "{blocks} blocks: {}", said.err);
        hall.run(&["check"]).ok();
    }
    assert!(failed > 2 && done > 2, "{failed} failed, {done} done");
}

/// There may be room for the log of a command and none for what it adds to the file.
#[test]
fn the_file_alone_is_whole_whatever_room_there_was() {
    let hall = paired();
    let row = |n: u32| format!("Late {n},Ann A{n} Lee,4,Bob B{n} Ray,5\n");
    let rows: String = (10..150).map(row).collect();
    hall.write("late.csv", format!("team,player 1,grade 1,player 2,grade 2\n{rows}"));
    let good = fs::read(hall.path("spring.bughouse")).unwrap();
    let (before, blocks, mut failed) = (commands(&hall), good.len() / 512, 0);
    for more in (0..).step_by(40) {
        let limit = format!("trap '' XFSZ; ulimit -f {}", blocks + more);
        let said = through_shell(&hall, &limit, &["import", "late.csv", "--section", "Open"]);
        let left: Vec<String> =
            hall.files().into_iter().filter(|f| f.ends_with("-wal") || f.ends_with("-shm")).collect();
        assert!(left.is_empty(), "{more} blocks, exit {}: {left:?}", said.code);
        fs::copy(hall.path("spring.bughouse"), hall.path("alone.bak")).unwrap();
        hall.run(&["-f", "alone.bak", "check"]).ok();
        if said.code == 0 {
            let body = hall.run(&["-f", "alone.bak", "log", "--json"]).ok().json();
            assert_eq!(body["commands"].as_array().unwrap().len(), before + 1, "{more} blocks");
            break;
        }
        failed += 1;
        assert_eq!(said.code, 3, "{more} blocks: {}", said.err);
        assert!(
            fs::read(hall.path("spring.bughouse")).unwrap() == good,
            "{more} blocks: exit 3, and the file is another"
        );
    }
    assert!(failed > 2, "{failed} failed");
}

#[test]
fn a_full_disk_leaves_no_begun_page_of_a_site() {
    let hall = Hall::with_teams(40);
    let said = through_shell(&hall, "trap '' XFSZ; ulimit -f 2", &["publish", "site"]);
    said.fails(3, "check the folder and the free space");
    assert!(!hall.path("site").exists(), "a new site is whole or not there");
    hall.run(&["pair"]).ok();
    hall.run(&["publish", "site"]).ok();
    let pages = || {
        let entries = fs::read_dir(hall.path("site")).unwrap().map(|page| page.unwrap().path());
        let mut pages: Vec<_> = entries.map(|page| (fs::read(&page).unwrap(), page)).collect();
        pages.sort();
        pages.into_iter().filter(|(_, page)| !page.ends_with("bughouse-site.txt")).collect::<Vec<_>>()
    };
    let before = pages();
    hall.run(&["result", "1", "1-0"]).ok();
    through_shell(&hall, "trap '' XFSZ; ulimit -f 20", &["publish", "site"]).fails(3, "free space");
    assert!(pages() == before, "an earlier site stays as it was");
}

#[test]
fn a_full_disk_leaves_no_half_made_tournament_or_backup() {
    let hall = paired();
    for blocks in (0..=400).step_by(40) {
        let name = format!("n{blocks}");
        let said = through_shell(&hall, &format!("trap '' XFSZ; ulimit -f {blocks}"), &["new", &name, "--name", "N"]);
        let file = hall.path(&format!("{name}.bughouse"));
        assert_eq!(file.exists(), said.code == 0, "{blocks} blocks: {}", said.err);
        if said.code == 0 {
            hall.run(&["-f", &name, "check"]).ok();
            fs::remove_file(file).unwrap();
        } else {
            assert_eq!(said.code, 3, "{}", said.err);
        }
        let said =
            through_shell(&hall, &format!("trap '' XFSZ; ulimit -f {blocks}"), &["backup", &format!("b{blocks}.bak")]);
        assert_eq!(hall.path(&format!("b{blocks}.bak")).exists(), said.code == 0, "{blocks} blocks: {}", said.err);
        assert!([0, 3].contains(&said.code), "{}", said.err);
    }
    for blocks in [0, 8, 40, 100, 200, 400, 600, 800, 2_400] {
        let name = format!("r{blocks}");
        let said = through_shell(&hall, &format!("trap '' XFSZ; ulimit -f {blocks}"), &["recover", &name]);
        let file = hall.path(&format!("{name}.bughouse"));
        assert_eq!(file.exists(), said.code == 0, "{blocks} blocks: {}", said.err);
        assert!([0, 3].contains(&said.code) && !said.err.contains("rollback"), "{}", said.err);
        if said.code == 0 {
            hall.run(&["-f", &name, "check"]).ok();
            fs::remove_file(file).unwrap();
        }
    }
    hall.run(&["check"]).ok();
    let parts: Vec<String> = hall
        .files()
        .into_iter()
        .filter(|f| f.contains(".part") || f.contains("making") || f.ends_with("-wal"))
        .collect();
    assert!(parts.is_empty(), "{parts:?}");
}

/// Runs a command as somebody whom permissions bind: root is bound by none.
fn as_anybody(hall: &Hall, words: &[&str]) -> Option<Said> {
    let is_root = fs::metadata("/proc/self").is_ok_and(|m| m.uid() == 0);
    if !is_root {
        return Some(hall.run(words));
    }
    let plain = hall.command(words);
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(plain.get_program()).args(plain.get_args());
    command.current_dir(hall.path(".")).env_remove("BUGHOUSE_FILE").env_remove("BUGHOUSE_OFFICIAL");
    command
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    let is_there =
        Command::new("setpriv").args(["--reuid=65534", "--clear-groups", "true"]).status().is_ok_and(|s| s.success());
    if !is_there {
        eprintln!("skipped: root is bound by no permissions, and setpriv is not here");
        return None;
    }
    Some(Said::by(command, ""))
}

fn permit(hall: &Hall, name: &str, mode: u32) {
    fs::set_permissions(hall.path(name), fs::Permissions::from_mode(mode)).unwrap();
}

/// Gives a file to whom [`as_anybody`] runs commands as.
fn own(hall: &Hall, name: &str) {
    if fs::metadata("/proc/self").is_ok_and(|m| m.uid() == 0) {
        std::os::unix::fs::chown(hall.path(name), Some(65534), Some(65534)).unwrap();
    }
}

#[test]
fn a_locked_stick_can_be_read_and_says_why_it_is_not_written() {
    let hall = paired();
    permit(&hall, "spring.bughouse", 0o444);
    permit(&hall, ".", 0o555);
    let bytes = fs::read(hall.path("spring.bughouse")).unwrap();
    for words in [&["status"][..], &["pairings"], &["standings"], &["log"], &["check"], &["standings", "--as-of", "4"]]
    {
        let Some(said) = as_anybody(&hall, words) else { return };
        let said = said.ok();
        assert!(words.contains(&"--as-of") || said.err.contains("read only"), "{}", said.err);
    }
    as_anybody(&hall, &["result", "1", "1-0"]).unwrap().fails(3, "cannot be written");
    as_anybody(&hall, &["undo"]).unwrap().fails(3, "cannot be written");
    as_anybody(&hall, &["backup"]).unwrap().fails(3, "");
    permit(&hall, ".", 0o755);
    assert!(fs::read(hall.path("spring.bughouse")).unwrap() == bytes, "the file is only read");
    hall.run(&["result", "1", "1-0"]).ok();
}

#[test]
fn a_file_that_was_protected_for_a_while_can_be_written_again() {
    let hall = paired();
    [".", "spring.backups", "spring.bughouse"].into_iter().for_each(|name| own(&hall, name));
    permit(&hall, "spring.bughouse", 0o444);
    for words in [&["status"][..], &["backup", "--list"], &["pairings"]] {
        let Some(said) = as_anybody(&hall, words) else { return };
        said.ok();
    }
    as_anybody(&hall, &["result", "1", "1-0"]).unwrap().fails(3, "cannot be written");
    assert!(!hall.path("spring.bughouse-shm").exists() && !hall.path("spring.bughouse-wal").exists());
    permit(&hall, "spring.bughouse", 0o644);
    as_anybody(&hall, &["result", "1", "1-0"]).unwrap().ok();
    // What another release left beside it.
    for log in ["spring.bughouse-shm", "spring.bughouse-wal"] {
        hall.write(log, "");
        own(&hall, log);
        permit(&hall, log, 0o444);
    }
    as_anybody(&hall, &["result", "2", "1-0"]).unwrap().ok();
}

#[test]
fn what_a_crash_left_on_a_locked_stick_is_read_too() {
    let hall = paired();
    // A kill between commit and close leaves the newest command in the log beside the file.
    let mut killed = false;
    for wait in 1..400_u64 {
        let mut child =
            hall.command(&["result", "1", if wait % 2 == 0 { "1-0" } else { "0-1" }, "--replace"]).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_micros(wait * 150));
        let _ = child.kill();
        child.wait().unwrap();
        let log = fs::metadata(hall.path("spring.bughouse-wal")).map_or(0, |m| m.len());
        killed = log > 4096;
        if killed {
            break;
        }
    }
    if !killed {
        eprintln!("skipped: no kill came between commit and close");
        return;
    }
    // The index of the log may be gone already.
    let left = ["spring.bughouse", "spring.bughouse-wal", "spring.bughouse-shm"]
        .into_iter()
        .filter(|name| hall.path(name).exists());
    let left: Vec<&str> = left.collect();
    for name in &left {
        permit(&hall, name, 0o444);
    }
    permit(&hall, ".", 0o555);
    let on_the_stick = as_anybody(&hall, &["log", "--json"]);
    permit(&hall, ".", 0o755);
    let Some(on_the_stick) = on_the_stick else { return };
    let on_the_stick = on_the_stick.ok().json();
    for name in &left {
        permit(&hall, name, 0o644);
    }
    assert_eq!(on_the_stick, hall.json(&["log"]));
}

#[test]
fn permissions_are_those_of_the_umask_and_of_the_tournament() {
    let hall = Hall::empty();
    let mode = |name: &str| fs::metadata(hall.path(name)).unwrap().permissions().mode() & 0o777;
    through_shell(&hall, "umask 027", &["new", "spring", "--name", "Spring"]).ok();
    assert_eq!(mode("spring.bughouse"), 0o640);
    hall.run(&["backup", "a.bak"]).ok();
    assert_eq!(mode("a.bak"), 0o640, "names and grades are not shown to more people than before");
    permit(&hall, "spring.bughouse", 0o600);
    hall.run(&["backup", "b.bak"]).ok();
    assert_eq!(mode("b.bak"), 0o600);
    hall.run(&["restore", "b.bak"]).ok();
    assert_eq!(mode("spring.bughouse"), 0o600);
    hall.run(&["recover", "saved"]).ok();
    assert_eq!(mode("saved.bughouse"), 0o600);
}

#[test]
fn an_emptied_file_is_distinguished_from_a_tournament() {
    let hall = paired();
    hall.write("spring.bughouse", "");
    let said = hall.run(&["status"]).fails(3, "not a bughouse tournament");
    assert!(said.err.contains("last good backup"), "{}", said.err);
    assert!(fs::read(hall.path("spring.bughouse")).unwrap().is_empty());
}

#[test]
fn a_damaged_page_is_noticed_and_not_made_worse() {
    let hall = paired();
    let good = fs::read(hall.path("spring.bughouse")).unwrap();
    let documents = [&["standings", "--json"][..], &["pairings", "--json"], &["export", "json"]];
    let documents = documents.map(|words| (words, hall.run(words).ok().out));
    for page in (0..good.len() / 4096).step_by(3) {
        let mut bad = good.clone();
        bad[page * 4096..][..1024].fill(0x5A);
        fs::write(hall.path("spring.bughouse"), &bad).unwrap();
        for (words, expected) in &documents {
            let said = hall.run(words);
            assert!(said.code == 3 || (said.code, &said.out) == (0, expected), "page {page}, {words:?}: {}", said.out);
        }
        for words in [&["check"][..], &["result", "1", "1-0"], &["status"]] {
            let said = hall.run(words);
            assert!([0, 3].contains(&said.code), "page {page}, {words:?}: {}\n{}", said.code, said.err);
            if said.code == 0 {
                // A page that is free holds nothing that could be lost.
                fs::write(hall.path("spring.bughouse"), &good).unwrap();
                hall.run(&["check"]).ok();
                break;
            }
            assert!(fs::read(hall.path("spring.bughouse")).unwrap() == bad, "page {page} after {words:?}");
        }
    }
}

/// The file may not grow any more, and then may again.
#[test]
fn a_full_disk_is_reported_and_the_same_tap_is_filed_once_there_is_room() {
    let hall = paired();
    let words = ["serve", "--bind", "127.0.0.1", "--port", "0", "--json"];
    let serving = Serving::by(&mut shelled(&hall, "mkfifo said; cat said > told & trap '' XFSZ; exec 2> said", &words));
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let limit = |bytes: &str| {
        let fsize = format!("--fsize={bytes}:unlimited");
        let set = Command::new("prlimit").args(["--pid", &serving.id(), &fsize]).status();
        set.is_ok_and(|status| status.success())
    };
    if !limit("100") {
        return eprintln!("SKIPPED: no prlimit on this machine");
    }
    let tap = |table: u32| json!({ "table": table, "result": "1-0", "request": table.to_string() });
    let refused = serving.post("/api/report", &token, &tap(1)).is(503).json();
    assert_eq!(refused["error"]["code"], 3, "{refused}");
    serving.post("/api/report", &token, &tap(2)).is(503);
    // Another process writes down what was said.
    let described = || std::fs::read_to_string(hall.path("told")).unwrap();
    (0..100)
        .take_while(|_| !described().contains("NOT ENTERED"))
        .for_each(|_| std::thread::sleep(Duration::from_millis(50)));
    let described = described();
    assert_eq!(described.matches("NOT ENTERED: what a device sent at ").count(), 1, "a line a minute: {described}");
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 0);
    assert!(limit("unlimited"));
    assert_eq!(serving.post("/api/report", &token, &tap(1)).is(200).json()["state"], "filed");
    assert_eq!(serving.post("/api/report", &token, &tap(1)).is(200).json()["state"], "filed");
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 1);
    assert_eq!(serving.close(), 0);
    hall.run(&["check"]).ok();
}

/// Nothing can be carried over from the log into the file: every door says so, again and again, and adds nothing to the log.
#[test]
fn newest_commands_that_are_in_the_log_alone_are_reported_at_every_door_until_they_are_in_the_file() {
    let hall = paired();
    let words = ["serve", "--bind", "127.0.0.1", "--port", "0", "--json"];
    let serving = Serving::by(&mut shelled(&hall, "mkfifo said; cat said > told & trap '' XFSZ; exec 2> said", &words));
    let desk = serving.enrol(&hall, "Back room", &["--role", "desk"]);
    hall.run(&["result", "1", "1-0"]).ok();
    let limit = |bytes: &str| {
        let fsize = format!("--fsize={bytes}:unlimited");
        let set = Command::new("prlimit").args(["--pid", &serving.id(), &fsize]).status();
        set.is_ok_and(|status| status.success())
    };
    if !limit("36000") {
        return eprintln!("SKIPPED: no prlimit on this machine");
    }
    let left = "the newest commands are not in";
    let said = || fs::read_to_string(hall.path("told")).unwrap();
    let until = |words: &str| {
        let begun = Instant::now();
        while !said().contains(words) {
            assert!(begun.elapsed() < Duration::from_secs(60), "{words:?} is not said: {}", said());
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    until(left);
    let old = SystemTime::now() - Duration::from_secs(20);
    fs::File::options().write(true).open(hall.path("spring.bughouse-wal")).unwrap().set_modified(old).unwrap();
    let full = "trap '' XFSZ; ulimit -f 70";
    through_shell(&hall, full, &["status"]).ok().says(left);
    through_shell(&hall, full, &["result", "2", "1-0"]).fails(3, left);
    through_shell(&hall, full, &["backup", "--every", "5"]).fails(3, left);
    for (words, exit) in [(&["status"][..], 0), (&["result", "2", "1-0"], 3)] {
        let body = serving.post("/api/command", &desk, &json!({ "words": words, "request": exit.to_string() }));
        let body = body.is(200).json();
        assert!(body["exit"] == exit && body["err"].as_str().unwrap().contains(left), "{body}");
    }
    std::thread::sleep(Duration::from_secs(3));
    assert!(!said().contains("file again"), "{}", said());
    assert!(limit("unlimited"));
    until("are in the tournament's file again");
    assert_eq!(fs::metadata(hall.path("spring.bughouse-wal")).map_or(0, |log| log.len()), 0);
    assert!(!hall.run(&["status"]).ok().err.contains(left));
    hall.run(&["result", "2", "1-0"]).ok();
    assert!(limit("36000"));
    assert_eq!(serving.close(), 0);
    assert_eq!(
        said().matches(&format!("warning: {left}")).count(),
        2,
        "when it happens, and when the hall is closed: {}",
        said()
    );
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 2);
    hall.run(&["check"]).ok();
}

/// An import of thousands of teams is one command, whose rows are looked at a page at a time.
#[cfg(target_os = "linux")]
#[test]
fn the_log_of_a_long_import_takes_little_memory() {
    let hall = paired();
    super::elsewhere::tampered(
        &hall,
        "with recursive n (x) as (select 1 union all select x + 1 from n where x < 150000)
         insert into change (command, fact, row, after)
         select 2, 'player', x, '{\"id\":' || x || ',\"name\":\"Child ' || x || '\",\"grade\":5,\"rating\":1200}' from n",
    );
    let said = through_shell(&hall, "ulimit -d 350000", &["log"]).ok();
    assert!(said.out.contains("more\n"), "{}", said.out);
}

/// An empty battery sets many a laptop's clock to its beginning, or before it.
#[test]
fn a_clock_before_1970_is_reported_and_nothing_is_changed() {
    let hall = paired();
    if Command::new("faketime").arg("--version").output().is_err() {
        eprintln!("skipped: there is no faketime here, which sets the clock of one command");
        return;
    }
    let at = |moment: &str, words: &[&str]| {
        let plain = hall.command(words);
        let mut command = Command::new("faketime");
        command.arg(moment).arg(plain.get_program()).args(plain.get_args()).current_dir(hall.path("."));
        for (name, value) in plain.get_envs().filter_map(|(name, value)| Some((name, value?))) {
            command.env(name, value);
        }
        use std::process::Stdio;
        Said::by(
            {
                command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
                command
            },
            "",
        )
    };
    let bytes = fs::read(hall.path("spring.bughouse")).unwrap();
    for words in
        [&["status"][..], &["result", "1", "1-0"], &["undo"], &["log"], &["standings", "-o", "s.html"], &["backup"]]
    {
        for moment in ["1969-06-01 12:00:00", "1901-12-14 00:00:00"] {
            at(moment, words).fails(3, "clock stands before 1970");
        }
    }
    assert!(fs::read(hall.path("spring.bughouse")).unwrap() == bytes && !hall.path("s.html").exists());
    // Where it is only wrong, everything goes on, in the order of the commands.
    at("1970-01-02 00:00:00", &["result", "1", "1-0"]).ok();
    at("2106-02-08 00:00:00", &["result", "2", "0-1"]).ok();
    hall.run(&["undo"]).ok().says("table 2");
    hall.run(&["check"]).ok();
}
