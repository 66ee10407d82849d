//! Characters that no font could draw: a sheet on the wall must not show boxes unnoticed.

use std::collections::BTreeSet;
use typst::layout::{Frame, FrameItem};
use typst_layout::PagedDocument;

/// Every character that is a box on the page.
pub(super) fn characters(pages: &PagedDocument) -> BTreeSet<char> {
    let mut missing = BTreeSet::new();
    for page in pages.pages() {
        walk(&page.frame, &mut missing);
    }
    missing
}

fn walk(frame: &Frame, missing: &mut BTreeSet<char>) {
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => walk(&group.frame, missing),
            FrameItem::Text(text) => {
                let undrawn = text.glyphs.iter().filter(|glyph| glyph.id == 0);
                missing.extend(undrawn.flat_map(|glyph| text.text[glyph.range()].chars()));
            }
            _ => {}
        }
    }
}

/// What the director is told.
pub(super) fn warning(missing: &BTreeSet<char>) -> String {
    let shown: Vec<String> = missing.iter().take(12).map(|c| format!("{c} (U+{:04X})", u32::from(*c))).collect();
    let more =
        if missing.len() > shown.len() { format!(" and {} more", missing.len() - shown.len()) } else { String::new() };
    format!(
        "no font here can draw {}{more}; these characters are boxes on the sheet. Install a font that has them, or spell the name in Latin letters",
        shown.join(", ")
    )
}
