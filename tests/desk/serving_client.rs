//! An open hall for tests, and who knocks at its door: `bughouse serve` as a process, and requests written by hand.

use super::hall::Hall;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command};
use std::time::Duration;

/// A hall that is open until it is dropped.
pub struct Serving {
    pub address: SocketAddr,
    child: Child,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What came back.
#[derive(Debug, Clone)]
pub struct Got {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub bytes: Vec<u8>,
}

impl Got {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|e| panic!("no JSON ({e}):\n{self:?}\n{}", self.text()))
    }

    /// Fails the test unless it ended so.
    pub fn is(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text());
        self
    }
}

impl Serving {
    /// Opens the hall of a tournament on a port of its own.
    pub fn of(hall: &Hall) -> Self {
        Self::with(hall, &[])
    }

    pub fn with(hall: &Hall, words: &[&str]) -> Self {
        let port: &[&str] = if words.contains(&"--port") { &[] } else { &["--port", "0"] };
        let words: Vec<&str> =
            ["serve", "--bind", "127.0.0.1", "--json"].iter().chain(words).chain(port).copied().collect();
        Self::by(&mut hall.command(&words))
    }

    /// Opens a hall by a command that serves one.
    pub fn by(command: &mut Command) -> Self {
        Self::by_with_address(command).0
    }

    /// The same, with the address that it printed.
    pub fn by_with_address(command: &mut Command) -> (Self, String) {
        let mut child = command.spawn().expect("the binary was built with the tests");
        let mut said = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut text = String::new();
        while serde_json::from_str::<Value>(&text).is_err() {
            assert!(said.read_line(&mut text).expect("it says where it is") > 0, "{text}{}", complaint(&mut child));
        }
        let json: Value = serde_json::from_str(&text).expect("it was read to its end");
        let whole = json["address"].as_str().expect("an address").to_owned();
        let (_, address) = whole.split_once("://").expect("an address");
        // A name leads to this machine, or to a proxy on it.
        let port = json["port"].as_u64().and_then(|port| u16::try_from(port).ok()).expect("a port");
        let address = address.parse().unwrap_or(([127, 0, 0, 1], port).into());
        (Self { address, child }, whole)
    }

    /// Ends it at once, in the middle of whatever it does.
    pub fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Asks it to end as the system would. Gives its exit code.
    pub fn close(mut self) -> i32 {
        let id = self.child.id().to_string();
        std::process::Command::new("kill").args(["-TERM", &id]).status().expect("there is a kill");
        self.child.wait().expect("it ends").code().unwrap_or(-1)
    }

    /// Waits until it has ended by itself. Gives its exit code.
    pub fn ended(mut self) -> i32 {
        self.child.wait().expect("it ends").code().unwrap_or(-1)
    }

    /// The number of its process.
    pub fn id(&self) -> String {
        self.child.id().to_string()
    }

    /// Megabytes of memory that it has had at most; `None` where the system does not say.
    pub fn memory(&self) -> Option<f64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
    }

    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Got {
        try_ask(self.address, method, path, headers, body).expect("an answer")
    }

    pub fn get(&self, path: &str, token: &str) -> Got {
        self.ask("GET", path, &[("Authorization", &format!("Bearer {token}"))], b"")
    }

    pub fn post(&self, path: &str, token: &str, body: &Value) -> Got {
        self.ask(
            "POST",
            path,
            &[("Authorization", &format!("Bearer {token}")), ("Content-Type", "application/json")],
            body.to_string().as_bytes(),
        )
    }

    /// Enrols a device with these options, and joins. Gives its token.
    pub fn enrol(&self, hall: &Hall, name: &str, options: &[&str]) -> String {
        let words: Vec<&str> = ["device", "add", name].iter().chain(options).copied().collect();
        let code = hall.json(&words)["code"].as_str().expect("a code").to_owned();
        let joined = self.ask("POST", "/api/join", &[], json!({ "code": code }).to_string().as_bytes()).is(200);
        joined.json()["token"].as_str().expect("a token").to_owned()
    }
}

/// A request, as it is written; `None` where the connection broke.
pub fn try_ask(address: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Option<Got> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(180))).ok()?;
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        head += &format!("Host: {}\r\n", address);
    }
    headers.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
    if method != "GET" {
        head += &format!("Content-Length: {}\r\n", body.len());
    }
    // A server that refuses early closes before it has read everything.
    let _ = stream.write_all(format!("{head}\r\n").as_bytes()).and_then(|()| stream.write_all(body));
    let mut bytes = Vec::new();
    let mut chunk = [0; 8192];
    while let Ok(count @ 1..) = stream.read(&mut chunk) {
        bytes.extend_from_slice(&chunk[..count]);
    }
    read(&bytes)
}

fn complaint(child: &mut Child) -> String {
    let mut said = String::new();
    let _ = child.stderr.take().map(|mut err| err.read_to_string(&mut said));
    said
}

fn read(bytes: &[u8]) -> Option<Got> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next()?.split_whitespace().nth(1)?.parse().ok()?;
    let header = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()));
    let headers: Vec<(String, String)> = lines.filter_map(header).collect();
    let rest = bytes[end + 4..].to_vec();
    let is_chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    Some(Got { status, headers, bytes: if is_chunked { joined(&rest) } else { rest } })
}

fn joined(mut chunks: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = chunks.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&chunks[..end]), 16).unwrap_or(0);
        if size == 0 || chunks.len() < end + 2 + size + 2 {
            break;
        }
        whole.extend_from_slice(&chunks[end + 2..end + 2 + size]);
        chunks = &chunks[end + 4 + size..];
    }
    whole
}
