//! What commands, options and choices are called on a form, where the words that are typed say too little.

use clap::Arg;

/// Command (empty: any), argument, and its label.
const LABELS: [(&str, &str, &str); 40] = [
    ("", "rating_under", "Average rating below"),
    ("", "rating_sum_under", "Sum of the ratings below"),
    ("section", "pairing", "Format"),
    ("", "matches", "Matches a round"),
    ("", "match_points", "A win counts"),
    ("", "first_table", "First table number"),
    ("", "tiebreaks", "Tie-breaks, in order"),
    ("section", "places", "Teams on equal points"),
    ("", "unplayed_last", "Unplayed scores last"),
    ("", "colours", "Colors"),
    ("", "school_mode", "Teams of one school"),
    ("", "accelerate", "Acceleration"),
    ("", "system", "Pairing rules"),
    ("", "bye_points", "The bye scores"),
    ("", "lookahead", "Look ahead"),
    ("section", "table", "Schedule"),
    ("section", "numbers", "Places in the schedule"),
    ("", "large_group", "Quads: five to seven left over"),
    ("", "third_place", "Match for third place"),
    ("", "reseed", "Best against worst after each round"),
    ("section", "names", "Children's names"),
    ("", "grace", "Minutes to wait"),
    ("section", "reports", "Results from the floor"),
    ("section", "from", "Final for teams of"),
    ("section", "top", "How many go on"),
    ("section", "qualify", "Which go on, best first"),
    ("", "namesake", "A second child of this name"),
    ("", "house", "House team"),
    ("team add", "players", "The two players"),
    ("partner add", "player", "The child"),
    ("pairing swap", "places", "The two teams"),
    ("", "from_round", "First round missed"),
    ("event", "date", "Day"),
    ("event", "venue", "Place"),
    ("", "role", "Office"),
    ("device", "role", "What it may do"),
    ("", "carry_out", "Change a result that stands"),
    ("", "tiebreak_penalty", "Penalty on tie-breaks"),
    ("", "with_results", "Its results too"),
    ("", "official", "Who decided"),
];

/// Commands whose form shows these first, and the rest when asked for.
const FIRST: [(&str, &[&str]); 2] = [
    ("section add", &["name", "grades", "rounds", "pairing", "school_mode"]),
    ("team add", &["name", "section", "players", "school"]),
];

/// What the form of a command is called, and its button, where its help says more than that.
const ACTS: [(&str, &str, &str); 14] = [
    ("section add", "Add a section", "Add section"),
    ("section edit", "Change a section", "Change section"),
    ("team add", "Add a team", "Add team"),
    ("team edit", "Change a team or one of its players", "Change it"),
    ("team withdraw", "A team leaves", "It leaves"),
    ("team move", "Move a team to another section", "Move it"),
    ("partner add", "Enter a child who needs a partner", "Enter child"),
    ("partner match", "Make a team of two children", "Make a team"),
    ("pairing swap", "Swap two teams of the posted round", "Swap them"),
    ("pairing set", "Seat two teams at a table of the posted round", "Seat them"),
    ("pairing forbid", "Two teams that are never paired", "Never pair them"),
    ("pairing require", "Two teams that meet in a round to come", "Have them meet"),
    ("bye", "Give a team a bye", "Give the bye"),
    ("event edit", "Name, day and place of the event", "Change it"),
];

/// A child in the words of an argument, in their order: what each is called.
pub const CHILD: [(&str, &str); 5] =
    [("name", "Name"), ("grade", "Grade"), ("rating", "Rating"), ("id", "ID"), ("school", "School")];

/// Whether an argument tells of children, each by several words with commas between them.
pub fn tells_of_children(command: &str, argument: &str) -> bool {
    [("team add", "players"), ("partner add", "player")].contains(&(command, argument))
}

/// What stands first on the form of a command; none where its help says it.
pub fn first(command: &str) -> Option<&'static [&'static str]> {
    FIRST.iter().find(|(of, _)| *of == command).map(|(_, first)| *first)
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

/// What a choice is called: `round-robin` as "Round robin"; a number and a name with figures stay as they are.
pub fn choice(name: &str) -> String {
    let is_word = name.split('-').all(|part| part.chars().all(char::is_alphabetic) && part.len() > 2);
    if is_word { capital(&name.replace('-', " ")) } else { name.to_owned() }
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
