//! What is written to a TRF file, and the parts that both dialects share.

use super::codes::{self, DOUBLE};
use super::complaint::Hundredths;
use crate::pairing::{Acceleration, System};
use crate::standings::TieBreak;
use crate::tournament::{ByePoints, Format, HalfPoints, MatchScore, Record, RoundRecord, Unplayed};
use std::fmt::Write;

/// One section, ready to be written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Export {
    /// Title: tournament and section.
    pub name: String,
    pub city: Option<String>,
    /// First and only day.
    pub date: Option<chrono::NaiveDate>,
    pub rounds_planned: Option<u32>,
    pub matches: u8,
    /// Record 192; see [`type_code`].
    pub type_code: &'static str,
    /// In the order in which they are applied.
    pub tiebreaks: Vec<TieBreak>,
    /// Every team that ever stood in the section. Records name opponents by index into this list.
    pub teams: Vec<ExportTeam>,
    /// Byes asked for in rounds to come: index, round, points.
    pub announced: Vec<(usize, u32, ByePoints)>,
    /// Pairs on the director's do-not-pair list, by index.
    pub forbidden: Vec<(usize, usize)>,
    /// Teams that left a schedule and are struck from the standings, by index: their results count for nobody.
    pub struck: Vec<usize>,
    /// What the format has no record for, a line each.
    pub notes: Vec<String>,
    /// Virtual points of an accelerated section: index, round, half points of a match.
    pub accelerated: Vec<(usize, u32, HalfPoints)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportTeam {
    /// The number it goes by in the file, unique.
    pub number: u32,
    pub name: String,
    pub rating: Option<u32>,
    /// Its school, or both of the partners' as one name.
    pub school: Option<String>,
    /// The partners, the one on board a first.
    pub players: [ExportPlayer; 2],
    /// Place in the standings.
    pub rank: u32,
    /// What each round came to.
    pub record: Record,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExportPlayer {
    /// As it may be shown.
    pub name: String,
    pub rating: Option<u32>,
    pub federation_id: Option<String>,
}

/// A section that the format has no room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    #[error("team number {number} doesn't fit: this kind of TRF file only goes up to {limit}{}", if *limit < 1000 { "; write teams as individuals instead" } else { "" })]
    NumberTooLarge {
        number: u32,
        /// What the columns hold.
        limit: u32,
    },
}

/// Record 192 for a section.
pub fn type_code(format: Format, system: System, acceleration: Acceleration) -> &'static str {
    match (format, system, acceleration) {
        (Format::RoundRobin, _, _) => "BERGER_TEAM_ROUNDROBIN",
        (Format::DoubleRoundRobin, _, _) => "BERGER_TEAM_DOUBLEROUNDROBIN",
        (Format::Quads, _, _) => "CUSTOM_TEAM_ROUNDROBIN",
        (Format::Knockout, _, _) => "CUSTOM_TEAM_KNOCKOUT",
        (Format::Swiss, System::FideTeam, Acceleration::None) => "FIDE_TEAM_MP",
        (Format::Swiss, System::FideTeam, Acceleration::Baku) => "FIDE_TEAM_MP_BAKU",
        (Format::Swiss, _, _) => "CUSTOM_TEAM_SWISS_MP",
    }
}

/// Lines of a file, each ended by CR LF.
pub struct Lines(pub String);

impl Lines {
    /// Adds a line, without blanks at its end.
    pub fn push(&mut self, line: &str) {
        self.0.push_str(line.trim_end());
        self.0.push_str("\r\n");
    }
}

/// One TRF round of a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// Index of the opponent, met or scheduled.
    pub opponent: Option<usize>,
    /// White on board a; `None` where nobody sat down.
    pub white: Option<bool>,
    pub result: char,
}

impl Export {
    /// Refuses numbers beyond the columns.
    pub fn check_numbers(&self, limit: u32) -> Result<(), WriteError> {
        match self.teams.iter().map(|t| t.number).max() {
            Some(number) if number > limit => Err(WriteError::NumberTooLarge { number, limit }),
            _ => Ok(()),
        }
    }

