//! Writes real teams of two [TRF26]: a `001` a player, a `310` a team, byes in 320 and 240, forfeits in 330; or teams as individuals: one
//! `001` line a team, which every pairing checker opens.

use super::complaint::Hundredths;
use super::export::{Code, Export, ExportTeam, Lines, WriteError};
use super::{codes, export};
use std::collections::{BTreeMap, BTreeSet};

/// The file. Team numbers end at 999.
pub fn write_teams(export: &Export) -> Result<String, WriteError> {
    export.check_numbers(999)?;
    let mut lines = Lines(String::new());
    export.header(2 * export.teams.len(), &mut lines);
    lines.push("352 WB");
    lines.push("362 TW 1.0   TD 0.5   TL 0.0");
    let schools = schools(export, &mut lines);
    let codes: Vec<Vec<Code>> = (0..export.teams.len()).map(|team| export.codes(team)).collect();
    for (index, row) in codes.iter().enumerate() {
        for board in 0..2 {
            lines.push(&player(export, row, index, board, school_of(&export.teams[index], &schools)));
        }
    }
    for (index, team) in export.teams.iter().enumerate() {
        lines.push(&team_line(team, index));
    }
    pairing_byes(export, &codes, &mut lines);
    forfeits(export, &codes, &mut lines);
    requested_byes(export, &codes, &mut lines);
    export::withdrawals(export, &mut lines);
    export::accelerations(export, false, &mut lines);
    for (one, other) in &export.forbidden {
        let last = export.rounds_planned.map_or(999, |rounds| export.counted_rounds(rounds, false).1);
        lines.push(&format!("260   1 {last:>3} {:>4} {:>4}", export.teams[*one].number, export.teams[*other].number));
    }
    Ok(lines.0)
}

/// The code of each school, with its legend.
fn schools(export: &Export, lines: &mut Lines) -> BTreeMap<String, String> {
    let names: BTreeSet<&str> = export.teams.iter().filter_map(|t| t.school.as_deref()).collect();
    let schools = codes::school_codes(&names);
    for (name, code) in &schools {
        lines.push(&format!("### school {code} = {name}"));
    }
    schools
}

fn school_of<'s>(team: &ExportTeam, schools: &'s BTreeMap<String, String>) -> &'s str {
    team.school.as_ref().map_or("", |name| schools[name].as_str())
}

/// Starting number of a partner: the teams in order, two by two.
fn starting_number(team: usize, board: usize) -> usize {
    2 * team + board + 1
}

/// On board a the team with White there has White, on board b the other.
fn player(export: &Export, codes: &[Code], index: usize, board: usize, school: &str) -> String {
    let player = &export.teams[index].players[board];
    let is_blank = |code: &Code| matches!(code.result, '+' | '-');
    let sum: i64 = codes.iter().filter(|c| !is_blank(c)).map(|c| export::worth(export, c.result)).sum();
    let rating = player.rating.map_or(String::new(), |r| r.to_string());
    let id = player.federation_id.as_deref().unwrap_or("");
    let mut line = format!(
        "001 {:>4}      {} {rating:>4} {school:<3} {:>11} {:10} {:>4} {:4}",
        starting_number(index, board),
        export::fitted(&player.name, 33),
        export::fitted(id, 11).trim_end(),
        "",
        Hundredths(sum).to_string(),
        ""
    );
    for code in codes {
        match code.opponent {
            // A match that never began is shown by record 330 alone.
            _ if is_blank(code) => line.push_str(&" ".repeat(10)),
            Some(opponent) => {
                let white = code.white.map(|white| white == (board == 0));
                export::push_round(&mut line, Some(starting_number(opponent, board) as u32), white, code.result);
            }
            None => export::push_round(&mut line, None, None, code.result),
        }
    }
    line
}

