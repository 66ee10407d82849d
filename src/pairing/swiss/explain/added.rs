//! Points added for pairing only: told once, before anybody wonders who has points.

use super::super::super::position::Position;
use super::super::super::settings::{Acceleration, Settings};
use super::super::remark::points;
use super::reason::Reason;
use crate::tournament::HalfPoints;

/// Who has points added in this round, in the order of seeds. `None` where nobody has.
pub(in crate::pairing) fn added(
    position: &Position,
    settings: &Settings,
    name: &dyn Fn(usize) -> String,
) -> Option<Reason> {
    let raised =
        |team: &usize| !position.entrants[*team].absent && position.entrants[*team].virtual_points > HalfPoints::ZERO;
    let mut teams: Vec<usize> = (0..position.entrants.len()).filter(raised).collect();
    teams.sort_by_key(|team| position.entrants[*team].seed);
    let by = position.entrants[*teams.first()?].virtual_points;
    let names: Vec<String> = teams.iter().map(|team| name(*team)).collect();
    let is = if by.0 > 2 { "are" } else { "is" };
    let text = format!(
        "{} {is} added to the score of the upper half, for pairing in this round only: {}.",
        points(by),
        names.join(", ")
    );
    Some(Reason { rule: Some(rule(settings.accelerate)?), text })
}

fn rule(acceleration: Acceleration) -> Option<&'static str> {
    match acceleration {
        Acceleration::None => None,
        Acceleration::Us28r1 => Some("28R1"),
        Acceleration::Baku => Some("C.04.7"),
    }
}
