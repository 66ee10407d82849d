//! `bughouse engine pair`: the next round of a TRF file.

use super::file;
use super::rules::Rules;
use crate::cli::answer::Answer;
use crate::cli::failure::Failure;
use crate::cli::show;
use crate::cli::wording::counted;
use crate::interchange::trf::{Event, ReadOptions};
use crate::pairing;
use crate::pairing::swiss::Pairing;
use crate::tournament::RoundRecord;
use clap::Args;
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;

/// What `engine pair` takes.
#[derive(Debug, Args)]
pub struct Pair {
    /// The file, teams written as individuals or as teams of two; - reads what is piped in
    #[arg(value_name = "FILE.trf")]
    pub(super) trf: PathBuf,
    /// Rounds planned; beats the file
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
    rounds: Option<u32>,
    #[command(flatten)]
    rules: Rules,
}

impl Pair {
    /// Reads, pairs, and gives the starting numbers.
    pub fn run(&self) -> Result<Answer, Failure> {
        let event = file::event(&self.trf, ReadOptions { matches: self.rules.matches, rounds: self.rounds })?;
        refuse_open(&event)?;
        let round = event.rounds + 1;
        let position = file::position(&event, round, &self.rules)?;
        let settings = self.rules.settings();
        let pairing = show::patiently("pairing", || pairing::pair(&position, &settings))
            .map_err(|refusal| file::refusal(&event, &position, &refusal, settings.system))?;
        let mut remarks = file::remarks(&self.trf, &event);
        remarks.extend(event.rounds_planned.filter(|planned| round > *planned).map(|planned| {
            format!(
                "warning: the file plans {} and all are played; this is round {round}",
                counted(planned as usize, "round")
            )
        }));
        remarks.extend(foresight(&pairing, round));
        remarks.extend((pairing.pairs.is_empty() && pairing.bye.is_none()).then(|| {
            let all = event.entrants.len();
            format!("nobody is left to pair in round {round}: byes are announced for all {all} teams (240, XXZ, or the last column)")
        }));
        Ok(Answer::plain(listed(&event, &pairing), document(&event, &pairing, round)).with_remarks(remarks))
    }
}

/// A pairing rests on results, so all must be in.
fn refuse_open(event: &Event) -> Result<(), Failure> {
    let mut open = Vec::new();
    for entrant in &event.entrants {
        for (round, record) in (1..).zip(&entrant.record.rounds) {
            if let RoundRecord::Open { opponent, .. } = record {
                let pair = (entrant.number, event.entrants[*opponent].number);
                open.extend((pair.0 < pair.1).then(|| format!("{}-{} of round {round}", pair.0, pair.1)));
            }
        }
    }
    if open.is_empty() {
        return Ok(());
    }
    Err(Failure::forbidden(format!("there is no result yet for {}", open.join(", ")))
        .hint("write the results into the file first"))
}

/// What looking one round ahead has changed or found.
fn foresight(pairing: &Pairing, round: u32) -> Option<String> {
    if pairing.lookahead_changed {
        let next = round + 1;
        return Some(format!(
            "looked ahead: a better pairing was passed over, because round {next} could not have been paired after it"
        ));
    }
    pairing
        .next_round_stuck
        .then(|| "warning: after this round nobody can be paired again without a rematch".to_owned())
}

/// The number of lines, then a pair of starting numbers a line; the bye is a pair with 0.
fn listed(event: &Event, pairing: &Pairing) -> String {
    let number = |i: usize| event.entrants[i].number;
    let mut text = format!("{}\n", pairing.pairs.len() + usize::from(pairing.bye.is_some()));
    for (a, b) in &pairing.pairs {
        writeln!(text, "{} {}", number(*a), number(*b)).expect("writing to a string cannot fail");
    }
    if let Some(bye) = pairing.bye {
        writeln!(text, "{} 0", number(bye)).expect("writing to a string cannot fail");
    }
    text
}

fn document(event: &Event, pairing: &Pairing, round: u32) -> serde_json::Value {
    let number = |i: usize| event.entrants[i].number;
    let pairs: Vec<[u32; 2]> = pairing.pairs.iter().map(|(a, b)| [number(*a), number(*b)]).collect();
    json!({ "round": round, "pairs": pairs, "bye": pairing.bye.map(number) })
}
