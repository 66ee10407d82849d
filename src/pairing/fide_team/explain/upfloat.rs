//! Why teams are pulled up into a score group, and why these [C.04.6 3.5].

use super::super::super::swiss::explain::Reason;
use super::super::matching;
use super::super::plan::Bracket;
use super::super::upfloaters;
use super::scene::Scene;

/// Teams passed over that are named one by one.
const NAMED: usize = 3;

/// Why anybody is pulled up into the group of a bracket, and why this team.
pub(super) fn reasons(scene: &Scene, bracket: &Bracket, upfloater: usize) -> Vec<Reason> {
    let mut reasons = vec![somebody_must_rise(scene, bracket)];
    let before: Vec<usize> = bracket
        .lower
        .iter()
        .copied()
        .take_while(|team| *team != upfloater)
        .filter(|team| !bracket.upfloaters.contains(team))
        .collect();
    if before.is_empty() {
        let text = format!("{} comes first of the teams below, so it is pulled up.", scene.name(upfloater));
        reasons.push(Reason { rule: Some("C.04.6 3.5"), text });
        return reasons;
    }
    reasons.extend(before.iter().take(NAMED).map(|team| passed_over(scene, bracket, upfloater, *team)));
    if before.len() > NAMED {
        let text = match before.len() - NAMED {
            1 => format!("Nor could the other team that comes before {}.", scene.name(upfloater)),
            others => format!("Nor could any of the other {others} teams that come before {}.", scene.name(upfloater)),
        };
        reasons.push(Reason { rule: Some("C.04.6 3.5"), text });
    }
    let text = format!("So {}, on {}, is pulled up.", scene.name(upfloater), scene.points(upfloater));
    reasons.push(Reason { rule: Some("C.04.6 3.5"), text });
    reasons
}

fn somebody_must_rise(scene: &Scene, bracket: &Bracket) -> Reason {
    let points = scene.points(bracket.residents[0]);
    let text = match (bracket.residents.len(), bracket.upfloaters.len()) {
        (1, 1) => format!(
            "{} is the only team left on {points}, so one team is pulled up from below.",
            scene.name(bracket.residents[0])
        ),
        (n, 1) => format!("{n} teams are left on {points}, an odd number, so one team is pulled up from below."),
        (_, many) => {
            format!(
                "The teams left on {points} cannot all be paired with fewer, so {many} teams are pulled up from below."
            )
        }
    };
    Reason { rule: Some("C.04.6 3.5"), text }
}

/// Why a team that comes before the upfloater was not pulled up instead.
fn passed_over(scene: &Scene, bracket: &Bracket, upfloater: usize, team: usize) -> Reason {
    let field = &scene.field;
    let (name, chosen) = (scene.name(team), scene.name(upfloater));
    if bracket.residents.iter().all(|resident| !field.may_meet(team, *resident)) {
        let all = match bracket.residents.as_slice() {
            [only] => scene.name(*only),
            _ => format!("everyone left on {}", scene.points(bracket.residents[0])),
        };
        let text = format!("{name} comes before {chosen}, but may not meet {all} again.");
        return Reason { rule: Some("C.04.6 2.1.1"), text };
    }
    let set: Vec<usize> =
        bracket.upfloaters.iter().map(|other| if *other == upfloater { team } else { *other }).collect();
    let group: Vec<usize> = bracket.residents.iter().chain(&set).copied().collect();
    let rest: Vec<usize> = bracket.lower.iter().copied().filter(|other| !set.contains(other)).collect();
    if !matching::is_pairable(field, &group) {
        let text =
            format!("{name} comes before {chosen}, but with it the score group could not be paired without a rematch.");
        return Reason { rule: Some("C.04.6 2.1.1"), text };
    }
    if !matching::is_pairable(field, &rest) {
        let text = format!("{name} comes before {chosen}, but without it the teams below could not all be paired.");
        return Reason { rule: Some("C.04.6 3.5"), text };
    }
    if field.score(team) == field.score(upfloater)
        && !upfloaters::leaves_the_next_group_whole(field, &bracket.lower, &set)
    {
        let text = format!(
            "{name} comes before {chosen}, but then the score group below would need more upfloaters than its number asks for."
        );
        return Reason { rule: Some("C.04.6 2.3.3"), text };
    }
    if field.floated(team) && !field.floated(upfloater) {
        let text = format!("{name} comes before {chosen}, but floated in the last round already.");
        return Reason { rule: Some("C.04.6 2.3.4"), text };
    }
    Reason {
        rule: Some("C.04.6 3.5"),
        text: format!("{name} comes before {chosen}, but no set of upfloaters with it does as well."),
    }
}
