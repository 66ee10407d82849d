//! `/join`: a device becomes part of the hall.

use super::{Head, Holder};
use askama::Template;

/// `/join` and `/join/CODE`. Nothing happens by opening it: `POST /join` with `code`, `name`, `form`.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/join.html")]
pub struct JoinPage {
    pub head: Head,
    /// The code, where the address held one.
    pub code: Option<String>,
    /// What the code is for, where it is good: the role and the name that the desk gave.
    pub invited: Option<(String, String)>,
    /// What was wrong with the last try.
    pub problem: Option<String>,
    pub form: String,
}

/// What an enrolled device is shown first.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/joined.html")]
pub struct JoinedPage {
    /// With its holder.
    pub head: Head,
    /// What this role does, one line each.
    pub may: Vec<String>,
}

impl JoinedPage {
    fn holder(&self) -> Holder {
        self.head.holder.clone().unwrap_or_default()
    }
}
