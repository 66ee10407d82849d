//! What the desk's pages offer where the command line says what to type: a button in plain words that leads to the page for it.

use super::day::{lines_of, unescaped};
use super::hall::Hall;
use super::window::Desk;
use super::window_table::sent;

fn last_words(hall: &Hall) -> String {
    let log = hall.json(&["log"]);
    let last = log["commands"].as_array().and_then(|all| all.last()?["words"].as_str().map(str::to_owned));
    last.expect("a command")
}

#[test]
fn teams_that_are_not_checked_in_are_checked_in_or_left_out_before_the_proposal() {
    let hall = Hall::in_section(&[], 4);
    hall.run(&["check-in", "1", "2", "3"]).ok();
    let desk = Desk::of(&hall, &[]);
    assert!(desk.page("/now").contains("Pair round 1 of Open"), "pairing stands beside check-in");
    let page = desk.page("/propose?section=Open");
    assert!(page.contains("1 team has not checked in") && page.contains("Team 4 is here"), "{page}");
    let without = "/propose?section=Open&with=anyway";
    assert!(unescaped(&page).contains(&format!("href=\"{without}\">Leave them out of this round")), "{page}");
    let proposal = desk.page(without);
    assert!(proposal.contains("Post round 1") && proposal.contains("left out of this round"), "{proposal}");
    // Checked in there, it is paired there.
    let here = desk.press("/do", &[("line", "check-in 4"), ("back", "/propose?section=Open")]);
    assert!(here.contains("This is what would be posted") && !here.contains("not checked in"), "{here}");
    desk.types("undo");
    let posted = sent(&desk, &proposal, "/propose", &[]);
    assert!(posted.contains("Print this round"), "{posted}");
    assert_eq!(last_words(&hall), "pair Open --anyway");
}

#[test]
fn a_round_that_only_a_consent_pairs_is_proposed_before_it_is_posted() {
    let hall = Hall::paired(4);
    let desk = Desk::of(&hall, &[]);
    let before = hall.json(&["log"]);
    let answer = unescaped(&desk.types("pair Open"));
    let proposal = "/propose?section=Open&with=anyway";
    assert!(answer.contains(&format!("href=\"{proposal}\" title=\"bughouse pair Open --anyway\"")), "{answer}");
    assert!(answer.contains("href=\"/at/round?section=Open\" title=\"bughouse enter Open\">Enter slips"), "{answer}");
    assert!(desk.page(proposal).contains("Post round 2"));
    assert_eq!(hall.json(&["log"]), before);
}

#[test]
fn a_command_with_words_to_fill_in_opens_its_form_with_what_is_said() {
    let hall = Hall::in_section(&[], 4);
    let desk = Desk::of(&hall, &[]);
    let page = unescaped(&desk.types("event edit"));
    assert!(page.contains("href=\"/form/event/edit\""), "{page}");
    // The form leads back to where it was opened.
    let referer = format!("http://{}/at/round?section=Open&tab=Pairings", desk.serving.address);
    let headers = [("Cookie", desk.cookie.as_str()), ("Referer", referer.as_str())];
    let form = unescaped(&desk.serving.ask("GET", "/form/pairing/forbid", &headers, b"").is(200).text());
    assert!(form.contains("name=\"back\" value=\"/at/round?section=Open&tab=Pairings\""), "{form}");
}

