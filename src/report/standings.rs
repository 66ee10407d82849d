//! The standings as everybody reads them; `--working`, the arithmetic of each tie-break; `--by-class`, the standings of parts of a section.

use super::document::{Block, Cell, Column, Document, Figure, Page, Table};
use super::families::columns;
use super::masthead::{Masthead, Stamp};
use super::naming::TeamRef;
use super::printable::Report;
use crate::event::{Event, Refusal};
use crate::pairing::quads::QUAD;
use crate::standings::prizes::may_win;
use crate::standings::{Line, Name, Step, TieBreak, Working, workings};
use crate::tournament::names::{does, list};
use crate::tournament::{Format, MatchPoints, Record, Section, Team, TeamId};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};

/// What is shown for a comparison of tied teams where nobody was tied with the team any more.
const NOT_APPLIED: &str = "–";

/// A place as printed: `3`, or `3-5` where three teams share it. `ranks` are those of the whole group.
fn rank_shown(rank: u32, sharing: u32) -> String {
    if sharing > 1 { format!("{rank}-{}", rank + sharing - 1) } else { rank.to_string() }
}

/// What comes after a team's place. Only the first two are given where they are not so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Signs {
    /// A result of the team is still out, or an appeal about its match open.
    pub provisional: bool,
    /// A house team: listed, but out of the prizes.
    pub house: bool,
    /// It left a round robin early, so that its matches count for nobody.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub struck: bool,
    /// It has left the event.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
    /// It carried points over from another section.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub brought: bool,
    /// It plays in another section now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub moved: bool,
    /// It came into a later round: up to this one it is in none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub later: bool,
    /// It is last on its points, for its whole score is unplayed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unplayed: bool,
    /// Tie-break points were taken off by ruling.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub penalised: bool,
}

impl Signs {
    /// Each with its sign and what that means, as far as it holds. Who is struck has left.
    fn marks(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let all = [
            (self.provisional, "*", "this team has a result or an appeal still open"),
            (self.house, "†", "house team, not eligible for prizes"),
            (self.struck, "‡", "left before playing half of its matches, so they don't count for anybody"),
            (self.withdrawn && !self.struck && !self.moved, "§", "withdrew from the event"),
            (self.moved, "»", "plays in another section now"),
            (self.brought, "M", "brought its points from earlier rounds in another section"),
            (self.later, "+", "not in any round yet"),
            (self.unplayed, "U", "no points from games played: last in its score group"),
            (self.penalised, "P", "tie-break points deducted by ruling"),
        ];
        all.into_iter().filter_map(|(holds, sign, meaning)| holds.then_some((sign, meaning)))
    }

    pub(super) fn shown(self) -> String {
        self.marks().map(|(sign, _)| sign).collect()
    }

    /// What the signs on a sheet mean; `None` where it has none.
    pub(super) fn meaning(rows: impl Iterator<Item = Self>) -> Option<Block> {
        let mut used: Vec<(&str, &str)> = rows.flat_map(Self::marks).collect();
        used.sort_by_key(|(sign, _)| "*†‡§»M+UP".find(*sign));
        used.dedup();
        let meanings: Vec<String> = used.iter().map(|(sign, meaning)| format!("{sign} {meaning}")).collect();
        (!meanings.is_empty()).then(|| Block::Paragraph(meanings.join("; ")))
    }
}

/// What the dash under a tie-break means; `None` where there is none.
pub fn not_applied<'r>(tiebreaks: &[Name], mut rows: impl Iterator<Item = &'r [Figure]>) -> Option<Block> {
    let is_used = !tiebreaks.is_empty() && rows.any(|row| row.iter().any(|value| value.shown == NOT_APPLIED));
    is_used.then(|| Block::Paragraph(format!("{NOT_APPLIED} not needed: the tie was already broken")))
}

