//! Keeps the laptop from falling asleep while the hall is open, where the system lets a program do that; a sleeping laptop answers nobody.

use crate::cli::show;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What ends at once has refused.
const AT_ONCE: Duration = Duration::from_millis(500);

/// The laptop stays awake until this is dropped, or the program ends.
pub struct Awake(Option<Arc<Mutex<Child>>>);

impl Awake {
    /// Keeps it awake, and says at the laptop where that cannot be done.
    pub fn kept() -> Self {
        let Some(child) = keeper().and_then(|mut keeper| keeper.spawn().ok()) else {
            warn();
            return Self(None);
        };
        let child = Arc::new(Mutex::new(child));
        let kept = Arc::clone(&child);
        std::thread::spawn(move || {
            std::thread::sleep(AT_ONCE);
            if kept.lock().unwrap_or_else(PoisonError::into_inner).try_wait().is_ok_and(|ended| ended.is_some()) {
                warn();
            }
        });
        Self(Some(child))
    }
}

impl Drop for Awake {
    fn drop(&mut self) {
        if let Some(child) = &self.0 {
            let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = child.kill().and_then(|()| child.wait());
        }
    }
}

fn warn() {
    show::remark("this laptop may fall asleep, and then answers nobody: switch that off in its settings");
}

/// The system's own program for it. It ends with this one, also where this one is killed.
fn keeper() -> Option<Command> {
    let mut keeper = match () {
        () if cfg!(target_os = "macos") => {
            let mut keeper = Command::new("caffeinate");
            keeper.args(["-i", "-s", "-w", &std::process::id().to_string()]);
            keeper
        }
        () if cfg!(target_os = "linux") => {
            let mut keeper = Command::new("systemd-inhibit");
            let asked = ["--what=idle:sleep:handle-lid-switch", "--who=bughouse", "--why=the hall is open", "cat"];
            keeper.args(asked);
            keeper
        }
        () => return None,
    };
    keeper.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    Some(keeper)
}
