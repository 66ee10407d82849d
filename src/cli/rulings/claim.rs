//! `bughouse ruling claim`: what a player claims, decided by the rulebook from the facts it turns on; and `ruling neutral`: something
//! is put right at a table, and nobody was at fault.

use super::announced::Said;
use super::filing::{Account, Ruled, apart, cited, enter, new};
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::matches::which;
use crate::cli::options::yes_or_no;
use crate::cli::refusal::OrRefuse;
use crate::cli::scene::{Scene, Seated};
use crate::cli::wording::as_typed;
use crate::discipline::{
    Against, Citation, Claim, ClaimKind, ClaimOrder, ClockSet, Judgement, Matter, Place, Ruling, Undecidable, Verdict,
    Wrong, decide, ends_board, opposed, seconds,
};
use crate::event::edit::docket::Apart;
use crate::rulebook::{LIST, did_you_mean};
use crate::tournament::names::option_name;
use crate::tournament::{BoardLetter, MatchId, Side, TableNumber};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

#[derive(Debug, Args)]
#[command(override_usage = "bughouse ruling claim --by <PLAYER> --kind <KIND> <TABLE>")]
#[command(after_help = "Example: bughouse ruling claim 12 --by ann --kind flag --own-flag-up yes")]
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
    /// Which match in a double round
    #[arg(long = "match", value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub number: Option<u8>,
    /// The round [default: the current one]
    #[arg(long)]
    pub round: Option<u32>,
    /// Before the reply; for setup, before both moved
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
    /// It came first, second, or at the same time
    #[arg(long, value_name = "WHEN", hide_possible_values = true)]
    pub order: Option<ClaimOrder>,
    /// What was wrong; `list` shows the choices
    #[arg(long, value_name = "WHAT")]
    pub wrong: Option<String>,
    /// Deny it: the facts don't support it
    #[arg(long)]
    pub deny: bool,
    /// Uphold it where the rulebook is silent
    #[arg(long, conflicts_with = "deny")]
    pub uphold: bool,
    /// It happened again: a new claim
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
                return Err(Failure::mistyped("any player on the team may claim this: on which board did it happen?")
                    .hint("add --board a or --board b"));
            }
            named => named.unwrap_or(seat.board),
        };
        if seat.board == board || by_team {
            return Ok((scene, seat, board));
        }
        let name = super::words::player_name(desk, seat.player);
        Err(Failure::mistyped(format!("{name} is on board {}, not board {board}", seat.board)).hint(format!(
            "use --board {}; if they switched boards, say so when you enter the result: {}, --white",
            seat.board,
            cmd!("result --help")
        )))
    }
}

pub fn claim(desk: &mut Desk, args: &ClaimArgs) -> Result<Ruled, Failure> {
    let (scene, seat, board) = args.place(desk)?;
    let settings = &desk.rulebook.discipline;
    let mut claim = Claim {
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
        desk.directs_play(desk.official.as_deref(), &settings.source.cite(&rule.upheld)).or_refuse(desk)?;
    }
    let place = scene.place(desk, Some(board), Some(seat.side));
    let mut after = hold_against(desk, &mut claim, place)?;
    let judged = match decide(&claim, settings) {
        Err(Undecidable::Unsettled { rule, says }) if args.uphold => {
            Judgement { verdict: Verdict::Upheld, rule, discretion: true, says }
        }
        decided => decided.map_err(|open| missing(args, board, &open))?,
    };
    if args.uphold && judged.verdict == Verdict::Denied {
        return Err(Failure::mistyped(format!(
            "{} settles this claim: it is denied, and there is nothing to decide",
            judged.rule
        ))
        .hint("leave --uphold out; the answer says why, and how to appeal"));
    }
    let judged = too_late(desk, &scene, (args, place), judged)?;
    let says = judged.says.iter().map(|says| match (claim.against, claim.order) {
        (Some(against), Some(_)) if judged.verdict == Verdict::Denied => {
            let on_record = opposed(&desk.facts.docket, claim.kind, place);
            match on_record.iter().find(|it| it.against == against && it.in_force) {
                Some(it) => format!("{says}: ruling {}", it.ruling.id),
                None => format!("{says}: enter that one next"),
            }
        }
        _ => says.clone(),
    });
    after.extend(says.map(Said::Line).collect::<Vec<_>>());
    if judged.discretion {
        after.push(Said::Line("the rulebook doesn't settle this: recorded as the director's decision".to_owned()));
    }
    let open = left_open(desk, judged.verdict, (args.kind, seat.side), scene.id, board);
    after.extend(open.map(|(open, typed)| Said::Line(format!("{open}: {typed}"))));
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
    let mut boards = round.slip(id.table, id.number).into_iter().flat_map(|slip| &slip.boards);
    let over = desk.result_in(round, id.table, id.number).is_some() || boards.any(|report| report.board == board);
    let open = verdict == Verdict::Upheld && !ends && asks && !over;
    let typed = cmd!("result {} RESULT {board}{}", id.table, which(desk, id)).to_string();
    open.then_some(("the board is open until its result is in", typed))
}

