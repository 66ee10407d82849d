//! `bughouse rules`: the rulebook in our words, its ladders, a search, the rulebooks side by side, and what the organiser
//! sets for this event on top of the rulebook. Also which rulebook is meant by an id or a file.

use super::offence;
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Access, Desk, Runs};
use crate::cli::environment::Environment;
use crate::cli::failure::Failure;
use crate::cli::refusal::OrRefuse;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::{option_name, role_name};
use crate::cli::{Everywhere, foreign};
use crate::discipline::{Citation, Clock, PenaltyKind, Scope, Unit, penalty_in_words};
use crate::report::{Block, Cell, Column, Document, Masthead, Page, Report, Stamp, Table, TypeSize, rules};
use crate::rulebook::{DEFAULT, NumberedRule, Rulebook, all, by_id, compare, ladder_words, rule_and_below, search};
use crate::tournament::names::{Found, find};
use crate::tournament::{Role, Tournament};
use chrono::{DateTime, FixedOffset};
use clap::{Args, Subcommand};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::path::Path;

/// Read and compare the rules
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bughouse rules show 13              one rule
  bughouse rules offences -o ladders.pdf
  bughouse rules show --rulebook club")]
pub struct Rules {
    #[command(subcommand)]
    what: Option<RulesCommand>,
    /// A rulebook other than the tournament's: an ID or a TOML file
    #[arg(long, value_name = "ID|FILE.toml", global = true)]
    rulebook: Option<String>,
}

/// What to read.
#[derive(Debug, Subcommand)]
enum RulesCommand {
    /// The rulebooks that come with bughouse
    #[command(after_help = "Example: bughouse rules list")]
    List,
    /// All rules, or one with its sub-rules
    #[command(after_help = "Example: bughouse rules show 13")]
    Show {
        /// Its number
        rule: Option<String>,
        /// The whole rulebook as a TOML file, to edit and use with `new --rulebook`
        #[arg(long, conflicts_with = "rule")]
        toml: bool,
    },
    /// Offenses, their IDs and ladders
    #[command(alias = "offenses", after_help = "Example: bughouse rules offences")]
    Offences,
    /// Rules that mention something
    #[command(after_help = "Example: bughouse rules search clock")]
    Search {
        /// Words the rule must contain
        #[arg(required = true)]
        words: Vec<String>,
    },
    /// The rulebooks side by side
    #[command(after_help = "Example: bughouse rules compare -o rulebooks.html")]
    Compare,
    /// Let earlier rulings on an offense count for the whole match or event
    #[command(after_help = "Example: bughouse rules scope banging event")]
    Scope {
        /// The offense
        offence: String,
        /// game, match or event
        scope: Scope,
    },
    /// Set the most severe penalty an official may impose alone in this event
    #[command(after_help = "Example: bughouse rules allow td match")]
    Allow {
        /// The role
        role: Role,
        /// The most severe penalty
        penalty: PenaltyKind,
    },
}

impl Runs for Rules {
    const TRAITS: Traits = Traits::writes(Moment::Rulings);

    fn traits(&self) -> Traits {
        Self::TRAITS.reading_if(!matches!(self.what, Some(RulesCommand::Scope { .. } | RulesCommand::Allow { .. })))
    }

    fn inputs(&self) -> Vec<&Path> {
        self.rulebook.as_deref().map(Path::new).filter(|path| path.is_file()).into_iter().collect()
    }

