//! What the rulebooks decide: match ends, claims, ladders, appeals; most of it without a file or a command line.

#[path = "../console/mod.rs"]
mod console;
mod docket;
mod finished;
mod hall;
mod match_end;
mod orders;
mod recomputation;
mod rows;
mod rulebooks;
mod taken_back;
mod together;
