//! Whole events: nobody meets twice, nobody gets a second bye, nobody is left out.

mod event;

use self::event::{Event, Field};
use bughouse::pairing::explain::{self, Reason};
use bughouse::pairing::swiss::{self, Pairing, Refusal};
use bughouse::pairing::{Entrant, Lookahead, Position, Posted, SchoolMode, Settings};

const PLAIN: Field = Field { teams: 0, rounds: 0, schools: 0, schools_a_team: 1, draws: 15, matches: 1, seed: 1 };

const MODES: [SchoolMode; 5] =
    [SchoolMode::Ignore, SchoolMode::Prefer, SchoolMode::Plus2, SchoolMode::Avoid, SchoolMode::Forbid];

/// Plays an event; the round of the first refusal, if there is one.
fn play(field: Field, settings: &Settings) -> Option<(u32, Refusal)> {
    let mut event = Event::new(field);
    while event.position.round <= field.rounds {
        let pairing = match event.pair(settings) {
            Ok(pairing) => pairing,
            Err(refusal) => return Some((event.position.round, refusal)),
        };
        check(&event, &pairing, settings);
        event.play(&pairing);
    }
    None
}

fn check(event: &Event, pairing: &Pairing, settings: &Settings) {
    let entrants = &event.position.entrants;
    let mut seated: Vec<usize> = pairing.pairs.iter().flat_map(|(a, b)| [*a, *b]).chain(pairing.bye).collect();
    seated.sort_unstable();
    assert_eq!(seated, (0..entrants.len()).collect::<Vec<_>>(), "everybody once");
    for &(a, b) in &pairing.pairs {
        assert!(entrants[a].met.iter().all(|(opponent, _)| *opponent as usize != b), "{a} and {b} have met");
        let clash = entrants[a].schools.iter().any(|school| entrants[b].schools.contains(school));
        assert!(!clash || settings.school_mode != SchoolMode::Forbid, "{a} and {b} are from the same school");
        assert!(
            (entrants[a].score, entrants[b].seed) >= (entrants[b].score, entrants[a].seed),
            "the higher-ranked team is first"
        );
    }
    assert!(pairing.bye.is_none_or(|bye| entrants[bye].bye_class == bughouse::pairing::ByeClass::Free));
}

#[test]
fn events_of_many_sizes_in_every_mode() {
    for teams in [6_usize, 7, 8, 11, 12, 15, 20, 33, 60] {
        for (at, school_mode) in MODES.into_iter().enumerate() {
            let rounds = (teams as u32 / 2).min(9);
            let schools = teams.div_ceil(3) + 3;
            let field =
                Field { teams, rounds, schools, matches: 1 + (at % 2) as u8, seed: (teams * 7 + at) as u64, ..PLAIN };
            let settings = Settings { school_mode, avoid_repeat_floats: at % 2 == 1, ..Settings::default() };
            match play(field, &settings) {
                None => {}
                // A ban on same-school pairs can leave a small field without any pairing; nothing else may.
                Some(_) if school_mode == SchoolMode::Forbid && teams < 20 => {}
                Some((round, refusal)) => panic!("{field:?} {school_mode:?}: round {round}: {refusal}"),
            }
        }
    }
}

#[test]
fn large_events_in_every_mode() {
    events_in_every_mode(&[100, 101]);
}

pub fn events_in_every_mode(sizes: &[usize]) {
    for &teams in sizes {
        for (at, school_mode) in MODES.into_iter().enumerate() {
            for (schools, schools_a_team) in [(6, 1), (40, 1), (40, 2)] {
                let field = Field { teams, rounds: 9, schools, schools_a_team, draws: 40, seed: at as u64, ..PLAIN };
                let settings = Settings { school_mode, ..Settings::default() };
                assert_eq!(play(field, &settings), None, "{field:?} {school_mode:?}");
            }
        }
    }
}

