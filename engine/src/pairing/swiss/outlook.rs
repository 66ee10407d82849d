//! What lies ahead: can the rounds that are left be paired, which schools must meet, how many rounds make sense.

use super::super::position::{ByeClass, Position};
use super::super::round_robin::{pairable_rounds, possible_rounds, should_be_round_robin};
use super::super::settings::{Lookahead, SchoolMode, Settings, System};
use super::lookahead;
use super::matching::{self, Effort, Graph};
use super::outcome::Pairing;
use super::refusal::Refusal;
use super::remark::{self, Remark};
use std::collections::HashMap;

/// Schedules tried before the question is left open.
const TRIALS: u32 = 60;

/// Teams up to which schedules are tried at all where counting leaves the question open.
const MOST_TRIED: usize = 1_000;

/// Looks at an edge after which the question is left open: about a second.
const LOOKS: u64 = 40_000_000;

/// Rounds that suit a number of teams [pairing specification 3.7].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rounds {
    /// So many leave at most one perfect score, draws apart: ⌈log2 N⌉.
    pub enough: u32,
    /// So many can always be paired without a rematch if everybody stays: ⌊N/2⌋.
    pub always_possible: u32,
    /// Everybody has met everybody after so many; beyond it every round has a rematch.
    pub limit: u32,
    /// Up to five teams, or when the limit is wanted: a round robin serves better [29K].
    pub round_robin: bool,
}

/// Whether the rounds that are left can be played without a rematch or a second bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rest {
    /// Yes, whatever is paired and however it ends.
    Certain,
    /// There is a way; whether the results lead along it is not certain.
    Possible,
    /// No way was found, and none was ruled out.
    Doubtful,
    /// No: some team has not enough opponents left, or a round has no pairing.
    Impossible,
}

/// What stands in the way of the rounds that are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Because {
    /// Who has met whom already.
    Meetings,
    /// The ban on same-school pairs: under another mode there is a way.
    Schools,
    /// The do-not-pair list: without it there is a way.
    DoNotPair,
}

/// The next round, as it will be made, leaves no pairing of the one after it, whatever the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DeadEnd {
    /// Whether looking ahead would find another pairing, after which there is one.
    pub lookahead_helps: bool,
}

/// A school with so many teams that some of them must meet.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Crowd {
    pub school: u32,
    /// Its teams among those that play.
    pub teams: usize,
    /// Same-school pairs in each round, at least.
    pub pairs_a_round: usize,
    /// Same-school pairs in the rounds that are left, at least.
    pub pairs_in_all: usize,
}

/// The outlook of a section before a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// Teams that have not left, and the house team that makes them even.
    pub teams: usize,
    /// Rounds still to be paired, the next one included.
    pub rounds_left: u32,
    pub rounds: Rounds,
    /// Why the next round cannot be paired without the director's consent, if so.
    pub next: Option<Refusal>,
    /// Same-school pairs of the next round's best pairing, as entrant indexes.
    pub next_clashes: Vec<(usize, usize)>,
    pub rest: Rest,
    /// What hinders them, if no way was found.
    pub because: Because,
    pub dead_end: Option<DeadEnd>,
    /// Schools whose teams must meet.
    pub crowds: Vec<Crowd>,
    /// A school so large that its leaders are kept from one another.
    pub majority: Option<Majority>,
    /// Teams with fewer new opponents left than rounds, with how many; none at all first.
    pub short_of_opponents: Vec<(usize, usize)>,
}

/// Looks ahead from a position, with the pairing rules that the next round is made by.
pub fn outlook(
    position: &Position,
    settings: &Settings,
    pair: impl Fn(&Position, &Settings) -> Result<Pairing, Refusal>,
) -> Outlook {
    let left = OpponentsLeft::of(position, settings);
    let rounds_left = (position.rounds + 1).saturating_sub(position.round);
    let rest = left.rest(rounds_left as usize);
    let next = pair(position, &Settings { lookahead: Lookahead::No, ..*settings });
    let (pairing, next) = match next {
        Ok(pairing) => (Some(pairing), None),
        Err(refusal) => match &refusal {
            Refusal::NeedsConsent { pairing, .. } => (Some((**pairing).clone()), Some(refusal)),
            _ => (None, Some(refusal)),
        },
    };
    let remarks = pairing.map(|pairing| remark::remarks(position, settings, &pairing)).unwrap_or_default();
    let clash = |remark: Remark| if let Remark::SameSchool { pair } = remark { Some(pair) } else { None };
    Outlook {
        teams: left.teams.len(),
        rounds_left,
        rounds: rounds_for(left.teams.len(), position.rounds),
        next,
        next_clashes: remarks.into_iter().filter_map(clash).collect(),
        rest,
        because: left.because(rest, rounds_left as usize),
        dead_end: if rest == Rest::Certain { None } else { dead_end(position, settings, &pair) },
        crowds: left.crowds(rounds_left as usize),
        majority: majority(position, settings),
        short_of_opponents: left.short_of_opponents(rounds_left as usize),
    }
}

