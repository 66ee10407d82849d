//! `recover`: what can be read of a damaged file is saved into a new one, and the damaged one stays as it is.

use super::elsewhere::tampered;
use super::hall::Hall;
use bughouse::event::Facts;
use bughouse::store::{Saved, Store, salvage};
use std::fs;

/// Of all pages, each so-manieth is damaged in turn; 1 for all of them.
const EVERY: usize = 3;

fn played() -> Hall {
    let hall = Hall::with_teams(6);
    for words in [
        &["pair"][..],
        &["result", "1", "1-0", "a", "mate"],
        &["result", "2", "0-1"],
        &["result", "3", "1/2"],
        &["pair"],
    ] {
        hall.run(words).ok();
    }
    hall
}

fn documents(hall: &Hall, file: &str) -> String {
    let shown = [&["standings", "--json"][..], &["pairings", "--json"], &["team", "list", "--json"]];
    shown.iter().map(|words| hall.run(&[&["-f", file], *words].concat()).ok().out).collect()
}

#[test]
fn a_sound_file_is_saved_whole_with_its_history() {
    let hall = played();
    let said = hall.json(&["recover", "saved"]);
    assert_eq!(said["history_is_whole"], true);
    assert_eq!(documents(&hall, "saved.bughouse"), documents(&hall, "spring.bughouse"));
    hall.run(&["-f", "saved.bughouse", "check"]).ok();
    hall.run(&["-f", "saved.bughouse", "undo", "99"]).ok();
    hall.run(&["-f", "spring.bughouse", "recover", "saved.bughouse"]).fails(1, "exists already");
    // Where there are several files, what is printed names one of them.
    hall.run(&["-f", "spring.bughouse", "recover", "again"]).ok().says("next: bughouse -f again.bughouse check");
}

#[test]
fn whatever_page_is_lost_the_rest_is_saved() {
    let hall = played();
    let good = fs::read(hall.path("spring.bughouse")).unwrap();
    let teams = hall.json(&["team", "list"])["teams"].as_array().unwrap().len();
    let (mut saved, mut unchanged) = (0, 0);
    let expected = documents(&hall, "spring.bughouse");
    let pages = (0..good.len() / 4096).step_by(EVERY);
    let tried = pages.len();
    for page in pages {
        let mut bad = good.clone();
        // The first page loses its header only: the schema behind it is still there.
        bad[page * 4096..][..if page == 0 { 100 } else { 2048 }].fill(0x5A);
        fs::write(hall.path("spring.bughouse"), &bad).unwrap();
        let said = hall.run(&["-f", "spring.bughouse", "recover", "saved.bughouse"]);
        assert!([0, 3].contains(&said.code), "page {page}: {}", said.err);
        assert!(fs::read(hall.path("spring.bughouse")).unwrap() == bad, "the damaged file is only read");
        if said.code == 0 {
            saved += 1;
            hall.run(&["-f", "saved.bughouse", "check"]).ok();
            let found = hall.json(&["-f", "saved.bughouse", "team", "list"])["teams"].as_array().unwrap().len();
            assert!(found == teams || said.out.contains("LOST"), "page {page}: {found} teams\n{}", said.out);
            unchanged += usize::from(documents_or_nothing(&hall) == expected);
            fs::remove_file(hall.path("saved.bughouse")).unwrap();
        }
    }
    eprintln!("{saved} of {tried} damaged files saved, {unchanged} of them without any loss in the documents");
    assert!(saved + 3 >= tried, "{saved} of {tried} saved");
    assert!(
        unchanged * 10 >= tried * 8,
        "{unchanged} of {tried} without loss: the journal holds every row a second time"
    );
}

/// Documents of the saved file, or nothing where too much is lost to make them.
fn documents_or_nothing(hall: &Hall) -> String {
    let shown = [&["standings", "--json"][..], &["pairings", "--json"], &["team", "list", "--json"]];
    shown.iter().map(|words| hall.run(&[&["-f", "saved.bughouse"], *words].concat()).out).collect()
}

#[test]
fn a_file_that_is_nothing_of_ours_saves_nothing() {
    let hall = Hall::empty();
    hall.write("notes.bughouse", "dear diary ".repeat(2000));
    hall.run(&["recover", "saved"]).fails(3, "");
    assert!(!hall.path("saved.bughouse").exists());
}

/// One way a medium goes bad.
type Harm = Box<dyn Fn(&mut Vec<u8>)>;

const PAGE: usize = 4096;

