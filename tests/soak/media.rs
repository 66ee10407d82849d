//! Real media: one that fills up, one that is mounted read-only. Both need the right to mount, and are left out without it.
#![cfg(target_os = "linux")]

use crate::crash::EVENT;
use crate::hall::{Hall, Said};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A medium of its own, mounted in a hall; it is unmounted with this value.
struct Medium {
    hall: Hall,
    name: &'static str,
}

impl Medium {
    /// `None`, with a word about it, where this user may not mount.
    fn of(kilobytes: u32) -> Option<Self> {
        let hall = Hall::empty().with_backups();
        fs::create_dir(hall.path("stick")).unwrap();
        let size = format!("size={kilobytes}k");
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(hall.path("stick")).output();
        if mounted.is_ok_and(|m| m.status.success()) {
            return Some(Self { hall, name: "stick" });
        }
        eprintln!("skipped: this user may not mount a medium");
        None
    }

    fn path(&self, name: &str) -> PathBuf {
        self.hall.path(&format!("{}/{name}", self.name))
    }

    fn remount(&self, how: &str) {
        let done = Command::new("mount").args(["-o", &format!("remount,{how}")]).arg(self.path("")).status().unwrap();
        assert!(done.success(), "remount {how}");
    }

    /// Runs a command on the medium. Its temporary files go there too: often a computer has one disk only.
    fn run(&self, words: &[&str]) -> Said {
        let mut command = self.hall.command(words);
        command.current_dir(self.path("")).env("TMPDIR", self.path(""));
        Said::by(command, "")
    }

    /// Leaves so many blocks of 4,096 bytes free.
    fn leave(&self, blocks: usize) {
        use std::io::Write;
        let mut filling = fs::File::create(self.path("filling")).unwrap();
        while filling.write_all(&[7; 4096]).is_ok() {}
        let full = filling.metadata().unwrap().len();
        filling.set_len(full.saturating_sub(4096 * blocks as u64)).unwrap();
    }

    fn free(&self) {
        fs::remove_file(self.path("filling")).unwrap();
    }

    fn commands(&self) -> usize {
        if !self.path("spring.bughouse").exists() {
            return 0;
        }
        self.run(&["log", "--json"]).ok().json()["commands"].as_array().unwrap().len()
    }
}

impl Drop for Medium {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.path("")).status();
    }
}

/// Each command of an event with no room, then with room for one block more, until it goes through: so each of its writes is
/// the one that fails, once.
#[test]
#[ignore = "some minutes, and it mounts a medium"]
fn each_write_of_a_whole_event_fails_in_turn_on_a_full_medium() {
    let Some(stick) = Medium::of(4096) else { return };
    let (mut failed, mut done, mut without_backup) = (0, 0, 0);
    for line in EVENT.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let before = stick.commands();
        for blocks in 0.. {
            stick.leave(blocks);
            let said = stick.run(&words);
            if before > 0 {
                stick.run(&["status"]).ok();
                stick.run(&["check"]).ok();
                assert_eq!(
                    stick.commands(),
                    before + usize::from(said.code == 0),
                    "{line}, {blocks} blocks, still full"
                );
            }
            stick.free();
            assert_eq!(stick.commands(), before + usize::from(said.code == 0), "{line}, {blocks} blocks: {}", said.err);
            if stick.path("spring.bughouse").exists() {
                stick.run(&["check"]).ok();
            }
            let left: Vec<String> =
                fs::read_dir(stick.path("")).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
            assert!(
                left.iter().all(|f| ["spring.bughouse", "spring.backups"].contains(&f.as_str())),
                "{line}, {blocks} blocks: {left:?}"
            );
            match said.code {
                0 => {
                    done += 1;
                    without_backup += u32::from(said.err.contains("NO BACKUP"));
                    break;
                }
                // Refused for what it asks, room or not.
                1 => break,
                3 => failed += 1,
                code => panic!("{line}, {blocks} blocks: exit {code}\n{}", said.err),
            }
        }
    }
    eprintln!(
        "{done} commands done after {failed} failures; {without_backup} were done where there was no room for a backup"
    );
    assert!(failed > 2 * done && without_backup > 0, "{failed} failed, {done} done, {without_backup} without backup");
}

