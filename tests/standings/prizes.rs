//! Who wins what, under the rules that directors announce.

use super::chart::{field, standings};
use bughouse::standings::Line;
use bughouse::standings::prizes::{
    Class, Contender, PlayOffMatch, Prize, PrizeKind, Rules, SchoolScore, Ties, Trophies, Winner, award, ceremony,
    settle, trophies,
};
use bughouse::tournament::{Grade, HalfPoints, MatchResult, SchoolId};

/// 1 and 2 on 3 points, 3 and 4 on 2, 5 on 1, 6 on 1, 7 and 8 on 0; 1 beat 2's only conqueror, and so on.
fn eight(tiebreaks: &str) -> Vec<Line> {
    standings(
        &field(
            1,
            &[
                "W5 W3 W4 Z",
                "W6 W4 W3 Z",
                "W7 L1 L2 W8",
                "W8 L2 L1 W7",
                "L1 W7 L6 Z",
                "L2 L8 W5 Z",
                "L3 L5 B L4",
                "L4 W6 Z L3",
            ],
        ),
        tiebreaks,
    )
}

fn contenders() -> Vec<Contender> {
    let team = |grade, rating, school| Contender {
        grade: Some(Grade(grade)),
        rating,
        schools: vec![SchoolId(school)],
        ..Contender::default()
    };
    vec![
        team(5, Some(1500), 1),
        team(5, Some(1400), 1),
        team(4, Some(900), 2),
        team(5, Some(950), 2),
        team(3, Some(700), 3),
        team(4, None, 3),
        team(5, None, 1),
        Contender { schools: vec![SchoolId(2), SchoolId(3)], ..team(2, Some(800), 0) },
    ]
}

fn prizes(kinds: &[PrizeKind]) -> Vec<Prize> {
    kinds.iter().map(|kind| Prize::new(*kind)).collect()
}

fn winners(lines: &[Line], prizes: &[Prize], rules: Rules, play_offs: &[PlayOffMatch]) -> Vec<String> {
    let numbers = |teams: &[usize]| teams.iter().map(|t| (t + 1).to_string()).collect::<Vec<_>>().join("+");
    let shown = |award: &bughouse::standings::prizes::Award| {
        let winner = match &award.winner {
            Winner::Team(team) => numbers(&[*team]),
            Winner::Shared { teams, pool, .. } => {
                let pool: Vec<&str> = pool.iter().map(|p| prizes[*p].name.as_str()).collect();
                format!("shared {} of {}", numbers(teams), pool.join(" and "))
            }
            Winner::InPoolOf(first) => format!("in {}", prizes[*first].name),
            Winner::Undecided(teams) => format!("undecided {}", numbers(teams)),
            Winner::School(score, _) => format!("school {} with {}", score.school, score.points),
            Winner::UndecidedSchools(schools) => format!("{} schools", schools.len()),
            Winner::Nobody => "nobody".to_owned(),
        };
        format!("{}: {winner}", prizes[award.prize].name)
    };
    let mut lines = lines.to_vec();
    settle(&mut lines, play_offs, rules.ties, rules.play_off);
    award(&lines, &contenders(), prizes, rules, play_offs).iter().map(shown).collect()
}

const FIFTH: PrizeKind =
    PrizeKind::Class(Class::Grades(bughouse::tournament::GradeRange { low: Grade(5), high: Grade(5) }), 1);

#[test]
fn one_prize_a_team_most_valuable_first() {
    let list = prizes(&[
        FIFTH,
        PrizeKind::Place(1),
        PrizeKind::Place(2),
        PrizeKind::Class(Class::RatingUnder(1000), 1),
        PrizeKind::Class(Class::Unrated, 1),
    ]);
    let found = winners(&eight("solkoff,lot"), &list, Rules::default(), &[]);
    assert_eq!(found, ["1st place: 1", "2nd place: 2", "Top grade 5: 4", "Top under 1000: 3", "Top unrated: 6"]);
}

