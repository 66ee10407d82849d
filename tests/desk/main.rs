//! The real binary in a temporary folder, one file a command.

mod check_in;
mod formats;
mod hall;
mod import;
mod partner;
mod results;
mod safety;
mod setting_up;
mod whole_event;
