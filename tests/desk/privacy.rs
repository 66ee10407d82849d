//! What families gave the desk, and children's names where the event shows them short: a marker in each, looked for wherever it must not be.

use super::hall::Hall;
use super::pdf_text;

/// Contacts, amounts, notes and birth dates that stand nowhere else.
const MARKERS: [&str; 6] = ["zqmail", "555-0199", "7731.37", "773137", "zqnote", "2017-03-09"];

/// Every document and list that there is, the section named where it needs one.
const DOCUMENTS: [&str; 50] = [
    "status",
    "team list",
    "team show 1",
    "team show 3",
    "team names",
    "teams K-6",
    "teams K-6 --by school",
    "teams K-6 --by name",
    "partner list",
    "partner suggest",
    "school list",
    "section list",
    "official list",
    "check-in --list",
    "absent",
    "check-pairing K-6",
    "explain 1",
    "pairings K-6",
    "pairings K-6 --by player",
    "pairings K-6 --by school",
    "pairings --all",
    "pairings --all --by player",
    "slips K-6",
    "slips --all",
    "cards K-6",
    "standings K-6",
    "standings K-6 --working",
    "standings K-6 --by-class",
    "standings --all",
    "crosstable K-6",
    "times",
    "prizes K-6",
    "prizes K-6 --as-list ceremony",
    "prizes K-6 --as-list labels",
    "by-hand",
    "ruling list",
    "ruling show 1",
    "appeal list",
    "appeal show 1",
    "report",
    "report --incidents",
    "stale",
    "log",
    "undo --dry-run",
    "check",
    "backup --list",
    "export trf K-6",
    "export trf K-6 --dialect teams",
    "export csv K-6",
    "export json",
];

/// An event with something of every kind in it, and a marker in every private field.
fn played() -> Hall {
    let hall = Hall::under("us-chess-2018");
    for section in ["K-6", "7-12"] {
        hall.run(&["section", "add", section]).ok();
    }
    let mut rows = "Name,Grade,Team,School,Section,Email,Phone,Entry fee,Paid,Notes,Birth date\n".to_owned();
    for (at, (child, team)) in
        ["Ann Zyzzyva", "Bo Zyzzyva", "Cy Day", "Di Eck", "Ed Fox", "Flo Gay", "Gus Hay", "Ida Jay"]
            .iter()
            .zip(1..)
            .map(|(child, n)| (child, ["Rooks", "Rooks", "Kings", "Kings", "Pawns", "Pawns", "Queens", "NEED"][n - 1]))
            .enumerate()
    {
        let team = if team == "Queens" { "NEED" } else { team };
        rows.push_str(&format!(
            "{child},5,{team},Oak,K-6,zqmail{at}@example.org,555-0199{at},7731.37,7731.37,zqnote {at},2017-03-09\n"
        ));
    }
    hall.write("entries.csv", rows);
    hall.run(&["import", "entries.csv", "--contacts", "--fees"]).ok();
    hall.write("again.csv", "Name,Team,Section,Email,Phone,Fee\nAnn Zyzzyva,Rooks,K-6,zqmail-new@example.org,555-0199-5,1\nBo Zyzzyva,Rooks,K-6,,,\n");
    hall.run(&["import", "again.csv", "--contacts", "--fees", "--update"]).ok();
    for line in [
        "fees ann --fee 7731.37 --paid 7731.37",
        "fees cy --paid=7731.37",
        "official add Pat --role td",
        "official add Chris --role section-chief",
        "prize add K-6 --place 1-2",
        "prize add K-6 --class 5 --place 1",
        "check-in 1 2",
        "pair K-6",
        "team edit 1 --name Zyzzyva",
        "result 1 1-0 a mate",
        "absent",
    ] {
        hall.run(&line.split(' ').collect::<Vec<_>>()).ok();
    }
    hall.run(&[
        "ruling",
        "offence",
        "1",
        "--player",
        "ann",
        "--offence",
        "clock-hand",
        "--note",
        "Ann Zyzzyva said so",
        "--witness",
        "Bo Zyzzyva",
    ])
    .ok();
    hall.run(&["appeal", "file", "1", "--by", "ann", "--note", "Bo Zyzzyva agrees"]).ok();
    hall
}

