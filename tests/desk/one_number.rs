//! A team has one number: on every sheet, in every crosstable, in every command; and words that say whether a table is meant.

use super::hall::Hall;

/// Two sections whose strongest team was entered last, so that seed order is another order than the teams' numbers.
fn two_sections() -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.run(&["section", "add", "Novice"]).ok();
    for (section, numbers) in [("Open", 1..=8), ("Novice", 9..=12)] {
        for n in numbers {
            let players = [format!("P{n}a Alpha,5,{}", 1000 + 20 * n), format!("P{n}b Beta,5,{}", 1000 + 20 * n)];
            let name = format!("Team {n}");
            let players = ["--player", &players[0], "--player", &players[1]];
            hall.run(&[&["team", "add", &name, "--section", section][..], &players].concat()).ok();
        }
    }
    hall
}

#[test]
fn the_number_on_every_sheet_is_the_one_that_is_typed() {
    let hall = two_sections();
    for section in ["Open", "Novice"] {
        hall.run(&["pair", section]).ok();
        hall.run_with(&["enter", section], if section == "Open" { "1 1\n2 1\n3 1\n4 1\n" } else { "5 1\n6 1\n" }).ok();
    }
    for section in ["Open", "Novice"] {
        let sheets = [
            vec!["standings", section, "-o", "sheet.csv"],
            vec!["crosstable", section, "-o", "sheet.csv"],
            vec!["by-hand", section, "-o", "sheet.csv"],
        ];
        for words in sheets {
            hall.run(&words).ok();
            let sheet = std::fs::read_to_string(hall.path("sheet.csv")).unwrap();
            let mut lines = sheet.lines();
            let at = lines.next().unwrap().split(',').position(|head| head == "No.").expect("a column of numbers");
            let mut seen = 0;
            for line in lines.filter(|line| line.contains("Team ")) {
                let number = line.split(',').nth(at).unwrap();
                assert!(line.contains(&format!("Team {number}")), "{words:?}: {line}");
                seen += 1;
            }
            assert!(seen >= 4, "{words:?}: {sheet}");
        }
        let chart = hall.json(&["crosstable", section]);
        for row in chart["rows"].as_array().unwrap() {
            let round = &row["rounds"][0];
            let cited = round["shown"].as_str().unwrap().trim_start_matches(|c: char| !c.is_ascii_digit());
            assert_eq!(cited, round["opponent"].to_string());
        }
    }
}

#[test]
fn a_number_that_is_a_team_and_a_table_is_asked_about() {
    let hall = two_sections();
    hall.run(&["pair", "Open"]).ok();
    hall.run(&["pair", "Novice"]).ok();
    let before = hall.json(&["pairings", "Open"]);
    hall.run(&["pairing", "swap", "3", "4"])
        .fails(2, "3 and 4 are both team and table numbers: the teams Team 3 (3) and Team 4 (4), or table 3 (")
        .says("bughouse pairing swap team 3 team 4, or bughouse pairing swap table 3 table 4");
    assert_eq!(hall.json(&["pairings", "Open"]), before);

    let at = |table: u64| {
        let sheet = hall.json(&["pairings", "Open"]);
        let row = sheet["pairings"].as_array().unwrap().iter().find(|row| row["table"] == table).unwrap().clone();
        [row["first"]["number"].as_u64().unwrap(), row["second"]["number"].as_u64().unwrap()]
    };
    let (third, fourth) = (at(3), at(4));
    hall.run(&["pairing", "swap", "table", "3", "table", "4"]).ok();
    assert_eq!([at(4), at(3)], [third, fourth]);
    hall.run(&["undo"]).ok();
    hall.run(&["pairing", "swap", "team", &third[0].to_string(), "team", &fourth[0].to_string()]).ok();
    assert_eq!([at(3), at(4)], [[fourth[0], third[1]], [third[0], fourth[1]]]);

    hall.run(&["pairing", "swap", "table", "3", "table", "5"]).fails(1, "table 3 is in Open and table 5 in Novice");
    hall.run(&["pairing", "swap", "table", "3", "team", "4"]).fails(2, "a team and a table can't be swapped");
}

