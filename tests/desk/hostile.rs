//! Files made to do harm, each by one change of a sound one: nothing in them is run, nothing beside them is touched, and the refusal
//! says what is wrong.

use super::elsewhere::tampered;
use super::hall::Hall;
use std::fs;
use std::time::{Duration, Instant};

/// A tournament of two rounds' worth of rows, and a database beside it that is somebody else's.
fn sound() -> Hall {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    let spare = Hall::under("us-chess-2018");
    fs::copy(spare.path("spring.bughouse"), hall.path("theirs.db")).unwrap();
    hall
}

/// SQL that ends the statement it is put into, and reaches for the database beside the file.
fn reaching(hall: &Hall) -> String {
    let theirs = hall.path("theirs.db").display().to_string();
    format!("team\" where 0; commit; attach ''{theirs}'' as t; drop table t.slip; begin; --")
}

#[test]
fn a_schema_with_anything_of_its_own_is_refused_before_it_runs() {
    for (sql, expected) in [
        ("create trigger t after insert on slip begin delete from team; end", "the trigger t"),
        (
            "drop trigger journal_team_insert; create trigger journal_team_insert after insert on team begin delete from team; end",
            "the trigger journal_team_insert",
        ),
        ("create view v as select 1", "the view v"),
        (
            "create view v as with recursive n (x) as (select 1 union all select x + 1 from n) select x from n",
            "the view v",
        ),
        ("create table \"x\"\"; drop table team; --\" (id integer primary key)", "the table x\"; drop table team"),
        ("create index i on team (abs(length(name)))", "the index i"),
        ("pragma foreign_keys = off; drop table slip; create view slip as select * from report", "slip"),
        ("alter table team add column g integer as (abs(id))", "team"),
    ] {
        let hall = sound();
        tampered(&hall, sql);
        let bytes = fs::read(hall.path("spring.bughouse")).unwrap();
        for words in
            [&["status"][..], &["result", "2", "1-0"], &["undo"], &["check"], &["backup", "b.bak"], &["standings"]]
        {
            hall.run(words).fails(3, expected);
        }
        assert!(fs::read(hall.path("spring.bughouse")).unwrap() == bytes, "{sql}");
        // As a backup it is no better.
        fs::rename(hall.path("spring.bughouse"), hall.path("evil.bak")).unwrap();
        hall.run(&["-f", "spring.bughouse", "restore", "evil.bak"]).fails(3, expected);
        assert!(!hall.path("spring.bughouse").exists());
    }
}

/// What no trigger writes down could not be taken back.
#[test]
fn a_file_without_its_journal_is_not_written() {
    let hall = sound();
    tampered(&hall, "drop trigger journal_slip_insert");
    let bytes = fs::read(hall.path("spring.bughouse")).unwrap();
    for words in [&["result", "2", "1-0"][..], &["pair"], &["undo"], &["status"]] {
        hall.run(words).fails(3, "the trigger journal_slip_insert is missing");
    }
    assert!(fs::read(hall.path("spring.bughouse")).unwrap() == bytes);
    hall.run(&["recover", "saved"]).ok();
    hall.run(&["-f", "saved", "check"]).ok();
}

#[test]
fn what_litestream_lays_in_a_file_is_no_stranger() {
    let lays = "create table _litestream_seq (id integer primary key, seq integer)";
    let hall = sound();
    tampered(
        &hall,
        "CREATE TABLE _litestream_lock (id INTEGER); CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
         INSERT INTO _litestream_seq (id, seq) VALUES (1, 9)",
    );
    hall.run(&["backup", "b.bak"]).ok();
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["undo"]).ok();
    hall.run(&["check"]).ok().says("all is well");
    hall.run(&["restore", "b.bak"]).ok();
    hall.run(&["check"]).ok().says("all is well");
    hall.run(&["recover", "new.bughouse"]).ok();
    // What only looks like it is.
    let hall = sound();
    tampered(&hall, format!("{lays}; create trigger t after insert on _litestream_seq begin delete from team; end"));
    hall.run(&["status"]).fails(3, "_litestream_seq");
}

