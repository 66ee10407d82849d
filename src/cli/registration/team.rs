//! `bughouse team`: entering teams, changing them, and their coming and going; the teams listed, and one of them shown.

use super::entering::{is_another, latecomers_seat, likenesses, more_than_a_name, name_taken_remark, player};
use super::team_edit;
use super::team_edit::Edit;
use super::team_names::{Approve, Names, refuse};
use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Runs, at_the_desk};
use crate::cli::failure::Failure;
use crate::cli::ratings::proposed;
use crate::cli::refusal::OrRefuse;
use crate::cli::remarks::odd_bye_said;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::list;
use crate::event::edit::entries::two_children;
use crate::report::money;
use crate::report::{Block, Cell, Column, Document, Figure, Report, Sheet, Table, teams};
use crate::tournament::{
    Absence, HalfPoints, Player, RoundRecord, Section, Team, TeamId, TeamName, Unplayed, is_one_each,
};
use clap::{Args, Subcommand};
use serde_json::json;

/// Enter, list, change, withdraw and expel teams
#[derive(Debug, Subcommand)]
pub enum TeamCommand {
    /// Enter a team of two
    Add(Add),
    /// List all teams
    #[command(after_help = "Example: bughouse team list --json")]
    List {
        /// Only this section
        #[arg(long)]
        section: Option<String>,
    },
    /// Show one team: partners, rounds, byes
    #[command(after_help = "Example: bughouse team show rooks")]
    Show {
        /// The team
        team: String,
    },
    /// Change a team or one of its players
    Edit(Edit),
    /// Move a team to another section; its points go with it
    #[command(after_help = "Example: bughouse team move rooks K-6")]
    Move {
        /// The team
        team: String,
        /// The section they play in from now on
        section: String,
    },
    /// Withdraw a team from the event
    #[command(after_help = "Example: bughouse team withdraw rooks --from-round 4")]
    Withdraw {
        /// The team
        team: String,
        /// First round they miss [default: the next one]
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
        from_round: Option<u32>,
    },
    /// Bring back a team that withdrew or was a no-show, starting next round
    #[command(after_help = "Example: bughouse team return rooks")]
    Return {
        /// The team
        team: String,
    },
    /// Review new team names before they are shown, with one key each
    Names(Names),
    /// Approve team names
    Approve(Approve),
    /// Ask teams for a different name; until then they are shown as "Team 12"
    #[command(after_help = "Example: bughouse team refuse 12")]
    Refuse {
        /// The teams
        #[arg(required = true)]
        teams: Vec<String>,
    },
    /// Remove all e-mail addresses and phone numbers, for good
    #[command(after_help = "Example: bughouse team forget-contacts")]
    ForgetContacts {
        /// From the backups too; they still work for everything else
        #[arg(long)]
        backups: bool,
    },
    /// Expel a team from the event
    #[command(after_help = "Example: bughouse team expel rooks")]
    Expel {
        /// The team
        team: String,
        /// Why
        #[arg(long)]
        reason: Option<String>,
    },
}

#[derive(Debug, Args)]
#[command(after_help = r#"Example: bughouse team add "Rooks on Fire" --section K-6 \
    --player "Ann Lee,3,1210" --player "Bo Cruz,4" --school "Lincoln ES""#)]
pub struct Add {
    /// Team name
    #[arg(value_parser = crate::cli::naming::one_line)]
    name: String,
    /// The section they play in
    #[arg(long)]
    section: Option<String>,
    /// A partner, as in "Ann Lee,5,1210": name, grade, rating, ID, school; give two
    #[arg(long = "player", value_name = "NAME,GRADE,RATING,ID,SCHOOL", required = true, value_parser = crate::cli::naming::one_line)]
    players: Vec<String>,
    /// School of both partners
    #[arg(long, value_parser = crate::cli::naming::one_line)]
    school: Option<String>,
    /// The team's rating for seeding [default: average of the partners]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=4000))]
    rating: Option<u32>,
    /// A house team: plays only to make an even number, can't win prizes
    #[arg(long)]
    house: bool,
    /// A different child with the same name as one already entered
    #[arg(long)]
    namesake: bool,
}

