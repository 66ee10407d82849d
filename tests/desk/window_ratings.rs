//! Rating lists at the desk in the browser: a list is loaded from its file, held against the entries, and taken over by a press.

use super::hall::Hall;
use super::window::Desk;
use serde_json::{Value, json};

/// What a browser sends of a list that was chosen, and the page that comes of it.
fn give(desk: &Desk, name: &str, content: &[u8], month: &str) -> String {
    let part =
        |name: &str, more: &str| format!("--cut\r\nContent-Disposition: form-data; name=\"{name}\"{more}\r\n\r\n");
    let file = part("file", &format!("; filename=\"{name}\""));
    let month = format!("\r\n{}{month}\r\n--cut--\r\n", part("month", ""));
    let body = [file.as_bytes(), content, month.as_bytes()].concat();
    let origin = format!("http://{}", desk.serving.address);
    let kind = ("Content-Type", "multipart/form-data; boundary=cut");
    let got = desk.serving.ask("POST", "/ratings/file", &[("Cookie", &desk.cookie), ("Origin", &origin), kind], &body);
    desk.page(got.is(303).header("location").expect("a way on"))
}

const LIST: &str =
    "MEM_ID,MEM_NAME,STATE,R_LPB_RAT\n11,\"LEE,ANN\",OR,1210\n12,\"KIM,ROBERT\",OR,900\n13,\"DAY,CY\",OR,650\n";

#[test]
fn a_list_is_loaded_checked_taken_over_and_a_doubt_settled_by_mouse() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    let add = ["team", "add", "Rooks", "--section", "Open", "--player", "Ann Lee,5,1150,11", "--player", "Bob Kim,5"];
    hall.run(&add).ok();
    let desk = Desk::of(&hall, &[]);
    let page = desk.page("/at/entries");
    assert!(page.contains("href=\"/at/ratings\""), "{page}");
    let page = desk.page("/at/ratings");
    assert!(page.contains("Load a list") && !page.contains("In doubt"), "{page}");
    // What the file does not give is asked for, in the words of the command.
    let page = give(&desk, "golden.csv", LIST.as_bytes(), "");
    assert!(page.contains("role=\"alert\"") && page.contains("says which month it is for"), "{page}");
    let page = give(&desk, "C:\\Lists\\golden.csv", LIST.as_bytes(), "2026-11");
    assert!(page.contains("loaded US Chess regular, Nov 2026, 3 players"), "{page}");
    assert!(page.contains("1 changed, 1 in doubt") && page.contains("Update 1 rating"), "{page}");
    assert!(
        page.contains("KIM, ROBERT, 900 · 12 OR") && page.contains("value=\"ratings check --settle 2=12\""),
        "{page}"
    );
    let page = desk.press("/do", &[("line", "ratings check --take-over"), ("back", "/at/ratings")]);
    assert!(page.contains("updated 1 rating from US Chess regular, Nov 2026"), "{page}");
    desk.press("/do", &[("line", "ratings check --settle 2=12"), ("back", "/at/ratings")]);
    let players = hall.json(&["team", "list"])["teams"][0]["players"].clone();
    let rated: Vec<&Value> = players.as_array().unwrap().iter().map(|player| &player["rating"]).collect();
    assert_eq!(rated, [&json!(1210), &json!(900)]);
    let page = desk.page("/at/ratings");
    assert!(page.contains("2 as listed.") && !page.contains("Update "), "{page}");
    // While a child is typed, who may be meant; and a search on the page.
    let proposed: Value = serde_json::from_str(&desk.page("/ratings/propose?text=day")).unwrap();
    let filled = ["name", "rating", "id"].map(|part| proposed[0][part].as_str().unwrap_or_default());
    assert_eq!(filled, ["Cy Day", "650", "13"]);
    assert!(desk.page("/at/ratings?find=day").contains("DAY, CY, 650"));
    desk.press("/do", &[("line", "ratings remove us-regular-2026-11"), ("back", "/at/ratings")]);
    assert!(desk.page("/at/ratings").contains("Load a list"));
}
