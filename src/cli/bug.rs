//! What happens when the program itself is wrong: nothing is half done, the terminal is as it was, and a report says where.

use super::failure::{Code, Failure};
use super::show;
use crate::store::state_file;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::process::ExitCode;
use std::sync::Mutex;

/// The report of the latest panic, until it is told.
static REPORT: Mutex<Option<String>> = Mutex::new(None);

/// Runs a command. Should it panic, its transaction is dropped with it, and the director reads what to do about it (exit 70).
pub fn guarded(as_json: bool, run: impl FnOnce() -> ExitCode) -> ExitCode {
    let before = panic::take_hook();
    panic::set_hook(Box::new(note));
    let outcome = panic::catch_unwind(AssertUnwindSafe(run));
    panic::set_hook(before);
    outcome.unwrap_or_else(|_| {
        let failure = told(REPORT.lock().ok().and_then(|mut report| report.take()));
        show::failure(&failure, as_json);
        ExitCode::from(failure.code as u8)
    })
}

fn note(panic: &PanicHookInfo<'_>) {
    let reason = panic.payload_as_str().unwrap_or("no reason given");
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let trace = std::backtrace::Backtrace::force_capture();
    if let Ok(mut report) = REPORT.lock() {
        *report = Some(format!("bughouse {}\n{reason}\nat {place}\n\n{trace}\n", env!("CARGO_PKG_VERSION")));
    }
}

/// The words that were typed are not in the report: names of children may be among them.
fn told(report: Option<String>) -> Failure {
    let report = report.unwrap_or_default();
    let kept = state_file("bughouse-bug-report.txt").filter(|path| std::fs::write(path, &report).is_ok());
    let where_it_lies = match kept {
        Some(path) => format!("the report lies in {}", path.display()),
        None => report.lines().skip(1).take(2).collect::<Vec<_>>().join(" "),
    };
    Failure {
        code: Code::Bug,
        ..Failure::machine("a mistake in this program stopped the command; nothing was changed")
    }
    .hint(format!(
        "{where_it_lies}; `bughouse check` says whether the file is well, and another way to type it may work"
    ))
}

#[cfg(test)]
mod tests {
    use super::guarded;
    use std::process::ExitCode;

    #[test]
    fn a_panic_ends_with_code_70() {
        let code = guarded(false, || panic!("seven teams, eight chairs"));
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(70)));
    }
}
