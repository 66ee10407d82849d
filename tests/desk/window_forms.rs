//! The mistakes of the gallery, made in forms: each refusal is on the form with what was typed, and beside its field where it has one.

use super::day::unescaped;
use super::hall::Hall;
use super::mistakes;
use super::window::Desk;
use std::collections::BTreeMap;

/// The fields of a form: how each is typed, and its name.
fn fields(page: &str) -> BTreeMap<String, String> {
    let between = |text: &str, from: &str, to: &str| {
        let rest = &text[text.find(from)? + from.len()..];
        Some(rest[..rest.find(to)?].to_owned())
    };
    let field = |part: &str| {
        let name = between(part, "name=\"", "\"").filter(|name| name.starts_with("a-"))?;
        let name = name.split('.').next().unwrap_or_default().to_owned();
        let typed = unescaped(&between(part, "title=\"", "\"")?);
        Some((typed.trim_start_matches("--").replace(['-', '_'], " ").to_lowercase(), name))
    };
    page.split("class=\"field").skip(1).filter_map(field).collect()
}

/// The words of a command's arguments in their order, as the reference has them.
fn arguments(reference: &str, command: &str) -> Vec<String> {
    let own = reference.split(&format!("\n## bughouse {command}\n")).nth(1).unwrap_or_default();
    let own = own.split("\n## ").next().unwrap_or_default();
    let block = own.split("Arguments:\n").nth(1).unwrap_or_default().split("\n\n").next().unwrap_or_default();
    let lines = block.lines().filter_map(|line| line.strip_prefix("  ").filter(|line| line.starts_with(['<', '['])));
    lines.filter_map(|line| Some(line[1..].split(['>', ']']).next()?.to_lowercase().replace(['-', '_'], " "))).collect()
}

/// What a person would fill into the form for these words; none where the form has no such field.
fn filled(page: &str, reference: &str, path: &[String], words: &[String]) -> Option<Vec<(String, String)>> {
    let fields = fields(page);
    let mut places = arguments(reference, &path.join(" "));
    if path == ["result"] {
        // What is short for an option, the form has as the option.
        places.truncate(2);
        places.extend(["board".to_owned(), "by".to_owned()]);
    }
    let (mut given, mut at, mut words) = (Vec::<(String, String)>::new(), 0, words.iter().peekable());
    while let Some(word) = words.next() {
        let (name, value) = match word.strip_prefix("--") {
            Some(option) => {
                let (option, value) =
                    option.split_once('=').map_or((option, None), |(option, value)| (option, Some(value)));
                let name = fields.get(&option.replace('-', " "))?;
                let is_flag = page.contains(&format!("type=\"checkbox\" name=\"{name}\" value=\"true\""));
                let value = match (value, is_flag) {
                    (Some(value), _) => value.to_owned(),
                    (None, true) => "true".to_owned(),
                    (None, false) => words.next()?.clone(),
                };
                (name, value)
            }
            None => {
                let place = places.get(at).or(places.last())?;
                at += 1;
                (fields.get(place)?, word.clone())
            }
        };
        match given.iter_mut().find(|(known, _)| {
            let is_of_lines =
                |kind: &str| page.contains(&format!("{kind} id=\"field-{}-{}", path.join("-"), &name[2..]));
            known == name && (is_of_lines("<textarea") || page.contains(&format!("name=\"{name}.0.name\"")))
        }) {
            Some((_, lines)) => *lines += &format!("\n{value}"),
            None => given.push((name.clone(), value)),
        }
    }
    (at <= places.len().max(1)).then_some(given)
}

