//! Play-offs: extra matches among level teams, recorded as facts, that decide their places and their prizes.
//!
//! What is certain of a play-off is what no way of ending it changes.

use super::super::table::Line;
use crate::tournament::MatchResult;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// What decides between teams level on points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The announced tie-breaks, and a play-off where they are exhausted.
    #[default]
    TieBreaks,
    /// A play-off; tie-breaks decide nothing.
    PlayOff,
    /// Nothing: they use up as many places as they are, and divide what these are worth [32B2].
    Shared,
}

/// The format of a play-off among three or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayOffKind {
    /// Who loses is out of the higher places; the losers play for the lower ones in the same way.
    Knockout,
    /// Everybody meets everybody, and points count.
    AllPlayAll,
}

/// One match of a play-off. Teams are indices into the field's entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayOffMatch {
    pub teams: [usize; 2],
    pub result: MatchResult,
}

impl PlayOffMatch {
    fn is_among(&self, teams: &[usize]) -> bool {
        self.teams.iter().all(|team| teams.contains(team))
    }

    fn is_of(&self, team: usize) -> bool {
        self.teams.contains(&team)
    }
}

/// Who has met whom, each two by matches won less matches lost: a drawn match counts for nothing once it is played again.
#[derive(Default)]
struct Met {
    /// As the lower of the two has it.
    lead: BTreeMap<[usize; 2], i32>,
}

impl Met {
    fn of<'m>(matches: impl IntoIterator<Item = &'m PlayOffMatch>) -> Self {
        let mut met = Self::default();
        matches.into_iter().for_each(|one| met.enter(one));
        met
    }

    fn enter(&mut self, one: &PlayOffMatch) {
        let [first, second] = one.teams;
        let won = match one.result {
            MatchResult::First => 1,
            MatchResult::Second => -1,
            _ => 0,
        };
        let lead = self.lead.entry([first.min(second), first.max(second)]).or_default();
        *lead += if first < second { won } else { -won };
    }

    /// `1` where the team is ahead of the other, `-1` where it is behind, `0` where they have drawn; `None` where they have not met.
    fn against(&self, team: usize, other: usize) -> Option<i32> {
        let lead = self.lead.get(&[team.min(other), team.max(other)])?;
        Some(if team < other { lead.signum() } else { -lead.signum() })
    }

    fn sum(&self, team: usize, among: &[usize], of: impl Fn(Option<i32>) -> i32) -> i32 {
        among.iter().filter(|other| **other != team).map(|other| of(self.against(team, *other))).sum()
    }

    /// By what these have won of each other, and among equals by the matches between them.
    fn by_points(&self, teams: &[usize]) -> Vec<Vec<usize>> {
        let points = |team: &usize| self.sum(*team, teams, Option::unwrap_or_default);
        let mut best_first = teams.to_vec();
        best_first.sort_by_key(|team| Reverse(points(team)));
        let runs = best_first.chunk_by(|one, other| points(one) == points(other));
        runs.flat_map(|run| if run.len() < teams.len() { self.by_points(run) } else { vec![run.to_vec()] }).collect()
    }

    /// While some have not met, and drawn matches may be played again: groups that no way of ending it puts in another order.
    fn by_what_may_come(&self, teams: &[usize]) -> Vec<Vec<usize>> {
        let pairs =
            teams.iter().enumerate().flat_map(|(at, one)| teams[at + 1..].iter().map(move |other| [*one, *other]));
        let open: Vec<[usize; 2]> = pairs.filter(|[one, other]| self.against(*one, *other).unwrap_or(0) == 0).collect();
        if open.len() > MOST_GONE_THROUGH {
            return self.by_what_can_be_reached(teams);
        }
        let mut way = Self { lead: self.lead.clone() };
        let mut groups: Option<Vec<Vec<usize>>> = None;
        for nth in 0..3_i32.pow(open.len() as u32) {
            let mut ends = nth;
            for [one, other] in &open {
                way.lead.insert([*one.min(other), *one.max(other)], ends % 3 - 1);
                ends /= 3;
            }
            let order = way.by_points(teams);
            let parted = groups.map_or_else(|| order.clone(), |groups| parted_in_both(&groups, &order));
            let is_one = parted.len() == 1;
            groups = Some(parted);
            if is_one {
                break;
            }
        }
        seated(groups.unwrap_or_default(), teams)
    }

    /// The same where there are too many ways to go through each: who has more already than another can reach.
    fn by_what_can_be_reached(&self, teams: &[usize]) -> Vec<Vec<usize>> {
        let least = |team: &usize| self.sum(*team, teams, |lead| i32::from(lead == Some(1)));
        let most = |team: &usize| self.sum(*team, teams, |lead| i32::from(lead != Some(-1)));
        let mut best_first = teams.to_vec();
        best_first.sort_by_key(|team| Reverse(least(team)));
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (at, team) in best_first.iter().enumerate() {
            let is_behind = best_first[..at].iter().map(least).min() > best_first[at..].iter().map(most).max();
            match groups.last_mut().filter(|_| !is_behind) {
                Some(group) => group.push(*team),
                None => groups.push(vec![*team]),
            }
        }
        seated(groups, teams)
    }
}

