//! Names come from anybody's file: nothing that is printed of them is obeyed by a terminal.

use super::hall::{Hall, Said};

/// Sets the window's title, rings, clears the screen by a single character, turns the line round.
const EVIL: &str = "\u{1b}]0;owned\u{7}\u{9b}2J\u{7f}\u{202e}";

fn is_harmless(text: &str) -> bool {
    !text.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}')
}

/// A tournament whose names, where they are taken as they come, would steer a terminal.
fn hostile() -> Hall {
    let hall = Hall::empty();
    let evil = |name: &str| format!("{name}{EVIL}");
    hall.run(&["new", "spring", "--name", &evil("Spring"), "--venue", &evil("Hall"), "--seed", "3"]).ok();
    hall.run(&["section", "add", &evil("Open")]).ok();
    hall.run(&["official", "add", &evil("Pat"), "--role", "td"]).ok();
    hall.run(&["official", "add", &evil("Chris"), "--role", "section-chief"]).ok();
    for n in 1..=4 {
        let players = [format!("P{n}a\u{202e} Alpha,5,{}", 1500 - n), format!("P{n}b Beta,5")];
        let school = evil("School");
        hall.run(&[
            "team",
            "add",
            &format!("Team {n}\u{202e}"),
            "--player",
            &players[0],
            "--player",
            &players[1],
            "--school",
            &school,
        ])
        .ok();
    }
    hall.run(&["pair"]).ok();
    hall.run(&[
        "ruling",
        "offence",
        "1",
        "--player",
        "1",
        "--offence",
        "clock-hand",
        "--penalty",
        "warning",
        "--reason",
        &evil("seen"),
    ])
    .ok();
    hall.run(&[
        "ruling",
        "spectator",
        "2",
        "--person",
        &evil("Aunt"),
        "--action",
        "none",
        "--note",
        &evil("loud"),
        "--witness",
        &evil("W"),
    ])
    .ok();
    hall.run(&["appeal", "file", "1", "--by", "1", "--note", &evil("unfair")]).ok();
    hall.run(&["prize", "add", "--special", &evil("Hat")]).ok();
    hall
}

const SHOWN: [&str; 33] = [
    "status",
    "section list",
    "official list",
    "team list",
    "team show 1",
    "teams",
    "school list",
    "check-in --list",
    "pairings",
    "pairings --by school",
    "slips",
    "cards",
    "standings",
    "standings --working",
    "crosstable",
    "explain 1",
    "prizes",
    "ruling list",
    "ruling show 1",
    "ruling show 2",
    "appeal list",
    "appeal show 1",
    "appeal decide 1 --official Chris --uphold --dry-run",
    "report",
    "check-pairing",
    "log",
    "undo 9 --dry-run",
    "undo 2",
    "redo 2",
    "backup --list",
    "check",
    "result 1 1-0 --as Pat",
    "team edit 1 --name Rooks",
];

#[test]
fn nothing_printed_of_a_name_steers_the_terminal() {
    let hall = hostile();
    let judged = |words: &[&str], said: &Said| {
        assert!(is_harmless(&said.out) && is_harmless(&said.err), "{words:?}:\n{:?}\n{:?}", said.out, said.err);
    };
    for line in SHOWN {
        let words: Vec<&str> = line.split(' ').collect();
        judged(&words, &hall.run(&words).ok());
        let as_json: Vec<&str> = words.iter().copied().chain(["--json"]).collect();
        judged(&as_json, &hall.run(&as_json));
    }
    let named: serde_json::Value = hall.json(&["official", "list"]);
    assert_eq!(
        named["officials"][0]["name"].as_str().unwrap(),
        format!("Pat{EVIL}"),
        "machines read the name as it was entered"
    );
}

#[test]
fn nothing_typed_comes_back_as_a_command_to_the_terminal() {
    let hall = hostile();
    let evil = format!("x{EVIL}.trf");
    hall.write(&evil, "001 nonsense \u{1b}[31m\n");
    for words in [
        &[evil.as_str()][..],
        &["team", "show", &evil],
        &["pairings", &evil],
        &["-f", &evil, "status"],
        &["result", &evil, "1-0"],
        &["result", "1", &evil],
        &["section", "add", "B", "--tiebreaks", &evil],
        &["log", "--since", &evil],
        &["standings", "--as-of", &evil],
        &["standings", "-o", &evil],
        &["restore", &evil],
        &["import", &evil],
        &["engine", "pair", &evil],
        &["backup", "--folder", &evil],
        &["ruling", "offence", "1", "--player", &evil, "--offence", &evil],
    ] {
        for more in [&[][..], &["--json"]] {
            let said = hall.run(&[words, more].concat());
            assert!([1, 2, 3].contains(&said.code), "{words:?}: {}", said.out);
            assert!(is_harmless(&said.out) && is_harmless(&said.err), "{words:?}:\n{:?}\n{:?}", said.out, said.err);
        }
    }
    hall.run(&["backup", &format!("b{EVIL}.bak")]).ok();
    assert!(is_harmless(&hall.run(&["backup", "--list"]).ok().out));
}

#[test]
fn completion_at_the_prompt_offers_no_name_that_steers_the_terminal() {
    let hall = hostile();
    let Some(said) = hall.at_a_terminal(&["shell"], "team show \t\t\nresult 1 \nq\n") else {
        eprintln!("skipped: no `script` here that opens a terminal");
        return;
    };
    for sequence in ["\u{1b}]0;owned", "\u{9b}", "\u{202e}"] {
        assert!(!said.out.contains(sequence), "{:?}", said.out);
    }
}
