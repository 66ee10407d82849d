//! Reads a TOML table key by key and collects every complaint with its place, instead of stopping at the first.

use clap::ValueEnum;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One thing wrong with a rulebook, where, and what to type instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    pub problem: String,
    /// What to type instead.
    pub help: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.problem)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, "\n    hint: {}", self.help) }
    }
}

const MOST_COMPLAINTS: usize = 1_000;

/// The text being read and what is wrong with it so far.
pub struct Reader<'t> {
    text: &'t str,
    /// Where each line but the first begins.
    lines: Vec<usize>,
    complaints: RefCell<Vec<(usize, Complaint)>>,
    cited: RefCell<Vec<Placed<String>>>,
    /// What can be read but has no effect is passed over.
    lenient: bool,
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str, lenient: bool) -> Self {
        let lines = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        Self { text, lines, complaints: RefCell::default(), cited: RefCell::default(), lenient }
    }

    /// Notes a complaint about the place where `span` begins; nobody mends more than so many.
    pub fn complain(&self, span: Range<usize>, problem: impl Into<String>, help: impl Into<String>) {
        if self.complaints.borrow().len() >= MOST_COMPLAINTS {
            return;
        }
        let line = self.lines.partition_point(|start| *start <= span.start);
        let line_start = if line == 0 { 0 } else { self.lines[line - 1] };
        let before = self.text.get(line_start..span.start).unwrap_or_default();
        let complaint = Complaint {
            line: line + 1,
            column: before.chars().count() + 1,
            problem: problem.into(),
            help: help.into(),
        };
        self.complaints.borrow_mut().push((span.start, complaint));
    }

    /// Every rule number that was read so far as a citation.
    pub fn cited(&self) -> Vec<Placed<String>> {
        self.cited.borrow().clone()
    }

    pub fn into_complaints(self) -> Vec<Complaint> {
        let mut complaints = self.complaints.into_inner();
        complaints.sort_by_key(|(at, _)| *at);
        complaints.dedup();
        complaints.into_iter().map(|(_, complaint)| complaint).collect()
    }
}

#[derive(Clone)]
pub struct Placed<T> {
    pub value: T,
    pub span: Range<usize>,
}

struct KeyValue<'a> {
    key: &'a str,
    key_span: Range<usize>,
    value: &'a DeValue<'a>,
    span: Range<usize>,
    read: Cell<bool>,
}

/// A table of the text. Keys that nobody asked for are complained about when it is dropped from view with [`Table::finish`].
pub struct Table<'a> {
    reader: &'a Reader<'a>,
    name: String,
    span: Range<usize>,
    entries: Vec<KeyValue<'a>>,
    by_key: HashMap<&'a str, usize>,
    asked: RefCell<Vec<String>>,
}

impl<'a> Table<'a> {
    /// A table called `name` in complaints.
    pub fn new(reader: &'a Reader<'a>, name: &str, table: &'a DeTable<'a>, span: Range<usize>) -> Self {
        let mut entries: Vec<KeyValue<'a>> = table
            .iter()
            .map(|(key, value)| KeyValue {
                key: key.get_ref(),
                key_span: key.span(),
                value: value.get_ref(),
                span: value.span(),
                read: Cell::new(false),
            })
            .collect();
        entries.sort_by_key(|e| e.key_span.start);
        for nameless in entries.iter().filter(|e| e.key.trim().is_empty()) {
            reader.complain(
                nameless.key_span.clone(),
                format!("a key in {name} is empty"),
                "give it a name or a number",
            );
        }
        let by_key = entries.iter().enumerate().map(|(at, entry)| (entry.key, at)).collect();
        Self { reader, name: name.to_owned(), span, entries, by_key, asked: RefCell::default() }
    }

