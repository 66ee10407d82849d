//! The table of role by action, cell by cell, through the door.

use super::hall::Hall;
use super::serving_client::Serving;
use serde_json::json;

const ROLES: [&str; 7] = ["screen", "captain", "scorekeeper", "floor-td", "section-chief", "floor-chief", "desk"];

#[test]
fn every_role_may_what_its_column_says_and_nothing_else() {
    let reference = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/hall.md"))
        .expect("it is part of the project");
    let heading = format!("| | {} |", ROLES.join(" | "));
    let table = reference.split_once(&heading).expect("the table of roles is in the reference").1;
    let rows: Vec<(&str, Vec<bool>)> = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            (cells[0], cells[1..].iter().map(|cell| *cell == "yes").collect())
        })
        .collect();
    assert_eq!(rows.len(), 11);
    let hall = Hall::with_teams(16);
    hall.run(&["pair"]).ok();
    hall.run(&["pair", "--anyway"]).ok();
    hall.run(&["result", "8", "1-0"]).ok();
    hall.run(&["official", "add", "Sam Cole", "--role", "section-chief"]).ok();
    hall.run(&[
        "rule",
        "8",
        &hall.json(&["pairings"])["pairings"][7]["first"]["players"][0]["number"].to_string(),
        "banging",
        "none",
        "-",
    ])
    .ok();
    hall.run(&["appeal", "file", "1", "--by", "1"]).ok();
    let serving = Serving::of(&hall);
    for (at, role) in ROLES.iter().enumerate() {
        let token = serving.enrol(&hall, role, &["--role", role]);
        let correction = json!({ "table": 8, "result": "0-1", "expect": "1-0", "request": "correct" });
        let blank = json!({ "table": at + 1, "result": "1-0", "request": "blank" });
        for (action, may) in &rows {
            let got = match *action {
                "see the status" => serving.get("/api/state", &token),
                "see tables" => serving.get("/api/table/8", &token),
                "report a missing result" => serving.post("/api/report", &token, &blank),
                "report one for an earlier round" => {
                    let earlier = json!({ "table": at + 1, "round": 1, "result": "0-1", "request": "earlier" });
                    let got = serving.post("/api/report", &token, &earlier);
                    // What a captain sends of it has changed since it was shown.
                    let is_captain = *role == "captain";
                    let expected = if may[at] {
                        200
                    } else if is_captain {
                        409
                    } else {
                        403
                    };
                    assert_eq!(got.status, expected, "{role} {action}: {}", got.text());
                    assert!(!is_captain || got.json()["error"]["changed"] == true, "{}", got.text());
                    continue;
                }
                "correct a filed result" => {
                    let got = serving.post("/api/report", &token, &correction);
                    assert_eq!(got.status == 200 && got.json()["state"] == "filed", may[at], "{role} {action}");
                    hall.run(&["result", "8", "1-0", "--replace"]).ok();
                    for report in hall.json(&["reports"])["reports"].as_array().unwrap() {
                        hall.run(&["reports", "reject", &report["report"].to_string()]).ok();
                    }
                    continue;
                }
                "rule on an offense or a claim" => serving.get("/table/8/ruling", &token),
                "file an appeal" => serving.get("/appeals?ruling=1", &token),
                "hear an appeal" => serving.get("/appeals?appeal=1", &token),
                "check teams in" => serving.get("/check-in", &token),
                "settle reports" => serving.get("/desk", &token),
                "every command, by `--server`" => {
                    serving.post("/api/command", &token, &json!({ "words": ["status"], "request": "command" }))
                }
                other => panic!("{other} is not known to this test"),
            };
            assert_eq!(got.status, if may[at] { 200 } else { 403 }, "{role} {action}: {}", got.text());
        }
    }
}
