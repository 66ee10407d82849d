//! Rulings from the floor: who may, what is shown before, what is recorded under whose name, and what a page that is no longer true does.

use super::hall::Hall;
use super::serving_client::{Got, Serving};
use super::serving_reports::{field, send};
use serde_json::Value;

/// Eight teams, four tables, round 1 posted; a director and a hall.
fn posted() -> (Hall, Serving) {
    let hall = Hall::with_teams(8);
    hall.run(&["official", "add", "Tess Reed", "--role", "td"]).ok();
    hall.run(&["pair"]).ok();
    let serving = Serving::of(&hall);
    (hall, serving)
}

fn floor_td(hall: &Hall, serving: &Serving) -> String {
    serving.enrol(hall, "Tablet 1", &["--role", "floor-td", "--official", "tess"])
}

/// The first child at table 1.
fn child(hall: &Hall) -> (String, String) {
    let player = hall.json(&["pairings"])["pairings"][0]["first"]["players"][0].clone();
    (player["number"].to_string(), player["name"].as_str().expect("a name").to_owned())
}

fn page(serving: &Serving, token: &str, query: &str) -> String {
    serving.get(&format!("/table/1/ruling?{query}"), token).is(200).text()
}

const TAP: [&str; 7] = ["match", "player", "offence", "penalty", "seen", "form", "request"];

/// The tap that records what a page proposes.
fn record(serving: &Serving, token: &str, page: &str, more: &[&str]) -> Got {
    let names: Vec<&str> = TAP.iter().chain(more).copied().collect();
    send(serving, page, "/table/1/ruling", Some(token), &names)
}

fn rulings(hall: &Hall) -> Vec<Value> {
    hall.json(&["ruling", "list"])["rulings"].as_array().expect("a list").clone()
}

#[test]
fn a_ruling_is_shown_with_its_history_and_recorded_under_its_officials_name() {
    let (hall, serving) = posted();
    let token = floor_td(&hall, &serving);
    let (number, name) = child(&hall);
    assert!(serving.get("/table/1", &token).is(200).text().contains("/table/1/ruling"));
    assert!(page(&serving, &token, "").contains(&format!("value=\"{number}\">{name} <small>Board A")));
    let offences = page(&serving, &token, &format!("player={number}"));
    assert!(offences.contains(&format!("What did {name} do?")) && offences.contains(&format!("{name}: nothing")));
    let at = |id: &str| offences.find(&format!("value=\"{id}\"")).unwrap_or_else(|| panic!("no {id}: {offences}"));
    assert!(at("clock-hand") < at("no-clock") && at("no-clock") < at("other"), "a rule of no offence is last");
    let hidden = format!("player={number}&offence=hidden-pieces");
    let warning = page(&serving, &token, &hidden);
    for expected in [
        format!("{name} hid captured pieces: warning, step 1 (us-chess-2018 rule 11)"),
        format!("Record: {name}, warning, step 1"),
        "next offense this game: loss of game".to_owned(),
    ] {
        assert!(warning.contains(&expected), "{expected}:\n{warning}");
    }
    assert!(rulings(&hall).is_empty(), "nothing is recorded by looking");
    let done = record(&serving, &token, &warning, &[]).is(200).text();
    assert!(done.contains("Ruling 1 is on record") && !done.contains("bughouse appeal"), "{done}");
    // The same request again changes nothing and gets the same answer.
    assert!(record(&serving, &token, &warning, &[]).is(200).text().contains("Ruling 1 is on record"));
    assert_eq!(rulings(&hall).len(), 1);
    let last = hall.json(&["log"])["commands"].as_array().expect("a list").last().expect("one").clone();
    assert_eq!((last["official"].as_str(), last["device"]["name"].as_str()), (Some("Tess Reed"), Some("Tablet 1")));
    assert!(last["words"].as_str().is_some_and(|words| words.contains("ruling offence 1 --player")), "{last}");
    let ruling = &rulings(&hall)[0];
    assert_eq!((ruling["by"].as_str(), ruling["step"].as_u64()), (Some("Tess Reed"), Some(1)));
    // The second step ends the board and the match, and says so before and after.
    let game = page(&serving, &token, &hidden);
    for expected in
        ["warning: hid captured pieces (ruling 1, round 1 table 1)", "Step 2: loss of game", "the match is over: 0-1"]
    {
        assert!(game.contains(expected), "{expected}:\n{game}");
    }
    assert!(record(&serving, &token, &game, &[]).is(200).text().contains("the match is over: 0-1"));
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], "0-1");
    assert!(serving.get("/table/1", &token).text().contains("hidden-pieces: loss of game, step 2"));
}

