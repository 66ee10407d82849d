//! The load of a hall: 300 teams, 2,000 readers, 40 devices that write, against the figures that it must stand.
//!
//! `cargo bench --bench hall` opens a real hall and asks it over real sockets. It ends with a failure where a figure is missed.

#[allow(dead_code)]
#[path = "../tests/desk/hall.rs"]
mod hall;
#[allow(dead_code)]
#[path = "../tests/desk/serving_client.rs"]
mod serving_client;

use hall::Hall;
use serde_json::json;
use serving_client::{Serving, try_ask};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::ExitCode;
use std::sync::{Barrier, Mutex};
use std::time::{Duration, Instant};

const TEAMS: u32 = 300;
const READERS: usize = 2000;
const POLL: Duration = Duration::from_secs(20);
const BURST: Duration = Duration::from_secs(10);
const DEVICES: usize = 40;

/// Threads among which the readers are divided.
const THREADS: usize = 20;

fn main() -> ExitCode {
    // `cargo test --benches` only sees whether it is built.
    if std::env::args().any(|word| word == "--test") {
        return ExitCode::SUCCESS;
    }
    let hall = event();
    let begun = Instant::now();
    let serving = Serving::of(&hall);
    serving.ask("GET", "/", &[], b"").is(200);
    let mut figures = Figures::default();
    figures.within("from `serve` to the first page", 1000.0, millis(begun.elapsed()), "ms");
    let tokens: Vec<String> =
        (1..=DEVICES).map(|n| serving.enrol(&hall, &format!("Tablet {n}"), &["--role", "floor-chief"])).collect();
    let address = serving.address;

    let readers: Vec<Mutex<Reader>> = (0..READERS).map(|_| Mutex::new(Reader::of(address))).collect();
    let first = polled(&readers, BURST);
    figures.readers("2,000 readers for the first time, within 10 s", &first);
    figures.readers("2,000 readers, each every 20 s, nothing new", &polled(&readers, POLL));

    let mut taps = Taps::of(&tokens);
    figures.taps("40 devices tap at the same moment, five times", &taps.at_once(address, 5));
    let follower = Follower::of(address);
    let (read, written) = std::thread::scope(|scope| {
        let reading = scope.spawn(|| polled(&readers, POLL));
        let written = taps.now_and_then(address, POLL, Duration::from_secs(2));
        (reading.join().expect("the readers read"), written)
    });
    figures.taps("40 devices, each a tap every 2 s", &written);
    figures.readers("2,000 readers meanwhile", &read);
    figures.within("the last tap until a screen hears of it", 1000.0, millis(follower.delay(address, &mut taps)), "ms");

    (1..=TEAMS / 2).for_each(|table| _ = hall.run(&["result", &table.to_string(), "1-0"]));
    hall.run(&["pair"]).ok();
    let posted = polled(&readers, BURST);
    figures.readers("a new round: 2,000 readers within 10 s", &posted);
    figures.within("memory at most", 150.0, serving.memory().unwrap_or_default(), "MB");
    hall.run(&["check"]).ok();
    figures.report()
}

/// An event of 300 teams with its first round posted.
fn event() -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    let line = |n: u32| format!("Team {n},P{n}a Alpha,P{n}b Beta,{},{}\n", 2200 - 4 * n, 2198 - 4 * n);
    let lines: String = (1..=TEAMS).map(line).collect();
    hall.write("entries.csv", format!("team,player1,player2,rating1,rating2\n{lines}"));
    hall.run(&["import", "entries.csv", "--section", "Open"]).ok();
    hall.run(&["pair"]).ok();
    hall
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// A phone that looks at the standings page again and again, on a connection that it keeps.
struct Reader {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
    etag: Option<String>,
}

/// What came of many requests.
#[derive(Default)]
struct Handled {
    took: Vec<f64>,
    unchanged: usize,
    wrong: Vec<String>,
    lasted: Duration,
}

