//! What the program says of itself, and on Linux the fixed address for which it is linked: `docs/decisions/0007-a-fixed-address.md` says what
//! that saves and what it costs.

use std::env::var;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |what: &str, wanted: &str| var(format!("CARGO_CFG_TARGET_{what}")).is_ok_and(|found| found == wanted);
    let is_static = var("CARGO_CFG_TARGET_FEATURE").is_ok_and(|features| features.contains("crt-static"));
    if is("OS", "linux") && is("ENV", "gnu") && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    let version = var("CARGO_PKG_VERSION").unwrap_or_default();
    let of_it = commit().map(|(commit, date)| format!(" ({commit}, {date})")).unwrap_or_default();
    println!("cargo::rustc-env=BUGHOUSE_BUILD={version}{of_it}");
}

/// The commit and its day, in a build that is not of every day, made where the project's own history lies.
fn commit() -> Option<(String, String)> {
    if var("PROFILE").is_ok_and(|profile| profile == "debug") || !Path::new(".git").exists() {
        return None;
    }
    let git = |words: &[&str]| {
        let said =
            Command::new("git").args(words).env("TZ", "UTC").output().ok().filter(|said| said.status.success())?;
        Some(String::from_utf8(said.stdout).ok()?.trim().to_owned())
    };
    println!("cargo::rerun-if-changed={}", git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    let date = match var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok()) {
        Some(seconds) => day(seconds),
        None => git(&["show", "--no-patch", "--format=%cd", "--date=format-local:%Y-%m-%d", "HEAD"])?,
    };
    Some((git(&["rev-parse", "--short=8", "HEAD"])?, date))
}

/// The day of a moment in seconds since 1970.
fn day(seconds: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut left, mut year, mut month) = (seconds / 86_400, 1970, 1);
    while left >= 365 + u64::from(is_leap(year)) {
        left -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if left < days {
            break;
        }
        left -= days;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", left + 1)
}
