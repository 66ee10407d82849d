//! Several terminals on one file: short waits instead of errors, nothing lost, nothing doubled.

use super::hall::{Hall, Said};
use std::io::{BufRead, BufReader, Write};
use std::time::Duration;

const TERMINALS: usize = 8;

#[test]
fn eight_terminals_enter_results_at_once() {
    results_for(|round| round < 4);
}

pub fn results_for(goes_on: impl Fn(u32) -> bool + Sync) {
    let hall = Hall::with_teams(2 * TERMINALS as u32);
    hall.run(&["pair"]).ok();
    let before = hall.json(&["log"])["commands"].as_array().unwrap().len();
    let entered: Vec<Vec<&str>> = std::thread::scope(|scope| {
        let terminal = |table: usize| {
            let (hall, goes_on) = (&hall, &goes_on);
            scope.spawn(move || {
                let mut acknowledged = Vec::new();
                for go in (0..).take_while(|go| goes_on(*go)) {
                    let result = ["1-0", "0-1", "1/2"][(go % 3) as usize];
                    hall.run(&["result", &table.to_string(), result, "--replace"]).ok();
                    acknowledged.push(result);
                }
                acknowledged
            })
        };
        let terminals: Vec<_> = (1..=TERMINALS).map(terminal).collect();
        terminals.into_iter().map(|t| t.join().expect("no terminal failed")).collect()
    });
    let log = hall.json(&["log"]);
    let commands = &log["commands"].as_array().unwrap()[before..];
    for (table, acknowledged) in (1..).zip(&entered) {
        let start = format!("result {table} ");
        let of_table = commands.iter().filter_map(|c| c["words"].as_str().unwrap().strip_prefix(&start));
        let noted: Vec<&str> = of_table.map(|w| w.trim_end_matches(" --replace")).collect();
        assert_eq!(noted, *acknowledged, "table {table}: each one once, in the order they were entered");
    }
    assert_eq!(commands.len(), entered.iter().map(Vec::len).sum::<usize>());
    let sheet = hall.json(&["pairings"]);
    for (row, acknowledged) in sheet["pairings"].as_array().unwrap().iter().zip(&entered) {
        assert_eq!(row["results"][0]["result"].as_str(), acknowledged.last().copied());
    }
    hall.run(&["check"]).ok();
}

#[test]
fn a_sitting_sees_what_others_entered_meanwhile() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    let mut sitting = hall.command(&["enter", "--each"]).spawn().expect("the program starts");
    let mut slips = sitting.stdin.take().expect("a pipe");
    let mut said = BufReader::new(sitting.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    let mut enter = |slip: &str, answer: &str| {
        writeln!(slips, "{slip}").expect("the sitting listens");
        assert!(said.any(|line| line.contains(answer)), "{slip}: {answer}");
    };
    enter("1 1-0", "table 1:");
    hall.run(&["result", "2", "0-1"]).ok();
    enter("m", "round complete");
    hall.run(&["undo"]).ok();
    enter("m", "waiting on 2");
    enter("2 1/2", "table 2:");
    drop(slips);
    assert!(sitting.wait().expect("it ends").success());
    assert_eq!(hall.json(&["pairings"])["pairings"][1]["results"][0]["result"], "1/2");
}

/// A sitting from a pipe: each line is answered before the next is typed.
fn sitting(hall: &Hall, words: &[&str]) -> impl FnMut(&str, &str) -> String {
    let mut sitting = hall.command(words).spawn().expect("the program starts");
    let mut slips = sitting.stdin.take().expect("a pipe");
    let (out, err) = (sitting.stdout.take().expect("a pipe"), sitting.stderr.take().expect("a pipe"));
    std::thread::spawn(move || sitting.wait());
    let (heard, said) = std::sync::mpsc::channel();
    let found = heard.clone();
    std::thread::spawn(move || BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| heard.send(line)));
    std::thread::spawn(move || BufReader::new(err).lines().map_while(Result::ok).try_for_each(|line| found.send(line)));
    // What is said to one slip comes by two pipes, in either order.
    let mut heard = String::new();
    move |slip, answer| {
        if !slip.is_empty() {
            heard.clear();
            writeln!(slips, "{slip}").expect("the sitting listens");
        }
        while !heard.contains(answer) {
            let line = said.recv_timeout(Duration::from_secs(60));
            heard += &line.unwrap_or_else(|_| panic!("{slip}: no {answer:?} in:\n{heard}"));
            heard.push('\n');
        }
        heard.clone()
    }
}

