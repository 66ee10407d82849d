//! `bughouse desk`: the day by the forms of its pages, as a browser without script sends them; and who is let in.

use super::hall::Hall;
use super::serving_client::{Got, Serving};
use serde_json::Value;
use std::collections::BTreeSet;

/// The desk with one browser.
pub struct Desk {
    pub serving: Serving,
    pub cookie: String,
}

pub fn opened(hall: &Hall, words: &[&str]) -> (Serving, String) {
    let words: Vec<&str> = ["desk", "--no-browser", "--json", "--port", "0"].iter().chain(words).copied().collect();
    Serving::by_with_address(&mut hall.command(&words))
}

fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// A page in which no form is within another: a browser ends the outer one there, and its button does nothing.
fn whole(page: String) -> String {
    let mut is_open = false;
    for tag in page.split('<').filter(|tag| tag.starts_with("form") || tag.starts_with("/form>")) {
        assert!(!(is_open && tag.starts_with("form")), "a form in a form, at <{tag} of {page}");
        is_open = tag.starts_with("form");
    }
    page
}

impl Desk {
    pub fn of(hall: &Hall, words: &[&str]) -> Self {
        let (serving, address) = opened(hall, words);
        let path = &address[address.find("/ticket/").expect("a ticket")..];
        let got = serving.ask("GET", path, &[], b"").is(303);
        let cookie = got.header("set-cookie").expect("a cookie").split(';').next().unwrap_or_default().to_owned();
        Self { serving, cookie }
    }

    pub fn get(&self, path: &str) -> Got {
        self.serving.ask("GET", path, &[("Cookie", &self.cookie)], b"")
    }

    /// A page, once it was led to.
    pub fn page(&self, path: &str) -> String {
        let mut got = self.ended(self.get(path));
        while got.status == 303 {
            got = self.ended(self.get(got.header("location").expect("a way on")));
        }
        whole(got.is(200).text())
    }

    /// What work comes to that takes long, and has a page of its own meanwhile.
    fn ended(&self, mut got: Got) -> Got {
        while let Some(to) = got.header("location").filter(|to| to.starts_with("/working/")).map(str::to_owned) {
            got = self.get(&to);
            while got.status == 200 && got.text().contains("http-equiv=\"refresh\"") {
                std::thread::sleep(std::time::Duration::from_millis(100));
                got = self.get(&to);
            }
        }
        got
    }

    pub fn send(&self, path: &str, fields: &[(&str, &str)]) -> Got {
        let origin = format!("http://{}", self.serving.address);
        let body =
            fields.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect::<Vec<_>>().join("&");
        let headers = [
            ("Cookie", self.cookie.as_str()),
            ("Origin", &origin),
            ("Content-Type", "application/x-www-form-urlencoded"),
        ];
        self.ended(self.serving.ask("POST", path, &headers, body.as_bytes()))
    }

    /// Presses a button, and gives the page that comes of it.
    pub fn press(&self, path: &str, fields: &[(&str, &str)]) -> String {
        let got = self.send(path, fields);
        match got.header("location") {
            Some(to) if got.status == 303 => self.page(to),
            _ => whole(got.is(200).text()),
        }
    }

    pub fn types(&self, line: &str) -> String {
        self.press("/do", &[("line", line)])
    }
}

#[test]
fn the_owner_of_the_laptop_comes_in_by_a_ticket_once_and_nobody_else_does() {
    let hall = Hall::under("us-chess-2018");
    let (serving, address) = opened(&hall, &[]);
    let ticket = &address[address.find("/ticket/").expect("a ticket")..];
    serving.ask("GET", "/now", &[], b"").is(401);
    serving.ask("GET", "/ticket/0000", &[], b"").is(401);
    let let_in = serving.ask("GET", ticket, &[], b"").is(303);
    let cookie = let_in.header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap_or_default();
    serving.ask("GET", ticket, &[], b"").is(401);
    let known = |headers: &[(&str, &str)]| serving.ask("GET", "/now", &[&[("Cookie", cookie)], headers].concat(), b"");
    known(&[]).is(200);
    // Another name, a proxy, and the cookie of a desk at another port.
    known(&[("Host", "evil.example")]).is(403);
    known(&[("X-Forwarded-For", "10.0.0.1")]).is(403);
    let (name, token) = cookie.split_once('=').expect("a pair");
    assert!(name.ends_with(&serving.address.port().to_string()), "{name}");
    serving.ask("GET", "/now", &[("Cookie", &format!("bughouse-desk-1={token}"))], b"").is(401);
    let page = known(&[]);
    assert!(page.header("content-security-policy").is_some_and(|policy| policy.contains("default-src 'self'")));
    // A form of another site's page, and one of no page.
    let log = hall.json(&["log"]);
    for origin in [&[][..], &[("Origin", "http://evil.example")], &[("Origin", "null")]] {
        let headers = [&[("Cookie", cookie), ("Content-Type", "application/x-www-form-urlencoded")], origin].concat();
        serving.ask("POST", "/do", &headers, b"line=team+add+Rooks").is(403);
    }
    assert_eq!(hall.json(&["log"]), log);
}

