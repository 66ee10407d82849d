//! Documents: pairings, standings, crosstable, rosters.

use super::printed::Kept;
use super::working::{by_class, working};
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::registration::team_names;
use crate::report::Masthead;
use crate::report::{crosstable, pairings, standings, teams};
use crate::standings::crosstable::{Order, grid};
use crate::standings::{Line, TieBreak};
use crate::store::NewAssignment;
use crate::tournament::{Format, HalfPoints, Round, Section, TeamId};
use clap::Args;
use std::collections::HashMap;

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

/// The posted round that was asked for, or the latest.
pub fn posted<'d>(desk: &'d Desk, section: &Section, round: Option<u32>) -> Result<&'d Round, Failure> {
    let latest = desk.latest_round(section.id).ok_or_else(|| {
        Failure::forbidden(format!("{} has no round posted yet", section.name))
            .hint(format!("`bughouse pair \"{}\"` makes round 1", section.name))
    })?;
    match round {
        None => Ok(latest),
        Some(n) => desk.tournament().rounds_of(section.id).find(|r| r.number == n).ok_or_else(|| {
            Failure::mistyped(format!("{} has no round {n}", section.name)).hint(match latest.number {
                1 => "only round 1 is posted".to_owned(),
                last => format!("rounds 1 to {last} are posted"),
            })
        }),
    }
}

impl Verb for Pairings {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let stamp = desk.stamp()?;
        let section = desk.section(self.section.as_deref())?.clone();
        let round = posted(desk, &section, self.round)?.clone();
        let sheet = pairing_sheet(desk, &section, &round, self.by, stamp);
        if !self.changed {
            let kept = kept_pairings(&section, round.number, self.by);
            return Ok(Answer::sheet(sheet).with_remarks(team_names::remark(desk, Some(section.id))).kept(kept));
        }
        let before = desk.store.as_posted(section.id, round.number)?;
        Ok(Answer::sheet(sheet.changed(&moved(&before, &round))))
    }
}

/// The round after which somebody wants to see how things stood, or the one they stand after.
fn after(desk: &Desk, section: &Section, asked: Option<u32>) -> Result<u32, Failure> {
    match asked {
        Some(0) => Ok(0),
        Some(n) => Ok(posted(desk, section, Some(n))?.number),
        None => Ok(desk.standing_round(section)),
    }
}

/// How a pairing sheet is made again.
pub fn kept_pairings(section: &Section, round: u32, by: pairings::Order) -> Kept {
    Kept::by(&["pairings"], Some(section)).pinned("--round", round).with("--by", &by)
}

/// The teams that have another table, side, or bye than when the round was posted.
fn moved(before: &[NewAssignment], round: &Round) -> Vec<TeamId> {
    let now = round.assignments.iter().filter(|assignment| !before.contains(assignment));
    now.map(|(team, _)| *team).collect()
}

/// The pairings of a round as a document.
pub fn pairing_sheet(
    desk: &Desk,
    section: &Section,
    round: &Round,
    by: pairings::Order,
    stamp: crate::report::Stamp,
) -> pairings::View {
    let before: HashMap<TeamId, HalfPoints> =
        desk.records(section, round.number - 1).into_iter().map(|r| (r.team, r.score())).collect();
    let results = desk.results(section);
    let tournament = desk.tournament();
    let source = pairings::Source {
        tournament,
        section,
        round,
        odd_bye: desk.assigned_bye(section),
        score: &|team| before.get(&team).copied().unwrap_or_default(),
        result: &|id| results.get(&id).copied(),
        boards: &|id| {
            let [first, second] = round.teams_at(id.table)?;
            Some(tournament.boards(
                id.table,
                id.number,
                [tournament.team(first)?, tournament.team(second)?],
                round.slip(id.table, id.number),
            ))
        },
    };
    pairings::view(&source, by, stamp)
}

/// Column head and full name of a tie-break.
fn head(tie_break: TieBreak) -> standings::Tiebreak {
    let name = tie_break.name();
    standings::Tiebreak { id: name.id, heading: name.heading, name: name.title }
}

