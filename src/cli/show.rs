//! Who asks, and the one place that prints: answers to stdout, talk and failures to stderr.
//!
//! Names come from anybody's file, so nothing leaves here that a terminal would obey, save colours of our own.

use super::command_text::{Marks, cmd, has_command, plain, with_commands};
use super::environment::Environment;
use super::failure::Failure;
use super::question::Question;
use super::seat::{Elsewhere, Said, Seat};
use super::wording::{quoted, split};
use crate::cli::is_for_the_laptop;
use crate::cli::rescue::tournament_file;
use crate::report::Document;
use crate::report::render::{clean, text, wrapped};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Cursor, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// Who asks: a person at a terminal, a pipe, another desk. By default a pipe.
#[derive(Debug, Clone, Default)]
pub struct Asker {
    /// Where the one sits who asks.
    pub seat: Seat,
    /// What surrounds the command there.
    pub environment: Arc<Environment>,
    shared: Arc<Shared>,
}

/// What one who asks has in common through all commands of a sitting.
#[derive(Debug, Default)]
struct Shared {
    /// The desk that asks, where it is not the one here.
    elsewhere: Option<Elsewhere>,
    /// What a person said to questions, by what they are about, who sits at a page in the browser; nothing where it is no page.
    page: Option<BTreeMap<String, bool>>,
    /// What was said to it so far, in its order.
    said: Mutex<Vec<Said>>,
    /// What is on its standard input, as far as it was not read.
    input: Mutex<Cursor<Vec<u8>>>,
    /// What comes after `bughouse` in every command that is printed: the file, where it would not be found without.
    file: OnceLock<String>,
    /// Why the answer could not be written, once that happened.
    unwritten: OnceLock<String>,
    /// What was typed at a question without being an answer to it: the next line of a sitting.
    unread: Mutex<Option<String>>,
}

impl Asker {
    /// Who sits here.
    pub fn here() -> Self {
        Self { seat: Seat::here(), environment: Arc::new(Environment::of_process()), ..Self::default() }
    }

    /// Another desk: what is said to it is kept, to be sent there.
    pub fn of_desk(desk: Elsewhere, environment: Environment, input: &str) -> Self {
        let input = Mutex::new(Cursor::new(input.as_bytes().to_vec()));
        let seat = desk.seat.clone();
        let shared = Shared { elsewhere: Some(desk), input, ..Shared::default() };
        Self { seat, environment: Arc::new(environment), shared: Arc::new(shared) }
    }

    /// A page of the desk in the browser: what is said is kept with its commands marked, to be shown there.
    pub fn of_page(answers: BTreeMap<String, bool>, environment: Environment, input: &str) -> Self {
        let input = Mutex::new(Cursor::new(input.as_bytes().to_vec()));
        let seat = Seat { watches: true, hears: true, types: true, ..Seat::default() };
        let shared = Shared { page: Some(answers), input, ..Shared::default() };
        Self { seat, environment: Arc::new(environment), shared: Arc::new(shared) }
    }

    /// Whether what is said is kept for somebody else than who sits at this terminal.
    fn keeps(&self) -> bool {
        self.elsewhere().is_some() || self.shared.page.is_some()
    }

    /// Whether a page of the desk in the browser asks, which is gone once its question is answered.
    pub fn is_a_page(&self) -> bool {
        self.shared.page.is_some()
    }

    /// What was said to another desk or to a page, in its order.
    pub fn said(&self) -> Vec<Said> {
        std::mem::take(&mut self.shared.said.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What is typed or piped in.
    pub fn input(&self) -> Box<dyn BufRead + '_> {
        match self.keeps() {
            true => Box::new(Input(self.shared.input.lock().unwrap_or_else(PoisonError::into_inner))),
            false => Box::new(io::stdin().lock()),
        }
    }

    fn say(&self, said: Said) {
        self.shared.said.lock().unwrap_or_else(PoisonError::into_inner).push(said);
    }

    /// The same, with the terminal as it is by now.
    pub fn anew(&self) -> Self {
        let here = (!self.keeps()).then(Seat::here);
        Self { seat: here.unwrap_or_else(|| self.seat.clone()), ..self.clone() }
    }

    /// The same for commands of ours, one after the other: nobody is asked in the middle of them.
    pub fn unattended(&self) -> Self {
        Self { seat: Seat { types: false, ..self.seat.clone() }, ..self.clone() }
    }

    /// The desk across the room that asks.
    pub fn elsewhere(&self) -> Option<&Elsewhere> {
        self.shared.elsewhere.as_ref()
    }

    /// Whether a person is typing on stdin, here.
    pub fn types(&self) -> bool {
        !self.keeps() && self.seat.types
    }

    /// Whether a person stays at stdout, here: what is shown can be shown again.
    pub fn stays(&self) -> bool {
        !self.keeps() && self.seat.watches
    }

    /// A name as it is seen at the desk that asks: without what keeps names apart on the way.
    pub fn as_seen(&self, word: &str) -> String {
        let Some(at) = word.find('@').filter(|_| self.elsewhere().is_some()) else { return word.to_owned() };
        let (before, rest) = word.split_at(at);
        match rest[1..].split_once('/') {
            Some((number, name)) if !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()) => {
                format!("{before}{name}")
            }
            _ => word.to_owned(),
        }
    }

