//! Rulings on paper: the docket of open appeals, the log of a section.
//!
//! None of these is ever published. The incident report leaves out the names of children.

use super::document::{Cell, Column, Document, Page, Table};
use super::masthead::{Masthead, Stamp};
use super::naming::{PlayerRef, TeamRef};
use super::printable::Report;
use crate::discipline::{
    Appeal, AppealState, Appellant, Claim, Docket, Matter, Penalty, Ruling, RulingState, Settings, SpectatorAction,
    Verdict, is_directors_choice, penalty_in_words,
};
use crate::event::Event;
use crate::tournament::{BoardLetter, MatchId, OfficialId, PlayerId, Team, TeamId};
use chrono::Datelike;
use serde::Serialize;

/// Whether children are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Names {
    /// As at the desk.
    #[default]
    Shown,
    /// For the federation: numbers only.
    LeftOut,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RulingShown {
    pub ruling: u32,
    /// When, by the clock of the desk.
    pub at: String,
    pub section: String,
    /// Round; 0 before the first.
    pub round: u32,
    pub table: Option<u32>,
    /// Which match of a double round.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// Made in the replay of a drawn tie.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub replay: bool,
    pub by: Option<String>,
    pub player: Option<String>,
    pub team: Option<String>,
    pub matter: String,
    pub outcome: String,
    /// Where it is written in the rulebook.
    pub rule: String,
    pub standing: String,
    /// Whether the outcome is still what holds.
    #[serde(skip)]
    pub(super) as_made: bool,
    /// Why it departs from the rulebook.
    pub reason: Option<String>,
    pub note: Option<String>,
    pub witnesses: Vec<String>,
}

impl RulingShown {
    /// Which game of its table it was made in, where there are several.
    pub fn game(&self) -> String {
        let number = self.number.map(|number| format!(", match {number}")).unwrap_or_default();
        number + if self.replay { ", replay" } else { "" }
    }
}

/// Rulings and appeals of a section or of all.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Log {
    pub rulings: Vec<RulingShown>,
    pub appeals: Vec<AppealShown>,
    /// Only the appeals that wait for a decision.
    #[serde(skip)]
    pub docket_only: bool,
    #[serde(skip)]
    pub masthead: Masthead,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AppealShown {
    pub appeal: u32,
    pub ruling: u32,
    pub section: String,
    pub level: String,
    pub by: String,
    pub note: Option<String>,
    pub state: String,
    /// Minutes since it was filed, while it is open.
    pub open_minutes: Option<i64>,
    pub decided_by: Option<String>,
}

/// All rulings and appeals of the tournament.
pub fn log(event: &Event, names: Names, stamp: Stamp) -> Log {
    let docket = &event.facts.docket;
    let appeals = docket.appeals.iter().filter_map(|appeal| {
        let ruling = docket.ruling(appeal.ruling)?;
        let open = appeal.state() == AppealState::Open;
        Some(AppealShown {
            appeal: appeal.id.0,
            ruling: appeal.ruling.0,
            section: event.section_name(ruling.section).to_owned(),
            level: appeal.level.to_string(),
            by: appellant(event, appeal.by, ruling, names),
            note: appeal.note.clone().filter(|_| names == Names::Shown),
            state: became(docket, appeal, ruling),
            open_minutes: open.then(|| (stamp.printed.to_utc() - appeal.at).num_minutes()),
            decided_by: appeal.decision.as_ref().map(|decision| official_name(event, decision.by)),
        })
    });
    let appeals = appeals.collect();
    let rulings = docket.rulings.iter().map(|ruling| shown(event, ruling, names, stamp)).collect();
    Log { rulings, appeals, docket_only: false, masthead: Masthead::new(event.tournament(), None, None, stamp) }
}

/// The open appeals, oldest first: who must decide, and for how long it has waited.
pub fn docket(event: &Event, stamp: Stamp) -> Log {
    let mut log = log(event, Names::Shown, stamp);
    log.appeals.retain(|appeal| appeal.open_minutes.is_some());
    log.appeals.sort_by_key(|appeal| (std::cmp::Reverse(appeal.open_minutes), appeal.appeal));
    log.rulings.retain(|ruling| log.appeals.iter().any(|appeal| appeal.ruling == ruling.ruling));
    Log { docket_only: true, ..log }
}

