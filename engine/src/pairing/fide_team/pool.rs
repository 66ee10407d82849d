//! The teams that C.04.6 has to pair, in the order of their pairing numbers.

use super::super::position::{ByeClass, Position};
use super::super::settings::{SchoolMode, Settings};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// One team of the pool. Its place in the pool is the order of its pairing number.
#[derive(Debug)]
struct Member {
    /// Index in the position.
    entrant: usize,
    /// Pairing score in half points, acceleration included.
    score: i32,
    /// Floated, either way, in the last round.
    floated: bool,
    played: usize,
    /// Had no bye, forfeit win or full-point bye yet; a half-point bye does not count [2.1.2].
    may_get_bye: bool,
    /// Teams it may not meet, sorted: played already, or forbidden.
    barred: Vec<usize>,
}

/// The teams of a round: who is present, without forced pairs, and a house team if that evens it [28M1].
#[derive(Debug)]
pub(super) struct Pool {
    members: Vec<Member>,
    /// The most teams that any one team may not meet.
    most_barred: usize,
    /// The last two rounds disregard earlier floats [2.3.4, 2.3.7].
    floats_matter: bool,
}

impl Pool {
    pub(super) fn of(position: &Position, settings: &Settings) -> Self {
        let mut place = vec![None; position.entrants.len()];
        let mut members: Vec<Member> = Vec::new();
        let mut present = position.playing();
        present.sort_by_key(|entrant| position.entrants[*entrant].seed);
        for (at, entrant) in present.into_iter().enumerate() {
            let facts = &position.entrants[entrant];
            place[entrant] = Some(at);
            members.push(Member {
                entrant,
                score: facts.score.0 + facts.virtual_points.0,
                floated: facts.floated_down || facts.floated_up,
                played: facts.met.len(),
                may_get_bye: facts.bye_class != ByeClass::HadFull,
                barred: Vec::new(),
            });
        }
        for (at, member) in members.iter_mut().enumerate() {
            let former = &position.entrants[member.entrant].met;
            member.barred.extend(
                former.iter().filter_map(|(opponent, _)| place[*opponent as usize]).filter(|other| *other != at),
            );
        }
        let forbidden = position.forbidden.iter().filter_map(|(a, b)| Some((place[*a as usize]?, place[*b as usize]?)));
        let mut forbidden: Vec<(usize, usize)> = forbidden.collect();
        if settings.school_mode == SchoolMode::Forbid {
            forbidden.extend(same_school(position, &members));
        }
        for (a, b) in forbidden.into_iter().filter(|(a, b)| a != b) {
            members[a].barred.push(b);
            members[b].barred.push(a);
        }
        for member in &mut members {
            member.barred.sort_unstable();
            member.barred.dedup();
        }
        let most_barred = members.iter().map(|member| member.barred.len()).max().unwrap_or(0);
        Self { members, most_barred, floats_matter: position.round + 1 < position.rounds }
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    pub(super) fn most_barred(&self) -> usize {
        self.most_barred
    }

    /// The most teams of `among` that any one of `teams` may not meet.
    pub(super) fn most_barred_from(&self, teams: &[usize], among: &[usize]) -> usize {
        let mut counts = vec![0; self.len()];
        among.iter().for_each(|team| counts[*team] = 1);
        let barred = |team: &usize| self.members[*team].barred.iter().map(|other| counts[*other]).sum();
        teams.iter().map(barred).max().unwrap_or(0)
    }

    /// All teams by pairing score, then number.
    pub(super) fn by_score(&self) -> impl Iterator<Item = usize> + use<> {
        let mut teams: Vec<usize> = (0..self.len()).collect();
        teams.sort_by_key(|team| Reverse(self.score(*team)));
        teams.into_iter()
    }

    /// Pairing score in half points.
    pub(super) fn score(&self, team: usize) -> i32 {
        self.members[team].score
    }

    /// Whether a team's float of the last round is to be taken into account in this one.
    pub(super) fn floated(&self, team: usize) -> bool {
        self.floats_matter && self.members[team].floated
    }

    pub(super) fn played(&self, team: usize) -> usize {
        self.members[team].played
    }

    /// Whether the bye may go to this team [2.1.2].
    pub(super) fn may_get_bye(&self, team: usize) -> bool {
        self.members[team].may_get_bye
    }

    /// Whether two teams may be paired [2.1.1].
    pub(super) fn may_meet(&self, a: usize, b: usize) -> bool {
        a != b && self.members[a].barred.binary_search(&b).is_err()
    }

    pub(super) fn entrant(&self, team: usize) -> usize {
        self.members[team].entrant
    }
}

fn same_school(position: &Position, members: &[Member]) -> Vec<(usize, usize)> {
    let mut of_school: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (at, member) in members.iter().enumerate() {
        for school in &position.entrants[member.entrant].schools {
            of_school.entry(*school).or_default().push(at);
        }
    }
    let pairs_of = |teams: &Vec<usize>| -> Vec<(usize, usize)> {
        teams.iter().enumerate().flat_map(|(i, a)| teams[i + 1..].iter().map(|b| (*a, *b))).collect()
    };
    of_school.values().flat_map(pairs_of).collect()
}
