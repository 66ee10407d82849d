//! What the ceremony needs: how many trophies to order, and the list to read aloud.

use super::award::Award;
use super::award::Winner;
use super::kind::Kind;
use super::kind::Prize;

/// How many to order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Trophies {
    /// For players: two a team prize.
    pub players: u32,
    /// For schools: one a school prize.
    pub schools: u32,
}

/// Trophies for a list of prizes; once there are awards, also those that level teams win together.
pub fn trophies(prizes: &[Prize], awards: &[Award]) -> Trophies {
    let mut trophies = Trophies::default();
    for (at, prize) in prizes.iter().enumerate() {
        if matches!(prize.kind, Kind::School { .. }) {
            trophies.schools += 1;
            continue;
        }
        let shared = awards.iter().filter(|a| a.prize == at).find_map(|a| match &a.winner {
            Winner::Shared { teams, .. } => Some(teams.len() as u32),
            Winner::InPoolOf(_) => Some(0),
            _ => None,
        });
        trophies.players += 2 * shared.unwrap_or(1);
    }
    trophies
}

/// What the prizes of a pool are worth together, and the share of each of so many teams, in hundredths rounded down [32B2].
/// No share where none of them has a value.
pub fn share(prizes: &[Prize], pool: &[usize], teams: usize) -> (u32, Option<f64>) {
    let values: Vec<u32> = pool.iter().filter_map(|prize| prizes[*prize].value).collect();
    let total: u32 = values.iter().sum();
    let hundredths = u64::from(total) * 100 / teams.max(1) as u64;
    (total, (!values.is_empty()).then_some(hundredths as f64 / 100.0))
}

/// The awards in the order in which they are read aloud: special prizes, classes, schools, then places, the winner last.
/// Places that a tie has used up are not.
pub fn ceremony<'a>(prizes: &[Prize], awards: &'a [Award]) -> Vec<&'a Award> {
    let turn = |award: &&Award| match prizes[award.prize].kind {
        Kind::Special => 0,
        Kind::Class(..) => 1,
        Kind::School { .. } => 2,
        Kind::Place(_) => 3,
    };
    let mut order: Vec<&Award> =
        awards.iter().rev().filter(|award| !matches!(award.winner, Winner::InPoolOf(_))).collect();
    order.sort_by_key(turn);
    order
}
