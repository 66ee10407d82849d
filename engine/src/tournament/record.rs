//! What each round came to for one team, after match results were derived.
//!
//! The common ground of pairing, standings, crosstables and interchange: they read records, not slips.

use super::{
    Assignment, ByePoints, HalfPoints, MatchId, MatchResult, Round, Section, SectionId, Side, TableNumber, Team,
    TeamId, Tournament,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Why a round has no game in it. The rows of the table "Kinds of unplayed round" of the pairing specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unplayed {
    /// The opponent never came; of a double round also where each of the two came to one match alone.
    ForfeitWin,
    /// The team never came to a posted match (also both teams: a double forfeit).
    ForfeitLoss,
    /// Full-point bye, given or asked for; also the odd team's bye of fewer points.
    FullBye,
    HalfBye,
    /// Absent, late, withdrawn, or a zero-point bye.
    ZeroBye,
    /// Played in another section, before the team was moved.
    Moved,
}

/// Half points for and against in one match that was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MatchScore {
    pub own: HalfPoints,
    pub theirs: HalfPoints,
    /// Whether this match really began.
    pub played: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoundRecord {
    /// At least one match of the round was played: the two teams have met.
    Played {
        /// Index of the opponent in the same list of records.
        opponent: usize,
        /// One entry a match (one, or two in a double round).
        matches: Vec<MatchScore>,
        /// Of each match whether the team had White on board a (TRF only).
        white: Vec<bool>,
    },
    Unplayed {
        kind: Unplayed,
        points: HalfPoints,
        /// The scheduled opponent of a forfeited match.
        scheduled: Option<usize>,
        /// Given by the pairing or the schedule because the field was odd (rather than asked for).
        assigned: bool,
        /// One entry a match of a round that was forfeited; none of a bye.
        matches: Vec<MatchScore>,
    },
    /// Posted, and the result is not in yet.
    Open { opponent: usize, matches: Vec<MatchScore> },
}

/// Whether each of two teams won as many of these matches as the other, and won some.
pub fn is_one_each(matches: &[MatchScore]) -> bool {
    let [own, theirs] = [|one: &MatchScore| one.own, |one: &MatchScore| one.theirs];
    let own: HalfPoints = matches.iter().map(own).sum();
    own > HalfPoints::ZERO && own == matches.iter().map(theirs).sum()
}

impl RoundRecord {
    /// Half points of the round, as awarded so far.
    pub fn points(&self) -> HalfPoints {
        match self {
            Self::Played { matches, .. } | Self::Open { matches, .. } => matches.iter().map(|m| m.own).sum(),
            Self::Unplayed { points, .. } => *points,
        }
    }

    pub fn met(&self) -> Option<usize> {
        match self {
            Self::Played { opponent, .. } => Some(*opponent),
            _ => None,
        }
    }
}

/// A team's whole event so far, one entry a round from round 1.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    pub team: TeamId,
    /// One entry per round completed or posted. Rounds before a late entry are zero-point byes.
    pub rounds: Vec<RoundRecord>,
}

impl Record {
    pub fn score(&self) -> HalfPoints {
        self.rounds.iter().map(RoundRecord::points).sum()
    }

    /// Whether the team sat down at a table in any round; a team that won by forfeit did.
    pub fn has_sat_down(&self) -> bool {
        let is_bye_or_absence =
            |round: &RoundRecord| matches!(round, RoundRecord::Unplayed { kind, .. } if *kind != Unplayed::ForfeitWin);
        !self.rounds.iter().all(is_bye_or_absence)
    }
}

pub type Results<'a> = &'a dyn Fn(MatchId) -> Option<MatchResult>;

