//! What takes long at the desk in the browser, while it is done.

use axum::response::Response;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What is remembered of work that nobody asked about any more.
const KEPT: usize = 50;

pub struct Work {
    pub number: u64,
    pub what: String,
    pub since: Instant,
    /// Where it led, until the page that follows it has shown it.
    pub answer: Option<Response>,
}

#[derive(Default)]
pub struct Works {
    last: AtomicU64,
    all: Mutex<VecDeque<Work>>,
}

impl Works {
    pub fn with<T>(&self, of: impl FnOnce(&mut VecDeque<Work>) -> T) -> T {
        of(&mut self.all.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn begin(&self, what: String, since: Instant) -> u64 {
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        self.with(|works| {
            works.push_back(Work { number, what, since, answer: None });
            while works.len() > KEPT {
                works.pop_front();
            }
        });
        number
    }

    pub fn end(&self, number: u64, answer: Response) {
        self.with(|works| {
            if let Some(work) = works.iter_mut().find(|work| work.number == number) {
                work.answer = Some(answer);
            }
        });
    }
}
