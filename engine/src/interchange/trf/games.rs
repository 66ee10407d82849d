//! Compares the `001` lines with one another, and makes the records of teams written as individuals.

use super::complaint::{Complaint, Hundredths, Instead, Problem};
use super::file::{Announced, Entrant};
use super::records::{Cell, Individual};
use super::rounds;
use super::rounds::Half;
use super::scan::Scan;
use super::scoring::{self, Scoring};
use crate::tournament::{ByePoints, HalfPoints, Record, TeamId, Unplayed};

/// Entrants with their records.
pub struct Table {
    pub entrants: Vec<Entrant>,
    /// Tournament rounds played or posted.
    pub rounds: u32,
    /// Byes written into columns of rounds to come.
    pub announced: Vec<Announced>,
}

/// The column where a field of a round is: `offset` 1 for the opponent, 6 for the colour, 8 for the result.
pub fn column(round: usize, offset: usize) -> usize {
    91 + 10 * round + offset
}

/// A game that was begun.
pub fn is_played(code: char) -> bool {
    matches!(code, '1' | '0' | '=' | 'W' | 'D' | 'L')
}

/// TRF rounds that were paired: somebody has an opponent in them, or what only a pairing gives without one. A bye asked for may be announced,
/// and so may an absence, which other programs write as a loss by forfeit to nobody.
pub fn rounds_paired(scan: &Scan<'_>) -> usize {
    let last = |i: &Individual<'_>| {
        i.rounds.iter().rposition(|c| c.opponent > 0 || matches!(c.code, '+' | 'U')).map_or(0, |at| at + 1)
    };
    let forfeited = scan.forfeits.iter().map(|f| f.round as usize);
    scan.individuals.iter().map(last).chain(forfeited).max().unwrap_or(0)
}

pub fn check_numbers(scan: &Scan<'_>, complaints: &mut Vec<Complaint>) {
    for pair in scan.individuals.windows(2).filter(|pair| pair[0].number == pair[1].number) {
        let problem = Problem::Twice { number: pair[1].number, first: pair[0].line };
        complaints.push(Complaint { line: pair[1].line, column: 5, problem });
    }
}

/// Every `001` line against those of its opponents, its own points and the rounds planned.
pub fn check(scan: &Scan<'_>, matches: u8, complaints: &mut Vec<Complaint>) {
    let paired = rounds_paired(scan);
    for (at, individual) in scan.individuals.iter().enumerate() {
        for (round, cell) in individual.rounds.iter().enumerate() {
            if let Err((offset, problem)) = check_cell(scan, at, round, *cell) {
                complaints.push(Complaint { line: individual.line, column: column(round, offset), problem });
            }
        }
        complaints.extend(check_points(scan, individual, paired));
    }
    if let Some(planned) = scan.planned {
        let late = |i: &&Individual<'_>| i.rounds.iter().skip(planned as usize).any(|c| *c != Cell::BLANK);
        if let Some(individual) = scan.individuals.iter().filter(late).min_by_key(|i| i.line) {
            let looks_double = matches == 1 && meets_twice_running(scan, paired);
            let problem = Problem::TooManyRounds { round: planned + 1, planned, matches, looks_double };
            complaints.push(Complaint { line: individual.line, column: column(planned as usize, 1), problem });
        }
    }
    if !paired.is_multiple_of(usize::from(matches)) {
        let line = scan.individuals.iter().map(|i| i.line).min().unwrap_or(1);
        complaints.push(Complaint {
            line,
            column: column(paired - 1, 1),
            problem: Problem::OddRounds { rounds: paired as u32 },
        });
    }
}

/// Whether everyone who met somebody in an odd round met the same one in the round after it.
fn meets_twice_running(scan: &Scan<'_>, paired: usize) -> bool {
    let opponent = |i: &Individual<'_>, round: usize| i.rounds.get(round).map_or(0, |cell| cell.opponent);
    let is_same = |first: usize| scan.individuals.iter().all(|i| opponent(i, first) == opponent(i, first + 1));
    (0..paired).step_by(2).all(is_same)
}