#[test]
fn every_team_of_an_event_is_shown_why_and_the_criteria_always_are_the_reason() {
    for (at, school_mode) in MODES.into_iter().enumerate() {
        let field = Field { teams: 19, rounds: 7, schools: 6, seed: at as u64, ..PLAIN };
        let settings =
            Settings { school_mode, avoid_repeat_floats: at % 2 == 0, lookahead: Lookahead::No, ..Settings::default() };
        let mut event = Event::new(field);
        while event.position.round <= field.rounds {
            let Ok(pairing) = event.pair(&settings) else { break };
            let name = |i: usize| format!("Team {}", i + 1);
            let posted = Posted { now: pairing.clone(), first: None };
            let mut answer: Vec<Reason> = explain::round(&event.position, &settings, &posted, &name);
            for team in 0..field.teams {
                let reasons = explain::team(&event.position, &settings, &posted, team, &name);
                assert!(!reasons.is_empty());
                answer.extend(reasons);
            }
            let by_choice = answer.iter().find(|reason| reason.text.contains("director"));
            assert_eq!(by_choice, None, "{field:?} round {}", event.position.round);
            event.play(&pairing);
        }
    }
}

#[test]
fn a_round_that_nobody_touched_is_never_reported_as_changed() {
    for teams in 4..=9 {
        for seed in 0..4 {
            let field = Field { teams, rounds: teams as u32 / 2 + 2, draws: 40, schools: 3, seed, ..PLAIN };
            let mut event = Event::new(field);
            while event.position.round <= field.rounds {
                let Ok(pairing) = event.pair(&Settings::default()) else { break };
                let (posted, name) =
                    (Posted { now: pairing.clone(), first: None }, |i: usize| format!("Team {}", i + 1));
                let teams = (0..teams)
                    .flat_map(|team| explain::team(&event.position, &Settings::default(), &posted, team, &name));
                let round = explain::round(&event.position, &Settings::default(), &posted, &name);
                let changed = |reason: &Reason| reason.text.contains("by hand") || reason.text.contains("has changed");
                assert_eq!(
                    round.into_iter().chain(teams).find(changed),
                    None,
                    "{field:?} round {}",
                    event.position.round
                );
                event.play(&pairing);
            }
        }
    }
}

/// Events of `teams` that reach a forced rematch, of 60.
fn stuck(teams: usize, rounds: u32, lookahead: Lookahead) -> usize {
    let settings = Settings { lookahead, ..Settings::default() };
    (0..60)
        .filter(|seed| play(Field { teams, rounds, draws: 20, seed: 1000 + seed, ..PLAIN }, &settings).is_some())
        .count()
}

#[test]
fn look_ahead_leaves_no_dead_end_in_small_fields() {
    for (teams, rounds) in [(5, 5), (6, 4), (6, 5), (7, 7), (8, 6), (8, 7)] {
        assert_eq!(stuck(teams, rounds, Lookahead::Auto), 0, "{teams} teams, {rounds} rounds");
    }
    assert!(stuck(6, 5, Lookahead::No) > 0, "without it some events of six teams get stuck");
}

#[test]
fn look_ahead_works_in_larger_fields_when_asked_for() {
    let settings = Settings { lookahead: Lookahead::Yes, ..Settings::default() };
    let stuck =
        (0..10).filter(|seed| play(Field { teams: 14, rounds: 11, seed: *seed, ..PLAIN }, &settings).is_some()).count();
    assert_eq!(stuck, 0);
}

/// Six in ten of one school, which is never to meet itself: by counting, whatever the number of teams.
#[test]
fn a_ban_that_cannot_hold_in_a_large_field_is_refused_by_counting() {
    let entrants =
        (0..3000).map(|at| Entrant { seed: at + 1, schools: vec![u32::from(at % 10 < 4)], ..Entrant::default() });
    let position = Position { entrants: entrants.collect(), round: 1, rounds: 5, matches: 1, ..Position::default() };
    let settings = Settings { school_mode: SchoolMode::Forbid, ..Settings::default() };
    let Err(Refusal::NoPairing { stranded }) = swiss::pair(&position, &settings) else { panic!("it is refused") };
    assert_eq!(stranded.len(), 600);
    assert!(stranded.iter().all(|team| position.entrants[*team].schools == [0]));
}
