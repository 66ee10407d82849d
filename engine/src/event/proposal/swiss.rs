//! A Swiss round of a section, or of one group of quads: the position off the records, the pairing with what is to be said of it.

use super::{Proposal, Remark};
use crate::event::ahead::wanted;
use crate::event::{Event, Refusal};
use crate::pairing::knockout::Next;
use crate::pairing::swiss::{self, DeadEnd, Pairing};
use crate::pairing::{Competitor, History, Lookahead, Plays, Position, Settings, System, pair};
use crate::tournament::{
    Assignment, ByePoints, Format, HalfPoints, MatchScore, Record, Round, RoundRecord, Section, Team, TeamId,
};
use rustc_hash::FxHashSet;

impl Event {
    /// Takes the wishes for a round out of which not both teams play the Swiss.
    pub fn drop_void_wishes(
        &self,
        teams: &[&Team],
        group: Option<&[TeamId]>,
        position: &mut Position,
    ) -> Vec<[TeamId; 2]> {
        let id = |at: u32| teams[at as usize].id;
        let in_group = |at: u32| group.is_none_or(|group| group.contains(&id(at)));
        let entrants = &position.entrants;
        let plays = |at: u32| !entrants[at as usize].absent && in_group(at);
        let void = position.forced.extract_if(.., |(a, b)| !(plays(*a) && plays(*b)));
        void.filter(|(a, b)| in_group(*a) || in_group(*b)).map(|(a, b)| [id(a), id(b)]).collect()
    }

    /// Adds a Swiss round of the section, or of the teams of one group of it, with what is to be said of it.
    pub(super) fn add_swiss(
        &self,
        section: &Section,
        (position, teams, group): (&Position, &[&Team], Option<&Vec<TeamId>>),
        pairing: &Pairing,
        pairs: Vec<(TeamId, TeamId)>,
        void: Vec<[TeamId; 2]>,
        proposal: &mut Proposal,
    ) -> Result<(), Refusal> {
        let (round, settings) = (position.round, self.settings(section.id).pairing);
        let in_group = |team: &Team| group.is_none_or(|g| g.contains(&team.id));
        let name = |index: usize| teams[index].name.as_str();
        if pairs.is_empty() && group.is_none() {
            let is_away = |t: &&Team| self.is_missing(section, t) || self.is_no_show(section, round, t);
            let away = teams.iter().copied().filter(is_away).count();
            return Err(Refusal::NobodyToPair { section: section.id, away });
        }
        proposal.pairs.extend(pairs);
        proposal.remarks.extend(void.into_iter().map(Remark::VoidWish));
        let present: Vec<&Team> =
            teams.iter().copied().filter(|t| in_group(t) && !self.tournament().is_away(t, section.id, round)).collect();
        let missing: Vec<&Team> = present
            .iter()
            .copied()
            .filter(|t| self.is_missing(section, t) && self.asked_bye(section, t.id, round).is_none())
            .collect();
        let no_shows: Vec<&Team> = present.iter().copied().filter(|t| self.is_no_show(section, round, t)).collect();
        for team in &present {
            let asked = self.asked_bye(section, team.id, round);
            if asked.is_some() || missing.iter().chain(&no_shows).any(|m| m.id == team.id) {
                proposal.out.push((team.id, asked.unwrap_or(ByePoints::Zero)));
            }
        }
        let ids = |teams: &[&Team]| teams.iter().map(|team| team.id).collect::<Vec<_>>();
        proposal.remarks.extend((!missing.is_empty()).then(|| Remark::NotCheckedIn(ids(&missing))));
        proposal.remarks.extend((!no_shows.is_empty()).then(|| Remark::NoShows(ids(&no_shows))));
        for team in present.iter().filter(|t| t.house && !missing.iter().any(|m| m.id == t.id)) {
            let plays =
                proposal.pairs.iter().any(|(a, b)| *a == team.id || *b == team.id) || proposal.bye == Some(team.id);
            if !plays && !proposal.out.iter().any(|(t, _)| *t == team.id) {
                proposal.out.push((team.id, ByePoints::Zero));
            }
        }
        proposal.remarks.extend(swiss::majority(position, &settings).map(Remark::KeptApart));
        proposal.remarks.extend(pairing.lookahead_changed.then_some(Remark::LookedAhead));
        proposal.remarks.extend(wanted(position, &settings, &name).into_iter().map(Remark::AsWanted));
        let wished = self.facts.wishes.required.iter().filter(|(later, _)| *later > round);
        let meets_now =
            |(_, pair): &&(u32, [TeamId; 2])| proposal.pairs.iter().any(|(a, b)| pair.contains(a) && pair.contains(b));
        let early: Vec<Remark> =
            wished.filter(meets_now).map(|(later, pair)| Remark::WantedLater { pair: *pair, later: *later }).collect();
        proposal.remarks.extend(early);
        // C.04.6 never looks ahead, but the director does.
        let looks = settings.system == System::FideTeam && settings.lookahead != Lookahead::No;
        if section.rounds.is_none_or(|r| round < r)
            && (pairing.next_round_stuck || (looks && swiss::is_dead_end(position, &settings, pairing)))
        {
            let lookahead_helps = lookahead_helps(position, &settings);
            proposal.remarks.push(Remark::DeadEnd(DeadEnd { lookahead_helps }));
        }
        Ok(())
    }

