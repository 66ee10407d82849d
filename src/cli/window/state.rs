//! What the desk in the browser knows while it is open: where it looks, who was let in, and what its commands came to.

use super::dropped::Dropped;
use super::open_hall::OpenHall;
use super::works::Works;
use crate::cli::command_line::CommandLine;
use crate::cli::command_text::plain;
use crate::cli::desk::AS_OF;
use crate::cli::environment::Environment;
use crate::cli::failure::Failure;
use crate::cli::hall::serve::Serve;
use crate::cli::memory::Memory;
use crate::cli::question::Question;
use crate::cli::rescue::tournament_file;
use crate::cli::seat::Said;
use crate::cli::show::Asker;
use crate::cli::wording::{as_typed, split};
use crate::cli::{Command, Everywhere, answer, now, read, unread};
use crate::hall::codes::secret;
use crate::report::render::fragment;
use crate::store::file_names;
use crate::tournament::marks::unmarked;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// How long a ticket may be used, and how long it is known that it was one.
const TICKET: Duration = Duration::from_secs(60);
const REMEMBERED: Duration = Duration::from_secs(12 * 60 * 60);

/// What an address opens.
pub enum Ticket {
    Good,
    Expired,
    /// It was opened before, or is none of ours.
    Gone,
}

/// Outcomes that are kept to be shown again: a reload repeats nothing.
const KEPT: usize = 200;

pub struct Window {
    pub port: u16,
    pub closing: Notify,
    /// What takes long.
    pub works: Works,
    asker: Asker,
    place: Mutex<Place>,
    /// The event as it was read last: pages read it again only where it has changed.
    memory: Arc<Memory>,
    /// The options of a command that was given none.
    usual: OnceLock<Everywhere>,
    tickets: Mutex<Vec<(String, Instant)>>,
    let_in: Mutex<Vec<String>>,
    outcomes: Mutex<VecDeque<Arc<Outcome>>>,
    dropped: Mutex<Option<Dropped>>,
    /// The hall, where it was opened here.
    hall: Mutex<Option<OpenHall>>,
    /// The command after which the event is looked at; none: as it is.
    past: Mutex<Option<i64>>,
    /// What was opened of the end of the day, of this state of the event.
    opened: Mutex<(u64, BTreeSet<&'static str>)>,
    /// One command at a time.
    turn: Mutex<()>,
}

/// Where the desk looks.
#[derive(Debug, Clone)]
pub struct Place {
    pub folder: PathBuf,
    /// The tournament at hand; none before one is chosen.
    pub file: Option<PathBuf>,
}

/// What a command of a page came to.
#[derive(Default)]
pub struct Outcome {
    pub number: u64,
    /// The id of the form it came from: pressed twice, it is done once.
    pub request: String,
    /// As it could have been typed, without the program's name.
    pub line: String,
    pub verb: String,
    /// The page it was given from.
    pub back: String,
    /// Its sentence for the journal; empty where it changed nothing.
    pub summary: String,
    /// What it said, its commands marked.
    pub text: String,
    /// Its document as HTML, its commands marked.
    pub html: String,
    pub title: String,
    pub json: Value,
    pub notes: Vec<String>,
    pub failure: Option<Failure>,
    pub question: Option<Question>,
    pub answered: BTreeMap<String, bool>,
    pub input: String,
    /// A dry run.
    pub is_tried: bool,
    /// The document that it wrote.
    pub file: Option<PathBuf>,
}

impl Outcome {
    pub fn has_changed(&self) -> bool {
        // An undo is said in its text, and kept in the log without a sentence of its own.
        let turns = matches!(self.verb.as_str(), "undo" | "redo") && self.failure.is_none() && self.question.is_none();
        !self.summary.is_empty() || turns && !self.is_tried
    }

    /// What a person reads in one line.
    pub fn sentence(&self) -> String {
        let text = match &self.failure {
            Some(failure) => failure.message.clone(),
            None if self.summary.is_empty() => self.text.clone(),
            None => self.summary.clone(),
        };
        plain(text.lines().next().unwrap_or_default())
    }
}

/// A command as a page gives it.
#[derive(Default)]
pub struct Given {
    pub words: Vec<String>,
    pub request: String,
    pub back: String,
    pub answered: BTreeMap<String, bool>,
    pub input: String,
    /// Files that came with it, under the names by which it calls them.
    pub handed: Vec<(PathBuf, Arc<[u8]>)>,
}

impl Given {
    pub fn of(words: &[&str]) -> Self {
        Self { words: words.iter().map(|word| (*word).to_owned()).collect(), ..Self::default() }
    }

