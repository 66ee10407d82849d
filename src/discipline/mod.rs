//! What happened at the boards and what it costs.
//!
//! Takes slips, rulings and appeals as values, and answers by the rulebook's [`Settings`]: match results, claims,
//! penalties due, appeals. Never stores a conclusion, never chooses a rulebook, never invents a rule number.

mod impossible;
mod match_end;
mod match_rules;
mod settings;
mod source;

pub use impossible::{Contradiction, Impossible, impossible, in_words};
pub use match_end::{Derived, match_result};
pub use match_rules::{DecidedBy, MatchRules, NoClock, ReasonRules, Ruled, Split, Winnerless};
pub use settings::Settings;
pub use source::{Citation, Rule, Source, Unit};
