//! Nonsense on the command line: always one of the documented exit codes, never a panic, never a broken file.

use super::hall::Hall;
use bughouse::tournament::Dice;

const WORDS: [&str; 70] = [
    "new",
    "section",
    "add",
    "list",
    "edit",
    "merge",
    "split",
    "remove",
    "official",
    "import",
    "team",
    "show",
    "withdraw",
    "return",
    "expel",
    "partner",
    "match",
    "suggest",
    "check-in",
    "bye",
    "pair",
    "unpair",
    "pairing",
    "swap",
    "set",
    "forbid",
    "allow",
    "explain",
    "result",
    "enter",
    "status",
    "rules",
    "ruling",
    "claim",
    "offence",
    "void",
    "appeal",
    "file",
    "decide",
    "pairings",
    "slips",
    "standings",
    "crosstable",
    "teams",
    "prizes",
    "report",
    "undo",
    "redo",
    "log",
    "check",
    "export",
    "trf",
    "json",
    "--json",
    "--dry-run",
    "--only",
    "--round",
    "--section",
    "--player",
    "--by",
    "--as-of",
    "--since",
    "--table",
    "--all",
    "Open",
    "1",
    "2",
    "1-0",
    "-/+",
    "--help",
];

const NONSENSE: [&str; 22] = [
    "",
    " ",
    "-",
    "--",
    "---",
    "-1",
    "0",
    "99999999999999999999",
    "-0.5",
    "1/0",
    "½",
    "\u{202e}kram",
    "\u{1b}[31m",
    "é",
    "NULL",
    "'; drop table team; --",
    "%s%n",
    "../../..",
    "a,b,c,d,e,f,g",
    "2026-13-45",
    "25:61",
    "\u{fffd}",
];

#[test]
fn random_words_never_break_anything() {
    random(200, 11);
}

pub fn random(commands: u32, seed: u64) {
    let mut dice = Dice::new(seed);
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    for _ in 0..commands {
        let count = 1 + dice.below(6);
        let mut words = vec!["-f", "spring.bughouse"];
        for _ in 0..count {
            let nonsense = dice.below(5) == 0;
            words.push(if nonsense { NONSENSE[dice.below(NONSENSE.len())] } else { WORDS[dice.below(WORDS.len())] });
        }
        let said = hall.run(&words);
        assert!((0..=3).contains(&said.code), "{words:?}: exit {}\n{}", said.code, said.err);
        assert!(!said.err.contains("panicked"), "{words:?}: {}", said.err);
    }
    hall.run(&["-f", "spring.bughouse", "check"]).ok();
}
