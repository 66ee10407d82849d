//! The desk's pages of standings, prizes and settings: what is said beside them, and what is changed where it is shown.

use super::day::{lines_of, unescaped};
use super::hall::Hall;
use super::window::Desk;

/// Two rounds of four teams, all played.
fn played() -> Hall {
    let hall = Hall::in_section(&["--rounds", "2"], 4);
    for _ in 0..2 {
        hall.run(&["pair"]).ok();
        hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    }
    hall
}

#[test]
fn a_team_of_the_standings_opens_why_it_is_there_and_the_columns_are_in_words() {
    let hall = played();
    let desk = Desk::of(&hall, &[]);
    let page = desk.page("/at/standings");
    assert!(page.contains("Solkoff: Opponents") && page.contains("Modified Median:"), "{page}");
    let rows = hall.json(&["standings"])["rows"].clone();
    for (at, row) in rows.as_array().expect("rows").iter().enumerate() {
        let (number, name) = (row["team"]["number"].to_string(), row["team"]["name"].as_str().expect("a name"));
        let to = format!("/at/standings?section=Open&tab=Standings&team={number}");
        assert!(unescaped(&page).contains(&format!("href=\"{to}#why\"")), "{to}: {page}");
        let text = desk.page(&to);
        assert!(text.contains(&format!("{name}: place")) && text.contains("worked out"), "{text}");
        assert!(text.contains(if at == 0 { "leads with" } else { "is ahead of" }), "{text}");
        assert!(text.contains("Round 1:"), "its arithmetic, round by round: {text}");
    }
    assert!(desk.page("/at/standings?tab=Crosstable").contains("won, lost or drew against team 12"));
    // Before the first round there is nothing to explain, and nothing fails.
    let early = Hall::in_section(&[], 4);
    let desk = Desk::of(&early, &[]);
    assert!(desk.page("/at/standings?team=1").contains("No rounds have been played yet"));
    assert!(desk.page("/at/standings?team=99").contains("Choose a team"));
}

#[test]
fn prizes_are_added_changed_given_and_removed_where_they_are_shown() {
    let hall = played();
    let desk = Desk::of(&hall, &[]);
    let empty = desk.page("/at/prizes");
    assert!(empty.contains("No prizes yet"), "{empty}");
    let usual = "prize add Open --place 1-3";
    assert!(lines_of(&empty, "/do").iter().any(|line| line == usual), "{empty}");
    let page = desk.press("/do", &[("line", usual), ("back", "/at/prizes?section=Open&tab=Prizes")]);
    assert!(page.contains("1st place") && page.contains("Read the ceremony"), "{page}");
    assert!(page.contains("name=\"a-prize\" value=\"1\""), "each has its own form: {page}");
    let back = ("back", "/at/prizes");
    let page = desk.press("/form/prize/edit", &[("a-prize", "1"), ("a-name", "Champion"), ("a-value", "50"), back]);
    assert!(page.contains("changed the prize 1st place") && page.contains("50.00"), "{page}");
    let page = desk.press("/form/prize/give", &[("a-prize", "2"), ("a-team", "4"), back]);
    assert!(page.contains("awarded by the director"), "{page}");
    let page = desk.press("/do", &[("line", "prize remove 3"), back]);
    assert!(!page.contains("3rd place</b>"), "{page}");
    let ceremony = desk.page("/at/prizes?tab=Ceremony");
    assert!(ceremony.contains("Champion") && ceremony.contains("Print the ceremony"), "{ceremony}");
    let refused = desk.press("/form/prize/edit", &[("a-prize", "1"), ("a-value", "much"), back]);
    assert!(refused.contains("class=\"wrong\"") && refused.contains("value=\"much\""), "{refused}");
    hall.run(&["prize", "edit", "Champion", "--value", "0"]).ok().says("value 50.00 → none");
    hall.run(&["prize", "edit", "Champion"]).ok().says("the prize is already set that way");
}

