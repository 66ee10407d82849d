//! Who wins what: place, class, school and special prizes, play-offs, trophies, the ceremony.
//!
//! Reads the standings and a few facts beside them; the list of prizes is the director's.

mod award;
mod kind;
mod play_off;
mod shared;
mod winner;

pub use award::{Contender, Rules, Trophies, award, ceremony, may_win, school_scores, trophies};
pub use kind::{Class, Prize, PrizeKind, UnknownClass};
pub use play_off::{PlayOffKind, PlayOffMatch, Ties, is_knockout, play_offs_of, settle, settled};
pub use winner::{Award, SchoolScore, Winner};
