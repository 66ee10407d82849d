//! `publish`: a folder of pages that can be made again at any time and touches nothing else.

use super::hall::Hall;

#[test]
fn a_site_is_replaced_whole_and_leaves_nothing_beside_it() {
    let hall = Hall::with_teams(4);
    hall.run(&["publish", "site"]).ok();
    assert!(!hall.path("site/section-1-round-1.html").exists());
    hall.run(&["pair", "Open"]).ok();
    hall.run(&["publish", "site"]).ok();
    let page = std::fs::read_to_string(hall.path("site/section-1-round-1.html")).expect("the round has a page");
    assert!(page.contains("Team 1"));
    let beside: Vec<String> = std::fs::read_dir(hall.path(""))
        .expect("the folder can be read")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with("site"))
        .collect();
    assert_eq!(beside, ["site"]);
}

#[test]
fn before_round_1_the_site_shows_who_is_entered() {
    let hall = Hall::with_teams(4);
    hall.run(&["team", "withdraw", "Team 4"]).ok();
    assert!(page(&hall, "index").contains("3 teams entered."), "{}", page(&hall, "index"));
    for list in ["teams", "players"] {
        let list = page(&hall, list);
        assert!(list.contains("team-3.html") && !list.contains("team-4.html"), "{list}");
    }
    let team = page(&hall, "team-3");
    assert!(team.contains("<p class=\"under\">") && !team.contains("<ol"), "no rounds are no list: {team}");
}

#[test]
fn a_folder_with_other_things_in_it_is_never_touched() {
    let hall = Hall::with_teams(2);
    std::fs::create_dir(hall.path("desktop")).expect("the folder can be made");
    hall.write("desktop/holiday.jpg", "mine");
    hall.run(&["publish", "desktop"]).fails(2, "holiday.jpg");
    hall.run(&["publish", "spring.bughouse"]).fails(2, "new folder");
    assert!(hall.path("desktop/holiday.jpg").exists() && !hall.path("desktop/index.html").exists());
}

#[test]
fn each_letter_of_a_list_of_names_comes_once() {
    let hall = Hall::with_teams(2);
    let words = ["team", "add", "(The Rooks)", "--player", "Ann Lee", "--player", "Bo Cruz"];
    hall.run(&words).ok();
    hall.run(&["team", "add", "Aces", "--player", "Cy Ott", "--player", "Di Ray"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["publish", "site"]).ok();
    let page = std::fs::read_to_string(hall.path("site/teams.html")).expect("it was written");
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("no {text}: {page}"));
    assert_eq!(page.matches("id=\"letter-").count(), 2, "{page}");
    assert!(at("id=\"letter-1\"") < at(">Aces") && at(">Aces") < at("id=\"letter-2\""), "{page}");
    assert!(at("id=\"letter-2\"") < at("(The Rooks)"), "{page}");
}

#[test]
fn a_dry_run_writes_no_page() {
    let hall = Hall::with_teams(2);
    assert!(hall.run(&["publish", "site", "--dry-run"]).ok().out.contains("would write"));
    assert!(!hall.path("site").exists());
}

#[test]
fn an_event_shows_no_more_of_a_name_than_it_chose() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-6"]).ok();
    for (team, one, two) in [("Lee-Ortiz", "Ann Lee,5", "Ben Ortiz,5"), ("Rooks", "Cy Day,5", "Dee Fox,5")] {
        hall.run(&["team", "add", team, "--section", "K-6", "--player", one, "--player", two]).ok();
    }
    hall.run(&["section", "edit", "K-6", "--names", "short"]).ok();
    hall.run(&["team", "edit", "Rooks", "--player", "Dee", "--initials", "yes"]).ok();
    hall.run(&["team", "edit", "Rooks", "--player", "Cy", "--rating", "900"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["publish", "site"]).ok();
    let pages = std::fs::read_dir(hall.path("site")).expect("the site was written").flatten();
    let site: String = pages.map(|page| std::fs::read_to_string(page.path()).expect("pages are text")).collect();
    assert!(site.contains("Ann L.") && site.contains("Cy D.") && site.contains("D. F.") && !site.contains("Ann Lee"));
    assert!(!site.contains("Ortiz"), "a team's name does not tell what its children's do not");
    for ending in ["html", "csv", "txt"] {
        hall.run(&["pairings", "--by", "player", "-o", &format!("find.{ending}")]).ok();
        let sheet = std::fs::read_to_string(hall.path(&format!("find.{ending}"))).expect("the sheet was written");
        assert!(
            sheet.contains("L., Ann") && sheet.contains("F., D.") && !sheet.contains("Lee") && !sheet.contains("Dee"),
            "{sheet}"
        );
    }
    let json = hall.run(&["pairings", "--json"]).ok().out;
    assert!(json.contains("Ann Lee") && json.contains("Dee Fox"), "the desk's own data is whole");
    hall.run(&["section", "edit", "K-6", "--names", "full"]).ok();
    let sheet = hall.run(&["pairings"]).ok().out;
    assert!(sheet.contains("Ann Lee") && sheet.contains("D. F."), "a child's own wish stays: {sheet}");
}