/// Pairs the next round as it will be made, and asks whether the one after can be paired.
fn dead_end(
    position: &Position,
    settings: &Settings,
    pair: &impl Fn(&Position, &Settings) -> Result<Pairing, Refusal>,
) -> Option<DeadEnd> {
    let leads_nowhere = |settings: &Settings| {
        pair(position, settings).ok().map(|made| lookahead::is_dead_end(position, settings, &made))
    };
    let dead = leads_nowhere(settings)?;
    let looking = Settings { lookahead: Lookahead::Yes, ..*settings };
    let can_look = settings.system == System::Us && settings.lookahead != Lookahead::Yes;
    dead.then(|| DeadEnd { lookahead_helps: can_look && leads_nowhere(&looking) == Some(false) })
}

/// Rounds that suit this many teams, if this many are planned.
pub fn rounds_for(teams: usize, planned: u32) -> Rounds {
    Rounds {
        enough: teams.max(1).next_power_of_two().ilog2(),
        always_possible: pairable_rounds(teams),
        limit: possible_rounds(teams),
        round_robin: should_be_round_robin(teams, planned),
    }
}

/// Who can still meet whom.
struct OpponentsLeft<'p> {
    position: &'p Position,
    settings: &'p Settings,
    /// Entrant indexes of those that may play again, a house team only where it makes them even [28M1].
    teams: Vec<usize>,
    /// By place among `teams`: places that are out of the question, sorted; same-school ones apart.
    closed: Vec<Vec<usize>>,
    /// By place: how many are of its schools, where these never meet.
    banned: Vec<usize>,
}

impl<'p> OpponentsLeft<'p> {
    fn of(position: &'p Position, settings: &'p Settings) -> Self {
        let stays = (0..position.entrants.len()).filter(|i| !position.entrants[*i].left);
        let (house, mut teams): (Vec<usize>, Vec<usize>) = stays.partition(|i| position.entrants[*i].house);
        if teams.len() % 2 == 1 {
            teams.extend(house.into_iter().min_by_key(|i| position.entrants[*i].seed));
        }
        let mut place_of = vec![None; position.entrants.len()];
        teams.iter().enumerate().for_each(|(place, team)| place_of[*team] = Some(place));
        let met = |team: &usize| {
            position.entrants[*team].met.iter().filter_map(|(other, _)| place_of[*other as usize]).collect()
        };
        let mut closed: Vec<Vec<usize>> = teams.iter().map(met).collect();
        for &(a, b) in &position.forbidden {
            if let Some((a, b)) = place_of[a as usize].zip(place_of[b as usize]) {
                closed[a].push(b);
                closed[b].push(a);
            }
        }
        for places in &mut closed {
            places.sort_unstable();
            places.dedup();
        }
        let banned = vec![0; teams.len()];
        let mut left = Self { position, settings, teams, closed, banned };
        if settings.school_mode == SchoolMode::Forbid {
            left.banned = left.mates();
        }
        left
    }

    /// By place: how many others share a school with it.
    fn mates(&self) -> Vec<usize> {
        let places = 0..self.teams.len();
        let mut of_school: HashMap<u32, Vec<usize>> = HashMap::new();
        for place in places.clone() {
            self.schools(place).iter().for_each(|school| of_school.entry(*school).or_default().push(place));
        }
        let mut known: HashMap<&[u32], usize> = HashMap::new();
        let mut mates = |place: usize| {
            *known.entry(self.schools(place)).or_insert_with_key(|schools| {
                let mut all: Vec<usize> = schools.iter().flat_map(|school| of_school[school].iter().copied()).collect();
                all.sort_unstable();
                all.dedup();
                all.len().saturating_sub(1)
            })
        };
        places.map(&mut mates).collect()
    }

    fn share_school(&self, a: usize, b: usize) -> bool {
        self.schools(a).iter().any(|school| self.schools(b).contains(school))
    }

    /// Places, and one more for the bye if their number is odd.
    fn size(&self) -> usize {
        self.teams.len() + self.teams.len() % 2
    }

    fn schools(&self, place: usize) -> &[u32] {
        &self.position.entrants[self.teams[place]].schools
    }

