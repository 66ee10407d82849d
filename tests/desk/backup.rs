//! `backup`, `restore`: verified copies, and the way back from a lost or damaged file.

use super::hall::Hall;
use std::fs;

/// A posted round and one result, and the backup that the posting made.
fn hall_with_backup() -> (Hall, String) {
    let hall = Hall::with_teams(4).with_backups();
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    let backup = hall.backups().pop().expect("a round was posted");
    (hall, backup)
}

/// Writes nonsense into the middle of a file.
fn damage(hall: &Hall, name: &str) {
    let mut bytes = fs::read(hall.path(name)).unwrap();
    let end = bytes.len();
    for page in bytes[8192..end].chunks_mut(4096) {
        page[..200].fill(0xA5);
    }
    fs::write(hall.path(name), bytes).unwrap();
}

#[test]
fn every_posted_round_is_backed_up() {
    let (hall, _) = hall_with_backup();
    hall.run(&["result", "2", "1-0"]).ok();
    assert_eq!(hall.backups().len(), 1, "a result alone is not worth a copy");
    hall.run(&["pair"]).ok();
    assert_eq!(hall.backups().len(), 2);
    let status = hall.json(&["status"]);
    assert_eq!(status["safety"]["commands_since"], 0);
    assert!(status["safety"]["problem"].is_null());
    assert!(hall.run(&["status"]).ok().out.contains("last backup"));
}

#[test]
fn seconds_of_changes_are_not_backed_up() {
    let hall = Hall::with_teams(2).with_backups();
    assert!(hall.backups().is_empty());
    hall.run(&["backup", "--every", "1", "--keep", "3"]).ok();
    assert_eq!(hall.backups().len(), 1);
    hall.run(&["team", "edit", "1", "--name", "Knights"]).ok();
    assert_eq!(hall.backups().len(), 1, "seconds after the last one none is due");
}

#[test]
fn only_the_newest_automatic_ones_are_kept() {
    let hall = Hall::with_teams(4).with_backups();
    hall.run(&["backup", "--keep", "2"]).ok();
    hall.run(&["backup", "mine.bak"]).ok();
    for _ in 0..4 {
        hall.run(&["pair"]).ok();
        hall.run(&["unpair"]).ok();
    }
    let kept = hall.backups();
    assert_eq!(kept.len(), 3, "two automatic ones and the one that was asked for: {kept:?}");
    assert!(hall.path("mine.bak").exists());
}

#[test]
fn none_is_made_where_none_is_wanted() {
    let hall = Hall::with_teams(4).with_backups();
    let mut command = hall.command(&["pair"]);
    command.env("BUGHOUSE_NO_BACKUP", "1");
    super::hall::Said::by(command, "").ok();
    hall.run(&["backup", "--every", "0", "mine.bak"]).ok();
    hall.run(&["unpair"]).ok();
    assert!(hall.backups().is_empty());
}

#[test]
fn a_backup_holds_what_the_tournament_held() {
    let (hall, _) = hall_with_backup();
    let standings = hall.run(&["standings", "--json"]).out;
    let made = hall.json(&["backup", "copy.bak"]);
    assert_eq!(made["verified"], true);
    hall.run(&["result", "1", "0-1", "--replace"]).ok();
    assert_eq!(hall.run(&["-f", "copy.bak", "standings", "--json"]).ok().out, standings);
    hall.run(&["-f", "copy.bak", "check"]).ok();
}

#[test]
fn a_backup_never_overwrites_something_else() {
    let (hall, _) = hall_with_backup();
    hall.run(&["backup", "copy.bughouse"]).fails(2, "copy.bughouse-backup");
    hall.write("notes.txt", "dear diary");
    hall.run(&["backup", "notes.txt"]).fails(1, "isn't a backup");
    hall.run(&["backup", "a.bak"]).ok();
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["backup", "a.bak"]).ok();
    hall.run(&["undo"]).ok();
    hall.run(&["new", "autumn", "--name", "Autumn"]).ok();
    hall.run(&["-f", "autumn", "backup", "a.bak"]).fails(1, "Spring Bughouse");
    hall.run(&["-f", "spring", "backup", "no/such/folder.bak"]).fails(2, "no folder");
    hall.run(&["-f", "spring", "backup", "--folder", "nowhere"]).fails(2, "no folder");
}

