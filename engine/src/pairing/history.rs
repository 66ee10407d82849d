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
    /// Rounds with points for pairing only that were set for the team itself, beside those of acceleration.
    pub points_by_hand: Vec<(u32, HalfPoints)>,
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
            let by_hand: HalfPoints =
                team.points_by_hand.iter().filter(|by_hand| by_hand.0 == round).map(|by_hand| by_hand.1).sum();
            if upper.holds(team) { added(round) + by_hand } else { by_hand }
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
        let mut settled: Vec<(u32, bool)> = competitors().filter_map(|team| Some((team.seed, team.upper?))).collect();
        if settled.iter().any(|(_, upper)| *upper) {
            settled.sort_unstable();
            return Self { last_seed: last_settled(&settled) };
        }
        let house = house_team_at_round_1(history);
        let counts = |team: &&Competitor| !team.late && (!team.house || house == Some(team.seed));
        let mut seeds: Vec<u32> = competitors().filter(counts).map(|team| team.seed).collect();
        let size = 2 * seeds.len().div_ceil(4);
        seeds.sort_unstable();
        Self { last_seed: seeds[..size.min(seeds.len())].last().copied() }
    }

    fn holds(&self, team: &Competitor) -> bool {
        team.upper.unwrap_or_else(|| self.last_seed.is_some_and(|last| team.seed <= last))
    }
}

/// The last seed of the upper half as round 1 settled it: ratings that were mended since may have moved teams across it, so that it is
/// the one across which the fewest have moved. `settled` has the seeds of now, in order, and whether each is of the upper half.
fn last_settled(settled: &[(u32, bool)]) -> Option<u32> {
    let mut moved = settled.iter().filter(|(_, upper)| *upper).count();
    let after = settled.iter().map(|(seed, upper)| {
        if *upper {
            moved -= 1
        } else {
            moved += 1
        }
        (moved, *upper, *seed)
    });
    let last = after.filter(|(_, upper, _)| *upper).min_by_key(|(moved, _, seed)| (*moved, Reverse(*seed)));
    last.map(|(.., seed)| seed)
}

/// Half points added to the score of a team of the upper group when a round is paired.
///
/// `round` counts from 1; `matches` is 1, or 2 for double rounds.
///
/// US Chess 28R1: a full round's points in rounds 1 and 2. FIDE C.04.7 (Baku): in the first half of the rounds (rounded up), a full
/// round's points in the first half of those (rounded up), half as much in the others.
fn virtual_points(acceleration: Acceleration, round: u32, rounds: u32, matches: u8) -> HalfPoints {
    let half_round = i32::from(matches);
    let accelerated_rounds = rounds.div_ceil(2);
    match acceleration {
        Acceleration::Us28r1 if round <= 2 => HalfPoints(2 * half_round),
        Acceleration::Baku if round <= accelerated_rounds.div_ceil(2) => HalfPoints(2 * half_round),
        Acceleration::Baku if round <= accelerated_rounds => HalfPoints(half_round),
        Acceleration::None | Acceleration::Us28r1 | Acceleration::Baku => HalfPoints::ZERO,
    }
}