#[test]
fn several_prizes_a_team_when_announced() {
    let list = prizes(&[PrizeKind::Place(1), FIFTH, PrizeKind::Place(3)]);
    let rules = Rules { many_a_team: true, ..Rules::default() };
    assert_eq!(winners(&eight("lot"), &list, rules, &[]), ["1st place: 1", "3rd place: 3", "Top grade 5: 1"]);
}

#[test]
fn a_more_valuable_class_prize_is_taken_before_a_place() {
    let mut list = prizes(&[PrizeKind::Place(1), PrizeKind::Place(2), FIFTH]);
    (list[0].value, list[1].value, list[2].value) = (Some(100), Some(20), Some(50));
    assert_eq!(
        winners(&eight("lot"), &list, Rules::default(), &[]),
        ["1st place: 1", "Top grade 5: 2", "2nd place: 3"]
    );
}

#[test]
fn a_place_that_is_not_on_the_list_is_left_out() {
    assert_eq!(
        winners(&eight("lot"), &prizes(&[PrizeKind::Place(1), PrizeKind::Place(3)]), Rules::default(), &[]),
        ["1st place: 1", "3rd place: 3"]
    );
}

#[test]
fn house_teams_win_nothing() {
    let mut lines = eight("lot");
    lines[0].house = true;
    assert_eq!(winners(&lines, &prizes(&[PrizeKind::Place(1)]), Rules::default(), &[]), ["1st place: 2"]);
}

#[test]
fn ties_wait_for_a_play_off_where_that_is_the_rule() {
    let list = prizes(&[PrizeKind::Place(1), PrizeKind::Place(2), PrizeKind::Place(3)]);
    let rules = Rules { ties: Ties::PlayOff, ..Rules::default() };
    let lines = eight("lot");
    assert_eq!(
        winners(&lines, &list, rules, &[]),
        ["1st place: undecided 1+2", "2nd place: undecided 1+2", "3rd place: undecided 3+4"]
    );
    let played = [PlayOffMatch { teams: [0, 1], result: MatchResult::Second }];
    assert_eq!(winners(&lines, &list, rules, &played), ["1st place: 2", "2nd place: 1", "3rd place: undecided 3+4"]);
}

#[test]
fn a_play_off_overrules_tie_breaks_among_teams_level_on_points() {
    let played = [PlayOffMatch { teams: [1, 0], result: MatchResult::First }];
    let list = prizes(&[PrizeKind::Place(1), PrizeKind::Place(2)]);
    assert_eq!(winners(&eight("lot"), &list, Rules::default(), &played), ["1st place: 2", "2nd place: 1"]);
}

/// 1 and 2 wait for their play-off, both for a prize: 4, the best of the rest in its grade, has the class prize whatever comes.
#[test]
fn who_waits_for_a_better_prize_is_given_no_other() {
    let rules = Rules { ties: Ties::PlayOff, ..Rules::default() };
    let list = prizes(&[PrizeKind::Place(1), PrizeKind::Place(2), FIFTH]);
    assert_eq!(
        winners(&eight("lot"), &list, rules, &[]),
        ["1st place: undecided 1+2", "2nd place: undecided 1+2", "Top grade 5: 4"]
    );
    // With one place to be won, the loser of the play-off has the class prize.
    let list = prizes(&[PrizeKind::Place(1), FIFTH]);
    assert_eq!(winners(&eight("lot"), &list, rules, &[]), ["1st place: undecided 1+2", "Top grade 5: undecided 1+2"]);
    // 3 and 4 are level, only 4 is in grade 5: it has the class prize unless it wins third place.
    let list = prizes(&[PrizeKind::Place(1), PrizeKind::Place(2), PrizeKind::Place(3), FIFTH]);
    assert_eq!(
        winners(&eight("lot"), &list, rules, &[])[2..],
        ["3rd place: undecided 3+4", "Top grade 5: undecided 4+7"]
    );
}

