//! One older command taken back: refused with the reason, or the history without it.
//!
//! The history without a command is played anew in another hall, every command that the journal holds, in its order; the
//! one in question is taken back in the moment after it was given. So it leaves nothing behind but the numbers it used
//! up, and every row can be compared with its own number. What may differ, and why:
//!
//! - the hours of rulings and appeals: they are those of the day it was played;
//! - pairing numbers within a section: these are printed, so a team that came late keeps its own when one before it
//!   turns out never to have come. Their order is compared instead;
//! - row numbers of what is set rather than added: setting it to what it is already is no command, but uses a number up.

use super::hall::Hall;
use super::undo::dumped;
use bughouse::tournament::Dice;
use serde_json::Value;
use std::collections::HashMap;

#[test]
fn an_older_command_taken_back_leaves_the_history_without_it() {
    walks(1..=2, 24, 3);
}

/// What an event may begin with, so that every command has something to work on.
const OPENING: &str = "\
section add A --grades K-6 --rounds 4
section add B --grades 7-12
official add Pat --role td
official add Chris --role section-chief --section A
official add Flo --role floor-chief
team add T1 --section A --player A1,5,1510 --player B1,6,1490 --school North
team add T2 --section A --player A2,5,1470 --player B2,4,1450 --school South
team add T3 --section A --player A3,3,1430 --player B3,6,1410 --school North
team add T4 --section A --player A4,5,1390 --player B4,2,1370
team add T5 --section B --player A5,8,1350 --player B5,9,1330 --school South
team add T6 --section B --player A6,7,1310 --player B6,9,1290 --school West
partner add Solo1,5,1000 --section A
partner add Solo2,5,1001 --section A
prize add A --special Hat";

/// One entry of the journal, with the words of its command.
struct Given {
    number: u64,
    words: Vec<String>,
    kind: String,
}

/// What came of the trials of one walk.
#[derive(Default)]
struct Tally {
    taken_back: u32,
    refused: HashMap<String, u32>,
}

pub fn walks(seeds: std::ops::RangeInclusive<u64>, steps: usize, trials: usize) {
    let mut tally = Tally::default();
    let mut broken = Vec::new();
    for seed in seeds {
        // One walk that goes wrong does not hide the others.
        let walked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| walk(seed, steps, trials, &mut tally)));
        broken.extend(walked.err().map(|_| seed));
    }
    let refused: u32 = tally.refused.values().sum();
    let mut reasons: Vec<_> = tally.refused.into_iter().map(|(reason, times)| format!("{times:>5} {reason}")).collect();
    reasons.sort();
    eprintln!("{} taken back and compared, {refused} refused:\n{}", tally.taken_back, reasons.join("\n"));
    assert!(broken.is_empty(), "walks that went wrong, by seed: {broken:?}");
    assert!(tally.taken_back > 0 && refused > 0, "{} taken back, {refused} refused", tally.taken_back);
}

fn walk(seed: u64, steps: usize, trials: usize, tally: &mut Tally) {
    let mut dice = Dice::new(seed);
    let hall = set_up();
    let mut journal = Vec::new();
    for line in OPENING.lines() {
        give(&hall, line, &mut journal);
    }
    for _ in 0..steps {
        let line = step(&mut dice);
        give(&hall, &line, &mut journal);
    }
    hall.run(&["check"]).ok();
    for _ in 0..trials {
        // Rather a recent one: little rests on it.
        let span = if dice.below(3) == 0 { journal.len() } else { 12 };
        let number = journal[journal.len() - 1 - dice.below(span)].number;
        let before = facts(&hall);
        let said = hall.run(&["undo", "--only", &number.to_string()]);
        if said.code == 0 {
            hall.run(&["check"]).ok();
            if let Some(without) = played_without(&journal, number) {
                tally.taken_back += 1;
                let (real, due) = (facts(&hall), facts(&without));
                assert!(
                    real == due,
                    "seed {seed}, command {number} taken back:\n{}",
                    report(&journal, number, &real, &due)
                );
            }
            hall.run(&["redo"]).ok();
        } else {
            assert_eq!(said.code, 1, "{}", said.err);
            *tally.refused.entry(reason(&said.err)).or_default() += 1;
        }
        assert_eq!(facts(&hall), before, "seed {seed}, command {number}");
    }
}

fn set_up() -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.write(
        "one.csv",
        "Team,Name,Grade,Rating,School\nIm1,Ia Ib,5,700,North\nIm1,Ic Id,5,701,South\nNEED,Ie If,4,702,East\n",
    );
    hall.write(
        "two.csv",
        "Team,Name,Grade,Rating,School\nIm1,Ia Ib,5,710,North\nIm1,Ic Id,5,701,South\nIm2,Ig Ih,9,703,East\nIm2,Ii Ij,9,704,East\n",
    );
    hall
}

