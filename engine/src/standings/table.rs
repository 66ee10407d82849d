//! The table: points first, then each tie-break in turn within the teams still tied.

use super::scorebook::{Cell, Field, Score, Scorebook};
use super::tie_break::TieBreak;
use super::tiebreak;
use super::value::Value;
use crate::tournament::{HalfPoints, TeamId};
use serde::{Deserialize, Serialize};

/// Who shares a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Places {
    /// Only teams that every tie-break leaves level.
    #[default]
    Broken,
    /// Everyone on the same points; tie-breaks only order the lines.
    Shared,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    pub tiebreaks: Vec<TieBreak>,
    pub places: Places,
    /// A team whose whole score came without play loses every tie-break to one that played for its points.
    pub unplayed_last: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { tiebreaks: TieBreak::default_order(false), places: Places::default(), unplayed_last: false }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Place, from 1; the same for teams that share it. Counted within the group.
    pub rank: u32,
    /// As in [`super::scorebook::Scorecard::group`].
    pub group: u32,
    /// Index into [`Field::entries`].
    pub index: usize,
    pub team: TeamId,
    pub points: HalfPoints,
    /// Values of the tie-breaks, in the order of the settings.
    pub tiebreaks: Vec<Value>,
    /// How many of them were applied before nobody was tied with the team.
    pub applied: usize,
    /// Rounds won, at the board or by forfeit.
    pub wins: u32,
    /// Rounds drawn, at the board, or with one match of two forfeited each.
    pub draws: u32,
    /// Rounds lost, at the board or by forfeit.
    pub losses: u32,
    pub provisional: bool,
    /// Listed, but out of the prizes.
    pub house: bool,
    /// Left a round robin early; its results count for nobody.
    pub struck: bool,
    pub withdrawn: bool,
    /// Its whole score came without play, so that it is last on its points.
    pub unplayed: bool,
    /// Tie-break points were taken off by ruling.
    pub penalised: bool,
    /// The place that it shares by how far it came in a knockout, whatever its points.
    pub by_round: Option<u32>,
}

impl Line {
    /// Whether a tie-break among the tied, the one at this place of the settings, was not needed: the tie was already broken.
    pub fn is_idle(&self, tie_break: TieBreak, at: usize) -> bool {
        tie_break.is_within_tie() && at >= self.applied
    }

    /// Whether only tie-breaks, a play-off or the lot part the two.
    pub fn is_level_with(&self, other: &Self) -> bool {
        let is_level = self.by_round == other.by_round && (self.by_round.is_some() || self.points == other.points);
        is_level && self.group == other.group && self.struck == other.struck
    }
}

/// The score of every entry, as its standings have it.
pub fn scores(field: &Field) -> Vec<HalfPoints> {
    let book = Scorebook::new(field);
    (0..book.teams()).map(|team| book.score(team, Score::Match)).collect()
}

/// The standings, group by group, best first. Teams that nothing parts stand in seed order.
pub fn table(field: &Field, settings: &Settings) -> Vec<Line> {
    let book = Scorebook::new(field);
    let mut ranking = rank(&book, settings);
    let mut applied = vec![settings.tiebreaks.len(); book.teams()];
    for (column, groups) in ranking.tied.iter().enumerate().rev() {
        groups.iter().filter(|group| group.len() == 1).for_each(|group| applied[group[0]] = column);
    }
    let (mut rank, mut group_start) = (0, 0);
    let mut lines: Vec<Line> = Vec::with_capacity(book.teams());
    for (position, &index) in ranking.order.iter().enumerate() {
        let entry = &field.entries[index];
        if lines.last().is_some_and(|before| before.group != entry.group) {
            group_start = position;
        }
        if ranking.starts[position] {
            rank = (position - group_start) as u32 + 1;
        }
        let [wins, draws, losses] = results(&book, index);
        lines.push(Line {
            rank,
            group: entry.group,
            index,
            team: entry.record.team,
            points: book.score(index, Score::Match),
            tiebreaks: std::mem::take(&mut ranking.values[index]),
            applied: applied[index],
            wins,
            draws,
            losses,
            provisional: book.is_provisional(index),
            house: entry.house,
            struck: book.is_struck(index),
            withdrawn: entry.withdrawn,
            unplayed: is_unplayed(&book, settings, index),
            penalised: ranking.penalised.is_some() && entry.penalty != HalfPoints::ZERO,
            by_round: None,
        });
    }
    lines
}

