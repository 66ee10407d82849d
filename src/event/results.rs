//! What the slips come to: results by the rulebook, records, and what is still open.

use super::Event;
use crate::discipline::{Appeal, Ruling, match_result};
use crate::tournament::{Format, HalfPoints, MatchId, MatchResult, Record, Round, Section, Slip, TableNumber, TeamId};
use std::collections::HashMap;

impl Event {
    /// The result of a match by the rulebook in force; `None` while it is open.
    pub fn result_in(&self, round: &Round, table: TableNumber, number: u8) -> Option<MatchResult> {
        let slip = round.slip(table, number)?;
        match_result(slip, &self.rulebook.discipline).map(|derived| derived.result)
    }

    /// Every result, derived once.
    pub fn results(&self) -> &HashMap<MatchId, MatchResult> {
        self.results.get_or_init(|| self.tournament().sections.iter().flat_map(|s| self.results_of(s)).collect())
    }

    fn results_of(&self, section: &Section) -> Vec<(MatchId, MatchResult)> {
        let mut results = Vec::new();
        for round in self.tournament().rounds_of(section.id) {
            let last = round.slips_in_force();
            // Once the replay of a drawn tie has begun, what was drawn counts no more.
            let superseded = |slip: &Slip| {
                let replay = self.playing_awaited(section, round, slip.table).filter(|playing| slip.playing < *playing);
                replay.is_some_and(|playing| {
                    round.slips.iter().any(|other| other.table == slip.table && other.playing == playing)
                })
            };
            for slip in round.slips.iter().filter(|slip| !superseded(slip)) {
                let id = MatchId { section: section.id, round: round.number, table: slip.table, number: slip.number };
                let in_force = last[&(slip.table, slip.number)].playing == slip.playing;
                let derived = match_result(slip, &self.rulebook.discipline).filter(|_| in_force);
                results.extend(derived.map(|derived| (id, derived.result)));
            }
        }
        results
    }

    /// One record a team of the section, by team number, over the first `rounds` rounds.
    pub fn records(&self, section: &Section, rounds: u32) -> Vec<Record> {
        let results = self.results();
        self.tournament().records(section, rounds, &|of| self.assigned_bye(of), &|id| results.get(&id).copied())
    }

    /// What the odd team's bye scores, in half points of a match.
    pub fn assigned_bye(&self, section: &Section) -> HalfPoints {
        let full = 2 * i32::from(section.matches);
        HalfPoints(self.settings(section.id).pairing.bye_points.map_or(full, i32::from))
    }

    /// Matches of a round that have no result yet, by table; a table of a double round is named once.
    pub fn missing(&self, section: &Section, round: &Round) -> Vec<TableNumber> {
        let slips = round.slips_in_force();
        let has_result = |slip: &&Slip| match_result(slip, &self.rulebook.discipline).is_some();
        let open = |table: &TableNumber| {
            (1..=section.matches).any(|number| slips.get(&(*table, number)).is_none_or(|slip| !has_result(slip)))
                || self.awaits_replay(section, round, *table)
        };
        round.tables().into_iter().map(|(table, _)| table).filter(open).collect()
    }

    /// Whether a table of the round waits for a result.
    pub fn is_open(&self, section: &Section, round: &Round, table: TableNumber) -> bool {
        let lacks = |number| self.result_in(round, table, number).is_none();
        round.teams_at(table).is_some()
            && ((1..=section.matches).any(lacks) || self.awaits_replay(section, round, table))
    }

    /// Tables without a result, round by round; rounds that are complete are left out.
    pub fn missing_results(&self, section: &Section) -> Vec<(u32, Vec<TableNumber>)> {
        let rounds = self.tournament().rounds_of(section.id).map(|round| (round.number, self.missing(section, round)));
        rounds.filter(|(_, missing)| !missing.is_empty()).collect()
    }

    /// The round that standings are given after: the latest that has a result in it, else the one before.
    pub fn standing_round(&self, section: &Section) -> u32 {
        match self.latest_round(section.id) {
            Some(round) if round.slips.is_empty() && !round.tables().is_empty() => round.number - 1,
            Some(round) => round.number,
            None => 0,
        }
    }

    /// Rounds that the section plays in all, as far as that is settled.
    pub fn rounds_to_play(&self, section: &Section) -> u32 {
        section.rounds.unwrap_or_else(|| self.planned_rounds(section, self.scheduled(section).len()))
    }

    /// Whether every round is played, or the knockout won.
    pub fn is_finished(&self, section: &Section) -> bool {
        let posted = self.latest_round(section.id).map_or(0, |round| round.number);
        let is_over = match section.format {
            Format::Knockout => self.is_won_knockout(section),
            _ => posted > 0 && posted >= self.rounds_to_play(section),
        };
        is_over && self.missing_results(section).is_empty()
    }

    /// Why documents of a section may still change: tables without a result, appeals without a decision.
    pub fn open_matters(&self, section: &Section, after: u32) -> Vec<String> {
        let results =
            self.missing_results(section).into_iter().filter(|(round, _)| *round <= after).map(|(round, missing)| {
                let many = if missing.len() == 1 { "" } else { "s" };
                format!("round {round}: no result from table{many} {}", spans(&missing))
            });
        let told =
            |(appeal, ruling): (&Appeal, &Ruling)| format!("appeal {} against ruling {} is open", appeal.id, ruling.id);
        results.chain(self.appealed(section, after).map(told)).collect()
    }

    /// Open appeals of a section, with the rulings they are against, as far as these fell in its first rounds.
    fn appealed<'d>(&'d self, section: &Section, after: u32) -> impl Iterator<Item = (&'d Appeal, &'d Ruling)> {
        let docket = &self.facts.docket;
        let ruled = |appeal: &'d Appeal| Some((appeal, docket.ruling(appeal.ruling)?));
        docket.open_appeals(section.id).filter_map(ruled).filter(move |(_, ruling)| ruling.round <= after)
    }

    /// The teams whose score an open appeal may change: both at the table, or the one that the ruling is about.
    pub fn awaiting_appeal(&self, section: &Section, after: u32) -> Vec<TeamId> {
        let round = |number: u32| self.tournament().rounds_of(section.id).find(|r| r.number == number);
        let at_table = |ruling: &Ruling| {
            let id = ruling.place.as_ref()?.match_id;
            round(id.round)?.teams_at(id.table)
        };
        let concerned = |(_, ruling): (&Appeal, &Ruling)| {
            at_table(ruling).map_or_else(|| ruling.team.into_iter().collect(), Vec::from)
        };
        self.appealed(section, after).flat_map(concerned).collect()
    }
}

/// Tables in order, as one reads them: `1, 3-150`.
pub fn spans(tables: &[TableNumber]) -> String {
    let runs = tables.chunk_by(|one, next| one.0 + 1 == next.0);
    let shown = runs.flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{first}-{last}")],
        few => few.iter().map(ToString::to_string).collect(),
    });
    shown.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::{TableNumber, spans};

    #[test]
    fn many_tables_are_told_as_spans() {
        let tables = [1, 3, 4, 5, 6, 8, 9].map(TableNumber);
        assert_eq!(spans(&tables), "1, 3-6, 8, 9");
    }
}
