//! Paper for the hour in which the machine fails: standings and past opponents, a pairing sheet and slips to write on.

use super::document::{Block, Cell, Column, Document, Page, Table};
use super::masthead::{Masthead, Stamp};
use super::naming::TeamRef;
use super::printable::Report;
use super::{crosstable, standings};
use crate::event::Event;
use crate::pairing::swiss::Consent;
use crate::standings::crosstable::counted;
use crate::tournament::names::list;
use crate::tournament::{Assignment, ByePoints, Format, Round, Section, TableNumber, TeamId};
use serde::Serialize;
use std::collections::BTreeMap;

/// How a Swiss round is paired by hand.
const BY_SCORE: &str = "Within each score group: top half against bottom half, no rematches. If the number is odd, the lowest team that has not had a bye gets one.";

/// Teams whose lists and slips stand on one sheet.
const FEW: usize = 8;

/// Rounds to come that the list of teams has room for.
const ROOM: usize = 4;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PaperSection {
    pub section: String,
    /// The last round that the scores hold; 0 before the first.
    pub after_round: u32,
    /// What it is called: `round 3`, `the semifinals`.
    #[serde(skip)]
    pub after_called: String,
    pub rounds: Option<u32>,
    /// Best first; who has left, or is out of a knockout, is not among them while a round is to come.
    pub teams: Vec<TeamRow>,
    /// Who must not meet, by the director's wish.
    pub forbidden: Vec<[TeamRef; 2]>,
    /// The rounds that can be written on: the one in play or to be paired, in a schedule all that are left; none after the last.
    pub to_play: Vec<OnPaper>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TeamRow {
    pub rank: u32,
    /// As printed.
    pub points: String,
    pub team: TeamRef,
    /// Round by round as in a crosstable: `W12`, `B`.
    pub met: Vec<String>,
    /// The rounds to come that it asked to sit out.
    pub byes_asked_for: Vec<Asked>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Asked {
    pub round: u32,
    pub points: ByePoints,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OnPaper {
    pub round: u32,
    #[serde(skip)]
    pub called: String,
    pub starts: Option<String>,
    pub matches: u8,
    pub tables: Vec<RoundTable>,
    /// Who sits at no table, where that is settled.
    pub out: Vec<Out>,
    /// How empty tables are filled.
    #[serde(skip)]
    pub how: Option<String>,
}

/// A team at no table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Out {
    pub team: TeamRef,
    pub points: Option<ByePoints>,
}

/// A table of the round. Teams and results that are not known are left for the pen.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RoundTable {
    pub table: u32,
    pub teams: Option<[TeamRef; 2]>,
    pub results: Vec<Option<String>>,
}

pub fn view(event: &Event, section: Option<&Section>, stamp: Stamp) -> Report {
    let tournament = event.tournament();
    let wanted = tournament.sections.iter().filter(|one| section.is_none_or(|section| one.id == section.id));
    let parts = wanted.map(|section| part(event, section)).collect();
    sheets(parts, Masthead::new(tournament, section, None, stamp))
}

pub fn sheets(parts: Vec<PaperSection>, masthead: Masthead) -> Report {
    let blocks: Vec<Vec<Block>> = parts.iter().map(PaperSection::blocks).collect();
    let document = Document::new("Running the event by hand", masthead)
        .on(Page { ruled: true, ..Page::default() })
        .with_all(blocks.join(&Block::NewSheet));
    Report::of(document, BTreeMap::from([("sections", parts)]))
}

fn part(event: &Event, section: &Section) -> PaperSection {
    let after = event.standing_round(section);
    let to_play = to_play(event, section);
    let tournament = event.tournament();
    let is_here = |team: &TeamRef| match to_play.first() {
        Some(sheet) if section.format == Format::Knockout && sheet.how.is_none() => sheet.has(team),
        Some(sheet) => tournament.has_part(TeamId(team.number), section.id, sheet.round),
        None => true,
    };
    let records = event.records(section, after);
    let number = |index: usize| records[index].team.0;
    let standing = standings::rows(event, section, after);
    let struck = standings::struck(&standing, &records);
    let row = |row: standings::StandingsRow| {
        let record = records.iter().find(|record| record.team.0 == row.team.number)?;
        let met = (1..).zip(&record.rounds).map(|(round, played)| {
            let cell = counted(played, section.matches, &struck).0;
            crosstable::shown(event, section, record.team, round, &cell, &number)
        });
        Some(TeamRow {
            rank: row.rank,
            points: row.points.shown,
            team: row.team,
            met: met.collect(),
            byes_asked_for: asked(event, section, after, record.team),
        })
    };
    PaperSection {
        section: section.name.clone(),
        after_round: after,
        after_called: event.round_called(section, after),
        rounds: section.rounds,
        teams: standing.into_iter().filter(|row| is_here(&row.team)).filter_map(row).collect(),
        forbidden: forbidden(event, section),
        to_play,
    }
}

/// The byes that a team asked for, of rounds after this one.
fn asked(event: &Event, section: &Section, after: u32, team: TeamId) -> Vec<Asked> {
    let last = section.rounds.unwrap_or(after + 1);
    let asked = |round| event.asked_bye(section, team, round).map(|points| Asked { round, points });
    (after + 1..=last).filter_map(asked).collect()
}

/// The pairs of a section that are on the do-not-pair list.
fn forbidden(event: &Event, section: &Section) -> Vec<[TeamRef; 2]> {
    let here = |team: TeamId| event.tournament().teams_in(section.id).any(|one| one.id == team);
    let pairs = event.facts.wishes.forbidden.iter().filter(|pair| pair.iter().all(|team| here(*team)));
    pairs.filter_map(|pair| both(event, *pair)).collect()
}

/// The round in play, else the one to be paired; of a schedule every one that is left, for it is known.
fn to_play(event: &Event, section: &Section) -> Vec<OnPaper> {
    let latest = event.latest_round(section.id);
    let open = latest.filter(|round| !event.missing(section, round).is_empty());
    let next = latest.map_or(1, |round| round.number + 1);
    let last = match section.format {
        Format::Swiss | Format::Knockout if open.is_some() || event.is_won_knockout(section) => next - 1,
        Format::Swiss | Format::Knockout => next.min(section.rounds.unwrap_or(next)),
        Format::RoundRobin | Format::DoubleRoundRobin | Format::Quads => section.rounds.unwrap_or(next),
    };
    let in_play = open.map(|round| in_play(event, section, round));
    in_play.into_iter().chain((next..=last).map(|round| to_pair(event, section, round))).collect()
}

fn in_play(event: &Event, section: &Section, round: &Round) -> OnPaper {
    let round_table = |(table, teams): (_, [TeamId; 2])| {
        let result = |number| event.result_in(round, table, number).map(|result| result.as_typed().to_owned());
        RoundTable { table: table.0, teams: both(event, teams), results: (1..=section.matches).map(result).collect() }
    };
    let out = round.assignments.iter().filter_map(|(team, assignment)| match assignment {
        Assignment::Bye { points, .. } => out(event, *team, Some(*points)),
        Assignment::Table { .. } => None,
    });
    OnPaper {
        round: round.number,
        called: event.round_called(section, round.number),
        starts: starts(event, section, round.number),
        matches: section.matches,
        out: out.collect(),
        tables: round.tables().into_iter().map(round_table).collect(),
        how: None,
    }
}

/// A round that is not posted: with the pairs that a schedule, a bracket or the director has settled, then as many empty tables as the others
/// need.
fn to_pair(event: &Event, section: &Section, round: u32) -> OnPaper {
    let tournament = event.tournament();
    let here = tournament.teams_in(section.id).filter(|team| !tournament.is_away(team, section.id, round));
    let here: Vec<TeamId> = here.map(|team| team.id).collect();
    let whatever = Consent { rematch: true, second_bye: true };
    let proposed = (section.format != Format::Swiss).then(|| event.propose(section, round, whatever).ok()).flatten();
    let asked = |team: &TeamId| event.asked_bye(section, *team, round);
    // Who is paired by hand, unless the director settled it.
    let open: Vec<TeamId> = match section.format {
        Format::Swiss => here.clone(),
        Format::Quads => event.swiss_group(section).unwrap_or_default(),
        // Its ties do not follow from the results as they stand.
        Format::Knockout if proposed.is_none() => {
            event.knockout_places(section, round - 1).into_iter().flatten().next().unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let pairs: Vec<[TeamId; 2]> = match &proposed {
        Some(proposed) => {
            proposed.pairs.iter().map(|(a, b)| [*a, *b]).filter(|pair| !open.contains(&pair[0])).collect()
        }
        None => {
            let wanted = event.facts.wishes.required.iter().filter(|(of, _)| *of == round).map(|(_, pair)| *pair);
            wanted.filter(|pair| pair.iter().all(|team| open.contains(team) && asked(team).is_none())).collect()
        }
    };
    let sits = |team: &TeamId| pairs.iter().flatten().any(|one| one == team);
    let spare = event.spare_house_teams(section, round);
    let is_paired_by_hand =
        |team: &TeamId| open.contains(team) && !sits(team) && !spare.contains(team) && asked(team).is_none();
    let (by_hand, settled): (Vec<TeamId>, Vec<TeamId>) = here.into_iter().partition(is_paired_by_hand);
    let coming = section.qualified_from.filter(|_| round == 1 && pairs.is_empty());
    let empty = coming.map_or(by_hand.len(), |(_, top)| top as usize) / 2;
    let round_table = |(at, table): (usize, TableNumber)| RoundTable {
        table: table.0,
        teams: pairs.get(at).and_then(|pair| both(event, *pair)),
        results: vec![None; usize::from(section.matches)],
    };
    // Who lost is out of a knockout for good.
    let goes_on = |team: &TeamId| match &proposed {
        Some(proposed) if section.format == Format::Knockout => proposed.out.iter().any(|(out, _)| out == team),
        _ => true,
    };
    let out =
        settled.iter().filter(|team| !sits(team) && goes_on(team)).filter_map(|team| out(event, *team, asked(team)));
    OnPaper {
        round,
        called: event.round_called(section, round),
        starts: starts(event, section, round),
        matches: section.matches,
        out: out.collect(),
        tables: event.free_tables(section, pairs.len() + empty, &[]).into_iter().enumerate().map(round_table).collect(),
        how: match coming {
            Some((from, top)) => Some(format!("The top {top} of {} play here.", event.section_name(from))),
            None if section.format == Format::Knockout => (empty > 0).then(|| {
                let by_hand = by_hand.iter().filter_map(|team| TeamRef::find(tournament, *team));
                format!("Still in: {}.", list(by_hand.map(|team| team.with_number())))
            }),
            None => (empty > 0).then(|| BY_SCORE.to_owned()),
        },
    }
}

fn starts(event: &Event, section: &Section, round: u32) -> Option<String> {
    event.tournament().start_time(section.id, round).map(|starts| starts.to_string())
}

fn out(event: &Event, team: TeamId, points: Option<ByePoints>) -> Option<Out> {
    TeamRef::find(event.tournament(), team).map(|team| Out { team, points })
}

fn both(event: &Event, [first, second]: [TeamId; 2]) -> Option<[TeamRef; 2]> {
    let team = |id| TeamRef::find(event.tournament(), id);
    Some([team(first)?, team(second)?])
}

impl PaperSection {
    fn blocks(&self) -> Vec<Block> {
        let when = match (self.after_round, self.rounds) {
            (0, _) => "before round 1".to_owned(),
            (_, Some(rounds)) if self.after_called.starts_with("round") => {
                format!("after {} of {rounds}", self.after_called)
            }
            _ => format!("after {}", self.after_called),
        };
        let mut blocks = vec![Block::heading(1, format!("{} {when}", self.section)), self.standing().into()];
        blocks.extend(self.apart());
        if self.to_play.is_empty() {
            blocks.push(Block::Paragraph("All rounds have been played.".to_owned()));
        }
        // All of a small section is on one sheet.
        let apart = (self.teams.len() > FEW || self.to_play.len() > 1).then_some(Block::NewSheet);
        for sheet in &self.to_play {
            let starts = sheet.starts.as_ref().map(|starts| format!(" · starts {starts}")).unwrap_or_default();
            let round = sheet.called.trim_start_matches("the ");
            let title = format!("{} {round}{starts}", self.section);
            blocks.extend(apart.clone());
            blocks.extend([Block::heading(1, &title), sheet.pairings(&title).into()]);
            blocks.extend(sheet.how.iter().map(|how| Block::Paragraph(how.clone())));
            blocks.extend(sheet.how.as_ref().and_then(|_| self.apart()));
            blocks.extend(sheet.seatless());
            let slips = sheet.slips(&self.section, round);
            if !slips.rows.is_empty() {
                blocks.extend(apart.clone());
                blocks.extend([Block::heading(1, format!("{title}: slips to cut")), slips.into()]);
            }
        }
        blocks
    }

    fn apart(&self) -> Option<Block> {
        let pair = |[one, other]: &[TeamRef; 2]| format!("{} and {}", one.with_number(), other.with_number());
        let pairs: Vec<String> = self.forbidden.iter().map(pair).collect();
        (!pairs.is_empty()).then(|| Block::Paragraph(format!("Do not pair: {}.", pairs.join("; "))))
    }

    fn standing(&self) -> Table {
        let last = self.rounds.unwrap_or(self.after_round + 1);
        let to_come = (self.after_round + 1..=last).take(ROOM);
        let bye = |row: &TeamRow, round| row.byes_asked_for.iter().find(|bye| bye.round == round).map(Asked::shown);
        let to_come = to_come
            .map(|round| (Column::mark(format!("Rd {round}")), move |row: &&TeamRow| Cell::maybe(&bye(row, round))));
        Table::of(format!("{}: standings and past opponents", self.section), &self.teams)
            .column(Column::number("Rank"), |row| Cell::whole(row.rank))
            .column(Column::number("Pts"), |row| Cell::text(&row.points).strong())
            .column(Column::number("No."), |row| Cell::whole(row.team.number))
            .column(Column::text("Team").over("Players").naming(), |row| row.team.cell())
            .column(Column::text("School"), |row| Cell::maybe(&row.team.school))
            .column(Column::text("Opponents"), |row| Cell::text(row.met.join(" ")))
            .columns(to_come)
            .table()
    }
}

impl Asked {
    fn shown(&self) -> String {
        let points = match self.points {
            ByePoints::Full => "1",
            ByePoints::Half => "½",
            ByePoints::Zero => "0",
        };
        format!("bye {points}")
    }
}

impl Out {
    fn shown(&self) -> String {
        let bye = match self.points {
            Some(ByePoints::Full) => " (full point)",
            Some(ByePoints::Half) => " (half a point)",
            Some(ByePoints::Zero) | None => "",
        };
        format!("{}{bye}", self.team.with_number())
    }
}

impl OnPaper {
    /// Whether a team sits at a table of it, or is known to sit at none.
    fn has(&self, team: &TeamRef) -> bool {
        let seated = self.tables.iter().flat_map(|table| table.teams.iter().flatten());
        seated.chain(self.out.iter().map(|out| &out.team)).any(|one| one.number == team.number)
    }

    /// Who sits at no table, as far as that is settled.
    fn seatless(&self) -> Option<Block> {
        let out: Vec<String> = self.out.iter().map(Out::shown).collect();
        let text = match out.is_empty() {
            false => format!("Not playing: {}", out.join(", ")),
            true => "Everybody plays.".to_owned(),
        };
        (self.how.is_none() || !out.is_empty()).then_some(Block::Paragraph(text))
    }

    fn pairings(&self, caption: &str) -> Table {
        let result = |at: usize| (Column::mark("Result"), move |table: &&RoundTable| Cell::maybe(&table.results[at]));
        Table::of(caption, &self.tables)
            .column(Column::number("Table").naming(), |table| Cell::whole(table.table).strong())
            .column(Column::text("First team").over("Players"), |table| table.cell(0))
            .column(Column::text("Second team").over("Players"), |table| table.cell(1))
            .columns((0..usize::from(self.matches)).map(result))
            .table()
    }

    /// A strip a match that has no result yet.
    fn slips(&self, section: &str, round: &str) -> Table {
        let open = |table: &RoundTable| {
            (1..)
                .zip(&table.results)
                .filter(|(_, result)| result.is_none())
                .map(|(number, _)| number)
                .collect::<Vec<_>>()
        };
        let strips = self.tables.iter().flat_map(|table| open(table).into_iter().map(move |number| (table, number)));
        let several = self.matches > 1;
        Table::of(format!("{section} {round}: slips"), strips)
            .column(Column::short("Section").over("Round"), |(_, number): &(_, u32)| {
                Cell::text(section).over(if several { format!("{round}, match {number}") } else { round.to_owned() })
            })
            .column(Column::number("Table").naming(), |(table, _)| Cell::whole(table.table).strong())
            .column(Column::text("First team").over("Players"), |(table, _)| table.cell(0))
            .column(Column::text("Second team").over("Players"), |(table, _)| table.cell(1))
            .column(Column::mark("Result"), |_| Cell::text("1-0   ½   0-1"))
            .column(Column::mark("Board"), |_| Cell::text("a   b"))
            .column(Column::text("Signed by both"), |_| Cell::empty())
            .table()
    }
}

impl RoundTable {
    fn cell(&self, side: usize) -> Cell {
        let named = |team: &TeamRef| Cell::text(team.with_number()).over(team.partners());
        self.teams.as_ref().map_or_else(Cell::empty, |teams| named(&teams[side]))
    }
}