/// Commands of every kind with all room from none to plenty, on a medium that stays full.
#[test]
#[ignore = "some minutes, and it mounts a medium"]
fn whatever_room_there_was_the_file_alone_is_whole() {
    let Some(stick) = Medium::of(3072) else { return };
    for line in EVENT.lines().take(12) {
        stick.run(&line.split(' ').collect::<Vec<_>>());
    }
    let row = |n: u32| format!("Late {n},Ann A{n} Lee,4,Bob B{n} Ray,5\n");
    let list: String = (200..321).map(row).collect();
    let list = format!("team,player 1,grade 1,player 2,grade 2\n{list}");
    stick.hall.write("late.csv", list);
    fs::copy(stick.path("spring.bughouse"), stick.hall.path("good")).unwrap();
    let section =
        stick.run(&["section", "list", "--json"]).ok().json()["sections"][0]["section"].as_str().unwrap().to_owned();
    for words in [
        &["import", "../late.csv", "--section", &section][..],
        &["undo"],
        &["section", "add", "Late"],
        &["publish", "site"],
        &["standings", &section, "-o", "s.html"],
        &["backup", "x.bak"],
    ] {
        for blocks in (0..).step_by(2) {
            for entry in fs::read_dir(stick.path("")).unwrap().map(|entry| entry.unwrap().path()) {
                if entry.is_dir() { fs::remove_dir_all(entry).unwrap() } else { fs::remove_file(entry).unwrap() }
            }
            fs::copy(stick.hall.path("good"), stick.path("spring.bughouse")).unwrap();
            stick.leave(blocks);
            let said = stick.run(words);
            fs::copy(stick.path("spring.bughouse"), stick.hall.path("alone.bughouse")).unwrap();
            stick.hall.run(&["-f", "alone.bughouse", "check"]).ok();
            let left = fs::read_dir(stick.path("")).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
            let left: Vec<String> = left.filter(|f| !["spring.bughouse", "filling"].contains(&f.as_str())).collect();
            let is_log = |f: &String| f.ends_with("-wal") || f.ends_with("-shm");
            assert!(!left.iter().any(is_log), "{words:?}, {blocks} blocks, exit {}: {left:?}", said.code);
            match said.code {
                3 => assert!(left.is_empty(), "{words:?}, {blocks} blocks: {left:?}"),
                0 if said.err.contains("NO BACKUP") || said.err.contains("will not show") => {}
                0 => break,
                code => panic!("{words:?}, {blocks} blocks: exit {code}\n{}", said.err),
            }
        }
    }
}

#[test]
#[ignore = "mounts a medium"]
fn a_full_medium_can_be_read_and_backed_up_to_another() {
    let Some(stick) = Medium::of(1024) else { return };
    for line in EVENT.lines().take(12) {
        stick.run(&line.split(' ').collect::<Vec<_>>());
    }
    let standings = stick.run(&["standings", "--json"]).ok().out;
    stick.leave(0);
    for words in [&["status"][..], &["pairings"], &["log"], &["check"], &["standings", "--as-of", "10"]] {
        stick.run(words).ok();
    }
    assert_eq!(stick.run(&["standings", "--json"]).ok().out, standings);
    stick.run(&["result", "2", "1-0"]).fails(3, "free space");
    let elsewhere = stick.hall.path("saved.bak");
    stick.run(&["backup", elsewhere.to_str().unwrap()]).ok();
    stick.free();
    stick.hall.run(&["-f", "saved.bak", "check"]).ok();
    stick.run(&["result", "2", "1-0"]).ok();
}

#[test]
#[ignore = "mounts a medium"]
fn a_medium_mounted_read_only_is_read_and_says_why_it_is_not_written() {
    let Some(stick) = Medium::of(4096) else { return };
    for line in EVENT.lines().take(11) {
        stick.run(&line.split(' ').collect::<Vec<_>>()).ok();
    }
    let bytes = fs::read(stick.path("spring.bughouse")).unwrap();
    stick.remount("ro");
    for words in [&["status"][..], &["pairings"], &["standings"], &["log"], &["check"], &["standings", "--as-of", "10"]]
    {
        let said = stick.run(words).ok();
        assert!(words.contains(&"--as-of") || said.err.contains("read only"), "{}", said.err);
    }
    for words in [&["result", "2", "1-0"][..], &["undo"], &["pair"], &["backup", "--every", "5"]] {
        stick.run(words).fails(3, "cannot be written");
    }
    stick.run(&["backup", "beside.bak"]).fails(3, "");
    stick.run(&["backup", stick.hall.path("saved.bak").to_str().unwrap()]).ok();
    stick.remount("rw");
    assert!(fs::read(stick.path("spring.bughouse")).unwrap() == bytes);
    stick.run(&["result", "2", "1-0"]).ok();
}

#[test]
#[ignore = "mounts a medium"]
fn a_stick_for_backups_that_is_full_or_locked_is_reported_until_one_succeeds() {
    let Some(stick) = Medium::of(1024) else { return };
    let hall = &stick.hall;
    hall.run(&["new", "spring", "--name", "Spring", "--seed", "3"]).ok();
    hall.run(&["section", "add", "Open"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["backup", "--folder", "stick"]).ok();
    let loud = |said: Said| {
        assert!(said.err.contains("NO BACKUP where you asked for it"), "{}", said.err);
        let status = hall.run(&["status"]).ok();
        assert!(status.out.contains("NO BACKUP") && status.out.contains("last backup"), "{}", status.out);
    };
    stick.leave(0);
    loud(hall.run(&["pair"]).ok());
    stick.free();
    stick.remount("ro");
    hall.run(&["unpair"]).ok();
    loud(hall.run(&["pair"]).ok());
    assert!(hall.backups().len() >= 2, "they went beside: {:?}", hall.files());
    stick.remount("rw");
    hall.run(&["unpair"]).ok();
    assert!(!hall.run(&["status"]).ok().out.contains("NO BACKUP"));
}
