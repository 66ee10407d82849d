//! Every page of the hall, with names that would like to be markup. `KEEP_SHEETS=folder` leaves the pages in a folder, to be looked at.

use super::super::naming::{PlayerRef, TeamRef};
use super::super::pairings::{Contestant, Pairing};
use super::super::projector::Screen;
use super::super::slips::BoardShown;
use super::*;
use crate::discipline::Offence;
use crate::tournament::Side;

fn table(state: ResultState) -> TableShown {
    let player = |name: &str| PlayerRef { shown: name.to_owned(), ..PlayerRef::default() };
    let team = |number: u32, name: &str| TeamRef {
        number,
        shown: name.to_owned(),
        school: Some("Hill & Dale".to_owned()),
        players: ["Ann <b>Lee</b>", "\u{202e}Bo \"Quote\" O'Neil"].map(player).into(),
        ..TeamRef::default()
    };
    let board = |letter: &str| BoardShown {
        board: letter.to_owned(),
        first: "Ann".to_owned(),
        second: "Cy".to_owned(),
        first_is_white: Some(true),
    };
    TableShown {
        drawn: None,
        section: "K-6".to_owned(),
        round: 3,
        called: "Round 3".to_owned(),
        table: 12,
        number: 1,
        matches: 2,
        others: vec![(2, None)],
        teams: [team(3, "Rooks</title><script>alert(1)</script>"), team(7, "Knights")],
        boards: vec![board("A"), board("B")],
        state,
        rulings: vec![("Ann <b>Lee</b>, other: warning".to_owned(), Some(4))],
        is_earlier: false,
        clock: None,
        on_file: None,
        filed_by: None,
    }
}

fn report(number: u32, result: &str) -> ReportShown {
    ReportShown { number, result: result.to_owned(), by: "Tablet 2".to_owned(), at: "10:42".to_owned() }
}

fn ticket() -> Ticket {
    Ticket { form: "f0".to_owned(), request: "r0".to_owned() }
}

fn head() -> Head {
    let ways = vec![("Tables".to_owned(), "/hall".to_owned()), ("Desk".to_owned(), "/desk".to_owned())];
    let holder =
        Holder { device: "Tablet 2".to_owned(), role: "floor-td".to_owned(), official: Some("Dana".to_owned()), ways };
    Head { tournament: "Spring <Open>".to_owned(), version: 31, reports: 2, holder: Some(holder) }
}

/// One of each.
fn pages() -> Vec<(&'static str, String)> {
    let pages = made();
    if let Some(folder) = std::env::var_os("KEEP_SHEETS") {
        for (name, page) in &pages {
            let path = std::path::Path::new(&folder).join(format!("{name}.html"));
            std::fs::write(path, page).expect("the folder can be written");
        }
    }
    pages
}

