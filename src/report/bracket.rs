//! The bracket of a knockout: who meets whom on the way to the final, with what was played so far.

use super::document::{Block, Bracket, BracketColumn, BracketSide, BracketTie, Cell, Document, Page, TypeSize};
use super::masthead::{Masthead, Stamp};
use super::naming::{TeamRef, points_number, points_shown};
use super::printable::Report;
use super::standings;
use crate::event::{Event, Refusal};
use crate::pairing::knockout::Course;
use crate::tournament::{Format, HalfPoints, MatchId, Round, Section, TableNumber, TeamId};
use serde::Serialize;

/// From so many places in the first round on, the sheet is upright.
const UPRIGHT: usize = 32;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BracketSheet {
    pub section: String,
    /// From the first round to the final, those to come too.
    pub rounds: Vec<BracketRound>,
    /// The match for third place, where there is one.
    pub third_place: Option<Tie>,
    pub champion: Option<TeamRef>,
    /// What must be said of it, each a sentence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The latest round that it shows as posted.
    #[serde(skip)]
    after: u32,
    #[serde(skip)]
    pub masthead: Masthead,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BracketRound {
    pub round: u32,
    /// What it is called: `Quarterfinals`.
    pub called: String,
    /// From top to bottom.
    pub ties: Vec<Tie>,
    /// Whether the winners of two neighbors meet in the next round.
    #[serde(skip)]
    joined: bool,
}

/// Two places of the lines.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Tie {
    pub table: Option<u32>,
    pub teams: [Option<TeamRef>; 2],
    /// Points in each playing: the match, its replay, the sudden-death match.
    pub points: Vec<[f64; 2]>,
    /// Who goes on, as a place among the two: 0 or 1.
    pub winner: Option<usize>,
    /// Whether the team goes on without a match.
    pub bye: bool,
    #[serde(skip)]
    shown: [String; 2],
    /// What it waits for, or how it came out otherwise than by points.
    pub note: String,
}

/// The bracket as it is, with the rounds posted up to one; before round 1 as it would be drawn now.
pub fn view(event: &Event, section: &Section, after: u32, stamp: Stamp) -> Result<BracketSheet, Refusal> {
    if section.format != Format::Knockout {
        return Err(Refusal::NoBracket { section: section.id });
    }
    let after = after.min(event.posted_rounds(section.id));
    let course = event.course(section, after).ok_or(Refusal::NoBracket { section: section.id })?;
    let seeds = event.drawn(section);
    if seeds.is_empty() {
        return Err(Refusal::NoTeams { section: section.id });
    }
    let follows = !event.settings(section.id).pairing.reseed;
    let draw = Draw { event, section, seeds, in_line: event.rounds_in_line(section, after).min(after) };
    let mut rounds: Vec<BracketRound> =
        (1..).zip(&course.lines).map(|(round, lines)| draw.round(round, lines)).collect();
    while rounds.last().is_some_and(|last| last.ties.len() > 1) {
        rounds.extend(rounds.last().map(|last| draw.after(last, follows)));
    }
    let sizes: Vec<usize> = rounds.iter().map(|round| round.ties.len()).collect();
    for (round, sizes) in rounds.iter_mut().zip(sizes.windows(2)) {
        round.joined = follows && sizes[0] == 2 * sizes[1];
    }
    // That a tie is still to be played is seen on it.
    let is_unsure = draw.in_line < after || event.facts.docket.open_appeals(section.id).next().is_some();
    let head = standings::head(event, section, after, stamp);
    let masthead = if is_unsure { head } else { head.provisional(Vec::new()) };
    let third_place = draw.third_place(&course, rounds.len());
    Ok(BracketSheet {
        section: section.name.clone(),
        third_place,
        champion: event.champion(section, after).and_then(|team| TeamRef::find(event.tournament(), team)),
        notes: [event.lots(section, after), event.kept_on(section, after)].concat(),
        after,
        masthead,
        rounds,
    })
}

/// What the places of the lines are read from.
struct Draw<'e> {
    event: &'e Event,
    section: &'e Section,
    seeds: Vec<TeamId>,
    /// Rounds that are posted with the ties of the lines.
    in_line: u32,
}

