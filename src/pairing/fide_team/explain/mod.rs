//! Why a team meets the team it meets under C.04.6: plain sentences, with the article behind each.
//!
//! Nothing is recorded while pairing: the steps are taken again, and each question ("why not the next one?") is put to the same tests.

mod bye;
mod group;
mod scene;
mod upfloat;

use super::super::position::Position;
use super::super::settings::Settings;
use super::super::swiss::Pairing;
use super::super::swiss::explain::{self as us, Reason};
use super::plan::without_us_options;
use scene::Scene;

/// Why this team has this opponent, or the bye. Empty if the team is not in the pairing.
///
/// `pairing` may have been edited by hand; `name` gives the name of an entrant.
pub fn team(position: &Position, settings: &Settings, pairing: &Pairing, team: usize, name: &dyn Fn(usize) -> String) -> Vec<Reason> {
    let Some(scene) = Scene::of(position, settings, pairing, name) else {
        return left_to_the_director(us::team(position, &without_us_options(settings), pairing, team, name));
    };
    if let Some(reason) = pairing.pairs.iter().find(|(a, b)| *a == team || *b == team).and_then(|pair| scene.forced(*pair)) {
        return vec![reason];
    }
    let Some(place) = scene.place(team) else { return Vec::new() };
    let mut reasons = scene.by_hand(place);
    if scene.plan.bye == Some(place) {
        reasons.extend(bye::reasons(&scene, place));
        return reasons;
    }
    let Some((bracket, pair)) = scene.pair_of(place) else { return reasons };
    reasons.push(scene.standing(place));
    for upfloater in [pair.0, pair.1].into_iter().filter(|team| bracket.upfloaters.contains(team)) {
        reasons.extend(upfloat::reasons(&scene, bracket, upfloater));
    }
    reasons.extend(group::reasons(&scene, bracket, pair));
    reasons
}

/// The round as a whole: the bye, each score group, who is pulled up into it, each departure from the natural order.
pub fn round(position: &Position, settings: &Settings, pairing: &Pairing, name: &dyn Fn(usize) -> String) -> Vec<Reason> {
    let Some(scene) = Scene::of(position, settings, pairing, name) else {
        return left_to_the_director(us::round(position, &without_us_options(settings), pairing, name));
    };
    let mut reasons: Vec<Reason> = pairing.pairs.iter().filter_map(|pair| scene.forced(*pair)).collect();
    reasons.extend(scene.plan.bye.iter().flat_map(|team| bye::reasons(&scene, *team)));
    for bracket in &scene.plan.brackets {
        reasons.push(group::members(&scene, bracket));
        reasons.extend(bracket.upfloaters.iter().flat_map(|team| upfloat::reasons(&scene, bracket, *team)));
        reasons.extend(group::departures(&scene, bracket));
    }
    reasons.extend(scene.whole_round());
    let mut said = std::collections::HashSet::new();
    reasons.retain(|reason| said.insert(reason.text.clone()));
    reasons
}

/// Where no legal pairing exists the text leaves the round to the director, who is offered that of the US system.
fn left_to_the_director(mut reasons: Vec<Reason>) -> Vec<Reason> {
    let text = "No pairing without a rematch or a second bye is left, so the round is the director's; the one with the fewest is taken.";
    reasons.insert(0, Reason { rule: Some("C.04.6 3.3.3"), text: text.to_owned() });
    reasons
}