#[test]
fn a_pulled_stick_is_reported_and_the_backup_goes_beside() {
    let hall = Hall::with_teams(4).with_backups();
    fs::create_dir(hall.path("stick")).unwrap();
    hall.run(&["backup", "--folder", "stick"]).ok();
    assert_eq!(fs::read_dir(hall.path("stick")).unwrap().count(), 1);
    fs::remove_dir_all(hall.path("stick")).unwrap();
    let said = hall.run(&["pair"]).ok();
    assert!(said.err.contains("NO BACKUP"), "{}", said.err);
    assert_eq!(hall.backups().len(), 1);
}

#[test]
fn a_backup_that_fails_is_loud_and_stops_nothing() {
    let hall = Hall::with_teams(4).with_backups();
    // A file where the folder should be.
    hall.write("spring.backups", "in the way");
    let said = hall.run(&["pair"]).ok();
    assert!(said.err.contains("NO BACKUP could be made"), "{}", said.err);
    let status = hall.run(&["status"]).ok();
    assert!(status.err.contains("NO BACKUP") && status.out.contains("NO BACKUP"), "{}\n{}", status.out, status.err);
    assert!(!hall.json(&["status"])["safety"]["problem"].is_null());
    fs::remove_file(hall.path("spring.backups")).unwrap();
    hall.run(&["result", "1", "1-0"]).ok();
    assert!(hall.json(&["status"])["safety"]["problem"].is_null(), "the next command makes up for it");
}

#[test]
fn restore_keeps_the_file_that_was_there() {
    let (hall, backup) = hall_with_backup();
    let said = hall.json(&["restore", &backup]);
    assert_eq!(said["commands_not_in_it"].as_array().unwrap().len(), 1, "the result of table 1");
    assert!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"].is_null());
    let kept = said["kept"].as_str().unwrap();
    assert!(!kept.ends_with(".bughouse"));
    hall.run(&["check"]).ok();
    // A newer file lacks nothing, and of one that went another way what came after the fork is named, and no more.
    let newer = hall.json(&["restore", kept, "--dry-run"]);
    assert_eq!(newer["commands_not_in_it"], serde_json::json!([]));
    hall.run(&["result", "2", "0-1"]).ok();
    let forked = hall.json(&["restore", kept]);
    assert_eq!(forked["commands_not_in_it"].as_array().unwrap().len(), 1, "the result of table 2");
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], "1-0");
}

#[test]
fn a_dry_restore_says_what_would_be_lost() {
    let (hall, backup) = hall_with_backup();
    let before = fs::read(hall.path("spring.bughouse")).unwrap();
    let said = hall.run(&["restore", &backup, "--dry-run"]).ok();
    assert!(said.out.contains("enter these again") && said.out.contains("table 1"), "{}", said.out);
    assert!(fs::read(hall.path("spring.bughouse")).unwrap() == before, "the file is untouched");
}

#[test]
fn a_bad_backup_is_refused_and_the_good_file_stays() {
    let (hall, backup) = hall_with_backup();
    let before = fs::read(hall.path("spring.bughouse")).unwrap();
    damage(&hall, &backup);
    hall.run(&["restore", &backup]).fails(3, "not touched");
    hall.write("diary.bak", "dear diary");
    hall.run(&["restore", "diary.bak"]).fails(2, "not a bughouse tournament");
    hall.run(&["restore", "nothing.bak"]).fails(2, "no file");
    hall.run(&["new", "autumn", "--name", "Autumn"]).ok();
    hall.run(&["-f", "autumn", "backup", "autumn.bak"]).ok();
    hall.run(&["-f", "spring", "restore", "autumn.bak"]).fails(1, "another tournament");
    hall.run(&["new", "winter", "--name", "Winter", "--seed", "3"]).ok();
    hall.run(&["-f", "winter", "backup", "winter.bak"]).ok();
    hall.run(&["-f", "spring", "restore", "winter.bak"]).fails(1, "another tournament");
    assert!(fs::read(hall.path("spring.bughouse")).unwrap() == before, "the file is untouched");
}

