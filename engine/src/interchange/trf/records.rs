//! The columns of each record type.

use super::columns::{TrfLine, Word, hundredths};
use super::complaint::{Complaint, Problem};

/// A number with its place, to be looked up later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    pub number: u32,
    pub line: usize,
    pub column: usize,
}

impl Named {
    /// That nobody has this number.
    pub fn unknown(self) -> Complaint {
        Complaint { line: self.line, column: self.column, problem: Problem::Nobody { number: self.number } }
    }
}

/// One round of an `001` line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// 0 for none.
    pub opponent: u32,
    /// `w`, `b`, `-` or blank.
    pub colour: char,
    /// The result code or a blank.
    pub code: char,
}

impl Cell {
    pub const BLANK: Self = Self { opponent: 0, colour: ' ', code: ' ' };
}

/// An `001` line.
pub struct Individual<'a> {
    pub line: usize,
    pub number: u32,
    pub name: &'a str,
    /// Blank and 0 are unrated.
    pub rating: Option<u32>,
    /// Three letters; the school in the first dialect.
    pub federation: &'a str,
    /// Points as stated, in hundredths.
    pub points: Option<i64>,
    pub rank: Option<u32>,
    pub rounds: Vec<Cell>,
}

/// A `310` or `013` line.
pub struct Team<'a> {
    pub line: usize,
    pub number: u32,
    pub name: &'a str,
    /// In hundredths: the mean of two ratings may end in a half.
    pub strength: Option<u32>,
    /// Match points as stated, in hundredths.
    pub match_points: Option<i64>,
    pub rank: Option<u32>,
    /// Starting numbers of the members in board order.
    pub members: Vec<Named>,
}

/// A `330` line: a match that never began.
#[derive(Debug, Clone, Copy)]
pub struct Forfeit {
    /// `+` or `-` for the first-named and the second-named team.
    pub signs: [char; 2],
    pub round: u32,
    pub teams: [Named; 2],
}

/// A number that must be there.
pub fn required(line: &TrfLine<'_>, from: usize, to: usize, what: &'static str) -> Result<u32, Complaint> {
    line.number_in(from, to, what)?.ok_or_else(|| line.complain(from, Problem::Missing { what }))
}

/// Record 001.
pub fn individual<'a>(line: &TrfLine<'a>) -> Result<Individual<'a>, Complaint> {
    let number = required(line, 5, 8, "starting number")?;
    if number == 0 {
        return Err(line.complain(5, Problem::Zero));
    }
    let rounds =
        (91..line.len()).step_by(10).map(|start| cell(line, start)).collect::<Result<Vec<Cell>, Complaint>>()?;
    Ok(Individual {
        line: line.number,
        number,
        name: line.field(15, 47),
        rating: line.number_in(49, 52, "rating")?.filter(|r| *r > 0),
        federation: line.field(54, 56),
        points: line.points_in(81, 84, "points")?,
        rank: line.number_in(86, 89, "rank")?,
        rounds,
    })
}

/// Ten columns a round, the first of them blank: opponent, colour, result.
fn cell(line: &TrfLine<'_>, start: usize) -> Result<Cell, Complaint> {
    let opponent = line.number_in(start + 1, start + 4, "opponent")?.unwrap_or(0);
    let colour = match line.at(start + 6) {
        c @ ('w' | 'b' | '-' | ' ') => c,
        found => return Err(line.complain(start + 6, Problem::Colour { found })),
    };
    let code = match line.at(start + 8).to_ascii_uppercase() {
        c @ ('1' | '0' | '=' | '+' | '-' | 'W' | 'D' | 'L' | 'H' | 'F' | 'U' | 'Z' | ' ') => c,
        found => return Err(line.complain(start + 8, Problem::Result { found })),
    };
    // Other programs write what a bye scored as a result without opponent and colour.
    let code = match (opponent, colour, code) {
        (0, '-' | ' ', '=' | 'D') => 'H',
        (0, '-' | ' ', '0' | 'L') => 'Z',
        _ => code,
    };
    Ok(Cell { opponent, colour, code })
}

/// Record 310.
pub fn team<'a>(line: &TrfLine<'a>) -> Result<Team<'a>, Complaint> {
    Ok(Team {
        line: line.number,
        number: required(line, 5, 7, "team number")?,
        name: line.field(9, 40),
        strength: line.points_in(48, 53, "strength")?.and_then(|s| u32::try_from(s).ok()).filter(|s| *s > 0),
        match_points: line.points_in(55, 60, "match points")?,
        rank: line.number_in(69, 71, "rank")?,
        members: numbers_every_five(line, 74)?,
    })
}

/// The older team record has no number; teams count from 1 in the order of the file.
pub fn old_team<'a>(line: &TrfLine<'a>, number: u32) -> Result<Team<'a>, Complaint> {
    let members = numbers_every_five(line, 37)?;
    Ok(Team {
        line: line.number,
        number,
        name: line.field(5, 36),
        strength: None,
        match_points: None,
        rank: None,
        members,
    })
}

/// Record 330.
pub fn forfeit(line: &TrfLine<'_>) -> Result<Forfeit, Complaint> {
    let team = |from| {
        let number = required(line, from, from + 2, "team number")?;
        Ok(Named { number, line: line.number, column: from })
    };
    let signs = [line.at(5), line.at(6)];
    match signs.iter().position(|s| !matches!(s, '+' | '-')) {
        Some(at) => Err(line.complain(5 + at, Problem::Result { found: signs[at] })),
        None => Ok(Forfeit { signs, round: required(line, 8, 10, "round")?, teams: [team(12)?, team(16)?] }),
    }
}