impl Runs for TeamCommand {
    const TRAITS: Traits = Traits::writes(Moment::Before);

    fn traits(&self) -> Traits {
        let only_looks = match self {
            Self::Names(names) => names.only_looks(),
            _ => matches!(self, Self::List { .. } | Self::Show { .. }),
        };
        Self::TRAITS.reading_if(only_looks)
    }

    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        match self {
            Self::Names(names) if names.is_a_sitting(everywhere) => names.sit(everywhere),
            _ => at_the_desk(everywhere, self.traits().access, |desk| self.at(desk)),
        }
    }
}

impl TeamCommand {
    fn at(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::Add(new) => add(desk, new),
            Self::List { section } => {
                let section = desk.section_if(section.as_deref())?.map(|section| section.id);
                desk.sheet(Sheet::Teams { section, by: teams::Order::Number })
            }
            Self::Show { team } => show(desk, team),
            Self::Edit(change) => change.run(desk),
            Self::Move { team, section } => team_edit::move_to(desk, team, section),
            Self::Withdraw { team, from_round } => team_edit::withdraw(desk, team, *from_round),
            Self::Return { team } => team_edit::take_in(desk, team),
            Self::Expel { team, reason } => team_edit::expel(desk, team, reason.as_deref()),
            Self::ForgetContacts { backups } => team_edit::forget(desk, *backups),
            Self::Names(names) => names.list(desk),
            Self::Approve(approve) => approve.run(desk),
            Self::Refuse { teams } => refuse(desk, teams),
        }
    }
}

fn add(desk: &mut Desk, new: &Add) -> Result<Answer, Failure> {
    let [one, other] = &new.players[..] else {
        let given = if new.players.len() == 1 { "one was".to_owned() } else { format!("{} were", new.players.len()) };
        return Err(Failure::mistyped(format!("a team has two players, but {given} given"))
            .hint(format!("give --player twice; for a child without a partner: {}", cmd!("partner add"))));
    };
    // The school of both is that of each who names none.
    let partners = [player(one)?, player(other)?].map(|(partner, school)| (partner, school.or(new.school.clone())));
    let children = two_children(&partners).or_refuse(desk)?;
    for child in &children {
        desk.not_twice(child, None, new.namesake).or_else(|refusal| is_another(desk, &refusal))?;
    }
    let remarks: Vec<String> = partners.iter().filter_map(|(partner, _)| more_than_a_name(partner)).collect();
    let chosen = desk.section_if(new.section.as_deref())?.map(|section| section.id);
    let team = Team { name: new.name.trim().to_owned(), rating: new.rating, house: new.house, ..Team::default() };
    let before = desk.tournament().clone();
    let team = desk.enter_two(team, partners, new.school.as_deref(), chosen).or_refuse(desk)?;
    let alike = likenesses(&before, desk.tournament(), &children);
    let (number, name, section) = (team.id, &team.name, desk.section_name(team.section));
    let summary = format!("entered {name} as team {number} in {section}");
    let json = json!({ "team": number, "name": name, "section": section, "players": team.players });
    let called = name_taken_remark(new.name.trim(), name);
    let answer = Answer::done(summary, json).with_remarks(called).with_remarks(latecomers_seat(desk, &team));
    let listed = proposed(desk, if new.house { &[] } else { &team.players });
    Ok(answer.with_remarks(remarks).with_remarks(alike).with_remarks(listed))
}

