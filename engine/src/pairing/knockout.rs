//! Knockouts: losers leave, seeded so that the best two can only meet at the end.
//!
//! Answers, from the number of seeds and the ties played so far, what is played next and who is placed where.
//! Teams are named by their position among the seeds, from 0.

use crate::tournament::{HalfPoints, Side};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// After each round the best remaining seed meets the worst, instead of following the lines.
    pub reseed: bool,
    /// The losers of the semifinals play for third place while the final is played.
    pub third_place: bool,
}

/// A tie or bye of the round to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Drawn {
    pub first: usize,
    /// Its opponent; `None` is a bye into the next round.
    pub second: Option<usize>,
    /// The losers of the semifinals meet; nobody goes on from here.
    pub third_place: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// A round to post, in table order, byes in their places.
    Round(Vec<Drawn>),
    /// Ties of the current round that nobody has won yet, with what they need: first team, second team, state.
    Waiting(Vec<(usize, usize, TieState)>),
    Over,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnockoutState {
    pub next: Next,
    /// From the first: who is still in, then those who went out, the last round first; each place listed by seed.
    pub places: Vec<Vec<usize>>,
    /// Who left after the last round without losing in it, where the lines are drawn anew without them.
    pub gone: Vec<usize>,
    pub course: Course,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Course {
    /// What each round decides, posted or to come, from round 1.
    pub stages: Vec<Stage>,
    /// Who plays for third place beside the final.
    pub for_third: Option<[usize; 2]>,
    /// The places of the lines before each round, posted or to come: neighbors meet, and where nobody is, the other has a bye.
    pub lines: Vec<Vec<Option<usize>>>,
}

/// Why the ties given are no knockout of these seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OtherBracket {
    /// A tie that the lines ask for was not posted.
    #[error("round {round} of the knockout needs a match between seeds {} and {}, but none was posted", .first + 1, .second + 1)]
    Missing {
        round: usize,
        /// Better seed's position.
        first: usize,
        second: usize,
    },
    /// A tie was posted that the lines do not hold.
    #[error("round {round} of the knockout has a match between seeds {} and {}, whom the bracket doesn't pair", .first + 1, .second + 1)]
    Foreign { round: usize, first: usize, second: usize },
    /// A round was posted after the knockout was over or before the last one was decided.
    #[error("round {round} of the knockout was posted too early: the round before it isn't decided, or was the last")]
    TooEarly { round: usize },
}

/// The state of a knockout of `seeds` teams after the ties of the rounds so far (byes are not listed). `has_left` says of a
/// team and a round, from 1, whether it had left the event by then: where lines are drawn anew it is no longer among them.
pub fn state(
    seeds: usize,
    options: Options,
    rounds: &[Vec<Tie>],
    has_left: impl Fn(usize, usize) -> bool,
) -> Result<KnockoutState, OtherBracket> {
    let mut course = Course::default();
    let stand = |lines: &[Slot], out: Vec<Vec<usize>>, gone: Vec<usize>, next: Next, course: Course| {
        let mut still_in: Vec<usize> = lines.iter().copied().flatten().collect();
        still_in.sort_unstable();
        let places = std::iter::once(still_in).chain(out.into_iter().rev()).filter(|place| !place.is_empty()).collect();
        KnockoutState { next, places, gone, course }
    };
    let mut lines = drawn(&(0..seeds).collect::<Vec<_>>());
    let mut out: Vec<Vec<usize>> = Vec::new();
    let (mut semi_final_losers, mut gone) = (Vec::new(), Vec::new());
    let mut posted = (1..).zip(rounds);
    while lines.len() > 1 {
        let for_third = if lines.len() == 2 && options.third_place { semi_final_losers.as_slice() } else { &[] };
        let round = drawn_round(&lines, for_third);
        let mut played = Played::default();
        // Nobody has an opponent only after double forfeits: who is left goes on without a round.
        if round.iter().any(|line| line.second.is_some()) {
            // Who wins the only tie that is left has won, however many places of the lines nobody came to.
            let left = lines.iter().flatten().count();
            course.stages.push(Stage::of(if left == 2 { left } else { lines.len() }));
            course.for_third = <[usize; 2]>::try_from(for_third).ok();
            course.lines.push(lines.clone());
            let Some((number, ties)) = posted.next() else {
                return Ok(stand(&lines, out, gone, Next::Round(round), course));
            };
            played = play(number, &round, ties)?;
        }
        if !played.waiting.is_empty() {
            if let Some((round, _)) = posted.next() {
                return Err(OtherBracket::TooEarly { round });
            }
            let left: Vec<Slot> =
                lines.into_iter().filter(|team| team.is_none_or(|t| !played.losers.contains(&t))).collect();
            out.push(played.losers);
            return Ok(stand(&left, out, Vec::new(), Next::Waiting(played.waiting), course));
        }
        if let Some([third, fourth]) = played.third_and_fourth {
            out.pop();
            out.extend([vec![fourth], vec![third]]);
        }
        if lines.len() == 4 {
            semi_final_losers.clone_from(&played.losers);
        }
        lines = meetings(&lines).into_iter().map(|meeting| through(meeting, &played.losers)).collect();
        out.push(played.losers);
        if options.reseed {
            let next = posted.clone().next();
            let number = next.map_or(rounds.len() + 1, |(number, _)| number);
            let plays_on = |team: &usize| {
                !has_left(*team, number) || next.is_some_and(|(_, ties)| ties.iter().any(|tie| tie.holds(*team)))
            };
            let mut survivors: Vec<usize>;
            (survivors, gone) = lines.into_iter().flatten().partition(plays_on);
            survivors.sort_unstable();
            lines = drawn(&survivors);
            out.extend((!gone.is_empty()).then(|| gone.clone()));
        }
    }
    if let Some((round, _)) = posted.next() {
        return Err(OtherBracket::TooEarly { round });
    }
    Ok(stand(&lines, out, gone, Next::Over, course))
}

