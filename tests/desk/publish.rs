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
