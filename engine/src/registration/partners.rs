//! Partners for children who came alone: same section, close in grade and rating, school as the director wishes.
//!
//! Proposes; the director decides. The same pool gives the same proposals.

use crate::tournament::{Player, PlayerId, SectionId};
use clap::ValueEnum;

/// Whether partners should come from one school.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ValueEnum)]
pub enum SchoolWish {
    /// The school does not matter.
    #[default]
    Any,
    /// The same school where possible.
    Same,
    /// Different schools where possible.
    Other,
}

/// Two children proposed to each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The pair, lower number first.
    pub players: [PlayerId; 2],
    /// What speaks for it: "both grade 3, ratings 40 apart, same school".
    pub why: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestions {
    /// The section, or `None` for children who entered none.
    pub section: Option<SectionId>,
    pub pairs: Vec<Suggestion>,
    /// The child left over where the number is odd.
    pub odd: Option<PlayerId>,
}

/// Pairs up the children of each section. `pool` holds those without a partner only.
pub fn suggest(pool: &[&Player], wish: SchoolWish) -> Vec<Suggestions> {
    let mut sections: Vec<Option<SectionId>> = pool.iter().map(|player| player.section).collect();
    sections.sort();
    sections.dedup();
    let of = |section: Option<SectionId>| pool.iter().copied().filter(|p| p.section == section).collect();
    sections.into_iter().map(|section| within(section, of(section), wish)).collect()
}

fn within(section: Option<SectionId>, mut children: Vec<&Player>, wish: SchoolWish) -> Suggestions {
    children.sort_by_key(|player| (player.grade.map(|g| g.0), player.rating, player.id));
    // Neighbours first; an empty seat makes the number even, and the child beside it is left over.
    let mut seats: Vec<Option<&Player>> = children.into_iter().map(Some).collect();
    if seats.len() % 2 == 1 {
        seats.push(None);
    }
    improve(&mut seats, wish);
    let mut odd = None;
    let mut pairs: Vec<(u32, Suggestion)> = Vec::new();
    for pair in seats.chunks_exact(2) {
        match (pair[0], pair[1]) {
            (Some(a), Some(b)) => {
                let players = [a.id.min(b.id), a.id.max(b.id)];
                pairs.push((distance(a, b, wish), Suggestion { players, why: why(a, b) }));
            }
            (Some(left), None) | (None, Some(left)) => odd = Some(left.id),
            (None, None) => {}
        }
    }
    pairs.sort_by_key(|(distance, suggestion)| (*distance, suggestion.players));
    Suggestions { section, pairs: pairs.into_iter().map(|(_, suggestion)| suggestion).collect(), odd }
}

/// Exchanges partners between two pairs as long as that brings partners closer in sum.
fn improve(seats: &mut [Option<&Player>], wish: SchoolWish) {
    let cost = |a: Option<&Player>, b: Option<&Player>| a.zip(b).map_or(0, |(a, b)| distance(a, b, wish));
    let mut is_better = true;
    while is_better {
        is_better = false;
        for i in (0..seats.len()).step_by(2) {
            for j in (i + 2..seats.len()).step_by(2) {
                let (a, b, c, d) = (seats[i], seats[i + 1], seats[j], seats[j + 1]);
                let now = cost(a, b) + cost(c, d);
                let crossed = cost(a, c) + cost(b, d);
                let swapped = cost(a, d) + cost(c, b);
                if crossed < now.min(swapped + 1) {
                    seats.swap(i + 1, j);
                    is_better = true;
                } else if swapped < now {
                    seats.swap(i + 1, j + 1);
                    is_better = true;
                }
            }
        }
    }
}

/// How far two children are apart: a grade counts as 100 rating points, an unknown grade or rating as a middling gap.
fn distance(a: &Player, b: &Player, wish: SchoolWish) -> u32 {
    const UNKNOWN: u32 = 150;
    let grades = match (a.grade, b.grade) {
        (Some(a), Some(b)) => u32::from(a.0.abs_diff(b.0)) * 100,
        (None, None) => 0,
        _ => UNKNOWN,
    };
    let ratings = match (a.rating, b.rating) {
        (Some(a), Some(b)) => a.abs_diff(b),
        (None, None) => 0,
        _ => UNKNOWN,
    };
    let is_same_school = a.school.is_some() && a.school == b.school;
    let against_wish = match wish {
        SchoolWish::Any => false,
        SchoolWish::Same => !is_same_school,
        SchoolWish::Other => is_same_school,
    };
    grades + ratings + if against_wish { 400 } else { 0 }
}

