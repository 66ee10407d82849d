//! Appeals from the floor: what waits, one that is filed, one that is decided. They go the road of the command `appeal`; a decision is recorded
//! only while it comes to what was shown.

use super::filing::{is_played_here, on_device, reply_to};
use super::rulings::{changed, option, typed};
use crate::cli::command_text::{cmd, plain};
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::refusal::OrRefuse;
use crate::cli::rulings::appeal::{Decide, Heard, appellant, decide, file_by};
use crate::cli::rulings::words;
use crate::cli::wording::{as_typed, role_name};
use crate::discipline::{Appeal, AppealState, Appellant, Penalty, Ruling};
use crate::hall::{Action, AppealAsked, Holding, Reply, codes, may};
use crate::report::hall::{AppealLine, Hearing, Proposal, RuledLine, Ticket};
use crate::rulebook::Topic;
use crate::tournament::{AppealId, Device, PlayerId, RulingId, TeamId};
use serde_json::{Value, json};

/// What is done about an appeal, with what is known of it.
pub fn stage(desk: &mut Desk, device: &Device, asked: &AppealAsked, holding: &Holding) -> Result<Hearing, Reply> {
    let ticket = Ticket { form: holding.form.clone(), request: holding.request.clone() };
    if let Some(id) = asked.appeal {
        let (appeal, ruling) = desk.appeal(AppealId(id)).or_refuse(desk).map_err(|failure| reply_to(404, &failure))?;
        let (appeal, ruling) = (appeal.clone(), ruling.clone());
        serves(desk, device, &ruling)?;
        is_played_here(desk, ruling.section)?;
        if !may(device.role, Action::HearAppeals) {
            return Err(hears_none(device));
        }
        let line = Box::new(line(desk, &appeal, &ruling));
        let outcomes = outcomes(desk, &ruling);
        let proposal = match (asked.outcome.as_str(), appeal.state()) {
            ("", AppealState::Open) => Proposal::Open,
            _ => match tried(desk, device, asked) {
                Ok((follows, seen)) => Proposal::Ready {
                    decided: outcome(asked),
                    follows,
                    departs: false,
                    note: asked.note.clone(),
                    witness: String::new(),
                    reason: String::new(),
                    seen,
                    ticket,
                },
                Err(failure) => {
                    let hint = on_device(&failure, "appeals");
                    Proposal::Refused { message: plain(&failure.message), hint, unless_again: false }
                }
            },
        };
        return Ok(Hearing::Decide { line, outcomes, proposal });
    }
    if let Some(id) = asked.ruling {
        let ruling = desk.ruling(RulingId(id)).or_refuse(desk).map_err(|failure| reply_to(404, &failure))?.clone();
        serves(desk, device, &ruling)?;
        is_played_here(desk, ruling.section)?;
        let teams = ruling.place.and_then(|place| {
            desk.tournament().round(place.match_id.section, place.match_id.round)?.teams_at(place.match_id.table)
        });
        let teams = teams.map_or(ruling.team.into_iter().collect(), |teams| teams.to_vec());
        let players = teams.iter().filter_map(|id| desk.tournament().team(*id)).flat_map(|team| team.players);
        let players = players.map(|id| (format!("p{id}"), words::player_name(desk, id)));
        let by: Vec<_> =
            players.chain(teams.iter().map(|id| (format!("t{id}"), desk.name_of(*id).to_owned()))).collect();
        // What would be refused is reported before anything is written.
        let first = by.first().and_then(|(sent, _)| appealing(desk, sent));
        let refused = first.and_then(|by| desk.untouched(|desk| file_by(desk, ruling.id, by, None)).err());
        let refused = refused.map(|failure| (plain(&failure.message), on_device(&failure, "appeals")));
        return Ok(Hearing::File { ruling: id, ruled: ruled(desk, &ruling), by, refused, ticket });
    }
    let docket = &desk.facts.docket;
    let waits = docket.appeals.iter().filter(|appeal| appeal.state() == AppealState::Open);
    let of = waits.filter_map(|appeal| Some((appeal, docket.ruling(appeal.ruling)?)));
    let mut open: Vec<_> = of
        .filter(|(_, ruling)| ruling.voided.is_none() && serves(desk, device, ruling).is_ok())
        .filter(|(_, ruling)| !desk.facts.is_elsewhere(ruling.section))
        .collect();
    open.sort_by_key(|(appeal, _)| (appeal.at, appeal.id));
    let lines = open.into_iter().map(|(appeal, ruling)| line(desk, appeal, ruling)).collect();
    Ok(Hearing::Open(lines, may(device.role, Action::HearAppeals)))
}

