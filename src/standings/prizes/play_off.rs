//! Play-offs: extra matches among level teams, recorded as facts, that decide their places and their prizes.

use super::super::table::Line;
use crate::tournament::{HalfPoints, MatchResult, Side};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

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

impl Line {
    /// Whether only a play-off can part two that are level.
    pub(super) fn is_tied_with(&self, other: &Self, ties: Ties) -> bool {
        ties == Ties::PlayOff || self.by_round.is_some() || self.tiebreaks == other.tiebreaks
    }
}

/// One match of a play-off. Teams are indices into the field's entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayOffMatch {
    pub teams: [usize; 2],
    pub result: MatchResult,
}

/// A play-off: teams that hang together by matches between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayOff {
    pub teams: Vec<usize>,
    pub matches: Vec<PlayOffMatch>,
}

impl PlayOff {
    /// The play-offs that matches come to: those with a team in common are one.
    pub fn of(matches: impl IntoIterator<Item = PlayOffMatch>) -> Vec<Self> {
        let mut offs: Vec<Self> = Vec::new();
        for one in matches {
            let (touched, rest): (Vec<Self>, Vec<Self>) =
                offs.into_iter().partition(|off| one.teams.iter().any(|team| off.teams.contains(team)));
            let mut joined = Self { teams: one.teams.to_vec(), matches: Vec::new() };
            for off in touched {
                joined.teams.extend(off.teams);
                joined.matches.extend(off.matches);
            }
            joined.teams.sort_unstable();
            joined.teams.dedup();
            joined.matches.push(one);
            offs = rest;
            offs.push(joined);
        }
        offs
    }

    /// The teams, winner first; those that it left level stand together.
    ///
    /// By points, and among equals by the matches between them: three may play one another or one after the other. Four or more that
    /// play a knockout stand by it: who lost the final is second, whoever won the match for third place.
    pub fn order(&self) -> Vec<Vec<usize>> {
        self.parted(&self.teams)
    }

    /// As [`order`](Self::order), where teams stand together that matches to come may still put in any order: once one who has lost meets
    /// one who has not, everybody meets everybody, unless they play one after the other.
    pub fn settled(&self) -> Vec<Vec<usize>> {
        let order = self.order();
        let is_of = |m: &PlayOffMatch, one: usize, other: usize| m.teams.contains(&one) && m.teams.contains(&other);
        let to_come = |team: usize| -> HalfPoints {
            let is_met = |other: usize| other == team || self.matches.iter().any(|m| is_of(m, team, other));
            self.teams.iter().filter(|other| !is_met(**other)).map(|_| HalfPoints::WIN).sum()
        };
        let has_beaten = |one: usize, other: usize| self.points(one, &[one, other]) > self.points(other, &[one, other]);
        let is_above =
            |tiers: &[Vec<usize>]| tiers[0].iter().all(|one| tiers[1].iter().all(|other| has_beaten(*one, *other)));
        let crosses = |(at, m): (usize, &PlayOffMatch)| {
            let (before, [one, other]) = (&self.matches[..at], m.teams);
            let has_lost =
                |team| before.iter().any(|m| m.teams.iter().any(|by| is_of(m, team, *by) && has_beaten(*by, team)));
            !before.iter().any(|m| is_of(m, one, other)) && has_lost(one) != has_lost(other)
        };
        let is_over = self.teams.iter().all(|team| to_come(*team) == HalfPoints::ZERO);
        if is_over || order.windows(2).all(is_above) || !self.matches.iter().enumerate().any(crosses) {
            return order;
        }
        let least = |team: &usize| self.points(*team, &self.teams);
        let most = |team: &usize| least(team) + to_come(*team);
        let mut settled: Vec<Vec<usize>> = vec![Vec::new()];
        for (at, tier) in order.iter().enumerate() {
            let behind = order[at..].iter().flatten().map(most).max();
            if at > 0 && order[..at].iter().flatten().map(least).min() > behind {
                settled.push(Vec::new());
            }
            settled.last_mut().into_iter().for_each(|last| last.extend(tier));
        }
        settled
    }

    /// What a team has of the matches among these.
    fn points(&self, team: usize, among: &[usize]) -> HalfPoints {
        let of_match = |m: &PlayOffMatch| {
            let is_among = m.teams.iter().all(|t| among.contains(t));
            let side = if m.teams[0] == team { Side::First } else { Side::Second };
            (is_among && m.teams.contains(&team)).then(|| m.result.points(side))
        };
        self.matches.iter().filter_map(of_match).sum()
    }

