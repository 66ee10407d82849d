//! `rehearse`: the whole event on a copy, the real file byte for byte alone.

use super::hall::Hall;

fn bytes(hall: &Hall) -> Vec<u8> {
    std::fs::read(hall.path("spring.bughouse")).expect("the tournament is there")
}

#[test]
fn a_rehearsal_plays_to_the_end_and_leaves_the_file_alone() {
    let hall = Hall::with_teams(6);
    hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    hall.run(&["pair"]).ok();
    let (before, files) = (bytes(&hall), hall.files());
    let body = hall.json(&["rehearse", "--seed", "7"]);
    assert_eq!(bytes(&hall), before, "the real file is only read");
    assert_eq!(hall.files(), files, "nothing is left beside it");
    assert_eq!(body["sections"][0]["rounds"], 3);
    let step =
        |what: &str| body["steps"].as_array().unwrap().iter().find(|s| s["what"] == what).map(|s| s["times"].clone());
    assert_eq!(step("pair a round"), Some(2.into()), "round 1 was there");
    assert_eq!(step("enter a slip"), Some(9.into()));
    let again = hall.json(&["rehearse", "--seed", "7"]);
    assert_eq!(body["sections"], again["sections"], "one seed, one story");
}

#[test]
fn of_many_slips_some_are_entered_one_by_one_and_the_others_as_a_pile() {
    let hall = Hall::with_teams(44);
    hall.run(&["section", "edit", "Open", "--rounds", "1", "--matches", "2"]).ok();
    let body = hall.json(&["rehearse"]);
    let steps: Vec<_> =
        body["steps"].as_array().unwrap().iter().map(|s| (s["what"].as_str(), s["times"].as_u64())).collect();
    assert!(steps.contains(&(Some("enter a slip"), Some(20))), "{steps:?}");
    assert!(steps.contains(&(Some("enter the others as a pile"), Some(1))), "{steps:?}");
    assert_eq!(body["sections"][0]["rounds"], 1, "the round is played to its end");
    assert_eq!(body["troubles"].as_array().map(Vec::len), Some(0), "no result is missing: {body}");
}

#[test]
fn what_would_go_wrong_is_named_with_its_remedy() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--rounds", "4"]).ok();
    hall.run(&["check-in", "--all"]).ok();
    let said = hall.run(&["rehearse"]).ok();
    assert!(
        said.out.contains("What would go wrong")
            && said.out.contains("round 4 of Open")
            && said.out.contains("--allow-rematch"),
        "{}",
        said.out
    );
    assert_eq!(said.out.matches("round 4 of Open cannot be paired").count(), 1, "{}", said.out);
    Hall::under("us-chess-2018").run(&["rehearse"]).fails(1, "nothing to rehearse");
}

#[test]
fn teams_left_out_are_named_before() {
    let hall = Hall::with_teams(5);
    hall.run(&["check-in", "1", "2", "3", "4"]).ok();
    let body = hall.run(&["rehearse", "--json"]).json();
    assert!(body["troubles"].to_string().contains("1 team not checked in"), "{body}");
}