#[test]
fn a_finalist_has_one_page_with_its_own_section_and_the_final() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    hall.run(&["pair", "Open"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["section", "add", "Final", "--pairing", "knockout", "--from", "Open", "--top", "2"]).ok();
    hall.run(&["pair", "Final"]).ok();
    let finalist = hall.json(&["pairings", "Final"])["pairings"][0]["first"]["number"].to_string();
    let said = hall.json(&["publish", "site"]);
    let files = std::fs::read_dir(hall.path("site")).expect("the site was written").flatten();
    let pages = files.filter(|file| file.path().extension().is_some_and(|ending| ending == "html")).count();
    assert_eq!(said["pages"].as_u64(), Some(pages as u64), "{said}");
    let page = std::fs::read_to_string(hall.path(&format!("site/team-{finalist}.html"))).expect("the team has a page");
    assert!(page.contains("section-1-round-1.html") && page.contains("section-2-round-1.html"), "{page}");
}

fn page(hall: &Hall, name: &str) -> String {
    hall.run(&["publish", "site"]).ok();
    std::fs::read_to_string(hall.path(&format!("site/{name}.html"))).expect("the page was written")
}

#[test]
fn a_corrected_result_is_marked_on_the_pages_until_the_correction_is_undone() {
    let hall = Hall::with_teams(6);
    hall.run(&["official", "add", "Pat Lee", "--role", "section-chief"]).ok();
    hall.run(&["pair"]).ok();
    for (table, result) in [("1", "1-0"), ("2", "1-0"), ("3", "1/2")] {
        hall.run(&["result", table, result]).ok();
    }
    let round = "section-1-round-1";
    assert!(!page(&hall, round).contains('*'), "entered once is not corrected");
    hall.run(&["result", "2", "1-0", "a", "mate"]).ok();
    assert!(!page(&hall, round).contains('*'), "told more of is not corrected");
    hall.run(&["result", "1", "0-1", "--replace"]).ok();
    hall.run(&["result", "2", "0-1", "b", "mate", "--replace"]).ok();
    let text = page(&hall, round);
    assert!(text.matches("0-1*").count() == 2 && text.contains("1/2<") && text.contains("* corrected"), "{text}");
    let first = hall.tables()[0].1;
    let team = page(&hall, &format!("team-{first}"));
    assert!(team.contains("Lost*") && team.contains("* corrected"), "{team}");
    hall.run(&["undo"]).ok();
    hall.run(&["undo"]).ok();
    assert!(!page(&hall, round).contains('*'));
}

/// Names as nobody should enter them.
const HOSTILE: [&str; 6] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "\u{202e}sgnik\u{200b} {{ 7 }}",
    "Rooks \u{1f3c6}\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} & فريق الرخ",
    "&lt;b&gt; javascript:alert(1)",
];

#[test]
fn no_name_becomes_markup_on_any_page() {
    let hall = Hall::empty();
    hall.run(&[
        "new",
        "spring",
        "--name",
        HOSTILE[0],
        "--venue",
        HOSTILE[1],
        "--seed",
        "3",
        "--rulebook",
        "us-chess-2018",
    ])
    .ok();
    hall.run(&["section", "add", HOSTILE[2]]).ok();
    let long = "W".repeat(200);
    for (n, name) in HOSTILE.iter().copied().chain([long.as_str(), "Plain"]).enumerate() {
        let players = [HOSTILE[n % 6], HOSTILE[(n + 3) % 6]].map(|name| format!("{name} {n}"));
        let added = hall.run(&["team", "add", name, "--player", &players[0], "--player", &players[1]]);
        assert!(added.code == 0 || name.len() > 100, "{}", added.err);
    }
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["publish", "site"]).ok();
    let pages = std::fs::read_dir(hall.path("site")).expect("the site was written").flatten();
    for file in pages.filter(|file| file.path().extension().is_some_and(|ending| ending == "html")) {
        let page = std::fs::read_to_string(file.path()).expect("pages are text");
        for (at, _) in page.match_indices('<') {
            let tag = &page[at..at + page[at..].find('>').expect("a tag ends") + 1];
            let outside: String = tag.split('"').step_by(2).collect();
            let is_own = !["alert", "onerror", "onmouseover", "'"].iter().any(|foul| outside.contains(foul));
            assert!(is_own && !tag.starts_with("<img"), "{:?}: {tag}", file.file_name());
        }
        assert!(!page.contains(['\u{202e}', '\u{200b}']), "{:?} runs backwards", file.file_name());
    }
}

#[cfg(unix)]
#[test]
fn a_linked_folder_stays_a_link() {
    let hall = Hall::with_teams(2);
    std::fs::create_dir(hall.path("www")).expect("the folder can be made");
    std::os::unix::fs::symlink("www", hall.path("site")).expect("a link can be made");
    for _ in 0..2 {
        hall.run(&["publish", "site"]).ok();
    }
    assert!(hall.path("site").is_symlink() && hall.path("www/index.html").exists());
}