    /// Has every command that is printed from now on name this file, where it would not be found without.
    pub fn commands_name(&self, file: &Path) {
        let place = |named| tournament_file(named, &self.environment).ok().and_then(|path| path.canonicalize().ok());
        let named = place(Some(file));
        if named.is_some() && named != place(self.environment.file.as_deref()) {
            let _ = self.shared.file.set(format!("-f {}", quoted(&file.display().to_string())));
        }
    }

    /// A text of ours with commands that name the file, or the hall of another desk, where that is needed.
    fn with_commands(&self, text: &str, marks: Marks) -> String {
        if !has_command(text) || self.shared.page.is_some() {
            return text.to_owned();
        }
        with_commands(text, marks, |command| match self.elsewhere().and_then(|desk| desk.seat.server.as_ref()) {
            // What another desk cannot give is printed as it is typed where the file is.
            Some(_) if is_for_the_laptop(command) => command.to_owned(),
            Some(url) => named(&format!("--server {url}"), command),
            None => self.with_file(command),
        })
    }

    fn with_file(&self, command: &str) -> String {
        self.shared.file.get().map_or_else(|| command.to_owned(), |file| named(file, command))
    }

    /// JSON with commands that name the file where that is needed; of a hall it is the same everywhere.
    fn in_json(&self, text: &str) -> String {
        let escaped = |text: String| {
            let quoted = serde_json::to_string(&text).unwrap_or_default();
            quoted.get(1..quoted.len() - 1).unwrap_or_default().to_owned()
        };
        let file = self.shared.file.get().cloned().map(escaped);
        with_commands(text, Marks::AmongWords, |command| match &file {
            Some(file) => named(file, command),
            None => command.to_owned(),
        })
    }

    /// A text of ours as it is printed: with commands that can be typed here, on a terminal fitted.
    fn printed(&self, text: &str, on_a_terminal: bool) -> String {
        match on_a_terminal {
            true => self.fitted(&self.with_commands(text, Marks::Never)).replace('\u{a0}', " "),
            false => self.with_commands(text, Marks::AmongWords),
        }
    }

    /// Sentences broken between words where a terminal would break them within one. A command stays whole, to be copied.
    fn fitted(&self, text: &str) -> String {
        let Some(width) = self.seat.columns else { return text.to_owned() };
        let fit = |line: &str| {
            let words = line.trim_start();
            let indent = " ".repeat(line.len() - words.len());
            let room = width.saturating_sub(u16::try_from(indent.len()).unwrap_or(width));
            wrapped(words, Some(room)).iter().map(|part| format!("{indent}{part}")).collect::<Vec<_>>().join("\n")
        };
        text.split('\n').map(fit).collect::<Vec<_>>().join("\n")
    }

    /// Prints an answer. A reader that went away (a closed pipe) is no error.
    pub fn answer(&self, text: &str) {
        self.sheet(&self.printed(&harmless(text), self.seat.watches));
    }

    /// Prints a document for a person, whose words are clean already and whose colours are ours.
    pub fn sheet(&self, text: &str) {
        let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        self.as_it_came(&format!("{text}{end}"));
    }

    /// Prints a document, whose commands can be typed like any.
    pub fn document(&self, document: &Document) {
        let marks = if self.seat.watches { Marks::Never } else { Marks::AmongWords };
        let shown = document.map_text(&|text| self.with_commands(text, marks));
        self.sheet(&text(&shown, self.seat.style()));
    }

    /// Prints data for another program, byte for byte; on a terminal it is shown like any answer.
    pub fn data(&self, text: &str) {
        if self.seat.watches { self.answer(text) } else { self.sheet(text) }
    }

