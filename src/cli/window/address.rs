//! Where a command is given on the pages of the desk: by which page or form, and what its button is called there.

use super::fields::{arguments, defined};
use super::labels::choice;
use super::places::PLACES;
use crate::cli::wording::split;
use clap::ArgAction;

/// A command as a page offers it.
pub struct Offered {
    /// In plain words; empty where there are none but its own.
    pub label: String,
    /// The page that has it; empty where it is given as it is.
    pub href: String,
}

/// As a part of an address.
pub fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// Where a command's form is.
pub fn form_address(command: &str) -> String {
    format!("/form/{}", command.split(' ').map(encoded).collect::<Vec<_>>().join("/"))
}

/// The proposal of a section's next round, with what was consented to: `--anyway`.
pub fn proposal(section: &str, consents: &[&str]) -> String {
    let with = consents.iter().map(|consent| format!("&with={}", consent.trim_start_matches('-')));
    format!("/propose?section={}{}", encoded(section), with.collect::<String>())
}

/// Whether words stand for others that are to be filled in: `NAME`, `T1,T2`, `FILE.pdf`, `...`.
fn is_blank(word: &str) -> bool {
    const BLANKS: [&str; 31] = [
        "TEAM", "TEAM…", "NAME", "FILE", "RESULT", "PLAYER", "PARTNER", "NUMBER", "N", "POINTS", "TABLE", "BACKUP",
        "COMMAND", "URL", "CODE", "ROLE", "DIR", "INTO", "SECTION", "PENALTY", "OFFENCE", "RULING", "T1,T2", "H:MM",
        "...", "T1", "T2", "FILE.pdf", "NEW", "M", "DEVICE",
    ];
    BLANKS.contains(&word)
}

/// The form of a command whose line is begun, with what is said already in its fields.
fn form_of(words: &[&str]) -> Option<String> {
    let is_of = |count: &usize| defined(&words[..*count].join("/")).is_some();
    let count = (1..=words.len().min(2)).rev().find(is_of)?;
    let command = defined(&words[..count].join("/"))?;
    let (verb, mut words) = (words[..count].join(" "), words[count..].iter());
    let mut free = arguments(command).into_iter().filter(|arg| arg.is_positional()).peekable();
    let mut query = String::new();
    if verb == "pairing swap" {
        // `team 12` is one of the places that change.
        let places = words.as_slice().windows(2).filter(|pair| PLACES.contains(&pair[0]) && !is_blank(pair[1]));
        let places: Vec<String> = places.map(|pair| pair.join(" ")).collect();
        query = format!("&places={}", encoded(&places.join("\n")));
        words = [].iter();
    }
    while let Some(word) = words.next() {
        let (arg, value) = match word.strip_prefix("--") {
            Some(option) => {
                let (name, value) = option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
                let Some(arg) = arguments(command).into_iter().find(|arg| arg.get_long() == Some(name)) else {
                    continue;
                };
                let is_flag = matches!(arg.get_action(), ArgAction::SetTrue);
                (arg, value.or_else(|| if is_flag { Some("true") } else { words.next().copied() }))
            }
            None => match free.next() {
                Some(arg) => (arg, Some(*word)),
                None => break,
            },
        };
        if let Some(value) = value.filter(|value| !is_blank(value)) {
            query += &format!("&{}={}", arg.get_id(), encoded(value));
        }
    }
    Some(format!("{}?{}", form_address(&verb), query.trim_start_matches('&')).trim_end_matches('?').to_owned())
}

/// Offers a command in plain words and by its page, as far as there are such.
pub fn offered(command: &str) -> Offered {
    let words = split(command).unwrap_or_default();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (label, href) = label_and_page(&words).unwrap_or_default();
    match words.iter().any(|word| is_blank(word)) && href.is_empty() {
        true => Offered { href: form_of(&words).unwrap_or_else(|| "/more".to_owned()), label },
        false => Offered { label, href },
    }
}

