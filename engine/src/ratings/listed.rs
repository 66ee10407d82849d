//! One line of a list, as far as it is kept.

use chrono::NaiveDate;
use serde::Serialize;

/// What a federation's list says of one of its members.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Listed {
    pub id: String,
    /// As listed: `Lee, Ann` where the list has the family name first.
    pub name: String,
    pub state: Option<String>,
    /// `None`: listed without one.
    pub rating: Option<u32>,
    /// Of few games.
    pub provisional: bool,
    /// The last day of the membership, where the list gives it.
    pub expires: Option<NaiveDate>,
    /// Year of birth.
    #[serde(skip)]
    pub born: Option<i32>,
}

impl Listed {
    pub fn has_expired(&self, day: NaiveDate) -> bool {
        self.expires.is_some_and(|last| last < day)
    }
}
