//! Writes teams as individuals: one `001` line a team, which every pairing checker opens.

use super::export;
use super::export::Export;
use super::export::Lines;
use super::export::WriteError;
use super::school_codes;
use std::collections::BTreeSet;

/// The file. Numbers end at 9,999.
pub fn write_individuals(export: &Export) -> Result<String, WriteError> {
    export.check_numbers(9_999)?;
    let mut lines = Lines(String::new());
    export.header(export.teams.len(), &mut lines);
    let names: BTreeSet<&str> = export.teams.iter().filter_map(|t| t.school.as_deref()).collect();
    let schools = school_codes::codes(&names);
    for (name, code) in &schools {
        lines.push(&format!("### school {code} = {name}"));
    }
    let rounds = export.rounds();
    for (index, team) in export.teams.iter().enumerate() {
        let codes: Vec<export::Code> = (0..rounds).flat_map(|round| export.codes(index, round)).collect();
        let sum: i64 = codes.iter().map(|c| export::worth(export, c.result)).sum();
        let rating = team.rating.map_or(String::new(), |r| r.to_string());
        let school = team.school.as_ref().map_or("", |name| schools[name].as_str());
        let mut line = format!(
            "001 {:>4}      {} {rating:>4} {school:<3} {:11} {:10} {:>4} {:>4}",
            team.number,
            export::fitted(&team.name, 33),
            "",
            "",
            export::points(sum),
            team.rank
        );
        for code in codes {
            // Forfeits have no colours of their own; the smaller index takes White, on both lines.
            let white = code.white.or(code.opponent.map(|other| index < other));
            export::push_round(&mut line, code.opponent.map(|o| export.teams[o].number), white, code.result);
        }
        lines.push(&line);
    }
    let announced = export
        .announced
        .iter()
        .map(|(team, round, points)| (export::bye_letter(*points), *round, export.teams[*team].number));
    export::byes(&mut lines, &announced.collect::<Vec<_>>());
    export::withdrawals(export, &mut lines);
    export::accelerations(export, true, &mut lines);
    for (one, other) in &export.forbidden {
        lines.push(&format!("XXP {} {}", export.teams[*one].number, export.teams[*other].number));
    }
    Ok(lines.0)
}
