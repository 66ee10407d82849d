//! `bughouse rehearse`: the rest of the event on a copy of the real file, with made-up results. Every step and every print is timed; the real
//! file is only read.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Access, Desk, Runs};
use crate::cli::entry::enter::entered;
use crate::cli::entry::slip::Pile;
use crate::cli::failure::{Code, Failure};
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::counted;
use crate::cli::written::write_whole;
use crate::cli::{Everywhere, command_of};
use crate::report::render::{Format, Press};
use crate::report::{Block, Cell, Column, Document, Masthead, Report, Rows, Table};
use crate::store::ReadingCopy;
use crate::tournament::{Dice, Format as Play, Section, SectionId, TableNumber, Team, Tournament};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Play the whole event on a copy, timing every step and counting the sheets, and show what would go wrong
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bughouse rehearse            the evening before; the real file is only read
  bughouse rehearse --seed 7   different results; the same seed repeats them")]
pub struct Rehearse {
    /// The seed for the made-up results
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A rehearsal under way.
struct Stage<'e> {
    everywhere: &'e Everywhere,
    copy: ReadingCopy,
    format: Format,
    dice: Dice,
    findings: Findings,
}

/// How many slips of a round are entered one by one, which shows how long one takes; the others are a pile.
const SINGLY: usize = 20;

/// Rounds after which a rehearsal gives up on a section that never ends.
const MOST_ROUNDS: u32 = 99;

impl Runs for Rehearse {
    const TRAITS: Traits = Traits::reads(Moment::Arrival)
        .not_from_afar("a rehearsal runs on the laptop that has the file", "on that laptop: bughouse rehearse");

    /// Copies the file, plays, prints, and reports.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let path = everywhere.tournament()?;
        let copy = ReadingCopy::of(&path)?;
        let format = if cfg!(feature = "pdf") { Format::Pdf } else { Format::Html };
        let findings = Findings { seed: self.seed, ..Findings::default() };
        let mut stage = Stage { everywhere, copy, format, dice: Dice::new(self.seed), findings };
        let (masthead, tournament) = stage.look(|desk| Ok((desk.masthead(None, None)?, desk.tournament().clone())))?;
        stage.findings.see(&tournament);
        let mut sections = tournament.sections.clone();
        // A final waits for the section that its teams come from, and gets them while the rehearsal runs.
        sections.sort_by_key(|section| (section.qualified_from.is_some(), section.id));
        sections.retain(|section| section.qualified_from.is_some() || teams_in(&tournament, section).len() > 1);
        if sections.is_empty() {
            return Err(Failure::forbidden("no section has two teams, so there is nothing to rehearse")
                .hint(cmd!("import FILE")));
        }
        stage.print("roster", &["teams"])?;
        for section in &sections {
            stage.section(section)?;
        }
        stage.print("director's report", &["report"])?;
        stage.publish()?;
        Ok(stage.findings.answer(masthead, format == Format::Pdf))
    }
}

