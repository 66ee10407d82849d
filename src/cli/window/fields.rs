//! The fields of a command's form: its arguments with their help, their choices, an example, and what may be meant.

use super::held::{held, usual};
use super::labels::{CHILD, called, choice, first, help, label, spoken, subjects, takes_children, typed};
use super::places::{Table, places, tables};
use super::state::Window;
use crate::cli::desk::Access;
use crate::cli::help::pages::{built, example};
use crate::cli::wording::split;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, Command};
use std::any::TypeId;
use std::collections::HashMap;

#[derive(Clone)]
pub struct Field {
    pub name: String,
    /// Apart from that of the same field in another form of the page.
    pub id: String,
    pub label: String,
    /// The same as it is typed: `--rounds`, `TEAM`.
    pub typed: String,
    pub help: String,
    /// `text`, `number`, `date`, `flag`, `choice`, `many`, `several` (one value a field), `chosen` (the same by lists) or `children`.
    pub kind: String,
    pub value: String,
    /// What holds now: only what differs from it is sent.
    pub held: String,
    /// What is in it while it is empty.
    pub example: String,
    pub choices: Vec<(String, String, bool)>,
    /// What is chosen where nothing is.
    pub unset: String,
    /// What may be meant, offered while it is typed.
    pub suggestions: Vec<String>,
    /// The values of several fields of one name.
    pub values: Vec<String>,
    pub children: Vec<Child>,
    pub required: bool,
    pub error: String,
}

impl Field {
    /// Whether a value is empty, or one of those that may be chosen.
    pub fn is_choice(&self, value: &str) -> bool {
        value.is_empty() || self.choices.iter().any(|(choice, ..)| choice == value)
    }
}

/// Fields of one subject.
#[derive(Clone)]
pub struct Group {
    pub heading: &'static str,
    pub fields: Vec<Field>,
}

/// What a form shows when it is asked for more.
#[derive(Clone, Default)]
pub struct More {
    pub groups: Vec<Group>,
    /// What it is about, in short.
    pub said: String,
    /// Whether something of it was filled in, or refused.
    pub is_open: bool,
}

/// A child, entered in fields of its own.
#[derive(Clone)]
pub struct Child {
    pub called: String,
    pub parts: Vec<Part>,
}

#[derive(Clone)]
pub struct Part {
    pub name: String,
    pub id: String,
    pub label: String,
    pub value: String,
    /// Grades are chosen.
    pub choices: Vec<(String, bool)>,
    pub required: bool,
}

/// What is before the names of fields: a form's own properties, such as `matches`, are none of ours.
pub const MARK: &str = "a-";

/// What stands before that in the name of what held when the form was made.
pub const HELD: &str = "was-";

/// `team/add` as the words of the command.
pub fn words_of(path: &str) -> Vec<String> {
    path.split('/').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The command of a path, as it is defined.
pub fn defined(path: &str) -> Option<&'static Command> {
    words_of(path).into_iter().try_fold(built(), |command, word| command.find_subcommand(word))
}

/// What is short for an option, for those who type: a form has the option.
const IN_SHORT: [(&str, &str); 2] = [("result", "on"), ("result", "how")];

/// The own arguments of a command: not those of every command.
pub fn arguments(command: &Command) -> Vec<&Arg> {
    let is_own = |arg: &&Arg| {
        let id = arg.get_id().as_str();
        !arg.is_global_set() && !["help", "version"].contains(&id) && !IN_SHORT.contains(&(command.get_name(), id))
    };
    command.get_arguments().filter(is_own).collect()
}

pub fn takes_several(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append) || arg.get_num_args().is_some_and(|range| range.max_values() > 1)
}

