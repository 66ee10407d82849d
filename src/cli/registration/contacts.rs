//! `bughouse team forget-contacts`: how to reach families, removed at the end of the day.

use crate::cli::answer::Answer;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::store::{Copies, forget_contacts_in};
use serde_json::json;
use std::path::PathBuf;

/// Removes every contact from the file, its journal and its free pages, and from its backups where that is asked for; else it
/// names those that still hold some. This cannot be undone, which is its purpose.
pub fn forget(desk: &mut Desk, in_backups: bool) -> Result<Answer, Failure> {
    let families = desk.store.forget_contacts()?;
    desk.scrubs = true;
    let summary = match families {
        0 => "no contacts were kept".to_owned(),
        1 => "the contacts of 1 player are forgotten".to_owned(),
        _ => format!("the contacts of {families} players are forgotten"),
    };
    let Copies { mut holding, unseen } = desk.store.copies_with_contacts()?;
    let (mut cleared, mut locked) = (Vec::new(), Vec::new());
    if in_backups && !desk.everywhere.dry_run {
        // One that cannot be written, on a locked stick, keeps no other from being cleared.
        holding.retain(|copy| match forget_contacts_in(copy) {
            Ok(()) => {
                cleared.push(copy.clone());
                false
            }
            Err(error) => {
                locked.push(error.to_string());
                true
            }
        });
    }
    let mut lines = vec![summary.clone()];
    if !cleared.is_empty() {
        lines.push(format!("taken out of\n  {}", shown(&cleared).join("\n  ")));
    }
    if !holding.is_empty() {
        lines.push(format!("STILL IN\n  {}", shown(&holding).join("\n  ")));
        let why = locked.first().map(|why| format!("it could not be done there: {why}\nwhen it can be: "));
        let why = why.unwrap_or_else(|| "take them out there too: ".to_owned());
        lines.push(format!("{why}bughouse team forget-contacts --backups"));
    }
    if !unseen.is_empty() {
        lines.push(format!("NOT LOOKED INTO, and may hold them\n  {}", shown(&unseen).join("\n  ")));
        lines.push("plug the stick in, and type it again: bughouse team forget-contacts --backups".to_owned());
    }
    lines.push("the file they were imported from, and copies made by other means, are yours to delete".to_owned());
    let json = json!({ "forgotten": families, "still_in": shown(&holding), "taken_out_of": shown(&cleared), "not_looked_into": shown(&unseen) });
    Ok(Answer::said(lines.join("\n"), json, summary))
}

fn shown(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|path| path.display().to_string()).collect()
}
