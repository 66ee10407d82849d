//! `bughouse stale`: which printed or published documents a change has made wrong.

use super::slips::not_as_printed;
use crate::cli::answer::Answer;
use crate::cli::command_text::{CommandText, cmd};
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::moment::moment;
use crate::cli::printed::{EXPORT, Kept, as_listed, hash, typed_path, words_of};
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::{as_typed, list, quoted};
use crate::report::sheet::{Statement, differences, statements};
use crate::report::{Block, Cell, Column, Document, Report, Sheet, Table};
use crate::store::{Entry, EntryKind, Printed};
use crate::tournament::{DeviceRole, Round, Section, SectionId};
use clap::Args;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub use super::past::Past;

/// Show which printed or published documents a change has made out of date
#[derive(Debug, Args)]
#[command(after_help = "\
Example: bughouse stale

Sheets whose round is over, or that a later one replaced, are left out.")]
pub struct Stale {
    /// The section [default: all]
    section: Option<String>,
    /// Include sheets no longer in use
    #[arg(long)]
    all: bool,
    /// Reprint what is out of date, in one file; for slips, only the ones that changed
    #[arg(long, conflicts_with_all = ["all", "forget"])]
    print: bool,
    /// Forget a document that was thrown away, by its number here
    #[arg(long, value_name = "NUMBER")]
    forget: Vec<i64>,
}

/// A printed document and what is known of it.
struct Known {
    hung: Hung,
    truth: Truth,
    since: Option<Entry>,
}

impl Verb for Stale {
    const TRAITS: Traits = Traits::writes(Moment::Safety);

    fn traits(&self) -> Traits {
        Self::TRAITS.reading_if(self.forget.is_empty())
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        if !self.forget.is_empty() {
            return forget(desk, &self.forget);
        }
        let section = desk.section_if(self.section.as_deref())?.cloned();
        if self.print {
            return print_again(desk, section.as_ref());
        }
        let journal = desk.store.journal()?;
        let mut past = Past::of(desk);
        let mut documents = Vec::new();
        for (hung, truth) in judged(desk, section.as_ref().map(|section| section.id), &mut past)? {
            if truth == Truth::Over && !self.all {
                continue;
            }
            let is_dated = truth.misleads() && !matches!(truth, Truth::Moved(_));
            let since = if is_dated { since(&mut past, &hung, &journal) } else { None };
            documents.push(Known { hung, truth, since });
        }
        past.close()?;
        documents.sort_by_key(|known| !known.truth.misleads());
        let masthead = desk.masthead(section.as_ref(), None)?;
        let json = json!({ "documents": documents.iter().map(|known| to_json(desk, known)).collect::<Vec<_>>() });
        let mut document = Document::new("Printed documents", masthead);
        if documents.is_empty() {
            let words = "Nothing has been printed yet that could go out of date: documents are tracked once -o or `publish` writes them.";
            document = document.with(Block::Paragraph(words.to_owned()));
        } else {
            document = document.with(table(&documents));
        }
        let wrong: Vec<&Known> = documents.iter().filter(|known| known.truth.misleads()).collect();
        if !wrong.is_empty() {
            document = document
                .with(Block::Paragraph("Reprint:".to_owned()))
                .with(Block::List(wrong.iter().map(|known| again(desk, known)).collect()));
        }
        Ok(Answer::sheet(Report::of(document, json)))
    }
}

fn forget(desk: &mut Desk, numbers: &[i64]) -> Result<Answer, Failure> {
    for number in numbers {
        if !desk.store.forget_printed(*number)? {
            return Err(Failure::mistyped(format!("no printed document has the number {number}"))
                .hint(format!("{} lists them", cmd!("stale --all"))));
        }
    }
    let text = format!("forgot {} of the printed documents", numbers.len());
    Ok(Answer::said(text, json!({ "forgotten": numbers })))
}

/// What misleads somebody now, as it is now, in one document. What cannot be made any more is taken down, not printed.
fn print_again(desk: &mut Desk, section: Option<&Section>) -> Result<Answer, Failure> {
    let mut past = Past::of(desk);
    let judged = judged(desk, section.map(|section| section.id), &mut past)?;
    past.close()?;
    let wrong = judged.into_iter().filter(|(_, truth)| truth.misleads() && !matches!(truth, Truth::Gone(_)));
    let mut sheets: Vec<Sheet> = Vec::new();
    for sheet in wrong.filter_map(|(hung, _)| hung.sheet) {
        if !sheets.contains(&sheet) {
            sheets.push(sheet);
        }
    }
    if sheets.is_empty() {
        return Err(Failure::forbidden("every printed sheet is up to date: there is nothing to reprint")
            .hint(format!("{} lists them", cmd!("stale --all"))));
    }
    let mut parts = Vec::new();
    for sheet in &sheets {
        let changed = match sheet {
            Sheet::Slips { section, round } => not_as_printed(desk, *section, *round)?,
            _ => None,
        };
        parts.push(match changed {
            Some(slips) => slips.into(),
            None => desk.made(sheet)?,
        });
    }
    let masthead = desk.masthead(section, None)?;
    Ok(Answer::sheet(Report::packet(parts, masthead)).kept(Kept::sheets(sheets)))
}

