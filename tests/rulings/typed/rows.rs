//! Every numbered rule of every rulebook that a director records or decides: what is typed, and what holds afterwards.
//!
//! `tests/rulings/rows/BOOK.SUBJECT.txt` holds a row a paragraph: `RULES | words of the source` (`-` where it is silent), `$` what is
//! typed, `~` a part of the answer, `=` what holds. With `UPDATE_SNAPSHOTS=1` the last is written, to be read against the source, and so
//! is the reference page that is made of the rows.

use crate::console::{Answered, run};
use bughouse::rulebook::{self, Rulebook};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The event that each row begins with. Round 1 is posted: Rooks against Pawns at table 1, Knights against Kings at table 2; both matches of
/// Elms against Oaks at table 11.
const EVENT: &str = "\
section add Open --first-table 1
team add Rooks --section Open --player Ann,,1800 --player Ben,,1700
team add Knights --section Open --player Mia,,1600 --player Max,,1500
team add Pawns --section Open --player Zoe,,1400 --player Sam,,1300
team add Kings --section Open --player Kim,,1200 --player Lou,,1100
section add Double --matches 2 --first-table 11
team add Elms --section Double --player Eva,,1800 --player Eli,,1700
team add Oaks --section Double --player Ora,,1600 --player Oto,,1500
official add Tess --role td
official add Sue --role section-chief
official add Flo --role floor-chief
pair Open
pair Double";

struct Row {
    /// The numbers of the rules; empty where the source is silent.
    rules: Vec<String>,
    source: String,
    typed: Vec<String>,
    says: Vec<String>,
    holds: String,
}

impl Row {
    /// Reads a paragraph. A row in which nothing is typed is of a rule that leaves nothing to record.
    fn read(paragraph: &str) -> Self {
        let (mut lines, after) = (paragraph.lines(), |mark: &str| {
            let marked = move |line: &str| line.strip_prefix(mark).map(|rest| rest.trim().to_owned());
            paragraph.lines().filter_map(marked).collect::<Vec<_>>()
        });
        let head = lines.next().unwrap_or_default();
        let (rules, source) =
            head.split_once(" | ").unwrap_or_else(|| panic!("a row begins with RULES | words: {head}"));
        let rules = rules.split(", ").filter(|rule| *rule != "-").map(str::to_owned).collect();
        Self { rules, source: source.to_owned(), typed: after("$ "), says: after("~ "), holds: after("= ").concat() }
    }

    fn write(&self) -> String {
        let rules = if self.rules.is_empty() { "-".to_owned() } else { self.rules.join(", ") };
        let marked =
            |mark: &str, lines: &[String]| lines.iter().map(|line| format!("{mark} {line}\n")).collect::<String>();
        format!("{rules} | {}\n{}{}= {}\n", self.source, marked("$", &self.typed), marked("~", &self.says), self.holds)
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/rulings/rows")
}

/// The files of a rulebook, by subject.
fn files(book: &str) -> Vec<PathBuf> {
    let of_book =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&format!("{book}.")));
    let entries = fs::read_dir(folder()).expect("part of the project").map(|entry| entry.expect("readable").path());
    let mut files: Vec<PathBuf> = entries.filter(of_book).collect();
    files.sort();
    files
}

fn rows(path: &Path) -> Vec<Row> {
    let text = fs::read_to_string(path).expect("a readable file");
    text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()).map(Row::read).collect()
}

/// A folder in which the event is under a rulebook. Typed once for each rulebook and then copied.
pub fn event(book: &str) -> tempfile::TempDir {
    static TYPED: Mutex<BTreeMap<String, Vec<u8>>> = Mutex::new(BTreeMap::new());
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("event.bughouse");
    // Held while it is typed, so that two tests that ask at once do not both type it.
    let mut typed = TYPED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = typed.get(book) {
        fs::write(file, bytes).expect("the temporary folder can be written");
        return folder;
    }
    let new = format!("new event --name Event --seed 3 --rulebook {book}");
    for line in [new.as_str()].into_iter().chain(EVENT.lines()) {
        let said = run(folder.path(), &format!("bughouse {line} --no-backup"), &[]);
        assert_eq!(said.code, 0, "{line}: {}", said.text);
    }
    typed.insert(book.to_owned(), fs::read(file).expect("the file was made"));
    folder
}

