//! One command's view of the tournament: the open file, what it holds, how it is closed.

use super::answer::Answer;
use super::command_line::CommandLine;
use super::failure::Failure;
use super::refusal::OrRefuse;
use crate::cli::command_text::{cmd, plain};
use crate::cli::help::line::with_values;
use crate::cli::help::pages::definitions;
use crate::cli::memory::Memory;
use crate::cli::moment::{moment as shown_moment, since};
use crate::cli::printed::Kept;
use crate::cli::question::Question;
pub use crate::cli::traits::Access;
use crate::cli::traits::Traits;
use crate::cli::wording::{as_typed, split};
use crate::cli::{Everywhere, reported, rescue};
use crate::event::Event;
use crate::report::{Masthead, Report, Sheet, ShownNames, Stamp, Table, TypedNames};
use crate::store::{EntryKind, FileState, FloorReport, Moment, Store, StoreError};
use crate::tournament::Section;
use chrono::{DateTime, FixedOffset};
use serde_json::Value;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::Arc;

/// How the remark begins that says as of which command an answer is.
pub const AS_OF: &str = "as of command ";

/// A command: what it is like, and what it does.
pub trait Runs {
    const TRAITS: Traits;

    /// What it is like with the arguments that it was given.
    fn traits(&self) -> Traits {
        Self::TRAITS
    }

    /// The files that it reads beside the tournament.
    fn inputs(&self) -> Vec<&Path> {
        Vec::new()
    }

    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure>;
}

/// A command that works on the open tournament, in one transaction.
pub trait Verb {
    const TRAITS: Traits;

    fn traits(&self) -> Traits {
        Self::TRAITS
    }

    /// Load is done; decide, save, and say what was done.
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure>;
}

impl<V: Verb> Runs for V {
    const TRAITS: Traits = V::TRAITS;

    fn traits(&self) -> Traits {
        Verb::traits(self)
    }

    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        at_the_desk(everywhere, Verb::traits(self).access, |desk| Verb::run(self, desk))
    }
}

pub struct Desk {
    /// The file, within the command's transaction.
    pub store: Store,
    /// What the file holds, and what follows from it.
    pub event: Event,
    /// The official giving the command, by name.
    pub official: Option<String>,
    /// The words typed, for the journal.
    pub words: String,
    /// Options of every command, who asks, and the moment.
    pub everywhere: Everywhere,
    /// The file is written anew after the command, so that nothing of what it removed is left in free pages.
    pub scrubs: bool,
    /// Names stand whole in its file too, where the event shows them short.
    pub shows_whole_names: bool,
    /// A lock on a folder of pages that is written, until what they show is in the file.
    pub turn: Option<std::fs::File>,
    access: Access,
    /// The number of the command that is being given.
    pub entry: Option<i64>,
    /// The event as it was, in a command that changes it.
    pub before: Option<Event>,
    /// What is asked once all is done that it is about, and what refuses it.
    pub asks_last: Option<(Question, Failure)>,
    /// The file as it was opened, in a sitting.
    opened: Option<FileState>,
}

impl Deref for Desk {
    type Target = Event;

    fn deref(&self) -> &Event {
        &self.event
    }
}

impl DerefMut for Desk {
    fn deref_mut(&mut self) -> &mut Event {
        &mut self.event
    }
}

impl Desk {
    /// Opens the tournament that was named, or the only one here.
    pub fn open(everywhere: &Everywhere, access: Access) -> Result<Self, Failure> {
        Self::open_as(everywhere, access, &everywhere.words)
    }

