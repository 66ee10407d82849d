//! Paper for the hour in which the machine fails: who stands where and has met whom, a pairing sheet and slips to write on.

use super::document::{Block, Cell, Column, Document, Page, Table};
use super::masthead::{Masthead, Stamp};
use super::naming::TeamRef;
use super::printable::Report;
use super::standings;
use crate::event::Event;
use crate::standings::crosstable::cell;
use crate::tournament::{Format, Round, Section, TableNumber, TeamId};
use serde::Serialize;

/// Rounds to come that the list of teams has room for.
const ROOM: usize = 4;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PenAndPaper {
    pub sections: Vec<Part>,
    #[serde(skip)]
    pub masthead: Masthead,
}

/// One section.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    pub section: String,
    /// The last round that the scores hold; 0 before the first.
    pub after_round: u32,
    /// What it is called: `round 3`, `the semi-finals`.
    #[serde(skip)]
    pub after_called: String,
    /// How many are planned.
    pub rounds: Option<u32>,
    /// Best first; who has left is not among them while a round is to come.
    pub teams: Vec<Row>,
    /// The rounds that can be written on: the one in play or to be paired, in a schedule all that are left; none after the last.
    pub to_play: Vec<OnPaper>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    pub rank: u32,
    #[serde(rename = "points")]
    pub points_shown: String,
    pub team: TeamRef,
    /// Round by round as in a crosstable: `W12`, `B`.
    pub met: Vec<String>,
}

/// One round on paper.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OnPaper {
    pub round: u32,
    #[serde(skip)]
    pub called: String,
    /// When it is planned to start.
    pub starts: Option<String>,
    /// Matches at each table.
    pub matches: u8,
    pub tables: Vec<Place>,
    /// Who sits at no table, where that is settled.
    pub out: Vec<String>,
}

/// A table of the round. Teams and results that are not known are left for the pen.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Place {
    pub table: u32,
    pub teams: Option<[TeamRef; 2]>,
    /// One a match.
    pub results: Vec<Option<String>>,
}

/// The paper of one section, or of all.
pub fn view(event: &Event, section: Option<&Section>, stamp: Stamp) -> PenAndPaper {
    let tournament = event.tournament();
    let wanted = tournament.sections.iter().filter(|one| section.is_none_or(|section| one.id == section.id));
    PenAndPaper {
        sections: wanted.map(|section| part(event, section)).collect(),
        masthead: Masthead::new(tournament, section, None, stamp),
    }
}

fn part(event: &Event, section: &Section) -> Part {
    let after = event.standing_round(section);
    let to_play = to_play(event, section);
    let is_here = |team: TeamId| {
        let round = to_play.first().map(|sheet| sheet.round);
        let tournament = event.tournament();
        tournament.team(team).is_some_and(|team| round.is_none_or(|round| !tournament.is_away(team, section.id, round)))
    };
    let records = event.records(section, after);
    let number = |index: usize| records[index].team.0;
    let row = |row: standings::Row| {
        let record = records.iter().find(|record| record.team.0 == row.team.number)?;
        Some(Row {
            rank: row.rank,
            points_shown: row.points_shown,
            team: row.team,
            met: record.rounds.iter().map(|round| cell(round, section.matches).text(&number)).collect(),
        })
    };
    let is_here = |row: &standings::Row| is_here(TeamId(row.team.number));
    Part {
        section: section.name.clone(),
        after_round: after,
        after_called: event.round_called(section, after),
        rounds: section.rounds,
        teams: standings::rows(event, section, after).into_iter().filter(is_here).filter_map(row).collect(),
        to_play,
    }
}

