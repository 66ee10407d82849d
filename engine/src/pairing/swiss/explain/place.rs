//! Why a team has the place it has: the bye, an opponent of a lower score group [29D], an opponent of its own.

use super::grounds::{Grounds, STILL};
use super::objection;
use crate::pairing::position::ByeClass;
use crate::pairing::posted::Reason;
use crate::tournament::names::does;

/// Teams passed over that are named one by one.
const NAMED_FOR_THE_BYE: usize = 5;

/// Why the bye team gets the bye, and not a team below it.
pub(super) fn bye(grounds: &Grounds) -> Vec<Reason> {
    let Some(bye) = grounds.ranked.bye else { return Vec::new() };
    let name = grounds.name(bye);
    let settled = if grounds.outside.is_empty() { "" } else { STILL };
    let own = grounds.pool.members[bye].score;
    let still = if grounds.outside.iter().any(|score| *score <= own) { STILL } else { "" };
    let text = format!(
        "The number of teams{settled} is odd, so one of them sits out: {name}, with {}.",
        grounds.level_points(grounds.level(bye))
    );
    let mut reasons = vec![Reason::by("28L2", text)];
    let lower: Vec<usize> = (bye + 1..grounds.pool.len()).rev().collect();
    if lower.is_empty() {
        reasons.push(Reason::by(
            "28L2",
            format!("{} the lowest-ranked team in the lowest score group{still}.", does(&name, "is")),
        ));
    }
    reasons.extend(lower.iter().take(NAMED_FOR_THE_BYE).map(|rank| passed_over(grounds, bye, *rank)));
    if lower.len() > NAMED_FOR_THE_BYE {
        let text = match lower.len() - NAMED_FOR_THE_BYE {
            1 => format!("The other team below {name}{still} could not sit out either."),
            others => format!("Nor could the other {others} teams below {name}{still} sit out."),
        };
        reasons.push(Reason::by("28L3", text));
    }
    match grounds.pool.members[bye].facts.bye_class {
        ByeClass::HadFull => reasons.push(a_second(grounds, bye, settled)),
        ByeClass::HadHalf => reasons.push(Reason::by(
            "28L4",
            format!(
                "{} taken or asked for a half-point bye; no other team in the score group could be given this one.",
                does(&name, "has")
            ),
        )),
        ByeClass::Free => {}
    }
    reasons
}

/// Why a team gets a second full bye.
fn a_second(grounds: &Grounds, bye: usize, settled: &str) -> Reason {
    let name = grounds.name(bye);
    let had = |rank: &usize| grounds.pool.members[*rank].facts.bye_class == ByeClass::HadFull;
    let others = match grounds.without([], (0..grounds.pool.len()).filter(had)) {
        _ if (0..grounds.pool.len()).all(|rank| had(&rank)) => format!("and so has every other team{settled}"),
        Some(alternative) => format!("but if a team without one sat out, {}", objection::to(grounds, &alternative).1),
        None => "but if a team without one sat out, the others could not all be paired".to_owned(),
    };
    let text = format!(
        "{} had a full-point bye or a forfeit win before, {others}; they get another with the director's consent.",
        does(&name, "has")
    );
    Reason::by("28L3", text)
}

fn passed_over(grounds: &Grounds, bye: usize, rank: usize) -> Reason {
    let name = grounds.name(rank);
    let (member, chosen) = (&grounds.pool.members[rank], &grounds.pool.members[bye]);
    let (class, theirs) = (member.facts.bye_class, chosen.facts.bye_class);
    if class == ByeClass::HadFull && theirs != ByeClass::HadFull {
        let text = format!(
            "{} ranked lower, but had a full-point bye or a forfeit win, and nobody gets a second one.",
            does(&name, "is")
        );
        return Reason::by("28L3", text);
    }
    if class == ByeClass::HadHalf && theirs == ByeClass::Free && member.level == chosen.level {
        let text = format!(
            "{} ranked lower, but took or asked for a half-point bye, which puts them behind the others.",
            does(&name, "is")
        );
        return Reason::by("28L4", text);
    }
    if member.protected && !chosen.protected && member.level == chosen.level {
        let text = format!("{} ranked lower, but unrated, and rated teams get the bye first.", does(&name, "is"));
        return Reason::by("28L2", text);
    }
    let others = (0..grounds.pool.len()).filter(|other| *other != rank);
    let objection = grounds.without([], others).map(|alternative| objection::to(grounds, &alternative));
    let (rule, clause) = objection.unwrap_or_else(|| ("28L2", "the others could not all be paired".to_owned()));
    Reason::by(rule, format!("{} ranked lower, but if they sat out, {clause}.", does(&name, "is")))
}

