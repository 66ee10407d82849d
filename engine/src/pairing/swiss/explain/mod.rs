//! Why a team meets the team it meets: plain sentences that can be read aloud, with the rule behind each.
//!
//! Nothing is recorded while pairing. Each question ("why not the next one?") is answered by pairing again with that
//! wish granted and naming the first criterion by which the result is worse. A pair that the rules would not make has no such
//! reasons: it is said how it came about, what they would make, and what it costs.

mod grounds;
mod objection;
mod place;

pub use super::super::posted::Reason;
pub(in crate::pairing) use grounds::{STILL, company};

use super::super::position::Position;
use super::super::posted::{Cause, Posted};
use super::super::settings::{Acceleration, Lookahead, SchoolMode};
use super::cost::Criterion;
use super::optimum::LOOKS;
use super::outcome::Pairing;
use super::pair;
use super::refusal::Consent;
use super::remark::{self, Remark, points};
use crate::pairing::posted::{Layers, Opponent, Opponents, in_words};
use crate::pairing::settings::Settings;
use crate::tournament::HalfPoints;
use crate::tournament::names::{counted, does};
use grounds::Grounds;
use std::cmp::Ordering;

/// Why this team has this opponent, or the bye. Empty if the team is not in the pairing.
///
/// `name` gives the name of an entrant.
pub fn team(
    position: &Position,
    settings: &Settings,
    posted: &Posted,
    team: usize,
    name: &dyn Fn(usize) -> String,
) -> Vec<Reason> {
    let layers = Layers::of(position, posted, |position| by_rules(position, settings));
    let Some(opponent) = layers.opponent(team) else { return Vec::new() };
    if let Opponent::Team(other) = opponent
        && position.is_forced((team, other))
    {
        return vec![forced((team, other), name)];
    }
    let Some(rules) = layers.rules.as_ref().filter(|_| layers.cause(team) == Cause::Rules) else {
        let mut reasons = layers.departure(team, name);
        reasons.extend(costs(&layers, settings, &posted.now, team, name));
        reasons.extend(verdict(&layers, settings, &posted.now));
        return reasons;
    };
    let alone = alone(&layers.position, settings, rules);
    let Some(grounds) = Grounds::of(&layers.position, settings, &alone, name, LOOKS) else { return Vec::new() };
    let ahead = looked_ahead(&layers.position, settings, &alone, rules, name);
    let mut reasons = match &ahead {
        Some(ahead) if ahead.moved(team) => {
            let mut reasons = vec![grounds.standing(team), ahead.reason(Some(team))];
            if let Opponent::Team(other) = opponent {
                let remarks = remark::remarks_on_pair(&layers.position, settings, (team, other));
                reasons.extend(remarks.iter().map(|r| Reason { rule: r.rule(), text: format!("{}.", r.text(name)) }));
            }
            reasons
        }
        _ => Some(by_criteria(&grounds, team, opponent)).filter(|_| !grounds.is_given_up()).unwrap_or_else(|| {
            let text =
                "Which other opponents were possible depends on so many teams that it was not worked out.".to_owned();
            vec![grounds.standing(team), Reason::plain(text)]
        }),
    };
    reasons.extend(ahead.filter(|ahead| !ahead.moved(team)).map(|ahead| ahead.elsewhere()));
    reasons.extend(layers.elsewhere());
    reasons
}

/// The round as a whole: score groups, the bye, each float, each departure from the natural order.
pub fn round(position: &Position, settings: &Settings, posted: &Posted, name: &dyn Fn(usize) -> String) -> Vec<Reason> {
    let layers = Layers::of(position, posted, |position| by_rules(position, settings));
    let mut reasons = layers.notices();
    reasons.extend(posted.now.pairs.iter().filter(|pair| position.is_forced(**pair)).map(|pair| forced(*pair, name)));
    if let Some(rules) = &layers.rules {
        let alone = alone(&layers.position, settings, rules);
        reasons.extend(looked_ahead(&layers.position, settings, &alone, rules, name).map(|ahead| ahead.reason(None)));
        reasons.extend(added(&layers.position, settings, name));
        if let Some(grounds) = Grounds::of(&layers.position, settings, &alone, name, 3 * LOOKS) {
            let all = by_the_rules(&grounds);
            let text =
                "The reasons for this round depend on so many teams that they were not worked out; ask for one team.";
            let given_up = || vec![Reason::plain(text)];
            reasons.extend(if grounds.is_given_up() { given_up() } else { all });
        }
    }
    let departed = layers.departed();
    reasons.extend(layers.changes(name));
    reasons.extend(departed.iter().flat_map(|team| costs(&layers, settings, &posted.now, *team, name)));
    reasons.extend(departed.first().and_then(|_| verdict(&layers, settings, &posted.now)));
    let mut said = std::collections::HashSet::new();
    reasons.retain(|reason| said.insert(reason.text.clone()));
    reasons
}