#[test]
fn a_play_off_is_entered_at_its_prize() {
    let hall = Hall::in_section(&["--rounds", "1"], 4);
    hall.run(&["prize", "add", "Open", "--place", "1"]).ok();
    hall.run(&["prize", "rules", "Open", "--ties", "play-off"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    let desk = Desk::of(&hall, &[]);
    let page = desk.page("/at/prizes");
    let line = lines_of(&page, "/do").into_iter().find(|line| line.starts_with("prize play-off")).expect("a button");
    let page = desk.press("/do", &[("line", &line), ("back", "/at/prizes")]);
    assert!(page.contains("play-off:") && !lines_of(&page, "/do").contains(&line), "{page}");
    assert_eq!(hall.json(&["prizes"])["prizes"][0]["is_won"], true);
}

#[test]
fn settings_lead_to_everything_around_the_event_and_sections_show_what_is_set() {
    let hall = Hall::in_section(&["--rounds", "4", "--names", "short"], 4);
    let desk = Desk::of(&hall, &[]);
    let at = |tab: &str| desk.page(&format!("/at/settings?tab={tab}"));
    assert!(at("Event").contains("name=\"a-venue\""));
    let sections = at("Sections");
    let options = hall.json(&["section", "options"])["options"].clone();
    for option in options.as_array().expect("options") {
        let does = option["does"].as_str().expect("its help");
        // Choices explain themselves.
        let codes = option["value"].as_str().expect("its values").split('|');
        let are_offered = codes.into_iter().all(|code| sections.contains(&format!("<option value=\"{code}\"")));
        assert!(are_offered || unescaped(&sections).contains(does), "{does} is on the form: {sections}");
    }
    let holds = |page: &str, option: &str, value: &str| {
        assert!(page.contains(&format!("name=\"was-a-{option}\" value=\"{value}\"")), "{option} {value}: {page}");
    };
    for (option, value) in
        [("rename", "Open"), ("rounds", "4"), ("pairing", "swiss"), ("names", "short"), ("school_mode", "plus2")]
    {
        holds(&sections, option, value);
    }
    let (shown, folded) = sections.split_once("More options").expect("most of it is folded");
    assert_eq!(shown.matches("class=\"field").count(), 6, "{shown}");
    assert!(folded.contains("<legend>Knockouts and finals</legend>") && folded.contains("a-tiebreaks"), "{folded}");
    // What comes back as it was is not said again; of what was changed alone the command tells.
    let back = ("back", "/at/settings?tab=Sections");
    let same = [("a-name", "Open"), ("was-a-rounds", "4"), ("was-a-rename", "Open"), ("a-rename", "Open")];
    desk.press("/form/section/edit", &[&same[..], &[("a-rounds", "3"), back]].concat());
    let last = || hall.json(&["log"])["commands"].as_array().and_then(|all| all.last().cloned()).expect("a command");
    assert_eq!(last()["words"], "section edit --rounds=3 Open");
    let page = at("Sections");
    holds(&page, "rounds", "3");
    let count = last()["command"].clone();
    desk.press("/form/section/edit", &[&same[..], &[("a-rounds", "4"), back]].concat());
    assert_eq!(last()["command"], count, "nothing was changed");
    let page = desk.press(
        "/form/official/add",
        &[("a-name", "Pat Lee"), ("a-role", "td"), ("back", "/at/settings?tab=Officials")],
    );
    assert!(lines_of(&page, "/do").contains(&"official remove \"Pat Lee\" --role td".to_owned()), "{page}");
    // A device's code is on the screen, and as a picture for its camera.
    let page = desk.press("/form/device/add", &[("a-name", "Tablet 1"), ("a-role", "scorekeeper")]);
    assert!(page.contains("<svg") && page.contains("/join/"), "{page}");
    let devices = at("Devices");
    assert!(
        devices.contains("Tablet 1") && lines_of(&devices, "/do").contains(&"device revoke 1".to_owned()),
        "{devices}"
    );
    desk.types("backup");
    let backups = at("Backups");
    assert!(backups.contains("up to command") && backups.contains("/form/restore?backup="), "{backups}");
    let standby = at("Standby");
    assert!(standby.contains("--take-over") && standby.contains("name=\"a-role\" value=\"desk\""), "{standby}");
    let page = desk.press("/form/publish", &[("a-folder", "site"), ("back", "/at/settings?tab=Web+pages")]);
    assert!(page.contains("wrote"), "{page}");
    assert!(lines_of(&at("Web+pages"), "/do").contains(&"publish site".to_owned()));
    for line in lines_of(&at("Exports"), "/do").iter().filter(|line| line.starts_with("export")) {
        assert!(desk.types(line).contains("href=\"/file/"), "{line}");
    }
    assert!(lines_of(&at("Rehearsal"), "/do").contains(&"rehearse".to_owned()));
    assert!(lines_of(&at("Hall"), "/do").contains(&"serve".to_owned()));
}

#[test]
fn work_that_takes_long_has_a_page_and_may_be_left() {
    let hall = Hall::with_teams(30);
    let desk = Desk::of(&hall, &[]);
    let origin = format!("http://{}", desk.serving.address);
    let headers =
        [("Cookie", desk.cookie.as_str()), ("Origin", &origin), ("Content-Type", "application/x-www-form-urlencoded")];
    let mut got = desk.serving.ask("POST", "/do", &headers, b"line=rehearse").is(303);
    let mut seen = 0;
    while let Some(to) = got.header("location").map(str::to_owned) {
        if !to.starts_with("/working/") {
            break;
        }
        // Elsewhere the desk goes on meanwhile.
        assert!(desk.page("/at/entries").contains("Team 1"));
        let page = desk.get(&to);
        if page.status == 200 {
            assert!(
                page.text().contains("bughouse rehearse") && page.text().contains("You can leave it"),
                "{}",
                page.text()
            );
            seen += 1;
            std::thread::sleep(std::time::Duration::from_millis(200));
            continue;
        }
        got = page;
    }
    eprintln!("looked at {seen} times");
    assert!(desk.page(got.header("location").expect("a way on")).contains("rehears"));
    assert!(desk.get("/working/999").is(303).header("location") == Some("/"));
}
