//! What happened at the boards and what it costs.
//!
//! Takes slips, rulings and appeals as values, and answers by the rulebook's [`Settings`]: match results, claims,
//! penalties due, appeals. Never stores a conclusion, never chooses a rulebook, never invents a rule number.

mod appeal;
mod authority;
mod claim;
mod claim_rules;
mod docket;
mod house_rules;
mod impossible;
mod in_force;
mod incident;
mod judgement;
mod ladder;
mod match_end;
mod match_rules;
mod offence;
mod penalty;
mod recourse;
mod ruling;
mod settings;
mod source;
mod together;

pub use appeal::{Appeal, AppealState, Appellant, Decision, Level, Outcome};
pub use authority::Authority;
pub use claim::{Against, Claim, ClaimKind, Fact, Order, Verdict};
pub use claim_rules::{ClaimRule, Condition, Contest, Wrong};
pub use docket::Docket;
pub use house_rules::HouseRules;
pub use impossible::{Contradiction, Impossible, impossible, in_words};
pub use in_force::{carry_out, decided_by, in_force, next_playing};
pub use incident::settled_by;
pub use judgement::{Judgement, Undecidable, decide, ends_board};
pub use ladder::{At, Due, Judged, PenaltyError, due, judge, resting_on, step_now, to_look_at};
pub use match_end::{Derived, match_result};
pub use match_rules::{DecidedBy, MatchRules, Never, NoClock, ReasonRules, Ruled, Split, Winnerless};
pub use offence::{Beyond, Choice, Clock, KNOWN, Offence, Scope, Step};
pub use penalty::{NotAPenalty, Penalty, PenaltyKind, minutes, seconds};
pub use recourse::{Refusal, may_decide, may_rule, may_void, next_level, step_left};
pub use ruling::{ClockSet, Matter, Place, Ruling, SpectatorAction, Standing, Voided};
pub use settings::{Hearing, Settings, SpectatorRules};
pub use source::{Citation, Decider, Rule, Source, Unit};
pub use together::{Effect, Idle, Together, effect, together};
