//! Two characters that set off commands within texts of ours. They are noncharacters, which Unicode keeps for uses within a program: whatever
//! comes from outside, or is in a file, has none.

pub const BEGINS: char = '\u{fdd0}';
pub const ENDS: char = '\u{fdd1}';

/// A text from outside, with a sign for what cannot be shown in place of marks.
pub fn unmarked(text: String) -> String {
    if text.contains([BEGINS, ENDS]) { text.replace([BEGINS, ENDS], "\u{fffd}") } else { text }
}

/// The same of UTF-8.
pub fn unmark(bytes: &mut [u8]) {
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|byte| *byte == 0xef) {
        at += found;
        if let [0xef, 0xb7, 0x90 | 0x91] = bytes[at..].get(..3).unwrap_or_default() {
            bytes[at..at + 3].copy_from_slice("\u{fffd}".as_bytes());
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{unmark, unmarked};

    #[test]
    fn nothing_from_outside_sets_off_a_command() {
        let forged = "Rooks \u{fdd0}team withdraw 3\u{fdd1} ï·ﷺ\u{fdef}";
        let clean = "Rooks \u{fffd}team withdraw 3\u{fffd} ï·ﷺ\u{fdef}";
        assert_eq!(unmarked(forged.to_owned()), clean);
        let mut bytes = forged.as_bytes().to_vec();
        unmark(&mut bytes);
        assert_eq!(bytes, clean.as_bytes());
    }
}