#[test]
fn a_page_that_is_no_longer_true_records_nothing_and_says_what_is_on_file() {
    let (hall, serving) = posted();
    let token = floor_td(&hall, &serving);
    let (number, name) = child(&hall);
    let hidden = format!("player={number}&offence=hidden-pieces");
    let seen = page(&serving, &token, &hidden);
    hall.run(&["rule", "1", &number, "hidden-pieces"]).ok();
    let stale = record(&serving, &token, &seen, &[]).is(409).text();
    assert!(stale.contains("Nothing was recorded") && stale.contains("Step 2: loss of game"), "{stale}");
    assert_eq!(rulings(&hall).len(), 1);
    // What came back is of now, and is recorded when it is tapped.
    record(&serving, &token, &stale, &[]).is(200);
    assert_eq!(rulings(&hall).len(), 2);
    // The match has been entered since; then the round is over, and others sit there.
    let other = page(&serving, &token, &format!("player={number}&offence=banging&penalty=none"));
    hall.run(&["ruling", "void", "2", "--reason", "typed twice"]).ok();
    record(&serving, &token, &other, &[]).is(409);
    hall.run_with(&["enter"], "1 1-0\n2 1-0\n3 1-0\n4 1-0\n").ok();
    let over = page(&serving, &token, &format!("player={number}&offence=banging&penalty=none"));
    hall.run(&["pair"]).ok();
    let gone = record(&serving, &token, &over, &[]).is(409).text();
    assert!(gone.contains("Nothing was recorded"), "{gone}");
    assert_eq!(rulings(&hall).len(), 2, "{name}");
}

#[test]
fn a_director_departs_from_the_ladder_with_a_reason_and_within_the_office() {
    let (hall, serving) = posted();
    let token = floor_td(&hall, &serving);
    let (number, name) = child(&hall);
    let asked = format!("player={number}&offence=hidden-pieces&penalty=time&time=2:00");
    let departs = page(&serving, &token, &asked);
    assert!(departs.contains("departing from the rulebook") && departs.contains("name=\"reason\" value=\"\""));
    record(&serving, &token, &departs, &["reason"]).is(400);
    assert!(rulings(&hall).is_empty());
    let answer = departs.replace("name=\"reason\" value=\"\"", "name=\"reason\" value=\"<b>first+event</b>\"");
    record(&serving, &token, &answer, &["reason"]).is(200);
    assert_eq!(rulings(&hall)[0]["reason"], "<b>first+event</b>");
    assert_eq!(rulings(&hall)[0]["penalty"], "time:2:00");
    // Where the rulebook names no penalty the director chooses one, and the page says so.
    let open = page(&serving, &token, &format!("player={number}&offence=other"));
    assert!(open.contains("you choose the penalty") && !open.contains("Record:"), "{open}");
    let time = page(&serving, &token, &format!("player={number}&offence=banging"));
    assert!(
        time.find("name=\"time\"") < time.find("Another penalty") && !time.contains("details class=\"other\" open"),
        "{time}"
    );
    // What the office does not allow is refused before and after.
    hall.run(&["rules", "allow", "td", "warning"]).ok();
    let refused = page(&serving, &token, &format!("player={number}&offence=other&penalty=match"));
    assert!(refused.contains("Tess Reed") && !refused.contains("Record:"), "{refused}");
    let sent = departs.replace("value=\"time:2:00\"", "value=\"match\"");
    record(&serving, &token, &sent.replace("name=\"request\" value=\"", "name=\"request\" value=\"x"), &[]).is(409);
    assert_eq!(rulings(&hall).len(), 1, "{name}");
    let unsigned = serving.enrol(&hall, "Tablet 2", &["--role", "floor-td"]);
    assert!(!page(&serving, &unsigned, &format!("player={number}&offence=banging")).contains("Record:"));
}

