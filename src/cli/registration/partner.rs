//! `bughouse partner`: children who came alone find a partner; until then they are changed and taken out here.

use super::entering::{is_another, latecomers_seat, likenesses, more_than_a_name, name_taken_remark, player};
use super::player_edit::{Typed, compared, misfit, moves, of_player};
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::ratings::proposed;
use crate::cli::refusal::OrRefuse;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::{list, quoted};
use crate::event::edit::partners;
use crate::registration::{Child, Entrants, SchoolWish, school_given, suggest};
use crate::report::{Cell, Column, PlayerRef, Report, Sheet, Table};
use crate::tournament::names::{Found, all_of, does, find};
use crate::tournament::{Player, PlayerId, Tournament};
use clap::{Args, Subcommand};
use serde_json::json;

/// Enter, list, change and match children who need a partner
#[derive(Debug, Subcommand)]
pub enum PartnerCommand {
    /// List children without a partner; with -o, a sheet to read out
    #[command(after_help = "Example: bughouse partner list -o partners.pdf")]
    List {
        /// Only this section
        #[arg(long)]
        section: Option<String>,
    },
    /// Enter a child who needs a partner
    #[command(after_help = r#"Example: bughouse partner add "Cy Day,5,900" --section K-6"#)]
    Add {
        /// The child, as in "Cy Day,5,900": name, grade, rating, ID, school
        player: String,
        /// Where the child wants to play [default: by grade]
        #[arg(long)]
        section: Option<String>,
        /// A different child with the same name as one already entered
        #[arg(long)]
        namesake: bool,
    },
    /// Change a child without a partner
    Edit(Edit),
    /// Remove a child without a partner
    #[command(after_help = r#"Example: bughouse partner remove "cy day""#)]
    Remove {
        /// The child, by number or name
        player: String,
    },
    /// Make a team of two children who need partners
    #[command(after_help = r#"Example: bughouse partner match "cy day" 17 --team "Late Knights""#)]
    Match {
        /// One child, by number or name
        first: String,
        /// The other
        second: String,
        /// The team's name [default: both last names]
        #[arg(long, value_parser = crate::cli::naming::one_line)]
        team: Option<String>,
        /// Where they play, if they entered different sections
        #[arg(long)]
        section: Option<String>,
    },
    /// Propose partners: same section, close in grade and rating
    #[command(after_help = "Example: bughouse partner suggest --section K-6")]
    Suggest {
        /// Only this section
        #[arg(long)]
        section: Option<String>,
        /// Whether partners should come from the same school
        #[arg(long, default_value = "any")]
        school: SchoolWish,
    },
    /// Split up a team that was never paired; both need a partner again
    #[command(after_help = "Example: bughouse partner split rooks")]
    Split {
        /// The team
        team: String,
    },
}

#[derive(Debug, Args)]
#[command(after_help = r#"Example: bughouse partner edit "cy day" --grade 6 --rating 910"#)]
pub struct Edit {
    /// The child, by number or name
    player: String,
    #[command(flatten)]
    typed: Typed,
    /// Where the child wants to play
    #[arg(long)]
    section: Option<String>,
    /// Show only the initials on sheets and pages
    #[arg(long, value_name = "yes|no", value_parser = crate::cli::options::yes_or_no)]
    initials: Option<bool>,
    /// A different child with the same name as one already entered
    #[arg(long)]
    namesake: bool,
}

impl Verb for PartnerCommand {
    const TRAITS: Traits = Traits::writes(Moment::Before);

    fn traits(&self) -> Traits {
        Self::TRAITS.reading_if(matches!(self, Self::List { .. } | Self::Suggest { .. }))
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::List { section } => {
                let section = desk.section_if(section.as_deref())?;
                desk.sheet(Sheet::Partners { section: section.map(|section| section.id) })
            }
            Self::Add { player, section, namesake } => add(desk, player, section.as_deref(), *namesake),
            Self::Edit(change) => change.run(desk),
            Self::Remove { player } => remove(desk, player),
            Self::Match { first, second, team, section } => {
                make_team(desk, [first, second], team.as_deref(), section.as_deref())
            }
            Self::Suggest { section, school } => suggested(desk, section.as_deref(), *school),
            Self::Split { team } => split(desk, team),
        }
    }
}

