//! Rounds and format for the number of teams that came, proposed before round 1. Never applied by itself.

use super::Event;
use crate::pairing::round_robin::{pairable_rounds, possible_rounds, recommended_rounds};
use crate::tournament::{Format, Section, Team};

/// More rounds than this are no event for one day.
pub const A_DAY: u32 = 9;

/// What suits a section of so many teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suits {
    /// Teams that would be paired now.
    pub teams: usize,
    pub format: Format,
    pub rounds: u32,
    pub why: Why,
}

/// Why something else than what is settled suits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// So few are best served by a round robin [29K].
    SoFew,
    /// No rounds are settled.
    NoPlan,
    /// The rounds planned are enough for a round robin [29K].
    RoundRobinFits {
        planned: u32,
    },
    SeveralWinners {
        planned: u32,
    },
    Rematches {
        planned: u32,
    },
    /// A round robin takes more than a day.
    TooLong,
}

impl Event {
    /// What suits a section by the number of its teams; `None` once it is paired, or where its settings suit already.
    pub fn suits(&self, section: &Section) -> Option<Suits> {
        if self.latest_round(section.id).is_some() || section.qualified_from.is_some() {
            return None;
        }
        let teams = self.coming(section);
        // While check-in runs a few of many are no field yet.
        let entered = self.tournament().teams_in(section.id).filter(|team| !team.is_out(1) && !team.house).count();
        if 4 * teams < 3 * entered {
            return None;
        }
        suits(teams, section.format, section.rounds)
    }

    /// Teams that would be paired now: not out, and here where check-in has begun. House teams only fill a gap.
    fn coming(&self, section: &Section) -> usize {
        let plays = |team: &&Team| !team.is_out(1) && !team.house && !self.is_missing(section, team);
        self.tournament().teams_in(section.id).filter(plays).count()
    }
}

/// `None` where the plan suits, or there are too few teams to say.
fn suits(teams: usize, format: Format, planned: Option<u32>) -> Option<Suits> {
    let (enough, all) = (recommended_rounds(teams), possible_rounds(teams));
    let swiss = |rounds, why| Some(Suits { teams, format: Format::Swiss, rounds, why });
    let round_robin = |why| Some(Suits { teams, format: Format::RoundRobin, rounds: all, why });
    match (format, planned) {
        _ if teams < 2 => None,
        (Format::Swiss, _) if teams <= 5 => round_robin(Why::SoFew),
        (Format::Swiss, None) => swiss(enough, Why::NoPlan),
        (Format::Swiss, Some(planned)) if planned >= all => round_robin(Why::RoundRobinFits { planned }),
        (Format::Swiss, Some(planned)) if planned < enough => swiss(enough, Why::SeveralWinners { planned }),
        (Format::Swiss, Some(planned)) if planned > pairable_rounds(teams) => {
            swiss(pairable_rounds(teams), Why::Rematches { planned })
        }
        (Format::RoundRobin, _) if all > A_DAY => swiss(enough, Why::TooLong),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_and_format_follow_the_number_of_teams() {
        use Format::{RoundRobin, Swiss};
        let proposed = |teams, format, planned| suits(teams, format, planned).map(|suits| (suits.format, suits.rounds));
        for (teams, format, planned, expected) in [
            (1, Swiss, None, None),
            (2, Swiss, None, Some((RoundRobin, 1))),
            (5, Swiss, None, Some((RoundRobin, 5))),
            (5, RoundRobin, None, None),
            (9, Swiss, None, Some((Swiss, 4))),
            (9, Swiss, Some(4), None),
            (9, Swiss, Some(3), Some((Swiss, 4))),
            (9, Swiss, Some(6), Some((Swiss, 4))),
            (9, Swiss, Some(9), Some((RoundRobin, 9))),
            (40, Swiss, Some(6), None),
            (12, RoundRobin, None, Some((Swiss, 4))),
            (12, Format::Quads, None, None),
        ] {
            assert_eq!(proposed(teams, format, planned), expected, "{teams} {format:?} {planned:?}");
        }
    }
}
