//! `bughouse ruling claim`: what a player claims, decided by the rulebook from the facts it turns on; and `ruling neutral`: something
//! is put right at a table, and nobody was at fault.

use super::announced::Said;
use super::filing::{Account, Ruled, apart, cited, enter, new};
use super::scene::{Scene, Seated};
use crate::cli::answer::Answer;
use crate::cli::desk::Desk;
use crate::cli::entry::slip::which;
use crate::cli::failure::Failure;
use crate::cli::refusal::Told;
use crate::cli::sections::options::yes_or_no;
use crate::discipline::{
    Against, Claim, ClaimKind, ClaimOrder, ClockSet, Matter, Ruling, Undecidable, Verdict, Wrong, decide, ends_board,
    seconds,
};
use crate::event::edit::docket::Apart;
use crate::rulebook::{LIST, did_you_mean};
use crate::tournament::names::option_name;
use crate::tournament::{BoardLetter, MatchId, Side, TableNumber};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

#[derive(Debug, Args)]
#[command(override_usage = "bughouse ruling claim --by <PLAYER> --kind <KIND> <TABLE>")]
pub struct ClaimArgs {
    /// Table number
    pub table: u32,
    /// The board [default: where the claimant sits]
    #[arg(long, value_name = "a|b", hide_possible_values = true)]
    pub board: Option<BoardLetter>,
    /// The claimant
    #[arg(long, value_name = "PLAYER")]
    pub by: String,
    /// mate, flag, both-flags, illegal-move, setup, agreement, repetition, stalemate, losing-chances, no-clock, defective-clock
    #[arg(long, hide_possible_values = true)]
    pub kind: ClaimKind,
    /// Which match of a double round
    #[arg(long = "match", value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub number: Option<u8>,
    /// The round [default: the current one]
    #[arg(long)]
    pub round: Option<u32>,
    /// Before the reply; set-up: before both moved
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no)]
    pub before_reply: Option<bool>,
    /// The clock was pressed after the move in question
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no)]
    pub clock_pressed: Option<bool>,
    /// The claimant's own flag was still up
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no)]
    pub own_flag_up: Option<bool>,
    /// The opponent claims too: illegal-move or flag
    #[arg(long, value_name = "CLAIM", hide_possible_values = true)]
    pub against: Option<Against>,
    /// It came first, second, or the same moment
    #[arg(long, value_name = "WHEN", hide_possible_values = true)]
    pub order: Option<ClaimOrder>,
    /// What was wrong; `list` shows what it may be
    #[arg(long, value_name = "WHAT")]
    pub wrong: Option<String>,
    /// The facts were not found
    #[arg(long)]
    pub deny: bool,
    /// It happened again: not the same claim twice
    #[arg(long)]
    pub again: bool,
    #[command(flatten)]
    pub account: Account,
}

impl ClaimArgs {
    /// Whether it is only asked which kinds of fault there are.
    pub fn asks_kinds(&self) -> bool {
        self.wrong.as_deref() == Some(LIST)
    }

    /// Where it is claimed: the match, the claimant, the board.
    fn place(&self, desk: &Desk) -> Result<(Scene, Seated, BoardLetter), Failure> {
        let scene = Scene::at(desk, TableNumber(self.table), self.round, self.number)?;
        let seat = scene.seated(desk, &self.by)?;
        let by_team = desk.rulebook.discipline.claim(self.kind).is_some_and(|rule| rule.by_team);
        let board = match self.board {
            None if by_team => {
                return Err(Failure::mistyped("any player of the team may claim this: at which board did it happen?")
                    .hint("add --board a or --board b"));
            }
            told => told.unwrap_or(seat.board),
        };
        if seat.board == board || by_team {
            return Ok((scene, seat, board));
        }
        let name = super::words::player_name(desk, seat.player);
        Err(Failure::mistyped(format!("{name} sits at board {}, not at board {board}", seat.board)).hint(format!(
            "write --board {}; if they changed places, tell it with the result: bughouse result --help, --white",
            seat.board
        )))
    }
}

