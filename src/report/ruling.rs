//! A ruling in words and for other programs: what happened, what it costs, which clock changes, what it ended.

use super::rulings;
use crate::discipline::{
    Claim, Matter, Penalty, Place, Ruling, RulingState, Scope, SpectatorAction, due, is_directors_choice, minutes,
    penalty_in_words, step_now,
};
use crate::event::{Change, ClockChange, Event};
use crate::tournament::names::counted;
use crate::tournament::{Board, MatchId, MatchResult, PlayerId, Side};
use serde_json::{Value, json};

/// A change at a clock for other programs.
fn clock_to_json(event: &Event, clock: &ClockChange) -> Value {
    let player = clock.player.map(|id| json!({ "number": id, "name": player_name(event, id) }));
    let mut json = json!({ "board": clock.board, "player": player, "side": clock.side });
    match clock.change {
        Change::Add(seconds) => json["add"] = json!(minutes(seconds)),
        Change::Take(seconds) => json["add"] = json!(format!("-{}", minutes(seconds))),
        Change::Set(seconds) => json["set"] = json!(minutes(seconds)),
    }
    json
}

/// `add 1:00 to Mia Wu's clock on board a (Black)`.
pub fn clock_in_words(event: &Event, clock: &ClockChange) -> String {
    let whose = clock.player.map_or_else(|| "the clock".to_owned(), |id| format!("{}'s clock", player_name(event, id)));
    let board = clock.board.map_or_else(String::new, |b| format!(" on board {b}"));
    let side = clock.side.map_or("", |s| if s == "white" { " (White)" } else { " (Black)" });
    match clock.change {
        Change::Add(seconds) => format!("add {} to {whose}{board}{side}", minutes(seconds)),
        Change::Take(seconds) => format!("take {} from {whose}{board}{side}", minutes(seconds)),
        Change::Set(seconds) => format!("set {whose}{board}{side} to {}", minutes(seconds)),
    }
}

/// What decided a claim, as the director found it.
pub fn facts(event: &Event, ruling: &Ruling) -> Vec<String> {
    let Matter::Claim { claim, .. } = &ruling.matter else { return Vec::new() };
    wrong(event, claim).into_iter().chain(claim.facts()).collect()
}

/// The kind of fault a claim is about, as the rulebook names it.
fn wrong(event: &Event, claim: &Claim) -> Option<String> {
    let wrong = claim.wrong.as_ref()?;
    let rule = event.rulebook.discipline.claims.iter().find(|rule| rule.kind == claim.kind);
    Some(rule.and_then(|rule| rule.wrong(wrong)).map_or_else(|| wrong.clone(), |known| known.means.clone()))
}

/// Which game at its table a ruling was made in, where there are several: of a double round, or of a tie that is replayed.
pub fn which_game(event: &Event, place: Place, words: &str) -> String {
    let replay = if event.is_replay(place) { ", replay" } else { "" };
    of_two(event, place.match_id, words) + replay
}

/// What a ruling costs as things are now.
fn costs(event: &Event, ruling: &Ruling, penalty: Penalty) -> String {
    rulings::costs(ruling, penalty, event.effect(ruling).is_err())
}

/// The number of a match behind these words, where its table plays two and does not show by itself which is meant.
pub fn of_two(event: &Event, id: MatchId, words: &str) -> String {
    let is_double = event.tournament().section(id.section).is_some_and(|section| section.matches > 1);
    if is_double { format!("{words} {}", id.number) } else { String::new() }
}

