//! Opens the hall on an address and keeps it open until it is closed.

use super::connections::{Connection, Connections};
use super::open_hall::Hall;
use super::tls::{Certificate, Peer};
use super::{api, desk_commands, door, events, pages};
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::convert::Infallible;
use std::future::pending;
use std::net::{IpAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Notify;
use tokio::time::sleep;
use tower::ServiceExt;

/// How long answers that are under way may take when the hall closes.
const LAST_ANSWERS: Duration = Duration::from_secs(2);

/// How long a connection may be open before it asks, and between two requests; pages ask three times a minute.
const SILENCE: Duration = Duration::from_secs(60);

/// How often it is noted who was seen.
const NOTING: Duration = Duration::from_secs(30);

/// Where the hall is entered.
pub struct Entrance {
    pub listener: TcpListener,
    /// Whether a proxy on this machine is in front of it, and says for whom it asks.
    pub is_behind: bool,
    /// Where there is one, it is HTTPS.
    pub certificate: Option<Certificate>,
    pub closing: Closing,
}

/// By which a hall is closed from beside it.
#[derive(Debug, Clone, Default)]
pub struct Closing(Arc<Notify>);

impl Closing {
    pub fn close(&self) {
        self.0.notify_one();
    }
}

/// Keeps the hall open until Ctrl-C, or until the system asks the program to end: from when it says so, it closes in order.
pub fn open(hall: Hall, entrance: Entrance, greet: impl FnOnce()) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let outcome = runtime.block_on(kept_open(Arc::new(hall), entrance, greet));
    runtime.shutdown_timeout(LAST_ANSWERS);
    outcome
}

/// Gives up pages of two megabytes from here on, before anything large is read: a command ends sooner on them, a hall that is open all
/// day would hold a fifth more.
#[cfg(target_os = "linux")]
pub fn small_pages() {
    // Where it is refused, the hall is larger.
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}

#[cfg(not(target_os = "linux"))]
pub fn small_pages() {}

async fn kept_open(hall: Arc<Hall>, entrance: Entrance, greet: impl FnOnce()) -> std::io::Result<()> {
    let asked_to_close = asked_to_close()?;
    greet();
    let Entrance { listener, is_behind, certificate, closing } = entrance;
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let routes = Router::new()
        .route("/api/join", post(api::join))
        .route("/api/state", get(api::state))
        .route("/api/table/{table}", get(api::table))
        .route("/api/report", post(api::report))
        .route("/api/command", post(desk_commands::command))
        .route("/api/copy", get(desk_commands::copy))
        .route("/events", get(events::events))
        .route("/style.css", get(pages::style))
        .route("/hall.js", get(pages::script))
        .route("/hall", get(pages::hall_page))
        .route("/desk", get(pages::desk_page).post(pages::settle))
        .route("/check-in", get(pages::check_in_page).post(pages::check_in))
        .route("/table/{table}", get(pages::table).post(pages::tap))
        .route("/table/{table}/ruling", get(pages::ruling_page).post(pages::rule))
        .route("/appeals", get(pages::appeals_page).post(pages::appeal))
        .route("/s/{code}", get(pages::slip).post(pages::slip_tap))
        .route("/screen/{number}", get(pages::screen))
        .route("/join", get(pages::join_page).post(pages::join))
        .route("/join/{code}", get(pages::join_code))
        .fallback_service(get(pages::public).fallback(api::nowhere).with_state(Arc::clone(&hall)))
        .method_not_allowed_fallback(api::nowhere)
        .layer(from_fn_with_state(Arc::clone(&hall), pages::readable))
        .layer(from_fn_with_state(Arc::clone(&hall), door::guard))
        .with_state(Arc::clone(&hall));
    tokio::spawn(Arc::clone(&hall.since.site).keep(hall.queue.clone(), Arc::clone(&hall.slow_work)));
    let noting = Arc::clone(&hall);
    tokio::spawn(async move {
        loop {
            sleep(NOTING).await;
            noting.keep_seen().await;
        }
    });
    let entrance = Arc::new(Open { is_behind, certificate, connections: Arc::clone(&hall.since.connections), routes });
    let attended = attend(listener, entrance);
    tokio::select! {
        () = asked_to_close => {}
        () = closing.0.notified() => {}
        never = attended => match never {},
    }
    // What is in the queue is done before it is closed.
    hall.keep_seen().await;
    let _ = tokio::time::timeout(LAST_ANSWERS, hall.queue.ask(|_| ())).await;
    Ok(())
}

/// The entrance while it is open.
struct Open {
    is_behind: bool,
    certificate: Option<Certificate>,
    connections: Arc<Connections>,
    routes: Router,
}

/// Serves all who connect; one that dawdles keeps nobody else waiting.
async fn attend(listener: tokio::net::TcpListener, entrance: Arc<Open>) -> Infallible {
    loop {
        let Ok((stream, address)) = listener.accept().await else {
            // Out of descriptors for a moment.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        let (entrance, peer) = (Arc::clone(&entrance), address.ip());
        // What comes through a proxy is counted there.
        let is_proxy = entrance.is_behind && peer.to_canonical().is_loopback();
        let connection = (!is_proxy).then(|| entrance.connections.enter(peer));
        tokio::spawn(async move {
            let served = async {
                match &entrance.certificate {
                    None => entrance.answer(stream, peer, connection.as_ref()).await,
                    Some(certificate) => {
                        if let Some(stream) = certificate.agreed(stream).await {
                            entrance.answer(stream, peer, connection.as_ref()).await;
                        }
                    }
                }
            };
            let made_room = async {
                match &connection {
                    Some(connection) => connection.ended().await,
                    None => pending().await,
                }
            };
            tokio::select! {
                () = served => {}
                () = made_room => {}
            }
        });
    }
}

impl Open {
    /// Answers what is asked on a connection; who says nothing for long makes room for others.
    async fn answer(
        &self,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        peer: IpAddr,
        connection: Option<&Connection>,
    ) {
        let (is_behind, own) = (self.is_behind, connection.cloned());
        let answering = self.routes.clone().map_request(move |mut request: Request<_>| {
            let forwarded = if is_behind { forwarded_for(peer, request.headers()) } else { None };
            request.extensions_mut().insert(ConnectInfo(Peer(forwarded.unwrap_or(peer))));
            if let Some(own) = &own {
                request.extensions_mut().insert(own.clone());
            }
            request
        });
        let mut connection = http1::Builder::new();
        connection.timer(TokioTimer::new()).header_read_timeout(SILENCE);
        // Who has gone away is owed no answer.
        let _ = connection.serve_connection(TokioIo::new(stream), TowerToHyperService::new(answering)).await;
    }
}

/// Who asks through a proxy on this machine, as it wrote last; what comes before that anybody may have written.
fn forwarded_for(peer: IpAddr, headers: &HeaderMap) -> Option<IpAddr> {
    let lines = headers.get_all("x-forwarded-for");
    let last = lines.iter().next_back().filter(|_| peer.to_canonical().is_loopback())?.to_str().ok()?;
    last.rsplit(',').next()?.trim().parse().ok()
}

/// Listens at once, and is done when the program is to end.
#[cfg(unix)]
pub fn asked_to_close() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut typed, mut ended) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = typed.recv() => {}
            _ = ended.recv() => {}
        }
    })
}

#[cfg(not(unix))]
pub fn asked_to_close() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