/// Who appeals; anybody may, and who does not play in the match is distinguished.
fn appellant(event: &Event, by: Appellant, ruling: &Ruling, names: Names) -> String {
    let is_apart = is_of_another_match(event, by, ruling);
    let name = match by {
        Appellant::Player(player) => player_name(event, player, names),
        // A name that may not be shown is only known again where it is alone.
        Appellant::Team(team) if is_apart && names == Names::Shown => {
            event.tournament().team(team).map(Team::shown_name).unwrap_or_default()
        }
        Appellant::Team(team) => team_name(event, team, names),
    };
    if is_apart { format!("{name} (not in this match)") } else { name }
}

/// Whether who appeals does not play in the match that was ruled on.
pub fn is_of_another_match(event: &Event, by: Appellant, ruling: &Ruling) -> bool {
    let tournament = event.tournament();
    let team = match by {
        Appellant::Player(player) => tournament.team_of(player).map(|team| team.id),
        Appellant::Team(team) => Some(team),
    };
    let at = |id: MatchId| tournament.round(id.section, id.round)?.teams_at(id.table);
    let played = ruling.place.and_then(|place| at(place.match_id));
    played.is_some_and(|teams| team.is_none_or(|team| !teams.contains(&team)))
}

fn official_name(event: &Event, official: OfficialId) -> String {
    event.tournament().official(official).map(|official| official.name.clone()).unwrap_or_default()
}

fn player_name(event: &Event, player: PlayerId, names: Names) -> String {
    match (names, event.tournament().player(player)) {
        (Names::Shown, Some(player)) => PlayerRef::new(player).name,
        _ => format!("player {player}"),
    }
}

fn team_name(event: &Event, team: TeamId, names: Names) -> String {
    match (names, TeamRef::find(event.tournament(), team)) {
        (Names::Shown, Some(team)) => team.name,
        _ => format!("team {team}"),
    }
}

/// When it was given, with the year where that is not the one of printing.
fn given(ruling: &Ruling, stamp: Stamp) -> String {
    let at = ruling.at.with_timezone(stamp.printed.offset());
    let form = if at.year() == stamp.printed.year() { "%b %-d, %-I:%M %p" } else { "%b %-d, %Y, %-I:%M %p" };
    at.format(form).to_string()
}

pub(super) fn shown(event: &Event, ruling: &Ruling, names: Names, stamp: Stamp) -> RulingShown {
    let (docket, settings) = event.law();
    let is_idle = event.effect(ruling).is_err();
    let is_double = event.tournament().section(ruling.section).is_some_and(|section| section.matches > 1);
    let (matter, outcome) = in_words(settings, ruling, is_idle, names);
    let unit = settings.source.unit;
    let kept = |text: &Option<String>| text.clone().filter(|_| names == Names::Shown);
    RulingShown {
        ruling: ruling.id.0,
        at: given(ruling, stamp),
        section: event.section_name(ruling.section).to_owned(),
        round: ruling.round,
        table: ruling.place.map(|place| place.match_id.table.0),
        number: ruling.place.filter(|_| is_double).map(|place| place.match_id.number),
        replay: ruling.place.is_some_and(|place| event.is_replay(place)),
        by: ruling.by.map(|official| official_name(event, official)),
        player: ruling.player.map(|player| player_name(event, player, names)),
        team: ruling.team.map(|team| team_name(event, team, names)),
        matter,
        outcome,
        rule: match &ruling.rule {
            Some(rule) if ruling.fallback => format!("{unit} {rule}, which defers to the regular rules"),
            Some(rule) => format!("{unit} {rule}"),
            None => "the rulebook is silent: the director's decision".to_owned(),
        },
        standing: match names {
            Names::LeftOut if ruling.voided.is_some() => "void".to_owned(),
            _ => state_in_words(event, ruling),
        },
        as_made: docket.state(ruling) == RulingState::InForce,
        reason: kept(&ruling.reason),
        note: kept(&ruling.note),
        witnesses: if names == Names::Shown { ruling.witnesses.clone() } else { Vec::new() },
    }
}

