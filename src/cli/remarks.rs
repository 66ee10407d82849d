//! What is to be known of a round before or as it is posted, in sentences, with what helps.

use crate::cli::command_text::{CommandText, cmd};
use crate::cli::help::line::command;
use crate::cli::wording::{does, first_of, list, quoted};
use crate::discipline::Ruling;
use crate::event::edit::posting;
use crate::event::edit::seats::LeftOver;
use crate::event::proposal::{Remark, Undecided};
use crate::event::{Event, Qualified, Why};
use crate::pairing::swiss::{DeadEnd, Majority};
use crate::report::points_shown;
use crate::standings::TieBreak;
use crate::tournament::{Assignment, ByePoints, HalfPoints, Round, Section, TableNumber, Team, TeamId};

/// What the director should know of a round that could be posted.
pub fn in_words(event: &Event, section: &Section, round: u32, remark: &Remark) -> String {
    let name = |team: &TeamId| event.name_of(*team);
    match remark {
        Remark::VoidWish([a, b]) => {
            format!("{} and {} were supposed to meet in round {round}, but they are not both playing", name(a), name(b))
        }
        Remark::NotCheckedIn(teams) => format!(
            "not checked in, so not paired: {}; if one of them is here after all: {}",
            list(teams.iter().map(|team| format!("{} ({team})", name(team)))),
            cmd!("pairing add {} TEAM", teams[0])
        ),
        Remark::NoShows(teams) => format!(
            "did not show up for the last match, so not paired: {}; if one of them is here after all: {}, then {}",
            list(teams.iter().map(|team| format!("{} ({team})", name(team)))),
            cmd!("team return {}", teams[0]),
            cmd!("pairing add {} TEAM", teams[0])
        ),
        Remark::KeptApart(majority) => kept_apart(event, section, *majority),
        Remark::LookedAhead => format!(
            "looked ahead: a better pairing of round {round} was passed over, because round {} could not have been paired after it{}",
            round + 1,
            by_the_same_teams(event, section, round)
        ),
        Remark::AsWanted(cost) => format!("paired as requested: {cost}"),
        Remark::WantedLater { pair: [a, b], later } => format!(
            "{} and {} meet now, and again in round {later}, as requested; if once is enough: {}",
            name(a),
            name(b),
            cmd!("pairing allow {a} {b}")
        ),
        Remark::DeadEnd(found) => dead_end_posted(event, section, round, *found),
        Remark::Latecomer { late, sits_out } => {
            let seated = sits_out.map_or_else(String::new, |other| {
                format!(
                    "; {} out, and {} seats both teams",
                    does(name(&other), "sits"),
                    cmd!("pairing add {late} {other}")
                )
            });
            format!("{} entered after the schedule was made, so it has no opponent for them{seated}", name(late))
        }
        Remark::Struck { away, present } => {
            format!(
                "{} left before playing half of their matches, so those don't count and {} out",
                name(away),
                does(name(present), "sits")
            )
        }
        Remark::Forfeit { away, present } => {
            let why = match event.asked_bye(section, *away, round).is_some() {
                true => "asked for a bye, which a schedule does not allow",
                false => "did not show up",
            };
            format!("{} {why}: {} by forfeit", name(away), does(name(present), "wins"))
        }
        Remark::NobodyGoesOn([first, second]) => {
            format!("{} and {} have both left, so neither advances", name(first), name(second))
        }
        Remark::GoesOn { gone, present } => {
            format!("{} left, so {} without playing", does(name(gone), "has"), does(name(present), "advances"))
        }
        Remark::SeededWithout(team) => {
            format!("{} left, so the others are reseeded without them", does(name(team), "has"))
        }
        Remark::NoByes(team) => {
            format!("{} asked for a bye, which a knockout does not allow, so they are paired", name(team))
        }
        Remark::Qualified(teams) => qualified(event, section, teams),
        Remark::ThirdPlace([a, b]) => format!("{} and {} play for third place", name(a), name(b)),
        Remark::NotDrawn(team) => {
            format!("{} entered after the bracket was drawn, so they are not in it", name(team))
        }
    }
}

