//! Who comes in at the desk in the browser: the owner of this laptop, once by a ticket, then by a cookie of this port.

use super::pages::plain_page;
use super::state::{Ticket, Window, token};
use crate::hall::{cookie, header};
use axum::extract::{ConnectInfo, Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use std::net::SocketAddr;
use std::sync::Arc;

/// Headers by which a proxy says for whom it asks: the desk is behind none.
const FORWARDED: [&str; 5] = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/// What comes before every page: it is asked for on this laptop, under its own address, by a browser that had a ticket.
pub async fn guard(
    State(window): State<Arc<Window>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match refused(&window, peer, &request) {
        None => next.run(request).await,
        Some(response) => response,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry("cache-control").or_insert(HeaderValue::from_static("no-store"));
    response
}

fn refused(window: &Window, peer: SocketAddr, request: &Request) -> Option<Response> {
    let headers = request.headers();
    let no = |why: &str| Some((StatusCode::FORBIDDEN, why.to_owned()).into_response());
    if !peer.ip().to_canonical().is_loopback() || FORWARDED.iter().any(|name| headers.contains_key(*name)) {
        return no("the desk is open on this laptop only");
    }
    let host = header(headers, "host").unwrap_or_default();
    if !window.is_own(host) {
        return no("this is not the desk's address: open the one that was printed");
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) && !comes_from_here(headers, host) {
        return no("this request comes from another site's page: use the buttons on the desk's own page");
    }
    let path = request.uri().path();
    let is_open = path.starts_with("/ticket/") || ["/desk.css", "/desk.js", "/favicon.ico"].contains(&path);
    let is_known = cookie(headers, &window.cookie()).is_some_and(|shown| window.knows(shown));
    if is_open || is_known {
        return None;
    }
    Some(plain_page(
        StatusCode::UNAUTHORIZED,
        "This browser has not opened the desk",
        "Open the address that bughouse printed. Each address works only once: press Enter in its window for another, or start bughouse again.",
    ))
}

/// Every browser says which page a form is on.
fn comes_from_here(headers: &HeaderMap, host: &str) -> bool {
    let is_own = header(headers, "origin").is_some_and(|origin| origin == format!("http://{host}"));
    is_own && !matches!(header(headers, "sec-fetch-site"), Some("cross-site" | "same-site"))
}

/// Takes the ticket of the address that was opened, and leaves a cookie for it.
pub async fn ticket(State(window): State<Arc<Window>>, Path(shown): Path<String>) -> Response {
    let refused = match window.take_ticket(&shown) {
        Ticket::Good => None,
        Ticket::Expired => Some("This address has expired"),
        Ticket::Gone => Some("This address has already been opened"),
    };
    if let Some(title) = refused {
        let how = "Each address opens the desk once, within a minute. Press Enter in the bughouse window for another, or start it again.";
        return plain_page(StatusCode::UNAUTHORIZED, title, how);
    }
    let known = token();
    let cookie = format!("{}={known}; Path=/; HttpOnly; SameSite=Strict", window.cookie());
    window.let_in(known);
    let mut response = Redirect::to("/").into_response();
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert("set-cookie", cookie);
    }
    response
}
