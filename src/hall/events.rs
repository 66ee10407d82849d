//! What changed, sent as it happens: a page that follows needs not ask.

use super::connections::Follower;
use super::counter::{Known, Reply};
use super::door::{Action, known};
use super::open_hall::Hall;
use super::tls::Peer;
use crate::tournament::Device;
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::{mpsc, watch};

/// Events that wait for a slow reader.
const WAITING: usize = 16;

/// Events, and who is counted as following them without enrolment.
struct Events {
    receiver: mpsc::Receiver<Event>,
    _follower: Option<Follower>,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// `version` for everybody; `report` and `dispute` for devices that see tables.
pub async fn events(
    State(hall): State<Arc<Hall>>,
    ConnectInfo(Peer(peer)): ConnectInfo<Peer>,
    headers: HeaderMap,
) -> Response {
    let (device, follower) = match known(&hall, &headers).await {
        Ok(caller) => (Some(caller.device), None),
        Err(Reply { status: 401, .. }) if hall.is_public => match hall.since.connections.follow(peer) {
            Some(follower) => (None, Some(follower)),
            None => return too_many().into_response(),
        },
        Err(reply) => return reply.into_response(),
    };
    let (sender, receiver) = mpsc::channel(WAITING);
    tokio::spawn(follow(hall.queue.watch(), sender, device, hall.clock));
    let headers = [("cache-control", "no-store")];
    (headers, Sse::new(Events { receiver, _follower: follower }).keep_alive(KeepAlive::default())).into_response()
}

fn too_many() -> Reply {
    Reply::not_yet(
        429,
        "too many pages at this address are following the event",
        "the page checks for news on its own, every 20 seconds",
    )
}

async fn follow(
    mut watch: watch::Receiver<Arc<Known>>,
    sender: mpsc::Sender<Event>,
    device: Option<Device>,
    clock: fn() -> i64,
) {
    let is_staff = device.as_ref().is_some_and(|device| super::may(device.role, Action::SeeTables));
    let is_shut_out = |now: &Known| {
        let own = device.as_ref().and_then(|own| now.devices.values().find(|one| one.id == own.id));
        own.is_some_and(|own| own.revoked.is_some() || !own.is_in(clock()))
    };
    let mut before = Arc::new(Known::default());
    loop {
        let now = watch.borrow_and_update().clone();
        if is_shut_out(&now) {
            return;
        }
        let mut events = Vec::new();
        if (now.version, now.epoch) != (before.version, before.epoch) {
            events.push(("version", now.version));
        }
        for (number, is_disputed) in now.reports.iter().filter(|report| is_staff && !before.reports.contains(report)) {
            events.push((if *is_disputed { "dispute" } else { "report" }, *number));
        }
        for (name, number) in events {
            if sender.send(Event::default().event(name).data(number.to_string())).await.is_err() {
                return;
            }
        }
        before = now;
        tokio::select! {
            changed = watch.changed() => if changed.is_err() { return },
            () = sender.closed() => return,
        }
    }
}
