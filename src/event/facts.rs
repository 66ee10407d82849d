//! What is stored of an event: plain values, as they were entered.

use crate::discipline::{Docket, HouseRules};
use crate::tournament::{SectionId, TeamId, Tournament};
use crate::{pairing, standings};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// How a section's engines are set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SectionSettings {
    pub pairing: pairing::Settings,
    /// Tie-breaks and places.
    pub standings: standings::Settings,
    /// How prizes are given.
    pub prizes: standings::prizes::Rules,
    /// Children are shown as `Ann L.` on sheets and pages.
    pub short_names: bool,
    /// Minutes for which a team that has not sat down is waited for, where the director has settled it.
    pub grace: Option<u32>,
}

/// All that the file holds of the event and decisions are made from.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts {
    pub tournament: Tournament,
    pub docket: Docket,
    /// What the organiser set on top of the rulebook.
    pub house_rules: HouseRules,
    pub settings: HashMap<SectionId, SectionSettings>,
    /// The rulebook's text as it was when the tournament was made.
    pub rulebook_text: String,
    /// The number every lot is drawn from.
    pub seed: u64,
    pub wishes: Wishes,
    /// Whether team names are approved before they are shown.
    pub names_required: bool,
}

/// Whom the director wants together or apart, beside what the pairing system does by itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wishes {
    /// Never to be paired.
    pub forbidden: Vec<[TeamId; 2]>,
    /// To be paired in a round.
    pub required: Vec<(u32, [TeamId; 2])>,
}
