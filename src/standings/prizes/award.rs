//! Gives each prize to a team or school, most valuable first.

use super::super::table::Line;
use super::kind::Kind;
use super::kind::Prize;
use super::play_off::{PlayOff, tiers};
use crate::tournament::Grade;
use crate::tournament::HalfPoints;
use crate::tournament::SchoolId;
use serde::Deserialize;
use serde::Serialize;
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
    /// All of these, who are level. What the places that they use up are worth is pooled and divided evenly [32B2].
    Shared {
        teams: Vec<usize>,
        /// The prizes in the pool, by their indices.
        pool: Vec<usize>,
    },
    /// Its place was used up by the teams that share this prize.
    InPoolOf(usize),
    /// One of these, best first: a play-off or the lot must decide. A team alone wins it if it wins nothing better.
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

/// Awards every prize. `lines` are the standings, play-offs included; `contenders` has one entry for each entry of the field.
///
/// The awards come in the order in which they were decided: most valuable first, then place, class, school and special
/// prizes [32B1]. House teams and struck ones win nothing [28M1].
pub fn award(
    lines: &[Line],
    contenders: &[Contender],
    prizes: &[Prize],
    rules: Rules,
    play_offs: &[PlayOff],
) -> Vec<Award> {
    let group_of = lines.iter().map(|line| (line.index, line.group)).collect();
    let order = order(lines, contenders, rules, play_offs);
    let mut giving = Giving { contenders, prizes, rules, order, group_of, pooled: BTreeMap::new() };
    let mut sequence: Vec<usize> = (0..prizes.len()).collect();
    sequence.sort_by_key(|at| (std::cmp::Reverse(prizes[*at].value), rank_of_kind(prizes[*at].kind), *at));
    let mut ways = BTreeSet::from([BTreeSet::new()]);
    let mut awards = Vec::with_capacity(prizes.len());
    for at in sequence {
        let prize = &prizes[at];
        let winner = match prize.kind {
            Kind::Place(_) | Kind::Class(..) if rules.ties == Ties::Shared => giving.share(at, &mut ways),
            Kind::Place(_) | Kind::Class(..) => giving.give(prize, &mut ways),
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
    let level = eligible.chunk_by(|before, line| match rules.ties {
        Ties::TieBreaks => {
            before.group == line.group
                && before.rank == line.rank
                && (line.by_round || before.tiebreaks == line.tiebreaks)
        }
        Ties::PlayOff | Ties::Shared => before.is_level_with(line),
    });
    level.flat_map(|run| tiers(&run.iter().map(|line| line.index).collect::<Vec<_>>(), play_offs)).collect()
}

/// Teams that have won a prize which bars them from others, in one of the ways in which the play-offs to come may end.
type Taken = BTreeSet<usize>;

struct Giving<'a> {
    contenders: &'a [Contender],
    prizes: &'a [Prize],
    rules: Rules,
    order: Vec<Vec<usize>>,
    group_of: BTreeMap<usize, u32>,
    /// Prizes whose place was used up, and the prize that their value is shared with.
    pooled: BTreeMap<usize, usize>,
}

impl Giving<'_> {
    fn admits(&self, prize: &Prize, team: usize) -> bool {
        match prize.kind {
            Kind::Place(_) => prize.group.is_none_or(|group| self.group_of.get(&team) == Some(&group)),
            Kind::Class(class, _) => class.admits(self.contenders[team].grade, self.contenders[team].rating),
            Kind::School { .. } | Kind::Special => false,
        }
    }

    fn bars(&self, prize: &Prize) -> bool {
        !self.rules.many_a_team && !prize.leaves_free()
    }

    /// The best level teams that are admitted and free, from the prize's place among the admitted downwards, and the
    /// place at which they begin.
    fn level(&self, prize: &Prize, taken: &Taken) -> (u32, Vec<usize>) {
        let mut begins = 1;
        for level in &self.order {
            let admitted = level.iter().copied().filter(|team| self.admits(prize, *team));
            let (free, gone): (Vec<usize>, Vec<usize>) =
                admitted.partition(|team| !self.bars(prize) || !taken.contains(team));
            let next = begins + (free.len() + gone.len()) as u32;
            if prize.place() < next && !free.is_empty() {
                return (begins, free);
            }
            begins = next;
        }
        (begins, Vec::new())
    }

    /// Goes through every way in which the ties may come out: who wins in all of them has won.
    fn give(&self, prize: &Prize, ways: &mut BTreeSet<Taken>) -> Winner {
        let (mut winners, mut nobody) = (BTreeSet::new(), false);
        let mut next = BTreeSet::new();
        for taken in ways.iter() {
            let (_, free) = self.level(prize, taken);
            nobody |= free.is_empty();
            if free.is_empty() || !self.bars(prize) {
                next.insert(taken.clone());
            }
            for team in &free {
                let alike = self.alike(*team);
                // Of teams that every prize takes for the same, the first stands for each of them.
                if self.bars(prize) && alike.iter().find(|other| free.contains(other)) == Some(team) {
                    next.insert(taken.iter().copied().chain([*team]).collect());
                }
                winners.extend(alike.into_iter().filter(|other| self.bars(prize) || free.contains(other)));
            }
        }
        *ways = next;
        let found: Vec<usize> = self.order.iter().flatten().copied().filter(|team| winners.contains(team)).collect();
        match found.as_slice() {
            [] => Winner::Nobody,
            [only] if !nobody => Winner::Team(*only),
            _ => Winner::Undecided(found),
        }
    }

    /// The teams level with this one that are admitted to the same prizes, itself among them.
    fn alike(&self, team: usize) -> Vec<usize> {
        let same = |other: &usize| self.prizes.iter().all(|p| self.admits(p, team) == self.admits(p, *other));
        self.order.iter().find(|level| level.contains(&team)).into_iter().flatten().copied().filter(same).collect()
    }

    /// Level teams take as many places as they are: the prizes for these are one pool, and nobody behind gets any of them.
    fn share(&mut self, at: usize, ways: &mut BTreeSet<Taken>) -> Winner {
        if let Some(first) = self.pooled.get(&at) {
            return Winner::InPoolOf(*first);
        }
        let prize = &self.prizes[at];
        let mut taken = ways.pop_first().unwrap_or_default();
        let (begins, teams) = self.level(prize, &taken);
        taken.extend(teams.iter().copied().filter(|_| self.bars(prize)));
        ways.insert(taken);
        if teams.len() < 2 {
            return teams.first().map_or(Winner::Nobody, |only| Winner::Team(*only));
        }
        let first = begins.min(prize.place());
        let used_up = first..first + teams.len() as u32;
        let is_pooled = |other: &usize| {
            let other = &self.prizes[*other];
            other.is_of_series(prize) && used_up.contains(&other.place())
        };
        let pool: Vec<usize> = (0..self.prizes.len())
            .filter(|other| *other == at || !self.pooled.contains_key(other))
            .filter(is_pooled)
            .collect();
        self.pooled.extend(pool.iter().map(|pooled| (*pooled, at)));
        Winner::Shared { teams, pool }
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
