//! The five rulebooks say what their sources say: every rule number, every ladder, every rule cited.

use bughouse::discipline::{Beyond, Offence, Scope};
use bughouse::rulebook::{self, Rulebook};

fn book(id: &str) -> &'static Rulebook {
    rulebook::by_id(id).expect("a compiled-in rulebook")
}

#[test]
fn every_rule_number_of_the_source_is_restated_in_order() {
    // Numbers as printed in the sources; oscf-2012 skips 10, and the paragraphs of club are counted.
    let numbers = [
        (
            "us-chess-2018",
            "1 2 3 4 5 6 7 8 8a 8b 8c 9 10 10a 10b 10c 11 12 13 14 14a 14b 14c 15 15a 15b 15c 15d 16 16a 16b 17 18 19 20 21 22 23 24",
        ),
        (
            "uscf-2006",
            "1 2 3 4 5 6 7 8 8a 8b 8c 9 10 10a 10b 10c 11 12 13 14 14a 14b 14c 14d 15 15a 15a1 15a1a 15a2 15a3 15a4 15a5 16 16a 16b 17 18 19 20 21 22 23 24",
        ),
        (
            "oscf-2012",
            "1 2 3 4 5 6 7 7a 7b 7c 8 9 9a 9b 9c 11 12 13 14 14a 14b 14c 15 16 16.1 16.2 16.3 16.4 17 18 18a 18b 19 20 21 22 23 24 25 26",
        ),
        ("fide-blitz-3", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20"),
        ("club", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17"),
    ];
    for (id, expected) in numbers {
        let found: Vec<&str> = book(id).rules.iter().map(|rule| rule.number.as_str()).collect();
        assert_eq!(found.join(" "), expected, "{id}");
        for rule in &book(id).rules {
            assert!(rule.text.ends_with('.') && rule.text.len() > 12, "{id} {}: {}", rule.number, rule.text);
        }
    }
}

#[test]
fn time_controls_and_fallbacks_are_those_of_the_sources() {
    let shown: Vec<String> = rulebook::all()
        .iter()
        .map(|b| {
            let fallback = b.discipline.source.fallback.as_deref().unwrap_or("none");
            format!(
                "{}: {} ({}), {:?} min, fallback {fallback}, {:?}",
                b.id,
                b.time.control,
                b.time.rule.as_deref().unwrap_or("-"),
                b.time.minutes,
                b.year
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "us-chess-2018: G/5;d0 (4), Some(5) min, fallback 24, Some(2018)",
            "uscf-2006: Game 5 (4), Some(5) min, fallback none, Some(2006)",
            "oscf-2012: G/5, no delay, no increment (3), Some(5) min, fallback none, Some(2012)",
            "fide-blitz-3: 3 minutes per player (2), Some(3) min, fallback 3, None",
            "club: set by the director, generally 5 minutes or less (14), None min, fallback none, None",
        ]
    );
}

/// `13: warning / time:1:00 / game, then the director; game`
fn shown(offence: &Offence, settings: &bughouse::discipline::Settings) -> String {
    let citation = offence.citation(&settings.source);
    let rule = match (&citation.rule, citation.fallback) {
        (Some(rule), true) => format!("fallback {rule}"),
        (Some(rule), false) => rule.clone(),
        (None, _) => "-".to_owned(),
    };
    if offence.ladder.is_empty() {
        return rule;
    }
    let steps: Vec<String> = offence.ladder.iter().map(ToString::to_string).collect();
    let beyond = if offence.beyond == Beyond::Repeat { " each time" } else { "" };
    let scope = if offence.scope == Scope::Event { "" } else { ", by the game" };
    let fell = offence.flag_fell.map(|p| format!(", flag fell {p}")).unwrap_or_default();
    format!("{rule}: {}{beyond}{scope}{fell}", steps.join(" / "))
}

#[test]
fn every_offence_has_the_ladder_of_its_source() {
    let hand = "13: warning / time:1:00 / game, by the game";
    let hidden = "11: warning / game, by the game";
    let displaced = |rule| format!("{rule}: warning / time:1:00 / game, flag fell time:1:00");
    let table: [(&str, [&str; 5]); 17] = [
        ("clock-hand", [hand, hand, hand, "fallback 3", "-"]),
        ("hidden-pieces", [hidden, hidden, hidden, "16", "-"]),
        ("displaced-pieces", [&displaced("17"), &displaced("17"), &displaced("19"), "fallback 3", "-"]),
        (
            "partner-piece",
            [
                "12: game or match each time",
                "12: match or game or time:M:SS or warning or none each time",
                "12: match or game or time:M:SS or warning or none each time",
                "10",
                "-",
            ],
        ),
        (
            "clock-knocked-over",
            ["14a: time:1:00 each time", "14b: time:1:00 each time", "14b: time:1:00 each time", "fallback 3", "-"],
        ),
        ("clock-touching", ["14", "14", "14", "10", "-"]),
        ("blocks-press", ["14c", "14d", "15", "fallback 3", "-"]),
        (
            "banging",
            [
                "22: time:M:SS or none each time",
                "23: time:M:SS or none each time",
                "25: time:M:SS or game or none each time",
                "fallback 3",
                "-",
            ],
        ),
        ("early-pass", ["9", "9", "8", "18", "-"]),
        ("late-pass", ["fallback 24", "-", "-", "16", "-"]),
        ("moves-early", ["fallback 24", "-", "7a", "fallback 3", "-"]),
        ("promotion-form", ["10c", "21", "23", "9", "9"]),
        ("substitution", ["1", "1", "1", "-", "-"]),
        ("spectator", ["20", "20", "22", "fallback 3", "17"]),
        ("no-clock", ["5: game each time", "5: game each time", "4", "fallback 3", "14"]),
        ("lateness", ["fallback 24", "-", "-", "fallback 3", "-"]),
        ("other", ["fallback 24", "-", "-", "fallback 3", "-"]),
    ];
    for (at, id) in ["us-chess-2018", "uscf-2006", "oscf-2012", "fide-blitz-3", "club"].into_iter().enumerate() {
        let settings = &book(id).discipline;
        let ids: Vec<&str> = settings.offences.iter().map(|o| o.id.as_str()).collect();
        assert_eq!(ids, table.map(|(id, _)| id), "{id}");
        for (offence, expected) in &table {
            let offence = settings.offence(offence).expect("listed above");
            assert_eq!(shown(offence, settings), expected[at], "{} under {id}", offence.id);
        }
    }
}

#[test]
fn a_text_with_many_mistakes_gets_them_all_with_line_and_column() {
    let text = r#"id = "mine"
titel = "My rules"
year = "2026"

[time]
control = "G/5"
rule = "40"

[match]
decided-by = { is = "first-wins", rule = "7" }
winnerless = { is = "goes-on" }
split = { is = "drawn" }

[offences.clock-hands]
rule = "7"
ladder = ["warning", "time:1", "game"]

[offences.banging]
scope = "round"

[rules]
7 = "The first win decides."
"#;
    let complaints = Rulebook::parse(text).expect_err("full of mistakes").complaints;
    let said: Vec<String> = complaints.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "1:1: the rulebook has no `title`\n    hint: add title = \"...\"",
            "2:1: `titel` is not recognized in the rulebook\n    hint: did you mean \"title\"?",
            "3:8: `year` in the rulebook must be a whole number, not text\n    hint: write year = 5",
            "7:8: rule 40 is cited but not in [rules]\n    hint: add 40 = \"...\" to [rules], or leave the number out",
            "9:2: [match] has no `no-clock`\n    hint: add no-clock = { ... }",
            "10:21: \"first-wins\" is not recognized in [match.decided-by]\n    hint: did you mean \"first-win\"?",
            "14:11: offense \"clock-hands\" isn't a known one and has no name\n    hint: did you mean \"clock-hand\"?",
            "16:22: \"time:1\" is not a penalty\n    hint: write warning, time:M:SS, game, match, expel or none, or several of them joined by \" or \"",
            "19:1: `scope` in [offences.banging] has no effect without `ladder`\n    hint: leave it out",
            "19:9: \"round\" is not recognized in [offences.banging]\n    hint: choose one of: game, match, event",
        ]
    );
}

#[test]
fn a_text_that_a_tournament_has_kept_is_read_whatever_later_releases_refuse() {
    let club = rulebook::by_id("club").expect("published").text.replace("[spectator]", "[spectator]\nactions = []");
    assert!(Rulebook::parse(&club).is_err());
    assert!(Rulebook::kept(&club).is_ok());
}

#[test]
fn broken_toml_is_placed_too() {
    let complaints = Rulebook::parse("id = \"mine\"\ntitle = \nyear = = 3\n").expect_err("no TOML").complaints;
    let lines: Vec<usize> = complaints.iter().map(|c| c.line).collect();
    assert_eq!(lines, [2, 3, 3], "{complaints:?}");
}

#[test]
fn the_reference_page_holds_a_rulebook_that_works_and_every_word_there_is() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/rulebook-file.md"))
        .expect("part of the project");
    let toml = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let book = Rulebook::parse(toml).unwrap_or_else(|e| panic!("{:?}", e.complaints));
    assert_eq!(book.discipline.offence("phone").map(|o| o.ladder.len()), Some(2));
    assert_eq!(book.discipline.offence("late-pass").map(|o| o.citation(&book.discipline.source).fallback), Some(true));
    fn names<E: clap::ValueEnum>() -> Vec<String> {
        E::value_variants().iter().filter_map(|v| v.to_possible_value()).map(|v| v.get_name().to_owned()).collect()
    }
    let mut words: Vec<String> = bughouse::discipline::KNOWN.iter().map(|(id, _)| (*id).to_owned()).collect();
    words.extend(names::<bughouse::discipline::ClaimKind>());
    words.extend(names::<rulebook::Topic>());
    for word in words {
        assert!(page.contains(&format!("`{word}`")), "{word}");
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_mangled_rulebook_is_refused_with_places_and_never_breaks_the_program(
        which in 0..5usize, cuts in proptest::collection::vec((0.0..1.0f64, 0..12usize, "[a-z=\\[\\]{}\"é\n.0-9,]{0,6}"), 1..6),
    ) {
        let mut text = rulebook::all()[which].text.clone();
        for (place, length, instead) in cuts {
            let marks: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let from = (place * marks.len() as f64) as usize;
            let to = (from + length).min(marks.len() - 1);
            text.replace_range(marks[from]..marks[to.max(from)], &instead);
        }
        let lines = text.lines().count();
        if let Err(unreadable) = Rulebook::parse(&text) {
            proptest::prop_assert!(!unreadable.complaints.is_empty());
            for complaint in unreadable.complaints {
                proptest::prop_assert!((1..=lines + 1).contains(&complaint.line) && complaint.column >= 1);
            }
        }
    }
}
