//! Everything that is shown: documents as values, and their form on a terminal, on paper and on a page.
//!
//! A document module turns facts into what it lists (sorted, formatted, with the keys of its JSON) and that into a [`Report`],
//! and [`render`] turns that into bytes. Never reads the clock or a file, never decides who won.

pub mod bracket;
pub mod cheat_sheet;
pub mod crosstable;
pub mod director;
mod document;
pub mod fallback;
pub mod families;
pub mod flat;
pub mod hall;
mod lines;
mod masthead;
mod naming;
pub mod pairings;
pub mod poster;
mod printable;
pub mod prizes;
pub mod projector;
pub mod publish;
pub mod render;
pub mod rules;
pub mod ruling;
pub mod ruling_slip;
pub mod rulings;
pub mod sheet;
pub mod slips;
mod sources;
pub mod standings;
mod table;
pub mod teams;
pub mod times;

pub use document::{Align, Block, Cell, Column, Document, Emphasis, Figure, Page, Rows, Step, Table, TypeSize, Width};
pub use masthead::{Masthead, Stamp};
pub use naming::{PlayerRef, ShownNames, TeamRef, TypedNames, money, points_shown};
pub use printable::Report;
pub use sheet::{Making, Sheet, StandingsPart};
