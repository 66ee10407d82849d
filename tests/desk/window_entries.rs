//! Entries at the desk in the browser, by the forms of its pages: a list is dropped, mended and entered; teams come and are checked in.

use super::hall::Hall;
use super::window::Desk;
use serde_json::Value;

/// What a browser sends of a file that was chosen, and the page that comes of it.
fn give(desk: &Desk, name: &str, content: &[u8]) -> String {
    let head = format!(
        "--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: text/csv\r\n\r\n"
    );
    let body = [head.as_bytes(), content, b"\r\n--cut--\r\n"].concat();
    let origin = format!("http://{}", desk.serving.address);
    let kind = ("Content-Type", "multipart/form-data; boundary=cut");
    let got = desk.serving.ask("POST", "/entries/file", &[("Cookie", &desk.cookie), ("Origin", &origin), kind], &body);
    desk.page(got.is(303).header("location").expect("a way on"))
}

/// The fields that a form of the page sends as it is.
fn value_of<'p>(page: &'p str, name: &str) -> &'p str {
    let at = page.find(&format!("name=\"{name}\" value=\"")).unwrap_or_else(|| panic!("no field {name} in {page}"));
    page[at..].split('"').nth(3).unwrap_or_default()
}

/// The command of the green button, as it is sent.
fn entering(page: &str) -> String {
    let at = page.find("name=\"line\" value=\"import ").unwrap_or_else(|| panic!("nothing to enter in {page}"));
    page[at..].split('"').nth(3).unwrap_or_default().replace("&#34;", "\"").replace("&#38;", "&").replace("&#39;", "'")
}

fn summaries(hall: &Hall) -> Vec<Value> {
    let log = hall.json(&["log"]);
    let entries = log["commands"].as_array().or(log.as_array()).expect("commands");
    entries.iter().map(|entry| entry["summary"].clone()).collect()
}

const LIST: &str = "Sent,Team,Player 1,Grade 1,Player 2,Grade 2\n\
    4/2,Rooks,Ann Lee,5,Bo Cruz,4\n\
    4/3,Kings,Cy Day,K5,Di Fox,3\n\
    4/4,,Ed Gil,2,,\n\
    4/5,Pawns,Fay Hall,1,Gus Ives,2\n";

fn sectioned() -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-6", "--grades", "K-6"]).ok();
    hall
}

#[test]
fn a_list_is_understood_mended_on_its_page_and_entered_as_if_typed() {
    let hall = sectioned();
    let before = summaries(&hall);
    let desk = Desk::of(&hall, &[]);
    let page = give(&desk, "C:\\Lists\\spring.csv", LIST.as_bytes());
    // Every heading with its field; what is not read is there all the same.
    assert!(page.contains("<h1>spring.csv</h1>") && page.contains("4 rows, one per team"), "{page}");
    assert_eq!((value_of(&page, "was-column-2"), value_of(&page, "was-column-6")), ("team", "grade-2"));
    assert_eq!(value_of(&page, "was-column-1"), "");
    assert!(page.contains("1 column is ignored: Sent"), "{page}");
    // The complaint is at its cell and stops; the child alone is only reported.
    assert!(page.contains("<td class=\"red\">K5</td>") && page.contains("<b>Row 3:</b>"), "{page}");
    assert!(page.contains("Ed Gil has no partner and goes into the K-6 partner pool."), "{page}");
    assert!(page.contains("1 cell to fix first.") && page.contains("aria-disabled=\"true\""), "{page}");
    assert_eq!(value_of(&page, "cell-3-4"), "K5");
    // What is typed is read in its place, together with another column.
    let page = desk.press(
        "/entries/read",
        &[("was-cell-3-4", "K5"), ("cell-3-4", "5"), ("was-column-1", ""), ("column-1", "note"), ("flags", "shown")],
    );
    assert!(page.contains("2 teams, 5 children") || page.contains("3 teams, 7 children"), "{page}");
    assert!(!page.contains("aria-disabled=\"true\"") && page.contains("Enter 3 teams"), "{page}");
    assert_eq!(value_of(&page, "was-column-1"), "note");
    assert_eq!(summaries(&hall), before, "nothing is entered yet");
    let command = entering(&page);
    assert_eq!(command, "import spring.csv --map=note=1 --cell=3:4=5");
    let done = desk.types(&command);
    assert!(done.contains("3 teams added (7 players)"), "{done}");
    // It was never a file of the folder, and is let go of.
    assert!(!hall.path("spring.csv").exists());
    assert!(!desk.page("/at/entries").contains("is not entered yet"));
    assert!(desk.types("import spring.csv").contains("there is no file spring.csv"));
    let typed = sectioned();
    typed.write("spring.csv", LIST);
    typed.run(&["import", "spring.csv", "--map", "note=1", "--cell", "3:4=5"]).ok();
    assert_eq!(summaries(&hall), summaries(&typed));
    for list in ["team", "partner"] {
        assert_eq!(hall.json(&[list, "list"]), typed.json(&[list, "list"]));
    }
    desk.types("undo");
    assert_eq!(hall.json(&["team", "list"])["teams"], serde_json::json!([]));
}