/// What documents give in each format of a file, and what is said of it.
fn files<'l>(hall: &Hall, lines: impl IntoIterator<Item = &'l str>, more: &str) -> Vec<(String, String)> {
    let in_each = |line: &'l str| ["html", "csv", "txt", "json", "pdf"].map(|ending| (line, ending));
    let documents: Vec<_> = lines.into_iter().flat_map(in_each).collect();
    let name = |at: usize, ending: &str| format!("sheet-{at}.{ending}");
    let ordered = documents.iter().enumerate();
    let typed: String =
        ordered.clone().map(|(at, (line, ending))| format!("{line} {more} -o {}\n", name(at, ending))).collect();
    let said = hall.run_with(&["shell"], &typed).ok();
    let mut output = vec![("what is said".to_owned(), said.out + &said.err)];
    for (at, (line, ending)) in ordered {
        // Not every document has each format, and builds without paper refuse that.
        let Ok(bytes) = std::fs::read(hall.path(&name(at, ending))) else { continue };
        let text = if *ending == "pdf" { pdf_text::text(&bytes) } else { String::from_utf8_lossy(&bytes).into_owned() };
        output.push((format!("{line} ({ending})"), text));
    }
    assert!(output.len() > documents.len() * 3 / 4, "{} of {} were made", output.len() - 1, documents.len());
    output
}

/// The pages of a site, each with its name.
fn site(hall: &Hall) -> Vec<(String, String)> {
    hall.run(&["publish", "site"]).ok();
    let pages = std::fs::read_dir(hall.path("site")).expect("the site was written").flatten();
    pages
        .map(|page| (page.path().display().to_string(), std::fs::read_to_string(page.path()).unwrap_or_default()))
        .collect()
}

#[test]
fn contacts_fees_and_notes_stand_in_no_document_page_or_log() {
    let hall = played();
    let mut leaks = Vec::new();
    let pages = site(&hall);
    let mut shown = Vec::new();
    for line in DOCUMENTS {
        let words: Vec<&str> = line.split(' ').collect();
        let (plain, json) = (hall.run(&words), hall.run(&[&words[..], &["--json"]].concat()));
        assert!(plain.code < 2 && json.code < 2, "{line}: {}{}", plain.err, json.err);
        shown.push((format!("{line} as JSON"), json.out + &json.err));
        if !line.starts_with("team show") {
            shown.push((line.to_owned(), plain.out + &plain.err));
        }
    }
    for (place, text) in files(&hall, DOCUMENTS, "").iter().chain(&shown).chain(&pages) {
        leaks.extend(
            MARKERS.iter().filter(|marker| text.contains(**marker)).map(|marker| format!("{marker} in {place}")),
        );
    }
    assert!(leaks.is_empty(), "{}", leaks.join("\n"));
    let shown = hall.run(&["team", "show", "1"]).ok();
    shown.says("zqmail-new@example.org").says("7731.37 of 7731.37 paid");
    hall.run(&["fees"]).ok().says("61850.96");
    hall.run(&["fees", "-o", "fees.csv"]).fails(1, "export json --private");
    hall.run(&["export", "json", "--private", "-o", "own.json"]).ok();
    let own = std::fs::read_to_string(hall.path("own.json")).expect("it was written");
    assert!(own.contains("zqmail-new@example.org") && own.contains("773137") && own.contains("Ann Zyzzyva"));
}

#[test]
fn what_is_shown_short_is_short_in_every_file() {
    let hall = played();
    hall.run(&["section", "edit", "K-6", "--names", "short"]).ok();
    let answer = files(&hall, DOCUMENTS, "").into_iter().chain(site(&hall));
    let leaks: Vec<String> = answer.filter(|(_, text)| text.contains("Zyzzyva")).map(|(place, _)| place).collect();
    assert!(leaks.is_empty(), "{}", leaks.join("\n"));
    for line in ["ruling show 1", "log", "report"] {
        let whole = files(&hall, [line], "--full-names");
        assert!(whole.iter().any(|(place, text)| place.ends_with("(txt)") && text.contains("Ann Zyzzyva")), "{line}");
        let mut on_paper = whole.iter().filter(|(place, _)| place.ends_with("(pdf)"));
        assert!(on_paper.all(|(_, text)| text.contains("Zyzzyva")), "{line} is not read back from paper");
    }
    hall.run(&["standings", "K-6", "--full-names", "-o", "table.txt"]).fails(2, "rulings, appeals, the log");
}

