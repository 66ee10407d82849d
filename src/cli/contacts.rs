//! `bughouse team forget-contacts`: how to reach families, removed at the end of the day.

use super::answer::Answer;
use super::desk::Desk;
use super::failure::Failure;
use serde_json::json;

/// Removes every contact from the file and from its journal. This cannot be undone, which is its purpose.
///
/// # Errors
/// The file cannot be written.
pub async fn forget(desk: &mut Desk) -> Result<Answer, Failure> {
    let families = desk.store.forget_contacts().await?;
    let summary = match families {
        0 => "no contacts were kept".to_owned(),
        1 => "the contacts of 1 player are forgotten".to_owned(),
        _ => format!("the contacts of {families} players are forgotten"),
    };
    Ok(Answer::said(summary.clone(), json!({ "forgotten": families }), summary))
}
