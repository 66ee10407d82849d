//! The arithmetic shown to a coach: it adds up, and it reads.

use super::chart::field;
use bughouse::standings::{Field, Settings, TieBreak, Value, table, workings};
use bughouse::tournament::HalfPoints;

fn e7() -> Field {
    field(1, &["W4 D2 L3 W6", "W5 D1 W7 W3", "D6 W7 W1 L2", "L1 W6 X5 W7", "L2 H F4 Z", "D3 L4 B L1", "B L3 L2 L4"])
}

fn named(index: usize) -> String {
    format!("Team {}", index + 1)
}

fn shown(field: &Field, team: usize, tie_break: TieBreak) -> String {
    let settings = Settings { tiebreaks: vec![tie_break], ..Settings::default() };
    let workings = workings(field, &settings, &named);
    let (_, of_team) = workings.iter().find(|(index, _)| *index == team - 1).expect("every team has its workings");
    let working = &of_team[0];
    let step =
        |step: &bughouse::standings::Step| format!("{}: {} {}", step.round.unwrap_or(0), step.sentence, step.value);
    let steps = working.steps.iter().map(step);
    let lines: Vec<String> = working.case.iter().cloned().chain(steps).chain([working.sum.clone()]).collect();
    lines.join("\n")
}

#[test]
fn modified_median_of_team_4() {
    let expected = "They scored 3, more than half the possible points (2): the lowest is left out.
1: Team 1 scored 2½. 2½
2: Team 6 scored 1½, which counts as 1: ½ over the board, ½ for the round they did not play. 1
3: Not played (forfeit win). Left out: the lowest. 0
4: Team 7 scored 1, which counts as ½: 0 over the board, ½ for the round they did not play. ½
2½ + 1 + ½ = 4";
    assert_eq!(shown(&e7(), 4, TieBreak::ModifiedMedian), expected);
}

#[test]
fn cumulative_of_team_4() {
    let expected = "1: Scored 0; running score 0. 0
2: Scored 1; running score 1. 1
3: Scored 1; running score 2. 2
4: Scored 1; running score 3. 3
3: Taken off for the forfeit win. -1
0 + 1 + 2 + 3 - 1 = 5";
    assert_eq!(shown(&e7(), 4, TieBreak::Cumulative), expected);
}

#[test]
fn buchholz_cut_1_of_team_5_takes_an_unplayed_round_first() {
    let cut = "fide-bh-c1".parse().expect("an id");
    let expected = "1: Team 2 scored 3½. 3½
2: Not played (half-point bye): a stand-in with the team's own score. Left out: the lowest of the rounds not played by choice is cut first [16.5]. ½
3: Not played (forfeit loss): a stand-in with the team's own score. ½
4: Not played (absent): a stand-in with the team's own score. ½
3½ + ½ + ½ = 4½";
    assert_eq!(shown(&e7(), 5, cut), expected);
}

#[test]
fn buchholz_holds_the_stand_in_down_and_counts_byes_at_the_end_as_draws() {
    let field = field(1, &["B L2 L3", "W3 W1 H", "L2 Z W1"]);
    let expected = "1: Not played (full-point bye): a stand-in with the team's own score. 1
2: Team 2 scored 2½. 2½
3: Team 3 scored 1. 1
1 + 2½ + 1 = 4½";
    assert_eq!(shown(&field, 1, "fide-bh".parse().expect("an id")), expected);
    let held = "1: Not played (full-point bye): a stand-in with the team's own score of 3, capped at 1½. 1½
2: Team 2 scored 0, which counts as ½: the byes they asked for at the end count as draws. ½
3: Team 3 scored 0. 0
1½ + ½ + 0 = 2";
    let field = super::chart::field(1, &["B W2 W3", "Z L1 Z", "Z Z L1"]);
    assert_eq!(shown(&field, 1, "fide-bh".parse().expect("an id")), held);
}

#[test]
fn direct_encounter_names_the_tied() {
    let expected = "2 teams are still tied here.\n3: Beat Team 1 1-0. 1\n1 = 1 among the tied teams: place 1";
    assert_eq!(shown(&e7(), 3, TieBreak::FideDirectEncounter), expected);
}

#[test]
fn a_penalty_is_taken_off_the_first_tie_break_and_shown() {
    let mut field = e7();
    field.entries[3].penalty = HalfPoints::WIN;
    let settings = Settings::default();
    let lines = table(&field, &settings);
    assert_eq!(
        lines.iter().find(|l| l.team.0 == 4).map(|l| l.tiebreaks[..2].to_vec()),
        Some(vec![Value::whole(3), Value::whole(4)])
    );
    assert!(shown(&field, 4, TieBreak::ModifiedMedian).ends_with("2½ + 1 + ½ - 1 by ruling = 3"));
}

/// Every tie-break of every team: the value of the working is the value of the table.
#[test]
fn workings_agree_with_the_table() {
    let settings = Settings { tiebreaks: TieBreak::all().collect(), ..Settings::default() };
    let lines = table(&e7(), &settings);
    let workings = workings(&e7(), &settings, &named);
    assert_eq!(lines.len(), workings.len());
    for (line, (index, workings)) in lines.iter().zip(&workings) {
        assert_eq!(line.index, *index);
        assert_eq!(line.tiebreaks, workings.iter().map(|w| w.value).collect::<Vec<Value>>());
        for working in workings.iter().filter(|w| {
            !matches!(
                w.tie_break,
                TieBreak::FideDirectEncounter | TieBreak::FideExtendedDirectEncounter | TieBreak::FideAverageOfBuchholz
            )
        }) {
            let counting: Value = working.steps.iter().filter(|s| s.cut.is_none()).map(|s| s.value).sum();
            assert_eq!(counting, working.value, "{} of {index}", working.tie_break);
        }
    }
}

#[test]
fn a_double_forfeit_of_a_round_robin_is_no_level_match() {
    let field = |rows: &[&str]| bughouse::standings::Field { round_robin: true, ..super::chart::field(1, rows) };
    let forfeited = shown(&field(&["F2 W3", "F1 W4", "W4 L1", "L3 L2"]), 1, TieBreak::FideDirectEncounter);
    assert!(forfeited.contains("1: They and Team 2 both forfeited, 0:0. 0"), "{forfeited}");
}
