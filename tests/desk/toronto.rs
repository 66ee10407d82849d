//! The field of Toronto 2012, twelve teams and five double rounds, through the binary alone; every posted round is the best
//! of all complete pairings.

use super::hall::{Hall, Said};
use bughouse::interchange::trf::{self, ReadOptions, TrfFile};
use bughouse::pairing::swiss::{Cost, Pairing, cost};
use bughouse::pairing::{Competitor, History, Position, Settings};
use std::collections::BTreeSet;

const ROUNDS: u32 = 5;
const DOUBLE: ReadOptions = ReadOptions { matches: Some(2), rounds: Some(ROUNDS) };

/// Two entrant indexes, the lower first.
type Pair = (usize, usize);
type Pairs = BTreeSet<Pair>;

/// Average rating and name of every team; `None` where the published data is not at hand.
fn field() -> Option<Vec<(u32, String)>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/bughouse/toronto2012.tsv");
    let text = std::fs::read_to_string(path).ok()?;
    let teams = text.lines().filter(|l| !l.starts_with('#')).skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        (fields[0].parse().expect("a rating comes first"), fields[1].to_owned())
    });
    Some(teams.collect())
}

/// A tournament with these teams, imported; both partners have the team's rating.
fn hall(teams: &[(u32, String)]) -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2", "--rounds", "5"]).ok();
    let mut roster = "Team,Player 1,Rating 1,Player 2,Rating 2\n".to_owned();
    for (letter, (rating, team)) in ('A'..).zip(teams) {
        roster += &format!("{team},Ann {letter}day,{rating},Bo {letter}night,{rating}\n");
    }
    hall.write("entries.csv", roster);
    assert_eq!(hall.json(&["import", "entries.csv", "--section", "Open"])["teams_added"], teams.len());
    hall
}

/// What the binary's TRF file says.
fn exported(hall: &Hall) -> TrfFile {
    let text = hall.run(&["export", "trf"]).ok().out;
    trf::read(&text, DOUBLE).unwrap_or_else(|complaints| panic!("{complaints:?}\n{text}"))
}

/// The section before its next round.
fn position(event: &TrfFile) -> Position {
    let competitors = event.entrants.iter().zip(event.seeds()).map(|(entrant, seed)| Competitor {
        number: entrant.number,
        seed,
        unrated: entrant.rating.is_none(),
        rounds: &entrant.record.rounds,
        ..Competitor::default()
    });
    Position::from_history(&History {
        competitors: competitors.collect(),
        round: event.rounds + 1,
        rounds: ROUNDS,
        matches: 2,
        ..History::default()
    })
}

/// Every way to pair the teams that are left, each added to `begun`.
fn complete(left: &[usize], begun: &mut Vec<Pair>, visit: &mut dyn FnMut(&[Pair])) {
    let Some((first, others)) = left.split_first() else { return visit(begun) };
    for at in 0..others.len() {
        let mut rest = others.to_vec();
        begun.push((*first, rest.remove(at)));
        complete(&rest, begun, visit);
        begun.pop();
    }
}

/// The cheapest of all complete pairings, found without the engine's search.
fn best(position: &Position) -> Pairs {
    let teams: Vec<usize> = (0..position.entrants.len()).collect();
    let (mut seen, mut best): (u32, Option<(Cost, Pairs)>) = (0, None);
    complete(&teams, &mut Vec::new(), &mut |pairs| {
        seen += 1;
        let pairing = Pairing { pairs: pairs.to_vec(), ..Pairing::default() };
        let cost = cost(position, &Settings::default(), &pairing).expect("every team plays once");
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, pairs.iter().copied().collect()));
        }
    });
    assert_eq!(seen, 10_395, "all pairings of twelve teams");
    best.expect("there is a pairing").1
}

/// The posted round, by entrant.
fn posted(hall: &Hall, event: &TrfFile) -> Pairs {
    let at =
        |number: u64| event.entrants.iter().position(|e| u64::from(e.number) == number).expect("a team of the file");
    let pair = |(a, b): Pair| (a.min(b), a.max(b));
    hall.tables().into_iter().map(|(_, first, second)| pair((at(first), at(second)))).collect()
}

/// Slips of the posted round: the higher rated team wins both, each fifth table is split, each seventh lost.
fn slips(hall: &Hall, event: &TrfFile, round: u32) -> String {
    let rating = |number: u64| event.entrants.iter().find(|e| u64::from(e.number) == number).and_then(|e| e.rating);
    let mut slips = String::new();
    for (table, first, second) in hall.tables() {
        let (stronger, weaker) = if rating(first) > rating(second) { ("1", "2") } else { ("2", "1") };
        let [one, two] = match table as u32 + 3 * round {
            n if n % 5 == 0 => [stronger, weaker],
            n if n % 7 == 0 => [weaker, weaker],
            _ => [stronger, stronger],
        };
        slips += &format!("{table}.1 {one}\n{table}.2 {two}\n");
    }
    slips
}

#[test]
fn toronto_2012_is_paired_at_the_optimum_in_every_round() {
    let Some(teams) = field() else {
        println!("skipped: the field of Toronto 2012 is not at hand");
        return;
    };
    let hall = hall(&teams);
    for round in 1..=ROUNDS {
        let event = exported(&hall);
        assert_eq!((event.entrants.len(), event.rounds), (12, round - 1));
        let Said { err, .. } = hall.run(&["pair"]).ok();
        assert!(!err.contains("looked ahead"), "round {round} is chosen for itself: {err}");
        assert_eq!(posted(&hall, &event), best(&position(&event)), "round {round}");
        hall.run_with(&["enter"], &slips(&hall, &event, round)).ok();
    }
    let standings = hall.json(&["standings"]);
    let points =
        standings["rows"].as_array().expect("one row per team").iter().map(|r| r["points"].as_f64().expect("points"));
    assert_eq!(points.sum::<f64>(), 60.0, "six tables, two matches, five rounds");
    match hall.at_a_terminal(&["crosstable"], "").map(|said| said.ok().out) {
        Some(crosstable) => {
            assert!(
                crosstable.contains("Rd 5") && crosstable.contains("Abusement"),
                "no word is torn apart:\n{crosstable}"
            );
            let widest = crosstable.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(80), "{widest:?} columns:\n{crosstable}");
        }
        None => println!("skipped: there is no `script` to open a terminal with"),
    }
}