#[test]
fn several_that_publish_at_once_leave_a_whole_site() {
    let hall = Hall::with_teams(4);
    hall.run(&["publish", "site"]).ok();
    for _ in 0..4 {
        std::thread::scope(|scope| {
            let publish = || hall.run(&["publish", "site"]).ok();
            let all: Vec<_> = (0..6).map(|_| scope.spawn(publish)).collect();
            while !all.iter().all(|one| one.is_finished()) {
                let index = std::fs::read_to_string(hall.path("site/index.html")).expect("it is there at every moment");
                assert!(index.trim_end().ends_with("</html>"), "half a page:\n{index}");
            }
        });
    }
    let names = std::fs::read_dir(hall.path("site")).unwrap().flatten().map(|page| page.file_name());
    let parts: Vec<_> = names.filter(|name| name.to_string_lossy().ends_with("part")).collect();
    assert!(parts.is_empty(), "{parts:?}");
}

/// Pages of two versions would be side by side. The one who comes later waits, and writes what is in the file by then.
#[cfg(unix)]
#[test]
fn who_publishes_second_waits_and_leaves_pages_of_one_version() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["publish", "site"]).ok();
    let first = std::fs::File::open(hall.path("")).expect("a folder can be opened");
    first.lock().expect("nobody else publishes here");
    let mut second = hall.command(&["publish", "site"]).spawn().expect("the binary was built with the tests");
    std::thread::sleep(std::time::Duration::from_millis(800));
    hall.run(&["result", "1", "1-0"]).ok();
    assert!(second.try_wait().expect("it can be asked").is_none(), "it waits for the first");
    drop(first);
    assert!(second.wait().expect("it ends").success());
    hall.run(&["publish", "again"]).ok();
    let described = |folder: &str, page: &std::ffi::OsStr| {
        let text = std::fs::read_to_string(hall.path(folder).join(page)).expect("a page is text");
        text.lines().filter(|line| !line.contains("As of")).map(str::to_owned).collect::<Vec<_>>()
    };
    for page in std::fs::read_dir(hall.path("again")).expect("the site is there").flatten() {
        let name = page.file_name();
        assert_eq!(described("site", &name), described("again", &name), "{name:?} is of an earlier state");
    }
}

#[test]
fn the_page_of_a_projector_shows_when_the_round_starts() {
    let hall = Hall::with_teams(4);
    hall.run(&["times", "Open", "9:00"]).ok();
    hall.run(&["pair", "Open"]).ok();
    hall.run(&["publish", "site"]).ok();
    let page = std::fs::read_to_string(hall.path("site/projector-1.html")).expect("the big screen has a page");
    assert!(page.contains("Open · Round 1 · starts 9:00"), "{page}");
}

#[test]
fn the_page_of_a_team_that_left_shows_what_it_played() {
    let hall = Hall::with_teams(6);
    hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n").ok();
    hall.run(&["team", "withdraw", "1"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall.run(&["publish", "site"]).ok();
    let page = std::fs::read_to_string(hall.path("site/team-1.html")).unwrap();
    assert!(page.contains("<li class=\"up\">") && !page.contains("to-come"), "{page}");
}

#[test]
fn the_page_of_a_team_shows_every_posted_round() {
    let hall = Hall::with_teams(6);
    let play = || {
        hall.run(&["pair"]).ok();
        let lines: String = hall.tables().iter().map(|(table, ..)| format!("{table} 1\n")).collect();
        hall.run_with(&["enter"], &lines).ok();
    };
    play();
    hall.run(&["team", "withdraw", "Team 1"]).ok();
    hall.run(&["team", "withdraw", "Team 2"]).ok();
    play();
    hall.run(&["team", "return", "Team 2"]).ok();
    hall.enter_teams("Open", 7..=7);
    play();
    hall.run(&["publish", "site"]).ok();
    for (team, words, times) in
        [("team-1", "Withdrew", 2), ("team-2", "Not in this round", 1), ("team-7", "Not in this round", 2)]
    {
        let page = page(&hall, team);
        let rounds = (1..=3).all(|round| page.contains(&format!("section-1-round-{round}.html")));
        assert!(rounds && page.matches(words).count() == times, "{team}: {page}");
    }
}

#[test]
fn an_address_is_no_folder() {
    let hall = Hall::with_teams(4);
    let files = hall.files();
    for address in ["ftp://user@host/site", "https://example.org/site", "sftp:/site", "user@host:site"] {
        let is = format!("{address} is a web address");
        hall.run(&["publish", address]).fails(2, &is).says("bughouse publish site; then copy");
        hall.run(&["publish", address, "--dry-run"]).fails(2, &is);
        assert_eq!(hall.files(), files, "{address}");
    }
    hall.run(&["publish", "site"]).ok();
}
