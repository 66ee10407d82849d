//! Who comes in: which host was meant, from which page a change comes, which device asks; and who may do what, one table of role by action.

use super::codes::digest;
use super::connections::Connection;
use super::counter::Reply;
use super::limits::network;
use super::open_hall::Hall;
use super::tls::Peer;
use crate::tournament::names::role_name;
use crate::tournament::{Device, DeviceRole};
use Action::{CheckIn, Correct, HearAppeals, Report, ReportEarlier, Rule, SeeState, SeeTables, Settle};
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{ACCEPT, AUTHORIZATION, AsHeaderName, COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::time::Instant;

/// The cookie that holds a device's token.
pub const COOKIE_NAME: &str = "hall";

/// A device that has shown its token.
#[derive(Debug, Clone)]
pub struct Caller {
    pub device: Device,
    pub token: String,
}

/// What comes before every page and every answer: the host that was meant, how often, and what a browser may do with it.
pub async fn guard(
    State(hall): State<Arc<Hall>>,
    ConnectInfo(Peer(peer)): ConnectInfo<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let connection = request.extensions().get::<Connection>();
    let stays = connection.is_none_or(|connection| connection.asks(hall.is_device(token(request.headers()))));
    let mut response = match admitted(&hall, peer, &request) {
        Ok(()) => next.run(request).await,
        // Nothing is made for who was not let in, so it is no page.
        Err(reply) if text(request.headers(), ACCEPT).is_some_and(|kinds| kinds.contains("text/html")) => {
            let body = [reply.why().0, reply.why().1].into_iter().flatten().collect::<Vec<_>>().join("\n\n");
            let (mut parts, _) = reply.into_response().into_parts();
            parts.headers.insert("content-type", HeaderValue::from_static("text/plain; charset=utf-8"));
            Response::from_parts(parts, Body::from(body))
        }
        Err(reply) => reply.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"),
        ("x-content-type-options", "nosniff"),
        ("x-robots-tag", "noindex, nofollow"),
        ("referrer-policy", "same-origin"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry("cache-control").or_insert(HeaderValue::from_static("no-store"));
    if !stays {
        headers.insert("connection", HeaderValue::from_static("close"));
    }
    response
}

fn admitted(hall: &Hall, peer: IpAddr, request: &Request) -> Result<(), Reply> {
    let host = text(request.headers(), HOST).unwrap_or_default();
    if !name_of(host).is_some_and(|name| hall.is_own_name(name)) {
        return Err(Reply::refused(
            403,
            "this hall has no such address",
            &format!("open one of the addresses that the laptop prints; for another name: {}", hall.lines.host),
        ));
    }
    let now = Instant::now();
    let may_ask = match is_change(request.method()) {
        true => hall.since.writing.take(network(peer), now),
        false => hall.since.reading.take(network(peer), now),
    };
    if !may_ask {
        return Err(too_often());
    }
    if is_change(request.method()) {
        comes_from_here(request.headers(), host)?;
    }
    Ok(())
}

fn is_change(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD)
}

/// A change comes from a page of this hall, or from a program that shows its token by itself.
fn comes_from_here(headers: &HeaderMap, host: &str) -> Result<(), Reply> {
    let elsewhere =
        || Reply::refused(403, "this request comes from another site's page", "open the page in the hall itself");
    let origin = text(headers, ORIGIN);
    match origin.and_then(|origin| origin.split_once("://")) {
        Some((_, authority)) if authority.eq_ignore_ascii_case(host) => {}
        Some(_) => return Err(elsewhere()),
        None if origin.is_some() => return Err(elsewhere()),
        // Every browser says where a change comes from; what says nothing must not live on a browser's cookie.
        None if headers.contains_key(COOKIE) && !headers.contains_key(AUTHORIZATION) => return Err(elsewhere()),
        None => {}
    }
    match text(headers, "sec-fetch-site") {
        Some("cross-site" | "same-site") => Err(elsewhere()),
        _ => Ok(()),
    }
}

fn too_often() -> Reply {
    Reply::not_yet(429, "too many requests", "wait a few seconds")
}

/// The device that asks, and may do this.
pub async fn caller(hall: &Hall, headers: &HeaderMap, action: Action) -> Result<Caller, Reply> {
    let caller = known(hall, headers).await?;
    let epoch = text(headers, "x-epoch").and_then(|epoch| epoch.parse::<u32>().ok()).map(i64::from);
    if let Some(epoch) = epoch.filter(|_| may(caller.device.role, Action::Command)) {
        hall.queue.ask(move |counter| counter.yield_to(epoch)).await?;
    }
    if may(caller.device.role, action) {
        return Ok(caller);
    }
    let role = role_name(caller.device.role);
    Err(Reply::refused(
        403,
        &format!("{} is enrolled as {role}, which may not do this", caller.device.name),
        "ask an official, or have the device enrolled with another role at the laptop",
    ))
}

/// The device that asks.
pub async fn known(hall: &Hall, headers: &HeaderMap) -> Result<Caller, Reply> {
    let refused =
        |message: &str| Reply::refused(401, message, &format!("have a code made at the laptop: {}", hall.lines.device));
    let token = token(headers).ok_or_else(|| refused("this device is not enrolled"))?;
    let view = hall.queue.view().await;
    let device = view.devices.get(&digest(token)).ok_or_else(|| refused("this device is not enrolled"))?;
    if device.revoked.is_some() {
        return Err(refused(&format!("{} was shut out at the laptop", device.name)));
    }
    if !device.is_in((hall.clock)()) {
        return Err(refused(&format!("time has run out for {}", device.name)));
    }
    if !hall.since.devices.take(device.id, Instant::now()) {
        return Err(too_often());
    }
    hall.note_seen(device.id);
    Ok(Caller { device: device.clone(), token: token.to_owned() })
}

/// Whether the public pages are for the one who asks.
pub async fn reader(hall: &Hall, headers: &HeaderMap) -> Result<(), Reply> {
    if hall.is_public { Ok(()) } else { known(hall, headers).await.map(drop) }
}

/// The token that a program or a browser shows.
fn token(headers: &HeaderMap) -> Option<&str> {
    let bearer = || text(headers, AUTHORIZATION)?.strip_prefix("Bearer ").map(str::trim);
    bearer().or_else(|| cookie(headers, COOKIE_NAME))
}

/// What a browser keeps under this name.
pub fn cookie<'h>(headers: &'h HeaderMap, named: &str) -> Option<&'h str> {
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|cookies| cookies.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == named).map(|(_, value)| value)
}

