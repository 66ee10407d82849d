//! Published ratings: one line of a federation's list, and whether a child of the event is meant by it.
//!
//! Nothing in doubt is ever settled here: a doubt is named, with the likeliest first.

mod doubts;
mod likeness;
mod listed;
mod nicknames;
mod search;
mod together;

pub use doubts::{Doubt, Entrant, Finding, Setting, Verdict};
pub use likeness::{Difference, name_words};
pub use listed::Listed;
pub use search::{Directory, look_up};
pub use together::look_up_all;