/// A tie-break of a line as it is shown: a dash, and no number, where it was not applied.
pub fn figure(line: &Line, tie_break: TieBreak, at: usize) -> Figure {
    let value = &line.tiebreaks[at];
    match line.is_idle(tie_break, at) {
        true => Figure { number: None, shown: NOT_APPLIED.to_owned() },
        false => Figure { number: Some(value.as_decimal()), shown: value.to_string() },
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

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StandingsList {
    pub section: String,
    pub after_round: u32,
    /// What that round is called in a sentence: `round 3`, `the semifinals`.
    #[serde(skip)]
    pub after_called: String,
    pub rows: Vec<StandingsRow>,
    /// What else must be said of the places, each a sentence; left out where there is nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The tie-breaks in the order in which they part teams.
    #[serde(skip)]
    pub tiebreaks: Vec<Name>,
    #[serde(skip)]
    pub masthead: Masthead,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StandingsRow {
    /// From 1; shared by teams that nothing parts.
    pub rank: u32,
    /// The group within which the rank counts, from 1; left out where the section is one field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u32>,
    /// The place as printed: `3-5` where teams share it.
    #[serde(skip)]
    pub rank_shown: String,
    pub team: TeamRef,
    pub points: Figure,
    #[serde(flatten)]
    pub signs: Signs,
    /// Value by tie-break id.
    pub tiebreaks: Map<String, serde_json::Value>,
    /// How far it came in a knockout: `lost in the final`; left out elsewhere, and while it is still in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<String>,
    /// The tie-breaks as printed, in column order.
    #[serde(skip)]
    pub tiebreaks_shown: Vec<Figure>,
}

/// The standings of a section after a round.
pub fn view(event: &Event, section: &Section, after: u32, stamp: Stamp) -> StandingsList {
    let notes = decided_otherwise(event, section, after).into_iter();
    let is_halved = section.match_points == MatchPoints::Half && !tiebreaks(event, section).is_empty();
    let scale =
        is_halved.then(|| "In the tie-breaks, a match counts as 1, shown as half a point on this sheet.".to_owned());
    let notes = notes.chain(still_to_come(event, section, after)).chain(scale);
    StandingsList {
        section: section.name.clone(),
        after_round: after,
        after_called: event.round_called(section, after),
        rows: rows(event, section, after),
        notes: notes.collect(),
        tiebreaks: tiebreaks(event, section),
        masthead: head(event, section, after, stamp),
    }
}

/// The teams that came from another section a round ahead, and wait for the first round here that they have not played there.
pub(super) fn still_to_come(event: &Event, section: &Section, after: u32) -> Vec<String> {
    let comes = |team: &Team| {
        let from = (after + 1..).find(|round| team.section_in(*round) == section.id)?;
        Some(format!("{} here from {} on.", does(&team.shown_name(), "plays"), event.round_called(section, from)))
    };
    let waiting = event.tournament().ever_in(section.id).filter(|team| team.brings(section.id, after + 1));
    waiting.filter(|team| !event.tournament().has_left(team, section.id, after + 1)).filter_map(comes).collect()
}

/// Of each record whether its team is struck.
pub(super) fn struck(rows: &[StandingsRow], records: &[Record]) -> Vec<bool> {
    let struck: HashSet<u32> = rows.iter().filter(|row| row.signs.struck).map(|row| row.team.number).collect();
    records.iter().map(|record| struck.contains(&record.team.0)).collect()
}

/// The tie-breaks that are shown; none of a knockout, where they part nobody.
pub fn used(event: &Event, section: &Section) -> Vec<TieBreak> {
    match section.format {
        Format::Knockout => Vec::new(),
        _ => event.settings(section.id).standings.tiebreaks,
    }
}

pub(super) fn tiebreaks(event: &Event, section: &Section) -> Vec<Name> {
    used(event, section).iter().map(|tiebreak| tiebreak.name()).collect()
}

/// A line a team, best first.
pub(super) fn rows(event: &Event, section: &Section, after: u32) -> Vec<StandingsRow> {
    let tiebreaks = used(event, section);
    let (awaiting, reached) = (event.awaiting_appeal(section, after), event.reached(section, after));
    let groups = event.group_count(section);
    let group = |line: &Line| (line.group > 0 && line.group <= groups).then_some(line.group);
    let lines = event.table(section, after);
    let is_past = (1..event.posted_rounds(section.id)).contains(&after);
    let rounds = event.tournament().rounds_of(section.id).filter(|round| round.number <= after);
    let so_far: HashSet<TeamId> = rounds.flat_map(|round| &round.assignments).map(|(team, _)| *team).collect();
    let mut sharing: HashMap<(Option<u32>, u32), u32> = HashMap::new();
    lines.iter().for_each(|line| *sharing.entry((group(line), line.rank)).or_default() += 1);
    let row = |line: &Line| {
        let shown: Vec<Figure> = tiebreaks.iter().zip(0..).map(|(tiebreak, at)| figure(line, *tiebreak, at)).collect();
        let ids = tiebreaks.iter().map(|tiebreak| tiebreak.name().id);
        let team = event.tournament().team(line.team)?;
        let brought = (1..=after).any(|round| team.brings(section.id, round));
        Some(StandingsRow {
            rank: line.rank,
            group: group(line),
            rank_shown: rank_shown(line.rank, sharing[&(group(line), line.rank)]),
            team: TeamRef::new(event.tournament(), team),
            points: Figure::score(line.points, section),
            signs: Signs {
                provisional: line.provisional || awaiting.contains(&line.team),
                house: line.house,
                struck: line.struck,
                withdrawn: line.withdrawn,
                brought,
                moved: team.was_moved_from(section.id),
                later: is_past && !brought && !so_far.contains(&line.team),
                unplayed: line.unplayed,
                penalised: line.penalised,
            },
            tiebreaks: ids.zip(&shown).map(|(id, figure)| (id, json!(figure))).collect(),
            reached: reached.get(&line.team).map(|reached| reached.shown()),
            tiebreaks_shown: shown,
        })
    };
    lines.iter().filter_map(row).collect()
}

impl From<StandingsList> for Report {
    fn from(view: StandingsList) -> Self {
        Self::of(view.document(), view).set_by("standings")
    }
}

impl StandingsList {
    pub fn document(&self) -> Document {
        let title = match self.after_round {
            0 => "Standings before round 1".to_owned(),
            _ => format!("Standings after {}", self.after_called),
        };
        let names = list(self.tiebreaks.iter().map(|tiebreak| tiebreak.title.as_str()));
        let document = Document::new(title.clone(), self.masthead.clone());
        let document = if names.is_empty() { document } else { document.with_subtitle(format!("Tie-breaks: {names}")) };
        let grouped = self.rows.iter().any(|row| row.group.is_some());
        let document = self.rows.chunk_by(|one, next| one.group == next.group).fold(document, |document, rows| {
            let heading = grouped.then(|| group_heading(rows[0].group, rows.len()));
            let caption = heading.as_ref().map_or_else(|| title.clone(), |heading| format!("{title}, {heading}"));
            document.with_all(heading.map(|text| Block::heading(1, text))).with(self.table(caption, rows))
        });
        let document = if self.rows.is_empty() { document.with(self.table(title, &[])) } else { document };
        let meaning = Signs::meaning(self.rows.iter().map(|row| row.signs));
        let idle = not_applied(&self.tiebreaks, self.rows.iter().map(|row| &row.tiebreaks_shown[..]));
        let notes = self.notes.iter().cloned().map(Block::Paragraph);
        document.with_all(meaning).with_all(idle).with_all(notes)
    }

    fn table(&self, caption: String, rows: &[StandingsRow]) -> Table {
        let grouped = self.rows.iter().any(|row| row.group.is_some());
        let is_knockout = self.rows.iter().any(|row| row.reached.is_some());
        let tiebreak = |(at, name): (usize, &Name)| {
            (Column::number(&name.heading).tucked(), move |row: &&StandingsRow| row.tiebreaks_shown[at].cell())
        };
        let table = Table::of(caption, rows)
            .column_if(grouped, Column::number(columns::GROUP).for_spreadsheets(), |row| {
                row.group.map_or_else(Cell::empty, Cell::whole)
            })
            .column(Column::number(columns::RANK), |row| row.place())
            .column(Column::number(columns::NUMBER).tucked(), |row| Cell::whole(row.team.number).soft())
            .column(Column::text(columns::TEAM).over("Players").naming(), |row| row.team.cell())
            .column(Column::text(columns::SCHOOL).tucked(), |row| Cell::maybe(&row.team.school))
            .column(Column::number(columns::PTS), |row| row.points.cell().strong())
            .column_if(is_knockout, Column::text(columns::REACHED), |row| Cell::maybe(&row.reached))
            .columns(self.tiebreaks.iter().enumerate().map(tiebreak));
        Table { one_line: true, ..table.table() }
    }
}

impl StandingsRow {
    /// Its place, with the signs behind it.
    fn place(&self) -> Cell {
        Cell::number(self.rank.into(), format!("{}{}", self.rank_shown, self.signs.shown())).strong()
    }
}

/// Each team's tie-breaks with their arithmetic, in the order of the standings.
pub fn working(event: &Event, section: &Section, after: u32, stamp: Stamp) -> Report {
    let field = event.field(section, after);
    let mut settings = event.settings(section.id).standings;
    settings.tiebreaks = used(event, section);
    let name = |index: usize| {
        event.tournament().team(field.entries[index].record.team).map(Team::shown_name).unwrap_or_default()
    };
    let title = format!("Tie-breaks {}", when(event, section, after));
    let page = Page { columns: 2, ..Page::default() };
    let mut document = Document::new(title, head(event, section, after, stamp)).on(page).with_subtitle(match settings
        .tiebreaks
        .is_empty()
    {
        true => "",
        false => "each value with its arithmetic, round by round",
    });
    if section.format == Format::Knockout {
        let why = "A knockout has no tie-breaks: a team's place is decided by how far it got.";
        document = document.with(Block::Paragraph(why.to_owned()));
    }
    let mut json = Vec::new();
    let mut all = workings(&field, &settings, &name);
    // Play-offs and the rounds of a knockout move teams beyond what tie-breaks part.
    let table = event.table(section, after);
    all.sort_by_key(|(index, _)| table.iter().position(|line| line.index == *index));
    for (index, worked) in all.into_iter().filter(|(_, worked)| !worked.is_empty()) {
        let team = field.entries[index].record.team;
        let (text, id) = (format!("{} ({team})", name(index)), Some(format!("team-{team}")));
        document = document.with(Block::Heading { level: 1, text, id });
        if table.iter().any(|line| line.index == index && line.unplayed) {
            let why =
                "None of its points come from games played, so it is last in its score group, before any tie-break.";
            document = document.with(Block::Paragraph(why.to_owned()));
        }
        for one in &worked {
            document = document.headed(2, format!("{}: {}", one.tie_break.name().title, one.value));
            let rule = one.case.as_ref().map_or_else(|| one.rule.clone(), |case| format!("{} {case}", one.rule));
            let mut lines = vec![rule];
            let sentence = |step: &Step| match step.round {
                Some(round) => format!("Round {round}: {}", step.sentence),
                None => step.sentence.clone(),
            };
            lines.extend(one.steps.iter().map(sentence));
            lines.push(one.sum.clone());
            document = document.with(Block::List(lines.into_iter().filter(|l| !l.is_empty()).collect()));
        }
        json.push(json!({ "team": { "number": team, "name": name(index) }, "tiebreaks": worked.iter().map(to_json).collect::<Vec<_>>() }));
    }
    let notes = decided_otherwise(event, section, after);
    let document = document.with_all(notes.iter().cloned().map(Block::Paragraph));
    Report::of(document, json!({ "section": section.name, "after_round": after, "teams": json, "notes": notes }))
}

/// What parts teams that no tie-break does: lots of a knockout, rounds of it that were kept, play-offs.
fn decided_otherwise(event: &Event, section: &Section, after: u32) -> Vec<String> {
    let play_offs = [event.play_off_notes(section, after), event.play_offs_to_come(section, after)].concat();
    [event.lots(section, after), event.kept_on(section, after), play_offs].concat()
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
pub fn by_class(event: &Event, section: &Section, after: u32, stamp: Stamp) -> Result<Report, Refusal> {
    if event.tournament().ever_in(section.id).next().is_none() {
        return Err(Refusal::NoTeams { section: section.id });
    }
    let tournament = event.tournament();
    let rows = rows(event, section, after);
    let entered = rows.iter().filter(|row| !row.signs.house);
    let entered: Vec<(&StandingsRow, &Team)> =
        entered.filter_map(|row| Some((row, tournament.team(TeamId(row.team.number))?))).collect();
    let grades = classes(&entered, |team| tournament.partners(team).iter().filter_map(|partner| partner.grade).max());
    let rated = classes(&entered, |team| Some(tournament.doubled_rating(team).is_none()));
    let schools = classes(&entered, |team| Some(tournament.school_label(team)).filter(|school| !school.is_empty()));
    let rated = rated.into_iter().filter(|(_, lines)| lines.len() < entered.len());
    let grades = grades.into_iter().rev().map(|(grade, lines)| (format!("Grade {grade}"), lines));
    let rated = rated.map(|(unrated, lines)| (if unrated { "Unrated" } else { "Rated" }.to_owned(), lines));
    let (contenders, lines) = (event.contenders(section, after), event.table(section, after));
    let barred: HashSet<u32> =
        lines.iter().filter(|line| !may_win(line, &contenders)).map(|line| line.team.0).collect();
    let title = format!("Standings by class {}", when(event, section, after));
    let mut document = Document::new(title, head(event, section, after, stamp));
    let mut json = Vec::new();
    for (class, entered) in grades.chain(rated).chain(schools) {
        let can_win = |(row, _): &&(&StandingsRow, &Team)| !barred.contains(&row.team.number);
        // Equal rank in the whole section is equal rank in the class.
        let rank = |entry: &(&StandingsRow, &Team)| {
            let before = entered.iter().filter(can_win).take_while(|(other, _)| other.rank != entry.0.rank);
            Some(entry).filter(can_win).map(|_| before.count() + 1)
        };
        let listed = entered.iter().map(|entry| {
            let (row, team) = entry;
            json!({ "rank": rank(entry), "rank_in_section": row.rank, "team": { "number": team.id, "name": team.name }, "points": row.points })
        });
        let listed: Vec<Value> = listed.collect();
        let table = Table::of(&class, &entered)
            .column(Column::number(columns::RANK), |entry| {
                Cell::text(rank(entry).map_or_else(|| NOT_APPLIED.to_owned(), |rank| rank.to_string()))
            })
            .column(Column::number(columns::OVERALL), |(row, _)| row.place())
            .column(Column::team(columns::TEAM).over("Players").naming(), |(row, _)| row.team.numbered())
            .column(Column::number(columns::PTS), |(row, _)| row.points.cell());
        document = document.headed(1, &class).with(table);
        json.push(json!({ "class": class, "rows": listed }));
    }
    let notes = decided_otherwise(event, section, after);
    let document = document.with_all(Signs::meaning(entered.iter().map(|(row, _)| row.signs)));
    let document = document.with_all(notes.iter().cloned().map(Block::Paragraph));
    let json = json!({ "section": section.name, "after_round": after, "classes": json, "notes": notes });
    Ok(Report::of(document, json))
}

fn when(event: &Event, section: &Section, after: u32) -> String {
    match after {
        0 => "before round 1".to_owned(),
        _ => format!("after {}", event.round_called(section, after)),
    }
}

pub(super) fn head(event: &Event, section: &Section, after: u32, stamp: Stamp) -> Masthead {
    Masthead::new(event.tournament(), Some(section), None, stamp).provisional(event.open_matters(section, after))
}

/// The teams by what they have in common.
fn classes<'e, K: Ord>(
    entered: &[(&'e StandingsRow, &'e Team)],
    of: impl Fn(&Team) -> Option<K>,
) -> BTreeMap<K, Vec<(&'e StandingsRow, &'e Team)>> {
    let mut classes: BTreeMap<K, Vec<_>> = BTreeMap::new();
    for (row, team) in entered {
        if let Some(class) = of(team) {
            classes.entry(class).or_default().push((*row, *team));
        }
    }
    classes
}