fn table(documents: &[Known]) -> Table {
    Table::of("Printed documents", documents)
        .column(Column::number("No."), |known| Cell::whole(known.hung.printed.id))
        .column(Column::text("Document").naming(), |known| Cell::text(&known.hung.printed.title))
        .column(Column::short("File"), |known| Cell::text(&known.hung.printed.path))
        .column(Column::short("Printed"), |known| Cell::text(moment(&known.hung.printed.at)))
        .column(Column::text("Now"), |known| {
            let now = Cell::text(now(known));
            if known.truth.misleads() { now.strong() } else { now.soft() }
        })
        .table()
}

/// What has become of a document, in words.
fn now(known: &Known) -> String {
    let since = known
        .since
        .as_ref()
        .map(|entry| format!(" since command {}: {}", entry.number, entry.words))
        .unwrap_or_default();
    match &known.truth {
        Truth::Holds => "Up to date".to_owned(),
        Truth::Over => "No longer needed".to_owned(),
        Truth::Gone(reason) | Truth::Moved(reason) => format!("Out of date{since}; {reason}"),
        Truth::Wrong(rows) if rows.is_empty() => format!("Out of date{since}"),
        Truth::Wrong(rows) => format!("Out of date{since}; changed: {}", few(rows)),
    }
}

/// The first of some names, and how many more there are.
fn few(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let more = names.len().saturating_sub(SHOWN);
    let shown = list(names.iter().take(SHOWN).map(String::as_str));
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

/// The command that prints a document again.
fn again(desk: &Desk, known: &Known) -> String {
    let printed = &known.hung.printed;
    if matches!(known.truth, Truth::Gone(_)) {
        return format!("take down {} ({}): {}", printed.title, printed.path, now(known));
    }
    command(desk, &known.hung).unwrap_or_else(|| match &known.hung.published_by {
        Some((by, folder)) => format!("the pages in {folder}, on {by}"),
        None => format!("the pages in {}, on the laptop that serves the hall", printed.path),
    })
}

/// The command that writes a document again; `None` where its section is gone, or where its folder is on another laptop.
fn command(desk: &Desk, Hung { printed, sheet, again, published_by }: &Hung) -> Option<String> {
    let Some(sheet) = sheet else {
        let asks = desk.everywhere.asker.elsewhere();
        let folder = match published_by {
            None => Some(&printed.path).filter(|_| asks.is_none()),
            Some((by, folder)) => asks.filter(|asks| asks.name == *by).map(|_| folder),
        };
        return folder.map(|folder| cmd!("publish {}", quoted(folder)).to_string());
    };
    let section = match sheet.section() {
        Some(id) => Some(desk.tournament().section(id)?.name.as_str()),
        None => None,
    };
    let mut words = words_of(sheet, section);
    words.extend(["-o".to_owned(), again.clone()]);
    for (option, value) in [("--paper", &printed.paper), ("--templates", &printed.templates)] {
        words.extend(value.iter().flat_map(|value| [option.to_owned(), value.clone()]));
    }
    Some(CommandText::of(&as_typed(words.into_iter())).to_string())
}

fn to_json(desk: &Desk, known: &Known) -> Value {
    let Known { hung, truth, since } = known;
    let Hung { printed, sheet, .. } = hung;
    let (state, differs, reason) = match truth {
        Truth::Holds => ("true", Vec::new(), None),
        Truth::Over => ("over", Vec::new(), None),
        Truth::Wrong(rows) => ("wrong", rows.clone(), None),
        Truth::Gone(reason) | Truth::Moved(reason) => ("wrong", Vec::new(), Some(reason)),
    };
    json!({
        "number": printed.id, "document": sheet.as_ref().map_or_else(|| "publish".to_owned(), |sheet| words_of(sheet, None).remove(0)),
        "title": printed.title, "round": sheet.as_ref().and_then(Sheet::round),
        "section": hung.section().and_then(|id| desk.tournament().section(id)).map(|section| section.name.clone()),
        "file": printed.path, "format": printed.format, "printed": printed.at, "data_version": printed.command,
        "state": state, "differs": differs, "reason": reason,
        "since": since.as_ref().map(|entry| json!({ "command": entry.number, "at": entry.at, "words": entry.words, "summary": entry.summary })),
        "again": command(desk, hung),
    })
}

/// The names of documents that mislead somebody now, each with the section that it is about; none where that is the whole event.
pub fn misleading(desk: &mut Desk) -> Result<Vec<(String, Option<String>)>, Failure> {
    let mut past = Past::of(desk);
    let judged = judged(desk, None, &mut past)?;
    past.close()?;
    let wrong = judged.into_iter().filter(|(_, truth)| truth.misleads());
    let of = |hung: &Hung| hung.section().map(|section| desk.section_name(section).to_owned());
    Ok(wrong.map(|(hung, _)| (hung.name(desk), of(&hung))).collect())
}

/// What has become of a printed document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Truth {
    /// It says what it would say now.
    Holds,
    /// Its round is over, or a later one of its kind was printed: nobody reads it any more.
    Over,
    /// It says something else now, about these.
    Wrong(Vec<String>),
    /// Its codes lead to where the hall is not open any more: why, in words.
    Moved(String),
    /// It could not even be made now, and why.
    Gone(String),
}

