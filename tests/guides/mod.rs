//! Plays every console block of the README and of the guide against the real binary, page by page in a folder of its own, and
//! compares what it answers. With `UPDATE_SNAPSHOTS=1` the answers are written into the pages instead.
//!
//! * A block that begins with a kind and a name, as in ```` ```csv NAME ````, is written to that file.
//! * A line after `$ ` is typed. What is below must come back, where `[..]` is any text within a line and `...` any lines;
//!   nothing below means that the command only has to succeed. An answer that begins with `error:` has to be one.
//! * Lines after `slip> ` or `verify> ` are typed into the command above them.

use crate::console::{run, words};
use std::fs;
use std::path::{Path, PathBuf};

/// A command of a page: what is typed, and what the page shows.
#[derive(Default)]
struct Typed {
    line: usize,
    command: String,
    slips: Vec<String>,
    shown: Vec<String>,
}

/// Plays a page. Gives the page as it should read, and what went otherwise than it says.
fn play(path: &Path) -> (String, Vec<String>) {
    let page = fs::read_to_string(path).expect("the page is part of the project");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let (mut written, mut wrong) = (String::new(), Vec::new());
    let mut lines = (1..).zip(page.lines()).peekable();
    while let Some((_, line)) = lines.next() {
        written.push_str(&format!("{line}\n"));
        let Some(language) = line.strip_prefix("```") else { continue };
        let block: Vec<(usize, &str)> = std::iter::from_fn(|| lines.next_if(|(_, line)| *line != "```")).collect();
        if language == "console" {
            for typed in commands(&block) {
                written.push_str(&carry_out(folder.path(), path, &typed, &mut wrong));
            }
            while written.ends_with("\n\n") {
                written.pop();
            }
        } else {
            let content: String = block.iter().map(|(_, line)| format!("{line}\n")).collect();
            written.push_str(&content);
            if let Some((_, name)) = language.split_once(' ') {
                fs::write(folder.path().join(name), content).expect("the temporary folder can be written");
            }
        }
        // The fence that ends the block.
        written.extend(lines.next().map(|(_, line)| format!("{line}\n")));
    }
    (written, wrong)
}

/// The commands of one block.
fn commands(block: &[(usize, &str)]) -> Vec<Typed> {
    let mut commands: Vec<Typed> = Vec::new();
    for (line, text) in block {
        if let Some(command) = text.strip_prefix("$ ") {
            commands.push(Typed { line: *line, command: command.to_owned(), ..Typed::default() });
            continue;
        }
        let Some(typed) = commands.last_mut() else {
            panic!("line {line}: a console block begins with what is typed, after `$ `")
        };
        typed
            .slips
            .extend(["slip> ", "verify> "].iter().find_map(|prompt| text.strip_prefix(prompt)).map(str::to_owned));
        typed.shown.push((*text).to_owned());
    }
    commands
}

/// Types one command and gives the lines that the page should have for it.
fn carry_out(folder: &Path, page: &Path, typed: &Typed, wrong: &mut Vec<String>) -> String {
    // Without the feature that makes PDF, the same sheets are made for the browser.
    let ending = |text: &str| if cfg!(feature = "pdf") { text.to_owned() } else { text.replace(".pdf", ".html") };
    // A person types slips at a terminal; `--each` answers a pipe in the same way, and repeats what was typed.
    let each = if typed.slips.is_empty() { "" } else { " --each" };
    let answered = run(folder, &format!("{}{each}", ending(&typed.command)), &typed.slips);
    let shown = typed.shown.join("\n");
    let shown = shown.trim_end();
    let silent =
        typed.shown.iter().all(|line| line.is_empty() || line.starts_with("slip> ") || line.starts_with("verify> "));
    let refused = shown.starts_with("error:") || shown.contains("\nerror:");
    let may_end = answered.code == 0 || (refused && typed.slips.is_empty());
    let heading = format!("$ {}\n", typed.command);
    // When a sheet was printed is left out again by itself.
    let is_elided = |line: &str| line == "..." || (line.contains("[..]") && !line.starts_with("Printed "));
    let elided = shown.lines().any(is_elided);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() && !elided && !silent {
        let text = if cfg!(feature = "pdf") { answered.text } else { answered.text.replace(".html", ".pdf") };
        let lines = text.trim_end().lines();
        let lasting = |line: &str| {
            if line.starts_with("Printed ") { "Printed [..]".to_owned() } else { line.trim_end().to_owned() }
        };
        return format!("{heading}{}\n\n", lines.map(lasting).collect::<Vec<_>>().join("\n"));
    }
    if !may_end || !(silent || fits(&ending(shown), &answered.text)) {
        let place = format!("{}:{}", page.display(), typed.line);
        wrong.push(format!("{place}: $ {}\nexit {}\n{}", typed.command, answered.code, answered.text));
    }
    let gap = if typed.shown.last().is_some_and(String::is_empty) { "\n" } else { "" };
    let body = if shown.is_empty() { String::new() } else { format!("{shown}\n") };
    format!("{heading}{body}{gap}")
}

