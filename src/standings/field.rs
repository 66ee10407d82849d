//! What standings are computed from: every team's record, and the few facts beside it.

use crate::tournament::HalfPoints;
use crate::tournament::Record;

/// One team of the section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What each round came to. Opponents are indices into [`Field::entries`].
    pub record: Record,
    /// 1..N: rating descending, unrated last.
    pub seed: u32,
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
    /// Empty in bughouse, where the boards of a match share its result. Team events read from elsewhere tell them apart.
    pub board_points: Vec<Vec<HalfPoints>>,
}

impl Entry {
    /// A team with nothing beside its record; lot and seed alike.
    pub fn new(record: Record, seed: u32) -> Self {
        Self {
            record,
            seed,
            lot: seed,
            group: 0,
            house: false,
            withdrawn: false,
            due: None,
            penalty: HalfPoints::ZERO,
            board_points: Vec::new(),
        }
    }
}

/// Which edition of FIDE's tie-break rules [C.07] values unplayed rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FideEdition {
    /// In force until March 2026: the stand-in of an unplayed round has the team's own score, uncapped.
    Of2023,
    /// In force from 1 March 2026: the stand-in is capped [16.4.1, 16.4.2].
    #[default]
    Of2026,
}

/// A section as its standings see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Every team that ever stood in the section.
    pub entries: Vec<Entry>,
    /// Matches a round: 1, or 2 for a double round.
    pub matches: u8,
    /// Boards a match: 2.
    pub boards: u8,
    /// What a match won scores in the event, in hundredths of a point.
    pub win: i64,
    /// Everyone meets everyone, so forfeits count as played [C.07 15.2].
    pub round_robin: bool,
    /// Show the table as it stood after this round; `None` is now.
    pub after: Option<u32>,
    /// Which FIDE rules are in force; the US ones know no editions.
    pub fide: FideEdition,
}

impl Field {
    /// A Swiss section with single or double rounds.
    pub fn swiss(entries: Vec<Entry>, matches: u8) -> Self {
        Self { entries, matches, boards: 2, win: 100, round_robin: false, after: None, fide: FideEdition::default() }
    }
}
