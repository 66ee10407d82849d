//! All rulings and appeals of a tournament, and which rulings are in force.

use super::appeal::{Appeal, AppealState, Outcome};
use super::claim::Verdict;
use super::penalty::Penalty;
use super::ruling::{Ruling, Standing};
use crate::tournament::{AppealId, MatchId, RulingId, SectionId};

/// Every ruling and every appeal, in the order of their numbers. Nothing is ever taken out of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Docket {
    pub rulings: Vec<Ruling>,
    pub appeals: Vec<Appeal>,
}

impl Docket {
    /// The ruling of this number.
    pub fn ruling(&self, id: RulingId) -> Option<&Ruling> {
        self.rulings.iter().find(|r| r.id == id)
    }

    /// The appeal of this number.
    pub fn appeal(&self, id: AppealId) -> Option<&Appeal> {
        self.appeals.iter().find(|a| a.id == id)
    }

    /// Appeals against a ruling, first to last.
    pub fn appeals_against(&self, ruling: RulingId) -> impl DoubleEndedIterator<Item = &Appeal> {
        self.appeals.iter().filter(move |a| a.ruling == ruling)
    }

    /// Appeals that still wait for a decision in a section.
    pub fn open_appeals(&self, section: SectionId) -> impl Iterator<Item = &Appeal> {
        let here = move |a: &&Appeal| self.ruling(a.ruling).is_some_and(|r| r.section == section && r.voided.is_none());
        self.appeals.iter().filter(|a| a.state() == AppealState::Open).filter(here)
    }

    /// What has become of a ruling, by all that was decided about it.
    ///
    /// An appeal is against what stood before it: `uphold` leaves that, `overturn` reverses it, so that a ruling set aside by the
    /// section chief and brought back by the floor chief stands as it was made.
    pub fn standing(&self, ruling: &Ruling) -> Standing {
        if ruling.voided.is_some() {
            return Standing::Voided;
        }
        self.standing_by(ruling, |_| true)
    }

    /// What had become of a ruling when an appeal against it was decided.
    pub fn standing_after(&self, ruling: &Ruling, appeal: AppealId) -> Standing {
        self.standing_by(ruling, |decided| decided.id <= appeal)
    }

    fn standing_by(&self, ruling: &Ruling, counts: impl Fn(&Appeal) -> bool) -> Standing {
        self.appeals_against(ruling.id).filter(|a| counts(a)).filter_map(|a| a.decision.as_ref()).fold(
            Standing::InForce,
            |before, decision| match (decision.outcome, before) {
                (Outcome::Upheld, _) => before,
                (Outcome::Modified(penalty), _) if ruling.penalty() == Some(penalty) => Standing::InForce,
                (Outcome::Modified(penalty), _) => Standing::Modified(penalty),
                (Outcome::Overturned, Standing::Overturned) => Standing::InForce,
                (Outcome::Overturned, _) => Standing::Overturned,
            },
        )
    }

    /// The penalty now in force for an offence; `None` for other matters and for rulings without force.
    pub fn penalty(&self, ruling: &Ruling) -> Option<Penalty> {
        match self.standing(ruling) {
            Standing::InForce => ruling.penalty(),
            Standing::Modified(instead) => Some(instead),
            Standing::Overturned | Standing::Voided => None,
        }
    }

    /// What now holds of a claim: a denial that fell on appeal upholds it. `None` for other matters and for what was voided.
    pub fn verdict(&self, ruling: &Ruling) -> Option<Verdict> {
        self.standing(ruling).verdict(ruling)
    }

    /// The playings of a match that were ever ordered, in the order of the rulings.
    pub fn replays(&self, id: MatchId) -> impl Iterator<Item = u8> {
        self.rulings.iter().filter(move |r| r.place.is_some_and(|p| p.match_id == id)).filter_map(Ruling::orders)
    }

    /// Which playing of a match counts: the one ordered by the latest replay in force, else the first.
    pub fn playing_in_force(&self, id: MatchId) -> u8 {
        let ordered = |r: &&Ruling| r.place.is_some_and(|p| p.match_id == id) && self.standing(r).is_in_force();
        self.rulings.iter().rev().filter(ordered).find_map(Ruling::orders).unwrap_or(1)
    }

    /// The playings of a match at which rulings in force were made.
    pub fn playings_ruled_on(&self, id: MatchId) -> impl Iterator<Item = u8> {
        let in_force = self.rulings.iter().filter(|ruling| self.standing(ruling).is_in_force());
        in_force.filter_map(|ruling| ruling.place).filter(move |place| place.match_id == id).map(|place| place.playing)
    }
}