    /// As [`Desk::open`], for a command that was not typed on the command line.
    pub fn open_as(everywhere: &Everywhere, access: Access, words: &str) -> Result<Self, Failure> {
        let path = everywhere.tournament()?;
        let as_of = everywhere.as_of.as_deref().map(|text| moment(text, everywhere.now)).transpose()?;
        let opened = match (as_of, access) {
            (None, _) => Self::opened(&path, access, everywhere.memory.as_deref()),
            (Some(moment), Access::Read) => Store::open_as_of(&path, moment),
            (Some(_), _) => return Err(only_reading()),
        };
        let mut store = match opened {
            Ok(store) => store,
            Err(error) => return Err(rescue::failure(error, &path)),
        };
        store.act_for(everywhere.device, everywhere.request.clone());
        if let Some(request) = everywhere.request.as_ref().filter(|_| matches!(access, Access::Write | Access::History))
            && let Some(command) = store.command_of_request(request)?
        {
            store.abandon()?;
            return Err(Failure::machine(format!("this request has already been carried out, as command {command}"))
                .hint(format!("see it with {}", cmd!("log"))));
        }
        if matches!(access, Access::Write | Access::History)
            && let Some(refused) = rescue::served_elsewhere(&mut store)?
        {
            store.abandon()?;
            return Err(refused);
        }
        let memory = everywhere.memory.as_ref().filter(|_| everywhere.as_of.is_none());
        let opened = memory.map(|_| store.state()).transpose()?;
        let known = memory
            .and_then(|memory| memory.last.lock().ok()?.take())
            .filter(|(state, _)| Some(state) == opened.as_ref());
        let event = match known {
            Some((_, event)) => event,
            None => Event::of(store.load().map_err(|error| rescue::failure(error, &path))?)
                .map_err(|e| Failure::machine(format!("the rulebook in {} cannot be read: {e}", path.display())))?,
        };
        let tournament = (event.facts.seed, opened.as_ref().and_then(FileState::origin).map(str::to_owned));
        let begun_in = memory.and_then(|memory| memory.tournament.as_ref());
        if begun_in.is_some_and(|begun_in| *begun_in.get_or_init(|| tournament.clone()) != tournament) {
            let message = format!("{} now holds a different tournament: {}", path.display(), event.tournament().name);
            let _ = store.abandon();
            return Err(Failure::machine(message).hint("end this session and start one in the right file"));
        }
        let mut desk = Self {
            store,
            event,
            official: None,
            words: words.to_owned(),
            // What had to wait for its turn to write is dated when that came: the journal's times are in its order.
            everywhere: if access == Access::Read { everywhere.clone() } else { everywhere.anew() },
            scrubs: false,
            shows_whole_names: everywhere.full_names,
            turn: None,
            access,
            entry: None,
            before: None,
            asks_last: None,
            opened,
        };
        match desk.signing() {
            Ok(official) => desk.official = official,
            Err(failure) => return Err(desk.abandon(failure)),
        }
        if access == Access::Write {
            let (words, at) = (CommandLine::kept(words).for_the_log(), desk.everywhere.at());
            desk.entry = Some(desk.store.record(EntryKind::Do, &words, desk.official.as_deref(), &at)?);
            // What follows from the facts is worked out once for both.
            desk.event.results();
            desk.before = Some(desk.event.clone());
        }
        Ok(desk)
    }

    /// The official who signs: the one that was named, or whom the device acts for. Who was removed from the list since signs nothing,
    /// and the device goes on under its own name.
    fn signing(&mut self) -> Result<Option<String>, Failure> {
        let Some(name) = self.everywhere.acting.clone() else { return Ok(None) };
        let is_official = self.tournament().officials.iter().any(|official| official.name == name);
        let device = self.everywhere.device.filter(|_| !is_official);
        let devices = device.map(|_| self.store.devices()).transpose()?.unwrap_or_default();
        if devices.iter().any(|own| Some(own.id) == device && own.official.as_ref() == Some(&name)) {
            return Ok(None);
        }
        self.official(&name).map(|official| Some(official.name.clone()))
    }

    fn opened(path: &Path, access: Access, memory: Option<&Memory>) -> Result<Store, StoreError> {
        let writes = access != Access::Read;
        let mut store = match memory.and_then(Memory::rested).map(|file| file.wake(writes)).transpose()?.flatten() {
            Some((store, false)) => return Ok(store),
            Some((store, true)) => store,
            None if writes => Store::open_to_write(path)?,
            None => Store::open_to_read(path)?,
        };
        // Before anything is written or believed: a damaged page may give rows that look right.
        match store.glance() {
            Ok(()) => Ok(store),
            Err(error) => {
                // The damage matters more than a second failure while closing.
                let _ = store.abandon();
                Err(error)
            }
        }
    }