/// What the rules give, with all consents.
fn by_rules(position: &Position, settings: &Settings) -> Option<Pairing> {
    pair(position, settings).or_else(|refusal| refusal.overruled_by(Consent { rematch: true, second_bye: true })).ok()
}

/// The same for this round by itself.
fn alone(position: &Position, settings: &Settings, rules: &Pairing) -> Pairing {
    let by_itself =
        rules.lookahead_changed.then(|| by_rules(position, &Settings { lookahead: Lookahead::No, ..*settings }));
    by_itself.flatten().unwrap_or_else(|| rules.clone())
}

fn looked_ahead<'a>(
    position: &Position,
    settings: &Settings,
    alone: &'a Pairing,
    taken: &'a Pairing,
    name: &'a dyn Fn(usize) -> String,
) -> Option<LookedAhead<'a>> {
    let has_bans = settings.school_mode == SchoolMode::Forbid || !position.forbidden.is_empty();
    taken.lookahead_changed.then_some(LookedAhead { alone, taken, next: position.round + 1, has_bans, name })
}

fn by_criteria(grounds: &Grounds, team: usize, opponent: Opponent) -> Vec<Reason> {
    let Opponent::Team(other) = opponent else { return place::bye(grounds) };
    let mut reasons = vec![grounds.standing(team)];
    let (a, b) = (grounds.rank(team), grounds.rank(other));
    let (upper, lower) = (a.min(b), a.max(b));
    if grounds.level(upper) == grounds.level(lower) {
        reasons.extend(place::inside(grounds, upper, lower));
    } else {
        reasons.extend(place::float(grounds, upper, lower));
    }
    reasons.extend(objection::blemishes(grounds, (upper, lower)));
    reasons
}

/// The pair was settled by the director.
pub(in crate::pairing) fn forced((a, b): (usize, usize), name: &dyn Fn(usize) -> String) -> Reason {
    Reason::plain(format!("The director matched {} with {} before the round was paired.", name(a), name(b)))
}

/// Bye, score groups, floats, departures from the natural order inside each group, what could not be helped.
fn by_the_rules(grounds: &Grounds) -> Vec<Reason> {
    let mut reasons = place::bye(grounds);
    for level in 0..grounds.pool.levels.len() {
        reasons.push(group(grounds, level));
        let down = grounds.ranked.pairs.iter().filter(|(a, b)| grounds.level(*a) == level && grounds.level(*b) > level);
        for &(a, b) in down {
            let text = format!(
                "{} to meet {}, with {}.",
                does(&grounds.name(a), "drops"),
                grounds.name(b),
                grounds.level_points(grounds.level(b))
            );
            reasons.push(Reason::by("29D1", text));
            reasons.extend(place::float(grounds, a, b));
        }
        reasons.extend(departures(grounds, level));
    }
    reasons.extend(grounds.ranked.pairs.iter().flat_map(|pair| objection::blemishes(grounds, *pair)));
    reasons
}

fn group(grounds: &Grounds, level: usize) -> Reason {
    let names: Vec<String> = grounds.pool.levels[level].clone().map(|rank| grounds.name(rank)).collect();
    let teams = counted(names.len(), "team");
    let raised = |rank: usize| grounds.pool.members[rank].facts.virtual_points > HalfPoints::ZERO;
    let added = if grounds.pool.levels[level].clone().any(raised) { ", added points included" } else { "" };
    Reason::by(
        "27A2",
        format!("With {}{added}: {teams}{} ({}).", grounds.level_points(level), grounds.still(level), names.join(", ")),
    )
}

/// Natural pairs of the group that could not be, each with what stood between them.
fn departures(grounds: &Grounds, level: usize) -> Vec<Reason> {
    let inside = grounds.paired_inside(level);
    let half = inside.len() / 2;
    let mut reasons = Vec::new();
    let mut moved = 0;
    for i in 0..half {
        let (a, b) = (inside[i], inside[i + half]);
        if grounds.opponents[a] == Some(b) {
            continue;
        }
        moved += 1;
        if let Some((rule, clause)) = objection::between(grounds, a, b) {
            reasons.push(Reason {
                rule,
                text: format!("{} would naturally meet {}, but {clause}.", grounds.name(a), grounds.name(b)),
            });
        }
    }
    if moved == 0 {
        return reasons;
    }
    let exchanges = grounds.cost.halves[level].exchanges;
    let points = grounds.level_points(level);
    let text = match exchanges {
        0 => format!(
            "So the lower half of the teams with {points} is reordered, with the smallest change that pairs everybody."
        ),
        1 => format!(
            "So one team from each half of those with {points} switches halves, and the rest are paired in order as far as possible."
        ),
        n => format!(
            "So {n} teams from each half of those with {points} switch halves, and the rest are paired in order as far as possible."
        ),
    };
    reasons.push(Reason::by("29C2", text));
    reasons
}

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
    Some(Reason::by(acceleration_rule(settings.accelerate)?, text))
}

fn acceleration_rule(acceleration: Acceleration) -> Option<&'static str> {
    match acceleration {
        Acceleration::None => None,
        Acceleration::Us28r1 => Some("28R1"),
        Acceleration::Baku => Some("C.04.7"),
    }
}

