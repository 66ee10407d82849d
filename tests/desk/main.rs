//! The real binary in a temporary folder, one file a command.

mod appeal;
mod formats;
mod guide;
mod hall;
mod results;
mod rules;
mod ruling_claims;
mod ruling_ladders;
mod safety;
mod setting_up;
mod whole_event;
