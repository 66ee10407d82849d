//! Every page of the hall, with names that would like to be markup. `KEEP_SHEETS=folder` leaves the pages in a folder, to be looked at.

use super::super::projector::Screen;
use super::*;

fn table(state: State) -> TableShown {
    let team = |number: u32, name: &str| TeamShown {
        number,
        name: name.to_owned(),
        school: Some("Hill & Dale".to_owned()),
        players: vec!["Ann <b>Lee</b>".to_owned(), "\u{202e}Bo \"Quote\" O'Neil".to_owned()],
    };
    let board = |letter| BoardLine { letter, players: ["Ann".to_owned(), "Cy".to_owned()], first_is_white: Some(true) };
    TableShown {
        section: "K-6".to_owned(),
        round: 3,
        table: 12,
        number: 1,
        matches: 1,
        teams: [team(3, "Rooks</title><script>alert(1)</script>"), team(7, "Knights")],
        boards: vec![board('A'), board('B')],
        state,
        rulings: vec!["Ruling 4: touch move".to_owned()],
        clock: None,
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
        table: table(State::Open),
        result: "1-0".to_owned(),
        request: "r0".to_owned(),
        answer,
        slip: None,
    };
    let matter = Matter {
        section: "K-6".to_owned(),
        round: 3,
        table: 12,
        number: 1,
        matches: 1,
        teams: ["Rooks".to_owned(), "Knights".to_owned()],
        stands: Some("1/2".to_owned()),
        disputed: true,
        reports: vec![(report(1, "1-0"), ticket()), (report(2, "0-1"), ticket())],
    };
    let playing =
        TableNow { table: 12, teams: ["Rooks".to_owned(), "<i>".to_owned()], remark: Some("disputed".to_owned()) };
    let section = SectionNow { name: "K-6".to_owned(), round: 3, clock: None, tables: 20, playing: vec![playing] };
    let waiting = Waiting { what: "Table 12: the reports differ".to_owned(), page: Some("/desk".to_owned()) };
    let join = |code: Option<&str>| JoinPage {
        head: head(),
        code: code.map(str::to_owned),
        invited: code.map(|_| ("captain".to_owned(), String::new())),
        problem: None,
        form: "f0".to_owned(),
    };
    let confirm = ConfirmPage {
        head: head(),
        table: table(State::Filed("0-1".to_owned())),
        result: "1-0".to_owned(),
        ticket: ticket(),
        side: Some(Side::Second),
        slip: None,
    };
    let screen = ScreenPage {
        head: head(),
        address: "/screen/1".to_owned(),
        screen: Screen {
            section: "K-6".to_owned(),
            round: 3,
            called: "Round 3".to_owned(),
            clock: None,
            pairings: Vec::new(),
        },
        page: 1,
        seconds: 12,
        now: "10:42".to_owned(),
    };
    let refused =
        Answer::Refused { message: "A draw by mate cannot be.".to_owned(), hint: Some("Look again.".to_owned()) };
    vec![
        ("open", shown(&table_page(State::Open))),
        ("reported", shown(&table_page(State::Reported(report(1, "1/2"))))),
        ("disputed", shown(&table_page(State::Disputed(vec![report(1, "1-0"), report(2, "0-1")])))),
        ("filed", shown(&table_page(State::Filed("-/-".to_owned())))),
        ("slip", shown(&TablePage { slip: Some("AB12CD34".to_owned()), ..table_page(State::Open) })),
        ("confirm", shown(&confirm)),
        ("answer filed", shown(&answer(Answer::Filed))),
        ("answer already", shown(&answer(Answer::StoodAlready))),
        ("answer waits", shown(&answer(Answer::Waits { other: Some((Side::Second, ticket())) }))),
        ("answer waits long", shown(&answer(Answer::Waits { other: None }))),
        ("answer disputed", shown(&answer(Answer::Disputed(vec![report(1, "1-0"), report(2, "0-1")])))),
        ("answer differs", shown(&answer(Answer::Differs { stands: "0-1".to_owned() }))),
        ("answer changed", shown(&answer(Answer::Changed))),
        ("answer refused", shown(&answer(refused))),
        ("hall", shown(&HallPage { head: head(), sections: vec![section], waiting: vec![waiting] })),
        ("desk", shown(&DeskPage { head: head(), matters: vec![matter], said: Some("Filed".to_owned()) })),
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
fn nothing_is_sent_before_the_winner_was_named_again() {
    for (name, page) in pages() {
        let posts = page.contains("method=\"post\" action=\"/table/");
        assert_eq!(posts, ["confirm", "answer waits"].contains(&name), "{name}:\n{page}");
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
fn a_result_is_told_by_the_name_of_who_won() {
    let results = ["1-0", "0-1", "1/2", "+/-", "-/+", "-/-", "0-0"];
    let names = results.map(|result| told(result, ["Rooks", "Knights"]));
    assert_eq!(names[0], "Rooks won");
    assert_eq!(names[4], "Knights won, Rooks did not come");
    assert!(names.iter().zip(results).all(|(told, typed)| told != typed));
}

#[test]
fn a_refusal_is_said_in_sentences_and_once() {
    let refused = |status, message: &str, hint: &str| TroublePage {
        status,
        message: Some(message.to_owned()),
        hint: Some(hint.to_owned()),
        ..TroublePage::default()
    };
    let missing = refused(404, "there is no such page", "begin at the overview").html().expect("it is written");
    assert!(
        !missing.contains("there is no such page") && missing.contains("<p>Begin at the overview.</p>"),
        "{missing}"
    );
    let busy = refused(503, "another laptop has taken this hall over", "").html().expect("it is written");
    assert!(busy.contains("Another laptop has taken this hall over.</p>"), "{busy}");
}
