//! What commands, options and choices are called on a form, where the words that are typed say too little.

use clap::Arg;

/// Command (empty: any), argument, and its label.
const LABELS: [(&str, &str, &str); 49] = [
    ("", "rating_under", "Average rating below"),
    ("", "rating_sum_under", "Total rating below"),
    ("section", "pairing", "Format"),
    ("section edit", "name", "Section"),
    ("section edit", "rename", "Name"),
    ("", "matches", "Matches per round"),
    ("", "match_points", "A win counts as"),
    ("", "first_table", "First table number"),
    ("", "tiebreaks", "Tie-breaks, in order"),
    ("section", "places", "Tied teams"),
    ("", "unplayed_last", "Rank a team last if no points came from play"),
    ("", "colours", "Colors"),
    ("", "school_mode", "Teams from one school"),
    ("", "accelerate", "Acceleration"),
    ("", "system", "Pairing rules"),
    ("", "bye_points", "Points for the bye"),
    ("", "lookahead", "Look ahead"),
    ("section", "table", "Schedule"),
    ("section", "numbers", "Places in the schedule"),
    ("", "large_group", "Quads: last group of five to seven"),
    ("", "third_place", "Match for third place"),
    ("", "reseed", "Reseed after each round, best against worst"),
    ("section", "names", "Children's names"),
    ("", "grace", "Minutes to wait"),
    ("section", "reports", "Results from the floor"),
    ("section", "from", "Final for teams from"),
    ("section", "top", "How many advance"),
    ("section", "qualify", "Which advance, best first"),
    ("", "namesake", "A second child with this name"),
    ("", "house", "House team"),
    ("team add", "name", "Team name"),
    ("team add", "players", "The two players"),
    ("partner add", "player", "The child"),
    ("partner match", "first", "One child"),
    ("partner match", "second", "The other child"),
    ("partner match", "team", "The team's name"),
    ("pairing swap", "places", "The two teams, or two tables"),
    ("pairing", "first", "One team"),
    ("pairing", "second", "The other team"),
    ("", "from_round", "First round missed"),
    ("event", "date", "Date"),
    ("event", "venue", "Location"),
    ("", "role", "Role"),
    ("device", "role", "What it may do"),
    ("", "carry_out", "Change a result on file"),
    ("", "tiebreak_penalty", "Tie-break penalty"),
    ("", "with_results", "Remove its results too"),
    ("", "official", "Who decided"),
    ("device", "official", "Who uses it"),
];

/// Argument, what is chosen, and what it is called where its name is a code and its help is for those who know the rules.
const CHOICES: [(&str, &str, &str); 15] = [
    ("pairing", "swiss", "Swiss: teams with similar scores play; no rematches, nobody is knocked out"),
    ("school_mode", "ignore", "Paired like any other teams"),
    ("school_mode", "prefer", "Kept apart where it doesn't change which scores meet"),
    ("school_mode", "plus2", "Kept apart, except teams with two more wins than losses"),
    ("school_mode", "avoid", "Kept apart, even if scores are further apart"),
    ("school_mode", "forbid", "Never paired"),
    ("accelerate", "none", "None"),
    ("accelerate", "us28r1", "Added points in rounds 1 and 2 (US Chess 28R1)"),
    ("accelerate", "baku", "Baku (FIDE C.04.7)"),
    ("system", "us", "US Chess, without colors"),
    ("system", "fide-team", "FIDE team Swiss (C.04.6), without colors"),
    ("places", "broken", "Separated by the tie-breaks"),
    ("places", "shared", "Sharing a place; tie-breaks only set the order on the list"),
    ("colours", "team", "Each team decides; the sheet only suggests"),
    ("colours", "directed", "The sheet decides"),
];

/// Commands whose form shows these first, and the rest when asked for.
const FIRST: [(&str, &[&str]); 3] = [
    ("section add", &["name", "grades", "rounds"]),
    ("section edit", &["name", "rename", "rounds", "pairing", "grades", "school_mode", "bye_points"]),
    ("team add", &["name", "section", "players", "school"]),
];

/// The options of a section by their subjects.
const OF_A_SECTION: [(&str, &[&str]); 6] = [
    (
        "Pairings",
        &[
            "pairing",
            "school_mode",
            "bye_points",
            "accelerate",
            "system",
            "lookahead",
            "protect_unrated",
            "avoid_repeat_floats",
        ],
    ),
    ("Standings and names", &["tiebreaks", "places", "unplayed_last", "names"]),
    ("Tables and slips", &["matches", "match_points", "first_table", "colours", "grace", "reports"]),
    ("Rating limits", &["rating_under", "rating_sum_under"]),
    ("Round robin and quads", &["table", "numbers", "back_to_back", "large_group"]),
    ("Knockouts and finals", &["third_place", "reseed", "from", "top", "qualify"]),
];

