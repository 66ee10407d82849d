//! First pass: each line by its record type, columns taken apart, nothing compared yet.

use super::codes::DOUBLE;
use super::columns::{TrfLine, hundredths};
use super::complaint::{Complaint, Hundredths, Problem};
use super::file::{Note, PassedOver};
use super::records::{self, Abnormal, Forfeit, Individual, Named, Team};
use super::scoring::{MATCH_SCORING, Scoring};
use crate::tournament::HalfPoints;
use std::collections::HashMap;

/// Everything the file says, taken apart.
#[derive(Default)]
pub struct Scan<'a> {
    /// Record 012.
    pub name: &'a str,
    /// Matches a round, where a comment of our own says so.
    pub matches: Option<u8>,
    /// The records count rounds of the file, and a comment of our own says so. Of double rounds that others or earlier versions
    /// wrote, they count whole ones.
    pub counts_file_rounds: bool,
    /// Records 142 and XXR.
    pub planned: Option<u32>,
    /// Record 192.
    pub type_code: &'a str,
    /// Records 202 and 212, as written.
    pub tiebreaks: Vec<&'a str>,
    /// Records 162 and XXS.
    pub scoring: Scoring,
    /// Record 352: how many boards a match has.
    pub boards: Option<u8>,
    /// Record 362: a match won, drawn, lost.
    match_scoring: Option<[i64; 3]>,
    /// Where what a result is worth was said last.
    scored_on: usize,
    /// Record 001.
    pub individuals: Vec<Individual<'a>>,
    /// Record 310; record 013 where there is none.
    pub teams: Vec<Team<'a>>,
    /// Record 013, which says less of the same teams.
    old_teams: Vec<Team<'a>>,
    /// Record 320: match and game points, then round (from 1) and team.
    pub team_byes: Vec<(i64, Option<i64>, u32, Named)>,
    /// Record 330.
    pub forfeits: Vec<Forfeit>,
    /// Record 240: type, round of the file, who.
    pub byes: Vec<(char, u32, Named)>,
    /// XXZ: absent from the coming round.
    pub absent: Vec<Named>,
    /// XXW, our own: who left the event for good.
    pub withdrawn: Vec<Named>,
    /// Records 260 and XXP: rounds of the file from and to, who may not meet.
    pub forbidden: Vec<(u32, u32, Vec<Named>)>,
    /// Record 250: points in hundredths, rounds of the file from and to, the first and last number.
    pub accelerated: Vec<(i64, u32, u32, u32, u32)>,
    /// XXA: who, and points in hundredths round by round.
    pub virtual_points: Vec<(Named, Vec<i64>)>,
    /// Record 299: points assigned by hand.
    pub abnormal: Vec<Abnormal>,
    /// What was passed over.
    pub notes: Vec<Note>,
    /// Words of the comment just above, with the columns where they begin: some files so head the columns of a record.
    heading: Vec<(&'a str, usize)>,
    /// Where each starting number is among the individuals.
    places: Vec<Option<usize>>,
}

/// Takes a file apart. Complaints are added to the list, and the line they are about is left out.
pub fn scan<'a>(text: &'a str, complaints: &mut Vec<Complaint>) -> Scan<'a> {
    let mut scan = Scan::default();
    for (at, text) in lines(text).enumerate() {
        let line = TrfLine::new(at + 1, text);
        if let Err(complaint) = scan.take(&line) {
            complaints.push(complaint);
        }
    }
    scan.sort();
    let old_teams = std::mem::take(&mut scan.old_teams);
    match old_teams.first() {
        Some(first) if scan.teams.is_empty() && !scan.met_as_teams(&old_teams) => {
            scan.notes.push(Note { line: first.line, what: PassedOver::TeamsWithoutMatches });
        }
        Some(_) if scan.teams.is_empty() => scan.teams = old_teams,
        _ => {}
    }
    let [win, draw, loss] = scan.ranked_by();
    if loss != 0 || draw * 2 != win {
        let [win, draw, loss] = [win, draw, loss].map(Hundredths);
        scan.notes.push(Note { line: scan.scored_on, what: PassedOver::Scoring { win, draw, loss } });
    }
    scan
}