    fn parted(&self, teams: &[usize]) -> Vec<Vec<usize>> {
        if let Some([winners, losers]) = first_round(teams, &self.matches) {
            return [self.parted(&winners), self.parted(&losers)].concat();
        }
        let mut best_first: Vec<(HalfPoints, usize)> =
            teams.iter().map(|team| (self.points(*team, teams), *team)).collect();
        best_first.sort_by_key(|(points, _)| -*points);
        let runs = best_first.chunk_by(|one, other| one.0 == other.0);
        let runs = runs.map(|run| run.iter().map(|(_, team)| *team).collect::<Vec<usize>>());
        runs.flat_map(|run| if run.len() < teams.len() { self.parted(&run) } else { vec![run] }).collect()
    }
}

/// Winners and losers of the first round of a play-off by knockout: each of the teams met one of the others first, and nobody who won has
/// met a loser of another match since.
pub fn first_round<'m>(
    teams: &[usize],
    matches: impl IntoIterator<Item = &'m PlayOffMatch>,
) -> Option<[Vec<usize>; 2]> {
    let is_among = |m: &&PlayOffMatch| m.teams.iter().all(|team| teams.contains(team));
    let among: Vec<&PlayOffMatch> = matches.into_iter().filter(is_among).collect();
    let met_first = |team: usize| {
        let [one, other] = among.iter().find(|m| m.teams.contains(&team))?.teams;
        Some(if one == team { other } else { one })
    };
    let is_between = |m: &&&PlayOffMatch, pair: [usize; 2]| pair.iter().all(|team| m.teams.contains(team));
    let (mut winners, mut losers) = (Vec::new(), Vec::new());
    for &team in teams {
        let opponent = met_first(team).filter(|opponent| met_first(*opponent) == Some(team))?;
        let points = |of: usize| -> HalfPoints {
            let side = |m: &PlayOffMatch| if m.teams[0] == of { Side::First } else { Side::Second };
            among.iter().filter(|m| is_between(m, [team, opponent])).map(|m| m.result.points(side(m))).sum()
        };
        match points(team).cmp(&points(opponent)) {
            Ordering::Greater => winners.push(team),
            Ordering::Less => losers.push(team),
            Ordering::Equal => return None,
        }
    }
    let crosses = |m: &&PlayOffMatch| {
        let [one, other] = m.teams;
        winners.contains(&one) != winners.contains(&other) && met_first(one) != Some(other)
    };
    (winners.len() > 1 && !among.iter().any(crosses)).then_some([winners, losers])
}

/// Level teams as far as play-offs part them: whoever lost one to another of them stands behind.
pub fn tiers(level: &[usize], play_offs: &[PlayOff]) -> Vec<Vec<usize>> {
    if let Some(parts) = first_round(level, play_offs.iter().flat_map(|play_off| &play_off.matches)) {
        return parts.iter().flat_map(|part| tiers(part, play_offs)).collect();
    }
    let orders: Vec<Vec<Vec<usize>>> = play_offs.iter().map(PlayOff::order).collect();
    let (mut rest, mut tiers) = (level.to_vec(), Vec::new());
    while !rest.is_empty() {
        let is_beaten = |team: &usize| {
            let better = |order: &Vec<Vec<usize>>| {
                let own = order.iter().position(|tier| tier.contains(team))?;
                order[..own].iter().flatten().find(|other| rest.contains(other)).copied()
            };
            orders.iter().any(|order| better(order).is_some())
        };
        let (behind, first) = rest.iter().copied().partition(is_beaten);
        tiers.push(first);
        rest = behind;
    }
    tiers
}

/// The play-offs, those of teams that only play-offs can part as one where they are the first round of a knockout.
fn by_rounds(lines: &[Line], play_offs: &[PlayOff], ties: Ties) -> Vec<PlayOff> {
    let mut offs = play_offs.to_vec();
    for run in lines.chunk_by(Line::is_level_with) {
        let teams: Vec<usize> = run.iter().map(|line| line.index).collect();
        let is_of_run = |off: &mut PlayOff| off.teams.iter().all(|team| teams.contains(team));
        let matches = offs.iter().flat_map(|off| &off.matches);
        if run.iter().all(|line| run[0].is_tied_with(line, ties)) && first_round(&teams, matches).is_some() {
            let matches = offs.extract_if(.., is_of_run).flat_map(|off| off.matches).collect();
            offs.push(PlayOff { teams, matches });
        }
    }
    offs
}