/// Runs a line, and notes what it put into the journal.
fn give(hall: &Hall, line: &str, journal: &mut Vec<Given>) {
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let said = hall.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert!([0, 1, 2].contains(&said.code), "{}\n{line}: {}", history(journal), said.err);
    let newest = journal.last().map_or(1, |given| given.number);
    for entry in entries(hall).into_iter().filter(|entry| entry["command"].as_u64() > Some(newest)) {
        let kind = entry["kind"].as_str().unwrap().to_owned();
        journal.push(Given { number: entry["command"].as_u64().unwrap(), words: words.clone(), kind });
    }
}

fn entries(hall: &Hall) -> Vec<Value> {
    hall.json(&["log"])["commands"].as_array().expect("a list").clone()
}

/// The history in another hall, where one command was taken back at once. `None` where a command that is taken back too could not be
/// given there: then the rows cannot be compared by their numbers.
fn played_without(journal: &[Given], number: u64) -> Option<Hall> {
    let hall = set_up();
    let mut numbers: HashMap<u64, u64> = HashMap::new();
    for given in journal {
        let target = given.kind.rsplit(' ').next().and_then(|n| n.parse::<u64>().ok());
        let run = |words: &[&str]| {
            let said = hall.run(words);
            assert_eq!(
                said.code, 0,
                "without command {number}, command {} ({:?}) is refused:\n{}",
                given.number, given.words, said.err
            );
        };
        match (given.kind.split(' ').next(), target) {
            (Some("undo" | "redo"), Some(target)) if target == number => {}
            (Some("undo"), Some(target)) => run(&["undo", "--only", &numbers[&target].to_string()]),
            (Some("redo"), Some(_)) => run(&["redo"]),
            _ => {
                let before = entries(&hall).len();
                let taken_back = journal.iter().any(|other| other.kind == format!("undo of {}", given.number));
                if taken_back
                    && hall.run(&given.words.iter().map(String::as_str).chain(["--dry-run"]).collect::<Vec<_>>()).code
                        != 0
                {
                    return None;
                }
                run(&given.words.iter().map(String::as_str).collect::<Vec<_>>());
                let after = entries(&hall);
                assert_eq!(
                    after.len(),
                    before + 1,
                    "without command {number}, command {} ({:?}) changes nothing",
                    given.number,
                    given.words
                );
                numbers.insert(given.number, after[before]["command"].as_u64().unwrap());
                if given.number == number {
                    // A sheet has shown the numbers that it gave, so that nobody has them again.
                    hall.run(&["teams", "-o", "shown.txt"]).ok();
                    run(&["undo"]);
                    hall.run(&["stale", "--forget", "1"]).ok();
                }
            }
        }
    }
    Some(hall)
}

/// Every row with its number, but for what may differ; and `export json`, where nothing of that is in it.
fn facts(hall: &Hall) -> String {
    let expression = |table: &str, column: &str| {
        match (table, column) {
        ("house_rule" | "bye_request" | "round_time" | "payment" | "contact" | "import_column" | "school_spelling", "id") => "0".to_owned(),
        (_, "at" | "voided_at" | "decided_at" | "withdrawn_at") => format!("\"{column}\" is not null"),
        ("team", "pairing_number") => "coalesce(
            (select count(*) from team as before where before.section = team.section and before.pairing_number <= team.pairing_number), '-')
            || (pairing_number is null)"
            .to_owned(),
        _ => format!("quote(\"{column}\")"),
    }
    };
    let mut document = hall.json(&["export", "json", "--private"]);
    for team in document["teams"].as_array_mut().expect("a list") {
        team["pairing_number"] = Value::Null;
    }
    format!("{}{document:#}", dumped(hall, &expression))
}

fn history(journal: &[Given]) -> String {
    let lines: Vec<String> =
        journal.iter().map(|g| format!("{:>4} {:8} {}", g.number, g.kind, g.words.join(" "))).collect();
    lines.join("\n")
}

fn report(journal: &[Given], number: u64, real: &str, due: &str) -> String {
    let lines = |one: &str, other: &str| {
        let known: Vec<&str> = other.lines().collect();
        one.lines().filter(|line| !known.contains(line)).take(12).collect::<Vec<_>>().join("\n")
    };
    format!(
        "{}\n\ncommand {number} taken back has\n{}\n\nwithout it there is\n{}",
        history(journal),
        lines(real, due),
        lines(due, real)
    )
}

fn reason(err: &str) -> String {
    let first = err.lines().next().unwrap_or_default();
    first.rsplit_once(": ").map_or(first, |(_, reason)| reason).chars().filter(|c| !c.is_ascii_digit()).collect()
}