/// What a header says.
pub fn text(headers: &HeaderMap, name: impl AsHeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// A host without its port; `None` where it is not written as a name, or an address of IPv6 in brackets, and at most a port.
pub fn name_of(host: &str) -> Option<&str> {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').filter(|(address, _)| address.parse::<Ipv6Addr>().is_ok())?,
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let is_number = |port: &str| port.len() <= 5 && port.bytes().all(|digit| digit.is_ascii_digit());
    (port.is_empty() || port.strip_prefix(':').is_some_and(is_number)).then_some(name)
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or_default();
        let body = self.body.to_string();
        debug_assert!(!body.contains('\u{fdd0}'), "a command is sent with its marks: {body}");
        let body = Body::from(body);
        let mut response = (status, [("content-type", "application/json")], body).into_response();
        if let Some(wait) = self.body["error"]["retry_after"].as_u64() {
            response.headers_mut().insert("retry-after", HeaderValue::from(wait));
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// What may be asked of the hall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    SeeState,
    SeeTables,
    /// A result of the latest round where there is none yet.
    Report,
    /// The same of any round before.
    ReportEarlier,
    /// Another result in place of one that is filed.
    Correct,
    /// Rulings and claims, and filing an appeal.
    Rule,
    HearAppeals,
    CheckIn,
    /// Reports that wait or differ.
    Settle,
    Command,
    Copy,
}

const OF_CHIEFS: [Action; 9] =
    [SeeState, SeeTables, Report, ReportEarlier, Correct, Rule, HearAppeals, CheckIn, Settle];

/// What each role may do; a desk may do all.
const TABLE: [(DeviceRole, &[Action]); 6] = [
    (DeviceRole::Screen, &[SeeState]),
    (DeviceRole::Captain, &[SeeState, SeeTables, Report]),
    (DeviceRole::Scorekeeper, &[SeeState, SeeTables, Report, ReportEarlier]),
    (DeviceRole::FloorTd, &[SeeState, SeeTables, Report, ReportEarlier, Rule]),
    (DeviceRole::SectionChief, &OF_CHIEFS),
    (DeviceRole::FloorChief, &OF_CHIEFS),
];

pub fn may(role: DeviceRole, action: Action) -> bool {
    role == DeviceRole::Desk || TABLE.iter().any(|(of, actions)| *of == role && actions.contains(&action))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_split_from_its_port() {
        assert_eq!(name_of("192.168.1.7:7777"), Some("192.168.1.7"));
        assert_eq!(name_of("[fe80::1]:7777"), Some("fe80::1"));
        assert_eq!(name_of("hall.local"), Some("hall.local"));
        for strange in
            ["[::1]evil", "[::1]evil:80", "[::1", "[localhost]", "localhost:80evil", "localhost:evil:80", "::1"]
        {
            assert_eq!(name_of(strange), None, "{strange}");
        }
    }
}
