//! A Swiss round of a section, or of one group of quads: the position off the records, the pairing with what is to be said of it.

use super::{Proposal, Remark};
use crate::event::ahead::costs::wanted;
use crate::event::{Event, Refusal};
use crate::pairing::swiss::{self, Consent, DeadEnd};
use crate::pairing::{Competitor, History, Lookahead, Position, Settings, System, pair};
use crate::tournament::{ByePoints, HalfPoints, MatchScore, Record, RoundRecord, Section, Team, TeamId};

impl Event {
    /// A Swiss round of the section, or of the teams of one group of it.
    pub fn propose_swiss(
        &self,
        section: &Section,
        round: u32,
        consent: Consent,
        group: Option<&[TeamId]>,
    ) -> Result<Proposal, Refusal> {
        let (mut position, teams) = self.position(section, round);
        let settings = self.settings(section.id).pairing;
        let in_group = |team: &Team| group.is_none_or(|g| g.contains(&team.id));
        for (entrant, team) in position.entrants.iter_mut().zip(&teams).filter(|(_, t)| !in_group(t)) {
            debug_assert_eq!(entrant.number, team.id.0);
            entrant.absent = true;
        }
        let plays = |at: u32| {
            teams.get(at as usize).is_some_and(|t| !position.entrants[at as usize].absent && !t.is_out(round))
        };
        let (forced, void): (Vec<_>, Vec<_>) =
            position.forced.iter().copied().partition(|(a, b)| plays(*a) && plays(*b));
        position.forced = forced;
        let id = |index: usize| teams[index].id;
        let name = |index: usize| teams[index].name.as_str();
        let pairing = pair(&position, &settings)
            .or_else(|refusal| refusal.overruled_by(consent))
            .map_err(|why| Refusal::Unpairable { section: section.id, round, why })?;
        let mut proposal = Proposal {
            pairs: pairing.pairs.iter().map(|(a, b)| (id(*a), id(*b))).collect(),
            bye: pairing.bye.map(id),
            ..Proposal::default()
        };
        if proposal.pairs.is_empty() {
            let is_away = |t: &&Team| self.is_missing(section, t) || self.is_no_show(section, round, t);
            let away = teams.iter().copied().filter(|t| in_group(t)).filter(is_away).count();
            return Err(Refusal::NobodyToPair { section: section.id, away });
        }
        let void = void.iter().map(|(a, b)| [teams[*a as usize], teams[*b as usize]]);
        let void = void.filter(|pair| pair.iter().any(|team| in_group(team)));
        proposal.remarks.extend(void.map(|pair| Remark::VoidWish(pair.map(|team| team.id))));
        let present: Vec<&Team> = teams.iter().copied().filter(|t| in_group(t) && !t.is_out(round)).collect();
        let missing: Vec<&Team> = present.iter().copied().filter(|t| self.is_missing(section, t)).collect();
        let no_shows: Vec<&Team> = present.iter().copied().filter(|t| self.is_no_show(section, round, t)).collect();
        for team in &present {
            let asked = team.requested_byes.iter().find(|(r, _)| *r == round).map(|(_, points)| *points);
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
        proposal.remarks.extend(swiss::majority(&position, &settings).map(Remark::KeptApart));
        proposal.remarks.extend(pairing.lookahead_changed.then_some(Remark::LookedAhead));
        proposal.remarks.extend(wanted(&position, &settings, &name).into_iter().map(Remark::AsWanted));
        // C.04.6 never looks ahead, but the director does.
        let looks = settings.system == System::FideTeam && settings.lookahead != Lookahead::No;
        if section.rounds.is_none_or(|r| round < r)
            && (pairing.next_round_stuck || (looks && swiss::is_dead_end(&position, &settings, &pairing)))
        {
            let lookahead_helps = lookahead_helps(&position, &settings);
            proposal.remarks.push(Remark::DeadEnd(DeadEnd { lookahead_helps }));
        }
        Ok(proposal)
    }

    /// The section before a round, and the teams that its indexes stand for.
    pub fn position(&self, section: &Section, round: u32) -> (Position, Vec<&Team>) {
        let tournament = self.tournament();
        let teams: Vec<&Team> = tournament.teams_in(section.id).collect();
        let records = drawn_where_open(self.records(section, round - 1));
        let schools: Vec<Vec<u32>> =
            teams.iter().map(|t| tournament.schools_of(t).iter().map(|s| s.0).collect()).collect();
        let first_round = tournament.rounds_of(section.id).next();
        let competitors = self.seeds(section.id).into_iter().enumerate().map(|(i, seed)| Competitor {
            number: teams[i].id.0,
            seed,
            unrated: tournament.doubled_rating(teams[i]).is_none(),
            schools: &schools[i],
            house: teams[i].house,
            absent: teams[i].requested_byes.iter().any(|(r, _)| *r == round)
                || self.is_missing(section, teams[i])
                || self.is_no_show(section, round, teams[i]),
            left: teams[i].is_out(round),
            late: first_round.is_some_and(|r| r.assignment(teams[i].id).is_none()),
            asked_half_bye: teams[i].requested_byes.iter().any(|(_, p)| *p == ByePoints::Half),
            rounds: &records[i].rounds,
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
        (Position::from_history(&history), teams)
    }
}

/// A round that is still open counts as drawn: `pair --anyway`.
fn drawn_where_open(mut records: Vec<Record>) -> Vec<Record> {
    for record in &mut records {
        for entry in &mut record.rounds {
            if let RoundRecord::Open { opponent, .. } = entry {
                let drawn = MatchScore { own: HalfPoints::DRAW, theirs: HalfPoints::DRAW, played: true };
                *entry = RoundRecord::Played { opponent: *opponent, matches: vec![drawn], white: true };
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