    /// Shows rules of the rulebook named, of the tournament's, or of all.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        match &self.what {
            Some(RulesCommand::Scope { offence, scope }) => {
                return set(everywhere, |desk| widen(desk, offence, *scope));
            }
            Some(RulesCommand::Allow { role, penalty }) => return set(everywhere, |desk| allow(desk, *role, *penalty)),
            _ => {}
        }
        let of_all = matches!(self.what, Some(RulesCommand::List | RulesCommand::Compare));
        let nothing_here = everywhere.is_without_tournament();
        let (masthead, in_force) = if self.rulebook.is_some() || (nothing_here && of_all) {
            (blank_masthead(everywhere.now), None)
        } else {
            let opened = Desk::open(everywhere, Access::Read);
            let mut desk = opened
                .map_err(|f| if nothing_here { f.hint(format!("name a rulebook: --rulebook {DEFAULT}")) } else { f })?;
            let masthead = desk.masthead(None, None)?;
            let book = desk.rulebook.clone();
            desk.store.abandon()?;
            (masthead, Some(book))
        };
        let book = match (&self.rulebook, &in_force) {
            (Some(named), _) => book(named, &everywhere.asker.environment)?,
            (None, Some(book)) => book.clone(),
            (None, None) => {
                by_id(DEFAULT).cloned().ok_or_else(|| Failure::machine("the default rulebook is missing"))?
            }
        };
        match &self.what {
            Some(RulesCommand::List) => Ok(list(masthead, in_force.as_ref())),
            Some(RulesCommand::Show { toml: true, .. }) => {
                Ok(Answer::plain(book.text.clone(), json!({ "rulebook": book.id, "toml": book.text })))
            }
            None | Some(RulesCommand::Show { rule: None, .. }) => {
                let rules = book.rules.iter().collect();
                // On paper the whole rulebook goes on the wall, with what decides arguments and what breaking a rule costs.
                let poster = everywhere.output.is_some().then(|| rules::poster(&book, masthead.clone()));
                Ok(sheet(masthead, &book, &book.title, rules, poster))
            }
            Some(RulesCommand::Show { rule: Some(number), .. }) => {
                let rules = rule_and_below(&book, number);
                if rules.is_empty() {
                    let numbers: Vec<&str> = book.rules.iter().map(|r| r.number.as_str()).collect();
                    return Err(Failure::mistyped(format!("{} has no rule {number}", book.id))
                        .hint(format!("its rules are {}", numbers.join(" "))));
                }
                let title = format!("{} {number}", unit(&book));
                Ok(sheet(masthead, &book, &title, rules, None))
            }
            Some(RulesCommand::Search { words }) => {
                let words = words.join(" ");
                Ok(sheet(masthead, &book, &format!("Rules that mention {words}"), search(&book, &words), None))
            }
            Some(RulesCommand::Offences | RulesCommand::Scope { .. } | RulesCommand::Allow { .. }) => {
                Ok(offences(masthead, &book))
            }
            Some(RulesCommand::Compare) => Ok(side_by_side(masthead, &book)),
        }
    }
}

/// Changes what holds in this event on top of the rulebook.
fn set(everywhere: &Everywhere, run: impl FnOnce(&mut Desk) -> Result<Answer, Failure>) -> Result<Answer, Failure> {
    let mut desk = Desk::open(everywhere, Access::Write)?;
    let answer = run(&mut desk);
    desk.end(answer)
}

fn unit(book: &Rulebook) -> &'static str {
    match book.discipline.source.unit {
        Unit::Rule => "Rule",
        Unit::Paragraph => "Paragraph",
    }
}

fn blank_masthead(printed: DateTime<FixedOffset>) -> Masthead {
    let tournament = Tournament { name: "Bughouse rulebooks".to_owned(), ..Tournament::default() };
    Masthead::new(&tournament, None, None, Stamp { printed, version: 0 })
}

fn list(masthead: Masthead, in_force: Option<&Rulebook>) -> Answer {
    let is_in_force = |book: &Rulebook| in_force.is_some_and(|own| own.id == book.id);
    let own = in_force.filter(|own| by_id(&own.id).is_none());
    let books: Vec<&Rulebook> = all().iter().chain(own).collect();
    let json: Vec<Value> = books
        .iter()
        .map(|b| json!({ "id": b.id, "title": b.title, "year": b.year, "time_control": b.time.control, "in_force": is_in_force(b) }))
        .collect();
    let table = Table::of("Rulebooks", books)
        .column(Column::short("ID").naming(), |book| Cell::text(&book.id))
        .column(Column::text("Title"), |book| Cell::text(&book.title))
        .column(Column::short("Year"), |book| Cell::maybe(&book.year.map(|year| year.to_string())))
        .column(Column::text("Time control"), |book| Cell::text(&book.time.control))
        .column(Column::short("Use"), |book| match () {
            () if is_in_force(book) => Cell::text("in use here"),
            () if book.id == DEFAULT => Cell::text("default"),
            () => Cell::text(""),
        });
    Answer::sheet(Report::table(masthead, table, json!({ "rulebooks": json })))
}

