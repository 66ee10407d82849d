//! What happened at the tables: rounds, assignments, slips, boards; and who sits where at them.

use super::names::option_name;
use super::{HalfPoints, MatchId, Player, PlayerId, RulingId, SectionId, TableNumber, Team, TeamId, Tournament};
use clap::ValueEnum;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// First or second team of a table, as posted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The team printed on the left.
    First,
    /// The team printed on the right.
    Second,
}

impl Side {
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// One of the two boards of a match. On board a the higher-rated partners meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardLetter {
    /// Where the first team's higher-rated partner sits.
    A,
    /// Where the others sit.
    B,
}

impl BoardLetter {
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

impl fmt::Display for BoardLetter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&option_name(*self))
    }
}

/// How a board ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Checkmate.
    #[value(aliases = ["checkmate", "mated"])]
    Mate,
    /// Resignation.
    #[value(aliases = ["resigned", "resigns", "resignation"])]
    Resign,
    /// Flag fall claimed.
    #[value(aliases = ["flag", "timeout", "flagged"])]
    Time,
    /// Illegal move claimed: king captured, or clock stopped.
    #[value(aliases = ["illegal-move"])]
    Illegal,
    /// Settled by the director without a ruling: absence or no clock.
    Forfeit,
    /// Forfeited by a ruling.
    Penalty,
    /// A player was not there.
    #[value(aliases = ["no-show"])]
    Absent,
    /// No clock on the board.
    #[value(aliases = ["noclock"])]
    NoClock,
    /// Drawn by agreement between the teams.
    #[value(aliases = ["agreed"])]
    Agreement,
    /// Both flags down.
    #[value(aliases = ["both-flags"])]
    Flags,
    /// Drawn by repetition.
    #[value(aliases = ["threefold"])]
    Repetition,
    Stalemate,
    /// Both boards ended at once.
    Simultaneous,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardOutcome {
    /// Won by the first team's player.
    First,
    /// Won by the second team's player.
    Second,
    Drawn,
    /// Lost by both (double forfeit).
    BothLost,
    /// Left unfinished because the other board decided.
    Stopped,
}

impl BoardOutcome {
    pub fn won_by(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }

    /// As typed, seen from the first team; nothing for a board that was left unfinished.
    pub fn as_typed(self) -> Option<&'static str> {
        self.result().map(MatchResult::as_typed)
    }

    /// The match that ends so by this board alone.
    pub fn result(self) -> Option<MatchResult> {
        match self {
            Self::First => Some(MatchResult::First),
            Self::Second => Some(MatchResult::Second),
            Self::Drawn => Some(MatchResult::Drawn),
            Self::BothLost => Some(MatchResult::BothLost),
            Self::Stopped => None,
        }
    }

    pub fn winner(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::First),
            Self::Second => Some(Side::Second),
            Self::Drawn | Self::BothLost | Self::Stopped => None,
        }
    }
}

/// One board's end, as reported or as ruled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BoardReport {
    pub board: BoardLetter,
    pub outcome: BoardOutcome,
    pub reason: Option<Reason>,
    /// 1 for the board that ended first, 2 for the other; the same number when both ended at once.
    pub ended: u8,
    pub ruling: Option<RulingId>,
}

/// Who sits at a board, colours included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    pub letter: BoardLetter,
    pub white: PlayerId,
    pub black: PlayerId,
    pub white_side: Side,
}

/// The result of a match, seen from nobody's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MatchResult {
    #[serde(rename = "1-0")]
    First,
    #[serde(rename = "0-1")]
    Second,
    #[serde(rename = "1/2")]
    Drawn,
    /// `0-0`: both lost a match that began.
    #[serde(rename = "0-0")]
    BothLost,
    /// `+/-`: never began, the first team was there.
    #[serde(rename = "+/-")]
    FirstByForfeit,
    /// `-/+`: never began, the second team was there.
    #[serde(rename = "-/+")]
    SecondByForfeit,
    /// `-/-`: never began, nobody was there.
    #[serde(rename = "-/-")]
    NeitherCame,
}

