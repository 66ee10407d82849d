//! Appeals that a pairing waits for, and whether their outcome would change who meets whom.

use crate::cli::desk::{Desk, list};
use crate::cli::failure::Failure;
use crate::discipline::{Decision, Outcome};
use crate::tournament::{AppealId, OfficialId, Section};
use serde_json::json;

/// Appeals of a section that wait for a decision.
pub fn open_appeals(desk: &Desk, section: &Section, anyway: bool) -> Result<Vec<AppealId>, Failure> {
    let open: Vec<AppealId> = desk.facts.docket.open_appeals(section.id).map(|a| a.id).collect();
    if open.is_empty() || anyway {
        return Ok(open);
    }
    let waiting = desk
        .facts
        .docket
        .open_appeals(section.id)
        .map(|a| format!("appeal {} against ruling {} waits for the {}", a.id, a.ruling, a.level));
    Err(Failure::forbidden(format!("{} cannot be paired yet: {}", section.name, list(waiting)))
        .hint(format!(
            "decide it with `bughouse appeal decide {} --official NAME --uphold` (or --overturn, --modify PENALTY), or pair provisionally: bughouse pair \"{}\" --anyway",
            open[0], section.name
        ))
        .details(json!({ "open_appeals": open })))
}

/// For each open appeal, whether the round would be paired otherwise if the ruling were overturned.
pub fn differing_outcomes(desk: &mut Desk, section: &Section, round: u32, appeals: &[AppealId]) -> Vec<String> {
    let now = desk.would_pair(section, round);
    let mut said = Vec::new();
    for id in appeals {
        let mut docket = desk.facts.docket.clone();
        let Some(appeal) = docket.appeals.iter_mut().find(|a| a.id == *id) else { continue };
        let (ruling, filed) = (appeal.ruling, appeal.at);
        // Who decides does not matter to the outcome.
        appeal.decision = Some(Decision { outcome: Outcome::Overturned, by: OfficialId(0), at: filed, note: None });
        let otherwise = desk.event.with_docket(docket);
        let stands = std::mem::replace(&mut desk.event, otherwise);
        let then = desk.would_pair(section, round);
        desk.event = stands;
        said.push(if then == now {
            format!("provisional: appeal {id} is open; the pairings are the same if ruling {ruling} is overturned")
        } else {
            format!("provisional: appeal {id} is open; if ruling {ruling} is overturned, round {round} would be paired differently")
        });
    }
    said
}
