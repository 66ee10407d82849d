//! The standings as everybody reads them; `--working`, the arithmetic of each tie-break; `--by-class`, the standings of parts of a section.

use super::document::{Block, Cell, Column, Document, Table};
use super::masthead::{Masthead, Stamp};
use super::naming::{TeamRef, points_number, points_shown};
use super::printable::{Listing, Report};
use crate::event::{Event, Refusal};
use crate::pairing::quads::QUAD;
use crate::standings::{Line, Name, Step, Working, workings};
use crate::tournament::{Grade, Section, Team, TeamId};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A tie-break's value: as a number and as printed.
#[derive(Debug, Clone, PartialEq)]
pub struct TiebreakValue {
    pub number: f64,
    /// For people: `12½`.
    pub shown: String,
}

/// What is shown for a comparison of tied teams where nobody was tied with the team any more.
const NOT_APPLIED: &str = "–";

/// A place as printed: `3`, or `3-5` where three teams share it. `ranks` are those of the whole group.
fn rank_shown(rank: u32, ranks: impl Iterator<Item = u32>) -> String {
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
    /// It brought points from another section.
    pub brought: bool,
    /// It plays in another section now.
    pub moved: bool,
}

impl Signs {
    /// Each with its sign and what that means, as far as it holds. Who is struck has left.
    fn told(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let all = [
            (self.provisional, "*", "a result or an appeal of this team is still open"),
            (self.house, "†", "house team, out of the prizes"),
            (self.struck, "‡", "left before half of its matches: struck, they count for nobody"),
            (self.withdrawn && !self.struck && !self.moved, "§", "has left the event"),
            (self.moved, "»", "plays in another section now"),
            (self.brought, "M", "brought its points of earlier rounds from another section"),
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
                    .map(|(sign, meaning)| ("*†‡§»M".find(sign).unwrap_or(0), format!("{sign} {meaning}")))
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
pub struct StandingsList {
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
    pub tiebreaks: Vec<Name>,
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
    /// It brought points from another section; left out where that is not so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub brought: bool,
    /// It plays in another section now; left out where that is not so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub moved: bool,
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
        let Self { provisional, house, struck, withdrawn, brought, moved, .. } = *self;
        Signs { provisional, house, struck, withdrawn, brought, moved }
    }
}

/// Whether points from another section count for the team in its first rounds here.
fn has_brought(event: &Event, section: &Section, team: TeamId, after: u32) -> bool {
    event.tournament().team(team).is_some_and(|team| (1..=after).any(|round| team.brings(section.id, round)))
}

/// Whether the team plays in another section now.
fn was_moved(event: &Event, section: &Section, team: TeamId) -> bool {
    event.tournament().team(team).is_some_and(|team| team.belongs(section.id) && team.section != section.id)
}

/// The standings of a section after a round.
pub fn view(event: &Event, section: &Section, after: u32, stamp: Stamp) -> StandingsList {
    let notes = event.lots(section, after).into_iter().chain(event.play_offs_told(section, after));
    let masthead = Masthead::new(event.tournament(), Some(section), None, stamp);
    StandingsList {
        section: section.name.clone(),
        after_round: after,
        after_called: event.round_called(section, after),
        rows: rows(event, section, after),
        notes: notes.collect(),
        tiebreaks: tiebreaks(event, section),
        masthead: masthead.provisional(event.open_matters(section, after)),
    }
}

/// The columns of a section's tie-breaks.
pub(super) fn tiebreaks(event: &Event, section: &Section) -> Vec<Name> {
    event.settings(section.id).standings.tiebreaks.iter().map(|tiebreak| tiebreak.name()).collect()
}

/// A line a team, best first.
pub(super) fn rows(event: &Event, section: &Section, after: u32) -> Vec<Row> {
    let settings = event.settings(section.id).standings;
    let (awaiting, reached) = (event.awaiting_appeal(section, after), event.reached(section, after));
    let groups = event.group_count(section);
    let group = |line: &Line| (line.group > 0 && line.group <= groups).then_some(line.group);
    let lines = event.table(section, after);
    let row = |line: &Line| {
        let beside = lines.iter().filter(|other| group(other) == group(line));
        let values = settings.tiebreaks.iter().zip(&line.tiebreaks);
        let shown = values.clone().zip(0..).map(|((tiebreak, value), at)| {
            let is_idle = tiebreak.is_within_tie() && at >= line.applied;
            let shown = if is_idle { NOT_APPLIED.to_owned() } else { value.to_string() };
            TiebreakValue { number: value.as_decimal(), shown }
        });
        Some(Row {
            rank: line.rank,
            group: group(line),
            rank_shown: rank_shown(line.rank, beside.map(|other| other.rank)),
            team: TeamRef::find(event.tournament(), line.team)?,
            points: points_number(line.points, section.match_points),
            provisional: line.provisional || awaiting.contains(&line.team),
            house: line.house,
            struck: line.struck,
            withdrawn: line.withdrawn,
            brought: has_brought(event, section, line.team, after),
            moved: was_moved(event, section, line.team),
            tiebreaks: values.map(|(tiebreak, value)| (tiebreak.name().id, number(value.as_decimal()))).collect(),
            reached: reached.get(&line.team).map(|reached| reached.shown()),
            points_shown: points_shown(line.points, section.match_points),
            tiebreaks_shown: shown.collect(),
        })
    };
    lines.iter().filter_map(row).collect()
}

/// A JSON number; whole values without a fraction.
fn number(value: f64) -> serde_json::Value {
    serde_json::Number::from_f64(value).map_or(serde_json::Value::Null, serde_json::Value::Number)
}

impl Report for StandingsList {
    fn document(&self) -> Document {
        let title = match self.after_round {
            0 => "Standings before round 1".to_owned(),
            _ => format!("Standings after {}", self.after_called),
        };
        let names = self.tiebreaks.iter().map(|tiebreak| tiebreak.title.as_str()).collect::<Vec<_>>().join(", ");
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
        let reached = is_knockout.then(|| Column::text("How far"));
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

/// Each team's tie-breaks with their arithmetic, in the order of the standings.
pub fn working(event: &Event, section: &Section, after: u32, stamp: Stamp) -> Listing {
    let field = event.field(section, after);
    let settings = event.settings(section.id).standings;
    let name = |index: usize| {
        event.tournament().team(field.entries[index].record.team).map(Team::shown_name).unwrap_or_default()
    };
    let mut document = Document::new(
        format!("Tie-breaks after {}", event.round_called(section, after)),
        head(event, section, after, stamp),
    )
    .with_subtitle("each value with its arithmetic, round by round");
    let mut json = Vec::new();
    for (index, told) in workings(&field, &settings, &name) {
        let team = field.entries[index].record.team;
        document = document.with(Block::Heading {
            level: 1,
            text: format!("{} ({team})", name(index)),
            id: Some(format!("team-{team}")),
        });
        for one in &told {
            document = document.with(Block::Heading {
                level: 2,
                text: format!("{}: {}", one.tie_break.name().title, one.value),
                id: None,
            });
            let rule = one.case.as_ref().map_or_else(|| one.rule.clone(), |case| format!("{} {case}", one.rule));
            let mut lines = vec![rule];
            let told = |step: &Step| match step.round {
                Some(round) => format!("Round {round}: {}", step.sentence),
                None => step.sentence.clone(),
            };
            lines.extend(one.steps.iter().map(told));
            lines.push(one.sum.clone());
            document = document.with(Block::List(lines.into_iter().filter(|l| !l.is_empty()).collect()));
        }
        json.push(json!({ "team": { "number": team, "name": name(index) }, "tiebreaks": told.iter().map(to_json).collect::<Vec<_>>() }));
    }
    Listing::of(document, json!({ "section": section.name, "after_round": after, "teams": json }))
}

fn to_json(one: &Working) -> Value {
    let steps: Vec<Value> = one
        .steps
        .iter()
        .map(|step| json!({ "round": step.round, "value": step.value, "counts": step.cut.is_none(), "text": step.sentence }))
        .collect();
    json!({ "id": one.tie_break.id(), "value": one.value, "rule": one.rule, "case": one.case, "steps": steps, "sum": one.sum })
}

/// The standings of each class: by grade of the older partner, rated and unrated, by school.
pub fn by_class(event: &Event, section: &Section, after: u32, stamp: Stamp) -> Result<Listing, Refusal> {
    let lines = event.table(section, after);
    if lines.is_empty() {
        return Err(Refusal::NoTeams { section: section.id });
    }
    let tournament = event.tournament();
    let mut grades: BTreeMap<Grade, Vec<&Line>> = BTreeMap::new();
    let mut schools: BTreeMap<String, Vec<&Line>> = BTreeMap::new();
    let mut rated: BTreeMap<bool, Vec<&Line>> = BTreeMap::new();
    for line in lines.iter().filter(|l| !l.house) {
        let Some(team) = tournament.team(line.team) else { continue };
        if let Some(older) = older_grade(event, team) {
            grades.entry(older).or_default().push(line);
        }
        schools.entry(tournament.school_label(team)).or_default().push(line);
        rated.entry(tournament.doubled_rating(team).is_none()).or_default().push(line);
    }
    let mut classes: Vec<(String, Vec<&Line>)> =
        grades.into_iter().rev().map(|(g, l)| (format!("Grade {g}"), l)).collect();
    if rated.len() == 2 {
        classes.extend(rated.into_iter().map(|(unrated, l)| (if unrated { "Unrated" } else { "Rated" }.to_owned(), l)));
    }
    classes.extend(schools.into_iter().filter(|(school, _)| !school.is_empty()));
    let mut document = Document::new(
        format!("Standings by class after {}", event.round_called(section, after)),
        head(event, section, after, stamp),
    );
    let mut json = Vec::new();
    for (class, lines) in &classes {
        let columns = vec![
            Column::number("Rank"),
            Column::number("In all"),
            Column::team("Team").over("Players").naming(),
            Column::number("Pts"),
        ];
        let mut rows = Vec::new();
        let mut told = Vec::new();
        for (at, line) in (1..).zip(lines) {
            let Some(team) = tournament.team(line.team) else { continue };
            // Equal rank in the whole section is equal rank in the class.
            let rank = lines.iter().position(|l| l.rank == line.rank).map_or(at, |first| first + 1);
            let points = points_shown(line.points, section.match_points);
            rows.push(vec![
                Cell::text(rank.to_string()),
                Cell::text(line.rank.to_string()),
                TeamRef::new(tournament, team).numbered(),
                Cell::text(points),
            ]);
            told.push(json!({ "rank": rank, "rank_in_section": line.rank, "team": { "number": team.id, "name": team.name }, "points": line.points }));
        }
        document = document
            .with(Block::Heading { level: 1, text: class.clone(), id: None })
            .with(Block::Table(Table { rows, ..Table::new(class, columns) }));
        json.push(json!({ "class": class, "rows": told }));
    }
    Ok(Listing::of(document, json!({ "section": section.name, "after_round": after, "classes": json })))
}

fn head(event: &Event, section: &Section, after: u32, stamp: Stamp) -> Masthead {
    Masthead::new(event.tournament(), Some(section), None, stamp).provisional(event.open_matters(section, after))
}

fn older_grade(event: &Event, team: &Team) -> Option<Grade> {
    event.tournament().partners(team).iter().filter_map(|p| p.grade).max()
}
