//! `bughouse ruling offence` and its short form `bughouse rule`: the ladder step reached, or the director's own penalty; and `ruling
//! spectator`: interference by somebody who does not play in the match.

use super::announced::Said;
use super::filing::{Account, Ruled, apart, cited, enter, new};
use super::words;
use crate::cli::answer::Answer;
use crate::cli::command_text::{CommandText, cmd};
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::matches::which;
use crate::cli::refusal::OrRefuse;
use crate::cli::refusal::rulings::to_contest;
use crate::cli::scene::Scene;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::{as_typed, list};
use crate::discipline::{
    Clock, Due, Matter, Offence, Penalty, PenaltyError, Place, Ruling, SpectatorAction, decided_by, due, judge,
    may_void, minutes,
};
use crate::event::Refusal;
use crate::event::edit::docket::{self, Apart};
use crate::rulebook::ladder_words;
use crate::tournament::names::{Found, counted, find, fold};
use crate::tournament::{BoardLetter, MatchId, Player, PlayerId, Side, TableNumber, TeamId};
use clap::Args;
use serde_json::json;
use std::collections::BTreeSet;

#[derive(Debug, Clone, Default, Args)]
#[command(override_usage = "bughouse ruling offence --player <PLAYER> --offence <OFFENCE> [TABLE]")]
#[command(after_help = r#"Examples:
  bughouse ruling offence 12 --player ann --offence clock-hand
  bughouse ruling offence 12 --player ann --offence banging --penalty time:0:30
  bughouse ruling offence 12 --player ann --offence other \
    --penalty warning --note "threw a pawn""#)]
pub struct OffenceArgs {
    /// Table number [default: where the player sits now]
    pub table: Option<u32>,
    /// The offender
    #[arg(long)]
    pub player: String,
    /// Its ID from `bughouse rules offences`; part of it is enough
    #[arg(long)]
    pub offence: String,
    /// A flag fell because of it
    #[arg(long)]
    pub flag_fell: bool,
    /// warning, time:M:SS, game, match, expel or none
    #[arg(long)]
    pub penalty: Option<Penalty>,
    /// Why, if it is not what the rulebook prescribes
    #[arg(long)]
    pub reason: Option<String>,
    /// Match in a double round [default: the first open]
    #[arg(long = "match", value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub number: Option<u8>,
    /// Change the result of a match that is over
    #[arg(long)]
    pub carry_out: bool,
    /// It happened again: this isn't the same ruling twice
    #[arg(long)]
    pub again: bool,
    /// The number of the rule, for `other`
    #[arg(long, value_name = "RULE")]
    pub cites: Option<String>,
    /// The round [default: the current one]
    #[arg(long)]
    pub round: Option<u32>,
    #[command(flatten)]
    pub account: Account,
    /// Typed as `bughouse rule`, where words stand in place of options.
    #[arg(skip)]
    pub in_short: bool,
}

/// Rule on an offense in one line
#[derive(Debug, Args)]
#[command(
    mut_arg("table", |table| table.required(true).help("Table number")),
    mut_arg("player", |player| player.long(None).index(2)),
    mut_arg("offence", |offence| offence.long(None).index(3)),
    mut_arg("penalty", |penalty| penalty.long(None).index(4)),
    mut_arg("reason", |reason| reason.long(None).index(5)),
    override_usage = "bughouse rule [OPTIONS] <TABLE> <PLAYER> <OFFENCE> [PENALTY] [REASON]"
)]
#[command(after_help = r#"Examples:
  bughouse rule 12 ann clock-h                        as the ladder prescribes
  bughouse rule 12 ann other warning "called moves"   your own penalty"#)]
pub struct Rule {
    #[command(flatten)]
    args: OffenceArgs,
}

impl Verb for Rule {
    const TRAITS: Traits = Traits::writes(Moment::Rulings).telling_names();

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        Ok(rule_on(desk, &OffenceArgs { in_short: true, ..self.args.clone() })?.answer(desk))
    }
}

