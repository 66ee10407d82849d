//! `bughouse pairing`: hand edits of the posted round, and wishes for the next ones.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::paper::slips::print_what_changed;
use crate::cli::question::{About, Question, WOULD_BE};
use crate::cli::refusal::OrRefuse;
use crate::cli::remarks::{bye_said, left_over};
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::{does, list};
use crate::event::ahead::{costs, costs_of_wish};
use crate::event::edit::seats::{self, LeftOver};
use crate::event::edit::{posting, rounds};
use crate::tournament::{Assignment, ByePoints, Section, SectionId, TableNumber, Team, TeamId};
use clap::Subcommand;
use serde_json::json;

/// Change the posted round by hand, or say who must or must not meet
#[derive(Debug, Subcommand)]
pub enum PairingCommand {
    /// Swap two teams in the posted round, or the matches of two tables
    #[command(after_help = "\
Examples:
  bughouse pairing swap rooks knights          two teams
  bughouse pairing swap team 16 team 15         the same, by number
  bughouse pairing swap table 16 table 15       the matches of two tables")]
    Swap {
        /// Two teams, or `table N table M`
        #[arg(value_name = "TEAM", num_args = 2..=4, required = true)]
        places: Vec<String>,
    },
    /// Seat two teams at a table in the posted round
    #[command(after_help = "Example: bughouse pairing set 7 rooks knights")]
    Set {
        /// The table
        #[arg(value_parser = clap::value_parser!(u32).range(1..=99_999))]
        table: u32,
        /// The first team
        first: String,
        /// The second team
        second: String,
    },
    /// Pair two unpaired teams at a new table in the posted round
    #[command(after_help = r#"Example: bughouse pairing add "late team" rooks"#)]
    Add {
        /// The first team
        first: String,
        /// The second team
        second: String,
        /// An earlier round whose match they missed [default: the latest]
        #[arg(long)]
        round: Option<u32>,
    },
    /// Never pair these two
    #[command(after_help = "Example: bughouse pairing forbid rooks knights")]
    Forbid {
        /// One team
        one: String,
        /// The other
        other: String,
    },
    /// Drop a request about these two
    #[command(after_help = "Example: bughouse pairing allow rooks knights")]
    Allow {
        /// One team
        one: String,
        /// The other
        other: String,
    },
    /// Pair these two in a future round
    #[command(after_help = "Example: bughouse pairing require rooks knights --round 3")]
    Require {
        /// One team
        one: String,
        /// The other
        other: String,
        /// The round
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
        round: u32,
    },
    /// Keep a knockout's posted rounds even though an earlier result was corrected: the teams in them still advance
    #[command(after_help = "Example: bughouse pairing keep K-6")]
    Keep {
        /// The section
        section: Option<String>,
    },
    /// Give a team in the posted round a bye; its opponent gets one too
    #[command(after_help = "Example: bughouse pairing bye rooks")]
    Bye {
        /// The team
        team: String,
        /// What the bye is worth
        #[arg(long, default_value = "full")]
        points: ByePoints,
    },
}

impl Verb for PairingCommand {
    const TRAITS: Traits = Traits::writes(Moment::Round);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        match self {
            Self::Swap { places } => swap(desk, places),
            Self::Set { table, first, second } => set(desk, TableNumber(*table), first, second),
            Self::Add { first, second, round } => add(desk, first, second, *round),
            Self::Forbid { one, other } => wish(desk, one, other, None),
            Self::Require { one, other, round } => wish(desk, one, other, Some(*round)),
            Self::Allow { one, other } => allow(desk, one, other),
            Self::Keep { section } => keep(desk, section.as_deref()),
            Self::Bye { team, points } => bye(desk, team, *points),
        }
    }
}

fn different(desk: &Desk, one: &str, other: &str) -> Result<[Team; 2], Failure> {
    let (one, other) = (desk.team(one)?.clone(), desk.team(other)?.clone());
    if one.id == other.id {
        return Err(Failure::mistyped(format!("both names refer to {} ({})", one.name, one.id))
            .hint("name two different teams"));
    }
    Ok([one, other])
}

/// Two different teams that play in one section, as `plays` says.
fn two(desk: &Desk, named: [&str; 2], plays: impl Fn(&Team) -> SectionId) -> Result<(Section, Team, Team), Failure> {
    let [one, other] = different(desk, named[0], named[1])?;
    let [here, there] = [&one, &other].map(plays);
    if here == there {
        return Ok((desk.section_numbered(here)?.clone(), one, other));
    }
    let is_at_home = here == one.section && there == other.section;
    let final_of = if here == one.section { there } else { here };
    Err(Failure::forbidden(format!("{} and {} play in different sections", one.name, other.name)).hint(
        match is_at_home {
            true => format!(
                "to have one play in the other's section: {}",
                command(["team", "move", &one.id.to_string(), desk.section_name(there)])
            ),
            false => format!(
                "{} in {} now, and {} in {}: see {}",
                does(&one.name, "is"),
                desk.section_name(here),
                other.name,
                desk.section_name(there),
                command(["pairings", desk.section_name(final_of)])
            ),
        },
    ))
}