/// The kinds of fault that the rulebook distinguishes in a claim.
pub fn kinds_distinguished(desk: &Desk, args: &ClaimArgs) -> Result<Answer, Failure> {
    args.place(desk)?;
    let (kind, rule) = (args.kind, desk.rulebook.discipline.claim(args.kind));
    let known = rule.map_or(&[][..], |rule| &rule.wrong);
    let json: Vec<Value> = known.iter().map(|wrong| json!({ "wrong": wrong.is, "means": wrong.means })).collect();
    let said = if known.is_empty() {
        format!("the rulebook doesn't distinguish between kinds of {kind}")
    } else {
        let width = known.iter().map(|wrong| wrong.is.len()).max().unwrap_or_default();
        known.iter().map(|wrong| format!("{:width$}  {}", wrong.is, wrong.means)).collect::<Vec<_>>().join("\n")
    };
    Ok(Answer::plain(said, json!({ "claim": kind, "wrong": json })))
}

/// Holds a claim against those on record that it meets at its board: which of the two came first is asked, and one that was denied
/// is in nobody's way.
fn hold_against(desk: &Desk, claim: &mut Claim, place: Place) -> Result<Vec<Said>, Failure> {
    let met = opposed(&desk.facts.docket, claim.kind, place);
    let named = claim.against;
    let standing = met.iter().rfind(|it| it.in_force && named.is_none_or(|against| against == it.against));
    let Some(it) = standing else {
        let denied = named.filter(|against| met.iter().any(|it| it.against == *against));
        let Some(against) = denied else { return Ok(Vec::new()) };
        (claim.against, claim.order) = (None, None);
        let said = format!(
            "the opponent's claim of {} was denied, so it doesn't take precedence over this one",
            against.kind()
        );
        return Ok(vec![Said::Line(said)]);
    };
    let (id, kind, against) = (it.ruling.id, it.against.kind(), option_name(it.against));
    match (claim.order, it.order) {
        (Some(given), Some(by_record)) if given != by_record => {
            let came = given.in_words();
            Err(Failure::mistyped(format!("according to ruling {id}, this claim did not come {came} it"))
                .hint(format!("add --against {against} --order {}", option_name(by_record))))
        }
        (Some(_), _) => {
            claim.against = Some(it.against);
            Ok(Vec::new())
        }
        (None, by_record) if !claim.deny => {
            let orders = by_record.map_or_else(|| "first, second or same".to_owned(), option_name);
            let message = format!("ruling {id} is the opponent's claim of {kind} on this board: which came first?");
            Err(Failure::mistyped(message).hint(format!("add --against {against} --order {orders}")))
        }
        (None, _) => Ok(Vec::new()),
    }
}

/// What nobody may claim any more: a draw by agreement when the match is over, and anything at a board that was stopped.
fn too_late(
    desk: &Desk,
    scene: &Scene,
    (args, place): (&ClaimArgs, Place),
    judged: Judgement,
) -> Result<Judgement, Failure> {
    let (docket, settings) = desk.law();
    if judged.verdict == Verdict::Denied {
        return Ok(judged);
    }
    let denied = |rule: Citation, says: &str| {
        let (verdict, says) = (Verdict::Denied, Some(says.to_owned()));
        Ok(Judgement { verdict, rule, discretion: false, says })
    };
    if desk.is_stopped(place) && ends_board(args.kind, Side::First, &settings.match_end).is_some() {
        let rule = settings.source.cite(&settings.match_end.stopped);
        return denied(rule, "the other game had ended and this board was stopped: it can't be won afterwards");
    }
    // Two officials typed the same agreement: that is refused below.
    let is_agreed = |ruling: &Ruling| {
        let of_match = ruling.playing() == Some((place.match_id, place.playing));
        let agreed = matches!(&ruling.matter, Matter::Claim { claim, .. } if claim.kind == ClaimKind::Agreement);
        of_match && agreed && docket.verdict(ruling) == Some(Verdict::Upheld)
    };
    let Some(result) = scene.result.filter(|_| args.kind == ClaimKind::Agreement) else { return Ok(judged) };
    match settings.claim(args.kind) {
        _ if docket.rulings.iter().any(is_agreed) && !args.again => Ok(judged),
        Some(rule) => denied(settings.source.cite(&rule.upheld), "the teams can agree only during the game"),
        None => {
            Err(Failure::forbidden(format!("the match is over ({result}), and teams can agree only during the game"))
                .hint("use --deny instead of --uphold to put the claim on record"))
        }
    }
}

