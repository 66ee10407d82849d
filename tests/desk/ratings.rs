//! Rating lists on the laptop: each format that federations publish, files that are none, and an event that is seeded from a list, checked
//! again with next month's, and undone.

use super::hall::Hall;
use serde_json::{Value, json};
use std::path::Path;

fn kept(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ratings").join(name)).unwrap()
}

/// A hall with these files of `tests/ratings`.
fn with_files(names: &[&str]) -> Hall {
    let hall = Hall::empty();
    names.iter().for_each(|name| hall.write(name, kept(name)));
    hall
}

fn loaded(hall: &Hall, words: &[&str]) -> [Value; 4] {
    let json = hall.json(&[&["ratings", "load"], words].concat());
    ["name", "rows", "rejected", "federation"].map(|key| json[key].clone())
}

fn found(hall: &Hall, words: &[&str]) -> Vec<[Value; 4]> {
    let json = hall.json(&[&["ratings", "find"], words].concat());
    let entries = json["entries"].as_array().unwrap().clone();
    entries.iter().map(|one| ["id", "name", "rating", "expires"].map(|key| one[key].clone())).collect()
}

/// A file and the options it is loaded with; the list that it comes to, its rows, and one id with its rating.
type Case<'c> = (&'c str, &'c [&'c str], &'c str, usize, &'c str, Value);

#[test]
fn each_format_is_read_as_it_is_published() {
    let us = ["12870003", "CEDAR LOPEZ, ANA", "WA"];
    let cases: [Case; 11] = [
        ("us-regular-2026-11.txt", &[], "us-regular-2026-11", 8, us[0], json!(1450)),
        ("us-regular-2026-11.txt", &["--kind", "quick"], "us-quick-2026-11", 8, us[0], json!(1380)),
        ("golden.dbf", &["--month", "2026-11"], "us-regular-2026-11", 8, us[0], json!(1450)),
        ("golden.dbf", &["--month", "2026-11", "--kind", "blitz"], "us-blitz-2026-11", 8, us[0], json!(1300)),
        ("golden_dos.dbf", &["--month", "2026-11"], "us-regular-2026-11", 1, "12870009", json!(990)),
        (
            "players_list_foa.txt",
            &["--month", "2026-11", "--kind", "quick"],
            "fide-quick-2026-11",
            3,
            "30900003",
            json!(1440),
        ),
        ("standard_rating_list.txt", &["--kind", "regular"], "fide-regular-2026-11", 3, "30900003", json!(1502)),
        ("standard_nov26frl.zip", &[], "fide-regular-2026-11", 3, "30900006", json!(1901)),
        ("players_list_xml_foa.xml", &["--month", "2026-11"], "fide-regular-2026-11", 4, "30900010", json!(1700)),
        ("cfc-2026-11.csv", &[], "cfc-regular-2026-11", 3, "170001", json!(1250)),
        (
            "ladder.xlsx",
            &[
                "--federation",
                "oak",
                "--month",
                "2026-11",
                "--map",
                "id=No",
                "--map",
                "name=Child",
                "--map",
                "rating=Points",
            ],
            "oak-regular-2026-11",
            2,
            "K12",
            json!(812),
        ),
    ];
    for (file, options, name, rows, id, rating) in cases {
        let hall = with_files(&[file]);
        let [list, count, rejected, _] = loaded(&hall, &[&[file], options].concat());
        assert_eq!((list, count, rejected), (json!(name), json!(rows), json!(0)), "{file} {options:?}");
        assert_eq!(found(&hall, &[id])[0][2], rating, "{file} {options:?}");
    }
}

