//! FIDE's own tie-breaking exercises, value by value, where the reference data is at hand.

use super::chart::column;
use super::chart::standings;
use super::reference::{Expected, event, expected, text};
use bughouse::standings::{FideEdition, Field, Scorecard, TieBreak, Value};
use bughouse::tournament::{HalfPoints, MatchScore, Record, RoundRecord, TeamId, Unplayed};

/// Ids of the columns as the exercises name them.
fn id(column: &str) -> &str {
    match column {
        "WIN" => "fide-wins",
        "WON" => "fide-won",
        "BPG" => "fide-bpg",
        "BWG" => "fide-bwg",
        "REP" => "fide-rep",
        "PS" => "fide-ps",
        "PS/C1" => "fide-ps-c1",
        "STD" => "fide-std",
        "BH" => "fide-bh",
        "BH/C1" => "fide-bh-c1",
        "FB" => "fide-fb",
        "AOB" => "fide-aob",
        "SB" => "fide-sb",
        "SB/C1" => "fide-sb-c1",
        "KASHDAN" => "kashdan",
        "KOYA" => "fide-koya",
        other => panic!("no tie-break is known for column {other}"),
    }
}

/// Compares the named columns; values are compared at the two decimals that were printed.
fn assert_columns(file: &str, field: &Field, expected: &Expected, columns: &[&str]) {
    let mut compared = 0;
    for name in columns {
        let found = column(field, id(name).parse::<TieBreak>().expect("a tie-break's id"));
        for (index, entry) in field.entries.iter().enumerate() {
            let number = entry.record.team.0;
            let Some(value) = expected.value(number, name) else { continue };
            assert_eq!((found[index].as_decimal() * 100.0).round() / 100.0, value, "{file}: {name} of {number}");
            compared += 1;
        }
    }
    assert!(compared >= columns.len(), "{file}: nothing was compared");
}

#[test]
fn the_swiss_of_2026() {
    let (Some(event), Some(expected)) =
        (event("tiebreaks/tec-swiss.trf", 1), expected("tiebreaks/tec-swiss.expected-2026.tsv"))
    else {
        return;
    };
    let columns = ["BH", "BH/C1", "FB", "AOB", "SB", "SB/C1"];
    assert_columns("tec-swiss 2026", &event.field(false), &expected, &columns);
}

/// The same tournament by the rules of 2023, under which the exercise was written.
#[test]
fn the_swiss_of_2023() {
    let (Some(event), Some(expected)) =
        (event("tiebreaks/tec-swiss.trf", 1), expected("tiebreaks/tec-swiss.expected-2023.tsv"))
    else {
        return;
    };
    let field = Field { fide: FideEdition::Of2023, ..event.field(false) };
    let own = ["WIN", "WON", "BPG", "BWG", "REP", "PS", "PS/C1", "STD", "KASHDAN"];
    let opponents = ["BH", "BH/C1", "FB", "AOB", "SB", "SB/C1"];
    assert_columns("tec-swiss 2023", &field, &expected, &[&own[..], &opponents[..]].concat());
    for line in standings(&field, "lot") {
        assert_eq!(Some(line.points.as_points()), expected.value(line.team.0, "PTS"), "points of {}", line.team);
    }
}

/// Direct encounter as the exercise counts it: how many of those tied on points stand below.
#[test]
fn direct_encounter_over_nine_rounds() {
    let (Some(event), Some(expected)) =
        (event("tiebreaks/tec-swiss9.trf", 1), expected("tiebreaks/tec-swiss9.expected.tsv"))
    else {
        return;
    };
    let lines = standings(&event.field(false), "fide-de");
    for line in &lines {
        let below = lines.iter().filter(|l| l.points == line.points && l.tiebreaks[0] > line.tiebreaks[0]).count();
        assert_eq!(Some(below as f64), expected.value(line.team.0, "DE"), "direct encounter of {}", line.team);
    }
}

#[test]
fn the_round_robin_counts_forfeits_as_played() {
    let (Some(event), Some(expected)) = (event("tiebreaks/tec-rr.trf", 1), expected("tiebreaks/tec-rr.expected.tsv"))
    else {
        return;
    };
    assert_columns("tec-rr", &event.field(true), &expected, &["SB", "SB/C1", "KOYA"]);
}

#[test]
fn koya_in_a_round_robin_of_eight() {
    let (Some(event), Some(expected)) = (event("tiebreaks/koya.trf", 1), expected("tiebreaks/koya.expected.tsv"))
    else {
        return;
    };
    assert_columns("koya", &event.field(true), &expected, &["KOYA"]);
}

#[test]
fn the_swiss_of_the_arbiters_course() {
    let (Some(event), Some(expected)) =
        (event("tiebreaks/pl-swiss.trf", 1), expected("tiebreaks/pl-swiss.expected.tsv"))
    else {
        return;
    };
    assert_columns("pl-swiss", &event.field(false), &expected, &["PS", "BH", "BH/C1"]);
}

