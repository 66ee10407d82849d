//! What programs ask: JSON in and out.

use super::codes::{as_meant, digest, secret};
use super::counter::{Reply, ReportAsked};
use super::door::{Action, COOKIE_NAME, Caller, caller, text};
use super::limits::{AN_HOUR, Guessed};
use super::open_hall::Hall;
use super::tls::Peer;
use crate::tournament::Device;
use axum::Form;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, FromRequest, Path, Query, Request, State};
use axum::http::header::{ETAG, IF_NONE_MATCH, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// Bytes of an ordinary request.
const SMALL: usize = 16 * 1024;

/// How long it may take to send one; a large one a second longer for each of so many bytes.
const SENDING: Duration = Duration::from_secs(60);
const A_SECOND: usize = 64 * 1024;

pub async fn read_form<T: DeserializeOwned>(body: Body) -> Result<T, Reply> {
    let request =
        Request::builder().method("POST").header("content-type", "application/x-www-form-urlencoded").body(body);
    let wrong = |status, message: &str| Reply::refused(status, message, "open the page again");
    let request = request.map_err(|_| wrong(400, "the form cannot be read"))?;
    let (parts, body) = request.into_parts();
    let bytes = whole(body, SMALL).await?;
    let form = Form::<T>::from_request(Request::from_parts(parts, Body::from(bytes)), &()).await;
    form.map(|Form(form)| form).map_err(|_| wrong(400, "the form cannot be read"))
}

/// What a program would show of a cookie that was just given.
pub fn token_of_new(cookie: &HeaderValue) -> Option<HeaderValue> {
    let token = cookie.to_str().ok()?.split_once('=')?.1.split(';').next()?;
    HeaderValue::from_str(&format!("Bearer {token}")).ok()
}

/// A route that is not there, or not to be used so.
pub async fn nowhere() -> Response {
    let mut response = Reply::refused(404, "there is nothing here", "start at the overview, /").into_response();
    // What asks like this is no browser.
    response.extensions_mut().remove::<Reply>();
    response
}

pub async fn read<T: DeserializeOwned>(body: Body, most: usize) -> Result<T, Reply> {
    parsed(&whole(body, most).await?)
}

/// All that is sent with a request.
pub async fn whole(body: Body, most: usize) -> Result<Bytes, Reply> {
    let longer = Duration::from_secs((most / A_SECOND) as u64);
    match timeout(SENDING + longer, to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(Reply::refused(413, "the request is too large", "send less at once")),
        Err(_) => Err(Reply::not_yet(408, "the request arrived incomplete", "send it again")),
    }
}

pub fn parsed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Reply> {
    serde_json::from_slice(bytes).map_err(|error| {
        Reply::refused(400, &format!("the request cannot be read: {error}"), "send JSON as in docs/reference/hall.md")
    })
}

#[derive(Deserialize)]
pub struct JoinAsked {
    code: String,
    name: Option<String>,
}

pub async fn join(
    State(hall): State<Arc<Hall>>,
    ConnectInfo(Peer(peer)): ConnectInfo<Peer>,
    body: Body,
) -> Result<Response, Reply> {
    let asked: JoinAsked = read(body, SMALL).await?;
    joined(&hall, peer, &asked.code, asked.name).await
}

/// Takes a device in with a code as it was typed; the answer sets its cookie.
pub async fn joined(hall: &Hall, peer: IpAddr, code: &str, name: Option<String>) -> Result<Response, Reply> {
    may_guess(hall, peer)?;
    let (code, token) = (digest(&as_meant(code)), secret());
    let kept = token.clone();
    let reply = hall.queue.ask(move |counter| counter.join(&code, &token, name.as_deref())).await?;
    if matches!(reply.status, 401 | 429) {
        wrong_code(hall, peer).await;
    }
    let is_in = reply.status == 200;
    let mut response = reply.into_response();
    let secure = if hall.is_secure { "; Secure" } else { "" };
    let cookie = format!("{COOKIE_NAME}={kept}; Path=/; HttpOnly; SameSite=Strict{secure}");
    if is_in && let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}

pub fn may_guess(hall: &Hall, peer: IpAddr) -> Result<(), Reply> {
    let Some(wait) = hall.since.guesses.wait(peer, Instant::now()) else { return Ok(()) };
    let mut reply = Reply::refused(429, "too many wrong codes", "wait ten minutes, or ask the person at the laptop");
    reply.body["error"]["retry_after"] = wait.as_secs().max(1).into();
    Err(reply)
}

async fn wrong_code(hall: &Hall, peer: IpAddr) {
    match hall.since.guesses.note(peer, Instant::now()) {
        Guessed::Counted(count) => (hall.say)(&format!("a wrong code from {peer}, number {count} in a row")),
        Guessed::CodesClosed => {
            let until = (hall.clock)().saturating_add_unsigned(AN_HOUR.as_secs());
            // Where the counter is too busy, they are closed by those that come next.
            let _ = hall.queue.ask(move |counter| counter.close_codes(until, peer)).await;
        }
        Guessed::WhileClosed => {}
    }
}

/// Notes a code that opens nothing. One that is printed on a slip of a round that is over was not guessed.
pub async fn wrong_slip(hall: &Hall, peer: IpAddr, code: String) {
    if !hall.queue.read(move |counter| counter.is_of_a_slip(&code)).await.unwrap_or(false) {
        wrong_code(hall, peer).await;
    }
}

/// Where every section is; 304 while nothing has changed.
pub async fn state(State(hall): State<Arc<Hall>>, headers: HeaderMap) -> Result<Response, Reply> {
    caller(&hall, &headers, Action::SeeState).await?;
    let etag = hall.queue.view().await.etag();
    if is_known(&headers, &etag) {
        return Ok(unchanged(&etag));
    }
    let reply = hall.queue.read(|counter| counter.state()).await?;
    Ok(([(ETAG, etag)], reply).into_response())
}

/// Whether the one who asks has what bears this mark.
pub fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    let known = text(headers, IF_NONE_MATCH).unwrap_or_default();
    known.split(',').any(|known| known.trim().trim_start_matches("W/") == etag)
}