pub fn rule_on(desk: &mut Desk, args: &OffenceArgs) -> Result<Ruled, Failure> {
    let offence = offence(desk, &args.offence)?.clone();
    let (player, scene) = match args.table {
        Some(table) => {
            let scene = Scene::at(desk, TableNumber(table), args.round, args.number)?;
            (scene.seated(desk, &args.player)?.player, Some(scene))
        }
        None => {
            let player = desk.player(&args.player)?.id;
            (player, Scene::of(desk, player))
        }
    };
    if scene.is_none() && !offence.may_be_away() {
        return Err(Refusal::AtNoTable { player, offence: offence.id }).or_refuse(desk);
    }
    if args.cites.is_some() && offence.id != "other" {
        return Err(Failure::mistyped(format!("{} cites its own rule", offence.id))
            .hint("--cites names the rule of an `other` offense"));
    }
    if args.flag_fell && offence.flag_fell.is_none() {
        let rulebook = &desk.rulebook.discipline.source.rulebook;
        return Err(Failure::mistyped(format!(
            "{rulebook} has no different penalty for {} when a flag falls",
            offence.id
        ))
        .hint("leave --flag-fell out; put what happened in --note"));
    }
    if let (Some(Penalty::Time(seconds)), Clock::Own, Some(most)) =
        (args.penalty, offence.clock, desk.rulebook.time.minutes)
        && seconds >= most * 60
    {
        let message =
            format!("a clock set to {} doesn't have {} to lose", counted(most as usize, "minute"), minutes(seconds));
        return Err(Failure::mistyped(message).hint("give less, such as time:1:00; or give game, with a reason"));
    }
    let seat = scene.as_ref().and_then(|s| s.seat(player));
    let sits = seat.as_ref().map(|p| (p.board, p.side));
    let place = scene
        .as_ref()
        .map(|s| Place { carry_out: args.carry_out, ..s.place(desk, sits.map(|(b, _)| b), sits.map(|(_, s)| s)) });
    let at = place.map(|p| (p.match_id, p.playing));
    let due = due(&desk.facts.docket, &desk.rulebook.discipline, &offence, player, at, args.flag_fell, None);
    let has_reason = args.reason.as_deref().is_some_and(|r| !r.trim().is_empty());
    let judged = judge(&due, args.penalty, has_reason).map_err(|wrong| refusal(desk, &offence, &wrong, &due, args))?;
    if place.is_none() && matches!(judged.penalty, Penalty::Game | Penalty::Match) {
        return Err(Refusal::NoMatchToLose { player }).or_refuse(desk);
    }
    desk.within_authority(desk.official.as_deref(), judged.penalty).or_refuse(desk)?;
    let section = match &scene {
        Some(scene) => scene.section.id,
        None => section_of(desk, player)?,
    };
    let mut after: Vec<Said> = offence.remedy.iter().map(|r| Said::Line(format!("also: {r}"))).collect();
    if let (Penalty::Expel, Some(place), false) = (judged.penalty, place, offence.id == "spectator") {
        after.extend(other_match(desk, place, player, Some(place.match_id.number)).map(Said::Line));
    }
    let matter = Matter::Offence {
        offence: offence.id.clone(),
        flag_fell: args.flag_fell,
        step: due.step,
        penalty: judged.penalty,
        overridden: judged.overridden,
    };
    let rule = if args.cites.is_some() { cited(desk, args.cites.as_deref())? } else { due.rule };
    let ruling = Ruling {
        place,
        player: Some(player),
        team: desk.tournament().team_of(player).map(|t| t.id),
        reason: args.reason.clone(),
        ..new(desk, section, matter, rule, &args.account)?
    };
    enter(desk, ruling, apart(args.again, args.number), after)
}