#[test]
fn who_is_not_of_this_table_or_this_page_rules_nothing() {
    let (hall, serving) = posted();
    let token = floor_td(&hall, &serving);
    let (number, _) = child(&hall);
    let message = format!("player={number}&offence=hidden-pieces");
    let address = format!("/table/1/ruling?{message}");
    let seen = page(&serving, &token, &message);
    serving.get(&address, "nobody").is(401);
    let keeper = serving.enrol(&hall, "Keeper", &["--role", "scorekeeper"]);
    serving.get(&address, &keeper).is(403);
    assert!(!serving.get("/table/1", &keeper).text().contains("/ruling"));
    record(&serving, &keeper, &seen, &[]).is(403);
    let elsewhere = serving.enrol(&hall, "Far", &["--role", "floor-td", "--tables", "3-4"]);
    serving.get(&address, &elsewhere).is(403);
    // Another device's form, and one without any.
    record(&serving, &elsewhere, &seen, &[]).is(403);
    let own = field(&page(&serving, &floor(&hall, &serving, "Near"), &message), "form");
    record(&serving, &token, &seen.replace(&field(&seen, "form"), &own), &[]).is(403);
    record(&serving, &token, &seen.replace(&field(&seen, "form"), ""), &[]).is(403);
    // Without an id it would not be known when it comes again.
    for id in [String::new(), "x".repeat(101)] {
        record(&serving, &token, &seen.replace(&field(&seen, "request"), &id), &[]).is(400);
    }
    // Another site's page.
    let cookie = format!("hall={token}");
    let body = TAP.map(|name| format!("{name}={}", field(&seen, name))).join("&");
    let form = ("Content-Type", "application/x-www-form-urlencoded");
    for origin in [Some("http://evil.example"), None] {
        let mut headers = vec![("Cookie", cookie.as_str()), form];
        headers.extend(origin.map(|origin| ("Origin", origin)));
        serving.ask("POST", "/table/1/ruling", &headers, body.as_bytes()).is(403);
    }
    serving.get("/table/99/ruling", &token).is(404);
    assert!(rulings(&hall).is_empty());
}

fn floor(hall: &Hall, serving: &Serving, name: &str) -> String {
    serving.enrol(hall, name, &["--role", "floor-td"])
}

#[test]
fn a_ruling_from_the_floor_is_taken_back_where_it_was_made_or_by_anyones_undo() {
    let (hall, serving) = posted();
    let (number, _) = child(&hall);
    let laptop = serving.enrol(&hall, "Laptop 2", &["--role", "desk"]);
    let rule = |token: &str| {
        record(&serving, token, &page(&serving, token, &format!("player={number}&offence=hidden-pieces")), &[]).is(200);
    };
    rule(&laptop);
    hall.run(&["undo"]).fails(1, "Laptop 2");
    assert_eq!(rulings(&hall).len(), 1);
    let undo = serde_json::json!({ "words": ["undo"], "request": "u" });
    assert_eq!(serving.post("/api/command", &laptop, &undo).is(200).json()["exit"], 0);
    assert!(rulings(&hall).is_empty());
    rule(&laptop);
    hall.run(&["undo", "--any"]).ok().says("ruling");
    assert!(rulings(&hall).is_empty());
}

#[test]
fn names_and_reasons_that_would_like_to_be_markup_are_text() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    for (team, one, two) in [("Kings <b>", "Ann <script>x</script>", "Bo \"Q\" 'O"), ("Rooks", "Cy Ott", "Di Ray")] {
        hall.run(&["team", "add", team, "--player", one, "--player", two]).ok();
    }
    hall.run(&["pair"]).ok();
    let serving = Serving::of(&hall);
    let token = floor(&hall, &serving, "Tablet 1");
    let mut pages = vec![page(&serving, &token, "")];
    for number in 1..=4 {
        pages.push(page(&serving, &token, &format!("player={number}")));
        let step =
            page(&serving, &token, &format!("player={number}&offence=hidden-pieces&note=%3Ci%3E%22&penalty=none"));
        pages.push(record(&serving, &token, &step, &[]).is(400).text());
        pages.push(step);
    }
    for foul in ["<script>x", "Kings <b>", "value=\"<i>", "\"Q\""] {
        assert!(pages.iter().all(|page| !page.contains(foul)), "{foul}");
    }
    serving.get("/table/1/ruling?player=%3Cscript%3E&offence=x", &token).is(404);
    assert!(page(&serving, &token, "player=1&offence=%3Cscript%3E").contains("What did"));
}

