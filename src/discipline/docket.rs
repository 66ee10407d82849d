//! All rulings and appeals of a tournament, and which rulings are in force.

use super::appeal::{Appeal, AppealState, Outcome};
use super::claim::Verdict;
use super::penalty::Penalty;
use super::ruling::{Matter, Ruling};
use crate::tournament::{AppealId, MatchId, RulingId, SectionId};

/// Every ruling and every appeal, in the order of their numbers. Nothing is ever taken out of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Docket {
    pub rulings: Vec<Ruling>,
    pub appeals: Vec<Appeal>,
}

/// What has become of a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// As it was made.
    InForce,
    /// Changed on appeal to another penalty.
    Modified(Penalty),
    /// Set aside on appeal.
    Overturned,
    /// Taken back as entered by mistake.
    Voided,
}

impl Standing {
    /// What it makes of a claim: one that was denied is upheld where the denial fell.
    pub fn verdict(self, ruling: &Ruling) -> Option<Verdict> {
        let Matter::Claim { verdict, .. } = ruling.matter else { return None };
        match (self, verdict) {
            (Self::Voided, _) => None,
            (Self::Overturned, Verdict::Denied) => Some(Verdict::Upheld),
            (Self::Overturned, Verdict::Upheld) => Some(Verdict::Denied),
            (Self::InForce | Self::Modified(_), verdict) => Some(verdict),
        }
    }

    /// Whether the ruling has any effect, on the ladder or on a result.
    pub fn is_in_force(self) -> bool {
        matches!(self, Self::InForce | Self::Modified(_))
    }
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
}
