//! Play-offs against every way of ending them.

use bughouse::standings::prizes::{PlayOffKind, PlayOffMatch, settled};
use bughouse::tournament::MatchResult;
use proptest::prelude::*;

const WON: MatchResult = MatchResult::First;

fn parted(teams: usize, matches: &[([usize; 2], MatchResult)], kind: Option<PlayOffKind>) -> Vec<Vec<usize>> {
    let matches: Vec<PlayOffMatch> =
        matches.iter().map(|(teams, result)| PlayOffMatch { teams: *teams, result: *result }).collect();
    let mut groups = settled(&(1..=teams).collect::<Vec<_>>(), &matches, kind);
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups
}

fn won(teams: usize, pairs: &[[usize; 2]], kind: Option<PlayOffKind>) -> Vec<Vec<usize>> {
    parted(teams, &pairs.iter().map(|pair| (*pair, WON)).collect::<Vec<_>>(), kind)
}

#[test]
fn a_drawn_match_is_played_again_and_counts_once() {
    assert_eq!(parted(2, &[([1, 2], MatchResult::Drawn)], None), [[1, 2]]);
    assert_eq!(parted(2, &[([1, 2], MatchResult::Drawn), ([1, 2], MatchResult::Second)], None), [[2], [1]]);
    assert_eq!(won(2, &[[1, 2], [2, 1]], None), [[1, 2]], "one each");
    // The draw does not make a circle into an order.
    let circle = [([1, 2], MatchResult::Drawn), ([1, 2], WON), ([2, 3], WON), ([3, 1], WON)];
    assert_eq!(parted(3, &circle, Some(PlayOffKind::AllPlayAll)), [[1, 2, 3]]);
}

#[test]
fn four_matches_of_four_level_teams_may_be_a_knockout_or_the_half_of_all() {
    let matches = [[1, 4], [2, 3], [1, 2], [3, 4]];
    assert_eq!(won(4, &matches, Some(PlayOffKind::Knockout)), [[1], [2], [3], [4]]);
    assert_eq!(won(4, &matches, Some(PlayOffKind::AllPlayAll)), [[1, 2, 3, 4]]);
    assert_eq!(won(4, &matches, None), [[1, 2, 3, 4]]);
    assert_eq!(won(3, &[[1, 2], [2, 3]], None), [[1, 2, 3]]);
    assert_eq!(won(4, &matches[..2], Some(PlayOffKind::Knockout)), [[1, 2], [3, 4]]);
    assert_eq!(won(4, &[&matches[..], &[[1, 3], [2, 4]]].concat(), None), [[1], [2], [3], [4]]);
}

#[test]
fn who_meets_nobody_in_a_round_of_a_knockout_has_a_bye() {
    let knockout = Some(PlayOffKind::Knockout);
    assert_eq!(won(3, &[[1, 2]], knockout), [vec![1, 3], vec![2]]);
    assert_eq!(won(3, &[[1, 2], [3, 1]], knockout), [[3], [1], [2]]);
    assert_eq!(won(5, &[[1, 2], [3, 4]], knockout), [vec![1, 3, 5], vec![2, 4]]);
    assert_eq!(won(5, &[[1, 2]], knockout), [[1, 2, 3, 4, 5]]);
}

#[test]
fn those_whom_a_circle_leaves_level_play_again_all_of_them() {
    let all = Some(PlayOffKind::AllPlayAll);
    let circle = [[1, 2], [2, 3], [3, 1]];
    assert_eq!(won(3, &circle, all), [[1, 2, 3]]);
    assert_eq!(won(3, &[&circle[..], &[[1, 2]]].concat(), all), [[1, 2, 3]]);
    assert_eq!(won(3, &[&circle[..], &[[1, 2], [1, 3]]].concat(), all), [vec![1], vec![2, 3]]);
}

/// The matches that may come next where everybody meets everybody, each with every result.
fn next_of_all(teams: usize, matches: &[PlayOffMatch]) -> Vec<PlayOffMatch> {
    let groups = settled(&(1..=teams).collect::<Vec<_>>(), matches, Some(PlayOffKind::AllPlayAll));
    let has_met = |one: usize, other: usize| matches.iter().any(|m| m.teams.contains(&one) && m.teams.contains(&other));
    let pairs = (1..=teams).flat_map(|one| (one + 1..=teams).map(move |other| [one, other]));
    let all_met = pairs.clone().all(|[one, other]| has_met(one, other));
    let is_drawn = |[one, other]: [usize; 2]| {
        let last = matches.iter().rfind(|m| m.teams.contains(&one) && m.teams.contains(&other));
        last.is_some_and(|last| last.result == MatchResult::Drawn)
    };
    let may_come = |pair: &[usize; 2]| match all_met {
        false => !has_met(pair[0], pair[1]) || is_drawn(*pair),
        true => groups.iter().any(|group| group.contains(&pair[0]) && group.contains(&pair[1])),
    };
    let results = [WON, MatchResult::Second, MatchResult::Drawn];
    pairs.filter(may_come).flat_map(|teams| results.map(|result| PlayOffMatch { teams, result })).collect()
}

