//! A rulebook of any text: read, or refused with all its mistakes.
#![no_main]

use bughouse::rulebook::{Rulebook, ladder_words, rule_and_below, search};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match Rulebook::parse(text) {
    Ok(book) => {
        for offence in &book.discipline.offences {
            let _ = ladder_words(offence);
        }
        let _ = (search(&book, "clock"), rule_and_below(&book, "1"));
    }
    Err(unreadable) => assert!(!unreadable.complaints.is_empty(), "a refusal has a reason"),
});