/// What holds after a row was typed, and what was answered last.
fn typed(event: &Path, row: &Row) -> (String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    fs::copy(event.join("event.bughouse"), folder.path().join("event.bughouse")).expect("the event can be copied");
    let Some((last, earlier)) = row.typed.split_last() else { return ("nothing to type".to_owned(), String::new()) };
    let verb = last.split_whitespace().next().unwrap_or_default();
    let table =
        row.typed.iter().flat_map(|line| line.split(' ')).find_map(|word| word.parse::<u64>().ok()).unwrap_or(1);
    let section = if table == 11 { "Double" } else { "Open" };
    let tried = (verb == "result").then(|| format!("{last} --dry-run --json"));
    let asked = ["ruling list", "appeal list", &format!("pairings {section}"), "team list"]
        .map(|line| format!("{line} --json"));
    let sitting: Vec<String> =
        earlier.iter().chain(&tried).chain([last]).chain(&asked).map(|line| (*line).clone()).collect();
    let seen = run(folder.path(), "bughouse shell --no-backup", &sitting).text;
    // A sitting repeats each line before its answer.
    let mut answers =
        seen.split("\nbughouse> ").skip(1).map(|answer| answer.split_once('\n').unwrap_or_default().1.to_owned());
    let refused = answers.by_ref().take(earlier.len()).find(|answer| answer.contains("error: "));
    assert_eq!(refused, None, "{}", row.write());
    let rule = tried.and_then(|_| documents(&answers.next()?).into_iter().next());
    let rule = rule.filter(|filed| filed.get("changed").is_some());
    let mut said = Answered { code: 0, text: answers.next().unwrap_or_default() };
    // What is refused changes nothing, and can be typed again to see how it ends by itself.
    if said.text.contains("error: ") {
        said = run(folder.path(), &format!("bughouse {last} --no-backup"), &[]);
    }
    let found: Vec<Value> = answers.take(asked.len()).flat_map(|answer| documents(&answer)).collect();
    let Ok([rulings, appeals, pairings, teams]) = <[Value; 4]>::try_from(found) else {
        panic!("{}{seen}", row.write());
    };
    let mut holds = Vec::new();
    if said.code != 0 {
        let message = said.text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        holds.push(format!("exit {}: {message}", said.code));
    } else if ["ruling", "rule"].contains(&verb) {
        holds.extend(rulings["rulings"].as_array().and_then(|rulings| rulings.last()).map(ruled));
    } else if verb == "appeal" {
        let appeal = appeals["appeals"].as_array().and_then(|appeals| appeals.last());
        holds.extend(appeal.map(heard));
        let about = rulings["rulings"].as_array().into_iter().flatten();
        let about = about.filter(|ruling| appeal.is_some_and(|appeal| appeal["ruling"] == ruling["ruling"]));
        holds.extend(about.map(|ruling| format!("ruling {}", ruling["standing"].as_str().unwrap_or_default())));
    }
    let at_table = pairings["pairings"].as_array().and_then(|all| all.iter().find(|p| p["table"] == table));
    for result in at_table.and_then(|p| p["results"].as_array()).into_iter().flatten() {
        let number = if table == 11 { format!("match {}", result["match"]) } else { "match".to_owned() };
        holds.push(format!("{number} {}", result["result"].as_str().unwrap_or("open")));
    }
    if let Some(filed) = rule.filter(|filed| said.code == 0 && !filed["result"].is_null()) {
        holds.push(format!("by {}", cited(&filed)));
    }
    if row.typed.iter().any(|line| line.contains("expel")) {
        let expelled = teams["teams"].as_array().into_iter().flatten().filter(|team| team["status"] == "expelled");
        holds.extend(expelled.map(|team| format!("{} expelled", team["name"].as_str().unwrap_or_default())));
    }
    (holds.join("; "), said.text)
}

/// The JSON documents in what was said, one after the other.
pub fn documents(said: &str) -> Vec<Value> {
    let (mut found, mut rest) = (Vec::new(), said);
    while let Some(at) = rest.find('{') {
        let mut read = serde_json::Deserializer::from_str(&rest[at..]).into_iter::<Value>();
        let document = read.next().expect("a brace was found").unwrap_or_else(|e| panic!("{e}\n{said}"));
        found.push(document);
        rest = &rest[at + read.byte_offset()..];
    }
    found
}

/// `24, fallback`, `8a` or `silent`.
fn cited(ruling: &Value) -> String {
    match (ruling["rule"].as_str(), ruling["fallback"] == true) {
        (Some(rule), true) => format!("({rule}, fallback)"),
        (Some(rule), false) => format!("({rule})"),
        (None, _) => "(silent)".to_owned(),
    }
}