fn show(desk: &mut Desk, named: &str) -> Result<Answer, Failure> {
    let team = desk.team(named)?.clone();
    let section = desk.section_numbered(team.section)?.clone();
    let masthead = desk.masthead(Some(&section), None)?;
    let tournament = desk.tournament();
    let entrant = teams::entrant(desk, &team);
    let finals = tournament.sections.iter().filter(|other| tournament.final_seed(other.id, team.id).is_some());
    let mut history = Vec::new();
    let mut rounds = Vec::new();
    for played in std::iter::once(&section).chain(finals) {
        let records = desk.records(played, u32::MAX);
        let table = desk.table(played, desk.standing_round(played));
        let struck = |opponent: TeamId| table.iter().any(|line| line.struck && line.team == opponent);
        let record = records.iter().find(|r| r.team == team.id);
        for (number, entry) in (1_u32..).zip(record.map(|r| r.rounds.as_slice()).unwrap_or_default()) {
            let (what, opponent) = described(entry, played, &|index| records[index].team, desk);
            let scored = if opponent.is_some_and(struck) { HalfPoints::ZERO } else { entry.points() };
            let what = if opponent.is_some_and(struck) { format!("{what}, struck") } else { what };
            let scored = Figure::score(scored, played);
            let round = match played.id == section.id {
                true => number.to_string(),
                false => format!("{} · {}", played.name, desk.round_titled(played, number)),
            };
            rounds.push(json!({
                "section": played.name, "round": number, "opponent": opponent, "what": what, "points": scored,
            }));
            history.push([round, what, scored.shown]);
        }
    }
    let posted = desk.posted_rounds(section.id);
    let to_come = team.requested_byes.iter().filter(|(round, _)| *round > posted);
    let byes = list(to_come.map(|(round, points)| format!("round {round} ({})", points.in_words(section.matches))));
    let why = match team.shown_as {
        TeamName::AsEntered => None,
        TeamName::NamesChild => Some("the name identifies a child who is shown only by initials".to_owned()),
        TeamName::Refused => Some("another name was requested".to_owned()),
        TeamName::Unread => Some(format!("not approved yet: {}", cmd!("team names"))),
    };
    let lost = team.tiebreak_penalty;
    let is_penalised = lost != HalfPoints::ZERO;
    let school = if entrant.school.is_empty() { "none" } else { &entrant.school };
    let facts = [
        ("Section", Some(section.name.clone())),
        ("School", Some(school.to_owned())),
        ("Status", Some(status_in_words(desk, &team))),
        ("Requested byes", Some(byes).filter(|byes| !byes.is_empty())),
        ("Rating", team.rating.map(|own| format!("{own}, entered for the team"))),
        ("Shown as", why.map(|why| format!("{} ({why})", team.shown_name()))),
        (
            "Tie-break penalty",
            is_penalised.then(|| format!("{lost} by ruling, taken off the first tie-break that counts points")),
        ),
    ];
    let facts = facts.map(|(name, value)| (name.to_owned(), value)).into_iter();
    // On the screen alone: a file may be printed.
    let partners = tournament.seated(&team).into_iter().filter(|_| desk.everywhere.output.is_none());
    let facts = facts.chain(partners.flat_map(|player| private(desk, player)));
    let players = Table::of("Players", tournament.seated(&team))
        .column(Column::number("No."), |p| Cell::text(p.id.to_string()))
        .column(Column::text("Player").naming(), |p| Cell::text(&p.name))
        .column(Column::short("Grade"), |p| Cell::maybe(&p.grade.map(|grade| grade.to_string())))
        .column(Column::number("Rating"), |p| Cell::text(p.rating.map_or_else(|| "unr".to_owned(), |r| r.to_string())));
    let has_history = !history.is_empty();
    let history = Table::of("Rounds", history)
        .column(Column::number("Round"), |[round, ..]| Cell::text(round))
        .column(Column::text("Result"), |[_, what, _]| Cell::text(what))
        .column(Column::number("Points"), |[.., points]| Cell::text(points));
    let document = Document::new(format!("{} · team {}", team.name, team.id), masthead)
        .with(Block::facts(facts.map(|(name, value)| (name, value.map(Cell::text)))))
        .with(players)
        .with_all(has_history.then(|| history.into()));
    let json = json!({ "team": entrant, "rounds": rounds, "byes": team.requested_byes, "tiebreak_penalty": lost });
    Ok(Answer::sheet(Report::of(document, json)))
}

