//! What happened at the boards and what it costs.
//!
//! Takes slips, rulings and appeals as values, and answers by the rulebook's [`Settings`]: match results, claims,
//! penalties due, appeals. Never stores a conclusion, never chooses a rulebook, never invents a rule number.

mod claim;
mod docket;
mod impossible;
mod judgement;
mod ladder;
mod match_end;
mod match_rules;
mod offence;
mod opposed;
mod penalty;
mod recourse;
mod ruling;
mod settings;
mod source;
mod together;

pub use claim::{Against, Claim, ClaimKind, ClaimOrder, ClaimRule, Condition, Contest, Fact, Verdict, Wrong};
pub use docket::{Appeal, AppealState, Appellant, Decision, Docket, Level, Outcome};
pub use impossible::{Contradiction, Impossible, impossible, in_words, is_to_be_claimed};
pub use judgement::{Judgement, Undecidable, decide, ends_board, is_directors_choice};
pub use ladder::{Again, At, Due, Judged, PenaltyError, Rested, due, judge, resting_on, step_now, to_look_at};
pub use match_end::{Derived, match_result};
pub use match_rules::{DecidedBy, MatchRules, Never, NoClock, Ruled, Split, Winnerless};
pub use offence::{Beyond, Choice, Clock, KNOWN, Offence, Scope, Step};
pub use opposed::{Opposed, opposed};
pub use penalty::{NotAPenalty, Penalty, PenaltyKind, minutes, penalty_in_words, seconds};
pub use recourse::{Refusal, holds, may_decide, may_report, may_rule, may_void, next_level, step_left};
pub use ruling::{ClockSet, Matter, Place, Ruling, RulingState, SpectatorAction, Voided};
pub use settings::{Authority, HouseRules, Settings, SpectatorRules};
pub use source::{Citation, Decider, Rule, Source, Unit};
pub use together::{
    Effect, Idle, Together, as_written, carry_out, decided_by, effect, in_force, next_playing, settled_by, together,
};