/// The matches that may come next in a knockout: between any two who are level in it and have not met others since.
fn next_of_knockout(teams: usize, matches: &[PlayOffMatch]) -> Vec<PlayOffMatch> {
    let all: Vec<usize> = (1..=teams).collect();
    let pairs = (1..=teams).flat_map(|one| (one + 1..=teams).map(move |other| [one, other]));
    let results = [WON, MatchResult::Second, MatchResult::Drawn];
    let fits = |next: &PlayOffMatch| {
        let last = matches.iter().rfind(|m| next.teams.iter().all(|team| m.teams.contains(team)));
        let goes_on = last.is_none_or(|last| last.result == MatchResult::Drawn);
        goes_on && bughouse::standings::prizes::is_knockout(&all, &[matches, &[*next]].concat())
    };
    pairs.flat_map(|teams| results.map(|result| PlayOffMatch { teams, result })).filter(fits).collect()
}

/// Which two are in which order for good.
fn certain(teams: usize, matches: &[PlayOffMatch], kind: Option<PlayOffKind>) -> Vec<[usize; 2]> {
    let groups = settled(&(1..=teams).collect::<Vec<_>>(), matches, kind);
    let place = |team: usize| groups.iter().position(|group| group.contains(&team));
    let pairs = (1..=teams).flat_map(|one| (1..=teams).map(move |other| [one, other]));
    pairs.filter(|[one, other]| place(*one) < place(*other)).collect()
}

fn stays_certain(
    teams: usize,
    moves: &[usize],
    kind: Option<PlayOffKind>,
    plays: PlayOffKind,
) -> Result<(), TestCaseError> {
    let (mut matches, mut before) = (Vec::new(), Vec::new());
    for choice in moves {
        let next = match plays {
            PlayOffKind::AllPlayAll => next_of_all(teams, &matches),
            PlayOffKind::Knockout => next_of_knockout(teams, &matches),
        };
        let Some(next) = next.get(choice % next.len().max(1)) else { return Ok(()) };
        matches.push(*next);
        let now = certain(teams, &matches, kind);
        prop_assert!(before.iter().all(|pair| now.contains(pair)), "{before:?} before, {now:?} after {matches:?}");
        before = now;
    }
    Ok(())
}

/// Every order in which those who meet one another may end, all ways of ending what is open gone through.
fn ends(teams: usize, matches: &[PlayOffMatch], found: &mut Vec<Vec<Vec<usize>>>) {
    let pairs = (1..=teams).flat_map(|one| (one + 1..=teams).map(move |other| [one, other]));
    let is_met = |pair: &[usize; 2]| matches.iter().any(|m| pair.iter().all(|team| m.teams.contains(team)));
    let Some(open) = pairs.into_iter().find(|pair| !is_met(pair)) else {
        found.push(settled(&(1..=teams).collect::<Vec<_>>(), matches, Some(PlayOffKind::AllPlayAll)));
        return;
    };
    for result in [WON, MatchResult::Second, MatchResult::Drawn] {
        ends(teams, &[matches, &[PlayOffMatch { teams: open, result }]].concat(), found);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_certain_of_a_play_off_of_all_never_changes(teams in 3..=6usize, moves in prop::collection::vec(0..1_000usize, 1..20)) {
        stays_certain(teams, &moves, Some(PlayOffKind::AllPlayAll), PlayOffKind::AllPlayAll)?;
        stays_certain(teams, &moves, None, PlayOffKind::AllPlayAll)?;
    }

    #[test]
    fn what_is_certain_of_a_knockout_never_changes(teams in 3..=6usize, moves in prop::collection::vec(0..1_000usize, 1..12)) {
        stays_certain(teams, &moves, Some(PlayOffKind::Knockout), PlayOffKind::Knockout)?;
        stays_certain(teams, &moves, None, PlayOffKind::Knockout)?;
    }

    /// Of three and four: nothing is certain that one way of ending it changes, and what none changes is certain.
    #[test]
    fn certain_is_what_no_way_of_ending_it_changes(teams in 3..=4usize, moves in prop::collection::vec(0..1_000usize, 1..6)) {
        let mut matches = Vec::new();
        for choice in &moves {
            let next: Vec<PlayOffMatch> = next_of_all(teams, &matches).into_iter().filter(|m| m.result != MatchResult::Drawn).collect();
            let Some(next) = next.get(choice % next.len().max(1)) else { break };
            matches.push(*next);
            let mut found = Vec::new();
            ends(teams, &matches, &mut found);
            let now = certain(teams, &matches, Some(PlayOffKind::AllPlayAll));
            for end in &found {
                let place = |team: usize| end.iter().position(|group| group.contains(&team));
                prop_assert!(now.iter().all(|[one, other]| place(*one) < place(*other)), "{matches:?} {end:?}");
            }
            let is_first = |team: usize| found.iter().all(|end| end[0] == [team]);
            for team in (1..=teams).filter(|team| is_first(*team)) {
                prop_assert_eq!(&settled(&(1..=teams).collect::<Vec<_>>(), &matches, Some(PlayOffKind::AllPlayAll))[0], &vec![team]);
            }
        }
    }
}