/// Who appeals, as sent.
fn appealing(desk: &Desk, sent: &str) -> Option<Appellant> {
    let numbered = |kind| sent.strip_prefix(kind).and_then(|number| number.parse().ok());
    let player = numbered('p').map(PlayerId).filter(|id| desk.tournament().player(*id).is_some());
    let team = numbered('t').map(TeamId).filter(|id| desk.tournament().team(*id).is_some());
    player.map(Appellant::Player).or(team.map(Appellant::Team))
}

/// What may be decided of a ruling, as sent: that it holds or not, or another penalty than it has now.
pub fn outcomes(desk: &Desk, ruling: &Ruling) -> Vec<String> {
    let now = desk.facts.docket.penalty(ruling).map(|penalty| penalty.to_string());
    let penalties = ruling.penalty().map(|_| ["none", "warning", "game", "match", "expel"]);
    let penalties = penalties.into_iter().flatten().filter(|penalty| now.as_deref() != Some(*penalty));
    ["stands", "falls"].into_iter().chain(penalties).map(str::to_owned).collect()
}

/// What the rulebook says of appeals.
pub fn law(desk: &Desk) -> String {
    let fact = desk.rulebook.facts.iter().find(|fact| fact.topic == Topic::Appeals);
    let says = fact.map(|fact| format!(": {}", fact.says)).unwrap_or_default();
    let cited = desk.rulebook.discipline.hearing_cited();
    format!(
        "Appeals ({cited}){says}. There is no deadline; rounds paired before an appeal is decided stay as they are."
    )
}

fn hears_none(device: &Device) -> Reply {
    let message =
        format!("{} is enrolled as {}, a role that doesn't hear appeals", device.name, role_name(device.role));
    Reply::refused(403, &message, "the chief who hears it can decide it on a device with that role")
}

fn serves(desk: &Desk, device: &Device, ruling: &Ruling) -> Result<(), Reply> {
    let is_of = match ruling.place {
        Some(place) => device.serves(ruling.section, place.match_id.table),
        None => device.sections.is_empty() || device.sections.contains(&ruling.section),
    };
    let message =
        || format!("{} doesn't cover ruling {} in {}", device.name, ruling.id, desk.section_name(ruling.section));
    if is_of { Ok(()) } else { Err(Reply::refused(403, &message(), "ask the desk")) }
}

fn ruled(desk: &Desk, ruling: &Ruling) -> RuledLine {
    let table = ruling.place.map(|place| format!(" · Table {}", place.match_id.table)).unwrap_or_default();
    let round = ruling.place.map_or(ruling.round, |place| place.match_id.round);
    let by =
        ruling.by.and_then(|id| desk.tournament().official(id)).map(|official| format!("ruled by {}", official.name));
    let labeled = |what: &str, text: &Option<String>| text.as_ref().map(|text| format!("{what}: {text}"));
    let why = [by, labeled("what happened", &ruling.note), labeled("reason", &ruling.reason)];
    RuledLine {
        place: format!("{} · Round {round}{table}", desk.section_name(ruling.section)),
        said: words::sentence(desk, ruling),
        why: why.into_iter().flatten().collect(),
    }
}

fn line(desk: &Desk, appeal: &Appeal, ruling: &Ruling) -> AppealLine {
    let waited = (desk.second() - appeal.at.timestamp()).max(0) / 60;
    AppealLine {
        appeal: appeal.id.0,
        ruling: ruling.id.0,
        level: appeal.level.to_string(),
        by: appellant(desk, appeal.by, ruling),
        note: appeal.note.clone(),
        minutes: (appeal.state() == AppealState::Open).then_some(waited),
        ruled: ruled(desk, ruling),
    }
}

