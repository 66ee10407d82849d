//! Whether a child that is entered at the desk is in the tournament already.

use super::entry::Child;
use crate::tournament::names::fold;
use crate::tournament::{Player, PlayerId, Tournament};

/// A child who is entered already, and perhaps the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Twin<'a> {
    /// The same id: the same child.
    SameId(&'a Player),
    /// The same name, and nothing that tells the two apart.
    Namesake(&'a Player),
}

/// Who is entered already under the child's id, or its name and school. `itself` is passed over.
///
/// Different ids or different schools are different children. Where a school is not known, the grade must agree as well.
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
        let grades_agree = player.grade.is_none() || child.grade.is_none() || player.grade == child.grade;
        let is_near = if known.is_some() && school.is_some() { known == school } else { grades_agree };
        is_near && (id.is_none() || id_of(player).is_none())
    };
    let name = fold(&child.name);
    others().filter(|player| fold(&player.name) == name).find(may_be).map(Twin::Namesake)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{Grade, PlayerName, School, SchoolId};

    #[test]
    fn ids_schools_and_grades_tell_namesakes_apart() {
        let ann = Player {
            id: PlayerId(1),
            name: "Ann Lee".to_owned(),
            grade: Some(Grade(3)),
            rating: None,
            federation_id: Some("X1".to_owned()),
            school: Some(SchoolId(1)),
            section: None,
            team_name: None,
            shown_as: PlayerName::Full,
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
        assert_eq!(entered("Ann Lee", Some(5), None, None), "new", "another grade, and no school told");
        assert_eq!(entered("Ann Lee", Some(3), None, Some("Elm")), "new", "another school");
        assert_eq!(entered("Ann Lee", Some(3), Some("X2"), Some("Oak")), "new", "another id");
        let ann_again = Child { name: "Ann Lee".to_owned(), ..Child::default() };
        assert_eq!(twin(&tournament, &ann_again, Some(PlayerId(1))), None, "nobody is a twin of oneself");
    }
}