fn made() -> Vec<(&'static str, String)> {
    let shown = |page: &dyn Page| page.html().expect("a page of plain values is written");
    let table_page = |state| TablePage { head: head(), table: table(state), closed: None, slip: None, may_rule: true };
    let answer = |answer| AnswerPage {
        head: head(),
        table: table(ResultState::Open),
        result: "1-0".to_owned(),
        request: "r0".to_owned(),
        answer,
        now: None,
        slip: None,
    };
    let matter = Matter {
        section: "K-6".to_owned(),
        round: 3,
        table: 12,
        number: 1,
        matches: 1,
        teams: ["Rooks".to_owned(), "Knights".to_owned()],
        on_file: Some("1/2".to_owned()),
        filed_by: Some("filed by Pat <b>Lee</b> on Tablet 1, 10:41".to_owned()),
        disputed: true,
        reports: vec![(report(1, "1-0"), ticket()), (report(2, "0-1"), ticket())],
    };
    let playing = TableNow {
        table: 12,
        round: 3,
        teams: ["Rooks".to_owned(), "<i>".to_owned()],
        remark: Some("disputed".to_owned()),
    };
    let earlier = vec![TableNow { round: 2, remark: None, ..playing.clone() }];
    let section = SectionNow {
        name: "K-6".to_owned(),
        round: 3,
        clock: None,
        tables: 20,
        playing: vec![playing.clone()],
        filed: vec![playing],
        earlier,
    };
    let waiting = Waiting { what: "Table 12: the reports differ".to_owned(), page: Some("/desk".to_owned()) };
    let join = |code: Option<&str>| JoinPage {
        head: head(),
        code: code.map(str::to_owned),
        problem: None,
        form: "f0".to_owned(),
    };
    let confirm = ConfirmPage {
        head: head(),
        table: table(ResultState::Filed("0-1".to_owned())),
        result: "1-0".to_owned(),
        ticket: ticket(),
        side: Some(Side::Second),
        asks_side: false,
        slip: None,
    };
    let team =
        |number, name: &str| TeamRef { number, name: name.to_owned(), shown: name.to_owned(), ..TeamRef::default() };
    let contestant = |number, name: &str| Contestant { team: team(number, name), ..Contestant::default() };
    let pairing = Pairing {
        table: Some(12),
        first: contestant(3, "Rooks"),
        second: Some(contestant(4, "Team 4")),
        ..Pairing::default()
    };
    let screen = ScreenPage {
        head: head(),
        address: "/screen/1".to_owned(),
        screen: Screen {
            section: "K-6".to_owned(),
            round: 3,
            called: "Round 3".to_owned(),
            clock: None,
            pairings: vec![pairing],
        },
        page: 1,
        seconds: 12,
        now: "10:42".to_owned(),
    };
    let who = Accused {
        number: 3,
        name: "Ann <b>Lee</b>".to_owned(),
        board: 'A',
        record: vec!["Ann <b>Lee</b>: nothing".to_owned()],
    };
    let offence = Offence { rule: Some("18".to_owned()), ..Offence::unmentioned("other", "broke a rule") };
    let cost = |proposal| {
        let cost = Cost {
            who: who.clone(),
            offence: offence.clone(),
            prescribed: Some("warning or time:M:SS".to_owned()),
            choices: vec!["warning".to_owned(), "time:M:SS".to_owned()],
            flag_fell: Some(false),
            proposal,
            ..Cost::default()
        };
        Stage::Cost(Box::new(cost))
    };
    let question = |field| Question {
        asks: "What was <b>wrong</b>".to_owned(),
        field,
        answers: vec![("kings".to_owned(), "kings <Open>".to_owned())],
    };
    let claim = |asks, proposal| {
        let claim = ClaimShown {
            who: who.clone(),
            claimed: "a wrong setup".to_owned(),
            answered: vec![("claim", "setup".to_owned()), ("wrong", "kings".to_owned())],
            facts: vec!["kings <Open>".to_owned()],
            asks,
            besides: vec![question("deny")],
            proposal,
        };
        Stage::Claim(Box::new(claim))
    };
    let ruling = |stage| RulingPage { head: head(), table: table(ResultState::Open), changed: true, stage };
    let ready = Proposal::Ready {
        decided: "game".to_owned(),
        follows: vec!["the match is over".to_owned()],
        departs: true,
        note: "<Open>".to_owned(),
        witness: "<Open>".to_owned(),
        reason: String::new(),
        seen: "s0".to_owned(),
        ticket: ticket(),
    };
    let ruled_line = RuledLine {
        place: "K-6 · Round 3".to_owned(),
        said: "Ann <b>Lee</b> broke a rule: warning".to_owned(),
        why: vec!["reason: <Open>".to_owned()],
    };
    let line = AppealLine {
        appeal: 1,
        by: "Ann <b>Lee</b>".to_owned(),
        note: Some("<script>".to_owned()),
        ruled: ruled_line.clone(),
        ..AppealLine::default()
    };
    let appeals = |stage| AppealsPage {
        head: head(),
        said: vec!["appeal 1: Ann <b>Lee</b>".to_owned()],
        changed: true,
        law: "Appeals: <Open>".to_owned(),
        stage,
    };
    let filing = Hearing::File {
        ruling: 4,
        ruled: ruled_line,
        by: vec![("p3".to_owned(), "Ann <b>Lee</b>".to_owned())],
        refused: None,
        ticket: ticket(),
    };
    let deciding = |proposal| {
        let outcomes = ["stands", "falls", "none"].map(str::to_owned).to_vec();
        Hearing::Decide { line: Box::new(line.clone()), outcomes, proposal }
    };
    let not_so = Proposal::Refused { message: "settled already".to_owned(), hint: None, unless_again: true };
    let player = (3, "Ann <b>Lee</b>".to_owned(), 'A');
    let claims = vec![("setup".to_owned(), "a <Open> set-up".to_owned())];
    let what = Stage::What { who: who.clone(), offences: vec![offence.clone()], claims };
    let ruled =
        RuledPage { head: head(), table: 12, ruling: Some(4), said: vec!["Ann <b>Lee</b>: warning".to_owned()] };
    let refused =
        Receipt::Refused { message: "A draw by mate cannot be.".to_owned(), hint: Some("Look again.".to_owned()) };
    vec![
        ("open", shown(&table_page(ResultState::Open))),
        ("reported", shown(&table_page(ResultState::Reported(report(1, "1/2"))))),
        ("disputed", shown(&table_page(ResultState::Disputed(vec![report(1, "1-0"), report(2, "0-1")])))),
        ("filed", shown(&table_page(ResultState::Filed("-/-".to_owned())))),
        ("slip", shown(&TablePage { slip: Some("AB12CD34".to_owned()), ..table_page(ResultState::Open) })),
        ("confirm", shown(&confirm)),
        ("answer filed", shown(&answer(Receipt::Filed))),
        ("answer already", shown(&answer(Receipt::StoodAlready))),
        ("answer waits", shown(&answer(Receipt::Waits { other: Some((Side::Second, ticket())) }))),
        ("answer waits long", shown(&answer(Receipt::Waits { other: None }))),
        ("answer disputed", shown(&answer(Receipt::Disputed(vec![report(1, "1-0"), report(2, "0-1")])))),
        ("answer differs", shown(&answer(Receipt::Differs { on_file: "0-1".to_owned() }))),
        ("answer changed", shown(&answer(Receipt::Changed))),
        ("answer refused", shown(&answer(refused))),
        ("ruling who", shown(&ruling(Stage::Who([vec![player.clone()], vec![player]])))),
        ("ruling what", shown(&ruling(what))),
        ("ruling choice", shown(&ruling(cost(Proposal::Open)))),
        ("ruling refused", shown(&ruling(cost(not_so.clone())))),
        ("ruling", shown(&ruling(cost(ready.clone())))),
        ("claim question", shown(&ruling(claim(Some(question("wrong")), Proposal::Open)))),
        ("claim refused", shown(&ruling(claim(None, not_so.clone())))),
        ("claim", shown(&ruling(claim(None, ready.clone())))),
        ("appeals", shown(&appeals(Hearing::Open(vec![line.clone()], true)))),
        ("appeals none", shown(&appeals(Hearing::Open(Vec::new(), true)))),
        ("appeal filed", shown(&appeals(filing))),
        ("appeal choice", shown(&appeals(deciding(Proposal::Open)))),
        ("appeal refused", shown(&appeals(deciding(not_so)))),
        ("appeal decided", shown(&appeals(deciding(ready)))),
        ("ruled", shown(&ruled)),
        ("hall", shown(&HallPage { head: head(), sections: vec![section], waiting: vec![waiting] })),
        (
            "desk",
            shown(&DeskPage { head: head(), notice: None, matters: vec![matter], said: Some("Filed".to_owned()) }),
        ),
        ("join", shown(&join(None))),
        ("join by code", shown(&join(Some("AB12CD34")))),
        ("joined", shown(&JoinedPage { head: head(), may: vec!["report results".to_owned()] })),
        ("screen", shown(&screen)),
        ("trouble", shown(&TroublePage { head: head(), status: 401, ..TroublePage::default() })),
    ]
}

