//! Knockouts: seeds, ties and replays read off the slips, and the next round.

use super::{Proposal, Remark};
use crate::discipline::{Docket, Place, Settings, match_result};
use crate::event::{Event, Facts, Part};
use crate::pairing::knockout::{Course, KnockoutState, Next, Options, OtherBracket, Tie, TieState, state};
use crate::tournament::{
    Assignment, ByePoints, Format, HalfPoints, MatchId, Round, Section, Side, Slip, TableNumber, Team, TeamId,
};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// What a tie of a knockout that nobody has won at the board waits for, or how it came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undecided {
    /// A match of the next playing is in.
    Begun {
        number: u8,
    },
    /// Drawn: it is replayed with sides swapped.
    Replay,
    /// Drawn twice: one more playing decides.
    SuddenDeath,
    /// Drawn three times: the lot drawn at entry sent this team through.
    Lot(TeamId),
    BothOut,
    /// To be played, although one after it is in: what had made a replay of that one was taken back.
    Reopened,
    /// Won, although one after it is in, which counts no more.
    WonBefore,
}

/// The points of the first and of the second team in a playing of a tie.
type Points = (HalfPoints, HalfPoints);

/// The ties of a knockout, by round and table.
#[derive(Debug, Clone)]
pub struct Ties {
    seeds: Vec<TeamId>,
    rounds: BTreeMap<u32, BTreeMap<TableNumber, Played>>,
}

/// A tie as far as it is played.
#[derive(Debug, Clone)]
struct Played {
    tie: Tie,
    /// The playing that is to be entered next, where it is not the first or another one has begun.
    awaited: Option<u8>,
}

/// The playings of a tie that have begun, and the points of those that are complete before one that is not. `id` is its first match.
fn playings(
    section: &Section,
    docket: &Docket,
    settings: &Settings,
    id: MatchId,
    slips: &[Slip],
) -> (Vec<u8>, Vec<Points>) {
    let of = |slip: &Slip| docket.begun_as(MatchId { number: slip.number, ..id }, slip.playing);
    let begun: BTreeSet<u8> = slips.iter().map(of).chain([1]).collect();
    let points = |begun: &u8| {
        let result = |number| {
            let playing = docket.in_place_of(MatchId { number, ..id }, *begun);
            let slip = slips.iter().find(|slip| (slip.number, slip.playing) == (number, playing))?;
            Some(match_result(slip, settings)?.result)
        };
        let results: Vec<_> = (1..=section.matches).map(result).collect::<Option<_>>()?;
        let points = |side| results.iter().map(|r| r.points(side)).sum::<HalfPoints>();
        Some((points(Side::First), points(Side::Second)))
    };
    let points = begun.iter().map_while(points).collect();
    (begun.into_iter().collect(), points)
}

impl Event {
    /// Leaves of the slips of a knockout's round those that count, rulings carried out: a replay does not, once the match before it is open
    /// again or was won.
    pub(in crate::event) fn drop_idle_playings(&self, round: &mut Round) {
        let Event { facts: Facts { docket, tournament, .. }, rulebook, .. } = self;
        let knockout = tournament.section(round.section).filter(|section| section.format == Format::Knockout);
        let Some(section) = knockout else { return };
        let replayed: BTreeSet<TableNumber> =
            round.slips.iter().filter(|slip| slip.playing > 1).map(|slip| slip.table).collect();
        for table in replayed {
            let id = MatchId { section: section.id, round: round.number, table, number: 1 };
            let (begun, points) = playings(section, docket, &rulebook.discipline, id, round.slips_of(table));
            let is_drawn = |played: &usize| {
                let playings = points[..*played].to_vec();
                let tie = Tie { first: 0, second: 1, playings, lot: None, kept: None };
                matches!(tie.state(), TieState::ToReplay | TieState::SuddenDeath)
            };
            let drawn = (1..=points.len()).take_while(is_drawn).count();
            let Some(&last) = begun.get(drawn) else { continue };
            let counts = |slip: &Slip| {
                let id = MatchId { number: slip.number, ..id };
                let begun = docket.begun_as(id, slip.playing);
                begun <= last && slip.playing <= docket.in_place_of(id, begun)
            };
            round.slips.retain(|slip| slip.table != table || counts(slip));
        }
    }

