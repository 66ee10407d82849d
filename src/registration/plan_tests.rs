//! A file imported into a tournament where something is entered already.

use super::*;
use crate::tournament::{HalfPoints, PlayerName, School, SchoolId, TeamName};

const SECTION: SectionId = SectionId(1);

fn child(name: &str, rating: Option<u32>) -> Child {
    Child { name: name.to_owned(), rating, ..Child::default() }
}

fn team(name: &str, first: Child, second: Child) -> Registration {
    let entrants = Entrants::Team {
        name: name.to_owned(),
        is_named: true,
        players: Box::new([first, second]),
        school: None,
        rating: None,
    };
    Registration { entrants, section: None, group: None }
}

fn alone(child: Child) -> Registration {
    Registration { entrants: Entrants::Alone(child), section: None, group: None }
}

fn planned(tournament: &Tournament, entries: &[Registration]) -> (Plan, Vec<String>) {
    let entries: Vec<(&Registration, SectionId)> = entries.iter().map(|entry| (entry, SECTION)).collect();
    let mut conflicts = Vec::new();
    let plan = plan(tournament, &entries, |index, why| conflicts.push(format!("{index}: {why}")));
    (plan, conflicts)
}

/// Rooks (Ann Lee, rated 1200, id 77, and Bo Kim of Oak) and Cy Day, who needs a partner.
fn entered() -> Tournament {
    let player = |id: u32, name: &str, rating, federation_id: Option<&str>, school| Player {
        id: PlayerId(id),
        name: name.to_owned(),
        grade: None,
        rating,
        federation_id: federation_id.map(str::to_owned),
        school,
        section: Some(SECTION),
        shown_as: PlayerName::Full,
    };
    let rooks = Team {
        id: TeamId(1),
        name: "Rooks".to_owned(),
        section: SECTION,
        players: [PlayerId(1), PlayerId(2)],
        school: None,
        rating: None,
        house: false,
        lot: 0,
        pairing_number: None,
        checked_in: false,
        absences: Vec::new(),
        shown_as: TeamName::AsEntered,
        tiebreak_penalty: HalfPoints::ZERO,
        requested_byes: Vec::new(),
    };
    Tournament {
        schools: vec![School { id: SchoolId(1), name: "Oak".to_owned() }],
        players: vec![
            player(1, "Ann Lee", Some(1200), Some("77"), None),
            player(2, "Bo Kim", None, None, Some(SchoolId(1))),
            player(3, "Cy Day", None, None, None),
        ],
        teams: vec![rooks],
        ..Tournament::default()
    }
}

#[test]
fn the_same_file_again_changes_nothing() {
    let bo = Child { school: Some("OAK".to_owned()), ..child("bo kim", None) };
    let entries = [
        team("Rooks", child("Ann Lee", Some(1200)), Child { name: "Bo Kim".to_owned(), ..bo }),
        alone(child("Cy Day", None)),
    ];
    let (plan, conflicts) = planned(&entered(), &entries);
    assert_eq!(conflicts, [""; 0]);
    assert_eq!(plan, Plan { unchanged: vec![TeamId(1)], need_partner: 1, ..Plan::default() });
}

#[test]
fn changed_ratings_grades_and_names_are_found_and_blanks_take_nothing_away() {
    let tournament = entered();
    let ann = Child { federation_id: Some("77".to_owned()), grade: Some(Grade(3)), ..child("Anna Lee", Some(1250)) };
    let (plan, _) = planned(&tournament, &[team("Rooks", ann, child("Bo Kim", None))]);
    let words: Vec<String> = plan.changes.iter().flat_map(|change| change.in_words(&tournament)).collect();
    assert_eq!(words, ["name Ann Lee → Anna Lee", "grade none → 3", "rating 1200 → 1250"]);
    assert_eq!((plan.changed_teams.len(), plan.unchanged.len()), (1, 0));
}

#[test]
fn new_teams_and_children_are_added() {
    let (plan, _) = planned(
        &entered(),
        &[team("Pawns", child("Di Eck", None), child("Cy Day", None)), alone(child("Ed Fox", None))],
    );
    assert_eq!(
        plan.new_teams().next().unwrap().players,
        [Who::New(child("Di Eck", None)), Who::Known(PlayerId(3))],
        "Cy found a partner"
    );
    assert_eq!((plan.players_added(), plan.need_partner), (2, 1));
}

#[test]
fn whoever_is_gone_from_the_file_is_named_and_not_removed() {
    let (plan, _) = planned(&entered(), &[alone(child("Cy Day", None))]);
    assert_eq!((plan.vanished_teams, plan.vanished_children), (vec![TeamId(1)], vec![]));
    let (other_file, _) = planned(&entered(), &[alone(child("Ed Fox", None))]);
    assert_eq!(other_file.vanished_teams, [], "a file of other children says nothing of these");
}

#[test]
fn entries_that_contradict_the_tournament_are_conflicts() {
    let entries = [
        team("Rooks", child("Di Eck", None), child("Ed Fox", None)),
        team("Pawns", child("Bo Kim", None), child("Flo Gay", None)),
        team("Rooks", child("Ann Lee", None), child("Hal Ide", None)),
    ];
    let (plan, conflicts) = planned(&entered(), &entries);
    assert_eq!(
        conflicts,
        [
            "0: there is a team Rooks already: number 1, Ann Lee and Bo Kim",
            "1: Bo Kim plays for Rooks (number 1) already",
            "2: Rooks (number 1) is entered with Bo Kim, not with Hal Ide",
        ]
    );
    assert_eq!(plan.additions, []);
}

#[test]
fn a_partner_whose_name_was_corrected_is_the_same_partner() {
    let mut tournament = entered();
    tournament.players[1].name = "Boris Kimm".to_owned();
    let (plan, conflicts) = planned(&tournament, &[team("Rooks", child("Ann Lee", None), child("Boris Kim", None))]);
    assert_eq!(conflicts, [""; 0]);
    assert_eq!(plan.changes[0].name.as_deref(), Some("Boris Kim"));
}

#[test]
fn ids_beat_names_and_other_ids_or_schools_are_other_children() {
    let tournament = entered();
    let other_id = Child { federation_id: Some("78".to_owned()), ..child("Ann Lee", None) };
    let other_school = Child { school: Some("Elm".to_owned()), ..child("Bo Kim", None) };
    let (plan, conflicts) = planned(&tournament, &[team("Kings", other_id, other_school)]);
    assert_eq!(conflicts, [""; 0]);
    assert_eq!(plan.players_added(), 2);
}

#[test]
fn a_team_named_otherwise_is_renamed_and_not_entered_twice() {
    let (plan, _) = planned(&entered(), &[team("Rooks on Fire", child("Ann Lee", None), child("Bo Kim", None))]);
    assert_eq!(plan.renamed, [(TeamId(1), "Rooks on Fire".to_owned())]);
    assert_eq!(plan.additions, []);
}
