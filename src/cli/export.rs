//! `bughouse export`: a section as TRF or as one flat table for spreadsheets, or the whole tournament as JSON, for other programs.

use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::interchange::json;
use crate::interchange::trf::{
    Export, ExportPlayer, ExportTeam, WriteError, type_code, write_individuals, write_teams,
};
use crate::pairing::Acceleration;
use crate::report::render::csv;
use crate::report::{Block, Cell, Column, Document, Masthead, PlayerRef, ShownNames, Stamp, Table, points_cell};
use crate::standings::Field;
use crate::standings::crosstable::{Order, Row, wall_chart};
use crate::tournament::{ByePoints, Format, HalfPoints, Player, Section, Team, TeamId, TeamStatus};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;
use std::cmp::Reverse;

/// Write the tournament for other programs: TRF, CSV, JSON
#[derive(Debug, Subcommand)]
pub enum ExportCommand {
    /// A section as TRF, FIDE's tournament report
    #[command(after_help = "Example: bughouse export trf K-6 --dialect teams -o k6.trf")]
    Trf(Trf),
    /// A section as one flat table: standings, rounds, both players
    #[command(after_help = "Example: bughouse export csv K-6 -o k6.csv")]
    Csv(Only),
    /// The whole tournament, or one section of it, as JSON
    #[command(after_help = "Example: bughouse export json -o spring.json")]
    Json(Json),
}

#[derive(Debug, Args)]
pub struct Trf {
    #[command(flatten)]
    only: Only,
    /// How a team is written
    #[arg(long, value_name = "HOW", default_value = "individuals")]
    dialect: Dialect,
}

/// The section that is wanted.
#[derive(Debug, Args)]
pub struct Only {
    /// The section
    section: Option<String>,
}

#[derive(Debug, Args)]
pub struct Json {
    /// Only this section [default: all]
    section: Option<String>,
    /// With the times of rulings and appeals
    #[arg(long)]
    times: bool,
    /// With contacts of families and with fees, where they were kept
    #[arg(long)]
    private: bool,
}

/// How a team is written in TRF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Dialect {
    /// One line a team, as if it were a player: opens in pairing checkers
    Individuals,
    /// A line a player and a line a team (TRF26)
    Teams,
}

impl Verb for ExportCommand {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::Trf(trf) => trf.written(desk),
            Self::Csv(only) => {
                let section = desk.section(only.section.as_deref())?;
                let text = flat(desk, section)?;
                let document = json!({ "section": section.name, "csv": text });
                Ok(Answer::plain(text, document))
            }
            Self::Json(json) => json.written(desk),
        }
    }
}

impl Trf {
    fn written(&self, desk: &Desk) -> Result<Answer, Failure> {
        let section = desk.section(self.only.section.as_deref())?;
        let export = export(desk, section);
        let text = match self.dialect {
            Dialect::Individuals => write_individuals(&export),
            Dialect::Teams => write_teams(&export),
        };
        let text = text.map_err(|e @ WriteError::NumberTooLarge { .. }| {
            Failure::forbidden(e.to_string()).hint("`bughouse export csv` and `export json` have no such limit")
        })?;
        let document = json!({ "section": section.name, "trf": text });
        Ok(Answer::plain(text, document).with_remarks(export.notes))
    }
}

