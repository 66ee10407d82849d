//! Whether a team's name may be shown: what the desk said of it, and what it would tell of a child who is shown by initials.

use super::entry::name_of_two;
use crate::tournament::names::{family_first, fold};
use crate::tournament::{Player, PlayerName, TeamName};

/// How a team's name is shown. `verdict` is what the desk said of it, where the event asks that names are approved.
///
/// A name made of the partners' own names needs no approval.
pub fn shown_as(name: &str, partners: [&Player; 2], required: bool, verdict: Option<bool>) -> TeamName {
    if partners.into_iter().any(|child| child.shown_as != PlayerName::Full && tells_of(name, child)) {
        return TeamName::TellsOfChild;
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
fn tells_of(name: &str, child: &Player) -> bool {
    let listed = fold(&family_first(&child.name));
    let family = listed.split([' ', ',']).next().unwrap_or_default();
    fold(name).split(|c: char| !c.is_alphanumeric()).any(|word| !word.is_empty() && word == family)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::PlayerId;

    fn child(name: &str, shown_as: PlayerName) -> Player {
        Player {
            id: PlayerId(1),
            name: name.to_owned(),
            grade: None,
            rating: None,
            federation_id: None,
            school: None,
            section: None,
            team_name: None,
            shown_as,
        }
    }

    #[test]
    fn a_name_is_shown_once_it_is_approved_or_where_nobody_asks() {
        let (ann, bo) = (child("Ann Lee", PlayerName::Full), child("Bo Kim", PlayerName::Full));
        for (name, required, verdict, expected) in [
            ("Rooks", false, None, TeamName::AsEntered),
            ("Rooks", false, Some(false), TeamName::AsEntered),
            ("Rooks", true, None, TeamName::Unread),
            ("Rooks", true, Some(true), TeamName::AsEntered),
            ("Rooks", true, Some(false), TeamName::Refused),
            ("Kim-Lee", true, None, TeamName::AsEntered),
        ] {
            assert_eq!(shown_as(name, [&ann, &bo], required, verdict), expected, "{name} {required} {verdict:?}");
        }
    }

    #[test]
    fn the_family_name_of_a_child_shown_by_initials_is_in_no_team_name() {
        let (ann, bo) = (child("Ann Lee", PlayerName::Initials), child("Bo Kim", PlayerName::Full));
        for (name, expected) in [
            ("Kim-Lee", TeamName::TellsOfChild),
            ("Team LEE", TeamName::TellsOfChild),
            ("Leeds United", TeamName::AsEntered),
            ("Kim's Knights", TeamName::AsEntered),
        ] {
            assert_eq!(shown_as(name, [&ann, &bo], false, Some(true)), expected, "{name}");
        }
    }
}
