//! The real binary in a temporary folder, one file a command.

mod engine;
mod engine_examples;
mod export;
mod formats;
mod hall;
mod results;
mod safety;
mod setting_up;
mod wall_chart;
mod whole_event;
