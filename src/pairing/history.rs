//! From what each team has played to the position before the next round: seeds, scores, floats, points added for pairing.
//!
//! The one place where scores, byes, meetings and floats are read off the records for pairing, whatever the system. Standings,
//! tie-breaks and the plus score never see the points that acceleration adds.

use super::position::{ByeClass, Entrant, Plays, Position};
use super::settings::Acceleration;
use crate::tournament::{HalfPoints, RoundRecord, Unplayed};
use std::cmp::Reverse;

/// One team and its event so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Competitor<'a> {
    pub number: u32,
    /// 1..N, unique: rating descending, unrated last, equals by lot; late entrants inserted by rating [28A, 28B].
    pub seed: u32,
    /// Whether round 1 settled it in the upper half of an accelerated field; none: it came later, or nothing is settled.
    pub upper: Option<bool>,
    pub unrated: bool,
    pub schools: &'a [u32],
    /// A house team [28M1].
    pub house: bool,
    /// Does not play the round to be paired.
    pub absent: bool,
    /// Has left the event: withdrawn or expelled.
    pub left: bool,
    /// Is none of those that round 1 is paired for: came into the section later, or had left before.
    pub late: bool,
    /// Has asked for a half-point bye, in any round, past or still to come [28L4].
    pub asked_half_bye: bool,
    /// Rounds with points for pairing only that were told for the team itself, beside those of acceleration.
    pub told: Vec<(u32, HalfPoints)>,
    /// One entry a round, from round 1; opponents are indexes into the same list of competitors.
    pub rounds: &'a [RoundRecord],
}

/// A section's whole history, and what is wanted for the next round.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct History<'a> {
    /// Every team ever entered, in the order that `RoundRecord` opponents refer to.
    pub competitors: Vec<Competitor<'a>>,
    /// The round to pair, from 1. Later rounds in the records are passed over.
    pub round: u32,
    pub rounds: u32,
    /// Matches a round: 1 or 2.
    pub matches: u8,
    /// Points added for pairing only.
    pub accelerate: Acceleration,
    /// Pairs on the director's do-not-pair list, as indexes of competitors.
    pub forbidden: Vec<(u32, u32)>,
    /// Pairs the director has settled for this round.
    pub forced: Vec<(u32, u32)>,
}

impl Position {
    /// The position before a round: scores, meetings, bye classes, floats and virtual points read off the records.
    ///
    /// Entrant `i` is competitor `i`; those who left are marked so and are absent.
    pub fn from_history(history: &History) -> Self {
        let upper = UpperHalf::of(history);
        let added = |round| virtual_points(history.accelerate, round, history.rounds, history.matches);
        let virtual_points = |team: &Competitor, round| {
            let told: HalfPoints = team.told.iter().filter(|told| told.0 == round).map(|told| told.1).sum();
            if upper.holds(team) { added(round) + told } else { told }
        };
        let entrants = history
            .competitors
            .iter()
            .map(|team| {
                let played = rounds_before(team, history.round);
                let (floated_down, floated_up) = floats(history, team, virtual_points);
                Entrant {
                    number: team.number,
                    seed: team.seed,
                    score: score_before(team, history.round),
                    virtual_points: virtual_points(team, history.round),
                    unrated: team.unrated,
                    schools: team.schools.to_vec(),
                    bye_class: bye_class(team, played),
                    met: meetings(played),
                    floated_down,
                    floated_up,
                    house: team.house,
                    absent: team.absent || team.left,
                    left: team.left,
                }
            })
            .collect();
        Self {
            entrants,
            round: history.round,
            rounds: history.rounds,
            matches: history.matches,
            forbidden: history.forbidden.clone(),
            forced: history.forced.clone(),
            plays: Plays::Swiss,
        }
    }
}

/// The seed of the house team that makes the field of round 1 even [28M1]: it counts among the seeds of the upper group.
fn house_team_at_round_1(history: &History) -> Option<u32> {
    let began = history.competitors.iter().any(|team| !team.rounds.is_empty());
    let plays = |team: &&Competitor| match team.rounds.first() {
        Some(record) => opponent(record).is_some(),
        None => !began && !team.absent && !team.left,
    };
    let (house, others): (Vec<_>, Vec<_>) = history.competitors.iter().filter(plays).partition(|team| team.house);
    house.iter().map(|team| team.seed).min().filter(|_| began || others.len() % 2 == 1)
}

fn rounds_before<'a>(team: &Competitor<'a>, round: u32) -> &'a [RoundRecord] {
    &team.rounds[..team.rounds.len().min(round.saturating_sub(1) as usize)]
}

fn score_before(team: &Competitor, round: u32) -> HalfPoints {
    rounds_before(team, round).iter().map(RoundRecord::points).sum()
}

