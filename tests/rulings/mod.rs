//! What the rulebooks decide: match ends, claims, ladders, appeals, without a file or a command line.

mod docket;
mod finished;
mod hall;
mod match_end;
mod recomputation;
mod rulebooks;
mod together;
