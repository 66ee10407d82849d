//! `section merge`, `split` and `remove`. What it touches is shown first. Rounds that are played are joined by number; a section is split
//! or removed before its first.

use super::options::proposed;
use crate::cli::answer::Answer;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::hall::device::left_without_section;
use crate::cli::paper::stale::misleading;
use crate::cli::registration::entering::fits;
use crate::cli::wording::{command, counted, list, quoted, span};
use crate::event::StoredPrize;
use crate::pairing::swiss::Consent;
use crate::report::ruling::to_decide;
use crate::tournament::{Format, Player, RoundTime, Section, SectionId, Team};
use serde_json::json;

/// Pairs of round 1 that a preview names.
const SHOWN: usize = 8;

fn must_be_unpaired(desk: &Desk, section: &Section) -> Result<(), Failure> {
    match desk.latest_round(section.id) {
        None => Ok(()),
        Some(round) => {
            Err(Failure::forbidden(format!("{} has been paired up to round {}", section.name, round.number)).hint(
                format!(
                    "sections are split and removed before their first round; a round is taken back with {}",
                    command(["unpair", &section.name])
                ),
            ))
        }
    }
}

/// Moves every team of one section into another.
pub fn merge(desk: &mut Desk, from: &str, into: &str) -> Result<Answer, Failure> {
    let (from, into) = (desk.section(Some(from))?.clone(), desk.section(Some(into))?.clone());
    if from.id == into.id {
        return Err(
            Failure::mistyped("a section cannot be merged into itself").hint("bughouse section merge FROM INTO")
        );
    }
    can_be_joined(desk, &from, &into)?;
    let wrong = misleading(desk)?;
    desk.tournament().teams_in(from.id).try_for_each(|team| fits(desk, team, &into))?;
    let mut touched = touched_by_merge(desk, &from, &into);
    touched.extend(joined_rounds(desk, &from, &into));
    let played: Vec<u32> = desk.tournament().rounds_of(from.id).map(|round| round.number).collect();
    desk.join_rounds(from.id, into.id);
    desk.move_stays(from.id, into.id);
    desk.move_rulings(from.id, into.id);
    let teams = move_teams(desk, &from, into.id);
    played.into_iter().for_each(|round| desk.remove_round(from.id, round));
    for prize in prizes_of(desk, from.id) {
        desk.remove_prize(prize.id);
    }
    for official in
        desk.tournament().officials.iter().filter(|o| o.section == Some(from.id)).cloned().collect::<Vec<_>>()
    {
        desk.give_section(official.id, Some(into.id));
    }
    for section in desk
        .tournament()
        .sections
        .iter()
        .filter(|s| s.qualified_from.is_some_and(|(of, _)| of == from.id))
        .cloned()
        .collect::<Vec<_>>()
    {
        let settings = desk.settings(section.id);
        let qualified_from = section.qualified_from.map(|(_, top)| (into.id, top));
        desk.save_section(&Section { qualified_from, ..section }, &settings);
    }
    desk.remove_section(from.id);
    if desk.latest_round(into.id).is_none() {
        touched.extend(round_one(desk, into.id));
    }
    touched.extend(gone_stale(desk, &wrong)?);
    touched.extend(left_without_section(desk)?);
    let summary =
        format!("moved {} of {} into {} and removed {}", counted(teams, "team"), from.name, into.name, from.name);
    let json = json!({ "section": into.name, "teams_moved": teams, "consequences": { "notes": touched } });
    desk.done(summary, &touched.join("\n"), json)
}

