//! Knockouts: losers leave, seeded so that the best two can only meet at the end.
//!
//! Answers, from the number of seeds and the ties played so far, what is played next and who stands where.
//! Teams are named by their position among the seeds, from 0.

mod lines;
mod stage;
#[cfg(test)]
mod tests;
mod tie;

pub use stage::Stage;
pub use tie::{AfterReplay, Tie, TieState};

use lines::Place;

/// How a knockout is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// After each round the best remaining seed meets the worst, instead of following the lines.
    pub reseed: bool,
    /// The losers of the semi-finals play for third place while the final is played.
    pub third_place: bool,
    /// What follows a drawn replay.
    pub after_replay: AfterReplay,
}

/// A tie or bye of the round to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Line {
    pub first: usize,
    /// Its opponent; `None` is a bye into the next round.
    pub second: Option<usize>,
    /// The losers of the semi-finals meet; nobody goes on from here.
    pub third_place: bool,
}

/// What a knockout needs next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// A round to post, in table order, byes in their places.
    Round(Vec<Line>),
    /// Ties of the current round that nobody has won yet, with what they need: first team, second team, state.
    Waiting(Vec<(usize, usize, TieState)>),
    Over,
}

/// Where a knockout stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub next: Next,
    /// From the first: who is still in, then those who went out, the last round first; each place listed by seed.
    pub places: Vec<Vec<usize>>,
    /// Who left after the last round without losing in it, where the lines are drawn anew without them.
    pub gone: Vec<usize>,
    pub course: Course,
}

/// What is decided when.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Course {
    /// What each round decides, posted or to come, from round 1.
    pub stages: Vec<Stage>,
    /// Who plays for third place beside the final.
    pub for_third: Option<[usize; 2]>,
}

/// Why the ties given are no knockout of these seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OtherBracket {
    /// A tie that the lines ask for was not posted.
    #[error("round {round} of the knockout needs a tie between seeds {} and {}, and none was posted", .first + 1, .second + 1)]
    Missing {
        /// Round, from 1.
        round: usize,
        /// Better seed's position.
        first: usize,
        second: usize,
    },
    /// A tie was posted that the lines do not hold.
    #[error("round {round} of the knockout holds a tie between seeds {} and {}, who are not drawn together", .first + 1, .second + 1)]
    Foreign {
        /// Round, from 1.
        round: usize,
        /// First team's position.
        first: usize,
        second: usize,
    },
    /// A round was posted after the knockout was over or before the last one was decided.
    #[error("round {round} of the knockout was posted too early: the round before it is not decided, or was the last")]
    TooEarly {
        /// Round, from 1.
        round: usize,
    },
}

/// Where a knockout of `seeds` teams stands after the ties of the rounds so far (byes are not listed). `has_left` says of a
/// team and a round, from 1, whether it had left the event by then: where lines are drawn anew it is no longer among them.
pub fn state(
    seeds: usize,
    options: Options,
    rounds: &[Vec<Tie>],
    has_left: impl Fn(usize, usize) -> bool,
) -> Result<State, OtherBracket> {
    let mut course = Course::default();
    let stand = |lines: &[Place], out: Vec<Vec<usize>>, gone: Vec<usize>, next: Next, course: Course| {
        let mut still_in: Vec<usize> = lines.iter().copied().flatten().collect();
        still_in.sort_unstable();
        let places = std::iter::once(still_in).chain(out.into_iter().rev()).filter(|place| !place.is_empty()).collect();
        State { next, places, gone, course }
    };
    let mut lines = lines::drawn(&(0..seeds).collect::<Vec<_>>());
    let mut out: Vec<Vec<usize>> = Vec::new();
    let (mut semi_final_losers, mut gone) = (Vec::new(), Vec::new());
    let mut posted = (1..).zip(rounds);
    while lines.len() > 1 {
        let for_third = if lines.len() == 2 && options.third_place { semi_final_losers.as_slice() } else { &[] };
        let round = drawn_round(&lines, for_third);
        let mut played = Played::default();
        // Nobody has an opponent only after double forfeits: who is left goes on without a round.
        if round.iter().any(|line| line.second.is_some()) {
            course.stages.push(Stage::of(lines.len()));
            course.for_third = <[usize; 2]>::try_from(for_third).ok();
            let Some((number, ties)) = posted.next() else {
                return Ok(stand(&lines, out, gone, Next::Round(round), course));
            };
            played = play(number, &round, ties, options.after_replay)?;
        }
        if !played.waiting.is_empty() {
            if let Some((round, _)) = posted.next() {
                return Err(OtherBracket::TooEarly { round });
            }
            let left: Vec<Place> =
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
        lines = lines::meetings(&lines).into_iter().map(|meeting| through(meeting, &played.losers)).collect();
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
            lines = lines::drawn(&survivors);
            out.extend((!gone.is_empty()).then(|| gone.clone()));
        }
    }
    if let Some((round, _)) = posted.next() {
        return Err(OtherBracket::TooEarly { round });
    }
    Ok(stand(&lines, out, gone, Next::Over, course))
}

/// The round that the lines ask for, with the match for third place if its two teams are known.
fn drawn_round(lines: &[Place], for_third: &[usize]) -> Vec<Line> {
    let mut round: Vec<Line> = lines::meetings(lines)
        .into_iter()
        .flatten()
        .map(|(first, second)| Line { first, second, third_place: false })
        .collect();
    if let &[first, second] = for_third {
        round.push(Line { first, second: Some(second), third_place: true });
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

fn play(number: usize, round: &[Line], ties: &[Tie], after_replay: AfterReplay) -> Result<Played, OtherBracket> {
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
        match (tie.state(after_replay), line.third_place) {
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
fn through(meeting: Option<(usize, Place)>, losers: &[usize]) -> Place {
    let (first, second) = meeting?;
    [Some(first), second].into_iter().flatten().find(|team| !losers.contains(team))
}