    fn may_sit_out(&self, place: usize) -> bool {
        self.teams.len() % 2 == 1 && self.position.entrants[self.teams[place]].bye_class != ByeClass::HadFull
    }

    fn is_open(&self, a: usize, b: usize) -> bool {
        let (low, high) = (a.min(b), a.max(b));
        if low == high {
            return false;
        }
        if high == self.teams.len() {
            return self.may_sit_out(low);
        }
        let banned = self.settings.school_mode == SchoolMode::Forbid && self.share_school(a, b);
        !banned && self.closed[a].binary_search(&b).is_err()
    }

    /// New opponents left for a place; for the bye's place, teams that may still have it.
    fn left(&self, place: usize) -> usize {
        if place == self.teams.len() {
            return (0..self.teams.len()).filter(|team| self.may_sit_out(*team)).count();
        }
        let closed =
            self.closed[place].iter().filter(|other| self.banned[place] == 0 || !self.share_school(place, **other));
        self.teams.len() - 1 - self.banned[place] - closed.count()
    }

    fn degree(&self, place: usize) -> usize {
        self.left(place) + usize::from(place < self.teams.len() && self.may_sit_out(place))
    }

    fn rest(&self, rounds: usize) -> Rest {
        let size = self.size();
        let least = (0..size).map(|place| self.degree(place)).min().unwrap_or(0);
        if rounds == 0 || size == 0 || least + 1 >= size / 2 + rounds {
            // Every round takes one opponent from everybody; with half of the field left a pairing exists (Dirac's theorem).
            return Rest::Certain;
        }
        if least < rounds || 2 * (self.largest_ban() + 1) > size {
            return Rest::Impossible;
        }
        if self.schools_leave_enough(rounds) {
            return Rest::Certain;
        }
        if size > MOST_TRIED {
            return Rest::Doubtful;
        }
        let effort = Effort::default();
        effort.begin(LOOKS);
        let open: Vec<Vec<bool>> = (0..size).map(|a| (0..size).map(|b| self.is_open(a, b)).collect()).collect();
        if pairing(&open, 0, &effort).is_none() {
            return if effort.is_used_up() { Rest::Doubtful } else { Rest::Impossible };
        }
        let is_way = |trial| schedule(open.clone(), rounds, trial, &effort);
        if (0..TRIALS).any(is_way) { Rest::Possible } else { Rest::Doubtful }
    }

    /// Mates of a team of the school with most teams, where each team has one school and these never meet.
    fn largest_ban(&self) -> usize {
        let has_one = |place: usize| self.schools(place).len() <= 1;
        if (0..self.teams.len()).all(has_one) { self.banned.iter().copied().max().unwrap_or(0) } else { 0 }
    }

    /// Whether no school has more than half of the teams, in a field so large that nothing else can stand in the way of any round.
    ///
    /// With at most d others closed to each team and more than 10 d teams: were there no pairing, taking some t teams away would leave
    /// t + 2 parts or more (Tutte), of teams that are closed to those of other parts, so all but 2 d of one school; each of the others
    /// is open to all but d of that school, so that there are fewer than t + 2 parts; so there are no others, and the school has more
    /// than half of the teams.
    fn schools_leave_enough(&self, rounds: usize) -> bool {
        let teams = self.teams.len();
        let may_sit_out = (0..teams).filter(|place| self.may_sit_out(*place)).count();
        let sits_out = teams.is_multiple_of(2) || may_sit_out >= rounds;
        let closed = self.closed.iter().map(Vec::len).max().unwrap_or(0) + rounds;
        let has_one = |place: usize| self.schools(place).len() <= 1;
        let most = self.largest_ban() + 1;
        sits_out && (0..teams).all(has_one) && 2 * most <= teams - teams % 2 && teams > 10 * closed + 2
    }

    fn because(&self, rest: Rest, rounds: usize) -> Because {
        let has_a_way = |position: &Position, settings: &Settings| {
            matches!(OpponentsLeft::of(position, settings).rest(rounds), Rest::Certain | Rest::Possible)
        };
        let is_hindered = matches!(rest, Rest::Impossible | Rest::Doubtful);
        if is_hindered && self.settings.school_mode == SchoolMode::Forbid {
            let apart = Settings { school_mode: SchoolMode::Avoid, ..*self.settings };
            if has_a_way(self.position, &apart) {
                return Because::Schools;
            }
        }
        let is_listed = is_hindered && !self.position.forbidden.is_empty();
        if is_listed && has_a_way(&Position { forbidden: Vec::new(), ..self.position.clone() }, self.settings) {
            return Because::DoNotPair;
        }
        Because::Meetings
    }

