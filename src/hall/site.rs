//! The public pages: made once for each state of the event, compressed once, and handed out to everybody.

use super::serving::Hall;
use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, PoisonError};

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
            let etag = format!("\"{}\"", &super::codes::digest_of(&bytes)[..20]);
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

/// The pages of the event as it is. Whoever comes while they are made anew gets the last ones.
pub async fn served(hall: &Hall) -> Option<Arc<Site>> {
    let kept = || hall.site.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let tick = hall.queue.watch().borrow().tick;
    let last = kept();
    if last.as_ref().is_some_and(|site| site.tick == tick) {
        return last;
    }
    let is_first = last.is_none();
    // One asks, the others need not wait for it.
    let Ok(_asking) = (if is_first { Ok(hall.making.lock().await) } else { hall.making.try_lock() }) else {
        return last;
    };
    if kept().is_some_and(|site| site.tick == tick) {
        return kept();
    }
    let made = hall.queue.ask(|counter| counter.site()).await.ok().flatten();
    if let Some(site) = made {
        *hall.site.lock().unwrap_or_else(PoisonError::into_inner) = Some(site);
    }
    kept()
}
