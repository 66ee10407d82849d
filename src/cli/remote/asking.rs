//! One command asked of the laptop that serves: what it reads goes with it (the files that its words name), what it wrote lands here,
//! what it asks is asked here.

use super::connection::{Broken, Connection, Key, refused};
use crate::cli::entry::enter::Place;
use crate::cli::failure::{Code, Failure};
use crate::cli::paper::publish::put_site;
use crate::cli::question::Question;
use crate::cli::seat::{Said, Seat};
use crate::cli::show::Asker;
use crate::cli::traits::Afar;
use crate::cli::written::write_whole;
use crate::cli::{Cli, Everywhere, matched, read};
use crate::hall::codes;
use crate::report::publish::File;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::ArgMatches;
use clap::parser::ValueSource;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};

/// Bytes of the files that go with one command.
const LARGEST: u64 = 32 << 20;

/// How long a busy laptop is asked again, and how long between.
const PATIENCE: Duration = Duration::from_secs(300);
const PAUSE: Duration = Duration::from_millis(300);

/// How often a request whose answer was lost is sent again: it is done once.
const AGAIN: usize = 4;

/// A desk that asks.
pub struct Asking {
    pub connection: Connection,
    pub key: Key,
}

/// What goes with a command, and by which name each thing goes.
#[derive(Default)]
struct Baggage {
    words: Vec<String>,
    files: BTreeMap<String, String>,
    folders: Vec<String>,
    /// Names on the way, and here.
    names: BTreeMap<String, PathBuf>,
    /// The folder of pages that is written.
    site: Option<String>,
}

/// What came back.
pub struct Answered {
    pub exit: u8,
    pub said: Vec<Said>,
}

impl Answered {
    /// Shows what was said, in its order.
    pub fn show(&self, asker: &Asker) {
        for said in &self.said {
            match said {
                Said::Out(text) => asker.as_it_came(text),
                Said::Err(text) => asker.remark_as_it_came(text),
                Said::Asks(_) | Said::Sits(_) | Said::PrintAgain(_) => {}
            }
        }
    }

    /// The state of a sitting.
    pub fn sits(&self) -> Option<Place> {
        let sits = |said: &Said| if let Said::Sits(sits) = said { Place::deserialize(sits).ok() } else { None };
        self.said.iter().find_map(sits)
    }
}

impl Asking {
    /// Has a command done, and shows what came of it. Gives its exit code.
    pub fn ask(&self, words: &[String], input: &str, everywhere: &Everywhere) -> Result<u8, Failure> {
        let answered = self.answered(words, input, None, everywhere)?;
        answered.show(&everywhere.asker);
        Ok(answered.exit)
    }

    /// Has a command done, maybe of a sitting that is there, and takes in its documents.
    pub fn answered(
        &self,
        words: &[String],
        input: &str,
        sitting: Option<&Place>,
        everywhere: &Everywhere,
    ) -> Result<Answered, Failure> {
        let asker = &everywhere.asker;
        let baggage = Baggage::of(words)?;
        let seat = Seat { server: Some(self.connection.url().to_owned()), ..asker.seat.clone() };
        let (mut answers, request) = (BTreeMap::<String, bool>::new(), codes::secret());
        loop {
            let body = json!({
                "words": baggage.words, "files": baggage.files, "folders": baggage.folders, "input": input, "seat": seat,
                "official": everywhere.acting, "answers": answers, "request": request, "sitting": sitting,
            });
            let reply = self.sent(&body)?;
            let asks: Option<Question> = serde_json::from_value(reply["asks"].clone()).unwrap_or_default();
            let Some(question) = asks.filter(|question| !answers.contains_key(&question.about)) else {
                return Self::taken_in(&reply, &baggage, everywhere);
            };
            let here = Question { sentence: baggage.as_here(&question.sentence, false), ..question };
            let yes = seat.answers() && asker.ask(&here);
            answers.insert(here.about, yes);
        }
    }

    /// Sends a request until it is answered.
    fn sent(&self, body: &Value) -> Result<Value, Failure> {
        let (end, mut lost) = (Instant::now() + PATIENCE, 0);
        loop {
            match self.connection.post("/api/command", Some(&self.key.token), body) {
                Ok((200, reply)) => return Ok(reply),
                Ok((429 | 503, reply)) if reply["error"]["retry_after"].is_u64() && Instant::now() < end => {}
                Ok((_, reply)) => return Err(refused(&reply)),
                Err(broken @ Broken::OtherScheme) => return Err(self.connection.failure(&broken)),
                Err(broken @ Broken::NobodyThere(_)) if lost == 0 => return Err(self.connection.failure(&broken)),
                Err(_) if lost < AGAIN => lost += 1,
                Err(Broken::NobodyThere(reason) | Broken::Meanwhile(reason)) => {
                    return Err(self.connection.failure(&Broken::Meanwhile(reason)));
                }
            }
            std::thread::sleep(PAUSE);
        }
    }