impl Truth {
    /// Whether somebody may be misled.
    pub fn misleads(&self) -> bool {
        matches!(self, Self::Wrong(_) | Self::Moved(_) | Self::Gone(_))
    }
}

/// A document that was printed, and which it is; the site is none.
pub struct Hung {
    pub printed: Printed,
    pub sheet: Option<Sheet>,
    /// The file to write it to again: one of its own, where others were written into the same file with it.
    again: String,
    /// The desk of another laptop that published it, and the folder there.
    published_by: Option<(String, String)>,
}

impl Hung {
    fn of(printed: &Printed, all: &[Printed], desks: &[String]) -> Result<Self, Failure> {
        let unreadable = |error| Failure::machine(format!("printed document {} cannot be read: {error}", printed.id));
        let sheet = printed.sheet.as_deref().map(serde_json::from_str).transpose().map_err(unreadable)?;
        let is_beside = |other: &Printed| {
            other.id != printed.id && other.path == printed.path && (other.at == printed.at || other.id > printed.id)
        };
        let again = match printed.path.rsplit_once('.') {
            Some((name, ending)) if all.iter().any(is_beside) => format!("{name}-{}.{ending}", printed.id),
            _ => printed.path.clone(),
        };
        let of_desk = |desk: &String| {
            let folder = printed.path.strip_prefix(desk)?.strip_prefix(": ")?;
            Some((desk.clone(), folder.to_owned()))
        };
        let published_by = desks.iter().find_map(of_desk).filter(|_| sheet.is_none());
        Ok(Self { printed: printed.clone(), sheet, again, published_by })
    }

    pub fn section(&self) -> Option<SectionId> {
        self.sheet.as_ref().and_then(Sheet::section)
    }

    /// Its title, at the laptop with its file.
    fn name(&self, desk: &Desk) -> String {
        let file = (!desk.everywhere.on_floor).then(|| format!(" ({})", self.printed.path));
        self.printed.title.clone() + &file.unwrap_or_default()
    }

    /// What it would say if it were made now.
    pub fn made_again(&self, desk: &mut Desk) -> Result<Vec<Statement>, Failure> {
        match &self.sheet {
            Some(sheet) => Ok(statements(desk.made(sheet)?.lasting())),
            None => super::publish::statements(desk),
        }
    }

    /// Whether it has had its time.
    fn is_over(&self, desk: &Desk, all: &[Self]) -> bool {
        let Some(sheet) = &self.sheet else { return false };
        // Children look for partners, and are waited for, until the first round.
        if let Sheet::Partners { section } | Sheet::Unseen { section } = sheet {
            return desk.tournament().rounds.iter().any(|round| section.is_none_or(|section| round.section == section));
        }
        if let Sheet::ByHand { section, round } = sheet {
            let is_of_it = |posted: &&Round| section.is_none_or(|section| posted.section == section);
            return desk.tournament().rounds.iter().filter(is_of_it).any(|posted| posted.number > *round);
        }
        if let Sheet::Pairings { .. } | Sheet::Slips { .. } | Sheet::Finder { .. } = sheet {
            return self.is_of_the_past(desk, false);
        }
        let is_newer = |other: &Sheet| sheet.is_of_one_kind(other) && other.round() > sheet.round();
        all.iter()
            .any(|other| other.printed.format == self.printed.format && other.sheet.as_ref().is_some_and(is_newer))
    }

