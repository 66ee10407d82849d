//! Sheets of paper: every document prints, the same data gives the same bytes, names do no harm.
//!
//! `KEEP_SHEETS=folder cargo test --test floors documents::paper` leaves the sheets in a folder, to be looked at.

use super::desk::{awards, directors_report, docket, posted, ruled, slip, with_officials};
use super::fixture::{self, by_hand, head, many, part_by_hand, section, small, stamp};
use super::hall::{hall, poster, slips_of, timed};
use super::lists::{crosstable_of, pairings_of, standings_of};
use bughouse::discipline::Docket;
use bughouse::report::pairings::Order;
use bughouse::report::render::{Paper, Press, Rendered, pdf};
use bughouse::report::{Report, fallback, prizes, rulings, slips, teams, times};
use bughouse::rulebook;
use bughouse::tournament::TableNumber;

fn print(name: &str, report: impl Into<Report>, paper: Paper) -> Rendered {
    let sheet = pdf(&report.into(), Press { paper, ..Press::default() })
        .expect("the templates that come with the program are right");
    if let Some(folder) = std::env::var_os("KEEP_SHEETS") {
        std::fs::write(std::path::Path::new(&folder).join(format!("{name}-{paper:?}.pdf")), &sheet.bytes)
            .expect("the folder can be written");
    }
    sheet
}

#[test]
fn every_list_prints_on_both_papers() {
    let section = section();
    let tournament = small();
    for paper in [Paper::Letter, Paper::A4] {
        for order in [Order::Table, Order::Player, Order::Team, Order::School] {
            let sheet = print(&format!("pairings-{order:?}"), pairings_of(&tournament, order), paper);
            assert!(sheet.bytes.starts_with(b"%PDF-"));
        }
        print("slips", slips_of(&tournament, None), paper);
        print("slips-blank", slips::blank(&tournament, None, 4, stamp()), paper);
        print("slips-open-hall", slips_of(&tournament, Some(&hall())), paper);
        print("poster", poster(), paper);
        print("slips-test", slips::test_page(&tournament, Some(&section), stamp()), paper);
        print(
            "cards",
            slips::cards(&tournament, &[1, 2, 103].map(|table| (TableNumber(table), &section)), stamp()),
            paper,
        );
        print("times", times::view(&timed(), None, stamp()), paper);
        print("standings", standings_of(&tournament), paper);
        print("crosstable", crosstable_of(&tournament), paper);
    }
}

#[test]
fn papers_of_the_desk_print() {
    let (tournament, event) = (with_officials(), ruled(docket()));
    let paper = Paper::Letter;
    for (name, kind) in
        [("prizes", prizes::Paper::List), ("ceremony", prizes::Paper::Ceremony), ("labels", prizes::Paper::Labels)]
    {
        print(name, awards(kind), paper);
    }
    print("ruling", slip(&event), paper);
    print("docket", rulings::docket(&event, stamp()), paper);
    print("report", directors_report(), paper);
    print("by-hand", by_hand(&tournament), paper);
    print("teams", teams::view(&fixture::event(&tournament), Some(&section()), teams::Order::School, stamp()), paper);
    for book in rulebook::all().iter().take(if std::env::var_os("KEEP_SHEETS").is_some() { 5 } else { 1 }) {
        print(&format!("rules-{}", book.id), posted(book), paper);
    }
}

#[test]
fn a_ruling_slip_is_two_copies_on_one_sheet_and_a_long_one_on_two() {
    let mut docket = docket();
    let print = |docket: &Docket| print("ruling-copies", slip(&ruled(docket.clone())), Paper::Letter);
    let sheet = print(&docket);
    assert_eq!(sheet.sheets, Some(1));
    if let Some(text) = poppler("pdftotext", &[], &sheet) {
        for part in ["The player’s copy", "The desk’s copy"] {
            assert_eq!(text.matches(part).count(), 1, "{part} in:\n{text}");
        }
        assert_eq!(text.matches("add 1:00 to").count(), 2, "{text}");
    }
    docket.rulings[0].note = Some("What happened took long to tell. ".repeat(60));
    assert_eq!(print(&docket).sheets, Some(2));
}

