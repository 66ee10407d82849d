//! Killed in the middle of what does more than one row: the event, the site, the backups and the rescue are whole at every moment, and what
//! is left lying about is private and gone with the next command.

use super::hall::Hall;
use bughouse::tournament::Dice;
use std::fs;
use std::io::Write;
use std::time::{Duration, Instant};

/// How many kills of each are asked for every day.
const SHORT: u32 = 8;

#[test]
fn a_killed_restore_leaves_the_old_event_or_the_new_one() {
    restores(SHORT);
}

#[test]
fn a_killed_publish_leaves_a_site() {
    publishes(SHORT);
}

#[test]
fn a_killed_forgetting_is_finished_by_the_next_one() {
    forgettings(SHORT);
}

#[test]
fn a_killed_import_round_or_pile_of_slips_is_whole_or_not_there() {
    imports(SHORT);
    rounds(SHORT);
    piles(SHORT);
}

#[test]
fn a_killed_rescue_is_done_by_the_next_one() {
    rescues(SHORT);
    rescues_elsewhere(SHORT);
}

/// Runs a command so often, killed at a random moment of the time that it takes; `before` and `after` each, `after` knows whether it was killed.
fn killed(hall: &Hall, words: &[&str], wanted: u32, before: impl Fn(), after: impl FnMut(bool)) {
    killed_with(hall, words, "", wanted, before, after);
}

/// As [`killed`], with lines on the standard input.
fn killed_with(hall: &Hall, words: &[&str], input: &str, wanted: u32, before: impl Fn(), mut after: impl FnMut(bool)) {
    before();
    let start = Instant::now();
    hall.run_with(words, input).ok();
    let whole = start.elapsed();
    after(false);
    let (mut dice, mut kills) = (Dice::new(11), 0);
    for _ in 0..wanted * 4 {
        before();
        let deadline = whole.mul_f64(dice.below(1_100) as f64 / 1_000.0);
        let mut child = hall.command(words).spawn().expect("the binary was built with the tests");
        let _ = child.stdin.take().expect("stdin is piped").write_all(input.as_bytes());
        let start = Instant::now();
        while start.elapsed() < deadline && child.try_wait().expect("the child can be waited for").is_none() {
            std::thread::sleep(Duration::from_micros(200));
        }
        let _ = child.kill();
        let is_killed = child.wait().expect("the child can be waited for").code().is_none();
        after(is_killed);
        kills += u32::from(is_killed);
        if kills == wanted {
            return;
        }
    }
    assert!(kills > 0, "no kill came in time");
}

/// Hidden files in the tournament's folder and that of its backups.
fn left_over(hall: &Hall) -> Vec<String> {
    hall.files().into_iter().filter(|name| name.starts_with('.') || name.contains("/.")).collect()
}

/// What a killed command left can be read by its owner alone, and the next command removes it.
fn is_private_and_swept(hall: &Hall) {
    #[cfg(unix)]
    for name in left_over(hall) {
        let mode = fs::metadata(hall.path(&name))
            .map_or(0o600, |there| std::os::unix::fs::PermissionsExt::mode(&there.permissions()));
        let is_empty = fs::metadata(hall.path(&name)).is_ok_and(|there| there.len() == 0);
        // A sheet is for anybody when it is whole, too.
        let is_public = is_empty || name.ends_with("-journal") || name.starts_with(".round.txt.");
        assert!(mode & 0o077 == 0 || is_public, "{name} is for anybody: {mode:o}");
    }
    hall.run(&["check"]).ok();
    if cfg!(target_os = "linux") {
        assert_eq!(left_over(hall), Vec::<String>::new());
    }
}