/// Refuses to join sections whose rounds are not of one kind, or in play.
fn can_be_joined(desk: &Desk, from: &Section, into: &Section) -> Result<(), Failure> {
    if [from, into].iter().all(|section| desk.latest_round(section.id).is_none()) {
        return Ok(());
    }
    for section in [from, into] {
        let name = &section.name;
        if section.format != Format::Swiss {
            return Err(Failure::forbidden(format!("{name} is no Swiss, so its rounds cannot be joined to others"))
                .hint("after its first round a section is merged where both play a Swiss"));
        }
        let open = desk.open_matters(section, u32::MAX);
        if !open.is_empty() {
            let appeal = desk.facts.docket.open_appeals(section.id).next();
            let first = match appeal.filter(|_| desk.missing_results(section).is_empty()) {
                Some(appeal) => format!("decide the appeal first: {}", to_decide(desk, appeal.id, appeal.ruling)),
                None => format!("finish the round first: {}", command(["enter", name])),
            };
            return Err(Failure::forbidden(format!("{name} is in play: {}", list(open))).hint(first));
        }
    }
    if from.matches != into.matches {
        return Err(Failure::forbidden(format!(
            "{} plays {} a round and {} {}",
            from.name,
            counted(from.matches.into(), "match"),
            into.name,
            into.matches
        ))
        .hint("rounds are joined where as many matches are played in each"));
    }
    Ok(())
}

/// What becomes of rounds that are posted.
fn joined_rounds(desk: &Desk, from: &Section, into: &Section) -> Option<String> {
    let [theirs, ours] = [from, into].map(|section| desk.posted_rounds(section.id));
    let [fewer, more] = if theirs < ours { [(from, theirs), (into, ours)] } else { [(into, ours), (from, theirs)] };
    let without = match fewer.1 == more.1 {
        true => String::new(),
        false => format!(
            "; the teams of {} did not play in round {} and have no points for it",
            fewer.0.name,
            span(fewer.1 + 1, more.1)
        ),
    };
    (more.1 > 0).then(|| format!("rounds are joined by number: meetings and results are kept{without}"))
}

/// Makes small sections of one, by seed.
pub fn split(desk: &mut Desk, name: &str, size: u32) -> Result<Answer, Failure> {
    let section = desk.section(Some(name))?.clone();
    must_be_unpaired(desk, &section)?;
    let settings = desk.settings(section.id);
    let seeded = desk.seeded(section.id);
    if seeded.len() < 2 * size as usize {
        return Err(Failure::forbidden(format!(
            "{} has {}, too few for two groups of {size}",
            section.name,
            counted(seeded.len(), "team")
        ))
        .hint("choose a smaller --size, or leave the section whole"));
    }
    let (prizes, final_of) = (
        prizes_of(desk, section.id),
        desk.tournament().sections.iter().find(|s| s.qualified_from.is_some_and(|(of, _)| of == section.id)),
    );
    if let Some(last) = final_of {
        return Err(Failure::forbidden(format!(
            "{} takes its teams from {}, which would be gone",
            last.name, section.name
        ))
        .hint(format!("remove it first: bughouse section remove {}", quoted(&last.name))));
    }
    let officials: Vec<_> =
        desk.tournament().officials.iter().filter(|o| o.section == Some(section.id)).cloned().collect();
    let wrong = misleading(desk)?;
    let groups = crate::pairing::quads::groups(seeded.len(), size as usize);
    let times: Vec<RoundTime> = desk.tournament().timetable(section.id).collect();
    let (mut made, mut ids) = (Vec::new(), Vec::new());
    let mut touched = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        let group_name = format!("{} {}", section.name, number + 1);
        name_is_free(desk, &group_name, None)?;
        let new = Section { name: group_name.clone(), first_table: None, ..section.clone() };
        let id = desk.add_section(new, settings.clone());
        for time in &times {
            desk.set_start_time(RoundTime { section: id, ..*time });
        }
        for at in group.clone() {
            let team = desk.tournament().team(seeded[at]).cloned();
            if let Some(team) = team {
                desk.save_teams([Team { section: id, ..team }]);
            }
        }
        for prize in &prizes {
            desk.add_prize(StoredPrize { section: id, winner: None, ..prize.clone() });
        }
        for official in &officials {
            // Who has ruled stays on the list under the same number, so the first group takes the office over.
            if number == 0 {
                desk.give_section(official.id, Some(id));
            } else {
                desk.add_official(&official.name, official.role, Some(id));
            }
        }
        let strongest = group.clone().next().map(|at| desk.name_of(seeded[at]).to_owned()).unwrap_or_default();
        touched.push(format!("{group_name}: {}, the first seed is {strongest}", counted(group.len(), "team")));
        made.push(json!({ "section": group_name, "teams": group.len() }));
        ids.push(id);
    }
    let alone = desk.tournament().alone().filter(|child| child.section == Some(section.id)).count();
    if alone > 0 {
        touched.push(format!("{alone} without a partner are in no section then: bughouse partner list"));
    }
    for prize in &prizes {
        desk.remove_prize(prize.id);
    }
    if !prizes.is_empty() {
        touched.push(format!(
            "each of them gives {}: {} in all",
            list(prizes.iter().map(|p| &p.name)),
            counted(prizes.len() * made.len(), "prize")
        ));
    }
    if !officials.is_empty() {
        touched.push(format!("{} serves each of them", list(officials.iter().map(|o| &o.name))));
    }
    let entered: Vec<_> = desk.tournament().players.iter().filter(|p| p.section == Some(section.id)).cloned().collect();
    for child in entered {
        let team = desk.tournament().team_of(child.id).and_then(|team| seeded.iter().position(|id| *id == team.id));
        let group = team.and_then(|at| groups.iter().position(|group| group.contains(&at))).map(|group| ids[group]);
        desk.save_players([Player { section: group, ..child }]);
    }
    desk.remove_section(section.id);
    touched.extend(gone_stale(desk, &wrong)?);
    touched.extend(ids.iter().flat_map(|id| round_one(desk, *id)));
    let summary = format!("split {} into {} of {size} by rating", section.name, counted(made.len(), "section"));
    let json = json!({ "sections": made, "consequences": { "notes": touched } });
    desk.done(summary, &touched.join("\n"), json)
}