    fn crowds(&self, rounds: usize) -> Vec<Crowd> {
        if self.settings.school_mode == SchoolMode::Ignore {
            return Vec::new();
        }
        let mut schools: Vec<u32> =
            (0..self.teams.len()).flat_map(|place| self.schools(place).iter().copied()).collect();
        schools.sort_unstable();
        schools.dedup();
        let odd = self.teams.len() % 2;
        let crowd = |school: u32| {
            let (own, others): (Vec<usize>, Vec<usize>) =
                (0..self.teams.len()).partition(|place| self.schools(*place).contains(&school));
            let pairs_a_round = own.len().saturating_sub(others.len() + odd) / 2;
            let is_other = |place: &&usize| !self.schools(**place).contains(&school);
            let outside = |place: &usize| others.len() - self.closed[*place].iter().filter(is_other).count();
            let inside: usize = own.iter().map(|place| rounds.saturating_sub(outside(place) + odd)).sum();
            let pairs_in_all = (pairs_a_round * rounds).max(inside.div_ceil(2));
            Crowd { school, teams: own.len(), pairs_a_round, pairs_in_all }
        };
        schools.into_iter().map(crowd).filter(|crowd| crowd.teams > 1 && crowd.pairs_in_all > 0).collect()
    }

    fn short_of_opponents(&self, rounds: usize) -> Vec<(usize, usize)> {
        let short = (0..self.teams.len()).filter(|place| self.degree(*place) < rounds);
        let mut short: Vec<(usize, usize)> = short.map(|place| (self.teams[place], self.left(place))).collect();
        short.sort_by_key(|(_, left)| *left);
        short
    }
}

/// Whether one way of pairing round after round, different for each trial, goes to the end.
fn schedule(mut open: Vec<Vec<bool>>, rounds: usize, trial: u32, effort: &Effort) -> bool {
    (0..rounds).all(|round| {
        let Some(mates) = pairing(&open, trial * 97 + round as u32 + 1, effort) else { return false };
        mates.iter().enumerate().for_each(|(a, b)| open[a][*b] = false);
        true
    })
}

/// A complete pairing along what is open; which one depends on `flavour`.
fn pairing(open: &[Vec<bool>], flavour: u32, effort: &Effort) -> Option<Vec<usize>> {
    let mut graph = Graph::new(open.len(), 1);
    let mut state = flavour.wrapping_mul(0x9E37_79B9) | 1;
    for (a, row) in open.iter().enumerate() {
        for b in (a + 1..open.len()).filter(|b| row[*b]) {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            let cost = if flavour == 0 { 0 } else { i64::from(state >> 8) % 64 };
            graph.join(a, b, &mut [(0, cost)]);
        }
    }
    matching::cheapest_within(&graph, effort)
}

/// A school so large that its teams must meet, in a mode in which that turns its leaders away from one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Majority {
    pub school: u32,
    pub teams: usize,
    /// All teams that may still play, house teams apart.
    pub of: usize,
}

/// The school with more than half of the teams under `plus2`, if there is one.
///
/// The mode counts a same-school pair before floats unless one of the two is two or more ahead of even (K3). Where most pairs are of one
/// school, the fewest are counted when each of these leaders meets a team that is not one; so leaders avoid one another.
pub fn majority(position: &Position, settings: &Settings) -> Option<Majority> {
    if settings.school_mode != SchoolMode::Plus2 || settings.system != System::Us {
        return None;
    }
    let teams: Vec<_> = position.entrants.iter().filter(|team| !team.left && !team.house).collect();
    let mut of_school: HashMap<u32, usize> = HashMap::new();
    for team in &teams {
        let mut schools = team.schools.clone();
        schools.sort_unstable();
        schools.dedup();
        schools.into_iter().for_each(|school| *of_school.entry(school).or_insert(0) += 1);
    }
    let largest = of_school.into_iter().max_by_key(|(school, teams)| (*teams, std::cmp::Reverse(*school)));
    let found = largest.map(|(school, count)| Majority { school, teams: count, of: teams.len() });
    found.filter(|majority| 2 * majority.teams > majority.of + 1)
}

#[cfg(test)]
mod tests {
    use super::super::pair;
    use super::*;
    use crate::pairing::Entrant;