    fn taken_in(reply: &Value, baggage: &Baggage, everywhere: &Everywhere) -> Result<Answered, Failure> {
        baggage.landed(reply, &everywhere.asker)?;
        let said: Vec<Said> = serde_json::from_value(reply["said"].clone()).unwrap_or_default();
        let as_here = |text: &str| baggage.as_here(text, everywhere.json);
        let said = said.into_iter().map(|said| match said {
            Said::Out(text) => Said::Out(as_here(&text)),
            Said::Err(text) => Said::Err(as_here(&text)),
            other => other,
        });
        let exit = reply["exit"].as_u64().and_then(|exit| u8::try_from(exit).ok()).unwrap_or(Code::Bug as u8);
        Ok(Answered { exit, said: said.collect() })
    }
}

impl Baggage {
    fn of(words: &[String]) -> Result<Self, Failure> {
        let mut baggage = Self { words: words.to_vec(), ..Self::default() };
        let mut size = 0;
        for (at, Named { option, name }) in (1..).zip(paths(words)) {
            let on_the_way = baggage.named(at, &name);
            if option == "folder" {
                baggage.site = Some(on_the_way.clone());
            }
            if name.is_dir() {
                baggage.folders.push(on_the_way.clone());
                if option == "templates" {
                    for file in std::fs::read_dir(&name).into_iter().flatten().flatten().map(|entry| entry.path()) {
                        let inner = format!("{on_the_way}/{}", file.file_name().unwrap_or_default().to_string_lossy());
                        baggage.pack(&file, inner, &mut size)?;
                    }
                }
            } else if option != "output" {
                baggage.pack(&name, on_the_way, &mut size)?;
            }
        }
        Ok(baggage)
    }

    /// The name of a file on the way: its own, where that stays within a folder.
    fn named(&mut self, number: usize, name: &Path) -> String {
        let typed = name.to_string_lossy().into_owned();
        if is_plain(&typed) && !typed.starts_with('@') {
            self.names.insert(typed.clone(), name.to_owned());
            return typed;
        }
        let last = name.file_name().map(|last| last.to_string_lossy().into_owned());
        let last = last.filter(|last| is_plain(last)).unwrap_or_else(|| "file".to_owned());
        let on_the_way = format!("@{number}/{last}");
        for word in &mut self.words {
            match word.strip_suffix(&typed) {
                Some("") => word.clone_from(&on_the_way),
                Some(option) if option.starts_with('-') && (option.ends_with('=') || option == "-o") => {
                    *word = format!("{option}{on_the_way}");
                }
                _ => {}
            }
        }
        self.names.insert(on_the_way.clone(), name.to_owned());
        on_the_way
    }

    fn pack(&mut self, file: &Path, on_the_way: String, size: &mut u64) -> Result<(), Failure> {
        let Ok(there) = std::fs::metadata(file) else { return Ok(()) };
        if !there.is_file() || !is_plain(&on_the_way) {
            return Ok(());
        }
        *size += there.len();
        if *size > LARGEST {
            return Err(Failure::mistyped(format!("{} is too large to be sent to another laptop", file.display()))
                .hint("take it there on a USB stick"));
        }
        let bytes = std::fs::read(file)
            .map_err(|error| Failure::mistyped(format!("{} cannot be read: {error}", file.display())))?;
        self.files.insert(on_the_way, STANDARD.encode(bytes));
        Ok(())
    }

    /// A text with the names that files have here.
    fn as_here(&self, text: &str, is_json: bool) -> String {
        let travelling = self.names.iter().filter(|(on_the_way, _)| on_the_way.starts_with('@'));
        travelling.fold(text.to_owned(), |text, (on_the_way, here)| {
            let here = here.display().to_string();
            let escaped = || serde_json::to_string(&here).map(|quoted| quoted.trim_matches('"').to_owned()).ok();
            let here = if is_json { escaped().unwrap_or_else(|| here.clone()) } else { here };
            text.replace(on_the_way, &here)
        })
    }

    /// Writes what came back. Where that fails, says what is stored in the hall by now.
    fn landed(&self, reply: &Value, asker: &Asker) -> Result<(), Failure> {
        self.unpack(&reply["files"], asker).map_err(|failure| match reply["command"].as_i64() {
            Some(command) => {
                let again = reply["again"].as_str().unwrap_or("do not type it again; see it with `bughouse log`");
                let hint = self.as_here(again, false);
                let message = format!("{}; what it did is saved anyway, as command {command}", failure.message);
                Failure { message, ..failure }.hint(hint)
            }
            None => failure,
        })
    }

    /// Writes what came back to where it was asked for, and nowhere else.
    fn unpack(&self, files: &Value, asker: &Asker) -> Result<(), Failure> {
        let strange = |name: &str| {
            Failure::machine(format!("the laptop sent a file that was not asked for: {name:?}"))
                .hint("it was not saved; is this the right hall?")
        };
        let mut pages = Vec::new();
        for (name, content) in files.as_object().into_iter().flatten() {
            let bytes =
                content.as_str().and_then(|content| STANDARD.decode(content).ok()).ok_or_else(|| strange(name))?;
            if let Some(here) = self.names.get(name).filter(|_| self.site.as_ref() != Some(name)) {
                write_whole(here, &bytes, asker)?;
                continue;
            }
            let page = self.site.as_ref().and_then(|site| name.strip_prefix(site.as_str())?.strip_prefix('/'));
            let page = page.filter(|page| is_plain(page) && !page.contains('/')).ok_or_else(|| strange(name))?;
            pages.push(File { name: page.to_owned(), bytes });
        }
        match self.site.as_ref().and_then(|site| self.names.get(site)) {
            Some(folder) if !pages.is_empty() => put_site(folder, pages),
            _ => Ok(()),
        }
    }
}