pub fn claim(desk: &mut Desk, args: &ClaimArgs) -> Result<Ruled, Failure> {
    let (scene, seat, board) = args.place(desk)?;
    let settings = &desk.rulebook.discipline;
    let claim = Claim {
        kind: args.kind,
        before_reply: args.before_reply,
        clock_pressed: args.clock_pressed,
        own_flag_up: args.own_flag_up,
        against: args.against,
        order: args.order,
        wrong: args.wrong.clone(),
        deny: args.deny,
    };
    if let Some(rule) = settings.claim(args.kind).filter(|rule| rule.kind == ClaimKind::DefectiveClock) {
        desk.directs_play(desk.official.as_deref(), &settings.source.cite(&rule.upheld)).told(desk)?;
    }
    let judged = decide(&claim, settings).map_err(|e| missing(&e))?;
    let place = scene.place(desk, Some(board), Some(seat.side));
    let mut after: Vec<Said> = judged.says.iter().cloned().map(Said::Line).collect();
    if judged.discretion && !args.deny {
        let otherwise = match judged.verdict {
            Verdict::Upheld => "; --deny decides the other way",
            Verdict::Denied => "",
        };
        let unsettled = "the rulebook does not settle this: recorded as the director's decision";
        after.push(Said::then_typed(unsettled, otherwise));
    }
    let open = left_open(desk, judged.verdict, (args.kind, seat.side), scene.id, board);
    after.extend(open.map(|(open, typed)| Said::then_typed(open, &format!(": {typed}"))));
    let matter = Matter::Claim { claim, verdict: judged.verdict };
    let ruling = Ruling {
        place: Some(place),
        player: Some(seat.player),
        team: desk.tournament().team_of(seat.player).map(|t| t.id),
        ..new(desk, scene.section.id, matter, judged.rule, &args.account)?
    };
    enter(desk, ruling, apart(args.again, args.number), after)
}

/// What follows from a claim that an appeal has upheld, besides the result.
pub fn upheld(desk: &Desk, ruling: &Ruling) -> Vec<Said> {
    let (Matter::Claim { claim, .. }, Some(Verdict::Upheld)) = (&ruling.matter, desk.facts.docket.verdict(ruling))
    else {
        return Vec::new();
    };
    let seat = ruling.place.and_then(|place| Some((place.match_id, place.side?, place.board?)));
    let open = seat.and_then(|(id, side, board)| left_open(desk, Verdict::Upheld, (claim.kind, side), id, board));
    let open = open.map(|(open, typed)| format!("{open}: {typed}"));
    let says = desk.rulebook.discipline.claim(claim.kind).and_then(|rule| rule.upheld_says.clone());
    says.into_iter().chain(open).map(Said::Line).collect()
}

/// An upheld claim that says nothing of the board's result leaves it to be entered, unless board or match is over: that, and what is typed
/// for it.
fn left_open(
    desk: &Desk,
    verdict: Verdict,
    (kind, side): (ClaimKind, Side),
    id: MatchId,
    board: BoardLetter,
) -> Option<(&'static str, String)> {
    let ends = ends_board(kind, side, &desk.rulebook.discipline.match_end).is_some();
    let asks = matches!(kind, ClaimKind::NoClock | ClaimKind::LosingChances | ClaimKind::BothFlags);
    let round = desk.tournament().round(id.section, id.round)?;
    let mut told = round.slip(id.table, id.number).into_iter().flat_map(|slip| &slip.boards);
    let over = desk.result_in(round, id.table, id.number).is_some() || told.any(|report| report.board == board);
    let open = verdict == Verdict::Upheld && !ends && asks && !over;
    let typed = format!("bughouse result {} RESULT {board}{}", id.table, which(desk, id));
    open.then_some(("the board is open until its result is in", typed))
}

