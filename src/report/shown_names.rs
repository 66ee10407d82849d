//! Names as they may be shown, put in the place of whole ones in any text: in a note, a list or the log as in a column of names.

use super::document::Document;
use super::naming::PlayerRef;
use crate::tournament::names::family_first;
use crate::tournament::{PlayerName, TeamName, Tournament};
use serde_json::Value;
use std::collections::HashMap;

/// The children and teams whose names are not shown as they were entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownNames {
    /// By first word, longest name first: the name, and what is shown for it.
    within: HashMap<String, Vec<(String, String)>>,
    /// Names of teams, which may be any word: only where nothing else stands beside them.
    alone: HashMap<String, String>,
}

impl ShownNames {
    /// `None` where every name is shown as it was entered.
    pub fn of(tournament: &Tournament) -> Option<Self> {
        let hidden = tournament.players.iter().filter(|player| player.shown_as != PlayerName::Full);
        let children = hidden.flat_map(|player| {
            let shown = PlayerRef::new(player).shown;
            let turned = (family_first(&player.name), family_first(&shown));
            [(player.name.clone(), shown), turned]
        });
        let named = |team: &&crate::tournament::Team| team.shown_as != TeamName::AsEntered;
        let teams = tournament.teams.iter().filter(named);
        let telling = teams.clone().filter(|team| team.shown_as == TeamName::TellsOfChild);
        let mut within: HashMap<String, Vec<(String, String)>> = HashMap::new();
        for (name, shown) in children.chain(telling.map(|team| (team.name.clone(), team.shown_name()))) {
            within.entry(first_word(&name).to_owned()).or_default().push((name, shown));
        }
        within.values_mut().for_each(|names| names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len())));
        let alone: HashMap<_, _> = teams.map(|team| (team.name.clone(), team.shown_name())).collect();
        (!within.is_empty() || !alone.is_empty()).then_some(Self { within, alone })
    }

    /// The text with each name as it is shown.
    pub fn in_text(&self, text: &str) -> String {
        if let Some(shown) = self.alone.get(text) {
            return shown.clone();
        }
        let mut told = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let word = first_word(rest);
            let named = self.within.get(word).into_iter().flatten();
            let found = named.into_iter().find(|(name, _)| {
                rest.strip_prefix(name.as_str()).is_some_and(|after| !after.starts_with(char::is_alphanumeric))
            });
            let taken = match found {
                Some((name, shown)) => {
                    told.push_str(shown);
                    // `Ann L.` at the end of a sentence has its stop already.
                    name.len() + usize::from(shown.ends_with('.') && rest[name.len()..].starts_with('.'))
                }
                None => {
                    let taken = word.len().max(rest.chars().next().map_or(0, char::len_utf8));
                    told.push_str(&rest[..taken]);
                    taken
                }
            };
            rest = &rest[taken..];
        }
        told
    }

    /// The document with each name as it is shown.
    pub fn in_document(&self, document: &Document) -> Document {
        document.map_text(&|text| self.in_text(text))
    }

    /// The same value with each name as it is shown. Its keys hold no names.
    pub fn in_json(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.in_text(&text)),
            Value::Array(items) => Value::Array(items.into_iter().map(|item| self.in_json(item)).collect()),
            Value::Object(fields) => {
                Value::Object(fields.into_iter().map(|(key, field)| (key, self.in_json(field))).collect())
            }
            other => other,
        }
    }
}

/// The letters and digits that a text begins with.
fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::ShownNames;
    use std::collections::HashMap;

    #[test]
    fn a_name_is_shown_short_wherever_it_stands_as_whole_words() {
        let name = |name: &str, shown: &str| (name.to_owned(), shown.to_owned());
        let of_ann = vec![name("Ann Lee Park", "Ann P."), name("Ann Lee", "Ann L.")];
        let within = HashMap::from([("Ann".to_owned(), of_ann), ("Lee".to_owned(), vec![name("Lee, Ann", "L., Ann")])]);
        let names = ShownNames { within, alone: HashMap::from([name("Round", "Team 4")]) };
        for (text, told) in [
            ("Ann Lee", "Ann L."),
            ("said by Ann Lee.", "said by Ann L."),
            ("Lee, Ann (5)", "L., Ann (5)"),
            ("Ann Lee Park and Ann Lee's board", "Ann P. and Ann L.'s board"),
            ("Joann Leeds, Ann Leeds, ¡Ann Lee!", "Joann Leeds, Ann Leeds, ¡Ann L.!"),
            ("Round", "Team 4"),
            ("Round 2", "Round 2"),
        ] {
            assert_eq!(names.in_text(text), told);
        }
    }
}