/// A file or folder that the words of a command name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    /// The option or argument.
    pub option: String,
    pub name: PathBuf,
}

/// The files and folders that are named by the words; none where they cannot be read.
pub fn paths(words: &[String]) -> BTreeSet<Named> {
    let mut named = BTreeSet::new();
    let Ok(matches) = matched(words.iter()) else { return named };
    let mut level = Some(&matches);
    while let Some(matches) = level {
        of_level(matches, &mut named);
        level = matches.subcommand().map(|(_, inner)| inner);
    }
    if let Ok(Cli { command: Some(command), .. }) = read(words.iter(), &Asker::default()) {
        named.extend(
            command.inputs().into_iter().map(|path| Named { option: "input".to_owned(), name: path.to_owned() }),
        );
    }
    named
}

fn of_level(matches: &ArgMatches, named: &mut BTreeSet<Named>) {
    for id in matches.ids() {
        // Options of every command are known above.
        let is_known = matches.try_contains_id(id.as_str()).is_ok();
        if !is_known || matches.value_source(id.as_str()) != Some(ValueSource::CommandLine) {
            continue;
        }
        let Ok(Some(values)) = matches.try_get_many::<PathBuf>(id.as_str()) else { continue };
        named.extend(values.map(|value| Named { option: id.to_string(), name: value.clone() }));
    }
}

/// Names that Windows keeps for devices, with any ending.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Whether a name stays within the folder where it is used, on any system.
pub fn is_plain(name: &str) -> bool {
    let is_odd = |c: char| c.is_control() || "\\:*?\"<>|".contains(c);
    let plain = |part: &str| {
        let stem = part.split('.').next().unwrap_or_default().trim().to_lowercase();
        let numbered =
            ["com", "lpt"].iter().any(|port| stem.strip_prefix(port).is_some_and(|rest| rest.chars().count() == 1));
        !part.is_empty() && !part.ends_with(['.', ' ']) && !DEVICES.contains(&stem.as_str()) && !numbered
    };
    let within = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    within && name.len() <= 200 && !name.contains(is_odd) && name.split('/').all(plain)
}

/// Why this command is not for another laptop to run, where it is not.
pub fn why_not(words: &[String]) -> Option<Failure> {
    let Ok(Cli { everywhere, command }) = read(words.iter(), &Asker::default()) else { return None };
    if everywhere.server.is_some() {
        return Some(Failure::mistyped("a command goes to one hall").hint("give --server only once"));
    }
    if everywhere.file.is_some() {
        return Some(
            Failure::mistyped("-f names a file here, but --server uses the other laptop's file")
                .hint("leave -f out, or leave --server out"),
        );
    }
    match command?.traits().afar {
        Afar::Refused { why, hint } => Some(refused_afar(why).hint(hint)),
        Afar::Here => Some(refused_afar("it runs on the laptop where you type it").hint("leave --server out")),
        Afar::There => None,
    }
}

fn refused_afar(why: &str) -> Failure {
    Failure::mistyped(format!("not with --server: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_hall_has_stored_is_reported_where_its_document_cannot_be_written() {
        let mut baggage = Baggage::default();
        baggage.named(1, Path::new("/nowhere/at/all/r.txt"));
        let again = "to print it: `bughouse --server URL pairings K-6 -o @1/r.txt`";
        let reply = |command: Value| json!({ "files": { "@1/r.txt": "" }, "command": command, "again": again });
        let failure = baggage.landed(&reply(json!(7)), &Asker::default()).unwrap_err();
        assert!(failure.message.contains("is saved anyway, as command 7"), "{}", failure.message);
        let hint = failure.hint.unwrap();
        assert!(hint.contains("to print it: ") && hint.contains("-o /nowhere/at/all/r.txt"), "{hint}");
        let read = baggage.landed(&reply(Value::Null), &Asker::default()).unwrap_err();
        assert!(!read.message.contains("stored"), "{}", read.message);
    }

    #[test]
    fn a_name_stays_within_its_folder() {
        for name in ["x.pdf", "site/index.html", "@1/entries 2026.csv", "Élèves.csv"] {
            assert!(is_plain(name), "{name}");
        }
        for name in [
            "",
            "/etc/passwd",
            "../x",
            "a/../../x",
            "./x",
            "a//b",
            "C:\\x",
            "a\\b",
            "CON",
            "nul.txt",
            "x/COM1",
            "x.",
            "a\0b",
            "a/",
        ] {
            assert!(!is_plain(name), "{name}");
        }
    }
}
