//! The proposal of a round: who would meet whom and why, what a hand edit of it costs, and how it is posted with those edits.

use super::act::{fields, led, outcome_of, value};
use super::address::{encoded, proposal};
use super::moments::sections;
use super::pages::{Frame, Line, Piece, Tab, made, pieces, rendered};
use super::state::{Given, Window};
use crate::cli::answer::Answer;
use crate::cli::command_text::plain;
use crate::cli::desk::{Access, Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::question::{About, Question};
use crate::cli::wording::{as_typed, counted};
use crate::cli::{Command, Everywhere, read};
use crate::event::explain::why;
use crate::report::pairings::{Contestant, Order, Pairing, RoundPairings, view};
use crate::tournament::Section;
use askama::Template;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Redirect, Response};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "desk/propose.html")]
struct Proposal {
    frame: Frame,
    section: String,
    called: String,
    heading: String,
    sections: Vec<Tab>,
    /// What is wrong with the edit that was chosen.
    complaint: String,
    refusal: Option<Line>,
    hint: Option<Line>,
    notes: Vec<Line>,
    edits: Vec<EditShown>,
    tables: Vec<Seated>,
    free: Vec<Seated>,
    reasons: Vec<String>,
    /// What was asked of the edits, and is answered by posting them.
    answers: Vec<String>,
    chosen: Vec<u32>,
    /// What was consented to: `anyway`.
    with: Vec<String>,
    absent: Option<Absent>,
}

/// The teams that are not checked in, and what may be done about them.
struct Absent {
    said: String,
    /// Number and name.
    teams: Vec<(u32, String)>,
    all: String,
    /// Whether who does not come leaves a schedule.
    may_leave: bool,
    /// The proposal without them, or of a schedule with all of them, where it is not shown yet.
    anyway: Option<(&'static str, String)>,
}

struct EditShown {
    sent: String,
    command: String,
    said: String,
    costs: Vec<Line>,
    refused: Option<Line>,
    /// The page without it.
    without: String,
}

/// A table of the proposal, or a team without one.
struct Seated {
    table: String,
    teams: Vec<TeamShown>,
}

struct TeamShown {
    number: u32,
    name: String,
    points: String,
    players: String,
}

impl Proposal {
    fn is_chosen(&self, team: &TeamShown) -> bool {
        self.chosen.contains(&team.number)
    }
}

/// A hand edit that is not made before the round is posted.
#[derive(Clone, PartialEq)]
struct Edit {
    kind: &'static str,
    /// Their numbers; of `tables` those of the tables.
    teams: Vec<u32>,
}

impl Edit {
    const KINDS: [&str; 5] = ["swap", "tables", "require", "forbid", "bye"];

    /// Of the teams that were chosen in the list: a bye is for each of them.
    fn chosen(kind: &str, teams: &[u32]) -> Result<Vec<Self>, &'static str> {
        let kind = Self::KINDS.into_iter().find(|known| *known == kind).ok_or("Choose what to change.")?;
        match (kind, teams) {
            ("bye", []) => Err("Choose the team that gets the bye."),
            ("bye", teams) => Ok(teams.iter().map(|team| Self { kind, teams: vec![*team] }).collect()),
            (_, [_, _]) => Ok(vec![Self { kind, teams: teams.to_vec() }]),
            _ => Err("Choose two teams in the list, then choose what to do with them."),
        }
    }

    /// `swap-3-7`
    fn read(sent: &str) -> Option<Self> {
        let (kind, teams) = sent.split_once('-')?;
        let teams = teams.split('-').map(|team| team.parse().ok()).collect::<Option<Vec<u32>>>()?;
        Self::chosen(kind, &teams).ok()?.into_iter().next()
    }

    fn sent(&self) -> String {
        let teams = self.teams.iter().map(|team| format!("-{team}"));
        format!("{}{}", self.kind, teams.collect::<String>())
    }

    /// Whether it is shown before the round is paired.
    fn is_wish(&self) -> bool {
        !["swap", "tables"].contains(&self.kind)
    }

    /// The words of the command that makes it.
    fn words(&self, round: u32) -> Vec<String> {
        let (round, teams) = (round.to_string(), self.teams.iter().map(u32::to_string));
        let of_pairing = ["pairing".to_owned(), self.kind.to_owned()];
        let in_round = ["--round".to_owned(), round];
        match self.kind {
            "swap" | "tables" => {
                let place = if self.kind == "swap" { "team" } else { "table" };
                let places = teams.flat_map(|number| [place.to_owned(), number]);
                ["pairing", "swap"].into_iter().map(str::to_owned).chain(places).collect()
            }
            "require" => of_pairing.into_iter().chain(teams).chain(in_round).collect(),
            "bye" => std::iter::once("bye".to_owned()).chain(teams).chain(in_round).collect(),
            _ => of_pairing.into_iter().chain(teams).collect(),
        }
    }
}

