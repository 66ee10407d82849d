//! The way out for every file the program writes.

use crate::hall::{Hall, Said};

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
            hall.run(&words).fails(2, "is never overwritten");
            assert!(bytes(&hall, file) == before, "{words:?}");
        }
        hall.run(&["import", "bad.csv", "--skip-bad", file]).fails(1, "already exists");
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
    hall.run(&["export", "csv", "-o", "list.csv"]).fails(1, "has changed since bughouse made it");
    assert_eq!(bytes(&hall, "list.csv"), edited);
}

#[test]
fn what_a_command_reads_it_does_not_write() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.run(&["engine", "simulate", "--teams", "4", "--rounds", "2", "--seed", "1", "-o", "made.trf"]).ok();
    hall.run(&["engine", "pair", "made.trf", "-o", "./made.trf", "--force"]).fails(2, "so it can't overwrite it");
    hall.write("bad.csv", "Team,Player 1,Player 2\nRooks,Ann Lee,\n");
    hall.run(&["import", "bad.csv", "--skip-bad", "bad.csv", "--force"]).fails(1, "already exists");
}

#[cfg(unix)]
#[test]
fn links_lead_to_their_target_and_devices_are_refused() {
    let hall = Hall::with_teams(4);
    hall.write("share.txt", "");
    std::os::unix::fs::symlink(hall.path("share.txt"), hall.path("link.txt")).expect("a link can be made");
    hall.run(&["teams", "-o", "link.txt"]).ok();
    assert!(hall.path("link.txt").is_symlink());
    // Also to a name under which a tournament would be looked for.
    std::os::unix::fs::symlink("nowhere.bughouse", hall.path("name.pdf")).expect("a link can be made");
    hall.run(&["teams", "-o", "name.pdf"]).fails(2, "the name of a tournament");
    assert!(!hall.path("nowhere.bughouse").exists());
    assert!(String::from_utf8_lossy(&bytes(&hall, "share.txt")).contains("Team 1"));
    std::os::unix::fs::symlink("spring.bughouse", hall.path("sheet.txt")).expect("a link can be made");
    hall.run(&["teams", "-o", "sheet.txt"]).fails(2, "is never overwritten");
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

/// Runs a command that must not wait for what it was named.
#[cfg(unix)]
fn at_once(hall: &Hall, words: &[&str]) -> Said {
    let plain = hall.command(words);
    let mut command = std::process::Command::new("timeout");
    command.arg("60").arg(plain.get_program()).args(plain.get_args()).current_dir(hall.path("."));
    command.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.stdin(std::process::Stdio::piped());
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    Said::by(command, "")
}

#[test]
#[cfg(unix)]
fn what_is_no_ordinary_file_is_neither_read_nor_replaced() {
    let hall = Hall::with_teams(2);
    hall.run(&["backup", "good.bak"]).ok();
    assert!(std::process::Command::new("mkfifo").arg(hall.path("pipe")).status().is_ok_and(|done| done.success()));
    for words in [
        &["-f", "pipe", "status"][..],
        &["-f", "pipe", "check"],
        &["-f", "pipe", "result", "1", "1-0"],
        &["-f", "pipe", "recover", "saved"],
        &["-f", "pipe", "restore", "good.bak"],
        &["-f", "pipe", "backup", "other.bak"],
        &["restore", "pipe"],
        &["import", "pipe"],
        &["standings", "-o", "pipe"],
        &["serve", "--tls", "pipe", "pipe"],
        &["serve", "--tls", "good.bak", "pipe"],
    ] {
        at_once(&hall, words).fails(2, "pipe");
    }
    at_once(&hall, &["backup", "pipe"]).fails(1, "isn't a backup");
    let kind = std::os::unix::fs::FileTypeExt::is_fifo(&std::fs::metadata(hall.path("pipe")).unwrap().file_type());
    assert!(kind, "it is what it was");
    // A pipe among the backups does not hold up who looks for the newest.
    std::fs::create_dir_all(hall.path("spring.backups")).unwrap();
    std::fs::rename(hall.path("pipe"), hall.path("spring.backups/a.bughouse-backup")).unwrap();
    hall.write("spring.bughouse", "");
    at_once(&hall, &["status"]).fails(3, "not a bughouse tournament");
}

#[test]
fn a_backup_takes_the_place_of_no_file_of_another_kind() {
    let hall = Hall::with_teams(2);
    hall.run(&["backup", "good.bak"]).ok();
    hall.write("notes.txt", "dear diary");
    hall.run(&["-f", "notes.txt", "restore", "good.bak"]).fails(2, "notes.txt is not a bughouse tournament");
    assert_eq!(bytes(&hall, "notes.txt"), b"dear diary");
    hall.run(&["-f", "gone/spring.bughouse", "restore", "good.bak"]).fails(2, "there is no folder");
    hall.run(&["-f", "notes.txt/spring.bughouse", "restore", "good.bak"]).fails(2, "there is no folder");
    assert!(!hall.path("gone").exists());
    // Under a tournament's name it is one that was damaged.
    hall.write("spring.bughouse", "dear diary");
    hall.run(&["restore", "good.bak"]).ok();
    hall.run(&["check"]).ok();
}

#[test]
#[cfg(unix)]
fn a_backup_goes_through_a_link_to_its_target() {
    let hall = Hall::with_teams(2);
    std::fs::create_dir(hall.path("stick")).unwrap();
    std::os::unix::fs::symlink("stick/today.bak", hall.path("today.bak")).unwrap();
    for _ in 0..2 {
        hall.run(&["backup", "today.bak"]).ok();
        hall.run(&["-f", "stick/today.bak", "check"]).ok();
        assert!(std::fs::symlink_metadata(hall.path("today.bak")).unwrap().is_symlink());
    }
}

#[test]
fn a_place_where_no_file_can_be_is_a_slip_of_who_typed_it() {
    let hall = Hall::with_teams(2);
    hall.write("mine.txt", "mine");
    let endless = format!("{}.txt", "x".repeat(300));
    for (words, expected) in [
        (&["standings", "-o", "gone/x.txt"][..], "there is no folder named \"gone\""),
        (&["standings", "-o", &endless], "too long"),
        (&["manual", "mine.txt"], "mine.txt is a file"),
        (&["demo", "mine.txt"], "mine.txt is a file"),
        (&["publish", "mine.txt"], "mine.txt is a file"),
        (&["backup", "gone/x.bak"], "there is no folder named \"gone\""),
    ] {
        hall.run(words).fails(2, expected);
    }
    assert_eq!(bytes(&hall, "mine.txt"), b"mine");
}

#[test]
fn a_file_that_cannot_be_made_is_reported_before_anything_is_stored() {
    let hall = Hall::with_teams(4);
    hall.write("entries.csv", REGISTRATIONS);
    std::fs::create_dir(hall.path("own")).unwrap();
    hall.write("own/lib.typ", "#let broken = (");
    let journal = |hall: &Hall| hall.run(&["log", "--json"]).ok().out;
    let refused = |words: &[&str], line: &str| {
        let before = journal(&hall);
        hall.run(words).fails(2, line);
        assert_eq!(journal(&hall), before, "{words:?}");
    };
    let no_document = "this answer isn't a document";
    refused(&["pair", "-o", "nodir/r.pdf"], "there is no folder named \"nodir\"");
    refused(&["pair", "-o", "r.xyz"], "does not say which format");
    refused(&["pair", "-o", "r.pdf", "--templates", "nowhere"], "there is no folder nowhere with templates");
    refused(&["pair", "-o", "r.pdf", "--templates", "own"], "a template could not be printed");
    refused(&["round", "-o", "r.xyz"], "does not say which format");
    refused(&["import", "entries.csv", "-o", "r.pdf"], no_document);
    refused(&["team", "withdraw", "1", "-o", "r.html"], no_document);
    refused(&["official", "add", "Jo Park", "--role", "td", "-o", "r.csv"], no_document);
    refused(&["undo", "-o", "r.pdf"], no_document);
    hall.run(&["pair"]).ok();
    refused(&["result", "1", "1-0", "-o", "r.docx"], "does not say which format");
    refused(&["result", "1", "1-0", "-o", "/nonexistent/x.txt"], "there is no folder named \"/nonexistent\"");
    refused(&["rule", "1", "P1a", "clock-h", "-o", "r.pdf"], no_document);
    refused(&["new", "other", "--name", "Other", "-o", "r.pdf"], no_document);
    assert!(!hall.path("other.bughouse").exists());
    hall.run_with(&["enter", "-o", "r.pdf"], "1 1-0\n").fails(2, no_document);
    hall.run(&["result", "1", "1-0", "-o", "said.txt"]).ok();
    assert!(String::from_utf8_lossy(&bytes(&hall, "said.txt")).contains("beat"));
    assert!(!hall.path("r.pdf").exists());
}

#[test]
fn pages_show_no_round_that_could_not_be_printed() {
    let hall = Hall::with_teams(4);
    hall.run(&["publish", "site"]).ok();
    let before = bytes(&hall, "site/index.html");
    std::fs::create_dir(hall.path("own")).unwrap();
    hall.write("own/lib.typ", "#let broken = (");
    hall.run(&["round", "-o", "r.pdf", "--templates", "own"]).fails(2, "a template could not be printed");
    assert_eq!(bytes(&hall, "site/index.html"), before);
    hall.run(&["pairings"]).fails(1, "");
}