#[test]
fn a_play_off_within_a_class_decides_there() {
    let rules = Rules { ties: Ties::PlayOff, ..Rules::default() };
    let lines = eight("lot");
    let all = |grade| {
        PrizeKind::Class(Class::Grades(bughouse::tournament::GradeRange { low: Grade(3), high: Grade(grade) }), 1)
    };
    let list = prizes(&[PrizeKind::Place(1), PrizeKind::Place(2), PrizeKind::Place(3), PrizeKind::Place(4), all(4)]);
    assert_eq!(winners(&lines, &list, rules, &[])[4], "Top grades 3-4: undecided 5+6");
    let played = [PlayOffMatch { teams: [5, 4], result: MatchResult::First }];
    assert_eq!(winners(&lines, &list, rules, &played)[4], "Top grades 3-4: 6");
}

#[test]
fn level_teams_use_up_as_many_places_as_they_are() {
    let mut list = prizes(&[
        PrizeKind::Place(1),
        PrizeKind::Place(2),
        PrizeKind::Place(3),
        PrizeKind::Place(4),
        PrizeKind::Place(5),
    ]);
    list.iter_mut().zip([100, 50, 25, 25, 10]).for_each(|(prize, value)| prize.value = Some(value));
    let rules = Rules { ties: Ties::Shared, ..Rules::default() };
    let lines = eight("lot");
    assert_eq!(
        winners(&lines, &list[..4], rules, &[]),
        [
            "1st place: shared 1+2 of 1st place and 2nd place",
            "2nd place: in 1st place",
            "3rd place: shared 3+4 of 3rd place and 4th place",
            "4th place: in 3rd place"
        ]
    );
    let awards = award(&lines, &contenders(), &list[..4], rules, &[]);
    assert_eq!(trophies(&list[..4], &awards), Trophies { players: 8, schools: 0 });
    let shares = awards.iter().filter_map(|award| match &award.winner {
        Winner::Shared { shares, .. } => Some(shares.clone()),
        _ => None,
    });
    assert_eq!(shares.collect::<Vec<_>>(), [[75, 75], [25, 25]]);
    // Three prizes for a tie of two and one of two: nobody gets what the second tie has used up.
    assert_eq!(winners(&lines, &list[..3], rules, &[])[2], "3rd place: shared 3+4 of 3rd place");
}

#[test]
fn who_shares_places_shares_the_best_of_them_whichever_is_worth_most() {
    let mut list = prizes(&[PrizeKind::Place(1), PrizeKind::Place(2)]);
    list[1].value = Some(100);
    let rules = Rules { ties: Ties::Shared, ..Rules::default() };
    let mut found = winners(&eight("lot"), &list, rules, &[]);
    found.sort();
    assert_eq!(found, ["1st place: shared 1+2 of 1st place and 2nd place", "2nd place: in 1st place"]);
}

#[test]
fn schools_by_their_best_two_teams() {
    let kind = |place| PrizeKind::School { place, best: 2 };
    let lines = eight("lot");
    let found = winners(&lines, &prizes(&[kind(1), kind(2), kind(3), kind(4)]), Rules::default(), &[]);
    assert_eq!(
        found,
        [
            "Top school: school 1 with 6",
            "2nd school: school 2 with 4",
            "3rd school: school 3 with 2",
            "4th school: nobody"
        ]
    );
    let first: SchoolScore = bughouse::standings::prizes::school_scores(&lines, &contenders(), 3).remove(0);
    assert_eq!((first.points, first.teams), (HalfPoints(14), vec![0, 1, 6]));
}

#[test]
fn the_ceremony_ends_with_the_winner() {
    let mut list = prizes(&[
        PrizeKind::Place(1),
        PrizeKind::Place(2),
        FIFTH,
        PrizeKind::School { place: 1, best: 2 },
        PrizeKind::Special,
    ]);
    list[4].name = "Craziest hat".to_owned();
    list[4].named_winner = Some(6);
    let awards = award(&eight("lot"), &contenders(), &list, Rules::default(), &[]);
    let read: Vec<&str> = ceremony(&list, &awards).iter().map(|a| list[a.prize].name.as_str()).collect();
    assert_eq!(read, ["Craziest hat", "Top grade 5", "Top school", "2nd place", "1st place"]);
    assert_eq!(trophies(&list, &awards), Trophies { players: 8, schools: 1 });
}