#[test]
fn somebody_is_found_by_parts_of_the_name_in_any_order_and_without_accents() {
    let hall = with_files(&["us-regular-2026-11.txt", "players_list_xml_foa.xml", "cfc-2026-11.csv"]);
    hall.run(&["ratings", "find", "lee"]).ok().says("no rating list is loaded yet: bughouse ratings load FILE");
    hall.run(&["ratings", "load", "us-regular-2026-11.txt", "cfc-2026-11.csv"])
        .ok()
        .says("CFC regular, Nov 2026, 3 players");
    hall.run(&["ratings", "load", "players_list_xml_foa.xml", "--month", "2026-11"]).ok();
    let ids = |words: &[&str]| {
        found(&hall, words).into_iter().map(|one| one[0].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&["ana", "ced"]), ["30900003", "12870003"], "by name, then by list");
    assert_eq!(ids(&["lukasz", "dab"]), ["30900010"]);
    assert_eq!(ids(&["Emile"]), ["170002"]);
    assert_eq!(ids(&["green", "m"]), ["12870007"]);
    assert_eq!(ids(&["elm", "john", "--limit", "2"]).len(), 2);
    hall.run(&["ratings", "list"]).ok().says("us-regular-2026-11").says("cfc-2026-11.csv");
    hall.run(&["ratings", "remove", "regular"]).fails(2, "matches several lists");
    hall.run(&["ratings", "remove", "us"]).ok().says("removed US Chess regular, Nov 2026");
    assert_eq!(ids(&["ana", "ced"]), ["30900003"]);
}

/// A file that is no list, or no whole one, leaves what was loaded before.
#[test]
fn what_is_no_whole_list_is_refused_and_the_old_one_stays() {
    let hall = with_files(&["us-regular-2026-11.txt"]);
    hall.run(&["ratings", "load", "us-regular-2026-11.txt"]).ok();
    let us = String::from_utf8(kept("us-regular-2026-11.txt")).unwrap();
    let fide = String::from_utf8(kept("standard_rating_list.txt")).unwrap();
    let (golden, xml, zip) = (kept("golden.dbf"), kept("players_list_xml_foa.xml"), kept("standard_nov26frl.zip"));
    let december = fide.replace("NOV26", "DEC26");
    let many: String = (0..400).map(|n| format!("{},Child {n},900\n", 5000 + n)).collect();
    let cases: [(&str, Vec<u8>, &[&str], &str); 15] = [
        ("cut.txt", us.as_bytes()[..us.len() - 20].to_vec(), &["--month", "2026-12"], "ends in the middle of line 8"),
        (
            "cut-fide.txt",
            fide.as_bytes()[..fide.len() - 60].to_vec(),
            &["--kind", "regular"],
            "ends in the middle of line 4",
        ),
        ("cut.dbf", golden[..golden.len() - 40].to_vec(), &["--month", "2026-12"], "ends in the middle of row 9 of 9"),
        ("cut.xml", xml[..xml.len() - 60].to_vec(), &["--month", "2026-12"], "ends in the middle of player"),
        ("cut.zip", zip[..zip.len() - 60].to_vec(), &[], "cannot be unpacked"),
        ("dos.csv", b"id,name,rating\n1,M\x81ller Zo\x82,900\n".to_vec(), &[], "uses an old code page, as in \"M"),
        (
            "two.txt",
            format!("{fide}{december}").into_bytes(),
            &["--kind", "regular"],
            "has lists for two months: Nov 2026, and Dec 2026 starting on line 5",
        ),
        ("twice.csv", format!("id,name,rating\n{many}{many}").into_bytes(), &[], "400 of its ids appear twice"),
        (
            "columns.csv",
            b"id,name,points\n1,Ann Lee,900\n".to_vec(),
            &[],
            "it has no rating column; its columns are id, name, points",
        ),
        (
            "shifted.csv",
            b"id,rating,name\n1,Ann Lee,900\n2,Bo Kim,800\n".to_vec(),
            &[],
            "2 of its 2 lines cannot be read; the first is line 2",
        ),
        ("undated.csv", b"id,name,rating\n1,Ann Lee,900\n".to_vec(), &[], "says which month it is for"),
        (
            "nobodys-2026-11.csv",
            b"id,name,rating\n1,Ann Lee,900\n".to_vec(),
            &["--month", "2026-11"],
            "says whose list it is",
        ),
        ("empty.txt", b"\n\n".to_vec(), &[], "it is empty"),
        ("picture.txt", b"\x89PNG\r\n".to_vec(), &[], "it is a picture, not a rating list"),
        ("page.xml", b"<html><body>not found</body></html>".to_vec(), &[], "it is an XML or web page"),
    ];
    for (file, content, options, saying) in cases {
        hall.write(file, content);
        let of_whom: &[&str] =
            if file == "nobodys-2026-11.csv" || file.ends_with(".xml") { &[] } else { &["--federation", "us"] };
        let month: &[&str] = if options.is_empty() && file != "undated.csv" { &["--month", "2026-11"] } else { &[] };
        hall.run(&[&["ratings", "load", file], options, of_whom, month].concat()).fails(2, saying);
    }
    let json = hall.json(&["ratings", "list"]);
    assert_eq!(json["lists"].as_array().unwrap().len(), 1, "{json}");
    assert_eq!(found(&hall, &["12870001"])[0][2], json!(1210));
    // What is no index is never touched; what is one and damaged is made anew.
    hall.write("entries.csv", "id,name\n");
    hall.run(&["ratings", "list", "--ratings", "entries.csv"])
        .fails(2, "is not an index of rating lists, and was not touched");
    let index = hall.own_path("ratings.index");
    let mut bytes = std::fs::read(&index).unwrap();
    bytes[100..4096].fill(0x5a);
    std::fs::write(&index, &bytes).unwrap();
    hall.run(&["ratings", "list"])
        .ok()
        .says("was damaged or from another version, and was started over: load the lists again");
    hall.run(&["ratings", "load", "us-regular-2026-11.txt"]).ok();
    assert_eq!(found(&hall, &["12870001"])[0][2], json!(1210));
}