#[test]
fn a_slip_of_a_sitting_goes_into_no_round_that_was_posted_elsewhere_since() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    let result =
        |round: &str| hall.json(&["pairings", "--round", round])["pairings"][1]["results"][0]["result"].clone();
    let mut enter = sitting(&hall, &["enter", "--each"]);
    enter("1 1", "waiting on 2");
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["pair"]).ok();
    enter("2 2", "nothing was entered: round 2 of Open was posted in the meantime");
    enter("", "if it's for round 1: bughouse result 2 RESULT --round 1");
    enter("", "Open round 2: 0 of 2 in, waiting on 1, 2");
    assert_eq!((result("1"), result("2")), ("1-0".into(), serde_json::Value::Null));
    enter("2 2", "Open round 2: 1 of 2 in, waiting on 1");
    assert_eq!((result("1"), result("2")), ("1-0".into(), "0-1".into()));
    hall.run(&["result", "2", "clear"]).ok();
    hall.run(&["unpair"]).ok();
    enter("2 1", "nothing was entered: round 2 of Open was taken back in the meantime");
    enter("", "Open round 1: 2 of 2 in: round complete");
    // What the sitting itself posts, it shows.
    enter("pair", "Open round 2: 0 of 2 in");
    enter("1 1", "Open round 2: 1 of 2 in");
    // A second pass compares with what it was begun for.
    let mut verify = sitting(&hall, &["enter", "--each", "--verify"]);
    verify("1 1", "agrees");
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["pair"]).ok();
    verify("2 1", "round 3 of Open was posted in the meantime");
    verify("q", "1 slip agrees");
    enter("q", "3 slips entered");
}

#[test]
fn a_slip_of_a_sitting_goes_into_no_round_that_was_paired_anew_elsewhere_since() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    let mut enter = sitting(&hall, &["enter", "--each"]);
    enter("m", "waiting on 1, 2");
    hall.run(&["unpair"]).ok();
    hall.run(&["pair"]).ok();
    // The same teams sit at the same tables.
    enter("1 1", "waiting on 2");
    hall.run(&["result", "1", "clear"]).ok();
    hall.run(&["pairing", "swap", "Team 1", "Team 2"]).ok();
    enter("2 1", "nothing was entered: round 1 of Open was paired differently in the meantime");
    enter("", "type it again if it's for round 1 as it is paired now");
    enter("2 1", "waiting on 1");
    enter("q", "2 slips entered");
}

#[test]
fn a_sitting_takes_back_what_was_entered_in_it_and_nothing_else() {
    let hall = Hall::with_teams(8);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "4", "1-0"]).ok();
    let mut enter = sitting(&hall, &["enter", "--each"]);
    enter("u", "command 12 (result 4 1-0) was done earlier; to take it back: bughouse undo");
    enter("1 1", "2 of 4 in");
    enter("1 1", "already recorded");
    hall.run(&["result", "3", "0-1"]).ok();
    enter("result 2 1-0", "table 2:");
    hall.run(&["result", "4", "clear"]).ok();
    let said = enter("u", "Open round 1:");
    assert!(said.contains("took back: table 2: "), "{said}");
    assert!(said.contains("command 16 was done elsewhere since then and stays (result 4 clear)"), "{said}");
    let said = enter("u", "Open round 1:");
    assert!(
        said.contains("took back: table 1: ")
            && said.contains("command 16, the last of 2, was done elsewhere since then and stays"),
        "{said}"
    );
    enter("u", "command 16 (result 4 clear) was done elsewhere; to take it back: bughouse undo");
    assert_eq!(hall.json(&["status"])["sections"][0]["results_missing"], serde_json::json!([1, 2, 4]));
    // What rests on it is named, with what to type.
    for table in ["1", "2", "4"] {
        enter(&format!("{table} 1"), "Open round 1:");
    }
    hall.run(&["pair"]).ok();
    enter("u", "command 22 (pair) depends on command 21");
    enter("", "bughouse undo --only 22;");
    enter("q", "4 slips entered");
    hall.run(&["check"]).ok();
}

#[test]
fn the_same_slip_entered_twice_at_once_counts_once() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    let said: Vec<Said> = std::thread::scope(|scope| {
        let terminals: Vec<_> = (0..TERMINALS).map(|_| scope.spawn(|| hall.run(&["result", "1", "1-0"]))).collect();
        terminals.into_iter().map(|t| t.join().expect("no terminal failed")).collect()
    });
    let first = said.iter().filter(|s| !s.out.contains("already recorded")).count();
    assert_eq!((first, said.iter().filter(|s| s.code == 0).count()), (1, TERMINALS));
    let log = hall.json(&["log"]);
    assert_eq!(log["commands"].as_array().unwrap().iter().filter(|c| c["words"] == "result 1 1-0").count(), 1);
}

