//! A typed line of any text: parted into words and understood, or refused in words; never run.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    if let Err(told) = bughouse::cli::understood(line) {
        assert!(!told.is_empty(), "a refusal has a reason");
        assert!(!told.contains(|c: char| c.is_control() && c != '\n'), "{told:?}");
    }
});
