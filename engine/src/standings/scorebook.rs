//! Every round of every team in the shape that tie-breaks read, with the scores that they share.
//!
//! Here, once and for all: what a round counts in half points, what an unplayed round is worth to
//! opponents, which matches are struck out. The tie-breaks themselves only add and cut.

use super::value::Value;
use crate::tournament::{HalfPoints, MatchScore, Record, RoundRecord, Unplayed};
use std::cell::OnceCell;

/// A team as its standings see it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scorecard {
    /// What each round came to. Opponents are indices into [`Field::entries`].
    pub record: Record,
    /// 1..N: rating descending, unrated last.
    pub seed: u32,
    /// What is printed beside the name: the seed with which it entered. A late entry moves the seeds of others, and no number.
    pub number: u32,
    /// Lot drawn once at entry; lower is first.
    pub lot: u32,
    /// The group it plays in, such as its quad, from 1; 0 where the section is one field. Places count within a group.
    pub group: u32,
    /// A house team: listed, but out of the prizes [28M1].
    pub house: bool,
    /// Left the event for good.
    pub withdrawn: bool,
    /// Opponents that its schedule gives it in all, where who leaves early is struck out; `None` where results stand, as in a Swiss.
    pub due: Option<u32>,
    /// Tie-break points lost by ruling, such as for results not posted; taken off the first tie-break that counts points.
    pub penalty: HalfPoints,
    /// The team's own game points, board by board, one entry a round.
    ///
    /// Empty in bughouse, where the boards of a match share its result. Team events read from elsewhere distinguish them.
    pub board_points: Vec<Vec<HalfPoints>>,
}

impl Scorecard {
    /// A team with nothing beside its record; lot, number and seed alike.
    pub fn new(record: Record, seed: u32) -> Self {
        Self { record, seed, number: seed, lot: seed, ..Self::default() }
    }

    /// Whether the team has played less than half of the matches that its schedule gives it.
    pub fn falls_short(&self) -> bool {
        let played = self.record.rounds.iter().filter(|r| r.met().is_some()).count();
        self.due.is_some_and(|due| 2 * played < due as usize)
    }
}

/// Which edition of FIDE's tie-break rules [C.07] values unplayed rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FideEdition {
    /// In force until March 2026: the stand-in of an unplayed round has the team's own score, uncapped.
    Of2023,
    /// In force from March 1, 2026: the stand-in is capped [16.4.1, 16.4.2].
    #[default]
    Of2026,
}

/// A section as its standings see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Every team that ever stood in the section.
    pub entries: Vec<Scorecard>,
    /// Matches a round: 1, or 2 for a double round.
    pub matches: u8,
    /// Boards a match: 2.
    pub boards: u8,
    /// What a match won scores in the event, in hundredths of a point.
    pub win: i64,
    /// Everyone meets everyone, so forfeits count as played [C.07 15.2].
    pub round_robin: bool,
    /// Of quads: the group of those left over, if it plays a Swiss, where forfeits and byes count as in one.
    pub swiss_group: Option<u32>,
    /// Show the table as it stood after this round; `None` is now.
    pub after: Option<u32>,
    /// Which FIDE rules are in force; the US ones know no editions.
    pub fide: FideEdition,
}

impl Field {
    /// Whether a team meets everyone of its section or group.
    fn plays_all(&self, team: usize) -> bool {
        self.round_robin && self.swiss_group.is_none_or(|swiss| self.entries[team].group != swiss)
    }

    fn draw(&self, score: Score) -> HalfPoints {
        let draw = i32::from(self.matches);
        match score {
            Score::Match => HalfPoints(draw),
            Score::Game => HalfPoints(draw * i32::from(self.boards)),
        }
    }