/// The round that the lines ask for, with the match for third place if its two teams are known.
fn drawn_round(lines: &[Slot], for_third: &[usize]) -> Vec<Drawn> {
    let mut round: Vec<Drawn> = meetings(lines)
        .into_iter()
        .flatten()
        .map(|(first, second)| Drawn { first, second, third_place: false })
        .collect();
    if let &[first, second] = for_third {
        round.push(Drawn { first, second: Some(second), third_place: true });
    }
    round
}

/// What the ties of one round came to.
#[derive(Default)]
struct Played {
    /// Out of the knockout, by seed.
    losers: Vec<usize>,
    /// Winner and loser of the match for third place, unless both lost it.
    third_and_fourth: Option<[usize; 2]>,
    /// Not won by anybody yet.
    waiting: Vec<(usize, usize, TieState)>,
}

fn play(number: usize, round: &[Drawn], ties: &[Tie]) -> Result<Played, OtherBracket> {
    let mut played = Played::default();
    let drawn_together =
        |tie: &&Tie| round.iter().any(|line| line.second.is_some_and(|second| tie.is_between(line.first, second)));
    if let Some(tie) = ties.iter().find(|tie| !drawn_together(tie)) {
        return Err(OtherBracket::Foreign { round: number, first: tie.first, second: tie.second });
    }
    for line in round {
        let Some(second) = line.second else { continue };
        let Some(tie) = ties.iter().find(|tie| tie.is_between(line.first, second)) else {
            return Err(OtherBracket::Missing { round: number, first: line.first, second });
        };
        match (tie.state(), line.third_place) {
            (TieState::Won(side), true) => played.third_and_fourth = Some([tie.team(side), tie.team(side.other())]),
            (TieState::Won(side), false) => played.losers.push(tie.team(side.other())),
            (TieState::BothOut, true) => {}
            (TieState::BothOut, false) => played.losers.extend([line.first, second]),
            (state, _) => played.waiting.push((line.first, second, state)),
        }
    }
    played.losers.sort_unstable();
    Ok(played)
}

/// Who goes on from a place in the lines.
fn through(meeting: Option<(usize, Slot)>, losers: &[usize]) -> Slot {
    let (first, second) = meeting?;
    [Some(first), second].into_iter().flatten().find(|team| !losers.contains(team))
}

/// Two teams of which one goes on, and what happened between them so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tie {
    /// First-named team, by its position among the seeds (from 0).
    pub first: usize,
    pub second: usize,
    /// Points of the first and of the second team in each playing: the tie itself, its replay, the sudden-death match.
    pub playings: Vec<(HalfPoints, HalfPoints)>,
    pub lot: Option<Side>,
    /// Who has gone on to a round that is kept as it was posted, whatever the playings came to since.
    pub kept: Option<Side>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TieState {
    ToPlay,
    /// Drawn: to be replayed with sides swapped.
    ToReplay,
    /// Drawn twice: one more playing decides, with the sides of the first.
    SuddenDeath,
    /// Still level: the director draws a lot and records it.
    DrawLot,
    Won(Side),
    /// Both lost (a double forfeit): nobody is through.
    BothOut,
}

