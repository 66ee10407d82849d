//! One registration: two partners under a team name, or a child who needs a partner; whether the name may be shown, and whether
//! the child is in the tournament already.

use crate::tournament::names::{family_first, fold, is_suffix};
use crate::tournament::{Grade, Player, PlayerId, PlayerName, TeamName, Tournament};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Child {
    /// "First Last".
    pub name: String,
    /// As in [`Player::family_words`].
    pub family_words: Option<u8>,
    pub grade: Option<Grade>,
    /// Rating 1 to 4000; `None` is unrated, or not given.
    pub rating: Option<u32>,
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

impl Child {
    /// A player of the event, or one about to enter it, with the name of the school.
    pub fn of(player: &Player, school: Option<&str>) -> Self {
        Self {
            name: player.name.clone(),
            family_words: player.family_words,
            grade: player.grade,
            rating: player.rating,
            federation_id: player.federation_id.clone(),
            school: school.map(str::to_owned),
            ..Self::default()
        }
    }
}

/// The school that was written, if it is one: home-schooled children and those without a school have none.
pub fn school_given(written: &str) -> Option<&str> {
    let folded = fold(written).replace(['-', '/', '.'], " ");
    let squashed: String = folded.split_whitespace().collect();
    let none =
        ["", "none", "na", "noschool", "unattached", "unaffiliated", "independent", "notapplicable", "nil", "tbd", "?"];
    let is_none = none.contains(&squashed.as_str()) || is_home_school(&squashed);
    (!is_none).then(|| written.trim())
}

fn is_home_school(squashed: &str) -> bool {
    let ends = ["", "ed", "er", "ing", "family", "student"];
    ["homeschool", "athome", "homestudy"]
        .iter()
        .any(|start| squashed.strip_prefix(start).is_some_and(|rest| ends.contains(&rest)))
}

/// How to reach a family. Kept only on purpose, never printed.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct Contact {
    pub email: Option<String>,
    pub phone: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entrants {
    Team {
        name: String,
        /// Whether the file gives the name; else it was made from both last names.
        is_named: bool,
        /// The partners, in the order of the file.
        players: Box<[Child; 2]>,
        /// The team's own school, where the file gives one beside the children's.
        school: Option<String>,
        /// The team's own rating, where the file gives one beside the children's.
        rating: Option<u32>,
        is_house: bool,
    },
    /// A child who needs a partner.
    Alone(Child),
}

impl Entrants {
    /// The school of a team: its own, else that of both partners.
    pub fn school(&self) -> Option<&str> {
        let Self::Team { players, school, .. } = self else { return None };
        let of_both = || {
            let [one, other] = players.each_ref().map(|child| child.school.as_deref());
            if fold(one?) == fold(other?) { one } else { None }
        };
        school.as_deref().or_else(of_both)
    }
}

/// One registration and the section it asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    pub entrants: Entrants,
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
            [.., last, suffix] if is_suffix(suffix) => last.trim_end_matches(',').to_owned(),
            [.., last] => last.to_owned(),
            [] => name.to_owned(),
        }
    };
    let mut names = [last(first), last(second)];
    names.sort_by_key(|name| fold(name));
    names.join("-")
}

/// How a team's name is shown. `verdict` is what the desk said of it, where the event asks that names are approved.
///
/// A name made of the partners' own names needs no approval.
pub fn shown_as(name: &str, partners: [&Player; 2], required: bool, verdict: Option<bool>) -> TeamName {
    if partners.into_iter().any(|child| child.shown_as != PlayerName::Full && names_child(name, child)) {
        return TeamName::NamesChild;
    }
    match verdict {
        _ if !required => TeamName::AsEntered,
        Some(true) => TeamName::AsEntered,
        Some(false) => TeamName::Refused,
        None if fold(name) == fold(&name_of_two(&partners[0].name, &partners[1].name)) => TeamName::AsEntered,
        None => TeamName::Unread,
    }
}

/// Whether a team's name holds the child's family name as a word.
fn names_child(name: &str, child: &Player) -> bool {
    let listed = fold(&family_first(&child.name, None));
    let family = listed.split([' ', ',']).next().unwrap_or_default();
    fold(name).split(|c: char| !c.is_alphanumeric()).any(|word| !word.is_empty() && word == family)
}

