//! The Typst templates that come with the program.

/// The templates that come with the program, by name within the folder of templates.
pub const TEMPLATES: [(&str, &str); 6] = [
    ("cards.typ", include_str!("../../../../templates/print/cards.typ")),
    ("cheat-sheet.typ", include_str!("../../../../templates/print/cheat-sheet.typ")),
    ("document.typ", include_str!("../../../../templates/print/document.typ")),
    ("labels.typ", include_str!("../../../../templates/print/labels.typ")),
    ("lib.typ", include_str!("../../../../templates/print/lib.typ")),
    ("slips.typ", include_str!("../../../../templates/print/slips.typ")),
];
