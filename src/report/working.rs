//! `standings --working` and `--by-class`: the arithmetic of each tie-break, and the standings of parts of a section.

use super::document::{Block, Cell, Column, Document, Table};
use super::listing::Listing;
use super::masthead::{Masthead, Stamp};
use super::naming::{TeamRef, points_shown};
use crate::event::{Event, Refusal};
use crate::standings::{Line, Step, Working, workings};
use crate::tournament::{Grade, Section, Team};
use serde_json::{Value, json};
use std::collections::BTreeMap;

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