fn check_cell(scan: &Scan<'_>, at: usize, round: usize, cell: Cell) -> Result<(), (usize, Problem)> {
    let (me, named) = (&scan.individuals[at], round as u32 + 1);
    let (number, opponent, result) = (me.number, cell.opponent, cell.code);
    if opponent == 0 {
        return if is_played(result) { Err((8, Problem::NoOpponent { round: named, result })) } else { Ok(()) };
    }
    if matches!(result, 'H' | 'F' | 'U' | 'Z') {
        return Err((8, Problem::ByeWithOpponent { round: named, result, opponent }));
    }
    if opponent == number {
        return Err((1, Problem::Itself { number, round: named }));
    }
    let Some(theirs) = scan.index_of(opponent) else { return Err((1, Problem::Nobody { number: opponent })) };
    let other = &scan.individuals[theirs];
    let across = other.rounds.get(round).copied().unwrap_or(Cell::BLANK);
    if across.opponent != number {
        let instead = if across.opponent == 0 { Instead::Nothing } else { Instead::Met(across.opponent) };
        return Err((1, Problem::OneSided { round: named, number, opponent, other: other.line, instead }));
    }
    // Both lines agree on who met whom; the later one gets the blame for the rest.
    if me.line < other.line {
        return Ok(());
    }
    if !is_compatible(result, across.code) {
        return Err((
            8,
            Problem::Disagreement { round: named, number, result, opponent, theirs: across.code, other: other.line },
        ));
    }
    if is_played(result) && matches!(cell.colour, 'w' | 'b') && cell.colour == across.colour {
        return Err((6, Problem::SameColour { round: named, number, opponent, other: other.line }));
    }
    Ok(())
}

fn is_compatible(mine: char, theirs: char) -> bool {
    matches!(
        (mine, theirs),
        ('1' | 'W', '0' | 'L')
            | ('0' | 'L', '1' | 'W' | '0' | 'L')
            | ('=' | 'D', '=' | 'D')
            | ('+', '-')
            | ('-', '+' | '-')
            | (' ', ' ')
    )
}

/// The points column may or may not count byes announced for rounds to come, and byes announced in 240 only. In real teams
/// the bye belongs to the team [320], and a player's line may count it or not.
fn check_points(scan: &Scan<'_>, individual: &Individual<'_>, paired: usize) -> Option<Complaint> {
    // In real teams the assigned points are the team's, and how they fall to its players is not said.
    let stated = individual.points.filter(|_| scan.abnormal.is_empty() || scan.teams.is_empty())?;
    let assigned = rounds::difference(scan, individual.number, individual.rounds.iter().map(|cell| cell.code));
    let stated_by_results = stated - assigned;
    let is_team_bye = |cell: &Cell| cell.code == 'U' && !scan.teams.is_empty();
    let sum = |cells: &mut dyn Iterator<Item = &Cell>| cells.map(|c| scan.scoring.worth(c.code)).sum::<i64>();
    let worth = |cells: &[Cell]| sum(&mut cells.iter().filter(|c| **c != Cell::BLANK && !is_team_bye(c)));
    let team_byes = sum(&mut individual.rounds.iter().filter(|c| is_team_bye(c)));
    let written = worth(&individual.rounds);
    let so_far = worth(&individual.rounds[..paired.min(individual.rounds.len())]);
    let is_blank = |round: u32| individual.rounds.get(round as usize - 1).is_none_or(|c| *c == Cell::BLANK);
    let announced: i64 = scan
        .byes
        .iter()
        .filter(|(_, round, named)| named.number == individual.number && *round > 0 && is_blank(*round))
        .map(|(kind, _, _)| scan.scoring.worth(*kind))
        .sum();
    if [written, so_far, written + announced, so_far + announced, written + team_byes].contains(&stated_by_results) {
        return None;
    }
    let problem = Problem::Points { sum: Hundredths(so_far + assigned), stated: Hundredths(stated) };
    Some(Complaint { line: individual.line, column: 81, problem })
}

