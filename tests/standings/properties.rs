//! What must hold for every event: points add up, names do not matter, the order is stable.

use super::random::field;
use bughouse::standings::{Field, Line, Settings, TieBreak, table};
use bughouse::tournament::{Dice, HalfPoints, RoundRecord, TeamId, Unplayed};
use proptest::prelude::*;

fn all() -> Settings {
    Settings { tiebreaks: TieBreak::all().collect(), ..Settings::default() }
}

/// The same event with its teams entered in another order; opponents follow.
fn shuffled(field: &Field, seed: u64) -> Field {
    let mut dice = Dice::new(seed);
    let mut order: Vec<usize> = (0..field.entries.len()).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, dice.below(at + 1));
    }
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(to, from)| place[*from] = to);
    let mut entries: Vec<_> = order.iter().map(|from| field.entries[*from].clone()).collect();
    for round in entries.iter_mut().flat_map(|e| &mut e.record.rounds) {
        match round {
            RoundRecord::Played { opponent, .. } | RoundRecord::Open { opponent, .. } => *opponent = place[*opponent],
            RoundRecord::Unplayed { scheduled, .. } => *scheduled = scheduled.map(|s| place[s]),
        }
    }
    Field { entries, ..field.clone() }
}

/// Lines without the index, which says only where a team was entered.
fn lines(field: &Field) -> Vec<Line> {
    table(field, &all()).into_iter().map(|line| Line { index: 0, ..line }).collect()
}

/// What the rounds gave away, counted from the results rather than from the scores.
fn awarded(field: &Field) -> i32 {
    let of = |round: &RoundRecord| match round {
        RoundRecord::Played { matches, .. } | RoundRecord::Open { matches, .. } => {
            matches.iter().map(|m| m.own.0).sum()
        }
        RoundRecord::Unplayed { points, .. } => points.0,
    };
    field.entries.iter().flat_map(|e| &e.record.rounds).map(of).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn points_add_up_to_what_was_awarded(seed: u64, teams in 1..20_usize, rounds in 0..10_usize, matches in 1..=2_u8) {
        let field = field(seed, teams, rounds, matches);
        let sum: HalfPoints = table(&field, &Settings::default()).iter().map(|line| line.points).sum();
        prop_assert_eq!(sum.0, awarded(&field));
    }

    #[test]
    fn renaming_teams_changes_nothing(seed: u64, teams in 1..16_usize, rounds in 0..8_usize, matches in 1..=2_u8) {
        let field = field(seed, teams, rounds, matches);
        let mut renamed = field.clone();
        renamed.entries.iter_mut().for_each(|e| e.record.team = TeamId(9000 - e.record.team.0));
        let names_back = |line: Line| Line { team: TeamId(9000 - line.team.0), ..line };
        prop_assert_eq!(table(&field, &all()), table(&renamed, &all()).into_iter().map(names_back).collect::<Vec<_>>());
    }

    #[test]
    fn the_order_of_entry_changes_nothing(seed: u64, teams in 1..16_usize, rounds in 0..8_usize, matches in 1..=2_u8) {
        let field = field(seed, teams, rounds, matches);
        prop_assert_eq!(lines(&field), lines(&shuffled(&field, seed)));
        let round_robin = Field { round_robin: true, ..field };
        prop_assert_eq!(lines(&round_robin), lines(&shuffled(&round_robin, seed)));
    }

    /// Places never go backwards, and teams share one only if nothing parts them.
    #[test]
    fn places_follow_points_and_tie_breaks(seed: u64, teams in 1..20_usize, rounds in 0..6_usize) {
        let lines = table(&field(seed, teams, rounds, 1), &Settings { tiebreaks: vec![TieBreak::Solkoff, TieBreak::Kashdan], ..Settings::default() });
        for (position, pair) in lines.windows(2).enumerate() {
            let key = |line: &Line| (line.points, line.tiebreaks.clone());
            prop_assert!(key(&pair[0]) >= key(&pair[1]));
            let expected = if key(&pair[0]) == key(&pair[1]) { pair[0].rank } else { position as u32 + 2 };
            prop_assert_eq!(pair[1].rank, expected);
        }
    }

    /// With lots drawn apart, every place is taken once.
    #[test]
    fn the_lot_parts_everyone(seed: u64, teams in 1..20_usize, rounds in 0..6_usize) {
        let ranks: Vec<u32> = table(&field(seed, teams, rounds, 1), &Settings::default()).iter().map(|l| l.rank).collect();
        prop_assert_eq!(ranks, (1..=teams as u32).collect::<Vec<_>>());
    }

    /// A round that has just been entered does not change the table of the rounds before it.
    #[test]
    fn the_table_after_an_earlier_round_stays(seed: u64, teams in 2..14_usize, rounds in 1..7_usize, after in 0..7_u32) {
        let whole = field(seed, teams, rounds, 1);
        let mut shorter = whole.clone();
        shorter.entries.iter_mut().for_each(|e| e.record.rounds.truncate(after as usize));
        prop_assert_eq!(table(&Field { after: Some(after), ..whole }, &all()), table(&shorter, &all()));
    }
}