#[test]
fn a_grade_that_is_written_otherwise_is_shown_as_it_is_read() {
    let hall = sectioned();
    let desk = Desk::of(&hall, &[]);
    let list = "Team,Player 1,Grade 1,Player 2,Grade 2\n\
        Rooks,Ann Lee,5,Bo Cruz,4\nKings,Cy Day,3rd,Di Fox,3\nOwls,Ed Gil,2,Fay Hall,2\nForks,Gus Ives,2,Hal Jun,2\n\
        Pins,Ida Kim,2,Jo Low,2\nPawns,Kai May,Kindergarden,Lou Nash,Kindergarden\n";
    let page = give(&desk, "spring.csv", list.as_bytes());
    assert!(
        page.contains("3rd <small>read as 3</small>") && page.contains("Kindergarden <small>read as K</small>"),
        "{page}"
    );
    assert_eq!(page.matches("Kindergarden is read as grade K.").count(), 1, "told once, and not in the way: {page}");
    assert!(page.contains("Enter 6 teams") && !page.contains("aria-disabled=\"true\""), "{page}");
}

#[test]
fn a_list_whose_names_nobody_understands_is_read_by_the_lists_above_its_columns() {
    let hall = sectioned();
    let desk = Desk::of(&hall, &[]);
    let page = give(&desk, "odd.csv", b"Foo,Bar,Baz\nAnn Lee,5,Rooks\nBo Cruz,4,Rooks\n");
    assert!(page.contains("no heading that says where the players") && page.contains("Ann Lee"), "{page}");
    let chosen = [("column-1", "name"), ("column-2", "grade"), ("column-3", "team")];
    let page = desk.press("/entries/read", &chosen);
    assert!(page.contains("1 team, 2 children") && page.contains("Enter 1 team"), "{page}");
    // Taken back, a field is not read again.
    let page = desk.press("/entries/read", &[("was-column-2", "grade"), ("column-2", "")]);
    assert_eq!(value_of(&page, "was-column-2"), "", "{page}");
    desk.press("/entries/leave", &[]);
    assert_eq!(desk.get("/entries/file").is(303).header("location"), Some("/at/entries"));
}

#[test]
fn a_tournament_without_a_section_makes_one_beside_the_list_or_takes_those_of_the_file() {
    let hall = Hall::under("us-chess-2018");
    let desk = Desk::of(&hall, &[]);
    let page = give(&desk, "a.csv", b"Team,Player 1,Player 2\nRooks,Ann Lee,Bo Cruz\n");
    assert!(
        page.contains("The tournament has no sections yet") && page.contains("value=\"section add Open\""),
        "{page}"
    );
    assert!(page.contains("Make a section first."), "{page}");
    let page = desk.press("/do", &[("line", "section add Open"), ("back", "/entries/file")]);
    assert!(page.contains("Enter 1 team") && page.contains("data-next"), "{page}");
    let hall = Hall::under("us-chess-2018");
    let desk = Desk::of(&hall, &[]);
    let page =
        give(&desk, "b.csv", b"Team,Player 1,Player 2,Section\nRooks,Ann Lee,Bo Cruz,K-6\nKings,Cy Day,Di Fox,K-3\n");
    assert_eq!(entering(&page), "import b.csv --sections");
}