/// The entrants of a file that writes teams as individuals.
pub fn entrants(scan: &mut Scan<'_>, matches: u8, complaints: &mut Vec<Complaint>) -> Table {
    fill_announced_byes(scan);
    let paired = rounds_paired(scan);
    let rounds = paired / usize::from(matches);
    let numbers: Vec<u32> = scan.individuals.iter().map(|i| i.number).collect();
    let mut entrants = Vec::with_capacity(numbers.len());
    let mut announced = Vec::new();
    for (at, individual) in scan.individuals.iter().enumerate() {
        let mut record = Record { team: TeamId(individual.number), rounds: Vec::with_capacity(rounds) };
        for first in (0..rounds * usize::from(matches)).step_by(matches.into()) {
            let halves: Vec<Half> =
                (first..first + usize::from(matches)).map(|round| half(scan, individual, round)).collect();
            match rounds::merge(&halves, &numbers, first as u32 + 1) {
                Ok(round) => record.rounds.push(round),
                Err(problem) => complaints.push(Complaint { line: individual.line, column: column(first, 1), problem }),
            }
        }
        for (beyond, cell) in individual.rounds.iter().enumerate().skip(rounds * usize::from(matches)) {
            let letter = match cell.code {
                'U' => 'F',
                '-' => 'Z',
                code => code,
            };
            let Some(points) = ByePoints::of_letter(letter) else { continue };
            announced.push(Announced { entrant: at, round: (beyond / usize::from(matches)) as u32 + 1, points });
        }
        entrants.push(Entrant {
            number: individual.number,
            name: individual.name.to_owned(),
            rating: individual.rating.map(|rating| 100 * rating),
            school: (!individual.federation.is_empty()).then(|| individual.federation.to_owned()),
            rank: individual.rank,
            record,
            board_points: Vec::new(),
            withdrawn: scan.withdrawn.iter().any(|named| named.number == individual.number),
        });
    }
    Table { entrants, rounds: rounds as u32, announced }
}

/// Byes of record 240 that the `001` lines leave blank.
fn fill_announced_byes(scan: &mut Scan<'_>) {
    let paired = rounds_paired(scan);
    for (kind, round, named) in scan.byes.clone() {
        let round = round as usize;
        let Some(at) = scan.index_of(named.number).filter(|_| (1..=paired).contains(&round)) else { continue };
        let cells = &mut scan.individuals[at].rounds;
        cells.resize(cells.len().max(round), Cell::BLANK);
        if cells[round - 1] == Cell::BLANK {
            cells[round - 1].code = kind;
        }
    }
}

fn half(scan: &Scan<'_>, individual: &Individual<'_>, round: usize) -> Half {
    let cell = individual.rounds.get(round).copied().unwrap_or(Cell::BLANK);
    let Some(opponent) = scan.index_of(cell.opponent) else {
        let Scoring { win, draw, loss, .. } = scan.scoring;
        let bye = bye(cell.code, scoring::share(scan.scoring.worth(cell.code), [win, draw, loss]));
        return rounds::applied(scan, bye, individual.number, None, round as u32 + 1);
    };
    let across = scan.individuals[opponent].rounds.get(round).copied().unwrap_or(Cell::BLANK);
    if cell.code == ' ' {
        return Half::Open { opponent };
    }
    let half = Half::Match {
        opponent,
        own: points(cell.code),
        theirs: points(across.code),
        played: is_played(cell.code),
        white: cell.colour == 'w',
    };
    rounds::applied(scan, half, individual.number, Some(cell.opponent), round as u32 + 1)
}

pub fn points(code: char) -> HalfPoints {
    match code {
        '1' | 'W' | '+' => HalfPoints::WIN,
        '=' | 'D' => HalfPoints::DRAW,
        _ => HalfPoints::ZERO,
    }
}

/// A round without an opponent.
pub fn bye(code: char, worth: i64) -> Half {
    match code {
        'F' | 'U' => Half::Bye { kind: Unplayed::FullBye, worth, assigned: code == 'U' },
        'H' => Half::Bye { kind: Unplayed::HalfBye, worth: 50, assigned: false },
        '+' => Half::Bye { kind: Unplayed::ForfeitWin, worth: 100, assigned: false },
        '-' => Half::Bye { kind: Unplayed::ForfeitLoss, worth: 0, assigned: false },
        _ => Half::NOTHING,
    }
}