#[test]
fn a_claim_is_asked_what_it_turns_on_and_recorded_with_what_was_found() {
    let (hall, serving) = posted();
    let token = floor_td(&hall, &serving);
    let (number, name) = child(&hall);
    let claims = page(&serving, &token, &format!("player={number}"));
    assert!(claims.contains(&format!("Or {name} claims")) && claims.contains("name=\"claim\" value=\"illegal-move\""));
    // One fact after the other, as the command asks for them; nothing is proposed before.
    let mut message = format!("player={number}&claim=illegal-move");
    let asked = hall.run(&["ruling", "claim", "1", "--by", &number, "--kind", "illegal-move"]).fails(2, "depends on");
    let mut answers = 0;
    let ready = loop {
        let page = page(&serving, &token, &message);
        if page.contains("Record: ") {
            break page;
        }
        let question = page.split("<h2>").nth(1).and_then(|rest| rest.split("</h2>").next()).expect("a question");
        assert!(answers > 0 || asked.err.contains(question), "{question}\n{}", asked.err);
        let field = ["before_reply", "clock_pressed", "own_flag_up"].into_iter().find(|field| {
            !message.contains(field) && question_of(&page).contains(&format!("name=\"{field}\" value=\"true\""))
        });
        message.push_str(&format!("&{}=true", field.unwrap_or_else(|| panic!("no fact is asked:\n{page}"))));
        answers += 1;
    };
    assert!(answers > 0 && ready.contains(&format!("Record: {name}, an illegal move, upheld")), "{ready}");
    assert!(ready.contains("the match is over: 1-0") && rulings(&hall).is_empty());
    let named = ready
        .replace("name=\"witness\" value=\"\"", "name=\"witness\" value=\"Hill\"")
        .replace("name=\"note\" value=\"\"", "name=\"note\" value=\"promoted\"");
    let facts = ["claim", "before_reply", "clock_pressed", "own_flag_up", "witness", "note"];
    let facts: Vec<&str> =
        facts.into_iter().filter(|name| question_of(&named).contains(&format!("name=\"{name}\""))).collect();
    let tap: Vec<&str> = ["match", "player", "seen", "form", "request"].into_iter().chain(facts).collect();
    let done = send(&serving, &named, "/table/1/ruling", Some(&token), &tap).is(200).text();
    assert!(done.contains("Ruling 1 is on record") && !done.contains("bughouse "), "{done}");
    send(&serving, &named, "/table/1/ruling", Some(&token), &tap).is(200);
    let recorded = rulings(&hall);
    assert_eq!(recorded.len(), 1);
    let ruling = &recorded[0];
    assert_eq!((ruling["claim"].as_str(), ruling["decision"].as_str()), (Some("illegal-move"), Some("upheld")));
    assert_eq!((ruling["by"].as_str(), ruling["witnesses"][0].as_str()), (Some("Tess Reed"), Some("Hill")));
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], "1-0");
    // What is in the journal is the command that does the same.
    let last = hall.json(&["log"])["commands"].as_array().expect("a list").last().expect("one").clone();
    let words = last["words"].as_str().expect("words").to_owned();
    assert!(words.contains(&format!("ruling claim 1 --by {number} --kind illegal-move")), "{words}");
    hall.run(&["undo", "--any"]).ok();
    let typed: Vec<&str> = words.split_whitespace().skip_while(|word| *word != "ruling").collect();
    hall.run(&typed).ok();
    let same = ["claim", "decision", "before_reply", "clock_pressed", "own_flag_up", "witnesses", "note"];
    assert_eq!(same.map(|key| rulings(&hall)[0][key].clone()), same.map(|key| ruling[key].clone()));
}

/// The question that a page asks, before what may be given besides.
fn question_of(page: &str) -> &str {
    page.split("<details").next().unwrap_or_default()
}

