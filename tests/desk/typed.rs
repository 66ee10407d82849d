//! What is printed can be typed: every command in hints, answers, documents and the cheat sheet, in an event with two sections whose
//! names need quotes, beside a second tournament.

use super::hall::{Hall, Said};
use std::collections::BTreeSet;
use std::fs;

/// The file is beside another, so that every command has to name it.
const FILE: &str = "spring event.bughouse";

/// The commands in a text. One ends at a backtick, a mark that parts sentences, or the end of its line.
fn commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("bughouse ") {
        let before = text[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || ".-_/'\"".contains(c)) {
            continue;
        }
        let mut line = String::new();
        let (mut quote, mut is_escaped) = (None, false);
        for c in text[at..].chars() {
            match quote {
                _ if is_escaped => is_escaped = false,
                Some('"') | None if c == '\\' => is_escaped = true,
                Some(open) if c == open => quote = None,
                None if c == '"' || c == '\'' => quote = Some(c),
                None if "\n`;()".contains(c) => break,
                _ => {}
            }
            line.push(c);
            if quote.is_none() && [", ", " or bughouse ", ": ", "  ", " if "].iter().any(|end| line.ends_with(end)) {
                let end = [", ", " or bughouse ", ": ", "  ", " if "]
                    .iter()
                    .find(|end| line.ends_with(*end))
                    .map_or(0, |end| end.len());
                line.truncate(line.len() - end);
                break;
            }
        }
        found.push(line.trim().trim_end_matches(['.', ',', '?', ':']).to_owned());
    }
    found
}

/// What only the director knows, in capitals where a command is shown.
fn known(word: &str) -> String {
    let meant = match word.trim_matches(['<', '>']) {
        "TEAM" | "T1" | "OPPONENT" | "APPEAL" | "RULING" | "N" | "NUMBER" | "PLAYER" => "1",
        "T2" | "PARTNER" => "2",
        "NEW" => "Fresh Name",
        "TABLE" => "1",
        "RESULT" => "1-0",
        "H:MM" => "0:01",
        "NAME" => "Tess Reed",
        "SECTION" => "Novice",
        "INTO" => "K-6 Open",
        "FILE" => "entries.csv",
        "TEXT" => "seen",
        "PENALTY" => "warning",
        _ => word,
    };
    meant.to_owned()
}

/// The words of a line, as a shell parts them.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some('"') | None, '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, '"' | '\'') => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            (None, ' ') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Types every command in what was said, without keeping what it does, and gives those that are no commands.
fn mistyped(hall: &Hall, said: &Said, after: &[&str], tried: &mut BTreeSet<String>) -> Vec<String> {
    // What was wrong is said again in the words that were typed.
    let error: String =
        said.err.lines().filter(|line| !line.starts_with("error: ")).map(|line| format!("{line}\n")).collect();
    let printed = commands(&said.out).into_iter().chain(commands(&error));
    let mut wrong = Vec::new();
    for line in printed.filter(|line| tried.insert(line.clone())) {
        let words: Vec<String> = words(&line).iter().skip(1).map(|word| known(word)).collect();
        let typed: Vec<&str> = words.iter().map(String::as_str).chain(["--dry-run"]).collect();
        let answer = hall.run(&typed);
        if ![0, 1].contains(&answer.code) {
            wrong.push(format!("after {after:?}: {line}\n{}", answer.err));
        }
    }
    wrong
}

