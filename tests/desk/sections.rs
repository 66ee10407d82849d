//! Sections that are changed, joined, split and removed, and where they are not.

use super::hall::Hall;

/// A with six teams, B with four and as many rounds planned, C with none; nothing is posted.
fn hall() -> Hall {
    Hall::made("A, B, and C without teams", || {
        let hall = Hall::under("us-chess-2018");
        for (section, teams) in [("A", 1..=6), ("B", 7..=10), ("C", 0..=0)] {
            hall.run(&["section", "add", section, "--rounds", "4"]).ok();
            if section != "C" {
                hall.enter_teams(section, teams);
            }
        }
        hall
    })
}

fn refuses(hall: &Hall, lines: &[(&str, i32, &str)]) {
    for (line, code, expected) in lines {
        hall.run(&line.split(' ').collect::<Vec<_>>()).fails(*code, expected);
    }
}

#[test]
fn what_cannot_be_done_with_a_section_is_refused_with_what_to_type() {
    let hall = hall();
    hall.run(&["section", "add", "", "--rounds", "3"]).fails(2, "a section needs a name");
    refuses(
        &hall,
        &[
            ("section add a", 1, "there is already a section named \"A\""),
            ("section edit B --rename a", 1, "there is already a section named \"A\""),
            ("section edit B --bye-points 2", 2, "a bye can't be worth more than the round"),
            ("section add D --bye-points 2", 2, "a bye can't be worth more than the round"),
            ("section edit B --top 3", 2, "--top says how many teams advance"),
            ("section split B --size 3", 1, "B has 4 teams, too few for two groups of 3"),
        ],
    );
    hall.run(&["section", "add", "F", "--from", "A", "--top", "2"]).ok();
    hall.run(&["section", "edit", "B", "--matches", "2"]).ok();
    hall.run(&["pair", "A"]).ok();
    hall.run(&["section", "merge", "C", "A"]).fails(1, "A is in progress");
    hall.run_with(&["enter", "A"], "1 1\n2 1\n3 1\n").ok();
    refuses(
        &hall,
        &[
            ("section split A --size 2", 1, "A has been paired through round 1"),
            ("section remove A", 1, "A has been paired through round 1"),
            ("section edit A --matches 2", 1, "A has 1 round posted, so its format and matches per round are set"),
            ("section merge B A", 1, "B plays 2 matches a round, but A plays 1"),
            ("section merge F A", 1, "F is a final, so its teams stay together"),
        ],
    );
}

#[test]
fn rounds_that_are_posted_bound_those_that_are_planned() {
    let hall = hall();
    hall.run(&["section", "edit", "B", "--pairing", "round-robin"])
        .ok()
        .says("4 teams have no new opponents after 3 rounds");
    for _ in 0..2 {
        hall.run(&["pair", "B"]).ok();
        hall.run_with(&["enter", "B"], "1 1\n2 1\n").ok();
    }
    hall.run(&["section", "edit", "B", "--rounds", "1"])
        .fails(1, "B already has 2 rounds posted")
        .says("--rounds 2 or");
    hall.run(&["section", "edit", "B", "--rounds", "9"]).fails(1, "so round 4 can't be paired").says("pair B");
    hall.run(&["section", "edit", "B", "--rounds", "2"]).ok();
}

#[test]
fn a_section_is_removed_with_its_prizes_but_not_from_under_its_final_or_its_chief() {
    let hall = hall();
    hall.run(&["section", "add", "F", "--from", "C", "--top", "2"]).ok();
    hall.run(&["prize", "add", "C", "--place", "1"]).ok();
    hall.run(&["official", "add", "Ann", "--role", "section-chief", "--section", "C"]).ok();
    hall.run(&["section", "remove", "C"]).fails(1, "F takes its teams from C").says("bughouse section remove F");
    hall.run(&["section", "remove", "F"]).ok();
    hall.run(&["section", "remove", "C"]).fails(1, "Ann is assigned to C").says("bughouse official remove Ann");
    hall.run(&["official", "remove", "Ann"]).ok();
    hall.run(&["section", "remove", "C"]).ok().says("the C prizes are dropped: 1st place");
    hall.run(&["check"]).ok();
}

#[test]
fn a_final_that_has_not_begun_is_removed_and_its_teams_stay_at_home() {
    let hall = hall();
    hall.run(&["section", "add", "F", "--from", "A", "--qualify", "1,2,3,4"]).ok();
    hall.run(&["section", "split", "F", "--size", "2"]).fails(1, "F is a final").says("bughouse section remove F");
    hall.run(&["section", "remove", "F"]).ok();
    assert_eq!(hall.json(&["team", "list", "--section", "A"])["teams"].as_array().map(Vec::len), Some(6));
}

