//! How numbers, names, times and commands are said, so that they read well and can be typed again; and a typed line parted into words
//! as a shell does.

use crate::cli::failure::Failure;
use crate::tournament::CLOCK;
pub use crate::tournament::names::{counted, does, either, list, option_name, quoted, role_name};

/// The hour and minute of a time, as the clock here shows it.
pub fn hour(at: &str) -> Option<String> {
    let at = chrono::DateTime::parse_from_rfc3339(at).ok()?;
    Some(at.with_timezone(&chrono::Local).format(CLOCK).to_string())
}

/// The first few of many, and how many more there are.
pub fn first_of(names: impl ExactSizeIterator<Item = impl Into<String>>) -> String {
    const NAMED: usize = 6;
    let more = names.len().saturating_sub(NAMED);
    let named = list(names.take(NAMED));
    if more > 0 { format!("{named} and {more} more") } else { named }
}

/// `3`, or `3-5`.
pub fn span(first: u32, last: u32) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}

/// Words as they would be typed again.
pub fn as_typed(words: impl Iterator<Item = String>) -> String {
    words.map(|word| quoted(&word)).collect::<Vec<_>>().join(" ")
}

/// The words of a line: blanks part them, single and double quotes keep them together.
pub fn split(line: &str) -> Result<Vec<String>, Failure> {
    let (mut words, mut word, mut quote): (Vec<String>, Option<String>, Option<char>) = (Vec::new(), None, None);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match quote {
            Some('"') if c == '\\' && chars.peek().is_some_and(|next| "\"$`\\".contains(*next)) => {
                word.get_or_insert_default().extend(chars.next())
            }
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            // An apostrophe within a word belongs to it: O'Brien.
            None if c == '"' || (c == '\'' && word.is_none()) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c == '\\' && chars.peek().is_some_and(|next| "\"$`\\!'".contains(*next)) => {
                word.get_or_insert_default().extend(chars.next())
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(Failure::mistyped(format!("the quote {open} isn't closed"))
            .hint(format!("add another {open} at the end of the name")));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        assert_eq!(split("team show \"Pawn  Stars\" 'a b' x").unwrap(), ["team", "show", "Pawn  Stars", "a b", "x"]);
        assert_eq!(
            split("  ruling list --player O'Brien \"\"").unwrap(),
            ["ruling", "list", "--player", "O'Brien", ""]
        );
        assert_eq!(
            split(r#"school same "a \"b\" 'c'" 'The "d"'"#).unwrap(),
            ["school", "same", "a \"b\" 'c'", "The \"d\""]
        );
        assert!(split("team show \"Pawn").is_err());
    }

    #[test]
    fn what_was_quoted_is_read_as_it_was() {
        for word in
            ["Go!", "It's $5!", "a`b`", "\"A\" 'b'", "back\\slash", "#1", "", "O'Brien", "=cmd", "!", "'", "a\\'b!"]
        {
            assert_eq!(split(&quoted(word)).unwrap(), [word], "{}", quoted(word));
        }
    }
}