/// What the examples of a command give for each of its arguments.
pub fn examples(path: &str) -> HashMap<String, String> {
    let mut found = HashMap::new();
    let (own, Some(command)) = (words_of(path), defined(path)) else { return found };
    let text = example(&own.join(" ")).unwrap_or_default().replace("\\\n", " ");
    for line in text.lines() {
        // Behind it may stand what it is for.
        let typed = line.find("bughouse ").and_then(|at| line[at..].split("   ").next()).unwrap_or_default();
        let Ok(words) = split(typed) else { continue };
        let Some(words) = words.get(1..).and_then(|words| words.strip_prefix(&own[..])) else { continue };
        let words = own.last().into_iter().chain(words);
        let Ok(given) = command.clone().try_get_matches_from(words) else { continue };
        for id in given.ids().filter(|id| given.value_source(id.as_str()) == Some(ValueSource::CommandLine)) {
            if let Ok(Some(mut values)) = given.try_get_raw(id.as_str())
                && let Some(value) = values.next()
            {
                found.entry(id.to_string()).or_insert_with(|| value.to_string_lossy().into_owned());
            }
        }
    }
    found
}

/// The names that a form offers.
#[derive(Default)]
pub struct Known {
    sections: Vec<String>,
    teams: Vec<String>,
    team_numbers: Vec<u32>,
    /// Each team's section.
    team_sections: Vec<String>,
    tables: Vec<Table>,
    players: Vec<String>,
    player_numbers: Vec<u32>,
    /// The children without a partner.
    alone: Vec<(String, String)>,
    prizes: Vec<String>,
    officials: Vec<String>,
    files: Vec<String>,
}

impl Known {
    pub fn of(window: &Window) -> Self {
        let names = window.with_event(Access::Read, |desk| {
            let tournament = desk.tournament();
            let prize =
                |prize: &crate::event::StoredPrize| format!("{} {}", desk.section_name(prize.section), prize.name);
            let alone = |player: &crate::tournament::Player| {
                let section = player.section.map(|section| desk.section_name(section).to_owned());
                let all = [Some(player.name.to_string()), player.grade.map(|grade| format!("grade {grade}")), section];
                (player.id.to_string(), all.into_iter().flatten().collect::<Vec<_>>().join(", "))
            };
            Ok(Self {
                tables: tables(desk),
                alone: tournament.alone().map(alone).collect(),
                sections: tournament.sections.iter().map(|section| section.name.clone()).collect(),
                teams: tournament.teams.iter().map(|team| team.name.clone()).collect(),
                team_sections: tournament.teams.iter().map(|team| desk.section_name(team.section).to_owned()).collect(),
                team_numbers: tournament.teams.iter().map(|team| team.id.0).collect(),
                players: tournament.players.iter().map(|player| player.name.to_string()).collect(),
                player_numbers: tournament.players.iter().map(|player| player.id.0).collect(),
                prizes: desk.facts.prizes.iter().map(prize).collect(),
                officials: tournament.officials.iter().map(|official| official.name.clone()).collect(),
                files: Vec::new(),
            })
        });
        let is_a_list = |name: &String| {
            let ending = std::path::Path::new(name).extension().map(|ending| ending.to_string_lossy().to_lowercase());
            ending.is_some_and(|ending| ["csv", "tsv", "xlsx", "trf", "bughouse-backup"].contains(&&*ending))
        };
        let entries = std::fs::read_dir(window.place().folder).into_iter().flatten().flatten();
        let mut files: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).filter(is_a_list).collect();
        files.sort();
        Self { files, ..names.unwrap_or_default() }
    }

    /// Whom a number means, where an argument of this name may.
    fn name_of(&self, named: &str, number: &str) -> Option<String> {
        let numbers = match named {
            "TEAM" | "FIRST" | "SECOND" | "ONE" | "OTHER" => &self.team_numbers,
            "PLAYER" => &self.player_numbers,
            _ => return None,
        };
        let number: u32 = number.parse().ok()?;
        let at = numbers.iter().position(|known| *known == number)?;
        let names = self.meant(named);
        let name = names.get(at)?;
        // Two of one name are distinguished by their numbers.
        (names.iter().filter(|other| *other == name).count() == 1).then(|| name.clone())
    }

    /// What an argument of this name may mean.
    fn meant(&self, named: &str) -> &[String] {
        match named {
            "TEAM" | "TEAMS" | "FIRST" | "SECOND" | "ONE" | "OTHER" => &self.teams,
            "PLAYER" | "PARTNER" | "PLAYERS" => &self.players,
            "PRIZE" => &self.prizes,
            "OFFICIAL" => &self.officials,
            "FILE" | "BACKUP" => &self.files,
            _ => &[],
        }
    }
}