impl MatchResult {
    /// A board that ended so; none where the match never began.
    pub fn on_board(self) -> Option<BoardOutcome> {
        match self {
            Self::First => Some(BoardOutcome::First),
            Self::Second => Some(BoardOutcome::Second),
            Self::Drawn => Some(BoardOutcome::Drawn),
            Self::BothLost => Some(BoardOutcome::BothLost),
            Self::FirstByForfeit | Self::SecondByForfeit | Self::NeitherCame => None,
        }
    }

    pub fn as_typed(self) -> &'static str {
        match self {
            Self::First => "1-0",
            Self::Second => "0-1",
            Self::Drawn => "1/2",
            Self::BothLost => "0-0",
            Self::FirstByForfeit => "+/-",
            Self::SecondByForfeit => "-/+",
            Self::NeitherCame => "-/-",
        }
    }

    pub fn won_by(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }

    /// The same seen from the other side.
    pub fn turned(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
            Self::FirstByForfeit => Self::SecondByForfeit,
            Self::SecondByForfeit => Self::FirstByForfeit,
            Self::Drawn | Self::BothLost | Self::NeitherCame => self,
        }
    }

    /// The same of a match that never began; a draw is none.
    pub fn unplayed(self) -> Self {
        match self {
            Self::First | Self::FirstByForfeit => Self::FirstByForfeit,
            Self::Second | Self::SecondByForfeit => Self::SecondByForfeit,
            Self::Drawn | Self::BothLost | Self::NeitherCame => Self::NeitherCame,
        }
    }

    /// Whether the match really began, so that the two teams have met.
    pub fn is_played(self) -> bool {
        matches!(self, Self::First | Self::Second | Self::Drawn | Self::BothLost)
    }

    pub fn points(self, side: Side) -> HalfPoints {
        use HalfPoints as P;
        match (self, side) {
            (Self::First | Self::FirstByForfeit, Side::First)
            | (Self::Second | Self::SecondByForfeit, Side::Second) => P::WIN,
            (Self::Drawn, _) => P::DRAW,
            _ => P::ZERO,
        }
    }
}

impl fmt::Display for MatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_typed())
    }
}

/// A result slip: all that is recorded of one match at one table.
///
/// Exactly one of `outcome` and `boards` carries the result; both empty means the slip is still out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Slip {
    #[serde(skip)]
    pub table: TableNumber,
    /// 1, or 2 for the second match of a double round.
    #[serde(skip)]
    pub number: u8,
    /// 1 for the first playing; one more for each replay that was ordered. Only the last one counts.
    pub playing: u8,
    /// The match as a whole, where the boards are not distinguished.
    pub outcome: Option<MatchResult>,
    /// How the match ended, where the board is not named.
    pub reason: Option<Reason>,
    /// The boards that ended, by letter.
    pub boards: Vec<BoardReport>,
    /// Players who really had White on boards a and b, where it was reported.
    pub white: Option<[PlayerId; 2]>,
}

impl Slip {
    /// A playing of which nothing is known yet.
    pub fn blank(id: MatchId, playing: u8) -> Self {
        let MatchId { table, number, .. } = id;
        Self { table, number, playing, outcome: None, reason: None, boards: Vec::new(), white: None }
    }

    /// The first board to end in the way the match did; none where the match came of both together.
    pub fn deciding(&self, result: MatchResult) -> Option<&BoardReport> {
        let ended = self.boards.iter().filter(|board| board.outcome != BoardOutcome::Stopped);
        let is_won = ended.clone().any(|board| board.outcome.winner().is_some());
        let ends_like_match = |board: &&BoardReport| match result {
            MatchResult::First | MatchResult::Second => {
                board.outcome.winner().is_some_and(|side| MatchResult::won_by(side) == result)
            }
            _ => !is_won,
        };
        // A board that was lost by both is not where a match was drawn.
        ended.filter(ends_like_match).min_by_key(|board| (board.outcome.result() != Some(result), board.ended))
    }
}

/// A slip is marked with the result, or with the forfeit of who was not there.
/// What a bye scores, as a fraction of the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ByePoints {
    /// All points of the round.
    Full,
    /// Half of them.
    Half,
    /// None.
    Zero,
}

