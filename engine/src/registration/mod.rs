//! Entries before they are a team: who registered, who is who, which section, who still needs a partner.
//!
//! Values in, values out. Reading files is `interchange`'s business, storing is `store`'s.

mod called;
mod entry;
mod likeness;
mod partners;
mod placing;
mod plan;

pub use called::{called_beside, called_by_school};
pub use entry::{
    Child, Contact, Entrants, Registration, Twin, name_of_two, school_given, shown_as as team_name_shown_as, twin,
};
pub use likeness::{canonical as canonical_school, is_slip, look_alikes, schools_alike};
pub use partners::{SchoolWish, Suggestion, Suggestions, suggest};
pub use placing::{Misplaced, combined_rating, place};
pub use plan::{Addition, Conflict, LookAlike, NewTeam, Plan, PlayerChange, Standing, Who, plan};
