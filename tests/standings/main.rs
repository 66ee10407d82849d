//! Standings against the written definitions: worked examples, FIDE's exercises, properties.

mod chart;
mod crosstables;
mod examples;
mod fide_exercises;
mod page;
mod prizes;
mod properties;
mod random;
mod reference;
mod worked_examples;
mod working;
