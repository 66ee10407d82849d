//! The real binary in a temporary folder, one file a command.

mod appeal;
mod backup;
mod check_in;
mod crash;
mod databases;
mod faults;
mod formats;
mod guide;
mod hall;
mod import;
mod partner;
mod random_words;
mod recover;
mod results;
mod ruling_claims;
mod ruling_ladders;
mod safety;
mod setting_up;
mod two_at_once;
mod undo;
mod whole_event;
