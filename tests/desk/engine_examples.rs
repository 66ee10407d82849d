//! The worked examples of the pairing specification, through `engine pair` and `engine standings`.

use crate::wall_chart::WallChart;

#[test]
fn e1_a_transposition_avoids_two_rematches() {
    let mut chart = WallChart::of(8, 4);
    chart.expect("1-5 2-6 3-7 4-8").play("1 2 3 8");
    chart.expect("1-3 2-8 4-6 5-7").play("1 2 4 7");
    chart.expect("1-2 3-8 4-7 5-6");
}

#[test]
fn e2_byes() {
    let mut chart = WallChart::of(5, 4);
    chart.expect("1-3 2-4 bye 5").play("1 2");
    chart.expect("1-2 5-3 bye 4").play("1 3");
    chart.expect("1-4 2-5 bye 3").play("1 2");
    chart.expect("1-5 3-4 bye 2");
}

#[test]
fn e2_a_half_point_bye_asked_for() {
    let mut chart = WallChart::of(7, 4);
    chart.record_once("240 H   1    7").expect("1-4 2-5 3-6").play("1 2 3 7H");
    chart.expect("1-2 3-7 4-5 bye 6").play("1 3 4=5");
    chart.expect("1-3 2-6 4-7 bye 5");
}

#[test]
fn e3_floats() {
    for (options, third) in
        [(&[][..], "1-4 9-2 3-8 7-5 bye 6"), (&["--avoid-repeat-floats", "yes"], "1-9 4-3 2-7 8-5 bye 6")]
    {
        let mut chart = WallChart::of(9, 5).with(options);
        chart.expect("1-5 2-6 3-7 4-8 bye 9").play("1 2 3 4");
        chart.expect("1-3 2-4 9-5 6-7 bye 8").play("1 9 4 7");
        chart.expect(third);
    }
}

#[test]
fn e4_school_modes() {
    for (mode, third) in [
        ("ignore", "1-2 3-5 4-6 7-8"),
        ("prefer", "1-2 3-6 4-5 7-8"),
        ("plus2", "1-2 3-4 5-8 6-7"),
        ("avoid", "1-4 2-3 5-8 6-7"),
    ] {
        let mut chart = WallChart::of(8, 4).schools(&[("XXX", &[1, 2]), ("YYY", &[3, 5]), ("ZZZ", &[7, 8])]);
        chart.given("1-5 2-6 3-7 4-8").play("1 2 3 4");
        chart.given("1-3 2-4 5-7 6-8").play("1 2 5 6");
        chart.with(&["--school-mode", mode]).expect(third);
    }
}

const SEVEN_ROUNDS: [&str; 7] = [
    "1-5 2-6 3-7 4-8",
    "1-6 2-5 3-8 4-7",
    "1-7 2-8 3-5 4-6",
    "1-8 2-7 3-6 4-5",
    "1-3 2-4 5-7 6-8",
    "1-4 2-3 5-8 6-7",
    "1-2 3-4 5-6 7-8",
];

#[test]
fn e5a_seven_rounds_of_draws_by_both_systems() {
    for system in ["us", "fide-team"] {
        let mut chart = WallChart::of(8, 7).with(&["--system", system]);
        for round in SEVEN_ROUNDS {
            chart.expect(round).draw_all();
        }
    }
}

#[test]
fn e5b_a_dead_end_is_refused_and_looking_ahead_avoids_it() {
    let mut stuck = WallChart::of(6, 5).with(&["--lookahead", "no"]);
    for round in ["1-4 2-5 3-6", "1-5 2-6 3-4", "1-6 2-4 3-5"] {
        stuck.expect(round).draw_all();
    }
    stuck.pair().fails(1, "every pairing of this round has a rematch");
    stuck.with(&["--system", "fide-team"]).pair().fails(1, "rematch");

    let mut chart = WallChart::of(6, 5);
    for round in ["1-4 2-5 3-6", "1-5 2-6 3-4", "1-6 2-3 4-5", "1-3 2-4 5-6", "1-2 3-5 4-6"] {
        chart.expect(round).draw_all();
    }
}

#[test]
fn e6_a_double_drop() {
    let mut chart = WallChart::of(7, 5);
    chart.given("1-4 2-5 3-6 bye 7").play("1 2 3");
    chart.given("1-2 7-3 4-5 bye 6").play("1 7 4");
    chart.given("1-7 2-3 4-6 bye 5").play("1 2 4");
    chart.expect("1-5 2-4 7-6 bye 3");
    chart.with(&["--system", "fide-team"]).expect("1-5 2-6 4-7 bye 3");
}