/// `upheld (8); board a 1-0`, `time:1:00, step 2 (13); Zoe +1:00`.
fn ruled(ruling: &Value) -> String {
    let text = |key: &str| ruling[key].as_str().unwrap_or_default().to_owned();
    let mut what = match (ruling["decision"].as_str(), ruling["found"] == false) {
        (Some(_), true) => "not found".to_owned(),
        (Some(decision), false) => decision.to_owned(),
        (None, _) if ruling["action"].is_string() => text("action"),
        (None, _) if ruling["penalty"].is_string() => text("penalty"),
        _ => "recorded".to_owned(),
    };
    what += &ruling["step"].as_u64().map(|step| format!(", step {step}")).unwrap_or_default();
    if ruling["overridden"] == true {
        what += ", the director's choice";
    }
    let mut holds = vec![format!("{what} {}", cited(ruling))];
    if !["in-force", ""].contains(&text("standing").as_str()) {
        holds.push(text("standing"));
    }
    for clock in ruling["clock"].as_array().into_iter().flatten() {
        let change = match (clock["set"].as_str(), clock["add"].as_str().unwrap_or_default()) {
            (Some(set), _) => format!(
                "{} {} {set}",
                clock["board"].as_str().unwrap_or_default(),
                clock["side"].as_str().unwrap_or_default()
            ),
            (None, add) if add.starts_with('-') => add.to_owned(),
            (None, add) => format!("+{add}"),
        };
        holds.push(format!("{} {change}", clock["player"]["name"].as_str().unwrap_or("a clock")));
    }
    if !ruling["without_effect"].is_null() {
        holds.push("without effect".to_owned());
    }
    if let Some(result) = ruling["board_result"].as_str() {
        holds.push(format!("board {} {result}", text("board")));
    }
    holds.join("; ")
}

/// `section-chief overturned`, `floor-chief upheld, final`.
fn heard(appeal: &Value) -> String {
    let text = |key: &str| appeal[key].as_str().unwrap_or_default().to_owned();
    let last = if appeal["final"] == true { ", final" } else { "" };
    format!("{} {}{last}", text("level"), text("state"))
}

fn check(book: &str) {
    let event = event(book);
    let (mut wrong, updates) = (Vec::new(), std::env::var_os("UPDATE_SNAPSHOTS").is_some());
    for path in files(book) {
        let mut rows = rows(&path);
        for row in &mut rows {
            let (holds, answer) = typed(event.path(), row);
            let missing: Vec<&String> = row.says.iter().filter(|says| !answer.contains(says.as_str())).collect();
            if !missing.is_empty() {
                wrong.push(format!("{}\nsays no {missing:?} in:\n{answer}", row.write()));
            }
            if holds != row.holds && !updates {
                wrong.push(format!("{}holds: {holds}\n{answer}", row.write()));
            }
            row.holds = holds;
        }
        if updates {
            fs::write(path, rows.iter().map(Row::write).collect::<Vec<_>>().join("\n"))
                .expect("the project can be written");
        }
    }
    assert!(wrong.is_empty(), "{} under {book}:\n\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn us_chess_2018() {
    check("us-chess-2018");
}

#[test]
fn uscf_2006() {
    check("uscf-2006");
}

#[test]
fn oscf_2012() {
    check("oscf-2012");
}

#[test]
fn fide_blitz_3() {
    check("fide-blitz-3");
}

#[test]
fn club() {
    check("club");
}

/// All rows of a book in the order of its rules; where the source is silent, at the end.
fn in_order(book: &Rulebook) -> Vec<Row> {
    let place = |row: &Row| {
        let first = row.rules.first();
        first.map_or(usize::MAX, |rule| {
            let at = book.rules.iter().position(|known| known.number == *rule);
            at.unwrap_or_else(|| panic!("{} has no rule {rule}", book.id))
        })
    };
    let mut rows: Vec<Row> = files(&book.id).iter().flat_map(|path| rows(path)).collect();
    rows.sort_by_key(place);
    rows
}

#[test]
fn every_numbered_rule_of_every_book_has_a_row() {
    let mut count = 0;
    for book in rulebook::all() {
        let rows = in_order(book);
        count += rows.len();
        for rule in &book.rules {
            assert!(
                rows.iter().any(|row| row.rules.contains(&rule.number)),
                "{} {}: {}",
                book.id,
                rule.number,
                rule.text
            );
        }
    }
    assert!(count >= 200, "{count} rows");
}

#[test]
fn the_reference_page_is_made_of_the_rows() {
    let mut page = include_str!("../rows/page.md").to_owned();
    for book in rulebook::all() {
        page += &format!(
            "\n## {} (`{}`)\n\n| rule | source | typed | result |\n| --- | --- | --- | --- |\n",
            book.title, book.id
        );
        for row in in_order(book) {
            let rules = if row.rules.is_empty() { "–".to_owned() } else { row.rules.join(", ") };
            let typed: Vec<String> = row.typed.iter().map(|line| format!("`{line}`")).collect();
            page += &format!("| {rules} | {} | {} | {} |\n", row.source, typed.join("<br>"), row.holds);
        }
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/reference/rulebooks.md");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, &page).expect("the project can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/reference/rulebooks.md is not what the rows say: UPDATE_SNAPSHOTS=1 writes it");
}
