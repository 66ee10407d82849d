//! The connection to the laptop that serves the hall: one request, one answer. The halls that this laptop has joined, and what opens each, are in
//! a file in the user's settings that nobody else may read.

use crate::cli::command_text::cmd;
use crate::cli::failure::{Code, Failure};
use crate::store::{put_private, settings_file};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio_rustls::rustls;
use tokio_rustls::rustls::InvalidMessage;
use tokio_rustls::rustls::crypto::ring::default_provider;
use ureq::tls::{RootCerts, TlsConfig};

/// How long a laptop may take to say that it is there.
const IS_THERE: Duration = Duration::from_secs(5);

/// How long a command may take: a sheet of a large event is set for a while.
const ANSWERS: Duration = Duration::from_secs(600);

/// Bytes of an answer, documents and all.
const LARGEST: u64 = 512 << 20;

/// A hall, as it was named.
pub struct Connection {
    url: String,
    agent: ureq::Agent,
}

/// A copy of the file, and its mark.
type Copied = (Option<String>, Vec<u8>);

/// Why nothing came back.
pub enum Broken {
    /// Nobody is there: nothing was asked.
    NobodyThere(String),
    /// It speaks http where https was named, or https where http was: nothing was done.
    OtherScheme,
    /// The line went dead while the answer was under way: it may have been done.
    Meanwhile(String),
}

