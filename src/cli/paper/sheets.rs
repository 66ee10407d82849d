//! Documents: pairings, standings, crosstable, rosters.

use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::refusal::Told;
use crate::cli::registration::team_names;
use crate::report::{Part, Sheet, pairings, teams};
use crate::standings::crosstable::Order;
use crate::tournament::{Assignment, Round, Section, TeamId};
use clap::Args;

/// Show or print who plays whom where
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse pairings K-6 --by player -o round3.pdf")]
pub struct Pairings {
    /// The section
    section: Option<String>,
    /// The round [default: the latest posted]
    #[arg(long)]
    round: Option<u32>,
    /// How the sheet is sorted
    #[arg(long, value_name = "ORDER", default_value = "table")]
    by: pairings::Order,
    /// Only the tables of the latest round changed since it was posted
    #[arg(long, conflicts_with = "round")]
    changed: bool,
    /// Every section; by player or school in one list
    #[arg(long, conflicts_with_all = ["section", "round", "changed"])]
    all: bool,
}

/// Show or print the standings
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse standings K-6 --after 3 -o standings.pdf")]
pub struct Standings {
    /// The section
    section: Option<String>,
    /// As they stood after this round
    #[arg(long, value_name = "ROUND")]
    after: Option<u32>,
    /// By grade, rated and unrated, school
    #[arg(long, conflicts_with = "working")]
    by_class: bool,
    /// Each tie-break's arithmetic, round by round
    #[arg(long)]
    working: bool,
    /// Every section, one after the other
    #[arg(long, conflicts_with_all = ["section", "after"])]
    all: bool,
}

/// Show or print the wall chart; of a round robin, the square of who met whom
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse crosstable K-6 --by number -o wallchart.pdf")]
pub struct Crosstable {
    /// The section
    section: Option<String>,
    /// How the rows are sorted
    #[arg(long, value_name = "ORDER", default_value = "place")]
    by: Order,
    /// As it stood after this round
    #[arg(long, value_name = "ROUND")]
    after: Option<u32>,
    /// Every section, one after the other
    #[arg(long, conflicts_with_all = ["section", "after"])]
    all: bool,
}

/// Show or print the roster
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse teams K-6 --by school -o roster.pdf")]
pub struct Teams {
    /// The section [default: all]
    section: Option<String>,
    /// How it is sorted
    #[arg(long, value_name = "ORDER", default_value = "number")]
    by: teams::Order,
}

/// A sheet of every section that has a round, in one document.
pub fn of_all(desk: &mut Desk, sheet: impl Fn(&Desk, &Section, u32) -> Sheet) -> Result<Answer, Failure> {
    let sheets: Vec<Sheet> = latest_rounds(desk).iter().map(|(section, round)| sheet(desk, section, *round)).collect();
    let none = no_round(sheets.is_empty());
    Ok(desk.sheets(sheets)?.with_remarks(none))
}

fn no_round(is_empty: bool) -> Option<String> {
    is_empty.then(|| "no section has a round yet; `bughouse round` pairs every section that is ready".to_owned())
}

/// The sections that have a round, with their latest.
fn latest_rounds(desk: &Desk) -> Vec<(Section, u32)> {
    let latest = |section: &Section| Some((section.clone(), desk.latest_round(section.id)?.number));
    desk.tournament().sections.iter().filter_map(latest).collect()
}

impl Verb for Pairings {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        if self.all {
            let remark = team_names::remark(desk, None);
            let answer = match self.by {
                by @ (pairings::Order::Player | pairings::Order::School) => {
                    let rounds: Vec<_> =
                        latest_rounds(desk).into_iter().map(|(section, round)| (section.id, round)).collect();
                    let none = no_round(rounds.is_empty());
                    desk.sheet(Sheet::Finder { rounds, by }).map(|answer| answer.with_remarks(none))
                }
                by => of_all(desk, |_, section, round| Sheet::Pairings { section: section.id, round, by }),
            };
            return Ok(answer?.with_remarks(remark));
        }
        let section = desk.section(self.section.as_deref())?.clone();
        let round = desk.posted(&section, self.round).told(desk)?.clone();
        if !self.changed {
            let sheet = Sheet::Pairings { section: section.id, round: round.number, by: self.by };
            return Ok(desk.sheet(sheet)?.with_remarks(team_names::remark(desk, Some(section.id))));
        }
        let stamp = desk.stamp()?;
        let before = desk.store.as_posted(section.id, round.number)?;
        Ok(Answer::sheet(pairings::view(desk, &section, &round, self.by, stamp).changed(&moved(&before, &round))))
    }
}

/// The teams that have another table, side, or bye than when the round was posted.
fn moved(before: &[(TeamId, Assignment)], round: &Round) -> Vec<TeamId> {
    let now = round.assignments.iter().filter(|assignment| !before.contains(assignment));
    now.map(|(team, _)| *team).collect()
}

impl Verb for Standings {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let part = match (self.working, self.by_class) {
            (true, _) => Part::Working,
            (_, true) => Part::ByClass,
            _ => Part::Table,
        };
        if self.all {
            return of_all(desk, |desk, section, _| Sheet::Standings {
                section: section.id,
                after: desk.standing_round(section),
                part,
            });
        }
        let section = desk.section(self.section.as_deref())?;
        let after = self.after.unwrap_or_else(|| desk.standing_round(section));
        desk.sheet(Sheet::Standings { section: section.id, after, part })
    }
}

impl Verb for Crosstable {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        if self.all {
            return of_all(desk, |desk, section, _| Sheet::Crosstable {
                section: section.id,
                after: desk.standing_round(section),
                by: self.by,
            });
        }
        let section = desk.section(self.section.as_deref())?;
        let after = self.after.unwrap_or_else(|| desk.standing_round(section));
        desk.sheet(Sheet::Crosstable { section: section.id, after, by: self.by })
    }
}

impl Verb for Teams {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let section = self.section.as_deref().map(|s| desk.section(Some(s))).transpose()?.map(|section| section.id);
        desk.sheet(Sheet::Teams { section, by: self.by })
    }
}
