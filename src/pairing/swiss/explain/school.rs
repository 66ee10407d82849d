//! School-mates: which of them are kept apart, and which may meet [28N1].

use super::super::super::settings::SchoolMode;
use super::reason::Reason;
use super::scene::Scene;

/// How far ahead a team is from which on it meets a school-mate rather than leave its score group.
const AHEAD: i32 = 2;

/// "Rooks and Knights, of the same school, would meet", with why that weighs so much.
pub(super) fn would_meet(scene: &Scene, a: usize, b: usize) -> String {
    let ahead = scene.pool.members[a].plus.max(scene.pool.members[b].plus) >= AHEAD;
    let pair = format!("{} and {}, of the same school", scene.name(a), scene.name(b));
    match scene.settings.school_mode {
        SchoolMode::Plus2 if !ahead => format!("{pair} and neither with two more wins than losses, would meet"),
        SchoolMode::Forbid => format!("{pair}, would have to meet, which this section never allows"),
        _ => format!("{pair}, would meet"),
    }
}

/// Why two school-mates may meet although others are kept apart.
pub(super) fn allowed(scene: &Scene, a: usize, b: usize) -> Option<Reason> {
    let better = if scene.pool.members[a].plus >= scene.pool.members[b].plus { a } else { b };
    let ahead = scene.pool.members[better].plus;
    if scene.settings.school_mode != SchoolMode::Plus2 || ahead < AHEAD || !scene.pool.share_school(a, b) {
        return None;
    }
    let name = scene.name(better);
    let text = format!(
        "{name} has {ahead} more wins than losses, and a team with two or more meets a school-mate rather than leave its score group."
    );
    Some(Reason { rule: Some("28N1"), text })
}
