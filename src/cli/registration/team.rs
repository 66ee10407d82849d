//! `bughouse team`: entering teams, changing them, and their coming and going.

use super::entering::{
    child, enter, free_team_name, latecomers_seat, more_than_a_name, not_twice, placed, player, school_named,
};
use super::team_edit::Edit;
use super::team_names::{Approve, Names, Refuse};
use super::{contacts, team_leaving, team_move, team_show};
use crate::cli::answer::Answer;
use crate::cli::desk::{Access, Desk, Verb};
use crate::cli::failure::Failure;
use crate::event::edit::NewTeam;
use crate::registration::Entrants;
use crate::tournament::PlayerId;
use crate::tournament::names::fold;
use clap::{Args, Subcommand};
use serde_json::json;

/// Enter, list, change, withdraw and expel teams
#[derive(Debug, Subcommand)]
pub enum TeamCommand {
    /// Enter a team of two
    #[command(
        after_help = "Example: bughouse team add \"Rooks on Fire\" --section K-6 \\\n    --player \"Ann Lee,3,1210\" --player \"Bo Cruz,4\" --school \"Lincoln ES\""
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
    #[command(
        after_help = "Example: bughouse team edit 12 --name \"Rooks on Fire\" --player \"Ann Lee\" \\\n    --rating 1250"
    )]
    Edit(Edit),
    /// Move a team to another section; its points go along
    #[command(after_help = "Example: bughouse team move rooks K-6")]
    Move {
        /// The team
        team: String,
        /// The section it plays in from now on
        section: String,
    },
    /// Take a team out of the event
    Withdraw {
        /// The team
        team: String,
        /// First round missed [default: the next one]
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
        from_round: Option<u32>,
    },
    /// Take a team that left, or did not come, in again, from the next round
    Return {
        /// The team
        team: String,
    },
    /// Read new team names before they are shown, one key each
    Names(Names),
    /// Approve team names
    Approve(Approve),
    /// Ask teams for another name; until then they are shown as "Team 12"
    Refuse(Refuse),
    /// Remove all e-mail addresses and telephone numbers, for good
    ForgetContacts {
        /// Out of the backups too; they stay good for everything else
        #[arg(long)]
        backups: bool,
    },
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
    #[arg(value_parser = crate::cli::naming::one_line)]
    name: String,
    /// Where it plays
    #[arg(long)]
    section: Option<String>,
    /// A partner: "First Last[,grade[,rating[,id[,school]]]]"; give two
    #[arg(long = "player", value_name = "NAME,GRADE,RATING,ID,SCHOOL", required = true, value_parser = crate::cli::naming::one_line)]
    players: Vec<String>,
    /// School of both partners
    #[arg(long, value_parser = crate::cli::naming::one_line)]
    school: Option<String>,
    /// The team's rating for seeding [default: average of the partners]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=4000))]
    rating: Option<u32>,
    /// A house team: plays if the field is odd, wins no prize
    #[arg(long)]
    house: bool,
    /// Another child of the same name is entered: this is a second one
    #[arg(long)]
    namesake: bool,
}

impl TeamCommand {
    /// Whether the command changes anything.
    pub fn access(&self) -> Access {
        match self {
            Self::List { .. } | Self::Show { .. } => Access::Read,
            Self::Names(names) => names.access(),
            _ => Access::Write,
        }
    }
}

impl Verb for TeamCommand {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::Add(new) => add(desk, new),
            Self::List { section } => team_show::list(desk, section.as_deref()),
            Self::Show { team } => team_show::show(desk, team),
            Self::Edit(change) => change.run(desk),
            Self::Move { team, section } => team_move::move_to(desk, team, section),
            Self::Withdraw { team, from_round } => team_leaving::withdraw(desk, team, *from_round),
            Self::Return { team } => team_leaving::take_in(desk, team),
            Self::Expel { team, reason } => team_leaving::expel(desk, team, reason.as_deref()),
            Self::ForgetContacts { backups } => contacts::forget(desk, *backups),
            Self::Names(names) => names.list(desk),
            Self::Approve(approve) => approve.run(desk),
            Self::Refuse(refuse) => refuse.run(desk),
        }
    }
}

fn add(desk: &mut Desk, new: &Add) -> Result<Answer, Failure> {
    let [one, other] = &new.players[..] else {
        return Err(Failure::mistyped({
            let given =
                if new.players.len() == 1 { "one was".to_owned() } else { format!("{} were", new.players.len()) };
            format!("a team has two players, and {given} given")
        })
        .hint("give --player twice; a child alone goes to `bughouse partner add`"));
    };
    let partners = [player(one)?, player(other)?];
    let children =
        partners.each_ref().map(|(partner, school)| child(partner, school.as_deref().or(new.school.as_deref())));
    if fold(&children[0].name) == fold(&children[1].name) && children[0].federation_id == children[1].federation_id {
        return Err(Failure::mistyped(format!("{} cannot be both partners", children[0].name)));
    }
    for child in &children {
        not_twice(desk, child, None, new.namesake)?;
    }
    let entrants = Entrants::Team {
        name: new.name.trim().to_owned(),
        is_named: true,
        players: Box::new(children),
        school: new.school.clone(),
        rating: new.rating,
    };
    let section = placed(desk, entrants, new.section.as_deref())?;
    let name = free_team_name(desk, section, &new.name, None)?;
    let remarks: Vec<String> = partners.iter().filter_map(|(partner, _)| more_than_a_name(partner)).collect();
    let mut ids = Vec::new();
    for (mut partner, school) in partners {
        let school = school.as_deref().or(new.school.as_deref()).map(str::to_owned);
        partner.school = school_named(desk, school.as_deref());
        partner.section = Some(section);
        ids.extend(desk.add_players([partner]));
    }
    let players: [PlayerId; 2] = [ids[0], ids[1]];
    let own_school = school_named(desk, new.school.as_deref());
    let number = enter(
        desk,
        NewTeam {
            name: name.clone(),
            section,
            players,
            school: own_school,
            rating: new.rating,
            house: new.house,
            lot: 0,
            pairing_number: None,
        },
    );
    let section_name = desk.tournament().section(section).map(|s| s.name.clone()).unwrap_or_default();
    let summary = format!("entered {name} as team {number} in {section_name}");
    let mut answer = Answer::said(
        summary.clone(),
        json!({ "team": number, "name": name, "section": section_name, "players": ids }),
        summary,
    );
    if let Some(remark) = desk.tournament().team(number).and_then(|team| latecomers_seat(desk, team)) {
        answer.remark(remark);
    }
    Ok(answer.with_remarks(remarks))
}
