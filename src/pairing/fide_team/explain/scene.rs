//! The steps of a round laid out for questions: field, brackets, names.

use super::super::super::position::Position;
use super::super::super::settings::Settings;
use super::super::super::swiss::explain::{Reason, STILL};
use super::super::super::swiss::remark::points;
use super::super::field::Field;
use super::super::plan::{self, Bracket, Plan};
use crate::tournament::HalfPoints;

/// Everything the answers draw on.
pub(super) struct Scene<'a> {
    pub(super) position: &'a Position,
    pub(super) field: Field,
    pub(super) plan: Plan,
    /// Pairing scores of the teams that are not to be paired, and have not left.
    pub(super) outside: Vec<i32>,
    name: &'a dyn Fn(usize) -> String,
}

impl<'a> Scene<'a> {
    /// `None` where no legal pairing exists.
    pub(super) fn of(position: &'a Position, settings: &Settings, name: &'a dyn Fn(usize) -> String) -> Option<Self> {
        let field = Field::of(position, settings);
        let plan = plan::of(&field)?;
        let plays = |entrant| (0..field.len()).any(|team| field.entrant(team) == entrant);
        let outside = position.scores_outside(plays);
        Some(Self { position, field, plan, outside, name })
    }

    /// The place in the field of an entrant.
    pub(super) fn place(&self, entrant: usize) -> Option<usize> {
        (0..self.field.len()).find(|team| self.field.entrant(*team) == entrant)
    }

    pub(super) fn name(&self, team: usize) -> String {
        (self.name)(self.field.entrant(team))
    }

    /// Names of teams, separated by commas.
    pub(super) fn names(&self, teams: &[usize]) -> String {
        teams.iter().map(|team| self.name(*team)).collect::<Vec<_>>().join(", ")
    }

    /// "2½ points", as used for pairing.
    pub(super) fn points(&self, team: usize) -> String {
        points(HalfPoints(self.field.score(team)))
    }

    /// Put behind a number of teams on the points of this one where others on them are not to be paired.
    pub(super) fn still(&self, team: usize) -> &'static str {
        if self.outside.contains(&self.field.score(team)) { STILL } else { "" }
    }

    /// The bracket a team is paired in, and its pair, smaller number first.
    pub(super) fn pair_of(&self, team: usize) -> Option<(&Bracket, (usize, usize))> {
        self.plan.brackets.iter().find_map(|bracket| {
            let pair = bracket.pairs.iter().find(|(a, b)| *a == team || *b == team)?;
            Some((bracket, *pair))
        })
    }

    /// Whom a team meets by the rules.
    pub(super) fn opponent(&self, team: usize) -> Option<usize> {
        self.pair_of(team).map(|(_, (a, b))| if a == team { b } else { a })
    }

    /// Where a team stands.
    pub(super) fn standing(&self, team: usize) -> Reason {
        let others = (0..self.field.len())
            .filter(|other| *other != team && self.field.score(*other) == self.field.score(team))
            .count();
        let still = self.still(team);
        let company = match others {
            0 if still.is_empty() => "alone in its score group".to_owned(),
            0 => format!("the only one of its score group{still}"),
            1 => format!("with one other team{still}"),
            n => format!("with {n} other teams{still}"),
        };
        Reason { rule: None, text: format!("{} is on {}, {company}.", self.name(team), self.points(team)) }
    }

    /// What stands between two teams, as a clause: "they met in round 2".
    pub(super) fn between(&self, a: usize, b: usize) -> Option<String> {
        if self.field.may_meet(a, b) {
            return None;
        }
        let (one, other) = (self.field.entrant(a), self.field.entrant(b));
        let met = self.position.entrants[one].met.iter().filter(|(opponent, _)| *opponent as usize == other);
        let rounds: Vec<String> = met.map(|(_, round)| round.to_string()).collect();
        let listed = self
            .position
            .forbidden
            .iter()
            .any(|(c, d)| [(one, other), (other, one)].contains(&(*c as usize, *d as usize)));
        Some(match (rounds.is_empty(), listed) {
            (false, _) => format!("they met in round {}", rounds.join(" and ")),
            (true, true) => "they are on the do-not-pair list".to_owned(),
            (true, false) => "they are of the same school, and this section never pairs such teams".to_owned(),
        })
    }

    /// The pair was settled by the director.
    pub(super) fn forced(&self, (a, b): (usize, usize)) -> Option<Reason> {
        let text = || {
            format!(
                "{} against {} was settled by the director before the round was paired.",
                (self.name)(a),
                (self.name)(b)
            )
        };
        self.position.is_forced((a, b)).then(|| Reason { rule: None, text: text() })
    }
}
