//! The real binary in a temporary folder, one file a command.

mod backup;
mod hall;
mod results;
mod safety;
mod setting_up;
mod whole_event;