impl ByePoints {
    /// `F`, `H` or `Z`, as in TRF and in columns of byes.
    pub fn letter(self) -> char {
        match self {
            Self::Full => 'F',
            Self::Half => 'H',
            Self::Zero => 'Z',
        }
    }

    pub fn of_letter(letter: char) -> Option<Self> {
        [Self::Full, Self::Half, Self::Zero].into_iter().find(|points| points.letter() == letter)
    }

    /// What it scores in rounds of so many matches.
    pub fn scored(self, matches: u8) -> HalfPoints {
        match self {
            Self::Full => HalfPoints(2 * i32::from(matches)),
            Self::Half => HalfPoints(matches.into()),
            Self::Zero => HalfPoints::ZERO,
        }
    }

    /// What it scores in rounds of so many matches, in words.
    pub fn in_words(self, matches: u8) -> &'static str {
        match (self, matches) {
            (Self::Full, 1) => "a full point",
            (Self::Half, 1) => "half a point",
            (Self::Full, _) => "a full round",
            (Self::Half, _) => "half a round",
            (Self::Zero, _) => "nothing",
        }
    }
}

/// What a posted round says of one team: a table and side, or a bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assignment {
    Table {
        table: TableNumber,
        side: Side,
    },
    /// The team does not play. `assigned` distinguishes the odd team's bye from one that was asked for or an absence.
    Bye {
        points: ByePoints,
        /// Given by the pairing because the field was odd.
        assigned: bool,
    },
}

