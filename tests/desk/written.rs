//! The way out for every file the program writes.

use crate::hall::Hall;

const REGISTRATIONS: &str = "Team,Player 1,Player 2\nRooks,Ann Lee,Ben Ortiz\nKnights,Cy Day,Dee Fox\n";

fn bytes(hall: &Hall, name: &str) -> Vec<u8> {
    std::fs::read(hall.path(name)).expect("the file is there")
}

#[test]
fn nothing_is_ever_written_onto_a_tournament_or_a_backup() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["backup", "kept.bughouse-backup"]).ok();
    hall.run(&["engine", "simulate", "--teams", "4", "--rounds", "2", "--seed", "1", "-o", "made.trf"]).ok();
    hall.write("bad.csv", "Team,Player 1,Player 2\nRooks,Ann Lee,\n");
    for file in ["spring.bughouse", "kept.bughouse-backup"] {
        let before = bytes(&hall, file);
        for words in [
            &["export", "trf"][..],
            &["export", "json"],
            &["export", "csv"],
            &["standings"],
            &["engine", "pair", "made.trf"],
            &["engine", "simulate", "--teams", "4", "--rounds", "2", "--seed", "1"],
            &["rules", "show", "--toml"],
            &["completions", "bash"],
            &["status", "--force"],
        ] {
            let words: Vec<&str> = words.iter().copied().chain(["-o", file]).collect();
            hall.run(&words).fails(2, "is not written over");
            assert!(bytes(&hall, file) == before, "{words:?}");
        }
        hall.run(&["import", "bad.csv", "--skip-bad", file]).fails(1, "is there already");
        assert!(bytes(&hall, file) == before);
    }
    hall.run(&["export", "trf", "-o", "new.bughouse"]).fails(2, "is the name of a tournament");
}

#[test]
fn a_file_of_somebody_elses_is_written_over_only_when_that_is_meant() {
    let hall = Hall::with_teams(4);
    hall.write("list.csv", REGISTRATIONS);
    hall.run(&["export", "csv", "-o", "list.csv"]).fails(1, "--force");
    assert_eq!(bytes(&hall, "list.csv"), REGISTRATIONS.as_bytes());
    hall.run(&["export", "csv", "-o", "list.csv", "--force"]).ok();
    // Its own it writes again without a word, until somebody changes it.
    hall.run(&["export", "csv", "-o", "list.csv"]).ok();
    let mut edited = bytes(&hall, "list.csv");
    edited.extend(b"a note of the director's\n");
    hall.write("list.csv", &edited);
    hall.run(&["export", "csv", "-o", "list.csv"]).fails(1, "did not make it as it is");
    assert_eq!(bytes(&hall, "list.csv"), edited);
}

#[test]
fn what_a_command_reads_it_does_not_write() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.run(&["engine", "simulate", "--teams", "4", "--rounds", "2", "--seed", "1", "-o", "made.trf"]).ok();
    hall.run(&["engine", "pair", "made.trf", "-o", "./made.trf", "--force"]).fails(2, "is read by this command");
    hall.write("bad.csv", "Team,Player 1,Player 2\nRooks,Ann Lee,\n");
    hall.run(&["import", "bad.csv", "--skip-bad", "bad.csv", "--force"]).fails(1, "is there already");
}

#[cfg(unix)]
#[test]
fn links_lead_to_their_target_and_devices_are_refused() {
    let hall = Hall::with_teams(4);
    hall.write("share.txt", "");
    std::os::unix::fs::symlink(hall.path("share.txt"), hall.path("link.txt")).expect("a link can be made");
    hall.run(&["teams", "-o", "link.txt"]).ok();
    assert!(hall.path("link.txt").is_symlink());
    assert!(String::from_utf8_lossy(&bytes(&hall, "share.txt")).contains("Team 1"));
    std::os::unix::fs::symlink("spring.bughouse", hall.path("sheet.txt")).expect("a link can be made");
    hall.run(&["teams", "-o", "sheet.txt"]).fails(2, "is not written over");
    hall.run(&["teams", "-o", "/dev/null"]).fails(2, "is a device");
}

#[test]
fn a_site_is_there_at_every_moment_and_a_linked_folder_stays_a_link() {
    let hall = Hall::with_teams(4);
    hall.run(&["publish", "site"]).ok();
    hall.write("site/left.bughouse-part", "half a page");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("site", hall.path("root")).expect("a link can be made");
        hall.run(&["publish", "root"]).ok();
        assert!(hall.path("root").is_symlink() && hall.path("root/index.html").exists());
    }
    hall.write("site/notes.txt", "mine");
    hall.run(&["publish", "site"]).fails(2, "notes.txt");
}