/// Rows grow with what wraps in them, and marks to circle stay in a line.
#[test]
fn nothing_to_go_on_with_by_hand_is_printed_over_anything_else() {
    let mut tournament = small();
    for team in &mut tournament.teams {
        team.name = format!("The Extremely Long Name Of Team Number {}", team.id);
    }
    let part = fallback::PaperSection { rounds: Some(5), ..part_by_hand(&tournament) };
    let sheet = print("by-hand-long", fallback::sheets(vec![part], head(&tournament)), Paper::Letter);
    let Some(boxes) = poppler("pdftotext", &["-bbox"], &sheet) else { return };
    for page in boxes.split("<page").skip(1) {
        let side = |word: &str, name: &str| -> f64 {
            let (_, rest) = word.split_once(name).expect("every word has its place");
            rest.split('"').nth(1).expect("in quotes").parse().expect("a number")
        };
        let word = |line: &&str| line.trim_start().starts_with("<word");
        let words: Vec<(&str, [f64; 4])> = page
            .lines()
            .filter(word)
            .map(|line| (line, ["xMin", "xMax", "yMin", "yMax"].map(|at| side(line, at))))
            .collect();
        for (at, (one, a)) in words.iter().enumerate() {
            for (other, b) in &words[at + 1..] {
                let shared = |from: usize| a[from + 1].min(b[from + 1]) - a[from].max(b[from]);
                assert!(shared(0) < 1.0 || shared(2) < 4.0, "one over the other:\n{one}\n{other}");
            }
        }
        let lines_of = |text: &str| -> Vec<f64> {
            words.iter().filter(|(line, _)| line.contains(text)).map(|(_, at)| at[2]).collect()
        };
        assert_eq!(lines_of(">1-0<"), lines_of(">0-1<"), "the results to circle stand in a line");
    }
}

#[test]
fn a_long_word_in_the_finder_stays_on_the_paper() {
    let mut tournament = small();
    tournament.teams[0].name = "Supercalifragilisticexpialidociousandmore".to_owned();
    let sheet = print("finder-long", pairings_of(&tournament, Order::Player), Paper::Letter);
    let Some(boxes) = poppler("pdftotext", &["-bbox"], &sheet) else { return };
    let right = boxes.split("<word").skip(1).filter_map(|word| word.split_once("xMax=\"")?.1.split('"').next());
    let furthest = right.map(|at| at.parse::<f64>().expect("a number")).fold(0.0, f64::max);
    assert!(furthest < 612.0 - 0.5 * 72.0, "a word ends at {furthest} of 612");
}

#[test]
fn the_same_data_gives_the_same_sheet() {
    let view = pairings_of(&small(), Order::Table);
    assert_eq!(print("same", view.clone(), Paper::A4), print("same", view, Paper::A4));
}

#[test]
fn a_large_field_prints() {
    let tournament = many(if std::env::var_os("KEEP_SHEETS").is_some() { 300 } else { 40 });
    print("many-slips", slips_of(&tournament, None), Paper::A4);
    for order in [Order::Table, Order::Player] {
        print(&format!("many-{order:?}"), pairings_of(&tournament, order), Paper::Letter);
    }
}

/// What a tool of poppler says of a sheet; `None`, with a notice, where the tool is not installed.
fn poppler(tool: &str, options: &[&str], sheet: &Rendered) -> Option<String> {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("sheet.pdf");
    std::fs::write(&file, &sheet.bytes).expect("the temporary folder can be written");
    let ran =
        std::process::Command::new(tool).args(options).arg(&file).args((tool == "pdftotext").then_some("-")).output();
    match ran {
        Ok(output) => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
        Err(error) => {
            eprintln!("skipped, {tool} did not run: {error}");
            None
        }
    }
}

