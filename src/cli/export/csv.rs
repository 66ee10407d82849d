//! A section as one flat table for spreadsheets: a line a team, with its place, its rounds and both players.

use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::report::render::csv;
use crate::report::{Block, Cell, Column, Document, Masthead, PlayerRef, Stamp, Table, points_cell};
use crate::standings::crosstable::{Order, Row, wall_chart};
use crate::tournament::{Player, Section, Team, TeamStatus};

/// The table as CSV; cells that a spreadsheet would take for formulas are guarded.
pub fn flat(desk: &Desk, section: &Section) -> Result<String, Failure> {
    let tournament = desk.tournament();
    let teams: Vec<&Team> = tournament.ever_in(section.id).collect();
    let settings = desk.settings(section.id).standings;
    let field = desk.field(section, desk.standing_round(section));
    let chart = wall_chart(&field, &settings, Order::Place, &|index| teams[index].id.0);
    let rounds = chart.iter().map(|row| row.cells.len()).max().unwrap_or(0);

    let mut columns: Vec<Column> =
        ["Rank", "Number", "Team", "School", "Rating", "Status", "Points"].map(Column::text).into();
    columns.extend(settings.tiebreaks.iter().map(|t| Column::text(t.name().title)));
    columns.extend((1..=rounds).map(|round| Column::text(format!("Round {round}"))));
    for partner in 1..=2 {
        columns.extend(
            ["Player", "Grade", "Rating", "ID", "School"].map(|field| Column::text(format!("{field} {partner}"))),
        );
    }
    let number = |index: usize| teams[index].id.0;
    let rows = chart.iter().map(|row| cells(desk, section, teams[row.line.index], row, &number)).collect();
    let masthead =
        Masthead::new(tournament, Some(section), None, Stamp { printed: chrono::DateTime::default(), version: 0 });
    let document = Document::new("Teams", masthead).with(Block::Table(Table { rows, ..Table::new("Teams", columns) }));
    let bytes = csv(&document)?;
    String::from_utf8(bytes).map_err(|e| Failure::machine(e.to_string()))
}

fn cells(desk: &Desk, section: &Section, team: &Team, row: &Row, number: &dyn Fn(usize) -> u32) -> Vec<Cell> {
    let tournament = desk.tournament();
    let rating = tournament.doubled_rating(team).map_or(Cell::empty(), |doubled| {
        let points = f64::from(doubled) / 2.0;
        Cell::number(points, points.to_string())
    });
    let status = match team.status() {
        TeamStatus::Entered => "entered",
        TeamStatus::CheckedIn => "checked-in",
        TeamStatus::Withdrawn => "withdrawn",
        TeamStatus::Expelled => "expelled",
    };
    let mut cells = vec![
        Cell::whole(row.line.rank),
        Cell::whole(team.id.0),
        Cell::text(team.shown_name()),
        Cell::text(tournament.school_label(team)),
        rating,
        Cell::text(status),
        points_cell(row.line.points, section),
    ];
    cells.extend(row.line.tiebreaks.iter().map(|value| Cell::number(value.as_decimal(), value.to_string())));
    cells.extend(row.cells.iter().map(|cell| Cell::text(cell.text(number))));
    cells.extend(tournament.partners(team).iter().flat_map(|player| player_cells(desk, player)));
    cells
}

fn player_cells(desk: &Desk, player: &Player) -> [Cell; 5] {
    let school = player.school.and_then(|id| desk.tournament().school(id));
    [
        Cell::text(PlayerRef::new(player).shown),
        Cell::text(player.grade.map_or(String::new(), |grade| grade.to_string())),
        player.rating.map_or(Cell::empty(), Cell::whole),
        Cell::text(player.federation_id.clone().unwrap_or_default()),
        Cell::text(school.map_or("", |school| &school.name)),
    ]
}