    /// A Swiss section with single or double rounds.
    pub fn swiss(entries: Vec<Scorecard>, matches: u8) -> Self {
        Self {
            entries,
            matches,
            boards: 2,
            win: 100,
            round_robin: false,
            swiss_group: None,
            after: None,
            fide: FideEdition::default(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    Met {
        opponent: usize,
        own: HalfPoints,
        theirs: HalfPoints,
        /// Matches won less matches lost, over those that began; in a round robin also those that were forfeited.
        plus: i32,
        /// Half points of those matches.
        at_board: HalfPoints,
    },
    Missed {
        kind: Unplayed,
        points: HalfPoints,
        scheduled: Option<usize>,
    },
    /// The result is not in. Counts for nothing but the points of matches that are.
    Open {
        /// Half points so far.
        points: HalfPoints,
    },
    /// Against a team that left a round robin early: as if it had never been [round robins, withdrawal].
    Struck,
}

impl Cell {
    pub fn points(self) -> HalfPoints {
        match self {
            Self::Met { own, .. } => own,
            Self::Missed { points, .. } | Self::Open { points } => points,
            Self::Struck => HalfPoints::ZERO,
        }
    }

    /// Whether the round counts as one that the team has behind it.
    pub fn is_counted(self) -> bool {
        matches!(self, Self::Met { .. } | Self::Missed { .. })
    }

    /// A bye that was asked for, or an absence [C.07 16.2.3, 16.2.5].
    pub fn is_requested_bye(self) -> bool {
        matches!(self, Self::Missed { kind: Unplayed::HalfBye | Unplayed::ZeroBye, .. })
    }

    /// A voluntarily unplayed round: a requested bye or a forfeit loss [C.07 16.1].
    pub fn is_voluntary(self) -> bool {
        self.is_requested_bye() || matches!(self, Self::Missed { kind: Unplayed::ForfeitLoss, .. })
    }
}

/// Which score a FIDE team tie-break reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Score {
    Match,
    Game,
}

/// Tie-breaks of opponents that other tie-breaks add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Total {
    /// 34E3.
    Cumulative,
    /// C.07 8.1.
    Buchholz,
}

pub struct Scorebook<'a> {
    field: &'a Field,
    /// Of the longest row: cells and games have as many a team.
    rounds: usize,
    /// Rounds of each team: a quad is over before a larger group beside it.
    lengths: Vec<usize>,
    cells: Vec<Cell>,
    games: Vec<HalfPoints>,
    /// By [`Score`].
    scores: [Vec<HalfPoints>; 2],
    struck: Vec<bool>,
    us_adjusted: Vec<HalfPoints>,
    /// By [`Score`].
    fide_adjusted: [Vec<HalfPoints>; 2],
    last_round_drawn: OnceCell<Box<Scorebook<'a>>>,
    totals: [OnceCell<Vec<Value>>; 2],
}

impl<'a> Scorebook<'a> {
    pub fn new(field: &'a Field) -> Self {
        let longest = field.entries.iter().map(|e| e.record.rounds.len()).max().unwrap_or(0);
        let rounds = field.after.map_or(longest, |r| longest.min(r as usize));
        let struck: Vec<bool> = field.entries.iter().map(|entry| is_struck(entry, rounds)).collect();
        let mut cells = Vec::with_capacity(field.entries.len() * rounds);
        let mut games = Vec::with_capacity(cells.capacity());
        for entry in &field.entries {
            for round in 0..rounds {
                let cell = cell(field, &struck, entry.record.rounds.get(round), round);
                games.push(game_points(field, entry.board_points.get(round), cell));
                cells.push(cell);
            }
        }
        let own = |team: usize| match field.entries[team].group > 0 && field.plays_all(team) {
            true => rounds.min(field.entries[team].record.rounds.len()),
            false => rounds,
        };
        let lengths = (0..field.entries.len()).map(own).collect();
        Self::from_cells(field, (rounds, lengths), cells, games, struck)
    }

