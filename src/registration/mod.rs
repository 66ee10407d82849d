//! Entries before they are a team: who registered, who is who, who still needs a partner.
//!
//! Values in, values out. Reading files is `interchange`'s business, storing is `store`'s.

mod entry;
mod likeness;
mod schools;

pub use entry::{Child, Contact, Entrants, Registration, name_of_two};
pub use likeness::Likeness;
pub use schools::{canonical as canonical_school, schools_alike};
