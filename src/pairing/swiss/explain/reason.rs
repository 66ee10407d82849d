//! One sentence of an explanation.

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reason {
    /// The number of the rule in the US Chess rulebook, where there is one.
    pub rule: Option<&'static str>,
    /// One sentence, full stop included.
    pub text: String,
}
