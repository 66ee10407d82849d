//! Rounds: posted, and taken back while they have no results.

use super::rounds;
use crate::discipline::Ruling;
use crate::event::ahead::with_a_round_left;
use crate::event::proposal::{Proposal, Remark};
use crate::event::{Event, Qualified, Refusal};
use crate::pairing::swiss::Consent;
use crate::tournament::{
    AppealId, Format, MatchId, MatchResult, Round, RulingId, Section, SectionId, Slip, StartTime, TableNumber, Team,
    TeamId,
};
use std::collections::HashSet;

/// What the director allows as a round is posted, and settles with it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Terms {
    /// Results that are missing count as drawn, and appeals may be open; the round is provisional.
    pub anyway: bool,
    pub consent: Consent,
    pub starts: Option<StartTime>,
    /// The teams of a final, best first, instead of those the standings qualify.
    pub qualify: Option<Vec<TeamId>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    pub round: u32,
    pub remarks: Vec<Remark>,
    /// Tables of earlier rounds whose matches counted as drawn, of the section and of those from which its teams came.
    pub assumed_drawn: Vec<(SectionId, u32, Vec<TableNumber>)>,
    /// Appeals that are open, with the rulings they are against, and whether the round hangs on them.
    pub appeals: Vec<(AppealId, RulingId, bool)>,
}

/// Decides and posts the next round of a section. The first round admits a final's teams, plans its rounds and gives pairing numbers.
pub fn post(event: &mut Event, section: SectionId, terms: &Terms) -> Result<Posted, Refusal> {
    let mut next = event.clone();
    let posted = post_in(&mut next, section, terms)?;
    *event = next;
    Ok(posted)
}

fn post_in(event: &mut Event, id: SectionId, terms: &Terms) -> Result<Posted, Refusal> {
    let section = event.tournament().section(id).ok_or(Refusal::Gone)?.clone();
    if event.facts.is_elsewhere(id) {
        return Err(Refusal::Elsewhere { section: Some(id) });
    }
    let round = event.posted_rounds(id) + 1;
    let missing = event.missing_results(&section);
    if let Some((first, tables)) = missing.first().filter(|_| !terms.anyway) {
        let posted = event.tournament().round(id, *first);
        let awaits = |posted: &Round| tables.iter().all(|table| event.awaits_replay(&section, posted, *table));
        let replays = posted.is_some_and(awaits);
        return Err(Refusal::ResultsMissing {
            section: id,
            round: *first,
            tables: tables.clone(),
            replays,
            pairing: id,
        });
    }
    if !terms.anyway {
        event.waits_for_brought(&section)?;
    }
    let own = missing.into_iter().map(|(round, tables)| (id, round, tables));
    let assumed_drawn: Vec<_> = own.chain(event.brought_open(&section)).collect();
    let qualified = match (round, &terms.qualify) {
        (_, Some(named)) => Some(event.name_finalists(&section, named)?),
        (1, None) => admit(event, &section)?,
        (_, None) => None,
    };
    let open: Vec<AppealId> = event.facts.docket.open_appeals(id).map(|appeal| appeal.id).collect();
    if !open.is_empty() && !terms.anyway {
        return Err(Refusal::AppealsOpen { section: id, appeals: open });
    }
    let section = with_a_round_left(event, &section, round)?;
    event.save_section(&section, &event.settings(id));
    if round == 1 {
        give_pairing_numbers(event, &section);
    }
    event.settle_halves(&section, round);
    let proposal = event.propose(&section, round, terms.consent)?;
    // Who is not checked in may stand at the door.
    if let (Some((bye, absent)), false) = (proposal.sits_out_for_absent(), terms.anyway) {
        return Err(Refusal::SitsOutForAbsent { section: id, round, bye: Some(bye), absent: absent.to_vec() });
    }
    let absent = event.drawn_unseen(&section, round);
    if !absent.is_empty() && !terms.anyway {
        return Err(Refusal::SitsOutForAbsent { section: id, round, bye: None, absent });
    }
    let appeals = event.hinges(&section, round).into_iter().map(|(appeal, hinges)| (appeal.id, appeal.ruling, hinges));
    let appeals: Vec<_> = appeals.collect();
    let tables = event.free_tables(&section, proposal.pairs.len(), &[]);
    if let (None, Some(first)) = (section.first_table, tables.first()) {
        event.save_section(&Section { first_table: Some(*first), ..section.clone() }, &event.settings(id));
    }
    let provisional = !assumed_drawn.is_empty() || !appeals.is_empty();
    event.add_round(id, round, provisional, proposal.assignments(tables.iter().copied()));
    out_of_finals(event, id, round).into_iter().for_each(|team| event.put_off_leaving(team, 1));
    walk_over(event, &section, round, &proposal, &tables);
    if let Some(starts) = terms.starts {
        rounds::plan(event, id, round, starts)?;
    }
    let remarks = qualified.map(Remark::Qualified).into_iter().chain(proposal.remarks).collect();
    Ok(Posted { round, remarks, assumed_drawn, appeals })
}

