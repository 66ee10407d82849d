//! `bughouse team edit`, `move`, `withdraw`, `return`, `expel` and `forget-contacts`: changes to a team or one of its players, and what
//! its going touches.

use super::entering::{is_another, latecomers_seat, name_taken_remark};
use super::player_edit::{Typed, compared, of_player, school, yes_or_no};
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::options::in_halves;
use crate::cli::ratings::proposed;
use crate::cli::refusal::OrRefuse;
use crate::cli::wording::{does, list, span};
use crate::discipline::Penalty;
use crate::event::edit::entries::{self, Back};
use crate::event::{Event, Leaving, Refusal, Stay};
use crate::store::{Copies, forget_contacts_in};
use crate::tournament::names::{Found, find};
use crate::tournament::{Assignment, Grade, HalfPoints, Player, PlayerId, Section, Side, Team, TeamId, Tournament};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = r#"Example: bughouse team edit 12 --name Rooks --player "Ann Lee" --rating 1250"#)]
pub struct Edit {
    /// The team
    team: String,
    /// A new team name
    #[arg(long, value_parser = crate::cli::naming::one_line)]
    name: Option<String>,
    /// The team's own school
    #[arg(long, value_parser = crate::cli::naming::one_line)]
    school: Option<String>,
    /// The team's rating, or with --player the child's (0 for unrated)
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=4000))]
    rating: Option<u32>,
    /// Its players in board order, or "swap"
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    boards: Vec<String>,
    /// Whether it's a house team
    #[arg(long, value_name = "yes|no", value_parser = crate::cli::options::yes_or_no)]
    house: Option<bool>,
    /// Points deducted by ruling from its first tie-break that counts points (0 for none)
    #[arg(long, value_name = "N", value_parser = penalty)]
    tiebreak_penalty: Option<HalfPoints>,
    /// Which of its players to change
    #[arg(long)]
    player: Option<String>,
    /// The player's new name; "Garcia Lopez, Ana" if the last name has more than one word
    #[arg(long, value_name = "NAME", requires = "player", value_parser = crate::cli::naming::one_line)]
    player_name: Option<String>,
    /// The player's grade
    #[arg(long, requires = "player")]
    grade: Option<Grade>,
    /// The player's federation ID
    #[arg(long, requires = "player")]
    id: Option<String>,
    /// Show only the player's initials on sheets
    #[arg(long, value_name = "yes|no", requires = "player", value_parser = crate::cli::options::yes_or_no)]
    initials: Option<bool>,
    /// The player's own school ("none" for no school)
    #[arg(long, value_name = "SCHOOL", requires = "player", value_parser = crate::cli::naming::one_line)]
    player_school: Option<String>,
    /// A different child with the same name as one already entered
    #[arg(long, requires = "player")]
    namesake: bool,
    /// Move it to another section, like `team move`
    #[arg(long)]
    section: Option<String>,
}

