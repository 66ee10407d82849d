//! Rulings and appeals: entered once; only a void, a decision or a withdrawal is ever added.

use crate::discipline::{Appeal, Decision, Ruling, Voided};
use crate::event::Event;
use crate::tournament::{AppealId, RulingId, SectionId};
use chrono::{DateTime, Utc};

impl Event {
    /// Enters a ruling; its own number is not looked at. Gives the number in the docket.
    pub fn add_ruling(&mut self, new: Ruling) -> RulingId {
        let facts = self.changing();
        facts.last.ruling += 1;
        let id = RulingId(facts.last.ruling);
        let round = new.place.map_or(new.round, |place| place.match_id.round);
        facts.docket.rulings.push(Ruling { id, round, ..new });
        id
    }

    fn changing_ruling(&mut self, id: RulingId) -> Option<&mut Ruling> {
        self.changing().docket.rulings.iter_mut().find(|ruling| ruling.id == id)
    }

    /// Gives the rulings of one section to another that has its rounds, by number.
    pub fn move_rulings(&mut self, from: SectionId, into: SectionId) {
        for ruling in self.changing().docket.rulings.iter_mut().filter(|ruling| ruling.section == from) {
            ruling.section = into;
            if let Some(place) = &mut ruling.place {
                place.match_id.section = into;
            }
        }
    }

    /// Marks a ruling as entered by mistake.
    pub fn void_ruling(&mut self, id: RulingId, voided: Voided) {
        if let Some(ruling) = self.changing_ruling(id) {
            ruling.voided = Some(voided);
        }
    }

    /// Marks a ruling as looked at again and kept, at the step it had come to.
    pub fn keep_ruling(&mut self, id: RulingId, step: u32) {
        if let Some(ruling) = self.changing_ruling(id) {
            ruling.kept_step = Some(step);
        }
    }

    /// Files an appeal; its own number is not looked at. Gives the number in the docket.
    pub fn add_appeal(&mut self, new: Appeal) -> AppealId {
        let facts = self.changing();
        facts.last.appeal += 1;
        let id = AppealId(facts.last.appeal);
        facts.docket.appeals.push(Appeal { id, ..new });
        id
    }

    fn changing_appeal(&mut self, id: AppealId) -> Option<&mut Appeal> {
        self.changing().docket.appeals.iter_mut().find(|appeal| appeal.id == id)
    }

    pub fn decide_appeal(&mut self, id: AppealId, decision: Decision) {
        if let Some(appeal) = self.changing_appeal(id) {
            appeal.decision = Some(decision);
        }
    }

    pub fn withdraw_appeal(&mut self, id: AppealId, at: DateTime<Utc>) {
        if let Some(appeal) = self.changing_appeal(id) {
            appeal.withdrawn = Some(at);
        }
    }
}
