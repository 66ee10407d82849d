//! The next round of a section, decided from what is on file; nothing is saved here.

use super::dead_end;
use super::pairing_costs::wanted;
use crate::cli::desk::{Desk, counted};
use crate::cli::failure::Failure;
use crate::pairing::swiss::{self, Consent, Majority, Refusal};
use crate::pairing::{Competitor, History, Lookahead, Position, SchoolMode, System, fide_team};
use crate::tournament::{
    Assignment, ByePoints, Format, HalfPoints, Record, RoundRecord, Section, Side, TableNumber, Team, TeamId,
};

/// A round that could be posted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Proposal {
    /// Pairs in board order, first-named first.
    pub pairs: Vec<(TeamId, TeamId)>,
    /// The odd team's bye.
    pub bye: Option<TeamId>,
    /// Teams that do not play: byes asked for, and teams not checked in.
    pub out: Vec<(TeamId, ByePoints)>,
    /// Teams of a schedule whose opponent is not there: posted, and won by forfeit at once.
    pub walkovers: Vec<TeamId>,
    /// What the director should know.
    pub remarks: Vec<String>,
}

impl Desk {
    /// Decides a round of a section.
    pub fn propose(&self, section: &Section, round: u32, consent: Consent) -> Result<Proposal, Failure> {
        match section.format {
            Format::Swiss => self.propose_swiss(section, round, consent, None),
            Format::RoundRobin | Format::DoubleRoundRobin => self.propose_round_robin(section, round),
            Format::Quads => self.propose_quads(section, round, consent),
            Format::Knockout => self.propose_knockout(section, round),
        }
    }

    /// The pairs that the engine would make for a round now; `None` where it would refuse.
    pub fn would_pair(&self, section: &Section, round: u32) -> Option<Vec<(TeamId, TeamId)>> {
        let consent = Consent { rematch: true, second_bye: true };
        self.propose(section, round, consent).ok().map(|p| p.pairs)
    }

    /// A Swiss round of the section, or of the teams of one group of it.
    pub fn propose_swiss(
        &self,
        section: &Section,
        round: u32,
        consent: Consent,
        group: Option<&[TeamId]>,
    ) -> Result<Proposal, Failure> {
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
        let pair = if settings.system == System::FideTeam { fide_team::pair } else { swiss::pair };
        let id = |index: usize| teams[index].id;
        let name = |index: usize| teams[index].name.as_str();
        let pairing = pair(&position, &settings)
            .or_else(|refusal| refusal.overruled_by(consent))
            .map_err(|refusal| self.refused(section, round, &refusal, &name))?;
        let mut proposal = Proposal {
            pairs: pairing.pairs.iter().map(|(a, b)| (id(*a), id(*b))).collect(),
            bye: pairing.bye.map(id),
            ..Proposal::default()
        };
        if proposal.pairs.is_empty() {
            let is_away = |t: &&Team| self.is_missing(section, t) || self.is_no_show(section, round, t);
            let hint = match teams.iter().copied().filter(|t| in_group(t)).filter(is_away).count() {
                0 => "see who is entered with `bughouse team list`".to_owned(),
                1 => "1 is not here: `bughouse check-in --list`, `bughouse check-in TEAM`".to_owned(),
                away => format!("{away} are not here: `bughouse check-in --list`, `bughouse check-in TEAM`"),
            };
            return Err(Failure::forbidden(format!("{} has fewer than two teams to pair", section.name)).hint(hint));
        }
        proposal.remarks.extend(
            void.iter().filter(|(a, b)| in_group(teams[*a as usize]) || in_group(teams[*b as usize])).map(|(a, b)| {
                format!(
                    "{} and {} were to meet in round {round}, but not both of them play",
                    name(*a as usize),
                    name(*b as usize)
                )
            }),
        );
        let present: Vec<&Team> = teams.iter().copied().filter(|t| in_group(t) && !t.is_out(round)).collect();
        let missing: Vec<&Team> = present.iter().copied().filter(|t| self.is_missing(section, t)).collect();
        let no_shows: Vec<&Team> = present.iter().copied().filter(|t| self.is_no_show(section, round, t)).collect();
        for team in &present {
            let asked = team.requested_byes.iter().find(|(r, _)| *r == round).map(|(_, points)| *points);
            if asked.is_some() || missing.iter().chain(&no_shows).any(|m| m.id == team.id) {
                proposal.out.push((team.id, asked.unwrap_or(ByePoints::Zero)));
            }
        }
        if !missing.is_empty() {
            let names: Vec<&str> = missing.iter().map(|t| t.name.as_str()).collect();
            proposal.remarks.push(format!("not checked in, so not paired: {}", names.join(", ")));
        }
        if !no_shows.is_empty() {
            let names: Vec<String> = no_shows.iter().map(|t| format!("{} ({})", t.name, t.id)).collect();
            let here = no_shows[0].id;
            proposal.remarks.push(format!(
                "did not come to the last match, so not paired: {}; a team that is here after all: bughouse team return {here}, then bughouse pairing add {here} TEAM",
                names.join(", ")
            ));
        }
        for team in present.iter().filter(|t| t.house && !missing.iter().any(|m| m.id == t.id)) {
            let plays =
                proposal.pairs.iter().any(|(a, b)| *a == team.id || *b == team.id) || proposal.bye == Some(team.id);
            if !plays && !proposal.out.iter().any(|(t, _)| *t == team.id) {
                proposal.out.push((team.id, ByePoints::Zero));
            }
        }
        proposal
            .remarks
            .extend(swiss::majority(&position, &settings).map(|majority| self.kept_apart(section, majority)));
        if pairing.lookahead_changed {
            proposal.remarks.push(format!(
                "looked ahead: a better pairing of round {round} was passed over, because round {} could not have been paired after it",
                round + 1
            ));
        }
        proposal
            .remarks
            .extend(wanted(&position, &settings, &name).into_iter().map(|cost| format!("paired as wanted: {cost}")));
        // C.04.6 never looks ahead, but the director does.
        let looks = settings.system == System::FideTeam && settings.lookahead != Lookahead::No;
        if section.rounds.is_none_or(|r| round < r)
            && (pairing.next_round_stuck || (looks && swiss::is_dead_end(&position, &settings, &pairing)))
        {
            proposal.remarks.push(dead_end::posted(section, round, &position, &settings));
        }
        Ok(proposal)
    }