/// Nobody's own tie-breaks look at a round whose result is not in.
#[test]
fn an_open_result_makes_the_line_provisional() {
    let field = super::chart::field(1, &["W2 ?3", "L1 B", "B ?1"]);
    let lines = super::chart::standings(&field, "solkoff,lot");
    let provisional: Vec<u32> = lines.iter().filter(|l| l.provisional).map(|l| l.team.0).collect();
    assert_eq!(provisional, [1, 3]);
    let solkoff = |team: u32| lines.iter().find(|l| l.team.0 == team).map(|l| l.tiebreaks[0].to_string());
    assert_eq!((solkoff(1), solkoff(3)), (Some("½".into()), Some("0".into())));
}

/// Round robin, withdrawal: under half of the matches played, the results are struck; later they stand.
#[test]
fn an_early_leaver_of_a_round_robin_is_struck_out() {
    let rows = ["W2 W3 W4", "L1 W4 W3", "W4 L1 L2", "L3 L2 L1"];
    let mut field = Field { round_robin: true, ..super::chart::field(1, &rows) };
    let absent = RoundRecord::Unplayed {
        kind: Unplayed::ForfeitLoss,
        points: HalfPoints::ZERO,
        scheduled: Some(0),
        assigned: false,
        matches: Vec::new(),
    };
    let won = RoundRecord::Unplayed {
        kind: Unplayed::ForfeitWin,
        points: HalfPoints::WIN,
        scheduled: Some(3),
        assigned: false,
        matches: Vec::new(),
    };
    (field.entries[3].withdrawn, field.entries[3].due) = (true, Some(3));
    (field.entries[3].record.rounds[2], field.entries[0].record.rounds[2]) = (absent.clone(), won.clone());
    let points = |field: &Field| {
        table(field, &Settings::default()).iter().map(|l| (l.team.0, l.points.0, l.struck)).collect::<Vec<_>>()
    };
    assert_eq!(
        points(&field),
        [(1, 6, false), (2, 4, false), (3, 2, false), (4, 0, false)],
        "two of three played: they stand"
    );
    (field.entries[3].record.rounds[1], field.entries[1].record.rounds[1]) = (absent, won);
    if let RoundRecord::Unplayed { scheduled, .. } = &mut field.entries[3].record.rounds[1] {
        *scheduled = Some(1);
    }
    assert_eq!(
        points(&field),
        [(1, 4, false), (2, 2, false), (3, 0, false), (4, 0, true)],
        "one of three played: struck"
    );
}

#[test]
fn a_table_after_a_round_strikes_nobody_who_still_played_after_it() {
    // 5 won the first round and left after the second of five.
    let rows = ["L5 W3 W4", "W4 L5 W3", "W4 L1 L2", "L3 Z L1", "W1 W2 Z"];
    let mut field = Field { round_robin: true, ..super::chart::field(1, &rows) };
    (field.entries[4].withdrawn, field.entries[4].due) = (true, Some(5));
    let struck = |after| {
        let field = Field { after: Some(after), ..field.clone() };
        table(&field, &Settings::default()).iter().any(|line| line.struck)
    };
    assert_eq!([1, 2, 3].map(struck), [false, true, true]);
}

/// The rule of a state federation: a score won without playing loses every tie.
#[test]
fn a_score_without_play_can_lose_every_tie() {
    let field = super::chart::field(1, &["X2 L3", "F1 W4", "B W1", "W5 L2", "L4 B"]);
    let order = |unplayed_last| {
        let settings = Settings { tiebreaks: vec![TieBreak::FidePairingNumber], unplayed_last, ..Settings::default() };
        table(&field, &settings).iter().map(|l| l.team.0).collect::<Vec<_>>()
    };
    assert_eq!(order(false), [3, 1, 2, 4, 5]);
    assert_eq!(order(true), [3, 2, 4, 1, 5]);
}
