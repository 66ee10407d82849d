//! Holds the house to its plan: floors, where each dependency may live, file lengths, one place for printing.

mod supply;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Modules with their floor, as the two `lib.rs` declare them: `/// Floor 3. …` above `pub mod standings;`.
fn floors() -> BTreeMap<String, f32> {
    let text = read("engine/src/lib.rs") + &read("src/lib.rs");
    let mut floors = BTreeMap::new();
    let mut floor = None;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("/// Floor ") {
            let number = rest.split_once('.').expect("a floor's number ends in a full stop").0;
            floor = Some(number.replace('½', ".5").parse().expect("a floor has a number"));
        } else if let Some(name) = line.strip_prefix("pub mod ") {
            floors.insert(name.trim_end_matches(';').to_owned(), floor.take().expect("every module says its floor"));
        }
    }
    floors
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(path)).expect("the file is part of the project")
}

/// Every Rust file of the engine and of the program but their tests, as (path from the root, text).
fn sources() -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a source folder can be listed") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    ["engine/src", "src"].iter().for_each(|folder| walk(&root().join(folder), &mut found));
    found.sort();
    let name = |path: &Path| path.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
    let is_code = |file: &String| !file.ends_with("tests.rs");
    found.iter().map(|path| name(path)).filter(is_code).map(|file| (file.clone(), read(file))).collect()
}

/// The lines of a file that are neither comments nor its own tests.
fn code_of(text: &str) -> Vec<&str> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect()
}

/// A file by its path below `src/`, of whichever crate.
fn below_src(file: &str) -> &str {
    file.trim_start_matches("engine/").trim_start_matches("src/")
}

/// The module below `src/` that a file belongs to.
fn module_of(file: &str) -> &str {
    below_src(file).split(['/', '.']).next().unwrap_or_default()
}