/// What holds of a ruling after all that was decided about it, in full.
pub fn holds(event: &Event, ruling: &Ruling) -> String {
    let (docket, id) = (&event.facts.docket, ruling.id);
    let who = ruling.player.map(|player| player_name(event, player)).unwrap_or_default();
    match (docket.state(ruling), &ruling.matter, docket.verdict(ruling)) {
        (RulingState::Voided, ..) => format!("ruling {id} is {}", rulings::state_in_words(event, ruling)),
        (_, Matter::Claim { claim, .. }, Some(verdict)) => {
            let without =
                event.effect(ruling).err().map(|why| format!(", but has no effect: {why}")).unwrap_or_default();
            format!("stands: {who}'s claim of {} is {verdict}{without}", claim.kind)
        }
        (RulingState::Modified(penalty), ..) => {
            let instead =
                ruling.penalty().map(|made| format!(" instead of {}", penalty_in_words(made))).unwrap_or_default();
            let step = if has_step(ruling) { "; it still counts as a step on the ladder" } else { "" };
            format!("stands: {} for {who}{instead}{step}", costs(event, ruling, penalty))
        }
        (RulingState::Overturned, Matter::Offence { .. }, _) => {
            let step = if has_step(ruling) { " and no step on the ladder" } else { "" };
            format!("no longer in force: no penalty for {who}{step}, as if ruling {id} had never been made")
        }
        (RulingState::Overturned, ..) => format!("no longer in force: as if ruling {id} had never been made"),
        (RulingState::InForce, ..) => format!("stands: {}", sentence(event, ruling)),
    }
}

/// Whether the rulebook has a ladder for the offence.
fn has_step(ruling: &Ruling) -> bool {
    matches!(ruling.matter, Matter::Offence { step: Some(_), .. })
}

pub fn to_json(event: &Event, ruling: &Ruling) -> Value {
    let citation = ruling.citation(&event.rulebook.discipline.source);
    let (at_table, state) = (event.at_table(ruling), event.facts.docket.state(ruling).id());
    let is_over = ruling.penalty().is_some() && was_over(event, ruling);
    let clocks = at_table.clocks.iter().filter(|_| !is_over);
    let clock: Vec<Value> = clocks.map(|clock| clock_to_json(event, clock)).collect();
    let mut json = json!({
        "ruling": ruling.id, "rulebook": citation.rulebook, "rule": citation.rule, "fallback": citation.fallback, "step": null, "penalty": null,
        "clock": clock, "board_result": at_table.board_result(), "match_result": at_table.match_result(), "overridden": false,
        "section": event.tournament().section(ruling.section).map(|s| s.name.clone()), "round": ruling.round,
        "table": ruling.place.map(|p| p.match_id.table), "match": ruling.place.map(|p| p.match_id.number),
        "board": ruling.place.and_then(|p| p.board),
        "player": ruling.player.map(|id| json!({ "number": id, "name": player_name(event, id) })),
        "team": ruling.team.map(|id| json!({ "number": id, "name": event.name_of(id) })),
        "opponent": event.opponent(ruling).map(|id| json!({ "number": id, "name": player_name(event, id) })),
        "standing": state, "ruling_state": state, "stands": rulings::state_in_words(event, ruling),
        "without_effect": at_table.effect.err().filter(|_| at_table.expelled.is_none()).map(|why| why.to_string()), "by": ruling.by.and_then(|id| event.tournament().official(id)).map(|o| o.name.clone()),
        "at": ruling.at.to_rfc3339(), "reason": ruling.reason, "note": ruling.note, "witnesses": ruling.witnesses,
        "voided": ruling.voided.as_ref().map(|v| v.reason.clone()),
        "appeals": event.facts.docket.appeals_against(ruling.id).map(|a| a.id).collect::<Vec<_>>(),
    });
    let more = match &ruling.matter {
        Matter::Offence { offence, step, penalty, overridden, flag_fell } => json!({
            "offence": offence, "step": step, "penalty": penalty, "overridden": overridden, "flag_fell": flag_fell,
            "penalty_in_force": event.facts.docket.penalty(ruling),
            "step_now": step_now(&event.facts.docket, &event.rulebook.discipline, ruling),
        }),
        Matter::Claim { claim, verdict } => json!({
            "claim": claim.kind, "decision": verdict, "decision_now": event.facts.docket.verdict(ruling), "found": !claim.deny,
            "directors_choice": is_directors_choice(claim, &citation, &event.rulebook.discipline),
            "wrong": claim.wrong, "before_reply": claim.before_reply, "clock_pressed": claim.clock_pressed,
            "own_flag_up": claim.own_flag_up, "against": claim.against, "order": claim.order,
        }),
        Matter::Neutral { what, .. } => json!({ "neutral": what }),
        Matter::Spectator { action, person, .. } => json!({
            "offence": "spectator", "action": action, "person": person,
            "penalty": if *action == SpectatorAction::Other { json!("other") } else { json!(action.costs()) },
            "played_anew": event.played_anew(ruling),
        }),
    };
    if let (Some(json), Value::Object(more)) = (json.as_object_mut(), more) {
        json.extend(more);
    }
    json
}

