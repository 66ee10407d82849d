//! Why a prize is not given or a play-off not entered, in sentences with what to type instead.

use crate::cli::command_text::{CommandText, cmd};
use crate::cli::failure::Failure;
use crate::cli::wording::quoted;
use crate::event::{Event, NotWon, StoredPlayOff};
use crate::tournament::{SectionId, TeamId};

pub fn not_won(event: &Event, prize: u32, id: TeamId, why: NotWon) -> Failure {
    let prize = event.facts.prizes.iter().find(|known| known.id == prize);
    let (of, called, number) =
        prize.map_or(("", "", 0), |prize| (event.section_name(prize.section), prize.name.as_str(), prize.id));
    let plays_in = event.tournament().team(id).map_or("", |team| event.section_name(team.section));
    let reason = match why {
        NotWon::HouseTeam => "it's a house team, not eligible for prizes".to_owned(),
        NotWon::Expelled => "it was expelled".to_owned(),
        NotWon::Struck => "it was struck, so its matches don't count".to_owned(),
        NotWon::PlaysElsewhere => format!("the prize is in {of}, and the team plays in {plays_in}"),
    };
    Failure::forbidden(format!("{} can't win {called}: {reason}", event.name_of(id)))
        .hint(format!("to give it to another team: {}", cmd!("prize give {number} TEAM")))
}

pub fn no_play_off(event: &Event, played: &StoredPlayOff) -> Failure {
    let [one, other] = played.teams.map(|team| event.name_of(team));
    Failure::mistyped(format!("no play-off between {one} and {other} has been entered"))
        .hint(format!("to enter it: {}", play_off_line(played)))
}

pub fn play_off_on_file(event: &Event, on_file: &StoredPlayOff, played: &StoredPlayOff) -> Failure {
    let line = play_off_line(played);
    Failure::forbidden(format!("the play-off is already entered: {}", play_off_in_words(event, on_file))).hint(format!(
        "to replace it: {}; if they played another match: {}",
        line.and("--replace"),
        line.and("--again")
    ))
}

pub fn no_knockout(event: &Event, section: SectionId, played: Option<&StoredPlayOff>) -> Failure {
    let name = event.section_name(section);
    let all = cmd!("prize rules {} --play-off all-play-all", quoted(name)).to_string();
    match played {
        Some(played) => Failure::forbidden(format!(
            "{} can't be a match in a knockout: a team that has lost only plays teams that lost in the same round",
            play_off_in_words(event, played)
        ))
        .hint(format!("if everyone plays everyone: {all}")),
        None => Failure::forbidden(format!(
            "the play-off for {name} isn't a knockout: a team that lost has played one that hasn't"
        ))
        .hint(format!("if everyone plays everyone: {all}")),
    }
}

/// `Rooks 1-0 Knights`.
pub fn play_off_in_words(event: &Event, of: &StoredPlayOff) -> String {
    let [one, other] = of.teams.map(|team| event.name_of(team));
    format!("{one} {} {other}", of.result.as_typed())
}

/// What enters the match.
pub fn play_off_line(played: &StoredPlayOff) -> CommandText {
    let [one, other] = played.teams;
    cmd!("prize play-off {one} {other} {}", played.result.as_typed())
}