/// The round in play, else the one to be paired; of a round robin every one that is left, for its schedule is known.
fn to_play(event: &Event, section: &Section) -> Vec<OnPaper> {
    let latest = event.latest_round(section.id);
    if let Some(round) = latest.filter(|round| !event.missing(section, round).is_empty()) {
        return vec![in_play(event, section, round)];
    }
    let next = latest.map_or(1, |round| round.number + 1);
    if section.rounds.is_some_and(|rounds| next > rounds) || event.is_won_knockout(section) {
        return Vec::new();
    }
    let is_scheduled = matches!(section.format, Format::RoundRobin | Format::DoubleRoundRobin);
    let last = section.rounds.filter(|_| is_scheduled).unwrap_or(next);
    (next..=last).map(|round| to_pair(event, section, round, is_scheduled)).collect()
}

fn in_play(event: &Event, section: &Section, round: &Round) -> OnPaper {
    let place = |(table, teams): (_, [TeamId; 2])| {
        let result = |number| event.result_in(round, table, number).map(|result| result.as_typed().to_owned());
        Place { table: table.0, teams: both(event, teams), results: (1..=section.matches).map(result).collect() }
    };
    let seated = round.tables();
    let sits = |team: &TeamId| seated.iter().any(|(_, teams)| teams.contains(team));
    let out = round.assignments.iter().map(|(team, _)| *team).filter(|team| !sits(team));
    OnPaper {
        round: round.number,
        called: event.round_called(section, round.number),
        starts: starts(event, section, round.number),
        matches: section.matches,
        out: out.map(|team| event.name_of(team).to_owned()).collect(),
        tables: seated.iter().copied().map(place).collect(),
    }
}

/// A round that is not posted: with its pairs where a schedule has them, else with as many empty tables as teams need.
fn to_pair(event: &Event, section: &Section, round: u32, is_scheduled: bool) -> OnPaper {
    let here: Vec<TeamId> = event
        .tournament()
        .teams_in(section.id)
        .filter(|team| !event.tournament().is_away(team, section.id, round))
        .map(|team| team.id)
        .collect();
    let pairs = event.would_pair(section, round).filter(|_| is_scheduled).unwrap_or_default();
    let coming = section.qualified_from.filter(|_| round == 1).map_or(here.len(), |(_, top)| top as usize);
    let count = if pairs.is_empty() { coming / 2 } else { pairs.len() };
    let place = |(at, table): (usize, TableNumber)| Place {
        table: table.0,
        teams: pairs.get(at).and_then(|(a, b)| both(event, [*a, *b])),
        results: vec![None; usize::from(section.matches)],
    };
    let sits = |team: &TeamId| pairs.iter().any(|(a, b)| a == team || b == team);
    let out = here.iter().filter(|team| !pairs.is_empty() && !sits(team));
    OnPaper {
        round,
        called: event.round_called(section, round),
        starts: starts(event, section, round),
        matches: section.matches,
        out: out.map(|team| event.name_of(*team).to_owned()).collect(),
        tables: event.free_tables(section, count, &[]).into_iter().enumerate().map(place).collect(),
    }
}

fn starts(event: &Event, section: &Section, round: u32) -> Option<String> {
    event.tournament().start_time(section.id, round).map(|starts| starts.to_string())
}

fn both(event: &Event, [first, second]: [TeamId; 2]) -> Option<[TeamRef; 2]> {
    let team = |id| TeamRef::find(event.tournament(), id);
    Some([team(first)?, team(second)?])
}

impl Report for PenAndPaper {
    fn document(&self) -> Document {
        let sheets: Vec<Vec<Block>> = self.sections.iter().map(Part::blocks).collect();
        Document::new("To go on by hand", self.masthead.clone())
            .on(Page { ruled: true, ..Page::default() })
            .with_all(sheets.join(&Block::NewSheet))
    }
}

