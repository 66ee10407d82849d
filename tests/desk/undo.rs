//! Random walks through an event: undo all is an empty tournament, redo all is the same state bit for bit.

use super::hall::Hall;
use bughouse::tournament::Dice;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::path::Path;

#[test]
fn any_walk_can_be_taken_back_and_put_back() {
    walks(1..=3, 22);
}

pub fn walks(seeds: std::ops::RangeInclusive<u64>, steps: usize) {
    let (mut done, mut refused, mut single) = (0, 0, [0, 0]);
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let hall = Hall::under("us-chess-2018");
        let empty = facts(&hall);
        hall.run(&["section", "add", "Open"]).ok();
        for _ in 0..steps {
            let words = step(&mut dice);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let before = facts(&hall);
            let said = hall.run(&words);
            assert!([0, 1, 2].contains(&said.code), "seed {seed}, {words:?}: {}", said.err);
            if said.code == 0 {
                done += 1;
            } else {
                refused += 1;
                assert_eq!(facts(&hall), before, "seed {seed}: {words:?} was refused and changes nothing");
            }
        }
        hall.run(&["check"]).ok();
        one_older(&hall, &mut dice, &mut single);
        // A new command, so that redo brings back this walk and nothing before it.
        hall.run(&["official", "add", "Last", "--role", "td"]).ok();
        let full = facts(&hall);
        hall.run(&["undo", "9999"]).ok();
        assert_eq!(facts(&hall), empty, "seed {seed}: everything is taken back");
        hall.run(&["check"]).ok();
        hall.run(&["redo", "9999"]).ok();
        assert_eq!(facts(&hall), full, "seed {seed}: everything is put back");
        hall.run(&["check"]).ok();
    }
    eprintln!(
        "{done} commands done, {refused} refused; single older ones: {} taken back, {} refused",
        single[0], single[1]
    );
    assert!(done > refused / 2 && single[0] > 0, "{done} done, {refused} refused, {single:?}");
}

/// Takes back some older commands one at a time: each either refuses, or leaves a file in order that redo makes as it was.
fn one_older(hall: &Hall, dice: &mut Dice, single: &mut [usize; 2]) {
    let last = hall.json(&["log"])["commands"].as_array().unwrap().len();
    for _ in 0..5 {
        let before = facts(hall);
        let number = (2 + dice.below(last - 1)).to_string();
        let said = hall.run(&["undo", "--only", &number]);
        assert!([0, 1, 2].contains(&said.code), "{number}: {}", said.err);
        single[usize::from(said.code != 0)] += 1;
        if said.code == 0 {
            hall.run(&["check"]).ok();
            hall.run(&["redo"]).ok();
        }
        assert_eq!(facts(hall), before, "command {number}");
    }
}

fn step(dice: &mut Dice) -> Vec<String> {
    let (team, table, n) = (1 + dice.below(7), 1 + dice.below(4), dice.below(1000));
    let result = ["1-0", "0-1", "1/2", "0-0", "+/-", "-/+", "clear"][dice.below(7)];
    let board = ["a mate", "b time", "a illegal", ""][dice.below(4)];
    let line = match dice.below(24) {
        0..=5 => format!(
            "team add Team{n} --section Open --player A{n},5,{} --player B{n},6,{} --school S{}",
            900 + n,
            800 + n,
            n % 3
        ),
        6 | 7 => "pair --anyway --allow-rematch --allow-second-bye".to_owned(),
        8..=11 => format!("result {table} {result} {board} --replace"),
        12 => "unpair".to_owned(),
        13 => format!("team edit {team} --name New{n}"),
        14 => format!("team withdraw {team}"),
        15 => format!("team return {team}"),
        16 => format!("bye {team} --round {} --points half", 1 + dice.below(4)),
        17 => format!("pairing swap {team} {}", 1 + dice.below(7)),
        18 => format!("pairing forbid {team} {}", 1 + dice.below(7)),
        19 => format!(
            "ruling offence {table} --player {} --offence clock-hand --penalty warning --reason seen",
            1 + dice.below(14)
        ),
        20 => format!("appeal file {} --by {}", 1 + dice.below(3), 1 + dice.below(14)),
        21 => format!("section edit Open --rounds {}", 3 + dice.below(6)),
        22 => format!("undo {}", 1 + dice.below(3)),
        _ => "redo".to_owned(),
    };
    line.split_whitespace().map(str::to_owned).collect()
}