    pub fn line(line: &str) -> Result<Self, Failure> {
        let words = split(line.trim())?;
        let words = words.strip_prefix(&["bughouse".to_owned()]).map(<[String]>::to_vec).unwrap_or(words);
        Ok(Self { words, ..Self::default() })
    }
}

/// Where the desk opens: a file, or a folder.
pub fn opened(named: Option<&Path>, environment: &Environment) -> Result<(PathBuf, Option<PathBuf>), Failure> {
    let whole = |path: &Path| std::path::absolute(environment.at(path)).unwrap_or_else(|_| path.to_owned());
    match named {
        Some(folder) if environment.at(folder).is_dir() => Ok((whole(folder), None)),
        Some(file) => {
            let file = whole(&tournament_file(Some(file), environment)?);
            if !file.is_file() {
                return Err(Failure::mistyped(format!("there is no tournament {}", file.display()))
                    .hint("name a tournament's file, or a folder; the desk makes new ones"));
            }
            Ok((file.parent().map_or_else(PathBuf::new, Path::to_owned), Some(file)))
        }
        None => {
            let folder = whole(&environment.here());
            let only = match file_names(&folder) {
                Ok(names) if names.len() == 1 => names.into_iter().next().map(|name| folder.join(name)),
                _ => None,
            };
            Ok((folder, only))
        }
    }
}

/// A word that nobody guesses.
pub fn token() -> String {
    secret() + &secret()
}

pub fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Window {
    pub fn new(folder: PathBuf, file: Option<PathBuf>, port: u16, asker: Asker) -> Self {
        Self {
            port,
            closing: Notify::new(),
            works: Works::default(),
            asker,
            place: Mutex::new(Place { folder, file }),
            memory: Arc::default(),
            usual: OnceLock::new(),
            tickets: Mutex::default(),
            let_in: Mutex::default(),
            outcomes: Mutex::default(),
            dropped: Mutex::default(),
            hall: Mutex::default(),
            past: Mutex::default(),
            opened: Mutex::default(),
            turn: Mutex::default(),
        }
    }

    /// An address that opens the desk once.
    pub fn address(&self) -> String {
        let ticket = token();
        let address = format!("http://127.0.0.1:{}/ticket/{ticket}", self.port);
        let mut tickets = held(&self.tickets);
        tickets.retain(|(_, made)| made.elapsed() < REMEMBERED);
        tickets.push((ticket, Instant::now()));
        address
    }

    pub fn take_ticket(&self, shown: &str) -> Ticket {
        let mut tickets = held(&self.tickets);
        let Some(at) = tickets.iter().position(|(ticket, _)| ticket == shown) else { return Ticket::Gone };
        if tickets[at].1.elapsed() >= TICKET {
            return Ticket::Expired;
        }
        tickets.remove(at);
        Ticket::Good
    }

    pub fn let_in(&self, known: String) {
        held(&self.let_in).push(known);
    }

    pub fn knows(&self, shown: &str) -> bool {
        held(&self.let_in).iter().any(|known| known == shown)
    }

    /// The name of the cookie: of this port, for browsers share cookies between ports.
    pub fn cookie(&self) -> String {
        format!("bughouse-desk-{}", self.port)
    }

    /// Whether a browser that asks for this host means the desk.
    pub fn is_own(&self, host: &str) -> bool {
        ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| host == format!("{name}:{}", self.port))
    }

    pub fn place(&self) -> Place {
        held(&self.place).clone()
    }

    /// How the desk is opened when it was closed.
    pub fn opened_again(&self) -> String {
        let how = match std::env::consts::OS {
            "windows" => "choose Bughouse in the Start menu, or double-click the tournament's file.".to_owned(),
            "macos" if !self.asker.types() => "double-click Bughouse in Applications.".to_owned(),
            _ if !self.asker.types() => "start Bughouse as you did before, and choose the tournament.".to_owned(),
            _ => {
                let file = self.place().file.map(|file| shown(&file));
                let words = ["bughouse", "desk"].into_iter().map(str::to_owned).chain(file);
                format!("type in a terminal: {}", as_typed(words))
            }
        };
        format!("To open the desk again: {how}")
    }

    /// Opens the hall, and gives its address.
    fn open_hall(&self, serve: Serve, everywhere: Everywhere) -> Result<String, Failure> {
        let mut hall = held(&self.hall);
        if hall.as_ref().is_some_and(OpenHall::is_open) {
            return Err(Failure::forbidden("the hall is already open").hint("close it first, under Settings"));
        }
        let (open, address) = OpenHall::open(serve, everywhere)?;
        *hall = Some(open);
        Ok(address)
    }