#[test]
fn nothing_of_a_list_becomes_a_part_of_the_page_or_of_another_command() {
    let hall = sectioned();
    let desk = Desk::of(&hall, &[]);
    let hostile = "Team,Player 1,Grade 1,Player 2,Grade 2,E-mail\n<script>alert(1)</script>,Ann \u{fdd0}undo\u{fdd1},5,Bo Cruz,x<b>,ann@lee.example\n";
    let page = give(&desk, "--all <i>.csv", hostile.as_bytes());
    assert!(!page.contains("<script>alert") && !page.contains("<i>") && !page.contains("<b>x"), "{page}");
    assert!(!page.contains("value=\"undo\"") && !page.contains("ann@lee.example"), "{page}");
    assert!(page.contains("all &#60;i&#62;.csv"), "{page}");
    // What is no list at all is said, and leaves nothing behind.
    let page = give(&desk, "photo.csv", &[0x89, b'P', b'N', b'G', 0, 1, 2]);
    assert!(page.contains("class=\"refusal\"") && !page.contains("data-next"), "{page}");
}

#[test]
fn teams_are_found_by_any_part_of_a_name_and_checked_in_in_their_place() {
    let hall = sectioned();
    hall.write(
        "list.csv",
        "Team,Player 1,Grade 1,Player 2,Grade 2,School,Fee,Paid\n\
         Otters,Mateo Hernandez,5,Ben Rowe,4,Elm Street,20,10\n\
         Titans,Lucía Hernández,2,Owen Pike,3,Elm Street,20,20\n\
         Castles,Ivo Tran,4,Sam Quill,5,Harbor,,\n\
         Forks,Theo Vance,3,Ada Voss,4,,,\n",
    );
    hall.run(&["import", "list.csv", "--fees"]).ok();
    let desk = Desk::of(&hall, &[]);
    let page = desk.page("/at/entries?find=HERNAND");
    assert!(page.contains("2 teams match"), "{page}");
    assert!(page.contains("<mark>Hernand</mark>ez") && page.contains("<mark>Hernánd</mark>ez"), "{page}");
    assert_eq!(page.matches("class=\"go\" data-next").count(), 1, "the first row alone: {page}");
    assert!(page.contains("due</span>") && page.contains(">paid</span>") && !page.contains("Castles"), "{page}");
    let page = desk.press("/do", &[("line", "check-in 2"), ("back", "/at/entries")]);
    let place = |page: &str, number: u32| page.find(&format!("id=\"team-{number}\"")).expect("a row");
    assert!(place(&page, 1) < place(&page, 2) && place(&page, 2) < place(&page, 3), "rows keep their places");
    assert!(page.contains("<span class=\"tag here\">Here ") && page.contains("1 of 4 teams are here."), "{page}");
    assert!(page.contains("Not here: 1, 3, 4"), "{page}");
    // Numbers, several with spaces.
    let page = desk.press("/entries/here", &[("teams", "1 3"), ("back", "/at/entries")]);
    assert!(page.contains("3 of 4 teams are here."), "{page}");
    let page = desk.press("/do", &[("line", "undo"), ("back", "/at/entries?said=2")]);
    assert!(page.contains("1 of 4 teams are here.") && page.contains("took back"), "{page}");
    assert!(!desk.page("/at/entries?show=away").contains("id=\"team-2\""));
    assert!(!desk.page("/at/entries?school=Harbor").contains("id=\"team-1\""));
    assert!(desk.page("/at/entries?find=3").contains("id=\"team-3\""));
    // The row's menu leads to forms that know the team.
    assert!(
        page.contains("href=\"/form/team/edit?team=1&#38;back=/at/entries\"")
            && page.contains("href=\"/form/bye?team=1&#38;back=/at/entries\""),
        "{page}"
    );
    assert!(desk.page("/form/team/edit?team=1").contains("name=\"a-team\" value=\"Otters\""));
    let fields = [("a-team", "1"), ("a-name", "River Otters"), ("back", "/at/entries")];
    assert!(desk.press("/form/team/edit", &fields).contains("<h1>Check-in</h1>"));
}