#[test]
fn a_family_is_not_identified_by_its_school_by_a_reason_or_by_a_name_that_was_corrected() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-6", "--names", "short"]).ok();
    hall.write(
        "entries.csv",
        "Name,Grade,Team,School,Section\nAnn Qvist,5,Rooks,Qvist Family,K-6\nBo Kim,5,Rooks,Oak,K-6\nCy White,5,Kings,Oak,K-6\n\
         Di Eck,5,Kings,Elm,K-6\n",
    );
    hall.run(&["import", "entries.csv"]).ok();
    hall.run(&["team", "edit", "1", "--player", "1", "--player-name", "Ann Qvistgaard"]).ok();
    hall.run(&["team", "edit", "1", "--player", "1", "--player-name", "Ann Qvist"]).ok();
    hall.run(&["pair"]).ok();
    let reason = "Qvist shouted";
    let ruling = ["ruling", "offence", "1", "--player", "1", "--offence", "clock-hand", "--penalty", "game"];
    hall.run(&[&ruling[..], &["--reason", reason, "--note", "told by White"]].concat()).ok();
    hall.run(&["section", "edit", "K-6", "--names", "short"]).ok();
    let there = DOCUMENTS.into_iter().filter(|line| !line.contains("team show 3") && !line.starts_with("appeal show"));
    let mut leaks = Vec::new();
    for (place, text) in files(&hall, there, "") {
        let held = ["Qvist", "told by White"].into_iter().filter(|held| text.contains(held));
        leaks.extend(held.map(|held| format!("{held}: {place}")));
    }
    leaks.extend(site(&hall).into_iter().filter(|(_, text)| text.contains("Qvist")).map(|(page, _)| page));
    assert!(leaks.is_empty(), "{}", leaks.join("\n"));
}

/// A tournament with one family's contacts in it.
fn with_contacts() -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-6"]).ok();
    hall.write("entries.csv", "Name,Team,Section,Email\nAnn Lee,Rooks,K-6,zqmail@example.org\nBo Kim,Rooks,K-6,\n");
    hall.run(&["import", "entries.csv", "--contacts"]).ok();
    hall
}

fn holds(hall: &Hall, file: &str) -> bool {
    std::fs::read(hall.path(file)).unwrap_or_default().windows(6).any(|letters| letters == b"zqmail")
}

#[test]
fn contacts_on_a_stick_that_is_not_plugged_in_are_spoken_of() {
    let hall = with_contacts();
    std::fs::create_dir(hall.path("stick")).expect("a folder can be made");
    let stick = hall.path("stick").display().to_string();
    hall.run(&["backup", "--folder", &stick, "--keep", "1"]).ok();
    let backup = hall.json(&["backup"])["backup"].as_str().expect("its name").to_owned();
    std::fs::rename(hall.path("stick"), hall.path("pocket")).expect("the stick is pulled");
    let said = hall.run(&["team", "forget-contacts", "--backups"]).ok();
    said.says("NOT CHECKED").says(&backup).says("plug in the USB stick");
    std::fs::rename(hall.path("pocket"), hall.path("stick")).expect("the stick is plugged in");
    // One that nobody noted: the file was restored since, or it lies there from another computer.
    std::fs::copy(&backup, hall.path("stick/older.bughouse-backup")).expect("it can be copied");
    let said = hall.json(&["team", "forget-contacts", "--backups"]);
    assert_eq!(
        (said["taken_out_of"].as_array().map(Vec::len), &said["not_looked_into"]),
        (Some(3), &serde_json::json!([])),
        "{said}"
    );
    assert!(!holds(&hall, "stick/older.bughouse-backup") && !holds(&hall, "spring.bughouse"));
}

