//! The mistakes a director makes, one page each: what was typed, and what came back. Every message has to say what is wrong, where,
//! and what to type next. `UPDATE_SNAPSHOTS=1` rewrites the answers; read them before they are kept.
//!
//! A page begins with the hall it happens in (`halls/NAME.txt` makes it), then says who typed what:
//!
//! ```text
//! hall: posted
//! A table that is not there.
//! $ bughouse result 9 1-0
//! exit 2
//! error: there is no table 9
//! ```
//!
//! Lines after `> ` are typed into the command.

use crate::console::run;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// One mistake.
struct Page {
    path: PathBuf,
    /// The lines up to the answer, as they stand on the page.
    typed: Vec<String>,
    /// From `exit` on.
    answer: String,
}

impl Page {
    fn read(path: PathBuf) -> Self {
        let text = fs::read_to_string(&path).expect("a page can be read");
        let mut lines = text.lines();
        let typed: Vec<String> =
            lines.by_ref().map_while(|line| (!line.starts_with("exit ")).then(|| line.to_owned())).collect();
        let answer = text.find("\nexit ").map_or("", |at| &text[at + 1..]).to_owned();
        Self { path, typed, answer }
    }

    fn starting(&self, sign: &str) -> Vec<String> {
        self.typed.iter().filter_map(|line| line.strip_prefix(sign)).map(str::to_owned).collect()
    }

    /// Types it in a copy of its hall, and gives the answer.
    fn play(&self, halls: &mut BTreeMap<String, TempDir>) -> String {
        let [hall] = &self.starting("hall: ")[..] else { panic!("{}: begins with one hall", self.path.display()) };
        let [command] = &self.starting("$ ")[..] else { panic!("{}: has one command", self.path.display()) };
        let made = halls.entry(hall.clone()).or_insert_with(|| make(hall));
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        for entry in fs::read_dir(made.path()).expect("the hall was made") {
            let path = entry.expect("an entry can be read").path();
            if path.is_file() {
                fs::copy(&path, folder.path().join(path.file_name().expect("a file has a name")))
                    .expect("the hall can be copied");
            }
        }
        let answered = run(folder.path(), command, &self.starting("> "));
        let text: Vec<&str> = answered.text.trim_end().lines().map(str::trim_end).collect();
        format!("exit {}\n{}\n", answered.code, text.join("\n"))
    }
}

/// Makes a hall: `$ ` is typed, `file NAME` begins a file that ends at a blank line.
pub fn make(hall: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let text = fs::read_to_string(here("halls").join(format!("{hall}.txt"))).expect("the hall is described");
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("file ") {
            let content: String =
                lines.by_ref().take_while(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect();
            fs::write(folder.path().join(name), content).expect("the folder can be written");
        } else if let Some(command) = line.strip_prefix("$ ") {
            let answered = run(folder.path(), command, &[]);
            assert_eq!(answered.code, 0, "hall {hall}: {command}\n{}", answered.text);
        }
    }
    folder
}

fn here(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes").join(folder)
}

#[test]
fn every_mistake_is_answered_as_its_page_says() {
    let mut paths: Vec<PathBuf> = fs::read_dir(here("pages"))
        .expect("there are pages")
        .map(|entry| entry.expect("an entry can be read").path())
        .collect();
    paths.sort();
    assert!(paths.len() >= 60, "{} pages", paths.len());
    let (mut halls, mut wrong) = (BTreeMap::new(), Vec::new());
    for page in paths.into_iter().map(Page::read) {
        let answer = page.play(&mut halls);
        let refused = ["exit 1\n", "exit 2\n", "exit 3\n"].iter().any(|code| answer.starts_with(code));
        let name = page.path.file_name().expect("a page has a name").to_string_lossy().into_owned();
        if !refused || answer.contains("panicked") {
            wrong.push(format!("{name}: a mistake is refused, and never a bug\n{answer}"));
        } else if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::write(&page.path, format!("{}\n{answer}", page.typed.join("\n"))).expect("a page can be written");
        } else if answer != page.answer {
            wrong.push(format!("{name}\n--- the page says\n{}--- the program says\n{answer}", page.answer));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_reference_of_commands_is_what_their_help_says() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    assert_eq!(run(folder.path(), "bughouse manual man", &[]).code, 0);
    let written = fs::read_to_string(folder.path().join("man/commands.md")).expect("the reference is written");
    assert!(folder.path().join("man/bughouse-pair.1").exists(), "every command has a man page");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/commands.md");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&kept, &written).expect("the reference can be written");
    }
    let kept = fs::read_to_string(kept).expect("the reference is part of the project");
    // A build without PDF has no templates to write out.
    let without_templates = |page: &str| {
        let parts = page.split("\n## ").filter(|part| !part.starts_with("bughouse templates\n"));
        parts.collect::<Vec<_>>().join("\n## ")
    };
    assert!(
        without_templates(&kept) == without_templates(&written),
        "docs/reference/commands.md: rewrite it with UPDATE_SNAPSHOTS=1"
    );
}

#[test]
fn every_answer_says_what_is_wrong_and_what_to_type_next() {
    for entry in fs::read_dir(here("pages")).expect("there are pages") {
        let page = Page::read(entry.expect("an entry can be read").path());
        let name = page.path.display();
        assert!(page.answer.contains("\nerror: "), "{name}: says what is wrong\n{}", page.answer);
        assert!(
            ["\n       hint: ", "= help: "].iter().any(|sign| page.answer.contains(sign)),
            "{name}: says what to type next\n{}",
            page.answer
        );
        for word in ["invalid", "Error", "simply", "failed!", "Some(", "None)"] {
            assert!(!page.answer.contains(word), "{name}: \"{word}\" is no word for a director\n{}", page.answer);
        }
    }
}