/// How to reach a child's family and what it has paid, where that was kept on purpose.
fn private(desk: &Desk, player: &Player) -> [(String, Option<String>); 2] {
    let contact = desk.facts.contacts.get(&player.id);
    let reach = contact.map(|c| list([&c.phone, &c.email].into_iter().flatten()));
    let paid = desk.facts.payments.get(&player.id);
    let paid = paid.map(|paid| format!("{} of {} paid", money(paid.paid.into()), money(paid.fee.into())));
    [(format!("Contact for {}", player.name), reach), (format!("Fee for {}", player.name), paid)]
}

fn status_in_words(desk: &Desk, team: &Team) -> String {
    use crate::tournament::TeamStatus as S;
    let out = team.leaves();
    let (plays_in, _) = desk.tournament().next_round_of(team);
    let of_final = |round: u32| {
        let section = desk.tournament().section(plays_in).filter(|section| section.id != team.section)?;
        let number = round.checked_sub(desk.tournament().counted_on(team, plays_in, 0)).filter(|number| *number > 0)?;
        Some(format!("{} of {}", desk.round_called(section, number), section.name))
    };
    let from = |s: &Absence| {
        let round = of_final(s.from_round).unwrap_or_else(|| format!("round {}", s.from_round));
        format!(" from {round} on")
    };
    let later = || out.map(|absence| format!(", withdrawing{}", from(absence))).unwrap_or_default();
    // A bare "entered" of a team that lost by absence reads as if it were paired next.
    let absent = || match desk.missed_by_no_show(team) {
        Some(_) => {
            format!(
                ", no-show in their last match, so not paired until they're back: {}",
                cmd!("team return {}", team.id)
            )
        }
        None => String::new(),
    };
    match desk.tournament().status(team) {
        S::Entered => format!("entered{}{}", later(), absent()),
        S::CheckedIn => format!("checked in{}{}", later(), absent()),
        S::Withdrawn => format!("withdrawn{}", out.map(from).unwrap_or_default()),
        S::Expelled => format!("expelled{}", out.map(from).unwrap_or_default()),
    }
}

fn described(
    entry: &RoundRecord,
    section: &Section,
    team: &dyn Fn(usize) -> TeamId,
    desk: &Desk,
) -> (String, Option<TeamId>) {
    let name = |index: usize| format!("{} ({})", desk.name_of(team(index)), team(index));
    match entry {
        RoundRecord::Played { opponent, matches, .. } => {
            let (own, theirs) = matches.iter().fold((0, 0), |(a, b), m| (a + m.own.0, b + m.theirs.0));
            let verb = match own.cmp(&theirs) {
                std::cmp::Ordering::Greater => "beat",
                std::cmp::Ordering::Less => "lost to",
                std::cmp::Ordering::Equal if own == 0 => "double loss against",
                std::cmp::Ordering::Equal => "drew with",
            };
            (format!("{verb} {}", name(*opponent)), Some(team(*opponent)))
        }
        RoundRecord::Open { opponent, .. } => (format!("plays {}", name(*opponent)), Some(team(*opponent))),
        RoundRecord::Unplayed { kind, scheduled, assigned, matches, .. } => {
            let against = scheduled.map(|s| format!(" against {}", name(s))).unwrap_or_default();
            let what = match kind {
                Unplayed::ForfeitWin if is_one_each(matches) => format!("each team forfeited one match{against}"),
                Unplayed::ForfeitWin => format!("won by forfeit{against}"),
                Unplayed::ForfeitLoss => format!("lost by forfeit{against}"),
                Unplayed::FullBye if *assigned => odd_bye_said(entry.points(), section),
                Unplayed::FullBye => "full-point bye".to_owned(),
                Unplayed::HalfBye => "half-point bye".to_owned(),
                Unplayed::ZeroBye if *assigned => "scheduled bye".to_owned(),
                Unplayed::ZeroBye => "not played".to_owned(),
                Unplayed::Moved => "played in another section".to_owned(),
            };
            (what, scheduled.map(team))
        }
    }
}
