//! The Typst templates that come with the program.

/// The templates that come with the program, by name within the folder of templates.
pub const TEMPLATES: [(&str, &str); 13] = [
    ("cards.typ", include_str!("../../../../templates/print/cards.typ")),
    ("ceremony.typ", include_str!("../../../../templates/print/ceremony.typ")),
    ("cheat-sheet.typ", include_str!("../../../../templates/print/cheat-sheet.typ")),
    ("docket.typ", include_str!("../../../../templates/print/docket.typ")),
    ("document.typ", include_str!("../../../../templates/print/document.typ")),
    ("finder.typ", include_str!("../../../../templates/print/finder.typ")),
    ("labels.typ", include_str!("../../../../templates/print/labels.typ")),
    ("lib.typ", include_str!("../../../../templates/print/lib.typ")),
    ("poster.typ", include_str!("../../../../templates/print/poster.typ")),
    ("ruling.typ", include_str!("../../../../templates/print/ruling.typ")),
    ("slips.typ", include_str!("../../../../templates/print/slips.typ")),
    ("standings.typ", include_str!("../../../../templates/print/standings.typ")),
    ("times.typ", include_str!("../../../../templates/print/times.typ")),
];
