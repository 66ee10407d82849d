//! What another desk has done here: a command in its words, with the files that it reads; back come its words and its documents.

use super::api::{is_known, parsed, unchanged, whole};
use super::codes::digest;
use super::counter::Reply;
use super::door::{Action, caller};
use super::open_hall::Hall;
use super::slow_work::{CommandOutcome, CommandRequest};
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::sync::Arc;

/// Bytes of a request: a registration file of a large event, and room.
const LARGEST: usize = 48 << 20;

/// Has a command done, once for each id of a request.
pub async fn command(State(hall): State<Arc<Hall>>, headers: HeaderMap, body: Body) -> Result<Reply, Reply> {
    let device = caller(&hall, &headers, Action::Command).await?.device;
    let bytes = whole(body, LARGEST).await?;
    let request: CommandRequest = parsed(&bytes)?;
    if request.request.trim().is_empty() || request.request.len() > 100 {
        return Err(Reply::refused(400, "a command needs the id of its request", "give each request an id of its own"));
    }
    let (id, asked) = (format!("{}:{}", device.id, request.request), digest(&bytes));
    let log = hall.lines.log;
    let broke = move |_| Reply::refused(500, "the command failed", &format!("check with `{log}`"));
    // The asking device may go away meanwhile; what was begun is finished and noted.
    let done = tokio::spawn(async move {
        let _turn = hall.since.under_way.begin(&id)?;
        let (known_id, known_asked) = (id.clone(), asked.clone());
        if let Some(reply) = hall.queue.ask(move |counter| counter.request_done(&known_id, &known_asked)).await? {
            return Ok(reply);
        }
        let (slow_work, by, id_of_it) = (Arc::clone(&hall.slow_work), device.clone(), id.clone());
        let run = tokio::task::spawn_blocking(move || slow_work.run(&by, &request, &id_of_it));
        let done = run.await.map_err(broke)??;
        let answer = outcome_json(&done);
        if done.asks.is_some() {
            return Ok(Reply::ok(answer));
        }
        hall.queue.ask(move |counter| counter.note_request(&device, &id, &asked, answer)).await
    });
    done.await.map_err(broke)?
}

/// The whole file, with its version and epoch; 304 while nothing has changed.
pub async fn copy(State(hall): State<Arc<Hall>>, headers: HeaderMap) -> Result<Response, Reply> {
    caller(&hall, &headers, Action::Copy).await?;
    let view = hall.queue.view().await;
    let etag = view.etag();
    if is_known(&headers, &etag) {
        return Ok(unchanged(&etag));
    }
    let slow_work = Arc::clone(&hall.slow_work);
    let copied = tokio::task::spawn_blocking(move || slow_work.copy()).await;
    let bytes = copied.map_err(|_| Reply::refused(500, "the copy failed", "ask again"))??;
    let response_headers =
        [("etag", etag), ("x-version", view.version.to_string()), ("x-epoch", view.epoch.to_string())];
    Ok(([("content-type", "application/octet-stream")], response_headers, bytes).into_response())
}

fn outcome_json(done: &CommandOutcome) -> Value {
    let all = |key: &str| done.said.iter().filter_map(|said| said[key].as_str()).collect::<String>();
    json!({
        "exit": done.exit, "out": all("out"), "err": all("err"), "said": done.said, "asks": done.asks,
        "files": done.files, "again": done.again, "command": null,
    })
}
