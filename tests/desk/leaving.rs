//! Teams that leave where a schedule was made or is still to be made.

use super::hall::Hall;

fn section(format: &str, teams: u32) -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--pairing", format]).ok();
    hall.enter_teams("Open", 1..=teams);
    hall
}

fn first_team_wins(hall: &Hall) {
    let lines: String = hall.tables().iter().map(|(table, ..)| format!("{table} 1\n")).collect();
    hall.run_with(&["enter"], &lines).ok();
}

#[test]
fn a_team_that_leaves_before_round_1_has_no_place_in_the_schedule() {
    for (format, ahead, left) in [
        ("round-robin", "4 teams meet everyone once in 3 rounds", "4 teams are left to make the schedule for"),
        ("quads", "group 1 of 4: everyone once, 3 rounds", "4 teams are left to make the schedule for"),
        ("knockout", "4 teams on 4 lines: 2 rounds", "4 teams are left to draw the lines for"),
    ] {
        let hall = section(format, 5);
        let said = hall.run(&["team", "withdraw", "Team 5"]).ok().out;
        assert!(said.contains(left) && !said.contains("standings changed"), "{format}: {said}");
        assert!(hall.run(&["check-pairing"]).ok().out.contains(ahead), "{format}");
        assert_eq!(hall.run(&["pair"]).ok().err, "", "{format}");
        assert_eq!(hall.tables().len(), 2, "{format}: nobody sits out");
        hall.run(&["team", "return", "Team 5"]).ok();
        first_team_wins(&hall);
        let said = hall.run(&["pair"]).ok().err;
        assert!(said.contains("Team 5 came after the"), "{format}: {said}");
    }
}

#[test]
fn the_answer_to_a_team_that_leaves_says_what_becomes_of_its_matches() {
    let hall = section("round-robin", 6);
    let leaves = || hall.run(&["team", "withdraw", "Team 6", "--dry-run"]).ok().out;
    for rounds in 1..=4 {
        hall.run(&["pair"]).ok();
        first_team_wins(&hall);
        match rounds {
            ..=2 => assert!(
                leaves().contains("they count for nobody (struck), and its later opponents sit out"),
                "round {rounds}"
            ),
            _ => {
                assert!(leaves().contains("its matches stand, and its later opponents win unplayed"), "round {rounds}")
            }
        }
    }
    hall.run(&["undo", "4"]).ok();
    hall.run(&["team", "withdraw", "Team 6"]).ok();
    for sheet in ["standings", "crosstable"] {
        let shown = hall.run(&[sheet]).ok().out;
        assert!(shown.contains(" 6‡ "), "{shown}");
        assert!(shown.contains("‡ left before half of its matches: struck, they count for nobody"), "{shown}");
    }
    assert_eq!(hall.json(&["standings"])["rows"][5]["struck"], true);
    let hall = section("quads", 6);
    hall.run(&["pair"]).ok();
    let said = hall.run(&["team", "withdraw", "Team 6"]).ok().out;
    assert!(said.contains("its matches stand, and its group plays on without it"), "{said}");
    let hall = section("knockout", 4);
    hall.run(&["pair"]).ok();
    let said = hall.run(&["team", "withdraw", "Team 1"]).ok().out;
    assert!(said.contains("whoever would meet it in a later round goes on without playing"), "{said}");
}

#[test]
fn a_schedule_cut_short_is_halved_where_it_ends() {
    let hall = section("round-robin", 6);
    for _ in 1..=2 {
        hall.run(&["pair"]).ok();
        first_team_wins(&hall);
    }
    hall.run(&["section", "edit", "Open", "--rounds", "4"]).ok();
    let said = hall.run(&["team", "withdraw", "Team 6"]).ok().out;
    assert!(said.contains("its matches stand"), "two of four: {said}");
    let said = hall.run(&["pair"]).ok().err;
    assert!(said.contains("Team 6 is not there: ") && !said.contains("struck"), "{said}");
}

#[test]
fn who_is_not_checked_in_is_not_counted_among_those_who_play_on() {
    let hall = Hall::with_teams(8);
    for team in ["1", "2", "3", "4", "5"] {
        hall.run(&["check-in", team]).ok();
    }
    hall.run(&["pair", "--anyway"]).ok();
    first_team_wins(&hall);
    // Of seven who are entered four are here.
    hall.run(&["team", "withdraw", "1"]).ok().says("4 teams play on from round 2, nobody has a bye");
}
