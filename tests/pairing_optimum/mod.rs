//! The engine gives the optimum of the written objective: by enumeration in small fields, by a slow exact solver in larger ones.

pub mod enumeration;
mod explanations;
pub mod fields;
mod oracle;
mod random;
mod slow;
