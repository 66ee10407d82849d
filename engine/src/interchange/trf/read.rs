//! Reads a TRF file whole: its lines, what they come to together (also what it says of rounds to come: absences, forbidden pairs, virtual
//! points), and all that is wrong with them.

use super::complaint::{Complaint, Problem};
use super::file::{Acceleration, Announced, Dialect, Forbidden, ReadOptions, TrfFile};
use super::records::Named;
use super::scan::Scan;
use super::{games, rounds, scan, teams};
use crate::tournament::ByePoints;

/// Reads a file as it lies on the disk: UTF-8, or Windows-1252 where it is not that.
pub fn read_bytes(bytes: &[u8], options: ReadOptions) -> Result<TrfFile, Vec<Complaint>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => read(text, options),
        Err(_) => read(&encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0, options),
    }
}

/// Reads a file. All complaints come at once, by line and column.
pub fn read(text: &str, options: ReadOptions) -> Result<TrfFile, Vec<Complaint>> {
    let mut complaints = Vec::new();
    let mut scan = scan::scan(text, &mut complaints);
    if scan.individuals.is_empty() && complaints.is_empty() {
        complaints.push(Complaint { line: 1, column: 1, problem: Problem::NobodyEntered });
    }
    let dialect = if scan.teams.is_empty() { Dialect::TeamsAsIndividuals } else { Dialect::RealTeams };
    let matches = options.matches.or(scan.matches).unwrap_or(1);
    if matches == 2 && !scan.counts_file_rounds {
        scan.count_file_rounds();
    }
    let in_file = |rounds: u32| rounds.saturating_mul(matches.into());
    scan.planned = options.rounds.map(in_file).or(scan.planned);
    games::check_numbers(&scan, &mut complaints);
    // A line that could not be read would make its opponents' lines look wrong too.
    if !complaints.is_empty() {
        return Err(complaints);
    }
    rounds::check(&scan, &mut complaints);
    games::check(&scan, matches, &mut complaints);
    let table = match dialect {
        Dialect::TeamsAsIndividuals => games::entrants(&mut scan, matches, &mut complaints),
        Dialect::RealTeams => teams::entrants(&scan, matches, &mut complaints),
    };
    let mut event = TrfFile {
        name: scan.name.to_owned(),
        dialect,
        entrants: table.entrants,
        matches,
        boards: scan.boards.unwrap_or(2),
        rounds: table.rounds,
        rounds_planned: scan.planned.map(|planned| planned.div_ceil(matches.into())),
        type_code: scan.type_code.to_owned(),
        tiebreaks: scan.tiebreaks.iter().map(|t| (*t).to_owned()).collect(),
        win: scan.win(),
        announced: table.announced,
        ..TrfFile::default()
    };
    resolve(&scan, &mut event, &mut complaints);
    if !complaints.is_empty() {
        complaints.sort_by_key(|c| (c.line, c.column));
        return Err(complaints);
    }
    event.announced.sort_by_key(|a| (a.round, a.entrant));
    event.announced.dedup_by_key(|a| (a.round, a.entrant));
    Ok(TrfFile { notes: scan.notes, ..event })
}

/// Byes for rounds to come, forbidden pairs and virtual points: resolves every number, and rounds of the file to those of the tournament;
/// unknown numbers are complained of.
fn resolve(scan: &Scan<'_>, event: &mut TrfFile, complaints: &mut Vec<Complaint>) {
    let TrfFile { entrants, rounds, announced, forbidden, accelerated, .. } = event;
    let matches = u32::from(event.matches);
    let whole = |round: u32| round.div_ceil(matches);
    let mut known =
        |named: &Named| teams::index_of(entrants, *named).map_err(|complaint| complaints.push(complaint)).ok();
    for (kind, round, named) in &scan.byes {
        let Some(entrant) = known(named).filter(|_| whole(*round) > *rounds) else { continue };
        let points = ByePoints::of_letter(*kind).unwrap_or(ByePoints::Zero);
        announced.push(Announced { entrant, round: whole(*round), points });
    }
    for entrant in scan.absent.iter().filter_map(&mut known) {
        announced.push(Announced { entrant, round: *rounds + 1, points: ByePoints::Zero });
    }
    for (from, to, group) in &scan.forbidden {
        let group: Vec<usize> = group.iter().filter_map(&mut known).collect();
        for (at, one) in group.iter().enumerate() {
            forbidden.extend(group[at + 1..].iter().map(|other| Forbidden {
                pair: (*one, *other),
                from: whole(*from),
                to: whole(*to),
            }));
        }
    }
    for (who, points) in &scan.virtual_points {
        let Some(entrant) = known(who) else { continue };
        for (round, points) in (1..).zip(points.iter().step_by(matches as usize)) {
            accelerated.push(Acceleration { entrant, round, points: scan.half_points(*points) });
        }
    }
    for (points, from, to, first, last) in &scan.accelerated {
        let group = entrants.iter().enumerate().filter(|(_, e)| (*first..=*last).contains(&e.number));
        for (entrant, _) in group {
            let points = scan.half_points(*points);
            let last = (*to).min(scan.planned.unwrap_or(99));
            accelerated.extend((whole(*from)..=whole(last)).map(|round| Acceleration { entrant, round, points }));
        }
    }
}
