//! `team names`, `team approve`, `team refuse`: names are read before a sheet carries them, where the event asks.

use super::hall::Hall;

fn hall() -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--pairing", "round-robin"]).ok();
    hall.write(
        "entries.csv",
        "Team,Player 1,Player 2\nRooks,Ann Lee,Bo Kim\nSilly,Cy Day,Di Eck\nKings,Ed Fox,Flo Gay\nHay-Ide,Gus Hay,Ida Ide\n",
    );
    hall.run(&["import", "entries.csv"]).ok();
    hall
}

/// Names waiting, by number.
fn waiting(hall: &Hall) -> Vec<u64> {
    hall.json(&["team", "names"])["teams"]
        .as_array()
        .unwrap()
        .iter()
        .map(|team| team["number"].as_u64().unwrap())
        .collect()
}

#[test]
fn nothing_is_asked_unless_the_event_wants_it() {
    let hall = hall();
    assert_eq!(waiting(&hall), [] as [u64; 0]);
    hall.run(&["team", "refuse", "silly"]).fails(1, "team names are shown as entered");
    let said = hall.run(&["pair"]).ok();
    assert!(!said.err.contains("not approved") && said.out.contains("Silly"), "{}", said.out);
}

#[test]
fn a_name_stays_off_sheets_and_pages_until_it_is_approved() {
    let hall = hall();
    hall.run(&["team", "names", "--required", "yes"]).ok();
    assert_eq!(waiting(&hall), [1, 2, 3], "a name made of the partners' names needs no approval");
    hall.run(&["team", "approve", "rooks"]).ok();
    hall.run(&["team", "refuse", "silly"]).ok();
    assert_eq!(waiting(&hall), [3, 2], "who was asked for another name comes last");

    let said = hall.run(&["pair"]).ok();
    assert!(
        said.err.contains("names not approved yet, so shown by number: Kings (Team 3), Silly (Team 2)"),
        "{}",
        said.err
    );
    assert!(said.out.contains("Team 2") && said.out.contains("Rooks") && said.out.contains("Hay-Ide"), "{}", said.out);
    assert_eq!(
        hall.json(&["pairings"])["pairings"].to_string().matches("Silly").count(),
        1,
        "machines read names as entered"
    );
    for sheet in ["pairings", "projector", "slips", "cards", "standings", "crosstable", "teams", "by-hand", "prizes"] {
        let page = hall.run(&[sheet]).ok().out;
        assert!(!page.contains("Silly") && !page.contains("Kings"), "{sheet}: {page}");
    }
    for order in ["team", "player", "school"] {
        assert!(!hall.run(&["pairings", "--by", order]).ok().out.contains("Silly"), "{order}");
    }
    for arrangement in ["--by-class", "--working"] {
        assert!(!hall.run(&["standings", arrangement]).ok().out.contains("Silly"), "{arrangement}");
    }
    hall.run(&["publish", "site"]).ok();
    for page in std::fs::read_dir(hall.path("site")).unwrap() {
        let page = std::fs::read_to_string(page.unwrap().path()).unwrap();
        assert!(!page.contains("Silly"), "{page}");
    }

    hall.run(&["team", "approve", "2", "--name", "Bishops"]).ok();
    hall.run(&["team", "approve", "--all"]).ok();
    let sheet = hall.run(&["pairings"]).ok();
    assert!(
        sheet.out.contains("Bishops") && sheet.out.contains("Kings") && sheet.err.is_empty(),
        "{}{}",
        sheet.out,
        sheet.err
    );
    hall.run(&["undo"]).ok();
    assert_eq!(waiting(&hall), [3]);
}

#[test]
fn a_new_name_is_read_anew_and_what_hangs_on_the_wall_is_not() {
    let hall = hall();
    hall.run(&["pair"]).ok();
    hall.run(&["team", "names", "--required", "yes"]).ok();
    assert_eq!(waiting(&hall), [] as [u64; 0], "everybody has read it");
    hall.run(&["team", "edit", "rooks", "--name", "Worse"]).ok();
    assert_eq!(waiting(&hall), [1]);
    hall.run(&["team", "edit", "worse", "--name", "Rooks"]).ok();
    assert_eq!(waiting(&hall), [] as [u64; 0], "the approved name again");
}

#[test]
fn the_family_name_of_a_child_shown_by_initials_is_on_no_sheet() {
    let hall = hall();
    hall.run(&["team", "edit", "hay-ide", "--player", "Gus Hay", "--initials", "yes"]).ok();
    let sheet = hall.run(&["pair"]).ok().out;
    assert!(sheet.contains("Team 4") && sheet.contains("G. H.") && !sheet.contains("Hay"), "{sheet}");
}
