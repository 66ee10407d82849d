//! Why a team meets the team it meets: plain sentences that can be read aloud, with the rule behind each.
//!
//! Nothing is recorded while pairing. Each question ("why not the next one?") is answered by pairing again with that
//! wish granted and naming the first criterion by which the result is worse.

mod bye;
mod floats;
mod group;
mod objection;
mod reason;
mod round;
mod scene;

use super::super::position::Position;
use super::super::settings::Settings;
use super::outcome::Pairing;
use scene::Scene;

pub use reason::Reason;

/// Why this team has this opponent, or the bye. Empty if the team is not in the pairing.
///
/// `pairing` may have been edited by hand; `name` gives the name of an entrant.
pub fn team(position: &Position, settings: &Settings, pairing: &Pairing, team: usize, name: &dyn Fn(usize) -> String) -> Vec<Reason> {
    let Some(scene) = Scene::of(position, settings, pairing, name) else { return Vec::new() };
    if pairing.bye == Some(team) {
        return bye::reasons(&scene);
    }
    let Some(&pair) = pairing.pairs.iter().find(|(a, b)| *a == team || *b == team) else { return Vec::new() };
    if let Some(reason) = scene.forced(pair) {
        return vec![reason];
    }
    let mut reasons = vec![scene.standing(team)];
    let (a, b) = (scene.rank(pair.0), scene.rank(pair.1));
    let (upper, lower) = (a.min(b), a.max(b));
    if scene.level(upper) == scene.level(lower) {
        reasons.extend(group::reasons(&scene, upper, lower));
    } else {
        reasons.extend(floats::reasons(&scene, upper, lower));
    }
    reasons.extend(scene.blemishes(pair));
    reasons.extend(scene.whole_round(pairing));
    reasons
}

/// The round as a whole: score groups, the bye, each float, each departure from the natural order.
pub fn round(position: &Position, settings: &Settings, pairing: &Pairing, name: &dyn Fn(usize) -> String) -> Vec<Reason> {
    Scene::of(position, settings, pairing, name).map_or_else(Vec::new, |scene| round::reasons(&scene, pairing))
}