/// What was ruled, in one sentence.
pub fn sentence(event: &Event, ruling: &Ruling) -> String {
    let who = ruling.player.map(|id| player_name(event, id)).unwrap_or_default();
    let cited = ruling.citation(&event.rulebook.discipline.source);
    match &ruling.matter {
        Matter::Offence { offence, step, penalty, overridden, .. } => {
            let known = event.rulebook.discipline.offence(offence);
            let what = known.map_or(offence.as_str(), |o| o.name.as_str());
            let names_none = known.is_some_and(|o| event.rulebook.discipline.names_no_penalty(o));
            let cited = if names_none { format!("{cited}, which sets no penalty") } else { cited.to_string() };
            let step = step.map(|s| format!(", step {s}")).unwrap_or_default();
            let departs = if *overridden { ", departing from the rulebook" } else { "" };
            let costs = costs(event, ruling, *penalty);
            format!("{who} {what}: {costs}{step}{departs} ({cited})")
        }
        Matter::Claim { claim, verdict } => {
            let wrong = wrong(event, claim).map(|wrong| format!(" ({wrong})")).unwrap_or_default();
            let decided = rulings::decided(&event.rulebook.discipline, ruling, claim, *verdict);
            format!("{who} claims {}{wrong}: {decided} ({cited})", claim.kind)
        }
        Matter::Spectator { action, person, orders } => {
            let child = ruling.player.map(|id| player_from(event, id, ruling));
            let person = child.as_deref().or(person.as_deref()).unwrap_or("somebody outside the match");
            let aided = ruling.team.map_or("", |id| event.name_of(id));
            let done = match action {
                SpectatorAction::Replay if orders.is_none() => "no new game, because the match was over".to_owned(),
                SpectatorAction::Replay => match ruling.place.and_then(|place| place.board) {
                    Some(board) => {
                        format!(
                            "the game on board {board} is canceled and replayed, board {} is not affected",
                            board.other()
                        )
                    }
                    None => "the game is canceled and replayed".to_owned(),
                },
                SpectatorAction::Forfeit if event.effect(ruling).is_err() => {
                    format!("a match forfeit for {aided}, who were helped, on record only")
                }
                SpectatorAction::Forfeit => format!("{aided}, who were helped, lose the match"),
                SpectatorAction::Expel if ruling.player.is_some() => {
                    "sent out of the room; the child's own match goes on".to_owned()
                }
                SpectatorAction::Expel => "the person is sent out of the room".to_owned(),
                SpectatorAction::Other => "another penalty, as noted".to_owned(),
                SpectatorAction::None => "put on record".to_owned(),
            };
            let rules = &event.rulebook.discipline.spectator;
            let names_none = rules.rule.is_some() && rules.actions.is_empty();
            let cited = if names_none { format!("{cited}, which sets no penalty") } else { cited.to_string() };
            format!("{person} interfered: {done} ({cited})")
        }
        Matter::Neutral { what, .. } => format!("{what}; nobody was at fault ({cited})"),
    }
}

/// What was ruled, in a few words for a list: the offence by its id.
pub fn brief(event: &Event, ruling: &Ruling) -> String {
    match &ruling.matter {
        Matter::Offence { offence, step, penalty, overridden, .. } => {
            let who = ruling.player.map(|id| player_name(event, id)).unwrap_or_default();
            let step = step.map(|s| format!(", step {s}")).unwrap_or_default();
            let departs = if *overridden { ", the director's choice" } else { "" };
            let rule = ruling.rule.as_ref().map(|r| format!(" ({r})")).unwrap_or_default();
            format!("{who}, {offence}: {}{step}{departs}{rule}", costs(event, ruling, *penalty))
        }
        Matter::Claim { .. } | Matter::Spectator { .. } | Matter::Neutral { .. } => sentence(event, ruling),
    }
}