    fn from_cells(
        field: &'a Field,
        (rounds, lengths): (usize, Vec<usize>),
        cells: Vec<Cell>,
        games: Vec<HalfPoints>,
        struck: Vec<bool>,
    ) -> Self {
        let teams = field.entries.len();
        let row = |team: usize| team * rounds..team * rounds + lengths[team];
        let matches = (0..teams).map(|team| cells[row(team)].iter().map(|c| c.points()).sum()).collect();
        let scores: [Vec<HalfPoints>; 2] = [matches, (0..teams).map(|t| games[row(t)].iter().copied().sum()).collect()];
        let us = |team: usize| match field.plays_all(team) {
            true => scores[Score::Match as usize][team],
            false => us_adjusted(&cells[row(team)], field.draw(Score::Match)),
        };
        let us_adjusted = (0..teams).map(us).collect();
        // Article 16 is about Swiss tournaments: who sits out a round of a schedule has not stayed away from it.
        let stayed_away = |team: usize| trailing_byes(&cells[row(team)]).filter(move |_| !field.plays_all(team));
        let fide_adjusted = [Score::Match, Score::Game].map(|score| {
            let draw = field.draw(score);
            let points = |at: usize| if score == Score::Game { games[at] } else { cells[at].points() };
            let drawn = |team: usize, sum, round| sum - points(team * rounds + round) + draw;
            let of = |team: usize| stayed_away(team).fold(scores[score as usize][team], |sum, r| drawn(team, sum, r));
            (0..teams).map(of).collect()
        });
        Self {
            field,
            rounds,
            lengths: lengths.clone(),
            cells,
            games,
            scores,
            struck,
            us_adjusted,
            fide_adjusted,
            last_round_drawn: OnceCell::new(),
            totals: [OnceCell::new(), OnceCell::new()],
        }
    }

    pub fn field(&self) -> &'a Field {
        self.field
    }

    pub fn teams(&self) -> usize {
        self.field.entries.len()
    }

    /// The rounds of a team, first to last.
    pub fn row(&self, team: usize) -> &[Cell] {
        &self.cells[team * self.rounds..team * self.rounds + self.lengths[team]]
    }

    /// The forfeit that counts as played in a round, since everybody meets everybody [C.07 15.2].
    pub fn forfeit_met(&self, team: usize, round: u32) -> Option<Unplayed> {
        let at = (round as usize).checked_sub(1)?;
        match (self.row(team).get(at)?, self.field.entries[team].record.rounds.get(at)?) {
            (Cell::Met { .. }, RoundRecord::Unplayed { kind, .. }) => Some(*kind),
            _ => None,
        }
    }

    /// Whether the schedule had no opponent for the team in a round.
    pub fn is_free(&self, team: usize, round: u32) -> bool {
        let record = (round as usize).checked_sub(1).and_then(|at| self.field.entries[team].record.rounds.get(at));
        matches!(record, Some(RoundRecord::Unplayed { kind: Unplayed::ZeroBye, assigned: true, .. }))
    }

    /// Rounds that the team has behind it: open and struck ones left out.
    pub fn rounds_of(&self, team: usize) -> usize {
        self.row(team).iter().filter(|c| c.is_counted()).count()
    }

    /// Rounds in which the team could score: a day off in a schedule is none.
    pub fn rounds_on_offer(&self, team: usize) -> usize {
        let is_off = |cell: &&Cell| matches!(cell, Cell::Missed { kind: Unplayed::ZeroBye, .. });
        let days_off = self.row(team).iter().filter(is_off).filter(|_| self.field.plays_all(team)).count();
        self.rounds_of(team) - days_off
    }

    /// A team's own game points of each round.
    pub fn games(&self, team: usize) -> &[HalfPoints] {
        &self.games[team * self.rounds..team * self.rounds + self.lengths[team]]
    }

    /// What half of a round is worth, in half points: a drawn match, or a drawn double round.
    pub fn draw(&self, score: Score) -> HalfPoints {
        self.field.draw(score)
    }

    /// What a whole round is worth, in half points.
    pub fn win(&self) -> HalfPoints {
        HalfPoints(2 * i32::from(self.field.matches))
    }

    pub fn score(&self, team: usize, score: Score) -> HalfPoints {
        self.scores[score as usize][team]
    }

    pub fn scored(&self, team: usize, round: usize, score: Score) -> HalfPoints {
        match score {
            Score::Match => self.row(team)[round].points(),
            Score::Game => self.games(team)[round],
        }
    }

    /// 34E1: points from played rounds, and half of the round for every unplayed one. In a round robin the raw score [34F].
    pub fn us_adjusted(&self, team: usize) -> HalfPoints {
        self.us_adjusted[team]
    }

    /// C.07 16.3: points as awarded, but a requested bye followed only by voluntarily unplayed rounds counts as a draw.
    pub fn fide_adjusted(&self, team: usize, score: Score) -> HalfPoints {
        self.fide_adjusted[score as usize][team]
    }

    /// Whether the team left a round robin before half of its matches, so that its results count for nobody.
    pub fn is_struck(&self, team: usize) -> bool {
        self.struck[team]
    }

    pub fn is_provisional(&self, team: usize) -> bool {
        self.row(team).iter().any(|c| matches!(c, Cell::Open { .. }))
    }

    /// A tie-break of every team, worked out once for all the opponents that ask for it.
    pub fn total(&self, total: Total, team: usize, of: impl Fn(usize) -> Value) -> Value {
        self.totals[total as usize].get_or_init(|| (0..self.teams()).map(of).collect())[team]
    }

    /// The same section as if all that were paired in the last round had drawn [C.07 8.3]: a forfeited match was paired.
    pub fn last_round_drawn(&self) -> &Scorebook<'a> {
        self.last_round_drawn.get_or_init(|| {
            let (draw, game_draw) = (self.draw(Score::Match), self.draw(Score::Game));
            let (mut cells, mut games) = (self.cells.clone(), self.games.clone());
            let lasts = (0..self.teams()).filter_map(|t| Some(t * self.rounds + self.lengths[t].checked_sub(1)?));
            for last in lasts {
                match &mut cells[last] {
                    Cell::Met { own, theirs, .. } => (*own, *theirs) = (draw, draw),
                    Cell::Missed {
                        kind: Unplayed::ForfeitWin | Unplayed::ForfeitLoss,
                        scheduled: Some(opponent),
                        ..
                    } => {
                        cells[last] =
                            Cell::Met { opponent: *opponent, own: draw, theirs: draw, plus: 0, at_board: draw }
                    }
                    _ => continue,
                }
                games[last] = game_draw;
            }
            Box::new(Self::from_cells(
                self.field,
                (self.rounds, self.lengths.clone()),
                cells,
                games,
                self.struck.clone(),
            ))
        })
    }
}