#[test]
fn the_number_is_shown_wherever_the_team_is_named() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.write("teams.csv", "Team,Player 1,Player 2,School\nRooks,Ann Lee,Bo Fox,Oak\nKnights,Cy Day,Di Roy,Elm\n");
    hall.run(&["import", "teams.csv"]).ok();
    hall.run(&["prize", "add", "--place", "1-2"]).ok();
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    hall.run(&["pair"]).ok();
    let sheets: [&[&str]; 6] = [
        &["pairings"],
        &["pairings", "--by", "player"],
        &["pairings", "--by", "school"],
        &["pairings", "--by", "team"],
        &["pairings", "--all", "--by", "player"],
        &["slips"],
    ];
    for words in sheets {
        let sheet = hall.run(words).ok().out;
        assert!(sheet.contains("Rooks (1)") && sheet.contains("Knights (2)"), "{words:?}: {sheet}");
        hall.run(&[words, &["-o", "sheet.csv"]].concat()).ok();
        let sheet = std::fs::read_to_string(hall.path("sheet.csv")).unwrap();
        assert!(
            sheet.contains("Rooks,1") && sheet.contains("Knights,2") && sheet.contains(" no."),
            "{words:?}: {sheet}"
        );
    }
    hall.run(&["result", "1", "1-0"]).ok();
    for words in [&["prizes"][..], &["standings", "--by-class"]] {
        hall.run(words).ok().says("Rooks (1)");
    }
    hall.run(&["prizes", "--as-list", "ceremony"]).ok().says("No. 1");
    hall.run(&["publish", "site"]).ok();
    for page in ["players.html", "teams.html", "section-1-round-1.html", "section-1-prizes.html", "team-2.html"] {
        let page = std::fs::read_to_string(hall.path("site").join(page)).unwrap();
        assert!(page.contains("Rooks (1)"), "{page}");
    }
}

#[test]
fn at_a_terminal_it_is_a_question() {
    let hall = two_sections();
    hall.run(&["pair", "Open"]).ok();
    let swap = ["pairing", "swap", "3", "4"];
    let Some(said) = hall.at_a_terminal(&swap, "n\n") else { return };
    assert!(said.out.contains("pairing swap table 3 table 4"), "{}", said.out);
    let said = hall.at_a_terminal(&swap, "y\ny\n").expect("the terminal was there before");
    assert!(said.out.contains("Team 3 and Team 4 swapped places in round 1"), "{}", said.out);
}

#[test]
fn numbers_that_no_document_has_shown_are_given_again_after_an_undone_import() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.write("teams.csv", "Team,Player 1,Player 2\nRooks,Ann Lee,Bo Fox\nKnights,Cy Day,Di Roy\n");
    let numbers = || {
        let list = hall.json(&["team", "list"]);
        list["teams"].as_array().unwrap().iter().map(|team| team["number"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    for _ in 0..3 {
        hall.run(&["import", "teams.csv"]).ok();
        assert_eq!(numbers(), [1, 2]);
        hall.run(&["undo"]).ok();
    }
    hall.run(&["redo"]).ok();
    assert_eq!(numbers(), [1, 2]);
    hall.run(&["teams", "-o", "teams.txt"]).ok();
    hall.run(&["undo"]).ok();
    hall.run(&["import", "teams.csv"]).ok();
    assert_eq!(numbers(), [3, 4], "a sheet showed 1 and 2");
    hall.run(&["undo"]).ok();
    hall.run(&["import", "teams.csv"]).ok();
    assert_eq!(numbers(), [3, 4], "no sheet showed 3 and 4");
    hall.run(&["check"]).ok();
}

#[test]
fn every_list_that_is_written_to_a_file_shows_numbers() {
    for list in ["team list -o list.txt", "check-in --list -o list.txt", "export csv -o list.csv"] {
        let hall = Hall::under("us-chess-2018");
        hall.run(&["section", "add", "Open"]).ok();
        hall.write("teams.csv", "Team,Player 1,Player 2\nRooks,Ann Lee,Bo Fox\nKnights,Cy Day,Di Roy\n");
        hall.run(&["import", "teams.csv"]).ok();
        hall.run(&list.split(' ').collect::<Vec<_>>()).ok();
        let stale = hall.json(&["stale"])["documents"].clone();
        let state = stale[0]["state"].clone();
        assert_eq!(state == "true", !list.starts_with("export"), "{list}: {stale}");
        hall.run(&["undo"]).ok();
        hall.run(&["import", "teams.csv"]).ok();
        assert_eq!(hall.json(&["team", "list"])["teams"][0]["number"], 3, "{list}");
        hall.run(&["stale"]).ok();
        hall.run(&["check"]).ok();
    }
}

#[test]
fn a_list_of_who_is_missing_is_known_to_be_wrong_once_a_team_is_there() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["check-in", "--list", "--section", "Open", "-o", "list.txt"]).ok();
    hall.run(&["check-in", "1"]).ok();
    hall.run(&["stale"]).ok().says("bughouse check-in --list --section Open -o list.txt");
}