/// Runs a command on the event in memory. Where it is refused, the event is as before.
fn tried(desk: &mut Desk, words: &[String]) -> Result<Answer, Failure> {
    let cli = read(words.iter().map(String::as_str), &desk.everywhere.asker);
    let cli = cli.map_err(|error| Failure::mistyped(error.to_string()))?;
    let before = desk.event.clone();
    let outcome = match cli.command {
        Some(Command::Pair(pair)) => pair.run(desk),
        Some(Command::Pairing(edit)) => edit.run(desk),
        Some(Command::Bye(bye)) => bye.run(desk),
        _ => Err(Failure::mistyped("this isn't an edit of a round")),
    };
    if outcome.is_err() {
        desk.event = before;
    }
    outcome
}

/// What an edit came to: its sentence and what it costs, or why it is refused.
type Made = Result<(String, Vec<String>), Failure>;

fn made_of(answer: Answer) -> (String, Vec<String>) {
    let parts = answer.into_parts();
    let costs = parts.remarks.iter().filter_map(|remark| remark.strip_prefix("note: ")).map(str::to_owned);
    (parts.summary, costs.collect())
}

/// The round with its edits, as it would be posted.
struct Preview {
    called: String,
    heading: String,
    made: Vec<Made>,
    paired: Result<Vec<String>, Failure>,
    sheet: Option<RoundPairings>,
    reasons: Vec<String>,
    number: u32,
    /// The teams that are not checked in, in a section where others are.
    absent: Vec<(u32, String)>,
    /// Whether they are drawn into a schedule all the same.
    is_drawn: bool,
}

/// The command that posts the round.
fn pair_words(section: &str, with: &[String]) -> Vec<String> {
    let consents = with.iter().map(|consent| format!("--{consent}"));
    ["pair", section].into_iter().map(str::to_owned).chain(consents).collect()
}

fn preview(window: &Window, section: &str, edits: &[Edit], with: &[String]) -> Result<Preview, Failure> {
    let everywhere = Everywhere { dry_run: true, ..window.everywhere()? };
    Desk::open_as(&everywhere, Access::Read, "desk")?.looked(|desk| {
        let section = desk.section(Some(section))?.clone();
        let stamp = desk.stamp()?;
        let number = desk.posted_rounds(section.id) + 1;
        let previewed = desk.untouched(|desk| {
            let of = |desk: &mut Desk, edit: &Edit| tried(desk, &edit.words(number)).map(made_of);
            let mut made: Vec<Option<Made>> = edits.iter().map(|edit| edit.is_wish().then(|| of(desk, edit))).collect();
            let paired = tried(desk, &pair_words(&section.name, with));
            // The first round of a section without a number of rounds plans them, by the teams that are paired.
            let planned = desk.section(Some(&section.name)).ok().and_then(|after| after.rounds);
            let planned = planned.filter(|_| section.rounds.is_none()).map(|rounds| {
                let rounds = counted(rounds as usize, "round");
                format!("posting this sets {} to {rounds}; for a different number, set it on Now first", section.name)
            });
            let paired = paired.map(|answer| answer.remarks.into_iter().chain(planned).collect());
            let first = desk.latest_round(section.id).filter(|_| paired.is_ok()).cloned();
            for (edit, made) in edits.iter().zip(&mut made).filter(|(edit, _)| !edit.is_wish()) {
                *made = first.is_some().then(|| of(desk, edit));
            }
            let round = desk.latest_round(section.id).filter(|_| first.is_some()).cloned();
            let sheet = round.as_ref().map(|round| view(desk, &section, round, Order::Table, stamp));
            let reasons = round.map(|round| why(desk, &section, &round, first.as_ref(), None)).unwrap_or_default();
            let reasons = reasons.into_iter().map(|(text, rule)| match rule {
                Some(rule) => format!("{text} ({rule})"),
                None => text,
            });
            let waits = || Err(Failure::forbidden("the round cannot be paired as things are"));
            let made = made.into_iter().map(|made| made.unwrap_or_else(waits)).collect();
            let called = called(desk, &section, number);
            Preview {
                called,
                heading: desk.round_of(&section, number, ", "),
                made,
                paired,
                sheet,
                reasons: reasons.collect(),
                number,
                absent: Vec::new(),
                is_drawn: false,
            }
        });
        let unseen = if desk.check_in_has_begun(section.id) { desk.unseen(Some(section.id)) } else { Vec::new() };
        let absent = unseen.into_iter().map(|team| (team.id.0, team.name.clone())).collect();
        let is_drawn = !desk.drawn_unseen(&section, number).is_empty();
        Ok(Preview { absent, is_drawn, ..previewed })
    })
}