impl Tournament {
    /// What the first `rounds` rounds of a section came to, one record a team, by team number.
    ///
    /// `results` derives a match's result by the rulebook in force. `assigned_bye` is what a section's odd team's bye
    /// scores in half points of a match. A round in which a team was not listed is a zero-point bye. Who was moved from
    /// another section has its rounds there; who was moved away stays on record as far as it played.
    pub fn records(
        &self,
        section: &Section,
        rounds: u32,
        assigned_bye: &dyn Fn(&Section) -> HalfPoints,
        results: Results<'_>,
    ) -> Vec<Record> {
        let teams: Vec<&Team> = self.ever_in(section.id).collect();
        let index: FxHashMap<TeamId, usize> = teams.iter().enumerate().map(|(i, t)| (t.id, i)).collect();
        let mut records: Vec<Record> = teams.iter().map(|t| Record { team: t.id, rounds: Vec::new() }).collect();
        for round in self.rounds_of(section.id).filter(|r| r.number <= rounds) {
            let here = Sheet::of(section, round);
            let brought = teams.iter().filter(|team| team.brings(section.id, round.number));
            let hosts: BTreeSet<SectionId> = brought.map(|team| team.section_in(round.number)).collect();
            let sheet = |host: SectionId| {
                Some(Sheet::of(self.section(host)?, self.rounds_of(host).find(|r| r.number == round.number)?))
            };
            let elsewhere: Vec<Sheet<'_>> = hosts.into_iter().filter_map(sheet).collect();
            for (record, team) in records.iter_mut().zip(&teams) {
                let is_brought = team.brings(section.id, round.number);
                let host = team.section_in(round.number);
                let sheet = elsewhere.iter().find(|sheet| is_brought && sheet.section.id == host).unwrap_or(&here);
                let opponent = sheet.opponents.get(&team.id).and_then(|o| index.get(o)).copied();
                let opponent = opponent.filter(|o| !is_brought || teams[*o].brings(section.id, round.number));
                let entry = match sheet.assignments.get(&team.id) {
                    Some(Assignment::Table { table, side }) if is_brought || opponent.is_some() => {
                        let id =
                            |number| MatchId { section: sheet.section.id, round: round.number, table: *table, number };
                        let results = (1..=section.matches).map(|number| results(id(number))).collect::<Vec<_>>();
                        let white = (1..=section.matches).map(|number| sheet.has_white(team, *table, *side, number));
                        at_a_table(section, *side, opponent, &results, white.collect())
                    }
                    Some(Assignment::Bye { points, assigned }) => {
                        bye(section, *points, *assigned, assigned_bye(sheet.section))
                    }
                    _ => bye(section, ByePoints::Zero, false, HalfPoints::ZERO),
                };
                record.rounds.push(entry);
            }
        }
        records
    }
}

/// A posted round by team.
struct Sheet<'a> {
    section: &'a Section,
    round: &'a Round,
    assignments: FxHashMap<TeamId, Assignment>,
    opponents: FxHashMap<TeamId, TeamId>,
}

impl<'a> Sheet<'a> {
    fn of(section: &'a Section, round: &'a Round) -> Self {
        Self {
            section,
            round,
            assignments: round.assignments.iter().copied().collect(),
            opponents: round.tables().into_iter().flat_map(|(_, [a, b])| [(a, b), (b, a)]).collect(),
        }
    }

    /// Whether a team had White on board a of a match: as the slip says, else as printed. First-named teams have it at odd tables,
    /// the others in the second match.
    fn has_white(&self, team: &Team, table: TableNumber, side: Side, number: u8) -> bool {
        match self.round.slip(table, number).and_then(|slip| slip.white) {
            Some([on_a, _]) => team.players.contains(&on_a),
            None => ((table.0 % 2 == 1) == (side == Side::First)) == (number % 2 == 1),
        }
    }
}

/// What a match came to; against somebody of another section only the points count here.
fn at_a_table(
    section: &Section,
    side: Side,
    opponent: Option<usize>,
    results: &[Option<MatchResult>],
    white: Vec<bool>,
) -> RoundRecord {
    let score =
        |r: &MatchResult| MatchScore { own: r.points(side), theirs: r.points(side.other()), played: r.is_played() };
    let scores: Vec<MatchScore> = results.iter().flatten().map(score).collect();
    let points: HalfPoints = scores.iter().map(|m| m.own).sum();
    let is_open = scores.len() < usize::from(section.matches);
    let is_played = scores.iter().any(|m| m.played);
    match opponent {
        Some(opponent) if is_open => return RoundRecord::Open { opponent, matches: scores },
        Some(opponent) if is_played => return RoundRecord::Played { opponent, matches: scores, white },
        _ => {}
    }
    let kind = match points {
        _ if is_open || is_played => Unplayed::Moved,
        HalfPoints::ZERO => Unplayed::ForfeitLoss,
        _ => Unplayed::ForfeitWin,
    };
    RoundRecord::Unplayed { kind, points, scheduled: opponent, assigned: false, matches: scores }
}

fn bye(section: &Section, points: ByePoints, assigned: bool, assigned_bye: HalfPoints) -> RoundRecord {
    let kind = match points {
        ByePoints::Half if !assigned => Unplayed::HalfBye,
        ByePoints::Zero if !assigned => Unplayed::ZeroBye,
        _ => Unplayed::FullBye,
    };
    let scored = if assigned { assigned_bye } else { points.scored(section.matches) };
    RoundRecord::Unplayed { kind, points: scored, scheduled: None, assigned, matches: Vec::new() }
}