#[test]
fn no_name_becomes_markup_and_no_page_has_style_or_script_within() {
    for (name, page) in pages() {
        for foul in ["<script>", "<style", "style=", "onclick", "Ann <b>", "\u{202e}", "http://", "https://", "<Open>"]
        {
            assert!(!page.contains(foul), "{name} holds {foul}:\n{page}");
        }
    }
}

#[test]
fn every_page_has_one_heading_a_language_and_its_landmarks() {
    for (name, page) in pages() {
        assert_eq!(page.matches("<h1").count(), 1, "{name}:\n{page}");
        for part in ["<html lang=\"en\">", "<main id=\"main\">", "<header>", "<footer>", "noindex"] {
            assert_eq!(page.matches(part).count(), 1, "{name} lacks {part}:\n{page}");
        }
    }
}

#[test]
fn screen_readers_are_given_the_names_of_a_pages_parts() {
    for (name, page) in pages() {
        let levels: Vec<u32> =
            page.match_indices("<h").filter_map(|(at, _)| page[at + 2..].chars().next()?.to_digit(10)).collect();
        assert!(levels.windows(2).all(|two| two[1] <= two[0] + 1), "{name} skips a heading: {levels:?}");
        for (at, _) in page.match_indices("<input").chain(page.match_indices("<select")) {
            let is_hidden = page[at..].starts_with("<input type=\"hidden\"");
            let before = &page[..at];
            let is_labelled = before.matches("<label").count() > before.matches("</label").count();
            assert!(is_hidden || is_labelled, "{name}: {}", &page[at..at + 60]);
        }
        for part in page.split("<button").skip(1).chain(page.split("<a ").skip(1)) {
            let inner = &part[part.find('>').expect("a tag ends") + 1..];
            assert!(
                inner.starts_with(|first: char| !first.is_whitespace()) && !inner.starts_with("</"),
                "{name}: {part}"
            );
        }
    }
}

