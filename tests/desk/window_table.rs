//! The page of a table: a ruling with what is on record, its appeal, and a result corrected there; by forms, as a browser without script.

use super::hall::Hall;
use super::window::Desk;
use serde_json::Value;

/// The fields of the form on a page that is sent to this path, with these besides.
pub fn sent(desk: &Desk, page: &str, path: &str, more: &[(&str, &str)]) -> String {
    let forms = page.split("<form").skip(1).filter(|form| form.contains(&format!("method=\"post\" action=\"{path}\"")));
    let form = forms.last().unwrap_or_else(|| panic!("no form to {path} in {page}"));
    let form = form.split("</form>").next().unwrap_or_default();
    let hidden = form.split("<input type=\"hidden\" name=\"").skip(1).filter_map(|field| {
        let (name, rest) = field.split_once("\" value=\"")?;
        Some((name.to_owned(), rest.split('"').next()?.replace("&#38;", "&").replace("&#34;", "\"")))
    });
    let mut fields: Vec<(String, String)> = hidden.collect();
    fields.extend(more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    desk.press(path, &fields)
}

fn rulings(hall: &Hall) -> Vec<Value> {
    hall.json(&["ruling", "list"])["rulings"].as_array().cloned().unwrap_or_default()
}

/// The first child at table 1: number and name.
fn child(hall: &Hall) -> (String, String) {
    let player = hall.json(&["pairings"])["pairings"][0]["first"]["players"][0].clone();
    (player["number"].to_string(), player["name"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn a_ruling_is_made_at_the_table_with_the_record_first_and_no_id_typed() {
    let hall = Hall::paired(8);
    let desk = Desk::of(&hall, &[]);
    let (number, name) = child(&hall);
    let page = desk.page("/at/table?table=1");
    for expected in ["Why these two", "On record", "Both teams</dt><dd>nothing", "Who broke a rule", ">playing<"] {
        assert!(page.contains(expected), "{expected} in {page}");
    }
    let offenses = desk.page(&format!("/at/table?table=1&player={number}"));
    assert!(
        offenses.contains(&format!("What did {name} do?")) && offenses.contains("hid captured pieces"),
        "{offenses}"
    );
    let found = desk.page(&format!("/at/table?table=1&player={number}&find=Hand+clock"));
    assert!(found.contains("wrong hand on the clock") && !found.contains("hid captured pieces"), "{found}");
    let asked = format!("/at/table?table=1&player={number}&offence=clock-hand");
    let first = desk.page(&asked);
    for expected in [
        format!("{name} used the wrong hand on the clock"),
        "<b>1. warning</b> <span>This time</span>".to_owned(),
        "<b>2. 1:00 on the clock</b> <span>Next time</span>".to_owned(),
        format!("Record: {name}, warning"),
        format!("bughouse rule 1 \"{name}\" clock-hand"),
    ] {
        assert!(first.contains(&expected.replace('"', "&#34;")), "{expected} in {first}");
    }
    assert!(rulings(&hall).is_empty(), "nothing is recorded by looking");
    let done = sent(&desk, &first, "/at/table", &[("note", "left hand"), ("witness", "Tim")]);
    assert!(done.contains("Ruling 1") && done.contains("Appeal of ruling 1") && done.contains("data-undo"), "{done}");
    assert_eq!((rulings(&hall)[0]["note"].as_str(), rulings(&hall)[0]["step"].as_u64()), (Some("left hand"), Some(1)));
    let second = desk.page(&asked);
    assert!(second.contains("<b>2. 1:00 on the clock</b> <span>This time</span>"), "{second}");
    assert!(
        second.contains("warning: used the wrong hand on the clock, or captured with two hands (ruling 1"),
        "{second}"
    );
    // What was recorded meanwhile makes another step of it: nothing is recorded, and the page says so.
    hall.run(&["rule", "1", &name, "clock-hand"]).ok();
    let changed = sent(&desk, &second, "/at/table", &[]);
    assert!(changed.contains("Nothing was recorded") && changed.contains("3. loss of game"), "{changed}");
    assert_eq!(rulings(&hall).len(), 2);
    // Another penalty needs a reason, which is asked for first.
    let own = desk.page(&format!("{asked}&penalty=warning"));
    assert!(
        own.contains("Why not follow the rulebook?") && own.contains("name=\"penalty\" value=\"warning\""),
        "{own}"
    );
    let refused = sent(&desk, &own, "/at/table", &[("note", "kept note")]);
    assert!(refused.contains("role=\"alert\"") && refused.contains("value=\"kept note\""), "{refused}");
    let done = sent(&desk, &own, "/at/table", &[("reason", "a small child")]);
    assert!(done.contains("Ruling 3"), "{done}");
    assert_eq!(rulings(&hall)[2]["reason"], "a small child");
}

#[test]
fn an_appeal_is_filed_and_decided_by_one_chief_and_then_the_other() {
    let hall = Hall::paired(8);
    hall.run(&["official", "add", "Sue Chief", "--role", "section-chief", "--section", "Open"]).ok();
    hall.run(&["official", "add", "Flo Kim", "--role", "floor-chief"]).ok();
    let (_, name) = child(&hall);
    hall.run(&["rule", "1", &name, "hidden-pieces"]).ok();
    let desk = Desk::of(&hall, &[]);
    let page = desk.page("/at/appeal?ruling=1");
    assert!(page.contains("Who appeals?") && page.contains(&name), "{page}");
    let filed = sent(&desk, &page, "/at/appeal", &[("by", &name), ("note", "saw nothing")]);
    assert!(filed.contains("Hear appeal 1"), "{filed}");
    let docket = desk.page("/at/rulings");
    assert!(docket.contains("Open appeals") && docket.contains("to the section chief"), "{docket}");
    let asked = desk.page("/at/appeal?appeal=1");
    assert!(
        asked.contains("The ruling is upheld")
            && asked.contains("saw nothing")
            && asked.contains("Changed to loss of game")
    );
    assert!(!asked.contains("Changed to warning"), "it is one: {asked}");
    let main = asked.split("<main").nth(1).and_then(|page| page.split("</main>").next()).unwrap_or_default();
    assert!(!main.contains("--") && !main.contains("bughouse"), "no command is to be read: {main}");
    let decided = sent(&desk, &asked, "/at/appeal", &[("outcome", "stands"), ("note", "clear enough")]);
    assert!(decided.contains("Appeal of ruling 1"), "a second appeal is open: {decided}");
    let page = desk.page("/at/appeal?ruling=1");
    sent(&desk, &page, "/at/appeal", &[("by", &name)]);
    let asked = desk.page("/at/appeal?appeal=2");
    sent(&desk, &asked, "/at/appeal", &[("outcome", "falls")]);
    let appeals = hall.json(&["appeal", "list"]);
    assert_eq!(appeals["appeals"][0]["decided_by"], "Sue Chief", "{appeals}");
    assert_eq!(appeals["appeals"][1]["decided_by"], "Flo Kim", "{appeals}");
    assert!(!desk.page("/at/rulings").contains("Open appeals"));
}

#[test]
fn a_result_is_corrected_at_its_table_and_a_report_says_what_its_buttons_do() {
    let hall = Hall::paired(4);
    let desk = Desk::of(&hall, &[]);
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["result", "1", "0-1", "--replace"]).ok();
    hall.run(&["result", "1", "1/2", "--aside"]).ok();
    let page = desk.page("/at/table?table=1");
    assert!(page.contains("What was entered") && page.matches(" won, the desk").count() == 2, "{page}");
    let kept = page.find("reports reject 1").expect("what stands is kept");
    assert!(page[kept..].contains("Keep: ") && page[kept..].contains("File: drawn"), "side by side: {page}");
    desk.press("/do", &[("line", "reports reject 1"), ("back", "/at/table?table=1")]);
    let asked =
        desk.page("/round/confirm?table=2&place=2&result=1-0&section=Open&round=&from=%2Fat%2Ftable%3Ftable%3D2");
    assert!(asked.contains("href=\"/at/table?table=2\""), "{asked}");
    assert!(desk.page("/at/log").contains("<a class=\"button\" href=\"/at/table?table=1&#38;round=1\">Table 1</a>"));
    assert!(desk.page("/at/table").contains("Which table?"));
    assert!(desk.page("/at/table?table=99").contains("there is no table 99"));
}

#[test]
fn the_result_of_an_earlier_round_is_corrected_where_the_next_is_said_to_stand() {
    let hall = Hall::paired(4);
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["pair"]).ok();
    let desk = Desk::of(&hall, &[]);
    let latest = desk.page("/at/round?section=Open");
    assert!(
        latest.contains("aria-label=\"Round 1\"") && latest.contains("&amp;round=1") || latest.contains("&#38;round=1"),
        "{latest}"
    );
    let earlier = desk.page("/at/round?section=Open&round=1&tab=Results");
    assert!(
        earlier.contains("Open, round 1") && earlier.contains("Round 2 is already paired, and stays as it is."),
        "{earlier}"
    );
    let stopped = desk.page("/round/confirm?table=1&place=1&result=0-1&section=Open&round=1");
    assert!(
        stopped.contains("Round 2 is already paired") && stopped.contains("This slip says something else"),
        "{stopped}"
    );
    let before = hall.tables();
    let asked = desk.press("/round/slip", &[("section", "Open"), ("round", "1"), ("stop", "1 0-1"), ("line", "r")]);
    assert!(asked.contains("round 2") || asked.contains("--round 1 --replace"), "{asked}");
    let mut page = asked;
    while page.contains("No, leave it") {
        assert!(page.contains("would be paired differently now"), "{page}");
        assert!(!page.contains("unpair") && !page.contains("to pair it again"), "a question names no command: {page}");
        let yes: Vec<String> = page
            .split("name=\"yes\" value=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .map(str::to_owned)
            .collect();
        let mut fields = vec![("line", "result 1 0-1 --replace --round 1")];
        let line = page
            .split("name=\"line\" value=\"")
            .filter_map(|rest| rest.split('"').next())
            .find(|line| line.contains("--round 1"));
        let line = line.unwrap_or_default().to_owned();
        fields[0].1 = &line;
        fields.extend(yes.iter().map(|about| ("yes", about.as_str())));
        page = desk.press("/do", &fields);
    }
    let round = hall.json(&["pairings", "--round", "1"]);
    assert_eq!(round["pairings"][0]["results"][0]["result"], "0-1", "{round}");
    assert_eq!(hall.tables(), before, "the next round stays");
}
