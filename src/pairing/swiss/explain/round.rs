//! The round as a whole, in the order a director would tell it.

use super::bye;
use super::floats;
use super::objection;
use super::reason::Reason;
use super::scene::Scene;
use crate::tournament::HalfPoints;

/// Bye, score groups, floats, departures from the natural order inside each group, what could not be helped.
pub(super) fn reasons(scene: &Scene) -> Vec<Reason> {
    let mut reasons = bye::reasons(scene);
    for level in 0..scene.pool.levels.len() {
        reasons.push(group(scene, level));
        let down = scene.ranked.pairs.iter().filter(|(a, b)| scene.level(*a) == level && scene.level(*b) > level);
        for &(a, b) in down {
            let text = format!(
                "{} drops to meet {}, on {}.",
                scene.name(a),
                scene.name(b),
                scene.level_points(scene.level(b))
            );
            reasons.push(Reason { rule: Some("29D1"), text });
            reasons.extend(floats::reasons(scene, a, b));
        }
        reasons.extend(departures(scene, level));
    }
    reasons.extend(scene.ranked.pairs.iter().flat_map(|pair| objection::blemishes(scene, *pair)));
    reasons
}

fn group(scene: &Scene, level: usize) -> Reason {
    let names: Vec<String> = scene.pool.levels[level].clone().map(|rank| scene.name(rank)).collect();
    let teams = if names.len() == 1 { "1 team".to_owned() } else { format!("{} teams", names.len()) };
    let raised = |rank: usize| scene.pool.members[rank].facts.virtual_points > HalfPoints::ZERO;
    let added = if scene.pool.levels[level].clone().any(raised) { ", added points included" } else { "" };
    Reason {
        rule: Some("27A2"),
        text: format!("On {}{added}: {teams}{} ({}).", scene.level_points(level), scene.still(level), names.join(", ")),
    }
}

/// Natural pairs of the group that could not be, each with what stood between them.
fn departures(scene: &Scene, level: usize) -> Vec<Reason> {
    let inside = scene.paired_inside(level);
    let half = inside.len() / 2;
    let mut reasons = Vec::new();
    let mut moved = 0;
    for i in 0..half {
        let (a, b) = (inside[i], inside[i + half]);
        if scene.opponents[a] == Some(b) {
            continue;
        }
        moved += 1;
        if let Some((rule, clause)) = objection::between(scene, a, b) {
            reasons.push(Reason {
                rule,
                text: format!("{} would naturally meet {}, but {clause}.", scene.name(a), scene.name(b)),
            });
        }
    }
    if moved == 0 {
        return reasons;
    }
    let exchanges = scene.cost.halves[level].exchanges;
    let points = scene.level_points(level);
    let text = match exchanges {
        0 => format!(
            "So the lower half on {points} is put in another order, with the least change that pairs everybody."
        ),
        1 => format!(
            "So one team of each half on {points} changes sides, and the rest is paired in order as far as possible."
        ),
        n => format!(
            "So {n} teams of each half on {points} change sides, and the rest is paired in order as far as possible."
        ),
    };
    reasons.push(Reason { rule: Some("29C2"), text });
    reasons
}