/// Two different teams that sit in the posted round of one section.
fn two_now(desk: &Desk, one: &str, other: &str) -> Result<(Section, Team, Team), Failure> {
    two(desk, [one, other], |team| desk.sits_in(team))
}

/// What the words after `swap` name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Places {
    Teams,
    Tables,
}

fn swap(desk: &mut Desk, words: &[String]) -> Result<Answer, Failure> {
    let kind = |word: &String| match word.to_lowercase().as_str() {
        "team" | "teams" => Some(Places::Teams),
        "table" | "tables" => Some(Places::Tables),
        _ => None,
    };
    let said: Vec<Places> = words.iter().filter_map(kind).collect();
    let named: Vec<&str> = words.iter().filter(|word| kind(word).is_none()).map(String::as_str).collect();
    let &[one, other] = &named[..] else {
        let failure = Failure::mistyped(format!("a swap takes two, but {} were named", named.len())).hint(format!(
            "{}, or {}",
            cmd!("pairing swap TEAM TEAM"),
            cmd!("pairing swap table N table M")
        ));
        return Err(desk.or_in_quotes(failure));
    };
    match said[..] {
        [] if both_could_be_meant(desk, one, other)? == Places::Teams => swap_teams(desk, one, other),
        [] => swap_tables(desk, one, other),
        [Places::Teams, ..] if !said.contains(&Places::Tables) => swap_teams(desk, one, other),
        [Places::Tables, ..] if !said.contains(&Places::Teams) => swap_tables(desk, one, other),
        _ => Err(Failure::mistyped("a team and a table can't be swapped").hint(format!(
            "{}, or {}",
            cmd!("pairing swap TEAM TEAM"),
            cmd!("pairing swap table N table M")
        ))),
    }
}

/// Teams, unless two bare numbers are tables of a posted round as well: then it is asked which are meant.
fn both_could_be_meant(desk: &Desk, one: &str, other: &str) -> Result<Places, Failure> {
    let hold = |word: &str| {
        let table = TableNumber(word.parse().ok()?);
        let posted = desk.tournament().sections.iter().filter_map(|section| desk.latest_round(section.id));
        let [first, second] = posted.filter_map(|round| round.teams_at(table)).next()?;
        Some(format!("table {table} ({} and {})", desk.name_of(first), desk.name_of(second)))
    };
    let team = |word: &str| {
        let team = desk.tournament().team(TeamId(word.parse().ok()?))?;
        Some(format!("{} ({})", team.name, team.id))
    };
    let (Some(a), Some(b)) = (hold(one), hold(other)) else { return Ok(Places::Teams) };
    let (Some(first), Some(second)) = (team(one), team(other)) else { return Ok(Places::Tables) };
    let (teams, tables) = (format!("the teams {first} and {second}"), format!("{a} with {b}"));
    let refusal = Failure::mistyped(format!("{one} and {other} are both team and table numbers: {teams}, or {tables}"))
        .hint(format!(
            "{}, or {}",
            cmd!("pairing swap team {one} team {other}"),
            cmd!("pairing swap table {one} table {other}")
        ));
    // The same words tried mean as little as the words themselves.
    if desk.everywhere.dry_run {
        return Err(refusal);
    }
    let question = format!("{one} and {other} are table numbers too. Swap {teams}?");
    desk.everywhere.confirm(Question::new(&About::SwapTeams([&first, &second]), question), refusal)?;
    Ok(Places::Teams)
}

/// Two matches change tables, with their sides as they are.
fn swap_tables(desk: &mut Desk, one: &str, other: &str) -> Result<Answer, Failure> {
    let table = |word: &str| {
        let number = word.parse().map_err(|_| {
            Failure::mistyped(format!("\"{word}\" is not a table number")).hint(cmd!("pairing swap table 3 table 7"))
        })?;
        Ok::<_, Failure>(TableNumber(number))
    };
    let (a, b) = (table(one)?, table(other)?);
    let (section, teams) = seats::swap_tables(&mut desk.event, [a, b]).or_refuse(desk)?;
    let section = desk.section_numbered(section)?.clone();
    let [at_b, at_a] = teams.map(|pair| pair.map(|team| desk.name_of(team)).join(" and "));
    let called = desk.round_called(&section, desk.posted_rounds(section.id));
    let summary = format!("swapped tables {a} and {b} in {called}: {at_b} at table {b}, {at_a} at table {a}");
    edited(desk, &section, &teams.concat(), summary, None)
}

