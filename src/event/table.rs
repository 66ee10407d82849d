//! Who stands where: seeds, the field as the standings see it, the table after a round.

use super::Event;
use crate::pairing::seeds;
use crate::standings::prizes::{PlayOff, PlayOffMatch, settle};
use crate::standings::{Entry, Field, Line, table};
use crate::tournament::{Format, MatchPoints, Record, Section, SectionId, Team, TeamId};
use std::collections::HashMap;

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

    /// A section's teams in seed order.
    pub fn seeded(&self, section: SectionId) -> Vec<TeamId> {
        let mut seeded: Vec<(u32, TeamId)> =
            self.seeds(section).into_iter().zip(self.tournament().ever_in(section).map(|t| t.id)).collect();
        seeded.sort_unstable();
        seeded.into_iter().map(|(_, team)| team).collect()
    }

    /// How many groups the section is played in; teams that came after these were made are in none.
    pub fn group_count(&self, section: &Section) -> u32 {
        let groups = if section.format == Format::Quads { self.quads(section).len() } else { 0 };
        u32::try_from(groups).unwrap_or(u32::MAX)
    }

    /// The section as its standings see it after a round.
    pub fn field(&self, section: &Section, after: u32) -> Field {
        let mut lots: Vec<(u32, TeamId)> = self.tournament().ever_in(section.id).map(|t| (t.lot, t.id)).collect();
        lots.sort_unstable();
        // Shown as 1 for the first drawn, 2 for the second, ...
        let drawn: HashMap<TeamId, u32> = lots.into_iter().zip(1..).map(|((_, team), order)| (team, order)).collect();
        let groups = if section.format == Format::Quads { self.quads(section) } else { Vec::new() };
        let group = |team: TeamId| match groups.iter().position(|group| group.contains(&team)) {
            _ if groups.is_empty() => 0,
            // Who came after the groups were made stands behind them.
            at => u32::try_from(at.unwrap_or(groups.len())).unwrap_or(u32::MAX) + 1,
        };
        let due = self.due(section);
        let entry = |((record, seed), team): ((Record, u32), &Team)| Entry {
            group: group(team.id),
            lot: drawn.get(&team.id).copied().unwrap_or(seed),
            house: team.house,
            penalty: team.tiebreak_penalty,
            withdrawn: self.tournament().is_away(team, section.id, after + 1),
            due: due.get(&team.id).copied(),
            ..Entry::new(record, seed)
        };
        let records = self.records(section, after).into_iter().zip(self.seeds(section.id));
        let entries = records.zip(self.tournament().ever_in(section.id)).map(entry).collect();
        let round_robin = section.format.is_all_play_all();
        let win = match section.match_points {
            MatchPoints::One => 100,
            MatchPoints::Half => 50,
        };
        Field { round_robin, win, ..Field::swiss(entries, section.matches) }
    }

    /// The table after a round: by groups where there are some, of a knockout by who went how far, and by the play-offs at last.
    pub fn table(&self, section: &Section, after: u32) -> Vec<Line> {
        let mut lines = table(&self.field(section, after), &self.settings(section.id).standings);
        if let Some(places) = self.knockout_places(section, after) {
            let seeded: Vec<TeamId> = places.iter().flatten().copied().collect();
            let mut rank = 1;
            // Who came after the lines were drawn stands behind them all.
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
            settle(&mut lines, &self.play_offs(section.id));
        }
        lines
    }

    /// The teams of a section whose rank is another than it was before, with both.
    pub fn moved_since(&self, before: &Self, section: &Section) -> Vec<(TeamId, u32, u32)> {
        let ranks = |event: &Self| -> Vec<(TeamId, u32)> {
            // Before round 1 the table shows nothing but lots.
            event.latest_round(section.id).map_or_else(Vec::new, |_| {
                let table = event.table(section, event.standing_round(section));
                table.iter().map(|line| (line.team, line.rank)).collect()
            })
        };
        let was: HashMap<TeamId, u32> = ranks(before).into_iter().collect();
        let both = ranks(self).into_iter().filter_map(|(team, is)| Some((team, *was.get(&team)?, is)));
        both.filter(|(_, was, is)| was != is).collect()
    }

    /// The matches of play-offs, which decided places: it has to be told.
    pub fn play_offs_told(&self, section: &Section, after: u32) -> Vec<String> {
        let is_over = after >= self.standing_round(section);
        let name = |team: TeamId| self.tournament().team(team).map_or_else(String::new, Team::shown_name);
        let played = self.facts.play_offs.iter().filter(|played| is_over && played.section == section.id);
        played
            .map(|p| format!("Play-off: {} {} {}.", name(p.teams[0]), p.result.as_typed(), name(p.teams[1])))
            .collect()
    }

    /// The play-offs of a section. Teams are indices into its field.
    pub fn play_offs(&self, section: SectionId) -> Vec<PlayOff> {
        let at = |team: TeamId| self.tournament().ever_in(section).position(|t| t.id == team);
        let played = self.facts.play_offs.iter().filter(|played| played.section == section);
        PlayOff::of(played.filter_map(|played| {
            let [first, second] = played.teams;
            Some(PlayOffMatch { teams: [at(first)?, at(second)?], result: played.result })
        }))
    }
}