/// An expulsion ends the match it was ruled at, if it counts; another one at its table is the director's to settle.
pub fn other_match(desk: &Desk, place: Place, player: PlayerId, besides: Option<u8>) -> Option<String> {
    let table = place.match_id.table;
    let (section, begun) =
        (desk.tournament().section(place.match_id.section)?, desk.facts.docket.begun_as(place.match_id, place.playing));
    let is_open = |number: &u8| {
        let match_id = MatchId { number: *number, ..place.match_id };
        Some(*number) != besides && desk.result_of_game(Place { match_id, playing: begun, ..place }).is_none()
    };
    let open = (1..=section.matches).find(is_open)?;
    let words = [table.to_string(), words::player_name(desk, player), "other".to_owned(), "match".to_owned()];
    let forfeit = as_typed(words.into_iter());
    let (of_it, named) = match section.matches {
        1 => (format!("table {table}"), String::new()),
        _ => (format!("match {open} of table {table}"), format!(" --match {open}")),
    };
    Some(format!("{of_it} is open too: {}", cmd!("rule {forfeit}{named}")))
}

fn section_of(desk: &Desk, player: PlayerId) -> Result<crate::tournament::SectionId, Failure> {
    let tournament = desk.tournament();
    let section =
        tournament.team_of(player).map(|t| t.section).or_else(|| tournament.player(player).and_then(|p| p.section));
    section.ok_or_else(|| Failure::forbidden(format!("{} isn't in a section yet", words::player_name(desk, player))))
}

/// The offence of this id, or the only one whose id holds this part.
pub fn offence<'d>(desk: &'d Desk, named: &str) -> Result<&'d Offence, Failure> {
    let offences = &desk.rulebook.discipline.offences;
    let starts: Vec<&Offence> = offences.iter().filter(|o| o.id.starts_with(&named.to_lowercase())).collect();
    if let [only] = starts[..] {
        return Ok(only);
    }
    let ids = |several: &[&Offence]| several.iter().map(|o| o.id.as_str()).collect::<Vec<_>>().join(", ");
    match find(named, offences, |o| &o.id) {
        Found::One(offence) => Ok(offence),
        Found::Ambiguous(several) => Err(Failure::mistyped(format!("several offenses match \"{named}\""))
            .hint(format!("choose one of {}", ids(&several)))),
        Found::Unknown { nearest } => {
            let hint = if nearest.is_empty() {
                let each = offences.iter().map(|one| format!("\n         {:<18} {}", one.id, one.name));
                format!("choose one of these (the first letters are enough):{}", each.collect::<String>())
            } else {
                format!("did you mean {}? All of them: {}", ids(&nearest), cmd!("rules offences"))
            };
            Err(Failure::mistyped(format!("there is no offense \"{named}\"")).hint(hint))
        }
    }
}

fn refusal(desk: &Desk, offence: &Offence, wrong: &PenaltyError, due: &Due, args: &OffenceArgs) -> Failure {
    let mut choices: Vec<String> = due.choices.iter().map(ToString::to_string).collect();
    let mut failure = Failure::mistyped(wrong.to_string()).details(json!({ "choices": choices }));
    match wrong {
        PenaltyError::NeedsPenalty { .. } => {
            if choices.is_empty() {
                choices = ["warning", "time:M:SS", "game", "match", "expel", "none"].map(str::to_owned).to_vec();
            }
            // What follows from interference is named beside the ladders: a new game, a way out of the room.
            let settings = &desk.rulebook.discipline;
            let acts = offence.rule.is_some() && offence.ladder.is_empty() && !settings.names_no_penalty(offence);
            if acts {
                let (rule, names) = (&due.rule, ladder_words(settings, offence));
                failure.message = format!("{rule} lists the options ({names}), so you choose");
                choices.sort_by_key(|choice| choice != "expel");
            }
            let first = choices.remove(0);
            let also = || format!("; or, instead of {first}: {}", list(&choices));
            let others = if choices.is_empty() { String::new() } else { also() };
            let besides = if acts {
                format!("; for the game that was interfered with: {}", cmd!("ruling spectator --help"))
            } else {
                String::new()
            };
            failure.hint(if args.in_short {
                format!("type it after the offense: {}{others}{besides}", typed(args).and(&first))
            } else {
                format!("add --penalty {first}{others}{besides}")
            })
        }
        PenaltyError::OwnMatch { penalty, .. } => failure.hint(if args.in_short {
            format!(
                "type the reason after it: {}, or give warning, expel or none",
                cmd!("{} {penalty} \"...\"", typed(args))
            )
        } else {
            format!("add --reason \"...\", or give warning, expel or none instead of {penalty}")
        }),
        PenaltyError::NeedsReason { penalty, prescribed, .. } => {
            let otherwise = match prescribed.prescribed() {
                Some(_) => "leave the penalty out to give the prescribed one".to_owned(),
                None => format!("give {prescribed}"),
            };
            let how = if args.in_short {
                format!("type the reason after it: {}", cmd!("{} {penalty} \"...\"", typed(args)))
            } else {
                format!("add --penalty {penalty} --reason \"...\"")
            };
            failure.hint(format!("{how}, or {otherwise}"))
        }
    }
}

