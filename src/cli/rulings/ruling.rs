//! `bughouse ruling`: claims, offences and interference, decided by the rulebook and put on record; the record listed, shown and
//! taken back.

use super::announced::{Said, Stood, replay_falls, replay_idle, rests};
use super::filing::{acting, found};
use super::{claim, offence, words};
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::refusal::OrRefuse;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::list as listed;
use crate::discipline::{Matter, Penalty, Place, Ruling, Voided, step_left};
use crate::event::edit::docket;
use crate::report::{Block, Cell, Column, Document, Report, Sheet, Table, rulings};
use crate::tournament::RulingId;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

/// Rule on claims and offenses; see what was ruled
#[derive(Debug, Subcommand)]
pub enum RulingCommand {
    /// Decide a player's claim
    Claim(claim::ClaimArgs),
    /// Rule on an offense: what the ladder prescribes, or your own penalty with a reason
    Offence(offence::OffenceArgs),
    /// Rule on interference by a spectator or a player of another match
    Spectator(offence::SpectatorArgs),
    /// Correct something that is nobody's fault: a position, a clock
    Neutral(claim::NeutralArgs),
    /// List the rulings
    List(ListArgs),
    /// Show or print one ruling
    #[command(after_help = "Example: bughouse ruling show 3")]
    Show {
        /// The ruling's number
        ruling: u32,
    },
    /// Keep a ruling that was flagged for review
    #[command(after_help = "Example: bughouse ruling keep 3")]
    Keep {
        /// The ruling's number
        ruling: u32,
    },
    /// Take back a ruling that was entered by mistake
    #[command(after_help = r#"Example: bughouse ruling void 3 --reason "wrong table""#)]
    Void {
        /// The ruling's number
        ruling: u32,
        /// Why
        #[arg(long)]
        reason: String,
    },
}

impl Verb for RulingCommand {
    const TRAITS: Traits = Traits::writes(Moment::Rulings).telling_names();