impl Edit {
    /// Changes what was named, and nothing else.
    pub fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let mut team = desk.team(&self.team)?.clone();
        self.is_of_the_team(&team)?;
        let before = desk.tournament().clone();
        let mut moved = Vec::new();
        if let Some(section) = &self.section {
            let into = desk.section(Some(section))?.clone();
            if into.id != team.section {
                moved = go(desk, &team, &into)?.1;
                team = desk.team(&team.id.to_string())?.clone();
            }
        }
        if let Some(school) = &self.school {
            team.school = desk.school_named(school);
        }
        team.house = self.house.unwrap_or(team.house);
        team.tiebreak_penalty = self.tiebreak_penalty.unwrap_or(team.tiebreak_penalty);
        let player = self.player.as_ref().map(|named| self.player(desk, &team, named)).transpose()?;
        if player.is_none() {
            team.rating = self.rating.map_or(team.rating, |r| (r > 0).then_some(r));
        }
        if let Some(name) = &self.name {
            name.trim().clone_into(&mut team.name);
        }
        if !self.boards.is_empty() {
            team.board_a = Some(self.board_a(desk, &team)?);
        }
        if self.changes_nothing() {
            return Err(Failure::mistyped(format!("no change was given for {}", team.name)).hint(format!(
                "{}, or another option from {}",
                cmd!("team edit {} --name NEW", team.id),
                cmd!("team edit --help")
            )));
        }
        let edited = entries::edit(&mut desk.event, &team, player.as_ref(), self.namesake).or_else(|refusal| {
            is_another(desk, &refusal)?;
            entries::edit(&mut desk.event, &team, player.as_ref(), true).or_refuse(desk)
        });
        let team = edited?;
        let changes = differences(&before, desk.tournament(), team.id);
        let json = json!({ "team": team.id, "name": team.name, "changes": changes });
        if changes.is_empty() {
            return Ok(Answer::said(format!("team {} ({}) is already set that way", team.id, team.name), json));
        }
        let summary = format!("changed team {} ({}): {}", team.id, team.name, list(changes));
        let mut answer = Answer::done(summary, json);
        if self.section.is_some() {
            answer = answer.touches(moved);
        }
        if self.id.is_some() || self.player_name.is_some() {
            let named: Vec<PlayerId> = player.iter().map(|player| player.id).collect();
            answer = answer.with_remarks(proposed(desk, &named));
        }
        answer = answer.with_remarks(self.name.as_ref().and_then(|name| name_taken_remark(name.trim(), &team.name)));
        if (self.grade.is_some() || self.rating.is_some())
            && let Err(failure) = desk.place(desk.entrants(&team), Some(team.section)).or_refuse(desk)
        {
            answer.remark(format!("{}: {}", failure.message, cmd!("team edit {} --section SECTION", team.id)));
        }
        Ok(answer)
    }

    fn changes_nothing(&self) -> bool {
        let of_team =
            self.name.is_some() || self.school.is_some() || self.house.is_some() || self.tiebreak_penalty.is_some();
        !(of_team || !self.boards.is_empty() || self.changes_player() || self.section.is_some())
    }

    fn changes_player(&self) -> bool {
        let of_player =
            self.player_name.is_some() || self.grade.is_some() || self.id.is_some() || self.initials.is_some();
        of_player || self.rating.is_some() || self.player_school.is_some()
    }

    /// Refuses a name or a school beside a player of whom nothing else is given: both are the team's, and meant for the player.
    fn is_of_the_team(&self, team: &Team) -> Result<(), Failure> {
        let Some(player) = self.player.as_ref().filter(|_| !self.changes_player()) else { return Ok(()) };
        let given = [("--name", "--player-name", &self.name), ("--school", "--player-school", &self.school)];
        let Some((of_team, of_player, value)) =
            given.iter().find_map(|(one, other, value)| Some((*one, *other, value.as_deref()?)))
        else {
            return Ok(());
        };
        let number = team.id.to_string();
        let line = |words: &[&str]| command([&["team", "edit", &number][..], words].concat());
        Err(Failure::mistyped(format!("{of_team} changes the team, but --player {player} was given too")).hint(
            format!(
                "for the player: {}; for the team: {}",
                line(&["--player", player, of_player, value]),
                line(&[of_team, value])
            ),
        ))
    }

    /// The player named as it is to be.
    fn player(&self, desk: &mut Desk, team: &Team, named: &str) -> Result<Player, Failure> {
        let found = partner(desk, team, named)?;
        let typed = Typed {
            name: self.player_name.clone(),
            grade: self.grade,
            rating: self.rating,
            id: self.id.clone(),
            school: self.player_school.clone(),
        };
        Ok(typed.of(desk, &found, self.initials))
    }

    /// Who is to play on board a.
    fn board_a(&self, desk: &Desk, team: &Team) -> Result<PlayerId, Failure> {
        let [first, second] = desk.tournament().by_board(team);
        match &self.boards[..] {
            [swap] if swap == "swap" => Ok(second),
            [a] => Ok(partner(desk, team, a)?.id),
            [a, b] if partner(desk, team, a)?.id != partner(desk, team, b)?.id => Ok(partner(desk, team, a)?.id),
            _ => {
                Err(Failure::mistyped(format!("--boards takes the team's two players, not {}", self.boards.join(",")))
                    .hint(cmd!("team edit {} --boards {},{}", team.id, second, first)))
            }
        }
    }
}

