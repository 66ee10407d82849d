//! Knockouts of which a result is corrected once the round after it is posted: what is printed can be typed, and what is left to stand counts.

use super::hall::{Hall, Said};

/// Four teams in a knockout whose final is posted; the lower number wins.
fn in_the_final(options: &[&str]) -> Hall {
    Hall::made(format!("{options:?}"), || {
        let hall = Hall::paired_in_section(&[&["--pairing", "knockout"], options].concat(), 4);
        hall.run(&["prize", "add", "--place", "1-4"]).ok();
        play(&hall);
        hall.run(&["pair"]).ok();
        hall
    })
}

fn play(hall: &Hall) {
    let won = |(table, a, b): &(u64, u64, u64)| format!("{table} {}\n", if a < b { 1 } else { 2 });
    hall.run_with(&["enter"], &hall.tables().iter().map(won).collect::<String>()).ok();
}

fn status(hall: &Hall) -> String {
    hall.run(&["status"]).ok().out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Types the commands that a line of `status` ends with.
fn type_after(hall: &Hall, words: &str) -> Said {
    let answer = status(hall);
    let commands = answer.split_once(words).unwrap_or_else(|| panic!("{words:?} in {answer}")).1;
    let end = [commands.find("; "), commands.find(" - "), commands.find(" no backup")].into_iter().flatten().min();
    let mut said = None;
    for typed in commands[..end.unwrap_or(commands.len())].split(", then ") {
        let typed = typed.trim().replace("RESULT", "0-1");
        let words: Vec<&str> =
            typed.strip_prefix("bughouse ").unwrap_or_else(|| panic!("{typed:?}")).split(' ').collect();
        said = Some(hall.run(&words).ok());
    }
    said.expect("a command")
}

#[test]
fn what_is_printed_to_pair_a_final_again_can_be_typed() {
    for correction in ["0-1", "1/2", "clear", "0-0"] {
        for is_played in [false, true] {
            let hall = in_the_final(&[]);
            if is_played {
                play(&hall);
            }
            hall.run(&["result", "1", correction, "--round", "1", "--replace"]).ok();
            let next = hall.json(&["status"])["sections"][0]["next"].as_str().unwrap().to_owned();
            assert!(!next.starts_with("bughouse enter"), "{correction} {is_played}: {next}");
            type_after(&hall, "to pair it again: ");
            let answer = status(&hall);
            assert!(!answer.contains("to pair it again"), "{correction} {is_played}: {answer}");
            match correction {
                "0-0" => assert!(hall.run(&["standings"]).ok().out.contains("champion"), "Team 2 has nobody to meet"),
                _ => assert_eq!(hall.tables().iter().map(|(_, a, b)| a + b).collect::<Vec<_>>(), [6], "{correction}"),
            }
            hall.run(&["check"]).ok();
        }
    }
}

#[test]
fn a_final_that_is_left_to_stand_decides_its_places() {
    for options in [&[][..], &["--third-place", "yes"]] {
        for correction in ["0-1", "1/2", "0-0"] {
            let hall = in_the_final(options);
            play(&hall);
            hall.run(&["pairing", "keep"]).fails(1, "no posted round in Open differs from its bracket");
            hall.run(&["result", "1", correction, "--round", "1", "--replace"]).ok();
            let winner = |place: usize| hall.json(&["prizes"])["prizes"][place]["winner"].to_string();
            assert!(!winner(0).contains("Team 1"), "{correction}: {}", winner(0));
            type_after(&hall, "to leave it as it is: ").says("the final of Open stays as it was posted");
            let rows = hall.json(&["standings"])["rows"].clone();
            let reached = |at: usize| (rows[at]["team"]["number"].clone(), rows[at]["reached"].clone());
            assert_eq!(reached(0), (1.into(), "champion".into()), "{rows}");
            assert_eq!(reached(1), (2.into(), "lost in the final".into()), "{rows}");
            assert!(winner(0).contains("Team 1") && winner(1).contains("Team 2"), "{} {}", winner(0), winner(1));
            let note = "Team 1 stayed in the final as posted, though their result in the semifinals was corrected.";
            let sheet = hall.run(&["standings"]).ok().says(note).out;
            assert!(!sheet.contains("Provisional"), "{sheet}");
            assert!(options.len() > 1 || !sheet.contains("Team 4  lost"), "{sheet}");
            let next = hall.json(&["status"])["sections"][0].clone();
            assert_eq!(next["next"], "bughouse prizes Open");
            assert_eq!(next["through_wrongly"], serde_json::json!([]));
            hall.run(&["check"]).ok();
            hall.run(&["undo"]).ok();
            assert!(!winner(0).contains("Team 1"), "{}", winner(0));
        }
    }
}

#[test]
fn semi_finals_that_are_left_to_stand_lead_to_their_final() {
    let hall = Hall::paired_in_section(&["--pairing", "knockout"], 8);
    play(&hall);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "0-1", "--round", "1", "--replace"]).ok();
    hall.run(&["pairing", "keep"]).ok().says("the semifinals of Open stay as they were posted");
    play(&hall);
    hall.run(&["pair"]).ok();
    play(&hall);
    hall.run(&["standings"]).ok().says("champion").says("Team 1 stayed in the semifinals as posted");
    // Taken back, the lines are those of the results again.
    (0..2).for_each(|_| _ = hall.run(&["unpair", "--with-results"]).ok());
    hall.run(&["pair"]).ok();
    assert!(hall.tables().iter().any(|(_, a, b)| [a, b].contains(&&8)), "{:?}", hall.tables());
}

#[test]
fn a_round_that_was_seated_by_hand_against_the_lines_cannot_be_kept() {
    let hall = Hall::paired_in_section(&["--pairing", "knockout"], 4);
    hall.run(&["pairing", "swap", "team", "1", "team", "2"]).ok();
    hall.run(&["pairing", "keep"]).fails(1, "of the knockout");
}

#[test]
fn a_final_with_a_ruling_is_not_said_to_be_taken_back_before_the_ruling_is() {
    let hall = in_the_final(&[]);
    hall.run(&["rule", "1", "P1a", "clock-h"]).ok();
    hall.run(&["result", "1", "0-1", "--round", "1", "--replace"]).ok();
    let answer = status(&hall);
    let then = "to pair it again: bughouse ruling show 1, then once ruling 1 is taken back, bughouse unpair Open, then bughouse pair Open";
    assert!(answer.contains(then), "{answer}");
    let next = hall.json(&["status"])["sections"][0]["next"].as_str().unwrap().to_owned();
    assert_eq!(next, "bughouse ruling show 1");
    hall.run(&["ruling", "show", "1"]).ok();
    hall.run(&["unpair"]).fails(1, "ruling 1 was made in the final").says("bughouse undo --only");
}
