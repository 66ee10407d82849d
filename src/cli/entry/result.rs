//! `bughouse result`: one slip.

use super::aside::put_aside;
use super::slip::{
    Overwrite, ask_of_replay, drawn_before, file, of_tie, reported_otherwise, sentence, stood_already, taking_effect,
    to_json, won_from_afar,
};
use crate::cli::answer::{Answer, Touching};
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::open_reports;
use crate::cli::scene::Scene;
use crate::cli::shorthand::typed;
use crate::cli::status::completed;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::{counted, does};
use crate::event::edit::slips::{Other, Typed, Typing};
use crate::tournament::{BoardLetter, MatchResult, PlayerId, Reason, TableNumber};
use clap::Args;
use serde_json::json;

/// Enter the result of one match
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bughouse result 12 1-0                     the first team won
  bughouse result 12 1-0 a mate              … on board a, by mate
  bughouse result 12 0-1 --replace           correct it")]
pub struct ResultCommand {
    /// Table number
    table: u32,
    /// From the first team's side: 1-0 0-1 1/2 0-0 +/- -/+ -/- or clear
    #[arg(allow_hyphen_values = true, value_parser = typed)]
    result: Typed,
    /// The board that ended: a or b
    #[arg(value_name = "BOARD", hide_possible_values = true)]
    on: Option<BoardLetter>,
    /// How it ended
    #[arg(value_name = "REASON")]
    how: Option<Reason>,
    /// Match in a double round [default: the first open]
    #[arg(long = "match", value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
    number: Option<u8>,
    /// The board that ended
    #[arg(long, value_name = "a|b", conflicts_with = "on", hide_possible_values = true)]
    board: Option<BoardLetter>,
    /// How the board ended
    #[arg(long, value_name = "REASON", conflicts_with = "how", hide_possible_values = true)]
    by: Option<Reason>,
    /// Other board: won, lost, drawn or stopped
    #[arg(long, hide_possible_values = true)]
    other: Option<Other>,
    /// The round [default: the current one]
    #[arg(long)]
    round: Option<u32>,
    /// Who actually had White on boards a and b
    #[arg(long, value_name = "P1,P2", value_delimiter = ',')]
    white: Vec<String>,
    /// Only if this is the result on file now, or none
    #[arg(long, value_name = "RESULT|none", allow_hyphen_values = true, value_parser = expected)]
    expect: Option<Expected>,
    /// Replace a different result
    #[arg(long)]
    replace: bool,
    /// The replay of a drawn knockout match was drawn too
    #[arg(long, conflicts_with = "replace")]
    replay: bool,
    /// Set it aside: another slip says something else
    #[arg(long, conflicts_with_all = ["replace", "replay", "expect"])]
    aside: bool,
}