fn plain_text(page: &str) -> String {
    let mut text = String::new();
    for part in page.split('<') {
        text.push_str(part.split_once('>').map_or("", |(_, text)| text));
    }
    unescaped(&text).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_forms_refuse_is_beside_its_field() {
    let reference = std::fs::read_to_string("docs/reference/commands.md").expect("the reference is there");
    let mut halls: BTreeMap<String, (Hall, Desk)> = BTreeMap::new();
    let (mut played, mut beside, mut wrong) = (0, 0, Vec::new());
    let mut pages: Vec<_> =
        std::fs::read_dir("tests/mistakes/pages").expect("pages").flatten().map(|one| one.path()).collect();
    pages.sort();
    for path in pages {
        let text = std::fs::read_to_string(&path).expect("a page");
        let starting = |sign: &str| text.lines().find_map(|line| line.strip_prefix(sign)).map(str::to_owned);
        let (Some(hall), Some(line), Some(error)) = (starting("hall: "), starting("$ "), starting("error: ")) else {
            continue;
        };
        // A field may hold what a line may not.
        if line.contains(" < ") || line.contains(" --x") || text.lines().any(|line| line.starts_with("> ")) {
            continue;
        }
        let words = super::console::words(&line)[1..].to_vec();
        let (_, desk) = halls.entry(hall.clone()).or_insert_with(|| {
            let (made, hall) = (mistakes::make(&hall), Hall::empty());
            for file in std::fs::read_dir(made.path()).expect("files").flatten().filter(|file| file.path().is_file()) {
                let bytes = std::fs::read(file.path()).expect("a file");
                hall.write(&file.file_name().to_string_lossy(), bytes);
            }
            let desk = Desk::of(&hall, &[]);
            (hall, desk)
        });
        // The longest command that has a form.
        let form = (1..=words.len().min(2)).rev().find_map(|count| {
            let page = desk.get(&format!("/form/{}", words[..count].join("/")));
            (page.status == 200 && page.text().contains("class=\"panel fields\"")).then(|| (count, page.text()))
        });
        let Some((count, form)) = form else { continue };
        let Some(given) = filled(&form, &reference, &words[..count], &words[count..]) else { continue };
        let sent: Vec<(&str, &str)> = given.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let answer = desk.press(&format!("/form/{}", words[..count].join("/")), &sent);
        // Where a pipe is refused, a person is asked first.
        if answer.contains("class=\"panel ask\"") {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let error = error.split_whitespace().collect::<Vec<_>>().join(" ");
        // The form has an option for it: `--board` for BOARD.
        let is_positional = words[0] == "result" && given.iter().any(|(name, _)| name == "a-board");
        if !is_positional && !plain_text(&answer).contains(error.split(" at ").next().unwrap_or_default()) {
            wrong.push(format!("{name}: {error}\n   {given:?}\n   {}", plain_text(&answer)));
            continue;
        }
        played += 1;
        beside += usize::from(answer.contains("class=\"wrong\""));
        for (field, value) in given.iter().filter(|_| answer.contains("class=\"panel fields\"")) {
            let kept = is_positional
                || value.lines().all(|line| {
                    // A child is entered in several fields.
                    let page = unescaped(&answer);
                    plain_text(&answer).contains(line) || line.split(',').all(|part| page.contains(part.trim()))
                });
            assert!(kept, "{name}: {field} has lost {value}: {answer}");
        }
        eprintln!("{name}: {}", if answer.contains("class=\"wrong\"") { "beside its field" } else { "above" });
    }
    eprintln!("{played} mistakes made in forms, {beside} told beside a field");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(played >= 80 && beside >= 50, "{played} mistakes made in forms, {beside} told beside a field");
}

#[test]
fn forms_have_words_for_people_and_fields_for_what_is_meant() {
    let hall = Hall::paired(4);
    let desk = Desk::of(&hall, &[]);
    let section = desk.page("/form/section/add");
    assert!(section.contains("<h1>Add a section</h1>") && section.contains(">Add section</button>"), "{section}");
    for answer in ["default: Swiss", ">Colors <", ">Round robin"] {
        assert!(section.contains(answer), "{answer}: {section}");
    }
    // No choice is a code, and a section's usual ones are in words too.
    for code in ["plus2<", "us28r1<", "swiss, round-robin", "broken<"] {
        assert!(!section.contains(code), "{code}: {section}");
    }
    let (first, more) = section.split_once("More options").expect("most of it is folded");
    assert!(first.contains("a-rounds") && !first.contains("a-colours") && more.contains("a-colours"), "{section}");
    // A child in fields of its own.
    let team = desk.page("/form/team/add");
    assert!(team.contains("name=\"a-players.0.name\"") && team.contains("name=\"a-players.1.grade\""), "{team}");
    let answer = [
        ("a-name", "Late Larks"),
        ("a-players.0.name", "Lark, Ann"),
        ("a-players.0.grade", "2"),
        ("a-players.1.name", "Bo Lark"),
        ("a-players.1.rating", "650"),
        ("a-players.1.school", "Elm, North"),
    ];
    desk.press("/form/team/add", &answer);
    let last = hall.json(&["log"])["commands"].as_array().and_then(|all| all.last().cloned()).expect("a command");
    assert_eq!(last["words"], "team add \"--player=Ann Lark,2\" \"--player=Bo Lark,,650,,Elm  North\" \"Late Larks\"");
    let again = [("a-name", "Late Owls"), ("a-players.0.name", "Cy Day"), ("a-players.0.grade", "2")];
    let refused = desk.press("/form/team/add", &again);
    assert!(refused.contains("value=\"Cy Day\"") && refused.contains("<option selected>2</option>"), "{refused}");
    // A day, a yes, two teams; whom a number means is named.
    assert!(desk.page("/form/event/edit").contains("type=\"date\" name=\"a-date\""));
    let edit = desk.page("/form/team/edit?team=1");
    assert!(edit.contains("name=\"a-team\" value=\"Team 1\"") && edit.contains("<option value=\"yes\">"), "{edit}");
    let swap = desk.page("/form/pairing/swap");
    assert_eq!(swap.matches("<select name=\"a-places\"").count(), 2, "{swap}");
    assert!(swap.contains("<option value=\"team 2\">Team 2 (2)</option>"), "{swap}");
    desk.press("/form/pairing/swap", &[("a-places", "team 1"), ("a-places", "team 2")]);
    assert_ne!(hall.tables(), [(1, 1, 3), (2, 2, 4)]);
}

#[test]
fn two_children_without_a_partner_are_chosen_from_those_who_wait() {
    let hall = Hall::in_section(&[], 2);
    hall.run(&["section", "add", "K-3"]).ok();
    hall.run(&["partner", "add", "Cy Day,5,900", "--section", "Open"]).ok();
    hall.run(&["partner", "add", "Di Fox,2", "--section", "K-3"]).ok();
    let desk = Desk::of(&hall, &[]);
    let form = desk.page("/form/partner/match?first=5&back=/at/entries");
    assert!(form.contains("<option value=\"5\" selected>Cy Day, grade 5, Open</option>"), "{form}");
    assert!(form.contains("class=\"to-entries\" data-id=\"entries\" aria-current"), "it is of the entries: {form}");
    let refused = desk.press("/form/partner/match", &[("a-first", "5"), ("a-second", "6"), ("back", "/at/entries")]);
    let (before, section) = refused.split_once("name=\"a-section\"").expect("a field for the section");
    assert!(before.contains("choose where they play: section ") && section.contains("class=\"wrong\""), "{refused}");
    assert!(!before.contains("class=\"wrong\""), "{refused}");
}
