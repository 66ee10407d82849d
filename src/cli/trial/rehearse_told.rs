//! What a rehearsal found: how long each step and each print took, how much paper it is, what would go wrong.

use crate::cli::answer::Answer;
use crate::cli::desk::counted;
use crate::cli::failure::Failure;
use crate::report::{Block, Cell, Column, Document, Listing, Masthead, Table};
use crate::tournament::{Section, SectionId, TeamStatus, Tournament};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::Duration;

/// How often something was done, and how long it took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Timed {
    times: usize,
    slowest: Duration,
    total: Duration,
}

impl Timed {
    pub fn once(took: Duration) -> Self {
        Self { times: 1, slowest: took, total: took }
    }

    fn and(self, other: Self) -> Self {
        Self {
            times: self.times + other.times,
            slowest: self.slowest.max(other.slowest),
            total: self.total + other.total,
        }
    }
}

/// Everything there is to tell.
pub struct Told {
    seed: u64,
    steps: Vec<(String, Timed)>,
    prints: Vec<(String, Timed, Option<usize>)>,
    troubles: Vec<String>,
    notes: Vec<String>,
    ends: Vec<Value>,
    teams: HashMap<SectionId, usize>,
}

impl Told {
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            steps: Vec::new(),
            prints: Vec::new(),
            troubles: Vec::new(),
            notes: Vec::new(),
            ends: Vec::new(),
            teams: HashMap::new(),
        }
    }

    /// Looks at the entries before anything is played.
    pub fn see(&mut self, tournament: &Tournament) {
        for section in &tournament.sections {
            let playing = |status| matches!(status, TeamStatus::Entered | TeamStatus::CheckedIn);
            let teams: Vec<_> = tournament.teams_in(section.id).filter(|team| playing(team.status())).collect();
            // A final gets its teams while the rehearsal runs.
            self.teams.insert(section.id, if section.qualified_from.is_some() { 2 } else { teams.len() });
            let here = teams.iter().filter(|team| team.checked_in).count();
            if here > 0 && here < teams.len() && tournament.rounds_of(section.id).next().is_none() {
                let away = teams.len() - here;
                self.trouble(format!(
                    "{}: {} not checked in, so left out: bughouse check-in --list",
                    section.name,
                    counted(away, "team")
                ));
            }
            if teams.len() < 2 && section.qualified_from.is_none() {
                self.trouble(format!("{} has {}, too few to pair", section.name, counted(teams.len(), "team")));
            }
        }
        let alone = tournament.players.iter().filter(|player| tournament.team_of(player.id).is_none()).count();
        if alone > 0 {
            let have = if alone == 1 { "1 child has".to_owned() } else { format!("{alone} children have") };
            self.trouble(format!("{have} no partner and did not play: bughouse partner suggest"));
        }
    }

    /// Whether a section has anybody to pair.
    pub fn has_teams(&self, section: &Section) -> bool {
        self.teams.get(&section.id).is_some_and(|teams| *teams > 1)
    }

    /// A command was run.
    pub fn step(&mut self, what: &str, took: Duration) {
        let took = Timed::once(took);
        match self.steps.iter_mut().find(|(step, _)| step == what) {
            Some((_, timed)) => *timed = timed.and(took),
            None => self.steps.push((what.to_owned(), took)),
        }
    }

    /// A document was made.
    pub fn print(&mut self, what: &str, took: Timed, sheets: Option<usize>) {
        match self.prints.iter_mut().find(|(print, ..)| print == what) {
            Some((_, timed, counted)) => {
                *timed = timed.and(took);
                *counted = counted.zip(sheets).map(|(one, other)| one + other);
            }
            None => self.prints.push((what.to_owned(), took, sheets)),
        }
    }

    /// Something that would go wrong; said once.
    pub fn trouble(&mut self, trouble: String) {
        if !self.troubles.contains(&trouble) {
            self.troubles.push(trouble);
        }
    }

    pub fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// A round could not be paired as things are.
    pub fn refused(&mut self, refused: &Failure) {
        let hint = refused.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
        self.trouble(format!("{}{hint}", refused.message));
    }

    /// It could not be paired at all.
    pub fn stuck(&mut self, section: &str, round: u32) {
        self.trouble(format!("{section}: the rehearsal ended before round {round}"));
    }

    /// A section is played out; its standings say who won with these dice.
    pub fn ends(&mut self, section: &str, standings: Vec<u8>) {
        let standings: Value = serde_json::from_slice(&standings).unwrap_or(Value::Null);
        let first = standings["rows"][0]["team"]["name"].clone();
        self.ends.push(json!({ "section": section, "rounds": standings["after_round"], "first": first }));
    }

    /// The whole as a document.
    pub fn answer(self, masthead: Masthead, on_paper: bool) -> Answer {
        let sheets: usize = self.prints.iter().filter_map(|(.., sheets)| *sheets).sum();
        let total: Duration = self
            .steps
            .iter()
            .map(|(_, timed)| timed.total)
            .chain(self.prints.iter().map(|(_, timed, _)| timed.total))
            .sum();
        let json = self.json(on_paper.then_some(sheets));
        let mut document = Document::new("Rehearsal", masthead)
            .with_subtitle(format!(
                "on a copy, with results made up from the number {}; the real file was only read",
                self.seed
            ))
            .with(Block::Table(steps(&self.steps)))
            .with(Block::Table(prints(&self.prints)));
        let paper = match on_paper {
            true => format!("You need {} of paper, one copy of each.", counted(sheets, "sheet")),
            false => "How many sheets of paper it is cannot be told: this bughouse was built without PDF.".to_owned(),
        };
        document =
            document.with(Block::Paragraph(format!("{paper} This computer needed {} for all of it.", seconds(total))));
        let ends = self.ends.iter().map(|end| {
            let rounds = end["rounds"].as_u64().unwrap_or(0);
            format!("{}: {} played out", end["section"].as_str().unwrap_or_default(), counted(rounds as usize, "round"))
        });
        document = document.with(Block::List(ends.chain(self.notes).collect()));
        document = match self.troubles.is_empty() {
            true => document.with(Block::Paragraph("Nothing went wrong.".to_owned())),
            false => document
                .with(Block::Heading { level: 1, text: "What would go wrong".to_owned(), id: None })
                .with(Block::List(self.troubles)),
        };
        Answer::sheet(Listing::of(document, json))
    }

    fn json(&self, sheets: Option<usize>) -> Value {
        let timed = |what: &str, timed: &Timed| json!({ "what": what, "times": timed.times, "slowest_ms": timed.slowest.as_millis() as u64, "total_ms": timed.total.as_millis() as u64 });
        let steps: Vec<Value> = self.steps.iter().map(|(what, took)| timed(what, took)).collect();
        let print = |(what, took, sheets): &(String, Timed, Option<usize>)| {
            let mut print = timed(what, took);
            print["sheets"] = json!(sheets);
            print
        };
        let prints: Vec<Value> = self.prints.iter().map(print).collect();
        json!({ "seed": self.seed, "steps": steps, "prints": prints, "sheets": sheets, "sections": self.ends, "troubles": self.troubles, "notes": self.notes })
    }
}

