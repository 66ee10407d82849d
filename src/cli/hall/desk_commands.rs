//! Commands of other desks: each is run here as if it had been typed in a private folder that vanishes with it. It holds what came with the
//! request and what the command wrote; nothing else of this disk is written, save the tournament and its backups.

use crate::cli::command_line::CommandLine;
use crate::cli::command_text::{cmd, plain, plain_json};
use crate::cli::desk::{Access, Desk};
use crate::cli::environment::Environment;
use crate::cli::failure::{Code, Failure};
use crate::cli::paper::publish;
use crate::cli::remote::asking::{is_plain, paths, why_not};
use crate::cli::seat::{Elsewhere, Said, Seat};
use crate::cli::show::{Asker, coloured, failure_text};
use crate::cli::{Everywhere, answer, bug};
use crate::hall::{CommandOutcome, CommandRequest, Reply, SlowWork};
use crate::store::{DoneRequest, Store, private_folder};
use crate::tournament::Device;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Bytes of all documents of one command.
const LARGEST: u64 = 128 << 20;

/// Bytes of an answer that are kept for the case that it is asked for again; of a larger one, all but the documents.
const KEPT: usize = 256 << 10;

/// What is done with this tournament beside the counter.
pub struct Laptop {
    pub everywhere: Everywhere,
    pub file: PathBuf,
}

impl SlowWork for Laptop {
    fn run(&self, device: &Device, request: &CommandRequest, id: &str) -> Result<CommandOutcome, Reply> {
        run(&self.file, device, request, id).map_err(|error| {
            if matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput) {
                let message = format!("the request cannot be read: {error}");
                return Reply::refused(400, &message, "send JSON as in docs/reference/other-desks.md");
            }
            let message = format!("the laptop could not run the command: {error}");
            Reply::refused(503, &message, "nothing was changed; free up space on its disk and send it again")
        })
    }

    fn copy(&self) -> Result<Vec<u8>, Reply> {
        Ok(copy(&self.file)?)
    }

    fn pages(&self) -> Result<Vec<(String, Vec<u8>)>, Reply> {
        let everywhere = Everywhere { memory: None, ..self.everywhere.anew() };
        Ok(Desk::open_as(&everywhere, Access::Read, "serve")?.looked(published)?)
    }
}

fn published(desk: &mut Desk) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let files = publish::of_the_hall(desk)?;
    Ok(files.into_iter().map(|file| (file.name, file.bytes)).collect())
}

fn run(file: &Path, device: &Device, request: &CommandRequest, id: &str) -> io::Result<CommandOutcome> {
    let seat: Seat = serde_json::from_value(request.seat.clone()).unwrap_or_default();
    if let Some(failure) = unfit(request) {
        let said = match CommandLine::of(&request.words).has("json") {
            true => plain_json(failure.to_json()).to_string(),
            false if seat.hears && seat.colour => coloured(&plain(&failure_text(&failure))),
            false => plain(&failure_text(&failure)),
        };
        return Ok(CommandOutcome {
            exit: failure.code as u8,
            said: vec![json!({ "err": said + "\n" })],
            ..CommandOutcome::default()
        });
    }
    let folder = private_folder()?;
    let place = folder.path();
    let inputs = unpack(place, request)?;
    let elsewhere = Elsewhere {
        seat,
        answers: request.answers.clone(),
        device: device.id,
        name: device.name.clone(),
        request: id.to_owned(),
        sitting: request.sitting.clone(),
    };
    let environment = Environment {
        folder: place.to_owned(),
        file: Some(file.to_owned()),
        official: request.official.clone().or_else(|| device.official.clone()),
        ..Environment::default()
    };
    let asker = Asker::of_desk(elsewhere, environment, &request.input);
    let words: Vec<OsString> = request.words.iter().map(OsString::from).collect();
    let exit = bug::caught(&asker, CommandLine::of(&request.words).has("json"), || answer(&words, &asker));
    let mut done = CommandOutcome { exit, ..CommandOutcome::default() };
    for said in asker.said() {
        match said {
            Said::Asks(question) => done.asks = done.asks.or_else(|| Some(json!(question))),
            Said::PrintAgain(again) => done.again = Some(again),
            said => done.said.push(serde_json::to_value(said).unwrap_or_default()),
        }
    }
    if done.asks.is_none() {
        done.files = packed(place, &inputs)?;
    }
    Ok(done)
}

