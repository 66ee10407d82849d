//! The program killed at random moments: every acknowledged command is in the file, no half of another is.

use super::hall::{Hall, Said};
use bughouse::tournament::Dice;
use std::process::Command;
use std::time::{Duration, Instant};

/// A whole small event, a command a line.
pub const EVENT: &str = "\
new spring --name Spring --seed 3
section add Open --rounds 3
official add Pat --role td
official add Chris --role section-chief
team add Rooks --section Open --player Ann,5,1500 --player Ben,5,1400
team add Kings --section Open --player Cid,5,1450 --player Dot,5,1350
team add Pawns --section Open --player Eve,5,1300 --player Fay,5,1200
team add Bishops --section Open --player Gus,5,1250 --player Hal,5,1150
team add Queens --section Open --player Ivy,5,1100 --player Joe,5,1000
pair
result 1 1-0 a mate
ruling offence 2 --player Gus --offence clock-hand --penalty warning --reason first --as Pat
result 2 0-1
undo
redo
appeal file 1 --by Gus
appeal decide 1 --official Chris --overturn
result 1 0-1 --replace
pair
result 1 1-0
unpair
undo
undo
bye Rooks --round 3 --points half
result 2 1/2
team withdraw Queens
pair
team edit Kings --name Castles
undo
result 1 1-0
result 2 -/+";

/// How many kills are asked for every day.
const SHORT: u32 = 40;

#[test]
fn a_killed_command_is_whole_or_not_there() {
    killed(SHORT);
}

pub fn killed(wanted: u32) {
    let mut dice = Dice::new(1);
    let (mut kills, mut whole, mut absent) = (0, 0, 0);
    let reference = Hall::empty().with_backups();
    for line in EVENT.lines() {
        drop(reference.run(&words(line)));
    }
    while kills < wanted {
        let hall = Hall::empty().with_backups();
        let mut before = commands(&hall);
        for line in EVENT.lines() {
            // Twice at most, so that each event comes to its end.
            for attempt in 0.. {
                let killing = attempt < 2 && kills < wanted;
                let deadline = killing.then(|| Duration::from_micros(dice.below(150_000) as u64));
                let code = run_until(hall.command(&words(line)), deadline);
                kills += u32::from(code.is_none());
                let after = commands(&hall);
                if hall.path("spring.bughouse").exists() {
                    hall.run(&["check"]).ok();
                }
                match code {
                    Some(0) => assert_eq!(after.len(), before.len() + 1, "acknowledged, and in the file: {line}"),
                    Some(_) => assert_eq!(after, before, "refused, and not in the file: {line}"),
                    None => assert!(after.len() <= before.len() + 1, "{line}"),
                }
                assert_eq!(after[..before.len()], before, "what was acknowledged stays: {line}");
                if code.is_none() && after.len() > before.len() {
                    whole += 1;
                } else if code.is_none() {
                    absent += 1;
                }
                let is_done = code.is_some() || after.len() > before.len();
                before = after;
                if is_done {
                    break;
                }
            }
        }
        assert_eq!(state(&hall), state(&reference), "killed or not, the event is the same");
    }
    eprintln!("{kills} kills: {whole} times the command was in the file, {absent} times it was not");
    assert!(absent > 0, "no kill came in time");
}

/// Words of a line; none of these hold blanks.
fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Runs a command, and kills it (SIGKILL on Unix) if it is not done by then. Gives the exit code unless it was killed.
fn run_until(mut command: Command, deadline: Option<Duration>) -> Option<i32> {
    let Some(deadline) = deadline else { return Some(Said::by(command, "").code) };
    let mut child = command.spawn().expect("the binary was built with the tests");
    drop(child.stdin.take());
    let start = Instant::now();
    while start.elapsed() < deadline {
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            return status.code();
        }
        std::thread::sleep(Duration::from_micros(200));
    }
    // One that ended in this very moment has its own code.
    let _ = child.kill();
    child.wait().expect("the child can be waited for").code()
}

/// The journal: number, words and summary of each command.
fn commands(hall: &Hall) -> Vec<(String, String, String)> {
    if !hall.path("spring.bughouse").exists() {
        return Vec::new();
    }
    let log = hall.json(&["log"]);
    let text = |c: &serde_json::Value, key: &str| c[key].to_string();
    log["commands"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|c| (text(c, "command"), text(c, "words"), text(c, "summary")))
        .collect()
}

/// What the event came to.
fn state(hall: &Hall) -> String {
    let shown = [
        &["standings", "--json"][..],
        &["pairings", "--json"],
        &["team", "list", "--json"],
        &["ruling", "list", "--json"],
    ];
    let texts: String = shown.iter().map(|words| hall.run(words).ok().out).collect();
    // The hour of a ruling is not the same in two halls.
    texts.lines().filter(|line| !line.contains("at\": \"20")).collect()
}
