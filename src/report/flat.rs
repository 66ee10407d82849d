//! A section as one flat table for spreadsheets: standings, rounds, both players of each team.

use super::crosstable;
use super::document::{Block, Cell, Column, Document, Figure, Table};
use super::masthead::Masthead;
use super::naming::{PlayerRef, ShownNames};
use super::standings::{figure, used};
use crate::event::Event;
use crate::standings::Line;
use crate::standings::crosstable::counted;
use crate::tournament::{Player, Section, Team, TeamStatus};

pub fn view(event: &Event, section: &Section) -> Document {
    let teams: Vec<&Team> = event.tournament().ever_in(section.id).collect();
    let tiebreaks = used(event, section);
    let after = event.standing_round(section);
    let (records, lines) = (event.records(section, after), event.table(section, after));
    let mut struck = vec![false; teams.len()];
    lines.iter().for_each(|line| struck[line.index] = line.struck);
    let groups = event.group_count(section);
    let rounds = records.iter().map(|record| record.rounds.len()).max().unwrap_or(0);

    let mut columns: Vec<Column> =
        ["Rank", "Number", "Team", "School", "Rating", "Status", "Points"].map(Column::text).into();
    columns.extend(tiebreaks.iter().map(|t| Column::text(t.name().title)));
    columns.extend((1..=rounds).map(|round| Column::text(format!("Round {round}"))));
    for partner in 1..=2 {
        columns.extend(
            ["Player", "Grade", "Rating", "ID", "School"].map(|field| Column::text(format!("{field} {partner}"))),
        );
    }
    // Last, so that the other columns stay where they were.
    columns.push(Column::text("House team"));
    columns.extend((groups > 0).then(|| Column::text("Group")));
    let number = |index: usize| teams[index].id.0;
    let names = ShownNames::of(&event.facts);
    let shown = |name: &str| names.as_ref().map_or_else(|| name.to_owned(), |names| names.in_text(name));
    let row = |line: &Line| {
        let played = (1..).zip(&records[line.index].rounds).map(|(round, played)| {
            let cell = counted(played, section.matches, &struck).0;
            crosstable::shown(event, section, line.team, round, &cell, &number)
        });
        let rounds = played.chain(std::iter::repeat(String::new())).take(rounds).collect();
        let mut cells = cells(event, section, (teams[line.index], line), rounds, &shown);
        let group = (1..=groups).contains(&line.group).then(|| Cell::whole(line.group));
        cells.extend((groups > 0).then(|| group.unwrap_or_else(Cell::empty)));
        cells
    };
    let rows = lines.iter().map(row).collect();
    Document::new("Teams", Masthead::default()).with(Block::Table(Table { rows, ..Table::new("Teams", columns) }))
}

fn cells(
    event: &Event,
    section: &Section,
    (team, line): (&Team, &Line),
    rounds: Vec<String>,
    shown: &dyn Fn(&str) -> String,
) -> Vec<Cell> {
    let tournament = event.tournament();
    let rating = tournament.doubled_rating(team).map_or(Cell::empty(), |doubled| {
        let points = f64::from(doubled) / 2.0;
        Cell::number(points, points.to_string())
    });
    let status = match tournament.status(team) {
        TeamStatus::Entered => "entered",
        TeamStatus::CheckedIn => "checked-in",
        TeamStatus::Withdrawn => "withdrawn",
        TeamStatus::Expelled => "expelled",
    };
    let mut cells = vec![
        Cell::whole(line.rank),
        Cell::whole(team.id.0),
        Cell::text(team.shown_name()),
        Cell::text(shown(&tournament.school_label(team))),
        rating,
        Cell::text(status),
        Figure::score(line.points, section).cell(),
    ];
    let tie_breaks = used(event, section).into_iter().zip(0..);
    cells.extend(tie_breaks.map(|(tie_break, at)| figure(line, tie_break, at).cell()));
    cells.extend(rounds.into_iter().map(Cell::text));
    cells.extend(tournament.partners(team).iter().flat_map(|player| player_cells(event, player, shown)));
    cells.push(Cell::text(if team.house { "yes" } else { "" }));
    cells
}

fn player_cells(event: &Event, player: &Player, shown: &dyn Fn(&str) -> String) -> [Cell; 5] {
    let school = player.school.and_then(|id| event.tournament().school(id));
    [
        Cell::text(PlayerRef::new(player).shown),
        Cell::text(player.grade.map_or(String::new(), |grade| grade.to_string())),
        player.rating.map_or(Cell::empty(), Cell::whole),
        Cell::text(player.federation_id.clone().unwrap_or_default()),
        Cell::text(school.map_or_else(String::new, |school| shown(&school.name))),
    ]
}
