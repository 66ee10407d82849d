//! Gives each prize to a team or school, most valuable first, and what the ceremony needs: how many trophies to order, and the
//! list to read aloud.

use super::super::table::Line;
use super::kind::{Prize, PrizeKind};
use super::play_off::{PlayOffKind, PlayOffMatch, Ties, open};
use super::shared::divided;
use super::winner::{Award, SchoolScore, Winner};
use crate::tournament::{Grade, HalfPoints, SchoolId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The announced rules of prize-giving.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// What decides between teams level on points.
    pub ties: Ties,
    /// A team may win several prizes.
    pub many_a_team: bool,
    /// The format of a play-off among three or more; `None` until it is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play_off: Option<PlayOffKind>,
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
    /// Expelled, or moved to another section.
    pub ineligible: bool,
    /// Never sat down at a table: it wins no prize but one that the director gives it.
    pub never_played: bool,
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
    play_offs: &[PlayOffMatch],
) -> Vec<Award> {
    let group_of = lines.iter().map(|line| (line.index, line.group)).collect();
    let all = order(lines, contenders, rules, play_offs, |_| true);
    let (lists, alike) = Default::default();
    let among = |admits: Admits<'_>| order(lines, contenders, rules, play_offs, admits);
    let mut giving = Giving {
        contenders,
        prizes,
        rules,
        among: &among,
        order: all,
        group_of,
        lists,
        alike,
        barred: BTreeMap::new(),
    };
    for (at, prize) in prizes.iter().enumerate() {
        let of_list = among(&|team| giving.admits(prize, team));
        giving.lists.entry(giving.list_of(at)).or_insert(of_list);
    }
    giving.alike = giving.first_alike(play_offs);
    let mut sequence: Vec<usize> = (0..prizes.len()).collect();
    sequence.sort_by_key(|at| (std::cmp::Reverse(prizes[*at].value), prizes[*at].kind.turn(), *at));
    let by_hand = |prize: &Prize| {
        let fits = |line: &&Line| prize.named_winner == Some(line.index) && prize.group.is_none_or(|g| g == line.group);
        lines.iter().find(fits).filter(|line| may_be_given(line, contenders)).map(|line| line.index)
    };
    let admits = |prize: &Prize, team: usize| by_hand(prize).is_none() && giving.admits(prize, team);
    let mut shared = match rules.ties {
        Ties::Shared => divided(prizes, &giving.order, &admits, |p| giving.bars(p)),
        Ties::TieBreaks | Ties::PlayOff => BTreeMap::new(),
    };
    let taken = prizes.iter().filter(|prize| giving.bars(prize)).filter_map(by_hand).collect();
    let mut ways = BTreeSet::from([Way { taken, ..Way::default() }]);
    let mut awards = Vec::with_capacity(prizes.len());
    for at in sequence {
        let prize = &prizes[at];
        let given = by_hand(prize);
        let winner = match prize.kind {
            PrizeKind::School { best, .. } if let Some(team) = given => {
                school_of(&school_scores(lines, contenders, best), &contenders[team], team)
            }
            _ if let Some(team) = given => Winner::Team(team),
            PrizeKind::Place(_) | PrizeKind::Class(..) if rules.ties == Ties::Shared => {
                shared.remove(&at).unwrap_or(Winner::Nobody)
            }
            PrizeKind::Place(_) | PrizeKind::Class(..) => giving.give(at, &mut ways),
            PrizeKind::School { place, best } => school_winner(&school_scores(lines, contenders, best), place),
            PrizeKind::Special => Winner::Nobody,
        };
        awards.push(Award { prize: at, winner });
    }
    awards
}

/// Whether a team wins prizes at all.
pub fn may_win(line: &Line, contenders: &[Contender]) -> bool {
    !contenders[line.index].never_played && may_be_given(line, contenders)
}

