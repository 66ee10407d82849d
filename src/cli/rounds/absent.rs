//! `bughouse absent`: who has not sat down. A forfeit is proposed when the grace is over, and typed by the director.

use super::clock::Wall;
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::refusal::OrRefuse;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::does;
use crate::event::edit::rounds::{self, Awaited};
use crate::report::{Cell, Column, Table};
use clap::Args;
use serde_json::json;

/// Mark no-shows, or list them with the forfeits that are due
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bughouse absent rooks            Rooks on Fire are not at their table
  bughouse absent rooks --here     they have arrived
  bughouse absent                  who is still missing, and what to type
A forfeit is never entered automatically: `bughouse result TABLE -/+` enters it.")]
pub struct Absent {
    /// The teams
    #[arg(value_name = "TEAM")]
    teams: Vec<String>,
    /// They have arrived
    #[arg(long, requires = "teams")]
    here: bool,
}

impl Verb for Absent {
    const TRAITS: Traits = Traits::writes(Moment::Round);

    fn traits(&self) -> Traits {
        Self::TRAITS.reading_if(self.teams.is_empty())
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        if self.teams.is_empty() {
            return listed(desk);
        }
        let (mut lines, mut json) = (Vec::new(), Vec::new());
        for named in &self.teams {
            let team = desk.team(named)?.clone();
            let since = (!self.here).then(|| desk.now());
            let Awaited { round, table, is_changed } =
                rounds::await_team(&mut desk.event, team.id, since).or_refuse(desk)?;
            let what = match (self.here, is_changed) {
                (true, true) => does(&team.name, "has") + " arrived",
                (true, false) => does(&team.name, "was") + " not marked absent",
                (false, true) => does(&team.name, "is") + " marked absent",
                (false, false) => does(&team.name, "is") + " already marked absent",
            };
            lines.push(format!("table {table}: {what}"));
            json.push(
                json!({ "team": team.id, "name": team.name, "round": round, "table": table, "absent": !self.here }),
            );
        }
        let summary = lines.join("; ");
        Ok(Answer::noted(lines.join("\n"), json!({ "teams": json }), summary))
    }
}

/// Everybody who is waited for.
fn listed(desk: &mut Desk) -> Result<Answer, Failure> {
    let walls: Vec<_> = desk.tournament().sections.iter().map(|section| (&section.name, desk.wall(section))).collect();
    let json: Vec<_> = walls.iter().map(|(section, wall)| json!({ "section": section, "clock": wall })).collect();
    let waiting = walls.iter().flat_map(|(section, wall)| wall.waiting.iter().map(move |at| (section, wall, at)));
    let table = Table::of("Missing teams", waiting)
        .column(Column::short("Section"), |(section, ..)| Cell::text(**section))
        .column(Column::number("Table"), |(.., at)| Cell::whole(at.table))
        .column(Column::text("Missing").naming(), |(.., at)| Cell::text(at.missing.join(", ")))
        .column(Column::short("Grace"), |(_, wall, _)| Cell::text(grace(wall)))
        .column(Column::short("To forfeit, type"), |(.., at)| Cell::text(&at.forfeit));
    desk.listing(table.table(), json!({ "sections": json }))
}

fn grace(wall: &Wall) -> String {
    match (wall.grace_left, wall.started.is_some()) {
        (Some(..=0), _) => "over".to_owned(),
        (Some(left), _) => format!("{left} min left"),
        (None, true) => "not set".to_owned(),
        (None, false) => "not started".to_owned(),
    }
}