/// Teams passed over that are named one by one.
const NAMED: usize = 3;

/// Why `upper` meets `lower`, a team of a lower score group.
pub(super) fn float(grounds: &Grounds, upper: usize, lower: usize) -> Vec<Reason> {
    let mut reasons = vec![somebody_must_go(grounds, upper)];
    reasons.extend(why_not_a_lower_team(grounds, upper));
    reasons.extend(why_so_far(grounds, upper, lower));
    reasons.extend(why_not_a_higher_opponent(grounds, upper, lower));
    reasons
}

/// Why anybody leaves the group.
fn somebody_must_go(grounds: &Grounds, upper: usize) -> Reason {
    let level = grounds.level(upper);
    let group = &grounds.pool.levels[level];
    let points = grounds.level_points(level);
    let outward = |rank: &usize| grounds.opponents[*rank].is_some_and(|other| grounds.level(other) > level);
    let leaving = group.clone().filter(outward).count();
    let still = grounds.still(level);
    let taken = group.len() - grounds.paired_inside(level).len() - leaving;
    let name = grounds.name(upper);
    if group.len() == 1 {
        let text = format!(
            "{} the only team with {points}{still}, so they meet a team from the next score group.",
            does(&name, "is")
        );
        return Reason::by("29D", text);
    }
    let others = || group.clone().filter(|rank| *rank != upper);
    if others().all(|rank| grounds.pool.met(upper, rank) > 0) {
        let all = if group.len() == 2 { "the only other team" } else { "every other team" };
        return Reason::by("27A1", format!("{} met {all} with {points}{still}.", does(&name, "has")));
    }
    if leaving == 1 {
        let left = match taken {
            0 => format!("The number of teams with {points}{still} is odd"),
            1 => format!(
                "1 of the teams with {points}{still} plays outside the group or sits out, which leaves an odd number"
            ),
            _ => format!(
                "{taken} of the teams with {points}{still} play outside the group or sit out, which leaves an odd number"
            ),
        };
        return Reason::by("29D", format!("{left}, so one of them meets a team from a lower score group."));
    }
    let outward = group.clone().flat_map(|rank| (group.end..grounds.pool.len()).map(move |lower| (rank, lower)));
    let objection = grounds
        .with_the_rest_above(level, outward.collect(), [])
        .map(|alternative| objection::to(grounds, &alternative));
    if let Some((rule, clause)) = objection {
        let text = format!(
            "If all teams with {points}{still} met within their score group, {clause}; so {leaving} of them drop."
        );
        return Reason::by(rule, text);
    }
    let text = format!(
        "The teams with {points}{still} cannot all be paired with one another, so {leaving} of them meet teams from lower score groups."
    );
    Reason::by("29D", text)
}

/// Why this team drops and not one ranked below it.
fn why_not_a_lower_team(grounds: &Grounds, upper: usize) -> Vec<Reason> {
    let level = grounds.level(upper);
    let end = grounds.pool.levels[level].end;
    let stays = |rank: &usize| grounds.opponents[*rank].is_some_and(|other| grounds.level(other) <= level);
    let below: Vec<usize> = (upper + 1..end).rev().filter(stays).collect();
    let name = grounds.name(upper);
    if below.is_empty() {
        if grounds.pool.levels[level].len() == 1 {
            return Vec::new();
        }
        let down = |rank: &usize| grounds.opponents[*rank].is_some_and(|other| grounds.level(other) > level);
        let group = grounds.pool.levels[level].clone();
        let points = grounds.level_points(level);
        let still = grounds.still(level);
        let sits_out = grounds.ranked.bye.filter(|bye| (upper..end).contains(bye));
        let apart =
            sits_out.map_or_else(|| ",".to_owned(), |bye| format!(" apart from the bye team, {},", grounds.name(bye)));
        let text = match (end - upper - usize::from(sits_out.is_some()), group.clone().filter(down).count()) {
            (_, 2) if group.len() == 2 => format!("Both teams with {points}{still} drop."),
            (_, all) if all == group.len() => format!("All {all} teams with {points}{still} drop."),
            (1, 1) => {
                format!(
                    "{} the lowest-ranked team in the score group{still}{apart} so they are the one to drop.",
                    does(&name, "is")
                )
            }
            (1, _) => {
                format!(
                    "{} the lowest-ranked team in the score group{still}{apart} so they are among those to drop.",
                    does(&name, "is")
                )
            }
            _ => format!(
                "{} among the lowest-ranked teams in the score group{still}{apart} and those are the ones to drop.",
                does(&name, "is")
            ),
        };
        return vec![Reason::by("29D1", text)];
    }
    below.into_iter().take(NAMED).map(|other| if_dropped(grounds, upper, other)).collect()
}