/// What the form of a command is called, and its button, where its help says more than that.
const ACTS: [(&str, &str, &str); 15] = [
    ("section add", "Add a section", "Add section"),
    ("section edit", "Change a section", "Change section"),
    ("team add", "Add a team", "Add team"),
    ("team edit", "Change a team or one of its players", "Change it"),
    ("team withdraw", "Withdraw a team", "Withdraw"),
    ("team move", "Move a team to another section", "Move it"),
    ("partner add", "Enter a child who needs a partner", "Enter child"),
    ("partner match", "Make a team of two children", "Make a team"),
    ("pairing swap", "Swap two teams or two tables in the posted round", "Swap them"),
    ("pairing add", "Seat two teams that have no game in the posted round", "Seat them"),
    ("pairing set", "Seat two teams at a table in the posted round", "Seat them"),
    ("pairing forbid", "Keep two teams from being paired", "Never pair them"),
    ("pairing require", "Pair two teams in a future round", "Pair them together"),
    ("bye", "Give a team a bye", "Give the bye"),
    ("event edit", "Name, date and location of the event", "Change it"),
];

/// A child in the words of an argument, in their order: what each is called.
pub const CHILD: [(&str, &str); 5] =
    [("name", "Name"), ("grade", "Grade"), ("rating", "Rating"), ("id", "ID"), ("school", "School")];

/// Whether an argument is about children, each by several words with commas between them.
pub fn takes_children(command: &str, argument: &str) -> bool {
    [("team add", "players"), ("partner add", "player")].contains(&(command, argument))
}

/// What is first on the form of a command; none where its help says it.
pub fn first(command: &str) -> Option<&'static [&'static str]> {
    FIRST.iter().find(|(of, _)| *of == command).map(|(_, first)| *first)
}

/// What the other fields of a form are about, in their order: heading and arguments.
pub fn subjects(command: &str) -> &'static [(&'static str, &'static [&'static str])] {
    if ["section add", "section edit"].contains(&command) { &OF_A_SECTION } else { &[] }
}

/// What an argument is called where its command is shown: `TEAM`.
pub fn called(arg: &Arg) -> String {
    let named = arg.get_value_names().and_then(|names| names.first());
    named.map_or_else(|| arg.get_id().to_string(), ToString::to_string).to_uppercase()
}

/// The same as it is typed: `--rounds`, `TEAM`.
pub fn typed(arg: &Arg) -> String {
    arg.get_long().map_or_else(|| called(arg), |long| format!("--{long}"))
}

/// What it is called on a form.
pub fn label(command: &str, arg: &Arg) -> String {
    let id = arg.get_id().as_str();
    let is_of = |of: &str| of.is_empty() || command == of || command.split(' ').next() == Some(of);
    let known = LABELS.iter().filter(|(of, argument, _)| *argument == id && is_of(of));
    if let Some((.., label)) = known.max_by_key(|(of, ..)| of.len()) {
        return (*label).to_owned();
    }
    let own = match (arg.get_long(), called(arg)) {
        (Some(long), _) => long.to_owned(),
        (None, called) if called == "DIR" => "folder".to_owned(),
        (None, called) => called.to_lowercase(),
    };
    capital(&own.replace(['-', '_'], " ").replace('|', " or "))
}

/// What a choice is called where its own name is a code.
pub fn spoken(argument: &str, name: &str) -> Option<&'static str> {
    CHOICES.iter().find(|(of, value, _)| (*of, *value) == (argument, name)).map(|(.., said)| *said)
}

/// What a choice is called in short: `round-robin` as "Round robin"; a number and a name with figures stay as they are.
pub fn choice(argument: &str, name: &str) -> String {
    if let Some(said) = spoken(argument, name) {
        return said.split(": ").next().unwrap_or(said).to_owned();
    }
    let is_word = name.split('-').all(|part| part.chars().all(char::is_alphabetic));
    let part = |part: &str| if part == "td" { "TD".to_owned() } else { part.to_owned() };
    if is_word { capital(&name.split('-').map(part).collect::<Vec<_>>().join(" ")) } else { name.to_owned() }
}

/// What a help says to the person who fills in a form, and what holds where the field stays empty. Choices explain themselves, and a label is said once.
pub fn help(text: &str, label: &str, choices: &[&str]) -> (String, String) {
    const LONG: usize = 45;
    let text = text.replace('`', "");
    let usual = text.strip_suffix(']').and_then(|text| text.rsplit_once(" [default: "));
    let (text, usual) = match usual {
        Some((text, usual)) if usual.len() > LONG => (format!("{text}; if empty, {usual}"), ""),
        Some((text, usual)) => (text.to_owned(), usual),
        None => (text.clone(), ""),
    };
    let (before, listed) = text.rsplit_once(": ").unwrap_or(("", &text));
    let are_codes = listed.split(", ").flat_map(|part| part.split(" or ")).all(|part| choices.contains(&part));
    let text = if are_codes { before } else { text.trim_end_matches(", YYYY-MM-DD") };
    let text = if choices.is_empty() { text } else { text.trim_end_matches(", by number or name") };
    let bare = |text: &str| text.to_lowercase().trim_start_matches("the ").to_owned();
    let is_said = bare(label).contains(&bare(text));
    (if is_said { String::new() } else { text.to_owned() }, usual.to_owned())
}

/// What a form is called, and its button: what the help of its command says that it does, in short.
pub fn act(command: &str, about: &str) -> (String, String) {
    match ACTS.iter().find(|(of, ..)| *of == command) {
        Some((_, heading, button)) => ((*heading).to_owned(), (*button).to_owned()),
        None => (about.to_owned(), about.split([';', ':', ',', '(']).next().unwrap_or_default().trim().to_owned()),
    }
}

pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
