//! Entries before they are a team: who registered, who is who, which section, who still needs a partner.
//!
//! Values in, values out. Reading files is `interchange`'s business, storing is `store`'s.

mod entry;
mod likeness;
mod partners;
mod placing;
mod plan;
mod schools;
mod team_names;
mod twins;

pub use entry::{Child, Contact, Entrants, Registration, name_of_two};
pub use likeness::Likeness;
pub use partners::{SchoolWish, Suggestion, Suggestions, suggest};
pub use placing::{Misplaced, combined_rating, place};
pub use plan::{Addition, Conflict, NewTeam, Plan, PlayerChange, Who, plan};
pub use schools::{canonical as canonical_school, schools_alike};
pub use team_names::shown_as as team_name_shown_as;
pub use twins::{Twin, twin};
