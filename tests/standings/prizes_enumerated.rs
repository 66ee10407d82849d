//! Prizes against every way in which play-offs may end, and shared ones against the sums of what ties use up.

use bughouse::standings::prizes::{
    Class, Contender, PlayOffKind, PlayOffMatch, Prize, PrizeKind, Rules, Ties, Winner, award, settle, settled,
};
use bughouse::standings::{Line, Value};
use bughouse::tournament::{Grade, GradeRange, HalfPoints, MatchResult, TeamId};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const GRADE: Class = Class::Grades(GradeRange { low: Grade(5), high: Grade(5) });
const UNDER: Class = Class::RatingUnder(1000);

#[derive(Debug, Clone)]
struct Event {
    /// Points, tie-break, grade 5, under 1000: best first.
    teams: Vec<(i32, i64, bool, bool)>,
    prizes: Vec<Prize>,
    rules: Rules,
    /// Play-off matches so far, won by the first.
    played: Vec<[usize; 2]>,
}

fn event(ties: Ties) -> impl Strategy<Value = Event> {
    let team = (0..3i32, 0..2i64, any::<bool>(), any::<bool>());
    let kind = prop_oneof![
        4 => (1..=4u32).prop_map(PrizeKind::Place),
        2 => (1..=2u32).prop_map(|place| PrizeKind::Class(GRADE, place)),
        1 => (1..=2u32).prop_map(|place| PrizeKind::Class(UNDER, place)),
    ];
    let prize =
        (kind, prop_oneof![3 => Just(None), 1 => (1..4u32).prop_map(|n| Some(10 * n))], prop::bool::weighted(0.1));
    let all = (prop::collection::vec(team, 3..8), prop::collection::vec(prize, 1..5), prop::bool::weighted(0.15));
    (all, prop::collection::vec((0..7usize, 0..7usize), 0..3)).prop_map(move |((mut teams, listed, many), pairs)| {
        teams.sort_by_key(|(points, tiebreak, ..)| (-points, -tiebreak));
        let mut prizes: Vec<Prize> = Vec::new();
        for (kind, value, beside_others) in listed {
            if prizes.iter().all(|known| known.kind != kind) {
                prizes.push(Prize { value, beside_others, ..Prize::new(kind) });
            }
        }
        let level = |[one, other]: &[usize; 2]| {
            let is_tied = |one: &(i32, i64, bool, bool), other: &(i32, i64, bool, bool)| {
                one.0 == other.0 && (ties == Ties::PlayOff || one.1 == other.1)
            };
            one != other && other.max(one) < &teams.len() && is_tied(&teams[*one], &teams[*other])
        };
        // Those of a class decide among themselves while nobody else has played.
        let is_by_class = prizes.iter().any(|prize| matches!(prize.kind, PrizeKind::Class(..)));
        let pairs = if is_by_class { Vec::new() } else { pairs };
        let played = pairs.into_iter().map(|(one, other)| [one, other]).filter(level).collect();
        Event {
            teams,
            prizes,
            rules: Rules { ties, many_a_team: many, play_off: Some(PlayOffKind::AllPlayAll) },
            played,
        }
    })
}

