//! Rulings, claims, results and appeals typed in every order at the desk: one match, and both matches of a double round side by side.

use super::rows::{documents, event};
use crate::console::run;
use bughouse::rulebook;
use serde_json::Value;
use std::fs;

/// What happens one after the other; several chains happen in any order. `RULING` and `APPEAL` are the last of the chain itself.
type Chain = &'static [&'static str];

/// What is typed of one match, in words for its players: `A1` and `A2` of the first team, `B1` and `B2` of the second.
struct Story {
    chains: &'static [Chain],
    comes_to: &'static str,
    /// The same where the board that ends second counts too (fide-blitz-3 13).
    where_both_count: &'static str,
}

const STORIES: [Story; 6] = [
    Story {
        chains: &[&["rule TABLE A1 other match"], &["rule TABLE B2 other match"]],
        comes_to: "0-0",
        where_both_count: "0-0",
    },
    Story {
        chains: &[
            &["rule TABLE A1 other match", "appeal file RULING --by A1", "appeal decide APPEAL --falls"],
            &["rule TABLE B1 other match"],
        ],
        comes_to: "1-0",
        where_both_count: "1-0",
    },
    Story {
        chains: &[
            &["rule TABLE A1 other match", "ruling void RULING --reason mistake"],
            &["rule TABLE B1 other match"],
            &["rule TABLE A2 other warning"],
        ],
        comes_to: "1-0",
        where_both_count: "1-0",
    },
    Story {
        chains: &[
            &["ruling claim TABLE --board a --by A1 --kind repetition --uphold"],
            &["result TABLE 1-0 b mate"],
            &["rule TABLE B1 other time:1:00"],
        ],
        comes_to: "1-0",
        where_both_count: "1/2",
    },
    Story {
        chains: &[
            &[
                "ruling claim TABLE --by B1 --kind mate --deny",
                "appeal file RULING --by B1",
                "appeal decide APPEAL --falls",
            ],
            &["rule TABLE A2 other warning", "appeal file RULING --by A2", "appeal decide APPEAL --modify none"],
        ],
        comes_to: "0-1",
        where_both_count: "0-1",
    },
    Story {
        chains: &[&["ruling claim TABLE --by A1 --kind mate"], &["rule TABLE A1 other game --carry-out"]],
        comes_to: "0-1",
        where_both_count: "0-1",
    },
];

/// A match: its section, table and number, and who plays.
struct Seats {
    section: &'static str,
    table: &'static str,
    number: Option<u8>,
    players: [(&'static str, &'static str); 4],
}

const OPEN: Seats = Seats {
    section: "Open",
    table: "1",
    number: None,
    players: [("A1", "Ann"), ("A2", "Ben"), ("B1", "Zoe"), ("B2", "Sam")],
};

fn double(number: u8) -> Seats {
    let players = [("A1", "Eva"), ("A2", "Eli"), ("B1", "Ora"), ("B2", "Oto")];
    Seats { section: "Double", table: "11", number: Some(number), players }
}

impl Seats {
    /// The line for this match.
    fn typed(&self, line: &str) -> String {
        let mut line = line.replace("TABLE", self.table);
        for (seat, player) in self.players {
            line = line.replace(seat, player);
        }
        let names_a_match =
            line.contains(&format!(" {}", self.table)) && !line.starts_with("appeal") && !line.contains("void");
        match self.number {
            Some(number) if names_a_match => format!("{line} --match {number}"),
            _ => line,
        }
    }

    fn result<'v>(&self, pairings: &'v Value) -> &'v Value {
        &pairings["pairings"][0]["results"][usize::from(self.number.unwrap_or(1)) - 1]["result"]
    }
}

/// Every order in which chains of these lengths can follow each other: whose turn it is.
fn orders(lengths: &[usize]) -> Vec<Vec<usize>> {
    if lengths.iter().all(|left| *left == 0) {
        return vec![Vec::new()];
    }
    let next = |chain: usize| {
        let mut left = lengths.to_vec();
        left[chain] -= 1;
        orders(&left).into_iter().map(move |rest| [vec![chain], rest].concat())
    };
    (0..lengths.len()).filter(|chain| lengths[*chain] > 0).flat_map(next).collect()
}

/// The lines of all chains in one order. Rulings and appeals are numbered as they are made.
fn lines(chains: &[(&Seats, Chain)], order: &[usize]) -> Vec<String> {
    let mut places = vec![(0, 0, 0); chains.len()];
    let (mut rulings, mut appeals) = (0, 0);
    let mut typed = Vec::new();
    for chain in order {
        let (seats, lines) = chains[*chain];
        let (at, ruling, appeal) = &mut places[*chain];
        let line = lines[*at];
        *at += 1;
        if line.starts_with("rule ") || line.starts_with("ruling claim") {
            rulings += 1;
            *ruling = rulings;
        }
        let line = line.replace("RULING", &ruling.to_string());
        if line.starts_with("appeal file") {
            appeals += 1;
            *appeal = appeals;
        }
        typed.push(seats.typed(&line.replace("APPEAL", &appeal.to_string())));
    }
    typed
}

/// Types the stories of these matches in so many of the orders, spread over all.
fn play_out(book: &str, stories: &[(&Seats, &Story)], at_most: usize) {
    let event = event(book);
    let chains: Vec<(&Seats, Chain)> =
        stories.iter().flat_map(|(seats, story)| story.chains.iter().map(move |chain| (*seats, *chain))).collect();
    let lengths: Vec<usize> = chains.iter().map(|(_, chain)| chain.len()).collect();
    let orders = orders(&lengths);
    for order in orders.iter().step_by(orders.len().div_ceil(at_most)) {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        fs::copy(event.path().join("event.bughouse"), folder.path().join("event.bughouse")).expect("it can be copied");
        let lines = lines(&chains, order);
        let asked = stories.iter().map(|(seats, _)| format!("pairings {}", seats.section));
        let typed: Vec<String> =
            lines.iter().cloned().chain(asked).map(|line| format!("{line} --json --no-backup")).collect();
        let said = run(folder.path(), "bughouse shell", &typed).text;
        let answer = documents(&said);
        assert!(
            answer.len() == typed.len() && answer.iter().all(|one| one["error"].is_null()),
            "{book}: {typed:#?}\n{said}"
        );
        for ((seats, story), pairings) in stories.iter().zip(&answer[lines.len()..]) {
            let comes_to = if book == "fide-blitz-3" { story.where_both_count } else { story.comes_to };
            assert_eq!(seats.result(pairings), comes_to, "{book}: {lines:#?}");
        }
    }
}

#[test]
fn one_match_comes_to_the_same_in_any_order() {
    for book in rulebook::all() {
        for story in &STORIES {
            play_out(&book.id, &[(&OPEN, story)], 5);
        }
    }
}

#[test]
fn two_matches_of_one_table_do_not_touch_each_other() {
    for (at, book) in ["us-chess-2018", "club", "fide-blitz-3"].into_iter().enumerate() {
        let (one, other) = (&STORIES[1], &STORIES[(at * 2) % STORIES.len()]);
        play_out(book, &[(&double(1), one), (&double(2), other)], 6);
        play_out(book, &[(&double(2), one), (&double(1), other)], 6);
    }
}