#[test]
fn e7_tie_breaks_with_all_kinds_of_unplayed_rounds() {
    let mut chart = WallChart::of(7, 4);
    chart.given("1-4 2-5 3-6 bye 7").play("1 2 3=6");
    chart.given("1-2 3-7 4-6").play("1=2 3 4 5H");
    chart.given("3-1 2-7 4-5 bye 6").play("3 2 4+5");
    chart.given("2-3 1-6 4-7").play("2 1 4 5Z");
    let ids = "modified-median,solkoff,median,cumulative,cumulative-of-opposition,kashdan,sonneborn-berger,fide-bh,fide-bh-c1,fide-bh-m1,\
               fide-sb,fide-ps,fide-wins,fide-won";
    let table = chart.engine("standings", &["--tiebreaks", ids, "--json"]).ok().json();
    let expected: [(u64, f64, [f64; 14]); 7] = [
        (2, 3.5, [6.5, 7.0, 4.0, 8.5, 17.5, 14.0, 5.75, 7.0, 6.0, 3.5, 5.75, 8.5, 3.0, 3.0]),
        (4, 3.0, [4.0, 4.0, 1.5, 5.0, 12.5, 9.0, 1.5, 6.0, 5.0, 2.5, 3.5, 6.0, 3.0, 2.0]),
        (1, 2.5, [8.5, 9.5, 5.0, 6.5, 23.5, 11.0, 5.25, 10.5, 9.0, 5.5, 6.25, 6.5, 2.0, 2.0]),
        (3, 2.5, [7.0, 7.5, 3.5, 7.0, 21.0, 11.0, 3.5, 8.5, 7.5, 4.0, 4.25, 7.0, 2.0, 2.0]),
        (6, 1.5, [5.0, 7.5, 5.0, 3.0, 18.5, 4.0, 1.25, 9.5, 8.0, 5.0, 2.75, 4.0, 1.0, 0.0]),
        (7, 1.0, [5.0, 8.5, 5.0, 3.0, 20.5, 3.0, 0.0, 10.0, 9.0, 5.5, 1.0, 4.0, 1.0, 0.0]),
        (5, 0.5, [0.0, 3.5, 0.0, 1.0, 8.5, 1.0, 0.0, 5.0, 4.5, 1.0, 0.25, 1.5, 0.0, 0.0]),
    ];
    for (row, (number, points, values)) in table["rows"].as_array().expect("rows").iter().zip(expected) {
        assert_eq!((row["team"]["number"].as_u64(), row["points"].as_f64()), (Some(number), Some(points)));
        for (id, value) in ids.split(',').zip(values) {
            assert_eq!(row["tiebreaks"][id].as_f64(), Some(value), "{id} of {number}");
        }
    }
    let ranks: Vec<u64> = table["rows"].as_array().expect("rows").iter().filter_map(|r| r["rank"].as_u64()).collect();
    assert_eq!(ranks, [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn e8_double_rounds() {
    let mut chart = WallChart::of(6, 3).double_rounds();
    chart.given("1-4 2-5 3-6").play("1:4-0 2:3-1 3:2-2");
    chart.given("1-2 3-4 5-6").play("1:2-2 3:4-0 5:1-3");
    chart.expect("1-3 2-6 5-4").play("1:2-2 2:4-0 5:3-1");
    let list = ["--matches", "2", "--tiebreaks", "modified-median,solkoff,usat", "--json"];
    let table = chart.engine("standings", &list).ok().json();
    let first = &table["rows"][0];
    assert_eq!((first["team"]["number"].as_u64(), first["points"].as_f64()), (Some(2), Some(4.5)));
    let values = ["modified-median", "solkoff", "usat"].map(|id| first["tiebreaks"][id].as_f64().unwrap_or(-1.0));
    assert_eq!(values, [6.5, 9.0, 12.75]);
    assert_eq!(table["after_round"].as_u64(), Some(3));
}

#[test]
fn e9_acceleration() {
    for (accelerate, rounds) in [
        ("none", ["1-5 2-6 3-7 4-8", "1-3 2-4 5-7 6-8"]),
        ("us28r1", ["1-3 2-4 5-7 6-8", "1-2 3-5 4-6 7-8"]),
        ("baku", ["1-3 2-4 5-7 6-8", "1-2 5-6 3-4 7-8"]),
    ] {
        let mut chart = WallChart::of(8, 4).with(&["--accelerate", accelerate]);
        for round in rounds {
            chart.expect(round).play_by_seed();
        }
    }
}

/// The same virtual points, given by the file instead.
#[test]
fn e9_acceleration_by_records_of_the_file() {
    let baku = ["XXA    1  1.0  0.5", "XXA    2  1.0  0.5", "XXA    3  1.0  0.5", "XXA    4  1.0  0.5"];
    let by_250 = ["250  1.0        1   1    1    4", "250  0.5        2   2    1    4"];
    for records in [&baku[..], &by_250[..]] {
        let mut chart = records.iter().fold(WallChart::of(8, 4), |chart, record| chart.record(record));
        chart.expect("1-3 2-4 5-7 6-8").play_by_seed();
        chart.expect("1-2 5-6 3-4 7-8");
    }
}

#[test]
fn e11_unrated_teams() {
    WallChart::of(5, 4).unrated(5).expect("1-3 2-5 bye 4");
    WallChart::of(5, 4).unrated(5).with(&["--protect-unrated", "no"]).expect("1-3 2-4 bye 5");
}
