//! A section as the writers take it: its teams with their records, what is announced of rounds to come, and what the format cannot say.

use super::export::{Export, ExportPlayer, ExportTeam, type_code};
use crate::event::Event;
use crate::pairing::Acceleration;
use crate::standings::Line;
use crate::tournament::{ByePoints, Format, HalfPoints, Player, Section, Team, TeamId};
use std::cmp::Reverse;

/// A section as the writers of TRF take it.
///
/// Children go by the names that are shown, and schools by what `school` makes of theirs.
pub fn section(
    event: &Event,
    section: &Section,
    player: &dyn Fn(&Player) -> String,
    school: &dyn Fn(&str) -> String,
) -> Export {
    let tournament = event.tournament();
    let settings = event.settings(section.id);
    let (latest, standing) = (event.posted_rounds(section.id), event.standing_round(section));
    let mut ranks = vec![0; tournament.ever_in(section.id).count()];
    let table = event.table(section, standing);
    for (line, place) in table.iter().zip(1..) {
        // Places of groups begin at 1 again and again; the file has one list.
        ranks[line.index] = if line.group > 0 { place } else { line.rank };
    }
    let teams: Vec<&Team> = tournament.ever_in(section.id).collect();
    let at = |id: TeamId| teams.iter().position(|t| t.id == id);
    let partner =
        |one: &Player| ExportPlayer { name: player(one), rating: one.rating, federation_id: one.federation_id.clone() };
    let written = teams.iter().zip(event.records(section, latest)).zip(ranks).map(|((team, record), rank)| {
        let mut partners = tournament.seated(team);
        // What was corrected since has moved nobody to the other board.
        let posted = tournament.rounds_of(section.id).find_map(|round| round.at_board_a.get(&team.id).copied());
        partners.sort_by_key(|p| posted.is_some_and(|a| a != p.id));
        let school = school(&tournament.school_label(team));
        ExportTeam {
            number: team.id.0,
            name: team.shown_name(),
            // The format has whole points; half a point is dropped.
            rating: tournament.doubled_rating(team).map(|doubled| doubled / 2),
            school: (!school.is_empty()).then_some(school),
            players: partners.map(partner),
            rank,
            record,
        }
    });
    let written = written.collect();
    let forbidden = event.facts.wishes.forbidden.iter().filter_map(|[one, other]| Some((at(*one)?, at(*other)?)));
    Export {
        name: format!("{}: {}", tournament.name, section.name),
        city: tournament.venue.clone(),
        date: tournament.date,
        rounds_planned: section.rounds,
        matches: section.matches,
        type_code: type_code(section.format, settings.pairing.system, settings.pairing.accelerate),
        tiebreaks: settings.standings.tiebreaks.clone(),
        teams: written,
        announced: announced(event, section, &teams, latest),
        forbidden: forbidden.collect(),
        struck: table.iter().filter(|line| line.struck).map(|line| line.index).collect(),
        accelerated: virtual_points(event, section, teams.len()),
        notes: lost_on_the_way(event, section, &teams, &table, latest),
    }
}

/// What another program's pairing or standings would need and the format cannot say.
fn lost_on_the_way(event: &Event, section: &Section, teams: &[&Team], table: &[Line], latest: u32) -> Vec<String> {
    let tournament = event.tournament();
    let by = |rating: &dyn Fn(u32) -> u32| {
        let mut by_number: Vec<&Team> = teams.to_vec();
        by_number.sort_by_key(|team| (Reverse(tournament.doubled_rating(team).map(rating)), team.id));
        by_number.into_iter().map(|team| team.id).collect::<Vec<TeamId>>()
    };
    let (whole, doubled) = (by(&|doubled| doubled / 2), by(&|doubled| doubled));
    let lots = (event.seeded(section.id) != doubled)
        .then(|| "Teams with equal ratings are seeded by lot; other programs go by their numbers.".to_owned());
    let halves = (whole != doubled).then(|| {
        "Half points in team ratings are dropped here, though the event seeds by them; other programs go by their numbers."
            .to_owned()
    });
    let of_two = teams.iter().filter(|team| tournament.schools_of(team).len() > 1);
    let of_two = of_two.map(|team| {
        format!("Team {} is from two schools; other programs will not keep it apart from either.", team.id)
    });
    let is_to_come = |(round, [one, other]): &&(u32, [TeamId; 2])| {
        *round > latest && [one, other].iter().all(|id| teams.iter().any(|team| team.id == **id))
    };
    let settled = event.facts.wishes.required.iter().filter(is_to_come).map(|(round, [one, other])| {
        format!("Teams {one} and {other} are to meet in round {round}; other programs pair them by their scores.")
    });
    let struck = table.iter().filter(|line| line.struck).map(|line| {
        format!(
            "Team {} left before playing half of its matches and was struck: the standings, and so the ranks, don't count its games; the points in this file do.",
            line.team
        )
    });
    lots.into_iter().chain(halves).chain(of_two).chain(settled).chain(struck).collect()
}

/// What an accelerated section adds to the scores of its upper half when a round is paired.
fn virtual_points(event: &Event, section: &Section, teams: usize) -> Vec<(usize, u32, HalfPoints)> {
    if event.settings(section.id).pairing.accelerate == Acceleration::None || section.format != Format::Swiss {
        return Vec::new();
    }
    let rounds = section.rounds.unwrap_or_else(|| event.planned_rounds(section, teams));
    let section = Section { rounds: Some(rounds), ..section.clone() };
    let added = (1..=rounds).flat_map(|round| {
        let (position, _) = event.position(&section, round);
        position
            .entrants
            .into_iter()
            .enumerate()
            .map(move |(index, entrant)| (index, round, entrant.virtual_points))
            .collect::<Vec<_>>()
    });
    added.filter(|(_, _, points)| *points > HalfPoints::ZERO).collect()
}

/// Byes of rounds to come: those asked for, and absences of teams that are out, not checked in for the next one, or of the house and not
/// needed.
fn announced(event: &Event, section: &Section, teams: &[&Team], latest: u32) -> Vec<(usize, u32, ByePoints)> {
    let last = section.rounds.unwrap_or(latest + 1).max(latest + 1);
    let mut byes = Vec::new();
    let spare = event.spare_house_teams(section, latest + 1);
    for (index, team) in teams.iter().enumerate() {
        for round in latest + 1..=last {
            let asked = event.asked_bye(section, team.id, round);
            let is_away = event.tournament().is_away(team, section.id, round)
                || (round == latest + 1 && (event.is_missing(section, team) || event.is_no_show(section, round, team)));
            let is_spare = round == latest + 1 && spare.contains(&team.id);
            if let Some(points) = asked.or((is_away || is_spare).then_some(ByePoints::Zero)) {
                byes.push((index, round, points));
            }
        }
    }
    byes
}
