//! Rounds and format for the number of teams that came, proposed before round 1. Never applied by itself.

use crate::cli::desk::{Desk, as_typed, counted};
use crate::pairing::round_robin::{pairable_rounds, possible_rounds, recommended_rounds};
use crate::tournament::{Format, Section, Team};
use serde::Serialize;

/// More rounds than this are no event for one day.
const A_DAY: u32 = 9;

/// What suits a section of so many teams.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Proposed {
    pub section: String,
    /// Teams that would be paired now.
    pub teams: usize,
    /// Rounds that suit them in the format proposed.
    pub rounds: u32,
    pub pairing: Format,
    /// The same in a sentence, with what to type.
    pub told: String,
}

impl Desk {
    /// What suits a section by the number of its teams; `None` once it is paired, or where its settings suit already.
    pub fn proposed(&self, section: &Section) -> Option<Proposed> {
        if self.latest_round(section.id).is_some() || section.qualified_from.is_some() {
            return None;
        }
        let teams = self.coming(section);
        // While check-in runs a few of many are no field yet.
        let entered = self.tournament().teams_in(section.id).filter(|team| !team.is_out(1) && !team.house).count();
        if 4 * teams < 3 * entered {
            return None;
        }
        let edit = format!("bughouse section edit {}", as_typed(std::iter::once(section.name.clone())));
        let (pairing, rounds, told) = suits(teams, section.format, section.rounds, &edit)?;
        Some(Proposed {
            section: section.name.clone(),
            teams,
            rounds,
            pairing,
            told: format!("{}: {teams} teams: {told}", section.name),
        })
    }

    /// What suits each section, in their order.
    pub fn all_proposed(&self) -> Vec<Proposed> {
        self.tournament().sections.iter().filter_map(|section| self.proposed(section)).collect()
    }

    /// Teams that would be paired now: not out, and here where check-in has begun. House teams only fill a gap.
    fn coming(&self, section: &Section) -> usize {
        let plays = |team: &&Team| !team.is_out(1) && !team.house && !self.is_missing(section, team);
        self.tournament().teams_in(section.id).filter(plays).count()
    }
}

/// Format, rounds and the words for it; `None` where the plan suits, or there are too few teams to say.
fn suits(teams: usize, format: Format, planned: Option<u32>, edit: &str) -> Option<(Format, u32, String)> {
    let (enough, all) = (recommended_rounds(teams), possible_rounds(teams));
    let length = counted(all as usize, "round");
    let round_robin = format!("a round robin in {length}: {edit} --pairing round-robin");
    match (format, planned) {
        _ if teams < 2 => None,
        (Format::Swiss, _) if teams <= 5 => {
            Some((Format::RoundRobin, all, format!("so few are best served (29K) by {round_robin}")))
        }
        (Format::Swiss, None) => {
            let quads = if teams.is_multiple_of(4) {
                format!("; or quads in 3: {edit} --pairing quads")
            } else {
                String::new()
            };
            let whole = if all <= A_DAY { format!("; or {round_robin}") } else { String::new() };
            Some((Format::Swiss, enough, format!("{enough} rounds Swiss, which `bughouse pair` plans{whole}{quads}")))
        }
        (Format::Swiss, Some(rounds)) if rounds >= all => {
            Some((Format::RoundRobin, all, format!("{rounds} rounds are enough (29K) for {round_robin}")))
        }
        (Format::Swiss, Some(rounds)) if rounds < enough => Some((
            Format::Swiss,
            enough,
            format!("{rounds} rounds may leave several winners, {enough} do not: {edit} --rounds {enough}"),
        )),
        (Format::Swiss, Some(rounds)) if rounds > pairable_rounds(teams) => Some((
            Format::Swiss,
            pairable_rounds(teams),
            format!("{rounds} rounds may force a rematch, {0} never do: {edit} --rounds {0}", pairable_rounds(teams)),
        )),
        (Format::RoundRobin, _) if all > A_DAY => Some((
            Format::Swiss,
            enough,
            format!("a round robin takes {all} rounds, a Swiss {enough}: {edit} --pairing swiss"),
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_and_format_follow_the_number_of_teams() {
        use Format::{RoundRobin, Swiss};
        let proposed =
            |teams, format, planned| suits(teams, format, planned, "edit").map(|(format, rounds, _)| (format, rounds));
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

    #[test]
    fn nine_teams_are_told_of_both_ways() {
        let told = suits(9, Format::Swiss, None, "edit").map(|(_, _, told)| told);
        let expected =
            "4 rounds Swiss, which `bughouse pair` plans; or a round robin in 9 rounds: edit --pairing round-robin";
        assert_eq!(told.as_deref(), Some(expected));
    }
}