fn swap_teams(desk: &mut Desk, one: &str, other: &str) -> Result<Answer, Failure> {
    let (section, one, other) = two_now(desk, one, other)?;
    let table = seats::swap(&mut desk.event, section.id, [one.id, other.id]).or_refuse(desk)?;
    let called = desk.round_called(&section, desk.posted_rounds(section.id));
    let sides = table
        .map(|table| format!(" at table {table}; they still play each other, with sides switched"))
        .unwrap_or_default();
    let summary = format!("{} and {} swapped places in {called}{sides}", one.name, other.name);
    edited(desk, &section, &[one.id, other.id], summary, None)
}

fn set(desk: &mut Desk, table: TableNumber, first: &str, second: &str) -> Result<Answer, Failure> {
    let (section, first, second) = two_now(desk, first, second)?;
    let others = seats::set(&mut desk.event, &section, table, [first.id, second.id]).or_refuse(desk)?;
    let called = desk.round_called(&section, desk.posted_rounds(section.id));
    let mut summary = format!("{} against {} at table {table} in {called}", first.name, second.name);
    for ([a, b], at) in &others.seated {
        summary += &format!("; {} against {} at table {at}", desk.name_of(*a), desk.name_of(*b));
    }
    for team in &others.without {
        summary += &format!("; {} no table now", does(desk.name_of(*team), "has"));
    }
    let to_seat = others.without.iter();
    let to_seat = to_seat.map(|team| format!("to seat {}: {}", desk.name_of(*team), cmd!("pairing add {team} TEAM")));
    let to_seat: Vec<String> = to_seat.collect();
    if let Some(LeftOver { team, bye, .. }) = others.left {
        summary += &format!("; {} {}", does(desk.name_of(team), "has"), bye_said(desk, &section, bye));
    }
    let displaced = list(others.without.iter().map(|team| desk.name_of(*team)));
    let displaced =
        (!displaced.is_empty()).then(|| format!("table {table} is taken: {displaced} would lose their game"));
    let loose = others.without.into_iter().chain(others.left.map(|left| left.team));
    let moved = others.seated.iter().flat_map(|(pair, _)| *pair).chain(loose).chain([first.id, second.id]);
    let remark = others.left.map(|left| left_over(desk, &section, &left)).or(displaced);
    Ok(edited(desk, &section, &moved.collect::<Vec<TeamId>>(), summary, remark)?.with_remarks(to_seat))
}

/// Where a team is given a match that it has not had: where it sits now, or where it missed one of an earlier round.
fn missed_in(desk: &Desk, team: &Team, round: Option<u32>) -> SectionId {
    let now = desk.sits_in(team);
    let unplayed = desk.tournament().section(now).map_or_else(Vec::new, |section| desk.unplayed(section));
    let is_there = unplayed.iter().any(|(of, pair)| Some(*of) == round && pair.contains(&team.id));
    if is_there { now } else { desk.explained_in(team, round) }
}

fn add(desk: &mut Desk, first: &str, second: &str, round: Option<u32>) -> Result<Answer, Failure> {
    let named = [first, second];
    let (section, first, second) = two(desk, named, |team| missed_in(desk, team, round))?;
    let posted = desk.posted(&section, round).or_refuse(desk)?;
    let had = [&first, &second].into_iter().filter_map(|team| match posted.assignment(team.id)? {
        bye @ Assignment::Bye { points: ByePoints::Full | ByePoints::Half, .. } => {
            Some(format!("; {} no longer has {}", team.name, bye_said(desk, &section, bye)))
        }
        _ => None,
    });
    let had: String = had.collect();
    let (round, table) = seats::add(&mut desk.event, &section, round, [first.id, second.id]).or_refuse(desk)?;
    let called = desk.round_called(&section, round);
    let summary = format!("{} against {} at table {table} in {called}{had}", first.name, second.name);
    if round == desk.posted_rounds(section.id) {
        return edited(desk, &section, &[first.id, second.id], summary, None);
    }
    let json = json!({ "section": section.name, "round": round, "done": summary, "costs": [] });
    let later = format!("to enter its result once it's played: {}", cmd!("result {table} RESULT --round {round}"));
    Ok(Answer::done(summary, json).with_remarks([later]))
}