    /// Whether the rounds that it is about are over: a later one is posted, or, of a sheet that is wrong by now, every result is in.
    fn is_of_the_past(&self, desk: &Desk, is_wrong: bool) -> bool {
        let rounds = match &self.sheet {
            Some(Sheet::Pairings { section, round, .. } | Sheet::Slips { section, round }) => &[(*section, *round)][..],
            Some(Sheet::Finder { rounds, .. }) => rounds,
            _ => return false,
        };
        rounds.iter().all(|(id, round)| {
            let Some((section, latest)) = desk.tournament().section(*id).zip(desk.latest_round(*id)) else {
                return false;
            };
            let is_played = || latest.number == *round && desk.missing(section, latest).is_empty();
            latest.number > *round || (is_wrong && is_played())
        })
    }

    fn truth(&self, desk: &mut Desk, past: &mut Past) -> Truth {
        let now = match self.made_again(desk) {
            Ok(now) => now,
            Err(failure) => return Truth::Gone(failure.message),
        };
        if hash(&now) == self.printed.hash {
            return Truth::Holds;
        }
        // Without its past (a file that was rescued begins anew) there is nothing to compare.
        let Some(then) = statements_at(past, self.printed.command, self) else { return Truth::Wrong(Vec::new()) };
        let changed = differences(&then, &now);
        if changed.is_empty() { Truth::Holds } else { Truth::Wrong(changed) }
    }
}

/// Every printed document of a section, or of all, with what has become of it.
fn judged(desk: &mut Desk, only: Option<SectionId>, past: &mut Past) -> Result<Vec<(Hung, Truth)>, Failure> {
    let all = hung(desk)?;
    let version = desk.store.data_version()?;
    let open = desk.store.hall_address()?;
    let truth = |hung: &Hung| match (&hung.printed.hall, &open) {
        _ if hung.printed.command != version && hung.is_over(desk, &all) => Truth::Over,
        (Some(hall), Some(open)) if hall != open => {
            Truth::Moved(format!("its codes lead to {hall}, but the hall is open at {open}"))
        }
        _ if hung.printed.command == version => Truth::Holds,
        _ => match hung.truth(desk, past) {
            truth if truth.misleads() && hung.is_of_the_past(desk, true) => Truth::Over,
            // The rounds of a section that was merged into another were over by then.
            Truth::Gone(_)
                if last_with_section_of(past, hung, version).is_some_and(|then| hung.is_of_the_past(then, true)) =>
            {
                Truth::Over
            }
            truth => truth,
        },
    };
    let truths: Vec<Truth> = all.iter().map(truth).collect();
    let concerned = |hung: &Hung| only.is_none() || hung.section().is_none() || hung.section() == only;
    Ok(all.into_iter().zip(truths).filter(|(hung, _)| concerned(hung)).collect())
}

fn hung(desk: &mut Desk) -> Result<Vec<Hung>, Failure> {
    let desks = desk.store.devices()?.into_iter().filter(|device| device.role == DeviceRole::Desk);
    let desks: Vec<String> = desks.map(|device| device.name).collect();
    let mut printed: Vec<Printed> = desk.store.printed()?;
    printed.retain(|one| one.format != EXPORT);
    let is_here = |path: &str| !desks.iter().any(|desk| path.starts_with(&format!("{desk}: ")));
    if desk.everywhere.asker.elsewhere().is_none() {
        let here = printed.iter_mut().filter(|printed| is_here(&printed.path));
        let environment = &desk.everywhere.asker.environment;
        here.for_each(|printed| printed.path = typed_path(&printed.path, desk.store.path(), environment));
    }
    let mut all: Vec<Hung> = Vec::new();
    for one in &printed {
        let mut hung = Hung::of(one, &printed, &desks)?;
        let is_over_it = |other: &Printed| {
            let is_of_another_command = (&other.at, other.command) != (&one.at, one.command);
            other.path == one.path && is_of_another_command && other.id > one.id
        };
        if one.sheet.is_some() && printed.iter().any(is_over_it) {
            hung.printed.path = format!("{}, overwritten since", one.path);
        }
        // The same put into two files is one document that lies in both.
        let is_same = |other: &mut Hung| {
            let of = |it: &Printed| (it.sheet.clone(), it.format.clone(), it.hash.clone(), it.hall.clone());
            one.sheet.is_some() && of(&other.printed) == of(one)
        };
        if let Some(other) = all.extract_if(.., is_same).next() {
            hung.printed.path = format!("{}, {}", other.printed.path, one.path);
        }
        all.push(hung);
    }
    Ok(all)
}

