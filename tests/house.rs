//! Holds the house to its plan: floors, where each dependency may live, file lengths, one place for printing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Modules with their floor, as `src/lib.rs` declares them: `/// Floor 3. …` above `pub mod standings;`.
fn floors() -> BTreeMap<String, f32> {
    let text = read("src/lib.rs");
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

/// Every Rust file below `src` but the tests, as (path from the root, text).
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
    walk(&root().join("src"), &mut found);
    found.sort();
    let name = |path: &Path| path.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
    let is_code = |file: &String| !file.ends_with("tests.rs");
    found.iter().map(|path| name(path)).filter(is_code).map(|file| (file.clone(), read(file))).collect()
}

/// The module below `src/` that a file belongs to.
fn module_of(file: &str) -> &str {
    file.trim_start_matches("src/").split(['/', '.']).next().unwrap_or_default()
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

/// A refusal is told in one place, so the event names no command.
#[test]
fn the_event_names_no_command() {
    let named: Vec<String> = sources()
        .into_iter()
        .filter(|(file, _)| file.starts_with("src/event/"))
        .filter(|(_, text)| text.lines().any(|line| !line.trim_start().starts_with("//") && line.contains("bughouse ")))
        .map(|(file, _)| file)
        .collect();
    assert!(named.is_empty(), "told by the desk, not here: {}", named.join(", "));
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
    let homes: [(&str, &[&str]); 10] = [
        ("sqlx", &["src/store/"]),
        ("tokio", &["src/store/", "src/hall/"]),
        ("axum", &["src/hall/"]),
        ("hmac", &["src/hall/"]),
        ("comfy_table", &["src/report/render/"]),
        ("typst", &["src/report/"]),
        ("qrcode", &["src/report/", "src/cli/hall/"]),
        ("rustyline", &["src/cli/"]),
        ("ureq", &["src/cli/remote/"]),
        ("calamine", &["src/interchange/"]),
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
    let mut strays = Vec::new();
    for (file, text) in sources() {
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let code: Vec<&str> = code.lines().filter(|l| !l.trim_start().starts_with("//")).collect();
        let has = |what: &str| code.iter().any(|l| l.contains(what));
        if ["println!", "eprintln!", "print!(", "eprint!("].iter().any(|m| has(m)) {
            strays.push(format!("{file} prints; only src/cli/show.rs does, by writing to the streams"));
        }
        if (has("Local::now()") || has("Utc::now()") || has("SystemTime::now()")) && !file.starts_with("src/cli/") {
            strays.push(format!("{file} reads the clock"));
        }
    }
    assert!(strays.is_empty(), "{}", strays.join("\n"));
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

#[test]
fn migrations_end_lines_alike_everywhere() {
    for entry in fs::read_dir(root().join("migrations")).expect("there are migrations") {
        let path = entry.expect("an entry can be read").path();
        assert!(!read(&path).contains('\r'), "{} has CR line ends; a checksum would differ", path.display());
    }
}
