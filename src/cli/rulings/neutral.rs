//! `bughouse ruling neutral`: something is put right at a table, and nobody was at fault.

use super::claim::directs_play;
use super::filing::{Apart, New, cited, enter};
use super::scene::Scene;
use crate::cli::answer::Answer;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::discipline::{ClaimKind, ClockSet, Matter, seconds};
use crate::tournament::{BoardLetter, TableNumber};
use clap::Args;

/// What `ruling neutral` takes.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  bughouse ruling neutral 12 --board a --what \"defective clock replaced\" \\\n    --clock a:white=2:10 --clock a:black=1:45 --cites 21\n  bughouse ruling neutral 12 --board b --what \"position restored\""
)]
pub struct NeutralArgs {
    /// Table number
    table: u32,
    /// What was put right
    #[arg(long, value_name = "TEXT")]
    what: String,
    /// The board
    #[arg(long, value_name = "a|b", hide_possible_values = true)]
    board: Option<BoardLetter>,
    /// A clock as it was set, a:white=2:10; may be given again
    #[arg(long = "clock", value_name = "CLOCK", value_parser = clock)]
    clocks: Vec<ClockSet>,
    /// Which match of a double round [default: the first open]
    #[arg(long = "match", value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
    number: Option<u8>,
    /// The round [default: the current one]
    #[arg(long)]
    round: Option<u32>,
    /// The number of the rule it rests on
    #[arg(long, value_name = "RULE")]
    cites: Option<String>,
    /// Who saw it; may be given again
    #[arg(long = "witness", value_name = "NAME")]
    witnesses: Vec<String>,
    /// What happened
    #[arg(long)]
    note: Option<String>,
}

/// Reads `a:white=2:10`.
fn clock(text: &str) -> Result<ClockSet, String> {
    let read = || {
        let (at, time) = text.split_once('=')?;
        let (board, colour) = at.split_once(':')?;
        let board = match board.trim().to_ascii_lowercase().as_str() {
            "a" => BoardLetter::A,
            "b" => BoardLetter::B,
            _ => return None,
        };
        let white = match colour.trim().to_ascii_lowercase().as_str() {
            "white" | "w" => true,
            "black" | "b" => false,
            _ => return None,
        };
        Some(ClockSet { board, white, seconds: seconds(time.trim())? })
    };
    read().ok_or_else(|| format!("\"{text}\" is no clock; write board, colour and time, as in a:white=2:10"))
}

pub fn run(desk: &mut Desk, args: &NeutralArgs) -> Result<Answer, Failure> {
    if args.what.trim().is_empty() {
        return Err(Failure::mistyped("a neutral ruling says what was put right")
            .hint(format!("bughouse ruling neutral {} --what \"position restored\"", args.table)));
    }
    let rule = cited(desk, args.cites.as_deref())?;
    let claims = &desk.rulebook.discipline.claims;
    let of_clocks = claims.iter().find(|claim| claim.kind == ClaimKind::DefectiveClock);
    if of_clocks.is_some_and(|claim| claim.upheld.is_some() && claim.upheld == rule.rule) {
        directs_play(desk, &rule)?;
    }
    let scene = Scene::at(desk, TableNumber(args.table), args.round, args.number)?;
    let board = args.board.or(match args.clocks.as_slice() {
        [first, rest @ ..] if rest.iter().all(|c| c.board == first.board) => Some(first.board),
        _ => None,
    });
    let new = New {
        section: scene.section.id,
        place: Some(scene.place(desk, board, None)),
        player: None,
        team: None,
        matter: Matter::Neutral { what: args.what.trim().to_owned(), clocks: args.clocks.clone() },
        rule,
        reason: None,
        note: args.note.clone(),
        witnesses: args.witnesses.clone(),
        apart: Apart::Untold,
    };
    enter(desk, new, Some(&scene), Vec::new(), Vec::new())
}
