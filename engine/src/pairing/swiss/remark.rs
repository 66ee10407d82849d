//! What a pairing, however it was made, breaks or strains: the notes shown before a hand edit is carried out.

use super::super::position::{ByeClass, Position};
use super::super::settings::{SchoolMode, Settings, System};
use super::cost::{self, Criterion};
use super::outcome::Pairing;
use crate::tournament::names::does;
use crate::tournament::{ByePoints, HalfPoints};
use std::cmp::Ordering;

/// One thing to know about a pairing. Teams are entrant indexes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Remark {
    /// The two have met [27A1].
    Rematch { pair: (usize, usize), rounds: Vec<u32> },
    /// The director has listed the two as not to be paired.
    Forbidden { pair: (usize, usize) },
    /// The two share a school, in a section that minds [28N].
    SameSchool { pair: (usize, usize) },
    /// The two have different pairing scores [27A2, 29D].
    Float {
        /// The higher, then the lower.
        pair: (usize, usize),
        by: HalfPoints,
    },
    /// The bye goes to a team that had a full-point bye or a forfeit win [28L3].
    SecondBye { team: usize },
    /// The bye goes to a team that took, or asked for, a half-point bye [28L4].
    ByeAfterHalfBye { team: usize },
}

impl Remark {
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            Self::Rematch { .. } => Some("27A1"),
            Self::Forbidden { .. } => None,
            Self::SameSchool { .. } => Some("28N1"),
            Self::Float { .. } => Some("27A2"),
            Self::SecondBye { .. } => Some("28L3"),
            Self::ByeAfterHalfBye { .. } => Some("28L4"),
        }
    }

    /// The rule behind it in the system of the section, where that has one.
    pub fn rule_under(&self, system: System) -> Option<&'static str> {
        match (system, self) {
            (System::Us, _) => self.rule(),
            (System::FideTeam, Self::Rematch { .. }) => Some(system.rematch_rule()),
            (System::FideTeam, Self::SecondBye { .. }) => Some(system.second_bye_rule()),
            (System::FideTeam, _) => None,
        }
    }

    /// One sentence, without the full stop.
    pub fn text(&self, name: &dyn Fn(usize) -> String) -> String {
        match self {
            Self::Rematch { pair: (a, b), rounds } => {
                let rounds: Vec<String> = rounds.iter().map(u32::to_string).collect();
                let noun = if rounds.len() == 1 { "round" } else { "rounds" };
                format!("{} and {} met in {noun} {}", name(*a), name(*b), rounds.join(" and "))
            }
            Self::Forbidden { pair: (a, b) } => format!("{} and {} are on the do-not-pair list", name(*a), name(*b)),
            Self::SameSchool { pair: (a, b) } => format!("{} and {} are from the same school", name(*a), name(*b)),
            Self::Float { pair: (a, b), by } => {
                format!("{} {} ahead of {}", does(&name(*a), "is"), points(*by), name(*b))
            }
            Self::SecondBye { team } => {
                format!("{} already had a full-point bye or a forfeit win", does(&name(*team), "has"))
            }
            Self::ByeAfterHalfBye { team } => {
                format!("{} taken or asked for a half-point bye", does(&name(*team), "has"))
            }
        }
    }
}

/// "1 point", "½ point", "2½ points".
pub(in crate::pairing) fn points(of: HalfPoints) -> String {
    if of.0 == 1 || of.0 == 2 { format!("{of} point") } else { format!("{of} points") }
}

/// All remarks on a pairing, forced pairs included, in board order.
pub fn remarks(position: &Position, settings: &Settings, pairing: &Pairing) -> Vec<Remark> {
    let mut found: Vec<Remark> =
        pairing.pairs.iter().flat_map(|pair| remarks_on_pair(position, settings, *pair)).collect();
    found.extend(pairing.bye.and_then(|team| remark_on_bye(position, team, ByePoints::Full)));
    found
}

/// The remark on a bye that scores so much: none where it cannot help the team [28L3, 28L4].
pub fn remark_on_bye(position: &Position, team: usize, points: ByePoints) -> Option<Remark> {
    match (position.entrants[team].bye_class, points) {
        (ByeClass::HadFull, ByePoints::Full | ByePoints::Half) => Some(Remark::SecondBye { team }),
        (ByeClass::HadHalf, ByePoints::Full) => Some(Remark::ByeAfterHalfBye { team }),
        _ => None,
    }
}

pub fn remarks_on_pair(position: &Position, settings: &Settings, pair: (usize, usize)) -> Vec<Remark> {
    let (a, b) = pair;
    let (first, second) = (&position.entrants[a], &position.entrants[b]);
    let mut found = Vec::new();
    let rounds = position.rounds_met(a, b);
    if !rounds.is_empty() {
        found.push(Remark::Rematch { pair, rounds });
    }
    if position.forbidden.iter().any(|(c, d)| [(a, b), (b, a)].contains(&(*c as usize, *d as usize))) {
        found.push(Remark::Forbidden { pair });
    }
    let minds = settings.school_mode != SchoolMode::Ignore;
    if minds && first.schools.iter().any(|school| second.schools.contains(school)) {
        found.push(Remark::SameSchool { pair });
    }
    let by = first.score + first.virtual_points - second.score - second.virtual_points;
    match by.0.cmp(&0) {
        Ordering::Greater => found.push(Remark::Float { pair, by }),
        Ordering::Less => found.push(Remark::Float { pair: (b, a), by: -by }),
        Ordering::Equal => {}
    }
    found
}

/// What stands between two teams directly, as a clause with its rule: "they met in round 2".
pub(in crate::pairing) fn between(
    position: &Position,
    settings: &Settings,
    pair: (usize, usize),
) -> Option<(Option<&'static str>, String)> {
    let remarks = remarks_on_pair(position, settings, pair);
    remarks.into_iter().find(|remark| !matches!(remark, Remark::Float { .. })).map(|remark| {
        let clause = match &remark {
            Remark::Rematch { rounds, .. } => {
                let rounds: Vec<String> = rounds.iter().map(u32::to_string).collect();
                format!("they met in round {}", rounds.join(" and "))
            }
            Remark::Forbidden { .. } => "they are on the do-not-pair list".to_owned(),
            _ => match settings.school_mode {
                SchoolMode::Forbid => {
                    "they are from the same school, and this section never pairs schoolmates".to_owned()
                }
                _ => "they are from the same school".to_owned(),
            },
        };
        (remark.rule(), clause)
    })
}

/// What changes when one pairing is replaced by another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Remarks that only the new pairing deserves.
    pub added: Vec<Remark>,
    /// Remarks that only the old pairing deserved.
    pub removed: Vec<Remark>,
    /// Whether the new pairing costs less or more by the criteria, and by which of them first; `None` if one is not complete.
    pub verdict: Option<(Ordering, Option<Criterion>)>,
}

/// What a hand edit costs by the same criteria that the engine pairs by.
pub fn change(position: &Position, settings: &Settings, old: &Pairing, new: &Pairing) -> Change {
    let (before, after) = (remarks(position, settings, old), remarks(position, settings, new));
    let verdict = cost::cost(position, settings, old)
        .zip(cost::cost(position, settings, new))
        .map(|(old, new)| (new.cmp(&old), new.first_difference(&old)));
    Change {
        added: after.iter().filter(|remark| !before.contains(remark)).cloned().collect(),
        removed: before.into_iter().filter(|remark| !after.contains(remark)).collect(),
        verdict,
    }
}
