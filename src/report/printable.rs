//! What a view must offer to be printed in every format.

use super::document::Document;

/// What can be printed: a view with its JSON keys (its `Serialize`), its generic document, and its sheet of paper.
pub trait Report: erased_serde::Serialize {
    /// The document that text, CSV and HTML are made from, and PDF too where no template of its own serves it.
    fn document(&self) -> Document;

    /// The document without what it does not promise: a pairing sheet stays true when results come in.
    fn lasting(&self) -> Document {
        self.document()
    }

    /// The Typst template that prints it, without the ending. `document` prints any document.
    fn template(&self) -> &'static str {
        "document"
    }

    /// The documents that it holds one after the other; none where it is one itself.
    fn parts(&self) -> &[Box<dyn Report>] {
        &[]
    }
}

erased_serde::serialize_trait_object!(Report);
