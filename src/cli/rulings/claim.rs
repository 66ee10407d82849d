//! `bughouse ruling claim`: what a player claims, decided by the rulebook from the facts it turns on.

use super::filing::{New, enter};
use super::scene::Scene;
use crate::cli::answer::Answer;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::sections::options::yes_or_no;
use crate::discipline::{Against, Claim, ClaimKind, Matter, Order, Undecidable, decide};
use crate::tournament::{BoardLetter, TableNumber};
use clap::Args;

/// What `ruling claim` takes.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  bughouse ruling claim 12 --board a --by ann --kind flag --own-flag-up yes \\\n    --against illegal-move --order same\n  bughouse ruling claim 12 --board b --by bo --kind mate --deny"
)]
pub struct ClaimArgs {
    /// Table number
    table: u32,
    /// The claimant's board
    #[arg(long, value_name = "a|b", hide_possible_values = true)]
    board: BoardLetter,
    /// The claimant
    #[arg(long, value_name = "PLAYER")]
    by: String,
    /// mate, flag, both-flags, illegal-move, agreement, repetition, setup or no-clock
    #[arg(long, hide_possible_values = true)]
    kind: ClaimKind,
    /// Which match of a double round
    #[arg(long = "match", value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
    number: Option<u8>,
    /// The round [default: the latest with this table]
    #[arg(long)]
    round: Option<u32>,
    /// Before the reply; set-up: before both moved
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no)]
    before_reply: Option<bool>,
    /// The clock was pressed after the move in question
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no)]
    clock_pressed: Option<bool>,
    /// The claimant's own flag was still up
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no)]
    own_flag_up: Option<bool>,
    /// The opponent claims too: illegal-move or flag
    #[arg(long, value_name = "CLAIM", hide_possible_values = true)]
    against: Option<Against>,
    /// It came first, second, or the same moment
    #[arg(long, value_name = "WHEN", hide_possible_values = true)]
    order: Option<Order>,
    /// What was wrong, in your words
    #[arg(long, value_name = "TEXT")]
    what: Option<String>,
    /// It does not hold: you saw that it was otherwise
    #[arg(long)]
    deny: bool,
    /// Who saw it; may be given again
    #[arg(long = "witness", value_name = "NAME")]
    witnesses: Vec<String>,
    /// What happened
    #[arg(long)]
    note: Option<String>,
}

pub fn run(desk: &mut Desk, args: &ClaimArgs) -> Result<Answer, Failure> {
    let scene = Scene::at(desk, TableNumber(args.table), args.round, args.number)?;
    let seat = scene.seated(desk, &args.by)?;
    if seat.board != args.board {
        let name = super::words::player_name(desk, seat.player);
        return Err(Failure::mistyped(format!("{name} sits at board {}, not at board {}", seat.board, args.board))
            .hint(format!(
                "write --board {}; if they changed places, tell it with the result: bughouse result --help, --white",
                seat.board
            )));
    }
    let claim = Claim {
        kind: args.kind,
        before_reply: args.before_reply,
        clock_pressed: args.clock_pressed,
        own_flag_up: args.own_flag_up,
        against: args.against,
        order: args.order,
        what: args.what.clone(),
        deny: args.deny,
    };
    let judged = decide(&claim, &desk.rulebook.discipline).map_err(|e| missing(&e))?;
    let place = scene.place(desk, Some(seat.board), Some(seat.side));
    let mut after: Vec<String> = judged.says.iter().map(|says| format!("so {says}")).collect();
    if judged.discretion {
        after.push(
            "the rulebook does not settle this: recorded as the director's decision; --deny decides the other way"
                .to_owned(),
        );
    }
    let new = New {
        section: scene.section.id,
        place: Some(place),
        player: Some(seat.player),
        team: desk.tournament().team_of(seat.player).map(|t| t.id),
        matter: Matter::Claim { claim, verdict: judged.verdict },
        rule: judged.rule,
        reason: None,
        note: args.note.clone(),
        witnesses: args.witnesses.clone(),
    };
    enter(desk, new, Some(&scene), Vec::new(), after)
}

fn missing(undecidable: &Undecidable) -> Failure {
    let failure = Failure::mistyped(undecidable.to_string());
    match undecidable {
        Undecidable::Needs { fact, .. } => failure.hint(format!("add {} yes or {} no", fact.flag(), fact.flag())),
        Undecidable::NeedsOrder => failure.hint("add --order first, second or same"),
        Undecidable::NeedsAgainst => failure.hint("add --against illegal-move or --against flag"),
        Undecidable::AgainstItself(_) => failure.hint("name the opponent's claim after --against"),
        Undecidable::NotTold { list, .. } => failure.hint(format!(
            "describe it with one of these words: it loses with {}; it does not with {}; or decide it yourself with --deny",
            list.loses.join(", "),
            list.does_not.join(", ")
        )),
    }
}
