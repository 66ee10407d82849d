//! Who meets whom in a bracket, and why not in the natural order [C.04.6 3.6].

use super::super::super::swiss::explain::Reason;
use super::super::bracket::{first_identifier, sorted};
use super::super::plan::Bracket;
use super::scene::Scene;

/// Who is in the score group of a bracket.
pub(super) fn members(scene: &Scene, bracket: &Bracket) -> Reason {
    let teams = match bracket.residents.len() {
        1 => "1 team".to_owned(),
        n => format!("{n} teams"),
    };
    let (points, names) = (scene.points(bracket.residents[0]), scene.names(&bracket.residents));
    let risen = bracket.residents.len()
        < (0..scene.field.len()).filter(|t| scene.field.score(*t) == scene.field.score(bracket.residents[0])).count();
    let left = if risen { " left" } else { scene.still(bracket.residents[0]) };
    Reason { rule: None, text: format!("On {points}: {teams}{left} ({names}).") }
}

/// Why the two of a pair meet. Smaller number first.
pub(super) fn reasons(scene: &Scene, bracket: &Bracket, (upper, lower): (usize, usize)) -> Vec<Reason> {
    let teams = sorted(&bracket.residents, &bracket.upfloaters);
    let (name, other) = (scene.name(upper), scene.name(lower));
    if teams.len() == 2 {
        let text = format!("{name} and {other} are left for each other.");
        return vec![Reason { rule: Some("C.04.6 3.6"), text }];
    }
    let text = format!(
        "The {} teams are put in the order of their numbers, and the upper half meets the lower half in that order.",
        teams.len()
    );
    let mut reasons = vec![Reason { rule: Some("C.04.6 3.6"), text }];
    let half = teams.len() / 2;
    let place = |team: usize| teams.iter().position(|t| *t == team).unwrap_or(0);
    let natural = |team: usize| teams[(place(team) + half) % teams.len()];
    if natural(upper) == lower {
        let at = place(upper) + 1;
        let text =
            format!("{name} is number {at} of the upper half and {other} number {at} of the lower: the natural pair.");
        reasons.push(Reason { rule: Some("C.04.6 3.6"), text });
        return reasons;
    }
    reasons.extend([upper, lower].map(|team| why_not(scene, bracket, team, natural(team))));
    let text = format!("So {name} and {other} meet: of all orders that are left, this pairing comes first.");
    reasons.push(Reason { rule: Some("C.04.6 3.6"), text });
    reasons
}

/// Natural pairs of a bracket that could not be, each with the reason.
pub(super) fn departures(scene: &Scene, bracket: &Bracket) -> Vec<Reason> {
    let teams = sorted(&bracket.residents, &bracket.upfloaters);
    let half = teams.len() / 2;
    let natural = teams[..half].iter().zip(&teams[half..]);
    let mut reasons: Vec<Reason> = natural
        .filter(|(a, b)| scene.opponent(**a) != Some(**b))
        .map(|(a, b)| why_not(scene, bracket, *a, *b))
        .collect();
    if !reasons.is_empty() {
        let pairs: Vec<String> =
            bracket.pairs.iter().map(|(a, b)| format!("{} against {}", scene.name(*a), scene.name(*b))).collect();
        let text = format!("So they are paired {}: of all orders that are left, the first.", pairs.join(", "));
        reasons.push(Reason { rule: Some("C.04.6 3.6"), text });
    }
    reasons
}

/// Why a team does not meet its natural opponent.
fn why_not(scene: &Scene, bracket: &Bracket, team: usize, natural: usize) -> Reason {
    let (name, other) = (scene.name(team), scene.name(natural));
    let natural_was = format!("The natural opponent of {name} was {other}");
    if let Some(clause) = scene.between(team, natural) {
        return Reason { rule: Some("C.04.6 2.1.1"), text: format!("{natural_was}, but {clause}.") };
    }
    let repeats = |a: usize, b: usize| {
        let into = |upfloater: usize, resident: usize| {
            bracket.upfloaters.contains(&upfloater) && scene.field.floated(resident)
        };
        into(a, b) || into(b, a)
    };
    if repeats(team, natural) {
        let (up, floated) = if bracket.upfloaters.contains(&team) { (&name, &other) } else { (&other, &name) };
        let text = format!(
            "{natural_was}, but {floated} floated in the last round and should not meet {up}, which is pulled up."
        );
        return Reason { rule: Some("C.04.6 2.3.7"), text };
    }
    let repeated = |pairs: &[(usize, usize)]| pairs.iter().filter(|(a, b)| repeats(*a, *b)).count();
    let teams = sorted(&bracket.residents, &bracket.upfloaters);
    let kept = |a: usize, b: usize| {
        let together = [(team, natural), (natural, team)].contains(&(a, b));
        together || ![a, b].iter().any(|t| [team, natural].contains(t))
    };
    let joined = |i: usize, j: usize| scene.field.may_meet(teams[i], teams[j]) && kept(teams[i], teams[j]);
    let clean = first_identifier(teams.len(), |i, j| joined(i, j) && !repeats(teams[i], teams[j]));
    let Some(alternative) = clean.or_else(|| first_identifier(teams.len(), joined)) else {
        return Reason {
            rule: Some("C.04.6 2.1.1"),
            text: format!("{natural_was}, but then the others could not all be paired."),
        };
    };
    let mut alternative: Vec<(usize, usize)> = alternative.into_iter().map(|(i, j)| (teams[i], teams[j])).collect();
    alternative.sort_unstable();
    if let Some((a, b)) =
        alternative.iter().find(|(a, b)| repeats(*a, *b)).filter(|_| repeated(&alternative) > repeated(&bracket.pairs))
    {
        let (up, floated) = if bracket.upfloaters.contains(a) { (a, b) } else { (b, a) };
        let text = format!(
            "{natural_was}, but then {}, which floated in the last round, would meet {}, which is pulled up.",
            scene.name(*floated),
            scene.name(*up)
        );
        return Reason { rule: Some("C.04.6 2.3.7"), text };
    }
    let worse = bracket.pairs.iter().find(|pair| !alternative.contains(pair) && ![pair.0, pair.1].contains(&team));
    let text = match worse {
        Some((a, b)) => {
            format!("{natural_was}, but then {} could not meet {}, which comes first.", scene.name(*a), scene.name(*b))
        }
        None => format!("{natural_was}, but that pairing comes later in the order of numbers."),
    };
    Reason { rule: Some("C.04.6 3.6"), text }
}