/// What has become of a ruling: whether it is in force, where it has no effect, why, and whether an appeal is pending.
pub fn state_in_words(event: &Event, ruling: &Ruling) -> String {
    let docket = &event.facts.docket;
    let without = match (event.effect(ruling), event.at_table(ruling).expelled) {
        (Err(why), None) => format!(", but has no effect: {why}"),
        (Err(why), Some(_)) => format!(", the result of the match stays: {why}"),
        (Ok(_), _) => String::new(),
    };
    let open = docket.appeals_against(ruling.id).find(|appeal| appeal.state() == AppealState::Open);
    let pending = open.filter(|_| ruling.voided.is_none());
    let pending = pending.map(|appeal| format!(", pending appeal {}", appeal.id)).unwrap_or_default();
    let said = match (docket.state(ruling), docket.verdict(ruling)) {
        (RulingState::InForce, _) => format!("stands{without}"),
        (RulingState::Modified(penalty), _) => {
            format!("changed on appeal to: {}{without}", costs(ruling, penalty, false))
        }
        (RulingState::Overturned, Some(verdict)) => format!("{verdict} on appeal{without}"),
        (RulingState::Overturned, None) => "overturned on appeal".to_owned(),
        (RulingState::Voided, _) => ruling.voided.iter().map(|voided| format!("void: {}", voided.reason)).collect(),
    };
    format!("{said}{pending}")
}

/// What an appeal has made of its ruling.
pub fn became(docket: &Docket, appeal: &Appeal, ruling: &Ruling) -> String {
    let after = docket.state_after(ruling, appeal.id);
    match (appeal.state(), after, after.verdict(ruling)) {
        (AppealState::Open | AppealState::Withdrawn, ..) => appeal.state().to_string(),
        (.., Some(verdict)) => format!("the claim is {verdict}"),
        (_, RulingState::InForce, None) => "the ruling is upheld".to_owned(),
        (_, RulingState::Modified(penalty), None) => format!("changed to: {}", costs(ruling, penalty, false)),
        (_, RulingState::Overturned, None) => "the ruling is overturned".to_owned(),
        (_, RulingState::Voided, None) => "the ruling is void".to_owned(),
    }
}

impl RulingShown {
    /// What holds now, and beneath it what became of the ruling: what no longer holds is never shown as if it did.
    pub(super) fn held(&self) -> (String, String) {
        match self.as_made {
            true => (self.outcome.clone(), self.standing.clone()),
            false => (self.standing.clone(), format!("was: {}", self.outcome)),
        }
    }
}

/// What a ruling costs as things are now: a game or match that it does not cost (`is_idle`) is not said to be lost.
pub(super) fn costs(ruling: &Ruling, penalty: Penalty, is_idle: bool) -> String {
    match penalty {
        Penalty::Expel if ruling.is_interference() => "sent out of the room; the child's own match goes on".to_owned(),
        Penalty::Game if is_idle => "loss of game, on record only".to_owned(),
        Penalty::Match if is_idle => "loss of match, on record only".to_owned(),
        _ => penalty_in_words(penalty),
    }
}

/// How a claim was decided; what the rulebook does not settle is marked as the director's decision.
pub(super) fn decided(settings: &Settings, ruling: &Ruling, claim: &Claim, verdict: Verdict) -> String {
    match is_directors_choice(claim, &ruling.citation(&settings.source), settings) {
        true => format!("{verdict}, the director's decision"),
        false => claim.decided(verdict).to_owned(),
    }
}

