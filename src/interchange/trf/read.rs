//! Reads a TRF file whole: its lines, what they come to together, and all that is wrong with them.

use super::complaint::{Complaint, Problem};
use super::event::{Dialect, Event, ReadOptions};
use super::scoring::MATCH_SCORING;
use super::{abnormal, games, pairing_wishes, scan, teams};

/// Reads a file as it lies on the disk: UTF-8, or Windows-1252 where it is not that.
pub fn read_bytes(bytes: &[u8], options: ReadOptions) -> Result<Event, Vec<Complaint>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => read(text, options),
        Err(_) => read(&encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0, options),
    }
}

/// Reads a file. All complaints come at once, by line and column.
pub fn read(text: &str, options: ReadOptions) -> Result<Event, Vec<Complaint>> {
    let mut complaints = Vec::new();
    let mut scan = scan::scan(text, &mut complaints);
    if scan.individuals.is_empty() && complaints.is_empty() {
        complaints.push(Complaint { line: 1, column: 1, problem: Problem::NobodyEntered });
    }
    let dialect = if scan.teams.is_empty() { Dialect::TeamsAsIndividuals } else { Dialect::RealTeams };
    scan.planned = options.rounds.or(scan.planned);
    games::check_numbers(&scan, &mut complaints);
    // A line that could not be read would make its opponents' lines look wrong too.
    if !complaints.is_empty() {
        return Err(complaints);
    }
    abnormal::check(&scan, &mut complaints);
    games::check(&scan, options.matches, &mut complaints);
    let table = match dialect {
        Dialect::TeamsAsIndividuals => games::entrants(&mut scan, options.matches, &mut complaints),
        Dialect::RealTeams => teams::entrants(&scan, options.matches, &mut complaints),
    };
    let wishes = pairing_wishes::resolve(&scan, &table.entrants, table.rounds, &mut complaints);
    if !complaints.is_empty() {
        complaints.sort_by_key(|c| (c.line, c.column));
        return Err(complaints);
    }
    let mut announced = table.announced;
    announced.extend(wishes.announced);
    announced.sort_by_key(|a| (a.round, a.entrant));
    announced.dedup_by_key(|a| (a.round, a.entrant));
    Ok(Event {
        name: scan.name.to_owned(),
        dialect,
        entrants: table.entrants,
        matches: options.matches,
        boards: scan.boards.unwrap_or(2),
        rounds: table.rounds,
        rounds_planned: scan.planned,
        type_code: scan.type_code.to_owned(),
        tiebreaks: scan.tiebreaks.iter().map(|t| (*t).to_owned()).collect(),
        win: if dialect == Dialect::TeamsAsIndividuals {
            scan.scoring.win
        } else {
            scan.match_scoring.unwrap_or(MATCH_SCORING)[0]
        },
        announced,
        forbidden: wishes.forbidden,
        accelerated: wishes.accelerated,
        notes: scan.notes,
    })
}
