//! What a pair costs that the rules would not make.

use super::super::cost::Criterion;
use super::super::outcome::Pairing;
use super::super::remark::{self, Remark};
use crate::pairing::posted::{Layers, Place, Reason, told};
use crate::pairing::settings::Settings;
use std::cmp::Ordering;

/// What the pair or bye of a team breaks that the pairing of the rules does not.
pub(super) fn costs(
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
    let cost = |remark: &Remark| Reason { rule: remark.rule(), text: format!("What it costs: {}.", remark.text(name)) };
    change.added.iter().filter(concerns).map(cost).collect()
}

/// What the round as a whole costs beside the pairing of the rules: the most important criterion by which it is worse.
pub(super) fn verdict(layers: &Layers, settings: &Settings, now: &Pairing) -> Option<Reason> {
    // The cost leaves wanted pairs out, so that rounds with and without one cannot be compared.
    let wanted = |(a, b): &(u32, u32)| Place::of(now, *a as usize) == Some(Place::Against(*b as usize));
    if !layers.position_now.forced.iter().all(wanted) {
        return None;
    }
    let change = remark::change(&layers.position_now, settings, layers.rules_now.as_ref()?, now);
    let (Ordering::Greater, Some(criterion)) = change.verdict? else { return None };
    let (rule, clause) = worse_by(criterion);
    Some(Reason { rule, text: format!("In the round as a whole, {clause} than by the rules.") })
}

fn worse_by(criterion: Criterion) -> (Option<&'static str>, &'static str) {
    match criterion {
        Criterion::Rematch => (Some("27A1"), "more teams meet again"),
        Criterion::Bye => (Some("28L2"), "the bye goes to another team"),
        Criterion::StrictSchool | Criterion::SoftSchool => (Some("28N1"), "more teams meet a team of their own school"),
        Criterion::Floats => (Some("27A2"), "more teams leave their score groups, or they fall further,"),
        Criterion::RepeatedFloats => (None, "more teams leave their score group twice running"),
        Criterion::Floaters => (Some("29D1"), "other teams leave their score groups"),
        Criterion::Halves => (Some("27A3"), "opponents are further from their natural places"),
    }
}

/// The pairing of the rules for this round by itself, where the next round was looked at and changed it.
pub(super) struct LookedAhead<'a> {
    pub(super) alone: &'a Pairing,
    pub(super) taken: &'a Pairing,
    /// The round that could not have been paired.
    pub(super) next: u32,
    /// Some pairs may not meet at all.
    pub(super) has_bans: bool,
    pub(super) name: &'a dyn Fn(usize) -> String,
}

impl LookedAhead<'_> {
    /// Whether this team has something else for the next round's sake.
    pub(super) fn moved(&self, team: usize) -> bool {
        Place::of(self.alone, team) != Place::of(self.taken, team)
    }

    /// "round 4 could not be paired without a rematch".
    fn dead_end(&self) -> String {
        let bye = if self.alone.bye.is_some() { " or a second bye" } else { "" };
        let ban = if self.has_bans { " or a pair that may not meet" } else { "" };
        format!("round {} could not be paired without a rematch{bye}{ban}", self.next)
    }

    /// For a team that has the same either way.
    pub(super) fn elsewhere(&self) -> Reason {
        let text = format!("At other tables a better pairing was passed over, because after it {}.", self.dead_end());
        Reason { rule: Some("27A1"), text }
    }

    /// For a team that was moved, or the round: what it would be alone, and what it is.
    pub(super) fn told(&self, team: Option<usize>) -> Reason {
        let (alone, taken) =
            (self.differing(self.alone, self.taken, team), self.differing(self.taken, self.alone, team));
        let text = format!(
            "For this round alone it would be {alone}. That was passed over, because after it {}; so it is {taken}, the best choice after which round {} can be paired.",
            self.dead_end(),
            self.next
        );
        Reason { rule: Some("27A1"), text }
    }

    /// What one pairing has and the other has not: "Rooks against Knights, Pawns with the bye".
    fn differing(&self, one: &Pairing, other: &Pairing, team: Option<usize>) -> String {
        told(one, |t| team.is_none_or(|team| team == t) && Place::of(one, t) != Place::of(other, t), self.name)
    }
}