pub fn unchanged(etag: &str) -> Response {
    (StatusCode::NOT_MODIFIED, [(ETAG, etag)]).into_response()
}

#[derive(Deserialize)]
pub struct TableQuery {
    round: Option<u32>,
}

/// One table: who sits there, what is on file, what is expected.
pub async fn table(
    State(hall): State<Arc<Hall>>,
    Path(table): Path<String>,
    Query(TableQuery { round }): Query<TableQuery>,
    headers: HeaderMap,
) -> Result<Reply, Reply> {
    let caller = caller(&hall, &headers, Action::SeeTables).await?;
    let Ok(table) = table.parse() else {
        return Err(Reply::refused(404, "there is no such table", "a table is given by its number"));
    };
    hall.queue.read(move |counter| counter.table(&caller.device, table, round)).await
}

pub async fn report(
    State(hall): State<Arc<Hall>>,
    ConnectInfo(Peer(peer)): ConnectInfo<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Result<Reply, Reply> {
    let caller = caller(&hall, &headers, Action::Report).await;
    let asked: ReportAsked = read(body, SMALL).await?;
    let device = reporter(caller, asked.slip.is_some())?;
    reported(&hall, peer, device, asked).await
}

/// The device that reports. What is not enrolled may have a slip; what is enrolled goes by its role, slip or not.
pub fn reporter(caller: Result<Caller, Reply>, has_slip: bool) -> Result<Option<Device>, Reply> {
    match caller {
        Ok(caller) => Ok(Some(caller.device)),
        Err(reply) if reply.status == 401 && has_slip => Ok(None),
        Err(reply) => Err(reply),
    }
}

/// Hands a result to the counter.
pub async fn reported(hall: &Hall, peer: IpAddr, device: Option<Device>, asked: ReportAsked) -> Result<Reply, Reply> {
    let code = asked.slip.as_deref().map(as_meant).filter(|_| device.is_none());
    if code.is_some() {
        may_guess(hall, peer)?;
    }
    let reply = hall.queue.ask(move |counter| counter.report(device.as_ref(), &asked)).await?;
    if let Some(code) = code.filter(|_| matches!(reply.status, 401 | 429)) {
        wrong_slip(hall, peer, code).await;
    }
    Ok(reply)
}
