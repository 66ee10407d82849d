//! What would have been wrong with a pairing that was not chosen.

use super::super::cost::Criterion;
use super::super::remark::{self, Remark};
use super::grounds::{Alternative, Grounds};
use crate::pairing::posted::Reason;
use crate::pairing::settings::SchoolMode;
use crate::tournament::names::{counted, does};

/// The objection as a clause ("Rooks and Knights would meet again") with its rule.
pub(super) fn to(grounds: &Grounds, alternative: &Alternative) -> (&'static str, String) {
    if alternative.is_banned {
        return ("28N1", same_school(grounds, alternative));
    }
    // The criteria part any two pairings, so that another one differs from the best by one of them, and for the worse.
    match alternative.cost.first_difference(&grounds.cost).unwrap_or(Criterion::Halves) {
        Criterion::Rematch => ("27A1", again(grounds, alternative)),
        Criterion::Bye => bye(grounds, alternative),
        Criterion::StrictSchool | Criterion::SoftSchool => ("28N1", same_school(grounds, alternative)),
        Criterion::Floats => ("27A2", floats(grounds, alternative)),
        Criterion::RepeatedFloats => {
            ("29D1", "a team would leave its score group in the same direction twice in a row".to_owned())
        }
        Criterion::Floaters => ("29D1", floaters(grounds, alternative)),
        Criterion::Halves => ("27A3", halves(grounds, alternative)),
    }
}

/// Who would be paired so in their place, where the alternative has another pair with the same fault: "A and B would meet again
/// instead, and ".
pub(super) fn instead(grounds: &Grounds, alternative: &Alternative, fault: &Remark) -> String {
    let first = alternative.cost.first_difference(&grounds.cost);
    match fault {
        Remark::Rematch { .. } if first != Some(Criterion::Rematch) => {
            let pairs = new_pairs(grounds, alternative, |a, b| grounds.pool.met(a, b) > 0);
            pairs.first().map_or_else(String::new, |pair| format!("{pair} would meet again instead, and "))
        }
        Remark::SameSchool { .. } if !matches!(first, Some(Criterion::StrictSchool | Criterion::SoftSchool)) => {
            let pairs = new_pairs(grounds, alternative, |a, b| grounds.pool.share_school(a, b));
            pairs
                .first()
                .map_or_else(String::new, |pair| format!("{pair}, from the same school, would meet instead, and "))
        }
        _ => String::new(),
    }
}

/// What stands between two teams directly, as a clause with its rule.
pub(super) fn between(grounds: &Grounds, a: usize, b: usize) -> Option<(Option<&'static str>, String)> {
    let pair = (grounds.pool.members[a].entrant, grounds.pool.members[b].entrant);
    remark::between(grounds.position, grounds.settings, pair)
}

/// Pairs of the alternative that are not in the pairing and of which something is true, as names.
fn new_pairs(grounds: &Grounds, alternative: &Alternative, is: impl Fn(usize, usize) -> bool) -> Vec<String> {
    let new = alternative.ranked.pairs.iter().filter(|pair| !grounds.ranked.pairs.contains(pair));
    new.filter(|(a, b)| is(*a, *b)).map(|(a, b)| format!("{} and {}", grounds.name(*a), grounds.name(*b))).collect()
}

fn again(grounds: &Grounds, alternative: &Alternative) -> String {
    let met = |a: usize, b: usize| grounds.pool.met(a, b) > 0;
    let rematches = |pairs: &[(usize, usize)]| pairs.iter().filter(|(a, b)| met(*a, *b)).count();
    let (now, then) = (rematches(&grounds.ranked.pairs), rematches(&alternative.ranked.pairs));
    match new_pairs(grounds, alternative, met).first() {
        Some(pair) if now == 0 => format!("{pair} would meet again"),
        Some(pair) if then <= now => {
            format!("{pair} would meet yet again, though theirs is already the most frequent rematch")
        }
        _ => format!("there would be {then} rematches instead of {now}"),
    }
}

/// Names the pair of one school that the alternative has and the pairing has not.
fn same_school(grounds: &Grounds, alternative: &Alternative) -> String {
    let new = alternative.ranked.pairs.iter().filter(|pair| !grounds.ranked.pairs.contains(pair));
    let mut pairs: Vec<(usize, usize)> = new.copied().filter(|(a, b)| grounds.pool.share_school(*a, *b)).collect();
    // Those that count before score groups are the stronger objection.
    pairs.sort_by_key(|(a, b)| grounds.pool.obstacles(*a, *b).is_some_and(|obstacles| !obstacles.strict));
    match pairs.first() {
        Some(&(a, b)) => would_meet(grounds, a, b),
        None => "there would be one more pair from the same school".to_owned(),
    }
}

fn bye(grounds: &Grounds, alternative: &Alternative) -> (&'static str, String) {
    let (Some(rank), Some(now), Some(then)) = (alternative.ranked.bye, grounds.cost.bye, alternative.cost.bye) else {
        return ("28L2", "the bye would go to another team".to_owned());
    };
    let (rule, which) = if now.0 != then.0 {
        ("28L3", "which has had a full-point bye or a forfeit win")
    } else if now.1 != then.1 {
        ("28L2", "which is in a higher score group")
    } else if now.2 != then.2 {
        ("28L4", "which has taken or asked for a half-point bye")
    } else if now.3 != then.3 {
        ("28L2", "which is unrated, and rated teams get the bye first")
    } else {
        ("28L2", "which is ranked higher")
    };
    (rule, format!("the bye would go to {}, {which}", grounds.name(rank)))
}