/// Whether the director may give a team a prize.
fn may_be_given(line: &Line, contenders: &[Contender]) -> bool {
    !line.house && !line.struck && !contenders[line.index].ineligible
}

/// Eligible teams, best first, in groups that nothing parts yet.
fn order(
    lines: &[Line],
    contenders: &[Contender],
    rules: Rules,
    play_offs: &[PlayOffMatch],
    admits: impl Fn(usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut eligible: Vec<&Line> = lines.iter().filter(|line| may_win(line, contenders)).collect();
    if lines.iter().any(|line| line.group != lines[0].group) {
        // Class prizes go over all groups: by points, the stronger group first among equals.
        eligible.sort_by_key(|line| -line.points);
    }
    let runs = eligible.chunk_by(|before, line| before.is_level_with(line));
    let groups = runs.flat_map(|run| {
        let admitted: Vec<&Line> = run.iter().copied().filter(|line| admits(line.index)).collect();
        let plays_in = |lines: &[&Line], team: usize| lines.iter().any(|line| line.index == team);
        let mut of_run = play_offs.iter().filter(|one| one.teams.iter().all(|team| plays_in(run, *team)));
        // A play-off moves also those who are not admitted between those who are.
        let is_of_all = of_run.any(|one| one.teams.iter().any(|team| !plays_in(&admitted, *team)));
        open(if is_of_all { run } else { &admitted }, play_offs, rules.ties, rules.play_off)
    });
    let groups = groups.map(|group| group.into_iter().filter(|team| admits(*team)).collect::<Vec<usize>>());
    groups.filter(|group| !group.is_empty()).collect()
}

/// What is known of one of the ways in which the play-offs to come may end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Way {
    /// Teams that have won a prize which bars them from others.
    taken: BTreeSet<usize>,
    /// Of the prizes for the places of one list, by the first of them.
    seen: BTreeMap<usize, Seen>,
}

/// The places of one list that were looked at.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Seen {
    /// From this place on ...
    from: u32,
    /// ... to this one everybody is barred.
    to: u32,
    /// Who is placed there, or above.
    placed: BTreeSet<usize>,
}

/// Which teams are looked at.
type Admits<'a> = &'a dyn Fn(usize) -> bool;

struct Giving<'a> {
    contenders: &'a [Contender],
    prizes: &'a [Prize],
    rules: Rules,
    /// The order of some of the teams, by what was played among them.
    among: &'a dyn Fn(Admits<'_>) -> Vec<Vec<usize>>,
    order: Vec<Vec<usize>>,
    group_of: BTreeMap<usize, u32>,
    /// Those admitted to the prizes for the places of one list, by the first of them: a play-off decides among those whom it concerns.
    lists: BTreeMap<usize, Vec<Vec<usize>>>,
    /// Of each team the first that is level with it and admitted to the same prizes.
    alike: BTreeMap<usize, usize>,
    /// Of each list that was come to, by the first of its prizes, who was barred from it whatever comes: its play-off is among the others.
    barred: BTreeMap<usize, BTreeSet<usize>>,
}