impl Tie {
    /// The state of the tie. A draw is replayed; a drawn replay is followed by one sudden-death match, and by a lot if that is drawn too.
    pub fn state(&self) -> TieState {
        self.kept.map_or_else(|| self.as_played(), TieState::Won)
    }

    /// Its state by its playings alone.
    fn as_played(&self) -> TieState {
        let Some(&(first, second)) = self.playings.last() else { return TieState::ToPlay };
        if first > second {
            return TieState::Won(Side::First);
        }
        if second > first {
            return TieState::Won(Side::Second);
        }
        if first == HalfPoints::ZERO {
            return TieState::BothOut;
        }
        if let Some(winner) = self.lot {
            return TieState::Won(winner);
        }
        match self.playings.len() {
            1 => TieState::ToReplay,
            2 => TieState::SuddenDeath,
            _ => TieState::DrawLot,
        }
    }

    /// Whether the tie is between these two, in either order.
    fn is_between(&self, one: usize, other: usize) -> bool {
        (self.first, self.second) == (one, other) || (self.second, self.first) == (one, other)
    }

    fn holds(&self, team: usize) -> bool {
        self.first == team || self.second == team
    }

    fn team(&self, side: Side) -> usize {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }
}

/// A place in the lines: a team, or nobody.
type Slot = Option<usize>;

/// Teams put on the lines, best first: seeds 1 and 2 can only meet at the end; the places left over are byes for the best.
fn drawn(teams: &[usize]) -> Vec<Slot> {
    let mut order = vec![0];
    while order.len() < teams.len() {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    order.into_iter().map(|seed| teams.get(seed).copied()).collect()
}

/// The neighbours that meet, better seed first. An opponent of `None` is a bye; `None` is a place where nobody is left.
fn meetings(lines: &[Slot]) -> Vec<Option<(usize, Slot)>> {
    lines
        .chunks(2)
        .map(|neighbours| {
            let mut here: Vec<usize> = neighbours.iter().copied().flatten().collect();
            here.sort_unstable();
            here.first().map(|&better| (better, here.get(1).copied()))
        })
        .collect()
}

/// The seeds that meet in the first round, the better first.
pub fn first_ties(seeds: usize) -> Vec<(usize, usize)> {
    let round = meetings(&drawn(&(0..seeds).collect::<Vec<_>>())).into_iter().flatten();
    round.filter_map(|(first, second)| Some((first, second?))).collect()
}

/// A round, by what is still to be won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    Final,
    SemiFinals,
    QuarterFinals,
    /// As many places are left on the lines.
    Of(usize),
}

impl Stage {
    /// The round in which so many places are left on the lines.
    pub fn of(places: usize) -> Self {
        match places {
            ..=2 => Self::Final,
            3..=4 => Self::SemiFinals,
            5..=8 => Self::QuarterFinals,
            more => Self::Of(more.next_power_of_two()),
        }
    }

    /// The round, as in "the semifinals are complete".
    pub fn round(self) -> String {
        match self {
            Self::Final => "final".to_owned(),
            Self::SemiFinals => "semifinals".to_owned(),
            Self::QuarterFinals => "quarterfinals".to_owned(),
            Self::Of(places) => format!("round of {places}"),
        }
    }

    /// One match of it, as in "lost in a semifinal".
    pub fn tie(self) -> String {
        match self {
            Self::SemiFinals => "semifinal".to_owned(),
            Self::QuarterFinals => "quarterfinal".to_owned(),
            Self::Final | Self::Of(_) => self.round(),
        }
    }

