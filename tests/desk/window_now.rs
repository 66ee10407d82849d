//! The desk's page *Now*: how many rounds are played, who came late, and the end of the day.

use super::day::{lines_of, unescaped};
use super::hall::Hall;
use super::window::Desk;

/// The label of the green button.
fn green(page: &str) -> String {
    let button = page.split("data-next").nth(1).and_then(|rest| rest.split_once('>')).expect("a green button").1;
    let (mut label, mut rest) = (String::new(), button.split("</a>").next().unwrap_or(button));
    rest = rest.split("</button>").next().unwrap_or(rest).split(" <kbd").next().unwrap_or(rest);
    for part in rest.split('<') {
        label.push_str(part.split_once('>').map_or(part, |(_, text)| text));
    }
    label
}

#[test]
fn the_number_of_rounds_is_set_where_none_is_or_another_suits() {
    let hall = Hall::in_section(&[], 9);
    let desk = Desk::of(&hall, &[]);
    let now = desk.page("/now");
    assert!(now.contains("name=\"a-rounds\" value=\"4\""), "nine teams need four: {now}");
    let set = [("a-name", "Open"), ("a-rounds", "3"), ("back", "/now")];
    desk.press("/form/section/edit", &set);
    let now = desk.page("/now");
    assert!(now.contains("3 rounds planned") && now.contains("name=\"a-rounds\" value=\"4\""), "{now}");
    assert!(now.contains("section=Open#field-section-edit-rounds"), "its stage leads to the field: {now}");
    desk.press("/form/section/edit", &[("a-name", "Open"), ("a-rounds", "4"), ("back", "/now")]);
    assert!(!desk.page("/now").contains("name=\"a-rounds\""));
}

#[test]
fn a_team_that_came_late_is_named_with_what_can_be_done() {
    let hall = Hall::in_section(&["--rounds", "3"], 5);
    hall.run(&["pair"]).ok();
    let desk = Desk::of(&hall, &[]);
    hall.run(&["team", "add", "Larks", "--player", "Ann Lark,5", "--player", "Bo Lark,5"]).ok();
    let now = unescaped(&desk.page("/now"));
    assert!(now.contains(
        "Larks have no game in round 1 of Open. If you do nothing, they get 0 points and start playing in round 2."
    ));
    let lines = lines_of(&now, "/do");
    let game = lines.iter().find(|line| line.starts_with("pairing add 6 ")).expect("who has the bye can play");
    assert!(lines.contains(&"pairing bye 6 --points half".to_owned()), "{lines:?}");
    let seated = desk.press("/do", &[("line", game), ("back", "/now")]);
    assert!(!seated.contains("no game in"), "{seated}");
    assert_eq!(hall.tables().len(), 3);
}

#[test]
fn a_team_that_checks_in_after_posting_gets_a_game_or_a_bye_offered() {
    let hall = Hall::in_section(&["--rounds", "3"], 6);
    hall.run(&["check-in", "1", "2", "3", "4"]).ok();
    hall.run(&["pair"]).ok();
    let desk = Desk::of(&hall, &[]);
    assert!(!desk.page("/now").contains("no game"), "who is not here waits for no game");
    let arrived = unescaped(&desk.press("/do", &[("line", "check-in 5"), ("back", "/at/entries")]));
    assert!(arrived.contains("Team 5 has no game in round 1 of Open"), "{arrived}");
    assert_eq!(lines_of(&arrived, "/do").iter().filter(|line| line.starts_with("pairing ")).count(), 1, "a bye alone");
    hall.run(&["status"]).ok().says("not seated: Team 5").says("bughouse pairing bye 5 --points half");
    // A second one can play the first.
    hall.run(&["check-in", "6"]).ok().says("no game either").says("bughouse pairing add 6 5");
    let form = unescaped(&desk.page("/form/pairing/add"));
    assert!(form.contains("Team 6 – Team 5") != form.contains("Team 5 – Team 6"), "the pair is offered once: {form}");
    let seated = desk.press("/do", &[("line", "pairing add 6 5"), ("back", "/now")]);
    assert!(!seated.contains("no game"), "{seated}");
}