fn called(desk: &Desk, section: &Section, number: u32) -> String {
    desk.round_called(section, number).trim_start_matches("the ").to_owned()
}

fn address(section: &str, with: &[String], edits: &[Edit]) -> String {
    let with: Vec<&str> = with.iter().map(String::as_str).collect();
    let edits = edits.iter().map(|edit| format!("&edit={}", edit.sent()));
    proposal(section, &with) + &edits.collect::<String>()
}

/// What is consented to on the page: each option of `pair` that allows something.
fn consents(fields: &[(String, String)]) -> Vec<String> {
    let is_given = |known: &&str| fields.iter().any(|(name, value)| name == "with" && value == known);
    ["anyway", "allow-rematch", "allow-second-bye"].into_iter().filter(is_given).map(str::to_owned).collect()
}

/// Whether the round waits for teams that are not checked in.
fn is_of_absent(failure: &Failure) -> bool {
    failure.details.as_ref().is_some_and(|details| details["not_checked_in"].is_array())
}

fn absent(preview: &Preview, section: &str, with: &[String], edits: &[Edit]) -> Option<Absent> {
    let Preview { absent, is_drawn, paired, .. } = preview;
    let is_refused = paired.as_ref().is_err_and(is_of_absent);
    let numbers: Vec<String> = absent.iter().map(|(number, _)| number.to_string()).collect();
    let (has, are) = if absent.len() == 1 { ("has", "is") } else { ("have", "are") };
    let so = match (is_refused, is_drawn) {
        (true, _) => String::new(),
        (false, true) => format!(", and {are} paired anyway"),
        (false, false) => format!(", and {are} left out of this round"),
    };
    let anyway = is_refused.then(|| {
        let with: Vec<String> = with.iter().cloned().chain(["anyway".to_owned()]).collect();
        let label = if *is_drawn { "Pair them anyway" } else { "Leave them out of this round" };
        (label, address(section, &with, edits))
    });
    (!absent.is_empty()).then(|| Absent {
        said: format!("{} {has} not checked in{so}", counted(absent.len(), "team")),
        teams: absent.clone(),
        all: format!("check-in {}", numbers.join(" ")),
        may_leave: *is_drawn,
        anyway,
    })
}

/// A hint's ways to pair keep the edits of the page.
fn with_edits(mut pieces: Vec<Piece>, edits: &[Edit]) -> Vec<Piece> {
    let edits: String = edits.iter().map(|edit| format!("&edit={}", edit.sent())).collect();
    pieces.iter_mut().filter(|piece| piece.href.starts_with("/propose?")).for_each(|piece| piece.href += &edits);
    pieces
}

fn team(contestant: &Contestant) -> TeamShown {
    let players = contestant.team.players.iter().map(|player| player.shown.clone());
    TeamShown {
        number: contestant.team.number,
        name: contestant.team.name.clone(),
        points: contestant.points.shown.clone(),
        players: players.collect::<Vec<_>>().join(", "),
    }
}

fn edits_of(fields: &[(String, String)]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for edit in fields.iter().filter(|(name, _)| name == "edit").filter_map(|(_, sent)| Edit::read(sent)) {
        if !edits.contains(&edit) {
            edits.push(edit);
        }
    }
    edits
}

/// What was chosen in the list: teams, or the tables at which they would sit.
fn chosen_edits(kind: &str, chosen: &[u32], so_far: &Preview) -> Result<Vec<Edit>, &'static str> {
    if kind != "tables" {
        return Edit::chosen(kind, chosen);
    }
    let pairings = so_far.sheet.iter().flat_map(|sheet| &sheet.pairings);
    let is_of = |pairing: &&Pairing| {
        std::iter::once(&pairing.first).chain(&pairing.second).any(|one| chosen.contains(&one.team.number))
    };
    let tables: Vec<u32> = pairings.filter(is_of).filter_map(|pairing| pairing.table).collect();
    match tables[..] {
        [_, _] => Edit::chosen(kind, &tables),
        _ => Err("Choose one team at each of two tables in the list, then swap the tables."),
    }
}