/// Open matches of a play-off whose every end is gone through, 729 together.
const MOST_GONE_THROUGH: usize = 6;

/// Everybody meets everybody: groups that nothing puts in another order any more. Once all have met, those who are level play again.
fn all_play_all(teams: &[usize], matches: &[PlayOffMatch]) -> Vec<Vec<usize>> {
    let mut met = Met::default();
    for (at, one) in matches.iter().enumerate() {
        met.enter(one);
        if met.lead.len() * 2 < teams.len() * (teams.len() - 1) {
            continue;
        }
        let (order, later) = (met.by_points(teams), &matches[at + 1..]);
        let among = |group: &[usize]| -> Vec<PlayOffMatch> {
            later.iter().filter(|one| one.is_among(group)).copied().collect()
        };
        // One more match of two that are parted already counts with those before.
        if order.iter().map(|group| among(group).len()).sum::<usize>() == later.len() {
            return order.iter().flat_map(|group| all_play_all(group, &among(group))).collect();
        }
    }
    met.by_what_may_come(teams)
}

/// Groups that nothing puts in another order any more where the matches are a knockout; `None` where they are not one.
///
/// Who meets nobody in a round in which others do has a bye.
fn knockout(teams: &[usize], matches: &[PlayOffMatch]) -> Option<Vec<Vec<usize>>> {
    if teams.len() < 3 {
        return Some(all_play_all(teams, matches));
    }
    let mut met_first: BTreeMap<usize, usize> = BTreeMap::new();
    let (mut round, mut later): (Vec<PlayOffMatch>, Vec<PlayOffMatch>) = Default::default();
    for one in matches {
        let [first, second] = one.teams;
        if !met_first.contains_key(&first) && !met_first.contains_key(&second) {
            met_first.extend([(first, second), (second, first)]);
        }
        if met_first.get(&first) == Some(&second) {
            round.push(*one);
            continue;
        }
        for team in one.teams {
            met_first.entry(team).or_insert(team);
        }
        later.push(*one);
    }
    let met = Met::of(&round);
    let came =
        |team: usize| met_first.get(&team).map(|by| if *by == team { 1 } else { met.against(team, *by).unwrap_or(0) });
    let is_open = teams.iter().any(|team| came(*team) == Some(0));
    let unmet = teams.iter().filter(|team| came(**team).is_none()).count();
    let has_lost = |team: &usize| came(*team) == Some(-1);
    let does_not_fit = |one: &PlayOffMatch| {
        has_lost(&one.teams[0]) != has_lost(&one.teams[1]) || one.teams.iter().any(|team| came(*team) == Some(0))
    };
    if later.iter().any(does_not_fit) {
        return None;
    }
    let (losers, winners): (Vec<usize>, Vec<usize>) = teams.iter().partition(|team| has_lost(team));
    let among =
        |group: &[usize]| -> Vec<PlayOffMatch> { later.iter().filter(|one| one.is_among(group)).copied().collect() };
    if is_open || unmet > 1 {
        return Some(vec![teams.to_vec()]);
    }
    let [ahead, behind] = [&winners, &losers].map(|group| knockout(group, &among(group)));
    Some([ahead?, behind?].concat())
}

