//! A registration file of any bytes: read, or refused with its places, and nothing shown that a terminal would obey.
#![no_main]

use bughouse::interchange::registrations::{Options, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let shown = match read(bytes, "entries.csv", &Options { keeps_contacts: true, keeps_fees: true, ..Options::default() }) {
        Ok(reading) => {
            assert!(reading.complaints.iter().all(|p| p.line >= 1 && p.column >= 1), "places count from one");
            // What is written out for correction can be read again.
            let rejects = reading.rejects_csv();
            let _ = read(rejects.as_bytes(), "rejects.csv", &Options::default());
            reading.render_complaints(40)
        }
        Err(unreadable) => unreadable.render(),
    };
    assert!(!shown.contains(|c: char| c.is_control() && c != '\n'), "{shown:?}");
});