    /// Makes the command durable, or takes it back if it was only tried.
    pub fn close(mut self, answer: Answer) -> Result<Answer, Failure> {
        let saved = self.save();
        let mut answer = match saved.and_then(|remarks| self.ready(answer.with_remarks(remarks))) {
            Ok(answer) => answer,
            Err(failure) => return Err(self.abandon(failure)),
        };
        let is_idle = self.entry.is_some() && self.store.is_idle()?;
        if self.everywhere.dry_run {
            answer.remarks.extend(self.store.log_left().as_ref().map(rescue::left_in_log));
            self.store.abandon()?;
            if self.access != Access::Read {
                answer.remark("dry run: nothing was changed");
            }
            return Ok(answer);
        }
        if let Some(entry) = self.entry {
            self.store.conclude(entry, &self.everywhere.asker.as_seen(&plain(&answer.summary)))?;
        }
        if self.everywhere.as_of.is_some() || self.store.is_a_copy() {
            answer.kept = None;
        }
        if let Some(kept) = &mut answer.kept {
            let (version, hall) = (self.store.data_version()?, self.store.hall_address()?);
            kept.made_from(self.store.path(), self.everywhere.at(), version, hall);
        }
        if self.everywhere.as_of.is_some() {
            let held = self.store.held()?;
            answer.remark(format!("{AS_OF}{}, {}: {}", held.version, shown_moment(&held.at), held.words));
        }
        let scrubbed = self.scrubs.then(|| self.store.path().to_owned());
        // What an undo did, and what was forgotten for good, is not in the event as it was read.
        let is_known = self.access != Access::History && !self.scrubs;
        let state = self.opened.take().filter(|_| is_known).map(|_| self.store.state()).transpose()?;
        if self.store.is_a_copy() {
            answer.remark(format!(
                "read only: {} cannot be written (it is protected, or the disk is full), so nothing can be entered here",
                self.store.path().display()
            ));
        } else if !is_idle && self.access != Access::Read && !self.everywhere.no_backup {
            answer.backup = self.store.backup_due(&self.everywhere.at())?;
        }
        // What was read is kept, whatever has become of the file meanwhile.
        let keeps_changes = !is_idle && self.access != Access::Read;
        if let Some(output) = self.everywhere.output.as_deref().filter(|_| keeps_changes) {
            let name = |id| self.tournament().section(id).map(|section| section.name.clone());
            let again = answer.kept.as_ref().and_then(|kept| kept.again(output, name));
            answer.stored = Some(again.unwrap_or_else(|| format!("do not type it again; see it with {}", cmd!("log"))));
        }
        debug_assert!(state.is_none() || self.is_as_read()?, "a command that only reads has changed what it read");
        let left = ended(self.everywhere.memory.as_ref(), self.store, keeps_changes)?;
        answer.remarks.extend(left.as_ref().map(rescue::left_in_log));
        if let Some(entry) = self.entry.filter(|_| keeps_changes)
            && let Some(mut given) = self.everywhere.memory.as_ref().and_then(|memory| memory.given.lock().ok())
        {
            given.push((entry, self.everywhere.at()));
        }
        if let Some(path) = scrubbed {
            Store::scrub(&path).map_err(|error| {
                let first = match error {
                    StoreError::Unwritable(_) | StoreError::Io { .. } => "free up space on the disk",
                    _ => "close every other bughouse that is open here",
                };
                Failure::from(error).hint(format!(
                    "NOT FORGOTTEN yet: traces remain in unused parts of the file; {first}, and type the command again"
                ))
            })?;
        }
        remember(self.everywhere.memory.as_ref(), state, self.event);
        Ok(answer)
    }

    /// The answer with the file that was asked for made, while nothing is stored yet.
    pub fn ready(&mut self, mut answer: Answer) -> Result<Answer, Failure> {
        answer.names = self.names_in_files()?;
        answer.make_ready(&self.everywhere)?;
        Ok(answer)
    }

    /// Looks at something, or notes what is kept beside the journal, and closes: nothing is answered.
    pub fn looked<T>(self, look: impl FnOnce(&mut Self) -> Result<T, Failure>) -> Result<T, Failure> {
        self.given(|desk| Ok((look(desk)?, String::new()))).map(|(seen, _)| seen)
    }