fn label_and_page(words: &[&str]) -> Option<(String, String)> {
    let page = |label: &str, href: &str| Some((label.to_owned(), href.to_owned()));
    let of = |label: &str, page: &str, section: &str| {
        Some((label.to_owned(), format!("/at/{page}section={}", encoded(section))))
    };
    let does = |label: String| Some((label, String::new()));
    if let [sheet @ .., "-o", file] = words
        && file.ends_with(".pdf")
        && !is_blank(file)
    {
        let label = match sheet {
            ["slips", .., "--changed"] => "Print changed slips",
            ["slips", ..] => "Print the slips",
            ["pairings", ..] => "Print the pairings",
            _ => "Print it",
        };
        return does(label.to_owned());
    }
    match words {
        ["pair", section, consents @ ..] if consents.iter().all(|word| word.starts_with("--")) => {
            let label = match consents.last() {
                None => format!("Pair {section}"),
                Some(&"--allow-rematch") => "Allow the rematch".to_owned(),
                Some(&"--allow-second-bye") => "Allow the second bye".to_owned(),
                Some(_) => format!("Pair {section} anyway"),
            };
            Some((label, proposal(section, consents)))
        }
        ["round"] => page("Pair the next round", "/propose"),
        ["unpair", section] => does(format!("Take the {section} round back")),
        ["reports"] => page("See the reports", "/at/round?tab=Reports"),
        ["check-in", "--list"] => page("See who isn't here", "/at/entries?show=away"),
        ["check-in", "--all"] => does("Everybody is here".to_owned()),
        ["check-in", team] if !is_blank(team) => does(format!("Check in {team}")),
        ["partner", "suggest" | "list"] => page("Find partners", "/at/entries#partners"),
        ["partner", "add", ..] => does("Enter without a partner".to_owned()),
        ["appeal", "list", ..] => page("See the open appeals", "/at/rulings"),
        ["appeal", "show" | "decide", number, ..] => {
            page(&format!("Hear appeal {number}"), &format!("/at/appeal?appeal={number}"))
        }
        ["appeal", "file", number, ..] => page("Appeal", &format!("/at/appeal?ruling={number}")),
        ["ruling", "keep", number] => does(format!("Keep ruling {number}")),
        ["ruling", "void", number, ..] => does(format!("Void ruling {number}")),
        ["enter", section] => of("Enter slips", "round?", section),
        ["enter", section, "--round", round] => Some((
            format!("Enter slips for round {round}"),
            format!("/at/round?section={}&round={round}", encoded(section)),
        )),
        ["result", table, "RESULT", rest @ ..] => {
            let of = rest.strip_prefix(&["--round"]).and_then(|rest| rest.first());
            let round = of.map(|round| format!("&round={round}")).unwrap_or_default();
            Some((format!("Open table {table}"), format!("/at/table?table={table}{round}")))
        }
        ["standings", section] => of("Standings", "standings?", section),
        ["prizes", section] => of("Prizes", "prizes?", section),
        ["ceremony", section] => of("Read the ceremony", "prizes?tab=Ceremony&", section),
        ["pairings", section] => of("Pairings", "round?tab=Pairings&", section),
        ["slips", section, ..] => of("Print the slips", "paper?view=round&", section),
        ["section", "options" | "list"] => page("See the sections", "/at/settings?tab=Sections"),
        ["device", "list"] => page("See the devices", "/at/settings?tab=Devices"),
        ["backup", "--list" | "--folder", ..] => page("See the backups", "/at/settings?tab=Backups"),
        ["school", "list"] => page("See the schools", "/at/lists?tab=Schools"),
        ["ratings", "load"] | ["ratings", "load", "FILE"] => page("Rating lists", "/at/ratings"),
        ["ruling", "show", number] => does(format!("Show ruling {number}")),
        ["start", section] => does(format!("Start the clock for {section}")),
        ["partner", "match", first, second] if !is_blank(first) && !is_blank(second) => {
            does("Make a team of them".to_owned())
        }
        ["version", "--check"] => does("Check for a newer version".to_owned()),
        ["stale", ..] => page("See what to print", "/at/paper"),
        ["status"] => page("See what comes next", "/now"),
        ["log", ..] => page("See the log", "/at/log"),
        ["team", "list"] => page("See the teams", "/at/lists"),
        ["team", "show", ..] => does("Show the team".to_owned()),
        ["team", "names"] => page("Review the names", "/form/team/names"),
        ["team", "withdraw", ..] => does("Withdraw".to_owned()),
        ["team", "return", ..] => does("Bring back".to_owned()),
        ["team", "edit", ..] => does("Change the team".to_owned()),
        ["official", "add", ..] => does("Appoint an official".to_owned()),
        ["official", "list"] => page("See the officials", "/at/settings?tab=Officials"),
        ["section", "add", name, ..] if !is_blank(name) => does(format!("Add section {name}")),
        ["section", "edit", section, "--rounds", rounds] if !is_blank(rounds) => {
            does(format!("Have {section} play {rounds} rounds"))
        }
        ["section", "edit", section, "--pairing", format] => {
            does(format!("Play {section} as {}", choice("pairing", format).to_lowercase()))
        }
        ["section", "edit", section, options @ ..] => {
            let to = options.join(" ").replace("--", "").replace('-', " ");
            does(format!("Set {section} to {to}").trim_end_matches(" to ").to_owned())
        }
        ["pairing", "add", ..] => does("Seat them at a new table".to_owned()),
        ["pairing", "allow", ..] => does("Let them play".to_owned()),
        ["pairing", "swap", ..] => does("Swap two teams".to_owned()),
        ["pairing", "bye", ..] | ["bye", ..] => does("Give a bye".to_owned()),
        ["pairing", "keep", ..] => does("Keep the round as it is".to_owned()),
        ["device", "add", ..] => page("Enroll a device", "/at/settings?tab=Devices"),
        ["serve", ..] => does("Open the hall".to_owned()),
        ["import", ..] => page("Enter the teams", "/at/entries"),
        ["backup"] => does("Back up now".to_owned()),
        ["undo"] => does("Undo".to_owned()),
        ["undo", "--only", number] => does(format!("Take back command {number}")),
        ["redo"] => does("Redo".to_owned()),
        ["rules", "show"] => page("See the rules", "/at/rulings?tab=The%20rules"),
        ["rules", "offences"] => page("See the offenses", "/at/rulings?tab=Offenses"),
        _ => None,
    }
}