#[test]
fn a_damaged_file_names_the_last_good_backup() {
    let (hall, backup) = hall_with_backup();
    damage(&hall, "spring.bughouse");
    let damaged = fs::read(hall.path("spring.bughouse")).unwrap();
    for words in [&["status"][..], &["result", "2", "1-0"], &["check"], &["backup"]] {
        let said = hall.run(words).fails(3, "damaged");
        assert!(
            said.err.contains("last good backup") && said.err.contains(&backup) && said.err.contains("up to command"),
            "{}",
            said.err
        );
    }
    assert!(fs::read(hall.path("spring.bughouse")).unwrap() == damaged, "never made worse");
    hall.run(&["restore", &backup]).ok();
    hall.run(&["check"]).ok();
    assert_eq!(hall.tables().len(), 2);
}

#[test]
fn a_lost_file_comes_back() {
    let (hall, backup) = hall_with_backup();
    fs::remove_file(hall.path("spring.bughouse")).unwrap();
    hall.run(&["status"]).fails(2, "restore");
    let said = hall.run(&["-f", "spring.bughouse", "status"]).fails(2, "no file");
    assert!(said.err.contains(&backup), "{}", said.err);
    hall.run(&["restore", &backup]).ok();
    assert_eq!(hall.tables().len(), 2);
    hall.run(&["check"]).ok();
}

#[test]
fn a_backup_that_was_carried_to_another_laptop_makes_the_tournament_there() {
    let (hall, _) = hall_with_backup();
    hall.run(&["backup", "stick.backup"]).ok();
    let other = Hall::empty().with_backups();
    other.write("stick.backup", fs::read(hall.path("stick.backup")).unwrap());
    other.run(&[]).fails(2, "bughouse restore stick.backup");
    other.run(&["restore", "stick.backup"]).ok();
    assert!(other.path("stick.bughouse").exists());
    assert_eq!(other.tables(), hall.tables());
}

#[test]
fn an_old_log_beside_a_restored_file_is_not_taken_for_its_own() {
    let (hall, backup) = hall_with_backup();
    fs::remove_file(hall.path("spring.bughouse")).unwrap();
    hall.write("spring.bughouse-wal", [7; 9000]);
    hall.write("spring.bughouse-shm", [7; 32768]);
    hall.run(&["restore", &backup]).ok();
    hall.run(&["check"]).ok();
    assert_eq!(hall.tables().len(), 2);
}

#[test]
fn what_a_killed_command_left_is_removed_by_the_next_one() {
    let hall = Hall::with_teams(2).with_backups();
    let left = |name: &str| hall.write(name, "names and telephone numbers");
    // No system gives a process this number.
    let abandoned = [
        ".spring.bughouse.restoring-4194999",
        ".spring.bughouse.part-4194999-wal",
        // Of a backup that was given a name of its own, and of a rescue.
        ".may.db.copying-4194999",
        ".saved.bughouse.making-4194999",
    ];
    let running = format!(".spring.bughouse.part-{}", std::process::id());
    abandoned.iter().chain([&running.as_str()]).for_each(|name| left(name));
    hall.write(".table.txt.part-4194998", "names");
    hall.run(&["standings", "-o", "table.txt"]).ok();
    if cfg!(unix) {
        assert!(abandoned.iter().all(|name| !hall.path(name).exists()), "a command that reads removes them too");
        assert!(!hall.path(".table.txt.part-4194998").exists());
        left(".may.db.copying-4194999");
        hall.run(&["backup", "may.db"]).ok();
        assert!(!hall.path(".may.db.copying-4194999").exists(), "so does a backup");
        fs::create_dir(hall.path("stick")).expect("the folder can be made");
        left("stick/.may.db.copying-4194999");
        hall.run(&["backup", "stick/june.db"]).ok();
        assert!(!hall.path("stick/.may.db.copying-4194999").exists(), "the next backup there removes it");
    }
    assert!(hall.path(&running).exists());
}

#[cfg(unix)]
#[test]
fn a_restore_follows_a_link_and_leaves_it_one() {
    let hall = Hall::with_teams(2).with_backups();
    hall.run(&["backup", "two.bak"]).ok();
    hall.enter_teams("Open", 3..=4);
    std::fs::rename(hall.path("spring.bughouse"), hall.path("real.db")).expect("it can be moved");
    std::os::unix::fs::symlink("real.db", hall.path("spring.bughouse")).expect("a link can be made");
    let said = hall.json(&["restore", "two.bak"]);
    assert_eq!(said["commands_not_in_it"].as_array().map(Vec::len), Some(2), "{said}");
    assert!(hall.path("spring.bughouse").is_symlink());
    assert_eq!(hall.json(&["team", "list"])["teams"].as_array().map(Vec::len), Some(2));
    hall.run(&["undo"]).ok();
    hall.run(&["check"]).ok();
}

