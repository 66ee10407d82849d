//! The end of the day on the page *Now*: prizes, ceremony, closing papers, a backup and the end. Each is the next act once those before it
//! were opened; a change to the event begins anew.

use super::pages::{Button, made};
use super::state::Window;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use std::sync::Arc;

/// A thing to do at the end: what it is known by, what its button says, and its page.
type Step = (&'static str, &'static str, &'static str);

const STANDINGS: Step = ("standings", "See the final standings", "/at/standings");
const PRIZES: Step = ("prizes", "See the prizes", "/at/prizes");
const CEREMONY: Step = ("ceremony", "Read the ceremony", "/at/prizes?tab=Ceremony");
const PAPERS: Step = ("papers", "Print the closing papers", "/at/paper?view=closing");
const BACKUP: Step = ("backup", "Make a last backup", "");
const CLOSE: Step = ("close", "Close the desk", "/close");

/// The next step, those to come, and last those that were done, with a check mark.
pub fn buttons(window: &Window, version: u64, has_prizes: bool, is_backed_up: bool) -> Vec<Button> {
    let of_results: &[Step] = if has_prizes { &[PRIZES, CEREMONY] } else { &[STANDINGS] };
    let steps: Vec<Step> = of_results.iter().copied().chain([PAPERS, BACKUP, CLOSE]).collect();
    let opened = window.opened(version);
    let is_done = |(id, ..): &Step| opened.contains(*id) || (*id == BACKUP.0 && is_backed_up);
    let next = steps.iter().position(|step| !is_done(step)).unwrap_or(steps.len() - 1);
    let button = |step: &Step| {
        let (id, label, _) = step;
        let label = if is_done(step) { format!("✓ {label}") } else { (*label).to_owned() };
        if *id == BACKUP.0 { Button::runs(label, "backup") } else { Button::leads(label, format!("/closing/{id}")) }
    };
    let others = steps.iter().enumerate().filter(|(at, _)| *at != next).map(|(_, step)| step);
    let (done, to_come): (Vec<&Step>, Vec<&Step>) = others.partition(|step| is_done(step));
    let next = button(&steps[next]).key("Enter");
    std::iter::once(next).chain(to_come.into_iter().chain(done).map(button)).collect()
}

/// `GET /closing/{step}`: remembers that it was opened, and leads there.
pub async fn step(State(window): State<Arc<Window>>, Path(id): Path<String>) -> Response {
    made(window, move |window| {
        let known = [STANDINGS, PRIZES, CEREMONY, PAPERS, CLOSE].into_iter().find(|(known, ..)| *known == id);
        let Some((id, _, page)) = known else { return Ok(Redirect::to("/now").into_response()) };
        let version = window.event().map_or(0, |event| event.version);
        window.open(version, id);
        Ok(Redirect::to(page).into_response())
    })
    .await
}
