//! `bughouse engine pair`: the next round of a TRF file; and `engine check`: each of its rounds paired again from the rounds before it.

use super::file;
use super::file::Rules;
use crate::cli::answer::Answer;
use crate::cli::failure::{Code, Failure};
use crate::cli::show::Asker;
use crate::cli::wording::counted;
use crate::interchange::trf::{ReadOptions, TrfFile};
use crate::pairing;
use crate::pairing::swiss::{Pairing, Refusal};
use crate::tournament::RoundRecord;
use clap::Args;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What `engine pair` and `engine check` take.
#[derive(Debug, Args)]
pub struct Pair {
    /// The file, with teams written as individuals or as teams of two; - reads piped input
    #[arg(value_name = "FILE.trf")]
    pub(super) trf: PathBuf,
    /// Rounds planned; overrides the file
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
    rounds: Option<u32>,
    #[command(flatten)]
    rules: Rules,
}

impl Pair {
    /// Reads, pairs, and gives the starting numbers.
    pub fn run(&self, asker: &Asker) -> Result<Answer, Failure> {
        let event = file::event(&self.trf, ReadOptions { matches: self.rules.matches, rounds: self.rounds }, asker)?;
        refuse_open(&event)?;
        let round = event.rounds + 1;
        let pairing = file::paired(&event, round, &self.rules, "pairing", asker)?;
        let mut remarks = file::remarks(&self.trf, &event);
        remarks.extend(
            schedule(&event).map(|kind| format!("warning: {} is {kind}; these are Swiss pairings", self.trf.display())),
        );
        remarks.extend(event.rounds_planned.filter(|planned| round > *planned).map(|planned| {
            format!(
                "warning: the file plans {} and all have been played; this is round {round}",
                counted(planned as usize, "round")
            )
        }));
        remarks.extend(foresight(&pairing, round));
        remarks.extend((pairing.pairs.is_empty() && pairing.bye.is_none()).then(|| {
            let all = event.entrants.len();
            format!("there is nobody left to pair in round {round}: all {all} teams have announced byes (240, XXZ, or the last column)")
        }));
        Ok(Answer::plain(listed(&event, &pairing), document(&event, &pairing, round)).with_remarks(remarks))
    }
}

/// A pairing rests on results, so all must be in.
fn refuse_open(event: &TrfFile) -> Result<(), Failure> {
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
    Err(Failure::forbidden(format!("no result yet for {}", open.join(", "))).hint("add the results to the file first"))
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
fn listed(event: &TrfFile, pairing: &Pairing) -> String {
    let number = |i: &usize| event.entrants[*i].number;
    let pairs = pairing.pairs.iter().map(|(a, b)| format!("{} {}\n", number(a), number(b)));
    let bye = pairing.bye.iter().map(|bye| format!("{} 0\n", number(bye)));
    let lines: Vec<String> = pairs.chain(bye).collect();
    format!("{}\n{}", lines.len(), lines.concat())
}

fn document(event: &TrfFile, pairing: &Pairing, round: u32) -> serde_json::Value {
    let number = |i: usize| event.entrants[i].number;
    let pairs: Vec<[u32; 2]> = pairing.pairs.iter().map(|(a, b)| [number(*a), number(*b)]).collect();
    json!({ "round": round, "pairs": pairs, "bye": pairing.bye.map(number) })
}

/// Who met whom in a round, by starting number: pairs with the smaller number first, sorted, and who had the bye.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Round {
    pairs: Vec<[u32; 2]>,
    byes: Vec<u32>,
}

struct Comparison {
    round: u32,
    file: Round,
    /// What the engine makes of it; `None` where no complete pairing is allowed.
    engine: Option<Round>,
    /// Why the engine would not have paired without consent.
    refusal: Option<String>,
}

impl Pair {
    /// Pairs every round again and compares.
    pub fn check(&self, asker: &Asker) -> Result<Answer, Failure> {
        let event = file::event(&self.trf, ReadOptions { matches: self.rules.matches, rounds: self.rounds }, asker)?;
        no_swiss(&self.trf, &event)?;
        let compared: Vec<Comparison> =
            (1..=event.rounds).map(|round| self.compare(&event, round, asker)).collect::<Result<_, Failure>>()?;
        let agrees = compared.iter().all(Comparison::agrees);
        let round = |round: &Round| json!({ "pairs": round.pairs, "bye": round.byes.first() });
        let compared_round = |c: &Comparison| json!({ "round": c.round, "agrees": c.agrees(), "file": round(&c.file), "engine": c.engine.as_ref().map(round), "refusal": c.refusal });
        let rounds: Vec<Value> = compared.iter().map(compared_round).collect();
        let mut lines: Vec<String> = compared.iter().map(ToString::to_string).collect();
        lines.push(match compared.iter().filter(|c| !c.agrees()).count() {
            0 => format!(
                "{}: the engine pairs {} exactly as the file does",
                self.trf.display(),
                counted(event.rounds as usize, "round")
            ),
            1 => format!("{}: 1 of {} differs", self.trf.display(), counted(event.rounds as usize, "round")),
            differing => format!("{}: {differing} of {} rounds differ", self.trf.display(), event.rounds),
        });
        let answer = Answer::plain(lines.join("\n") + "\n", json!({ "agrees": agrees, "rounds": rounds }));
        let answer = answer.with_remarks(file::remarks(&self.trf, &event));
        let answer = answer.with_remarks((!agrees).then(|| everybody_met(&event)).flatten());
        Ok(if agrees { answer } else { answer.ends(Code::Forbidden as u8) })
    }

