//! The registration desk: import, teams, children who came alone, schools, fees.

pub mod check_in;
pub mod entering;
pub mod import;
mod import_columns;
mod import_prospect;
mod import_ratings;
pub mod official;
pub mod partner;
pub mod player_edit;
pub mod school;
pub mod team;
pub mod team_edit;
pub mod team_names;
