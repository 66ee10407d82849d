//! The headings that form builders propose, made from parts: every way to ask for a name beside every way to number a partner, with and
//! without a team, grades and schools. Each file gives exactly its roster, or is refused: no child is lost in silence.

use super::rosters::lines;
use bughouse::interchange::registrations::{Options, read};

/// How forms number the partners.
const PARTNERS: [[&str; 2]; 10] = [
    ["Player 1", "Player 2"],
    ["Player A", "Player B"],
    ["Child #1", "Child #2"],
    ["First player", "Second player"],
    ["1st student", "2nd student"],
    ["Team Member 1", "Team Member 2"],
    ["Partner One", "Partner Two"],
    ["PLAYER I", "PLAYER II"],
    ["Teammate 1", "Teammate 2"],
    ["Kid No. 1", "Kid No. 2"],
];

/// How forms ask for a name; `{}` is the partner.
const NAMES: [&str; 30] = [
    "{}",
    "{} Name",
    "{} Full Name",
    "{} First and Last Name",
    "{}: First and Last Name",
    "{} (First and Last Name)",
    "{} - First & Last",
    "{} First, Middle and Last Name",
    "{}'s name",
    "{}’s full legal name",
    "Name of {}",
    "Full name of {}",
    "First and last name of {}",
    "First & Last Name ({})",
    "Name ({})",
    "Name - {} (first and last)",
    "What is the name of {}?",
    "What is {}'s first and last name?",
    "Who is {}?",
    "Please enter the name of {}",
    "{} name (as on the US Chess card)",
    "{} name, as it appears on the US Chess membership",
    "{} Last Name, First Name",
    "{} [Name]",
    "{} >> Name",
    "{} Name (if you need a partner, write NEED)",
    "Bughouse {}: name",
    "{} Name *",
    "{} - Name (required)",
    "{} name? Please write it as in school.",
];

const TEAMS: [&str; 10] = [
    "",
    "Team",
    "Team name",
    "What is your team's name? (If you need a partner, write NEED)",
    "Team / Partner",
    "Team name or partner",
    "Name of your bughouse team",
    "Team Name (Player 1 & Player 2 choose it)",
    "Your team’s name, if player 2 agrees",
    "Partner or team name",
];

const GRADES: [&str; 5] = ["", "{} Grade", "Grade of {}", "What grade is {} in this year?", "{}: Grade (K-12)"];
const SCHOOLS: [&str; 5] = ["", "School", "{} School", "Which school does {} attend?", "School (if any)"];

/// Two teams: name, partners with grade and school.
type Team = (&'static str, [(&'static str, &'static str, &'static str); 2]);
const ROSTER: [Team; 2] = [
    ("Rooks", [("Ann Lee", "5", "Hillside"), ("Ben Ortiz", "4", "Hillside")]),
    ("Pawns", [("Cy Day", "6", "Riverview"), ("Dee Fox", "6", "Riverview")]),
];