    /// The records before the entrants.
    pub fn header(&self, entrants: usize, lines: &mut Lines) {
        lines.push(&format!("012 {}", one_line(&self.name)));
        if let Some(city) = &self.city {
            lines.push(&format!("022 {}", one_line(city)));
        }
        if let Some(date) = self.date {
            let date = date.format("%Y/%m/%d");
            lines.push(&format!("042 {date}"));
            lines.push(&format!("052 {date}"));
        }
        let rated = self.teams.iter().flat_map(|t| &t.players).filter(|p| p.rating.is_some()).count();
        let rated =
            if entrants == self.teams.len() { self.teams.iter().filter(|t| t.rating.is_some()).count() } else { rated };
        lines.push(&format!("062 {entrants}"));
        lines.push(&format!("072 {rated}"));
        lines.push(&format!("082 {}", self.teams.len()));
        lines.push("092 Bughouse, teams of two");
        let individuals = entrants == self.teams.len();
        let planned = self.rounds_planned.map(|rounds| self.counted_rounds(rounds, individuals).1);
        if let Some(rounds) = planned {
            lines.push(&format!("142 {rounds}"));
        }
        let bye = worth(self, 'U');
        if bye != 100 {
            lines.push(&format!("162  P{:>4}", Hundredths(bye).to_string()));
        }
        lines.push(&format!("192 {}", self.type_code));
        let codes: Vec<String> = self.tiebreaks.iter().map(|t| codes::tie_break_code(*t)).collect();
        lines.push(&format!("212 {}", [vec!["PTS".to_owned()], codes].concat().join(",")));
        if let Some(rounds) = planned {
            lines.push(&format!("XXR {rounds}"));
        }
        for team in &self.teams {
            let rounds = (1..).zip(&team.record.rounds);
            let brought = rounds.filter(|(_, r)| matches!(r, RoundRecord::Unplayed { kind: Unplayed::Moved, .. }));
            let brought: Vec<String> = brought.map(|(round, _): (u32, _)| round.to_string()).collect();
            if !brought.is_empty() {
                let rounds = brought.join(", ");
                lines.push(&format!(
                    "### {} played in another section in round {rounds}: F, H and Z are its points.",
                    team.number
                ));
            }
        }
        for note in &self.notes {
            lines.push(&format!("### {note}"));
        }
        if self.matches > 1 {
            let counted = if individuals { "." } else { "; every record counts rounds of the file." };
            lines.push(&format!("### {DOUBLE}{counted}"));
        }
    }

    /// The first and the last round that a record gives for a round. Of individuals they are rounds of the tournament; of teams, as TRF26 has
    /// them, rounds of the file.
    pub fn counted_rounds(&self, round: u32, individuals: bool) -> (u32, u32) {
        let matches = if individuals { 1 } else { u32::from(self.matches) };
        ((round - 1) * matches + 1, round * matches)
    }

    /// Byes of rounds to come, as record 240 has them: kind, round, number.
    pub fn announced_byes(&self, individuals: bool) -> Vec<(char, u32, u32)> {
        let announced = self.announced.iter();
        let byes = |(team, round, points): &(usize, u32, ByePoints)| {
            let (first, last) = self.counted_rounds(*round, individuals);
            let (letter, number) = (points.letter(), self.teams[*team].number);
            (first..=last).map(move |round| (letter, round, number))
        };
        announced.flat_map(byes).collect()
    }

    /// Tournament rounds that any team has behind it.
    pub fn rounds(&self) -> usize {
        self.teams.iter().map(|t| t.record.rounds.len()).max().unwrap_or(0)
    }

    /// Half points a match of the odd team's bye, if there was one.
    fn pairing_bye(&self) -> Option<HalfPoints> {
        let assigned = |round: &RoundRecord| match round {
            RoundRecord::Unplayed { points, assigned: true, .. } => Some(self.a_match(*points)),
            _ => None,
        };
        self.teams.iter().flat_map(|t| &t.record.rounds).find_map(assigned)
    }

    /// A round's points as points of its first match: an equal share, or what a match can score where that is no half point.
    fn a_match(&self, points: HalfPoints) -> HalfPoints {
        let matches = i32::from(self.matches);
        if points.0 % matches == 0 { HalfPoints(points.0 / matches) } else { points.min(HalfPoints::WIN) }
    }

    /// A team's rounds as TRF rounds, one a match.
    pub fn codes(&self, team: usize) -> Vec<Code> {
        let halves = |round| (0..self.matches.into()).map(move |half| self.code(team, round, half));
        (0..self.rounds()).flat_map(halves).collect()
    }

    fn code(&self, team: usize, round: usize, half: usize) -> Code {
        let nobody = |result| Code { opponent: None, white: None, result };
        match self.teams[team].record.rounds.get(round) {
            None => nobody('Z'),
            Some(RoundRecord::Played { opponent, matches, white }) => {
                let result = matches.get(half).map_or(' ', result);
                Code { opponent: Some(*opponent), white: white.get(half).copied(), result }
            }
            Some(RoundRecord::Open { opponent, matches }) => {
                let white = (team < *opponent) == half.is_multiple_of(2);
                Code { opponent: Some(*opponent), white: Some(white), result: matches.get(half).map_or(' ', result) }
            }
            Some(RoundRecord::Unplayed {
                kind: kind @ (Unplayed::ForfeitWin | Unplayed::ForfeitLoss),
                matches,
                scheduled,
                ..
            }) => {
                let as_a_whole = if *kind == Unplayed::ForfeitWin { '+' } else { '-' };
                Code { opponent: *scheduled, white: None, result: matches.get(half).map_or(as_a_whole, result) }
            }
            // The format has no word for points carried over but a bye's.
            Some(RoundRecord::Unplayed { kind: Unplayed::Moved, points, .. }) => {
                nobody(['Z', 'H', 'F'][(points.0 as usize).saturating_sub(2 * half).min(2)])
            }
            Some(RoundRecord::Unplayed { kind, points, assigned, .. }) => {
                nobody(self.bye(*kind, *points, *assigned, half))
            }
        }
    }