    fn entry(&self, key: &str) -> Option<&KeyValue<'a>> {
        self.asked.borrow_mut().push(key.to_owned());
        let entry = &self.entries[*self.by_key.get(key)?];
        entry.read.set(true);
        Some(entry)
    }

    /// The entry of a key and what it holds, where that is of the kind that is wanted.
    fn holding<T>(
        &self,
        key: &str,
        wanted: &str,
        read: impl Fn(&'a DeValue<'a>) -> Option<T>,
    ) -> Option<(&KeyValue<'a>, T)> {
        let entry = self.entry(key)?;
        let found = read(entry.value);
        if found.is_none() {
            let message = format!("`{}` in {} must be {wanted}, not {}", entry.key, self.name, kind(entry.value));
            self.reader.complain(entry.span.clone(), message, format!("write {} = {}", entry.key, example(wanted)));
        }
        Some((entry, found?))
    }

    pub fn has(&self, key: &str) -> bool {
        self.by_key.contains_key(key)
    }

    /// Keys that earlier releases read and this one does not.
    pub fn passed_over(&self, keys: &[&str]) {
        for entry in self.entries.iter().filter(|e| keys.contains(&e.key)) {
            entry.read.set(true);
        }
    }

    /// Notes a complaint about the table as a whole.
    pub fn complain(&self, problem: impl Into<String>, help: impl Into<String>) {
        self.reader.complain(self.span.clone(), problem, help);
    }

    /// Notes a complaint about a place within it.
    pub fn complain_at(&self, span: &Range<usize>, problem: impl Into<String>, help: impl Into<String>) {
        self.reader.complain(span.clone(), problem, help);
    }

    /// Notes what can be read but has no effect, where it is: a text that a tournament has kept may go on saying so.
    pub fn senseless(&self, key: &str, problem: &str, help: impl Into<String>) {
        if let Some(entry) = self.by_key.get(key).map(|at| &self.entries[*at]).filter(|_| !self.reader.lenient) {
            self.reader.complain(entry.key_span.clone(), format!("`{key}` in {} {problem}", self.name), help);
        }
    }

    /// Notes keys that have no effect beside another one, or without it.
    pub fn pointless(&self, keys: &[&str], why: &str) {
        for key in keys {
            self.senseless(key, &format!("has no effect {why}"), "leave it out");
        }
    }

    fn missing<T>(&self, key: &str, found: Option<T>, wanted: &str) -> Option<T> {
        if found.is_none() && !self.by_key.contains_key(key) {
            self.complain(format!("{} has no `{key}`", self.name), format!("add {key} = {}", example(wanted)));
        }
        found
    }

    /// A text that may be left out.
    pub fn optional_text(&self, key: &str) -> Option<Placed<String>> {
        let (entry, text) = self.holding(key, "text", DeValue::as_str)?;
        if text.trim().is_empty() {
            let message = format!("`{}` in {} is empty", entry.key, self.name);
            self.reader.complain(entry.span.clone(), message, "write something, or leave it out");
            return None;
        }
        if text.contains(char::is_control) {
            self.senseless(key, "contains a line break, a tab or another control character", "write it on one line");
        }
        Some(Placed { value: text.to_owned(), span: entry.span.clone() })
    }

    /// A text that must be there.
    pub fn text(&self, key: &str) -> Option<Placed<String>> {
        let found = self.optional_text(key);
        self.missing(key, found, "text")
    }

    /// A word that is typed at the desk: small letters, digits and hyphens.
    pub fn word(&self, word: &Placed<String>) {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let is_word = word.value.starts_with(|c: char| c.is_ascii_lowercase())
            && word.value.len() <= 40
            && word.value.chars().all(fits);
        if !is_word && !self.reader.lenient {
            let problem = format!("\"{}\" cannot be typed as one word", word.value.escape_debug());
            self.reader.complain(
                word.span.clone(),
                problem,
                "use lowercase letters, digits and hyphens, starting with a letter",
            );
        }
    }

    /// A whole number above zero that may be left out.
    pub fn optional_number(&self, key: &str) -> Option<u32> {
        let (entry, digits) = self.holding(key, "a whole number", DeValue::as_integer)?;
        let number = u32::from_str_radix(digits.as_str(), digits.radix()).ok().filter(|n| (1..=9999).contains(n));
        if number.is_none() {
            let message = format!("`{key}` in {} cannot be {}", self.name, digits.as_str());
            self.reader.complain(entry.span.clone(), message, "write a number from 1 to 9999");
        }
        number
    }

    /// True or false; false where it is left out.
    pub fn optional_flag(&self, key: &str) -> bool {
        self.holding(key, "true or false", DeValue::as_bool).is_some_and(|(_, flag)| flag)
    }

    /// The number of a rule that may be left out where the source is silent. It is remembered, so that it can be looked up.
    pub fn optional_citation(&self, key: &str) -> Option<String> {
        let text = self.optional_text(key)?;
        self.reader.cited.borrow_mut().push(text.clone());
        Some(text.value)
    }

    /// Remembers a rule number that was read as a part of something else.
    pub fn cites(&self, number: &Placed<String>) {
        if !self.reader.lenient {
            self.reader.cited.borrow_mut().push(number.clone());
        }
    }

    /// A word out of a list that may be left out.
    pub fn optional_choice<E: ValueEnum>(&self, key: &str) -> Option<E> {
        let text = self.optional_text(key)?;
        self.choose(&text)
    }

    /// A word out of a list that must be there.
    pub fn choice<E: ValueEnum>(&self, key: &str) -> Option<E> {
        let text = self.optional_text(key);
        let words = words::<E>();
        if text.is_none() && !self.by_key.contains_key(key) {
            self.complain(format!("{} has no `{key}`", self.name), format!("add {key} = one of: {}", words.join(", ")));
        }
        self.choose(&text?)
    }

    /// Reads a word out of a list.
    pub fn choose<E: ValueEnum>(&self, text: &Placed<String>) -> Option<E> {
        let found = E::from_str(&text.value, false).ok();
        if found.is_none() {
            let words = words::<E>();
            let hint =
                did_you_mean(&text.value, &words).unwrap_or_else(|| format!("choose one of: {}", words.join(", ")));
            self.reader.complain(
                text.span.clone(),
                format!("\"{}\" is not recognized in {}", text.value, self.name),
                hint,
            );
        }
        found
    }

    /// A list of texts; nothing where it is left out.
    pub fn texts(&self, key: &str) -> Vec<Placed<String>> {
        let mut texts = Vec::new();
        for item in self.items(key, "a list of text") {
            match item.get_ref() {
                DeValue::String(text) if text.trim().is_empty() => {
                    self.reader.complain(
                        item.span(),
                        format!("`{key}` in {} has an empty entry", self.name),
                        "write something, or leave it out",
                    );
                }
                DeValue::String(text) => texts.push(Placed { value: text.to_string(), span: item.span() }),
                other => self.reader.complain(
                    item.span(),
                    format!("`{key}` in {} must list text, not {}", self.name, kind(other)),
                    "put it in double quotes",
                ),
            }
        }
        texts
    }

    fn items(&self, key: &str, wanted: &str) -> &'a [Spanned<DeValue<'a>>] {
        let Some((_, items)) = self.holding(key, wanted, DeValue::as_array) else { return &[] };
        if items.is_empty() {
            self.senseless(key, "is an empty list", "put something in it, or leave it out");
        }
        items
    }

    /// A list of texts, each of them once.
    pub fn texts_once(&self, key: &str) -> Vec<Placed<String>> {
        let texts = self.texts(key);
        for (at, text) in texts.iter().enumerate() {
            if texts[..at].iter().any(|before| before.value == text.value) {
                self.senseless(key, &format!("names \"{}\" twice", text.value), "leave one of them out");
            }
        }
        texts
    }

    /// A list of tables; nothing where it is left out.
    pub fn table_list(&self, key: &str) -> Vec<Table<'a>> {
        let mut tables = Vec::new();
        for item in self.items(key, "a list of tables") {
            match item.get_ref() {
                DeValue::Table(table) => tables.push(Table::new(self.reader, &self.name_of(key), table, item.span())),
                other => self.reader.complain(
                    item.span(),
                    format!("`{key}` in {} must list tables, not {}", self.name, kind(other)),
                    "write { ... }",
                ),
            }
        }
        tables
    }

    /// A table within this one that may be left out.
    pub fn optional_table(&self, key: &str) -> Option<Table<'a>> {
        let (entry, table) = self.holding(key, "a table", DeValue::as_table)?;
        Some(Table::new(self.reader, &self.name_of(key), table, entry.key_span.clone()))
    }

    /// A table within this one that must be there.
    pub fn table(&self, key: &str) -> Option<Table<'a>> {
        let found = self.optional_table(key);
        self.missing(key, found, "a table")
    }

    /// Every entry as a table, in the order of the text, with its key.
    pub fn tables(&self) -> Vec<(Placed<String>, Table<'a>)> {
        self.keys().filter_map(|key| Some((key.clone(), self.optional_table(&key.value)?))).collect()
    }

    /// Every entry as a text, in the order of the text, with its key.
    pub fn all_texts(&self) -> Vec<(Placed<String>, Placed<String>)> {
        self.keys().filter_map(|key| Some((key.clone(), self.optional_text(&key.value)?))).collect()
    }

    fn keys(&self) -> impl Iterator<Item = Placed<String>> {
        self.entries.iter().map(|entry| Placed { value: entry.key.to_owned(), span: entry.key_span.clone() })
    }

    fn name_of(&self, key: &str) -> String {
        match self.name.strip_prefix('[') {
            Some(outer) => format!("[{}.{key}]", outer.trim_end_matches(']')),
            None => format!("[{key}]"),
        }
    }

    /// Complains about every key that nobody asked for.
    pub fn finish(self) {
        let asked = self.asked.borrow();
        let known: Vec<&str> = asked.iter().map(String::as_str).collect();
        for entry in self.entries.iter().filter(|e| !e.read.get()) {
            let hint = did_you_mean(entry.key, &known).unwrap_or_else(|| format!("known here: {}", known.join(", ")));
            self.reader.complain(
                entry.key_span.clone(),
                format!("`{}` is not recognized in {}", entry.key, self.name),
                hint,
            );
        }
    }
}

fn words<E: ValueEnum>() -> Vec<String> {
    E::value_variants().iter().filter_map(|v| v.to_possible_value()).map(|v| v.get_name().to_owned()).collect()
}

/// `did you mean ...?` where a known word is near enough.
pub fn did_you_mean<S: AsRef<str>>(typed: &str, known: &[S]) -> Option<String> {
    let near = known.iter().map(|word| (strsim::jaro_winkler(typed, word.as_ref()), word.as_ref()));
    let (likeness, word) = near.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (likeness > 0.8).then(|| format!("did you mean \"{word}\"?"))
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a decimal number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

fn example(wanted: &str) -> &'static str {
    match wanted {
        "text" => "\"...\"",
        "a whole number" => "5",
        "true or false" => "true",
        "a list of text" => "[\"...\", \"...\"]",
        "a list of tables" => "[{ ... }]",
        _ => "{ ... }",
    }
}
