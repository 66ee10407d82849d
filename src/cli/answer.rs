//! What a command says when it is done: a sentence, or a document in any format.

use super::failure::Failure;
use super::show::Asker;
use crate::cli::Everywhere;
use crate::cli::command_text::{cmd, has_command, plain, plain_json};
use crate::cli::help::line::command;
use crate::cli::printed::Kept;
use crate::cli::written::{marked, write_whole};
use crate::report::render::{Format, Press, RenderError, Rendered, json, render};
use crate::report::{Report, ShownNames};
use crate::store::Due;
use serde_json::Value;
use std::path::Path;

/// What a command has to say.
pub struct Answer {
    /// One sentence for the journal; empty for commands that change nothing.
    pub summary: String,
    body: Body,
    /// What the director should know beside the answer, on stderr.
    pub remarks: Vec<String>,
    /// Said after the answer, next to the prompt: what must not scroll away above it.
    pub last: Option<String>,
    code: u8,
    /// Of a document that hangs on a wall once it is written, and may become wrong there: what it is remembered by.
    pub kept: Option<Kept>,
    /// A backup that is made once the answer is there to be read.
    pub backup: Option<Due>,
    /// The names that no file shows as they were entered.
    pub names: Option<ShownNames>,
    /// What its command knows of what it touches.
    pub touching: Option<Touching>,
    /// What is written to the file that was asked for, once it is made.
    ready: Option<Vec<u8>>,
    /// Of a command whose changes are durable, whatever becomes of its document: what to type to see or print what it answered.
    pub stored: Option<String>,
}

/// What a command knows beside what is found of its change: shown with that, and asked for.
#[derive(Default)]
pub struct Touching {
    /// What else it touches, a line each.
    pub notes: Vec<String>,
    /// The change as it is asked for, where that is not the whole answer.
    pub change: Option<String>,
    /// What is left to say once all of it was shown.
    pub then: Option<String>,
}

/// What an answer holds, for the page that shows it.
pub struct Parts {
    pub summary: String,
    pub text: String,
    pub report: Option<Report>,
    pub remarks: Vec<String>,
}

enum Body {
    Nothing,
    /// `plain`: a file for other programs.
    Said {
        text: String,
        json: Value,
        plain: bool,
    },
    Sheet(Box<Report>),
}

impl Answer {
    fn with(summary: String, body: Body) -> Self {
        let (remarks, last, kept, backup) = (Vec::new(), None, None, None);
        Self {
            summary,
            body,
            remarks,
            last,
            code: 0,
            kept,
            backup,
            names: None,
            touching: None,
            ready: None,
            stored: None,
        }
    }

    /// A sentence or a few, and the same for machines.
    pub fn said(text: impl Into<String>, json: Value) -> Self {
        Self::noted(text, json, "")
    }

    /// As [`Answer::said`], with a sentence for the journal.
    pub fn noted(text: impl Into<String>, json: Value, summary: impl Into<String>) -> Self {
        Self::with(summary.into(), Body::Said { text: text.into(), json, plain: false })
    }

    /// The same sentence for the director and the journal.
    pub fn done(summary: String, json: Value) -> Self {
        Self::noted(summary.clone(), json, summary)
    }

    /// Of a command that has shown and written what it had to say.
    pub fn nothing() -> Self {
        Self::with(String::new(), Body::Nothing)
    }

    pub fn sheet(report: impl Into<Report>) -> Self {
        Self::with(String::new(), Body::Sheet(Box::new(report.into())))
    }

    /// A file for other programs: written as it is, whatever the ending of its name; `.json` and `--json` give the JSON.
    pub fn plain(text: impl Into<String>, json: Value) -> Self {
        Self::with(String::new(), Body::Said { text: text.into(), json, plain: true })
    }

    /// The same answer, ending with a code other than 0: what was asked for is there, and it is bad news; or so it was answered elsewhere.
    pub fn ends(self, code: u8) -> Self {
        Self { code, ..self }
    }

    /// The same answer with what its change touches, which is asked for first.
    pub fn touching(self, touching: Touching) -> Self {
        Self { touching: Some(touching), ..self }
    }

    /// The same with a line for each of what is touched beside what is found.
    pub fn touches(self, notes: impl IntoIterator<Item = String>) -> Self {
        self.touching(Touching { notes: notes.into_iter().collect(), ..Touching::default() })
    }

    /// What it says in sentences.
    pub fn text(&self) -> &str {
        if let Body::Said { text, .. } = &self.body { text } else { &self.summary }
    }

    /// Says this in place of its sentences.
    pub fn say(&mut self, said: String) {
        if let Body::Said { text, .. } = &mut self.body {
            *text = said;
        }
    }

