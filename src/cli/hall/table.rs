//! One table as an official's device sees it.

use super::filing::{refused, told};
use super::reports;
use crate::cli::desk::Desk;
use crate::cli::rulings::scene::Scene;
use crate::hall::Reply;
use crate::store::ReportState;
use crate::tournament::{Board, Device, MatchResult, PlayerId, TableNumber, Team};
use serde_json::{Value, json};

/// Teams, players, boards, results, rulings, and what is expected.
pub fn table(desk: &mut Desk, device: &Device, number: u32) -> Reply {
    let table = TableNumber(number);
    let scene = match Scene::at(desk, table, None, None) {
        Ok(scene) => scene,
        Err(failure) => return told(404, &failure),
    };
    if !device.serves(scene.section.id, table) {
        let message = format!("{} does not serve table {table} of {}", device.name, scene.section.name);
        return Reply::refused(403, &message, "ask the desk");
    }
    let mut matches = Vec::new();
    for number in 1..=scene.section.matches {
        let Ok(scene) = Scene::at(desk, table, Some(scene.id.round), Some(number)) else { continue };
        match one(desk, &scene) {
            Ok(told) => matches.push(told),
            Err(failure) => return refused(&failure),
        }
    }
    let expected = matches.iter().find(|told| told["result"].is_null()).map(|told| told["match"].clone());
    let [first, second] = scene.teams.each_ref().map(|named| team(desk, named));
    let docket = &desk.facts.docket;
    let at_table = docket.rulings.iter().filter(|ruling| {
        ruling.section == scene.section.id && ruling.place.is_some_and(|place| place.match_id.table == table)
    });
    let rulings: Vec<Value> = at_table
        .map(|ruling| json!({ "ruling": ruling.id, "round": ruling.round, "voided": ruling.voided.is_some() }))
        .collect();
    let reports = desk.settings(scene.section.id).reports;
    Reply::ok(json!({
        "table": number, "section": scene.section.name, "round": scene.id.round, "reports": reports,
        "first": first, "second": second, "matches": matches, "rulings": rulings,
        "result": matches.iter().map(|told| told["result"].clone()).next_back(), "expected": expected,
    }))
}

fn one(desk: &mut Desk, scene: &Scene) -> Result<Value, crate::cli::failure::Failure> {
    let open = reports::of_match(desk, scene)?;
    let is = |state| open.iter().any(|report| report.state == state);
    let state = match () {
        () if is(ReportState::Disputed) => "disputed",
        () if scene.result.is_some() => "filed",
        () if is(ReportState::Confirmed) => "confirmed",
        () if is(ReportState::Reported) => "reported",
        () => "open",
    };
    let boards: Vec<Value> = scene.boards.iter().map(|one| board(desk, scene, one)).collect();
    Ok(json!({
        "match": scene.id.number, "result": scene.result.map(MatchResult::as_typed), "state": state, "boards": boards,
    }))
}

fn board(desk: &Desk, scene: &Scene, board: &Board) -> Value {
    let side = |player: PlayerId| if scene.teams[0].players.contains(&player) { "first" } else { "second" };
    let seat = |id: PlayerId| json!({ "player": name(desk, id), "team": side(id) });
    json!({ "board": board.letter.to_string(), "white": seat(board.white), "black": seat(board.black) })
}

fn name(desk: &Desk, player: PlayerId) -> String {
    desk.tournament().player(player).map(|player| player.name.to_string()).unwrap_or_default()
}

fn team(desk: &Desk, team: &Team) -> Value {
    json!({ "number": team.id, "name": team.name, "players": team.players.map(|player| name(desk, player)) })
}
