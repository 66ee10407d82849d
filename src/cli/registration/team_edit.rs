//! `bughouse team edit`: changes to a team, or to one of its players.

use super::entering::{entered, entrants, free_team_name, not_twice, placed, school_named};
use super::team_move::go;
use crate::cli::answer::Answer;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::tournament::names::{Found, find};
use crate::tournament::{Grade, HalfPoints, Player, PlayerId, PlayerName, Team};
use clap::Args;
use serde_json::json;

/// What `team edit` takes.
#[derive(Debug, Args)]
pub struct Edit {
    /// The team
    team: String,
    /// A new team name
    #[arg(long, value_parser = crate::cli::naming::one_line)]
    name: Option<String>,
    /// The team's own school
    #[arg(long, value_parser = crate::cli::naming::one_line)]
    school: Option<String>,
    /// The team's rating, or with --player the child's; 0: unrated
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=4000))]
    rating: Option<u32>,
    /// A house team or not
    #[arg(long, value_name = "yes|no", value_parser = crate::cli::sections::options::yes_or_no)]
    house: Option<bool>,
    /// Points off its first tie-break that counts points, by ruling; 0: none
    #[arg(long, value_name = "N", value_parser = penalty)]
    tiebreak_penalty: Option<HalfPoints>,
    /// Which of its players to change
    #[arg(long)]
    player: Option<String>,
    /// The player's new name
    #[arg(long, value_name = "NAME", requires = "player", value_parser = crate::cli::naming::one_line)]
    player_name: Option<String>,
    /// The player's grade
    #[arg(long, requires = "player")]
    grade: Option<Grade>,
    /// The player's federation id
    #[arg(long, requires = "player")]
    id: Option<String>,
    /// Only the player's initials on sheets and pages
    #[arg(long, value_name = "yes|no", requires = "player", value_parser = crate::cli::sections::options::yes_or_no)]
    initials: Option<bool>,
    /// The player's own school; none: no school
    #[arg(long, value_name = "SCHOOL", requires = "player", value_parser = crate::cli::naming::one_line)]
    player_school: Option<String>,
    /// A second child of a name that is entered already
    #[arg(long, requires = "player")]
    namesake: bool,
    /// Another section, as `team move`
    #[arg(long)]
    section: Option<String>,
}

impl Edit {
    /// Changes what was named, and nothing else.
    pub fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let mut team = desk.team(&self.team)?.clone();
        let mut moved = String::new();
        if let Some(section) = &self.section {
            let into = desk.section(Some(section))?.clone();
            if into.id != team.section {
                moved = go(desk, &team, &into)?.1;
                team = desk.team(&team.id.to_string())?.clone();
            }
        }
        if self.name.is_some() || self.section.is_some() {
            team.name = free_team_name(desk, team.section, self.name.as_deref().unwrap_or(&team.name), Some(team.id))?;
        }
        if let Some(school) = &self.school {
            team.school = school_named(desk, Some(school));
        }
        team.house = self.house.unwrap_or(team.house);
        team.tiebreak_penalty = self.tiebreak_penalty.unwrap_or(team.tiebreak_penalty);
        match &self.player {
            None => team.rating = self.rating.map_or(team.rating, |r| (r > 0).then_some(r)),
            Some(named) => self.player(desk, &team, named)?,
        }
        if self.changes_nothing() {
            return Err(Failure::mistyped(format!("nothing to change was named for {}", team.name)).hint(format!(
                "bughouse team edit {} --name NEW, or another of the options in `bughouse team edit --help`",
                team.id
            )));
        }
        desk.save_teams([team.clone()]);
        let summary = format!("changed team {} ({})", team.id, team.name);
        let text = if moved.is_empty() { summary.clone() } else { format!("{summary}\n{moved}") };
        let mut answer = Answer::said(text, json!({ "team": team.id, "name": team.name }), summary);
        if self.grade.is_some()
            && let Err(failure) =
                placed(desk, entrants(desk, &team), desk.tournament().section(team.section).map(|s| s.name.as_str()))
        {
            answer.remark(format!("{}: `bughouse team edit {} --section SECTION`", failure.message, team.id));
        }
        Ok(answer)
    }

    fn changes_nothing(&self) -> bool {
        let of_team =
            self.name.is_some() || self.school.is_some() || self.house.is_some() || self.tiebreak_penalty.is_some();
        let of_player =
            self.player_name.is_some() || self.grade.is_some() || self.id.is_some() || self.initials.is_some();
        !(of_team || of_player || self.rating.is_some() || self.player_school.is_some() || self.section.is_some())
    }

    fn player(&self, desk: &mut Desk, team: &Team, named: &str) -> Result<(), Failure> {
        let partners = desk.tournament().partners(team).map(Player::clone);
        let by_number = named.trim_start_matches('#').parse().ok().map(PlayerId);
        let numbered = partners.iter().find(|partner| Some(partner.id) == by_number);
        let ((Some(found), _) | (None, Found::One(found))) = (numbered, find(named, &partners, |p| &p.name)) else {
            let [one, other] = partners.map(|partner| format!("{} ({})", partner.name, partner.id));
            return Err(Failure::mistyped(format!("{} has no player \"{named}\"", team.name))
                .hint(format!("its players are {one} and {other}; name one by the number or a part of the name")));
        };
        let mut player = found.clone();
        if let Some(name) = self.player_name.as_deref().map(str::trim).filter(|n| !n.is_empty()) {
            name.clone_into(&mut player.name);
        }
        player.grade = self.grade.or(player.grade);
        player.federation_id = self.id.clone().or(player.federation_id);
        player.rating = self.rating.map_or(player.rating, |r| (r > 0).then_some(r));
        if let Some(school) = &self.player_school {
            player.school = school_named(desk, Some(school).filter(|s| s.as_str() != "-").map(String::as_str));
        }
        if let Some(initials) = self.initials {
            player.shown_as = if initials { PlayerName::Initials } else { PlayerName::Full };
        }
        if self.player_name.is_some() || self.id.is_some() {
            not_twice(desk, &entered(desk, &player), Some(player.id), self.namesake)?;
        }
        desk.save_players([player]);
        Ok(())
    }
}

/// Reads a penalty in tie-break points: `1`, `2.5`, `1½`.
fn penalty(text: &str) -> Result<HalfPoints, String> {
    let refused = || format!("\"{text}\" is no penalty; type points from 0 to 50 in halves, such as 1 or 0.5");
    let halved = [".5", "½"].iter().find_map(|half| text.strip_suffix(half));
    let (whole, half) = halved.map_or((text.strip_suffix(".0").unwrap_or(text), 0), |whole| (whole, 1));
    let whole = match whole {
        "" if half == 1 => 0,
        digits => digits.parse::<u8>().map_err(|_| refused())?,
    };
    let halves = 2 * i32::from(whole) + half;
    if halves > 100 { Err(refused()) } else { Ok(HalfPoints(halves)) }
}
