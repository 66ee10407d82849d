//! Rounds and format for the number of teams that came, as the desk proposes them, with what to type.

use crate::cli::wording::{counted, quoted};
use crate::event::Event;
use crate::event::presence::{A_DAY, Suits, Why};
use crate::pairing::round_robin::possible_rounds;
use crate::tournament::{Format, Section};
use serde::Serialize;

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

/// What suits a section, where it is not what is settled.
pub fn proposed(event: &Event, section: &Section) -> Option<Proposed> {
    let suits = event.suits(section)?;
    let edit = format!("bughouse section edit {}", quoted(&section.name));
    let Suits { teams, format: pairing, rounds, .. } = suits;
    let told = format!("{}: {teams} teams: {}", section.name, told(suits, &edit));
    Some(Proposed { section: section.name.clone(), teams, rounds, pairing, told })
}

fn told(Suits { teams, rounds, why, .. }: Suits, edit: &str) -> String {
    let all = possible_rounds(teams);
    let round_robin = format!("a round robin in {}: {edit} --pairing round-robin", counted(all as usize, "round"));
    match why {
        Why::SoFew => format!("so few are best served (29K) by {round_robin}"),
        Why::NoPlan => {
            let quads = if teams.is_multiple_of(4) {
                format!("; or quads in 3: {edit} --pairing quads")
            } else {
                String::new()
            };
            let whole = if all <= A_DAY { format!("; or {round_robin}") } else { String::new() };
            format!("{rounds} rounds Swiss, planned by itself{whole}{quads}")
        }
        Why::RoundRobinFits { planned } => format!("{planned} rounds are enough (29K) for {round_robin}"),
        Why::SeveralWinners { planned } => {
            format!("{planned} rounds may leave several winners, {rounds} do not: {edit} --rounds {rounds}")
        }
        Why::Rematches { planned } => {
            format!("{planned} rounds may force a rematch, {rounds} never do: {edit} --rounds {rounds}")
        }
        Why::TooLong => format!("a round robin takes {all} rounds, a Swiss {rounds}: {edit} --pairing swiss"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_teams_are_told_of_both_ways() {
        let suits = Suits { teams: 9, format: Format::Swiss, rounds: 4, why: Why::NoPlan };
        let expected = "4 rounds Swiss, planned by itself; or a round robin in 9 rounds: edit --pairing round-robin";
        assert_eq!(told(suits, "edit"), expected);
    }
}
