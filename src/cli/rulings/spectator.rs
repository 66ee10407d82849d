//! `bughouse ruling spectator`: interference by somebody who does not play in the match.

use super::filing::{Apart, New, enter};
use super::office::within_authority;
use super::scene::Scene;
use crate::cli::answer::Answer;
use crate::cli::desk::Desk;
use crate::cli::entry::slip::which;
use crate::cli::failure::Failure;
use crate::discipline::{Matter, Penalty, SpectatorAction, decided_by};
use crate::tournament::names::fold;
use crate::tournament::{MatchId, Player, PlayerId, Side, TableNumber};
use clap::Args;

/// What `ruling spectator` takes.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  bughouse ruling spectator 12 --action replay --note \"a parent called the flag\"\n  bughouse ruling spectator 12 --person \"Mr. Hill\" --action expel"
)]
pub struct SpectatorArgs {
    /// Table number
    table: u32,
    /// Who interfered
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
    /// The team that was helped
    #[arg(long, value_name = "TEAM")]
    aided: Option<String>,
    /// What you do about it
    #[arg(long)]
    action: SpectatorAction,
    /// Which match of a double round [default: the first without a result]
    #[arg(long = "match", value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
    number: Option<u8>,
    /// The round [default: the current one]
    #[arg(long)]
    round: Option<u32>,
    /// It happened again: this is not the same ruling twice
    #[arg(long)]
    again: bool,
    /// Who saw it; may be given again
    #[arg(long = "witness", value_name = "NAME")]
    witnesses: Vec<String>,
    /// What happened
    #[arg(long)]
    note: Option<String>,
}

pub fn run(desk: &mut Desk, args: &SpectatorArgs) -> Result<Answer, Failure> {
    let scene = Scene::at(desk, TableNumber(args.table), args.round, args.number)?;
    let rules = &desk.rulebook.discipline.spectator;
    let rule = desk.rulebook.discipline.source.cite(&rules.rule);
    if !rules.allows(args.action) {
        let why = match args.action {
            SpectatorAction::Forfeit => "no team loses because a spectator aided it",
            _ => "the rule names what may be done",
        };
        return Err(Failure::forbidden(format!("{why} ({rule})"))
            .hint("what the rule has: --action replay, --action expel, or --action none to put it on record"));
    }
    if args.action == SpectatorAction::Other && args.note.as_deref().is_none_or(|note| note.trim().is_empty()) {
        return Err(Failure::mistyped("another penalty is told in words").hint("add --note \"...\""));
    }
    let child = args.person.as_deref().map(|named| child(desk, &scene, named)).transpose()?.flatten();
    let aided = args.aided.as_deref().map(|named| side(desk, &scene, named)).transpose()?;
    if args.action == SpectatorAction::Forfeit && aided.is_none() {
        return Err(Failure::mistyped("a forfeit is against the team that was aided").hint("add --aided TEAM"));
    }
    let costs = match args.action {
        SpectatorAction::Forfeit => Penalty::Match,
        SpectatorAction::Expel => Penalty::Expel,
        SpectatorAction::Replay | SpectatorAction::Other | SpectatorAction::None => Penalty::None,
    };
    within_authority(desk, desk.official.as_deref(), costs)?;
    let is_replayed = args.action == SpectatorAction::Replay && scene.result.is_none();
    let orders = is_replayed.then(|| scene.next_playing(desk));
    let after = match args.action {
        SpectatorAction::Replay if is_replayed => {
            let which = which(desk, scene.id);
            vec![format!(
                "table {0} is open again; the first playing stays on record: bughouse result {0} RESULT{which}",
                args.table
            )]
        }
        SpectatorAction::Replay => to_replay(desk, scene.id, scene.playing),
        SpectatorAction::Forfeit | SpectatorAction::Expel | SpectatorAction::Other | SpectatorAction::None => {
            Vec::new()
        }
    };
    let new = New {
        section: scene.section.id,
        place: Some(scene.place(desk, None, aided)),
        player: child,
        team: aided.map(|side| match side {
            Side::First => scene.teams[0].id,
            Side::Second => scene.teams[1].id,
        }),
        matter: Matter::Spectator { action: args.action, person: args.person.clone(), orders },
        rule,
        reason: None,
        note: args.note.clone(),
        witnesses: args.witnesses.clone(),
        apart: Apart::told(args.again, args.number),
    };
    enter(desk, new, Some(&scene), Vec::new(), after)
}

/// A ruling never changes the result of a finished match, so what made the result is taken back before a new game is ordered.
fn to_replay(desk: &Desk, id: MatchId, playing: u8) -> Vec<String> {
    let which = which(desk, id);
    let take_back = match decided_by(&desk.facts.docket, &desk.rulebook.discipline, id, playing) {
        Some(ruling) => format!("bughouse ruling void {ruling} --reason \"...\""),
        None => format!("bughouse result {} clear{which}", id.table),
    };
    vec![
        "the match was over already: on record, and its result stays".to_owned(),
        format!("to have it played again, first take its result back: {take_back}"),
        format!("then order the new game: bughouse ruling spectator {} --action replay{which}", id.table),
    ]
}

/// The child meant, where the person plays in the event: by the whole name, or by number after `#`.
fn child(desk: &Desk, scene: &Scene, named: &str) -> Result<Option<PlayerId>, Failure> {
    let by_number = named.strip_prefix('#').and_then(|n| n.parse().ok()).map(PlayerId);
    let wanted = fold(named);
    let is_meant = |p: &&Player| by_number.map_or(fold(&p.name) == wanted, |id| p.id == id);
    let Some(player) = desk.tournament().players.iter().find(is_meant) else { return Ok(None) };
    if scene.seat(player.id).is_some() {
        return Err(Failure::mistyped(format!("{} plays at table {}", player.name, scene.id.table)).hint(
            "a player of the match is ruled on with `bughouse rule TABLE PLAYER OFFENCE`; see `bughouse rules offences`",
        ));
    }
    Ok(Some(player.id))
}

fn side(desk: &Desk, scene: &Scene, named: &str) -> Result<Side, Failure> {
    let team = match crate::tournament::names::find(named, &scene.teams, |t| &t.name) {
        crate::tournament::names::Found::One(team) => team,
        _ => desk.team(named)?,
    };
    scene.side_of(team.id).ok_or_else(|| {
        Failure::mistyped(format!("{} does not play at table {}", team.name, scene.id.table))
            .hint(format!("{} and {} do", scene.teams[0].name, scene.teams[1].name))
    })
}