/// `TW`, `TD`, `TL` with a value each, wherever on the line.
pub fn match_scoring(line: &TrfLine<'_>) -> Result<[i64; 3], Complaint> {
    let mut values = [200, 100, 0];
    let words = line.words(4);
    for pair in words.chunks(2) {
        let which = ["TW", "TD", "TL"].iter().position(|code| *code == pair[0].text);
        let value = pair.get(1).and_then(|word| hundredths(word.text));
        match (which, value) {
            (Some(which), Some(value)) => values[which] = value,
            _ => {
                let found = pair.get(1).unwrap_or(&pair[0]);
                let problem = Problem::NotPoints { what: "value of a match", found: found.text.to_owned() };
                return Err(line.complain(found.column, problem));
            }
        }
    }
    Ok(values)
}

/// Record 260.
pub fn forbidden(line: &TrfLine<'_>) -> Result<(u32, u32, Vec<Named>), Complaint> {
    let from = line.number_in(5, 7, "first round")?.unwrap_or(1);
    let to = line.number_in(9, 11, "last round")?.unwrap_or(u32::MAX);
    Ok((from, to, numbers_every_five(line, 13)?))
}

/// Record 250.
pub fn accelerated(line: &TrfLine<'_>) -> Result<(i64, u32, u32, u32, u32), Complaint> {
    let match_points = line.points_in(5, 8, "virtual match points")?;
    let points = match_points.or(line.points_in(10, 13, "virtual points")?).unwrap_or(0);
    let first_round = required(line, 15, 17, "first round")?;
    let last_round = line.number_in(19, 21, "last round")?.unwrap_or(first_round);
    let first = required(line, 23, 26, "first number")?;
    Ok((points, first_round, last_round, first, line.number_in(28, 31, "last number")?.unwrap_or(first)))
}

pub fn virtual_points(line: &TrfLine<'_>) -> Result<Option<(Named, Vec<i64>)>, Complaint> {
    let words = line.words(4);
    let Some((who, points)) = words.split_first() else { return Ok(None) };
    let worth = |word: &Word<'_>| {
        let problem = || Problem::NotPoints { what: "virtual points", found: word.text.to_owned() };
        hundredths(word.text).ok_or_else(|| line.complain(word.column, problem()))
    };
    Ok(Some((named(line, who)?, points.iter().map(worth).collect::<Result<Vec<i64>, Complaint>>()?)))
}

fn named(line: &TrfLine<'_>, word: &Word<'_>) -> Result<Named, Complaint> {
    let problem = || Problem::NotANumber { what: "starting number", found: word.text.to_owned() };
    let number = word.text.parse().map_err(|_| line.complain(word.column, problem()))?;
    Ok(Named { number, line: line.number, column: word.column })
}

/// Blank-separated numbers, as the XX records have them.
pub fn numbers(line: &TrfLine<'_>) -> Result<Vec<Named>, Complaint> {
    line.words(4).iter().map(|word| named(line, word)).collect()
}

/// Four-column numbers with a blank between, to the end of the line.
pub fn numbers_every_five(line: &TrfLine<'_>, start: usize) -> Result<Vec<Named>, Complaint> {
    let mut found = Vec::new();
    for column in (start..=line.len()).step_by(5) {
        if let Some(number) = line.number_in(column, column + 3, "number")?.filter(|n| *n > 0) {
            found.push(Named { number, line: line.number, column });
        }
    }
    Ok(found)
}

/// Record 299: points assigned by hand, in hundredths of a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Abnormal {
    pub match_points: Option<i64>,
    pub game_points: Option<i64>,
    pub round: u32,
    pub who: Vec<Named>,
    pub line: usize,
    /// Where the points stand.
    pub column: usize,
}

/// By the columns of the format, or by those that the comment above the record heads `MMMM GGGG RRR` and so on.
pub fn abnormal(line: &TrfLine<'_>, heading: &[(&str, usize)]) -> Result<Abnormal, Complaint> {
    let headed = |letter: char| {
        let at = heading.iter().position(|(word, _)| word.len() > 1 && word.chars().all(|c| c == letter))?;
        let (word, from) = heading[at];
        Some((from, from + word.len() - 1, heading.get(at + 1).map(|(_, next)| *next)))
    };
    let columns = |letter: char, from: usize, to: usize| headed(letter).map_or((from, to), |(from, to, _)| (from, to));
    let (matches, games, rounds) = (columns('M', 8, 11), columns('G', 14, 17), columns('R', 20, 22));
    let match_points = line.points_in(matches.0, matches.1, "assigned match points")?;
    let game_points = line.points_in(games.0, games.1, "assigned game points")?;
    if match_points.or(game_points).is_none() {
        return Err(line.complain(matches.0, Problem::NothingAssigned { matches, games }));
    }
    let column = if match_points.is_some() { matches.0 } else { games.0 };
    let round = required(line, rounds.0, rounds.1, "round")?;
    let from = headed('R').and_then(|(_, _, next)| next).unwrap_or(24);
    Ok(Abnormal { match_points, game_points, round, who: numbers_every_five(line, from)?, line: line.number, column })
}
