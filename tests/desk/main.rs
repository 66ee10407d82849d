//! The real binary in a temporary folder, one file a command.

mod appeal;
mod backup;
mod check_in;
mod closing;
mod engine;
mod engine_examples;
mod export;
mod formats;
mod hall;
mod import;
mod paper;
mod partner;
mod publish;
mod results;
mod rules;
mod ruling_claims;
mod ruling_ladders;
mod safety;
mod setting_up;
mod wall_chart;
mod whole_event;