fn add(desk: &mut Desk, text: &str, section: Option<&str>, namesake: bool) -> Result<Answer, Failure> {
    let (mut new, school) = player(text)?;
    let child = Child::of(&new, school.as_deref().and_then(school_given));
    desk.not_twice(&child, None, namesake).or_else(|refusal| is_another(desk, &refusal))?;
    let chosen = desk.section_if(section)?.map(|section| section.id);
    let section = desk.place(Entrants::Alone(child.clone()), chosen).or_refuse(desk)?;
    let before = desk.tournament().clone();
    new.school = school.and_then(|school| desk.school_named(&school));
    new.section = Some(section);
    let name = new.name.clone();
    let number = desk.add_players([new.clone()])[0];
    let summary = format!("entered {name} as player {number} in {}, without a partner", desk.section_name(section));
    let json = json!({ "player": number, "name": name, "section": desk.section_name(section) });
    Ok(Answer::noted(format!("{summary}\n\nnext: {}", cmd!("partner suggest")), json, summary)
        .with_remarks(more_than_a_name(&new))
        .with_remarks(likenesses(&before, desk.tournament(), &[child]))
        .with_remarks(proposed(desk, &[number])))
}

impl Edit {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let known = waiting(desk, &self.player)?;
        let before = desk.tournament().clone();
        let section = desk.section_if(self.section.as_deref())?.map(|section| section.id).or(known.section);
        let player = Player { section, ..self.typed.of(desk, &known, self.initials) };
        partners::edit(&mut desk.event, &player, self.namesake).or_else(|refusal| {
            is_another(desk, &refusal)?;
            partners::edit(&mut desk.event, &player, true).or_refuse(desk)
        })?;
        let settings = |at: &Tournament, player: &Player| {
            let section = player.section.and_then(|id| at.section(id)).map(|section| section.name.clone());
            [of_player(at, player), vec![("section", section)]].concat()
        };
        let changes = compared("", settings(&before, &known), settings(desk.tournament(), &player));
        let json = json!({ "player": player.id, "name": player.name, "changes": changes });
        if changes.is_empty() {
            return Ok(Answer::said(format!("{} ({}) is already set that way", player.name, player.id), json));
        }
        let remark = if self.section.is_none() && self.typed.grade.is_some() {
            moves(desk, &player)
        } else {
            misfit(desk, &player)
        };
        Ok(Answer::done(format!("changed {} ({}): {}", known.name, known.id, list(changes)), json).with_remarks(remark))
    }
}

fn remove(desk: &mut Desk, named: &str) -> Result<Answer, Failure> {
    let Player { id, name, .. } = waiting(desk, named)?;
    partners::remove(&mut desk.event, id).or_refuse(desk)?;
    Ok(Answer::done(format!("removed {name}, player {id}, who had no partner"), json!({ "player": id, "name": name })))
}

/// The child named, who has no partner.
fn waiting(desk: &Desk, named: &str) -> Result<Player, Failure> {
    let player = desk.player(child(desk, named)?.to_string().as_str())?;
    match desk.tournament().team_of(player.id) {
        Some(team) => {
            Err(Failure::forbidden(format!("{} is on {} (team {})", player.name, team.name, team.id)).hint(format!(
                "{}, or {}",
                cmd!("team edit {} --player {}", team.id, player.id),
                cmd!("team withdraw {}", team.id)
            )))
        }
        None => Ok(player.clone()),
    }
}

/// The child named: among all names several may fit, among the children without a partner perhaps only one.
fn child(desk: &Desk, named: &str) -> Result<PlayerId, Failure> {
    let found = desk.player(named).or_else(|failure| match find(named, desk.tournament().alone(), |one| &one.name) {
        Found::One(player) => Ok(player),
        _ => Err(failure),
    });
    found.map(|player| player.id)
}

fn make_team(desk: &mut Desk, named: [&str; 2], name: Option<&str>, section: Option<&str>) -> Result<Answer, Failure> {
    let players = [child(desk, named[0])?, child(desk, named[1])?];
    let section = desk.section_if(section)?.map(|section| section.id);
    let team = partners::unite(&mut desk.event, players, section, name).or_refuse(desk)?;
    let [first, second] = desk.tournament().partners(&team).map(|player| player.name.as_str());
    let section = desk.section_name(team.section);
    let summary = format!("{first} and {second} are now {}, team {} in {section}", team.name, team.id);
    let json = json!({ "team": team.id, "name": team.name, "section": section, "players": players });
    let called = name.and_then(|name| name_taken_remark(name.trim(), &team.name));
    Ok(Answer::done(summary, json).with_remarks(called).with_remarks(latecomers_seat(desk, &team)))
}

