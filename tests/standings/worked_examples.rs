//! The worked examples in the head of each tie-break's file, where E7, E8 and FIDE's exercises do not cover them.

use super::chart::{column, field, standings};
use bughouse::standings::{Field, TieBreak, Value};
use bughouse::tournament::{HalfPoints, MatchScore, RoundRecord};

/// One tie-break of team 1.
fn of_first(field: &Field, id: &str) -> String {
    column(field, id.parse::<TieBreak>().expect("an id"))[0].to_string()
}

#[test]
fn median_drops_one_at_each_end_and_two_from_nine_rounds() {
    // Adjusted scores of the opponents: 2 is on 2, 3 on 3½, 4 and 5 on 1½.
    let four = field(1, &["W2 L3 D4 L5", "L1 W5 Z Z", "W4 W1 W5 Z", "L3 Z D1 Z", "Z L2 L3 W1"]);
    assert_eq!(["solkoff", "median", "modified-median"].map(|id| of_first(&four, id)), ["8½", "3½", "5"]);
    // Nine rounds: the eight opponents are on 4 each (eight of nine rounds not played), the own bye puts in 0.
    let nine = field(
        1,
        &[
            "W2 W3 W4 W5 W6 W7 W8 W9 B",
            "L1",
            "Z L1",
            "Z Z L1",
            "Z Z Z L1",
            "Z Z Z Z L1",
            "H H H H H L1",
            "B B B B B B L1",
            "B B B B B B B L1",
        ],
    );
    assert_eq!(["solkoff", "median", "modified-median"].map(|id| of_first(&nine, id)), ["32", "20", "28"]);
}

#[test]
fn result_between_three_tied_teams() {
    let level = field(1, &["W2 W3 Z Z", "L1 W4 D3 H", "W5 L1 D2 H", "Z L2 Z Z", "L3 Z Z Z"]);
    let values = column(&level, TieBreak::ResultBetweenTied);
    assert_eq!(values[..3].iter().map(ToString::to_string).collect::<Vec<_>>(), ["2", "-1", "-1"]);
}

#[test]
fn rounds_won_played_and_elected() {
    let rounds = field(1, &["W2 X3 H L4 D2", "L1 Z Z Z D1", "Z F1 Z Z Z", "Z Z Z W1 Z"]);
    let found = ["fide-wins", "fide-won", "fide-rep", "fide-std", "wins", "kashdan"].map(|id| of_first(&rounds, id));
    assert_eq!(found, ["2", "1", "4", "3", "1", "7"]);
}

