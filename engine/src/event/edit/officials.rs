//! Officials: who is appointed to which office, and who gives one up.

use super::next;
use crate::event::{Event, Refusal};
use crate::tournament::names::fold;
use crate::tournament::{Official, OfficialId, Role, SectionId};

/// Appoints an official; nobody twice to one office. Who holds an office already is one person with one spelling.
pub fn appoint(event: &mut Event, name: &str, role: Role, section: Option<SectionId>) -> Option<OfficialId> {
    let officials = &event.tournament().officials;
    let known = officials.iter().find(|known| fold(&known.name) == fold(name));
    let name = known.map_or(name, |known| &known.name).to_owned();
    let is_this = |one: &Official| (&one.name, one.role, one.section) == (&name, role, section);
    let is_appointed = officials.iter().any(is_this);
    (!is_appointed).then(|| event.add_official(&name, role, section))
}

/// Takes an official off the list, unless rulings or appeals name them.
pub fn remove(event: &mut Event, id: OfficialId) -> Result<(), Refusal> {
    let docket = &event.facts.docket;
    let has_ruled = docket
        .rulings
        .iter()
        .any(|ruling| ruling.by == Some(id) || ruling.voided.as_ref().is_some_and(|voided| voided.by == Some(id)));
    let has_heard = docket.appeals.iter().filter_map(|appeal| appeal.decision.as_ref()).any(|d| d.by == id);
    if has_ruled || has_heard {
        return Err(Refusal::HasRuled { official: id });
    }
    event.changing().tournament.officials.retain(|known| known.id != id);
    Ok(())
}

impl Event {
    pub(super) fn add_official(&mut self, name: &str, role: Role, section: Option<SectionId>) -> OfficialId {
        let facts = self.changing();
        let id = OfficialId(next(&mut facts.last.official));
        facts.tournament.officials.push(Official { id, name: name.to_owned(), role, section });
        id
    }
}
