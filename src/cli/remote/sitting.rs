//! Sittings of another desk: lines are typed here, and each is a request of its own.

use super::asking::Asking;
use crate::cli::answer::Answer;
use crate::cli::entry::enter::{Enter, Tally, Tray, sit};
use crate::cli::entry::keyboard::Plain;
use crate::cli::entry::progress::Progress;
use crate::cli::entry::shell::{commands, words_of};
use crate::cli::entry::slip::without_number_sign;
use crate::cli::failure::Failure;
use crate::cli::seat::Said;
use crate::cli::{Cli, Command, Everywhere, help, mistyped, read, status};
use serde_json::{Value, json};
use std::time::Duration;

/// The laptop that serves: a line is a request.
struct Far<'a> {
    asking: &'a Asking,
    enter: &'a Enter,
    server: &'a str,
    /// What the laptop said last of where the sitting stands.
    sits: Value,
    /// The slips that agreed in the second pass.
    agreed: Vec<String>,
}

impl Far<'_> {
    fn ask(&mut self, typed: &str, verifying: bool, everywhere: &Everywhere) -> Result<u8, Failure> {
        let mut words = vec!["enter".to_owned()];
        words.extend(self.enter.section.clone());
        words.extend(self.enter.round.map(|round| format!("--round={round}")));
        words.extend(verifying.then(|| "--verify".to_owned()));
        words.push(format!("--line={}", self.sits["began"].as_i64().unwrap_or(-1)));
        let rounds = self.sits["rounds"].as_array().into_iter().flatten().filter_map(Value::as_str);
        words.extend(rounds.map(|round| format!("--shown={round}")));
        let beside = self.agreed.iter().filter(|before| verifying && table_of(before) == table_of(typed));
        words.extend(beside.map(|before| format!("--beside={before}")));
        let answered = self.asking.answered(&words, typed, everywhere)?;
        answered.show(&everywhere.asker);
        self.sits = answered.sits().cloned().unwrap_or_else(|| self.sits.take());
        Ok(answered.exit)
    }
}

impl Tray for Far<'_> {
    fn progress(&self, _: &Everywhere) -> Result<Progress, Failure> {
        let number = |key: &str| self.sits[key].as_u64().and_then(|number| usize::try_from(number).ok());
        let results_in = (number("in").unwrap_or_default(), number("of").unwrap_or_default());
        Ok(Progress::told(results_in, self.sits["disputed"].as_str().map(str::to_owned)))
    }

    /// The laptop says it beside its answer to a line.
    fn news(&mut self, _: &Progress) -> Option<String> {
        None
    }

    fn command(&mut self, typed: &str, everywhere: &Everywhere) -> Result<(), Failure> {
        let done = command(&words_of(typed)?, self.server, everywhere);
        self.ask("", false, everywhere)?;
        done
    }

    fn take(&mut self, typed: &str, tally: &mut Tally, everywhere: &Everywhere) -> Result<String, Failure> {
        let is_slip = self.ask(typed, tally.verifying, everywhere)? == 0
            && without_number_sign(typed).starts_with(|c: char| c.is_ascii_digit());
        tally.entered += usize::from(is_slip && !tally.verifying);
        tally.agreed += usize::from(is_slip && tally.verifying);
        self.agreed.extend((is_slip && tally.verifying).then(|| typed.to_owned()));
        Ok(String::new())
    }
}

/// The table of a line, as it is typed.
fn table_of(typed: &str) -> Option<&str> {
    without_number_sign(typed).split(['.', ' ']).next()
}

/// The pile of slips.
pub fn enter(asking: &Asking, enter: &Enter, server: &str, everywhere: &Everywhere) -> Result<Answer, Failure> {
    let mut far = Far { asking, enter, server, sits: Value::Null, agreed: Vec::new() };
    let mut tally = Tally { verifying: enter.verify, ..Tally::default() };
    match far.ask("", tally.verifying, everywhere)? {
        0 => sit(&mut far, &mut tally, everywhere)?,
        exit => return Ok(Answer::nothing().ends(exit)),
    }
    Ok(Answer::said(tally.told(), json!({ "entered": tally.entered, "agreed": tally.agreed })))
}

/// Commands without their first word, each a request of its own.
pub fn shell(everywhere: &Everywhere, server: &str) -> Result<Answer, Failure> {
    let run = |words: &[String], everywhere: &Everywhere| command(words, server, everywhere);
    commands("--help helps, q ends", everywhere, |_| Ok(Plain), run)
}

/// Shows an answer again and again, on a terminal.
pub fn watch(asking: &Asking, words: &[String], seconds: u64, sitting: &Everywhere) -> Result<u8, Failure> {
    loop {
        let everywhere = &sitting.anew();
        let (answered, asker) = (asking.answered(words, "", everywhere)?, &everywhere.asker);
        asker.clear();
        answered.show(asker);
        if answered.exit != 0 {
            return Ok(answered.exit);
        }
        asker.answer(&format!("again every {seconds} seconds; Ctrl-C ends it"));
        std::thread::sleep(Duration::from_secs(seconds));
    }
}

/// Turns pages on a terminal.
pub fn pages(asking: &Asking, words: &[String], seconds: u64, sitting: &Everywhere) -> Result<u8, Failure> {
    loop {
        let everywhere = &sitting.anew();
        let (answered, asker) = (asking.answered(words, "", everywhere)?, &everywhere.asker);
        if answered.exit != 0 {
            answered.show(asker);
            return Ok(answered.exit);
        }
        for page in answered.said {
            let Said::Out(page) = page else { continue };
            asker.clear();
            asker.as_it_came(&page);
            std::thread::sleep(Duration::from_secs(seconds));
        }
    }
}

/// One command of a sitting.
fn command(words: &[String], server: &str, sitting: &Everywhere) -> Result<(), Failure> {
    let mut words = words.to_vec();
    let Cli { mut everywhere, command } = match read(words.iter().map(String::as_str), &sitting.asker) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            return Err(mistyped::failure(&error, &words, help::pages::definitions()));
        }
        Err(error) => {
            sitting.asker.help(&error);
            return Ok(());
        }
    };
    if matches!(command, Some(Command::Shell(_) | Command::Enter(_))) {
        return Err(Failure::mistyped("this is a sitting already").hint("q ends it"));
    }
    everywhere.acting = everywhere.acting.take().or_else(|| sitting.acting.clone());
    if sitting.dry_run && !everywhere.dry_run {
        // In front: behind `--` it would be a name.
        words.insert(0, "--dry-run".to_owned());
        everywhere.dry_run = true;
    }
    let command = command.unwrap_or(Command::Status(status::Status::default()));
    super::run(server, &command, &words, &everywhere).map(drop)
}