#[test]
fn a_damaged_file_names_the_newest_backup_wherever_it_was_put() {
    let (hall, beside) = hall_with_backup();
    fs::create_dir(hall.path("stick")).unwrap();
    hall.run(&["backup", "--folder", "stick"]).ok();
    hall.run(&["result", "2", "1-0"]).ok();
    let newest = hall.json(&["backup"])["backup"].as_str().unwrap().to_owned();
    let newest = newest.rsplit('/').next().unwrap();
    damage(&hall, "spring.bughouse");
    hall.run(&["status"]).fails(3, "last good backup").says(newest);
    // What is missing from an older one nobody can list; the newer one is named.
    let said = hall.run(&["restore", &beside, "--dry-run"]).ok();
    said.says("NOT THE NEWEST").says(&format!("bughouse restore {}", hall.path("stick").join(newest).display()));
    fs::rename(hall.path("stick"), hall.path("pocket")).unwrap();
    hall.run(&["status"]).fails(3, &beside).says("plug in the USB stick first").says("/stick");
    let said = hall.run(&["restore", &beside]).ok().says("plug in the USB stick first").says("it could not be read");
    let kept = said.out.split(" is kept as ").nth(1).unwrap().lines().next().unwrap();
    assert!(said.out.contains(&format!("bughouse -f {kept} recover SAVED.bughouse")), "{}", said.out);
    fs::remove_file(hall.path("spring.bughouse")).unwrap();
    fs::rename(hall.path("pocket"), hall.path("stick")).unwrap();
    hall.run(&["-f", "spring.bughouse", "status"]).fails(2, newest);
}

#[test]
fn what_is_typed_next_names_the_tournament_that_was_put_beside_another() {
    let (hall, backup) = hall_with_backup();
    hall.run(&["-f", "second", "restore", &backup]).ok().says("next: bughouse -f second.bughouse status");
    hall.run(&["-f", "second.bughouse", "status"]).ok().says("0 commands since");
}

#[test]
fn a_restore_names_what_held_and_not_what_was_taken_back() {
    let (hall, backup) = hall_with_backup();
    hall.run(&["result", "2", "0-1"]).ok();
    hall.run(&["undo", "2"]).ok();
    hall.run(&["team", "add", "Late", "--section", "Open", "--player", "A a,5", "--player", "B b,5"]).ok();
    let said = hall.run(&["restore", &backup, "--dry-run"]).ok().out;
    assert!(said.contains("Late") && !said.contains("undo") && !said.contains("table"), "{said}");
    assert_eq!(hall.json(&["restore", &backup, "--dry-run"])["commands_not_in_it"].as_array().map(Vec::len), Some(1));
    // What was taken back and is in the backup is back.
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["backup", "later.bak"]).ok();
    hall.run(&["undo"]).ok();
    let said = hall.run(&["restore", "later.bak"]).ok().out;
    let at = said.find("bughouse undo --only ").expect("the line to type");
    let line: Vec<&str> = said[at..].lines().next().unwrap_or_default().split(' ').skip(1).collect();
    assert!(said.contains("back in force, though since undone: "), "{said}");
    hall.run(&line).ok();
    assert!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"].is_null());
}

#[test]
fn a_backup_in_another_folder_is_numbered_by_what_lies_there() {
    let hall = Hall::with_teams(2).with_backups();
    std::fs::create_dir(hall.path("stick")).expect("a folder can be made");
    hall.run(&["backup"]).ok();
    let name = hall.backups().pop().expect("one was made");
    let version = name.split('-').nth(1).expect("the number of the command").to_owned();
    // Whichever second it is, a backup of it lies beside the file already.
    let now = chrono::Local::now();
    for second in 0..90 {
        let moment = (now + chrono::TimeDelta::seconds(second)).format("%Y%m%d-%H%M%S");
        hall.write(&format!("spring.backups/spring-{version}-{moment}.bughouse-backup"), "another");
    }
    let is_first = |named: &str| named.matches('-').count() == name.matches('-').count();
    for words in
        [&["backup", "--folder", "stick", "--dry-run"][..], &["backup", "stick"], &["backup", "--folder", "stick"]]
    {
        let named = hall.json(words)["backup"].as_str().expect("a name").to_owned();
        let file = named.rsplit('/').next().expect("it has one").to_owned();
        let _ = fs::remove_file(hall.path("stick").join(&file));
        assert!(named.contains("stick/") && is_first(&format!("spring.backups/{file}")), "{words:?}: {named}");
    }
}

