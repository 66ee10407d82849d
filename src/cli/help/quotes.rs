//! Names of several words that were typed without quotes: found among those of the tournament, and put into quotes.

use super::meant::did_you_mean;
use crate::cli::wording::as_typed;
use crate::tournament::names::fold;
use std::collections::BTreeSet;

/// What to type instead, where words of the line are names of several words that were not in quotes.
pub fn forgotten<'n>(words: &[String], names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let names: BTreeSet<String> = names.into_iter().map(fold).filter(|name| name.contains(' ')).collect();
    let longest = names.iter().map(|name| name.split(' ').count()).max()?;
    let mut line: Vec<String> = Vec::new();
    let mut rest = words;
    while let Some(first) = rest.first() {
        let joined = (2..=longest.min(rest.len())).rev().map(|count| (count, rest[..count].join(" ")));
        let (count, name) =
            joined.into_iter().find(|(_, name)| names.contains(&fold(name))).unwrap_or((1, first.clone()));
        line.push(name);
        rest = &rest[count..];
    }
    (line.len() < words.len())
        .then(|| did_you_mean(std::iter::once(format!("bughouse {}", as_typed(line.into_iter())))))
}

#[cfg(test)]
mod tests {
    use super::forgotten;

    fn told(typed: &str) -> Option<String> {
        let words: Vec<String> = typed.split(' ').map(str::to_owned).collect();
        forgotten(&words, ["Mighty Panthers", "Silent Dragons", "Ann Lee", "K-8 Open", "Rooks"])
    }

    #[test]
    fn every_name_of_the_line_gets_its_quotes() {
        let line = "did you mean `bughouse pairing set 3 \"Mighty Panthers\" \"Silent Dragons\"`?";
        assert_eq!(
            told("pairing set 3 mighty panthers Silent Dragons").as_deref().map(str::to_lowercase),
            Some(line.to_lowercase())
        );
        assert_eq!(
            told("rule 4 Ann Lee clock-h").as_deref(),
            Some("did you mean `bughouse rule 4 \"Ann Lee\" clock-h`?")
        );
        assert_eq!(
            told("status K-8 Open --json").as_deref(),
            Some("did you mean `bughouse status \"K-8 Open\" --json`?")
        );
        assert_eq!(told("team show Rooks"), None);
    }
}