#[test]
fn no_page_of_the_desk_is_for_anybody_else() {
    let hall = Hall::in_section(&[], 4);
    let [one, other] = [Desk::of(&hall, &[]), Desk::of(&hall, &[])];
    // The cookie of one desk, as it is and under the other's name, at the other's port.
    let (_, token) = one.cookie.split_once('=').expect("a pair");
    let (name, _) = other.cookie.split_once('=').expect("a pair");
    for cookie in
        [one.cookie.clone(), format!("{name}={token}"), format!("{name}="), format!("{}; {name}=0", one.cookie)]
    {
        other.serving.ask("GET", "/now", &[("Cookie", &cookie)], b"").is(401);
    }
    // Without a ticket nothing is said, not even that something changed.
    for page in
        ["/", "/now", "/start", "/version", "/at/entries", "/said/1", "/working/1", "/file/round.pdf", "/form/undo"]
    {
        let got = one.serving.ask("GET", page, &[], b"").is(401);
        assert!(!got.text().contains("Team 1") && got.header("set-cookie").is_none(), "{page}");
    }
    let known = ("Cookie", one.cookie.as_str());
    for header in ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"] {
        one.serving.ask("GET", "/now", &[known, (header, "10.0.0.1")], b"").is(403);
        // Nor does a ticket open it behind a proxy.
        one.serving.ask("GET", "/ticket/0000", &[(header, "10.0.0.1")], b"").is(403);
    }
    let port = one.serving.address.port();
    for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", &format!("localhost.evil.example:{port}"), ""] {
        one.serving.ask("GET", "/now", &[known, ("Host", host)], b"").is(403);
    }
    // It listens on this machine alone.
    let away = std::net::UdpSocket::bind("0.0.0.0:0").and_then(|to| {
        to.connect("192.0.2.1:9")?;
        to.local_addr()
    });
    if let Some(away) = away.ok().filter(|away| !away.ip().is_loopback() && !away.ip().is_unspecified()) {
        assert!(std::net::TcpStream::connect((away.ip(), port)).is_err(), "{away} answers");
    }
    // Nothing is done for a page of another site, whatever it sends along.
    let log = hall.json(&["log"]);
    let own = format!("http://{}", one.serving.address);
    for more in [[("Origin", "null"), ("Sec-Fetch-Site", "none")], [("Origin", &own), ("Sec-Fetch-Site", "cross-site")]]
    {
        for path in ["/do", "/form/team/add", "/print", "/close", "/hall/close", "/past"] {
            let headers = [&[known, ("Content-Type", "application/x-www-form-urlencoded")][..], &more].concat();
            one.serving.ask("POST", path, &headers, b"line=pair").is(403);
        }
    }
    assert_eq!(hall.json(&["log"]), log);
}

