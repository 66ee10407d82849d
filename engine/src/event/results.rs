//! What the slips come to: results by the rulebook, records, what is still open; seeds, and the table after a round.

use super::{Event, Refusal, StoredPlayOff};
use crate::discipline::{Appeal, Ruling, match_result};
use crate::pairing::seeds;
use crate::standings::prizes::{PlayOffMatch, settle};
use crate::standings::{Field, Line, Scorecard};
use crate::standings::{scores, table};
use crate::tournament::names::list;
use crate::tournament::{
    AppealId, Format, HalfPoints, MatchId, MatchPoints, MatchResult, Record, Round, RoundRecord, Section, SectionId,
    Slip, TableNumber, Team, TeamId, Tournament, Unplayed,
};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::{BTreeMap, BTreeSet};

impl Event {
    /// The result of a match by the rulebook in force; `None` while it is open.
    pub fn result_in(&self, round: &Round, table: TableNumber, number: u8) -> Option<MatchResult> {
        let slip = round.slip(table, number)?;
        match_result(slip, &self.rulebook.discipline).map(|derived| derived.result)
    }

    /// How a match went that was decided before it began, since a team of it has left.
    pub fn decided_before(&self, round: &Round, table: TableNumber, number: u8) -> Option<MatchResult> {
        let has_left = |team: &TeamId| !self.tournament().has_part(*team, round.section, round.number);
        let result = self.result_in(round, table, number).filter(|result| !result.is_played())?;
        round.teams_at(table)?.iter().any(has_left).then_some(result)
    }

    /// Every result, derived once.
    pub fn results(&self) -> &FxHashMap<MatchId, MatchResult> {
        self.results.get_or_init(|| {
            let Tournament { sections, rounds, .. } = self.tournament();
            let slips = rounds.iter().map(|round| round.slips.len()).sum();
            let mut results = FxHashMap::with_capacity_and_hasher(slips, FxBuildHasher);
            results.extend(sections.iter().flat_map(|section| self.results_of(section)));
            results
        })
    }