/// The opponent at the board in a round. A posted match counts before its result is in; a match that never began does not [27A1].
fn opponent(record: &RoundRecord) -> Option<usize> {
    match record {
        RoundRecord::Played { opponent, .. } | RoundRecord::Open { opponent, .. } => Some(*opponent),
        RoundRecord::Unplayed { .. } => None,
    }
}

fn meetings(played: &[RoundRecord]) -> Vec<(u32, u32)> {
    let mut met: Vec<(u32, u32)> =
        (1..).zip(played).filter_map(|(round, record)| opponent(record).map(|o| (o as u32, round))).collect();
    met.sort_unstable();
    met
}

fn bye_class(team: &Competitor, played: &[RoundRecord]) -> ByeClass {
    let class = |record: &RoundRecord| match record {
        RoundRecord::Unplayed { kind: Unplayed::FullBye | Unplayed::ForfeitWin, .. } => ByeClass::HadFull,
        // The odd team's bye is a full bye for this purpose, whatever the section gives for it.
        RoundRecord::Unplayed { kind: Unplayed::HalfBye | Unplayed::ZeroBye, assigned: true, .. } => ByeClass::HadFull,
        RoundRecord::Unplayed { kind: Unplayed::HalfBye, .. } => ByeClass::HadHalf,
        _ => ByeClass::Free,
    };
    let asked = if team.asked_half_bye { ByeClass::HadHalf } else { ByeClass::Free };
    played.iter().map(class).max().unwrap_or_default().max(asked)
}

/// Whether a team played one with a lower, or a higher, pairing score in the last round.
fn floats(
    history: &History,
    team: &Competitor,
    virtual_points: impl Fn(&Competitor, u32) -> HalfPoints,
) -> (bool, bool) {
    let Some(last) = history.round.checked_sub(1).filter(|last| *last > 0) else { return (false, false) };
    let Some(opponent) = team.rounds.get(last as usize - 1).and_then(opponent) else { return (false, false) };
    let paired_on = |t: &Competitor| score_before(t, last) + virtual_points(t, last);
    let (own, theirs) = (paired_on(team), paired_on(&history.competitors[opponent]));
    (own > theirs, own < theirs)
}

/// Seeds 1 to N of teams, in the order given: rating descending, unrated last, equals by their lot (lower is first) [28A, 28B].
///
/// Each team is its rating, on any one scale, and the lot drawn once at its entry. Seeds of a field with late entrants are simply
/// computed anew: they fall in by rating, and nobody else changes places.
pub fn seeds<Rating: Ord + Copy>(teams: &[(Option<Rating>, u32)]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..teams.len()).collect();
    // `None` is below every rating, so it comes last under `Reverse`. The sort is stable: equal lots keep the order given.
    order.sort_by_key(|&team| (Reverse(teams[team].0), teams[team].1));
    let mut seeds = vec![0; teams.len()];
    for (seed, team) in (1..).zip(order) {
        seeds[team] = seed;
    }
    seeds
}

/// The accelerated half of a field: the first 2·⌈N/4⌉ seeds at round 1 [C.04.7; 28R1 says "half"].
struct UpperHalf {
    /// The last seed in it, by the seeds of now. Late entrants above it belong to it too, and push nobody out.
    last_seed: Option<u32>,
}

impl UpperHalf {
    fn of(history: &History) -> Self {
        let competitors = || history.competitors.iter();
        let settled = competitors().filter(|team| team.upper == Some(true)).count();
        let (mut seeds, size): (Vec<u32>, _) = if settled > 0 {
            (competitors().filter(|team| team.upper.is_some()).map(|team| team.seed).collect(), settled)
        } else {
            let house = house_team_at_round_1(history);
            let counts = |team: &&Competitor| !team.late && (!team.house || house == Some(team.seed));
            let seeds: Vec<u32> = competitors().filter(counts).map(|team| team.seed).collect();
            let size = 2 * seeds.len().div_ceil(4);
            (seeds, size)
        };
        seeds.sort_unstable();
        Self { last_seed: seeds[..size.min(seeds.len())].last().copied() }
    }

    fn holds(&self, team: &Competitor) -> bool {
        team.upper.unwrap_or_else(|| self.last_seed.is_some_and(|last| team.seed <= last))
    }
}

