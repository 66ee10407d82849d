//! `bughouse team edit`: changes to a team, or to one of its players.

use super::entering::{free_team_name, not_twice, placed, school_named};
use crate::cli::answer::Answer;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::registration::{Child, Entrants};
use crate::tournament::names::{Found, find};
use crate::tournament::{Grade, HalfPoints, Player, PlayerId, PlayerName, SectionId, Team};
use clap::Args;
use serde_json::json;

/// What `team edit` takes.
#[derive(Debug, Args)]
pub struct Edit {
    /// The team
    team: String,
    /// A new team name
    #[arg(long)]
    name: Option<String>,
    /// The team's own school
    #[arg(long)]
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
    #[arg(long, value_name = "NAME", requires = "player")]
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
    #[arg(long, value_name = "SCHOOL", requires = "player")]
    player_school: Option<String>,
    /// A second child of a name that is entered already
    #[arg(long, requires = "player")]
    namesake: bool,
    /// Another section, before the team is paired
    #[arg(long)]
    section: Option<String>,
}

impl Edit {
    /// Changes what was named, and nothing else.
    pub fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let mut team = desk.team(&self.team)?.clone();
        if let Some(section) = &self.section {
            team.section = other_section(desk, &team, section)?;
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
        let mut answer = Answer::said(summary.clone(), json!({ "team": team.id, "name": team.name }), summary);
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
            not_twice(desk, &child(desk, &player), Some(player.id), self.namesake)?;
        }
        desk.save_players([player]);
        Ok(())
    }
}

/// The section that a team may be moved to.
fn other_section(desk: &Desk, team: &Team, named: &str) -> Result<SectionId, Failure> {
    let section = desk.section(Some(named))?;
    let was_paired = desk.tournament().rounds.iter().any(|r| r.assignment(team.id).is_some());
    if section.id != team.section && was_paired {
        return Err(Failure::forbidden(format!("{} has been paired, so it stays in its section", team.name))
            .hint(format!("withdraw it, bughouse team withdraw {}, and enter it anew in the other section", team.id)));
    }
    placed(desk, entrants(desk, team), Some(&section.name))
}

/// `bughouse team move`.
pub fn move_to(desk: &mut Desk, named: &str, section: &str) -> Result<Answer, Failure> {
    let team = desk.team(named)?.clone();
    let (name, section) = (team.name.clone(), other_section(desk, &team, section)?);
    free_team_name(desk, section, &name, Some(team.id))?;
    let into = desk.tournament().section(section).map(|section| section.name.clone()).unwrap_or_default();
    let summary = format!("{name} plays in {into}");
    let json = json!({ "team": team.id, "name": name, "section": into });
    desk.save_teams([Team { section, ..team }]);
    Ok(Answer::said(summary.clone(), json, summary))
}

/// The team as placing looks at it.
pub fn entrants(desk: &Desk, team: &Team) -> Entrants {
    let players = desk.tournament().partners(team).map(|player| child(desk, player));
    Entrants::Team {
        name: team.name.clone(),
        is_named: true,
        players: Box::new(players),
        school: None,
        rating: team.rating,
    }
}

fn child(desk: &Desk, player: &Player) -> Child {
    Child {
        name: player.name.clone(),
        grade: player.grade,
        rating: player.rating,
        federation_id: player.federation_id.clone(),
        school: player.school.and_then(|id| desk.tournament().school(id)).map(|school| school.name.clone()),
        ..Child::default()
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