/// A colour of the stylesheet, by the words of its rule, as how bright it is.
fn brightness(rule: &str, name: &str) -> f64 {
    let at = rule.find(&format!("--{name}: #")).unwrap_or_else(|| panic!("no {name} in {rule}")) + name.len() + 5;
    let hex: String = rule[at..].chars().take_while(char::is_ascii_hexdigit).collect();
    let hex = if hex.len() == 3 { hex.chars().flat_map(|digit| [digit, digit]).collect() } else { hex };
    let part =
        |at: usize| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).expect("a colour is in hexadecimal")) / 255.0;
    let linear = |value: f64| if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) };
    0.2126 * linear(part(0)) + 0.7152 * linear(part(2)) + 0.0722 * linear(part(4))
}

/// WCAG 2.2, 1.4.3: 4.5 to 1.
#[test]
fn every_colour_is_read_on_its_ground_by_day_and_by_night() {
    let rules = |start: &str| STYLE.lines().filter(|line| line.trim_start().starts_with(start)).collect::<Vec<_>>();
    let page = rules(":root {");
    assert_eq!(page.len(), 2, "one by day, one by night");
    let mut pairs: Vec<(&str, &str, &str)> = Vec::new();
    for rule in page {
        let on = |ground| ["ink", "soft", "link"].map(|ink| (rule, ink, ground));
        pairs.extend(on("paper").into_iter().chain(on("zebra")).chain([(rule, "notice-ink", "notice")]));
        let others = [
            ("on-link", "link"),
            ("ink", "in"),
            ("ink", "tint"),
            ("soft", "hole"),
            ("red", "red-ground"),
            ("band-ink", "band"),
        ];
        pairs.extend(others.map(|(ink, ground)| (rule, ink, ground)));
    }
    for (rule, ink, ground) in pairs {
        let (one, other) = (brightness(rule, ink), brightness(rule, ground));
        let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
        assert!(contrast >= 4.5, "{ink} on {ground} is {contrast:.2} in {rule}");
    }
}