/// One of a team's players, by number or a part of the name.
fn partner(desk: &Desk, team: &Team, named: &str) -> Result<Player, Failure> {
    let partners = desk.tournament().partners(team).map(Player::clone);
    let by_number = named.trim_start_matches('#').parse().ok().map(PlayerId);
    let numbered = partners.iter().find(|partner| Some(partner.id) == by_number);
    if let (Some(found), _) | (None, Found::One(found)) = (numbered, find(named.trim(), &partners, |p| &p.name)) {
        return Ok(found.clone());
    }
    let [one, other] = partners.map(|partner| format!("{} ({})", partner.name, partner.id));
    Err(Failure::mistyped(format!("{} no player \"{named}\"", does(&team.name, "has")))
        .hint(format!("the players are {one} and {other}; name one by number or by part of the name")))
}

/// What is changed of a team and its players, a phrase each, old and new.
fn differences(before: &Tournament, now: &Tournament, team: TeamId) -> Vec<String> {
    let section = |at: &Tournament, id| at.section(id).map(|section| section.name.clone());
    let of_team = |at: &Tournament| {
        let team = at.team(team)?;
        Some(vec![
            ("name", Some(team.name.clone())),
            ("section", section(at, team.section)),
            ("school", school(at, team.school)),
            ("rating", team.rating.map(|rating| rating.to_string())),
            (
                "board a",
                Some(team.board_a.and_then(|id| at.player(id)).map_or("by rating", |player| &player.name).to_owned()),
            ),
            ("house", yes_or_no(team.house)),
            ("tie-break penalty", Some(team.tiebreak_penalty.to_string())),
        ])
    };
    let mut changes = of_team(before).zip(of_team(now)).map_or_else(Vec::new, |(was, is)| compared("", was, is));
    for (was, is) in before
        .team(team)
        .into_iter()
        .flat_map(|team| team.players)
        .filter_map(|id| before.player(id).zip(now.player(id)))
    {
        changes.extend(compared(&format!("{}: ", was.name), of_player(before, was), of_player(now, is)));
    }
    changes
}

/// Reads a penalty in tie-break points.
fn penalty(text: &str) -> Result<HalfPoints, String> {
    let points = in_halves(text).filter(|halves| *halves <= 100).map(|halves| HalfPoints(halves.into()));
    points.ok_or_else(|| {
        format!("\"{text}\" is not a penalty; type 0 to 50 points in half-point steps, such as 1 or 0.5")
    })
}

pub fn move_to(desk: &mut Desk, named: &str, section: &str) -> Result<Answer, Failure> {
    let (team, into) = (desk.team(named)?.clone(), desk.section(Some(section))?.clone());
    let json = json!({ "team": team.id, "name": team.name, "section": into.name });
    if into.id == team.section {
        return Ok(Answer::said(format!("{} already in {}", does(&team.name, "is"), into.name), json));
    }
    let (summary, notes) = go(desk, &team, &into)?;
    Ok(Answer::done(summary, json).touches(notes))
}