/// Gives teams the places that their play-offs came to. The teams of each are level.
///
/// Teams that tie-breaks had parted take, in the order of the play-off, the places that they held together; where several share a
/// place, those beaten stand behind the others.
pub fn settle(lines: &mut [Line], play_offs: &[PlayOff], ties: Ties) {
    if play_offs.is_empty() {
        return;
    }
    let play_offs = &by_rounds(lines, play_offs, ties);
    for play_off in play_offs {
        let held: Vec<usize> = (0..lines.len()).filter(|at| play_off.teams.contains(&lines[*at].index)).collect();
        let ranks: Vec<u32> = held.iter().map(|at| lines[*at].rank).collect();
        let order = play_off.order();
        let mut seated: Vec<Line> = held.iter().map(|at| lines[*at].clone()).collect();
        seated.sort_by_key(|line| order.iter().position(|tier| tier.contains(&line.index)));
        for ((at, rank), line) in held.into_iter().zip(ranks).zip(seated) {
            lines[at] = Line { rank, ..line };
        }
    }
    for run in lines.chunk_by_mut(|one, other| one.group == other.group && one.rank == other.rank) {
        let tiers = tiers(&run.iter().map(|line| line.index).collect::<Vec<_>>(), play_offs);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn between(results: &[([usize; 2], MatchResult)]) -> Vec<Vec<usize>> {
        let offs = PlayOff::of(results.iter().map(|(teams, result)| PlayOffMatch { teams: *teams, result: *result }));
        assert_eq!(offs.len(), 1);
        offs[0].order()
    }

    #[test]
    fn a_drawn_play_off_goes_on_until_one_match_decides() {
        assert_eq!(between(&[([4, 7], MatchResult::Drawn)]), [[4, 7]]);
        assert_eq!(between(&[([4, 7], MatchResult::Drawn), ([4, 7], MatchResult::Second)]), [[7], [4]]);
    }

    #[test]
    fn three_play_one_after_the_other_or_everybody_everybody() {
        let won = MatchResult::First;
        assert_eq!(between(&[([1, 2], won), ([2, 3], won)]), [[1], [2], [3]]);
        assert_eq!(between(&[([1, 2], won), ([1, 3], won)]), [vec![1], vec![2, 3]]);
        assert_eq!(between(&[([1, 2], won), ([2, 3], won), ([3, 1], won)]), [[1, 2, 3]]);
    }

    #[test]
    fn four_that_play_a_knockout_stand_by_its_rounds_whoever_wins_the_match_for_third_place() {
        let won = MatchResult::First;
        let semi_finals = [([1, 2], won), ([3, 4], won)];
        let final_of = |last: &[([usize; 2], MatchResult)]| between(&[&semi_finals[..], last].concat());
        assert_eq!(final_of(&[([1, 3], won)]), [vec![1], vec![3], vec![2, 4]]);
        assert_eq!(final_of(&[([1, 3], won), ([2, 4], won)]), [[1], [3], [2], [4]]);
        assert_eq!(final_of(&[([2, 4], won), ([3, 1], won)]), [[3], [1], [2], [4]]);
        // Everybody meets everybody: then points count.
        let rest = [([1, 3], won), ([2, 4], won), ([2, 3], won), ([1, 4], won)];
        assert_eq!(final_of(&rest), [vec![1], vec![2], vec![3], vec![4]]);
    }

    #[test]
    fn nothing_is_settled_among_four_who_all_meet_until_nobody_can_be_passed() {
        let won = MatchResult::First;
        let settled = |results: &[[usize; 2]]| {
            PlayOff::of(results.iter().map(|teams| PlayOffMatch { teams: *teams, result: won }))[0].settled()
        };
        assert_eq!(settled(&[[3, 5], [6, 4], [3, 4]]), [[3, 6, 4, 5]]);
        assert_eq!(settled(&[[3, 5], [6, 4], [3, 4], [6, 3]]), [vec![6], vec![3], vec![4, 5]]);
        assert_eq!(settled(&[[1, 2], [2, 3], [2, 4]]), [[2, 1, 3, 4]]);
        assert_eq!(settled(&[[3, 4], [2, 3], [1, 2]]), [[1], [2], [3], [4]], "one after the other");
        assert_eq!(settled(&[[1, 2], [3, 4], [1, 3]]), [vec![1], vec![3], vec![2, 4]], "a knockout");
        let all = [[1, 2], [1, 3], [4, 1], [2, 3], [2, 4], [4, 3]];
        assert_eq!(settled(&all), [vec![1, 2, 4], vec![3]]);
    }

    #[test]
    fn who_lost_a_play_off_stands_behind_a_team_that_has_not_played_one() {
        let offs = PlayOff::of([PlayOffMatch { teams: [2, 3], result: MatchResult::First }]);
        assert_eq!(tiers(&[1, 2, 3], &offs), [vec![1, 2], vec![3]]);
    }
}
