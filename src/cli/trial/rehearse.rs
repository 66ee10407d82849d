//! `bughouse rehearse`: the rest of the event on a copy of the real file, with made-up results. Every step and every print is timed; the real
//! file is only read.

use super::rehearse_told::{Timed, Told};
use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::desk::{Access, Desk, tournament_file};
use crate::cli::engine::dice::Dice;
use crate::cli::failure::{Code, Failure};
use crate::cli::written::write_whole;
use crate::cli::{read, show};
use crate::report::render::{Format, Press};
use crate::store::ReadingCopy;
use crate::tournament::{Format as Play, Section, SectionId, TableNumber};
use clap::Args;
use std::path::PathBuf;
use std::time::Instant;

/// Play the event to its end on a copy: times every step and print, counts the sheets, says what would go wrong
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  bughouse rehearse            the evening before; the real file is only read\n  bughouse rehearse --seed 7   other results, the same for the same number"
)]
pub struct Rehearse {
    /// The number that makes up the results
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A rehearsal under way.
struct Stage<'e> {
    everywhere: &'e Everywhere,
    copy: ReadingCopy,
    format: Format,
    dice: Dice,
    told: Told,
}

/// Rounds after which a rehearsal gives up on a section that never ends.
const MOST_ROUNDS: u32 = 99;

impl Rehearse {
    /// Copies the file, plays, prints, and tells.
    pub fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let path = tournament_file(everywhere.file.as_deref())?;
        let copy = ReadingCopy::of(&path)?;
        let format = if cfg!(feature = "pdf") { Format::Pdf } else { Format::Html };
        let mut stage = Stage { everywhere, copy, format, dice: Dice::new(self.seed), told: Told::new(self.seed) };
        let desk = stage.look()?;
        // A final waits for the section that its teams come from.
        let mut sections: Vec<Section> = desk.tournament().sections.clone();
        sections.sort_by_key(|section| (section.qualified_from.is_some(), section.id));
        let masthead = stage.leave_with_masthead(desk)?;
        sections.retain(|section| stage.told.has_teams(section));
        if sections.is_empty() {
            return Err(Failure::forbidden("no section has two teams, so there is nothing to rehearse")
                .hint("bughouse import FILE"));
        }
        stage.print("roster", &["teams"])?;
        for section in &sections {
            stage.section(section)?;
        }
        stage.print("director's report", &["report"])?;
        stage.publish()?;
        Ok(stage.told.answer(masthead, format == Format::Pdf))
    }
}

impl Stage<'_> {
    fn look(&self) -> Result<Desk, Failure> {
        Desk::open_as(&self.on_the_copy(self.everywhere.clone()), Access::Read, "rehearse")
    }

    fn leave_with_masthead(&mut self, mut desk: Desk) -> Result<crate::report::Masthead, Failure> {
        let masthead = desk.masthead(None, None)?;
        self.told.see(desk.tournament());
        leave(desk)?;
        Ok(masthead)
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
        let cli = read(words.iter().copied()).map_err(|e| Failure::mistyped(e.to_string()))?;
        let everywhere = Everywhere { words: words.join(" "), acting: None, ..self.on_the_copy(cli.everywhere) };
        let command = cli.command.ok_or_else(|| Failure::mistyped("no command was given"))?;
        let begun = Instant::now();
        let outcome = command.run(&everywhere);
        if outcome.is_ok() && !what.is_empty() {
            self.told.step(what, begun.elapsed());
        }
        outcome
    }

    /// Makes a document as it would be printed, and times it.
    fn print(&mut self, what: &str, words: &[&str]) -> Result<(), Failure> {
        let begun = Instant::now();
        let answer = self.step("", words)?;
        let press = Press { paper: self.everywhere.paper, templates: self.everywhere.templates.as_deref() };
        let Some(rendered) = answer.rendered(self.format, press)? else { return Ok(()) };
        let file = self.folder().join(format!("sheet.{}", self.format.ending()));
        write_whole(&file, &rendered.bytes)?;
        self.told.print(what, Timed::once(begun.elapsed()), rendered.sheets);
        for warning in rendered.warnings {
            self.told.trouble(format!("{what}: {warning}"));
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

    /// One section, from where it stands to its last round.
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
        let leader = self.step("", &["standings", name])?.rendered(Format::Json, Press::default())?;
        self.told.ends(name, leader.map(|json| json.bytes).unwrap_or_default());
        Ok(())
    }

    /// Pairs the next round; false once the section is at its end, or stuck.
    fn pair(&mut self, section: &Section) -> Result<bool, Failure> {
        let (posted, rounds) = self.posted(section.id)?;
        if rounds.is_some_and(|rounds| posted >= rounds) {
            return Ok(false);
        }
        let name = section.name.as_str();
        if show::somebody_watches() {
            show::remark(&format!("{name}: round {}", posted + 1));
        }
        let mut words = vec!["pair", name];
        for consent in ["", "--anyway", "--allow-rematch", "--allow-second-bye"] {
            words.extend(Some(consent).filter(|flag| !flag.is_empty()));
            match self.step("pair a round", &words) {
                Ok(_) => return Ok(true),
                // A knockout says so when it has its winner.
                Err(refused) if section.format == Play::Knockout && posted > 0 && rounds.is_none() => {
                    self.told.note(format!("{name}: {}", refused.message));
                    return Ok(false);
                }
                Err(refused) if refused.code == Code::Forbidden => self.told.refused(&refused),
                Err(failed) => return Err(failed),
            }
        }
        self.told.stuck(name, posted + 1);
        Ok(false)
    }

    /// The number of rounds posted, and how many there will be.
    fn posted(&self, section: SectionId) -> Result<(u32, Option<u32>), Failure> {
        let desk = self.look()?;
        let posted = desk.latest_round(section).map_or(0, |round| round.number);
        let rounds = desk.tournament().section(section).and_then(|section| section.rounds);
        leave(desk)?;
        Ok((posted, rounds))
    }

    /// Every slip that is still to come, the stronger team winning more often.
    fn results(&mut self, section: &Section) -> Result<(), Failure> {
        for (table, number, edge) in self.open_matches(section)? {
            let [roll, drawn] = [self.dice.roll(1200), self.dice.roll(20)];
            let result = match i64::from(roll) - 600 + edge {
                // A knockout needs a winner.
                _ if drawn == 0 && section.format != Play::Knockout => "1/2",
                0.. => "1-0",
                _ => "0-1",
            };
            self.step("enter a slip", &["result", &table.to_string(), result, "--match", &number.to_string()])?;
        }
        Ok(())
    }

    /// Matches of the latest round without a result: table, match, and by how much the first team is rated higher.
    fn open_matches(&self, section: &Section) -> Result<Vec<(TableNumber, u8, i64)>, Failure> {
        let desk = self.look()?;
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
        leave(desk)?;
        Ok(open)
    }
}

fn leave(desk: Desk) -> Result<(), Failure> {
    desk.close(Answer::said(String::new(), serde_json::Value::Null, String::new())).map(drop)
}