    /// The teams of a knockout in the order of their seeds, as the lines were drawn for round 1: who came later is not among them, and
    /// a rating that is mended later moves nobody.
    pub fn drawn(&self, section: &Section) -> Vec<TeamId> {
        self.scheduled(section)
    }

    /// Its teams by seed, and how it looks after so many rounds.
    pub(super) fn bracket(&self, section: &Section, after: u32) -> (Vec<TeamId>, Result<KnockoutState, OtherBracket>) {
        let ties = self.ties(section);
        let seeds = ties.seeds.clone();
        let settings = self.settings(section.id).pairing;
        let options = Options { reseed: settings.reseed, third_place: settings.third_place };
        let rounds = ties.rounds.range(..=after);
        let rounds: Vec<Vec<Tie>> =
            rounds.map(|(_, ties)| ties.values().map(|played| played.tie.clone()).collect()).collect();
        let has_left = |at: usize, round: usize| {
            self.tournament().team(seeds[at]).is_some_and(|team| {
                self.tournament().is_away(team, section.id, u32::try_from(round).unwrap_or(u32::MAX))
            })
        };
        let state = state(seeds.len(), options, &rounds, has_left);
        (seeds, state)
    }

    /// How many of the first rounds of a knockout have the ties of its lines: what was posted from a result that was corrected since
    /// decides nothing.
    pub fn rounds_in_line(&self, section: &Section, after: u32) -> u32 {
        let posted = self.posted_rounds(section.id).min(after);
        (0..=posted).rev().find(|round| self.bracket(section, *round).1.is_ok()).unwrap_or(0)
    }

    /// The first round of a knockout, up to this one, whose ties are not those of its lines.
    pub fn first_astray(&self, section: &Section, after: u32) -> Option<&Round> {
        let in_line = || self.rounds_in_line(section, after);
        (section.format == Format::Knockout)
            .then(|| self.tournament().round(section.id, in_line() + 1))?
            .filter(|round| round.number <= after)
    }

    /// Its teams by seed, and how it looks by the rounds that are in line.
    fn standing_bracket(&self, section: &Section, after: u32) -> Option<(Vec<TeamId>, KnockoutState)> {
        let in_line = || self.rounds_in_line(section, after);
        let (seeds, state) = (section.format == Format::Knockout).then(|| self.bracket(section, in_line()))?;
        Some((seeds, state.ok()?))
    }

    /// The playing that a tie has come to: what began after it does not count.
    fn last_begun(&self, id: MatchId) -> u8 {
        let of_table = self.tournament().round(id.section, id.round).map_or(&[][..], |round| round.slips_of(id.table));
        of_table.iter().map(|slip| self.begun_as(id, slip)).max().unwrap_or(1)
    }

    /// The playing that a tie of a knockout has come to, or that it waits for.
    pub fn playing_now(&self, section: &Section, round: &Round, table: TableNumber) -> u8 {
        let id = MatchId { section: section.id, round: round.number, table, number: 1 };
        match section.format {
            Format::Knockout => self.playing_awaited(section, round, table).unwrap_or_else(|| self.last_begun(id)),
            _ => 1,
        }
    }

    /// Whether sides are swapped in this playing of a tie: in its replay, and not in the sudden-death match.
    pub(in crate::event) fn is_turned(&self, round: &Round, id: MatchId, playing: u8) -> bool {
        let now = self.facts.docket.begun_as(id, playing);
        let of_table = round.slips_of(id.table).iter();
        let begun: BTreeSet<u8> = of_table.map(|slip| self.begun_as(id, slip)).chain([1]).collect();
        begun.range(..now).count() % 2 == 1
    }

    /// Whether a ruling was made in a replay of a knockout tie.
    pub fn is_replay(&self, place: Place) -> bool {
        self.facts.docket.begun_as(place.match_id, place.playing) > 1
    }

    /// Whether a ruling was made in a replay of a knockout tie that does not count, since the match before it is open again or was won.
    pub fn is_idle(&self, place: Place) -> bool {
        let id = place.match_id;
        self.tournament().section(id.section).is_some_and(|section| section.format == Format::Knockout)
            && self.facts.docket.begun_as(id, place.playing) > self.last_begun(id)
    }

