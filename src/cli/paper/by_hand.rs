//! `bughouse by-hand`: paper for the hour in which the laptop dies.

use super::sheet::{Sheet, lines};
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::report::fallback::{OnPaper, Part, Place, Row, View};
use crate::report::{Masthead, Stamp, TeamRef, points_shown};
use crate::standings::crosstable::cell;
use crate::tournament::{Format, Round, Section, TeamId};
use clap::Args;

/// Print what is needed to go on by pen: who stands where, who has met whom, pairing sheets and slips
#[derive(Debug, Args)]
#[command(
    after_help = "Example: bughouse by-hand -o by-hand.pdf\n\nPrint it as soon as a round is in: one file for every section."
)]
pub struct ByHand {
    /// The section [default: all]
    section: Option<String>,
}

impl Verb for ByHand {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let section =
            self.section.as_deref().map(|named| desk.section(Some(named))).transpose()?.map(|section| section.id);
        let posted =
            desk.tournament().rounds.iter().filter(|round| section.is_none_or(|section| round.section == section));
        let round = posted.map(|round| round.number).max().unwrap_or(0);
        Answer::of(Sheet::ByHand { section, round }, desk)
    }
}

/// The paper of one section, or of all.
pub fn view(desk: &Desk, section: Option<&Section>, stamp: Stamp) -> View {
    let tournament = desk.tournament();
    let wanted = tournament.sections.iter().filter(|one| section.is_none_or(|section| one.id == section.id));
    View {
        sections: wanted.map(|section| part(desk, section)).collect(),
        masthead: Masthead::new(tournament, section, None, stamp),
    }
}

fn part(desk: &Desk, section: &Section) -> Part {
    let after = desk.standing_round(section);
    let to_play = to_play(desk, section);
    let is_here = |team: TeamId| {
        let round = to_play.first().map(|sheet| sheet.round);
        desk.tournament().team(team).is_some_and(|team| round.is_none_or(|round| !team.is_out(round)))
    };
    let records = desk.records(section, after);
    let number = |index: usize| records[index].team.0;
    let row = |line: &crate::report::standings::Line| {
        let record = records.iter().find(|record| record.team == line.team)?;
        Some(Row {
            rank: line.rank,
            points_shown: points_shown(line.points, section.match_points),
            team: TeamRef::find(desk.tournament(), line.team)?,
            met: record.rounds.iter().map(|round| cell(round, section.matches).text(&number)).collect(),
        })
    };
    Part {
        section: section.name.clone(),
        after_round: after,
        after_called: desk.round_called(section, after),
        rounds: section.rounds,
        teams: lines(desk, section, after).1.iter().filter(|line| is_here(line.team)).filter_map(row).collect(),
        to_play,
    }
}

/// The round in play, else the one to be paired; of a round robin every one that is left, for its schedule is known.
fn to_play(desk: &Desk, section: &Section) -> Vec<OnPaper> {
    let latest = desk.latest_round(section.id);
    if let Some(round) = latest.filter(|round| !desk.missing(section, round).is_empty()) {
        return vec![in_play(desk, section, round)];
    }
    let next = latest.map_or(1, |round| round.number + 1);
    if section.rounds.is_some_and(|rounds| next > rounds) || desk.is_won_knockout(section) {
        return Vec::new();
    }
    let is_scheduled = matches!(section.format, Format::RoundRobin | Format::DoubleRoundRobin);
    let last = section.rounds.filter(|_| is_scheduled).unwrap_or(next);
    (next..=last).map(|round| to_pair(desk, section, round, is_scheduled)).collect()
}

fn in_play(desk: &Desk, section: &Section, round: &Round) -> OnPaper {
    let place = |(table, teams): (_, [TeamId; 2])| {
        let result = |number| desk.result_in(round, table, number).map(|result| result.as_typed().to_owned());
        Place { table: table.0, teams: both(desk, teams), results: (1..=section.matches).map(result).collect() }
    };
    let seated = round.tables();
    let sits = |team: &TeamId| seated.iter().any(|(_, teams)| teams.contains(team));
    let out = round.assignments.iter().map(|(team, _)| *team).filter(|team| !sits(team));
    OnPaper {
        round: round.number,
        called: desk.round_called(section, round.number),
        starts: starts(desk, section, round.number),
        matches: section.matches,
        out: out.map(|team| desk.name_of(team).to_owned()).collect(),
        tables: seated.iter().copied().map(place).collect(),
    }
}

/// A round that is not posted: with its pairs where a schedule has them, else with as many empty tables as teams need.
fn to_pair(desk: &Desk, section: &Section, round: u32, is_scheduled: bool) -> OnPaper {
    let here: Vec<TeamId> =
        desk.tournament().teams_in(section.id).filter(|team| !team.is_out(round)).map(|team| team.id).collect();
    let pairs = desk.would_pair(section, round).filter(|_| is_scheduled).unwrap_or_default();
    let coming = section.qualified_from.filter(|_| round == 1).map_or(here.len(), |(_, top)| top as usize);
    let count = if pairs.is_empty() { coming / 2 } else { pairs.len() };
    let place = |(at, table): (usize, crate::tournament::TableNumber)| Place {
        table: table.0,
        teams: pairs.get(at).and_then(|(a, b)| both(desk, [*a, *b])),
        results: vec![None; usize::from(section.matches)],
    };
    let sits = |team: &TeamId| pairs.iter().any(|(a, b)| a == team || b == team);
    let out = here.iter().filter(|team| !pairs.is_empty() && !sits(team));
    OnPaper {
        round,
        called: desk.round_called(section, round),
        starts: starts(desk, section, round),
        matches: section.matches,
        out: out.map(|team| desk.name_of(*team).to_owned()).collect(),
        tables: desk.free_tables(section, count, &[]).into_iter().enumerate().map(place).collect(),
    }
}

fn starts(desk: &Desk, section: &Section, round: u32) -> Option<String> {
    desk.tournament().start_time(section.id, round).map(|starts| starts.to_string())
}

fn both(desk: &Desk, [first, second]: [TeamId; 2]) -> Option<[TeamRef; 2]> {
    let team = |id| TeamRef::find(desk.tournament(), id);
    Some([team(first)?, team(second)?])
}