/// The groups, each in the order in which its teams stood before.
fn seated(mut groups: Vec<Vec<usize>>, before: &[usize]) -> Vec<Vec<usize>> {
    let seat = |team: &usize| before.iter().position(|other| other == team);
    groups.iter_mut().for_each(|group| group.sort_by_key(seat));
    groups
}

/// Groups that are parted in both orders.
fn parted_in_both(one: &[Vec<usize>], other: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let begins = |groups: &[Vec<usize>]| -> Vec<BTreeSet<usize>> {
        (1..=groups.len()).map(|to| groups[..to].iter().flatten().copied().collect()).collect()
    };
    let (here, there) = (begins(one), begins(other));
    let mut groups = vec![Vec::new()];
    for (group, so_far) in one.iter().zip(here) {
        groups.last_mut().into_iter().for_each(|last| last.extend(group));
        if there.contains(&so_far) {
            groups.push(Vec::new());
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

fn among(teams: &[usize], matches: &[PlayOffMatch]) -> Vec<PlayOffMatch> {
    matches.iter().filter(|one| one.is_among(teams)).copied().collect()
}

/// Level teams in groups, best first, that no way of ending their play-off puts in another order. What it is has to be known of three or
/// more; where it is not, and the matches fit both, it may be either.
pub fn settled(teams: &[usize], matches: &[PlayOffMatch], kind: Option<PlayOffKind>) -> Vec<Vec<usize>> {
    let matches = &among(teams, matches);
    let by_rounds = match kind {
        Some(PlayOffKind::AllPlayAll) => None,
        Some(PlayOffKind::Knockout) | None => knockout(teams, matches),
    };
    let groups = match (by_rounds, kind) {
        (Some(order), Some(_)) => order,
        (Some(order), None) => parted_in_both(&order, &all_play_all(teams, matches)),
        (None, _) => all_play_all(teams, matches),
    };
    seated(groups, teams)
}

/// Whether matches among these teams can be those of a knockout.
pub fn is_knockout(teams: &[usize], matches: &[PlayOffMatch]) -> bool {
    knockout(teams, &among(teams, matches)).is_some()
}

/// Level teams as they stand so far: who is certain to be ahead, and then who has won more than lost.
fn so_far(teams: &[usize], matches: &[PlayOffMatch], kind: Option<PlayOffKind>) -> Vec<Vec<usize>> {
    let matches = &among(teams, matches);
    let by_rounds = if kind == Some(PlayOffKind::AllPlayAll) { None } else { knockout(teams, matches) };
    let groups = by_rounds.unwrap_or_else(|| all_play_all(teams, matches));
    let by_matches = |group: &Vec<usize>| Met::of(&among(group, matches)).by_points(group);
    groups.iter().flat_map(by_matches).collect()
}

/// Teams of a run that decide their places among each other: by their seats in it.
///
/// Where tie-breaks part teams, those that they leave level are one play-off; a match of two that they part makes one of all who have played
/// with either.
pub fn play_offs_of(run: &[&Line], matches: &[PlayOffMatch], ties: Ties) -> Vec<Vec<usize>> {
    if ties == Ties::PlayOff || run.iter().all(|line| line.by_round.is_some()) {
        return vec![(0..run.len()).collect()];
    }
    let mut hanging: Vec<BTreeSet<usize>> = Vec::new();
    for one in matches {
        let seats = one.teams.map(|team| run.iter().position(|line| line.index == team));
        let [Some(first), Some(second)] = seats else { continue };
        let mut all = BTreeSet::from([first, second]);
        all.extend(hanging.extract_if(.., |other| other.contains(&first) || other.contains(&second)).flatten());
        hanging.push(all);
    }
    let is_tied = |one: &usize, other: &usize| run[*one].tiebreaks == run[*other].tiebreaks;
    hanging.retain(|seats| !seats.iter().zip(seats.iter().skip(1)).all(|(one, other)| is_tied(one, other)));
    let seats: Vec<usize> = (0..run.len()).collect();
    let tied = seats.chunk_by(is_tied).filter(|tied| tied.len() > 1);
    let tied = tied.filter(|tied| !hanging.iter().flatten().any(|seat| tied.contains(seat))).map(<[usize]>::to_vec);
    let hanging_together = hanging.iter().map(|seats| seats.iter().copied().collect());
    hanging_together.chain(tied).collect()
}

/// Teams on the same points in groups, best first, that no way of ending their play-offs puts in another order.
pub fn open(run: &[&Line], matches: &[PlayOffMatch], ties: Ties, kind: Option<PlayOffKind>) -> Vec<Vec<usize>> {
    let teams: Vec<usize> = run.iter().map(|line| line.index).collect();
    if ties == Ties::Shared {
        return settled(&teams, matches, kind);
    }
    let mut order = teams.clone();
    let mut joined = vec![false; run.len()];
    for seats in play_offs_of(run, matches, ties) {
        let of: Vec<usize> = seats.iter().map(|seat| teams[*seat]).collect();
        let mut left = seats.iter().copied();
        for group in settled(&of, matches, kind) {
            let held: Vec<usize> = left.by_ref().take(group.len()).collect();
            held.iter().zip(&group).for_each(|(seat, team)| order[*seat] = *team);
            joined[held[0]..held[held.len() - 1]].fill(true);
        }
        // Who is tied with one of them and has played none of them may still pass each.
        let is_left_out = |seat: &usize| {
            let is_tied = |other: &usize| run[*seat].tiebreaks == run[*other].tiebreaks;
            ties == Ties::TieBreaks && !seats.contains(seat) && seats.iter().any(is_tied)
        };
        let left_out: Vec<usize> = (0..run.len()).filter(is_left_out).collect();
        if !left_out.is_empty() {
            let all = || left_out.iter().chain(&seats).copied();
            let (from, to) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
            joined[from..to].fill(true);
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, team) in order.into_iter().enumerate() {
        match groups.last_mut() {
            Some(group) if joined[at - 1] => group.push(team),
            _ => groups.push(vec![team]),
        }
    }
    groups
}

/// Gives teams the places that their play-offs came to, as far as they are played. The teams of each are level.
///
/// Teams that tie-breaks had parted take, in the order of the play-off, the places that they held together; where several share a
/// place, those beaten stand behind the others.
pub fn settle(lines: &mut [Line], matches: &[PlayOffMatch], ties: Ties, kind: Option<PlayOffKind>) {
    if matches.is_empty() {
        return;
    }
    for run in lines.chunk_by_mut(Line::is_level_with) {
        let held: Vec<Line> = run.to_vec();
        for mut seats in play_offs_of(&held.iter().collect::<Vec<_>>(), matches, ties) {
            let teams = |seats: &[usize]| -> Vec<usize> { seats.iter().map(|seat| held[*seat].index).collect() };
            if settled(&teams(&seats), matches, kind).len() < 2 {
                // While nothing is certain, those who have played change places among each other.
                let among = among(&teams(&seats), matches);
                seats.retain(|seat| among.iter().any(|one| one.is_of(held[*seat].index)));
            }
            let order = so_far(&teams(&seats), matches, kind).concat();
            for (seat, team) in seats.iter().zip(order) {
                if let Some(line) = held.iter().find(|line| line.index == team) {
                    run[*seat] = Line { rank: held[*seat].rank, ..line.clone() };
                }
            }
        }
    }
    for run in lines.chunk_by_mut(|one, other| one.group == other.group && one.rank == other.rank) {
        let tiers = so_far(&run.iter().map(|line| line.index).collect::<Vec<_>>(), matches, kind);
        let (mut rank, mut places) = (run[0].rank, Vec::new());
        for tier in tiers {
            let behind = rank + tier.len() as u32;
            places.extend(tier.into_iter().map(|team| (team, rank)));
            rank = behind;
        }
        let place = |line: &Line| places.iter().position(|(team, _)| *team == line.index);
        run.sort_by_key(place);
        run.iter_mut().zip(&places).for_each(|(line, (_, rank))| line.rank = *rank);
    }
}
