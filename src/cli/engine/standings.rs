//! `bughouse engine standings`: the table of a TRF file, with any tie-breaks.

use super::file;
use crate::cli::answer::Answer;
use crate::cli::failure::Failure;
use crate::cli::sections::options::each_once;
use crate::cli::wording::counted;
use crate::interchange::trf::{Event, ReadOptions};
use crate::report::{Cell, Column, Document, Masthead, Report, Table};
use crate::standings::{Field, Line, Name, Settings, TieBreak, Value, table};
use crate::tournament::RoundRecord;
use clap::{Args, ValueEnum};
use serde::{Serialize, Serializer};
use std::path::PathBuf;

/// What `engine standings` takes.
#[derive(Debug, Args)]
pub struct Standings {
    /// The file; - reads what is piped in
    #[arg(value_name = "FILE.trf")]
    pub(super) trf: PathBuf,
    /// Tie-breaks in order [default: the rulebook's]
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    tiebreaks: Option<Vec<TieBreak>>,
    /// Matches a round; 2: every two rounds of the file are one [default: 1, or as the file says]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2))]
    matches: Option<u8>,
    /// Who meets whom; in a round robin forfeits count as played
    #[arg(long, default_value = "swiss")]
    format: Schedule,
    /// As they stood after this round
    #[arg(long, value_name = "ROUND")]
    after: Option<u32>,
}

/// What kind of event the file holds, as far as tie-breaks ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Schedule {
    /// Opponents by score.
    Swiss,
    /// Everyone meets everyone.
    RoundRobin,
}

impl Standings {
    pub fn run(&self) -> Result<Answer, Failure> {
        each_once(self.tiebreaks.as_deref().unwrap_or_default())?;
        let event = file::event(&self.trf, ReadOptions { matches: self.matches, rounds: None })?;
        let after = match self.after {
            None => last_with_results(&event),
            Some(round) if round <= event.rounds => round,
            Some(round) => {
                return Err(Failure::mistyped(format!("{} has no round {round}", self.trf.display()))
                    .hint(format!("it has {}", counted(event.rounds as usize, "round"))));
            }
        };
        let everyone_meets = self.format == Schedule::RoundRobin;
        let tiebreaks = self.tiebreaks.clone().unwrap_or_else(|| TieBreak::default_order(everyone_meets));
        let settings = Settings { tiebreaks, ..Settings::default() };
        let field = Field { after: Some(after), ..event.field(everyone_meets) };
        let lines = table(&field, &settings);
        let remarks = file::remarks(&self.trf, &event);
        let made = chrono::Local::now().format("%-d %b %Y, %H:%M").to_string();
        Ok(Answer::sheet(Sheet { event, after, tiebreaks: settings.tiebreaks, lines, made }).with_remarks(remarks))
    }
}

/// The latest round that has a result in it, or in which nobody plays: a round that was only paired changes nothing yet.
fn last_with_results(event: &Event) -> u32 {
    let is_in = |round: u32| {
        let records = event.entrants.iter().map(|e| &e.record.rounds[round as usize - 1]);
        let mut matches = records.filter(|r| file::paired_with(r).is_some()).peekable();
        matches.peek().is_none()
            || matches.any(|r| !matches!(r, RoundRecord::Open { matches, .. } if matches.is_empty()))
    };
    (1..=event.rounds).rev().find(|round| is_in(*round)).unwrap_or(0)
}

/// The standings of a file.
struct Sheet {
    event: Event,
    after: u32,
    tiebreaks: Vec<TieBreak>,
    lines: Vec<Line>,
    made: String,
}

/// The keys that `standings --json` has too.
#[derive(Serialize)]
struct Keys<'a> {
    section: &'a str,
    after_round: u32,
    rows: Vec<RowKeys<'a>>,
}

#[derive(Serialize)]
struct RowKeys<'a> {
    rank: u32,
    team: TeamKeys<'a>,
    points: f64,
    tiebreaks: Values<'a>,
}

#[derive(Serialize)]
struct TeamKeys<'a> {
    number: u32,
    name: &'a str,
}

/// Values by tie-break id, in the order of the list.
struct Values<'a>(&'a [String], &'a [Value]);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().zip(self.1.iter().map(|value| value.as_decimal())))
    }
}

impl Serialize for Sheet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ids: Vec<String> = self.tiebreaks.iter().map(|t| t.id()).collect();
        let team = |line: &Line| TeamKeys { number: line.team.0, name: &self.event.entrants[line.index].name };
        let rows = self.lines.iter().map(|line| RowKeys {
            rank: line.rank,
            team: team(line),
            points: line.points.as_points(),
            tiebreaks: Values(&ids, &line.tiebreaks),
        });
        Keys { section: &self.event.name, after_round: self.after, rows: rows.collect() }.serialize(serializer)
    }
}

impl Report for Sheet {
    fn document(&self) -> Document {
        let title = format!("Standings after round {}", self.after);
        let masthead =
            Masthead { tournament: self.event.name.clone(), printed: self.made.clone(), ..Masthead::default() };
        let names: Vec<_> = self.tiebreaks.iter().map(|t| t.name()).collect();
        let titles: Vec<&str> = names.iter().map(|n| n.title.as_str()).collect();
        let entrant = |line: &Line| &self.event.entrants[line.index];
        let tiebreak = |(at, name): (usize, &Name)| {
            let cell = move |line: &&Line| {
                let value = line.tiebreaks[at];
                Cell::number(value.as_decimal(), value.to_string())
            };
            (Column::number(&name.heading), cell)
        };
        let table = Table::of(&title, &self.lines)
            .column(Column::number("Rank"), |line| Cell::whole(line.rank).strong())
            .column(Column::number("No."), |line| Cell::whole(entrant(line).number).soft())
            .column(Column::text("Team").naming(), |line| Cell::text(&entrant(line).name))
            .column(Column::short("School"), |line| Cell::maybe(&entrant(line).school))
            .column(Column::number("Pts"), |line| {
                Cell::number(line.points.as_points(), line.points.to_string()).strong()
            })
            .columns(names.iter().enumerate().map(tiebreak));
        Document::new(&title, masthead).with_subtitle(format!("Ties parted by: {}", titles.join(", "))).with(table)
    }
}