/// The short form as far as the offence, as it was typed.
fn typed(args: &OffenceArgs) -> CommandText {
    let words =
        [args.table.map(|table| table.to_string()).unwrap_or_default(), args.player.clone(), args.offence.clone()];
    cmd!("rule {}", as_typed(words.into_iter()))
}

#[derive(Debug, Args)]
#[command(after_help = r#"Examples:
  bughouse ruling spectator 12 --action replay --note "a parent called the flag"
  bughouse ruling spectator 12 --person "Mr. Hill" --action expel"#)]
pub struct SpectatorArgs {
    /// Table number
    table: u32,
    /// Who interfered
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
    /// The team that was helped
    #[arg(long, value_name = "TEAM")]
    aided: Option<String>,
    /// What to do about it
    #[arg(long)]
    action: SpectatorAction,
    /// The board it happened on, if the other plays on and keeps its result
    #[arg(long, value_name = "a|b")]
    board: Option<BoardLetter>,
    /// Which match in a double round [default: the first without a result]
    #[arg(long = "match", value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
    number: Option<u8>,
    /// The round [default: the current one]
    #[arg(long)]
    round: Option<u32>,
    /// It happened again: this isn't the same ruling twice
    #[arg(long)]
    again: bool,
    /// Even if the match is over: its result no longer counts, but stays on record
    #[arg(long)]
    carry_out: bool,
    #[command(flatten)]
    account: Account,
}

pub fn interference(desk: &mut Desk, args: &SpectatorArgs) -> Result<Answer, Failure> {
    let scene = Scene::at(desk, TableNumber(args.table), args.round, args.number)?;
    let note = args.account.note.as_deref();
    let rule = desk.may_interfere(args.action, note, args.aided.is_some()).or_refuse(desk)?;
    let child = args.person.as_deref().map(|named| child(desk, &scene, named)).transpose()?.flatten();
    let aided = args.aided.as_deref().map(|named| side(desk, &scene, named)).transpose()?;
    desk.within_authority(desk.official.as_deref(), args.action.costs()).or_refuse(desk)?;
    let is_replayed = args.action == SpectatorAction::Replay && (scene.result.is_none() || args.carry_out);
    let orders = is_replayed.then(|| scene.next_playing(desk));
    let matter = Matter::Spectator { action: args.action, person: args.person.clone(), orders };
    let ruling = Ruling {
        place: Some(Place { carry_out: args.carry_out, ..scene.place(desk, args.board, aided.map(|(side, _)| side)) }),
        player: child,
        team: aided.map(|(_, team)| team),
        ..new(desk, scene.section.id, matter, rule, &args.account)?
    };
    let apart = apart(args.again, args.number);
    let mut after = match args.action {
        SpectatorAction::Replay if is_replayed => vec![Said::Line(to_play(desk, &scene, args.board, &ruling, apart))],
        SpectatorAction::Replay => to_replay(desk, &scene, args.board),
        _ => Vec::new(),
    };
    let unmet = args.person.as_deref().filter(|_| child.is_none());
    after.extend(unmet.and_then(|named| perhaps_a_child(desk, named)).map(Said::at_desk));
    Ok(enter(desk, ruling, apart, after)?.answer(desk))
}