fn bye(desk: &mut Desk, team: &str, points: ByePoints) -> Result<Answer, Failure> {
    let team = desk.team(team)?.clone();
    let section = desk.section_numbered(desk.sits_in(&team))?.clone();
    let left = seats::bye(&mut desk.event, &section, None, team.id, points).or_refuse(desk)?;
    let round = desk.posted_rounds(section.id);
    let asked = Assignment::Bye { points, assigned: false };
    let mut summary = format!("{} {} in round {round}", does(&team.name, "has"), bye_said(desk, &section, asked));
    if let Some(LeftOver { table, team, bye, .. }) = left {
        let (other, bye) = (desk.name_of(team), bye_said(desk, &section, bye));
        summary += &format!("; table {table} stays empty, and {} {bye}", does(other, "has"));
    }
    let moved: Vec<TeamId> = std::iter::once(team.id).chain(left.map(|left| left.team)).collect();
    let remark = left.map(|left| left_over(desk, &section, &left));
    edited(desk, &section, &moved, summary, remark)
}

fn keep(desk: &mut Desk, named: Option<&str>) -> Result<Answer, Failure> {
    let section = desk.section(named)?.clone();
    let round = posting::keep(&mut desk.event, &section).or_refuse(desk)?;
    let called = desk.round_called(&section, round);
    let stays = if called.ends_with('s') { "stay as they were" } else { "stays as it was" };
    let summary = format!("{called} of {} {stays} posted", section.name);
    let json = json!({ "section": section.name, "round": round });
    let remarks = desk.kept_on(&section, desk.posted_rounds(section.id));
    Ok(Answer::done(summary, json).touches([]).with_remarks(remarks))
}

/// Says what an edit costs by the pairing rules, and what it made; `remark` is what else the director should know before. At a terminal the
/// director is asked before a costly one is kept.
fn edited(
    desk: &mut Desk,
    section: &Section,
    teams: &[TeamId],
    summary: String,
    remark: Option<String>,
) -> Result<Answer, Failure> {
    let costs: Vec<String> = remark.into_iter().chain(costs(desk, section, teams)).collect();
    let notes = asked(desk, &summary, costs.clone(), "not done: the round was not changed")?;
    let round = desk.posted_rounds(section.id);
    let json = json!({ "section": section.name, "round": round, "done": summary, "costs": costs });
    let print = print_what_changed(desk, section)?;
    Ok(Answer::done(summary, json).with_remarks(notes).with_remarks(print))
}

/// Asks at a terminal before what costs something is kept; else the costs are noted.
fn asked(desk: &Desk, change: &str, costs: Vec<String>, not_done: &str) -> Result<Vec<String>, Failure> {
    if costs.is_empty() || !desk.everywhere.asks() {
        return Ok(costs.into_iter().map(|cost| format!("note: {cost}")).collect());
    }
    let refusal = Failure::forbidden(not_done).hint("see the costs of other edits with --dry-run");
    let question = format!("{WOULD_BE}\n{change}\n  {}\nDo it?", costs.join("\n  "));
    desk.everywhere.confirm(Question::new(&About::Costs(&costs), question), refusal)?;
    Ok(Vec::new())
}

fn wish(desk: &mut Desk, one: &str, other: &str, round: Option<u32>) -> Result<Answer, Failure> {
    let next = |team: &Team| desk.tournament().next_round_of(team).0;
    let (section, one, other) = two(desk, [one, other], next)?;
    rounds::want(&mut desk.event, &section, [one.id, other.id], round).or_refuse(desk)?;
    let (summary, costs) = match round {
        Some(round) => (
            format!("{} and {} will meet in round {round}", one.name, other.name),
            costs_of_wish(desk, &section, [one.id, other.id], round),
        ),
        None => (format!("{} and {} will never be paired", one.name, other.name), Vec::new()),
    };
    let sitting = desk.latest_round(section.id).filter(|_| round.is_none()).and_then(|latest| {
        let table = latest.assignment(one.id).and_then(Assignment::table)?;
        let is_open = desk.missing(&section, latest).contains(&table);
        (is_open && latest.teams_at(table)?.contains(&other.id)).then(|| {
            format!(
                "they are already paired at table {table} in round {}, and stay paired; to separate them: {}",
                latest.number,
                cmd!("pairing swap team {} TEAM", other.id)
            )
        })
    });
    let notes = asked(desk, &summary, costs, "not done: nothing was recorded")?;
    let text =
        sitting.map_or_else(|| summary.clone(), |sitting| format!("{summary} from the next round on\n{sitting}"));
    Ok(Answer::noted(text, json!({ "teams": [one.id, other.id], "round": round }), summary).with_remarks(notes))
}

fn allow(desk: &mut Desk, one: &str, other: &str) -> Result<Answer, Failure> {
    let [one, other] = different(desk, one, other)?;
    let dropped = desk.drop_wishes([one.id, other.id]);
    let summary = match dropped {
        true => format!("{} and {} can be paired like any other two teams", one.name, other.name),
        false => format!("there was no request about {} and {}", one.name, other.name),
    };
    Ok(Answer::done(summary, json!({ "teams": [one.id, other.id], "round": null })))
}