#[test]
fn children_alone_stand_side_by_side_with_the_reason_and_become_a_team() {
    let hall = sectioned();
    for child in ["Kit Larsen,5,1010", "Maya Okoro,5,930", "Pavel Novak,2"] {
        hall.run(&["partner", "add", child]).ok();
    }
    hall.run(&["team", "add", "Rooks", "--player", "Ann Lee,5", "--player", "Bo Cruz,5"]).ok();
    let desk = Desk::of(&hall, &[]);
    let page = desk.page("/at/entries");
    assert!(page.contains("Looking for a partner") && page.contains("<b>3</b>"), "{page}");
    assert!(page.contains("Grade 5 · 1010") && page.contains("Choose a partner for Pavel Novak"), "{page}");
    let suggested = hall.json(&["partner", "suggest"]);
    let why = suggested["suggestions"][0]["why"].as_str().expect("a reason");
    assert!(page.contains(why), "{why} in {page}");
    let page = desk.press("/do", &[("line", "partner match 1 2"), ("back", "/at/entries")]);
    assert!(page.contains("Kit Larsen, Maya Okoro") && page.contains("<b>1</b>"), "{page}");
}

#[test]
fn a_new_tournament_takes_over_what_last_years_was_set_to_and_nobody_who_played() {
    let hall = Hall::empty();
    let desk = Desk::of(&hall, &[]);
    desk.press("/sample", &[]);
    std::fs::copy(hall.path("bughouse-demo/demo.bughouse"), hall.path("last.bughouse")).expect("a copy");
    desk.press("/folder", &[("folder", "..")]);
    let start = desk.page("/start");
    assert!(
        start.contains("From last year's")
            && start.contains("last.bughouse\">Maple Valley Scholastic Bughouse</option>"),
        "{start}"
    );
    let made = [("name", "Maple 2027"), ("date", "2027-05-01"), ("kind", "old"), ("old", "last.bughouse")];
    let now = desk.press("/new", &made);
    assert!(now.contains("Maple 2027") && now.contains("K-3"), "{now}");
    let (new, old) = (["-f", "maple-2027.bughouse"], ["-f", "last.bughouse"]);
    for of in [["section", "list"], ["official", "list"]] {
        let [new, old] = [new, old].map(|file| hall.run(&[&file[..], &of[..]].concat()).ok().out);
        assert_eq!(new.lines().count(), old.lines().count(), "{new}\n{old}");
    }
    assert_eq!(hall.json(&["-f", "maple-2027.bughouse", "team", "list"])["teams"], serde_json::json!([]));
    hall.run(&["-f", "maple-2027.bughouse", "check"]).ok();
    // Typed: the name is in place of the file, or is that of the earlier one.
    let typed = hall.json(&["new", "--from", "last.bughouse", "Spring 2028", "--dry-run"]);
    assert_eq!(
        (&typed["name"], &typed["sections"]),
        (&serde_json::json!("Spring 2028"), &serde_json::json!(["K-3", "K-6", "K-12"]))
    );
    assert!(typed["file"].as_str().is_some_and(|file| file.ends_with("spring-2028.bughouse")), "{typed}");
    let made = hall.run(&["new", "--from", "last.bughouse", "Spring 2028"]).ok();
    assert!(made.out.contains("with 3 sections, 12 prizes, 3 officials from last.bughouse"), "{}", made.out);
    // What was opened last is found from any folder, and no other file is opened so.
    std::fs::create_dir(hall.path("other")).expect("a folder");
    let start = desk.press("/folder", &[("folder", "other")]);
    let file = hall.path("maple-2027.bughouse").display().to_string();
    assert!(start.contains(&format!("name=\"file\" value=\"{file}\"")), "{start}");
    let elsewhere = hall.path("last.bughouse").display().to_string();
    assert_eq!(desk.send("/open", &[("file", &elsewhere)]).status, 409);
    assert!(desk.press("/open", &[("file", &file)]).contains("Maple 2027"));
}
