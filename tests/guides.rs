//! Plays every console block of the README and of the guide against the real binary, page by page, and compares what it answers.
//!
//! A page's files are written first: `<!-- file: NAME -->` stands above the block that holds one. A line after `$ ` is typed; what is
//! shown below it must come back, where `...` stands for anything; nothing below it means that it only has to succeed. An answer
//! that begins with `error:` has to be one. Lines after `slip> ` are typed into the command above them.

mod console;

use console::{fits, run};
use std::fs;
use std::path::{Path, PathBuf};

/// One thing that a page does.
enum Step {
    /// Writes a file.
    File { name: String, content: String },
    /// Types a command.
    Typed { line: usize, command: String, slips: Vec<String>, shown: String },
}

fn steps(page: &str) -> Vec<Step> {
    let (mut steps, mut file): (Vec<Step>, Option<String>) = (Vec::new(), None);
    let mut lines = (1..).zip(page.lines());
    while let Some((_, line)) = lines.next() {
        if let Some(name) = line.strip_prefix("<!-- file: ").and_then(|rest| rest.strip_suffix(" -->")) {
            file = Some(name.to_owned());
        }
        let Some(language) = line.strip_prefix("```") else { continue };
        let block: Vec<(usize, &str)> = lines.by_ref().take_while(|(_, line)| *line != "```").collect();
        if let Some(name) = file.take() {
            let content = block.iter().map(|(_, line)| format!("{line}\n")).collect();
            steps.push(Step::File { name, content });
        } else if language == "console" {
            steps.extend(typed(&block));
        }
    }
    steps
}

/// The commands of one block.
fn typed(block: &[(usize, &str)]) -> Vec<Step> {
    let mut steps = Vec::new();
    for (number, text) in block {
        if let Some(command) = text.strip_prefix("$ ") {
            steps.push(Step::Typed { line: *number, command: command.to_owned(), slips: Vec::new(), shown: String::new() });
        } else if let Some(Step::Typed { slips, shown, .. }) = steps.last_mut() {
            match text.strip_prefix("slip> ") {
                Some(slip) => slips.push(slip.to_owned()),
                None => shown.push_str(&format!("{text}\n")),
            }
        } else {
            panic!("line {number}: a console block begins with what is typed, after `$ `");
        }
    }
    steps
}

/// Plays a page in a folder of its own and gives what went otherwise than it says.
fn play(path: &Path) -> Vec<String> {
    let page = fs::read_to_string(path).expect("the page is part of the project");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let mut wrong = Vec::new();
    for step in steps(&page) {
        let (line, command, slips, shown) = match step {
            Step::File { name, content } => {
                fs::write(folder.path().join(name), content).expect("the temporary folder can be written");
                continue;
            }
            Step::Typed { line, command, slips, shown } => (line, command, slips, shown),
        };
        // Without the feature that makes PDF, the same sheets are made for the browser.
        let command = if cfg!(feature = "pdf") { command } else { command.replace(".pdf", ".html") };
        let shown = if cfg!(feature = "pdf") { shown } else { shown.replace(".pdf", ".html") };
        // A person types slips at a terminal; `--each` answers a pipe in the same way.
        let each = if slips.is_empty() { "" } else { " --each" };
        let answered = run(folder.path(), &format!("{command}{each}"), &slips.iter().map(String::as_str).collect::<Vec<_>>());
        let refused = shown.lines().any(|line| line.starts_with("error:"));
        let as_shown = shown.trim().is_empty() || fits(&shown, &answered.text);
        if (answered.code != 0) != (refused && slips.is_empty()) || !as_shown {
            wrong.push(format!("{}:{line}: $ {command}\nexit {}\n{}", path.display(), answered.code, answered.text));
        }
    }
    wrong
}

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_dir(root.join("docs/guide")).expect("the guide is part of the project");
    let mut pages: Vec<PathBuf> = guide.map(|entry| entry.expect("an entry can be read").path()).collect();
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    pages.push(root.join("README.md"));
    pages.sort();
    pages
}

#[test]
fn every_page_tells_what_happens() {
    let wrong: Vec<String> = pages().iter().flat_map(|page| play(page)).collect();
    assert!(wrong.is_empty(), "{} lines answer otherwise than the page says\n\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_pattern_elides_lines_and_parts_of_lines() {
    assert!(fits("paired ... of K-6\n...\nend", "paired round 1 of K-6\na\nb\nend\n"));
    assert!(!fits("paired ... of K-6\nend", "paired round 1 of K-8\nend"));
    assert!(!fits("one", "one\ntwo"));
}