impl Verb for ResultCommand {
    const TRAITS: Traits = Traits::writes(Moment::Round);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let white = match &self.white[..] {
            [] => None,
            [a, b] => Some([self.seated(desk, a)?, self.seated(desk, b)?]),
            _ => {
                return Err(Failure::mistyped("--white needs two players")
                    .hint("--white \"Ann,Bo\" is White on board a, White on board b"));
            }
        };
        let typing = Typing {
            table: TableNumber(self.table),
            round: self.round,
            number: self.number,
            result: self.result,
            board: self.board.or(self.on),
            reason: self.by.or(self.how),
            other: self.other,
            white,
        };
        if self.aside {
            return put_aside(desk, &typing);
        }
        if let Some(Expected(expected)) = self.expect {
            as_expected(desk, &typing, expected)?;
        }
        if !self.replace && !self.replay {
            ask_of_replay(desk, &typing)?;
        }
        let overwrite = match (self.replace, self.expect) {
            (true, _) => Overwrite::Corrects,
            (false, Some(_)) => Overwrite::Freely,
            (false, None) => Overwrite::AskingLast,
        };
        let (filed, settled) = file(desk, &typing, overwrite)?;
        let section = desk.section_numbered(filed.id.section)?.clone();
        let mut json = to_json(&filed, &section);
        let sentence = sentence(desk, &filed);
        if !filed.changed {
            let text = format!("{sentence}; {}, nothing was changed", stood_already(desk, &filed)?);
            return Ok(Answer::said(text, json));
        }
        let other = filed.before.filter(|b| Some(*b) != filed.after).map(|b| b.to_string());
        let replaced = other.map(|was| format!(" (was {was})")).unwrap_or_default();
        let said = format!("{sentence}{replaced}");
        json["reports_settled"] = settled.iter().map(|report| report.id).collect();
        let mut lines = vec![said.clone()];
        lines.extend(reported_otherwise(&settled, &filed));
        lines.extend(taking_effect(desk, &filed));
        lines.extend(won_from_afar(desk, &filed).filter(|_| !desk.everywhere.asks()));
        let forfeited = desk.forfeited(&section, filed.id, filed.after).into_iter();
        let forfeited = forfeited.filter(|(team, _)| desk.tournament().status(team).is_in());
        lines.extend(forfeited.map(|(team, no_show)| match no_show {
            true => {
                format!("{} won't be paired again until they're back: {}", team.name, cmd!("team return {}", team.id))
            }
            false => format!(
                "{} in the event; if they've left: {}",
                does(&team.name, "stays"),
                cmd!("team withdraw {}", team.id)
            ),
        }));
        lines.extend(of_tie(desk, &filed));
        lines.extend(drawn_before(desk, filed.id).filter(|_| self.replace && filed.before.is_some()));
        let disputed = open_reports::of_section(desk, section.id)?.filter(|(_, is_disputed)| *is_disputed);
        if let Some(round) = desk.latest_round(section.id).filter(|round| round.number == filed.id.round) {
            match desk.missing(&section, round).len() {
                0 if disputed.is_some() => lines.extend(disputed.map(|(reported, _)| reported)),
                0 => lines.extend(completed(desk, &section).into_iter().flatten()),
                n => {
                    let called = desk.round_called(&section, round.number);
                    lines.push(format!("{} still out in {called}", counted(n, "table")));
                }
            }
        }
        let touching = Touching { change: Some(said.clone()), ..Touching::default() };
        Ok(Answer::noted(lines.join("\n"), json, said).touching(touching))
    }
}

/// What is taken to stand at the table.
#[derive(Debug, Clone, Copy)]
struct Expected(Option<MatchResult>);

fn expected(text: &str) -> Result<Expected, String> {
    match typed(text) {
        _ if text == "none" => Ok(Expected(None)),
        Ok(Typed::Result(result)) => Ok(Expected(Some(result))),
        _ => Err("type the result that's there now, or none".to_owned()),
    }
}

/// Refuses where something else is on file for the table than the one who types believes.
fn as_expected(desk: &Desk, typing: &Typing, expected: Option<MatchResult>) -> Result<(), Failure> {
    let scene = Scene::at(desk, typing.table, typing.round, typing.number)?;
    if scene.result == expected {
        return Ok(());
    }
    let shown = |result: Option<MatchResult>| result.map_or("no result", MatchResult::as_typed);
    Err(Failure::forbidden(format!("table {} has {}, not {}", typing.table, shown(scene.result), shown(expected)))
        .hint(format!("look at the slip again; {} shows who entered what", cmd!("log")))
        .details(json!({ "table": typing.table, "stored": scene.result })))
}

impl ResultCommand {
    /// A player at this table, named by any part of the name.
    fn seated(&self, desk: &Desk, named: &str) -> Result<PlayerId, Failure> {
        let scene = Scene::at(desk, TableNumber(self.table), self.round, None)?;
        let here = scene.seated(desk, named.trim()).map(|seated| seated.player);
        here.or_else(|_| desk.player(named.trim()).map(|player| player.id))
    }
}
