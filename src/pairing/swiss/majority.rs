//! Schools with more than half of the teams: what keeping them apart then does to the leaders.

use super::super::position::Position;
use super::super::settings::{SchoolMode, Settings, System};
use std::collections::HashMap;

/// A school so large that its teams must meet, in a mode in which that turns its leaders away from one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Majority {
    /// As in the position.
    pub school: u32,
    pub teams: usize,
    /// All teams that may still play, house teams apart.
    pub of: usize,
}

/// The school with more than half of the teams under `plus2`, if there is one.
///
/// The mode counts a same-school pair before floats unless one of the two is two or more ahead of even (K3). Where most pairs are of one
/// school, the fewest are counted when each of these leaders meets a team that is not one; so leaders avoid one another.
pub fn majority(position: &Position, settings: &Settings) -> Option<Majority> {
    if settings.school_mode != SchoolMode::Plus2 || settings.system != System::Us {
        return None;
    }
    let teams: Vec<_> = position.entrants.iter().filter(|team| !team.left && !team.house).collect();
    let mut of_school: HashMap<u32, usize> = HashMap::new();
    for team in &teams {
        let mut schools = team.schools.clone();
        schools.sort_unstable();
        schools.dedup();
        schools.into_iter().for_each(|school| *of_school.entry(school).or_insert(0) += 1);
    }
    let largest = of_school.into_iter().max_by_key(|(school, teams)| (*teams, std::cmp::Reverse(*school)));
    let found = largest.map(|(school, count)| Majority { school, teams: count, of: teams.len() });
    found.filter(|majority| 2 * majority.teams > majority.of + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::Entrant;

    #[test]
    fn only_a_school_that_must_meet_itself_counts_and_only_under_plus2() {
        let field = |own: usize, others: usize| Position {
            entrants: (0..own + others)
                .map(|i| Entrant { schools: if i < own { vec![3, 3] } else { Vec::new() }, ..Entrant::default() })
                .collect(),
            ..Position::default()
        };
        let plus2 = Settings::default();
        assert_eq!(majority(&field(6, 2), &plus2), Some(Majority { school: 3, teams: 6, of: 8 }));
        assert_eq!(majority(&field(4, 4), &plus2), None);
        assert_eq!(majority(&field(4, 3), &plus2), None, "one of four sits out or meets one of the three others");
        let avoid = Settings { school_mode: SchoolMode::Avoid, ..plus2 };
        assert_eq!(majority(&field(6, 2), &avoid), None);
    }
}