impl Stage<'_> {
    fn look<T>(&self, look: impl FnOnce(&mut Desk) -> Result<T, Failure>) -> Result<T, Failure> {
        Desk::open_as(&self.on_the_copy(self.everywhere.clone()), Access::Read, "rehearse")?.looked(look)
    }

    /// The options of every command, for the copy.
    fn on_the_copy(&self, everywhere: Everywhere) -> Everywhere {
        Everywhere {
            file: Some(self.copy.path().to_owned()),
            output: None,
            dry_run: false,
            no_backup: true,
            as_of: None,
            ..everywhere
        }
    }

    /// Runs a command on the copy and times it.
    fn step(&mut self, what: &str, words: &[&str]) -> Result<Answer, Failure> {
        let (command, everywhere) = command_of(words, &self.everywhere.asker)?;
        let everywhere = Everywhere { acting: None, ..self.on_the_copy(everywhere) };
        let begun = Instant::now();
        let outcome = command.run(&everywhere);
        if outcome.is_ok() && !what.is_empty() {
            count(&mut self.findings.steps, what, begun.elapsed(), None);
        }
        outcome
    }

    /// Makes a document as it would be printed, and times it.
    fn print(&mut self, what: &str, words: &[&str]) -> Result<(), Failure> {
        let begun = Instant::now();
        let mut answer = self.step("", words)?;
        let press =
            Press { paper: self.everywhere.paper, templates: self.everywhere.templates.as_deref(), names: None };
        let Some(rendered) = answer.rendered(self.format, press)? else { return Ok(()) };
        let file = self.folder().join(format!("sheet.{}", self.format.ending()));
        write_whole(&file, &rendered.bytes, &self.everywhere.asker)?;
        count(&mut self.findings.prints, what, begun.elapsed(), rendered.sheets);
        for warning in rendered.warnings {
            self.findings.trouble(format!("{what}: {warning}"));
        }
        Ok(())
    }

    fn folder(&self) -> PathBuf {
        self.copy.path().parent().map(PathBuf::from).unwrap_or_default()
    }

    fn publish(&mut self) -> Result<(), Failure> {
        let site = self.folder().join("site").display().to_string();
        self.step("publish the web pages", &["publish", &site]).map(drop)
    }

    /// One section, from its present state to its last round.
    fn section(&mut self, section: &Section) -> Result<(), Failure> {
        let name = section.name.as_str();
        self.print("table cards", &["cards", name])?;
        self.results(section)?;
        for _ in 0..MOST_ROUNDS {
            if !self.pair(section)? {
                break;
            }
            for (what, words) in [
                ("pairings by table", &["pairings", name][..]),
                ("pairings by player", &["pairings", name, "--by", "player"]),
                ("result slips", &["slips", name]),
            ] {
                self.print(what, words)?;
            }
            self.results(section)?;
            self.print("standings", &["standings", name])?;
        }
        self.print("crosstable", &["crosstable", name])?;
        self.print("prizes", &["prizes", name])?;
        let standings = self.step("", &["standings", name])?.rendered(Format::Json, Press::default())?;
        let bytes = standings.map(|json| json.bytes).unwrap_or_default();
        let standings: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        let first = &standings["rows"][0]["team"]["name"];
        self.findings.ends.push(json!({ "section": name, "rounds": standings["after_round"], "first": first }));
        Ok(())
    }

    /// Pairs the next round; false once the section is at its end, or stuck.
    fn pair(&mut self, section: &Section) -> Result<bool, Failure> {
        let (posted, rounds) = self.posted(section.id)?;
        if rounds.is_some_and(|rounds| posted >= rounds) {
            return Ok(false);
        }
        let name = section.name.as_str();
        let asker = &self.everywhere.asker;
        if asker.seat.watches {
            asker.remark(&format!("{name}: round {}", posted + 1));
        }
        let mut words = vec!["pair", name];
        let mut last_refusal = None;
        for consent in ["", "--anyway", "--allow-rematch", "--allow-second-bye"] {
            words.extend(Some(consent).filter(|flag| !flag.is_empty()));
            match self.step("pair a round", &words) {
                Ok(_) => return Ok(true),
                // A knockout says so when it has its winner.
                Err(refused) if section.format == Play::Knockout && posted > 0 && rounds.is_none() => {
                    self.findings.notes.push(format!("{name}: {}", refused.message));
                    return Ok(false);
                }
                // The same again with one consent more is no other trouble.
                Err(refused) if refused.code == Code::Forbidden => {
                    if last_refusal.as_ref() != Some(&refused.message) {
                        let hint = refused.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
                        self.findings.trouble(format!("{}{hint}", refused.message));
                    }
                    last_refusal = Some(refused.message);
                }
                Err(failed) => return Err(failed),
            }
        }
        self.findings.trouble(format!("{name}: the rehearsal ended before round {}", posted + 1));
        Ok(false)
    }

    /// The number of rounds posted, and how many there will be.
    fn posted(&self, section: SectionId) -> Result<(u32, Option<u32>), Failure> {
        self.look(|desk| {
            let posted = desk.latest_round(section).map_or(0, |round| round.number);
            Ok((posted, desk.tournament().section(section).and_then(|section| section.rounds)))
        })
    }

    /// Every slip that is still to come, the stronger team winning more often.
    fn results(&mut self, section: &Section) -> Result<(), Failure> {
        let mut pile = String::new();
        for (at, (table, number, edge)) in self.look(|desk| Ok(open_matches(desk, section)))?.into_iter().enumerate() {
            let [roll, drawn] = [self.dice.roll(1200), self.dice.roll(20)];
            let result = match i64::from(roll) - 600 + edge {
                // A knockout needs a winner.
                _ if drawn == 0 && section.format != Play::Knockout => "1/2",
                0.. => "1-0",
                _ => "0-1",
            };
            match at < SINGLY {
                true => drop(
                    self.step("enter a slip", &["result", &table.to_string(), result, "--match", &number.to_string()])?,
                ),
                false => pile.push_str(&format!("{table}.{number} {result}\n")),
            }
        }
        if pile.is_empty() {
            return Ok(());
        }
        let begun = Instant::now();
        let of_section = Pile { section: Some(&section.name), round: None };
        let everywhere = Everywhere { acting: None, ..self.on_the_copy(self.everywhere.clone()) };
        entered(&of_section, &pile, &everywhere)?;
        count(&mut self.findings.steps, "enter the others as a pile", begun.elapsed(), None);
        Ok(())
    }
}