/// The claim as it was typed, with what decides it added.
fn retyped(args: &ClaimArgs, board: BoardLetter, decision: &str) -> String {
    let option = |name: &str, value: Option<String>| value.map(|value| [format!("--{name}"), value]);
    let is = |fact: Option<bool>| fact.map(|is| if is { "yes" } else { "no" }.to_owned());
    let facts = [
        option("board", Some(board.to_string())),
        option("by", Some(args.by.clone())),
        option("kind", Some(option_name(args.kind))),
        option("match", args.number.map(|number| number.to_string())),
        option("round", args.round.map(|round| round.to_string())),
        option("before-reply", is(args.before_reply)),
        option("clock-pressed", is(args.clock_pressed)),
        option("own-flag-up", is(args.own_flag_up)),
        option("against", args.against.map(option_name)),
        option("order", args.order.map(option_name)),
        option("wrong", args.wrong.clone()),
        option("note", args.account.note.clone()),
    ];
    let witnesses = args.account.witnesses.iter().map(|name| ["--witness".to_owned(), name.clone()]);
    let words = ["ruling".to_owned(), "claim".to_owned(), args.table.to_string()].into_iter();
    let words = words.chain(facts.into_iter().flatten().chain(witnesses).flatten());
    let again = args.again.then(|| "--again".to_owned());
    cmd!("{}", as_typed(words.chain(again).chain([decision.to_owned()]))).to_string()
}

fn missing(args: &ClaimArgs, board: BoardLetter, undecidable: &Undecidable) -> Failure {
    let failure = Failure::mistyped(undecidable.to_string());
    let names = |known: &[Wrong]| known.iter().map(|wrong| wrong.is.as_str()).collect::<Vec<_>>().join(", ");
    match undecidable {
        Undecidable::Needs { fact, .. } => {
            let option = option_name(*fact);
            failure.hint(format!("add --{option} yes or --{option} no"))
        }
        Undecidable::NeedsWrong { known, .. } => {
            failure.hint(format!("add --wrong with one of {}; --wrong list shows them", names(known)))
        }
        Undecidable::UnknownWrong { known, .. } if known.is_empty() => failure.hint("leave --wrong out"),
        Undecidable::UnknownWrong { known, typed, .. } => {
            let near = did_you_mean(typed, &known.iter().map(|wrong| wrong.is.as_str()).collect::<Vec<_>>());
            let near = near.map(|near| format!("{near} ")).unwrap_or_default();
            failure.hint(format!("{near}--wrong takes {}; --wrong list shows them", names(known)))
        }
        Undecidable::NeedsOrder => failure.hint("add --order first, second or same"),
        Undecidable::NeedsAgainst => failure.hint("add --against illegal-move or --against flag"),
        Undecidable::AgainstItself(_) => failure.hint("name the opponent's claim after --against"),
        Undecidable::Unsettled { .. } => failure.hint(format!(
            "the director decides; to uphold it: {}\nto deny it: {}",
            retyped(args, board, "--uphold"),
            retyped(args, board, "--deny")
        )),
    }
}

#[derive(Debug, Args)]
#[command(after_help = r#"Examples:
  bughouse ruling neutral 12 --board a --what "defective clock replaced" \
    --clock a:white=2:10 --clock a:black=1:45 --cites 21
  bughouse ruling neutral 12 --board b --what "position restored""#)]
pub struct NeutralArgs {
    /// Table number
    table: u32,
    /// What was corrected
    #[arg(long, value_name = "TEXT")]
    what: String,
    /// The board
    #[arg(long, value_name = "a|b", hide_possible_values = true)]
    board: Option<BoardLetter>,
    /// A clock setting, as in a:white=2:10; can be repeated
    #[arg(long = "clock", value_name = "CLOCK", value_parser = clock)]
    clocks: Vec<ClockSet>,
    /// Which match in a double round [default: the first open]
    #[arg(long = "match", value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
    number: Option<u8>,
    /// The round [default: the current one]
    #[arg(long)]
    round: Option<u32>,
    /// The number of the rule it is based on
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
    read().ok_or_else(|| format!("\"{text}\" isn't a clock setting; type board, color and time, like a:white=2:10"))
}

pub fn neutral(desk: &mut Desk, args: &NeutralArgs) -> Result<Answer, Failure> {
    if args.what.trim().is_empty() {
        return Err(Failure::mistyped("a neutral ruling has to say what was corrected")
            .hint(cmd!("ruling neutral {} --what \"position restored\"", args.table).to_string()));
    }
    let rule = cited(desk, args.cites.as_deref())?;
    let of_clocks = desk.rulebook.discipline.claim(ClaimKind::DefectiveClock);
    if of_clocks.is_some_and(|claim| claim.upheld.is_some() && claim.upheld == rule.rule) {
        desk.directs_play(desk.official.as_deref(), &rule).or_refuse(desk)?;
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
    Ok(enter(desk, ruling, Apart::Unstated, Vec::new())?.answer(desk))
}
