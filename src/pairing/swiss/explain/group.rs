//! Why two teams of one score group meet: halves, transpositions, interchanges [27A3, 29C].

use super::objection;
use super::reason::Reason;
use super::scene::Scene;

/// Why `upper` meets `lower`, a team of the same score group.
pub(super) fn reasons(scene: &Scene, upper: usize, lower: usize) -> Vec<Reason> {
    let group = scene.paired_inside(scene.level(upper));
    let half = group.len() / 2;
    let place = |rank: usize| group.iter().position(|other| *other == rank).expect("both are paired inside the group");
    let (i, j) = (place(upper), place(lower));
    let (name, other) = (scene.name(upper), scene.name(lower));
    let points = scene.level_points(scene.level(upper));
    if group.len() == 2 {
        let text = format!("{name} and {other} are the two teams on {points} that are left for each other.");
        return vec![Reason { rule: Some("27A2"), text }];
    }
    let halves = format!(
        "The {} teams on {points} that meet one another are split by rank: upper half against lower half, in order.",
        group.len()
    );
    let mut reasons = vec![Reason { rule: Some("27A3"), text: halves }];
    if j == i + half {
        let text = format!(
            "{name} is number {} of the upper half and {other} number {} of the lower: the natural pair.",
            i + 1,
            i + 1
        );
        reasons.push(Reason { rule: Some("27A3"), text });
        return reasons;
    }
    for (team, at) in [(upper, i), (lower, j)] {
        let natural = group[if at < half { at + half } else { at - half }];
        reasons.push(why_not(scene, team, natural));
    }
    reasons.push(what_was_done(scene, &group, (i, j)));
    reasons
}

/// Why a team does not meet its natural opponent.
fn why_not(scene: &Scene, team: usize, natural: usize) -> Reason {
    let (name, other) = (scene.name(team), scene.name(natural));
    if let Some((rule, clause)) = objection::between(scene, team, natural) {
        return Reason { rule, text: format!("The natural opponent of {name} was {other}, but {clause}.") };
    }
    match scene.if_paired(team, natural).map(|alternative| objection::to(scene, &alternative)) {
        Some((rule, clause)) => Reason {
            rule: Some(rule),
            text: format!("The natural opponent of {name} was {other}, but if they met, {clause}."),
        },
        None => Reason {
            rule: Some("29C2"),
            text: format!("The natural opponent of {name} was {other}, but then others could not be paired."),
        },
    }
}

fn what_was_done(scene: &Scene, group: &[usize], (i, j): (usize, usize)) -> Reason {
    let half = group.len() / 2;
    let (name, other) = (scene.name(group[i]), scene.name(group[j]));
    if (i < half) == (j < half) {
        let which = if j < half { "upper" } else { "lower" };
        let text = format!(
            "No order of the lower half avoids all of that, so teams change halves, as few and as near the middle as possible: {name} and {other} meet although both are of the {which} half."
        );
        return Reason { rule: Some("29C2"), text };
    }
    let shift = j.abs_diff(i + half);
    let places = if shift == 1 { "one place".to_owned() } else { format!("{shift} places") };
    let text = format!(
        "So {other}, {places} from there in the lower half, is moved across: the least change that pairs everybody."
    );
    Reason { rule: Some("29C2"), text }
}