fn cell(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A row a team, with the columns of each partner together or kind by kind, and what is to be read of it.
fn row_a_team(
    naming: [&str; 2],
    name: &str,
    team: &str,
    grade: &str,
    school: &str,
    by_kind: bool,
) -> (String, Vec<String>) {
    let kinds: Vec<(usize, &str)> =
        [name, grade, school].into_iter().enumerate().filter(|(_, heading)| heading.contains("{}")).collect();
    let columns: Vec<(usize, usize, &str)> = if by_kind {
        kinds.iter().flat_map(|(kind, heading)| [(*kind, 0, *heading), (*kind, 1, *heading)]).collect()
    } else {
        [0, 1].into_iter().flat_map(|seat| kinds.iter().map(move |(kind, heading)| (*kind, seat, *heading))).collect()
    };
    let mut headings: Vec<String> = vec![cell("Timestamp")];
    headings.extend((!team.is_empty()).then(|| cell(team)));
    headings.extend(columns.iter().map(|(_, seat, heading)| cell(&heading.replace("{}", naming[*seat]))));
    let of_row = !school.is_empty() && !school.contains("{}");
    headings.extend(of_row.then(|| cell(school)));
    let mut text = headings.join(",") + "\n";
    let mut expected = Vec::new();
    for (called, partners) in ROSTER {
        let mut cells: Vec<String> = vec!["2026-11-28 14:00".to_owned()];
        cells.extend((!team.is_empty()).then(|| called.to_owned()));
        cells.extend(columns.iter().map(|(kind, seat, _)| {
            let (name, grade, school) = partners[*seat];
            [name, grade, school][*kind].to_owned()
        }));
        cells.extend(of_row.then(|| partners[0].2.to_owned()));
        text.push_str(&(cells.join(",") + "\n"));
        let child = |(name, its_grade, its_school): (&str, &str, &str)| {
            let grade = if grade.is_empty() { String::new() } else { format!(" {its_grade}") };
            let school = if school.contains("{}") { format!(" @{its_school}") } else { String::new() };
            format!("{name}{grade}{school}")
        };
        let label = match (team, called) {
            ("", "Rooks") => "Lee-Ortiz",
            ("", _) => "Day-Fox",
            _ => called,
        };
        let of_team = if of_row { format!(" [{}]", partners[0].2) } else { String::new() };
        expected.push(format!("{label}{of_team}: {} + {}", child(partners[0]), child(partners[1])));
    }
    (text, expected)
}

/// What was read, or why it was not.
fn read_as(text: &str) -> Vec<String> {
    match read(text.as_bytes(), "form.csv", &Options::default()) {
        Ok(reading) if reading.complaints.is_empty() => lines(&reading),
        Ok(reading) => reading.complaints.iter().map(|c| format!("refused: {}", c.problem)).collect(),
        Err(unreadable) => vec![format!("{unreadable}; {}", unreadable.help)],
    }
}

#[test]
fn a_partner_s_number_counts_whatever_words_surround_it() {
    let (mut files, mut wrong) = (0, Vec::new());
    for (n, naming) in PARTNERS.into_iter().enumerate() {
        for (k, name) in NAMES.into_iter().enumerate() {
            for turn in 0..2 {
                let at = n * 7 + k * 3 + turn * 11;
                let (team, grade) = (TEAMS[(at / 2) % TEAMS.len()], GRADES[at % GRADES.len()]);
                let school = SCHOOLS[(at / 3 + turn) % SCHOOLS.len()];
                let (text, expected) = row_a_team(naming, name, team, grade, school, turn % 2 == 1);
                let answer = read_as(&text);
                files += 1;
                if answer != expected {
                    wrong.push(format!("{text}  read: {answer:#?}"));
                }
            }
        }
    }
    assert!(files >= 600, "only {files} files");
    assert!(wrong.is_empty(), "{} of {files} files:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}

/// How forms name the partners by a number alone, by parts of the name, or by whose it is.
const OTHERWISE: [&[&str]; 30] = [
    &["Name 1", "Name 2"],
    &["Name A", "Name B"],
    &["First and last name 1", "First and last name 2"],
    &["First and last name (A)", "First and last name (B)"],
    &["A: First and Last Name", "B: First and Last Name"],
    &["#1 Name", "#2 Name"],
    &["First and last name", "First and last name"],
    &["First and Last Name", "Partner's First and Last Name"],
    &["Your name", "Partner's name"],
    &["Your first and last name", "Your partner's first and last name"],
    &["Captain name", "Co-captain name"],
    &["Team captain", "Team partner"],
    &["Player name", "Second player name"],
    &["Students [1]", "Students [2]"],
    &["Players [Player 1]", "Players [Player 2]"],
    &["Player information [Player 1 name]", "Player information [Player 2 name]"],
    &["1st Full Name", "2nd Full Name"],
    &["First Full Name", "Second Full Name"],
    &["Knight 1", "Knight 2"],
    &["Racer A's moniker", "Racer B's moniker"],
    &["Spieler Eins", "Spieler 2"],
    &["Player 1 First Name", "Player 1 Last Name", "Player 2 First Name", "Player 2 Last Name"],
    &["Player 1 Name (First)", "Player 1 Name (Last)", "Player 2 Name (First)", "Player 2 Name (Last)"],
    &["Player1_Name_First", "Player1_Name_Last", "Player2_Name_First", "Player2_Name_Last"],
    &["First name of player 1", "Surname of player 1", "First name of player 2", "Surname of player 2"],
    &["Player 1 - Given name", "Player 1 - Family name", "Player 2 - Given name", "Player 2 - Family name"],
    &["First name", "Last name", "What is your partner's first name?", "What is your partner's last name?"],
    &["Players"],
    &["Names of both players"],
    &["Player 1 & Player 2 (names)"],
];

#[test]
fn partners_named_otherwise_are_read_or_refused_and_never_lost() {
    let mut wrong = Vec::new();
    for headings in OTHERWISE {
        for team in TEAMS {
            let mut text = String::new();
            text.push_str(
                &["Timestamp", team].into_iter().filter(|h| !h.is_empty()).map(cell).collect::<Vec<_>>().join(","),
            );
            headings.iter().for_each(|heading| text.push_str(&format!(",{}", cell(heading))));
            text.push('\n');
            for (called, [(one, ..), (other, ..)]) in ROSTER {
                let name = if team.is_empty() { "2026-11-28".to_owned() } else { format!("2026-11-28,{called}") };
                let names = match headings.len() {
                    1 => format!("{one} & {other}"),
                    2 => format!("{one},{other}"),
                    _ => format!("{one} {other}").replace(' ', ","),
                };
                text.push_str(&format!("{name},{names}\n"));
            }
            let answer = read_as(&text);
            let names = if team.is_empty() { ["Lee-Ortiz", "Day-Fox"] } else { ["Rooks", "Pawns"] };
            let expected = [format!("{}: Ann Lee + Ben Ortiz", names[0]), format!("{}: Cy Day + Dee Fox", names[1])];
            let is_asked = headings[0].starts_with("Spieler");
            let is_right =
                if is_asked { answer[0].contains("has no heading that says where") } else { answer == expected };
            if !is_right {
                wrong.push(format!("{text}  read: {answer:#?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} files:\n{}", wrong.len(), wrong[..wrong.len().min(30)].join("\n"));
}

/// How a form that is filled in by each child asks for its name.
const OWN_NAMES: [&str; 16] = [
    "Name",
    "Full name",
    "First and Last Name",
    "First & last name of your child",
    "Student's first and last name",
    "Player Name (First and Last)",
    "What is your name?",
    "What is your child's full name?",
    "Child's name (as on the school list)",
    "Legal name",
    "Name of player",
    "Your child’s name",
    "Please print the student's name",
    "Participant full name",
    "Name of the student, as on the US Chess card",
    "Team member name",
];

#[test]
fn a_team_is_the_team_s_whatever_it_says_about_partners() {
    let mut wrong = Vec::new();
    for name in OWN_NAMES {
        for team in &TEAMS[1..] {
            let mut text = format!("Timestamp,{},{},Grade,School\n", cell(name), cell(team));
            let mut rest = String::new();
            for (called, partners) in ROSTER {
                let row = |(name, grade, school): (&str, &str, &str)| {
                    format!("2026-11-28,{name},{called},{grade},{school}\n")
                };
                text.push_str(&row(partners[0]));
                rest.push_str(&row(partners[1]));
            }
            text.push_str(&rest);
            text.push_str("2026-11-28,Eva Kim,NEED,3,Hillside\n");
            let expected = [
                "Rooks: Ann Lee 5 @Hillside + Ben Ortiz 4 @Hillside",
                "Pawns: Cy Day 6 @Riverview + Dee Fox 6 @Riverview",
                "needs a partner: Eva Kim 3 @Hillside",
            ];
            let answer = read_as(&text);
            if answer != expected {
                wrong.push(format!("{text}  read: {answer:#?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} files:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}

#[test]
fn a_partner_written_where_the_team_is_asked_for_is_the_partner() {
    let text = "Name,Grade,Team / Partner\nAnn Lee,5,Bo Kim\nBo Kim,4,Ann Lee\nCy Day,3,Rooks\nDi Eck,3,Rooks\n";
    assert_eq!(read_as(text), ["Kim-Lee: Ann Lee 5 + Bo Kim 4", "Rooks: Cy Day 3 + Di Eck 3"]);
}

/// Words of headings, thrown together: whatever comes of it, a child that is in the file is read, refused, or named in a note.
#[test]
fn no_heading_thrown_together_loses_a_child_in_silence() {
    const PARTS: [&str; 44] = [
        "Player",
        "Player 1",
        "Player 2",
        "player A",
        "Player B",
        "Child",
        "First",
        "Last",
        "Name",
        "and",
        "Full",
        "of",
        "Team",
        "/",
        "Partner",
        "Partner's",
        "name",
        "(First and Last)",
        "second",
        "1st",
        "2",
        "1",
        "Your",
        "What is the",
        "?",
        "other",
        "Teammate",
        "Student",
        "kid",
        "Captain",
        "names",
        "Players",
        "Grade",
        "School",
        "(if any)",
        "as on the card",
        "Member",
        "B",
        "A",
        "legal",
        "friend",
        ":",
        "-",
        "whole",
    ];
    let mut seed: u64 = 0x2545_f491_4f6c_dd1d;
    let mut random = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 16) as usize % below
    };
    let names = [["Ann Lee", "Ben Ortiz"], ["Cy Day", "Dee Fox"], ["Eva Kim", "Finn Holm"]];
    let (mut were_read, mut lost) = (0, Vec::new());
    for _ in 0..1_500 {
        let mut heading = || (0..1 + random(4)).map(|_| PARTS[random(PARTS.len())]).collect::<Vec<_>>().join(" ");
        let headings = [heading(), heading()];
        let has_team = random(2) == 0;
        let mut text =
            format!("{}{},{}\n", if has_team { "Team name," } else { "" }, cell(&headings[0]), cell(&headings[1]));
        for (row, [one, other]) in names.iter().enumerate() {
            let team = if has_team { format!("Rooks {row},") } else { String::new() };
            text.push_str(&format!("{team}{one},{other}\n"));
        }
        let Ok(reading) = read(text.as_bytes(), "form.csv", &Options::default()) else { continue };
        if !reading.complaints.is_empty() {
            continue;
        }
        were_read += 1;
        let roster = lines(&reading).join("\n");
        let notes: String =
            reading.notes.iter().chain(&reading.unmet).map(|note| note.message.clone() + "\n").collect();
        // A team may be called as a child only where the heading speaks of the team.
        let is_there = |name: &str| {
            reading.entries.iter().any(|entry| entry.registration.children().iter().any(|child| child.name == name))
        };
        let is_team = |column: usize| {
            ["team", "school"].iter().any(|word| headings[column].to_lowercase().contains(word))
                || names.iter().all(|row| roster.contains(row[column]))
        };
        let is_reported = |column: usize| {
            is_team(column) || notes.contains(&headings[column]) || names.iter().any(|row| notes.contains(row[column]))
        };
        let is_lost = (0..2).any(|column| names.iter().any(|row| !is_there(row[column])) && !is_reported(column));
        if is_lost {
            lost.push(format!("{text}  read:\n{roster}\n{notes}"));
        }
    }
    assert!(lost.is_empty(), "{} files of {were_read}:\n{}", lost.len(), lost[..lost.len().min(15)].join("\n"));
    assert!(were_read > 150, "only {were_read} were read");
}
