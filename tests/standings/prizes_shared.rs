//! Prizes that teams on equal points divide, against a reading of 32B3 that tries everything.

use bughouse::standings::prizes::{Class, Contender, Prize, PrizeKind, Rules, Ties, Winner, award};
use bughouse::standings::{Line, Value};
use bughouse::tournament::{Grade, GradeRange, HalfPoints, TeamId};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const GRADE: Class = Class::Grades(GradeRange { low: Grade(0), high: Grade(3) });
const UNDER: Class = Class::RatingUnder(1000);

/// Points, in grades K-3, under 1000: best first.
type Team = (i32, bool, bool);

fn given(teams: &[Team], prizes: &[Prize]) -> BTreeMap<usize, Winner> {
    let line = |(index, (points, ..)): (usize, &Team)| Line {
        rank: index as u32 + 1,
        group: 0,
        index,
        team: TeamId(index as u32 + 1),
        points: HalfPoints(*points),
        tiebreaks: vec![Value::whole(-(index as i64))],
        applied: 1,
        wins: 0,
        draws: 0,
        losses: 0,
        provisional: false,
        house: false,
        struck: false,
        withdrawn: false,
        unplayed: false,
        penalised: false,
        by_round: None,
    };
    let lines: Vec<Line> = teams.iter().enumerate().map(line).collect();
    let contender = |(_, young, under): &Team| Contender {
        grade: Some(Grade(if *young { 2 } else { 6 })),
        rating: Some(if *under { 900 } else { 1100 }),
        ..Contender::default()
    };
    let contenders: Vec<Contender> = teams.iter().map(contender).collect();
    let rules = Rules { ties: Ties::Shared, ..Rules::default() };
    award(&lines, &contenders, prizes, rules, &[]).into_iter().map(|award| (award.prize, award.winner)).collect()
}

/// What each team gets, in cents.
fn paid(teams: &[Team], prizes: &[Prize], given: &BTreeMap<usize, Winner>) -> Vec<u64> {
    let mut paid = vec![0; teams.len()];
    for (prize, winner) in given {
        match winner {
            Winner::Team(team) => paid[*team] += u64::from(prizes[*prize].value.unwrap_or(0)),
            Winner::Shared { teams, shares, .. } => {
                teams.iter().zip(shares).for_each(|(team, share)| paid[*team] += u64::from(*share));
            }
            _ => {}
        }
    }
    paid
}

fn admits(prize: &Prize, team: Team) -> bool {
    match prize.kind {
        PrizeKind::Class(class, _) if class == GRADE => team.1,
        PrizeKind::Class(..) => team.2,
        _ => true,
    }
}