/// Why a command is not run for another desk, where it is not.
fn unfit(request: &CommandRequest) -> Option<Failure> {
    let strange = |name: &str| {
        Failure::mistyped(format!("{name:?} isn't a file name for another desk"))
            .hint("file names have to stay within the request's folder")
    };
    let named = request.files.keys().chain(&request.folders);
    if let Some(name) = named.into_iter().find(|name| !is_plain(name)) {
        return Some(strange(name));
    }
    if let Some(failure) = why_not(&request.words) {
        return Some(failure);
    }
    paths(&request.words)
        .iter()
        .map(|path| path.name.to_string_lossy().into_owned())
        .find(|name| !is_plain(name))
        .map(|name| strange(&name))
}

/// Lays out what came with the request. Gives the files as they came.
fn unpack(place: &Path, request: &CommandRequest) -> io::Result<BTreeMap<String, Vec<u8>>> {
    for folder in &request.folders {
        fs::create_dir_all(place.join(folder))?;
    }
    for path in paths(&request.words) {
        if let Some(above) = place.join(&path.name).parent() {
            fs::create_dir_all(above)?;
        }
    }
    let mut files = BTreeMap::new();
    for (name, content) in &request.files {
        let bytes = STANDARD.decode(content).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        let path = place.join(name);
        path.parent().map(fs::create_dir_all).transpose()?;
        fs::write(path, &bytes)?;
        files.insert(name.clone(), bytes);
    }
    Ok(files)
}

/// What the command wrote.
fn packed(place: &Path, inputs: &BTreeMap<String, Vec<u8>>) -> io::Result<BTreeMap<String, String>> {
    let (mut files, mut folders, mut size) = (BTreeMap::new(), vec![place.to_owned()], 0);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let (kind, path) = (entry.file_type()?, entry.path());
            let within = path.strip_prefix(place).unwrap_or(&path);
            let name = within.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() {
                size += entry.metadata()?.len();
                if size > LARGEST {
                    return Err(io::Error::other("its documents are too large to send"));
                }
                let bytes = fs::read(&path)?;
                if inputs.get(&name) != Some(&bytes) {
                    files.insert(name, STANDARD.encode(bytes));
                }
            }
        }
    }
    Ok(files)
}

/// The whole file, as a backup would hold it.
fn copy(path: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |error: io::Error| {
        Failure::machine(format!("couldn't make a copy: {error}")).hint("free up space on the serving laptop")
    };
    let folder = private_folder().map_err(failed)?;
    let copy = folder.path().join("copy.bughouse-backup");
    Store::copy_to(path, &copy)?;
    fs::read(copy).map_err(failed)
}

/// The answer that a request got, or `lost` where only its command is known: its answer is forgotten by now, or the laptop was killed before it
/// could answer.
pub fn known(desk: &mut Desk, id: &str, asked: &str, lost: fn(i64) -> Value) -> Result<Option<Reply>, Failure> {
    let Some(done) = desk.store.done_request(id)? else {
        return Ok(desk.store.command_of_request(id)?.map(|command| Reply::ok(lost(command))));
    };
    Ok(Some(match done.asked == asked {
        true => Reply { status: done.status, ..Reply::ok(serde_json::from_str(&done.answer).unwrap_or_default()) },
        false => Reply::refused(409, "this id was already used for another request", "give each request its own id"),
    }))
}

/// What is answered of a command whose words are not known any more.
pub fn lost(command: i64) -> Value {
    let text = plain(&format!("done as command {command}; its answer was lost: {}\n", cmd!("log")));
    json!({
        "exit": 0, "out": "", "err": text, "said": [{ "err": text }], "asks": null, "files": {}, "command": command,
    })
}

/// Keeps the answer of a request that changed something. Gives it with its command.
pub fn note(desk: &mut Desk, device: &Device, id: &str, asked: &str, mut answer: Value) -> Result<Value, Failure> {
    let Some(command) = desk.store.command_of_request(id)? else { return Ok(answer) };
    if answer["exit"] == Code::Machine as u8 {
        // It failed because what a killed laptop had begun came to its end meanwhile.
        answer = lost(command);
    }
    answer["command"] = json!(command);
    let mut kept = answer.clone();
    if kept.to_string().len() > KEPT {
        kept["files"] = json!({});
        kept["said"] = json!([{ "err": format!("done as command {command}; request its document again\n") }]);
    }
    let now = desk.second();
    let done = DoneRequest { device: Some(device.id), asked: asked.to_owned(), status: 200, answer: kept.to_string() };
    desk.store.note_request(id, &done, now)?;
    Ok(answer)
}