/// Every page overwritten by noise or zeros, or changed places with its neighbour; the file cut; single bits turned.
fn harms(length: usize, step: usize) -> Vec<(String, Harm)> {
    let pages = length / PAGE;
    let mut harms: Vec<(String, Harm)> = Vec::new();
    for page in (1..pages).step_by(step) {
        let span = page * PAGE..(page + 1) * PAGE;
        let (noise, zeros) = (span.clone(), span);
        harms.push((
            format!("noise in page {}", page + 1),
            Box::new(move |bytes| {
                let mut state = page as u64 + 1;
                for byte in &mut bytes[noise.clone()] {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    *byte = (state >> 56) as u8;
                }
            }),
        ));
        harms.push((format!("zeros in page {}", page + 1), Box::new(move |bytes| bytes[zeros.clone()].fill(0))));
        if page + 1 < pages {
            harms.push((
                format!("page {} and the next changed places", page + 1),
                Box::new(move |bytes| bytes[page * PAGE..(page + 2) * PAGE].rotate_left(PAGE)),
            ));
        }
    }
    for cut in [1, 100, PAGE, 3 * PAGE] {
        harms.push((format!("cut by {cut} bytes"), Box::new(move |bytes| bytes.truncate(length - cut))));
    }
    for turned in 0..1000_usize.div_ceil(step * step) {
        let at = (turned * 7_919 * 613 + 101) % length;
        harms.push((format!("a bit of byte {at}"), Box::new(move |bytes| bytes[at] ^= 1 << (turned % 8))));
    }
    harms
}

fn facts(hall: &Hall, name: &str) -> Facts {
    let mut store = Store::open_to_read(&hall.path(name)).unwrap();
    let facts = store.load().unwrap();
    store.abandon().unwrap();
    facts
}

/// What is left after each harm: the same facts, or it is said that something is missing; and what is written is in order.
fn survive(hall: &Hall, step: usize) {
    let good = fs::read(hall.path("spring.bughouse")).unwrap();
    let expected = facts(hall, "spring.bughouse");
    let (mut same, mut tried) = (0, 0);
    for (name, harm) in harms(good.len(), step) {
        let mut bytes = good.clone();
        harm(&mut bytes);
        fs::write(hall.path("bad.bughouse"), &bytes).unwrap();
        let rescue = salvage(&hall.path("bad.bughouse"), None, &hall.path("saved"), "2026-05-02T10:15:30-05:00");
        let rescue = rescue.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(rescue.broken, Vec::<String>::new(), "{name}");
        let is_same = facts(hall, "saved.bughouse") == expected;
        // Where table and journal tell differently, the answer says how many rows are as the journal has them.
        let told = |saved: &Saved| saved.lost + saved.from_journal > 0;
        let is_told = !rescue.history_is_whole || rescue.tables.values().any(told);
        assert!(is_same || is_told, "{name}: something is missing, and nobody is told");
        (same, tried) = (same + usize::from(is_same), tried + 1);
        fs::remove_file(hall.path("saved.bughouse")).unwrap();
    }
    assert!(same * 100 >= tried * 95, "{same} of {tried} without loss: the journal holds every row a second time");
}

#[test]
fn any_page_may_be_lost_swapped_or_cut() {
    survive(&played(), 9);
}

#[test]
#[ignore = "some minutes"]
fn every_page_at_three_sizes_may_be_lost_swapped_or_cut() {
    survive(&played(), 1);
    for teams in [4, 40] {
        let hall = Hall::with_teams(teams);
        hall.run(&["pair"]).ok();
        survive(&hall, 1);
    }
}

/// The last rows of a long command stand on a page of the journal's own: without it the rest of the journal looks whole.
#[test]
fn the_torn_end_of_the_journal_is_told_and_the_tables_are_believed() {
    let hall = Hall::with_teams(40);
    hall.run(&["pair"]).ok();
    tampered(&hall, "delete from change where id > (select max(id) from change) - 24");
    let said = hall.json(&["recover", "saved"]);
    assert_eq!(said["history_is_whole"], false, "{said}");
    assert_eq!(documents(&hall, "saved.bughouse"), documents(&hall, "spring.bughouse"));
}

#[test]
fn what_neither_table_nor_journal_has_comes_from_the_backup() {
    let hall = played();
    hall.run(&["backup", "good.bak"]).ok();
    let teams = hall.json(&["team", "list"]);
    let mut bytes = fs::read(hall.path("spring.bughouse")).unwrap();
    // Nothing is left of the pages in which names stand.
    for page in bytes[PAGE..].chunks_mut(PAGE) {
        if page.windows(4).any(|four| four == b"Team") {
            page.fill(0);
        }
    }
    fs::write(hall.path("bad.bughouse"), &bytes).unwrap();
    hall.run(&["-f", "bad.bughouse", "recover", "saved", "--with", "good.bak"]).ok();
    hall.run(&["-f", "saved.bughouse", "check"]).ok();
    assert_eq!(hall.json(&["-f", "saved.bughouse", "team", "list"]), teams);
}

