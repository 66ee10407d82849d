//! Where async ends: a statement is waited for on the thread that asked.

use std::cell::OnceCell;
use std::future::Future;
use tokio::runtime::{Builder, Runtime};

thread_local! {
    static RUNTIME: OnceCell<Runtime> = const { OnceCell::new() };
}

/// A future of the database that is waited for where it stands.
pub(super) trait Wait: Future + Sized {
    fn wait(self) -> Self::Output {
        RUNTIME.with(|runtime| {
            let made = || {
                Builder::new_current_thread()
                    .enable_time()
                    .build()
                    .expect("a runtime without I/O asks nothing of the system")
            };
            runtime.get_or_init(made).block_on(self)
        })
    }
}

impl<F: Future> Wait for F {}
