//! `bughouse team`: entering teams, changing them, and their coming and going.

use super::answer::Answer;
use super::contacts;
use super::desk::{Access, Desk, Verb};
use super::entering::{enter, may_play, player, school_named, section_for};
use super::failure::Failure;
use super::team_leaving;
use super::team_show;
use crate::store::NewTeam;
use crate::tournament::names::fold;
use crate::tournament::{Grade, HalfPoints, PlayerId, PlayerName, Team};
use clap::{Args, Subcommand};
use serde_json::json;
use std::future::Future;
use std::pin::Pin;

/// Enter, list, change, withdraw and expel teams
#[derive(Debug, Subcommand)]
pub enum TeamCommand {
    /// Enter a team of two
    #[command(
        after_help = "Example: bughouse team add \"Rooks on Fire\" --section K-6 --player \"Ann Lee,3,1210\" --player \"Bo Cruz,4\" --school \"Lincoln ES\""
    )]
    Add(Add),
    /// List all teams
    List {
        /// Only this section
        #[arg(long)]
        section: Option<String>,
    },
    /// Show one team: partners, rounds, byes
    Show {
        /// The team
        team: String,
    },
    /// Change a team or one of its players
    #[command(after_help = "Example: bughouse team edit 12 --name \"Rooks on Fire\" --player \"Ann Lee\" --rating 1250")]
    Edit(Edit),
    /// Take a team out of the event
    Withdraw {
        /// The team
        team: String,
        /// First round missed [default: the next one]
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
        from_round: Option<u32>,
    },
    /// Take a withdrawn team in again, from the next round
    Return {
        /// The team
        team: String,
    },
    /// Remove all e-mail addresses and telephone numbers, for good
    ForgetContacts,
    /// Send a team out of the event
    Expel {
        /// The team
        team: String,
        /// Why
        #[arg(long)]
        reason: Option<String>,
    },
}

/// What `team add` takes.
#[derive(Debug, Args)]
pub struct Add {
    /// Team name
    name: String,
    /// Where it plays
    #[arg(long)]
    section: Option<String>,
    /// A partner: "First Last[,grade[,rating[,id[,school]]]]"; give two
    #[arg(long = "player", value_name = "NAME,GRADE,RATING,ID,SCHOOL", required = true)]
    players: Vec<String>,
    /// School of both partners
    #[arg(long)]
    school: Option<String>,
    /// The team's rating for seeding [default: average of the partners]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=4000))]
    rating: Option<u32>,
    /// A house team: plays if the field is odd, wins no prize
    #[arg(long)]
    house: bool,
}

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
    /// Rating of the team, or of the player named with --player; 0 for unrated
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=4000))]
    rating: Option<u32>,
    /// A house team or not
    #[arg(long, value_name = "yes|no", value_parser = super::section_options::yes_or_no)]
    house: Option<bool>,
    /// Tie-break points lost by ruling, off the first tie-break that counts points; 0 takes it back
    #[arg(long, value_name = "POINTS", value_parser = penalty)]
    tiebreak_penalty: Option<HalfPoints>,
    /// Which of its players to change
    #[arg(long)]
    player: Option<String>,
    /// The player's new name
    #[arg(long, requires = "player")]
    player_name: Option<String>,
    /// The player's grade
    #[arg(long, requires = "player")]
    grade: Option<Grade>,
    /// The player's federation id
    #[arg(long, requires = "player")]
    id: Option<String>,
    /// Print only the player's initials on sheets and pages
    #[arg(long, value_name = "yes|no", requires = "player", value_parser = super::section_options::yes_or_no)]
    initials: Option<bool>,
    /// Another section, before the team is paired
    #[arg(long)]
    section: Option<String>,
}

impl TeamCommand {
    /// Whether the command changes anything.
    pub fn access(&self) -> Access {
        if matches!(self, Self::List { .. } | Self::Show { .. }) { Access::Read } else { Access::Write }
    }
}

impl Verb for TeamCommand {
    fn run<'a>(&'a self, desk: &'a mut Desk) -> Pin<Box<dyn Future<Output = Result<Answer, Failure>> + 'a>> {
        Box::pin(async move {
            match self {
                Self::Add(new) => add(desk, new).await,
                Self::List { section } => team_show::list(desk, section.as_deref()).await,
                Self::Show { team } => team_show::show(desk, team).await,
                Self::Edit(change) => edit(desk, change).await,
                Self::Withdraw { team, from_round } => team_leaving::withdraw(desk, team, *from_round).await,
                Self::Return { team } => team_leaving::take_in(desk, team).await,
                Self::Expel { team, reason } => team_leaving::expel(desk, team, reason.as_deref()).await,
                Self::ForgetContacts => contacts::forget(desk).await,
            }
        })
    }
}