fn us_adjusted(row: &[Cell], half: HalfPoints) -> HalfPoints {
    let counted = |cell: &Cell| match cell {
        Cell::Met { own: points, .. } | Cell::Missed { kind: Unplayed::Moved, points, .. } | Cell::Open { points } => {
            *points
        }
        Cell::Missed { .. } => half,
        Cell::Struck => HalfPoints::ZERO,
    };
    row.iter().map(counted).sum()
}

/// Requested byes that no played round follows.
fn trailing_byes(row: &[Cell]) -> impl Iterator<Item = usize> {
    let tail = row.iter().rev().take_while(|c| c.is_voluntary()).count();
    (row.len() - tail..row.len()).filter(|r| row[*r].is_requested_bye())
}

/// A team that left a schedule before it had played half of its matches is struck; later, its results stand [round robins, withdrawal].
/// Of a table after fewer rounds: who played on after them had not left by then.
fn is_struck(entry: &Scorecard, rounds: usize) -> bool {
    let is_there =
        |round: &RoundRecord| !matches!(round, RoundRecord::Unplayed { kind, .. } if *kind != Unplayed::ForfeitWin);
    entry.withdrawn && entry.falls_short() && !entry.record.rounds.iter().skip(rounds).any(is_there)
}

fn cell(field: &Field, struck: &[bool], record: Option<&RoundRecord>, round: usize) -> Cell {
    let Some(record) = record else {
        return Cell::Missed { kind: Unplayed::ZeroBye, points: HalfPoints::ZERO, scheduled: None };
    };
    match record {
        RoundRecord::Played { opponent, .. } | RoundRecord::Open { opponent, .. } if struck[*opponent] => Cell::Struck,
        RoundRecord::Unplayed { scheduled: Some(opponent), .. } if struck[*opponent] => Cell::Struck,
        RoundRecord::Played { opponent, matches, .. } => met(*opponent, matches, field.plays_all(*opponent)),
        RoundRecord::Unplayed {
            kind: Unplayed::ForfeitWin | Unplayed::ForfeitLoss,
            points,
            scheduled: Some(opponent),
            ..
        } if field.plays_all(*opponent) => {
            let theirs =
                field.entries[*opponent].record.rounds.get(round).map_or(HalfPoints::ZERO, RoundRecord::points);
            Cell::Met {
                opponent: *opponent,
                own: *points,
                theirs,
                plus: points.0 - i32::from(field.matches),
                at_board: *points,
            }
        }
        RoundRecord::Unplayed { kind, points, scheduled, .. } => {
            Cell::Missed { kind: *kind, points: *points, scheduled: *scheduled }
        }
        RoundRecord::Open { .. } => Cell::Open { points: record.points() },
    }
}