    /// Gives a command with its sentence for the journal, and closes. What is to be known beside it is in the answer.
    pub fn given<T, E: From<Failure>>(
        mut self,
        run: impl FnOnce(&mut Self) -> Result<(T, String), E>,
    ) -> Result<(T, Answer), E> {
        match run(&mut self) {
            Ok((done, summary)) => {
                let mut answer = Answer::nothing();
                answer.summary = summary;
                Ok((done, self.close(answer)?))
            }
            Err(why) => Err(self.abandon(why)),
        }
    }

    /// Ends the command: shows what it touches and asks, makes durable what led to an answer, drops what led to a failure.
    pub fn end(mut self, outcome: Result<Answer, Failure>) -> Result<Answer, Failure> {
        match outcome.and_then(|answer| self.granted(answer)) {
            Ok(answer) => self.close(answer),
            Err(failure) => Err(self.abandon(failure)),
        }
    }

    /// When the command was given.
    pub fn now(&self) -> DateTime<FixedOffset> {
        self.everywhere.now
    }

    /// The same in seconds since 1970.
    pub fn second(&self) -> i64 {
        self.now().timestamp()
    }

    /// Tries something, and leaves the event as it was.
    pub fn untouched<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.before.replace(self.event.clone());
        let tried = run(self);
        if let Some(event) = std::mem::replace(&mut self.before, before) {
            self.event = event;
        }
        tried
    }

    /// Whether a command that only reads leaves the event as it is in the file; it is that for the next command.
    fn is_as_read(&mut self) -> Result<bool, StoreError> {
        Ok(self.access != Access::Read || self.store.load()? == self.event.facts)
    }

    /// Drops whatever the command did, and gives back why.
    pub fn abandon<E>(mut self, why: E) -> E {
        debug_assert!(
            self.opened.is_none() || self.is_as_read().unwrap_or(true),
            "a command that only reads has changed what it read"
        );
        let is_as_read =
            self.access == Access::Read || self.before.as_ref().is_some_and(|before| before.facts == self.event.facts);
        remember(self.everywhere.memory.as_ref(), self.opened.filter(|_| is_as_read), self.event);
        // The failure itself matters more than a second one while closing.
        if let Ok(Some(left)) = ended(self.everywhere.memory.as_ref(), self.store, false) {
            self.everywhere.asker.remark(&rescue::left_in_log(&left));
        }
        why
    }

    /// Writes what the command has changed so far. Returns what was reported of a pairing that is no more, and of a match that a ruling
    /// decides, or decides no longer.
    fn save(&mut self) -> Result<Vec<String>, Failure> {
        self.read_again()?;
        let Some(before) = self.before.take() else { return Ok(Vec::new()) };
        before.facts.may_become(&self.event.facts).or_refuse(&before)?;
        let is_new = self.access == Access::Write;
        if is_new && !self.store.save(&before.facts, &self.event.facts)? {
            if let Some(entry) = self.entry {
                self.store.settled_by_none(entry)?;
            }
            return Ok(Vec::new());
        }
        let fallen = self.store.drop_reports(&before.facts.tournament, &self.event.facts.tournament)?;
        let ruled = match is_new {
            true => reported::settle_ruled(&mut self.store, &self.event, self.entry)?,
            false => reported::settle_again(&mut self.store, &self.event).map(|()| Vec::new())?,
        };
        let again = reported::let_go(&mut self.store, &before, &self.event)?;
        if !is_new || !again.is_empty() {
            reported::lock(&mut self.store, &self.event)?;
        }
        let dropped = |report: &FloorReport| {
            let FloorReport { id, table, result, .. } = report;
            format!(
                "report {id} for table {table} ({result}) was dropped: different teams are seated there now, or none"
            )
        };
        Ok(fallen
            .iter()
            .map(dropped)
            .chain(ruled.iter().map(reported::settled_by_entry))
            .chain(again.iter().map(reported::waits_again))
            .collect())
    }

    /// Asks this once all is done that it is about, with what that touches. Refuses where nobody can answer.
    pub fn ask_last(&mut self, question: Question, otherwise: Failure) -> Result<(), Failure> {
        self.asks_last = Some(self.everywhere.may_ask(question, otherwise)?);
        Ok(())
    }

    /// Has the event be what undo or redo has left in the file.
    pub fn read_again(&mut self) -> Result<(), Failure> {
        if self.access == Access::History && self.before.is_none() {
            let now = reported::event_of(self.store.load()?)?;
            self.before = Some(std::mem::replace(&mut self.event, now));
        }
        Ok(())
    }

    /// When and from which data a document is made.
    pub fn stamp(&mut self) -> Result<Stamp, Failure> {
        let version = self.store.data_version()?;
        Ok(Stamp { printed: self.now(), version: version.unsigned_abs() })
    }

    /// The names that stand shorter in the file that was asked for than they were entered.
    pub fn names_in_files(&mut self) -> Result<Option<ShownNames>, Failure> {
        let is_short = self.everywhere.output.is_some() && !self.shows_whole_names;
        let Some(names) = is_short.then(|| ShownNames::of(&self.event.facts)).flatten() else { return Ok(None) };
        let former = self.store.former_names()?;
        let typed = TypedNames::of(self.tournament(), &former);
        let shown = |line: String| {
            let words = split(&line).ok()?;
            let shown = with_values(&words, definitions(), |value| typed.in_value(value));
            (shown != words).then(|| (line, as_typed(shown.into_iter())))
        };
        let lines = self.store.journal()?.into_iter().filter_map(|entry| shown(entry.words));
        Ok(Some(names.and_former(self.tournament(), former).and_typed(lines)))
    }

    /// A sheet as it is now, remembered once it is written.
    pub fn sheet(&mut self, sheet: Sheet) -> Result<Answer, Failure> {
        Ok(Answer::sheet(self.made(&sheet)?).kept(Kept::sheets(vec![sheet])))
    }

    /// Several sheets as they are now in one document.
    pub fn sheets(&mut self, sheets: Vec<Sheet>) -> Result<Answer, Failure> {
        let parts = sheets.iter().map(|sheet| self.made(sheet)).collect::<Result<_, _>>()?;
        Ok(Answer::sheet(Report::packet(parts, self.masthead(None, None)?)).kept(Kept::sheets(sheets)))
    }

    /// A list of the whole tournament: one table, called as it is.
    pub fn listing(&mut self, table: Table, json: Value) -> Result<Answer, Failure> {
        Ok(Answer::sheet(Report::table(self.masthead(None, None)?, table, json)))
    }

    /// The head of a document.
    pub fn masthead(&mut self, section: Option<&Section>, round: Option<u32>) -> Result<Masthead, Failure> {
        let stamp = self.stamp()?;
        Ok(Masthead::new(self.tournament(), section, round, stamp))
    }
}

