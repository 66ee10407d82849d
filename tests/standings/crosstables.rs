//! Wall charts and grids as they are printed.

use super::chart::field;
use bughouse::standings::crosstable::{Order, counted, grid};
use bughouse::standings::{Field, Line, Scorecard, Settings, table};
use bughouse::tournament::{HalfPoints, MatchScore, RoundRecord};

fn number(index: usize) -> u32 {
    index as u32 + 1
}

/// The wall chart by number.
fn shown(field: &Field) -> Vec<String> {
    let mut lines = table(field, &Settings::default());
    lines.sort_by_key(|line| line.index);
    let struck: Vec<bool> = lines.iter().map(|line| line.struck).collect();
    let text = |(line, entry): (&Line, &Scorecard)| {
        let rounds = entry.record.rounds.iter();
        let cells: Vec<String> = rounds.map(|round| counted(round, field.matches, &struck).0.text(&number)).collect();
        format!("{} {} {}", line.team, cells.join(" "), line.points)
    };
    lines.iter().zip(&field.entries).map(text).collect()
}

#[test]
fn a_wall_chart_has_every_kind_of_round() {
    let field = field(
        1,
        &["W4 D2 L3 W6", "W5 D1 W7 W3", "D6 W7 W1 L2", "L1 W6 X5 W7", "L2 H F4 Z", "D3 L4 B ?1", "B L3 L2 L4"],
    );
    let expected = [
        "1 W4 D2 L3 W6 2½",
        "2 W5 D1 W7 W3 3½",
        "3 D6 W7 W1 L2 2½",
        "4 L1 W6 X5 W7 3",
        "5 L2 H F4 U ½",
        "6 D3 L4 B ?1 1½",
        "7 B L3 L2 L4 1",
    ];
    assert_eq!(shown(&field), expected);
}

#[test]
fn a_double_round_has_a_letter_a_match() {
    let mut field = field(2, &["2:1.5 B", "1:0.5 H"]);
    let forfeited = |own| MatchScore { own: HalfPoints(own), theirs: HalfPoints(2 - own), played: false };
    for (team, own) in [(0, 2), (1, 0)] {
        let RoundRecord::Played { matches, .. } = &mut field.entries[team].record.rounds[0] else {
            panic!("it was played")
        };
        matches[1] = forfeited(own);
    }
    assert_eq!(shown(&field), ["1 WX2 B 4", "2 LF1 H 1"]);
}

#[test]
fn a_grid_is_square_and_by_place() {
    let field = Field { round_robin: true, ..field(1, &["L2 W3 W4", "W1 D4 W3", "X4 L1 L2", "F3 D2 L1"]) };
    let rows = grid(&field, &Settings::default(), Order::Place, &number);
    let text = |squares: &Vec<_>| {
        squares.iter().map(|s: &bughouse::standings::crosstable::Square| s.text()).collect::<String>()
    };
    let shown: Vec<String> = rows
        .iter()
        .map(|r| format!("{}: {}", r.line.team, r.squares.iter().map(text).collect::<Vec<_>>().join("|")))
        .collect();
    assert_eq!(shown, ["2: |1|1|½", "1: 0||1|1", "3: 0|0||+", "4: ½|0|-|"]);
}