fn team_line(team: &ExportTeam, index: usize) -> String {
    let score = i64::from(team.record.score().0) * 50;
    let strength = team.rating.map_or(String::new(), |r| r.to_string());
    format!(
        "310 {:>3} {} {:5} {strength:>6} {:>6} {:>6} {:>3}  {:>4} {:>4}",
        team.number,
        export::fitted(&team.name, 32),
        "",
        Hundredths(score).to_string(),
        Hundredths(2 * score).to_string(),
        team.rank,
        starting_number(index, 0),
        starting_number(index, 1)
    )
}

/// Record 320: the odd team of each TRF round. A second line only if a round had two, or byes of different worth.
fn pairing_byes(export: &Export, codes: &[Vec<Code>], lines: &mut Lines) {
    let width = codes.first().map_or(0, Vec::len);
    let mut waiting: Vec<Vec<u32>> = (0..width)
        .map(|round| {
            (0..codes.len())
                .filter(|team| codes[*team][round].result == 'U')
                .map(|team| export.teams[team].number)
                .collect()
        })
        .collect();
    let worth = export::worth(export, 'U');
    while waiting.iter().any(|round| !round.is_empty()) {
        let [game, all] = [worth, 2 * worth].map(|worth| Hundredths(worth).to_string());
        let mut line = format!("320 {game:0>4} {all:0>4}");
        for round in &mut waiting {
            let team = if round.is_empty() { 0 } else { round.remove(0) };
            line.push_str(&format!(" {team:03}"));
        }
        lines.push(&line);
    }
}

/// Record 330: each match that never began, once; who was to have White on board a first, where that is known.
fn forfeits(export: &Export, codes: &[Vec<Code>], lines: &mut Lines) {
    for round in 0..codes.first().map_or(0, Vec::len) {
        for (team, row) in codes.iter().enumerate() {
            let code = row[round];
            let Some(other) = code.opponent.filter(|other| team < *other && matches!(code.result, '+' | '-')) else {
                continue;
            };
            let [white, black] = if code.white == Some(false) { [other, team] } else { [team, other] };
            lines.push(&format!(
                "330 {}{} {:>3} {:>3} {:>3}",
                codes[white][round].result,
                codes[black][round].result,
                round + 1,
                export.teams[white].number,
                export.teams[black].number
            ));
        }
    }
}

/// Record 240: byes that were asked for, past and to come.
fn requested_byes(export: &Export, codes: &[Vec<Code>], lines: &mut Lines) {
    let mut byes = export.announced_byes(false);
    for (team, row) in export.teams.iter().zip(codes) {
        let asked = (1..).zip(row).filter(|(_, code)| matches!(code.result, 'F' | 'H' | 'Z'));
        byes.extend(asked.map(|(round, code)| (code.result, round, team.number)));
    }
    export::byes(lines, byes);
}

/// The file. Numbers end at 9,999.
pub fn write_individuals(export: &Export) -> Result<String, WriteError> {
    export.check_numbers(9_999)?;
    let mut lines = Lines(String::new());
    export.header(export.teams.len(), &mut lines);
    let schools = schools(export, &mut lines);
    for (index, team) in export.teams.iter().enumerate() {
        let codes = export.codes(index);
        let sum: i64 = codes.iter().map(|c| export::worth(export, c.result)).sum();
        let rating = team.rating.map_or(String::new(), |r| r.to_string());
        let school = school_of(team, &schools);
        let mut line = format!(
            "001 {:>4}      {} {rating:>4} {school:<3} {:11} {:10} {:>4} {:>4}",
            team.number,
            export::fitted(&team.name, 33),
            "",
            "",
            Hundredths(sum).to_string(),
            team.rank
        );
        for code in codes {
            // Forfeits have no colours of their own; the smaller index takes White, on both lines.
            let white = code.white.or(code.opponent.map(|other| index < other));
            export::push_round(&mut line, code.opponent.map(|o| export.teams[o].number), white, code.result);
        }
        lines.push(&line);
    }
    export::byes(&mut lines, export.announced_byes(true));
    export::withdrawals(export, &mut lines);
    export::accelerations(export, true, &mut lines);
    for (one, other) in &export.forbidden {
        lines.push(&format!("XXP {} {}", export.teams[*one].number, export.teams[*other].number));
    }
    Ok(lines.0)
}