/// What a merge touches beside the teams: seeds, check-in, the odd team, prizes, officials, sheets.
fn touched_by_merge(desk: &Desk, from: &Section, into: &Section) -> Vec<String> {
    let lost = list(prizes_of(desk, from.id).into_iter().map(|p| p.name));
    let tournament = desk.tournament();
    let mut touched = Vec::new();
    let count = |section: SectionId| tournament.teams_in(section).count();
    let (coming, there) = (count(from.id), count(into.id));
    let next = [from, into].map(|section| desk.latest_round(section.id).map_or(1, |round| round.number + 1));
    let to_come = next[0].max(next[1]);
    let asked = tournament.teams_in(from.id).chain(tournament.teams_in(into.id)).flat_map(|team| {
        let rounds = team.requested_byes.iter().map(|(round, _)| *round).filter(|round| *round >= to_come);
        rounds.map(|round| format!("{} in round {round}", team.name))
    });
    let byes = match (list(asked), (coming + there) % 2) {
        (asked, _) if !asked.is_empty() => {
            format!("byes asked for: {asked}, and one more team has a bye where an odd number is left")
        }
        (_, 1) => "one has a bye in each round".to_owned(),
        _ => "nobody has a bye".to_owned(),
    };
    touched.push(format!(
        "{} then has {} instead of {there}, seeded together; {byes}",
        into.name,
        counted(coming + there, "team")
    ));
    let seen = |section: SectionId| tournament.teams_in(section).filter(|t| t.checked_in).count();
    let unseen = (coming + there) - (seen(from.id) + seen(into.id));
    if seen(from.id) + seen(into.id) > 0 && unseen > 0 {
        touched.push(format!("{unseen} of them are not checked in and would not be paired: bughouse check-in --list"));
    }
    let alone = desk.tournament().alone().filter(|child| child.section == Some(from.id)).count();
    if alone > 0 {
        touched.push(match alone {
            1 => "1 child without a partner moves too".to_owned(),
            _ => format!("{alone} children without a partner move too"),
        });
    }
    if !lost.is_empty() {
        touched.push(format!("the prizes of {} fall away: {lost}", from.name));
    }
    let times = list(tournament.timetable(from.id).map(|time| time.starts.to_string()));
    if !times.is_empty() {
        touched.push(format!("the start times of {} fall away: {times}", from.name));
    }
    let officials = list(tournament.officials.iter().filter(|o| o.section == Some(from.id)).map(|o| &o.name));
    if !officials.is_empty() {
        touched.push(format!("{officials} serves {} then", into.name));
    }
    touched
}