/// Lines ended by CR, LF or both.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let by_cr = !text.contains('\n');
    let ends = move |c: char| c == if by_cr { '\r' } else { '\n' };
    text.split(ends).map(|line| line.trim_end_matches('\r'))
}

impl<'a> Scan<'a> {
    /// Puts individuals and teams in the order of their numbers.
    fn sort(&mut self) {
        self.individuals.sort_by_key(|i| (i.number, i.line));
        self.teams.sort_by_key(|t| (t.number, t.line));
        self.places = vec![None; self.individuals.last().map_or(0, |i| i.number as usize + 1)];
        self.individuals
            .iter()
            .enumerate()
            .for_each(|(at, individual)| self.places[individual.number as usize] = Some(at));
    }

    /// A match won, drawn and lost, as the file has it.
    pub fn match_scoring(&self) -> [i64; 3] {
        self.match_scoring.unwrap_or(MATCH_SCORING)
    }

    /// A match won, drawn and lost in the points that the file ranks by.
    fn ranked_by(&self) -> [i64; 3] {
        let Scoring { win, draw, loss, .. } = self.scoring;
        if self.teams.is_empty() { [win, draw, loss] } else { self.match_scoring() }
    }

    /// What a match won is worth in the points that the file ranks by.
    pub fn win(&self) -> i64 {
        self.ranked_by()[0]
    }

    /// Rounds of two matches as the two rounds of the file that they take.
    pub fn count_file_rounds(&mut self) {
        let last = |round: u32| round.saturating_mul(2);
        self.planned = self.planned.map(last);
        let both = |(kind, round, named): &(char, u32, Named)| {
            [(*kind, last(*round) - 1, *named), (*kind, last(*round), *named)]
        };
        self.byes = self.byes.iter().flat_map(both).collect();
        for (from, to) in self
            .forbidden
            .iter_mut()
            .map(|(from, to, _)| (from, to))
            .chain(self.accelerated.iter_mut().map(|(_, from, to, ..)| (from, to)))
        {
            (*from, *to) = (last(*from).saturating_sub(1), last(*to));
        }
    }

    /// Hundredths of the file's points as half points of a match.
    pub fn half_points(&self, hundredths: i64) -> HalfPoints {
        HalfPoints((hundredths * 2 / self.win().max(1)) as i32)
    }

    /// Where a starting number is among the individuals.
    pub fn index_of(&self, number: u32) -> Option<usize> {
        self.places.get(number as usize).copied().flatten()
    }