/// C.07 8.3: "as if all paired games for the final round had ended in draws". Team 1 won its last match by forfeit against team 2, which
/// was paired: its opponents are 3 and 2, drawn with in the end.
#[test]
fn fore_buchholz_counts_a_last_match_that_was_forfeited_as_drawn() {
    let forfeited = field(1, &["W3 X2", "W4 F1", "L1 D4", "L2 D3"]);
    let played = field(1, &["W3 W2", "W4 L1", "L1 D4", "L2 D3"]);
    let all = |field| {
        column(field, "fide-fb".parse::<TieBreak>().unwrap()).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(all(&forfeited), all(&played));
    assert_eq!(all(&forfeited), ["2", "2", "2", "2"]);
}

/// C.07 7.7: ½ for "the same number of points as the scheduled opponent", so for both of a double forfeit.
#[test]
fn both_of_a_double_forfeit_have_scored_the_same() {
    let rounds = field(1, &["F2 W3", "F1 D4", "D4 L1", "D3 D2"]);
    let found = column(&rounds, "fide-std".parse::<TieBreak>().unwrap());
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1½", "1", "½", "1"]);
}

/// C.07 13.4.2: the most match points of the event over the most game points of a match, towards zero. Three rounds on two boards:
/// 3 x 1 / 2 = 1, and 3 x 2 / 2 = 3 where a match scores two points.
#[test]
fn the_divisor_of_schedule_strength_is_rounded_towards_zero() {
    let rounds = ["W2 W3 W4", "L1 W4 W3", "W4 L1 L2", "L3 L2 L1"];
    let one = field(1, &rounds);
    let two = Field { win: 200, ..one.clone() };
    assert_eq!([one, two].map(|field| of_first(&field, "fide-sssc")), ["9", "8"]);
}

#[test]
fn a_double_round_is_won_with_all_of_its_points() {
    let rounds = field(2, &["2:2 3:1.5 4:1 B", "1:0", "1:0.5", "1:1"]);
    let found = ["fide-wins", "fide-won", "fide-std", "wins", "kashdan", "fide-mpvgp"].map(|id| of_first(&rounds, id));
    assert_eq!(found, ["2", "1", "3½", "1", "10", "13"]);
}

#[test]
fn progressive_scores_leave_out_the_first_rounds() {
    let rounds = field(1, &["W2 D3 L4", "L1", "Z D1", "Z Z W1"]);
    assert_eq!(["fide-ps", "fide-ps-c1", "fide-ps-c2"].map(|id| of_first(&rounds, id)), ["4", "3", "1½"]);
}

#[test]
fn boards_distinguished() {
    let mut field = field(1, &["W2 W3", "L1 Z", "Z L1"]);
    field.entries[0].board_points = vec![vec![HalfPoints(2), HalfPoints(1)], vec![HalfPoints(2), HalfPoints(2)]];
    assert_eq!(["fide-bc", "fide-tbr", "fide-bbe", "fide-mpvgp"].map(|id| of_first(&field, id)), ["5", "2", "2", "3½"]);
}

/// In bughouse both boards share the result, so that game points are twice the match points.
#[test]
fn game_points_of_bughouse_are_twice_the_score() {
    assert_eq!(of_first(&field(1, &["W2 D3 X2", "L1 Z F1", "Z D1 Z"]), "fide-mpvgp"), "5");
}

/// Direct encounter with a meeting missing: only a lead that nobody can catch counts.
#[test]
fn direct_encounter_with_missing_matches() {
    // 1, 2 and 3 are level; 1 beat 2 and 3, who have not met: nobody can catch 1, and 2 and 3 are not parted.
    let led = field(1, &["W2 W3 Z Z", "L1 Z W4 W5", "Z L1 W5 W4", "Z Z L2 L3", "Z Z L3 L2"]);
    assert_eq!(
        column(&led, TieBreak::FideDirectEncounter)[..3].iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["1", "2", "2"]
    );
    // 1 beat 2 only: 3 could still catch up.
    let open = field(1, &["W2 Z Z W4", "L1 W5 W4 Z", "Z W4 Z W5", "Z L3 L2 L1", "Z L2 Z L3"]);
    assert_eq!(
        column(&open, TieBreak::FideDirectEncounter)[..3].iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["1", "1", "1"]
    );
}

#[test]
fn who_sits_out_a_round_of_a_schedule_has_not_stayed_away_from_it() {
    // Three teams, each beats one; the first sits out the last round. Article 16, for which it would have drawn, is about Swiss tournaments.
    let rows = ["L2 W3 Z", "W1 Z L3", "Z L1 W2"];
    let field = Field { round_robin: true, ..field(1, &rows) };
    let values: Vec<Value> = standings(&field, "fide-sb").iter().map(|line| line.tiebreaks[0]).collect();
    assert_eq!(values, [Value::whole(1); 3]);
}

#[test]
fn a_day_off_of_a_schedule_offers_no_points() {
    // Each of the three has one of the two points that it could have, in three rounds: half of them, for Koya.
    let rows = ["L2 W3 Z", "W1 Z L3", "Z L1 W2"];
    let field = Field { round_robin: true, ..field(1, &rows) };
    assert_eq!(column(&field, TieBreak::FideKoya), [Value::whole(1); 3]);
}

#[test]
fn a_forfeited_match_of_a_double_round_counts_between_tied_teams_of_a_round_robin_as_a_whole_round_does() {
    let mut field = field(2, &["2:2", "1:2"]);
    for (at, entry) in field.entries.iter_mut().enumerate() {
        let RoundRecord::Played { matches, .. } = &mut entry.record.rounds[0] else {
            unreachable!("a round that was played")
        };
        let own = HalfPoints(2 * at as i32);
        *matches = vec![
            MatchScore { own, theirs: HalfPoints::WIN - own, played: true },
            MatchScore { own: HalfPoints::WIN - own, theirs: own, played: false },
        ];
    }
    assert_eq!(column(&field, TieBreak::ResultBetweenTied), [Value::whole(-1), Value::whole(1)]);
    let everyone_meets = Field { round_robin: true, ..field };
    assert_eq!(column(&everyone_meets, TieBreak::ResultBetweenTied), [Value::ZERO; 2]);
}