impl Assignment {
    pub fn table(self) -> Option<TableNumber> {
        match self {
            Self::Table { table, .. } => Some(table),
            Self::Bye { .. } => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    pub section: SectionId,
    /// From 1.
    pub number: u32,
    /// Paired while results were missing or an appeal was open.
    pub provisional: bool,
    /// A round of a knockout that stays as it was posted: who sits in it has gone on, whatever became of the round before since.
    pub kept: bool,
    /// One status per team. Teams of the section that are not listed were not entered yet or are out.
    pub assignments: Vec<(TeamId, Assignment)>,
    /// What was recorded, by table, match and playing; of a knockout tie by the playing that was begun, an ordered one after what it replaces.
    pub slips: Vec<Slip>,
    /// Who of a team sits at board a, where its ratings, corrected since, would send the other there.
    pub at_board_a: BTreeMap<TeamId, PlayerId>,
}

impl Round {
    /// Puts all of it in the order of the tables; who has a bye comes first.
    pub fn sort(&mut self) {
        self.assignments.sort_by_key(|(team, assignment)| match assignment {
            Assignment::Bye { .. } => (None, *team),
            Assignment::Table { table, side } => (Some((*table, *side)), *team),
        });
        self.slips.iter_mut().for_each(|slip| slip.boards.sort_by_key(|report| report.board));
        self.slips.sort_by_key(|slip| (slip.table, slip.number, slip.playing));
    }

    pub fn assignment(&self, team: TeamId) -> Option<Assignment> {
        self.assignments.iter().find(|(t, _)| *t == team).map(|(_, a)| *a)
    }

    /// The two teams at a table, first and second.
    pub fn teams_at(&self, table: TableNumber) -> Option<[TeamId; 2]> {
        let on = |side: Side| {
            let here = Assignment::Table { table, side };
            self.assignments.iter().find(|(_, a)| *a == here).map(|(t, _)| *t)
        };
        Some([on(Side::First)?, on(Side::Second)?])
    }

    /// Every table of the round with its two teams, by number.
    pub fn tables(&self) -> Vec<(TableNumber, [TeamId; 2])> {
        let seat = |(team, assignment): &(TeamId, Assignment)| match *assignment {
            Assignment::Table { table, side } => Some((table, side, *team)),
            Assignment::Bye { .. } => None,
        };
        let mut seats: Vec<_> = self.assignments.iter().filter_map(seat).collect();
        // As a rule they are in this order already.
        seats.sort();
        let table = |seats: &[(TableNumber, Side, TeamId)]| match *seats {
            [(table, Side::First, first), (_, Side::Second, second)] => Some((table, [first, second])),
            _ => None,
        };
        seats.chunk_by(|one, other| one.0 == other.0).filter_map(table).collect()
    }

    /// The slip in force for every match of the round that has one, by table and number.
    pub fn slips_in_force(&self) -> FxHashMap<(TableNumber, u8), &Slip> {
        self.slips.iter().map(|slip| ((slip.table, slip.number), slip)).collect()
    }

    /// The slips of a table, whatever they are of.
    pub fn slips_of(&self, table: TableNumber) -> &[Slip] {
        &self.slips[self.span_of(table)]
    }

    /// Where the slips of a table are among all.
    pub fn span_of(&self, table: TableNumber) -> Range<usize> {
        self.slips.partition_point(|slip| slip.table < table)..self.slips.partition_point(|slip| slip.table <= table)
    }

    /// The slip in force for a match: the last playing.
    pub fn slip(&self, table: TableNumber, number: u8) -> Option<&Slip> {
        self.slips_of(table).iter().rfind(|slip| slip.number == number)
    }
}

impl Tournament {
    /// A team's partners, board a first.
    pub fn by_board(&self, team: &Team) -> [PlayerId; 2] {
        self.seated(team).map(|partner| partner.id)
    }

    /// The same as players, on every sheet: in the order that the director gave, else the higher-rated first; equal or unrated ones by number.
    pub fn seated(&self, team: &Team) -> [&Player; 2] {
        let mut partners = self.partners(team);
        partners
            .sort_by_key(|p| (team.board_a.is_some_and(|a| a != p.id), std::cmp::Reverse(p.rating.unwrap_or(0)), p.id));
        partners
    }

    /// Leaves a team at the boards where it was posted, `before` its ratings or its order changed.
    pub fn keep_seats(&mut self, team: TeamId, before: [PlayerId; 2]) {
        let seated = |round: &&mut Round| matches!(round.assignment(team), Some(Assignment::Table { .. }));
        for round in self.rounds.iter_mut().filter(seated) {
            round.at_board_a.entry(team).or_insert(before[0]);
        }
    }

    /// The two boards of a match. The first team's higher-rated partner has White on board a at odd tables, Black at even ones, the other
    /// way round where colours are `turned`, unless the slip said who really had White.
    pub fn boards(
        &self,
        round: &Round,
        table: TableNumber,
        turned: bool,
        [first, second]: [&Team; 2],
        slip: Option<&Slip>,
    ) -> [Board; 2] {
        if let Some([white_a, white_b]) = slip.and_then(|s| s.white) {
            // Each team has one White, so Black on a board is the partner of White on the other.
            let partner =
                |p: PlayerId| if first.players.contains(&p) { partner_of(first, p) } else { partner_of(second, p) };
            let side = |p: PlayerId| if first.players.contains(&p) { Side::First } else { Side::Second };
            return [
                Board { letter: BoardLetter::A, white: white_a, black: partner(white_b), white_side: side(white_a) },
                Board { letter: BoardLetter::B, white: white_b, black: partner(white_a), white_side: side(white_b) },
            ];
        }
        let seated = |team: &Team| match round.at_board_a.get(&team.id).filter(|player| team.players.contains(player)) {
            Some(&player) => [player, partner_of(team, player)],
            None => self.by_board(team),
        };
        let (ours, theirs) = (seated(first), seated(second));
        let first_is_white_on_a = (table.0 % 2 == 1) != turned;
        [(BoardLetter::A, 0, first_is_white_on_a), (BoardLetter::B, 1, !first_is_white_on_a)].map(
            |(letter, i, first_is_white)| {
                if first_is_white {
                    Board { letter, white: ours[i], black: theirs[i], white_side: Side::First }
                } else {
                    Board { letter, white: theirs[i], black: ours[i], white_side: Side::Second }
                }
            },
        )
    }
}

fn partner_of(team: &Team, player: PlayerId) -> PlayerId {
    if team.players[0] == player { team.players[1] } else { team.players[0] }
}