/// The words of a line as the system's shell parts them.
#[cfg(unix)]
fn parted_by_the_shell(line: &str) -> Vec<String> {
    let line = line.replace(['<', '>'], "");
    let parted = std::process::Command::new("sh").args(["-c", &format!("printf '%s\\n' {line}")]).output();
    let parted = parted.expect("a shell is there");
    String::from_utf8_lossy(&parted.stdout).lines().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn names_that_a_shell_would_obey_are_quoted_in_every_command_that_is_printed() {
    let hall = Hall::empty();
    hall.run(&["new", "other", "--name", "Other"]).ok();
    let (file, open, novice) = ("spring's event!.bughouse", "It's \"K-6\" $5!", "Novice `echo`; exit 3 &");
    let teams =
        ["Rook's `Rage`", "$HOME", "#1 \"Best\"", "Go! Go! (Go)", "a\\b|c>d", "O'Brien & Co", "* ?", "~ %PATH%"];
    let (mut tried, mut wrong) = (BTreeSet::new(), Vec::new());
    let mut run = |words: &[&str]| {
        let typed: Vec<&str> = if words[0] == "new" { words.into() } else { [&["-f", file], words].concat() };
        let said = hall.run_with(&typed, if words[0] == "enter" { "1 1\n9 9\n" } else { "" });
        let json = hall.run(&[&typed[..], &["--json", "--dry-run"]].concat());
        for text in [&said.out, &said.err] {
            for line in commands(text) {
                let (ours, theirs) = (self::words(&line.replace(['<', '>'], "")), parted_by_the_shell(&line));
                // A placeholder in an option's help is no command.
                if ours != theirs && !line.contains('|') {
                    wrong.push(format!("after {words:?}: {line}\nthe shell reads {theirs:?}"));
                }
            }
        }
        if words[0] != "check-in" && words[0] != "enter" {
            let text = if json.out.is_empty() { &json.err } else { &json.out };
            let named = serde_json::from_str::<serde_json::Value>(text);
            if named.is_err() && !json.out.is_empty() {
                wrong.push(format!("after {words:?}: no JSON: {text}"));
            }
            for line in strings(&named.unwrap_or_default()) {
                let misses =
                    line.starts_with("bughouse ") && !line.starts_with("bughouse -f ") && !line.contains("COMMAND");
                if misses {
                    wrong.push(format!("after {words:?} in JSON: {line}"));
                }
            }
        }
        wrong.extend(mistyped(&hall, &said, words, &mut tried));
        said
    };
    run(&["new", file, "--name", "Spring 'Open' \"Bughouse\"!"]).ok();
    run(&["section", "add", open, "--rounds", "2"]).ok();
    run(&["section", "add", novice, "--pairing", "knockout", "--rounds", "1"]).ok();
    for (n, team) in (1..).zip(teams) {
        let section = if n < 5 { open } else { novice };
        let players = [format!("P'{n} \"A\",5"), format!("Q{n}! $B,5")];
        run(&[
            "team",
            "add",
            team,
            "--section",
            section,
            "--player",
            &players[0],
            "--player",
            &players[1],
            "--school",
            "St. Mary's $1!",
        ])
        .ok();
    }
    hall.write(
        "it's $5!.csv",
        format!(
            "Team,Section,Player 1,Player 2\nKings,\"{}\",Kim A,Kit B\nQueens,Nowhere,Kim C,Kit D\n",
            open.replace('"', "\"\"")
        ),
    );
    for words in [
        &["import", "it's $5!.csv"][..],
        &["status"],
        &["check-pairing", open],
        &["pair"],
        &["pair", open],
        &["pair", novice],
        &["unpair", open],
        &["result", "1", "1-0"],
        &["check-in", "$HOME"],
        &["check-in", "--all"],
        &["slips", open, "--table", "4"],
        &["pair", open],
        &["pair", open, "--anyway"],
        &["slips", open, "--table", "4"],
        &["enter", open],
        &["team", "add", "Late!", "--section", open, "--player", "L A", "--player", "L B"],
        &["pairing", "add", "Late!", "$HOME"],
        &["pairing", "swap", "$HOME", "Late!"],
        &["bye", "$HOME", "--round", "1"],
        &["absent"],
        &["absent", "$HOME"],
        &["start", open],
        &["result", "1", "-/+", "--by", "absent"],
        &["result", "2", "1-0"],
        &["result", "3", "1-0"],
        &["result", "4", "1-0"],
        &["result", "5", "1-0"],
        &["unpair", open],
        &["pair", novice],
        &["official", "add", "Pat \"O'Neil\"!", "--role", "td"],
        &["official", "add", "Pat \"O'Neil\"!", "--role", "section-chief", "--section", open],
        &["official", "remove", "Pat \"O'Neil\"!"],
        &["ruling", "offence", "1", "--player", "P'1", "--offence", "clock-hand", "--as", "pat"],
        &["appeal", "file", "1", "--by", "P'1"],
        &["team", "withdraw", "$HOME"],
        &["team", "return", "$HOME"],
        &["team", "edit", "$HOME", "--section", novice],
        &["section", "merge", open, novice],
        &["section", "split", novice, "--size", "2"],
        &["section", "remove", novice],
        &["section", "edit", novice, "--pairing", "swiss"],
        &["partner", "list"],
        &["prizes", open],
        &["prize", "add", open, "--special", "Hat's $!"],
        &["prize", "give", "nobody", "$HOME"],
        &["standings"],
        &["standings", open, "-o", "a'b $!.txt"],
        &["result", "2", "0-1", "--replace"],
        &["stale"],
        &["publish", "site's $!"],
        &["backup", "b $!.bughouse"],
        &["restore", "nothing $!"],
        &["undo", "--only", "3"],
        &["log"],
    ] {
        run(words);
    }
    assert!(tried.len() > 25, "only {} commands were printed", tried.len());
    assert!(wrong.is_empty(), "{} of {} commands cannot be typed:\n\n{}", wrong.len(), tried.len(), wrong.join("\n"));
}

/// Every string in a value.
fn strings(value: &serde_json::Value) -> Vec<String> {
    match value {
        serde_json::Value::String(text) => vec![text.clone()],
        serde_json::Value::Array(items) => items.iter().flat_map(strings).collect(),
        serde_json::Value::Object(fields) => fields.values().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn every_command_that_is_printed_can_be_typed_as_it_is() {
    let hall = Hall::empty();
    hall.run(&["new", "other", "--name", "Other"]).ok();
    hall.write("entries.csv", "Team,Section,Player 1,Player 2\nKings,Novice,Kim A,Kit B\n,Novice,Sol C,\n");
    let mut tried = BTreeSet::new();
    let mut wrong = Vec::new();
    let mut run = |line: &str| {
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let typed: Vec<&str> = if line.starts_with("new ") {
            words.clone()
        } else {
            ["-f", FILE].into_iter().chain(words.clone()).collect()
        };
        let input = if line.starts_with("enter") { "1 1\n2 2\n9 9\n" } else { "" };
        let said = hall.run_with(&typed, input);
        wrong.extend(mistyped(&hall, &said, &words, &mut tried));
        said
    };
    run("new \"spring event\" --name \"Spring 'Open' Bughouse\"");
    for line in
        ["status", "pair", "teams", "check-in --list", "section add \"K-6 Open\"", "section add Novice --pairing quads"]
    {
        run(line);
    }
    run("official add \"Tess Reed\" --role td");
    for n in 1..=5 {
        run(&format!(
            "team add \"Team {n}\" --section \"K-6 Open\" --player \"P{n}a A,5,{}\" --player \"P{n}b B,5\" --school Oak",
            1000 + n
        ));
    }
    for line in [
        "team add \"Team 1\" --section \"K-6 Open\" --player \"Q A\" --player \"Q B\"",
        "import entries.csv",
        "import entries.csv",
        "status",
        "check-pairing \"K-6 Open\"",
        "check-pairing Novice",
        "pair",
        "pair Novice",
        "unpair \"K-6 Open\"",
        "result 1 1-0",
        "explain 1",
        "projector",
        "slips \"K-6 Open\"",
        "pairings \"K-6 Open\"",
        "bye 1 --round 1",
        "check-in 1 2",
        "pair \"K-6 Open\"",
        "check-in 3 4",
        "status",
        "partner list",
        "partner suggest",
        "team names",
        "fees",
        "pair \"K-6 Open\"",
        "pair \"K-6 Open\" --anyway",
        "absent",
        "absent 1",
        "start \"K-6 Open\"",
        "start \"K-6 Open\"",
        "status",
        "team add Late --section \"K-6 Open\" --player \"L A\" --player \"L B\"",
        "pairing add Late \"Team 5\"",
        "pairing add Late \"Team 1\"",
        "pairing swap 1 2",
        "pairing swap \"Team 1\" Kings",
        "pairing set 1 \"Team 1\" \"Team 2\" --dry-run",
        "pairing forbid 1 2",
        "pairing require 1 2 --round 2",
        "pairing require 1 2 --round 1",
        "bye 1 --round 1",
        "bye 1 --round 99",
        "enter",
        "enter \"K-6 Open\"",
        "result 1 1-0 a mate",
        "result 1 0-1",
        "result 2 -/+ --by absent",
        "result 3 1-0",
        "unpair \"K-6 Open\"",
        "ruling offence 1 --player P4a --offence clock-hand",
        "ruling claim 1 --board a --by P4a --kind flag",
        "ruling claim 1 --board a --by P4a --kind flag --own-flag-up yes",
        "ruling show 1",
        "ruling list",
        "rules offences",
        "appeal file 1 --by P4a",
        "appeal list",
        "appeal decide 1 --official tess --uphold",
        "appeal show 1",
        "pair \"K-6 Open\"",
        "pair \"K-6 Open\" --anyway",
        "result 1 0-1 --round 1 --replace",
        "unpair \"K-6 Open\"",
        "status",
        "standings \"K-6 Open\"",
        "standings",
        "crosstable",
        "prize add \"K-6 Open\" --place 1-2",
        "prizes \"K-6 Open\"",
        "prize remove 99",
        "team withdraw 2",
        "team return 2",
        "team edit 1",
        "team edit 1 --section Novice",
        "section edit \"K-6 Open\" --pairing knockout",
        "section edit \"K-6 Open\" --rounds 1",
        "section merge Novice \"K-6 Open\"",
        "section split Novice --size 2",
        "section remove Novice",
        "by-hand",
        "pairings \"K-6 Open\" -o sheet.txt",
        "standings \"K-6 Open\" -o table.txt",
        "result 1 1-0 --round 1 --replace",
        "stale",
        "report",
        "log",
        "check",
        "undo --only 1",
        "undo",
        "redo",
        "redo",
        "team show 99",
        "team show nobody",
        "ruling show 99",
        "restore nothing",
        "pairs \"K-6 Open\"",
        "teem list",
        "swap \"Team 1\" \"Team 2\"",
    ] {
        run(line);
    }
    assert!(tried.len() > 45, "only {} commands were printed", tried.len());
    assert!(wrong.is_empty(), "{} of {} commands cannot be typed:\n\n{}", wrong.len(), tried.len(), wrong.join("\n"));
}

fn table_of_ann(hall: &Hall) -> String {
    let sheet = hall.json(&["slips", "K-6"]);
    let hers = |slip: &&serde_json::Value| slip["boards"].to_string().contains("Ann Lee");
    sheet["slips"].as_array().unwrap().iter().find(hers).expect("she plays")["table"].to_string()
}

#[test]
fn the_cheat_sheet_can_be_typed_from_top_to_bottom() {
    let hall = Hall::empty().with_backups();
    hall.write(
        "entries.csv",
        (1..=12).fold("Team,Section,Player 1,Player 2\n".to_owned(), |rows, n| {
            let name = ["Knights", "Bishops", "Rooks"].get(n - 1).map_or(format!("Team {n}"), ToString::to_string);
            format!("{rows}{name},K-6,P{n} One,P{n} Two\n")
        }) + "NEED,K-6,Ann Lee,\nNEED,K-6,Bo Cruz,\n",
    );
    let sheet = hall.json(&["cheat-sheet"]);
    let lines = sheet["parts"].as_array().unwrap().iter().flat_map(|part| part["lines"].as_array().unwrap().clone());
    let typed = lines.filter_map(|line| Some(line["typed"].as_str()?.strip_prefix("bughouse ")?.to_owned()));
    let mut wrong = Vec::new();
    for line in typed {
        if words(&line)[0] == "rule" {
            hall.run(&["ruling", "spectator", &table_of_ann(&hall), "--action", "none"]).ok();
        }
        let at_her_table = ["rule", "ruling", "result"].contains(&words(&line)[0].as_str());
        let meant = |word: String| {
            if at_her_table && word == "12" { table_of_ann(&hall) } else { word.replace(".pdf", ".html") }
        };
        let words: Vec<String> = words(&line).into_iter().map(meant).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let is_command = hall.run(&[&words[..1], &["--help"]].concat()).code == 0 || words[0] == "-f";
        // Playing the rest of the event on a copy has tests of its own.
        if !is_command || ["rehearse", "shell", "bughouse"].contains(&words[0]) || line.starts_with("--") {
            continue;
        }
        if words[0] == "import" {
            hall.run(&["section", "add", "7-12"]).ok();
        }
        if words[0] == "appeal" {
            hall.run(&["official", "add", "Tess Reed", "--role", "section-chief", "--section", "K-6"]).ok();
            drop(hall.run(&["appeal", "file", "2", "--by", "ann"]));
        }
        if words[0] == "pair" {
            hall.run(&["check-in", "--all"]).ok();
            hall.run(&["section", "edit", "K-6", "--first-table", "12"]).ok();
        }
        let said = hall.run(&words);
        if ![0, 1].contains(&said.code) {
            wrong.push(format!("{line}\n{}", said.err));
        }
        match words[0] {
            "backup" => drop(
                std::fs::copy(hall.path(&hall.backups()[0]), hall.path("spring.backup")).expect("a backup was made"),
            ),
            "-f" => std::fs::remove_file(hall.path("again.bughouse")).expect("it was restored there"),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn at_a_terminal_no_marks_stand_around_a_command() {
    let hall = Hall::with_teams(4);
    let Some(said) = hall.at_a_terminal(&["slips"], "") else { return };
    assert!(said.out.contains("bughouse pair Open pairs round 1") && !said.out.contains('`'), "{}", said.out);
}

#[test]
fn forgotten_quotes_are_recognised_by_the_names_of_the_tournament() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-8 Open"]).ok();
    for (team, player) in [("Mighty Panthers", "Kai Fields"), ("Silent Dragons", "Ann Lee"), ("Rooks", "Bo Ray")] {
        let players = [format!("{player},5"), format!("{player} Junior,5")];
        hall.run(&["team", "add", team, "--section", "K-8 Open", "--player", &players[0], "--player", &players[1]])
            .ok();
    }
    for (typed, meant) in [
        ("pairing swap Mighty Panthers Silent Dragons", "pairing swap \"Mighty Panthers\" \"Silent Dragons\""),
        ("pairing set 3 mighty panthers Rooks", "pairing set 3 \"mighty panthers\" Rooks"),
        ("rule 4 Kai Fields clock-h", "rule 4 \"Kai Fields\" clock-h"),
        ("team edit Mighty Panthers --school Oak", "team edit \"Mighty Panthers\" --school Oak"),
        ("team move Rooks K-8 Open", "team move Rooks \"K-8 Open\""),
        ("standings K-8 Open", "standings \"K-8 Open\""),
        ("partner match Kai Fields Ann Lee", "partner match \"Kai Fields\" \"Ann Lee\""),
        ("teams add Rooks", "team add Rooks"),
        ("pairings swap 1 2", "pairing swap 1 2"),
        ("prizes add Rooks", "prize add Rooks"),
    ] {
        let words: Vec<&str> = typed.split(' ').collect();
        hall.run(&words).fails(2, &format!("did you mean `bughouse {meant}`?"));
    }
}

#[test]
fn a_team_called_like_a_command_keeps_its_name() {
    let hall = Hall::empty();
    hall.run(&["new", "spring", "--name", "Spring"]).ok();
    hall.run(&["new", "autumn", "--name", "Autumn"]).ok();
    let spring = |words: &[&str]| hall.run(&[&["-f", "spring"], words].concat());
    spring(&["section", "add", "Open"]).ok();
    let added = ["team", "add", "bughouse rules", "--section", "Open", "--player", "Ann Lee", "--player", "Bo Kim"];
    let said = spring(&added).ok().out;
    assert!(said.contains("bughouse rules"), "{said}");
    assert_eq!(spring(&["team", "list", "--json"]).ok().json()["teams"][0]["name"], "bughouse rules");
    assert!(spring(&["team", "list"]).ok().out.contains("bughouse rules"));
    let status = spring(&["status"]).ok().out;
    assert!(status.contains("bughouse -f spring "), "{status}");
}

#[test]
fn what_officials_write_down_is_not_taken_for_a_command_and_a_wrong_option_is_named() {
    let hall = Hall::with_teams(2);
    hall.run(&["new", "other", "--name", "Other"]).ok();
    let here = |words: &[&str]| hall.run(&[&["-f", "spring"], words].concat());
    here(&["official", "add", "Sam", "--role", "section-chief"]).ok();
    here(&["pair"]).ok();
    let child = here(&["pairings", "--json"]).ok().json()["pairings"][0]["first"]["players"][0]["number"].to_string();
    here(&["rule", "1", &child, "clock-hand"]).ok();
    here(&["appeal", "file", "1", "--by", &child, "--note", "says bughouse pair is wrong"]).ok();
    assert_eq!(here(&["appeal", "show", "1", "--json"]).ok().json()["note"], "says bughouse pair is wrong");
    let said = here(&["pairing", "swap", "Team 1", "Team 2", "--tabel", "3"]).fails(2, "--tabel");
    assert!(!said.err.contains("one at a time"), "{}", said.err);
}

/// What a line is about does not hang on its first word.
#[test]
fn options_of_every_command_may_stand_before_it() {
    let hall = Hall::with_teams(2);
    hall.run(&["team", "add", "Castles", "--player", "Cat Lee,3", "--player", "Dan Lee,3", "--section", "Open"]).ok();
    let added = hall.json(&["log"])["commands"].as_array().unwrap().len().to_string();
    hall.write(
        "r.csv",
        "team,player 1,grade 1,player 2,grade 2\nCastles,Cat Lee,3,Dan Lee,3\nBishops,Eva Lee,3,Fay Lee,3\n",
    );
    hall.run(&["-f", "spring.bughouse", "--json", "import", "r.csv", "--section", "Open"]).ok();
    hall.run(&["undo", "--only", &added]).fails(1, "the import compared its entries with what was already there");

    hall.run(&["-f", "spring.bughouse", "fees", "P1a Alpha", "--fee", "44.25"]).ok();
    hall.run(&["--json", "fees", "P1b Beta", "--paid=44.25", "--fee", "44.25"]).ok();
    assert!(!hall.run(&["log", "--json"]).ok().out.contains("44.25"));
}

/// A name that begins as an option names no file: the sitting stays in its tournament.
#[test]
fn a_sitting_stays_in_its_tournament_whatever_a_name_begins_with() {
    let hall = Hall::with_teams(2);
    fs::create_dir(hall.path("sub")).unwrap();
    fs::copy(hall.path("spring.bughouse"), hall.path("sub/s.bughouse")).unwrap();
    let before = fs::read(hall.path("spring.bughouse")).unwrap();
    let typed = "team edit 1 --name \"-fine team\"\nq\n";
    hall.run_with(&["-f", "sub/s.bughouse", "shell"], typed).ok();
    assert!(fs::read(hall.path("spring.bughouse")).unwrap() == before, "the other tournament is as it was");
    let there = hall.run(&["-f", "sub/s.bughouse", "team", "show", "1"]).ok().out;
    assert!(there.contains("-fine team"), "{there}");
}
