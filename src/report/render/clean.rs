//! Names come from anybody's file: what could steer a terminal or turn a line round is made visible and harmless.

/// The same text without control characters, escape sequences and invisible characters that change direction or hide text.
///
/// Line ends and tabs become a space, the others U+FFFD. Joiners that scripts need (U+200C, U+200D) stay.
pub fn clean(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => ' ',
            c if c.is_control() || is_steering(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// Characters that are not seen themselves and change how others are seen.
fn is_steering(c: char) -> bool {
    matches!(c,
        '\u{061c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escape_sequence_in_a_name_is_only_text() {
        assert_eq!(clean("Ann\u{1b}[31m\u{7}\u{9b}2J"), "Ann\u{fffd}[31m\u{fffd}\u{fffd}2J");
    }

    #[test]
    fn a_name_cannot_turn_its_line_round() {
        assert_eq!(clean("\u{202e}neeL\u{2066}"), "\u{fffd}neeL\u{fffd}");
    }

    #[test]
    fn names_in_any_script_stay_as_they_are() {
        for name in ["José Núñez", "Ólafur", "王小明", "نیلوفر\u{200c}ها", "🐞", "O'Brien-Łukasz"] {
            assert_eq!(clean(name), name);
        }
    }
}
