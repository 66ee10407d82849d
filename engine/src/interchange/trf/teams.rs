//! Makes the records of real teams out of their players' games [TRF26 310, 320, 330, 240].

use super::complaint::{Complaint, Hundredths, Problem};
use super::file::Entrant;
use super::games::Table;
use super::records::{Cell, Named, Team};
use super::rounds::Half;
use super::scan::Scan;
use super::{games, rounds, scoring};
use crate::tournament::{HalfPoints, Record, TeamId};
use std::collections::HashMap;

struct Roster<'s, 'a> {
    scan: &'s Scan<'a>,
    teams: Vec<&'s Team<'a>>,
    /// Team of each player, by index.
    team_of: HashMap<usize, usize>,
    /// Players of each team by index, in board order.
    members: Vec<Vec<usize>>,
    boards: usize,
}

/// The entrants of a file with real teams.
pub fn entrants(scan: &Scan<'_>, matches: u8, complaints: &mut Vec<Complaint>) -> Table {
    let roster = roster(scan, complaints);
    let paired = games::rounds_paired(scan);
    let rounds = paired / usize::from(matches);
    let numbers: Vec<u32> = roster.teams.iter().map(|t| t.number).collect();
    let mut entrants = Vec::with_capacity(numbers.len());
    for (at, team) in roster.teams.iter().enumerate() {
        let mut record = Record { team: TeamId(team.number), rounds: Vec::with_capacity(rounds) };
        let mut board_points = Vec::with_capacity(rounds);
        for first in (0..rounds * usize::from(matches)).step_by(matches.into()) {
            let mut halves = Vec::new();
            let mut boards = vec![HalfPoints::ZERO; roster.boards];
            for round in first..first + usize::from(matches) {
                match roster.half(at, round) {
                    Ok((half, points)) => {
                        let opponent = match half {
                            Half::Match { opponent, .. } => Some(roster.teams[opponent].number),
                            Half::Open { .. } | Half::Bye { .. } => None,
                        };
                        let half = rounds::applied(scan, half, team.number, opponent, round as u32 + 1);
                        boards.iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
                        halves.push(half);
                    }
                    Err(complaint) => complaints.push(complaint),
                }
            }
            board_points.push(boards);
            match rounds::merge(&halves, &numbers, first as u32 + 1) {
                Ok(round) => record.rounds.push(round),
                Err(problem) => complaints.push(Complaint { line: team.line, column: 1, problem }),
            }
        }
        complaints.extend(roster.check_points(team, &record));
        let rating = team.strength.or_else(|| roster.mean_rating(at));
        entrants.push(Entrant {
            number: team.number,
            name: team.name.to_owned(),
            rating,
            school: roster.school(at),
            rank: team.rank,
            record,
            board_points,
            withdrawn: scan.withdrawn.iter().any(|named| named.number == team.number),
        });
    }
    Table { entrants, rounds: rounds as u32, announced: Vec::new() }
}

fn roster<'s, 'a>(scan: &'s Scan<'a>, complaints: &mut Vec<Complaint>) -> Roster<'s, 'a> {
    let teams: Vec<&Team<'a>> = scan.teams.iter().collect();
    for pair in teams.windows(2).filter(|pair| pair[0].number == pair[1].number) {
        let problem = Problem::Twice { number: pair[1].number, first: pair[0].line };
        complaints.push(Complaint { line: pair[1].line, column: 5, problem });
    }
    let mut team_of = HashMap::new();
    let mut members = vec![Vec::new(); teams.len()];
    for (at, team) in teams.iter().enumerate() {
        for named in &team.members {
            let problem = match scan.index_of(named.number) {
                None => Problem::Nobody { number: named.number },
                Some(player) => match team_of.insert(player, at) {
                    Some(earlier) => Problem::InTwoTeams { player: named.number, team: teams[earlier].number },
                    None => {
                        members[at].push(player);
                        continue;
                    }
                },
            };
            complaints.push(Complaint { line: named.line, column: named.column, problem });
        }
    }
    let everyone = scan.team_byes.iter().map(|(_, _, _, n)| n).chain(scan.forfeits.iter().flat_map(|f| &f.teams));
    for named in everyone.filter(|named| !teams.iter().any(|t| t.number == named.number)) {
        complaints.push(named.unknown());
    }
    for (points, _, round, named) in &scan.team_byes {
        if scoring::share(*points, scan.match_scoring()) % 50 != 0 {
            let problem = Problem::NotHalves { round: *round, points: Hundredths(*points) };
            complaints.push(Complaint { line: named.line, column: 5, problem });
        }
    }
    Roster { scan, teams, team_of, members, boards: scan.boards.unwrap_or(2).into() }
}