impl Part {
    fn blocks(&self) -> Vec<Block> {
        let when = match (self.after_round, self.rounds) {
            (0, _) => "before round 1".to_owned(),
            (_, Some(rounds)) if self.after_called.starts_with("round") => {
                format!("after {} of {rounds}", self.after_called)
            }
            _ => format!("after {}", self.after_called),
        };
        let mut blocks = vec![Block::heading(1, format!("{} {when}", self.section)), self.standing().into()];
        if self.to_play.is_empty() {
            blocks.push(Block::Paragraph("All rounds are played.".to_owned()));
        }
        for sheet in &self.to_play {
            let starts = sheet.starts.as_ref().map(|starts| format!(" · starts {starts}")).unwrap_or_default();
            let round = format!("{} {}", self.section, sheet.called.trim_start_matches("the "));
            let title = format!("{round}{starts}");
            blocks.extend([Block::NewSheet, Block::heading(1, &title), sheet.pairings(&title).into()]);
            blocks.push(Block::Paragraph(match sheet.tables.iter().all(|place| place.teams.is_none()) {
                true => "Within each score: top half against bottom half, no two who have met. The lowest odd team without a bye has one.".to_owned(),
                false if sheet.out.is_empty() => "Everybody plays.".to_owned(),
                false => format!("At no table: {}", sheet.out.join(", ")),
            }));
            let slips = sheet.slips(&round);
            if !slips.rows.is_empty() {
                blocks.extend([Block::NewSheet, Block::heading(1, format!("{title}: slips to cut")), slips.into()]);
            }
        }
        blocks
    }

    fn standing(&self) -> Table {
        let last = self.rounds.unwrap_or(self.after_round + 1);
        let to_come = (self.after_round + 1..=last).take(ROOM);
        let to_come = to_come.map(|round| (Column::mark(format!("Rd {round}")), |_: &&Row| Cell::empty()));
        Table::of(format!("{}: who stands where and has met whom", self.section), &self.teams)
            .column(Column::number("Rank"), |row| Cell::whole(row.rank))
            .column(Column::number("Pts"), |row| Cell::text(&row.points_shown).strong())
            .column(Column::number("No."), |row| Cell::whole(row.team.number))
            .column(Column::text("Team").over("Players").naming(), |row| row.team.cell())
            .column(Column::text("School"), |row| Cell::maybe(&row.team.school))
            .column(Column::text("Has met"), |row| Cell::text(row.met.join(" ")))
            .columns(to_come)
            .table()
    }
}

impl OnPaper {
    fn pairings(&self, caption: &str) -> Table {
        let result = |at: usize| (Column::mark("Result"), move |place: &&Place| Cell::maybe(&place.results[at]));
        Table::of(caption, &self.tables)
            .column(Column::number("Table").naming(), |place| Cell::whole(place.table).strong())
            .column(Column::text("First team").over("Players"), |place| place.cell(0))
            .column(Column::text("Second team").over("Players"), |place| place.cell(1))
            .columns((0..usize::from(self.matches)).map(result))
            .table()
    }

    /// A strip a match that has no result yet.
    fn slips(&self, title: &str) -> Table {
        let open = |place: &Place| {
            (1..)
                .zip(&place.results)
                .filter(|(_, result)| result.is_none())
                .map(|(number, _)| number)
                .collect::<Vec<_>>()
        };
        let strips = self.tables.iter().flat_map(|place| open(place).into_iter().map(move |number| (place, number)));
        let several = self.matches > 1;
        Table::of(format!("{title}: slips"), strips)
            .column(Column::short("Slip"), |(_, number): &(_, u32)| {
                Cell::text(if several { format!("{title}, match {number}") } else { title.to_owned() })
            })
            .column(Column::number("Table").naming(), |(place, _)| Cell::whole(place.table).strong())
            .column(Column::text("First team").over("Players"), |(place, _)| place.cell(0))
            .column(Column::text("Second team").over("Players"), |(place, _)| place.cell(1))
            .column(Column::mark("Result"), |_| Cell::text("1-0   ½   0-1"))
            .column(Column::mark("Board"), |_| Cell::text("a   b"))
            .column(Column::text("Signed by both"), |_| Cell::empty())
            .table()
    }
}

impl Place {
    fn cell(&self, side: usize) -> Cell {
        let named = |team: &TeamRef| Cell::text(format!("{} ({})", team.shown, team.number)).over(team.partners());
        self.teams.as_ref().map_or_else(Cell::empty, |teams| named(&teams[side]))
    }
}
