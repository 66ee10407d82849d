//! Which published lists the ratings of a sheet are from.

use crate::tournament::{Player, RatingList};
use std::collections::BTreeMap;

/// `Ratings: US Chess regular, Nov 2026 (14); as entered (3)`; nothing where none is from a list.
pub fn rated_by<'p>(players: impl IntoIterator<Item = &'p Player>) -> Option<String> {
    let mut lists: BTreeMap<&RatingList, usize> = BTreeMap::new();
    let mut entered = 0;
    for player in players.into_iter().filter(|player| player.rating.is_some()) {
        match player.rating_from() {
            Some(listed) => *lists.entry(&listed.list).or_default() += 1,
            None => entered += 1,
        }
    }
    let is_one = lists.len() == 1 && entered == 0;
    let count = |count: usize| if is_one { String::new() } else { format!(" ({count})") };
    let mut parts: Vec<String> = lists.iter().map(|(list, of)| format!("{list}{}", count(*of))).collect();
    if parts.is_empty() {
        return None;
    }
    parts.extend((entered > 0).then(|| format!("as entered{}", count(entered))));
    Some(format!("Ratings: {}", parts.join("; ")))
}