    /// Adds what the change touches.
    pub fn add_consequences(&mut self, touched: &str, consequences: Value) {
        match &mut self.body {
            Body::Said { text, json, .. } => {
                if !touched.is_empty() {
                    *text = format!("{text}\n{touched}");
                }
                if json.is_object() {
                    json["consequences"] = consequences;
                }
            }
            Body::Sheet(_) | Body::Nothing => self.remarks.extend(touched.lines().map(str::to_owned)),
        }
    }

    pub fn kept(self, kept: Kept) -> Self {
        Self { kept: Some(kept), ..self }
    }

    pub fn remark(&mut self, remark: impl Into<String>) {
        self.remarks.push(remark.into());
    }

    pub fn with_remarks(mut self, remarks: impl IntoIterator<Item = String>) -> Self {
        self.remarks.extend(remarks);
        self
    }

    /// Prints the answer, or writes it to the file that was asked for, and gives the exit code.
    pub fn show(mut self, everywhere: &Everywhere) -> Result<u8, Failure> {
        let asker = &everywhere.asker;
        self.remarks.iter().for_each(|remark| asker.remark(remark));
        let shown = self.body_shown(everywhere);
        self.last.iter().filter(|_| shown.is_ok()).for_each(|last| asker.remark(last));
        self.backup.iter().for_each(|due| back_up(due, asker));
        shown.map(|()| self.code)
    }

    fn body_shown(&mut self, everywhere: &Everywhere) -> Result<(), Failure> {
        let asker = &everywhere.asker;
        if let Some((path, bytes)) = self.write(everywhere)? {
            let (key, did) = if everywhere.dry_run { ("would_write", "would write") } else { ("written", "wrote") };
            if everywhere.json {
                asker.json(&serde_json::json!({ key: path.display().to_string(), "bytes": bytes }));
            } else {
                asker.answer(&format!("{did} {}", path.display()));
            }
            return Ok(());
        }
        match &self.body {
            Body::Sheet(sheet) if everywhere.json => asker.json_text(&String::from_utf8_lossy(&json(sheet)?)),
            Body::Sheet(sheet) => asker.document(&sheet.document),
            Body::Said { json, .. } if everywhere.json && !json.is_null() => asker.json(json),
            Body::Said { text, plain: false, .. } => asker.answer(text),
            Body::Said { text, .. } => asker.data(text),
            Body::Nothing => {}
        }
        Ok(())
    }

    pub fn into_parts(self) -> Parts {
        let (text, report) = match self.body {
            Body::Sheet(report) => (String::new(), Some(*report)),
            Body::Said { text, .. } => (text, None),
            Body::Nothing => (String::new(), None),
        };
        let remarks = self.remarks.into_iter().chain(self.last).collect();
        Parts { summary: self.summary, text, report, remarks }
    }

    /// The answer as `--json` gives it.
    pub fn to_json(&self) -> Result<Value, Failure> {
        match &self.body {
            Body::Sheet(sheet) => serde_json::from_slice(&json(sheet)?)
                .map(plain_json)
                .map_err(|error| Failure::machine(format!("an answer isn't JSON: {error}"))),
            Body::Said { json, .. } => Ok(plain_json(json.clone())),
            Body::Nothing => Ok(Value::Null),
        }
    }

    /// The document as it would be written, without writing it; `None` where the answer is no document.
    pub fn rendered(&mut self, format: Format, press: Press<'_>) -> Result<Option<Rendered>, Failure> {
        match &mut self.body {
            Body::Sheet(sheet) => {
                without_marks(sheet);
                Ok(Some(render(sheet, format, press)?))
            }
            Body::Said { .. } | Body::Nothing => Ok(None),
        }
    }

    /// Makes what is written to the file that was asked for. What cannot be written so is reported while nothing is stored yet.
    pub fn make_ready(&mut self, everywhere: &Everywhere) -> Result<(), Failure> {
        let Some(path) = everywhere.output.as_deref().filter(|_| self.ready.is_none()) else { return Ok(()) };
        let bytes = match &mut self.body {
            Body::Nothing => return Ok(()),
            Body::Sheet(sheet) => {
                let templates = everywhere.templates.as_deref().map(|folder| everywhere.asker.environment.at(folder));
                let press =
                    Press { paper: everywhere.paper, templates: templates.as_deref(), names: self.names.as_ref() };
                let format = Format::of(path)?;
                without_marks(sheet);
                let Rendered { mut bytes, warnings, .. } = render(sheet, format, press)?;
                if format == Format::Json {
                    bytes = plain(&String::from_utf8_lossy(&bytes)).into_bytes();
                }
                if format == Format::Csv && bytes.is_empty() {
                    return Err(Failure::mistyped("this answer is text, and .csv is for tables")
                        .hint("write it as .txt, .html, .pdf or .json"));
                }
                self.remarks.extend(warnings.iter().map(|warning| format!("warning: {warning}")));
                bytes
            }
            Body::Said { text, json, plain: true } => match Format::of(path) {
                Ok(Format::Json) => pretty(&in_json(self.names.as_ref(), json)),
                Ok(Format::Pdf | Format::Html) => {
                    return Err(Failure::mistyped("this answer is for other programs, so it has no printed form")
                        .hint("write it as .txt or .json"));
                }
                Ok(Format::Txt | Format::Csv) | Err(_) => text.clone().into_bytes(),
            },
            Body::Said { text, json, .. } => match said_as(path)? {
                Format::Json => pretty(&in_json(self.names.as_ref(), json)),
                _ => {
                    let text = plain(text);
                    self.names.as_ref().map_or_else(|| text.clone(), |names| names.in_text(&text)).into_bytes()
                }
            },
        };
        self.ready = Some(marked(path, bytes));
        Ok(())
    }