/// `GET /propose`, with the edits so far; with `do` and the teams that were chosen, one edit more.
pub async fn page(State(window): State<Arc<Window>>, RawQuery(query): RawQuery) -> Response {
    let asked = fields(query.unwrap_or_default().as_bytes());
    made(window, move |window| {
        if window.place().file.is_none() {
            return Ok(Redirect::to("/start").into_response());
        }
        let status = window.status();
        let named = value(&asked, "section");
        let all = sections(&status);
        let Some(section) = all.iter().find(|name| named.is_empty() || *name == named).cloned() else {
            return Ok(Redirect::to("/now").into_response());
        };
        let (mut edits, with) = (edits_of(&asked), consents(&asked));
        let chosen = asked.iter().filter(|(name, _)| name == "team").filter_map(|(_, team)| team.parse().ok());
        let chosen: Vec<u32> = chosen.collect();
        let mut complaint = String::new();
        let preview = preview(window, &section, &edits, &with)?;
        match value(&asked, "do") {
            "" => {}
            kind => match chosen_edits(kind, &chosen, &preview) {
                Ok(more) => {
                    edits.extend(more);
                    return Ok(Redirect::to(&address(&section, &with, &edits)).into_response());
                }
                Err(wrong) => wrong.clone_into(&mut complaint),
            },
        }
        let here = address(&section, &with, &edits);
        let said = outcome_of(window, value(&asked, "said").parse().ok());
        let mut frame = Frame::of(window, "Proposal", "round", &here, said.as_deref(), &status);
        frame.title = format!("{}: proposal", preview.heading);
        let failure = preview.paired.as_ref().err();
        let mut answers = Vec::new();
        let shown = edits.iter().zip(&preview.made).map(|(edit, made)| {
            let others: Vec<Edit> = edits.iter().filter(|other| *other != edit).cloned().collect();
            let (said, costs) = made.clone().unwrap_or_default();
            if !costs.is_empty() {
                answers.push(Question::new(&About::Costs(&costs), "").about);
            }
            EditShown {
                sent: edit.sent(),
                command: format!("bughouse {}", as_typed(edit.words(preview.number).into_iter())),
                said: plain(&said),
                costs: costs.iter().map(|cost| Line::of(cost)).collect(),
                refused: made.as_ref().err().map(|failure| Line::of(&failure.message)),
                without: address(&section, &with, &others),
            }
        });
        let shown = shown.collect();
        let pairings = preview.sheet.iter().flat_map(|sheet| &sheet.pairings);
        let seated = pairings.map(|pairing| Seated {
            table: pairing.table.map_or_else(|| pairing.without_opponent().to_owned(), |table| table.to_string()),
            teams: std::iter::once(&pairing.first).chain(&pairing.second).map(team).collect(),
        });
        let (tables, free) = seated.partition(|seated| seated.teams.len() == 2);
        let others = all.iter().filter(|_| all.len() > 1);
        let others = others.map(|one| Tab::new(one, address(one, &[], &[]), *one == section));
        let absent = absent(&preview, &section, &with, &edits);
        let hint = failure.filter(|failure| !is_of_absent(failure)).and_then(|failure| failure.hint.as_deref());
        Ok(rendered(&Proposal {
            frame,
            called: preview.called,
            heading: preview.heading,
            sections: others.collect(),
            complaint,
            refusal: failure.map(|failure| Line::of(&failure.message)),
            hint: hint.map(|hint| Line { pieces: with_edits(pieces(hint), &edits) }),
            notes: preview.paired.iter().flatten().map(|note| Line::of(note)).collect(),
            edits: shown,
            tables,
            free,
            reasons: preview.reasons,
            answers,
            chosen,
            with,
            absent,
            section,
        }))
    })
    .await
}

/// `POST /propose`: posts the round with its edits. What they cost stood on the page, and is asked again only where it is something else by now.
pub async fn post(State(window): State<Arc<Window>>, body: Bytes) -> Response {
    let fields = fields(&body);
    made(window, move |window| {
        let (section, edits) = (value(&fields, "section"), edits_of(&fields));
        let number =
            window.with_event(Access::Read, |desk| Ok(desk.posted_rounds(desk.section(Some(section))?.id) + 1))?;
        let answered = fields.iter().filter(|(name, _)| name == "yes").map(|(_, about)| (about.clone(), true));
        let answered: BTreeMap<String, bool> = answered.collect();
        let (wishes, swaps): (Vec<&Edit>, Vec<&Edit>) = edits.iter().partition(|edit| edit.is_wish());
        let with = consents(&fields);
        let pair = pair_words(section, &with);
        let commands = wishes.iter().map(|edit| edit.words(number)).chain([pair]);
        let commands = commands.chain(swaps.iter().map(|edit| edit.words(number)));
        let round = format!("/at/round?section={}&tab=Pairings", encoded(section));
        let mut last = 0;
        for (at, words) in commands.enumerate() {
            let request = format!("{}-{at}", value(&fields, "request"));
            let back = if at <= wishes.len() { address(section, &with, &edits) } else { round.clone() };
            let outcome = window.run(Given { words, request, back, answered: answered.clone(), ..Given::default() });
            if outcome.failure.is_some() || outcome.question.is_some() {
                return Ok(led(&outcome));
            }
            last = outcome.number;
        }
        Ok(Redirect::to(&format!("{round}&said={last}")).into_response())
    })
    .await
}