#[test]
fn an_old_list_is_reported_and_a_dry_run_loads_nothing() {
    let hall = Hall::empty();
    hall.write("old.csv", "id,name,rating\n1,Ann Lee,900\nx,,\n");
    let load = ["ratings", "load", "old.csv", "--federation", "oak", "--month", "2019-03"];
    hall.run(&[&load[..], &["--dry-run"]].concat())
        .ok()
        .says("would load OAK regular, Mar 2019, 1 player")
        .says("nothing was changed");
    assert_eq!(hall.json(&["ratings", "list"])["lists"], json!([]));
    hall.run(&load)
        .ok()
        .says("years older than today: look for a newer list")
        .says("1 line was left out, the first on line 3: it has no name");
}

/// Two teams under the age of the list, one with a nickname, one with another's id.
fn entered() -> Hall {
    let hall = with_files(&["us-regular-2026-11.txt"]);
    hall.run(&["new", "spring", "--name", "Spring", "--seed", "3", "--date", "2026-11-28"]).ok();
    hall.run(&["section", "add", "Open"]).ok();
    let add = |team: &str, one: &str, other: &str| {
        hall.run(&["team", "add", team, "--section", "Open", "--player", one, "--player", other]).ok();
    };
    add("Rooks", "Ann Alder,5,1150,12870001", "Bob Birch,5,,12870002");
    add("Kings", "Ana Cedar,5", "Zoë Dogwood,3,,12870004");
    add("Pawns", "John Elm,5", "Mary Fir Green,4,780,12870007");
    add("Bishops", "Cy Unlisted,4", "Sandy Hawthorn,5,1000,12870001x");
    hall.run(&["ratings", "load", "us-regular-2026-11.txt"]).ok();
    hall
}

fn verdicts(hall: &Hall) -> Vec<(String, String)> {
    let json = hall.json(&["ratings", "check"]);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    json["entries"].as_array().unwrap().iter().map(|one| (text(&one["player"]), text(&one["verdict"]))).collect()
}

fn ratings(hall: &Hall) -> Vec<Value> {
    let teams = hall.json(&["team", "list"])["teams"].clone();
    let players = teams.as_array().unwrap().iter().flat_map(|team| team["players"].as_array().unwrap().clone());
    let mut players: Vec<Value> = players.collect();
    players.sort_by_key(|player| player["number"].as_u64());
    players.into_iter().map(|player| player["rating"].clone()).collect()
}