    pub fn has_opened_hall(&self) -> bool {
        held(&self.hall).as_ref().is_some_and(OpenHall::is_open)
    }

    pub fn close_hall(&self) {
        if let Some(hall) = held(&self.hall).take() {
            hall.close();
        }
    }

    pub fn past(&self) -> Option<i64> {
        *held(&self.past)
    }

    pub fn look_back(&self, command: Option<i64>) {
        *held(&self.past) = command;
    }

    pub fn opened(&self, version: u64) -> BTreeSet<&'static str> {
        let opened = held(&self.opened);
        if opened.0 == version { opened.1.clone() } else { BTreeSet::new() }
    }

    pub fn open(&self, version: u64, step: &'static str) {
        let mut opened = held(&self.opened);
        if opened.0 != version {
            *opened = (version, BTreeSet::new());
        }
        opened.1.insert(step);
    }

    pub fn look_at(&self, place: Place) {
        self.close_hall();
        self.look_back(None);
        *held(&self.opened) = Default::default();
        *held(&self.place) = place;
        held(&self.outcomes).clear();
        self.drop_file(None);
    }

    /// The list that was dropped on a page and is not entered yet.
    pub fn dropped(&self) -> Option<Dropped> {
        held(&self.dropped).clone()
    }

    pub fn drop_file(&self, file: Option<Dropped>) {
        *held(&self.dropped) = file;
    }

    pub fn turn(&self) -> MutexGuard<'_, ()> {
        held(&self.turn)
    }

    /// Who asks, at a page.
    fn asker(&self, answers: BTreeMap<String, bool>, input: &str, given: Vec<(PathBuf, Arc<[u8]>)>) -> Asker {
        let Place { folder, file } = self.place();
        let handed = self.dropped().map(|dropped| (PathBuf::from(dropped.name), dropped.bytes));
        let handed = handed.into_iter().chain(given).collect();
        let environment = Environment { folder, file, handed, ..Environment::clone(&self.asker.environment) };
        Asker::of_page(answers, environment, input)
    }

    /// The options under which the tournament is only looked at.
    pub fn everywhere(&self) -> Result<Everywhere, Failure> {
        let asker = self.asker(BTreeMap::new(), "", Vec::new());
        let usual = match self.usual.get() {
            Some(usual) => usual,
            None => {
                let cli = read(["status"].into_iter(), &asker);
                let cli = cli.map_err(|error| Failure::mistyped(error.to_string()))?;
                self.usual.get_or_init(|| cli.everywhere)
            }
        };
        let as_of = self.past().map(|command| command.to_string());
        Ok(Everywhere { now: now(), as_of, memory: Some(Arc::clone(&self.memory)), asker, ..usual.clone() })
    }

    /// Runs a command and keeps what it came to.
    pub fn run(&self, given: Given) -> Arc<Outcome> {
        let _turn = self.turn();
        if let Some(done) = self.done(&given) {
            return done;
        }
        let outcome = self.outcome(given);
        if outcome.verb == "import" && outcome.has_changed() {
            self.drop_file(None);
        }
        let mut outcomes = held(&self.outcomes);
        let number = outcomes.back().map_or(1, |last| last.number + 1);
        let outcome = Arc::new(Outcome { number, ..outcome });
        outcomes.push_back(Arc::clone(&outcome));
        while outcomes.len() > KEPT {
            outcomes.pop_front();
        }
        outcome
    }

    /// Runs a command that only looks; what it came to is not kept.
    pub fn look(&self, words: &[&str]) -> Outcome {
        self.outcome(Given::of(words))
    }

    /// What the same press of a button came to before.
    fn done(&self, given: &Given) -> Option<Arc<Outcome>> {
        let line = as_typed(given.words.iter().cloned());
        let is_same = |before: &&Arc<Outcome>| {
            !given.request.is_empty()
                && before.request == given.request
                && before.line == line
                && before.answered == given.answered
                && before.input == given.input
        };
        held(&self.outcomes).iter().find(is_same).cloned()
    }

    pub fn kept(&self, number: u64) -> Option<Arc<Outcome>> {
        held(&self.outcomes).iter().find(|outcome| outcome.number == number).cloned()
    }

    /// The last command that changed something, or was refused.
    pub fn latest(&self) -> Option<Arc<Outcome>> {
        held(&self.outcomes).iter().rev().find(|outcome| outcome.has_changed()).cloned()
    }

    /// A document that a command of the desk wrote.
    pub fn written(&self, name: &str) -> Option<PathBuf> {
        let outcomes = held(&self.outcomes);
        let mut written = outcomes.iter().rev().filter_map(|outcome| outcome.file.as_ref());
        written.find(|path| path.file_name().is_some_and(|of| of == name)).cloned()
    }

    fn outcome(&self, given: Given) -> Outcome {
        let Given { words, request, back, answered, input, handed } = given;
        let words: Vec<String> = words.into_iter().map(unmarked).collect();
        let asker = self.asker(answered.clone(), &input, handed);
        let line = CommandLine::of(&words);
        let mut outcome = Outcome {
            request,
            line: as_typed(words.iter().cloned()),
            verb: line.verb().to_owned(),
            back,
            answered,
            input,
            ..Outcome::default()
        };
        if let Err(failure) = self.carry_out(&words, &asker, &mut outcome) {
            outcome.failure = Some(failure);
        }
        for said in asker.said() {
            match said {
                Said::Out(text) => outcome.text.push_str(&text),
                Said::Err(text) => outcome.notes.push(text.trim_end().to_owned()),
                Said::Asks(question) => outcome.question = outcome.question.take().or(Some(question)),
                Said::Sits(_) | Said::PrintAgain(_) => {}
            }
        }
        outcome
    }

    fn carry_out(&self, words: &[String], asker: &Asker, outcome: &mut Outcome) -> Result<(), Failure> {
        let cli = match read(words.iter().map(String::as_str), asker) {
            Ok(cli) => cli,
            Err(error) if error.use_stderr() => return Err(unread(&error, words, self.everywhere().ok())),
            Err(error) => {
                outcome.text = error.render().to_string();
                return Ok(());
            }
        };
        let Some(command) = cli.command else { return Err(Failure::mistyped("no command was given")) };
        let mut everywhere = cli.everywhere;
        if let Some(failure) = not_here(&command, &everywhere) {
            return Err(failure);
        }
        everywhere.words = as_typed(words.iter().cloned());
        everywhere.memory = everywhere.file.is_none().then(|| Arc::clone(&self.memory));
        outcome.is_tried = everywhere.dry_run;
        let past = self.past().filter(|_| everywhere.as_of.is_none());
        everywhere.as_of = everywhere.as_of.or_else(|| past.map(|command| command.to_string()));
        if let Command::Serve(serve) = command {
            let address = self.open_hall(serve, everywhere)?;
            outcome.text = format!("the hall is open: {address}");
            return Ok(());
        }
        let mut answer = command.run(&everywhere)?;
        outcome.file = answer.write(&everywhere)?.map(|(path, _)| asker.environment.at(path).into_owned());
        if everywhere.dry_run {
            outcome.file = None;
        }
        answer.backup.iter().for_each(|due| answer::back_up(due, asker));
        outcome.json = answer.to_json()?;
        let parts = answer.into_parts();
        outcome.notes = parts.remarks;
        // Every page says by itself that it shows the past.
        outcome.notes.retain(|note| past.is_none() || !note.starts_with(AS_OF));
        outcome.text = parts.text;
        if !everywhere.dry_run {
            outcome.summary = parts.summary;
        }
        if let Some(report) = parts.report {
            outcome.title = report.document.title.clone();
            outcome.html = fragment(&report.document)?;
        }
        Ok(())
    }
}

/// Why a command is not given from a page, where it is not: it waits for somebody at a terminal, or for another laptop.
fn not_here(command: &Command, everywhere: &Everywhere) -> Option<Failure> {
    let elsewhere = everywhere.server.is_some().then_some("you can reach another laptop's hall only from a terminal");
    let message = command.traits().not_on_a_page.or(elsewhere)?;
    Some(Failure::mistyped(message).hint("type it in a terminal window; the desk stays open meanwhile"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_has_expired_is_distinguished_from_one_that_was_opened() {
        let window = Window::new(PathBuf::new(), None, 7770, Asker::default());
        let ticket = |address: &str| address.rsplit('/').next().unwrap_or_default().to_owned();
        let good = ticket(&window.address());
        assert!(matches!(window.take_ticket(&good), Ticket::Good));
        assert!(matches!(window.take_ticket(&good), Ticket::Gone));
        let late = ticket(&window.address());
        let Some(before) = Instant::now().checked_sub(TICKET) else { return };
        held(&window.tickets).iter_mut().for_each(|(_, made)| *made = before);
        assert!(matches!(window.take_ticket(&late), Ticket::Expired));
        assert!(matches!(window.take_ticket("0000"), Ticket::Gone));
    }
}