/// Every row of every table of facts, as text, and the whole `export json`.
fn facts(hall: &Hall) -> String {
    dumped(hall, &|_, column| format!("quote(\"{column}\")"))
        + &hall.run(&["export", "json", "--times", "--private"]).ok().out
}

/// Every row of every table of facts, each column (of a table) as an expression that gives text.
pub fn dumped(hall: &Hall, expression: &dyn Fn(&str, &str) -> String) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("the system has a timer");
    runtime.block_on(dump(&hall.path("spring.bughouse"), expression)).expect("the file can be read")
}

async fn dump(path: &Path, expression: &dyn Fn(&str, &str) -> String) -> Result<String, sqlx::Error> {
    let mut file: SqliteConnection =
        SqliteConnectOptions::new().filename(path).disable_statement_logging().connect().await?;
    let tables: Vec<String> = sqlx::query_scalar(
        "select name from sqlite_master
         where type = 'table' and name not like 'sqlite_%'
             and name not in ('command', 'change', 'printed', 'backup', 'safekeeping', 'hall', 'device', 'report', 'request',
                 '_sqlx_migrations')
         order by name",
    )
    .fetch_all(&mut file)
    .await?;
    let mut text = String::new();
    for table in tables {
        let columns: Vec<String> = sqlx::query_scalar("select name from pragma_table_info(?) order by cid")
            .bind(&table)
            .fetch_all(&mut file)
            .await?;
        let row =
            columns.iter().map(|c| format!("({})", expression(&table, c))).collect::<Vec<_>>().join(" || ', ' || ");
        let rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(format!("select {row} from \"{table}\" order by id")))
            .fetch_all(&mut file)
            .await?;
        text.push_str(&format!("{table}\n  {}\n", rows.join("\n  ")));
    }
    file.close().await?;
    Ok(text)
}

#[test]
fn what_reverses_an_undo_of_several_is_said_as_it_is_typed() {
    let hall = Hall::with_teams(2);
    let said = hall.run(&["undo", "2"]).ok().out;
    assert!(said.contains("`bughouse redo 2` puts them back"), "{said}");
    let said = hall.run(&["redo", "2"]).ok().out;
    assert!(said.contains("`bughouse undo 2` takes them back again"), "{said}");
    hall.run(&["undo"]).ok().says("`bughouse redo` puts it back");
}

#[test]
fn a_round_that_is_put_back_was_posted_when_it_was() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n").ok();
    hall.clock_jumps(3600);
    let posted = || hall.json(&["status"])["sections"][0]["posted"].clone();
    let was = posted();
    assert!(was.is_string());
    hall.run(&["unpair", "--with-results"]).ok();
    assert!(posted().is_null());
    hall.run(&["undo"]).ok();
    assert_eq!(posted(), was);
}

#[test]
fn several_commands_are_taken_back_at_a_terminal_only_when_that_is_meant() {
    let hall = Hall::with_teams(2);
    let facts = hall.facts();
    let Some(said) = hall.at_a_terminal(&["undo", "2"], "n\n") else { return };
    assert!(said.out.contains("Take back 2 commands") && said.out.contains("undo --only 2"), "{}", said.out);
    assert_eq!(hall.facts(), facts);
    hall.at_a_terminal(&["undo", "2"], "y\n").expect("there was a terminal before");
    assert_ne!(hall.facts(), facts);
}

#[test]
fn a_round_beside_which_another_section_took_its_tables_is_taken_back_by_itself() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "add", "Other"]).ok();
    hall.enter_teams("Other", 5..=8);
    hall.run(&["pair", "Open"]).ok();
    let number = hall.json(&["log"])["commands"].as_array().unwrap().last().unwrap()["command"].to_string();
    hall.run(&["pair", "Other"]).ok();
    hall.run(&["section", "edit", "Open", "--rename", "First"]).ok();
    let refused = hall.run(&["undo", "--only", &number]);
    refused.fails(1, "its tables got the numbers that were free next to those").says("bughouse unpair First");
    hall.run(&["unpair", "First"]).ok();
    hall.run(&["pair", "First"]).ok();
    hall.run(&["check"]).ok();
}
