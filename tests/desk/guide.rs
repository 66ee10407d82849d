//! The guide is run: every console block of every page, in the order of the page, in a folder of its own.
//!
//! A line `$ bughouse …` is typed; what follows is what the director reads. `[..]` stands for any text within a line, `...` for any
//! lines. A block fenced as ```` ```csv NAME ```` is the file NAME in that folder. With `BUGHOUSE_WRITE_GUIDE=1` the answers are written into the pages instead of compared.

use super::hall::Hall;
use std::fs;
use std::path::PathBuf;

fn pages() -> Vec<PathBuf> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide"));
    let entries = fs::read_dir(folder).expect("the guide is part of the project");
    let mut pages: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry can be read").path()).filter(|p| p.extension().is_some_and(|e| e == "md")).collect();
    pages.sort();
    pages
}

/// Words as a shell parts them: by blanks, kept together in double quotes.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut begun) = (Vec::new(), String::new(), false, false);
    for c in line.chars() {
        match c {
            '"' => (quoted, begun) = (!quoted, true),
            ' ' if !quoted => {
                if begun {
                    words.push(std::mem::take(&mut word));
                    begun = false;
                }
            }
            c => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

fn answer(hall: &Hall, line: &str) -> Vec<String> {
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).skip(1).collect();
    let said = hall.run(&words);
    let text = format!("{}\n{}", said.out.trim_end(), said.err.trim_end());
    text.trim().lines().map(|l| if l.starts_with("Printed ") { "Printed [..]".to_owned() } else { l.trim_end().to_owned() }).collect()
}

fn line_fits(expected: &str, found: &str) -> bool {
    let mut rest = found;
    let parts: Vec<&str> = expected.split("[..]").collect();
    let [first, middle @ .., last] = &parts[..] else { return expected == found };
    let Some(after) = rest.strip_prefix(first) else { return false };
    rest = after;
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

fn fits(expected: &[&str], found: &[String]) -> bool {
    match (expected.split_first(), found.split_first()) {
        (None, found) => found.is_none(),
        (Some((&"...", rest)), _) => (0..=found.len()).any(|skipped| fits(rest, &found[skipped..])),
        (Some((line, rest)), Some((other, others))) => line_fits(line, other) && fits(rest, others),
        (Some(_), None) => false,
    }
}

#[test]
fn every_console_block_answers_as_it_is_printed() {
    let write = std::env::var_os("BUGHOUSE_WRITE_GUIDE").is_some();
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page can be read");
        let hall = Hall::empty();
        let mut written = String::new();
        let mut lines = text.lines().peekable();
        let mut inside = false;
        while let Some(line) = lines.next() {
            written.push_str(line);
            written.push('\n');
            if line.starts_with("```") {
                inside = line == "```console";
            }
            if let Some(name) = line.strip_prefix("```csv ") {
                let mut file = String::new();
                while let Some(row) = lines.next_if(|row| !row.starts_with("```")) {
                    file.push_str(row);
                    file.push('\n');
                }
                hall.write(name, &file);
                written.push_str(&file);
                continue;
            }
            let Some(typed) = line.strip_prefix("$ ").filter(|_| inside) else { continue };
            let mut expected = Vec::new();
            while let Some(next) = lines.next_if(|next| !next.starts_with("$ ") && !next.starts_with("```")) {
                expected.push(next);
            }
            while expected.last() == Some(&"") {
                expected.pop();
            }
            let found = answer(&hall, typed);
            if write && !expected.contains(&"...") {
                written.extend(found.iter().map(|l| format!("{l}\n")));
                written.push_str(if lines.peek().is_some_and(|l| l.starts_with("$ ")) { "\n" } else { "" });
            } else {
                written.extend(expected.iter().map(|l| format!("{l}\n")));
                assert!(
                    fits(&expected, &found),
                    "{}: {typed}\n--- the page says\n{}\n--- the program says\n{}",
                    page.display(),
                    expected.join("\n"),
                    found.join("\n")
                );
            }
        }
        if write {
            fs::write(&page, written).expect("a page can be written");
        }
    }
}

#[test]
fn patterns_fit_what_they_should() {
    assert!(line_fits("Printed [..]", "Printed 2 May 2026") && !line_fits("Printed", "Printed 2 May 2026"));
    let found = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
    assert!(fits(&["a", "...", "c"], &found) && fits(&["..."], &found) && !fits(&["a", "c"], &found));
    assert_eq!(words("bughouse team add \"A B\" --x"), ["bughouse", "team", "add", "A B", "--x"]);
}
