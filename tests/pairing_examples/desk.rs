//! What the director settles: forced and forbidden pairs, absences, house teams, consent, board order.

use bughouse::pairing::swiss::{self, Consent, Refusal};
use bughouse::pairing::{ByeClass, Entrant, Lookahead, Position, SchoolMode, Settings};
use bughouse::tournament::HalfPoints;

/// Teams by seed with these half points, nobody met yet.
fn field(scores: &[i32]) -> Position {
    let team =
        |(seed, score): (u32, &i32)| Entrant { number: seed, seed, score: HalfPoints(*score), ..Entrant::default() };
    Position { entrants: (1..).zip(scores).map(team).collect(), round: 3, rounds: 4, matches: 1, ..Position::default() }
}

fn meet(position: &mut Position, pairs: &[(usize, usize)], round: u32) {
    for &(a, b) in pairs {
        position.entrants[a].met.push((b as u32, round));
        position.entrants[b].met.push((a as u32, round));
    }
}

#[test]
fn forced_pairs_stand_and_take_their_place_in_board_order() {
    let mut position = field(&[4, 4, 2, 2, 0, 0]);
    position.forced = vec![(5, 0)];
    let pairing = swiss::pair(&position, &Settings::default()).unwrap();
    assert_eq!(pairing.pairs, [(1, 2), (0, 5), (3, 4)]);
}

#[test]
fn boards_go_by_the_better_team_then_the_sum_then_the_seed() {
    let mut position = field(&[4, 4, 4, 4, 4, 4]);
    position.entrants[5].score = HalfPoints(2);
    position.entrants[4].score = HalfPoints(2);
    position.forced = vec![(0, 5), (1, 4), (2, 3)];
    let pairing = swiss::pair(&position, &Settings::default()).unwrap();
    assert_eq!(pairing.pairs, [(2, 3), (0, 5), (1, 4)]);
}

#[test]
fn absent_teams_are_left_out_and_a_house_team_joins_only_an_odd_field() {
    let mut position = field(&[2, 2, 2, 2, 0]);
    position.entrants[4].house = true;
    let even = swiss::pair(&position, &Settings::default()).unwrap();
    assert_eq!((even.pairs, even.bye), (vec![(0, 2), (1, 3)], None));
    position.entrants[1].absent = true;
    let odd = swiss::pair(&position, &Settings::default()).unwrap();
    assert_eq!((odd.pairs, odd.bye), (vec![(0, 2), (3, 4)], None));
}

#[test]
fn a_second_bye_and_a_rematch_need_one_consent_each() {
    let mut position = field(&[2, 2, 2]);
    position.entrants.iter_mut().for_each(|e| e.bye_class = ByeClass::HadFull);
    meet(&mut position, &[(0, 1)], 1);
    meet(&mut position, &[(0, 2)], 2);
    meet(&mut position, &[(1, 2)], 2);
    let refusal = swiss::pair(&position, &Settings::default()).unwrap_err();
    let Refusal::NeedsConsent { rematches, second_bye, .. } = &refusal else { panic!("{refusal}") };
    assert_eq!((rematches.as_slice(), *second_bye), ([(0, 1, vec![1])].as_slice(), Some(2)));
    assert_eq!(refusal.to_string(), "every pairing of this round has a rematch and a second bye");
    for (rematch, second_bye, granted) in
        [(false, false, false), (true, false, false), (false, true, false), (true, true, true)]
    {
        assert_eq!(refusal.clone().overruled_by(Consent { rematch, second_bye }).is_ok(), granted);
    }
}

#[test]
fn a_banned_school_names_those_who_have_nobody_left() {
    let mut position = field(&[2, 2, 2, 0]);
    position.entrants.iter_mut().take(3).for_each(|e| e.schools.push(1));
    let settings = Settings { school_mode: SchoolMode::Forbid, ..Settings::default() };
    let refusal = swiss::pair(&position, &settings).unwrap_err();
    let Refusal::NoPairing { stranded } = refusal else { panic!("{refusal}") };
    assert_eq!(stranded.len(), 2);
    let consent = Consent { rematch: true, second_bye: true };
    assert!(Refusal::NoPairing { stranded }.overruled_by(consent).is_err());
}

#[test]
fn a_dead_end_ahead_is_reported_even_where_the_pairing_is_not_changed() {
    let mut position = field(&[2, 2, 2, 2, 2, 2]);
    position.rounds = 5;
    meet(&mut position, &[(0, 3), (1, 4), (2, 5)], 1);
    meet(&mut position, &[(0, 4), (1, 5), (2, 3)], 2);
    let paired = |lookahead| swiss::pair(&position, &Settings { lookahead, ..Settings::default() }).unwrap();
    let (warned, changed) = (paired(Lookahead::Warn), paired(Lookahead::Auto));
    assert!(warned.next_round_stuck && !warned.lookahead_changed);
    assert!(changed.lookahead_changed && !changed.next_round_stuck);
    assert_ne!(warned.pairs, changed.pairs);
    assert!(!paired(Lookahead::No).next_round_stuck);
}

#[test]
fn nobody_and_one_team_are_fields_too() {
    assert_eq!(swiss::pair(&field(&[]), &Settings::default()).unwrap().pairs, []);
    let alone = swiss::pair(&field(&[2]), &Settings::default()).unwrap();
    assert_eq!((alone.pairs, alone.bye), (vec![], Some(0)));
}

#[test]
fn thousands_of_teams_mostly_of_one_school_are_paired_with_as_few_of_its_pairs_as_can_be() {
    let mut position = field(&[0; 4002]);
    position.round = 1;
    position.entrants.iter_mut().take(3000).for_each(|e| e.schools.push(1));
    let pairing = swiss::pair(&position, &Settings::default()).unwrap();
    let own = |team: usize| team < 3000;
    let of_one_school = pairing.pairs.iter().filter(|(a, b)| own(*a) && own(*b)).count();
    assert_eq!((pairing.pairs.len(), of_one_school), (2001, 999), "each of the 1002 others meets one of the 3000");
}
