//! All that the discipline can be told by a rulebook.

use super::match_rules::MatchRules;
use super::source::Source;

/// The rules in force at the boards, as settings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settings {
    /// What decisions cite.
    pub source: Source,
    /// How boards and matches end.
    pub match_end: MatchRules,
}