/// A section as the writers of TRF take it.
fn export(desk: &Desk, section: &Section) -> Export {
    let tournament = desk.tournament();
    let settings = desk.settings(section.id);
    let latest = desk.posted_rounds(section.id);
    let mut ranks = vec![0; tournament.ever_in(section.id).count()];
    for (line, place) in desk.table(section, desk.standing_round(section)).iter().zip(1..) {
        // Places of groups begin at 1 again and again; the file has one list.
        ranks[line.index] = if line.group > 0 { place } else { line.rank };
    }
    let teams: Vec<&Team> = tournament.ever_in(section.id).collect();
    let at = |id: TeamId| teams.iter().position(|t| t.id == id);
    let names = ShownNames::of(&desk.facts);
    let player = |player: &Player| ExportPlayer {
        name: PlayerRef::new(player).shown,
        rating: player.rating,
        federation_id: player.federation_id.clone(),
    };
    let written = teams.iter().zip(desk.records(section, latest)).zip(ranks).map(|((team, record), rank)| {
        let mut partners = tournament.partners(team);
        partners.sort_by_key(|p| (std::cmp::Reverse(p.rating), p.id));
        let school = shown(names.as_ref(), &tournament.school_label(team));
        ExportTeam {
            number: team.id.0,
            name: team.shown_name(),
            // The format has whole points; half a point is dropped.
            rating: tournament.doubled_rating(team).map(|doubled| doubled / 2),
            school: (!school.is_empty()).then_some(school),
            players: partners.map(player),
            rank,
            record,
        }
    });
    let written = written.collect();
    let forbidden = desk.facts.wishes.forbidden.iter().filter_map(|[one, other]| Some((at(*one)?, at(*other)?)));
    Export {
        name: format!("{}: {}", tournament.name, section.name),
        city: tournament.venue.clone(),
        date: tournament.date,
        rounds_planned: section.rounds,
        matches: section.matches,
        type_code: type_code(section.format, settings.pairing.system, settings.pairing.accelerate),
        tiebreaks: settings.standings.tiebreaks.clone(),
        teams: written,
        announced: announced(desk, section, &teams, latest),
        forbidden: forbidden.collect(),
        withdrawn: withdrawn(&desk.field(section, latest)),
        accelerated: virtual_points(desk, section, teams.len()),
        notes: lost_on_the_way(desk, section, &teams, latest),
    }
}

/// What another program's pairing or standings would need and the format cannot say.
fn lost_on_the_way(desk: &Desk, section: &Section, teams: &[&Team], latest: u32) -> Vec<String> {
    let tournament = desk.tournament();
    let seeded = desk.seeded(section.id);
    let mut by_number: Vec<&Team> = teams.to_vec();
    by_number.sort_by_key(|team| (Reverse(tournament.doubled_rating(team).map(|doubled| doubled / 2)), team.id));
    let is_drawn = !seeded.iter().eq(by_number.iter().map(|team| &team.id));
    let lots =
        is_drawn.then(|| "Teams of equal rating are seeded by lot; other programs go by their numbers.".to_owned());
    let of_two = teams.iter().filter(|team| tournament.schools_of(team).len() > 1);
    let of_two =
        of_two.map(|team| format!("Team {} is of two schools; other programs keep it apart from neither.", team.id));
    let is_to_come = |(round, [one, other]): &&(u32, [TeamId; 2])| {
        *round > latest && [one, other].iter().all(|id| teams.iter().any(|team| team.id == **id))
    };
    let settled = desk.facts.wishes.required.iter().filter(is_to_come).map(|(round, [one, other])| {
        format!("Teams {one} and {other} are to meet in round {round}; other programs pair them by their scores.")
    });
    let table = desk.table(section, desk.standing_round(section));
    let struck = table.iter().filter(|line| line.struck).map(|line| {
        format!(
            "Team {} left before half of its matches and is struck: the standings, and so the ranks, count its games for nobody; the points of this file count them.",
            line.team
        )
    });
    lots.into_iter().chain(of_two).chain(settled).chain(struck).collect()
}

/// Who left a round robin for good.
fn withdrawn(field: &Field) -> Vec<usize> {
    field
        .entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| field.round_robin && entry.withdrawn)
        .map(|(index, _)| index)
        .collect()
}

/// What an accelerated section adds to the scores of its upper half when a round is paired.
fn virtual_points(desk: &Desk, section: &Section, teams: usize) -> Vec<(usize, u32, HalfPoints)> {
    if desk.settings(section.id).pairing.accelerate == Acceleration::None || section.format != Format::Swiss {
        return Vec::new();
    }
    let rounds = section.rounds.unwrap_or_else(|| desk.planned_rounds(section, teams));
    let section = Section { rounds: Some(rounds), ..section.clone() };
    let added = (1..=rounds).flat_map(|round| {
        let (position, _) = desk.position(&section, round);
        position
            .entrants
            .into_iter()
            .enumerate()
            .map(move |(index, entrant)| (index, round, entrant.virtual_points))
            .collect::<Vec<_>>()
    });
    added.filter(|(_, _, points)| *points > HalfPoints::ZERO).collect()
}

