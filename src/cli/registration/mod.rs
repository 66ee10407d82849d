//! The registration desk: import, teams, children who came alone, schools, fees.

pub mod check_in;
mod contacts;
pub mod entering;
pub mod fees;
pub mod import;
mod import_prospect;
pub mod official;
pub mod partner;
pub mod school;
pub mod team;
pub mod team_edit;
mod team_leaving;
mod team_move;
pub mod team_names;
mod team_show;
