//! Names that one child is called by: `Bob` who is listed as Robert.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A name and what who has it is called, a line each.
const TABLE: &str = include_str!("nicknames.txt");

type Names = FxHashMap<&'static str, Vec<&'static str>>;

static CALLED: LazyLock<Names> = LazyLock::new(|| {
    let mut called = Names::default();
    for line in TABLE.lines() {
        let names: Vec<&str> = line.split(' ').collect();
        for name in &names {
            called.entry(name).or_default().extend(names.iter().filter(|other| *other != name));
        }
    }
    called
});

/// What else a child of this name, as folded, may be called.
pub(super) fn nicknames(name: &str) -> &'static [&'static str] {
    CALLED.get(name).map_or(&[], Vec::as_slice)
}
