//! The `bughouse` program.

fn main() {}