impl Event {
    fn lines(&self) -> Vec<Line> {
        let line = |(index, (points, tiebreak, ..)): (usize, &(i32, i64, bool, bool))| Line {
            rank: 1 + self.teams.iter().filter(|other| (other.0, other.1) > (*points, *tiebreak)).count() as u32,
            group: 0,
            index,
            team: TeamId(index as u32 + 1),
            points: HalfPoints(*points),
            tiebreaks: vec![Value::whole(*tiebreak)],
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
        self.teams.iter().enumerate().map(line).collect()
    }

    fn contenders(&self) -> Vec<Contender> {
        let contender = |(_, _, fifth, under): &(i32, i64, bool, bool)| Contender {
            grade: Some(Grade(if *fifth { 5 } else { 4 })),
            rating: Some(if *under { 900 } else { 1100 }),
            ..Contender::default()
        };
        self.teams.iter().map(contender).collect()
    }

    fn admits(&self, kind: PrizeKind, team: usize) -> bool {
        match kind {
            PrizeKind::Class(class, _) if class == GRADE => self.teams[team].2,
            PrizeKind::Class(..) => self.teams[team].3,
            _ => true,
        }
    }

    fn play_offs(matches: &[[usize; 2]]) -> Vec<PlayOffMatch> {
        matches.iter().map(|teams| PlayOffMatch { teams: *teams, result: MatchResult::First }).collect()
    }

    /// Whether only a play-off can part two teams, and none has whatever is still played.
    fn is_open(&self, one: usize, other: usize, play_offs: &[PlayOffMatch]) -> bool {
        let is_level = |team: &usize| {
            let (here, there) = (self.teams[one], self.teams[*team]);
            here.0 == there.0 && (self.rules.ties == Ties::PlayOff || here.1 == there.1)
        };
        if !is_level(&other) {
            return false;
        }
        let level: Vec<usize> = (0..self.teams.len()).filter(is_level).collect();
        let groups = settled(&level, play_offs, self.rules.play_off);
        groups.iter().any(|group| group.contains(&one) && group.contains(&other))
    }

    /// Every order in which the teams may stand at last. A circle is broken in any way.
    fn outcomes(
        &self,
        matches: Vec<[usize; 2]>,
        seen: &mut BTreeSet<Vec<[usize; 2]>>,
        found: &mut BTreeSet<Vec<usize>>,
    ) {
        let mut key = matches.clone();
        key.sort_unstable();
        if !seen.insert(key) {
            return;
        }
        let offs = Self::play_offs(&matches);
        let mut lines = self.lines();
        settle(&mut lines, &offs, self.rules.ties, self.rules.play_off);
        let order: Vec<usize> = lines.iter().map(|line| line.index).collect();
        let teams = 0..self.teams.len();
        let pairs = teams.clone().flat_map(|one| (one + 1..self.teams.len()).map(move |other| (one, other)));
        let open: Vec<(usize, usize)> = pairs.filter(|(one, other)| self.is_open(*one, *other, &offs)).collect();
        let met =
            |(one, other): &(usize, usize)| matches.contains(&[*one, *other]) || matches.contains(&[*other, *one]);
        if open.iter().all(met) {
            let mut orders = vec![order];
            for (one, other) in &open {
                let swapped: Vec<Vec<usize>> = orders
                    .iter()
                    .map(|order| {
                        let swap = |team: &usize| match team {
                            team if team == one => *other,
                            team if team == other => *one,
                            team => *team,
                        };
                        order.iter().map(swap).collect()
                    })
                    .collect();
                orders.extend(swapped);
            }
            found.extend(orders);
        }
        for (one, other) in open.into_iter().filter(|pair| !met(pair)) {
            for next in [[one, other], [other, one]] {
                self.outcomes([&matches[..], &[next]].concat(), seen, found);
            }
        }
    }

    /// Who has each prize when nothing is level any more.
    fn given(&self, order: &[usize]) -> BTreeMap<usize, Option<usize>> {
        let mut sequence: Vec<usize> = (0..self.prizes.len()).collect();
        let kind = |at: usize| match self.prizes[at].kind {
            PrizeKind::Place(place) => (0, place),
            PrizeKind::Class(_, place) => (1, place),
            _ => unreachable!("places and classes"),
        };
        sequence.sort_by_key(|at| (std::cmp::Reverse(self.prizes[*at].value), kind(*at), *at));
        let mut taken = BTreeSet::new();
        let mut given = BTreeMap::new();
        for at in sequence {
            let prize = &self.prizes[at];
            let bars = !self.rules.many_a_team && !prize.beside_others;
            let admitted = order.iter().filter(|team| self.admits(prize.kind, **team));
            let below = admitted.skip(kind(at).1 as usize - 1);
            let winner = below.copied().find(|team| !bars || !taken.contains(team));
            taken.extend(winner.filter(|_| bars));
            given.insert(at, winner);
        }
        given
    }
}

/// Prizes that may still go to several are never given outright, and all who may win one are named.
fn waits_for_every_outcome(event: &Event) -> Result<bool, TestCaseError> {
    let mut orders = BTreeSet::new();
    event.outcomes(event.played.clone(), &mut BTreeSet::new(), &mut orders);
    let offs = Event::play_offs(&event.played);
    let mut lines = event.lines();
    settle(&mut lines, &offs, event.rules.ties, event.rules.play_off);
    let awards = award(&lines, &event.contenders(), &event.prizes, event.rules, &offs);
    let mut exact = true;
    for given in awards {
        let may: BTreeSet<Option<usize>> = orders.iter().map(|order| event.given(order)[&given.prize]).collect();
        let named: BTreeSet<usize> = may.iter().copied().flatten().collect();
        let answer: BTreeSet<usize> = match given.winner {
            Winner::Team(team) => {
                prop_assert_eq!(&may, &BTreeSet::from([Some(team)]), "prize {}", given.prize);
                BTreeSet::from([team])
            }
            Winner::Undecided(teams) => teams.into_iter().collect(),
            _ => {
                prop_assert_eq!(&may, &BTreeSet::from([None]), "prize {}", given.prize);
                BTreeSet::new()
            }
        };
        prop_assert!(named.is_subset(&answer), "prize {}: may go to {may:?}, told {answer:?}", given.prize);
        exact &= named == answer;
    }
    Ok(exact)
}

fn cases(usual: u32) -> ProptestConfig {
    ProptestConfig { cases: usual, failure_persistence: None, max_global_rejects: 100_000, ..ProptestConfig::default() }
}

/// At most three on the same points: more would take too long to play out.
fn is_small(event: &Event) -> bool {
    (0..3).all(|points| event.teams.iter().filter(|team| team.0 == points).count() <= 3)
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn no_prize_is_given_that_a_play_off_may_move(event in event(Ties::PlayOff).prop_filter("small", is_small)) {
        let exact = waits_for_every_outcome(&event)?;
        let is_plain = |prize: &Prize| !prize.beside_others && prize.value.is_none() && !matches!(prize.kind, PrizeKind::Class(_, 2));
        let plain = event.played.is_empty() && event.prizes.iter().all(is_plain);
        prop_assert!(exact || !plain, "named too many");
    }

    #[test]
    fn no_prize_is_given_that_a_play_off_of_what_tie_breaks_leave_may_move(
        event in event(Ties::TieBreaks).prop_filter("small", is_small),
    ) {
        waits_for_every_outcome(&event)?;
    }

    /// What the places of a tie are worth is added up and divided evenly; nobody else gets any of it.
    #[test]
    fn shared_prizes_are_the_sums_of_the_places_that_ties_use_up(event in event(Ties::Shared)) {
        let event = Event {
            prizes: event.prizes.iter().map(|prize| Prize { beside_others: false, ..prize.clone() }).collect(),
            rules: Rules { ties: Ties::Shared, many_a_team: true, play_off: None },
            played: Vec::new(),
            ..event
        };
        let lines = event.lines();
        let awards = award(&lines, &event.contenders(), &event.prizes, event.rules, &[]);
        let mut paid: BTreeMap<(bool, bool, usize), f64> = BTreeMap::new();
        let series = |kind: PrizeKind| (matches!(kind, PrizeKind::Place(_)), matches!(kind, PrizeKind::Class(class, _) if class == GRADE));
        for given in &awards {
            let prize = &event.prizes[given.prize];
            let (place, grade) = series(prize.kind);
            match &given.winner {
                Winner::Team(team) => *paid.entry((place, grade, *team)).or_default() += f64::from(prize.value.unwrap_or(0)),
                Winner::Shared { teams, shares, .. } => {
                    for (team, share) in teams.iter().zip(shares) {
                        *paid.entry((place, grade, *team)).or_default() += f64::from(*share);
                    }
                }
                _ => {}
            }
        }
        let mut due: BTreeMap<(bool, bool, usize), f64> = BTreeMap::new();
        for prize in &event.prizes {
            let (place, grade) = series(prize.kind);
            let admitted: Vec<usize> = (0..event.teams.len()).filter(|team| event.admits(prize.kind, *team)).collect();
            let at = match prize.kind { PrizeKind::Place(at) | PrizeKind::Class(_, at) => at as usize, _ => unreachable!("places and classes") };
            let Some(holder) = admitted.get(at - 1) else { continue };
            let level: Vec<usize> = admitted.iter().copied().filter(|team| event.teams[*team].0 == event.teams[*holder].0).collect();
            for team in &level {
                *due.entry((place, grade, *team)).or_default() += f64::from(prize.value.unwrap_or(0)) / level.len() as f64;
            }
        }
        let teams: BTreeSet<_> = paid.keys().chain(due.keys()).copied().collect();
        for team in teams {
            let (paid, due) = (paid.get(&team).copied().unwrap_or(0.0), due.get(&team).copied().unwrap_or(0.0));
            prop_assert!((paid - due).abs() < 4.0, "{team:?}: paid {paid}, due {due}");
        }
    }
}

#[test]
fn three_in_a_play_off_wait_until_it_is_played_out() {
    let prizes = [PrizeKind::Place(1), PrizeKind::Place(2), PrizeKind::Place(3), PrizeKind::Class(GRADE, 1)]
        .map(Prize::new)
        .to_vec();
    let rules = Rules { ties: Ties::PlayOff, many_a_team: false, play_off: Some(PlayOffKind::AllPlayAll) };
    let teams = vec![(2, 1, true, false), (2, 1, false, false), (2, 0, false, false), (1, 0, true, false)];
    let described = |played: Vec<[usize; 2]>, prizes: &[Prize]| {
        let event = Event { teams: teams.clone(), prizes: prizes.to_vec(), rules, played };
        waits_for_every_outcome(&event).expect("nothing given too early");
        let offs = Event::play_offs(&event.played);
        let mut lines = event.lines();
        settle(&mut lines, &offs, rules.ties, rules.play_off);
        let given = award(&lines, &event.contenders(), prizes, rules, &offs);
        given.into_iter().map(|given| given.winner).collect::<Vec<_>>()
    };
    // The third has beaten the first, and the second has not played: the first may still be second.
    let winners = described(vec![[2, 0]], &prizes);
    assert!(winners[..3].iter().all(|winner| matches!(winner, Winner::Undecided(_))), "{winners:?}");
    assert_eq!(winners[3], Winner::Team(3), "whatever comes, the three have the places");
    let winners = described(vec![[2, 0]], &[prizes[0].clone(), prizes[1].clone(), prizes[3].clone()]);
    assert_eq!(
        winners[2],
        Winner::Undecided(vec![0, 3]),
        "the first of grade 5 may come third, and then has its prize"
    );
    let winners = described(vec![[2, 0], [0, 1]], &prizes);
    assert!(winners[..2].iter().all(|winner| matches!(winner, Winner::Undecided(_))), "{winners:?}");
    assert_eq!(described(vec![[2, 0], [0, 1], [2, 1]], &prizes)[..2], [Winner::Team(2), Winner::Team(0)]);
}

#[test]
fn a_play_off_for_a_class_waits_for_nobody_who_is_barred_from_it() {
    let rules = Rules { ties: Ties::PlayOff, many_a_team: false, play_off: Some(PlayOffKind::AllPlayAll) };
    let prizes =
        [PrizeKind::Class(UNDER, 1), PrizeKind::Class(GRADE, 1), PrizeKind::Class(GRADE, 2)].map(Prize::new).to_vec();
    // All three are level and in the grade; the third has the other class prize in any case, so that two play for the first of the grade.
    let teams = vec![(2, 0, true, false), (2, 0, true, false), (2, 0, true, true)];
    let described = |played: Vec<[usize; 2]>| {
        let event = Event { teams: teams.clone(), prizes: prizes.clone(), rules, played };
        if event.played.is_empty() {
            waits_for_every_outcome(&event).expect("nothing given too early");
        }
        let offs = Event::play_offs(&event.played);
        let mut lines = event.lines();
        settle(&mut lines, &offs, rules.ties, rules.play_off);
        let given = award(&lines, &event.contenders(), &prizes, rules, &offs);
        given.into_iter().map(|given| given.winner).collect::<Vec<_>>()
    };
    assert_eq!(described(vec![])[..2], [Winner::Team(2), Winner::Undecided(vec![0, 1])]);
    assert_eq!(described(vec![[0, 1]]), [2, 0, 1].map(Winner::Team));
    assert_eq!(described(vec![[1, 0]]), [2, 1, 0].map(Winner::Team));
}