/// Pairing numbers by seed (or lot), once, at round 1; printed from then on and never changed.
fn give_pairing_numbers(event: &mut Event, section: &Section) {
    let numbered = |(number, id)| Some(Team { pairing_number: Some(number), ..event.tournament().team(id)?.clone() });
    let teams = (1..).zip(event.in_drawn_order(section)).filter_map(numbered);
    // A team of a final keeps the number of its own section.
    let teams: Vec<Team> = teams.filter(|team| team.section == section.id).collect();
    event.save_teams(teams);
}

/// Files the forfeits of scheduled matches whose other team is not there.
fn walk_over(event: &mut Event, section: &Section, round: u32, proposal: &Proposal, tables: &[TableNumber]) {
    let is_here = |team: &TeamId| proposal.walkovers.contains(team);
    for (pair, table) in proposal.pairs.iter().zip(tables) {
        let outcome = match pair {
            (first, _) if is_here(first) => MatchResult::FirstByForfeit,
            (_, second) if is_here(second) => MatchResult::SecondByForfeit,
            pair if proposal.abandoned.contains(pair) => MatchResult::NeitherCame,
            _ => continue,
        };
        for number in 1..=section.matches {
            let id = MatchId { section: section.id, round, table: *table, number };
            event.file_slip(id, Slip { outcome: Some(outcome), ..Slip::blank(id, 1) });
        }
    }
}

/// Admits the teams that go on from another section to its final.
fn admit(event: &mut Event, section: &Section) -> Result<Option<Vec<Qualified>>, Refusal> {
    let finalists = event.finalists(section)?;
    if let Some(finalists) = &finalists {
        event.admit(section.id, &finalists.iter().map(|one| one.team).collect::<Vec<_>>());
    }
    Ok(finalists)
}

/// Takes the last round of a section back, with its results only where that is meant. Returns which it was.
pub fn unpost(event: &mut Event, section: SectionId, with_results: bool) -> Result<u32, Refusal> {
    let Some(round) = event.latest_round(section) else { return Err(Refusal::NothingPosted { section }) };
    let number = round.number;
    let here = |ruling: &&Ruling| ruling.section == section && ruling.round == number;
    if let Some(ruling) = event.facts.docket.rulings.iter().find(here) {
        return Err(Refusal::HasRuling { section, round: number, ruling: ruling.id });
    }
    if !round.slips.is_empty() && !with_results {
        let mut tables: Vec<TableNumber> = round.slips.iter().map(|slip| slip.table).collect();
        tables.dedup();
        return Err(Refusal::HasResults { section, round: number, tables });
    }
    let is_expelled = |team: &&Team| team.leaves().is_some_and(|absence| absence.expelled);
    let expelled: Vec<TeamId> = event.gone_after(section, number).filter(is_expelled).map(|team| team.id).collect();
    let of_finals = out_of_finals(event, section, number + 1);
    event.remove_round(section, number);
    of_finals.into_iter().for_each(|team| event.put_off_leaving(team, -1));
    // Who was expelled in it is out of the next round, which is this one now.
    expelled.into_iter().for_each(|team| event.put_off_leaving(team, -1));
    if number == 1 {
        // Nor are the rounds of a schedule, where they were not announced otherwise.
        forget_plan(event, section);
        // Who plays in a final is settled when its first round is.
        event.admit(section, &[]);
    }
    Ok(number)
}