/// The teams of a final with what sent them there, and the play-offs of those that only the lot did.
fn qualified(event: &Event, section: &Section, teams: &[Qualified]) -> String {
    let name = |team: &TeamId| event.name_of(*team);
    let source = section.qualified_from.and_then(|(from, _)| event.tournament().section(from));
    let matches = source.map_or(section.match_points, |source| source.match_points);
    let draws_lots =
        source.is_some_and(|source| event.settings(source.id).standings.tiebreaks.contains(&TieBreak::Lot));
    let by = if draws_lots { "lot" } else { "seed" };
    let one = |one: &Qualified| {
        let why = match one.why {
            Why::WonGroup(group) => format!("winner of group {group}"),
            Why::NextBest => "next best".to_owned(),
            Why::Place(place) => format!("place {place}"),
            Why::Named => "named".to_owned(),
        };
        let level = first_of(one.level.iter().map(name));
        let alone = if level.is_empty() { level } else { format!(" by {by}, tied with {level}") };
        format!("{} ({}), {why}{alone}, points: {}", name(&one.team), one.team, points_shown(one.points, matches))
    };
    let lines: Vec<String> = teams.iter().map(one).collect();
    let sentence = format!("qualified for {}, by seed: {}", section.name, lines.join("; "));
    let is_moved = teams.iter().zip(1..).any(|(one, seed)| one.by_points != seed);
    let apart = if is_moved { "; seeds changed so that teams from the same group don't meet right away" } else { "" };
    let goes_on = |team: &TeamId| teams.iter().any(|one| one.team == *team);
    let winners = teams.iter().filter(|one| matches!(one.why, Why::WonGroup(_)) && !one.level.is_empty());
    let winners = winners.map(|one| (one.team, one.level[0]));
    let last = teams.iter().filter(|one| !matches!(one.why, Why::WonGroup(_))).max_by_key(|one| one.by_points);
    let last = last.and_then(|one| Some((one.team, *one.level.iter().find(|team| !goes_on(team))?)));
    let play_offs: Vec<CommandText> =
        winners.chain(last).map(|(one, other)| cmd!("prize play-off {one} {other} RESULT")).collect();
    if play_offs.is_empty() {
        return sentence + apart;
    }
    let unpair = event.latest_round(section.id).map(|_| command(["unpair", &section.name]));
    let commands = unpair.into_iter().chain(play_offs).chain([command(["pair", &section.name])]);
    format!(
        "{sentence}{apart}; to play off instead of going by the {by}: {}",
        commands.map(String::from).collect::<Vec<_>>().join(", then ")
    )
}

/// That most teams are of one school, what this does to the pairing, and what would change it.
pub fn kept_apart(event: &Event, section: &Section, majority: Majority) -> String {
    let school = event.school_name(majority.school);
    let (whose, mode) = if majority.teams == majority.of {
        (format!("all teams are from {school}"), "ignore")
    } else {
        (format!("{} of the {} teams are from {school}", majority.teams, majority.of), "prefer")
    };
    format!(
        "{whose}, so most of them have to play each other; school mode plus2 then keeps that school's leaders apart (28N1). To pair by score instead: {}",
        cmd!("section edit {} --school-mode {mode}", quoted(&section.name))
    )
}

/// Whether teams are not checked in yet, so that nobody knows how many will play.
fn is_arriving(event: &Event, section: &Section) -> bool {
    event.tournament().teams_in(section.id).any(|team| event.is_missing(section, team) && !event.is_gone(team))
}

/// That the next round cannot be paired after this one: said before it is posted.
pub fn dead_end(event: &Event, section: &Section, round: u32, found: DeadEnd) -> String {
    let edit = command(["section", "edit", &section.name]);
    let remedy = match (found.lookahead_helps, round) {
        (true, _) => format!("look ahead now: {}", edit.and("--lookahead yes")),
        (false, 1) if is_arriving(event, section) => {
            format!("some teams are not checked in yet: {}", cmd!("check-in --list"))
        }
        (false, 1) => {
            format!(
                "play a round robin: {}; or end after this round: {}",
                edit.and("--pairing round-robin"),
                edit.and("--rounds 1")
            )
        }
        (false, _) => format!("end after round {round}: {}", cmd!("{edit} --rounds {round}")),
    };
    let as_it_is = if event.missing_results(section).is_empty() { "" } else { ", if the open matches are drawn" };
    format!(
        "round {round} would lead to a dead end{as_it_is}: whatever its results, round {} cannot be paired by the rules after it{}; {remedy}",
        round + 1,
        by_the_same_teams(event, section, round)
    )
}