#[test]
fn what_was_saved_is_counted_as_it_is() {
    let hall = played();
    hall.run(&["recover", "sound"]).ok().says("  1 section\n").says("  2 rounds\n");
    // The rows that rest on a round are lost with it.
    tampered(&hall, "pragma foreign_keys = off; delete from round where number = 2");
    let said = hall.run(&["-f", "spring", "recover", "saved"]).ok();
    assert!(said.out.contains("  1 round\n") && said.out.contains("  6 seats and byes; 6 LOST"), "{}", said.out);
    hall.run(&["-f", "saved", "check"]).ok();
}

#[test]
fn nothing_is_taken_from_another_tournaments_backup_or_from_no_backup() {
    let hall = played();
    hall.run(&["new", "autumn", "--name", "Autumn", "--seed", "9"]).ok();
    hall.run(&["-f", "autumn", "backup", "autumn.bak"]).ok();
    hall.write("notes", "dear diary");
    hall.run(&["new", "winter", "--name", "Winter", "--seed", "7"]).ok();
    hall.run(&["-f", "winter", "backup", "winter.bak"]).ok();
    hall.run(&["-f", "spring", "recover", "saved", "--with", "autumn.bak"]).fails(1, "another tournament, \"Autumn\"");
    hall.run(&["-f", "spring", "recover", "saved", "--with", "winter.bak"]).fails(1, "another tournament, \"Winter\"");
    hall.run(&["-f", "spring", "recover", "saved", "--with", "notes"]).fails(2, "after --with");
    assert!(!hall.path("saved.bughouse").exists());
}

/// A rescue that lost some of the history keeps who did what, but not what it was: nobody knows how things stood before it.
#[test]
fn before_a_rescue_nothing_is_known() {
    let hall = played();
    let newest = hall.json(&["log"])["commands"].as_array().unwrap().len();
    tampered(&hall, "delete from change where id = 3");
    let said = hall.json(&["recover", "saved"]);
    assert_eq!(said["history_is_whole"], false, "{said}");
    hall.run(&["-f", "saved", "status", "--as-of", "2"]).fails(2, "saved from a damaged file");
    hall.run(&["-f", "saved", "status", "--as-of", &format!("{}", newest + 1)]).ok();
    hall.run(&["-f", "saved", "undo"]).fails(1, "nothing to undo");
    hall.run(&["-f", "saved", "result", "1", "1-0"]).ok();
    hall.run(&["-f", "saved", "undo"]).ok();
    hall.run(&["-f", "saved", "check"]).ok();
}

/// The rulebook is so long that the row's tail, with its hash and the number of the lots, stands on a page of its own.
#[test]
fn a_torn_row_of_the_tournament_comes_whole_from_the_backup_or_is_told() {
    let hall = played();
    hall.run(&["backup", "good.bak"]).ok();
    let expected = facts(&hall, "spring.bughouse");
    let good = fs::read(hall.path("spring.bughouse")).unwrap();
    let backup = hall.path("good.bak");
    let (mut told, mut torn) = (0, 0);
    for (page, pages) in
        good[..].chunks_exact(PAGE).enumerate().collect::<Vec<_>>().windows(2).map(|two| (two[0].0, two))
    {
        let is_of_the_book = |page: &[u8]| page.windows(12).any(|letters| letters == b"the opponent");
        if page == 0 || !pages.iter().all(|(_, page)| is_of_the_book(page)) {
            continue;
        }
        let mut bytes = good.clone();
        bytes[page * PAGE..(page + 2) * PAGE].rotate_left(PAGE);
        fs::write(hall.path("bad.bughouse"), &bytes).unwrap();
        for backup in [None, Some(backup.as_path())] {
            let now = "2026-05-02T10:15:30-05:00";
            let rescue = salvage(&hall.path("bad.bughouse"), backup, &hall.path("saved"), now).unwrap();
            assert_eq!(rescue.broken, Vec::<String>::new(), "page {}", page + 1);
            let is_told = rescue.tables["tournament"].lost > 0;
            assert!(is_told || facts(&hall, "saved.bughouse") == expected, "page {}", page + 1);
            assert!(backup.is_none() || !is_told, "page {}: the backup has it", page + 1);
            told += usize::from(is_told);
            fs::remove_file(hall.path("saved.bughouse")).unwrap();
        }
        torn += 1;
    }
    assert!(told > 0 && torn > told, "{told} of {torn}");
}
