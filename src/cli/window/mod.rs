//! `bughouse desk`: the whole day in the browser of this laptop. A page never decides and never touches the event: it composes the words of
//! a command, which runs as if it had been typed.

mod act;
mod address;
mod appeal;
mod closing;
mod disputes;
mod door;
mod dropped;
mod entries;
mod fields;
mod file;
mod forms;
mod grid;
mod held;
mod labels;
mod late;
mod live;
mod log;
mod moments;
mod now;
mod open_hall;
mod pages;
mod paper;
mod places;
mod prizes;
mod propose;
mod ratings;
mod round;
mod rulings;
mod settings;
mod slips;
mod standings;
mod start;
mod state;
mod sticks;
mod table;
mod working;
mod works;

use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::desk::Runs;
use crate::cli::failure::Failure;
use crate::cli::show::Asker;
use crate::cli::traits::{Moment, Traits};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use clap::Args;
use serde_json::json;
use state::Window;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// Ports that are tried from the one that was asked for on.
const TRIED: u16 = 20;

/// How long answers that are under way may take when the desk closes.
const LAST_ANSWERS: Duration = Duration::from_secs(2);

/// Open the desk in the browser: the whole event by mouse, only on this laptop
#[derive(Debug, Args)]
#[command(after_help = r#"Examples:
  bughouse desk
  bughouse desk spring.bughouse
  bughouse desk Documents/Tournaments     choose one there, or make one
Only this computer can open it; to stop: "Close the desk" or Ctrl-C."#)]
pub struct DeskCommand {
    /// The tournament's file, or a folder of several [default: this folder]
    #[arg(id = "place", value_name = "FILE|FOLDER")]
    place: Option<PathBuf>,
    /// The port on this laptop
    #[arg(long, default_value_t = 7770)]
    port: u16,
    /// Don't open a browser; only print the address
    #[arg(long)]
    no_browser: bool,
}

impl Runs for DeskCommand {
    const TRAITS: Traits = Traits::changes_beside(Moment::Around)
        .not_from_afar("open the desk on the laptop that has the file", "bughouse desk")
        .not_on_a_page("this is the desk");

    /// Keeps the desk open until it is closed in the browser, or with Ctrl-C.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        if everywhere.dry_run {
            return Err(Failure::mistyped("the desk has no dry run: it only runs what you click in it")
                .hint("leave --dry-run out"));
        }
        let environment = &everywhere.asker.environment;
        let named = self.place.as_deref().or(everywhere.named_file());
        let (folder, file) = state::opened(named, environment)?;
        let listeners = self.listen()?;
        let port = listeners.first().and_then(|listener| listener.local_addr().ok()).map_or(self.port, |at| at.port());
        let window = Arc::new(Window::new(folder, file, port, Asker::clone(&everywhere.asker)));
        let failed = |error: std::io::Error| Failure::machine(format!("the desk could not be kept open: {error}"));
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(failed)?;
        let outcome = runtime.block_on(kept_open(Arc::clone(&window), listeners, || self.greet(&window, everywhere)));
        runtime.shutdown_timeout(LAST_ANSWERS);
        outcome.map_err(failed)?;
        if !everywhere.json {
            everywhere.asker.answer("the desk is closed");
        }
        Ok(Answer::nothing())
    }
}

impl DeskCommand {
    /// What opens where the program is started without a terminal.
    pub fn by_double_click() -> Self {
        Self { place: None, port: 7770, no_browser: false }
    }

    /// On the loopback addresses alone, both at the same port.
    fn listen(&self) -> Result<Vec<TcpListener>, Failure> {
        let mut last = None;
        let tried = if self.port == 0 { 0 } else { TRIED };
        for port in self.port..=self.port.saturating_add(tried) {
            match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
                Ok(listener) => {
                    let port = listener.local_addr().map_or(port, |at| at.port());
                    // A laptop without IPv6 has one address.
                    let second = TcpListener::bind((Ipv6Addr::LOCALHOST, port)).ok();
                    return Ok([listener].into_iter().chain(second).collect());
                }
                Err(error) => last = Some(error),
            }
        }
        let reason = last.map(|error| error.to_string()).unwrap_or_default();
        Err(Failure::machine(format!("port {} cannot be opened on this laptop: {reason}", self.port))
            .hint("choose another with --port"))
    }

    /// Called once the desk listens: prints its address, and opens it.
    fn greet(&self, window: &Arc<Window>, everywhere: &Everywhere) {
        let address = window.address();
        let asker = &everywhere.asker;
        if everywhere.json {
            asker.json(&json!({ "address": address, "port": window.port }));
        } else {
            asker.answer(&format!(
                "the desk is open: {address}\nthe address works once; Enter here prints another, Ctrl-C closes the desk"
            ));
        }
        if !self.no_browser && !open_browser(&address) && !everywhere.json {
            asker.remark("no browser could be opened: open the address yourself");
        }
        if asker.types() {
            let (window, asker) = (Arc::clone(window), asker.clone());
            std::thread::spawn(move || {
                let mut line = String::new();
                while std::io::stdin().read_line(&mut line).is_ok_and(|read| read > 0) {
                    asker.answer(&window.address());
                    line.clear();
                }
            });
        }
    }
}

