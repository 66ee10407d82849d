//! The next round of a section, decided from what is on file; nothing is saved here.

mod knockout;
mod schedule;
mod swiss;

pub use knockout::{Ties, Undecided};

use super::{Event, Qualified, Refusal};
use crate::discipline::{Appeal, Decision, Outcome};
use crate::pairing::pair;
use crate::pairing::swiss::{Consent, DeadEnd, Majority, Refusal as Why};
use crate::tournament::{Assignment, ByePoints, Format, OfficialId, Section, Side, TableNumber, TeamId};

/// A round that could be posted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Proposal {
    /// Pairs in board order, first-named first.
    pub pairs: Vec<(TeamId, TeamId)>,
    pub bye: Option<TeamId>,
    /// Teams that do not play: byes asked for, and teams not checked in.
    pub out: Vec<(TeamId, ByePoints)>,
    /// Teams of a schedule whose opponent is not there: posted, and won by forfeit at once.
    pub walkovers: Vec<TeamId>,
    /// Ties of which both teams have left: posted, and lost by both at once.
    pub abandoned: Vec<(TeamId, TeamId)>,
    /// What the director should know.
    pub remarks: Vec<Remark>,
}

/// What the director should know of a round that could be posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    // Two were to meet, but not both of them play.
    VoidWish([TeamId; 2]),
    NotCheckedIn(Vec<TeamId>),
    // They did not come to their last match.
    NoShows(Vec<TeamId>),
    // Most teams are of one school.
    KeptApart(Majority),
    // A better pairing was passed over for the sake of the next round.
    LookedAhead,
    // What a pair that the director settled costs.
    AsWanted(String),
    // They meet now, though the director settled that they meet in a later round.
    WantedLater { pair: [TeamId; 2], later: u32 },
    // The next round cannot be paired after this one.
    DeadEnd(DeadEnd),
    // In no schedule; whom it could be seated with.
    Latecomer { late: TeamId, sits_out: Option<TeamId> },
    // One left before half of its matches, so the other sits out.
    Struck { away: TeamId, present: TeamId },
    // One of a scheduled match is not there, so the other wins.
    Forfeit { away: TeamId, present: TeamId },
    // Both of a tie have left, so nobody goes on.
    NobodyGoesOn([TeamId; 2]),
    // One of a tie has left, so the other goes on.
    GoesOn { gone: TeamId, present: TeamId },
    // It has left, so the others are reseeded without it.
    SeededWithout(TeamId),
    // It asked for a bye, which a knockout does not have.
    NoByes(TeamId),
    // The teams of a final, by seed.
    Qualified(Vec<Qualified>),
    ThirdPlace([TeamId; 2]),
    // It came after the lines of a knockout were drawn.
    NotDrawn(TeamId),
}

