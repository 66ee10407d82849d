//! The proposal of a round on the desk's page: hand edits with what they cost, in the words of the commands that make them.

use super::hall::Hall;
use super::window::Desk;
use super::window_table::sent;

/// Round 2 is to come; whose round 1 was 1-3 and 2-4.
fn ready() -> Hall {
    let hall = Hall::paired(4);
    assert_eq!(hall.tables(), [(1, 1, 3), (2, 2, 4)]);
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall
}

#[test]
fn two_teams_are_swapped_before_the_round_is_posted_and_the_cost_is_shown() {
    let hall = ready();
    let desk = Desk::of(&hall, &[]);
    let before = hall.json(&["log"]);
    let page = desk.page("/propose?section=Open");
    assert!(page.contains("This is what would be posted") && page.contains("Why these pairings"), "{page}");
    assert!(page.contains("data-next data-posts"), "Enter posts it: {page}");
    let one = desk.page("/propose?section=Open&team=2&do=swap");
    assert!(one.contains("Choose two teams") && one.contains("value=\"2\" checked"), "{one}");
    let swapped = desk.page("/propose?section=Open&team=2&team=3&do=swap");
    assert!(swapped.contains("bughouse pairing swap team 2 team 3"), "{swapped}");
    assert!(swapped.contains("Team 1 and Team 3 met in round 1 (27A1)"), "{swapped}");
    assert_eq!(hall.json(&["log"]), before, "a proposal changes nothing");
    let without = desk.page("/propose?section=Open");
    assert!(!without.contains("27A1)</p>"), "{without}");
    let posted = sent(&desk, &swapped, "/propose", &[]);
    assert!(posted.contains("Open, round 2") && posted.contains("Pairings"), "{posted}");
    assert_eq!(hall.tables(), [(1, 1, 3), (2, 2, 4)]);
    let log = hall.json(&["log"]);
    let words: Vec<&str> =
        log["commands"].as_array().into_iter().flatten().filter_map(|one| one["words"].as_str()).collect();
    assert_eq!(words[words.len() - 2..], ["pair Open", "pairing swap team 2 team 3"]);
    // The page that was left shows why there is no other, and the way to the round.
    let again = desk.page("/propose?section=Open");
    assert!(again.contains("role=\"alert\"") && again.contains("Go to the round"), "{again}");
}

#[test]
fn wishes_and_a_bye_are_tried_on_the_proposal_and_reported_before_it() {
    let hall = ready();
    let desk = Desk::of(&hall, &[]);
    let parted = desk.page("/propose?section=Open&team=1&team=2&do=forbid");
    assert!(parted.contains("bughouse pairing forbid 1 2") && parted.contains("will never be paired"), "{parted}");
    let met = desk.page("/propose?section=Open&team=1&team=3&do=require");
    assert!(met.contains("bughouse pairing require 1 3 --round 2") && met.contains("met in round 1"), "{met}");
    let free = desk.page("/propose?section=Open&edit=forbid-1-2&team=4&do=bye");
    assert!(free.contains("bughouse bye 4 --round 2") && free.contains("bughouse pairing forbid 1 2"), "{free}");
    assert!(free.contains("edit=forbid-1-2\">Drop this") || free.contains("edit=bye-4\">Drop this"), "{free}");
    assert!(met.contains("cannot be paired by the rules") && met.contains("Drop this"), "no other pair is left: {met}");
    let met = desk.page("/propose?section=Open&team=1&team=4&do=require");
    sent(&desk, &met, "/propose", &[]);
    assert!(hall.tables().iter().any(|(_, one, other)| [(1, 4), (4, 1)].contains(&(*one, *other))), "{met}");
    // What cannot be is reported at its edit.
    let nonsense = desk.page("/propose?section=Open&edit=swap-1-99");
    assert!(nonsense.contains("not possible") || nonsense.contains("role=\"alert\""), "{nonsense}");
}

#[test]
fn check_in_comes_first_where_nobody_is_checked_in_and_pairing_is_beside_it() {
    let hall = Hall::in_section(&[], 4);
    let desk = Desk::of(&hall, &[]);
    let now = desk.page("/now");
    let (green, beside) =
        (now.find("Check in the teams").expect("a button"), now.find("Pair round 1 of Open").expect("one"));
    assert!(green < beside && now.contains("Nobody is checked in yet"), "{now}");
    hall.run(&["check-in", "--all"]).ok();
    let now = desk.page("/now");
    assert!(!now.contains("Check in the teams") && now.contains("Pair round 1 of"), "{now}");
}

#[test]
fn a_first_round_says_how_many_rounds_it_plans() {
    let hall = Hall::with_teams(5);
    let desk = Desk::of(&hall, &[]);
    let page = desk.page("/propose?section=Open");
    assert!(page.contains("posting this sets Open to 5 rounds"), "{page}");
    hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    assert!(!desk.page("/propose?section=Open").contains("posting this sets"));
}
