//! Registration files as directors get them: encodings, headings of real programs, workbooks, hostile cells.

mod encodings;
mod headings;
mod hostile;
mod rosters;
mod workbooks;
mod zipped;
