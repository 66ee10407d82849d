//! From posted rounds and derived match results to one record a team.

use super::{
    Assignment, ByePoints, HalfPoints, MatchId, MatchResult, MatchScore, Record, RoundRecord, Section, Side,
    TableNumber, Team, TeamId, Tournament, Unplayed,
};
use std::collections::HashMap;

/// Gives the result of a match, once it has one.
pub type Results<'a> = &'a dyn Fn(MatchId) -> Option<MatchResult>;

impl Tournament {
    /// What the first `rounds` rounds of a section came to, one record a team, by team number.
    ///
    /// `results` derives a match's result by the rulebook in force. `assigned_bye` is what the odd team's bye
    /// scores in half points of a match. A round in which a team was not listed is a zero-point bye.
    pub fn records(
        &self,
        section: &Section,
        rounds: u32,
        assigned_bye: HalfPoints,
        results: Results<'_>,
    ) -> Vec<Record> {
        let teams: Vec<&Team> = self.teams_in(section.id).collect();
        let index: HashMap<TeamId, usize> = teams.iter().enumerate().map(|(i, t)| (t.id, i)).collect();
        let mut records: Vec<Record> = teams.iter().map(|t| Record { team: t.id, rounds: Vec::new() }).collect();
        for round in self.rounds_of(section.id).filter(|r| r.number <= rounds) {
            let opponents: HashMap<TeamId, TeamId> =
                round.tables().into_iter().flat_map(|(_, [a, b])| [(a, b), (b, a)]).collect();
            let assignments: HashMap<TeamId, Assignment> = round.assignments.iter().copied().collect();
            for record in &mut records {
                let opponent = opponents.get(&record.team).and_then(|o| index.get(o)).copied();
                let entry = match (assignments.get(&record.team), opponent) {
                    (Some(Assignment::Table { table, side }), Some(opponent)) => {
                        let id = |number| MatchId { section: section.id, round: round.number, table: *table, number };
                        let results = (1..=section.matches).map(|number| results(id(number))).collect::<Vec<_>>();
                        at_a_table(section, *table, *side, opponent, &results)
                    }
                    (Some(Assignment::Bye { points, assigned }), _) => bye(section, *points, *assigned, assigned_bye),
                    _ => bye(section, ByePoints::Zero, false, assigned_bye),
                };
                record.rounds.push(entry);
            }
        }
        records
    }
}

fn at_a_table(
    section: &Section,
    table: TableNumber,
    side: Side,
    opponent: usize,
    results: &[Option<MatchResult>],
) -> RoundRecord {
    let score =
        |r: &MatchResult| MatchScore { own: r.points(side), theirs: r.points(side.other()), played: r.is_played() };
    let scores: Vec<MatchScore> = results.iter().flatten().map(score).collect();
    if scores.len() < usize::from(section.matches) {
        return RoundRecord::Open { opponent, matches: scores };
    }
    if scores.iter().any(|m| m.played) {
        // First-named teams have White on board a at odd tables.
        let white = (table.0 % 2 == 1) == (side == Side::First);
        return RoundRecord::Played { opponent, matches: scores, white };
    }
    let points: HalfPoints = scores.iter().map(|m| m.own).sum();
    let kind = if points > HalfPoints::ZERO { Unplayed::ForfeitWin } else { Unplayed::ForfeitLoss };
    RoundRecord::Unplayed { kind, points, scheduled: Some(opponent), assigned: false }
}

fn bye(section: &Section, points: ByePoints, assigned: bool, assigned_bye: HalfPoints) -> RoundRecord {
    let round = 2 * i32::from(section.matches);
    let (kind, scored) = match points {
        _ if assigned => (Unplayed::FullBye, assigned_bye),
        ByePoints::Full => (Unplayed::FullBye, HalfPoints(round)),
        ByePoints::Half => (Unplayed::HalfBye, HalfPoints(round / 2)),
        ByePoints::Zero => (Unplayed::ZeroBye, HalfPoints::ZERO),
    };
    RoundRecord::Unplayed { kind, points: scored, scheduled: None, assigned }
}
