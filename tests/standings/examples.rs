//! E7 (every kind of unplayed round) and E8 (double rounds), in full.

use super::chart::{column, field, places, standings};
use bughouse::standings::{Field, Places, Settings, TieBreak, table};

fn e7() -> Field {
    field(1, &["W4 D2 L3 W6", "W5 D1 W7 W3", "D6 W7 W1 L2", "L1 W6 X5 W7", "L2 H F4 Z", "D3 L4 B L1", "B L3 L2 L4"])
}

fn e8() -> Field {
    field(2, &["4:2 2:1 3:1", "5:1.5 1:1 6:2", "6:1 4:2 1:1", "1:0 3:0 5:0.5", "2:0.5 6:0.5 4:1.5", "3:1 5:1.5 2:0"])
}

fn assert_columns(field: &Field, ids: &[&str], rows: &[(usize, &[f64])]) {
    for (at, id) in ids.iter().enumerate() {
        let found = column(field, id.parse::<TieBreak>().expect("a tie-break's id"));
        for (team, expected) in rows {
            assert_eq!(found[team - 1].as_decimal(), expected[at], "{id} of team {team}");
        }
    }
}

#[test]
fn e7_every_kind_of_unplayed_round() {
    let us = [
        "modified-median",
        "solkoff",
        "median",
        "cumulative",
        "cumulative-of-opposition",
        "kashdan",
        "sonneborn-berger",
    ];
    let fide = ["fide-bh", "fide-bh-c1", "fide-bh-m1", "fide-sb", "fide-ps", "fide-wins", "fide-won"];
    let rows: [(usize, &[f64]); 7] = [
        (2, &[6.5, 7.0, 4.0, 8.5, 17.5, 14.0, 5.75, 7.0, 6.0, 3.5, 5.75, 8.5, 3.0, 3.0]),
        (4, &[4.0, 4.0, 1.5, 5.0, 12.5, 9.0, 1.5, 6.0, 5.0, 2.5, 3.5, 6.0, 3.0, 2.0]),
        (1, &[8.5, 9.5, 5.0, 6.5, 23.5, 11.0, 5.25, 10.5, 9.0, 5.5, 6.25, 6.5, 2.0, 2.0]),
        (3, &[7.0, 7.5, 3.5, 7.0, 21.0, 11.0, 3.5, 8.5, 7.5, 4.0, 4.25, 7.0, 2.0, 2.0]),
        (6, &[5.0, 7.5, 5.0, 3.0, 18.5, 4.0, 1.25, 9.5, 8.0, 5.0, 2.75, 4.0, 1.0, 0.0]),
        (7, &[5.0, 8.5, 5.0, 3.0, 20.5, 3.0, 0.0, 10.0, 9.0, 5.5, 1.0, 4.0, 1.0, 0.0]),
        (5, &[0.0, 3.5, 0.0, 1.0, 8.5, 1.0, 0.0, 5.0, 4.5, 1.0, 0.25, 1.5, 0.0, 0.0]),
    ];
    assert_columns(&e7(), &[&us[..], &fide[..]].concat(), &rows);
}

#[test]
fn e7_the_order_of_the_list_decides_a_tie() {
    let order = |tiebreaks: &str| places(&standings(&e7(), tiebreaks));
    assert_eq!(order("modified-median"), [(1, 2), (2, 4), (3, 1), (4, 3), (5, 6), (6, 7), (7, 5)]);
    for head_to_head in ["result-between-tied,modified-median", "fide-de,modified-median"] {
        assert_eq!(order(head_to_head)[2..4], [(3, 3), (4, 1)], "{head_to_head}: 3 beat 1");
    }
}

#[test]
fn e7_with_places_shared_on_points() {
    let lines = table(&e7(), &Settings { places: Places::Shared, ..Settings::default() });
    assert_eq!(places(&lines), [(1, 2), (2, 4), (3, 1), (3, 3), (5, 6), (6, 7), (7, 5)]);
}

#[test]
fn e7_as_it_stood_after_round_2() {
    let lines = standings(&Field { after: Some(2), ..e7() }, "solkoff,lot");
    let shown: Vec<(u32, String)> =
        lines.iter().map(|line| (line.team.0, format!("{} {}", line.points, line.tiebreaks[0]))).collect();
    let expected = ["3 1½ 1", "1 1½ 2½", "2 1½ 2", "4 1 2", "7 1 1½", "6 ½ 2½", "5 ½ 1½"];
    let found: Vec<String> = shown.into_iter().map(|(team, rest)| format!("{team} {rest}")).collect();
    assert_eq!(sorted(&found), sorted(&expected.map(String::from)));
}

fn sorted(lines: &[String]) -> Vec<String> {
    let mut lines = lines.to_vec();
    lines.sort();
    lines
}

#[test]
fn e8_double_rounds_count_once() {
    let ids = [
        "modified-median",
        "solkoff",
        "fide-bh",
        "cumulative",
        "fide-ps",
        "sonneborn-berger",
        "usat",
        "fide-sb",
        "fide-bh-c1",
    ];
    let rows: [(usize, &[f64]); 6] = [
        (2, &[6.5, 9.0, 9.0, 8.5, 8.5, 12.75, 12.75, 12.75, 6.5]),
        (1, &[8.5, 9.0, 9.0, 9.0, 9.0, 9.5, 9.5, 9.5, 8.5]),
        (3, &[6.5, 7.0, 7.0, 8.0, 8.0, 7.5, 7.5, 7.5, 6.5]),
        (6, &[6.5, 11.0, 11.0, 6.0, 6.0, 7.75, 7.75, 7.75, 8.5]),
        (5, &[3.0, 7.5, 7.5, 4.0, 4.0, 4.25, 4.25, 4.25, 7.0]),
        (4, &[6.5, 10.5, 10.5, 0.5, 0.5, 1.25, 1.25, 1.25, 8.0]),
    ];
    assert_columns(&e8(), &ids, &rows);
}

#[test]
fn e8_head_to_head_puts_6_before_5() {
    let lines = standings(&e8(), "fide-de");
    assert_eq!(places(&lines)[3..5], [(4, 6), (5, 5)]);
    let between = column(&e8(), TieBreak::ResultBetweenTied);
    assert_eq!((between[5].to_string(), between[4].to_string()), ("1".into(), "-1".into()));
}