/// What was ruled on, and what came of it. A game or a match that a ruling does not cost (`is_idle`) is not said to be lost.
fn in_words(settings: &Settings, ruling: &Ruling, is_idle: bool, names: Names) -> (String, String) {
    match &ruling.matter {
        Matter::Offence { offence, step, penalty, overridden, .. } => {
            let step = step.map(|step| format!(", step {step}")).unwrap_or_default();
            let departs = if *overridden { ", departing from the rulebook" } else { "" };
            let name = settings.offence(offence).map_or(offence.as_str(), |known| known.name.as_str());
            let costs = costs(ruling, *penalty, is_idle);
            (format!("{name}{step}"), format!("{costs}{departs}"))
        }
        Matter::Claim { claim, verdict } => {
            let wrong = claim.wrong.as_ref().map(|wrong| format!(", {wrong}")).unwrap_or_default();
            (format!("claim: {}{wrong}", claim.kind), decided(settings, ruling, claim, *verdict))
        }
        Matter::Spectator { action, person, orders } => {
            let who = person
                .as_deref()
                .filter(|_| names == Names::Shown)
                .map(|person| format!(": {person}"))
                .unwrap_or_default();
            let board = ruling.place.and_then(|place| place.board);
            let action = match action {
                SpectatorAction::Replay if orders.is_none() => "no new game: the match was over",
                SpectatorAction::Replay if board == Some(BoardLetter::A) => "board a replayed",
                SpectatorAction::Replay if board.is_some() => "board b replayed",
                SpectatorAction::Replay => "game replayed",
                SpectatorAction::Forfeit if is_idle => "loss of match, on record only",
                SpectatorAction::Forfeit => "match forfeited",
                SpectatorAction::Expel => "person sent out of the room",
                SpectatorAction::Other => "another penalty, as noted",
                SpectatorAction::None => "recorded",
            };
            (format!("interference{who}"), action.to_owned())
        }
        Matter::Neutral { what, .. } => {
            let put_right = "corrected, nobody at fault".to_owned();
            if names == Names::Shown { (put_right, what.clone()) } else { ("neutral".to_owned(), put_right) }
        }
    }
}

impl From<Log> for Report {
    fn from(log: Log) -> Self {
        let template = if log.docket_only { "docket" } else { "document" };
        Self::of(log.document(), log).set_by(template)
    }
}

impl Log {
    pub fn document(&self) -> Document {
        let title = if self.docket_only { "Open appeals" } else { "Rulings and appeals" };
        let document = Document::new(title, self.masthead.clone());
        let (rulings, appeals) = (self.rulings_table(), self.appeals_table());
        match self.docket_only {
            true => document.with(appeals).headed(1, "Rulings under appeal").with(rulings),
            false => document
                .on(Page { landscape: true, ..Page::default() })
                .headed(1, "Rulings")
                .with(rulings)
                .headed(1, "Appeals")
                .with(appeals),
        }
    }

    pub fn rulings_table(&self) -> Table {
        let place = |ruling: &RulingShown| match (ruling.table, ruling.game()) {
            (Some(table), game) if game.is_empty() => Cell::whole(table),
            (Some(table), game) => Cell::text(format!("{table}{game}")),
            (None, _) => Cell::empty(),
        };
        Table::of("Rulings", &self.rulings)
            .column(Column::number("No."), |ruling| Cell::whole(ruling.ruling))
            .column(Column::short("When"), |ruling| Cell::text(&ruling.at))
            .column(Column::mark("Rd"), |ruling| match ruling.round {
                0 => Cell::empty(),
                round => Cell::text(round.to_string()),
            })
            .column(Column::number("Table"), |ruling| place(ruling))
            .column(Column::text("Player").over("Team").naming(), |ruling| {
                Cell::maybe(&ruling.player).over(ruling.team.clone().unwrap_or_default())
            })
            .column(Column::text("About").over("Rule"), |ruling| Cell::text(&ruling.matter).over(&ruling.rule))
            .column(Column::text("Ruling").over("Status"), |ruling| {
                let (held, became) = ruling.held();
                Cell::text(held).strong().over(became)
            })
            .table()
    }

    pub fn appeals_table(&self) -> Table {
        let minutes = |minutes: i64| Cell::whole(minutes).strong();
        Table::of("Appeals", &self.appeals)
            .column(Column::number("No."), |appeal| Cell::whole(appeal.appeal))
            .column(Column::number("Ruling"), |appeal| Cell::whole(appeal.ruling))
            .column(Column::short("Section"), |appeal| Cell::text(&appeal.section))
            .column(Column::text("By").over("Why").naming(), |appeal| Cell {
                under: appeal.note.clone(),
                ..Cell::text(&appeal.by)
            })
            .column(Column::text("Heard by"), |appeal| Cell::text(appeal.decided_by.as_ref().unwrap_or(&appeal.level)))
            .column(Column::short("Status"), |appeal| Cell::text(&appeal.state))
            .column(Column::number("Minutes"), |appeal| appeal.open_minutes.map_or_else(Cell::empty, minutes))
            .table()
    }
}