impl Giving<'_> {
    fn admits(&self, prize: &Prize, team: usize) -> bool {
        match prize.kind {
            PrizeKind::Place(_) => prize.group.is_none_or(|group| self.group_of.get(&team) == Some(&group)),
            PrizeKind::Class(class, _) => class.admits(self.contenders[team].grade, self.contenders[team].rating),
            PrizeKind::School { .. } | PrizeKind::Special => false,
        }
    }

    /// The first prize for the places of the same list.
    fn list_of(&self, at: usize) -> usize {
        let prize = &self.prizes[at];
        let same = |other: &Prize| other.kind.is_of_list(prize.kind) && other.group == prize.group;
        self.prizes.iter().position(same).unwrap_or(at)
    }

    fn bars(&self, prize: &Prize) -> bool {
        !self.rules.many_a_team && !prize.leaves_free()
    }

    /// Goes through every way in which the ties may come out: who wins in all of them has won.
    fn give(&mut self, at: usize, ways: &mut BTreeSet<Way>) -> Winner {
        let prize = &self.prizes[at];
        let in_all_ways = || {
            let taken = ways.iter().map(|way| way.taken.clone());
            taken.reduce(|all, taken| &all & &taken).unwrap_or_default()
        };
        let barred = match self.bars(prize) {
            true => self.barred.entry(self.list_of(at)).or_insert_with(in_all_ways).clone(),
            false => BTreeSet::new(),
        };
        let parted = (self.among)(&|team| self.admits(prize, team) && !barred.contains(&team));
        let (mut winners, mut nobody, mut next) = (BTreeSet::new(), false, BTreeSet::new());
        for way in ways.iter() {
            self.goes(at, way, &parted, |winner, after| {
                nobody |= winner.is_none();
                winners.extend(winner.map(|team| self.alike[&team]));
                next.insert(after);
            });
        }
        *ways = next;
        let wins = |team: &usize| self.alike.get(team).is_some_and(|first| winners.contains(first));
        let found: Vec<usize> = self.order.iter().flatten().copied().filter(wins).collect();
        match found.as_slice() {
            [] => Winner::Nobody,
            [only] if !nobody => Winner::Team(*only),
            _ => Winner::Undecided(found),
        }
    }

    /// Everybody to whom a prize may go in one way: who may stand at its place, or below those there who are barred.
    fn goes(&self, at: usize, way: &Way, parted: &[Vec<usize>], mut to: impl FnMut(Option<usize>, Way)) {
        let prize = &self.prizes[at];
        let bars = self.bars(prize);
        let list = self.list_of(at);
        let seen = way.seen.get(&list).cloned().unwrap_or_default();
        let place = prize.place();
        let mut open = vec![match (seen.from..=seen.to).contains(&place) {
            true if bars => (seen.from, seen.to + 1, seen.placed),
            false if place > seen.to => (place, place, seen.placed),
            _ => (place, place, BTreeSet::new()),
        }];
        while let Some((from, here, placed)) = open.pop() {
            let candidates = self.at_place(list, here, &placed, way, parted);
            if candidates.is_empty() {
                to(None, way.clone());
            }
            for team in candidates {
                let placed = placed.iter().copied().chain([team]).collect();
                if bars && way.taken.contains(&team) {
                    open.push((from, here + 1, placed));
                    continue;
                }
                let mut after = way.clone();
                if bars {
                    after.taken.insert(team);
                    after.seen.insert(list, Seen { from, to: here, placed });
                } else {
                    after.seen.remove(&list);
                }
                to(Some(team), after);
            }
        }
    }

    /// Who may take a place among those admitted, behind those in front in `parted`. Of teams that nothing distinguishes, the first
    /// represents each of them.
    fn at_place(
        &self,
        list: usize,
        place: u32,
        placed: &BTreeSet<usize>,
        way: &Way,
        parted: &[Vec<usize>],
    ) -> Vec<usize> {
        let mut begins = 1;
        for level in &self.lists[&list] {
            let (gone, left): (Vec<usize>, Vec<usize>) = level.iter().partition(|team| placed.contains(team));
            let above = (place - begins) as usize;
            begins += (gone.len() + left.len()) as u32;
            if place < begins {
                let tier = |team: &usize| parted.iter().position(|tier| tier.contains(team));
                let before = above.saturating_sub(gone.len());
                let behind = left.len().saturating_sub(before + 1);
                let fits = |team: &usize| {
                    let Some(own) = tier(team) else { return true };
                    let others = || left.iter().filter_map(tier);
                    others().filter(|other| *other < own).count() <= before
                        && others().filter(|other| *other > own).count() <= behind
                };
                let mut distinguished = BTreeSet::new();
                let known = |team: &usize| -> (usize, bool, Vec<bool>) {
                    let placed = way.seen.values().map(|seen| seen.placed.contains(team)).collect();
                    (self.alike[team], way.taken.contains(team), placed)
                };
                return left.iter().copied().filter(|team| fits(team) && distinguished.insert(known(team))).collect();
            }
        }
        Vec::new()
    }

    fn first_alike(&self, play_offs: &[PlayOffMatch]) -> BTreeMap<usize, usize> {
        // Who has played is like nobody else.
        let has_played = |team: usize| play_offs.iter().any(|one| one.teams.contains(&team)).then_some(team);
        let mut levels: BTreeMap<usize, Vec<Option<usize>>> = BTreeMap::new();
        for (list, order) in self.lists.values().enumerate() {
            for (level, teams) in order.iter().enumerate() {
                for team in teams {
                    levels.entry(*team).or_insert_with(|| vec![None; self.lists.len()])[list] = Some(level);
                }
            }
        }
        let mut first = BTreeMap::new();
        levels
            .into_iter()
            .map(|(team, levels)| (team, *first.entry((levels, has_played(team))).or_insert(team)))
            .collect()
    }
}