/// What is decided, as typed.
fn outcome(asked: &AppealAsked) -> String {
    match asked.outcome.trim() {
        "time" => format!("time:{}", asked.time.trim()),
        outcome => outcome.to_owned(),
    }
}

/// The command that a decision from the floor means.
fn args(desk: &Desk, device: &Device, asked: &AppealAsked) -> Result<Decide, Failure> {
    let official = desk.official.clone().ok_or_else(|| {
        Failure::forbidden(format!(
            "{} isn't set up for an official, and only an official can hear an appeal",
            device.name
        ))
        .hint(format!("have it enrolled at the laptop: {}", cmd!("device add NAME --role ROLE --official NAME")))
    })?;
    let outcome = outcome(asked);
    let modify = (!["stands", "falls"].contains(&outcome.as_str())).then(|| outcome.parse::<Penalty>()).transpose();
    Ok(Decide {
        appeal: asked.appeal.unwrap_or_default(),
        official: Some(official),
        stands: outcome == "stands",
        falls: outcome == "falls",
        modify: modify.map_err(|wrong| Failure::mistyped(wrong.to_string()))?,
        note: typed(&asked.note),
        ..Decide::default()
    })
}

/// What a decision would come to, and the mark of that.
fn tried(desk: &mut Desk, device: &Device, asked: &AppealAsked) -> Result<(Vec<String>, String), Failure> {
    let args = args(desk, device, asked)?;
    desk.untouched(|desk| {
        let Heard { appeal, announced } = decide(desk, &args)?;
        let ruling = desk.ruling(appeal.ruling).or_refuse(desk)?;
        // What it touches elsewhere changes with every result that comes in.
        let comes_to = (words::holds(desk, ruling), desk.at_table(ruling).match_result(), desk.affected_by(&appeal));
        Ok((announced.on_page(), codes::digest(&format!("{} {comes_to:?}", announced.summary))))
    })
}

/// The words under which it is in the journal.
pub fn in_words(asked: &AppealAsked) -> String {
    let number = |number: Option<u32>| number.unwrap_or_default().to_string();
    let mut words = match asked.appeal {
        None => vec!["file".to_owned(), number(asked.ruling), "--by".to_owned(), asked.by.clone()],
        Some(_) => match outcome(asked).as_str() {
            outcome @ ("stands" | "falls") => vec!["decide".to_owned(), number(asked.appeal), format!("--{outcome}")],
            penalty => vec!["decide".to_owned(), number(asked.appeal), "--modify".to_owned(), penalty.to_owned()],
        },
    };
    words.insert(0, "appeal".to_owned());
    words.extend(option("--note", &asked.note));
    as_typed(words.into_iter())
}

/// Files an appeal, or decides one as it was shown. Gives the answer, and the sentence for the journal.
pub fn enter(desk: &mut Desk, device: &Device, asked: &AppealAsked) -> Result<(Value, String), Reply> {
    let id = match asked.appeal {
        Some(id) => desk.appeal(AppealId(id)).or_refuse(desk).map(|(_, ruling)| ruling.id),
        None => Ok(RulingId(asked.ruling.unwrap_or_default())),
    };
    let ruling = id.and_then(|id| desk.ruling(id).or_refuse(desk)).map_err(|failure| reply_to(404, &failure))?.clone();
    serves(desk, device, &ruling)?;
    is_played_here(desk, ruling.section)?;
    let heard = match asked.appeal {
        None => {
            let nobody = || Reply::refused(400, "the form doesn't say who is appealing", "open the page again");
            let by = appealing(desk, &asked.by).ok_or_else(nobody)?;
            file_by(desk, ruling.id, by, typed(&asked.note))?
        }
        Some(_) if !may(device.role, Action::HearAppeals) => return Err(hears_none(device)),
        Some(id) if !matches!(tried(desk, device, asked), Ok((_, seen)) if seen == asked.seen) => {
            return Err(changed(&format!("appeal {id}")));
        }
        Some(_) => {
            let args = args(desk, device, asked)?;
            decide(desk, &args)?
        }
    };
    Ok((json!({ "said": heard.announced.on_page() }), heard.announced.summary))
}
