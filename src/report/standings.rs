//! The standings as everybody reads them. Ranks and tie-breaks come in computed.

use super::document::{Block, Cell, Column, Document, Table};
use super::masthead::Masthead;
use super::masthead::Stamp;
use super::naming::{TeamRef, points_number, points_shown};
use super::printable::Report;
use crate::event::proposal::QUAD;
use crate::tournament::{HalfPoints, Section, TeamId, Tournament};
use serde::Serialize;
use serde_json::Map;
use std::collections::BTreeSet;

/// One tie-break column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tiebreak {
    /// Its id, as in the rulebook and the JSON.
    pub id: String,
    /// Its column head, short.
    pub heading: String,
    /// Its full name, for the line under the title.
    pub name: String,
}

/// A tie-break's value: as a number and as printed.
#[derive(Debug, Clone, PartialEq)]
pub struct TiebreakValue {
    pub number: f64,
    /// For people: `12½`.
    pub shown: String,
}

/// What is shown for a comparison of tied teams where nobody was tied with the team any more.
pub const NOT_APPLIED: &str = "–";

/// One team's line, as computed.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// From 1; teams that nothing parts share it.
    pub rank: u32,
    pub team: TeamId,
    pub points: HalfPoints,
    /// One value a tie-break, in the order of the columns.
    pub tiebreaks: Vec<TiebreakValue>,
    /// A result of the team is still out, or an appeal about its match open.
    pub provisional: bool,
    /// Listed, but out of the prizes.
    pub house: bool,
    /// It left a round robin early, so that its matches count for nobody.
    pub struck: bool,
    /// It has left the event.
    pub withdrawn: bool,
    /// The group it plays in, within which places count; `None` where the section is one field, or for who came after the groups.
    pub group: Option<u32>,
    /// How far it came in a knockout: `lost in the final`.
    pub reached: Option<String>,
}

/// A place as printed: `3`, or `3-5` where three teams share it. `ranks` are those of the whole group.
pub(super) fn rank_shown(rank: u32, ranks: impl Iterator<Item = u32>) -> String {
    let sharing = u32::try_from(ranks.filter(|other| *other == rank).count()).unwrap_or(1);
    if sharing > 1 { format!("{rank}-{}", rank + sharing - 1) } else { rank.to_string() }
}

/// What stands behind a team's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Signs {
    pub provisional: bool,
    pub house: bool,
    pub struck: bool,
    pub withdrawn: bool,
}

impl Signs {
    /// Each with its sign and what that means, as far as it holds. Who is struck has left.
    fn told(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let all = [
            (self.provisional, "*", "a result or an appeal of this team is still open"),
            (self.house, "†", "house team, out of the prizes"),
            (self.struck, "‡", "left before half of its matches: struck, they count for nobody"),
            (self.withdrawn && !self.struck, "§", "has left the event"),
        ];
        all.into_iter().filter_map(|(holds, sign, meaning)| holds.then_some((sign, meaning)))
    }

    pub fn shown(self) -> String {
        self.told().map(|(sign, _)| sign).collect()
    }

    /// What the signs on a sheet mean; `None` where it has none.
    pub fn meaning(rows: impl Iterator<Item = Self>) -> Option<Block> {
        let used: BTreeSet<(usize, String)> = rows
            .flat_map(|signs| {
                signs
                    .told()
                    .map(|(sign, meaning)| ("*†‡§".find(sign).unwrap_or(0), format!("{sign} {meaning}")))
                    .collect::<Vec<_>>()
            })
            .collect();
        let told: Vec<String> = used.into_iter().map(|(_, told)| told).collect();
        (!told.is_empty()).then(|| Block::Paragraph(told.join("; ")))
    }
}

/// The heading over the rows of a group, in a section that has groups.
pub(super) fn group_heading(group: Option<u32>, teams: usize) -> String {
    match group {
        None => "In no group".to_owned(),
        Some(group) if teams <= QUAD => format!("Quad {group}"),
        Some(group) => format!("Group {group}"),
    }
}

/// The standings of a section.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    pub section: String,
    pub after_round: u32,
    /// What that round is called in a sentence: `round 3`, `the semi-finals`.
    #[serde(skip)]
    pub after_called: String,
    pub rows: Vec<Row>,
    /// What else must be told of the places, each a sentence; left out where there is nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The tie-breaks in the order in which they part teams.
    #[serde(skip)]
    pub tiebreaks: Vec<Tiebreak>,
    #[serde(skip)]
    pub masthead: Masthead,
}

/// One line of the standings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// From 1; shared by teams that nothing parts.
    pub rank: u32,
    /// The group within which the rank counts, from 1; left out where the section is one field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u32>,
    /// The place as printed: `3-5` where teams share it.
    #[serde(skip)]
    pub rank_shown: String,
    pub team: TeamRef,
    /// Score, in the section's points.
    pub points: f64,
    /// A result of the team is still out, or an appeal about its match open.
    pub provisional: bool,
    /// A house team: listed, but out of the prizes.
    pub house: bool,
    /// It left a round robin early, so that its matches count for nobody; left out where that is not so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub struck: bool,
    /// It has left the event; left out where that is not so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
    /// Value by tie-break id.
    pub tiebreaks: Map<String, serde_json::Value>,
    /// How far it came in a knockout: `lost in the final`; left out elsewhere, and while it is still in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<String>,
    /// The score as printed.
    #[serde(skip)]
    pub points_shown: String,
    /// The tie-breaks as printed, in column order.
    #[serde(skip)]
    pub tiebreaks_shown: Vec<TiebreakValue>,
}