    /// House teams that sit out a round of a Swiss: one of them joins where the rest is odd [28M1].
    pub fn spare_house_teams(&self, section: &Section, round: u32) -> Vec<TeamId> {
        if section.format != Format::Swiss {
            return Vec::new();
        }
        let (position, teams) = self.position(section, round);
        position.spare_house_teams().into_iter().map(|at| teams[at].id).collect()
    }

    /// The section before a round, and the teams that its indexes stand for.
    pub fn position(&self, section: &Section, round: u32) -> (Position, Vec<&Team>) {
        let tournament = self.tournament();
        let teams: Vec<&Team> = tournament.ever_in(section.id).collect();
        let records = drawn_where_open(self.records(section, round - 1), section.matches);
        let schools: Vec<Vec<u32>> =
            teams.iter().map(|t| tournament.schools_of(t).iter().map(|s| s.0).collect()).collect();
        // Who came after a round was posted has no part in how it was paired, whatever bye of an earlier one it was given since.
        let is_posted = section.format == Format::Swiss && tournament.round(section.id, round).is_some();
        let by_then = tournament.rounds_of(section.id).filter(|earlier| is_posted && earlier.number <= round);
        let was_there = |earlier: &Round, team: TeamId, assignment: Assignment| {
            let is_free = matches!(assignment, Assignment::Bye { assigned: false, .. });
            !(is_free && earlier.number < round && self.asked_bye(section, team, earlier.number).is_some())
        };
        let by_then: FxHashSet<TeamId> = by_then
            .flat_map(|earlier| earlier.assignments.iter().map(move |(team, assignment)| (earlier, *team, *assignment)))
            .filter(|(earlier, team, assignment)| was_there(earlier, *team, *assignment))
            .map(|(_, team, _)| team)
            .collect();
        let came_later = |team: &Team| is_posted && !by_then.contains(&team.id);
        let competitors = self.seeds(section.id).into_iter().enumerate().map(|(i, seed)| Competitor {
            number: teams[i].id.0,
            seed,
            upper: tournament.is_upper(section.id, teams[i].id),
            unrated: tournament.doubled_rating(teams[i]).is_none(),
            schools: &schools[i],
            house: teams[i].house,
            absent: self.asked_bye(section, teams[i].id, round).is_some()
                || self.is_missing(section, teams[i])
                || self.is_no_show(section, round, teams[i])
                || came_later(teams[i]),
            left: tournament.is_away(teams[i], section.id, round),
            late: !tournament.is_there_at_first(teams[i], section.id),
            asked_half_bye: teams[i].requested_byes.iter().any(|(asked, points)| {
                *asked >= tournament.counted_on(teams[i], section.id, round) && *points == ByePoints::Half
            }),
            rounds: &records[i].rounds,
            ..Competitor::default()
        });
        let at = |id: TeamId| teams.binary_search_by_key(&id, |t| t.id).ok().and_then(|i| u32::try_from(i).ok());
        let pair = |[a, b]: [TeamId; 2]| Some((at(a)?, at(b)?));
        let history = History {
            competitors: competitors.collect(),
            round,
            rounds: section.rounds.unwrap_or(round),
            matches: section.matches,
            accelerate: self.settings(section.id).pairing.accelerate,
            forbidden: self.facts.wishes.forbidden.iter().filter_map(|p| pair(*p)).collect(),
            forced: self
                .facts
                .wishes
                .required
                .iter()
                .filter(|(r, _)| *r == round)
                .filter_map(|(_, p)| pair(*p))
                .collect(),
        };
        let places = |teams: Vec<TeamId>| teams.into_iter().filter_map(at).collect();
        let plays = match section.format {
            Format::Swiss => Plays::Swiss,
            Format::RoundRobin | Format::DoubleRoundRobin => {
                Plays::Schedule { entrants: places(self.scheduled(section)), cycles: self.cycles(section) }
            }
            Format::Quads => Plays::Quads { entrants: places(self.scheduled(section)) },
            Format::Knockout => {
                let (seeds, state) = self.bracket(section, round - 1);
                Plays::Knockout { seeds: places(seeds), next: state.map_or(Next::Over, |state| state.next) }
            }
        };
        (Position { plays, ..Position::from_history(&history) }, teams)
    }
}

/// A match that is still open counts as drawn: `pair --anyway`.
fn drawn_where_open(mut records: Vec<Record>, matches_a_round: u8) -> Vec<Record> {
    for record in &mut records {
        for entry in &mut record.rounds {
            if let RoundRecord::Open { opponent, matches } = entry {
                let drawn = MatchScore { own: HalfPoints::DRAW, theirs: HalfPoints::DRAW, played: true };
                matches.resize(matches_a_round.into(), drawn);
                let white = vec![true; matches.len()];
                *entry = RoundRecord::Played { opponent: *opponent, matches: std::mem::take(matches), white };
            }
        }
    }
    records
}

/// Whether looking ahead would find another pairing, after which there is one.
fn lookahead_helps(position: &Position, settings: &Settings) -> bool {
    let looking = Settings { lookahead: Lookahead::Yes, ..*settings };
    settings.system == System::Us
        && settings.lookahead != Lookahead::Yes
        && pair(position, &looking).is_ok_and(|made| !swiss::is_dead_end(position, &looking, &made))
}