/// Carries the move out; says it in a line, with what there is to know.
fn go(desk: &mut Desk, team: &Team, into: &Section) -> Result<(String, Vec<String>), Failure> {
    let from = desk.section_numbered(team.section)?.clone();
    let through = entries::move_team(&mut desk.event, team.id, into.id).or_refuse(desk)?;
    let mut remarks = brought(desk, team.id, into);
    remarks.extend(name_taken_remark(&team.name, desk.name_of(team.id)));
    if through > 0 {
        let leaving = notes(desk, team, &from, through + 1);
        remarks.extend(leaving.into_iter().map(|note| format!("{}: {note}", from.name)));
    }
    // In a round that it had elsewhere it gets no seat.
    let plays_now = |team: &&Team| desk.latest_round(into.id).is_none_or(|r| team.section_in(r.number) == into.id);
    remarks.extend(desk.tournament().team(team.id).filter(plays_now).and_then(|team| latecomers_seat(desk, team)));
    Ok((format!("{} in {} now", does(&team.name, "plays"), into.name), remarks))
}

/// The points that a team has carried over to its section, and from which round on it plays there.
fn brought(desk: &Desk, team: TeamId, section: &Section) -> Vec<String> {
    let Some(team) = desk.tournament().team(team) else { return Vec::new() };
    let last = team.stays.last().map_or(0, |stay| stay.through);
    let rounds: Vec<u32> = (1..=last).filter(|round| team.brings(section.id, *round)).collect();
    let (Some(first), Some(&last)) = (rounds.first(), rounds.last()) else { return Vec::new() };
    let points = desk.brought(team, section);
    let shown = crate::report::points_shown(points, section.match_points);
    let called = |first: u32, last: u32| match first == last {
        true => format!("round {first}"),
        false => format!("rounds {}", span(first, last)),
    };
    // A round that is played there is over for it; in the latest it may still be seated.
    let plays = desk.posted_rounds(section.id).max(last + 1);
    let over = (plays > last + 1).then(|| format!("; they have missed {} there", called(last + 1, plays - 1)));
    vec![
        format!("they bring {shown} from {} (shown as M), and their past opponents still count", called(*first, last)),
        format!(
            "they play in {} from round {plays} on{}, and aren't eligible for prizes in the section they left",
            section.name,
            over.unwrap_or_default()
        ),
    ]
}

pub fn withdraw(desk: &mut Desk, named: &str, from_round: Option<u32>) -> Result<Answer, Failure> {
    let edit = |event: &mut Event, id| entries::withdraw(event, id, from_round);
    leave(desk, named, "withdrawn", edit, |team, from| format!("{team} won't be paired from {from} on"))
}

pub fn expel(desk: &mut Desk, named: &str, reason: Option<&str>) -> Result<Answer, Failure> {
    let because = reason.map(|r| format!(": {r}")).unwrap_or_default();
    desk.within_authority(desk.official.as_deref(), Penalty::Expel).or_refuse(desk)?;
    leave(desk, named, "expelled", entries::expel, |team, from| {
        format!("{} expelled from {from} on{because}", does(team, "is"))
    })
}

fn leave(
    desk: &mut Desk,
    named: &str,
    status: &str,
    edit: impl FnOnce(&mut Event, TeamId) -> Result<u32, Refusal>,
    said: impl FnOnce(&str, String) -> String,
) -> Result<Answer, Failure> {
    let team = desk.team(named)?.clone();
    let section = plays_in(desk, &team)?;
    let from = edit(&mut desk.event, team.id).or_refuse(desk)?;
    let summary = said(&team.name, round_in_words(desk, &team, &section, from));
    let notes = notes(desk, &team, &section, from);
    let json = json!({ "team": team.id, "name": team.name, "status": status, "from_round": from });
    Ok(Answer::done(summary, json).touches(notes))
}

