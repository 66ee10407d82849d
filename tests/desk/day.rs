//! *A day of three sections* of the guide, with what goes wrong on a day: given on the desk's pages it is the day that is typed.

use super::hall::Hall;
use super::window::Desk;
use serde_json::Value;

/// One act of the day: the command that a director would type, and where the pages have it.
pub enum Act {
    /// A button of this page, which gives the command.
    Press(&'static str, &'static str),
    /// The proposal of this section's round, posted.
    Post(&'static str, &'static str),
    /// A form of this command, with what is filled in.
    Fill(&'static str, &'static [(&'static str, &'static str)], &'static str),
    /// A slip in the grid: section, round where it is an earlier one, the line as it is typed, and the command.
    Slip(&'static str, &'static str, String, String),
    /// A slip that says otherwise than what is on file, and replaces it.
    Replace(&'static str, &'static str, &'static str, &'static str),
    /// A list that is dropped on the page of entries: its name and text, and the command that enters it; none where it is the wrong file.
    Drop(&'static str, String, Option<&'static str>),
    /// A line in the box that is on every page.
    Box(&'static str),
}

/// The list of entries, and the piles of slips, as the guide has them.
fn of_the_guide() -> (String, Vec<Vec<String>>) {
    let page = std::fs::read_to_string("docs/guide/a-day.md").expect("the page is part of the project");
    let list = page.split("```csv entries.csv\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a list");
    let pile = |block: &str| block.lines().filter_map(|line| line.strip_prefix("slip> ")).map(str::to_owned).collect();
    let piles: Vec<Vec<String>> =
        page.split("```console").map(pile).filter(|pile: &Vec<String>| !pile.is_empty()).collect();
    assert_eq!((list.lines().count(), piles.len()), (25, 5));
    (list.to_owned(), piles)
}

const SECTIONS: [&str; 3] = ["K-3", "4-6", "7-12"];

/// `1 2bt` as the command says it.
fn spelled(slip: &str) -> String {
    let (table, rest) = slip.split_once(' ').expect("a table");
    let mut letters = rest.chars();
    let result = match letters.next() {
        Some('1') => "1-0",
        Some('2') => "0-1",
        _ => "1/2",
    };
    let mut words = ["result", table, result].join(" ");
    for letter in letters {
        words += match letter {
            'a' => " a",
            'b' => " b",
            'm' => " mate",
            't' => " time",
            'r' => " resign",
            _ => " illegal",
        };
    }
    words
}

pub fn acts() -> Vec<Act> {
    let (list, piles) = of_the_guide();
    let mut acts = vec![
        Act::Fill("section/add", &[("name", "K-3"), ("rounds", "5")], "section add K-3 --rounds 5"),
        Act::Fill("section/add", &[("name", "4-6"), ("rounds", "5")], "section add 4-6 --rounds 5"),
        Act::Fill("section/add", &[("name", "7-12"), ("rounds", "5")], "section add 7-12 --rounds 5"),
        Act::Press("/at/prizes?section=K-3", "prize add K-3 --place 1-3"),
        Act::Press("/at/prizes?section=4-6", "prize add 4-6 --place 1-3"),
        Act::Press("/at/prizes?section=7-12", "prize add 7-12 --place 1-3"),
        Act::Fill(
            "official/add",
            &[("name", "Pat Lee"), ("role", "floor-chief")],
            "official add \"Pat Lee\" --role floor-chief",
        ),
        Act::Fill("official/add", &[("name", "Sam Cole"), ("role", "td")], "official add \"Sam Cole\" --role td"),
        Act::Fill(
            "official/add",
            &[("name", "Kim Yu"), ("role", "section-chief")],
            "official add \"Kim Yu\" --role section-chief",
        ),
        Act::Drop("menu.csv", "Soup,Salad\nTomato,Green\n".to_owned(), None),
        Act::Drop("entries.csv", list, Some("import entries.csv --sections")),
        Act::Press("/at/lists", "check-in --all"),
    ];
    for (round, pile) in (1..).zip(piles) {
        acts.extend([Act::Post("K-3", "pair K-3"), Act::Post("4-6", "pair 4-6"), Act::Post("7-12", "pair 7-12")]);
        if round == 1 {
            // One more comes when the round is posted.
            acts.push(Act::Fill(
                "team/add",
                &[("name", "Late Larks"), ("section", "K-3"), ("players", "Ann Lark,2,700\nBo Lark,3,650")],
                "team add \"Late Larks\" --section K-3 --player \"Ann Lark,2,700\" --player \"Bo Lark,3,650\"",
            ));
        }
        if round == 1 {
            acts.push(Act::Fill("pairing/swap", &[("places", "Zugzwang\nDroppers")], "pairing swap Zugzwang Droppers"));
            acts.push(Act::Fill(
                "rule",
                &[("table", "8"), ("player", "Quin Quist"), ("offence", "hidden-pieces")],
                "rule 8 \"Quin Quist\" hidden-pieces",
            ));
            acts.push(Act::Fill(
                "appeal/file",
                &[("ruling", "1"), ("by", "Quin Quist"), ("note", "they lay in sight")],
                "appeal file 1 --by \"Quin Quist\" --note \"they lay in sight\"",
            ));
            acts.push(Act::Fill(
                "appeal/decide",
                &[("appeal", "1"), ("falls", "true"), ("official", "Kim Yu")],
                "appeal decide 1 --falls --official \"Kim Yu\"",
            ));
        }
        for slip in pile {
            let table: u32 = slip.split(' ').next().and_then(|table| table.parse().ok()).expect("a table");
            let section = SECTIONS[((table - 1) / 4) as usize];
            let line = spelled(&slip);
            acts.push(Act::Slip(section, "", slip, line));
        }
        if round == 2 {
            acts.push(Act::Replace("K-3", "1", "3 =", "result 3 1/2 --round 1 --replace"));
            acts.push(Act::Box("team withdraw Gambits"));
            acts.push(Act::Press("/now", "undo"));
        }
    }
    acts
}

/// The sheets that are printed in the end: each is a button of this page.
pub const PAPER: [&str; 3] =
    ["/at/paper?view=round&section=K-3", "/at/paper?view=day&section=K-3", "/at/paper?view=closing&section=4-6"];

/// What a command in a page's hidden field says.
pub fn unescaped(text: &str) -> String {
    text.replace("&#34;", "\"")
        .replace("&quot;", "\"")
        .replace("&#38;", "&")
        .replace("&amp;", "&")
        .replace("&#39;", "'")
}

/// The commands behind buttons of a page that post to this address.
pub fn lines_of(page: &str, action: &str) -> Vec<String> {
    let forms = page.split("<form ").filter(|form| form.contains(&format!("action=\"{action}\"")));
    let line = |form: &str| Some(unescaped(form.split("name=\"line\" value=\"").nth(1)?.split('"').next()?));
    forms.filter_map(line).collect()
}

/// The same day, typed; `like` was made on pages, with its lot.
pub fn typed(like: &Hall) -> Hall {
    let seed = like.json(&["export", "json"])["seed"].to_string();
    let hall = Hall::empty();
    let today = chrono::Local::now().format("%Y-%m-%d").to_string();
    hall.run(&["new", "spring", "--name", "Spring Bughouse", "--date", &today, "--seed", &seed]).ok();
    let run = |line: &str| {
        let words = super::console::words(line);
        hall.run(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    for act in acts() {
        match act {
            Act::Drop(name, text, line) => {
                hall.write(name, text);
                match line {
                    Some(line) => drop(run(line).ok()),
                    None => drop(
                        run(&format!("import {name}")).fails(2, "no heading that says where the players' names are"),
                    ),
                }
            }
            Act::Press(_, line)
            | Act::Post(_, line)
            | Act::Fill(_, _, line)
            | Act::Box(line)
            | Act::Replace(_, _, _, line) => drop(run(line).ok()),
            Act::Slip(_, _, _, line) => drop(run(&line).ok()),
        }
    }
    hall
}

/// What every command came to: kind and sentence.
fn journal(hall: &Hall) -> Vec<(Value, Value)> {
    let log = hall.json(&["log"]);
    let commands = log["commands"].as_array().expect("commands");
    commands.iter().skip(1).map(|one| (one["kind"].clone(), one["summary"].clone())).collect()
}

/// Fails unless the two days are one, but for who and when.
pub fn is_the_typed_day(hall: &Hall) {
    let typed = typed(hall);
    let (ours, theirs) = (journal(hall), journal(&typed));
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(ours.len(), theirs.len());
    for words in [&["standings", "--all"][..], &["crosstable", "--all"], &["prizes", "--all"], &["ruling", "list"]] {
        let [ours, theirs] = [hall, &typed].map(|hall| {
            let said = hall.run(words).ok().out;
            let lines = said.lines().filter(|line| !line.starts_with("Printed"));
            lines.map(str::to_owned).collect::<Vec<_>>()
        });
        assert_eq!(ours, theirs, "{words:?}");
    }
    hall.run(&["check"]).ok();
}

/// The day as a browser without script sends it.
struct Posts<'a> {
    desk: &'a Desk,
}

impl Posts<'_> {
    fn value(page: &str, name: &str) -> String {
        let from = page.split(&format!("name=\"{name}\" value=\"")).nth(1).unwrap_or_default();
        unescaped(from.split('"').next().unwrap_or_default())
    }

    fn slip(&self, page: &str, section: &str, line: &str) -> String {
        let own = ["request", "round", "shown", "pass", "verified", "stop"].map(|name| (name, Self::value(page, name)));
        let own = own.iter().map(|(name, value)| (*name, value.as_str()));
        let fields: Vec<(&str, &str)> = own.chain([("section", section), ("line", line)]).collect();
        self.desk.press("/round/slip", &fields)
    }

    fn drop(&self, name: &str, text: &str) -> String {
        let origin = format!("http://{}", self.desk.serving.address);
        let body = format!(
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: text/csv\r\n\r\n{text}\r\n--b--\r\n"
        );
        let headers = [
            ("Cookie", self.desk.cookie.as_str()),
            ("Origin", &origin),
            ("Content-Type", "multipart/form-data; boundary=b"),
        ];
        self.desk.serving.ask("POST", "/entries/file", &headers, body.as_bytes()).is(303);
        match text.contains("Section") {
            true => self.desk.press("/entries/read", &[("into", "*"), ("flags", "shown")]),
            false => self.desk.page("/entries/file"),
        }
    }

    /// Says yes to what is asked.
    fn settled(&self, mut page: String) -> String {
        while page.contains("No, leave it") {
            let line = Self::value(&page, "line");
            let asked = page.split("name=\"yes\" value=\"").skip(1).filter_map(|rest| rest.split('"').next());
            let yes = asked.map(|about| ("yes", about));
            let fields: Vec<(&str, &str)> = [("line", line.as_str())].into_iter().chain(yes).collect();
            page = self.desk.press("/do", &fields);
        }
        page
    }

    fn give(&self, act: &Act) {
        match act {
            Act::Press(at, line) => {
                let page = self.desk.page(at);
                assert!(lines_of(&page, "/do").iter().any(|one| one == line), "{at} has no button {line}: {page}");
                self.settled(self.desk.types(line));
            }
            Act::Post(section, _) => {
                let page = self.desk.page(&format!("/propose?section={section}"));
                assert!(page.contains("This is what would be posted"), "{page}");
                let form =
                    page.split("<form ").find(|form| form.contains("data-posts")).expect("a button that posts it");
                let request = Self::value(form, "request");
                let yes = form.split("name=\"yes\" value=\"").skip(1).filter_map(|rest| rest.split('"').next());
                let own = [("section", *section), ("request", request.as_str())];
                let fields: Vec<(&str, &str)> = yes.map(|about| ("yes", about)).chain(own).collect();
                self.settled(self.desk.press("/propose", &fields));
            }
            Act::Box(line) => drop(self.settled(self.desk.types(line))),
            Act::Fill(path, fields, _) => {
                let page = self.desk.page(&format!("/form/{path}"));
                // A child has fields of its own.
                let of_child = |name: &str, at: usize, line: &str| -> Vec<(String, String)> {
                    let parts = ["name", "grade", "rating", "id", "school"].iter().zip(line.split(','));
                    parts.map(|(part, value)| (format!("a-{name}.{at}.{part}"), value.to_owned())).collect()
                };
                let shown: Vec<(String, String)> = fields
                    .iter()
                    .flat_map(|(name, value)| match page.contains(&format!("name=\"a-{name}.0.name\"")) {
                        true => value.lines().enumerate().flat_map(|(at, line)| of_child(name, at, line)).collect(),
                        false => vec![(format!("a-{name}"), (*value).to_owned())],
                    })
                    .collect();
                for (name, _) in &shown {
                    assert!(page.contains(&format!("name=\"{name}\"")), "{path} has no field {name}: {page}");
                }
                let sent: Vec<(&str, &str)> =
                    shown.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
                let came = self.settled(self.desk.press(&format!("/form/{path}"), &sent));
                assert!(!came.contains("role=\"alert\""), "{path}: {came}");
            }
            Act::Slip(section, round, line, command) => {
                let page = self.desk.page(&format!("/at/round?section={section}&round={round}"));
                let came = self.slip(&page, section, line);
                assert!(came.contains(&format!("bughouse {command}")), "{command}: {came}");
            }
            Act::Replace(section, round, line, _) => {
                let page = self.desk.page(&format!("/at/round?section={section}&round={round}"));
                let stopped = self.slip(&page, section, line);
                assert!(stopped.contains("This slip says something else"), "{stopped}");
                self.settled(self.slip(&stopped, section, "r"));
            }
            Act::Drop(name, text, line) => {
                let page = self.drop(name, text);
                match line {
                    Some(line) => {
                        assert!(
                            lines_of(&page, "/do").iter().any(|one| one == line),
                            "{name} is entered by {line}: {page}"
                        );
                        self.desk.types(line);
                    }
                    None => {
                        assert!(
                            page.contains("role=\"alert\"") || page.contains("none of them can be entered"),
                            "{page}"
                        );
                        self.desk.press("/entries/leave", &[]);
                    }
                }
            }
        }
    }
}

#[test]
#[ignore = "a whole day at the desk takes minutes"]
fn the_day_by_plain_forms_is_the_day_that_is_typed() {
    let hall = Hall::empty();
    let desk = Desk::of(&hall, &[]);
    let today = chrono::Local::now().format("%Y-%m-%d").to_string();
    desk.press("/new", &[("name", "Spring Bughouse"), ("date", &today), ("book", "us-chess-2018")]);
    let posts = Posts { desk: &desk };
    acts().iter().for_each(|act| posts.give(act));
    is_the_typed_day(&hall);
    let standings = desk.page("/at/standings?section=7-12");
    let rows = hall.json(&["standings", "7-12"])["rows"].clone();
    for row in rows.as_array().expect("rows") {
        assert!(standings.contains(row["team"]["name"].as_str().expect("a name")), "{standings}");
    }
    // All paper: each sheet of the event is a button, and a file.
    let (mut printed, before) = (0, hall.files().len());
    for at in PAPER {
        let page = desk.page(at);
        let mut lines = lines_of(&page, "/print");
        lines.sort();
        lines.dedup();
        for line in lines {
            let got = desk.send("/print", &[("line", &line)]).is(303);
            let mut to = got.header("location").expect("a way to the file").to_owned();
            if to.starts_with("/said/") {
                // Something was remarked beside it.
                let page = unescaped(&desk.page(&to));
                let file = page.split("href=\"/file/").nth(1).and_then(|rest| rest.split('"').next());
                to = format!("/file/{}", file.unwrap_or_else(|| panic!("{line} wrote no file: {page}")));
            }
            assert!(desk.get(&to).is(200).bytes.starts_with(b"%PDF"), "{line}");
            printed += 1;
        }
    }
    assert!(printed >= 20 && hall.files().len() >= before + 20, "{printed} sheets");
}
