//! What happens when the program itself is wrong: nothing is half done, the terminal is as it was, and a report says where.

use super::failure::{Code, Failure};
use super::show::Asker;
use crate::store::state_file;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Arc, Mutex};

/// Runs what the process was begun for. Should it panic, its transaction is dropped with it, and the director reads what to do about it
/// (exit 70).
pub fn guarded(asker: &Asker, as_json: bool, run: impl FnOnce() -> u8) -> u8 {
    let before = panic::take_hook();
    let latest = Arc::new(Mutex::new(None));
    let report = Arc::clone(&latest);
    panic::set_hook(Box::new(move |panic| note(panic, &report)));
    let outcome = panic::catch_unwind(AssertUnwindSafe(run));
    panic::set_hook(before);
    outcome.unwrap_or_else(|_| {
        let report = latest.lock().ok().and_then(|mut report| report.take());
        asker.failure(&failure(report), as_json)
    })
}

/// As [`guarded`], for one of several commands that the process runs: the report has the reason alone.
pub fn caught(asker: &Asker, as_json: bool, run: impl FnOnce() -> u8) -> u8 {
    panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        let reason = text.unwrap_or("no reason given");
        asker.failure(&failure(Some(format!("bughouse {}\n{reason}\n", env!("BUGHOUSE_BUILD")))), as_json)
    })
}

fn note(panic: &PanicHookInfo<'_>, report: &Mutex<Option<String>>) {
    let reason = panic.payload_as_str().unwrap_or("no reason given");
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let trace = std::backtrace::Backtrace::force_capture();
    if let Ok(mut report) = report.lock() {
        *report = Some(format!("bughouse {}\n{reason}\nat {place}\n\n{trace}\n", env!("BUGHOUSE_BUILD")));
    }
}

/// The words that were typed are not in the report: names of children may be among them.
fn failure(report: Option<String>) -> Failure {
    let report = report.unwrap_or_default();
    let kept = state_file("bughouse-bug-report.txt").filter(|path| std::fs::write(path, &report).is_ok());
    let where_it_lies = match kept {
        Some(path) => format!("the report is in {}", path.display()),
        None => report.lines().skip(1).take(2).collect::<Vec<_>>().join(" "),
    };
    Failure { code: Code::Bug, ..Failure::machine("a bug in bughouse stopped the command; nothing was changed") }.hint(
        format!("{where_it_lies}; `bughouse check` says whether the file is sound; typing the command a different way may work"),
    )
}

#[cfg(test)]
mod tests {
    use super::{Asker, caught, guarded};

    #[test]
    fn a_panic_ends_with_code_70() {
        assert_eq!(guarded(&Asker::default(), false, || panic!("seven teams, eight chairs")), 70);
        assert_eq!(caught(&Asker::default(), false, || panic!("eight teams, seven chairs")), 70);
    }
}