/// A child who is entered already, and perhaps the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Twin<'a> {
    SameId(&'a Player),
    /// The same name, and nothing that distinguishes the two.
    Namesake(&'a Player),
}

/// Who is entered already under the child's id, or its name and school. `itself` is passed over.
///
/// Different ids or different schools are different children, as an import takes them; a grade may be mistyped.
pub fn twin<'a>(tournament: &'a Tournament, child: &Child, itself: Option<PlayerId>) -> Option<Twin<'a>> {
    let others = || tournament.players.iter().filter(|player| Some(player.id) != itself);
    let id = child.federation_id.as_deref().map(fold);
    let id_of = |player: &Player| player.federation_id.as_deref().map(fold);
    if let Some(same) = others().find(|player| id.is_some() && id_of(player) == id) {
        return Some(Twin::SameId(same));
    }
    let school = child.school.as_deref().map(fold);
    let may_be = |player: &&Player| {
        let known = player.school.and_then(|id| tournament.school(id)).map(|school| fold(&school.name));
        let is_near = known.is_none() || school.is_none() || known == school;
        is_near && (id.is_none() || id_of(player).is_none())
    };
    let name = fold(&child.name);
    others().filter(|player| fold(&player.name) == name).find(may_be).map(Twin::Namesake)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{Grade, PlayerId, PlayerName, School, SchoolId};

    #[test]
    fn a_nameless_team_takes_both_last_names_in_alphabetical_order() {
        assert_eq!(name_of_two("Ann Lee", "Bo Kim"), "Kim-Lee");
        assert_eq!(name_of_two("Martin King Jr.", "Zoë Ádam"), "Ádam-King");
        assert_eq!(name_of_two("Cher", "Ann Lee"), "Cher-Lee");
    }

    fn child(name: &str, shown_as: PlayerName) -> Player {
        Player { name: name.to_owned(), shown_as, ..Player::default() }
    }

    #[test]
    fn the_family_name_of_a_child_shown_by_initials_is_in_no_team_name() {
        let (ann, bo) = (child("Ann Lee", PlayerName::Initials), child("Bo Kim", PlayerName::Full));
        for (name, expected) in [
            ("Kim-Lee", TeamName::NamesChild),
            ("Team LEE", TeamName::NamesChild),
            ("Leeds United", TeamName::AsEntered),
            ("Kim's Knights", TeamName::AsEntered),
        ] {
            assert_eq!(shown_as(name, [&ann, &bo], false, Some(true)), expected, "{name}");
        }
    }

    #[test]
    fn ids_and_schools_distinguish_namesakes() {
        let ann = Player {
            id: PlayerId(1),
            name: "Ann Lee".to_owned(),
            grade: Some(Grade(3)),
            federation_id: Some("X1".to_owned()),
            school: Some(SchoolId(1)),
            ..Player::default()
        };
        let oak = School { id: SchoolId(1), name: "Oak".to_owned() };
        let tournament = Tournament { players: vec![ann], schools: vec![oak], ..Tournament::default() };
        let entered = |name: &str, grade: Option<i8>, id: Option<&str>, school: Option<&str>| {
            let owned = |text: Option<&str>| text.map(str::to_owned);
            let child = Child {
                name: name.to_owned(),
                grade: grade.map(Grade),
                federation_id: owned(id),
                school: owned(school),
                ..Child::default()
            };
            match twin(&tournament, &child, None) {
                Some(Twin::SameId(_)) => "same id",
                Some(Twin::Namesake(_)) => "namesake",
                None => "new",
            }
        };
        assert_eq!(entered("Anna Lee", None, Some("x1"), Some("Elm")), "same id");
        assert_eq!(entered("ann lee", Some(5), None, Some("OAK")), "namesake", "a grade may be mistyped");
        assert_eq!(entered("Ann Lee", Some(3), None, None), "namesake", "no school told");
        assert_eq!(entered("Ann Lee", Some(5), None, None), "namesake", "another grade, and no school told");
        assert_eq!(entered("Ann Lee", Some(3), None, Some("Elm")), "new", "another school");
        assert_eq!(entered("Ann Lee", Some(3), Some("X2"), Some("Oak")), "new", "another id");
        let ann_again = Child { name: "Ann Lee".to_owned(), ..Child::default() };
        assert_eq!(twin(&tournament, &ann_again, Some(PlayerId(1))), None, "nobody is a twin of oneself");
    }
}
