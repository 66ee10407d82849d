//! Teams that came after their section's round was posted and have no game in it: what can be done for each.

use super::act::line;
use super::pages::Button;
use crate::cli::command_text::{plain, spans};
use crate::cli::desk::Desk;
use crate::cli::registration::entering::latecomers_seat;
use crate::cli::wording::does;
use crate::event::presence::Latecomer;
use crate::tournament::{Round, Section, Team};

/// A sentence with what is done about it.
pub struct Advice {
    pub text: String,
    pub buttons: Vec<Button>,
}

impl Advice {
    /// What a note of `status` says up to its first command; of its commands those that can be given one for another.
    pub fn of(note: &str) -> Self {
        let says = spans(note).take_while(|(is_command, _)| !is_command).map(|(_, words)| words);
        let text = plain(&says.collect::<String>());
        let ways = spans(note).take_while(|(is_command, words)| *is_command || !words.trim_end().ends_with("then"));
        let buttons = ways.filter(|(is_command, _)| *is_command).map(|(_, command)| Button::of_command(command));
        Self { text: text.trim().trim_end_matches([':', ';', ',']).to_owned(), buttons: buttons.collect() }
    }
}

/// The teams of a section that wait without a game.
pub fn waiting(desk: &Desk, section: &Section) -> Vec<Advice> {
    desk.unseated(section).into_iter().filter_map(|team| advice(desk, section, team)).collect()
}

fn advice(desk: &Desk, section: &Section, team: &Team) -> Option<Advice> {
    match desk.latecomer(team)? {
        Latecomer::Seat(round) if desk.tournament().asked_bye(team, section.id, round.number).is_none() => {
            Some(with_a_seat(desk, section, round, team))
        }
        _ => {
            let Advice { text, buttons } = Advice::of(&latecomers_seat(desk, team)?);
            Some(Advice { text: format!("{} ({}): {text}", team.name, section.name), buttons })
        }
    }
}

/// The games that teams without one can have at once: with the team that has the bye, or with each other.
pub fn games(desk: &Desk) -> Vec<Button> {
    let of = |section: &Section| {
        let late =
            desk.unseated(section).into_iter().filter(|team| matches!(desk.latecomer(team), Some(Latecomer::Seat(_))));
        let games = late.filter_map(|team| {
            let (free, game) = game(desk, section, team)?;
            let is_mutual =
                free.id < team.id && desk.free_for(section, free.id).is_some_and(|other| other.id == team.id);
            (!is_mutual).then(|| Button::runs(format!("{} – {}", team.name, free.name), game))
        });
        games.collect::<Vec<_>>()
    };
    desk.tournament().sections.iter().flat_map(of).collect()
}

/// Who could play a team at once, and the command that seats the two.
fn game<'d>(desk: &'d Desk, section: &Section, team: &Team) -> Option<(&'d Team, String)> {
    let free = desk.free_for(section, team.id)?;
    Some((free, line(&["pairing", "add", &team.id.to_string(), &free.id.to_string()])))
}

fn with_a_seat(desk: &Desk, section: &Section, round: &Round, team: &Team) -> Advice {
    let number = team.id.to_string();
    let game = game(desk, section, team).map(|(free, game)| Button::runs(format!("Play {}", free.name), game));
    let bye = Button::runs("Half-point bye", line(&["pairing", "bye", &number, "--points", "half"]));
    let is_last = section.rounds.is_some_and(|rounds| rounds <= round.number);
    let next = if is_last { String::new() } else { format!(" and start playing in round {}", round.number + 1) };
    Advice {
        text: format!(
            "{} no game in {} of {}. If you do nothing, they get 0 points{next}.",
            does(&team.name, "has"),
            desk.round_called(section, round.number),
            section.name
        ),
        buttons: game.into_iter().chain([bye]).collect(),
    }
}
