//! `bughouse engine standings`: the table of a TRF file, with any tie-breaks.

use super::file;
use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::failure::Failure;
use crate::cli::options::each_once;
use crate::cli::wording::counted;
use crate::interchange::trf::{ReadOptions, TrfFile};
use crate::report::standings::{figure, not_applied};
use crate::report::{Cell, Column, Document, Figure, Masthead, Report, Table};
use crate::standings::{Field, Line, Name, Settings, TieBreak, table};
use crate::tournament::RoundRecord;
use chrono::{DateTime, FixedOffset};
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// What `engine standings` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Example: bughouse engine standings autumn.trf --tiebreaks fide-de,fide-bh-c1
A win counts 1, a draw 0.5; a note says where the file differs (162, XXS, 362)")]
pub struct Standings {
    /// The file; - reads piped input
    #[arg(value_name = "FILE.trf")]
    pub(super) trf: PathBuf,
    /// Tie-breaks in order [default: the rulebook's]
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    tiebreaks: Option<Vec<TieBreak>>,
    /// Matches per round; with 2, every two rounds of the file count as one [default: 1, or as the file says]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2))]
    matches: Option<u8>,
    /// How teams are paired; in a round robin, forfeits count as played
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
    pub fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        each_once(self.tiebreaks.as_deref().unwrap_or_default())?;
        let event = file::event(&self.trf, ReadOptions { matches: self.matches, rounds: None }, &everywhere.asker)?;
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
        Ok(Answer::sheet(sheet(&event, after, &settings.tiebreaks, &lines, everywhere.now)).with_remarks(remarks))
    }
}

/// The latest round that has a result in it, or in which nobody plays: a round that was only paired changes nothing yet.
fn last_with_results(event: &TrfFile) -> u32 {
    let is_in = |round: u32| {
        let records = event.entrants.iter().map(|e| &e.record.rounds[round as usize - 1]);
        let mut matches = records.filter(|r| file::paired_with(r).is_some()).peekable();
        matches.peek().is_none()
            || matches.any(|r| !matches!(r, RoundRecord::Open { matches, .. } if matches.is_empty()))
    };
    (1..=event.rounds).rev().find(|round| is_in(*round)).unwrap_or(0)
}

/// The standings of a file, with the keys that `standings --json` has too.
fn sheet(event: &TrfFile, after: u32, tiebreaks: &[TieBreak], lines: &[Line], now: DateTime<FixedOffset>) -> Report {
    let title = format!("Standings after round {after}");
    let names: Vec<Name> = tiebreaks.iter().map(|t| t.name()).collect();
    let titles: Vec<&str> = names.iter().map(|n| n.title.as_str()).collect();
    let entrant = |line: &Line| &event.entrants[line.index];
    let figures = |line: &Line| -> Vec<Figure> {
        tiebreaks.iter().zip(0..).map(|(tiebreak, at)| figure(line, *tiebreak, at)).collect()
    };
    let row = |line: &Line| {
        let values = names.iter().zip(figures(line)).map(|(name, value)| (name.id.clone(), json!(value)));
        json!({
            "rank": line.rank,
            "team": { "number": line.team, "name": entrant(line).name },
            "points": line.points.as_points(),
            "tiebreaks": values.collect::<Map<_, _>>(),
        })
    };
    let rows: Vec<Value> = lines.iter().map(row).collect();
    let tiebreak = |(at, name): (usize, &Name)| {
        let cell = move |line: &&Line| figure(line, tiebreaks[at], at).cell();
        (Column::number(&name.heading), cell)
    };
    let table = Table::of(&title, lines)
        .column(Column::number("Rank"), |line| Cell::whole(line.rank).strong())
        .column(Column::number("No."), |line| Cell::whole(entrant(line).number).soft())
        .column(Column::text("Team").naming(), |line| Cell::text(&entrant(line).name))
        .column(Column::short("School"), |line| Cell::maybe(&entrant(line).school))
        .column(Column::number("Pts"), |line| Cell::number(line.points.as_points(), line.points.to_string()).strong())
        .columns(names.iter().enumerate().map(tiebreak));
    let masthead = Masthead::of_no_event(&event.name, now);
    let shown: Vec<Vec<Figure>> = lines.iter().map(figures).collect();
    let document = Document::new(&title, masthead).with_subtitle(format!("Tie-breaks: {}", titles.join(", ")));
    let document = document.with(table).with_all(not_applied(&names, shown.iter().map(Vec::as_slice)));
    Report::of(document, json!({ "section": event.name, "after_round": after, "rows": rows }))
}