#[test]
fn a_section_is_not_merged_into_its_own_final() {
    let hall = hall();
    hall.run(&["section", "add", "F", "--from", "A", "--top", "2"]).ok();
    hall.run(&["section", "add", "G", "--from", "F", "--top", "2"]).ok();
    for last in ["F", "G"] {
        hall.run(&["section", "merge", "A", last]).fails(1, "F takes its teams from A, which would be gone");
    }
    hall.run(&["section", "merge", "B", "F"]).fails(1, "F is a final, so its teams stay together");
    let said = hall.run(&["section", "merge", "F", "A"]).ok().says("moved 0 teams from F into A").out;
    assert!(said.contains("A will have 6 teams instead of 6"), "{said}");
    hall.run(&["section", "edit", "G", "--from", "A", "--top", "3"]).ok();
}

#[test]
fn a_merge_takes_play_offs_along() {
    let hall = hall();
    hall.run(&["prize", "play-off", "7", "8", "1-0"]).ok();
    hall.run(&["section", "merge", "B", "A"]).ok();
    hall.run(&["prize", "play-off", "7", "8", "0-1"]).fails(1, "the play-off is already entered");
}

#[test]
fn a_section_that_teams_have_left_can_go_once_its_rounds_are_taken_back() {
    let hall = hall();
    for section in ["A", "B"] {
        hall.run(&["pair", section]).ok();
    }
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n5 1\n").ok();
    for team in 1..=6 {
        hall.run(&["team", "move", &format!("Team {team}"), "B"]).ok();
    }
    hall.run(&["unpair", "A", "--with-results"]).ok();
    hall.run(&["section", "split", "A"]).fails(1, "A has 0 teams");
    let standings = || {
        let rows = hall.json(&["standings", "B"])["rows"].clone();
        let rows = rows.as_array().expect("a list").iter();
        rows.map(|row| [row["rank"].clone(), row["team"]["number"].clone(), row["points"].clone()]).collect::<Vec<_>>()
    };
    let before = standings();
    hall.run(&["section", "remove", "A"]).ok();
    assert_eq!(standings(), before);
    hall.run(&["check"]).ok();
    hall.run(&["undo"]).ok();
    assert_eq!(standings(), before);
}

#[test]
fn who_has_played_is_not_waited_for_at_check_in_when_sections_are_merged() {
    let hall = hall();
    for (section, pile) in [("A", "1 1\n2 1\n3 1\n"), ("B", "4 1\n5 1\n")] {
        hall.run(&["pair", section]).ok();
        hall.run_with(&["enter", section], pile).ok();
    }
    hall.run(&["check-in", "1"]).ok();
    let said = hall.run(&["section", "merge", "B", "A"]).ok();
    assert!(!(said.out.clone() + &said.err).contains("not checked in"), "{}\n{}", said.out, said.err);
}

#[test]
fn a_limit_of_rating_is_of_the_average_or_of_the_sum_and_is_not_forgotten() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Blue", "--rating-under", "1600"]).ok();
    hall.run(&["section", "add", "Green", "--rating-sum-under", "3000"]).ok();
    let add = |name: &str, section: &str, ratings: [u32; 2]| {
        let players = ["a", "b"].map(|p| format!("{name}{p} Alpha,5,{}", ratings[usize::from(p == "b")]));
        hall.run(&["team", "add", name, "--section", section, "--player", &players[0], "--player", &players[1]])
    };
    add("Rooks", "Blue", [1700, 1480]).ok();
    add("Pawns", "Green", [1700, 1480])
        .fails(1, "Pawns cannot play in Green: the sum of the two ratings must be under 3000, and their sum is 3180");
    add("Kings", "Green", [1500, 1499]).ok();
    let list = hall.run(&["section", "list"]).ok().out;
    assert!(list.contains("average below 1600") && list.contains("sum below 3000"), "{list}");
    assert_eq!(hall.json(&["section", "list"])["sections"][1]["rating_sum_under"], 3000);
    // One limit takes the place of the other.
    hall.run(&["section", "edit", "Green", "--rating-under", "1500"]).ok().says("sum below 3000 -> average below 1500");
    hall.run(&["section", "edit", "Green", "--rating-sum-under", "3000"]).ok();
    // A team over the limit is named until that is settled.
    hall.run(&["team", "edit", "Kings", "--player", "Kingsb", "--rating", "1501"]).ok();
    let over = "Kings cannot play in Green: the sum of the two ratings must be under 3000, and their sum is 3001";
    for _ in 0..2 {
        hall.run(&["status"]).ok().says(over).says("bughouse team edit 2 --section SECTION");
    }
    hall.run(&["section", "edit", "Green", "--rating-sum-under", "3200"]).ok();
    let status = hall.run(&["status"]).ok().out;
    assert!(!status.contains("cannot play in"), "{status}");
}