/// Sheets of several pages, each with words at the heads of its columns.
fn long_sheets() -> Vec<(&'static str, Rendered, [&'static str; 2])> {
    let tournament = many(40);
    let section = section();
    let roster = teams::view(&fixture::event(&tournament), Some(&section), teams::Order::Number, stamp());
    let pairings = |order| print("structure", pairings_of(&tournament, order), Paper::Letter);
    vec![
        ("Pairings", pairings(Order::Table), ["Table", "Opponent"]),
        ("Pairings", pairings(Order::Team), ["Team", "Opponent"]),
        ("Teams", print("structure", roster, Paper::A4), ["First partner", "Second partner"]),
        ("Running the event by hand", print("structure", by_hand(&tournament), Paper::A4), ["Opponents", "Rd 2"]),
    ]
}

#[test]
fn every_page_says_what_it_is_and_repeats_the_heads() {
    for (title, sheet, heads) in long_sheets() {
        let Some(text) = poppler("pdftotext", &["-layout"], &sheet) else { return };
        let pages: Vec<&str> = text.split('\u{c}').filter(|page| !page.trim().is_empty()).collect();
        assert!(pages.len() > 1, "{title} has several pages");
        // What is there to be filled in by pen has heads of its own.
        let is_printed = |page: &&&str| !page.contains("First team");
        for (page, number) in pages.iter().take_while(is_printed).zip(1..) {
            let foot = format!("Page {number} of {}", pages.len());
            for words in [title, "Autumn Bughouse", "K-6", "Printed Nov 21, 2026, 9:04 AM", &foot, heads[0], heads[1]] {
                assert!(page.contains(words), "{title}, page {number}, without {words:?}:\n{page}");
            }
            let teams = page.lines().filter(|line| line.contains("Alpha")).count();
            assert!(teams > 1, "{title}, page {number}: a row stands alone\n{page}");
        }
    }
}

#[test]
fn sheets_are_tagged_titled_and_carry_their_fonts() {
    let tournament = small();
    let slips = print("structure", slips_of(&tournament, None), Paper::Letter);
    let standings = print("structure", standings_of(&tournament), Paper::Letter);
    for (sheet, title) in [(&slips, "Result slips · K-6 · Round 1"), (&standings, "Standings after round 1 · K-6")] {
        let Some(facts) = poppler("pdfinfo", &[], sheet) else { return };
        let fact = |name: &str| {
            facts.lines().find_map(|line| line.strip_prefix(name)).map(str::trim).unwrap_or_default().to_owned()
        };
        assert_eq!(fact("Tagged:"), "yes");
        assert_eq!(fact("Title:"), format!("{title} – Autumn Bughouse"));
        let fonts = poppler("pdffonts", &[], sheet).expect("it comes with pdfinfo");
        let fonts: Vec<&str> = fonts.lines().skip(2).collect();
        // Columns from the right: object and generation, unicode, subset, embedded.
        let embedded = |line: &&str| line.split_whitespace().rev().nth(4) == Some("yes");
        assert!(!fonts.is_empty() && fonts.iter().all(embedded), "{fonts:?}");
    }
    let structure = poppler("pdfinfo", &["-struct-text"], &standings).expect("it ran before");
    for tag in ["Table", "THead", "TH", "TD", "/Scope /Column"] {
        assert!(structure.contains(tag), "standings without {tag}:\n{structure}");
    }
}

#[test]
fn text_of_a_sheet_is_found_by_a_search() {
    let sheet = print("structure", pairings_of(&small(), Order::Table), Paper::Letter);
    let Some(text) = poppler("pdftotext", &[], &sheet) else { return };
    for name in ["José Núñez", "Łukasz Żółw", "王小明", "김민준", "Ольга Иванова"] {
        assert!(text.contains(name), "{name} in:\n{text}");
    }
    // At this size a team's name may go on in a second line.
    for name in ["Knight Riders", "=Bishops & Co", "Rookie <b>Mates</b>"] {
        assert!(name.split(' ').all(|word| text.contains(word)), "{name} in:\n{text}");
    }
}