#[test]
fn nothing_that_a_journal_says_becomes_a_statement() {
    for (fact, before) in [
        ("{reaching}", "null"),
        ("safekeeping", "null"),
        ("sqlite_master", "null"),
        ("team", "'{\"id\": 1, \"name\\\" = 1; commit; --\": 2}'"),
    ] {
        let hall = sound();
        let fact = fact.replace("{reaching}", &reaching(&hall));
        let theirs = fs::read(hall.path("theirs.db")).unwrap();
        tampered(
            &hall,
            format!(
                "insert into command (at, kind, words) values ('2026-05-02T09:00:00-05:00', 'do', 'result 1 1-0');
                 insert into change (command, fact, row, before, after)
                 select max(id), '{fact}', 1, {before}, '{{\"id\": 1}}' from command"
            ),
        );
        // Of what it says of known facts, columns that there are not are passed over.
        let code = if fact == "team" { 0 } else { 3 };
        for words in [&["check"][..], &["undo"], &["standings", "--as-of", "8"]] {
            assert_eq!(hall.run(words).code, code, "{fact}: {words:?}");
        }
        drop(hall.run(&["recover", "saved"]));
        assert!(fs::read(hall.path("theirs.db")).unwrap() == theirs, "{fact}");
    }
}

/// Each is named by its command, and the others are still compared.
#[test]
fn what_cannot_be_read_of_the_log_is_named() {
    for image in ["select * from team", "{\"id\": 1, \"name\": ", "[1, 2]"] {
        let hall = sound();
        tampered(
            &hall,
            format!(
                "update change set after = '{image}' where id = (select max(id) from change where fact = 'team' and before is null);
                 update change set after = json_set(after, '$.name', 'X') where fact = 'player' and row = 1"
            ),
        );
        let error = hall.run(&["check"]).fails(3, "what command 6 changed of team 4 cannot be read").err;
        assert!(error.contains("player 1 doesn't match the journal") && !error.contains("gap"), "{error}");
        for words in ["log", "undo"] {
            let error = hall.run(&[words]);
            assert!(error.code == 0 || error.err.contains("cannot read: "), "{words}: {}", error.err);
        }
    }
}

/// Rows that no event has, whether or not the schema would take them: refused with what is wrong, and never a fault of ours.
#[test]
fn rows_that_no_event_has_are_refused_in_words() {
    for (sql, expected) in [
        ("pragma foreign_keys = off; delete from player where id = 1", "a partner on team 1 is missing"),
        ("pragma foreign_keys = off; drop table slip", "the table slip is missing"),
        (
            "update team set name = replace(hex(zeroblob(100000)), '00', 'xyz ') where id = 1",
            "a name of 400000 characters",
        ),
        ("update round set number = 4294967295", "there is a round 4294967295"),
        ("update assignment set table_number = 9223372036854775807 where table_number = 1", "assignment"),
        ("update team set lot = -1", "team"),
        ("update sqlite_sequence set seq = 9223372036854775807", "last_numbers"),
        ("update team set name = cast(x'61ff62' as text) where id = 1", "team"),
        (
            "pragma ignore_check_constraints = on; update section set settings = 'x'",
            "the file has something in it that bughouse cannot read",
        ),
        ("pragma ignore_check_constraints = on; update player set grade = 9999", "player: invalid value"),
        ("update tournament set rulebook_text = 'x'", "the rulebook"),
        ("update tournament set rulebook_text = replace(hex(zeroblob(10000)), '00', 'a=[')", "the rulebook"),
        ("pragma user_version = 2000000000", "its header says schema 2000000000"),
        ("pragma user_version = -5", "its header says schema -5"),
        ("pragma application_id = 1", "not a bughouse tournament"),
    ] {
        let hall = sound();
        tampered(&hall, sql);
        for words in [&["status"][..], &["standings"], &["result", "2", "1-0"], &["undo"], &["export", "json"]] {
            let said = hall.run(words).fails(3, expected).err;
            assert!(said.contains("restore ") || sql.contains("rulebook_text"), "{sql}, {words:?}: {said}");
        }
        hall.run(&["check"]).fails(3, "");
        // What can be read of it is saved, or it is said that nothing can.
        let said = hall.run(&["-f", "spring.bughouse", "recover", "saved"]);
        assert!([0, 3].contains(&said.code), "{sql}: {}", said.err);
    }
}