/// The team exercise, written under the rules of 2023: four boards, game points distinguished from match points, which FIDE counts 2-1-0.
fn team_field() -> Option<Field> {
    let text = text("tiebreaks/tec-team.tsv")?;
    let mut rows: Vec<Vec<&str>> = Vec::new();
    for line in text.lines().filter(|l| !l.starts_with('#')).skip(1) {
        rows.push(line.split('\t').skip(2).take(7).collect());
    }
    let games = |team: usize, round: usize| {
        rows[team][round].split_once(':').map(|(opponent, points)| {
            let opponent = opponent.parse::<usize>().expect("an opponent's number") - 1;
            (opponent, HalfPoints((points.parse::<f64>().expect("board points") * 2.0) as i32))
        })
    };
    let entries = (0..rows.len()).map(|team| {
        let mut entry = Scorecard::new(Record { team: TeamId(team as u32 + 1), rounds: Vec::new() }, team as u32 + 1);
        for round in 0..7 {
            let unplayed = |kind, points| RoundRecord::Unplayed {
                kind,
                points: HalfPoints(points),
                scheduled: scheduled(&rows, team, round),
                assigned: kind == Unplayed::FullBye,
                matches: Vec::new(),
            };
            let (record, boards) = match (games(team, round), rows[team][round]) {
                (Some((opponent, own)), _) => {
                    let theirs = games(opponent, round).expect("both rows tell of the match").1;
                    let score = |a: HalfPoints, b: HalfPoints| HalfPoints(1 + a.cmp(&b) as i32);
                    let one = MatchScore { own: score(own, theirs), theirs: score(theirs, own), played: true };
                    (RoundRecord::Played { opponent, matches: vec![one], white: vec![true] }, own)
                }
                (None, "PAB") => (unplayed(Unplayed::FullBye, 1), HalfPoints(4)),
                (None, "HPB") => (unplayed(Unplayed::HalfBye, 1), HalfPoints(4)),
                (None, "F+") => (unplayed(Unplayed::ForfeitWin, 2), HalfPoints(8)),
                (None, "F-") => (unplayed(Unplayed::ForfeitLoss, 0), HalfPoints(0)),
                (None, "ZPB") => (unplayed(Unplayed::ZeroBye, 0), HalfPoints(0)),
                (None, other) => panic!("{other} is no cell of the exercise"),
            };
            entry.record.rounds.push(record);
            entry.board_points.push(vec![boards]);
        }
        entry
    });
    Some(Field { boards: 4, win: 200, fide: FideEdition::Of2023, ..Field::swiss(entries.collect(), 1) })
}

/// The exercise names no opponent of a forfeit; it is the team with the other sign in that round.
fn scheduled(rows: &[Vec<&str>], team: usize, round: usize) -> Option<usize> {
    let other = match rows[team][round] {
        "F+" => "F-",
        "F-" => "F+",
        _ => return None,
    };
    rows.iter().position(|row| row[round] == other)
}

#[test]
fn the_team_exercise() {
    let (Some(field), Some(expected)) = (team_field(), expected("tiebreaks/tec-team.expected.tsv")) else { return };
    // Match points count double in the exercise, so sums of them do too, and products of two of them fourfold.
    let columns = [
        ("BH_MP", "fide-bh", 2),
        ("BH_MP/C1", "fide-bh-c1", 2),
        ("BH_GP/C1", "fide-bh-gp-c1", 1),
        ("EMMSB", "fide-esb-mm", 4),
        ("EGMSB", "fide-esb-gm", 2),
        ("EMGSB", "fide-esb-mg", 2),
        ("EGGSB", "fide-esb-gg", 1),
        ("EMMSB/C1", "fide-esb-mm-c1", 4),
        ("SSSC", "fide-sssc", 1),
    ];
    let mut wrong = Vec::new();
    for (name, id, times) in columns {
        let found = column(&field, id.parse::<TieBreak>().expect("a tie-break's id"));
        for (index, value) in found.into_iter().enumerate() {
            let Some(expected) = expected.value(index as u32 + 1, name) else { continue };
            let value = ((value * times).as_decimal() * 100.0).round() / 100.0;
            if value != expected {
                wrong.push(format!("{name} of {}: {value}, not {expected}", index + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Exercise 45: the five teams on 10 match points stand 4, 2, 1, 3, 5; 6 is ahead of 8; the others are not parted.
#[test]
fn extended_direct_encounter_of_the_team_exercise() {
    let Some(field) = team_field() else { return };
    let lines = standings(&field, "fide-ede");
    let order: Vec<u32> = lines.iter().map(|l| l.team.0).collect();
    assert_eq!(order[..5], [4, 2, 1, 3, 5]);
    let place = |team: u32| lines.iter().find(|l| l.team.0 == team).map(|l| l.tiebreaks[0]);
    assert!(place(6) < place(8));
    assert_eq!(place(11), place(14));
    assert_eq!([place(7), place(9), place(13)], [Some(Value::whole(1)); 3]);
}