/// Rules as a list, or as the poster that holds them.
fn sheet(
    masthead: Masthead,
    book: &Rulebook,
    title: &str,
    rules: Vec<&NumberedRule>,
    poster: Option<Document>,
) -> Answer {
    let authority = book.discipline.authority;
    let limits = rules::limits(book).filter(|_| rules.len() == book.rules.len());
    let may_give: Map<String, Value> =
        rules::OFFICES.iter().map(|role| (option_name(*role), json!(authority.limit(*role)))).collect();
    let json = json!({
        "rulebook": book.id, "title": book.title, "year": book.year, "may_give_alone": may_give,
        "time": { "control": book.time.control, "minutes": book.time.minutes, "rule": book.time.rule },
        "rules": rules.iter().map(|r| json!({ "number": r.number, "text": r.text })).collect::<Vec<_>>(),
    });
    if let Some(poster) = poster {
        return Answer::sheet(Report::of(poster, json));
    }
    let table = Table::of(title, rules)
        .column(Column::short(unit(book)).naming(), |rule| Cell::text(&rule.number).strong())
        .column(Column::text("In our words"), |rule| Cell::text(&rule.text));
    let fallback =
        book.fallback_to.as_ref().map(|text| format!("Anything these rules don't cover is settled by {text}."));
    let document = Document::new(title, masthead)
        .with_subtitle(format!("{}, in our own words; the original text governs", book.title))
        .with(table)
        .with_all(fallback.into_iter().chain(limits).map(Block::Paragraph));
    Answer::sheet(Report::of(document, json))
}

/// `13`, `24, fallback` or nothing.
fn cited(rule: &Citation) -> String {
    match &rule.rule {
        Some(number) if rule.fallback => format!("{number}, fallback"),
        Some(number) => number.clone(),
        None => String::new(),
    }
}

fn offences(masthead: Masthead, book: &Rulebook) -> Answer {
    let source = &book.discipline.source;
    let json: Vec<Value> = book
        .discipline
        .offences
        .iter()
        .map(|o| {
            let rule = o.citation(source);
            let ladder: Vec<Vec<String>> = o.ladder.iter().map(|step| step.choices.iter().map(ToString::to_string).collect()).collect();
            json!({
                "offence": o.id, "name": o.name, "rule": rule.rule, "fallback": rule.fallback, "see_also": o.see_also, "ladder": ladder,
                "beyond": match o.beyond { crate::discipline::Beyond::Director => "director", crate::discipline::Beyond::Repeat => "repeat" },
                "scope": o.scope, "flag_fell": o.flag_fell.map(|p| p.to_string()),
                "clock": match o.clock { Clock::Own => "own", Clock::Opponent => "opponent" }, "remedy": o.remedy,
            })
        })
        .collect();
    let table = Table::of("Offenses", &book.discipline.offences)
        .column(Column::short("ID").naming(), |offence| Cell::text(&offence.id).strong())
        .column(Column::text("The player"), |offence| Cell::text(&offence.name))
        .column(Column::text("1st / 2nd / 3rd"), |offence| match ladder_words(&book.discipline, offence) {
            words if words.is_empty() => Cell::text("the director decides"),
            words => Cell::text(words),
        })
        .column(Column::short(unit(book)), |offence| Cell::text(cited(&offence.citation(source))));
    let document = Document::new("Offenses", masthead)
        .on(Page { landscape: true, ..Page::default() })
        .with_subtitle(format!("{}. Time is added to the opponent's clock unless noted otherwise", book.title))
        .with(table)
        .with_all(rules::limits(book).map(Block::Paragraph));
    Answer::sheet(Report::of(document, json!({ "rulebook": book.id, "offences": json })))
}

/// The published rulebooks, and the one in force or named where it is another.
fn side_by_side(masthead: Masthead, book: &Rulebook) -> Answer {
    let own = Some(book).filter(|own| by_id(&own.id).is_none());
    let books: Vec<&Rulebook> = all().iter().chain(own).collect();
    let questions = compare(&books);
    let rows = questions.iter().map(|question| {
        let answers = question.answers.iter().map(|answer| {
            let rule = cited(&answer.rule);
            match (answer.says.is_empty(), rule.is_empty()) {
                (true, true) => Cell::text("-").soft(),
                (true, false) => Cell::text(rule).soft(),
                (false, true) => Cell::text(&answer.says),
                (false, false) => Cell::text(format!("{} ({rule})", answer.says)),
            }
        });
        std::iter::once(Cell::text(&question.asked).strong()).chain(answers).collect()
    });
    let json: Vec<Value> = questions
        .iter()
        .map(|question| {
            let answers: Map<String, Value> = question
                .answers
                .iter()
                .map(|a| {
                    (
                        a.rule.rulebook.clone(),
                        json!({ "says": a.says, "rule": a.rule.rule, "fallback": a.rule.fallback }),
                    )
                })
                .collect();
            json!({ "question": question.asked, "answers": answers })
        })
        .collect();
    let columns = std::iter::once(Column::text("Question").naming())
        .chain(books.iter().map(|book| Column::text(&book.id)))
        .collect();
    let table = Table { rows: rows.collect(), folds: true, ..Table::new("Rulebooks side by side", columns) };
    let page = Page { landscape: true, size: TypeSize::Small, ..Page::default() };
    let document = Document { page, ..Document::new("Rulebooks side by side", masthead) }
        .with_subtitle("Rule numbers in parentheses; - means that the source is silent and the director decides")
        .with(Block::Table(table));
    Answer::sheet(Report::of(document, json!({ "questions": json })))
}