impl Connection {
    /// The hall of this address, as it is printed where it was opened.
    pub fn to(named: &str) -> Result<Self, Failure> {
        Ok(Self { url: address(named)?, agent: agent(ANSWERS) })
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// What opens this hall to this laptop.
    pub fn key(&self) -> Result<Key, Failure> {
        let mut known = every()?;
        if let Some(key) = known.remove(&self.url) {
            return Ok(key);
        }
        let failure = Failure::mistyped(format!("this laptop has not joined the hall at {}", self.url));
        let otherwise = otherwise(&self.url);
        Err(match known.contains_key(&otherwise) {
            true => failure.hint(format!("it has joined {otherwise}: type that instead")),
            false => failure.hint(format!(
                "on the laptop that serves it: {}; here: {}",
                cmd!("device add NAME --role desk"),
                cmd!("--server {} join CODE", self.url)
            )),
        })
    }

    /// Asks for something to be done. Gives the status and the answer.
    pub fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<(u16, Value), Broken> {
        let mut request = self.agent.post(format!("{}{path}", self.url));
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        let mut response = request.send_json(body).map_err(broken)?;
        let status = response.status().as_u16();
        let text = response.body_mut().with_config().limit(LARGEST).read_to_vec().map_err(broken)?;
        let answer = serde_json::from_slice(&text);
        if answer.as_ref().is_ok_and(is_https_alone) {
            return Err(Broken::OtherScheme);
        }
        answer.map(|answer| (status, answer)).map_err(|_| match status {
            // What the proxy passed on may have been done, although it waits no longer.
            502 | 504 => Broken::Meanwhile(format!("the proxy there got no answer from the hall (HTTP {status})")),
            413 => Broken::NobodyThere(format!(
                "the proxy there doesn't take anything that large (HTTP {status}), but a hall takes files up to 48 MB"
            )),
            _ => Broken::NobodyThere(format!(
                "something else answers there (HTTP {status}), which isn't a bughouse hall"
            )),
        })
    }

    /// Fetches a copy of the file with its mark, unless it is the one that bears a known mark.
    pub fn copy(&self, token: &str, known: Option<&str>) -> Result<Option<Copied>, Failure> {
        let (status, etag, bytes) = self.get("/api/copy", token, known).map_err(|broken| match broken {
            // Nothing is changed by a copy.
            Broken::NobodyThere(reason) | Broken::Meanwhile(reason) => self.failure(&Broken::NobodyThere(reason)),
            Broken::OtherScheme => self.failure(&Broken::OtherScheme),
        })?;
        match status {
            304 => Ok(None),
            200 => Ok(Some((etag, bytes))),
            _ => {
                let answer = serde_json::from_slice(&bytes).unwrap_or_default();
                Err(if is_https_alone(&answer) { self.failure(&Broken::OtherScheme) } else { refused(&answer) })
            }
        }
    }

    fn get(&self, path: &str, token: &str, known: Option<&str>) -> Result<(u16, Option<String>, Vec<u8>), Broken> {
        let request = self.agent.get(format!("{}{path}", self.url)).header("Authorization", format!("Bearer {token}"));
        let request = if let Some(known) = known { request.header("If-None-Match", known) } else { request };
        let mut response = request.call().map_err(broken)?;
        let etag = response.headers().get("etag").and_then(|etag| etag.to_str().ok()).map(str::to_owned);
        let bytes = response.body_mut().with_config().limit(LARGEST).read_to_vec().map_err(broken)?;
        Ok((response.status().as_u16(), etag, bytes))
    }

    /// Notifies the laptop that serves this address that the hall goes on elsewhere. Whether that has arrived.
    pub fn yields(&self, token: &str, epoch: i64) -> bool {
        let request = self.agent.get(format!("{}/api/state", self.url)).header("X-Epoch", epoch.to_string());
        let answer = request.header("Authorization", format!("Bearer {token}")).call();
        answer.is_ok_and(|answer| answer.status().as_u16() == 200)
    }

    /// The sentence for a person that nothing came back.
    pub fn failure(&self, broken: &Broken) -> Failure {
        match broken {
            Broken::NobodyThere(reason) => Failure::machine(format!("the hall at {} does not answer: {reason}", self.url))
                .hint(format!("nothing was changed; is {} running there, and is this laptop on the same network? Paper works without it", cmd!("serve"))),
            Broken::OtherScheme => {
                let (named, otherwise) = (scheme(&self.url), otherwise(&self.url));
                Failure::mistyped(format!("the hall at {} uses {}, not {named}", self.url, scheme(&otherwise)))
                    .hint(format!("nothing was changed; type {otherwise} instead"))
            }
            Broken::Meanwhile(reason) => Failure::machine(format!("the connection to {} broke: {reason}", self.url))
                .hint(format!("the command may or may not have gone through: check with {} before typing it again", cmd!("log"))),
        }
    }
}

/// What asks, and waits so long for an answer; where the answer is elsewhere, it is answered so.
pub fn agent(patience: Duration) -> ureq::Agent {
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None)
        .tls_config(
            TlsConfig::builder()
                .root_certs(RootCerts::PlatformVerifier)
                .unversioned_rustls_crypto_provider(Arc::new(default_provider()))
                .build(),
        )
        .timeout_connect(Some(IS_THERE))
        .timeout_global(Some(patience));
    config.build().new_agent()
}

/// Why the hall said no.
pub fn refused(answer: &Value) -> Failure {
    let error = &answer["error"];
    let code = match error["code"].as_i64() {
        Some(1) => Code::Forbidden,
        Some(3) => Code::Machine,
        Some(70) => Code::Bug,
        _ => Code::Mistyped,
    };
    let said = |key: &str| error[key].as_str().map(str::to_owned);
    let message = said("message").unwrap_or_else(|| "the hall refused without saying why".to_owned());
    Failure { code, hint: said("hint"), ..Failure::mistyped(message) }
}

fn broken(error: ureq::Error) -> Broken {
    use std::io::ErrorKind::{ConnectionRefused, HostUnreachable, NetworkUnreachable};
    match &error {
        ureq::Error::HostNotFound
        | ureq::Error::ConnectionFailed
        | ureq::Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve) => {
            Broken::NobodyThere(error.to_string())
        }
        ureq::Error::Io(io) if matches!(io.kind(), ConnectionRefused | HostUnreachable | NetworkUnreachable) => {
            Broken::NobodyThere(io.to_string())
        }
        ureq::Error::Io(io) if let Some(broken) = no_trust(io) => broken,
        _ => Broken::Meanwhile(error.to_string()),
    }
}