fn steps(steps: &[(String, Timed)]) -> Table {
    let columns = vec![
        Column::text("Step").naming(),
        Column::number("Times"),
        Column::number("Slowest"),
        Column::number("Together"),
    ];
    let rows = steps.iter().map(|(what, timed)| [vec![Cell::text(what)], timing(timed)].concat()).collect();
    Table { rows, ..Table::new("Steps", columns) }
}

fn prints(prints: &[(String, Timed, Option<usize>)]) -> Table {
    let columns = vec![
        Column::text("Print").naming(),
        Column::number("Times"),
        Column::number("Slowest"),
        Column::number("Together"),
        Column::number("Sheets"),
    ];
    let sheets = |sheets: &Option<usize>| {
        sheets.map_or_else(|| Cell::text("?"), |count| Cell::number(count as f64, count.to_string()))
    };
    let rows = prints
        .iter()
        .map(|(what, timed, count)| [vec![Cell::text(what)], timing(timed), vec![sheets(count)]].concat())
        .collect();
    Table { rows, ..Table::new("Prints", columns) }
}

fn timing(timed: &Timed) -> Vec<Cell> {
    let time = |time: Duration| Cell::number(time.as_secs_f64(), seconds(time));
    vec![Cell::number(timed.times as f64, timed.times.to_string()), time(timed.slowest), time(timed.total)]
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
