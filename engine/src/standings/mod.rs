//! Who is placed where: points, tie-breaks, the table, and the arithmetic behind it.
//!
//! Records in, lines out. A tie-break is one function under `tiebreak/` with its rule, and the value shown
//! is always the sum of the terms shown in its working.

pub mod crosstable;
pub mod prizes;
mod scorebook;
mod table;
mod tally;
mod tie_break;
mod tiebreak;
mod value;
mod working;

pub use scorebook::{FideEdition, Field, Score, Scorecard};
pub use table::{Line, Places, Settings, scores, table};
pub use tally::Cut;
pub use tie_break::{Name, TieBreak, Trim, UnknownTieBreak};
pub use value::Value;
pub use working::{Step, Working, workings};