    /// Whether a replay of a knockout tie is on record that does not count, since the match before it is open again or was won.
    fn has_idle_replay(&self, id: MatchId) -> bool {
        let Facts { docket, tournament, .. } = &self.facts;
        let filed = tournament.round(id.section, id.round).map_or(&[][..], |round| round.slips_of(id.table));
        let filed = filed.iter().map(|slip| (MatchId { number: slip.number, ..id }, slip.playing));
        let ruled = docket.rulings.iter().filter(|ruling| docket.state(ruling).is_in_force());
        let ruled = ruled.filter_map(|ruling| ruling.place).map(|place| (place.match_id, place.playing));
        let mut of_table = filed.chain(ruled).filter(|(of, _)| MatchId { number: id.number, ..*of } == id);
        let last = self.last_begun(id);
        of_table.any(|(of, playing)| docket.begun_as(of, playing) > last)
    }

    /// The ties of a knockout, read once.
    fn ties(&self, section: &Section) -> Cow<'_, Ties> {
        let all = self.ties.get_or_init(|| {
            let knockouts = self.tournament().sections.iter().filter(|section| section.format == Format::Knockout);
            knockouts.map(|section| (section.id, self.read_ties(section))).collect()
        });
        all.get(&section.id).map_or_else(|| Cow::Owned(self.read_ties(section)), Cow::Borrowed)
    }

    fn read_ties(&self, section: &Section) -> Ties {
        let seeds = self.drawn(section);
        let at: FxHashMap<TeamId, usize> = seeds.iter().copied().zip(0..).collect();
        let ties = |round: &Round| {
            let tie = |(table, teams)| {
                let id = MatchId { section: section.id, round: round.number, table, number: 1 };
                Some((table, self.tie_of(section, id, teams, round.slips_of(table), &at)?))
            };
            round.tables().into_iter().filter_map(tie).collect()
        };
        let rounds = self.tournament().rounds_of(section.id).map(|round| (round.number, ties(round))).collect();
        Ties { seeds, rounds }
    }

    /// The tie of two teams, with every playing that is complete before one that is not. `id` is its first match.
    fn tie_of(
        &self,
        section: &Section,
        id: MatchId,
        [first, second]: [TeamId; 2],
        slips: &[Slip],
        at: &FxHashMap<TeamId, usize>,
    ) -> Option<Played> {
        let Event { facts: Facts { docket, .. }, rulebook, .. } = self;
        let numbers = || (1..=section.matches).map(|number| MatchId { number, ..id });
        let (begun, playings) = playings(section, docket, &rulebook.discipline, id, slips);
        // No slip and no ruling has had the number of a playing that is still to begin.
        let to_begin = || {
            let ordered = numbers().flat_map(|id| docket.replays(id));
            let filed = self.facts.tournament.round(id.section, id.round).into_iter();
            let filed = filed.flat_map(|round| round.slips_of(id.table)).map(|slip| slip.playing);
            ordered.chain(filed).chain(begun.iter().copied()).max().unwrap_or(1).saturating_add(1)
        };
        let next = begun.get(playings.len()).copied();
        // The lots drawn at entry decide what neither the replay nor the sudden-death match could; lower is first.
        let lot = |team: TeamId| self.tournament().team(team).map(|t| (t.lot, t.id));
        let winner = if lot(first) <= lot(second) { Side::First } else { Side::Second };
        let drawn_out = playings.len() >= 3 && playings.iter().all(|(a, b)| a == b);
        let kept = self.gone_on(id, [first, second]);
        let lot = drawn_out.then_some(winner).filter(|_| kept.is_none());
        let tie = Tie { first: *at.get(&first)?, second: *at.get(&second)?, playings, lot, kept };
        let awaited = match tie.state() {
            TieState::ToReplay | TieState::SuddenDeath => next.or_else(|| Some(to_begin())),
            _ => None,
        };
        Some(Played { tie, awaited })
    }

    /// Who of a tie sits in the round after it, where that is kept as it was posted. In the match for third place, at its last table, sits who
    /// has not gone on.
    fn gone_on(&self, id: MatchId, teams: [TeamId; 2]) -> Option<Side> {
        let kept = self.tournament().round(id.section, id.round + 1).filter(|round| round.kept)?;
        let last = kept.tables().last().map(|(table, _)| *table);
        match teams.map(|team| kept.assignment(team)) {
            [Some(_), None] => Some(Side::First),
            [None, Some(_)] => Some(Side::Second),
            [Some(seat), Some(_)] => Some(if seat.table() == last { Side::Second } else { Side::First }),
            [None, None] => None,
        }
    }

    /// The tie at a table; `None` where no knockout is played.
    fn tie(&self, section: &Section, round: &Round, table: TableNumber) -> Option<Tie> {
        Some(self.played(section, round, table)?.tie)
    }

    fn played(&self, section: &Section, round: &Round, table: TableNumber) -> Option<Played> {
        if section.format != Format::Knockout {
            return None;
        }
        self.ties(section).rounds.get(&round.number)?.get(&table).cloned()
    }

    /// The points of the two teams of a tie in each playing of it that is complete: the tie, its replay, the sudden-death match.
    pub fn tie_points(&self, section: &Section, round: &Round, table: TableNumber) -> Vec<[HalfPoints; 2]> {
        let playings = self.tie(section, round, table).map(|tie| tie.playings).unwrap_or_default();
        playings.into_iter().map(|(first, second)| [first, second]).collect()
    }

    /// Whether a knockout tie at this table is drawn so far and waits for another playing.
    pub fn awaits_replay(&self, section: &Section, round: &Round, table: TableNumber) -> bool {
        let tie = self.tie(section, round, table);
        tie.is_some_and(|tie| matches!(tie.state(), TieState::ToReplay | TieState::SuddenDeath))
    }

    /// The playing that a knockout tie waits for, where that is not the first or another one has begun: its replay, its sudden-death
    /// match, or a playing that was reopened once these had begun.
    pub fn playing_awaited(&self, section: &Section, round: &Round, table: TableNumber) -> Option<u8> {
        self.played(section, round, table)?.awaited
    }

    /// Whether anything is on record of a playing of a knockout tie.
    pub fn has_begun(&self, section: &Section, round: &Round, table: TableNumber, playing: u8) -> bool {
        let id = MatchId { section: section.id, round: round.number, table, number: 1 };
        round.slips_of(table).iter().any(|slip| self.begun_as(id, slip) == playing)
    }

    /// The playing of its tie that a slip is of: an ordered one is of the same as the one that it replaces. `id` is a match of its table.
    pub fn begun_as(&self, id: MatchId, slip: &Slip) -> u8 {
        self.facts.docket.begun_as(MatchId { number: slip.number, ..id }, slip.playing)
    }

    /// What a tie of a knockout that nobody has won at the board waits for, or how it came out.
    pub fn undecided_tie(&self, section: &Section, round: &Round, table: TableNumber) -> Option<Undecided> {
        let Played { tie, awaited } = self.played(section, round, table)?;
        let id = MatchId { section: section.id, round: round.number, table, number: 1 };
        let is_begun = |slip: &&Slip| Some(self.begun_as(id, slip)) == awaited;
        let mut of_table = round.slips_of(table).iter().filter(is_begun);
        let begun = of_table.find(|slip| match_result(slip, &self.rulebook.discipline).is_some());
        let begun = begun.map(|slip| Undecided::Begun { number: slip.number });
        match tie.state() {
            TieState::ToPlay | TieState::ToReplay | TieState::SuddenDeath if self.has_idle_replay(id) => {
                Some(Undecided::Reopened)
            }
            TieState::Won(_) if tie.lot.is_none() && self.has_idle_replay(id) => Some(Undecided::WonBefore),
            TieState::ToReplay => Some(begun.unwrap_or(Undecided::Replay)),
            TieState::SuddenDeath => Some(begun.unwrap_or(Undecided::SuddenDeath)),
            TieState::Won(side) if tie.lot.is_some() => {
                Some(Undecided::Lot(self.ties(section).seeds[if side == Side::First { tie.first } else { tie.second }]))
            }
            TieState::BothOut => Some(Undecided::BothOut),
            TieState::ToPlay | TieState::DrawLot | TieState::Won(_) => None,
        }
    }

    /// Teams that sit in a round of a knockout and, by now, did not win their tie of the round before it: what had put them through was
    /// overturned or corrected after the round was posted. Each with that round.
    pub fn through_wrongly(&self, section: &Section) -> Vec<(u32, TeamId)> {
        if section.format != Format::Knockout {
            return Vec::new();
        }
        let rounds: Vec<&Round> = self.tournament().rounds_of(section.id).collect();
        let mut wrongly = Vec::new();
        for pair in rounds.windows(2) {
            let [before, after] = pair else { continue };
            let sat = |(table, [first, second]): (TableNumber, [TeamId; 2])| {
                [(first, (table, Side::First)), (second, (table, Side::Second))]
            };
            let sat: FxHashMap<TeamId, (TableNumber, Side)> = before.tables().into_iter().flat_map(sat).collect();
            let lost = |team: &TeamId| {
                let (table, side) = sat.get(team)?;
                let tie = self.tie(section, before, *table)?;
                Some(tie.state() != TieState::Won(*side))
            };
            let parts = self.parts(section, after.number);
            let ties = after.tables().into_iter().map(|(_, teams)| teams);
            let to_go_on = ties.filter(|teams| parts.between(*teams) != Some(Part::ThirdPlace)).flatten();
            wrongly.extend(to_go_on.filter(|team| lost(team).unwrap_or(false)).map(|team| (after.number, team)));
        }
        wrongly
    }

    /// Who went through by lot at a table of a knockout, and who did not; `None` where the boards decided.
    pub fn by_lot(&self, section: &Section, round: &Round, table: TableNumber) -> Option<[TeamId; 2]> {
        let winner = self.tie(section, round, table)?.lot?;
        let [first, second] = round.teams_at(table)?;
        Some(if winner == Side::First { [first, second] } else { [second, first] })
    }

    /// The ties of a knockout that the lot decided, round by round: this has to be shown.
    pub fn lots(&self, section: &Section, after: u32) -> Vec<String> {
        let rounds = self.tournament().rounds_of(section.id).filter(|round| round.number <= after);
        let drawn = rounds.flat_map(|round| round.tables().into_iter().map(move |(table, _)| (round, table)));
        drawn
            .filter_map(|(round, table)| {
                let [winner, loser] = self.by_lot(section, round, table)?.map(|team| self.name_of(team));
                Some(format!(
                    "{}: {winner} and {loser} drew three times; {winner} won the coin flip made at entry.",
                    self.round_titled(section, round.number)
                ))
            })
            .collect()
    }

    /// The teams that sit in rounds of a knockout that were kept as they were posted, and by their results would not: this has to be shown.
    pub fn kept_on(&self, section: &Section, after: u32) -> Vec<String> {
        let rounds = self.tournament().rounds_of(section.id).filter(|round| round.number < after);
        let ties = rounds.flat_map(|round| round.tables().into_iter().map(move |(table, teams)| (round, table, teams)));
        let note = |(round, table, [first, second]): (&Round, TableNumber, [TeamId; 2])| {
            let team = if self.kept_against_result(section, round, table)? == Side::First { first } else { second };
            let [called, next] = [round.number, round.number + 1].map(|number| self.round_called(section, number));
            Some(format!(
                "{} stayed in {next} as posted, though their result in {called} was corrected.",
                self.name_of(team)
            ))
        };
        ties.filter_map(note).collect()
    }

    /// Who has gone on from a table since the next round is kept as it was posted, and by its result has not.
    pub fn kept_against_result(&self, section: &Section, round: &Round, table: TableNumber) -> Option<Side> {
        let tie = self.tie(section, round, table)?;
        tie.kept.filter(|side| Tie { kept: None, ..tie.clone() }.state() != TieState::Won(*side))
    }

    /// That the posted ties of a knockout are not those of its lines, so that no next round follows from them.
    pub fn broken_lines(&self, section: &Section) -> Option<OtherBracket> {
        if section.format != Format::Knockout {
            return None;
        }
        self.bracket(section, u32::MAX).1.err()
    }

    /// Adds the next round of a knockout: the ties, and who goes on without one.
    pub(super) fn add_ties(
        &self,
        section: &Section,
        round: u32,
        pairs: Vec<(TeamId, TeamId)>,
        out: Vec<TeamId>,
        proposal: &mut Proposal,
    ) {
        let is_out = |id: TeamId| !self.tournament().has_part(id, section.id, round);
        for &(first, second) in &pairs {
            let (present, gone) = if is_out(second) { (first, second) } else { (second, first) };
            if is_out(present) {
                proposal.abandoned.push((first, second));
                proposal.remarks.push(Remark::NobodyGoesOn([first, second]));
            } else if is_out(gone) {
                proposal.walkovers.push(present);
                proposal.remarks.push(Remark::GoesOn { gone, present });
            }
        }
        let teams = pairs.iter().flat_map(|(a, b)| [*a, *b]).chain(out.iter().copied());
        let asked = teams.filter(|team| self.asked_bye(section, *team, round).is_some());
        proposal.remarks.extend(asked.map(Remark::NoByes));
        proposal.pairs = pairs;
        // A bye into the next round scores nothing: a knockout has no standings to score for.
        proposal.out.extend(out.into_iter().map(|team| (team, ByePoints::Zero)));
        let (seeds, Ok(state)) = self.bracket(section, round - 1) else { return };
        proposal.remarks.extend(state.course.for_third.map(|teams| Remark::ThirdPlace(teams.map(|at| seeds[at]))));
        proposal.remarks.extend(state.gone.into_iter().map(|at| Remark::SeededWithout(seeds[at])));
        let is_late = |team: &&Team| !seeds.contains(&team.id) && !self.tournament().is_away(team, section.id, round);
        let late = self.tournament().teams_in(section.id).filter(is_late);
        proposal.remarks.extend(late.map(|late| Remark::NotDrawn(late.id)));
    }

    /// Who has won a knockout, once nobody is left to be met.
    pub fn champion(&self, section: &Section, after: u32) -> Option<TeamId> {
        let (seeds, state) = self.standing_bracket(section, after)?;
        match state.places.first()?.as_slice() {
            [only] if state.next == Next::Over => Some(seeds[*only]),
            _ => None,
        }
    }

    /// The rounds that a knockout takes to its winner, by its first round, and the fewer ones that are planned.
    pub fn short_of_a_winner(&self, section: &Section, round: &Round) -> Option<(u32, u32)> {
        let planned = section.rounds.filter(|_| section.format == Format::Knockout && round.number == 1)?;
        let byes = round.assignments.iter().filter(|(_, seat)| matches!(seat, Assignment::Bye { .. }));
        let ties = round.tables().len() + byes.count();
        let needed = 1 + ties.max(1).next_power_of_two().ilog2();
        (needed > planned).then_some((needed, planned))
    }

    /// Places of a knockout after a round: who is still in, then those who went out, the last round first; who went out together
    /// shares a place. `None` for other formats.
    pub fn knockout_places(&self, section: &Section, after: u32) -> Option<Vec<Vec<TeamId>>> {
        let (seeds, state) = self.standing_bracket(section, after)?;
        Some(state.places.into_iter().map(|place| place.into_iter().map(|at| seeds[at]).collect()).collect())
    }

    /// What the rounds of a knockout decide, up to one that is posted or the next; `None` for other formats.
    pub fn course(&self, section: &Section, round: u32) -> Option<Course> {
        Some(self.standing_bracket(section, round)?.1.course)
    }

    /// Who went out at a table of a knockout; `None` while the tie is open.
    pub fn losers(&self, section: &Section, round: &Round, table: TableNumber) -> Option<Vec<TeamId>> {
        let teams = round.teams_at(table)?;
        match self.tie(section, round, table)?.state() {
            TieState::Won(Side::First) => Some(vec![teams[1]]),
            TieState::Won(Side::Second) => Some(vec![teams[0]]),
            TieState::BothOut => Some(teams.to_vec()),
            _ => None,
        }
    }

    pub fn is_won_knockout(&self, section: &Section) -> bool {
        section.format == Format::Knockout
            && self.bracket(section, u32::MAX).1.is_ok_and(|state| state.next == Next::Over)
    }
}
