//! `recover`: what can be read of a damaged file is saved into a new one, and the damaged one stays as it is.

use super::elsewhere::tampered;
use super::hall::Hall;
use bughouse::event::Facts;
use bughouse::store::{Head, Rescue, Saved, Store, StoreError, Unread, salvage};
use std::collections::BTreeMap;
use std::fs;

/// Of all pages, each so-manieth is damaged in turn; 1 for all of them.
const EVERY: usize = 3;

pub fn played() -> Hall {
    let hall = Hall::with_teams(6).with_backups();
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
    for table in said["tables"].as_array().unwrap() {
        // The answer has a word for whatever is counted.
        let word = format!("\n{} | ", table["table"].as_str().unwrap());
        let has_word = format!("\n{}", include_str!("../../src/cli/safety/tables.txt")).contains(&word);
        assert!(has_word || table["table"] == "tournament", "{table}");
    }
    assert_eq!(documents(&hall, "saved.bughouse"), documents(&hall, "spring.bughouse"));
    hall.run(&["-f", "saved.bughouse", "check"]).ok();
    hall.run(&["-f", "saved.bughouse", "undo", "99"]).ok();
    hall.run(&["-f", "spring.bughouse", "recover", "saved.bughouse"]).fails(1, "already exists");
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
        bad[page * 4096..][..2048].fill(0x5A);
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
    let said = hall.run(&["recover", "saved"]).fails(3, "no tournament data can be read from it");
    assert!(!said.err.contains(" recover "), "the command that was just typed is no advice: {}", said.err);
    assert!(!hall.path("saved.bughouse").exists());
}

