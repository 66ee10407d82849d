//! Why a team meets the team it meets under C.04.6: plain sentences, with the article behind each.
//!
//! Nothing is recorded while pairing: the steps are taken again, and each question ("why not the next one?") is put to the same tests.

mod bye;
mod group;
mod scene;
mod upfloat;

use super::super::position::Position;
use super::super::posted::{Cause, Layers, Place, Posted};
use super::super::settings::Settings;
use super::super::swiss::Consent;
use super::super::swiss::explain::{self as us, Reason, added};
use super::super::swiss::remark::{Remark, remarks_on_pair};
use super::pair;
use super::plan::without_us_options;
use scene::Scene;

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
    let layers = layers(position, settings, posted);
    let Some(scene) = Scene::of(&layers.position, settings, name) else {
        return left_to_the_director(us::team(position, &without_us_options(settings), posted, team, name));
    };
    if let Some(reason) =
        posted.now.pairs.iter().find(|(a, b)| *a == team || *b == team).and_then(|pair| scene.forced(*pair))
    {
        return vec![reason];
    }
    if layers.place(team).is_some() && layers.cause(team) != Cause::Rules {
        let mut reasons = layers.departure(team, name);
        reasons.extend(costs(&layers, settings, team, name));
        return reasons;
    }
    let Some(place) = scene.place(team) else { return Vec::new() };
    let mut reasons = Vec::new();
    if scene.plan.bye == Some(place) {
        reasons.extend(bye::reasons(&scene, place));
    } else if let Some((bracket, pair)) = scene.pair_of(place) {
        reasons.push(scene.standing(place));
        for upfloater in [pair.0, pair.1].into_iter().filter(|team| bracket.upfloaters.contains(team)) {
            reasons.extend(upfloat::reasons(&scene, bracket, upfloater));
        }
        reasons.extend(group::reasons(&scene, bracket, pair));
    }
    reasons.extend(layers.elsewhere());
    reasons
}

/// The round as a whole: the bye, each score group, who is pulled up into it, each departure from the natural order.
pub fn round(position: &Position, settings: &Settings, posted: &Posted, name: &dyn Fn(usize) -> String) -> Vec<Reason> {
    let layers = layers(position, settings, posted);
    let Some(scene) = Scene::of(&layers.position, settings, name) else {
        return left_to_the_director(us::round(position, &without_us_options(settings), posted, name));
    };
    let mut reasons = layers.notices();
    reasons.extend(posted.now.pairs.iter().filter_map(|pair| scene.forced(*pair)));
    reasons.extend(added(&layers.position, settings, name));
    reasons.extend(scene.plan.bye.iter().flat_map(|team| bye::reasons(&scene, *team)));
    for bracket in &scene.plan.brackets {
        reasons.push(group::members(&scene, bracket));
        reasons.extend(bracket.upfloaters.iter().flat_map(|team| upfloat::reasons(&scene, bracket, *team)));
        reasons.extend(group::departures(&scene, bracket));
    }
    reasons.extend(layers.changes(name));
    reasons.extend(layers.departed().into_iter().flat_map(|team| costs(&layers, settings, team, name)));
    let mut said = std::collections::HashSet::new();
    reasons.retain(|reason| said.insert(reason.text.clone()));
    reasons
}

fn layers<'a>(position: &Position, settings: &Settings, posted: &'a Posted) -> Layers<'a> {
    let consent = Consent { rematch: true, second_bye: true };
    Layers::of(position, posted, |position| {
        pair(position, settings).or_else(|refusal| refusal.overruled_by(consent)).ok()
    })
}

/// What stands between a team and an opponent that the rules do not give it.
fn costs(layers: &Layers, settings: &Settings, team: usize, name: &dyn Fn(usize) -> String) -> Vec<Reason> {
    let Some(Place::Against(other)) = layers.place(team) else { return Vec::new() };
    let remarks = remarks_on_pair(&layers.position_now, settings, (team.min(other), team.max(other)));
    let cost = |remark: Remark| {
        let rule = matches!(remark, Remark::Rematch { .. }).then_some("C.04.6 2.1.1");
        Reason { rule, text: format!("What it costs: {}.", remark.text(name)) }
    };
    remarks.into_iter().filter(|remark| !matches!(remark, Remark::Float { .. })).map(cost).collect()
}

/// Where no legal pairing exists the text leaves the round to the director, who is offered that of the US system.
fn left_to_the_director(mut reasons: Vec<Reason>) -> Vec<Reason> {
    let text = "No pairing without a rematch or a second bye is left, so the round is the director's; the one with the fewest is taken.";
    reasons.insert(0, Reason { rule: Some("C.04.6 3.3.3"), text: text.to_owned() });
    reasons
}