/// Matches of the latest round without a result: table, match, and by how much the first team is rated higher.
pub fn open_matches(desk: &Desk, section: &Section) -> Vec<(TableNumber, u8, i64)> {
    let tournament = desk.tournament();
    let strength =
        |team| tournament.team(team).and_then(|team| tournament.doubled_rating(team)).map_or(1000, i64::from);
    let mut open = Vec::new();
    if let Some(round) = desk.latest_round(section.id) {
        for (table, [first, second]) in round.tables() {
            let numbers = (1..=section.matches).filter(|number| desk.result_in(round, table, *number).is_none());
            open.extend(numbers.map(|number| (table, number, strength(first) - strength(second))));
        }
    }
    open
}

/// The teams that play in a section.
fn teams_in<'t>(tournament: &'t Tournament, section: &Section) -> Vec<&'t Team> {
    tournament.teams_in(section.id).filter(|team| tournament.status(team).is_in()).collect()
}

/// What was done under one name: how often, how long it took, and how many sheets it came to, where that can be known.
struct Done {
    what: String,
    times: usize,
    slowest: Duration,
    total: Duration,
    sheets: Option<usize>,
}

/// Counts something that was done with the others of its name.
fn count(all: &mut Vec<Done>, what: &str, took: Duration, sheets: Option<usize>) {
    match all.iter_mut().find(|done| done.what == what) {
        Some(done) => {
            (done.times, done.slowest, done.total) = (done.times + 1, done.slowest.max(took), done.total + took);
            done.sheets = done.sheets.zip(sheets).map(|(one, other)| one + other);
        }
        None => all.push(Done { what: what.to_owned(), times: 1, slowest: took, total: took, sheets }),
    }
}

/// Everything there is to report.
#[derive(Default)]
struct Findings {
    seed: u64,
    steps: Vec<Done>,
    prints: Vec<Done>,
    troubles: Vec<String>,
    notes: Vec<String>,
    ends: Vec<Value>,
}