    /// That most teams are of one school, what this does to the pairing, and what would change it.
    pub fn kept_apart(&self, section: &Section, majority: Majority) -> String {
        let school = self.school_name(majority.school);
        let (whose, mode) = if majority.teams == majority.of {
            (format!("all teams are of {school}"), "ignore")
        } else {
            (format!("{} of the {} teams are of {school}", majority.teams, majority.of), "prefer")
        };
        format!(
            "{whose}, so most of them must meet; the school mode plus2 then has its leaders avoid one another (28N1). To pair them by \
             score: bughouse section edit \"{}\" --school-mode {mode}",
            section.name
        )
    }

    pub fn school_name(&self, school: u32) -> &str {
        self.tournament().schools.iter().find(|s| s.id.0 == school).map_or("", |s| s.name.as_str())
    }

    /// Whether a team was not checked in, in a section where others were.
    pub fn is_missing(&self, section: &Section, team: &Team) -> bool {
        !team.checked_in && self.tournament().teams_in(section.id).any(|t| t.checked_in)
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

    fn refused<'n>(
        &self,
        section: &Section,
        round: u32,
        refusal: &Refusal,
        name: &dyn Fn(usize) -> &'n str,
    ) -> Failure {
        let system = self.settings(section.id).pairing.system;
        match refusal {
            Refusal::NeedsConsent { rematches, second_bye, .. } => {
                let mut broken: Vec<String> = rematches
                    .iter()
                    .map(|(a, b, rounds)| {
                        let rounds: Vec<String> = rounds.iter().map(ToString::to_string).collect();
                        format!(
                            "{} and {} would meet again (round {}) ({})",
                            name(*a),
                            name(*b),
                            rounds.join(", "),
                            system.rematch_rule()
                        )
                    })
                    .collect();
                broken.extend(
                    second_bye
                        .map(|t| format!("{} would get a second full bye ({})", name(t), system.second_bye_rule())),
                );
                let mut flags = Vec::new();
                if !rematches.is_empty() {
                    flags.push("--allow-rematch");
                }
                if second_bye.is_some() {
                    flags.push("--allow-second-bye");
                }
                Failure::forbidden(format!("round {round} of {} cannot be paired by the rules: {}", section.name, broken.join("; "))).hint(
                    format!(
                        "end after {0}: bughouse section edit \"{1}\" --rounds {2}; or allow it: bughouse pair \"{1}\" {3}{4}",
                        counted(round as usize - 1, "round"),
                        section.name,
                        round - 1,
                        flags.join(" "),
                        if system == System::Us { "; next time, so many rounds are a round robin's (29K)" } else { "" }
                    ),
                )
            }
            Refusal::NoPairing { stranded } => {
                let names: Vec<&str> = stranded.iter().map(|i| name(*i)).collect();
                Failure::forbidden(format!(
                    "round {round} of {} has no allowed pairing: nobody is left for {}",
                    section.name,
                    names.join(", ")
                ))
                .hint(match self.settings(section.id).pairing.school_mode {
                    SchoolMode::Forbid => {
                        format!("let teams of one school meet where nothing else is left: bughouse section edit \"{}\" --school-mode avoid; or lift a do-not-pair: bughouse pairing allow T1 T2", section.name)
                    }
                    _ => "lift a do-not-pair with `bughouse pairing allow T1 T2`".to_owned(),
                })
            }
            Refusal::TooEntangled { .. } => Failure::forbidden(format!("round {round} of {}: {refusal}", section.name))
                .hint(format!("bughouse section edit \"{}\" --school-mode ignore", section.name)),
        }
    }
}

/// A round that is still open counts as drawn: `pair --anyway`.
fn drawn_where_open(mut records: Vec<Record>) -> Vec<Record> {
    for record in &mut records {
        for entry in &mut record.rounds {
            if let RoundRecord::Open { opponent, .. } = entry {
                let drawn =
                    crate::tournament::MatchScore { own: HalfPoints::DRAW, theirs: HalfPoints::DRAW, played: true };
                *entry = RoundRecord::Played { opponent: *opponent, matches: vec![drawn], white: true };
            }
        }
    }
    records
}

impl Proposal {
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