/// A child of another match: `Ann Lee (Rooks, table 3)`.
fn player_from(event: &Event, id: PlayerId, ruling: &Ruling) -> String {
    let team = event.tournament().team_of(id);
    let round = team.and_then(|team| {
        let number = ruling.place.map_or(ruling.round, |p| p.match_id.round);
        event.tournament().round(team.section_in(number), number)
    });
    let table = team.and_then(|team| round?.assignment(team.id)?.table());
    let table = table.map(|table| format!(", table {table}")).unwrap_or_default();
    let team = team.map(|team| format!(" ({}{table})", team.name)).unwrap_or_default();
    format!("{}{team}", player_name(event, id))
}

/// Whether the match had ended when a ruling was made: by its slip, or by an earlier ruling in force.
fn was_over(event: &Event, ruling: &Ruling) -> bool {
    let Some(place) = ruling.place else { return false };
    let docket = &event.facts.docket;
    let same_game = |at: Place| (at.match_id, at.playing) == (place.match_id, place.playing);
    let mut earlier = docket.rulings.iter().filter(|other| other.id < ruling.id && other.place.is_some_and(same_game));
    let ended = |other: &Ruling| docket.state(other).is_in_force() && event.at_table(other).match_result().is_some();
    !place.match_undecided || earlier.any(ended)
}

/// What must be done at the table: clocks and what ended. `was` is the result before, if there was one.
pub fn at_the_table(event: &Event, ruling: &Ruling, was: Option<MatchResult>) -> Vec<String> {
    let is_open = ruling.place.is_some_and(|place| !event.results().contains_key(&place.match_id));
    let is_over = (was.is_some() && !is_open) || was_over(event, ruling);
    let board_over = ruling.place.filter(|place| !place.board_unfinished).and_then(|place| place.board);
    let at_table = event.at_table(ruling);
    let mut lines: Vec<String> = match &at_table.clocks[..] {
        [_, ..] if is_over => vec!["the match was over, so no clock changes".to_owned()],
        clocks => clocks
            .iter()
            .map(|clock| match board_over.filter(|board| clock.board == Some(*board)) {
                Some(board) => format!("board {board} was over, so no clock changes"),
                None => clock_in_words(event, clock),
            })
            .collect(),
    };
    if let (Some(result), Some(place)) = (at_table.board_result(), ruling.place.map(|place| at_table.ended_at(place))) {
        let by = |id: PlayerId| player_name(event, id);
        let side = |board: &Board, side| if board.white_side == side { board.white } else { board.black };
        let won_by = event.seats(&place).and_then(|(board, _)| match result {
            "1-0" => Some(by(side(&board, Side::First))),
            "0-1" => Some(by(side(&board, Side::Second))),
            _ => None,
        });
        let board = place.board.map(|b| b.to_string()).unwrap_or_default();
        lines.push(format!(
            "board {board} is over: {result}{}",
            won_by.map(|who| format!(", won by {who}")).unwrap_or_default()
        ));
    }
    if let (Some(result), Some(place)) = (at_table.match_result(), ruling.place) {
        let was = was.filter(|was| *was != result).map(|was| format!(" (was {was})")).unwrap_or_default();
        lines.push(format!("the match is over: {result}{}{was}", won_by(event, place.match_id, result)));
    }
    if let Some(team) = at_table.expelled {
        let round = ruling.place.map_or(ruling.round, |place| place.match_id.round) + 1;
        let plays_in = event.tournament().team(team).map(|team| team.section);
        let elsewhere = plays_in.filter(|section| *section != ruling.section);
        let of = elsewhere.map(|_| format!(" of {}", event.section_name(ruling.section))).unwrap_or_default();
        lines.push(format!("{} won't be paired from round {round}{of} on", event.name_of(team)));
    }
    lines
}