impl Row {
    fn signs(&self) -> Signs {
        Signs { provisional: self.provisional, house: self.house, struck: self.struck, withdrawn: self.withdrawn }
    }
}

/// The standings after a round. `open` says why they are provisional; empty when nothing is open.
pub fn view(
    tournament: &Tournament,
    section: &Section,
    after_round: u32,
    tiebreaks: &[Tiebreak],
    lines: &[Line],
    open: Vec<String>,
    stamp: Stamp,
) -> View {
    let row = |line: &Line| {
        let values =
            tiebreaks.iter().zip(&line.tiebreaks).map(|(tiebreak, value)| (tiebreak.id.clone(), number(value.number)));
        Some(Row {
            rank: line.rank,
            group: line.group,
            rank_shown: rank_shown(
                line.rank,
                lines.iter().filter(|other| other.group == line.group).map(|other| other.rank),
            ),
            team: TeamRef::find(tournament, line.team)?,
            points: points_number(line.points, section.match_points),
            provisional: line.provisional,
            house: line.house,
            struck: line.struck,
            withdrawn: line.withdrawn,
            tiebreaks: values.collect(),
            reached: line.reached.clone(),
            points_shown: points_shown(line.points, section.match_points),
            tiebreaks_shown: line.tiebreaks.clone(),
        })
    };
    View {
        section: section.name.clone(),
        after_round,
        after_called: format!("round {after_round}"),
        rows: lines.iter().filter_map(row).collect(),
        notes: Vec::new(),
        tiebreaks: tiebreaks.to_vec(),
        masthead: Masthead::new(tournament, Some(section), None, stamp).provisional(open),
    }
}

impl View {
    /// The same, with its round called by what it decided.
    pub fn after(self, called: String) -> Self {
        Self { after_called: called, ..self }
    }

    /// The same with what else must be told.
    pub fn with_notes(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }
}

/// A JSON number; whole values without a fraction.
fn number(value: f64) -> serde_json::Value {
    serde_json::Number::from_f64(value).map_or(serde_json::Value::Null, serde_json::Value::Number)
}

impl Report for View {
    fn document(&self) -> Document {
        let title = match self.after_round {
            0 => "Standings before round 1".to_owned(),
            _ => format!("Standings after {}", self.after_called),
        };
        let names = self.tiebreaks.iter().map(|tiebreak| tiebreak.name.as_str()).collect::<Vec<_>>().join(", ");
        let document = Document::new(title.clone(), self.masthead.clone());
        let document =
            if names.is_empty() { document } else { document.with_subtitle(format!("Ties parted by: {names}")) };
        let grouped = self.rows.iter().any(|row| row.group.is_some());
        let fixed = [
            Column::number("Rank"),
            Column::number("No.").tucked(),
            Column::text("Team").over("Players").naming(),
            Column::text("School").tucked(),
        ];
        let is_knockout = self.rows.iter().any(|row| row.reached.is_some());
        let reached = is_knockout.then(|| Column::text("How far").tucked());
        let heads = self.tiebreaks.iter().map(|tiebreak| Column::number(&tiebreak.heading).tucked());
        let in_group = grouped.then(|| Column::number("Group").for_spreadsheets());
        let columns: Vec<Column> =
            in_group.into_iter().chain(fixed).chain([Column::number("Pts")]).chain(reached).chain(heads).collect();
        let document = self.rows.chunk_by(|one, next| one.group == next.group).fold(document, |document, rows| {
            let heading = grouped.then(|| group_heading(rows[0].group, rows.len()));
            let caption = heading.as_ref().map_or_else(|| title.clone(), |heading| format!("{title}, {heading}"));
            let table = Table {
                rows: rows.iter().map(|row| cells(row, grouped, is_knockout)).collect(),
                one_line: true,
                ..Table::new(caption, columns.clone())
            };
            match heading {
                Some(text) => document.with(Block::Heading { level: 1, text, id: None }).with(Block::Table(table)),
                None => document.with(Block::Table(table)),
            }
        });
        let document =
            if self.rows.is_empty() { document.with(Block::Table(Table::new(title, columns))) } else { document };
        let meaning = Signs::meaning(self.rows.iter().map(Row::signs));
        let is_idle = |row: &Row| row.tiebreaks_shown.iter().any(|value| value.shown == NOT_APPLIED);
        let idle = format!("{NOT_APPLIED} not applied: nobody was tied with the team any more");
        let idle = self.rows.iter().any(is_idle).then_some(Block::Paragraph(idle));
        let notes = self.notes.iter().cloned().map(Block::Paragraph);
        meaning.into_iter().chain(idle).chain(notes).fold(document, Document::with)
    }

    fn template(&self) -> &'static str {
        "standings"
    }
}

fn cells(row: &Row, grouped: bool, is_knockout: bool) -> Vec<Cell> {
    let fixed = [
        Cell::number(row.rank.into(), format!("{}{}", row.rank_shown, row.signs().shown())).strong(),
        Cell::whole(row.team.number).soft(),
        row.team.cell(),
        Cell::text(row.team.school.clone().unwrap_or_default()),
        Cell::number(row.points, row.points_shown.clone()).strong(),
    ];
    let values = row.tiebreaks_shown.iter().map(|value| Cell::number(value.number, value.shown.clone()));
    let group = grouped.then(|| row.group.map_or_else(Cell::empty, Cell::whole));
    let reached = is_knockout.then(|| Cell::text(row.reached.clone().unwrap_or_default()));
    group.into_iter().chain(fixed).chain(reached).chain(values).collect()
}