/// Why the other side was not believed, so that nothing was asked of it.
fn no_trust(error: &std::io::Error) -> Option<Broken> {
    match error.get_ref()?.downcast_ref()? {
        rustls::Error::InvalidCertificate(why) => {
            Some(Broken::NobodyThere(format!("this computer does not trust its certificate ({why:?})")))
        }
        rustls::Error::InvalidMessage(InvalidMessage::InvalidContentType) => Some(Broken::OtherScheme),
        _ => None,
    }
}

/// Whether a hall says that it was asked by http, and takes https alone.
fn is_https_alone(answer: &Value) -> bool {
    answer["error"]["https"] == true
}

fn scheme(url: &str) -> &str {
    url.split_once("://").map_or(url, |(scheme, _)| scheme)
}

/// The same address by http in place of https, or the other way round.
fn otherwise(url: &str) -> String {
    match url.split_once("://") {
        Some(("https", host)) => format!("http://{host}"),
        Some((_, host)) => format!("https://{host}"),
        None => url.to_owned(),
    }
}

/// An address as it is kept: `http://HOST:PORT`, or https.
pub fn address(named: &str) -> Result<String, Failure> {
    let example = format!("as the laptop prints it: {}", cmd!("--server http://192.168.1.7:7777 status"));
    let named = named.trim();
    let (scheme, rest) = match named.strip_prefix("https://") {
        Some(rest) => ("https", rest),
        None => ("http", named.strip_prefix("http://").unwrap_or(named)),
    };
    let host = rest.split('/').next().unwrap_or_default();
    let is_host = !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || "-.:[]_".contains(c));
    if !is_host || rest.trim_end_matches('/') != host {
        return Err(Failure::mistyped(format!("{named} isn't the address of a hall")).hint(example));
    }
    Ok(format!("{scheme}://{}", host.to_ascii_lowercase()))
}

/// Where they are kept.
const FILE: &str = "halls.json";

/// What a hall gave this laptop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    pub token: String,
    pub device: i64,
    pub name: String,
    pub official: Option<String>,
}

/// What opens every hall that this laptop has joined, by address.
pub fn every() -> Result<BTreeMap<String, Key>, Failure> {
    all(&place()?)
}

/// Keeps what opens a hall, in place of an older key.
pub fn keep(url: &str, key: Key) -> Result<PathBuf, Failure> {
    let place = place()?;
    let mut keys = all(&place)?;
    keys.insert(url.to_owned(), key);
    let text = serde_json::to_vec_pretty(&keys).unwrap_or_default();
    put_private(&place, &text).map_err(|error| {
        Failure::machine(format!("{} could not be written: {error}", place.display()))
            .hint("free up space, and get a new code: this one is used up")
    })?;
    Ok(place)
}

fn place() -> Result<PathBuf, Failure> {
    settings_file(FILE).ok_or_else(|| {
        Failure::machine("there is no settings folder for this user")
            .hint("name one that exists in $XDG_CONFIG_HOME, or set $HOME")
    })
}

fn all(place: &std::path::Path) -> Result<BTreeMap<String, Key>, Failure> {
    let unreadable = |reason: String| {
        Failure::machine(format!("{} cannot be read: {reason}", place.display()))
            .hint(format!("remove it, and join again: {}", cmd!("--server URL join CODE")))
    };
    match std::fs::read(place) {
        Ok(text) => serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(BTreeMap::new()),
        Err(error) => Err(unreadable(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_taken_as_it_is_typed() {
        for typed in ["http://Hall.local:7777/", "hall.local:7777", " http://HALL.local:7777 "] {
            assert_eq!(address(typed).unwrap(), "http://hall.local:7777");
        }
        assert_eq!(address("https://Hall.example.org/").unwrap(), "https://hall.example.org");
        for typed in ["", "http://", "https://", "http://a/join/CODE", "ftp://a", "a b", "http://a@b"] {
            assert!(address(typed).is_err(), "{typed}");
        }
    }
}