    /// Prints one JSON document.
    pub fn json(&self, value: &Value) {
        let text = serde_json::to_string_pretty(value)
            .unwrap_or_else(|e| format!("{{\"error\":{{\"code\":70,\"message\":\"{e}\"}}}}"));
        self.json_text(&text);
    }

    /// Prints a JSON document that is text already.
    pub fn json_text(&self, text: &str) {
        self.sheet(&escaped(&self.in_json(text)));
    }

    /// Prints the help or the version that was asked for.
    pub fn help(&self, help: &clap::Error) {
        match self.keeps() {
            true => self.say(Said::Out(help.render().to_string())),
            false => self.written(help.print()),
        }
    }

    /// Prints what the laptop that serves has made ready to be shown here.
    pub fn as_it_came(&self, text: &str) {
        debug_assert!(!has_command(text) || self.shared.page.is_some(), "a command is shown with its marks: {text}");
        if self.keeps() {
            return self.say(Said::Out(text.to_owned()));
        }
        let mut out = io::stdout().lock();
        self.written(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
    }

    /// As [`Asker::as_it_came`], beside the answer.
    pub fn remark_as_it_came(&self, text: &str) {
        if self.keeps() {
            return self.say(Said::Err(text.to_owned()));
        }
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// Prints a remark beside the answer.
    pub fn remark(&self, text: &str) {
        self.talk(&self.printed(&harmless(text), self.seat.hears));
    }

    /// Prints why a command stopped, and gives its exit code.
    pub fn failure(&self, failure: &Failure, as_json: bool) -> u8 {
        if as_json {
            let text = serde_json::to_string_pretty(&failure.to_json());
            self.talk(&escaped(&self.in_json(&text.unwrap_or_else(|_| failure.message.clone()))));
        } else {
            let Seat { hears, colour, .. } = self.seat;
            let text = self.printed(&failure_text(failure), hears);
            self.talk(&if hears && colour { coloured(&text) } else { text });
        }
        failure.code as u8
    }

    fn talk(&self, text: &str) {
        debug_assert!(!has_command(text) || self.shared.page.is_some(), "a command is shown with its marks: {text}");
        if self.keeps() {
            return self.say(Said::Err(format!("{text}\n")));
        }
        let _ = writeln!(io::stderr().lock(), "{text}");
    }

    /// Empties the screen, so that what comes next is at its top.
    pub fn clear(&self) {
        self.as_it_came("\x1b[2J\x1b[3J\x1b[H");
    }

    /// Says to another desk how the document is printed again that it is given: what the command did is stored.
    pub fn print_again(&self, again: &str) {
        if self.elsewhere().is_some() {
            self.say(Said::PrintAgain(self.with_commands(again, Marks::AmongWords)));
        }
    }

    /// Says to another desk the state of its sitting.
    pub fn sits(&self, place: &Value) {
        if self.elsewhere().is_some() {
            self.say(Said::Sits(place.clone()));
        }
    }

    /// Notes that an answer could not be written.
    pub fn written(&self, outcome: io::Result<()>) {
        if let Some(error) = outcome.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe) {
            let _ = self.shared.unwritten.set(error.to_string());
        }
    }

    /// Why the command failed after all, although it did its work: nobody could read the answer.
    pub fn unwritten(&self) -> Option<Failure> {
        let reason = self.shared.unwritten.get()?;
        let failure = Failure::machine(format!("the answer could not be written: {reason}"));
        Some(failure.hint(format!(
            "what the command changed is kept, as {} shows; free up space, or send the answer elsewhere, and ask again",
            cmd!("log")
        )))
    }

    /// Does what may take longer than a person likes to wait; at a terminal it is said, beyond one second, that it goes on.
    pub fn patiently<T>(&self, what: &str, work: impl FnOnce() -> T) -> T {
        if self.keeps() || !self.seat.hears {
            return work();
        }
        let (done, waits) = mpsc::channel::<()>();
        let what = clean(what);
        let teller = thread::spawn(move || {
            let mut seconds = 0;
            while waits.recv_timeout(Duration::from_secs(1)) == Err(mpsc::RecvTimeoutError::Timeout) {
                seconds += 1;
                let _ = write!(io::stderr(), "\r{what}: {seconds} s");
            }
            if seconds > 0 {
                let _ = write!(io::stderr(), "\r{}\r", " ".repeat(what.chars().count() + 8));
            }
        });
        let done_with = work();
        drop(done);
        let _ = teller.join();
        done_with
    }

    /// Asks a yes-or-no question at the terminal. Anything but a clear yes is a no; what is no answer at all is kept for
    /// [`Asker::unread`].
    pub fn ask(&self, question: &Question) -> bool {
        let answers = self.elsewhere().map(|desk| &desk.answers).or(self.shared.page.as_ref());
        if let Some(answers) = answers {
            return answers.get(&question.about).copied().unwrap_or_else(|| {
                // A page leaves out what is typed.
                let sentence = question.sentence.clone();
                let sentence = if self.is_a_page() { sentence } else { plain(&sentence) };
                self.say(Said::Asks(Question { sentence, ..question.clone() }));
                false
            });
        }
        let mut out = io::stdout().lock();
        let _ = write!(out, "{} [y/N] ", self.printed(&harmless(&question.sentence), true));
        let _ = out.flush();
        let mut line = String::new();
        if io::stdin().read_line(&mut line).is_err() {
            return false;
        }
        match line.trim().to_lowercase().as_str() {
            "y" | "yes" => return true,
            "" | "n" | "no" => {}
            _ => *self.shared.unread.lock().unwrap_or_else(PoisonError::into_inner) = Some(line.trim().to_owned()),
        }
        false
    }

    /// Takes the line that was typed at the last question, where it answered something else.
    pub fn unread(&self) -> Option<String> {
        self.shared.unread.lock().ok()?.take()
    }
}

/// The standard input of another desk.
struct Input<'s>(MutexGuard<'s, Cursor<Vec<u8>>>);

