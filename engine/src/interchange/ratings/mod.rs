//! Lists of ratings as federations publish them: text in columns or parted by tabs and commas, dBase, XML, workbooks, zipped or not.
//!
//! Reads a list line by line, whatever its size, and keeps of it only what [`Listed`](crate::ratings::Listed) holds.

mod columns;
mod dbase;
mod delimited;
mod fixed;
mod lines;
mod rows;
mod source;
mod unread;
mod values;
mod xml;

pub use columns::{ListColumn, ListField};
pub use rows::Stopped;
pub use source::{Answer, Asked, Input, read};
pub use unread::{Unread, Why};