/// Byes of rounds to come: those asked for, and absences of teams that are out, not checked in for the next one, or of the house and not
/// needed.
fn announced(desk: &Desk, section: &Section, teams: &[&Team], latest: u32) -> Vec<(usize, u32, ByePoints)> {
    let last = section.rounds.unwrap_or(latest + 1).max(latest + 1);
    let mut byes = Vec::new();
    let spare = desk.spare_house_teams(section, latest + 1);
    for (index, team) in teams.iter().enumerate() {
        for round in latest + 1..=last {
            let asked = desk.asked_bye(section, team.id, round);
            let is_away = desk.tournament().is_away(team, section.id, round)
                || (round == latest + 1 && (desk.is_missing(section, team) || desk.is_no_show(section, round, team)));
            let is_spare = round == latest + 1 && spare.contains(&team.id);
            if let Some(points) = asked.or((is_away || is_spare).then_some(ByePoints::Zero)) {
                byes.push((index, round, points));
            }
        }
    }
    byes
}

impl Json {
    fn written(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let only = desk.section_if(self.section.as_deref())?.map(|section| section.id);
        let source = json::Source { event: desk, only, with_times: self.times, private: self.private };
        let document = json::document(&source);
        desk.tells_whole_names = self.private;
        let document = match desk.names_in_files()? {
            Some(names) => names.in_json(document),
            None => document,
        };
        let mut text = serde_json::to_string_pretty(&document).map_err(|e| Failure::machine(e.to_string()))?;
        text.push('\n');
        Ok(Answer::plain(text, document))
    }
}

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
    // Last, so that the other columns stay where they were.
    columns.push(Column::text("House team"));
    let number = |index: usize| teams[index].id.0;
    let names = ShownNames::of(&desk.facts);
    let shown = |name: &str| shown(names.as_ref(), name);
    let rows = chart.iter().map(|row| cells(desk, section, teams[row.line.index], row, &number, &shown)).collect();
    let masthead =
        Masthead::new(tournament, Some(section), None, Stamp { printed: chrono::DateTime::default(), version: 0 });
    let document = Document::new("Teams", masthead).with(Block::Table(Table { rows, ..Table::new("Teams", columns) }));
    let bytes = csv(&document)?;
    String::from_utf8(bytes).map_err(|e| Failure::machine(e.to_string()))
}

/// What a school is called where the event shows names short.
fn shown(names: Option<&ShownNames>, school: &str) -> String {
    names.map_or_else(|| school.to_owned(), |names| names.in_text(school))
}

fn cells(
    desk: &Desk,
    section: &Section,
    team: &Team,
    row: &Row,
    number: &dyn Fn(usize) -> u32,
    shown: &dyn Fn(&str) -> String,
) -> Vec<Cell> {
    let tournament = desk.tournament();
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
        Cell::whole(row.line.rank),
        Cell::whole(team.id.0),
        Cell::text(team.shown_name()),
        Cell::text(shown(&tournament.school_label(team))),
        rating,
        Cell::text(status),
        points_cell(row.line.points, section),
    ];
    cells.extend(row.line.tiebreaks.iter().map(|value| Cell::number(value.as_decimal(), value.to_string())));
    cells.extend(row.cells.iter().map(|cell| Cell::text(cell.text(number))));
    cells.extend(tournament.partners(team).iter().flat_map(|player| player_cells(desk, player, shown)));
    cells.push(Cell::text(if team.house { "yes" } else { "" }));
    cells
}

fn player_cells(desk: &Desk, player: &Player, shown: &dyn Fn(&str) -> String) -> [Cell; 5] {
    let school = player.school.and_then(|id| desk.tournament().school(id));
    [
        Cell::text(PlayerRef::new(player).shown),
        Cell::text(player.grade.map_or(String::new(), |grade| grade.to_string())),
        player.rating.map_or(Cell::empty(), Cell::whole),
        Cell::text(player.federation_id.clone().unwrap_or_default()),
        Cell::text(school.map_or_else(String::new, |school| shown(&school.name))),
    ]
}