    fn results_of(&self, section: &Section) -> Vec<(MatchId, MatchResult)> {
        let mut results = Vec::new();
        for round in self.tournament().rounds_of(section.id) {
            let last = round.slips_in_force();
            // Once the replay of a drawn tie has begun, what was drawn counts no more.
            let superseded = |slip: &Slip| {
                let id = MatchId { section: section.id, round: round.number, table: slip.table, number: slip.number };
                let replay = self.playing_awaited(section, round, slip.table);
                let replay = replay.filter(|playing| self.begun_as(id, slip) < *playing);
                replay.is_some_and(|playing| self.has_begun(section, round, slip.table, playing))
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
        let mut records =
            self.tournament().records(section, rounds, &|of| self.assigned_bye(of), &|id| results.get(&id).copied());
        for (round, free) in self.free_rounds(section) {
            let record = records.iter_mut().find(|record| record.team == free);
            let round = record.and_then(|record| record.rounds.get_mut(round as usize - 1));
            if let Some(RoundRecord::Unplayed { kind: Unplayed::ZeroBye, assigned, .. }) = round {
                *assigned = true;
            }
        }
        // A quad is over after its rounds, whatever a larger group beside it still plays.
        let groups = if section.format == Format::Quads { self.schedules(section) } else { Vec::new() };
        for (group, schedule) in groups {
            let of_group = records.iter_mut().filter(|record| group.contains(&record.team));
            of_group.for_each(|record| record.rounds.truncate(schedule.len()));
        }
        records
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
                || self.playing_awaited(section, round, *table).is_some()
        };
        round.tables().into_iter().map(|(table, _)| table).filter(open).collect()
    }

    pub fn is_open(&self, section: &Section, round: &Round, table: TableNumber) -> bool {
        let lacks = |number| self.result_in(round, table, number).is_none();
        round.teams_at(table).is_some()
            && ((1..=section.matches).any(lacks) || self.playing_awaited(section, round, table).is_some())
    }

    /// Tables without a result, round by round; rounds that are complete are left out.
    pub fn missing_results(&self, section: &Section) -> Vec<(u32, Vec<TableNumber>)> {
        let rounds = self.tournament().rounds_of(section.id).map(|round| (round.number, self.missing(section, round)));
        rounds.filter(|(_, missing)| !missing.is_empty()).collect()
    }

    /// Refuses while a match elsewhere, from which a team of the section brought its points, is open or under appeal.
    pub fn waits_for_brought(&self, section: &Section) -> Result<(), Refusal> {
        if let Some((host, round, tables)) = self.brought_open(section).into_iter().next() {
            let (posted, played_in) = (self.tournament().round(host, round), self.tournament().section(host));
            let awaits = |(posted, host): (&Round, &Section)| self.awaits_replay(host, posted, tables[0]);
            let replays = posted.zip(played_in).is_some_and(awaits);
            return Err(Refusal::ResultsMissing { section: host, round, tables, replays, pairing: section.id });
        }
        let appeals: Vec<AppealId> = self.brought_appeals(section).into_iter().map(|appeal| appeal.id).collect();
        if appeals.is_empty() { Ok(()) } else { Err(Refusal::AppealsOpen { section: section.id, appeals }) }
    }

    /// The tables elsewhere, by section and round, that have no result yet and from which teams of a section brought their points.
    pub fn brought_open(&self, section: &Section) -> Vec<(SectionId, u32, Vec<TableNumber>)> {
        let mut open: BTreeMap<(SectionId, u32), BTreeSet<TableNumber>> = BTreeMap::new();
        for (host, round, table) in self.brought_matches(section) {
            if self.missing(host, round).contains(&table) {
                open.entry((host.id, round.number)).or_default().insert(table);
            }
        }
        open.into_iter().map(|((host, round), tables)| (host, round, tables.into_iter().collect())).collect()
    }

    /// The open appeals of matches elsewhere from which teams of a section brought their points.
    pub fn brought_appeals(&self, section: &Section) -> Vec<&Appeal> {
        let (brought, docket) = (self.brought_matches(section), &self.facts.docket);
        let is_there = |ruling: &Ruling| {
            let at = ruling.place.as_ref().map(|place| place.match_id);
            at.is_some_and(|id| {
                brought.iter().any(|(s, r, table)| (s.id, r.number, *table) == (id.section, id.round, id.table))
            })
        };
        let hosts: BTreeSet<SectionId> = brought.iter().map(|(host, ..)| host.id).collect();
        let open = hosts.into_iter().flat_map(|host| docket.open_appeals(host));
        open.filter(|appeal| docket.ruling(appeal.ruling).is_some_and(is_there)).collect()
    }

    /// The matches elsewhere from which teams of a section brought their points. What is played in another file is settled there.
    fn brought_matches(&self, section: &Section) -> Vec<(&Section, &Round, TableNumber)> {
        let tournament = self.tournament();
        let moved = tournament.teams_in(section.id).filter(|team| !team.stays.is_empty() && team.belongs(section.id));
        let played = moved.flat_map(|team| {
            let is_host =
                |host: &&Section| host.id != section.id && team.belongs(host.id) && !self.facts.is_elsewhere(host.id);
            tournament.sections.iter().filter(is_host).flat_map(move |host| {
                let there = tournament.rounds_of(host.id).filter(|round| team.section_in(round.number) == host.id);
                there.filter_map(move |round| Some((host, round, round.assignment(team.id)?.table()?)))
            })
        });
        played.collect()
    }

    /// The round that standings are given after: the latest that has a result in it, or in which nobody plays. One that was only paired, or of
    /// which one board is known and decides nothing, changes nothing yet.
    pub fn standing_round(&self, section: &Section) -> u32 {
        let has_result = |slip: &Slip| match_result(slip, &self.rulebook.discipline).is_some();
        let counts = |round: &&Round| round.slips.iter().any(has_result) || round.tables().is_empty();
        self.tournament().rounds_of(section.id).filter(counts).last().map_or(0, |round| round.number)
    }

    /// Rounds that the section plays in all, as far as that is settled: of a schedule no more than it has.
    pub fn rounds_to_play(&self, section: &Section) -> u32 {
        let length = || self.planned_rounds(section, self.scheduled(section).len());
        match (section.rounds, section.format) {
            (Some(rounds), Format::RoundRobin | Format::DoubleRoundRobin) => rounds.min(length()),
            (Some(rounds), Format::Quads) if self.swiss_group(section).is_none() => rounds.min(length()),
            (rounds, _) => rounds.unwrap_or_else(length),
        }
    }

    /// Whether every round is played, or the knockout won.
    pub fn is_finished(&self, section: &Section) -> bool {
        let posted = self.posted_rounds(section.id);
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
        let open_appeal =
            |(appeal, ruling): (&Appeal, &Ruling)| format!("appeal {} of ruling {} is open", appeal.id, ruling.id);
        let astray = self.first_astray(section, after).map(|round| {
            let called = self.round_called(section, round.number);
            match round.number {
                1 => format!("{called}: doesn't match the bracket as drawn"),
                number => format!("{called}: not the teams that {} sent there", self.round_called(section, number - 1)),
            }
        });
        results.chain(astray).chain(self.appealed(section, after).map(open_appeal)).collect()
    }

    /// Open appeals of a section, with the rulings they are against, as far as these fell in its first rounds.
    fn appealed<'d>(&'d self, section: &Section, after: u32) -> impl Iterator<Item = (&'d Appeal, &'d Ruling)> {
        let docket = &self.facts.docket;
        let ruled = |appeal: &'d Appeal| Some((appeal, docket.ruling(appeal.ruling)?));
        docket.open_appeals(section.id).filter_map(ruled).filter(move |(_, ruling)| ruling.round <= after)
    }

