//! The Swiss system for teams, US Chess style, without colours: the one best pairing of a written, strict objective.
//!
//! Criteria K1 to K8, in order: no rematch; who gets the bye; schools apart; score groups kept together; who floats and to
//! whom; upper half against lower half. No random choice is left. Never decides what the director must consent to.

pub(super) mod boards;
mod classes;
mod cost;
mod criteria;
pub mod explain;
mod floats;
mod halves;
mod load;
mod lookahead;
mod majority;
pub(super) mod matching;
mod names;
mod next_best;
mod numbers;
mod optimum;
mod outcome;
mod outlook;
mod pair;
pub(super) mod pool;
mod reading;
mod refusal;
pub(super) mod remark;
mod runs;
mod schools;
mod singles;
mod transposition;
mod two_sides;
mod windows;

pub use cost::{Cost, Criterion, Halves, Who, cost};
pub use lookahead::is_dead_end;
pub use majority::{Majority, majority};
pub use outcome::Pairing;
pub use outlook::{Because, Crowd, DeadEnd, Outlook, Rest, Rounds, outlook, rounds_for};
pub use pair::pair;
pub use refusal::{Consent, Refusal};
pub use remark::{Change, Remark, change, remark_on_bye, remarks, remarks_on_pair};