pub fn take_in(desk: &mut Desk, named: &str) -> Result<Answer, Failure> {
    let team = desk.team(named)?.clone();
    let section = plays_in(desk, &team)?;
    let Back { stays, next, is_over } = entries::take_in(&mut desk.event, team.id).or_refuse(desk)?;
    let summary = match stays {
        Some(from) => {
            format!("{} in the event: they had been set to withdraw from round {from} on", does(&team.name, "stays"))
        }
        None => format!("{} again from {} on", does(&team.name, "plays"), round_in_words(desk, &team, &section, next)),
    };
    let over = is_over.then(|| {
        let more = command(["section", "edit", &section.name, "--rounds", &next.to_string()]);
        let posted = desk.latest_round(section.id).and_then(|round| round.assignment(team.id));
        let seat = match posted.and_then(Assignment::table) {
            Some(_) => String::new(),
            None => format!("; or seat them in this one: {}", cmd!("pairing add {} TEAM", team.id)),
        };
        format!("{} has no round {next}; to add one: {more}{seat}", section.name)
    });
    let notes: Vec<String> = over.into_iter().chain(unplayed(desk, &section, Some(team.id))).collect();
    let json = json!({ "team": team.id, "name": team.name, "status": "entered", "from_round": next });
    Ok(Answer::done(summary, json).touches(notes))
}

/// The matches of a schedule that were left out while a team was gone that is back, of one team or of all.
pub fn unplayed(desk: &Desk, section: &Section, of: Option<TeamId>) -> Vec<String> {
    let sentence = |(round, [one, other]): (u32, [TeamId; 2])| {
        let earlier = if round < desk.posted_rounds(section.id) { format!(" --round {round}") } else { String::new() };
        let seat = format!("to pair them, for a result or a forfeit: {}", cmd!("pairing add {one} {other}{earlier}"));
        format!("{} and {} didn't play each other in round {round}; {seat}", desk.name_of(one), desk.name_of(other))
    };
    let open = desk.unplayed(section).into_iter();
    open.filter(|(_, pair)| of.is_none_or(|team| pair.contains(&team))).map(sentence).collect()
}

/// Where a team plays now.
fn plays_in(desk: &Desk, team: &Team) -> Result<Section, Failure> {
    desk.section_numbered(desk.tournament().next_round_of(team).0).cloned()
}

/// A round of the section where a team plays now; where that is a final, with its name.
fn round_in_words(desk: &Desk, team: &Team, section: &Section, round: u32) -> String {
    match team.section == section.id {
        true => format!("round {round}"),
        false => format!("{} of {}", desk.round_called(section, round), section.name),
    }
}

/// The table at which a team that goes from a round on still sits in the one before.
pub fn open_table(desk: &Desk, leaving: &Leaving, section: &Section, from: u32) -> Option<String> {
    let (table, opponent, side) = leaving.open?;
    let (opponent, forfeit) = (desk.name_of(opponent), if side == Side::First { "-/+" } else { "+/-" });
    let forfeit = cmd!("result {table} {forfeit}").to_string();
    let (_, round) = desk.round_with(table, Some(from - 1))?;
    let open = (1..=section.matches).filter(|number| desk.result_in(round, table, *number).is_none());
    let typed = match open.collect::<Vec<_>>()[..] {
        [one, two] => format!("{}; {}", cmd!("{forfeit} --match {one}"), cmd!("{forfeit} --match {two}")),
        _ => forfeit,
    };
    Some(format!(
        "table {table} against {opponent} has no result yet in {}: enter what happened, or the forfeit: {typed}",
        desk.round_called(section, from - 1)
    ))
}

/// What is left to do about a team that goes: its open table, who has no opponent, wishes that cannot be kept.
pub fn notes(desk: &Desk, team: &Team, section: &Section, from: u32) -> Vec<String> {
    let leaving = desk.leaving(team, section, from);
    let open = open_table(desk, &leaving, section, from);
    let Leaving { stay, wishes, .. } = leaving;
    let wishes = wishes.iter().map(|(round, pair)| {
        let other = pair.iter().find(|one| **one != team.id).map(|one| desk.name_of(*one)).unwrap_or_default();
        let [one, two] = pair;
        format!("they were due to play {other} in round {round}; to cancel that: {}", cmd!("pairing allow {one} {two}"))
    });
    open.into_iter().chain(stay.map(|stay| stay_in_words(stay, from))).chain(wishes).collect()
}