/// Whether these words stand in a text by themselves.
fn says(text: &str, words: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '-';
    text.match_indices(words).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(is_part);
        let after = text[at + words.len()..].chars().next().is_some_and(is_part);
        !before && !after
    })
}

/// Whether a refusal names this argument.
fn is_named(error: &str, arg: &Arg) -> bool {
    match arg.get_long() {
        Some(long) => says(error, &format!("--{long}")),
        None => error.contains(&format!("<{}>", called(arg))) || error.starts_with(&format!("{}: ", called(arg))),
    }
}

/// Whether a refusal is about this argument: it names it, or, where it names none, repeats what was typed in it.
fn is_about(terms: &Terms<'_>, arg: &Arg, value: &str) -> bool {
    let error = terms.error;
    if terms.names_one || error.is_empty() {
        return is_named(terms.said, arg);
    }
    let error = error.to_lowercase();
    value.lines().map(|line| line.trim().to_lowercase()).any(|line| !line.is_empty() && says(&error, &line))
}

/// What all fields of a form share.
pub struct Terms<'a> {
    pub path: &'a str,
    pub known: &'a Known,
    /// The values that stand in the fields.
    pub given: &'a dyn Fn(&str) -> String,
    /// Why the command was refused; empty where it was not.
    pub error: &'a str,
    /// The same with what is advised, without its commands.
    pub said: &'a str,
    /// Whether that names an argument.
    pub names_one: bool,
}

impl<'a> Terms<'a> {
    pub fn new(
        path: &'a str,
        command: &Command,
        known: &'a Known,
        given: &'a dyn Fn(&str) -> String,
        (error, said): (&'a str, &'a str),
    ) -> Self {
        let names_one = arguments(command).into_iter().any(|arg| is_named(said, arg));
        Self { path, known, given, error, said, names_one }
    }
}

/// Whether two teams or tables are chosen from lists: those that change places in a round.
fn is_of_two_teams(arg: &Arg, terms: &Terms<'_>) -> bool {
    terms.path == "pairing/swap" && arg.get_id() == "places" && !terms.known.teams.is_empty()
}

/// What may be chosen: as typed and as it is called.
fn choices(arg: &Arg, terms: &Terms<'_>, value: &str) -> Vec<(String, String, bool)> {
    let known = terms.known;
    if matches!(arg.get_action(), ArgAction::SetTrue | ArgAction::SetFalse | ArgAction::Count) {
        return Vec::new();
    }
    if called(arg) == "SECTION" && !takes_several(arg) {
        let is_only = known.sections.len() == 1 && arg.is_required_set() && value.is_empty();
        // What was typed and is none of them is not lost.
        let other =
            Some(value.to_owned()).filter(|_| !value.is_empty() && !known.sections.iter().any(|one| one == value));
        let all = known.sections.iter().cloned().chain(other);
        return all.map(|one| (one.clone(), one.clone(), is_only || one == value)).collect();
    }
    if terms.path == "partner/match" && ["FIRST", "SECOND"].contains(&&*called(arg)) && !known.alone.is_empty() {
        let is_alone = value.is_empty() || known.alone.iter().any(|(number, _)| number == value);
        let other = (!is_alone).then(|| (value.to_owned(), value.to_owned()));
        return known
            .alone
            .iter()
            .cloned()
            .chain(other)
            .map(|(number, shown)| (number.clone(), shown, number == value))
            .collect();
    }
    if is_of_two_teams(arg, terms) {
        return places(
            &known.teams,
            &known.team_numbers,
            &known.team_sections,
            &known.tables,
            &(terms.given)("section"),
        );
    }
    let possible = arg.get_possible_values();
    let mut names: Vec<String> =
        possible.iter().filter(|of| !of.is_hide_set()).map(|of| of.get_name().to_owned()).collect();
    // `yes|no`, `1|2`, `a|b`: all that there is.
    let named = arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string).unwrap_or_default();
    let is_plain = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if names.is_empty() && named.contains('|') && named.split('|').all(is_plain) {
        names = named.split('|').map(str::to_owned).collect();
    }
    if !names.is_empty() && !value.is_empty() && !takes_several(arg) && !names.iter().any(|name| name == value) {
        names.push(value.to_owned());
    }
    let argument = arg.get_id().as_str();
    let help = |name: &str| {
        let of = possible.iter().find(|of| of.get_name() == name)?;
        Some(format!("{}: {}", choice(argument, name), of.get_help()?.to_string().replace('`', "")))
    };
    let called = |name: &str| match spoken(argument, name) {
        Some(said) => said.to_owned(),
        None => help(name).filter(|text| text.len() <= 90).unwrap_or_else(|| choice(argument, name)),
    };
    names.into_iter().map(|name| (name.clone(), called(&name), name == value)).collect()
}

