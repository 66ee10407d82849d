//! Prizes, play-offs, the arithmetic of tie-breaks, explanations: what is asked when the event closes.

use super::hall::Hall;

fn finished() -> Hall {
    Hall::made("eight teams after three rounds", || {
        let hall = Hall::with_teams(8);
        hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
        for _ in 0..3 {
            hall.run(&["pair"]).ok();
            let lines: String =
                hall.tables().iter().map(|(table, a, b)| format!("{table} {}\n", if a < b { 1 } else { 2 })).collect();
            hall.run_with(&["enter"], &lines).ok();
        }
        hall
    })
}

#[test]
fn the_working_says_what_a_bye_gave() {
    let hall = Hall::with_teams(3);
    hall.run(&["section", "edit", "Open", "--bye-points", "0.5", "--tiebreaks", "solkoff,cumulative,fide-bh"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    let working = hall.run(&["standings", "--working"]).ok().out;
    assert!(working.contains("bye of ½") && !working.contains("full-point bye"), "{working}");
    hall.run(&["team", "show", "3"]).ok().says("the odd team's bye, which scores ½ (28L)");
    hall.run(&["section", "edit", "Open", "--bye-points", "1"]).ok();
    let working = hall.run(&["standings", "--working"]).ok().out;
    assert!(working.contains("full-point bye"), "{working}");
}

#[test]
fn prizes_go_to_the_best_and_one_a_team() {
    let hall = finished();
    hall.run(&["prize", "add", "--place", "1-2"]).ok();
    hall.run(&["prize", "add", "--class", "5", "--place", "1"]).ok();
    hall.run(&["prize", "add", "--special", "Craziest hat"]).ok();
    hall.run(&["prize", "add"]).fails(2, "what is the prize for?");
    hall.run(&["prize", "give", "hat", "Team 8"]).ok();
    hall.run(&["prize", "give", "shoes", "Team 8"]).fails(2, "Craziest hat");
    let prizes = hall.json(&["prizes"]);
    let won: Vec<(String, String)> = prizes["prizes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| (p["prize"].as_str().unwrap().to_owned(), p["winner"].as_str().unwrap().to_owned()))
        .collect();
    assert_eq!(won[0], ("1st place".to_owned(), "Team 1".to_owned()));
    let class = won.iter().find(|(prize, _)| prize.contains("grade 5")).unwrap();
    assert!(!["Team 1", &won[1].1].contains(&class.1.as_str()), "one prize a team: {won:?}");
    assert!(won.contains(&("Craziest hat".to_owned(), "Team 8".to_owned())));
    hall.run(&["prizes", "--as-list", "ceremony", "-o", "ceremony.txt"]).ok();
    let read_aloud = std::fs::read_to_string(hall.path("ceremony.txt")).unwrap();
    assert!(read_aloud.find("Craziest hat").unwrap() < read_aloud.find("1st place").unwrap(), "{read_aloud}");
}

#[test]
fn the_arithmetic_adds_up_on_paper() {
    let hall = finished();
    let working = hall.run(&["standings", "--working"]).ok().out;
    assert!(working.contains("Modified Median") && working.contains("34E1"), "{working}");
    let table = hall.json(&["standings"]);
    let body = hall.json(&["standings", "--working"]);
    for (row, team) in table["rows"].as_array().unwrap().iter().zip(body["teams"].as_array().unwrap()) {
        assert_eq!(row["team"]["number"], team["team"]["number"]);
        for one in team["tiebreaks"].as_array().unwrap() {
            let Some(shown) = row["tiebreaks"][one["id"].as_str().unwrap()].as_f64() else {
                assert_eq!(one["id"], "result-between-tied", "where nobody is tied any more it is not applied");
                continue;
            };
            assert!((shown - one["value"].as_f64().unwrap()).abs() < 1e-9);
        }
    }
    assert!(hall.run(&["standings", "--by-class"]).ok().out.contains("Grade 5"));
}

#[test]
fn every_pairing_says_why() {
    let hall = finished();
    for team in 1..=8 {
        let body = hall.json(&["explain", &format!("Team {team}"), "--round", "3"]);
        assert!(!body["reasons"].as_array().unwrap().is_empty());
    }
    assert!(!hall.json(&["explain", "--round", "2"])["reasons"].as_array().unwrap().is_empty());
    hall.run(&["explain", "Team 1", "--round", "9"]).fails(2, "no round 9");
}

#[test]
fn trouble_is_seen_before_it_hurts() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--rounds", "5"]).ok();
    let ahead = hall.json(&["check-pairing"]);
    assert_eq!(ahead["rest"], "impossible");
    assert_eq!(ahead["round_robin_advised"], true);
    assert!(!ahead["warnings"].as_array().unwrap().is_empty());
}

#[test]
fn a_special_prize_goes_to_nobody_who_can_win_nothing() {
    let hall = finished();
    hall.run(&["section", "add", "Other"]).ok();
    hall.enter_teams("Other", 9..=10);
    hall.run(&["prize", "add", "Open", "--special", "Craziest hat"]).ok();
    hall.run(&["team", "edit", "8", "--house", "yes"]).ok();
    hall.run(&["prize", "give", "hat", "8"]).fails(1, "Team 8 can't win Craziest hat: it's a house team");
    hall.run(&["prize", "give", "hat", "9"]).fails(1, "the prize is in Open, and the team plays in Other");
    let winner = || hall.json(&["prizes", "Open"])["prizes"][0]["winner"].clone();
    assert_eq!(winner(), "not awarded", "what was refused was not given");
    hall.run(&["prize", "give", "hat", "1"]).ok();
    assert_eq!(winner(), "Team 1");
    hall.run(&["team", "expel", "1"]).ok().says("Craziest hat: not awarded (before: Team 1)");
    assert_eq!(winner(), "not awarded");
    assert!(!hall.run(&["ceremony", "Open"]).ok().out.contains("Team 1"));
    hall.run(&["prize", "give", "hat", "1"]).fails(1, "it was expelled");
    hall.run(&["undo"]).ok();
    assert_eq!(winner(), "Team 1");
}

#[test]
fn any_prize_may_be_given_by_hand() {
    for ties in ["tie-breaks", "shared"] {
        let hall = finished();
        hall.run(&[
            "team",
            "add",
            "Late",
            "--section",
            "Open",
            "--school",
            "Hillside",
            "--player",
            "A B,5",
            "--player",
            "C D,5",
        ])
        .ok();
        hall.run(&["prize", "rules", "--ties", ties]).ok();
        hall.run(&["prize", "add", "--place", "1-3", "--value", "10"]).ok();
        hall.run(&["prize", "add", "--class", "5"]).ok();
        hall.run(&["prize", "add", "--school"]).ok();
        let won = |number: usize| {
            hall.json(&["prizes"])["prizes"].as_array().unwrap().iter().find(|p| p["number"] == number).unwrap().clone()
        };
        let before: Vec<_> = (1..=3).map(|number| won(number)["winner"].clone()).collect();
        assert!((1..=5).all(|number| won(number)["winner"] != "Late"));
        for prize in ["Top grade 5", "Top school"] {
            hall.run(&["prize", "give", prize, "Late"]).ok().says("goes to Late");
        }
        assert_eq!((&won(4)["winner"], &won(4)["note"]), (&"Late".into(), &"awarded by the director".into()));
        assert_eq!(won(5)["winner"], "Hillside", "{ties}");
        assert_eq!((1..=3).map(|number| won(number)["winner"].clone()).collect::<Vec<_>>(), before, "{ties}");
        // Who has one by hand wins no other.
        hall.run(&["prize", "give", "3rd place", "1"]).ok();
        assert_eq!(won(3)["winner"], "Team 1");
        assert!(ties == "shared" || won(1)["winner"] != "Team 1", "{}", won(1));
        hall.run(&["team", "expel", "1"]).ok();
        assert_ne!(won(3)["winner"], "Team 1");
        hall.run(&["check"]).ok();
    }
}

#[test]
fn a_prize_is_worth_an_amount_that_may_have_cents() {
    let hall = Hall::with_teams(2);
    hall.run(&["prize", "add", "--place", "1", "--value", "a trophy"]).fails(2, "write it like 25 or 25.50");
    hall.run(&["prize", "add", "--place", "1", "--value", "12.50"]).ok();
    assert_eq!(hall.json(&["prizes"])["prizes"][0]["value"], 1_250);
}

#[test]
fn at_the_end_of_an_event_come_prizes_ceremony_and_backup() {
    let hall = Hall::paired_in_section(&["--rounds", "1"], 4);
    let next = |hall: &Hall| {
        let shown = hall.run(&["status"]).ok().out;
        shown.split("Next:").nth(1).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    assert!(next(&hall).starts_with("- bughouse standings Open - bughouse backup"), "{}", next(&hall));
    hall.run(&["prize", "add", "--place", "1"]).ok();
    assert!(
        next(&hall).starts_with("- bughouse prizes Open - bughouse ceremony Open - bughouse backup"),
        "{}",
        next(&hall)
    );
}

#[test]
fn a_prize_says_what_decided_between_teams_on_equal_points() {
    let hall = Hall::paired_in_section(&["--rounds", "1"], 4);
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall.run(&["prize", "add", "--place", "1-2"]).ok();
    let note = |hall: &Hall| hall.json(&["prizes"])["prizes"][0]["note"].as_str().unwrap_or_default().to_owned();
    assert!(note(&hall).starts_with("1 point, by "), "{}", note(&hall));
    hall.run(&["prize", "rules", "--ties", "shared"]).ok();
    hall.run(&["ceremony"]).ok().says("Tied for 1st place");
    hall.run(&["prize", "rules", "--ties", "play-off"]).ok();
    let level = hall.json(&["standings"])["rows"].clone();
    let [first, second] = [0, 1].map(|at| level[at]["team"]["number"].to_string());
    hall.run(&["prize", "play-off", &second, &first, "1-0"]).ok();
    assert_eq!(note(&hall), "1 point, won the play-off");
}
