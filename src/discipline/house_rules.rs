//! What an organiser sets for an event on top of its rulebook: wider scopes, and what each office may rule alone.

use super::offence::Scope;
use super::penalty::PenaltyKind;
use super::settings::Settings;
use crate::tournament::Role;

/// The organiser's own settings. They never change a ladder or a rule number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HouseRules {
    /// Offences that count further back than the rulebook says.
    pub scopes: Vec<(String, Scope)>,
    /// The harshest penalty an office may give alone.
    pub limits: Vec<(Role, PenaltyKind)>,
}

impl HouseRules {
    /// The rulebook's settings as they hold in this event. A scope is only ever widened.
    pub fn applied_to(&self, rulebook: &Settings) -> Settings {
        let mut settings = rulebook.clone();
        for (id, scope) in &self.scopes {
            if let Some(offence) = settings.offences.iter_mut().find(|o| o.id == *id) {
                offence.scope = offence.scope.max(*scope);
            }
        }
        for (role, limit) in &self.limits {
            match role {
                Role::Td => settings.authority.td = *limit,
                Role::FloorTd => settings.authority.floor_td = *limit,
                Role::Scorekeeper | Role::BackRoom => {}
                Role::SectionChief => settings.authority.section_chief = *limit,
                Role::FloorChief => settings.authority.floor_chief = *limit,
            }
        }
        settings
    }
}