    /// For the head of a narrow column.
    pub fn short(self) -> String {
        match self {
            Self::Final => "Final".to_owned(),
            Self::SemiFinals => "Semi".to_owned(),
            Self::QuarterFinals => "Quarter".to_owned(),
            Self::Of(places) => format!("Rd of {places}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::names::list;
    use crate::tournament::{HalfPoints, Side};

    fn printed(teams: usize) -> String {
        let seeds: Vec<usize> = (1..=teams).collect();
        let one = |meeting: Option<(usize, Slot)>| match meeting {
            Some((first, Some(second))) => format!("{first}v{second}"),
            Some((first, None)) => format!("{first} bye"),
            None => "-".to_owned(),
        };
        list(meetings(&drawn(&seeds)).into_iter().map(one))
    }

    #[test]
    fn the_lines_are_the_usual_ones() {
        assert_eq!(printed(8), "1v8, 4v5, 2v7, 3v6");
        assert_eq!(printed(6), "1 bye, 4v5, 2 bye, 3v6");
        assert_eq!(printed(16), "1v16, 8v9, 4v13, 5v12, 2v15, 7v10, 3v14, 6v11");
        assert_eq!(printed(2), "1v2");
    }

    #[test]
    fn a_round_is_called_by_the_places_that_are_left() {
        let called = [2, 3, 4, 8, 16, 20].map(|places| Stage::of(places).round());
        assert_eq!(called, ["final", "semifinals", "semifinals", "quarterfinals", "round of 16", "round of 32"]);
    }

    /// A tie between seeds (from 1) with the points of each playing in half points.
    fn tie(first: usize, second: usize, playings: &[(i32, i32)]) -> Tie {
        let playings = playings.iter().map(|&(one, other)| (HalfPoints(one), HalfPoints(other))).collect();
        Tie { first: first - 1, second: second - 1, playings, lot: None, kept: None }
    }

    fn won(first: usize, second: usize) -> Tie {
        tie(first, second, &[(2, 0)])
    }

    fn next(seeds: usize, options: Options, rounds: &[Vec<Tie>]) -> Result<Next, OtherBracket> {
        state(seeds, options, rounds, |_, _| false).map(|state| state.next)
    }

    /// The round to come as a director would write it, seeds from 1.
    fn round_to_come(seeds: usize, options: Options, rounds: &[Vec<Tie>]) -> String {
        let Next::Round(lines) = next(seeds, options, rounds).expect("the ties follow the lines") else {
            panic!("no round to come")
        };
        let one = |line: &Drawn| match line.second {
            Some(second) => {
                format!("{}v{}{}", line.first + 1, second + 1, if line.third_place { " for third" } else { "" })
            }
            None => format!("{} bye", line.first + 1),
        };
        list(lines.iter().map(one))
    }

    fn places(seeds: usize, options: Options, rounds: &[Vec<Tie>]) -> Vec<Vec<usize>> {
        let state = state(seeds, options, rounds, |_, _| false).expect("the ties follow the lines");
        state.places.into_iter().map(|place| place.into_iter().map(|team| team + 1).collect()).collect()
    }

    #[test]
    fn winners_follow_their_lines() {
        let options = Options::default();
        let quarter_finals = vec![won(1, 8), won(5, 4), won(2, 7), won(6, 3)];
        assert_eq!(round_to_come(8, options, &[]), "1v8, 4v5, 2v7, 3v6");
        assert_eq!(round_to_come(8, options, std::slice::from_ref(&quarter_finals)), "1v5, 2v6");
        let semi_finals = vec![won(5, 1), won(2, 6)];
        assert_eq!(round_to_come(8, options, &[quarter_finals.clone(), semi_finals.clone()]), "2v5");
        assert_eq!(
            places(8, options, &[quarter_finals, semi_finals, vec![won(5, 2)]]),
            [vec![5], vec![2], vec![1, 6], vec![3, 4, 7, 8]]
        );
    }

    #[test]
    fn the_best_of_six_have_byes() {
        assert_eq!(round_to_come(6, Options::default(), &[]), "1 bye, 4v5, 2 bye, 3v6");
        assert_eq!(round_to_come(6, Options::default(), &[vec![won(4, 5), won(6, 3)]]), "1v4, 2v6");
    }

    #[test]
    fn reseeding_pairs_best_with_worst_of_those_left() {
        let reseeded = Options { reseed: true, ..Options::default() };
        let quarter_finals = vec![won(8, 1), won(4, 5), won(2, 7), won(3, 6)];
        assert_eq!(round_to_come(8, reseeded, std::slice::from_ref(&quarter_finals)), "2v8, 3v4");
        assert_eq!(round_to_come(8, Options::default(), &[quarter_finals]), "4v8, 2v3");
    }

    #[test]
    fn who_is_still_in_is_before_the_losers_of_each_round() {
        let quarter_finals = vec![won(8, 1), won(4, 5), won(2, 7), won(3, 6)];
        let semi_finals = vec![won(4, 8), tie(2, 3, &[])];
        assert_eq!(
            places(8, Options::default(), &[quarter_finals, semi_finals]),
            [vec![2, 3, 4], vec![8], vec![1, 5, 6, 7]]
        );
    }

    #[test]
    fn who_has_left_is_not_seeded_anew() {
        let reseeded = Options { reseed: true, ..Options::default() };
        let quarter_finals = vec![won(1, 8), won(4, 5), won(2, 7), won(3, 6)];
        let first_left = |team: usize, round: usize| team == 0 && round >= 2;
        let now =
            state(8, reseeded, std::slice::from_ref(&quarter_finals), first_left).expect("the ties follow the lines");
        let Next::Round(lines) = now.next else { panic!("no round to come") };
        let bye = lines.iter().find(|line| line.second.is_none()).map(|line| line.first + 1);
        assert_eq!((bye, now.places[1].as_slice()), (Some(2), [0].as_slice()));
        // Who was paired before it left stays where it was.
        let posted = [quarter_finals, vec![won(1, 4), won(2, 3)]];
        assert!(state(8, reseeded, &posted, first_left).is_ok());
    }

    #[test]
    fn losers_of_the_semi_finals_play_for_third_place() {
        let options = Options { third_place: true, ..Options::default() };
        let semi_finals = vec![won(1, 4), won(3, 2)];
        assert_eq!(round_to_come(4, options, std::slice::from_ref(&semi_finals)), "1v3, 2v4 for third");
        assert_eq!(places(4, options, &[semi_finals, vec![won(1, 3), won(4, 2)]]), [[1], [3], [4], [2]]);
    }

    #[test]
    fn with_three_teams_the_lone_loser_is_third_without_a_match() {
        let options = Options { third_place: true, ..Options::default() };
        assert_eq!(round_to_come(3, options, &[vec![won(2, 3)]]), "1v2");
        assert_eq!(places(3, options, &[vec![won(2, 3)], vec![won(2, 1)]]), [[2], [1], [3]]);
    }

    #[test]
    fn a_drawn_tie_is_replayed_then_settled_by_sudden_death_or_lot() {
        let drawn = (1, 1);
        let state = |playings: &[(i32, i32)]| tie(1, 2, playings).state();
        assert_eq!(state(&[]), TieState::ToPlay);
        assert_eq!(state(&[drawn]), TieState::ToReplay);
        assert_eq!(state(&[drawn, drawn]), TieState::SuddenDeath);
        assert_eq!(state(&[drawn, drawn, drawn]), TieState::DrawLot);
        assert_eq!(state(&[drawn, (0, 2)]), TieState::Won(Side::Second));
        let by_lot = Tie { lot: Some(Side::Second), ..tie(1, 2, &[drawn, drawn]) };
        assert_eq!(by_lot.state(), TieState::Won(Side::Second));
    }

    #[test]
    fn two_matches_a_tie_go_by_their_sum() {
        assert_eq!(tie(1, 2, &[(3, 1)]).state(), TieState::Won(Side::First));
        assert_eq!(tie(1, 2, &[(2, 2)]).state(), TieState::ToReplay);
    }

    #[test]
    fn the_next_round_waits_for_the_drawn_tie() {
        let semi_finals = vec![won(1, 4), tie(2, 3, &[(1, 1)])];
        assert_eq!(
            next(4, Options::default(), std::slice::from_ref(&semi_finals)),
            Ok(Next::Waiting(vec![(1, 2, TieState::ToReplay)]))
        );
        let posted_early = next(4, Options::default(), &[semi_finals, vec![won(1, 2)]]);
        assert_eq!(posted_early, Err(OtherBracket::TooEarly { round: 2 }));
    }

    #[test]
    fn a_double_forfeit_lets_the_neighbour_walk_over() {
        let semi_finals = vec![won(1, 4), tie(2, 3, &[(0, 0)])];
        assert_eq!(places(4, Options::default(), std::slice::from_ref(&semi_finals)), [vec![1], vec![2, 3, 4]]);
        let quarter_finals = vec![tie(1, 8, &[(0, 0)]), won(4, 5), won(2, 7), won(3, 6)];
        assert_eq!(round_to_come(8, Options::default(), &[quarter_finals]), "4 bye, 2v3");
    }

    #[test]
    fn ties_of_another_bracket_are_named() {
        let missing = next(4, Options::default(), &[vec![won(1, 4)]]);
        assert_eq!(missing, Err(OtherBracket::Missing { round: 1, first: 1, second: 2 }));
        let foreign = next(4, Options::default(), &[vec![won(1, 4), won(2, 3), won(1, 3)]]);
        assert_eq!(
            foreign.unwrap_err().to_string(),
            "round 1 of the knockout has a match between seeds 1 and 3, whom the bracket doesn't pair"
        );
        let after_the_end = next(2, Options::default(), &[vec![won(1, 2)], vec![won(1, 2)]]);
        assert_eq!(after_the_end, Err(OtherBracket::TooEarly { round: 2 }));
    }

    #[test]
    fn one_team_has_won_already() {
        assert_eq!(places(1, Options::default(), &[]), [[1]]);
        assert_eq!(next(0, Options::default(), &[]), Ok(Next::Over));
    }
}
