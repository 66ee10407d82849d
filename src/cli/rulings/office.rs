//! What an office may rule alone, where the organiser limited it.

use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::discipline::{Authority, Penalty};

/// Refuses a penalty beyond what an official may give alone. Where an office is limited, a ruling says who rules.
pub fn within_authority(desk: &Desk, name: Option<&str>, penalty: Penalty) -> Result<(), Failure> {
    let authority = desk.rulebook.discipline.authority;
    let Some(name) = name else {
        if authority == Authority::default() {
            return Ok(());
        }
        return Err(
            Failure::mistyped("offices are limited in this event, so a ruling says who rules").hint("add --as NAME")
        );
    };
    let offices = desk.tournament().officials.iter().filter(|o| o.name == name);
    let Some(limit) = offices.map(|o| authority.limit(o.role)).max() else { return Ok(()) };
    if penalty.kind() <= limit {
        return Ok(());
    }
    Err(Failure::forbidden(format!("{name} may give up to {} alone, and this is {penalty}", limit.as_typed()))
        .hint("let a chief rule: add --as NAME"))
}