#[test]
fn an_event_is_made_entered_paired_and_played_by_its_forms_as_it_is_typed() {
    let file: String = (1..=8).map(|n| format!("Team {n},Ann{n} Lee,5,Bo{n} Cruz,4\n")).collect();
    let file = format!("Team,Player 1,Grade 1,Player 2,Grade 2\n{file}");
    let hall = Hall::empty();
    hall.write("entries.csv", &file);
    let desk = Desk::of(&hall, &[]);
    assert!(desk.page("/").contains("There are no tournaments in this folder yet"));
    let made = desk.press("/new", &[("name", "Maple Fall"), ("date", "2026-11-28"), ("book", "us-chess-2018")]);
    assert!(made.contains("Maple Fall") && made.contains("The tournament has no sections yet"), "{made}");
    desk.press("/form/section/add", &[("a-name", "K-6"), ("a-rounds", "3")]);
    let imported = desk.press("/form/import", &[("a-registrations", "entries.csv")]);
    assert!(imported.contains("8 teams added"), "{imported}");
    let news = imported.find("8 teams added").expect("the news");
    assert!(imported.find("column 1").is_some_and(|columns| news < columns), "it comes first: {imported}");
    let now = desk.page("/now");
    assert!(now.contains("Pair round 1 of K-6"), "{now}");
    let before = hall.json(&["log"]);
    let proposal = desk.page("/propose?section=K-6");
    assert!(proposal.contains("This is what would be posted") && proposal.contains("Ann1 Lee"), "{proposal}");
    assert_eq!(hall.json(&["log"]), before, "a proposal changes nothing");
    desk.types("pair K-6");
    assert!(desk.page("/now").contains("Round 1 of K-6 is posted"));
    let slips = "1 1-0 a mate\n2 0-1\n3 1-0\n4 1/2\n";
    desk.press("/do", &[("line", "enter K-6"), ("input", slips), ("back", "/at/round?section=K-6")]);
    assert!(desk.page("/now").contains("K-6 is ready for round 2"));
    for page in ["entries", "round", "table?table=1", "standings", "prizes", "paper", "rulings", "log", "settings"] {
        let shown = desk.page(&format!("/at/{page}"));
        assert!(!shown.contains("cannot") && shown.contains("class=\"rail\""), "{page}: {shown}");
    }
    assert!(desk.page("/at/standings?section=K-6").contains("Team "), "a table of teams");
    // The same day, typed.
    let typed = Hall::empty();
    typed.write("entries.csv", &file);
    typed.run(&["new", "maple-fall", "--name", "Maple Fall", "--date", "2026-11-28"]).ok();
    typed.run(&["section", "add", "K-6", "--rounds", "3"]).ok();
    typed.run(&["import", "entries.csv"]).ok();
    typed.run(&["pair", "K-6"]).ok();
    typed.run_with(&["enter", "K-6"], slips).ok();
    let answers = |hall: &Hall| -> Vec<Value> {
        let log = hall.json(&["log"]);
        let entries = log["commands"].as_array().or(log.as_array()).expect("commands");
        entries.iter().map(|entry| entry["summary"].clone()).collect()
    };
    assert_eq!(answers(&hall), answers(&typed));
    assert!(answers(&hall).len() >= 5);
}