/// The seed may be chosen, so that another event has the same; its backups lie on the same stick, and its families are still to be reached.
#[test]
fn contacts_in_the_backups_of_another_tournament_of_the_same_seed_stay() {
    let hall = with_contacts();
    hall.run(&["new", "autumn", "--name", "Autumn", "--seed", "3"]).ok();
    hall.run(&["-f", "autumn", "section", "add", "K-6"]).ok();
    hall.run(&["-f", "autumn", "import", "entries.csv", "--contacts"]).ok();
    std::fs::create_dir(hall.path("stick")).expect("a folder can be made");
    for event in ["spring", "autumn"] {
        hall.run(&["-f", event, "backup", &format!("stick/{event}.bughouse-backup")]).ok();
    }
    hall.run(&["-f", "spring", "team", "forget-contacts", "--backups"]).ok().says("stick/spring.bughouse-backup");
    assert!(!holds(&hall, "stick/spring.bughouse-backup") && holds(&hall, "stick/autumn.bughouse-backup"));
}

/// No copy can be written beside a file whose name is as long as the medium allows.
#[test]
fn a_backup_that_cannot_be_written_keeps_no_other_from_being_cleared() {
    let hall = with_contacts();
    hall.run(&["backup", "kept.bak"]).ok();
    let long = format!("spring.backups/{}.bughouse-backup", "a".repeat(235));
    let _ = std::fs::create_dir(hall.path("spring.backups"));
    std::fs::copy(hall.path("kept.bak"), hall.path(&long)).expect("it can be copied");
    let said = hall.run(&["team", "forget-contacts", "--backups"]).ok();
    said.says("STILL IN\n").says("they couldn't be removed there").says("removed from\n");
    assert!(!holds(&hall, "spring.bughouse") && !holds(&hall, "kept.bak") && holds(&hall, &long));
}

#[test]
fn nothing_is_called_forgotten_while_somebody_reads_the_old_pages() {
    let hall = with_contacts();
    hall.while_another_reads(|| {
        hall.run(&["team", "forget-contacts"]).fails(3, "NOT FORGOTTEN yet");
        assert!(holds(&hall, "spring.bughouse") || holds(&hall, "spring.bughouse-wal"));
    });
    hall.run(&["team", "forget-contacts"]).ok();
    assert!(!holds(&hall, "spring.bughouse") && !holds(&hall, "spring.bughouse-wal"));
}

/// A backup that came on a stick is known here once it was put in place, and its contacts do not come back unseen.
#[test]
fn a_backup_that_was_put_back_is_looked_into_and_what_it_brings_is_reported() {
    let hall = with_contacts();
    std::fs::create_dir(hall.path("stick")).expect("a folder can be made");
    hall.run(&["backup", "stick/stick.backup"]).ok();
    let other = super::hall::Hall::empty();
    let stick = hall.path("stick/stick.backup").display().to_string();
    other.run(&["-f", "spring.bughouse", "restore", &stick]).ok();
    other.run(&["team", "forget-contacts"]).ok().says("STILL IN").says(&stick);
    other
        .run(&["restore", &stick])
        .ok()
        .says("contacts for 1 player that had been removed are back")
        .says("bughouse team forget-contacts");
    other.run(&["team", "forget-contacts", "--backups"]).ok();
    assert!(!holds(&hall, "stick/stick.backup") && !holds(&other, "spring.bughouse"));
    let said = other.json(&["restore", &stick]);
    assert_eq!(said["contacts_back"], 0);
}

#[test]
fn copies_that_cannot_be_read_or_lie_under_a_former_name_are_reported_as_what_they_are() {
    let hall = with_contacts();
    hall.run(&["backup"]).ok();
    hall.write("spring-replaced-20260502-101530.bughouse-backup", "torn");
    let said = hall.run(&["team", "forget-contacts"]).ok().says("STILL IN").says("CAN'T BE READ").says("delete it");
    assert!(!said.out.contains("plug in the USB stick"), "{}", said.out);
    std::fs::remove_file(hall.path("spring-replaced-20260502-101530.bughouse-backup")).expect("it was written");
    std::fs::rename(hall.path("spring.bughouse"), hall.path("autumn.bughouse")).expect("it can be renamed");
    hall.write("other.backups.txt", "no folder");
    let said = hall.json(&["team", "forget-contacts", "--backups"]);
    assert_eq!(
        (said["taken_out_of"].as_array().map(Vec::len), &said["not_looked_into"]),
        (Some(1), &serde_json::json!([]))
    );
    let left = std::fs::read_dir(hall.path("spring.backups")).expect("it is there").flatten();
    assert!(
        left.map(|entry| format!("spring.backups/{}", entry.file_name().display())).all(|file| !holds(&hall, &file))
    );
}