#[test]
fn a_disputed_table_comes_first_and_one_press_opens_both_versions() {
    let hall = Hall::paired(4);
    hall.run(&["section", "add", "K-3"]).ok();
    hall.run(&["team", "add", "Rooks", "--section", "K-3", "--player", "Ann Lee,2", "--player", "Bo Kim,2"]).ok();
    hall.run(&["team", "add", "Kings", "--section", "K-3", "--player", "Cy Day,2", "--player", "Di Fox,2"]).ok();
    hall.run(&["check-in", "5"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["result", "1", "0-1", "--aside"]).ok();
    let desk = Desk::of(&hall, &[]);
    let now = unescaped(&desk.page("/now"));
    let panel = "/at/round?section=Open&tab=Results&pick=1#t1";
    assert!(now.contains("Table 1 in Open is disputed") && now.contains("Decide the result of table 1"), "{now}");
    assert_eq!(now.matches(panel).count(), 3, "the green button, the tile and the line: {now}");
    let sentence = "Open, table 1: Team 1 won, or Team 3 won";
    assert!(now.contains(sentence), "{now}");
    let reports = desk.page("/at/round?section=Open&tab=Reports");
    for page in [desk.page(&panel[..panel.len() - 3]), reports] {
        assert!(page.contains("Keep: Team 1 won") && page.contains("File: Team 3 won"), "{page}");
        let lines = lines_of(&page, "/do");
        assert!(lines.contains(&"reports reject 1".to_owned()) && lines.contains(&"reports accept 1".to_owned()));
    }
    let settled = desk.press("/do", &[("line", "reports accept 1"), ("back", &panel[..panel.len() - 3])]);
    assert!(!settled.contains("disputed") && !settled.contains("Which board decided"), "{settled}");
    assert!(!desk.page("/now").contains("disputed"));
}

#[test]
fn who_hears_an_appeal_is_appointed_on_its_page() {
    let hall = Hall::paired(4);
    hall.run(&["rule", "1", "1", "hidden-pieces"]).ok();
    let desk = Desk::of(&hall, &[]);
    let page = desk.page("/at/appeal?ruling=1");
    let refused = sent(&desk, &page, "/at/appeal", &[("by", "Team 1"), ("note", "saw nothing")]);
    assert!(refused.contains("Who is the section chief of Open?") && refused.contains("Appoint"), "{refused}");
    let appointed = sent(&desk, &refused, "/form/official/add", &[("a-name", "Sue Chief")]);
    assert!(appointed.contains("Who appeals?") && appointed.contains("value=\"saw nothing\""), "{appointed}");
    assert!(appointed.contains("value=\"Team 1\" checked"), "who appeals is still chosen: {appointed}");
    let filed = sent(&desk, &appointed, "/at/appeal", &[("by", "Team 1"), ("note", "saw nothing")]);
    assert!(filed.contains("Hear appeal 1"), "{filed}");
}

#[test]
fn two_who_are_never_paired_and_sit_together_are_named_on_the_page_of_the_round() {
    let hall = Hall::paired(4);
    let desk = Desk::of(&hall, &[]);
    let back = ("back", "/at/round?section=Open&tab=Pairings");
    let page = desk.press("/form/pairing/forbid", &[("a-one", "Team 1"), ("a-other", "Team 3"), back]);
    assert!(page.contains("they are already paired at table 1") && page.contains("<h1>Open, round 1"), "{page}");
}

#[test]
fn a_question_does_not_read_as_if_its_change_were_made() {
    let hall = Hall::paired(4);
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    let desk = Desk::of(&hall, &[]);
    let asked = desk.types("undo");
    assert!(asked.contains("<h1>Take back command") && asked.contains("Yes, take it back"), "{asked}");
    assert!(!asked.contains("took back") && !asked.contains("Do it?"), "{asked}");
    let asked = desk.types("bye 1 --round 2");
    if asked.contains("class=\"panel ask\"") {
        assert!(asked.contains("<h1>Do this?") && asked.contains("Yes, do it"), "{asked}");
    }
}

#[test]
fn what_is_posted_is_printed_first() {
    let hall = Hall::paired(4);
    let desk = Desk::of(&hall, &[]);
    let now = unescaped(&desk.page("/now"));
    assert!(
        now.contains("Print round 1 of Open") && now.contains("href=\"/at/paper?view=round&section=Open\""),
        "{now}"
    );
    assert!(now.contains("Enter slips"), "beside it: {now}");
    hall.run(&["pairings", "-o", "wall.pdf"]).ok();
    assert!(!desk.page("/now").contains("Print round 1"));
}

#[test]
fn several_teams_are_checked_in_by_a_range_of_numbers() {
    let hall = Hall::in_section(&[], 8);
    let desk = Desk::of(&hall, &[]);
    let page = desk.press("/entries/here", &[("teams", "1, 5-7"), ("back", "/at/entries")]);
    assert!(page.contains("4 of 8 teams are here."), "{page}");
    assert_eq!(last_words(&hall), "check-in 1 5 6 7");
    let page = desk.press("/entries/here", &[("teams", "2 - 4"), ("back", "/at/entries")]);
    assert!(page.contains("7 of 8 teams are here."), "{page}");
}

#[test]
fn the_last_page_leads_nowhere() {
    let hall = Hall::in_section(&[], 2);
    let desk = Desk::of(&hall, &[]);
    let asked = desk.page("/close");
    for expected in ["Everything is saved in", ".bughouse</b>", "value=\"backup\"", "To open the desk again"] {
        assert!(asked.contains(expected), "{expected}: {asked}");
    }
    let last = desk.send("/close", &[]).is(200).text();
    assert!(last.contains("To open the desk again") && !last.contains("<a "), "{last}");
    // It is dressed while the desk ends.
    desk.get("/desk.css").is(200);
}
