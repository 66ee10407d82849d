//! The public pages: made once for each state of the event, compressed once, and handed out to everybody.

use super::counter::Queue;
use super::slow_work::SlowWork;
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
pub struct Site {
    tick: u64,
    /// When they were begun, and how long they took.
    begun: Instant,
    took: Duration,
    pages: HashMap<String, Leaf>,
}

impl Site {
    /// Pages by their names in a published folder.
    fn new(tick: u64, begun: Instant, files: impl Iterator<Item = (String, Vec<u8>)>) -> Self {
        let leaf = |(name, bytes): (String, Vec<u8>)| {
            let etag = format!("\"{}\"", &super::codes::digest(&bytes)[..20]);
            let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
            let zipped = gzip.write_all(&bytes).and_then(|()| gzip.finish()).unwrap_or_default();
            let kind = if name.ends_with(".css") { "text/css; charset=utf-8" } else { "text/html; charset=utf-8" };
            (name, Leaf { kind, bytes: bytes.into(), zipped: zipped.into(), etag })
        };
        let pages = files.map(leaf).collect();
        Self { tick, begun, took: begun.elapsed(), pages }
    }

    /// How long it is too early for newer ones.
    fn rests(&self) -> Duration {
        self.rest().saturating_sub(self.begun.elapsed())
    }

    fn rest(&self) -> Duration {
        (self.took * REST).min(LONGEST_REST)
    }

    /// Whether they are handed out although the event has changed since.
    fn is_fresh(&self) -> bool {
        self.begun.elapsed() < FRESH.max(self.took.min(LONGEST_REST) * 2 + self.rest())
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
    /// Held while they are made.
    turn: Arc<tokio::sync::Mutex<()>>,
}

/// For how long pages are handed out although the event has changed since; those of a large event a little longer.
const FRESH: Duration = Duration::from_secs(3);

/// How long somebody waits for newer pages: while the last ones are fresh, and after that.
const A_MOMENT: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_secs(10);

/// The pages of a large event are not made anew for every result: they take a fifth of the time at most.
const REST: u32 = 5;
/// Nor do they rest longer, where making them once took long because the laptop did something else.
const LONGEST_REST: Duration = Duration::from_secs(3);

impl Making {
    fn last(&self) -> Option<Arc<Site>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The pages of the event as it is, or those of a moment ago while new ones are made.
    pub async fn served(self: &Arc<Self>, queue: &Queue, slow_work: &Arc<dyn SlowWork>) -> Option<Arc<Site>> {
        let tick = queue.watch().borrow().tick;
        let last = self.last();
        if last.as_ref().is_some_and(|site| site.tick == tick || !site.rests().is_zero()) {
            return last;
        }
        let is_fresh = last.as_ref().is_some_and(|site| site.is_fresh());
        let is_the_last = || self.last().map(|site| site.begun) == last.as_ref().map(|site| site.begun);
        let making = async {
            let turn = Arc::clone(&self.turn);
            let turn = if is_fresh { turn.try_lock_owned().ok() } else { Some(turn.lock_owned().await) };
            if let Some(turn) = turn.filter(|_| is_the_last()) {
                let _ = tokio::spawn(Arc::clone(self).make(tick, Arc::clone(slow_work), turn)).await;
            }
        };
        let patience = match (&last, is_fresh) {
            (None, _) => Duration::MAX,
            (Some(_), true) => A_MOMENT,
            (Some(_), false) => PATIENCE,
        };
        let _ = tokio::time::timeout(patience, making).await;
        self.last()
    }

    /// Makes them anew after every change, once somebody has read them: then who comes first waits for nothing either.
    pub async fn keep(self: Arc<Self>, queue: Queue, slow_work: Arc<dyn SlowWork>) {
        let mut watch = queue.watch();
        while watch.changed().await.is_ok() {
            let Some(last) = self.last() else { continue };
            tokio::time::sleep(last.rests()).await;
            let turn = Arc::clone(&self.turn).lock_owned().await;
            let tick = watch.borrow_and_update().tick;
            if self.last().is_some_and(|site| site.tick != tick) {
                Arc::clone(&self).make(tick, Arc::clone(&slow_work), turn).await;
            }
        }
    }

    async fn make(self: Arc<Self>, tick: u64, slow_work: Arc<dyn SlowWork>, _turn: OwnedMutexGuard<()>) {
        let begun = Instant::now();
        let files = move || slow_work.pages().map(|files| Site::new(tick, begun, files.into_iter()));
        if let Ok(Ok(site)) = tokio::task::spawn_blocking(files).await {
            *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(site));
        }
    }
}