impl Findings {
    /// Looks at the entries before anything is played.
    fn see(&mut self, tournament: &Tournament) {
        for section in &tournament.sections {
            let teams = teams_in(tournament, section);
            let here = teams.iter().filter(|team| team.checked_in).count();
            if here > 0 && here < teams.len() && tournament.rounds_of(section.id).next().is_none() {
                let away = teams.len() - here;
                self.trouble(format!(
                    "{}: {} not checked in, so left out: {}",
                    section.name,
                    counted(away, "team"),
                    cmd!("check-in --list")
                ));
            }
            if teams.len() < 2 && section.qualified_from.is_none() {
                self.trouble(format!("{} has {}, too few to pair", section.name, counted(teams.len(), "team")));
            }
        }
        let alone = tournament.players.iter().filter(|player| tournament.team_of(player.id).is_none()).count();
        if alone > 0 {
            let have = if alone == 1 { "1 child has".to_owned() } else { format!("{alone} children have") };
            self.trouble(format!("{have} no partner and did not play: {}", cmd!("partner suggest")));
        }
    }

    /// Something that would go wrong; said once.
    fn trouble(&mut self, trouble: String) {
        if !self.troubles.contains(&trouble) {
            self.troubles.push(trouble);
        }
    }

    /// The whole as a document.
    fn answer(self, masthead: Masthead, on_paper: bool) -> Answer {
        let sheets: usize = self.prints.iter().filter_map(|print| print.sheets).sum();
        let total: Duration = self.steps.iter().chain(&self.prints).map(|done| done.total).sum();
        let json = self.json(on_paper.then_some(sheets));
        let prints = timed("Prints", "Print", &self.prints)
            .column(Column::number("Sheets"), |done| done.sheets.map_or_else(|| Cell::text("?"), Cell::whole));
        let mut document = Document::new("Rehearsal", masthead)
            .with_subtitle(format!(
                "on a copy, with results made up from seed {}; the real file was only read",
                self.seed
            ))
            .with(timed("Steps", "Step", &self.steps))
            .with(prints);
        let paper = match on_paper {
            true => format!("You need {} of paper for one copy of each.", counted(sheets, "sheet")),
            false => "The sheets can't be counted: this bughouse was built without PDF.".to_owned(),
        };
        document =
            document.with(Block::Paragraph(format!("{paper} In all, it took this computer {}.", seconds(total))));
        let ends = self.ends.iter().map(|end| {
            let rounds = end["rounds"].as_u64().unwrap_or(0);
            format!("{}: {} played", end["section"].as_str().unwrap_or_default(), counted(rounds as usize, "round"))
        });
        document = document.with(Block::List(ends.chain(self.notes).collect()));
        document = match self.troubles.is_empty() {
            true => document.with(Block::Paragraph("Nothing went wrong.".to_owned())),
            false => document.headed(1, "What would go wrong").with(Block::List(self.troubles)),
        };
        Answer::sheet(Report::of(document, json))
    }

    fn json(&self, sheets: Option<usize>) -> Value {
        let timed = |done: &Done| json!({ "what": done.what, "times": done.times, "slowest_ms": done.slowest.as_millis() as u64, "total_ms": done.total.as_millis() as u64 });
        let steps: Vec<Value> = self.steps.iter().map(timed).collect();
        let print = |done: &Done| {
            let mut print = timed(done);
            print["sheets"] = json!(done.sheets);
            print
        };
        let prints: Vec<Value> = self.prints.iter().map(print).collect();
        json!({ "seed": self.seed, "steps": steps, "prints": prints, "sheets": sheets, "sections": self.ends, "troubles": self.troubles, "notes": self.notes })
    }
}

/// What was done, how often, and how long it took.
fn timed<'t>(caption: &str, column: &str, all: &'t [Done]) -> Rows<&'t Done> {
    let time = |time: Duration| Cell::number(time.as_secs_f64(), seconds(time));
    Table::of(caption, all)
        .column(Column::text(column).naming(), |done| Cell::text(&done.what))
        .column(Column::number("Runs"), |done| Cell::whole(done.times))
        .column(Column::number("Slowest"), |done| time(done.slowest))
        .column(Column::number("Total"), |done| time(done.total))
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