/// The children that an argument is about, each in fields of its own.
fn children(arg: &Arg, terms: &Terms<'_>) -> Vec<Child> {
    const GRADES: [&str; 14] = ["PK", "K", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
    let id = arg.get_id().to_string();
    let typed = (terms.given)(&id);
    let typed: Vec<&str> = typed.lines().collect();
    let called: &[&str] = if takes_several(arg) { &["First player", "Second player"] } else { &[""] };
    let child = |(at, called): (usize, &&str)| {
        let old: Vec<&str> = typed.get(at).map(|line| line.splitn(CHILD.len(), ',').collect()).unwrap_or_default();
        let part = |(place, (part, label)): (usize, &(&str, &str))| {
            let given = (terms.given)(&format!("{id}.{at}.{part}"));
            let value =
                if given.is_empty() { old.get(place).copied().unwrap_or_default().trim().to_owned() } else { given };
            let mut choices: Vec<(String, bool)> = Vec::new();
            if *part == "grade" {
                choices.extend(GRADES.iter().map(|grade| ((*grade).to_owned(), *grade == value)));
                if !value.is_empty() && choices.iter().all(|(_, chosen)| !chosen) {
                    choices.push((value.clone(), true));
                }
            }
            Part {
                name: format!("{MARK}{id}.{at}.{part}"),
                id: format!("field-{}-{id}-{at}-{part}", terms.path.replace('/', "-")),
                label: (*label).to_owned(),
                value,
                choices,
                required: place == 0,
            }
        };
        Child { called: (*called).to_owned(), parts: CHILD.iter().enumerate().map(part).collect() }
    };
    called.iter().enumerate().map(child).collect()
}

/// A child as it is typed, of the fields that came back; nothing where none was filled in.
pub fn child_of(fields: &[(String, String)], id: &str, at: usize) -> Option<String> {
    let part = |(part, _): &(&str, &str)| {
        let name = format!("{MARK}{id}.{at}.{part}");
        let value = fields.iter().find(|(field, _)| *field == name).map_or("", |(_, value)| value.trim());
        match value.split_once(',').filter(|_| *part == "name") {
            Some((last, first)) => format!("{} {}", first.trim(), last.trim()),
            None => value.replace(',', " "),
        }
    };
    let joined = CHILD.iter().map(part).collect::<Vec<_>>().join(",");
    let joined = joined.trim_end_matches(',');
    (!joined.is_empty()).then(|| joined.to_owned())
}

pub fn field(arg: &Arg, terms: &Terms<'_>, examples: &HashMap<String, String>) -> Field {
    let name = arg.get_id().to_string();
    let command = words_of(terms.path).join(" ");
    let known = terms.known;
    // A new team has no name of another.
    let is_new = (terms.path, name.as_str()) == ("partner/match", "team");
    let suggestions = if is_new { &[] } else { known.meant(&called(arg)) };
    let (held, mut value) = ((terms.given)(&format!("{HELD}{name}")), (terms.given)(&name));
    if !takes_several(arg) {
        value = known.name_of(&called(arg), &value).unwrap_or(value);
    }
    let choices = choices(arg, terms, &value);
    let is_several =
        takes_several(arg) && (choices.is_empty() || is_of_two_teams(arg, terms)) && !suggestions.is_empty();
    let is_day = |value: &str| value.is_empty() || value.parse::<chrono::NaiveDate>().is_ok();
    let numbers = [TypeId::of::<u8>(), TypeId::of::<u16>(), TypeId::of::<u32>(), TypeId::of::<i64>()];
    let kind = match arg.get_action() {
        ArgAction::SetTrue | ArgAction::SetFalse | ArgAction::Count => "flag",
        _ if is_of_two_teams(arg, terms) => "chosen",
        _ if takes_children(&command, &name) => "children",
        _ if is_several => "several",
        _ if takes_several(arg) => "many",
        _ if !choices.is_empty() => "choice",
        _ if called(arg) == "DATE" && is_day(&value) => "date",
        _ if numbers.iter().any(|number| arg.get_value_parser().type_id() == *number) => "number",
        _ => "text",
    };
    let few = arg.get_num_args().map_or(4, |range| if range.max_values() > 4 { 4 } else { range.min_values().max(2) });
    let mut values: Vec<String> = value.lines().map(str::to_owned).filter(|_| is_several).collect();
    if is_several {
        values.resize(values.len().max(few), String::new());
    }
    let usual: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    let has_usual = !usual.is_empty() && kind != "flag";
    let label = label(&command, arg);
    let codes: Vec<&str> = choices.iter().map(|(code, ..)| code.as_str()).collect();
    let (help, otherwise) = help(&arg.get_help().map(ToString::to_string).unwrap_or_default(), &label, &codes);
    let unset = match usual_of(terms.path, &name) {
        Some(usual) if kind == "choice" => format!("default: {}", choice(&name, &usual)),
        Some(usual) => usual,
        None if has_usual => format!("default: {}", choice(&name, &usual.join(","))),
        None => otherwise,
    };
    Field {
        label,
        held,
        typed: typed(arg),
        help,
        kind: kind.to_owned(),
        example: examples.get(&name).cloned().unwrap_or_default(),
        suggestions: suggestions.to_vec(),
        values,
        children: if kind == "children" { children(arg, terms) } else { Vec::new() },
        error: if is_about(terms, arg, &value) { terms.error.to_owned() } else { String::new() },
        value,
        choices,
        unset,
        required: arg.is_required_set(),
        id: format!("{}-{name}", terms.path.replace('/', "-")),
        name: format!("{MARK}{name}"),
    }
}

/// What holds where the field of an argument stays empty, where its help does not say it.
fn usual_of(path: &str, name: &str) -> Option<String> {
    usual(path).into_iter().find(|(id, _)| *id == name).map(|(_, value)| value)
}

/// The fields that a form shows at once, in its order, and the others by their subjects.
pub fn parted(title: &str, mut shown: Vec<Field>, mut more: Vec<Field>) -> (Vec<Field>, More) {
    let place = |field: &Field, of: &[&str]| of.iter().position(|id| field.name.strip_prefix(MARK) == Some(*id));
    if let Some(order) = first(title) {
        shown.sort_by_key(|field| place(field, order));
    }
    let needs_attention = |field: &Field| !field.error.is_empty() || field.value != field.held;
    let is_open = more.iter().any(needs_attention);
    let mut groups: Vec<Group> = Vec::new();
    for (heading, of) in subjects(title) {
        let (mut fields, others): (Vec<Field>, _) = more.into_iter().partition(|field| place(field, of).is_some());
        fields.sort_by_key(|field| place(field, of));
        groups.push(Group { heading, fields });
        more = others;
    }
    groups.push(Group { heading: "", fields: more });
    groups.retain(|group| !group.fields.is_empty());
    (shown, More { said: said_of(&groups), groups, is_open })
}

/// What stands behind "More options".
fn said_of(groups: &[Group]) -> String {
    const NAMED: usize = 3;
    let lower = |label: &str| match label.chars().nth(1) {
        Some(second) if second.is_lowercase() => label[..1].to_lowercase() + &label[1..],
        _ => label.to_owned(),
    };
    let headings = groups.iter().map(|group| group.heading).filter(|heading| !heading.is_empty());
    let mut named: Vec<String> = headings.map(lower).collect();
    if named.is_empty() {
        named = groups.iter().flat_map(|group| &group.fields).map(|field| lower(&field.label)).collect();
    }
    let is_all = named.len() <= NAMED;
    named.truncate(NAMED);
    if is_all { named.join(", ") } else { format!("{} …", named.join(", ")) }
}

/// A form of a command within a page, with some of its words settled.
#[derive(Clone)]
pub struct Inline {
    pub path: String,
    pub heading: String,
    pub label: String,
    pub settled: Vec<(String, String)>,
    pub fields: Vec<Field>,
    pub more: More,
}

impl Inline {
    /// Of these arguments; of all but the settled ones where none is named.
    pub fn of(
        window: &Window,
        path: &str,
        [heading, label]: [&str; 2],
        settled: &[(&str, &str)],
        only: &[&str],
    ) -> Self {
        let (known, examples) = (Known::of(window), examples(path));
        let command = defined(path).unwrap_or_else(built);
        let of = |name: &str| settled.iter().find(|(id, _)| *id == name).map_or("", |(_, value)| value).to_owned();
        let held = held(window, path, &of);
        let given = |name: &str| held.get(name.strip_prefix(HELD).unwrap_or(name)).cloned().unwrap_or_default();
        let terms = Terms::new(path, command, &known, &given, ("", ""));
        let is_asked = |arg: &&Arg| {
            let id = arg.get_id().as_str();
            !settled.iter().any(|(name, _)| *name == id) && (only.is_empty() || only.contains(&id))
        };
        let title = words_of(path).join(" ");
        let order = first(&title).filter(|_| only.is_empty());
        let is_first = |field: &Field| {
            order.is_none_or(|first| field.name.strip_prefix(MARK).is_some_and(|name| first.contains(&name)))
        };
        let fields = arguments(command).into_iter().filter(is_asked).map(|arg| field(arg, &terms, &examples));
        let (shown, more) = fields.partition(is_first);
        let (fields, more) = parted(&title, shown, more);
        Self {
            fields,
            more,
            path: path.to_owned(),
            heading: heading.to_owned(),
            label: label.to_owned(),
            settled: settled.iter().map(|(name, value)| (format!("{MARK}{name}"), (*value).to_owned())).collect(),
        }
    }

    fn field(&mut self, argument: &str) -> Option<&mut Field> {
        let name = format!("{MARK}{argument}");
        self.fields.iter_mut().find(|field| field.name == name)
    }

    /// Has an argument chosen from these: value and label.
    pub fn choose(&mut self, argument: &str, of: &[(u32, String)]) {
        if let Some(field) = self.field(argument) {
            "choice".clone_into(&mut field.kind);
            field.choices = of.iter().map(|(value, label)| (value.to_string(), label.clone(), false)).collect();
        }
    }

    /// The same for one of several things: the argument that names it is settled.
    pub fn about(&self, argument: &str, what: &str) -> Self {
        let mut own = self.clone();
        own.settled.push((format!("{MARK}{argument}"), what.to_owned()));
        own.fields.retain(|field| field.name != format!("{MARK}{argument}"));
        own.fields.iter_mut().for_each(|field| field.id = format!("{}-{what}", field.id));
        own
    }

    /// What may be meant, offered while it is typed.
    pub fn suggests(&mut self, argument: &str, of: Vec<String>) {
        if let Some(field) = self.field(argument) {
            field.suggestions = of;
        }
    }

    /// What holds now, shown in the field while it is empty.
    pub fn fill(&mut self, argument: &str, value: &str) {
        if let Some(field) = self.field(argument) {
            field.unset = format!("now: {value}");
            field.example.clear();
        }
    }

    /// What holds now, to be changed in its field.
    pub fn holds(&mut self, argument: &str, value: &str) {
        if let Some(field) = self.field(argument) {
            value.clone_into(&mut field.held);
        }
        self.says(argument, value.to_owned());
    }

    /// What is in a field.
    pub fn says(&mut self, argument: &str, value: String) {
        if let Some(field) = self.field(argument) {
            field.value = value;
        }
    }
}
