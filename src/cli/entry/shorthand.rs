//! The shorthand of `enter`, in one place: for its help, for `?` while entering, and for the cheat sheet.

/// What a line may be, and what it means.
pub const SHORTHAND: [(&str, &str); 11] = [
    ("12 1", "the first team of table 12 won"),
    ("12 2", "the second team won"),
    ("12 =", "drawn"),
    ("12 1am", "the first team won on board a, by mate"),
    ("12.2 1", "the second match of a double round"),
    ("12 clear", "takes the result of table 12 away"),
    ("r 12 ann clock-h", "a ruling at table 12, on Ann"),
    ("u", "takes the last one back"),
    ("m", "tables still missing"),
    ("v", "second pass: compare, change nothing"),
    ("q", "done"),
];

/// The letters of the reasons.
pub const REASONS: &str = "m(ate) r(esign) t(ime) i(llegal) f(orfeit) a(bsent) n(o clock) g agreement l both flags x repetition s(imultaneous)";

/// What `?` shows.
pub fn help() -> String {
    let lines: Vec<String> = SHORTHAND.iter().map(|(typed, what)| format!("{typed:<18}{what}")).collect();
    format!(
        "{}\nreasons           {}\nAny other command works too: pairings, status, rules show 13",
        lines.join("\n"),
        in_two(REASONS)
    )
}

/// What `bughouse enter --help` shows.
pub fn after_help() -> String {
    let lines: Vec<String> = SHORTHAND[..6].iter().map(|(typed, what)| format!("  {typed:<10}{what}")).collect();
    format!(
        "A line is TABLE[.MATCH] RESULT [BOARD [REASON]]:\n{}\nReasons: {}\nAt a terminal: ? helps, u takes back, v second pass, r a ruling, q ends.\nExample: bughouse enter K-6 < slips.txt",
        lines.join("\n"),
        in_two(REASONS)
    )
}

/// The reasons on two lines, the second in line with the first.
fn in_two(reasons: &str) -> String {
    reasons.replace(" g agreement", "\n                  g agreement")
}