    /// Writes the answer to the file that was asked for, if one was, and unless it is only tried. Gives its path and size.
    pub fn write<'e>(&mut self, everywhere: &'e Everywhere) -> Result<Option<(&'e Path, usize)>, Failure> {
        if let Some(kept) = &self.kept {
            kept.remember_site(everywhere);
        }
        self.make_ready(everywhere)?;
        let (Some(path), Some(bytes)) = (everywhere.output.as_deref(), &self.ready) else { return Ok(None) };
        if everywhere.dry_run {
            return Ok(Some((path, bytes.len())));
        }
        write_whole(path, bytes, &everywhere.asker).map_err(|failure| match &self.stored {
            Some(again) => {
                let message = format!("{}; what the command did is saved anyway", failure.message);
                Failure { message, ..failure }.hint(again.clone())
            }
            None => failure,
        })?;
        self.stored.iter().for_each(|again| everywhere.asker.print_again(again));
        match (&self.kept, &self.body) {
            (Some(kept), Body::Sheet(sheet)) => kept.remember_sheets(sheet, path, everywhere),
            (Some(kept), Body::Said { plain: true, .. }) => kept.remember_export(path, everywhere),
            _ => {}
        }
        Ok(Some((path, bytes.len())))
    }
}

/// Has a report give its commands as they are typed.
fn without_marks(report: &mut Report) {
    report.document.texts().filter(|text| has_command(text)).for_each(|text| *text = plain(text));
    report.parts.iter_mut().for_each(without_marks);
}

fn in_json(names: Option<&ShownNames>, json: &Value) -> Value {
    let json = plain_json(json.clone());
    match names {
        Some(names) => names.in_json(json),
        None => json,
    }
}

/// The format in which sentences are written: they are no document.
pub fn said_as(path: &Path) -> Result<Format, Failure> {
    match Format::of(path)? {
        format @ (Format::Json | Format::Txt) => Ok(format),
        other => Err(Failure::mistyped(format!(
            "this answer isn't a document, so it cannot be written as .{}",
            other.ending()
        ))
        .hint("write it as .txt or .json")),
    }
}

/// Makes a backup that is due, and reports where it could not be made.
pub fn back_up(due: &Due, asker: &Asker) {
    if let Some(problem) = due.make() {
        asker.remark(&format!(
            "warning: {problem}\n         try {}, or {}",
            cmd!("backup --folder DIR"),
            cmd!("backup FILE")
        ));
    }
}

fn pretty(json: &Value) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(json).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        let failure = Self::mistyped(error.to_string());
        match error {
            RenderError::UnknownEnding { .. } => {
                failure.hint("write it as -o FILE.pdf for paper, or -o FILE.html for a browser")
            }
            RenderError::NoTemplates(folder) => {
                failure.hint(format!("{} makes one", command(["templates", &folder.to_string_lossy()])))
            }
            _ => failure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Asker};
    use serde_json::json;
    use std::path::Path;

    #[test]
    fn what_is_stored_before_its_file_fails_is_said_to_be_stored() {
        let mut everywhere = crate::cli::read(["status"].into_iter(), &Asker::default()).unwrap().everywhere;
        everywhere.output = Some(Path::new("/nowhere/at/all/r.txt").to_owned());
        let mut answer = Answer::done("paired round 1".to_owned(), json!({}));
        let plain = answer.write(&everywhere).unwrap_err();
        assert!(!plain.message.contains("stored"), "{}", plain.message);
        answer.stored = Some("to print it: `bughouse pairings -o r.txt`".to_owned());
        let failure = answer.write(&everywhere).unwrap_err();
        assert!(failure.message.contains("is saved anyway"), "{}", failure.message);
        assert!(failure.hint.unwrap().contains("bughouse pairings -o r.txt"));
    }
}