/// Sheets that still have their time and lie in a file that sheets of other sections are to be written over.
pub fn in_the_way(desk: &mut Desk, path: &str, by: &[(SectionId, u32)]) -> Result<Option<String>, Failure> {
    let all = hung(desk)?;
    let is_posted = |section: SectionId, hung: &Hung| {
        let round = hung.sheet.as_ref().and_then(Sheet::round);
        round.is_none_or(|round| round <= desk.posted_rounds(section))
    };
    let stays = |hung: &&Hung| {
        let of = hung.section().filter(|section| by.iter().all(|(written, _)| written != section));
        of.is_some_and(|section| is_posted(section, hung)) && !hung.is_over(desk, &all)
    };
    let listed = match desk.everywhere.asker.elsewhere() {
        Some(_) => path.to_owned(),
        None => as_listed(path, desk.store.path(), &desk.everywhere.asker.environment),
    };
    let lost: Vec<&Hung> = all.iter().filter(|hung| hung.printed.path == listed).filter(stays).collect();
    let titles = list(lost.iter().map(|hung| hung.printed.title.as_str()));
    let note = format!("{path} held {titles} until now; if that is not on paper yet, print it to another file");
    Ok((!lost.is_empty()).then_some(note))
}

/// What each document that still has its time would say now, as a hash; none where it could not be made. By its number.
pub type Telling = BTreeMap<i64, Option<String>>;

pub fn telling(desk: &mut Desk) -> Result<Telling, Failure> {
    let all = hung(desk)?;
    let in_time = all.iter().filter(|hung| !hung.is_over(desk, &all)).collect::<Vec<_>>();
    let mut hash_now = |hung: &Hung| hung.made_again(desk).ok().map(|statements| hash(&statements));
    Ok(in_time.into_iter().map(|hung| (hung.printed.id, hash_now(hung))).collect())
}

/// The names of documents that say something else since then, and not what was printed.
pub fn turned(desk: &mut Desk, before: &Telling) -> Result<Vec<String>, Failure> {
    let (all, now) = (hung(desk)?, telling(desk)?);
    let is_turned = |hung: &Hung| {
        let Some(now) = now.get(&hung.printed.id) else { return false };
        now.as_ref() != Some(&hung.printed.hash)
            && before.get(&hung.printed.id) != Some(now)
            && !hung.is_of_the_past(desk, true)
    };
    Ok(all.iter().filter(|hung| is_turned(hung)).map(|hung| hung.name(desk)).collect())
}

/// What a document said just after a command; `None` where it cannot be known, or could not be made then.
fn statements_at(past: &mut Past, command: i64, hung: &Hung) -> Option<Vec<Statement>> {
    hung.made_again(past.at(command)?).ok()
}

/// The tournament as it was last with the section of a document that has none any more.
fn last_with_section_of<'p>(past: &'p mut Past, hung: &Hung, version: i64) -> Option<&'p mut Desk> {
    let section = hung.section()?;
    let later: Vec<i64> = (hung.printed.command + 1..=version).collect();
    let has_it = |number: &i64| past.at(*number).is_some_and(|then| then.tournament().section(section).is_some());
    let with_it = later.partition_point(has_it);
    let last = with_it.checked_sub(1).map_or(hung.printed.command, |last| later[last]);
    past.at(last)
}

/// The command by which a document that is wrong now became so. `None` where the past does not show it.
fn since(past: &mut Past, hung: &Hung, journal: &[Entry]) -> Option<Entry> {
    let then = statements_at(past, hung.printed.command, hung)?;
    let mut true_at = hung.printed.command;
    loop {
        let later: Vec<&Entry> = journal.iter().filter(|entry| entry.number > true_at).collect();
        // Whatever the document said before, it is wrong after the last command.
        let (mut low, mut high) = (0, later.len().checked_sub(1)?);
        while low < high {
            let middle = usize::midpoint(low, high);
            if statements_at(past, later[middle].number, hung).as_ref() == Some(&then) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        let turn = later[high];
        // A change that was taken back is not to blame where the document was true once more after that.
        let taken_back = later
            .iter()
            .find(|entry| entry.kind == EntryKind::Undo(turn.number) && !turn.in_force)
            .map(|entry| entry.number);
        match taken_back {
            Some(undo) if statements_at(past, undo, hung).as_ref() == Some(&then) => true_at = undo,
            _ => return Some(turn.clone()),
        }
    }
}
