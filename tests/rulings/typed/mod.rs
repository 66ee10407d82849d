//! What the rulebooks decide, typed at the desk.

mod orders;
mod rows;
mod taken_back;