#[test]
fn a_claim_on_the_floor_is_described_otherwise_and_opposed_as_at_the_desk() {
    let (hall, serving) = posted();
    let token = floor_td(&hall, &serving);
    let (number, name) = child(&hall);
    let claim = |line: &str| page(&serving, &token, &format!("player={number}&claim={line}"));
    // The facts were not found: nothing else is asked, and play goes on.
    let denied = claim("illegal-move&deny=true");
    assert!(denied.contains(&format!("Record: {name}, an illegal move, denied")), "{denied}");
    assert!(denied.contains("the facts support it"), "it can be told otherwise:\n{denied}");
    // What is taken to be so is given otherwise.
    let flag = claim("flag");
    assert!(flag.contains("name=\"own_flag_up\" value=\"false\"") || flag.contains("depends on"), "{flag}");
    // The opponent claims too, and came first.
    let opposed = claim("illegal-move&before_reply=true&clock_pressed=true&order=second");
    assert!(
        opposed.contains("after the opponent&#39;s claim of a fallen flag") && opposed.contains("denied"),
        "{opposed}"
    );
    assert!(opposed.contains("name=\"against\" value=\"flag\""), "{opposed}");
    assert!(
        opposed.contains("the opponent isn&#39;t claiming anything"),
        "what was told by mistake is left out again:\n{opposed}"
    );
    // Where the rulebook is silent the director is asked, and nothing is recorded before.
    let silent = claim("repetition");
    let asked = ["upheld", "denied"].map(|one| silent.contains(&format!("name=\"verdict\" value=\"{one}\"")));
    assert!(asked == [true; 2] && !silent.contains("Record: "), "{silent}");
    assert!(claim("repetition&verdict=upheld").contains("repetition, upheld"));
    assert!(claim("repetition&verdict=denied").contains("repetition, denied"));
    assert!(claim("repetition&deny=true").contains("repetition, denied"));
    // A claim that leaves the board open says so, without words to type.
    let every = ["mate", "flag", "both-flags", "illegal-move", "setup", "agreement", "repetition", "stalemate"];
    for kind in every.into_iter().chain(["losing-chances", "no-clock", "defective-clock"]) {
        let page = claim(kind);
        assert!(!page.contains("bughouse ") && !page.contains("--deny"), "{kind}:\n{page}");
        let asks = ["Record: ", "depends on", "On which board", "settles this claim"].map(|part| page.contains(part));
        assert!(asks.contains(&true), "{page}");
    }
    serving.get(&format!("/table/1/ruling?player={number}&claim=checkers"), &token).is(404);
    assert!(claim("illegal-move&wrong=%3Cb%3E").contains("&#60;b&#62;"));
    // The match was entered meanwhile, so that the claim comes to something else.
    let seen = claim("mate");
    hall.run(&["result", "1", "0-1"]).ok();
    let tap = ["match", "player", "claim", "seen", "form", "request"];
    let stale = send(&serving, &seen, "/table/1/ruling", Some(&token), &tap).is(409).text();
    assert!(stale.contains("Nothing was recorded") && stale.contains("Record: "), "{stale}");
    assert!(rulings(&hall).is_empty());
}

#[test]
fn a_claim_sent_by_hand_with_an_order_alone_is_not_recorded() {
    let (hall, serving) = posted();
    let token = floor_td(&hall, &serving);
    let (number, _) = child(&hall);
    let sentence = "claim=illegal-move&before_reply=true&clock_pressed=true&order=second";
    let seen = page(&serving, &token, &format!("player={number}&{sentence}"));
    let tap = ["match", "player", "claim", "before_reply", "clock_pressed", "order", "seen", "form", "request"];
    let refused = send(&serving, &seen, "/table/1/ruling", Some(&token), &tap).is(409).text();
    assert!(refused.contains("Nothing was recorded") && rulings(&hall).is_empty(), "{refused}");
    let whole: Vec<&str> = tap.into_iter().chain(["against"]).collect();
    send(&serving, &refused, "/table/1/ruling", Some(&token), &whole).is(200);
    let words = hall.json(&["log"])["commands"].as_array().expect("a list").last().expect("one")["words"].clone();
    assert!(words.as_str().expect("words").contains("--against flag --order second"), "{words}");
}

#[test]
fn an_address_that_was_edited_is_answered_with_what_a_device_can_do() {
    let (hall, serving) = posted();
    let token = floor_td(&hall, &serving);
    let (number, _) = child(&hall);
    for body in ["claim=illegal-move&wrong=xyz", "claim=flag&own_flag_up=true&against=flag&order=first"] {
        let page = page(&serving, &token, &format!("player={number}&{body}"));
        assert!(page.contains("<p>open the table again</p>") && !page.contains("--"), "{page}");
    }
    for address in
        ["/table/99", "/table/99/ruling", "/table/1/ruling?match=2", "/appeals?ruling=7", "/appeals?appeal=7"]
    {
        let page = serving.get(address, &token).is(404).text();
        assert!(page.contains("Go back to the overview.") && !page.contains("bughouse "), "{address}: {page}");
    }
    // For programs the hint is that of the desk.
    let body = serving.get("/api/table/99", &token).is(404).json();
    assert!(body["error"]["hint"].is_string(), "{body}");
}
