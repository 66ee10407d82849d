//! All entries of an event against one list: where they are from, and that no two are one child of the list.

use super::doubts::{Doubt, Entrant, Finding, Setting, Verdict};
use super::search::{Directory, look_up};
use crate::tournament::names::fold;
use chrono::NaiveDate;
use std::collections::HashMap;

/// So many at least say where an event is.
const FEW: usize = 3;

/// Holds every entry against a list, in their order. `state`: where most of them are from, if it is known.
pub fn look_up_all<D: Directory>(
    directory: &mut D,
    entrants: &[Entrant],
    day: NaiveDate,
    state: Option<&str>,
) -> Result<Vec<Verdict>, D::Error> {
    let nowhere = Setting { day, state: state.map(str::to_owned) };
    let mut verdicts = Vec::new();
    for entrant in entrants {
        verdicts.push(look_up(directory, entrant, &nowhere)?);
    }
    let home = if state.is_some() { None } else { home_of(&verdicts) };
    if let Some(home) = home {
        let setting = Setting { day, state: Some(home) };
        for (verdict, entrant) in verdicts.iter_mut().zip(entrants) {
            let is_by_id =
                verdict.settled().is_some_and(|listed| entrant.id.is_some_and(|id| fold(id) == fold(&listed.id)));
            if !is_by_id && verdict.finding != Finding::NotFound {
                *verdict = look_up(directory, entrant, &setting)?;
            }
        }
    }
    part_twins(&mut verdicts);
    Ok(verdicts)
}

/// The state of most of those of whom one alone may be meant.
fn home_of(verdicts: &[Verdict]) -> Option<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let states = verdicts.iter().filter(|verdict| verdict.candidates.len() == 1);
    for state in states.filter_map(|verdict| verdict.candidates[0].state.as_ref()) {
        *counts.entry(state.clone()).or_default() += 1;
    }
    let all: usize = counts.values().sum();
    let (state, count) = counts.into_iter().max_by_key(|(state, count)| (*count, std::cmp::Reverse(state.clone())))?;
    (all >= FEW && count * 2 > all).then_some(state)
}

/// Two entries that would be one child of the list are both in doubt.
fn part_twins(verdicts: &mut [Verdict]) {
    let mut taken: HashMap<String, usize> = HashMap::new();
    for verdict in verdicts.iter() {
        if let Some(listed) = verdict.settled() {
            *taken.entry(listed.id.clone()).or_default() += 1;
        }
    }
    for verdict in verdicts {
        if verdict.settled().is_some_and(|listed| taken[&listed.id] > 1) {
            verdict.finding = Finding::Doubtful;
            verdict.doubts.push(Doubt::Twice);
        }
    }
}