/// What would be wrong with `other` dropping in place of `upper`.
fn if_dropped(grounds: &Grounds, upper: usize, other: usize) -> Reason {
    let level = grounds.level(upper);
    let level_end = grounds.pool.levels[level].end;
    let (name, stayer) = (grounds.name(upper), grounds.name(other));
    if grounds.pool.members[other].protected && !grounds.pool.members[upper].protected {
        return Reason::by(
            "29D1",
            format!("{} ranked lower, but unrated, and rated teams drop first.", does(&stayer, "is")),
        );
    }
    if grounds.pool.avoid_repeats
        && grounds.pool.members[other].facts.floated_down
        && !grounds.pool.members[upper].facts.floated_down
    {
        return Reason::plain(format!("{} ranked lower, but already dropped in the last round.", does(&stayer, "is")));
    }
    let stay = (level_end..grounds.pool.len()).map(|lower| (upper, lower));
    let drop = (0..level_end).filter(|rank| *rank != other).map(|rank| (other, rank));
    let objection = grounds
        .with_the_rest_above(level, stay.chain(drop).collect(), [upper, other])
        .map(|other| objection::to(grounds, &other));
    match objection {
        None => Reason::by(
            "29D1",
            format!("{} ranked lower, but could not have dropped in place of {name}.", does(&stayer, "is")),
        ),
        Some((rule, clause)) => Reason::by(
            rule,
            format!("{} ranked lower, but if they dropped in place of {name}, {clause}.", does(&stayer, "is")),
        ),
    }
}

/// Why groups in between are passed over.
fn why_so_far(grounds: &Grounds, upper: usize, lower: usize) -> Vec<Reason> {
    let skipped = grounds.level(upper) + 1..grounds.level(lower);
    let name = grounds.name(upper);
    skipped
        .map(|level| {
            let points = grounds.level_points(level);
            let group = &grounds.pool.levels[level];
            let still = grounds.still(level);
            if group.clone().all(|rank| grounds.pool.met(upper, rank) > 0) {
                let all = match group.len() {
                    1 => "the only team".to_owned(),
                    2 => "both teams".to_owned(),
                    n => format!("all {n} teams"),
                };
                return Reason::by(
                    "27A1",
                    format!("{} met {all} with {points}{still}, so they drop further.", does(&name, "has")),
                );
            }
            let nearest = group.clone().find(|rank| objection::between(grounds, upper, *rank).is_none());
            let objection =
                nearest.and_then(|rank| grounds.if_paired(upper, rank)).map(|other| objection::to(grounds, &other));
            match objection {
                Some((rule, clause)) => {
                    let text = format!(
                        "{} the teams with {points}{still}: if they met one of them, {clause}.",
                        does(&name, "skips")
                    );
                    Reason::by(rule, text)
                }
                None => Reason::by(
                    "29D2",
                    format!("{name} could not be paired with any of the teams with {points}{still}."),
                ),
            }
        })
        .collect()
}

/// Why the opponent is not one ranked higher in the same group.
fn why_not_a_higher_opponent(grounds: &Grounds, upper: usize, lower: usize) -> Vec<Reason> {
    let level = grounds.level(lower);
    let start = grounds.pool.levels[level].start;
    let points = grounds.level_points(level);
    let (name, chosen) = (grounds.name(upper), grounds.name(lower));
    if lower == start {
        let text = format!(
            "{} {chosen}, the highest-ranked team with {points}{}.",
            does(&name, "meets"),
            grounds.still(level)
        );
        return vec![Reason::by("29D1", text)];
    }
    let mut reasons: Vec<Reason> = (start..lower).take(NAMED).map(|higher| passed(grounds, upper, higher)).collect();
    let text = format!("{} the highest-ranked team with {points} that {name} can meet.", does(&chosen, "is"));
    reasons.push(Reason::by("29D1", text));
    reasons
}