    /// Whether the teams of record 013 played matches, rather than being named beside an event of individuals.
    fn met_as_teams(&self, teams: &[Team<'a>]) -> bool {
        let is_team_event = self.boards.is_some() || self.match_scoring.is_some() || self.type_code.contains("TEAM");
        if is_team_event || !self.team_byes.is_empty() || !self.forfeits.is_empty() {
            return true;
        }
        let mut team_of = HashMap::new();
        for team in teams {
            team_of.extend(team.members.iter().map(|member| (member.number, team.number)));
        }
        let mut met = HashMap::new();
        let games =
            self.individuals.iter().flat_map(|own| own.rounds.iter().zip(1..).map(move |game| (own.number, game)));
        games.filter(|(_, (game, _))| game.opponent > 0).all(|(own, (game, round))| {
            let (Some(own), Some(other)) = (team_of.get(&own), team_of.get(&game.opponent)) else { return false };
            own != other && *met.entry((*own, round)).or_insert(*other) == *other
        })
    }

    fn take(&mut self, line: &TrfLine<'a>) -> Result<(), Complaint> {
        let heading = std::mem::take(&mut self.heading);
        match line.raw(1, 3) {
            "###" => {
                self.heading = line.words(4).iter().map(|word| (word.text, word.column)).collect();
                if let Some(more) = line.rest(4).strip_prefix(DOUBLE) {
                    (self.matches, self.counts_file_rounds) = (Some(2), more != ".");
                }
            }
            "001" => self.individuals.push(records::individual(line)?),
            "012" => self.name = line.rest(5),
            "142" | "XXR" => self.planned = line.number_in(4, line.len().max(4), "number of rounds")?.or(self.planned),
            "192" => self.type_code = line.rest(5),
            "202" | "212" => {
                self.tiebreaks = line.rest(5).split(',').map(str::trim).filter(|t| !t.is_empty()).collect()
            }
            "162" => self.scoring_pairs(line)?,
            "XXS" => self.scoring_words(line)?,
            "362" => {
                self.match_scoring = Some(records::match_scoring(line)?);
                self.scored_on = line.number;
            }
            "352" => self.boards = u8::try_from(line.rest(5).len()).ok().filter(|n| *n > 0),
            "310" => self.teams.push(records::team(line)?),
            "013" => self.old_teams.push(records::old_team(line, self.old_teams.len() as u32 + 1)?),
            "320" => self.team_byes(line)?,
            "330" => self.forfeits.push(records::forfeit(line)?),
            "240" => self.byes(line)?,
            "XXZ" => self.absent.extend(records::numbers(line)?),
            "XXW" => self.withdrawn.extend(records::numbers(line)?),
            "XXP" => self.forbidden.push((1, u32::MAX, records::numbers(line)?)),
            "260" => self.forbidden.push(records::forbidden(line)?),
            "250" => self.accelerated.push(records::accelerated(line)?),
            "XXA" => self.virtual_points.extend(records::virtual_points(line)?),
            "299" => {
                self.abnormal.push(records::abnormal(line, &heading)?);
                self.heading = heading;
            }
            code => self.pass_over(code, line),
        }
        Ok(())
    }

    /// Blank lines and the records that only inform are no news; anything else is.
    fn pass_over(&mut self, code: &str, line: &TrfLine<'_>) {
        const INFORM: &[&str] = &[
            "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "152", "172", "182",
            "222", "300", "801", "802", "XXC",
        ];
        if !code.trim().is_empty() && !INFORM.contains(&code) {
            self.notes.push(Note { line: line.number, what: PassedOver::Unknown(code.to_owned()) });
        }
    }

    fn scoring_pairs(&mut self, line: &TrfLine<'_>) -> Result<(), Complaint> {
        self.scored_on = line.number;
        for start in (6..=line.len()).step_by(9) {
            if let Some(worth) = line.points_in(start + 1, start + 4, "value of a result")? {
                self.scoring.set(line.field(start, start), worth);
            }
        }
        Ok(())
    }

    fn scoring_words(&mut self, line: &TrfLine<'_>) -> Result<(), Complaint> {
        self.scored_on = line.number;
        for word in line.words(4) {
            let (code, value) = word.text.split_once('=').unwrap_or((word.text, ""));
            let worth = hundredths(value).ok_or_else(|| {
                line.complain(word.column, Problem::NotPoints { what: "value of a result", found: value.to_owned() })
            })?;
            self.scoring.set(code, worth);
        }
        Ok(())
    }

    fn team_byes(&mut self, line: &TrfLine<'_>) -> Result<(), Complaint> {
        let Some(match_points) = line.points_in(5, 8, "match points of a bye")? else {
            return Err(line.complain(5, Problem::Missing { what: "match points of a bye" }));
        };
        let game_points = line.points_in(10, 13, "game points of a bye")?;
        for (round, column) in (15..=line.len()).step_by(4).enumerate() {
            if let Some(number) = line.number_in(column, column + 2, "team with the bye")?.filter(|n| *n > 0) {
                let named = Named { number, line: line.number, column };
                self.team_byes.push((match_points, game_points, round as u32 + 1, named));
            }
        }
        Ok(())
    }

    fn byes(&mut self, line: &TrfLine<'_>) -> Result<(), Complaint> {
        let kind = line.at(5);
        if !matches!(kind, 'F' | 'H' | 'Z') {
            return Err(line.complain(5, Problem::ByeType { found: kind }));
        }
        let round = records::required(line, 7, 9, "round")?;
        for named in records::numbers_every_five(line, 11)? {
            self.byes.push((kind, round, named));
        }
        Ok(())
    }
}
