//! `bughouse partner`: children who came alone find a partner.

use super::entering::{enter, more_than_a_name, not_twice, placed, player};
use crate::cli::answer::Answer;
use crate::cli::desk::{Access, Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::refusal::Told;
use crate::cli::wording::{list, quoted};
use crate::event::edit::entries::part;
use crate::registration::{Child, Entrants, SchoolWish, Suggestions, name_of_two, school_told, suggest};
use crate::report::{Cell, Column, Listing, PlayerRef, Sheet, Table};
use crate::tournament::names::{Found, find, fold};
use crate::tournament::{Player, PlayerId, SectionId, Team};
use clap::Subcommand;
use serde_json::{Value, json};

/// List, propose, match and part children who need a partner
#[derive(Debug, Subcommand)]
pub enum PartnerCommand {
    /// List children without a partner; with -o, a sheet to call them out
    List {
        /// Only this section
        #[arg(long)]
        section: Option<String>,
    },
    /// Enter a child who needs a partner
    #[command(after_help = "Example: bughouse partner add \"Cy Day,5,900\" --section K-6")]
    Add {
        /// "First Last[,grade[,rating[,id[,school]]]]"
        player: String,
        /// Where the child wants to play [default: by grade]
        #[arg(long)]
        section: Option<String>,
        /// Another child of the same name is entered: this is a second one
        #[arg(long)]
        namesake: bool,
    },
    /// Make a team of two children without a partner
    #[command(after_help = "Example: bughouse partner match \"cy day\" 17 --team \"Late Knights\"")]
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
    Suggest {
        /// Only this section
        #[arg(long)]
        section: Option<String>,
        /// Whether partners should come from one school
        #[arg(long, default_value = "any")]
        school: SchoolWish,
    },
    /// Part a team that was never paired; both need a partner again
    Split {
        /// The team
        team: String,
    },
}

impl Verb for PartnerCommand {
    fn access(&self) -> Access {
        if matches!(self, Self::List { .. } | Self::Suggest { .. }) { Access::Read } else { Access::Write }
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::List { section } => {
                let section = desk.section_if(section.as_deref())?;
                desk.sheet(Sheet::Partners { section: section.map(|section| section.id) })
            }
            Self::Add { player, section, namesake } => add(desk, player, section.as_deref(), *namesake),
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
    let child = Child::of(&new, school.as_deref().and_then(school_told));
    not_twice(desk, &child, None, namesake)?;
    let section = placed(desk, Entrants::Alone(child), section)?;
    new.school = school.and_then(|school| desk.school_named(&school));
    new.section = Some(section);
    let name = new.name.clone();
    let number = desk.add_players([new.clone()])[0];
    let summary = format!("entered {name} as player {number} in {}, without a partner", desk.section_name(section));
    let json = json!({ "player": number, "name": name, "section": desk.section_name(section) });
    Ok(Answer::noted(format!("{summary}\n\nnext: bughouse partner suggest"), json, summary)
        .with_remarks(more_than_a_name(&new)))
}

/// The child named, if free.
fn free<'d>(desk: &'d Desk, named: &str) -> Result<&'d Player, Failure> {
    let player = match desk.player(named) {
        Ok(player) => player,
        // Among all names several fit; among the children without a partner perhaps only one.
        Err(failure) => match find(named, desk.tournament().alone(), |player| &player.name) {
            Found::One(player) => player,
            _ => return Err(failure),
        },
    };
    match desk.tournament().team_of(player.id) {
        None => Ok(player),
        Some(team) => {
            let partner = desk.tournament().partners(team).into_iter().find(|partner| partner.id != player.id);
            let with = partner.map_or_else(String::new, |partner| format!(" with {}", partner.name));
            Err(Failure::forbidden(format!("{} plays for {} (team {}){with}", player.name, team.name, team.id))
                .hint(format!("part them first, before round 1: bughouse partner split {}", team.id)))
        }
    }
}

fn make_team(desk: &mut Desk, named: [&str; 2], team: Option<&str>, section: Option<&str>) -> Result<Answer, Failure> {
    let first = free(desk, named[0])?.clone();
    let second = free(desk, named[1])?.clone();
    if first.id == second.id {
        return Err(Failure::mistyped(format!("{} cannot be both partners", first.name))
            .hint("name two children: bughouse partner list"));
    }
    let section = together(desk, &first, &second, section)?;
    let name = team_name(desk, section, team, &first, &second)?;
    for player in [&first, &second] {
        if player.section != Some(section) {
            desk.save_players([Player { section: Some(section), ..player.clone() }]);
        }
    }
    let players = [first.id, second.id];
    let (number, seat) = enter(desk, Team { name: name.clone(), section, players, ..Team::default() });
    let section_name = desk.section_name(section);
    let summary = format!("{} and {} are {name}, team {number} in {section_name}", first.name, second.name);
    let json = json!({ "team": number, "name": name, "section": section_name, "players": players });
    Ok(Answer::done(summary, json).with_remarks(seat))
}