impl Handled {
    fn percentile(&self, percent: usize) -> f64 {
        let mut took = self.took.clone();
        took.sort_by(f64::total_cmp);
        took.get((took.len() * percent / 100).min(took.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
    }

    fn join(mut self, other: Self) -> Self {
        self.took.extend(other.took);
        self.wrong.extend(other.wrong);
        Self { unchanged: self.unchanged + other.unchanged, ..self }
    }
}

impl Reader {
    fn of(address: SocketAddr) -> Self {
        Self { address, stream: None, etag: None }
    }

    /// Asks once. Gives the status.
    fn ask(&mut self) -> std::io::Result<u16> {
        if self.stream.is_none() {
            let stream = TcpStream::connect(self.address)?;
            stream.set_read_timeout(Some(Duration::from_secs(30)))?;
            stream.set_nodelay(true)?;
            self.stream = Some(BufReader::new(stream));
        }
        let asked = self.asked();
        // A connection that the server has let go of meanwhile is opened anew, once, as every browser does.
        if asked.is_err() {
            self.stream = Some(BufReader::new(TcpStream::connect(self.address)?));
            return self.asked();
        }
        asked
    }

    fn asked(&mut self) -> std::io::Result<u16> {
        let stream = self.stream.as_mut().ok_or(std::io::ErrorKind::NotConnected)?;
        let known = self.etag.as_ref().map(|etag| format!("If-None-Match: {etag}\r\n")).unwrap_or_default();
        let head = format!("GET /section/1 HTTP/1.1\r\nHost: {}\r\nAccept-Encoding: gzip\r\n{known}\r\n", self.address);
        stream.get_mut().write_all(head.as_bytes())?;
        let (mut status, mut length, mut line) = (0, 0, String::new());
        loop {
            line.clear();
            if stream.read_line(&mut line)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            let answer = line.trim_end();
            if answer.is_empty() {
                break;
            }
            match answer.split_once(": ") {
                Some(("content-length", answer)) => length = answer.parse().unwrap_or(0),
                Some(("etag", answer)) => self.etag = Some(answer.to_owned()),
                _ if status == 0 => {
                    status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
                }
                _ => {}
            }
        }
        if status != 304 {
            std::io::copy(&mut stream.by_ref().take(length), &mut std::io::sink())?;
        }
        Ok(status)
    }
}

/// Each reader asks once, all evenly spread over a time.
fn polled(readers: &[Mutex<Reader>], over: Duration) -> Handled {
    let begun = Instant::now();
    let outcomes = std::thread::scope(|scope| {
        let thread = |number: usize| {
            scope.spawn(move || {
                let mut outcome = Handled::default();
                for (at, reader) in readers.iter().enumerate().skip(number).step_by(THREADS) {
                    let due = over.mul_f64(at as f64 / readers.len() as f64);
                    std::thread::sleep(due.saturating_sub(begun.elapsed()));
                    let asked = Instant::now();
                    match reader.lock().expect("one thread a reader").ask() {
                        Ok(status @ (200 | 304)) => outcome.unchanged += usize::from(status == 304),
                        Ok(status) => outcome.wrong.push(status.to_string()),
                        Err(error) => outcome.wrong.push(error.to_string()),
                    }
                    outcome.took.push(millis(asked.elapsed()));
                }
                outcome
            })
        };
        let threads: Vec<_> = (0..THREADS).map(thread).collect();
        threads.into_iter().map(|thread| thread.join().expect("a reader reads")).fold(Handled::default(), Handled::join)
    });
    Handled { lasted: begun.elapsed(), ..outcomes }
}

/// What is on file at the tables of the devices: each has some of its own, and corrects what it said before.
struct Taps<'t> {
    tokens: &'t [String],
    on_file: Vec<Mutex<Option<&'static str>>>,
    given: usize,
}

impl<'t> Taps<'t> {
    fn of(tokens: &'t [String]) -> Self {
        Self { tokens, on_file: tokens.iter().map(|_| Mutex::new(None)).collect(), given: 0 }
    }

    /// One tap of a device at its table. Gives how long it took.
    fn tap(&self, address: SocketAddr, device: usize, request: &str) -> Result<Duration, String> {
        let mut on_file = self.on_file[device].lock().expect("one thread a device");
        let result = if *on_file == Some("1-0") { "0-1" } else { "1-0" };
        let body = json!({ "table": device + 1, "result": result, "expect": *on_file, "request": request }).to_string();
        let bearer = format!("Bearer {}", self.tokens[device]);
        let asked = Instant::now();
        let got = try_ask(address, "POST", "/api/report", &[("Authorization", &bearer)], body.as_bytes());
        match got {
            Some(got) if got.status == 200 && got.json()["state"] == "filed" => {
                *on_file = Some(result);
                Ok(asked.elapsed())
            }
            Some(got) => Err(format!("{}: {}", got.status, got.text())),
            None => Err("no answer".to_owned()),
        }
    }