fn met(opponent: usize, matches: &[MatchScore], forfeits_count: bool) -> Cell {
    Cell::Met {
        opponent,
        own: matches.iter().map(|m| m.own).sum(),
        theirs: matches.iter().map(|m| m.theirs).sum(),
        plus: matches.iter().filter(|m| m.played || forfeits_count).map(|m| m.own.0 - 1).sum(),
        at_board: matches.iter().filter(|m| m.played || forfeits_count).map(|m| m.own).sum(),
    }
}

/// As entered board by board; else each board is worth what its match was.
fn game_points(field: &Field, boards: Option<&Vec<HalfPoints>>, cell: Cell) -> HalfPoints {
    match (boards, cell) {
        (_, Cell::Struck) => HalfPoints::ZERO,
        (Some(boards), _) => boards.iter().copied().sum(),
        (None, cell) => HalfPoints(cell.points().0 * i32::from(field.boards)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standings::Scorecard;
    use crate::tournament::{Record, TeamId};

    fn played(opponent: usize, own: i32) -> RoundRecord {
        let score = MatchScore { own: HalfPoints(own), theirs: HalfPoints(2 - own), played: true };
        RoundRecord::Played { opponent: opponent - 1, matches: vec![score], white: vec![true] }
    }

    fn missed(kind: Unplayed, points: i32) -> RoundRecord {
        RoundRecord::Unplayed {
            kind,
            points: HalfPoints(points),
            scheduled: None,
            assigned: false,
            matches: Vec::new(),
        }
    }

    /// E7 of the pairing specification: what unplayed rounds are worth to opponents, US and FIDE.
    #[test]
    fn adjusted_scores_of_every_kind_of_unplayed_round() {
        use Unplayed::{ForfeitLoss, ForfeitWin, FullBye, HalfBye, ZeroBye};
        let rows = [
            vec![played(4, 2), played(2, 1), played(3, 0), played(6, 2)],
            vec![played(5, 2), played(1, 1), played(7, 2), played(3, 2)],
            vec![played(6, 1), played(7, 2), played(1, 2), played(2, 0)],
            vec![played(1, 0), played(6, 2), missed(ForfeitWin, 2), played(7, 2)],
            vec![played(2, 0), missed(HalfBye, 1), missed(ForfeitLoss, 0), missed(ZeroBye, 0)],
            vec![played(3, 1), played(4, 0), missed(FullBye, 2), played(1, 0)],
            vec![missed(FullBye, 2), played(3, 0), played(2, 0), played(4, 0)],
        ];
        let entry = |(rounds, number)| Scorecard::new(Record { team: TeamId(number), rounds }, number);
        let field = Field::swiss(rows.into_iter().zip(1..).map(entry).collect(), 1);
        let book = Scorebook::new(&field);
        let all = |of: &dyn Fn(usize) -> HalfPoints| (0..7).map(|team| of(team).as_points()).collect::<Vec<f64>>();
        assert_eq!(all(&|t| book.us_adjusted(t)), [2.5, 3.5, 2.5, 2.5, 1.5, 1.0, 0.5]);
        assert_eq!(all(&|t| book.fide_adjusted(t, Score::Match)), [2.5, 3.5, 2.5, 3.0, 1.0, 1.5, 1.0]);
    }
}