/// Modules named after `crate::` in a text, comments left out.
fn arrows(text: &str) -> Vec<String> {
    let code = text.lines().filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    code.match_indices("crate::")
        .map(|(at, _)| code[at + 7..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>())
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn no_module_looks_up_or_sideways() {
    let floors = floors();
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        let Some(own) = floors.get(module_of(&file)) else { continue };
        for seen in arrows(&text) {
            let Some(floor) = floors.get(&seen) else { continue };
            if seen != module_of(&file) && floor >= own {
                wrong.push(format!("{file} (floor {own}) sees {seen} (floor {floor})"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Types with methods of their own in a text, `Event` in `impl Event {`.
fn given_methods(text: &str) -> impl Iterator<Item = &str> {
    let heads = text.lines().filter(|line| line.starts_with("impl") && !line.contains(" for "));
    heads.filter_map(|head| {
        let head = head.trim_start_matches("impl");
        let named = if head.starts_with('<') { head.split_once("> ")?.1 } else { head.trim_start() };
        named.split(|c: char| !c.is_alphanumeric() && c != '_').next()
    })
}

/// A type that gets methods far from its own module sees them from there: it would look up.
#[test]
fn a_type_has_its_methods_in_its_own_module() {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        for name in given_methods(&text) {
            let imports = text.split("use crate::").skip(1).filter_map(|rest| rest.split(';').next());
            let from = imports.filter(|import| import.split(|c| !is_word(c)).any(|word| word == name));
            let modules = from.filter_map(|import| import.split(|c| !is_word(c)).next());
            wrong.extend(
                modules.filter(|module| *module != module_of(&file)).map(|m| format!("{file}: impl {name} of {m}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The settings' names are the command line's, so the pure floors derive `clap::ValueEnum`; nothing else of it.
#[test]
fn only_the_command_line_reads_the_command_line() {
    let strays = sources().into_iter().filter(|(file, text)| {
        let others = text.replace("use clap::ValueEnum;", "").replace("clap::ValueEnum", "");
        !file.starts_with("src/cli/") && (others.contains("clap::") || others.contains("use clap"))
    });
    let strays: Vec<String> = strays.map(|(file, _)| file).collect();
    assert!(strays.is_empty(), "uses clap: {}", strays.join(", "));
}

/// Commands and their options are words of the command line alone: the floors below give values.
#[test]
fn no_floor_below_the_desk_names_a_command() {
    const EXCEPT: [(&str, &str); 2] = [
        ("engine/src/interchange/registrations/", "a complaint about a column says how the file is read otherwise"),
        ("engine/src/interchange/trf/complaint.rs", "a complaint about a round says how the file is read otherwise"),
    ];
    let commands = read("docs/reference/commands.md");
    let commands: Vec<&str> = commands.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert!(commands.contains(&"bughouse pair"), "the page names the commands: {commands:?}");
    let is_option = |line: &str| {
        line.match_indices("--").any(|(at, _)| line[at + 2..].starts_with(|c: char| c.is_ascii_lowercase()))
    };
    let is_named = |line: &str| {
        let code = line.trim_start();
        !code.starts_with("//") && (is_option(code) || commands.iter().any(|command| code.contains(command)))
    };
    let mut strays = Vec::new();
    for (file, text) in sources().into_iter().filter(|(file, _)| !file.starts_with("src/cli/")) {
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let named = code.lines().zip(1..).filter(|(line, _)| is_named(line));
        if !EXCEPT.iter().any(|(place, _)| file.starts_with(place)) {
            strays.extend(named.map(|(line, number)| format!("{file}:{number}: {}", line.trim())));
        }
    }
    assert!(strays.is_empty(), "told by the desk, not here:\n{}", strays.join("\n"));
}

#[test]
fn every_module_of_the_library_has_a_floor() {
    let declared = floors();
    for (file, _) in sources() {
        let module = module_of(&file);
        assert!(["lib", "main"].contains(&module) || declared.contains_key(module), "{file} is on no floor");
    }
}

#[test]
fn every_folder_of_commands_is_on_the_map() {
    let map = read("ARCHITECTURE.md");
    for entry in fs::read_dir(root().join("src/cli")).expect("a source folder can be listed") {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_name().expect("a listed path has a name").to_string_lossy().into_owned();
        assert!(!path.is_dir() || map.contains(&format!("`{name}`")), "ARCHITECTURE.md does not name src/cli/{name}");
    }
}

#[test]
fn each_dependency_lives_where_it_belongs() {
    let homes: [(&str, &[&str]); 14] = [
        ("sqlx", &["src/store/"]),
        ("tokio", &["src/store/", "src/hall/", "src/cli/window/"]),
        ("axum", &["src/hall/", "src/cli/window/"]),
        ("hmac", &["src/hall/"]),
        ("hyper", &["src/hall/"]),
        ("hyper_util", &["src/hall/"]),
        ("tower", &["src/hall/"]),
        ("rustix", &["src/hall/", "src/store/"]),
        ("comfy_table", &["src/report/render/"]),
        ("typst", &["src/report/"]),
        ("qrcode", &["src/report/", "src/cli/hall/"]),
        ("rustyline", &["src/cli/"]),
        ("ureq", &["src/cli/remote/"]),
        ("calamine", &["engine/src/interchange/"]),
    ];
    let mut strays = Vec::new();
    for (file, text) in sources() {
        for (dependency, folders) in homes {
            let named = text.contains(&format!("{dependency}::")) || text.contains(&format!("use {dependency};"));
            if named && !folders.iter().any(|f| file.starts_with(f)) {
                strays.push(format!("{file} uses {dependency}"));
            }
        }
    }
    assert!(strays.is_empty(), "{}", strays.join("\n"));
}

#[test]
fn only_one_place_prints_and_reads_the_clock() {
    let (mut strays, mut clocks) = (Vec::new(), Vec::new());
    for (file, text) in sources() {
        let code = code_of(&text);
        if ["println!", "eprintln!", "print!(", "eprint!("].iter().any(|m| code.iter().any(|l| l.contains(m))) {
            strays.push(format!("{file} prints; only src/cli/show.rs does, by writing to the streams"));
        }
        let is_reading = |l: &&&str| ["Local::now", "Utc::now", "SystemTime::now"].iter().any(|m| l.contains(m));
        clocks.extend(code.iter().filter(is_reading).map(|line| format!("{file}: {}", line.trim())));
    }
    assert!(strays.is_empty(), "{}", strays.join("\n"));
    let is_once = clocks.len() == 1 && clocks[0].starts_with("src/cli/moment.rs");
    assert!(is_once, "a command is handed its moment; the clock is read once, not here:\n{}", clocks.join("\n"));
}

/// Who asks, the width and what is remembered between two commands are values: two desks could ask of one process.
#[test]
fn a_command_is_handed_who_asks() {
    // What the program's commands are like is the same for everybody, and made once.
    let is_static = |line: &str| {
        line.split_whitespace().any(|word| word == "static")
            && line.trim() != "static DEFINITIONS: Definitions = Definitions {"
    };
    let looks = ["is_terminal()", "terminal_width()", "terminal_size()", "Seat::here", "thread_local!"];
    let mut strays = Vec::new();
    for (file, text) in sources().into_iter().filter(|(file, _)| file.starts_with("src/cli/")) {
        let may_look = ["src/cli/seat.rs", "src/cli/show.rs"].contains(&file.as_str());
        let is_stray = |l: &&&str| is_static(l) || (!may_look && looks.iter().any(|m| l.contains(m)));
        strays.extend(code_of(&text).iter().filter(is_stray).map(|line| format!("{file}: {}", line.trim())));
    }
    assert!(strays.is_empty(), "`Everywhere` says who asks, and carries what lasts:\n{}", strays.join("\n"));
}

#[test]
fn no_file_is_longer_than_a_subject() {
    let long: Vec<String> = sources()
        .into_iter()
        .map(|(file, text)| (text.lines().take_while(|l| !l.starts_with("#[cfg(test)]")).count(), file))
        .filter(|(lines, _)| *lines > 600)
        .map(|(lines, file)| format!("{file}: {lines} lines"))
        .collect();
    assert!(long.is_empty(), "split by subject:\n{}", long.join("\n"));
}

#[test]
fn every_file_says_what_it_answers() {
    let silent: Vec<String> =
        sources().into_iter().filter(|(_, text)| !text.starts_with("//!")).map(|(file, _)| file).collect();
    assert!(silent.is_empty(), "no module doc: {}", silent.join(", "));
}

/// Names in a text of the guide: *From last year's*, "Swap the two". What has a number in it is made for the event.
fn names_of_buttons(text: &str) -> impl Iterator<Item = &str> {
    let between = |mark| text.split(mark).skip(1).step_by(2);
    let is_name =
        |name: &&str| name.starts_with(char::is_uppercase) && !name.contains(|c: char| c.is_ascii_digit() || c == '\n');
    between('*').chain(between('"')).filter(is_name)
}

#[test]
fn the_guide_by_mouse_names_buttons_that_the_desk_has() {
    let guide = read("docs/guide/by-mouse.md").replace("* **", "").replace("**", "");
    let mut desk: String =
        sources().into_iter().filter(|(file, _)| file.starts_with("src/cli/")).map(|(_, text)| text).collect();
    for entry in fs::read_dir(root().join("templates/desk")).expect("the desk's pages can be listed") {
        desk.push_str(&read(entry.expect("an entry can be read").path()));
    }
    let desk = desk.split_whitespace().collect::<Vec<_>>().join(" ");
    let unknown: Vec<&str> = names_of_buttons(&guide).filter(|name| !desk.contains(name)).collect();
    assert!(names_of_buttons(&guide).count() > 15, "the guide names its buttons");
    assert!(unknown.is_empty(), "the guide names what no page has: {unknown:?}");
}

#[test]
fn migrations_end_lines_alike_everywhere() {
    for entry in fs::read_dir(root().join("migrations")).expect("there are migrations") {
        let path = entry.expect("an entry can be read").path();
        assert!(!read(&path).contains('\r'), "{} has CR line ends; a checksum would differ", path.display());
    }
}

/// The module that a file is.
type Module = Vec<String>;

/// A file by its module: `engine/src/event/edit/mod.rs` is `event::edit`.
fn place_of(file: &str) -> Module {
    let path = below_src(file).trim_end_matches(".rs");
    path.trim_end_matches("/mod").split('/').map(str::to_owned).collect()
}

/// The paths of a `use`, braces written out.
fn spelled_out(tree: &str) -> Vec<String> {
    let Some((stem, rest)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap_or_default().trim().to_owned()];
    };
    let (mut depth, mut part, mut parts) = (0, String::new(), Vec::new());
    for c in rest.trim_end().trim_end_matches('}').chars() {
        match c {
            ',' if depth == 0 => parts.push(std::mem::take(&mut part)),
            _ => {
                depth += i32::from(c == '{') - i32::from(c == '}');
                part.push(c);
            }
        }
    }
    parts.push(part);
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| spelled_out(part.trim())).map(|part| format!("{}{part}", stem.trim())).collect()
}

/// What a file imports or names by its whole path, and what it hands on, as whole paths from the crate.
fn imports(own: &[String], text: &str) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let code = code_of(text).join(" ");
    let (mut seen, mut handed_on) = (Vec::new(), Vec::new());
    for (at, _) in code.match_indices("crate::") {
        let is_of_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let path = code[at + 7..].split(|c| !is_of_path(c)).next().unwrap_or_default();
        // A `use` of several is written out below, and tests may reach up.
        if path.ends_with("::") || !path.starts_with("cli::") {
            continue;
        }
        seen.push(path.split("::").filter(|word| !word.is_empty()).map(str::to_owned).collect());
    }
    for (at, _) in code.match_indices("use ") {
        let tree = code[at + 4..].split(';').next().unwrap_or_default();
        let to = if code[..at].trim_end().ends_with("pub") { &mut handed_on } else { &mut seen };
        to.extend(spelled_out(tree).into_iter().map(|path| {
            let mut base = own.to_vec();
            let mut words: Vec<String> = path.split("::").map(|word| word.trim().to_owned()).collect();
            if words[0] == "crate" {
                base.clear();
                words.remove(0);
            }
            while words.first().is_some_and(|word| word == "super") {
                base.pop();
                words.remove(0);
            }
            base.into_iter().chain(words).collect::<Vec<_>>()
        }));
    }
    (seen, handed_on)
}

/// Which files each file imports from, through whatever a face hands on.
fn arrows_between_files() -> BTreeMap<Module, Vec<Module>> {
    let files: BTreeMap<Vec<String>, String> =
        sources().into_iter().map(|(file, text)| (place_of(&file), text)).collect();
    let home = |path: &[String]| (1..=path.len()).rev().map(|n| path[..n].to_vec()).find(|p| files.contains_key(p));
    let read: BTreeMap<_, _> = files.iter().map(|(own, text)| (own.clone(), imports(own, text))).collect();
    let mut hands = BTreeMap::new();
    for (own, (seen, handed_on)) in &read {
        // Its children may take from the list of commands what it has itself.
        let of_list = seen.iter().filter(|_| own == &["cli"]);
        for path in handed_on.iter().chain(of_list) {
            let origin = home(path).filter(|origin| origin != own);
            hands.extend(origin.zip(path.last()).map(|(origin, name)| ((own.clone(), name.clone()), origin)));
        }
    }
    let origin = |path: &Vec<String>| {
        let mut at = home(path)?;
        while let Some(next) = path.last().and_then(|name| hands.get(&(at.clone(), name.clone()))) {
            at.clone_from(next);
        }
        Some(at)
    };
    let seen = |(own, (seen, _)): (Vec<String>, (Vec<Vec<String>>, _))| {
        let arrows = seen.iter().filter_map(origin).filter(|to| *to != own).collect();
        (own, arrows)
    };
    read.into_iter().map(seen).collect()
}

/// All that is imported from somewhere, at once or through others.
fn reached<'a>(arrows: &'a BTreeMap<Module, Vec<Module>>, from: &'a Module) -> BTreeSet<&'a Module> {
    let (mut reached, mut left) = (BTreeSet::new(), vec![from]);
    while let Some(at) = left.pop() {
        left.extend(arrows.get(at).into_iter().flatten().filter(|to| reached.insert(*to)));
    }
    reached
}

/// Imports go one way. The face of a folder and its children may know each other; the list of commands is above them all, and what
/// runs a line of its own, as a sitting does, asks it.
#[test]
fn no_two_files_import_each_other() {
    let mut arrows = arrows_between_files();
    arrows.remove(&vec!["cli".to_owned()]);
    let reaches: BTreeMap<_, _> = arrows.keys().map(|from| (from, reached(&arrows, from))).collect();
    let mut circles = Vec::new();
    for (one, seen) in &reaches {
        for other in seen.iter().filter(|other| one < *other && !other.starts_with(one)) {
            if reaches.get(other).is_some_and(|back| back.contains(one)) {
                circles.push(format!("{} and {}", one.join("::"), other.join("::")));
            }
        }
    }
    assert!(circles.is_empty(), "import each other, through others or at once:\n{}", circles.join("\n"));
}

/// Nor do two folders of the top floor, nor one and a file beside it.
#[test]
fn no_two_rooms_of_the_top_floor_import_each_other() {
    let room = |module: &Module| module[..module.len().min(2)].to_vec();
    let mut arrows: BTreeMap<Module, Vec<Module>> = BTreeMap::new();
    for (from, to) in arrows_between_files() {
        let of_floor = to.iter().filter(|to| to.len() > 1 && to[0] == "cli").map(room).filter(|to| *to != room(&from));
        arrows.entry(room(&from)).or_default().extend(of_floor);
    }
    arrows.retain(|from, _| from.len() > 1 && from[0] == "cli");
    let circles: Vec<String> =
        arrows.keys().filter(|from| reached(&arrows, from).contains(from)).map(|from| from.join("::")).collect();
    assert!(circles.is_empty(), "these lie on a circle: {}", circles.join(", "));
}
