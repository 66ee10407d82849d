//! Where typed lines come from: a person at a terminal, with completion and a preview beside the cursor, or a pipe.

use crate::cli::failure::Failure;
use crate::cli::show::Asker;
use crate::report::render::clean;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{
    Cmd, CompletionType, ConditionalEventHandler, Config, Context, Editor, Event, EventContext, EventHandler, Helper,
    KeyCode, KeyEvent, Modifiers, RepeatCount,
};
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// Helps while a line is being typed.
pub trait Prompter {
    /// What to show behind the cursor.
    fn preview(&self, _: &str) -> Option<String> {
        None
    }

    /// Where the word begins that is being typed, and what it may become.
    fn complete(&self, line: &str) -> (usize, Vec<String>) {
        (line.len(), Vec::new())
    }
}

/// A source of lines.
pub struct Keyboard<P: Prompter> {
    input: Input<P>,
    history: Option<PathBuf>,
    asker: Asker,
}

enum Input<P: Prompter> {
    Terminal(Box<Editor<Seat<P>, FileHistory>>),
    Pipe,
}

/// The prompter, as the line editor wants it.
struct Seat<P> {
    prompter: P,
    in_colour: bool,
}

impl<P: Prompter> Keyboard<P> {
    /// The terminal if a person sits at one, else standard input. Lines typed are remembered in `history`, where one is named.
    pub fn open(prompter: P, history: Option<PathBuf>, asker: &Asker) -> Result<Self, Failure> {
        let asker = asker.clone();
        if !asker.types() {
            return Ok(Self { input: Input::Pipe, history: None, asker });
        }
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = Editor::with_config(config).map_err(unreadable)?;
        editor.set_helper(Some(Seat { prompter, in_colour: asker.seat.style().colour }));
        if let Some(path) = &history {
            // The first time there is none yet.
            let _ = editor.load_history(path);
        }
        Ok(Self { input: Input::Terminal(Box::new(editor)), history, asker })
    }

    /// Hands over a prompter that knows what has changed, where a person types: a pipe completes nothing.
    pub fn prompt_with(&mut self, prompter: impl FnOnce() -> Result<P, Failure>) -> Result<(), Failure> {
        if let Input::Terminal(editor) = &mut self.input {
            editor.set_helper(Some(Seat { prompter: prompter()?, in_colour: self.asker.seat.style().colour }));
        }
        Ok(())
    }

    /// The next line, or `None` at the end. From a pipe it is shown as if it had been typed.
    pub fn line(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        if let Some(line) = self.asker.unread() {
            self.asker.anew().answer(&format!("{prompt}{line}"));
            return Ok(Some(line));
        }
        match &mut self.input {
            Input::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    // A line that is not remembered is no harm.
                    let _ = editor.add_history_entry(&line);
                    Ok(Some(line))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(error) => Err(unreadable(error)),
            },
            Input::Pipe => {
                let mut line = String::new();
                let read = self
                    .asker
                    .input()
                    .read_line(&mut line)
                    .map_err(|e| Failure::machine(format!("cannot read the line: {e}")))?;
                let line = line.trim_end().to_owned();
                if read > 0 && !prompt.is_empty() {
                    self.asker.answer(&format!("{prompt}{line}"));
                }
                Ok((read > 0).then_some(line))
            }
        }
    }
}

/// A terminal that takes one of a few keys, without Enter.
pub struct Keys {
    editor: Editor<(), FileHistory>,
    pressed: Arc<Mutex<Option<char>>>,
}

/// Takes note of a key that was asked for, and passes over every other.
struct OneKey {
    among: &'static str,
    pressed: Arc<Mutex<Option<char>>>,
}

impl ConditionalEventHandler for OneKey {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, _: &EventContext) -> Option<Cmd> {
        let KeyEvent(code, modifiers) = *event.get(0)?;
        match code {
            KeyCode::Char(key) if modifiers.is_empty() && self.among.contains(key.to_ascii_lowercase()) => {
                *self.pressed.lock().ok()? = Some(key.to_ascii_lowercase());
                Some(Cmd::AcceptLine)
            }
            // Ctrl-C and Ctrl-D end the list as elsewhere.
            _ if modifiers.contains(Modifiers::CTRL) => None,
            _ => Some(Cmd::Noop),
        }
    }
}

impl Keys {
    /// The terminal, which is there.
    pub fn open(among: &'static str) -> Result<Self, Failure> {
        let mut editor = Editor::new().map_err(unreadable)?;
        let pressed = Arc::new(Mutex::new(None));
        let handler = OneKey { among, pressed: Arc::clone(&pressed) };
        editor.bind_sequence(Event::Any, EventHandler::Conditional(Box::new(handler)));
        Ok(Self { editor, pressed })
    }

    /// The next key of those asked for, or `None` at the end.
    pub fn key(&mut self, prompt: &str) -> Result<Option<char>, Failure> {
        match self.editor.readline(prompt) {
            Ok(_) => Ok(self.pressed.lock().ok().and_then(|mut pressed| pressed.take())),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(unreadable(error)),
        }
    }
}

/// A prompter without advice.
pub struct Plain;

impl Prompter for Plain {}

impl<P: Prompter> Drop for Keyboard<P> {
    fn drop(&mut self) {
        if let (Input::Terminal(editor), Some(path)) = (&mut self.input, &self.history) {
            // Nothing of the event is lost with the history.
            let _ = editor.save_history(path);
        }
    }
}

fn unreadable(error: ReadlineError) -> Failure {
    Failure::machine(format!("the terminal cannot be read: {error}"))
}

impl<P: Prompter> Completer for Seat<P> {
    type Candidate = String;

    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let (begin, mut candidates) = self.prompter.complete(&line[..cursor]);
        // What the terminal might obey is not offered.
        candidates.retain(|candidate| clean(candidate) == *candidate);
        Ok((begin, candidates))
    }
}

impl<P: Prompter> Hinter for Seat<P> {
    type Hint = String;

    fn hint(&self, line: &str, cursor: usize, _: &Context<'_>) -> Option<String> {
        if cursor < line.len() { None } else { self.prompter.preview(line).map(|text| format!("    {}", clean(&text))) }
    }
}

impl<P: Prompter> Highlighter for Seat<P> {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.in_colour { Cow::Owned(format!("\x1b[2m{hint}\x1b[0m")) } else { Cow::Borrowed(hint) }
    }
}

impl<P: Prompter> Validator for Seat<P> {}
impl<P: Prompter> Helper for Seat<P> {}