impl Roster<'_, '_> {
    /// What is in the federation field of all of its players.
    fn school(&self, team: usize) -> Option<String> {
        let mut federations = self.members[team].iter().map(|player| self.scan.individuals[*player].federation);
        let first = federations.next().filter(|first| !first.is_empty())?;
        federations.all(|other| other == first).then(|| first.to_owned())
    }

    fn cell(&self, player: usize, round: usize) -> Cell {
        self.scan.individuals[player].rounds.get(round).copied().unwrap_or(Cell::BLANK)
    }

    fn mean_rating(&self, team: usize) -> Option<u32> {
        let ratings: Vec<u32> = self.members[team].iter().filter_map(|p| self.scan.individuals[*p].rating).collect();
        (!ratings.is_empty() && ratings.len() == self.members[team].len())
            .then(|| 100 * ratings.iter().sum::<u32>() / ratings.len() as u32)
    }

    /// One TRF round of a team, and its points board by board.
    fn half(&self, team: usize, round: usize) -> Result<(Half, Vec<HalfPoints>), Complaint> {
        let playing: Vec<(usize, Cell)> =
            self.members[team].iter().map(|p| (*p, self.cell(*p, round))).filter(|(_, cell)| is_board(*cell)).collect();
        let Some(opponent) = self.opponent(team, round, &playing)? else {
            return Ok(self.without_opponent(team, round));
        };
        if playing.iter().any(|(_, cell)| cell.code == ' ') {
            return Ok((Half::Open { opponent }, vec![HalfPoints::ZERO; self.boards]));
        }
        let boards: Vec<HalfPoints> = playing.iter().map(|(_, cell)| games::points(cell.code)).collect();
        let own: HalfPoints = boards.iter().copied().sum();
        let across = self.members[opponent].iter().map(|p| self.cell(*p, round)).filter(|cell| is_board(*cell));
        let theirs: HalfPoints = across.map(|cell| games::points(cell.code)).sum();
        let half = Half::Match {
            opponent,
            own: match_points(own, theirs),
            theirs: match_points(theirs, own),
            played: playing.iter().any(|(_, cell)| games::is_played(cell.code)),
            white: playing.first().is_some_and(|(_, cell)| cell.colour == 'w'),
        };
        Ok((half, boards))
    }

    /// The team that the members met; one and the same for all of them.
    fn opponent(&self, team: usize, round: usize, playing: &[(usize, Cell)]) -> Result<Option<usize>, Complaint> {
        let mut met = None;
        for (player, cell) in playing {
            let across = self.scan.index_of(cell.opponent).and_then(|p| self.team_of.get(&p).copied());
            // A number that nobody has is complained of where the games are compared.
            let Some(across) = across else { continue };
            if let Some(one) = met.filter(|one| *one != across) {
                let number = |t: usize| self.teams[t].number;
                let problem = Problem::SplitTeam {
                    round: round as u32 + 1,
                    team: number(team),
                    one: number(one),
                    other: number(across),
                };
                return Err(Complaint {
                    line: self.scan.individuals[*player].line,
                    column: games::column(round, 1),
                    problem,
                });
            }
            met = Some(across);
        }
        Ok(met)
    }

