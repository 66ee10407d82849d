//! Gives each prize to a team or school, most valuable first.

use super::super::table::Line;
use super::kind::Kind;
use super::kind::Prize;
use super::play_off::PlayOff;
use crate::tournament::Grade;
use crate::tournament::HalfPoints;
use crate::tournament::SchoolId;
use serde::Deserialize;
use serde::Serialize;
use std::collections::BTreeMap;

/// What decides between teams level on points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The announced tie-breaks, and a play-off where they are exhausted.
    #[default]
    TieBreaks,
    /// A play-off; tie-breaks decide nothing.
    PlayOff,
    /// Nothing: all of them win it.
    Shared,
}

/// The announced rules of prize-giving.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// What decides between teams level on points.
    pub ties: Ties,
    /// A team may win several prizes.
    pub many_a_team: bool,
}

/// What prizes ask about a team, in the order of the field's entries.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contender {
    /// Grade of the older partner.
    pub grade: Option<Grade>,
    /// Team rating; `None` is unrated.
    pub rating: Option<u32>,
    /// The team's schools; it counts for a school prize only if that is one.
    pub schools: Vec<SchoolId>,
    /// Ruled out by the director, such as for leaving early.
    pub ineligible: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Winner {
    /// This team: index into the field's entries.
    Team(usize),
    /// All of these, who are level.
    Shared(Vec<usize>),
    /// One of these: a play-off or the lot must decide.
    Undecided(Vec<usize>),
    School(SchoolScore),
    /// One of these schools, level in every respect.
    UndecidedSchools(Vec<SchoolScore>),
    /// Nobody is left who could win it, or nobody has been named.
    Nobody,
}

/// A school's best teams.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchoolScore {
    pub school: SchoolId,
    /// Their points, added up.
    pub points: HalfPoints,
    /// The teams that count, best first.
    pub teams: Vec<usize>,
    /// Their ranks, in the same order; the lower list decides between level schools.
    pub ranks: Vec<u32>,
}

/// A prize and who got it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Award {
    /// Index into the list of prizes.
    pub prize: usize,
    pub winner: Winner,
}

/// Awards every prize. `lines` are the standings; `contenders` has one entry for each entry of the field.
///
/// The awards come in the order in which they were decided: most valuable first, then place, class, school and special
/// prizes. House teams and struck ones win nothing [28M1].
pub fn award(
    lines: &[Line],
    contenders: &[Contender],
    prizes: &[Prize],
    rules: Rules,
    play_offs: &[PlayOff],
) -> Vec<Award> {
    let mut round =
        Giving { order: order(lines, contenders, rules, play_offs), rules, taken: Vec::new(), pending: Vec::new() };
    let group_of: BTreeMap<usize, u32> = lines.iter().map(|line| (line.index, line.group)).collect();
    let mut sequence: Vec<usize> = (0..prizes.len()).collect();
    sequence.sort_by_key(|at| (std::cmp::Reverse(prizes[*at].value), rank_of_kind(prizes[*at].kind), *at));
    let mut awards = Vec::with_capacity(prizes.len());
    for at in sequence {
        let prize = &prizes[at];
        let winner = match prize.kind {
            Kind::Place(_) => {
                round.give(prize, |index| prize.group.is_none_or(|group| group_of.get(&index) == Some(&group)))
            }
            Kind::Class(class, _) => {
                round.give(prize, |index| class.admits(contenders[index].grade, contenders[index].rating))
            }
            Kind::School { place, best } => school_winner(&school_scores(lines, contenders, best), place),
            Kind::Special => prize.named_winner.map_or(Winner::Nobody, Winner::Team),
        };
        awards.push(Award { prize: at, winner });
    }
    awards
}

fn rank_of_kind(kind: Kind) -> (u8, u32) {
    match kind {
        Kind::Place(place) => (0, place),
        Kind::Class(_, place) => (1, place),
        Kind::School { place, .. } => (2, place),
        Kind::Special => (3, 0),
    }
}

/// Eligible teams, best first, in groups that nothing parts yet.
fn order(lines: &[Line], contenders: &[Contender], rules: Rules, play_offs: &[PlayOff]) -> Vec<Vec<usize>> {
    let mut eligible: Vec<&Line> =
        lines.iter().filter(|l| !l.house && !l.struck && !contenders[l.index].ineligible).collect();
    if lines.iter().any(|line| line.group != lines[0].group) {
        // Class prizes go over all groups: by points, the stronger group first among equals.
        eligible.sort_by_key(|line| -line.points);
    }
    let mut groups: Vec<(&Line, Vec<usize>)> = Vec::new();
    for line in eligible {
        let is_level = |before: &Line| match rules.ties {
            _ if before.group != line.group => false,
            Ties::TieBreaks => before.rank == line.rank && before.tiebreaks == line.tiebreaks,
            Ties::PlayOff | Ties::Shared => before.points == line.points,
        };
        match groups.last_mut() {
            Some((before, group)) if is_level(before) => group.push(line.index),
            _ => groups.push((line, vec![line.index])),
        }
    }
    let points: BTreeMap<usize, HalfPoints> = lines.iter().map(|l| (l.index, l.points)).collect();
    let decided = |team: usize| play_offs.iter().filter_map(PlayOff::order).find(|order| order.contains(&team));
    let mut parted: Vec<Vec<usize>> = Vec::new();
    for (_, group) in groups {
        parted.extend(match decided(group[0]) {
            Some(order) if group.len() > 1 => part(&group, &order),
            _ => vec![group],
        });
    }
    // Under tie-breaks a play-off may be played by teams that the tie-breaks had parted; it then overrules them.
    for order in play_offs.iter().filter_map(PlayOff::order) {
        let places: Vec<usize> =
            (0..parted.len()).filter(|at| parted[*at].len() == 1 && order.contains(&parted[*at][0])).collect();
        let is_level = order.iter().all(|team| points.get(team) == points.get(&order[0]));
        if is_level && places.len() == order.len() {
            places.iter().zip(&order).for_each(|(at, team)| parted[*at] = vec![*team]);
        }
    }
    parted
}