/// Half points added to the score of a team of the upper group when a round is paired.
///
/// `round` counts from 1; `matches` is 1, or 2 for double rounds.
///
/// US Chess 28R1: a full round's points in rounds 1 and 2. FIDE C.04.7 (Baku): in the first half of the rounds (rounded up), a full
/// round's points in the first half of those (rounded up), half as much in the others.
pub(super) fn virtual_points(acceleration: Acceleration, round: u32, rounds: u32, matches: u8) -> HalfPoints {
    let half_round = i32::from(matches);
    let accelerated_rounds = rounds.div_ceil(2);
    match acceleration {
        Acceleration::Us28r1 if round <= 2 => HalfPoints(2 * half_round),
        Acceleration::Baku if round <= accelerated_rounds.div_ceil(2) => HalfPoints(2 * half_round),
        Acceleration::Baku if round <= accelerated_rounds => HalfPoints(half_round),
        Acceleration::None | Acceleration::Us28r1 | Acceleration::Baku => HalfPoints::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::MatchScore;

    fn played(opponent: usize, own: i32, theirs: i32) -> RoundRecord {
        let score = MatchScore { own: HalfPoints(own), theirs: HalfPoints(theirs), played: true };
        RoundRecord::Played { opponent, matches: vec![score], white: true }
    }

    fn unplayed(kind: Unplayed, points: i32, assigned: bool) -> RoundRecord {
        RoundRecord::Unplayed { kind, points: HalfPoints(points), scheduled: None, assigned }
    }

    fn competitor(seed: u32, rounds: &[RoundRecord]) -> Competitor<'_> {
        Competitor { number: seed, seed, rounds, ..Competitor::default() }
    }

    fn position(records: &[Vec<RoundRecord>], accelerate: Acceleration) -> Position {
        let competitors = (1..).zip(records).map(|(seed, rounds)| competitor(seed, rounds)).collect();
        let round = records[0].len() as u32 + 1;
        Position::from_history(&History { competitors, round, rounds: 4, matches: 1, accelerate, ..History::default() })
    }

    #[test]
    fn each_kind_of_unplayed_round_has_its_bye_class() {
        for (record, class) in [
            (unplayed(Unplayed::FullBye, 2, true), ByeClass::HadFull),
            (unplayed(Unplayed::FullBye, 2, false), ByeClass::HadFull),
            (unplayed(Unplayed::FullBye, 1, true), ByeClass::HadFull),
            (unplayed(Unplayed::HalfBye, 1, true), ByeClass::HadFull),
            (unplayed(Unplayed::ForfeitWin, 2, false), ByeClass::HadFull),
            (unplayed(Unplayed::HalfBye, 1, false), ByeClass::HadHalf),
            (unplayed(Unplayed::ForfeitLoss, 0, false), ByeClass::Free),
            (unplayed(Unplayed::ZeroBye, 0, false), ByeClass::Free),
            (played(0, 2, 0), ByeClass::Free),
        ] {
            let entrant = &position(&[vec![record.clone()]], Acceleration::None).entrants[0];
            assert_eq!(entrant.bye_class, class, "{record:?}");
        }
    }

    #[test]
    fn a_half_point_bye_still_to_come_counts_as_taken() {
        let team = Competitor { asked_half_bye: true, ..competitor(1, &[]) };
        let history = History { competitors: vec![team], round: 1, rounds: 4, matches: 1, ..History::default() };
        assert_eq!(Position::from_history(&history).entrants[0].bye_class, ByeClass::HadHalf);
    }

    #[test]
    fn forfeits_are_no_meetings_and_no_floats() {
        let records = [
            vec![played(1, 2, 0), unplayed(Unplayed::ForfeitWin, 2, false)],
            vec![played(0, 0, 2), unplayed(Unplayed::ForfeitLoss, 0, false)],
        ];
        let entrants = position(&records, Acceleration::None).entrants;
        assert_eq!(entrants[0].met, [(1, 1)]);
        assert_eq!((entrants[0].floated_down, entrants[1].floated_up), (false, false));
        assert_eq!(entrants[0].score, HalfPoints(4));
    }

    #[test]
    fn a_float_is_judged_by_the_pairing_score_of_its_round() {
        // Level on real points after round 1, but team 1 was in the upper group in round 2.
        let draw = |opponent| played(opponent, 1, 1);
        let records = [vec![draw(1), draw(2)], vec![draw(0), draw(3)], vec![draw(3), draw(0)], vec![draw(2), draw(1)]];
        let plain = position(&records, Acceleration::None).entrants;
        assert!(plain.iter().all(|e| !e.floated_down && !e.floated_up));
        let accelerated = position(&records, Acceleration::Us28r1).entrants;
        let down: Vec<bool> = accelerated.iter().map(|e| e.floated_down).collect();
        assert_eq!(down, [true, true, false, false]);
        assert!(accelerated[2].floated_up && accelerated[3].floated_up);
    }

    #[test]
    fn a_late_entrant_above_the_last_of_the_upper_group_belongs_to_it() {
        let late = |seed, late| Competitor { late, ..competitor(seed, &[]) };
        let seeds = [(1, false), (2, true), (3, false), (4, true), (5, false), (6, false)];
        let competitors = seeds.map(|(seed, is_late)| late(seed, is_late)).to_vec();
        let history = History {
            competitors,
            round: 1,
            rounds: 4,
            matches: 2,
            accelerate: Acceleration::Us28r1,
            ..History::default()
        };
        let points = Position::from_history(&history).entrants.iter().map(|e| e.virtual_points.0).collect::<Vec<_>>();
        assert_eq!(points, [4, 4, 4, 0, 0, 0]);
    }

    #[test]
    fn ratings_mended_after_round_1_move_nobody_between_the_groups() {
        let team = |(seed, upper)| Competitor { upper, ..competitor(seed, &[]) };
        // The last of eight is the first by rating now; who comes late is judged by the ratings of now.
        let upper = [2, 3, 5, 6].map(|seed| (seed, Some(true)));
        let lower = [1, 7, 8, 9].map(|seed| (seed, Some(false)));
        let competitors = upper.into_iter().chain(lower).chain([(4, None)]).map(team).collect();
        let history = History { competitors, round: 2, rounds: 4, matches: 1, ..History::default() };
        let history = History { accelerate: Acceleration::Us28r1, ..history };
        let helped = Position::from_history(&history).entrants.into_iter().filter(|e| e.virtual_points.0 > 0);
        assert_eq!(helped.map(|e| e.seed).collect::<Vec<_>>(), [2, 3, 5, 6, 4]);
    }

    #[test]
    fn a_house_team_that_makes_the_field_even_counts_among_the_first_seeds() {
        let upper = |teams: u32, rounds: &[RoundRecord]| {
            let team = |seed| Competitor { house: seed == 1, ..competitor(seed, if seed == 1 { rounds } else { &[] }) };
            let history = History { competitors: (1..=teams).map(team).collect(), round: 1, ..History::default() };
            let history = History { rounds: 4, matches: 1, accelerate: Acceleration::Us28r1, ..history };
            let helped = Position::from_history(&history).entrants.into_iter().filter(|e| e.virtual_points.0 > 0);
            helped.map(|e| e.seed).collect::<Vec<_>>()
        };
        assert_eq!(upper(8, &[]), [1, 2, 3, 4], "seven others, so it plays");
        assert_eq!(upper(9, &[])[1..], [2, 3, 4, 5], "eight others, so it does not");
        assert_eq!(upper(8, &[played(4, 2, 0)]), [1, 2, 3, 4], "it has played");
    }

    #[test]
    fn rating_first_then_lot_and_the_unrated_last() {
        assert_eq!(seeds(&[(None, 4), (Some(1200), 9), (Some(1500), 7), (Some(1200), 3), (None, 2)]), [5, 3, 1, 2, 4]);
    }

    #[test]
    fn a_late_entrant_falls_in_by_rating() {
        let on_time = [(Some(1500), 1), (Some(1300), 2), (Some(1100), 3)];
        assert_eq!(seeds(&on_time), [1, 2, 3]);
        assert_eq!(seeds(&[on_time[0], on_time[1], on_time[2], (Some(1400), 4)]), [1, 3, 4, 2]);
    }

    /// Virtual points of the upper group in rounds 1 to `rounds`.
    fn points(acceleration: Acceleration, rounds: u32, matches: u8) -> Vec<i32> {
        (1..=rounds).map(|round| virtual_points(acceleration, round, rounds, matches).0).collect()
    }

    #[test]
    fn us_acceleration_lasts_two_rounds() {
        assert_eq!(points(Acceleration::Us28r1, 5, 1), [2, 2, 0, 0, 0]);
        assert_eq!(points(Acceleration::Us28r1, 5, 2), [4, 4, 0, 0, 0]);
    }

    #[test]
    fn baku_falls_from_a_win_to_a_draw_to_nothing() {
        assert_eq!(points(Acceleration::Baku, 4, 1), [2, 1, 0, 0]);
        assert_eq!(points(Acceleration::Baku, 9, 1), [2, 2, 2, 1, 1, 0, 0, 0, 0]);
        assert_eq!(points(Acceleration::Baku, 5, 2), [4, 4, 2, 0, 0]);
    }

    #[test]
    fn the_group_is_the_upper_half_made_even() {
        let size = |teams: u32| {
            let competitors = (1..=teams).map(|seed| competitor(seed, &[])).collect();
            let field = History { competitors, ..History::default() };
            let upper = UpperHalf::of(&field);
            field.competitors.iter().filter(|team| upper.holds(team)).count()
        };
        assert_eq!([0, 1, 4, 5, 8, 9, 10, 12].map(size), [0, 1, 2, 4, 4, 6, 6, 6]);
    }

    #[test]
    fn without_acceleration_nobody_is_helped() {
        assert_eq!(points(Acceleration::None, 4, 1), [0, 0, 0, 0]);
    }
}
