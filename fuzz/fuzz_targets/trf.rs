//! A TRF file of any bytes: read, or refused with its places; what was read can be ranked.
#![no_main]

use bughouse::interchange::trf::{ReadOptions, read_bytes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let matches = if bytes.first().is_some_and(|b| b % 2 == 0) { 1 } else { 2 };
    match read_bytes(bytes, ReadOptions { matches: Some(matches), rounds: None }) {
        Ok(event) => {
            assert_eq!(event.seeds().len(), event.entrants.len());
            let _ = event.field(false);
        }
        Err(complaints) => {
            assert!(!complaints.is_empty(), "a refusal has a reason");
            assert!(complaints.iter().all(|c| c.line >= 1 && c.column >= 1), "places count from one");
        }
    }
});