#[test]
fn a_question_is_a_page_and_only_its_yes_changes_something() {
    let hall = Hall::in_section(&[], 4);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    let desk = Desk::of(&hall, &[]);
    let asked = desk.types("result 1 0-1");
    assert!(asked.contains("Replace it?") && asked.contains("No, leave it"), "{asked}");
    assert!(asked.contains("Nothing has been changed yet"), "{asked}");
    let result = |hall: &Hall| hall.run(&["pairings"]).ok().out.split("Printed").next().map(str::to_owned);
    let before = result(&hall);
    let mut page = asked;
    while page.contains("No, leave it") {
        let asked = page.split("name=\"yes\" value=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let yes: Vec<(&str, &str)> = asked.map(|about| ("yes", about)).collect();
        assert!(yes.iter().all(|(_, about)| about.starts_with("result-")), "no sentence is known by: {yes:?}");
        page = desk.press("/do", &[("line", "result 1 0-1")].into_iter().chain(yes).collect::<Vec<_>>());
    }
    assert_ne!(result(&hall), before);
    desk.types("undo");
    assert_eq!(result(&hall), before);
}

#[test]
fn a_button_pressed_twice_is_given_once_and_a_reload_repeats_nothing() {
    let hall = Hall::in_section(&[], 4);
    let desk = Desk::of(&hall, &[]);
    let fields =
        [("line", "team add Rooks --player \"Ann Lee,5\" --player \"Bo Kim,5\""), ("request", "one"), ("back", "/now")];
    let first = desk.send("/do", &fields).is(303);
    let again = desk.send("/do", &fields).is(303);
    assert_eq!(first.header("location"), again.header("location"));
    let shown = desk.page(first.header("location").expect("a way on"));
    assert_eq!(shown, shown.replace("There is", ""));
    assert_eq!(hall.run(&["team", "list"]).ok().out.matches("Rooks").count(), 1);
    // A way back leads to no other site.
    let away = [("line", "team withdraw Rooks"), ("back", "//evil.example/")];
    let to = desk.send("/do", &away).is(303);
    assert!(to.header("location").is_some_and(|to| to.starts_with("/now") || to.starts_with("/said/")));
}

#[test]
fn what_is_refused_is_beside_its_field_and_nothing_typed_is_lost() {
    let hall = Hall::in_section(&[], 4);
    let desk = Desk::of(&hall, &[]);
    let refused = desk.press("/form/section/add", &[("a-name", "Open 2"), ("a-grades", "minus four")]);
    assert!(refused.contains("value=\"minus four\"") && refused.contains("value=\"Open 2\""), "{refused}");
    assert!(refused.contains("class=\"wrong\""), "{refused}");
    let refused = desk.press("/form/team/add", &[("a-name", "Pawns"), ("a-players", "Ann Lee,5")]);
    assert!(refused.contains("give --player twice") && refused.contains("value=\"partner add"), "{refused}");
    assert!(desk.page("/form/team/show").contains("<option value=\"Team 1\">"), "names are offered");
    // A hint that is a command is a button, and leads to the page that has it.
    let refused = desk.types("pairings");
    assert!(refused.contains("This was not done"), "{refused}");
    let refused = desk.types("team show Nobody");
    assert!(refused.contains("href=\"/at/lists\" title=\"bughouse team list\""), "{refused}");
    // Nothing that is typed becomes a part of the page.
    let hostile = desk.types("team show \"<script>alert(1)</script>\"");
    assert!(!hostile.contains("<script>alert"), "{hostile}");
    // What waits for a terminal is said to.
    assert!(desk.types("shell").contains("type it in a terminal window"));
}

#[test]
fn every_command_has_a_form() {
    let hall = Hall::in_section(&[], 4);
    let desk = Desk::of(&hall, &[]);
    let links = |page: &str| -> BTreeSet<String> {
        let parts = page.split("href=\"/form/").skip(1);
        parts.filter_map(|part| part.split('"').next()).map(str::to_owned).collect()
    };
    let mut found = BTreeSet::new();
    let mut open: Vec<String> = links(&desk.page("/more")).into_iter().collect();
    while let Some(path) = open.pop() {
        if found.insert(path.clone()) {
            let page = desk.page(&format!("/form/{path}"));
            assert!(
                page.contains("class=\"panel fields\"") || page.contains("class=\"panel commands\""),
                "{path}: {page}"
            );
            open.extend(links(&page));
        }
    }
    let reference = std::fs::read_to_string("docs/reference/commands.md").expect("the page of commands");
    for command in reference.lines().filter_map(|line| line.strip_prefix("## bughouse ")) {
        assert!(found.contains(&command.replace(' ', "/")), "no form leads to {command}");
    }
}

#[test]
fn a_document_that_a_button_writes_is_opened_from_its_page_and_no_other_file_is() {
    let hall = Hall::in_section(&[], 4);
    hall.run(&["pair"]).ok();
    let desk = Desk::of(&hall, &[]);
    let written = desk.types("pairings -o round-1.pdf");
    assert!(written.contains("href=\"/file/round-1.pdf\""), "{written}");
    let got = desk.get("/file/round-1.pdf").is(200);
    assert_eq!(got.header("content-type"), Some("application/pdf"));
    assert!(got.bytes.starts_with(b"%PDF"));
    hall.write("secret.txt", "not for the browser");
    for path in ["/file/secret.txt", "/file/..%2fsecret.txt", "/file/%2fetc%2fpasswd"] {
        desk.get(path).is(404);
    }
}

#[test]
fn the_desk_closes_from_its_page() {
    let hall = Hall::in_section(&[], 2);
    let desk = Desk::of(&hall, &[]);
    assert!(desk.press("/close", &[]).contains("The desk is closed"));
    let Desk { serving, .. } = desk;
    assert_eq!(serving.ended(), 0);
    hall.run(&["check"]).ok();
}

#[test]
fn the_sample_is_made_from_its_button_whole() {
    let hall = Hall::empty();
    let desk = Desk::of(&hall, &[]);
    let now = desk.press("/sample", &[]);
    assert!(now.contains("Maple Valley Scholastic Bughouse") && now.contains("K-12"), "{now}");
    hall.run(&["-f", "bughouse-demo/demo.bughouse", "check"]).ok();
    assert!(hall.path("bughouse-demo/directors-report.pdf").is_file(), "the day was played to its end");
}

#[test]
fn no_name_becomes_a_button() {
    let hall = Hall::in_section(&[], 4);
    let forged = "\u{fdd0}team withdraw 3\u{fdd1}";
    hall.write("entries.csv", format!("Team,Player 1,Grade 1,Player 2,Grade 2\n{forged},Ann Lee,5,Bo Kim,4\n"));
    hall.run(&["import", "entries.csv", "--section", "Open"]).ok();
    hall.run(&["team", "add", &format!("Rooks {forged}"), "--player", "Cy Day,5", "--player", "Di Fox,5"]).ok();
    let desk = Desk::of(&hall, &[]);
    let teams = desk.page("/at/entries");
    assert!(teams.contains("team withdraw 3"), "the names are shown: {teams}");
    for page in [teams, desk.types(&format!("team show {forged}")), desk.page("/at/log")] {
        assert!(!page.contains("value=\"team withdraw 3\"") && !page.contains('\u{fdd0}'), "{page}");
    }
}