/// Every set of prizes that teams can win, one each.
fn sets(group: &[usize], teams: &[Team], prizes: &[Prize], open: &BTreeSet<usize>) -> BTreeSet<BTreeSet<usize>> {
    let Some((team, others)) = group.split_first() else { return BTreeSet::from([BTreeSet::new()]) };
    let mut found = sets(others, teams, prizes, open);
    for prize in open.iter().filter(|prize| admits(&prizes[**prize], teams[*team])) {
        let rest = open.iter().copied().filter(|other| other != prize).collect();
        found.extend(sets(others, teams, prizes, &rest).into_iter().map(|set| &set | &BTreeSet::from([*prize])));
    }
    found
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

/// Divides what a tie brings in. Gives the prizes that are used up.
fn divide(
    group: Vec<usize>,
    teams: &[Team],
    prizes: &[Prize],
    open: BTreeSet<usize>,
    due: &mut [f64],
) -> BTreeSet<usize> {
    let worth = |prize: &usize| f64::from(prizes[*prize].value.unwrap_or(0));
    let all = sets(&group, teams, prizes, &open);
    let sum = |set: &BTreeSet<usize>| set.iter().map(worth).sum::<f64>();
    let best = all.into_iter().max_by(|one, other| sum(one).total_cmp(&sum(other))).unwrap_or_default();
    let cap = |team: &usize| open.iter().filter(|p| admits(&prizes[**p], teams[*team])).map(worth).fold(0.0, f64::max);
    // Those who could not win so much without the tie get what they could, and the others divide the rest.
    let mut share: BTreeMap<usize, f64> = BTreeMap::new();
    let level = loop {
        let below: Vec<usize> = group.iter().copied().filter(|team| !share.contains_key(team)).collect();
        let each = (sum(&best) - share.values().sum::<f64>()) / below.len() as f64;
        let capped: Vec<usize> = below.iter().copied().filter(|team| cap(team) < each - 1e-9).collect();
        if capped.is_empty() {
            share.extend(below.into_iter().map(|team| (team, each)));
            break each;
        }
        share.extend(capped.into_iter().map(|team| (team, cap(&team))));
    };
    let only = |prize: &usize| -> Vec<usize> {
        group.iter().copied().filter(|team| admits(&prizes[*prize], teams[*team])).collect()
    };
    let alone = |prize: &usize| worth(prize) / only(prize).len() as f64;
    let gains = |prize: &&usize| only(prize).len() < group.len() && alone(prize) > level + 1e-6;
    let Some(own) = best.iter().filter(gains).max_by(|one, other| alone(one).total_cmp(&alone(other))) else {
        share.into_iter().for_each(|(team, share)| due[team] = share);
        return best;
    };
    only(own).into_iter().for_each(|team| due[team] = alone(own));
    let others = group.iter().copied().filter(|team| !only(own).contains(team)).collect();
    let open = open.into_iter().filter(|prize| prize != own).collect();
    &divide(others, teams, prizes, open, due) | &BTreeSet::from([*own])
}

/// What each team gets by 32B3, before cents that are left over.
fn due(teams: &[Team], prizes: &[Prize]) -> Vec<f64> {
    let (mut due, mut used) = (vec![0.0; teams.len()], BTreeSet::new());
    let points: BTreeSet<i32> = teams.iter().map(|team| team.0).collect();
    for points in points.into_iter().rev() {
        let group: Vec<usize> = (0..teams.len()).filter(|team| teams[*team].0 == points).collect();
        let reached = |prize: &Prize| {
            teams.iter().filter(|team| team.0 >= points && admits(prize, **team)).count() as u32 >= prize.place()
        };
        let open = (0..prizes.len()).filter(|at| !used.contains(at) && reached(&prizes[*at])).collect();
        used.extend(divide(group, teams, prizes, open, &mut due));
    }
    due
}

fn event() -> impl Strategy<Value = (Vec<Team>, Vec<Prize>)> {
    let teams = prop::collection::vec((0..3i32, any::<bool>(), any::<bool>()), 2..8);
    let kind = prop_oneof![
        4 => (1..=4u32).prop_map(PrizeKind::Place),
        2 => (1..=2u32).prop_map(|place| PrizeKind::Class(GRADE, place)),
        2 => (1..=2u32).prop_map(|place| PrizeKind::Class(UNDER, place)),
    ];
    // No two of the same worth, which could be brought in for each other.
    let prizes = prop::collection::vec((kind, 1..2_000u32), 1..6);
    (teams, prizes).prop_map(|(mut teams, listed)| {
        teams.sort_by_key(|team| -team.0);
        let mut prizes: Vec<Prize> = Vec::new();
        for (kind, value) in listed {
            if prizes.iter().all(|known| known.kind != kind && known.value != Some(value)) {
                prizes.push(Prize { value: Some(value), ..Prize::new(kind) });
            }
        }
        (teams, prizes)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ties_divide_what_they_bring_in((teams, prizes) in event()) {
        let given = given(&teams, &prizes);
        let (paid, due) = (paid(&teams, &prizes, &given), due(&teams, &prizes));
        for (paid, due) in paid.iter().zip(&due) {
            prop_assert!((*paid as f64 - due).abs() < 1.0 + 1e-6, "paid {paid:?}, due {due:?}");
        }
        for winner in given.values() {
            if let Winner::Shared { pool, shares, .. } = winner {
                let worth: u32 = pool.iter().filter_map(|prize| prizes[*prize].value).sum();
                prop_assert_eq!(shares.iter().sum::<u32>(), worth, "shares add up to the cent");
            }
        }
    }
}

fn valued(list: &[(PrizeKind, u32)]) -> Vec<Prize> {
    list.iter().map(|(kind, value)| Prize { value: Some(*value), ..Prize::new(*kind) }).collect()
}

#[test]
fn three_who_are_first_bring_in_a_class_prize_and_two_places() {
    let prizes = valued(&[
        (PrizeKind::Place(1), 100_000),
        (PrizeKind::Place(2), 50_000),
        (PrizeKind::Place(3), 30_000),
        (PrizeKind::Class(GRADE, 1), 110_000),
    ]);
    let teams =
        [(2, false, false), (2, true, false), (2, true, false), (0, false, false), (0, true, false), (0, false, true)];
    let given = given(&teams, &prizes);
    assert_eq!(paid(&teams, &prizes, &given), [86_667, 86_667, 86_666, 10_000, 10_000, 10_000]);
    assert_eq!((&given[&1], &given[&3]), (&Winner::InPoolOf(0), &Winner::InPoolOf(0)));
}

#[test]
fn who_gains_by_a_prize_of_its_own_takes_it_and_nobody_gets_more_than_it_could_win() {
    let places = [(PrizeKind::Place(1), 30_000), (PrizeKind::Place(2), 20_000), (PrizeKind::Place(3), 10_000)];
    let with = |class: u32| valued(&[&places[..], &[(PrizeKind::Class(GRADE, 1), class)]].concat());
    let got = |teams: &[Team], prizes: &[Prize]| paid(teams, prizes, &given(teams, prizes));
    // Alone it gets 900, with the others 466.67.
    assert_eq!(got(&[(2, false, false), (2, false, false), (2, true, false)], &with(90_000)), [25_000, 25_000, 90_000]);
    // Two in the class: the third could win 300 at most, and the next place goes on.
    assert_eq!(
        got(&[(2, false, false), (2, true, false), (2, true, false), (1, false, false)], &with(150_000)),
        [30_000, 85_000, 85_000, 10_000]
    );
}

#[test]
fn trophies_of_a_class_are_not_divided_with_money() {
    let prizes = [valued(&[(PrizeKind::Place(1), 1_000)]), vec![Prize::new(PrizeKind::Class(GRADE, 1))]].concat();
    let teams = [(2, true, false), (2, false, false), (1, true, false)];
    let given = given(&teams, &prizes);
    assert_eq!(given[&1], Winner::Team(2));
    assert!(close(paid(&teams, &prizes, &given)[0] as f64, 500.0));
}
