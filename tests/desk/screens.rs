//! Every list on screens of 80 and 120 columns: no line is wider, no word and no command is torn, and names may be long.

use super::hall::Hall;
use std::collections::HashSet;

/// What lists something, as it is typed in the middle of a round.
const LISTS: [&[&str]; 41] = [
    &["standings"],
    &["standings", "--by-class"],
    &["standings", "--working"],
    &["crosstable"],
    &["crosstable", "--by", "number"],
    &["pairings"],
    &["pairings", "--by", "player"],
    &["pairings", "--by", "team"],
    &["pairings", "--by", "school"],
    &["status"],
    &["team", "list"],
    &["team", "show", "1"],
    &["teams", "--by", "school"],
    &["log"],
    &["partner", "list"],
    &["prize", "list"],
    &["prizes"],
    &["ceremony"],
    &["check-in", "--list"],
    &["ruling", "list"],
    &["ruling", "show", "1"],
    &["appeal", "list"],
    &["appeal", "show", "1"],
    &["explain", "3"],
    &["section", "list"],
    &["official", "list"],
    &["times"],
    &["fees"],
    &["stale"],
    &["reports"],
    &["rules"],
    &["rules", "offences"],
    &["rules", "compare"],
    &["rules", "show", "13"],
    &["check-pairing"],
    &["by-hand"],
    &["report"],
    &["slips"],
    &["undo", "--dry-run"],
    &["pair", "--dry-run"],
    &["enter", "--help"],
];

/// A section in its second round whose names are as long as names are, with a ruling under appeal.
fn playing(teams: u32) -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Elementary Championship"]).ok();
    let mut entries = "Team,School,Player 1,Grade 1,Player 2,Grade 2\n".to_owned();
    for n in 1..=teams {
        let team = match n {
            1 => "The Extraordinarily Unstoppable Piece-Passing Marauders of Greater Northampton".to_owned(),
            2 => "-rf --help".to_owned(),
            3 => "Rook's Club and $HOME".to_owned(),
            _ => format!("Knights of Upper Silesia {n}"),
        };
        let school = ["Washington Magnet School of the Arts and Sciences", "P.S. 9"][(n % 2) as usize];
        entries += &format!("{team},{school},Maximilian{n} Featherstonehaugh,3,José María{n} Fernández-Villaverde,K\n");
    }
    hall.write("entries.csv", entries);
    hall.run(&["import", "entries.csv", "--section", "Elementary Championship"]).ok();
    hall.run(&["official", "add", "Bartholomew Cholmondeley", "--role", "section-chief"]).ok();
    hall.run(&["prize", "add", "Elementary Championship", "--place", "1-3"]).ok();
    hall.run(&["prize", "add", "Elementary Championship", "--school"]).ok();
    hall.run(&["times", "Elementary Championship", "9:00", "9:40", "10:20"]).ok();
    hall.run(&["pair"]).ok();
    let slips: String =
        (1..=teams / 2).map(|table| format!("{table} {}\n", ["1am", "2bt", "="][table as usize % 3])).collect();
    hall.run_with(&["enter"], &slips).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["rule", "1", &format!("Maximilian{}", hall.tables()[0].1), "clock-h"]).ok();
    hall
}

/// The words of a text, without the marks around commands.
fn words(text: &str) -> Vec<String> {
    text.replace('`', "").split_whitespace().map(str::to_owned).collect()
}

#[test]
fn no_list_tears_a_word_or_runs_over_the_edge() {
    for teams in [8, 40] {
        let hall = playing(teams);
        for list in LISTS {
            let plain = hall.run(list);
            let known: HashSet<String> = words(&format!("{} {}", plain.out, plain.err)).into_iter().collect();
            for width in [80, 120] {
                let Some(said) = hall.at_a_terminal_of(width, list, "") else { return };
                let is_shown =
                    |line: &&str| !["hidden:", "file with -o", "Printed"].iter().any(|found| line.contains(found));
                let found = said.out.lines().filter(is_shown);
                for line in found {
                    assert!(line.chars().count() <= usize::from(width), "{list:?} at {width}: {line:?}\n{}", said.out);
                    for word in words(line) {
                        let is_drawn = word.ends_with('…') || word.chars().all(|c| "─-".contains(c));
                        assert!(is_drawn || known.contains(&word), "{list:?} at {width}: {word:?} in\n{}", said.out);
                    }
                }
            }
        }
    }
}

#[test]
fn the_leader_of_eight_stays_in_sight() {
    let hall = playing(8);
    for list in [&["standings"][..], &["crosstable"], &["status"], &["check-in", "--list"]] {
        let Some(said) = hall.at_a_terminal(list, "") else { return };
        assert!(said.out.lines().count() < 24, "{list:?} and the prompt:\n{}", said.out);
    }
}
