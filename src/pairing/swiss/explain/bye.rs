//! Why this team sits out.

use super::super::super::position::ByeClass;
use super::objection;
use super::reason::Reason;
use super::scene::{STILL, Scene};

/// Teams passed over that are named one by one.
const NAMED: usize = 5;

/// Why the bye team gets the bye, and not a team below it.
pub(super) fn reasons(scene: &Scene) -> Vec<Reason> {
    let Some(bye) = scene.ranked.bye else { return Vec::new() };
    let name = scene.name(bye);
    let settled = if scene.outside.is_empty() { "" } else { STILL };
    let own = scene.pool.members[bye].score;
    let still = if scene.outside.iter().any(|score| *score <= own) { STILL } else { "" };
    let text = format!(
        "The number of teams{settled} is odd, so one of them sits out: {name}, on {}.",
        scene.level_points(scene.level(bye))
    );
    let mut reasons = vec![Reason { rule: Some("28L2"), text }];
    let lower: Vec<usize> = (bye + 1..scene.pool.len()).rev().collect();
    if lower.is_empty() {
        reasons.push(Reason {
            rule: Some("28L2"),
            text: format!("{name} is the lowest-ranked team of the lowest score group{still}."),
        });
    }
    reasons.extend(lower.iter().take(NAMED).map(|rank| passed_over(scene, bye, *rank)));
    if lower.len() > NAMED {
        let text = match lower.len() - NAMED {
            1 => format!("The other team below {name}{still} could not sit out either."),
            others => format!("Nor could the other {others} teams below {name}{still} sit out."),
        };
        reasons.push(Reason { rule: Some("28L3"), text });
    }
    match scene.pool.members[bye].facts.bye_class {
        ByeClass::HadFull => reasons.push(a_second(scene, bye, settled)),
        ByeClass::HadHalf => reasons.push(Reason {
            rule: Some("28L4"),
            text: format!("{name} has taken or asked for a half-point bye; no other team of its score group could be given this one."),
        }),
        ByeClass::Free => {}
    }
    reasons
}

/// Why a team gets a second full bye.
fn a_second(scene: &Scene, bye: usize, settled: &str) -> Reason {
    let name = scene.name(bye);
    let had = |rank: &usize| scene.pool.members[*rank].facts.bye_class == ByeClass::HadFull;
    let others = match scene.without([], (0..scene.pool.len()).filter(had)) {
        _ if (0..scene.pool.len()).all(|rank| had(&rank)) => format!("and so has every other team{settled}"),
        Some(alternative) => format!("but if a team without one sat out, {}", objection::to(scene, &alternative).1),
        None => "but if a team without one sat out, the others could not all be paired".to_owned(),
    };
    let text = format!(
        "{name} has had a full-point bye or a forfeit win before, {others}; it gets another with the director's consent."
    );
    Reason { rule: Some("28L3"), text }
}

fn passed_over(scene: &Scene, bye: usize, rank: usize) -> Reason {
    let name = scene.name(rank);
    let (member, chosen) = (&scene.pool.members[rank], &scene.pool.members[bye]);
    let (class, theirs) = (member.facts.bye_class, chosen.facts.bye_class);
    if class == ByeClass::HadFull && theirs != ByeClass::HadFull {
        let text = format!(
            "{name} is ranked lower, but has had a full-point bye or a forfeit win, and nobody gets a second one."
        );
        return Reason { rule: Some("28L3"), text };
    }
    if class == ByeClass::HadHalf && theirs == ByeClass::Free && member.level == chosen.level {
        let text = format!(
            "{name} is ranked lower, but has taken or asked for a half-point bye, which puts it behind the others."
        );
        return Reason { rule: Some("28L4"), text };
    }
    if member.protected && !chosen.protected && member.level == chosen.level {
        let text = format!("{name} is ranked lower, but is unrated, and rated teams come first for the bye.");
        return Reason { rule: Some("28L2"), text };
    }
    let others = (0..scene.pool.len()).filter(|other| *other != rank);
    let objection = scene.without([], others).map(|alternative| objection::to(scene, &alternative));
    let (rule, clause) = objection.unwrap_or_else(|| ("28L2", "the others could not all be paired".to_owned()));
    Reason { rule: Some(rule), text: format!("{name} is ranked lower, but if {name} sat out, {clause}.") }
}
