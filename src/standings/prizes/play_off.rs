//! Play-offs: extra matches among teams level on points, recorded as facts, that decide their order for prizes.

use crate::tournament::HalfPoints;
use crate::tournament::MatchResult;
use crate::tournament::Side;

/// One match of a play-off. Teams are indices into the field's entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayOffMatch {
    /// First and second team.
    pub teams: [usize; 2],
    /// The result, once it is in.
    pub result: Option<MatchResult>,
}

/// A play-off and its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayOff {
    pub teams: Vec<usize>,
    /// Its matches, in the order they were played.
    pub matches: Vec<PlayOffMatch>,
}

impl PlayOff {
    /// Points of each team, in the order of `teams`.
    pub fn points(&self) -> Vec<HalfPoints> {
        let of = |team: usize| {
            let side = |m: &PlayOffMatch| match m.teams.iter().position(|t| *t == team) {
                Some(0) => Some(Side::First),
                Some(_) => Some(Side::Second),
                None => None,
            };
            self.matches.iter().filter_map(|m| Some(m.result?.points(side(m)?))).sum()
        };
        self.teams.iter().map(|team| of(*team)).collect()
    }

    /// The teams, winner first, once every result is in and no two are level.
    ///
    /// Two teams need one match more than they drew. Three or more play one another, or as the director sees fit.
    pub fn order(&self) -> Option<Vec<usize>> {
        if self.matches.is_empty() || self.matches.iter().any(|m| m.result.is_none()) {
            return None;
        }
        let mut order: Vec<(HalfPoints, usize)> = self.points().into_iter().zip(self.teams.iter().copied()).collect();
        order.sort_by_key(|(points, _)| -*points);
        let is_decided = order.windows(2).all(|pair| pair[0].0 > pair[1].0);
        is_decided.then(|| order.into_iter().map(|(_, team)| team).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(results: &[Option<MatchResult>]) -> PlayOff {
        let matches = results.iter().map(|result| PlayOffMatch { teams: [4, 7], result: *result }).collect();
        PlayOff { teams: vec![4, 7], matches }
    }

    #[test]
    fn a_drawn_play_off_goes_on_until_one_match_decides() {
        assert_eq!(between(&[Some(MatchResult::Drawn)]).order(), None);
        assert_eq!(between(&[Some(MatchResult::Drawn), None]).order(), None);
        assert_eq!(between(&[Some(MatchResult::Drawn), Some(MatchResult::Second)]).order(), Some(vec![7, 4]));
    }
}