/// The standings of a section, with the heads of their tie-break columns.
pub fn lines(desk: &Desk, section: &Section, after: u32) -> (Vec<standings::Tiebreak>, Vec<standings::Line>) {
    let settings = desk.settings(section.id).standings;
    let heads = settings.tiebreaks.iter().map(|t| head(*t));
    let awaiting = desk.awaiting_appeal(section, after);
    // Who came after the groups were made stands behind them, in none.
    let groups =
        if section.format == Format::Quads { u32::try_from(desk.quads(section).len()).unwrap_or(u32::MAX) } else { 0 };
    let shown = |line: Line| standings::Line {
        rank: line.rank,
        team: line.team,
        points: line.points,
        tiebreaks: line
            .tiebreaks
            .iter()
            .map(|v| standings::TiebreakValue { number: v.as_decimal(), shown: v.to_string() })
            .collect(),
        provisional: line.provisional || awaiting.contains(&line.team),
        house: line.house,
        struck: line.struck,
        group: (line.group > 0 && line.group <= groups).then_some(line.group),
    };
    (heads.collect(), desk.table(section, after).into_iter().map(shown).collect())
}

impl Verb for Standings {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let stamp = desk.stamp()?;
        let section = desk.section(self.section.as_deref())?;
        let after = after(desk, section, self.after)?;
        let kept = Kept::by(&["standings"], Some(section))
            .pinned("--after", after)
            .flag(self.working, "--working")
            .flag(self.by_class, "--by-class");
        if self.working || self.by_class {
            let masthead = Masthead::new(desk.tournament(), Some(section), None, stamp)
                .provisional(desk.open_matters(section, after));
            let listing = if self.working {
                working(desk, section, after, masthead)
            } else {
                by_class(desk, section, after, masthead)?
            };
            return Ok(Answer::sheet(listing).kept(kept));
        }
        let (heads, lines) = lines(desk, section, after);
        let view = standings::view(
            desk.tournament(),
            section,
            after,
            &heads,
            &lines,
            desk.open_matters(section, after),
            stamp,
        );
        let view = view.with_notes(desk.lots(section, after));
        Ok(Answer::sheet(view).kept(kept))
    }
}

/// The crosstable of a section: a wall chart, or the square of a round robin.
pub fn crosstable_sheet(
    desk: &Desk,
    section: &Section,
    after: u32,
    by: Order,
    stamp: crate::report::Stamp,
) -> crosstable::View {
    let tournament = desk.tournament();
    let number = |team: TeamId| tournament.team(team).and_then(|t| t.pairing_number).unwrap_or(team.0);
    let (heads, mut lines) = lines(desk, section, after);
    if by == Order::Number {
        lines.sort_by_key(|line| (line.group, number(line.team)));
    }
    let records = desk.records(section, after);
    let chart =
        crosstable::view(tournament, section, &heads, &lines, &records, desk.open_matters(section, after), stamp);
    if !matches!(section.format, Format::RoundRobin | Format::DoubleRoundRobin | Format::Quads) {
        return chart;
    }
    let squares = grid(&desk.field(section, after), &desk.settings(section.id).standings, by, &|index| {
        number(records[index].team)
    });
    chart.squared(&squares, section)
}

impl Verb for Crosstable {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let stamp = desk.stamp()?;
        let section = desk.section(self.section.as_deref())?;
        let after = after(desk, section, self.after)?;
        let kept = Kept::by(&["crosstable"], Some(section)).pinned("--after", after).with("--by", &self.by);
        Ok(Answer::sheet(crosstable_sheet(desk, section, after, self.by, stamp)).kept(kept))
    }
}

impl Verb for Teams {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let stamp = desk.stamp()?;
        let section = self.section.as_deref().map(|s| desk.section(Some(s))).transpose()?;
        let kept = Kept::by(&["teams"], section).with("--by", &self.by);
        Ok(Answer::sheet(teams::view(desk.tournament(), section, self.by, stamp)).kept(kept))
    }
}