fn stay_in_words(stay: Stay, from: u32) -> String {
    let remain = |left| if left == 1 { "1 team remains".to_owned() } else { format!("{left} teams remain") };
    let are = |left| if left == 1 { "1 team is left".to_owned() } else { format!("{left} teams are left") };
    match stay {
        Stay::WithHouseTeam(left) => format!("{} from round {from} on with a house team, an even number", remain(left)),
        Stay::OneHasBye(left) => format!("{}, so one has a bye in each round from round {from} on", remain(left)),
        Stay::Even(left) => format!("{} from round {from} on, an even number", remain(left)),
        Stay::LinesToDraw(left) => format!("{} for the bracket", are(left)),
        Stay::ScheduleToMake(left) => format!("{} for the schedule", are(left)),
        Stay::OpponentGoesOn => "a team due to meet them in a later round advances without playing".to_owned(),
        Stay::GroupPlaysOn => "their matches count, and the group plays on without them".to_owned(),
        Stay::Struck => {
            "so far they have played fewer than half of their matches, so none of them count (struck); later opponents sit out".to_owned()
        }
        Stay::StruckOrCounts => {
            "matches they have played by then count, unless that's fewer than half of their schedule; later opponents win by forfeit".to_owned()
        }
        Stay::Counts => "their matches count, and later opponents win by forfeit".to_owned(),
    }
}

/// Removes every contact from the file, its journal and its free pages, and from its backups where that is asked for; else it
/// names those that still hold some. This cannot be undone, which is its purpose.
pub fn forget(desk: &mut Desk, in_backups: bool) -> Result<Answer, Failure> {
    let families = desk.store.forget_contacts()?;
    desk.scrubs = true;
    let summary = match families {
        0 => "no contacts were kept".to_owned(),
        1 => "the contacts of 1 player have been removed".to_owned(),
        _ => format!("the contacts of {families} players have been removed"),
    };
    let Copies { mut holding, away, unread } = desk.store.copies_with_contacts()?;
    let (mut cleared, mut locked) = (Vec::new(), Vec::new());
    if in_backups && !desk.everywhere.dry_run {
        // One that cannot be written, on a locked stick, keeps no other from being cleared.
        holding.retain(|copy| match forget_contacts_in(copy) {
            Ok(()) => {
                cleared.push(copy.clone());
                false
            }
            Err(error) => {
                locked.push(error.to_string());
                true
            }
        });
    }
    let again = cmd!("team forget-contacts --backups");
    let still = match locked.first() {
        Some(why) => format!("\nthey couldn't be removed there: {why}\nto try again: {again}"),
        None => format!("\nto remove them there too: {again}"),
    };
    let plug_in = format!("\nplug in the USB stick and run this again: {again}");
    let (unread, reasons): (Vec<PathBuf>, Vec<String>) = unread.into_iter().unzip();
    let lists = [
        ("removed from", shown(&cleared), ""),
        ("STILL IN", shown(&holding), &still),
        ("NOT CHECKED, and may still hold them", shown(&away), &plug_in),
        ("CAN'T BE READ, and may still hold them", reasons, "\na damaged file is no use as a backup: delete it"),
    ];
    let mut lines = vec![summary.clone()];
    lines
        .extend((families > 0).then(|| format!("this can't be undone: {} undoes the command before it", cmd!("undo"))));
    let found = lists.into_iter().filter(|(_, copies, _)| !copies.is_empty());
    lines.extend(found.map(|(heading, copies, then)| format!("{heading}\n  {}{then}", copies.join("\n  "))));
    let unseen = [away, unread].concat();
    lines.push("the file they were imported from, and any copies made other ways, are yours to delete".to_owned());
    let json = json!({ "forgotten": families, "still_in": shown(&holding), "taken_out_of": shown(&cleared), "not_looked_into": shown(&unseen) });
    Ok(Answer::noted(lines.join("\n"), json, summary))
}

fn shown(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|path| path.display().to_string()).collect()
}