/// Teams in order, and how they came to stand so.
pub struct Ranking {
    pub order: Vec<usize>,
    /// True for the first of each run of teams that share a place.
    pub starts: Vec<bool>,
    /// Values of each team, by index, in the order of the settings.
    pub values: Vec<Vec<Value>>,
    /// For each tie-break the groups that were still tied when it was applied.
    pub tied: Vec<Vec<Vec<usize>>>,
    /// The column that penalties in tie-break points come off.
    pub penalised: Option<usize>,
}

/// Ranks: each tie-break is applied to every group that is still tied.
pub fn rank(book: &Scorebook<'_>, settings: &Settings) -> Ranking {
    let field = book.field();
    let first = |team: usize| {
        (
            field.entries[team].group,
            book.is_struck(team),
            -book.score(team, Score::Match),
            is_unplayed(book, settings, team),
        )
    };
    let mut order: Vec<usize> = (0..book.teams()).collect();
    order.sort_by_key(|t| (first(*t), field.entries[*t].seed, *t));
    let mut starts = group_starts(&order, |a, b| first(a) == first(b));
    let on_points = group_starts(&order, |a, b| {
        let ((group, struck, score, _), other) = (first(a), first(b));
        (group, struck, score) == (other.0, other.1, other.2)
    });
    let mut values = vec![Vec::with_capacity(settings.tiebreaks.len()); book.teams()];
    let mut tied = Vec::with_capacity(settings.tiebreaks.len());
    let penalised = settings.tiebreaks.iter().position(|t| t.counts_points());
    for (column, tie_break) in settings.tiebreaks.iter().enumerate() {
        let mut groups = Vec::new();
        for (from, to) in spans(&starts, order.len()) {
            let group = &mut order[from..to];
            for (team, value) in group.iter().zip(tiebreak::values(*tie_break, book, group)) {
                let penalty = if penalised == Some(column) { field.entries[*team].penalty } else { HalfPoints::ZERO };
                values[*team].push(value - penalty.into());
            }
            groups.push(group.to_vec());
            group.sort_by(|a, b| {
                let ascending = values[*a][column].cmp(&values[*b][column]);
                if tie_break.lower_is_better() { ascending } else { ascending.reverse() }
            });
        }
        let parted = group_starts(&order, |a, b| values[a][column] == values[b][column]);
        starts = starts.iter().zip(parted).map(|(before, now)| *before || now).collect();
        tied.push(groups);
    }
    let starts = if settings.places == Places::Shared { on_points } else { starts };
    Ranking { order, starts, values, tied, penalised }
}

/// Whether a team is last on its points, for its whole score came without play.
fn is_unplayed(book: &Scorebook<'_>, settings: &Settings, team: usize) -> bool {
    let has_scored = |c: &Cell| matches!(c, Cell::Met { at_board, .. } if *at_board > HalfPoints::ZERO);
    settings.unplayed_last
        && book.score(team, Score::Match) > HalfPoints::ZERO
        && !book.row(team).iter().any(has_scored)
}

/// Where a new group begins: true at the first of each run that `alike` holds together.
fn group_starts(order: &[usize], alike: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    (0..order.len()).map(|i| i == 0 || !alike(order[i - 1], order[i])).collect()
}

fn spans(starts: &[bool], len: usize) -> Vec<(usize, usize)> {
    let froms: Vec<usize> = (0..len).filter(|i| starts[*i]).collect();
    let tos = froms.iter().skip(1).copied().chain([len]);
    froms.iter().copied().zip(tos).collect()
}

fn results(book: &Scorebook<'_>, team: usize) -> [u32; 3] {
    use crate::tournament::Unplayed;
    let half = book.draw(Score::Match);
    let mut results = [0; 3];
    for cell in book.row(team) {
        match cell {
            Cell::Met { own, .. } => {
                results[match own.cmp(&half) {
                    std::cmp::Ordering::Greater => 0,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Less => 2,
                }] += 1
            }
            Cell::Missed { kind: Unplayed::ForfeitWin, points, .. } => results[usize::from(*points <= half)] += 1,
            Cell::Missed { kind: Unplayed::ForfeitLoss, .. } => results[2] += 1,
            _ => {}
        }
    }
    results
}
