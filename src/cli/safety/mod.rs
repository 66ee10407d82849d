//! Nothing is lost: the journal, backups, checks, rescue.

pub mod backup;
pub mod check;
pub mod history;
pub mod recover;
pub mod restore;
