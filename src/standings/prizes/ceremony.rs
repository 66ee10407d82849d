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
            Winner::Shared(teams) => Some(teams.len() as u32),
            _ => None,
        });
        trophies.players += 2 * shared.unwrap_or(1);
    }
    trophies
}

/// The awards in the order in which they are read aloud: special prizes, classes, schools, then places, the winner last.
pub fn ceremony<'a>(prizes: &[Prize], awards: &'a [Award]) -> Vec<&'a Award> {
    let turn = |award: &&Award| match prizes[award.prize].kind {
        Kind::Special => 0,
        Kind::Class(..) => 1,
        Kind::School { .. } => 2,
        Kind::Place(_) => 3,
    };
    let mut order: Vec<&Award> = awards.iter().rev().collect();
    order.sort_by_key(turn);
    order
}