/// What the pair or bye of a team breaks that the pairing of the rules does not.
fn costs(
    layers: &Layers,
    settings: &Settings,
    now: &Pairing,
    team: usize,
    name: &dyn Fn(usize) -> String,
) -> Vec<Reason> {
    let Some(rules) = &layers.rules_now else { return Vec::new() };
    let change = remark::change(&layers.position_now, settings, rules, now);
    let concerns = |remark: &&Remark| match remark {
        Remark::Rematch { pair, .. }
        | Remark::Forbidden { pair }
        | Remark::SameSchool { pair }
        | Remark::Float { pair, .. } => [pair.0, pair.1].contains(&team),
        Remark::SecondBye { team: bye } | Remark::ByeAfterHalfBye { team: bye } => *bye == team,
    };
    let cost = |remark: &Remark| Reason { rule: remark.rule(), text: format!("Trade-off: {}.", remark.text(name)) };
    change.added.iter().filter(concerns).map(cost).collect()
}

/// What the round as a whole costs beside the pairing of the rules: the most important criterion by which it is worse.
fn verdict(layers: &Layers, settings: &Settings, now: &Pairing) -> Option<Reason> {
    // The cost leaves wanted pairs out, so that rounds with and without one cannot be compared.
    let opponents = Opponents::of(now);
    let wanted = |(a, b): &(u32, u32)| opponents.get(*a as usize) == Some(Opponent::Team(*b as usize));
    if !layers.position_now.forced.iter().all(wanted) {
        return None;
    }
    let change = remark::change(&layers.position_now, settings, layers.rules_now.as_ref()?, now);
    let (Ordering::Greater, Some(criterion)) = change.verdict? else { return None };
    let is_banned = |added: &Remark| matches!(added, Remark::Forbidden { .. });
    let (rule, clause) = match criterion {
        // A pair that may not meet is placed where a strict clash of schools does.
        Criterion::StrictSchool if change.added.iter().any(is_banned) => (None, "more teams meet that should not"),
        criterion => worse_by(criterion),
    };
    Some(Reason { rule, text: format!("In the round as a whole, {clause} than under the rules.") })
}

fn worse_by(criterion: Criterion) -> (Option<&'static str>, &'static str) {
    match criterion {
        Criterion::Rematch => (Some("27A1"), "more teams meet again"),
        Criterion::Bye => (Some("28L2"), "the bye goes to a different team"),
        Criterion::StrictSchool | Criterion::SoftSchool => {
            (Some("28N1"), "more teams meet a team from their own school")
        }
        Criterion::Floats => (Some("27A2"), "more teams leave their score groups, or they drop further,"),
        Criterion::RepeatedFloats => (None, "more teams leave their score group twice in a row"),
        Criterion::Floaters => (Some("29D1"), "different teams leave their score groups"),
        Criterion::Halves => (Some("27A3"), "opponents are further from their natural places"),
    }
}

/// The pairing of the rules for this round by itself, where the next round was looked at and changed it.
struct LookedAhead<'a> {
    alone: &'a Pairing,
    taken: &'a Pairing,
    /// The round that could not have been paired.
    next: u32,
    /// Some pairs may not meet at all.
    has_bans: bool,
    name: &'a dyn Fn(usize) -> String,
}

impl LookedAhead<'_> {
    /// Whether this team has something else for the next round's sake.
    fn moved(&self, team: usize) -> bool {
        Opponents::of(self.alone).get(team) != Opponents::of(self.taken).get(team)
    }

    /// "round 4 could not be paired without a rematch".
    fn dead_end(&self) -> String {
        let bye = if self.alone.bye.is_some() { " or a second bye" } else { "" };
        let ban = if self.has_bans { " or a pair that may not meet" } else { "" };
        format!("round {} could not be paired without a rematch{bye}{ban}", self.next)
    }

    /// For a team that has the same either way.
    fn elsewhere(&self) -> Reason {
        let text = format!("At other tables a better pairing was passed over because after it {}.", self.dead_end());
        Reason::by("27A1", text)
    }

    /// For a team that was moved, or the round: what it would be alone, and what it is.
    fn reason(&self, team: Option<usize>) -> Reason {
        let (alone, taken) =
            (self.differing(self.alone, self.taken, team), self.differing(self.taken, self.alone, team));
        let text = format!(
            "For this round alone it would be {alone}. That was passed over because after it {}; so it is {taken}, the best choice that still lets round {} be paired.",
            self.dead_end(),
            self.next
        );
        Reason::by("27A1", text)
    }

    /// What one pairing has and the other has not: "Rooks against Knights, Pawns with the bye".
    fn differing(&self, one: &Pairing, other: &Pairing, team: Option<usize>) -> String {
        let (in_one, in_other) = (Opponents::of(one), Opponents::of(other));
        in_words(one, |t| team.is_none_or(|team| team == t) && in_one.get(t) != in_other.get(t), self.name)
    }
}