#[test]
fn a_lost_race_is_reported_and_never_half_applied() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    let said: Vec<Said> = std::thread::scope(|scope| {
        let results = ["1-0", "0-1", "1/2", "0-0"];
        let terminals: Vec<_> = results.iter().map(|r| scope.spawn(|| hall.run(&["result", "1", r]))).collect();
        terminals.into_iter().map(|t| t.join().expect("no terminal failed")).collect()
    });
    assert_eq!(said.iter().filter(|s| s.code == 0).count(), 1, "one of four different slips stands");
    assert!(said.iter().filter(|s| s.code != 0).all(|s| s.code == 1 && s.err.contains("--replace")));
    hall.run(&["check"]).ok();
}

#[test]
fn two_terminals_that_pair_at_once_post_one_round() {
    let hall = Hall::with_teams(4);
    let said: Vec<Said> = std::thread::scope(|scope| {
        let terminals: Vec<_> = (0..2).map(|_| scope.spawn(|| hall.run(&["pair"]))).collect();
        terminals.into_iter().map(|t| t.join().expect("no terminal failed")).collect()
    });
    let mut codes: Vec<i32> = said.iter().map(|s| s.code).collect();
    codes.sort_unstable();
    assert_eq!(codes, [0, 1]);
    assert_eq!(hall.json(&["status"])["sections"][0]["round"], 1);
}

#[test]
fn a_restore_while_others_write_loses_no_acknowledged_result_unseen() {
    let hall = Hall::with_teams(16);
    hall.run(&["pair"]).ok();
    hall.run(&["backup", "before.bak"]).ok();
    let kept = std::thread::scope(|scope| {
        let hall = &hall;
        let writers: Vec<_> = (1..=6_u32)
            .map(|table| scope.spawn(move || hall.run(&["result", &table.to_string(), "1-0"]).ok()))
            .collect();
        let kept = hall.json(&["restore", "before.bak"])["kept"].as_str().unwrap().to_owned();
        writers.into_iter().for_each(|w| drop(w.join().expect("no terminal failed")));
        kept
    });
    hall.run(&["check"]).ok();
    hall.run(&["-f", &kept, "check"]).ok();
    let results = |file: &str| {
        let sheet = hall.json(&["-f", file, "pairings"]);
        sheet["pairings"].as_array().unwrap().iter().filter(|p| p["results"][0]["result"] == "1-0").count()
    };
    assert_eq!(
        results("spring.bughouse") + results(&kept),
        6,
        "each is in the restored file, or in the one that was kept"
    );
}

#[test]
fn nothing_is_locked_while_a_person_thinks() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    let line = format!("'{}' result 1 0-1", env!("CARGO_BIN_EXE_bughouse"));
    let mut asking = std::process::Command::new("script");
    asking.args(["-qec", &line, "/dev/null"]).current_dir(hall.path("."));
    asking.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let Ok(mut asking) = asking.spawn() else { return };
    let mut heard = Vec::new();
    let mut out = asking.stdout.take().expect("stdout is piped");
    while !String::from_utf8_lossy(&heard).contains("[y/N]") {
        let mut byte = [0];
        std::io::Read::read_exact(&mut out, &mut byte).expect("the question comes");
        heard.push(byte[0]);
    }
    hall.run(&["result", "2", "1-0"]).ok();
    // Meanwhile the result in question is another one: it is asked about anew, and this time the answer is no.
    hall.run(&["result", "1", "1/2", "--replace"]).ok();
    std::io::Write::write_all(&mut asking.stdin.take().expect("stdin is piped"), b"y\nn\n").expect("it reads");
    std::io::Read::read_to_end(&mut out, &mut heard).expect("it ends");
    assert!(!asking.wait().expect("it ends").success(), "{}", String::from_utf8_lossy(&heard));
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], "1/2");
}