    /// So many teams after a round robin of `rounds` rounds by the circle method.
    fn left(teams: usize, played: u32, rounds: u32) -> Position {
        let mut entrants: Vec<Entrant> =
            (1..=teams as u32).map(|seed| Entrant { number: seed, seed, ..Entrant::default() }).collect();
        let size = teams + teams % 2;
        for round in 0..played {
            let circle = |i: usize| if i == 0 { 0 } else { (i - 1 + round as usize) % (size - 1) + 1 };
            for i in 0..size / 2 {
                let (a, b) = (circle(i), circle(size - 1 - i));
                if a.max(b) >= teams {
                    entrants[a.min(b)].bye_class = ByeClass::HadFull;
                    continue;
                }
                entrants[a].met.push((b as u32, round + 1));
                entrants[b].met.push((a as u32, round + 1));
            }
        }
        entrants.iter_mut().for_each(|e| e.met.sort_unstable());
        Position { entrants, round: played + 1, rounds, matches: 1, ..Position::default() }
    }

    fn rest(teams: usize, played: u32, rounds: u32) -> Rest {
        outlook(&left(teams, played, rounds), &Settings::default(), pair).rest
    }

    #[test]
    fn half_as_many_rounds_as_teams_are_certain() {
        for teams in 2..14 {
            assert_eq!(rest(teams, 0, teams as u32 / 2), Rest::Certain, "{teams} teams");
        }
        assert_eq!(rest(8, 0, 5), Rest::Possible);
        assert_eq!(rest(8, 6, 7), Rest::Possible);
        assert_eq!(rest(8, 5, 8), Rest::Impossible);
        assert_eq!(rest(7, 6, 7), Rest::Possible);
        assert_eq!(rest(7, 7, 8), Rest::Impossible);
    }

    #[test]
    fn two_triangles_cannot_be_paired() {
        let mut position = left(6, 0, 4);
        for (round, pairs) in
            [[(0, 3), (1, 4), (2, 5)], [(0, 4), (1, 5), (2, 3)], [(0, 5), (1, 3), (2, 4)]].iter().enumerate()
        {
            for &(a, b) in pairs {
                position.entrants[a as usize].met.push((b, round as u32 + 1));
                position.entrants[b as usize].met.push((a, round as u32 + 1));
            }
        }
        position.round = 4;
        let outlook = outlook(&position, &Settings::default(), pair);
        assert_eq!(outlook.rest, Rest::Impossible);
        assert!(matches!(outlook.next, Some(Refusal::NeedsConsent { .. })));
        assert!(outlook.short_of_opponents.is_empty());
    }

    #[test]
    fn a_school_with_most_of_the_teams_meets_itself() {
        let mut position = left(8, 0, 3);
        position.entrants.iter_mut().take(6).for_each(|e| e.schools.push(7));
        let outlook = outlook(&position, &Settings::default(), pair);
        assert_eq!(outlook.crowds, [Crowd { school: 7, teams: 6, pairs_a_round: 2, pairs_in_all: 6 }]);
        assert_eq!(outlook.next_clashes.len(), 2);
    }

    #[test]
    fn a_school_with_one_team_is_no_crowd() {
        let mut position = left(4, 0, 5);
        position.entrants[0].schools.push(7);
        assert_eq!(outlook(&position, &Settings::default(), pair).crowds, []);
    }

    #[test]
    fn a_team_that_may_meet_nobody_is_named() {
        let mut position = left(4, 0, 3);
        position.forbidden = vec![(0, 1), (0, 2), (3, 0)];
        let outlook = outlook(&position, &Settings::default(), pair);
        assert_eq!(outlook.short_of_opponents[0], (0, 0));
        assert_eq!(outlook.next, Some(Refusal::NoPairing { stranded: vec![0] }));
    }

    #[test]
    fn rounds_are_recommended_by_the_number_of_teams() {
        let rounds = rounds_for(12, 5);
        assert_eq!((rounds.enough, rounds.always_possible, rounds.limit, rounds.round_robin), (4, 6, 11, false));
        assert_eq!(rounds_for(33, 5).enough, 6);
        assert!(rounds_for(5, 3).round_robin && rounds_for(6, 5).round_robin && !rounds_for(6, 4).round_robin);
    }

    #[test]
    fn only_a_school_that_must_meet_itself_counts_and_only_under_plus2() {
        let left = |own: usize, others: usize| Position {
            entrants: (0..own + others)
                .map(|i| Entrant { schools: if i < own { vec![3, 3] } else { Vec::new() }, ..Entrant::default() })
                .collect(),
            ..Position::default()
        };
        let plus2 = Settings::default();
        assert_eq!(majority(&left(6, 2), &plus2), Some(Majority { school: 3, teams: 6, of: 8 }));
        assert_eq!(majority(&left(4, 4), &plus2), None);
        assert_eq!(majority(&left(4, 3), &plus2), None, "one of four sits out or meets one of the three others");
        let avoid = Settings { school_mode: SchoolMode::Avoid, ..plus2 };
        assert_eq!(majority(&left(6, 2), &avoid), None);
    }
}