/// Printed documents that were right before the change and are wrong now, in a line.
fn gone_stale(desk: &mut Desk, wrong: &[(i64, String)]) -> Result<Option<String>, Failure> {
    let now = misleading(desk)?.into_iter().filter(|known| !wrong.contains(known)).map(|(_, name)| name);
    let names = list(now);
    Ok((!names.is_empty()).then(|| format!("no longer true, print again (bughouse stale): {names}")))
}

fn prizes_of(desk: &Desk, section: SectionId) -> Vec<StoredPrize> {
    desk.facts.prizes.iter().filter(|p| p.section == section).cloned().collect()
}

fn move_teams(desk: &mut Desk, from: &Section, into: SectionId) -> usize {
    let teams: Vec<_> = desk.tournament().teams_in(from.id).cloned().collect();
    let last = desk.tournament().teams_in(into).filter_map(|team| team.pairing_number).max().unwrap_or(0);
    desk.save_teams(teams.iter().map(|team| {
        let pairing_number = team.pairing_number.map(|number| last + number);
        Team { section: into, pairing_number, ..team.clone() }
    }));
    let players: Vec<_> = desk.tournament().players.iter().filter(|p| p.section == Some(from.id)).cloned().collect();
    desk.save_players(players.into_iter().map(|player| Player { section: Some(into), ..player }));
    teams.len()
}

/// What the section would be if it were paired now.
fn round_one(desk: &Desk, section: SectionId) -> Vec<String> {
    let tournament = desk.tournament();
    let Some(section) = tournament.section(section) else { return Vec::new() };
    let name = |id| tournament.team(id).map_or("", |team| team.name.as_str());
    let consent = Consent { rematch: true, second_bye: true };
    let Ok(proposal) = desk.propose(section, 1, consent) else { return Vec::new() };
    let pairs =
        proposal.pairs.iter().take(SHOWN).map(|(first, second)| format!("{} – {}", name(*first), name(*second)));
    let more = proposal.pairs.len().saturating_sub(SHOWN);
    let more = (more > 0).then(|| format!("and {more} more"));
    let bye = proposal.bye.map(|team| format!("bye {}", name(team)));
    let schools = |id| tournament.team(id).map(|team| tournament.schools_of(team)).unwrap_or_default();
    let clash = |(first, second): &&(_, _)| schools(*first).iter().any(|school| schools(*second).contains(school));
    let clashes = proposal.pairs.iter().filter(clash).count();
    let mut told = vec![format!("{}: round 1 would be {}", section.name, list(pairs.chain(more).chain(bye)))];
    let of_one_school =
        if clashes == 1 { "one of these pairs is".to_owned() } else { format!("{clashes} of these pairs are") };
    told.extend((clashes > 0).then(|| format!("{}: {of_one_school} of one school", section.name)));
    told.extend(proposed(desk, section).map(|proposed| proposed.told));
    told
}

/// Removes a section without teams.
pub fn remove(desk: &mut Desk, name: &str) -> Result<Answer, Failure> {
    let section = desk.section(Some(name))?.clone();
    must_be_unpaired(desk, &section)?;
    let teams = desk.tournament().teams_in(section.id).count();
    if teams > 0 {
        return Err(Failure::forbidden(format!("{} has {}", section.name, counted(teams, "team")))
            .hint(format!("move them with `bughouse section merge {} INTO`", quoted(&section.name))));
    }
    desk.remove_section(section.id);
    let summary = format!("removed section {}", section.name);
    let left = left_without_section(desk)?;
    Ok(Answer::done(summary, json!({ "section": section.name })).with_remarks(left))
}

/// Whether no other section has this name.
pub fn name_is_free(desk: &Desk, name: &str, but: Option<SectionId>) -> Result<(), Failure> {
    let folded = crate::tournament::names::fold(name);
    if folded.is_empty() {
        return Err(Failure::mistyped("a section needs a name").hint("bughouse section add K-6 --grades K-6"));
    }
    let taken = desk
        .tournament()
        .sections
        .iter()
        .find(|s| crate::tournament::names::fold(&s.name) == folded && Some(s.id) != but);
    match taken {
        Some(section) => Err(Failure::forbidden(format!("there is a section \"{}\" already", section.name)).hint(
            format!("change it with `bughouse section edit {}` with what is to be other", quoted(&section.name)),
        )),
        None => Ok(()),
    }
}
