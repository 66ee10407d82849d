//! What is typed as people type it: hyphens and dashes, capitals, words for options, a full disk behind the answer.

use super::hall::{Hall, Said};
use std::fs::OpenOptions;

#[test]
fn a_value_may_begin_with_a_hyphen() {
    let hall = Hall::empty();
    hall.run(&["new", "spring", "--name", "-Dash Open", "--seed", "3"]).ok();
    hall.run(&["section", "add", "Open"]).ok();
    hall.run(&["team", "add", "-Knights", "--player", "-Aq B,3", "--player", "C D,3", "--school", "-none"]).ok();
    hall.run(&["team", "add", "Rooks", "--player", "E F,3", "--player", "G H,3"]).ok();
    hall.run(&["partner", "add", "-P Q,3"]).ok();
    hall.run(&["prize", "add", "Open", "--special", "-Hat"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["rule", "1", "c d", "other", "warning", "- said no"]).ok();
    hall.run(&["ruling", "offence", "1", "--player", "c d", "--offence", "clock-hand", "--note", "- talked"]).ok();
    hall.run(&["ruling", "void", "1", "--reason", "-x"]).ok();
    hall.run(&["result", "1", "-/+"]).ok();
    hall.run(&["team", "edit", "1", "--name", "-New"]).ok();
    let teams = hall.json(&["team", "list"]);
    assert_eq!(
        (&teams["teams"][0]["name"], &teams["teams"][0]["players"][0]["name"]),
        (&"-New".into(), &"-Aq B".into())
    );
    // An option is none, and neither is a misspelt one.
    hall.run(&["team", "edit", "1", "--name", "--json"]).fails(2, "--name: the value is missing");
    hall.run(&["team", "edit", "1", "--name", "--schol", "X"]).fails(2, "has no option --schol");
    hall.run(&["team", "edit", "1", "-name", "X"]).fails(2, "did you mean --name?");
}

#[test]
fn forgotten_quotes_are_recognised_and_the_hint_can_be_typed() {
    let hall = Hall::empty();
    hall.run(&["new", "--name", "Spring", "Bughouse"])
        .fails(2, "did you mean `bughouse new --name \"Spring Bughouse\"`?");
    assert!(hall.files().is_empty(), "nothing was made");
    let reads_as = |typed: &str, meant: &str| {
        let words: Vec<&str> = typed.split(' ').collect();
        hall.run(&words).fails(2, &format!("did you mean `bughouse {meant}`?"));
    };
    reads_as("new spring --name Spring --venue Town Hall", r#"new spring --name Spring --venue "Town Hall""#);
    hall.run(&["new", "spring", "--name", "Spring Bughouse", "--seed", "3"]).ok();
    assert_eq!(hall.json(&["export", "json"])["seed"], 3);
    reads_as("section add Grand Final", r#"section add "Grand Final""#);
    hall.run(&["section", "add", "Grand Final"]).ok();
    hall.run(&["section", "add", "K-3 Scholars"]).ok();
    reads_as("official add Tess Reed --role td", r#"official add "Tess Reed" --role td"#);
    reads_as("official add Tess --role floor chief", "official add Tess --role floor-chief");
    hall.run(&["official", "add", "Tess", "--role", "floor-chief"]).ok();
    reads_as("prize add --special Craziest Hat", r#"prize add --special "Craziest Hat""#);
    reads_as("prize add K-3 --special Craziest Hat", r#"prize add K-3 --special "Craziest Hat""#);
    reads_as("prize add K-3 Scholars --place 1-3", r#"prize add "K-3 Scholars" --place 1-3"#);
    reads_as("pairings round 2", "pairings --round 2");
    reads_as("pairings k3 round 2", "pairings k3 --round 2");
    reads_as("pair k3 round 2", "pair k3");
    reads_as("section edit K-3 Scholars --rounds 4", r#"section edit "K-3 Scholars" --rounds 4"#);
    reads_as("team add Rooks on Fire --player Ann --player Bo", r#"team add "Rooks on Fire" --player Ann --player Bo"#);
    for named in ["K3", "k-3", "scholars"] {
        hall.run(&["standings", named]).ok().says("K-3 Scholars");
    }
}

#[test]
fn help_and_version_are_asked_for_in_words() {
    let hall = Hall::empty();
    for (words, option) in [
        (&["help"][..], &["--help"][..]),
        (&["help", "section", "add"], &["section", "add", "--help"]),
        (&["version"], &["--version"]),
    ] {
        assert_eq!(hall.run(words).ok().out, hall.run(option).ok().out, "{words:?}");
    }
}

#[test]
fn a_result_is_taken_as_it_is_written_elsewhere() {
    let hall = Hall::with_teams(2);
    hall.run(&["pair"]).ok();
    for (typed, stored) in [
        ("1", "1-0"),
        ("2", "0-1"),
        ("=", "1/2"),
        ("1–0", "1-0"),
        ("0:1", "0-1"),
        ("½", "1/2"),
        ("½–½", "1/2"),
        ("−/+", "-/+"),
    ] {
        let result = hall.json(&["result", "1", typed, "--replace"]);
        assert_eq!(result["result"], stored, "{typed}");
    }
    for (board, reason, kept) in [("A", "flag", ("a", "time")), ("B", "Checkmate", ("b", "mate"))] {
        hall.run(&["result", "1", "clear"]).ok();
        hall.run(&["result", "1", "1-0", board, reason]).ok();
        let pairings = hall.json(&["pairings"]);
        let slip = &pairings["pairings"][0]["results"][0];
        assert_eq!((&slip["board"], &slip["by"]), (&kept.0.into(), &kept.1.into()));
    }
    hall.run(&["result", "1", "clear"]).ok();
    hall.run_with(&["enter"], "1 1AM\n").ok();
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["by"], "mate");
    hall.run(&["result", "1", "0-1", "--board", "B", "--by", "Time", "--replace"]).ok();
}

#[test]
fn a_board_that_decides_nothing_yet_is_kept_and_reported() {
    let hall = Hall::with_teams(2);
    hall.run(&["pair"]).ok();
    let sentence = "board a is recorded as drawn, board b plays on";
    let said = hall.run(&["result", "1", "1/2", "a", "flags"]).ok().out;
    assert!(said.contains(sentence), "{said}");
    let status = hall.run(&["status"]).ok().out;
    assert!(status.contains(sentence), "{status}");
    hall.run(&["result", "1", "1-0", "b"]).ok();
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], "1-0");
}

#[test]
fn an_empty_variable_is_one_that_is_not_set() {
    let hall = Hall::with_teams(2);
    let mut command = hall.command(&["status"]);
    command.env("BUGHOUSE_FILE", "").env("BUGHOUSE_OFFICIAL", "").env("BUGHOUSE_NO_BACKUP", "");
    Said::by(command, "").ok();
}

#[test]
fn an_answer_that_nobody_can_read_is_a_failure() {
    let Ok(full) = OpenOptions::new().write(true).open("/dev/full") else {
        println!("skipped: there is no /dev/full here");
        return;
    };
    let hall = Hall::with_teams(2);
    for words in
        [&["standings"][..], &["team", "list", "--json"], &["--help"], &["team", "edit", "1", "--rating", "1500"]]
    {
        let mut command = hall.command(words);
        command.stdout(full.try_clone().expect("a file can be shared"));
        Said::by(command, "").fails(3, "the answer could not be written");
    }
    assert_eq!(hall.json(&["team", "list"])["teams"][0]["rating"], 1500, "what the command changed is kept");
}

#[test]
fn a_child_is_named_by_its_number() {
    let hall = Hall::with_teams(2);
    hall.run(&["team", "edit", "2", "--player", "3", "--rating", "1300"]).ok();
    let players = hall.json(&["team", "list"])["teams"][1]["players"].clone();
    let third = players.as_array().and_then(|players| players.iter().find(|player| player["number"] == 3));
    assert_eq!(third.map(|player| &player["rating"]), Some(&1300.into()));
}

#[test]
fn what_is_only_tried_writes_nothing() {
    let hall = Hall::with_teams(2);
    for words in
        [&["standings", "-o", "standings.txt"][..], &["export", "json", "-o", "event.json"], &["manual", "man"]]
    {
        let words: Vec<&str> = words.iter().copied().chain(["--dry-run"]).collect();
        let said = hall.run(&words).ok().out;
        assert!(said.contains("would write"), "{said}");
    }
    let tried = hall.json(&["new", "b", "--name", "B", "--dry-run"]);
    assert_eq!(tried["file"], "b.bughouse");
    for name in ["standings.txt", "event.json", "man", "b.bughouse"] {
        assert!(!hall.path(name).exists(), "{name}");
    }
}

#[test]
fn a_team_that_leaves_later_still_plays_today() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    let later = hall.run(&["team", "withdraw", "1", "--from-round", "3", "--dry-run"]).ok().out;
    assert!(!later.contains("bughouse result"), "{later}");
    let now = hall.run(&["team", "withdraw", "1", "--dry-run"]).ok().out;
    assert!(now.contains("bughouse result 1"), "{now}");
}

#[test]
fn a_grade_without_its_comma_is_reported() {
    let hall = Hall::with_teams(2);
    let said = hall.run(&["team", "add", "Late", "--player", "Kai Low 5", "--player", "Lia Mann,4"]).ok().err;
    assert!(said.contains("\"Kai Low,5\""), "{said}");
    let said = hall.run(&["partner", "add", "Moe Dunn 900"]).ok().err;
    assert!(said.contains("\"Moe Dunn,,900\""), "{said}");
}

#[test]
fn a_rulebook_of_ones_own_begins_with_one_that_ships() {
    let hall = Hall::empty();
    hall.run(&["rules", "show", "--toml", "--rulebook", "club", "-o", "ours.toml"]).ok();
    hall.run(&["new", "spring", "--name", "Spring", "--rulebook", "ours.toml"]).ok();
}

#[test]
fn a_school_with_quotes_can_be_united_as_the_note_says() {
    let hall = Hall::with_teams(1);
    let rows = "Team,Player 1,Grade 1,Player 2,Grade 2,School\nA,Ann Lee,5,Bo Cruz,5,\"Lincoln, \"\"The\"\" ES\"\nB,Cy Day,5,Di Eck,5,Lincon ES\n";
    hall.write("entries.csv", rows);
    let said = hall.run(&["import", "entries.csv"]).ok();
    let output = format!("{}{}", said.out, said.err);
    let Some((_, typed)) = output.split_once("bughouse school same ") else { panic!("{output}") };
    let line = format!("school same {}\n", typed.lines().next().unwrap_or_default());
    let sitting = hall.run_with(&["shell"], &line);
    assert!(sitting.out.contains("remembered for later imports"), "{line}{}\n{}", sitting.out, sitting.err);
}

#[test]
fn a_line_of_a_sitting_that_asks_for_json_is_refused_in_json() {
    let hall = Hall::paired(4);
    let refused = |sitting: &[&str], line: &str| {
        let said = hall.run_with(sitting, &format!("{line}\nq\n")).ok();
        let error: serde_json::Value =
            serde_json::from_str(&said.err).unwrap_or_else(|_| panic!("{line}: {}", said.err));
        assert!(error["error"]["message"].is_string(), "{line}: {error}");
    };
    for sitting in [&["shell"][..], &["enter", "--each"]] {
        refused(sitting, "result 99 1-0 --json");
        refused(sitting, "team show --json nobody");
        refused(sitting, "nonsense --json");
    }
    for sitting in [&["shell"][..], &["enter", "--each"]] {
        let said = hall.run_with(sitting, "result 99 1-0\nq\n").ok();
        assert!(said.err.starts_with("error: "), "{}", said.err);
    }
}

#[test]
fn a_list_that_is_imported_in_a_sitting_is_entered() {
    let hall = Hall::with_teams(1);
    hall.write("entries.csv", "Team,Player 1,Grade 1,Player 2,Grade 2\nA,Ann Lee,5,Bo Cruz,5\nB,Cy Day,5,Di Eck,5\n");
    let sitting = hall.run_with(&["shell"], "import entries.csv\nimport entries.csv\n").ok();
    assert!(sitting.out.contains("2 teams added (4 players)"), "{}", sitting.out);
    assert!(sitting.out.contains("0 teams added (0 players), 2 unchanged"), "{}", sitting.out);
    assert_eq!(hall.json(&["teams"])["teams"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_terminal_that_does_not_know_its_width_has_eighty_columns() {
    let hall = Hall::with_teams(2);
    let Some(unknown) = hall.at_a_terminal_of(0, &["teams"], "") else {
        println!("skipped: no terminal can be opened here");
        return;
    };
    let known = hall.at_a_terminal(&["teams"], "").expect("a terminal could be opened");
    // The sheets bear the minute of their printing, which may have passed in between.
    let widths = |out: &str| out.lines().map(|line| line.chars().count()).collect::<Vec<_>>();
    assert_eq!(widths(&unknown.out), widths(&known.out));
}

#[test]
fn a_drawn_knockout_match_says_that_it_is_replayed() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--pairing", "knockout"]).ok();
    hall.enter_teams("Open", 1..=2);
    hall.run(&["pair"]).ok();
    let sentence = "the match is replayed with sides swapped; then: bughouse result 1 RESULT";
    let said = hall.run(&["result", "1", "1/2"]).ok().out;
    assert!(said.contains(sentence), "{said}");
    let status = hall.run(&["status"]).ok().out;
    assert!(status.contains(sentence), "{status}");
    let said = hall.run(&["result", "1", "1-0"]).ok().out;
    assert!(!said.contains(sentence), "{said}");
}

#[test]
fn a_help_page_is_as_wide_in_a_pipe_as_on_a_small_screen() {
    let hall = Hall::empty();
    for words in ["new", "import", "result", "enter", "ruling claim", "pair", "section add", "engine pair"] {
        let asked: Vec<&str> = words.split(' ').chain(["--help"]).collect();
        let help = hall.run(&asked).ok().out;
        let wide = help.lines().find(|line| line.chars().count() > 80);
        assert!(wide.is_none() && help.lines().count() <= 30, "{words}: {wide:?}\n{help}");
    }
}
