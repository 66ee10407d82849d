//! The hall, opened and closed from the desk's pages: the same server with a second listener.

use crate::cli::Everywhere;
use crate::cli::failure::Failure;
use crate::cli::hall::serve::Serve;
use crate::hall::Closing;
use std::sync::mpsc;
use std::thread::{JoinHandle, spawn};

/// A hall that is open.
pub struct OpenHall {
    closing: Closing,
    serving: JoinHandle<()>,
}

impl OpenHall {
    /// Opens it, and gives its address.
    pub fn open(serve: Serve, everywhere: Everywhere) -> Result<(Self, String), Failure> {
        let closing = Closing::default();
        let (sender, receiver) = mpsc::channel();
        let serving = spawn({
            let closing = closing.clone();
            move || {
                let opened = sender.clone();
                let served = serve.run_until(&everywhere, closing, |address| drop(opened.send(Ok(address.to_owned()))));
                if let Err(failure) = served {
                    drop(sender.send(Err(failure)));
                }
            }
        });
        let opened = receiver.recv().unwrap_or_else(|_| Err(Failure::machine("the hall closed at once")));
        opened.map(|address| (Self { closing, serving }, address))
    }

    pub fn is_open(&self) -> bool {
        !self.serving.is_finished()
    }

    /// Closes it; what was tapped is filed first.
    pub fn close(self) {
        self.closing.close();
        drop(self.serving.join());
    }
}