/// The templates and what fills their classes.
fn markup() -> String {
    let web = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/web");
    let folders = [web.to_owned(), format!("{web}/hall")].map(|folder| std::fs::read_dir(folder).expect("it is there"));
    let files = folders.into_iter().flatten().map(|file| file.expect("it can be listed").path());
    let files = files.filter(|path| path.is_file() && path.extension().is_some_and(|ending| ending != "css"));
    let texts = files.map(|path| std::fs::read_to_string(path).expect("it is text"));
    texts.chain([include_str!("../render/html.rs").to_owned()]).collect()
}

#[test]
fn the_stylesheet_has_no_rule_that_no_page_uses() {
    let markup = markup();
    let words: std::collections::BTreeSet<&str> =
        markup.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
    let selectors: String =
        STYLE.split('}').filter_map(|rule| rule.rsplit_once('{')).map(|(selector, _)| selector).collect();
    for (at, _) in selectors.match_indices(['.', '#']) {
        let name: String = selectors[at + 1..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        let counted =
            name.len() == 2 && name.starts_with(['s', 't', 'u']) && name.ends_with(|c: char| c.is_ascii_digit());
        let is_number = name.starts_with(|c: char| c.is_ascii_digit());
        assert!(is_number || counted || words.contains(name.as_str()), "no page has .{name}");
    }
}

#[test]
fn nothing_is_sent_before_the_winner_was_named_again() {
    for (name, page) in pages() {
        let posts = ["/table/", "/appeals"].iter().any(|to| page.contains(&format!("method=\"post\" action=\"{to}")));
        let recording = ["confirm", "answer waits", "ruling", "claim", "appeal filed", "appeal decided"];
        assert_eq!(posts, recording.contains(&name), "{name}:\n{page}");
    }
    let pages = pages();
    let confirm = &pages.iter().find(|(name, _)| *name == "confirm").expect("it is there").1;
    for field in [
        "teams\" value=\"3-7",
        "expect\" value=\"0-1",
        "request\" value=\"r0",
        "round\" value=\"3",
        "side\" value=\"second",
    ] {
        assert!(confirm.contains(field), "{field}:\n{confirm}");
    }
}

#[test]
fn a_result_names_the_winner() {
    let results = ["1-0", "0-1", "1/2", "+/-", "-/+", "-/-", "0-0"];
    let names = results.map(|result| in_words(result, ["Rooks", "Knights"]));
    assert_eq!(names[0], "Rooks won");
    assert_eq!(names[4], "Knights won, Rooks didn't show up");
    assert!(names.iter().zip(results).all(|(shown, typed)| shown != typed));
}

#[test]
fn a_refusal_is_said_in_sentences_and_once() {
    let refused = |status, message: &str, hint: &str| TroublePage {
        status,
        message: Some(message.to_owned()),
        hint: Some(hint.to_owned()),
        ..TroublePage::default()
    };
    let missing = refused(404, "there is no such page", "start at the overview").html().expect("it is written");
    assert!(
        !missing.contains("there is no such page") && missing.contains("<p>Start at the overview.</p>"),
        "{missing}"
    );
    let busy = refused(503, "another laptop has taken this hall over", "").html().expect("it is written");
    assert!(busy.contains("Another laptop has taken this hall over.</p>"), "{busy}");
}

#[test]
fn a_team_on_the_screen_has_its_number_once() {
    let page = pages().into_iter().find(|(name, _)| *name == "screen").expect("there is a screen").1;
    assert!(page.contains("<td>Rooks (3)</td><td>Team 4</td>"), "{page}");
}

/// The keys that a phone offers for numbers have no colon.
#[test]
fn where_minutes_and_seconds_are_typed_a_phone_offers_a_colon() {
    let mut asked = 0;
    for (name, page) in pages() {
        for input in page.split("<input").skip(1).filter(|input| input.contains("pattern=\"[0-9]{1,2}:[0-5][0-9]\"")) {
            asked += 1;
            assert!(input.contains("inputmode=\"text\""), "{name}: {input}");
        }
    }
    assert!(asked > 0, "minutes are asked for somewhere");
}