    fn without_opponent(&self, team: usize, round: usize) -> (Half, Vec<HalfPoints>) {
        let number = self.teams[team].number;
        let named = round as u32 + 1;
        let all = |points: HalfPoints| vec![points; self.boards];
        if let Some((half, points)) = self.forfeit(number, named) {
            return (half, all(points));
        }
        let scoring = self.scan.match_scoring();
        if let Some((worth, games, _, _)) =
            self.scan.team_byes.iter().find(|(_, _, r, who)| *r == named && who.number == number)
        {
            let share = scoring::share(*worth, scoring);
            let each = games.map_or(share / 50, |games| games * 2 / 100 / self.boards as i64);
            return (games::bye('U', share / 50 * 50), all(HalfPoints(each as i32)));
        }
        if let Some((kind, _, _)) = self.scan.byes.iter().find(|(_, r, who)| *r == named && who.number == number) {
            return (games::bye(*kind, 100), all(board_points(*kind)));
        }
        let codes: Vec<char> = self.members[team].iter().map(|p| self.cell(*p, round).code).collect();
        let boards = codes
            .iter()
            .map(|code| HalfPoints((self.scan.scoring.worth(*code) * 2 / self.scan.scoring.win.max(1)) as i32))
            .collect();
        match codes.iter().find(|code| **code != ' ') {
            // Nothing said: the pairing's bye is a drawn match [C.04.6 1.4].
            Some('U') => (games::bye('U', 50), boards),
            Some(code) => (games::bye(*code, 100), boards),
            None => (Half::NOTHING, all(HalfPoints::ZERO)),
        }
    }

    fn forfeit(&self, team: u32, round: u32) -> Option<(Half, HalfPoints)> {
        let forfeit =
            self.scan.forfeits.iter().find(|f| f.round == round && f.teams.iter().any(|t| t.number == team))?;
        let side = usize::from(forfeit.teams[1].number == team);
        let opponent = self.teams.iter().position(|t| t.number == forfeit.teams[1 - side].number)?;
        let [own, theirs] = [forfeit.signs[side], forfeit.signs[1 - side]].map(games::points);
        Some((Half::Match { opponent, own, theirs, played: false, white: side == 0 }, own))
    }

    fn check_points(&self, team: &Team<'_>, record: &Record) -> Option<Complaint> {
        let stated = team.match_points?;
        let scoring = self.scan.match_scoring();
        // Sums can be compared only where a draw is half of a win.
        if scoring[2] != 0 || scoring[1] * 2 != scoring[0] {
            return None;
        }
        let sum = i64::from(record.score().0) * scoring[1];
        let problem = Problem::Points { sum: Hundredths(sum), stated: Hundredths(stated) };
        (sum != stated).then_some(Complaint { line: team.line, column: 55, problem })
    }
}

/// A board of a match: with an opponent, or won or lost against an empty chair.
fn is_board(cell: Cell) -> bool {
    cell.opponent > 0 || matches!(cell.code, '+' | '-')
}

fn match_points(own: HalfPoints, theirs: HalfPoints) -> HalfPoints {
    match own.cmp(&theirs) {
        std::cmp::Ordering::Greater => HalfPoints::WIN,
        std::cmp::Ordering::Equal if own > HalfPoints::ZERO => HalfPoints::DRAW,
        _ => HalfPoints::ZERO,
    }
}

/// What a bye of record 240 scores on each board.
fn board_points(kind: char) -> HalfPoints {
    match kind {
        'F' => HalfPoints::WIN,
        'H' => HalfPoints::DRAW,
        _ => HalfPoints::ZERO,
    }
}

pub fn index_of(teams: &[Entrant], named: Named) -> Result<usize, Complaint> {
    teams.binary_search_by_key(&named.number, |e| e.number).map_err(|_| named.unknown())
}