    fn compare(&self, event: &TrfFile, round: u32, asker: &Asker) -> Result<Comparison, Failure> {
        let position = file::position(event, round, &self.rules)?;
        let settings = self.rules.settings();
        let again = || pairing::pair(&position, &settings);
        let (engine, refusal) = match asker.patiently(&format!("pairing round {round} again"), again) {
            Ok(pairing) => (Some(Round::of(event, &pairing)), None),
            Err(refusal) => {
                let best = match &refusal {
                    Refusal::NeedsConsent { pairing, .. } => Some(Round::of(event, pairing)),
                    _ => None,
                };
                (best, Some(refusal.to_string()))
            }
        };
        Ok(Comparison { round, file: Round::played(event, round), engine, refusal })
    }
}

/// What a file says that is no Swiss: its rounds follow a schedule.
fn schedule(event: &TrfFile) -> Option<String> {
    let code = &event.type_code;
    let kind = match code.to_uppercase() {
        code if code.contains("ROUNDROBIN") => "a round robin, whose rounds follow a table",
        code if code.contains("KNOCKOUT") => "a knockout, whose rounds follow its bracket",
        _ => return None,
    };
    Some(format!("{kind} (record 192: {code})"))
}

/// Refuses such a file: its rounds are no pairings that results lead to.
fn no_swiss(path: &Path, event: &TrfFile) -> Result<(), Failure> {
    let refused = |kind| {
        Failure::forbidden(format!("{} is {kind}", path.display()))
            .hint("only the rounds of a Swiss tournament can be paired again")
    };
    schedule(event).map_or(Ok(()), |kind| Err(refused(kind)))
}

/// Where every two met, and as often as any other two, the rounds may have followed a table.
fn everybody_met(event: &TrfFile) -> Option<String> {
    let rounds = (1..=event.rounds).flat_map(|round| Round::played(event, round).pairs);
    let mut meetings: BTreeMap<[u32; 2], u32> = BTreeMap::new();
    rounds.for_each(|pair| *meetings.entry(pair).or_default() += 1);
    let teams = event.entrants.len();
    let times = meetings.values().next()?;
    let is_full = teams > 2 && meetings.len() == teams * (teams - 1) / 2 && meetings.values().all(|n| n == times);
    is_full.then(|| {
        "everyone played everyone the same number of times: if this is a round robin, its rounds follow a table, not the results"
            .to_owned()
    })
}

impl Round {
    fn new(mut pairs: Vec<[u32; 2]>, mut byes: Vec<u32>) -> Self {
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        pairs.sort_unstable();
        pairs.dedup();
        byes.sort_unstable();
        Self { pairs, byes }
    }

    fn of(event: &TrfFile, pairing: &Pairing) -> Self {
        let number = |i: &usize| event.entrants[*i].number;
        Self::new(
            pairing.pairs.iter().map(|(a, b)| [number(a), number(b)]).collect(),
            pairing.bye.iter().map(number).collect(),
        )
    }

    fn played(event: &TrfFile, round: u32) -> Self {
        let records = event.entrants.iter().map(|e| (e.number, &e.record.rounds[round as usize - 1]));
        let pair =
            |(number, record): (u32, &RoundRecord)| Some([number, event.entrants[file::paired_with(record)?].number]);
        let has_bye = |record: &RoundRecord| matches!(record, RoundRecord::Unplayed { assigned: true, .. });
        let byes = records.clone().filter(|(_, record)| has_bye(record)).map(|(number, _)| number).collect();
        Self::new(records.filter_map(pair).collect(), byes)
    }

    /// What this has and the other has not: `3-5 4-6 bye 7`.
    fn beyond(&self, other: &Self) -> String {
        let pairs = self.pairs.iter().filter(|p| !other.pairs.contains(p)).map(|[a, b]| format!("{a}-{b}"));
        let byes = self.byes.iter().filter(|b| !other.byes.contains(b)).map(|b| format!("bye {b}"));
        let all: Vec<String> = pairs.chain(byes).collect();
        if all.is_empty() { "nothing else".to_owned() } else { all.join(" ") }
    }
}

impl Comparison {
    fn agrees(&self) -> bool {
        self.engine.as_ref() == Some(&self.file)
    }
}

impl std::fmt::Display for Comparison {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let round = self.round;
        match &self.engine {
            Some(engine) if *engine == self.file => write!(f, "round {round}: agrees")?,
            Some(engine) => write!(
                f,
                "round {round}: differs\n  the file has    {}\n  the engine has  {}",
                self.file.beyond(engine),
                engine.beyond(&self.file)
            )?,
            None => write!(f, "round {round}: differs; the engine has no pairing")?,
        }
        self.refusal.as_ref().map_or(Ok(()), |refusal| write!(f, "\n  {refusal}"))
    }
}
