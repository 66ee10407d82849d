//! What became of a table that the boards did not decide: a forfeit, because a team had left, or the lot.

use super::explain_schedule::Reason;
use crate::cli::desk::Desk;
use crate::tournament::{MatchResult, Round, Section, TableNumber, Team, TeamId};

/// The tables of a round that a forfeit decided, or the one of a team.
pub fn forfeits(desk: &Desk, section: &Section, round: &Round, team: Option<&Team>) -> Vec<Reason> {
    let tables = round.tables().into_iter().filter(|(_, pair)| team.is_none_or(|team| pair.contains(&team.id)));
    tables.filter_map(|(table, pair)| forfeit(desk, section, round, table, pair)).map(|text| (text, None)).collect()
}

fn forfeit(
    desk: &Desk,
    section: &Section,
    round: &Round,
    table: TableNumber,
    [first, second]: [TeamId; 2],
) -> Option<String> {
    let result = (1..=section.matches)
        .find_map(|number| desk.result_in(round, table, number).filter(|result| !result.is_played()))?;
    let has_left = |team: TeamId| desk.tournament().team(team).is_some_and(|team| team.is_out(round.number));
    let why = |team: TeamId| if has_left(team) { "has left" } else { "did not play" };
    let (one, other) = (desk.name_of(first), desk.name_of(second));
    Some(match result {
        MatchResult::FirstByForfeit => format!("{other} {}, so {one} wins by forfeit.", why(second)),
        MatchResult::SecondByForfeit => format!("{one} {}, so {other} wins by forfeit.", why(first)),
        _ => format!("{one} {} and {other} {}, so both lose by forfeit.", why(first), why(second)),
    })
}

/// That the lot decided a tie of a knockout.
pub fn lot(desk: &Desk, section: &Section, round: &Round, table: TableNumber) -> Option<Reason> {
    let [winner, loser] = desk.by_lot(section, round, table)?.map(|team| desk.name_of(team));
    let text = format!(
        "{winner} and {loser} drew the tie, its replay and the sudden-death match: the lot drawn at entry decided for {winner}."
    );
    Some((text, None))
}