impl Draw<'_> {
    fn team(&self, at: usize) -> Option<TeamRef> {
        TeamRef::find(self.event.tournament(), self.seeds[at])
    }

    /// A round whose teams are known.
    fn round(&self, number: u32, lines: &[Option<usize>]) -> BracketRound {
        let posted = self.event.tournament().round(self.section.id, number).filter(|_| number <= self.in_line);
        let tie = |places: &[Option<usize>]| match places {
            [Some(first), Some(second)] => self.tie(posted, [*first, *second]),
            [Some(only), _] | [_, Some(only)] => {
                Tie { teams: [self.team(*only), None], winner: Some(0), bye: true, ..Tie::default() }
            }
            _ => Tie { bye: true, ..Tie::default() },
        };
        let called = self.event.round_titled(self.section, number);
        BracketRound { round: number, called, ties: lines.chunks(2).map(tie).collect(), joined: false }
    }

    fn tie(&self, posted: Option<&Round>, places: [usize; 2]) -> Tie {
        let ids = places.map(|at| self.seeds[at]);
        let teams = places.map(|at| self.team(at));
        let at_table = |(table, teams): (TableNumber, [TeamId; 2])| {
            let is_turned = teams == [ids[1], ids[0]];
            (is_turned || teams == ids).then_some((table, is_turned))
        };
        let found = posted.and_then(|round| Some((round, round.tables().into_iter().find_map(at_table)?)));
        let Some((round, (table, is_turned))) = found else { return Tie { teams, ..Tie::default() } };
        let turned = |mut two: [HalfPoints; 2]| {
            if is_turned {
                two.swap(0, 1);
            }
            two
        };
        let playings: Vec<[HalfPoints; 2]> =
            self.event.tie_points(self.section, round, table).into_iter().map(turned).collect();
        let losers = self.event.losers(self.section, round, table);
        let winner = losers.as_ref().and_then(|losers| ids.iter().position(|team| !losers.contains(team)));
        let worth = self.section.match_points;
        let scores = |side: usize| {
            let shown: Vec<String> = playings.iter().map(|points| points_shown(points[side], worth)).collect();
            shown.join("\u{a0}")
        };
        let id = MatchId { section: self.section.id, round: round.number, table, number: 1 };
        let is_forfeited = self.event.results().get(&id).is_some_and(|result| !result.is_played());
        let note = match (&losers, playings.len()) {
            (None, 0) => format!("Table {table}"),
            (None, 1) => format!("Table {table}, replay"),
            (None, _) => format!("Table {table}, sudden death"),
            (Some(losers), _) if losers.len() > 1 => "neither advances".to_owned(),
            _ if self.event.by_lot(self.section, round, table).is_some() => "by lot".to_owned(),
            _ if self.event.kept_against_result(self.section, round, table).is_some() => "as posted".to_owned(),
            (_, 1) if is_forfeited => "by forfeit".to_owned(),
            (_, 2) => "after a replay".to_owned(),
            (_, 3..) => "in sudden death".to_owned(),
            _ => String::new(),
        };
        Tie {
            table: Some(table.0),
            teams,
            points: playings.iter().map(|points| points.map(|points| points_number(points, worth))).collect(),
            winner,
            bye: false,
            shown: [scores(0), scores(1)],
            note,
        }
    }

    /// The round after one, as far as its teams are known.
    fn after(&self, round: &BracketRound, follows: bool) -> BracketRound {
        let goes_on = |tie: &Tie| tie.winner.filter(|_| follows).and_then(|winner| tie.teams[winner].clone());
        let ties = round.ties.chunks(2);
        let ties = ties
            .map(|two| Tie { teams: [two.first().and_then(goes_on), two.get(1).and_then(goes_on)], ..Tie::default() });
        let number = round.round + 1;
        let called = self.event.round_titled(self.section, number);
        BracketRound { round: number, called, ties: ties.collect(), joined: false }
    }

    /// Its two teams are known once the semifinals are played.
    fn third_place(&self, course: &Course, rounds: usize) -> Option<Tie> {
        let is_played_for = self.event.settings(self.section.id).pairing.third_place && self.seeds.len() > 3;
        let of_final = u32::try_from(rounds).ok()?;
        let posted = self.event.tournament().round(self.section.id, of_final).filter(|_| of_final <= self.in_line);
        match course.for_third.filter(|_| course.lines.len() == rounds) {
            Some(places) => Some(self.tie(posted, places)),
            None if is_played_for && (course.lines.len() < rounds || posted.is_none()) => Some(Tie::default()),
            None => None,
        }
    }
}

impl From<BracketSheet> for Report {
    fn from(view: BracketSheet) -> Self {
        // Who meets whom in the rounds that are posted. The rest is filled in as results come.
        let lasting = view.as_posted().document();
        Self::of(view.document(), view).set_by("bracket").promising(lasting)
    }
}

impl BracketSheet {
    pub fn document(&self) -> Document {
        let column = |round: &BracketRound| BracketColumn {
            heading: round.called.clone(),
            ties: round.ties.iter().map(Tie::shown).collect(),
            joined: round.joined,
        };
        let bracket = Bracket {
            caption: "Bracket".to_owned(),
            columns: self.rounds.iter().map(column).collect(),
            third_place: self.third_place.as_ref().map(Tie::shown),
            champion: self.champion.as_ref().map(|team| team.numbered().strong()),
        };
        let places = self.rounds.first().map_or(0, |first| 2 * first.ties.len());
        let notes = self.notes.iter().cloned().map(Block::Paragraph);
        Document::new("Bracket", self.masthead.clone())
            .on(Page { landscape: places < UPRIGHT, size: TypeSize::Wall, ..Page::default() })
            .with(Block::Bracket(Box::new(bracket)))
            .with_all(notes)
    }

    /// The same without what it does not promise.
    fn as_posted(&self) -> Self {
        let bare = |tie: &Tie| Tie { table: tie.table, teams: tie.teams.clone(), bye: tie.bye, ..Tie::default() };
        let rounds = self.rounds.iter().map(|round| {
            let ties = round.ties.iter().map(|tie| if round.round <= self.after { bare(tie) } else { Tie::default() });
            BracketRound { ties: ties.collect(), ..round.clone() }
        });
        let masthead = Masthead { provisional: Vec::new(), ..self.masthead.clone() };
        let rounds = rounds.collect();
        Self { rounds, third_place: None, champion: None, notes: Vec::new(), masthead, ..self.clone() }
    }
}

impl Tie {
    fn shown(&self) -> BracketTie {
        let side = |at: usize| {
            let team = match &self.teams[at] {
                Some(team) => Cell { under: None, ..team.numbered() },
                None if self.bye => Cell::text("bye").soft(),
                None => Cell::empty(),
            };
            let team = match self.winner {
                Some(winner) if winner == at => team.strong(),
                Some(_) => team.soft(),
                None => team,
            };
            BracketSide { team, score: self.shown[at].clone() }
        };
        BracketTie { sides: [side(0), side(1)], note: self.note.clone() }
    }
}