    fn traits(&self) -> Traits {
        Self::TRAITS.reading_if(matches!(self, Self::List(_) | Self::Show { .. }))
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::Claim(args) if args.asks_kinds() => claim::kinds_distinguished(desk, args),
            Self::Claim(args) => Ok(claim::claim(desk, args)?.answer(desk)),
            Self::Offence(args) => Ok(offence::rule_on(desk, args)?.answer(desk)),
            Self::Spectator(args) => offence::interference(desk, args),
            Self::Neutral(args) => claim::neutral(desk, args),
            Self::Keep { ruling } => keep(desk, *ruling),
            Self::List(args) => list(desk, args),
            Self::Show { ruling } => show(desk, *ruling),
            Self::Void { ruling, reason } => void(desk, *ruling, reason),
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse ruling list --team rooks")]
pub struct ListArgs {
    /// Only rulings on this team
    #[arg(long)]
    team: Option<String>,
    /// Only rulings on this player
    #[arg(long)]
    player: Option<String>,
    /// Only rulings from this round
    #[arg(long)]
    round: Option<u32>,
    /// Leave out the names of children and teams, for a report to the federation
    #[arg(long)]
    without_names: bool,
}

pub fn list(desk: &mut Desk, args: &ListArgs) -> Result<Answer, Failure> {
    let stamp = desk.stamp()?;
    let team = args.team.as_deref().map(|t| desk.team(t).map(|t| t.id)).transpose()?;
    let player = args.player.as_deref().map(|p| desk.player(p).map(|p| p.id)).transpose()?;
    let round_of = |r: &Ruling| r.place.map_or(r.round, |p| p.match_id.round);
    let fits = |r: &&Ruling| {
        team.is_none_or(|t| r.team == Some(t))
            && player.is_none_or(|p| r.player == Some(p))
            && args.round.is_none_or(|n| round_of(r) == n)
    };
    let rulings: Vec<&Ruling> = desk.facts.docket.rulings.iter().filter(fits).collect();
    let mut json: Vec<Value> = rulings.iter().map(|r| words::to_json(desk, r)).collect();
    if args.without_names || desk.everywhere.output.is_some() {
        let chosen = |id: u32| rulings.iter().any(|r| r.id.0 == id);
        let names = if args.without_names { rulings::Names::LeftOut } else { rulings::Names::Shown };
        let mut log = rulings::log(desk, names, stamp);
        log.rulings.retain(|r| chosen(r.ruling));
        log.appeals.retain(|a| chosen(a.ruling));
        if args.without_names {
            json.iter_mut().for_each(without_names);
        }
        return Ok(Answer::sheet(Report::of(log.document(), json!({ "rulings": json, "appeals": log.appeals }))));
    }
    let at = |place: Place| format!("{}{}", place.match_id.table, words::which_game(desk, place, ", match"));
    let place = |r: &Ruling| r.place.map(at).unwrap_or_default();
    let table = Table::of("Rulings", rulings)
        .column(Column::number("No."), |r| Cell::whole(r.id.0))
        .column(Column::short("Section"), |r| Cell::text(desk.section_name(r.section)))
        .column(Column::number("Round"), |r| match round_of(r) {
            0 => Cell::empty(),
            round => Cell::whole(round),
        })
        .column(Column::short("Table"), |r| Cell::text(place(r)))
        .column(Column::text("Ruling").naming(), |r| Cell::text(words::brief(desk, r)))
        .column(Column::short("Status"), |r| Cell::text(rulings::state_in_words(desk, r)));
    desk.listing(table.table(), json!({ "rulings": json }))
}

/// Blanks the names of children and teams, and what was written in words of one's own; no key is dropped.
fn without_names(json: &mut Value) {
    const FREE_TEXT: [&str; 5] = ["reason", "note", "person", "voided", "neutral"];
    for (key, value) in json.as_object_mut().into_iter().flatten() {
        match value {
            Value::String(text) if key == "name" || FREE_TEXT.contains(&key.as_str()) => text.clear(),
            Value::Array(witnesses) if key == "witnesses" => witnesses.clear(),
            Value::Array(each) => each.iter_mut().for_each(without_names),
            Value::Object(_) => without_names(value),
            _ => {}
        }
    }
}

/// Shows or prints one ruling.
pub fn show(desk: &mut Desk, number: u32) -> Result<Answer, Failure> {
    let ruling = found(desk, number)?.clone();
    if desk.everywhere.output.is_some() {
        return desk.sheet(Sheet::Ruling { number: ruling.id });
    }
    let section = desk.tournament().section(ruling.section).cloned();
    let masthead = desk.masthead(section.as_ref(), ruling.place.map(|p| p.match_id.round))?;
    let docket = &desk.facts.docket;
    let official = ruling.by.and_then(|id| desk.tournament().official(id));
    let appeals = docket
        .appeals_against(ruling.id)
        .map(|a| format!("{} to the {}: {}", a.id, a.level, rulings::became(docket, a, &ruling)));
    let replay = |place| if desk.is_replay(place) { ", replay" } else { "" };
    let at = |at: Place| format!("{}, match {}{}", at.match_id.table, at.match_id.number, replay(at));
    let facts = [
        ("Table", ruling.place.map(at)),
        ("Board", ruling.place.and_then(|p| p.board).map(|b| b.to_string())),
        ("Team", ruling.team.map(|id| desk.name_of(id).to_owned())),
        ("Opponent", desk.opponent(&ruling).map(|id| words::player_name(desk, id))),
        ("Facts", Some(words::facts(desk, &ruling).join("; "))),
        ("By", official.map(|official| official.name.clone())),
        ("At", Some(ruling.at.with_timezone(&chrono::Local).format("%b %-d, %Y, %-I:%M %p").to_string())),
        ("What happened", ruling.note.clone()),
        ("Reason", ruling.reason.clone()),
        ("Witnesses", Some(ruling.witnesses.join(", "))),
        ("At the table", Some(words::at_the_table(desk, &ruling, None).join("; "))),
        ("Status", Some(rulings::state_in_words(desk, &ruling))),
        ("Replayed", desk.played_anew(&ruling).map(|result| result.to_string())),
        ("Appeals", Some(listed(appeals))),
        ("The rule", words::rule_text(desk, &ruling)),
    ];
    let facts = facts.map(|(name, value)| (name, value.filter(|value| !value.is_empty()).map(Cell::text)));
    let ruled = ("Ruled", Some(Cell::text(words::sentence(desk, &ruling)).strong()));
    let facts = Block::facts(std::iter::once(ruled).chain(facts));
    let mut document = Document::new(format!("Ruling {}", ruling.id), masthead).with(facts);
    if let Some(level) = step_left(docket, &ruling, &desk.rulebook.discipline) {
        let how = format!("To appeal to the {level}: {}", cmd!("appeal file {} --by PLAYER", ruling.id));
        document = document.with(Block::Notice(how));
    }
    Ok(Answer::sheet(Report::of(document, words::to_json(desk, &ruling))))
}

/// Takes back a ruling that was entered by mistake. It stays on record.
pub fn void(desk: &mut Desk, number: u32, reason: &str) -> Result<Answer, Failure> {
    let ruling = found(desk, number)?.clone();
    if reason.trim().is_empty() {
        return Err(Failure::mistyped("voiding a ruling needs a reason")
            .hint(cmd!("ruling void {number} --reason \"wrong table\"").to_string()));
    }
    let costs = match &ruling.matter {
        Matter::Spectator { action, .. } => Some(action.costs()),
        _ => desk.facts.docket.penalty(&ruling),
    };
    desk.within_authority(desk.official.as_deref(), costs.unwrap_or(Penalty::None)).or_refuse(desk)?;
    let stood = Stood::before(desk, &ruling);
    let voided = Voided { at: desk.now().to_utc(), by: acting(desk)?, reason: reason.trim().to_owned() };
    let resting = docket::void(&mut desk.event, ruling.id, voided).or_refuse(desk)?;
    let ruling = found(desk, number)?.clone();
    let mut lines = vec![Said::Line(format!("ruling {number} is void: {}", words::sentence(desk, &ruling)))];
    lines.extend(replay_falls(desk, &ruling));
    lines.extend(replay_idle(desk, &ruling));
    lines.extend(stood.now(desk, &ruling));
    lines.extend(rests(desk, &resting));
    let mut json = words::to_json(desk, &ruling);
    json["affected_rulings"] = json!(resting);
    Ok(stood.announced(desk, lines, format!("voided ruling {number}: {}", reason.trim()))?.answer(json))
}

/// Keeps a ruling that was to be looked at again.
pub fn keep(desk: &mut Desk, number: u32) -> Result<Answer, Failure> {
    let again = docket::keep(&mut desk.event, RulingId(number)).or_refuse(desk)?;
    let ruling = found(desk, number)?;
    let summary = format!("ruling {number} is kept as it is, even though it {again}");
    Ok(Answer::done(summary, words::to_json(desk, ruling)))
}