/// Runs a command at the open tournament, in one transaction.
pub fn at_the_desk(
    everywhere: &Everywhere,
    access: Access,
    run: impl FnOnce(&mut Desk) -> Result<Answer, Failure>,
) -> Result<Answer, Failure> {
    let mut desk = Desk::open(everywhere, access)?;
    let outcome = run(&mut desk);
    desk.end(outcome)
}

/// Ends a command's transaction, with its changes or without. The file is closed, unless the sitting leaves it open. Gives what is left
/// to report of the file.
fn ended(memory: Option<&Arc<Memory>>, store: Store, keeps_changes: bool) -> Result<Option<StoreError>, StoreError> {
    let Some(file) = memory.and_then(|memory| memory.file.as_ref()) else {
        let left = store.log_left();
        return if keeps_changes { store.commit() } else { store.abandon().map(|()| left) };
    };
    let (rested, left) = store.rest(keeps_changes)?;
    if let Ok(mut file) = file.lock() {
        *file = rested;
    }
    Ok(left)
}

/// Keeps the event for the sitting's next command, where the state is known that it is of.
fn remember(memory: Option<&Arc<Memory>>, state: Option<FileState>, event: Event) {
    if let Some(mut memory) = memory.and_then(|memory| memory.last.lock().ok()) {
        *memory = state.map(|state| (state, event));
    }
}

/// The moment meant by `--as-of`: a command's number, or a time.
fn moment(text: &str, now: DateTime<FixedOffset>) -> Result<Moment, Failure> {
    match text.trim().parse() {
        Ok(number) => Ok(Moment::Command(number)),
        Err(_) => since(text, now).map(Moment::Time),
    }
}

/// Why a command that changes something cannot be given in the past.
pub fn only_reading() -> Failure {
    Failure::mistyped("--as-of only looks at the past, and this command changes something").hint(format!(
        "{} takes commands back; {} shows their numbers",
        cmd!("undo"),
        cmd!("log")
    ))
}
