//! One registration: two partners under a team name, or a child who needs a partner.

use crate::tournament::Grade;
use crate::tournament::names::fold;

/// A child as registered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Child {
    /// "First Last".
    pub name: String,
    /// School grade, if given.
    pub grade: Option<Grade>,
    /// Rating 1 to 4000; `None` is unrated, or not told.
    pub rating: Option<u32>,
    /// Federation or registration id.
    pub federation_id: Option<String>,
    /// School, if any; home-schooled children have none.
    pub school: Option<String>,
    /// The name of its team, where it waits for a partner under one.
    pub team_name: Option<String>,
    /// How to reach the family; empty unless contacts were asked for.
    pub contact: Contact,
    /// Entry fee in cents; empty unless fees were asked for.
    pub fee: Option<u32>,
    /// Paid so far in cents; empty unless fees were asked for.
    pub paid: Option<u32>,
}

/// How to reach a family. Kept only on purpose, never printed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contact {
    pub email: Option<String>,
    pub phone: Option<String>,
}

/// Who enters by one registration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entrants {
    Team {
        /// The team's name.
        name: String,
        /// Whether the file gives the name; else it was made from both last names.
        is_named: bool,
        /// The partners, in the order of the file.
        players: Box<[Child; 2]>,
        /// The team's own school, where the file tells one beside the children's.
        school: Option<String>,
        /// The team's own rating, where the file tells one beside the children's.
        rating: Option<u32>,
    },
    /// A child who needs a partner.
    Alone(Child),
}

/// One registration and the section it asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    pub entrants: Entrants,
    /// The section named in the file.
    pub section: Option<String>,
    /// A group or flight named in the file, which may be a section's name.
    pub group: Option<String>,
}

impl Registration {
    /// The child, or both.
    pub fn children(&self) -> &[Child] {
        match &self.entrants {
            Entrants::Team { players, .. } => &**players,
            Entrants::Alone(child) => std::slice::from_ref(child),
        }
    }

    /// The team's name, unless a partner is needed.
    pub fn team(&self) -> Option<&str> {
        match &self.entrants {
            Entrants::Team { name, .. } => Some(name),
            Entrants::Alone(_) => None,
        }
    }

    /// Every school named: the children's, then the team's own.
    pub fn schools(&self) -> impl Iterator<Item = &str> {
        let own = match &self.entrants {
            Entrants::Team { school, .. } => school.as_deref(),
            Entrants::Alone(_) => None,
        };
        self.children().iter().filter_map(|child| child.school.as_deref()).chain(own)
    }

    /// What the desk calls it: the team's name, or the child's.
    pub fn label(&self) -> &str {
        match &self.entrants {
            Entrants::Team { name, .. } => name,
            Entrants::Alone(child) => &child.name,
        }
    }
}

/// The name of a team that gave none: both last names in alphabetical order, as on a usual entry form.
pub fn name_of_two(first: &str, second: &str) -> String {
    let last = |name: &str| {
        let words: Vec<&str> = name.split_whitespace().collect();
        match words[..] {
            [.., last, suffix] if matches!(fold(suffix).trim_end_matches('.'), "jr" | "sr" | "ii" | "iii" | "iv") => {
                last.trim_end_matches(',').to_owned()
            }
            [.., last] => last.to_owned(),
            [] => name.to_owned(),
        }
    };
    let mut names = [last(first), last(second)];
    names.sort_by_key(|name| fold(name));
    names.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nameless_team_takes_both_last_names_in_alphabetical_order() {
        assert_eq!(name_of_two("Ann Lee", "Bo Kim"), "Kim-Lee");
        assert_eq!(name_of_two("Martin King Jr.", "Zoë Ádam"), "Ádam-King");
        assert_eq!(name_of_two("Cher", "Ann Lee"), "Cher-Lee");
    }
}