/// A command from the same beginning again and again: it is in the file whole, or not at all.
fn whole_or_not_there(hall: &Hall, words: &[&str], input: &str, wanted: u32) {
    let event = || hall.run(&["export", "json", "--private"]).ok().out;
    let good = fs::read(hall.path("spring.bughouse")).expect("it is there");
    let (before, mut whole) = (event(), None);
    let begin = || {
        for ending in ["-wal", "-shm"] {
            let _ = fs::remove_file(hall.path(&format!("spring.bughouse{ending}")));
        }
        hall.write("spring.bughouse", &good);
        let _ = fs::remove_dir_all(hall.path("spring.backups"));
    };
    killed_with(hall, words, input, wanted, begin, |is_killed| {
        is_private_and_swept(hall);
        let found = event();
        if found == before {
            assert!(is_killed, "acknowledged, and not done");
        } else {
            assert_eq!(whole.get_or_insert(found.clone()), &found, "half of {words:?}");
        }
    });
}

pub fn imports(wanted: u32) {
    let hall = Hall::with_teams(2).with_backups();
    let rows = (0..60).map(|n| {
        format!("Pair {n},Ana{n} Lee,5,9{n:02},Oak {n},a{n}@example.org\nPair {n},Bo{n} Day,4,8{n:02},Elm,\n")
    });
    hall.write("entries.csv", format!("Team,Name,Grade,Rating,School,Email\n{}", rows.collect::<String>()));
    whole_or_not_there(&hall, &["import", "entries.csv", "--section", "Open", "--contacts"], "", wanted);
}

pub fn rounds(wanted: u32) {
    let hall = Hall::with_teams(12).with_backups();
    let words = ["round", "-o", "round.txt"];
    whole_or_not_there(&hall, &words, "", wanted);
    // Posted with paper or without: the same command again prints it.
    let _ = fs::remove_file(hall.path("round.txt"));
    hall.run(&words).ok();
    assert!(hall.path("round.txt").exists());
}

pub fn piles(wanted: u32) {
    let hall = Hall::with_teams(24).with_backups();
    hall.run(&["pair"]).ok();
    let slips: String = (1..=12).map(|table| format!("{table} 1am\n")).collect();
    whole_or_not_there(&hall, &["enter"], &slips, wanted);
}

/// What a killed rescue left is in nobody's way: the same command again saves everything.
pub fn rescues(wanted: u32) {
    let hall = Hall::with_teams(6).with_backups();
    hall.run(&["pair"]).ok();
    let mut bytes = fs::read(hall.path("spring.bughouse")).expect("it is there");
    bytes[..100].fill(0x5A);
    hall.write("bad", &bytes);
    fs::remove_file(hall.path("spring.bughouse")).expect("it is there");
    let words = ["-f", "bad", "recover", "spring"];
    let begin = || drop(fs::remove_file(hall.path("spring.bughouse")));
    killed(&hall, &words, wanted, begin, |is_killed| {
        assert!(fs::read(hall.path("bad")).expect("it is there") == bytes, "the damaged file is only read");
        if !hall.path("spring.bughouse").exists() {
            assert!(is_killed, "acknowledged, and not done");
            hall.run(&words).ok();
        }
        is_private_and_swept(&hall);
        assert_eq!(teams(&hall), 6);
    });
}

/// A rescue onto a stick, for one: what is left there has contacts in it, and the tournament's own folder is another.
fn rescues_elsewhere(wanted: u32) {
    let hall = Hall::with_teams(6);
    fs::create_dir(hall.path("stick")).expect("the folder can be made");
    let begin = || drop(fs::remove_file(hall.path("stick/saved.bughouse")));
    let hidden = || {
        let on_it = fs::read_dir(hall.path("stick")).expect("it is there").flatten();
        on_it.filter(|file| file.file_name().to_string_lossy().starts_with('.')).count()
    };
    let mut halves = 0;
    killed(&hall, &["recover", "stick/saved"], wanted, begin, |_| {
        halves += hidden();
        hall.run(&["standings"]).ok();
        if cfg!(target_os = "linux") {
            assert_eq!(hidden(), 0, "what was left on the stick is removed by the next command");
        }
    });
    assert!(halves > 0, "no kill came while the copy was made");
}