fn passed(grounds: &Grounds, upper: usize, higher: usize) -> Reason {
    let (name, other) = (grounds.name(upper), grounds.name(higher));
    if let Some((rule, clause)) = objection::between(grounds, upper, higher) {
        return Reason { rule, text: format!("{name} cannot meet {other}: {clause}.") };
    }
    if let Some(opponent) =
        grounds.opponents[higher].filter(|opponent| grounds.level(*opponent) < grounds.level(higher))
    {
        let text =
            format!("{} already taken: they meet {}, who rank higher.", does(&other, "is"), grounds.name(opponent));
        return Reason::by("29D1", text);
    }
    match grounds.if_paired(upper, higher).map(|alternative| objection::to(grounds, &alternative)) {
        Some((rule, clause)) => Reason::by(rule, format!("If {name} met {other}, {clause}.")),
        None => Reason::by("29D1", format!("If {name} met {other}, the others could not all be paired.")),
    }
}

/// Why `upper` meets `lower`, a team of the same score group.
pub(super) fn inside(grounds: &Grounds, upper: usize, lower: usize) -> Vec<Reason> {
    let group = grounds.paired_inside(grounds.level(upper));
    let half = group.len() / 2;
    let place = |rank: usize| group.iter().position(|other| *other == rank).expect("both are paired inside the group");
    let (i, j) = (place(upper), place(lower));
    let (name, other) = (grounds.name(upper), grounds.name(lower));
    let points = grounds.level_points(grounds.level(upper));
    if group.len() == 2 {
        let text = format!("{name} and {other} are the only two teams left with {points}.");
        return vec![Reason::by("27A2", text)];
    }
    let halves = format!(
        "The {} teams with {points} that meet one another are split by rank: upper half against lower half, in order.",
        group.len()
    );
    let mut reasons = vec![Reason::by("27A3", halves)];
    if j == i + half {
        let text = format!(
            "{} number {} in the upper half and {other} number {} in the lower: the natural pairing.",
            does(&name, "is"),
            i + 1,
            i + 1
        );
        reasons.push(Reason::by("27A3", text));
        return reasons;
    }
    for (team, at) in [(upper, i), (lower, j)] {
        let natural = group[if at < half { at + half } else { at - half }];
        reasons.push(why_not(grounds, team, natural));
    }
    reasons.push(what_was_done(grounds, &group, (i, j)));
    reasons
}

/// Why a team does not meet its natural opponent.
fn why_not(grounds: &Grounds, team: usize, natural: usize) -> Reason {
    let (name, other) = (grounds.name(team), grounds.name(natural));
    if let Some((rule, clause)) = objection::between(grounds, team, natural) {
        return Reason { rule, text: format!("The natural opponent of {name} was {other}, but {clause}.") };
    }
    match grounds.if_paired(team, natural).map(|alternative| objection::to(grounds, &alternative)) {
        Some((rule, clause)) => {
            Reason::by(rule, format!("The natural opponent of {name} was {other}, but if they met, {clause}."))
        }
        None => Reason::by(
            "29C2",
            format!("The natural opponent of {name} was {other}, but then others could not be paired."),
        ),
    }
}

fn what_was_done(grounds: &Grounds, group: &[usize], (i, j): (usize, usize)) -> Reason {
    let half = group.len() / 2;
    let (name, other) = (grounds.name(group[i]), grounds.name(group[j]));
    if (i < half) == (j < half) {
        let which = if j < half { "upper" } else { "lower" };
        let text = format!(
            "No order of the lower half avoids all of that, so teams switch halves, as few and as near the middle as possible: {name} and {other} meet although both are in the {which} half."
        );
        return Reason::by("29C2", text);
    }
    let shift = j.abs_diff(i + half);
    let places = if shift == 1 { "one place".to_owned() } else { format!("{shift} places") };
    let text = format!(
        "So {} paired instead, {places} away in the lower half: the smallest change that pairs everybody.",
        does(&other, "is")
    );
    Reason::by("29C2", text)
}
