//! `bughouse new --from`: what a new tournament takes over of an earlier one.

use super::environment::Environment;
use super::failure::Failure;
use super::wording::{counted, list};
use crate::event::{Facts, LastNumbers, SectionSettings, StoredPrize};
use crate::store::{Store, with_ending};
use crate::tournament::{Section, Tournament};
use std::path::Path;

/// The facts of an earlier tournament that hold for a new one: sections with their settings, prizes, officials, house rules and the
/// rulebook; nobody who entered and nothing that was played.
pub fn taken_over(from: &Path, environment: &Environment) -> Result<Facts, Failure> {
    let path = with_ending(from);
    let mut store = Store::open_to_read(&environment.at(&path))?;
    let old = store.load();
    store.abandon()?;
    let old = old?;
    // The first round settles anew at which table a section begins.
    let section = |section: Section| Section { first_table: None, ..section };
    let settings = old.settings.into_iter();
    Ok(Facts {
        tournament: Tournament {
            name: old.tournament.name,
            sections: old.tournament.sections.into_iter().map(section).collect(),
            officials: old.tournament.officials,
            ..Tournament::default()
        },
        house_rules: old.house_rules,
        settings: settings.map(|(id, of)| (id, SectionSettings { checked_out: None, ..of })).collect(),
        rulebook_id: old.rulebook_id,
        rulebook_text: old.rulebook_text,
        rulebook_hash: old.rulebook_hash,
        names_required: old.names_required,
        prizes: old.prizes.into_iter().map(|prize| StoredPrize { winner: None, ..prize }).collect(),
        import_columns: old.import_columns,
        last: LastNumbers {
            section: old.last.section,
            official: old.last.official,
            prize: old.last.prize,
            ..LastNumbers::default()
        },
        ..Facts::default()
    })
}

/// `3 sections, 5 prizes and 2 officials`
pub fn in_words(facts: &Facts) -> String {
    let of = [
        (facts.tournament.sections.len(), "section"),
        (facts.prizes.len(), "prize"),
        (facts.tournament.officials.len(), "official"),
    ];
    list(of.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| counted(count, what)))
}
