//! What would have been wrong with a pairing that was not chosen.

use super::super::cost::Criterion;
use super::super::remark::Remark;
use super::scene::{Alternative, Scene};

/// The objection as a clause ("Rooks and Knights would meet again") with its rule. `None` if there is none by the criteria.
pub(super) fn to(scene: &Scene, alternative: &Alternative) -> Option<(&'static str, String)> {
    if alternative.cost <= scene.cost {
        return None;
    }
    let clause = match alternative.cost.first_difference(&scene.cost)? {
        Criterion::Rematch => ("27A1", again(scene, alternative)),
        Criterion::Bye => bye(scene, alternative),
        Criterion::StrictSchool => ("28N1", same_school(scene, alternative, |o| o.strict)),
        Criterion::SoftSchool => ("28N1", same_school(scene, alternative, |o| o.soft)),
        Criterion::Floats => ("27A2", floats(scene, alternative)),
        Criterion::RepeatedFloats => ("29D1", "a team would leave its score group in the same direction twice running".to_owned()),
        Criterion::Floaters => ("29D1", floaters(scene, alternative)),
        Criterion::Halves => ("27A3", halves(scene, alternative)),
    };
    Some(clause)
}

/// What stands between two teams directly, as a clause with its rule.
pub(super) fn between(scene: &Scene, a: usize, b: usize) -> Option<(Option<&'static str>, String)> {
    let (first, second) = (scene.pool.members[a].entrant, scene.pool.members[b].entrant);
    let remarks = super::super::remark::remarks_on_pair(scene.position, scene.settings, (first, second));
    remarks.into_iter().find(|remark| !matches!(remark, Remark::Float { .. })).map(|remark| {
        let clause = match &remark {
            Remark::Rematch { rounds, .. } => {
                let rounds: Vec<String> = rounds.iter().map(u32::to_string).collect();
                format!("they met in round {}", rounds.join(" and "))
            }
            Remark::Forbidden { .. } => "they are on the do-not-pair list".to_owned(),
            _ => "they are of the same school".to_owned(),
        };
        (remark.rule(), clause)
    })
}

/// Pairs of the alternative that are not in the pairing and of which something is true, as names.
fn new_pairs(scene: &Scene, alternative: &Alternative, is: impl Fn(usize, usize) -> bool) -> Vec<String> {
    let new = alternative.ranked.pairs.iter().filter(|pair| !scene.ranked.pairs.contains(pair));
    new.filter(|(a, b)| is(*a, *b)).map(|(a, b)| format!("{} and {}", scene.name(*a), scene.name(*b))).collect()
}

fn again(scene: &Scene, alternative: &Alternative) -> String {
    let pairs = new_pairs(scene, alternative, |a, b| scene.pool.met(a, b) > 0);
    match pairs.first() {
        Some(pair) => format!("{pair} would meet again"),
        None => "there would be one more rematch".to_owned(),
    }
}

fn same_school(scene: &Scene, alternative: &Alternative, counts: impl Fn(super::super::pool::Obstacles) -> bool) -> String {
    let pairs = new_pairs(scene, alternative, |a, b| scene.pool.obstacles(a, b).is_some_and(&counts));
    match pairs.first() {
        Some(pair) => format!("{pair}, of the same school, would meet"),
        None => "there would be one more pair of the same school".to_owned(),
    }
}

fn bye(scene: &Scene, alternative: &Alternative) -> (&'static str, String) {
    let Some(rank) = alternative.ranked.bye else { return ("28L2", "the bye would go to another team".to_owned()) };
    let name = scene.name(rank);
    match alternative.cost.bye {
        Some((true, ..)) => ("28L3", format!("the bye would go to {name}, which has had a full-point bye or a forfeit win")),
        Some((_, _, true, ..)) => ("28L4", format!("the bye would go to {name}, which has taken or asked for a half-point bye")),
        _ => ("28L2", format!("the bye would go to {name}, which is not the lowest team that may get it")),
    }
}

/// How many teams of a level float down, and the sum of levels they fall, in a pairing.
fn falls(scene: &Scene, pairs: &[(usize, usize)], level: usize) -> (usize, usize) {
    let down = pairs.iter().filter(|(a, b)| scene.level(*a) == level && scene.level(*b) > level);
    (down.clone().count(), down.map(|(_, b)| scene.level(*b) - level).sum())
}

fn floats(scene: &Scene, alternative: &Alternative) -> String {
    for level in 0..scene.pool.levels.len() {
        let (now, depth) = falls(scene, &scene.ranked.pairs, level);
        let (then, then_depth) = falls(scene, &alternative.ranked.pairs, level);
        let group = scene.level_points(level);
        if then > now {
            let instead = if now == 0 { "none".to_owned() } else { now.to_string() };
            let teams = if then == 1 { "team" } else { "teams" };
            return format!("{then} {teams} instead of {instead} would leave the score group on {group}");
        }
        if then_depth != depth || then < now {
            return format!("a team on {group} would fall further");
        }
    }
    "a team would fall further".to_owned()
}

fn floaters(scene: &Scene, alternative: &Alternative) -> String {
    let opponents = alternative.ranked.opponents(scene.pool.len());
    for (level, range) in scene.pool.levels.iter().enumerate() {
        let lower = |opponent: Option<usize>| opponent.filter(|other| scene.level(*other) > level);
        let (now, then) = (&scene.cost.who[level], &alternative.cost.who[level]);
        if now == then {
            continue;
        }
        if then.protected > now.protected {
            return "an unrated team would drop out of its score group".to_owned();
        }
        let drops = |rank: &usize| lower(opponents[*rank]).is_some() && lower(scene.opponents[*rank]).is_none();
        if let Some(rank) = range.clone().find(drops) {
            return format!("{}, a higher-ranked team, would drop out of its score group", scene.name(rank));
        }
        let worse = |rank: &usize| lower(opponents[*rank]) > lower(scene.opponents[*rank]);
        if let Some((rank, other)) = range.clone().find(worse).and_then(|rank| Some((rank, opponents[rank]?))) {
            return format!("{} would meet {}, a lower-ranked team than need be", scene.name(rank), scene.name(other));
        }
    }
    "a higher-ranked team would drop out of its score group".to_owned()
}

fn halves(scene: &Scene, alternative: &Alternative) -> String {
    let first = scene.cost.halves.iter().zip(&alternative.cost.halves).position(|(now, then)| now != then);
    let Some(level) = first else { return "the halves would be further from their order".to_owned() };
    let (now, then) = (&scene.cost.halves[level], &alternative.cost.halves[level]);
    let group = scene.level_points(level);
    if then.exchanges > now.exchanges {
        return format!("more teams on {group} would have to change halves");
    }
    format!("opponents on {group} would be further from their natural places")
}