/// The section of both: the one asked for, or the one they share, if they may play there.
fn together(desk: &Desk, first: &Player, second: &Player, asked: Option<&str>) -> Result<SectionId, Failure> {
    let shared = match (first.section, second.section) {
        _ if asked.is_some() => None,
        (Some(one), Some(other)) if one != other => {
            let names = [one, other].map(|id| desk.section_name(id));
            let entered = format!("{} entered {}, {} entered {}", first.name, names[0], second.name, names[1]);
            return Err(Failure::mistyped(entered).hint(format!(
                "say where they play: --section {} or --section {}",
                quoted(names[0]),
                quoted(names[1])
            )));
        }
        (one, other) => one.or(other),
    };
    let pair = Entrants::Team {
        name: name_of_two(&first.name, &second.name),
        is_named: false,
        players: Box::new([first, second].map(|player| desk.entered(player))),
        school: None,
        rating: None,
    };
    let shared = shared.map(|section| desk.section_name(section));
    placed(desk, pair, asked.or(shared))
}

fn team_name(
    desk: &Desk,
    section: SectionId,
    asked: Option<&str>,
    first: &Player,
    second: &Player,
) -> Result<String, Failure> {
    let is_free = |name: &str| desk.namesake(section, name, None).is_none();
    let Some(asked) = asked else {
        // The name that one of them came with; of two the director chooses.
        let kept: Vec<&String> = [first, second].into_iter().filter_map(|player| player.team_name.as_ref()).collect();
        let kept = kept.first().filter(|name| kept.iter().all(|other| fold(other) == fold(name)) && is_free(name));
        if let Some(kept) = kept {
            return Ok((*kept).clone());
        }
        let name = name_of_two(&first.name, &second.name);
        let numbered = (2..).map(|n| format!("{name} {n}"));
        return Ok(std::iter::once(name.clone()).chain(numbered).find(|name| is_free(name)).unwrap_or(name));
    };
    desk.free_team_name(section, asked, None).told(desk)
}

fn split(desk: &mut Desk, named: &str) -> Result<Answer, Failure> {
    let team = desk.team(named)?.clone();
    let names = list(desk.tournament().partners(&team).map(|player| player.name.as_str()));
    part(&mut desk.event, team.id).told(desk)?;
    let summary = format!("{} is no more; {names} need partners", team.name);
    let json = json!({ "team": team.id, "name": team.name, "players": team.players });
    Ok(Answer::noted(format!("{summary}\n\nnext: bughouse partner suggest"), json, summary))
}

/// Proposals for every section, or for one.
pub fn suggested(desk: &mut Desk, section: Option<&str>, school: SchoolWish) -> Result<Answer, Failure> {
    let section = desk.section_if(section)?.cloned();
    let masthead = desk.masthead(section.as_ref(), None)?;
    let tournament = desk.tournament();
    let wanted = |player: &&Player| section.as_ref().is_none_or(|section| player.section == Some(section.id));
    let pool: Vec<&Player> = tournament.alone().filter(wanted).collect();
    let suggestions = suggest(&pool, school);
    let odd: Vec<PlayerId> = suggestions.iter().filter_map(|of_section| of_section.odd).collect();
    let json = json!({
        "suggestions": suggestions.iter().flat_map(|s| pairs_json(desk, s)).collect::<Vec<Value>>(),
        "odd": odd.iter().filter_map(|id| tournament.player(*id)).map(PlayerRef::new).collect::<Vec<_>>(),
    });
    let left_over: Vec<String> =
        odd.iter().filter_map(|id| tournament.player(*id)).map(|player| left_over(desk, player)).collect();
    let lines = suggestions.iter().flat_map(|s| {
        let pairs = s.pairs.iter().map(|pair| (s.section, pair.players[0], Some(pair)));
        pairs.chain(s.odd.map(|odd| (s.section, odd, None)))
    });
    let name =
        |id: PlayerId| tournament.player(id).map_or_else(String::new, |player| format!("{} ({id})", player.name));
    let table = Table::of("Partners proposed", lines)
        .column(Column::short("Section"), |(section, ..)| Cell::text(section.map_or("", |id| desk.section_name(id))))
        .column(Column::text("Player").naming(), |(_, first, _)| Cell::text(name(*first)))
        .column(Column::text("Partner").naming(), |(.., pair)| {
            Cell::text(pair.map_or_else(|| "nobody is left".to_owned(), |pair| name(pair.players[1])))
        })
        .column(Column::text("Why"), |(.., pair)| Cell::text(pair.map_or("", |pair| &pair.why)))
        .column(Column::text("To match them, type"), |(_, first, pair)| {
            Cell::maybe(&pair.map(|pair| format!("bughouse partner match {first} {}", pair.players[1])))
        });
    Ok(Answer::sheet(Listing::table(masthead, table, json)).with_remarks(left_over))
}

/// What can be done for the odd child out.
fn left_over(desk: &Desk, player: &Player) -> String {
    let (name, id) = (&player.name, player.id);
    let section = player.section.map(|id| quoted(desk.section_name(id))).unwrap_or_else(|| "SECTION".to_owned());
    format!(
        "{name} ({id}) is left over: bring a house partner, bughouse partner add \"First Last\" --section {section}, then bughouse partner \
         match {id} PARTNER, then bughouse team edit TEAM --house yes; or find one in another section, or sit out"
    )
}

fn pairs_json(desk: &Desk, suggestions: &Suggestions) -> Vec<Value> {
    let tournament = desk.tournament();
    let section = suggestions.section.map(|id| desk.section_name(id));
    let pair = |pair: &crate::registration::Suggestion| {
        let players: Vec<PlayerRef> =
            pair.players.iter().filter_map(|id| tournament.player(*id)).map(PlayerRef::new).collect();
        json!({ "section": section, "players": players, "why": pair.why })
    };
    suggestions.pairs.iter().map(pair).collect()
}