fn why(a: &Player, b: &Player) -> String {
    let grades = match (a.grade, b.grade) {
        (Some(a), Some(b)) if a == b => format!("both grade {a}"),
        (Some(a), Some(b)) => format!("grades {} and {}", a.min(b), a.max(b)),
        (None, None) => "grades unknown".to_owned(),
        _ => "one grade unknown".to_owned(),
    };
    let ratings = match (a.rating, b.rating) {
        (Some(a), Some(b)) => format!("ratings {} apart", a.abs_diff(b)),
        (None, None) => "both unrated".to_owned(),
        _ => "one unrated".to_owned(),
    };
    let schools = match (a.school, b.school) {
        (Some(a), Some(b)) if a == b => "same school",
        (Some(_), Some(_)) => "different schools",
        _ => "no school in common",
    };
    format!("{grades}, {ratings}, {schools}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{Grade, SchoolId};

    fn child(id: u32, grade: i8, rating: Option<u32>, school: u32) -> Player {
        Player {
            id: PlayerId(id),
            name: format!("Child {id}"),
            grade: Some(Grade(grade)),
            rating,
            school: Some(SchoolId(school)),
            section: Some(SectionId(1)),
            ..Player::default()
        }
    }

    fn suggested(pool: &[Player], wish: SchoolWish) -> (Vec<[u32; 2]>, Option<u32>) {
        let pool: Vec<&Player> = pool.iter().collect();
        let suggestions = suggest(&pool, wish);
        assert_eq!(suggestions.len(), 1);
        let pairs = suggestions[0].pairs.iter().map(|s| s.players.map(|id| id.0)).collect();
        (pairs, suggestions[0].odd.map(|id| id.0))
    }

    #[test]
    fn children_close_in_grade_and_rating_are_proposed_to_each_other() {
        let pool = [
            child(1, 3, Some(900), 1),
            child(2, 8, Some(1500), 2),
            child(3, 3, Some(880), 3),
            child(4, 8, Some(1450), 4),
        ];
        assert_eq!(suggested(&pool, SchoolWish::Any), (vec![[1, 3], [2, 4]], None));
    }

    #[test]
    fn the_school_is_preferred_or_avoided_as_wished() {
        let pool = [child(1, 3, None, 1), child(2, 3, None, 1), child(3, 4, None, 2), child(4, 4, None, 2)];
        assert_eq!(suggested(&pool, SchoolWish::Same).0, [[1, 2], [3, 4]]);
        assert_eq!(suggested(&pool, SchoolWish::Other).0, [[1, 3], [2, 4]]);
    }

    #[test]
    fn the_odd_child_out_is_named() {
        let pool = [child(1, 3, Some(900), 1), child(2, 12, Some(1900), 1), child(3, 3, Some(950), 1)];
        assert_eq!(suggested(&pool, SchoolWish::Any), (vec![[1, 3]], Some(2)));
    }

    #[test]
    fn sections_are_never_mixed() {
        let mut pool = [child(1, 3, None, 1), child(2, 3, None, 1), child(3, 3, None, 1), child(4, 3, None, 1)];
        pool[1].section = Some(SectionId(2));
        pool[3].section = None;
        let suggestions = suggest(&pool.iter().collect::<Vec<_>>(), SchoolWish::Any);
        let numbers: Vec<_> =
            suggestions.iter().map(|s| (s.section.map(|id| id.0), s.pairs.len(), s.odd.map(|id| id.0))).collect();
        assert_eq!(numbers, [(None, 0, Some(4)), (Some(1), 1, None), (Some(2), 0, Some(2))]);
    }

    #[test]
    fn no_exchange_of_two_partners_would_be_better() {
        let pool: Vec<Player> =
            (1..=20).map(|n| child(n, (n * 7 % 12) as i8, Some(400 + n * 173 % 1100), n % 4)).collect();
        let suggestions = &suggest(&pool.iter().collect::<Vec<_>>(), SchoolWish::Other)[0];
        let of = |id: PlayerId| pool.iter().find(|p| p.id == id).unwrap();
        let gap = |a: PlayerId, b: PlayerId| distance(of(a), of(b), SchoolWish::Other);
        for one in &suggestions.pairs {
            for other in &suggestions.pairs {
                let ([a, b], [c, d]) = (one.players, other.players);
                if a != c {
                    assert!(gap(a, b) + gap(c, d) <= (gap(a, c) + gap(b, d)).min(gap(a, d) + gap(b, c)));
                }
            }
        }
    }
}
