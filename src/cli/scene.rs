//! Where a ruling is made: the match at a table, who sits at its boards, and its state.

use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::refusal::OrRefuse;
use crate::discipline::{Place, next_playing};
use crate::event::edit::slips::Meant;
use crate::tournament::names::{Found, find};
use crate::tournament::{
    Board, BoardLetter, MatchId, MatchResult, Player, PlayerId, Round, Section, Side, TableNumber, Team,
};

/// One match, as a director sees it from the aisle.
pub struct Scene {
    pub section: Section,
    pub round: Round,
    pub id: MatchId,
    pub playing: u8,
    /// First and second team.
    pub teams: [Team; 2],
    /// Boards a and b.
    pub boards: [Board; 2],
    /// The result in force, if there is one.
    pub result: Option<MatchResult>,
}

/// Someone who plays in a match.
pub struct Seated {
    pub player: PlayerId,
    pub side: Side,
    pub board: BoardLetter,
}

impl Scene {
    /// The match at a table: the one named, else the first without a result, else the last.
    pub fn at(desk: &Desk, table: TableNumber, round: Option<u32>, number: Option<u8>) -> Result<Self, Failure> {
        let (section, round) = desk.round_at(table, round)?;
        // A drawn knockout tie is being replayed, so that its first playing is not the one that is ruled on.
        let awaited = desk.playing_awaited(section, round, table);
        let Meant { id, slip, result } = desk.meant((section, round), table, number, awaited).or_refuse(desk)?;
        let gone = || Failure::mistyped(format!("there is no table {table}"));
        let [first, second] = round.teams_at(table).ok_or_else(gone)?.map(|id| desk.tournament().team(id));
        let (first, second) = (first.ok_or_else(gone)?, second.ok_or_else(gone)?);
        let playing = awaited.or(slip.map(|slip| slip.playing)).unwrap_or(1);
        let playing = desk.facts.docket.in_place_of(id, playing);
        Ok(Self {
            section: section.clone(),
            id,
            playing,
            teams: [first.clone(), second.clone()],
            boards: desk.boards_at(round, id, playing, slip).ok_or_else(gone)?,
            result,
            round: round.clone(),
        })
    }

    /// The match that a player's team has in the round in which it sits now, if it has one.
    pub fn of(desk: &Desk, player: PlayerId) -> Option<Self> {
        let team = desk.tournament().team_of(player)?;
        let round = desk.latest_round(desk.sits_in(team))?;
        Self::at(desk, round.assignment(team.id)?.table()?, Some(round.number), None).ok()
    }

    /// Someone at this table, by number or any part of the name that only one of the four has.
    pub fn seated(&self, desk: &Desk, named: &str) -> Result<Seated, Failure> {
        let here: Vec<Player> =
            self.teams.iter().flat_map(|t| t.players).filter_map(|id| desk.tournament().player(id)).cloned().collect();
        let by_number =
            named.trim_start_matches('#').parse().ok().map(PlayerId).filter(|id| here.iter().any(|p| p.id == *id));
        let player = match (by_number, find(named, &here, |p| &p.name)) {
            (Some(id), _) => id,
            (None, Found::One(player)) if desk.suits_another_better(named, player) => {
                return Err(desk.player(named).err().unwrap_or_else(|| self.not_here(desk, named, &here)));
            }
            (None, Found::One(player)) => player.id,
            (None, Found::Ambiguous(several)) => {
                let names: Vec<String> = several.iter().map(|p| format!("{} ({})", p.name, p.id)).collect();
                return Err(Failure::mistyped(format!("several players at table {} match \"{named}\"", self.id.table))
                    .hint(format!("type more of the name, or the number: {}", names.join(", "))));
            }
            (None, Found::Unknown { .. }) => return Err(self.not_here(desk, named, &here)),
        };
        self.seat(player).ok_or_else(|| self.not_here(desk, named, &here))
    }

    /// The team at this table that a part of the name means, unless the word fits another in the event better.
    pub fn team(&self, desk: &Desk, named: &str) -> Option<&Team> {
        match find(named, &self.teams, |team| &team.name) {
            Found::One(team) if !desk.suits_another_better_than(named, team) => Some(team),
            _ => None,
        }
    }

    /// Where a player sits in this match.
    pub fn seat(&self, player: PlayerId) -> Option<Seated> {
        self.boards.iter().find_map(|b| match player {
            p if p == b.white => Some(Seated { player, side: b.white_side, board: b.letter }),
            p if p == b.black => Some(Seated { player, side: b.white_side.other(), board: b.letter }),
            _ => None,
        })
    }

    fn not_here(&self, desk: &Desk, named: &str, here: &[Player]) -> Failure {
        let names: Vec<&str> = here.iter().map(|p| p.name.as_str()).collect();
        let elsewhere = desk.player(named).ok().and_then(|p| Some((p.name.clone(), Self::of(desk, p.id)?.id.table)));
        let message = match elsewhere {
            Some((name, table)) if table != self.id.table => {
                format!("{name} is at table {table}, not table {}", self.id.table)
            }
            _ => format!("nobody at table {} is called \"{named}\"", self.id.table),
        };
        Failure::mistyped(message).hint(format!("the players at table {} are {}", self.id.table, names.join(", ")))
    }

    /// The state of the match by its slip, for the record of a ruling.
    pub fn place(&self, desk: &Desk, board: Option<BoardLetter>, side: Option<Side>) -> Place {
        desk.place_at(self.id, self.playing, board, side)
    }

    /// The number of a new playing of this match.
    pub fn next_playing(&self, desk: &Desk) -> u8 {
        let recorded = desk.facts.tournament.round(self.id.section, self.id.round);
        next_playing(&desk.facts.docket, recorded.unwrap_or(&self.round), self.id, self.playing)
    }
}
