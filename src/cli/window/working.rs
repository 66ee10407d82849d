//! Work that takes longer than a page may: it goes on by itself, and a page of its own says what is being done until it is.

use super::pages::{Frame, made, rendered};
use super::state::Window;
use crate::cli::failure::Failure;
use askama::Template;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// So long a browser waits for the answer itself.
const SOON: Duration = Duration::from_millis(1200);

#[derive(Template)]
#[template(path = "desk/working.html")]
struct Working {
    frame: Frame,
    what: String,
    seconds: u64,
}

/// What a form asks for: its answer, or, where that takes long, the page that follows it.
pub async fn done(
    window: Arc<Window>,
    what: String,
    make: impl FnOnce(&Window) -> Result<Response, Failure> + Send + 'static,
) -> Response {
    let since = Instant::now();
    let mut making = tokio::spawn(made(Arc::clone(&window), make));
    let ended = |ended: Result<Response, tokio::task::JoinError>| {
        ended.unwrap_or_else(|_| Redirect::to("/now").into_response())
    };
    if let Ok(answer) = tokio::time::timeout(SOON, &mut making).await {
        return ended(answer);
    }
    let number = window.works.begin(what, since);
    tokio::spawn(async move { window.works.end(number, ended(making.await)) });
    Redirect::to(&format!("/working/{number}")).into_response()
}

/// `GET /working/{number}`: looks again every second.
pub async fn page(State(window): State<Arc<Window>>, Path(number): Path<u64>) -> Response {
    enum Found {
        Answer(Response),
        StillAt(String, u64),
        Nothing,
    }
    let found = window.works.with(|works| {
        let Some(at) = works.iter().position(|work| work.number == number) else { return Found::Nothing };
        match works[at].answer.take() {
            Some(answer) => {
                works.remove(at);
                Found::Answer(answer)
            }
            None => Found::StillAt(works[at].what.clone(), works[at].since.elapsed().as_secs()),
        }
    });
    match found {
        Found::Answer(answer) => answer,
        Found::Nothing => Redirect::to("/").into_response(),
        Found::StillAt(what, seconds) => {
            made(window, move |window| {
                let frame = match window.place().file {
                    Some(_) => Frame::of(window, "Working", "", "/now", None, &window.status()),
                    None => Frame::without_event("Working"),
                };
                Ok(rendered(&Working { frame, what, seconds }))
            })
            .await
        }
    }
}
