//! What is changed of a child, in a team or without a partner yet, and the difference in words.

use crate::cli::command_text::cmd;
use crate::cli::desk::Desk;
use crate::cli::help::line::command;
use crate::cli::refusal::OrRefuse;
use crate::registration::{Child, Entrants};
use crate::tournament::names::{family_first, fold, turned};
use crate::tournament::{Grade, Player, PlayerName, SchoolId, Tournament};
use clap::Args;

/// What was typed of a child.
#[derive(Debug, Args)]
pub struct Typed {
    /// New name; "Garcia Lopez, Ana" if the last name has more than one word
    #[arg(long, value_parser = crate::cli::naming::one_line)]
    pub name: Option<String>,
    /// Grade
    #[arg(long)]
    pub grade: Option<Grade>,
    /// Rating (0 for unrated)
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=4000))]
    pub rating: Option<u32>,
    /// Federation ID
    #[arg(long)]
    pub id: Option<String>,
    /// School ("none" for no school)
    #[arg(long, value_parser = crate::cli::naming::one_line)]
    pub school: Option<String>,
}

impl Typed {
    /// The child as it is to be.
    pub fn of(&self, desk: &mut Desk, known: &Player, initials: Option<bool>) -> Player {
        let mut player = known.clone();
        if let Some(name) = self.name.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
            let (name, words) = turned(name);
            let family =
                |name: &str| fold(&family_first(name, known.family_words)).split(", ").next().map(str::to_owned);
            let stays = known.family_words.filter(|_| family(&name) == family(&known.name));
            (player.name, player.family_words) = (name, words.or(stays));
        }
        player.grade = self.grade.or(player.grade);
        player.federation_id = match self.id.as_deref().map(str::trim) {
            None => player.federation_id,
            Some("" | "none") => None,
            Some(id) => Some(id.to_owned()),
        };
        player.rating = self.rating.map_or(player.rating, |rating| (rating > 0).then_some(rating));
        if let Some(school) = &self.school {
            player.school = desk.school_named(school);
        }
        if let Some(initials) = initials {
            player.shown_as = if initials { PlayerName::Initials } else { PlayerName::Full };
        }
        player
    }
}

/// What is known of something, by what it is called.
pub type Known = Vec<(&'static str, Option<String>)>;

pub fn school(at: &Tournament, id: Option<SchoolId>) -> Option<String> {
    Some(at.school(id?)?.name.clone())
}

pub fn yes_or_no(yes: bool) -> Option<String> {
    Some(if yes { "yes" } else { "no" }.to_owned())
}

pub fn of_player(at: &Tournament, player: &Player) -> Known {
    vec![
        ("name", Some(player.name.clone())),
        ("listed as", player.family_words.map(|words| family_first(&player.name, Some(words)))),
        ("grade", player.grade.map(|grade| grade.to_string())),
        ("rating", player.rating.map(|rating| rating.to_string())),
        ("id", player.federation_id.clone()),
        ("school", school(at, player.school)),
        ("initials", yes_or_no(player.shown_as == PlayerName::Initials)),
    ]
}

/// What is otherwise, a phrase each, old and new.
pub fn compared(who: &str, was: Known, is: Known) -> Vec<String> {
    let shown = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
    let other = was.into_iter().zip(is).filter(|(was, is)| was != is);
    other.map(|((what, was), (_, is))| format!("{who}{what} {} → {}", shown(was), shown(is))).collect()
}

/// What to type for a child without a partner whose grade its section does not take.
pub fn misfit(desk: &Desk, player: &Player) -> Option<String> {
    // A limit is for the average of two, so that a child alone may still be under it.
    let unrated = Child { rating: None, ..desk.entered(player) };
    let placed = desk.place(Entrants::Alone(unrated), player.section).or_refuse(desk);
    let failure = placed.err()?;
    Some(format!("{}: {}", failure.message, cmd!("partner edit {} --section SECTION", player.id)))
}

/// The same, or for one who would play in another section by its grade.
pub fn moves(desk: &Desk, player: &Player) -> Option<String> {
    let by_grade = desk.place(Entrants::Alone(desk.entered(player)), None);
    match by_grade {
        Ok(section) if Some(section) != player.section => {
            let there = desk.section_name(section);
            let waits = player.section.map(|id| format!(" but is waiting in {}", desk.section_name(id)));
            let edit = command(["partner", "edit", &player.id.to_string(), "--section", there]);
            Some(format!("{} belongs in {there} by grade{}: {edit}", player.name, waits.unwrap_or_default()))
        }
        _ => misfit(desk, player),
    }
}
