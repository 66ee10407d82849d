//! What holds now of what a form changes, by argument; and what holds where a form says nothing.

use super::state::Window;
use crate::cli::desk::Access;
use crate::cli::wording::{list, option_name};
use crate::event::SectionSettings;
use crate::tournament::Section;
use serde_json::Value;
use std::collections::HashMap;

/// Of the form of a command, once it says what it changes: `of` gives its arguments so far.
pub fn held(window: &Window, path: &str, of: &dyn Fn(&str) -> String) -> HashMap<String, String> {
    match path {
        "event/edit" => of_the_event(window),
        "section/edit" => of_section(window, &of("name")),
        "prize/rules" => of_section(window, &of("section")),
        "team/edit" => of_team(window, &of("team")),
        _ => HashMap::new(),
    }
}

fn of_the_event(window: &Window) -> HashMap<String, String> {
    let event = window.with_event(Access::Read, |desk| {
        let tournament = desk.tournament();
        let date = tournament.date.map(|date| date.to_string()).unwrap_or_default();
        Ok([("name", tournament.name.clone()), ("date", date), ("venue", tournament.venue.clone().unwrap_or_default())])
    });
    event.into_iter().flatten().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Every option of a section that has a value.
fn of_section(window: &Window, named: &str) -> HashMap<String, String> {
    if named.is_empty() {
        return HashMap::new();
    }
    let list = window.look(&["section", "list", "--json"]);
    let sections = list.json["sections"].as_array().into_iter().flatten();
    let Some(section) = sections.into_iter().find(|one| one["section"] == named) else { return HashMap::new() };
    let settings = &section["settings"];
    let mut held = HashMap::from([("rename".to_owned(), named.to_owned())]);
    for options in [&settings["prizes"], &settings["pairing"], &settings["standings"], settings, section] {
        let options = options.as_object().into_iter().flatten();
        held.extend(options.filter_map(|(option, value)| Some((option.clone(), as_typed(option, value)?))));
    }
    held.extend(held.get("many_a_team").cloned().map(|many| ("many".to_owned(), many)));
    held.extend(settings["short_names"].as_bool().map(|is_short| {
        let names = if is_short { "short" } else { "full" };
        ("names".to_owned(), names.to_owned())
    }));
    held
}

/// A value as it is typed.
fn as_typed(option: &str, value: &Value) -> Option<String> {
    match value {
        Value::Number(halves) if option == "bye_points" => halves.as_f64().map(|halves| (halves / 2.0).to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is_so) => Some(if *is_so { "yes" } else { "no" }.to_owned()),
        Value::Array(all) => {
            let all = all.iter().filter_map(|value| as_typed(option, value));
            Some(all.collect::<Vec<_>>().join("\n"))
        }
        Value::Null | Value::Object(_) => None,
    }
}

fn of_team(window: &Window, named: &str) -> HashMap<String, String> {
    if named.is_empty() {
        return HashMap::new();
    }
    let team = window.with_event(Access::Read, |desk| {
        let team = desk.team(named)?;
        let school = team.school.and_then(|school| desk.tournament().school(school));
        let house = if team.house { "yes" } else { "no" };
        Ok([
            ("name", team.name.clone()),
            ("school", school.map(|school| school.name.clone()).unwrap_or_default()),
            ("rating", team.rating.map(|rating| rating.to_string()).unwrap_or_default()),
            ("house", house.to_owned()),
            ("section", desk.section_name(team.section).to_owned()),
        ])
    });
    team.into_iter().flatten().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// What holds where the form of a section says nothing, by argument.
pub fn usual(path: &str) -> Vec<(&'static str, String)> {
    if !["section/add", "section/edit"].contains(&path) {
        return Vec::new();
    }
    let section = Section::named("");
    let settings = SectionSettings::default();
    let pairing = &settings.pairing;
    let yes = |is_so: bool| if is_so { "yes" } else { "no" }.to_owned();
    vec![
        ("grades", "every grade".to_owned()),
        ("rating_under", "no limit".to_owned()),
        ("rating_sum_under", "no limit".to_owned()),
        ("bye_points", "as much as a win".to_owned()),
        ("grace", "as the rules say".to_owned()),
        ("rounds", "as many as the teams need".to_owned()),
        ("pairing", option_name(section.format)),
        ("matches", section.matches.to_string()),
        ("match_points", option_name(section.match_points)),
        ("first_table", "the next free one".to_owned()),
        ("colours", option_name(section.colours)),
        ("tiebreaks", list(settings.standings.tiebreaks.iter().map(ToString::to_string))),
        ("places", option_name(settings.standings.places)),
        ("unplayed_last", yes(settings.standings.unplayed_last)),
        ("school_mode", option_name(pairing.school_mode)),
        ("accelerate", option_name(pairing.accelerate)),
        ("system", option_name(pairing.system)),
        ("protect_unrated", yes(pairing.protect_unrated)),
        ("avoid_repeat_floats", yes(pairing.avoid_repeat_floats)),
        ("lookahead", option_name(pairing.lookahead)),
        ("table", option_name(pairing.table)),
        ("numbers", option_name(pairing.numbers)),
        ("back_to_back", yes(pairing.back_to_back)),
        ("large_group", option_name(pairing.large_group)),
        ("third_place", yes(pairing.third_place)),
        ("reseed", yes(pairing.reseed)),
        ("names", if settings.short_names { "short" } else { "full" }.to_owned()),
        ("reports", option_name(settings.reports)),
    ]
}
