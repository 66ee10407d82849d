//! `bughouse version`: which release this is and, on request alone, whether there is a newer one.

use super::connection::agent;
use crate::cli::answer::Answer;
use crate::cli::desk::Runs;
use crate::cli::everywhere::Everywhere;
use crate::cli::failure::Failure;
use crate::cli::traits::{Moment, Traits};
use clap::Args;
use serde_json::json;
use std::time::Duration;

/// Say which release this is and, if asked, whether there is a newer one
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  bughouse version\n  bughouse version --check   needs the internet; nothing else here does"
)]
pub struct Version {
    /// Check the releases page for a newer version; no event data is sent
    #[arg(long)]
    check: bool,
}

/// How long the page of releases may take.
const PATIENCE: Duration = Duration::from_secs(10);

const THIS: &str = env!("CARGO_PKG_VERSION");

impl Runs for Version {
    const TRAITS: Traits = Traits::reads(Moment::Around).of_no_tournament();

    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let this = format!("bughouse {}", env!("BUGHOUSE_BUILD"));
        if !self.check {
            return Ok(Answer::said(this, json!({ "version": THIS, "build": env!("BUGHOUSE_BUILD") })));
        }
        let own = concat!(env!("CARGO_PKG_REPOSITORY"), "/releases");
        let page = everywhere.asker.environment.releases.as_deref().unwrap_or(own);
        let newest = newest(page)?;
        let is_newer = newest.as_deref().and_then(numbers) > numbers(THIS);
        let news = match &newest {
            Some(newest) if is_newer => format!("{newest} is newer: get it from {page}"),
            Some(_) => "this is the newest release".to_owned(),
            None => format!("nothing has been released at {page} yet"),
        };
        let json = json!({ "version": THIS, "build": env!("BUGHOUSE_BUILD"), "newest": newest, "is_newer": is_newer, "page": page });
        Ok(Answer::said(format!("{this}\n{news}"), json))
    }
}

/// The newest release: a page of releases leads from `latest` to the tag of it.
fn newest(page: &str) -> Result<Option<String>, Failure> {
    let unknown = |why: String| {
        Failure::machine(format!("cannot tell whether there is a newer release: {why}"))
            .hint("this one works without the internet; ask again when you are online")
    };
    let address = format!("{}/latest", page.trim_end_matches('/'));
    let answer =
        agent(PATIENCE).get(&address).call().map_err(|error| unknown(format!("{page} does not answer ({error})")))?;
    let status = answer.status().as_u16();
    let leads_to = answer.headers().get("location").and_then(|to| to.to_str().ok()).unwrap_or_default();
    match leads_to.rsplit_once("/tag/v") {
        Some((_, newest)) if numbers(newest).is_some() => Ok(Some(newest.to_owned())),
        _ if (300..400).contains(&status) => Ok(None),
        _ => Err(unknown(format!("{page} answers with HTTP {status}, not with a release"))),
    }
}

/// 0.10.1 comes after 0.9.2.
fn numbers(version: &str) -> Option<[u32; 3]> {
    let numbers: Vec<u32> = version.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn releases_are_in_the_order_of_their_numbers() {
        assert!(numbers("0.10.1") > numbers("0.9.2") && numbers("1.0.0") > numbers("0.99.99"));
        assert!(["1.0", "1.0.0-rc.1", "", "1.0.0/../x", "../etc"].iter().all(|version| numbers(version).is_none()));
    }
}
