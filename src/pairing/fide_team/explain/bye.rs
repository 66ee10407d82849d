//! Why this team has the bye [C.04.6 3.4].

use super::super::super::swiss::explain::{Reason, STILL};
use super::super::matching;
use super::scene::Scene;
use std::cmp::Reverse;

/// Teams passed over that are named one by one.
const NAMED: usize = 5;

/// Why a team has the bye, and not one that comes before it in the order of the article.
pub(super) fn reasons(scene: &Scene, bye: usize) -> Vec<Reason> {
    let field = &scene.field;
    let name = scene.name(bye);
    let still = if scene.outside.is_empty() { "" } else { STILL };
    let text =
        format!("The number of teams{still} is odd, so one of them has the bye: {name}, on {}.", scene.points(bye));
    let mut reasons = vec![Reason { rule: Some("C.04.6 3.4"), text }];
    let order = |team: usize| (field.score(team), Reverse(field.played(team)), Reverse(team));
    let mut before: Vec<usize> = (0..field.len()).filter(|team| order(*team) < order(bye)).collect();
    before.sort_by_key(|team| order(*team));
    reasons.extend(before.iter().take(NAMED).map(|team| passed_over(scene, *team)));
    if before.len() > NAMED {
        let text = match before.len() - NAMED {
            1 => "The other team that comes first may not have it either.".to_owned(),
            others => format!("Of the other {others} teams that come first, none may have it either."),
        };
        reasons.push(Reason { rule: Some("C.04.6 3.4"), text });
    }
    let eligible = |team: &usize| field.score(*team) == field.score(bye) && field.may_get_bye(*team) && *team != bye;
    let rivals: Vec<usize> = (0..field.len()).filter(eligible).collect();
    let text = if rivals.is_empty() {
        format!("{name} is the only team on {} that may have it.", scene.points(bye))
    } else if rivals.iter().all(|team| field.played(*team) < field.played(bye)) {
        format!("Of those on {} that may have it, {name} has played the most matches.", scene.points(bye))
    } else {
        format!(
            "Of those on {} that may have it and have played as many matches, {name} has the largest number.",
            scene.points(bye)
        )
    };
    reasons.push(Reason { rule: Some("C.04.6 3.4"), text });
    reasons
}

fn passed_over(scene: &Scene, team: usize) -> Reason {
    let name = scene.name(team);
    if !scene.field.may_get_bye(team) {
        let text = format!("{name} comes first, but has had a bye or a forfeit win, and nobody gets another.");
        return Reason { rule: Some("C.04.6 2.1.2"), text };
    }
    let others: Vec<usize> = (0..scene.field.len()).filter(|other| *other != team).collect();
    debug_assert!(!matching::is_pairable(&scene.field, &others));
    Reason {
        rule: Some("C.04.6 3.4"),
        text: format!("{name} comes first, but without it the others cannot all be paired."),
    }
}
