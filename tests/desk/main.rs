//! The real binary in a temporary folder, one file a command.

mod appeal;
mod check_in;
mod formats;
mod hall;
mod import;
mod partner;
mod results;
mod ruling_claims;
mod ruling_ladders;
mod safety;
mod setting_up;
mod whole_event;
