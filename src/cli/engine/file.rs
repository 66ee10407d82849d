//! A TRF file at the desk: read with every mistake placed, set up in the position before any of its rounds, and paired as the
//! options of `bughouse engine` say.

use crate::cli::command_text::cmd;
use crate::cli::failure::Failure;
use crate::cli::foreign;
use crate::cli::options::yes_or_no;
use crate::cli::refusal::rounds::broken;
use crate::cli::show::Asker;
use crate::cli::wording::counted;
use crate::interchange::trf::{Complaint, Note, Problem, ReadOptions, TrfFile, read_bytes};
use crate::pairing;
use crate::pairing::swiss::{Pairing, Refusal};
use crate::pairing::{Acceleration, Competitor, History, Lookahead, Position, SchoolMode, Settings, System};
use crate::report::render::clean;
use crate::tournament::{ByePoints, RoundRecord};
use clap::Args;
use serde_json::json;
use std::collections::HashMap;
use std::path::Path;

/// Complaints shown one by one; the others are counted.
const SHOWN: usize = 20;

pub fn event(path: &Path, options: ReadOptions, asker: &Asker) -> Result<TrfFile, Failure> {
    let bytes = match path == Path::new("-") {
        true => foreign::piped(foreign::MOST_MEGABYTES, asker.input()),
        false => foreign::read(path, &asker.environment),
    };
    let bytes = bytes.map_err(|failure| {
        failure.hint(format!("write one with {}, or {}", cmd!("export trf -o FILE.trf"), cmd!("engine simulate")))
    })?;
    read_bytes(&bytes, options).map_err(|complaints| refused(path, &complaints))
}

fn refused(path: &Path, complaints: &[Complaint]) -> Failure {
    let file = path.display();
    let mut lines: Vec<String> = complaints
        .iter()
        .take(SHOWN)
        .map(|c| clean(&format!("{file}:{}:{}: {}", c.line, c.column, c.problem)))
        .collect();
    if complaints.len() > SHOWN {
        lines.push(format!("and {} more", complaints.len() - SHOWN));
    }
    let message = match lines.as_slice() {
        [only] => only.clone(),
        _ => format!("{file} has {} mistakes:\n  {}", complaints.len(), lines.join("\n  ")),
    };
    let problems =
        complaints.iter().map(|c| json!({ "line": c.line, "column": c.column, "message": c.problem.to_string() }));
    let is_double = |c: &Complaint| matches!(c.problem, Problem::TooManyRounds { looks_double: true, .. });
    Failure::mistyped(message)
        .hint(if complaints.iter().any(is_double) {
            "add --matches 2 to count every two rounds of the file as one"
        } else {
            "fix the file at that line and column (columns count characters, from 1)"
        })
        .details(json!({ "problems": problems.collect::<Vec<_>>() }))
}

/// What was passed over, for stderr.
pub fn remarks(path: &Path, event: &TrfFile) -> Vec<String> {
    let remark = |note: &Note| clean(&format!("{}:{}: {}", path.display(), note.line, note.what));
    event.notes.iter().map(remark).collect()
}

/// A team as messages name it: `Rooks (4)`.
pub fn name(event: &TrfFile, entrant: usize) -> String {
    let entrant = &event.entrants[entrant];
    if entrant.name.is_empty() {
        entrant.number.to_string()
    } else {
        format!("{} ({})", clean(&entrant.name), entrant.number)
    }
}

/// The position before a round, from 1: a round of the file, or the one after its last.
///
/// Who sits out a round of the file is read off that round; who sits out the next one is what the file announces.
pub fn position(event: &TrfFile, round: u32, rules: &Rules) -> Result<Position, Failure> {
    if rules.accelerate == Acceleration::Baku && event.rounds_planned.is_none() {
        return Err(Failure::mistyped(
            "Baku acceleration depends on the number of rounds, and the file does not give it",
        )
        .hint("add --rounds N, or a record 142"));
    }
    let mut codes = HashMap::new();
    let mut schools = Vec::with_capacity(event.entrants.len());
    for entrant in &event.entrants {
        let next = codes.len() as u32;
        schools.push(entrant.school.as_deref().map(|name| *codes.entry(name).or_insert(next)));
    }
    let is_next = round > event.rounds;
    let mut absent = vec![false; event.entrants.len()];
    let mut asked_half_bye = vec![false; event.entrants.len()];
    for announced in event.announced.iter().filter(|_| is_next) {
        absent[announced.entrant] |= announced.round == round;
        asked_half_bye[announced.entrant] |= announced.points == ByePoints::Half;
    }
    let heeds_file = rules.accelerate == Acceleration::None;
    let points_of =
        |entrant: usize| event.accelerated.iter().filter(move |added| heeds_file && added.entrant == entrant);
    // A bye that the pairing did not give.
    let sat_out =
        |record: &RoundRecord| matches!(record, RoundRecord::Unplayed { scheduled: None, assigned: false, .. });
    let competitors = event.entrants.iter().zip(event.seeds()).enumerate().map(|(i, (entrant, seed))| Competitor {
        number: entrant.number,
        seed,
        unrated: entrant.rating.is_none(),
        schools: schools[i].as_slice(),
        absent: absent[i] || (!is_next && sat_out(&entrant.record.rounds[round as usize - 1])),
        asked_half_bye: asked_half_bye[i],
        points_by_hand: points_of(i).map(|added| (added.round, added.points)).collect(),
        rounds: &entrant.record.rounds,
        ..Competitor::default()
    });
    let forbidden = event.forbidden.iter().filter(|f| (f.from..=f.to).contains(&round));
    Ok(Position::from_history(&History {
        competitors: competitors.collect(),
        round,
        rounds: event.rounds_planned.unwrap_or(round.max(event.rounds)),
        matches: event.matches,
        accelerate: rules.accelerate,
        forbidden: forbidden.map(|f| (f.pair.0 as u32, f.pair.1 as u32)).collect(),
        ..History::default()
    }))
}