fn step(dice: &mut Dice) -> String {
    let (team, other, n) = (1 + dice.below(9), 1 + dice.below(9), dice.below(100_000));
    let (table, player, round) = (1 + dice.below(5), 1 + dice.below(18), 1 + dice.below(4));
    let section = ["A", "A", "B"][dice.below(3)];
    let school = ["North", "South", "West", "East"][dice.below(4)];
    let by = ["", "", "--as Pat", "--as Chris", "--as Flo"][dice.below(5)];
    let result = ["1-0", "0-1", "1/2", "0-0", "+/-", "-/+", "clear"][dice.below(7)];
    let board = ["a mate", "b time", "a illegal", "", ""][dice.below(5)];
    let penalty =
        ["--penalty warning --reason seen", "--penalty game --reason seen", "--penalty match --reason seen", ""]
            [dice.below(4)];
    let grade = if section == "A" { 5 } else { 8 };
    match dice.below(49) {
        0..=2 => format!(
            "team add N{n} --section {section} --player X{n},{grade},{} --player Y{n},{grade},{} --school {school} {by}",
            400 + n % 997,
            300 + n % 991
        ),
        3..=6 => format!("pair {section} --anyway --allow-rematch --allow-second-bye {by}"),
        7..=13 => format!("result {table} {result} {board} --replace {by}"),
        14 => format!("unpair {section}"),
        15 => format!("team edit {team} --name R{}", n % 4),
        16 => format!("team edit {team} --rating {}", 500 + n % 1000),
        17 => format!("team edit {team} --school {school}"),
        18 => format!("team edit {team} --player A{team} --rating {}", 500 + n % 1000),
        19 => format!("team edit {team} --section {section}"),
        20 => format!("team withdraw {team} {by}"),
        21 => format!("team return {team} {by}"),
        22 => format!("team expel {team} {by}"),
        23 | 24 => format!("bye {team} --round {round} --points half"),
        25 => format!("pairing swap {team} {other}"),
        26 => format!("pairing forbid {team} {other}"),
        27 => format!("pairing require {team} {other} --round {round}"),
        28 => format!("pairing allow {team} {other}"),
        29 => format!("pairing {} {team} {other}", ["add", "set 1", "set 2"][dice.below(3)]),
        30 => format!("pairing bye {team}"),
        31..=33 => format!("ruling offence {table} --player {player} --offence clock-hand {penalty} {by}"),
        34 => format!(
            "ruling claim {table} --board a --by {player} --kind illegal-move --before-reply yes --clock-pressed yes {by}"
        ),
        35 => format!("ruling void {} --reason wrong {by}", 1 + dice.below(3)),
        36 => format!("appeal file {} --by {player} {by}", 1 + dice.below(3)),
        37 => format!(
            "appeal decide {} --official {} {}",
            1 + dice.below(3),
            ["Chris", "Flo"][dice.below(2)],
            ["--uphold", "--overturn"][dice.below(2)]
        ),
        38 => format!("section edit {section} --rounds {}", 3 + dice.below(6)),
        39 => format!("section edit {section} --school-mode {}", ["ignore", "prefer", "avoid"][dice.below(3)]),
        40 => format!("check-in {}", ["1 2 3 4", "5 6", "--all", "--school North", "--section B --all"][dice.below(5)]),
        41 => ["partner match Solo1 Solo2", "partner split 7", "school same West East", "school same South North"]
            [dice.below(4)]
        .to_owned(),
        42 => [
            "prize add A --place 1-2",
            "prize give Hat 2",
            "prize give Hat 3",
            "prize play-off 1 2 1-0",
            "fees 3 --fee 20",
            "fees 3 --paid 20",
        ][dice.below(6)]
        .to_owned(),
        43 => [
            "import one.csv --section A",
            "import two.csv --section A --update",
            "import two.csv --map team=1 --update",
        ][dice.below(3)]
        .to_owned(),
        44 => [
            "rules scope clock-hand event",
            "rules allow td game",
            "official add Kim --role section-chief --section B",
            "official remove Chris",
        ][dice.below(4)]
        .to_owned(),
        45 => ["section add C", "section merge B A", "section split A --size 2", "section add F --from A --top 2"]
            [dice.below(4)]
        .to_owned(),
        46 => [
            "times A 9:00 9:40 10:20",
            "times A 9:30 --round 2",
            "times B 9:15",
            "team names --required yes",
            "team approve 1 2",
            "team approve --all",
            "team refuse 3",
            "start A",
            "start --all",
            "absent 2",
        ][dice.below(10)]
        .to_owned(),
        47 => format!("undo {}", ["1", "2", "--only 20", "--only 22"][dice.below(4)]),
        _ => "redo".to_owned(),
    }
}