#[test]
fn entries_are_held_against_the_list_and_nothing_in_doubt_is_taken() {
    let hall = entered();
    let expected = [
        ("Ann Alder", "changed"),
        ("Bob Birch", "new"),
        ("Ana Cedar", "doubtful"),
        ("Zoë Dogwood", "same"),
        ("John Elm", "doubtful"),
        ("Mary Fir Green", "same"),
        ("Cy Unlisted", "not-found"),
        ("Sandy Hawthorn", "doubtful"),
    ];
    assert_eq!(verdicts(&hall), expected.map(|(name, verdict)| (name.to_owned(), verdict.to_owned())));
    let said = hall.run(&["ratings", "check"]).ok();
    let said = said
        .says("Ann Alder (1)")
        .says("905 provisional")
        .says("2 possible matches")
        .says("a part of the name is missing");
    said.says("the id 12870001x is not on the list")
        .says("To update everything that is not in doubt")
        .says("ratings check --settle 5=12870005");
    let before = ratings(&hall);
    let taken = hall.json(&["ratings", "check", "--take-over"]);
    assert_eq!(taken["taken_over"], json!(2));
    let now = [json!(1210), json!(905), Value::Null, Value::Null, Value::Null, json!(780), Value::Null, json!(1000)];
    assert_eq!(ratings(&hall), now);
    hall.run(&["ratings", "check", "--take-over"]).ok().says("nothing to update from US Chess regular, Nov 2026");
    // A doubt is settled by a word, and with the rating comes the id.
    hall.run(&["ratings", "check", "--settle", "5=12870005"]).ok().says("John Elm (5): unrated → 1320");
    hall.run(&["ratings", "check", "--settle", "5=777"])
        .fails(2, "nobody in US Chess regular, Nov 2026 has the id 777");
    assert_eq!(hall.json(&["team", "show", "Pawns"])["team"]["players"][0]["id"], json!("12870005"));
    hall.run(&["undo"]).ok();
    hall.run(&["undo"]).ok();
    assert_eq!(ratings(&hall), before);
}

#[test]
fn next_months_list_says_what_moved_and_an_undo_takes_it_back() {
    let hall = entered();
    hall.run(&["ratings", "check", "--take-over"]).ok();
    let seen = ratings(&hall);
    let next = String::from_utf8(kept("us-regular-2026-11.txt"))
        .unwrap()
        .replace("\t1210\t", "\t1262\t")
        .replace("905/7", "1010/14");
    hall.write("us-regular-2026-12.txt", next);
    hall.run(&["ratings", "load", "us-regular-2026-12.txt"]).ok();
    let said = hall.run(&["ratings", "check"]).ok().says("US Chess regular, Dec 2026");
    let said = said.says("1210 of Nov 2026").says("1262").says("905 of Nov 2026");
    said.says("1010 provisional");
    hall.run(&["ratings", "check", "Open", "--take-over"])
        .ok()
        .says("updated 2 ratings from US Chess regular, Dec 2026");
    // A rating that is typed is from no list.
    hall.run(&["team", "edit", "Rooks", "--player", "Ann", "--rating", "1300"]).ok();
    let from = |n: usize| hall.json(&["ratings", "check"])["entries"][n]["from"].clone();
    assert_eq!((from(0), from(1)), (Value::Null, json!("us-regular-2026-12")));
    hall.run(&["undo"]).ok();
    hall.run(&["undo"]).ok();
    assert_eq!(ratings(&hall), seen);
    assert_eq!(from(1), json!("us-regular-2026-11"));
    // The lists are the laptop's: without them the event has what was taken over.
    hall.run(&["ratings", "remove", "us-regular-2026-12"]).ok();
    hall.run(&["ratings", "remove", "us-regular-2026-11"]).ok();
    hall.run(&["ratings", "check"]).fails(2, "no rating list is loaded on this laptop yet");
    assert_eq!(ratings(&hall), seen);
}

#[test]
fn a_member_who_is_twice_in_the_event_is_in_doubt_and_expired_ones_are_reported() {
    let hall = with_files(&["us-regular-2026-11.txt"]);
    hall.run(&["new", "spring", "--name", "Spring", "--seed", "3", "--date", "2027-09-25"]).ok();
    hall.run(&["section", "add", "Open"]).ok();
    let partners = ["--player", "Mary Fir-Green,5,,12870007", "--player", "Alex Hawthorn,5,,12870008"];
    hall.run(&[&["team", "add", "Rooks", "--section", "Open"], &partners[..]].concat()).ok();
    hall.run(&["ratings", "load", "us-regular-2026-11.txt"]).ok();
    let said = hall.run(&["ratings", "check"]).ok().says("membership expired 2027-08-31");
    said.says("US Chess regular, Nov 2026 is 10 months older than the event");
    // The second one who would be her.
    hall.run(&["partner", "add", "Mary Fir-Green", "--section", "Open", "--namesake"]).ok();
    let doubtful = verdicts(&hall).into_iter().filter(|(_, verdict)| verdict == "doubtful").count();
    assert!(doubtful >= 1, "{:?}", verdicts(&hall));
    hall.run(&["ratings", "check", "--settle", "3=12870007"]).fails(2, "is already entered");
}