#[test]
fn a_sitting_stays_with_the_tournament_it_began_in() {
    use std::io::{BufRead, BufReader, Write};
    let (hall, other) = (Hall::with_teams(4), Hall::with_teams(4));
    hall.run(&["pair"]).ok();
    other.run(&["new", "autumn", "--name", "Autumn", "--seed", "4"]).ok();
    other.run(&["-f", "autumn", "section", "add", "Open"]).ok();
    for n in 1..=4 {
        let player = format!("P{n}a,5");
        other
            .run(&[
                "-f",
                "autumn",
                "team",
                "add",
                &format!("Team {n}"),
                "--section",
                "Open",
                "--player",
                &player,
                "--player",
                &format!("Q{n}b"),
            ])
            .ok();
    }
    other.run(&["-f", "autumn", "pair"]).ok();
    let mut sitting = hall.command(&["enter", "--each"]).spawn().expect("the binary was built with the tests");
    let mut keys = sitting.stdin.take().expect("stdin is piped");
    let mut lines = BufReader::new(sitting.stdout.take().expect("stdout is piped")).lines();
    let mut until =
        |text: &str| assert!(lines.by_ref().any(|line| line.is_ok_and(|line| line.contains(text))), "{text}");
    until("q to quit");
    writeln!(keys, "1 1").expect("the pipe is open");
    until("Team");
    // In the folder there is another only tournament now, of another name, and then one of the same name.
    std::fs::rename(hall.path("spring.bughouse"), hall.path("spring.away")).expect("it can be moved");
    std::fs::copy(other.path("autumn.bughouse"), hall.path("autumn.bughouse")).expect("it can be copied");
    writeln!(keys, "2 1").expect("the pipe is open");
    drop(keys);
    let mut output = String::new();
    std::io::Read::read_to_string(&mut sitting.stderr.take().expect("stderr is piped"), &mut output)
        .expect("it is text");
    sitting.wait().expect("it ends");
    assert!(output.contains("there is no file"), "{output}");
    assert_eq!(hall.json(&["-f", "autumn", "status"])["sections"][0]["results_in"], 0);
    hall.write("slips", "");
    std::fs::rename(hall.path("spring.away"), hall.path("spring.bughouse")).expect("it can be moved back");
    hall.run(&["-f", "spring", "check"]).ok();
}

/// The seed may be chosen, so that lots fall alike in two tournaments; they are two all the same.
#[test]
fn a_sitting_knows_its_tournament_from_another_of_the_same_seed() {
    let (hall, other) = (Hall::with_teams(4), Hall::empty());
    hall.run(&["pair"]).ok();
    other.run(&["new", "autumn", "--name", "Autumn", "--seed", "3"]).ok();
    other.run(&["section", "add", "Open"]).ok();
    other.enter_teams("Open", 1..=4);
    other.run(&["pair"]).ok();
    let mut sitting = hall.command(&["enter", "--each"]).spawn().expect("the binary was built with the tests");
    let mut keys = sitting.stdin.take().expect("stdin is piped");
    let mut lines = BufReader::new(sitting.stdout.take().expect("stdout is piped")).lines();
    writeln!(keys, "1 1").expect("the pipe is open");
    assert!(lines.any(|line| line.is_ok_and(|line| line.contains("Team"))));
    std::fs::rename(other.path("autumn.bughouse"), hall.path("spring.bughouse")).expect("it can be moved");
    writeln!(keys, "2 1").expect("the pipe is open");
    drop(keys);
    let mut text = String::new();
    std::io::Read::read_to_string(&mut sitting.stderr.take().expect("stderr is piped"), &mut text).expect("it is text");
    sitting.wait().expect("it ends");
    assert!(text.contains("now holds a different tournament: Autumn"), "{text}");
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 0);
}

/// A restore goes back to an earlier command, and what is entered then gets the same numbers again.
#[test]
fn a_sitting_takes_no_event_that_was_restored_for_the_one_it_knows() {
    use std::io::{BufRead, BufReader, Write};
    let hall = Hall::with_teams(6);
    hall.run(&["pair"]).ok();
    hall.run(&["backup", "early.bak"]).ok();
    let mut sitting = hall.command(&["enter", "--each"]).spawn().expect("the binary was built with the tests");
    let mut keys = sitting.stdin.take().expect("stdin is piped");
    let mut lines = BufReader::new(sitting.stdout.take().expect("stdout is piped")).lines();
    let mut until =
        |text: &str| assert!(lines.by_ref().any(|line| line.is_ok_and(|line| line.contains(text))), "{text}");
    writeln!(keys, "1 1").expect("the pipe is open");
    until("1 of 3 in");
    hall.run(&["restore", "early.bak"]).ok();
    hall.run(&["result", "3", "0-1"]).ok();
    // It stood before the restore, and does not any more.
    writeln!(keys, "1 1").expect("the pipe is open");
    drop(keys);
    until("2 of 3 in");
    assert!(sitting.wait().expect("it ends").success());
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 2);
    hall.run(&["check"]).ok();
}
