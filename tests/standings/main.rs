//! Standings against the written definitions: worked examples, FIDE's exercises, properties.

mod chart;
mod examples;
mod fide_exercises;
mod reference;
