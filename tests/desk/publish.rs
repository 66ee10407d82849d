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
fn a_folder_with_other_things_in_it_is_never_touched() {
    let hall = Hall::with_teams(2);
    std::fs::create_dir(hall.path("desktop")).expect("the folder can be made");
    hall.write("desktop/holiday.jpg", "mine");
    hall.run(&["publish", "desktop"]).fails(2, "holiday.jpg");
    hall.run(&["publish", "spring.bughouse"]).fails(2, "new folder");
    assert!(hall.path("desktop/holiday.jpg").exists() && !hall.path("desktop/index.html").exists());
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
