//! Layouts as schools and registration sites send them: each file of `layouts` gives exactly the roster beside it.
//!
//! To keep a new layout, put the file there; the failing test prints what was read of it.

use super::rosters::{lines, sound};
use bughouse::interchange::registrations::{Options, read};
use std::path::Path;

/// Everything read of a file, a line each: entries, complaints, notes.
fn reading_in_words(bytes: &[u8]) -> String {
    let reading = match read(bytes, "unreadable", &Options::default()) {
        Ok(reading) => reading,
        Err(unreadable) => return format!("{unreadable}\nhelp: {}\n", unreadable.help),
    };
    let mut answer: Vec<String> = lines(&reading);
    let refused = reading.complaints.iter();
    answer.extend(refused.map(|c| format!("refused {}:{}: {}; {}", c.line, c.column, c.problem, c.problem.help())));
    answer.extend(reading.notes.iter().chain(&reading.unmet).map(|note| match note.line {
        Some(line) => format!("note {line}: {}", note.message),
        None => format!("note: {}", note.message),
    }));
    answer.into_iter().map(|line| line + "\n").collect()
}

#[test]
fn every_layout_gives_exactly_its_roster() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import/layouts");
    let (mut seen, mut wrong) = (0, Vec::new());
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending != "roster")) {
        let expected = std::fs::read_to_string(file.with_extension("roster")).unwrap_or_default();
        let answer = reading_in_words(&std::fs::read(file).unwrap());
        if answer != expected {
            wrong.push(format!("{}\nexpected:\n{expected}read:\n{answer}", file.display()));
        }
        seen += 1;
    }
    assert!(wrong.is_empty(), "{} of {seen} layouts:\n\n{}", wrong.len(), wrong.join("\n"));
    assert!(seen >= 40, "only {seen} layouts are left");
}

/// What a team's row says of one child, by the kind of column.
const KINDS: [&str; 6] = ["Name", "First Name", "Last Name", "Grade", "Rating", "USCF ID"];
const CHILDREN: [[[&str; 6]; 2]; 2] = [
    [["Ann Lee", "Ann", "Lee", "3", "1210P12", "111"], ["Bo Kim", "Bo", "Kim", "K", "905", "112"]],
    [["Cy Day", "Cy", "Day", "5th", "unr", ""], ["Di Eck", "Di", "Eck", "Kdg", "640/4", "114"]],
];

/// The headings of a kind of column for the first child and the second.
type Naming = fn(&str) -> [String; 2];

const NAMINGS: [(&str, Naming); 19] = [
    ("Player 1 Rating", |kind| [format!("Player 1 {kind}"), format!("Player 2 {kind}")]),
    ("Rating 1", |kind| [format!("{kind} 1"), format!("{kind} 2")]),
    ("Rating A", |kind| [format!("{kind} A"), format!("{kind} B")]),
    ("A Rating", |kind| [format!("A {kind}"), format!("B {kind}")]),
    ("Rating (A)", |kind| [format!("{kind} (A)"), format!("{kind} (B)")]),
    ("Player A: Rating", |kind| [format!("Player A: {kind}"), format!("Player B: {kind}")]),
    ("1st player's Rating", |kind| [format!("1st player's {kind}"), format!("2nd player's {kind}")]),
    ("First Player Rating", |kind| [format!("First Player {kind}"), format!("Second Player {kind}")]),
    ("P1_Rating", |kind| [format!("P1_{kind}"), format!("P2_{kind}")]),
    ("Partner 1 - Rating", |kind| [format!("Partner 1 - {kind}"), format!("Partner 2 - {kind}")]),
    ("#1 Rating", |kind| [format!("#1 {kind}"), format!("#2 {kind}")]),
    ("Rating of player 1", |kind| [format!("{kind} of player 1"), format!("{kind} of player 2")]),
    ("player1rating", |kind| {
        let kind = kind.to_lowercase().replace(' ', "");
        [format!("player1{kind}"), format!("player2{kind}")]
    }),
    ("Rating twice", |kind| [kind.to_owned(), kind.to_owned()]),
    ("Rating, Rating2", |kind| [kind.to_owned(), format!("{kind}2")]),
    ("Rating, Rating.1", |kind| [kind.to_owned(), format!("{kind}.1")]),
    ("Rating, Rating_1", |kind| [kind.to_owned(), format!("{kind}_1")]),
    ("Captain Rating, Partner Rating", |kind| [format!("Captain {kind}"), format!("Partner {kind}")]),
    ("Rating, Partner's Rating", |kind| [kind.to_owned(), format!("Partner's {kind}")]),
];

#[test]
fn no_naming_of_the_partners_and_no_order_of_their_columns_loses_anything() {
    let expected = ["Rooks: Ann Lee 3 1210 #111 + Bo Kim K 905 #112", "Pawns: Cy Day 5 + Di Eck K 640 #114"];
    for (called, naming) in NAMINGS {
        for names in [&[0][..], &[1, 2], &[2, 1]] {
            let kinds: Vec<usize> = names.iter().copied().chain([3, 4, 5]).collect();
            let child = |child: usize| kinds.iter().map(move |kind| (child, *kind));
            let orders: [Vec<(usize, usize)>; 3] = [
                child(0).chain(child(1)).collect(),
                child(0).rev().chain(child(1).rev()).collect(),
                kinds.iter().flat_map(|kind| [(0, *kind), (1, *kind)]).collect(),
            ];
            for columns in orders {
                let heading = |(child, kind): &(usize, usize)| naming(KINDS[*kind])[*child].clone();
                let mut text = format!("Team,{}\n", columns.iter().map(heading).collect::<Vec<_>>().join(","));
                for (team, children) in ["Rooks", "Pawns"].into_iter().zip(CHILDREN) {
                    let cells: Vec<&str> = columns.iter().map(|(child, kind)| children[*child][*kind]).collect();
                    text.push_str(&format!("{team},{}\n", cells.join(",")));
                }
                assert_eq!(lines(&sound(text.as_bytes())), expected, "{called}\n{text}");
            }
        }
    }
}

#[test]
fn rejected_rows_are_read_again_once_they_are_mended() {
    let read = |text: &str| read(text.as_bytes(), "entries.csv", &Options::default()).unwrap();
    let file = "Title\nTeam,Player 1,Grade 1,Player 2\nRooks,Ann Lee,3,Bo Kim\nPawns,\"Day, Cy\",33,=Di Eck\n";
    let rejects = read(file).rejects_csv();
    let expected = "What to fix,Team,Player 1,Grade 1,Player 2\r\n\"\"\"33\"\" is not a grade; expected PK, K or 1 to 12; \"\"3rd\"\", \"\"Grade 3\"\" and \"\"Kindergarten\"\" are understood too\",Pawns,\"Day, Cy\",33,'=Di Eck\r\n";
    assert_eq!(rejects, expected);
    assert_eq!(lines(&read(&rejects.replace(",33,", ",3,"))), ["Pawns: Cy Day 3 + =Di Eck"]);
    let rejects = read(include_str!("layouts/a-partner-of-a-bad-row.csv")).rejects_csv();
    let waits = "\"good; waiting for the partner's row, which was line 2\",Bo Kim,2,Rooks\r\n";
    assert!(rejects.contains(waits), "{rejects}");
    let mended = rejects.replace(",33,", ",3,").replace("Cy Day,1,Pawns", "Ed Fox,1,NEED");
    assert_eq!(lines(&sound(mended.as_bytes())).len(), 2);
}
