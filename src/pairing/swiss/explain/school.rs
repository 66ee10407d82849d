//! School-mates: which of them are kept apart, and which may meet [28N1].

use super::super::super::settings::SchoolMode;
use super::reason::Reason;
use super::scene::Scene;

/// How far ahead a team is from which on it meets a school-mate rather than leave its score group.
const AHEAD: i32 = 2;

/// "of the same school", with why that counts before score groups where others may meet.
pub(super) fn told_of(scene: &Scene, a: usize, b: usize) -> &'static str {
    let ahead = scene.pool.members[a].plus.max(scene.pool.members[b].plus) >= AHEAD;
    match scene.settings.school_mode {
        SchoolMode::Plus2 if !ahead => "of the same school and neither with two more wins than losses",
        SchoolMode::Forbid => "of the same school, which this section never pairs",
        _ => "of the same school",
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