/// Whether a text fits a pattern in which `[..]` is any text within a line, and `...` on a line of its own for any lines.
fn fits(pattern: &str, text: &str) -> bool {
    fn lines_fit(pattern: &[&str], text: &[&str]) -> bool {
        match (pattern.split_first(), text.split_first()) {
            (None, None) => true,
            (Some((&"...", rest)), None) => lines_fit(rest, text),
            (Some((&"...", rest)), Some((_, later))) => lines_fit(rest, text) || lines_fit(pattern, later),
            (Some((first, rest)), Some((line, later))) => line_fits(first, line) && lines_fit(rest, later),
            _ => false,
        }
    }
    fn line_fits(pattern: &str, line: &str) -> bool {
        let mut parts = pattern.split("[..]");
        let first = parts.next().unwrap_or_default();
        let Some(mut left) = line.strip_prefix(first) else { return false };
        let parts: Vec<&str> = parts.collect();
        let Some((last, between)) = parts.split_last() else { return left.is_empty() };
        for part in between {
            match left.split_once(part) {
                Some((_, after)) => left = after,
                None => return false,
            }
        }
        left.ends_with(last)
    }
    let lines = |text: &'_ str| text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    let (pattern, text) = (lines(pattern), lines(text));
    lines_fit(
        &pattern.iter().map(String::as_str).collect::<Vec<_>>(),
        &text.iter().map(String::as_str).collect::<Vec<_>>(),
    )
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
fn every_page_shows_what_happens() {
    let only = std::env::var("PAGE").unwrap_or_default();
    let mut wrong = Vec::new();
    for page in pages().into_iter().filter(|page| page.to_string_lossy().contains(&only)) {
        let (written, differing) = play(&page);
        wrong.extend(differing);
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::write(&page, written).expect("a page can be written");
        }
    }
    assert!(wrong.is_empty(), "{} lines answer otherwise than the page says\n\n{}", wrong.len(), wrong.join("\n"));
}

/// Those who type nothing read the guide too.
#[test]
fn every_page_that_types_says_how_it_is_done_by_mouse() {
    let only_built = |path: &PathBuf| path.ends_with("README.md") || path.ends_with("install.md");
    for path in pages().into_iter().filter(|path| !only_built(path)) {
        let page = fs::read_to_string(&path).expect("a page can be read");
        assert!(page.to_lowercase().contains("by mouse"), "{}", path.display());
    }
}

/// What a day costs is given on its page, and holds: what is typed beside the results, an Enter after each.
#[test]
fn a_day_of_three_sections_takes_25_commands_at_most() {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide/a-day.md")).expect("it is there");
    let typed: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
    let (results, others): (Vec<&str>, Vec<&str>) = typed.into_iter().partition(|line| *line == "bughouse enter");
    let keys: usize = others.iter().map(|line| line.chars().count() + 1).sum();
    assert!(others.len() <= 25, "{} commands", others.len());
    assert!(page.contains(&format!("{} commands and {keys} keystrokes", others.len())), "{} and {keys}", others.len());
    assert_eq!(results.len(), 5, "a pile a round");
    let of_rounds = others.iter().filter(|line| line.starts_with("bughouse round "));
    assert_eq!((of_rounds.count(), page.matches("\nslip> ").count()), (5, 5 * 12));
}

#[test]
fn a_pattern_elides_lines_and_parts_of_lines() {
    assert!(fits("paired [..] of K-6\n...\nend", "paired round 1 of K-6\na\nb\nend\n"));
    assert!(!fits("paired [..] of K-6\nend", "paired round 1 of K-8\nend"));
    assert!(!fits("one", "one\ntwo"));
    assert_eq!(words("bughouse team add \"A B\" ''"), ["bughouse", "team", "add", "A B", ""]);
}
