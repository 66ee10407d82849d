//! Sections that go to another building with a file of their own, and come home.

use crate::event::{CheckedOut, Event, Facts, Refusal};
use crate::tournament::names::fold;
use crate::tournament::{Section, SectionId, TableNumber};

/// Marks sections as checked out: at home, or in the file that was made for them.
pub fn check_out(event: &mut Event, sections: &[SectionId], out: &CheckedOut) -> Result<(), Refusal> {
    let is_elsewhere = |section: &&SectionId| event.facts.is_elsewhere(**section);
    if let Some(section) = sections.iter().find(is_elsewhere) {
        return Err(Refusal::Elsewhere { section: Some(*section) });
    }
    if !out.is_here && event.facts.sections_here().next().is_some() {
        return Err(Refusal::Elsewhere { section: None });
    }
    let facts = event.changing();
    for section in sections {
        facts.settings.entry(*section).or_default().checked_out = Some(out.clone());
    }
    Ok(())
}

/// What came home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Home {
    pub sections: Vec<SectionId>,
    /// Tables that have another number than there, where another section sits by now.
    pub tables: Vec<(TableNumber, TableNumber)>,
}

/// Brings the sections of another file home, with all that was done there.
pub fn check_in(event: &mut Event, there: &Facts) -> Result<Home, Refusal> {
    let is_due = |section: &SectionId| {
        let keys = [&event.facts, there].map(|facts| facts.checked_out(*section).map(|out| (&out.key, out.is_here)));
        matches!(keys, [Some((home, false)), Some((away, true))] if home == away)
    };
    let coming: Vec<SectionId> = there.sections_here().filter(is_due).collect();
    if coming.is_empty() || event.facts.seed != there.seed {
        return Err(Refusal::NothingOut);
    }
    let is_coming = |section: Option<SectionId>| section.is_some_and(|section| coming.contains(&section));
    let mut theirs = there.part(is_coming);
    theirs.settings.values_mut().for_each(|own| own.checked_out = None);
    let rest = event.facts.part(|section| !is_coming(section));
    if let Some(what) = rest.numbered_twice(&theirs) {
        return Err(Refusal::NumberedTwice { what });
    }
    let is_taken =
        |section: &&Section| rest.tournament.sections.iter().any(|own| fold(&own.name) == fold(&section.name));
    if let Some(section) = theirs.tournament.sections.iter().find(is_taken) {
        return Err(Refusal::SectionNamedTwice { name: section.name.clone() });
    }
    let facts = event.changing();
    facts.make_room(there, &mut theirs);
    let tables = theirs.leave_tables(&rest);
    facts.consist_of([rest, theirs]);
    facts.settle_names();
    Ok(Home { sections: coming, tables })
}
