//! The opponent that is left over when a team of a posted round is given a bye.

use crate::cli::desk::Desk;
use crate::report::points_shown;
use crate::tournament::{Assignment, ByePoints, Format, Round, Section, TeamId};

/// The bye of a team whose opponent was taken away, and what the director should know of it.
///
/// It is the odd team now and cannot help it [US Chess 28L]: its bye scores what the odd team's does in the section. In a knockout
/// a bye scores nothing. Where another team has no opponent either, the two can meet.
pub fn left_over(desk: &Desk, section: &Section, round: &Round, team: TeamId) -> (Assignment, String) {
    let name = desk.name_of(team);
    let waits = |(other, assignment): &(TeamId, Assignment)| {
        *other != team && matches!(assignment, Assignment::Bye { assigned: true, .. })
    };
    let other = round.assignments.iter().find(|assignment| waits(assignment)).map(|(other, _)| *other);
    let full = 2 * i32::from(section.matches);
    let bye = match (section.format, desk.assigned_bye(section).0) {
        (Format::Knockout, _) => Assignment::Bye { points: ByePoints::Zero, assigned: false },
        // A round has one odd team; of two, the second has a bye of its own that scores as much.
        (_, 0) if other.is_some() => Assignment::Bye { points: ByePoints::Zero, assigned: false },
        (_, points) if other.is_some() && 2 * points == full => {
            Assignment::Bye { points: ByePoints::Half, assigned: false }
        }
        _ => Assignment::Bye { points: ByePoints::Full, assigned: other.is_none() },
    };
    let remedy = match other {
        Some(other) => format!(
            "{} has no opponent either: `bughouse pairing add {team} {other}` seats the two",
            desk.name_of(other)
        ),
        None => {
            format!(
                "another opponent: `bughouse pairing set TABLE {team} TEAM`; no points: `bughouse pairing bye {team} --points zero`"
            )
        }
    };
    (bye, format!("{name} is left over and gets {}; {remedy}", bye_said(desk, section, bye)))
}

/// What a bye scores, in words.
pub fn bye_said(desk: &Desk, section: &Section, bye: Assignment) -> String {
    match bye {
        Assignment::Bye { assigned: true, .. } => {
            let scores = points_shown(desk.assigned_bye(section), section.match_points);
            format!("the odd team's bye, which scores {scores} (28L)")
        }
        Assignment::Bye { points: ByePoints::Full, .. } => "a full-point bye".to_owned(),
        Assignment::Bye { points: ByePoints::Half, .. } => "a half-point bye".to_owned(),
        Assignment::Bye { points: ByePoints::Zero, .. } => "a bye of no points".to_owned(),
        Assignment::Table { table, .. } => format!("table {table}"),
    }
}