#[test]
fn the_log_cuts_what_nobody_reads() {
    let hall = sound();
    tampered(
        &hall,
        "update change set after = json_set(after, '$.name', replace(hex(zeroblob(500000)), '00', 'xyz '))
         where fact = 'team' and after is not null;
         update command set summary = replace(hex(zeroblob(500000)), '00', 'xyz ') where id = 2",
    );
    let log = hall.run(&["log"]).ok().out;
    assert!(log.len() < 20_000 && log.contains("xyz xyz") && log.contains('…'), "{} bytes", log.len());
}

/// Columns and keys by the hundred thousand, brackets within brackets, numbers without end: refused soon, and in a few words.
#[test]
fn monsters_of_text_are_refused_in_a_few_words() {
    let rulebook = |name: &'static str| vec!["rules", "show", "--rulebook", name];
    let keys: String = (0..100_000).map(|n| format!("key{n} = 1\n")).collect();
    let monsters = [
        ("columns.csv", format!("Team,Name{}\nRooks,Ann Lee\n", ",x".repeat(200_000)), vec!["import", "columns.csv"]),
        ("cells.csv", format!("Team,Name\nRooks,Ann Lee{}\n", ",x".repeat(200_000)), vec!["import", "cells.csv"]),
        ("quote.csv", format!("Team,Name\n\"{}", "x\n".repeat(200_000)), vec!["import", "quote.csv"]),
        ("empty.csv", String::new(), vec!["import", "empty.csv"]),
        ("binary.csv", "\0\u{1}\u{2}".repeat(100_000), vec!["import", "binary.csv"]),
        ("bad.csv", format!("Team,Name,Grade\n{}", "Rooks,A B,99\n".repeat(20_000)), vec!["import", "bad.csv"]),
        ("zip.xlsx", "PK\u{3}\u{4}".repeat(10_000), vec!["import", "zip.xlsx"]),
        ("line.trf", format!("012 X\n001 {}\n", "9".repeat(1_000_000)), vec!["engine", "pair", "line.trf"]),
        ("same.trf", "001    1      Team\n".repeat(20_000), vec!["engine", "pair", "same.trf"]),
        ("keys.toml", keys, rulebook("keys.toml")),
        ("deep.toml", format!("a = {}", "[".repeat(100_000)), rulebook("deep.toml")),
        ("tables.toml", format!("[{}a]", "a.".repeat(50_000)), rulebook("tables.toml")),
    ];
    let hall = Hall::with_teams(2);
    let facts = hall.facts();
    for (name, text, words) in monsters {
        hall.write(name, text);
        let started = Instant::now();
        let said = hall.run(&words);
        let error: String = said.err.chars().take(2_000).collect();
        assert!([1, 2].contains(&said.code), "{name}: exit {}\n{error}", said.code);
        assert!(said.err.len() < 20_000, "{name}: {} bytes of complaint\n{error}", said.err.len());
        assert!(started.elapsed() < Duration::from_secs(60), "{name} took {:?}", started.elapsed());
    }
    hall.run_with(&["enter"], &"1 1-0\n".repeat(200_000)).fails(2, "more than 1 MB was piped in");
    let said = hall.run_with(&["enter"], &"Rooks,Ann Lee,5\n".repeat(10_000)).fails(2, "and 9960 more");
    assert!(said.err.len() < 20_000, "{} bytes of complaint", said.err.len());
    assert_eq!(hall.facts(), facts);
}