/// The opponent a team was paired with, whether or not they played.
pub fn paired_with(record: &RoundRecord) -> Option<usize> {
    match record {
        RoundRecord::Played { opponent, .. } | RoundRecord::Open { opponent, .. } => Some(*opponent),
        RoundRecord::Unplayed { scheduled, .. } => *scheduled,
    }
}

/// The pairing of a round, or why there is none; `what` is shown where it takes long.
pub fn paired(event: &TrfFile, round: u32, rules: &Rules, what: &str, asker: &Asker) -> Result<Pairing, Failure> {
    let (position, settings) = (position(event, round, rules)?, rules.settings());
    asker
        .patiently(what, || pairing::pair(&position, &settings))
        .map_err(|refused| refusal(event, &position, &refused, settings.system))
}

/// A refusal in words (exit 1).
fn refusal(event: &TrfFile, position: &Position, refusal: &Refusal, system: System) -> Failure {
    let before = counted(position.round as usize - 1, "round");
    let cannot = format!("round {} cannot be paired: {refusal}", position.round);
    match refusal {
        Refusal::NeedsConsent { rematches, second_bye, .. } => {
            let broken = broken(rematches, *second_bye, system, |team| name(event, team));
            let number = |i: &usize| event.entrants[*i].number;
            let again: Vec<[u32; 2]> = rematches.iter().map(|(a, b, _)| [number(a), number(b)]).collect();
            Failure::forbidden(format!("{cannot}; at best {}", broken.join("; ")))
                .hint(match system {
                    System::Us => format!("end after {before}; for that many rounds play a round robin (29K)"),
                    System::FideTeam => format!("end after {before}, or pair this one by hand (C.04.6 3.3.3)"),
                })
                .details(json!({ "rematches": again, "second_bye": second_bye.as_ref().map(number) }))
        }
        Refusal::NoPairing { stranded } => {
            let names: Vec<String> = stranded.iter().map(|i| name(event, *i)).collect();
            Failure::forbidden(format!("{cannot}; no opponent is left for {}", names.join(", ")))
                .hint("remove a pair from records 260 or XXP, or choose another --school-mode")
        }
        Refusal::TooEntangled { .. } => {
            Failure::forbidden(cannot).hint("choose another --school-mode, or fewer rounds")
        }
        Refusal::Over { .. } | Refusal::TiesOpen { .. } => Failure::forbidden(cannot),
    }
}

/// How the rounds of a file are paired.
#[derive(Debug, Args)]
pub struct Rules {
    /// Matches per round; with 2, every two rounds of the file count as one [default: 1, or as the file says]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub matches: Option<u8>,
    /// Pairing rules: us or fide-team
    #[arg(long, value_name = "RULES", default_value = "us", hide_possible_values = true)]
    pub system: System,
    /// Schoolmates (same federation): ignore, prefer, plus2, avoid or forbid
    #[arg(long, value_name = "MODE", default_value = "plus2", hide_possible_values = true)]
    pub school_mode: SchoolMode,
    /// Keep unrated teams from byes and floats
    #[arg(long, hide_short_help = true, value_name = "yes|no", default_value = "yes", value_parser = yes_or_no, action = clap::ArgAction::Set)]
    pub protect_unrated: bool,
    /// Do not float a team twice in a row
    #[arg(long, hide_short_help = true, value_name = "yes|no", default_value = "no", value_parser = yes_or_no, action = clap::ArgAction::Set)]
    pub avoid_repeat_floats: bool,
    /// Look one round ahead: auto, yes, warn or no
    #[arg(long, value_name = "HOW", default_value = "auto", hide_possible_values = true)]
    pub lookahead: Lookahead,
    /// none, us28r1 or baku; `none` uses virtual points in the file
    #[arg(long, value_name = "HOW", default_value = "none", hide_possible_values = true)]
    pub accelerate: Acceleration,
}

impl Rules {
    /// The same as the engine is given it.
    pub fn settings(&self) -> Settings {
        Settings {
            school_mode: self.school_mode,
            protect_unrated: self.protect_unrated,
            avoid_repeat_floats: self.avoid_repeat_floats,
            lookahead: self.lookahead,
            accelerate: self.accelerate,
            system: self.system,
            ..Settings::default()
        }
    }
}
