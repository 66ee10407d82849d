//! `bughouse rules scope` and `rules allow`: what the organiser sets for this event on top of the rulebook.

use super::offence;
use crate::cli::answer::Answer;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::registration::official::office;
use crate::discipline::{PenaltyKind, Scope};
use crate::rulebook::Rulebook;
use crate::tournament::Role;
use serde_json::json;

/// Lets earlier rulings on an offence count further back than the rulebook says.
pub fn scope(desk: &mut Desk, offence: &str, scope: Scope) -> Result<Answer, Failure> {
    let id = offence::offence(desk, offence)?.id.clone();
    let book = Rulebook::kept(&desk.facts.rulebook_text).map_err(|e| Failure::machine(e.to_string()))?;
    let own = book.discipline.offence(&id).map_or(Scope::Game, |o| o.scope);
    if scope < own {
        return Err(Failure::forbidden(format!(
            "{id} counts by the {own} under {}; a scope can only be widened",
            book.id
        ))
        .hint("choose a wider one: game, match, event"));
    }
    desk.set_scope(&id, scope).map_err(|e| Failure::machine(e.to_string()))?;
    let summary = format!("{id} counts by the {scope} in this event");
    Ok(Answer::said(summary.clone(), json!({ "offence": id, "scope": scope }), summary))
}

/// Sets the harshest penalty an office may give alone.
pub fn allow(desk: &mut Desk, role: Role, limit: PenaltyKind) -> Result<Answer, Failure> {
    desk.set_limit(role, limit).map_err(|e| Failure::machine(e.to_string()))?;
    let summary = format!("a {} may give up to {} alone", office(role), limit.as_typed());
    Ok(Answer::said(summary.clone(), json!({ "role": role, "limit": limit }), summary))
}