/// The kinds of fault that the rulebook tells apart in a claim.
pub fn kinds_told_apart(desk: &Desk, args: &ClaimArgs) -> Result<Answer, Failure> {
    args.place(desk)?;
    let (kind, rule) = (args.kind, desk.rulebook.discipline.claim(args.kind));
    let known = rule.map_or(&[][..], |rule| &rule.wrong);
    let json: Vec<Value> = known.iter().map(|wrong| json!({ "wrong": wrong.is, "means": wrong.means })).collect();
    let said = if known.is_empty() {
        format!("the rulebook tells no kinds of {kind} apart")
    } else {
        let width = known.iter().map(|wrong| wrong.is.len()).max().unwrap_or_default();
        known.iter().map(|wrong| format!("{:width$}  {}", wrong.is, wrong.means)).collect::<Vec<_>>().join("\n")
    };
    Ok(Answer::plain(said, json!({ "claim": kind, "wrong": json })))
}

fn missing(undecidable: &Undecidable) -> Failure {
    let failure = Failure::mistyped(undecidable.to_string());
    let names = |known: &[Wrong]| known.iter().map(|wrong| wrong.is.as_str()).collect::<Vec<_>>().join(", ");
    match undecidable {
        Undecidable::Needs { fact, .. } => {
            let option = option_name(*fact);
            failure.hint(format!("add --{option} yes or --{option} no"))
        }
        Undecidable::NeedsWrong { known, .. } => {
            failure.hint(format!("add --wrong with one of {}; --wrong list tells them", names(known)))
        }
        Undecidable::UnknownWrong { known, .. } if known.is_empty() => failure.hint("leave --wrong out"),
        Undecidable::UnknownWrong { known, typed, .. } => {
            let near = did_you_mean(typed, &known.iter().map(|wrong| wrong.is.as_str()).collect::<Vec<_>>());
            let near = near.map(|near| format!("{near} ")).unwrap_or_default();
            failure.hint(format!("{near}--wrong takes {}; --wrong list tells them", names(known)))
        }
        Undecidable::NeedsOrder => failure.hint("add --order first, second or same"),
        Undecidable::NeedsAgainst => failure.hint("add --against illegal-move or --against flag"),
        Undecidable::AgainstItself(_) => failure.hint("name the opponent's claim after --against"),
    }
}

#[derive(Debug, Args)]
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
    #[command(flatten)]
    account: Account,
}

/// Reads `a:white=2:10`.
fn clock(text: &str) -> Result<ClockSet, String> {
    let read = || {
        let (at, time) = text.split_once('=')?;
        let (board, colour) = at.split_once(':')?;
        let board = BoardLetter::from_str(board.trim(), true).ok()?;
        let white = match colour.trim().to_ascii_lowercase().as_str() {
            "white" | "w" => true,
            "black" | "b" => false,
            _ => return None,
        };
        Some(ClockSet { board, white, seconds: seconds(time.trim())? })
    };
    read().ok_or_else(|| format!("\"{text}\" is no clock; write board, colour and time, as in a:white=2:10"))
}

pub fn neutral(desk: &mut Desk, args: &NeutralArgs) -> Result<Answer, Failure> {
    if args.what.trim().is_empty() {
        return Err(Failure::mistyped("a neutral ruling says what was put right")
            .hint(format!("bughouse ruling neutral {} --what \"position restored\"", args.table)));
    }
    let rule = cited(desk, args.cites.as_deref())?;
    let of_clocks = desk.rulebook.discipline.claim(ClaimKind::DefectiveClock);
    if of_clocks.is_some_and(|claim| claim.upheld.is_some() && claim.upheld == rule.rule) {
        desk.directs_play(desk.official.as_deref(), &rule).told(desk)?;
    }
    let scene = Scene::at(desk, TableNumber(args.table), args.round, args.number)?;
    let board = args.board.or(match args.clocks.as_slice() {
        [first, rest @ ..] if rest.iter().all(|c| c.board == first.board) => Some(first.board),
        _ => None,
    });
    let matter = Matter::Neutral { what: args.what.trim().to_owned(), clocks: args.clocks.clone() };
    let ruling = Ruling {
        place: Some(scene.place(desk, board, None)),
        ..new(desk, scene.section.id, matter, rule, &args.account)?
    };
    enter(desk, ruling, Apart::Untold, Vec::new())?.answer(desk)
}