/// A copied folder, in which the oldest backup is the youngest file.
fn copied(hall: &Hall) -> Hall {
    let other = Hall::empty().with_backups();
    fs::create_dir(other.path("spring.backups")).expect("a folder can be made");
    for backup in hall.backups().into_iter().rev() {
        other.write(&backup, fs::read(hall.path(&backup)).expect("it is there"));
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    other
}

#[test]
fn the_newest_backup_is_identified_by_its_number_and_not_by_its_file() {
    let (hall, oldest) = hall_with_backup();
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["pair"]).ok();
    let newest = hall.backups().pop().expect("a second round was posted");
    let other = copied(&hall);
    other.run(&["status"]).fails(2, &newest);
    other.run(&["-f", "spring.bughouse", "status"]).fails(2, &newest);
    other.run(&["restore", &oldest]).ok().says("NOT THE NEWEST").says(&newest);
    let listed = other.run(&["backup", "--list"]).ok().out;
    assert!(newest.rsplit('/').next().is_some_and(|name| listed.contains(name)), "{listed}");
    damage(&other, "spring.bughouse");
    other.run(&["status"]).fails(3, &newest);
}

#[test]
fn after_a_restore_the_history_that_was_gone_on_with_is_the_newest() {
    let (hall, first) = hall_with_backup();
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["pair"]).ok();
    let left = hall.backups().pop().expect("a second round was posted");
    std::thread::sleep(std::time::Duration::from_secs(1));
    hall.run(&["restore", &first]).ok();
    hall.run(&["result", "2", "0-1"]).ok();
    hall.run(&["backup"]).ok();
    let newest = hall.backups().into_iter().find(|name| *name != first && *name != left).expect("it was just made");
    let other = copied(&hall);
    other.run(&["-f", "spring.bughouse", "status"]).fails(2, &newest);
}

#[test]
fn after_a_wrong_restore_that_was_put_right_the_history_that_was_left_is_not_the_newest() {
    let (hall, wrong) = hall_with_backup();
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["pair"]).ok();
    let right = hall.backups().pop().expect("a second round was posted");
    std::thread::sleep(std::time::Duration::from_secs(1));
    hall.run(&["restore", &wrong]).ok();
    hall.run(&["result", "2", "0-1"]).ok();
    hall.run(&["backup"]).ok();
    hall.run(&["restore", &right]).ok();
    damage(&hall, "spring.bughouse");
    hall.run(&["status"]).fails(3, &right);
}

#[test]
fn a_stick_that_was_named_by_the_way_to_it_is_known_when_it_is_pulled() {
    let hall = Hall::with_teams(4).with_backups();
    fs::create_dir(hall.path("desk")).unwrap();
    fs::create_dir(hall.path("usb")).unwrap();
    hall.run(&["backup", "--folder", "desk/../usb"]).ok();
    fs::remove_dir_all(hall.path("usb")).unwrap();
    let said = hall.run(&["pair"]).ok();
    assert!(said.err.contains("NO BACKUP where you asked for it: there is no"), "{}", said.err);
    let status = hall.run(&["status"]).ok().out;
    assert!(status.contains("NO BACKUP where you asked for it") && status.contains("last backup"), "{status}");
}

#[test]
fn a_sitting_that_makes_no_backups_makes_none_in_its_lines() {
    let hall = Hall::with_teams(4).with_backups();
    let backups = || std::fs::read_dir(hall.path("spring.backups")).map_or(0, Iterator::count);
    let before = backups();
    hall.run_with(&["shell", "--no-backup"], "pair\n").ok();
    assert_eq!(backups(), before);
    hall.run_with(&["shell"], "result 1 1-0\nresult 2 1-0\npair\n").ok();
    assert!(backups() > before, "a round makes one otherwise");
}