/// `, won by Rooks`; nothing where neither team did.
pub fn won_by(event: &Event, id: MatchId, result: MatchResult) -> String {
    let round = event.tournament().round(id.section, id.round);
    let teams = round.and_then(|r| r.teams_at(id.table));
    let winner = teams.and_then(|[first, second]| match result {
        MatchResult::First | MatchResult::FirstByForfeit => Some(first),
        MatchResult::Second | MatchResult::SecondByForfeit => Some(second),
        MatchResult::Drawn | MatchResult::BothLost | MatchResult::NeitherCame => None,
    });
    winner.map(|team| format!(", won by {}", event.name_of(team))).unwrap_or_default()
}

/// What is on record against a player, one ruling each.
fn against(event: &Event, player: PlayerId) -> Vec<String> {
    let docket = &event.facts.docket;
    let rulings = docket.rulings.iter().filter(|r| r.player == Some(player) && docket.state(r).is_in_force());
    rulings
        .filter_map(|r| {
            let what = match docket.penalty(r) {
                Some(penalty) => costs(event, r, penalty),
                None if r.is_interference() => "on record".to_owned(),
                None => return None,
            };
            let at = |place: Place| {
                let MatchId { round, table, .. } = place.match_id;
                format!(", round {round} table {table}{}", which_game(event, place, " match"))
            };
            let place = r.place.map(at).unwrap_or_default();
            let known = r.offence().and_then(|id| event.rulebook.discipline.offence(id));
            let why = known.map_or_else(|| "interfered".to_owned(), |offence| offence.name.clone());
            Some(format!("{what}: {why} (ruling {}{place})", r.id))
        })
        .collect()
}

/// Whether nothing stands against a player and the partner.
pub fn is_clean(event: &Event, player: PlayerId) -> bool {
    let team = event.tournament().team_of(player).map(|team| team.players);
    team.iter().flatten().chain([&player]).all(|player| against(event, *player).is_empty())
}

/// What stands against a player, the partner and the team.
pub fn record(event: &Event, player: PlayerId) -> Vec<String> {
    let against = |player| against(event, player);
    let said = |who: String, found: Vec<String>| {
        format!("{who}: {}", if found.is_empty() { "nothing".to_owned() } else { found.join("; ") })
    };
    let mut lines = vec![said(player_name(event, player), against(player))];
    if let Some(team) = event.tournament().team_of(player) {
        for partner in team.players.into_iter().filter(|p| *p != player) {
            lines.push(said(format!("{} (partner)", player_name(event, partner)), against(partner)));
        }
        let all: usize = team.players.iter().map(|p| against(*p).len()).sum();
        let all = if all == 0 { "nothing".to_owned() } else { counted(all, "ruling") };
        lines.push(format!("{} (team): {all}", team.name));
    }
    lines
}

/// What the same offence of the same player would cost next, here; nothing where the player is out, or the game that it counts by is over.
pub fn next_time(event: &Event, ruling: &Ruling) -> Option<String> {
    let settings = &event.rulebook.discipline;
    let offence = settings.offence(ruling.offence()?)?;
    let at_table = event.at_table(ruling);
    let was_over = ruling.place.is_some_and(|place| !(place.match_undecided && place.board_unfinished));
    if at_table.expelled.is_some() || (offence.scope == Scope::Game && (was_over || at_table.ends())) {
        return None;
    }
    let next = due(&event.facts.docket, settings, offence, ruling.player?, ruling.playing(), false, None);
    next.step?;
    let choices: Vec<String> = next.choices.iter().map(penalty_in_words).collect();
    let what = if choices.is_empty() { "a penalty of the director's choice".to_owned() } else { choices.join(" or ") };
    Some(format!("next offense this {}: {what}", offence.scope))
}

pub fn player_name(event: &Event, id: PlayerId) -> String {
    event.tournament().player(id).map(|p| p.name.clone()).unwrap_or_default()
}

/// What the rule behind a ruling says, in our words.
pub fn rule_text(event: &Event, ruling: &Ruling) -> Option<String> {
    let number = ruling.rule.as_ref()?;
    event.rulebook.rules.iter().find(|rule| rule.number == *number).map(|rule| rule.text.clone())
}