#[test]
fn what_is_typst_in_a_name_is_only_text() {
    let mut tournament = small();
    tournament.teams[0].name = "#panic(1) *bold* $x$ `raw` @ref <label> \\ //".to_owned();
    tournament.teams[1].name = "\u{202e}drawkcab\u{2066}".to_owned();
    tournament.name = "#eval(\"1\") $".to_owned();
    let section = section();
    for sheet in [
        print("hostile", pairings_of(&tournament, Order::Table), Paper::Letter),
        print("hostile", pairings_of(&tournament, Order::Player), Paper::Letter),
        print("hostile", standings_of(&tournament), Paper::Letter),
        print("hostile", slips_of(&tournament, None), Paper::Letter),
        print("hostile", slips::cards(&tournament, &[(TableNumber(1), &section)], stamp()), Paper::Letter),
    ] {
        let Some(text) = poppler("pdftotext", &[], &sheet) else { return };
        assert!(!text.contains('\u{202e}'), "{text}");
        assert!(text.contains("#panic(1)") || text.contains("#eval("), "{text}");
    }
}

/// Children as their parents write them, in the scripts that a school has.
const CHILDREN: [&str; 24] = [
    "Ann Lee",
    "José Núñez",
    "Łukasz Żółw",
    "Émile O'Brien",
    "Ольга Иванова",
    "Mia Müller",
    "Åsa Østergaard",
    "Čeněk Dvořák",
    "Şebnem Çelik",
    "Ólafur Ångström",
    "Ελένη Παπαδοπούλου",
    "Γιώργος Αθανασίου",
    "Дмитрий Щукин",
    "Zoë Zimmer",
    "Ștefan Ionescu",
    "Nguyễn Trần",
    "Hugo Adams",
    "Ida van den Berg",
    "Søren Æbelø",
    "Đorđe Đurić",
    "Jean-Luc Élie",
    "Kim O Hara",
    "Lena Straße",
    "Max Zając",
];

/// What a reader goes by, written down without the program: the letters of the left edge without their marks, scripts one after the other.
fn by_eye(edge: &str) -> String {
    let letters = edge.to_lowercase();
    let plain = letters.chars().flat_map(|c| match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => vec!['a'],
        'æ' => vec!['a', 'e'],
        'ç' | 'ć' | 'č' => vec!['c'],
        'ď' | 'đ' => vec!['d'],
        'è'..='ë' | 'ē' | 'ę' | 'ě' | 'ễ' => vec!['e'],
        'ì'..='ï' => vec!['i'],
        'ł' => vec!['l'],
        'ñ' | 'ń' | 'ň' => vec!['n'],
        'ò'..='ö' | 'ø' => vec!['o'],
        'ř' => vec!['r'],
        'ś' | 'š' | 'ş' | 'ș' => vec!['s'],
        'ß' => vec!['s', 's'],
        'ù'..='ü' => vec!['u'],
        'ý' => vec!['y'],
        'ź' | 'ż' | 'ž' => vec!['z'],
        'ầ' => vec!['a'],
        'ά' => vec!['α'],
        'έ' => vec!['ε'],
        'ή' => vec!['η'],
        'ί' => vec!['ι'],
        'ό' => vec!['ο'],
        'ύ' => vec!['υ'],
        'ώ' => vec!['ω'],
        'ς' => vec!['σ'],
        c => vec![c],
    });
    // Numbers in their order: Omega2 before Omega19.
    let (mut read, mut number) = (String::new(), String::new());
    for c in plain.chain([' ']) {
        if c.is_ascii_digit() {
            number.push(c);
            continue;
        }
        if !number.is_empty() {
            read.push_str(&format!("{:0>4}", std::mem::take(&mut number)));
        }
        read.push(c);
    }
    read
}