/// The same, said of a round that is being posted.
fn dead_end_posted(event: &Event, section: &Section, round: u32, found: DeadEnd) -> String {
    let [edit, unpair, pair] = [&["section", "edit"][..], &["unpair"], &["pair"]]
        .map(|verb| command(verb.iter().copied().chain([section.name.as_str()])));
    let remedy = match (found.lookahead_helps, round) {
        (true, _) => {
            format!("a different pairing avoids this: {unpair}; {}; {pair}", edit.and("--lookahead yes"))
        }
        (false, 1) if is_arriving(event, section) => {
            format!(
                "if any missing teams are here after all, check them in first: {unpair}; {}; {pair}",
                cmd!("check-in --list")
            )
        }
        (false, 1) => format!(
            "end after this round: {}; or play a round robin: {unpair}; {}",
            edit.and("--rounds 1"),
            edit.and("--pairing round-robin")
        ),
        (false, _) => format!("end after round {round}: {}", cmd!("{edit} --rounds {round}")),
    };
    format!(
        "warning: whatever the results, round {} cannot be paired by the rules after this one{}; {remedy}",
        round + 1,
        by_the_same_teams(event, section, round)
    )
}

/// Looking ahead takes all to stay; this says so where it is known already that the next round has other teams.
fn by_the_same_teams(event: &Event, section: &Section, round: u32) -> String {
    let tournament = event.tournament();
    let plays = |team: &Team, round| {
        !tournament.is_away(team, section.id, round) && tournament.asked_bye(team, section.id, round).is_none()
    };
    let known = |plays_now: bool| {
        let teams = tournament.teams_in(section.id).filter(|team| !team.house);
        let change = teams.filter(|team| plays(team, round) == plays_now && plays(team, round + 1) != plays_now);
        list(change.map(|team| team.name.clone()))
    };
    let (gone, back) = (known(true), known(false));
    let changes = [("gone by then", gone), ("back by then", back)].into_iter().filter(|(_, names)| !names.is_empty());
    let changes: Vec<String> = changes.map(|(what, names)| format!("{what}: {names}")).collect();
    if changes.is_empty() { String::new() } else { format!(" by the same teams ({})", changes.join("; ")) }
}

/// The commands that settle what a section owes before it can be paired: results of the rounds before one of its own, open appeals.
pub fn owed(event: &Event, section: &Section, round: u32) -> Vec<String> {
    let missing = event.missing_results(section).into_iter().filter(|(number, _)| *number < round);
    let results = missing.map(|(number, tables)| match tables[..] {
        [table] => cmd!("result {table} RESULT --round {number}").to_string(),
        _ => command(["enter", &section.name, "--round", &number.to_string()]).to_string(),
    });
    let appeals = event.facts.docket.open_appeals(section.id).next().map(|_| cmd!("appeal list --open").to_string());
    results.chain(appeals).collect()
}

/// The commands that settle what is owed, take back the rounds from one on, the latest first, and pair it again, where there is one to pair; a
/// final, once its teams are known.
pub fn paired_anew(event: &Event, section: &Section, from: u32) -> Vec<String> {
    let mut commands = owed(event, section, from);
    let is_owed = !commands.is_empty();
    let mut then = event.clone();
    while let Some(round) = then.latest_round(section.id).filter(|round| round.number >= from) {
        let with_results = (!round.slips.is_empty()).then_some("--with-results");
        let unpair = command(["unpair", &section.name].into_iter().chain(with_results)).to_string();
        // A round with rulings stays.
        let is_in_it = |ruling: &&Ruling| (ruling.section, ruling.round) == (section.id, round.number);
        match event.facts.docket.rulings.iter().find(is_in_it) {
            Some(ruling) => {
                let id = ruling.id;
                commands.extend([
                    cmd!("ruling show {id}").to_string(),
                    format!("once ruling {id} is taken back, {unpair}"),
                ]);
            }
            None => commands.push(unpair),
        }
        if posting::unpost(&mut then, section.id, true).is_err() {
            break;
        }
    }
    let pair = command(["pair", &section.name]);
    match event.waits_for(section).filter(|_| from == 1) {
        Some(source) => commands.push(format!("once {} is finished, {pair}", source.name)),
        None if !is_owed && then.latest_round(section.id).is_some() && then.is_finished(section) => {}
        None => commands.push(pair.to_string()),
    }
    commands
}