impl Event {
    pub fn propose(&self, section: &Section, round: u32, consent: Consent) -> Result<Proposal, Refusal> {
        if let (Format::Knockout, Err(broken)) = (section.format, self.bracket(section, round - 1).1) {
            return Err(Refusal::LinesBroken { section: section.id, why: broken });
        }
        let (mut position, teams) = self.position(section, round);
        let group = self.swiss_group(section);
        let void = self.drop_void_wishes(&teams, group.as_deref(), &mut position);
        let settings = self.settings(section.id).pairing;
        let unpairable = |why| Refusal::Unpairable { section: section.id, round, why };
        let pairing =
            pair(&position, &settings).or_else(|refusal| refusal.overruled_by(consent)).map_err(unpairable)?;
        let id = |at: &usize| teams[*at].id;
        let mut proposal = Proposal { bye: pairing.bye.as_ref().map(id), ..Proposal::default() };
        let mut pairs: Vec<(TeamId, TeamId)> = pairing.pairs.iter().map(|(a, b)| (id(a), id(b))).collect();
        let out: Vec<TeamId> = pairing.out.iter().map(id).collect();
        if section.format == Format::Knockout {
            self.add_ties(section, round, pairs, out, &mut proposal);
            return Ok(proposal);
        }
        if section.format == Format::Swiss {
            self.add_swiss(section, (&position, &teams, None), &pairing, pairs, void, &mut proposal)?;
            return Ok(proposal);
        }
        let by_schedule = |pair: &mut (TeamId, TeamId)| group.as_ref().is_none_or(|group| !group.contains(&pair.0));
        let scheduled: Vec<_> = pairs.extract_if(.., by_schedule).collect();
        let sits_out = if section.format == Format::Quads { proposal.bye } else { out.first().copied() };
        self.add_scheduled(section, round, scheduled, out, &mut proposal);
        if let Some(group) = &group {
            let entrants: Vec<u32> =
                (0..).zip(&teams).filter(|(_, t)| group.contains(&t.id)).map(|(at, _)| at).collect();
            let own = position.only(&entrants);
            self.add_swiss(section, (&own, &teams, Some(group)), &pairing, pairs, void, &mut proposal)?;
        }
        self.leave_latecomers_out(section, round, sits_out, &mut proposal);
        if section.format != Format::Quads || !proposal.pairs.is_empty() {
            return Ok(proposal);
        }
        if round > self.planned_rounds(section, self.scheduled(section).len()) {
            return Err(unpairable(Why::Over { rounds: round as usize - 1 }));
        }
        // Those who are here sit out a round in which the schedule has them meet teams that are struck.
        if self.playing(section, round).0 >= 2 {
            return Ok(proposal);
        }
        let away = self.tournament().teams_in(section.id).filter(|team| self.is_missing(section, team)).count();
        Err(Refusal::NobodyToPair { section: section.id, away })
    }

    /// The pairs that the engine would make for a round now; `None` where it would refuse.
    pub fn would_pair(&self, section: &Section, round: u32) -> Option<Vec<(TeamId, TeamId)>> {
        let consent = Consent { rematch: true, second_bye: true };
        self.propose(section, round, consent).ok().map(|p| p.pairs)
    }

    /// The open appeals that a section's pairing rests on, also those of matches that its teams carried over, and whether a round would be
    /// paired otherwise if the ruling were overturned.
    pub fn hinges(&self, section: &Section, round: u32) -> Vec<(&Appeal, bool)> {
        let now = self.would_pair(section, round);
        let hinges = |open: &&Appeal| {
            let mut docket = self.facts.docket.clone();
            // Who decides does not matter to the outcome.
            let (by, after) = (OfficialId(0), docket.rulings.last().map(|ruling| ruling.id));
            let decision = Decision { outcome: Outcome::Overturned, by, at: open.at, after, note: None };
            docket.appeals.iter_mut().filter(|a| a.id == open.id).for_each(|a| a.decision = Some(decision.clone()));
            self.with_docket(docket).would_pair(section, round) != now
        };
        let open = self.facts.docket.open_appeals(section.id).chain(self.brought_appeals(section));
        open.map(|open| (open, hinges(&open))).collect()
    }
}

impl Proposal {
    /// Who would sit out while others are only not checked in.
    pub fn sits_out_for_absent(&self) -> Option<(TeamId, &[TeamId])> {
        let absent = self.remarks.iter().find_map(|remark| match remark {
            Remark::NotCheckedIn(teams) => Some(teams.as_slice()),
            _ => None,
        });
        self.bye.zip(absent)
    }

    /// The assignments of the round, with tables from `tables` in board order.
    pub fn assignments(&self, tables: impl Iterator<Item = TableNumber>) -> Vec<(TeamId, Assignment)> {
        let mut assignments = Vec::new();
        for ((first, second), table) in self.pairs.iter().zip(tables) {
            assignments.push((*first, Assignment::Table { table, side: Side::First }));
            assignments.push((*second, Assignment::Table { table, side: Side::Second }));
        }
        assignments.extend(self.bye.map(|team| (team, Assignment::Bye { points: ByePoints::Full, assigned: true })));
        assignments.extend(
            self.out.iter().map(|(team, points)| (*team, Assignment::Bye { points: *points, assigned: false })),
        );
        assignments
    }
}