#[test]
fn a_family_name_typed_in_small_letters_is_short_in_files_too() {
    let hall = played();
    hall.run(&["ruling", "neutral", "1", "--what", "clock of zyzzyva replaced"]).ok();
    hall.run(&["ruling", "offence", "1", "--player", "ann zyzzyva", "--offence", "banging", "--penalty", "none"]).ok();
    hall.run(&["ruling", "offence", "1", "--player", "ZYZZYVA, ann", "--offence", "banging", "--penalty", "none"]).ok();
    hall.run(&["ruling", "void", "2", "--reason", "it was bo zyzzyva's clock, said zyzzyva"]).ok();
    hall.run(&["result", "1", "1-0", "a", "mate", "--white", "ann zyzzyva,eck", "--replace"]).ok();
    hall.run(&["team", "edit", "zyzzyva", "--school", "elm"]).ok();
    hall.run(&["official", "add", "mate zyz", "--role", "td"]).ok();
    hall.run(&["section", "edit", "K-6", "--names", "short"]).ok();
    let answer = files(&hall, DOCUMENTS.into_iter().chain(["ruling show 2", "ruling show 3"]), "");
    let is_whole = |(_, text): &(String, String)| text.to_lowercase().contains("zyzzyva");
    let leaks: Vec<String> =
        answer.into_iter().filter(is_whole).map(|(place, text)| format!("{place}: {text}")).collect();
    assert!(leaks.is_empty(), "{}", leaks.join("\n"));
    // What is no name stays as it was typed.
    hall.run(&["log", "-o", "log.json", "--force"]).ok();
    let log = std::fs::read_to_string(hall.path("log.json")).expect("it was written");
    assert!(log.contains("result 1 1-0 a mate") && log.contains("ruling offence 1 --player"), "{log}");
}

#[test]
fn a_family_name_of_several_words_is_hidden_however_it_was_typed() {
    let hall = Hall::with_teams(4);
    let edit = |name: &str| hall.run(&["team", "edit", "1", "--player", "1", "--player-name", name]).ok();
    edit("de la Vega, Ed");
    edit("Ed Fox");
    edit("Lopez Garcia, Ana");
    hall.run(&["team", "edit", "1", "--player", "1", "--initials", "yes"]).ok();
    hall.run(&["pair"]).ok();
    for line in [&["log"][..], &["pairings", "--by", "player"], &["teams"], &["report"]] {
        hall.run(&[line, &["-o", "sheet.txt", "--force"]].concat()).ok();
        let text = std::fs::read_to_string(hall.path("sheet.txt")).expect("it was written");
        let named = ["Vega", "Garcia", "Fox"].iter().find(|family| text.contains(**family));
        assert_eq!(named, None, "{line:?}: {text}");
    }
}

#[test]
fn what_is_called_after_a_child_keeps_its_name() {
    let hall = Hall::empty();
    hall.run(&["new", "spring", "--name", "Ann Lee Memorial"]).ok();
    hall.run(&["section", "add", "Ann Lee Cup", "--grades", "K-12", "--names", "short"]).ok();
    for (team, players) in [("Rooks", ["Ann Lee,5", "Bo Kim,5"]), ("Knights", ["Cy Day,5", "Di Fox,5"])] {
        hall.run(&["team", "add", team, "--player", players[0], "--player", players[1]]).ok();
    }
    hall.run(&["pair"]).ok();
    hall.run(&["publish", "site"]).ok();
    let site = hall.path("site");
    for page in ["index.html", "section-1-round-1.html", "team-1.html"] {
        let page = std::fs::read_to_string(site.join(page)).unwrap();
        assert!(page.contains("Ann Lee Memorial") && page.contains("Ann Lee Cup"), "{page}");
        assert!(!page.replace("Ann Lee Memorial", "").replace("Ann Lee Cup", "").contains("Ann Lee"), "{page}");
    }
    assert!(hall.run(&["export", "json"]).ok().out.contains("Ann Lee Memorial"));
}