/// What is open once a new game is ordered, and what enters it.
fn to_play(desk: &Desk, scene: &Scene, board: Option<BoardLetter>, ruling: &Ruling, apart: Apart) -> String {
    let (table, which) = (scene.id.table, which(desk, scene.id));
    let stays = "the first game stays on record";
    let Some(board) = board else {
        return format!("table {table} is open again; {stays}: {}", cmd!("result {table} RESULT{which}"));
    };
    let mut then = desk.event.clone();
    let decided =
        docket::rule(&mut then, ruling.clone(), apart).ok().and_then(|_| then.results().get(&scene.id).copied());
    match decided {
        Some(result) => {
            format!("a new game on board {board}; {stays}, and board {} decides the match: {result}", board.other())
        }
        None => {
            format!("a new game on board {board}; {stays}: {}", cmd!("result {table} RESULT --board {board}{which}"))
        }
    }
}

/// A ruling changes the result of a finished match only where that is said.
fn to_replay(desk: &Desk, scene: &Scene, board: Option<BoardLetter>) -> Vec<Said> {
    let (docket, settings) = desk.law();
    let decided = decided_by(docket, settings, scene.id, scene.playing).and_then(|ruling| docket.ruling(ruling));
    let stays = "the match was already over: the ruling is on record, but the result stays".to_owned();
    let then = match decided {
        Some(ruling) if may_void(docket, ruling, settings).is_err() => to_contest(desk, ruling.id),
        _ => {
            let board = board.map_or_else(String::new, |board| format!(" --board {board}"));
            let order =
                cmd!("ruling spectator {} --action replay{board} --carry-out{}", scene.id.table, which(desk, scene.id));
            format!("to have it replayed anyway: {order}")
        }
    };
    vec![Said::Line(stays), Said::Line(then)]
}

/// The words of a name, in whatever order they are written.
fn words_of(name: &str) -> BTreeSet<String> {
    let folded = fold(name);
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// That a person who was recorded by a part of a name may be a child of the event.
fn perhaps_a_child(desk: &Desk, named: &str) -> Option<String> {
    let words = words_of(named);
    if words.is_empty() {
        return None;
    }
    let like: Vec<&Player> = desk.tournament().players.iter().filter(|p| words.is_subset(&words_of(&p.name))).collect();
    let (verb, number) = match like[..] {
        [only] => ("is", only.id.to_string()),
        [_, _] | [_, _, _] => ("are", "NUMBER".to_owned()),
        _ => return None,
    };
    let names = list(like.iter().map(|p| format!("{} (#{})", p.name, p.id)));
    Some(format!(
        "{names} {verb} playing in this event: if it was that child, void this and use --person \"#{number}\""
    ))
}

/// The child meant, where the person plays in the event: by the whole name, or by number after `#`.
fn child(desk: &Desk, scene: &Scene, named: &str) -> Result<Option<PlayerId>, Failure> {
    let by_number = named.strip_prefix('#').and_then(|n| n.parse().ok()).map(PlayerId);
    let wanted = words_of(named);
    let is_meant = |p: &&Player| by_number.map_or(!wanted.is_empty() && words_of(&p.name) == wanted, |id| p.id == id);
    let Some(player) = desk.tournament().players.iter().find(is_meant) else { return Ok(None) };
    if scene.seat(player.id).is_some() {
        return Err(Failure::mistyped(format!("{} is playing at table {}", player.name, scene.id.table)).hint(
            format!(
                "to rule on a player in the match: {}; see {}",
                cmd!("rule TABLE PLAYER OFFENCE"),
                cmd!("rules offences")
            ),
        ));
    }
    Ok(Some(player.id))
}

fn side(desk: &Desk, scene: &Scene, named: &str) -> Result<(Side, TeamId), Failure> {
    let team = match scene.team(desk, named) {
        Some(team) => team,
        None => desk.team(named)?,
    };
    let sides = [Side::First, Side::Second].into_iter().zip(scene.teams.each_ref().map(|team| team.id));
    sides.into_iter().find(|(_, id)| *id == team.id).ok_or_else(|| {
        Failure::mistyped(format!("{} isn't at table {}", team.name, scene.id.table))
            .hint(format!("{} and {} are", scene.teams[0].name, scene.teams[1].name))
    })
}