/// Every school by the sum of its best teams, best first; level sums by the ranks of those teams.
///
/// A team whose partners come from different schools counts for neither; a house team for none.
pub fn school_scores(lines: &[Line], contenders: &[Contender], best: u32) -> Vec<SchoolScore> {
    let mut schools: BTreeMap<SchoolId, SchoolScore> = BTreeMap::new();
    let mut best_first: Vec<&Line> = lines.iter().filter(|line| may_win(line, contenders)).collect();
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
    if level.len() > 1 {
        return Winner::UndecidedSchools(level);
    }
    let as_many = scores.iter().filter(|s| s.points == at.points && s.school != at.school);
    Winner::School(at.clone(), as_many.map(|s| s.school).collect())
}

/// A school prize that the director gives by one of the school's teams; to the team itself where it is of several schools.
fn school_of(scores: &[SchoolScore], contender: &Contender, team: usize) -> Winner {
    let [school] = contender.schools[..] else { return Winner::Team(team) };
    let unplayed = || SchoolScore { school, points: HalfPoints::ZERO, teams: vec![team], ranks: Vec::new() };
    Winner::School(scores.iter().find(|score| score.school == school).cloned().unwrap_or_else(unplayed), Vec::new())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Trophies {
    /// For players: two a team prize.
    pub players: u32,
    /// For schools: one a school prize.
    pub schools: u32,
}

/// Trophies for a list of prizes; once there are awards, also those that level teams win together.
pub fn trophies(prizes: &[Prize], awards: &[Award]) -> Trophies {
    let mut trophies = Trophies::default();
    for (at, prize) in prizes.iter().enumerate() {
        if matches!(prize.kind, PrizeKind::School { .. }) {
            trophies.schools += 1;
            continue;
        }
        let shared = awards.iter().filter(|a| a.prize == at).find_map(|a| match &a.winner {
            Winner::Shared { teams, .. } => Some(teams.len() as u32),
            Winner::InPoolOf(_) => Some(0),
            _ => None,
        });
        trophies.players += 2 * shared.unwrap_or(1);
    }
    trophies
}

/// The awards in the order in which they are read aloud: special prizes, classes, schools, then places, the winner last.
/// Prizes that are divided with another are not.
pub fn ceremony<'a>(prizes: &[Prize], awards: &'a [Award]) -> Vec<&'a Award> {
    let turn = |award: &&Award| match prizes[award.prize].kind {
        PrizeKind::Special => 0,
        PrizeKind::Class(..) => 1,
        PrizeKind::School { .. } => 2,
        PrizeKind::Place(_) => 3,
    };
    let mut order: Vec<&Award> =
        awards.iter().rev().filter(|award| !matches!(award.winner, Winner::InPoolOf(_))).collect();
    order.sort_by_key(turn);
    order
}
