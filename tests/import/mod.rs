//! Registration files as directors get them: cells, encodings, headings of real programs, workbooks, hostile cells.

mod asked;
mod cells;
mod encodings;
mod headings;
pub mod hostile;
mod layouts;
mod rosters;
mod workbooks;
pub mod zipped;