    fn by_all(&mut self, what: impl Fn(&Self, usize, &mut dyn FnMut(Result<Duration, String>)) + Sync) -> Handled {
        let begun = Instant::now();
        let outcome = std::thread::scope(|scope| {
            let (taps, what) = (&*self, &what);
            let thread = |device: usize| {
                scope.spawn(move || {
                    let mut outcome = Handled::default();
                    what(taps, device, &mut |tapped| match tapped {
                        Ok(took) => outcome.took.push(millis(took)),
                        Err(wrong) => outcome.wrong.push(wrong),
                    });
                    outcome
                })
            };
            let threads: Vec<_> = (0..taps.tokens.len()).map(thread).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("a device taps"))
                .fold(Handled::default(), Handled::join)
        });
        self.given += 1;
        Handled { lasted: begun.elapsed(), ..outcome }
    }

    /// All devices at the same moment, several times.
    fn at_once(&mut self, address: SocketAddr, times: usize) -> Handled {
        let (ready, given) = (Barrier::new(self.tokens.len()), self.given);
        self.by_all(move |taps, device, note| {
            for time in 0..times {
                ready.wait();
                note(taps.tap(address, device, &format!("{given}-{time}")));
            }
        })
    }

    /// Each device now and then, for a while.
    fn now_and_then(&mut self, address: SocketAddr, while_: Duration, every: Duration) -> Handled {
        let (begun, given, devices) = (Instant::now(), self.given, self.tokens.len());
        self.by_all(move |taps, device, note| {
            let first = every.mul_f64(device as f64 / devices as f64);
            for time in 0.. {
                let due = first + every * time;
                if due > while_ {
                    break;
                }
                std::thread::sleep(due.saturating_sub(begun.elapsed()));
                note(taps.tap(address, device, &format!("{given}-{time}")));
            }
        })
    }
}

/// A screen that is notified of what changes.
struct Follower(BufReader<TcpStream>);

impl Follower {
    fn of(address: SocketAddr) -> Self {
        let mut stream = TcpStream::connect(address).expect("the hall is open");
        let head = format!("GET /events HTTP/1.1\r\nHost: {address}\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("the hall listens");
        Self(BufReader::new(stream))
    }

    /// How long it takes from a tap until the screen has the page that shows it.
    fn delay(mut self, address: SocketAddr, taps: &mut Taps<'_>) -> Duration {
        let reading = self.0.get_ref().try_clone().expect("a socket can be had twice");
        reading.set_read_timeout(Some(Duration::from_millis(300))).expect("a socket can be told");
        // What was sent before.
        let mut line = String::new();
        while self.0.read_line(&mut line).is_ok_and(|count| count > 0) {}
        reading.set_read_timeout(Some(Duration::from_secs(10))).expect("a socket can be told");
        let begun = Instant::now();
        taps.tap(address, 0, "followed").expect("a tap is taken");
        line.clear();
        while self.0.read_line(&mut line).is_ok_and(|count| count > 0) && !line.contains("data:") {}
        assert_eq!(try_ask(address, "GET", "/screen/1", &[], b"").map(|page| page.status), Some(200));
        begun.elapsed()
    }
}

/// What was measured, beside what was aimed at.
#[derive(Default)]
struct Figures {
    lines: Vec<String>,
    missed: bool,
}

impl Figures {
    fn note(&mut self, what: &str, measured: &str, is_met: bool) {
        self.lines.push(format!("{} {what:<52} {measured}", if is_met { "  " } else { "! " }));
        self.missed |= !is_met;
    }

    fn within(&mut self, what: &str, most: f64, is: f64, unit: &str) {
        self.note(what, &format!("{is:.0} {unit} (at most {most:.0})"), is <= most);
    }

    fn readers(&mut self, what: &str, outcome: &Handled) {
        self.outcome(what, outcome, 100.0, &format!(", {} of {} unchanged", outcome.unchanged, outcome.took.len()));
    }

    fn taps(&mut self, what: &str, outcome: &Handled) {
        self.outcome(what, outcome, 250.0, &format!(", {} taps", outcome.took.len()));
    }

    fn outcome(&mut self, what: &str, outcome: &Handled, most: f64, more: &str) {
        let (median, high) = (outcome.percentile(50), outcome.percentile(99));
        let rate = outcome.took.len() as f64 / outcome.lasted.as_secs_f64();
        let wrong = outcome.wrong.first().map(|wrong| format!(", {} WRONG: {wrong}", outcome.wrong.len()));
        let message = format!(
            "p50 {median:.1} ms, p99 {high:.1} ms (at most {most:.0}), {rate:.0}/s{more}{}",
            wrong.unwrap_or_default()
        );
        self.note(what, &message, high <= most && outcome.wrong.is_empty());
    }

    fn report(&self) -> ExitCode {
        self.lines.iter().for_each(|line| println!("{line}"));
        if self.missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}