/// Opens an address in the browser of this computer. Nothing of the browser's is waited for.
fn open_browser(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let opened = Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match opened {
        Ok(mut browser) => {
            std::thread::spawn(move || browser.wait());
            true
        }
        Err(_) => false,
    }
}

fn routes(window: &Arc<Window>) -> Router {
    Router::new()
        .route("/", get(start::front))
        .route("/ticket/{ticket}", get(door::ticket))
        .route("/start", get(start::page))
        .route("/open", post(start::open))
        .route("/new", post(start::new))
        .route("/sample", post(start::sample))
        .route("/folder", post(start::folder))
        .route("/close", get(start::ask_to_close).post(start::close))
        .route("/now", get(now::page))
        .route("/closing/{step}", get(closing::step))
        .route("/at/entries", get(entries::page))
        .route("/entries/here", post(entries::here))
        .route("/entries/file", get(file::page).post(file::take).layer(DefaultBodyLimit::max(file::MOST_BYTES)))
        .route("/entries/read", post(file::read))
        .route("/entries/leave", post(file::leave))
        .route("/version", get(live::version))
        .route("/at/log", get(log::page))
        .route("/past", post(log::look_back))
        .route("/hall/close", post(start::close_hall))
        .route("/more", get(moments::more))
        .route("/at/round", get(round::page))
        .route("/round/understood", get(slips::read))
        .route("/round/slip", post(slips::enter))
        .route("/round/confirm", get(slips::confirm))
        .route("/at/paper", get(paper::page))
        .route("/print", post(paper::print))
        .route("/at/table", get(table::page).post(table::rule))
        .route("/at/appeal", get(appeal::page).post(appeal::send))
        .route("/at/rulings", get(rulings::page))
        .route("/at/standings", get(standings::page))
        .route("/at/prizes", get(prizes::page))
        .route("/at/settings", get(settings::page))
        .route("/at/ratings", get(ratings::page))
        .route("/ratings/file", post(ratings::take).layer(DefaultBodyLimit::max(ratings::MOST_BYTES)))
        .route("/ratings/propose", get(ratings::propose))
        .route("/at/{moment}", get(moments::page))
        .route("/propose", get(propose::page).post(propose::post))
        .route("/do", post(act::command))
        .route("/working/{number}", get(working::page))
        .route("/said/{number}", get(act::said))
        .route("/file/{*name}", get(act::file))
        .route("/form", get(forms::all))
        .route("/form/{*path}", get(forms::page).post(forms::send))
        .route("/desk.css", get(pages::style))
        .route("/desk.js", get(pages::script))
        .route("/favicon.ico", get(pages::mark))
        .fallback(pages::nowhere)
        .layer(from_fn_with_state(Arc::clone(window), door::guard))
        .with_state(Arc::clone(window))
}

async fn kept_open(window: Arc<Window>, listeners: Vec<TcpListener>, greet: impl FnOnce()) -> std::io::Result<()> {
    let routes = routes(&window);
    for listener in listeners {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let service = routes.clone().into_make_service_with_connect_info::<SocketAddr>();
        tokio::spawn(async move { axum::serve(listener, service).await });
    }
    let asked_to_close = crate::hall::asked_to_close()?;
    greet();
    tokio::select! {
        () = asked_to_close => {}
        // The last page is still to be dressed.
        () = window.closing.notified() => tokio::time::sleep(Duration::from_millis(700)).await,
    }
    // A command that is under way comes to its end.
    let last = tokio::task::spawn_blocking(move || {
        drop(window.turn());
        window.close_hall();
    });
    drop(last.await);
    Ok(())
}