/// Mistakes shown one by one; the others are counted.
const SHOWN: usize = 40;

/// A rulebook chosen for a new tournament.
pub struct Chosen {
    pub id: String,
    pub title: String,
    /// Its text, to be kept with the tournament.
    pub text: String,
    /// The text's SHA-256, in hexadecimal.
    pub hash: String,
}

/// The rulebook of this id, or the one in this file.
pub fn chosen(named: &str, environment: &Environment) -> Result<Chosen, Failure> {
    let book = book(named, environment)?;
    let digest = Sha256::digest(book.text.as_bytes());
    let hash = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Chosen { id: book.id, title: book.title, text: book.text, hash })
}

/// The rulebook of this id, or the one in this file, parsed.
pub fn book(named: &str, environment: &Environment) -> Result<Rulebook, Failure> {
    Ok(match by_id(named) {
        Some(book) => book.clone(),
        None if Path::new(named).extension().is_some_and(|e| e == "toml") => from_file(named, environment)?,
        None => {
            let ids: Vec<&str> = all().iter().map(|b| b.id.as_str()).collect();
            let near = match find(named, all(), |b| &b.id) {
                Found::One(book) => format!("did you mean {}? ", book.id),
                Found::Unknown { nearest } if !nearest.is_empty() => format!("did you mean {}? ", nearest[0].id),
                _ => String::new(),
            };
            return Err(Failure::mistyped(format!("there is no rulebook \"{named}\""))
                .hint(format!("{near}The rulebooks are {}; or name a .toml file", ids.join(", "))));
        }
    })
}

fn from_file(path: &str, environment: &Environment) -> Result<Rulebook, Failure> {
    let bytes = foreign::read(Path::new(path), environment)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::mistyped(format!("{path} is not UTF-8 text")).hint("save the rulebook as UTF-8"))?;
    let book = Rulebook::parse(&text).map_err(|unreadable| {
        let mut places: Vec<String> =
            unreadable.complaints.iter().take(SHOWN).map(|complaint| format!("\n  {path}:{complaint}")).collect();
        if unreadable.complaints.len() > SHOWN {
            places.push(format!("\n  and {} more", unreadable.complaints.len() - SHOWN));
        }
        Failure::mistyped(format!("{unreadable}:{}", places.concat())).hint(format!(
            "fix these; {} shows what a rulebook looks like",
            cmd!("rules show --toml --rulebook us-chess-2018")
        ))
    })?;
    match by_id(&book.id.trim().to_lowercase()) {
        // A published book that was written out unchanged is still that book.
        Some(published) if published.text.trim() != book.text.trim() => Err(Failure::mistyped(format!(
            "{path}:{} the rulebook calls itself {}, but that is the published {}",
            id_at(&book.text),
            book.id,
            published.title
        ))
        .hint("give it an id of its own, so that no ruling cites the published rules for it: id = \"our-league\"")),
        _ => Ok(book),
    }
}

/// Where a rulebook says what it is called: `3:6:`.
fn id_at(text: &str) -> String {
    let names =
        |line: &&str| line.trim_start().strip_prefix("id").is_some_and(|rest| rest.trim_start().starts_with('='));
    let line = text.lines().position(|line| names(&line)).unwrap_or_default();
    let column = text.lines().nth(line).and_then(|line| line.find(['"', '\''])).unwrap_or_default();
    format!("{}:{}:", line + 1, column + 1)
}

/// Lets earlier rulings on an offence count further back than the rulebook says.
fn widen(desk: &mut Desk, offence: &str, scope: Scope) -> Result<Answer, Failure> {
    let id = offence::offence(desk, offence)?.id.clone();
    desk.set_scope(&id, scope).or_refuse(desk)?;
    let summary = format!("{id} is counted per {scope} in this event");
    Ok(Answer::done(summary, json!({ "offence": id, "scope": scope })))
}

/// Sets the harshest penalty an office may give alone.
fn allow(desk: &mut Desk, role: Role, limit: PenaltyKind) -> Result<Answer, Failure> {
    desk.set_limit(role, limit).or_refuse(desk)?;
    let summary =
        format!("{} may impose no more than {} in this event", role_name(role), penalty_in_words(option_name(limit)));
    Ok(Answer::done(summary, json!({ "role": role, "limit": limit })))
}