#[test]
fn an_import_fills_what_the_file_does_not_give() {
    let hall = with_files(&["us-regular-2026-11.txt"]);
    hall.run(&["new", "spring", "--name", "Spring", "--seed", "3", "--date", "2026-11-28"]).ok();
    hall.run(&["section", "add", "Under 1000", "--rating-under", "1000"]).ok();
    hall.run(&["section", "add", "Open", "--rating-under", "3000"]).ok();
    hall.write(
        "entries.csv",
        "Team,Player 1,Grade 1,ID 1,Rating 1,Player 2,Grade 2,ID 2,Rating 2\n\
         Rooks,Ann Alder,5,12870001,,Mary Fir-Green,4,12870007,\n\
         Kings,John Elm,5,,700,Cy Unlisted,5,,600\n\
         Pawns,Bob Birch,5,12870002,,Zoe Dogwood,3,12870004,\n",
    );
    let import = ["import", "entries.csv", "--section", "Open", "--ratings"];
    hall.run(&[&import[..4], &["--ratings"]].concat()).fails(2, "no rating list is loaded on this laptop yet");
    hall.run(&["ratings", "load", "us-regular-2026-11.txt"]).ok();
    let said = hall.run(&import).ok().says("Ann Alder: 1210 from US Chess regular, Nov 2026");
    said.says("Bob Birch: 905 from US Chess regular, Nov 2026");
    let now = [json!(1210), json!(780), json!(700), json!(600), json!(905), Value::Null];
    assert_eq!(ratings(&hall), now);
    let checked = hall.json(&["ratings", "check"]);
    assert_eq!(checked["entries"][0]["from"], json!("us-regular-2026-11"));
    assert_eq!(checked["entries"][2]["from"], Value::Null);
    // The sheets say so, and what goes to others does not.
    hall.run(&["teams"]).ok().says("Ratings: US Chess regular, Nov 2026 (3); as entered (2)");
    let exported = hall.json(&["export", "json"]).to_string();
    assert!(!exported.contains("us-regular") && !exported.contains("listed_"), "{exported}");
    hall.run(&["pair", "Open"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["crosstable", "Open"]).ok().says("Ratings: US Chess regular, Nov 2026 (3)");
    hall.run(&["publish", "site"]).ok();
    let pages = std::fs::read_dir(hall.path("site")).unwrap().map(|entry| entry.unwrap().path());
    for page in pages.filter(|path| path.extension().is_some_and(|ending| ending == "html")) {
        assert!(!std::fs::read_to_string(&page).unwrap().contains("US Chess regular"), "{}", page.display());
    }
}

#[test]
fn who_is_entered_at_the_desk_without_a_rating_is_shown_who_it_may_be() {
    let hall = with_files(&["us-regular-2026-11.txt"]);
    hall.run(&["new", "spring", "--name", "Spring", "--seed", "3", "--date", "2026-11-28"]).ok();
    hall.run(&["section", "add", "Open"]).ok();
    let add =
        ["team", "add", "Rooks", "--section", "Open", "--player", "Bob Birch,5", "--player", "Ann Alder,5,,12870001"];
    let said = hall.run(&add).ok();
    assert!(!said.err.contains("12870002"), "no list is loaded: {}", said.err);
    hall.run(&["undo"]).ok();
    hall.run(&["ratings", "load", "us-regular-2026-11.txt"]).ok();
    let said = hall.run(&add).ok().says("Bob Birch may be 12870002 BIRCH, ROBERT, 905 provisional, in US Chess regular, Nov 2026: bughouse ratings check --settle 1=12870002");
    said.says("Ann Alder is 12870001 ALDER, ANN M, 1210");
    hall.run(&["partner", "add", "John Elm,4", "--section", "Open"]).ok().says("or one of 1 more");
    hall.run(&["team", "edit", "Rooks", "--player", "Bob", "--id", "12870002"]).ok().says("Bob Birch is 12870002");
    hall.run(&["ratings", "check", "--take-over"]).ok().says("updated 2 ratings");
}