    fn bye(&self, kind: Unplayed, points: HalfPoints, assigned: bool, half: usize) -> char {
        let matches = i32::from(self.matches);
        let full = 2 * matches;
        match kind {
            // Half a point, or one and a half, for two matches is the most of it in the first and the rest in the other.
            Unplayed::FullBye | Unplayed::ZeroBye
                if assigned
                    && self.pairing_bye() == Some(self.a_match(points))
                    && (half == 0 || points.0 % matches == 0) =>
            {
                'U'
            }
            Unplayed::FullBye if points.0 % matches != 0 => match (points.0 as usize).saturating_sub(2 * half) {
                2.. => 'F',
                1 => 'H',
                _ => 'Z',
            },
            Unplayed::FullBye if points.0 == full => 'F',
            Unplayed::FullBye | Unplayed::HalfBye if points.0 > 0 => 'H',
            _ => 'Z',
        }
    }
}

fn result(score: &MatchScore) -> char {
    match (score.own, score.played) {
        (HalfPoints::DRAW, _) => '=',
        (own, true) if own > HalfPoints::DRAW => '1',
        (own, false) if own > HalfPoints::DRAW => '+',
        (_, true) => '0',
        (_, false) => '-',
    }
}

/// What a result code adds to the points column of a line, in hundredths.
pub fn worth(export: &Export, code: char) -> i64 {
    match code {
        '1' | '+' | 'F' => 100,
        '=' | 'H' => 50,
        'U' => i64::from(export.pairing_bye().map_or(2, |each| each.0)) * 50,
        _ => 0,
    }
}

/// Ten columns of one round: two blanks, opponent, colour, result.
pub fn push_round(line: &mut String, opponent: Option<u32>, white: Option<bool>, result: char) {
    let colour = match white {
        Some(true) => 'w',
        Some(false) => 'b',
        None => '-',
    };
    let number = opponent.map_or("0000".to_owned(), |n| n.to_string());
    write!(line, "  {number:>4} {colour} {result}").expect("writing to a string cannot fail");
}

/// A text cut to its columns, on one line.
pub fn fitted(text: &str, width: usize) -> String {
    let cut: String = one_line(text).chars().take(width).collect();
    format!("{cut:<width$}")
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Records 240: byes by kind and round.
pub fn byes(lines: &mut Lines, mut byes: Vec<(char, u32, u32)>) {
    byes.sort_by_key(|(kind, round, number)| (*round, *kind, *number));
    for group in byes.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let mut line = format!("240 {} {:>3}", group[0].0, group[0].1);
        for (_, _, number) in group {
            write!(line, " {number:>4}").expect("writing to a string cannot fail");
        }
        lines.push(&line);
    }
}

/// Record XXW, our own: who left a schedule and is struck. The format has no other word for it.
pub fn withdrawals(export: &Export, lines: &mut Lines) {
    let numbers: Vec<String> = export.struck.iter().map(|team| export.teams[*team].number.to_string()).collect();
    if !numbers.is_empty() {
        lines.push(&format!("XXW {}", numbers.join(" ")));
    }
}

/// Records 250: virtual points by runs of rounds and of neighbours in the file. Individuals have them as game points.
pub fn accelerations(export: &Export, individuals: bool, lines: &mut Lines) {
    let runs = |team: usize| {
        let mut own: Vec<(u32, HalfPoints)> = export
            .accelerated
            .iter()
            .filter(|(index, ..)| *index == team)
            .map(|(_, round, points)| (*round, *points))
            .collect();
        own.sort_unstable();
        let same = |a: &(u32, HalfPoints), b: &(u32, HalfPoints)| b.0 == a.0 + 1 && b.1 == a.1;
        let in_file = |run: &[(u32, HalfPoints)]| {
            let [first, last] =
                [run[0], run[run.len() - 1]].map(|(round, _)| export.counted_rounds(round, individuals));
            (first.0, last.1, run[0].1)
        };
        own.chunk_by(same).map(in_file).collect::<Vec<_>>()
    };
    let all: Vec<(usize, Vec<_>)> = (0..export.teams.len()).map(|team| (team, runs(team))).collect();
    for neighbours in all.chunk_by(|a, b| a.1 == b.1) {
        let number = |at: Option<&(usize, _)>| at.map_or(0, |(team, _)| export.teams[*team].number);
        let (first, last) = (number(neighbours.first()), number(neighbours.last()));
        for (from, to, worth) in &neighbours[0].1 {
            let worth = Hundredths(i64::from(worth.0) * 50).to_string();
            let [matches, games] = if individuals { ["", &worth] } else { [worth.as_str(), ""] };
            lines.push(&format!("250 {matches:>4} {games:>4} {from:>3} {to:>3} {first:>4} {last:>4}"));
        }
    }
}