/// Lines of the finder as a parent reads them: down each column, page by page. Each is its left edge and its table.
fn finder_lines(sheet: &Rendered) -> Option<Vec<(String, String)>> {
    let boxes = poppler("pdftotext", &["-tsv"], sheet)?;
    let (mut words, mut foot) = (Vec::new(), 0.0);
    for line in boxes.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let place = |at: usize| fields[at].parse::<f64>().expect("a number");
        if fields[11] == "###PAGE###" {
            foot = place(9) - 50.0;
        }
        if fields[11].starts_with("###") || !(70.0..foot).contains(&place(7)) {
            continue;
        }
        words.push((fields[1].to_owned(), place(6), place(7) + place(9) / 2.0, fields[11].to_owned()));
    }
    let halves = words.iter().filter(|it| it.3 == "Player").map(|it| it.1).collect::<Vec<_>>();
    let right = halves.iter().copied().fold(0.0, f64::max);
    let middle = if right > 200.0 { right - 5.0 } else { f64::MAX };
    // Height, left edge and word, by page and column.
    type Printed = (f64, f64, String);
    let mut columns: std::collections::BTreeMap<(String, bool), Vec<Printed>> = std::collections::BTreeMap::new();
    for (page, left, height, word) in words {
        columns.entry((format!("{page:0>4}"), left >= middle)).or_default().push((height, left, word));
    }
    let mut rows: Vec<Vec<(i64, String)>> = Vec::new();
    for mut column in columns.into_values() {
        column.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut above = f64::MIN;
        for (height, left, word) in column {
            if height > above + 7.0 {
                rows.push(Vec::new());
            }
            above = height;
            rows.last_mut().expect("one was begun").push((left as i64, word));
        }
    }
    let lines = rows.into_iter().filter_map(|mut row| {
        row.sort();
        let at = row.iter().position(|(_, word)| word.parse::<u32>().is_ok())?;
        Some((row[..at].iter().map(|(_, word)| word.as_str()).collect::<Vec<_>>().join(" "), row[at].1.clone()))
    });
    Some(lines.collect())
}

#[test]
fn who_knows_a_name_finds_it_in_nine_looks_at_the_left_edge() {
    let mut tournament = many(150);
    for (at, child) in CHILDREN.iter().enumerate() {
        tournament.players[at * 12].name = (*child).to_owned();
    }
    for paper in [Paper::Letter, Paper::A4] {
        let Some(lines) = finder_lines(&print("finder", pairings_of(&tournament, Order::Player), paper)) else {
            return;
        };
        assert_eq!(lines.len(), 300, "a line a player: {lines:?}");
        for (at, player) in tournament.players.iter().enumerate() {
            // As the parent says it, and as it is looked for.
            let (first, family) = player.name.rsplit_once(' ').expect("two names");
            let wanted = by_eye(&format!("{family}, {first}"));
            let (mut low, mut high, mut looks) = (0, lines.len(), 0);
            let found = loop {
                assert!(
                    low < high,
                    "{wanted} is not where a reader looks; at {low}: {:?}",
                    &lines[low.saturating_sub(2)..(low + 2).min(300)]
                );
                let middle = (low + high) / 2;
                looks += 1;
                match by_eye(&lines[middle].0).cmp(&wanted) {
                    std::cmp::Ordering::Less => low = middle + 1,
                    std::cmp::Ordering::Greater => high = middle,
                    std::cmp::Ordering::Equal => break middle,
                }
            };
            assert!(looks <= 9, "{wanted}: {looks} looks");
            assert_eq!(lines[found].1, (at / 4 + 1).to_string(), "{wanted} plays at this table");
        }
    }
}