fn split(desk: &mut Desk, named: &str) -> Result<Answer, Failure> {
    let team = desk.team(named)?.clone();
    let names = all_of(desk.tournament().partners(&team).map(|player| player.name.as_str()));
    partners::part(&mut desk.event, team.id).or_refuse(desk)?;
    let summary = format!("{} been split up; {names} need partners", does(&team.name, "has"));
    let json = json!({ "team": team.id, "name": team.name, "players": team.players });
    Ok(Answer::noted(format!("{summary}\n\nnext: {}", cmd!("partner suggest")), json, summary))
}

/// Proposals for every section, or for one.
pub fn suggested(desk: &mut Desk, section: Option<&str>, school: SchoolWish) -> Result<Answer, Failure> {
    let section = desk.section_if(section)?.cloned();
    let masthead = desk.masthead(section.as_ref(), None)?;
    let tournament = desk.tournament();
    let wanted = |player: &&Player| section.as_ref().is_none_or(|section| player.section == Some(section.id));
    let (misplaced, pool): (Vec<&Player>, Vec<&Player>) =
        tournament.alone().filter(wanted).partition(|player| misfit(desk, player).is_some());
    let misplaced: Vec<String> = misplaced.into_iter().filter_map(|player| misfit(desk, player)).collect();
    let suggestions = suggest(&pool, school);
    let odd: Vec<PlayerId> = suggestions.iter().filter_map(|of_section| of_section.odd).collect();
    let players = |ids: &[PlayerId]| ids.iter().filter_map(|id| tournament.player(*id)).collect::<Vec<_>>();
    let shown = |ids: &[PlayerId]| players(ids).into_iter().map(PlayerRef::new).collect::<Vec<_>>();
    let paired = suggestions.iter().flat_map(|s| s.pairs.iter().map(|pair| (s.section, pair)));
    let rows = paired.map(|(section, pair)| {
        json!({ "section": section.map(|id| desk.section_name(id)), "players": shown(&pair.players), "why": pair.why })
    });
    let json = json!({ "suggestions": rows.collect::<Vec<_>>(), "odd": shown(&odd) });
    let left_over: Vec<String> = players(&odd).into_iter().map(|player| left_over(desk, player)).collect();
    let lines = suggestions.iter().flat_map(|s| {
        let pairs = s.pairs.iter().map(|pair| (s.section, pair.players[0], Some(pair)));
        pairs.chain(s.odd.map(|odd| (s.section, odd, None)))
    });
    let name =
        |id: PlayerId| tournament.player(id).map_or_else(String::new, |player| format!("{} ({id})", player.name));
    let table = Table::of("Suggested partners", lines)
        .column(Column::short("Section"), |(section, ..)| Cell::text(section.map_or("", |id| desk.section_name(id))))
        .column(Column::text("Player").naming(), |(_, first, _)| Cell::text(name(*first)))
        .column(Column::text("Partner").naming(), |(.., pair)| {
            Cell::text(pair.map_or_else(|| "nobody left".to_owned(), |pair| name(pair.players[1])))
        })
        .column(Column::text("Why"), |(.., pair)| Cell::text(pair.map_or("", |pair| &pair.why)))
        .column(Column::text("To match them, type"), |(_, first, pair)| {
            let is_allowed = |players| partners::unite(&mut desk.event.clone(), players, None, None).is_ok();
            let allowed = pair.filter(|pair| is_allowed(pair.players));
            Cell::maybe(&allowed.map(|pair| cmd!("partner match {first} {}", pair.players[1]).to_string()))
        });
    Ok(Answer::sheet(Report::table(masthead, table, json)).with_remarks(left_over).with_remarks(misplaced))
}

/// What can be done for the odd child out.
fn left_over(desk: &Desk, player: &Player) -> String {
    let (name, id) = (&player.name, player.id);
    let section = player.section.map(|id| quoted(desk.section_name(id))).unwrap_or_else(|| "SECTION".to_owned());
    format!(
        "{name} ({id}) is left over: bring in a house partner ({}, then {}, then {}), find one in another section, or have the child sit out",
        cmd!("partner add \"First Last\" --section {section}"),
        cmd!("partner match {id} PARTNER"),
        cmd!("team edit TEAM --house yes")
    )
}