/// Keeps the rounds of a knockout that a later correction of the rounds before them would have paired otherwise: who sits in them has gone on.
/// Returns the first.
pub fn keep(event: &mut Event, section: &Section) -> Result<u32, Refusal> {
    let mut next = event.clone();
    let mut first = None;
    while let Some((number, is_kept)) = next.first_astray(section, u32::MAX).map(|round| (round.number, round.kept)) {
        if let Some(why) = next.broken_lines(section).filter(|_| is_kept) {
            return Err(Refusal::LinesBroken { section: section.id, why });
        }
        next.changing_round(section.id, number).ok_or(Refusal::Gone)?.kept = true;
        first.get_or_insert(number);
    }
    let first = first.ok_or(Refusal::NothingToKeep { section: section.id })?;
    *event = next;
    Ok(first)
}

/// The teams of a section that are out of a final of it from a later round than its first on. Finals are counted on from the rounds of the
/// section, of which there are others now: `next` is the first that was not posted before.
fn out_of_finals(event: &Event, section: SectionId, next: u32) -> Vec<TeamId> {
    let tournament = &event.facts.tournament;
    let is_out = |team: &&Team| {
        let plays_in = tournament.next_round_of(team).0;
        team.section == section && plays_in != section && team.leaves().is_some_and(|absence| absence.from_round > next)
    };
    tournament.teams.iter().filter(is_out).map(|team| team.id).collect()
}

/// Takes back the number of rounds that a schedule or knockout was given with its first round.
fn forget_plan(event: &mut Event, section: SectionId) {
    let Some(section) = event.tournament().section(section).cloned() else { return };
    let planned = event.planned_rounds(&section, event.scheduled(&section).len());
    if section.format != Format::Swiss && section.rounds == Some(planned) {
        event.save_section(&Section { rounds: None, ..section.clone() }, &event.settings(section.id));
    }
}

impl Event {
    /// So many free tables of a section, from its first one up, leaving out what other sections ever used, and what is given away.
    pub fn free_tables(&self, section: &Section, count: usize, given: &[TableNumber]) -> Vec<TableNumber> {
        let used_by = |mine: bool| {
            let rounds = self.tournament().rounds.iter().filter(move |r| (r.section == section.id) == mine);
            rounds.flat_map(|r| r.assignments.iter()).filter_map(|(_, a)| a.table())
        };
        let theirs: HashSet<TableNumber> = used_by(false).chain(given.iter().copied()).collect();
        let first = section.first_table.map_or_else(|| self.first_gap(section, count, &theirs), |t| t.0);
        (first..).map(TableNumber).filter(|t| !theirs.contains(t)).take(count).collect()
    }

    /// Where a section that was given no first table begins: the first row of tables with room for it that no other
    /// section uses or was promised.
    fn first_gap(&self, section: &Section, count: usize, theirs: &HashSet<TableNumber>) -> u32 {
        let tables_of = |id| u32::try_from(self.tournament().teams_in(id).count().div_ceil(2)).unwrap_or(u32::MAX);
        let others = self.tournament().sections.iter().filter(|s| s.id != section.id);
        let promised = others.filter_map(|s| s.first_table.map(|t| (t.0, t.0.saturating_add(tables_of(s.id).max(1)))));
        let mut taken: Vec<(u32, u32)> = theirs.iter().map(|t| (t.0, t.0 + 1)).chain(promised).collect();
        taken.sort_unstable();
        let room = tables_of(section.id).max(u32::try_from(count).unwrap_or(u32::MAX));
        let mut first: u32 = 1;
        for (from, to) in taken {
            if from >= first.saturating_add(room) {
                break;
            }
            first = first.max(to);
        }
        first
    }
}