#[test]
fn two_teams_at_a_taken_table_are_asked_about_with_those_who_lose_it() {
    let hall = Hall::in_section(&["--rounds", "3"], 6);
    hall.run(&["check-in", "1", "2", "3", "4"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["check-in", "5", "6"]).ok();
    let desk = Desk::of(&hall, &[]);
    let form = [("a-table", "1"), ("a-first", "5"), ("a-second", "6"), ("back", "/now")];
    let asked = desk.press("/form/pairing/set", &form);
    let before = hall.tables();
    let (_, one, _) = before[0];
    assert!(asked.contains("This would happen:") && asked.contains("Table 1 is taken: Team "), "{asked}");
    assert!(asked.contains(&format!("Team {one} has no table now")) && asked.contains("No, leave it"), "{asked}");
    let set = hall.run(&["pairing", "set", "1", "5", "6"]).ok();
    assert!(set.err.contains(&format!("to seat Team {one}: bughouse pairing add {one} TEAM")), "{}", set.err);
    assert!(desk.page("/now").contains(&format!("Team {one} has no game in round 1")));
}

#[test]
fn a_round_of_several_sections_is_printed_with_one_press() {
    let hall = Hall::in_section(&["--rounds", "3"], 4);
    hall.run(&["section", "add", "Novice", "--rounds", "3"]).ok();
    hall.enter_teams("Novice", 11..=14);
    hall.run(&["round"]).ok();
    let desk = Desk::of(&hall, &[]);
    let now = desk.page("/now");
    assert_eq!(green(&now), "Print round 1 for 2 sections");
    assert!(now.contains("value=\"pairings --all --packet -o round.pdf\""), "{now}");
    let all = hall.run(&["pairings", "--all", "--packet", "-o", "round.txt"]).ok();
    assert!(all.out.contains("round.txt"), "{}", all.out);
    let printed = std::fs::read_to_string(hall.path("round.txt")).expect("the file");
    for part in [
        "Pairings by table · Open · Round 1",
        "Pairings by table · Novice · Round 1",
        "Result slips · Novice · Round 1",
    ] {
        assert!(hall.run(&["stale", "--all"]).ok().out.contains(part), "{part}");
    }
    assert!(printed.contains("Team 14") && printed.contains("Team 4"), "{printed}");
    assert_ne!(green(&desk.page("/now")), "Print round 1 for 2 sections");
}

#[test]
fn the_end_of_the_day_leads_on_step_by_step() {
    let hall = Hall::in_section(&["--rounds", "1"], 4);
    hall.run(&["prize", "add", "--place", "1-2"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    let desk = Desk::of(&hall, &[]);
    let steps = [
        ("See the prizes", "/closing/prizes"),
        ("Read the ceremony", "/closing/ceremony"),
        ("Print the closing papers", "/closing/papers"),
    ];
    for (label, leads) in steps {
        let now = desk.page("/now");
        assert_eq!(green(&now), label);
        assert!(steps.iter().all(|(_, leads)| now.contains(leads)), "each is there all the time: {now}");
        desk.page(leads);
        assert!(desk.page("/now").contains(&format!("✓ {label}")), "{label} was opened");
    }
    assert_eq!(green(&desk.page("/now")), "Make a last backup");
    desk.press("/do", &[("line", "backup"), ("back", "/now")]);
    assert_eq!(green(&desk.page("/now")), "Close the desk");
    // A corrected result may change every prize.
    hall.run(&["result", "1", "0-1", "--replace"]).ok();
    assert_eq!(green(&desk.page("/now")), "See the prizes");
    assert_eq!(desk.get("/closing/nothing").is(303).header("location"), Some("/now"));
}

#[test]
fn usual_sections_are_made_with_one_press() {
    let hall = Hall::empty();
    hall.run(&["new", "spring", "--name", "Spring"]).ok();
    let desk = Desk::of(&hall, &[]);
    let form = desk.page("/form/section/add?back=/now");
    assert!(lines_of(&form, "/do").contains(&"section add K-6 --grades K-6".to_owned()), "{form}");
    let made = desk.press("/do", &[("line", "section add K-6 --grades K-6"), ("back", "/now")]);
    assert!(made.contains("added section K-6"), "{made}");
    let form = desk.page("/form/section/add?back=/now");
    assert!(!lines_of(&form, "/do").contains(&"section add K-6 --grades K-6".to_owned()), "{form}");
}

#[test]
fn a_section_called_final_is_not_the_final_final() {
    let hall = Hall::empty();
    hall.run(&["new", "spring", "--name", "Spring"]).ok();
    hall.run(&["section", "add", "Final", "--pairing", "knockout"]).ok();
    for (name, one, other) in [("Rooks", "Ann Lee", "Bo Kim"), ("Kings", "Cy Day", "Di Fox")] {
        hall.run(&["team", "add", name, "--player", &format!("{one},5"), "--player", &format!("{other},5")]).ok();
    }
    hall.run(&["pair"]).ok();
    let desk = Desk::of(&hall, &[]);
    for page in ["/at/round", "/at/paper", "/at/table?table=1"] {
        let page = desk.page(page);
        assert!(!page.to_lowercase().contains("final, final"), "{page}");
    }
    assert!(!hall.run(&["pairings"]).ok().out.contains("Final · Final"));
}