    /// The teams whose score an open appeal may change: both at the table, or the one that the ruling is about.
    pub fn awaiting_appeal(&self, section: &Section, after: u32) -> Vec<TeamId> {
        let at_table = |ruling: &Ruling| {
            let id = ruling.place.as_ref()?.match_id;
            self.tournament().round(section.id, id.round)?.teams_at(id.table)
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
    list(shown)
}

impl Event {
    /// Seeds of a section's teams, in the order of their numbers.
    pub fn seeds(&self, section: SectionId) -> Vec<u32> {
        let tournament = self.tournament();
        let admitted: Option<Vec<u32>> =
            tournament.ever_in(section).map(|t| tournament.final_seed(section, t.id)).collect();
        admitted.filter(|seeds| !seeds.is_empty()).unwrap_or_else(|| {
            let teams: Vec<(Option<u32>, u32)> =
                tournament.ever_in(section).map(|t| (tournament.doubled_rating(t), t.lot)).collect();
            seeds(&teams)
        })
    }

    pub fn seeded(&self, section: SectionId) -> Vec<TeamId> {
        let mut seeded: Vec<(u32, TeamId)> =
            self.seeds(section).into_iter().zip(self.tournament().ever_in(section).map(|t| t.id)).collect();
        seeded.sort_unstable();
        seeded.into_iter().map(|(_, team)| team).collect()
    }

    /// How many groups the section is played in; teams that came after these were made are in none.
    pub fn group_count(&self, section: &Section) -> u32 {
        u32::try_from(self.quads(section).len()).unwrap_or(u32::MAX)
    }

    /// The section as its standings see it after a round.
    pub fn field(&self, section: &Section, after: u32) -> Field {
        let mut lots: Vec<(u32, TeamId)> = self.tournament().ever_in(section.id).map(|t| (t.lot, t.id)).collect();
        lots.sort_unstable();
        // Shown as 1 for the first drawn, 2 for the second, ...
        let drawn: FxHashMap<TeamId, u32> = lots.into_iter().zip(1..).map(|((_, team), order)| (team, order)).collect();
        let groups = self.quads(section);
        let group = |team: TeamId| match groups.iter().position(|group| group.contains(&team)) {
            _ if groups.is_empty() => 0,
            // Who came after the groups were made is listed behind them.
            at => u32::try_from(at.unwrap_or(groups.len())).unwrap_or(u32::MAX) + 1,
        };
        let due = self.due(section);
        let entry = |((record, seed), team): ((Record, u32), &Team)| Scorecard {
            group: group(team.id),
            number: team.pairing_number_in(section.id).unwrap_or(seed),
            lot: drawn.get(&team.id).copied().unwrap_or(seed),
            house: team.house,
            penalty: team.tiebreak_penalty,
            withdrawn: self.tournament().has_left_for_good(team, section.id, after + 1),
            due: due.get(&team.id).copied(),
            ..Scorecard::new(record, seed)
        };
        let records = self.records(section, after).into_iter().zip(self.seeds(section.id));
        let entries = records.zip(self.tournament().ever_in(section.id)).map(entry).collect();
        let round_robin = section.format.is_all_play_all();
        let win = match section.match_points {
            MatchPoints::One => 100,
            MatchPoints::Half => 50,
        };
        let has_left_over = self.swiss_group(section).is_some();
        let swiss_group = has_left_over.then_some(groups.len() as u32);
        Field { round_robin, swiss_group, win, ..Field::swiss(entries, section.matches) }
    }

    /// What the teams of a section stand on after a round: what was played against one that is struck counts for nobody.
    pub fn scores(&self, section: &Section, after: u32) -> FxHashMap<TeamId, HalfPoints> {
        let field = self.field(section, after);
        let teams = field.entries.iter().map(|entry| entry.record.team);
        teams.zip(scores(&field)).collect()
    }

    /// The table after a round: by groups where there are some, of a knockout by who went how far, and by the play-offs at last.
    pub fn table(&self, section: &Section, after: u32) -> Vec<Line> {
        let mut lines = table(&self.field(section, after), &self.settings(section.id).standings);
        if let Some(places) = self.knockout_places(section, after) {
            let seeded: Vec<TeamId> = places.iter().flatten().copied().collect();
            let mut rank = 1;
            // Who came after the lines were drawn is listed behind them all.
            let late = lines.iter().map(|line| line.team).filter(|team| !seeded.contains(team)).collect();
            for place in places.into_iter().chain([late]) {
                for line in lines.iter_mut().filter(|line| place.contains(&line.team)) {
                    (line.rank, line.by_round) = (rank, Some(rank));
                }
                rank += u32::try_from(place.len()).unwrap_or(0);
            }
            lines.sort_by_key(|line| (line.rank, seeded.iter().position(|team| *team == line.team)));
        }
        if after >= self.standing_round(section) {
            let play_offs = self.play_offs(section.id, &lines);
            let rules = self.settings(section.id).prizes;
            settle(&mut lines, &play_offs, rules.ties, rules.play_off);
        }
        lines
    }

    /// The matches of play-offs, which decided places: these have to be shown.
    pub fn play_off_notes(&self, section: &Section, after: u32) -> Vec<String> {
        if after < self.standing_round(section) {
            return Vec::new();
        }
        let name = |team: TeamId| self.tournament().team(team).map_or_else(String::new, Team::shown_name);
        let sentence = |played: &StoredPlayOff| {
            let [first, second] = played.teams.map(name);
            format!("Play-off: {first} {} {second}.", played.result.as_typed())
        };
        self.deciding(section.id, &self.table(section, after)).map(|(played, _)| sentence(played)).collect()
    }

    /// The matches of play-offs that decide places of a table. Teams are indices into the section's field.
    pub fn play_offs(&self, section: SectionId, lines: &[Line]) -> Vec<PlayOffMatch> {
        let of = |(played, teams): (&StoredPlayOff, _)| PlayOffMatch { teams, result: played.result };
        self.deciding(section, lines).map(of).collect()
    }

    /// The matches of play-offs between teams that are level in a table, which a correction may have parted since.
    fn deciding<'e>(
        &'e self,
        section: SectionId,
        lines: &'e [Line],
    ) -> impl Iterator<Item = (&'e StoredPlayOff, [usize; 2])> {
        let of_section = self.facts.play_offs.iter().filter(move |played| played.section == section);
        of_section.filter_map(|played| {
            let [first, second] = played.teams.map(|team| lines.iter().find(|line| line.team == team));
            let (first, second) = (first?, second?);
            first.is_level_with(second).then_some((played, [first.index, second.index]))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{TableNumber, spans};

    #[test]
    fn many_tables_are_listed_as_spans() {
        let tables = [1, 3, 4, 5, 6, 8, 9].map(TableNumber);
        assert_eq!(spans(&tables), "1, 3-6, 8, 9");
    }
}