async fn add(desk: &mut Desk, new: &Add) -> Result<Answer, Failure> {
    let name = new.name.trim();
    if name.is_empty() || name.chars().any(char::is_control) {
        return Err(Failure::mistyped("a team needs a name without control characters")
            .hint("bughouse team add \"Rooks on Fire\" --player … --player …"));
    }
    let [one, other] = &new.players[..] else {
        return Err(Failure::mistyped(format!("a team has two players, and {} were given", new.players.len()))
            .hint("give --player twice; a child alone goes to `bughouse partner add`"));
    };
    let partners = [player(one)?, player(other)?];
    let grades = [partners[0].0.grade, partners[1].0.grade];
    let section = section_for(desk, new.section.as_deref(), &grades)?;
    may_play(desk, section, &grades)?;
    if let Some(twin) = desk.tournament().teams_in(section).find(|t| fold(&t.name) == fold(name)) {
        return Err(Failure::mistyped(format!("there is a team \"{}\" already: number {}", twin.name, twin.id))
            .hint("choose another name, or change that team with `bughouse team edit`"));
    }
    if fold(&partners[0].0.name) == fold(&partners[1].0.name) && partners[0].0.federation_id == partners[1].0.federation_id {
        return Err(Failure::mistyped(format!("{} cannot be both partners", partners[0].0.name)));
    }
    let mut ids = Vec::new();
    for (mut partner, school) in partners {
        let school = school.as_deref().or(new.school.as_deref()).map(str::to_owned);
        partner.school = school_named(desk, school.as_deref()).await?;
        partner.section = Some(section);
        ids.push(desk.store.add_player(&partner).await?);
    }
    let players: [PlayerId; 2] = [ids[0], ids[1]];
    let own_school = school_named(desk, new.school.as_deref()).await?;
    let number = enter(
        desk,
        NewTeam {
            name: name.to_owned(),
            section,
            players,
            school: own_school,
            rating: new.rating,
            house: new.house,
            lot: 0,
            pairing_number: None,
        },
    )
    .await?;
    let section_name = desk.tournament().section(section).map(|s| s.name.clone()).unwrap_or_default();
    let summary = format!("entered {name} as team {number} in {section_name}");
    let mut answer =
        Answer::said(summary.clone(), json!({ "team": number, "name": name, "section": section_name, "players": ids }), summary);
    if let Some(round) = desk.latest_round(section) {
        answer.remark(format!(
            "round {} is posted: `bughouse pairing add {number} TEAM` seats the team there, else it has a bye of no points",
            round.number
        ));
    }
    Ok(answer)
}

async fn edit(desk: &mut Desk, change: &Edit) -> Result<Answer, Failure> {
    let mut team = desk.team(&change.team)?.clone();
    if let Some(name) = &change.name {
        if name.trim().is_empty() || name.chars().any(char::is_control) {
            return Err(Failure::mistyped("a team needs a name without control characters"));
        }
        name.trim().clone_into(&mut team.name);
    }
    if let Some(section) = &change.section {
        let section = desk.section(Some(section))?.id;
        let was_paired = desk.tournament().rounds.iter().any(|r| r.assignment(team.id).is_some());
        if section != team.section && was_paired {
            return Err(Failure::forbidden(format!("{} has been paired, so it stays in its section", team.name))
                .hint("withdraw it and enter it anew in the other section"));
        }
        team.section = section;
    }
    if let Some(school) = &change.school {
        team.school = school_named(desk, Some(school)).await?;
    }
    team.house = change.house.unwrap_or(team.house);
    team.tiebreak_penalty = change.tiebreak_penalty.unwrap_or(team.tiebreak_penalty);
    match &change.player {
        None => team.rating = change.rating.map_or(team.rating, |r| (r > 0).then_some(r)),
        Some(named) => edit_player(desk, &team, named, change).await?,
    }
    desk.store.save_team(&team).await?;
    let summary = format!("changed team {} ({})", team.id, team.name);
    Ok(Answer::said(summary.clone(), json!({ "team": team.id, "name": team.name }), summary))
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

async fn edit_player(desk: &mut Desk, team: &Team, named: &str, change: &Edit) -> Result<(), Failure> {
    let partners: Vec<_> = desk.tournament().partners(team).into_iter().cloned().collect();
    let found = crate::tournament::names::find(named, &partners, |p| &p.name);
    let mut player = match found {
        crate::tournament::names::Found::One(player) => player.clone(),
        _ => {
            return Err(Failure::mistyped(format!("{} has no player \"{named}\"", team.name))
                .hint(format!("its players are {} and {}", partners[0].name, partners[1].name)));
        }
    };
    if let Some(name) = change.player_name.as_deref().map(str::trim).filter(|n| !n.is_empty()) {
        name.clone_into(&mut player.name);
    }
    player.grade = change.grade.or(player.grade);
    player.federation_id = change.id.clone().or(player.federation_id);
    player.rating = change.rating.map_or(player.rating, |r| (r > 0).then_some(r));
    if let Some(initials) = change.initials {
        player.shown_as = if initials { PlayerName::Initials } else { PlayerName::Full };
    }
    desk.store.save_player(&player).await?;
    Ok(())
}