/// What leaves the rounds of a knockout as they were played, where they can be.
pub fn to_keep(event: &Event, section: &Section) -> Option<String> {
    let keep = command(["pairing", "keep", &section.name]);
    posting::keep(&mut event.clone(), section).ok().map(|_| format!("; to leave it as it is: {keep}"))
}

/// A table that a team lost without playing while it was expelled, which it is not any more, and how to have it played.
pub fn lost_while_out(event: &Event, section: &Section, (round, table, team): (u32, TableNumber, TeamId)) -> String {
    let latest = event.posted_rounds(section.id) == round;
    let of_round = if latest { String::new() } else { format!(" --round {round}") };
    format!(
        "{} lost at table {table} of {} without playing, because it had been expelled; to have the match played: {}",
        event.name_of(team),
        event.round_called(section, round),
        cmd!("result {table} clear{of_round}")
    )
}

/// What a tie of a knockout that nobody has won at the board waits for, or how it came out.
pub fn undecided_tie(event: &Event, section: &Section, round: &Round, table: TableNumber) -> Option<String> {
    let then = format!("then: {}", cmd!("result {table} RESULT"));
    Some(match event.undecided_tie(section, round, table)? {
        Undecided::Begun { number } => format!("match {number} of the replay is in; {then}"),
        Undecided::Replay => format!("drawn so far: the match is replayed with sides swapped; {then}"),
        Undecided::SuddenDeath if section.matches > 1 => {
            format!("drawn twice: both matches are played once more to decide it; {then}")
        }
        Undecided::SuddenDeath => format!("drawn twice: one sudden-death match decides; {then}"),
        Undecided::Lot(winner) => {
            format!("drawn three times: {} by the coin flip made at entry", does(event.name_of(winner), "advances"))
        }
        Undecided::Reopened => {
            format!("open again, but its replay has a result: that counts if this match is drawn; {then}")
        }
        Undecided::WonBefore => "the replay's result no longer counts, but stays on record".to_owned(),
        Undecided::BothOut => "neither advances".to_owned(),
    })
}

/// That a team whose opponent was taken away is left over with a bye, and what can be done.
pub fn left_over(event: &Event, section: &Section, left: &LeftOver) -> String {
    let LeftOver { team, bye, other, .. } = *left;
    let remedy = match other {
        Some(other) => format!(
            "{} no opponent either; to seat both teams: {}",
            does(event.name_of(other), "has"),
            cmd!("pairing add {team} {other}")
        ),
        None => {
            format!(
                "for another opponent: {}; for no points: {}",
                cmd!("pairing set TABLE {team} TEAM"),
                cmd!("pairing bye {team} --points zero")
            )
        }
    };
    format!("{} left over with {}; {remedy}", does(event.name_of(team), "is"), bye_said(event, section, bye))
}

/// What a bye scores, in words.
pub fn bye_said(event: &Event, section: &Section, bye: Assignment) -> String {
    match bye {
        Assignment::Bye { assigned: true, .. } => odd_bye_said(event.assigned_bye(section), section),
        Assignment::Bye { points: ByePoints::Full, .. } => "a full-point bye".to_owned(),
        Assignment::Bye { points: ByePoints::Half, .. } => "a half-point bye".to_owned(),
        Assignment::Bye { points: ByePoints::Zero, .. } => "a zero-point bye".to_owned(),
        Assignment::Table { table, .. } => format!("table {table}"),
    }
}

/// What the odd team's bye scores, in words.
pub fn odd_bye_said(scores: HalfPoints, section: &Section) -> String {
    format!("the odd team's bye, which scores {} (28L)", points_shown(scores, section.match_points))
}