/// The tournament's own row is the longest of the file, and its end is where the file grew last. What is before a cut is saved
/// all the same, and so is what comes after bytes that were lost or came between.
#[test]
fn a_file_of_which_the_tournaments_own_row_is_lost_is_saved() {
    let hall = played();
    let good = fs::read(hall.path("spring.bughouse")).unwrap();
    let due = counts(&rescue(&hall, &good).unwrap());
    let (length, own_name) = (good.len(), facts(&hall, "spring").tournament.name);
    let noise = |count: usize| (0..count).map(|at| (at * 7_919 % 251) as u8).collect::<Vec<_>>();
    let mut harms: Vec<(String, Vec<u8>)> = (1..8)
        .map(|eighth| (format!("cut after {eighth} eighths"), good[..length * eighth / 8 + 77].to_vec()))
        .collect();
    for (at, count) in
        [(50, 13), (3 * PAGE + 9, 1), (length / 3, 700), (length / 2, PAGE + 3), (length * 3 / 4, 2 * PAGE)]
    {
        let (mut more, mut less) = (good.clone(), good.clone());
        more.splice(at..at, noise(count));
        less.drain(at..at + count);
        harms.push((format!("{count} bytes more at {at}"), more));
        harms.push((format!("{count} bytes less at {at}"), less));
    }
    harms.push(("without its beginning".to_owned(), good[5 * PAGE + 333..].to_vec()));
    let mut named = 0;
    for (name, bytes) in harms {
        let rescue = rescue(&hall, &bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let now = counts(&rescue);
        let is_reported = rescue.head == Head::Whole || rescue.tables["tournament"].lost == 1;
        assert!(is_reported, "{name}: {:?}", rescue.head);
        // Of a cut, what stood behind it is gone; elsewhere a page or two.
        if !name.starts_with("cut") {
            let rest: usize = ["team", "slip", "player"].iter().map(|table| now[*table]).sum();
            let all: usize = ["team", "slip", "player"].iter().map(|table| due[*table]).sum();
            assert!(rest * 3 >= all * 2, "{name}: {rest} of {all}");
        }
        let title = facts(&hall, "saved").tournament.name;
        named += usize::from(title == own_name);
        assert!(title == own_name || rescue.head == Head::Lost, "{name}: {title}, {:?}", rescue.head);
    }
    assert!(named > 10, "{named}");
    fs::write(hall.path("bad.bughouse"), &good[5 * PAGE + 333..]).unwrap();
    fs::remove_file(hall.path("saved.bughouse")).unwrap();
    let said = hall.run(&["-f", "bad", "recover", "saved"]).ok();
    said.says("LOST: the rulebook is this program's version of it");
    hall.run(&["-f", "saved", "event", "edit", "--name", "Spring"]).ok();
    hall.run(&["-f", "saved", "team", "list"]).ok().says("Team 1");
}

/// One way a medium goes bad.
type Harm = Box<dyn Fn(&mut Vec<u8>)>;

const PAGE: usize = 4096;

/// Every page overwritten by noise or zeros, or changed places with its neighbour; the file cut; single bits turned.
fn harms(length: usize, step: usize) -> Vec<(String, Harm)> {
    let pages = length / PAGE;
    let mut harms: Vec<(String, Harm)> = Vec::new();
    for page in (0..pages).step_by(step) {
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
    let mut store = Store::open_to_read(&hall.path(name).with_extension("bughouse")).unwrap();
    let facts = store.load().unwrap();
    store.abandon().unwrap();
    facts
}

/// What is left after each harm: the same facts, or it is said that something is missing; and what is written is in order.
pub fn survive(hall: &Hall, step: usize) {
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
        // Where table and journal differ, the answer says how many rows are as the journal has them.
        let described = |saved: &Saved| saved.lost + saved.from_journal > 0;
        let is_reported = !rescue.history_is_whole || rescue.tables.values().any(described);
        assert!(is_same || is_reported, "{name}: something is missing, and nobody is told");
        (same, tried) = (same + usize::from(is_same), tried + 1);
        fs::remove_file(hall.path("saved.bughouse")).unwrap();
    }
    assert!(same * 100 >= tried * 95, "{same} of {tried} without loss: the journal holds every row a second time");
}

#[test]
fn any_page_may_be_lost_swapped_or_cut() {
    survive(&played(), 9);
}

/// A tournament with something in most of its tables.
fn furnished() -> Hall {
    let hall = Hall::empty();
    let rows: String = (1..=16).map(|n| format!("T{n},A{n} Bee,C{n} Dee,School{n},a{n}@example.org\n")).collect();
    hall.write("r.csv", format!("Team,Player 1,Player 2,School,Email 1\n{rows}"));
    hall.run(&["new", "spring", "--name", "Spring", "--seed", "3"]).ok();
    hall.run(&["section", "add", "K-6", "--rounds", "4"]).ok();
    hall.run(&["import", "r.csv", "--contacts"]).ok();
    hall.run(&["prize", "add", "K-6", "--place", "1-5"]).ok();
    hall.run(&["pair"]).ok();
    for table in 1..=8 {
        hall.run(&["result", &table.to_string(), "1-0"]).ok();
    }
    hall.run(&["team", "withdraw", "6"]).ok();
    hall.run(&["pair"]).ok();
    hall
}

fn rescue(hall: &Hall, bytes: &[u8]) -> Result<Rescue, StoreError> {
    fs::write(hall.path("bad.bughouse"), bytes).unwrap();
    let _ = fs::remove_file(hall.path("saved.bughouse"));
    salvage(&hall.path("bad.bughouse"), None, &hall.path("saved"), "2026-05-02T10:15:30-05:00")
}

fn counts(rescue: &Rescue) -> BTreeMap<String, usize> {
    let count = |saved: &Saved| saved.read + saved.from_journal + saved.from_backup;
    rescue.tables.iter().map(|(table, saved)| (table.clone(), count(saved))).collect()
}

/// The first page leads to all others: without it each is known by what is in it.
#[test]
fn without_the_first_page_everything_is_saved() {
    let hall = furnished();
    let good = fs::read(hall.path("spring.bughouse")).unwrap();
    let expected = (facts(&hall, "spring.bughouse"), counts(&rescue(&hall, &good).unwrap()));
    for filling in [0, 0x5A, 0xFF] {
        let mut bytes = good.clone();
        bytes[..PAGE].fill(filling);
        let rescue = rescue(&hall, &bytes).unwrap();
        assert!(rescue.history_is_whole && (facts(&hall, "saved"), counts(&rescue)) == expected, "{rescue:?}");
        hall.run(&["-f", "saved", "check"]).ok();
    }
}

#[test]
fn what_may_be_missing_is_reported_where_nobody_knows() {
    let hall = furnished();
    let mut bytes = fs::read(hall.path("spring.bughouse")).unwrap();
    for page in bytes[PAGE..].chunks_mut(PAGE) {
        if page.windows(12).any(|letters| letters == b"@example.org") {
            page.fill(0);
        }
    }
    fs::write(hall.path("bad.bughouse"), &bytes).unwrap();
    let said =
        hall.run(&["-f", "bad.bughouse", "recover", "saved"]).ok().says("  0 contacts; up to 16 more may be LOST\n");
    assert!(said.err.starts_with("warning: LOST, or possibly lost: up to 16 more contacts; "), "{}", said.err);
}

/// Rows that are each in order, and no event together: what `check` finds is reported at once.
#[test]
fn what_is_not_in_order_in_the_saved_file_is_reported() {
    let hall = played();
    tampered(&hall, "delete from assignment where id = 1; delete from change");
    hall.run(&["-f", "spring", "recover", "saved"])
        .ok()
        .says("still has problems: Open round 1: table 1 has only one team\n");
    hall.run(&["-f", "saved", "check"]).fails(3, "Open round 1: table 1 has only one team");
}

#[test]
fn the_list_of_backups_and_their_folder_are_taken_over_and_the_hall_is_not() {
    let hall = played();
    fs::create_dir(hall.path("stick")).unwrap();
    hall.run(&["backup", "--folder", "stick"]).ok();
    hall.run(&["backup", "apart.bak"]).ok();
    hall.run(&["device", "add", "Tablet 1", "--role", "scorekeeper"]).ok();
    tampered(&hall, "insert or ignore into hall (id, slip_key) values (1, hex(zeroblob(16)))");
    let list = |file: &str| hall.json(&["-f", file, "backup", "--list"])["backups"].clone();
    let paths = |file: &str| -> Vec<_> {
        let rows = list(file).as_array().unwrap().clone();
        rows.iter().map(|row| hall.path(row["backup"].as_str().unwrap())).collect()
    };
    let known = paths("spring");
    assert!(known.len() > 3, "{known:?}");
    let said = hall.run(&["-f", "spring", "recover", "saved"]).ok();
    said.says("not carried over: 1 device in the hall and 0 reports from the floor\n")
        .says("the key for the codes on slips");
    assert_eq!(paths("saved"), known);
    hall.run(&["-f", "saved", "backup"]).ok().says("stick");
}

/// The header's number of the schema says nothing where the file's own list of migrations says otherwise.
#[test]
fn one_flipped_bit_of_the_schemas_number_is_damage() {
    let hall = played();
    hall.run(&["backup", "good.bak"]).ok();
    let good = fs::read(hall.path("spring.bughouse")).unwrap();
    for flipped in [1_u8, 4, 16, 64] {
        let mut bytes = good.clone();
        bytes[63] ^= flipped;
        fs::write(hall.path("spring.bughouse"), &bytes).unwrap();
        hall.run(&["-f", "spring", "status"]).fails(3, "is damaged");
        assert!(fs::read(hall.path("spring.bughouse")).unwrap() == bytes, "nothing was upgraded");
        hall.run(&["-f", "spring", "recover", "saved"]).ok().says("the history is complete");
        hall.run(&["-f", "saved", "check"]).ok();
        assert_eq!(documents(&hall, "saved.bughouse"), documents(&hall, "good.bak"));
        fs::remove_file(hall.path("saved.bughouse")).unwrap();
        hall.run(&["-f", "spring", "recover", "saved", "--with", "good.bak"]).ok();
        fs::remove_file(hall.path("saved.bughouse")).unwrap();
        hall.run(&["-f", "spring", "restore", "good.bak"]).ok();
        hall.run(&["-f", "spring", "check"]).ok();
    }
}

/// Whichever pages are lost together: a table that has fewer rows than it had says so.
#[test]
fn no_row_is_lost_without_a_word() {
    let hall = furnished();
    let good = fs::read(hall.path("spring.bughouse")).unwrap();
    let due = counts(&rescue(&hall, &good).unwrap());
    let pages = good.len() / PAGE;
    let (mut found, mut state) = (0, 7_u64);
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for turn in 0..24 {
        let mut bytes = good.clone();
        let lost: Vec<usize> = (0..=turn % 4).map(|_| next(pages)).chain((turn % 5 == 0).then_some(0)).collect();
        for page in &lost {
            bytes[page * PAGE..(page + 1) * PAGE].fill(0);
        }
        let Ok(rescue) = rescue(&hall, &bytes) else { continue };
        for (table, now) in counts(&rescue) {
            let saved = rescue.tables[&table];
            let unread = if let Unread::AtMost(most) = saved.unread { most } else { usize::MAX };
            let missing = due[&table].saturating_sub(now);
            if rescue.history_is_whole || table != "change" {
                assert!(
                    missing <= (saved.lost + rescue.unplaced).saturating_add(unread),
                    "without the pages {lost:?}: {missing} of {table} are gone: {saved:?}"
                );
            }
            found += usize::from(missing > 0);
        }
    }
    assert!(found > 0);
}

/// The last rows of a long command stand on a page of the journal's own: without it the rest of the journal looks whole.
#[test]
fn the_torn_end_of_the_journal_is_reported_and_the_tables_are_believed() {
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
    let said = hall.run(&["recover", "sound"]).ok().says("  1 section\n").says("  2 rounds\n");
    assert_eq!(said.err, "");
    // The rows that rest on a round are lost with it.
    tampered(&hall, "pragma foreign_keys = off; delete from round where number = 2");
    let said = hall.run(&["-f", "spring", "recover", "saved"]).ok();
    assert!(said.out.contains("  1 round\n") && said.out.contains("  6 seats and byes; 6 LOST"), "{}", said.out);
    assert!(said.err.contains("lost: ") && said.err.contains("6 seats and byes"), "{}", said.err);
    hall.run(&["-f", "saved", "check"]).ok();
}

#[test]
fn nothing_is_taken_from_another_tournaments_backup_or_from_no_backup() {
    let hall = played();
    hall.run(&["new", "autumn", "--name", "Autumn", "--seed", "4"]).ok();
    hall.run(&["-f", "autumn", "backup", "autumn.bak"]).ok();
    hall.write("notes", "dear diary");
    hall.run(&["new", "winter", "--name", "Winter", "--seed", "3"]).ok();
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
    hall.run(&["-f", "saved", "status", "--as-of", "2"]).fails(2, "rescued from a damaged file");
    hall.run(&["-f", "saved", "status", "--as-of", &format!("{}", newest + 1)]).ok();
    hall.run(&["-f", "saved", "undo"]).fails(1, "nothing to undo");
    hall.run(&["-f", "saved", "result", "1", "1-0"]).ok();
    hall.run(&["-f", "saved", "undo"]).ok();
    hall.run(&["-f", "saved", "check"]).ok();
}

/// The rulebook is so long that the row's tail, with its hash and the number of the lots, is on a page of its own.
#[test]
fn a_torn_row_of_the_tournament_comes_whole_from_the_backup_or_is_reported() {
    let hall = played();
    hall.run(&["backup", "good.bak"]).ok();
    let expected = facts(&hall, "spring.bughouse");
    let good = fs::read(hall.path("spring.bughouse")).unwrap();
    let backup = hall.path("good.bak");
    let (mut found, mut torn) = (0, 0);
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
            let is_reported = rescue.tables["tournament"].lost > 0;
            assert!(is_reported || facts(&hall, "saved.bughouse") == expected, "page {}", page + 1);
            assert!(backup.is_none() || !is_reported, "page {}: the backup has it", page + 1);
            found += usize::from(is_reported);
            fs::remove_file(hall.path("saved.bughouse")).unwrap();
        }
        torn += 1;
    }
    assert!(found > 0 && torn > found, "{found} of {torn}");
}