/// A level group by the order of a play-off; those who took no part stay level behind.
fn part(group: &[usize], order: &[usize]) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = order.iter().filter(|team| group.contains(team)).map(|team| vec![*team]).collect();
    let rest: Vec<usize> = group.iter().copied().filter(|team| !order.contains(team)).collect();
    if !rest.is_empty() {
        parts.push(rest);
    }
    parts
}

/// Prize-giving under way.
struct Giving {
    order: Vec<Vec<usize>>,
    rules: Rules,
    /// Teams that have won a prize which bars them from others.
    taken: Vec<usize>,
    /// Level teams, and how many prizes already wait for them.
    pending: Vec<(Vec<usize>, usize)>,
}

impl Giving {
    /// The best team that is admitted and free, from the prize's place among the admitted downwards.
    fn give(&mut self, prize: &Prize, admits: impl Fn(usize) -> bool) -> Winner {
        let place = match prize.kind {
            Kind::Place(place) | Kind::Class(_, place) => place as usize,
            Kind::School { .. } | Kind::Special => 1,
        };
        let is_any_free = self.rules.many_a_team || prize.leaves_free();
        let mut passed = 0;
        for group in self.order.clone() {
            let admitted: Vec<usize> = group.into_iter().filter(|team| admits(*team)).collect();
            passed += admitted.len();
            let free: Vec<usize> =
                admitted.into_iter().filter(|team| is_any_free || !self.taken.contains(team)).collect();
            let waiting = self.pending.iter().find(|(level, _)| *level == free).map_or(0, |(_, prizes)| *prizes);
            if passed >= place && free.len() > if is_any_free { 0 } else { waiting } {
                return self.settle(prize, free);
            }
        }
        Winner::Nobody
    }

    fn settle(&mut self, prize: &Prize, free: Vec<usize>) -> Winner {
        let bars = !self.rules.many_a_team && !prize.leaves_free();
        match (free.as_slice(), self.rules.ties) {
            ([only], _) => {
                self.taken.extend(bars.then_some(*only));
                Winner::Team(*only)
            }
            (_, Ties::Shared) => {
                self.taken.extend(free.iter().filter(|_| bars));
                Winner::Shared(free)
            }
            _ => {
                match self.pending.iter_mut().find(|(group, _)| *group == free) {
                    Some((_, waiting)) => *waiting += usize::from(bars),
                    None => self.pending.push((free.clone(), usize::from(bars))),
                }
                Winner::Undecided(free)
            }
        }
    }
}

/// Every school by the sum of its best teams, best first; level sums by the ranks of those teams.
///
/// A team whose partners come from different schools counts for neither; a house team for none.
pub fn school_scores(lines: &[Line], contenders: &[Contender], best: u32) -> Vec<SchoolScore> {
    let mut schools: BTreeMap<SchoolId, SchoolScore> = BTreeMap::new();
    let mut best_first: Vec<&Line> =
        lines.iter().filter(|l| !l.house && !l.struck && !contenders[l.index].ineligible).collect();
    if lines.iter().any(|line| line.group != lines[0].group) {
        best_first.sort_by_key(|line| -line.points);
    }
    for line in best_first {
        let [school] = contenders[line.index].schools[..] else { continue };
        let empty = SchoolScore { school, points: HalfPoints::ZERO, teams: Vec::new(), ranks: Vec::new() };
        let score = schools.entry(school).or_insert(empty);
        if score.teams.len() < best as usize {
            score.points += line.points;
            score.teams.push(line.index);
            score.ranks.push(line.rank);
        }
    }
    let mut scores: Vec<SchoolScore> = schools.into_values().collect();
    scores.sort_by(|a, b| b.points.cmp(&a.points).then_with(|| a.ranks.cmp(&b.ranks)));
    scores
}

fn school_winner(scores: &[SchoolScore], place: u32) -> Winner {
    let Some(at) = scores.get(place.max(1) as usize - 1) else { return Winner::Nobody };
    let level: Vec<SchoolScore> =
        scores.iter().filter(|s| s.points == at.points && s.ranks == at.ranks).cloned().collect();
    if level.len() > 1 { Winner::UndecidedSchools(level) } else { Winner::School(at.clone()) }
}