fn teams(hall: &Hall) -> usize {
    hall.json(&["team", "list"])["teams"].as_array().map_or(0, Vec::len)
}

pub fn restores(wanted: u32) {
    let hall = Hall::with_teams(2).with_backups();
    hall.run(&["backup", "early.bak"]).ok();
    hall.enter_teams("Open", 3..=4);
    hall.run(&["backup", "late.bak"]).ok();
    let replaced = || hall.files().iter().filter(|name| name.contains("-replaced-") && !name.starts_with('.')).count();
    let begin = || {
        hall.run(&["restore", "late.bak"]).ok();
        without_replaced(&hall);
    };
    killed(&hall, &["restore", "early.bak"], wanted, begin, |is_killed| {
        is_private_and_swept(&hall);
        match teams(&hall) {
            2 => assert_eq!(replaced(), 1, "what was there is kept"),
            4 => assert!(is_killed, "acknowledged, and done"),
            other => panic!("{other} teams: half of a restore"),
        }
    });
}

/// Removes what restores kept, so that the hundredth round has no more to read than the first.
fn without_replaced(hall: &Hall) {
    hall.files()
        .iter()
        .filter(|name| name.contains("-replaced-"))
        .for_each(|name| fs::remove_file(hall.path(name)).expect("it is there"));
}

pub fn publishes(wanted: u32) {
    let hall = Hall::with_teams(6).with_backups();
    hall.run(&["pair"]).ok();
    hall.run(&["publish", "site"]).ok();
    killed(
        &hall,
        &["publish", "site"],
        wanted,
        || {},
        |_| {
            for page in fs::read_dir(hall.path("site")).expect("there is a site at every moment").flatten() {
                if page.path().extension().is_some_and(|ending| ending == "html") {
                    let text = fs::read_to_string(page.path()).expect("pages are text");
                    assert!(text.trim_end().ends_with("</html>"), "{} is half a page", page.path().display());
                }
            }
            assert!(hall.path("site/index.html").exists() && hall.path("site/section-1-round-1.html").exists());
        },
    );
    hall.run(&["publish", "site"]).ok();
    let names = fs::read_dir(hall.path("site"))
        .expect("it is there")
        .flatten()
        .map(|page| page.file_name().to_string_lossy().into_owned());
    let names: Vec<String> = names.filter(|name| name.ends_with("part")).collect();
    assert!(names.is_empty(), "{names:?}");
}

pub fn forgettings(wanted: u32) {
    let hall = Hall::under("us-chess-2018").with_backups();
    hall.run(&["section", "add", "K-6"]).ok();
    hall.write("entries.csv", "Name,Team,Section,Email\nAnn Lee,Rooks,K-6,zqmail@example.org\nBo Kim,Rooks,K-6,\n");
    hall.run(&["import", "entries.csv", "--contacts"]).ok();
    hall.run(&["backup", "kept.bak"]).ok();
    fs::rename(hall.path("kept.bak"), hall.path("elsewhere")).expect("it can be moved");
    fs::remove_file(hall.path("entries.csv")).expect("it is there");
    let begin = || {
        hall.run(&["restore", "elsewhere"]).ok();
        without_replaced(&hall);
        for name in ["kept.bak", "spring.backups/other.bughouse-backup"] {
            let _ = fs::create_dir(hall.path("spring.backups"));
            fs::copy(hall.path("elsewhere"), hall.path(name)).expect("it can be copied");
        }
    };
    killed(&hall, &["team", "forget-contacts", "--backups"], wanted, begin, |_| {
        is_private_and_swept(&hall);
        assert_eq!(teams(&hall), 1);
        hall.run(&["team", "forget-contacts", "--backups"]).ok();
        for name in hall.files().iter().filter(|name| *name != "elsewhere" && hall.path(name).is_file()) {
            let bytes = fs::read(hall.path(name)).expect("it can be read");
            assert!(!bytes.windows(6).any(|letters| letters == b"zqmail"), "{name} still holds contacts");
        }
        hall.run(&["check"]).ok();
    });
}
