//! The public pages: made once for each state of the event, compressed once, and handed out to everybody.

use super::aside::Aside;
use super::counter::Queue;
use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::OwnedMutexGuard;

/// A file that is handed out as it is.
pub struct Leaf {
    pub kind: &'static str,
    pub bytes: Bytes,
    pub zipped: Bytes,
    pub etag: String,
}

/// All public pages by name, as of one state of the file.
#[derive(Default)]
pub struct Site {
    pub tick: u64,
    pages: HashMap<String, Leaf>,
}

impl Site {
    /// Pages by their names in a published folder.
    pub fn new(tick: u64, files: impl Iterator<Item = (String, Vec<u8>)>) -> Self {
        let leaf = |(name, bytes): (String, Vec<u8>)| {
            let etag = format!("\"{}\"", &super::codes::digest(&bytes)[..20]);
            let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
            let zipped = gzip.write_all(&bytes).and_then(|()| gzip.finish()).unwrap_or_default();
            let kind = if name.ends_with(".css") { "text/css; charset=utf-8" } else { "text/html; charset=utf-8" };
            (name, Leaf { kind, bytes: bytes.into(), zipped: zipped.into(), etag })
        };
        Self { tick, pages: files.map(leaf).collect() }
    }

    /// The page at an address: by its own name, or as `section/1/standings`, `section/1` and `team/7`.
    pub fn find(&self, path: &str) -> Option<&Leaf> {
        let name = if path.is_empty() { "index.html" } else { path };
        self.pages.get(name).or_else(|| self.pages.get(&format!("{}.html", path.replace('/', "-")))).or_else(|| {
            let rounds = format!("{}-round-", path.replace('/', "-"));
            let round = |name: &&String| name.strip_prefix(&rounds)?.strip_suffix(".html")?.parse::<u32>().ok();
            self.pages.get(self.pages.keys().filter(|name| round(name).is_some()).max_by_key(round)?)
        })
    }
}

/// The pages as they were made last, and who makes them anew.
#[derive(Default)]
pub struct Making {
    last: Mutex<Option<Arc<Site>>>,
    /// Held while they are made: when they were made last, and how long it took.
    turn: Arc<tokio::sync::Mutex<Option<(Instant, Duration)>>>,
}

/// How long somebody waits for new pages before the last ones are good enough.
const PATIENCE: Duration = Duration::from_millis(50);

/// The pages of a large event are not made anew for every result: they take a fifth of the time at most.
const REST: u32 = 5;

impl Making {
    fn last(&self) -> Option<Arc<Site>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The pages of the event as it is, or the last ones while new ones are made.
    pub async fn served(self: &Arc<Self>, queue: &Queue, aside: &Arc<dyn Aside>) -> Option<Arc<Site>> {
        let tick = queue.watch().borrow().tick;
        let last = self.last();
        if last.as_ref().is_some_and(|site| site.tick == tick) {
            return last;
        }
        let turn = Arc::clone(&self.turn);
        let turn = if last.is_none() { Ok(turn.lock_owned().await) } else { turn.try_lock_owned() };
        let is_too_soon = |(at, took): (Instant, Duration)| at.elapsed() < took * REST;
        match turn {
            Ok(turn) if self.last().is_none_or(|site| site.tick != tick) && !turn.is_some_and(is_too_soon) => {
                let making = tokio::spawn(Arc::clone(self).make(tick, Arc::clone(aside), turn));
                let _ = tokio::time::timeout(if last.is_some() { PATIENCE } else { Duration::MAX }, making).await;
            }
            _ => {}
        }
        self.last()
    }

    async fn make(
        self: Arc<Self>,
        tick: u64,
        aside: Arc<dyn Aside>,
        mut turn: OwnedMutexGuard<Option<(Instant, Duration)>>,
    ) {
        let begun = Instant::now();
        let made = tokio::task::spawn_blocking(move || aside.pages().map(|files| Site::new(tick, files.into_iter())));
        if let Ok(Ok(site)) = made.await {
            *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(site));
        }
        *turn = Some((Instant::now(), begun.elapsed()));
    }
}