/// How many teams of a level float down, and the sum of levels they fall, in a pairing.
fn falls(grounds: &Grounds, pairs: &[(usize, usize)], level: usize) -> (usize, usize) {
    let down = pairs.iter().filter(|(a, b)| grounds.level(*a) == level && grounds.level(*b) > level);
    (down.clone().count(), down.map(|(_, b)| grounds.level(*b) - level).sum())
}

fn floats(grounds: &Grounds, alternative: &Alternative) -> String {
    for level in 0..grounds.pool.levels.len() {
        let (now, depth) = falls(grounds, &grounds.ranked.pairs, level);
        let (then, then_depth) = falls(grounds, &alternative.ranked.pairs, level);
        let group = grounds.level_points(level);
        if then > now {
            let instead = if now == 0 { "none".to_owned() } else { now.to_string() };
            let teams = counted(then, "team");
            return format!("{teams} instead of {instead} would leave the score group with {group}");
        }
        if then_depth != depth || then < now {
            return format!("a team with {group} would drop further");
        }
    }
    "a team would drop further".to_owned()
}

fn floaters(grounds: &Grounds, alternative: &Alternative) -> String {
    let opponents = alternative.ranked.opponents(grounds.pool.len());
    for (level, range) in grounds.pool.levels.iter().enumerate() {
        let lower = |opponent: Option<usize>| opponent.filter(|other| grounds.level(*other) > level);
        let (now, then) = (&grounds.cost.who[level], &alternative.cost.who[level]);
        if now == then {
            continue;
        }
        if then.protected > now.protected {
            return "an unrated team would drop to a lower score group".to_owned();
        }
        let drops = |rank: &usize| lower(opponents[*rank]).is_some() && lower(grounds.opponents[*rank]).is_none();
        if let Some(rank) = range.clone().find(drops) {
            return format!("{}, a higher-ranked team, would drop to a lower score group", grounds.name(rank));
        }
        let worse = |rank: &usize| lower(opponents[*rank]) > lower(grounds.opponents[*rank]);
        if let Some((rank, other)) = range.clone().find(worse).and_then(|rank| Some((rank, opponents[rank]?))) {
            return format!(
                "{} would meet {}, a lower-ranked team than necessary",
                grounds.name(rank),
                grounds.name(other)
            );
        }
    }
    "a higher-ranked team would drop to a lower score group".to_owned()
}

fn halves(grounds: &Grounds, alternative: &Alternative) -> String {
    let first = grounds.cost.halves.iter().zip(&alternative.cost.halves).position(|(now, then)| now != then);
    let Some(level) = first else { return "the halves would be further out of order".to_owned() };
    let (now, then) = (&grounds.cost.halves[level], &alternative.cost.halves[level]);
    let group = grounds.level_points(level);
    if then.exchanges > now.exchanges {
        return format!("more teams with {group} would have to switch halves");
    }
    format!("opponents with {group} would be further from their natural places")
}

/// What the pair of two ranks breaks all the same, and why that could not be helped.
pub(super) fn blemishes(grounds: &Grounds, (a, b): (usize, usize)) -> Vec<Reason> {
    let pair = (grounds.pool.members[a].entrant, grounds.pool.members[b].entrant);
    let remarks = remark::remarks_on_pair(grounds.position, grounds.settings, pair);
    let mut reasons = Vec::new();
    for remark in remarks.iter().filter(|remark| !matches!(remark, Remark::Float { .. })) {
        let apart = match grounds.without([(a, b)], []) {
            Some(alternative) => {
                let instead = instead(grounds, &alternative, remark);
                format!("if they were kept apart, {instead}{}", to(grounds, &alternative).1)
            }
            None => "no complete pairing keeps them apart".to_owned(),
        };
        let text = match remark {
            Remark::Rematch { .. } => {
                format!("{}, and every pairing of this round has a rematch; {apart}.", remark.text(grounds.name))
            }
            _ => format!("{}; {apart}.", remark.text(grounds.name)),
        };
        reasons.push(Reason { rule: remark.rule(), text });
        if matches!(remark, Remark::SameSchool { .. }) {
            reasons.extend(allowed(grounds, a, b));
        }
    }
    reasons
}

/// How far ahead a team is from which on it meets a schoolmate rather than leave its score group.
const AHEAD: i32 = 2;

/// "Rooks and Knights, from the same school, would meet", with why that weighs so much.
fn would_meet(grounds: &Grounds, a: usize, b: usize) -> String {
    let ahead = grounds.pool.members[a].plus.max(grounds.pool.members[b].plus) >= AHEAD;
    let pair = format!("{} and {}, from the same school", grounds.name(a), grounds.name(b));
    match grounds.settings.school_mode {
        SchoolMode::Plus2 if !ahead => format!("{pair} and neither with two more wins than losses, would meet"),
        SchoolMode::Forbid => format!("{pair}, would have to meet, which this section never allows"),
        _ => format!("{pair}, would meet"),
    }
}

/// Why two schoolmates may meet although others are kept apart.
pub(super) fn allowed(grounds: &Grounds, a: usize, b: usize) -> Option<Reason> {
    let better = if grounds.pool.members[a].plus >= grounds.pool.members[b].plus { a } else { b };
    let ahead = grounds.pool.members[better].plus;
    if grounds.settings.school_mode != SchoolMode::Plus2 || ahead < AHEAD || !grounds.pool.share_school(a, b) {
        return None;
    }
    let name = grounds.name(better);
    let text = format!(
        "{} {ahead} more wins than losses, and a team with two or more meets a schoolmate rather than leave its score group.",
        does(&name, "has")
    );
    Some(Reason::by("28N1", text))
}