impl Read for Input<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.0.read(room)
    }
}

impl BufRead for Input<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.0.consume(amount);
    }
}

/// A command with the file or the hall that it is about, where it does not name one itself.
fn named(of: &str, command: &str) -> String {
    let is_place = |word: &String| ["-f", "--file", "--server"].contains(&word.as_str());
    if split(command).is_ok_and(|words| words.iter().any(is_place)) {
        command.to_owned()
    } else {
        format!("{of} {command}")
    }
}

/// A text of several lines, each of them [`clean`].
fn harmless(text: &str) -> String {
    text.split('\n').map(|line| clean(line.trim_end_matches('\r'))).collect::<Vec<_>>().join("\n")
}

/// The same JSON with characters that a terminal may obey written as `\u....`; outside of strings there are none.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        let mut bytes = [0; 4];
        if c == '\n' || clean(c.encode_utf8(&mut bytes)) == *c.encode_utf8(&mut bytes) {
            escaped.push(c);
        } else {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| escaped.push_str(&format!("\\u{unit:04x}")));
        }
    }
    escaped
}

/// What is printed of a failure.
pub fn failure_text(failure: &Failure) -> String {
    let hint = failure.hint.as_ref().map(|hint| format!("{HINT} {}", harmless(hint))).unwrap_or_default();
    format!("error: {}{hint}", harmless(&failure.message))
}

const HINT: &str = "\n\n       hint:";

/// The same in colour, once it is fitted: colours take no room.
pub fn coloured(text: &str) -> String {
    let (bold, red, plain) = ("\x1b[1m", "\x1b[1;31m", "\x1b[0m");
    let (message, hint) = text.split_once(HINT).map_or((text, None), |(message, hint)| (message, Some(hint)));
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let hint = hint.map(|hint| format!("\n\n       {bold}hint:{plain}{hint}")).unwrap_or_default();
    format!("{red}error:{plain} {bold}{message}{plain}{hint}")
}

#[cfg(test)]
mod tests {
    use super::{escaped, failure_text};
    use crate::cli::failure::Failure;

    #[test]
    fn a_failure_cannot_steer_the_terminal() {
        let failure = Failure::mistyped("no team \u{1b}]0;owned\u{7}\nsecond line\u{9b}2J").hint("type \u{202e}abc");
        assert_eq!(
            failure_text(&failure),
            "error: no team \u{fffd}]0;owned\u{fffd}\nsecond line\u{fffd}2J\n\n       hint: type \u{fffd}abc"
        );
    }

    #[test]
    fn json_shows_no_control_characters_and_means_the_same() {
        let name = serde_json::json!({ "name": "Ann\u{9b}2J\u{7f}\u{202e}\u{e0001}é\u{1b}" });
        let text = escaped(&serde_json::to_string_pretty(&name).unwrap());
        assert!(
            !text.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}' || c == '\u{e0001}'),
            "{text:?}"
        );
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), name);
    }
}
